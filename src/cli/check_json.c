/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/check_output.h"
#include "program/json.h"

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

static void write_parameters(const char *text) {
  check_parameter p;
  json_begin(&json, "parameters", '[');
  while ((text = check_report_parameter(text, &p)) != NULL) {
    json_begin(&json, NULL, '{');
    if (p.has_materials)
      json_numbers(&json, "materials", (const double[]){p.materials[0], p.materials[1]}, 2);
    json_text(&json, "name", p.name);
    json_number(&json, "value", p.value);
    json_end(&json, '}');
  }
  json_end(&json, ']');
}

static void write_situation(const dcm_situation *situation) {
  json_begin(&json, "call", '{');
  json_text(&json, "law", situation->called);
  write_parameters(situation->parameters);
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

static void begin(const check_request *request) {
  json = (json_writer){.stream = stdout};
  json_begin(&json, NULL, '{');
  json_text(&json, "law", request->arguments->law);
  json_number(&json, "seed", (double)request->seed);
  json_begin(&json, "checks", '[');
}

static void check(const check_request *request, const check_process *p) {
  static const char *const results[] = {[RESULT_OK] = "ok",
                                        [RESULT_NOT_TESTED] = "not tested",
                                        [RESULT_FOUND] = "found",
                                        [RESULT_CRASHED] = "crashed",
                                        [RESULT_HUNG] = "hung"};
  const check_result result = check_process_result(p);
  json_begin(&json, NULL, '{');
  json_text(&json, "name", p->check->name);
  json_text(&json, "promise", p->check->promise);
  json_text(&json, "result", results[result]);
  json_number(&json, "processor_seconds", p->processor);
  if (result == RESULT_OK || result == RESULT_NOT_TESTED)
    write_reasons(&p->report->tested);
  else {
    json_text(&json, "why", p->report->what);
    write_finding(request, p);
  }
  json_end(&json, '}');
}

static void write_order(const dcm_order *order) {
  json_begin(&json, "ledger", '{');
  json_number(&json, "residual", order->residual);
  if (!isnan(order->order))
    json_number(&json, "order", order->order);
  json_end(&json, '}');
}

static void write_regimes(const dcm_regimes *regimes) {
  json_begin(&json, "shares_of_contacts", '{');
  for (int r = 0; r < DCM_REGIMES; r++)
    json_number(&json, dcm_regime_names[r], regimes->shares[r]);
  json_end(&json, '}');
}

static void end(const check_tally *tally, const check_report *measured) {
  json_end(&json, ']');
  json_number(&json, "findings", tally->findings);
  json_number(&json, "tested", tally->tested);
  json_number(&json, "not_tested", tally->not_tested);
  json_number(&json, "seconds", tally->seconds);
  if (measured)
    write_regimes(&measured->regimes);
  if (measured && !isnan(measured->order.residual))
    write_order(&measured->order);
  json_end(&json, '}');
}

const check_output check_json = {begin, check, end};
