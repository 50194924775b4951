/* SPDX-License-Identifier: MIT */
/** @file
 * Checks of how a law uses the arrays of a call. */
#include <stdio.h>

#include "check/checks.h"
#include "check/parts.h"

enum { ROUNDS = 24, CONTACTS = DCM_SCENE_CONTACTS };

/** Calls the law on guarded memory, and lets judge look at the memory. */
static void on_guarded(dcm_scene *s, void (*judge)(dcm_scene *s, const dcm_guarded *g)) {
  dcm_parts_live(s);
  dcm_guarded *g = dcm_guarded_create(s->law->history_width, CONTACTS);
  dcm_parts_need(s, g);
  dcm_part part = dcm_part_of_all();
  part.in_place = dcm_chance(&s->random, 0.3);
  part.with_energies = dcm_chance(&s->random, 0.7);
  dcm_guarded_compute(g, s->a, s->law, &part, s->side_2, s->dt);
  judge(s, g);
  dcm_guarded_destroy(g);
}

/* ------------------------------------------------------------------------------------- fills */

/** The outputs that are missing in one call or in the same call with energies: an author wants to
 * hear of all at once. */
static void find_gaps(dcm_scene *s, const char *names, uint32_t k) {
  char all_names[2048], what[2304];
  uint32_t first;
  dcm_guarded *g = dcm_guarded_create(s->law->history_width, CONTACTS);
  dcm_parts_need(s, g);
  const dcm_part part = dcm_part_of_all();
  dcm_guarded_compute(g, s->a, s->law, &part, s->side_2, s->dt);
  const uint32_t gaps = dcm_guarded_gaps(g, all_names, sizeof all_names, &first);
  dcm_guarded_destroy(g);
  snprintf(what, sizeof what,
           "compute leaves outputs unwritten, so that those of an earlier batch "
           "stay: %s",
           gaps ? all_names : names);
  dcm_scene_find_text(s, gaps ? first : k, what, "the memory as it was before the call",
                      "a number for every contact in every output: 0 if there is nothing to add, "
                      "and the old state if the state does not change");
}

static void expect_filled(dcm_scene *s, const dcm_guarded *g) {
  char names[2048];
  uint32_t k;
  if (dcm_guarded_gaps(g, names, sizeof names, &k))
    find_gaps(s, names, k);
}

static void fills(dcm_scene *s) {
  on_guarded(s, expect_filled);
}

void dcm_check_fills(const dcm_subject *subject) {
  dcm_scene_rounds(subject, "fills", NULL, 2, ROUNDS, fills);
}

/* ------------------------------------------------------------------------------------- keeps */

static void expect_unharmed(dcm_scene *s, const dcm_guarded *g) {
  uint32_t k;
  const char *name = dcm_guarded_harm(g, &k);
  if (!name)
    return;
  char what[512], came[128];
  snprintf(what, sizeof what, "compute writes where it must not write: %s%s", name,
           k == DCM_NO_CONTACT ? ", beyond its entries" : "");
  snprintf(came, sizeof came, k == DCM_NO_CONTACT ? "another number beside %s" : "another %s[%u]",
           name, k);
  dcm_scene_find_text(s, k == DCM_NO_CONTACT ? 0 : k, what, came,
                      "no change of inputs, of the state before the step, of couples and energies "
                      "that the host does not ask for, and of all other memory");
}

static void keeps(dcm_scene *s) {
  on_guarded(s, expect_unharmed);
}

void dcm_check_keeps(const dcm_subject *subject) {
  dcm_scene_rounds(subject, "keeps", NULL, 2, ROUNDS, keeps);
}

/* ----------------------------------------------------------------------------------- batches */

static void batches(dcm_scene *s) {
  static uint32_t order[DCM_PART_MOST];
  char how[256];
  dcm_parts_live(s);
  dcm_guarded *all = dcm_guarded_create(s->law->history_width, CONTACTS);
  dcm_guarded *g = dcm_guarded_create(s->law->history_width, CONTACTS);
  dcm_parts_need(s, all);
  dcm_parts_need(s, g);
  dcm_part part = dcm_part_of_all();
  dcm_guarded_compute(all, s->a, s->law, &part, s->side_2, s->dt);
  part.with_energies = 0;
  dcm_guarded_compute(g, s->a, s->law, &part, s->side_2, s->dt);
  for (uint32_t k = 0; k < CONTACTS; k++)
    dcm_parts_compare(s, g, k, all, k, "whether energies are asked for");
  part.with_energies = part.in_place = 1;
  dcm_guarded_compute(g, s->a, s->law, &part, s->side_2, s->dt);
  for (uint32_t k = 0; k < CONTACTS; k++)
    dcm_parts_compare(
        s, g, k, all, k,
        "whether history_in and history_out are one array: read what you need of a contact "
        "before you write its state");
  dcm_guarded_destroy(g);
  /* Another number of contacts, in another order, with other numbers in the lanes behind. */
  const uint32_t drawn = dcm_part_count(&s->random);
  part = dcm_part_drawn(s, s->round == 0 ? DCM_PART_MOST : drawn, order);
  g = dcm_guarded_create(s->law->history_width, part.count);
  dcm_parts_need(s, g);
  dcm_guarded_compute(g, s->a, s->law, &part, s->side_2, s->dt);
  snprintf(how, sizeof how,
           "its place in the batch, on the number of contacts, which is %u, or on the other "
           "contacts",
           part.count);
  for (uint32_t k = 0; k < part.count; k++)
    dcm_parts_compare(s, g, k, all, order[k], how);
  dcm_guarded_destroy(all);
  dcm_guarded_destroy(g);
}

void dcm_check_batches(const dcm_subject *subject) {
  dcm_scene_rounds(subject, "batches", NULL, 2, ROUNDS, batches);
}
