// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * A record of the atoms at chosen steps, with all their digits, which 'dcm same' compares. Where
 * the variable dcm_record names a folder, each command run records into the folder, whoever
 * computes.
 *
 * Each rank writes two files for each simulation of an input, of float64 alone: <n>.<rank> has a
 * frame for each chosen step, the fewer the larger they are, and <n>.<rank>.last that of the end of
 * the last run. A frame begins with the step, the number of its rows, that of the atoms of all
 * ranks, 3 numbers that say whether the box is periodic, its edges x, y, z, its tilts xy, xz, yz,
 * and the seconds that the steps before spent on frames. A row has the ID and COLUMNS numbers;
 * those that this atom style has not are 0. */
#ifndef DCM_LAMMPS_FIX_RECORD_H
#define DCM_LAMMPS_FIX_RECORD_H

#include "fix.h"

#include <cstdio>
#include <string>

namespace DCM_NS {

class FixRecord : public LAMMPS_NS::Fix {
public:
  FixRecord(LAMMPS_NS::LAMMPS *lmp, int narg, char **arg);
  ~FixRecord() override;

  /** Makes each command run of an instance record, where the variable asks for it. */
  static void serve(LAMMPS_NS::LAMMPS *lmp);

  int setmask() override;
  void setup(int) override;
  void end_of_step() override;
  void post_run() override;

private:
  std::string path;
  FILE *file; // NULL: nothing is recorded, as where a rank does not see the folder
  LAMMPS_NS::bigint first, next, seen; // steps
  double spent;

  void record_if_due();
  void write_frame(FILE *to) const;
  double bytes_of_frame() const;
};

} // namespace DCM_NS

#endif
