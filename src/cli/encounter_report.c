/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>

#include "cli/encounter.h"
#include "program/json.h"
#include "runtime/energies.h"
#include "runtime/model.h"
#include "runtime/units.h"

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
  const dcm_body *b = c->bodies;
  printf("%s: %s\n\n", c->model->id, c->model->title);
  printf("Bodies                               1              2\n");
  two_cells("radius", b[0].radius, b[1].radius, "m", origin_name(c->radius_origin));
  two_cells("density", c->densities[0], c->densities[1], "kg/m^3", origin_name(c->density_origin));
  two_cells("mass", b[0].mass, b[1].fixed ? INFINITY : b[1].mass, "kg",
            c->wall ? "2 is a flat wall" : (b[1].fixed ? "2 is held" : ""));
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
         e->speed, e->angle, e->collision.dt,
         e->collision.velocities == DCM_VELOCITY_HALF_STEP ? "half-step" : "synchronised");
  if (e->collision.begins_run)
    printf("The run begins with the two in touch.\n");
}

static void outcome_line(const encounter *e, const char *name, double obtained, double hertz,
                         const char *unit) {
  printf("  %-24s", name);
  cell(obtained);
  if (e->has_elastic)
    cell(hertz);
  printf("  %s\n", unit);
}

static void report_outcome(const encounter *e) {
  const dcm_collision_outcome *o = &e->outcome;
  printf("\nOutcome                       obtained%s\n", e->has_elastic ? "  elastic, Hertz" : "");
  outcome_line(e, "normal restitution", o->normal_restitution, 1.0, "");
  outcome_line(e, "tangential restitution", o->tangential_restitution, NAN, "of the centres");
  outcome_line(e, "surface restitution", o->surface_restitution, NAN, "of the contact point");
  outcome_line(e, "duration", o->duration, e->hertz.duration, "s");
  outcome_line(e, "largest overlap", o->max_overlap, e->hertz.overlap, "m");
  outcome_line(e, "largest normal force", o->max_normal_force, e->hertz.force, "N");
  outcome_line(e, "largest tangential force", o->max_tangential_force, NAN, "N");
  if (!o->separated)
    printf(
        "  The bodies are still in contact after %llu steps: they stick, or come back too slowly.\n"
        "  --max-steps follows them further.\n",
        (unsigned long long)o->steps);
}

static void vector_line(const char *name, dcm_vector v, const char *unit) {
  printf("  %-24s", name);
  cell(v.x);
  cell(v.y);
  cell(v.z);
  printf("  %s\n", unit);
}

static void report_motion(const encounter *e) {
  const dcm_motion *m = e->outcome.motions;
  printf("\nAfterwards                           x              y              z\n");
  vector_line("velocity of 1", m[0].velocity, "m/s");
  vector_line("spin of 1", m[0].angular_velocity, "rad/s");
  if (!e->contact.bodies[1].fixed) {
    vector_line("velocity of 2", m[1].velocity, "m/s");
    vector_line("spin of 2", m[1].angular_velocity, "rad/s");
  }
}

static void energy_line(const encounter *e, const char *name, double energy) {
  const dcm_energy_ledger *l = &e->outcome.energy;
  printf("  %-24s", name);
  cell(energy);
  printf(" %13.6f%%\n", 100.0 * energy / (l->kinetic_before + l->supplied));
}

static void report_energy(const encounter *e) {
  static const char *const losses[DCM_DISSIPATED] = {
      "lost: normal damping", "lost: plastic",  "lost: tangential damping", "lost: sliding",
      "lost: rolling",        "lost: fracture", "lost: lever arms",         "lost: jumps"};
  const dcm_collision_outcome *o = &e->outcome;
  const dcm_energy_ledger *l = &o->energy;
  printf("\nEnergy                               J       share of all\n");
  energy_line(e, "kinetic before", l->kinetic_before);
  if (l->supplied != 0.0)
    energy_line(e, "supplied by the holder", l->supplied);
  energy_line(e, "kinetic after", l->kinetic_after);
  if (!o->separated)
    energy_line(e, "stored in the contact", l->stored);
  for (size_t i = 0; i < DCM_DISSIPATED; i++)
    energy_line(e, losses[i], l->dissipated[i]);
  energy_line(e, "residual", l->residual);
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
         "  recommended              %14.8g  s  at most %g%% of Rayleigh's and %g%% of Hertz'\n",
         e->elastic.rayleigh_time, e->hertz.duration, e->recommended_time_step,
         100.0 * DCM_RAYLEIGH_FRACTION, 100.0 * DCM_HERTZ_FRACTION);
  const double restitution = e->outcome_at_recommended.normal_restitution;
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
  json_boolean(j, "wall", c->wall);
  json_begin(j, "bodies", '[');
  for (int i = 0; i < (c->wall ? 1 : 2); i++) {
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
    static const char *const words[] = {
        [GIVEN] = "given", [DEFAULT] = "default", [ASSUMED] = "assumed"};
    json_text(
        j, "origin",
        words[weaker(c->parameter_origins[p][0], c->parameter_origins[p][c->material_count - 1])]);
    json_end(j, '}');
  }
  json_end(j, '}');
  json_begin(j, "options", '{');
  for (uint32_t o = 0; o < c->model->option_count; o++)
    json_text(j, dcm_model_option(c->model, o)->name, contact_case_word(c, o));
  json_end(j, '}');
  json_number(j, "speed", e->speed);
  json_number(j, "angle", e->angle);
  json_number(j, "time_step", e->collision.dt);
}

static void json_energy(json_writer *j, const dcm_energy_ledger *l) {
  json_begin(j, "energy", '{');
  json_number(j, "kinetic_before", l->kinetic_before);
  json_number(j, "supplied", l->supplied);
  json_number(j, "kinetic_after", l->kinetic_after);
  json_number(j, "stored", l->stored);
  for (size_t i = 0; i < DCM_DISSIPATED; i++)
    json_number(j, dcm_energy_names[DCM_ENERGIES_STORED + i], l->dissipated[i]);
  json_number(j, "residual", l->residual);
  json_end(j, '}');
}

static void json_outcome(json_writer *j, const encounter *e) {
  const dcm_collision_outcome *o = &e->outcome;
  json_begin(j, "outcome", '{');
  json_boolean(j, "separated", o->separated);
  json_number(j, "steps", (double)o->steps);
  for (const outcome_column *c = outcome_columns; c->name; c++)
    json_number(j, c->name, c->value(e));
  json_begin(j, "after", '[');
  for (int i = 0; i < (e->contact.wall ? 1 : 2); i++) {
    json_begin(j, NULL, '{');
    json_vector(j, "velocity", o->motions[i].velocity);
    json_vector(j, "angular_velocity", o->motions[i].angular_velocity);
    json_end(j, '}');
  }
  json_end(j, ']');
  json_energy(j, &o->energy);
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
    json_number(&j, "rayleigh_time", e->elastic.rayleigh_time);
    json_number(&j, "value", e->recommended_time_step);
    json_number(&j, "normal_restitution", e->outcome_at_recommended.normal_restitution);
    json_end(&j, '}');
  }
  json_end(&j, '}');
}
