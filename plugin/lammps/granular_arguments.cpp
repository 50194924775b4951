// SPDX-License-Identifier: GPL-2.0-or-later
#include "granular_arguments.h"

#include "pair_settings.h"
#include "release.h"

#include "error.h"
#include "lammps.h"

#include <algorithm>
#include <cstring>

using namespace LAMMPS_NS;

namespace DCM_NS {

/** Whether the normal sub-model need not stand first. */
static const bool IN_ANY_ORDER = RELEASE.granular_is_one_file;

static bool ends_sub_models(const char *word) {
  for (const char *wall : {"xplane", "yplane", "zplane", "zcylinder", "region"})
    if (strcmp(word, wall) == 0)
      return true;
  return false;
}

bool GranularArguments::are_ours(int narg, char **arg) {
  bool has_normal = false;
  if (!RELEASE.formulas)
    return false;
  for (int a = 0; a < narg && !ends_sub_models(arg[a]); a++) {
    const bool may_be_normal = a == 0 || IN_ANY_ORDER;
    if (IN_ANY_ORDER && (strcmp(arg[a], "heat") == 0 || strcmp(arg[a], "jkr") == 0))
      return false;
    has_normal = has_normal || (may_be_normal && GranularModel::is_normal(arg[a]));
  }
  return has_normal;
}

/** The numbers of a wall mean what those of two grains of its material would. */
int GranularArguments::read(LAMMPS *lmp, const std::string &where, PairSettings &settings, int narg,
                            char **arg) {
  int next = IN_ANY_ORDER ? 0 : model.read_normal(lmp, where, narg, arg);
  while (next < narg && !ends_sub_models(arg[next])) {
    const int taken = IN_ANY_ORDER && GranularModel::is_normal(arg[next])
                          ? model.read_normal(lmp, where, narg - next, arg + next)
                          : model.read_keyword(lmp, where, narg - next, arg + next);
    if (!taken)
      lmp->error->all(
          FLERR,
          where + "'" + arg[next] +
              "' is no keyword here; the keywords are damping, tangential, rolling, twisting, " +
              (IN_ANY_ORDER ? "" : "heat ") + "and limit_damping");
    next += taken;
  }
  model.complete(lmp, where, true);
  model.choose(settings);
  const std::string refusal = model.give_all(settings);
  if (!refusal.empty())
    lmp->error->all(FLERR, where + refusal);
  return next;
}

std::vector<int> GranularArguments::saved() const {
  std::vector<int> components;
  if (model.is_jkr())
    components.push_back(TOUCHES);
  for (const auto kind :
       {GranularModel::TANGENTIAL, GranularModel::ROLLING, GranularModel::TWISTING}) {
    const std::vector<int> of_kind = model.saved(kind);
    components.insert(components.end(), of_kind.begin(), of_kind.end());
  }
  return components;
}

} // namespace DCM_NS
