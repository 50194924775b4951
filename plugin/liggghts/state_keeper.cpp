// SPDX-License-Identifier: GPL-2.0-or-later
#include "state_keeper.h"

#include "comm.h"
#include "memory.h"
#include "modify.h"

#include <algorithm>

using namespace LAMMPS_NS;

namespace DCM_NS {

static const char ID[] = "dcm_contacts";
static const char STYLE[] = "contacthistory/dcm";

StateKeeper::StateKeeper(LAMMPS *instance, int narg, char **arg)
    : Fix(instance, narg, arg), hand_over([](bool) {}) {
  restart_global = 1; // so that it is asked before the contacts of atoms are written
}

StateKeeper *StateKeeper::get(LAMMPS *lmp) {
  Modify *modify = lmp->modify;
  const int known = modify->find_fix(ID);
  if (known >= 0)
    return static_cast<StateKeeper *>(modify->fix[known]);
  const int more = 4;
  if (modify->nfix == modify->maxfix) {
    modify->maxfix += more;
    modify->fix =
        (Fix **)lmp->memory->srealloc(modify->fix, modify->maxfix * sizeof(Fix *), "modify:fix");
    lmp->memory->grow(modify->fmask, modify->maxfix, "modify:fmask");
  }
  std::string id = ID, group = "all", style = STYLE;
  char *words[] = {&id[0], &group[0], &style[0]};
  StateKeeper *fix = new StateKeeper(lmp, 3, words);
  modify->fix[modify->nfix] = fix;
  modify->fmask[modify->nfix] = fix->setmask();
  modify->nfix++;
  return fix;
}

void StateKeeper::drop(LAMMPS *lmp) {
  if (lmp->modify && lmp->modify->find_fix(ID) >= 0)
    lmp->modify->delete_fix(ID);
}

int StateKeeper::setmask() {
  return FixConst::PRE_EXCHANGE;
}

/** Restarts that a run writes on its way come after the step, in which contacts went on. */
void StateKeeper::write_restart(FILE *fp) {
  hand_over(false);
  if (comm->me == 0) {
    const int size = 0;
    fwrite(&size, sizeof size, 1, fp);
  }
}

// A class may name the members that it inherits, of any object, by pointers to members.

const double *CarriedStates::find(FixContactHistory &fix, int i, int id) {
  const int *partners = (fix.*&CarriedStates::partner_)[i];
  const int count = fix.n_partner(i);
  for (int m = 0; m < count; m++)
    if (partners[m] == id)
      return fix.contacthistory(i, m);
  return nullptr;
}

void CarriedStates::clear(FixContactHistory &fix, int atoms) {
  std::fill_n(fix.*&CarriedStates::npartner_, atoms, 0);
  (fix.*&CarriedStates::ipage_)->reset();
  (fix.*&CarriedStates::dpage_)->reset();
}

bool CarriedStates::make_room(FixContactHistory &fix, const int *counts, int atoms) {
  const int width = fix.get_dnum();
  for (int i = 0; i < atoms; i++) {
    (fix.*&CarriedStates::partner_)[i] = (fix.*&CarriedStates::ipage_)->get(counts[i]);
    (fix.*&CarriedStates::contacthistory_)[i] =
        (fix.*&CarriedStates::dpage_)->get(width * counts[i]);
    if (!(fix.*&CarriedStates::partner_)[i] || !(fix.*&CarriedStates::contacthistory_)[i])
      return false;
  }
  return true;
}

double *CarriedStates::add(FixContactHistory &fix, int i, int id) {
  const int m = (fix.*&CarriedStates::npartner_)[i]++;
  (fix.*&CarriedStates::partner_)[i][m] = id;
  return fix.contacthistory(i, m);
}

int CarriedStates::finish(FixContactHistory &fix, int atoms) {
  const int *counts = fix.*&CarriedStates::npartner_;
  const int most = atoms > 0 ? *std::max_element(counts, counts + atoms) : 0;
  fix.*&CarriedStates::maxtouch_ = most;
  return (fix.get_dnum() + 1) * most + 1;
}

} // namespace DCM_NS
