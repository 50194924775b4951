/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>

#include "check/scene/scene.h"
#include "kit/declarations.h"
#include "runtime/model.h"

static const char *const names[] = {"restitution", "friction"};

int dcm_has_role(const dcm_model *model, uint32_t p, dcm_role role) {
  const char *name = dcm_model_parameter(model, p)->name;
  const dcm_roles *declared = model->extension ? model->extension(DCM_ROLES) : NULL;
  const char *const *list = !declared                   ? NULL
                            : role == DCM_ROLE_FRICTION ? declared->friction
                                                        : declared->restitution;
  for (; list && *list; list++)
    if (strcmp(*list, name) == 0)
      return 1;
  return strcmp(name, names[role]) == 0;
}

int dcm_any_has_role(const dcm_model *model, dcm_role role) {
  for (uint32_t p = 0; p < model->parameter_count; p++)
    if (dcm_has_role(model, p, role))
      return 1;
  return 0;
}

const char *dcm_why_no_role(dcm_role role) {
  return role == DCM_ROLE_FRICTION
             ? "the law has no parameter 'friction', and declares none by dcm/roles/1"
             : "the law has no parameter 'restitution', and declares none by dcm/roles/1";
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

double dcm_largest_of_role(const dcm_scene *s, dcm_role role, uint32_t i, uint32_t j) {
  double largest = NAN;
  for (uint32_t p = 0; p < s->law->model->parameter_count; p++)
    if (dcm_has_role(s->law->model, p, role))
      largest =
          fmax(largest, is_of_materials(s, p) ? fmax(value_of(s, p, i, i), value_of(s, p, j, j))
                                              : value_of(s, p, i, j));
  return largest;
}

double dcm_value_of_role(const dcm_scene *s, dcm_role role, uint32_t i, uint32_t j) {
  double value = NAN;
  uint32_t count = 0;
  for (uint32_t p = 0; p < s->law->model->parameter_count; p++)
    if (dcm_has_role(s->law->model, p, role)) {
      value = i != j && is_of_materials(s, p) ? NAN : value_of(s, p, i, j);
      count++;
    }
  return count == 1 ? value : NAN;
}
