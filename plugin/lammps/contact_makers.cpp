// SPDX-License-Identifier: GPL-2.0-or-later
#include "contact_makers.h"

#include "host_api.h"
#include "host_services.h"

using namespace LAMMPS_NS;

namespace DCM_NS {

std::vector<const ContactMaker *> contact_makers(LAMMPS *lmp) {
  std::vector<const ContactMaker *> all;
  const auto add = [&](const ContactMaker *maker) {
    if (maker)
      all.push_back(maker);
  };
  for (Pair *pair : pair_styles(lmp->force))
    add(dynamic_cast<ContactMaker *>(pair));
  for (int f = 0; f < lmp->modify->nfix; f++)
    add(dynamic_cast<ContactMaker *>(lmp->modify->fix[f]));
  return all;
}

bool makes_contacts(const Pair *pair) {
  return dynamic_cast<const ContactMaker *>(pair) != nullptr;
}

static bool any_has_reported = false;

bool RunAccount::has_reported() {
  return any_has_reported;
}

void RunAccount::report(LAMMPS *lmp, const ContactMaker *self) {
  any_has_reported = true;
  const std::vector<const ContactMaker *> makers = contact_makers(lmp);
  if (makers.front() != self)
    return;
  std::string text;
  for (const ContactMaker *maker : makers)
    text += maker->account();
  reported.report(host_of(lmp), text);
}

} // namespace DCM_NS
