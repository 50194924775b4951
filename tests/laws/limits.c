/* SPDX-License-Identifier: MIT */
#include "laws/limits.h"

#include <string.h>

double dcm_friction_limit(const dcm_case *the_case, const dcm_contact *contact, double normal_force,
                          double effective_radius) {
  (void)effective_radius;
  const double friction =
      dcm_case_value(the_case, "friction", contact->material_1, contact->material_2);
  return friction * fmax(0.0, normal_force);
}
