// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * Numbers and words in restart files of a simulator, and laws and walls in them. */
#ifndef DCM_COMMON_RESTART_FILE_H
#define DCM_COMMON_RESTART_FILE_H

#include "common/host.h"

#include <cstdio>
#include <string>
#include <utility>
#include <vector>

extern "C" {
#include "runtime/law.h"
#include "runtime/settings.h"
}

namespace DCM_NS {

/** A file that rank 0 has open. Writing is rank 0's alone; all ranks read together, and stop
 * together, with a sentence, where the file ends early or holds nothing of the kind. */
class RestartFile {
public:
  RestartFile(Host simulator, FILE *opened) : host(std::move(simulator)), file(opened) {}

  void write(int number) {
    fwrite(&number, sizeof number, 1, file);
  }
  void write(double number) {
    fwrite(&number, sizeof number, 1, file);
  }
  void write(const std::string &);
  /** Without their count. */
  void write(const std::vector<double> &);

  int read_int();
  double read_double();
  std::string read_string();
  std::string read_string(int length);
  std::vector<double> read_doubles(int count);
  void stop(const std::string &message) const;
  void stop_as_damaged() const;

private:
  const Host host;
  FILE *file;

  void read(void *bytes, size_t size);
};

/** A law as restart files describe it. */
struct LawRecord {
  /** Format of the record and of the parts behind it. FIRST, of before contract 1.0, begins with
   * the length of the library's path, and its lists of parameters end with the word "end", which a
   * parameter may be called; the others begin with their negative. */
  enum Format { FIRST = 0, LISTS_END_WITH_NO_NAME = 1, PRESENT = LISTS_END_WITH_NO_NAME };
  Format format;
  std::string library; // path of the file, or empty for a built-in law
  std::string law;
  int history_version, history_width;
  std::vector<std::pair<std::string, std::string>> options; // names and words
  std::vector<std::pair<std::string, double>> numbers;      // parameters per law that were given

  LawRecord(const std::string &library, const dcm_settings &settings);
  explicit LawRecord(RestartFile &);
  void write(RestartFile &) const;

  /** Chooses the options, and gives the numbers, for a law of that name. Stops where its states
   * mean something else than those that were written.
   * @param widens the host takes states of a law that had fewer fields, and looks itself whether
   *               the law has a use for the others */
  void apply(const Host &, dcm_settings &, bool widens) const;
};

/** Why a law cannot use states of a restart file that have the first numbers of those that it has
 * now: it keeps some of the others. Empty: the law can. */
std::string why_states_lack(const dcm_law *law, int width_then, int width);

/** A fix of walls writes this into a restart file, beside the states that atoms carry: the law and
 * the walls that the states belong to, and how the walls move. */
struct WallRecord {
  std::string law;
  int history_version = 0, history_width = 0;
  std::string walls; // where they are and of what kind
  std::vector<double> motion;
  std::vector<double> work; // what they did so far; files of before have none

  /** One rank writes: the number of bytes, for the host, and the bytes. */
  void write(FILE *) const;

  /** Reads what write wrote. The host hands over the bytes and does not say how many there are.
   * @param motion_count of numbers that say how the walls move; if there are others, none is read
   * @param work_count   of numbers of the work; if there are none, none is read
   * @return whether the bytes are a record */
  bool read(const char *bytes, size_t motion_count, size_t work_count);
};

} // namespace DCM_NS

#endif
