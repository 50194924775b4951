/* SPDX-License-Identifier: MIT */
/** @file
 * dcm collide: a free collision. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/collision_plot.h"
#include "cli/commands.h"
#include "cli/encounter.h"
#include "cli/laws.h"
#include "cli/message.h"
#include "cli/sweep.h"
#include "cli/table.h"

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
    {"Motion", encounter_motion_options},
    {"Output", output_options},
    {0},
};

static int run(int argc, char **argv);

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

const cli_command command_collide = {
    .name = "collide",
    .synopsis = "LAW [options]",
    .summary = "Integrates a free collision and prints restitution, duration, forces, energies,\n"
               "and the time step for a simulation.",
    .details = details,
    .takes_law = 1,
    .groups = groups,
    .run = run,
};

/** Observes the steps: writes the steps, and keeps the points of the picture. */
typedef struct witness {
  FILE *csv;
  const dcm_law *law;
  collision_trace *trace;
} witness;

static void observe(void *data, const dcm_collision_sample *sample) {
  const witness *w = data;
  if (w->csv) {
    fprintf(w->csv, "%llu,%.17g", (unsigned long long)sample->step, sample->time);
    write_motion(w->csv, sample->motions);
    write_load(w->csv, w->law, sample->load);
    fputc('\n', w->csv);
  }
  if (w->trace)
    collision_trace_add(w->trace, sample);
}

/** Integrates and writes the files that were asked for. */
static int run_and_write(const cli_arguments *arguments, encounter *e) {
  const char *csv = arguments_text(arguments, "csv");
  const char *plot = arguments_text(arguments, "plot");
  collision_trace trace = {0};
  witness w = {.law = e->collision.law, .trace = plot ? &trace : NULL};
  if (csv) {
    w.csv = open_output(csv);
    if (!w.csv)
      return EXIT_FAILED;
    write_case_comments(w.csv, &e->contact);
    fprintf(w.csv, "step,t");
    write_motion_header(w.csv);
    write_load_header(w.csv, w.law);
    fputc('\n', w.csv);
  }
  int status = encounter_run(e, csv || plot ? observe : NULL, &w);
  if (csv) {
    const int written = close_output(w.csv, csv);
    status = status != EXIT_DONE ? status : written;
  }
  if (status == EXIT_DONE && plot)
    status = collision_plot(e, &trace, plot);
  collision_trace_free(&trace);
  return status;
}

static int collide_once(const cli_arguments *arguments, const dcm_model *model) {
  encounter e;
  int status = encounter_make(arguments, model, &e);
  if (status == EXIT_DONE)
    status = run_and_write(arguments, &e);
  const char *csv = arguments_text(arguments, "csv");
  if (status == EXIT_DONE && arguments_has(arguments, "json"))
    encounter_write_json(&e);
  else if (status == EXIT_DONE && !(csv && strcmp(csv, "-") == 0))
    encounter_report(&e);
  encounter_free(&e);
  return status;
}

static int with_law(const cli_arguments *arguments, const dcm_model *model) {
  const char *csv = arguments_text(arguments, "csv");
  if (csv && strcmp(csv, "-") == 0 && arguments_has(arguments, "json"))
    return message_misuse("'--csv -' and '--json' both write to the standard output: give --csv a "
                          "file");
  return arguments_has(arguments, "sweep") ? sweep(arguments, model)
                                           : collide_once(arguments, model);
}

static int run(int argc, char **argv) {
  return run_with_law(&command_collide, argc, argv, with_law);
}
