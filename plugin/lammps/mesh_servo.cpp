// SPDX-License-Identifier: GPL-2.0-or-later
#include "mesh_servo.h"

#include "common/host.h"
#include "host_services.h"

#include "domain.h"
#include "modify.h"
#include "update.h"

#include <algorithm>
#include <cmath>

using namespace LAMMPS_NS;

namespace DCM_NS {

static const char *const HAS_GOAL = "the servo has the goal of";
// Steps between two looks at the stiffness.
static const int STEPS_OF_STIFFNESS = 10;
// A damper must not take more of the difference in a step than this share.
static const double MOST_IN_A_STEP = 0.1;

// --------------------------------------------------------------------------------------- input

void MeshServo::read(WordReader &words, MeshMotion &motions) {
  if (is_there())
    words.refuse_again();
  const std::string what = words.word("force or torque");
  if (what != "force" && what != "torque")
    words.refuse("holds", "a force or a torque: write force or torque behind it");
  if (what == "torque")
    words.vector("an origin", origin);
  words.direction("an axis", axis);
  const double length = dcm_length(dcm_vector_at(axis));
  for (double &c : axis)
    c /= length;
  kind = what == "force" ? Kind::FORCE : Kind::TORQUE;
  read_goal(words);
  if (words.peek() != "vmax")
    words.lacks("vmax and the largest velocity");
  words.word("vmax");
  fastest = words.number("the largest velocity");
  if (!(fastest > 0.0))
    words.refuse("takes a largest velocity that", "must be greater than 0");
  if (words.peek() == "range") {
    words.word("range");
    range[0] = words.number("the lower end of the range");
    range[1] = words.number("the upper end of the range");
    if (!(range[0] <= 0.0 && range[1] >= 0.0 && range[0] < range[1]))
      words.refuse("takes a range that",
                   "must have 0, where the servo begins, in it: lo <= 0 <= hi");
  }
  part = motions.add_given(kind == Kind::FORCE ? DCM_PART_SLIDE : DCM_PART_TURN, axis, origin);
}

void MeshServo::read_goal(WordReader &words) {
  const std::string what = std::string("a goal: the ") +
                           (kind == Kind::FORCE ? "force" : "torque") +
                           " that the mesh is to give to the grains,";
  const bool is_variable = words.peek().compare(0, 2, "v_") == 0;
  variable = is_variable ? words.variable(what) : "";
  goal = is_variable ? 0.0 : words.number(what);
}

int MeshServo::modify(int narg, char **arg) {
  WordReader words(lmp, beginning, 0, narg, arg);
  if (!is_there())
    stop(lmp, beginning + "the mesh has no servo whose goal fix_modify could change");
  read_goal(words);
  find_variable();
  is_told = false;
  return words.next();
}

void MeshServo::find_variable() const {
  if (!variable.empty())
    number_of_variable(lmp, beginning + HAS_GOAL, variable);
}

// ------------------------------------------------------------------------------------- control

void MeshServo::follow_variable() {
  if (variable.empty())
    return;
  lmp->modify->clearstep_compute();
  goal = value_of_variable(lmp, beginning + HAS_GOAL, variable);
  lmp->modify->addstep_compute(update->ntimestep + 1);
}

void MeshServo::advance(MeshMotion &motions) const {
  dcm_movement_part &p = motions.part(part);
  p.given += p.given_rate * update->dt;
}

dcm_vector MeshServo::direction_at(dcm_vector point) const {
  const dcm_vector a = dcm_vector_at(axis);
  return kind == Kind::FORCE ? a : dcm_cross(a, dcm_subtract(point, dcm_vector_at(origin)));
}

double MeshServo::load(const dcm_wall_sums &sums) const {
  const dcm_vector pull = dcm_vector_at(sums.force), a = dcm_vector_at(axis);
  if (kind == Kind::FORCE)
    return -dcm_dot(pull, a);
  return -dcm_dot(dcm_subtract(dcm_vector_at(sums.torque), dcm_cross(dcm_vector_at(origin), pull)),
                  a);
}

bool MeshServo::wants_stiffness() const {
  return update->ntimestep % STEPS_OF_STIFFNESS == 0 || !(felt.stiffness > 0.0);
}

/** The damper's time constant is that of the grains on their contacts, 2 sqrt(m / k), or longer, as
 * the time step asks. */
void MeshServo::control(MeshMotion &motions, double pressed) {
  dcm_movement_part &p = motions.part(part);
  follow_variable();
  const double lacking = goal - pressed;
  double rate = lacking > 0.0 ? fastest : lacking < 0.0 ? -fastest : 0.0;
  if (felt.stiffness > 0.0) {
    const double constant =
        std::max(2.0 * sqrt(felt.mass / felt.stiffness), update->dt / MOST_IN_A_STEP);
    const double wanted = lacking / (felt.stiffness * constant);
    rate = std::max(-fastest, std::min(fastest, wanted));
  }
  const double least = (range[0] - p.given) / update->dt, most = (range[1] - p.given) / update->dt;
  const bool is_at_end = rate < least || rate > most;
  p.given_rate = std::max(least, std::min(most, rate));

  const bool is_far = fabs(lacking) > 0.01 * fabs(goal);
  alone = is_far && fabs(rate) == fastest ? alone + fastest * update->dt : 0.0;
  const double box = hypot(domain->prd[0], hypot(domain->prd[1], domain->prd[2]));
  const double limit = kind == Kind::FORCE ? box : 8.0 * atan(1.0);
  if (is_at_end && is_far)
    tell("is at an end of its range, " + text_of_number(p.given) + ", and gives " +
         text_of_number(pressed) + " of " + text_of_number(goal));
  else if (alone > limit)
    tell("has moved by " + text_of_number(alone) + " at its largest velocity and gives " +
         text_of_number(pressed) + " of " + text_of_number(goal) +
         (felt.stiffness > 0.0 ? ": the grains give way" : ": nothing is there that it touches"));
}

void MeshServo::tell(const std::string &text) {
  if (!is_told)
    warn(lmp, "dcm: " + beginning + "at step " + std::to_string(update->ntimestep) +
                  " the servo cannot hold its goal: it " + text);
  is_told = true;
}

// -------------------------------------------------------------------------------------- output

std::string MeshServo::describe() const {
  if (!is_there())
    return "";
  return kind == Kind::FORCE ? ", by a servo for a force" : ", by a servo for a torque";
}

std::vector<double> MeshServo::numbers(const MeshMotion &motions) const {
  if (!is_there())
    return {};
  const dcm_movement_part &p = motions.part(part);
  return {p.given, p.given_rate, felt.stiffness, felt.mass, alone, (double)is_told};
}

void MeshServo::restore(const double *numbers, MeshMotion &motions) {
  if (!is_there())
    return;
  dcm_movement_part &p = motions.part(part);
  p.given = numbers[0];
  p.given_rate = numbers[1];
  felt = {numbers[2], numbers[3]};
  alone = numbers[4];
  is_told = numbers[5] != 0.0;
}

} // namespace DCM_NS
