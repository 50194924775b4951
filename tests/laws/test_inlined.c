/* SPDX-License-Identifier: MIT */
/* hertz-mindlin once more, in form consistent without rolling friction: the whole law as the plain
 * formulas of docs/laws/hertz-mindlin.md, without the headers of its family. The law must compute
 * the same numbers at random contacts and states. */
#include "check/scene/samples.h"
#include "laws/by_hand.h"

enum { WIDTH = 13, CONTACTS = 64, ROUNDS = 200, FORCE = 0, ENERGY = 3 };
static const double young = 5e6, poisson = 0.25, restitution = 0.6, friction = 0.4;

/** Input and answers of the law, an array of CONTACTS for each number. */
typedef double row[CONTACTS];
static _Alignas(64) row normal[3], bisector[3], vt[3], spin_1[3], spin_2[3], xi, vn, radius_1,
    radius_2, effective_radius, mass, state[WIDTH], new_state[WIDTH],
    normal_force, force[3], couple_1[3], couple_2[3];

static dcm_vector entry(row *array, uint32_t k) {
  return (dcm_vector){array[0][k], array[1][k], array[2][k]};
}

/** One contact. The state is the force F and the energy E of the tangential spring.
 * @return whether the contact slides */
static int inlined(uint32_t k, double dt, double *fn, dcm_vector *ft, dcm_vector *F, double *E) {
  const double E_star = young / (2.0 * (1.0 - poisson * poisson));
  const double G_star = young / (4.0 * (2.0 - poisson) * (1.0 + poisson));
  const double alpha = log(restitution) / hypot(M_PI, log(restitution));
  const double a = sqrt(effective_radius[k] * xi[k]), kn = 2.0 * E_star * a, kt = 8.0 * G_star * a;
  const double eta_n = 2.0 * sqrt(5.0 / 6.0) * fabs(alpha) * sqrt(kn * mass[k]);
  const double eta_t = 2.0 * sqrt(5.0 / 6.0) * fabs(alpha) * sqrt(kt * mass[k]);
  *fn = 2.0 / 3.0 * kn * xi[k] - eta_n * vn[k];

  /* The area that is left holds this share of force and energy. */
  const dcm_vector n = entry(normal, k), v = entry(vt, k), old = entry(state + FORCE, k);
  const double uniform = dcm_dot(old, old) / (2.0 * kt);
  const double share = fmin(1.0, state[ENERGY][k] / uniform);
  const double excess = fmax(0.0, state[ENERGY][k] - uniform);
  /* The force is carried to the present plane and turns with the pair. */
  const dcm_vector carried = dcm_subtract_scaled(old, dcm_dot(n, old), entry(bisector, k));
  const double t = 0.25 * dt * dcm_dot(n, dcm_add(entry(spin_1, k), entry(spin_2, k)));
  const dcm_vector turned =
      dcm_add_scaled(dcm_scale(1.0 - 2.0 * t * t, carried),
                     2.0 * t * (1.0 - t * t / 2.0 - t * t * t * t / 4.0), dcm_cross(n, carried));
  /* Spring and damper, in series with a slider. */
  const dcm_vector held = dcm_scale(share, turned);
  const dcm_vector trial = dcm_add_scaled(held, kt * dt + eta_t, v);
  const double limit = friction * fmax(0.0, *fn);
  const int slips = dcm_length(trial) > limit;
  *ft = slips ? dcm_scale(limit / dcm_length(trial), trial) : trial;
  *F = dcm_add_scaled(held, kt * dt / (kt * dt + eta_t), dcm_subtract(*ft, held));
  *E = dcm_dot(*F, *F) / (2.0 * kt) + (slips ? 0.0 : excess);
  return slips;
}

/** Fills all contacts: some stick, some slide, and the area of some has shrunk since the state. */
static void fill(dcm_random *random, double dt) {
  for (uint32_t k = 0; k < CONTACTS; k++) {
    const dcm_vector n = dcm_random_direction(random), other = dcm_random_direction(random);
    const dcm_vector across = dcm_tangential_part(other, n);
    const double turn = dcm_uniform(random, 0.0, 0.1), speed = dcm_log_uniform(random, 1e-4, 1.0);
    const double r1 = dcm_log_uniform(random, 1e-4, 1e-2), r2 = dcm_log_uniform(random, 1e-4, 1e-2);
    radius_1[k] = r1;
    radius_2[k] = r2;
    effective_radius[k] = r1 * r2 / (r1 + r2);
    mass[k] = 1e4 * effective_radius[k] * effective_radius[k] * effective_radius[k];
    xi[k] = effective_radius[k] * dcm_log_uniform(random, 1e-5, 1e-2);
    vn[k] = dcm_uniform(random, -1.0, 1.0) * speed;
    const double kt = 8.0 * 1.14e6 * sqrt(effective_radius[k] * xi[k]);
    const double size = kt * xi[k] * dcm_log_uniform(random, 1e-3, 1.0);
    const double energy = size * size / (2.0 * kt) * dcm_uniform(random, 0.5, 2.0);
    const dcm_vector spins = dcm_scale(0.1 / dt, dcm_random_direction(random));
    for (int x = 0; x < 3; x++) {
      const double nx = (&n.x)[x], ax = (&across.x)[x];
      normal[x][k] = nx;
      bisector[x][k] = nx + turn * ax;
      vt[x][k] = speed * ax;
      spin_1[x][k] = (&spins.x)[x];
      spin_2[x][k] = 0.5 * spin_1[x][k];
      state[FORCE + x][k] = size * (ax + turn * nx);
    }
    state[ENERGY][k] = energy;
  }
}

static void expect_near(double actual, double expected, double size) {
  ck_assert_double_eq_tol(actual, expected, 1e-13 * size);
}

TEST(same_numbers) {
  dcm_law *law =
      hand_law("hertz-mindlin", "young %.17g poisson %.17g restitution %.17g friction %.17g", young,
               poisson, restitution, friction);
  ck_assert_uint_eq(law->history_width, WIDTH);
  const double *in[WIDTH];
  double *out[WIDTH];
  for (int c = 0; c < WIDTH; c++) {
    in[c] = state[c];
    out[c] = new_state[c];
  }
#define ROWS(array) {array[0], array[1], array[2]}
  dcm_contacts contacts = {.size = sizeof contacts,
                           .count = CONTACTS,
                           .normal = ROWS(normal),
                           .bisector = ROWS(bisector),
                           .overlap = xi,
                           .normal_velocity = vn,
                           .tangential_velocity = ROWS(vt),
                           .angular_velocity_1 = ROWS(spin_1),
                           .angular_velocity_2 = ROWS(spin_2),
                           .radius_1 = radius_1,
                           .radius_2 = radius_2,
                           .effective_radius = effective_radius,
                           .effective_mass = mass};
  const dcm_response response = {.size = sizeof response,
                                 .normal_force = normal_force,
                                 .tangential_force = ROWS(force),
                                 .couple_1 = ROWS(couple_1),
                                 .couple_2 = ROWS(couple_2),
                                 .history_in = in,
                                 .history_out = out};
  int slid = 0;
  for (uint64_t round = 0; round < ROUNDS; round++) {
    dcm_random random = dcm_random_of_seed(30, round);
    contacts.dt = dcm_log_uniform(&random, 1e-8, 1e-4);
    fill(&random, contacts.dt);
    dcm_law_compute(law, &contacts, &response);
    for (uint32_t k = 0; k < CONTACTS; k++) {
      double fn, E;
      dcm_vector ft, F;
      slid += inlined(k, contacts.dt, &fn, &ft, &F, &E);
      const double size = fabs(fn) + dcm_length(ft) + dcm_length(entry(state + FORCE, k));
      expect_near(normal_force[k], fn, size);
      for (int x = 0; x < 3; x++) {
        expect_near(force[x][k], (&ft.x)[x], size);
        expect_near(new_state[FORCE + x][k], (&F.x)[x], size);
      }
      expect_near(new_state[ENERGY][k], E, E + state[ENERGY][k]);
    }
  }
  ck_assert_int_gt(slid, CONTACTS);
  ck_assert_int_lt(slid, CONTACTS * (ROUNDS - 1));
}
