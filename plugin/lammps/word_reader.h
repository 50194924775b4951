// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * The words behind a keyword of a command, one after the other. */
#ifndef DCM_LAMMPS_WORD_READER_H
#define DCM_LAMMPS_WORD_READER_H

#include "pointers.h"

#include <string>

namespace DCM_NS {

class WordReader : protected LAMMPS_NS::Pointers {
public:
  /** @param here beginning of messages
   * @param at   the keyword */
  WordReader(LAMMPS_NS::LAMMPS *instance, const std::string &here, int at, int narg, char **arg);

  /** Index of the next word. */
  int next() const {
    return place;
  }
  /** The next word, without going on; empty if there is none. */
  std::string peek() const;

  /** Each goes on by what it reads, and stops with a sentence where that is not there.
   * @param what the word or number is, as "the period" */
  std::string word(const std::string &what);
  /** Reads v_name. @return the name */
  std::string variable(const std::string &what);
  double number(const std::string &what);
  void vector(const std::string &what, double *numbers);
  /** A vector of another length than 0. */
  void direction(const std::string &what, double *numbers);

  /** Stops because of a value. @param allowed "must be ..." */
  [[noreturn]] void refuse(const std::string &what, const std::string &allowed) const;
  /** Stops since something that is needed is not there. */
  [[noreturn]] void lacks(const std::string &what) const;
  /** Stops since the keyword stands twice. */
  [[noreturn]] void refuse_again() const;

private:
  const std::string begins; // of messages: with the keyword
  int place;
  const int count;
  char **const words;
};

} // namespace DCM_NS

#endif
