// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * The sub-models of the host's granular styles and their numbers, as its commands and restart files
 * and its granular walls have them, and what they are for the law granular. */
#ifndef DCM_LAMMPS_GRANULAR_MODEL_H
#define DCM_LAMMPS_GRANULAR_MODEL_H

#include "common/owners.h"

#include <string>
#include <vector>

namespace LAMMPS_NS {
class LAMMPS;
}

namespace DCM_NS {

class PairSettings;
class RestartFile;

const char *const KINDS_IN_WORDS[] = {"normal",  "damping",  "tangential",
                                      "rolling", "twisting", "heat"};
/** NULL, to the host. */
const double NOT_GIVEN = -1.0;

/** Sub-models and their numbers, in the order of the commands. */
struct GranularModel {
  enum Kind { NORMAL, DAMPING, TANGENTIAL, ROLLING, TWISTING, HEAT, KINDS };
  struct SubModel {
    std::string name;
    std::vector<double> numbers;
  };
  SubModel of[KINDS];
  bool limit_damping = false;
  bool is_mixed = false; // of two materials; Young's modulus then is E* of the pair

  /** The host's defaults; no normal and no tangential sub-model. */
  GranularModel();

  /** Whether a word is the name of a normal sub-model that the law has. */
  static bool is_normal(const std::string &word);

  /** Reads what stands next: the normal sub-model, another one behind its keyword, or
   * limit_damping. The normal one stands first, and in releases before 2023 anywhere.
   * @param where beginning of messages
   * @return number of words taken; 0 if the first is none of these */
  int read_next(LAMMPS_NS::LAMMPS *lmp, const std::string &where, int narg, char **arg);

  /** After the last word: stops the run if a sub-model is missing, or a number is out of range.
   * @param at_wall whether the command is that of a wall */
  void complete(LAMMPS_NS::LAMMPS *lmp, const std::string &where, bool at_wall = false);

  /** Stops the run with what the law says if it cannot be composed so. */
  void try_law(LAMMPS_NS::LAMMPS *lmp, const std::string &where) const;

  /** Whether the sub-models of two types are alike, so that the host mixes their numbers.
   * @param unlike receives the names of the first two that are not */
  static bool are_alike(const GranularModel &a, const GranularModel &b, std::string &unlike);

  /** The host's model of a pair of types, from those of the two. */
  static GranularModel mix(const GranularModel &a, const GranularModel &b);

  /** Sets the options of the law. */
  void choose(PairSettings &settings) const;

  /** Sets its numbers for pairs of types.
   * @return the reason if one is refused, else an empty text */
  std::string give(PairSettings &settings, dcm_range i, dcm_range j) const;

  /** Whether one law with the same options computes both. */
  bool has_options_of(const GranularModel &other) const;

  bool is_of_material() const;
  /** Whether the state is the tangential spring of mindlin, whose stiffness is over the contact
   * radius. */
  bool keeps_mindlin_spring() const;
  bool is_rescaled() const;
  /** Whether the normal force, elastic or of damping, has the radius of the contact. */
  bool has_contact_radius() const {
    return of[NORMAL].name != "hooke" || of[DAMPING].name == "viscoelastic";
  }
  bool is_jkr() const {
    return of[NORMAL].name == "jkr";
  }
  bool rolls() const {
    return of[ROLLING].name != "none";
  }
  bool twists() const {
    return of[TWISTING].name != "none";
  }
  bool conducts() const {
    return of[HEAT].name != "none";
  }

  /** The numbers that the host's styles keep of a contact for a sub-model, as components of the
   * law's state; NOTHING for a number without a meaning. */
  enum { NOTHING = -1, TOUCHES = -2 };
  std::vector<int> saved(Kind kind) const;

  /** Factors of the components of a state when the host's styles see the contact from its other
   * side: all change their sign but the contact radius. The law's stretches of rolling and twisting
   * keep their sign, being the same from both sides. */
  static std::vector<double> factors_of_swap();

  // ------------------------------------------- of walls, as fix wall/gran granular names them

  /** Whether the law has the sub-models that the arguments from the one after "granular" on name,
   * of the release at hand. It has not: mdr, and jkr of releases before 2023, whose walls let go at
   * a distance of no meaning. */
  static bool has_wall(int narg, char **arg);

  /** Reads them and gives them to the law.
   * @return number of arguments taken: up to the first that is no word of a sub-model */
  int read_wall(LAMMPS_NS::LAMMPS *lmp, const std::string &where, PairSettings &settings, int narg,
                char **arg);

  /** The numbers that the host's restart files have of a contact; TOUCHES for one that is 1 while
   * there is a contact. */
  std::vector<int> saved_of_wall() const;

private:
  int read(LAMMPS_NS::LAMMPS *lmp, const std::string &where, Kind kind, int narg, char **arg);
};

/** The differences between releases in the host's granular styles: sub-models and their words,
 * numbers that the host makes of those of its commands, and restart files. A new format is a table
 * more in granular_release.cpp. */
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
