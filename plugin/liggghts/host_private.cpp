// SPDX-License-Identifier: GPL-2.0-or-later
#include "host_private.h"

#include "memory.h"
#include "modify.h"

#include <algorithm>
#include <cstring>

using namespace LAMMPS_NS;

namespace DCM_NS {

// A class may name protected members that it inherits, of any object, by pointers to members.

const double *CarriedStates::find(FixContactHistory &fix, int i, int id) {
  const int *partners = (fix.*&CarriedStates::partner_)[i];
  const int count = fix.n_partner(i);
  for (int m = 0; m < count; m++)
    if (partners[m] == id)
      return fix.contacthistory(i, m);
  return nullptr;
}

CarriedContacts<int> CarriedStates::of(FixContactHistory &fix, int i) {
  return {(fix.*&CarriedStates::npartner_)[i], (fix.*&CarriedStates::partner_)[i],
          (fix.*&CarriedStates::contacthistory_)[i]};
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

namespace {

/** An explicit instantiation may name private members. */
struct NameOfProperty {
  typedef char *FixPropertyGlobal::*Member;
  friend Member member_of(NameOfProperty);
};
template <NameOfProperty::Member member>
struct Instantiated {
  friend NameOfProperty::Member member_of(NameOfProperty) {
    return member;
  }
};
template struct Instantiated<&FixPropertyGlobal::variablename>;

} // namespace

const char *name_of(const FixPropertyGlobal &fix) {
  return fix.*member_of(NameOfProperty());
}

FixPropertyGlobal *find_property(LAMMPS *lmp, const char *name) {
  for (int f = 0; f < lmp->modify->nfix; f++) {
    auto *fix = dynamic_cast<FixPropertyGlobal *>(lmp->modify->fix[f]);
    if (fix && strcmp(name_of(*fix), name) == 0)
      return fix;
  }
  return nullptr;
}

double *values_of(FixPropertyGlobal &fix) {
  return const_cast<double *>(fix.get_values());
}

namespace {

class RestartedFixes : private Modify {
public:
  static const char *find(Modify &modify, const char *id, const char *style) {
    for (int f = 0; f < modify.nfix_restart_global; f++)
      if (strcmp((modify.*&RestartedFixes::id_restart_global)[f], id) == 0 &&
          strcmp((modify.*&RestartedFixes::style_restart_global)[f], style) == 0)
        return (modify.*&RestartedFixes::state_restart_global)[f];
    return nullptr;
  }
};

} // namespace

const char *restarted(LAMMPS *lmp, const char *id, const char *style) {
  return RestartedFixes::find(*lmp->modify, id, style);
}

void append_fix(LAMMPS *lmp, Fix *fix) {
  Modify *modify = lmp->modify;
  const int more = 4;
  if (modify->nfix == modify->maxfix) {
    modify->maxfix += more;
    modify->fix =
        (Fix **)lmp->memory->srealloc(modify->fix, modify->maxfix * sizeof(Fix *), "modify:fix");
    lmp->memory->grow(modify->fmask, modify->maxfix, "modify:fmask");
  }
  modify->fix[modify->nfix] = fix;
  modify->fmask[modify->nfix] = fix->setmask();
  modify->nfix++;
}

} // namespace DCM_NS
