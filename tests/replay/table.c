/* SPDX-License-Identifier: MIT */
#include "replay/table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *grown(void *block, size_t bytes) {
  void *more = realloc(block, bytes);
  if (!more) {
    fprintf(stderr, "replay: out of memory\n");
    exit(2);
  }
  return more;
}

static void read_names(table *t, char *line) {
  for (char *name = strtok(line, ","); name; name = strtok(NULL, ",")) {
    t->columns = grown(t->columns, (size_t)(t->column_count + 1) * sizeof *t->columns);
    t->columns[t->column_count++] = strdup(name);
  }
}

static void read_row(table *t, const char *line, int line_number) {
  const size_t width = (size_t)t->column_count;
  t->numbers = grown(t->numbers, ((size_t)t->row_count + 1) * width * sizeof *t->numbers);
  double *row = t->numbers + (size_t)t->row_count * width;
  const char *text = line;
  for (int c = 0; c < t->column_count; c++) {
    char *end;
    row[c] = strtod(text, &end);
    if (end == text || !isfinite(row[c]) || (*end && *end != ',')) {
      fprintf(stderr, "%s:%d: column %s holds no finite number\n", t->path, line_number,
              t->columns[c]);
      exit(2);
    }
    text = *end ? end + 1 : end;
  }
  t->row_count++;
}

table table_read(const char *path) {
  table t = {.path = path};
  FILE *file = fopen(path, "r");
  if (!file) {
    perror(path);
    exit(2);
  }
  char *line = NULL;
  size_t room = 0;
  for (int number = 1; getline(&line, &room, file) >= 0; number++) {
    line[strcspn(line, "\r\n")] = '\0';
    if (line[0] == '#') {
      t.comments = grown(t.comments, (size_t)(t.comment_count + 1) * sizeof *t.comments);
      t.comments[t.comment_count++] = strdup(line + strspn(line, "# "));
    } else if (!t.columns) {
      read_names(&t, line);
    } else {
      read_row(&t, line, number);
    }
  }
  free(line);
  fclose(file);
  if (!t.row_count) {
    fprintf(stderr, "%s: there are no rows of numbers in it\n", path);
    exit(2);
  }
  return t;
}

void table_free(table *t) {
  for (int i = 0; i < t->comment_count; i++)
    free(t->comments[i]);
  for (int i = 0; i < t->column_count; i++)
    free(t->columns[i]);
  free(t->comments);
  free(t->columns);
  free(t->numbers);
}

int table_find(const table *t, const char *name) {
  for (int c = 0; c < t->column_count; c++)
    if (strcmp(t->columns[c], name) == 0)
      return c;
  return -1;
}

double table_at(const table *t, int row, const char *name) {
  const int column = table_find(t, name);
  if (column < 0) {
    fprintf(stderr, "%s: there is no column %s\n", t->path, name);
    exit(2);
  }
  return t->numbers[(size_t)row * (size_t)t->column_count + (size_t)column];
}

dcm_vector table_vector(const table *t, int row, const char *prefix, const char *suffix) {
  double v[3];
  for (int c = 0; c < 3; c++) {
    char name[16];
    snprintf(name, sizeof name, "%s%c%s", prefix, "xyz"[c], suffix);
    v[c] = table_at(t, row, name);
  }
  return (dcm_vector){v[0], v[1], v[2]};
}

const char *table_text(const table *t, const char *prefix, const char *key) {
  char wanted[64];
  snprintf(wanted, sizeof wanted, "%s = ", key ? key : "");
  for (int i = 0; i < t->comment_count; i++) {
    const char *line = t->comments[i];
    if (strncmp(line, prefix, strlen(prefix)) != 0)
      continue;
    for (const char *hit = line; (hit = strstr(hit, wanted)); hit++)
      if (!key || hit == line || hit[-1] == ' ')
        return hit + strlen(wanted);
  }
  return NULL;
}

static const char *required(const table *t, const char *prefix, const char *key) {
  const char *text = table_text(t, prefix, key);
  if (!text) {
    fprintf(stderr, "%s: no comment begins with '%s'%s%s%s\n", t->path, prefix,
            key ? " and has '" : "", key ? key : "", key ? " = ' in it" : "");
    exit(2);
  }
  return text;
}

double table_number(const table *t, const char *prefix, const char *key) {
  return strtod(required(t, prefix, key), NULL);
}

dcm_vector table_triple(const table *t, const char *prefix, const char *key) {
  dcm_vector v;
  if (sscanf(required(t, prefix, key), "(%lf, %lf, %lf)", &v.x, &v.y, &v.z) != 3) {
    fprintf(stderr, "%s: '%s' is not followed by (x, y, z)\n", t->path, prefix);
    exit(2);
  }
  return v;
}
