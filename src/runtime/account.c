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

/** A material or a pair of the account that has a value of a parameter. */
typedef struct place {
  uint32_t i, j;
  double value;
  origin origin;
} place;

/** The places of one parameter; one place if the whole law has one value. */
typedef struct places {
  const dcm_account *account;
  const dcm_parameter *parameter;
  place *at; /* room for all pairs of materials */
  uint32_t count;
  int are_equal; /* all have one value, which came about in the same way */
} places;

static void find_places(places *found, uint32_t p) {
  const dcm_account *a = found->account;
  found->parameter = dcm_model_parameter(dcm_settings_model(a->settings), p);
  found->count = 0;
  found->are_equal = 1;
  const uint32_t scope = found->parameter->scope;
  const uint32_t n = scope == DCM_PER_LAW ? 1 : dcm_settings_material_count(a->settings);
  for (uint32_t i = 1; i <= n; i++)
    for (uint32_t j = i; j <= (scope == DCM_PER_PAIR ? n : i); j++) {
      const int is_reported = scope == DCM_PER_LAW    ? 1
                              : scope == DCM_PER_PAIR ? is_described(a, i, j)
                                                      : meets_any(a, i);
      double value;
      const int from = is_reported ? find_origin(a->settings, p, i, j, &value) : -1;
      if (from < 0)
        continue;
      found->at[found->count++] = (place){i, j, value, (origin)from};
      found->are_equal &= value == found->at[0].value && (origin)from == found->at[0].origin;
    }
}

/** Whether nobody gave a parameter that has values. */
static int are_default(const places *found) {
  return found->count > 0 && found->are_equal && found->at[0].origin == DEFAULT;
}

/* --------------------------------------------------------------------------------- in words */

/** "2", or "wall" */
static const char *material_text(const dcm_account *a, uint32_t material, char text[16]) {
  if (material == a->wall)
    return "wall";
  snprintf(text, 16, "%u", material);
  return text;
}

/** "5e+06 (type 1)", "0.6 (types 1-2, mixed)", "9 (wall)"; no place if all are equal */
static void add_value(page *to, const places *of, const place *at) {
  static const char *const words[] = {[GIVEN] = "", [MIXED] = "mixed", [DEFAULT] = "default"};
  const char *came = words[at->origin];
  const dcm_account *a = of->account;
  char where[64] = "", one[16], other[16];
  if (!of->are_equal && of->parameter->scope == DCM_PER_PAIR)
    snprintf(where, sizeof where, "types %s-%s", material_text(a, at->i, one),
             material_text(a, at->j, other));
  else if (!of->are_equal)
    snprintf(where, sizeof where, "%s%s", at->i == a->wall ? "" : "type ",
             material_text(a, at->i, one));
  if (*where || *came)
    add_item(to, "%g (%s%s%s)", at->value, where, *where && *came ? ", " : "", came);
  else
    add_item(to, "%g", at->value);
}

static void add_values(page *to, const places *of) {
  const uint32_t count = of->are_equal ? 1 : of->count;
  for (uint32_t k = 0; k < count && k < MOST_ITEMS; k++)
    add_value(to, of, &of->at[k]);
  if (count > MOST_ITEMS)
    add_item(to, "and %u more %s", count - MOST_ITEMS,
             of->parameter->scope == DCM_PER_PAIR ? "pairs" : "types");
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

static void write_parameters(page *to, const dcm_account *a, places *found) {
  const dcm_model *model = dcm_settings_model(a->settings);
  int defaults = 0;
  for (uint32_t p = 0; p < model->parameter_count; p++) {
    find_places(found, p);
    if (are_default(found))
      defaults++;
    else if (found->count > 0) {
      begin_line(to, name_of(a, found->parameter->name));
      add_values(to, found);
      end_line(to);
    }
  }
  if (defaults == 0 || a->only_given)
    return;
  begin_line(to, BY_DEFAULT);
  for (uint32_t p = 0; p < model->parameter_count; p++) {
    find_places(found, p);
    if (are_default(found))
      add_item(to, "%s %g", name_of(a, found->parameter->name), found->at[0].value);
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
  const size_t n = dcm_settings_material_count(account->settings);
  places found = {.account = account, .at = malloc(n * n * sizeof *found.at)};
  if (!found.at)
    return NULL;
  growing all;
  page to = {.out = open_memstream(&all.text, &all.length), .names = width_of_names(account)};
  char *text = NULL;
  if (to.out) {
    write_options(&to, account);
    write_parameters(&to, account, &found);
    text = take_text(to.out, &all);
  }
  free(found.at);
  return text;
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
