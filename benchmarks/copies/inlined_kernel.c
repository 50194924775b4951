/* SPDX-License-Identifier: MIT */
/* The loop over pairs with one law, hertz-mindlin, as a part of it: the law's source and that of
 * the loop as one, with a call that the compiler sees through in the place of the one by a pointer.
 */
#define DCM_COPY inlined
#include "names.h"

#include "laws/hertz_mindlin.c"

static inline __attribute__((always_inline)) int32_t compute_here(const dcm_instance *instance,
                                                                  const dcm_contacts *contacts,
                                                                  const dcm_response *response) {
  return dcm_loop_compute(instance, contacts, response);
}

/* law->model->compute(...) becomes law->model->id ? compute_here(...) : DCM_ERROR; each model has
 * an id. */
#define compute(...) id ? compute_here(__VA_ARGS__) : DCM_ERROR
#include "contacts/pair_kernel.c"
