// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * Triangles of walls, as dump image ... fix ID draws them. */
#ifndef DCM_LAMMPS_WALL_IMAGE_H
#define DCM_LAMMPS_WALL_IMAGE_H

#include <array>
#include <functional>
#include <vector>

extern "C" {
#include "numeric/vector.h"
}

namespace DCM_NS {

class WallImage {
public:
  void clear() {
    corners.clear();
  }

  /** Adds a triangle.
   * @param a, b, c go round anticlockwise, as seen from the side that is to be bright */
  void add(dcm_vector a, dcm_vector b, dcm_vector c);

  /** Adds the triangles of another picture whose middle is chosen. */
  void add_chosen(const WallImage &other, const std::function<bool(const double *)> &is_chosen);

  /** Adds a parallelogram with a corner and two edges: bright where edge_1 x edge_2 points to. */
  void add_parallelogram(dcm_vector corner, dcm_vector edge_1, dcm_vector edge_2);

  /** Adds the surface of a body that is known by points alone, bright from outside: the cells of a
   * grid are cut into tetrahedra, and the surface crosses an edge of a tetrahedron where one end is
   * inside (Doi and Koide 1991, IEICE Transactions E74(1):214-224). Edges of the body become blunt
   * by up to a cell.
   * @param lo, hi  corners of the box in which the body is looked for
   * @param cells   along the longest edge of the box
   * @param part, parts only every so manieth layer of cells, beginning with number part */
  void add_body(const double *lo, const double *hi, int cells, int part, int parts,
                const std::function<bool(const double *)> &is_inside);

  /** As Fix::image: valid until the picture changes.
   * @param type of atoms, whose colour the triangles have */
  int show(int type, int *&objects, double **&numbers);

private:
  std::vector<std::array<double, 10>> corners; // a type, and the corners
  std::vector<int> kinds;
  std::vector<double *> rows;
};

} // namespace DCM_NS

#endif
