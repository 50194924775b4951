// SPDX-License-Identifier: GPL-2.0-or-later
#include "command_words.h"

#include "host_services.h"

#include "input.h"
#include "update.h"
#include "variable.h"

#include <algorithm>
#include <cmath>

extern "C" {
#include "runtime/error.h"
}

using namespace LAMMPS_NS;

namespace DCM_NS {

WordReader::WordReader(LAMMPS *instance, const std::string &here, int at, int count, char **words)
    : Pointers(instance), keyword(at), narg(count), arg(words),
      begins(here + "the keyword '" + words[at] + "' "), place(at + 1) {}

std::string WordReader::peek() const {
  return place < narg ? arg[place] : "";
}

void WordReader::lacks(const std::string &what) const {
  stop(lmp, begins + "needs " + what + " after '" + arg[place - 1] + "'");
}

std::string WordReader::word(const std::string &what) {
  if (place >= narg)
    lacks(what);
  return arg[place++];
}

std::string WordReader::variable(const std::string &what) {
  const std::string text = word(what);
  if (text.compare(0, 2, "v_") != 0 || text.size() == 2)
    stop(lmp, begins + "needs " + what + " as v_ and the name of a variable, not '" + text + "'");
  return text.substr(2);
}

double WordReader::number(const std::string &what) {
  const std::string text = word(what);
  char *rest;
  const double value = dcm_text_number(text.c_str(), &rest);
  if (text.empty() || *rest || !std::isfinite(value))
    stop(lmp, begins + "needs " + what + " as a finite number, not '" + text + "'");
  return value;
}

void WordReader::vector(const std::string &what, double *numbers) {
  for (int c = 0; c < 3; c++)
    numbers[c] = number(what + " in " + "xyz"[c]);
}

void WordReader::direction(const std::string &what, double *numbers) {
  vector(what, numbers);
  if (std::isnormal(numbers[0] * numbers[0] + numbers[1] * numbers[1] + numbers[2] * numbers[2]))
    return;
  std::string given;
  for (int c = 0; c < 3; c++)
    given += " " + text_of_number(numbers[c]);
  stop(lmp, begins + "needs " + what + " of a length greater than 0, not" + given);
}

void WordReader::refuse_again() const {
  stop(lmp, begins + "stands twice, and can stand only once");
}

void WordReader::refuse(const std::string &what, const std::string &allowed) const {
  stop(lmp, begins + what + " " + allowed + ", not " + arg[place - 1]);
}

const Keyword *find_keyword(const Keywords &all, const std::string &argument) {
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Keyword &k) { return k.word == argument; });
  return found == all.end() ? nullptr : &*found;
}

void refuse_twice(LAMMPS *lmp, const std::string &where, const std::string &keyword,
                  const std::string &before, const std::string &now) {
  dcm_error reason;
  dcm_given_twice(keyword.c_str(), before.c_str(), now.c_str(), &reason);
  stop(lmp, where + reason.text);
}

int number_of_variable(LAMMPS *lmp, const std::string &what, const std::string &name) {
  Variable *variables = lmp->input->variable;
  const int number = variables->find(name.c_str());
  if (number < 0 || !variables->equalstyle(number))
    stop(lmp, what + " the variable '" + name + "', " +
                  (number < 0 ? "which does not exist" : "which is not of style equal"));
  return number;
}

double value_of_variable(LAMMPS *lmp, const std::string &what, const std::string &name) {
  const double value = lmp->input->variable->compute_equal(number_of_variable(lmp, what, name));
  if (!std::isfinite(value))
    stop(lmp, what + " the variable '" + name + "', which is " + text_of_number(value) +
                  " at step " + std::to_string(lmp->update->ntimestep) + " and must be finite");
  return value;
}

} // namespace DCM_NS
