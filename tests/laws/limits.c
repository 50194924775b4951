/* SPDX-License-Identifier: MIT */
#include "laws/limits.h"
#include "support/check.h"

#include <math.h>
#include <string.h>

/** Load that presses the surfaces together. */
typedef double load(double normal_force, double static_force, double work, double effective_radius);

static double repulsion(double normal_force, double static_force, double work,
                        double effective_radius) {
  (void)static_force;
  (void)work;
  (void)effective_radius;
  return fmax(0.0, normal_force);
}

/** The printed sheets let tension support friction too. */
static double magnitude(double normal_force, double static_force, double work,
                        double effective_radius) {
  (void)static_force;
  (void)work;
  (void)effective_radius;
  return fabs(normal_force);
}

/* |F + 2 F_pulloff|, F_pulloff = 3/2 pi w R*: C. Thornton, J. Phys. D 24 (1991) 1942-1946. */
static double thornton(double normal_force, double static_force, double work,
                       double effective_radius) {
  (void)normal_force;
  return fabs(static_force + 3.0 * 3.14159265358979324 * work * effective_radius);
}

/* Laws in which other loads than those of dcm_friction_limit press. */
static const struct {
  const char *id;
  load *sheet, *consistent;
  const char *adhesion; /* the parameter that is the work of adhesion */
} laws[] = {
    {"jkr", magnitude, thornton, "surface_energy"},
    {"jkr-exact", thornton, thornton, "work_of_adhesion"},
    {"woo-hertz", repulsion, repulsion, NULL},
};

/* LAMMPS' page pair_granular. */
static double granular(const dcm_scene *s, double normal_force, double static_force,
                       double effective_radius) {
  const char *normal = dcm_case_word(&s->the_case, "normal");
  const double cohesion = property_value(s, "cohesion"), pi = 3.14159265358979324;
  if (strcmp(normal, "dmt") == 0)
    return fabs(static_force + 8.0 * pi * cohesion * effective_radius);
  if (strcmp(normal, "jkr") == 0)
    return fabs(static_force + 6.0 * pi * cohesion * effective_radius);
  /* The load of a contact that yielded depends on how far it was pressed. */
  if (strncmp(normal, "epa", 3) == 0)
    return NAN;
  return fabs(normal_force);
}

static double eepa(const dcm_scene *s, double overlap, double static_force) {
  /* The pull that a contact bears by surface energy depends on how deep the contact was pressed. */
  if (strcmp(dcm_case_word(&s->the_case, "adhesion"), "energy") == 0)
    return NAN;
  const char *branches = dcm_case_word(&s->the_case, "branches");
  const double n = strcmp(branches, "linear") == 0  ? 1.0
                   : strcmp(branches, "hertz") == 0 ? 1.5
                                                    : property_value(s, "n");
  const double delta_u = property_value(s, "delta_u");
  const double xi = fmax(0.0, overlap);
  const double x = n == 1.0 ? xi : xi * pow(xi / delta_u, n - 1.0);
  const double f0 = overlap >= 0.0 ? property_value(s, "f0") : 0.0;
  return fmax(0.0, static_force + f0 + property_value(s, "kadh") * x);
}

double dcm_friction_limit(const dcm_scene *s, uint32_t k, double static_force) {
  const char *id = s->the_case.model->id;
  const double overlap = s->a->overlap[k], normal_force = s->a->normal_force[k];
  const double effective_radius = s->a->effective_radius[k];
  const double friction = property_value(s, "friction");
  if (strcmp(id, "granular") == 0)
    return friction * granular(s, normal_force, static_force, effective_radius);
  if (strcmp(id, "luding") == 0)
    return friction * fmax(0.0, normal_force + property_value(s, "kc") * fmax(0.0, overlap));
  /* The tension that a contact bears depends on how far it was pressed. So does the pull of a
   * bridge, which presses grains together and does not take off. */
  if (strcmp(id, "thornton-ning") == 0 || strcmp(id, "liquid-bridge") == 0)
    return NAN;
  if (strcmp(id, "eepa") == 0)
    return friction * eepa(s, overlap, static_force);
  const int consistent = dcm_case_is_consistent(&s->the_case);
  load *pressing = consistent ? repulsion : magnitude;
  double work = 0.0;
  for (size_t law = 0; law < sizeof laws / sizeof laws[0]; law++) {
    if (strcmp(laws[law].id, id) != 0)
      continue;
    pressing = consistent ? laws[law].consistent : laws[law].sheet;
    work = laws[law].adhesion ? property_mean(s, laws[law].adhesion) : 0.0;
  }
  return friction * pressing(normal_force, static_force, work, effective_radius);
}

int dcm_spring_shortens(const dcm_case *the_case) {
  const char *tangential = dcm_case_word(the_case, "tangential");
  if (tangential)
    return strstr(tangential, "classic") != NULL;
  return strcmp(the_case->model->id, "hooke-history") == 0 ||
         strcmp(the_case->model->id, "hertz-history") == 0 ||
         strcmp(the_case->model->id, "liggghts-hertz") == 0;
}

int dcm_spring_forgets(const dcm_case *the_case) {
  const char *release = dcm_case_word(the_case, "release");
  return release && strcmp(release, "4Feb2025") == 0 && dcm_spring_shortens(the_case);
}

int dcm_couples_gain(const dcm_case *the_case) {
  const char *rolling = dcm_case_word(the_case, "rolling");
  return rolling &&
         (strcmp(rolling, "none") != 0 || strcmp(dcm_case_word(the_case, "twisting"), "none") != 0);
}
