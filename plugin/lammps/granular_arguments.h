// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * The sub-models of the host's granular walls, as fix wall/gran granular names them, for the law
 * granular. */
#ifndef DCM_LAMMPS_GRANULAR_ARGUMENTS_H
#define DCM_LAMMPS_GRANULAR_ARGUMENTS_H

#include "granular_model.h"

#include <string>
#include <vector>

namespace DCM_NS {

class GranularArguments {
public:
  /** Whether the law has the sub-models that the arguments from the one after "granular" on name,
   * of the release at hand. It has not: mdr, and jkr of releases before 2023, whose walls let go at
   * a distance of no meaning. */
  static bool are_ours(int narg, char **arg);

  /** Reads them and gives them to the law.
   * @param where beginning of messages
   * @return number of arguments taken: up to the first that is no word of a sub-model */
  int read(LAMMPS_NS::LAMMPS *lmp, const std::string &where, PairSettings &settings, int narg,
           char **arg);

  /** Components of a state of the law that the host's restart files have, in their order; NOTHING
   * for a number that means nothing, TOUCHES for one that is 1 while there is a contact. */
  enum { NOTHING = -1, TOUCHES = -2 };
  std::vector<int> saved() const;

  bool conducts() const {
    return model.conducts();
  }

private:
  GranularModel model;
};

} // namespace DCM_NS

#endif
