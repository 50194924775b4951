/* SPDX-License-Identifier: MIT */
/** @file
 * The sound law of law.h, and the law with mistakes in its use of memory: of arrays, of static
 * variables, of what it is handed, of what it takes. */
#include "law.h"

#include <stdio.h>

#pragma GCC diagnostic ignored "-Woverride-init" /* a law may have another destroy */

#define LAWS(LAW)                                                                                  \
  LAW(SOUND, "sound-in-memory", LAW_USUAL, law_starts, law_sound)                                  \
  LAW(FIRST_64, "answers-for-64-contacts", LAW_USUAL, law_starts, in_a_batch)                      \
  LAW(FIRST_2000, "answers-for-2000-contacts", LAW_USUAL, law_starts, in_a_batch)                  \
  LAW(ROOT, "takes-the-root-of-any-overlap", LAW_USUAL, law_starts, in_a_batch)                    \
  LAW(READS_ON, "reads-one-number-too-many", LAW_USUAL, law_starts, in_a_batch)                    \
  LAW(READS_BEFORE, "reads-the-number-before", LAW_USUAL, law_starts, in_a_batch)                  \
  LAW(LONG_BEGIN, "begins-whole-lanes", HAS_EVENTS, law_starts, law_sound)                         \
  LAW(LONG_SWAP, "swaps-whole-lanes", HAS_EVENTS, law_starts, law_sound)                           \
  LAW(COUNTS, "counts-its-calls", LAW_USUAL, law_starts, with_statics)                             \
  LAW(SCRATCH, "has-static-scratch", LAW_USUAL, law_starts, with_statics)                          \
  LAW(LAST, "remembers-the-last-contact", LAW_USUAL, law_starts, with_statics)                     \
  LAW(COUNTS_EVENTS, "counts-new-contacts", HAS_EVENTS, law_starts, law_sound)                     \
  LAW(COUNTS_REACH, "counts-questions-of-reach", HAS_REACH, law_starts, law_sound)                 \
  LAW(OWN_SCRATCH, "takes-scratch-and-gives-it-back", LAW_USUAL, law_starts, with_statics)         \
  LAW(THREADS_SCRATCH, "has-scratch-of-threads", LAW_USUAL, law_starts, with_statics)              \
  LAW(TABLE, "makes-a-table-once", LAW_USUAL, starts_taking, with_statics)                         \
  LAW(NOT_FREED, "never-frees", NEVER_DESTROYED, law_starts, law_sound)                            \
  LAW(LEAKING, "leaks-when-computing", LAW_USUAL, law_starts, with_statics)                        \
  LAW(LEAKS_EVENTS, "leaks-at-events", HAS_EVENTS, law_starts, law_sound)                          \
  LAW(REFUSES, "leaks-when-refusing", LAW_USUAL, starts_taking, law_sound)                         \
  LAW(FILES, "leaves-a-file-open", LAW_USUAL, starts_taking, law_sound)                            \
  LAW(KEEPS_SETUP, "keeps-the-setup", BORROWS(KEEPS_SETUP), law_starts, with_the_setup)            \
  LAW(WRITES_SETUP, "writes-into-the-setup", BORROWS(WRITES_SETUP), law_starts, law_sound)         \
  LAW(WRITES_TABLE, "writes-into-its-description", DESCRIBED, starts_taking, law_sound)            \
  LAW(WRITES_OUTPUT, "writes-into-its-outputs", TELLING, starts_taking, law_sound)                 \
  LAW(OWN, "has-scratch-in-its-instance", LAW_USUAL, law_starts, in_blocks)                        \
  LAW(WRITES_BEYOND, "writes-beyond-its-block", LAW_USUAL, starts_taking, law_sound)               \
  LAW(WRITES_LATER, "writes-beyond-its-block-later", LAW_USUAL, law_starts, in_blocks)             \
  LAW(READS_BEYOND, "reads-beyond-its-block", LAW_USUAL, law_starts, in_blocks)                    \
  LAW(UNWRITTEN, "uses-memory-as-it-comes", LAW_USUAL, starts_taking, in_blocks)                   \
  LAW(FREED, "uses-a-block-after-free", LAW_USUAL, starts_taking, in_blocks)                       \
  LAW(SHARES, "frees-what-others-use", SHARED, starts_taking, in_blocks)                           \
  LAW(STATIC_BLOCK, "has-a-static-block", LAW_USUAL, law_starts, in_blocks)                        \
  LAW(THREADS_BLOCK, "has-a-block-of-threads", LAW_USUAL, law_starts, in_blocks)                   \
  LAW(NUMBERED, "numbers-its-instances", LAW_USUAL, starts_taking, law_sound)                      \
  LAW(NO_VALUE, "has-a-variable-without-a-value", LAW_USUAL, law_starts, in_blocks)
LAW_NUMBERS(LAWS)

static uint32_t whole_lanes(uint32_t count) {
  return (count + DCM_LANES - 1) / DCM_LANES * DCM_LANES;
}

/* -------------------------------------------------------------------------------- of a batch */

static volatile double unused;

static void in_a_batch(const law_contact *c, law_answer *a) {
  const dcm_contacts *contacts = c->contacts;
  law_sound(c, a);
  if (c->law == FIRST_64 && c->k >= 64)
    memset(a, 0, sizeof *a);
  if (c->law == FIRST_2000 && c->k >= 2000)
    memset(a, 0, sizeof *a);
  if (c->law == ROOT)
    a->normal += 1e-9 * a->normal * sqrt(c->overlap / c->radius);
  if (c->law == READS_ON && c->k == 0)
    unused = contacts->overlap[whole_lanes(contacts->count)];
  if (c->law == READS_BEFORE && c->k == 0)
    unused = (contacts->overlap - 1)[0];
}

/* ------------------------------------------------------------------------------- of an event */

#define HAS_EVENTS                                                                                 \
  LAW_USUAL, .events = 1u << DCM_CONTACT_BEGINS | 1u << DCM_CONTACT_SWAPS, .history = history

static uint32_t begun;
static void *volatile taken;

static void history(const dcm_instance *instance, const dcm_event *event) {
  const int law = law_number(instance);
  const int is_begin = event->event == DCM_CONTACT_BEGINS;
  const int is_long = law == (is_begin ? LONG_BEGIN : LONG_SWAP);
  const uint32_t count = is_long ? whole_lanes(event->count) : event->count;
  for (int x = 0; x < 3; x++)
    for (uint32_t k = 0; k < count; k++)
      event->fields[x][k] = is_begin ? 0.0 : -event->fields[x][k];
  if (law == COUNTS_EVENTS && is_begin)
    begun += count;
  if (law == LEAKS_EVENTS)
    taken = malloc(24);
}

#define HAS_REACH LAW_USUAL, .reach = reach

static double reach(const dcm_instance *instance, const dcm_sides *sides) {
  static unsigned asked;
  (void)instance;
  asked++;
  return 0.0 * sides->radius_1;
}

/* ----------------------------------------------------------------------- of static variables */

static unsigned calls;
static double scratch[3];
static volatile double last_overlap;
static _Thread_local double scratch_of_thread[3];
static double square_roots[8];
static int has_square_roots;

static void with_statics(const law_contact *c, law_answer *a) {
  law_sound(c, a);
  switch (c->law) {
  case COUNTS:
    calls += c->k == 0;
    break;
  case SCRATCH:
    memcpy(scratch, a->tangential, sizeof scratch);
    memcpy(a->tangential, scratch, sizeof scratch);
    break;
  case LAST:
    last_overlap = c->overlap;
    break;
  case OWN_SCRATCH: {
    double *own = malloc(sizeof a->tangential);
    if (own)
      memcpy(own, a->tangential, sizeof a->tangential);
    free(own);
    break;
  }
  case THREADS_SCRATCH:
    memcpy(scratch_of_thread, a->tangential, sizeof scratch_of_thread);
    break;
  case TABLE:
    a->normal *= square_roots[1];
    break;
  case LEAKING:
    if (c->k == 0)
      taken = malloc(8);
    break;
  }
}

/* --------------------------------------------------------------------------- of what it takes */

#define SHARED LAW_USUAL, .destroy = frees_all
#define NEVER_DESTROYED LAW_USUAL, .destroy = NULL
#define DESCRIBED LAW_TAKES(changing), LAW_KEEPS(law_stretch)

#define TELLING LAW_USUAL, LAW_TELLS(changing_outputs)

static dcm_output changing_outputs[] = {LAW_OUTPUT("area", "of contact", LAW_LENGTH)};

static dcm_parameter changing[] = {
    [STIFFNESS] = LAW_ABOVE_0(DCM_PER_PAIR, "stiffness", "of the normal spring", LAW_STIFFNESS),
    [RESTITUTION] = LAW_SHARE(DCM_PER_PAIR, "restitution", "coefficient of restitution"),
    [FRICTION] = LAW_FROM_0(DCM_PER_PAIR, "friction", "coefficient of friction"),
    [ROLLING] = LAW_FROM_0(DCM_PER_PAIR, "rolling", "coefficient of rolling friction"),
};

static signed char *volatile unwritten;
static unsigned users;

/** First number behind the memory of an instance. */
static double *end_of(const law_data *data) {
  return data->values_2 + (size_t)data->materials * data->materials * data->model->parameter_count;
}

static int32_t starts_taking(const law_data *data, dcm_instance *instance) {
  switch (data->law) {
  case TABLE:
    for (int i = 0; i < 8 && !has_square_roots; i++)
      square_roots[i] = sqrt(i);
    has_square_roots = 1;
    break;
  case REFUSES:
    if (data->values_1[STIFFNESS] < 1e5) {
      taken = malloc(100);
      return law_refuses(instance, "stiffness must not be below 1e5");
    }
    break;
  case FILES:
    taken = fopen("/dev/null", "r");
    break;
  case WRITES_BEYOND:
    *end_of(data) = 1.0;
    break;
  case UNWRITTEN:
    unwritten = malloc(8);
    break;
  case FREED:
    unwritten = calloc(64, 1);
    free((void *)unwritten);
    break;
  case NUMBERED:
    for (uint32_t i = 0; i < data->materials * data->materials; i++)
      data->values_1[i * LAW_PARAMETERS + ROLLING] *= 1.0 + 1e-3 * users;
    users++;
    break;
  case SHARES:
    if (!users++)
      unwritten = calloc(64, 1);
    break;
  case WRITES_TABLE:
    changing[FRICTION].maximum = 10.0;
    break;
  case WRITES_OUTPUT:
    changing_outputs[0].description = "of the contact";
    break;
  }
  return DCM_OK;
}

static void frees_all(dcm_instance *instance) {
  if (users) {
    free((void *)unwritten);
    users = 0;
  }
  law_destroy(instance);
}

/* ---------------------------------------------------------------------------------- of blocks */

#pragma GCC diagnostic ignored "-Wpragmas" /* one compiler has the one, another the other */
#pragma GCC diagnostic ignored "-Wunknown-warning-option"
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"

static double *volatile block;
static _Thread_local double *volatile block_of_thread;

static void in_blocks(const law_contact *c, law_answer *a) {
  const size_t place = offsetof(law_data, options);
  law_data *data = (law_data *)(uintptr_t)((const char *)c->options - place);
  volatile signed char below[1024];
  law_sound(c, a);
  switch (c->law) {
  case OWN:
    memcpy(&data->options[6], &c->overlap, sizeof c->overlap);
    break;
  case WRITES_LATER:
    *end_of(data) = a->normal;
    break;
  case READS_BEYOND:
    a->normal *= signbit(*end_of(data)) ? 1.0 : 1.001;
    break;
  case UNWRITTEN:
    a->normal *= *unwritten < 0 ? 1.0 : 1.001;
    break;
  case FREED:
  case SHARES:
    a->normal *= unwritten[32] < 0 ? 1.0 : 1.001;
    break;
  case STATIC_BLOCK:
    if (!block)
      block = malloc(sizeof c->overlap);
    *block = c->overlap;
    break;
  case THREADS_BLOCK:
    if (!block_of_thread)
      block_of_thread = malloc(sizeof c->overlap);
    *block_of_thread = c->overlap;
    break;
  case NO_VALUE:
    a->normal *= below[512] < 0 ? 1.0 : 1.001;
    break;
  }
}

/* -------------------------------------------------------------------------------- of a setup */

#define BORROWS(number) LAW_USUAL, .init = borrows_##number
#define BORROWER(number)                                                                           \
  static const dcm_model model_##number;                                                           \
  static int32_t borrows_##number(const dcm_setup *setup, dcm_instance *instance) {                \
    return borrow(&model_##number, number, setup, instance);                                       \
  }

static const double *friction;

static int32_t borrow(const dcm_model *model, int law, const dcm_setup *setup,
                      dcm_instance *instance) {
  const int32_t status = law_init(model, law, law_starts, setup, instance);
  friction = setup->values[FRICTION];
  if (law == WRITES_SETUP)
    *(double *)(uintptr_t)friction = 0.5 * *friction;
  return status;
}
BORROWER(KEEPS_SETUP)
BORROWER(WRITES_SETUP)

static void with_the_setup(const law_contact *c, law_answer *a) {
  law_sound(c, a);
  unused = *friction;
}

LAW_LIBRARY(LAWS)
