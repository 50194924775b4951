/* SPDX-License-Identifier: MIT */
#include "cli/csv.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "program/json.h"
#include "runtime/error.h"
#include "runtime/files.h"

/** The columns that are read, in the order in which drive has them; and those that are written. */
enum { TIME, X_I, V_I, OMEGA_I, X_J, V_J, OMEGA_J, READ };
static const char *const names[] = {"t",       "x_i", "v_i", "omega_i", "x_j", "v_j",
                                    "omega_j", "F_i", "F_j", "T_i",     "T_j"};
enum { WRITTEN = sizeof names / sizeof names[0], ROW = 31 };

static size_t width(const char *name) {
  const int is_number = !strcmp(name, "t") || !strcmp(name, "dt") || !strcmp(name, "u_n");
  return is_number ? 1 : strncmp(name, "q_", 2) == 0 ? 4 : 3;
}

typedef struct table {
  const char *path;
  number_list of[READ];
  double start[8]; /* centre and radius of 1 and of 2, of the line "# init:" */
  int has_start;
} table;

static number_list *column_of(table *t, const char *name) {
  for (size_t c = 0; c < READ; c++)
    if (strcmp(names[c], name) == 0)
      return &t->of[c];
  return NULL;
}

/** Reads a number that ends where a number may end.
 * @return 0 if there is none, or one that is not finite */
static int number_at(char **text, double *number) {
  char *end;
  *number = dcm_text_number(*text, &end);
  const int is_number = end != *text && isfinite(*number) && (!*end || strchr(" \t\r\n,]", *end));
  *text = end;
  return is_number;
}

/* ------------------------------------------------------------------------------------------ CSV */

enum { MOST_COLUMNS = 64 };

/** The line "# t v_i v_j ...": the columns of the lines of numbers, NULL where they are passed
 * over. @return how many numbers a line has */
static size_t header(table *t, char *line, number_list *columns[MOST_COLUMNS]) {
  size_t count = 0;
  char *rest;
  for (char *name = strtok_r(line, " \t\r", &rest); name; name = strtok_r(NULL, " \t\r", &rest))
    for (size_t k = width(name); k-- > 0 && count < MOST_COLUMNS;)
      columns[count++] = column_of(t, name);
  return count;
}

static void numbers(const table *t, char *line, unsigned long line_number,
                    number_list *const *columns, size_t count) {
  for (size_t c = 0; c < count; c++) {
    double number;
    if (!number_at(&line, &number))
      stop_failed("%s:%lu: number %zu of the %zu of the line '# t ...' is missing, or is no finite "
                  "number",
                  t->path, line_number, c + 1, count);
    add_number(columns[c], number);
  }
  line += strspn(line, " \t\r");
  if (*line)
    stop_failed("%s:%lu: more than the %zu numbers of the line '# t ...'", t->path, line_number,
                count);
}

static void start(table *t, char *text) {
  t->has_start = 1;
  for (size_t k = 0; k < 8; k++)
    t->has_start &= number_at(&text, &t->start[k]);
}

static void read_csv(table *t, char *text) {
  number_list *columns[MOST_COLUMNS];
  size_t count = 0;
  unsigned long line_number = 0;
  for (char *line = text, *next; line; line = next) {
    next = strchr(line, '\n');
    if (next)
      *next++ = '\0';
    line_number++;
    line += strspn(line, " \t\r");
    char *comment = *line == '#' ? line + 1 + strspn(line + 1, " \t") : NULL;
    if (comment && strncmp(comment, "init:", 5) == 0)
      start(t, comment + 5);
    else if (comment && comment[0] == 't' && (!comment[1] || isspace((unsigned char)comment[1])))
      count = header(t, comment, columns);
    else if (!comment && *line && !count)
      stop_failed("%s:%lu: numbers before the line '# t v_i v_j ...' that names them", t->path,
                  line_number);
    else if (!comment && *line)
      numbers(t, line, line_number, columns, count);
  }
}

/* ----------------------------------------------------------------------------------------- JSON */

/** An object of arrays of numbers, or of arrays of these: {"t": [[0], [1]], "v_i": [[0, 0, 0], ...
 */
static void read_json(table *t, char *text) {
  number_list *into = NULL;
  double number;
  char *c = text + 1;
  while (*c && *c != '}') {
    if (*c == '"') {
      char *name = c + 1;
      c = name + strcspn(name, "\"");
      if (*c)
        *c++ = '\0';
      into = column_of(t, name);
    } else if (isspace((unsigned char)*c) || strchr("[],:", *c)) {
      c++;
    } else if (number_at(&c, &number)) {
      add_number(into, number);
    } else {
      break;
    }
  }
  if (*c != '}')
    stop_failed("%s: is no JSON of arrays of finite numbers, as {\"t\": [[0.0], [0.1]], "
                "\"v_i\": [[0.0, 0.0, 0.0], ...",
                t->path);
}

/* -------------------------------------------------------------------------------------- a motion
 */

/** Places of a body, where the file has velocities alone: by the trapezoid rule. */
static void places(table *t, int x, const double first[3]) {
  t->of[x].count = 0;
  for (size_t k = 0; k < 3 * t->of[TIME].count; k++) {
    const double *v = t->of[x + 1].values, *time = t->of[TIME].values;
    add_number(&t->of[x], k < 3 ? first[k]
                                : t->of[x].values[k - 3] +
                                      0.5 * (v[k] + v[k - 3]) * (time[k / 3] - time[k / 3 - 1]));
  }
}

static void complete(table *t, const dcm_vector *branch) {
  for (int c = 0; c < READ; c++) {
    const int may_lack = c == X_I || c == X_J;
    if (t->of[c].count != width(names[c]) * t->of[TIME].count && !(may_lack && !t->of[c].count))
      stop_failed("%s: '%s' has %zu numbers, but there are %zu times", t->path, names[c],
                  t->of[c].count, t->of[TIME].count);
  }
  if (t->of[X_I].count && t->of[X_J].count)
    return;
  if (!branch && !t->has_start)
    stop_failed("%s: there are neither x_i and x_j nor a line '# init:', so say where body 2 "
                "begins, seen from body 1: --branch X,Y,Z",
                t->path);
  double *first = t->start;
  for (int k = 0; k < 3 && branch; k++)
    first[4 + k] = first[k] + (k == 0 ? branch->x : k == 1 ? branch->y : branch->z);
  places(t, X_I, first);
  places(t, X_J, first + 4);
}

/** All of a file, "-" is the standard input. */
static char *text_of(const char *path) {
  char *text = NULL;
  size_t room = 0;
  FILE *stream = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");
  if (stream)
    hold_stream(stream);
  const ssize_t length = stream ? getdelim(&text, &room, '\0', stream) : -1;
  hold(free, text);
  if (length < 0 && stream && !ferror(stream))
    stop_failed("%s: the file is empty", path);
  if (length < 0)
    stop_failed("%s: cannot read: %s", path, strerror(errno));
  dcm_note_input(strcmp(path, "-") == 0 ? "/dev/stdin" : path);
  return text;
}

double (*ondem_read(const char *path, const dcm_vector *branch, size_t *count))[ONDEM_MOTION] {
  table *t = hold_array(1, sizeof *t);
  char *text = behind_mark(text_of(path));
  t->path = path;
  char *begin = text + strspn(text, " \t\r\n");
  if (*begin == '{')
    read_json(t, begin);
  else
    read_csv(t, text);
  complete(t, branch);
  *count = t->of[TIME].count;
  double(*rows)[ONDEM_MOTION] = hold_array(*count + 1, sizeof *rows);
  for (size_t row = 0; row < *count; row++) {
    rows[row][0] = t->of[TIME].values[row];
    for (size_t c = X_I; c < READ; c++)
      memcpy(&rows[row][1 + 3 * (c - X_I)], &t->of[c].values[3 * row], 3 * sizeof rows[row][0]);
  }
  return rows;
}

/* --------------------------------------------------------------------------------------- writing
 */

void ondem_add_row(number_list *rows, double time, const dcm_motion motions[2],
                   const dcm_contact_load *load) {
  const dcm_vector f = load->force;
  const dcm_vector of[] = {motions[0].position,
                           motions[0].velocity,
                           motions[0].angular_velocity,
                           motions[1].position,
                           motions[1].velocity,
                           motions[1].angular_velocity,
                           f,
                           {-f.x, -f.y, -f.z},
                           load->torque_1,
                           load->torque_2};
  add_number(rows, time);
  for (size_t v = 0; v < sizeof of / sizeof of[0]; v++) {
    add_number(rows, of[v].x);
    add_number(rows, of[v].y);
    add_number(rows, of[v].z);
  }
}

static void write_json(FILE *stream, const number_list *rows) {
  json_writer j = {.stream = stream};
  json_begin(&j, NULL, '{');
  for (size_t c = 0, first = 0; c < WRITTEN; first += width(names[c++])) {
    json_begin(&j, names[c], '[');
    for (size_t r = 0; r < rows->count / ROW; r++)
      json_numbers(&j, NULL, &rows->values[r * ROW + first], width(names[c]));
    json_end(&j, ']');
  }
  json_end(&j, '}');
}

void ondem_write(FILE *stream, int is_json, const number_list *rows) {
  if (is_json) {
    write_json(stream, rows);
    return;
  }
  fputc('#', stream);
  for (size_t c = 0; c < WRITTEN; c++)
    fprintf(stream, " %s", names[c]);
  fputc('\n', stream);
  for (size_t k = 0; k < rows->count; k++)
    fprintf(stream, "%.17g%c", rows->values[k], (k + 1) % ROW ? ' ' : '\n');
}
