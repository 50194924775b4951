// SPDX-License-Identifier: GPL-2.0-or-later
#include "word_reader.h"

#include "common/host.h"

#include "error.h"

#include <cmath>
#include <cstdlib>

using namespace LAMMPS_NS;

namespace DCM_NS {

WordReader::WordReader(LAMMPS *instance, const std::string &here, int at, int narg, char **arg)
    : Pointers(instance), begins(here + "the keyword '" + arg[at] + "' "), place(at + 1),
      count(narg), words(arg) {}

std::string WordReader::peek() const {
  return place < count ? words[place] : "";
}

void WordReader::lacks(const std::string &what) const {
  error->all(FLERR, begins + "needs " + what + " after '" + words[place - 1] + "'");
}

std::string WordReader::word(const std::string &what) {
  if (place >= count)
    lacks(what);
  return words[place++];
}

std::string WordReader::variable(const std::string &what) {
  const std::string text = word(what);
  if (text.compare(0, 2, "v_") != 0 || text.size() == 2)
    error->all(FLERR,
               begins + "needs " + what + " as v_ and the name of a variable, not '" + text + "'");
  return text.substr(2);
}

double WordReader::number(const std::string &what) {
  const std::string text = word(what);
  char *rest;
  const double value = dcm_text_number(text.c_str(), &rest);
  if (text.empty() || *rest || !std::isfinite(value))
    error->all(FLERR, begins + "needs " + what + " as a finite number, not '" + text + "'");
  return value;
}

void WordReader::vector(const std::string &what, double *numbers) {
  for (int c = 0; c < 3; c++)
    numbers[c] = number(what + " in " + "xyz"[c]);
}

void WordReader::direction(const std::string &what, double *numbers) {
  vector(what, numbers);
  if (numbers[0] == 0.0 && numbers[1] == 0.0 && numbers[2] == 0.0)
    error->all(FLERR, begins + "needs " + what + " of a length greater than 0, not 0 0 0");
}

void WordReader::refuse_again() const {
  error->all(FLERR, begins + "stands twice, and can stand only once");
}

void WordReader::refuse(const std::string &what, const std::string &allowed) const {
  error->all(FLERR, begins + what + " " + allowed + ", not " + words[place - 1]);
}

} // namespace DCM_NS
