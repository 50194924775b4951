/* SPDX-License-Identifier: MIT */
#include "runtime/account.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/error.h"
#include "runtime/model.h"

enum { WIDTH = 100, INDENT = 4 };

/** The account lists so many values of a parameter, and so many pairs, and counts the others. */
enum { MOST_ITEMS = 12 };

/** Origins of the value of a parameter, in the order of the account. */
typedef enum origin { GIVEN, MIXED, DEFAULT } origin;

static const char OPTIONS[] = "options", BY_DEFAULT[] = "by default";

/* ------------------------------------------------------------------------------------ lines */

/** Lines that begin with a name. */
typedef struct page {
  FILE *out;
  int names; /* width of their column */
  int at;    /* characters of the present line */
} page;

static void begin_line(page *to, const char *name) {
  to->at = fprintf(to->out, "%*s%-*s", INDENT, "", to->names, name);
}

/** Puts an item behind the others of its line, or below them where the line is full. */
__attribute__((format(printf, 2, 3))) static void add_item(page *to, const char *format, ...) {
  char item[3 * DCM_MOST_NAME];
  va_list arguments;
  va_start(arguments, format);
  const int length = dcm_text_print_list(item, sizeof item, format, arguments);
  va_end(arguments);
  const int beginning = INDENT + to->names;
  const int is_first = to->at == beginning;
  if (!is_first && to->at + 2 + length > WIDTH - 1) {
    fprintf(to->out, ",\n%*s", beginning, "");
    to->at = beginning;
  } else if (!is_first)
    to->at += fprintf(to->out, ", ");
  to->at += fprintf(to->out, "%s", item);
}

static void end_line(page *to) {
  fputc('\n', to->out);
}

/* ------------------------------------------------------------------------------------ places */

static int is_described(const dcm_account *a, uint32_t i, uint32_t j) {
  const size_t n = dcm_settings_material_count(a->settings);
  return a->pairs ? a->pairs[(i - 1) * n + (j - 1)] : dcm_settings_pair_in_use(a->settings, i, j);
}

/** Whether the account has a pair with this material. */
static int meets_any(const dcm_account *a, uint32_t material) {
  for (uint32_t other = 1; other <= dcm_settings_material_count(a->settings); other++)
    if (other < material ? is_described(a, other, material) : is_described(a, material, other))
      return 1;
  return 0;
}

/** The materials or pairs of the account that have a value of a parameter; one place if the whole
 * law has one value. */
typedef struct places {
  const dcm_account *account;
  const dcm_parameter *parameter;
  uint32_t p; /* of the model */
  uint32_t i, j;
  double value;
  origin origin;
} places;

/** Origin of the value of a parameter for i, j. A value that is mixed of two equal values, and
 * equals both, counts as given.
 * @return -1 if it has none */
static int find_origin(const dcm_settings *s, uint32_t p, uint32_t i, uint32_t j, double *value) {
  const dcm_parameter *parameter = dcm_model_parameter(dcm_settings_model(s), p);
  if (dcm_settings_given(s, p, i, j, value))
    return GIVEN;
  *value = dcm_settings_value(s, p, i, j);
  if (isnan(*value))
    return -1;
  if (i == j || parameter->mixing == DCM_MIX_NONE)
    return DEFAULT;
  double of_i, of_j;
  const int given = dcm_settings_given(s, p, i, i, &of_i) + dcm_settings_given(s, p, j, j, &of_j);
  return given == 0 ? DEFAULT : given == 2 && *value == of_i && *value == of_j ? GIVEN : MIXED;
}

static places all_places(const dcm_account *account, uint32_t p) {
  return (places){.account = account,
                  .parameter = dcm_model_parameter(dcm_settings_model(account->settings), p),
                  .p = p};
}

/** Goes to the next place. @return 0 after the last one */
static int next_place(places *at) {
  const dcm_account *a = at->account;
  const uint32_t n = dcm_settings_material_count(a->settings);
  const uint32_t scope = at->parameter->scope;
  for (;;) {
    const int begins_row = at->i == 0 || at->j == n || scope != DCM_PER_PAIR;
    at->i += (uint32_t)begins_row;
    at->j = begins_row ? at->i : at->j + 1;
    if (at->i > (scope == DCM_PER_LAW ? 1 : n))
      return 0;
    const int is_reported = scope == DCM_PER_LAW    ? 1
                            : scope == DCM_PER_PAIR ? is_described(a, at->i, at->j)
                                                    : meets_any(a, at->i);
    const int from = is_reported ? find_origin(a->settings, at->p, at->i, at->j, &at->value) : -1;
    if (from >= 0) {
      at->origin = (origin)from;
      return 1;
    }
  }
}

/** @return how many places a parameter has
 * @param one receives the first
 * @param all_equal whether all have its value, which came about in the same way */
static uint32_t count_places(const dcm_account *account, uint32_t p, places *one, int *all_equal) {
  places at = all_places(account, p);
  uint32_t count = 0;
  for (*all_equal = 1; next_place(&at); count++) {
    if (count == 0)
      *one = at;
    *all_equal = *all_equal && at.value == one->value && at.origin == one->origin;
  }
  return count;
}

/* --------------------------------------------------------------------------------- in words */

/** "2", or "wall" */
static const char *material_text(const dcm_account *a, uint32_t material, char text[16]) {
  if (material == a->wall)
    return "wall";
  snprintf(text, 16, "%u", material);
  return text;
}

/** "5e+06 (type 1)", "0.6 (types 1-2, mixed)", "9 (wall)"
 * @param has_places whether to say where the value holds */
static void add_value(page *to, const places *at, int has_places) {
  static const char *const words[] = {[GIVEN] = "", [MIXED] = "mixed", [DEFAULT] = "default"};
  const char *came = words[at->origin];
  const dcm_account *a = at->account;
  char where[64] = "", one[16], other[16];
  if (has_places && at->parameter->scope == DCM_PER_PAIR)
    snprintf(where, sizeof where, "types %s-%s", material_text(a, at->i, one),
             material_text(a, at->j, other));
  else if (has_places)
    snprintf(where, sizeof where, "%s%s", at->i == a->wall ? "" : "type ",
             material_text(a, at->i, one));
  if (*where || *came)
    add_item(to, "%g (%s%s%s)", at->value, where, *where && *came ? ", " : "", came);
  else
    add_item(to, "%g", at->value);
}

static void add_values(page *to, const dcm_account *account, uint32_t p) {
  places at;
  int all_equal;
  const uint32_t count = count_places(account, p, &at, &all_equal);
  if (all_equal) {
    add_value(to, &at, 0);
    return;
  }
  at = all_places(account, p);
  for (uint32_t listed = 0; listed < MOST_ITEMS && next_place(&at); listed++)
    add_value(to, &at, 1);
  if (count > MOST_ITEMS)
    add_item(to, "and %u more %s", count - MOST_ITEMS,
             at.parameter->scope == DCM_PER_PAIR ? "pairs" : "types");
}

/* ------------------------------------------------------------------------------- the account */

static const char *name_of(const dcm_account *a, const char *parameter) {
  return a->name_of ? a->name_of(parameter) : parameter;
}

static void write_options(page *to, const dcm_account *a) {
  static const char *const by[] = {[DCM_CHOSEN_BY_LAW] = " (default)",
                                   [DCM_CHOSEN_BY_USER] = "",
                                   [DCM_CHOSEN_BY_RESTART] = " (from the restart file)"};
  const dcm_model *model = dcm_settings_model(a->settings);
  if (model->option_count == 0)
    return;
  begin_line(to, OPTIONS);
  for (uint32_t o = 0; o < model->option_count; o++) {
    const dcm_option *option = dcm_model_option(model, o);
    add_item(to, "%s %s%s", option->name, option->choices[dcm_settings_choice(a->settings, o)],
             by[dcm_settings_chooser(a->settings, o)]);
  }
  end_line(to);
}

/** Whether nobody gave a parameter that has values. */
static int is_default(const dcm_account *a, uint32_t p, double *value) {
  places one;
  int all_equal;
  if (count_places(a, p, &one, &all_equal) == 0 || !all_equal || one.origin != DEFAULT)
    return 0;
  *value = one.value;
  return 1;
}

static void write_parameters(page *to, const dcm_account *a) {
  const dcm_model *model = dcm_settings_model(a->settings);
  int defaults = 0;
  double value;
  for (uint32_t p = 0; p < model->parameter_count; p++) {
    places first = all_places(a, p);
    if (is_default(a, p, &value))
      defaults++;
    else if (next_place(&first)) {
      begin_line(to, name_of(a, first.parameter->name));
      add_values(to, a, p);
      end_line(to);
    }
  }
  if (defaults == 0 || a->only_given)
    return;
  begin_line(to, BY_DEFAULT);
  for (uint32_t p = 0; p < model->parameter_count; p++) {
    if (is_default(a, p, &value))
      add_item(to, "%s %g", name_of(a, dcm_model_parameter(model, p)->name), value);
  }
  end_line(to);
}

/** Width of the column of names, and two blanks. */
static int width_of_names(const dcm_account *a) {
  const dcm_model *model = dcm_settings_model(a->settings);
  size_t width = sizeof BY_DEFAULT - 1;
  for (uint32_t p = 0; p < model->parameter_count; p++) {
    const size_t length = strlen(name_of(a, dcm_model_parameter(model, p)->name));
    width = length > width ? length : width;
  }
  return (int)width + 2;
}

/** A text that grows. */
typedef struct growing {
  char *text;
  size_t length;
} growing;

/** @return the text of a stream that is closed, or NULL */
static char *take_text(FILE *stream, growing *g) {
  if (fclose(stream) == 0)
    return g->text;
  free(g->text);
  return NULL;
}

char *dcm_account_write(const dcm_account *account) {
  growing all;
  page to = {.out = open_memstream(&all.text, &all.length), .names = width_of_names(account)};
  if (!to.out)
    return NULL;
  write_options(&to, account);
  write_parameters(&to, account);
  return take_text(to.out, &all);
}

char *dcm_account_write_pairs(const dcm_account *account) {
  const uint32_t n = dcm_settings_material_count(account->settings);
  growing all;
  FILE *stream = open_memstream(&all.text, &all.length);
  if (!stream)
    return NULL;
  uint32_t count = 0;
  for (uint32_t i = 1; i <= n; i++)
    for (uint32_t j = i; j <= n; j++) {
      if (!is_described(account, i, j))
        continue;
      if (count < MOST_ITEMS)
        fprintf(stream, count ? ", %u-%u" : "types %u-%u", i, j);
      count++;
    }
  if (count > MOST_ITEMS)
    fprintf(stream, " and %u more pairs", count - MOST_ITEMS);
  if (count == 0)
    fputs("no types", stream);
  char *text = take_text(stream, &all);
  if (text && count == n * (n + 1) / 2)
    *text = '\0';
  return text;
}
