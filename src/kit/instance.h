/* SPDX-License-Identifier: MIT */
/** @file
 * Memory of an instance: one block, a header followed by an entry for each pair of materials; and
 * the loops of a law, one for each choice that an instance makes. */
#ifndef DCM_KIT_INSTANCE_H
#define DCM_KIT_INSTANCE_H

#include <assert.h>
#include <dcm/dcm.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mechanics/tangential.h"
#include "numeric/simd.h"
#include "rows.h"

/** Informs the user why init refuses.
 * @return DCM_ERROR, so that init can return this call */
__attribute__((format(printf, 2, 3))) static inline int32_t dcm_refuse(const dcm_instance *instance,
                                                                       const char *format, ...) {
  char text[512];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  instance->log(instance->log_data, DCM_LOG_ERROR, text);
  return DCM_ERROR;
}

/* --- What the user gave, by names: a law that has no such parameter or option is as one in which
 * nobody gave it.
 * @param tables of the law, see DCM_TABLES */

/** The values of a parameter; NULL: the law has no such parameter. */
static inline const double *dcm_values_of(const dcm_setup *setup, const dcm_model *tables,
                                          const char *name) {
  for (uint32_t p = 0; p < tables->parameter_count; p++)
    if (strcmp(tables->parameters[p].name, name) == 0)
      return setup->values[p];
  return NULL;
}

/** The chosen word of an option.
 * @param otherwise the word if the law has no such option */
static inline uint32_t dcm_word_of(const dcm_setup *setup, const dcm_model *tables,
                                   const char *name, uint32_t otherwise) {
  for (uint32_t o = 0; o < tables->option_count; o++)
    if (strcmp(tables->options[o].name, name) == 0)
      return setup->options[o];
  return otherwise;
}

/** Whether the law has a history field. */
static inline int dcm_has_field(const dcm_model *tables, const char *name) {
  for (uint32_t f = 0; f < tables->history_count; f++)
    if (strcmp(tables->history_fields[f].name, name) == 0)
      return 1;
  return 0;
}

/** Refuses numbers between -1, which stands for "not given", and 0. Parameters with an upper limit,
 * such as Poisson's ratio, may be negative.
 * @return DCM_OK, or DCM_ERROR after a message */
static inline int32_t dcm_refuse_below_zero(const dcm_setup *setup, const dcm_instance *instance,
                                            const dcm_model *tables) {
  const uint32_t n = setup->material_count;
  for (uint32_t i = 0; i < tables->parameter_count; i++) {
    const dcm_parameter *p = &tables->parameters[i];
    const int is_optional = p->minimum == -1.0 && isinf(p->maximum);
    const uint32_t values = p->scope == DCM_PER_PAIR ? n * n : n;
    for (uint32_t v = 0; is_optional && v < values; v++)
      if (setup->values[i][v] < 0.0 && setup->values[i][v] > -1.0)
        return dcm_refuse(instance,
                          "%s = %g is not allowed, because %s; give a number of at least 0, or "
                          "leave %s out",
                          p->name, setup->values[i][v], p->reason, p->name);
  }
  return DCM_OK;
}

/** Friction of all pairs of a law. */
typedef struct dcm_frictions {
  const double *sliding, *resting; /**< mu and mu_s of each pair; NULL: friction at rest is mu */
  dcm_friction common;             /**< what all pairs have in common */
} dcm_frictions;

/** Finds friction. The last history field of a law with DCM_PARAMETER_FRICTION_STATIC is
 * DCM_HISTORY_SLIDES. The field is in use if friction at rest differs for any pair.
 * @param another component that this instance keeps in any case
 * @return DCM_OK, or DCM_ERROR after a message */
static inline int32_t dcm_frictions_find(const dcm_setup *setup, dcm_instance *instance,
                                         const dcm_model *tables, uint32_t another,
                                         dcm_frictions *frictions) {
  const double *sliding = dcm_values_of(setup, tables, "friction");
  const double *resting = dcm_values_of(setup, tables, "friction_static");
  *frictions = (dcm_frictions){sliding, resting, {.slides = another}};
  if (!resting)
    return DCM_OK;
  dcm_friction *friction = &frictions->common;
  for (uint32_t ij = 0; ij < setup->material_count * setup->material_count; ij++) {
    if (resting[ij] > 0.0 && resting[ij] < sliding[ij])
      return dcm_refuse(instance,
                        "friction_static = %g is below friction = %g: surfaces at rest hold no "
                        "less than surfaces that slide; give friction_static >= friction, or "
                        "leave friction_static out",
                        resting[ij], sliding[ij]);
    friction->kept |= resting[ij] > sliding[ij];
  }
  const uint32_t last = tables->history_count - 1;
  instance->field_use[last] = friction->kept ? DCM_FIELD_USED : DCM_FIELD_UNUSED;
  if (friction->kept)
    friction->slides = 0;
  for (uint32_t f = 0; friction->kept && f < last; f++)
    friction->slides += tables->history_fields[f].kind == DCM_VECTOR ? 3 : 1;
  return DCM_OK;
}

/** Friction of one pair. */
static inline dcm_friction dcm_friction_of(const dcm_frictions *frictions, uint32_t ij) {
  dcm_friction of = frictions->common;
  const double resting = frictions->resting ? frictions->resting[ij] : 0.0;
  of.sliding = frictions->sliding[ij];
  of.resting = resting > of.sliding ? resting : of.sliding;
  return of;
}

/** Allocates instance->data.
 * @param header   bytes before the first pair
 * @param per_pair bytes of each of the material_count^2 pairs
 * @return the block, or NULL after a message */
static inline void *dcm_instance_allocate(const dcm_setup *setup, dcm_instance *instance,
                                          size_t header, size_t per_pair) {
  const size_t pairs = (size_t)setup->material_count * setup->material_count;
  assert(pairs > 0);
  instance->data = calloc(1, header + pairs * per_pair);
  if (!instance->data)
    dcm_refuse(instance, "out of memory for %zu pairs of materials", pairs);
  return instance->data;
}

/** Informs the host about a law without couples in one of the two forms. Form "consistent" turns
 * the tangential spring about the normal with the spins of the bodies, see dcm_spin_about_normal.
 * It splits velocities in the frame of their time, and has an ellipse as contact area at bent
 * walls.
 */
static inline void dcm_instance_form(dcm_instance *instance, uint32_t form) {
  const int consistent = form == DCM_FORM_CONSISTENT;
  instance->unused = consistent ? DCM_UNUSED_COUPLES : DCM_UNUSED_COUPLES | DCM_UNUSED_SPINS;
  instance->frame = consistent ? DCM_FRAME_MID_STEP : DCM_FRAME_AS_GIVEN;
  instance->flags = consistent ? DCM_ELLIPSE_AT_WALLS : 0u;
}

/** The destroy of a law with the data of dcm_instance_allocate. */
static inline void dcm_instance_free(dcm_instance *instance) {
  free(instance->data);
}

/* --- The loops of a law.
 *
 * A law writes its loop once, as a DCM_SPECIALISED function. The last arguments of that function
 * are constants: what the user chose, and at the very end whether energies are wanted. DCM_LOOP
 * makes a function for one set of constants, a table holds these functions, and init chooses one of
 * them: the data of the instance begin with it. */

/** An entry of such a table.
 * @param data the law's own, of its instance */
typedef void dcm_loop(const void *data, const dcm_contacts *contacts, const dcm_response *response);

/** The functions of a model whose init chooses the loop, and puts it into the first field of the
 * data of the instance. */
#define DCM_MODEL_OF_LOOP .init = init, .compute = dcm_loop_compute, .destroy = dcm_instance_free
static inline int32_t dcm_loop_compute(const dcm_instance *instance, const dcm_contacts *contacts,
                                       const dcm_response *response) {
  dcm_loop *const *chosen = instance->data;
  (*chosen)(instance->data, contacts, response);
  return DCM_OK;
}

/** A dcm_loop that runs loop(data, contacts, response, the constants, with_energies).
 * @param ... the constants but for with_energies */
#define DCM_LOOP(name, loop, ...)                                                                  \
  static void name(const void *data, const dcm_contacts *contacts, const dcm_response *response) { \
    DCM_TWO_LOOPS(response->energies, loop, data, contacts, response, __VA_ARGS__);                \
  }

/** As DCM_LOOP, for a loop that calls functions of the C library and therefore stays scalar. The
 * build does not check that it vectorises. */
#define DCM_SCALAR_LOOP(name, loop, ...)                                                           \
  static void name(const void *data, const dcm_contacts *contacts, const dcm_response *response) { \
    if (response->energies)                                                                        \
      loop(data, contacts, response, __VA_ARGS__, 1);                                              \
    else                                                                                           \
      loop(data, contacts, response, __VA_ARGS__, 0);                                              \
  }

/** The table name[a] of loops with a constant a of 0 or 1.
 * @param make DCM_LOOP or DCM_SCALAR_LOOP
 * @param ...  the loop, and the constants before a */
#define DCM_TWO_WAYS(make, name, ...)                                                              \
  make(name##_0, __VA_ARGS__, 0)                                                                   \
      make(name##_1, __VA_ARGS__, 1) static dcm_loop *const name[] = {name##_0, name##_1}

/** The table name[a][b], likewise. */
#define DCM_FOUR_WAYS(make, name, ...)                                                             \
  DCM_TWO_WAYS(make, name##_0, __VA_ARGS__, 0);                                                    \
  DCM_TWO_WAYS(make, name##_1, __VA_ARGS__, 1);                                                    \
  static dcm_loop *const *const name[] = {name##_0, name##_1}

#endif
