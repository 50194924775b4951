/* SPDX-License-Identifier: MIT */
#include "cli/encounter.h"

#include <math.h>
#include <string.h>

#include "cli/message.h"
#include "program/collide.h"

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

static int read_velocities(const cli_arguments *arguments, uint32_t *flags) {
  const char *word = arguments_text(arguments, "velocities");
  if (!word || strcmp(word, "half-step") == 0)
    return EXIT_DONE;
  *flags |= DCM_API_SYNCHRONISED;
  if (strcmp(word, "synchronised") == 0)
    return EXIT_DONE;
  return message_misuse("'--velocities' is half-step or synchronised, not '%s'", word);
}

static int read_motion(const cli_arguments *arguments, encounter *e, dcm_api_collision *asked) {
  dcm_vector spins[2] = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
  e->speed = 1.0;
  int status = arguments_number(arguments, "speed", POSITIVE, &e->speed);
  if (status == EXIT_DONE)
    status = arguments_number(arguments, "angle", NOT_NEGATIVE, &e->angle);
  if (status == EXIT_DONE)
    status = arguments_vector(arguments, "spin1", &spins[0]);
  if (status == EXIT_DONE)
    status = arguments_vector(arguments, "spin2", &spins[1]);
  if (status == EXIT_DONE)
    status = read_velocities(arguments, &asked->bodies.flags);
  if (status != EXIT_DONE)
    return status;
  if (e->angle >= 90.0)
    return message_misuse(
        "'--angle' must be less than 90, because at %g degrees the bodies do not meet", e->angle);
  if (e->contact.wall && arguments_has(arguments, "spin2"))
    return message_misuse("'--spin2' means nothing with '--wall': a wall does not turn");
  const dcm_law *law = e->contact.law;
  if (arguments_has(arguments, "bonded"))
    asked->bodies.flags |= DCM_API_BONDED;
  if ((asked->bodies.flags & DCM_API_BONDED) && !(law->instance.flags & DCM_STATE_AT_START))
    return message_misuse(
        "'--bonded' means nothing for the law '%s': this law makes no bonds at the start of a run",
        law->model->id);
  asked->speed = e->speed;
  asked->angle = e->angle;
  dcm_vector_put(asked->spin_1, spins[0]);
  dcm_vector_put(asked->spin_2, spins[1]);
  dcm_error error;
  if (dcm_program_collision(law, asked, &e->collision, &error))
    return message_misuse("%s", error.text);
  return EXIT_DONE;
}

static int read_time_step(const cli_arguments *arguments, encounter *e, dcm_api_collision *asked) {
  unsigned long long max_steps = 0;
  e->steps = DCM_STEPS_PER_COLLISION;
  int status = arguments_count(arguments, "steps", &e->steps);
  if (status == EXIT_DONE)
    status = arguments_number(arguments, "dt", POSITIVE, &asked->dt);
  if (status == EXIT_DONE)
    status = arguments_count(arguments, "max-steps", &max_steps);
  if (status != EXIT_DONE)
    return status;
  if (asked->dt > 0.0 && arguments_has(arguments, "steps"))
    return message_misuse("'--dt' and '--steps' say the same thing twice: leave one out");
  asked->steps = e->steps;
  asked->max_steps = max_steps;
  dcm_error error;
  const int32_t found =
      dcm_program_time_step(asked, &e->collision, &e->steps_not_waited_for, &error);
  if (found != DCM_OK)
    return found == DCM_REFUSED ? message_misuse("%s", error.text)
                                : message_failure("%s", error.text);
  if (asked->dt > 0.0)
    e->steps = 0;
  return EXIT_DONE;
}

int encounter_make(const cli_arguments *arguments, const dcm_model *model, encounter *made) {
  *made = (encounter){0};
  int status = contact_case_make(arguments, model, &made->contact);
  if (status != EXIT_DONE)
    return status;
  const contact_case *contact = &made->contact;
  dcm_api_collision asked = {.bodies = contact->asked};
  status = read_motion(arguments, made, &asked);
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
  return read_time_step(arguments, made, &asked);
}

void encounter_free(encounter *e) {
  contact_case_free(&e->contact);
}

/** An imbalance above this share of the energy means that the time step is too long; laws that do
 * not conserve energy stay well below. */
static const double tolerable_imbalance = 0.2;

int encounter_run(encounter *e, dcm_collision_observer observer, void *data) {
  dcm_error error;
  if (dcm_program_run(&e->collision, observer, data, &e->outcome, &error)) {
    message_failure("%s", error.text);
    message_hint("without --dt the command chooses a step that resolves the collision");
    return EXIT_FAILED;
  }
  if (e->steps_not_waited_for > 0.0 && !e->outcome.separated)
    message_warning("the bodies are still within the reach of the law after %llu steps and may "
                    "need %.3g steps to leave: --max-steps follows the bodies further",
                    (unsigned long long)e->outcome.steps, e->steps_not_waited_for);
  const dcm_energy_ledger *l = &e->outcome.energy;
  const double imbalance = l->residual / (l->kinetic_before + l->supplied);
  if (fabs(imbalance) > tolerable_imbalance)
    message_warning("%.3g%% of the energy is not accounted for: the time step of %g s is too long, "
                    "or the law does not conserve energy",
                    100.0 * imbalance, e->collision.dt);
  if (e->has_elastic) {
    dcm_collision coarse = e->collision;
    coarse.dt = e->recommended_time_step;
    coarse.max_steps =
        (uint64_t)fmin(ceil((double)e->collision.max_steps * e->collision.dt / coarse.dt) + 1.0,
                       DCM_MOST_STEPS_OF_COLLISION);
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
  return dcm_program_energy_loss(&e->outcome);
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
