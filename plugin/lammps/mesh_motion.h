// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * The motions of fix wall/dcm/mesh: what the user prescribes, by numbers, variables and tables.
 * Each carries the body as the motions before it left it. A servo comes last. */
#ifndef DCM_LAMMPS_MESH_MOTION_H
#define DCM_LAMMPS_MESH_MOTION_H

#include "command_words.h"
#include "wall_shape.h"

#include "pointers.h"

#include <cmath>
#include <string>
#include <vector>

extern "C" {
#include "contacts/step.h"
#include "surface/movement.h"
}

namespace DCM_NS {

class MeshMotion : protected LAMMPS_NS::Pointers {
public:
  /** @param here beginning of messages */
  MeshMotion(LAMMPS_NS::LAMMPS *instance, const std::string &here);
  ~MeshMotion() override;
  MeshMotion(const MeshMotion &) = delete;
  MeshMotion &operator=(const MeshMotion &) = delete;

  /** Reads the keyword motion. */
  void read(WordReader &words);

  /** Adds a part whose course others set, behind all that there are.
   * @return its number */
  uint32_t add_given(dcm_part_kind kind, const double *axis, const double *origin);
  dcm_movement_part &part(uint32_t number) const {
    return motion.parts[number];
  }

  bool rests() const {
    return motion.count == 0;
  }

  /** Looks for the variables, where a run begins; stops if there is none of that name. */
  void find_variables() const;

  /** To be called when the time step has changed. */
  void follow_time_step() {
    clock.follow(*update);
  }

  /** Where the body is at this step. */
  dcm_rigid pose();

  /** The first part that turns; null if there is none. */
  const dcm_movement_part *first_turn() const;
  /** Angle by which that part has turned the body by now, in radians. */
  double angle() const;

  /** The motions, in words. */
  std::string describe() const;

  /** Time, and the courses that variables had at the last step, for restart files. */
  void pass(SavedNumbers &numbers);

private:
  /** A part whose course is that of a variable. */
  struct Follower {
    uint32_t part;
    std::string course, rate; // names of variables; one of them empty: it follows from the other
    double step;              // at which they were asked for last; negative: never
  };

  const std::string here;
  dcm_movement motion = {};
  std::vector<Follower> followers;
  WallClock clock;

  void add(dcm_movement_part *part);
  void add_formula(WordReader &words, dcm_movement_part part);
  void add_follower(dcm_movement_part part, const std::string &course, const std::string &rate);
  void read_period(WordReader &words, const std::string &kind, dcm_movement_part &part);
  void read_rotation(WordReader &words);
  void read_variables(WordReader &words);
  void read_table(WordReader &words);
  std::string read_variable(WordReader &words, const std::string &what);
  bool is_summed(uint32_t part) const;
  void ask_variables();
};

} // namespace DCM_NS

/* --- A body that presses with a force along an axis, or turns with a torque about one: it moves as
 * a plate without mass that the goal pushes and a damper holds. The damper of a strength 2 sqrt(k
 * m) is critical for the grains of mass m that the body touches with the stiffness k, and both are
 * found from the contacts. Force and velocity are those of one point, so that no bed, however soft
 * or deep, makes the servo swing up (a damper takes energy, whatever it is tied to). Where nothing
 * touches, the body moves at the largest velocity that is allowed. */

namespace DCM_NS {

class MeshServo : protected LAMMPS_NS::Pointers {
public:
  /** @param here beginning of messages */
  MeshServo(LAMMPS_NS::LAMMPS *instance, const std::string &here)
      : Pointers(instance), beginning(here) {}

  /** Reads the keyword servo, and adds the part that it moves. */
  void read(WordReader &words, MeshMotion &motions);

  /** Reads the goal as fix_modify has it. @return how many arguments */
  int modify(int narg, char **arg);

  /** Looks for the variable of the goal; stops if there is none of that name. */
  void find_variable() const;

  bool is_there() const {
    return kind != Kind::NONE;
  }

  /** Moves the body by one step. */
  void advance(MeshMotion &motions) const;

  /** A step of the servo that is small beside the overlaps of grains with a body of that extent. */
  double small_step(double extent) const {
    return kind == Kind::FORCE ? 1e-9 * extent : 1e-9;
  }

  /** Where points of the body go as the servo goes on by 1. */
  dcm_vector direction_at(dcm_vector point) const;

  /** Force along the axis, or torque about it, of the body on the grains.
   * @param sums of all ranks: force and torque on the body */
  double load(const dcm_wall_sums &sums) const;

  /** Whether stiffness and mass are to be found anew at this step. */
  bool wants_stiffness() const;
  void set_stiffness(double stiffness, double mass) {
    felt = {stiffness, mass};
  }

  /** Chooses the velocity of the next step.
   * @param pressed the load now */
  void control(MeshMotion &motions, double pressed);

  std::string describe() const;

  /** For restart files. */
  void pass(SavedNumbers &numbers, MeshMotion &motions);

private:
  enum class Kind { NONE, FORCE, TORQUE };

  const std::string beginning;
  Kind kind = Kind::NONE;
  uint32_t part = 0;
  double axis[3] = {}, origin[3] = {};
  std::string variable; // that gives the goal; empty: the goal is a constant
  double goal = 0.0, fastest = 0.0;
  double range[2] = {-HUGE_VAL, HUGE_VAL};

  struct {
    double stiffness, mass;
  } felt = {};
  double alone =
      0.0; // how far the body has moved at the largest velocity without reaching the goal
  bool is_reported = false;

  void read_goal(WordReader &words);
  void follow_variable();
  void report(const std::string &text);
};

} // namespace DCM_NS

#endif
