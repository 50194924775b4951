// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * The time since a fix of moving walls was defined. The time goes on smoothly where the time step
 * changes, and through a restart. */
#ifndef DCM_LAMMPS_WALL_CLOCK_H
#define DCM_LAMMPS_WALL_CLOCK_H

#include "update.h"

#include <vector>

namespace DCM_NS {

class WallClock {
public:
  explicit WallClock(const LAMMPS_NS::Update &update) : since(update.ntimestep), dt(update.dt) {}

  double time(const LAMMPS_NS::Update &update) const {
    return elapsed + (update.ntimestep - since) * dt;
  }

  /** To be called when the time step has changed. */
  void follow(const LAMMPS_NS::Update &update) {
    if (dt == update.dt)
      return;
    elapsed = time(update);
    since = update.ntimestep;
    dt = update.dt;
  }

  enum { NUMBERS = 3 };
  /** As numbers for restart files. */
  std::vector<double> numbers() const {
    return {elapsed, (double)since, dt};
  }
  /** @param numbers [NUMBERS] finite */
  void restore(const double *numbers) {
    elapsed = numbers[0];
    since = (LAMMPS_NS::bigint)numbers[1];
    dt = numbers[2];
  }

private:
  // The time is elapsed + (step - since) * dt.
  double elapsed = 0.0;
  LAMMPS_NS::bigint since;
  double dt;
};

} // namespace DCM_NS

#endif
