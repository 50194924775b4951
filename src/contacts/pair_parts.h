/* SPDX-License-Identifier: MIT */
/** @file
 * How threads share the blocks of a list. The blocks are divided into parts, each a stretch of the
 * list, and a particle belongs to the first part that has a pair of it. A part adds what its
 * contacts do to its own particles at once, and keeps what they do to the particles of parts before
 * it; those parts add that when all contacts have been evaluated. So the sum for a particle is made
 * in the order of the list, whatever the number of parts, and no particle is written by two. Where
 * particles are numbered by where they are, few contacts have a particle of another part. */
#ifndef DCM_CONTACTS_PAIR_PARTS_H
#define DCM_CONTACTS_PAIR_PARTS_H

#include "contacts/pair_list.h"

enum { DCM_MOST_PARTS = 255 };

/** Which particles a part adds to. */
typedef struct dcm_share {
  const uint8_t *owner; /**< [particles] the part that a particle belongs to; NULL: to this one */
  uint32_t part;
} dcm_share;

static inline int dcm_is_of_share(const dcm_share *share, uint32_t particle) {
  return !share->owner || share->owner[particle] == share->part;
}

/** Divides the blocks of a list, if they are not so divided. This holds until pairs are added.
 * @param parts     1 to DCM_MOST_PARTS
 * @param particles to which contacts add
 * @return DCM_OK, or DCM_ERROR when out of memory */
int32_t dcm_pair_list_divide(dcm_pair_list *list, uint32_t parts, uint32_t particles);

/** Whether a part may have particles of a block. */
static inline int dcm_part_meets(const dcm_pair_block *block, uint32_t part) {
  return (int)(block->owners >> part % 64 & 1);
}

#endif
