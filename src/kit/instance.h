/* SPDX-License-Identifier: MIT */
/** @file
 * Memory of an instance: one block, a header followed by an entry for each pair of materials. */
#ifndef DCM_KIT_INSTANCE_H
#define DCM_KIT_INSTANCE_H

#include <assert.h>
#include <dcm/dcm.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "parameters.h"

/** Tells the user why init refuses.
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

/** The values of the parameter with this name, or NULL if the law has no such parameter.
 * @param parameters the law's, count of them */
static inline const double *dcm_values_of(const dcm_setup *setup, const dcm_parameter *parameters,
                                          uint32_t count, const char *name) {
  for (uint32_t p = 0; p < count; p++)
    if (strcmp(parameters[p].name, name) == 0)
      return setup->values[p];
  return NULL;
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

/** The instance of a law that another law contains. The block is as long as the host's instance,
 * which may be longer or shorter than the struct of this compiler.
 * @return the block, to be freed, zeroed but for the fields that a host sets; NULL after a message
 */
static inline dcm_instance *dcm_instance_within(const dcm_instance *outer) {
  dcm_instance *inner = calloc(1, outer->size);
  if (!inner) {
    dcm_refuse(outer, "out of memory");
    return NULL;
  }
  inner->size = outer->size;
  inner->log = outer->log;
  inner->log_data = outer->log_data;
  return inner;
}

/** Tells the host about a law without couples in one of the two forms. Form "consistent" turns the
 * tangential spring about the normal with the spins of the bodies, see dcm_spin_about_normal. It
 * splits velocities in the frame of their time, and has an ellipse as contact area at bent walls.
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

#endif
