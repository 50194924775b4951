// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * A simulator as the parts that adapters share see it. */
#ifndef DCM_COMMON_HOST_H
#define DCM_COMMON_HOST_H

#include "common/ranks.h"

#include <functional>
#include <string>

extern "C" {
#include "runtime/text.h"
}

namespace DCM_NS {

/** A number in as few digits as differ from those of all others, and at least six. */
inline std::string text_of_number(double number) {
  char text[DCM_NUMBER_TEXT];
  dcm_text_of_number(number, 6, text);
  return text;
}

struct Host {
  std::string name;                              // "LAMMPS 4 Feb 2025"
  Ranks ranks;                                   // of one run
  std::function<void(const std::string &)> stop; // all ranks together; does not return
  std::function<void(const std::string &)> note; // one rank, to screen and log
  std::function<void(const std::string &)> warn; // likewise
};

/** Why states of contacts are refused; what to do in the host comes behind. */
const char OTHER_OPTIONS[] =
    "the same law has computed the contacts before with other options, and the states of the "
    "contacts do not fit the new options: use the old options";

} // namespace DCM_NS

#endif
