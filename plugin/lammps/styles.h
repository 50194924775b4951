// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * The styles whose classes no other file needs: what creates one, as LAMMPS calls it. adapter.cpp
 * lists all styles. */
#ifndef DCM_LAMMPS_STYLES_H
#define DCM_LAMMPS_STYLES_H

#include "gran_parameters.h"

namespace LAMMPS_NS {
class LAMMPS;
}

namespace DCM_NS {

void *create_granular_pair(void *lmp);
void *create_superellipsoid_pair(void *lmp);
void *create_gran_pair(void *lmp, const GranStyle &style);
void *create_compute_contact_local(void *lmp, int narg, char **arg);
void *create_nve_sphere(void *lmp, int narg, char **arg);
void *create_gravity(void *lmp, int narg, char **arg);
void *create_mesh_wall(void *lmp, int narg, char **arg);

/** Makes each command run of an instance record the atoms, where the variable dcm_record asks. */
void record_runs(LAMMPS_NS::LAMMPS *lmp);

} // namespace DCM_NS

#endif
