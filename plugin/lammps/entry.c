/* SPDX-License-Identifier: GPL-2.0-or-later */
/** @file
 * dcmplugin.so: what LAMMPS's plugin command loads. It holds nothing but this file, which needs no
 * symbol of LAMMPS and so can be loaded by any version of it; the styles are in adapters beside it,
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

static void complain(const char *format, ...) {
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank != 0)
    return;
  va_list arguments;
  va_start(arguments, format);
  fputs("ERROR: dcm adds no styles: ", stderr);
  vfprintf(stderr, format, arguments);
  fputs("\n", stderr);
  va_end(arguments);
}

/** The folder of this shared object. @return 0 if it is not to be found */
static int own_folder(char folder[4096]) {
  Dl_info info;
  /* ISO C has no cast from a function pointer to an object pointer; POSIX gives both one form. */
  int (*here)(char *) = own_folder;
  void *address;
  memcpy(&address, &here, sizeof address);
  if (!dladdr(address, &info) || !info.dli_fname || strlen(info.dli_fname) >= 4096)
    return 0;
  strcpy(folder, info.dli_fname);
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
    complain("this LAMMPS does not tell its version; plugins need one that was built as a shared "
             "library (-D BUILD_SHARED_LIBS=on)");
    return;
  }
  memcpy(&lammps_version, &symbol, sizeof lammps_version);
  const int version = lammps_version(lmp);

  char folder[4096];
  if (!own_folder(folder)) {
    complain("the plugin does not find the folder it was loaded from");
    return;
  }
  char path[4096 + 32];
  snprintf(path, sizeof path, "%s/dcm-lammps-%d.so", folder, version);
  FILE *present = fopen(path, "rb");
  if (!present) {
    char versions[512];
    list_adapters(folder, versions, sizeof versions);
    complain("this is LAMMPS version %d, and the plugin in %s was built for %s. Build it for this "
             "LAMMPS: cmake -D LAMMPS_SOURCE_DIR=<its source>",
             version, folder, versions[0] ? versions : "none");
    return;
  }
  fclose(present);

  /* Never closed: the host may keep pointers into the adapter after it has closed the plugin. */
  void *adapter = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  symbol = adapter ? dlsym(adapter, DCM_LAMMPS_ADAPTER_SYMBOL) : NULL;
  if (!symbol) {
    complain("its adapter for this LAMMPS cannot be loaded: %s", dlerror());
    return;
  }
  dcm_lammps_add_styles_function add_styles;
  memcpy(&add_styles, &symbol, sizeof add_styles);
  add_styles(lmp, handle, register_style);
}
