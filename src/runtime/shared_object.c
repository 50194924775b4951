/* SPDX-License-Identifier: MIT */
#include "runtime/shared_object.h"

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include <dcm/dcm.h>

#include "runtime/files.h"

/** Whether the segments of an ELF file lie within it. The dynamic loader maps the segments without
 * a check, and the first access beyond the end of a short file is a bus error. The loader itself
 * refuses files that are not ELF files of this machine. */
static int is_whole(FILE *file, off_t size) {
  ElfW(Ehdr) header;
  if (fread(&header, sizeof header, 1, file) != 1 || memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
      header.e_ident[EI_CLASS] != (sizeof(void *) == 8 ? ELFCLASS64 : ELFCLASS32) ||
      header.e_phentsize != sizeof(ElfW(Phdr)))
    return 1;
  const uint64_t end = (uint64_t)size;
  for (unsigned i = 0; i < header.e_phnum; i++) {
    ElfW(Phdr) segment;
    if (header.e_phoff > end ||
        fseeko(file, (off_t)(header.e_phoff + i * sizeof segment), SEEK_SET) != 0 ||
        fread(&segment, sizeof segment, 1, file) != 1)
      return 0;
    if (segment.p_offset > end || segment.p_filesz > end - segment.p_offset)
      return 0;
  }
  return 1;
}

/** Refuses a path that the dynamic loader must not get: the loader waits at a fifo for ever. */
static int32_t check_file(const char *path, dcm_error *error) {
  struct stat status;
  if (stat(path, &status) != 0)
    return dcm_fail(error, "cannot load the library '%s': %s", path, strerror(errno));
  if (!S_ISREG(status.st_mode))
    return dcm_fail(error, "cannot load '%s' as a shared object: it is %s", path,
                    S_ISDIR(status.st_mode) ? "a folder" : "a device or a pipe, not a file");
  FILE *file = fopen(path, "rb");
  if (!file)
    return dcm_fail(error, "cannot load the library '%s': %s", path, strerror(errno));
  const int whole = is_whole(file, status.st_size);
  fclose(file);
  return whole ? DCM_OK
               : dcm_fail(error,
                          "cannot load '%s' as a shared object: the file is cut short; copy or "
                          "compile it again",
                          path);
}

void *dcm_shared_object_open(const char *path, dcm_error *error) {
  if (check_file(path, error))
    return NULL;
  dcm_note_input(path);
  char local[4096];
  if (snprintf(local, sizeof local, "%s%s", strchr(path, '/') ? "" : "./", path) >=
      (int)sizeof local) {
    dcm_fail(error, "cannot load the library '%s': the path is too long", path);
    return NULL;
  }
  void *handle = dlopen(local, RTLD_NOW | RTLD_LOCAL);
  if (!handle)
    dcm_fail(error, "cannot load '%s' as a shared object: %s", path, dlerror());
  return handle;
}
