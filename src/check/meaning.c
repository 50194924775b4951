/* SPDX-License-Identifier: MIT */
#include "check/meaning.h"

#include <math.h>
#include <string.h>

#include "runtime/model.h"

/* Each list ends with NULL. */
static const char *const names_of_restitution[] = {"restitution",
                                                   "e",
                                                   "en",
                                                   "e_n",
                                                   "cor",
                                                   "restitution_coefficient",
                                                   "coefficient_of_restitution",
                                                   "normal_restitution",
                                                   "restitution_n",
                                                   "restitution_normal",
                                                   NULL};
static const char *const names_of_friction[] = {"friction",
                                                "mu",
                                                "mu_s",
                                                "mus",
                                                "mu_k",
                                                "muk",
                                                "mu_d",
                                                "mud",
                                                "xmu",
                                                "mu_static",
                                                "mu_kinetic",
                                                "mu_dynamic",
                                                "mu_slide",
                                                "mu_sliding",
                                                "static_friction",
                                                "kinetic_friction",
                                                "dynamic_friction",
                                                "sliding_friction",
                                                "friction_s",
                                                "friction_k",
                                                "friction_d",
                                                "friction_static",
                                                "friction_kinetic",
                                                "friction_dynamic",
                                                "friction_sliding",
                                                "friction_coefficient",
                                                "coefficient_of_friction",
                                                NULL};
static const char *const other_restitutions[] = {"tangential", "shear", "rolling", "twisting",
                                                 NULL};
static const char *const other_frictions[] = {"roll",     "twist", "torsion", "spin",
                                              "exponent", "ratio", "angle",   NULL};

static int is_pure(dcm_dimension d) {
  return !d.mass && !d.length && !d.time && !d.temperature && !d.current && !d.amount &&
         !d.luminosity;
}

static int is_one_of(const char *name, const char *const *list) {
  for (; *list; list++)
    if (strcmp(name, *list) == 0)
      return 1;
  return 0;
}

static int has_one_of(const char *text, const char *const *list) {
  for (; text && *list; list++)
    if (strstr(text, *list))
      return 1;
  return 0;
}

/** Whether a description speaks of the coefficient of something. */
static int describes(const dcm_parameter *p, const char *of) {
  return p->description && strstr(p->description, "coefficient") && strstr(p->description, of);
}

static int is_restitution(const dcm_parameter *p) {
  if (strcmp(p->name, "restitution") == 0)
    return 1;
  /* Other numbers are called e, but not with this range. */
  if (p->minimum < 0.0 || p->maximum > 1.0)
    return 0;
  return is_one_of(p->name, names_of_restitution) ||
         (p->symbol && is_one_of(p->symbol, names_of_restitution)) || describes(p, "restitution");
}

static int is_friction(const dcm_parameter *p) {
  return is_one_of(p->name, names_of_friction) ||
         (p->symbol && is_one_of(p->symbol, names_of_friction)) || describes(p, "friction");
}

int dcm_parameter_means(const dcm_parameter *p, dcm_meaning meaning) {
  const int of_friction = meaning == DCM_MEANS_FRICTION;
  const char *const *others = of_friction ? other_frictions : other_restitutions;
  if (!is_pure(p->dimension) || has_one_of(p->name, others) || has_one_of(p->description, others))
    return 0;
  return of_friction ? is_friction(p) : is_restitution(p);
}

int dcm_model_has(const dcm_model *model, dcm_meaning meaning) {
  for (uint32_t p = 0; p < model->parameter_count; p++)
    if (dcm_parameter_means(dcm_model_parameter(model, p), meaning))
      return 1;
  return 0;
}

/** Value of a parameter; NaN if there is none. */
static double value_of(const dcm_scene *s, uint32_t p, uint32_t i, uint32_t j) {
  double value;
  dcm_error error;
  return dcm_settings_value(s->drawn.settings, p, i, j, &value, &error) == DCM_OK ? value : NAN;
}

static int is_of_materials(const dcm_scene *s, uint32_t p) {
  return dcm_model_parameter(s->law->model, p)->scope == DCM_PER_MATERIAL;
}

/** Whether a parameter has to do with friction, but is no coefficient of friction. */
static int adds_to_friction(const dcm_parameter *p) {
  static const char *const of_friction[] = {"friction", "static", "kinetic", NULL};
  static const char *const of_turning[] = {"roll", "twist", "torsion", "spin", NULL};
  return !dcm_parameter_means(p, DCM_MEANS_FRICTION) && is_pure(p->dimension) &&
         (has_one_of(p->name, of_friction) || has_one_of(p->description, of_friction)) &&
         !has_one_of(p->name, of_turning) && !has_one_of(p->description, of_turning);
}

double dcm_largest_friction(const dcm_scene *s, uint32_t i, uint32_t j) {
  const dcm_model *model = s->law->model;
  const int is_promised = dcm_model_find_parameter(model, names_of_friction[0]) >= 0;
  double largest = NAN;
  for (uint32_t p = 0; p < model->parameter_count; p++) {
    const dcm_parameter *parameter = dcm_model_parameter(model, p);
    if (!is_promised && adds_to_friction(parameter))
      return NAN;
    if (dcm_parameter_means(parameter, DCM_MEANS_FRICTION))
      largest =
          fmax(largest, is_of_materials(s, p) ? fmax(value_of(s, p, i, i), value_of(s, p, j, j))
                                              : value_of(s, p, i, j));
  }
  return largest;
}

/** The only parameter of a meaning, or the one whose name promises it; -1 if there is none. */
static int32_t only_one(const dcm_model *model, dcm_meaning meaning) {
  const int32_t promised = dcm_model_find_parameter(
      model, meaning == DCM_MEANS_FRICTION ? names_of_friction[0] : names_of_restitution[0]);
  int32_t only = -1;
  uint32_t count = 0;
  for (uint32_t p = 0; p < model->parameter_count; p++)
    if (dcm_parameter_means(dcm_model_parameter(model, p), meaning)) {
      only = (int32_t)p;
      count++;
    }
  return promised >= 0 ? promised : count == 1 ? only : -1;
}

double dcm_value_meant(const dcm_scene *s, dcm_meaning meaning, uint32_t i, uint32_t j) {
  const int32_t p = only_one(s->law->model, meaning);
  return p < 0 || (i != j && is_of_materials(s, (uint32_t)p)) ? NAN
                                                              : value_of(s, (uint32_t)p, i, j);
}
