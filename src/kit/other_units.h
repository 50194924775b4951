/* SPDX-License-Identifier: MIT */
/** @file
 * An extension of a model: whether the law is the same in other units. A law that repeats the
 * numbers of another code repeats errors of this code, too. Such an error may be a factor that a
 * formula lacks, and then the law is another one in other units. dcm check asks, hosts do not. */
#ifndef DCM_KIT_OTHER_UNITS_H
#define DCM_KIT_OTHER_UNITS_H

#include <dcm/dcm.h>

/** The name by which dcm_model.extension answers with a dcm_other_units. A law without this
 * extension is the same in other units. */
#define DCM_OTHER_UNITS "dcm/other-units/1"

typedef struct dcm_other_units {
  uint32_t size; /**< sizeof(dcm_other_units) of the library */
  uint32_t reserved;
  /** Whether this instance is the same in other units. */
  int32_t (*is_same)(const dcm_instance *instance);
} dcm_other_units;

#endif
