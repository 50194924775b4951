/* SPDX-License-Identifier: MIT */
#include "cli/commands.h"

#include <dcm/dcm.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/arena.h"
#include "runtime/error.h"

static const cli_option help_option = {"help", NULL, "print this help"};

/** Option i of all groups, the help last; NULL beyond. */
static const cli_option *option_at(const cli_command *command, size_t i) {
  for (const cli_option_group *g = command->groups; g && g->heading; g++)
    for (const cli_option *o = g->options; o->name; o++)
      if (i-- == 0)
        return o;
  return i == 0 ? &help_option : NULL;
}

static size_t option_count(const cli_command *command) {
  size_t count = 0;
  while (option_at(command, count))
    count++;
  return count;
}

static const char *option_name(const void *context, size_t i) {
  return option_at(context, i)->name;
}

static const cli_option *find_option(const cli_command *command, const char *name, size_t length) {
  for (size_t i = 0; option_at(command, i); i++) {
    const cli_option *o = option_at(command, i);
    if (strlen(o->name) == length && strncmp(o->name, name, length) == 0)
      return o;
  }
  return NULL;
}

static _Noreturn void unknown_option(const cli_command *command, const char *argument) {
  char name[64];
  const char *start = argument + strspn(argument, "-");
  snprintf(name, sizeof name, "%.*s", (int)strcspn(start, "="), start);
  message_error("'dcm %s' has no option '%.*s'", command->name, (int)strcspn(argument, "="),
                argument);
  const char *nearest = dcm_nearest_word(name, option_name, command, option_count(command));
  if (nearest)
    message_hint("did you mean '--%s'? 'dcm %s --help' lists all options", nearest, command->name);
  else
    message_hint("'dcm %s --help' lists its options", command->name);
  stop(EXIT_MISUSED);
}

/** Takes the option at argv[*i], and the next argument if that is the option's value. */
static void take_option(cli_arguments *arguments, int argc, char **argv, int *i) {
  const cli_command *command = arguments->command;
  const char *name = strcmp(argv[*i], "-h") == 0 ? help_option.name : argv[*i] + 2;
  if (name != help_option.name && strncmp(argv[*i], "--", 2) != 0)
    unknown_option(command, argv[*i]);
  const size_t length = strcspn(name, "=");
  const cli_option *o = find_option(command, name, length);
  if (!o)
    unknown_option(command, argv[*i]);
  const char *value = name[length] == '=' ? name + length + 1 : NULL;
  if (!o->value_name && value)
    stop_misused("'--%s' takes no value, but '%s' was given", o->name, value);
  if (o->value_name && !value) {
    const int is_there = *i + 1 < argc && strncmp(argv[*i + 1], "--", 2) != 0;
    if (!is_there)
      stop_misused("'--%s' needs a value: --%s %s", o->name, o->name, o->value_name);
    value = argv[++*i];
  }
  arguments->given[arguments->count++] = (given_option){o->name, value};
}

/** Length of NAME in a value NAME=VALUE; 0 for options with other values. */
static size_t name_length(const given_option *given) {
  return strncmp(given->name, "set", 3) == 0 ? strcspn(given->value, "=") : 0;
}

int option_is_same(const given_option *one, const given_option *other) {
  if (strcmp(one->name, other->name) != 0 || !one->value)
    return 0;
  const size_t length = name_length(one);
  return name_length(other) == length && strncmp(one->value, other->value, length) == 0;
}

/** Refuses the last option if it was given before, with another value or the same. */
static void check_given_once(const cli_arguments *arguments) {
  const given_option *last = &arguments->given[arguments->count - 1];
  for (const given_option *g = arguments->given; g < last; g++) {
    if (!option_is_same(last, g))
      continue;
    const size_t length = name_length(last);
    stop_misused("'--%s' is given twice%s%.*s, as '%s' and as '%s': leave one out", last->name,
                 length ? " for " : "", (int)length, last->value, g->value, last->value);
  }
}

cli_arguments arguments_parse(const cli_command *command, int argc, char **argv) {
  cli_arguments arguments = {.command = command};
  arguments.given = hold_array((size_t)argc + 1, sizeof *arguments.given);
  for (int i = 0; i < argc; i++) {
    if (argv[i][0] == '-') {
      take_option(&arguments, argc, argv, &i);
      check_given_once(&arguments);
      continue;
    }
    if (!command->takes_law || arguments.law)
      stop_misused("'dcm %s' does not know what to do with '%s': usage: dcm %s %s", command->name,
                   argv[i], command->name, command->synopsis);
    arguments.law = argv[i];
  }
  if (arguments_has(&arguments, help_option.name)) {
    command_help(command, stdout);
    stop(EXIT_DONE);
  }
  if (command->takes_law && !arguments.law) {
    message_error("'dcm %s' needs a contact law: dcm %s %s", command->name, command->name,
                  command->synopsis);
    message_hint("'dcm list' prints the laws");
    stop(EXIT_MISUSED);
  }
  return arguments;
}

int arguments_has(const cli_arguments *arguments, const char *name) {
  for (size_t i = 0; i < arguments->count; i++)
    if (strcmp(arguments->given[i].name, name) == 0)
      return 1;
  return 0;
}

const char *arguments_text(const cli_arguments *arguments, const char *name) {
  for (size_t i = 0; i < arguments->count; i++)
    if (strcmp(arguments->given[i].name, name) == 0)
      return arguments->given[i].value;
  return NULL;
}

double read_number(const char *option, const char *text, number_range range) {
  char *end;
  const double value = strtod(text, &end);
  if (end == text || *end)
    stop_misused("'--%s' takes a number, not '%s'", option, text);
  if (!isfinite(value))
    stop_misused("'--%s' takes a finite number, not '%s'", option, text);
  if (range == POSITIVE && !(value > 0.0))
    stop_misused("'--%s' must be greater than 0, not '%s'", option, text);
  if (range == NOT_NEGATIVE && value < 0.0)
    stop_misused("'--%s' must be at least 0, not '%s'", option, text);
  return value;
}

double arguments_number(const cli_arguments *arguments, const char *name, number_range range,
                        double otherwise) {
  const char *text = arguments_text(arguments, name);
  return text ? read_number(name, text, range) : otherwise;
}

dcm_vector arguments_vector(const cli_arguments *arguments, const char *name) {
  const char *text = arguments_text(arguments, name);
  double component[3] = {0.0, 0.0, 0.0};
  const char *next = text;
  for (int c = 0; c < 3 && text; c++) {
    char *end;
    component[c] = strtod(next, &end);
    if (end == next || *end != (c < 2 ? ',' : '\0') || !isfinite(component[c]))
      stop_misused("'--%s' takes three numbers x,y,z without blanks, not '%s'", name, text);
    next = end + 1;
  }
  return (dcm_vector){component[0], component[1], component[2]};
}

unsigned long long arguments_count(const cli_arguments *arguments, const char *name,
                                   unsigned long long otherwise) {
  const char *text = arguments_text(arguments, name);
  if (!text)
    return otherwise;
  char *end;
  const double value = strtod(text, &end);
  if (end == text || *end || !(value >= 1.0) || value > 1e15 || value != floor(value))
    stop_misused("'--%s' takes a whole number of at least 1, not '%s'", name, text);
  return (unsigned long long)value;
}

enum { HELP_COLUMN = 28 };

static void print_option(const cli_option *o, FILE *stream) {
  char left[64];
  snprintf(left, sizeof left, "  --%s%s%s", o->name, o->value_name ? " " : "",
           o->value_name ? o->value_name : "");
  if (strlen(left) >= HELP_COLUMN)
    fprintf(stream, "%s\n%*s", left, HELP_COLUMN, "");
  else
    fprintf(stream, "%-*s", HELP_COLUMN, left);
  for (const char *c = o->help; *c; c++)
    if (*c == '\n')
      fprintf(stream, "\n%*s", HELP_COLUMN, "");
    else
      fputc(*c, stream);
  fputc('\n', stream);
}

void command_help(const cli_command *command, FILE *stream) {
  fprintf(stream, "Usage: dcm %s %s\n\n%s\n", command->name, command->synopsis, command->summary);
  for (const cli_option_group *g = command->groups; g && g->heading; g++) {
    fprintf(stream, "\n%s:\n", g->heading);
    for (const cli_option *o = g->options; o->name; o++)
      print_option(o, stream);
  }
  fputc('\n', stream);
  print_option(&help_option, stream);
  if (command->details)
    fprintf(stream, "\n%s", command->details);
}

/** Prints a text as a line of the standard error. Texts come from files, libraries and command
 * lines, too, so control characters are escaped. */
static void print_line(const char *kind, const char *text) {
  fflush(stdout);
  fprintf(stderr, "dcm: %s: ", kind);
  char shown[5];
  for (size_t length; (length = dcm_text_show(text, shown)) > 0; text += length)
    fputs(shown, stderr);
  fputc('\n', stderr);
}

static void print(const char *kind, const char *format, va_list arguments) {
  char text[8192];
  vsnprintf(text, sizeof text, format, arguments);
  print_line(kind, text);
}

/** Prints a message of a kind in a function with a format and more arguments. */
#define PRINT(kind)                                                                                \
  va_list arguments;                                                                               \
  va_start(arguments, format);                                                                     \
  print(kind, format, arguments);                                                                  \
  va_end(arguments)

void stop_failed(const char *format, ...) {
  PRINT("error");
  stop(EXIT_FAILED);
}

void stop_misused(const char *format, ...) {
  PRINT("error");
  stop(EXIT_MISUSED);
}

void message_error(const char *format, ...) {
  PRINT("error");
}

void message_warning(const char *format, ...) {
  PRINT("warning");
}

void message_hint(const char *format, ...) {
  PRINT("hint");
}

void message_log(void *data, uint32_t level, const char *message) {
  (void)data;
  static const char *const kinds[] = {"note", "warning", "error"};
  print_line(kinds[dcm_known_level(level)], message);
}

/* ------------------------------------------------------------------------- the end of a command */

typedef struct held {
  void (*release)(void *what);
  void *what;
} held;

/** A part of a command, and what the part holds. */
typedef struct part {
  jmp_buf end;
  int exit_code;
  held *all;
  size_t count, room;
  struct part *outer;
} part;

static _Thread_local part *innermost;

static void run_until_stop(part *p, int (*body)(void *data), void *data) {
  if (setjmp(p->end) == 0)
    p->exit_code = body(data);
}

int run_part(int (*body)(void *data), void *data) {
  part p = {.outer = innermost};
  innermost = &p;
  run_until_stop(&p, body, data);
  while (p.count > 0) {
    const held *last = &p.all[--p.count];
    last->release(last->what);
  }
  free(p.all);
  innermost = p.outer;
  return p.exit_code;
}

void stop(int exit_code) {
  innermost->exit_code = exit_code;
  longjmp(innermost->end, 1);
}

void hold(void (*release)(void *what), void *what) {
  part *p = innermost;
  held *all = dcm_with_room(p->all, &p->room, p->count + 1, sizeof *all);
  if (all) {
    p->all = all;
    all[p->count++] = (held){release, what};
  } else {
    release(what);
    stop_failed("out of memory");
  }
}

void let_go(const void *what) {
  part *p = innermost;
  size_t n = p->count;
  while (n > 0 && p->all[n - 1].what != what)
    n--;
  if (n > 0)
    memmove(&p->all[n - 1], &p->all[n], (p->count-- - n) * sizeof *p->all);
}

static void close_stream(void *stream) {
  fclose(stream);
}

void hold_stream(FILE *stream) {
  if (stream != stdin)
    hold(close_stream, stream);
}

static void release_numbers(void *list) {
  free(((number_list *)list)->values);
}

void add_number(number_list *list, double number) {
  if (!list)
    return;
  double *values = dcm_with_room(list->values, &list->room, list->count + 1, sizeof *values);
  if (!values)
    stop_failed("out of memory");
  if (!list->values)
    hold(release_numbers, list);
  list->values = values;
  list->values[list->count++] = number;
}

void *hold_array(size_t count, size_t size) {
  void *array = calloc(count, size);
  if (!array)
    stop_failed("out of memory");
  hold(free, array);
  return array;
}
