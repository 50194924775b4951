/* SPDX-License-Identifier: MIT */
/** @file
 * dcm collide: a free collision. */
#include "cli/collide.h"

#include <math.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/csv.h"
#include "runtime/model.h"
#include "runtime/motion.h"

static const cli_option motion_options[] = {
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

static const cli_option output_options[] = {
    {"json", NULL, "print JSON"},
    {"csv", "FILE",
     "write every step, or every line of the sweep, to this file;\n"
     "- is the standard output, then without the report"},
    {"plot", "FILE", "draw with gnuplot: .svg, .png or .pdf"},
    {"sweep", "NAME=RANGE",
     "repeat with other values of a parameter, or of speed, angle,\n"
     "radius, radius1, radius2, density, density1, density2, dt or\n"
     "steps: FIRST:LAST:STEP or VALUE,VALUE,...; or with other\n"
     "words of an option of the law: WORD,WORD,..."},
    {0},
};

static const cli_option_group groups[] = {
    {"Law", contact_case_law_options},
    {"Bodies", contact_case_body_options},
    {"Motion", motion_options},
    {"Output", output_options},
    {0},
};

static const char details[] =
    "Body 1 flies towards body 2, and body 2 rests. The normal from 1 to 2 is the x axis, and\n"
    "the tangential velocity points along y. A restitution is a velocity after the collision\n"
    "over the one before: normal, of the approach; tangential, of the centres (1 without\n"
    "friction); surface, of the contact point, with the opposite sign (-1 without "
    "friction).\n\n" CONTACT_CASE_DETAILS "\n"
    "Examples:\n"
    "  dcm collide hertz-mindlin\n"
    "  dcm collide hertz-mindlin --set young=5e6 --set restitution=0.5 --angle 45 --plot a.svg\n"
    "  dcm collide hertz-mindlin --wall --sweep restitution=0.1:1:0.1\n"
    "  dcm collide hertz-mindlin --set1 young=7e10 --set2 young=1e9 --radius2 0.005\n";

/* ------------------------------------------------------------------------------- the command line
 */

static uint32_t read_velocities(const cli_arguments *arguments) {
  const char *word = arguments_text(arguments, "velocities");
  if (word && strcmp(word, "synchronised") != 0 && strcmp(word, "half-step") != 0)
    stop_misused("'--velocities' is half-step or synchronised, not '%s'", word);
  return word && word[0] == 's' ? DCM_API_SYNCHRONISED : 0;
}

static void read_motion(const cli_arguments *arguments, encounter *e) {
  dcm_api_collision *asked = &e->collision.asked;
  asked->speed = arguments_number(arguments, "speed", POSITIVE, 1.0);
  asked->angle = arguments_number(arguments, "angle", ANY_NUMBER, 0.0);
  dcm_vector_put(asked->spin_1, arguments_vector(arguments, "spin1"));
  dcm_vector_put(asked->spin_2, arguments_vector(arguments, "spin2"));
  asked->bodies.flags |= read_velocities(arguments);
  if (contact_case_is_wall(&e->contact) && arguments_has(arguments, "spin2"))
    stop_misused("'--spin2' means nothing with '--wall': a wall does not turn");
  if (arguments_has(arguments, "bonded"))
    asked->bodies.flags |= DCM_API_BONDED;
  dcm_error error;
  if (dcm_program_make(e->contact.law, &e->collision, &error))
    stop_misused("%s", error.text);
}

static void read_time_step(const cli_arguments *arguments, int is_of_many,
                           dcm_program_collision *c) {
  c->asked.steps = arguments_count(arguments, "steps", DCM_STEPS_PER_COLLISION);
  c->asked.dt = arguments_number(arguments, "dt", POSITIVE, 0.0);
  c->asked.max_steps = arguments_count(arguments, "max-steps", 0);
  if (c->asked.dt > 0.0 && arguments_has(arguments, "steps"))
    stop_misused("'--dt' and '--steps' say the same thing twice: leave one out");
  dcm_error error;
  const int32_t found =
      is_of_many ? dcm_program_time_step_of_many(c, &error) : dcm_program_time_step(c, &error);
  if (found == DCM_REFUSED)
    stop_misused("%s", error.text);
  if (found != DCM_OK)
    stop_failed("%s", error.text);
}

encounter encounter_make(const cli_arguments *arguments, const dcm_model *model,
                         const contact_case *like, int is_of_many) {
  encounter made = {.contact = contact_case_make(arguments, model, like)};
  made.collision.asked.bodies = made.contact.asked;
  read_motion(arguments, &made);
  read_time_step(arguments, is_of_many, &made.collision);
  return made;
}

/* --------------------------------------------------------------------------------- integration */

void encounter_stop(const dcm_error *error) {
  message_error("%s", error->text);
  message_hint("without --dt the command chooses a step that resolves the collision");
  stop(EXIT_FAILED);
}

/** An imbalance above this share of the energy means that the time step is too long; laws that do
 * not conserve energy stay well below. */
static const double tolerable_imbalance = 0.2;

void encounter_warn(const dcm_program_collision *made, const dcm_api_outcome *outcome) {
  if (made->not_waited_for > 0.0 && !outcome->separated)
    message_warning("the bodies are still within the reach of the law after %llu steps and may "
                    "need %.3g steps to leave: --max-steps follows the bodies further",
                    (unsigned long long)outcome->steps, made->not_waited_for);
  const dcm_api_energy *energy = &outcome->energy;
  const double imbalance = energy->residual / (energy->kinetic_before + energy->supplied);
  if (fabs(imbalance) > tolerable_imbalance)
    message_warning("%.3g%% of the energy is not accounted for: the time step of %g s is too long, "
                    "or the law does not conserve energy",
                    100.0 * imbalance, made->made.dt);
  /* Beyond that spheres may leave each other on the far side, where the normal has turned round. */
  const double size = fmin(made->made.bodies[0].radius, made->made.bodies[1].radius);
  if (made->made.side_2 != DCM_SIDE_WALL && outcome->max_overlap > size)
    message_warning("the bodies overlap by %g m, but the smaller radius is %g m: bodies that go "
                    "through each other count as if they had rebounded. Look at the units, or take "
                    "harder bodies or a lower speed",
                    outcome->max_overlap, size);
}

/** The elastic collision of Hertz's theory. @return whether the law has the moduli */
static int find_hertz(encounter *e) {
  const contact_case *c = &e->contact;
  const dcm_body *b = c->bodies;
  const int32_t young = dcm_model_find_parameter(c->model, "young");
  const int32_t poisson = dcm_model_find_parameter(c->model, "poisson");
  if (young < 0 || poisson < 0)
    return 0;
  double modulus[2], nu[2];
  e->rayleigh_time = INFINITY;
  for (int i = 0; i < 2; i++) {
    modulus[i] = contact_case_value(c, (uint32_t)young, b[i].material);
    nu[i] = contact_case_value(c, (uint32_t)poisson, b[i].material);
    if (!b[i].fixed)
      e->rayleigh_time = fmin(e->rayleigh_time,
                              dcm_rayleigh_time(b[i].radius, c->densities[i], modulus[i], nu[i]));
  }
  e->hertz = dcm_hertz_head_on(dcm_effective_young(modulus[0], nu[0], modulus[1], nu[1]),
                               contact_case_is_wall(c)
                                   ? dcm_effective_radius_at_wall(b[0].radius, b[1].radius)
                                   : dcm_effective_radius(b[0].radius, b[1].radius),
                               dcm_effective_mass(b[0].mass, b[0].fixed, b[1].mass, b[1].fixed),
                               e->collision.made.motions[0].velocity.x);
  return 1;
}

/** Finds the time steps of simulations, and what becomes of this collision with one of them. */
static void find_time_steps(encounter *e) {
  const contact_case *contact = &e->contact;
  const dcm_collision *c = &e->collision.made;
  e->safe = dcm_program_safe_step(contact->law, contact->bodies);
  e->has_elastic = find_hertz(e);
  if (!e->has_elastic)
    return;
  e->recommended_time_step = dcm_recommended_time_step(e->rayleigh_time, e->hertz.duration);
  /* Rayleigh and Hertz know nothing of other springs, and of dampers. */
  if (e->safe.limit != DCM_LIMIT_NORMAL_SPRING)
    e->recommended_time_step = fmin(e->recommended_time_step, e->safe.step);
  dcm_collision coarse = *c;
  dcm_api_outcome outcome;
  dcm_error error;
  coarse.dt = e->recommended_time_step;
  coarse.max_steps = (uint64_t)fmin(ceil((double)c->max_steps * c->dt / coarse.dt) + 1.0,
                                    DCM_MOST_STEPS_OF_COLLISION);
  /* If this step fails, the outcome has no restitution. */
  dcm_collision_run(&coarse, NULL, NULL, &outcome, &error);
  e->restitution_at_recommended = outcome.normal_restitution;
}

/** Observes the steps: writes the steps to the files that are not NULL. */
typedef struct witness {
  const dcm_law *law;
  FILE *csv, *picture;
} witness;

static void observe(void *data, const dcm_collision_sample *sample) {
  const witness *w = data;
  const dcm_contact_load *load = sample->load;
  if (w->csv) {
    fprintf(w->csv, "%llu,%.17g", (unsigned long long)sample->step, sample->time);
    write_motion(w->csv, sample->motions);
    write_load(w->csv, w->law, load);
    fputc('\n', w->csv);
  }
  if (w->picture)
    fprintf(w->picture, "%.9g,%.9g,%.9g,%.9g,%.9g,%.9g\n", sample->time, load->overlap,
            load->normal_force, load->tangential_force.x, load->tangential_force.y,
            load->tangential_force.z);
}

static void draw(const encounter *e, picture *p) {
  const dcm_api_collision *asked = &e->collision.asked;
  char title[200];
  snprintf(title, sizeof title, "%s: %s, %g m/s at %g°, normal restitution %.4g",
           e->contact.model->id,
           contact_case_is_wall(&e->contact) ? "sphere and wall" : "two spheres", asked->speed,
           asked->angle, e->outcome.normal_restitution);
  picture_end_table(p);
  picture_text(p, "title", title);
  picture_number(p, "hertz_overlap", e->has_elastic ? e->hertz.overlap : 0.0);
  picture_number(p, "hertz_force", e->has_elastic ? e->hertz.force : 0.0);
  picture_end(p);
}

/** Integrates and writes the files that were asked for. */
static void run_and_write(const cli_arguments *arguments, encounter *e) {
  const char *csv = arguments_text(arguments, "csv");
  const char *plot = arguments_text(arguments, "plot");
  picture *p = plot ? picture_begin(plot, "collision") : NULL;
  witness w = {.law = e->contact.law, .picture = p ? p->stream : NULL};
  if (p)
    fputs("t,overlap,normal_force,tangential_force_x,tangential_force_y,tangential_force_z\n",
          p->stream);
  w.csv = open_table(csv, plot);
  if (w.csv) {
    write_case_comments(w.csv, &e->contact);
    fprintf(w.csv, "step,t");
    write_motion_header(w.csv);
    write_load_header(w.csv, w.law);
    fputc('\n', w.csv);
  }
  dcm_error error;
  if (dcm_program_run(&e->collision.made, csv || plot ? observe : NULL, &w, &e->outcome, &error))
    encounter_stop(&error);
  encounter_warn(&e->collision, &e->outcome);
  find_time_steps(e);
  if (w.csv)
    close_output(w.csv, csv);
  if (p)
    draw(e, p);
}

static int with_law(const cli_arguments *arguments, const dcm_model *model) {
  const char *csv = arguments_text(arguments, "csv"), *plot = arguments_text(arguments, "plot");
  const int is_csv_printed = csv && strcmp(csv, "-") == 0;
  const int is_json = arguments_has(arguments, "json");
  if (is_csv_printed && is_json)
    stop_misused("'--csv -' and '--json' both write to the standard output: give --csv a file");
  if (plot)
    picture_check(plot);
  if (arguments_has(arguments, "sweep"))
    return sweep(arguments, model);
  encounter e = encounter_make(arguments, model, NULL, 0);
  run_and_write(arguments, &e);
  if (is_json)
    encounter_write_json(&e);
  else if (!is_csv_printed)
    encounter_report(&e);
  return EXIT_DONE;
}

const cli_command command_collide = {
    .name = "collide",
    .synopsis = "LAW [options]",
    .summary = "Integrates a free collision and prints restitution, duration, forces, energies,\n"
               "and the time step for a simulation.",
    .details = details,
    .takes_law = 1,
    .groups = groups,
    .with_law = with_law,
};
