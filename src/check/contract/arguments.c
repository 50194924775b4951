/* SPDX-License-Identifier: MIT */
/** @file
 * Check of what a law does with all that it is handed: structs, tables and arrays lie in memory
 * that ends with them, each as long as the contract says. Inputs cannot be written, the tables that
 * init borrows are gone after init, and outputs hold a number that no law writes. */
#define _GNU_SOURCE
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "check/checks.h"
#include "check/contract/interposer.h"
#include "runtime/model.h"

enum { ROUNDS = 24, MOST_THINGS = 1024 + DCM_MOST_COUNT };

/* -------------------------------------------------------------------------------------- pages */

static size_t page_size(void) {
  static size_t size;
  if (!size)
    size = (size_t)sysconf(_SC_PAGESIZE);
  return size;
}

/** So many pages of zeros, an inaccessible page before the first one and behind each. */
static char *pages_with_fences(size_t count) {
  const size_t page = page_size();
  char *pages = mmap(NULL, (2 * count + 1) * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED)
    abort();
  return pages + page;
}

/** @param rights PROT_* of the page that has the place */
static void protect(const void *place, int rights) {
  const uintptr_t page = page_size(), at = (uintptr_t)place;
  if (mprotect((void *)(at / page * page), page, rights))
    abort();
}

/* ------------------------------------------------------------------------------------ structs */

typedef enum kind {
  HOST,
  SETUP,
  INSTANCE,
  CONTACTS,
  RESPONSE,
  ENERGIES,
  EVENT,
  SIDES,
  STRUCTS,
  TABLE = STRUCTS, /**< not a struct: as many entries as the description says */
  ARRAY,           /**< a number for each contact, in whole lanes */
  STATE_ARRAY      /**< a number for each contact of an event */
} kind;

static const char *const struct_names[STRUCTS] = {
    [HOST] = "dcm_host",         [SETUP] = "dcm_setup",       [INSTANCE] = "dcm_instance",
    [CONTACTS] = "dcm_contacts", [RESPONSE] = "dcm_response", [ENERGIES] = "dcm_energies",
    [EVENT] = "dcm_event",       [SIDES] = "dcm_sides"};

/* The size of each struct in version 1.minor: where the last field of that version ends. A version
 * that appends a field appends a row. */
#define END(type, field) (offsetof(type, field) + sizeof((type *)0)->field)
#define STRUCTS_OF(last_energy)                                                                    \
  {                                                                                                \
    [HOST] = END(dcm_host, log_data), [SETUP] = END(dcm_setup, extension_data),                    \
    [INSTANCE] = END(dcm_instance, reserved), [CONTACTS] = END(dcm_contacts, velocity_age),        \
    [RESPONSE] = END(dcm_response, outputs), [ENERGIES] = END(dcm_energies, last_energy),          \
    [EVENT] = END(dcm_event, fields), [SIDES] = END(dcm_sides, effective_radius)                   \
  }
static const uint32_t sizes[][STRUCTS] = {STRUCTS_OF(dissipated_fracture),
                                          STRUCTS_OF(tangential_damper)};
_Static_assert(sizeof sizes / sizeof sizes[0] == DCM_NEWEST_MINOR + 1, "a row for each version");

/* The arrays to which structs point. */
#define FIELD(type, member, struct_kind, unused)                                                   \
  {                                                                                                \
#member, struct_kind, offsetof(type, member), sizeof((type *)0)->member / sizeof(void *),      \
        unused                                                                                     \
  }
#define INPUT(member, unused) FIELD(dcm_contacts, member, CONTACTS, unused)
#define OUTPUT(member, unused) FIELD(dcm_response, member, RESPONSE, unused)
#define ENERGY(member) FIELD(dcm_energies, member, ENERGIES, 0)
static const struct {
  const char *name;
  kind of;
  size_t place;
  size_t components;
  uint32_t unused; /* DCM_UNUSED_* under which there is nothing */
} fields[] = {INPUT(normal, 0),
              INPUT(bisector, 0),
              INPUT(overlap, 0),
              INPUT(normal_velocity, 0),
              INPUT(tangential_velocity, 0),
              INPUT(angular_velocity_1, DCM_UNUSED_SPINS),
              INPUT(angular_velocity_2, DCM_UNUSED_SPINS),
              INPUT(radius_1, 0),
              INPUT(radius_2, 0),
              INPUT(effective_radius, 0),
              INPUT(effective_mass, 0),
              OUTPUT(normal_force, 0),
              OUTPUT(tangential_force, 0),
              OUTPUT(couple_1, DCM_UNUSED_COUPLES),
              OUTPUT(couple_2, DCM_UNUSED_COUPLES),
              ENERGY(stored_normal),
              ENERGY(stored_tangential),
              ENERGY(stored_rolling),
              ENERGY(dissipated_normal),
              ENERGY(dissipated_plastic),
              ENERGY(dissipated_tangential),
              ENERGY(dissipated_sliding),
              ENERGY(dissipated_rolling),
              ENERGY(dissipated_fracture),
              ENERGY(tangential_damper)};

/* ------------------------------------------------------------------------------------- things */

/** Something that a law is handed. */
typedef struct thing {
  kind kind;
  const char *name;
  int number; /**< of several with this name; -1: the only one */
  char *place;
  size_t bytes;
  int rights;   /**< PROT_* */
  double *host; /**< where the host wants the answers; NULL: nowhere */
} thing;

/** The present call; there is one instance at a time. */
typedef struct handing {
  const dcm_subject *subject;
  const dcm_scene *scene; /**< NULL: none yet */
  uint32_t version;       /**< of the law */
  const uint32_t *sizes;  /**< of that version */
  char *pages;            /**< a page for each thing, with an inaccessible page before and behind */
  const char *calling;    /**< name of the law's function */
  dcm_instance *instance; /**< of the host */
  uint32_t calls, contacts;
  uint32_t kept; /**< things of the present instance: the instance, and what init borrows */
  uint32_t count;
  thing things[MOST_THINGS];
} handing;

static const uint64_t untouched = 0x7ff4dead00c0ffeeu; /* a NaN */

static void set_rights(thing *t, int rights) {
  t->rights = rights;
  protect(t->place, rights);
}

/** Hands a copy to the law.
 * @param source NULL: numbers that nobody has written
 * @return the copy */
static void *lend(handing *h, thing t, const void *source) {
  const size_t page = page_size(), number = h->count;
  thing *here = &h->things[h->count++];
  char *first = h->pages + 2 * number * page;
  if (h->count > MOST_THINGS || t.bytes > page)
    dcm_subject_find(h->subject, "this law is too large for dcm check", "", "", "");
  /* Now what lies before an array cannot be used, now what lies behind. */
  t.place = t.kind >= ARRAY && h->calls % 2 ? first : first + page - t.bytes;
  *here = t;
  protect(first, PROT_READ | PROT_WRITE);
  if (source && t.bytes)
    memcpy(t.place, source, t.bytes);
  for (size_t at = 0; !source && at < t.bytes; at += sizeof untouched)
    memcpy(t.place + at, &untouched, sizeof untouched);
  if (t.kind < STRUCTS)
    memcpy(t.place, &(uint32_t){(uint32_t)t.bytes}, sizeof(uint32_t));
  if (t.rights != (PROT_READ | PROT_WRITE))
    protect(first, t.rights);
  return t.place;
}

static void *lend_struct(handing *h, kind k, const void *source, int rights) {
  return lend(h, (thing){k, struct_names[k], -1, NULL, h->sizes[k], rights, NULL}, source);
}

static void *lend_table(handing *h, const char *name, const void *source, size_t bytes) {
  return lend(h, (thing){TABLE, name, -1, NULL, bytes, PROT_READ, NULL}, source);
}

/** Uses of an array beside PROT_READ, and PROT_WRITE: the law fills the array. */
enum { READS_ANY = 8, NO_USE = 0 };

static void *lend_array(handing *h, const char *name, int number, double *host, int use) {
  const size_t lanes = (h->contacts + DCM_LANES - 1) / DCM_LANES * DCM_LANES;
  return lend(h,
              (thing){ARRAY, name, number, NULL, lanes * sizeof(double),
                      use == NO_USE       ? PROT_NONE
                      : use == PROT_WRITE ? PROT_READ | PROT_WRITE
                                          : PROT_READ,
                      use == PROT_WRITE ? host : NULL},
              use == PROT_READ ? host : NULL);
}

/* ----------------------------------------------------------------------------------- findings */

static void find(const handing *h, const char *what, const char *came, const char *expected) {
  if (h->scene)
    dcm_scene_find_text(h->scene, DCM_NO_CONTACT, what, came, expected);
  dcm_subject_find(h->subject, what, h->subject->model->id, came, expected);
}

static const char *name_of(const thing *t) {
  static char text[64];
  snprintf(text, sizeof text, t->number < 0 ? "%s" : "%s[%d]", t->name, t->number);
  return text;
}

static void find_beyond_struct(const handing *h, const thing *t, size_t bytes) {
  const unsigned major = DCM_VERSION_MAJOR(h->version), minor = DCM_VERSION_MINOR(h->version);
  dcm_error what, came, expected;
  dcm_fail(&what,
           "%s reads or writes beyond the end of %s of version %u.%u, which the library declares: "
           "ask DCM_HAS before you use a younger field, or compile for the version that has the "
           "field (DCM_TARGET_MINOR)",
           h->calling, t->name, major, minor);
  dcm_fail(&came, "an access %zu bytes behind the last field", bytes);
  dcm_fail(&expected,
           "only the fields of version %u.%u, %zu bytes; copy a struct by the size in the struct, "
           "not by sizeof",
           major, minor, t->bytes);
  find(h, what.text, came.text, expected.text);
}

static void find_beyond(const handing *h, const thing *t, const char *at) {
  dcm_error what, came, expected;
  dcm_fail(&what, "%s reads or writes beyond the arrays that it is handed", h->calling);
  dcm_fail(&came, "an access to %s[%" PRId64 "]", name_of(t),
           (int64_t)(at - t->place) / (int64_t)sizeof(double));
  if (t->kind == TABLE)
    dcm_fail(&expected, "as many entries as the description of the law has");
  else if (t->kind == STATE_ARRAY)
    dcm_fail(&expected,
             "entries 0 to count - 1 only, which is %u: the arrays of an event have no "
             "lanes behind",
             h->contacts - 1);
  else
    dcm_fail(&expected, "entries 0 to %zu only, the count rounded up to whole lanes of %d",
             t->bytes / sizeof(double) - 1, DCM_LANES);
  find(h, what.text, came.text, expected.text);
}

/** An access inside of a thing that does not allow it. */
static void find_inside(const handing *h, const thing *t, size_t at) {
  dcm_error what, came;
  dcm_fail(&came, t->kind <= TABLE ? "an access to byte %zu" : "an access to entry %zu",
           t->kind <= TABLE ? at : at / sizeof(double));
  if (t->kind == INSTANCE) {
    dcm_fail(&what, "%s writes into %s, which only init and destroy may change", h->calling,
             t->name);
  } else if (t->rights == PROT_READ && t < h->things + h->kept) {
    dcm_fail(&what, "%s writes into %s of the setup", h->calling, name_of(t));
    find(h, what.text, came.text,
         "a setup as it was handed over: what init computes belongs at instance->data");
  } else if (t->rights == PROT_READ) {
    dcm_fail(&what, "%s writes into %s, which is the host's", h->calling, name_of(t));
  } else if (t < h->things + h->kept) {
    dcm_fail(&what, "%s reads %s of the setup, which init got for its own call only", h->calling,
             name_of(t));
    find(h, what.text, "an access to memory that the host has freed",
         "a copy at instance->data of all that later functions need");
  } else {
    dcm_fail(&what, "%s uses %s, which the law says that it does not use", h->calling, name_of(t));
    find(h, what.text, came.text,
         "no access to fields of the state, couples and quantities that the description and the "
         "instance call unused, or only read");
  }
  find(h, what.text, came.text,
       "an unchanged struct, input, or state before the step: write answers to the arrays to which "
       "the struct points");
}

/** A fault in the law is a finding, and the finding ends the process. A fault elsewhere is a crash
 * as in every other check. */
static void on_fault(const handing *h, const char *at) {
  const size_t page = page_size();
  for (uint32_t i = 0; i < h->count; i++) {
    const thing *t = &h->things[i];
    const char *end = t->place + t->bytes, *first = h->pages + 2 * i * page;
    const int is_behind = end == first + page;
    if (at >= t->place && at < end)
      find_inside(h, t, (size_t)(at - t->place));
    else if (is_behind && at >= end && at < end + page && t->kind < STRUCTS)
      find_beyond_struct(h, t, (size_t)(at - end));
    else if (at >= first - (is_behind ? 0 : page) && at < first + (is_behind ? 2 : 1) * page)
      find_beyond(h, t, at);
  }
}

static const handing *in_use; /* a handler of signals has no argument of its own */

/** If no finding ends the process, it crashes as without a handler. */
static void handle(int number, siginfo_t *info, void *context) {
  (void)context;
  on_fault(in_use, info->si_addr);
  signal(number, SIG_DFL);
}

/* ---------------------------------------------------------------------------------- handing over
 */

static void lend_setup(handing *h, dcm_call *call) {
  const dcm_model *model = h->subject->model;
  dcm_setup setup = *call->setup;
  const double *values[DCM_MOST_COUNT];
  h->instance = call->instance;
  h->count = h->kept = 0;
  lend_struct(h, INSTANCE, call->instance, PROT_READ | PROT_WRITE);
  for (uint32_t p = 0; p < model->parameter_count; p++) {
    const size_t numbers =
        dcm_parameter_numbers(dcm_model_parameter(model, p), setup.material_count);
    values[p] =
        lend(h, (thing){TABLE, "values", (int)p, NULL, numbers * sizeof(double), PROT_READ, NULL},
             setup.values[p]);
  }
  setup.abi_version = h->version;
  setup.values = lend_table(h, "values", values, model->parameter_count * sizeof *values);
  setup.options =
      lend_table(h, "options", setup.options, model->option_count * sizeof *setup.options);
  call->setup = lend_struct(h, SETUP, &setup, PROT_READ);
  h->kept = h->count;
}

/** A table of rows of numbers, and the rows.
 * @param uses [count] as in lend_array */
static void *lend_rows(handing *h, const char *name, double *const *rows, uint32_t count,
                       const int *uses) {
  double *lent[DCM_MOST_COMPONENTS + DCM_MOST_QUANTITIES + DCM_MOST_OUTPUTS];
  for (uint32_t r = 0; r < count; r++)
    lent[r] = lend_array(h, name, (int)r, rows[r], uses[r]);
  return lend_table(h, name, lent, count * sizeof *lent);
}

static void lend_fields(handing *h, kind k, void *a_struct, uint32_t unused) {
  for (size_t f = 0; f < sizeof fields / sizeof *fields; f++) {
    double **at = (double **)((char *)a_struct + fields[f].place);
    for (size_t c = 0; c < fields[f].components && fields[f].of == k; c++) {
      const int is_unused = (fields[f].unused & unused) != 0;
      if (fields[f].place < h->sizes[k])
        at[c] = lend_array(h, fields[f].name, fields[f].components > 1 ? (int)c : -1, at[c],
                           k == CONTACTS ? PROT_READ
                           : is_unused   ? NO_USE
                                         : PROT_WRITE);
    }
  }
}

/** The law that has an instance of the host. */
static const dcm_law *law_of(const dcm_instance *instance) {
  return (const dcm_law *)((const char *)instance - offsetof(dcm_law, instance));
}

/** @param all contacts of the host; a state of which the law does not hear stays */
static void lend_state(handing *h, const dcm_law *law, dcm_response *r, uint32_t all) {
  int in[DCM_MOST_COMPONENTS], out[DCM_MOST_COMPONENTS];
  for (uint32_t c = 0; c < law->history_width; c++) {
    const int is_used =
        dcm_law_keeps(law, c) || (r->energies && dcm_law_keeps_for_energies(law, c));
    in[c] = is_used ? PROT_READ : NO_USE;
    out[c] = is_used ? PROT_WRITE : NO_USE;
    for (uint32_t k = h->contacts; is_used && k < all; k++)
      r->history_out[c][k] = r->history_in[c][k];
  }
  double *const *before = (double *const *)(uintptr_t)r->history_in;
  r->history_in = lend_rows(h, "history_in", before, law->history_width, in);
  r->history_out = lend_rows(h, "history_out", r->history_out, law->history_width, out);
}

static void lend_batch(handing *h, dcm_call *call) {
  const dcm_law *law = law_of(h->instance);
  dcm_contacts contacts = *call->contacts;
  dcm_response response = *call->response;
  const uint32_t all = contacts.count;
  int read[DCM_MOST_QUANTITIES], added[DCM_MOST_QUANTITIES], written[DCM_MOST_OUTPUTS];
  /* Now and then whole lanes alone: the entry at the count then lies behind the arrays. */
  if (h->calls % 4 == 0 && all > DCM_LANES)
    contacts.count = all / DCM_LANES * DCM_LANES;
  h->contacts = contacts.count;
  lend_fields(h, CONTACTS, &contacts, law->instance.unused);
  lend_fields(h, RESPONSE, &response, law->instance.unused);
  lend_state(h, law, &response, all);
  for (uint32_t q = 0; q < law->quantity_count; q++) {
    read[q] = law->access[q] == DCM_SUM ? READS_ANY : PROT_READ;
    added[q] = law->access[q] == DCM_READ ? NO_USE : PROT_WRITE;
  }
  for (uint32_t o = 0; o < law->model->output_count; o++)
    written[o] = PROT_WRITE;
  if (law->quantity_count) {
    double *const *one = (double *const *)(uintptr_t)contacts.quantities_1;
    double *const *two = (double *const *)(uintptr_t)contacts.quantities_2;
    contacts.quantities_1 = lend_rows(h, "quantities_1", one, law->quantity_count, read);
    contacts.quantities_2 = lend_rows(h, "quantities_2", two, law->quantity_count, read);
    response.added_1 = lend_rows(h, "added_1", response.added_1, law->quantity_count, added);
    response.added_2 = lend_rows(h, "added_2", response.added_2, law->quantity_count, added);
  }
  if (response.outputs)
    response.outputs = lend_rows(h, "outputs", response.outputs, law->model->output_count, written);
  if (response.energies) {
    dcm_energies energies = *response.energies;
    lend_fields(h, ENERGIES, &energies, 0);
    response.energies = lend_struct(h, ENERGIES, &energies, PROT_READ);
  }
  call->contacts = lend_struct(h, CONTACTS, &contacts, PROT_READ);
  call->response = lend_struct(h, RESPONSE, &response, PROT_READ);
}

static void lend_event(handing *h, dcm_call *call) {
  dcm_event event = *call->event;
  double *rows[DCM_MOST_COMPONENTS];
  const uint32_t width = law_of(h->instance)->history_width;
  h->contacts = event.count;
  for (uint32_t c = 0; c < width; c++)
    rows[c] = lend(h,
                   (thing){STATE_ARRAY, "event->fields", (int)c, NULL, event.count * sizeof(double),
                           PROT_READ | PROT_WRITE, event.fields[c]},
                   event.fields[c]);
  event.fields = lend_table(h, "event->fields", rows, width * sizeof *rows);
  call->event = lend_struct(h, EVENT, &event, PROT_READ);
}

static void hand_over(void *data, dcm_call *call) {
  handing *h = data;
  h->calling = dcm_function_name(call->function);
  h->calls++;
  h->count = h->kept;
  if (call->setup)
    lend_setup(h, call);
  if (call->contacts)
    lend_batch(h, call);
  if (call->event)
    lend_event(h, call);
  if (call->sides)
    call->sides = lend_struct(h, SIDES, call->sides, PROT_READ);
  call->instance = (dcm_instance *)h->things[0].place;
  set_rights(&h->things[0], call->setup || call->function == DCM_FUNCTION_DESTROY
                                ? PROT_READ | PROT_WRITE
                                : PROT_READ);
}

/* -------------------------------------------------------------------------------- taking back */

/** Gives the host the instance that init has made, and takes away what init has borrowed. */
static void end_init(handing *h) {
  const dcm_instance *own = (const dcm_instance *)h->things[0].place;
  const uint32_t size = h->instance->size;
  if (own->size != h->sizes[INSTANCE] || own->log != h->instance->log ||
      own->log_data != h->instance->log_data)
    find(h, "init changes size, log or log_data of the instance, which the host has set",
         "another value",
         "unchanged values: a law that contains another law must copy single fields of the other "
         "instance");
  memcpy(h->instance, own, h->sizes[INSTANCE]);
  h->instance->size = size;
  for (uint32_t i = 1; i < h->kept; i++)
    set_rights(&h->things[i], PROT_NONE);
}

/** The first contact without an answer; the number of contacts if all have one. */
static uint32_t gap_in(const handing *h, const thing *t) {
  uint32_t k = 0;
  while (k < h->contacts && memcmp(t->place + k * sizeof untouched, &untouched, sizeof untouched))
    k++;
  return k;
}

/** Gives the host the answers. An author wants to hear of all that is missing at once. */
static void end_compute(const handing *h, int status) {
  char names[1024] = "", what[1200];
  size_t used = 0;
  uint32_t first = 0;
  for (uint32_t i = h->kept; i < h->count; i++) {
    const thing *t = &h->things[i];
    const uint32_t k = t->host && status == DCM_OK ? gap_in(h, t) : h->contacts;
    if (k < h->contacts && used < sizeof names) {
      first = used ? first : k;
      used +=
          (size_t)snprintf(names + used, sizeof names - used, "%s%s", used ? ", " : "", name_of(t));
    }
    if (t->host)
      memcpy(t->host, t->place, t->bytes);
  }
  if (!used || !h->scene)
    return;
  snprintf(what, sizeof what,
           "compute leaves outputs unwritten, so that those of an earlier batch stay: %s", names);
  dcm_scene_find_text(h->scene, first, what, "the memory as it was before the call",
                      "a number for every contact in every output: 0 if there is nothing to add, "
                      "and the old state if the state does not change");
}

/* The size of the first struct of a table is the stride. */
uint64_t dcm_description_hash(const dcm_model *m) {
  uint64_t hash = dcm_hash(0, m, m->size);
#define ADD(table, count)                                                                          \
  hash = dcm_hash(hash, m->table, (count) ? (size_t)(count)*m->table->size : 0)
  ADD(parameters, m->parameter_count);
  ADD(options, m->option_count);
  ADD(history_fields, m->history_count);
  ADD(quantities, m->quantity_count);
  ADD(outputs, m->output_count);
#undef ADD
  return hash;
}

static void expect_same_description(const handing *h) {
  dcm_error what;
  if (dcm_description_hash(h->subject->original) == h->subject->description)
    return;
  dcm_fail(&what, "%s writes into the description of the law", h->calling);
  find(h, what.text, "another description than before the call",
       "constant descriptions: hosts read them before init, and from other threads");
}

static void take_back(void *data, dcm_call *call) {
  handing *h = data;
  if (call->setup)
    end_init(h);
  if (call->contacts)
    end_compute(h, call->status);
  for (uint32_t i = h->kept; i < h->count && call->event; i++)
    if (h->things[i].host)
      memcpy(h->things[i].host, h->things[i].place, h->things[i].bytes);
  expect_same_description(h);
}

static void hear_nothing(void *data, uint32_t level, const char *message) {
  (void)data;
  (void)level;
  (void)message;
}

static void use(dcm_scene *s) {
  handing *h = s->state;
  h->scene = s;
  dcm_let_live(s);
  h->scene = NULL;
}

void dcm_check_arguments(const dcm_subject *subject) {
  static handing h;
  const uint32_t least = subject->model->least_version;
  const struct sigaction on_faults = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO};
  dcm_interposer interposer = {.before = hand_over, .after = take_back, .data = &h};
  h = (handing){.subject = subject, .version = least ? least : subject->abi_version};
  h.sizes = sizes[DCM_VERSION_MINOR(h.version)];
  h.pages = pages_with_fences(MOST_THINGS);
  h.calling = "init"; /* which has run for the choice of cases */
  expect_same_description(&h);
  in_use = &h;
  sigaction(SIGSEGV, &on_faults, NULL);
  sigaction(SIGBUS, &on_faults, NULL);
  /* The library is asked once more, as another host would. */
  const dcm_host host = {.abi_version = h.version, .name = "dcm check", .log = hear_nothing};
  h.calling = DCM_LIBRARY_SYMBOL;
  subject->entry(lend_struct(&h, HOST, &host, PROT_READ));
  dcm_interpose(&interposer);
  dcm_scene_rounds(subject, "arguments", 2, ROUNDS, use, &h);
  dcm_interpose_no_more();
}
