/* SPDX-License-Identifier: MIT */
#include "cli/encounter.h"

#include <math.h>
#include <string.h>

#include "cli/message.h"

const cli_option encounter_motion_options[] = {
    {"speed", "V", "speed of body 1 relative to body 2, m/s; default 1"},
    {"angle", "DEGREES", "angle from the normal in degrees, in [0, 90); default 0"},
    {"spin1", "X,Y,Z", "angular velocity of body 1, rad/s"},
    {"spin2", "X,Y,Z", "angular velocity of body 2, rad/s"},
    {"bonded", NULL,
     "the run begins with the bodies in touch: a law that makes\n"
     "bonds at the start makes one, and body 1 is struck"},
    {"steps", "N", "time steps per collision; default 10000"},
    {"dt", "T", "time step in s, instead of --steps"},
    {"max-steps", "N", "stop after so many steps; default: those of 20 collisions"},
    {"velocities", "WHICH",
     "velocities for the law: half-step (the default, as in\n"
     "LAMMPS), or synchronised (of the whole step)"},
    {0},
};

/** A body counts as stuck after the steps of so many collisions. */
static const double patience = 20.0;

/** Most steps of a collision. */
static const double most_steps = 1e9;

/** Most steps on the way through the reach of a law without --max-steps: some seconds. The reach
 * may be any number of radii. */
static const double most_steps_in_reach = 1e7;

static int read_velocities(const cli_arguments *arguments, int *velocities) {
  const char *word = arguments_text(arguments, "velocities");
  *velocities = DCM_VELOCITY_HALF_STEP;
  if (!word || strcmp(word, "half-step") == 0)
    return EXIT_DONE;
  *velocities = DCM_VELOCITY_SYNCHRONISED;
  if (strcmp(word, "synchronised") == 0)
    return EXIT_DONE;
  return message_misuse("'--velocities' is half-step or synchronised, not '%s'", word);
}

static int read_motion(const cli_arguments *arguments, encounter *e) {
  dcm_collision *c = &e->collision;
  dcm_motion *m = c->motions;
  e->speed = 1.0;
  int status = arguments_number(arguments, "speed", POSITIVE, &e->speed);
  if (status == EXIT_DONE)
    status = arguments_number(arguments, "angle", NOT_NEGATIVE, &e->angle);
  if (status == EXIT_DONE)
    status = arguments_vector(arguments, "spin1", &m[0].angular_velocity);
  if (status == EXIT_DONE)
    status = arguments_vector(arguments, "spin2", &m[1].angular_velocity);
  if (status == EXIT_DONE)
    status = read_velocities(arguments, &c->velocities);
  if (status != EXIT_DONE)
    return status;
  if (e->angle >= 90.0)
    return message_misuse(
        "'--angle' must be less than 90, because at %g degrees the bodies do not meet", e->angle);
  if (e->contact.wall && arguments_has(arguments, "spin2"))
    return message_misuse("'--spin2' means nothing with '--wall': a wall does not turn");
  c->begins_run = arguments_has(arguments, "bonded");
  if (c->begins_run && !(c->law->instance.flags & DCM_STATE_AT_START))
    return message_misuse(
        "'--bonded' means nothing for the law '%s': this law makes no bonds at the start of a run",
        c->law->model->id);
  const double radians = e->angle * 3.14159265358979323846 / 180.0;
  m[0].velocity = (dcm_vector){e->speed * cos(radians), e->speed * sin(radians), 0.0};
  m[1].position.x =
      e->contact.bodies[0].radius + (e->contact.wall ? 0.0 : e->contact.bodies[1].radius);
  if (c->begins_run)
    m[1].position.x = nextafter(m[1].position.x, 0.0);
  return EXIT_DONE;
}

static int read_time_step(const cli_arguments *arguments, encounter *e) {
  dcm_collision *c = &e->collision;
  unsigned long long max_steps = 0;
  double dt = 0.0;
  e->steps = DCM_STEPS_PER_COLLISION;
  int status = arguments_count(arguments, "steps", &e->steps);
  if (status == EXIT_DONE)
    status = arguments_number(arguments, "dt", POSITIVE, &dt);
  if (status == EXIT_DONE)
    status = arguments_count(arguments, "max-steps", &max_steps);
  if (status != EXIT_DONE)
    return status;
  if (dt > 0.0 && arguments_has(arguments, "steps"))
    return message_misuse("'--dt' and '--steps' say the same thing twice: leave one out");
  dcm_error error;
  double collision_dt;
  if (dcm_collision_time_step(c, DCM_STEPS_PER_COLLISION, &collision_dt, &error))
    return message_failure("%s", error.text);
  const double duration = DCM_STEPS_PER_COLLISION * collision_dt;
  c->dt = dt > 0.0 ? dt : duration / (double)e->steps;
  if (!(duration <= most_steps * c->dt))
    return message_misuse(
        "a time step of %g s divides the collision of about %g s into %.3g steps, "
        "but at most %g are allowed",
        c->dt, duration, duration / c->dt, most_steps);
  if (dt > 0.0)
    e->steps = 0;
  /* The bodies come from, and go to, the end of the law's reach. */
  const double r1 = c->bodies[0].radius, r2 = c->bodies[1].radius;
  const uint32_t pair = dcm_law_pair(c->law, c->bodies[0].material, c->bodies[1].material);
  const double reach =
      dcm_law_reach(c->law, c->side_2 == DCM_SIDE_WALL ? dcm_sides_at_wall(pair, r1, r2)
                                                       : dcm_sides_of_particles(pair, r1, r2));
  const double way = reach / e->speed;
  double steps = patience * fmax((duration + way) / c->dt, 1.0);
  if (patience * way > most_steps_in_reach * c->dt && !max_steps) {
    e->steps_not_waited_for = steps;
    steps = patience * duration / c->dt + most_steps_in_reach;
  }
  c->max_steps = max_steps ? max_steps : (uint64_t)ceil(steps);
  return EXIT_DONE;
}

int encounter_make(const cli_arguments *arguments, const dcm_model *model, encounter *made) {
  *made = (encounter){0};
  int status = contact_case_make(arguments, model, &made->contact);
  if (status != EXIT_DONE)
    return status;
  const contact_case *contact = &made->contact;
  made->collision = (dcm_collision){
      .law = contact->law,
      .side_2 = contact->wall ? DCM_SIDE_WALL : DCM_SIDE_PARTICLE,
      .bodies = {contact->bodies[0], contact->bodies[1]},
      .wall_normal = {-1.0, 0.0, 0.0},
  };
  status = read_motion(arguments, made);
  if (status != EXIT_DONE)
    return status;
  made->has_elastic = contact_case_elastic(contact, &made->elastic);
  if (made->has_elastic) {
    made->hertz =
        dcm_hertz_head_on(made->elastic.effective_young, made->elastic.effective_radius,
                          made->elastic.effective_mass, made->collision.motions[0].velocity.x);
    made->recommended_time_step =
        dcm_recommended_time_step(made->elastic.rayleigh_time, made->hertz.duration);
  }
  const dcm_body *b = contact->bodies;
  made->safe = dcm_longest_safe_step(contact->law, b[0].material, b[1].material, b[0].radius,
                                     b[0].mass, b[1].radius, b[1].fixed ? INFINITY : b[1].mass);
  return read_time_step(arguments, made);
}

void encounter_free(encounter *e) {
  contact_case_free(&e->contact);
}

/** An imbalance above this share of the energy means that the time step is too long; laws that do
 * not conserve energy stay well below. */
static const double tolerable_imbalance = 0.2;

int encounter_run(encounter *e, dcm_collision_observer observer, void *data) {
  dcm_error error;
  int32_t status = dcm_collision_run(&e->collision, observer, data, &e->outcome, &error);
  if (status == DCM_OK && !e->outcome.touched)
    status = dcm_fail(&error, "the bodies jump past each other: a time step of %g s is too long",
                      e->collision.dt);
  if (status) {
    message_failure("%s", error.text);
    message_hint("without --dt the command chooses a step that resolves the collision");
    return EXIT_FAILED;
  }
  if (e->steps_not_waited_for > 0.0 && !e->outcome.separated)
    message_warning("the bodies are still within the reach of the law after %llu steps and may "
                    "need %.3g steps to leave: --max-steps follows the bodies further",
                    (unsigned long long)e->outcome.steps, e->steps_not_waited_for);
  const dcm_energy_ledger *l = &e->outcome.energy;
  const double imbalance = l->balance_error / (l->kinetic_before + l->supplied);
  if (fabs(imbalance) > tolerable_imbalance)
    message_warning("%.3g%% of the energy is not accounted for: the time step of %g s is too long, "
                    "or the law does not conserve energy",
                    100.0 * imbalance, e->collision.dt);
  if (e->has_elastic) {
    dcm_collision coarse = e->collision;
    coarse.dt = e->recommended_time_step;
    coarse.max_steps = (uint64_t)fmin(
        ceil((double)e->collision.max_steps * e->collision.dt / coarse.dt) + 1.0, most_steps);
    /* If this step fails, the outcome has no restitution. */
    if (dcm_collision_run(&coarse, NULL, NULL, &e->outcome_at_recommended, &error))
      e->outcome_at_recommended.normal_restitution = NAN;
  }
  return EXIT_DONE;
}

static double column_normal(const encounter *e) {
  return e->outcome.normal_restitution;
}

static double column_tangential(const encounter *e) {
  return e->outcome.tangential_restitution;
}

static double column_surface(const encounter *e) {
  return e->outcome.surface_restitution;
}

static double column_duration(const encounter *e) {
  return e->outcome.duration;
}

static double column_overlap(const encounter *e) {
  return e->outcome.max_overlap;
}

static double column_normal_force(const encounter *e) {
  return e->outcome.max_normal_force;
}

static double column_tangential_force(const encounter *e) {
  return e->outcome.max_tangential_force;
}

static double column_energy_loss(const encounter *e) {
  const dcm_energy_ledger *l = &e->outcome.energy;
  return 1.0 - l->kinetic_after / (l->kinetic_before + l->supplied);
}

const outcome_column outcome_columns[] = {
    {"normal_restitution", "e_n", "-", column_normal},
    {"tangential_restitution", "e_t", "-", column_tangential},
    {"surface_restitution", "beta", "-", column_surface},
    {"duration", "duration", "s", column_duration},
    {"max_overlap", "overlap", "m", column_overlap},
    {"max_normal_force", "F_n", "N", column_normal_force},
    {"max_tangential_force", "F_t", "N", column_tangential_force},
    {"energy_loss", "loss", "-", column_energy_loss},
    {0},
};
