// SPDX-License-Identifier: GPL-2.0-or-later
#include "creep_watch.h"

#include "host_api.h"

#include "common/guards.h"

#include "atom.h"
#include "update.h"

#include <cmath>

extern "C" {
#include "runtime/model.h"
}

using namespace LAMMPS_NS;

namespace DCM_NS {

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
