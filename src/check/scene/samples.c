/* SPDX-License-Identifier: MIT */
#include "check/scene/samples.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "runtime/model.h"
#include "runtime/motion.h"

/** Mass of a sphere of a usual density. */
static double random_mass(double radius, dcm_random *random) {
  return 4.18879 * radius * radius * radius * dcm_uniform(random, 500.0, 8000.0);
}

dcm_typical dcm_random_typical(dcm_random *random) {
  dcm_typical t = {.radius = dcm_log_uniform(random, 1e-5, 1e-1)};
  t.mass = 0.5 * random_mass(t.radius, random);
  t.overlap = t.radius * dcm_log_uniform(random, 1e-5, 3e-2);
  t.speed = dcm_log_uniform(random, 1e-3, 1e1);
  return t;
}

/** The size that a number of this dimension has if the number matters in the contact, 1 for a pure
 * number. A length may be the overlap, the radius or something between, and a time is such a length
 * over the speed: where a stiffness is mass/time^2, a surface energy is smaller by overlap/radius.
 * @param length, way from 0, the overlap, to 1, the radius: for lengths, and for the ways in times
 */
static double natural_size(const dcm_dimension *d, const dcm_typical *t, double length,
                           double way) {
  static const double permittivity = 8.8541878128e-12, temperature = 300.0;
  const double deeper = log(t->overlap), ratio = log(t->radius) - deeper;
  const double log_length = deeper + length * ratio;
  const double log_time = deeper + way * ratio - log(t->speed);
  /* The current whose charge at the radius makes the force of the collision. */
  const double force = t->mass * t->speed * t->speed / t->overlap;
  const double charge = t->radius * sqrt(4.0 * DCM_PI * permittivity * force);
  const double sum = d->mass * log(t->mass) + d->length * log_length + d->time * log_time +
                     d->temperature * log(temperature) + d->current * (log(charge) - log_time);
  return exp(sum / (d->denominator ? d->denominator : 1));
}

double dcm_random_natural(const dcm_dimension *dimension, const dcm_typical *typical,
                          dcm_random *random) {
  const double length = dcm_uniform(random, 0.0, 1.0), way = dcm_uniform(random, 0.0, 1.0);
  return natural_size(dimension, typical, length, way) * dcm_log_uniform(random, 0.1, 10.0);
}

double dcm_unnatural(const dcm_dimension *dimension, const dcm_typical *typical, double number) {
  if (dcm_dimension_is(*dimension, (dcm_dimension){0}) || number == 0.0 || !isfinite(number))
    return 0.0;
  double least = INFINITY, most = 0.0;
  for (int corner = 0; corner < 4; corner++) {
    const double size = natural_size(dimension, typical, corner & 1, corner >> 1);
    least = fmin(least, size);
    most = fmax(most, size);
  }
  const double size = fabs(number);
  return size < least ? log10(least / size) : size > most ? log10(size / most) : 0.0;
}

/* ----------------------------------------------------------------------------------- contacts */

double dcm_reach_of(const dcm_law *law, int side_2, uint32_t pair, double radius_1,
                    double radius_2) {
  return dcm_law_reach(law, side_2 == DCM_SIDE_WALL
                                ? dcm_sides_at_wall(pair, radius_1, radius_2)
                                : dcm_sides_of_particles(pair, radius_1, radius_2));
}

static double least_overlap(const dcm_law *law, const dcm_sample *c, int side_2) {
  return -dcm_reach_of(law, side_2, dcm_law_pair(law, c->material_1, c->material_2), c->radius_1,
                       c->radius_2);
}

/** Distance of the centres, or of centre and wall, when they just touch. */
static double touch(const dcm_sample *c, int side_2) {
  return side_2 == DCM_SIDE_WALL ? c->radius_1 : c->radius_1 + c->radius_2;
}

uint32_t dcm_random_pair(const dcm_law *law, dcm_random *random) {
  return dcm_below(random, law->material_count * law->material_count);
}

/** A charge of either sign, such that two charges are felt in a collision. */
static double charge(const dcm_quantity *q, double radius, double mass, dcm_random *random) {
  const dcm_typical collision = {.radius = radius,
                                 .mass = mass,
                                 .overlap = radius * dcm_log_uniform(random, 1e-4, 1e-2),
                                 .speed = dcm_log_uniform(random, 1e-2, 1e0)};
  const double size = dcm_random_natural(&q->dimension, &collision, random);
  return dcm_chance(random, 0.5) ? size : -size;
}

static double usual_quantity(const dcm_quantity *q, double radius, double mass,
                             dcm_random *random) {
  const int is_wall = isinf(mass);
  if (strcmp(q->name, "mass") == 0)
    return mass;
  if (strcmp(q->name, "id") == 0)
    return is_wall ? 0.0 : 1.0 + dcm_below(random, 1u << 30);
  if (dcm_dimension_is(q->dimension, (dcm_dimension){.length = 3}))
    return is_wall ? q->default_value : dcm_uniform(random, 0.0, 0.2) * radius * radius * radius;
  if (dcm_dimension_is(q->dimension, (dcm_dimension){.temperature = 1}))
    return dcm_uniform(random, 250.0, 350.0);
  if (q->dimension.current && /* a charge */ q->default_value == 0.0 && !is_wall)
    return charge(q, radius, mass, random);
  return q->default_value != 0.0 ? q->default_value * dcm_uniform(random, 0.5, 1.5)
                                 : dcm_uniform(random, 0.0, 1.0);
}

/** Within the range for which the law has an answer, if the author reports it: uniform, or, where
 * both ends are above zero, in the logarithm. */
static double random_quantity(const dcm_quantity *q, double radius, double mass,
                              dcm_random *random) {
  const double low = q->minimum, high = q->maximum;
  if ((low == 0.0 && high == 0.0) || strcmp(q->name, "mass") == 0 || strcmp(q->name, "id") == 0)
    return usual_quantity(q, radius, mass, random);
  if (isinf(low) || isinf(high))
    return fmin(fmax(usual_quantity(q, radius, mass, random), low), high);
  return low > 0.0 ? dcm_log_uniform(random, low, high) : dcm_uniform(random, low, high);
}

void dcm_random_quantities(const dcm_law *law, double radius, double mass, dcm_random *random,
                           double *values) {
  for (uint32_t q = 0; q < law->quantity_count; q++)
    values[q] = random_quantity(dcm_model_quantity(law->model, q), radius, mass, random);
}

/** Sizes from which a contact is made. */
typedef struct chosen {
  double radius;  /**< of side 1 */
  double overlap; /**< as a share of the smaller radius */
  double speed;
} chosen;

static dcm_sample sample_of(const dcm_law *law, uint32_t pair, int side_2, chosen size,
                            dcm_random *random) {
  dcm_sample c = {.material_1 = 1 + pair / law->material_count,
                  .material_2 = 1 + pair % law->material_count};
  double mass_2 = INFINITY;
  c.radius_1 = size.radius;
  const double mass_1 = random_mass(c.radius_1, random);
  if (side_2 == DCM_SIDE_WALL) {
    const double flat = dcm_uniform(random, 0.0, 1.0);
    c.radius_2 = flat < 0.4   ? INFINITY
                 : flat < 0.7 ? -c.radius_1 * dcm_log_uniform(random, 1.5, 1e3)
                              : c.radius_1 * dcm_log_uniform(random, 0.05, 1e3);
    c.effective_mass = mass_1;
  } else {
    c.radius_2 = c.radius_1 * dcm_log_uniform(random, 0.05, 20.0);
    mass_2 = random_mass(c.radius_2, random);
    c.effective_mass = dcm_effective_mass(mass_1, 0, mass_2, 0);
  }
  const double lowest = least_overlap(law, &c, side_2);
  double overlap = size.overlap * dcm_smaller_radius(c.radius_1, c.radius_2);
  if (lowest < 0.0 && dcm_chance(random, 0.5))
    overlap = dcm_uniform(random, lowest, 0.0);
  c.separation = dcm_scale(touch(&c, side_2) - overlap, dcm_random_direction(random));
  c.relative_velocity = dcm_scale(size.speed, dcm_random_direction(random));
  const double spin = size.speed * dcm_log_uniform(random, 1e-2, 1e1);
  c.angular_velocity_1 = dcm_scale(spin / c.radius_1, dcm_random_direction(random));
  c.angular_velocity_2 = side_2 == DCM_SIDE_WALL
                             ? (dcm_vector){0.0, 0.0, 0.0}
                             : dcm_scale(spin / c.radius_2, dcm_random_direction(random));
  dcm_random_quantities(law, c.radius_1, mass_1, random, c.quantities_1);
  dcm_random_quantities(law, c.radius_2, mass_2, random, c.quantities_2);
  return c;
}

dcm_sample dcm_random_sample(const dcm_law *law, uint32_t pair, int side_2, dcm_random *random) {
  const chosen size = {.radius = dcm_log_uniform(random, 1e-5, 1e-1),
                       .overlap = dcm_log_uniform(random, 1e-6, DCM_DEEPEST),
                       .speed = dcm_log_uniform(random, 1e-4, 1e1)};
  return sample_of(law, pair, side_2, size, random);
}

dcm_sample dcm_typical_sample(const dcm_law *law, uint32_t pair, int side_2,
                              const dcm_typical *typical, dcm_random *random) {
  const double depth = typical->overlap / typical->radius * dcm_log_uniform(random, 1e-2, 1e1);
  const chosen size = {.radius = typical->radius * dcm_log_uniform(random, 0.3, 3.0),
                       .overlap = fmin(fmax(depth, 1e-6), DCM_DEEPEST),
                       .speed = typical->speed * dcm_log_uniform(random, 1e-2, 3.0)};
  return sample_of(law, pair, side_2, size, random);
}

dcm_sample dcm_moved_sample(const dcm_law *law, const dcm_sample *contact, int side_2,
                            dcm_random *random) {
  dcm_sample c = *contact;
  const double distance = dcm_length(c.separation);
  const double rest = touch(&c, side_2);
  const double lowest = least_overlap(law, &c, side_2);
  double overlap = (rest - distance) * dcm_uniform(random, 0.5, 1.5);
  if (overlap < lowest)
    overlap = lowest * dcm_uniform(random, 0.5, 1.0);
  const dcm_vector turned =
      dcm_add_scaled(dcm_scale(1.0 / distance, c.separation), 0.1, dcm_random_direction(random));
  c.separation = dcm_scale((rest - overlap) / dcm_length(turned), turned);
  c.relative_velocity = dcm_add_scaled(c.relative_velocity, 0.3 * dcm_length(c.relative_velocity),
                                       dcm_random_direction(random));
  c.angular_velocity_1 = dcm_add_scaled(
      c.angular_velocity_1, 0.3 * dcm_length(c.angular_velocity_1), dcm_random_direction(random));
  c.angular_velocity_2 = dcm_add_scaled(
      c.angular_velocity_2, 0.3 * dcm_length(c.angular_velocity_2), dcm_random_direction(random));
  return c;
}

dcm_sample dcm_swapped_sample(const dcm_sample *c) {
  dcm_sample swapped = {.separation = dcm_scale(-1.0, c->separation),
                        .relative_velocity = dcm_scale(-1.0, c->relative_velocity),
                        .angular_velocity_1 = c->angular_velocity_2,
                        .angular_velocity_2 = c->angular_velocity_1,
                        .radius_1 = c->radius_2,
                        .radius_2 = c->radius_1,
                        .effective_mass = c->effective_mass,
                        .material_1 = c->material_2,
                        .material_2 = c->material_1};
  memcpy(swapped.quantities_1, c->quantities_2, sizeof swapped.quantities_1);
  memcpy(swapped.quantities_2, c->quantities_1, sizeof swapped.quantities_2);
  return swapped;
}

void dcm_put_sample(dcm_batch *batch, const dcm_law *law, uint32_t k, const dcm_sample *c) {
  const dcm_relative_motion motion = {.separation = c->separation,
                                      .velocity = c->relative_velocity,
                                      .spin_1 = c->angular_velocity_1,
                                      .spin_2 = c->angular_velocity_2,
                                      .radius_1 = c->radius_1,
                                      .radius_2 = c->radius_2};
  dcm_batch_put(batch, k, motion, c->effective_mass);
  for (uint32_t q = 0; q < law->quantity_count; q++) {
    batch->quantities_1[q][k] = c->quantities_1[q];
    batch->quantities_2[q][k] = c->quantities_2[q];
  }
  batch->pair = dcm_law_pair(law, c->material_1, c->material_2);
}

void dcm_turn_normal(dcm_batch *batch, uint32_t k, dcm_vector normal, int known) {
  const dcm_vector both = dcm_add(normal, dcm_load((const double *const *)batch->normal, k));
  dcm_store(batch->bisector, k, known ? dcm_scale(1.0 / dcm_dot(normal, both), both) : normal);
  dcm_store(batch->normal, k, normal);
}

void dcm_stop(dcm_batch *b) {
  static const dcm_vector none = {0.0, 0.0, 0.0};
  for (uint32_t k = 0; k < b->count; k++) {
    b->normal_velocity[k] = 0.0;
    dcm_store(b->tangential_velocity, k, none);
    dcm_store(b->angular_velocity_1, k, none);
    dcm_store(b->angular_velocity_2, k, none);
  }
}

void dcm_advance_history(dcm_batch *batch, const dcm_law *law) {
  for (uint32_t c = 0; c < law->history_width; c++)
    memcpy(batch->history[c], batch->new_history[c], batch->count * sizeof(double));
}
