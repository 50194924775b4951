// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * The quantities that walls have for their law, as a temperature: numbers or variables. */
#ifndef DCM_LAMMPS_WALL_QUANTITIES_H
#define DCM_LAMMPS_WALL_QUANTITIES_H

#include "pointers.h"

#include <string>
#include <vector>

extern "C" {
#include "runtime/law.h"
}

namespace DCM_NS {

class WallQuantities : protected LAMMPS_NS::Pointers {
public:
  /** @param here beginning of messages */
  WallQuantities(LAMMPS_NS::LAMMPS *instance, const std::string &beginning)
      : Pointers(instance), here(beginning) {}

  /** Reads what the walls have of a quantity: a number, or v_ and the name of a variable.
   * @param where the keyword, for messages */
  void read(const std::string &where, const std::string &name, const char *word);

  /** Sets the values for a law. Stops if the law does not read a quantity that was given. */
  void find(const dcm_model *model);

  /** Whether no value is that of a variable. */
  bool are_constant() const {
    for (const Given &given : all_given)
      if (!given.variable.empty())
        return false;
    return true;
  }

  /** Brings values to those that variables have in this step. */
  void follow_variables();

  /** In the order of the law. */
  std::vector<double> values;
  std::vector<double> added; // to each quantity in this step

private:
  struct Given {
    std::string name, word;
    double value;
    std::string variable; // empty: the value is a constant
  };
  const std::string here;
  std::vector<Given> all_given;
  const dcm_model *model = nullptr;

  [[noreturn]] void refuse_default(const dcm_quantity &quantity) const;
};

} // namespace DCM_NS

#endif
