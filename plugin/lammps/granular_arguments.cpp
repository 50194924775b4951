// SPDX-License-Identifier: GPL-2.0-or-later
#include "granular_arguments.h"

#include "gran_parameters.h"
#include "pair_settings.h"

#include "error.h"
#include "lammps.h"
#include "utils.h"

#include <cstring>
#include <map>

using namespace LAMMPS_NS;

namespace DCM_NS {

// Names of numbers that do not belong to the sub-model alone.
static const char YOUNG[] = "E", POISSON[] = "nu", DAMPING[] = "damping", KT[] = "kt";

typedef std::map<std::string, std::vector<std::string>> SubModels; // the numbers of each

static const SubModels NORMALS = {{"hooke", {"kn", DAMPING}},
                                  {"hertz", {"kn_hertz", DAMPING}},
                                  {"hertz/material", {YOUNG, DAMPING, POISSON}},
                                  {"dmt", {YOUNG, DAMPING, POISSON, "cohesion"}}};
static const SubModels DAMPINGS = {{"velocity", {}},
                                   {"mass_velocity", {}},
                                   {"viscoelastic", {}},
                                   {"tsuji", {}},
                                   {"coeff_restitution", {}}};
static const SubModels TANGENTIALS = {{"linear_nohistory", {"x_gammat", "friction"}},
                                      {"linear_history", {KT, "x_gammat", "friction"}},
                                      {"linear_history_classic", {KT, "x_gammat", "friction"}},
                                      {"mindlin_classic", {KT, "x_gammat", "friction"}},
                                      {"mindlin", {KT, "x_gammat", "friction"}},
                                      {"mindlin/force", {KT, "x_gammat", "friction"}},
                                      {"mindlin_rescale", {KT, "x_gammat", "friction"}},
                                      {"mindlin_rescale/force", {KT, "x_gammat", "friction"}}};
static const SubModels ROLLINGS = {{"none", {}}, {"sds", {"k_roll", "gamma_roll", "mu_roll"}}};
static const SubModels TWISTINGS = {
    {"none", {}}, {"marshall", {}}, {"sds", {"k_twist", "gamma_twist", "mu_twist"}}};

static const bool HAS_THEM = DCM_LAMMPS_VERSION >= 20230328;
static const char *const RELEASE = DCM_LAMMPS_VERSION < 20260704 ? "4Feb2025" : "4Jul2026";

static bool ends_sub_models(const char *word) {
  for (const char *wall : {"xplane", "yplane", "zplane", "zcylinder", "region"})
    if (strcmp(word, wall) == 0)
      return true;
  return false;
}

bool GranularArguments::are_ours(int narg, char **arg) {
  if (!HAS_THEM || narg == 0 || !NORMALS.count(arg[0]))
    return false;
  for (int a = 0; a < narg && !ends_sub_models(arg[a]); a++)
    if (strcmp(arg[a], "heat") == 0)
      return false;
  return true;
}

namespace {

/** Reads a sub-model and its numbers; NULL is no number. */
class Reader : protected Pointers {
public:
  Reader(LAMMPS *instance, const std::string &beginning, int count, char **words)
      : Pointers(instance), where(beginning), narg(count), arg(words) {}

  std::string read(const char *kind, const SubModels &all) {
    if (next == narg)
      error->all(FLERR, where + "needs the name of a sub-model after " + kind);
    const std::string name = arg[next++];
    const auto found = all.find(name);
    if (found == all.end()) {
      std::string names;
      for (const auto &one : all)
        names += (names.empty() ? "" : ", ") + one.first;
      error->all(FLERR, where + "there is no " + kind + " sub-model '" + name +
                            "' here; there are " + names + SUFFIX_OFF);
    }
    for (const std::string &number : found->second) {
      if (next == narg)
        error->all(FLERR, where + kind + " " + name + " needs " +
                              std::to_string(found->second.size()) + " numbers");
      if (number == KT && strcmp(arg[next], "NULL") == 0)
        next++;
      else
        numbers[number] = utils::numeric(FLERR, arg[next++], false, lmp);
    }
    return name;
  }

  /** Takes a word if it is the next one. */
  bool take(const char *word) {
    const bool is_next = next < narg && strcmp(arg[next], word) == 0;
    next += is_next;
    return is_next;
  }

  std::map<std::string, double> numbers;
  int next = 0;

private:
  const std::string where;
  const int narg;
  char **arg;
};

bool is_mindlin(const std::string &tangential) {
  return tangential.compare(0, 7, "mindlin") == 0;
}

} // namespace

int GranularArguments::read(LAMMPS *lmp, const std::string &where, PairSettings &settings, int narg,
                            char **arg) {
  Reader reader(lmp, where, narg, arg);
  bool limit_damping = false;
  normal = reader.read("normal", NORMALS);
  while (reader.next < narg && !ends_sub_models(arg[reader.next])) {
    if (reader.take("damping"))
      damping = reader.read("damping", DAMPINGS);
    else if (reader.take("tangential"))
      tangential = reader.read("tangential", TANGENTIALS);
    else if (reader.take("rolling"))
      rolling = reader.read("rolling", ROLLINGS);
    else if (reader.take("twisting"))
      twisting = reader.read("twisting", TWISTINGS);
    else if (reader.take("limit_damping"))
      limit_damping = true;
    else
      lmp->error->all(FLERR, where + "'" + arg[reader.next] +
                                 "' is no keyword here; there are damping, tangential, rolling, "
                                 "twisting and limit_damping");
  }
  if (tangential.empty())
    lmp->error->all(FLERR, where + "needs a tangential sub-model, as 'tangential linear_nohistory "
                                   "<x_gammat> <friction>'");

  // What a wall's numbers mean in the law.
  std::map<std::string, double> given = reader.numbers;
  const auto take_out = [&](const char *name) {
    const double value = given[name];
    given.erase(name);
    return value;
  };
  const bool is_of_material = given.count(YOUNG);
  if (is_of_material) {
    const double young = take_out(YOUNG), poisson = take_out(POISSON);
    given["kn_hertz"] = 4.0 / 3.0 * young / (2.0 * (1.0 - poisson * poisson));
    if (is_mindlin(tangential) && tangential != "mindlin_classic" && !given.count(KT))
      given[KT] = 8.0 * young / (4.0 * (2.0 - poisson) * (1.0 + poisson));
  }
  if (tangential != "linear_nohistory" && !given.count(KT))
    lmp->error->all(FLERR, where + "tangential " + tangential +
                               " needs a number, not NULL, which stands for the stiffness of "
                               "mindlin, mindlin_rescale and their /force of a material, as after "
                               "hertz/material");
  if (is_mindlin(tangential))
    given["kt_hertz"] = take_out(KT);
  static const std::map<std::string, const char *> of_damping = {
      {"velocity", "eta_n"},
      {"mass_velocity", "gamma_n"},
      {"viscoelastic", "gamma_n_hertz"},
      {"tsuji", "restitution"},
      {"coeff_restitution", "restitution"}};
  given[of_damping.at(damping)] = take_out(DAMPING);

  settings.choose("release", RELEASE);
  settings.choose("normal", normal.c_str());
  settings.choose("damping", damping.c_str());
  settings.choose("tangential", tangential.c_str());
  settings.choose("rolling", rolling.c_str());
  settings.choose("twisting", twisting.c_str());
  settings.choose("limit_damping", limit_damping ? "yes" : "no");
  for (const auto &one : given) {
    const std::string refusal =
        one.second < 0.0 ? one.first + " must be at least 0, not " + std::to_string(one.second)
                         : settings.set_all(one.first.c_str(), one.second);
    if (!refusal.empty())
      lmp->error->all(FLERR, where + refusal);
  }
  return reader.next;
}

std::vector<int> GranularArguments::saved() const {
  const int shear = 0, force = 3, radius = 6, roll = 7, twist = 10;
  const bool keeps_force = tangential.find("/force") != std::string::npos;
  const int spring = keeps_force ? force : shear;
  std::vector<int> components;
  if (tangential != "linear_nohistory")
    components = {spring, spring + 1, spring + 2};
  if (tangential.find("rescale") != std::string::npos)
    components.push_back(radius);
  if (rolling != "none")
    components.insert(components.end(), {roll, roll + 1, roll + 2});
  if (twisting != "none")
    components.insert(components.end(), {twist, -1, -1});
  return components;
}

} // namespace DCM_NS
