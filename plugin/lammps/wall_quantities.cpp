// SPDX-License-Identifier: GPL-2.0-or-later
#include "wall_quantities.h"

#include "equal_variable.h"
#include "pair_settings.h"

#include "error.h"
#include "modify.h"
#include "update.h"
#include "utils.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstring>

extern "C" {
#include "runtime/model.h"
#include "runtime/units.h"
}

using namespace LAMMPS_NS;

namespace DCM_NS {

void WallQuantities::read(const std::string &where, const std::string &name, const char *word) {
  for (const Given &before : all_given)
    if (before.name == name)
      refuse_twice(lmp, here, "quantity " + name, before.word, word);
  if (strncmp(word, "v_", 2) != 0)
    all_given.push_back({name, word, utils::numeric(FLERR, word, false, lmp), ""});
  else if (word[2])
    all_given.push_back({name, word, 0.0, word + 2});
  else
    error->all(FLERR, here + where + " needs the name of a variable after v_");
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
  error->all(FLERR, here + reason.text);
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
      error->all(FLERR, here + "the wall cannot have the quantity '" + given.name + "' of " +
                            text_of_number(given.value) + ": the law '" + model->id + "' reads " +
                            (names.empty() ? "none" : names) + ", as a finite number");
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
