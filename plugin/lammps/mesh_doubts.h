// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * Warnings about meshes that can be used, and may not be what the user meant. */
#ifndef DCM_LAMMPS_MESH_DOUBTS_H
#define DCM_LAMMPS_MESH_DOUBTS_H

#include "pointers.h"

#include <string>

namespace DCM_NS {

class MeshBody;

class MeshDoubts : protected LAMMPS_NS::Pointers {
public:
  /** @param fix its ID */
  MeshDoubts(LAMMPS_NS::LAMMPS *instance, const std::string &fix)
      : Pointers(instance), beginning("dcm: fix " + fix + ": ") {}

  /** Warns of triangles that pass through each other. */
  void look_at_triangles(const MeshBody &body);

  /** Warns of a mesh that is in other units than the grains or the box, of a mesh where there is no
   * box, and of sheets that push twice. All ranks call, where the first run begins.
   * @param groupbit of the grains */
  void look_at_place(MeshBody &body, int groupbit);

  /** Warns where an end of a mesh that moves goes through a periodic boundary. The ends are looked
   * at when the mesh has moved far enough for that. */
  void look_at_ends(const MeshBody &body);

private:
  const std::string beginning;
  double least_gap = 0.0;  // at a periodic boundary that is worth a word
  double next_look = -1.0; // path of the mesh at which its ends may have come to a boundary
  bool is_beyond[3][2] = {};

  void warn(const std::string &text);
  void look_at_box(MeshBody &body, double largest_radius);
};

} // namespace DCM_NS

#endif
