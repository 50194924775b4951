/* SPDX-License-Identifier: GPL-2.0-or-later */
/** @file
 * The functions by which an adapter adds its styles to a LAMMPS and runs an input. dcmplugin.so
 * finds the adapter that was built for the LAMMPS that runs, and calls them. */
#ifndef DCM_LAMMPS_ADAPTER_H
#define DCM_LAMMPS_ADAPTER_H

#define DCM_LAMMPS_ADAPTER_SYMBOL "dcm_lammps_add_styles"
#define DCM_LAMMPS_RUN_SYMBOL "dcm_lammps_run_input"

/** Finds a function of a library; NULL if it has none of that name. ISO C has no cast for it. */
#define FIND(function, library, name)                                                              \
  do {                                                                                             \
    void *symbol = dlsym(library, name);                                                           \
    memcpy(&(function), &symbol, sizeof symbol);                                                   \
  } while (0)

/** @param lmp            the LAMMPS instance, of the version that the adapter was built for
 *  @param handle         the shared object as dlopen gave it to the host, or NULL
 *  @param register_style a lammpsplugin_regfunc, called once for each style; or NULL, and the
 * styles are added to the maps of the instance by the adapter itself */
typedef void (*dcm_lammps_add_styles_function)(void *lmp, void *handle, void *register_style);

#ifdef __cplusplus
extern "C" {
#endif
__attribute__((visibility("default"))) void dcm_lammps_add_styles(void *lmp, void *handle,
                                                                  void *register_style);

/** Adds the styles, runs the input of the command line, and closes the LAMMPS.
 * @return the exit status of the program; -1 if other ranks may not have come to the end */
__attribute__((visibility("default"))) int dcm_lammps_run_input(void *lmp);
#ifdef __cplusplus
}
#endif

#endif
