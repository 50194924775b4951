// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * The dcm pair styles that there are, for commands that name one of them. */
#ifndef DCM_LAMMPS_DCM_PAIRS_H
#define DCM_LAMMPS_DCM_PAIRS_H

#include <string>
#include <vector>

namespace LAMMPS_NS {
class LAMMPS;
}

namespace DCM_NS {

class PairDCM;

/** A dcm pair style as pair_coeff calls it. */
struct DCMPair {
  PairDCM *pair;
  std::string style;
  int number; // among those of the style
  std::string law;
};

std::vector<DCMPair> list_dcm_pairs(LAMMPS_NS::LAMMPS *lmp);

/** The threads of each rank: the most that one of the styles has. */
int threads_of_dcm_pairs(LAMMPS_NS::LAMMPS *lmp);

/** The choice that the keyword style of a command made. */
struct PairChoice {
  std::string name; // of a style or a law; empty if not given
  int number = 0;   // among those of that name, from 1; 0 if not given

  /** Reads the words after the keyword.
   * @param next of the first of them
   * @return index of the next argument */
  int read(LAMMPS_NS::LAMMPS *lmp, const std::string &here, int next, int narg, char **arg);

  /** The one that is meant; stops if there is none, or several are.
   * @param here   beginning of messages
   * @param none   sentence for no dcm pair style at all
   * @param called end of the message for none of that name */
  PairDCM *find(LAMMPS_NS::LAMMPS *lmp, const std::string &here, const std::string &none,
                const std::string &called) const;
};

} // namespace DCM_NS

#endif
