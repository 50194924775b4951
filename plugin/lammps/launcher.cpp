// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * lmp-dcm: runs a LAMMPS that was built without the PLUGIN package, with the styles of dcm in it.
 * Its command line is that of lmp. */
#include "adapter.h"

#include "host_api.h"

#include "command.h"
#include "error.h"
#include "input.h"
#include "lammps.h"

#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <exception>
#include <map>
#include <mpi.h>
#include <string>

using namespace LAMMPS_NS;

// These functions are those of the host's library.h, which declares the first of them for some
// programs only.
extern "C" {
void *lammps_open(int, char **, MPI_Comm, void **);
void lammps_close(void *);
int lammps_version(void *);
int lammps_extract_setting(void *, const char *);
}

namespace {

/** Where a file is, without links; empty if it is not there. */
std::string whole_path(const char *file) {
  char path[PATH_MAX];
  return realpath(file, path) ? path : "";
}

/** The dynamic loader may have found another liblammps than the one that lmp-dcm was linked with.
 * Classes of another release have other layouts, so the library itself is asked, by its interface
 * in C, before any class is used. @return 0 after a sentence if lmp-dcm does not fit */
int library_fits() {
  Dl_info found;
  void *address;
  int (*version)(void *) = lammps_version;
  memcpy(&address, &version, sizeof address);
  if (!dladdr(address, &found) || whole_path(found.dli_fname) == whole_path(DCM_HOST_LIBRARY))
    return 1;
  char words[4][8] = {"lmp-dcm", "-screen", "-log", "none"};
  char *line[] = {words[0], words[1], words[3], words[2], words[3]};
  void *lmp = lammps_open(5, line, MPI_COMM_SELF, nullptr);
  const int release = lmp ? lammps_version(lmp) : 0;
  const auto tag = static_cast<size_t>(lammps_extract_setting(lmp, "tagint"));
  const auto big = static_cast<size_t>(lammps_extract_setting(lmp, "bigint"));
  if (lmp)
    lammps_close(lmp);
  if (release == DCM_LAMMPS_VERSION && tag == sizeof(tagint) && big == sizeof(bigint))
    return 1;
  const char *search = getenv("LD_LIBRARY_PATH");
  const std::string first =
      search && *search ? std::string("unset LD_LIBRARY_PATH, which is '") + search + "', or build"
                        : "build";
  fprintf(
      stderr,
      "lmp-dcm was built for %s, which is LAMMPS %d with tags of %zu bytes, but found %s, which "
      "is LAMMPS %d with tags of %zu bytes: %s another lmp-dcm: dcm adapter SOURCE --for lmp, "
      "where SOURCE is the folder or the tarball with the source of that LAMMPS\n",
      DCM_HOST_LIBRARY, DCM_LAMMPS_VERSION, sizeof(tagint), found.dli_fname, release, tag,
      first.c_str());
  return 0;
}

void add_styles(LAMMPS *lmp) {
  dcm_lammps_add_styles(lmp, nullptr, nullptr);
}

/** "plugin load …/dcmplugin.so" where the host has no such command: adds the styles that are linked
 * in, so that one input serves hosts with and without the PLUGIN package. After a "clear", which
 * makes the host forget them, it adds them again. */
class PluginCommand : public Command {
public:
  explicit PluginCommand(LAMMPS *instance) : Command(instance) {}

  void command(int narg, char **arg) override {
    const std::string file = narg == 2 && strcmp(arg[0], "load") == 0 ? arg[1] : "";
    const std::string name = "dcmplugin.so";
    if (file.size() < name.size() ||
        file.compare(file.size() - name.size(), name.size(), name) != 0)
      error->all(FLERR,
                 std::string("lmp-dcm knows only the plugin command 'plugin load dcmplugin.so'; "
                             "other plugins need a LAMMPS with the PLUGIN package"));
    add_styles(lmp);
  }
};

Command *create_plugin_command(LAMMPS *lmp) {
  return new PluginCommand(lmp);
}

int run(int argc, char **argv) {
  try {
    LAMMPS lmp(argc, argv, MPI_COMM_WORLD);
    add_styles(&lmp);
    auto commands = lmp.input->command_map;
    if (commands->find("plugin") == commands->end())
      (*commands)["plugin"] = create_plugin_command;
    lmp.input->file();
  } catch (LAMMPSAbortException &e) {
    MPI_Abort(DCM_NS::universe_of(e), 1);
  } catch (LAMMPSException &) {
    return 1; // the host has said why, on all ranks
  } catch (std::exception &e) {
    fprintf(stderr, "lmp-dcm: %s\n", e.what());
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  return 0;
}

} // namespace

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int fits = library_fits();
  MPI_Allreduce(MPI_IN_PLACE, &fits, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  const int status = fits ? run(argc, argv) : 1;
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return status;
}
