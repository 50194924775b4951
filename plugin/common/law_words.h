// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * Words of a command that are a law's and not the host's.
 *
 * Whoever writes a law does not know what hosts call their keywords, now or later. So:
 *  - 'name=word' in one word is the law's, always: no keyword of a host has a '='.
 *  - 'name word' is the host's if name is among the keywords that it had when the contract became
 *    1.0; these may be had together with a law that has the same name, which then is written with
 *    '='. Another name is the law's if the law has that name.
 *  - A keyword that a host gets later is looked for behind both, so that no input of an older law
 *    means something else than before. */
#ifndef DCM_COMMON_LAW_WORDS_H
#define DCM_COMMON_LAW_WORDS_H

#include "common/host.h"

#include <string>
#include <vector>

extern "C" {
#include "runtime/settings.h"
}

namespace DCM_NS {

/** A name of the law and the word that it is given. */
struct LawWord {
  std::string name, word;
  bool has_word;
  int arguments; // that it was written in

  /** Reads what stands first. */
  LawWord(int narg, const char *const *arg);

  /** Whether an argument is both in one. */
  static bool is_joined(const char *argument);

  /** Gives it to a law as a whole, or for two ranges of materials.
   * @return the reason for which the law refuses it, or an empty text */
  std::string give(dcm_settings &settings) const;
  std::string give(dcm_settings &settings, dcm_range i, dcm_range j) const;
};

/** Gives a law a number of the whole law, or of two ranges of materials, to all digits.
 * @return the reason for which the law refuses it, or an empty text */
std::string give_number(dcm_settings &settings, const char *parameter, double value, dcm_range i,
                        dcm_range j);

/** Tells, once it is known that a law has a name which stands as a keyword of the host, which of
 * both it is and how the other is written. */
void tell_of_both(const Host &host, const std::string &where, const std::string &name);

/** Whether a name has two words, or one of them twice. @return the reason, or an empty text */
std::string check_given_once(const std::vector<LawWord> &words);

} // namespace DCM_NS

#endif
