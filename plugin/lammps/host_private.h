// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * Parts of LAMMPS that the adapter uses and LAMMPS does not offer: protected members of its
 * classes, and numbers that no header has in all releases. All parts were seen in 29Sep2021,
 * 4Feb2025 and 4Jul2026. FixHistory also uses the protected members of FixNeighHistory, from which
 * FixHistory is derived. */
#ifndef DCM_LAMMPS_HOST_PRIVATE_H
#define DCM_LAMMPS_HOST_PRIVATE_H

#include "modify.h"
#include "neigh_list.h"
#include "neighbor.h"
#include "npair.h"
#include "region.h"
#include "utils.h"

#include <cstring>
#include <string>

namespace DCM_NS {

/** Uses the tables of Modify that say which fixes a restart file has states of atoms for. The host
 * finds the states of a fix by its style, and calls a fix that it left to itself by the name that
 * the suffix made, which restart files do not have. It finds them by the ID, too, which says how
 * many numbers a state had. In a release where the tables have other names
 * this does not compile; where they have another meaning fix wall/gran begins without the states of
 * the restart file, and the host warns that nobody used them. */
struct RestartTable : LAMMPS_NS::Modify {
  static void rename(LAMMPS_NS::Modify *fixes, const char *id, const std::string &from,
                     const std::string &to) {
    char **ids = fixes->*(&RestartTable::id_restart_peratom);
    char **styles = fixes->*(&RestartTable::style_restart_peratom);
    for (int i = 0; i < fixes->nfix_restart_peratom; i++)
      if (strcmp(ids[i], id) == 0 && styles[i] == from) {
        delete[] styles[i];
        styles[i] = LAMMPS_NS::utils::strdup(to);
      }
  }
  /** Calls states of fewer numbers as an ID wants that ends with "_w", their number, "_" and a
   * word.
   * @return how many numbers they have; most if there are none */
  static int widen(LAMMPS_NS::Modify *fixes, const std::string &wanted, int most) {
    const size_t end = wanted.rfind('_'), begin = wanted.rfind("_w", end) + 2;
    char **ids = fixes->*(&RestartTable::id_restart_peratom);
    for (int i = 0; i < fixes->nfix_restart_peratom && begin < end; i++)
      for (int width = 1; width < most; width++)
        if (ids[i] == wanted.substr(0, begin) + std::to_string(width) + wanted.substr(end)) {
          delete[] ids[i];
          ids[i] = LAMMPS_NS::utils::strdup(wanted);
          return width;
        }
    return most;
  }
};

/** Reads the axis that a region turns about, where the region is defined; no member function
 * returns it, and without it each point would cost two sines and two cosines. In a release where
 * the members have other names this does not compile; where they have another meaning the tests of
 * regions that turn fail. */
struct AxisOfRegion : LAMMPS_NS::Region {
  static const double *point_of(const LAMMPS_NS::Region *region) {
    return region->*(&AxisOfRegion::point);
  }
  static const double *direction_of(const LAMMPS_NS::Region *region) {
    return region->*(&AxisOfRegion::runit);
  }
};

/** Reads and writes the table of the objects that make the host's lists, and reads their names. In
 * a release where the members have other names this does not compile; where the names of styles
 * mean another order of pairs, the tests of loops fail, which compare with the host's own lists. */
struct ListMakers : LAMMPS_NS::Neighbor {
  static LAMMPS_NS::NPair *at(LAMMPS_NS::Neighbor *neighbor, int list) {
    return (neighbor->*(&ListMakers::neigh_pair))[list];
  }
  static void put(LAMMPS_NS::Neighbor *neighbor, int list, LAMMPS_NS::NPair *maker) {
    (neighbor->*(&ListMakers::neigh_pair))[list] = maker;
    neighbor->lists[list]->np = maker;
  }
  /** Empty for none. */
  static std::string name(LAMMPS_NS::Neighbor *neighbor, const LAMMPS_NS::NPair *maker) {
    return maker && maker->istyle > 0 ? (neighbor->*(&ListMakers::pairnames))[maker->istyle - 1]
                                      : "";
  }
};

/** The two kinds of communication of FixNeighHistory, as values of its member commflag. Older
 * releases have their names in a source file alone. In a release with other values states would be
 * lost where newton is on and several ranks share a contact: the tests of ranks fail. */
enum { PARTNER_COUNTS = 1, PARTNER_STATES = 2 };

} // namespace DCM_NS

#endif
