/* SPDX-License-Identifier: MIT */
/** @file
 * Names that users write for what a law takes: parameters, options and quantities. */
#ifndef DCM_CLI_KEYWORDS_H
#define DCM_CLI_KEYWORDS_H

#include <dcm/dcm.h>

/** Helps a user who wrote the word of an option for its name.
 * @return whether the word is one of an option */
int hint_at_option(const dcm_model *model, const char *word);

/** Says that a law takes no such name, and what the law takes. @return EXIT_MISUSED */
int message_unknown_keyword(const dcm_model *model, const char *name);

#endif
