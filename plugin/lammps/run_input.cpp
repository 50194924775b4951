// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * Runs an input in the place of LAMMPS' own program, for lmp-dcm and 'dcm run'. */
#include "adapter.h"

#include "command_dcm.h"
#include "contact_makers.h"
#include "host_api.h"
#include "host_services.h"

#include "command.h"
#include "input.h"

#include <cstdio>
#include <cstdlib>
#include <exception>

using namespace LAMMPS_NS;

namespace {

/** "plugin load …/dcmplugin.so" where the host has no such command: adds the styles that are there
 * anyway, so that one input serves hosts with and without the PLUGIN package. */
class PluginCommand : public Command {
public:
  explicit PluginCommand(LAMMPS *instance) : Command(instance) {}

  void command(int narg, char **arg) override {
    const std::string file = narg == 2 && strcmp(arg[0], "load") == 0 ? arg[1] : "";
    const std::string name = "dcmplugin.so";
    if (file.size() < name.size() ||
        file.compare(file.size() - name.size(), name.size(), name) != 0)
      DCM_NS::stop(lmp, "lmp-dcm knows only the plugin command 'plugin load dcmplugin.so'; "
                        "other plugins need a LAMMPS with the PLUGIN package");
    DCM_NS::add_missing_styles(lmp);
  }
};

Command *create_plugin_command(LAMMPS *lmp) {
  return new PluginCommand(lmp);
}

/** 'dcm run' promises that dcm computes contacts. @return the exit status */
int look_back(LAMMPS *lmp) {
  if (!getenv("DCM_RUN") || !lmp->update->first_update || DCM_NS::RunAccount::has_told())
    return EXIT_SUCCESS;
  if (lmp->comm->me == 0)
    fprintf(stderr, "ERROR: dcm run: dcm computed no contacts in this input: its pair style and "
                    "its walls are none that dcm has, or stand behind 'suffix off'. For such an "
                    "input type lmp\n");
  return EXIT_FAILURE;
}

} // namespace

int dcm_lammps_run_input(void *instance) {
  auto lmp = static_cast<LAMMPS *>(instance);
  int status = EXIT_FAILURE;
  try {
    dcm_lammps_add_styles(lmp, nullptr, nullptr);
    auto commands = lmp->input->command_map;
    if (commands->find("plugin") == commands->end())
      (*commands)["plugin"] = create_plugin_command;
    if (getenv("DCM_RUN"))
      DCM_NS::CommandDCM(lmp).require("");
    lmp->input->file();
    status = look_back(lmp);
    delete lmp;
  } catch (LAMMPSAbortException &) {
    DCM_NS::ranks_of(lmp).stop();
  } catch (LAMMPSException &) {
    return EXIT_FAILURE; // the host has said why, on all ranks
  } catch (std::exception &e) {
    fprintf(stderr, "lmp-dcm: %s\n", e.what());
    DCM_NS::ranks_of(lmp).stop();
  }
  return status;
}
