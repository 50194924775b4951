/* SPDX-License-Identifier: MIT */
/* Descriptions of models: what is malformed is refused with a sentence for its author, and what a
 * later version of the contract appended does not disturb. */
#include "laws/library.h"
#include "runtime/library.h"
#include "runtime/model.h"
#include "support/expect.h"
#include "support/run.h"

#include <math.h>
#include <stdio.h>

static dcm_error error;

static const dcm_host host = {.size = sizeof host,
                              .abi_version = DCM_ABI_VERSION,
                              .name = "a test",
                              .log = dcm_error_log,
                              .log_data = &error};

static int32_t init(const dcm_setup *setup, dcm_instance *instance) {
  (void)setup;
  (void)instance;
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

/* A well formed library, made anew for every test, which then breaks it. */
static dcm_parameter parameters[2];
static const char *words[3];
static dcm_option options[2];
static dcm_history_field fields[2];
static dcm_quantity quantities[2];
static dcm_output outputs[2];
static dcm_model model, other;
static const dcm_model *models[2];
static dcm_library library;

static void make_well_formed(void) {
  for (int i = 0; i < 2; i++) {
    parameters[i] = (dcm_parameter){.size = sizeof(dcm_parameter),
                                    .scope = DCM_PER_PAIR,
                                    .name = i ? "beta" : "alpha",
                                    .symbol = "x",
                                    .description = "a number",
                                    .default_value = 1.0,
                                    .minimum = 0.0,
                                    .maximum = 2.0,
                                    .reason = "it is so"};
    options[i] = (dcm_option){.size = sizeof(dcm_option),
                              .choice_count = 2,
                              .name = i ? "mode" : "form",
                              .description = "a choice",
                              .choices = words};
    fields[i] = (dcm_history_field){.size = sizeof(dcm_history_field),
                                    .kind = i ? DCM_SCALAR : DCM_VECTOR,
                                    .parity = i ? DCM_EVEN : DCM_ODD,
                                    .name = i ? "age" : "slid",
                                    .description = "a state"};
    quantities[i] = (dcm_quantity){.size = sizeof(dcm_quantity),
                                   .access = i ? DCM_CHANGE : DCM_READ,
                                   .name = i ? "store" : "warmth",
                                   .symbol = "q",
                                   .description = "a quantity",
                                   .default_value = 1.0};
    outputs[i] = (dcm_output){
        .size = sizeof(dcm_output), .name = i ? "flow" : "area", .description = "a number"};
  }
  words[0] = "one";
  words[1] = "two";
  words[2] = "one";
  model = (dcm_model){.size = sizeof(dcm_model),
                      .id = "law-1",
                      .title = "A law",
                      .reference = "none",
                      .parameter_count = 2,
                      .option_count = 2,
                      .history_count = 2,
                      .quantity_count = 2,
                      .output_count = 2,
                      .parameters = parameters,
                      .options = options,
                      .history_fields = fields,
                      .quantities = quantities,
                      .outputs = outputs,
                      .init = init,
                      .compute = compute};
  /* Shares nothing with the law that is broken. */
  other = (dcm_model){.size = sizeof(dcm_model),
                      .id = "law-2",
                      .title = "Another law",
                      .reference = "none",
                      .init = init,
                      .compute = compute};
  models[0] = &model;
  models[1] = &other;
  library = (dcm_library){.size = sizeof(dcm_library),
                          .abi_version = DCM_ABI_VERSION,
                          .name = "made to be broken",
                          .version = "0",
                          .model_count = 2,
                          .models = models};
}

static const dcm_library *entry(const dcm_host *the_host) {
  (void)the_host;
  return &library;
}

/** A place where no struct can stand. */
static void *misaligned(const void *place) {
  return (void *)((uintptr_t)place + 1);
}

static int32_t open_it(dcm_loaded_library **loaded) {
  memset(&error, 0, sizeof error);
  return dcm_library_open_linked(entry, &host, loaded, &error);
}

TEST(well_formed) {
  dcm_loaded_library *loaded;
  make_well_formed();
  ck_assert_msg(open_it(&loaded) == DCM_OK, "%s", error.text);
  dcm_library_close(loaded);
}

#define COUNTS "array"
#define NOT_PLAIN "has a text that is not UTF-8"
#define YOUNGER "uses something that " UNKNOWN
#define UNKNOWN "this version of the contract"
#define NAMELESS "no id or a wrong size"
#define LIBRARY "name, the version or the list of laws"
#define NO_PARAMETER "text of parameter 1 "
#define NO_OPTION "text of option 1 "
#define NO_FIELD "text of history field 1 "
#define NO_QUANTITY "text of quantity 1 "
#define NO_OUTPUT "text of output 1 "

/** One byte more than a name, and a text, may have. */
#define LONG_NAME "a123456789b123456789c123456789d123456789e123456789f123456789g123"
static char long_text[DCM_MOST_TEXT + 1];

/** Each row: the defect as a statement, and what the sentence must have. First the defects of the
 * library as a whole. */
#define LIBRARY_DEFECTS                                                                            \
  DEFECT(library.size = 8, LIBRARY)                                                                \
  DEFECT(library.name = NULL, LIBRARY)                                                             \
  DEFECT(library.version = NULL, LIBRARY)                                                          \
  DEFECT(library.model_count = 0, LIBRARY)                                                         \
  DEFECT(library.models = NULL, LIBRARY)                                                           \
  DEFECT(other.id = "law-1", "called 'law-1'")                                                     \
  DEFECT(models[1] = NULL, NAMELESS)                                                               \
  DEFECT(model.size = sizeof(dcm_model) - 8, NAMELESS)                                             \
  DEFECT(model.id = NULL, NAMELESS)                                                                \
  DEFECT(model.id = "", "the id '', but an id begins")                                             \
  DEFECT(model.id = "Law", "the id 'Law', but an id begins")                                       \
  DEFECT(model.id = "my_law", "the id 'my_law', but an id begins")                                 \
  DEFECT(model.id = "1-law", "the id '1-law', but an id begins")                                   \
  DEFECT(model.size = UINT32_MAX, NAMELESS)                                                        \
  DEFECT(model.size += 4, NAMELESS)                                                                \
  DEFECT(models[0] = misaligned(&model), NAMELESS)                                                 \
  DEFECT(library.model_count = UINT32_MAX, LIBRARY)                                                \
  DEFECT(library.models = misaligned(models), LIBRARY)                                             \
  DEFECT(library.name = "\xff", "1023 bytes")                                                      \
  DEFECT(library.version = "1\r2", "1023 bytes")                                                   \
  DEFECT(library.flags = 1, YOUNGER)                                                               \
  DEFECT(model.id = LONG_NAME, "the id '" LONG_NAME "', but an id begins")                         \
  DEFECT(library.flags = 1u << 31, YOUNGER)
#define LAW_DEFECTS                                                                                \
  DEFECT(model.title = NULL, "title or the reference")                                             \
  DEFECT(model.reference = NULL, "title or the reference")                                         \
  DEFECT(model.init = NULL, "function init or compute")                                            \
  DEFECT(model.compute = NULL, "function init or compute")                                         \
  DEFECT(model.title = "two\nlines", "the law " NOT_PLAIN)                                         \
  DEFECT(model.reference = "\x1b[31mred", "the law " NOT_PLAIN)                                    \
  DEFECT(model.needs = 3, "the law " YOUNGER)                                                      \
  DEFECT(model.parameters = NULL, COUNTS)                                                          \
  DEFECT(model.options = NULL, COUNTS)                                                             \
  DEFECT(model.history_fields = NULL, COUNTS)                                                      \
  DEFECT(model.parameter_count = 1025, COUNTS)                                                     \
  DEFECT(model.option_count = UINT32_MAX, COUNTS)                                                  \
  DEFECT(model.history_count = 1u << 30, COUNTS)                                                   \
  DEFECT(model.parameters = misaligned(parameters), COUNTS)                                        \
  DEFECT(model.options = misaligned(options), COUNTS)                                              \
  DEFECT(model.history_fields = misaligned(fields), COUNTS)                                        \
  DEFECT(parameters[0].size = 0, "size of parameter 0 ")                                           \
  DEFECT(parameters[0].size = parameters[1].size = UINT32_MAX, "size of parameter 0 ")             \
  DEFECT(parameters[0].size = parameters[1].size = 1u << 30, "size of parameter 0 ")               \
  DEFECT(parameters[0].size = parameters[1].size = sizeof(dcm_parameter) + 4,                      \
         "size of parameter 0 ")                                                                   \
  DEFECT(parameters[0].flags = 8, "parameter 'alpha' " YOUNGER)                                    \
  DEFECT(parameters[0].symbol = "\xce", "parameter 'alpha' " NOT_PLAIN)                            \
  DEFECT(parameters[0].description = "a\tb", "parameter 'alpha' " NOT_PLAIN)                       \
  DEFECT(parameters[0].reason = "\xc2\x9b"                                                         \
                                "31m",                                                             \
         "parameter 'alpha' has no reason, or " NOT_PLAIN)                                         \
  DEFECT(parameters[1].size += 8, "size of parameter 1 ")                                          \
  DEFECT(parameters[1].name = NULL, NO_PARAMETER)                                                  \
  DEFECT(parameters[1].name = "Young", "name 'Young' of parameter 1 ")                             \
  DEFECT(parameters[1].name = "two words", "name 'two words' of parameter 1 ")                     \
  DEFECT(parameters[0].symbol = NULL, "text of parameter 0 ")                                      \
  DEFECT(parameters[0].description = NULL, "text of parameter 0 ")                                 \
  DEFECT(parameters[0].reason = NULL, "parameter 'alpha' has no reason")                           \
  DEFECT(parameters[0].scope = DCM_PER_LAW + 1,                                                    \
         "'alpha' has a scope or a mixing rule that " UNKNOWN)                                     \
  DEFECT(parameters[0].mixing = DCM_MIX_MAXIMUM + 1,                                               \
         "'alpha' has a scope or a mixing rule that " UNKNOWN)                                     \
  DEFECT((parameters[0].scope = DCM_PER_LAW, parameters[0].mixing = DCM_MIX_GEOMETRIC),            \
         "only a parameter per pair")                                                              \
  DEFECT(parameters[1].name = "dcm_alpha", "name 'dcm_alpha' of parameter 1 ")                     \
  DEFECT(parameters[1].name = LONG_NAME, "name '" LONG_NAME "' of parameter 1 ")                   \
  DEFECT(model.title = long_text, "the law " NOT_PLAIN)                                            \
  DEFECT(words[1] = LONG_NAME, "choice 1 of option 'form'")                                        \
  DEFECT(parameters[0].usual_maximum = 9.0, "usual values of parameter 'alpha'")                   \
  DEFECT(model.history_count = 33, "33 history fields, but at most 32 ")                           \
  DEFECT(model.least_version = DCM_ABI_VERSION + 1, "needs version 1.2 ")                          \
  DEFECT(parameters[0].flags = 1u << 31, "parameter 'alpha' " YOUNGER)                             \
  DEFECT(model.events = 1u << 3, "the law " YOUNGER)                                               \
  DEFECT(fields[0].flags = 1, "history field 'slid' " YOUNGER)                                     \
  DEFECT(parameters[0].minimum = 3.0, "range of parameter 'alpha' is empty")                       \
  DEFECT(parameters[0].minimum = NAN, "range of parameter 'alpha' is empty")                       \
  DEFECT((parameters[0].minimum = parameters[0].maximum, parameters[0].default_value = 2.0,        \
          parameters[0].flags = DCM_MAXIMUM_EXCLUDED),                                             \
         "range of parameter 'alpha' is empty")                                                    \
  DEFECT(parameters[0].default_value = 3.0, "default of parameter 'alpha'")                        \
  DEFECT(parameters[0].default_value = NAN, "default of parameter 'alpha'")                        \
  DEFECT((parameters[0].default_value = 0.0, parameters[0].flags = DCM_MINIMUM_EXCLUDED),          \
         "default of parameter 'alpha'")                                                           \
  DEFECT((parameters[0].default_value = 2.0, parameters[0].flags = DCM_MAXIMUM_EXCLUDED),          \
         "default of parameter 'alpha'")                                                           \
  DEFECT((parameters[0].maximum = INFINITY, parameters[0].default_value = INFINITY),               \
         "default of parameter 'alpha'")                                                           \
  DEFECT(parameters[1].name = "alpha", "two parameters are called 'alpha'")                        \
  DEFECT(options[0].size = 0, "size of option 0 ")                                                 \
  DEFECT(options[0].size = options[1].size = 1u << 30, "size of option 0 ")                        \
  DEFECT(options[0].flags = 1, "option 'form' " YOUNGER)                                           \
  DEFECT(options[0].description = "a\nb", "option 'form' " NOT_PLAIN)                              \
  DEFECT(options[0].choice_count = UINT32_MAX, "'form' has no choices")                            \
  DEFECT(options[0].choices = misaligned(words), "'form' has no choices")                          \
  DEFECT(options[1].size += 8, "size of option 1 ")                                                \
  DEFECT(options[1].name = "Form", "name 'Form' of option 1 ")                                     \
  DEFECT(options[1].description = NULL, NO_OPTION)                                                 \
  DEFECT(options[0].choice_count = 0, "'form' has no choices")                                     \
  DEFECT(options[0].choices = NULL, "'form' has no choices")                                       \
  DEFECT(options[0].default_choice = 2, "'form' has no choices")                                   \
  DEFECT(options[1].name = "form", "two options or parameters are called 'form'")                  \
  DEFECT(options[1].name = "beta", "two options or parameters are called 'beta'")                  \
  DEFECT(words[1] = NULL, "choice 1 of option 'form'")                                             \
  DEFECT(words[1] = "", "choice 1 of option 'form'")                                               \
  DEFECT(words[1] = "two\x1bwords", "choice 1 of option 'form'")                                   \
  DEFECT(words[1] = "two words", "choice 1 of option 'form'")                                      \
  DEFECT(options[0].choice_count = 3, "two choices of option 'form' are called 'one'")             \
  DEFECT(fields[0].size = 0, "size of history field 0 ")                                           \
  DEFECT(fields[0].size = fields[1].size = 1u << 30, "size of history field 0 ")                   \
  DEFECT(fields[0].size = fields[1].size = sizeof(dcm_history_field) + 4,                          \
         "size of history field 0 ")                                                               \
  DEFECT(fields[0].description = "\x7f", "history field 'slid' " NOT_PLAIN)                        \
  DEFECT(fields[1].size += 8, "size of history field 1 ")                                          \
  DEFECT(fields[1].name = NULL, NO_FIELD)                                                          \
  DEFECT(fields[1].description = NULL, NO_FIELD)                                                   \
  DEFECT(fields[0].kind = DCM_VECTOR + 1,                                                          \
         "history field 'slid' has a kind or a parity that " UNKNOWN)                              \
  DEFECT(fields[0].parity = DCM_ODD + 1,                                                           \
         "history field 'slid' has a kind or a parity that " UNKNOWN)                              \
  DEFECT(fields[1].name = "slid", "two history fields are called 'slid'")                          \
  DEFECT(quantities[0].size = 0, "size of quantity 0 ")                                            \
  DEFECT(quantities[1].size += 8, "size of quantity 1 ")                                           \
  DEFECT(quantities[1].name = NULL, NO_QUANTITY)                                                   \
  DEFECT(quantities[1].name = "Store", "name 'Store' of quantity 1 ")                              \
  DEFECT(quantities[1].name = "dcm_store", "name 'dcm_store' of quantity 1 ")                      \
  DEFECT(quantities[1].name = LONG_NAME, "name '" LONG_NAME "' of quantity 1 ")                    \
  DEFECT(quantities[1].symbol = NULL, NO_QUANTITY)                                                 \
  DEFECT(quantities[1].description = NULL, NO_QUANTITY)                                            \
  DEFECT(quantities[0].symbol = LONG_NAME, "quantity 'warmth' " NOT_PLAIN)                         \
  DEFECT(quantities[0].description = long_text, "quantity 'warmth' " NOT_PLAIN)                    \
  DEFECT(quantities[0].access = DCM_CHANGE + 1, "quantity 'warmth' has an access that " UNKNOWN)   \
  DEFECT(quantities[1].name = "mass", "'mass', but")                                               \
  DEFECT(quantities[1].name = "id", "'id', but")                                                   \
  DEFECT(quantities[0].kind = DCM_VECTOR, "quantity 'warmth' " YOUNGER)                            \
  DEFECT(quantities[0].flags = 1, "quantity 'warmth' " YOUNGER)                                    \
  DEFECT(quantities[0].flags = 1u << 31, "quantity 'warmth' " YOUNGER)                             \
  DEFECT(quantities[0].default_value = NAN, "'warmth' is not finite")                              \
  DEFECT((quantities[0].minimum = 2.0, quantities[0].maximum = 3.0),                               \
         "default of quantity 'warmth' is out of")                                                 \
  DEFECT(quantities[0].minimum = 2.0, "default of quantity 'warmth' is out of")                    \
  DEFECT((quantities[0].minimum = NAN, quantities[0].maximum = 3.0),                               \
         "default of quantity 'warmth' is out of")                                                 \
  DEFECT(quantities[1].name = "warmth",                                                            \
         "two quantities, parameters or options are called 'warmth'")                              \
  DEFECT(quantities[1].name = "alpha", "two quantities, parameters or options are called 'alpha'") \
  DEFECT(quantities[1].name = "form", "two quantities, parameters or options are called 'form'")   \
  DEFECT(outputs[0].size = 0, "size of output 0 ")                                                 \
  DEFECT(outputs[1].size += 8, "size of output 1 ")                                                \
  DEFECT(outputs[1].name = "Flow", "name 'Flow' of output 1 ")                                     \
  DEFECT(outputs[1].description = NULL, NO_OUTPUT)                                                 \
  DEFECT(outputs[0].description = long_text, "output 'area' " NOT_PLAIN)                           \
  DEFECT(outputs[0].flags = 1, "output 'area' " YOUNGER)                                           \
  DEFECT(outputs[1].name = "area", "two outputs are called 'area'")                                \
  DEFECT(model.quantities = NULL, COUNTS)                                                          \
  DEFECT(model.quantities = misaligned(quantities), COUNTS)                                        \
  DEFECT(model.outputs = NULL, COUNTS)                                                             \
  DEFECT(model.outputs = misaligned(outputs), COUNTS)                                              \
  DEFECT(model.quantity_count = UINT32_MAX, COUNTS)                                                \
  DEFECT(model.output_count = UINT32_MAX, COUNTS)                                                  \
  DEFECT(model.quantity_count = 9, "9 quantities and 2 outputs, but at most 8 quantities and 16 ") \
  DEFECT(model.output_count = 17, "2 quantities and 17 outputs, but at most 8 quantities and 16 ") \
  DEFECT(model.needs = 1u << 31, "the law " YOUNGER)                                               \
  DEFECT((model.events = 1u << 31, model.history = history), "the law " YOUNGER)                   \
  DEFECT(model.events = 1, "asks for events")                                                      \
  DEFECT(model.history = history, "asks for no events")                                            \
  DEFECT(options[0].flags = 1u << 31, "option 'form' " YOUNGER)                                    \
  DEFECT(fields[0].flags = 1u << 31, "history field 'slid' " YOUNGER)                              \
  DEFECT(outputs[0].flags = 1u << 31, "output 'area' " YOUNGER)

enum {
#define DEFECT(statement, part) +1
  LIBRARY_DEFECT_COUNT = 0 LIBRARY_DEFECTS,
  DEFECT_COUNT = LIBRARY_DEFECT_COUNT LAW_DEFECTS
#undef DEFECT
};

/** Breaks the library in way i. @return a part of the sentence */
static const char *break_it(int i) {
  int at = 0;
#define DEFECT(statement, part)                                                                    \
  if (at++ == i) {                                                                                 \
    statement;                                                                                     \
    return part;                                                                                   \
  }
  LIBRARY_DEFECTS LAW_DEFECTS
#undef DEFECT
      return NULL;
}

TEST_TIMES(malformed, DEFECT_COUNT) {
  dcm_loaded_library *loaded;
  make_well_formed();
  memset(long_text, 'a', sizeof long_text - 1);
  const char *part = break_it(_i);
  /* One law that cannot be run does not keep its neighbour from running. */
  const int is_of_one_law = _i >= LIBRARY_DEFECT_COUNT;
  ck_assert_int_eq(open_it(&loaded), is_of_one_law ? DCM_OK : DCM_ERROR);
  if (is_of_one_law) {
    ck_assert_ptr_eq(dcm_library_find(loaded, "law-2", &error), &other);
    ck_assert_msg(!dcm_library_find(loaded, "law-1", &error), "accepted what is: %s", part);
    ck_assert_uint_eq(dcm_library_description(loaded)->model_count, 1);
    ck_assert_str_eq(dcm_library_refusal(loaded, 0), error.text);
    ck_assert_ptr_null(dcm_library_refusal(loaded, 1));
    dcm_library_close(loaded);
  }
  expect_parts(error.text, is_of_one_law ? "the law 'law-1' of the built-in library " : "", part);
}

/* Descriptions as a library hands them over that was compiled against longer structs, and what of
 * them a host of this version does not know. */
enum { PARAMETER, OPTION, FIELD, QUANTITY, OUTPUT, MODEL, LIBRARY_ITSELF, KIND_COUNT };
#define LONGER(type)                                                                               \
  struct {                                                                                         \
    type now;                                                                                      \
    unsigned char later[24];                                                                       \
  }
static LONGER(dcm_parameter) longer_parameters[2];
static LONGER(dcm_option) longer_options[2];
static LONGER(dcm_history_field) longer_fields[2];
static LONGER(dcm_quantity) longer_quantities[2];
static LONGER(dcm_output) longer_outputs[2];
static LONGER(dcm_model) longer_model;
static LONGER(dcm_library) longer_library;
static unsigned char *const tails[KIND_COUNT] = {
    longer_parameters[1].later, longer_options[1].later, longer_fields[1].later,
    longer_quantities[1].later, longer_outputs[1].later, longer_model.later,
    longer_library.later};

static const dcm_library *longer_entry(const dcm_host *the_host) {
  (void)the_host;
  return &longer_library.now;
}

#define LENGTHEN(longer, from) (longer.now = from, longer.now.size = sizeof longer)

static int32_t open_longer(dcm_loaded_library **loaded) {
  for (int i = 0; i < 2; i++) {
    LENGTHEN(longer_parameters[i], parameters[i]);
    LENGTHEN(longer_options[i], options[i]);
    LENGTHEN(longer_fields[i], fields[i]);
    LENGTHEN(longer_quantities[i], quantities[i]);
    LENGTHEN(longer_outputs[i], outputs[i]);
  }
  model.parameters = &longer_parameters[0].now;
  model.options = &longer_options[0].now;
  model.history_fields = &longer_fields[0].now;
  model.quantities = &longer_quantities[0].now;
  model.outputs = &longer_outputs[0].now;
  LENGTHEN(longer_model, model);
  models[0] = &longer_model.now;
  LENGTHEN(longer_library, library);
  memset(&error, 0, sizeof error);
  return dcm_library_open_linked(longer_entry, &host, loaded, &error);
}

TEST(longer_structs) {
  make_well_formed();
  dcm_loaded_library *loaded;
  ck_assert_msg(open_longer(&loaded) == DCM_OK, "%s", error.text);
  const dcm_model *found = dcm_library_find(loaded, "law-1", &error);
  ck_assert_ptr_eq(found, &longer_model.now);
  ck_assert_str_eq(dcm_model_parameter(found, 1)->name, "beta");
  ck_assert_str_eq(dcm_model_option(found, 1)->name, "mode");
  ck_assert_str_eq(dcm_model_history_field(found, 1)->name, "age");
  ck_assert_str_eq(dcm_model_quantity(found, 1)->name, "store");
  ck_assert_str_eq(dcm_model_output(found, 1)->name, "flow");
  dcm_library_close(loaded);
}

/* Bytes that are not zero there mean something that this host would pass over. */
TEST_TIMES(tails_that_are_not_zero, 3 * KIND_COUNT) {
  static const char *const names[KIND_COUNT] = {
      "parameter 'beta'", "option 'mode'", "history field 'age'", "quantity 'store'",
      "output 'flow'",    "the law",       "the built-in library"};
  static const size_t places[] = {0, 11, sizeof longer_model.later - 1};
  const int kind = _i / 3;
  unsigned char *byte = &tails[kind][places[_i % 3]];
  dcm_loaded_library *loaded;
  make_well_formed();
  *byte = 1;
  const int32_t status = open_longer(&loaded);
  *byte = 0;
  ck_assert_int_eq(status, kind == LIBRARY_ITSELF ? DCM_ERROR : DCM_OK);
  if (status == DCM_OK) {
    ck_assert_ptr_null(dcm_library_find(loaded, "law-1", &error));
    dcm_library_close(loaded);
  }
  expect_parts(error.text, kind == LIBRARY_ITSELF ? "" : ": ", names[kind], YOUNGER);
}

/* Bits that a later version may bring without harm. */
TEST(high_bits) {
  make_well_formed();
  for (int i = 0; i < 2; i++) {
    parameters[i].flags = options[i].flags = fields[i].flags = DCM_MAY_BE_IGNORED;
    quantities[i].flags = outputs[i].flags = DCM_MAY_BE_IGNORED;
  }
  model.needs = model.events = library.flags = DCM_MAY_BE_IGNORED;
  model.history = history;
  dcm_loaded_library *loaded;
  ck_assert_msg(open_it(&loaded) == DCM_OK, "%s", error.text);
  ck_assert_ptr_eq(dcm_library_find(loaded, "law-1", &error), &model);
  dcm_library_close(loaded);
}

TEST(numbers_of_a_state) {
  enum { VECTORS = DCM_MOST_COMPONENTS / 3 + 1 };
  static dcm_history_field many[VECTORS];
  static char field_names[VECTORS][16];
  make_well_formed();
  for (int i = 0; i < VECTORS; i++) {
    snprintf(field_names[i], sizeof field_names[i], "f%d", i);
    many[i] = fields[0];
    many[i].name = field_names[i];
  }
  model.history_fields = many;
  model.history_count = VECTORS;
  many[0].kind = DCM_SCALAR;
  dcm_loaded_library *loaded;
  ck_assert_int_eq(open_it(&loaded), DCM_OK);
  ck_assert_uint_eq(dcm_model_history_width(&model), DCM_MOST_COMPONENTS);
  ck_assert_ptr_eq(dcm_library_find(loaded, "law-1", &error), &model);
  dcm_library_close(loaded);
  many[0].kind = DCM_VECTOR;
  ck_assert_int_eq(open_it(&loaded), DCM_OK);
  ck_assert_ptr_null(dcm_library_find(loaded, "law-1", &error));
  expect_parts(error.text, "'law-1'", "66 numbers, but at most 64 ");
  dcm_library_close(loaded);
}

/* A law that says so runs in this host, whatever the version of its library. */
TEST(least_version) {
  make_well_formed();
  library.abi_version = DCM_ABI_VERSION + 5;
  model.least_version = DCM_ABI_VERSION;
  dcm_loaded_library *loaded;
  ck_assert_msg(open_it(&loaded) == DCM_OK, "%s", error.text);
  ck_assert_ptr_eq(dcm_library_find(loaded, "law-1", &error), &model);
  ck_assert_ptr_null(dcm_library_find(loaded, "law-2", &error));
  expect_parts(error.text, "'law-2'", "needs version 1.6 ", "version 1.1:");
  dcm_library_close(loaded);
  /* Where none of them can be run, the library is refused with the reason of the first. */
  model.least_version = 0;
  ck_assert_int_eq(open_it(&loaded), DCM_ERROR);
  expect_parts(error.text, "'law-1'", "needs version 1.6 ");
}

TEST(finds_by_name) {
  make_well_formed();
  ck_assert_int_eq(dcm_model_find_parameter(&model, "alpha"), 0);
  ck_assert_int_eq(dcm_model_find_parameter(&model, "beta"), 1);
  ck_assert_int_eq(dcm_model_find_parameter(&model, "form"), -1);
  ck_assert_int_eq(dcm_model_find_option(&model, "mode"), 1);
  ck_assert_int_eq(dcm_model_find_option(&model, "alpha"), -1);
}

TEST(history_components) {
  make_well_formed();
  ck_assert_uint_eq(dcm_model_history_width(&model), 4);
  double signs[4] = {0};
  dcm_model_history_signs(&model, signs);
  for (int c = 0; c < 4; c++)
    ck_assert_double_eq(signs[c], c < 3 ? -1.0 : 1.0);
  model.history_count = 0;
  ck_assert_uint_eq(dcm_model_history_width(&model), 0);
}
