// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * A piece of wall close to a grain, as the geometry of walls tells it to their contact mechanics.
 */
#ifndef DCM_LAMMPS_NEAR_WALL_H
#define DCM_LAMMPS_NEAR_WALL_H

namespace DCM_NS {

struct NearWall {
  int number;         // tells the walls of a fix apart, from 0
  double to_grain[3]; // from the point of the wall nearest to the grain's centre to that centre
  double velocity[3]; // of that point
  double spin[3];     // angular velocity of the wall

  /** 1/radius is the mean of the two principal curvatures of the wall, as LAMMPS' own walls and
   * regions mean it. +infinity for a flat wall; for a sphere its radius, for a cylinder twice its
   * radius; negative where the wall is concave. */
  double radius;
  bool is_bent_once; // one of the two curvatures is 0, the other is not
  double room; // radius of the largest sphere that a concave wall has room for; +infinity else
  double slope = 1.0; // see dcm_wall_list_incline
};

} // namespace DCM_NS

#endif
