// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * The sub-models of the host's granular styles and their numbers, as its commands and restart files
 * and its granular walls have them, and what they are for the law granular. */
#ifndef DCM_LAMMPS_GRANULAR_MODEL_H
#define DCM_LAMMPS_GRANULAR_MODEL_H

#include "granular_release.h"

#include <string>
#include <vector>

namespace DCM_NS {

class PairSettings;

class GranularModel {
public:
  typedef SubModels::Kind Kind;
  static constexpr Kind NORMAL = SubModels::NORMAL, DAMPING = SubModels::DAMPING,
                        TANGENTIAL = SubModels::TANGENTIAL, ROLLING = SubModels::ROLLING,
                        TWISTING = SubModels::TWISTING, HEAT = SubModels::HEAT,
                        KINDS = SubModels::KINDS;

  /** The host's defaults; no normal and no tangential sub-model. */
  GranularModel();

  /** Whether a word is the name of a normal sub-model that the law has. */
  static bool is_normal(const std::string &word);

  /** Reads the normal sub-model that stands first.
   * @param where beginning of messages
   * @return number of words taken */
  int read_normal(LAMMPS_NS::LAMMPS *lmp, const std::string &where, int narg, char **arg);

  /** Reads another sub-model after its keyword, or limit_damping.
   * @return number of words taken; 0 if the first is none of these keywords */
  int read_keyword(LAMMPS_NS::LAMMPS *lmp, const std::string &where, int narg, char **arg);

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

  /** Sets its numbers for a pair of types, or for all of them.
   * @return the reason if one is refused, else an empty text */
  std::string give(PairSettings &settings, int i, int j) const;
  std::string give_all(PairSettings &settings) const;

  /** Whether one law with the same options computes both. */
  bool has_options_of(const GranularModel &other) const;

  bool is_jkr() const {
    return model.of[NORMAL].name == "jkr";
  }
  bool is_rescaled() const;

  /** Whether the normal force, elastic or of damping, has the radius of the contact. */
  bool has_contact_radius() const {
    return model.of[NORMAL].name != "hooke" || model.of[DAMPING].name == "viscoelastic";
  }
  /** Makes tangential mindlin_classic linear_history_classic, as pair_style granular/superellipsoid
   * reads its word classic where there is no such radius. */
  void use_classic_without_radius();

  const SubModels &sub_models() const {
    return model;
  }
  bool rolls() const {
    return model.of[ROLLING].name != "none";
  }
  bool twists() const {
    return model.of[TWISTING].name != "none";
  }

  bool conducts() const {
    return model.of[HEAT].name != "none";
  }

  /** The numbers that the host's styles keep of a contact for a sub-model, as components of the
   * law's state; -1 for one without a meaning. */
  std::vector<int> saved(Kind kind) const;

  /** Factors of the components of a state when the host's styles see the contact from its other
   * side: all change their sign but the contact radius. The law's stretches of rolling and twisting
   * keep their sign, being the same from both sides. */
  static std::vector<double> factors_of_swap();

  /** Restart files have a model in the host's own format. All ranks read together. */
  void write(FILE *fp) const {
    GRANULAR_OF_HOST.write(model, fp);
  }
  void read(LAMMPS_NS::LAMMPS *lmp, const std::string &where, FILE *fp) {
    GRANULAR_OF_HOST.read(model, lmp, where, fp);
  }

private:
  SubModels model;

  int read_sub_model(LAMMPS_NS::LAMMPS *lmp, const std::string &where, Kind kind, int narg,
                     char **arg);
  template <class Setter>
  std::string give_to(Setter set_one) const;
};

/* --- The sub-models of the host's granular walls, as fix wall/gran granular names them, for the
 * law granular. */

class GranularArguments {
public:
  /** Whether the law has the sub-models that the arguments from the one after "granular" on name,
   * of the release at hand. It has not: mdr, and jkr of releases before 2023, whose walls let go at
   * a distance of no meaning. */
  static bool are_ours(int narg, char **arg);

  /** Reads them and gives them to the law.
   * @param where beginning of messages
   * @return number of arguments taken: up to the first that is no word of a sub-model */
  int read(LAMMPS_NS::LAMMPS *lmp, const std::string &where, PairSettings &settings, int narg,
           char **arg);

  /** Components of a state of the law that the host's restart files have, in their order; NOTHING
   * for a number that means nothing, TOUCHES for one that is 1 while there is a contact. */
  enum { NOTHING = -1, TOUCHES = -2 };
  std::vector<int> saved() const;

  bool conducts() const {
    return model.conducts();
  }

private:
  GranularModel model;
};

} // namespace DCM_NS

#endif
