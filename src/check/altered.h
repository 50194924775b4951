/* SPDX-License-Identifier: MIT */
/** @file
 * Laws like the law of a scene, except that init is handed other numbers or words; altered.c has
 * the check "rows", too. */
#ifndef DCM_CHECK_ALTERED_H
#define DCM_CHECK_ALTERED_H

#include "check/scene.h"

/** Changes what init is handed.
 * @param values  copies of the tables of dcm_setup
 * @param options copies of the words */
typedef void (*dcm_alter)(void *data, uint32_t material_count, double *const *values,
                          uint32_t *options);

/** dcm_scene_rounds with laws that dcm_altered_law can make again.
 * @param check must not keep anything of the scene's model */
void dcm_altered_rounds(const dcm_subject *subject, const char *stream, uint32_t materials,
                        uint32_t rounds, void (*check)(dcm_scene *s));

/** The law of the scene with changes.
 * @return NULL if init refuses the changes; freed by dcm_law_destroy */
dcm_law *dcm_altered_law(const dcm_scene *s, dcm_alter alter, void *data);

#endif
