/* SPDX-License-Identifier: MIT */
/* Descriptions of models: what is malformed is refused with a sentence for its author, and what a
 * later version of the contract appended does not disturb. */
#include "laws/library.h"
#include "runtime/library.h"
#include "runtime/model.h"
#include "support/expect.h"
#include "support/run.h"

#include <math.h>

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

/* A well formed library, made anew for every test, which then breaks it. */
static dcm_parameter parameters[2];
static const char *words[3];
static dcm_option options[2];
static dcm_history_field fields[2];
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
                      .parameters = parameters,
                      .options = options,
                      .history_fields = fields,
                      .init = init,
                      .compute = compute};
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

START_TEST(well_formed) {
  dcm_loaded_library *loaded;
  make_well_formed();
  ck_assert_msg(open_it(&loaded) == DCM_OK, "%s", error.text);
  dcm_library_close(loaded);
}
END_TEST

#define COUNTS                                                                                     \
  LAW "it counts parameters, options, history fields, quantities or outputs that are not there"
#define NOT_PLAIN "has a text that is not UTF-8, or with control characters, or too long"
#define YOUNGER                                                                                    \
  "has what this version of the contract of contact laws does not know: use a newer version of "   \
  "dcm; if there is none, the law has a defect that its author must mend"
#define NAMELESS "the built-in library has a model without an id or of a wrong size"
#define LIBRARY "the built-in library does not describe itself: name, version or models are missing"
#define LAW "the law 'law-1' of the built-in library cannot be run: "

/** One byte more than a name, and a text, may have. */
#define LONG_NAME "a123456789b123456789c123456789d123456789e123456789f123456789g123"
static char long_text[DCM_MOST_TEXT + 1];

/** Each row: the defect as a statement, and the sentence that it must bring. */
#define DEFECTS                                                                                    \
  DEFECT(library.size = 8, LIBRARY)                                                                \
  DEFECT(library.name = NULL, LIBRARY)                                                             \
  DEFECT(library.version = NULL, LIBRARY)                                                          \
  DEFECT(library.model_count = 0, LIBRARY)                                                         \
  DEFECT(library.models = NULL, LIBRARY)                                                           \
  DEFECT(other.id = "law-1", "the built-in library has two laws called 'law-1'")                   \
  DEFECT(models[1] = NULL, NAMELESS)                                                               \
  DEFECT(model.size = sizeof(dcm_model) - 8, NAMELESS)                                             \
  DEFECT(model.id = NULL, NAMELESS)                                                                \
  DEFECT(model.id = "", NAMELESS)                                                                  \
  DEFECT(model.id = "Law", NAMELESS)                                                               \
  DEFECT(model.id = "my_law", NAMELESS)                                                            \
  DEFECT(model.id = "1-law", NAMELESS)                                                             \
  DEFECT(model.title = NULL, LAW "it lacks a title or a reference")                                \
  DEFECT(model.reference = NULL, LAW "it lacks a title or a reference")                            \
  DEFECT(model.init = NULL, LAW "it lacks the function init or compute")                           \
  DEFECT(model.compute = NULL, LAW "it lacks the function init or compute")                        \
  DEFECT(model.title = "two\nlines", LAW "it " NOT_PLAIN)                                          \
  DEFECT(model.reference = "\x1b[31mred", LAW "it " NOT_PLAIN)                                     \
  DEFECT(model.needs = 3, LAW "it " YOUNGER)                                                       \
  DEFECT(model.parameters = NULL, COUNTS)                                                          \
  DEFECT(model.options = NULL, COUNTS)                                                             \
  DEFECT(model.history_fields = NULL, COUNTS)                                                      \
  DEFECT(model.parameter_count = 1025, COUNTS)                                                     \
  DEFECT(model.option_count = UINT32_MAX, COUNTS)                                                  \
  DEFECT(model.history_count = 1u << 30, COUNTS)                                                   \
  DEFECT(model.parameters = misaligned(parameters), COUNTS)                                        \
  DEFECT(model.options = misaligned(options), COUNTS)                                              \
  DEFECT(model.history_fields = misaligned(fields), COUNTS)                                        \
  DEFECT(model.size = UINT32_MAX, NAMELESS)                                                        \
  DEFECT(model.size += 4, NAMELESS)                                                                \
  DEFECT(models[0] = misaligned(&model), NAMELESS)                                                 \
  DEFECT(library.model_count = UINT32_MAX, LIBRARY)                                                \
  DEFECT(library.models = misaligned(models), LIBRARY)                                             \
  DEFECT(library.name = "\xff",                                                                    \
         "the name or the version of the built-in library "                                        \
         "is longer than 1023 bytes, not UTF-8, or has control characters in it")                  \
  DEFECT(library.version = "1\r2",                                                                 \
         "the name or the version of the built-in library "                                        \
         "is longer than 1023 bytes, not UTF-8, or has control characters in it")                  \
  DEFECT(library.flags = 1, "the built-in library " YOUNGER)                                       \
  DEFECT(parameters[0].size = 0, LAW "the size of parameter 0 is wrong")                           \
  DEFECT(parameters[0].size = parameters[1].size = UINT32_MAX,                                     \
         LAW "the size of parameter 0 is wrong")                                                   \
  DEFECT(parameters[0].size = parameters[1].size = 1u << 30,                                       \
         LAW "the size of parameter 0 is wrong")                                                   \
  DEFECT(parameters[0].size = parameters[1].size = sizeof(dcm_parameter) + 4,                      \
         LAW "the size of parameter 0 is wrong")                                                   \
  DEFECT(parameters[0].flags = 8, LAW "parameter 'alpha' " YOUNGER)                                \
  DEFECT(parameters[0].symbol = "\xce", LAW "parameter 'alpha' " NOT_PLAIN)                        \
  DEFECT(parameters[0].description = "a\tb", LAW "parameter 'alpha' " NOT_PLAIN)                   \
  DEFECT(parameters[0].reason = "\xc2\x9b"                                                         \
                                "31m",                                                             \
         LAW "parameter 'alpha' " NOT_PLAIN)                                                       \
  DEFECT(parameters[1].size += 8, LAW "the size of parameter 1 is wrong")                          \
  DEFECT(parameters[1].name = NULL,                                                                \
         LAW "parameter 1 has no name of lower-case letters, digits, underscores")                 \
  DEFECT(parameters[1].name = "Young",                                                             \
         LAW "parameter 1 has no name of lower-case letters, digits, underscores")                 \
  DEFECT(parameters[1].name = "two words",                                                         \
         LAW "parameter 1 has no name of lower-case letters, digits, underscores")                 \
  DEFECT(parameters[0].symbol = NULL,                                                              \
         LAW "parameter 'alpha' lacks a symbol, a description or a reason")                        \
  DEFECT(parameters[0].description = NULL,                                                         \
         LAW "parameter 'alpha' lacks a symbol, a description or a reason")                        \
  DEFECT(parameters[0].reason = NULL,                                                              \
         LAW "parameter 'alpha' lacks a symbol, a description or a reason")                        \
  DEFECT(parameters[0].scope = DCM_PER_LAW + 1,                                                    \
         LAW "parameter 'alpha' has an unknown scope or mixing rule")                              \
  DEFECT(parameters[0].mixing = DCM_MIX_MAXIMUM + 1,                                               \
         LAW "parameter 'alpha' has an unknown scope or mixing rule")                              \
  DEFECT((parameters[0].scope = DCM_PER_LAW, parameters[0].mixing = DCM_MIX_GEOMETRIC),            \
         LAW "parameter 'alpha' is none of pairs, and has a mixing rule")                          \
  DEFECT(parameters[1].name = "dcm_alpha",                                                         \
         LAW "parameter 1 has no name of lower-case letters, digits, underscores")                 \
  DEFECT(parameters[1].name = LONG_NAME,                                                           \
         LAW "parameter 1 has no name of lower-case letters, digits, underscores")                 \
  DEFECT(model.id = LONG_NAME, NAMELESS)                                                           \
  DEFECT(model.title = long_text, LAW "it " NOT_PLAIN)                                             \
  DEFECT(words[1] = LONG_NAME, LAW "choice 1 of option 'form' is no word")                         \
  DEFECT(parameters[0].usual_maximum = 9.0,                                                        \
         LAW "the usual values of parameter 'alpha' are no range within its range")                \
  DEFECT(model.history_count = 33, LAW "it has 33 history fields: at most 32 are allowed")         \
  DEFECT(model.least_version = DCM_ABI_VERSION + 1,                                                \
         "the law 'law-1' of the built-in library needs a host of version 1.1 of the contract of " \
         "contact laws, and this host speaks 1.0: use a newer version of dcm")                     \
  DEFECT(parameters[0].flags = 1u << 31, LAW "parameter 'alpha' " YOUNGER)                         \
  DEFECT(model.events = 1u << 3, LAW "it " YOUNGER)                                                \
  DEFECT(fields[0].flags = 1, LAW "history field 'slid' " YOUNGER)                                 \
  DEFECT(parameters[0].minimum = 3.0, LAW "parameter 'alpha' has an empty range")                  \
  DEFECT(parameters[0].minimum = NAN, LAW "parameter 'alpha' has an empty range")                  \
  DEFECT((parameters[0].minimum = parameters[0].maximum, parameters[0].default_value = 2.0,        \
          parameters[0].flags = DCM_MAXIMUM_EXCLUDED),                                             \
         LAW "parameter 'alpha' has an empty range")                                               \
  DEFECT(parameters[0].default_value = 3.0,                                                        \
         LAW "the default of parameter 'alpha' is out of its range")                               \
  DEFECT(parameters[0].default_value = NAN,                                                        \
         LAW "the default of parameter 'alpha' is out of its range")                               \
  DEFECT((parameters[0].default_value = 0.0, parameters[0].flags = DCM_MINIMUM_EXCLUDED),          \
         LAW "the default of parameter 'alpha' is out of its range")                               \
  DEFECT((parameters[0].default_value = 2.0, parameters[0].flags = DCM_MAXIMUM_EXCLUDED),          \
         LAW "the default of parameter 'alpha' is out of its range")                               \
  DEFECT((parameters[0].maximum = INFINITY, parameters[0].default_value = INFINITY),               \
         LAW "the default of parameter 'alpha' is out of its range")                               \
  DEFECT(parameters[1].name = "alpha", LAW "two parameters are called 'alpha'")                    \
  DEFECT(options[0].size = 0, LAW "the size of option 0 is wrong")                                 \
  DEFECT(options[0].size = options[1].size = 1u << 30, LAW "the size of option 0 is wrong")        \
  DEFECT(options[0].flags = 1, LAW "option 'form' " YOUNGER)                                       \
  DEFECT(options[0].description = "a\nb", LAW "option 'form' " NOT_PLAIN)                          \
  DEFECT(options[0].choice_count = UINT32_MAX,                                                     \
         LAW "option 'form' has no choices or no valid default")                                   \
  DEFECT(options[0].choices = misaligned(words),                                                   \
         LAW "option 'form' has no choices or no valid default")                                   \
  DEFECT(options[1].size += 8, LAW "the size of option 1 is wrong")                                \
  DEFECT(options[1].name = "Form", LAW "option 1 has no proper name or no description")            \
  DEFECT(options[1].description = NULL, LAW "option 1 has no proper name or no description")       \
  DEFECT(options[0].choice_count = 0, LAW "option 'form' has no choices or no valid default")      \
  DEFECT(options[0].choices = NULL, LAW "option 'form' has no choices or no valid default")        \
  DEFECT(options[0].default_choice = 2, LAW "option 'form' has no choices or no valid default")    \
  DEFECT(options[1].name = "form", LAW "two options or parameters are called 'form'")              \
  DEFECT(options[1].name = "beta", LAW "two options or parameters are called 'beta'")              \
  DEFECT(words[1] = NULL, LAW "choice 1 of option 'form' is no word")                              \
  DEFECT(words[1] = "", LAW "choice 1 of option 'form' is no word")                                \
  DEFECT(words[1] = "two\x1bwords", LAW "choice 1 of option 'form' is no word")                    \
  DEFECT(words[1] = "two words", LAW "choice 1 of option 'form' is no word")                       \
  DEFECT(options[0].choice_count = 3, LAW "two choices of option 'form' are called 'one'")         \
  DEFECT(fields[0].size = 0, LAW "the size of history field 0 is wrong")                           \
  DEFECT(fields[0].size = fields[1].size = 1u << 30, LAW "the size of history field 0 is wrong")   \
  DEFECT(fields[0].size = fields[1].size = sizeof(dcm_history_field) + 4,                          \
         LAW "the size of history field 0 is wrong")                                               \
  DEFECT(fields[0].description = "\x7f", LAW "history field 'slid' " NOT_PLAIN)                    \
  DEFECT(fields[1].size += 8, LAW "the size of history field 1 is wrong")                          \
  DEFECT(fields[1].name = NULL, LAW "history field 1 has no proper name or no description")        \
  DEFECT(fields[1].description = NULL, LAW "history field 1 has no proper name or no description") \
  DEFECT(fields[0].kind = DCM_VECTOR + 1,                                                          \
         LAW "history field 'slid' has an unknown kind or parity")                                 \
  DEFECT(fields[0].parity = DCM_ODD + 1, LAW "history field 'slid' has an unknown kind or parity") \
  DEFECT(fields[1].name = "slid", LAW "two history fields are called 'slid'")

enum {
#define DEFECT(statement, sentence) +1
  DEFECT_COUNT = 0 DEFECTS
#undef DEFECT
};

/** Breaks the library in way i. @return the sentence expected */
static const char *break_it(int i) {
  int at = 0;
#define DEFECT(statement, sentence)                                                                \
  if (at++ == i) {                                                                                 \
    statement;                                                                                     \
    return sentence;                                                                               \
  }
  DEFECTS
#undef DEFECT
  return NULL;
}

START_TEST(malformed) {
  dcm_loaded_library *loaded;
  make_well_formed();
  memset(long_text, 'a', sizeof long_text - 1);
  const char *sentence = break_it(_i);
  /* One law that cannot be run does not keep its neighbour from running. */
  if (open_it(&loaded) == DCM_OK) {
    ck_assert_ptr_nonnull(dcm_library_find(loaded, "law-2", &error));
    ck_assert_msg(!dcm_library_find(loaded, "law-1", &error), "accepted what is: %s", sentence);
    ck_assert_uint_eq(dcm_library_description(loaded)->model_count, 1);
    dcm_library_close(loaded);
  }
  expect_text(error.text, sentence);
}
END_TEST

/* What a library would hand over that was compiled against a contract with longer structs. */
START_TEST(longer_structs) {
  static struct {
    dcm_parameter now;
    double later[3];
  } longer_parameters[2];
  static struct {
    dcm_option now;
    double later;
  } longer_options[2];
  static struct {
    dcm_history_field now;
    double later[2];
  } longer_fields[2];
  make_well_formed();
  for (int i = 0; i < 2; i++) {
    longer_parameters[i].now = parameters[i];
    longer_parameters[i].now.size = sizeof longer_parameters[i];
    longer_options[i].now = options[i];
    longer_options[i].now.size = sizeof longer_options[i];
    longer_fields[i].now = fields[i];
    longer_fields[i].now.size = sizeof longer_fields[i];
  }
  model.parameters = &longer_parameters[0].now;
  model.options = &longer_options[0].now;
  model.history_fields = &longer_fields[0].now;
  static struct {
    dcm_model now;
    double later[8];
  } longer_model;
  longer_model.now = model;
  longer_model.now.size = sizeof longer_model;
  models[0] = &longer_model.now;
  dcm_loaded_library *loaded;
  ck_assert_msg(open_it(&loaded) == DCM_OK, "%s", error.text);
  ck_assert_str_eq(dcm_model_parameter(&model, 1)->name, "beta");
  ck_assert_str_eq(dcm_model_option(&model, 1)->name, "mode");
  ck_assert_str_eq(dcm_model_history_field(&model, 1)->name, "age");
  dcm_library_close(loaded);
}
END_TEST

START_TEST(finds_by_name) {
  make_well_formed();
  ck_assert_int_eq(dcm_model_find_parameter(&model, "alpha"), 0);
  ck_assert_int_eq(dcm_model_find_parameter(&model, "beta"), 1);
  ck_assert_int_eq(dcm_model_find_parameter(&model, "form"), -1);
  ck_assert_int_eq(dcm_model_find_option(&model, "mode"), 1);
  ck_assert_int_eq(dcm_model_find_option(&model, "alpha"), -1);
}
END_TEST

START_TEST(history_components) {
  make_well_formed();
  ck_assert_uint_eq(dcm_model_history_width(&model), 4);
  double signs[4] = {0};
  dcm_model_history_signs(&model, signs);
  for (int c = 0; c < 4; c++)
    ck_assert_double_eq(signs[c], c < 3 ? -1.0 : 1.0);
  model.history_count = 0;
  ck_assert_uint_eq(dcm_model_history_width(&model), 0);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("model");
  TCase *descriptions = tcase_create("descriptions");
  tcase_add_test(descriptions, well_formed);
  tcase_add_loop_test(descriptions, malformed, 0, DEFECT_COUNT);
  tcase_add_test(descriptions, longer_structs);
  tcase_add_test(descriptions, finds_by_name);
  tcase_add_test(descriptions, history_components);
  suite_add_tcase(suite, descriptions);
  return dcm_run(suite);
}
