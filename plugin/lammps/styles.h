// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * What the plugin adds to LAMMPS, for whoever registers it: LAMMPS's plugin command, or lmp-dcm. */
#ifndef DCM_LAMMPS_STYLES_H
#define DCM_LAMMPS_STYLES_H

#include "lammpsplugin.h"

/** The entry point that LAMMPS's plugin command calls; lmp-dcm calls the same.
 * @param lmp      the LAMMPS instance
 * @param handle   the shared object, as dlopen gave it; null when linked into the program
 * @param register_style a lammpsplugin_regfunc, called once for each style */
extern "C" void lammpsplugin_init(void *lmp, void *handle, void *register_style);

#endif
