/* SPDX-License-Identifier: MIT */
/** @file
 * Check of the lengths of arrays: behind each array there is no memory, and before some. */
#define _GNU_SOURCE
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "check/checks.h"
#include "check/page_end.h"
#include "check/parts.h"

enum { ROUNDS = 16, MOST_CONTACTS = DCM_SCENE_CONTACTS };

/* The present call. */
static struct {
  const dcm_scene *scene;
  const char *calling;
  uint32_t count;
  const dcm_guarded *arrays;
  double *fields[DCM_MOST_COMPONENTS];
} now;

static void find(const char *array, int64_t number, const char *room) {
  char what[512], came[128];
  snprintf(what, sizeof what, "%s reads or writes beyond the arrays that it is handed",
           now.calling);
  snprintf(came, sizeof came, "an access to %s[%" PRId64 "], of %u contacts", array, number,
           now.count);
  dcm_scene_find_text(now.scene, 0, what, came, room);
}

static void find_in_batch(const void *at) {
  char room[128];
  int64_t number;
  const char *array = dcm_guarded_beyond(now.arrays, at, &number);
  if (!array)
    return;
  const uint32_t last = (now.count + DCM_LANES - 1) / DCM_LANES * DCM_LANES - 1;
  snprintf(room, sizeof room, "entries 0 to %u only, the count rounded up to whole lanes of %d",
           last, DCM_LANES);
  find(array, number, room);
}

static void find_in_event(const char *at) {
  const size_t bytes = now.count * sizeof(double);
  char array[32];
  for (uint32_t c = 0; c < DCM_MOST_COMPONENTS && now.fields[c]; c++)
    if (dcm_page_end_is_behind(now.fields[c], bytes, at)) {
      snprintf(array, sizeof array, "event->fields[%u]", c);
      find(array, (at - (const char *)now.fields[c]) / (int64_t)sizeof(double),
           "entries 0 to count - 1 only: the arrays of an event have no lanes behind");
    }
}

/** A fault beside an array is a finding, and the finding ends the process. */
static void on_fault(int number, siginfo_t *info, void *context) {
  (void)context;
  if (now.arrays)
    find_in_batch(info->si_addr);
  find_in_event(info->si_addr);
  signal(number, SIG_DFL);
}

/** Arrays that fill a page have no memory before them either. */
static uint32_t count_of_a_page(dcm_random *random) {
  const uint32_t entries = (uint32_t)(dcm_page_size() / sizeof(double));
  return (entries < DCM_PART_MOST ? entries : DCM_PART_MOST) - dcm_below(random, DCM_LANES);
}

static void compute(dcm_scene *s) {
  static uint32_t order[DCM_PART_MOST];
  const uint32_t count = s->round % 4 ? dcm_part_count(&s->random) : count_of_a_page(&s->random);
  const dcm_part part = dcm_part_drawn(s, count, order);
  dcm_guarded *g = dcm_guarded_fenced(s->law->history_width, part.count);
  dcm_parts_need(s, g);
  now.calling = "compute";
  now.count = part.count;
  now.arrays = g;
  dcm_guarded_compute(g, s->a, s->law, &part, s->side_2, s->dt);
  now.arrays = NULL;
  dcm_guarded_destroy(g);
}

static void tell(dcm_scene *s, uint32_t event) {
  const uint32_t width = s->law->history_width;
  now.calling = event == DCM_CONTACT_BEGINS  ? "history at DCM_CONTACT_BEGINS"
                : event == DCM_CONTACT_SWAPS ? "history at DCM_CONTACT_SWAPS"
                                             : "history at DCM_CONTACT_ENDS";
  now.count = 1 + dcm_below(&s->random, MOST_CONTACTS);
  const size_t bytes = now.count * sizeof(double);
  for (uint32_t c = 0; c < width; c++) {
    now.fields[c] = dcm_page_end_take(bytes);
    dcm_parts_need(s, now.fields[c]);
    memcpy(now.fields[c], s->a->history[c], bytes);
  }
  if (event == DCM_CONTACT_BEGINS)
    dcm_law_history_begin(s->law, s->pair, (uint32_t)s->side_2, now.count, now.fields);
  else if (event == DCM_CONTACT_SWAPS)
    dcm_law_history_swap(s->law, now.count, now.fields);
  else
    dcm_law_history_end(s->law, s->pair, (uint32_t)s->side_2, now.count, now.fields);
  for (uint32_t c = 0; c < width; c++) {
    dcm_page_end_free(now.fields[c], bytes);
    now.fields[c] = NULL;
  }
}

static void bounds(dcm_scene *s) {
  dcm_parts_live(s);
  now.scene = s;
  compute(s);
  for (uint32_t event = DCM_CONTACT_BEGINS; event <= DCM_CONTACT_ENDS; event++)
    if (dcm_law_wants(s->law, event))
      tell(s, event);
}

void dcm_check_bounds(const dcm_subject *subject) {
  struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO};
  sigaction(SIGSEGV, &action, NULL);
  sigaction(SIGBUS, &action, NULL);
  dcm_scene_rounds(subject, "bounds", NULL, 2, ROUNDS, bounds);
}
