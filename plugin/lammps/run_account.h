// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * Where a run begins, one block of the log tells by what its contacts are computed: those of all
 * dcm pair styles and walls, by whichever of them is set up first. */
#ifndef DCM_LAMMPS_RUN_ACCOUNT_H
#define DCM_LAMMPS_RUN_ACCOUNT_H

#include "common/account.h"

namespace LAMMPS_NS {
class LAMMPS;
}

namespace DCM_NS {

/** A pair style or fix that makes contacts. */
class ContactMaker {
public:
  /** Its lines of the block. */
  virtual std::string account() const = 0;

protected:
  ~ContactMaker() = default;
};

/** Each of them has one. */
class RunAccount {
public:
  /** To be called where a run is set up. */
  void tell(LAMMPS_NS::LAMMPS *lmp, const ContactMaker *self);

  /** Whether any run of this process had contacts of dcm. */
  static bool has_told();

private:
  AccountOfRun told;
};

} // namespace DCM_NS

#endif
