/* SPDX-License-Identifier: MIT */
#include "check/contract/interposer.h"

#include <string.h>

/* Functions of a law have no argument that could lead to these. Threads that a check starts have no
 * interposers. */
static const dcm_model *law;
static _Thread_local dcm_interposer *outermost;

static void call_law(dcm_call *c) {
  switch (c->function) {
  case DCM_FUNCTION_NONE:
    break;
  case DCM_FUNCTION_INIT:
    c->status = law->init(c->setup, c->instance);
    break;
  case DCM_FUNCTION_COMPUTE:
    c->status = law->compute(c->instance, c->contacts, c->response);
    break;
  case DCM_FUNCTION_HISTORY:
    law->history(c->instance, c->event);
    break;
  case DCM_FUNCTION_REACH:
    c->reach = law->reach(c->instance, c->sides);
    break;
  case DCM_FUNCTION_DESTROY:
    if (law->destroy)
      law->destroy(c->instance);
    break;
  }
}

static void pass(const dcm_interposer *i, dcm_call *c) {
  if (!i) {
    call_law(c);
    return;
  }
  if (i->before)
    i->before(i->data, c);
  pass(i->inner, c);
  if (i->after)
    i->after(i->data, c);
}

static int32_t init(const dcm_setup *setup, dcm_instance *instance) {
  dcm_call c = {.function = DCM_FUNCTION_INIT, .instance = instance, .setup = setup};
  pass(outermost, &c);
  return c.status;
}

static int32_t compute(const dcm_instance *instance, const dcm_contacts *contacts,
                       const dcm_response *response) {
  dcm_call c = {.function = DCM_FUNCTION_COMPUTE,
                .instance = (dcm_instance *)(uintptr_t)instance,
                .contacts = contacts,
                .response = response};
  pass(outermost, &c);
  return c.status;
}

static void history(const dcm_instance *instance, const dcm_event *event) {
  dcm_call c = {.function = DCM_FUNCTION_HISTORY,
                .instance = (dcm_instance *)(uintptr_t)instance,
                .event = event};
  pass(outermost, &c);
}

static double reach(const dcm_instance *instance, const dcm_sides *sides) {
  dcm_call c = {.function = DCM_FUNCTION_REACH,
                .instance = (dcm_instance *)(uintptr_t)instance,
                .sides = sides};
  pass(outermost, &c);
  return c.reach;
}

static void destroy(dcm_instance *instance) {
  dcm_call c = {.function = DCM_FUNCTION_DESTROY, .instance = instance};
  pass(outermost, &c);
}

/* ---------------------------------------------------------------------------------- the record */

static void begin_record(void *data, dcm_call *c) {
  dcm_record *r = data;
  r->function = c->function;
  r->has_returned = 0;
  if (c->setup)
    r->material_count = c->setup->material_count;
  if (c->contacts) {
    r->count = c->contacts->count;
    r->pair = c->contacts->pair;
    r->side_2 = c->contacts->side_2;
    r->dt = c->contacts->dt;
    r->with_energies = c->response->energies != NULL;
  }
  if (c->event) {
    r->event = c->event->event;
    r->count = c->event->count;
    r->pair = c->event->pair;
    r->side_2 = c->event->side_2;
  }
  if (c->sides) {
    r->pair = c->sides->pair;
    r->side_2 = c->sides->side_2;
    r->radius_1 = c->sides->radius_1;
    r->radius_2 = c->sides->radius_2;
  }
}

static void end_record(void *data, dcm_call *c) {
  (void)c;
  ((dcm_record *)data)->has_returned = 1;
}

const dcm_model *dcm_model_behind_interposers(const dcm_model *model, dcm_record *record) {
  static dcm_model behind; /* settings and laws point to it */
  static dcm_interposer recorder = {begin_record, end_record, NULL, NULL};
  memset(&behind, 0, sizeof behind);
  memcpy(&behind, model, model->size < sizeof behind ? model->size : sizeof behind);
  behind.size = sizeof behind;
  behind.init = model->init ? init : NULL;
  behind.compute = compute;
  behind.history = model->history ? history : NULL;
  behind.reach = model->reach ? reach : NULL;
  behind.destroy = destroy;
  law = model;
  recorder.data = record;
  dcm_record_parameters_in(record);
  if (record)
    dcm_interpose(&recorder);
  return &behind;
}

void dcm_interpose(dcm_interposer *interposer) {
  interposer->inner = outermost;
  outermost = interposer;
}

void dcm_interpose_no_more(void) {
  outermost = outermost->inner;
}

/* ------------------------------------------------------------------------------- all functions */

void dcm_let_live(dcm_scene *s) {
  dcm_batch *b = s->a;
  dcm_scene_live(s, dcm_scene_side(s));
  for (int with_energies = 0; with_energies < 2; with_energies++) {
    b->with_energies = with_energies;
    dcm_batch_evaluate(b, s->law, s->side_2, s->dt);
    dcm_batch_evaluate(b, s->law, s->side_2, 0.0);
  }
  dcm_law_history_swap(s->law, DCM_SCENE_CONTACTS, b->history);
  if (s->law->reaches)
    dcm_scene_reach(s, 0);
  dcm_law_history_end(s->law, b->pair, (uint32_t)s->side_2, DCM_SCENE_CONTACTS, b->history);
}
