// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * The differences between the releases of LAMMPS that this adapter is built for. DCM_LAMMPS_VERSION
 * is the date of the release whose headers are in use, as yyyymmdd; the build defines it. */
#ifndef DCM_LAMMPS_HOST_API_H
#define DCM_LAMMPS_HOST_API_H

#include "atom.h"
#include "atom_vec.h"
#include "comm.h"
#include "domain.h"
#include "exceptions.h"
#include "fix.h"
#include "force.h"
#include "lammps.h"
#include "library.h"
#include "modify.h"
#include "neigh_request.h"
#include "neighbor.h"
#include "pair.h"
#include "region.h"
#include "update.h"
#include "utils.h"

#if DCM_LAMMPS_VERSION >= 20220915
#include "label_map.h"
#endif

#include "common/ranks.h"

#include <cstring>
#include <string>
#include <vector>

extern "C" {
#include "runtime/law.h"
}

namespace DCM_NS {

inline Ranks ranks_of(LAMMPS_NS::LAMMPS *lmp) {
  return {lammps_get_mpi_comm(lmp), lmp->comm->me, lmp->comm->nprocs};
}

/** Time and number of the step that is being made, or was made last. */
inline dcm_clock clock_of(const LAMMPS_NS::Update &update) {
  dcm_clock clock = {};
  clock.time = update.atime + (update.ntimestep - update.atimestep) * update.dt;
  clock.step = update.ntimestep;
  return clock;
}

/** Asks for a half neighbour list.
 * @param by_size of pairs nearer than their radii and the skin; else than what init_one answers for
 *                their types and the skin
 * @param history with marks of who has touched, for lists by size */
inline void request_neighbours(LAMMPS_NS::Neighbor *neighbor, LAMMPS_NS::Pair *pair, bool by_size,
                               bool history, int instance) {
#if DCM_LAMMPS_VERSION >= 20220504
  (void)instance;
  neighbor->add_request(pair, !by_size  ? LAMMPS_NS::NeighConst::REQ_DEFAULT
                              : history ? LAMMPS_NS::NeighConst::REQ_SIZE |
                                              LAMMPS_NS::NeighConst::REQ_HISTORY
                                        : LAMMPS_NS::NeighConst::REQ_SIZE);
#else
  const int request = neighbor->request(pair, instance);
  neighbor->requests[request]->size = by_size;
  neighbor->requests[request]->history = by_size && history;
#endif
}

/** All pair styles in the order in which they are computed: the one that there is, or those that a
 * hybrid style has. */
inline std::vector<LAMMPS_NS::Pair *> pair_styles(LAMMPS_NS::Force *force) {
  std::vector<LAMMPS_NS::Pair *> all;
  if (!force->pair || std::string(force->pair_style).compare(0, 6, "hybrid") != 0) {
    if (force->pair)
      all.push_back(force->pair);
    return all;
  }
  // All names of sub-styles match one of these, and "hybrid" itself none. The host gives the n-th
  // that matches, but when there is only one, that one for every n.
  for (const char *pattern : {"^[^h]", "^h[^y]"}) {
    LAMMPS_NS::Pair *first = force->pair_match(pattern, 0, 1);
    LAMMPS_NS::Pair *candidate = first;
    for (int n = 2; candidate; n++) {
      all.push_back(candidate);
      candidate = force->pair_match(pattern, 0, n);
      if (candidate == first)
        break;
    }
  }
  return all;
}

/** Index of the user's property d_<name> or i_<name>, -1 if there is none. */
inline int find_property(LAMMPS_NS::Atom *atom, const std::string &name, int &is_double,
                         int &columns) {
  return atom->find_custom(name.c_str(), is_double, columns);
}

#if DCM_LAMMPS_VERSION >= 20220915
/** Newer releases call it find_type; the compiler takes the one that the release at hand has. */
template <class Map>
auto find_label(const Map *map, const std::string &label, int)
    -> decltype(map->find_type(label, 0)) {
  return map->find_type(label, LAMMPS_NS::Atom::ATOM);
}
template <class Map>
auto find_label(const Map *map, const std::string &label, long) -> decltype(map->find(label, 0)) {
  return map->find(label, LAMMPS_NS::Atom::ATOM);
}
#endif

/** The type of atoms that has a label; 0 if none has, as in releases without labels. */
inline int type_of_label(LAMMPS_NS::Atom *atom, const std::string &label) {
#if DCM_LAMMPS_VERSION >= 20220915
  const int type = atom->labelmapflag ? find_label(atom->lmap, label, 0) : -1;
  return type > 0 ? type : 0;
#else
  (void)atom;
  (void)label;
  return 0;
#endif
}

/** The other way to write an atom type, for messages. */
inline const char *or_a_label() {
  return DCM_LAMMPS_VERSION >= 20220915 ? ", or the label that 'labelmap atom' gave one" : "";
}

inline void forward_comm(LAMMPS_NS::Comm *comm, LAMMPS_NS::Pair *pair) {
#if DCM_LAMMPS_VERSION >= 20220504
  comm->forward_comm(pair);
#else
  comm->forward_comm_pair(pair);
#endif
}

inline void reverse_comm(LAMMPS_NS::Comm *comm, LAMMPS_NS::Pair *pair) {
#if DCM_LAMMPS_VERSION >= 20220504
  comm->reverse_comm(pair);
#else
  comm->reverse_comm_pair(pair);
#endif
}

/** Takes from a neighbour the mark that the two touch: a bit of its own, or, in older releases, one
 * of those of special_bonds. */
inline int without_history_mark(int neighbour) {
#ifdef HISTMASK
  return neighbour & HISTMASK;
#else
  return neighbour & NEIGHMASK;
#endif
}

inline void forward_comm(LAMMPS_NS::Comm *comm, LAMMPS_NS::Fix *fix) {
#if DCM_LAMMPS_VERSION >= 20220504
  comm->forward_comm(fix);
#else
  comm->forward_comm_fix(fix, 0);
#endif
}

inline void reverse_comm(LAMMPS_NS::Comm *comm, LAMMPS_NS::Fix *fix) {
#if DCM_LAMMPS_VERSION >= 20220504
  comm->reverse_comm(fix);
#else
  comm->reverse_comm_fix(fix, 0);
#endif
}

inline void reverse_comm_variable(LAMMPS_NS::Comm *comm, LAMMPS_NS::Fix *fix) {
#if DCM_LAMMPS_VERSION >= 20220504
  comm->reverse_comm_variable(fix);
#else
  comm->reverse_comm_fix_variable(fix);
#endif
}

inline MPI_Comm universe_of(const LAMMPS_NS::LAMMPSAbortException &e) {
#if DCM_LAMMPS_VERSION >= 20230802
  return e.get_universe();
#else
  return e.universe;
#endif
}

/** Whether pair_style hybrid can pass on the columns of compute pair/local: in 4Feb2025 and before
 * it copies them in a loop without an end. */
inline bool columns_of_sub_styles_work() {
  return DCM_LAMMPS_VERSION >= 20260704;
}

/** The fixes whose style begins with a word. */
inline std::vector<LAMMPS_NS::Fix *> fixes_by_style(LAMMPS_NS::Modify *modify,
                                                    const std::string &beginning) {
  std::vector<LAMMPS_NS::Fix *> found;
  for (int i = 0; i < modify->nfix; i++)
    if (std::string(modify->fix[i]->style).compare(0, beginning.size(), beginning) == 0)
      found.push_back(modify->fix[i]);
  return found;
}

/** A type of atoms that a fix will insert, and their largest radius. */
struct Insertion {
  LAMMPS_NS::Fix *fix;
  int type;
  double radius;
};

inline std::vector<Insertion> insertions(LAMMPS_NS::Modify *modify, int types) {
  std::vector<Insertion> found;
  for (const char *style : {"pour", "deposit"})
    for (auto fix : fixes_by_style(modify, style))
      for (int type = 1; type <= types; type++) {
        int asked = type;
        auto radius = static_cast<double *>(fix->extract("radius", asked));
        if (radius && *radius > 0.0)
          found.push_back({fix, type, *radius});
      }
  return found;
}

/** Whether radii and masses of atoms may change from step to step: the atom style tells ghosts more
 * than positions, of three numbers, or there is a fix adapt. */
inline bool atoms_may_change(LAMMPS_NS::Atom *atom, LAMMPS_NS::Modify *modify) {
  return atom->avec->size_forward > 3 || !fixes_by_style(modify, "adapt").empty();
}

/** A member of LAMMPS that is declared behind its communicator: where it is depends on the size of
 * MPI's handles.
 * @param infile the member of Pointers in an object whose base class the host constructed, and so a
 * reference to where the host has LAMMPS::infile, the first member behind the communicator */
template <class Member>
Member &behind_communicator(LAMMPS_NS::LAMMPS *lmp, Member LAMMPS_NS::LAMMPS::*member,
                            FILE *&infile) {
  const auto address = [](auto &place) { return reinterpret_cast<char *>(&place); };
  return *reinterpret_cast<Member *>(address(lmp->*member) +
                                     (address(infile) - address(lmp->infile)));
}

/** Restart files name styles without the suffix that found them, so that others go on with the
 * host's own; older releases leave that to nobody. Takes it off the name of the pair style.
 * @param infile of the pair style: see behind_communicator */
inline void drop_suffix(LAMMPS_NS::LAMMPS *lmp, FILE *&infile) {
#if DCM_LAMMPS_VERSION < 20230802
  using LAMMPS_NS::LAMMPS;
  char *style = lmp->force->pair_style;
  if (!behind_communicator(lmp, &LAMMPS::suffix_enable, infile))
    return;
  for (const auto member : {&LAMMPS::suffix, &LAMMPS::suffixp, &LAMMPS::suffix2}) {
    const char *suffix = behind_communicator(lmp, member, infile);
    const std::string end = suffix ? std::string("/") + suffix : "";
    const size_t length = strlen(style);
    if (!end.empty() && length > end.size() && style + length - end.size() == end)
      style[length - end.size()] = '\0';
  }
#else
  (void)lmp;
  (void)infile;
#endif
}

/** Gives a fix that the suffix found the name that the input has, as post_constructor is called:
 * restart files, and who looks for the host's fix, know that one. */
inline void call_as_given(LAMMPS_NS::Fix &fix, const std::string &name) {
  if (name == fix.style)
    return;
  delete[] fix.style;
  fix.style = LAMMPS_NS::utils::strdup(name);
}

/** The region called id, or null. */
inline LAMMPS_NS::Region *find_region(LAMMPS_NS::Domain *domain, const std::string &id) {
#if DCM_LAMMPS_VERSION >= 20220504
  return domain->get_region_by_id(id);
#else
  const int i = domain->find_region(id);
  return i < 0 ? nullptr : domain->regions[i];
#endif
}

/** Part i of a region that is a union or an intersection. */
inline LAMMPS_NS::Region *part_of(LAMMPS_NS::Domain *domain, LAMMPS_NS::Region *region, int i) {
#if DCM_LAMMPS_VERSION >= 20220504
  (void)domain;
  return region->reglist[i];
#else
  return domain->regions[region->list[i]];
#endif
}

} // namespace DCM_NS

// Pair styles are called after the table of a run: not by older releases.
#define DCM_PAIR_FINISH (DCM_LAMMPS_VERSION >= 20230802)

// Collections of neigh_modify ask a style for the range of its atoms; the newest asks for their
// radii.
#if DCM_LAMMPS_VERSION >= 20260704
#define DCM_ATOM_RANGE
#else
#define DCM_ATOM_RANGE override
#endif

#endif
