/* SPDX-License-Identifier: MIT */
/** @file
 * Cost of a surface of triangles: grains inside a drum of 128 to 32,768 triangles, which touch it
 * or nearly do, with the lists of near triangles that a host keeps; and making a surface.
 *
 * usage: surface_queries [QUERIES [TRIANGLES]]
 *   QUERIES    of each kind; default 1000000, or 1000 where DCM_BENCH_ONCE is set
 *   TRIANGLES  this size alone, 0 for making a surface of 1e6 alone; default all */
#include <dcm/base.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/scene/samples.h"
#include "numeric/vector.h"
#include "program.h"
#include "surface/minima.h"

enum { GRAINS = 1000 };

static const double radius_of_grains = 0.05, margin = 0.005;

static double seconds(void) {
  return bench_seconds(CLOCK_PROCESS_CPUTIME_ID);
}

/** The mantle of a drum of radius and half length 1, around times along squares of two triangles.
 */
static dcm_triangles make_drum(int around, int along) {
  dcm_triangles drum = {0};
  for (int i = 0; i < around; i++)
    for (int j = 0; j < along; j++) {
      double at[4][3];
      for (int k = 0; k < 4; k++) {
        const int step = i + (k == 1 || k == 2), row = j + (k >= 2);
        const double angle = 2.0 * DCM_PI * (step % around) / around;
        at[k][0] = cos(angle);
        at[k][1] = sin(angle);
        at[k][2] = 2.0 * row / along - 1.0;
      }
      double corners[9];
      memcpy(corners, at[0], sizeof at[0]);
      for (int k = 1; k < 3; k++) {
        memcpy(corners + 3, at[k + 1], sizeof at[0]);
        memcpy(corners + 6, at[k], sizeof at[0]);
        if (dcm_triangles_add(&drum, corners) != DCM_OK)
          bench_stop("out of memory");
      }
    }
  return drum;
}

static dcm_surface *make_surface(const dcm_triangles *drum) {
  const dcm_surface_options usual = DCM_SURFACE_DEFAULTS;
  dcm_error error;
  dcm_surface *surface = dcm_surface_create(drum, &usual, &error);
  if (!surface)
    bench_stop(error.text);
  return surface;
}

typedef struct grain {
  double centre[3];
  uint32_t *near, count;
} grain;

/** A grain that was listed where it is now within the margin. Every other grain touches: as many in
 * a drum of few sides as in one of many, for the wall is where the sides are. */
static grain make_grain(const dcm_surface *surface, int around, dcm_surface_search *search,
                        dcm_random *random) {
  const double angle = dcm_uniform(random, 0.0, 2.0 * DCM_PI), side = 2.0 * DCM_PI / around;
  const double wall = cos(0.5 * side) / cos(fmod(angle, side) - 0.5 * side);
  const double overlap = 0.01 * radius_of_grains;
  const double r = wall - radius_of_grains + dcm_uniform(random, -overlap, overlap);
  grain g = {{r * cos(angle), r * sin(angle), dcm_uniform(random, -0.9, 0.9)}, NULL, 0};
  const uint32_t *near;
  const double reach = dcm_surface_horizon(surface, radius_of_grains) + margin;
  const int64_t count = dcm_surface_find_near(search, surface, g.centre, reach, &near);
  if (count >= 0)
    g.near = malloc(((size_t)count + 1) * sizeof *near);
  if (!g.near)
    bench_stop("out of memory");
  memcpy(g.near, near, (size_t)count * sizeof *near);
  g.count = (uint32_t)count;
  return g;
}

static void measure(int around, int along, long queries) {
  dcm_triangles drum = make_drum(around, along);
  dcm_surface *surface = make_surface(&drum);
  dcm_surface_search search = {0};
  dcm_random random = dcm_random_of_seed(1, 0);
  static grain grains[GRAINS];
  double near = 0.0;
  uint64_t contacts = 0;
  for (int n = 0; n < GRAINS; n++) {
    grains[n] = make_grain(surface, around, &search, &random);
    near += (double)grains[n].count / GRAINS;
  }
  const double begin = seconds();
  for (long q = 0; q < queries; q++) {
    const grain *g = &grains[q % GRAINS];
    dcm_surface_find_contacts(&search, surface, g->centre, radius_of_grains, g->near, g->count);
    contacts += search.count;
  }
  const double listed = seconds();
  const uint32_t *found;
  for (long q = 0; q < queries; q++)
    dcm_surface_find_near(&search, surface, grains[q % GRAINS].centre, radius_of_grains + margin,
                          &found);
  const double end = seconds();
  printf("%9u  %5.1f  %5.2f  %8.0f  %8.0f  %5.0f\n", drum.count, near,
         (double)contacts / (double)queries, 1e9 * (listed - begin) / (double)queries,
         1e9 * (end - listed) / (double)queries, (double)dcm_surface_memory(surface) / drum.count);
  for (int n = 0; n < GRAINS; n++)
    free(grains[n].near);
  dcm_surface_search_free(&search);
  dcm_surface_destroy(surface);
  dcm_triangles_free(&drum);
}

/** Reads and makes a surface of a million triangles; of fewer where DCM_BENCH_ONCE is set. */
static void make_large(void) {
  /* 1000 times around, and once as few as a drum needs. */
  dcm_triangles drum = make_drum(2 + bench_repeats(998), 500), read = {0};
  dcm_error error;
  FILE *stream = tmpfile();
  if (!stream || dcm_triangles_write_stl(&drum, "drum", stream) != DCM_OK)
    bench_stop("cannot write a file");
  const size_t size = (size_t)ftell(stream);
  char *text = malloc(size);
  rewind(stream);
  if (!text || fread(text, 1, size, stream) != size)
    bench_stop("cannot read a file");
  const double begin = seconds();
  if (dcm_triangles_read(text, size, "drum", &read, &error) != DCM_OK)
    bench_stop(error.text);
  const double middle = seconds();
  dcm_surface *surface = make_surface(&read);
  printf("%u triangles: ASCII STL read in %.2f s, surface made in %.2f s, %.0f bytes a triangle\n",
         read.count, middle - begin, seconds() - middle,
         (double)dcm_surface_memory(surface) / read.count);
  dcm_surface_destroy(surface);
  dcm_triangles_free(&read);
  dcm_triangles_free(&drum);
  free(text);
  fclose(stream);
}

int main(int argc, char **argv) {
  static const int drums[][2] = {{32, 2}, {128, 8}, {512, 32}};
  const long queries = argc > 1 ? strtol(argv[1], NULL, 10) : 1000l * bench_repeats(1000);
  const long only = argc > 2 ? strtol(argv[2], NULL, 10) : -1;
  if (queries < 1)
    bench_stop("usage: surface_queries [QUERIES [TRIANGLES]]");
  if (only != 0)
    printf("triangles   near  found  contacts      list  bytes\n"
           "            each   each    ns each   ns each   each\n");
  for (size_t n = 0; n < sizeof drums / sizeof drums[0]; n++)
    if (only < 0 || only == 2l * drums[n][0] * drums[n][1])
      measure(drums[n][0], drums[n][1], queries);
  if (only <= 0)
    make_large();
  return EXIT_SUCCESS;
}
