// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * The energies of the contacts that one part of a pair style, or one fix of walls, has had so far.
 * Who makes the contacts and who reports the energies share an account. */
#ifndef DCM_COMMON_ENERGY_ACCOUNT_H
#define DCM_COMMON_ENERGY_ACCOUNT_H

#include <algorithm>
#include <memory>
#include <string>

extern "C" {
#include "contacts/step.h"
}

namespace DCM_NS {

/** A sum of very many terms in two numbers: what rounding takes from the first is in the second
 * (D. E. Knuth, The Art of Computer Programming 2, 4.2.2, theorem B). So a sum that goes on from a
 * restart file is the sum that was never interrupted. */
struct WideSum {
  double high = 0.0, low = 0.0;

  void add(double term) {
    const double sum = high + term, part = sum - high;
    low += (high - (sum - part)) + (term - part);
    high = sum;
  }
  double value() const {
    return high + low;
  }
};

/** Adds the work of a step by the trapezoid rule.
 * @param power     at the last step; receives the present one. A look (dt = 0) where a run goes on
 *                  leaves it, because its velocities are half a step later
 * @param begins    whether there was no step before */
inline void add_work(WideSum &work, WideSum &power, double dt, double power_now, bool begins) {
  if (dt > 0.0)
    work.add(0.5 * dt * (power.value() + power_now));
  if (dt > 0.0 || begins)
    power = {power_now, 0.0};
}

struct EnergyAccount {
  enum { DISSIPATED = DCM_LEDGER - DCM_ENERGIES_STORED };

  std::string name;
  dcm_energy_sums sums = {};                // of the present step
  double stored[DCM_ENERGIES_STORED] = {};  // after the last step
  WideSum dissipated[DISSIPATED], supplied; // so far; supplied: the work of walls
  double power_now = 0.0;                   // of the walls in the present step, by their motion
  WideSum power;                            // likewise, at the last step

  explicit EnergyAccount(const std::string &called) : name(called) {
    sums.begins = 1;
  }

  /** To be handed to a step. */
  dcm_energy_sums *begin() {
    std::fill_n(sums.of_contacts, (int)DCM_LEDGER, 0.0);
    power_now = 0.0;
    return &sums;
  }

  /** @param dt that of the step */
  void end(double dt) {
    std::copy_n(sums.of_contacts, (int)DCM_ENERGIES_STORED, stored);
    for (int e = 0; dt > 0.0 && e < DISSIPATED; e++)
      dissipated[e].add(sums.of_contacts[DCM_ENERGIES_STORED + e]);
    add_work(supplied, power, dt, power_now, sums.begins);
    sums.begins = 0;
  }
};

typedef std::shared_ptr<EnergyAccount> EnergyAccountPointer;

} // namespace DCM_NS

#endif
