// SPDX-License-Identifier: GPL-2.0-or-later
#include "region_walls.h"

#include "grain_shapes.h"

#include "host_api.h"
#include "host_private.h"
#include "host_services.h"
#include "wall_image.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <list>

using namespace LAMMPS_NS;

namespace DCM_NS {

// --------------------------------------------------------------------------------------- input

int RegionWalls::read(int next, int narg, char **arg) {
  if (narg <= next)
    stop(lmp, here() + "needs the ID of a region");
  region_id = arg[next];
  if (!find_region(domain, region_id))
    stop(lmp,
         here() + "there is no region '" + region_id + "'" +
             (region_id == "region" && narg > next + 1
                  ? std::string("; write the ID of the region right after the wall type: fix ID "
                                "group ") +
                        fix.style + " " + arg[next - 1] + " " + arg[next + 1]
                  : "; define the region before this fix"));
  attach();
  return next + 1;
}

// ---------------------------------------------------------------------------------------- parts

static bool begins_with(const char *word, const char *beginning) {
  return strncmp(word, beginning, strlen(beginning)) == 0;
}

/** A region, its parts, theirs, and so on. */
std::vector<RegionWalls::Node> RegionWalls::tree_of(Region *root) const {
  std::vector<Node> tree(1);
  tree[0].region = root;
  int walls = 0;
  for (size_t n = 0; n < tree.size(); n++) {
    Region *region = tree[n].region;
    tree[n].kind = begins_with(region->style, "union")       ? UNION
                   : begins_with(region->style, "intersect") ? INTERSECTION
                                                             : SINGLE;
    if (tree[n].kind == SINGLE) {
      tree[n].is_sphere = begins_with(region->style, "sphere");
      tree[n].first_wall = walls;
      walls += region->cmax;
      continue;
    }
    for (int i = 0; i < region->nregion; i++) {
      Node part = {};
      part.region = part_of(domain, region, i);
      part.is_turned = (region->interior != 0) == tree[n].is_turned;
      tree[n].parts.push_back(tree.size());
      tree.push_back(part);
    }
  }
  // The parts of a union in a union are parts of the outer one. Walls keep their numbers.
  for (size_t n = tree.size(); n-- > 0;) {
    std::vector<int> parts;
    for (const int part : tree[n].parts) {
      const Node &inner = tree[part];
      if (inner.kind == tree[n].kind && inner.region->interior)
        parts.insert(parts.end(), inner.parts.begin(), inner.parts.end());
      else
        parts.push_back(part);
    }
    tree[n].parts = parts;
  }
  return tree;
}

void RegionWalls::attach() {
  Region *root = find_region(domain, region_id);
  if (!root)
    stop(lmp, here() + "there is no region '" + region_id + "'");
  std::vector<Node> tree = tree_of(root);
  for (const Node &node : tree) {
    const Region *region = node.region;
    if (node.kind == SINGLE && (region->cmax <= 0 || !region->contact))
      stop(lmp, here() + "region " + region->id + " of style " + region->style +
                    " has no surface that grains can touch");
    if (node.kind != SINGLE && region->openflag)
      stop(lmp, here() + "region " + region->id + ": a " + region->style +
                    " has no faces to open; open the faces of the parts");
  }
  const bool is_the_same =
      tree.size() == nodes.size() &&
      std::equal(tree.begin(), tree.end(), nodes.begin(), [](const Node &a, const Node &b) {
        return a.region == b.region && a.kind == b.kind;
      });
  // Where a region turns about may be another by now; the mover says where.
  for (Node &node : nodes)
    node.turns = false;
  if (is_the_same)
    return;
  nodes = tree;
  // An ellipsoid does not report its curvature: what stands here is never set by the host.
  for (const Node &node : nodes)
    if (node.kind == SINGLE)
      for (int c = 0; c < node.region->cmax; c++)
        node.region->contact[c].radius = 0.0;
}

std::string RegionWalls::not_for_shapes() const {
  const Region *region = nodes[0].region;
  if (is_single() && RegionSolid::takes(region))
    return "";
  return "region " + region_id + " of style " + region->style +
         (region->interior ? " with 'side in'" : " with 'side out'") +
         (region->openflag   ? " and open faces"
          : region->varshape ? " that grows"
                             : "");
}

int RegionWalls::wall_count() const {
  int walls = 0;
  for (const Node &node : nodes)
    walls += node.kind == SINGLE ? node.region->cmax : 0;
  return walls;
}

/** An edge stands in the place of the walls that meet there. */
int RegionWalls::most_walls() const {
  // A part of a union or intersection may be seen from its other side, where it has more walls.
  const Node &root = nodes[0];
  if (root.kind == SINGLE) // a grain that is not a sphere may touch both ends of a cylinder
    return GrainShapes::are_there(atom) ? std::max(root.region->tmax, 3) : root.region->tmax;
  int most = 0;
  for (const Node &node : nodes)
    if (node.kind == SINGLE)
      most += std::min(node.region->cmax, 3);
  return most;
}

// --------------------------------------------------------------------------------------- motion

/** Variables that move the region may ask for computes. */
void RegionWalls::move() {
  if (std::none_of(nodes.begin(), nodes.end(),
                   [](const Node &node) { return node.region->dynamic_check() != 0; }))
    return;
  modify->clearstep_compute();
  for (const Node &node : nodes)
    if (node.kind == SINGLE && node.region->dynamic_check()) {
      node.region->prematch();
      node.region->set_velocity();
    }
  see_motion();
  for (const Node &node : nodes)
    if (node.kind == SINGLE && node.region->dynamic_check())
      node.region->rprev = node.region->prev[4] - node.growth * update->dt;
  modify->addstep_compute(update->ntimestep + 1);
}

bool RegionWalls::rests() const {
  return std::none_of(nodes.begin(), nodes.end(), [](const Node &node) {
    return node.region->dynamic_check() || node.region->varshape;
  });
}

void RegionWalls::see_motion() {
  double furthest = 0.0;
  for (Node &node : nodes)
    if (node.kind == SINGLE && node.region->dynamic_check()) {
      const PlaceOfRegion now = place_of(node);
      furthest = std::max(furthest, moved_to(node, now));
      find_rates(node, now);
      note_place(node, now);
    }
  moved += furthest;
}

/** Distance of a point from that corner of the box which is furthest away. */
double RegionWalls::furthest_from(const double *point) const {
  double sum = 0.0;
  for (int c = 0; c < 3; c++) {
    const double d = std::max(fabs(point[c] - box().lo[c]), fabs(box().hi[c] - point[c]));
    sum += d * d;
  }
  return sqrt(sum);
}

namespace {

/** The open faces of a region are closed as long as this lives. */
class ClosedFaces {
public:
  explicit ClosedFaces(Region *of) : region(of), open(of->openflag) {
    std::swap_ranges(faces, faces + 6, region->open_faces);
    region->openflag = 0;
  }
  ClosedFaces(const ClosedFaces &) = delete;
  ClosedFaces &operator=(const ClosedFaces &) = delete;
  ~ClosedFaces() {
    std::swap_ranges(faces, faces + 6, region->open_faces);
    region->openflag = open;
  }

private:
  Region *region;
  int open, faces[6] = {};
};

} // namespace

/** Whether the surface of a single region is closer than cutoff, on either side. */
bool RegionWalls::is_close(const Node &node, const double *x, double cutoff) {
  if (surface(node, x, cutoff) > 0)
    return true;
  node.region->interior ^= 1;
  const bool is_close = surface(node, x, cutoff) > 0;
  node.region->interior ^= 1;
  return is_close;
}

/** With open faces closed. */
bool RegionWalls::is_near(int, const double *x, double cutoff) {
  return std::any_of(nodes.begin(), nodes.end(), [=](const Node &node) {
    if (node.kind != SINGLE)
      return false;
    const ClosedFaces closed(node.region);
    return is_close(node, x, cutoff);
  });
}

void RegionWalls::draw(WallImage &picture) const {
  const int cells = 50;
  const Node &root = nodes[0];
  const Region *region = root.region;
  const double extent[][2] = {{region->extent_xlo, region->extent_xhi},
                              {region->extent_ylo, region->extent_yhi},
                              {region->extent_zlo, region->extent_zhi}};
  const bool is_fixed = root.kind == SINGLE && region->bboxflag && !region->dynamic;
  double lo[3], hi[3], longest = 0.0;
  for (int d = 0; d < 3; d++) {
    lo[d] = is_fixed ? std::max(box().lo[d], extent[d][0]) : box().lo[d];
    hi[d] = is_fixed ? std::min(box().hi[d], extent[d][1]) : box().hi[d];
    longest = std::max(longest, hi[d] - lo[d]);
  }
  WallImage closed;
  bool is_open = false;
  {
    std::list<ClosedFaces> faces;
    for (const Node &node : nodes)
      if (node.kind == SINGLE && node.region->openflag) {
        faces.emplace_back(node.region);
        is_open = true;
      }
    closed.add_body(lo, hi, cells, comm->me, comm->nprocs,
                    [&](const double *x) { return !holds(root, x); });
  }
  picture.add_chosen(closed, [&](const double *middle) {
    return !is_open || std::any_of(nodes.begin(), nodes.end(), [&](const Node &node) {
      return node.kind == SINGLE && is_close(node, middle, 0.5 * longest / cells);
    });
  });
}

RegionWalls::PlaceOfRegion RegionWalls::place_of(const Node &node) {
  const Region *region = node.region;
  return {{region->dx, region->dy, region->dz, region->rotateflag ? region->theta : 0.0,
           region->prev[4]}};
}

/** Largest way of the surface since the region was seen: a drum that turns about its axis remains
 * where it is. */
double RegionWalls::moved_to(const Node &node, const PlaceOfRegion &now) const {
  const Region *region = node.region;
  if (region->varshape)
    return std::numeric_limits<double>::infinity();
  if (!node.is_known)
    return 0.0;
  double furthest = sqrt((now[0] - node.place[0]) * (now[0] - node.place[0]) +
                         (now[1] - node.place[1]) * (now[1] - node.place[1]) +
                         (now[2] - node.place[2]) * (now[2] - node.place[2]));
  if (region->rotateflag && !RegionSolid::is_round_about(region, AxisOfRegion::point_of(region),
                                                         AxisOfRegion::direction_of(region)))
    furthest += fabs(now[3] - node.place[3]) * furthest_from(region->rpoint);
  return furthest;
}

/** The rates are differences between this step and the one that was seen before. The host's own are
 * wrong where a run begins, zero or the whole displacement in one step, and grow with the length of
 * the axis of rotation; so only the direction of the axis is taken from it. */
void RegionWalls::find_rates(Node &node, const PlaceOfRegion &now) const {
  const Region *region = node.region;
  const bigint passed = update->ntimestep - node.step;
  if (!node.is_known || passed < 0) {
    std::fill_n(node.velocity, 3, 0.0);
    std::fill_n(node.spin, 3, 0.0);
    node.growth = 0.0;
  } else if (passed > 0 && update->dt > 0.0) {
    const double time = passed * update->dt;
    const double rate = fabs(now[3] - node.place[3]) / time;
    const double *w = region->omega;
    const double length = region->rotateflag ? sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]) : 0.0;
    for (int c = 0; c < 3; c++) {
      node.velocity[c] = (now[c] - node.place[c]) / time;
      node.spin[c] = length > 0.0 ? w[c] * (rate / length) : 0.0;
    }
    node.growth = (now[4] - node.place[4]) / time;
  }
}

/** Notes where the region is now. */
void RegionWalls::note_place(Node &node, const PlaceOfRegion &now) const {
  const Region *region = node.region;
  node.place = now;
  node.step = update->ntimestep;
  node.is_known = true;
  node.turns = region->dynamic && region->rotateflag;
  if (!node.turns)
    return; // the host gives the angle of no other region a value
  const dcm_vector point = dcm_vector_at(AxisOfRegion::point_of(region));
  const dcm_vector axis = dcm_vector_at(AxisOfRegion::direction_of(region));
  node.forth = {point, axis, sin(region->theta), cos(region->theta)};
  node.back = {point, axis, sin(-region->theta), cos(-region->theta)};
}

std::string RegionWalls::describe() const {
  std::string text = "region";
  for (const Node &node : nodes) {
    Region *region = node.region;
    text += std::string(" ") + region->style + (region->interior ? "" : " side out");
    for (int face = 0; face < 6 && region->openflag; face++)
      if (region->open_faces[face])
        text += " open " + std::to_string(face + 1);
    if (node.kind != SINGLE || !region->bboxflag || region->dynamic_check() || region->varshape)
      continue;
    char extent[256];
    dcm_text_print(extent, sizeof extent, " from %.15g %.15g %.15g to %.15g %.15g %.15g",
                   region->extent_xlo, region->extent_ylo, region->extent_zlo, region->extent_xhi,
                   region->extent_yhi, region->extent_zhi);
    text += extent;
  }
  return text;
}

void RegionWalls::pass_motion(SavedNumbers &numbers) {
  for (Node &node : nodes) {
    int kind = node.kind; // which describe has
    numbers.pass(kind);
    numbers.pass(node.is_known);
    numbers.pass(node.step);
    numbers.pass(node.place.data(), 5);
    numbers.pass(node.velocity, 3);
    numbers.pass(node.spin, 3);
    numbers.pass(node.growth);
  }
}

// ------------------------------------------------------------------------------------- geometry

bool RegionWalls::holds(const Node &node, const double *x) const {
  if (node.kind == SINGLE)
    return matches(node, x);
  const bool one_is_enough = node.kind == UNION;
  const bool inside = std::any_of(node.parts.begin(), node.parts.end(), [&](int part) {
                        return holds(nodes[part], x) == one_is_enough;
                      }) == one_is_enough;
  return inside == (node.region->interior != 0);
}

/** How far two vectors are apart, along the axis where they differ most. */
static double apart(const double *one, const double *other) {
  double most = 0.0;
  for (int d = 0; d < 3; d++)
    most = std::max(most, fabs(one[d] - other[d]));
  return most;
}

/** Whether two walls have the same nearest point. On a face that two parts share there is no wall,
 * and a grain whose centre is just there sees none of the two. */
bool RegionWalls::are_one(const NearWall &one, const NearWall &other, double cutoff) {
  double size = 0.0;
  for (int d = 0; d < 3; d++)
    size = std::max(size, fabs(one.to_grain[d]));
  return apart(one.to_grain, other.to_grain) <= ROUNDING * cutoff && size > 2.0 * ROUNDING * cutoff;
}

/** If x is on the side of the surface on which grains are meant to be. */
void RegionWalls::find(int i, const double *x, double cutoff, std::vector<NearWall> &near) {
  const Node &root = nodes[0];
  if (root.kind != SINGLE) {
    if (holds(root, x))
      find_parts(root, x, cutoff, near);
    return;
  }
  if (shapes && shapes->all()[i].kind != DCM_SHAPE_SPHERE && RegionSolid::is_needed(root.region)) {
    if (holds(root, x))
      find_shape(root, i, x, cutoff, near);
    return;
  }
  // A single region has no surface for what is on its other side, but for rounding.
  const size_t known = near.size();
  find_single(root, x, cutoff, near);
  const double rounding = ROUNDING * cutoff;
  for (size_t w = known; w < near.size(); w++) {
    const double *d = near[w].to_grain;
    if (fabs(d[0]) <= rounding && fabs(d[1]) <= rounding && fabs(d[2]) <= rounding) {
      if (!holds(root, x))
        near.resize(known);
      return;
    }
  }
}

int RegionWalls::surface_of_host(const double *x, double cutoff) {
  const Node &root = nodes[0];
  return matches(root, x) ? surface(root, x, cutoff, false) : 0;
}

/** The part is that with whose turn undone the point is as far away as it should be. */
void RegionWalls::undo_second_turn(const double *x, double distance, double *to_grain) const {
  const auto is_as_far = [&](const double *d) {
    return fabs(sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]) - distance) <= ROUNDING * distance;
  };
  if (is_as_far(to_grain))
    return;
  for (const Node &node : nodes) {
    if (node.kind != SINGLE || !node.turns)
      continue;
    const Region *region = node.region;
    const double shift[3] = {region->dx, region->dy, region->dz};
    double touched[3], before[3];
    for (int c = 0; c < 3; c++)
      touched[c] = x[c] - to_grain[c] - (region->moveflag ? shift[c] : 0.0);
    turn(node.back, touched);
    for (int c = 0; c < 3; c++)
      before[c] = x[c] - touched[c];
    if (is_as_far(before)) {
      std::copy_n(before, 3, to_grain);
      return;
    }
  }
}

void RegionWalls::find_parts(const Node &node, const double *x, double cutoff,
                             std::vector<NearWall> &near) {
  if (node.kind == SINGLE) {
    find_single(node, x, cutoff, near);
    return;
  }
  // The outside of a union is the intersection of the outsides of its parts, and the other way
  // round: the parts are turned over for as long as they are looked at.
  const bool turned = !node.region->interior;
  const auto turn_over = [&] {
    if (turned)
      for (int part : node.parts)
        nodes[part].region->interior ^= 1;
  };
  turn_over();
  const Neighbourhood around = {x, cutoff, (node.kind == UNION) != turned};
  std::vector<std::vector<NearWall>> walls(node.parts.size());
  for (size_t p = 0; p < walls.size(); p++)
    find_parts(nodes[node.parts[p]], x, cutoff, walls[p]);
  for (size_t p = 0; p < walls.size(); p++)
    for (const NearWall &wall : walls[p]) {
      bool is_seen = true;
      for (size_t q = 0; q < walls.size() && (is_seen || around.surface_is_outside_others); q++) {
        if (q == p)
          continue;
        // Where parts abut, or lie upon each other, one point belongs to several: to the first.
        const bool is_shared =
            std::any_of(walls[q].begin(), walls[q].end(),
                        [&](const NearWall &other) { return are_one(wall, other, cutoff); });
        const bool is_covered = !is_shared && covers(nodes[node.parts[q]], wall, around);
        is_seen = is_seen && !is_covered && !(is_shared && q < p);
        if (is_covered && around.surface_is_outside_others)
          find_edges(node, node.parts[p], wall, node.parts[q], around, near);
      }
      if (is_seen)
        near.push_back(wall);
    }
  turn_over();
}

/** Whether a piece of wall of one part is no surface of the whole, because of another part. */
bool RegionWalls::covers(const Node &other, const NearWall &wall, const Neighbourhood &around) {
  double point[3], distance = 0.0;
  for (int d = 0; d < 3; d++) {
    point[d] = around.x[d] - wall.to_grain[d];
    distance += wall.to_grain[d] * wall.to_grain[d];
  }
  distance = sqrt(distance);
  const double rounding = ROUNDING * around.cutoff;
  if (around.surface_is_outside_others) {
    // An open region matches every point, and so covers nothing.
    if (other.region->openflag)
      return false;
    // There is a surface if there is no room for grains behind it.
    for (int d = 0; d < 3 && distance > 0.0; d++)
      point[d] -= rounding / distance * wall.to_grain[d];
    return holds(other, point);
  }
  if (!holds(other, point))
    return true;
  // An edge of one part upon the surface of another is none of the whole.
  std::vector<NearWall> at_point;
  if (!other.region->openflag)
    find_parts(other, point, rounding, at_point);
  return !at_point.empty();
}

void RegionWalls::follow(int i, const std::vector<NearWall> &near, uint32_t *walls,
                         uint32_t count) {
  for (uint32_t k = 0; k < count; k++) {
    const uint32_t before = walls[k];
    const auto is_before = [=](const NearWall &wall) { return (uint32_t)wall.number == before; };
    if (before == DCM_NO_WALL || std::any_of(near.begin(), near.end(), is_before))
      continue;
    walls[k] = DCM_NO_WALL;
    for (const NearWall &wall : near)
      if (std::find(walls, walls + count, (uint32_t)wall.number) == walls + count &&
          is_continued_by((int)before, i, wall)) {
        walls[k] = wall.number;
        break;
      }
  }
}

/** Whether the surface of a wall that grain i touched in the step before, and does not touch now,
 * goes on in another wall. A grain comes from one part of a region to another: where it was a step
 * before, it touched that part in the direction in which it touches this one now, to three degrees.
 */
bool RegionWalls::is_continued_by(int number, int i, const NearWall &wall) {
  double before[3];
  for (int c = 0; c < 3; c++)
    before[c] = atom->x[i][c] - update->dt * (atom->v[i][c] - wall.velocity[c]);
  return touches(number, before, wall.to_grain, 0.05 * atom->radius[i]);
}

/** Whether a wall, be it covered by other parts or not, touches at x in a direction that differs by
 * no more than a tolerance. */
bool RegionWalls::touches(int number, const double *x, const double *to_grain, double tolerance) {
  double distance = tolerance;
  for (int d = 0; d < 3; d++)
    distance += fabs(to_grain[d]);
  std::vector<NearWall> walls;
  if (number >= wall_count())
    find_parts(nodes[0], x, distance, walls);
  for (const Node &node : nodes)
    if (node.kind == SINGLE && number >= node.first_wall &&
        number < node.first_wall + node.region->cmax) {
      node.region->interior ^= node.is_turned;
      find_single(node, x, distance, walls);
      node.region->interior ^= node.is_turned;
    }
  return std::any_of(walls.begin(), walls.end(), [=](const NearWall &wall) {
    return wall.number == number && apart(wall.to_grain, to_grain) <= tolerance;
  });
}

/** The order of operations is that of Region::rotate, for the same digits. */
void RegionWalls::turn(const dcm_wall_turn &by, double *at) {
  dcm_vector_put(at, dcm_wall_turned(&by, dcm_vector_at(at)));
}

dcm_vector RegionWalls::turned(const Node &node, const dcm_wall_turn &by, dcm_vector v) {
  if (!node.turns)
    return v;
  return dcm_subtract(dcm_wall_turned(&by, dcm_add(by.point, v)), by.point);
}

/** Brings a point to where it is when the region is where it was defined. */
void RegionWalls::put_back(const Node &node, double *at) {
  const Region *region = node.region;
  const double shift[3] = {region->dx, region->dy, region->dz};
  for (int c = 0; c < 3 && region->moveflag; c++)
    at[c] -= shift[c];
  if (node.turns)
    turn(node.back, at);
}

/** The walls near to a grain that is not a sphere. */
void RegionWalls::find_shape(const Node &node, int i, const double *x, double cutoff,
                             std::vector<NearWall> &near) {
  double at_rest[3] = {x[0], x[1], x[2]};
  put_back(node, at_rest);
  dcm_shape shape = shapes->all()[i];
  for (double *axis : {shape.frame[0], shape.frame[1], shape.frame[2]})
    dcm_vector_put(axis, turned(node, node.back, dcm_vector_at(axis)));
  const double radius = atom->radius[i];
  solid.find(node.region, shape, dcm_vector_at(at_rest), radius, places);
  for (const RegionSolid::Place &place : places) {
    if (!(place.on.depth > radius - cutoff))
      continue;
    near.emplace_back();
    NearWall &wall = near.back();
    wall.number = node.first_wall + place.piece;
    wall.is_found = true;
    wall.on = place.on;
    wall.on.normal = turned(node, node.forth, place.on.normal);
    wall.on.point = turned(node, node.forth, place.on.point);
    dcm_vector_put(wall.to_grain, dcm_scale(-1.0, wall.on.normal));
    double point[3];
    dcm_vector_put(point,
                   dcm_add(dcm_vector_at(x),
                           dcm_subtract_scaled(wall.on.point, wall.on.depth, wall.on.normal)));
    set_motion(wall, node, place.piece == DCM_SOLID_MANTLE || node.is_sphere, point);
  }
}

/** Region::match at a point, and Region::surface of either side; but the sine and cosine of the
 * angle are found once in a step, not twice for each point. */
bool RegionWalls::matches(const Node &node, const double *x) {
  Region *region = node.region;
  if (!node.turns)
    return region->match(x[0], x[1], x[2]);
  double at_rest[3] = {x[0], x[1], x[2]};
  put_back(node, at_rest);
  return region->openflag || region->inside(at_rest[0], at_rest[1], at_rest[2]) == region->interior;
}

int RegionWalls::surface(const Node &node, const double *x, double cutoff, bool cones_are_ours) {
  Region *region = node.region;
  const bool is_ours = cones_are_ours && RegionSolid::is_cone(region);
  if (!node.turns && !is_ours)
    return region->surface(x[0], x[1], x[2], cutoff);
  const double shift[3] = {region->dx, region->dy, region->dz};
  const bool moves = region->moveflag;
  double at_rest[3] = {x[0], x[1], x[2]};
  put_back(node, at_rest);
  int count = 0;
  if (is_ours)
    count = RegionSolid::surface_of_cone(region, at_rest, cutoff);
  else {
    if (region->openflag || !region->interior)
      count += region->surface_exterior(at_rest, cutoff);
    if (region->openflag || region->interior)
      count += region->surface_interior(at_rest, cutoff);
  }
  if (!node.turns)
    return count;
  for (int k = 0; k < count; k++) {
    Region::Contact &contact = region->contact[k];
    double touched[3] = {at_rest[0] - contact.delx, at_rest[1] - contact.dely,
                         at_rest[2] - contact.delz};
    turn(node.forth, touched);
    for (int c = 0; c < 3 && moves; c++)
      touched[c] += shift[c];
    contact.delx = x[0] - touched[0];
    contact.dely = x[1] - touched[1];
    contact.delz = x[2] - touched[2];
  }
  return count;
}

/** A length that has more than the rounding of any point of a region, or of the box. */
static double size_of(const dcm_wall_faces &faces, const double *lo, const double *hi) {
  double size = fabs(faces.radius);
  const auto add = [&](const double *vector) {
    for (int c = 0; c < 3; c++)
      size += fabs(vector[c]) < 1e19 ? fabs(vector[c]) : 0.0;
  };
  double point[3];
  dcm_vector_put(point, faces.forth.point);
  for (const double *vector : {lo, hi, (const double *)point, (const double *)faces.centre,
                               (const double *)faces.shift, (const double *)faces.centre_of_spin})
    add(vector);
  return size;
}

bool RegionWalls::as_faces(dcm_wall_faces &faces) const {
  const Node &root = nodes[0];
  const Region *region = root.region;
  if (root.kind != SINGLE || !RegionSolid::as_faces(region, faces))
    return false;
  faces.is_shifted = region->dynamic && region->moveflag;
  faces.is_turned = root.turns;
  const double shift[3] = {region->dx, region->dy, region->dz};
  for (int c = 0; c < 3; c++) {
    faces.shift[c] = faces.is_shifted ? shift[c] : 0.0;
    faces.velocity[c] = region->moveflag ? root.velocity[c] : 0.0;
    faces.spin[c] = faces.spin_of_walls[c] = region->rotateflag ? root.spin[c] : 0.0;
    // The host sets this point where the region turns, and nowhere else.
    faces.centre_of_spin[c] = region->rotateflag ? region->rpoint[c] : 0.0;
  }
  if (root.turns) {
    faces.back = root.back;
    faces.forth = root.forth;
  }
  faces.rounding = 1e-13 * size_of(faces, box().lo, box().hi);
  return true;
}

void RegionWalls::find_single(const Node &node, const double *x, double cutoff,
                              std::vector<NearWall> &near) {
  const int count = surface(node, x, cutoff);
  for (int c = 0; c < count; c++) {
    near.emplace_back();
    set_wall(near.back(), node, c, x);
  }
}

void RegionWalls::set_wall(NearWall &wall, const Node &node, int c, const double *x) const {
  const Region *region = node.region;
  const Region::Contact &contact = region->contact[c];
  wall.number = node.first_wall + contact.iwall;
  wall.to_grain[0] = contact.delx;
  wall.to_grain[1] = contact.dely;
  wall.to_grain[2] = contact.delz;

  if (contact.radius != 0.0)
    wall.radius = contact.radius;
  wall.is_bent_once = std::isfinite(wall.radius) && !node.is_sphere;
  if (wall.radius < 0.0)
    wall.room = node.is_sphere ? -wall.radius : -0.5 * wall.radius;

  double point[3];
  for (int d = 0; d < 3; d++)
    point[d] = x[d] - wall.to_grain[d];
  set_motion(wall, node, contact.varflag != 0, point);
}

/** Sets how a point of a wall moves, and how the wall turns.
 * @param grows whether the wall moves there when the region changes its size */
void RegionWalls::set_motion(NearWall &wall, const Node &node, bool grows,
                             const double *point) const {
  const Region *region = node.region;
  double arm[3];
  for (int d = 0; d < 3; d++) {
    arm[d] = point[d] - region->rpoint[d];
    wall.spin[d] = region->rotateflag ? node.spin[d] : 0.0;
    wall.velocity[d] = region->moveflag ? node.velocity[d] : 0.0;
  }
  if (region->rotateflag)
    for (int d = 0; d < 3; d++) {
      const int e = (d + 1) % 3, g = (d + 2) % 3;
      wall.velocity[d] += wall.spin[e] * arm[g] - wall.spin[g] * arm[e];
    }
  if (!(region->varshape && grows && update->dt > 0.0))
    return;
  // The host knows where the centre is by now, and the axis only as it was defined.
  const dcm_vector centre = dcm_vector_at(region->xcenter);
  double at[3] = {point[0], point[1], point[2]}, growth[3] = {};
  if (node.turns)
    dcm_vector_put(
        at, dcm_add(centre, turned(node, node.back, dcm_subtract(dcm_vector_at(point), centre))));
  node.region->velocity_contact_shape(growth, at);
  dcm_vector_put(wall.velocity, dcm_add(dcm_vector_at(wall.velocity),
                                        turned(node, node.forth, dcm_vector_at(growth))));
}

} // namespace DCM_NS
