// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * The law of the walls of a fix, the material that they are made of, and the quantities that they
 * have for the law. The law is that of a dcm
 * pair style and the material an atom type, unless the walls have some of their own
 * (wall_settings.h). */
#ifndef DCM_LAMMPS_WALL_LAW_H
#define DCM_LAMMPS_WALL_LAW_H

#include "command_words.h"
#include "pair_dcm.h"
#include "wall_settings.h"

#include "common/restart_file.h"

#include "pointers.h"

#include <memory>
#include <string>
#include <vector>

namespace DCM_NS {

class WallLaw : protected LAMMPS_NS::Pointers {
public:
  /** @param here beginning of messages
   * @param type the atom type whose material the walls are of */
  WallLaw(LAMMPS_NS::LAMMPS *lmp, const std::string &here, int type);

  /** Reads the atom type, the first argument of a fix. */
  static int read_type(LAMMPS_NS::LAMMPS *lmp, int narg, char **arg);

  /** Has the law made from these settings and from no pair style, as fix wall/gran needs it.
   * @param settings outlive this */
  void make_from(PairSettings *settings) {
    alone = settings;
  }

  /** Reads the keyword style, law or coeff with its arguments.
   * @return index of the next argument, or -1 if arg[next] is another word */
  int read_keyword(int next, int narg, char **arg);

  /** Whether a word is for the law: it has a =, or a law that the walls may have calls an option or
   * a parameter of the whole law so. */
  bool has_word(const char *word) const;

  /** Reads a word of the law. @return index of the next argument */
  int read_word(int next, int narg, char **arg);

  /** Stops because of a word that is no keyword.
   * @param keywords those that there are
   * @param hint     end of the message */
  [[noreturn]] void refuse_keyword(const std::string &word, const Keywords &keywords,
                                   const std::string &hint) const;

  /** Finds the law, and takes it for that of all states: when all arguments are read. */
  void begin();

  /** Finds the law again, where a run begins.
   * @return whether it is another one now, so that contacts must begin anew */
  bool renew();

  /** Finds out which atom types may touch the walls; stops if there are grains of another one. */
  void check_materials(int groupbit);

  /** Why the law has no parameters for an atom type and the walls; empty if it has. */
  const std::string &lacking(int atom_type) const {
    return reasons[atom_type];
  }

  /** From begin on. */
  const dcm_settings *settings() const;
  const dcm_model *model() const {
    return dcm_settings_model(settings());
  }

  /** From renew on. The law follows what fix adapt changes for the grains where the walls have
   * nothing else. */
  const dcm_law *present();

  /** The number of the walls among the materials of the law. */
  int material() const {
    return own ? own->material() : type;
  }
  int atom_type() const {
    return type;
  }

  /** Whether the walls have a law, options or coefficients of their own. */
  bool has_own() const {
    return own != nullptr;
  }

  /** Whether all grains are to be looked at, one by one. */
  bool goes_plainly() const;

  int state_width() const {
    return width;
  }

  /** Whether there is something to remember of a contact. */
  bool keeps_states() const {
    return keeps;
  }

  /** Describes the law in the record of a restart file. */
  void describe(WallRecord &record) const;

  /** Lines of the block of the log that says by what contacts are computed. */
  std::string account(const std::string &title) const;

private:
  const std::string here;
  const int type;
  PairChoice choice; // of the keyword style
  PairSettings *alone = nullptr;
  PairDCM *pair = nullptr;
  std::unique_ptr<WallSettings> own; // or none
  LawPointer made;                   // of what the walls have alone or of their own, from renew on
  unsigned made_of = 0;              // how often the law of the pair style had been made then
  std::vector<std::string> reasons;  // of lacking

  // The law that states belong to. The pair style may be gone between runs.
  std::string id;
  int history_version = 0, width = 0;
  bool keeps = false;

  WallSettings &begin_own();
  void find();
};

/** The quantities that walls have for their law, as a temperature: numbers or variables. */
class WallQuantities : protected LAMMPS_NS::Pointers {
public:
  /** @param here beginning of messages */
  WallQuantities(LAMMPS_NS::LAMMPS *instance, const std::string &beginning)
      : Pointers(instance), here(beginning) {}

  /** Reads what the walls have of a quantity: a number, or v_ and the name of a variable.
   * @param where the keyword, for messages */
  void read(const std::string &where, const std::string &name, const char *word);

  /** Sets the values for a law. Stops if the law does not read a quantity that was given. */
  void find(const dcm_model *model);

  /** Whether no value is that of a variable. */
  bool are_constant() const {
    for (const Given &given : all_given)
      if (!given.variable.empty())
        return false;
    return true;
  }

  /** Brings values to those that variables have in this step. */
  void follow_variables();

  /** In the order of the law. */
  std::vector<double> values;
  std::vector<double> added; // to each quantity in this step

private:
  struct Given {
    std::string name, word;
    double value;
    std::string variable; // empty: the value is a constant
  };
  const std::string here;
  std::vector<Given> all_given;
  const dcm_model *model = nullptr;

  [[noreturn]] void refuse_default(const dcm_quantity &quantity) const;
};

} // namespace DCM_NS

#endif
