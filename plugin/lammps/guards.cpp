// SPDX-License-Identifier: GPL-2.0-or-later
#include "guards.h"

#include "host_api.h"
#include "host_services.h"

#include "common/guards.h"

#include "atom.h"
#include "update.h"

#include <cmath>
#include <cstdio>

extern "C" {
#include "runtime/model.h"
}

using namespace LAMMPS_NS;

namespace DCM_NS {

static bool is_finite(const double *v) {
  return std::isfinite(v[0] + v[1] + v[2]);
}

/** Why an atom cannot be computed; empty if it can. */
static std::string fault_of(const Atom *atom, int i, const std::vector<char> &touches) {
  char text[160];
  const int type = atom->type[i];
  if (type < 1 || type > atom->ntypes) {
    snprintf(text, sizeof text, "type %d, and there are 1 to %d", type, atom->ntypes);
    return text;
  }
  const struct {
    const char *name;
    const double *value;
  } vectors[] = {{"position", atom->x[i]}, {"velocity", atom->v[i]}, {"spin", turning_of(atom)[i]}};
  for (const auto &vector : vectors)
    if (!is_finite(vector.value)) {
      const double *v = vector.value;
      dcm_text_print(text, sizeof text, "the %s (%g, %g, %g)", vector.name, v[0], v[1], v[2]);
      return text;
    }
  const struct {
    const char *name;
    double value;
  } sizes[] = {{"radius", atom->radius[i]}, {"mass", atom->rmass[i]}};
  for (const auto &size : sizes)
    if (touches[type] && !(size.value > 0.0 && std::isfinite(size.value))) {
      dcm_text_print(text, sizeof text, "the %s %g, and a contact needs one greater than 0",
                     size.name, size.value);
      return text;
    }
  return "";
}

void check_grains(LAMMPS *lmp, const std::string &here, const std::vector<char> &touches) {
  const Atom *atom = lmp->atom;
  for (int i = 0; i < atom->nlocal; i++) {
    const std::string fault = fault_of(atom, i, touches);
    if (!fault.empty())
      stop_from_one(lmp, here + "at step " + std::to_string(lmp->update->ntimestep) + " atom " +
                             std::to_string(atom->tag[i]) + " has " + fault);
  }
}

// --------------------------------------------------------------------------------------- creep

enum { STEPS_BETWEEN_LOOKS = 1000, LOOKS = 10 };
static const double SHARE_AT_REST = 0.95, SHARE_TOUCHING = 0.5, SHARE_OF_RADIUS = 0.01;

bool CreepWatch::is_due() const {
  return model && !has_warned && !update->setupflag && update->dt > 0.0 &&
         update->ntimestep % STEPS_BETWEEN_LOOKS == 0;
}

void CreepWatch::inspect(const std::vector<char> &touches, int frozen_bit, const std::string &here,
                         Notices &notices) {
  double counts[3] = {0.0, 0.0, 0.0};
  const double time = STEPS_BETWEEN_LOOKS * update->dt;
  for (int i = 0; i < atom->nlocal; i++) {
    if ((atom->mask[i] & frozen_bit) || !(atom->radius[i] > 0.0))
      continue;
    const double *v = atom->v[i];
    counts[0] += 1.0;
    counts[1] += time * std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) <
                 SHARE_OF_RADIUS * atom->radius[i];
    counts[2] += touches[i] != 0;
  }
  ranks_of(lmp).sum(counts, 3);
  const bool rest = counts[0] > 0.0 && counts[1] >= SHARE_AT_REST * counts[0] &&
                    counts[2] >= SHARE_TOUCHING * counts[0];
  looks = rest ? looks + 1 : 0;
  has_warned = looks == LOOKS;
  if (has_warned)
    notices.keep("creep of " + here, warning(here), true);
}

std::string CreepWatch::warning(const std::string &here) const {
  const bool has_springs = dcm_model_find_option(model, "rolling_model") >= 0;
  return "dcm: " + here +
         ": the grains have come to rest, but will creep: the rolling friction of '" + model->id +
         "' resists rolling, but does not hold resting grains; " +
         (has_springs ? "use 'form consistent' without 'rolling_model constant'"
                      : "hertz-mindlin in 'form consistent' holds resting grains by springs");
}

} // namespace DCM_NS
