/* SPDX-License-Identifier: MIT */
/** @file
 * The settings of a user for a model: options, and parameters per material, per pair of materials
 * and per law.
 *
 * Materials are numbered from 1 here, as in every input and every message. */
#ifndef DCM_RUNTIME_SETTINGS_H
#define DCM_RUNTIME_SETTINGS_H

#include <dcm/dcm.h>

#include "runtime/error.h"
#include "runtime/model.h"

typedef struct dcm_settings dcm_settings;

/** A range of materials, both ends included. */
typedef struct dcm_range {
  uint32_t first;
  uint32_t last;
} dcm_range;

/** Nothing set yet: options at their defaults, units those of SI.
 * @param model must outlive the settings
 * @return NULL when out of memory; freed by dcm_settings_destroy */
dcm_settings *dcm_settings_create(const dcm_model *model, uint32_t material_count);

void dcm_settings_destroy(dcm_settings *settings);

const dcm_model *dcm_settings_model(const dcm_settings *settings);
uint32_t dcm_settings_material_count(const dcm_settings *settings);

/** Sets the units in which the host computes and users give numbers. Defaults are converted. A
 * default that cannot be converted, or is out of its range then, is none: the user must give the
 * value. */
void dcm_settings_use_units(dcm_settings *settings, const dcm_units *units);

/** The name of the last material in messages, such as "the wall". Without a name the material is a
 * type with a number.
 * @param name outlives the settings */
void dcm_settings_name_last(dcm_settings *settings, const char *name);

/** Chooses a word for an option.
 * @param word NULL if there is none, which is an error
 * @return DCM_OK, or DCM_ERROR with a sentence that lists the options or the words, and suggests a
 * similar one */
int32_t dcm_settings_choose(dcm_settings *settings, const char *option, const char *word,
                            dcm_error *error);

/** Sets an option or a parameter per law: both stand among the options of a law.
 * @param text NULL if there is none, which is an error
 * @return DCM_OK, or DCM_ERROR: as dcm_settings_choose, or not a number, or out of range */
int32_t dcm_settings_give(dcm_settings *settings, const char *name, const char *text,
                          dcm_error *error);

/** Appends a suggestion to a sentence about an unknown word among options: "; did you mean 'form
 * consistent'?" for the word of an option without the name of the option, "; did you mean 'form'?"
 * for a misspelt name.
 * @return whether there is a suggestion */
int dcm_settings_append_meant(const dcm_model *model, const char *word, dcm_error *error);

/** Index of the chosen word of option o. */
uint32_t dcm_settings_choice(const dcm_settings *settings, uint32_t option);

/** Chooser of the word of an option. */
typedef enum dcm_chooser {
  DCM_CHOSEN_BY_LAW,
  DCM_CHOSEN_BY_USER,
  DCM_CHOSEN_BY_RESTART
} dcm_chooser;
dcm_chooser dcm_settings_chooser(const dcm_settings *settings, uint32_t option);

/** Lets all options count as chosen by a restart file, because a restart file has the words of all
 * options. */
void dcm_settings_are_of_restart(dcm_settings *settings);

/** Copies the options, with who chose them, the parameters per law and the units from other
 * settings of the same model. */
void dcm_settings_copy_options(dcm_settings *settings, const dcm_settings *from);

/** Gives a parameter a value for all pairs of i and j. A parameter per material takes the value for
 * the materials of the range, which must then be the same on both sides.
 * @param text the number as the user wrote it; NULL if there is none, which is an error
 * @return DCM_OK, or DCM_ERROR: unknown parameter (lists them), materials that there are not, not a
 *         number, out of range (says why), a material parameter for two different materials, or a
 *         parameter per law, which dcm_settings_give gives */
int32_t dcm_settings_set(dcm_settings *settings, dcm_range i, dcm_range j, const char *parameter,
                         const char *text, dcm_error *error);

/** dcm_settings_give for a parameter per law, else dcm_settings_set. */
int32_t dcm_settings_put(dcm_settings *settings, dcm_range i, dcm_range j, const char *parameter,
                         const char *text, dcm_error *error);

/** Whether a value was given for i, j, and which value. i = j for parameters per material; a
 * parameter per law ignores i and j.
 * @return 1 if given; 0 if the value would come from a default or a mixing rule */
int dcm_settings_given(const dcm_settings *settings, uint32_t parameter, uint32_t i, uint32_t j,
                       double *value);

/** The value that holds for i, j: given, mixed or default; NAN if it is missing, of which
 * dcm_settings_check_pair has a sentence. */
double dcm_settings_value(const dcm_settings *settings, uint32_t parameter, uint32_t i, uint32_t j);

/** Whether every parameter of a pair, and of its two materials, has a value.
 * @return DCM_OK, or DCM_ERROR with one sentence that names all that are missing, and for which
 *         materials */
int32_t dcm_settings_check_pair(const dcm_settings *settings, uint32_t i, uint32_t j,
                                dcm_error *error);

/** Sets whether two materials can meet by this law in this host. All pairs can by default. The law
 * gets a complete table in any case: an entry that nobody gave, and that belongs to no pair in use,
 * is a copy of the entry of a pair in use. So a law never gets a number that no user chose. */
void dcm_settings_use_pair(dcm_settings *settings, uint32_t i, uint32_t j, int in_use);
int dcm_settings_pair_in_use(const dcm_settings *settings, uint32_t i, uint32_t j);

/** Checks all pairs that can meet. */
int32_t dcm_settings_check(const dcm_settings *settings, dcm_error *error);

/** Checks that nothing required by a pair in use is missing, and makes an instance of the model.
 * @param instance zeroed but for the size by this function; the model's destroy frees the data of
 * init
 * @param log      becomes the log of the instance; must not move until destroy
 * @return DCM_OK, or DCM_ERROR with the law's reason for refusing, or that of the runtime */
int32_t dcm_settings_instantiate(const dcm_settings *settings, dcm_instance *instance,
                                 dcm_law_log *log, dcm_error *error);

#endif
