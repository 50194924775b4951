/* SPDX-License-Identifier: MIT */
#include "runtime/law_path.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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
  if (!*law || law[strspn(law, "abcdefghijklmnopqrstuvwxyz0123456789-")])
    return NULL;
  char *file = malloc(strlen(law) + sizeof ".so");
  if (!file)
    return NULL;
  sprintf(file, "%s.so", law);
  char *path = dcm_find_in_folders(folders, file);
  free(file);
  return path;
}
