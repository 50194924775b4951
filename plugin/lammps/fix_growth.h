// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * New neighbour lists for grains that grow.
 *
 * The host makes a list anew when some atom has moved by half the skin: then no pair that the list
 * left out has come closer by more than the skin. The radii that it was made with are those of that
 * moment; a grain that has grown since has come closer by as much. This fix asks for a new list
 * when movement and growth together come to half the skin, and stops the run where that is too
 * late. */
#ifndef DCM_LAMMPS_FIX_GROWTH_H
#define DCM_LAMMPS_FIX_GROWTH_H

#include "fix.h"

#include <array>
#include <string>
#include <vector>

namespace DCM_NS {

class FixGrowth : public LAMMPS_NS::Fix {
public:
  FixGrowth(LAMMPS_NS::LAMMPS *lmp, int narg, char **arg);

  /** Whether fixes may change radii within a run. */
  static bool is_needed(LAMMPS_NS::LAMMPS *lmp);

  /** Makes one, behind all fixes that there are, in the place of any that there was; or takes it
   * away if it is not needed. No plugin registers its style: it is no user's. */
  static void renew(LAMMPS_NS::LAMMPS *lmp);
  static void drop(LAMMPS_NS::LAMMPS *lmp);

  int setmask() override;
  void setup_post_neighbor() override;
  void post_neighbor() override;
  void post_integrate() override;
  void setup_pre_force(int) override;
  void pre_force(int) override;

private:
  struct Hold {
    std::array<double, 3> x;
    double radius; // when the list was made
    double before; // at the last step
  };
  std::vector<Hold> held; // of owned atoms
  double last_growth;     // the largest of the last step in which there was any

  double closer_by(int i) const;
};

} // namespace DCM_NS

#endif
