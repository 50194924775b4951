// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * A piece of wall close to a grain: what the geometry of walls tells their contact mechanics. */
#ifndef DCM_LAMMPS_NEAR_WALL_H
#define DCM_LAMMPS_NEAR_WALL_H

namespace DCM_NS {

struct NearWall {
  int number;         // tells the walls of a fix apart, from 0
  double to_grain[3]; // from the point of the wall nearest to the grain's centre to that centre
  double velocity[3]; // of that point
  double spin[3];     // angular velocity of the wall

  /** 1/radius is the mean of the two principal curvatures of the wall: the contact area of a sphere
   * depends on sqrt(R' R'') of the relative radii of curvature (K. L. Johnson, Contact Mechanics
   * (1985), section 4.2), which to first order in r/radius is R* with this radius. +infinity for a
   * flat wall; for a sphere its radius, for a cylinder twice its radius; negative where the wall is
   * concave. LAMMPS's own walls and regions mean the same. */
  double radius;
  double room; // radius of the largest sphere that a concave wall has room for; +infinity else
};

} // namespace DCM_NS

#endif
