/* SPDX-License-Identifier: MIT */
/** @file
 * dcm drive: a prescribed motion. */
#include <stdlib.h>
#include <string.h>

#include "cli/arguments.h"
#include "cli/commands.h"
#include "cli/contact_case.h"
#include "cli/csv.h"
#include "cli/ondem.h"

static const cli_option motion_options[] = {
    {"input", "FILE", "the motion, see below; - for the standard input"},
    {"output", "FILE", "file for the forces; default: the standard output"},
    {"dt", "T", "length of every step in s, instead of the differences of t"},
    {"format", "NAME", "csv, the default, or ondem, see below"},
    {"branch", "X,Y,Z", "with --format ondem: where body 2 begins, seen from body 1"},
    {"wall-centre", "X,Y,Z",
     "with --wall: the wall turns with w2 about this point, which\n"
     "is given for the first line and moves with v2. Default: the\n"
     "wall has the velocity v2 at the point of contact"},
    {0},
};

static const cli_option_group groups[] = {
    {"Law", contact_case_law_options},
    {"Bodies", contact_case_body_options},
    {"Motion", motion_options},
    {0},
};

static int run(int argc, char **argv);

static const char details[] =
    "The input is CSV with the columns t, x1,y1,z1, v1x,v1y,v1z, w1x,w1y,w1z and the same with 2:\n"
    "time, positions of the centres, velocities, angular velocities. The command ignores\n"
    "other columns, and lines that begin with #. With --wall, x2,y2,z2 is the point of the wall\n"
    "that is nearest to the centre of 1. Each line is one step of the law, from the time of the\n"
    "line before; the first line takes the length of the second. A law that makes bonds at the\n"
    "start of a run makes the bonds at the first line, before the first step.\n\n"
    "The output is CSV: contact (1 or 0), overlap, forces and moments, energies, and the state of\n"
    "the law after the step. F1, M1 act on body 1, M2 and -F1 on body 2.\n\n"
    "With --format ondem input and output are files of the interaction tests of the COST action\n"
    "ON-DEM: a line '# t v_i v_j omega_i omega_j' and numbers between blanks, or JSON, which the\n"
    "output is if its name ends with .json. F_i and T_i act on body 1, F_j and T_j on body "
    "2.\n\n" CONTACT_CASE_DETAILS "\n"
    "Example:\n"
    "  dcm drive hertz-mindlin --set young=2e7 --radius 0.005 --input motion.csv > forces.csv\n";

const cli_command command_drive = {
    .name = "drive",
    .synopsis = "LAW --input FILE [options]",
    .summary = "Moves the bodies of one contact as a file prescribes, and prints forces, moments\n"
               "and the state of the law at every step.",
    .details = details,
    .takes_law = 1,
    .groups = groups,
    .run = run,
};

static const char *const columns[] = {
    "t",  "x1", "y1", "z1",  "v1x", "v1y", "v1z", "w1x", "w1y", "w1z",
    "x2", "y2", "z2", "v2x", "v2y", "v2z", "w2x", "w2y", "w2z",
};
enum { COLUMN_COUNT = sizeof columns / sizeof columns[0], FIRST_OF_1 = 1, FIRST_OF_2 = 10 };

/** A line of the input. */
typedef struct drive_line {
  double time;
  dcm_motion motions[2];
} drive_line;

typedef struct drive_run {
  const contact_case *contact_case;
  dcm_guided_contact guided;
  csv_reader input;
  FILE *output;
  double dt; /* 0: from the times */
  unsigned long steps;
  int is_ondem;
  ondem_numbers rows; /* of the output of ondem, written at the end */
} drive_run;

static dcm_vector vector(const double *v) {
  return (dcm_vector){v[0], v[1], v[2]};
}

static dcm_motion motion(const double *v) {
  return (dcm_motion){vector(v), vector(v + 3), vector(v + 6)};
}

static int read_line(drive_run *d, drive_line *line, int *end) {
  double values[COLUMN_COUNT];
  const int status = csv_read(&d->input, values, end);
  if (status != EXIT_DONE || *end)
    return status;
  line->time = values[0];
  line->motions[0] = motion(values + FIRST_OF_1);
  line->motions[1] = motion(values + FIRST_OF_2);
  return EXIT_DONE;
}

/** Evaluates the law for one line, dt after the one before. */
static int step(drive_run *d, const drive_line *line, double dt) {
  dcm_contact_load load;
  dcm_error error;
  if (dcm_guide(&d->guided, line->time, dt, line->motions, &load, &error))
    return message_failure("%s: step %lu, t = %.9g: %s", d->input.path, d->steps, line->time,
                           error.text);
  const unsigned long number = d->steps++;
  if (d->is_ondem)
    return ondem_add_row(&d->rows, line->time, line->motions, &load);
  fprintf(d->output, "%lu,%.17g", number, line->time);
  write_load(d->output, d->guided.law, &load);
  fputc('\n', d->output);
  return EXIT_DONE;
}

/** All lines; the first line takes its length from the second. */
static int drive_all(drive_run *d) {
  drive_line before, now;
  int end;
  int status = read_line(d, &before, &end);
  if (status != EXIT_DONE)
    return status;
  if (end)
    return message_failure("%s: there are no lines of numbers under the names of the columns",
                           d->input.path);
  int is_first = 1;
  while ((status = read_line(d, &now, &end)) == EXIT_DONE && !end) {
    const double dt = now.time - before.time;
    if (!(dt > 0.0))
      return message_failure("%s:%lu: column 't': the time must increase, but %.9g follows %.9g",
                             d->input.path, d->input.line_number, now.time, before.time);
    const double length = d->dt > 0.0 ? d->dt : dt;
    status = is_first ? step(d, &before, length) : EXIT_DONE;
    if (status == EXIT_DONE)
      status = step(d, &now, length);
    if (status != EXIT_DONE)
      return status;
    before = now;
    is_first = 0;
  }
  if (status != EXIT_DONE || !is_first)
    return status;
  if (!(d->dt > 0.0))
    return message_failure(
        "%s: one line of numbers does not give the length of the step: add --dt T", d->input.path);
  return step(d, &before, d->dt);
}

static int open_motion(const cli_arguments *arguments, drive_run *d) {
  const char *format = arguments_text(arguments, "format"),
             *path = arguments_text(arguments, "input");
  dcm_vector branch;
  const int has_branch = arguments_has(arguments, "branch");
  int status = arguments_vector(arguments, "branch", &branch);
  if (status != EXIT_DONE)
    return status;
  d->is_ondem = format && strcmp(format, "ondem") == 0;
  if (format && !d->is_ondem && strcmp(format, "csv") != 0)
    return message_misuse("'--format' is 'csv' or 'ondem', not '%s'", format);
  if (has_branch && !d->is_ondem)
    return message_misuse("'--branch' means nothing without '--format ondem'");
  if (!d->is_ondem)
    return csv_open(&d->input, path, columns, COLUMN_COUNT);
  if (contact_case_is_wall(d->contact_case))
    return message_misuse("files of ON-DEM have two spheres: '--wall' has no place there");
  FILE *motion = ondem_open(path, has_branch ? &branch : NULL);
  return motion ? csv_begin(&d->input, motion, path, columns, COLUMN_COUNT) : EXIT_FAILED;
}

static int prepare(const cli_arguments *arguments, drive_run *d) {
  const contact_case *c = d->contact_case;
  const char *output = arguments_text(arguments, "output");
  int status = arguments_number(arguments, "dt", POSITIVE, &d->dt);
  if (status == EXIT_DONE)
    status = arguments_vector(arguments, "wall-centre", &d->guided.wall_centre);
  if (status != EXIT_DONE)
    return status;
  d->guided.wall_turns = arguments_has(arguments, "wall-centre");
  if (d->guided.wall_turns && !contact_case_is_wall(c))
    return message_misuse("'--wall-centre' means nothing without '--wall'");
  status = open_motion(arguments, d);
  if (status != EXIT_DONE)
    return status;
  dcm_error error;
  d->guided.law = c->law;
  d->guided.contact =
      dcm_single_contact_create(c->law, dcm_program_side_2(&c->asked), c->bodies, &error);
  if (!d->guided.contact)
    return message_failure("%s", error.text);
  d->output = open_output(output ? output : "-");
  return d->output ? EXIT_DONE : EXIT_FAILED;
}

static int drive_case(const cli_arguments *arguments, const contact_case *c) {
  const char *output = arguments_text(arguments, "output");
  drive_run d = {.contact_case = c};
  int status = prepare(arguments, &d);
  if (status == EXIT_DONE) {
    if (!d.is_ondem) {
      write_case_comments(d.output, c);
      fprintf(d.output, "step,t");
      write_load_header(d.output, c->law);
      fputc('\n', d.output);
    }
    status = drive_all(&d);
    const char *ending = output ? strrchr(output, '.') : NULL;
    if (d.is_ondem && status == EXIT_DONE)
      ondem_write(d.output, ending && strcmp(ending, ".json") == 0, &d.rows);
  }
  if (d.output) {
    const int written = close_output(d.output, output ? output : "the standard output");
    status = status != EXIT_DONE ? status : written;
  }
  free(d.rows.values);
  dcm_single_contact_destroy(d.guided.contact);
  csv_close(&d.input);
  return status;
}

static int with_law(const cli_arguments *arguments, const dcm_model *model) {
  if (!arguments_has(arguments, "input"))
    return message_misuse("'dcm drive' needs a motion: --input FILE");
  contact_case c;
  int status = contact_case_make(arguments, model, NULL, &c);
  if (status == EXIT_DONE)
    status = drive_case(arguments, &c);
  contact_case_free(&c);
  return status;
}

static int run(int argc, char **argv) {
  return run_with_law(&command_drive, argc, argv, with_law);
}
