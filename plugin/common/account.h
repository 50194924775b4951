// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * The block of the log that tells by what the contacts of a run are computed: of each pair style
 * and wall the law, its options and parameters (runtime/account.h). */
#ifndef DCM_COMMON_ACCOUNT_H
#define DCM_COMMON_ACCOUNT_H

#include "common/host.h"

#include <string>

extern "C" {
#include "runtime/account.h"
}

namespace DCM_NS {

/** A line "  title: law ...", or "  title, types 1-2: law ..." where others go by something
 * else, and the options and parameters below it.
 * @param library of the law; empty for those of dcm */
std::string tell_account(const std::string &title, const std::string &library,
                         const dcm_account &account);

/** Tells a block once, and again where something in it has changed. */
class AccountOfRun {
public:
  /** @param text the lines of all that make contacts */
  void tell(const Host &host, const std::string &text);

private:
  std::string told;
};

} // namespace DCM_NS

#endif
