// SPDX-License-Identifier: GPL-2.0-or-later
#include "region_solids.h"

#include "host_private.h"

#include <algorithm>
#include <cmath>
#include <cstring>

using namespace LAMMPS_NS;

namespace DCM_NS {

static bool is(const Region *region, const char *style) {
  return strcmp(region->style, style) == 0;
}

bool RegionSolid::is_needed(const Region *region) {
  return is(region, "cylinder") || is(region, "sphere") ||
         (is(region, "cone") && region->interior) || (is(region, "block") && !region->interior);
}

/** The growth of a cylinder from outside is not known at its ends. */
bool RegionSolid::takes(const Region *region) {
  if (is(region, "cylinder") && !region->interior && region->varshape)
    return false;
  return !region->openflag && (is(region, "plane") || is(region, "block") || is_needed(region));
}

/** The axis of a cylinder or cone, from the host's letter, and a point of it. */
static void set_axis(dcm_solid &solid, char letter, double c1, double c2) {
  const int axis = letter - 'x', one = axis == 0 ? 1 : 0, two = axis == 2 ? 1 : 2;
  double along[3] = {}, point[3] = {};
  along[axis] = 1.0;
  point[one] = c1;
  point[two] = c2;
  solid.axis = dcm_vector_at(along);
  solid.centre = dcm_vector_at(point);
}

/** A place where the host has a number that stands for none. */
static double end_of(double host, double infinite) {
  return std::fabs(host) < 1e19 ? host : infinite;
}

static dcm_solid solid_of(const Region *region) {
  dcm_solid solid = {};
  solid.is_hollow = region->interior;
  solid.is_ball = is(region, "sphere");
  if (solid.is_ball) {
    const RegSphere &ball = *static_cast<const RegSphere *>(region);
    solid.centre = dcm_vector_of(ball.*of_region(XOfBall()), ball.*of_region(YOfBall()),
                                 ball.*of_region(ZOfBall()));
    solid.radius = ball.*of_region(RadiusOfBall());
    return solid;
  }
  if (is(region, "cylinder")) {
    const RegCylinder &tube = *static_cast<const RegCylinder *>(region);
    set_axis(solid, tube.*of_region(AxisOfTube()), tube.*of_region(C1OfTube()),
             tube.*of_region(C2OfTube()));
    solid.wide[0] = solid.wide[1] = tube.*of_region(RadiusOfTube());
    solid.end[0] = end_of(tube.*of_region(LowOfTube()), -HUGE_VAL);
    solid.end[1] = end_of(tube.*of_region(HighOfTube()), HUGE_VAL);
    return solid;
  }
  const RegCone &cone = *static_cast<const RegCone *>(region);
  set_axis(solid, cone.*of_region(AxisOfCone()), cone.*of_region(C1OfCone()),
           cone.*of_region(C2OfCone()));
  solid.wide[0] = cone.*of_region(LowRadiusOfCone());
  solid.wide[1] = cone.*of_region(HighRadiusOfCone());
  solid.end[0] = cone.*of_region(LowOfCone());
  solid.end[1] = cone.*of_region(HighOfCone());
  return solid;
}

/** Numbers of the walls as the host has them: the ends first, and the mantle last. */
static void set_tube(dcm_wall_faces &faces, const dcm_solid &tube) {
  dcm_vector_put(faces.centre, tube.centre);
  const int axis = tube.axis.x != 0.0 ? 0 : tube.axis.y != 0.0 ? 1 : 2;
  faces.is_bent_once = 1;
  faces.radius = tube.wide[0];
  for (int end = DCM_SOLID_LOW_END; end <= DCM_SOLID_HIGH_END; end++) {
    faces.ends[axis][end] = tube.end[end];
    faces.wall[DCM_FLAT_FACES + 2 * axis + end] = end;
  }
  faces.wall[DCM_FIRST_FACE] = DCM_SOLID_MANTLE;
}

static void set_block(dcm_wall_faces &faces, const RegBlock &block) {
  const double ends[3][2] = {{block.*of_region(XLowOfBlock()), block.*of_region(XHighOfBlock())},
                             {block.*of_region(YLowOfBlock()), block.*of_region(YHighOfBlock())},
                             {block.*of_region(ZLowOfBlock()), block.*of_region(ZHighOfBlock())}};
  for (int face = 0; face < 6; face++) {
    faces.ends[face / 2][face % 2] = ends[face / 2][face % 2];
    faces.wall[DCM_FLAT_FACES + face] = face;
  }
}

/** From outside, cylinders and blocks have edges that grains can touch. */
bool RegionSolid::as_faces(const Region *region, dcm_wall_faces &faces) {
  if (region->openflag || region->varshape)
    return false;
  faces = {};
  std::fill_n(faces.wall, DCM_WALL_FACES, DCM_NO_FACE);
  if (is(region, "cylinder") && region->interior) {
    faces.first = DCM_FACE_HOLLOW;
    set_tube(faces, solid_of(region));
  } else if (is(region, "block") && region->interior)
    set_block(faces, *static_cast<const RegBlock *>(region));
  else if (is(region, "sphere")) {
    const dcm_solid ball = solid_of(region);
    faces.first = ball.is_hollow ? DCM_FACE_HOLLOW : DCM_FACE_BALL;
    dcm_vector_put(faces.centre, ball.centre);
    faces.radius = ball.radius;
    faces.wall[DCM_FIRST_FACE] = 0;
  } else if (is(region, "plane")) {
    const RegPlane &plane = *static_cast<const RegPlane *>(region);
    faces.first = DCM_FACE_PLANE;
    dcm_vector_put(faces.centre,
                   dcm_vector_of(plane.*of_region(XOfPlane()), plane.*of_region(YOfPlane()),
                                 plane.*of_region(ZOfPlane())));
    std::copy_n(plane.*of_region(NormalOfPlane()), 3, faces.normal);
    faces.side = region->interior ? 1.0 : -1.0;
    faces.wall[DCM_FIRST_FACE] = 0;
  } else
    return false;
  return true;
}

bool RegionSolid::is_cone(const Region *region) {
  return is(region, "cone");
}

/** A cone and a grain in the plane of the axis and the grain: (along the axis, from the axis). */
struct ConeAndGrain {
  dcm_solid cone;
  dcm_vector outwards; // from the axis; on the axis all directions are alike
  double grain[2];
  double mantle[2], ends[2][2]; // the nearest points of the faces
  bool is_within, is_on;        // whether the cone holds the grain, and whether the surface does
};

static ConeAndGrain in_one_plane(const Region *region, const double *x) {
  ConeAndGrain both = {};
  const dcm_solid cone = both.cone = solid_of(region);
  const dcm_vector from = dcm_subtract(dcm_vector_at(x), cone.centre);
  const double s = both.grain[0] = dcm_dot(from, cone.axis);
  const dcm_vector across = dcm_subtract_scaled(from, s, cone.axis);
  const double r = both.grain[1] = dcm_length(across);
  both.outwards = r > 0.0              ? dcm_scale(1.0 / r, across)
                  : cone.axis.x == 0.0 ? dcm_vector_of(1.0, 0.0, 0.0)
                                       : dcm_vector_of(0.0, 1.0, 0.0);
  const double length = cone.end[1] - cone.end[0];
  const double widens = (cone.wide[1] - cone.wide[0]) / length;
  const double way = ((s - cone.end[0]) + (r - cone.wide[0]) * widens) / (1.0 + widens * widens);
  const double along = std::min(std::max(way, 0.0), length);
  both.mantle[0] = cone.end[0] + along;
  both.mantle[1] = cone.wide[0] + along * widens;
  for (int end = 0; end < 2; end++) {
    both.ends[end][0] = cone.end[end];
    both.ends[end][1] = std::min(r, cone.wide[end]);
  }
  const double width = cone.wide[0] + (s - cone.end[0]) * widens;
  both.is_within = s >= cone.end[0] && s <= cone.end[1] && r <= width;
  both.is_on = both.is_within && (s == cone.end[0] || s == cone.end[1] || r == width);
  return both;
}

int RegionSolid::surface_of_cone(Region *region, const double *x, double cutoff) {
  const ConeAndGrain both = in_one_plane(region, x);
  const int *open = region->open_faces;
  int count = 0;
  const auto add = [&](const double *point, double radius, int wall) {
    const double along = both.grain[0] - point[0], out = both.grain[1] - point[1];
    const double distance = sqrt(along * along + out * out);
    if (!(distance < cutoff))
      return;
    const dcm_vector way = dcm_add_scaled(dcm_scale(along, both.cone.axis), out, both.outwards);
    Region::Contact &contact = region->contact[count++];
    contact.r = distance;
    contact.delx = way.x;
    contact.dely = way.y;
    contact.delz = way.z;
    contact.radius = radius;
    contact.iwall = wall;
    contact.varflag = 0;
  };
  const double bend = 2.0 * both.mantle[1];
  if (both.is_within && (region->openflag || region->interior)) {
    if (both.grain[1] > 0.0 && !open[DCM_SOLID_MANTLE])
      add(both.mantle, -bend, DCM_SOLID_MANTLE);
    for (int end = DCM_SOLID_LOW_END; end <= DCM_SOLID_HIGH_END; end++)
      if (!open[end])
        add(both.ends[end], 0.0, end);
  }
  if ((both.is_within && !both.is_on) || !(region->openflag || !region->interior))
    return count;
  // From outside a grain touches one place, on the mantle, an end or the rim between.
  const double *nearest = nullptr;
  double least = HUGE_VAL;
  for (int face : {DCM_SOLID_MANTLE, DCM_SOLID_LOW_END, DCM_SOLID_HIGH_END}) {
    const double *point = face == DCM_SOLID_MANTLE ? both.mantle : both.ends[face];
    const double distance = hypot(both.grain[0] - point[0], both.grain[1] - point[1]);
    if (!open[face] && distance < least) {
      least = distance;
      nearest = point;
    }
  }
  if (nearest)
    add(nearest, nearest == both.mantle ? bend : 0.0, 0);
  return count;
}

bool RegionSolid::is_round_about(const Region *region, const double *point, const double *axis) {
  if (region->varshape || !(is(region, "cylinder") || is(region, "cone") || is(region, "sphere")))
    return false;
  const dcm_solid solid = solid_of(region);
  double centre[3], along[3];
  dcm_vector_put(centre, solid.centre);
  dcm_vector_put(along, solid.axis);
  for (int c = 0; c < 3; c++)
    if ((solid.is_ball || along[c] == 0.0) &&
        (centre[c] != point[c] || (!solid.is_ball && axis[c] != 0.0)))
      return false;
  return true;
}

/** Twelve triangles that look outwards. */
void RegionSolid::make_block(const double *extent) {
  if (block && std::equal(extent, extent + 6, made_of))
    return;
  std::copy_n(extent, 6, made_of);
  dcm_triangles triangles = {};
  static const int corner[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  for (int face = 0; face < 6; face++) {
    const int axis = face / 2, u = (axis + 1) % 3, v = (axis + 2) % 3;
    for (int half = 0; half < 2; half++) {
      double corners[9];
      for (int c = 0; c < 3; c++) {
        const int k = c == 0 ? 0 : c + half, turned = face % 2 ? k : (4 - k) % 4;
        corners[3 * c + axis] = extent[2 * axis + face % 2];
        corners[3 * c + u] = extent[2 * u + corner[turned][0]];
        corners[3 * c + v] = extent[2 * v + corner[turned][1]];
      }
      dcm_triangles_add(&triangles, corners);
    }
  }
  const dcm_surface_options options = {-1.0, 0.0, 1};
  dcm_error reason;
  block.reset(dcm_surface_create(&triangles, &options, &reason));
  dcm_triangles_free(&triangles);
}

void RegionSolid::find(const Region *region, const dcm_shape &shape, dcm_vector centre,
                       double radius, std::vector<Place> &places) {
  places.clear();
  if (!is(region, "block")) {
    const dcm_solid solid = solid_of(region);
    dcm_on_wall found[DCM_SOLID_PIECES];
    const unsigned pieces =
        dcm_shape_on_solid(&shape, &solid, dcm_subtract(solid.centre, centre), found);
    for (int piece = 0; piece < DCM_SOLID_PIECES; piece++)
      if (pieces >> piece & 1u)
        places.push_back({piece, found[piece]});
    return;
  }
  const RegBlock &host = *static_cast<const RegBlock *>(region);
  // An end that the host has no number for is beyond the reach of the grain, where an earlier grain
  // has put it if that is far enough: so the block is not made for each grain.
  const double far = 100.0 * radius;
  const double x[3] = {centre.x, centre.y, centre.z};
  double extent[6] = {host.*of_region(XLowOfBlock()), host.*of_region(XHighOfBlock()),
                      host.*of_region(YLowOfBlock()), host.*of_region(YHighOfBlock()),
                      host.*of_region(ZLowOfBlock()), host.*of_region(ZHighOfBlock())};
  for (int end = 0; end < 6; end++) {
    const double side = end % 2 ? 1.0 : -1.0;
    const bool is_known = block && side * (made_of[end] - x[end / 2]) > 0.1 * far;
    if (!(std::fabs(extent[end]) < 1e19))
      extent[end] = is_known ? made_of[end] : x[end / 2] + side * far;
  }
  make_block(extent);
  static const uint32_t all[12] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
  if (!block ||
      dcm_surface_find_shape(&search, block.get(), &shape, x, radius, 2.0 * radius, all, 12))
    return;
  const dcm_surface_contact *least = nullptr;
  for (uint32_t k = 0; k < search.count; k++)
    if (!least || search.contacts[k].distance > least->distance)
      least = &search.contacts[k];
  if (!least)
    return;
  Place place = {0, {}};
  dcm_shape_at_place(&shape, dcm_scale(-1.0, dcm_vector_at(least->direction)),
                     dcm_subtract(dcm_vector_at(least->foot), centre), radius - least->distance,
                     &place.on);
  places.push_back(place);
}

} // namespace DCM_NS
