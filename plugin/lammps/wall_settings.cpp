// SPDX-License-Identifier: GPL-2.0-or-later
#include "wall_settings.h"

#include "fix_energy.h"

#include "common/law_source.h"

#include "command_words.h"
#include "host_api.h"
#include "host_services.h"

#include "atom.h"
#include "error.h"
#include "update.h"
#include "utils.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

extern "C" {
#include "runtime/model.h"
}

using namespace LAMMPS_NS;

namespace DCM_NS {

WallSettings::WallSettings(LAMMPS *instance, const std::string &beginning)
    : Pointers(instance), here(beginning) {}

WallSettings::~WallSettings() = default;

const std::string &WallSettings::library() const {
  return source->file();
}

int WallSettings::material() const {
  return atom->ntypes + 1;
}

// --------------------------------------------------------------------------------------- input

int WallSettings::read_law(int next, int narg, char **arg) {
  if (next + 1 >= narg)
    stop(lmp, here + "the keyword 'law' needs the name of a contact law");
  if (own_source || !options.empty() || !coefficients.empty())
    stop(lmp, here + "the keyword 'law' can stand only once, and before the options and "
                     "coefficients of the law");
  const char *const id = arg[next + 1];
  std::string file;
  next += 2;
  if (next < narg && strcmp(arg[next], "library") == 0) {
    if (next + 1 == narg)
      stop(lmp, here + "the keyword 'library' needs the path of a file");
    file = arg[next + 1];
    next += 2;
  }
  const Host host = host_of(lmp);
  own_source = std::make_shared<LawSource>(host, LawSource::library_of(host, id, file));
  own_model = own_source->find(id);
  return next;
}

int WallSettings::read_word(int next, int narg, char **arg) {
  const LawWord now(narg - next, arg + next);
  for (const LawWord &before : options)
    if (before.name == now.name)
      refuse_twice(lmp, here, now.name, before.word, now.word);
  options.push_back(now);
  choose(now);
  return next + now.arguments;
}

/** "wall", or types of atoms, a label of one or a range. */
dcm_range WallSettings::read_materials(const char *word) const {
  const uint32_t wall = material();
  if (strcmp(word, "wall") == 0)
    return {wall, wall};
  const uint32_t labelled = type_of_label(atom, word);
  if (labelled > 0)
    return {labelled, labelled};
  int first, last;
  utils::bounds(FLERR, word, 1, atom->ntypes, first, last, error);
  return {(uint32_t)first, (uint32_t)last};
}

/** Whether what stands first goes on with the parameters of a coeff: what the law calls so is its
 * own here, but for the word that begins the next coeff. */
bool WallSettings::is_parameter(const LawWord &word) const {
  const bool is_joined = word.arguments == 1 && word.has_word;
  return dcm_model_find_parameter(model(), word.name.c_str()) >= 0 &&
         (is_joined ? !dcm_model_is_of_law(model(), word.name.c_str()) : word.name != "coeff");
}

int WallSettings::read_coeff(int next, int narg, char **arg) {
  const std::string example = ", as in 'coeff * wall friction 0' or 'coeff wall wall young 2e11'";
  if (next + 2 >= narg)
    stop(lmp, here + "the keyword 'coeff' needs two materials, each an atom type or the word wall" +
                  example);
  const std::string where = here + "coeff " + arg[next + 1] + " " + arg[next + 2] + ": ";
  const dcm_range i = read_materials(arg[next + 1]), j = read_materials(arg[next + 2]);
  next += 3;
  if (next == narg)
    stop(lmp, where + "needs a parameter of the law '" + model()->id + "'" + example);
  for (bool is_first = true; next < narg; is_first = false) {
    const LawWord word(narg - next, arg + next);
    if (!is_first && !is_parameter(word))
      break;
    const Coefficient now = {i, j, word, where};
    for (const Coefficient &earlier : coefficients)
      if (is_of_same(earlier, now))
        refuse_twice(lmp, where, word.name, earlier.word.word, word.word);
    set(combined.get(), now);
    coefficients.push_back(now);
    next += word.arguments;
  }
  return next;
}

/** Whether two give the same number of the same materials. */
bool WallSettings::is_of_same(const Coefficient &a, const Coefficient &b) {
  const auto same = [](dcm_range r, dcm_range s) { return r.first == s.first && r.last == s.last; };
  return a.word.name == b.word.name &&
         ((same(a.i, b.i) && same(a.j, b.j)) || (same(a.i, b.j) && same(a.j, b.i)));
}

void WallSettings::choose(const LawWord &option) {
  const std::string refusal = option.give(*combined);
  if (!refusal.empty())
    stop(lmp, here + refusal);
}

void WallSettings::set(dcm_settings *settings, const Coefficient &c) const {
  const std::string refusal = c.word.give(*settings, c.i, c.j);
  if (!refusal.empty())
    stop(lmp, c.where + refusal);
}

// ------------------------------------------------------------------------------------ what holds

/** Whether the wall's own material has a number of its own for a parameter. */
bool WallSettings::is_own(const char *parameter) const {
  const uint32_t wall = material();
  return std::any_of(coefficients.begin(), coefficients.end(), [=](const Coefficient &c) {
    return c.word.name == parameter && c.i.first == wall && c.j.first == wall;
  });
}

bool WallSettings::is_of_types(const Coefficient &c) const {
  const uint32_t wall = material();
  return c.i.last < wall && c.j.last < wall;
}

/** Takes the numbers that the pair style has for types of atoms. Another law takes the parameters
 * that have the same name and mean the same kind of number. */
void WallSettings::take_types(const dcm_settings *grains, dcm_settings *types) const {
  const dcm_model *theirs = dcm_settings_model(grains), *ours = model();
  const uint32_t count = atom->ntypes;
  for (uint32_t p = 0; p < theirs->parameter_count; p++) {
    const dcm_parameter *parameter = dcm_model_parameter(theirs, p);
    const int index = dcm_model_find_parameter(ours, parameter->name);
    if (index < 0)
      continue;
    const dcm_parameter *own = dcm_model_parameter(ours, index);
    if (own->scope != parameter->scope ||
        memcmp(&own->dimension, &parameter->dimension, sizeof own->dimension) != 0)
      continue;
    for (uint32_t i = 1; i <= count; i++)
      for (uint32_t j = i; j <= count; j++) {
        double value;
        if ((own->scope == DCM_PER_PAIR || i == j) && dcm_settings_given(grains, p, i, j, &value))
          give_number(*types, parameter->name, value, {i, i}, {j, j});
      }
  }
}

/** Copies the numbers of the types of atoms, and those of the type of the wall once more for the
 * wall, as if the wall were one more type of that material. The wall meets the type itself as the
 * type meets its like, and another type as the type does, unless the material of the wall has a
 * number of its own to be mixed. */
void WallSettings::extend(const dcm_settings *types, int type) {
  const uint32_t wall = material(), count = atom->ntypes, like = type;
  for (uint32_t p = 0; p < model()->parameter_count; p++) {
    const dcm_parameter *own = dcm_model_parameter(model(), p);
    const bool is_of_pairs = own->scope == DCM_PER_PAIR;
    const bool mixes = own->mixing != DCM_MIX_NONE, must_mix = mixes && is_own(own->name);
    const auto give_if_given = [&](uint32_t i, uint32_t j, uint32_t to_i, uint32_t to_j) {
      double value;
      if (dcm_settings_given(types, p, i, j, &value))
        give_number(*combined, own->name, value, {to_i, to_i}, {to_j, to_j});
    };
    for (uint32_t i = 1; i <= count; i++) {
      for (uint32_t j = i; j <= count; j++)
        if (is_of_pairs || i == j)
          give_if_given(i, j, i, j);
      if (is_of_pairs && !must_mix && (i != like || !mixes))
        give_if_given(i, like, i, wall);
    }
    give_if_given(like, like, wall, wall);
  }
}

void WallSettings::combine(const PairSettings *grains, int type) {
  source = own_source ? own_source : grains->law_source();
  const dcm_model *model_now = own_source ? own_model : grains->model();
  combined.reset(dcm_settings_create(model_now, material()));
  const SettingsPointer types(dcm_settings_create(model_now, atom->ntypes));
  need_memory(lmp, combined && types);
  dcm_settings_name_last(combined.get(), "the wall");
  dcm_settings_use_units(combined.get(), dcm_units_of(update->unit_style));
  if (grains && !own_source)
    dcm_settings_copy_options(combined.get(), grains->get());
  if (grains && dcm_settings_material_count(grains->get()) == (uint32_t)atom->ntypes)
    take_types(grains->get(), types.get());
  for (const Coefficient &coefficient : coefficients)
    if (is_of_types(coefficient))
      set(types.get(), coefficient);
  extend(types.get(), type);
  for (const LawWord &option : options)
    choose(option);
  for (const Coefficient &coefficient : coefficients)
    if (!is_of_types(coefficient))
      set(combined.get(), coefficient);
}

/** A law numbers the materials. */
std::string WallSettings::message_of(const dcm_error &reason) const {
  const std::string text = reason.text;
  const bool has_numbers = text.find(" type") != std::string::npos;
  return text +
         (has_numbers ? "; type " + std::to_string(material()) + " stands for the wall" : "");
}

LawPointer WallSettings::make_law() const {
  const uint32_t wall = material();
  dcm_error reason;
  bool any = false;
  for (uint32_t i = 1; i <= wall; i++)
    for (uint32_t j = i; j <= wall; j++) {
      const bool meets = j == wall && i != wall &&
                         dcm_settings_check_pair(combined.get(), i, j, &reason) == DCM_OK;
      dcm_settings_use_pair(combined.get(), i, j, meets);
      any = any || meets;
    }
  if (!any)
    stop(lmp, here + reason.text);
  LawPointer law(source->instantiate(combined.get(), &reason), LawDeleter{source});
  if (!law)
    stop(lmp, here + message_of(reason));
  FixEnergy::listen(lmp, law.get());
  return law;
}

} // namespace DCM_NS
