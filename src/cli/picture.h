/* SPDX-License-Identifier: MIT */
/** @file
 * Pictures of 'dcm collide --plot': gnuplot draws a table by the script picture.gp, which says what
 * the script reads. The script is part of the program. */
#ifndef DCM_CLI_PICTURE_H
#define DCM_CLI_PICTURE_H

#include <stdio.h>

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
