/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>

#include "cli/collide.h"
#include "program/json.h"
#include "runtime/model.h"

#define AT(member) offsetof(dcm_api_outcome, member)
const outcome_number outcome_numbers[OUTCOME_NUMBERS] = {
    {"normal_restitution", "e_n", "-", "normal restitution", "", AT(normal_restitution)},
    {"tangential_restitution", "e_t", "-", "tangential restitution", "of the centres",
     AT(tangential_restitution)},
    {"surface_restitution", "beta", "-", "surface restitution", "of the contact point",
     AT(surface_restitution)},
    {"duration", "duration", "s", "duration", "s", AT(duration)},
    {"max_overlap", "overlap", "m", "largest overlap", "m", AT(max_overlap)},
    {"max_normal_force", "F_n", "N", "largest normal force", "N", AT(max_normal_force)},
    {"max_tangential_force", "F_t", "N", "largest tangential force", "N", AT(max_tangential_force)},
    {"energy_loss", "loss", "-", NULL, NULL, AT(energy_loss)},
};

/** Terms of the energy balance. A report leaves out what is 0 in most collisions. */
static const struct {
  const char *name, *label;
  size_t place; /* in dcm_api_outcome */
} energies[] = {
    {"kinetic_before", "kinetic before", AT(energy.kinetic_before)},
    {"supplied", "supplied by the holder", AT(energy.supplied)},
    {"kinetic_after", "kinetic after", AT(energy.kinetic_after)},
    {"stored", "stored in the contact", AT(energy.stored)},
    {"dissipated_normal", "lost: normal damping", AT(energy.dissipated_normal)},
    {"dissipated_plastic", "lost: plastic", AT(energy.dissipated_plastic)},
    {"dissipated_tangential", "lost: tangential damping", AT(energy.dissipated_tangential)},
    {"dissipated_sliding", "lost: sliding", AT(energy.dissipated_sliding)},
    {"dissipated_rolling", "lost: rolling", AT(energy.dissipated_rolling)},
    {"dissipated_fracture", "lost: fracture", AT(energy.dissipated_fracture)},
    {"dissipated_by_arms", "lost: lever arms", AT(energy.dissipated_by_arms)},
    {"dissipated_by_jumps", "lost: jumps", AT(energy.dissipated_by_jumps)},
    {"residual", "residual", AT(energy.residual)},
};
enum { ENERGIES = sizeof energies / sizeof energies[0] };

static double value_at(const dcm_api_outcome *outcome, size_t place) {
  return *(const double *)((const char *)outcome + place);
}

double outcome_value(const dcm_api_outcome *outcome, const outcome_number *number) {
  return value_at(outcome, number->place);
}

/* ------------------------------------------------------------------------------------ text */

/** A number in a column, or a dash where there is none. */
static void cell(double value) {
  if (isfinite(value))
    printf(" %14.8g", value);
  else
    printf(" %14s", isinf(value) ? "infinite" : "-");
}

static void two_cells(const char *name, double a, double b, const char *unit, const char *remark) {
  printf("  %-24s", name);
  cell(a);
  cell(b);
  printf("  %-8s%s%s\n", unit, *remark ? " " : "", remark);
}

/** The weaker of two origins. */
static value_origin weaker(value_origin a, value_origin b) {
  return a > b ? a : b;
}

static void report_case(const encounter *e) {
  const contact_case *c = &e->contact;
  const dcm_api_collision *asked = &e->collision.asked;
  const dcm_body *b = c->bodies;
  printf("%s: %s\n\n", c->model->id, c->model->title);
  printf("Bodies                               1              2\n");
  two_cells("radius", b[0].radius, b[1].radius, "m", origin_name(c->radius_origin));
  two_cells("density", c->densities[0], c->densities[1], "kg/m^3", origin_name(c->density_origin));
  two_cells("mass", b[0].mass, b[1].fixed ? INFINITY : b[1].mass, "kg",
            contact_case_is_wall(c) ? "2 is a flat wall" : (b[1].fixed ? "2 is held" : ""));
  printf("Parameters\n");
  for (uint32_t p = 0; p < c->model->parameter_count; p++) {
    const dcm_parameter *parameter = dcm_model_parameter(c->model, p);
    char unit[DCM_DIMENSION_TEXT];
    dcm_dimension_si(parameter->dimension, unit);
    if (parameter->scope == DCM_PER_MATERIAL)
      two_cells(parameter->name, contact_case_value(c, p, 1),
                contact_case_value(c, p, c->material_count), unit,
                origin_name(weaker(c->parameter_origins[p][0],
                                   c->parameter_origins[p][c->material_count - 1])));
    else {
      printf("  %-24s        ", parameter->name);
      cell(contact_case_value(c, p, 1));
      printf("         %-8s %s\n", unit, origin_name(c->parameter_origins[p][0]));
    }
  }
  for (uint32_t o = 0; o < c->model->option_count; o++)
    printf("  %-24s        %15s\n", dcm_model_option(c->model, o)->name, contact_case_word(c, o));
  printf("\nBody 1 flies at %g m/s towards 2, at %g degrees from the normal. Time step %.6g s,\n"
         "velocities given to the law: %s.\n",
         asked->speed, asked->angle, e->collision.made.dt,
         e->collision.made.velocities == DCM_VELOCITY_HALF_STEP ? "half-step" : "synchronised");
  if (e->collision.made.begins_run)
    printf("The run begins with the two in touch.\n");
}

static void report_outcome(const encounter *e) {
  const dcm_api_outcome *o = &e->outcome;
  const double hertz[OUTCOME_NUMBERS] = {
      1.0, NAN, NAN, e->hertz.duration, e->hertz.overlap, e->hertz.force, NAN, NAN};
  printf("\nOutcome                       obtained%s\n", e->has_elastic ? "  elastic, Hertz" : "");
  for (int i = 0; i < OUTCOME_NUMBERS && outcome_numbers[i].label; i++) {
    printf("  %-24s", outcome_numbers[i].label);
    cell(outcome_value(o, &outcome_numbers[i]));
    if (e->has_elastic)
      cell(hertz[i]);
    printf("  %s\n", outcome_numbers[i].remark);
  }
  if (!o->separated)
    printf(
        "  The bodies are still in contact after %llu steps: they stick, or come back too slowly.\n"
        "  --max-steps follows them further.\n",
        (unsigned long long)o->steps);
}

static void vector_line(const char *name, const double v[3], const char *unit) {
  printf("  %-24s", name);
  for (int c = 0; c < 3; c++)
    cell(v[c]);
  printf("  %s\n", unit);
}

static void report_motion(const encounter *e) {
  const dcm_api_outcome *o = &e->outcome;
  printf("\nAfterwards                           x              y              z\n");
  vector_line("velocity of 1", o->velocity_1, "m/s");
  vector_line("spin of 1", o->spin_1, "rad/s");
  if (!e->contact.bodies[1].fixed) {
    vector_line("velocity of 2", o->velocity_2, "m/s");
    vector_line("spin of 2", o->spin_2, "rad/s");
  }
}

static void report_energy(const encounter *e) {
  const dcm_api_outcome *o = &e->outcome;
  const double all = o->energy.kinetic_before + o->energy.supplied;
  printf("\nEnergy                               J       share of all\n");
  for (size_t i = 0; i < ENERGIES; i++) {
    const double energy = value_at(o, energies[i].place);
    if ((energies[i].place == AT(energy.supplied) && energy == 0.0) ||
        (energies[i].place == AT(energy.stored) && o->separated))
      continue;
    printf("  %-24s", energies[i].label);
    cell(energy);
    printf(" %13.6f%%\n", 100.0 * energy / all);
  }
  if (isfinite(o->momentum_drift))
    printf("  Momentum changes by %.1e, angular momentum by %.1e of what the bodies exchange.\n",
           o->momentum_drift, o->angular_momentum_drift);
}

static void report_time_step(const encounter *e) {
  printf("\nTime step for a simulation\n");
  if (e->safe.limit == DCM_LIMIT_NORMAL_SPRING)
    printf(
        "  by the law's stiffness   %14.8g  s  at most %g%% of a contact at an overlap of %g%%\n",
        e->safe.step, 100.0 * DCM_SAFE_FRACTION, 100.0 * DCM_SAFE_OVERLAP);
  else
    printf("  by the %-17s %14.8g  s  at an overlap of %g%%\n", dcm_step_limit_name(e->safe.limit),
           e->safe.step, 100.0 * DCM_SAFE_OVERLAP);
  if (!e->has_elastic)
    return;
  printf("  Rayleigh time            %14.8g  s\n"
         "  Hertz contact time       %14.8g  s\n"
         "  recommended              %14.8g  s  at most %g%% of Rayleigh's and %g%% of Hertz', and "
         "no longer than a damper or another spring allows\n",
         e->rayleigh_time, e->hertz.duration, e->recommended_time_step,
         100.0 * DCM_RAYLEIGH_FRACTION, 100.0 * DCM_HERTZ_FRACTION);
  const double restitution = e->restitution_at_recommended;
  if (isfinite(restitution))
    printf("  With this step the normal restitution of this collision is %.6g.\n", restitution);
  else
    printf("  With this step the bodies of this collision do not separate.\n");
}

void encounter_report(const encounter *e) {
  report_case(e);
  report_outcome(e);
  report_motion(e);
  report_energy(e);
  report_time_step(e);
}

/* ------------------------------------------------------------------------------------ JSON */

static void json_case(json_writer *j, const encounter *e) {
  const contact_case *c = &e->contact;
  json_text(j, "law", c->model->id);
  json_boolean(j, "wall", contact_case_is_wall(c));
  json_begin(j, "bodies", '[');
  for (int i = 0; i < (contact_case_is_wall(c) ? 1 : 2); i++) {
    json_begin(j, NULL, '{');
    json_number(j, "radius", c->bodies[i].radius);
    json_number(j, "density", c->densities[i]);
    json_number(j, "mass", c->bodies[i].mass);
    json_boolean(j, "fixed", c->bodies[i].fixed);
    json_end(j, '}');
  }
  json_end(j, ']');
  json_begin(j, "parameters", '{');
  for (uint32_t p = 0; p < c->model->parameter_count; p++) {
    const dcm_parameter *parameter = dcm_model_parameter(c->model, p);
    json_begin(j, parameter->name, '{');
    if (parameter->scope == DCM_PER_MATERIAL) {
      json_number(j, "value_1", contact_case_value(c, p, 1));
      json_number(j, "value_2", contact_case_value(c, p, c->material_count));
    } else {
      json_number(j, "value", contact_case_value(c, p, 1));
    }
    const value_origin origin =
        weaker(c->parameter_origins[p][0], c->parameter_origins[p][c->material_count - 1]);
    json_text(j, "origin", origin == GIVEN ? "given" : origin_name(origin));
    json_end(j, '}');
  }
  json_end(j, '}');
  json_begin(j, "options", '{');
  for (uint32_t o = 0; o < c->model->option_count; o++)
    json_text(j, dcm_model_option(c->model, o)->name, contact_case_word(c, o));
  json_end(j, '}');
  json_number(j, "speed", e->collision.asked.speed);
  json_number(j, "angle", e->collision.asked.angle);
  json_number(j, "time_step", e->collision.made.dt);
}

static void json_outcome(json_writer *j, const encounter *e) {
  const dcm_api_outcome *o = &e->outcome;
  json_begin(j, "outcome", '{');
  json_boolean(j, "separated", o->separated != 0);
  json_number(j, "steps", (double)o->steps);
  for (int i = 0; i < OUTCOME_NUMBERS; i++)
    json_number(j, outcome_numbers[i].name, outcome_value(o, &outcome_numbers[i]));
  json_begin(j, "after", '[');
  for (int i = 0; i < (contact_case_is_wall(&e->contact) ? 1 : 2); i++) {
    json_begin(j, NULL, '{');
    json_numbers(j, "velocity", i ? o->velocity_2 : o->velocity_1, 3);
    json_numbers(j, "angular_velocity", i ? o->spin_2 : o->spin_1, 3);
    json_end(j, '}');
  }
  json_end(j, ']');
  json_begin(j, "energy", '{');
  for (size_t i = 0; i < ENERGIES; i++)
    json_number(j, energies[i].name, value_at(o, energies[i].place));
  json_end(j, '}');
  json_number(j, "momentum_drift", o->momentum_drift);
  json_number(j, "angular_momentum_drift", o->angular_momentum_drift);
  json_end(j, '}');
}

void encounter_write_json(const encounter *e) {
  json_writer j = {.stream = stdout};
  json_begin(&j, NULL, '{');
  json_case(&j, e);
  json_outcome(&j, e);
  json_number(&j, "safe_time_step", e->safe.step);
  json_text(&j, "safe_time_step_limit", dcm_step_limit_name(e->safe.limit));
  if (e->has_elastic) {
    json_begin(&j, "hertz", '{');
    json_number(&j, "duration", e->hertz.duration);
    json_number(&j, "max_overlap", e->hertz.overlap);
    json_number(&j, "max_normal_force", e->hertz.force);
    json_end(&j, '}');
    json_begin(&j, "recommended_time_step", '{');
    json_number(&j, "rayleigh_time", e->rayleigh_time);
    json_number(&j, "value", e->recommended_time_step);
    json_number(&j, "normal_restitution", e->restitution_at_recommended);
    json_end(&j, '}');
  }
  json_end(&j, '}');
}
