// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * Spins of atoms and the energies of these, for a balance of energies: of spheres as the host keeps
 * them, of superellipsoids by angular momenta, axes and moments of inertia.
 *
 * fix nve/asphere kicks the angular momentum at the positions, and then turns the axes. The work of
 * a torque is its product with the mean of the spins before and after the kick, both by the axes of
 * these positions. So axes are taken where torques act, and spins are asked for after the host has
 * turned the axes, too. */
#ifndef DCM_LAMMPS_GRAIN_TURNING_H
#define DCM_LAMMPS_GRAIN_TURNING_H

#include "grain_shapes.h"

#include <vector>

namespace DCM_NS {

class GrainTurning : protected LAMMPS_NS::Pointers {
public:
  explicit GrainTurning(LAMMPS_NS::LAMMPS *instance) : Pointers(instance), shapes(instance) {}

  /** Stops where a run begins if a fix moves superellipsoids in another way than those known.
   * @param here beginning of the message */
  void check_integrators(const std::string &here) const;

  /** Takes over axes and moments of all atoms with ghosts. Spheres need nothing. */
  void refresh();

  bool are_bodies() const {
    return GrainShapes::are_there(atom);
  }

  /** Rows of the atoms of this rank: spins of now, by the axes that were taken. */
  const double *spins();

  /** The kinetic energy of an atom that has a spin, by the axes that were taken. */
  double energy(int i, const double *spin) const;

  /** The sum over the atoms of this rank of superellipsoids; 0 of spheres, whose kernel has it. */
  double energy_of_bodies(const double *spins) const;

  /** Rows of the atoms with ghosts, as dcm_energy_sums wants them; null of spheres. */
  const double *lags(double dt);

private:
  GrainShapes shapes;
  int known = -1; // atoms with ghosts, as of the last refresh
  std::vector<double> spin, lag;
};

} // namespace DCM_NS

#endif
