/* SPDX-License-Identifier: MIT */
#include "fuzz/descriptions.h"

#include <math.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "runtime/error.h"
#include "runtime/law.h"
#include "runtime/model.h"
#include "runtime/units.h"

const char *const fuzz_words[] = {"\xe1", "\xe2", "\xe3", "\xe4", "\xe5",       "\xf0", "\x01",
                                  "\x02", "\x10", "\x20", "\x30", "\x40\0\0\0", NULL};

/* ----------------------------------------------------------------------------- the functions */

/** Fields that init fills beside. */
static dcm_instance filled;

static int32_t init(const dcm_setup *setup, dcm_instance *instance) {
  instance->velocity_arm = (setup->options ? setup->options[0] : 0) + filled.velocity_arm;
  instance->moment_arm = filled.moment_arm;
  instance->frame = filled.frame;
  instance->unused = filled.unused;
  instance->flags = filled.flags;
  memcpy(instance->field_use, filled.field_use, sizeof filled.field_use);
  memcpy(instance->reserved, filled.reserved, sizeof filled.reserved);
  return DCM_OK;
}

static int32_t compute(const dcm_instance *instance, const dcm_contacts *contacts,
                       const dcm_response *response) {
  (void)instance;
  (void)contacts;
  (void)response;
  return DCM_OK;
}

static void history(const dcm_instance *instance, const dcm_event *event) {
  (void)instance;
  (void)event;
}

static double reach(const dcm_instance *instance, const dcm_sides *sides) {
  (void)instance;
  return sides->effective_radius;
}

/* -------------------------------------------------------------------------- the descriptions */

/* Room that a count of 1024 and a size of 4096 reach, and what is read at the last of them. */
enum { COUNT = 3, ROOM = 1024 * 4096 + 4096 };
static _Alignas(64) char parameters[ROOM], options[ROOM], fields[ROOM],
    quantities[ROOM], outputs[ROOM];
static const char *words[1024 + 8];
/* Room for as large sizes behind two models and behind the library. */
static _Alignas(64) char places[3][2 * 4096];
#define model (*(dcm_model *)(void *)places[0])
#define other (*(dcm_model *)(void *)places[1])
#define library (*(dcm_library *)(void *)places[2])
static const dcm_model *models[1024 + 8];

static void make_well_formed(void) {
  static const char *const names[COUNT] = {"alpha", "beta", "gamma"};
  static const char *const option_names[COUNT] = {"form", "mode", "kind"};
  static const char *const field_names[COUNT] = {"slid", "age", "worn"};
  static const char *const quantity_names[COUNT] = {"mass", "warmth", "liquid"};
  static const char *const output_names[COUNT] = {"area", "flow", "stress"};
  for (int i = 0; i < COUNT; i++) {
    ((dcm_parameter *)(void *)parameters)[i] = (dcm_parameter){.size = sizeof(dcm_parameter),
                                                               .scope = DCM_PER_PAIR,
                                                               .name = names[i],
                                                               .symbol = "x",
                                                               .description = "a number",
                                                               .default_value = 1.0,
                                                               .maximum = 2.0,
                                                               .reason = "it is so"};
    ((dcm_quantity *)(void *)quantities)[i] = (dcm_quantity){.size = sizeof(dcm_quantity),
                                                             .access = (uint32_t)i,
                                                             .name = quantity_names[i],
                                                             .symbol = "q",
                                                             .description = "a quantity"};
    ((dcm_output *)(void *)outputs)[i] = (dcm_output){
        .size = sizeof(dcm_output), .name = output_names[i], .description = "a number"};
    ((dcm_option *)(void *)options)[i] = (dcm_option){.size = sizeof(dcm_option),
                                                      .choice_count = 2,
                                                      .name = option_names[i],
                                                      .description = "a choice",
                                                      .choices = words};
    ((dcm_history_field *)(void *)fields)[i] =
        (dcm_history_field){.size = sizeof(dcm_history_field),
                            .kind = DCM_VECTOR,
                            .parity = DCM_ODD,
                            .name = field_names[i],
                            .description = "a state"};
  }
  words[0] = "one";
  words[1] = "two";
  words[2] = NULL;
  model = (dcm_model){.size = sizeof(dcm_model),
                      .id = "law-1",
                      .title = "A law",
                      .reference = "none",
                      .parameter_count = COUNT,
                      .option_count = COUNT,
                      .history_count = COUNT,
                      .parameters = (const dcm_parameter *)(void *)parameters,
                      .options = (const dcm_option *)(void *)options,
                      .history_fields = (const dcm_history_field *)(void *)fields,
                      .quantity_count = COUNT,
                      .output_count = COUNT,
                      .quantities = (const dcm_quantity *)(void *)quantities,
                      .outputs = (const dcm_output *)(void *)outputs,
                      .init = init,
                      .compute = compute,
                      .reach = reach};
  other = model;
  other.id = "law-2";
  models[0] = &model;
  models[1] = &other;
  library = (dcm_library){.size = sizeof(dcm_library),
                          .abi_version = DCM_ABI_VERSION,
                          .name = "made to be broken",
                          .version = "0",
                          .model_count = 2,
                          .models = models};
}

/* ---------------------------------------------------------------------------------- breaking */

/** A text of as many bytes as a text may have, without an end, and without memory behind it:
 * whoever reads on is killed. The last bytes begin a character that would need more, or end the
 * text after all. */
static const char *endless(size_t most, uint32_t choice) {
  static const char *const lasts[] = {"aaa",    "aa\xc3",       "aa\xe2", "a\xe2\x82",
                                      "aa\xf0", "\xf0\x9f\x98", "aa\0",   "a\xc3\xa4"};
  enum { LASTS = sizeof lasts / sizeof lasts[0] };
  static char *made[2][LASTS];
  char **place = &made[most == DCM_MOST_TEXT][choice % LASTS];
  if (!*place) {
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *pages = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED || mprotect(pages + page, page, PROT_NONE))
      abort();
    *place = pages + page - most;
    memset(*place, 'a', most - 3);
    memcpy(*place + most - 3, lasts[choice % LASTS], 3);
  }
  return *place;
}

/** A text of all sorts. */
static const char *text(uint32_t choice) {
  static const char *const texts[] = {
      NULL,        "",         "alpha", "beta",        "form",     "one",
      "two words", "Law",      "law-2", "\x1b[31mred", "\xff\xfe", "\xc2\xb5m",
      "a\nb",      "\xe2\x82", "a_b1",  "not-here",    "0",        "\xf4\x90\x80\x80"};
  return texts[choice % (sizeof texts / sizeof texts[0])];
}

/** A text, or a text without an end. */
static const char *text_of(size_t most, uint32_t choice) {
  return choice % 2 ? endless(most, choice / 2) : text(choice / 2);
}

/** A word of flags: a bit, or any. */
static uint32_t flags_of(uint32_t choice) {
  return choice % 4 ? 1u << (choice / 4) % 32 : choice;
}

static double number(uint32_t choice) {
  const double numbers[] = {0.0, 1.0, -1.0, 2.0, 3.0, NAN, INFINITY, -INFINITY, 1e308, -0.0};
  return numbers[choice % (sizeof numbers / sizeof numbers[0])];
}

/** A place that is right, that no struct can stand at, or none. An address without memory is not
 * tried: a host cannot tell. */
static const void *array(const void *right, uint32_t choice) {
  return choice % 4 == 0 ? NULL : choice % 4 == 1 ? (const char *)right + 1 : right;
}

/** A size that none can be. One that could be, but is not, leads a host into the midst of another
 * struct, and it cannot know; see spread. */
static uint32_t wrong_size(uint32_t value) {
  return value % 3 == 0 ? value | 8192 : value % 3 == 1 ? value | 4 : value % 8;
}

static void break_dimension(dcm_dimension *dimension, uint32_t value) {
  memcpy((char *)dimension + value % 5, &value, sizeof value);
}

static void break_parameter(dcm_parameter *p, uint8_t field, uint32_t value) {
  switch (field % 12) {
  case 0:
    p->size = wrong_size(value);
    break;
  case 1:
    p->scope = value;
    break;
  case 2:
    p->mixing = value;
    break;
  case 3:
    p->flags = value;
    break;
  case 4:
    p->name = text(value);
    break;
  case 5:
    p->symbol = text(value);
    break;
  case 6:
    p->description = text(value);
    break;
  case 7:
    break_dimension(&p->dimension, value);
    break;
  case 8:
    p->default_value = number(value);
    break;
  case 9:
    p->minimum = number(value);
    break;
  case 10:
    p->maximum = number(value);
    break;
  default:
    p->reason = text(value);
    break;
  }
}

static void break_option(dcm_option *o, uint8_t field, uint32_t value) {
  switch (field % 7) {
  case 0:
    o->size = wrong_size(value);
    break;
  case 1:
    o->choice_count = value;
    break;
  case 2:
    o->default_choice = value;
    break;
  case 3:
    o->flags = value;
    break;
  case 4:
    o->name = text(value);
    break;
  case 5:
    o->description = text(value);
    break;
  default:
    o->choices = array(words, value);
    break;
  }
}

static void break_field(dcm_history_field *f, uint8_t field, uint32_t value) {
  switch (field % 6) {
  case 0:
    f->size = wrong_size(value);
    break;
  case 1:
    f->kind = value;
    break;
  case 2:
    f->parity = value;
    break;
  case 3:
    f->name = text(value);
    break;
  case 4:
    f->description = text(value);
    break;
  default:
    break_dimension(&f->dimension, value);
    break;
  }
}

static void break_quantity(dcm_quantity *q, uint8_t field, uint32_t value) {
  switch (field % 7) {
  case 0:
    q->size = value;
    break;
  case 1:
    q->access = value;
    break;
  case 2:
    q->name = text(value);
    break;
  case 3:
    q->symbol = text(value);
    break;
  case 4:
    q->description = text(value);
    break;
  case 5:
    break_dimension(&q->dimension, value);
    break;
  default:
    q->default_value = number(value);
    break;
  }
}

static void break_output(dcm_output *o, uint8_t field, uint32_t value) {
  switch (field % 5) {
  case 0:
    o->size = value;
    break;
  case 1:
    o->flags = value;
    break;
  case 2:
    o->name = text(value);
    break;
  case 3:
    o->description = text(value);
    break;
  default:
    break_dimension(&o->dimension, value);
    break;
  }
}

/** Choices that came later stand behind, so that the inputs of the corpus keep their meaning. */
enum { LATER = 192, LATEST = 224 };

static void break_model(dcm_model *m, uint8_t field, uint32_t value) {
  switch (field < LATER ? field % 14 : 14 + field % 4) {
  case 14:
    m->quantity_count = value;
    break;
  case 15:
    m->output_count = value;
    break;
  case 16:
    m->quantities = array(quantities, value);
    break;
  case 17:
    m->outputs = array(outputs, value);
    break;
  case 0:
    m->size = value;
    break;
  case 1:
    m->id = text(value);
    break;
  case 2:
    m->title = text(value);
    break;
  case 3:
    m->reference = text(value);
    break;
  case 4:
    m->parameter_count = value;
    break;
  case 5:
    m->option_count = value;
    break;
  case 6:
    m->history_count = value;
    break;
  case 7:
    m->needs = value;
    break;
  case 8:
    m->parameters = array(parameters, value);
    break;
  case 9:
    m->options = array(options, value);
    break;
  case 10:
    m->history_fields = array(fields, value);
    break;
  case 11:
    m->init = value % 2 ? init : NULL;
    break;
  case 12:
    m->compute = value % 2 ? compute : NULL;
    break;
  default:
    m->reach = value % 2 ? reach : NULL;
    break;
  }
}

static void break_library(uint8_t field, uint32_t value) {
  switch (field % 8) {
  case 0:
    library.size = value;
    break;
  case 1:
    library.abi_version = value;
    break;
  case 2:
    library.name = text(value);
    break;
  case 3:
    library.version = text(value);
    break;
  case 4:
    library.model_count = value;
    break;
  case 5:
    library.flags = value;
    break;
  case 6:
    library.models = array(models, value);
    break;
  default:
    models[value % 4] = value % 3 ? array(&model, value / 4) : &other;
    break;
  }
}

/** Distances of the elements of the arrays. */
static size_t strides[5];
enum { PARAMETERS, OPTIONS, FIELDS, QUANTITIES, OUTPUTS };
static char *const arrays[] = {parameters, options, fields, quantities, outputs};
static const size_t lengths[] = {sizeof(dcm_parameter), sizeof(dcm_option),
                                 sizeof(dcm_history_field), sizeof(dcm_quantity),
                                 sizeof(dcm_output)};

/** One of the first version, of others, or none. */
static uint32_t version(uint32_t choice) {
  const uint32_t versions[] = {
      DCM_ABI_VERSION, DCM_ABI_VERSION + 1, DCM_ABI_VERSION + 5, 3, 2u << 16, 0, UINT32_MAX,
      choice};
  return versions[choice % 8];
}

/** Breaks what the first version of the contract has and the versions before had not. */
static void break_flags(int i, uint8_t field, uint32_t value) {
  dcm_parameter *p = (dcm_parameter *)(void *)(parameters + (size_t)i * strides[PARAMETERS]);
  dcm_option *o = (dcm_option *)(void *)(options + (size_t)i * strides[OPTIONS]);
  dcm_history_field *f = (dcm_history_field *)(void *)(fields + (size_t)i * strides[FIELDS]);
  dcm_quantity *q = (dcm_quantity *)(void *)(quantities + (size_t)i * strides[QUANTITIES]);
  dcm_output *t = (dcm_output *)(void *)(outputs + (size_t)i * strides[OUTPUTS]);
  switch (field % 18) {
  case 0:
    p->flags = flags_of(value);
    break;
  case 1:
    o->flags = flags_of(value);
    break;
  case 2:
    f->flags = flags_of(value);
    break;
  case 3:
    q->flags = flags_of(value);
    break;
  case 4:
    t->flags = flags_of(value);
    break;
  case 5:
    q->kind = value % 8;
    break;
  case 6:
    q->minimum = number(value);
    break;
  case 7:
    q->maximum = number(value);
    break;
  case 8:
    p->usual_minimum = number(value);
    break;
  case 9:
    p->usual_maximum = number(value);
    break;
  case 10:
    model.needs = flags_of(value);
    break;
  case 11:
    model.events = flags_of(value);
    model.history = value % 3 ? history : NULL;
    break;
  case 12:
    model.least_version = version(value);
    break;
  case 13:
    other.least_version = version(value);
    break;
  case 14:
    library.abi_version = version(value);
    break;
  case 15:
    library.flags = flags_of(value);
    break;
  case 16:
    p->scope = value % 8;
    p->mixing = value / 8 % 8;
    break;
  default:
    f->kind = value % 4;
    f->parity = value / 4 % 4;
    break;
  }
}

static void break_text(int i, uint8_t field, uint32_t value) {
  dcm_parameter *p = (dcm_parameter *)(void *)(parameters + (size_t)i * strides[PARAMETERS]);
  dcm_option *o = (dcm_option *)(void *)(options + (size_t)i * strides[OPTIONS]);
  dcm_history_field *f = (dcm_history_field *)(void *)(fields + (size_t)i * strides[FIELDS]);
  dcm_quantity *q = (dcm_quantity *)(void *)(quantities + (size_t)i * strides[QUANTITIES]);
  dcm_output *t = (dcm_output *)(void *)(outputs + (size_t)i * strides[OUTPUTS]);
  const char **const all_names[] = {&p->name,   &p->symbol, &o->name,  &f->name, &q->name,
                                    &q->symbol, &t->name,   &model.id, &words[i]};
  const char **const all_texts[] = {
      &p->description, &p->reason,   &o->description,  &f->description, &q->description,
      &t->description, &model.title, &model.reference, &library.name,   &library.version};
  enum {
    NAMES = sizeof all_names / sizeof all_names[0],
    TEXTS = sizeof all_texts / sizeof all_texts[0]
  };
  if (field % (NAMES + TEXTS) < NAMES)
    *all_names[field % (NAMES + TEXTS)] = text_of(DCM_MOST_NAME, value);
  else
    *all_texts[field % (NAMES + TEXTS) - NAMES] = text_of(DCM_MOST_TEXT, value);
}

static void break_instance(uint8_t field, uint32_t value) {
  switch (field % 7) {
  case 0:
    filled.velocity_arm = value % 8;
    break;
  case 1:
    filled.moment_arm = value % 8;
    break;
  case 2:
    filled.frame = value % 8;
    break;
  case 3:
    filled.unused = flags_of(value);
    break;
  case 4:
    filled.flags = flags_of(value);
    break;
  case 5:
    filled.field_use[value % DCM_MOST_FIELDS] = (uint8_t)(value >> 8) % 8;
    break;
  default:
    filled.reserved[value % 8] = value >> 8;
    break;
  }
}

static void *element(char *place, int which, int i) {
  return place + (size_t)i * strides[which];
}

/** All elements of an array get a new size, and stand at that distance. */
static void spread(char *place, int which, size_t length, uint32_t size) {
  static char elements[COUNT][256];
  size -= size % 8;
  if (size < length || size > 4096)
    return;
  for (int i = 0; i < COUNT; i++)
    memcpy(elements[i], element(place, which, i), length);
  strides[which] = size;
  for (int i = 0; i < COUNT; i++) {
    memcpy(elements[i], &size, sizeof size);
    memcpy(element(place, which, i), elements[i], length);
  }
}

/** A byte behind what this version knows of a description, which becomes longer. */
static void break_tail(int i, uint8_t field, uint32_t value) {
  const int which = field % 8;
  const uint32_t longer = 8 * (1 + (value >> 16) % 16);
  const uint32_t at = value % 2 ? longer - 1 : value / 2 % longer;
  const char byte = (char)(value >> 8);
  if (which <= OUTPUTS) {
    spread(arrays[which], which, lengths[which], (uint32_t)lengths[which] + longer);
    ((char *)element(arrays[which], which, i))[lengths[which] + at] = byte;
  } else {
    const uint32_t known = which == 7 ? sizeof(dcm_library) : sizeof(dcm_model);
    const uint32_t size = known + longer;
    memcpy(places[which - 5], &size, sizeof size);
    places[which - 5][known + at] = byte;
  }
}

const dcm_library *fuzz_library(const uint8_t *data, size_t size) {
  fuzz_bytes bytes = {data, size};
  memset(parameters, 0, (COUNT + 1) * 4096);
  memset(options, 0, (COUNT + 1) * 4096);
  memset(fields, 0, (COUNT + 1) * 4096);
  memset(quantities, 0, (COUNT + 1) * 4096);
  memset(outputs, 0, (COUNT + 1) * 4096);
  memset(places, 0, sizeof places);
  memset(&filled, 0, sizeof filled);
  make_well_formed();
  memcpy(strides, lengths, sizeof strides);
  while (bytes.left > 0) {
    const uint8_t what = fuzz_byte(&bytes);
    const uint8_t which = fuzz_byte(&bytes);
    const uint8_t field = fuzz_byte(&bytes);
    const uint32_t value = fuzz_word(&bytes);
    const int i = which % COUNT;
    switch (what < LATER ? what % 9 : what < LATEST ? 9 + what % 4 : 13 + what % 5) {
    case 13:
      break_flags(i, field, value);
      break;
    case 14:
      break_text(i, field, value);
      break;
    case 15:
      break_instance(field, value);
      break;
    case 16:
      break_tail(i, field, value);
      break;
    case 17:
      spread(arrays[field % 5], field % 5, lengths[field % 5],
             (uint32_t)lengths[field % 5] + value % 256);
      break;
    case 9:
      break_quantity(element(quantities, QUANTITIES, i), field, value);
      break;
    case 10:
      break_output(element(outputs, OUTPUTS, i), field, value);
      break;
    case 11:
      spread(quantities, QUANTITIES, sizeof(dcm_quantity), value);
      break;
    case 12:
      spread(outputs, OUTPUTS, sizeof(dcm_output), value);
      break;
    case 0:
      break_parameter(element(parameters, PARAMETERS, i), field, value);
      break;
    case 1:
      break_option(element(options, OPTIONS, i), field, value);
      break;
    case 2:
      break_field(element(fields, FIELDS, i), field, value);
      break;
    case 3:
      break_model(which % 2 ? &other : &model, field, value);
      break;
    case 4:
      break_library(field, value);
      break;
    case 5:
      words[which] = text(value);
      break;
    case 6:
      spread(parameters, PARAMETERS, sizeof(dcm_parameter), value);
      break;
    case 7:
      spread(options, OPTIONS, sizeof(dcm_option), value);
      break;
    default:
      spread(fields, FIELDS, sizeof(dcm_history_field), value);
      break;
    }
  }
  return &library;
}

const dcm_model *fuzz_model(const uint8_t *data, size_t size) {
  fuzz_library(data, size);
  return &model;
}

/* ------------------------------------------------------------------------------------- using */

/** Nothing is passed over that a description says. */
static void expect_known(const void *description, size_t known) {
  uint32_t size;
  memcpy(&size, description, sizeof size);
  for (size_t at = known; at < size; at++)
    fuzz_promise(!((const char *)description)[at]);
}

static void expect_instance(const dcm_model *m, const dcm_instance *instance) {
  for (int word = 0; word < 8; word++)
    fuzz_promise(!instance->reserved[word]);
  fuzz_promise(instance->velocity_arm <= 2 && instance->moment_arm <= 2 && instance->frame <= 1);
  fuzz_promise(!(instance->flags & 0x8000fff0u) && !(instance->unused & 0x8000fffcu));
  for (uint32_t f = 0; f < DCM_MOST_FIELDS; f++)
    fuzz_promise(instance->field_use[f] <= (f < m->history_count ? DCM_FIELD_HELD_OTHERWISE : 0));
}

void fuzz_use_model(const dcm_model *m) {
  fuzz_promise(dcm_text_is_plain(m->id) && dcm_text_is_plain(m->title) &&
               dcm_text_is_plain(m->reference));
  fuzz_promise(strlen(m->id) < DCM_MOST_NAME && strlen(m->title) < DCM_MOST_TEXT);
  fuzz_promise(!(m->needs & ~DCM_MAY_BE_IGNORED) && !m->history == !m->events);
  expect_known(m, sizeof *m);
  const uint32_t width = dcm_model_history_width(m);
  fuzz_promise(m->history_count <= DCM_MOST_FIELDS && width <= DCM_MOST_COMPONENTS);
  for (uint32_t f = 0; f < m->history_count; f++) {
    expect_known(dcm_model_history_field(m, f), sizeof(dcm_history_field));
    fuzz_promise(!(dcm_model_history_field(m, f)->flags & ~DCM_MAY_BE_IGNORED));
  }
  double *signs = malloc((width + 1) * sizeof *signs);
  if (!signs)
    abort();
  dcm_model_history_signs(m, signs);
  free(signs);
  dcm_settings *s = dcm_settings_create(m, 2);
  dcm_error error;
  char unit[DCM_DIMENSION_TEXT];
  for (uint32_t p = 0; p < m->parameter_count; p++) {
    const dcm_parameter *parameter = dcm_model_parameter(m, p);
    expect_known(parameter, sizeof *parameter);
    fuzz_promise(parameter->scope <= DCM_PER_LAW && parameter->mixing <= DCM_MIX_MAXIMUM);
    fuzz_promise(!(parameter->flags & 0xfff8u) && parameter->flags <= 0x7fffffffu);
    fuzz_promise(strlen(parameter->name) < DCM_MOST_NAME &&
                 strlen(parameter->reason) < DCM_MOST_TEXT);
    fuzz_promise(dcm_model_find_parameter(m, parameter->name) == (int32_t)p);
    fuzz_promise(dcm_text_is_plain(parameter->symbol) && dcm_text_is_plain(parameter->reason));
    dcm_dimension_si(parameter->dimension, unit);
    const dcm_range all = {1, 2};
    dcm_settings_set(s, all, all, parameter->name, "1", &error);
  }
  for (uint32_t o = 0; o < m->option_count; o++) {
    const dcm_option *option = dcm_model_option(m, o);
    fuzz_promise(dcm_settings_choose(s, option->name, option->choices[option->choice_count - 1],
                                     &error) == DCM_OK);
  }
  fuzz_promise(m->quantity_count <= DCM_MOST_QUANTITIES && m->output_count <= DCM_MOST_OUTPUTS);
  for (uint32_t q = 0; q < m->quantity_count; q++) {
    const dcm_quantity *quantity = dcm_model_quantity(m, q);
    expect_known(quantity, sizeof *quantity);
    fuzz_promise(quantity->kind == DCM_SCALAR && !(quantity->flags & ~DCM_MAY_BE_IGNORED));
    fuzz_promise(dcm_quantity_allows(quantity, quantity->default_value));
    fuzz_promise(dcm_model_find_quantity(m, quantity->name) == (int32_t)q);
    fuzz_promise(quantity->access <= DCM_CHANGE && isfinite(quantity->default_value));
    dcm_dimension_si(quantity->dimension, unit);
  }
  for (uint32_t o = 0; o < m->output_count; o++) {
    expect_known(dcm_model_output(m, o), sizeof(dcm_output));
    fuzz_promise(dcm_text_is_plain(dcm_model_output(m, o)->description));
  }
  dcm_settings_choose(s, "nothing", "at all", &error);
  dcm_settings_set(s, (dcm_range){1, 1}, (dcm_range){1, 1}, "nothing", "1", &error);
  dcm_law *law = dcm_law_create(s, dcm_error_log, &error, &error);
  if (law)
    expect_instance(m, &law->instance);
  dcm_law_destroy(law);
  dcm_settings_destroy(s);
}
