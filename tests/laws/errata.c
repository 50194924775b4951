/* SPDX-License-Identifier: MIT */
/** @file
 * Effects of the errors of the published sheets: prints the tables of docs/errata.md. The test
 * laws.errata compares the two.
 *
 * The collision is that of tests/data/hm_free.csv: two spheres of different sizes and materials
 * meet obliquely, both spinning. */
#include "driver/contact.h"
#include "laws/library.h"
#include "numeric/vector.h"
#include "runtime/settings.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979324;
static const double restitution = 0.7, friction = 0.3;
static const double young[2] = {1.5e7, 4e7}, poisson[2] = {0.25, 0.32};
static const double radius[2] = {0.005, 0.0035}, density = 2500.0;

static void stop(const char *reason) {
  fprintf(stderr, "errata: %s\n", reason);
  exit(EXIT_FAILURE);
}

/* -------------------------------------------------------------------------- the library's laws */

typedef struct setting {
  const char *name;
  double value_1, value_2; /* of the two materials; of their pair, value_1 */
} setting;

/** A law of the library for two materials. Without a form it keeps its default. */
static dcm_law *make_law(const char *id, const char *form, const setting *settings, size_t count) {
  dcm_error error;
  const dcm_library *library = dcm_builtin_library_entry(NULL);
  const dcm_model *model = NULL;
  for (uint32_t i = 0; i < library->model_count; i++)
    if (strcmp(library->models[i]->id, id) == 0)
      model = library->models[i];
  dcm_settings *s = model ? dcm_settings_create(model, 2) : NULL;
  if (!s || dcm_settings_choose(s, "form", form, &error))
    stop("no such law or form");
  for (size_t i = 0; i < count; i++)
    for (uint32_t m = 1; m <= 2; m++) {
      char text[32];
      snprintf(text, sizeof text, "%.17g", m == 1 ? settings[i].value_1 : settings[i].value_2);
      if (dcm_settings_set(s, (dcm_range){m, m}, (dcm_range){m, m}, settings[i].name, text, &error))
        stop(error.text);
    }
  dcm_law *law = dcm_law_create(s, dcm_error_log, &error, &error);
  if (!law)
    stop(error.text);
  dcm_settings_destroy(s);
  return law;
}

static dcm_law *make_hertz_mindlin(const char *form, double e, double mu, double mu_r) {
  const setting settings[] = {{"young", young[0], young[1]},
                              {"poisson", poisson[0], poisson[1]},
                              {"restitution", e, e},
                              {"friction", mu, mu},
                              {"rolling", mu_r, mu_r}};
  return make_law("hertz-mindlin", form, settings, sizeof settings / sizeof settings[0]);
}

/* ------------------------------------------------------------------------------ the collision */

static const double time_step = 1e-6;

/** As dcm collide has it: 1 flies towards 2 along x, or at 30 degrees to it, to the side y.
 * @param head_on also without spins */
static dcm_collision collision_of(const dcm_law *law, int head_on) {
  const double speed = 1.0, angle = head_on ? 0.0 : pi / 6.0;
  dcm_collision c = {
      .law = law,
      .side_2 = DCM_SIDE_PARTICLE,
      .bodies = {dcm_body_sphere(1, radius[0], density), dcm_body_sphere(2, radius[1], density)},
      .motions = {{.velocity = {speed * cos(angle), speed * sin(angle), 0.0},
                   .angular_velocity = {0.0, 0.0, head_on ? 0.0 : 200.0}},
                  {.position = {radius[0] + radius[1], 0.0, 0.0},
                   .angular_velocity = {0.0, 0.0, head_on ? 0.0 : 200.0}}},
      .dt = time_step,
      .max_steps = 100000};
  return c;
}

/* --------------------------------------------------------------- hertz-mindlin as it is printed */

enum { SPINS = 1, MOMENT = 2, STORED_DAMPING = 4 };

typedef struct loads {
  dcm_vector force, moment_1, moment_2; /* the force on 2 is the opposite */
} loads;

typedef struct stiffnesses {
  double kn, kt, damping_n, damping_t;
} stiffnesses;

/** 1/E* = sum of (1 - nu^2)/E */
static double effective_young(void) {
  double compliance = 0.0;
  for (int i = 0; i < 2; i++)
    compliance += (1.0 - poisson[i] * poisson[i]) / young[i];
  return 1.0 / compliance;
}

/** 1/G* = sum of (2 - nu)/G, G = E/(2 (1 + nu)) */
static double effective_shear(void) {
  double compliance = 0.0;
  for (int i = 0; i < 2; i++)
    compliance += 2.0 * (2.0 - poisson[i]) * (1.0 + poisson[i]) / young[i];
  return 1.0 / compliance;
}

/* The sheet's formulas, written down anew: a reference that took them from the laws would share
 * their errors. */
static stiffnesses stiffnesses_at(double overlap, double effective_mass) {
  const double a = sqrt(radius[0] * radius[1] / (radius[0] + radius[1]) * overlap);
  const double kn = 2.0 * effective_young() * a, kt = 8.0 * effective_shear() * a;
  const double l = log(restitution);
  const double factor = -2.0 * sqrt(5.0 / 6.0) * l / sqrt(pi * pi + l * l);
  return (stiffnesses){kn, kt, factor * sqrt(kn * effective_mass),
                       factor * sqrt(kt * effective_mass)};
}

static double effective_mass_of(const dcm_body bodies[2]) {
  return bodies[0].mass * bodies[1].mass / (bodies[0].mass + bodies[1].mass);
}

static dcm_vector carried(dcm_vector memory, dcm_vector normal) {
  const dcm_vector projected = dcm_tangential_part(memory, normal);
  const double length = dcm_length(projected);
  return dcm_scale(length > 0.0 ? dcm_length(memory) / length : 0.0, projected);
}

/** The sheet line by line, without rolling friction.
 * @param misprints those that are built as printed
 * @param memory    what the contact stores: the tangential force if damping is stored with it,
 *                  otherwise, as the authors' code does, the stretch of the spring */
static loads sheet(const dcm_body bodies[2], const dcm_motion motions[2], double dt, double mu,
                   int misprints, dcm_vector *memory) {
  const dcm_vector line = dcm_subtract(motions[1].position, motions[0].position);
  const double distance = dcm_length(line);
  const dcm_vector n = dcm_scale(1.0 / distance, line);
  const double share = distance / (radius[0] + radius[1]);
  const dcm_vector rc_1 = dcm_scale(share * radius[0], n), rc_2 = dcm_scale(-share * radius[1], n);
  const dcm_vector spins = dcm_subtract(dcm_cross(motions[1].angular_velocity, rc_2),
                                        dcm_cross(motions[0].angular_velocity, rc_1));
  const dcm_vector v = dcm_add_scaled(dcm_subtract(motions[1].velocity, motions[0].velocity),
                                      misprints & SPINS ? -1.0 : 1.0, spins);
  const double v_n = dcm_dot(n, v);
  const dcm_vector v_t = dcm_tangential_part(v, n);

  const double overlap = radius[0] + radius[1] - distance;
  const stiffnesses k = stiffnesses_at(overlap, effective_mass_of(bodies));
  const double normal_force = 2.0 / 3.0 * overlap * k.kn - k.damping_n * v_n;
  const double limit = mu * fabs(normal_force);
  const double path = misprints & STORED_DAMPING ? k.kt * dt + k.damping_t : dt;
  const double stiffness = misprints & STORED_DAMPING ? 1.0 : k.kt;
  dcm_vector state = dcm_add_scaled(carried(*memory, n), path, v_t);
  const double pull = stiffness * dcm_length(state);
  const int slips = pull > limit;
  state = dcm_scale(slips ? limit / pull : 1.0, state);
  *memory = state;
  const double added = slips || misprints & STORED_DAMPING ? 0.0 : k.damping_t;
  const dcm_vector tangential = dcm_add_scaled(dcm_scale(stiffness, state), added, v_t);
  const dcm_vector moment = dcm_cross(n, tangential);
  return (loads){.force = dcm_add_scaled(tangential, -normal_force, n),
                 .moment_1 = dcm_scale(radius[0], moment),
                 .moment_2 = dcm_scale(misprints & MOMENT ? -radius[1] : radius[1], moment)};
}

static double kinetic_energy(const dcm_collision *c) {
  double sum = 0.0;
  for (int i = 0; i < 2; i++) {
    const dcm_motion *m = &c->motions[i];
    sum += 0.5 * c->bodies[i].mass * dcm_dot(m->velocity, m->velocity) +
           0.5 * c->bodies[i].moment_of_inertia * dcm_dot(m->angular_velocity, m->angular_velocity);
  }
  return sum;
}

/** About the centre of mass. */
static dcm_vector angular_momentum(const dcm_collision *c) {
  const dcm_motion *m = c->motions;
  dcm_vector sum = dcm_scale(effective_mass_of(c->bodies),
                             dcm_cross(dcm_subtract(m[1].position, m[0].position),
                                       dcm_subtract(m[1].velocity, m[0].velocity)));
  for (int i = 0; i < 2; i++)
    sum = dcm_add_scaled(sum, c->bodies[i].moment_of_inertia, m[i].angular_velocity);
  return sum;
}

static void kick(dcm_collision *c, loads f, double dt) {
  const dcm_vector forces[2] = {f.force, dcm_scale(-1.0, f.force)};
  const dcm_vector moments[2] = {f.moment_1, f.moment_2};
  for (int i = 0; i < 2; i++) {
    dcm_motion *m = &c->motions[i];
    m->velocity = dcm_add_scaled(m->velocity, 0.5 * dt / c->bodies[i].mass, forces[i]);
    m->angular_velocity =
        dcm_add_scaled(m->angular_velocity, 0.5 * dt / c->bodies[i].moment_of_inertia, moments[i]);
  }
}

/** Changes of kinetic energy and of angular momentum, relative to what they were, and the surface
 * restitution: the share of the tangential velocity at the contact point that is reversed. */
typedef struct changes {
  double energy, angular_momentum, reversed;
} changes;

static dcm_vector surface_velocity(const dcm_collision *c) {
  const dcm_motion *m = c->motions;
  const dcm_vector line = dcm_subtract(m[1].position, m[0].position);
  const dcm_vector n = dcm_scale(1.0 / dcm_length(line), line);
  const dcm_vector spins =
      dcm_add_scaled(dcm_scale(radius[0], m[0].angular_velocity), radius[1], m[1].angular_velocity);
  const dcm_vector v =
      dcm_subtract(dcm_subtract(m[1].velocity, m[0].velocity), dcm_cross(spins, n));
  return dcm_tangential_part(v, n);
}

static changes changes_between(const dcm_collision *before, const dcm_collision *after) {
  const double energy = kinetic_energy(before);
  const dcm_vector momentum = angular_momentum(before), v = surface_velocity(before);
  return (changes){.energy = (kinetic_energy(after) - energy) / energy,
                   .angular_momentum = dcm_length(dcm_subtract(angular_momentum(after), momentum)) /
                                       dcm_length(momentum),
                   .reversed = -dcm_dot(surface_velocity(after), v) / dcm_dot(v, v)};
}

/** Velocity Verlet, the forces with the velocities of the half step, as in dcm_collision_run. */
static changes collide_sheet(int misprints, int head_on, double mu, double dt) {
  const dcm_collision before = collision_of(NULL, head_on);
  dcm_collision c = before;
  loads f = {0};
  dcm_vector memory = {0.0, 0.0, 0.0};
  for (int touched = 0;;) {
    kick(&c, f, dt);
    for (int i = 0; i < 2; i++)
      c.motions[i].position = dcm_add_scaled(c.motions[i].position, dt, c.motions[i].velocity);
    const int touches = dcm_length(dcm_subtract(c.motions[1].position, c.motions[0].position)) <
                        radius[0] + radius[1];
    f = touches ? sheet(c.bodies, c.motions, dt, mu, misprints, &memory) : (loads){0};
    kick(&c, f, dt);
    if (touched && !touches)
      return changes_between(&before, &c);
    touched |= touches;
  }
}

/** Keeps the motions of the last step, and hands the step on. */
typedef struct last_step {
  dcm_motion motions[2];
  dcm_collision_observer observer;
  void *data;
} last_step;

static void keep_motions(void *data, const dcm_collision_sample *sample) {
  last_step *last = data;
  memcpy(last->motions, sample->motions, sizeof last->motions);
  if (last->observer)
    last->observer(last->data, sample);
}

static changes collide_law(const dcm_law *law, int head_on, dcm_collision_observer observer,
                           void *data, double *largest_overlap) {
  const dcm_collision before = collision_of(law, head_on);
  dcm_collision after = before;
  dcm_api_outcome outcome;
  dcm_error error;
  last_step last = {.observer = observer, .data = data};
  if (dcm_collision_run(&before, keep_motions, &last, &outcome, &error))
    stop(error.text);
  memcpy(after.motions, last.motions, sizeof after.motions);
  *largest_overlap = outcome.max_overlap;
  return changes_between(&before, &after);
}

static void print_misprints(void) {
  static const struct {
    const char *name;
    int misprints;
  } rows[] = {{"right", 0},
              {"1 spins", SPINS},
              {"2 moment on 2", MOMENT},
              {"3 stored damping", STORED_DAMPING},
              {"1 and 2", SPINS | MOMENT},
              {"all three", SPINS | MOMENT | STORED_DAMPING}};
  double overlap;
  dcm_law *law = make_hertz_mindlin("sheet", restitution, friction, 0.0);
  const changes library = collide_law(law, 0, NULL, NULL, &overlap);
  dcm_law_destroy(law);
  printf("built as printed    oblique, with spins                head-on, no spins\n");
  printf("                    energy       angular momentum      energy\n");
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
    const changes oblique = collide_sheet(rows[i].misprints, 0, friction, time_step);
    const changes head_on = collide_sheet(rows[i].misprints, 1, friction, time_step);
    printf("%-18s %+7.1f %%  %18.3f %%  %+15.1f %%\n", rows[i].name, 100.0 * oblique.energy,
           100.0 * oblique.angular_momentum, 100.0 * head_on.energy);
    if (rows[i].misprints == 0 && !(fabs(oblique.energy - library.energy) < 1e-9))
      stop("the sheet with its errors corrected is not the law hertz-mindlin");
  }
  const dcm_collision c = collision_of(NULL, 0);
  const stiffnesses k = stiffnesses_at(overlap, effective_mass_of(c.bodies));
  const double rough = 2.0;
  printf("\n3 as printed, friction %g\n", rough);
  printf("time step   stored stiffness   surface restitution   right\n");
  for (double dt = 1e-5; dt > 5e-8; dt /= 10.0)
    printf("%.0e s  %13.1f kt  %19.4f %7.4f\n", dt, 1.0 + k.damping_t / (k.kt * dt),
           collide_sheet(STORED_DAMPING, 0, rough, dt).reversed,
           collide_sheet(0, 0, rough, dt).reversed);
}

/* ---------------------------------------------- what the authors' code does not get from mechanics
 */

/** Largest tangential force over Coulomb's limit. */
static void watch_limit(void *data, const dcm_collision_sample *sample) {
  double *largest = data;
  const dcm_contact_load *load = sample->load;
  const double limit = friction * fabs(load->normal_force);
  if (limit > 0.0)
    *largest = fmax(*largest, dcm_length(load->tangential_force) / limit);
}

/** A contact of the two bodies, its first overlap, and steps that keep the bodies' places. */
typedef struct bench {
  dcm_single_contact *contact;
  double overlap;
  dcm_contact_load load;
} bench;

static bench bench_of(const dcm_law *law, double overlap) {
  const dcm_collision c = collision_of(law, 0);
  dcm_error error;
  bench b = {.contact = dcm_single_contact_create(law, DCM_SIDE_PARTICLE, c.bodies, &error),
             .overlap = overlap};
  if (!b.contact)
    stop(error.text);
  return b;
}

/** @param v of 2 along y @param w of both about the normal, x */
static void step(bench *b, double v, double w, double dt) {
  const dcm_motion motions[2] = {{.angular_velocity = {w, 0.0, 0.0}},
                                 {.position = {radius[0] + radius[1] - b->overlap, 0.0, 0.0},
                                  .velocity = {0.0, v, 0.0},
                                  .angular_velocity = {w, 0.0, 0.0}}};
  dcm_single_contact_step(b->contact, motions, dt, &b->load);
}

/** A sheared pair turns rigidly about its normal by a right angle: how far the force is from the
 * one that turned along. */
static double error_of_quarter_turn(const dcm_law *law) {
  const double dt = 1e-6;
  const int steps = 1000;
  bench b = bench_of(law, 1e-5);
  step(&b, 0.01, 0.0, dt);
  step(&b, 0.0, 0.0, dt);
  const double size = b.load.tangential_force.y;
  for (int i = 0; i < steps; i++)
    step(&b, 0.0, 0.5 * pi / (steps * dt), dt);
  dcm_single_contact_destroy(b.contact);
  const dcm_vector turned = {0.0, 0.0, size};
  return dcm_length(dcm_subtract(b.load.tangential_force, turned)) / size;
}

/** Sheared, pressed to twice the overlap, sheared back, released: energy that this yields, over
 * that of the spring when it was first sheared. */
static double gain_of_cycle(const char *form) {
  const double dt = 1e-7, v = 0.01, overlap = 1e-5;
  const int quarter = 1000;
  dcm_law *law = make_hertz_mindlin(form, 1.0, 10.0, 0.0);
  bench b = bench_of(law, overlap);
  double gain = 0.0, spring = 0.0;
  for (int i = 0; i < 4 * quarter; i++) {
    const double along = i < quarter ? v : i / quarter == 2 ? -v : 0.0;
    const double pressed = i < 2 * quarter ? i - quarter : 4 * quarter - 1 - i;
    b.overlap = overlap * (1.0 + fmin(fmax(pressed / quarter, 0.0), 1.0));
    step(&b, along, 0.0, dt);
    gain -= b.load.tangential_force.y * along * dt;
    if (i == quarter - 1)
      spring = b.load.energies.stored_tangential;
  }
  dcm_single_contact_destroy(b.contact);
  dcm_law_destroy(law);
  return gain / spring;
}

static void print_forms(void) {
  static const char *const forms[2] = {"sheet", "consistent"};
  double drift[2], rolling_drift[2], overshoot[2] = {0.0, 0.0}, turn[2], cycle[2], overlap;
  for (int f = 0; f < 2; f++) {
    dcm_law *law = make_hertz_mindlin(forms[f], restitution, friction, 0.0);
    drift[f] = collide_law(law, 0, watch_limit, &overshoot[f], &overlap).angular_momentum;
    turn[f] = error_of_quarter_turn(law);
    dcm_law_destroy(law);
    law = make_hertz_mindlin(forms[f], restitution, friction, 0.05);
    rolling_drift[f] = collide_law(law, 0, NULL, NULL, &overlap).angular_momentum;
    dcm_law_destroy(law);
    cycle[f] = gain_of_cycle(forms[f]);
  }
  const double rounding = 1e-12;
  printf("\nhertz-mindlin                                          sheet   consistent\n");
  printf("angular momentum, oblique collision, change      %9.3f %%  %9.3f %%\n", 100.0 * drift[0],
         100.0 * (drift[1] > rounding ? drift[1] : 0.0));
  printf("the same with rolling friction 0.05              %9.1f %%  %9.1f %%\n",
         100.0 * rolling_drift[0], 100.0 * (rolling_drift[1] > rounding ? rolling_drift[1] : 0.0));
  printf("largest tangential force over mu |Fn|            %11.2f  %11.2f\n", overshoot[0],
         overshoot[1]);
  printf("force after a quarter turn about n, error        %11.3f  %11.3f\n", turn[0], turn[1]);
  printf("energy from one cycle, of the spring's           %9.1f %%  %9.1f %%\n", 100.0 * cycle[0],
         100.0 * cycle[1]);
}

/* ------------------------------------------------------------------------------------ adhesion */

/** Largest attraction of two bodies of these radii at rest, over pi R*. */
static double pull_off(const char *id, const char *form, setting adhesion, double transition) {
  const setting settings[] = {{"young", young[0], young[1]},
                              {"poisson", poisson[0], poisson[1]},
                              {"restitution", 1.0, 1.0},
                              {"friction", friction, friction},
                              adhesion,
                              {"transition", transition, transition}};
  const size_t count = sizeof settings / sizeof settings[0];
  dcm_law *law = make_law(id, form, settings, strcmp(id, "woo-hertz") == 0 ? count : count - 1);
  bench b = bench_of(law, 1e-9);
  step(&b, 0.0, 0.0, 0.0);
  double largest = 0.0;
  /* From pressed together to beyond the end of every neck. */
  for (int i = 20000; i >= -20000; i--) {
    b.overlap = 1e-9 * i;
    step(&b, 0.0, 0.0, 1e-9);
    largest = fmax(largest, -b.load.normal_force);
  }
  dcm_single_contact_destroy(b.contact);
  dcm_law_destroy(law);
  return largest / (pi * radius[0] * radius[1] / (radius[0] + radius[1]));
}

static void print_adhesion(void) {
  const double gamma = 0.2;
  const setting energy = {"surface_energy", gamma, gamma};
  printf("\nlargest attraction, in units of pi R* times   gamma or w\n");
  printf("jkr, gamma                                       %7.3f\n",
         pull_off("jkr", "sheet", energy, 0.0) / gamma);
  printf("jkr-exact, work of adhesion w                    %7.3f\n",
         pull_off("jkr-exact", "sheet", (setting){"work_of_adhesion", gamma, gamma}, 0.0) / gamma);
  static const double transitions[] = {0.0, 1e-4, 1.0};
  for (int i = 0; i < 3; i++)
    printf("woo-hertz, gamma, transition %-6g sheet       %7.3f   consistent %7.3f\n",
           transitions[i], pull_off("woo-hertz", "sheet", energy, transitions[i]) / gamma,
           pull_off("woo-hertz", "consistent", energy, transitions[i]) / gamma);
}

/* ------------------------------------------------------------------------------------- Woo's page
 */

static void print_woo_page(void) {
  const double effective_radius = radius[0] * radius[1] / (radius[0] + radius[1]);
  const double overlap = 1e-5;
  dcm_law *law = make_hertz_mindlin("sheet", 1.0, friction, 0.0);
  bench b = bench_of(law, overlap);
  step(&b, 0.0, 0.0, 0.0);
  dcm_single_contact_destroy(b.contact);
  dcm_law_destroy(law);
  const double unit = sqrt(effective_radius) * pow(overlap, 1.5) * effective_young();
  printf("\nthe elastic force over K sqrt(R) delta^(3/2)     K = 4/3 E %6.4f   K = 3/4 E %6.4f\n",
         b.load.normal_force / (4.0 / 3.0 * unit), b.load.normal_force / (0.75 * unit));

  printf("\ne          v0/v1    sqrt(Ed/Ek0)\n");
  for (double e = 0.2; e < 1.0; e += 0.3)
    printf("%.1f      %7.3f         %7.3f\n", e, 1.0 / e, sqrt(1.0 - e * e));

  printf("\ncollision time over the page's 2.214 (rho/E)^(2/5) (r1 + r2)/v0^(1/5)\n");
  static const double ratios[] = {1.0, 2.0, 10.0};
  for (int i = 0; i < 3; i++) {
    const dcm_body bodies[2] = {dcm_body_sphere(1, radius[0], density),
                                dcm_body_sphere(1, ratios[i] * radius[0], density)};
    const double r = radius[0] * ratios[i] / (1.0 + ratios[i]), speed = 0.5;
    /* K. L. Johnson, Contact Mechanics (1985), eq. 11.24. */
    const double largest =
        pow(15.0 * effective_mass_of(bodies) * speed * speed / (16.0 * effective_young() * sqrt(r)),
            0.4);
    const double duration = 2.94327517 * largest / speed;
    printf("r2 = %2.0f r1       %6.4f\n", ratios[i],
           duration / (2.214 * pow(density / effective_young(), 0.4) * radius[0] *
                       (1.0 + ratios[i]) / pow(speed, 0.2)));
  }
}

int main(void) {
  print_misprints();
  print_forms();
  print_adhesion();
  print_woo_page();
  return EXIT_SUCCESS;
}
