/* SPDX-License-Identifier: MIT */
/** @file
 * Tables of numbers as CSV: read by column name, with errors that say line and column; and written,
 * the steps of a contact, and pictures of them; and files of ON-DEM. */
#ifndef DCM_CLI_CSV_H
#define DCM_CLI_CSV_H

#include <stddef.h>
#include <stdio.h>

#include "cli/contact_case.h"

/** A file being read. Lines that begin with # and empty lines are skipped; the first other line
 * names the columns. */
typedef struct csv_reader {
  FILE *stream;
  const char *path;          /**< for messages */
  unsigned long line_number; /**< of the last line read */
  char *line;
  size_t field_count;        /**< columns of the file */
  size_t wanted_count;       /**< columns that the caller wants */
  const char *const *wanted; /**< their names */
  size_t *position;          /**< [wanted_count] places of the wanted columns in the file */
} csv_reader;

/** Opens a file ("-" is the standard input), reads the column names and finds the wanted columns.
 * The reader is held.
 * @param wanted must outlive the reader */
csv_reader *csv_open(const char *path, const char *const *wanted, size_t wanted_count);

/** csv_open for an open stream, which the reader then has.
 * @param path the name of the stream in messages */
csv_reader *csv_begin(FILE *stream, const char *path, const char *const *wanted,
                      size_t wanted_count);

/** Reads the next line of numbers. Stops at too few or too many fields, at text and at NaN.
 * @param values [wanted_count]
 * @return 0 at the end of the file, and values is then not filled */
int csv_read(csv_reader *csv, double *values);

/** The text behind the mark that office programs put before UTF-8, if there is one. */
char *behind_mark(char *text);

/** Opens a file for writing, which is held; "-" is the standard output. */
FILE *open_output(const char *path);

/** Opens the file of --csv, and stops if the file of --plot is the same, also by a link: the
 * picture would overwrite the table.
 * @param path NULL: there is no table
 * @param drawing NULL: there is no picture
 * @return NULL where there is no table */
FILE *open_table(const char *path, const char *drawing);

/** Closes a file and stops if not all of it was written. */
void close_output(FILE *stream, const char *path);

/** Comment lines with law, bodies, parameters and assumptions. */
void write_case_comments(FILE *stream, const contact_case *c);

/** The column names of a motion: x1,y1,z1,v1x ... w2z. */
void write_motion_header(FILE *stream);
void write_motion(FILE *stream, const dcm_motion motions[2]);

/** Columns of dcm_contact_load: overlap, forces and moments on the bodies, energies, the history of
 * the law. */
void write_load_header(FILE *stream, const dcm_law *law);
void write_load(FILE *stream, const dcm_law *law, const dcm_contact_load *load);

/* --- Pictures of 'dcm collide --plot': gnuplot draws a table by the script picture.gp, which says
 * what the script reads. The script is part of the program. */

/** A picture that gnuplot draws, which reads from the stream. */
typedef struct picture {
  FILE *stream;
  const char *path;
  int is_in_table;
} picture;

/** Stops if a file name is not that of a picture: .svg, .png or .pdf, and no name that gnuplot
 * would take for a command. */
void picture_check(const char *path);

/** Starts gnuplot, which is held. The table follows: a line with the names of the columns, and
 * lines of CSV. */
picture *picture_begin(const char *path, const char *kind);

/** Ends the table; after that come variables of the script. */
void picture_end_table(picture *p);
void picture_text(const picture *p, const char *variable, const char *text);
void picture_number(const picture *p, const char *variable, double number);

/** Has the picture drawn. Without this call gnuplot ends without a picture. */
void picture_end(picture *p);

/* --- Files of the interaction tests of the COST action ON-DEM, working group 4: motions of two
 * bodies and their forces, as text with blanks between numbers or as JSON. docs/cli.md says what
 * the columns mean. */

/** Numbers of a row of a motion: the columns of drive. */
enum { ONDEM_MOTION = 19 };

/** Reads a motion; a file that begins with { is JSON.
 * @param branch where body 2 begins, seen from body 1, for files without places; NULL: the file
 *               says it
 * @param count  receives the number of rows
 * @return the rows, which are held */
double (*ondem_read(const char *path, const dcm_vector *branch, size_t *count))[ONDEM_MOTION];

/** Adds a row. F_i and T_i act on body 1, F_j and T_j on body 2. */
void ondem_add_row(number_list *rows, double time, const dcm_motion motions[2],
                   const dcm_contact_load *load);

/** Writes all rows. */
void ondem_write(FILE *stream, int is_json, const number_list *rows);

#endif
