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

#include <cstdio>
#include <cstring>
#include <exception>
#include <map>
#include <mpi.h>
#include <string>

using namespace LAMMPS_NS;

namespace {

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
  const int status = run(argc, argv);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return status;
}
