// SPDX-License-Identifier: GPL-2.0-or-later
#include "run_account.h"

#include "host_api.h"
#include "pair_settings.h"

using namespace LAMMPS_NS;

namespace DCM_NS {

static bool any_has_told = false;

bool RunAccount::has_told() {
  return any_has_told;
}

void RunAccount::tell(LAMMPS *lmp, const ContactMaker *self) {
  any_has_told = true;
  std::vector<const ContactMaker *> makers;
  const auto consider = [&](const ContactMaker *maker) {
    if (maker)
      makers.push_back(maker);
  };
  for (Pair *pair : pair_styles(lmp->force))
    consider(dynamic_cast<ContactMaker *>(pair));
  for (int f = 0; f < lmp->modify->nfix; f++)
    consider(dynamic_cast<ContactMaker *>(lmp->modify->fix[f]));
  if (makers.front() != self)
    return;
  std::string text;
  for (const ContactMaker *maker : makers)
    text += maker->account();
  told.tell(host_of(lmp), text);
}

} // namespace DCM_NS
