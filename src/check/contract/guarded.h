/* SPDX-License-Identifier: MIT */
/** @file
 * Guarded memory. Memory that ends at the end of a page without a page behind: an access beyond the
 * end is a fault at once. A batch as the contract hands it to a law, in memory that says what the
 * law did to it: outputs hold a number that no law writes, between arrays there is room that nobody
 * may touch, inputs are compared with what they were, and behind the tables of the history there is
 * no memory. Contacts of a scene for calls of the law on such batches. */
#ifndef DCM_CHECK_GUARDED_H
#define DCM_CHECK_GUARDED_H

#include "check/scene/scene.h"

/* -------------------------------------------------------------------------------------- pages */

/** Ends the process where there is no memory, as nothing can be checked then.
 * @return the memory */
void *dcm_need(void *memory);

/** @param bytes a multiple of the alignment of the content
 * @return zeroed memory, freed by dcm_page_end_free */
void *dcm_page_end_take(size_t bytes);

/** @param place NULL is allowed */
void dcm_page_end_free(void *place, size_t bytes);

/** Forbids writes, or allows writes again. */
void dcm_page_end_lock(void *place, size_t bytes, int is_locked);

/** Forbids every access. */
void dcm_page_end_forbid(void *place, size_t bytes);

size_t dcm_page_size(void);

/** So many rooms in a row, an inaccessible page before the first one and behind each.
 * @param bytes of a room, a multiple of dcm_page_size
 * @return the first room, zeroed, freed by dcm_page_fences_free */
void *dcm_page_fences(size_t rooms, size_t bytes);

/** @param first NULL is allowed */
void dcm_page_fences_free(void *first, size_t rooms, size_t bytes);

/** Whether an address lies in the missing page behind. */
int dcm_page_end_is_behind(const void *place, size_t bytes, const void *address);

/** Calls a function at each access to inaccessible memory, until the process ends. If the function
 * returns, the process crashes as without it. */
void dcm_faults_visit(void (*report)(void *data, const char *address), void *data);

/* ------------------------------------------------------------------------------------ batches */

typedef struct dcm_guarded dcm_guarded;

/** @param s        whose law is called
 * @param capacity most contacts
 * @return freed by dcm_guarded_destroy */
dcm_guarded *dcm_guarded_create(const dcm_scene *s, uint32_t capacity);
void dcm_guarded_destroy(dcm_guarded *guarded);

/** dcm_guarded_create for count contacts, with a page that nobody can access behind each array, and
 * before each array whose length is a number of pages.
 * @param count the only number of contacts */
dcm_guarded *dcm_guarded_fenced(const dcm_scene *s, uint32_t count);

/** The array of dcm_guarded_fenced beside which an access to an inaccessible address fails.
 * @param number receives the number of the entry, below 0 before the array
 * @return the name of the array; NULL if the address belongs to no array */
const char *dcm_guarded_beyond(const dcm_guarded *guarded, const void *address, int64_t *number);

/** Part of a batch that a law is handed, and how. */
typedef struct dcm_part {
  uint32_t count;        /**< contacts */
  const uint32_t *order; /**< [count] which of the batch they are */
  double filler;         /**< what stands in the lanes that belong to no contact */
  int in_place;          /**< history_in and history_out are one */
  int with_energies;
} dcm_part;

/** Takes what stands in the batch after dcm_batch_evaluate: kinematics, radii, masses, history
 * before the step. Lets the law compute. */
void dcm_guarded_compute(dcm_guarded *guarded, const dcm_batch *batch, const dcm_law *law,
                         const dcm_part *part, int side_2, double dt);

/** Answer of compute: DCM_OK, or a refusal. */
int32_t dcm_guarded_status(const dcm_guarded *guarded);

/** Looks for a number that the law changed and may not change.
 * @return a name of the array, "overlap" or "history_in", or NULL
 * @param k receives the contact, or DCM_NO_CONTACT if it was between arrays */
const char *dcm_guarded_harm(const dcm_guarded *guarded, uint32_t *k);
#define DCM_NO_CONTACT UINT32_MAX

/** The outputs that the law did not write but should have.
 * @param names receives their names, "couple_1[0], couple_1[1]", cut if there is no room
 * @param k     receives a contact that has none of the first
 * @return the number of outputs */
uint32_t dcm_guarded_gaps(const dcm_guarded *guarded, char *names, size_t size, uint32_t *k);

/** The first output that is not finite.
 * @param value receives it */
const char *dcm_guarded_flaw(const dcm_guarded *guarded, uint32_t *k, double *value);

/** The first output of contact k that differs by a bit from that of a contact in another, of the
 * same law and step.
 * @param came, expected receive the two numbers */
const char *dcm_guarded_difference(const dcm_guarded *guarded, uint32_t k, const dcm_guarded *other,
                                   uint32_t other_k, double *came, double *expected);

/* -------------------------------------------------------------------------- contacts of a scene */

/** Lets the contacts of a scene live, at particles or at a wall. Batch a then has their kinematics
 * and the history before a step; now and then dt is 0. */
void dcm_parts_live(dcm_scene *s);

/** All contacts of a scene in their order, with energies. */
dcm_part dcm_part_of_all(void);

/** So many contacts of a scene, drawn with repetition, with energies.
 * @param order [count] filled */
dcm_part dcm_part_drawn(dcm_scene *s, uint32_t count, uint32_t *order);

/** A number of contacts, from one to a thousand: numbers about which hosts and laws differ. */
uint32_t dcm_part_count(dcm_random *random);
enum { DCM_PART_MOST = 4100 };

/** Whether the answers of two calls agree bit by bit. Reports where they differ.
 * @param how "the answer for a contact depends on ..." */
void dcm_parts_compare(const dcm_scene *s, const dcm_guarded *came, uint32_t k,
                       const dcm_guarded *expected, uint32_t expected_k, const char *how);

/** A second law of the case of a scene with other parameters, or NULL. */
dcm_law *dcm_parts_other_law(dcm_scene *s);

#endif
