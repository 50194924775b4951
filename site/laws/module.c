/* SPDX-License-Identifier: MIT */
/** @file
 * The functions that the page "Try a law" calls: libdcm, with texts and numbers in two places of
 * the module's memory. A setting is a line "name=value", as of `dcm collide --set`. Slots are laws
 * side by side. Functions return 0, or 1 with the reason in the text. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "program/library.h"
#include "runtime/model.h"

#define EXPORT(name) __attribute__((export_name(#name))) name

enum { SLOTS = 2, MOST_ROWS = 128, MOST_STEPS = 20000 };

static char text[1 << 16];
static double numbers[4 * MOST_STEPS];
static dcm_api_library *library;
static dcm_api_materials *slots[SLOTS];
static dcm_api_bodies bodies[SLOTS];
static dcm_api_outcome outcomes[MOST_ROWS];

char *EXPORT(page_text)(void) {
  return text;
}

double *EXPORT(page_numbers)(void) {
  return numbers;
}

/** A message of libdcm, as the text. */
static int failed(const dcm_api_message *message) {
  strcpy(text, message->text);
  return 1;
}

/** Writes the ids of all laws, a line each. */
int EXPORT(page_laws)(void) {
  dcm_api_message message;
  library = library ? library : dcm_api_library_open(NULL, &message);
  if (!library)
    return failed(&message);
  text[0] = '\0';
  for (uint32_t i = 0; i < dcm_api_law_count(library); i++) {
    strcat(text, dcm_api_law_id(library, i));
    strcat(text, "\n");
  }
  return 0;
}

/** Writes the JSON of `dcm show`. The text holds the id of the law. */
int EXPORT(page_describe)(void) {
  dcm_api_message message;
  char *json = dcm_api_describe(library, text, &message);
  if (!json)
    return failed(&message);
  const int fits = strlen(json) < sizeof text;
  strcpy(text, fits ? json : "the description is too long");
  dcm_api_free(json);
  return !fits;
}

/** One line of settings. */
static int set(dcm_api_materials *m, dcm_api_bodies *b, const char *name, const char *value,
               dcm_api_message *message) {
  const dcm_model *model = dcm_settings_model(m->settings);
  if (dcm_model_find_option(model, name) >= 0)
    return dcm_api_materials_choose(m, name, value, message);
  const int32_t quantity = dcm_model_find_quantity(model, name);
  if (quantity < 0)
    return dcm_api_materials_set(m, name, 0, 0, strtod(value, NULL), message);
  b->quantities_1[quantity] = b->quantities_2[quantity] = strtod(value, NULL);
  return DCM_API_OK;
}

/** Makes the law of a slot. The text holds the id of the law in its first line, then settings; it
 * receives the warnings of the law.
 * @return 2 if the law makes bonds at the start of a run */
int EXPORT(page_choose)(int slot) {
  dcm_api_message message;
  char *line = strtok(text, "\n");
  dcm_api_materials_destroy(slots[slot]);
  dcm_api_materials *m = slots[slot] = dcm_api_materials_create(library, line, 1, &message);
  dcm_api_bodies *b = &bodies[slot];
  if (!m)
    return failed(&message);
  *b = (dcm_api_bodies){.material_1 = 1, .material_2 = 1};
  for (int q = 0; q < 8; q++)
    b->quantities_1[q] = b->quantities_2[q] = NAN;
  while ((line = strtok(NULL, "\n"))) {
    char *value = strchr(line, '=');
    *value++ = '\0';
    if (set(m, b, line, value, &message))
      return failed(&message);
  }
  if (dcm_api_materials_ready(m, &message))
    return failed(&message);
  strcpy(text, dcm_api_materials_warnings(m));
  return m->law->instance.flags & DCM_STATE_AT_START ? 2 : 0;
}

/** The bodies of a slot: two equal spheres, or one and a wall. @param flags DCM_API_* */
void EXPORT(page_bodies)(int slot, double radius, double density, uint32_t flags) {
  dcm_api_bodies *b = &bodies[slot];
  b->radius_1 = b->radius_2 = radius;
  b->density_1 = b->density_2 = density;
  b->flags = flags;
}

static dcm_api_collision collision(int slot, double speed, double angle, double dt, double steps,
                                   double max_steps) {
  return (dcm_api_collision){.bodies = bodies[slot],
                             .speed = speed,
                             .angle = angle,
                             .dt = dt,
                             .steps = (uint64_t)steps,
                             .max_steps = (uint64_t)max_steps};
}

/** Collides as often as the numbers have pairs of speed and angle.
 * @param dt 0: from the number of steps
 * @return the outcomes; those that failed are marked, with the reason of the first in the text */
const dcm_api_outcome *EXPORT(page_collide)(int slot, uint32_t count, double dt, double steps,
                                            double max_steps) {
  static dcm_api_collision asked[MOST_ROWS];
  dcm_api_message message = {""};
  if (count > MOST_ROWS)
    count = MOST_ROWS;
  for (uint32_t i = 0; i < count; i++)
    asked[i] = collision(slot, numbers[2 * i], numbers[2 * i + 1], dt, steps, max_steps);
  dcm_api_collide(slots[slot], count, asked, sizeof asked[0], outcomes, sizeof outcomes[0], NULL,
                  &message);
  strcpy(text, message.text);
  return outcomes;
}

/** The steps of one collision: rows of time, overlap, normal force, tangential force along y.
 * @return the number of rows */
uint32_t EXPORT(page_trace)(int slot, double speed, double angle, double dt, double max_steps) {
  static dcm_api_motion motions[MOST_STEPS];
  static dcm_api_load loads[MOST_STEPS];
  const dcm_api_collision asked = collision(slot, speed, angle, dt, 0.0, max_steps);
  dcm_api_message message;
  size_t count = 0;
  if (dcm_api_trace(slots[slot], &asked, sizeof asked, MOST_STEPS, motions, sizeof motions[0],
                    loads, sizeof loads[0], &count, &message)) {
    failed(&message);
    return 0;
  }
  if (count > MOST_STEPS)
    count = MOST_STEPS;
  for (size_t k = 0; k < count; k++) {
    const double row[] = {motions[k].time, loads[k].overlap, loads[k].normal_force,
                          loads[k].tangential_force[1]};
    memcpy(numbers + 4 * k, row, sizeof row);
  }
  return (uint32_t)count;
}

/** The longest safe step; the text receives what limits it. @return NaN with the reason */
double EXPORT(page_safe_step)(int slot) {
  dcm_api_message message;
  const char *limit;
  double step;
  if (dcm_api_safe_step(slots[slot], &bodies[slot], &step, &limit, &message)) {
    failed(&message);
    return NAN;
  }
  strcpy(text, limit);
  return step;
}

/* ------------------------------------------------------------------- in the place of files */

void dcm_note_input(const char *path) {
  (void)path;
}

void *dcm_shared_object_open(const char *path, dcm_error *error) {
  dcm_fail(error, "'%s' cannot be loaded here", path);
  return NULL;
}

int32_t dcm_check_permissions(const char *file, dcm_error *error) {
  (void)file, (void)error;
  return DCM_OK;
}
