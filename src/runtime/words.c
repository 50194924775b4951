/* SPDX-License-Identifier: MIT */
#include "runtime/words.h"

#include <dcm/dcm.h>
#include <string.h>

int dcm_is_same_law(const char *name, const char *other) {
  const char *a = name, *b = other;
  for (; (*a == '/' ? '-' : *a) == (*b == '/' ? '-' : *b); a++, b++)
    if (!*a)
      return 1;
  return 0;
}

int32_t dcm_given_twice(const char *keyword, const char *before, const char *now,
                        dcm_error *error) {
  return dcm_fail(error, "'%s' is given twice in one command, as '%s' and as '%s': leave one out",
                  keyword, before, now);
}

int32_t dcm_check_given_once(const char *const *words, size_t count, dcm_error *error) {
  for (size_t now = 2; now + 1 < count; now += 2)
    for (size_t before = 0; before < now; before += 2)
      if (strcmp(words[before], words[now]) == 0)
        return dcm_given_twice(words[now], words[before + 1], words[now + 1], error);
  return DCM_OK;
}
