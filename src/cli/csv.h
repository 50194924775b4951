/* SPDX-License-Identifier: MIT */
/** @file
 * Tables of numbers as CSV: read by column name, with errors that say line and column; and written,
 * the steps of a contact, and pictures of them. */
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
  size_t line_capacity;
  size_t field_count;        /**< columns of the file */
  size_t wanted_count;       /**< columns that the caller wants */
  const char *const *wanted; /**< their names */
  size_t *position;          /**< [wanted_count] places of the wanted columns in the file */
} csv_reader;

/** Opens a file ("-" is the standard input), reads the column names and finds the wanted columns.
 * @param wanted must outlive the reader
 * @return EXIT_DONE, or EXIT_FAILED after a message; csv_close in either case */
int csv_open(csv_reader *csv, const char *path, const char *const *wanted, size_t wanted_count);

/** csv_open for an open stream, which csv_close closes.
 * @param path the name of the stream in
 * messages */
int csv_begin(csv_reader *csv, FILE *stream, const char *path, const char *const *wanted,
              size_t wanted_count);

/** Reads the next line of numbers.
 * @param values [wanted_count]
 * @param end    set to 1 at the end of the file, and values is then not filled
 * @return EXIT_DONE, or EXIT_FAILED after a message: too few or too many fields, text, NaN */
int csv_read(csv_reader *csv, double *values, int *end);

void csv_close(csv_reader *csv);

/** Opens a file for writing; "-" is the standard output. @return NULL after a message */
FILE *open_output(const char *path);

/** Closes a file and checks that everything was written. @return EXIT_DONE or EXIT_FAILED */
int close_output(FILE *stream, const char *path);

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
} picture;

/** Whether a file name is that of a picture: .svg, .png or .pdf, and no name that gnuplot would
 * take for a command. @return EXIT_DONE, or EXIT_MISUSED after a message */
int picture_check(const char *path);

/** Starts gnuplot. The table follows: a line with the names of the columns, and lines of CSV.
 * @return EXIT_DONE, or EXIT_FAILED after a message: gnuplot is not installed */
int picture_begin(picture *p, const char *path, const char *kind);

/** Ends the table; after that come variables of the script. */
void picture_end_table(const picture *p);
void picture_text(const picture *p, const char *variable, const char *text);
void picture_number(const picture *p, const char *variable, double number);

/** Has the picture drawn.
 * @param is_wanted 0: the stream ends without a picture, because something failed
 * @return EXIT_DONE; EXIT_FAILED after a message: the file cannot be written; EXIT_FAILED without a
 * message if no picture is wanted */
int picture_end(picture *p, int is_wanted);

#endif
