// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * The surface of a region of LAMMPS as walls, as fix wall/dcm/region has them.
 * docs/lammps/fix_wall_dcm_region.md is its manual page.
 *
 * Single regions are asked for their surface; unions and intersections are put together here. The
 * host's own unions transform moving parts twice or with numbers that were never set, each release
 * in another way, and do not say how their parts move. */
#ifndef DCM_LAMMPS_REGION_WALLS_H
#define DCM_LAMMPS_REGION_WALLS_H

#include "region_solids.h"
#include "wall_shape.h"

#include "lmptype.h"

#include <array>
#include <string>
#include <vector>

namespace LAMMPS_NS {
class Region;
}

namespace DCM_NS {

/** A wall of a part of a region, near to a point: a plane. */
struct RegionSide {
  explicit RegionSide(int node) : part(node) {}

  int part; // node
  NearWall wall = {};
  double distance = 0.0;
  double share = 0.0; // where surfaces meet: how far the grain is from there along inwards
  dcm_vector point = {},
             inwards = {}; // the point of the wall, and the direction from there into the part

  /** @param from within the part, from where the wall is seen
   * @return false: the wall has no direction */
  bool set(const NearWall &seen, dcm_vector from) {
    wall = seen;
    const dcm_vector to_grain = dcm_vector_at(seen.to_grain);
    distance = dcm_length(to_grain);
    point = dcm_subtract(from, to_grain);
    inwards = dcm_scale(1.0 / distance, to_grain);
    return distance > 0.0;
  }
};

class RegionWalls : public WallShape {
public:
  using WallShape::WallShape;

  int read(int next, int narg, char **arg) override;
  std::string hint(const std::string &word) const override {
    return word == "wiggle" || word == "shear"
               ? " (a region moves by its own keywords move and rotate)"
               : "";
  }
  /** As the host sees it. */
  int most_walls() const override;
  void init() override {
    attach();
  }
  void move() override;
  bool rests() const override;
  /** Infinite once a part changes its size. */
  double path() const override {
    return moved;
  }
  std::string not_for_shapes() const override;
  bool is_near(int, const double *x, double cutoff) override;
  void find(int, const double *x, double cutoff, std::vector<NearWall> &near) override;
  /** A single region without edges that grains can touch. */
  bool as_faces(dcm_wall_faces &faces) const override;
  /** In the box, without open faces. Each rank adds a part. */
  void draw(WallImage &picture) const override;
  void follow(int i, const std::vector<NearWall> &near, uint32_t *walls, uint32_t count) override;
  /** Styles, sides and open faces of all parts, and extents of parts that do not move. */
  std::string describe() const override;
  void pass_motion(SavedNumbers &numbers) override;

protected:
  std::string region_id;

  /** Finds the region, again when it may have been deleted or defined anew; stops if it cannot be
   * used. A region that was not there before starts from rest. */
  void attach();

  /** Notes where the parts are now. */
  void see_motion();

  /** Whether the region is neither a union nor an intersection. */
  bool is_single() const {
    return nodes[0].kind == SINGLE;
  }

  /** The host's own answer for a single region, in its contacts: none if x is not on the side of
   * the surface on which grains are meant to be.
   * @return their number */
  int surface_of_host(const double *x, double cutoff);

  /** Corrects the vector from the wall to x where the host, in some releases, in a union or
   * intersection with parts that turn, has turned the point on the wall once more than its part.
   * @param distance the host's, which is right */
  void undo_second_turn(const double *x, double distance, double *to_grain) const;

private:
  enum Kind { SINGLE, UNION, INTERSECTION };
  /** The displacement, angle and size, as the host calls them. */
  typedef std::array<double, 5> PlaceOfRegion;
  struct Node {
    LAMMPS_NS::Region *region;
    Kind kind;
    std::vector<int> parts; // nodes
    int first_wall;         // number of its first wall
    bool is_turned;         // seen from its other side, for what stands above it
    bool is_sphere;

    // A single region that moves has a place at a step, and the rates at which the place changed.
    bool is_known;
    LAMMPS_NS::bigint step;
    PlaceOfRegion place;
    double velocity[3], spin[3], growth;

    // A region that turns has an axis, where it is defined, and the turns from its place now to
    // there and the other way.
    bool turns;
    dcm_wall_turn back, forth;
  };
  std::vector<Node> nodes; // the first is the region itself
  RegionSolid solid;       // for grains that are not spheres
  std::vector<RegionSolid::Place> places;
  double moved = 0.0;

  std::vector<Node> tree_of(LAMMPS_NS::Region *root) const;
  static bool is_close(const Node &node, const double *x, double cutoff);
  /** Where walls are looked for, and whether walls of a part end in or outside of the others. */
  struct Neighbourhood {
    const double *x;
    double cutoff;
    bool surface_is_outside_others;
  };
  bool touches(int number, const double *x, const double *to_grain, double tolerance);
  bool is_continued_by(int number, int i, const NearWall &wall);
  bool holds(const Node &node, const double *x) const;
  bool covers(const Node &other, const NearWall &wall, const Neighbourhood &around);
  void find_parts(const Node &node, const double *x, double cutoff, std::vector<NearWall> &near);
  // A part of the distance at which walls are looked for: points that are closer to each other than
  // that are one but for rounding.
  static constexpr double ROUNDING = 1e-8;
  int wall_count() const;
  bool look_again(RegionSide &side, dcm_vector from, double cutoff);
  std::vector<RegionSide> sides_at(int part, dcm_vector from, double cutoff);
  bool meet(std::vector<RegionSide> &sides, const Neighbourhood &around, dcm_vector &point);
  bool is_edge(const Node &node, const RegionSide &one, const RegionSide &other, dcm_vector point,
               double cutoff);
  bool is_of_whole(const Node &node, RegionSide side, dcm_vector place, double step);
  static bool are_one(const NearWall &one, const NearWall &other, double cutoff);
  void add_wall_beyond(const Node &node, const RegionSide &seen, const Neighbourhood &around,
                       std::vector<NearWall> &near);
  bool is_edge_here(const Node &node, const RegionSide &one, const RegionSide &other,
                    dcm_vector point, double cutoff);
  bool is_corner(const Node &node, const std::vector<RegionSide> &sides, dcm_vector point,
                 double cutoff);
  static void add(NearWall wall, const Neighbourhood &around, dcm_vector point,
                  std::vector<NearWall> &near);
  void add_edge(std::vector<RegionSide> sides, const Neighbourhood &around, dcm_vector point,
                std::vector<NearWall> &near) const;
  /** Adds the edges and corners of the surface of a part where another one covers it.
   * @param part,by nodes */
  void find_edges(const Node &node, int part, const NearWall &covered, int by,
                  const Neighbourhood &around, std::vector<NearWall> &near);
  static void turn(const dcm_wall_turn &by, double *at);
  static dcm_vector turned(const Node &node, const dcm_wall_turn &by, dcm_vector v);
  static void put_back(const Node &node, double *at);
  void find_shape(const Node &node, int i, const double *x, double cutoff,
                  std::vector<NearWall> &near);
  static bool matches(const Node &node, const double *x);
  static int surface(const Node &node, const double *x, double cutoff, bool cones_are_ours = true);
  void find_single(const Node &node, const double *x, double cutoff, std::vector<NearWall> &near);
  static PlaceOfRegion place_of(const Node &node);
  double moved_to(const Node &node, const PlaceOfRegion &now) const;
  void find_rates(Node &node, const PlaceOfRegion &now) const;
  void note_place(Node &node, const PlaceOfRegion &now) const;
  double furthest_from(const double *point) const;
  void set_wall(NearWall &wall, const Node &node, int contact, const double *x) const;
  void set_motion(NearWall &wall, const Node &node, bool grows, const double *point) const;
};

} // namespace DCM_NS

#endif
