/* SPDX-License-Identifier: MIT */
/** @file
 * The search for near pairs gives the list of a host that goes from each particle through the bins
 * around it, pair for pair in the same order: boxes of all shapes, bins of all sizes, particles at
 * random and on lattices, where distances equal the cutoff; seeds as in support/random.h. */
#include <stdlib.h>
#include <string.h>

#include "contacts/near_search.h"
#include "runtime/machine.h"
#include "support/check.h"
#include "support/random.h"
#include "support/run.h"
#include "ways.h"

enum { MOST = 400, MOST_BINS = 40000, MOST_PAIRS = 100000 };

typedef struct scene {
  uint32_t owned, all;
  double position[MOST][3], radius[MOST], skin, cutoff, size[3];
  int next[MOST], of[MOST], head[MOST_BINS], across[3], reach[3];
  int stencil[MOST_BINS], stencil_count;
} scene;

/** Pairs that the host finds. */
static int expected[MOST_PAIRS], taken[MOST_PAIRS];
static uint32_t counts[MOST];

static int is_left_out(void *data, uint32_t i, uint32_t j) {
  return (i * 7 + j * 3) % *(const uint32_t *)data == 0;
}

static void bin(scene *s) {
  memset(s->head, -1, sizeof s->head);
  for (uint32_t n = s->all; n > 0; n--) {
    int place[3];
    for (int c = 0; c < 3; c++)
      place[c] = (int)(s->position[n - 1][c] / s->size[c]);
    const int b = (place[2] * s->across[1] + place[1]) * s->across[0] + place[0];
    s->of[n - 1] = b;
    s->next[n - 1] = s->head[b];
    s->head[b] = (int)n - 1;
  }
}

/** The bins whose nearest corners are nearer than the cutoff, by rows. */
static void make_stencil(scene *s) {
  s->stencil_count = 0;
  for (int z = -s->reach[2]; z <= s->reach[2]; z++)
    for (int y = -s->reach[1]; y <= s->reach[1]; y++)
      for (int x = -s->reach[0]; x <= s->reach[0]; x++) {
        const int at[3] = {x, y, z};
        double nearest_2 = 0.0;
        for (int c = 0; c < 3; c++) {
          const double apart = (abs(at[c]) > 0 ? abs(at[c]) - 1 : 0) * s->size[c];
          nearest_2 += apart * apart;
        }
        if (nearest_2 < s->cutoff * s->cutoff)
          s->stencil[s->stencil_count++] = (z * s->across[1] + y) * s->across[0] + x;
      }
}

/** Particles keep as far away from the last bins as the stencil reaches, as a host's do. */
static void make_scene(scene *s, dcm_random *random) {
  s->all = 1 + dcm_below(random, MOST);
  s->owned = dcm_below(random, s->all + 1);
  s->skin = dcm_uniform(random, 0.05, 0.4);
  const int is_lattice = dcm_chance(random, 0.3);
  for (uint32_t i = 0; i < s->all; i++)
    s->radius[i] = is_lattice ? 0.5 : dcm_uniform(random, 0.2, 0.5);
  s->cutoff = 1.0 + s->skin;
  double inner[3];
  for (int c = 0; c < 3; c++) {
    s->size[c] = s->cutoff * (is_lattice ? 0.5 : dcm_uniform(random, 0.3, 1.3));
    s->reach[c] = (int)(s->cutoff / s->size[c]);
    s->reach[c] += s->reach[c] * s->size[c] < s->cutoff;
    const int inner_bins = 1 + (int)dcm_below(random, 14);
    inner[c] = inner_bins * s->size[c];
    s->across[c] = inner_bins + 2 * s->reach[c];
  }
  for (uint32_t i = 0; i < s->all; i++)
    for (int c = 0; c < 3; c++) {
      const double step = 0.5 * s->size[c];
      const double place = dcm_uniform(random, 0.0, 0.999999) * inner[c];
      s->position[i][c] =
          s->reach[c] * s->size[c] + (is_lattice ? (int)(place / step) * step : place);
    }
  bin(s);
  make_stencil(s);
}

static void find_as_a_host(const scene *s, uint32_t excluded) {
  uint32_t found = 0;
  for (uint32_t i = 0; i < s->owned; i++) {
    const uint32_t before = found;
    for (int k = 0; k < s->stencil_count; k++)
      for (int j = s->head[s->of[i] + s->stencil[k]]; j >= 0; j = s->next[j]) {
        if (j <= (int)i || (excluded && is_left_out(&excluded, i, (uint32_t)j)))
          continue;
        const double dx = s->position[i][0] - s->position[j][0];
        const double dy = s->position[i][1] - s->position[j][1];
        const double dz = s->position[i][2] - s->position[j][2];
        const double distance_2 = dx * dx + dy * dy + dz * dz;
        const double cut = (s->radius[i] + s->radius[j]) + s->skin;
        ck_assert_uint_lt(found, MOST_PAIRS);
        if (distance_2 <= cut * cut)
          expected[found++] = j;
      }
    counts[i] = found - before;
  }
}

TEST(list_is_the_hosts) {
  static scene s;
  dcm_near_search *search = dcm_near_search_create();
  ck_assert_ptr_nonnull(search);
  dcm_way ways[DCM_WAYS];
  const uint32_t way_count = dcm_list_ways(ways);
  for (int round = 0; round < dcm_test_rounds(300); round++) {
    dcm_random random = dcm_random_stream((uint64_t)(120000 + round));
    make_scene(&s, &random);
    uint32_t excluded = dcm_chance(&random, 0.3) ? 2 + dcm_below(&random, 5) : 0;
    find_as_a_host(&s, excluded);
    dcm_near_question question = {.position = s.position[0],
                                  .radius = s.radius,
                                  .first_count = s.owned,
                                  .particles = s.all,
                                  .skin = s.skin,
                                  .threads = 1 + dcm_below(&random, 4),
                                  .leaves_out = excluded ? is_left_out : NULL,
                                  .data = &excluded};
    question.bins.head = s.head;
    question.bins.next = s.next;
    question.bins.of = s.of;
    question.bins.stencil = s.stencil;
    question.bins.stencil_count = s.stencil_count;
    question.bins.surely_2 = s.cutoff * s.cutoff * (1.0 - 1e-9);
    memcpy(question.bins.across, s.across, sizeof s.across);
    memcpy(question.bins.reach, s.reach, sizeof s.reach);
    for (uint32_t w = 0; w < way_count; w++) {
      dcm_use_way(&ways[w]);
      ck_assert_int_eq(dcm_near_search_run(search, &question), DCM_OK);
      int *rows[MOST];
      uint32_t used = 0;
      for (uint32_t i = 0; i < s.owned; i++) {
        ck_assert_msg(dcm_near_search_counts(search)[i] == counts[i],
                      "round %d, %s, %u threads: particle %u has %u pairs, not %u", round,
                      ways[w].name, question.threads, i, dcm_near_search_counts(search)[i],
                      counts[i]);
        rows[i] = taken + used;
        used += counts[i];
      }
      dcm_near_search_take(search, rows);
      for (uint32_t p = 0; p < used; p++)
        ck_assert_msg(taken[p] == expected[p],
                      "round %d, %s, %u threads: pair %u is with %d, not %d", round, ways[w].name,
                      question.threads, p, taken[p], expected[p]);
    }
  }
  dcm_use_way(NULL);
  dcm_near_search_destroy(search);
}

/** Kinds are of a gap as a fraction of the radii, in any units. */
TEST(kinds_of_gaps) {
  static const double fractions[DCM_GAP_KINDS] = {-0.01, 0.002, 0.005, 0.02, 0.05, 0.1};
  static const double sums[] = {1e-6, 0.01, 1.0, 3000.0};
  for (uint32_t kind = 0; kind < DCM_GAP_KINDS; kind++)
    for (uint32_t n = 0; n < sizeof sums / sizeof *sums; n++)
      ck_assert_uint_eq(dcm_gap_kind(fractions[kind] * sums[n], sums[n]), kind);
}
