// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * The triangles of fix wall/dcm/mesh: read from a file, placed, and carried to a pose.
 * Contacts of grains are found in the frame of the body, so that a body that moves costs no more
 * than one that rests. */
#ifndef DCM_LAMMPS_MESH_BODY_H
#define DCM_LAMMPS_MESH_BODY_H

#include "wall_shape.h"

#include <memory>
#include <string>
#include <vector>

extern "C" {
#include "surface/minima.h"
#include "surface/movement.h"
#include "surface/surface.h"
#include "surface/triangles.h"
}

namespace DCM_NS {

struct SurfaceDeleter {
  void operator()(dcm_surface *surface) const {
    dcm_surface_destroy(surface);
  }
};

inline void store(double *to, dcm_vector v) {
  to[0] = v.x;
  to[1] = v.y;
  to[2] = v.z;
}

class MeshBody : public WallShape {
public:
  using WallShape::WallShape;
  ~MeshBody() override;

  /** Reads the file. */
  int read(int next, int narg, char **arg) override;

  /** The keywords that place and make the surface. */
  Keywords keywords() override;

  /** Makes the surface, when all keywords are read. */
  void make() override;

  double path() const override {
    return moved;
  }
  /** Forgets the triangles near to grains. */
  void begin_search() override;
  /** Notes, of a grain that is near, the triangles that may become its contacts. */
  bool is_near(int i, const double *x, double distance) override;
  /** The contacts of grain i, as find_contacts of minima.h has them, as walls. */
  void find(int i, const double *x, double range, std::vector<NearWall> &near) override;
  bool as_planes(dcm_planes_frame &frame) const override;
  void find_planes(int i, const double *x, double range, dcm_planes_near &near) override;
  /** After find for the same grain. */
  void follow(int, const std::vector<NearWall> &, uint32_t *walls, uint32_t count) override;

  /** The triangles, how they were placed, and how the surface was made: what features mean. */
  std::string describe() const override;
  double memory_usage() const override;

  const dcm_surface *surface() const {
    return made.get();
  }
  uint32_t triangles() const {
    return dcm_surface_triangle_count(made.get());
  }
  /** Angle in degrees. */
  double flat() const {
    return options.flat;
  }
  /** The middle of the box around all triangles, in the frame of the body. */
  dcm_vector middle() const;

  /** Where the body is and how it moves. */
  const dcm_rigid &pose() const {
    return now;
  }
  void carry_to(const dcm_rigid &pose);

  /** The skin that moves along the surface, in the frame of the body. */
  dcm_skin skin = {};
  bool has_skin = false;

  /** Lines for the log: what the file holds, and what may be wrong with it. */
  std::string report() const;

  /** "numbers 3 and 17 of the file", for two triangles. */
  std::string numbers_in_file(const uint32_t two[2]) const;

  /** Whether any point of the body is nearer to a place than distance. */
  bool comes_near(const double *place, double distance);

  /** The box around the body in space. */
  void extent(double *low, double *high) const;

private:
  std::string path_of_file;
  dcm_triangles from_file = {};
  dcm_surface_options options = DCM_SURFACE_DEFAULTS;
  std::unique_ptr<dcm_surface, SurfaceDeleter> made;

  dcm_rigid now = DCM_RIGID_AT_REST;
  double moved = 0.0;
  double farthest = 0.0; // from the origin of the body to any of its points

  /** Triangles near to a grain; the parts of these that may hold a foot, and the planes of those
   * that the grain may touch, while the grain is near to a place. All of it is true of the places
   * alone, whichever grain is there. */
  struct NearList {
    size_t first;
    int64_t count;
    double centre[3], covered; // where and how far around the list has all triangles
    double range;              // of the grain that parts and planes are for
    bool has_parts, has_planes;
    size_t first_part;
    uint32_t part_count;
    double place[3]; // of the parts
    dcm_planes_near planes;
  };
  /** The lists of near grains. */
  struct NearLists {
    std::vector<int> of_grain; // negative: there is none
    std::vector<NearList> all;
    std::vector<uint32_t> triangles;
  };
  NearLists lists, before_search;
  std::vector<dcm_surface_part> parts;
  dcm_surface_search search = {};
  dcm_surface_cells cells = {};      // of is_near
  dcm_shape turned = {};             // the shape of the last grain, in the frame of the body
  std::vector<uint32_t> before;      // of follow
  std::vector<dcm_vector> places;    // of find_places
  std::vector<uint32_t> gathered;    // of is_near
  dcm_vector seen = {0.0, 0.0, 0.0}; // place in space of the grain that find was called for last

  dcm_vector place_in_box(const double *x) const;
  void find_places(dcm_vector place, double distance);
  NearList *list_of(int i, double range);
  void add_list(int i, NearList list, const uint32_t *near);
  bool keep_list(int i, dcm_vector centre, double distance);
  void find_parts(NearList &list, const double *centre, double range);
  int32_t find_sphere(int i, const double *centre, double range);
  int32_t find_shape(int i, const dcm_shape &shape, const double *centre, double range);
};

} // namespace DCM_NS

#endif
