// SPDX-License-Identifier: GPL-2.0-or-later
#include "granular_model.h"

#include "gran_parameters.h"
#include "host_services.h"
#include "pair_settings.h"
#include "release.h"

#include "lammps.h"
#include "utils.h"
#include "version.h"

#include <algorithm>
#include <cmath>
#include <cstring>

extern "C" {
#include "laws/granular_moduli.h"
#include "runtime/model.h"
}

using namespace LAMMPS_NS;

namespace DCM_NS {

static const char LAW[] = "granular";

GranularModel::GranularModel() {
  of[DAMPING].name = "viscoelastic";
  of[ROLLING].name = of[TWISTING].name = of[HEAT].name = "none";
}

// -------------------------------------------------------------------------------------- input

bool GranularModel::is_normal(const std::string &word) {
  return GRANULAR_OF_HOST.find(NORMAL, word) != nullptr;
}

/** The line to write where the law has a word that the host lacks: one of another release, or of
 * LAMMPS' development version. The law refuses mdr, too. */
static std::string word_of_law(LAMMPS *lmp, const std::string &what, const std::string &name) {
  PairSettings settings(lmp, LAW);
  settings.read_style(0, nullptr, nullptr);
  const dcm_model *law = settings.model();
  const dcm_option *option =
      dcm_model_option(law, (uint32_t)dcm_model_find_option(law, what.c_str()));
  for (uint32_t c = 0; c < option->choice_count; c++)
    if (name == option->choices[c] && name != "mdr")
      return ". The law granular of dcm has " + name + ": write 'pair_style dcm granular " + what +
             " " + name + "', see docs/laws/granular.md";
  return "";
}

/** Reads the name of a sub-model and its numbers. @return number of words taken */
int GranularModel::read(LAMMPS *lmp, const std::string &where, Kind kind, int narg, char **arg) {
  const std::string what = KINDS_IN_WORDS[kind];
  if (narg == 0)
    stop(lmp, where + "needs the name of a sub-model after " + what);
  const std::string name = arg[0];
  const GranularRelease::Word *choice = GRANULAR_OF_HOST.find(kind, name);
  if (!choice) {
    const bool is_of_host = name == "mdr" && RELEASE.has_mdr;
    std::string names;
    for (const GranularRelease::Word &one : GRANULAR_OF_HOST.words[kind])
      if (GRANULAR_OF_HOST.find(kind, one.name))
        names += (names.empty() ? "" : ", ") + std::string(one.name);
    stop(lmp, where + "there is no " + what + " sub-model '" + name +
                  "' here, for LAMMPS " LAMMPS_VERSION "; the sub-models are " + names +
                  word_of_law(lmp, what, name) +
                  (is_of_host ? std::string(". mdr needs more than one contact of a grain: the "
                                            "sum over all contacts, and a radius that grows") +
                                    SUFFIX_OFF
                              : ""));
  }
  const int count = choice->numbers.size();
  if (narg <= count)
    stop(lmp, where + what + " " + name + " needs " + std::to_string(count) + " numbers");
  of[kind] = {name, {}};
  for (int n = 0; n < count; n++) {
    const bool may_lack = strcmp(choice->numbers[n], "kt") == 0;
    const bool lacks = may_lack && strcmp(arg[1 + n], "NULL") == 0;
    const double number = lacks ? NOT_GIVEN : utils::numeric(FLERR, arg[1 + n], false, lmp);
    const bool may_be_negative = strcmp(choice->numbers[n], "nu") == 0;
    if (!lacks && !(may_lack && number == NOT_GIVEN) && !(number >= 0.0 || may_be_negative))
      stop(lmp, where + what + " " + name + ": " + choice->numbers[n] +
                    " must be at least 0, not " + arg[1 + n] +
                    (RELEASE.granular_is_one_file ? SUFFIX_OFF : ""));
    of[kind].numbers.push_back(number);
  }
  return 1 + count;
}

/** Whether the normal sub-model need not stand first. */
static const bool IN_ANY_ORDER = RELEASE.granular_is_one_file;

int GranularModel::read_next(LAMMPS *lmp, const std::string &where, int narg, char **arg) {
  const std::string word = arg[0];
  if (IN_ANY_ORDER ? is_normal(word) : of[NORMAL].name.empty())
    return read(lmp, where, NORMAL, narg, arg);
  for (const Kind kind : {DAMPING, TANGENTIAL, ROLLING, TWISTING, HEAT})
    if (word == KINDS_IN_WORDS[kind] && GRANULAR_OF_HOST.words[kind].size() > 1)
      return 1 + read(lmp, where, kind, narg - 1, arg + 1);
  if (word != "limit_damping")
    return 0;
  limit_damping = true;
  return 1;
}

static bool begins_with(const std::string &word, const char *beginning) {
  return word.compare(0, strlen(beginning), beginning) == 0;
}

bool GranularModel::is_of_material() const {
  return !begins_with(of[NORMAL].name, "h") || of[NORMAL].name == "hertz/material";
}

bool GranularModel::keeps_mindlin_spring() const {
  return begins_with(of[TANGENTIAL].name, "mindlin");
}

bool GranularModel::is_rescaled() const {
  return begins_with(of[TANGENTIAL].name, "mindlin_rescale");
}

void GranularModel::complete(LAMMPS *lmp, const std::string &where, bool at_wall) {
  const SubModel &normal = of[NORMAL], &tangential = of[TANGENTIAL], &damping = of[DAMPING];
  if (normal.name.empty())
    stop(lmp, where + "needs a normal sub-model, as 'hertz <kn> <damping>'");
  if (tangential.name.empty())
    stop(lmp, where + "needs a tangential sub-model, as 'tangential linear_nohistory "
                      "<x_gammat> <friction>'");
  const bool may_lack =
      is_of_material() && keeps_mindlin_spring() && tangential.name != "mindlin_classic";
  if (tangential.numbers[0] == NOT_GIVEN && !may_lack)
    stop(lmp, where + "tangential " + tangential.name +
                  " needs a number: NULL is allowed only for mindlin and mindlin_rescale, with or "
                  "without /force, after a normal sub-model of a material, as hertz/material");
  const auto refuse = [&](const std::string &what, double number, const char *range) {
    stop(lmp, where + what + " must be between " + range + ", not " + text_of_number(number) +
                  SUFFIX_OFF);
  };
  if (is_of_material() && !(normal.numbers[2] > -1.0 && normal.numbers[2] <= 0.5))
    refuse("normal " + normal.name + ": nu, Poisson's ratio,", normal.numbers[2], "-1 and 0.5");
  const bool is_restitution = damping.name == "tsuji" || damping.name == "coeff_restitution";
  if (is_restitution && normal.numbers[1] > 1.0)
    refuse("the restitution, the number of damping " + damping.name + ",", normal.numbers[1],
           "0 and 1");
  GRANULAR_OF_HOST.complete(*this, at_wall);
}

// -------------------------------------------------------------------------------------- mixing

bool GranularModel::are_alike(const GranularModel &a, const GranularModel &b, std::string &unlike) {
  for (int kind = 0; kind < KINDS; kind++)
    if (a.of[kind].name != b.of[kind].name) {
      unlike =
          std::string(KINDS_IN_WORDS[kind]) + " " + a.of[kind].name + " and " + b.of[kind].name;
      return false;
    }
  return true;
}

GranularModel GranularModel::mix(const GranularModel &a, const GranularModel &b) {
  GranularModel mixed = a;
  for (int kind = 0; kind < KINDS; kind++)
    for (size_t n = 0; n < a.of[kind].numbers.size(); n++)
      mixed.of[kind].numbers[n] = sqrt(a.of[kind].numbers[n] * b.of[kind].numbers[n]);
  if (a.is_of_material())
    mixed.of[NORMAL].numbers[0] = GRANULAR_OF_HOST.mix_modulus(a, b);
  if (a.of[TANGENTIAL].numbers[0] == NOT_GIVEN || b.of[TANGENTIAL].numbers[0] == NOT_GIVEN)
    mixed.of[TANGENTIAL].numbers[0] = NOT_GIVEN;
  mixed.limit_damping = a.limit_damping || b.limit_damping;
  mixed.is_mixed = true;
  return mixed;
}

// ------------------------------------------------------------------------------------- the law

bool GranularModel::has_options_of(const GranularModel &other) const {
  std::string unlike;
  return are_alike(*this, other, unlike) && limit_damping == other.limit_damping;
}

void GranularModel::choose(PairSettings &settings) const {
  settings.choose("release", RELEASE.formulas);
  for (int kind = 0; kind < KINDS; kind++)
    settings.choose(KINDS_IN_WORDS[kind], of[kind].name.c_str());
  settings.choose("limit_damping", limit_damping ? "yes" : "no");
}

void GranularModel::try_law(LAMMPS *lmp, const std::string &where) const {
  PairSettings settings(lmp, LAW);
  settings.read_style(0, nullptr, nullptr);
  choose(settings);
  const std::string refusal = give(settings, settings.all_types(), settings.all_types());
  if (!refusal.empty())
    stop(lmp, where + refusal + SUFFIX_OFF);
  settings.make_law();
}

std::string GranularModel::give(PairSettings &settings, dcm_range i, dcm_range j) const {
  std::string refusal;
  const auto set = [&](const char *parameter, double value) {
    if (refusal.empty())
      refusal = settings.set(i, j, parameter, value);
  };
  const std::vector<double> &normal = of[NORMAL].numbers, &tangential = of[TANGENTIAL].numbers;
  set(of[NORMAL].name == "hooke" ? "kn" : "kn_hertz",
      is_of_material() ? GRANULAR_OF_HOST.kn(*this) : normal[0]);
  if (normal.size() > 3)
    set("cohesion", normal[3]);
  const std::string &damping = of[DAMPING].name;
  set(damping == "velocity"        ? "eta_n"
      : damping == "mass_velocity" ? "gamma_n"
      : damping == "viscoelastic"  ? "gamma_n_hertz"
                                   : GRANULAR_OF_HOST.restitution,
      normal[1]);
  const size_t count = tangential.size();
  if (count > 2)
    set(keeps_mindlin_spring() ? "kt_hertz" : "kt",
        tangential[0] == NOT_GIVEN ? kt_of_material(*this) : tangential[0]);
  set("x_gammat", tangential[count - 2]);
  set("friction", tangential[count - 1]);
  for (const Kind kind : {ROLLING, TWISTING, HEAT})
    for (size_t n = 0; n < of[kind].numbers.size(); n++)
      set(GRANULAR_OF_HOST.find(kind, of[kind].name)->numbers[n], of[kind].numbers[n]);
  return refusal;
}

std::vector<double> GranularModel::factors_of_swap() {
  std::vector<double> factors(DCM_GRANULAR_WIDTH, -1.0);
  factors[DCM_GRANULAR_RADIUS] = factors[DCM_GRANULAR_GREATEST] = factors[DCM_GRANULAR_SLIDES] =
      1.0;
  return factors;
}

std::vector<int> GranularModel::saved(Kind kind) const {
  const std::string &name = of[kind].name;
  if (kind == TANGENTIAL && name != "linear_nohistory") {
    const int spring =
        name.find("/force") != std::string::npos ? DCM_GRANULAR_FORCE : DCM_GRANULAR_SHEAR;
    if (is_rescaled())
      return {spring, spring + 1, spring + 2, DCM_GRANULAR_RADIUS};
    return {spring, spring + 1, spring + 2};
  }
  if (kind == ROLLING && name != "none")
    return {DCM_GRANULAR_ROLL, DCM_GRANULAR_ROLL + 1, DCM_GRANULAR_ROLL + 2};
  std::vector<int> twist;
  if (kind == TWISTING && name != "none") {
    twist.assign(GRANULAR_OF_HOST.twist_width, NOTHING);
    twist[0] = DCM_GRANULAR_TWIST;
  }
  return twist;
}

static bool ends_sub_models(const char *word) {
  for (const char *wall : {"xplane", "yplane", "zplane", "zcylinder", "region"})
    if (strcmp(word, wall) == 0)
      return true;
  return false;
}

bool GranularModel::has_wall(int narg, char **arg) {
  bool has_normal = false;
  if (!RELEASE.formulas)
    return false;
  for (int a = 0; a < narg && !ends_sub_models(arg[a]); a++) {
    const bool may_be_normal = a == 0 || IN_ANY_ORDER;
    if (IN_ANY_ORDER && (strcmp(arg[a], "heat") == 0 || strcmp(arg[a], "jkr") == 0))
      return false;
    has_normal = has_normal || (may_be_normal && is_normal(arg[a]));
  }
  return has_normal;
}

/** The numbers of a wall mean what those of two grains of its material would. */
int GranularModel::read_wall(LAMMPS *lmp, const std::string &where, PairSettings &settings,
                             int narg, char **arg) {
  int next = 0;
  while (next < narg && !ends_sub_models(arg[next])) {
    const int taken = read_next(lmp, where, narg - next, arg + next);
    if (!taken)
      stop(lmp,
           where + "'" + arg[next] +
               "' is no keyword here; the keywords are damping, tangential, rolling, twisting, " +
               (IN_ANY_ORDER ? "" : "heat ") + "and limit_damping");
    next += taken;
  }
  complete(lmp, where, true);
  choose(settings);
  const std::string refusal = give(settings, settings.all_types(), settings.all_types());
  if (!refusal.empty())
    stop(lmp, where + refusal);
  return next;
}

std::vector<int> GranularModel::saved_of_wall() const {
  std::vector<int> components;
  if (is_jkr())
    components.push_back(TOUCHES);
  for (const Kind kind : {TANGENTIAL, ROLLING, TWISTING}) {
    const std::vector<int> of_kind = saved(kind);
    components.insert(components.end(), of_kind.begin(), of_kind.end());
  }
  return components;
}

} // namespace DCM_NS
