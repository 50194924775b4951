/* SPDX-License-Identifier: MIT */
#include "cli/check_report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void copy(char *to, size_t size, const char *from) {
  snprintf(to, size, "%s", from);
}

#define COPY(to, from) copy(to, sizeof(to), from)

void check_report_found(check_report *report, const dcm_finding *finding) {
  COPY(report->what, finding->what);
  COPY(report->came, finding->came);
  COPY(report->expected, finding->expected);
  report->situation = *finding->situation;
  if (finding->difference)
    report->difference = *finding->difference;
  report->answer = ANSWER_FOUND;
}

#define END(text) ((text)[sizeof(text) - 1] = '\0')

void check_report_mend(check_report *r) {
  END(r->what);
  END(r->came);
  END(r->expected);
  END(r->difference.name);
  END(r->record.law);
  END(r->record.parameters);
  END(r->situation.called);
  END(r->situation.parameters);
  for (size_t i = 0; i < DCM_MOST_REASONS; i++)
    END(r->tested.reasons[i].why);
  for (size_t i = 0; i < DCM_MOST_FACTS; i++) {
    END(r->situation.facts[i].name);
    END(r->situation.facts[i].text);
    if (r->situation.facts[i].count > 3)
      r->situation.facts[i].count = 0;
  }
  if (r->tested.reason_count > DCM_MOST_REASONS)
    r->tested.reason_count = DCM_MOST_REASONS;
  if (r->situation.fact_count > DCM_MOST_FACTS)
    r->situation.fact_count = DCM_MOST_FACTS;
  if (r->difference.count > 3)
    r->difference.count = 0;
  if (r->record.function > DCM_FUNCTION_DESTROY)
    r->record.function = DCM_FUNCTION_NONE;
}

const char *check_report_parameter(const char *text, check_parameter *p) {
  int length = 0;
  *p = (check_parameter){.has_materials = 1};
  if (sscanf(text, "%u %u %63s %lf%n", &p->materials[0], &p->materials[1], p->name, &p->value,
             &length) != 4) {
    p->has_materials = 0;
    if (sscanf(text, "%63s %lf%n", p->name, &p->value, &length) != 2)
      return NULL;
  }
  text += length;
  return text + strspn(text, ", ");
}
