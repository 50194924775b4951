// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * Where a contact law comes from, for all ranks of a run: the laws that are built in, or a library
 * that the user names. */
#ifndef DCM_COMMON_LAW_SOURCE_H
#define DCM_COMMON_LAW_SOURCE_H

#include "common/host.h"

#include <string>

extern "C" {
#include "runtime/law.h"
#include "runtime/library.h"
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
   * are told; what one rank is told while a law computes every rank writes. */
  static void log(void *source, uint32_t level, const char *message);
  static void log_of_rank(void *source, uint32_t level, const char *message);

  void tell_instruction_set();

  const Host host;
  const std::string path;
  dcm_loaded_library *library;
};

} // namespace DCM_NS

#endif
