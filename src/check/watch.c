/* SPDX-License-Identifier: MIT */
#include "check/watch.h"

#include <stdio.h>
#include <string.h>

static const dcm_model *real;

/* NULL in the threads that a check starts. */
static _Thread_local dcm_record *present;

static void begin(dcm_function function) {
  if (!present)
    return;
  present->function = function;
  present->has_returned = 0;
}

static void end(void) {
  if (present)
    present->has_returned = 1;
}

static int32_t init(const dcm_setup *setup, dcm_instance *instance) {
  if (present)
    present->material_count = setup->material_count;
  begin(DCM_FUNCTION_INIT);
  const int32_t status = real->init(setup, instance);
  end();
  return status;
}

static int32_t compute(const dcm_instance *instance, const dcm_contacts *contacts,
                       const dcm_response *response) {
  if (present) {
    present->count = contacts->count;
    present->pair = contacts->pair;
    present->side_2 = contacts->side_2;
    present->dt = contacts->dt;
    present->with_energies = response->energies != NULL;
  }
  begin(DCM_FUNCTION_COMPUTE);
  const int32_t status = real->compute(instance, contacts, response);
  end();
  return status;
}

static void history(const dcm_instance *instance, const dcm_event *event) {
  if (present) {
    present->event = event->event;
    present->count = event->count;
    present->pair = event->pair;
    present->side_2 = event->side_2;
  }
  begin(DCM_FUNCTION_HISTORY);
  real->history(instance, event);
  end();
}

static double reach(const dcm_instance *instance, const dcm_sides *sides) {
  if (present) {
    present->pair = sides->pair;
    present->side_2 = sides->side_2;
    present->radius_1 = sides->radius_1;
    present->radius_2 = sides->radius_2;
  }
  begin(DCM_FUNCTION_REACH);
  const double result = real->reach(instance, sides);
  end();
  return result;
}

static void destroy(dcm_instance *instance) {
  begin(DCM_FUNCTION_DESTROY);
  real->destroy(instance);
  end();
}

const dcm_model *dcm_watch(const dcm_model *model, dcm_record *record) {
  static dcm_model watched;
  memset(&watched, 0, sizeof watched);
  memcpy(&watched, model, model->size < sizeof watched ? model->size : sizeof watched);
  watched.size = sizeof watched;
  watched.init = watched.init ? init : NULL;
  watched.compute = compute;
  watched.history = watched.history ? history : NULL;
  watched.reach = watched.reach ? reach : NULL;
  watched.destroy = watched.destroy ? destroy : NULL;
  real = model;
  present = record;
  return &watched;
}

void dcm_watch_drawn(const char *law, const char *parameters) {
  if (!present)
    return;
  snprintf(present->law, sizeof present->law, "%s", law);
  snprintf(present->parameters, sizeof present->parameters, "%s", parameters);
}

const char *dcm_function_name(dcm_function function) {
  static const char *const names[] = {"no function", "init",  "compute",
                                      "history",     "reach", "destroy"};
  return names[function];
}

static void tell_sides(const dcm_record *r, dcm_situation *situation) {
  dcm_situation_text(situation, "side 2", r->side_2 == DCM_SIDE_WALL ? "wall" : "particle");
  if (r->material_count)
    dcm_situation_materials(situation, 1 + r->pair / r->material_count,
                            1 + r->pair % r->material_count);
}

void dcm_record_tell(const dcm_record *r, dcm_situation *situation) {
  static const char *const events[] = {"DCM_CONTACT_BEGINS", "DCM_CONTACT_SWAPS",
                                       "DCM_CONTACT_ENDS"};
  dcm_situation_law(situation, r->law, r->parameters);
  dcm_situation_text(situation, "function", "%s", dcm_function_name(r->function));
  switch (r->function) {
  case DCM_FUNCTION_NONE:
  case DCM_FUNCTION_DESTROY:
    break;
  case DCM_FUNCTION_INIT:
    dcm_situation_number(situation, "material count", r->material_count);
    break;
  case DCM_FUNCTION_COMPUTE:
    dcm_situation_number(situation, "contacts", r->count);
    tell_sides(r, situation);
    dcm_situation_number(situation, "dt", r->dt);
    dcm_situation_text(situation, "energies", r->with_energies ? "asked for" : "NULL");
    break;
  case DCM_FUNCTION_HISTORY:
    if (r->event < sizeof events / sizeof events[0])
      dcm_situation_text(situation, "event", "%s", events[r->event]);
    dcm_situation_number(situation, "contacts", r->count);
    if (r->event != DCM_CONTACT_SWAPS)
      tell_sides(r, situation);
    break;
  case DCM_FUNCTION_REACH:
    tell_sides(r, situation);
    dcm_situation_number(situation, "radius 1", r->radius_1);
    dcm_situation_number(situation, "radius 2", r->radius_2);
    break;
  }
}
