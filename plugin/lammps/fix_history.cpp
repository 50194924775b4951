// SPDX-License-Identifier: GPL-2.0-or-later
#include "fix_history.h"

#include "atom_extra.h"

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "modify.h"
#include "my_page.h"
#include "pair.h"
#include "update.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

using namespace LAMMPS_NS;

namespace DCM_NS {

static const char STYLE[] = "NEIGH_HISTORY/DCM";

static Fix *create(LAMMPS *instance, int narg, char **arg) {
  return new FixHistory(instance, narg, arg);
}

void FixHistory::post_neighbor() {
  // What the style tells other commands of itself, whether its contacts reach, stays as it is.
  const int reaches = pair->beyond_contact;
  pair->beyond_contact = 1;
  FixNeighHistory::post_neighbor();
  pair->beyond_contact = reaches;
}

void FixHistory::write_restart(FILE *fp) {
  if (update->whichflag != 0) {
    FixNeighHistory::write_restart(fp);
    return;
  }
  if (comm->me == 0) {
    const int size = 0; // of the state that belongs to no atom
    fwrite(&size, sizeof size, 1, fp);
  }
}

/** @return 0 if a number is the ID of no atom */
static tagint id_of(double number) {
  int64_t bits;
  memcpy(&bits, &number, sizeof bits);
  // Integers up to 2^52 are the bits of numbers below every ID that is written as a number.
  const bool as_number = number >= 1.0 && number <= (double)MAXTAGINT;
  return as_number ? (tagint)number : bits >= 1 && bits <= MAXTAGINT ? (tagint)bits : 0;
}

void FixHistory::unpack_restart(int i, int nth) {
  const int head = 2; // how many numbers there are, and how many contacts
  int count;
  const double *numbers = numbers_of_fix(atom, i, nth, count);
  bool is_whole = numbers && count >= head && is_count(numbers[1], count);
  const int contacts = is_whole ? (int)numbers[1] : 0;
  is_whole = is_whole && count == head + contacts * (1 + dnum);
  if (!ipage_atom)
    allocate_pages();
  npartner[i] = 0;
  partner[i] = is_whole ? ipage_atom->get(contacts) : nullptr;
  valuepartner[i] = is_whole ? dpage_atom->get(contacts * dnum) : nullptr;
  is_whole = is_whole && partner[i] && valuepartner[i];
  for (int c = 0; is_whole && c < contacts; c++) {
    const double *next = numbers + head + c * (1 + dnum);
    partner[i][c] = id_of(next[0]);
    memcpy(&valuepartner[i][c * dnum], next + 1, dnumbytes);
    is_whole = partner[i][c] > 0;
  }
  if (!is_whole)
    error->one(FLERR, "pair_style dcm: the restart file is damaged: the contacts of atom " +
                          std::to_string(atom->tag[i]) + " cannot be read");
  npartner[i] = contacts;
  maxpartner = std::max(maxpartner, contacts);
}

FixHistory *FixHistory::replace(LAMMPS *instance, const std::string &replaced,
                                const std::string &id, int width) {
  Modify *fixes = instance->modify;
  (*fixes->fix_map)[STYLE] = create;
  // No suffix: a fix of another style would not find what a restart holds.
  fixes->replace_fix(replaced.c_str(), id + " all " + STYLE + " " + std::to_string(width), 0);
  return static_cast<FixHistory *>(fixes->fix[fixes->find_fix(id)]);
}

} // namespace DCM_NS
