/* SPDX-License-Identifier: MIT */
/** @file
 * Contacts of a scene for calls of the law on guarded memory. */
#ifndef DCM_CHECK_PARTS_H
#define DCM_CHECK_PARTS_H

#include "check/guarded.h"
#include "check/scene.h"

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

/** Reports that there is no memory, where there is none. */
void dcm_parts_need(const dcm_scene *s, const void *memory);

/** Whether the answers of two calls agree bit by bit. Reports where they differ.
 * @param how "the answer for a contact depends on ..." */
void dcm_parts_compare(const dcm_scene *s, const dcm_guarded *came, uint32_t k,
                       const dcm_guarded *expected, uint32_t expected_k, const char *how);

/** A second law of the case of a scene with other parameters, or NULL. */
dcm_law *dcm_parts_other_law(dcm_scene *s);

#endif
