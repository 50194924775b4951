// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * fix dcm/energy: where the energy of the grains is and where it goes.
 * docs/lammps/fix_dcm_energy.md is its manual page, docs/energy.md says what the terms mean. */
#ifndef DCM_LAMMPS_FIX_ENERGY_H
#define DCM_LAMMPS_FIX_ENERGY_H

#include "common/energy_account.h"
#include "grain_shapes.h"
#include "particle_quantities.h"

#include "fix.h"

#include <array>
#include <set>
#include <string>
#include <vector>

namespace DCM_NS {

class FixEnergy : public LAMMPS_NS::Fix {
public:
  FixEnergy(LAMMPS_NS::LAMMPS *lmp, int narg, char **arg);
  ~FixEnergy() override;

  /** The fix of this style; null if there is none. */
  static FixEnergy *find(LAMMPS_NS::LAMMPS *lmp);

  /** For who makes contacts, where a run begins: the account of that name; null if nobody asks. */
  static EnergyAccountPointer account(LAMMPS_NS::LAMMPS *lmp, const std::string &name);

  /** For who makes a law: the law keeps what it needs for energies, if there is a fix of this
   * style, or of walls that ask for energies. */
  static void listen(LAMMPS_NS::LAMMPS *lmp, dcm_law *law);

  /** Forces that contacts add between the two calls are forces of contacts: of pairs, or of
   * these contacts with walls. */
  void before_contacts();
  void after_contacts();
  void before_contacts(const dcm_wall_contacts &contacts);
  void after_contacts(const dcm_wall_contacts &contacts);

  /** Lets the contacts of the run that begins keep their energies until the next step, for who
   * looks at them one by one. To be called where a run begins, before init of fixes: the host
   * initialises computes first. */
  void keep_contacts();

  int setmask() override;
  void init() override;
  void setup_pre_force(int) override;
  void setup(int) override;
  void initial_integrate(int) override;
  void post_integrate() override;
  void pre_force(int) override;
  void post_force(int) override;
  void final_integrate() override;
  void end_of_step() override;
  void post_run() override;
  double compute_scalar() override;
  double compute_vector(int) override;
  double compute_array(int, int) override;

  void grow_arrays(int) override;
  void copy_arrays(int, int, int) override;
  void set_arrays(int) override;
  int pack_exchange(int, double *) override;
  int unpack_exchange(int, double *) override;
  int pack_restart(int, double *) override;
  void unpack_restart(int, int) override;
  int size_restart(int) override;
  int maxsize_restart() override;
  int pack_reverse_comm(int, int, double *) override;
  void unpack_reverse_comm(int, int *, double *) override;
  int pack_forward_comm(int, int *, double *, int, int *) override;
  void unpack_forward_comm(int, int, double *) override;
  void write_restart(FILE *) override;
  void restart(char *) override;
  double memory_usage() override;

private:
  enum { MOTION = 6 };

  typedef MotionRows<double> Rows;

  /** Terms of the vector, in this order. */
  enum Term {
    KINETIC,
    ROTATION,
    CONTACTS,
    WALLS = CONTACTS + DCM_ENERGIES,
    FORCES,
    CONSTRAINTS,
    BROUGHT,
    RESIDUAL,
    ARMS,
    JUMPS,
    BOX,
    TERMS
  };

  std::vector<EnergyAccountPointer> accounts;
  std::set<std::string> silent_laws; // which a warning has named
  bool reports_atoms = false;        // energies of each atom
  bool heats = false;                // atoms, by what their contacts dissipate
  HeatFlow heat_flow;
  std::vector<double> cooler_by; // [atom] minus what contacts had dissipated before the step
  bool keeps_contacts = false;   // in the run that begins

  GrainShapes shapes;     // as of where the torques acted
  double time_then = 0.0; // for which these forces have acted when the step is over
  Kicks kicks; // the motion before the forces of now acted: half a step before the positions, or
               // at the positions where a run begins
  Rows of_contacts;                  // forces and torques of this step, with ghosts
  bool are_contacts_of_step = false; // of_contacts, and not those of the step before
  bool begins_with_zero = false;     // the first contacts add to no other forces
  bool has_new = false;              // of the atoms, some that the fix has not seen in a step
  int prescribed = 0;                // bits of groups whose motion is prescribed
  int discs = 0;                     // and of those that are moved as discs

  /** Velocities by which images move relative to their atoms, behind as many numbers as the atoms
   * of this rank have; and the power of contacts that this is, now and a step before. */
  std::vector<double> jumps;
  double box_power = 0.0, box_power_then = 0.0;

  double **of_atoms; // [atom][energy]
  WideSum forces, constraints, brought, box;
  WideSum first;         // kinetic and stored energy, where the accounts were opened
  double kinetic_before; // of the atoms that this rank had, by kicks.then
  /** The accounts were opened by a run, or, until the first run, by a restart file. The file of
   * before lacks the energies of the last step. */
  enum { NOTHING_YET, OLD_FILE, FILE_OF_NOW, RUN } opened_by = NOTHING_YET;
  bool is_first_step; // all are being set up, or have been and no step followed yet
  LAMMPS_NS::bigint computed_at;
  double terms[TERMS];

  bool is_new(int i) const;
  bool is_disc(int i) const {
    return atom->mask[i] & discs;
  }
  std::vector<double> radii_by_inertia() const;
  void take_motion(int i, const double *spin);
  void turn_on();
  std::array<double, 2> kinetic(int i, const double *v, const double *w) const;
  double kinetic_then(int i) const;
  std::array<double, 2> kinetic_of_all();
  void find_new_accounts();
  void add_beginning(WideSum &opened, WideSum &came);
  void end_setup();
  bool is_of_file() const {
    return opened_by == OLD_FILE || opened_by == FILE_OF_NOW;
  }
  bool knows_last_step() const {
    return opened_by == FILE_OF_NOW || opened_by == RUN;
  }
  /** A number in a restart file: its two parts there; the second may be none. */
  struct Saved {
    double *high, *low;
  };
  std::vector<Saved> saved_numbers(int format);
  bool read_names(const char *&bytes, int count);
  void show_atoms();
  bool has_jumps() const;
  /** The work of forces, and other gains of kinetic energy, while the forces of now acted. */
  struct Gain {
    double forces, constraints, brought;
    double kinetic; // then
  };
  enum Purpose { TO_LOOK, TO_GO_ON, TO_FORESEE };
  Gain gain(double time, Purpose purpose);
  Gain since();
  void book(const Gain &gained);
  void add_prescribed(const double *const now[2], dcm_work &work) const;
  void take_new();
  void send_motion();
  void begin_step();
  int with_forces() const;
  void clear_contacts();
  void add_forces(const dcm_wall_contacts &contacts, double sign);
  void collect_contacts();
  void compute_terms();
  void find_heat_flow();
  double dissipated(int i) const;
  double *write_energies(int i, double *to) const;
  const double *read_energies(int i, const double *from);
};

} // namespace DCM_NS

#endif
