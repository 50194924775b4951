/* SPDX-License-Identifier: MIT */
#include "runtime/account.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/model.h"

enum { WIDTH = 100, INDENT = 4 };

/** The account lists so many values of a parameter, and counts the pairs with other values. */
enum { MOST_GROUPS = 12 };

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
static void add_item(page *to, const char *item) {
  const int beginning = INDENT + to->names;
  const int is_first = to->at == beginning;
  const int length = (int)strlen(item);
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

static size_t at(const dcm_account *a, uint32_t i, uint32_t j) {
  return (size_t)(i - 1) * dcm_settings_material_count(a->settings) + (j - 1);
}

static int is_told_of(const dcm_account *a, uint32_t i, uint32_t j) {
  return a->pairs ? a->pairs[at(a, i, j)] : dcm_settings_pair_in_use(a->settings, i, j);
}

/** Whether the account has a pair with this material. */
static int meets_any(const dcm_account *a, uint32_t material) {
  for (uint32_t other = 1; other <= dcm_settings_material_count(a->settings); other++)
    if (other < material ? is_told_of(a, other, material) : is_told_of(a, material, other))
      return 1;
  return 0;
}

/** Values of one parameter that are equal and came about in the same way. */
typedef struct group {
  double value;
  origin origin;
  uint32_t count; /* of materials or pairs */
} group;

/** The values of one parameter. */
typedef struct table {
  const dcm_account *account;
  const dcm_parameter *parameter;
  uint32_t n;         /* materials */
  uint32_t *group_of; /* [at], i <= j: 1 + index of the group; 0: not told of */
  group *groups;      /* [n^2], in the order in which they are met */
  uint32_t group_count;
  uint32_t entries; /* of all groups */
} table;

static int is_of_pairs(const table *t) {
  return t->parameter->scope == DCM_PER_PAIR;
}

/** Origin of the value of a parameter for i, j. A value that is mixed of two equal values, and
 * equals both, counts as given.
 * @return -1 if it has none */
static int find_origin(const dcm_settings *s, uint32_t p, uint32_t i, uint32_t j, double *value) {
  const dcm_parameter *parameter = dcm_model_parameter(dcm_settings_model(s), p);
  dcm_error missing;
  if (dcm_settings_given(s, p, i, j, value))
    return GIVEN;
  if (dcm_settings_value(s, p, i, j, value, &missing))
    return -1;
  if (i == j || parameter->mixing == DCM_MIX_NONE)
    return DEFAULT;
  double of_i, of_j;
  const int given = dcm_settings_given(s, p, i, i, &of_i) + dcm_settings_given(s, p, j, j, &of_j);
  return given == 0 ? DEFAULT : given == 2 && *value == of_i && *value == of_j ? GIVEN : MIXED;
}

static uint32_t find_group(table *t, double value, origin from) {
  for (uint32_t g = 0; g < t->group_count; g++)
    if (t->groups[g].value == value && t->groups[g].origin == from)
      return g;
  t->groups[t->group_count] = (group){.value = value, .origin = from};
  return t->group_count++;
}

static void fill(table *t, uint32_t p) {
  const dcm_account *a = t->account;
  t->parameter = dcm_model_parameter(dcm_settings_model(a->settings), p);
  t->group_count = t->entries = 0;
  memset(t->group_of, 0, (size_t)t->n * t->n * sizeof *t->group_of);
  if (t->parameter->scope == DCM_PER_LAW) {
    double value;
    const int from = find_origin(a->settings, p, 1, 1, &value);
    if (from >= 0)
      t->groups[find_group(t, value, (origin)from)].count = t->entries = 1;
    return;
  }
  for (uint32_t i = 1; i <= t->n; i++)
    for (uint32_t j = i; j <= (is_of_pairs(t) ? t->n : i); j++) {
      double value;
      if (is_of_pairs(t) ? !is_told_of(a, i, j) : !meets_any(a, i))
        continue;
      const int from = find_origin(a->settings, p, i, j, &value);
      if (from < 0)
        continue;
      const uint32_t g = find_group(t, value, (origin)from);
      t->group_of[at(a, i, j)] = g + 1;
      t->groups[g].count++;
      t->entries++;
    }
}

/** Whether nobody gave the parameter. */
static int is_default(const table *t) {
  return t->group_count == 1 && t->groups[0].origin == DEFAULT;
}

/* --------------------------------------------------------------------------------- in words */

/** Whether the pair of i and a material is in a group; if i is 0, whether the material is. */
static int is_of(const table *t, uint32_t g, uint32_t i, uint32_t material) {
  return t->group_of[at(t->account, i ? i : material, material)] == g + 1;
}

/** "1-3, 5, wall": the materials from the first on that are of a group, as in is_of. */
static void print_materials(FILE *out, const table *t, uint32_t g, uint32_t i) {
  const uint32_t wall = t->account->wall;
  const char *between = "";
  for (uint32_t m = i ? i : 1; m <= t->n; m++) {
    if (!is_of(t, g, i, m))
      continue;
    uint32_t last = m;
    while (last < t->n && last + 1 != wall && m != wall && is_of(t, g, i, last + 1))
      last++;
    if (m == wall)
      fprintf(out, "%swall", between);
    else if (m == last)
      fprintf(out, "%s%u", between, m);
    else
      fprintf(out, "%s%u-%u", between, m, last);
    between = ", ";
    m = last;
  }
}

/** Whether i and the next material are in a group with the same others. */
static int is_like_next(const table *t, uint32_t g, uint32_t i) {
  if (i == t->n || is_of(t, g, i, i))
    return 0;
  for (uint32_t j = i + 1; j <= t->n; j++)
    if (is_of(t, g, i, j) != is_of(t, g, i + 1, j))
      return 0;
  return 1;
}

/** "1-3 with 4; 4 with 4-5" */
static void print_pairs(FILE *out, const table *t, uint32_t g) {
  const char *between = "";
  for (uint32_t i = 1; i <= t->n; i++) {
    uint32_t last = i;
    int is_in = 0;
    for (uint32_t j = i; j <= t->n; j++)
      is_in = is_in || is_of(t, g, i, j);
    if (!is_in)
      continue;
    while (is_like_next(t, g, last))
      last++;
    fprintf(out, last > i ? "%s%u-%u with " : "%s%u with ", between, i, last);
    print_materials(out, t, g, last);
    between = "; ";
    i = last;
  }
}

/** "types 1-3" */
static void print_places(FILE *out, const table *t, uint32_t g) {
  const uint32_t wall = t->account->wall;
  const uint32_t types = t->groups[g].count - (!is_of_pairs(t) && wall && is_of(t, g, 0, wall));
  fputs(is_of_pairs(t) || types > 1 ? "types " : types == 1 ? "type " : "", out);
  if (is_of_pairs(t))
    print_pairs(out, t, g);
  else
    print_materials(out, t, g, 0);
}

/** An item that grows: print to its stream, then end_item. */
typedef struct item {
  FILE *stream;
  char *text;
  size_t length;
} item;

static int begin_item(item *i) {
  *i = (item){0};
  i->stream = open_memstream(&i->text, &i->length);
  return i->stream != NULL;
}

static void end_item(page *to, item *i) {
  if (fclose(i->stream) == 0)
    add_item(to, i->text);
  free(i->text);
}

/** "5e+06 (types 1-3)", "0.6 (types 1 with 2, mixed)"
 * @param others whether the group has all pairs that the account does not list */
static void add_group(page *to, const table *t, uint32_t g, int others) {
  static const char *const words[] = {[GIVEN] = "", [MIXED] = "mixed", [DEFAULT] = "default"};
  const char *came = words[t->groups[g].origin];
  item i;
  if (!begin_item(&i))
    return;
  fprintf(i.stream, "%g", t->groups[g].value);
  const int has_places = t->group_count > 1;
  if (has_places || *came)
    fputs(" (", i.stream);
  if (has_places && others)
    fputs("all other pairs", i.stream);
  else if (has_places)
    print_places(i.stream, t, g);
  if (has_places || *came)
    fprintf(i.stream, "%s%s)", has_places && *came ? ", " : "", came);
  end_item(to, &i);
}

/** The largest group of several pairs: the account lists the pairs of the other groups only. */
static uint32_t group_of_others(const table *t) {
  uint32_t largest = 0;
  for (uint32_t g = 0; g < t->group_count; g++)
    if (t->groups[g].count > t->groups[largest].count)
      largest = g;
  const int is_clear = t->group_count > 1 && t->group_count <= MOST_GROUPS;
  return is_of_pairs(t) && is_clear && t->groups[largest].count > 2 ? largest : t->group_count;
}

static void add_values(page *to, const table *t) {
  const uint32_t others = group_of_others(t);
  uint32_t told = 0;
  uint32_t left = t->entries;
  for (int from = GIVEN; from <= DEFAULT; from++)
    for (uint32_t g = 0; g < t->group_count && told < MOST_GROUPS; g++) {
      if ((int)t->groups[g].origin != from || g == others)
        continue;
      add_group(to, t, g, 0);
      told++;
      left -= t->groups[g].count;
    }
  if (others < t->group_count) {
    add_group(to, t, others, 1);
    left -= t->groups[others].count;
  }
  item i;
  if (left == 0 || !begin_item(&i))
    return;
  fprintf(i.stream, "and other values for %u more %s", left, is_of_pairs(t) ? "pairs" : "types");
  end_item(to, &i);
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
    item i;
    if (!begin_item(&i))
      return;
    fprintf(i.stream, "%s %s%s", option->name, option->choices[dcm_settings_choice(a->settings, o)],
            by[dcm_settings_chooser(a->settings, o)]);
    end_item(to, &i);
  }
  end_line(to);
}

static void write_parameters(page *to, table *t) {
  const dcm_account *a = t->account;
  const dcm_model *model = dcm_settings_model(a->settings);
  int defaults = 0;
  for (uint32_t p = 0; p < model->parameter_count; p++) {
    fill(t, p);
    defaults += is_default(t);
    if (t->group_count == 0 || is_default(t))
      continue;
    begin_line(to, name_of(a, t->parameter->name));
    add_values(to, t);
    end_line(to);
  }
  if (defaults == 0 || a->only_given)
    return;
  begin_line(to, BY_DEFAULT);
  for (uint32_t p = 0; p < model->parameter_count; p++) {
    fill(t, p);
    item i;
    if (!is_default(t) || !begin_item(&i))
      continue;
    fprintf(i.stream, "%s %g", name_of(a, t->parameter->name), t->groups[0].value);
    end_item(to, &i);
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

static void free_table(table *t) {
  free(t->group_of);
  free(t->groups);
}

static int make_table(table *t, const dcm_account *account) {
  const uint32_t n = dcm_settings_material_count(account->settings);
  *t = (table){.account = account, .n = n};
  t->group_of = calloc((size_t)n * n, sizeof *t->group_of);
  t->groups = calloc((size_t)n * n, sizeof *t->groups);
  if (t->group_of && t->groups)
    return 1;
  free_table(t);
  return 0;
}

/** @return the text of an item, or NULL */
static char *take_text(item *i) {
  if (fclose(i->stream) == 0)
    return i->text;
  free(i->text);
  return NULL;
}

static int begin_text(item *all, table *t, const dcm_account *account) {
  if (!begin_item(all))
    return 0;
  if (make_table(t, account))
    return 1;
  free(take_text(all));
  return 0;
}

char *dcm_account_write(const dcm_account *account) {
  table t;
  item all;
  if (!begin_text(&all, &t, account))
    return NULL;
  page to = {.out = all.stream, .names = width_of_names(account)};
  write_options(&to, account);
  write_parameters(&to, &t);
  free_table(&t);
  return take_text(&all);
}

char *dcm_account_write_pairs(const dcm_account *account) {
  table t;
  item all;
  if (!begin_text(&all, &t, account))
    return NULL;
  uint32_t told = 0;
  for (uint32_t i = 1; i <= t.n; i++)
    for (uint32_t j = i; j <= t.n; j++) {
      t.group_of[at(account, i, j)] = is_told_of(account, i, j) != 0;
      told += t.group_of[at(account, i, j)];
    }
  if (told < t.n * (t.n + 1) / 2) {
    fputs(told ? "types " : "no types", all.stream);
    print_pairs(all.stream, &t, 0);
  }
  free_table(&t);
  return take_text(&all);
}
