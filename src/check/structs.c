/* SPDX-License-Identifier: MIT */
/** @file
 * Check of how a law uses the structs of a call: each struct has the size of the version that the
 * law declares, and no memory behind. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/checks.h"
#include "check/page_end.h"
#include "check/through.h"

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

/* The present call; there is one instance at a time. */
static struct {
  const dcm_subject *subject;
  uint32_t version;      /* version of the law */
  const uint32_t *sizes; /* of that version */
  void *places[KIND_COUNT];
  const char *calling; /* name of the law's function */
} now;

/** Puts a struct at the end of memory, read-only, with the size of that version. */
static void *hand(kind k, const void *source) {
  void *place = now.places[k];
  dcm_page_end_lock(place, now.sizes[k], 0);
  memcpy(place, source, now.sizes[k]);
  memcpy(place, &now.sizes[k], sizeof now.sizes[k]);
  dcm_page_end_lock(place, now.sizes[k], 1);
  return place;
}

/* --------------------------------------------------------------------------------- findings */

static void find_beyond(kind k, size_t bytes) {
  const unsigned major = DCM_VERSION_MAJOR(now.version), minor = DCM_VERSION_MINOR(now.version);
  dcm_error what, came, expected;
  dcm_fail(&what,
           "%s reads or writes beyond the end of %s of version %u.%u, which the library declares: "
           "ask DCM_HAS before you use a younger field, or compile for the version that has the "
           "field (DCM_TARGET_MINOR)",
           now.calling, names[k], major, minor);
  dcm_fail(&came, "an access %zu bytes behind the last field", bytes);
  dcm_fail(&expected,
           "only the fields of version %u.%u, %u bytes; copy a struct by the size in the struct, "
           "not by sizeof",
           major, minor, now.sizes[k]);
  dcm_subject_find(now.subject, what.text, now.subject->model->id, came.text, expected.text);
}

static void find_written(kind k, size_t at) {
  dcm_error what, came;
  dcm_fail(&what, "%s writes into %s, which %s", now.calling, names[k],
           k == INSTANCE ? "only init and destroy may change" : "is the host's");
  dcm_fail(&came, "a write to byte %zu of the struct", at);
  dcm_subject_find(now.subject, what.text, now.subject->model->id, came.text,
                   "an unchanged struct: write answers to the arrays to which the struct points");
}

/** A fault in the law is a finding, and the finding ends the process. A fault elsewhere is a crash
 * as in every other check. */
static void on_fault(int number, siginfo_t *info, void *context) {
  (void)context;
  const char *at = info->si_addr;
  for (kind k = 0; k < KIND_COUNT; k++) {
    const char *place = now.places[k];
    if (dcm_page_end_is_behind(place, now.sizes[k], at))
      find_beyond(k, (size_t)(at - place) - now.sizes[k]);
    if (at >= place && at < place + now.sizes[k])
      find_written(k, (size_t)(at - place));
  }
  signal(number, SIG_DFL);
}

/* -------------------------------------------------------------------------------- functions */

static int32_t init(const dcm_setup *setup, dcm_instance *instance) {
  dcm_instance *own = now.places[INSTANCE];
  const uint32_t size = instance->size;
  dcm_setup told = *setup;
  told.abi_version = now.version;
  hand(INSTANCE, instance);
  dcm_page_end_lock(own, now.sizes[INSTANCE], 0);
  now.calling = "init";
  const int32_t status = now.subject->model->init(hand(SETUP, &told), own);
  if (own->size != now.sizes[INSTANCE] || own->log != instance->log ||
      own->log_data != instance->log_data)
    dcm_subject_find(now.subject,
                     "init changes size, log or log_data of the instance, which the host has set",
                     now.subject->model->id, "another value",
                     "unchanged values: a law that contains another law must copy single fields of "
                     "the other instance");
  memcpy(instance, own, now.sizes[INSTANCE]);
  instance->size = size;
  return status;
}

static int32_t compute(const dcm_instance *instance, const dcm_contacts *contacts,
                       const dcm_response *response) {
  (void)instance;
  dcm_response answers = *response;
  if (answers.energies)
    answers.energies = hand(ENERGIES, answers.energies);
  dcm_page_end_lock(now.places[INSTANCE], now.sizes[INSTANCE], 1);
  now.calling = "compute";
  return now.subject->model->compute(now.places[INSTANCE], hand(CONTACTS, contacts),
                                     hand(RESPONSE, &answers));
}

static void history(const dcm_instance *instance, const dcm_event *event) {
  (void)instance;
  dcm_page_end_lock(now.places[INSTANCE], now.sizes[INSTANCE], 1);
  now.calling = "history";
  now.subject->model->history(now.places[INSTANCE], hand(EVENT, event));
}

static double reach(const dcm_instance *instance, const dcm_sides *sides) {
  (void)instance;
  dcm_page_end_lock(now.places[INSTANCE], now.sizes[INSTANCE], 1);
  now.calling = "reach";
  return now.subject->model->reach(now.places[INSTANCE], hand(SIDES, sides));
}

static void destroy(dcm_instance *instance) {
  (void)instance;
  dcm_page_end_lock(now.places[INSTANCE], now.sizes[INSTANCE], 0);
  now.calling = "destroy";
  if (now.subject->model->destroy)
    now.subject->model->destroy(now.places[INSTANCE]);
}

static void hear_nothing(void *data, uint32_t level, const char *message) {
  (void)data;
  (void)level;
  (void)message;
}

/** The library is asked once more, as another host would. */
static void enter(void) {
  const dcm_host host = {
      .size = sizeof host, .abi_version = now.version, .name = "dcm check", .log = hear_nothing};
  now.calling = DCM_LIBRARY_SYMBOL;
  now.subject->entry(hand(HOST, &host));
}

void dcm_check_structs(const dcm_subject *subject) {
  static const dcm_model functions = {
      .init = init, .compute = compute, .history = history, .reach = reach, .destroy = destroy};
  const uint32_t least = subject->model->least_version;
  now.subject = subject;
  now.version = least ? least : subject->abi_version;
  now.sizes = sizes[DCM_VERSION_MINOR(now.version)];
  for (kind k = 0; k < KIND_COUNT; k++) {
    now.places[k] = dcm_page_end_take(now.sizes[k]);
    if (!now.places[k])
      dcm_subject_find(subject, "out of memory", "", "", "");
  }
  struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO};
  sigaction(SIGSEGV, &action, NULL);
  sigaction(SIGBUS, &action, NULL);
  enter();
  dcm_check_through(subject, "structs", &functions);
}
