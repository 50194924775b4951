// SPDX-License-Identifier: GPL-2.0-or-later
#include "command_dcm.h"

#include "host_services.h"

#include "lammps.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <dlfcn.h>

extern "C" {
#include "laws/library.h"
}

using namespace LAMMPS_NS;

namespace DCM_NS {

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

} // namespace DCM_NS
