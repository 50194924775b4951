/* SPDX-License-Identifier: MIT */
/** @file
 * The root finder and the integrator against those of GSL, the cube root against the C library's,
 * the radius of a JKR contact against the quartic solved in extended precision. */
#include <float.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_odeiv2.h>
#include <gsl/gsl_roots.h>
#include <math.h>

#include <dcm/base.h>

#include "mechanics/jkr.h"
#include "mechanics/restitution.h"
#include "numeric/simd.h"
#include "support/random.h"
#include "support/run.h"

/* ------------------------------------------------------------------------------- roots */

static double cosine_less_x(double x, void *data) {
  (void)data;
  return cos(x) - x;
}

static double flat(double x, void *data) {
  (void)data;
  return (x - 1.0) * (x - 1.0) * (x - 1.0);
}

static double steep(double x, void *data) {
  (void)data;
  return exp(20.0 * x) - 5.0;
}

static double pole_below(double x, void *data) {
  (void)data;
  return x < 0.3 ? -INFINITY : x - 0.7;
}

static const struct {
  double (*f)(double x, void *data);
  double a, b;
} brackets[] = {{cosine_less_x, 0.0, 2.0},
                {steep, -1.0, 3.0},
                {steep, 3.0, -1.0},
                {cosine_less_x, -10.0, 0.75},
                {flat, -2.0, 2.5}};

static double root_of_gsl(gsl_function f, double a, double b) {
  gsl_root_fsolver *solver = gsl_root_fsolver_alloc(gsl_root_fsolver_brent);
  gsl_root_fsolver_set(solver, &f, fmin(a, b), fmax(a, b));
  for (int i = 0; i < 200; i++)
    gsl_root_fsolver_iterate(solver);
  const double root = gsl_root_fsolver_root(solver);
  gsl_root_fsolver_free(solver);
  return root;
}

TEST_EACH(roots_are_those_of_gsl, brackets) {
  double root;
  ck_assert_int_eq(dcm_find_root(brackets[_i].f, NULL, brackets[_i].a, brackets[_i].b, 0.0, &root),
                   DCM_OK);
  const gsl_function f = {.function = brackets[_i].f};
  const double reference = root_of_gsl(f, brackets[_i].a, brackets[_i].b);
  /* A triple root is where the function underflows to the left and right of it: rounding of x - 1
   * leaves it at a few epsilon all the same. */
  ck_assert_double_eq_tol(root, reference, 8.0 * DBL_EPSILON * fmax(1.0, fabs(reference)));
}

static double counted(double x, void *data) {
  ++*(int *)data;
  return cos(x) - x;
}

/* Bisection takes 53 evaluations to the last digit; interpolation finds a smooth root in 8. */
TEST(smooth_roots_are_found_fast) {
  double root;
  int evaluations = 0;
  ck_assert_int_eq(dcm_find_root(counted, &evaluations, 0.0, 2.0, 0.0, &root), DCM_OK);
  ck_assert_int_le(evaluations, 10);
}

TEST(roots_may_lie_beside_infinity) {
  double root;
  ck_assert_int_eq(dcm_find_root(pole_below, NULL, 0.0, 1.0, 0.0, &root), DCM_OK);
  ck_assert_double_eq_tol(root, 0.7, 4.0 * DBL_EPSILON);
}

TEST(no_change_of_sign_is_no_bracket) {
  double root;
  ck_assert_int_eq(dcm_find_root(steep, NULL, 1.0, 2.0, 0.0, &root), DCM_ERROR);
  ck_assert_int_eq(dcm_find_root(steep, NULL, NAN, 2.0, 0.0, &root), DCM_ERROR);
}

/* -------------------------------------------------------------------------- integration */

static double logistic(double x, double y, void *data) {
  (void)data;
  return y * (2.0 - y) * cos(x);
}

static double resonance(double x, double y, void *data) {
  (void)data;
  return y / (1e-4 + (x - 0.4) * (x - 0.4)) * 1e-2;
}

static double blows_up(double x, double y, void *data) {
  (void)x;
  (void)data;
  return y * y;
}

static const struct {
  double (*slope)(double x, double y, void *data);
  double a, b, y;
} motions[] = {{logistic, 0.0, 6.0, 0.1}, {logistic, 6.0, 0.0, 0.1}, {resonance, 0.0, 1.0, 1.0}};

static int slope_for_gsl(double x, const double y[], double slope[], void *data) {
  const int i = *(const int *)data;
  slope[0] = motions[i].slope(x, y[0], NULL);
  return GSL_SUCCESS;
}

TEST_EACH(integrals_are_those_of_gsl, motions) {
  double y = motions[_i].y;
  ck_assert_int_eq(dcm_integrate(motions[_i].slope, NULL, motions[_i].a, motions[_i].b, 1e-13,
                                 1e-15, 100000, &y),
                   DCM_OK);
  int which = _i;
  gsl_odeiv2_system system = {.function = slope_for_gsl, .dimension = 1, .params = &which};
  gsl_odeiv2_driver *driver = gsl_odeiv2_driver_alloc_y_new(
      &system, gsl_odeiv2_step_rk8pd, motions[_i].b > motions[_i].a ? 1e-3 : -1e-3, 1e-15, 1e-14);
  double x = motions[_i].a, reference = motions[_i].y;
  ck_assert_int_eq(gsl_odeiv2_driver_apply(driver, &x, motions[_i].b, &reference), GSL_SUCCESS);
  gsl_odeiv2_driver_free(driver);
  /* A local tolerance of 1e-13 over a few hundred steps. */
  ck_assert_double_eq_tol(y / reference, 1.0, 3e-11);
}

TEST(integration_stops_where_the_solution_does) {
  double y = 1.0; /* y = 1/(1 - x) */
  ck_assert_int_eq(dcm_integrate(blows_up, NULL, 0.0, 2.0, 1e-10, 0.0, 100000, &y), DCM_ERROR);
  y = 1.0;
  ck_assert_int_eq(dcm_integrate(blows_up, NULL, 0.0, 0.5, 1e-13, 0.0, 100000, &y), DCM_OK);
  ck_assert_double_eq_tol(y, 2.0, 1e-11);
  y = 1.0;
  ck_assert_int_eq(dcm_integrate(blows_up, NULL, 0.0, 0.5, 1e-13, 0.0, 3, &y), DCM_ERROR);
}

/* ---------------------------------------------------------------------------- cube root */

TEST(cube_root_is_that_of_the_library) {
  dcm_random random = dcm_random_stream(0);
  for (int i = 0; i < dcm_test_rounds(100000); i++) {
    const double x = dcm_log_uniform(&random, 1e-290, 1e290);
    /* Rounding in the last of three steps: three products, two sums, a quotient. */
    ck_assert_double_eq_tol(dcm_cube_root(x) / cbrt(x), 1.0, 4.0 * DBL_EPSILON);
  }
  ck_assert_double_eq(dcm_cube_root(0.0), 0.0);
}

/* --------------------------------------------------------------------------- arc tangent */

TEST(arc_tangent_is_that_of_the_library) {
  dcm_random random = dcm_random_stream(0);
  for (int i = 0; i < dcm_test_rounds(100000); i++) {
    const double x = i % 2 ? dcm_uniform(&random, 0.0, 3.0) : dcm_log_uniform(&random, 1e-300, 3.0);
    /* Three halvings of a sum, a root, a sum and a quotient, and the last terms of the series. */
    ck_assert_double_eq_tol(dcm_arc_tangent(x) / atan(x), 1.0, 8.0 * DBL_EPSILON);
  }
  ck_assert_double_eq(dcm_arc_tangent(0.0), 0.0);
}

/* ---------------------------------------------------------------------------------- JKR */

/** b - m of the largest root b of b^4/R - kappa b = xi, by bisection of the quartic in t = b - m,
 * h taken in extended precision. */
static long double neck(long double kappa, long double radius, long double overlap) {
  const long double m = cbrtl(kappa * radius / 4.0L);
  const long double h = radius * overlap + 3.0L * m * m * m * m;
  long double low = 0.0L, high = powl(h, 0.25L);
  for (int i = 0; i < 200; i++) {
    const long double t = 0.5L * (low + high);
    if (t * t * (t * t + 4.0L * m * t + 6.0L * m * m) < h)
      low = t;
    else
      high = t;
  }
  return 0.5L * (low + high);
}

TEST(jkr_radius_solves_the_quartic) {
  dcm_random random = dcm_random_stream(0);
  for (int i = 0; i < dcm_test_rounds(20000); i++) {
    const double young = dcm_log_uniform(&random, 1e5, 1e11);
    const double radius = dcm_log_uniform(&random, 1e-6, 1e-1);
    const dcm_jkr_pair pair = dcm_jkr_pair_of(young, dcm_log_uniform(&random, 1e-6, 1e2));
    const double reach = dcm_jkr_snap_off_reach(pair, radius);
    /* From 1e-8 of the reach above the end of the stable branch to a million times it. */
    const double overlap = reach * (dcm_log_uniform(&random, 1e-8, 1e6) - 1.0);
    const dcm_jkr_contact contact = dcm_jkr_solve(pair, radius, overlap);
    const long double m = cbrtl((long double)pair.kappa * radius / 4.0L);
    const long double t = neck(pair.kappa, radius, overlap);
    const long double a = (m + t) * (m + t);
    /* The overlap is a double, and dxi/da vanishes at the end of the branch: an error eps R xi in
     * h = 6 m^2 t^2 is one of eps m^2/(2 t) in t, so that of a is eps m/t beside the 1e-13. */
    const double allowed = 1e-13 + 4.0 * DBL_EPSILON * (double)(m / t);
    ck_assert_msg(fabsl(contact.radius / a - 1.0L) <= allowed,
                  "radius %.17g, exactly %.17Lg, at overlap %.17g of reach %.17g; seed %llu",
                  contact.radius, a, overlap, reach, (unsigned long long)dcm_test_seed());
  }
}

TEST(jkr_without_adhesion_is_hertz) {
  const dcm_jkr_pair pair = dcm_jkr_pair_of(1e7, 0.0);
  const double overlaps[] = {0.0, 1e-300, 1e-12, 1e-5, 1e3};
  for (int i = 0; i < 5; i++) {
    const dcm_jkr_contact contact = dcm_jkr_solve(pair, 1e-3, overlaps[i]);
    const double radius = sqrt(1e-3 * overlaps[i]);
    ck_assert_double_le(fabs(contact.radius - radius), 1e-14 * radius);
  }
  ck_assert_double_eq(dcm_jkr_snap_off_reach(pair, 1e-3), 0.0);
}

/* --------------------------------------------------------------------- damping of power laws */

/* A linear spring and dashpot: ln e = -pi zeta/sqrt(1 - zeta^2), D = 2 zeta sqrt(k). */
TEST(damping_of_a_linear_spring) {
  const double pi = 3.14159265358979323846;
  for (double e = 0.05; e < 1.0; e += 0.05) {
    double damping, smallest;
    ck_assert_int_eq(
        dcm_damping_of_power_law((dcm_exponents){1.0, 1.0, 0.0}, 3e6, 2e-5, e, &damping, &smallest),
        DCM_OK);
    const double expected = -2.0 * log(e) / sqrt(pi * pi + log(e) * log(e)) * sqrt(3e6);
    ck_assert_double_eq_tol(damping, expected, 1e-9 * expected);
  }
}

/* Within what it promises the search always ends with an answer, and the answer is physics: a
 * damping, or the least restitution there is. */
TEST(search_for_damping_succeeds) {
  dcm_random random = dcm_random_stream(3);
  for (int k = 0; k < dcm_test_rounds(1000); k++) {
    const double p = dcm_chance(&random, 0.5) ? 0.0 : dcm_log_uniform(&random, 1e-3, 10.0);
    const double most = DCM_POWER_LAW_LARGEST_QUOTIENT * (p + 1.0) - 1.0;
    const double n = dcm_chance(&random, 0.2) ? most : dcm_log_uniform(&random, 0.1, most);
    const double q = dcm_chance(&random, 0.3) ? 1.0 : dcm_log_uniform(&random, 1e-2, 20.0);
    const double e = dcm_uniform(&random, 0.05, 1.0);
    double damping, smallest;
    if (dcm_damping_of_power_law((dcm_exponents){n, q, p}, 1.0, 1.0, e, &damping, &smallest) ==
        DCM_OK)
      ck_assert_msg(damping > 0.0 && isfinite(damping), "nU %g nDV %g nDP %g e %g: %g", n, q, p, e,
                    damping);
    else
      ck_assert_msg(smallest > e && smallest < 1.0, "nU %g nDV %g nDP %g e %g: smallest %g", n, q,
                    p, e, smallest);
  }
}

static const dcm_exponents unresolved[] = {
    {40.0, 1.0, 0.25}, {1e5, 1.0, 0.25}, {1e11, 1.0, 0.25}, {1e300, 1.0, 0.0}, {24.1, 1.0, 0.0},
};

/* Beyond, it says at once that it is the search that fails. */
TEST_EACH(search_for_damping_is_bounded, unresolved) {
  double damping, smallest = 0.0;
  ck_assert_int_eq(dcm_damping_of_power_law(unresolved[_i], 1.0, 1.0, 0.9, &damping, &smallest),
                   DCM_ERROR);
  ck_assert(isnan(smallest));
}
