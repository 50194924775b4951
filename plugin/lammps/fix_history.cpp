// SPDX-License-Identifier: GPL-2.0-or-later
#include "fix_history.h"

#include "host_api.h"
#include "host_private.h"
#include "host_services.h"

#include "common/present_ids.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "modify.h"
#include "my_page.h"
#include "neigh_list.h"
#include "neighbor.h"
#include "update.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <numeric>

using namespace LAMMPS_NS;

namespace DCM_NS {

const char FixHistory::DCM_STYLE[] = "NEIGH_HISTORY/DCM";
const char FixHistory::HOST_STYLE[] = "NEIGH_HISTORY";

static Fix *create(LAMMPS *instance, int narg, char **arg) {
  return new FixHistory(instance, narg, arg);
}

/** All are carried until contacts are given to atoms for the first time: those of a restart file
 * are of whatever law it was written with. */
FixHistory::FixHistory(LAMMPS *instance, int narg, char **arg)
    : FixNeighHistory(instance, narg - 2, arg), parts(nullptr),
      atoms_of_restart(utils::bnumeric(FLERR, arg[narg - 1], false, instance)),
      width_of_restart(utils::inumeric(FLERR, arg[narg - 2], false, instance)), width(dnum),
      whole(width), atoms_may_come(false) {
  noted.assign(atom->tag, atom->tag + atom->nlocal);
  noted.resize(atom->nmax);
  expect_exchange();
  carried.others.resize(width);
  carried.which.resize(width);
  std::iota(carried.which.begin(), carried.which.end(), 0);
}

void FixHistory::serve(Pair *owner, const PairParts &parts_of_style,
                       const std::function<void()> &make) {
  pair = owner;
  parts = &parts_of_style;
  make_contacts = make;
}

const double *FixHistory::numbers(int i, int j) {
  const tagint wanted = atom->tag[j];
  for (int m = 0; m < npartner[i]; m++)
    if (partner[i][m] == wanted) {
      const double *numbers = &valuepartner[i][dnum * m];
      if (dnum == width)
        return numbers;
      for (int n = 0; n < dnum; n++)
        whole[carried.which[n]] = numbers[n];
      return whole.data();
    }
  return nullptr;
}

/** The host's arrays beside its lists stay empty: no more memory than it takes to have them. There
 * is one of each for each of its threads, as many as they were when it made them, which it does not
 * report. */
void FixHistory::init() {
  // The host makes new pages after 'neigh_modify one' or 'page', and gives up those on which atoms
  // have their states.
  const bool makes_pages =
      ipage_atom && (pgsize != neighbor->pgsize || oneatom != neighbor->oneatom);
  std::vector<tagint> partners;
  std::vector<double> values;
  for (int i = 0; makes_pages && i < atom->nlocal; i++) {
    partners.insert(partners.end(), partner[i], partner[i] + npartner[i]);
    values.insert(values.end(), valuepartner[i], valuepartner[i] + dnum * npartner[i]);
  }
  FixNeighHistory::init();
  ipage_neigh[0].init(1, 1);
  dpage_neigh[0].init(1, 1);
  size_t first = 0;
  for (int i = 0; makes_pages && i < atom->nlocal; i++) {
    const int count = npartner[i];
    get_room(i);
    std::copy_n(partners.data() + first, count, partner[i]);
    std::copy_n(values.data() + dnum * first, dnum * count, valuepartner[i]);
    npartner[i] = count;
    first += count;
  }
  follow_ids();
  // Whoever adds atoms to a run asks for a new list.
  atoms_may_come = std::any_of(modify->fix, modify->fix + modify->nfix,
                               [](const Fix *fix) { return fix->force_reneighbor; });
}

// ----------------------------------------------------------------------------- IDs of partners

/** Calls partners by the IDs that they have now. All ranks call this together, while atoms have
 * states. */
void FixHistory::follow_ids() {
  DCM_NS::follow_ids(ranks_of(lmp), atom->nlocal, noted.data(), atom->tag, dnum, [this](int i) {
    return CarriedContacts<tagint>{npartner[i], partner[i], valuepartner[i]};
  });
}

/** States are found by the IDs of the two: of two contacts between the same two, one would get the
 * state of the other. */
void FixHistory::refuse_two_touches() const {
  if (shortest_period(domain->h_inv, domain->periodicity) > 2.0 * neighbor->cutneighmax)
    return;
  for (int i = 0; i < nlocal_neigh; i++) {
    const tagint twice = found_twice(std::vector<tagint>(partner[i], partner[i] + npartner[i]));
    if (twice)
      stop_from_one(lmp, "dcm: " + message_of_two_touches(atom->tag[i], twice));
  }
}

/** Exchange of an atom needs room: a count, an ID, and IDs and numbers of its contacts. */
void FixHistory::expect_exchange() {
  maxexchange = 2 + (dnum + 1) * maxpartner;
}

// --------------------------------------------------------------------------- lists and atoms

/** Fixes that stand before the pair style may delete atoms and add others, as fix evaporate and fix
 * deposit do. Contacts are known by the places that atoms had when the list was made. */
void FixHistory::setup_post_neighbor() {
  ExchangeTable::put_first(modify, this);
  post_neighbor();
}

void FixHistory::post_neighbor() {
  nlocal_neigh = atom->nlocal;
  nall_neigh = atom->nlocal + atom->nghost;
  if (atoms_may_come)
    follow_ids();
  make_contacts();
  give_pages_back();
}

/** The contacts have the states now. Pages beyond the first one, on which atoms had them, wait for
 * no list: a long run has the memory for other things. */
void FixHistory::give_pages_back() {
  if (ipage_atom->size() <= (double)pgsize * sizeof(tagint))
    return;
  std::fill_n(npartner, atom->nlocal, 0);
  ipage_atom->init(oneatom, pgsize);
  dpage_atom->init(dnum * oneatom, dnum * pgsize);
}

void FixHistory::take_marks() {
  const NeighList *list = pair->list;
  for (int ii = 0; ii < list->inum; ii++) {
    const int i = list->ilist[ii];
    int *neighbours = list->firstneigh[i];
    for (int jj = 0; jj < list->numneigh[i]; jj++)
      neighbours[jj] = without_history_mark(neighbours[jj]);
  }
}

/** To be called where all numbers that atoms carry are about to be written anew. */
void FixHistory::carry(const CarriedNumbers &wanted) {
  const bool is_new = wanted.which.size() != carried.which.size();
  carried = wanted;
  whole = carried.others;
  dnum = (int)carried.which.size();
  dnumbytes = dnum * (int)sizeof(double);
  if (is_new)
    dpage_atom[0].init(dnum * oneatom, dnum * pgsize);
}

void FixHistory::get_room(int i) {
  partner[i] = ipage_atom->get(npartner[i]);
  valuepartner[i] = dpage_atom->get(dnum * npartner[i]);
  if (!partner[i] || !valuepartner[i])
    stop_from_one(lmp, "dcm: too many contacts of one atom: increase the number of "
                       "neighbors that it may have with 'neigh_modify one'");
  npartner[i] = 0;
}

/** Gives both atoms of each contact its state, each as seen from it. With newton on, ghosts receive
 * theirs here and the atoms that they stand for on their own ranks. */
void FixHistory::pre_exchange() {
  parts->front()->need_law();
  const int receivers = newton_pair ? nall_neigh : nlocal_neigh;
  carry(parts->front()->carried_numbers(width));
  ipage_atom->reset();
  dpage_atom->reset();
  // Atoms that came since have none, by set_arrays.
  std::fill_n(npartner, receivers, 0);
  each_contact(*parts, [&](const PairPart &, int i, int j, const double *) {
    npartner[i]++;
    if (j < receivers)
      npartner[j]++;
  });
  if (newton_pair) {
    commflag = PARTNER_COUNTS;
    reverse_comm(comm, this);
  }
  for (int i = 0; i < receivers; i++)
    get_room(i);

  const auto give = [&](const PairPart &part, int i, int j, const double *state) {
    const int m = npartner[i]++;
    partner[i][m] = atom->tag[j];
    part.keep(state, carried.which, &valuepartner[i][dnum * m]);
  };
  each_contact(*parts, [&](const PairPart &part, int i, int j, double *state) {
    give(part, i, j, state);
    if (j < receivers) {
      part.swap_sides(state);
      give(part, j, i, state);
    }
  });
  if (newton_pair) {
    commflag = PARTNER_STATES;
    reverse_comm_variable(comm, this);
  }
  refuse_two_touches();

  maxpartner = 0;
  for (int i = 0; i < nlocal_neigh; i++)
    maxpartner = std::max(maxpartner, npartner[i]);
  expect_exchange();
  std::copy_n(atom->tag, nlocal_neigh, noted.begin());
  // Atoms that fixes have added since the list was made.
  for (int i = nlocal_neigh; i < atom->nlocal; i++)
    npartner[i] = 0;
}

void FixHistory::grow_arrays(int nmax) {
  FixNeighHistory::grow_arrays(nmax);
  noted.resize(nmax);
}

void FixHistory::copy_arrays(int i, int j, int is_deleted) {
  FixNeighHistory::copy_arrays(i, j, is_deleted);
  noted[j] = noted[i];
}

/** The atom has just come: nobody noted its ID yet. */
void FixHistory::set_arrays(int i) {
  FixNeighHistory::set_arrays(i);
  noted[i] = 0;
  if (parts)
    parts->front()->begin_atom(i);
}

int FixHistory::pack_exchange(int i, double *buffer) {
  const int m = FixNeighHistory::pack_exchange(i, buffer);
  buffer[m] = ubuf(noted[i]).d;
  return m + 1;
}

int FixHistory::unpack_exchange(int i, double *buffer) {
  const int m = FixNeighHistory::unpack_exchange(i, buffer);
  noted[i] = (tagint)ubuf(buffer[m]).i;
  return m + 1;
}

// ------------------------------------------------------------------------------- restart files

void FixHistory::write_restart(FILE *fp) {
  if (update->whichflag != 0) {
    FixNeighHistory::write_restart(fp);
    return;
  }
  follow_ids();
  if (comm->me == 0) {
    const int size = 0; // of the state that belongs to no atom
    fwrite(&size, sizeof size, 1, fp);
  }
}

// The head has the count of the numbers of an atom, and of the contacts; at the end stands the ID
// of the atom.
enum { RESTART_HEAD = 2, RESTART_END = 1 };

/** Restart files have all numbers. The host decides how the ID of a partner is written. The last
 * number is not read by the host: the atom's own ID, which says whether the host gives the numbers
 * to the atom that they are of. */
int FixHistory::pack_restart(int i, double *buffer) {
  std::vector<double> brief(RESTART_HEAD + npartner[i] * (1 + dnum));
  FixNeighHistory::pack_restart(i, brief.data());
  const int size = size_restart(i);
  buffer[0] = size;
  buffer[1] = brief[1];
  for (int c = 0; c < npartner[i]; c++) {
    const double *from = &brief[RESTART_HEAD + c * (1 + dnum)];
    double *to = buffer + RESTART_HEAD + c * (1 + width);
    to[0] = from[0];
    std::copy(carried.others.begin(), carried.others.end(), to + 1);
    for (int n = 0; n < dnum; n++)
      to[1 + carried.which[n]] = from[1 + n];
  }
  buffer[size - 1] = (double)atom->tag[i];
  return size;
}

int FixHistory::size_restart(int i) {
  return RESTART_HEAD + npartner[i] * (1 + width) + RESTART_END;
}

int FixHistory::maxsize_restart() {
  int most = maxpartner;
  ranks_of(lmp).max(&most);
  return RESTART_HEAD + most * (1 + width) + RESTART_END;
}

/** @return 0 if a number is the ID of no atom */
static tagint id_of(double number) {
  int64_t bits;
  memcpy(&bits, &number, sizeof bits);
  // Integers up to 2^52 are the bits of numbers below every ID that is written as a number.
  const bool as_number = number >= 1.0 && number <= (double)MAXTAGINT;
  return as_number ? (tagint)number : bits >= 1 && bits <= MAXTAGINT ? (tagint)bits : 0;
}

/** Called when the fix is made, where the first run begins. The host goes by the places of atoms in
 * its arrays: if they are others than when the file was read, it gives numbers to wrong atoms. */
void FixHistory::unpack_restart(int i, int nth) {
  const auto refuse = [&]() {
    stop_from_one(
        lmp, "dcm: atoms were deleted, created, moved or given other IDs after read_restart, and "
             "the states of contacts would go to wrong atoms: put 'run 0' behind read_restart (and "
             "behind pair_style, if it is given again), and change atoms after that");
  };
  if (atom->natoms != atoms_of_restart)
    refuse();
  int count;
  const double *numbers = numbers_of_fix(atom, i, nth, count);
  bool is_whole = numbers && count >= RESTART_HEAD && is_count(numbers[1], count);
  const int contacts = is_whole ? (int)numbers[1] : 0;
  // Numbers that the file does not have begin with zeros.
  const int of_contact = 1 + width_of_restart;
  const int size = RESTART_HEAD + contacts * of_contact;
  const bool has_id = is_whole && count == size + RESTART_END; // the host's own files do not
  is_whole = has_id || (is_whole && count == size);
  if (has_id && numbers[size] != (double)atom->tag[i])
    refuse();
  if (!ipage_atom)
    allocate_pages();
  npartner[i] = 0;
  partner[i] = is_whole ? ipage_atom->get(contacts) : nullptr;
  valuepartner[i] = is_whole ? dpage_atom->get(contacts * dnum) : nullptr;
  is_whole = is_whole && partner[i] && valuepartner[i];
  for (int c = 0; is_whole && c < contacts; c++) {
    const double *next = numbers + RESTART_HEAD + c * of_contact;
    partner[i][c] = id_of(next[0]);
    std::fill_n(std::copy(next + 1, next + of_contact, &valuepartner[i][c * dnum]),
                1 + dnum - of_contact, 0.0);
    is_whole = partner[i][c] > 0;
  }
  if (!is_whole)
    stop_from_one(lmp, "pair_style dcm: the restart file is damaged: the contacts of atom " +
                           std::to_string(atom->tag[i]) +
                           " cannot be read. Or the file was written with other sub-models, and "
                           "their contacts have other states");
  npartner[i] = contacts;
  noted[i] = atom->tag[i];
  maxpartner = std::max(maxpartner, contacts);
  expect_exchange();
}

FixHistory *FixHistory::replace(LAMMPS *instance, const std::string &replaced,
                                const std::string &id, const std::string &style, int width,
                                int width_of_restart, bigint atoms_of_restart) {
  Modify *fixes = instance->modify;
  // To everyone else a name of the host means what it meant before, also after an error.
  struct Lent {
    Modify::FixCreator &creator;
    const Modify::FixCreator before;
    ~Lent() {
      creator = before;
    }
  };
  const auto known = fixes->fix_map->emplace(style, create).first;
  const Lent lent = {known->second, known->second};
  lent.creator = create;
  // No suffix: a fix of another style would not find what a restart holds.
  fixes->replace_fix(replaced.c_str(),
                     id + " all " + style + " " + std::to_string(width) + " " +
                         std::to_string(width_of_restart) + " " + std::to_string(atoms_of_restart),
                     0);
  return static_cast<FixHistory *>(fixes->fix[fixes->find_fix(id)]);
}

} // namespace DCM_NS
