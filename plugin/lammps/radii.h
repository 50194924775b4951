// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * The largest radii of a run, from which the distances stem at which contacts are looked for, and
 * new neighbour lists for grains that grow. */
#ifndef DCM_LAMMPS_RADII_H
#define DCM_LAMMPS_RADII_H

#include "fix.h"
#include "pointers.h"

#include <array>
#include <string>
#include <vector>

extern "C" {
#include "runtime/law.h"
}

namespace DCM_NS {

class Radii : protected LAMMPS_NS::Pointers {
public:
  explicit Radii(LAMMPS_NS::LAMMPS *instance) : Pointers(instance), frozen_bit(0) {}

  /** Looks at the atoms that are there and at the fixes that will insert others. All ranks call
   * this together.
   * @param freeze_group_bit of the group of atoms that never move, or 0
   * @param lists_by_size    whether neighbours are those by radii, not by types */
  void collect(int freeze_group_bit, bool lists_by_size);

  /** Says that atoms of two types meet, and what their cut-off is. Where contacts begin at a
   * distance, stops if it is larger by now than when it was first asked for since collect: lists
   * look no farther.
   * @return the largest distance at which they can be in contact; frozen atoms never meet */
  double cutoff(const dcm_law *law, int i, int j);

  /** Whether atoms of two types meet: whether somebody asked for their cut-off. */
  bool meet(int i, int j) const {
    return asked[(i < j ? i : j) * (largest_free.size()) + (i < j ? j : i)];
  }

  /** Stops if a grain has numbers that no grain can have; see check_grains.
   *
   * Grains may grow, and others may come, between two lists: cut-offs stem from the radii that
   * collect saw, and contacts beyond them would be missed. All ranks call this together. */
  void check() const;

private:
  int frozen_bit;
  bool all_types = false; // whether a grain may become as large as one of another type
  std::vector<double> largest_free, largest_frozen; // of each type
  std::vector<char> touches;                        // [type]
  std::vector<char> asked;                          // [i][j], i <= j
  std::vector<double> listed;                       // their cut-offs when first asked for

  bool is_frozen(int i) const;
};

/** New neighbour lists for grains that grow.
 *
 * The host makes a list anew when some atom has moved by half the skin: then no pair that the list
 * left out has come closer by more than the skin. The radii that it was made with are those of that
 * moment; a grain that has grown since has come closer by as much. This fix asks for a new list
 * when movement and growth together come to half the skin, and stops the run where that is too
 * late. */
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
