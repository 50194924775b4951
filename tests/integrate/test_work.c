/* SPDX-License-Identifier: MIT */
/** @file
 * The work of a step: the sums of particles one by one, in every instruction set to the same bits,
 * and the half kicks that come next. Seeds as in support/random.h. */
#include <math.h>
#include <string.h>

#include "ledger/work.h"
#include "support/check.h"
#include "support/random.h"
#include "support/run.h"

enum { MOST = 75, NUMBERS = 3 * MOST };

typedef struct scene {
  double velocity[NUMBERS], force[NUMBERS], of_contacts[NUMBERS], mass[MOST], radius[MOST];
  double velocity_then[NUMBERS];
  float kick[NUMBERS];
} scene;

static void fill(scene *s, dcm_random *random) {
  double *const rows[] = {s->velocity, s->force, s->of_contacts, s->velocity_then};
  for (size_t r = 0; r < sizeof rows / sizeof rows[0]; r++)
    for (int n = 0; n < NUMBERS; n++)
      rows[r][n] = dcm_uniform(random, -2.0, 2.0);
  for (int n = 0; n < NUMBERS; n++)
    s->kick[n] = (float)dcm_uniform(random, -2.0, 2.0);
  for (int i = 0; i < MOST; i++) {
    s->mass[i] = dcm_uniform(random, 0.1, 3.0);
    s->radius[i] = dcm_uniform(random, 0.1, 3.0);
  }
}

/** As the header says it.
 * @param sizes sums of the amounts, for rounding */
static void plain(const scene *s, size_t count, int turns, dcm_work *work, dcm_work *sizes) {
  *work = *sizes = (dcm_work){0.0, 0.0, 0.0, 0.0};
  for (size_t n = 0; n < 3 * count; n++) {
    const size_t i = n / 3;
    const double inertia = turns ? s->mass[i] * s->radius[i] * s->radius[i] : s->mass[i];
    const double path = s->velocity_then[n] + s->velocity[n];
    const double all = s->force[n] * path;
    const double others = (s->force[n] - s->of_contacts[n]) * path;
    work->of_all += all;
    work->of_others += others;
    work->square_then += inertia * s->velocity_then[n] * s->velocity_then[n];
    work->square_now += inertia * s->velocity[n] * s->velocity[n];
    sizes->of_all += fabs(all);
    sizes->of_others += fabs(others);
  }
  sizes->square_then = work->square_then;
  sizes->square_now = work->square_now;
}

static dcm_work run(dcm_work_kernel *kernel, scene *s, size_t count, int turns) {
  const dcm_work_rows rows = {
      s->velocity, s->force, s->of_contacts, s->mass, turns ? s->radius : NULL, s->velocity_then};
  dcm_work work;
  kernel(&rows, count, &work);
  return work;
}

TEST(sums_are_those_of_all_particles) {
  static dcm_work_kernel *const kernels[] = {DCM_ISA_TABLE(dcm_work_run)};
  dcm_random random = dcm_random_stream(211);
  for (size_t count = 0; count <= MOST; count++) {
    scene first, s;
    dcm_work expected, sizes, got = {0};
    const int turns = (int)(count % 2);
    fill(&first, &random);
    plain(&first, count, turns, &expected, &sizes);
    for (uint32_t isa = 0; isa <= dcm_isa_in_use(); isa++) {
      const dcm_work before = got;
      s = first;
      got = run(kernels[isa], &s, count, turns);
      ck_assert_msg(isa == 0 || memcmp(&got, &before, sizeof got) == 0, "%zu particles", count);
    }
    /* Sums in another order. */
    ck_assert_double_le(fabs(got.of_all - expected.of_all), 1e-13 * sizes.of_all);
    ck_assert_double_le(fabs(got.of_others - expected.of_others), 1e-13 * sizes.of_others);
    ck_assert_double_le(fabs(got.square_then - expected.square_then), 1e-13 * sizes.square_then);
    ck_assert_double_le(fabs(got.square_now - expected.square_now), 1e-13 * sizes.square_now);
  }
}

/** Number c of the kick that comes next, of velocity or spin, as the header says it. */
static float expected(double now, double then, double share, float before, float *left) {
  const double last = share * (now - then);
  *left = (float)last;
  return isnan(last) ? 0.0F : (float)(isnan(before) ? last : 2.0 * last - before);
}

TEST(kicks_are_foreseen) {
  static dcm_foresee_kernel *const kernels[] = {DCM_ISA_TABLE(dcm_foresee_run)};
  dcm_random random = dcm_random_stream(212);
  scene first[2];
  for (int kind = 0; kind < 2; kind++) {
    fill(&first[kind], &random);
    for (int n = kind; n < NUMBERS; n += 3 * (1 + n % 4)) /* of particles that were not there */
      first[kind].velocity_then[n] = NAN;
    for (int n = 1; n < NUMBERS; n += 5)
      first[kind].kick[n] = NAN;
  }
  for (uint32_t isa = 0; isa <= dcm_isa_in_use(); isa++)
    for (size_t count = 0; count <= MOST; count++) {
      const double share = count % 2 ? 0.5 : 1.0;
      const size_t begin = count / 3;
      scene s[2] = {first[0], first[1]};
      dcm_kick coming[MOST] = {{0.0F}};
      const dcm_foresight_rows rows = {.velocity = {s[0].velocity, s[1].velocity},
                                       .velocity_then = {s[0].velocity_then, s[1].velocity_then},
                                       .share = share,
                                       .kick = {s[0].kick, s[1].kick},
                                       .coming = coming};
      kernels[isa](&rows, begin, count);
      for (size_t n = 0; n < 2 * NUMBERS; n++) {
        const size_t kind = n / NUMBERS, k = n % NUMBERS;
        const scene *before = &first[kind];
        const int is_asked = k >= 3 * begin && k < 3 * count;
        float left = before->kick[k], next = 0.0F;
        if (is_asked)
          next = expected(before->velocity[k], before->velocity_then[k], share, before->kick[k],
                          &left);
        ck_assert(coming[k / 3][4 * kind + k % 3] == next);
        ck_assert(isnan(left) ? isnan(s[kind].kick[k]) : s[kind].kick[k] == left);
      }
    }
}
