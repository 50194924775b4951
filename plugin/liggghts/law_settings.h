// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * The input of a model dcm, for pairs or for a wall: the law and its options by the words after the
 * model, its parameters by fixes property/global. */
#ifndef DCM_LIGGGHTS_LAW_SETTINGS_H
#define DCM_LIGGGHTS_LAW_SETTINGS_H

#include "pointers.h"
#include "update.h"

#include "common/host.h"
#include "common/owners.h"

#include <cstdio>
#include <memory>
#include <set>
#include <string>

namespace DCM_NS {

/** Time and number of the step that is being made, or was made last. */
inline dcm_clock clock_of(const LAMMPS_NS::Update &update) {
  dcm_clock clock = {};
  clock.time = update.get_cur_time();
  clock.step = update.ntimestep;
  return clock;
}

class LawSource;
class Watch;

/** LIGGGHTS as the parts that adapters share see it. */
Ranks ranks_of(LAMMPS_NS::LAMMPS *lmp);
Host host_of(LAMMPS_NS::LAMMPS *lmp);

class LawSettings : protected LAMMPS_NS::Pointers {
public:
  /** @param command that all messages begin with: "pair_style gran"
   *  @param law of a model dcm/<law>; empty for the model dcm, whose words name it */
  LawSettings(LAMMPS_NS::LAMMPS *lmp, const std::string &command, const std::string &law);
  ~LawSettings() override;
  LawSettings(const LawSettings &) = delete;
  LawSettings &operator=(const LawSettings &) = delete;

  /** The property of a parameter. */
  static const char *property_name(const char *parameter);

  /** The words after the model: [law NAME [library FILE]] [OPTION WORD]... */
  void read(int narg, char **arg);

  /** In restart files, after the host's own number of the model. */
  void write_restart(FILE *) const;
  void read_restart(FILE *);

  /** Null until one was named. */
  const dcm_model *model() const {
    return given ? dcm_settings_model(given.get()) : nullptr;
  }

  /** The law, with the parameters that the fixes have now. Warns of properties that look misspelt,
   * of each once.
   * @param of_pairs of a wall: the settings of pairs, which have warned already; or null */
  LawPointer make_law(const LawSettings *of_pairs);

  /** From make_law on: lines of the block of the log that says by what contacts are computed.
   * @param title whose contacts
   * @param like  those of pairs, or null: what is the same is not reported again */
  std::string account(const std::string &title, const LawSettings *like) const;

  /** From make_law on, of a wall: warns if pairs have another law, or other options. */
  void compare(const LawSettings &of_pairs);

  /** Lengthens the host's pages to keep so many numbers of each contact, where they are too short:
   * with the command, for a restart fills them before a run begins. */
  void make_room(int columns) const;

  /** Stops where the pages were made too short since. Where a run begins. */
  void check_room(int columns) const;

  /** Has the host look at grains and walls as far apart as a contact of the law can be; stops where
   * the neighbor skin is too small. Where a run begins. */
  void widen_lists(const dcm_law &) const;

  /** The command and the model, as messages call them. */
  const std::string &called() const {
    return name;
  }

  /** The watch of this simulation. */
  std::shared_ptr<Watch> watch() const;

  /** Ends the run with a sentence: all ranks together, or the one that calls it. */
  void stop(const std::string &text) const;
  void stop_alone(const std::string &text) const;

private:
  const std::string name, fixed_law;
  Host host;
  std::shared_ptr<LawSource> source;
  SettingsPointer given;    // for one material: how many there are is known when the law is made
  SettingsPointer complete; // from then on
  std::string warned;       // of what differs from that of pairs
  std::set<std::string> misspelt; // properties that were warned of

  std::string here() const {
    return name + ": ";
  }
  void read_words(int narg, char **arg);
  void open(const std::string &law, const std::string &library);
  void stop_for_quantities() const;
  bool uses_quantities(uint32_t one_more) const;
  void refuse_quantities() const;
  std::string meant_by(const std::string &property) const;
  void warn_of_properties(const LawSettings *of_pairs);
  void take_parameter(uint32_t index, dcm_settings &of_all) const;
  void set(dcm_settings &of_all, uint32_t i, uint32_t j, const char *parameter, double value,
           const char *property) const;
};

} // namespace DCM_NS

#endif
