// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * The fixes of walls that dcm computes have everything in common but where the walls are and how
 * they move, which is a WallShape's.
 *
 * A wall is made of the material of an atom type; the law and its parameters are those of the dcm
 * pair style, unless it has some of its own. Like PairDCM this class moves numbers between LAMMPS
 * and src/contacts, and contains no mechanics. */
#ifndef DCM_LAMMPS_FIX_WALL_H
#define DCM_LAMMPS_FIX_WALL_H

#include "common/energy_account.h"
#include "common/guards.h"
#include "common/owners.h"
#include "contact_columns.h"
#include "contact_makers.h"
#include "grain_shapes.h"
#include "grains_at_walls.h"
#include "host_api.h"
#include "particle_quantities.h"
#include "wall_image.h"
#include "wall_law.h"

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

extern "C" {
#include "contacts/step.h"
#include "contacts/wall_list.h"
#include "numeric/vector.h"
#include "runtime/law.h"
}

namespace DCM_NS {

/** Rows of compute dcm/contact/local, one for each contact with a wall. */
struct WallRows {
  std::shared_ptr<ContactColumns> columns; // null: nobody asks
  std::vector<int> atoms;                  // [row]
  std::vector<double> numbers;             // [row][column]
};

class FixWall : public LAMMPS_NS::Fix, public ContactMaker {
public:
  ~FixWall() override;

  int setmask() override;
  void init() override;
  void setup(int) override;
  void post_force(int) override;
  void post_force_respa(int, int, int) override;
  double compute_vector(int) override;
  double compute_scalar() override;

  void grow_arrays(int) override;
  void copy_arrays(int, int, int) override;
  void set_arrays(int) override;
  int pack_exchange(int, double *) override;
  int unpack_exchange(int, double *) override;
  int pack_restart(int, double *) override;
  void unpack_restart(int, int) override;
  int size_restart(int) override;
  int maxsize_restart() override;
  void write_restart(FILE *) override;
  void restart(char *) override;
  double memory_usage() override;
  void reset_dt() override {
    shape->reset_dt();
  }
  int modify_param(int narg, char **arg) override {
    return shape->modify_param(narg, arg);
  }
  int image(int *&objects, double **&numbers) override {
    picture.clear();
    shape->draw(picture);
    return picture.show(wall_law.atom_type(), objects, numbers);
  }
  const dcm_law *law_in_use() const override {
    return law;
  }
  /** The number of the walls among the materials of that law. */
  int material() const {
    return wall_law.material();
  }
  std::string account() const override;

  /** Whether contacts are evaluated with their energies though no fix dcm/energy asks for these. */
  bool asks_for_energies() const override {
    return shape->asks_for_energies();
  }

  /** Has rows of all contacts made in each step from now on, with the columns of the law that the
   * walls have now. */
  const WallRows &contact_rows();

  WallShape &walls() const {
    return *shape;
  }

  std::vector<VectorPart> parts_of_vector() const;

  /** Time step; 0 where a run begins, and nothing moves on. */
  double present_dt() const {
    return update->setupflag ? 0.0 : update->dt;
  }

  /** The sums on the walls in this step, of this rank. */
  const dcm_wall_sums &sums() const {
    return on_walls;
  }

  /** The sums on the walls, of this rank, if the points of the walls were displaced. The law is
   * asked, and no grain and no state changes. */
  dcm_wall_sums sums_if_displaced(const std::function<dcm_vector(dcm_vector point)> &displacement);

  /** Sum over the contacts of the mass of each grain times the square of a vector at the point of
   * the wall. */
  double mass_along(const std::function<dcm_vector(dcm_vector point)> &vector) const;

protected:
  /** Walls whose type is the first argument, or another. */
  FixWall(LAMMPS_NS::LAMMPS *lmp, int narg, char **arg);
  FixWall(LAMMPS_NS::LAMMPS *lmp, int narg, char **arg, int type, GrainKinds kinds);

  /** Takes the walls and reads all arguments from one on. */
  void begin(std::unique_ptr<WallShape> of_walls, int next, int narg, char **arg);

  virtual Keywords keywords();
  /** When all arguments are read: stops if they do not make sense together. */
  virtual void check_arguments() const {}

  /** The keyword contacts. */
  void show_contacts();

  /** The contacts with the atoms, for fixes that write them in another format. */
  WallContacts &states_of_atoms() {
    return grains.with_atoms();
  }

  /** Takes over the contacts of grain i, which has none, from the numbers that a restart file holds
   * of it. The first of these is their count.
   * @return whether they are such numbers */
  virtual bool read_contacts(int i, const double *numbers, int count, WallContacts &kept);

  /** "fix wall/dcm: ", the beginning of messages. */
  std::string here() const {
    return std::string("fix ") + style + ": ";
  }

  /** Whether a grain that touches several walls shows the last contact in its row, as with the
   * host's own fixes, and not all contacts. */
  bool shows_last_contact = false;
  std::vector<double> deepest; // overlap of the contact whose point is in an atom's row

  /** The quantity whose change by the contact stands last in the row of a grain; -1: none. */
  int shown_quantity = -1;

  WallLaw wall_law;
  WallQuantities quantities;
  EnergyAccountPointer energies; // from init on; null: nobody asks for them

private:
  std::unique_ptr<WallShape> shape;
  const dcm_law *law = nullptr;

  RigidMasses masses;
  GrainsAtWalls grains;
  WallStepperPointer stepper;

  LAMMPS_NS::bigint set_up_until = -1; // last step of the run that was set up last
  RunAccount run_account;
  ContactGuard guard;
  ParticleQuantities of_atoms;
  std::shared_ptr<GrainShapes> shapes;

  dcm_wall_sums on_walls = {};
  WallTotals totals() const;
  std::vector<double> total;     // the global vector
  std::vector<int> is_extensive; // of its numbers
  bool is_summed = false;
  WideSum work, power;      // of the walls on the grains so far, and per time at the last step
  int width_of_restart = 0; // numbers of a state in the file that was read
  bool work_begins = true;
  bool is_registered = false; // for the life of atoms
  WallRows rows;
  WallImage picture;
  const dcm_model *law_of_rows = nullptr;

  const dcm_wall_list &list() const {
    return *grains.list;
  }
  WallRecord record() const;
  void read_curvature(WordReader &words);
  void find_quantities();
  int columns() const;
  void guard_contacts();
  void consider_contacts(SafeStep &safe);
  void see_overlaps();
  dcm_wall_step begin_step(double dt);
  dcm_vector point_of(uint32_t contact) const;
  /** From the centre of the grain. */
  dcm_vector way_to_point(uint32_t contact) const;
  void evaluate();
  void rest();
  bool has_rested = false;
  bool has_setters = false; // see has_setter
  void stop_at(const dcm_contact_fault &fault) const;
  void tally(const dcm_walls_evaluated &contacts);
  void store_row(const dcm_walls_evaluated &contacts, uint32_t k);
  void fill_row(const dcm_walls_evaluated &contacts, uint32_t k);
  void clear_rows(int first, int last);
};

/** A fix of walls of a shape. */
template <class Shape>
class FixWallOf : public FixWall {
public:
  FixWallOf(LAMMPS_NS::LAMMPS *instance, int narg, char **arg) : FixWall(instance, narg, arg) {
    begin(std::make_unique<Shape>(lmp, *this), 4, narg, arg);
  }
};

} // namespace DCM_NS

#endif
