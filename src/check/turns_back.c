/* SPDX-License-Identifier: MIT */
#include "check/turns_back.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "runtime/energies.h"

enum { CONTACTS = DCM_SCENE_CONTACTS, STORED = DCM_ENERGIES_STORED };

/** Energy that is stored after a step so short that nothing has moved. */
typedef struct stores {
  double of[STORED][CONTACTS], load[CONTACTS];
} stores;

/** Motions that turn back. */
typedef struct parts {
  double normal, sliding, spins; /**< 1 or -1 */
} parts;

static void creep(dcm_scene *s, parts sign, stores *to) {
  static const double slow = 1e-9;
  dcm_batch *a = s->a, *b = s->b;
  for (uint32_t k = 0; k < CONTACTS; k++) {
    b->normal_velocity[k] = sign.normal * slow * a->normal_velocity[k];
    dcm_store(b->tangential_velocity, k,
              dcm_scale(sign.sliding * slow, dcm_scene_vector(a->tangential_velocity, k)));
    dcm_store(b->angular_velocity_1, k,
              dcm_scale(sign.spins * slow, dcm_scene_vector(a->angular_velocity_1, k)));
    dcm_store(b->angular_velocity_2, k,
              dcm_scale(sign.spins * slow, dcm_scene_vector(a->angular_velocity_2, k)));
  }
  dcm_batch_compute(b, s->law, s->side_2, slow * s->dt);
  memcpy(to->load, b->normal_force, sizeof to->load);
  for (size_t e = 0; e < STORED; e++)
    for (uint32_t k = 0; k < CONTACTS; k++)
      to->of[e][k] = dcm_scene_energy(b, e, k);
}

/** A contact in motion: batch b has it at the end of a step, as if no time had passed. */
static void go(dcm_scene *s) {
  dcm_batch *a = s->a, *b = s->b;
  dcm_scene_live(s, dcm_scene_side(s));
  dcm_scene_copy(s);
  dcm_batch_evaluate(a, s->law, s->side_2, s->dt);
  dcm_batch_evaluate(b, s->law, s->side_2, s->dt);
  for (uint32_t c = 0; c < s->law->history_width; c++)
    memcpy(b->history[c], a->new_history[c], CONTACTS * sizeof(double));
  /* The normal has turned already. */
  for (uint32_t k = 0; k < CONTACTS; k++)
    dcm_turn_normal(b, k, dcm_scene_vector(a->normal, k), 0);
}

/* Forces may be others on the way back, and stores may get smaller from there on. But a store that
 * is empty as soon as the direction of an endless slow motion changes was let go by no motion. */
void dcm_turns_back(dcm_scene *s) {
  static const parts on = {1.0, 1.0, 1.0};
  static stores onward, back;
  const uint32_t which = dcm_below(&s->random, 4);
  const parts turned = {which == 0 || which == 3 ? -1.0 : 1.0,
                        which == 1 || which == 3 ? -1.0 : 1.0,
                        which == 2 || which == 3 ? -1.0 : 1.0};
  go(s);
  creep(s, on, &onward);
  creep(s, turned, &back);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    double size = 0.0;
    for (size_t e = 0; e < STORED; e++)
      size = fmax(size, fmax(fabs(onward.of[e][k]), fabs(back.of[e][k])));
    for (size_t e = 0; e < STORED; e++) {
      const double before = dcm_scene_energy(s->a, e, k);
      const double allowed = 0.02 * size;
      /* Damping that hardly depends on the speed may take the load away, and friction with it. */
      const int is_let_go =
          e > 0 && fabs(back.load[k] - onward.load[k]) > 1e-3 * fabs(onward.load[k]);
      if (is_let_go || fabs(back.of[e][k] - onward.of[e][k]) <= allowed ||
          fabs(onward.of[e][k] - before) > 0.1 * allowed)
        continue;
      char name[64];
      snprintf(name, sizeof name, "energies->%s", dcm_energy_names[e]);
      dcm_scene_find(s, k,
                     "what a contact stores jumps where its motion turns back, before anything has "
                     "moved: look for a state or a branch that begins anew when the sign of a "
                     "velocity changes",
                     name, back.of[e][k], onward.of[e][k], allowed);
    }
  }
}
