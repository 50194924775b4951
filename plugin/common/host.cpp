// SPDX-License-Identifier: GPL-2.0-or-later
#include "common/host.h"

#include <cstdlib>

namespace DCM_NS {

/** Frees it. */
static std::string taken(char *lines) {
  const std::string text = lines ? lines : "";
  free(lines);
  return text;
}

std::string tell_account(const std::string &title, const std::string &library,
                         const dcm_account &account) {
  const std::string pairs = account.wall ? "" : taken(dcm_account_write_pairs(&account));
  return "  " + title + (pairs.empty() ? "" : ", " + pairs) + ": law " +
         dcm_settings_model(account.settings)->id + (library.empty() ? "" : " of " + library) +
         "\n" + taken(dcm_account_write(&account));
}

void AccountOfRun::tell(const Host &host, const std::string &text) {
  if (text == told || text.empty())
    return;
  told = text;
  if (host.ranks.rank == 0)
    host.note("dcm: contacts of this run are computed by\n" + text.substr(0, text.size() - 1));
}

} // namespace DCM_NS
