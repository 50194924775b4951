// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * Edges that stand into the room of a union, or into the room outside of an intersection: where the
 * surfaces of two parts meet, and corners, where those of three do. A grain touches what is left
 * out by all parts, and touches an edge where the nearest point of that is on no single surface. */
#include "region_walls.h"

#include "region.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace LAMMPS_NS;

namespace DCM_NS {

// A part of the distance at which walls are looked for: so far from an edge the surfaces beside it
// are looked at.
static const double BESIDE = 1e-5;
// So many times as far from a corner its edges are looked at.
static const double AWAY = 10.0;
// Surfaces that meet at less than some milliradians have no edge.
static const double FLAT = 1e-5;

/** Takes the planes of some sides, and finds the point nearest to x that is on all of them, and the
 * shares: x - point is the sum of shares times the directions into the parts.
 * @return false: the planes are nearly parallel */
static bool nearest_on_all(std::vector<RegionSide> &sides, dcm_vector x, dcm_vector &point) {
  const int n = (int)sides.size();
  double m[3][4];
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++)
      m[i][j] = dcm_dot(sides[i].inwards, sides[j].inwards);
    m[i][n] = dcm_dot(sides[i].inwards, dcm_subtract(x, sides[i].point));
  }
  // The matrix is symmetric, and its smallest pivot says how far the directions are from one plane.
  for (int i = 0; i < n; i++) {
    if (!(m[i][i] > FLAT))
      return false;
    for (int j = i + 1; j < n; j++)
      for (int k = n; k >= i; k--)
        m[j][k] -= m[j][i] / m[i][i] * m[i][k];
  }
  point = x;
  for (int i = n - 1; i >= 0; i--) {
    double share = m[i][n];
    for (int j = i + 1; j < n; j++)
      share -= m[i][j] * sides[j].share;
    sides[i].share = share / m[i][i];
    point = dcm_subtract_scaled(point, sides[i].share, sides[i].inwards);
  }
  return true;
}

/** The walls of a part, from a point within the part. Edges of unions within a union are none of
 * these. */
std::vector<RegionSide> RegionWalls::sides_at(int part, dcm_vector from, double cutoff) {
  double x[3];
  dcm_vector_put(x, from);
  std::vector<NearWall> walls;
  find_parts(nodes[part], x, 2.0 * cutoff, walls);
  std::vector<RegionSide> sides;
  for (const NearWall &wall : walls) {
    RegionSide side(part);
    if (wall.number < wall_count() && side.set(wall, from))
      sides.push_back(side);
  }
  return sides;
}

/** Looks at a wall again, from a point within its part. */
bool RegionWalls::look_again(RegionSide &side, dcm_vector from, double cutoff) {
  for (const RegionSide &other : sides_at(side.part, from, cutoff))
    if (other.wall.number == side.wall.number) {
      side = other;
      return true;
    }
  return false;
}

/** Finds where surfaces meet nearest to x: their planes follow the point, and the point follows the
 * planes. */
bool RegionWalls::meet(std::vector<RegionSide> &sides, const Neighbourhood &around,
                       dcm_vector &point) {
  const dcm_vector x = dcm_vector_at(around.x);
  if (!nearest_on_all(sides, x, point))
    return false;
  for (int n = 0; n < 100; n++) {
    const dcm_vector before = point;
    for (RegionSide &side : sides) {
      // A little away from the others: a part may end where its neighbour begins.
      dcm_vector place = point;
      for (const RegionSide &other : sides)
        if (&other != &side)
          place = dcm_add_scaled(place, -ROUNDING * around.cutoff, other.inwards);
      bool is_seen = false;
      for (const double depth : {0.25, 0.02, 1.0})
        is_seen =
            is_seen || look_again(side, dcm_add_scaled(place, depth * around.cutoff, side.inwards),
                                  around.cutoff);
      if (!is_seen)
        return false;
    }
    if (!nearest_on_all(sides, x, point) ||
        dcm_length(dcm_subtract(x, point)) > 3.0 * around.cutoff)
      return false;
    const double rounding = 1e-13 * (around.cutoff + dcm_length(point));
    if (dcm_length(dcm_subtract(point, before)) <= rounding)
      break;
  }
  return std::all_of(sides.begin(), sides.end(),
                     [](const RegionSide &side) { return side.share > 0.0; });
}

/** Whether the surface of a part is one of the whole, at a place on it. */
bool RegionWalls::is_of_whole(const Node &node, RegionSide side, dcm_vector place, double step) {
  const dcm_vector into = side.inwards;
  // The space that is left out may be a sharp wedge.
  double behind[3];
  dcm_vector_put(behind, dcm_add_scaled(place, -1e-3 * step, into));
  return look_again(side, dcm_add_scaled(place, step, into), 4.0 * step) &&
         fabs(side.distance - step) <= 0.25 * step && dcm_dot(side.inwards, into) >= 0.9 &&
         std::none_of(node.parts.begin(), node.parts.end(),
                      [&](int part) { return holds(nodes[part], behind); });
}

/** Whether two surfaces are those of the whole beside a point at which they meet. Where parts abut,
 * one surface goes on in another one, and the two meet a third that is none of the whole. */
bool RegionWalls::is_edge(const Node &node, const RegionSide &one, const RegionSide &other,
                          dcm_vector point, double cutoff) {
  const double step = BESIDE * cutoff;
  const auto goes_on = [&](const RegionSide &side, const RegionSide &beyond) {
    const dcm_vector away = dcm_tangential_part(beyond.inwards, side.inwards);
    return is_of_whole(node, side, dcm_add_scaled(point, -step / dcm_length(away), away), step);
  };
  return goes_on(one, other) && goes_on(other, one);
}

/** Whether there is an edge at a point, or next to the point: an edge may end there at a corner. */
bool RegionWalls::is_edge_here(const Node &node, const RegionSide &one, const RegionSide &other,
                               dcm_vector point, double cutoff) {
  const dcm_vector along = dcm_cross(one.inwards, other.inwards);
  const double next = AWAY * BESIDE * cutoff / dcm_length(along);
  return is_edge(node, one, other, point, cutoff) ||
         is_edge(node, one, other, dcm_add_scaled(point, next, along), cutoff) ||
         is_edge(node, one, other, dcm_add_scaled(point, -next, along), cutoff);
}

/** Whether three surfaces meet in pairs beside the point at which they all meet. */
bool RegionWalls::is_corner(const Node &node, const std::vector<RegionSide> &sides,
                            dcm_vector point, double cutoff) {
  for (int s = 0; s < 3; s++) {
    const RegionSide &one = sides[(s + 1) % 3], &other = sides[(s + 2) % 3];
    const dcm_vector along = dcm_cross(one.inwards, other.inwards);
    const double sign = dcm_dot(along, sides[s].inwards) < 0.0 ? 1.0 : -1.0;
    const double way = AWAY * BESIDE * cutoff / dcm_length(along);
    if (!is_edge(node, one, other, dcm_add_scaled(point, sign * way, along), cutoff))
      return false;
  }
  return true;
}

/** Adds a wall that has this point, unless the wall is known, or another one with the same point,
 * where parts lie upon each other. */
void RegionWalls::add(NearWall wall, const Neighbourhood &around, dcm_vector point,
                      std::vector<NearWall> &near) {
  dcm_vector_put(wall.to_grain, dcm_subtract(dcm_vector_at(around.x), point));
  if (dcm_length(dcm_vector_at(wall.to_grain)) < around.cutoff &&
      std::none_of(near.begin(), near.end(), [&](const NearWall &other) {
        return other.number == wall.number || are_one(wall, other, around.cutoff);
      }))
    near.push_back(wall);
}

/** An edge has the number of its surfaces. An edge moves along the direction of the contact as far
 * as the surfaces carry the edge, and else with the first of them. The curvature is that of each
 * surface where the contact goes over to it, and their mean by the shares between: so R* has no
 * jump. A hollow in which the grain has no room counts as the narrowest in which it has. */
void RegionWalls::add_edge(std::vector<RegionSide> sides, const Neighbourhood &around,
                           dcm_vector point, std::vector<NearWall> &near) const {
  std::sort(sides.begin(), sides.end(),
            [](const RegionSide &a, const RegionSide &b) { return a.wall.number < b.wall.number; });
  const int walls = wall_count();
  NearWall edge = sides[0].wall;
  edge.number = 0;
  for (size_t s = sides.size(); s-- > 0;)
    edge.number = edge.number * walls + sides[s].wall.number;
  edge.number += walls + (sides.size() == 3 ? walls * walls : 0);
  const double tightest = -0.45 / around.cutoff;
  const dcm_vector apart = dcm_subtract(dcm_vector_at(around.x), point),
                   of_first = dcm_vector_at(edge.velocity);
  double bend = 0.0, sum = 0.0, along = 0.0;
  for (const RegionSide &side : sides) {
    const dcm_vector beside = dcm_subtract(dcm_vector_at(side.wall.velocity), of_first);
    along += side.share * dcm_dot(beside, side.inwards);
    bend += side.share * std::max(1.0 / side.wall.radius, tightest);
    sum += side.share;
    edge.is_bent_once = edge.is_bent_once || side.wall.is_bent_once;
  }
  if (along != 0.0) // a grain whose centre is on the edge has no direction
    dcm_vector_put(edge.velocity, dcm_add_scaled(of_first, along / dcm_dot(apart, apart), apart));
  edge.room = std::numeric_limits<double>::infinity();
  edge.radius = bend == 0.0 ? edge.room : sum / bend;
  add(edge, around, point, near);
}

/** A wall of a part in which the centre of the grain is not, and which the grain reaches through
 * the opening of another part. */
void RegionWalls::add_wall_beyond(const Node &node, const RegionSide &seen,
                                  const Neighbourhood &around, std::vector<NearWall> &near) {
  std::vector<RegionSide> one = {seen};
  dcm_vector point;
  if (!holds(nodes[seen.part], around.x) && meet(one, around, point) &&
      is_of_whole(node, one[0], point, BESIDE * around.cutoff))
    add(one[0].wall, around, point, near);
}

void RegionWalls::find_edges(const Node &node, int part, const NearWall &covered, int by,
                             const Neighbourhood &around, std::vector<NearWall> &near) {
  RegionSide first(part);
  if (!first.set(covered, dcm_vector_at(around.x)) || nodes[part].region->openflag)
    return;
  const double step = BESIDE * around.cutoff;
  const dcm_vector behind = dcm_add_scaled(first.point, -step, first.inwards);
  std::vector<RegionSide> seconds = sides_at(by, behind, around.cutoff);
  // The host has no mantle for a point on the axis.
  const dcm_vector axis =
      fabs(first.inwards.x) < 0.5 ? dcm_vector_of(1.0, 0.0, 0.0) : dcm_vector_of(0.0, 1.0, 0.0);
  for (const RegionSide &side :
       sides_at(by, dcm_add_scaled(behind, step, dcm_tangential_part(axis, first.inwards)),
                around.cutoff))
    if (std::none_of(seconds.begin(), seconds.end(), [&](const RegionSide &other) {
          return other.wall.number == side.wall.number;
        }))
      seconds.push_back(side);
  for (const RegionSide &second : seconds) {
    add_wall_beyond(node, second, around, near);
    std::vector<RegionSide> sides = {first, second};
    dcm_vector point, corner;
    if (!meet(sides, around, point))
      continue;
    if (is_edge_here(node, sides[0], sides[1], point, around.cutoff)) {
      add_edge(sides, around, point, near);
      continue;
    }
    double at[3];
    dcm_vector_put(at, point);
    for (const int other : node.parts) {
      if (other == part || other == by || !holds(nodes[other], at))
        continue;
      for (const RegionSide &third : sides_at(other, point, around.cutoff)) {
        std::vector<RegionSide> all = {sides[0], sides[1], third};
        if (meet(all, around, corner) && is_corner(node, all, corner, around.cutoff))
          add_edge(all, around, corner, near);
      }
    }
  }
}

} // namespace DCM_NS
