/* SPDX-License-Identifier: MIT */
#include <stdalign.h>

#include "ledger/work.h"
#include "numeric/simd.h"

/* Particles that are gone through together, as many as have whole vectors of numbers. */
enum { TOGETHER = DCM_LANES, NUMBERS = 3 * TOGETHER };

/** Sums that run side by side: entry l has every eighth number. */
typedef struct lanes {
  alignas(DCM_ALIGNMENT) double of_all[DCM_LANES];
  double of_others[DCM_LANES], square_then[DCM_LANES], square_now[DCM_LANES];
} lanes;

/** Adds number n of the rows to lane l of the sums. */
DCM_SPECIALISED void add_number(const dcm_work_rows *r, double inertia, size_t n, int l,
                                lanes *sums) {
  const double now = r->velocity[n], then = r->velocity_then[n];
  const double force = r->force[n], path = then + now;
  sums->of_all[l] += force * path;
  sums->of_others[l] += (force - r->of_contacts[n]) * path;
  sums->square_then[l] += inertia * (then * then);
  sums->square_now[l] += inertia * (now * now);
}

DCM_SPECIALISED double inertia_of(const dcm_work_rows *r, size_t i) {
  return r->radius ? r->mass[i] * (r->radius[i] * r->radius[i]) : r->mass[i];
}

/** Adds the work on TOGETHER particles from the first one on. */
DCM_SPECIALISED void add_all(const dcm_work_rows *rows, size_t first, lanes *sums) {
  const dcm_work_rows r = *rows;
  alignas(DCM_ALIGNMENT) double inertia[NUMBERS];
  for (int k = 0; k < TOGETHER; k++)
    inertia[3 * k] = inertia[3 * k + 1] = inertia[3 * k + 2] = inertia_of(&r, first + k);
  for (int part = 0; part < NUMBERS; part += DCM_LANES) {
    DCM_SIMD
    for (int l = 0; l < DCM_LANES; l++)
      add_number(&r, inertia[part + l], 3 * first + part + l, l, sums);
  }
}

/** In one order. */
static double sum_of(const double *lane) {
  double sum = 0.0;
  for (int l = 0; l < DCM_LANES; l++)
    sum += lane[l];
  return sum;
}

void DCM_ISA_NAME(dcm_work_run)(const dcm_work_rows *rows, size_t count, dcm_work *work) {
  lanes sums = {0};
  const size_t whole = count / TOGETHER * TOGETHER;
  for (size_t first = 0; first < whole; first += TOGETHER)
    DCM_VECTOR_LOOP add_all(rows, first, &sums);
  for (size_t n = 3 * whole; n < 3 * count; n++)
    add_number(rows, inertia_of(rows, n / 3), n, (int)(n % DCM_LANES), &sums);
  *work = (dcm_work){.of_all = sum_of(sums.of_all),
                     .of_others = sum_of(sums.of_others),
                     .square_then = sum_of(sums.square_then),
                     .square_now = sum_of(sums.square_now)};
}

/* ---------------------------------------------------------------------------------- foresight */

/** The half kicks that come next, of three numbers for each of count particles. */
DCM_SPECIALISED void foresee(const dcm_foresight_rows *r, int kind, size_t first, int count,
                             float *coming) {
  const double *velocity = r->velocity[kind] + 3 * first, share = r->share;
  const double *then = r->velocity_then[kind] + 3 * first;
  float *kick = r->kick[kind] + 3 * first;
  DCM_SIMD
  for (int n = 0; n < 3 * count; n++) {
    const double last = share * (velocity[n] - then[n]), before = kick[n];
    const double next = before == before ? 2.0 * last - before : last;
    coming[n] = last == last ? (float)next : 0.0F;
    kick[n] = (float)last;
  }
}

/** Puts the numbers of both kinds into rows. */
static void put(const float coming[2][NUMBERS], int count, dcm_kick *rows) {
  for (int k = 0; k < count; k++)
    for (int kind = 0; kind < 2; kind++)
      for (int c = 0; c < 4; c++)
        rows[k][4 * kind + c] = c < 3 ? coming[kind][3 * k + c] : 0.0F;
}

void DCM_ISA_NAME(dcm_foresee_run)(const dcm_foresight_rows *rows, size_t first, size_t end) {
  alignas(DCM_ALIGNMENT) float coming[2][NUMBERS];
  for (; first + TOGETHER <= end; first += TOGETHER) {
    DCM_VECTOR_LOOP foresee(rows, 0, first, TOGETHER, coming[0]);
    DCM_VECTOR_LOOP foresee(rows, 1, first, TOGETHER, coming[1]);
    put((const float(*)[NUMBERS])coming, TOGETHER, rows->coming + first);
  }
  for (; first < end; first++) {
    foresee(rows, 0, first, 1, coming[0]);
    foresee(rows, 1, first, 1, coming[1]);
    put((const float(*)[NUMBERS])coming, 1, rows->coming + first);
  }
}
