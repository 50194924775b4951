// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * The pair styles and fixes that make contacts, as the others see them, and what is done once for
 * all of them: where a run begins, one block of the log says by what its contacts are computed, by
 * whichever of them is set up first. */
#ifndef DCM_LAMMPS_CONTACT_MAKERS_H
#define DCM_LAMMPS_CONTACT_MAKERS_H

#include "host_api.h"
#include "host_services.h"

#include "common/host.h"

#include <string>
#include <vector>

extern "C" {
#include "runtime/law.h"
}

namespace DCM_NS {

/** A pair style or fix that makes contacts. */
class ContactMaker {
public:
  /** Its lines of the block. */
  virtual std::string account() const = 0;

  /** Null as long as there is none; of several of one model one that has to do with quantities, if
   * any has. */
  virtual const dcm_law *law_in_use() const = 0;

  /** Whether contacts are evaluated with their energies though no fix dcm/energy asks for these. */
  virtual bool asks_for_energies() const {
    return false;
  }

protected:
  ~ContactMaker() = default;
};

/** All that there are, in the order in which they compute: pair styles go first. */
inline std::vector<const ContactMaker *> contact_makers(LAMMPS_NS::LAMMPS *lmp) {
  std::vector<const ContactMaker *> all;
  const auto add = [&](const ContactMaker *maker) {
    if (maker)
      all.push_back(maker);
  };
  for (LAMMPS_NS::Pair *pair : pair_styles(lmp->force))
    add(dynamic_cast<ContactMaker *>(pair));
  for (int f = 0; f < lmp->modify->nfix; f++)
    add(dynamic_cast<ContactMaker *>(lmp->modify->fix[f]));
  return all;
}

/** Whether a pair style makes contacts of dcm. */
inline bool makes_contacts(const LAMMPS_NS::Pair *pair) {
  return dynamic_cast<const ContactMaker *>(pair) != nullptr;
}

/** Each of them has one. */
class RunAccount {
public:
  /** To be called where a run is set up. */
  void report(LAMMPS_NS::LAMMPS *lmp, const ContactMaker *self) {
    any_has_reported = true;
    const std::vector<const ContactMaker *> makers = contact_makers(lmp);
    if (makers.front() != self)
      return;
    std::string text;
    for (const ContactMaker *maker : makers)
      text += maker->account();
    reported.report(host_of(lmp), text);
  }

  /** Whether any run of this process had contacts of dcm. */
  static bool has_reported() {
    return any_has_reported;
  }

private:
  inline static bool any_has_reported = false;
  AccountOfRun reported;
};

} // namespace DCM_NS

#endif
