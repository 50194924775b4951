// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * pair_style dcm: any contact law of dcm as a pair style. docs/lammps/pair_dcm.md is its manual
 * page.
 *
 * This class moves numbers between LAMMPS and batches of the runtime and contains no mechanics. */
#ifndef DCM_LAMMPS_PAIR_DCM_H
#define DCM_LAMMPS_PAIR_DCM_H

#include "common/guards.h"
#include "contact_makers.h"
#include "grain_shapes.h"
#include "gran_parameters.h"
#include "guards.h"
#include "host_api.h"
#include "near_lists.h"
#include "pair_contacts.h"
#include "particle_quantities.h"
#include "radii.h"
#include "rigid_masses.h"

#include "atom.h"
#include "pair.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

extern "C" {
#include "runtime/law.h"
#include "runtime/settings.h"
}

namespace DCM_NS {

class ContactColumns;
class FixHistory;
class RestartFile;

class PairDCM : public PairOfAnyRelease, public ContactMaker {
public:
  /** @param law      the law of a style dcm/<law>; empty for the style dcm, which takes it as
   *                 argument
   * @param replaced the style of the host that this one stands for; empty: none. Fix adapt then
   *                 finds nothing, as with the host's, and restart files are the host's */
  PairDCM(LAMMPS_NS::LAMMPS *lmp, const std::string &law, const std::string &replaced = "");
  ~PairDCM() override;

  void compute(int, int) override;
  void settings(int, char **) override;
  void coeff(int, char **) override;
  void init_style() override;
  double init_one(int, int) override;
  void setup() override;
  void finish() override;
  double atom2cut(int) override;
  double radii2cut(double, double) override;
  void reset_dt() override;
  void *extract(const char *, int &) override;
  double single(int, int, int, int, double, double, double, double &) override;

  void write_restart(FILE *) override;
  void read_restart(FILE *) override;
  void write_restart_settings(FILE *) override;
  void read_restart_settings(FILE *) override;

  void write_data(FILE *) override;
  void write_data_all(FILE *) override;

  int pack_forward_comm(int, int *, double *, int, int *) override;
  void unpack_forward_comm(int, int, double *) override;
  int pack_reverse_comm(int, int, double *) override;
  void unpack_reverse_comm(int, int *, double *) override;
  double memory_usage() override;
  const dcm_law *law_in_use() const override;
  std::string account() const override;

  /** For walls, which are made of the materials of a pair style: what the user gave, and, from
   * init_style on, the law made from it. Null before. The law is made anew when a parameter
   * changes. */
  const dcm_settings *contact_settings() const {
    return given().get();
  }
  const PairSettings &settings_given() const {
    return given();
  }
  const dcm_law *contact_law() const {
    return parts.front()->law();
  }

  /** From init_style on: whether that is the law of some types alone. */
  bool has_several_laws() const {
    return parts.size() > 1;
  }

  /** Whether every pair is looked at in each step; walls then look at every grain. */
  bool goes_plainly() const {
    return commons.way.is_plain;
  }

  /** Describes a contact at the present positions and velocities.
   * @param row [columns.count()] filled
   * @return whether the two are in contact */
  bool describe_contact(int i, int j, const ContactColumns &columns, double *row);

  int threads() const {
    return commons.way.threads;
  }

  /** For all contacts, by each_contact. */
  const PairParts &all_parts() const {
    return parts;
  }

protected:
  PairCommons commons;
  PairParts parts;                // at least one
  std::vector<int> part_of_types; // [i][j] of (types + 1)^2; empty: there is one part
  std::shared_ptr<GrainShapes> shapes;

  PairSettings &given() {
    return parts.front()->given;
  }
  const PairSettings &given() const {
    return parts.front()->given;
  }
  PairPart &part_of(int i, int j) {
    return *parts[part_of_types.empty() ? 0 : part_of_types[i * (atom->ntypes + 1) + j]];
  }

  /** Numbers of a contact in the fix that keeps the history. */
  virtual int kept_width() const;

  virtual GrainKinds grains() const {
    return replaced.empty() ? GrainKinds::ANY : GrainKinds::SPHERES;
  }

  /** Makes the laws of all parts, where a run begins. */
  virtual void make_laws();
  std::string name_of_its_own() const;
  void ask_for_energies();

  std::string dummy_id;   // of the fix that keeps the place of history_id
  std::string history_id; // of the fix that keeps the history, once there is a law

  /** Finds history_id for a law, once there is a dummy. */
  virtual void name_history();

  /** Takes the first of some IDs, name(0), name(1) ..., that no other style has. */
  void reserve_history(const std::function<std::string(int)> &name);

  /** The command as messages call it, and the end of those that refuse what the host's own style
   * takes. */
  std::string here() const {
    return "pair_style " + (replaced.empty() ? "dcm" : replaced);
  }
  const char *instead() const {
    return replaced.empty() ? "" : SUFFIX_OFF;
  }

  /** Reports once by which law the style of the host is computed. */
  void report_replacing();

  /** Warns once of units in which masses, lengths and times do not make the unit of force. */
  void report_units();

  /** Reads two ranges of types, the first arguments of pair_coeff. */
  void read_types(char **arg, dcm_range &i, dcm_range &j);

  /** Makes up for a pair_style that stood before the box. */
  void complete_after_box();
  void allocate();

  RestartFile restart_file(FILE *) const;

  /** Write or read which pairs of types are set, and behind each what it has. */
  typedef std::function<void(int i, int j)> OfPair;
  void write_pairs(RestartFile &file, const OfPair &write) const;
  void read_pairs(RestartFile &file, const OfPair &read);

  /** Gives up the fix, and with it all states.
   * @return whether there was one */
  bool drop_history_fix();

  const std::string replaced;

private:
  bool is_reported = false; // what replaces a style of the host, or the units of another style
  FixHistory *fix_history;
  bool keeps_history;
  bool has_setters = false; // see has_setter
  bool is_of_restart =
      false; // what was given stands in a restart file, and no command gave it again
  const LAMMPS_NS::bigint atoms_at_first; // where the style was made; those of a restart file

  std::unique_ptr<ParticleQuantities> of_atoms; // found where a run begins
  bool sends_quantities;                        // to ghosts, not the masses of bodies
  Radii radii;
  NearLists near_lists;
  double dt;
  RunAccount run_account;
  std::vector<unsigned char>
      pairs_here; // [(i - 1) * types + j - 1], i <= j: whether they come to this style
  ContactGuard guard;
  CreepWatch creep_watch;

  void make_contacts();
  void adopt_law();
  void look_at_atoms();
  void guard_contacts();
  void consider_contacts(SafeStep &safe);
  void watch_creep();
  void add_dummy();
  void make_history_fix();

  void tally(const dcm_evaluated &contacts);
  void tally_centroid(int i, int j, const double *r, const double *f);
};

// ------------------------------------------------- pair styles, for commands that name one

/** The dcm pair styles that have a law, in the order in which they are computed. */
std::vector<PairDCM *> list_dcm_pairs(LAMMPS_NS::LAMMPS *lmp);

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
