// SPDX-License-Identifier: GPL-2.0-or-later
#include "common/law_source.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>

extern "C" {
#include "laws/library.h"
#include "runtime/error.h"
#include "runtime/files.h"
#include "runtime/machine.h"
}

namespace DCM_NS {

LawSource::LawSource(const Host &simulator, const std::string &file)
    : host(simulator), path(file), library(nullptr) {
  dcm_host described = {};
  described.size = sizeof described;
  described.abi_version = DCM_ABI_VERSION;
  described.name = host.name.c_str();
  described.log = log;
  described.log_data = this;

  dcm_error reason;
  const int failed = dcm_isa_use(getenv(DCM_ISA_VARIABLE), &reason) ? DCM_ERROR
                     : path.empty() ? dcm_library_open_linked(dcm_builtin_library_entry, &described,
                                                              &library, &reason)
                                    : dcm_library_open(path.c_str(), &described, &library, &reason);

  // A file may be there for some ranks and not for others: agree before anyone goes on.
  int failures = failed;
  host.ranks.sum(&failures);
  if (failures == 0) {
    report_instruction_set();
    return;
  }
  dcm_library_close(library);
  library = nullptr;
  int first = failed ? host.ranks.rank : host.ranks.count;
  host.ranks.min(&first);
  host.ranks.give(first, reason.text, sizeof reason.text);
  host.stop(std::string(reason.text) + (failures < host.ranks.count
                                            ? " (on " + std::to_string(failures) + " of " +
                                                  std::to_string(host.ranks.count) + " ranks)"
                                            : ""));
}

/** One line of the log in the life of the process. */
void LawSource::report_instruction_set() {
  static bool is_reported = false;
  if (!is_reported)
    log(this, DCM_LOG_INFO,
        (std::string("laws use the instruction set ") + dcm_isa_name(dcm_isa_in_use())).c_str());
  is_reported = true;
}

LawSource::~LawSource() {
  dcm_library_close(library);
}

const dcm_model *LawSource::find(const std::string &id) const {
  dcm_error reason;
  const dcm_model *model = dcm_library_find(library, id.c_str(), &reason);
  if (!model)
    host.stop(reason.text +
              (path.empty() ? "; a law of your own needs 'library <file>', or the file " + id +
                                  ".so in a folder of " DCM_PATH_VARIABLE " that begins with '/'"
                            : ""));
  return model;
}

/** A text that came from a library or a file, without what a terminal would obey. */
static std::string shown(const std::string &text) {
  std::string all;
  char character[5];
  const char *next = text.c_str();
  for (size_t length; (length = dcm_text_show(next, character)) > 0; next += length)
    all += character;
  return all;
}

/** Gives all ranks the path that rank 0 found, and frees it. */
static std::string shared(const Host &host, char *path) {
  std::string found = path ? path : "";
  free(path);
  int length = found.size();
  host.ranks.give(0, &length, sizeof length);
  found.resize(length);
  host.ranks.give(0, &found[0], length);
  return found;
}

/** Warns of a library that was found in a folder of DCM_PATH. */
static void check_permissions(const Host &host, const std::string &found) {
  dcm_error reason;
  if (dcm_check_permissions(found.c_str(), &reason))
    host.warn(std::string("dcm: ") + reason.text);
}

std::string LawSource::library_of(const Host &host, const std::string &law,
                                  const std::string &named) {
  if (!named.empty() || dcm_is_builtin_law(law.c_str()))
    return named;
  char *path =
      host.ranks.rank == 0 ? dcm_find_law_library(getenv(DCM_PATH_VARIABLE), law.c_str()) : nullptr;
  const std::string found = shared(host, path);
  if (host.ranks.rank == 0 && !found.empty()) {
    host.note("dcm: the law '" + law + "' comes from " + found);
    check_permissions(host, found);
  }
  return found;
}

static std::map<std::string, std::string> &libraries_of_the_input() {
  static std::map<std::string, std::string> files;
  return files;
}

void LawSource::name_library(const std::string &law, const std::string &file) {
  libraries_of_the_input()[law] = file;
}

std::string LawSource::find_library(const Host &host, const std::string &law,
                                    const std::string &file_in_restart, const std::string &how) {
  const std::string name = file_in_restart.substr(file_in_restart.rfind('/') + 1);
  const auto named = libraries_of_the_input().find(law);
  const std::string found =
      named != libraries_of_the_input().end()
          ? named->second
          : shared(host, host.ranks.rank == 0
                             ? dcm_find_in_folders(getenv(DCM_PATH_VARIABLE), name.c_str())
                             : nullptr);
  if (found.empty())
    host.stop("the restart file asks for the law '" + shown(law) + "' of the library '" +
              shown(file_in_restart) + "', but a restart file alone must not load code: put '" +
              how +
              "' before read_restart, or the folder of the library into the environment "
              "variable " DCM_PATH_VARIABLE);
  if (host.ranks.rank == 0) {
    host.note("dcm: the law '" + law + "' of the restart file comes from " + found);
    if (named == libraries_of_the_input().end())
      check_permissions(host, found);
  }
  return found;
}

void LawSource::log(void *data, uint32_t level, const char *message) {
  const Host &host = static_cast<LawSource *>(data)->host;
  if (host.ranks.rank != 0)
    return;
  const std::string text = std::string("dcm: ") + shown(message);
  if (level == DCM_LOG_INFO)
    host.note(text);
  else
    host.warn(text);
}

void LawSource::log_of_rank(void *data, uint32_t level, const char *message) {
  const Host &host = static_cast<LawSource *>(data)->host;
  if (host.ranks.rank == 0)
    log(data, level, message);
  else if (level != DCM_LOG_INFO)
    host.warn("dcm: on rank " + std::to_string(host.ranks.rank) + ": " + shown(message));
}

dcm_law *LawSource::instantiate(const dcm_settings *settings, dcm_error *reason) {
  dcm_law *law = dcm_law_create(settings, log, this, reason);
  if (law)
    law->log.log = log_of_rank;
  return law;
}

std::string LawSource::words_of(const dcm_law *law) {
  dcm_error reason = {};
  dcm_law_append_reason(law, &reason);
  return reason.text;
}

bool LawWord::is_joined(const char *argument) {
  return strchr(argument, '=') != nullptr;
}

LawWord::LawWord(int narg, const char *const *arg)
    : name(arg[0]), has_word(narg > 1), arguments(has_word ? 2 : 1) {
  const size_t joint = name.find('=');
  if (joint != std::string::npos) {
    word = name.substr(joint + 1);
    name.resize(joint);
    has_word = !word.empty();
    arguments = 1;
  } else if (has_word)
    word = arg[1];
}

std::string LawWord::give(dcm_settings &settings) const {
  dcm_error reason;
  return dcm_settings_give(&settings, name.c_str(), has_word ? word.c_str() : nullptr, &reason)
             ? reason.text
             : "";
}

std::string LawWord::give(dcm_settings &settings, dcm_range i, dcm_range j) const {
  dcm_error reason;
  return dcm_settings_set(&settings, i, j, name.c_str(), has_word ? word.c_str() : nullptr, &reason)
             ? reason.text
             : "";
}

std::string give_number(dcm_settings &settings, const char *parameter, double value, dcm_range i,
                        dcm_range j) {
  char text[DCM_NUMBER_TEXT];
  dcm_text_of_number(value, 15, text);
  dcm_error reason;
  return dcm_settings_put(&settings, i, j, parameter, text, &reason) ? reason.text : "";
}

void report_both_meanings(const Host &host, const std::string &where, const std::string &name) {
  if (host.ranks.rank == 0)
    host.note("dcm: " + where + "'" + name +
              "' is a keyword of this command; for the word of the law write '" + name +
              "=<word>'");
}

std::string check_given_once(const std::vector<LawWord> &words) {
  std::vector<const char *> pairs;
  for (const LawWord &one : words) {
    pairs.push_back(one.name.c_str());
    pairs.push_back(one.word.c_str());
  }
  dcm_error reason;
  return dcm_check_given_once(pairs.data(), pairs.size(), &reason) ? reason.text : "";
}

} // namespace DCM_NS
