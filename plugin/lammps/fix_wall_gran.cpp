// SPDX-License-Identifier: GPL-2.0-or-later
#include "fix_wall_gran.h"

#include "atom_extra.h"
#include "granular_arguments.h"
#include "host_private.h"
#include "release.h"

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "lammps.h"
#include "modify.h"
#include "utils.h"

#include <algorithm>
#include <cstring>

extern "C" {
#include "runtime/model.h"
}

using namespace LAMMPS_NS;

namespace DCM_NS {

static const int ANY_TYPE = 1; // all have the same parameters

static const char GRANULAR[] = "granular";
static const int FIRST = 4; // argument after the model

/** The model that fix wall/gran calls by a word, or null. */
static const GranStyle *model_of(int narg, char **arg) {
  for (const GranStyle &style : GRAN_STYLES)
    if (narg > 3 && strcmp(arg[3], style.name) == 0)
      return &style;
  return nullptr;
}

Fix *FixWallGran::leave_to_host(LAMMPS *lmp, int narg, char **arg) {
  const std::string name = arg[2];
  const auto own = lmp->modify->fix_map->find(name);
  const bool is_named = name.size() > 4 && name.compare(name.size() - 4, 4, "/dcm") == 0;
  if (narg <= 3 || is_named || strcmp(arg[3], GRANULAR) != 0 ||
      own == lmp->modify->fix_map->end() || GranularArguments::are_ours(narg - FIRST, arg + FIRST))
    return nullptr;
  if (lmp->comm->me == 0)
    utils::logmesg(lmp, "dcm: fix " + std::string(arg[0]) + " of style " + name +
                            " granular remains LAMMPS' own\n");
  RestartTable::rename(lmp->modify, arg[0], name, name + "/dcm");
  return own->second(lmp, narg, arg);
}

FixWallGran::FixWallGran(LAMMPS *instance, int narg, char **arg)
    : FixWall(instance, narg, arg, ANY_TYPE), name(arg[2]), model(model_of(narg, arg)),
      is_composed(!model || GranParameters::is_composed_at_walls(*model)),
      settings(instance, is_composed ? GRANULAR : model->law) {
  wall_law.make_from(&settings);
  if (!model && (narg <= 3 || strcmp(arg[3], GRANULAR) != 0))
    error->all(FLERR, here() +
                          "needs the name of a model, hooke, hooke/history, hertz/history or "
                          "granular" +
                          (narg > 3 ? std::string(", not '") + arg[3] + "'" : ""));
}

int FixWallGran::read_model(int narg, char **arg) {
  settings.read_style(0, nullptr, nullptr);
  int next = FIRST;
  if (model) {
    GranParameters parameters;
    next += parameters.read(lmp, here() + model->name + " ", *model, narg - next, arg + next);
    if (is_composed)
      parameters.give_composed(lmp, here(), *model, settings);
    else
      parameters.give(lmp, here(), *model, settings);
    if (model->has_spring)
      saved = {0, 1, 2};
  } else {
    GranularArguments arguments;
    next += arguments.read(lmp, here() + "granular: ", settings, narg - next, arg + next);
    saved = arguments.saved();
    conducts = arguments.conducts();
  }
  if (comm->me == 0)
    utils::logmesg(lmp, "dcm: fix " + std::string(id) + " of style " + name + " " + arg[3] +
                            " is computed by the law '" + settings.model()->id + "' of dcm" +
                            whose_formulas() + "\n");
  return next;
}

int FixWallGran::read_common(int next, int narg, char **arg) {
  if (strcmp(arg[next], "temperature") != 0)
    return read_contacts_keyword(next, arg);
  if (next + 1 == narg)
    error->all(FLERR, here() + "temperature needs a number, or v_ and the name of a variable");
  if (conducts)
    quantities.read("temperature", "temperature", arg[next + 1]);
  has_temperature = true;
  return next + 2;
}

/** The flow of heat, as with the host's own. */
int FixWallGran::shown_quantity() const {
  return conducts ? dcm_model_find_quantity(settings.model(), "heatflow") : -1;
}

/** Restart files hold no states without numbers: the host would not read any. */
void FixWallGran::prepare_as_host(int slots) {
  if (conducts != has_temperature)
    error->all(FLERR, here() + (conducts ? "a model of heat needs the temperature of the wall: add "
                                           "the keyword temperature"
                                         : "the keyword temperature needs a model of heat, as "
                                           "'heat radius <conductivity>'"));
  prepare(slots);
  restart_peratom = saved_width() > 0;
}

void FixWallGran::save(const double *state, double *numbers) const {
  for (size_t n = 0; n < saved.size(); n++)
    numbers[n] = saved[n] >= 0                            ? state[saved[n]]
                 : saved[n] == GranularArguments::TOUCHES ? 1.0
                                                          : 0.0;
}

bool FixWallGran::load(const double *numbers, double *state) const {
  bool touches = true;
  std::fill_n(state, wall_law.state_width(), 0.0);
  for (size_t n = 0; n < saved.size(); n++)
    if (saved[n] >= 0)
      state[saved[n]] = numbers[n];
    else if (saved[n] == GranularArguments::TOUCHES)
      touches = numbers[n] != 0.0;
  return touches;
}

void FixWallGran::unpack_restart(int i, int nth) {
  if (saved_width() == 0)
    return;
  WallContacts &kept = states_of_atoms();
  kept.clear(i);
  int count;
  const double *numbers = numbers_of_fix(atom, i, nth, count);
  if (!numbers || !read_contacts(i, numbers, count, kept))
    error->one(FLERR, here() +
                          "the restart file is damaged, or was written for another model or wall: "
                          "the walls that atom " +
                          std::to_string(atom->tag[i]) + " touches cannot be read");
}

/** The suffix is not part of the name: restart files do without, as the host's, and so each finds
 * the states that the other wrote. */
void FixWallGran::post_constructor() {
  call_as_given(*this, name);
}

} // namespace DCM_NS
