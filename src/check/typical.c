/* SPDX-License-Identifier: MIT */
#include "check/typical.h"

#include <math.h>

#include "numeric/vector.h"

double dcm_random_mass(double radius, dcm_random *random) {
  return 4.18879 * radius * radius * radius * dcm_uniform(random, 500.0, 8000.0);
}

dcm_typical dcm_random_typical(dcm_random *random) {
  dcm_typical t = {.radius = dcm_log_uniform(random, 1e-5, 1e-1)};
  t.mass = 0.5 * dcm_random_mass(t.radius, random);
  t.overlap = t.radius * dcm_log_uniform(random, 1e-5, 3e-2);
  t.speed = dcm_log_uniform(random, 1e-3, 1e1);
  return t;
}

double dcm_natural_size(const dcm_dimension *d, const dcm_typical *t, double length, double way) {
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
  return dcm_natural_size(dimension, typical, length, way) * dcm_log_uniform(random, 0.1, 10.0);
}

int dcm_is_pure(const dcm_dimension *d) {
  return !d->mass && !d->length && !d->time && !d->temperature && !d->current && !d->amount &&
         !d->luminosity;
}

double dcm_unnatural(const dcm_dimension *dimension, const dcm_typical *typical, double number) {
  if (dcm_is_pure(dimension) || number == 0.0 || !isfinite(number))
    return 0.0;
  double least = INFINITY, most = 0.0;
  for (int corner = 0; corner < 4; corner++) {
    const double size = dcm_natural_size(dimension, typical, corner & 1, corner >> 1);
    least = fmin(least, size);
    most = fmax(most, size);
  }
  const double size = fabs(number);
  return size < least ? log10(least / size) : size > most ? log10(size / most) : 0.0;
}
