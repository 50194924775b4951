// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * Differences between releases of LAMMPS in their granular styles: sub-models and their words,
 * numbers that the host makes of those of its commands, and restart files. A new format is a table
 * more in granular_release.cpp. */
#ifndef DCM_LAMMPS_GRANULAR_RELEASE_H
#define DCM_LAMMPS_GRANULAR_RELEASE_H

#include "pointers.h"

#include <cstdio>
#include <string>
#include <vector>

namespace DCM_NS {

/** Sub-models and their numbers, in the order of the commands. */
struct SubModels {
  enum Kind { NORMAL, DAMPING, TANGENTIAL, ROLLING, TWISTING, HEAT, KINDS };
  struct SubModel {
    std::string name;
    std::vector<double> numbers;
  };
  SubModel of[KINDS];
  bool limit_damping = false;
  bool is_mixed = false; // of two materials; Young's modulus then is E* of the pair

  bool is_of_material() const;
  /** Whether the state is the tangential spring of mindlin, whose stiffness is over the contact
   * radius. */
  bool keeps_mindlin_spring() const;
};

const char *const KINDS_IN_WORDS[] = {"normal",  "damping",  "tangential",
                                      "rolling", "twisting", "heat"};
/** NULL, to the host. */
const double NOT_GIVEN = -1.0;

struct GranularRelease {
  struct Word {
    const char *name;
    std::vector<const char *> numbers;
    int number = 0; // in restart files, where they have numbers for words
  };
  std::vector<Word> words[SubModels::KINDS];
  /** The law's parameter that has the number of damping tsuji and coeff_restitution. */
  const char *restitution;
  /** Numbers of a contact for twisting. The first is the angle. */
  int twist_width;

  /** Called when all words are read. */
  void (*complete)(SubModels &, bool at_wall);
  /** K_n of a material. */
  double (*kn)(const SubModels &);
  /** The modulus of two materials that are mixed, which stands in the place of Young's. */
  double (*mix_modulus)(const SubModels &, const SubModels &);
  void (*write)(const SubModels &, FILE *);
  /** All ranks read together. */
  void (*read)(SubModels &, LAMMPS_NS::LAMMPS *, const std::string &where, FILE *);

  /** Null if the release has no such sub-model, or the law has none. */
  const Word *find(int kind, const std::string &name) const;
};

/** K_t, over the contact radius, of two grains of the material. */
double kt_of_material(const SubModels &);

/** The release at hand. */
extern const GranularRelease &GRANULAR_OF_HOST;

} // namespace DCM_NS

#endif
