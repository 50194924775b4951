// SPDX-License-Identifier: GPL-2.0-or-later
#include "host_services.h"

#include "host_api.h"

#include "atom.h"
#include "error.h"

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>

extern "C" {
#include "runtime/files.h"
}

using namespace LAMMPS_NS;

namespace DCM_NS {

Host host_of(LAMMPS *lmp) {
  return {std::string("LAMMPS ") + lmp->version, ranks_of(lmp),
          [lmp](const std::string &text) { lmp->error->all(FLERR, text); },
          [lmp](const std::string &text) { utils::logmesg(lmp, text + "\n"); },
          [lmp](const std::string &text) { lmp->error->warning(FLERR, text); }};
}

void stop(LAMMPS *lmp, const std::string &message, const char *file, int line) {
  lmp->error->all(file, line, message);
}

void stop_from_one(LAMMPS *lmp, const std::string &message, const char *file, int line) {
  lmp->error->one(file, line, message);
}

void need_memory(LAMMPS *lmp, bool was_there, const char *file, int line) {
  if (!was_there)
    stop_from_one(lmp, "dcm: out of memory", file, line);
}

void warn(LAMMPS *lmp, const std::string &message, const char *file, int line) {
  if (lmp->comm->me == 0)
    lmp->error->warning(file, line, message);
}

void write_to_log(LAMMPS *lmp, const std::string &line) {
  if (lmp->comm->me == 0)
    utils::logmesg(lmp, line + "\n");
}

/** @return 0, or the errno of what failed */
static int read_file(const std::string &path, std::vector<char> &bytes) {
  FILE *file = fopen(path.c_str(), "rb");
  if (!file)
    return errno;
  char part[65536];
  for (size_t count; (count = fread(part, 1, sizeof part, file)) > 0;)
    bytes.insert(bytes.end(), part, part + count);
  const int failed = ferror(file) ? errno : 0;
  fclose(file);
  return failed;
}

std::vector<char> read_shared_file(LAMMPS *lmp, const std::string &here, const std::string &path) {
  std::vector<char> bytes;
  int64_t outcome[2] = {0, 0}; // what failed, size
  if (lmp->comm->me == 0) {
    dcm_note_input(path.c_str());
    outcome[0] = read_file(path, bytes);
    outcome[1] = (int64_t)bytes.size();
  }
  const Ranks ranks = ranks_of(lmp);
  ranks.give(0, outcome, sizeof outcome);
  if (outcome[0])
    stop(lmp, here + "cannot read the file '" + path + "': " + strerror((int)outcome[0]));
  bytes.resize(outcome[1]);
  ranks.give(0, bytes.data(), bytes.size());
  return bytes;
}

const double *numbers_of_fix(const Atom *atom, int i, int nth, int &count) {
  const double *numbers = atom->extra[i];
  for (int left = atom->nextra_store;; left -= count, numbers += count) {
    if (left < 1 || !(numbers[0] >= 1.0 && numbers[0] <= left))
      return nullptr;
    count = (int)numbers[0];
    if (nth-- == 0)
      return numbers;
  }
}

} // namespace DCM_NS
