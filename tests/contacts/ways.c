/* SPDX-License-Identifier: MIT */
#include "ways.h"

#include <stddef.h>
#include <stdio.h>

#include "../runtime/probe.h"
#include "runtime/settings.h"
#include "support/check.h"
#include "support/exchange_law.h"

uint32_t dcm_list_ways(dcm_way ways[DCM_WAYS]) {
  uint32_t count = 0;
  for (uint32_t isa = 0; isa < DCM_ISA_COUNT; isa++)
    if (dcm_isa_is_available(isa))
      ways[count++] = (dcm_way){dcm_isa_name(isa), dcm_isa_name(isa)};
  return count;
}

void dcm_use_way(const dcm_way *way) {
  dcm_error error;
  ck_assert_int_eq(dcm_isa_use(way ? way->isa : NULL, &error), DCM_OK);
}

dcm_law *dcm_reaching_probe(void) {
  dcm_settings *settings = dcm_settings_create(&dcm_probe, 1);
  dcm_error error;
  for (uint32_t p = 0; p < dcm_probe.parameter_count; p++)
    dcm_settings_set(settings, (dcm_range){1, 1}, (dcm_range){1, 1}, dcm_probe.parameters[p].name,
                     "0.05", &error);
  dcm_law *law = dcm_law_create(settings, dcm_error_log, &error, &error);
  ck_assert_msg(law != NULL, "%s", error.text);
  dcm_settings_destroy(settings);
  return law;
}

dcm_law *dcm_exchanging_law(double gap) {
  dcm_error error;
  dcm_settings *settings = dcm_settings_create(&exchange, 1);
  char text[32];
  snprintf(text, sizeof text, "%g", gap);
  const char *const given[][2] = {
      {"stiffness", "1e3"}, {"conductance", "3"}, {"permeability", "2e3"}, {"gap", text}};
  const dcm_range all = {1, 1};
  for (size_t i = 0; i < sizeof given / sizeof given[0]; i++)
    ck_assert_int_eq(dcm_settings_set(settings, all, all, given[i][0], given[i][1], &error),
                     DCM_OK);
  dcm_law *law = dcm_law_create(settings, dcm_error_log, &error, &error);
  ck_assert_ptr_nonnull(law);
  dcm_settings_destroy(settings);
  return law;
}
