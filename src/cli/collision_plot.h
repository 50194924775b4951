/* SPDX-License-Identifier: MIT */
/** @file
 * The picture of one collision: normal force against overlap, forces against time. */
#ifndef DCM_CLI_COLLISION_PLOT_H
#define DCM_CLI_COLLISION_PLOT_H

#include <stddef.h>

#include "cli/encounter.h"

typedef struct collision_point {
  double time, overlap, normal_force, tangential_force;
} collision_point;

/** The steps in contact. Zeroed at first. */
typedef struct collision_trace {
  size_t count, room;
  dcm_vector direction; /**< of the first tangential force, along which it is drawn */
  int out_of_memory;
  collision_point *points;
} collision_trace;

void collision_trace_add(collision_trace *trace, const dcm_collision_sample *sample);
void collision_trace_free(collision_trace *trace);

/** @return EXIT_DONE, or another exit code after a message */
int collision_plot(const encounter *e, const collision_trace *trace, const char *path);

#endif
