// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * The differences between the releases of LAMMPS in what their headers offer. The compiler asks the
 * headers at hand: of two overloads it takes the one whose result type has a meaning there, the
 * newer one first. So a release that nobody has seen is right if the adapter compiles. Formulas and
 * faults of a release, of which headers say nothing, stand in release.h. */
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
#include "respa.h"
#include "update.h"
#include "utils.h"

#if __has_include("label_map.h")
#include "label_map.h"
#define DCM_HAS_LABELS true
#else
#define DCM_HAS_LABELS false
#endif

#include "common/ranks.h"

#include <algorithm>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

extern "C" {
#include "runtime/law.h"
}

// Names that a release may lack: a qualified name is looked for here only where LAMMPS has none.
namespace LAMMPS_NS {
namespace NeighConst {
namespace absent {
enum { REQ_DEFAULT = 0, REQ_SIZE = 1, REQ_HISTORY = 2 };
}
using namespace absent;
} // namespace NeighConst
namespace utils {
namespace absent {
struct Nothing {};
Nothing strip_style_suffix(const std::string &, LAMMPS *);
} // namespace absent
using namespace absent;
} // namespace utils
} // namespace LAMMPS_NS

namespace DCM_NS {

/** The last argument of overloads: NEWER goes to the overload that takes a Newer, if it has a
 * meaning, and else to the one that takes an Older. */
struct Older {};
struct Newer : Older {};
constexpr Newer NEWER = {};

/** Pair with the functions that a release's Pair may lack. No declaration says "override", for each
 * overrides where the release has the function, and is one more function elsewhere. */
class PairOfAnyRelease : public LAMMPS_NS::Pair {
public:
  using LAMMPS_NS::Pair::Pair;
  virtual void finish() = 0;
  virtual double atom2cut(int) = 0;
  virtual double radii2cut(double, double) = 0;
};

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

/** The integrator of run_style respa, also respa/omp; null for any other. */
inline LAMMPS_NS::Respa *respa_of(const LAMMPS_NS::Update *update) {
  const bool is_respa = strncmp(update->integrate_style, "respa", strlen("respa")) == 0;
  return is_respa ? static_cast<LAMMPS_NS::Respa *>(update->integrate) : nullptr;
}

/** Asks for a half neighbour list.
 * @param by_size of pairs nearer than their radii and the skin; else than what init_one answers for
 *                their types and the skin
 * @param history with marks of who has touched, for lists by size */
template <class Neighbor>
auto request_neighbours(Neighbor *neighbor, LAMMPS_NS::Pair *pair, bool by_size, bool history, int,
                        Newer) -> decltype(neighbor->add_request(pair, 0), void()) {
  namespace kinds = LAMMPS_NS::NeighConst;
  const int sized = history ? kinds::REQ_SIZE | kinds::REQ_HISTORY : kinds::REQ_SIZE;
  neighbor->add_request(pair, by_size ? sized : kinds::REQ_DEFAULT);
}
template <class Neighbor>
auto request_neighbours(Neighbor *neighbor, LAMMPS_NS::Pair *pair, bool by_size, bool history,
                        int instance, Older) -> decltype(neighbor->requests[0]->size = 1, void()) {
  const int request = neighbor->request(pair, instance);
  neighbor->requests[request]->size = by_size;
  neighbor->requests[request]->history = by_size && history;
}
inline void request_neighbours(LAMMPS_NS::Neighbor *neighbor, LAMMPS_NS::Pair *pair, bool by_size,
                               bool history, int instance) {
  request_neighbours(neighbor, pair, by_size, history, instance, NEWER);
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

template <class Map>
auto find_label(const Map *map, const std::string &label, int kind, Newer)
    -> decltype(map->find_type(label, kind)) {
  return map->find_type(label, kind);
}
template <class Map>
auto find_label(const Map *map, const std::string &label, int kind, Older)
    -> decltype(map->find(label, kind)) {
  return map->find(label, kind);
}

/** The type of atoms that has a label; 0 if none has, as in releases without labels. */
template <class Atom>
auto type_of_label(Atom *atom, const std::string &label, Newer) -> decltype(atom->labelmapflag) {
  const int type = atom->labelmapflag ? find_label(atom->lmap, label, Atom::ATOM, NEWER) : -1;
  return type > 0 ? type : 0;
}
inline int type_of_label(LAMMPS_NS::Atom *, const std::string &, Older) {
  return 0;
}
inline int type_of_label(LAMMPS_NS::Atom *atom, const std::string &label) {
  return type_of_label(atom, label, NEWER);
}

/** Whether atoms may have temperatures of the host's own. */
template <class Atom>
constexpr auto has_temperatures(const Atom *, Newer) -> decltype(Atom::temperature, true) {
  return true;
}
constexpr bool has_temperatures(const LAMMPS_NS::Atom *, Older) {
  return false;
}

/** Whether the atoms are superellipsoids, which releases have from 30Mar2026 on. */
template <class Atom>
auto has_superellipsoids(const Atom *atom, Newer) -> decltype(atom->superellipsoid_flag, true) {
  return atom->superellipsoid_flag != 0;
}
inline bool has_superellipsoids(const LAMMPS_NS::Atom *, Older) {
  return false;
}
template <class Atom>
constexpr auto knows_superellipsoids(const Atom *, Newer)
    -> decltype((void)Atom::superellipsoid_flag, true) {
  return true;
}
constexpr bool knows_superellipsoids(const LAMMPS_NS::Atom *, Older) {
  return false;
}
constexpr bool HAS_SUPERELLIPSOIDS = knows_superellipsoids((const LAMMPS_NS::Atom *)nullptr, NEWER);

/** Rows of the numbers that say how atoms turn: spins, or angular momenta of superellipsoids. */
inline double **turning_of(const LAMMPS_NS::Atom *atom) {
  return has_superellipsoids(atom, NEWER) ? atom->angmom : atom->omega;
}

/** The other way to write an atom type, for messages. */
inline const char *or_a_label() {
  return DCM_HAS_LABELS ? ", or the label that 'labelmap atom' gave one" : "";
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

// Comm has one name for the communication of pair styles and fixes, or, in older releases, one name
// for each.
#define DCM_COMMUNICATION(NAME, Style, OLD_CALL)                                                   \
  template <class Comm>                                                                            \
  auto NAME(Comm *comm, LAMMPS_NS::Style *style, Newer)->decltype(comm->NAME(style)) {             \
    return comm->NAME(style);                                                                      \
  }                                                                                                \
  template <class Comm>                                                                            \
  auto NAME(Comm *comm, LAMMPS_NS::Style *style, Older)->decltype(comm->OLD_CALL) {                \
    return comm->OLD_CALL;                                                                         \
  }                                                                                                \
  inline void NAME(LAMMPS_NS::Comm *comm, LAMMPS_NS::Style *style) {                               \
    NAME(comm, style, NEWER);                                                                      \
  }
DCM_COMMUNICATION(forward_comm, Pair, forward_comm_pair(style))
DCM_COMMUNICATION(reverse_comm, Pair, reverse_comm_pair(style))
DCM_COMMUNICATION(forward_comm, Fix, forward_comm_fix(style, 0))
DCM_COMMUNICATION(reverse_comm, Fix, reverse_comm_fix(style, 0))
DCM_COMMUNICATION(reverse_comm_variable, Fix, reverse_comm_fix_variable(style))
#undef DCM_COMMUNICATION

/** The communicator of all ranks of a run that ends by an exception. */
template <class Exception>
auto universe_of(const Exception &e, Newer) -> std::decay_t<decltype(e.get_universe())> {
  return e.get_universe();
}
template <class Exception>
auto universe_of(const Exception &e, Older) -> MPI_Comm {
  return e.universe;
}
inline MPI_Comm universe_of(const LAMMPS_NS::LAMMPSAbortException &e) {
  return universe_of(e, NEWER);
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

/** Whether radii and masses of atoms may change from step to step: the atom style sends ghosts more
 * than positions, of three numbers, or there is a fix adapt. */
inline bool atoms_may_change(LAMMPS_NS::Atom *atom, LAMMPS_NS::Modify *modify) {
  return atom->avec->size_forward > 3 || !fixes_by_style(modify, "adapt").empty();
}

/** Whether a program of the user may set radii, masses or types of atoms within a run. */
inline bool is_setter(const LAMMPS_NS::Fix *fix) {
  return strcmp(fix->style, "set") == 0 || strcmp(fix->style, "python") == 0 ||
         strcmp(fix->style, "python/invoke") == 0;
}
/** Whether there is such a fix: asked where a run begins, so that no step goes through all fixes in
 * vain. */
inline bool has_setter(LAMMPS_NS::Modify *modify) {
  return std::any_of(modify->fix, modify->fix + modify->nfix, is_setter);
}

/** Whether radii, masses or types of atoms may be others than in the step before, without new
 * lists: such fixes act at multiples of a number of steps, in that step or at its end. */
inline bool atoms_may_be_set(LAMMPS_NS::Modify *modify, LAMMPS_NS::bigint step) {
  return std::any_of(modify->fix, modify->fix + modify->nfix, [step](const LAMMPS_NS::Fix *fix) {
    return is_setter(fix) && step % fix->nevery <= 1;
  });
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
template <class Host>
void drop_suffix(Host *lmp, FILE *&infile) {
  namespace utils = LAMMPS_NS::utils;
  if constexpr (std::is_same<decltype(utils::strip_style_suffix("", (Host *)nullptr)),
                             utils::absent::Nothing>::value) {
    char *style = lmp->force->pair_style;
    if (!behind_communicator(lmp, &Host::suffix_enable, infile))
      return;
    for (const auto member : {&Host::suffix, &Host::suffixp, &Host::suffix2}) {
      const char *suffix = behind_communicator(lmp, member, infile);
      const std::string end = suffix ? std::string("/") + suffix : "";
      const size_t length = strlen(style);
      if (!end.empty() && length > end.size() && style + length - end.size() == end)
        style[length - end.size()] = '\0';
    }
  }
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
template <class Domain>
auto find_region(Domain *domain, const std::string &id, Newer)
    -> decltype(domain->get_region_by_id(id)) {
  return domain->get_region_by_id(id);
}
template <class Domain>
LAMMPS_NS::Region *find_region(Domain *domain, const std::string &id, Older) {
  const int i = domain->find_region(id);
  return i < 0 ? nullptr : domain->regions[i];
}
inline LAMMPS_NS::Region *find_region(LAMMPS_NS::Domain *domain, const std::string &id) {
  return find_region(domain, id, NEWER);
}

/** Part i of a region that is a union or an intersection. */
template <class Domain, class Region>
auto part_of(Domain *, Region *region, int i, Newer) -> decltype(region->reglist[i]) {
  return region->reglist[i];
}
template <class Domain, class Region>
auto part_of(Domain *domain, Region *region, int i, Older)
    -> decltype(domain->regions[region->list[i]]) {
  return domain->regions[region->list[i]];
}
inline LAMMPS_NS::Region *part_of(LAMMPS_NS::Domain *domain, LAMMPS_NS::Region *region, int i) {
  return part_of(domain, region, i, NEWER);
}

} // namespace DCM_NS

#endif
