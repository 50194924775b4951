// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * Where a contact law comes from, for all ranks of a run: the laws that are built in, or a library
 * that the user names; and the words of a command that are the law's. */
#ifndef DCM_COMMON_LAW_SOURCE_H
#define DCM_COMMON_LAW_SOURCE_H

#include <string>
#include <vector>

#include "common/host.h"

extern "C" {
#include "runtime/law.h"
#include "runtime/library.h"
#include "runtime/settings.h"
}

namespace DCM_NS {

class LawSource {
public:
  /** @param file path of a library, or empty for the built-in laws. Stops all ranks together with
   * the reason if it cannot be used on any of them. */
  LawSource(const Host &host, const std::string &file);
  ~LawSource();
  LawSource(const LawSource &) = delete;
  LawSource &operator=(const LawSource &) = delete;

  /** The law called id; stops with the list of laws if there is none. */
  const dcm_model *find(const std::string &id) const;

  /** The library of a law: the file that the input names, empty for a built-in law; else LAW.so in
   * a folder of DCM_PATH, or empty if there is none. For all ranks together. */
  static std::string library_of(const Host &host, const std::string &law, const std::string &named);

  /** Restart files name libraries, and whoever wrote one must not choose the code that runs. Theirs
   * are therefore looked for by the law's name among the libraries that the input has named, and by
   * the file's name in the folders of DCM_PATH. Says in the log which it is, or stops.
   * @param how the command that names it in the input */
  static void name_library(const std::string &law, const std::string &file);
  static std::string find_library(const Host &host, const std::string &law,
                                  const std::string &file_in_restart, const std::string &how);

  const std::string &file() const {
    return path;
  }

  /** Makes a law of settings for one of these models, on all ranks; NULL with a reason. The law
   * logs here until it is destroyed, which is before the source is. */
  dcm_law *instantiate(const dcm_settings *settings, dcm_error *reason);

  /** Behind a sentence about an answer that is not finite: what the law itself said, or nothing. */
  static std::string words_of(const dcm_law *law);

private:
  /** dcm_log_functions whose data is a LawSource *: rank 0 writes to screen and log what all ranks
   * are reported; what one rank hears while a law computes every rank writes. */
  static void log(void *source, uint32_t level, const char *message);
  static void log_of_rank(void *source, uint32_t level, const char *message);

  void report_instruction_set();

  const Host host;
  const std::string path;
  dcm_loaded_library *library;
};

/* --- Words of a command that are a law's and not the host's.
 *
 * Whoever writes a law does not know what hosts call their keywords, now or later. So:
 *  - 'name=word' in one word is the law's, always: no keyword of a host has a '='.
 *  - 'name word' is the host's if name is among the keywords that it had when the contract became
 *    1.0; these may be had together with a law that has the same name, which then is written with
 *    '='. Another name is the law's if the law has that name.
 *  - A keyword that a host gets later is looked for behind both, so that no input of an older law
 *    means something else than before. */

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

/** Reports, once it is known that a law has a name which stands as a keyword of the host, which of
 * both it is and how the other is written. */
void report_both_meanings(const Host &host, const std::string &where, const std::string &name);

/** Whether a name has two words, or one of them twice. @return the reason, or an empty text */
std::string check_given_once(const std::vector<LawWord> &words);

} // namespace DCM_NS

#endif
