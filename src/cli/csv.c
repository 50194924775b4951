/* SPDX-License-Identifier: MIT */
#include "cli/csv.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/message.h"
#include "runtime/files.h"
#include "runtime/text.h"

/** No table has longer lines; a device may have a line without end. */
enum { LONGEST_LINE = 1 << 20 };

static int read_error(const csv_reader *csv) {
  return message_failure("%s: cannot read: %s", csv->path, strerror(errno));
}

/** Reads a line without its end.
 * @param length receives its length, -1 at the end of the file */
static int read_line(csv_reader *csv, ssize_t *length) {
  size_t used = 0;
  int c;
  while ((c = getc(csv->stream)) != EOF && c != '\n') {
    if (c == '\0')
      return message_failure("%s:%lu: the line has a zero byte: the file is not text in UTF-8",
                             csv->path, csv->line_number + 1);
    if (used == LONGEST_LINE)
      return message_failure(
          "%s:%lu: the line is longer than %d characters: the file is not a table", csv->path,
          csv->line_number + 1, LONGEST_LINE);
    if (used + 2 > csv->line_capacity) {
      const size_t room = 2 * csv->line_capacity + 256;
      char *line = realloc(csv->line, room);
      if (!line)
        return message_failure("out of memory");
      csv->line = line;
      csv->line_capacity = room;
    }
    csv->line[used++] = (char)c;
  }
  if (ferror(csv->stream))
    return read_error(csv);
  *length = c == EOF && used == 0 ? -1 : (ssize_t)used;
  if (used > 0)
    csv->line[used] = '\0';
  return EXIT_DONE;
}

/** The next line that is neither empty nor a comment, without its end.
 * @param found receives 0 at the end of the file */
static int next_line(csv_reader *csv, int *found) {
  static const char mark[] = "\xef\xbb\xbf"; /* office programs put this mark before UTF-8 */
  *found = 0;
  for (;;) {
    ssize_t length;
    const int status = read_line(csv, &length);
    if (status != EXIT_DONE || length < 0)
      return status;
    csv->line_number++;
    while (length > 0 && csv->line[length - 1] == '\r')
      csv->line[--length] = '\0';
    if (length == 0)
      continue;
    if (csv->line_number == 1 && strncmp(csv->line, mark, strlen(mark)) == 0)
      memmove(csv->line, csv->line + strlen(mark), (size_t)length - strlen(mark) + 1);
    const char *start = csv->line + strspn(csv->line, " \t");
    *found = *start && *start != '#';
    if (*found)
      return EXIT_DONE;
  }
}

/** Cuts a field off the line, at a comma, without blanks around the field.
 * @param next the rest of
 * the line; NULL at the end
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
static int missing(const csv_reader *csv, size_t wanted, char **names, size_t count) {
  spare_names spare = {.names = (const char **)names};
  for (size_t i = 0; i < count; i++)
    if (!is_wanted(csv, names[i]))
      spare.names[spare.count++] = names[i];
  message_failure("%s:%lu: there is no column '%s'", csv->path, csv->line_number,
                  csv->wanted[wanted]);
  const char *nearest = dcm_nearest_word(csv->wanted[wanted], spare_name, &spare, spare.count);
  if (nearest)
    message_hint("did you mean the column '%s'?", nearest);
  else
    message_hint("this line must have the names of the columns, separated by commas");
  return EXIT_FAILED;
}

/** Finds the wanted columns among the names of the file. */
static int find_columns(csv_reader *csv, char **names, size_t count) {
  for (size_t w = 0; w < csv->wanted_count; w++) {
    size_t found = count;
    for (size_t i = 0; i < count; i++) {
      if (strcmp(names[i], csv->wanted[w]) != 0)
        continue;
      if (found < count)
        return message_failure("%s:%lu: two columns are called '%s'", csv->path, csv->line_number,
                               names[i]);
      found = i;
    }
    if (found == count)
      return missing(csv, w, names, count);
    csv->position[w] = found;
  }
  csv->field_count = count;
  return EXIT_DONE;
}

static int read_names(csv_reader *csv) {
  int found;
  int status = next_line(csv, &found);
  if (status != EXIT_DONE)
    return status;
  if (!found)
    return message_failure("%s: the file is empty, but must have a line with the names of the "
                           "columns and lines of numbers",
                           csv->path);
  char **names = calloc(strlen(csv->line) + 1, sizeof *names);
  csv->position = calloc(csv->wanted_count, sizeof *csv->position);
  status = names && csv->position ? EXIT_DONE : message_failure("out of memory");
  size_t count = 0;
  for (char *next = csv->line; next && status == EXIT_DONE;)
    names[count++] = cut(&next);
  if (status == EXIT_DONE)
    status = find_columns(csv, names, count);
  free(names);
  return status;
}

int csv_begin(csv_reader *csv, FILE *stream, const char *path, const char *const *wanted,
              size_t wanted_count) {
  *csv =
      (csv_reader){.stream = stream, .path = path, .wanted = wanted, .wanted_count = wanted_count};
  return read_names(csv);
}

int csv_open(csv_reader *csv, const char *path, const char *const *wanted, size_t wanted_count) {
  dcm_note_input(strcmp(path, "-") == 0 ? "/dev/stdin" : path);
  if (strcmp(path, "-") == 0)
    return csv_begin(csv, stdin, "(standard input)", wanted, wanted_count);
  FILE *stream = fopen(path, "r");
  if (stream)
    return csv_begin(csv, stream, path, wanted, wanted_count);
  *csv = (csv_reader){.path = path};
  return message_failure("cannot open '%s': %s", path, strerror(errno));
}

/** Stores a field in its place of values. */
static int place(const csv_reader *csv, size_t position, const char *field, double *values) {
  for (size_t w = 0; w < csv->wanted_count; w++) {
    if (csv->position[w] != position)
      continue;
    char *end;
    values[w] = strtod(field, &end);
    if (end == field || *end)
      return message_failure("%s:%lu: column '%s': '%s' is not a number", csv->path,
                             csv->line_number, csv->wanted[w], field);
    if (!isfinite(values[w]))
      return message_failure("%s:%lu: column '%s': '%s' is not a finite number", csv->path,
                             csv->line_number, csv->wanted[w], field);
  }
  return EXIT_DONE;
}

int csv_read(csv_reader *csv, double *values, int *end) {
  int found;
  int status = next_line(csv, &found);
  *end = !found;
  if (status != EXIT_DONE || *end)
    return status;
  size_t count = 0;
  for (char *next = csv->line; next; count++) {
    status = place(csv, count, cut(&next), values);
    if (status != EXIT_DONE)
      return status;
  }
  if (count != csv->field_count)
    return message_failure("%s:%lu: the line has %zu fields, but the table has %zu columns",
                           csv->path, csv->line_number, count, csv->field_count);
  return EXIT_DONE;
}

void csv_close(csv_reader *csv) {
  if (csv->stream && csv->stream != stdin)
    fclose(csv->stream);
  free(csv->line);
  free(csv->position);
}
