/* SPDX-License-Identifier: MIT */
/** @file
 * Check of the floating-point environment of the host. Hosts undo changes when a library is loaded
 * and when a law is made; only this check looks at the other functions of a law. */
#include <stdio.h>

#include "check/checks.h"
#include "check/through.h"
#include "runtime/machine.h"

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

static dcm_float_environment before;

static void look_before(void) {
  before = dcm_float_environment_now();
}

static void look_after(const char *function) {
  tell(dcm_float_environment_restore(&before), function);
}

void dcm_check_environment(const dcm_subject *subject) {
  watched = subject;
  tell(subject->float_changes, "the library, or a library that it needs,");
  dcm_check_around(subject, "environment", look_before, look_after);
}
