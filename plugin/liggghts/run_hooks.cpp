// SPDX-License-Identifier: GPL-2.0-or-later
#include "run_hooks.h"

#include "host_private.h"
#include "law_settings.h"

#include "common/guards.h"

#include "atom.h"
#include "comm.h"
#include "modify.h"
#include "neighbor.h"
#include "update.h"

#include <algorithm>
#include <cstring>
#include <iterator>

using namespace LAMMPS_NS;

namespace DCM_NS {

static const char ID[] = "dcm_contacts";
// Restart files of earlier versions have "contacthistory/dcm", and nothing of it.
static const char STYLE[] = "contacthistory/dcm/law";
enum { SIZES = 2 }; // radius and mass

RunHooks::RunHooks(LAMMPS *instance, int narg, char **arg)
    : Fix(instance, narg, arg), at_moment([](Moment) {}), ledger(instance) {
  restart_global = 1; // so that it is asked before the contacts of atoms are written
  create_attribute = 1;
  comm_forward = std::max((int)SIZES, (int)EnergyLedger::MOTION);
  nevery = 1;
  noted.assign(atom->tag, atom->tag + atom->nlocal);
  noted.resize(atom->nmax);
  atom->add_callback(0);
}

RunHooks::~RunHooks() {
  atom->delete_callback(id, 0);
}

RunHooks *RunHooks::find(LAMMPS *lmp) {
  const int known = lmp->modify ? lmp->modify->find_fix(ID) : -1;
  return known >= 0 ? static_cast<RunHooks *>(lmp->modify->fix[known]) : nullptr;
}

RunHooks *RunHooks::get(LAMMPS *lmp) {
  if (RunHooks *known = find(lmp))
    return known;
  std::string id = ID, group = "all", style = STYLE;
  char *words[] = {&id[0], &group[0], &style[0]};
  RunHooks *fix = new RunHooks(lmp, 3, words);
  append_fix(lmp, fix);
  if (const char *known = restarted(lmp, ID, STYLE))
    fix->law_of_file = known;
  return fix;
}

void RunHooks::drop(LAMMPS *lmp) {
  if (find(lmp))
    lmp->modify->delete_fix(ID);
}

void RunHooks::serve(const LawSettings *law, const std::string &lines) {
  pairs = law;
  near = 0.0; // walls come next
  account(nullptr, lines);
}

void RunHooks::account(const Fix *wall, const std::string &lines) {
  for (auto &known : accounts)
    if (known.first == wall) {
      known.second = lines;
      return;
    }
  accounts.emplace_back(wall, lines);
}

void RunHooks::forget(const Fix *wall) {
  walls.erase(wall);
  ledger.forget(wall);
  accounts.erase(std::remove_if(accounts.begin(), accounts.end(),
                                [=](const std::pair<const Fix *, std::string> &known) {
                                  return known.first == wall;
                                }),
                 accounts.end());
}

std::vector<const Fix *> RunHooks::walls_of_others() const {
  std::vector<const Fix *> found;
  for (int f = 0; f < modify->nfix; f++) {
    const Fix *fix = modify->fix[f];
    const bool is_known = std::any_of(
        accounts.begin(), accounts.end(),
        [=](const std::pair<const Fix *, std::string> &known) { return known.first == fix; });
    if (strncmp(fix->style, "wall/gran", strlen("wall/gran")) == 0 && !is_known)
      found.push_back(fix);
  }
  return found;
}

void RunHooks::setup_pre_exchange() {
  std::string lines;
  for (const auto &known : accounts)
    lines += known.second;
  for (const Fix *wall : walls_of_others())
    lines += "  fix " + std::string(wall->id) + " wall/gran: a model of LIGGGHTS' own\n";
  reported.report(host_of(lmp), lines);
  at_moment(BEFORE_ATOMS_MOVE);
}

int RunHooks::setmask() {
  return FixConst::PRE_EXCHANGE | FixConst::PRE_FORCE | FixConst::POST_FORCE |
         FixConst::END_OF_STEP;
}

void RunHooks::grow_arrays(int nmax) {
  noted.resize(nmax);
  if (ledger.is_on())
    ledger.grow(nmax);
}

void RunHooks::copy_arrays(int i, int j, int) {
  noted[j] = noted[i];
  if (ledger.is_on())
    ledger.copy(i, j);
}

/** The atom has just come: nobody noted its ID yet. */
void RunHooks::set_arrays(int i) {
  noted[i] = 0;
  if (ledger.is_on())
    ledger.set_new(i);
}

int RunHooks::pack_exchange(int i, double *buffer) {
  buffer[0] = noted[i];
  return 1 + (ledger.is_on() ? ledger.pack_exchange(i, buffer + 1) : 0);
}

int RunHooks::unpack_exchange(int i, double *buffer) {
  noted[i] = (int)buffer[0];
  return 1 + (ledger.is_on() ? ledger.unpack_exchange(i, buffer + 1) : 0);
}

void RunHooks::send_ghosts_sizes() {
  comm->forward_comm_fix(this);
}

int RunHooks::pack_comm(int n, int *which, double *buffer, int, int *) {
  if (sends_motion) {
    for (int k = 0; k < n; k++)
      buffer += ledger.pack_coming(which[k], buffer);
    return EnergyLedger::MOTION;
  }
  for (int k = 0; k < n; k++) {
    buffer[SIZES * k] = atom->radius[which[k]];
    buffer[SIZES * k + 1] = atom->rmass[which[k]];
  }
  return SIZES;
}

void RunHooks::unpack_comm(int n, int first, double *buffer) {
  for (int k = 0; k < n && sends_motion; k++)
    buffer += ledger.unpack_coming(first + k, buffer);
  for (int k = 0; k < n && !sends_motion; k++) {
    atom->radius[first + k] = buffer[SIZES * k];
    atom->rmass[first + k] = buffer[SIZES * k + 1];
  }
}

void RunHooks::use_factor_of_walls() {
  if (near <= neighbor->contactDistanceFactor)
    return;
  of_lists = neighbor->contactDistanceFactor;
  neighbor->contactDistanceFactor = near;
}

void RunHooks::use_factor_of_lists() {
  if (of_lists > 0.0)
    neighbor->contactDistanceFactor = of_lists;
  of_lists = 0.0;
}

void RunHooks::setup_pre_force(int) {
  // Walls of the host's own take the root of the overlap for heat, of grains that are near, too.
  if (!walls_of_others().empty())
    near = 0.0;
  use_factor_of_walls();
  if (ledger.is_on())
    ledger.begin_look();
}

void RunHooks::pre_force(int) {
  use_factor_of_walls();
  if (!ledger.is_on())
    return;
  ledger.begin_step();
  sends_motion = true;
  comm->forward_comm_fix(this);
  sends_motion = false;
}

void RunHooks::end_of_step() {
  if (ledger.is_on())
    ledger.end_step(update->dt);
}

// Fixes that add forces of their own, or none, whatever those of others are.
static const char *const ONLY_ADD[] = {"gravity",     "viscous",
                                       "drag",        "buoyancy",
                                       "spring/self", "cfd/coupling/force",
                                       "heat/gran",   "heat/gran/conduction"};

bool RunHooks::may_wait(const Fix *wall) const {
  bool comes_after = false;
  for (int f = 0; f < modify->nfix; f++) {
    const Fix *fix = modify->fix[f];
    if (fix == this)
      return comes_after;
    const bool only_adds =
        strncmp(fix->style, "wall/gran", strlen("wall/gran")) == 0 ||
        std::any_of(std::begin(ONLY_ADD), std::end(ONLY_ADD),
                    [&](const char *adds) { return strcmp(fix->style, adds) == 0; });
    if (comes_after && (modify->fmask[f] & FixConst::POST_FORCE) && !only_adds)
      return false;
    comes_after = comes_after || fix == wall;
  }
  return false;
}

/** Completes walls in the order of the fixes, on which the last bits of sums depend. */
void RunHooks::post_force(int) {
  for (int f = 0; f < modify->nfix; f++) {
    const auto wall = walls.find(modify->fix[f]);
    if (wall != walls.end())
      wall->second();
  }
  if (watch && neighbor->ago == 0)
    watch->inspect(grains_of(atom, *watch), update->dt, update->ntimestep, false);
}

/** Where a run begins, with the forces known and the table not begun. */
void RunHooks::setup(int) {
  if (ledger.is_on())
    ledger.end_step(0.0);
  if (watch)
    watch->inspect(grains_of(atom, *watch), update->dt, update->ntimestep, true);
}

/** Restarts that a run writes on its way come after the step, in which contacts went on. */
void RunHooks::write_restart(FILE *fp) {
  at_moment(FOR_RESTART);
  if (comm->me == 0) {
    const std::string law = law_of_file.empty() ? pairs->model()->id : law_of_file;
    const int size = law.size() + 1;
    fwrite(&size, sizeof size, 1, fp);
    fwrite(law.c_str(), 1, size, fp);
  }
}

} // namespace DCM_NS
