/* SPDX-License-Identifier: MIT */
/** @file
 * Check of how a law uses the structs of a call: each struct has the size of the version that the
 * law declares, and no memory behind. */
#include <string.h>

#include "check/checks.h"
#include "check/contract/guarded.h"
#include "check/contract/interposer.h"

typedef enum kind {
  HOST,
  SETUP,
  INSTANCE,
  CONTACTS,
  RESPONSE,
  ENERGIES,
  EVENT,
  SIDES,
  KIND_COUNT
} kind;

static const char *const names[KIND_COUNT] = {
    [HOST] = "dcm_host",         [SETUP] = "dcm_setup",       [INSTANCE] = "dcm_instance",
    [CONTACTS] = "dcm_contacts", [RESPONSE] = "dcm_response", [ENERGIES] = "dcm_energies",
    [EVENT] = "dcm_event",       [SIDES] = "dcm_sides"};

/* The size of each struct in version 1.minor: where the last field of that version ends. A version
 * that appends a field appends a row. */
#define END(type, field) (offsetof(type, field) + sizeof((type *)0)->field)
static const uint32_t sizes[][KIND_COUNT] = {
    {[HOST] = END(dcm_host, log_data),
     [SETUP] = END(dcm_setup, extension_data),
     [INSTANCE] = END(dcm_instance, reserved),
     [CONTACTS] = END(dcm_contacts, velocity_age),
     [RESPONSE] = END(dcm_response, outputs),
     [ENERGIES] = END(dcm_energies, dissipated_fracture),
     [EVENT] = END(dcm_event, fields),
     [SIDES] = END(dcm_sides, effective_radius)},
    {[HOST] = END(dcm_host, log_data),
     [SETUP] = END(dcm_setup, extension_data),
     [INSTANCE] = END(dcm_instance, reserved),
     [CONTACTS] = END(dcm_contacts, velocity_age),
     [RESPONSE] = END(dcm_response, outputs),
     [ENERGIES] = END(dcm_energies, tangential_damper),
     [EVENT] = END(dcm_event, fields),
     [SIDES] = END(dcm_sides, effective_radius)},
};
_Static_assert(sizeof sizes / sizeof sizes[0] == DCM_NEWEST_MINOR + 1, "a row for each version");

/** The present call; there is one instance at a time. */
typedef struct handing {
  const dcm_subject *subject;
  uint32_t version;      /* version of the law */
  const uint32_t *sizes; /* of that version */
  void *places[KIND_COUNT];
  const char *calling;    /* name of the law's function */
  dcm_instance *instance; /* of the host, in init */
} handing;

/** Puts a struct at the end of memory, read-only, with the size of that version. */
static void *hand(handing *h, kind k, const void *source) {
  void *place = h->places[k];
  dcm_page_end_lock(place, h->sizes[k], 0);
  memcpy(place, source, h->sizes[k]);
  memcpy(place, &h->sizes[k], sizeof h->sizes[k]);
  dcm_page_end_lock(place, h->sizes[k], 1);
  return place;
}

static void find_beyond(const handing *h, kind k, size_t bytes) {
  const unsigned major = DCM_VERSION_MAJOR(h->version), minor = DCM_VERSION_MINOR(h->version);
  dcm_error what, came, expected;
  dcm_fail(&what,
           "%s reads or writes beyond the end of %s of version %u.%u, which the library declares: "
           "ask DCM_HAS before you use a younger field, or compile for the version that has the "
           "field (DCM_TARGET_MINOR)",
           h->calling, names[k], major, minor);
  dcm_fail(&came, "an access %zu bytes behind the last field", bytes);
  dcm_fail(&expected,
           "only the fields of version %u.%u, %u bytes; copy a struct by the size in the struct, "
           "not by sizeof",
           major, minor, h->sizes[k]);
  dcm_subject_find(h->subject, what.text, h->subject->model->id, came.text, expected.text);
}

static void find_written(const handing *h, kind k, size_t at) {
  dcm_error what, came;
  dcm_fail(&what, "%s writes into %s, which %s", h->calling, names[k],
           k == INSTANCE ? "only init and destroy may change" : "is the host's");
  dcm_fail(&came, "a write to byte %zu of the struct", at);
  dcm_subject_find(h->subject, what.text, h->subject->model->id, came.text,
                   "an unchanged struct: write answers to the arrays to which the struct points");
}

/** A fault in the law is a finding, and the finding ends the process. A fault elsewhere is a crash
 * as in every other check. */
static void on_fault(void *data, const char *at) {
  const handing *h = data;
  for (kind k = 0; k < KIND_COUNT; k++) {
    const char *place = h->places[k];
    if (dcm_page_end_is_behind(place, h->sizes[k], at))
      find_beyond(h, k, (size_t)(at - place) - h->sizes[k]);
    if (at >= place && at < place + h->sizes[k])
      find_written(h, k, (size_t)(at - place));
  }
}

static void hand_all(void *data, dcm_call *call) {
  handing *h = data;
  const int may_write =
      call->function == DCM_FUNCTION_INIT || call->function == DCM_FUNCTION_DESTROY;
  h->calling = dcm_function_name(call->function);
  if (call->setup) {
    dcm_setup setup = *call->setup;
    setup.abi_version = h->version;
    h->instance = call->instance;
    hand(h, INSTANCE, call->instance);
    call->setup = hand(h, SETUP, &setup);
  }
  if (call->contacts) {
    dcm_response answers = *call->response;
    if (answers.energies)
      answers.energies = hand(h, ENERGIES, answers.energies);
    call->contacts = hand(h, CONTACTS, call->contacts);
    call->response = hand(h, RESPONSE, &answers);
  }
  if (call->event)
    call->event = hand(h, EVENT, call->event);
  if (call->sides)
    call->sides = hand(h, SIDES, call->sides);
  call->instance = h->places[INSTANCE];
  dcm_page_end_lock(call->instance, h->sizes[INSTANCE], !may_write);
}

/** Gives the host the instance that init has made. */
static void give_back(void *data, dcm_call *call) {
  const handing *h = data;
  const dcm_instance *own = call->instance;
  if (call->function != DCM_FUNCTION_INIT)
    return;
  const uint32_t size = h->instance->size;
  if (own->size != h->sizes[INSTANCE] || own->log != h->instance->log ||
      own->log_data != h->instance->log_data)
    dcm_subject_find(h->subject,
                     "init changes size, log or log_data of the instance, which the host has set",
                     h->subject->model->id, "another value",
                     "unchanged values: a law that contains another law must copy single fields of "
                     "the other instance");
  memcpy(h->instance, own, h->sizes[INSTANCE]);
  h->instance->size = size;
}

static void hear_nothing(void *data, uint32_t level, const char *message) {
  (void)data;
  (void)level;
  (void)message;
}

void dcm_check_structs(const dcm_subject *subject) {
  const uint32_t least = subject->model->least_version;
  handing h = {.subject = subject, .version = least ? least : subject->abi_version};
  dcm_interposer interposer = {.before = hand_all, .after = give_back, .data = &h};
  h.sizes = sizes[DCM_VERSION_MINOR(h.version)];
  for (kind k = 0; k < KIND_COUNT; k++)
    h.places[k] = dcm_page_end_take(h.sizes[k]);
  dcm_faults_visit(on_fault, &h);
  /* The library is asked once more, as another host would. */
  const dcm_host host = {
      .size = sizeof host, .abi_version = h.version, .name = "dcm check", .log = hear_nothing};
  h.calling = DCM_LIBRARY_SYMBOL;
  subject->entry(hand(&h, HOST, &host));
  dcm_check_through(subject, "structs", &interposer);
}
