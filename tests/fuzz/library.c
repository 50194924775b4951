/* SPDX-License-Identifier: MIT */
/** @file
 * Descriptions of a library and of its models, which an input breaks: each seven bytes choose a
 * field and its new value. They are refused with a sentence, or fit for use.
 *
 * Behind every array, model and library stand zeros as far as the host can be made to read by a
 * count and a size that it accepts; what a count is that is wrong by less, it cannot know. */
#include <dcm/dcm.h>
#include <math.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fuzz/fuzz.h"
#include "runtime/error.h"
#include "runtime/law.h"
#include "runtime/library.h"
#include "runtime/model.h"

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

/** One of the first version, of others, or none. */
static uint32_t version(uint32_t choice) {
  const uint32_t versions[] = {
      DCM_ABI_VERSION, DCM_ABI_VERSION + 1, DCM_ABI_VERSION + 5, 3, 2u << 16, 0, UINT32_MAX,
      choice};
  return versions[choice % 8];
}

/** Distances of the elements of the arrays. */
static size_t strides[5];
static char *const arrays[] = {parameters, options, fields, quantities, outputs};
static const size_t lengths[] = {sizeof(dcm_parameter), sizeof(dcm_option),
                                 sizeof(dcm_history_field), sizeof(dcm_quantity),
                                 sizeof(dcm_output)};

/** The description that is broken: an element of an array, or one of the others. */
enum {
  PARAMETER,
  OPTION,
  FIELD,
  QUANTITY,
  OUTPUT,
  MODEL,
  OTHER,
  EITHER,
  LIBRARY,
  INSTANCE,
  CHOICE
};

static void *element(int of, int i) {
  return arrays[of] + (size_t)i * strides[of];
}

static char *described(int of, uint8_t which) {
  switch (of) {
  case MODEL:
    return places[0];
  case OTHER:
    return places[1];
  case EITHER:
    return places[which % 2];
  case LIBRARY:
    return places[2];
  case INSTANCE:
    return (char *)&filled;
  case CHOICE:
    return (char *)&words[which % COUNT];
  default:
    return element(of, which % COUNT);
  }
}

/* ---------------------------------------------------------------------- the ways of breaking */

static void word(char *at, uint32_t value) {
  memcpy(at, &value, sizeof value);
}

static void size(char *at, uint32_t value) {
  word(at, wrong_size(value));
}

static void flag(char *at, uint32_t value) {
  word(at, flags_of(value));
}

static void of_version(char *at, uint32_t value) {
  word(at, version(value));
}

static void small(char *at, uint32_t value) {
  word(at, value % 8);
}

static void pointer(char *at, const void *value) {
  memcpy(at, &value, sizeof value);
}

static void short_text(char *at, uint32_t value) {
  pointer(at, text(value));
}

static void long_name(char *at, uint32_t value) {
  pointer(at, text_of(DCM_MOST_NAME, value));
}

static void long_text(char *at, uint32_t value) {
  pointer(at, text_of(DCM_MOST_TEXT, value));
}

static void real(char *at, uint32_t value) {
  const double broken = number(value);
  memcpy(at, &broken, sizeof broken);
}

static void dimension(char *at, uint32_t value) {
  word(at + value % 5, value);
}

static void no_init(char *at, uint32_t value) {
  const dcm_model broken = {.init = value % 2 ? init : NULL};
  memcpy(at, &broken.init, sizeof broken.init);
}

static void no_compute(char *at, uint32_t value) {
  const dcm_model broken = {.compute = value % 2 ? compute : NULL};
  memcpy(at, &broken.compute, sizeof broken.compute);
}

static void no_reach(char *at, uint32_t value) {
  const dcm_model broken = {.reach = value % 2 ? reach : NULL};
  memcpy(at, &broken.reach, sizeof broken.reach);
}

static void events(char *at, uint32_t value) {
  flag(at, value);
  model.history = value % 3 ? history : NULL;
}

/** Scope and mixing. */
static void scope(char *at, uint32_t value) {
  word(at, value % 8);
  word(at + 4, value / 8 % 8);
}

/** Kind and parity. */
static void kind(char *at, uint32_t value) {
  word(at, value % 4);
  word(at + 4, value / 4 % 4);
}

static void a_model(char *at, uint32_t value) {
  (void)at;
  models[value % 4] = value % 3 ? array(&model, value / 4) : &other;
}

static void use(char *at, uint32_t value) {
  at[value % DCM_MOST_FIELDS] = (char)((value >> 8) % 8);
}

static void reserved(char *at, uint32_t value) {
  const uint64_t broken = value >> 8;
  memcpy(at + 8 * (value % 8), &broken, sizeof broken);
}

/** A field, and how it is broken. Rows stay where they are, so that the inputs of the corpus keep
 * their meaning. */
typedef struct spot {
  int of;
  size_t offset;
  void (*way)(char *at, uint32_t value);
  const void *right; /**< an array: the place that is right, and no way */
} spot;

typedef struct spots {
  const spot *rows;
  size_t count;
} spots;

#define P(field, how)                                                                              \
  { PARAMETER, offsetof(dcm_parameter, field), how, NULL }
#define O(field, how)                                                                              \
  { OPTION, offsetof(dcm_option, field), how, NULL }
#define F(field, how)                                                                              \
  { FIELD, offsetof(dcm_history_field, field), how, NULL }
#define Q(field, how)                                                                              \
  { QUANTITY, offsetof(dcm_quantity, field), how, NULL }
#define T(field, how)                                                                              \
  { OUTPUT, offsetof(dcm_output, field), how, NULL }
#define M(of, field, how)                                                                          \
  { of, offsetof(dcm_model, field), how, NULL }
#define L(field, how)                                                                              \
  { LIBRARY, offsetof(dcm_library, field), how, NULL }
#define I(field, how)                                                                              \
  { INSTANCE, offsetof(dcm_instance, field), how, NULL }

static const spot of_parameter[] = {P(size, size),
                                    P(scope, word),
                                    P(mixing, word),
                                    P(flags, word),
                                    P(name, short_text),
                                    P(symbol, short_text),
                                    P(description, short_text),
                                    P(dimension, dimension),
                                    P(default_value, real),
                                    P(minimum, real),
                                    P(maximum, real),
                                    P(reason, short_text)};
static const spot of_option[] = {O(size, size),
                                 O(choice_count, word),
                                 O(default_choice, word),
                                 O(flags, word),
                                 O(name, short_text),
                                 O(description, short_text),
                                 {OPTION, offsetof(dcm_option, choices), NULL, words}};
static const spot of_field[] = {F(size, size),
                                F(kind, word),
                                F(parity, word),
                                F(name, short_text),
                                F(description, short_text),
                                F(dimension, dimension)};
static const spot of_quantity[] = {Q(size, word),
                                   Q(access, word),
                                   Q(name, short_text),
                                   Q(symbol, short_text),
                                   Q(description, short_text),
                                   Q(dimension, dimension),
                                   Q(default_value, real)};
static const spot of_output[] = {T(size, word), T(flags, word), T(name, short_text),
                                 T(description, short_text), T(dimension, dimension)};
static const spot of_model[] = {M(EITHER, size, word),
                                M(EITHER, id, short_text),
                                M(EITHER, title, short_text),
                                M(EITHER, reference, short_text),
                                M(EITHER, parameter_count, word),
                                M(EITHER, option_count, word),
                                M(EITHER, history_count, word),
                                M(EITHER, needs, word),
                                {EITHER, offsetof(dcm_model, parameters), NULL, parameters},
                                {EITHER, offsetof(dcm_model, options), NULL, options},
                                {EITHER, offsetof(dcm_model, history_fields), NULL, fields},
                                M(EITHER, init, no_init),
                                M(EITHER, compute, no_compute),
                                M(EITHER, reach, no_reach)};
static const spot of_model_later[] = {M(EITHER, quantity_count, word),
                                      M(EITHER, output_count, word),
                                      {EITHER, offsetof(dcm_model, quantities), NULL, quantities},
                                      {EITHER, offsetof(dcm_model, outputs), NULL, outputs}};
static const spot of_library[] = {L(size, word),
                                  L(abi_version, word),
                                  L(name, short_text),
                                  L(version, short_text),
                                  L(model_count, word),
                                  L(flags, word),
                                  {LIBRARY, offsetof(dcm_library, models), NULL, models},
                                  L(models, a_model)};
/** Fields that the first version of the contract has and the versions before had not. */
static const spot of_version_1[] = {P(flags, flag),
                                    O(flags, flag),
                                    F(flags, flag),
                                    Q(flags, flag),
                                    T(flags, flag),
                                    Q(kind, small),
                                    Q(minimum, real),
                                    Q(maximum, real),
                                    P(usual_minimum, real),
                                    P(usual_maximum, real),
                                    M(MODEL, needs, flag),
                                    M(MODEL, events, events),
                                    M(MODEL, least_version, of_version),
                                    M(OTHER, least_version, of_version),
                                    L(abi_version, of_version),
                                    L(flags, flag),
                                    P(scope, scope),
                                    F(kind, kind)};
static const spot of_texts[] = {P(name, long_name),
                                P(symbol, long_name),
                                O(name, long_name),
                                F(name, long_name),
                                Q(name, long_name),
                                Q(symbol, long_name),
                                T(name, long_name),
                                M(MODEL, id, long_name),
                                {CHOICE, 0, long_name, NULL},
                                P(description, long_text),
                                P(reason, long_text),
                                O(description, long_text),
                                F(description, long_text),
                                Q(description, long_text),
                                T(description, long_text),
                                M(MODEL, title, long_text),
                                M(MODEL, reference, long_text),
                                L(name, long_text),
                                L(version, long_text)};
static const spot of_instance[] = {I(velocity_arm, small), I(moment_arm, small), I(frame, small),
                                   I(unused, flag),        I(flags, flag),       I(field_use, use),
                                   I(reserved, reserved)};

#define SPOTS(rows)                                                                                \
  { rows, sizeof rows / sizeof rows[0] }

static void break_spot(spots of, uint8_t which, uint8_t field, uint32_t value) {
  const spot *s = of.rows + field % of.count;
  char *at = described(s->of, which) + s->offset;
  if (s->right)
    pointer(at, array(s->right, value));
  else
    s->way(at, value);
}

/** All elements of an array get a new size, and stand at that distance. */
static void spread(int which, uint32_t size) {
  const size_t length = lengths[which];
  static char elements[COUNT][256];
  size -= size % 8;
  if (size < length || size > 4096)
    return;
  for (int i = 0; i < COUNT; i++)
    memcpy(elements[i], element(which, i), length);
  strides[which] = size;
  for (int i = 0; i < COUNT; i++) {
    memcpy(elements[i], &size, sizeof size);
    memcpy(element(which, i), elements[i], length);
  }
}

/** A byte behind what this version knows of a description, which becomes longer. */
static void break_tail(int i, uint8_t field, uint32_t value) {
  const int which = field % 8;
  const uint32_t longer = 8 * (1 + (value >> 16) % 16);
  const uint32_t at = value % 2 ? longer - 1 : value / 2 % longer;
  const char byte = (char)(value >> 8);
  if (which <= OUTPUT) {
    spread(which, (uint32_t)lengths[which] + longer);
    ((char *)element(which, i))[lengths[which] + at] = byte;
  } else {
    const uint32_t known = which == 7 ? sizeof(dcm_library) : sizeof(dcm_model);
    const uint32_t size = known + longer;
    memcpy(places[which - 5], &size, sizeof size);
    places[which - 5][known + at] = byte;
  }
}

/** Breaks that came later have higher numbers, so that the inputs of the corpus keep their meaning.
 */
enum { LATER = 192, LATEST = 224 };

/** One break: seven bytes. */
static void break_one(fuzz_bytes *bytes) {
  enum { WORDS = 5, TAIL = 16, LENGTH = 17 };
  static const spots all[] = {
      [0] = SPOTS(of_parameter), [1] = SPOTS(of_option),     [2] = SPOTS(of_field),
      [3] = SPOTS(of_model),     [4] = SPOTS(of_library),    [9] = SPOTS(of_quantity),
      [10] = SPOTS(of_output),   [13] = SPOTS(of_version_1), [14] = SPOTS(of_texts),
      [15] = SPOTS(of_instance), [LENGTH] = {NULL, 0}};
  static const spots later = SPOTS(of_model_later);
  static const int spread_by[] = {
      [6] = PARAMETER, [7] = OPTION, [8] = FIELD, [11] = QUANTITY, [12] = OUTPUT};
  const uint8_t byte = fuzz_byte(bytes), which = fuzz_byte(bytes), field = fuzz_byte(bytes);
  const uint32_t value = fuzz_word(bytes);
  const int what = byte < LATER ? byte % 9 : byte < LATEST ? 9 + byte % 4 : 13 + byte % 5;
  if (what == 3 && field >= LATER)
    break_spot(later, which, field, value);
  else if (all[what].rows)
    break_spot(all[what], which, field, value);
  else if (what == WORDS)
    words[which] = text(value);
  else if (what == TAIL)
    break_tail(which % COUNT, field, value);
  else if (what == LENGTH)
    spread(field % 5, (uint32_t)lengths[field % 5] + value % 256);
  else
    spread(spread_by[what], value);
}

/** Makes the descriptions well formed, then breaks them. */
static void break_by(const uint8_t *data, size_t length) {
  fuzz_bytes bytes = {data, length};
  for (int of = PARAMETER; of <= OUTPUT; of++)
    memset(arrays[of], 0, (COUNT + 1) * 4096);
  memset(places, 0, sizeof places);
  memset(&filled, 0, sizeof filled);
  make_well_formed();
  memcpy(strides, lengths, sizeof strides);
  while (bytes.left > 0)
    break_one(&bytes);
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

/** Uses all that a host that accepted a model relies on. */
static void use_model(const dcm_model *m) {
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

static const dcm_library *entry(const dcm_host *host) {
  host->log(host->log_data, DCM_LOG_INFO, NULL);
  return &library;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  dcm_error error = {0};
  const dcm_host host = {.size = sizeof host,
                         .abi_version = DCM_ABI_VERSION,
                         .name = "a fuzzer",
                         .log = dcm_error_log,
                         .log_data = &error};
  break_by(data, size);
  dcm_loaded_library *opened;
  if (dcm_library_open_linked(entry, &host, &opened, &error)) {
    fuzz_promise(error.text[0]);
    return 0;
  }
  const dcm_library *description = dcm_library_description(opened);
  for (uint32_t i = 0; i < description->model_count; i++) {
    fuzz_promise(dcm_library_find(opened, description->models[i]->id, &error) ==
                 description->models[i]);
    use_model(description->models[i]);
  }
  const char *refusal;
  for (uint32_t i = 0; (refusal = dcm_library_refusal(opened, i)) != NULL; i++)
    fuzz_promise(refusal[0]);
  fuzz_promise(!dcm_library_find(opened, "no-such-law", &error));
  dcm_library_close(opened);
  return 0;
}
