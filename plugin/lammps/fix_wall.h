// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * What fix wall/dcm and fix wall/dcm/region have in common: everything but where the walls are and
 * how they move.
 *
 * A wall is made of the material of an atom type; the law and its parameters are those of the dcm
 * pair style, unless it has some of its own. Like PairDCM this class moves numbers between LAMMPS
 * and src/contacts, and contains no mechanics. */
#ifndef DCM_LAMMPS_FIX_WALL_H
#define DCM_LAMMPS_FIX_WALL_H

#include "common/guards.h"
#include "contact_columns.h"
#include "dcm_pairs.h"
#include "host_api.h"
#include "near_wall.h"
#include "particle_quantities.h"
#include "rigid_masses.h"
#include "run_account.h"
#include "wall_contacts.h"
#include "wall_settings.h"

#include <memory>
#include <set>
#include <string>
#include <vector>

extern "C" {
#include "contacts/wall_list.h"
#include "contacts/wall_step.h"
#include "runtime/law.h"
}

namespace DCM_NS {

class PairDCM;

/** What compute dcm/contact/local tells of contacts with walls: a row for each. */
struct WallRows {
  std::shared_ptr<ContactColumns> columns; // null: nobody asks
  std::vector<int> atoms;                  // [row]
  std::vector<double> numbers;             // [row][column]
};

class FixWall : public LAMMPS_NS::Fix, public QuantityUser, public ContactMaker {
public:
  ~FixWall() override;

  int setmask() override;
  void init() override;
  void setup(int) override;
  void post_force(int) override;
  double compute_vector(int) override;

  void grow_arrays(int) override;
  void copy_arrays(int, int, int) override;
  void set_arrays(int) override;
  int pack_exchange(int, double *) override;
  int unpack_exchange(int, double *) override;
  int pack_restart(int, double *) override;
  void unpack_restart(int, int) override;
  int size_restart(int) override;
  int maxsize_restart() override;
  void write_restart(FILE *) override;
  void restart(char *) override;
  double memory_usage() override;
  const dcm_law *law_in_use() const override {
    return law;
  }
  std::string account() const override;

  /** Has rows of all contacts made in each step from now on, with the columns of the law that the
   * walls have now. */
  const WallRows &tell_contacts();

protected:
  /** Reads the wall type; what follows it is up to the class that derives from this one. */
  FixWall(LAMMPS_NS::LAMMPS *lmp, int narg, char **arg);

  /** Walls of a type that no argument tells, for a class with a law of its own. */
  FixWall(LAMMPS_NS::LAMMPS *lmp, int narg, char **arg, int type);

  /** Where the law comes from: a dcm pair style, unless a class that derives from this one has
   * another. find_law looks it up, also again where a run begins; the others give what it is then,
   * the law itself from init on, and whether it goes through grains one by one. */
  virtual void find_law();
  virtual const dcm_settings *law_settings() const;
  virtual const dcm_law *present_law();
  virtual bool goes_plainly() const;

  /** Reads the keyword contacts.
   * @return the index of the next argument, or -1 if arg[next] is another word */
  int read_contacts_keyword(int next, char **arg);

  /** Reads a keyword that all walls of a dcm pair style have, and its arguments, or a word of the
   * law (common/law_words.h).
   * @param others keywords that walls of this kind have beside them: not the law's either
   * @return the index of the next argument, or -1 if arg[next] is neither */
  int read_word(int next, int narg, char **arg, const std::set<std::string> &others);

  /** Reads what the wall has of a quantity: a number, or v_ and the name of a variable.
   * @param where the keyword, for messages */
  void read_quantity(const std::string &where, const std::string &name, const char *word);

  /** Stops because of a word that is no keyword.
   * @param others keywords that there are beside the common ones, each with ", " after it */
  [[noreturn]] void refuse_keyword(const std::string &word, const std::string &others,
                                   const std::string &hint) const;

  /** To be called when all arguments are read.
   * @param slots number of walls that a grain can touch at the same time */
  void prepare(int slots);

  /** Changes the number of walls that a grain can touch. Contacts begin anew. */
  void change_slots(int slots);

  /** Brings the walls to where they are at this step. */
  virtual void move_walls() {}

  /** The walls whose nearest point is closer to the centre of grain i than cutoff. */
  virtual void find_walls(int i, double cutoff, std::vector<NearWall> &near) = 0;

  /** Whether any wall, seen from either side and with none of its parts left out, is closer to the
   * centre of grain i than cutoff. What is near after grain and walls have moved by d together was
   * so before, within cutoff + d. */
  virtual bool is_near(int i, double cutoff) = 0;

  /** A length that grows by no less than any point of the walls moves; infinite if that is not
   * known. */
  virtual double path() const = 0;

  /** Where the walls are and of what kind, in words: a restart file tells by them whether the
   * states that it holds are of these walls. What may change on the way is not in them. */
  virtual std::string describe() const = 0;

  /** Whether the surface of a wall that grain i touched at the step before, and touches no more,
   * goes on in another one, so that its contact does. */
  virtual bool goes_on(int, int, const NearWall &) {
    return false;
  }

  /** Whether the row of a grain that touches several walls is that of the last one, as with the
   * host's own fixes, and not of all. */
  virtual bool shows_last_contact() const {
    return false;
  }

  /** A quantity of the law of which the row of a grain shows what its contact adds, behind all
   * else; -1: none. */
  virtual int shown_quantity() const {
    return -1;
  }

  /** How the walls move, as numbers for restart files. */
  virtual std::vector<double> motion() const {
    return {};
  }
  virtual void restore_motion(const std::vector<double> &) {}

  /** The states of contacts, with the atoms: for those who write them elsewhere. */
  WallContacts &states_of_atoms() {
    give_back();
    return states;
  }
  int state_width() const {
    return width;
  }

  /** "fix wall/dcm: ", the beginning of messages. */
  std::string here() const {
    return std::string("fix ") + style + ": ";
  }

private:
  struct ListDeleter {
    void operator()(dcm_wall_list *l) const {
      dcm_wall_list_destroy(l);
    }
  };
  struct StepperDeleter {
    void operator()(dcm_wall_stepper *s) const {
      dcm_wall_stepper_destroy(s);
    }
  };

  int wall_type;
  PairChoice choice; // of the keyword style
  PairDCM *pair;
  const dcm_law *law;
  std::unique_ptr<WallSettings> own; // or none
  LawPointer own_law;                // of these, from init on
  unsigned made_of = 0;              // which law of the pair style it was made with
  std::string law_id;                // of the law that the states belong to
  int history_version;               // of that law
  int width;                         // of a state
  bool keeps_states;

  // The states of contacts are in the list; with the atoms where these may change places, or be
  // written.
  std::unique_ptr<dcm_wall_list, ListDeleter> list;
  std::unique_ptr<dcm_wall_stepper, StepperDeleter> stepper;
  WallContacts states;
  bool is_listed;
  // The grains that the list goes through: those of the group that are close.
  std::vector<dcm_wall_particle> listed;
  std::vector<double> cutoffs; // of these
  struct BentWall {
    double wall, circle; // radius_for of a wall with this radius; it takes powers
  };
  std::vector<BentWall> bent; // the last that each of them was near
  bool may_change;            // whether the host may change their radii, masses, or the law
  std::vector<NearWall> nearby;

  // Grains that may touch a wall before grain and wall have moved by the margin together, by type.
  std::vector<int> close;
  std::vector<double> place_then; // of all grains when they were found
  double path_then;
  int grains_then;
  double margin;
  double allowance;     // part of the margin that the walls may use up, and grains do not
  bool is_of_host_list; // whether they were found when the host made its lists
  bool is_pruned;       // whether some grains were left out

  LAMMPS_NS::bigint set_up_until = -1; // last step of the run that was set up last
  RigidMasses masses;
  RunAccount run_account;
  ContactGuard guard;
  std::vector<std::string>
      lacking; // of each type: why the law has no parameters for it and the wall

  ParticleQuantities of_atoms;
  struct GivenQuantity {
    std::string name, word;
    double value;
    std::string variable; // which has the value; empty: the value is a constant
  };
  std::vector<GivenQuantity> given_quantities; // of the wall
  std::vector<double> quantities;              // likewise, in the law's order
  std::vector<double> added;                   // to them in this step

  enum class Curvature { OF_LAW, PRINCIPAL, MEAN };
  Curvature curvature = Curvature::OF_LAW; // of walls on which the contact is an ellipse

  dcm_wall_sums on_walls;
  std::vector<double> total;     // the global vector
  std::vector<int> is_extensive; // of its numbers
  bool is_summed;
  bool is_registered; // for the life of atoms
  WallRows rows;
  const dcm_model *law_of_rows = nullptr;

  std::string whole_description() const;
  PairDCM *find_pair() const;
  const dcm_model *model() const;
  int wall_material() const;
  void begin_own();
  int common_keyword(int next, int narg, char **arg);
  int read_curvature(int next, int narg, char **arg);
  void find_quantities();
  void shape_vector();
  void follow_variables();
  int columns() const;
  bool is_option(const char *word) const;
  void adopt_law();
  void check_materials();
  void find_close();
  bool close_hold() const;
  bool host_checks_every_step() const;
  void guard_contacts();
  void consider_contacts(SafeStep &safe);
  void see_overlaps();
  double cutoff_of(int i) const;
  double reach_at(int i, double wall_radius) const;
  void make_list();
  void give_back();
  void describe_grains();
  void look();
  void visit(size_t n);
  double radius_for(size_t n, const NearWall &wall);
  bool takes_ellipse() const;
  bool is_nearby(uint32_t number) const;
  bool hand_over(int i, uint32_t contact);
  void check_new(uint32_t contact) const;
  void evaluate();
  void stop(const dcm_wall_fault &fault) const;
  void tally(const dcm_walls_evaluated &contacts);
  void store_row(const dcm_walls_evaluated &contacts, uint32_t k);
  void tell_row(const dcm_walls_evaluated &contacts, uint32_t k);
  void clear_rows(int first, int last);
};

} // namespace DCM_NS

#endif
