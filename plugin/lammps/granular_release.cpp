// SPDX-License-Identifier: GPL-2.0-or-later
#include "granular_model.h"

#include "gran_parameters.h"
#include "release.h"

#include "common/restart_file.h"

#include <algorithm>
#include <cstring>

extern "C" {
#include "laws/granular_moduli.h"
}

namespace DCM_NS {

const GranularRelease::Word *GranularRelease::find(int kind, const std::string &name) const {
  for (const Word &word : words[kind])
    if (word.name == name && (RELEASE.has_coeff_restitution || name != "coeff_restitution"))
      return &word;
  return nullptr;
}

static dcm_granular_material material_of(const GranularModel &model) {
  const std::vector<double> &normal = model.of[GranularModel::NORMAL].numbers;
  return {normal[0], normal[2]};
}

/** Where the numbers are those of two materials mixed, the host takes E* for Young's modulus. */
double kt_of_material(const GranularModel &model) {
  const dcm_granular_material m = material_of(model);
  return dcm_granular_kt(m, m);
}

static const std::vector<const char *> OF_SPRING = {"kt", "x_gammat", "friction"};
static const std::vector<const char *> OF_MATERIAL = {"E", "damping", "nu"},
                                       OF_COHESION = {"E", "damping", "nu", "gamma"},
                                       OF_ROLLING = {"k_roll", "gamma_roll", "mu_roll"},
                                       OF_TWISTING = {"k_twist", "gamma_twist", "mu_twist"};

// ----------------------------------------------------------- 29Sep2021: numbers of the formulas

namespace of_2021 {

const GranularModel::Kind KEPT[] = {GranularModel::NORMAL, GranularModel::DAMPING,
                                    GranularModel::TANGENTIAL, GranularModel::ROLLING,
                                    GranularModel::TWISTING};
/** Numbers in restart files: four, three, three and three, whichever the sub-models have. */
const int ROOM[] = {4, 0, 3, 3, 3};

/** Walls have formulas of their own for the moduli of a material, which err. */
void complete(GranularModel &model, bool at_wall) {
  std::vector<double> &normal = model.of[GranularModel::NORMAL].numbers;
  double &kt = model.of[GranularModel::TANGENTIAL].numbers[0];
  if (model.keeps_mindlin_spring() && kt == NOT_GIVEN)
    kt = at_wall ? dcm_granular_wall_kt_of_2021(material_of(model)) : kt_of_material(model);
  if (model.is_of_material()) {
    const dcm_granular_material m = material_of(model);
    normal[0] = at_wall ? dcm_granular_wall_kn_of_2021(m)
                        : dcm_granular_kn(dcm_granular_effective_young(m, m));
  }
  if (model.of[GranularModel::DAMPING].name == "tsuji")
    normal[1] = dcm_granular_tsuji(normal[1]);
}

double kn(const GranularModel &model) {
  return model.of[GranularModel::NORMAL].numbers[0];
}

double mix_modulus(const GranularModel &a, const GranularModel &b) {
  return dcm_granular_mixed_kn_of_2021(kn(a), kn(b));
}

void write(const GranularModel &model, RestartFile &file) {
  for (const auto kind : KEPT)
    file.write(GRANULAR_OF_HOST.find(kind, model.of[kind].name)->number);
  file.write((int)model.limit_damping);
  for (const auto kind : KEPT) {
    std::vector<double> numbers = model.of[kind].numbers;
    if (model.of[kind].name == "linear_nohistory")
      numbers.insert(numbers.begin(), 0.0);
    numbers.resize(ROOM[kind]);
    file.write(numbers);
  }
}

void read(GranularModel &model, RestartFile &file, const std::string &) {
  const GranularRelease::Word *words[GranularModel::KINDS];
  for (const auto kind : KEPT) {
    const int number = file.read_int();
    const auto &known = GRANULAR_OF_HOST.words[kind];
    const auto word =
        std::find_if(known.begin(), known.end(), [&](const auto &w) { return w.number == number; });
    if (word == known.end())
      file.stop_as_damaged();
    words[kind] = &*word;
  }
  model.limit_damping = file.read_int() != 0;
  for (const auto kind : KEPT) {
    std::vector<double> numbers = file.read_doubles(ROOM[kind]);
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

void complete(GranularModel &, bool) {}

double kn(const GranularModel &model) {
  const dcm_granular_material m = material_of(model);
  return dcm_granular_kn(model.is_mixed ? m.young : dcm_granular_effective_young(m, m));
}

double mix_modulus(const GranularModel &a, const GranularModel &b) {
  return dcm_granular_effective_young(material_of(a), material_of(b));
}

void write(const GranularModel &model, RestartFile &file) {
  for (const auto &written : model.of) {
    file.write(written.name);
    file.write((int)written.numbers.size());
    file.write(written.numbers);
  }
  file.write((int)model.limit_damping);
}

void read(GranularModel &model, RestartFile &file, const std::string &where) {
  for (int kind = 0; kind < GranularModel::KINDS; kind++) {
    GranularModel::SubModel seen;
    seen.name = file.read_string();
    const GranularRelease::Word *word = GRANULAR_OF_HOST.find(kind, seen.name);
    if (!word)
      file.stop(where + "the restart file has the sub-model '" + seen.name + "' of " +
                KINDS_IN_WORDS[kind] + ", but no law of dcm has this sub-model" + SUFFIX_OFF);
    if (file.read_int() != (int)word->numbers.size())
      file.stop_as_damaged();
    seen.numbers = file.read_doubles((int)word->numbers.size());
    model.of[kind] = seen;
  }
  model.limit_damping = file.read_int() != 0;
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
