// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * A wall may have something of its own beside the material of an atom type: a law, options, and
 * parameters. docs/lammps/fix_wall_dcm.md has the keywords. */
#ifndef DCM_LAMMPS_WALL_SETTINGS_H
#define DCM_LAMMPS_WALL_SETTINGS_H

#include "pair_settings.h"

#include "common/law_source.h"

#include "pointers.h"

#include <memory>
#include <string>
#include <vector>

namespace DCM_NS {

class WallSettings : protected LAMMPS_NS::Pointers {
public:
  /** @param here beginning of messages */
  WallSettings(LAMMPS_NS::LAMMPS *lmp, const std::string &here);
  ~WallSettings() override;

  /** Each reads a keyword and what belongs to it, or, of the law, a word (common/law_source.h), and
   * stops if that makes no sense.
   * @return index of the next argument */
  int read_law(int next, int narg, char **arg);
  int read_word(int next, int narg, char **arg);
  int read_coeff(int next, int narg, char **arg);

  /** Whether the law is another than that of the pair style, by name at least. */
  bool has_law() const {
    return own_source != nullptr;
  }

  /** Takes the settings that the pair style has now, and over them those of the wall. The types of
   * atoms keep their numbers; the wall is one more material.
   * @param grains of the pair style, or null; then there must be a law
   * @param type   the atom type whose material the wall is of */
  void combine(const PairSettings *grains, int type);

  /** From combine on. */
  const dcm_settings *get() const {
    return combined.get();
  }
  const dcm_model *model() const {
    return dcm_settings_model(combined.get());
  }

  /** The path of the library of the law; empty for laws of dcm. */
  const std::string &library() const;

  /** The number of the wall among the materials. */
  int material() const;

  /** Pairs of types that nobody gave parameters for are not in use. */
  LawPointer make_law() const;

private:
  struct Coefficient {
    dcm_range i, j;
    LawWord word;
    std::string where; // it was given
  };

  const std::string here;
  std::shared_ptr<LawSource> own_source; // or none: the law is that of the pair style
  const dcm_model *own_model = nullptr;
  std::vector<LawWord> options;
  std::vector<Coefficient> coefficients;

  std::shared_ptr<LawSource> source;
  SettingsPointer combined;

  dcm_range read_materials(const char *word) const;
  std::string message_of(const dcm_error &reason) const;
  bool is_own(const char *parameter) const;
  void take_types(const dcm_settings *grains, dcm_settings *types) const;
  void extend(const dcm_settings *types, int type);
  void set(dcm_settings *settings, const Coefficient &coefficient) const;
  bool is_parameter(const LawWord &word) const;
  bool is_of_types(const Coefficient &coefficient) const;
  void choose(const LawWord &option);
  static bool is_of_same(const Coefficient &, const Coefficient &);
};

} // namespace DCM_NS

#endif
