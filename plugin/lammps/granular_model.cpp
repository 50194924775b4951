// SPDX-License-Identifier: GPL-2.0-or-later
#include "granular_model.h"

#include "gran_parameters.h"
#include "pair_settings.h"
#include "release.h"

#include "comm.h"
#include "error.h"
#include "lammps.h"
#include "utils.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstring>

extern "C" {
#include "mechanics/damping.h"
#include "mechanics/elastic.h"
}

using namespace LAMMPS_NS;

namespace DCM_NS {

static const bool IS_REDUCED = RELEASE.granular_is_one_file;

static const char *const KINDS_IN_WORDS[] = {"normal",  "damping",  "tangential",
                                             "rolling", "twisting", "heat"};
static const char LAW[] = "granular";
static const int NOT_THEN = -1;
static const double NOT_GIVEN = -1.0; // NULL, to the host

namespace {

struct Choice {
  const char *name;
  std::vector<const char *> numbers;
  int then; // number of the sub-model in restart files of 2021
};

} // namespace

typedef std::vector<Choice> Choices;
static const std::vector<const char *> OF_SPRING = {"kt", "x_gammat", "friction"};
static const Choices ALL[] = {
    {{"hooke", {"kn", "damping"}, 0},
     {"hertz", {"kn", "damping"}, 1},
     {"hertz/material", {"E", "damping", "nu"}, 2},
     {"dmt", {"E", "damping", "nu", "gamma"}, 3},
     {"jkr", {"E", "damping", "nu", "gamma"}, 4}},
    {{"velocity", {}, 0},
     {"mass_velocity", {}, 1},
     {"viscoelastic", {}, 2},
     {"tsuji", {}, 3},
     {"coeff_restitution", {}, NOT_THEN}},
    {{"linear_nohistory", {"x_gammat", "friction"}, 0},
     {"linear_history", OF_SPRING, 1},
     {"linear_history_classic", OF_SPRING, NOT_THEN},
     {"mindlin_classic", OF_SPRING, NOT_THEN},
     {"mindlin", OF_SPRING, 2},
     {"mindlin_rescale", OF_SPRING, 3},
     {"mindlin/force", OF_SPRING, 4},
     {"mindlin_rescale/force", OF_SPRING, 5}},
    {{"none", {}, 0}, {"sds", {"k_roll", "gamma_roll", "mu_roll"}, 1}},
    {{"none", {}, 0}, {"sds", {"k_twist", "gamma_twist", "mu_twist"}, 1}, {"marshall", {}, 2}},
    {{"none", {}, 0},
     {"radius", {"conductivity"}, NOT_THEN},
     {"area", {"heat_transfer"}, NOT_THEN}}};

static const Choice *find(GranularModel::Kind kind, const std::string &name) {
  for (const Choice &choice : ALL[kind])
    if (choice.name == name && !(IS_REDUCED && choice.then == NOT_THEN))
      return &choice;
  return nullptr;
}

static bool begins_with(const std::string &word, const char *beginning) {
  return word.compare(0, strlen(beginning), beginning) == 0;
}

/** Over the contact radius, of two grains of one material. */
static double stiffness_along_tangent(const std::vector<double> &normal) {
  const double young = normal[0], poisson = normal[2];
  return dcm_mindlin_stiffness_per_radius(dcm_effective_shear(young, poisson, young, poisson));
}

GranularModel::GranularModel() {
  sub_models[DAMPING].name = "viscoelastic";
  sub_models[ROLLING].name = sub_models[TWISTING].name = sub_models[HEAT].name = "none";
}

// -------------------------------------------------------------------------------------- input

bool GranularModel::is_normal(const std::string &word) {
  return find(NORMAL, word) != nullptr;
}

int GranularModel::read_sub_model(LAMMPS *lmp, const std::string &where, Kind kind, int narg,
                                  char **arg) {
  Error *error = lmp->error;
  const std::string what = KINDS_IN_WORDS[kind];
  if (narg == 0)
    error->all(FLERR, where + "needs the name of a sub-model after " + what);
  const std::string name = arg[0];
  const Choice *choice = find(kind, name);
  if (!choice) {
    const bool is_of_host = name == "mdr" && !IS_REDUCED;
    std::string names;
    for (const Choice &one : ALL[kind])
      if (find(kind, one.name))
        names += (names.empty() ? "" : ", ") + std::string(one.name);
    error->all(FLERR,
               where + "there is no " + what + " sub-model '" + name +
                   "' here; the sub-models are " + names +
                   (is_of_host ? std::string(". mdr needs more than one contact of a grain: the "
                                             "sum over all contacts, and a radius that grows") +
                                     SUFFIX_OFF
                               : ""));
  }
  const int count = choice->numbers.size();
  if (narg <= count)
    error->all(FLERR, where + what + " " + name + " needs " + std::to_string(count) + " numbers");
  sub_models[kind] = {name, {}};
  for (int n = 0; n < count; n++) {
    const bool may_lack = strcmp(choice->numbers[n], "kt") == 0;
    const bool lacks = may_lack && strcmp(arg[1 + n], "NULL") == 0;
    const double number = lacks ? NOT_GIVEN : utils::numeric(FLERR, arg[1 + n], false, lmp);
    const bool may_be_negative = strcmp(choice->numbers[n], "nu") == 0;
    if (!lacks && !(may_lack && number == NOT_GIVEN) && !(number >= 0.0 || may_be_negative))
      error->all(FLERR, where + what + " " + name + ": " + choice->numbers[n] +
                            " must be at least 0, not " + arg[1 + n] +
                            (IS_REDUCED ? SUFFIX_OFF : ""));
    sub_models[kind].numbers.push_back(number);
  }
  return 1 + count;
}

int GranularModel::read_normal(LAMMPS *lmp, const std::string &where, int narg, char **arg) {
  return read_sub_model(lmp, where, NORMAL, narg, arg);
}

int GranularModel::read_keyword(LAMMPS *lmp, const std::string &where, int narg, char **arg) {
  const std::string keyword = arg[0];
  for (const Kind kind : {DAMPING, TANGENTIAL, ROLLING, TWISTING, HEAT})
    if (keyword == KINDS_IN_WORDS[kind] && !(kind == HEAT && IS_REDUCED))
      return 1 + read_sub_model(lmp, where, kind, narg - 1, arg + 1);
  if (keyword != "limit_damping")
    return 0;
  limit_damping = true;
  return 1;
}

bool GranularModel::is_of_material() const {
  return !begins_with(sub_models[NORMAL].name, "h") || sub_models[NORMAL].name == "hertz/material";
}

/** Whether the state is the tangential spring of mindlin, whose stiffness is over the contact
 * radius. */
bool GranularModel::keeps_mindlin_spring() const {
  return begins_with(sub_models[TANGENTIAL].name, "mindlin");
}

bool GranularModel::is_rescaled() const {
  return begins_with(sub_models[TANGENTIAL].name, "mindlin_rescale");
}

void GranularModel::complete(LAMMPS *lmp, const std::string &where, bool at_wall) {
  Error *error = lmp->error;
  const SubModel &normal = sub_models[NORMAL], &tangential = sub_models[TANGENTIAL],
                 &damping = sub_models[DAMPING];
  if (normal.name.empty())
    error->all(FLERR, where + "needs a normal sub-model, as 'hertz <kn> <damping>'");
  if (tangential.name.empty())
    error->all(FLERR, where + "needs a tangential sub-model, as 'tangential linear_nohistory "
                              "<x_gammat> <friction>'");
  const bool may_lack =
      is_of_material() && keeps_mindlin_spring() && tangential.name != "mindlin_classic";
  if (tangential.numbers[0] == NOT_GIVEN && !may_lack)
    error->all(FLERR,
               where + "tangential " + tangential.name +
                   " needs a number: NULL is allowed only for mindlin and mindlin_rescale, with or "
                   "without /force, after a normal sub-model of a material, as hertz/material");
  const auto refuse = [&](const std::string &what, double number, const char *range) {
    error->all(FLERR, where + what + " must be between " + range + ", not " +
                          text_of_number(number) + SUFFIX_OFF);
  };
  if (is_of_material() && !(normal.numbers[2] > -1.0 && normal.numbers[2] <= 0.5))
    refuse("normal " + normal.name + ": nu, Poisson's ratio,", normal.numbers[2], "-1 and 0.5");
  const bool is_restitution = damping.name == "tsuji" || damping.name == "coeff_restitution";
  if (is_restitution && normal.numbers[1] > 1.0)
    refuse("the restitution, the number of damping " + damping.name + ",", normal.numbers[1],
           "0 and 1");
  if (IS_REDUCED)
    reduce(at_wall);
}

/** From the numbers of the commands to those of the formulas. Walls have formulas of their own for
 * the moduli of a material, which err: 1 - nu in the place of 1 - nu^2, and a product in that of a
 * quotient. */
void GranularModel::reduce(bool at_wall) {
  std::vector<double> &normal = sub_models[NORMAL].numbers;
  if (keeps_mindlin_spring() && sub_models[TANGENTIAL].numbers[0] == NOT_GIVEN)
    sub_models[TANGENTIAL].numbers[0] =
        at_wall ? normal[0] / 4.0 * (2.0 - normal[2]) * (1.0 + normal[2])
                : stiffness_along_tangent(normal);
  if (is_of_material())
    normal[0] = 4.0 / 3.0 *
                (at_wall ? normal[0] / (2.0 * (1.0 - normal[2]))
                         : dcm_effective_young(normal[0], normal[2], normal[0], normal[2]));
  if (sub_models[DAMPING].name == "tsuji")
    normal[1] = dcm_tsuji_damping_factor(normal[1]);
}

// -------------------------------------------------------------------------------------- mixing

bool GranularModel::are_alike(const GranularModel &a, const GranularModel &b, std::string &unlike) {
  for (int kind = 0; kind < KINDS; kind++)
    if (a.sub_models[kind].name != b.sub_models[kind].name) {
      unlike = std::string(KINDS_IN_WORDS[kind]) + " " + a.sub_models[kind].name + " and " +
               b.sub_models[kind].name;
      return false;
    }
  return true;
}

GranularModel GranularModel::mix(const GranularModel &a, const GranularModel &b) {
  GranularModel mixed = a;
  for (int kind = 0; kind < KINDS; kind++)
    for (size_t n = 0; n < a.sub_models[kind].numbers.size(); n++)
      mixed.sub_models[kind].numbers[n] =
          sqrt(a.sub_models[kind].numbers[n] * b.sub_models[kind].numbers[n]);
  const std::vector<double> &of_a = a.sub_models[NORMAL].numbers,
                            &of_b = b.sub_models[NORMAL].numbers;
  double &modulus = mixed.sub_models[NORMAL].numbers[0];
  if (a.is_of_material() && IS_REDUCED)
    modulus = 2.0 / (1.0 / of_a[0] + 1.0 / of_b[0]); // 4/3 E* of each, and of the two
  else if (a.is_of_material())
    modulus = dcm_effective_young(of_a[0], of_a[2], of_b[0], of_b[2]);
  if (a.sub_models[TANGENTIAL].numbers[0] == NOT_GIVEN ||
      b.sub_models[TANGENTIAL].numbers[0] == NOT_GIVEN)
    mixed.sub_models[TANGENTIAL].numbers[0] = NOT_GIVEN;
  mixed.limit_damping = a.limit_damping || b.limit_damping;
  mixed.is_mixed = true;
  return mixed;
}

// ------------------------------------------------------------------------------------- the law

double GranularModel::normal_stiffness() const {
  const std::vector<double> &numbers = sub_models[NORMAL].numbers;
  if (IS_REDUCED || !is_of_material())
    return numbers[0];
  return 4.0 / 3.0 *
         (is_mixed ? numbers[0]
                   : dcm_effective_young(numbers[0], numbers[2], numbers[0], numbers[2]));
}

/** Where the numbers are those of two materials mixed, the host takes E* for Young's modulus. */
double GranularModel::tangential_stiffness() const {
  const double given = sub_models[TANGENTIAL].numbers[0];
  return given == NOT_GIVEN ? stiffness_along_tangent(sub_models[NORMAL].numbers) : given;
}

bool GranularModel::has_options_of(const GranularModel &other) const {
  std::string unlike;
  return are_alike(*this, other, unlike) && limit_damping == other.limit_damping;
}

void GranularModel::choose(PairSettings &settings) const {
  settings.choose("release", RELEASE.formulas);
  for (int kind = 0; kind < KINDS; kind++)
    settings.choose(KINDS_IN_WORDS[kind], sub_models[kind].name.c_str());
  settings.choose("limit_damping", limit_damping ? "yes" : "no");
}

std::string GranularModel::give(PairSettings &settings, int i, int j) const {
  return give_to(
      [&](const char *parameter, double value) { return settings.set(i, j, parameter, value); });
}

std::string GranularModel::give_all(PairSettings &settings) const {
  return give_to(
      [&](const char *parameter, double value) { return settings.set_all(parameter, value); });
}

void GranularModel::try_law(LAMMPS *lmp, const std::string &where) const {
  PairSettings settings(lmp, LAW);
  settings.read_style(0, nullptr, nullptr);
  choose(settings);
  const std::string refusal = give_all(settings);
  if (!refusal.empty())
    lmp->error->all(FLERR, where + refusal + SUFFIX_OFF);
  settings.make_law();
}

template <class Setter>
std::string GranularModel::give_to(Setter set_one) const {
  std::string refusal;
  const auto set = [&](const char *parameter, double value) {
    if (refusal.empty())
      refusal = set_one(parameter, value);
  };
  const std::vector<double> &normal = sub_models[NORMAL].numbers,
                            &tangential = sub_models[TANGENTIAL].numbers;
  set(sub_models[NORMAL].name == "hooke" ? "kn" : "kn_hertz", normal_stiffness());
  if (normal.size() > 3)
    set("cohesion", normal[3]);
  const std::string &damping = sub_models[DAMPING].name;
  set(damping == "velocity"        ? "eta_n"
      : damping == "mass_velocity" ? "gamma_n"
      : damping == "viscoelastic"  ? "gamma_n_hertz"
      : IS_REDUCED                 ? "damping_factor"
                                   : "restitution",
      normal[1]);
  const size_t count = tangential.size();
  if (count > 2)
    set(keeps_mindlin_spring() ? "kt_hertz" : "kt", tangential_stiffness());
  set("x_gammat", tangential[count - 2]);
  set("friction", tangential[count - 1]);
  for (const Kind kind : {ROLLING, TWISTING, HEAT})
    for (size_t n = 0; n < sub_models[kind].numbers.size(); n++)
      set(find(kind, sub_models[kind].name)->numbers[n], sub_models[kind].numbers[n]);
  return refusal;
}

// Components of the law's state: where its fields begin, and their number.
enum { SHEAR = 0, FORCE = 3, RADIUS = 6, ROLL = 7, TWIST = 10, WIDTH = 11, NOTHING = -1 };

std::vector<double> GranularModel::factors_of_swap() {
  std::vector<double> factors(WIDTH, -1.0);
  factors[RADIUS] = 1.0;
  return factors;
}

std::vector<int> GranularModel::saved(Kind kind) const {
  const std::string &name = sub_models[kind].name;
  if (kind == TANGENTIAL && name != "linear_nohistory") {
    const int spring = name.find("/force") != std::string::npos ? FORCE : SHEAR;
    if (is_rescaled())
      return {spring, spring + 1, spring + 2, RADIUS};
    return {spring, spring + 1, spring + 2};
  }
  if (kind == ROLLING && name != "none")
    return {ROLL, ROLL + 1, ROLL + 2};
  if (kind == TWISTING && name != "none")
    return IS_REDUCED ? std::vector<int>{TWIST} : std::vector<int>{TWIST, NOTHING, NOTHING};
  return {};
}

// ------------------------------------------------------------------------------- restart files

static void write_numbers(FILE *fp, const std::vector<double> &numbers) {
  fwrite(numbers.data(), sizeof(double), numbers.size(), fp);
}

static void write_int(FILE *fp, int number) {
  fwrite(&number, sizeof number, 1, fp);
}

static int read_int(LAMMPS *lmp, FILE *fp) {
  int number = 0;
  read_shared(lmp, fp, &number);
  return number;
}

static std::vector<double> read_numbers(LAMMPS *lmp, FILE *fp, int count) {
  std::vector<double> numbers(count);
  read_shared(lmp, fp, numbers.data(), count);
  return numbers;
}

void GranularModel::write(FILE *fp) const {
  if (IS_REDUCED) {
    write_reduced(fp);
    return;
  }
  for (const SubModel &written : sub_models) {
    write_int(fp, written.name.size());
    fwrite(written.name.data(), 1, written.name.size(), fp);
    write_int(fp, written.numbers.size());
    write_numbers(fp, written.numbers);
  }
  write_int(fp, limit_damping);
}

void GranularModel::read(LAMMPS *lmp, const std::string &where, FILE *fp) {
  if (IS_REDUCED) {
    read_reduced(lmp, where, fp);
    return;
  }
  const int longest_name = 64, most_numbers = 64;
  const auto check = [&](bool is_right) {
    if (!is_right)
      lmp->error->all(
          FLERR,
          where + "the restart file is damaged, or was written by another release of LAMMPS");
  };
  for (int kind = 0; kind < KINDS; kind++) {
    SubModel seen;
    const int length = read_int(lmp, fp);
    check(length > 0 && length <= longest_name);
    seen.name.resize(length);
    read_shared(lmp, fp, &seen.name[0], length);
    const int count = read_int(lmp, fp);
    check(count >= 0 && count <= most_numbers);
    seen.numbers = read_numbers(lmp, fp, count);
    const Choice *choice = find((Kind)kind, seen.name);
    if (!choice) {
      check(std::all_of(seen.name.begin(), seen.name.end(),
                        [](unsigned char c) { return isgraph(c); }));
      lmp->error->all(FLERR, where + "the restart file has the sub-model '" + seen.name + "' of " +
                                 KINDS_IN_WORDS[kind] + ", but no law of dcm has this sub-model" +
                                 SUFFIX_OFF);
    }
    check(choice->numbers.size() == seen.numbers.size());
    sub_models[kind] = seen;
  }
  limit_damping = read_int(lmp, fp) != 0;
}

/** Four, three, three and three numbers, whichever the sub-models have. */
static const int ROOM[] = {4, 0, 3, 3, 3};

void GranularModel::write_reduced(FILE *fp) const {
  for (const Kind kind : {NORMAL, DAMPING, TANGENTIAL, ROLLING, TWISTING})
    write_int(fp, find(kind, sub_models[kind].name)->then);
  write_int(fp, limit_damping);
  for (const Kind kind : {NORMAL, TANGENTIAL, ROLLING, TWISTING}) {
    std::vector<double> numbers = sub_models[kind].numbers;
    if (sub_models[kind].name == "linear_nohistory")
      numbers.insert(numbers.begin(), 0.0);
    numbers.resize(ROOM[kind]);
    write_numbers(fp, numbers);
  }
}

void GranularModel::read_reduced(LAMMPS *lmp, const std::string &where, FILE *fp) {
  const Choice *choices[KINDS];
  for (const Kind kind : {NORMAL, DAMPING, TANGENTIAL, ROLLING, TWISTING}) {
    const int then = read_int(lmp, fp);
    choices[kind] = nullptr;
    for (const Choice &one : ALL[kind])
      if (one.then == then && then != NOT_THEN)
        choices[kind] = &one;
    if (!choices[kind])
      lmp->error->all(
          FLERR,
          where + "the restart file is damaged, or was written by another release of LAMMPS");
  }
  limit_damping = read_int(lmp, fp) != 0;
  for (const Kind kind : {NORMAL, DAMPING, TANGENTIAL, ROLLING, TWISTING}) {
    std::vector<double> numbers = read_numbers(lmp, fp, ROOM[kind]);
    const std::string name = choices[kind]->name;
    if (name == "linear_nohistory")
      numbers.erase(numbers.begin());
    numbers.resize(choices[kind]->numbers.size());
    sub_models[kind] = {name, numbers};
  }
}

} // namespace DCM_NS
