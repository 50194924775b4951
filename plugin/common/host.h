// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * A simulator as the parts that adapters share see it, and the block of its log that says by what
 * the contacts of a run are computed: of each pair style and wall the law, its options and
 * parameters (runtime/account.h). */
#ifndef DCM_COMMON_HOST_H
#define DCM_COMMON_HOST_H

#include "common/ranks.h"

#include <cstdlib>
#include <functional>
#include <string>

extern "C" {
#include "runtime/account.h"
#include "runtime/error.h"
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

/** A text that the runtime made. Frees the text. */
inline std::string taken(char *lines) {
  const std::string text = lines ? lines : "";
  free(lines);
  return text;
}

/** A line "  title: law ...", or "  title, types 1-2: law ..." where others go by something
 * else, and the options and parameters below it.
 * @param library of the law; empty for those of dcm */
inline std::string account_text(const std::string &title, const std::string &library,
                                const dcm_account &account) {
  const std::string pairs = account.wall ? "" : taken(dcm_account_write_pairs(&account));
  return "  " + title + (pairs.empty() ? "" : ", " + pairs) + ": law " +
         dcm_settings_model(account.settings)->id + (library.empty() ? "" : " of " + library) +
         "\n" + taken(dcm_account_write(&account));
}

/** Reports a block once, and again where something in it has changed. */
class AccountOfRun {
public:
  /** @param text the lines of all that make contacts */
  void report(const Host &host, const std::string &text) {
    if (text == reported || text.empty())
      return;
    reported = text;
    if (host.ranks.rank == 0)
      host.note("dcm: contacts of this run are computed by\n" + text.substr(0, text.size() - 1));
  }

private:
  std::string reported;
};

/** Why states of contacts are refused; what to do in the host comes behind. */
const char OTHER_OPTIONS[] =
    "the same law has computed the contacts before with other options, and the states of the "
    "contacts do not fit the new options: use the old options";

} // namespace DCM_NS

#endif
