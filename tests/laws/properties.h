/* SPDX-License-Identifier: MIT */
/** @file
 * The scene of dcm check for properties that the built-in laws have beyond the checks. */
#ifndef DCM_TESTS_LAWS_PROPERTIES_H
#define DCM_TESTS_LAWS_PROPERTIES_H

#include "check/scene/scene.h"
#include "support/cases.h"
#include "support/run.h"

/** Contacts in a round, and rounds: 24,400 contacts for each case and property. */
enum { CONTACTS = DCM_SCENE_CONTACTS, ROUNDS = 400 };

/** A subject whose findings fail the test. It holds no cases. */
dcm_subject property_subject(const dcm_model *model, uint64_t seed);

/** dcm_scene_rounds with case number i alone, laws of two materials, and rounds as in
 * dcm_test_rounds.
 * @param fixed parameters that are not random; ends with a name NULL; NULL for none */
void property_rounds(int i, const char *property, const dcm_fixed *fixed, int rounds,
                     void (*check)(dcm_scene *s));

/** dcm_scene_live between particles or at walls, now and then before a step of length 0, of
 * contacts that no bond holds. */
void property_live(dcm_scene *s);

/** Fails the test with all that is needed to repeat it. */
void property_fail(const dcm_scene *s, uint32_t k, const char *what, double actual, double allowed);

/** The value that holds for the pair of materials of the contacts. */
double property_value(const dcm_scene *s, const char *parameter);

/** The value that holds for one of the two materials.
 * @param side 1 or 2 */
double property_of_side(const dcm_scene *s, const char *parameter, int side);

/** The value of the pair or, where materials have one each, the geometric mean of both. */
double property_mean(const dcm_scene *s, const char *parameter);

/** Numbers of an answer: forces and couples, energies, the state. */
enum { ANSWERS = 10 + DCM_ENERGIES + 16 };

/** Answers of the law for contact k; zeros for answers that the law does not give.
 * @param answers [ANSWERS] filled */
void property_answers(const dcm_scene *s, const dcm_batch *batch, uint32_t k, double *answers);

#endif
