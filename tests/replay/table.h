/* SPDX-License-Identifier: MIT */
/** @file
 * Files of rows computed by other programs: comment lines that hold every parameter, a line of
 * column names, rows of numbers. */
#ifndef REPLAY_TABLE_H
#define REPLAY_TABLE_H

#include "numeric/vector.h"

typedef struct table {
  const char *path;
  char **comments; /**< without "# " */
  int comment_count;
  char **columns;
  int column_count;
  double *numbers; /**< [row * column_count + column] */
  int row_count;
} table;

/** Reads a file. An error in the file goes to standard error with its line, and ends the program: a
 * file that cannot be read must not pass. */
table table_read(const char *path);

void table_free(table *t);

/** Column index of a name, or -1. */
int table_find(const table *t, const char *name);

/** Entry of a column that must exist. */
double table_at(const table *t, int row, const char *name);

/** The entries of three columns: prefix and suffix stand around "x", "y", "z". */
dcm_vector table_vector(const table *t, int row, const char *prefix, const char *suffix);

/** The comment that begins with prefix and, if key is not NULL, has "key = " in it, from what
 * follows the "= " on (the first " = " if key is NULL); NULL if there is none. */
const char *table_text(const table *t, const char *prefix, const char *key);

/** The number, or the vector "(x, y, z)", that stands there; it must exist. */
double table_number(const table *t, const char *prefix, const char *key);
dcm_vector table_triple(const table *t, const char *prefix, const char *key);

#endif
