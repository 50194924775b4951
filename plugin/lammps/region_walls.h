// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * The surface of a region of LAMMPS as walls: where it is, and how it moves.
 *
 * Single regions are asked for their surface; unions and intersections are put together here. The
 * host's own unions transform moving parts twice or with numbers that were never set, each release
 * in another way, and do not tell how their parts move. */
#ifndef DCM_LAMMPS_REGION_WALLS_H
#define DCM_LAMMPS_REGION_WALLS_H

#include "near_wall.h"

#include "lmptype.h"
#include "pointers.h"

#include <string>
#include <vector>

namespace LAMMPS_NS {
class Region;
}

namespace DCM_NS {

class RegionWalls : protected LAMMPS_NS::Pointers {
public:
  explicit RegionWalls(LAMMPS_NS::LAMMPS *instance) : Pointers(instance) {}

  /** Finds the region, again when it may have been deleted or defined anew; stops if it cannot be
   * used. A region that was not there before starts from rest.
   * @param here beginning of messages */
  void attach(const std::string &id, const std::string &here);

  /** Number of walls that a grain can touch at once, as the host sees it. */
  int most_contacts() const;

  /** Whether any part of the region moves, turns or changes its size. */
  bool can_move() const;

  /** Moves the region to where it is at this step, and finds its velocity. */
  void advance();

  /** Notes where a region is that somebody else moves. */
  void follow();

  /** Whether the region is neither a union nor an intersection. */
  bool is_single() const {
    return nodes[0].kind == SINGLE;
  }

  /** The host's own answer for a single region, in its contacts: none if x is not on the side of
   * the surface on which grains are meant to be.
   * @return their number */
  int surface_of_host(const double *x, double cutoff);

  /** Corrects the vector from the wall to x where the host, in a union or intersection with parts
   * that turn, has turned the point on the wall once more than its part.
   * @param distance the host's, which is right */
  void undo_second_turn(const double *x, double distance, double *to_grain) const;

  /** The pieces of wall closer to x than cutoff, if x is on the side of the surface on which grains
   * are meant to be. */
  void find(const double *x, double cutoff, std::vector<NearWall> &near);

  /** Whether a wall, be it covered by other parts or not, touches at x in a direction that differs
   * by no more than a tolerance. */
  bool touches(int number, const double *x, const double *to_grain, double tolerance);

  /** Styles, sides and open faces of all parts, and extents of parts that do not move. */
  std::string describe() const;

  /** Whether the surface of any part is closer to x than cutoff, seen from either side and with
   * open faces closed. A wall that find may find later is near before, within the cutoff and the
   * path in between. */
  bool is_near(const double *x, double cutoff);

  /** A length that grows by no less than any point of the surface within the box moves; infinite
   * once a part changes its size. */
  double path() const {
    return moved;
  }

  std::vector<double> motion() const;
  /** @return whether the numbers are those of such a region */
  bool restore_motion(const std::vector<double> &numbers);

private:
  enum Kind { SINGLE, UNION, INTERSECTION };
  struct Turn {
    double sine, cosine;
  };
  struct Node {
    LAMMPS_NS::Region *region;
    Kind kind;
    std::vector<int> parts; // nodes
    int first_wall;         // number of its first wall
    bool is_turned;         // seen from its other side, for what stands above it
    bool is_sphere;

    // A single region that moves has a place, which is what the host calls displacement, angle and
    // size, at a step, and the rates at which the place changed.
    bool is_known;
    LAMMPS_NS::bigint step;
    double place[5];
    double velocity[3], spin[3], growth;

    // A region that turns has an axis, where it is defined, and the turns from its place now to
    // there and the other way.
    bool turns;
    double point[3], axis[3];
    Turn back, forth;
  };
  std::vector<Node> nodes; // the first is the region itself
  double moved = 0.0;

  std::vector<Node> tree_of(LAMMPS_NS::Region *root) const;
  /** Where walls are looked for, and whether walls of a part end in or outside of the others. */
  struct Neighbourhood {
    const double *x;
    double cutoff;
    bool surface_is_outside_others;
  };
  bool holds(const Node &node, const double *x);
  bool covers(const Node &other, const NearWall &wall, const Neighbourhood &around);
  void find(const Node &node, const double *x, double cutoff, std::vector<NearWall> &near);
  static void turn(const Node &node, const Turn &by, double *at);
  enum Side { ANY, MEANT_FOR_GRAINS };
  static int surface(const Node &node, const double *x, double cutoff, Side side);
  void find_single(const Node &node, const double *x, double cutoff, std::vector<NearWall> &near);
  struct PlaceOfRegion {
    double numbers[5]; // see Node
  };
  static PlaceOfRegion place_of(const Node &node);
  double moved_to(const Node &node, const PlaceOfRegion &now) const;
  void find_rates(Node &node, const PlaceOfRegion &now) const;
  void note_place(Node &node, const PlaceOfRegion &now) const;
  double furthest_from(const double *point) const;
  void set_wall(NearWall &wall, const Node &node, int contact, const double *x) const;
};

} // namespace DCM_NS

#endif
