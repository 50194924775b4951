// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * Regions of LAMMPS as numbers: as faces, of which many spheres at a time are asked, and as solids,
 * for grains that are not spheres. To these the host reports the point of a region that is nearest
 * to the centre of a grain, which says all of planes alone. */
#ifndef DCM_LAMMPS_REGION_SOLIDS_H
#define DCM_LAMMPS_REGION_SOLIDS_H

#include "mesh_body.h"

#include <string>
#include <vector>

extern "C" {
#include "contacts/wall_faces.h"
#include "shapes/on_walls.h"
#include "surface/minima.h"
}

namespace LAMMPS_NS {
class Region;
}

namespace DCM_NS {

class RegionSolid {
public:
  RegionSolid() = default;
  RegionSolid(const RegionSolid &) = delete;
  RegionSolid &operator=(const RegionSolid &) = delete;
  ~RegionSolid() {
    dcm_surface_search_free(&search);
  }

  /** A piece of the surface that a grain touches, or is near to. */
  struct Place {
    int piece; // of the host's numbers
    dcm_on_wall on;
  };

  /** Describes the surface of a region, where it was defined, as faces.
   * @return false: it has other ones */
  static bool as_faces(const LAMMPS_NS::Region *region, dcm_wall_faces &faces);

  /** Region::surface of a cone, in the host's contacts. The host's own surface of a cone has ends
   * that push along z if the axis is y, the curvature of a hollow from outside, and no nearest
   * point for a grain on the axis or at a tip.
   * @param x where the cone was defined
   * @return the number of contacts */
  static int surface_of_cone(LAMMPS_NS::Region *region, const double *x, double cutoff);
  static bool is_cone(const LAMMPS_NS::Region *region);

  /** Whether a region remains where it is when it turns about an axis through a point. */
  static bool is_round_about(const LAMMPS_NS::Region *region, const double *point,
                             const double *axis);

  /** Whether grains that are not spheres can touch a region: by the nearest point of the host, or
   * by find. */
  static bool takes(const LAMMPS_NS::Region *region);
  /** Whether find is to be asked. */
  static bool is_needed(const LAMMPS_NS::Region *region);

  /** Finds the places of a grain.
   * @param shape,centre of the grain, in the frame in which the region was defined
   * @param radius of a sphere that holds the grain */
  void find(const LAMMPS_NS::Region *region, const dcm_shape &shape, dcm_vector centre,
            double radius, std::vector<Place> &places);

private:
  // The surface of a block, from outside, and what it was made of.
  std::unique_ptr<dcm_surface, SurfaceDeleter> block;
  double made_of[6] = {};
  dcm_surface_search search = {};

  void make_block(const double *extent);
};

} // namespace DCM_NS

#endif
