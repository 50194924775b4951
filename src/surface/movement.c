/* SPDX-License-Identifier: MIT */
#include "surface/movement.h"

#include <dcm/base.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "numeric/vector.h"
#include "runtime/arena.h"
#include "surface/scan.h"

enum { COLUMNS = 5 };

void dcm_movement_table_free(dcm_movement_table *table) {
  free(table->rows);
  memset(table, 0, sizeof *table);
}

void dcm_movement_free(dcm_movement *motion) {
  for (uint32_t p = 0; p < motion->count; p++)
    dcm_movement_table_free(&motion->parts[p].table);
  free(motion->parts);
  memset(motion, 0, sizeof *motion);
}

static int32_t check(const dcm_movement_part *part, dcm_error *error) {
  const double numbers[] = {part->origin[0],  part->origin[1], part->origin[2],
                            part->rate,       part->amplitude, part->given,
                            part->given_rate, part->begin,     part->end};
  for (size_t n = 0; n < sizeof numbers / sizeof numbers[0]; n++)
    if (!isfinite(numbers[n]))
      return dcm_fail(error, "a motion has the number %g; all must be finite", numbers[n]);
  const double length = dcm_length(dcm_vector_at(part->axis));
  if (!(length > 0.0) || !isfinite(length))
    return dcm_fail(error, "the axis of a motion is %g %g %g; it must have a finite length above 0",
                    part->axis[0], part->axis[1], part->axis[2]);
  if (part->kind == DCM_PART_TABLE && part->table.count == 0)
    return dcm_fail(error, "the table of a motion has no rows");
  if (part->kind != DCM_PART_TABLE &&
      (part->course == DCM_COURSE_WIGGLE || part->course == DCM_COURSE_SINE) &&
      !(part->period > 0.0 && isfinite(part->period)))
    return dcm_fail(error, "the period of a motion is %g; it must be above 0", part->period);
  if (part->end != 0.0 && !(part->end > part->begin))
    return dcm_fail(error, "a motion ends at %g and begins at %g; it must begin before", part->end,
                    part->begin);
  return DCM_OK;
}

int32_t dcm_movement_add(dcm_movement *motion, const dcm_movement_part *part, dcm_error *error) {
  if (check(part, error) != DCM_OK)
    return DCM_ERROR;
  dcm_movement_part *parts = realloc(motion->parts, (motion->count + 1) * sizeof *parts);
  if (!parts)
    return dcm_fail(error, "out of memory");
  motion->parts = parts;
  dcm_movement_part *added = &parts[motion->count++];
  *added = *part;
  const double length = dcm_length(dcm_vector_at(part->axis));
  for (int c = 0; c < 3; c++)
    added->axis[c] = part->axis[c] / length;
  return DCM_OK;
}

/** Course of a part so far, and its rate. */
typedef struct progress {
  double q, rate;
  double shift[3], velocity[3]; /* of a table besides */
} progress;

static void look_up(const dcm_movement_table *table, double time, progress *p) {
  const double *row = table->rows;
  uint32_t low = 0, high = table->count; /* row low is no later than time, row high is */
  if (time < row[0])
    high = 1;
  while (high - low > 1) {
    const uint32_t middle = low + (high - low) / 2;
    if (row[COLUMNS * (size_t)middle] <= time)
      low = middle;
    else
      high = middle;
  }
  const double *from = row + COLUMNS * (size_t)low;
  const double *to = from;
  double share = 0.0, per_time = 0.0;
  if (high < table->count && time >= row[0]) {
    to = from + COLUMNS;
    per_time = 1.0 / (to[0] - from[0]);
    share = (time - from[0]) * per_time;
  }
  for (int c = 0; c < 3; c++) {
    p->shift[c] = from[1 + c] + share * (to[1 + c] - from[1 + c]);
    p->velocity[c] = per_time * (to[1 + c] - from[1 + c]);
  }
  p->q = from[4] + share * (to[4] - from[4]);
  p->rate = per_time * (to[4] - from[4]);
}

static progress progress_of(const dcm_movement_part *part, double time) {
  progress p = {0.0, 0.0, {0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
  if (part->kind == DCM_PART_TABLE) {
    look_up(&part->table, time, &p);
    return p;
  }
  const double omega = 2.0 * DCM_PI / part->period;
  const int has_ended = part->end != 0.0 && time >= part->end,
            acts = time >= part->begin && !has_ended;
  time = acts ? time - part->begin : has_ended ? part->end - part->begin : 0.0;
  switch (part->course) {
  case DCM_COURSE_RATE:
    p.q = part->rate * time;
    p.rate = part->rate;
    break;
  case DCM_COURSE_WIGGLE:
    p.q = part->amplitude * (1.0 - cos(omega * time));
    p.rate = part->amplitude * omega * sin(omega * time);
    break;
  case DCM_COURSE_SINE:
    p.q = part->amplitude * sin(omega * time);
    p.rate = part->amplitude * omega * cos(omega * time);
    break;
  case DCM_COURSE_GIVEN:
    p.q = part->given;
    p.rate = part->given_rate;
    break;
  }
  p.rate = acts ? p.rate : 0.0;
  return p;
}

double dcm_movement_course(const dcm_movement_part *part, double time) {
  return progress_of(part, time).q;
}

/** Turns the body, as the parts before left it, by an angle about an axis. */
static void turn(const dcm_movement_part *part, const progress *p, dcm_rigid *body) {
  const dcm_vector n = dcm_vector_at(part->axis), origin = dcm_vector_at(part->origin);
  const double sine = sin(p->q), cosine = cos(p->q);
  for (int c = 0; c < 3; c++) {
    const dcm_vector column = dcm_turned_about(
        n, sine, cosine,
        dcm_vector_of(body->rotation[0][c], body->rotation[1][c], body->rotation[2][c]));
    body->rotation[0][c] = column.x;
    body->rotation[1][c] = column.y;
    body->rotation[2][c] = column.z;
  }
  const dcm_vector arm =
      dcm_turned_about(n, sine, cosine, dcm_subtract(dcm_vector_at(body->place), origin));
  const dcm_vector omega = dcm_scale(p->rate, n);
  const dcm_vector velocity = dcm_turned_about(n, sine, cosine, dcm_vector_at(body->velocity));
  dcm_vector_put(body->place, dcm_add(origin, arm));
  dcm_vector_put(body->velocity, dcm_add(velocity, dcm_cross(omega, arm)));
  dcm_vector_put(body->spin,
                 dcm_add(omega, dcm_turned_about(n, sine, cosine, dcm_vector_at(body->spin))));
}

void dcm_movement_at(const dcm_movement *motion, double time, dcm_rigid *body) {
  *body = (dcm_rigid)DCM_RIGID_AT_REST;
  for (uint32_t n = 0; n < motion->count; n++) {
    const dcm_movement_part *part = &motion->parts[n];
    const progress p = progress_of(part, time);
    if (part->kind != DCM_PART_SLIDE && (p.q != 0.0 || p.rate != 0.0))
      turn(part, &p, body);
    const double slides = part->kind == DCM_PART_SLIDE;
    for (int c = 0; c < 3; c++) {
      body->place[c] += p.shift[c] + slides * p.q * part->axis[c];
      body->velocity[c] += p.velocity[c] + slides * p.rate * part->axis[c];
    }
  }
}

double dcm_rigid_path(const dcm_rigid *from, const dcm_rigid *to, double radius) {
  double shift = 0.0, turn_of = 0.0;
  for (int r = 0; r < 3; r++) {
    const double d = to->place[r] - from->place[r];
    shift += d * d;
    for (int c = 0; c < 3; c++) {
      const double e = to->rotation[r][c] - from->rotation[r][c];
      turn_of += e * e;
    }
  }
  /* |(R' - R) X| is no more than the Frobenius norm of R' - R times |X|. */
  return sqrt(shift) + sqrt(turn_of) * radius;
}

/* -------------------------------------------------------------------------------------- tables */

static int32_t read_row(dcm_scan *scan, dcm_movement_table *table) {
  static const char *const what[COLUMNS] = {"the time", "x", "y", "z", "the angle"};
  double row[COLUMNS];
  dcm_word more;
  for (int c = 0; c < COLUMNS; c++)
    if (dcm_scan_number(scan, what[c], &row[c]) != DCM_OK)
      return DCM_ERROR;
  if (dcm_scan_word(scan, &more) && more.begin[0] != '#')
    return dcm_scan_fail(scan, "'%s' is too much: a row has time, x, y, z and the angle in degrees",
                         dcm_word_show(more).text);
  const double *last = table->count ? table->rows + COLUMNS * (size_t)(table->count - 1) : NULL;
  if (last && !(row[0] > last[0]))
    return dcm_scan_fail(scan, "the time %g is not after that of the row before, %g", row[0],
                         last[0]);
  row[4] *= DCM_PI / 180.0;
  double *rows = dcm_with_room(table->rows, &table->room, table->count + (size_t)1, sizeof row);
  if (!rows)
    return dcm_scan_fail(scan, "out of memory");
  table->rows = rows;
  memcpy(rows + COLUMNS * (size_t)table->count++, row, sizeof row);
  return DCM_OK;
}

int32_t dcm_movement_table_read(const void *data, size_t size, const char *name,
                                dcm_movement_table *table, dcm_error *error) {
  dcm_scan scan = dcm_scan_of(size > 0 ? data : "", size, name, error);
  for (dcm_word word; dcm_scan_any(&scan, &word);) {
    if (word.begin[0] == '#') {
      dcm_scan_line(&scan);
      continue;
    }
    scan.next = word.begin;
    if (read_row(&scan, table) != DCM_OK)
      return DCM_ERROR;
    dcm_scan_line(&scan);
  }
  return table->count == 0
             ? dcm_fail(error, "%s has no rows: time, x, y, z, angle in degrees", name)
             : DCM_OK;
}
