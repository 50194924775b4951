/* SPDX-License-Identifier: MIT */
/** @file
 * The reader of CSV files. */
#include <math.h>
#include <stdint.h>

#include "cli/arguments.h"
#include "cli/csv.h"
#include "fuzz/fuzz.h"

const char *const fuzz_words[] = {"t",       "x",  "y",    ",",       "\n",  "\r\n", "#",
                                  "t,x,y\n", "\t", "1e-5", "0,0,0\n", "nan", " ",    NULL};

static const char *const columns[] = {"t", "x", "y"};
enum { COLUMN_COUNT = sizeof columns / sizeof columns[0] };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  FILE *stream = size > 0 ? fmemopen((void *)(uintptr_t)data, size, "r") : NULL;
  if (!stream)
    return 0;
  csv_reader csv;
  int status = csv_begin(&csv, stream, "input", columns, COLUMN_COUNT);
  for (int end = 0; status == EXIT_DONE && !end;) {
    double values[COLUMN_COUNT] = {NAN, NAN, NAN};
    status = csv_read(&csv, values, &end);
    for (int c = 0; c < COLUMN_COUNT && status == EXIT_DONE && !end; c++)
      fuzz_promise(isfinite(values[c]));
  }
  csv_close(&csv);
  return 0;
}
