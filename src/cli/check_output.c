/* SPDX-License-Identifier: MIT */
/** @file
 * The report of dcm check, as JSON and as text. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/check.h"
#include "program/json.h"
#include "runtime/error.h"

static json_writer json;

/** A name for people as a key: "normal velocity" is normal_velocity. */
static const char *key_of(const char *name) {
  static char key[sizeof((dcm_fact *)0)->name];
  snprintf(key, sizeof key, "%s", name);
  for (char *c = key; *c; c++)
    if (*c == ' ')
      *c = '_';
  return key;
}

/** One number, or an array of more. */
static void write_numbers(const char *key, uint32_t count, const double *numbers) {
  if (count == 1)
    json_number(&json, key, numbers[0]);
  else
    json_numbers(&json, key, numbers, count);
}

static void write_parameters(const dcm_values *values) {
  json_begin(&json, "parameters", '[');
  for (uint32_t i = 0; i < values->count; i++) {
    const uint32_t *materials = values->of[i].materials;
    json_begin(&json, NULL, '{');
    if (materials[0])
      json_numbers(&json, "materials", (const double[]){materials[0], materials[1]}, 2);
    json_text(&json, "name", values->of[i].name);
    json_number(&json, "value", values->of[i].value);
    json_end(&json, '}');
  }
  json_end(&json, ']');
}

static void write_situation(const dcm_situation *situation) {
  json_begin(&json, "call", '{');
  json_text(&json, "law", situation->called);
  write_parameters(&situation->parameters);
  for (uint32_t i = 0; i < situation->fact_count; i++) {
    const dcm_fact *fact = &situation->facts[i];
    if (fact->count == 0)
      json_text(&json, key_of(fact->name), fact->text);
    else
      write_numbers(key_of(fact->name), fact->count, fact->numbers);
  }
  json_end(&json, '}');
}

static void write_finding(const check_request *request, const check_process *p) {
  const check_report *r = p->report;
  char command[4096];
  json_begin(&json, "finding", '{');
  if (r->came[0])
    json_text(&json, "came_back", r->came);
  if (r->expected[0])
    json_text(&json, "expected", r->expected);
  const dcm_difference *d = &r->difference;
  if (d->count) {
    json_begin(&json, "difference", '{');
    json_text(&json, "name", d->name);
    write_numbers("came_back", d->count, d->came);
    write_numbers("expected", d->count, d->expected);
    json_number(&json, "tolerance", d->tolerance);
    json_end(&json, '}');
  }
  write_situation(&r->situation);
  json_text(&json, "repeat", check_command(request, p->check->name, command, sizeof command));
  json_end(&json, '}');
}

static void write_reasons(const dcm_tested *r) {
  json_number(&json, "rounds", r->rounds);
  json_begin(&json, "not_tested", '[');
  for (uint32_t i = 0; i < r->reason_count; i++) {
    json_begin(&json, NULL, '{');
    json_text(&json, "why", r->reasons[i].why);
    json_number(&json, "rounds", r->reasons[i].rounds);
    json_end(&json, '}');
  }
  json_end(&json, ']');
}

static void write_beginning(const check_request *request) {
  json = (json_writer){.stream = stdout};
  json_begin(&json, NULL, '{');
  json_text(&json, "law", request->arguments->law);
  json_number(&json, "seed", (double)request->seed);
  json_begin(&json, "checks", '[');
}

static void write_check(const check_request *request, const check_process *p) {
  static const char *const results[] = {
      [RESULT_OK] = "ok",         [RESULT_NOT_TESTED] = "not tested", [RESULT_FOUND] = "found",
      [RESULT_ENDED] = "crashed", [RESULT_CRASHED] = "crashed",       [RESULT_HUNG] = "hung"};
  json_begin(&json, NULL, '{');
  json_text(&json, "name", p->check->name);
  json_text(&json, "promise", p->check->promise);
  json_text(&json, "result", results[p->result]);
  json_number(&json, "processor_seconds", p->processor);
  if (p->result < RESULT_FOUND)
    write_reasons(&p->report->tested);
  else {
    json_text(&json, "why", p->report->what);
    write_finding(request, p);
  }
  json_end(&json, '}');
}

static void write_end(const check_tally *tally) {
  json_end(&json, ']');
  json_number(&json, "findings", tally->findings);
  json_number(&json, "tested", tally->tested);
  json_number(&json, "not_tested", tally->not_tested);
  json_number(&json, "seconds", tally->seconds);
  json_end(&json, '}');
}

const check_output check_json = {write_beginning, write_check, write_end};

/* Columns of names, of what is said of a check, of names of facts, and of facts. */
enum { NAME = 2, SAID = 24, FACT_NAME = 6, FACT = 24, WIDTH = 100 };

/* ------------------------------------------------------------------------------------- text */

/** Prints a text without characters that a terminal would obey. */
static void print_plain(const char *text, size_t length) {
  char shown[5];
  for (size_t used; length > 0 && (used = dcm_text_show(text, shown)) > 0;
       text += used, length -= used < length ? used : length)
    fputs(shown, stdout);
}

/** Prints words from a column on, in as many lines as needed, and ends the last line. */
static void print_wrapped(const char *text, int column) {
  int at = column;
  while (*text) {
    const size_t length = strcspn(text, " ");
    if (at > column && at + 1 + (int)length > WIDTH) {
      printf("\n%*s", column, "");
      at = column;
    } else if (at > column) {
      putchar(' ');
      at++;
    }
    print_plain(text, length);
    at += (int)length;
    text += length + strspn(text + length, " ");
  }
  putchar('\n');
}

static void print_fact(const char *name, const char *text) {
  printf("%*s%-*s", FACT_NAME, "", FACT - FACT_NAME, name);
  print_wrapped(text, FACT);
}

/** Prints what is wrong, and from the next line on what to look for. */
static void print_what(const char *what) {
  char first[sizeof((check_report *)0)->what];
  const char *colon = strstr(what, ": "), *semicolon = strstr(what, "; ");
  const char *end = colon && (!semicolon || colon < semicolon) ? colon : semicolon;
  snprintf(first, sizeof first, "%.*s", end ? (int)(end + 1 - what) : (int)sizeof first, what);
  print_wrapped(first, SAID);
  if (!end)
    return;
  printf("%*s", SAID, "");
  print_wrapped(end + 2, SAID);
}

static void print_parameters(const dcm_values *values) {
  char text[DCM_VALUE_TEXT];
  for (uint32_t i = 0; i < values->count; i++) {
    dcm_value_text(values, i, text);
    print_fact(i ? "" : "parameters", text);
  }
  if (!values->count)
    print_fact("parameters", "all at their defaults");
}

static void print_situation(const dcm_situation *situation) {
  if (situation->called[0])
    print_fact("law", situation->called);
  if (situation->parameters.count || situation->fact_count)
    print_parameters(&situation->parameters);
  for (uint32_t i = 0; i < situation->fact_count; i++) {
    const dcm_fact *fact = &situation->facts[i];
    char text[sizeof fact->text];
    size_t used = (size_t)snprintf(text, sizeof text, "%s", fact->text);
    for (uint32_t n = 0; n < fact->count; n++)
      used += (size_t)snprintf(text + used, sizeof text - used, "%s%.9g", n ? " " : "",
                               fact->numbers[n]);
    print_fact(fact->name, text);
  }
}

static void print_finding(const check_request *request, const check_process *p) {
  const check_report *r = p->report;
  char command[4096];
  printf("FOUND  ");
  print_what(r->what);
  if (r->came[0])
    print_fact("came back", r->came);
  if (r->expected[0])
    print_fact("expected", r->expected);
  print_situation(&r->situation);
  printf("%*s%-*s%s\n", FACT_NAME, "", FACT - FACT_NAME, "repeat",
         check_command(request, p->check->name, command, sizeof command));
}

/** Prints why rounds tested nothing; the first reason on the line that has begun. */
static void print_reasons(const dcm_tested *r, int column) {
  for (uint32_t i = 0; i < r->reason_count; i++) {
    char text[sizeof r->reasons[i].why + 64];
    int length = snprintf(text, sizeof text, "not tested: %s", r->reasons[i].why);
    if (r->reasons[i].rounds)
      snprintf(text + length, sizeof text - (size_t)length, " (%u of %u rounds)",
               r->reasons[i].rounds, r->rounds);
    if (i > 0 || column == SAID)
      printf("%*s", column, "");
    print_wrapped(text, column);
  }
}

static void print_beginning(const check_request *request) {
  printf("%s, seed %llu\n", request->arguments->law, request->seed);
}

static void print_check(const check_request *request, const check_process *p) {
  enum { RESULT = NAME + 15 };
  printf("%*s%-14s ", NAME, "", p->check->name);
  if (p->result >= RESULT_FOUND) {
    print_finding(request, p);
    return;
  }
  if (p->result == RESULT_OK) {
    printf("ok     ");
    print_wrapped(p->check->promise, SAID);
  }
  print_reasons(&p->report->tested, p->result == RESULT_OK ? SAID : RESULT);
}

static void print_end(const check_tally *tally) {
  printf("%d finding%s in %d check%s, ", tally->findings, tally->findings == 1 ? "" : "s",
         tally->tested, tally->tested == 1 ? "" : "s");
  if (tally->not_tested)
    printf("%d not tested, ", tally->not_tested);
  printf("%.1f s\n", tally->seconds);
}

const check_output check_text = {print_beginning, print_check, print_end};
