/* SPDX-License-Identifier: MIT */
/** @file
 * The work of a step: the sums of particles one by one, in every instruction set to the same bits,
 * and the rows of the next step. Seeds as in support/random.h. */
#include <math.h>
#include <string.h>

#include "ledger/work.h"
#include "support/check.h"
#include "support/random.h"
#include "support/run.h"

enum { MOST = 75, NUMBERS = 3 * MOST };

typedef struct scene {
  double velocity[NUMBERS], force[NUMBERS], of_contacts[NUMBERS], mass[MOST], radius[MOST];
  double velocity_then[NUMBERS], force_then[NUMBERS], others_then[NUMBERS];
} scene;

static void fill(scene *s, dcm_random *random) {
  double *const rows[] = {s->velocity,      s->force,      s->of_contacts,
                          s->velocity_then, s->force_then, s->others_then};
  for (size_t r = 0; r < sizeof rows / sizeof rows[0]; r++)
    for (int n = 0; n < NUMBERS; n++)
      rows[r][n] = dcm_uniform(random, -2.0, 2.0);
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
    const double all = (s->force_then[n] + s->force[n]) * path;
    const double others = (s->others_then[n] + s->force[n] - s->of_contacts[n]) * path;
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
      s->velocity,      s->force,      s->of_contacts, s->mass, turns ? s->radius : NULL,
      s->velocity_then, s->force_then, s->others_then};
  dcm_work work;
  kernel(&rows, count, &work);
  return work;
}

START_TEST(sums_are_those_of_all_particles) {
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
    for (size_t n = 0; n < NUMBERS; n++) {
      const int moved = n < 3 * count;
      const double others = first.force[n] - first.of_contacts[n];
      ck_assert(s.velocity_then[n] == (moved ? first.velocity[n] : first.velocity_then[n]));
      ck_assert(s.force_then[n] == (moved ? first.force[n] : first.force_then[n]));
      ck_assert(s.others_then[n] == (moved ? others : first.others_then[n]));
    }
  }
}
END_TEST

START_TEST(a_particle_that_was_not_there_goes_on) {
  static dcm_foresee_kernel *const kernels[] = {DCM_ISA_TABLE(dcm_foresee_run)};
  dcm_random random = dcm_random_stream(212);
  scene s;
  fill(&s, &random);
  for (int n = 0; n < NUMBERS; n += 3 * (1 + n % 4))
    s.velocity_then[n] = s.velocity_then[n + 1] = s.velocity_then[n + 2] = NAN;
  for (uint32_t isa = 0; isa <= dcm_isa_in_use(); isa++)
    for (size_t count = 0; count <= NUMBERS; count += 3) {
      double late[NUMBERS], kick[NUMBERS];
      memset(late, 0, sizeof late);
      memcpy(kick, s.others_then, sizeof kick);
      for (int n = 1; n < NUMBERS; n += 5)
        kick[n] = NAN;
      double before[NUMBERS];
      memcpy(before, kick, sizeof before);
      kernels[isa](s.velocity, s.velocity_then, kick, count, late);
      for (size_t n = 0; n < NUMBERS; n++) {
        const double now = s.velocity[n], last = now - s.velocity_then[n];
        const double next = isnan(before[n]) ? last : 2.0 * last - before[n];
        const double expected = n >= count ? 0.0 : isnan(last) ? now : now + next;
        ck_assert_double_eq(late[n], expected);
        const double left = n < count ? last : before[n];
        ck_assert(isnan(left) ? isnan(kick[n]) : kick[n] == left);
      }
    }
}
END_TEST

int main(void) {
  TCase *all = tcase_create("work");
  tcase_add_test(all, sums_are_those_of_all_particles);
  tcase_add_test(all, a_particle_that_was_not_there_goes_on);
  return dcm_run(all);
}
