// SPDX-License-Identifier: GPL-2.0-or-later
#include "granular_release.h"

#include "gran_parameters.h"
#include "release.h"

#include "error.h"
#include "lammps.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstring>

extern "C" {
#include "laws/granular_moduli.h"
}

using namespace LAMMPS_NS;

namespace DCM_NS {

static bool begins_with(const std::string &word, const char *beginning) {
  return word.compare(0, strlen(beginning), beginning) == 0;
}

bool SubModels::is_of_material() const {
  return !begins_with(of[NORMAL].name, "h") || of[NORMAL].name == "hertz/material";
}

bool SubModels::keeps_mindlin_spring() const {
  return begins_with(of[TANGENTIAL].name, "mindlin");
}

const GranularRelease::Word *GranularRelease::find(int kind, const std::string &name) const {
  for (const Word &word : words[kind])
    if (word.name == name && (RELEASE.has_coeff_restitution || name != "coeff_restitution"))
      return &word;
  return nullptr;
}

static dcm_granular_material material_of(const SubModels &model) {
  const std::vector<double> &normal = model.of[SubModels::NORMAL].numbers;
  return {normal[0], normal[2]};
}

/** Where the numbers are those of two materials mixed, the host takes E* for Young's modulus. */
double kt_of_material(const SubModels &model) {
  const dcm_granular_material m = material_of(model);
  return dcm_granular_kt(m, m);
}

static void write_numbers(FILE *fp, const std::vector<double> &numbers) {
  if (!numbers.empty()) // whose data may be null, which fwrite does not take
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

static void check(bool is_right, LAMMPS *lmp, const std::string &where) {
  if (!is_right)
    lmp->error->all(
        FLERR, where + "the restart file is damaged, or was written by another release of LAMMPS");
}

static const std::vector<const char *> OF_SPRING = {"kt", "x_gammat", "friction"};
static const std::vector<const char *> OF_MATERIAL = {"E", "damping", "nu"},
                                       OF_COHESION = {"E", "damping", "nu", "gamma"},
                                       OF_ROLLING = {"k_roll", "gamma_roll", "mu_roll"},
                                       OF_TWISTING = {"k_twist", "gamma_twist", "mu_twist"};

// ----------------------------------------------------------- 29Sep2021: numbers of the formulas

namespace of_2021 {

const SubModels::Kind KEPT[] = {SubModels::NORMAL, SubModels::DAMPING, SubModels::TANGENTIAL,
                                SubModels::ROLLING, SubModels::TWISTING};
/** Numbers in restart files: four, three, three and three, whichever the sub-models have. */
const int ROOM[] = {4, 0, 3, 3, 3};

/** Walls have formulas of their own for the moduli of a material, which err. */
void complete(SubModels &model, bool at_wall) {
  std::vector<double> &normal = model.of[SubModels::NORMAL].numbers;
  double &kt = model.of[SubModels::TANGENTIAL].numbers[0];
  if (model.keeps_mindlin_spring() && kt == NOT_GIVEN)
    kt = at_wall ? dcm_granular_wall_kt_of_2021(material_of(model)) : kt_of_material(model);
  if (model.is_of_material()) {
    const dcm_granular_material m = material_of(model);
    normal[0] = at_wall ? dcm_granular_wall_kn_of_2021(m)
                        : dcm_granular_kn(dcm_granular_effective_young(m, m));
  }
  if (model.of[SubModels::DAMPING].name == "tsuji")
    normal[1] = dcm_granular_tsuji(normal[1]);
}

double kn(const SubModels &model) {
  return model.of[SubModels::NORMAL].numbers[0];
}

double mix_modulus(const SubModels &a, const SubModels &b) {
  return dcm_granular_mixed_kn_of_2021(kn(a), kn(b));
}

void write(const SubModels &model, FILE *fp) {
  for (const auto kind : KEPT)
    write_int(fp, GRANULAR_OF_HOST.find(kind, model.of[kind].name)->number);
  write_int(fp, model.limit_damping);
  for (const auto kind : KEPT) {
    std::vector<double> numbers = model.of[kind].numbers;
    if (model.of[kind].name == "linear_nohistory")
      numbers.insert(numbers.begin(), 0.0);
    numbers.resize(ROOM[kind]);
    write_numbers(fp, numbers);
  }
}

void read(SubModels &model, LAMMPS *lmp, const std::string &where, FILE *fp) {
  const GranularRelease::Word *words[SubModels::KINDS];
  for (const auto kind : KEPT) {
    const int number = read_int(lmp, fp);
    const auto &known = GRANULAR_OF_HOST.words[kind];
    const auto word =
        std::find_if(known.begin(), known.end(), [&](const auto &w) { return w.number == number; });
    check(word != known.end(), lmp, where);
    words[kind] = &*word;
  }
  model.limit_damping = read_int(lmp, fp) != 0;
  for (const auto kind : KEPT) {
    std::vector<double> numbers = read_numbers(lmp, fp, ROOM[kind]);
    if (strcmp(words[kind]->name, "linear_nohistory") == 0)
      numbers.erase(numbers.begin());
    numbers.resize(words[kind]->numbers.size());
    model.of[kind] = {words[kind]->name, numbers};
  }
}

const GranularRelease TABLE = {
    {{{"hooke", {"kn", "damping"}, 0},
      {"hertz", {"kn", "damping"}, 1},
      {"hertz/material", OF_MATERIAL, 2},
      {"dmt", OF_COHESION, 3},
      {"jkr", OF_COHESION, 4}},
     {{"velocity", {}, 0}, {"mass_velocity", {}, 1}, {"viscoelastic", {}, 2}, {"tsuji", {}, 3}},
     {{"linear_nohistory", {"x_gammat", "friction"}, 0},
      {"linear_history", OF_SPRING, 1},
      {"mindlin", OF_SPRING, 2},
      {"mindlin_rescale", OF_SPRING, 3},
      {"mindlin/force", OF_SPRING, 4},
      {"mindlin_rescale/force", OF_SPRING, 5}},
     {{"none", {}, 0}, {"sds", OF_ROLLING, 1}},
     {{"none", {}, 0}, {"sds", OF_TWISTING, 1}, {"marshall", {}, 2}},
     {{"none", {}, 0}}},
    "damping_factor",
    1,
    complete,
    kn,
    mix_modulus,
    write,
    read};

} // namespace of_2021

// ------------------------------------------------- from 28Mar2023 on: numbers of the commands

namespace of_2023 {

void complete(SubModels &, bool) {}

double kn(const SubModels &model) {
  const dcm_granular_material m = material_of(model);
  return dcm_granular_kn(model.is_mixed ? m.young : dcm_granular_effective_young(m, m));
}

double mix_modulus(const SubModels &a, const SubModels &b) {
  return dcm_granular_effective_young(material_of(a), material_of(b));
}

void write(const SubModels &model, FILE *fp) {
  for (const auto &written : model.of) {
    write_int(fp, written.name.size());
    fwrite(written.name.data(), 1, written.name.size(), fp);
    write_int(fp, written.numbers.size());
    write_numbers(fp, written.numbers);
  }
  write_int(fp, model.limit_damping);
}

void read(SubModels &model, LAMMPS *lmp, const std::string &where, FILE *fp) {
  const int longest_name = 64, most_numbers = 64;
  for (int kind = 0; kind < SubModels::KINDS; kind++) {
    SubModels::SubModel seen;
    const int length = read_int(lmp, fp);
    check(length > 0 && length <= longest_name, lmp, where);
    seen.name.resize(length);
    read_shared(lmp, fp, &seen.name[0], length);
    const int count = read_int(lmp, fp);
    check(count >= 0 && count <= most_numbers, lmp, where);
    seen.numbers = read_numbers(lmp, fp, count);
    const GranularRelease::Word *word = GRANULAR_OF_HOST.find(kind, seen.name);
    if (!word) {
      check(std::all_of(seen.name.begin(), seen.name.end(),
                        [](unsigned char c) { return isgraph(c); }),
            lmp, where);
      lmp->error->all(FLERR, where + "the restart file has the sub-model '" + seen.name + "' of " +
                                 KINDS_IN_WORDS[kind] + ", but no law of dcm has this sub-model" +
                                 SUFFIX_OFF);
    }
    check(word->numbers.size() == seen.numbers.size(), lmp, where);
    model.of[kind] = seen;
  }
  model.limit_damping = read_int(lmp, fp) != 0;
}

const GranularRelease TABLE = {
    {{{"hooke", {"kn", "damping"}},
      {"hertz", {"kn", "damping"}},
      {"hertz/material", OF_MATERIAL},
      {"dmt", OF_COHESION},
      {"jkr", OF_COHESION}},
     {{"velocity", {}},
      {"mass_velocity", {}},
      {"viscoelastic", {}},
      {"tsuji", {}},
      {"coeff_restitution", {}}},
     {{"linear_nohistory", {"x_gammat", "friction"}},
      {"linear_history", OF_SPRING},
      {"linear_history_classic", OF_SPRING},
      {"mindlin_classic", OF_SPRING},
      {"mindlin", OF_SPRING},
      {"mindlin_rescale", OF_SPRING},
      {"mindlin/force", OF_SPRING},
      {"mindlin_rescale/force", OF_SPRING}},
     {{"none", {}}, {"sds", OF_ROLLING}},
     {{"none", {}}, {"sds", OF_TWISTING}, {"marshall", {}}},
     {{"none", {}}, {"radius", {"conductivity"}}, {"area", {"heat_transfer"}}}},
    "restitution",
    3,
    complete,
    kn,
    mix_modulus,
    write,
    read};

} // namespace of_2023

const GranularRelease &GRANULAR_OF_HOST =
    RELEASE.granular_is_one_file ? of_2021::TABLE : of_2023::TABLE;

} // namespace DCM_NS
