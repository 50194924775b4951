/* SPDX-License-Identifier: MIT */
/* Two LAMMPS in one process, through LAMMPS's C library, both with styles of dcm, alternating: each
 * must do as it does alone. Then one is closed and the other goes on.
 *   two_instances LIBLAMMPS DCMPLUGIN.so command|call */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *(*open_lammps)(int, char **, MPI_Comm, void **);
static void (*close_lammps)(void *);
static char *(*command)(void *, const char *);
static double (*get_thermo)(void *, const char *);
static int (*has_error)(void *);

static void fail(const char *what, const char *why) {
  fprintf(stderr, "two_instances: %s: %s\n", what, why);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

static void find(void *library, const char *name, void *function) {
  void *symbol = dlsym(library, name);
  if (!symbol)
    fail(name, dlerror());
  memcpy(function, &symbol, sizeof symbol);
}

static void say(void *lmp, const char *text) {
  command(lmp, text);
  if (has_error(lmp))
    fail(text, "the command failed");
}

static void *start(const char *plugin, int by_command, const char *form) {
  char name[] = "lmp", screen[] = "-screen", log[] = "-log", none[] = "none", none_too[] = "none";
  char *arguments[] = {name, screen, none, log, none_too};
  void *lmp = open_lammps(5, arguments, MPI_COMM_WORLD, NULL);
  if (!lmp)
    fail("lammps_open", "no instance");
  char text[4096];
  if (by_command) {
    snprintf(text, sizeof text, "plugin load '%s'", plugin);
    say(lmp, text);
  } else {
    /* A program whose LAMMPS has no command for plugins loads the plugin itself. */
    void *library = dlopen(plugin, RTLD_NOW | RTLD_LOCAL);
    if (!library)
      fail(plugin, dlerror());
    void (*add_styles)(void *, void *, void *);
    find(library, "lammpsplugin_init", &add_styles);
    add_styles(lmp, NULL, NULL);
  }
  snprintf(text, sizeof text, "pair_style dcm/hertz/mindlin form %s", form);
  const char *const deck[] = {"units si",
                              "atom_style sphere",
                              "comm_modify vel yes",
                              "read_data packing.data",
                              text,
                              "pair_coeff * * young 5e6 poisson 0.25 restitution 0.8 friction 0.5",
                              "neighbor 0.0002 bin",
                              "timestep 2e-6",
                              "fix 1 all nve/sphere"};
  for (size_t i = 0; i < sizeof deck / sizeof deck[0]; i++)
    say(lmp, deck[i]);
  return lmp;
}

static double energy(void *lmp) {
  return get_thermo(lmp, "ke");
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  if (argc != 4)
    fail("arguments", "LIBLAMMPS DCMPLUGIN.so command|call");
  void *library = dlopen(argv[1], RTLD_NOW | RTLD_GLOBAL);
  if (!library)
    fail(argv[1], dlerror());
  find(library, "lammps_open", &open_lammps);
  find(library, "lammps_close", &close_lammps);
  find(library, "lammps_command", &command);
  find(library, "lammps_get_thermo", &get_thermo);
  find(library, "lammps_has_error", &has_error);
  const int by_command = strcmp(argv[3], "command") == 0;
  const char *const forms[2] = {"sheet", "consistent"};

  double alone[2];
  for (int i = 0; i < 2; i++) {
    void *lmp = start(argv[2], by_command, forms[i]);
    for (int run = 0; run < 3; run++)
      say(lmp, "run 40");
    alone[i] = energy(lmp);
    close_lammps(lmp);
  }
  void *both[2];
  for (int i = 0; i < 2; i++)
    both[i] = start(argv[2], by_command, forms[i]);
  for (int run = 0; run < 2; run++)
    for (int i = 0; i < 2; i++)
      say(both[i], "run 40");
  say(both[0], "run 40");
  double together[2] = {energy(both[0])};
  close_lammps(both[0]);
  say(both[1], "run 40");
  together[1] = energy(both[1]);
  say(both[1], "clear");
  close_lammps(both[1]);

  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0)
    printf("alone %.17g %.17g together %.17g %.17g\n", alone[0], alone[1], together[0],
           together[1]);
  MPI_Finalize();
  return alone[0] == together[0] && alone[1] == together[1] && alone[0] != alone[1] ? 0 : 1;
}
