// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * The fixes of walls that dcm computes have everything in common but where the walls are and how
 * they move.
 *
 * A wall is made of the material of an atom type; the law and its parameters are those of the dcm
 * pair style, unless it has some of its own. Like PairDCM this class moves numbers between LAMMPS
 * and src/contacts, and contains no mechanics. */
#ifndef DCM_LAMMPS_FIX_WALL_H
#define DCM_LAMMPS_FIX_WALL_H

#include "axis_walls.h"
#include "close_grains.h"
#include "common/energy_account.h"
#include "common/guards.h"
#include "common/owners.h"
#include "contact_columns.h"
#include "contact_makers.h"
#include "host_api.h"
#include "near_wall.h"
#include "particle_quantities.h"
#include "rigid_masses.h"
#include "wall_contacts.h"
#include "wall_law.h"
#include "wall_quantities.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

extern "C" {
#include "contacts/wall_list.h"
#include "contacts/wall_step.h"
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
  const dcm_law *law_in_use() const override {
    return law;
  }
  std::string account() const override;

  /** Whether contacts are evaluated with their energies though no fix dcm/energy asks for these. */
  bool asks_for_energies() const override {
    return false;
  }

  /** Has rows of all contacts made in each step from now on, with the columns of the law that the
   * walls have now. */
  const WallRows &tell_contacts();

protected:
  /** Time step; 0 where a run begins, and nothing moves on. */
  double present_dt() const {
    return update->setupflag ? 0.0 : update->dt;
  }

  /** Reads the wall type; what follows it is up to the class that derives from this one. */
  FixWall(LAMMPS_NS::LAMMPS *lmp, int narg, char **arg);

  /** Walls of a type that no argument tells, for a class with a law of its own. */
  FixWall(LAMMPS_NS::LAMMPS *lmp, int narg, char **arg, int type);

  /** Reads the keyword contacts.
   * @return the index of the next argument, or -1 if arg[next] is another word */
  int read_contacts_keyword(int next, char **arg);

  /** Reads a keyword that all walls of a dcm pair style have, and its arguments, or a word of the
   * law (common/law_words.h). Stops because of a word that is neither.
   * @param others keywords that walls of this kind have beside them: not the law's either
   * @param hint   end of the message about a word that is no keyword
   * @return the index of the next argument, or -1 if arg[next] is one of the others */
  int read_word(int next, int narg, char **arg, const std::vector<std::string> &others,
                const std::string &hint);

  /** To be called when all arguments are read.
   * @param slots number of walls that a grain can touch at the same time
   * @param most  whether it can touch no more; else there is always room for one more */
  void prepare(int slots, bool most = true);

  /** Changes the number of walls that a grain can touch. Contacts begin anew. */
  void change_slots(int slots);

  /** Brings the walls to where they are at this step. */
  virtual void move_walls() {}

  /** Grains are about to be asked one by one, by is_near, whether they are close to the walls. */
  virtual void begin_search() {}

  /** The walls whose nearest point is closer to the centre of grain i than cutoff. */
  virtual void find_walls(int i, double cutoff, std::vector<NearWall> &near) = 0;

  /** The walls of find_walls where they are planes or a cylinder along the axes: of most grains
   * they tell at little cost that the contacts of the step before go on. Null for other walls.
   * @param are_one receives whether both planes are one wall */
  virtual const AxisWalls *axis_walls(bool &) const {
    return nullptr;
  }

  /** Whether any wall, seen from either side and with none of its parts left out, is closer to the
   * centre of grain i than cutoff. A wall that is near after grain and walls have moved by d
   * together was near before, within cutoff + d. */
  virtual bool is_near(int i, double cutoff) = 0;

  /** A length that grows by no less than any point of the walls moves; infinite if that is not
   * known. */
  virtual double path() const = 0;

  /** Where the walls are and of what kind, in words: a restart file tells by them whether the
   * states that it holds are of these walls. Properties that may change within a run are left out.
   */
  virtual std::string describe() const = 0;

  /** Whether the surface of a wall that grain i touched in the step before, and does not touch now,
   * goes on in another wall. The contact then goes on there. */
  virtual bool is_continued_by(int, int, const NearWall &) {
    return false;
  }

  /** As which of the walls near to grain i those go on that the grain touched in the step before.
   * @param walls [count] the numbers of these; each receives a number of near, or DCM_NO_WALL */
  virtual void follow(int i, const std::vector<NearWall> &near, uint32_t *walls, uint32_t count);

  /** Whether watch is to be called. */
  virtual bool is_watching() const {
    return false;
  }

  /** Whether contacts are to go on over new lists and in restart files though the law keeps nothing
   * of them. */
  virtual bool remembers_contacts() const {
    return false;
  }

  /** Sees contacts of this step when they have been evaluated. */
  virtual void watch(const dcm_walls_evaluated &) {}

  /** Ends a step, after its forces. */
  virtual void finish_step() {}

  /** Numbers that stand in the global vector behind those of all walls: how many, and the numbers.
   * @param sums  of all ranks, as the vector has them
   * @param first of these numbers, of which none is a sum */
  virtual int own_numbers() const {
    return 0;
  }
  virtual void tell_own_numbers(const std::vector<double> &, double *) {}

  /** Whether a grain that touches several walls shows the last contact in its row, as with the
   * host's own fixes, and not all contacts. */
  virtual bool shows_last_contact() const {
    return false;
  }

  /** The quantity whose change by the contact stands last in the row of a grain; -1: none. */
  virtual int shown_quantity() const {
    return -1;
  }

  /** Motion of the walls, as numbers for restart files: rank 0's. All ranks call. */
  virtual std::vector<double> motion() const {
    return {};
  }
  virtual void restore_motion(const std::vector<double> &) {}

  /** Brings the states of contacts to the atoms, for fixes that write them in another format. */
  WallContacts &states_of_atoms() {
    give_back();
    return states;
  }

  /** "fix wall/dcm: ", the beginning of messages. */
  std::string here() const {
    return std::string("fix ") + style + ": ";
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

  WallLaw wall_law;
  WallQuantities quantities;
  EnergyAccountPointer energies; // from init on; null: nobody asks for them

private:
  const dcm_law *law = nullptr;

  // The states of contacts are in the list; with the atoms where these may change places, or be
  // written.
  WallListPointer list;
  WallStepperPointer stepper;
  WallContacts states;
  bool is_listed = false;
  bool has_most_slots = true; // a grain can touch no more walls than it has slots
  CloseGrains close;
  // The grains that the list goes through: close ones of the group.
  std::vector<dcm_wall_particle> listed;
  std::vector<double> cutoffs; // of these
  struct BentWall {
    double wall, circle; // radius_for of a wall with this radius; it takes powers
  };
  std::vector<BentWall> bent; // the last one that each listed grain was near
  bool may_change = false;    // whether the host may change their radii, masses, or the law
  std::vector<NearWall> nearby;
  std::vector<uint32_t> followed;

  LAMMPS_NS::bigint set_up_until = -1; // last step of the run that was set up last
  RigidMasses masses;
  RunAccount run_account;
  ContactGuard guard;
  ParticleQuantities of_atoms;

  enum class Curvature { OF_LAW, PRINCIPAL, MEAN };
  Curvature curvature = Curvature::OF_LAW; // of walls on which the contact is an ellipse

  dcm_wall_sums on_walls = {};
  std::vector<double> total;     // the global vector
  std::vector<int> is_extensive; // of its numbers
  bool is_summed = false;
  WideSum work, power; // of the walls on the grains so far, and per time at the last step
  bool work_begins = true;
  bool is_registered = false; // for the life of atoms
  WallRows rows;
  const dcm_model *law_of_rows = nullptr;

  bool keeps_contacts() const {
    return wall_law.keeps_states() || remembers_contacts();
  }
  WallRecord record() const;
  int common_keyword(int next, int narg, char **arg);
  int read_curvature(int next, int narg, char **arg);
  void find_quantities();
  int columns() const;
  void find_close();
  void guard_contacts();
  void consider_contacts(SafeStep &safe);
  void see_overlaps();
  double cutoff_of(int i) const;
  double reach_at(int i, double wall_radius) const;
  void make_list();
  void give_back();
  void describe_grains();
  void find_contacts();
  bool stays(size_t n, const double *x, const Planes &planes, bool are_one);
  bool goes_on(size_t n, const AxisWalls &walls, bool are_one);
  void place(uint32_t contact, const NearWall &wall);
  void visit(size_t n);
  double radius_for(size_t n, const NearWall &wall);
  bool takes_ellipse() const;
  void check_new(uint32_t contact);
  void widen(int slots);
  dcm_wall_step begin_step(double dt);
  dcm_vector point_of(uint32_t contact) const;
  void evaluate();
  void rest();
  bool has_rested = false;
  void stop(const dcm_contact_fault &fault) const;
  void tally(const dcm_walls_evaluated &contacts);
  void store_row(const dcm_walls_evaluated &contacts, uint32_t k);
  void tell_row(const dcm_walls_evaluated &contacts, uint32_t k);
  void clear_rows(int first, int last);
};

} // namespace DCM_NS

#endif
