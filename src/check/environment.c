/* SPDX-License-Identifier: MIT */
/** @file
 * Check of the floating-point environment of the host. Hosts undo changes when a library is loaded
 * and when a law is made; only this check looks at the other functions of a law. */
#include <stdio.h>

#include "check/checks.h"
#include "check/through.h"
#include "runtime/float_environment.h"

static const dcm_subject *watched;

static void tell(uint32_t changes, const char *who) {
  dcm_error what, came;
  if (!changes)
    return;
  dcm_fail(&what,
           "%s changes the floating-point environment of the host, and so all later results of the "
           "thread",
           who);
  dcm_fail(&came, "changed: ");
  dcm_float_environment_append(changes, &came);
  dcm_subject_find(watched, what.text, watched->model->id, came.text,
                   changes & DCM_FLOAT_FLUSHING
                       ? "the environment as it was: link without -Ofast and -ffast-math, because "
                         "these options add crtfastmath.o"
                       : "the environment as it was: restore changes with fesetenv");
}

/** Checks the environment after a call. */
static void expect_unchanged(const dcm_float_environment *before, const char *function) {
  tell(dcm_float_environment_restore(before), function);
}

static int32_t init(const dcm_setup *setup, dcm_instance *instance) {
  const dcm_float_environment before = dcm_float_environment_now();
  const int32_t status = watched->model->init(setup, instance);
  expect_unchanged(&before, "init");
  return status;
}

static int32_t compute(const dcm_instance *instance, const dcm_contacts *contacts,
                       const dcm_response *response) {
  const dcm_float_environment before = dcm_float_environment_now();
  const int32_t status = watched->model->compute(instance, contacts, response);
  expect_unchanged(&before, "compute");
  return status;
}

static void history(const dcm_instance *instance, const dcm_event *event) {
  const dcm_float_environment before = dcm_float_environment_now();
  watched->model->history(instance, event);
  expect_unchanged(&before, "history");
}

static double reach(const dcm_instance *instance, const dcm_sides *sides) {
  const dcm_float_environment before = dcm_float_environment_now();
  const double result = watched->model->reach(instance, sides);
  expect_unchanged(&before, "reach");
  return result;
}

static void destroy(dcm_instance *instance) {
  const dcm_float_environment before = dcm_float_environment_now();
  if (watched->model->destroy)
    watched->model->destroy(instance);
  expect_unchanged(&before, "destroy");
}

void dcm_check_environment(const dcm_subject *subject) {
  static const dcm_model functions = {
      .init = init, .compute = compute, .history = history, .reach = reach, .destroy = destroy};
  watched = subject;
  tell(subject->float_changes, "the library, or a library that it needs,");
  dcm_check_through(subject, "environment", &functions);
}
