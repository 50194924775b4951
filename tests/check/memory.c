/* SPDX-License-Identifier: MIT */
/** @file
 * The sound law of law.h, and the law with mistakes in its use of memory. */
#include "law.h"

#define LAWS(LAW)                                                                                  \
  LAW(SOUND, "sound-in-memory", LAW_USUAL, law_starts, law_sound)                                  \
  LAW(FIRST_64, "answers-for-64-contacts", LAW_USUAL, law_starts, in_a_batch)                      \
  LAW(READS_ON, "reads-one-number-too-many", LAW_USUAL, law_starts, in_a_batch)                    \
  LAW(READS_BEFORE, "reads-the-number-before", LAW_USUAL, law_starts, in_a_batch)                  \
  LAW(LONG_BEGIN, "begins-whole-lanes", HAS_EVENTS, law_starts, law_sound)                         \
  LAW(LONG_SWAP, "swaps-whole-lanes", HAS_EVENTS, law_starts, law_sound)
LAW_NUMBERS(LAWS)

static uint32_t whole_lanes(uint32_t count) {
  return (count + DCM_LANES - 1) / DCM_LANES * DCM_LANES;
}

/* -------------------------------------------------------------------------------- of a batch */

static volatile double unused;

static void in_a_batch(const law_contact *c, law_answer *a) {
  const dcm_contacts *contacts = c->contacts;
  law_sound(c, a);
  if (c->law == FIRST_64 && c->k >= 64)
    memset(a, 0, sizeof *a);
  if (c->law == READS_ON && c->k == 0)
    unused = contacts->overlap[whole_lanes(contacts->count)];
  if (c->law == READS_BEFORE && c->k == 0)
    unused = (contacts->overlap - 1)[0];
}

/* ------------------------------------------------------------------------------- of an event */

#define HAS_EVENTS                                                                                 \
  LAW_USUAL, .events = 1u << DCM_CONTACT_BEGINS | 1u << DCM_CONTACT_SWAPS, .history = history

static void history(const dcm_instance *instance, const dcm_event *event) {
  const int law = law_number(instance);
  const int is_begin = event->event == DCM_CONTACT_BEGINS;
  const int is_long = law == (is_begin ? LONG_BEGIN : LONG_SWAP);
  const uint32_t count = is_long ? whole_lanes(event->count) : event->count;
  for (int x = 0; x < 3; x++)
    for (uint32_t k = 0; k < count; k++)
      event->fields[x][k] = is_begin ? 0.0 : -event->fields[x][k];
}

LAW_LIBRARY(LAWS)
