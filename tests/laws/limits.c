/* SPDX-License-Identifier: MIT */
#include "laws/limits.h"

#include <math.h>
#include <string.h>

/** What presses the surfaces together. */
typedef double load(double normal_force, double static_force, double work, double effective_radius);

static double repulsion(double normal_force, double static_force, double work,
                        double effective_radius) {
  (void)static_force;
  (void)work;
  (void)effective_radius;
  return fmax(0.0, normal_force);
}

/* |F + 2 F_pulloff|, F_pulloff = 3/2 pi w R*: C. Thornton, J. Phys. D 24 (1991) 1942-1946. */
static double thornton(double normal_force, double static_force, double work,
                       double effective_radius) {
  (void)normal_force;
  return fabs(static_force + 3.0 * 3.14159265358979324 * work * effective_radius);
}

static const struct {
  const char *id;
  load *load;
  const char *adhesion; /* the parameter that is the work of adhesion */
} laws[] = {
    {"jkr", thornton, "surface_energy"},
    {"jkr-exact", thornton, "work_of_adhesion"},
};

double dcm_friction_limit(const dcm_case *the_case, const dcm_contact *contact, double normal_force,
                          double static_force, double effective_radius) {
  const uint32_t i = contact->material_1, j = contact->material_2;
  const double friction = dcm_case_value(the_case, "friction", i, j);
  for (size_t law = 0; law < sizeof laws / sizeof laws[0]; law++)
    if (strcmp(laws[law].id, the_case->model->id) == 0)
      return friction * laws[law].load(normal_force, static_force,
                                       dcm_case_mean(the_case, laws[law].adhesion, i, j),
                                       effective_radius);
  return friction * repulsion(normal_force, static_force, 0.0, effective_radius);
}
