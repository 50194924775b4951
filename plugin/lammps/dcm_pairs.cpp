// SPDX-License-Identifier: GPL-2.0-or-later
#include "dcm_pairs.h"

#include "host_services.h"

#include "command_words.h"
#include "host_api.h"
#include "pair_dcm.h"

#include "utils.h"

#include <algorithm>

extern "C" {
#include "runtime/error.h"
}

using namespace LAMMPS_NS;

namespace DCM_NS {

std::vector<DCMPair> list_dcm_pairs(LAMMPS *lmp) {
  std::vector<DCMPair> all;
  for (Pair *candidate : pair_styles(lmp->force)) {
    auto dcm = dynamic_cast<PairDCM *>(candidate);
    if (!dcm || !dcm->contact_settings())
      continue;
    const std::string name = lmp->force->pair_match_ptr(dcm);
    const auto is_same = [&](const DCMPair &c) { return c.style == name; };
    const int number = 1 + (int)std::count_if(all.begin(), all.end(), is_same);
    all.push_back({dcm, name, number, dcm_settings_model(dcm->contact_settings())->id});
  }
  return all;
}

int threads_of_dcm_pairs(LAMMPS *lmp) {
  int most = 1;
  for (const DCMPair &c : list_dcm_pairs(lmp))
    most = std::max(most, c.pair->threads());
  return most;
}

int PairChoice::read(LAMMPS *lmp, const std::string &here, int next, int narg, char **arg) {
  if (next == narg)
    stop(lmp, here + "the keyword 'style' needs the name of a dcm pair style");
  if (!name.empty())
    refuse_twice(lmp, here, "style", name, arg[next]);
  name = arg[next];
  if (next + 1 == narg || !utils::is_integer(arg[next + 1]))
    return next + 1;
  number = utils::inumeric(FLERR, arg[next + 1], false, lmp);
  return next + 2;
}

PairDCM *PairChoice::find(LAMMPS *lmp, const std::string &here, const std::string &none,
                          const std::string &called) const {

  const std::vector<DCMPair> all = list_dcm_pairs(lmp);
  if (all.empty())
    stop(lmp, here + none);
  std::vector<PairDCM *> found;
  std::string names;
  for (const DCMPair &c : all) {
    const bool is_alone = std::count_if(all.begin(), all.end(), [&](const DCMPair &other) {
                            return other.style == c.style;
                          }) == 1;
    names += (names.empty() ? "" : ", ") + c.style +
             (is_alone ? "" : " " + std::to_string(c.number)) + " (law " + c.law + ")";
    if (name.empty() || dcm_is_same_law(name.c_str(), c.style.c_str()) ||
        dcm_is_same_law(name.c_str(), c.law.c_str()))
      found.push_back(c.pair);
  }
  if (found.empty())
    stop(lmp, here + "no dcm pair style or law is called '" + name + "'; the styles are " + names +
                  called);
  if (number > 0 && number <= (int)found.size())
    return found[number - 1];
  if (found.size() > 1 || number != 0)
    stop(lmp, here +
                  (number != 0 ? "there is no number " + std::to_string(number) + " of '" + name +
                                     "'; the styles are "
                               : "there are several dcm pair styles: ") +
                  names +
                  "; add the keyword 'style' and one of these names, with its number, or "
                  "one of the laws");
  return found.front();
}

} // namespace DCM_NS
