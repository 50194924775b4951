/* SPDX-License-Identifier: MIT */
/** @file
 * A setup as a host lends it to init: tables of just their lengths, which belong to the host and
 * are gone after the call. */
#ifndef DCM_CHECK_BORROWS_H
#define DCM_CHECK_BORROWS_H

#include <dcm/dcm.h>

typedef struct dcm_lent dcm_lent;

/** Copies the tables of a setup to places behind which there is no memory.
 * @return freed by dcm_lent_free; never NULL, because without memory the process ends */
dcm_lent *dcm_lend(const dcm_model *model, const dcm_setup *setup);

/** The setup with these tables. */
const dcm_setup *dcm_lent_setup(const dcm_lent *lent);

/** A table that is not as it was lent.
 * @param name receives its name, static
 * @param number receives the number of the first entry that changed
 * @return 0 if all tables are as they were */
int dcm_lent_changed(const dcm_lent *lent, const char **name, uint32_t *number);

/** Makes the tables inaccessible, as a host does that frees them. */
void dcm_lent_take_back(dcm_lent *lent);

/** The table at an address, or NULL. */
const char *dcm_lent_at(const dcm_lent *lent, const void *address);

void dcm_lent_free(dcm_lent *lent);

#endif
