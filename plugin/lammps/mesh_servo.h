// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * A body that presses with a force along an axis, or turns with a torque about one: it moves as a
 * plate without mass that the goal pushes and a damper holds. The damper of a strength
 * 2 sqrt(k m) is critical for the grains of mass m that the body touches with the stiffness k, and
 * both are found from the contacts. Force and velocity are those of one point, so that no bed,
 * however soft or deep, makes the servo swing up (a damper takes energy, whatever it is tied to).
 * Where nothing touches, the body moves at the largest velocity that is allowed. */
#ifndef DCM_LAMMPS_MESH_SERVO_H
#define DCM_LAMMPS_MESH_SERVO_H

#include "command_words.h"
#include "mesh_motion.h"

#include "pointers.h"

#include <cmath>
#include <string>
#include <vector>

extern "C" {
#include "contacts/wall_step.h"
}

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

  std::vector<double> numbers(const MeshMotion &motions) const;
  size_t count() const {
    return is_there() ? NUMBERS : 0;
  }
  void restore(const double *numbers, MeshMotion &motions);

private:
  enum { NUMBERS = 6 };
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
  bool is_told = false;

  void read_goal(WordReader &words);
  void follow_variable();
  void tell(const std::string &text);
};

} // namespace DCM_NS

#endif
