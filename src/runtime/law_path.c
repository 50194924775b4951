/* SPDX-License-Identifier: MIT */
#include "runtime/law_path.h"

#include <dcm/dcm.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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
