// SPDX-License-Identifier: GPL-2.0-or-later
#include "fix_wall_gran.h"

#include "comm.h"
#include "error.h"
#include "lammps.h"
#include "modify.h"
#include "utils.h"

#include <algorithm>
#include <cstring>

using namespace LAMMPS_NS;

namespace DCM_NS {

static const int ANY_TYPE = 1; // all have the same parameters

// Releases whose fix wall/gran multiplies the spring of these models by the contact radius where it
// should not, or forgets to where it should.
static const bool HOST_ERRS = DCM_LAMMPS_VERSION >= 20230328 && DCM_LAMMPS_VERSION < 20260704;

/** The model that fix wall/gran calls by a word, or null. */
static const GranStyle *model_of(int narg, char **arg) {
  for (const GranStyle &style : GRAN_STYLES)
    if (narg > 3 && strcmp(arg[3], style.name) == 0)
      return &style;
  return nullptr;
}

namespace {

/** The host finds the states of a fix in a restart by its style, and gives this one the name that
 * the suffix made. */
struct RestartTable : Modify {
  static void rename(Modify *fixes, const char *id, const std::string &from,
                     const std::string &to) {
    char **ids = fixes->*(&RestartTable::id_restart_peratom);
    char **styles = fixes->*(&RestartTable::style_restart_peratom);
    for (int i = 0; i < fixes->nfix_restart_peratom; i++)
      if (strcmp(ids[i], id) == 0 && styles[i] == from) {
        delete[] styles[i];
        styles[i] = utils::strdup(to);
      }
  }
};

} // namespace

Fix *FixWallGran::leave_to_host(LAMMPS *lmp, int narg, char **arg) {
  const std::string name = arg[2];
  const auto own = lmp->modify->fix_map->find(name);
  const bool is_named = name.size() > 4 && name.compare(name.size() - 4, 4, "/dcm") == 0;
  if (narg <= 3 || is_named || strcmp(arg[3], "granular") != 0 ||
      own == lmp->modify->fix_map->end())
    return nullptr;
  if (lmp->comm->me == 0)
    utils::logmesg(lmp, "dcm: fix " + std::string(arg[0]) + " of style " + name +
                            " granular remains LAMMPS' own\n");
  RestartTable::rename(lmp->modify, arg[0], name, name + "/dcm");
  return own->second(lmp, narg, arg);
}

FixWallGran::FixWallGran(LAMMPS *instance, int narg, char **arg)
    : FixWall(instance, narg, arg, ANY_TYPE), name(arg[2]), model(model_of(narg, arg)),
      settings(instance, model ? model->law : "") {}

int FixWallGran::read_model(int narg, char **arg) {
  if (!model)
    error->all(FLERR, here() + "needs the name of a model, hooke, hooke/history or hertz/history" +
                          (narg > 3 ? std::string(", not '") + arg[3] + "'" : "") + SUFFIX_OFF);
  const int first = 4;
  const int taken =
      parameters.read(lmp, here() + model->name + " ", *model, narg - first, arg + first);
  settings.read_style(0, nullptr);
  parameters.give(lmp, here(), *model, settings);
  if (comm->me == 0)
    utils::logmesg(lmp, "dcm: fix " + std::string(id) + " of style " + name + " " + model->name +
                            " is computed by the law '" + model->law + "' of dcm\n");
  if (HOST_ERRS && model->has_spring && comm->me == 0)
    error->warning(FLERR, "dcm: " + here() + model->name +
                              " of this release of LAMMPS has another tangential spring than its "
                              "manual and than the pair style; here it is that of the manual, and "
                              "friction at the wall is not the same; 'suffix off' before the "
                              "command and 'suffix on' after it keep LAMMPS' own");
  return first + taken;
}

/** The suffix is not part of the name: restart files do without, as the host's, and so each finds
 * the states that the other wrote. */
void FixWallGran::post_constructor() {
  if (name == style)
    return;
  delete[] style;
  style = utils::strdup(name);
}

void FixWallGran::init() {
  own_law = settings.make_law();
  FixWall::init();
}

} // namespace DCM_NS
