// SPDX-License-Identifier: GPL-2.0-or-later
#include "shared_file.h"

#include "host_api.h"

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

/** @return 0, or the errno of what failed */
static int read_file(const std::string &path, std::vector<char> &bytes) {
  FILE *file = fopen(path.c_str(), "rb");
  if (!file)
    return errno;
  char part[65536];
  errno = 0;
  for (size_t count; (count = fread(part, 1, sizeof part, file)) > 0;)
    bytes.insert(bytes.end(), part, part + count);
  const int failed = ferror(file) ? errno : 0;
  fclose(file);
  return failed;
}

std::vector<char> read_shared_file(LAMMPS *lmp, const std::string &here, const std::string &path) {
  std::vector<char> bytes;
  int64_t told[2] = {0, 0}; // what failed, size
  if (lmp->comm->me == 0) {
    dcm_note_input(path.c_str());
    told[0] = read_file(path, bytes);
    told[1] = (int64_t)bytes.size();
  }
  const Ranks ranks = ranks_of(lmp);
  ranks.give(0, told, sizeof told);
  if (told[0])
    lmp->error->all(FLERR, here + "cannot read the file '" + path + "': " + strerror((int)told[0]));
  bytes.resize(told[1]);
  ranks.give(0, bytes.data(), bytes.size());
  return bytes;
}

} // namespace DCM_NS
