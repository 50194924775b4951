/* SPDX-License-Identifier: MIT */
/** @file
 * Half steps and gravity: every instruction set and number of threads gives the bits that the
 * operations of LAMMPS give one by one, also for numbers that are none, and whoever is not in the
 * group keeps the bits that it had. Seeds as in support/random.h. */
#include <dcm/base.h>
#include <math.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "integrate/spheres.h"
#include "runtime/machine.h"
#include "support/check.h"
#include "support/random.h"
#include "support/run.h"

enum { MOST = 200, MEMBER = 4 };

typedef struct scene {
  double position[3 * MOST], velocity[3 * MOST], angular_velocity[3 * MOST], force[3 * MOST];
  double torque[3 * MOST], radius[MOST], mass[MOST];
  int groups[MOST];
} scene;

static dcm_spheres show(scene *s) {
  return (dcm_spheres){s->position, s->velocity, s->angular_velocity, s->force, s->torque,
                       s->radius,   s->mass,     s->groups,           MEMBER};
}

static double draw(dcm_random *random) {
  static const double odd[] = {0.0, -0.0, INFINITY, -INFINITY, 5e-324, 1e308};
  const double number = dcm_uniform(random, -2.0, 2.0);
  return dcm_uniform(random, 0.0, 1.0) < 0.05 ? odd[(int)dcm_uniform(random, 0.0, 5.999)] : number;
}

/** @param share of the particles that are in the group */
static void fill(scene *s, double share, dcm_random *random) {
  double *const vectors[] = {s->position, s->velocity, s->angular_velocity, s->force, s->torque};
  for (int i = 0; i < MOST; i++) {
    for (size_t v = 0; v < sizeof vectors / sizeof vectors[0]; v++)
      for (int c = 0; c < 3; c++)
        vectors[v][3 * i + c] = draw(random);
    s->radius[i] = dcm_uniform(random, 0.1, 3.0);
    s->mass[i] = dcm_uniform(random, 1e-3, 3.0);
    s->groups[i] = 1 | (dcm_uniform(random, 0.0, 1.0) < share ? MEMBER : 0);
  }
}

/** As the host does, number by number. */
static void move_plainly(scene *s, const dcm_half_step *h, int count) {
  for (int i = 0; i < count; i++) {
    if (!(s->groups[i] & MEMBER))
      continue;
    const double by_mass = h->change / s->mass[i];
    const double by_inertia = h->spin_change / (s->radius[i] * s->radius[i] * s->mass[i]);
    for (int c = 0; c < 3; c++) {
      for (int half = 0; half < (h->is_second_too ? 2 : 1); half++) {
        s->velocity[3 * i + c] += by_mass * s->force[3 * i + c];
        s->angular_velocity[3 * i + c] += by_inertia * s->torque[3 * i + c];
      }
      if (h->moves)
        s->position[3 * i + c] += h->move * s->velocity[3 * i + c];
    }
  }
}

static double weigh_plainly(scene *s, const double *g, int count) {
  double energy = 0.0;
  for (int i = 0; i < count; i++) {
    if (!(s->groups[i] & MEMBER))
      continue;
    const double *x = s->position + 3 * i;
    for (int c = 0; c < 3; c++)
      s->force[3 * i + c] += s->mass[i] * g[c];
    energy -= s->mass[i] * (g[0] * x[0] + g[1] * x[1] + g[2] * x[2]);
  }
  return energy;
}

static int is_same(const double *a, const double *b, size_t count) {
  /* A NaN has a sign that nobody reads, and that operands in another order change. */
  for (size_t n = 0; n < count; n++)
    if (memcmp(&a[n], &b[n], sizeof a[n]) != 0 && !(isnan(a[n]) && isnan(b[n])))
      return 0;
  return 1;
}

static void assert_same(const scene *a, const scene *b) {
  ck_assert(is_same(a->position, b->position, 3 * MOST));
  ck_assert(is_same(a->velocity, b->velocity, 3 * MOST));
  ck_assert(is_same(a->angular_velocity, b->angular_velocity, 3 * MOST));
  ck_assert(is_same(a->force, b->force, 3 * MOST));
}

static void in_every_way(const scene *first, const dcm_half_step *half, const double *g,
                         int count) {
  scene wanted = *first;
  move_plainly(&wanted, half, count);
  const double energy = weigh_plainly(&wanted, g, count);
  for (uint32_t isa = 0; isa < DCM_ISA_COUNT; isa++) {
    if (!dcm_isa_is_available(isa))
      continue;
    dcm_error error;
    ck_assert_int_eq(dcm_isa_use(dcm_isa_name(isa), &error), DCM_OK);
    for (uint32_t threads = 1; threads <= 3; threads++) {
      scene found = *first;
      const dcm_spheres spheres = show(&found);
      dcm_spheres_move(&spheres, half, (size_t)count, threads);
      dcm_spheres_weigh(&spheres, g, (size_t)count, threads);
      assert_same(&found, &wanted);
      const double height = dcm_spheres_height_energy(&spheres, g, (size_t)count);
      ck_assert(is_same(&height, &energy, 1));
    }
  }
  dcm_error error;
  ck_assert_int_eq(dcm_isa_use(NULL, &error), DCM_OK);
}

TEST_TIMES(to_the_bit, 2) {
  static const double shares[] = {1.0, 0.97, 0.5, 0.0};
  dcm_random random = dcm_random_stream((uint64_t)_i);
  for (int round = 0; round < dcm_test_rounds(400); round++) {
    scene s;
    fill(&s, shares[round % 4], &random);
    const double dt = dcm_uniform(&random, 1e-5, 1e-2);
    const dcm_half_step half = {0.5 * dt, 0.5 * dt / 0.4, round / 8 % 2, round / 4 % 2, dt};
    const double g[3] = {draw(&random), draw(&random), draw(&random)};
    in_every_way(&s, &half, g, (int)dcm_uniform(&random, 0.0, MOST + 0.999));
  }
}

/* A process whose steps had threads goes on with them; a process that was forked from it has none.
 */
TEST(threads_of_a_process) {
  for (int n = 0; n < 2; n++) {
    ck_assert_uint_eq(dcm_threads_of_process(1), 1);
    ck_assert_uint_eq(dcm_threads_of_process(4), 4);
  }
  const pid_t child = fork();
  ck_assert_int_ge(child, 0);
  if (child == 0)
    _exit(dcm_threads_of_process(4) == 1 ? 0 : 1);
  int status = -1;
  ck_assert_int_eq(waitpid(child, &status, 0), child);
  ck_assert_int_eq(status, 0);
}
