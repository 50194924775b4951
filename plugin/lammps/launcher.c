/* SPDX-License-Identifier: GPL-2.0-or-later */
/** @file
 * lmp-dcm: runs a LAMMPS with the styles of dcm in it, whether or not this LAMMPS has the PLUGIN
 * package. Its command line is that of lmp. It takes the library of that LAMMPS, liblammps.so, by
 * the library's interface in C, and dcmplugin.so, which lies beside it: so one file serves every
 * release and every MPI. */
#define _GNU_SOURCE
#include "adapter.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Programs of LAMMPS that are looked for in PATH. */
static const char *const programs[] = {"lmp", "lmp_mpi", "lmp_serial", NULL};

#define ADVICE                                                                                     \
  "Name the LAMMPS that shall run, its program, its liblammps.so or the folder where it is "       \
  "installed: dcm run --lammps FILE ..., or DCM_LAMMPS=FILE lmp-dcm ..."

static void complain(const char *what, const char *reason) {
  fprintf(stderr, "ERROR: lmp-dcm: %s%s\n", what, reason);
}

// ------------------------------------------------------------------------- the library of LAMMPS

static int is_program(const char *path) {
  struct stat status;
  return stat(path, &status) == 0 && S_ISREG(status.st_mode) && access(path, X_OK) == 0;
}

/** A program, by its path or from PATH. @return 0 if there is none */
static int find_program(const char *name, char path[PATH_MAX]) {
  const char *folders = strchr(name, '/') ? NULL : getenv("PATH");
  for (const char *end; folders; folders = *end ? end + 1 : NULL) {
    end = strchrnul(folders, ':');
    const int length = snprintf(path, PATH_MAX, "%.*s/%s", (int)(end - folders), folders, name);
    if (length < PATH_MAX && is_program(path))
      return 1;
  }
  return strchr(name, '/') && is_program(name) && realpath(name, path);
}

/** The liblammps.so that the dynamic loader finds for a program. @return 0 if it is linked with
 * none */
static int library_of(const char *program, char path[PATH_MAX]) {
  char line[2 * PATH_MAX];
  int found = 0;
  /* The shell finds nothing of its own in a path that a variable holds. */
  setenv("DCM_PROGRAM", program, 1);
  FILE *list = popen("ldd \"$DCM_PROGRAM\" 2>/dev/null", "r");
  unsetenv("DCM_PROGRAM");
  while (list && fgets(line, sizeof line, list)) {
    char *name = strstr(line, "liblammps"), *from = name ? strstr(name, "=> /") : NULL;
    char *end = from ? strrchr(from, '(') : NULL;
    if (!end || found)
      continue;
    while (end[-1] == ' ')
      end--;
    *end = '\0';
    found = snprintf(path, PATH_MAX, "%s", from + strlen("=> ")) < PATH_MAX;
  }
  if (list)
    pclose(list);
  return found;
}

/** The library of a LAMMPS that somebody named: a library, a program, or the folder that has a bin.
 * @return 0 after a message */
static int library_named(const char *name, char path[PATH_MAX]) {
  char program[PATH_MAX] = "", inside[PATH_MAX];
  const char *slash = strrchr(name, '/');
  if (strstr(slash ? slash + 1 : name, ".so"))
    return snprintf(path, PATH_MAX, "%s", name) < PATH_MAX;
  int found = 0;
  for (int i = 0; programs[i] && !found; i++)
    found = snprintf(inside, sizeof inside, "%s/bin/%s", name, programs[i]) < PATH_MAX &&
            find_program(inside, program);
  if (!found && !find_program(name, program)) {
    fprintf(stderr, "ERROR: lmp-dcm: '%s' is no program, and no folder with bin/lmp. " ADVICE "\n",
            name);
    return 0;
  }
  if (library_of(program, path))
    return 1;
  fprintf(stderr,
          "ERROR: lmp-dcm: %s is not linked with a liblammps.so, which dcm needs: build LAMMPS "
          "with -D BUILD_SHARED_LIBS=on, or, if it starts another program, name that one. " ADVICE
          "\n",
          program);
  return 0;
}

/** The LAMMPS of the environment, that of the build, the first in PATH, or that of the dynamic
 * loader. */
static int find_library(char path[PATH_MAX]) {
  const char *named = getenv("DCM_LAMMPS");
  char program[PATH_MAX];
  if (named && *named)
    return library_named(named, path);
  if (*DCM_LAMMPS_OF_BUILD && access(DCM_LAMMPS_OF_BUILD, R_OK) == 0)
    return library_named(DCM_LAMMPS_OF_BUILD, path);
  for (int i = 0; programs[i]; i++)
    if (find_program(programs[i], program))
      return library_named(program, path);
  strcpy(path, "liblammps.so.0"); /* as of a package of a library alone */
  return 1;
}

// ------------------------------------------------------------------------------------ the styles

static void (*add_styles)(void *lmp, void *handle, void *register_style);
static int makes_anew; /* whether LAMMPS calls the function below */

/** LAMMPS::post_create, which LAMMPS calls when it is made, and made anew by the command clear. The
 * dynamic loader finds this one before LAMMPS' own. */
#define POST_CREATE _ZN9LAMMPS_NS6LAMMPS11post_createEv
#define NAME_OF(symbol) #symbol
#define NAME(symbol) NAME_OF(symbol)
__attribute__((visibility("default"))) void POST_CREATE(void *lmp);

void POST_CREATE(void *lmp) {
  void (*of_host)(void *);
  FIND(of_host, RTLD_NEXT, NAME(POST_CREATE));
  of_host(lmp);
  makes_anew = 1;
  if (add_styles)
    add_styles(lmp, NULL, NULL);
}

/** dcmplugin.so, which lies beside this program. @return NULL after a message */
static void *open_plugin(void) {
  char path[PATH_MAX + 16];
  const ssize_t length = readlink("/proc/self/exe", path, PATH_MAX);
  path[length > 0 ? length : 0] = '\0';
  char *slash = strrchr(path, '/');
  strcpy(slash ? slash + 1 : path, "dcmplugin.so");
  void *plugin = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!plugin)
    complain("install dcm again: ", dlerror());
  return plugin;
}

int main(int argc, char **argv) {
  char path[PATH_MAX];
  void *plugin = find_library(path) ? open_plugin() : NULL;
  if (!plugin)
    return EXIT_FAILURE;
  void *library = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
  void *(*open)(int, char **, void **) = NULL;
  if (library)
    FIND(open, library, "lammps_open_no_mpi");
  if (!open) {
    const char *reason = dlerror();
    if (!library && !strchr(path, '/'))
      complain("there is no LAMMPS in PATH, neither lmp nor lmp_mpi nor lmp_serial. ", ADVICE);
    else
      complain("", reason);
    return EXIT_FAILURE;
  }
  void *lmp = open(argc, argv, NULL);
  if (!lmp)
    return EXIT_FAILURE;
  if (!makes_anew)
    complain("this LAMMPS loses the styles of dcm at the command clear: write 'dcm require' behind "
             "each clear",
             "");
  int (*run)(void *) = NULL;
  FIND(add_styles, plugin, "lammpsplugin_init");
  FIND(run, plugin, "dcm_lammps_run");
  const int status = run(lmp);
  if (status < 0)
    exit(EXIT_FAILURE); /* other ranks may be elsewhere: they are not waited for */
  /* As the program of LAMMPS ends. */
  for (const char *const *end =
           (const char *const[]){"lammps_kokkos_finalize", "lammps_python_finalize",
                                 "lammps_mpi_finalize", NULL};
       *end; end++) {
    void (*finalize)(void);
    FIND(finalize, library, *end);
    if (finalize)
      finalize();
  }
  return status;
}
