// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * Grains that are superellipsoids, the atoms of 'atom_style ellipsoid superellipsoid': their shapes
 * in space, and their spins, which LAMMPS does not keep. docs/shapes.md is the manual page. */
#ifndef DCM_LAMMPS_GRAIN_SHAPES_H
#define DCM_LAMMPS_GRAIN_SHAPES_H

#include "atom.h"
#include "lmptype.h"
#include "pointers.h"

#include <memory>
#include <string>
#include <vector>

extern "C" {
#include "shapes/shape.h"
}

namespace LAMMPS_NS {
class AtomVecEllipsoid;
}

namespace DCM_NS {

/** The grains that a style computes. */
enum class GrainKinds {
  SPHERES, // of a style that stands for one of the host that knows spheres alone
  SHAPES,  // of one that stands for granular/superellipsoid
  ANY
};

class GrainShapes : protected LAMMPS_NS::Pointers {
public:
  explicit GrainShapes(LAMMPS_NS::LAMMPS *instance) : Pointers(instance) {}

  /** The object that all styles of a LAMMPS share. */
  static std::shared_ptr<GrainShapes> of(LAMMPS_NS::LAMMPS *lmp);

  /** Whether the atoms are superellipsoids. */
  static bool are_there(const LAMMPS_NS::Atom *atom);

  /** Stops if a style that computes contacts cannot: atoms have no radius, mass, torque or spin, or
   * are of an atom style whose shapes it would not see. All ranks call this where a run begins.
   * @param here beginning of the message
   */
  static void check_style(LAMMPS_NS::LAMMPS *lmp, const std::string &here, GrainKinds kinds);

  /** Takes over shapes, turns and spins of all atoms with ghosts. Stops the run if a shape is none.
   * Spheres need nothing. */
  void refresh();

  /** Likewise, but no second time in a step: what acts behind the pair style finds the shapes of
   * the pair style. */
  void refresh_once();

  /** Likewise, of two atoms alone, after a refresh of all. */
  void refresh(int i, int j);

  /** [atom] with ghosts, as of the last refresh. Null if atoms are spheres. */
  const dcm_shape *all() const {
    return shapes.empty() ? nullptr : shapes.data();
  }

  /** Rows of three numbers, likewise; the host's own for spheres. */
  const double *spins() const {
    return shapes.empty() ? (atom->omega ? atom->omega[0] : nullptr) : spin.data();
  }

  // ----------------------------------------------------------- for a balance of energies
  // fix nve/asphere kicks the angular momentum at the positions, and then turns the axes. The work
  // of a torque is its product with the mean of the spins before and after the kick, both by the
  // axes of these positions. So shapes are refreshed where torques act, and spins are asked for
  // after the host has turned the axes, too. Spheres have the spins that the host keeps.

  /** Stops where a run begins if a fix moves superellipsoids in another way than those known.
   * @param here beginning of the message */
  static void check_integrators(LAMMPS_NS::LAMMPS *lmp, const std::string &here);

  /** Rows of the atoms of this rank: spins of now, by the axes of the last refresh. */
  const double *spins_now();

  /** The kinetic energy of an atom that has a spin, by the axes of the last refresh. */
  double turning_energy(int i, const double *spin_of_atom) const;

  /** The sum over the atoms of this rank of superellipsoids; 0 of spheres, whose kernel has it. */
  double energy_of_bodies(const double *spins) const;

  /** Rows of the atoms with ghosts, as dcm_energy_sums wants them; null of spheres. */
  const double *lags(double dt);

  /** An atom's axes and exponents, for messages. */
  std::string words(int i) const;

private:
  std::vector<dcm_shape> shapes;
  std::vector<double> spin, moments;   // rows of three
  std::vector<double> spin_now, lag;   // likewise, as of the last call
  LAMMPS_NS::bigint refreshed_at = -1; // step

  dcm_vector spin_of(int i) const;
  static void check_inertia(LAMMPS_NS::LAMMPS *lmp);
  void take(const LAMMPS_NS::AtomVecEllipsoid *vec, int i);
  [[noreturn]] void refuse(int i, const std::string &what, const std::string &allowed) const;
  [[noreturn]] void refuse_numbers(int i, dcm_shape_fault fault, const double *quaternion) const;
};

} // namespace DCM_NS

#endif
