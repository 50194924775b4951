/* SPDX-License-Identifier: MIT */
#include "runtime/files.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "runtime/arena.h"

static struct {
  atomic_flag is_in_use;
  char **paths;
  size_t count, room;
} inputs = {.is_in_use = ATOMIC_FLAG_INIT};

static void begin(void) {
  while (atomic_flag_test_and_set(&inputs.is_in_use))
    ;
}

static void end(void) {
  atomic_flag_clear(&inputs.is_in_use);
}

static void add(char *path) {
  char **paths = dcm_with_room(inputs.paths, &inputs.room, inputs.count + 1, sizeof *paths);
  if (paths) {
    inputs.paths = paths;
    paths[inputs.count++] = path;
  } else
    free(path);
}

void dcm_note_input(const char *path) {
  char *whole = realpath(path, NULL);
  if (!whole)
    return;
  begin();
  size_t n = 0;
  while (n < inputs.count && strcmp(inputs.paths[n], whole) != 0)
    n++;
  if (n < inputs.count)
    free(whole);
  else
    add(whole);
  end();
}

const char *dcm_input(size_t n) {
  begin();
  const char *path = n < inputs.count ? inputs.paths[n] : NULL;
  end();
  return path;
}

/** A file may have several names, and a name may go to another file in time. */
static const char *find(const struct stat *file) {
  const char *path;
  struct stat input;
  for (size_t n = 0; (path = dcm_input(n)) != NULL; n++)
    if (stat(path, &input) == 0 && input.st_dev == file->st_dev && input.st_ino == file->st_ino)
      return path;
  return NULL;
}

FILE *dcm_open_output(const char *path, const char *mode, dcm_error *error) {
  struct stat old;
  const char *input = stat(path, &old) == 0 && S_ISREG(old.st_mode) ? find(&old) : NULL;
  if (input) {
    dcm_fail(error,
             "cannot write '%s': this is the file '%s', which was read, and an output never "
             "overwrites an input: give the output another name",
             path, input);
    return NULL;
  }
  FILE *stream = fopen(path, mode);
  if (!stream)
    dcm_fail(error, "cannot write '%s': %s", path, strerror(errno));
  return stream;
}
