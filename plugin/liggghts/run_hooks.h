// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * The host informs its fixes, and not its contact models, of some moments of a run. So the adapter
 * has a fix. The moments are: where a run begins, before atoms change places, when the forces of a
 * step have been added, and after a run, for commands between two runs remove atoms and reorder the
 * others.
 *
 * The first comes right after that of the host's fix contacthistory, which takes states from arrays
 * that stay empty (append_fix in host_private.h).
 *
 * It also carries with each atom the ID by which contacts noted it, sends ghosts the radii and
 * masses of this step, and leads the ledger of energies through the step. */
#ifndef DCM_LIGGGHTS_RUN_HOOKS_H
#define DCM_LIGGGHTS_RUN_HOOKS_H

#include "energy_ledger.h"
#include "fix.h"

#include "common/host.h"

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace DCM_NS {

class LawSettings;
class Watch;

class RunHooks : public LAMMPS_NS::Fix {
public:
  /** When the host needs the states of pairs. */
  enum Moment { BEFORE_ATOMS_MOVE, FOR_RESTART, AFTER_RUN };
  typedef std::function<void(Moment)> AtMoment;

  /** Adds the forces of a wall whose contacts wait for each other. */
  typedef std::function<void()> Complete;

  /** find gives null where the run has no such fix; get makes one. */
  static RunHooks *find(LAMMPS_NS::LAMMPS *lmp);
  static RunHooks *get(LAMMPS_NS::LAMMPS *lmp);
  static void drop(LAMMPS_NS::LAMMPS *lmp);

  void serve(const AtMoment &function) {
    at_moment = function;
  }

  /** Whether forces of a wall may be added later in the step than the wall itself is called: where
   * every fix that comes in between adds forces, too. Asked where a run begins. */
  bool may_wait(const LAMMPS_NS::Fix *wall) const;
  void serve(const LAMMPS_NS::Fix *wall, const Complete &function) {
    walls[wall] = function;
  }
  void forget(const LAMMPS_NS::Fix *wall);

  /** In this run the host is to call walls for grains as near as contact_distance_factor would have
   * it; lists keep theirs. Not beside walls of the host's own. */
  void call_walls_near(double factor) {
    near = std::max(near, factor);
  }

  /** Takes the settings of pairs, which walls compare with their own, and the lines of pairs (null)
   * and of each wall in the block of the log that says by what contacts are computed. To be called
   * where a run begins. */
  void serve(const LawSettings *law, const std::string &account);
  void account(const LAMMPS_NS::Fix *wall, const std::string &lines);
  const LawSettings *law_of_pairs() const {
    return pairs;
  }

  /** The law of pairs in the restart file whose states the host has, until these were taken. Empty
   * where there is no such file, or an earlier version wrote it. */
  std::string law_of_file;

  EnergyLedger &energies() {
    return ledger;
  }

  /** Sends ghosts the radii and masses of this step. */
  void send_ghosts_sizes();

  /** [atoms] IDs by which contacts noted them; 0 for atoms that came since. */
  int *noted_ids() {
    return noted.data();
  }

  /** Has the guards of this watch look whenever there are new lists. */
  void serve(std::shared_ptr<Watch> what_is_watched) {
    watch = std::move(what_is_watched);
  }

  int setmask() override;
  void setup(int) override;
  void grow_arrays(int) override;
  void copy_arrays(int, int, int) override;
  void set_arrays(int) override;
  int pack_exchange(int, double *) override;
  int unpack_exchange(int, double *) override;
  int pack_comm(int, int *, double *, int, int *) override;
  void unpack_comm(int, int, double *) override;
  void setup_pre_exchange() override;
  void pre_exchange() override {
    use_factor_of_lists();
    at_moment(BEFORE_ATOMS_MOVE);
  }
  void setup_pre_force(int) override;
  void pre_force(int) override;
  void post_force(int) override;
  void end_of_step() override;
  void post_run() override {
    use_factor_of_lists();
    at_moment(AFTER_RUN);
  }
  void write_restart(FILE *) override;
  void restart(char *) override {}

  ~RunHooks() override;

private:
  RunHooks(LAMMPS_NS::LAMMPS *lmp, int narg, char **arg);
  AtMoment at_moment;
  std::map<const LAMMPS_NS::Fix *, Complete> walls;
  const LawSettings *pairs = nullptr;
  std::vector<std::pair<const LAMMPS_NS::Fix *, std::string>> accounts;
  AccountOfRun reported;
  EnergyLedger ledger;
  double near = 0.0;     // of call_walls_near; 0 where nobody asked
  double of_lists = 0.0; // the host's factor while another one stands there; else 0
  std::vector<const LAMMPS_NS::Fix *> walls_of_others() const;
  void use_factor_of_walls();
  void use_factor_of_lists();
  bool sends_motion = false; // to ghosts, not sizes
  std::vector<int> noted;
  std::shared_ptr<Watch> watch;
};

} // namespace DCM_NS

#endif
