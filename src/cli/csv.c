/* SPDX-License-Identifier: MIT */
#include "cli/csv.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "cli/commands.h"
#include "runtime/error.h"
#include "runtime/files.h"
#include "runtime/model.h"

/** No table has longer lines; a device may have a line without end. */
enum { LONGEST_LINE = 1 << 20 };

/** Reads a line without its end.
 * @return its length, -1 at the end of the file */
static ssize_t read_line(csv_reader *csv) {
  size_t used = 0;
  int c;
  while ((c = getc(csv->stream)) != EOF && c != '\n') {
    if (c == '\0')
      stop_failed("%s:%lu: the line has a zero byte: the file is not text in UTF-8", csv->path,
                  csv->line_number + 1);
    if (used == LONGEST_LINE)
      stop_failed("%s:%lu: the line is longer than %d characters: the file is not a table",
                  csv->path, csv->line_number + 1, LONGEST_LINE);
    csv->line[used++] = (char)c;
  }
  if (ferror(csv->stream))
    stop_failed("%s: cannot read: %s", csv->path, strerror(errno));
  csv->line[used] = '\0';
  return c == EOF && used == 0 ? -1 : (ssize_t)used;
}

char *behind_mark(char *text) {
  static const char mark[] = "\xef\xbb\xbf";
  return text + (strncmp(text, mark, strlen(mark)) == 0 ? strlen(mark) : 0);
}

/** Goes to the next line that is neither empty nor a comment, without its end.
 * @return 0 at the end of the file */
static int next_line(csv_reader *csv) {
  for (ssize_t length; (length = read_line(csv)) >= 0;) {
    csv->line_number++;
    while (length > 0 && csv->line[length - 1] == '\r')
      csv->line[--length] = '\0';
    if (length == 0)
      continue;
    if (csv->line_number == 1) {
      const char *rest = behind_mark(csv->line);
      memmove(csv->line, rest, strlen(rest) + 1);
    }
    const char *start = csv->line + strspn(csv->line, " \t");
    if (*start && *start != '#')
      return 1;
  }
  return 0;
}

/** Cuts a field off the line, at a comma, without blanks around the field.
 * @param next the rest of the line; NULL at the end
 * @return the field */
static char *cut(char **next) {
  char *field = *next + strspn(*next, " \t");
  char *end = field + strcspn(field, ",");
  *next = *end ? end + 1 : NULL;
  *end = '\0';
  while (end > field && (end[-1] == ' ' || end[-1] == '\t'))
    *--end = '\0';
  return field;
}

/** Names of a file that may be a misspelt missing name. */
typedef struct spare_names {
  const char **names;
  size_t count;
} spare_names;

static const char *spare_name(const void *context, size_t i) {
  const spare_names *spare = context;
  return spare->names[i];
}

static int is_wanted(const csv_reader *csv, const char *name) {
  for (size_t w = 0; w < csv->wanted_count; w++)
    if (strcmp(csv->wanted[w], name) == 0)
      return 1;
  return 0;
}

/** Moves the unwanted names to the front; the caller cannot use names after that. */
static _Noreturn void stop_for_missing(const csv_reader *csv, size_t wanted, char **names,
                                       size_t count) {
  spare_names spare = {.names = (const char **)names};
  for (size_t i = 0; i < count; i++)
    if (!is_wanted(csv, names[i]))
      spare.names[spare.count++] = names[i];
  message_error("%s:%lu: there is no column '%s'", csv->path, csv->line_number,
                csv->wanted[wanted]);
  const char *nearest = dcm_nearest_word(csv->wanted[wanted], spare_name, &spare, spare.count);
  if (nearest)
    message_hint("did you mean the column '%s'?", nearest);
  else
    message_hint("this line must have the names of the columns, separated by commas");
  stop(EXIT_FAILED);
}

/** Finds the wanted columns among the names of the file. */
static void find_columns(csv_reader *csv, char **names, size_t count) {
  for (size_t w = 0; w < csv->wanted_count; w++) {
    size_t found = count;
    for (size_t i = 0; i < count; i++) {
      if (strcmp(names[i], csv->wanted[w]) != 0)
        continue;
      if (found < count)
        stop_failed("%s:%lu: two columns are called '%s'", csv->path, csv->line_number, names[i]);
      found = i;
    }
    if (found == count)
      stop_for_missing(csv, w, names, count);
    csv->position[w] = found;
  }
  csv->field_count = count;
}

csv_reader *csv_begin(FILE *stream, const char *path, const char *const *wanted,
                      size_t wanted_count) {
  hold_stream(stream);
  csv_reader *csv = hold_array(1, sizeof *csv);
  *csv =
      (csv_reader){.stream = stream, .path = path, .wanted = wanted, .wanted_count = wanted_count};
  csv->line = hold_array(LONGEST_LINE + 1, 1);
  csv->position = hold_array(wanted_count, sizeof *csv->position);
  if (!next_line(csv))
    stop_failed("%s: the file is empty, but must have a line with the names of the "
                "columns and lines of numbers",
                path);
  char **names = hold_array(strlen(csv->line) + 1, sizeof *names);
  size_t count = 0;
  for (char *next = csv->line; next;)
    names[count++] = cut(&next);
  find_columns(csv, names, count);
  return csv;
}

csv_reader *csv_open(const char *path, const char *const *wanted, size_t wanted_count) {
  dcm_note_input(strcmp(path, "-") == 0 ? "/dev/stdin" : path);
  if (strcmp(path, "-") == 0)
    return csv_begin(stdin, "(standard input)", wanted, wanted_count);
  FILE *stream = fopen(path, "r");
  if (!stream)
    stop_failed("cannot open '%s': %s", path, strerror(errno));
  return csv_begin(stream, path, wanted, wanted_count);
}

/** Stores a field in its place of values. */
static void place(const csv_reader *csv, size_t position, const char *field, double *values) {
  for (size_t w = 0; w < csv->wanted_count; w++) {
    if (csv->position[w] != position)
      continue;
    char *end;
    values[w] = strtod(field, &end);
    if (end == field || *end)
      stop_failed("%s:%lu: column '%s': '%s' is not a number", csv->path, csv->line_number,
                  csv->wanted[w], field);
    if (!isfinite(values[w]))
      stop_failed("%s:%lu: column '%s': '%s' is not a finite number", csv->path, csv->line_number,
                  csv->wanted[w], field);
  }
}

int csv_read(csv_reader *csv, double *values) {
  if (!next_line(csv))
    return 0;
  size_t count = 0;
  for (char *next = csv->line; next; count++)
    place(csv, count, cut(&next), values);
  if (count != csv->field_count)
    stop_failed("%s:%lu: the line has %zu fields, but the table has %zu columns", csv->path,
                csv->line_number, count, csv->field_count);
  return 1;
}

/* ------------------------------------------------------------------------------------- writing */

FILE *open_output(const char *path) {
  if (strcmp(path, "-") == 0)
    return stdout;
  dcm_error error;
  FILE *stream = dcm_open_output(path, "w", &error);
  if (!stream)
    stop_failed("%s", error.text);
  hold_stream(stream);
  return stream;
}

FILE *open_table(const char *path, const char *drawing) {
  struct stat table, other;
  if (!path)
    return NULL;
  FILE *stream = open_output(path);
  if (drawing && fstat(fileno(stream), &table) == 0 && stat(drawing, &other) == 0 &&
      S_ISREG(table.st_mode) && table.st_dev == other.st_dev && table.st_ino == other.st_ino)
    stop_misused("'--csv %s' and '--plot %s' are one file: give each a file of its own", path,
                 drawing);
  return stream;
}

void close_output(FILE *stream, const char *path) {
  const int failed = fflush(stream) != 0 || ferror(stream);
  if (stream != stdout)
    let_go(stream);
  if ((stream != stdout && fclose(stream) != 0) || failed)
    stop_failed("cannot write all of '%s': %s", path, strerror(errno));
}

void write_case_comments(FILE *stream, const contact_case *c) {
  fprintf(stream, "# law = %s\n", c->model->id);
  for (uint32_t o = 0; o < c->model->option_count; o++)
    fprintf(stream, "# %s = %s\n", dcm_model_option(c->model, o)->name, contact_case_word(c, o));
  for (uint32_t p = 0; p < c->model->parameter_count; p++) {
    const dcm_parameter *parameter = dcm_model_parameter(c->model, p);
    const int twice = parameter->scope == DCM_PER_MATERIAL && c->material_count == 2;
    char unit[DCM_DIMENSION_TEXT];
    dcm_dimension_si(parameter->dimension, unit);
    for (uint32_t m = 1; m <= (twice ? 2 : 1); m++) {
      const char *remark = origin_name(c->parameter_origins[p][m - 1]);
      fprintf(stream, "# %s%s = %.17g %s%s%s\n", parameter->name, twice ? (m == 1 ? "1" : "2") : "",
              contact_case_value(c, p, m), unit, *remark ? ", " : "", remark);
    }
  }
  for (int i = 0; i < 2; i++)
    if (i == 1 && contact_case_is_wall(c))
      fprintf(stream, "# body 2: flat wall\n");
    else
      fprintf(stream, "# body %d: r = %.17g  m = %.17g  I = %.17g%s\n", i + 1, c->bodies[i].radius,
              c->bodies[i].mass, c->bodies[i].moment_of_inertia,
              c->radius_origin == ASSUMED || c->density_origin == ASSUMED ? "  (partly assumed)"
                                                                          : "");
}

static void vector(FILE *stream, dcm_vector v) {
  fprintf(stream, ",%.17g,%.17g,%.17g", v.x, v.y, v.z);
}

/** The columns of the steps and of the motions, which no law may call its own. */
static const char motion_columns[] = ",step,t,x1,y1,z1,v1x,v1y,v1z,w1x,w1y,w1z"
                                     ",x2,y2,z2,v2x,v2y,v2z,w2x,w2y,w2z,";

void write_motion_header(FILE *stream) {
  const size_t before = strlen(",step,t");
  fprintf(stream, "%.*s", (int)(strlen(motion_columns) - before) - 1, motion_columns + before);
}

void write_motion(FILE *stream, const dcm_motion motions[2]) {
  for (int i = 0; i < 2; i++) {
    vector(stream, motions[i].position);
    vector(stream, motions[i].velocity);
    vector(stream, motions[i].angular_velocity);
  }
}

/** The common columns of all laws, each between commas. */
static const char loads[] =
    ",contact,overlap,normal_force,tangential_force_x,tangential_force_y,tangential_force_z"
    ",F1x,F1y,F1z,M1x,M1y,M1z,M2x,M2y,M2z,stored_normal,stored_tangential,stored_rolling"
    ",dissipated_normal,dissipated_plastic,dissipated_tangential,dissipated_sliding"
    ",dissipated_rolling,dissipated_fracture,";

/** A law has at most 96 columns; a name of 63 letters gets at most as many prefixes. */
enum { LONGEST_COLUMN = 1024, MOST_COLUMNS = 128 };

/** Names of columns, each between commas: those that a law may not use any more. */
typedef struct heading {
  FILE *stream;
  size_t used;
  char taken[MOST_COLUMNS * LONGEST_COLUMN];
} heading;

static int is_taken(const heading *h, const char *name, const char *const *endings) {
  char column[LONGEST_COLUMN + 8];
  int is = 0;
  for (; *endings; endings++) {
    snprintf(column, sizeof column, ",%s%s,", name, *endings);
    is |= strstr(h->taken, column) != NULL;
  }
  return is;
}

/** Writes the columns of a number of a law, which have a prefix where their names are taken.
 * @param endings of the columns; ends with NULL */
static void add_columns(heading *h, const char *prefix, const char *name,
                        const char *const *endings) {
  char column[LONGEST_COLUMN];
  snprintf(column, sizeof column, "%s", name);
  while (is_taken(h, column, endings)) {
    memmove(column + strlen(prefix), column, sizeof column - strlen(prefix));
    memcpy(column, prefix, strlen(prefix));
  }
  for (; *endings; endings++) {
    fprintf(h->stream, ",%s%s", column, *endings);
    h->used +=
        (size_t)snprintf(h->taken + h->used, sizeof h->taken - h->used, "%s%s,", column, *endings);
  }
}

void write_load_header(FILE *stream, const dcm_law *law) {
  static const char *const one[] = {"", NULL}, *const axes[] = {"_x", "_y", "_z", NULL};
  static const char *const added[] = {"_added1", "_added2", NULL}, *const sides[] = {"1", "2",
                                                                                     NULL};
  heading *h = hold_array(1, sizeof *h);
  h->stream = stream;
  h->used = (size_t)snprintf(h->taken, sizeof h->taken, "%s%s", motion_columns, loads);
  fprintf(stream, "%.*s", (int)strlen(loads) - 1, loads);
  for (uint32_t f = 0; f < law->model->history_count; f++) {
    const dcm_history_field *field = dcm_model_history_field(law->model, f);
    add_columns(h, "state_", field->name, field->kind == DCM_VECTOR ? axes : one);
  }
  for (uint32_t q = 0; q < law->quantity_count; q++) {
    const char *name = dcm_model_quantity(law->model, q)->name;
    if (law->access[q] == DCM_SUM || law->access[q] == DCM_CHANGE)
      add_columns(h, "quantity_", name, law->access[q] == DCM_SUM ? added : sides);
  }
  for (uint32_t o = 0; o < law->model->output_count; o++)
    add_columns(h, "output_", dcm_model_output(law->model, o)->name, one);
}

void write_load(FILE *stream, const dcm_law *law, const dcm_contact_load *load) {
  fprintf(stream, ",%d,%.17g,%.17g", load->touching, load->overlap, load->normal_force);
  vector(stream, load->tangential_force);
  vector(stream, load->force);
  vector(stream, load->torque_1);
  vector(stream, load->torque_2);
  for (size_t e = 0; e < DCM_ENERGIES; e++)
    fprintf(stream, ",%.17g", load->energies.of[e]);
  for (uint32_t c = 0; c < law->history_width; c++)
    fprintf(stream, ",%.17g", load->history[c]);
  for (uint32_t q = 0; q < law->quantity_count; q++)
    if (law->access[q] == DCM_SUM)
      fprintf(stream, ",%.17g,%.17g", load->added[0][q], load->added[1][q]);
    else if (law->access[q] == DCM_CHANGE)
      fprintf(stream, ",%.17g,%.17g", load->quantities[0][q], load->quantities[1][q]);
  for (uint32_t o = 0; o < law->model->output_count; o++)
    fprintf(stream, ",%.17g", load->outputs[o]);
}

/* --------------------------------------------------------------------------------- pictures */

/** picture.gp, which the build writes as an array. */
static const unsigned char script[] = {
#include "cli/picture.inc"
};

static const struct {
  const char *ending;
  const char *last; /* the last bytes of a complete file have this text */
} kinds[] = {{".svg", "</svg>"}, {".png", "IEND"}, {".pdf", "%%EOF"}};

/** The last text of a complete picture; NULL for a file that is none. */
static const char *last_text(const char *path) {
  const size_t length = strlen(path);
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
    if (length > 4 && strcmp(path + length - 4, kinds[i].ending) == 0)
      return kinds[i].last;
  return NULL;
}

void picture_check(const char *path) {
  if (!last_text(path))
    stop_misused("'--plot' takes a file name that ends in .svg, .png or .pdf, not '%s'", path);
  /* gnuplot runs what follows a bar as a program, and takes a new line for its next command. */
  if (strchr(path, '|') || !dcm_text_is_plain(path))
    stop_misused("'--plot' takes a file name in UTF-8 without '|' and control characters, not '%s'",
                 path);
}

/** Ends gnuplot before the script has begun. */
static void give_up(void *unfinished) {
  picture *p = unfinished;
  if (p->is_in_table)
    picture_end_table(p);
  pclose(p->stream);
}

picture *picture_begin(const char *path, const char *kind) {
  if (system("command -v gnuplot >/dev/null") != 0) {
    message_error("cannot draw '%s': the program gnuplot is not installed", path);
    message_hint("install it ('apt install gnuplot-nox'), or write the numbers with --csv FILE");
    stop(EXIT_FAILED);
  }
  signal(SIGPIPE, SIG_IGN);
  picture *p = hold_array(1, sizeof *p);
  p->path = path;
  /* Letters of units are UTF-8, and numbers have a decimal point, in every locale. */
  p->stream = popen("LC_ALL=C.UTF-8 gnuplot", "w");
  if (!p->stream)
    stop_failed("cannot start gnuplot: %s", strerror(errno));
  hold(give_up, p);
  picture_text(p, "kind", kind);
  picture_text(p, "file", path);
  fputs("$table << END\n", p->stream);
  p->is_in_table = 1;
  return p;
}

void picture_end_table(picture *p) {
  fputs("END\n", p->stream);
  p->is_in_table = 0;
}

void picture_text(const picture *p, const char *variable, const char *text) {
  fprintf(p->stream, "%s = '", variable);
  for (const char *c = text; *c; c++)
    fprintf(p->stream, *c == '\'' ? "''" : "%c", *c);
  fputs("'\n", p->stream);
}

void picture_number(const picture *p, const char *variable, double number) {
  fprintf(p->stream, "%s = %.17g\n", variable, number);
}

/** Whether a picture file is complete. gnuplot says nothing when a disk is full. */
static int is_complete(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file)
    return 0;
  char end[64] = "";
  const size_t length =
      fseek(file, -(long)(sizeof end - 1), SEEK_END) == 0 ? fread(end, 1, sizeof end - 1, file) : 0;
  fclose(file);
  const char *last = last_text(path);
  for (size_t i = 0; i + strlen(last) <= length; i++)
    if (memcmp(end + i, last, strlen(last)) == 0)
      return 1;
  return 0;
}

void picture_end(picture *p) {
  close_output(open_output(p->path), p->path);
  fwrite(script, 1, sizeof script, p->stream);
  let_go(p);
  const int status = pclose(p->stream);
  if (status == -1 || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
    stop_failed("gnuplot did not draw '%s'", p->path);
  if (!is_complete(p->path))
    stop_failed("gnuplot did not write all of '%s': is the disk full?", p->path);
}
