// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * Values that come from a variable of style equal, step by step. */
#ifndef DCM_LAMMPS_EQUAL_VARIABLE_H
#define DCM_LAMMPS_EQUAL_VARIABLE_H

#include "common/host.h"

#include "error.h"
#include "input.h"
#include "lammps.h"
#include "update.h"
#include "variable.h"

#include <cmath>
#include <string>

namespace DCM_NS {

/** Number of a variable of style equal; stops if there is none. All ranks call.
 * @param what the variable is for, beginning of messages: "fix w: the mesh moves by" */
inline int number_of_variable(LAMMPS_NS::LAMMPS *lmp, const std::string &what,
                              const std::string &name) {
  const int number = lmp->input->variable->find(name.c_str());
  if (number < 0 || !lmp->input->variable->equalstyle(number))
    lmp->error->all(FLERR,
                    what + " the variable '" + name + "', " +
                        (number < 0 ? "which does not exist" : "which is not of style equal"));
  return number;
}

/** The value at this step; stops if it is not finite. The caller brackets calls by
 * modify->clearstep_compute() and addstep_compute. */
inline double value_of_variable(LAMMPS_NS::LAMMPS *lmp, const std::string &what,
                                const std::string &name) {
  const double value = lmp->input->variable->compute_equal(number_of_variable(lmp, what, name));
  if (!std::isfinite(value))
    lmp->error->all(FLERR, what + " the variable '" + name + "', which is " +
                               text_of_number(value) + " at step " +
                               std::to_string(lmp->update->ntimestep) + " and must be finite");
  return value;
}

} // namespace DCM_NS

#endif
