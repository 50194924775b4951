/* SPDX-License-Identifier: MIT */
#include "check/regimes.h"

const char *const dcm_regime_names[DCM_REGIMES] = {"loading",  "unloading", "held",    "apart",
                                                   "yielding", "sliding",   "rolling", "breaking"};

static dcm_regimes seen;

static dcm_regime motion_of(const dcm_batch *b, uint32_t k) {
  const double velocity = b->normal_velocity[k];
  if (!(b->overlap[k] > 0.0))
    return DCM_APART;
  return velocity < 0.0 ? DCM_LOADED : velocity > 0.0 ? DCM_UNLOADED : DCM_HELD;
}

static void count_motions(dcm_scene *s) {
  dcm_batch *b = s->a;
  dcm_scene_live(s, dcm_scene_side(s));
  dcm_batch_evaluate(b, s->law, s->side_2, s->dt);
  for (uint32_t k = 0; k < b->count; k++) {
    seen.contacts++;
    seen.shares[motion_of(b, k)] += 1.0;
    seen.shares[DCM_YIELDING] += b->energies.dissipated_plastic[k] > 0.0;
    seen.shares[DCM_SLIDING] += b->energies.dissipated_sliding[k] > 0.0;
    seen.shares[DCM_ROLLING] += b->energies.dissipated_rolling[k] > 0.0;
    seen.shares[DCM_BREAKING] += b->energies.dissipated_fracture[k] > 0.0;
  }
}

dcm_regimes dcm_regimes_of(const dcm_subject *subject) {
  seen = (dcm_regimes){0};
  dcm_scene_rounds(subject, "regimes", NULL, 2, 8, count_motions);
  for (int r = 0; r < DCM_REGIMES && seen.contacts; r++)
    seen.shares[r] /= seen.contacts;
  return seen;
}
