/* SPDX-License-Identifier: MIT */
/** @file
 * The reader of CSV files. */
#include <math.h>
#include <stdint.h>

#include "cli/commands.h"
#include "cli/csv.h"
#include "fuzz/fuzz.h"

static const char *const columns[] = {"t", "x", "y"};
enum { COLUMN_COUNT = sizeof columns / sizeof columns[0] };

static int read_all(void *stream) {
  csv_reader *csv = csv_begin(stream, "input", columns, COLUMN_COUNT);
  for (double values[COLUMN_COUNT] = {NAN, NAN, NAN}; csv_read(csv, values);)
    for (int c = 0; c < COLUMN_COUNT; c++) {
      fuzz_promise(isfinite(values[c]));
      values[c] = NAN;
    }
  return EXIT_DONE;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  FILE *stream = size > 0 ? fmemopen((void *)(uintptr_t)data, size, "r") : NULL;
  if (stream)
    run_part(read_all, stream);
  return 0;
}
