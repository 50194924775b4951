/* SPDX-License-Identifier: MIT */
/** @file
 * Scenes, the common part of all checks: rounds of random parameters and random contacts for every
 * choice of the options. */
#ifndef DCM_CHECK_SCENE_H
#define DCM_CHECK_SCENE_H

#include "check/scene/drawn.h"
#include "check/scene/finding.h"
#include "check/scene/samples.h"
#include "numeric/vector.h"
#include "runtime/batch.h"

/* ------------------------------------------------------------------------- what a check tested */

/** A reason why rounds tested nothing. */
typedef struct dcm_untested {
  char why[256];
  uint32_t rounds; /**< 0: a part of the check that has no rounds */
} dcm_untested;

/** Further reasons are counted, but not reported. */
enum { DCM_MOST_REASONS = 8 };

/** Without pointers, so that one process can send the struct to another. */
typedef struct dcm_tested {
  uint32_t rounds;         /**< all */
  uint32_t rounds_in_vain; /**< rounds that tested nothing */
  uint32_t reason_count;
  dcm_untested reasons[DCM_MOST_REASONS];
} dcm_tested;

/** Whether there are reasons, and no round tested anything. */
static inline int dcm_tested_nothing(const dcm_tested *tested) {
  return tested->reason_count > 0 && tested->rounds == tested->rounds_in_vain;
}

/* -------------------------------------------------------------------------------------- scenes */

/** Contacts in a round: some whole lanes and a rest. */
enum { DCM_SCENE_CONTACTS = 61, DCM_MOST_IN_BATCH = 4100 };

/** Number of the random stream for the choice of cases. */
enum { DCM_STREAM_OF_CASES = 1 };

typedef struct dcm_surroundings dcm_surroundings; /* in host.c */

/** The law under test, and the receiver of findings. */
typedef struct dcm_subject {
  const dcm_model *model;               /**< behind interposers */
  const dcm_model *original;            /**< the model of the library */
  uint32_t abi_version;                 /**< of the law's library */
  dcm_library_function entry;           /**< of the law's library */
  uint32_t float_changes;               /**< DCM_FLOAT_* that were undone after the load */
  const dcm_surroundings *surroundings; /**< before the library was loaded */
  uint64_t description;                 /**< its hash before any function of the law was called */
  /** The command that runs checks of this law again, without the name of one; ends with NULL. NULL:
   * no check is run in another program. */
  const char *const *again;
  const dcm_fixed *fixed;     /**< numbers that are not random; ends with a name NULL */
  const dcm_settings *chosen; /**< which words of options a user chose; NULL: none */
  const dcm_case *cases; /**< [case_count] of the model; none if the choice of cases may crash */
  uint32_t case_count;
  uint64_t seed;

  /** Answers that should be equal may differ by this share. An answer is a sum, of a spring's force
   * and a damper's say, and terms may cancel. Differences are compared with the size of the terms,
   * and the answers a step before, at rest and in motion show this size. */
  double tolerance;

  dcm_finding_function found;
  void *data;
  dcm_tested *tested; /**< of the check that runs */
} dcm_subject;

/** A law with random parameters, random contacts, and two batches with energies. */
typedef struct dcm_scene {
  const dcm_subject *subject;
  dcm_case the_case;
  uint32_t case_index; /**< among those of the subject */
  uint32_t round;
  dcm_random random;
  dcm_drawn drawn;
  dcm_law *law;
  dcm_batch *a, *b;
  uint32_t pair; /**< of the materials of all contacts, new in every round */
  int side_2;
  int is_start;           /**< the contacts exist at the start of a run */
  const char *not_tested; /**< why this round tested nothing; NULL: the round tested something */
  double dt;
  dcm_sample contacts[DCM_SCENE_CONTACTS];
  void *state; /**< of the check */
} dcm_scene;

/** Calls check for every round of every case, which are chosen here if the subject has none, with a
 * scene whose batches have DCM_SCENE_CONTACTS contacts; the law
 * is new every few rounds.
 * @param stream     name of the check, for separate random numbers
 * @param materials  of the laws; one if init refuses more
 * @param rounds     for each case; fewer for a composed law
 * @param state      of the check: what lasts from round to round, as scene->state */
void dcm_scene_rounds(const dcm_subject *subject, const char *stream, uint32_t materials,
                      uint32_t rounds, void (*check)(dcm_scene *s), void *state);

/** Gives the quantities that the subject fixes their values.
 * @param values [quantity] of one side */
void dcm_scene_fix_quantities(const dcm_scene *s, double *values);

/** Puts random contacts into batch a, with a new state: two particles have met. Half of the
 * contacts are like the typical contact of the law. For laws that act at the start of a run, half
 * of the rounds are the start of a run. */
void dcm_scene_meet(dcm_scene *s, int side_2);

/** Lets the contacts in batch a begin again in the same way, with the present kinematics. */
void dcm_scene_begin(dcm_scene *s);

/** Puts random contacts into batch a, at rest at their begin. Batch a has the answers of the law.
 */
void dcm_scene_rest(dcm_scene *s, int side_2);

/** Puts random contacts into batch a, computes one step or two and moves the contacts on: the batch
 * then has input and history for another step. */
void dcm_scene_live(dcm_scene *s, int side_2);

/** Makes batch b the same contacts as a with the same history before the step. */
void dcm_scene_copy(dcm_scene *s);

/** Contacts of batch a in another batch, with the same history before the step, and other numbers
 * in the lanes behind.
 * @param order [count] which contacts
 * @return freed by dcm_batch_destroy */
dcm_batch *dcm_scene_batch(const dcm_scene *s, uint32_t count, const uint32_t *order);

/** The law of the scene with other values of parameters, and another word of an option.
 * @param other_value of parameter p for materials i and j, from 1, in the place of a value; NULL:
 * all values stay
 * @param option      DCM_NO_OPTION: all words stay
 * @return freed by dcm_law_destroy; NULL if the ranges or init refuse the values */
dcm_law *dcm_scene_variant(const dcm_scene *s,
                           double (*other_value)(void *data, uint32_t p, uint32_t i, uint32_t j,
                                                 double value),
                           void *data, int option, uint32_t word);
enum { DCM_NO_OPTION = -1 };

/** A second law of the case with other parameters, or NULL. */
dcm_law *dcm_scene_other_law(dcm_scene *s);

/** A random side 2: particle or wall. */
int dcm_scene_side(dcm_scene *s);

/** Reports a finding about contact k, and does not return.
 * @param what a sentence
 * @param name of the number that is wrong */
void dcm_scene_find(const dcm_scene *s, uint32_t k, const char *what, const char *name, double came,
                    double expected, double tolerance);

/** dcm_scene_find about a vector. */
void dcm_scene_find_vector(const dcm_scene *s, uint32_t k, const char *what, const char *name,
                           dcm_vector came, dcm_vector expected, double tolerance);

/** Reports a finding about contact k with texts.
 * @param k DCM_NO_CONTACT: about the law with these parameters */
enum { DCM_NO_CONTACT = DCM_SCENE_CONTACTS };
void dcm_scene_find_text(const dcm_scene *s, uint32_t k, const char *what, const char *came,
                         const char *expected);

/** The law of the scene with its parameters; a check adds facts about what it did with the law.
 * @return in static memory, valid until the next call */
dcm_situation *dcm_scene_situation(const dcm_scene *s);

/** Reports a finding about more than one contact, such as a collision, and does not return.
 * @param situation from dcm_scene_situation */
void dcm_scene_find_in(const dcm_scene *s, const dcm_situation *situation, const char *what,
                       const char *name, double came, double expected, double tolerance);

/** Reports a finding, and does not return. */
void dcm_subject_report(const dcm_subject *subject, const dcm_finding *finding);

/** A finding without a scene.
 * @param called the law, or what else was called */
void dcm_subject_find(const dcm_subject *subject, const char *what, const char *called,
                      const char *came, const char *expected);

/** This round tested nothing.
 * @param why a clause that lives as long as the round: "DCM_KNOWN_FRICTION is set" */
void dcm_scene_not_tested(dcm_scene *s, const char *why);

/** A check, or a part of a check, tested nothing. */
void dcm_subject_not_tested(const dcm_subject *subject, const char *why);

/** Lets contacts of batch a touch, which are as deep as they were, or as their gaps were wide. */
void dcm_scene_touch(dcm_scene *s);

/** Takes some steps with the present kinematics. */
void dcm_scene_settle(dcm_scene *s, int steps);

/** States of all contacts. */
typedef struct dcm_states {
  double rows[DCM_MOST_COMPONENTS][DCM_SCENE_CONTACTS];
} dcm_states;

/** Keeps the states of batch a, or puts them back. */
void dcm_states_keep(const dcm_scene *s, dcm_states *to);
void dcm_states_recall(dcm_scene *s, const dcm_states *from);

/** An overlap above zero for contact k of batch a: as large as the overlap or the gap that the
 * contact has, but not deeper than random contacts are, however far the law reaches. */
double dcm_scene_depth(const dcm_scene *s, uint32_t k);

/** The reach of contact k of batch a. */
static inline double dcm_scene_reach(const dcm_scene *s, uint32_t k) {
  return dcm_reach_of(s->law, s->side_2, s->pair, s->a->radius_1[k], s->a->radius_2[k]);
}

/** Energy number e of contact k, in the order of dcm_energies. */
static inline double dcm_scene_energy(const dcm_batch *batch, size_t e, uint32_t k) {
  return dcm_energy_row(&batch->energies, e)[k];
}

/** Entry k of arrays of results, which are not const. */
static inline dcm_vector dcm_scene_vector(double *const array[3], uint32_t k) {
  return dcm_load((const double *const *)array, k);
}

/* --------------------------------------------------------- parameters that mechanics knows */

/** A meaning of a parameter: its name is a promise, or the author declares it by the extension
 * dcm/roles/1. */
typedef enum dcm_role { DCM_ROLE_RESTITUTION, DCM_ROLE_FRICTION } dcm_role;

/** Whether parameter p of a law has a role. */
int dcm_has_role(const dcm_model *model, uint32_t p, dcm_role role);

/** The value of a parameter for two materials of a scene; NaN if there is none. */
double dcm_parameter_of(const dcm_scene *s, uint32_t p, uint32_t i, uint32_t j);

/** Why a law is not tested in which no parameter has the role: a clause. */
const char *dcm_why_no_role(dcm_role role);

/** Whether any parameter of a law has a role. */
int dcm_any_has_role(const dcm_model *model, dcm_role role);

/* --------------------------------------------------------------------- all answers as one list */

typedef enum dcm_answer_kind {
  DCM_ANSWER_FORCE,
  DCM_ANSWER_COUPLE,
  DCM_ANSWER_STATE,
  DCM_ANSWER_STORED,
  DCM_ANSWER_DISSIPATED,
  DCM_ANSWER_DAMPER,
  DCM_ANSWER_ADDED,
  DCM_ANSWER_OUTPUT
} dcm_answer_kind;

/** A number or a vector that the law answers for each contact of a batch. */
typedef struct dcm_answer {
  dcm_answer_kind kind;
  uint32_t index; /**< of the field, the quantity or the output in the model */
  uint32_t width; /**< 1 or 3 components */
  dcm_dimension dimension;
  char name[DCM_MOST_NAME + 32]; /**< for messages: "field 'stretch'" */
  const double *rows[3];
} dcm_answer;

enum {
  DCM_MOST_ANSWERS = 5 + DCM_MOST_FIELDS + DCM_ENERGIES + 2 * DCM_MOST_QUANTITIES +
                     DCM_MOST_OUTPUTS + 1 /* of a check */
};

/** The answers in a batch with energies: forces, couples, the new state in the fields that the
 * instance uses, energies, what is added to quantities, outputs.
 * @param answers [DCM_MOST_ANSWERS] filled
 * @return how many */
uint32_t dcm_answers_of(const dcm_law *law, const dcm_batch *batch, dcm_answer *answers);

/** The answer for contact k; a number is the first component. */
static inline dcm_vector dcm_answer_for(const dcm_answer *a, uint32_t k) {
  if (a->width == 1)
    return (dcm_vector){a->rows[0][k], 0.0, 0.0};
  return dcm_load(a->rows, k);
}

/** Answers that outlast the next call of the law. */
typedef struct dcm_kept {
  uint32_t count;
  dcm_answer list[DCM_MOST_ANSWERS];
  dcm_vector of[DCM_MOST_ANSWERS][DCM_SCENE_CONTACTS];
} dcm_kept;

/** Keeps the answers to all contacts of a batch. */
void dcm_keep_answers(const dcm_law *law, const dcm_batch *batch, dcm_kept *to);

/** Whether a host uses the answer to a step of length dt. */
int dcm_answer_counts(const dcm_answer *a, const dcm_law *law, double dt);

/** The first contact with an answer that is not finite; DCM_NO_CONTACT if all are.
 * @param flaw receives the answer, in static memory */
uint32_t dcm_first_flaw(const dcm_law *law, const dcm_batch *batch, double dt,
                        const dcm_answer **flaw);

/** An answer that differs. */
typedef struct dcm_bits {
  char name[DCM_MOST_NAME + 32];
  double came, expected;
} dcm_bits;

/** The first contact of batch a to which an answer is not that to the same contact in batch b, to
 * the last bit; the number of contacts if all are. Where one of the batches has no energies, only
 * answers that both have count.
 * @param order where batch b has the contacts; NULL: at the same places
 * @param bits  receives the answer that differs */
uint32_t dcm_other_bits(const dcm_law *law, const dcm_batch *a, const dcm_batch *b,
                        const uint32_t *order, double dt, dcm_bits *bits);

/** Whether an answer is an entry of dcm_energies that is stored or dissipated. */
static inline int dcm_is_energy(const dcm_answer *a) {
  return a->kind == DCM_ANSWER_STORED || a->kind == DCM_ANSWER_DISSIPATED;
}

/** Whether a field may hold what the contact has of a quantity, such as the liquid of a bridge.
 * @param component receives the place of the field */
int dcm_may_hold(const dcm_law *law, uint32_t f, uint32_t q, uint32_t *component);

#endif
