// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * Parts of LAMMPS that the adapter uses and LAMMPS does not offer: protected members of its
 * classes, and numbers that no header has in all releases. All parts were seen in 29Sep2021,
 * 4Feb2025 and 4Jul2026. FixHistory also uses the protected members of FixNeighHistory, from which
 * FixHistory is derived. */
#ifndef DCM_LAMMPS_HOST_PRIVATE_H
#define DCM_LAMMPS_HOST_PRIVATE_H

#include "fix_nve_sphere.h"
#include "force.h"
#include "modify.h"
#include "neigh_list.h"
#include "neighbor.h"
#include "npair.h"
#include "pair_hybrid.h"
#include "region.h"
#include "region_block.h"
#include "region_cone.h"
#include "region_cylinder.h"
#include "region_plane.h"
#include "region_sphere.h"
#include "utils.h"

#include <algorithm>
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

/** Brings a fix before all others in the table of those that act before atoms are exchanged. The
 * host makes the table anew where a run begins, behind the init of fixes. In a release where the
 * table has another name this does not compile; where the host makes the table later, the test of
 * fixes that stand before the pair style fails. */
struct ExchangeTable : LAMMPS_NS::Modify {
  static void put_first(LAMMPS_NS::Modify *fixes, const LAMMPS_NS::Fix *first) {
    int *table = fixes->*(&ExchangeTable::list_pre_exchange);
    for (int n = 0; n < fixes->n_pre_exchange; n++)
      if (fixes->fix[table[n]] == first)
        std::rotate(table, table + n, table + n + 1);
  }
};

/** Reads whether a fix nve/sphere moves discs; no member function returns that. In a release where
 * the member has another name this does not compile; where the member has another meaning the test
 * of the energies of discs fails. */
struct InertiaOfIntegrator : LAMMPS_NS::FixNVESphere {
  static bool is_of_discs(const LAMMPS_NS::Fix *fix) {
    auto integrator = dynamic_cast<const LAMMPS_NS::FixNVESphere *>(fix);
    return integrator && integrator->*(&InertiaOfIntegrator::inertia) == 0.5;
  }
};

/** Reads the factors of bonded pairs that 'pair_modify pair … special' gave a style below
 * pair_style hybrid. The host brings them into its table while it computes that style, but not
 * while lists are made. In a release where the members have other names this does not compile;
 * where they have another meaning the test of special_bonds fails. */
struct SpecialOfHybrid : LAMMPS_NS::PairHybrid {
  /** @return [4] factors of a style: its own, or those of the command special_bonds */
  static const double *factors(LAMMPS_NS::Force *force, const LAMMPS_NS::Pair *style) {
    const double *of_all = force->special_lj;
    if (!force->pair || std::string(force->pair_style).compare(0, 6, "hybrid") != 0)
      return of_all;
    const auto hybrid = static_cast<LAMMPS_NS::PairHybrid *>(force->pair);
    LAMMPS_NS::Pair **styles = hybrid->*(&SpecialOfHybrid::styles);
    LAMMPS_NS::Pair **end = styles + hybrid->*(&SpecialOfHybrid::nstyles);
    LAMMPS_NS::Pair **found = std::find(styles, end, style);
    const double *own =
        found == end ? nullptr : (hybrid->*(&SpecialOfHybrid::special_lj))[found - styles];
    return own ? own : of_all;
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

/** Reads the numbers of regions, which no member function returns: a template that is instantiated
 * by name may name private members. Superellipsoids need them, because the nearest point of a
 * region is not that of such a grain, and walls of which many grains at a time are asked. In a
 * release where the members have other names this does not compile; where they have another meaning
 * the tests of superellipsoids at regions fail, and those that compare with 'loop plain'. */
template <class Tag, typename Tag::type member>
struct OfRegion {
  friend typename Tag::type of_region(Tag) {
    return member;
  }
};
#define DCM_OF_REGION(Tag, Class, number, member)                                                  \
  struct Tag {                                                                                     \
    typedef number LAMMPS_NS::Class::*type;                                                        \
    friend type of_region(Tag);                                                                    \
  };                                                                                               \
  template struct OfRegion<Tag, &LAMMPS_NS::Class::member>
typedef double ThreeNumbers[3];
DCM_OF_REGION(XOfPlane, RegPlane, double, xp);
DCM_OF_REGION(YOfPlane, RegPlane, double, yp);
DCM_OF_REGION(ZOfPlane, RegPlane, double, zp);
DCM_OF_REGION(NormalOfPlane, RegPlane, ThreeNumbers, normal);
DCM_OF_REGION(XOfBall, RegSphere, double, xc);
DCM_OF_REGION(YOfBall, RegSphere, double, yc);
DCM_OF_REGION(ZOfBall, RegSphere, double, zc);
DCM_OF_REGION(RadiusOfBall, RegSphere, double, radius);
DCM_OF_REGION(AxisOfTube, RegCylinder, char, axis);
DCM_OF_REGION(C1OfTube, RegCylinder, double, c1);
DCM_OF_REGION(C2OfTube, RegCylinder, double, c2);
DCM_OF_REGION(RadiusOfTube, RegCylinder, double, radius);
DCM_OF_REGION(LowOfTube, RegCylinder, double, lo);
DCM_OF_REGION(HighOfTube, RegCylinder, double, hi);
DCM_OF_REGION(AxisOfCone, RegCone, char, axis);
DCM_OF_REGION(C1OfCone, RegCone, double, c1);
DCM_OF_REGION(C2OfCone, RegCone, double, c2);
DCM_OF_REGION(LowRadiusOfCone, RegCone, double, radiuslo);
DCM_OF_REGION(HighRadiusOfCone, RegCone, double, radiushi);
DCM_OF_REGION(LowOfCone, RegCone, double, lo);
DCM_OF_REGION(HighOfCone, RegCone, double, hi);
DCM_OF_REGION(XLowOfBlock, RegBlock, double, xlo);
DCM_OF_REGION(XHighOfBlock, RegBlock, double, xhi);
DCM_OF_REGION(YLowOfBlock, RegBlock, double, ylo);
DCM_OF_REGION(YHighOfBlock, RegBlock, double, yhi);
DCM_OF_REGION(ZLowOfBlock, RegBlock, double, zlo);
DCM_OF_REGION(ZHighOfBlock, RegBlock, double, zhi);
#undef DCM_OF_REGION

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
