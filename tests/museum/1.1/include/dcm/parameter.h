/* SPDX-License-Identifier: MIT */
/** @file
 * A user may set numbers and options: numbers per material, per pair of materials or per law, and
 * options of a whole model.
 *
 * All descriptions are constant data with the life time of the library. Descriptions stand in
 * arrays. The size that the first element states is the stride of the array, so that a struct can
 * grow at its end. */
#ifndef DCM_PARAMETER_H
#define DCM_PARAMETER_H

#include "base.h"

/** Exponents of a physical dimension: kg^mass m^length s^time K^temperature A^current mol^amount
 * cd^luminosity in SI. Each exponent is divided by the denominator. All exponents zero: a pure
 * number. Contact laws hold in any consistent system of units. Dimensions therefore serve to name
 * and convert units, never to compute. */
typedef struct dcm_dimension {
  int8_t mass;
  int8_t length;
  int8_t time;
  int8_t temperature;
  int8_t current;
  uint8_t denominator; /**< 0 means 1; 2 for half exponents, as in N/m^(3/2) */
  int8_t amount;
  int8_t luminosity;
} dcm_dimension;

/** Scope of a parameter. */
enum {
  DCM_PER_MATERIAL = 0, /**< one value for each material: Young's modulus */
  DCM_PER_PAIR = 1,     /**< one value for each unordered pair of materials: restitution */
  DCM_PER_LAW = 2       /**< one value for the whole law: a seed, the viscosity of a fluid */
};

/** Mixing rule: how a host finds the value of a pair i, j that nobody gave from the values of the
 * pairs i, i and j, j. Parameters of other scopes have DCM_MIX_NONE: per material the law itself
 * combines the two sides. */
enum {
  DCM_MIX_NONE = 0,       /**< the user must give the value */
  DCM_MIX_GEOMETRIC = 1,  /**< sqrt(a b) */
  DCM_MIX_ARITHMETIC = 2, /**< (a + b)/2 */
  DCM_MIX_HARMONIC = 3,   /**< 2 a b/(a + b) */
  DCM_MIX_MINIMUM = 4,    /**< min(a, b) */
  DCM_MIX_MAXIMUM = 5     /**< max(a, b) */
};

/** Flags of dcm_parameter. */
enum {
  DCM_REQUIRED = 1u << 0,         /**< there is no default */
  DCM_MINIMUM_EXCLUDED = 1u << 1, /**< the range is open below */
  DCM_MAXIMUM_EXCLUDED = 1u << 2  /**< the range is open above */
};

/** A number that the user sets. The host refuses values that are NaN, infinite or out of range
 * before the law sees them. */
typedef struct dcm_parameter {
  uint32_t size;   /**< sizeof(dcm_parameter) of the library */
  uint32_t scope;  /**< DCM_PER_MATERIAL, DCM_PER_PAIR or DCM_PER_LAW */
  uint32_t mixing; /**< DCM_MIX_*, for DCM_PER_PAIR */
  uint32_t flags;  /**< DCM_REQUIRED, DCM_MINIMUM_EXCLUDED, DCM_MAXIMUM_EXCLUDED */
  /** The keyword: a lower-case letter, then lower-case letters, digits, underscores. Names that
   * begin with "dcm_" belong to the contract. This also holds for names of options, fields,
   * quantities and outputs. */
  const char *name;
  const char *symbol;      /**< as in the law's formulas: "E" */
  const char *description; /**< a phrase: "Young's modulus" */
  dcm_dimension dimension;
  double default_value; /**< in SI units, where the user gives no value; not if DCM_REQUIRED */
  double minimum;       /**< least value of the range; -INFINITY for none */
  double maximum;       /**< largest value of the range; INFINITY for none */
  const char *reason;   /**< reason of the range: a clause that follows "because" */

  /** Usual values, in SI units: programs that test laws draw values between these two. Both 0: the
   * author does not say. */
  double usual_minimum;
  double usual_maximum;
} dcm_parameter;
/** The least size of each kind of struct that a library hands over. This size never changes: it is
 * the end of the last field of version 1.0. A host takes missing fields beyond this size as zero.
 */
#define DCM_PARAMETER_LEAST_SIZE (offsetof(dcm_parameter, usual_maximum) + sizeof(double))

/** A choice between words, one for the whole model: "form sheet" or "form consistent". */
typedef struct dcm_option {
  uint32_t size;              /**< sizeof(dcm_option) of the library */
  uint32_t choice_count;      /**< number of words */
  uint32_t default_choice;    /**< index of the word that holds when the user gives none */
  uint32_t flags;             /**< 0 in this version */
  const char *name;           /**< the keyword */
  const char *description;    /**< a phrase */
  const char *const *choices; /**< choice_count words */
} dcm_option;
#define DCM_OPTION_LEAST_SIZE (offsetof(dcm_option, choices) + sizeof(const char *const *))

#endif
