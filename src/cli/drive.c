/* SPDX-License-Identifier: MIT */
/** @file
 * dcm drive: a prescribed motion. */
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/contact_case.h"
#include "cli/csv.h"

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
  const char *path;  /* of the motion */
  csv_reader *input; /* NULL: the motion is one of ondem */
  double (*motion)[ONDEM_MOTION];
  size_t rows_of_motion, row;
  FILE *output;
  double dt; /* 0: from the times */
  unsigned long steps;
  number_list rows; /* of the output of ondem, written at the end */
} drive_run;

static dcm_motion motion(const double *v) {
  return (dcm_motion){dcm_vector_at(v), dcm_vector_at(v + 3), dcm_vector_at(v + 6)};
}

/** @return 0 at the end of the motion */
static int read_line(drive_run *d, drive_line *line) {
  double values[COLUMN_COUNT];
  if (d->input && !csv_read(d->input, values))
    return 0;
  if (!d->input && d->row == d->rows_of_motion)
    return 0;
  const double *row = d->input ? values : d->motion[d->row++];
  line->time = row[0];
  line->motions[0] = motion(row + FIRST_OF_1);
  line->motions[1] = motion(row + FIRST_OF_2);
  return 1;
}

/** Evaluates the law for one line, dt after the one before. */
static void step(drive_run *d, const drive_line *line, double dt) {
  dcm_contact_load load;
  dcm_error error;
  if (dcm_guide(&d->guided, line->time, dt, line->motions, &load, &error))
    stop_failed("%s: step %lu, t = %.9g: %s", d->path, d->steps, line->time, error.text);
  const unsigned long number = d->steps++;
  if (!d->input) {
    ondem_add_row(&d->rows, line->time, line->motions, &load);
    return;
  }
  fprintf(d->output, "%lu,%.17g", number, line->time);
  write_load(d->output, d->guided.law, &load);
  fputc('\n', d->output);
}

/** All lines; the first line takes its length from the second. */
static void drive_all(drive_run *d) {
  drive_line before, now;
  if (!read_line(d, &before))
    stop_failed("%s: there are no lines of numbers under the names of the columns", d->path);
  int is_first = 1;
  for (; read_line(d, &now); before = now, is_first = 0) {
    const double dt = now.time - before.time;
    if (!(dt > 0.0))
      stop_failed("%s:%lu: column 't': the time must increase, but %.9g follows %.9g", d->path,
                  d->input ? d->input->line_number : d->row + 1, now.time, before.time);
    const double length = d->dt > 0.0 ? d->dt : dt;
    if (is_first)
      step(d, &before, length);
    step(d, &now, length);
  }
  if (!is_first)
    return;
  if (!(d->dt > 0.0))
    stop_failed("%s: one line of numbers does not give the length of the step: add --dt T",
                d->path);
  step(d, &before, d->dt);
}

static void open_motion(const cli_arguments *arguments, drive_run *d) {
  const char *format = arguments_text(arguments, "format"),
             *path = arguments_text(arguments, "input");
  const int has_branch = arguments_has(arguments, "branch");
  const dcm_vector branch = arguments_vector(arguments, "branch");
  const int is_ondem = format && strcmp(format, "ondem") == 0;
  if (format && !is_ondem && strcmp(format, "csv") != 0)
    stop_misused("'--format' is 'csv' or 'ondem', not '%s'", format);
  if (has_branch && !is_ondem)
    stop_misused("'--branch' means nothing without '--format ondem'");
  if (is_ondem && contact_case_is_wall(d->contact_case))
    stop_misused("files of ON-DEM have two spheres: '--wall' has no place there");
  if (is_ondem)
    d->motion = ondem_read(path, has_branch ? &branch : NULL, &d->rows_of_motion);
  else
    d->input = csv_open(path, columns, COLUMN_COUNT);
  d->path = is_ondem ? path : d->input->path;
}

static void prepare(const cli_arguments *arguments, drive_run *d) {
  const contact_case *c = d->contact_case;
  d->dt = arguments_number(arguments, "dt", POSITIVE, 0.0);
  d->guided.wall_centre = arguments_vector(arguments, "wall-centre");
  d->guided.wall_turns = arguments_has(arguments, "wall-centre");
  if (d->guided.wall_turns && !contact_case_is_wall(c))
    stop_misused("'--wall-centre' means nothing without '--wall'");
  open_motion(arguments, d);
  contact_case_guide(c, &d->guided);
}

static int with_law(const cli_arguments *arguments, const dcm_model *model) {
  if (!arguments_has(arguments, "input"))
    stop_misused("'dcm drive' needs a motion: --input FILE");
  const contact_case c = contact_case_make(arguments, model, NULL);
  const char *output = arguments_text(arguments, "output");
  drive_run *d = hold_array(1, sizeof *d);
  d->contact_case = &c;
  prepare(arguments, d);
  d->output = open_output(output ? output : "-");
  if (d->input) {
    write_case_comments(d->output, &c);
    fprintf(d->output, "step,t");
    write_load_header(d->output, c.law);
    fputc('\n', d->output);
  }
  drive_all(d);
  const char *ending = output ? strrchr(output, '.') : NULL;
  if (!d->input)
    ondem_write(d->output, ending && strcmp(ending, ".json") == 0, &d->rows);
  close_output(d->output, output ? output : "the standard output");
  return EXIT_DONE;
}

const cli_command command_drive = {
    .name = "drive",
    .synopsis = "LAW --input FILE [options]",
    .summary = "Moves the bodies of one contact as a file prescribes, and prints forces, moments\n"
               "and the state of the law at every step.",
    .details = details,
    .takes_law = 1,
    .groups = groups,
    .with_law = with_law,
};
