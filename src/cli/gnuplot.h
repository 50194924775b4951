/* SPDX-License-Identifier: MIT */
/** @file
 * Drawing with gnuplot, as a program of its own. */
#ifndef DCM_CLI_GNUPLOT_H
#define DCM_CLI_GNUPLOT_H

#include <stdio.h>

/** A picture being drawn: gnuplot reads its commands from the stream. */
typedef struct gnuplot_picture {
  FILE *stream;
  const char *path;
} gnuplot_picture;

/** Starts gnuplot with a picture of two panels; the kind follows from the end of the path: .svg,
 * .png or .pdf.
 * @return EXIT_DONE; EXIT_FAILED if gnuplot is not installed or the file cannot be
 * written; EXIT_MISUSED for another kind, or a name that gnuplot would take for a command. A
 * message comes before each failure. */
int picture_begin(gnuplot_picture *picture, const char *path);

/** Waits for gnuplot. @return EXIT_DONE, or EXIT_FAILED after a message */
int picture_end(gnuplot_picture *picture);

/** Writes a text within single quotes for gnuplot, with special characters escaped. */
void picture_text(const gnuplot_picture *picture, const char *text);

/** The prefix of a unit for numbers of this size. */
typedef struct prefix {
  double factor;      /**< multiply numbers by this */
  const char *letter; /**< put before the unit */
} prefix;

prefix prefix_for(double largest);

#endif
