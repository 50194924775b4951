/* SPDX-License-Identifier: GPL-2.0-or-later */
/** @file
 * dcmplugin.so: what LAMMPS's plugin command loads. It holds little but this file, needs no symbol
 * of LAMMPS, and so can be loaded by any version of it; the styles are in adapters beside it,
 * dcm-lammps-<yyyymmdd>.so, one for each version that it was built for. A class of LAMMPS has
 * another layout in each version: calling one through the wrong headers would crash, or worse, not
 * crash. */
#define _GNU_SOURCE
#include "adapter.h"

#include <dirent.h>
#include <dlfcn.h>
#include <mpi.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "runtime/shared_object.h"

/** On the standard error, and, where this LAMMPS has a function for it, as a warning in its log:
 * without the styles an input may run by others. */
static void complain(void *lmp, const char *format, ...) {
  char text[4096 + 1024] = "dcm adds no styles: ";
  const size_t length = strlen(text);
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text + length, sizeof text - length, format, arguments);
  va_end(arguments);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0)
    fprintf(stderr, "ERROR: %s\n", text);
  const int warning = 0; /* the first of the host's kinds of messages */
  void (*lammps_error)(void *, int, const char *);
  void *symbol = dlsym(RTLD_DEFAULT, "lammps_error");
  memcpy(&lammps_error, &symbol, sizeof lammps_error);
  if (lammps_error)
    lammps_error(lmp, warning, text);
}

/** The path by which this shared object was loaded; NULL if it is not to be found. */
static const char *own_path(void) {
  Dl_info info;
  /* ISO C has no cast from a function pointer to an object pointer; POSIX gives both one form. */
  const char *(*here)(void) = own_path;
  void *address;
  memcpy(&address, &here, sizeof address);
  return dladdr(address, &info) ? info.dli_fname : NULL;
}

/** The folder of a file. @return 0 if its path is too long */
static int folder_of(const char *path, char folder[4096]) {
  if (strlen(path) >= 4096)
    return 0;
  strcpy(folder, path);
  char *slash = strrchr(folder, '/');
  if (slash)
    *slash = '\0';
  else
    strcpy(folder, ".");
  return 1;
}

/** "20210929, 20250204": the versions for which there are adapters. */
static void list_adapters(const char *folder, char *text, size_t size) {
  text[0] = '\0';
  DIR *directory = opendir(folder);
  if (!directory)
    return;
  for (struct dirent *file = readdir(directory); file; file = readdir(directory)) {
    int version, end = 0;
    if (sscanf(file->d_name, "dcm-lammps-%d.so%n", &version, &end) == 1 && end &&
        !file->d_name[end]) {
      const size_t used = strlen(text);
      snprintf(text + used, size - used, "%s%d", used ? ", " : "", version);
    }
  }
  closedir(directory);
}

/** Whether there is something of this name, a link to nothing too. */
static int is_there(const char *path) {
  struct stat status;
  return lstat(path, &status) == 0;
}

/** The folder with the adapters: that of this file, or, where somebody made a link to it, that of
 * the file itself. Of two without the one that is looked for it is the one with any.
 * @return 0 if there is none */
static int adapter_folder(const char *adapter, char folder[4096]) {
  const char *path = own_path();
  if (!path || !folder_of(path, folder))
    return 0;
  char *real = realpath(path, NULL);
  char file[4096 + 32], beside[4096], versions[512];
  snprintf(file, sizeof file, "%s/%s", folder, adapter);
  if (real && !is_there(file) && folder_of(real, beside)) {
    snprintf(file, sizeof file, "%s/%s", beside, adapter);
    list_adapters(folder, versions, sizeof versions);
    if (is_there(file) || !versions[0])
      strcpy(folder, beside);
  }
  free(real);
  return 1;
}

__attribute__((visibility("default"))) void lammpsplugin_init(void *lmp, void *handle,
                                                              void *register_style);

/** Called by LAMMPS. Its type is that of lammpsplugin_initfunc in LAMMPS's lammpsplugin.h, which is
 * not included because this file belongs to no version. Programs that use LAMMPS as a library
 * without the PLUGIN package may call it too, after lammps_open: lammpsplugin_init(lmp, NULL,
 * NULL). */
void lammpsplugin_init(void *lmp, void *handle, void *register_style) {
  int (*lammps_version)(void *) = NULL;
  void *symbol = dlsym(RTLD_DEFAULT, "lammps_version");
  if (!symbol) {
    complain(lmp,
             "this LAMMPS does not tell its version; plugins need one that was built as a shared "
             "library (-D BUILD_SHARED_LIBS=on)");
    return;
  }
  memcpy(&lammps_version, &symbol, sizeof lammps_version);
  const int version = lammps_version(lmp);

  char name[32], folder[4096], path[4096 + 32];
  snprintf(name, sizeof name, "dcm-lammps-%d.so", version);
  if (!adapter_folder(name, folder)) {
    complain(lmp, "the plugin does not find the folder it was loaded from");
    return;
  }
  snprintf(path, sizeof path, "%s/%s", folder, name);
  if (!is_there(path)) {
    char versions[512];
    list_adapters(folder, versions, sizeof versions);
    complain(lmp,
             "this is LAMMPS version %d, and the plugin in %s was built for %s. Build it for this "
             "LAMMPS: cmake -D LAMMPS_SOURCE_DIR=<its source>",
             version, folder, versions[0] ? versions : "none");
    return;
  }

  /* Never closed: the host may keep pointers into the adapter after it has closed the plugin. */
  dcm_error error;
  void *adapter = dcm_shared_object_open(path, &error);
  if (!adapter) {
    complain(lmp, "%s", error.text);
    return;
  }
  symbol = dlsym(adapter, DCM_LAMMPS_ADAPTER_SYMBOL);
  if (!symbol) {
    complain(lmp, "'%s' is a shared object, but no adapter of dcm: install dcm again", path);
    return;
  }
  dcm_lammps_add_styles_function add_styles;
  memcpy(&add_styles, &symbol, sizeof add_styles);
  add_styles(lmp, handle, register_style);
}
