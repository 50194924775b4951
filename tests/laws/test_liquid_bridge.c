/* SPDX-License-Identifier: MIT */
/* The law liquid-bridge against what is known in closed form: pull, work and rupture of a bridge,
 * and that its liquid is what the grains gave, never more than they had, and comes back. */
#include "laws/by_hand.h"

#include "check/scene/samples.h"
#include "support/random.h"

static const hand_value water[] = {
    {"young", 1e7},    {"poisson", 0.25},  {"restitution", 0.6},       {"friction", 0.4},
    {"rolling", 0.05}, {"twisting", 0.02}, {"surface_tension", 0.073}, {"contact_angle", 30.0},
    {NULL, 0.0},
};
static const hand_choice shares[] = {{"rupture", "shares"}, {NULL, NULL}};
static const hand_choice closed_form[] = {{"pull", "closed"}, {NULL, NULL}};
static const hand_choice by_fit[] = {{"pull", "fitted"}, {NULL, NULL}};
static const double gamma_water = 0.073, theta = DCM_PI / 6.0;

enum { LIQUID, DEMAND, VOLUME = 8, BRIDGE = 0, PULL };
static const double dt = 1e-6;

/** Contacts that are led by hand; what a grain has changes only where a test says so. */
typedef struct wet {
  dcm_law *law;
  dcm_batch *b;
  int side_2;
} wet;

static wet meet(dcm_law *law, int side_2, uint32_t count, double r1, double r2, double liquid_1,
                double liquid_2) {
  wet w = {law, hand_batch(law, count), side_2};
  for (uint32_t k = 0; k < count; k++) {
    w.b->radius_1[k] = r1;
    w.b->radius_2[k] = side_2 == DCM_SIDE_WALL ? INFINITY : r2;
    w.b->effective_mass[k] = 1e-6;
    w.b->separation[0][k] = side_2 == DCM_SIDE_WALL ? r1 : r1 + r2;
    w.b->quantities_1[LIQUID][k] = liquid_1;
    w.b->quantities_2[LIQUID][k] = liquid_2;
    w.b->quantities_1[DEMAND][k] = w.b->quantities_2[DEMAND][k] = 0.0;
  }
  dcm_law_history_begin(law, 0, (uint32_t)side_2, count, w.b->history);
  dcm_batch_evaluate(w.b, law, side_2, 0.0);
  return w;
}

/** A step at this overlap, at rest. @return the normal force */
static double step(wet *w, double overlap) {
  for (uint32_t k = 0; k < w->b->count; k++) {
    w->b->overlap[k] = overlap;
    w->b->normal_velocity[k] = 0.0;
  }
  dcm_batch_compute(w->b, w->law, w->side_2, dt);
  dcm_advance_history(w->b, w->law);
  return w->b->normal_force[0];
}

static const double hair = 1e-15;

/** Two that touched for as long as it takes to have a bridge. */
static wet bridged(dcm_law *law, int side_2, double r1, double r2, double liquid_1,
                   double liquid_2) {
  wet w = meet(law, side_2, 1, r1, r2, liquid_1, liquid_2);
  step(&w, hair);
  ck_assert_double_eq(w.b->outputs[BRIDGE][0], 0.0);
  step(&w, hair);
  return w;
}

static double volume(const wet *w) {
  return w->b->history[VOLUME][0];
}

static double rupture(double v) {
  return (1.0 + 0.5 * theta) * cbrt(v);
}

/** Solid angle of a cone that touches the other sphere, over that of all directions. */
static double cap(double own, double other) {
  return 0.5 * (1.0 - cos(asin(other / (own + other))));
}

/* ----------------------------------------------------------------------------------- the pull */

/* 2 pi R gamma cos(theta) where two just touch, R the harmonic mean of the radii, twice the radius
 * at a plane, whatever the volume; less beyond. */
TEST(pull_at_contact) {
  static const double r1 = 1e-3, r2 = 2.5e-3;
  for (double liquid = 1e-16; liquid < 1e-10; liquid *= 10.0) {
    const double grain[] = {2.0 * r1 * r2 / (r1 + r2), 2.0 * r1};
    for (int at_wall = 0; at_wall < 2; at_wall++) {
      wet w = bridged(hand_law("liquid-bridge", closed_form, water),
                      at_wall ? DCM_SIDE_WALL : DCM_SIDE_PARTICLE, r1, r2, liquid,
                      at_wall ? 0.0 : liquid);
      const double most = 2.0 * DCM_PI * grain[at_wall] * gamma_water * cos(theta);
      hand_near_of(step(&w, 0.0), -most, 0.0);
      hand_near(w.b->outputs[PULL][0], most);
      const double s = 0.3 * rupture(volume(&w)), x = s * sqrt(grain[at_wall] / volume(&w));
      hand_near(step(&w, -s), -most / (1.0 + 1.05 * x + 2.5 * x * x));
      ck_assert_double_eq(w.b->tangential_force[1][0], 0.0);
    }
  }
}

/** Willett and others' fit to numerical solutions for equal spheres: the logarithm of the pull over
 * 2 pi R gamma.
 * @param v ln(V/R^3)
 * @param s ln(S/2 sqrt(R/V)) */
static double fitted(double v, double s, double angle) {
  static const double f[4][3][4] = {{{-0.44507, -0.1119, -0.012101, -0.0005},
                                     {0.050832, -0.000411, -0.0036456, -0.0003505},
                                     {-1.1466, -0.1490, -0.01255, -0.00029076}},
                                    {{1.9222, -0.0668, -0.0013375, 0.0},
                                     {-0.57473, -0.1201, -0.0068988, 0.0},
                                     {-1.2918, -0.22574, -0.01137, 0.0}},
                                    {{1.268, 0.198, 0.02232, 0.0008585},
                                     {-0.01396, 0.092, 0.02238, 0.001318},
                                     {-0.23566, -0.06418, -0.009853, -0.00053}},
                                    {{-0.010703, 0.03345, 0.0018574, 0.0},
                                     {0.073776, 0.04543, 0.004456, 0.0},
                                     {-0.34742, -0.09056, -0.006257, 0.0}}};
  double sum[4] = {0.0};
  for (int i = 0; i < 4; i++)
    for (int power = 3; power >= 0; power--)
      sum[i] = sum[i] * v + f[i][0][power] + angle * (f[i][1][power] + angle * f[i][2][power]);
  return sum[0] - sum[1] * exp(s * (sum[2] + s * sum[3]));
}

/* How good the closed form is for bridges that are not small, as the page says. */
TEST(near_the_numerical_solutions) {
  static const struct {
    double degrees, volume;
    double ratio[2]; /* of the pull to the fit at contact and half way to rupture */
  } known[] = {
      {0.0, 1e-3, {1.09, 0.87}},  {0.0, 1e-2, {1.15, 0.86}},  {0.0, 1e-1, {1.28, 0.88}},
      {30.0, 1e-3, {1.12, 0.78}}, {30.0, 1e-2, {1.20, 0.75}}, {30.0, 1e-1, {1.38, 0.76}},
  };
  const double r = 1e-3, share = cap(r, r);
  for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
    const hand_value values[] = {
        {"young", 1e7},    {"poisson", 0.25},        {"restitution", 0.6},
        {"friction", 0.4}, {"surface_tension", 1.0}, {"contact_angle", known[i].degrees},
        {NULL, 0.0}};
    const double angle = known[i].degrees * DCM_PI / 180.0, v = known[i].volume * r * r * r;
    const double torn = (1.0 + 0.5 * angle) * cbrt(v), grain = 0.5 * v * (1.0 - 1e-9) / share;
    wet w = bridged(hand_law("liquid-bridge", closed_form, values), DCM_SIDE_PARTICLE, r, r, grain,
                    grain);
    for (int away = 0; away < 2; away++) {
      const double s = (away ? 0.5 : 1e-9) * torn;
      const double fit =
          2.0 * DCM_PI * r * exp(fitted(log(known[i].volume), log(0.5 * s * sqrt(r / v)), angle));
      ck_assert_double_eq_tol(-step(&w, -s) / fit, known[i].ratio[away], 0.01);
    }
  }
}

/** A bridge of given volume, over the cube of the radius, between equal spheres of 1 mm, and a
 * liquid of surface tension 1. */
static wet of_volume(const hand_choice *choices, double degrees, double relative) {
  const hand_value values[] = {
      {"young", 1e7},           {"poisson", 0.25},          {"restitution", 0.6}, {"friction", 0.4},
      {"surface_tension", 1.0}, {"contact_angle", degrees}, {NULL, 0.0}};
  const double r = 1e-3, grain = 0.5 * relative * r * r * r * (1.0 - 1e-12) / cap(r, r);
  return bridged(hand_law("liquid-bridge", choices, values), DCM_SIDE_PARTICLE, r, r, grain, grain);
}

/* The fit is the default. */
TEST(the_fit) {
  dcm_random random = dcm_random_stream(2);
  for (int i = 0; i < 200; i++) {
    const double degrees = dcm_uniform(&random, 0.0, 50.0), angle = degrees * DCM_PI / 180.0;
    const double v = dcm_log_uniform(&random, 1e-6, 0.1), r = 1e-3;
    const double s = dcm_log_uniform(&random, 1e-4, 1.0) * (1.0 + 0.5 * angle) * cbrt(v);
    wet w = of_volume(NULL, degrees, v);
    /* Coefficients of smaller bridges are those of a volume of 1e-4. */
    const double f = fitted(log(fmax(v, 1e-4)), log(0.5 * s / sqrt(v)), angle);
    const double pull = -step(&w, -s * r), touch = -step(&w, 0.0);
    ck_assert_double_eq_tol(pull / (2.0 * DCM_PI * r * exp(f)), 1.0, 1e-9);
    /* Where they touch it is the limit. */
    const double near = fitted(log(fmax(v, 1e-4)), log(1e-8), angle);
    ck_assert_double_eq_tol(touch / (2.0 * DCM_PI * r * exp(near)), 1.0, 1e-9);
    /* At a wall R is twice the radius. */
    const hand_value values[] = {
        {"young", 1e7},    {"poisson", 0.25},        {"restitution", 0.6},
        {"friction", 0.4}, {"surface_tension", 1.0}, {"contact_angle", degrees},
        {NULL, 0.0}};
    w = bridged(hand_law("liquid-bridge", by_fit, values), DCM_SIDE_WALL, r, INFINITY,
                2.0 * v * r * r * r * (1.0 - 1e-12), 0.0);
    const double at_wall = fitted(log(fmax(v / 8.0, 1e-4)), log(0.5 * s * sqrt(2.0 / v)), angle);
    ck_assert_double_eq_tol(-step(&w, -s * r) / (4.0 * DCM_PI * r * exp(at_wall)), 1.0, 1e-9);
  }
}

/** Two spheres of radius 1 and a liquid between them: separation, volume, and the pull over 2 pi
 * gamma. */
typedef struct meridian {
  double separation, volume, pull;
} meridian;

/** The equation of Young and Laplace, y/sqrt(1 + y'^2) = C + H y^2, integrated from the neck to
 * where the liquid meets the sphere.
 * @param filling   angle of that point from the axis, at the centre of the sphere
 * @param curvature H, half of the pressure over gamma */
static meridian young_laplace(double angle, double filling, double curvature) {
  enum { INTERVALS = 2000 };
  const double end = sin(filling), H = curvature;
  const double C = end * sin(filling + angle) - H * end * end;
  const double neck = 2.0 * C / (1.0 + sqrt(1.0 - 4.0 * H * C));
  double length = 0.0, volume = 0.0;
  for (int i = 0; i < INTERVALS; i++) {
    const double u = (i + 0.5) / INTERVALS, y = neck + (end - neck) * u * u, q = C + H * y * y;
    const double dx = 2.0 * q * sqrt((end - neck) / ((1.0 - H * (y + neck)) * (y + q))) / INTERVALS;
    length += dx;
    volume += DCM_PI * y * y * dx;
  }
  const double rise = 1.0 - cos(filling);
  return (meridian){2.0 * (length - rise),
                    2.0 * (volume - DCM_PI / 3.0 * rise * rise * (3.0 - rise)), C};
}

/* Bridges of 1e-4 to 0.1 of the cube of the radius, from contact to four fifths of the way to
 * rupture. */
TEST(the_equation_of_young_and_laplace) {
  static const struct {
    double degrees, filling, curvature;
  } bridges[] = {
      {0.0, 0.0747, -101.3778}, {0.0, 0.0526, -51.0070},  {0.0, 0.0472, -28.3913},
      {0.0, 0.0486, -11.6717},  {0.0, 0.1510, -31.1772},  {0.0, 0.1018, -11.3538},
      {0.0, 0.1052, -4.5742},   {0.0, 0.2943, -8.0865},   {0.0, 0.2203, -3.8294},
      {0.0, 0.2276, -1.3945},   {0.0, 0.5453, -1.3486},   {0.0, 0.4776, -0.7209},
      {0.0, 0.4874, -0.0411},   {20.0, 0.4790, -0.9831},  {20.0, 0.3994, -0.2847},
      {20.0, 0.3845, 0.4353},   {40.0, 0.0733, -73.9044}, {40.0, 0.0435, -24.3279},
      {40.0, 0.0369, -8.5086},  {40.0, 0.0343, 3.6739},   {40.0, 0.1399, -20.8728},
      {40.0, 0.0789, -2.9411},  {40.0, 0.0734, 2.1774},   {40.0, 0.2407, -4.2975},
      {40.0, 0.1673, -0.5152},  {40.0, 0.1550, 1.4720},   {50.0, 0.0737, -59.8626},
      {50.0, 0.0417, -16.1009}, {50.0, 0.0349, -2.6133},  {50.0, 0.0318, 8.0209},
      {50.0, 0.1314, -15.2163}, {50.0, 0.0746, -0.3806},  {50.0, 0.0678, 4.1559},
      {50.0, 0.2420, -2.8196},  {50.0, 0.1577, 0.5563},   {50.0, 0.1428, 2.3147},
  };
  double inside = 0.0, at_the_edge = 0.0, of_closed_form = 0.0;
  for (size_t i = 0; i < sizeof bridges / sizeof bridges[0]; i++) {
    const double angle = bridges[i].degrees * DCM_PI / 180.0, r = 1e-3;
    const meridian m = young_laplace(angle, bridges[i].filling, bridges[i].curvature);
    ck_assert_double_gt(m.separation, 0.0);
    const int edge = m.volume < 5e-4 || bridges[i].degrees > 45.0;
    double error[2];
    for (int closed = 0; closed < 2; closed++) {
      wet w = of_volume(closed ? closed_form : by_fit, bridges[i].degrees, m.volume);
      error[closed] = -step(&w, -m.separation * r) / (2.0 * DCM_PI * r) / m.pull - 1.0;
    }
    printf("%2.0f degrees, volume %.1e, %.2f of the rupture distance: fitted %+.3f, closed %+.3f\n",
           bridges[i].degrees, m.volume, m.separation / ((1.0 + 0.5 * angle) * cbrt(m.volume)),
           error[0], error[1]);
    double *largest = edge ? &at_the_edge : &inside;
    *largest = fmax(*largest, fabs(error[0]));
    of_closed_form = fmax(of_closed_form, fabs(error[1]));
  }
  ck_assert_double_lt(inside, 0.025);
  ck_assert_double_lt(at_the_edge, 0.065);
  ck_assert_double_gt(of_closed_form, 0.4);
}

/* The work of the fit in the ledger, by Simpson's rule. */
TEST(work_of_the_fit) {
  enum { INTERVALS = 20000 };
  static const double volumes[] = {1e-5, 1e-3, 0.03, 0.1};
  for (int i = 0; i < 4; i++)
    for (double degrees = 0.0; degrees < 51.0; degrees += 25.0) {
      wet w = of_volume(by_fit, degrees, volumes[i]);
      const double s = (1.0 + degrees * DCM_PI / 360.0) * cbrt(volume(&w));
      double sum = 0.0, stored = 0.0;
      for (int n = 0; n <= INTERVALS; n++) {
        const double u = (double)n / INTERVALS;
        const double weight = n == 0 || n == INTERVALS ? 1.0 : n % 2 ? 4.0 : 2.0;
        sum += weight * 2.0 * u * -step(&w, -s * (1.0 - 1e-13) * u * u);
        stored = w.b->energies.stored_normal[0];
      }
      ck_assert_double_eq_tol(stored / (sum * s / (3.0 * INTERVALS)), 1.0, 2e-6);
      step(&w, -s * (1.0 + 1e-12));
      ck_assert_double_eq_tol(w.b->energies.dissipated_plastic[0] / stored, 1.0, 1e-9);
    }
}

/* The work of rupture by the closed form, over that of the fit, as the page says. */
TEST(work_of_the_closed_form) {
  static const double volumes[] = {1e-4, 1e-3, 1e-2, 0.1};
  static const double expected[3][4] = {
      {0.964, 0.962, 0.969, 0.998}, {0.954, 0.945, 0.944, 0.963}, {0.919, 0.904, 0.887, 0.903}};
  for (int j = 0; j < 3; j++)
    for (int i = 0; i < 4; i++) {
      double stored[2];
      for (int closed = 0; closed < 2; closed++) {
        wet w = of_volume(closed ? closed_form : by_fit, 20.0 * j, volumes[i]);
        step(&w, -(1.0 + DCM_PI / 18.0 * j) * cbrt(volume(&w)) * (1.0 - 1e-12));
        stored[closed] = w.b->energies.stored_normal[0];
      }
      const double ratio = stored[1] / stored[0];
      printf("%d degrees, volume %.0e: work of rupture, closed over fitted %.3f\n", 20 * j,
             volumes[i], ratio);
      ck_assert_double_eq_tol(ratio, expected[j][i], 0.002);
    }
}

/* The pull is added to the contact of hertz-mindlin, form consistent, whose friction is limited by
 * what presses the grains together and not by what is left of it. */
TEST(beside_hertz_mindlin) {
  static const hand_choice consistent[] = {{"form", "consistent"}, {NULL, NULL}};
  static const hand_value dry[] = {{"young", 1e7},    {"poisson", 0.25}, {"restitution", 0.6},
                                   {"friction", 0.4}, {"rolling", 0.05}, {"twisting", 0.02},
                                   {NULL, 0.0}};
  wet w =
      meet(hand_law("liquid-bridge", NULL, water), DCM_SIDE_PARTICLE, 1, 1e-3, 2e-3, 1e-11, 2e-11);
  wet h =
      meet(hand_law("hertz-mindlin", consistent, dry), DCM_SIDE_PARTICLE, 1, 1e-3, 2e-3, 0.0, 0.0);
  for (int i = 0; i < 6; i++) {
    wet *both[] = {&w, &h};
    for (int n = 0; n < 2; n++) {
      dcm_store(both[n]->b->tangential_velocity, 0, (dcm_vector){0.0, 0.3, -0.1});
      dcm_store(both[n]->b->angular_velocity_1, 0, (dcm_vector){20.0, -70.0, 9.0});
      step(both[n], 1e-6 * (i + 1));
    }
    ck_assert_double_eq(w.b->normal_force[0] + w.b->outputs[PULL][0] - h.b->normal_force[0], 0.0);
    ck_assert_double_eq(w.b->outputs[PULL][0] > 0.0, i > 0);
    for (int x = 0; x < 3; x++) {
      ck_assert_double_eq(w.b->tangential_force[x][0], h.b->tangential_force[x][0]);
      ck_assert_double_eq(w.b->couple_1[x][0], h.b->couple_1[x][0]);
    }
  }
}

/* ------------------------------------------------------------------------------------ rupture */

TEST(ruptures_where_lian_says) {
  dcm_random random = dcm_random_stream(1);
  for (int i = 0; i < 200; i++) {
    const double r = dcm_log_uniform(&random, 1e-5, 1e-2), q = r * dcm_uniform(&random, 0.2, 5.0);
    dcm_law *law = hand_law("liquid-bridge", NULL, water);
    const double reach = dcm_law_reach(law, dcm_sides_of_particles(0, r, q));
    wet w = bridged(law, DCM_SIDE_PARTICLE, r, q, dcm_log_uniform(&random, 1e-9, 10.0) * r * r * r,
                    0.0);
    const double v = volume(&w), s = rupture(v);
    ck_assert_double_gt(v, 0.0);
    ck_assert_double_ge(reach, 1.0999 * s);
    step(&w, -s * (1.0 - 1e-12));
    ck_assert_double_eq(volume(&w), v);
    ck_assert_double_lt(w.b->normal_force[0], 0.0);
    step(&w, -s * (1.0 + 1e-12));
    ck_assert_double_eq(volume(&w), 0.0);
    ck_assert_double_eq(w.b->normal_force[0], 0.0);
    /* The bridge does not come back before the grains touch again. */
    step(&w, -1e-9 * s);
    step(&w, -1e-9 * s);
    ck_assert_double_eq(w.b->normal_force[0], 0.0);
    step(&w, hair);
    step(&w, hair);
    ck_assert_double_gt(volume(&w), 0.0);
  }
}

/* The work of pulling two apart, which the ledger loses where the bridge ruptures: by
 * Simpson's rule, and 2 pi R gamma cos(theta) sqrt(V/R) 2/d atan(d s/(2 + b s)), d^2 = 10 - b^2. */
TEST(work_of_rupture) {
  enum { INTERVALS = 2000 };
  const double r = 1e-3, d = sqrt(10.0 - 1.05 * 1.05);
  wet w =
      bridged(hand_law("liquid-bridge", closed_form, water), DCM_SIDE_PARTICLE, r, r, 3e-11, 1e-11);
  const double v = volume(&w), s = rupture(v), x = s * sqrt(r / v);
  double sum = 0.0, stored = 0.0;
  for (int i = 0; i <= INTERVALS; i++) {
    const double weight = i == 0 || i == INTERVALS ? 1.0 : i % 2 ? 4.0 : 2.0;
    sum += weight * -step(&w, -s * (1.0 - 1e-13) * i / INTERVALS);
    stored = w.b->energies.stored_normal[0];
    ck_assert_double_eq(w.b->energies.dissipated_plastic[0], 0.0);
  }
  const double work = sum * s / (3.0 * INTERVALS);
  const double closed = 2.0 * DCM_PI * r * gamma_water * cos(theta) * sqrt(v / r) * 2.0 / d *
                        atan(d * x / (2.0 + 1.05 * x));
  ck_assert_double_eq_tol(work, closed, 1e-9 * closed);
  ck_assert_double_eq_tol(stored, closed, 1e-12 * closed);
  step(&w, -s * (1.0 + 1e-13));
  ck_assert_double_eq(w.b->energies.stored_normal[0], 0.0);
  ck_assert_double_eq_tol(w.b->energies.dissipated_plastic[0], closed, 1e-11 * closed);
}

/* Pressed together first: what the pull gave then is taken when the bridge forms, and paid back. */
TEST_TIMES(ledger_of_a_whole_life, 2) {
  enum { STEPS = 20000 };
  const double r = 1e-3;
  wet w = meet(hand_law("liquid-bridge", _i ? by_fit : closed_form, water), DCM_SIDE_PARTICLE, 1, r,
               r, 1e-11, 1e-11);
  const double deep = 2e-6, far = -3e-4;
  double work = 0.0, paid = 0.0, lost = 0.0, last = 0.0, overlap = deep;
  step(&w, deep);
  const double begun = w.b->energies.stored_normal[0];
  last = w.b->normal_force[0];
  for (int i = 1; i <= STEPS; i++) {
    const double now = deep + (far - deep) * pow((double)i / STEPS, 3.0);
    w.b->overlap[0] = now;
    w.b->normal_velocity[0] = (overlap - now) / dt;
    w.b->effective_mass[0] = 1e-12;
    dcm_batch_compute(w.b, w.law, w.side_2, dt);
    dcm_advance_history(w.b, w.law);
    const double path = overlap - now, part_of_it = -0.5 * (w.b->normal_force[0] + last) * path;
    work += part_of_it;
    paid += fabs(part_of_it);
    lost += w.b->energies.dissipated_plastic[0] + w.b->energies.dissipated_normal[0];
    last = w.b->normal_force[0];
    overlap = now;
  }
  ck_assert_double_eq(volume(&w), 0.0);
  ck_assert_double_eq(w.b->energies.stored_normal[0], 0.0);
  ck_assert_double_gt(lost, 0.0);
  ck_assert_double_le(fabs(work + begun - lost), 10.0 / STEPS * paid);
}

/* ------------------------------------------------------------------------------------- liquid */

/* A grain gives the liquid on the cap that the other grain shades. */
TEST(caps_give_the_bridge) {
  const double r1 = 1e-3, r2 = 3e-3, l1 = 2e-11, l2 = 5e-11;
  wet w = bridged(hand_law("liquid-bridge", NULL, water), DCM_SIDE_PARTICLE, r1, r2, l1, l2);
  const double from_1 = cap(r1, r2) * l1, from_2 = cap(r2, r1) * l2;
  hand_near(volume(&w), from_1 + from_2);
  hand_near(w.b->history[VOLUME + 1][0], from_1 - from_2);
  hand_near(w.b->added_1[LIQUID][0], -from_1);
  hand_near(w.b->added_2[LIQUID][0], -from_2);
  /* Equal grains give one fifteenth. */
  w = bridged(hand_law("liquid-bridge", NULL, water), DCM_SIDE_PARTICLE, r1, r1, l1, l1);
  hand_near(volume(&w), (1.0 - sqrt(0.75)) * l1);
  /* Half at a wall, which gives all it has. */
  w = bridged(hand_law("liquid-bridge", NULL, water), DCM_SIDE_WALL, r1, INFINITY, l1, 3e-12);
  hand_near(volume(&w), 0.5 * l1 + 3e-12);
  /* No more than the limit: each gives less in proportion. */
  w = bridged(hand_law("liquid-bridge", NULL, water), DCM_SIDE_PARTICLE, r1, r2, 1e-6, 3e-6);
  hand_near(volume(&w), 0.1 * r1 * r1 * r1);
  hand_near(w.b->added_1[LIQUID][0] / w.b->added_2[LIQUID][0], cap(r1, r2) / cap(r2, r1) / 3.0);
}

/** @param to_1 what 1 is to get of a bridge of which it gave given_1 and 2 given_2 */
static void expect_back(const hand_choice *choices, int side_2, double l1, double l2, double half,
                        double share) {
  wet w = bridged(hand_law("liquid-bridge", choices, water), side_2, 1e-3, 1e-3, l1, l2);
  const double v = volume(&w), given_1 = -w.b->added_1[LIQUID][0],
               given_2 = -w.b->added_2[LIQUID][0];
  step(&w, -1.01 * rupture(v));
  hand_near_of(w.b->added_1[LIQUID][0], half * v + share * given_1, v);
  hand_near_of(w.b->added_2[LIQUID][0], half * v + share * given_2, v);
  ck_assert_double_eq_tol(w.b->added_1[LIQUID][0] + w.b->added_2[LIQUID][0], v, 1e-15 * v);
}

TEST(rupture_gives_back) {
  expect_back(NULL, DCM_SIDE_PARTICLE, 3e-11, 1e-12, 0.5, 0.0);
  expect_back(shares, DCM_SIDE_PARTICLE, 3e-11, 1e-12, 0.0, 1.0);
  expect_back(NULL, DCM_SIDE_WALL, 3e-11, 1e-12, 0.0, 1.0);
  expect_back(shares, DCM_SIDE_WALL, 3e-11, 0.0, 0.0, 1.0);
}

/** Adds what the contacts of one grain, on side 1 of all, ask for and take. */
static void settle(wet *w, uint32_t quantity) {
  double value = w->b->quantities_1[quantity][0];
  for (uint32_t k = 0; k < w->b->count; k++)
    value += w->b->added_1[quantity][k];
  for (uint32_t k = 0; k < w->b->count; k++)
    w->b->quantities_1[quantity][k] = value;
}

/* A grain that meets many in one step: as long as their shares add up to no more than one each gets
 * its own; twenty walls, of which each asks for one half, get a twentieth each. Nobody is asked any
 * more afterwards. */
TEST(many_bridges_in_one_step) {
  for (uint32_t count = 1; count <= 20; count++)
    for (int at_wall = 0; at_wall < 2; at_wall++) {
      const double liquid = 1e-12, share = at_wall ? 0.5 : cap(1e-3, 1e-3);
      wet w = meet(hand_law("liquid-bridge", NULL, water),
                   at_wall ? DCM_SIDE_WALL : DCM_SIDE_PARTICLE, count, 1e-3, 1e-3, liquid, 0.0);
      for (int i = 0; i < 4; i++) {
        step(&w, hair);
        settle(&w, LIQUID);
        settle(&w, DEMAND);
      }
      const double each = share * liquid / fmax(1.0, count * share);
      for (uint32_t k = 0; k < count; k++)
        hand_near(w.b->history[VOLUME][k], each);
      hand_near_of(w.b->quantities_1[LIQUID][0], liquid - count * each, liquid);
      ck_assert_double_ge(w.b->quantities_1[LIQUID][0], -1e-15 * liquid);
      ck_assert_double_eq_tol(w.b->quantities_1[DEMAND][0], 0.0, 1e-14);
    }
}

/* Two that part again, a look, and dry grains: no bridge, and no demand that stays. */
TEST(no_bridge_without_touch_or_liquid) {
  wet w =
      meet(hand_law("liquid-bridge", NULL, water), DCM_SIDE_PARTICLE, 1, 1e-3, 1e-3, 1e-11, 0.0);
  step(&w, hair);
  const double asked = w.b->added_1[DEMAND][0];
  hand_near(asked, cap(1.0, 1.0));
  dcm_batch_compute(w.b, w.law, w.side_2, 0.0);
  ck_assert_double_eq(w.b->outputs[BRIDGE][0], 0.0);
  step(&w, -1e-9);
  ck_assert_double_eq(volume(&w), 0.0);
  ck_assert_double_eq(w.b->added_1[DEMAND][0], -asked);
  ck_assert_double_eq(w.b->added_2[DEMAND][0], -asked);
  step(&w, -1e-9);
  ck_assert_double_eq(w.b->added_1[DEMAND][0], 0.0);
  w = bridged(hand_law("liquid-bridge", NULL, water), DCM_SIDE_PARTICLE, 1e-3, 1e-3, 0.0, 0.0);
  ck_assert_double_eq(volume(&w), 0.0);
  ck_assert_double_eq(w.b->added_1[DEMAND][0], 0.0);
  /* A grain that another bridge left wet while they touch. */
  w.b->quantities_2[LIQUID][0] = 1e-11;
  step(&w, hair);
  step(&w, hair);
  ck_assert_double_gt(volume(&w), 0.0);
}

/* A grain that gave all may be left with a rounding error less than nothing, of which it gives
 * nothing. */
TEST(nobody_gives_less_than_nothing) {
  wet w =
      bridged(hand_law("liquid-bridge", NULL, water), DCM_SIDE_PARTICLE, 1e-3, 1e-3, -1e-28, 1e-11);
  ck_assert_double_eq(w.b->added_1[LIQUID][0], 0.0);
  hand_near(volume(&w), cap(1.0, 1.0) * 1e-11);
}

TEST(refuses) {
  static const struct {
    const char *name, *text;
  } wrong[] = {{"contact_angle", "50.1"},
               {"bridge_limit", "0"},
               {"bridge_limit", "0.11"},
               {"surface_tension", "-1"}};
  dcm_law *law = hand_law("liquid-bridge", NULL, water);
  dcm_settings *settings = dcm_settings_create(law->model, 1);
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    dcm_error error;
    ck_assert_int_ne(dcm_settings_set(settings, (dcm_range){1, 1}, (dcm_range){1, 1}, wrong[i].name,
                                      wrong[i].text, &error),
                     DCM_OK);
    expect_part(error.text, wrong[i].name);
  }
  dcm_settings_destroy(settings);
}
