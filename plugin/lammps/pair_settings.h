// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * The settings of a dcm pair style: law, options and parameters, given by commands, by restart
 * files and by fix adapt. */
#ifndef DCM_LAMMPS_PAIR_SETTINGS_H
#define DCM_LAMMPS_PAIR_SETTINGS_H

#include "pointers.h"

#include "common/host.h"
#include "common/owners.h"

#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace DCM_NS {

class LawSource;
class RestartFile;
struct LawWord;

/** Way in which pairs are gone through. */
struct PairLoop {
  bool is_plain = false; // every pair is looked at in each step
  int threads = 1;

  /** The keywords of pair_style about it, "loop" and "threads". */
  static bool is_keyword(const char *word);

  /** Takes such a keyword, which stands first, with its word.
   * @return number of arguments taken: 2 */
  int read_keyword(LAMMPS_NS::LAMMPS *lmp, int narg, char **arg);
};

class PairSettings : protected LAMMPS_NS::Pointers {
public:
  /** @param law the law of a style dcm/<law>; empty for the style dcm, which takes it as argument
   */
  PairSettings(LAMMPS_NS::LAMMPS *lmp, const std::string &law);

  /** Null until a law was named. */
  const dcm_settings *get() const {
    return given.get();
  }
  const dcm_model *model() const {
    return dcm_settings_model(given.get());
  }

  /** For others that compute by the same law: what keeps its library open, and how often it was
   * made anew. */
  std::shared_ptr<LawSource> law_source() const {
    return source;
  }
  unsigned times_made() const {
    return made;
  }

  /** The arguments of pair_style.
   * @param way takes those about how pairs are gone through; may be null if there are no arguments
   * @return whether the law is another one now: what was set for the one before is forgotten */
  bool read_style(int narg, char **arg, PairLoop *way);

  /** The arguments of pair_coeff, of which the first two stand for the types i and j. */
  void read_coeff(int narg, char **arg, dcm_range i, dcm_range j);

  /** Sets a parameter for pairs of types.
   * @return the reason if it is refused, else an empty text */
  std::string set(dcm_range i, dcm_range j, const char *parameter, double value);
  dcm_range all_types() const {
    return {1, dcm_settings_material_count(given.get())};
  }

  /** Chooses a word of an option that the law has. */
  void choose(const char *option, const char *word);

  /** Forgets all parameters. */
  void forget_numbers();

  /** Makes up for a pair_style that stood before the box, when nobody knew the number of types. */
  void complete_after_box();

  /** Stops the run with the parameters that are missing if those of a pair of types are. */
  void require(int i, int j);

  /** The law, made from what was given. Pairs of types whose parameters are incomplete are not in
   * use: which pairs come to this style, the host says later. */
  LawPointer make_law();

  /** A table [i][j] of any parameter of the law, by its keyword, in which fix adapt changes it. */
  void *extract(const char *name, int &dim);

  /** Takes over what was written into the tables that extract gave away.
   * @return whether anything was, and the law must be made anew */
  bool take_adapted();

  /** The law, its library and the options. All ranks read together. */
  void write_style(RestartFile &) const;
  void read_style(RestartFile &);

  /** The parameters of a pair of types. */
  void write_coeff(RestartFile &, int i, int j) const;
  void read_coeff(RestartFile &, int i, int j);

  /** The keywords of pair_coeff that were given for a pair of types, as a line that begins with the
   * types. */
  void write_data(FILE *, const std::string &types, int i, int j) const;

private:
  /** A parameter that a fix may change during a run: what it sees, and what it last saw. */
  struct Adapted {
    std::vector<double> values, known; // [i][j] of (types + 1)^2
    std::vector<double *> rows;        // of the values, as the host wants them
  };

  const std::string fixed_law;
  const Host host;
  std::shared_ptr<LawSource> source;
  SettingsPointer given;
  std::map<uint32_t, Adapted> adapted;
  unsigned made = 0;
  int format_read = 0; // of the restart file

  SettingsPointer create(const dcm_model *model) const;
  void use(std::shared_ptr<LawSource> from, SettingsPointer fresh);
  void read_words(int narg, char **arg, dcm_settings &fresh, PairLoop *way) const;
  void take_of_law(const std::string &name, double value);
  void show(uint32_t parameter, Adapted &seen) const;
};

} // namespace DCM_NS

#endif
