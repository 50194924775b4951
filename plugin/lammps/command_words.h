// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * The words of a command: a table of its keywords, the words behind a keyword, one after the other,
 * and values that come from a variable of style equal, step by step. */
#ifndef DCM_LAMMPS_COMMAND_WORDS_H
#define DCM_LAMMPS_COMMAND_WORDS_H

#include "pointers.h"

#include <functional>
#include <string>
#include <vector>

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
  /** For readers that go by the arguments of the command: they begin at the keyword, or behind it,
   * and say where the next word is. */
  const int keyword, narg;
  char **const arg;
  void go_to(int next) {
    place = next;
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
};

/** A keyword of a command, and what reads the words behind it. */
struct Keyword {
  std::string word;
  std::function<void(WordReader &)> read;
  bool once = false; // whether the keyword may stand only once
};
typedef std::vector<Keyword> Keywords;

/** The keyword that an argument is; null for none. */
const Keyword *find_keyword(const Keywords &all, const std::string &argument);

/** Stops, since a command gives a keyword two values. */
[[noreturn]] void refuse_twice(LAMMPS_NS::LAMMPS *lmp, const std::string &where,
                               const std::string &keyword, const std::string &before,
                               const std::string &now);

/** Number of a variable of style equal; stops if there is none. All ranks call.
 * @param what the variable is for, beginning of messages: "fix w: the mesh moves by" */
int number_of_variable(LAMMPS_NS::LAMMPS *lmp, const std::string &what, const std::string &name);

/** The value at this step; stops if it is not finite. The caller brackets calls by
 * modify->clearstep_compute() and addstep_compute. */
double value_of_variable(LAMMPS_NS::LAMMPS *lmp, const std::string &what, const std::string &name);

} // namespace DCM_NS

#endif
