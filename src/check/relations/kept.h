/* SPDX-License-Identifier: MIT */
/** @file
 * Whether the states that compute keeps are those of the forces that compute answers: a part of the
 * check "steps". */
#ifndef DCM_CHECK_KEPT_H
#define DCM_CHECK_KEPT_H

#include "check/scene/scene.h"

/** A contact that slides and rolls evenly keeps a state whose forces are those of the step. */
void dcm_kept_while_sliding(dcm_scene *s);

/** Forces follow the overlap in the step in which the overlap changes. */
void dcm_kept_in_time(dcm_scene *s);

/** A contact that has just begun pushes where a host only looks, too. */
void dcm_kept_at_first(dcm_scene *s);

#endif
