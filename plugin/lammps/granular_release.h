// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * Differences between releases of LAMMPS in their granular styles: sub-models and their words,
 * numbers that the host makes of those of its commands, and restart files. A new format is a table
 * more in granular_release.cpp. */
#ifndef DCM_LAMMPS_GRANULAR_RELEASE_H
#define DCM_LAMMPS_GRANULAR_RELEASE_H

#include "granular_model.h"

#include <string>
#include <vector>

namespace DCM_NS {

class RestartFile;

struct GranularRelease {
  struct Word {
    const char *name;
    std::vector<const char *> numbers;
    int number = 0; // in restart files, where they have numbers for words
  };
  std::vector<Word> words[GranularModel::KINDS];
  /** The law's parameter that has the number of damping tsuji and coeff_restitution. */
  const char *restitution;
  /** Numbers of a contact for twisting. The first is the angle. */
  int twist_width;

  /** Called when all words are read. */
  void (*complete)(GranularModel &, bool at_wall);
  /** K_n of a material. */
  double (*kn)(const GranularModel &);
  /** The modulus of two materials that are mixed, which stands in the place of Young's. */
  double (*mix_modulus)(const GranularModel &, const GranularModel &);
  void (*write)(const GranularModel &, RestartFile &);
  /** @param where beginning of messages */
  void (*read)(GranularModel &, RestartFile &, const std::string &where);

  /** Null if the release has no such sub-model, or the law has none. */
  const Word *find(int kind, const std::string &name) const;
};

/** K_t, over the contact radius, of two grains of the material. */
double kt_of_material(const GranularModel &);

/** The release at hand. */
extern const GranularRelease &GRANULAR_OF_HOST;

} // namespace DCM_NS

#endif
