/* SPDX-License-Identifier: MIT */
#include "runtime/files.h"

#include <dcm/dcm.h>
#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/arena.h"

static struct {
  pthread_mutex_t lock;
  char **paths;
  size_t count, room;
} inputs = {.lock = PTHREAD_MUTEX_INITIALIZER};

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
  pthread_mutex_lock(&inputs.lock);
  size_t n = 0;
  while (n < inputs.count && strcmp(inputs.paths[n], whole) != 0)
    n++;
  if (n < inputs.count)
    free(whole);
  else
    add(whole);
  pthread_mutex_unlock(&inputs.lock);
}

const char *dcm_input(size_t n) {
  pthread_mutex_lock(&inputs.lock);
  const char *path = n < inputs.count ? inputs.paths[n] : NULL;
  pthread_mutex_unlock(&inputs.lock);
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

/* -------------------------------------------------------------------------------- shared objects
 */

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

/** Refuses a path that the dynamic loader must not get: the loader waits at a fifo for ever.
 * @param status receives what the file is */
static int32_t check_file(const char *path, struct stat *status, dcm_error *error) {
  if (stat(path, status) != 0)
    return dcm_fail(error, "cannot load the library '%s': %s", path, strerror(errno));
  if (!S_ISREG(status->st_mode))
    return dcm_fail(error, "cannot load '%s' as a shared object: it is %s", path,
                    S_ISDIR(status->st_mode) ? "a folder" : "a device or a pipe, not a file");
  FILE *file = fopen(path, "rb");
  if (!file)
    return dcm_fail(error, "cannot load the library '%s': %s", path, strerror(errno));
  const int whole = is_whole(file, status->st_size);
  fclose(file);
  return whole ? DCM_OK
               : dcm_fail(error,
                          "cannot load '%s' as a shared object: the file is cut short; copy or "
                          "compile it again",
                          path);
}

/** A file that was loaded. */
typedef struct loaded_file {
  struct loaded_file *next;
  void *handle;
  struct stat status;
} loaded_file;

/** The last file that each handle stood for. */
static loaded_file *loaded_files;
static pthread_mutex_t loading = PTHREAD_MUTEX_INITIALIZER;

static int is_same_file(const struct stat *a, const struct stat *b) {
  return a->st_dev == b->st_dev && a->st_ino == b->st_ino && a->st_size == b->st_size &&
         a->st_mtim.tv_sec == b->st_mtim.tv_sec && a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

static loaded_file *find_loaded(const void *handle) {
  loaded_file *l = loaded_files;
  while (l && l->handle != handle)
    l = l->next;
  return l;
}

static void note_loaded(void *handle, const struct stat *status) {
  loaded_file *l = find_loaded(handle);
  if (!l && (l = calloc(1, sizeof *l))) {
    l->next = loaded_files;
    loaded_files = l;
  }
  if (l) {
    l->handle = handle;
    l->status = *status;
  }
}

/** The loader knows a file by its name: while an older file of this name is loaded, as a law that
 * was compiled again, the name gets one more "./" before its last part. */
static void *load(const char *path, const struct stat *status, dcm_error *error) {
  const char *slash = strrchr(path, '/'), *last = slash ? slash + 1 : path;
  char name[4096];
  size_t used = (size_t)snprintf(name, sizeof name, "%.*s", slash ? (int)(last - path) : 2,
                                 slash ? path : "./");
  for (void *older = NULL; used + strlen(last) < sizeof name; used += 2) {
    strcpy(name + used, last);
    void *handle = dlopen(name, RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD);
    const loaded_file *known = find_loaded(handle);
    if (handle && (!known || is_same_file(&known->status, status)))
      return handle;
    if (!handle) {
      handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
      if (handle)
        note_loaded(handle, status);
      else
        dcm_fail(error, "cannot load '%s' as a shared object: %s", path, dlerror());
      return handle;
    }
    dlclose(handle);
    if (handle == older) { /* found by what the file is, not by its name */
      dcm_fail(error,
               "cannot load '%s': the file was overwritten while a law of it is in use; remove "
               "the file before you write it anew, as compilers do, or end this program",
               path);
      return NULL;
    }
    older = handle;
    memcpy(name + used, "./", 2);
  }
  dcm_fail(error, "cannot load the library '%s': the path is too long", path);
  return NULL;
}

void *dcm_shared_object_open(const char *path, dcm_error *error) {
  struct stat status;
  if (check_file(path, &status, error))
    return NULL;
  dcm_note_input(path);
  pthread_mutex_lock(&loading);
  void *handle = load(path, &status, error);
  pthread_mutex_unlock(&loading);
  return handle;
}

char *dcm_find_in_folders(const char *folders, const char *file) {
  if (!folders || strchr(file, '/'))
    return NULL;
  char *path = malloc(strlen(folders) + strlen(file) + 2);
  for (const char *folder = folders; path && *folder;) {
    const size_t length = strcspn(folder, ":");
    sprintf(path, "%.*s/%s", (int)length, folder, file);
    if (path[0] == '/' && length > 0 && access(path, R_OK) == 0)
      return path;
    folder += length + (folder[length] == ':');
  }
  free(path);
  return NULL;
}

char *dcm_find_law_library(const char *folders, const char *law) {
  if (!*law || law[strspn(law, "abcdefghijklmnopqrstuvwxyz0123456789-/")])
    return NULL;
  char *file = malloc(strlen(law) + sizeof ".so");
  if (!file)
    return NULL;
  sprintf(file, "%s.so", law);
  for (char *c = file; *c; c++)
    if (*c == '/')
      *c = '-';
  char *path = dcm_find_in_folders(folders, file);
  free(file);
  return path;
}

static int all_may_write(const char *path) {
  struct stat status;
  return stat(path, &status) == 0 && (status.st_mode & S_IWOTH);
}

int32_t dcm_check_permissions(const char *file, dcm_error *error) {
  const char *slash = strrchr(file, '/');
  char *folder = strndup(file, slash ? (size_t)(slash - file) + 1 : 0);
  if (!folder)
    return dcm_fail(error, "out of memory");
  const int by_folder = all_may_write(folder);
  const int is_open = by_folder || all_may_write(file);
  if (is_open)
    dcm_fail(error,
             "every user of this machine can write %s%s and so can run programs as you: take this "
             "permission away with 'chmod o-w %s'",
             by_folder ? "into the folder " : "the file ", by_folder ? folder : file,
             by_folder ? folder : file);
  free(folder);
  return is_open ? DCM_ERROR : DCM_OK;
}
