// SPDX-License-Identifier: GPL-2.0-or-later
#include "wall_law.h"

#include "host_services.h"

#include "host_api.h"
#include "pair_dcm.h"

#include "modify.h"
#include "update.h"
#include "utils.h"

#include "common/host.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstring>

extern "C" {
#include "runtime/error.h"
#include "runtime/model.h"
}

using namespace LAMMPS_NS;

namespace DCM_NS {

WallLaw::WallLaw(LAMMPS *instance, const std::string &beginning, int atom_type)
    : Pointers(instance), here(beginning), type(atom_type) {}

// --------------------------------------------------------------------------------------- input

int WallLaw::read_type(LAMMPS *lmp, int narg, char **arg) {
  Atom *atom = lmp->atom;
  const std::string style = arg[2], here = "fix " + style + ": ";
  if (narg < 4)
    stop(lmp, here + "needs the atom type of the wall: fix ID group " + style + " <wall type> ...");
  const int labelled = type_of_label(atom, arg[3]);
  if (labelled > 0)
    return labelled;
  char *rest;
  const long type = strtol(arg[3], &rest, 10);
  if (*rest || type < 1 || type > atom->ntypes)
    stop(lmp, here + "the wall type must be an atom type, a number from 1 to " +
                  std::to_string(atom->ntypes) + or_a_label() + ", not '" + arg[3] + "'");
  return (int)type;
}

WallSettings &WallLaw::begin_own() {
  if (!own) {
    own.reset(new WallSettings(lmp, here));
    find();
  }
  return *own;
}

int WallLaw::read_keyword(int next, int narg, char **arg) {
  const std::string word = arg[next];
  if (word == "style") {
    if (own)
      stop(lmp,
           here + "the keyword 'style' must stand before the options and coefficients of the wall");
    return choice.read(lmp, here, next + 1, narg, arg);
  }
  if (word == "law") {
    if (!own)
      own.reset(new WallSettings(lmp, here));
    const int after = own->read_law(next, narg, arg);
    find();
    return after;
  }
  return word == "coeff" ? begin_own().read_coeff(next, narg, arg) : -1;
}

int WallLaw::read_word(int next, int narg, char **arg) {
  return begin_own().read_word(next, narg, arg);
}

bool WallLaw::has_word(const char *word) const {
  if (alone)
    return false;
  if (LawWord::is_joined(word))
    return true;
  if (own)
    return dcm_model_is_of_law(own->model(), word);
  const std::vector<PairDCM *> all = list_dcm_pairs(lmp);
  return std::any_of(all.begin(), all.end(), [=](const PairDCM *one) {
    return dcm_model_is_of_law(dcm_settings_model(one->contact_settings()), word);
  });
}

void WallLaw::refuse_keyword(const std::string &word, const Keywords &keywords,
                             const std::string &hint) const {
  const std::vector<PairDCM *> all = list_dcm_pairs(lmp);
  const dcm_model *m = own                    ? own->model()
                       : all.empty() || alone ? nullptr
                                              : dcm_settings_model(all.front()->contact_settings());
  std::string names;
  std::vector<std::string> words;
  for (const Keyword &keyword : keywords) {
    names += (names.empty() ? "" : ", ") + keyword.word;
    words.push_back(keyword.word);
  }
  for (uint32_t p = 0; own && p < m->parameter_count; p++)
    words.push_back(dcm_model_parameter(m, p)->name);
  const auto at = [](const void *of, size_t i) {
    return (*static_cast<const std::vector<std::string> *>(of))[i].c_str();
  };
  dcm_error said;
  dcm_fail(&said, "'%s' is no keyword", word.c_str());
  const char *nearest = dcm_nearest_word(word.c_str(), at, &words, words.size());
  const bool is_quantity = m && dcm_model_find_quantity(m, word.c_str()) >= 0;
  if (is_quantity)
    dcm_error_append(&said, "; did you mean 'quantity %s <value>'?", word.c_str());
  else if (nearest)
    dcm_error_append(&said, "; did you mean '%s'?", nearest);
  const bool is_meant =
      is_quantity || nearest || (m && dcm_settings_append_meant(m, word.c_str(), &said));
  std::string of_law;
  if (own) {
    of_law = std::string("; for the law '") + m->id + "'";
    for (uint32_t o = 0; o < m->option_count; o++)
      of_law += std::string(o ? ", " : " the options ") + dcm_model_option(m, o)->name;
    std::string of_coeff = ", after coeff", between = " ";
    for (uint32_t p = 0; p < m->parameter_count; p++) {
      const dcm_parameter *parameter = dcm_model_parameter(m, p);
      if (parameter->scope == DCM_PER_LAW)
        of_law += std::string(", ") + parameter->name;
      else
        of_coeff += between + parameter->name;
      between = parameter->scope == DCM_PER_LAW ? between : ", ";
    }
    of_law += of_coeff;
  }
  stop(lmp, here + said.text + (is_meant ? " The keywords are " : "; the keywords are ") + names +
                (alone ? "" : " and the options of the law") + of_law + hint);
}

// ------------------------------------------------------------------------------------- the law

/** A wall with a law and all its parameters needs no pair style. */
void WallLaw::find() {
  if (alone)
    return;
  const bool has_law = own && own->has_law();
  pair =
      has_law && choice.name.empty() && list_dcm_pairs(lmp).empty()
          ? nullptr
          : choice.find(
                lmp, here,
                "there is no dcm pair style with a contact law; put the pair_style and pair_coeff "
                "commands before this fix, or give the wall a law with the keyword 'law'",
                ". A wall has the law of a pair style; the keyword 'law' gives the wall another "
                "law");
  if (pair && pair->has_several_laws() && !has_law)
    stop(lmp, here + "the pair style has several sub-models for different types, so the wall needs "
                     "its own: give the wall a law with the keyword 'law', or use fix wall/gran");
  if (own)
    own->combine(pair ? &pair->settings_given() : nullptr, type);
}

void WallLaw::begin() {
  find();
  id = model()->id;
  history_version = model()->history_version;
  width = dcm_model_history_width(model()) +
          (GrainShapes::are_there(atom) ? (int)DCM_WALL_SHAPE_NUMBERS : 0);
  keeps = width > 0 || model()->reach || model()->history;
}

bool WallLaw::renew() {
  const std::string id_then = id;
  const int version_then = history_version, width_then = width;
  begin();
  made.reset();
  return id != id_then || history_version != version_then || width != width_then;
}

const dcm_settings *WallLaw::settings() const {
  assert(alone || own || pair);
  return alone ? alone->get() : own ? own->get() : pair->contact_settings();
}

const dcm_law *WallLaw::present() {
  if (!alone && !own)
    return pair->contact_law();
  const unsigned times = pair ? pair->settings_given().times_made() : 0;
  if (made && made_of == times)
    return made.get();
  if (own && pair)
    own->combine(&pair->settings_given(), type);
  made = alone ? alone->make_law() : own->make_law();
  made_of = times;
  return made.get();
}

bool WallLaw::goes_plainly() const {
  return pair && pair->goes_plainly();
}

/** The pair style asks only for the pairs of types that it computes itself. */
void WallLaw::check_materials(int groupbit) {
  const int n = atom->ntypes + 1;
  const std::string what = "the wall is of type " + std::to_string(type) +
                           (own ? " except for its own options and coefficients," : "");
  reasons.assign(n, "");
  for (int t = 1; t < n; t++) {
    dcm_error reason;
    if (dcm_settings_check_pair(settings(), t, material(), &reason))
      reasons[t] = here + what + " and touches type " + std::to_string(t) + ": " + reason.text;
  }
  std::vector<int> there(n, 0);
  for (int i = 0; i < atom->nlocal; i++)
    if (atom->mask[i] & groupbit)
      there[atom->type[i]] = 1;
  ranks_of(lmp).max(there.data(), n);
  // Grains that fixes will insert are in the group of the fix, and in that of all atoms.
  const int all_atoms = 1;
  for (const Insertion &coming : insertions(modify, atom->ntypes))
    if (groupbit & (coming.fix->groupbit | all_atoms))
      there[coming.type] = 1;
  for (int t = 1; t < n; t++)
    if (there[t] && !reasons[t].empty())
      stop(lmp, reasons[t]);
}

// --------------------------------------------------------------------------------------- output

void WallLaw::describe(WallRecord &record) const {
  record.law = id;
  record.history_version = history_version;
  record.history_width = width;
}

std::string WallLaw::account(const std::string &title) const {
  const std::string material_of = "type " + std::to_string(type);
  if (!alone && !own)
    return "  " + title + ": as " + material_of + " of pair_style " + force->pair_match_ptr(pair) +
           "\n";
  dcm_account described = {};
  described.settings = settings();
  described.only_given = alone != nullptr;
  described.wall = own ? own->material() : 0;
  return account_text(title + (own ? ", of " + material_of : ""), own ? own->library() : "",
                      described);
}

// ---------------------------------------------------------------------------------- quantities

void WallQuantities::read(const std::string &where, const std::string &name, const char *word) {
  for (const Given &before : all_given)
    if (before.name == name)
      refuse_twice(lmp, here, "quantity " + name, before.word, word);
  if (strncmp(word, "v_", 2) != 0)
    all_given.push_back({name, word, utils::numeric(FLERR, word, false, lmp), ""});
  else if (word[2])
    all_given.push_back({name, word, 0.0, word + 2});
  else
    stop(lmp, here + where + " needs the name of a variable after v_");
}

/** The law has a value for walls, but not in these units. */
void WallQuantities::refuse_default(const dcm_quantity &quantity) const {
  char unit[DCM_DIMENSION_TEXT];
  dcm_dimension_si(quantity.dimension, unit);
  dcm_error reason;
  dcm_fail(&reason,
           "the wall needs the quantity '%s' (%s): the default of the law '%s', %g %s, does not "
           "hold in units %s; write 'quantity %s <number>'",
           quantity.name, quantity.description, model->id, quantity.default_value, unit,
           update->unit_style, quantity.name);
  stop(lmp, here + reason.text);
}

void WallQuantities::find(const dcm_model *of_law) {
  model = of_law;
  const dcm_units *units = dcm_units_of(update->unit_style);
  std::vector<std::string> of_wall;
  values.assign(model->quantity_count, 0.0);
  added.assign(model->quantity_count, 0.0);
  for (uint32_t q = 0; q < model->quantity_count; q++) {
    const dcm_quantity *quantity = dcm_model_quantity(model, q);
    const std::string name = quantity->name;
    const bool is_own = name != "mass" && name != "id" && quantity->access != DCM_SUM;
    values[q] = name == "mass" ? INFINITY
                : name == "id"
                    ? 0.0
                    : dcm_units_from_si(units, quantity->dimension, quantity->default_value);
    for (const Given &given : all_given)
      if (is_own && given.name == name)
        values[q] = given.value;
    if (is_own && std::isnan(values[q]))
      refuse_default(*quantity);
    if (is_own)
      of_wall.push_back(name);
  }
  std::string names;
  for (const std::string &name : of_wall)
    names += (names.empty() ? "" : ", ") + name;
  for (const Given &given : all_given)
    if (!std::isfinite(given.value) ||
        std::find(of_wall.begin(), of_wall.end(), given.name) == of_wall.end())
      stop(lmp, here + "the wall cannot have the quantity '" + given.name + "' of " +
                    text_of_number(given.value) + ": the law '" + model->id + "' reads " +
                    (names.empty() ? "no quantity of a wall" : names + ", as a finite number"));
}

void WallQuantities::follow_variables() {
  if (are_constant())
    return;
  modify->clearstep_compute();
  for (const Given &given : all_given) {
    if (given.variable.empty())
      continue;
    const double value =
        value_of_variable(lmp, here + "the wall has the " + given.name + " of", given.variable);
    const int q = dcm_model_find_quantity(model, given.name.c_str());
    assert(q >= 0);
    values[q] = value;
  }
  modify->addstep_compute(update->ntimestep + 1);
}

} // namespace DCM_NS
