// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * The command dcm: docs/lammps/dcm.md is its manual page. Where there is no dcm there is no such
 * command, and an input that has it stops. */
#include "styles.h"

#include "adapter.h"
#include "contact_makers.h"
#include "host_api.h"

#include "host_services.h"

#include "command.h"
#include "input.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <exception>
#include <string>

extern "C" {
#include "laws/library.h"
}

using namespace LAMMPS_NS;

namespace DCM_NS {

class CommandDCM : public LAMMPS_NS::Command {
public:
  explicit CommandDCM(LAMMPS_NS::LAMMPS *instance) : Command(instance) {}
  void command(int narg, char **arg) override;

  /** Stops if this is no dcm that serves for the version; else says which dcm this is. */
  void require(const std::string &version);
};

namespace {

struct Version {
  int numbers[3] = {0, 0, 0};
  int count = 0; // of numbers that were given
};

/** @return whether the text is a version, of one to three numbers */
bool read_version(const char *text, Version &version) {
  int end = 0;
  version.count = sscanf(text, "%d%n.%d%n.%d%n", &version.numbers[0], &end, &version.numbers[1],
                         &end, &version.numbers[2], &end);
  return version.count >= 1 && !text[end] && strspn(text, "0123456789.") == strlen(text);
}

/** Newer ones serve, up to the next that may change what inputs mean: that of the first number, or,
 * where it is 0, of the second. */
bool serves(const Version &have, const Version &wanted) {
  const bool is_new_enough = !std::lexicographical_compare(have.numbers, have.numbers + 3,
                                                           wanted.numbers, wanted.numbers + 3);
  const bool second_counts = wanted.numbers[0] == 0 && wanted.count > 1;
  return is_new_enough && have.numbers[0] == wanted.numbers[0] &&
         (!second_counts || have.numbers[1] == wanted.numbers[1]);
}

/** The file that this function is in. */
std::string own_file() {
  Dl_info info;
  void (*here)(CommandDCM &) = [](CommandDCM &) {};
  void *address;
  memcpy(&address, &here, sizeof address);
  return dladdr(address, &info) && info.dli_fname ? info.dli_fname : "an unknown file";
}

} // namespace

void CommandDCM::command(int narg, char **arg) {
  if (narg < 1 || narg > 2 || strcmp(arg[0], "require") != 0)
    stop(lmp, std::string("dcm: write 'dcm require' or 'dcm require <version>', as 'dcm require ") +
                  dcm_builtin_library_entry(nullptr)->version + "'");
  require(narg == 2 ? arg[1] : "");
}

void CommandDCM::require(const std::string &wanted) {
  const std::string present = dcm_builtin_library_entry(nullptr)->version;
  Version have, want;
  read_version(present.c_str(), have);
  if (!wanted.empty() && !read_version(wanted.c_str(), want))
    stop(lmp, "dcm require: '" + wanted + "' is not a version; this is dcm " + present);
  if (!wanted.empty() && !serves(have, want))
    stop(lmp, "dcm require: the input needs dcm " + wanted + ", but this is dcm " + present +
                  " from " + own_file());
  const bool were_missing = add_missing_styles(lmp);
  write_to_log(lmp,
               "dcm: version " + present + " for LAMMPS " + lmp->version + ", from " + own_file() +
                   (were_missing
                        ? "; this instance had lost the styles of dcm, and has the styles again"
                        : ""));
}

void *create_command_dcm(void *lmp) {
  return static_cast<Command *>(new CommandDCM(static_cast<LAMMPS *>(lmp)));
}

} // namespace DCM_NS

// ----------------------------------------------------------- an input in the place of lmp's own

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
  if (!getenv("DCM_RUN") || !lmp->update->first_update || DCM_NS::RunAccount::has_reported())
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
