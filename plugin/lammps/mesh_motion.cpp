// SPDX-License-Identifier: GPL-2.0-or-later
#include "mesh_motion.h"

#include "host_services.h"

#include "common/host.h"

#include "domain.h"
#include "modify.h"
#include "update.h"

#include <algorithm>
#include <cmath>

using namespace LAMMPS_NS;

namespace DCM_NS {

static const double PI = 3.14159265358979323846;
static const char *const MOVES_BY = "the mesh moves by";

MeshMotion::MeshMotion(LAMMPS *instance, const std::string &beginning)
    : Pointers(instance), here(beginning), clock(*instance->update) {}

MeshMotion::~MeshMotion() {
  dcm_movement_free(&motion);
}

// --------------------------------------------------------------------------------------- input

/** The part keeps its table. */
void MeshMotion::add(dcm_movement_part *part) {
  dcm_error reason;
  if (!dcm_movement_add(&motion, part, &reason))
    return;
  dcm_movement_table_free(&part->table);
  stop(lmp, here + reason.text);
}

/** Sets the axis of a part along v. @return the length of v */
static double set_axis(dcm_movement_part &part, const double *v) {
  const double length = dcm_length(dcm_vector_at(v));
  for (int c = 0; c < 3; c++)
    part.axis[c] = v[c] / length;
  return length;
}

void MeshMotion::read(WordReader &words) {
  const std::string kind = words.word("a kind of motion");
  dcm_movement_part part = {};
  part.kind = DCM_PART_SLIDE;
  double v[3];
  if (kind == "linear") {
    words.direction("a velocity", v);
    part.rate = set_axis(part, v);
    add_formula(words, part);
  } else if (kind == "wiggle" || kind == "sine") {
    words.direction("an amplitude", v);
    part.amplitude = set_axis(part, v);
    read_period(words, kind, part);
    add_formula(words, part);
  } else if (kind == "rotate")
    read_rotation(words);
  else if (kind == "variable")
    read_variables(words);
  else if (kind == "table")
    read_table(words);
  else
    words.refuse("takes", "linear, wiggle, sine, rotate, variable or table");
}

/** Sets the course of a motion to and fro, and its period, which is the next word. */
void MeshMotion::read_period(WordReader &words, const std::string &kind, dcm_movement_part &part) {
  part.course = kind == "sine" ? DCM_COURSE_SINE : DCM_COURSE_WIGGLE;
  part.period = words.number("a period");
  if (!(part.period > 0.0))
    words.refuse("takes a period that", "must be greater than 0");
}

/** Adds a part with the times between which it goes on. */
void MeshMotion::add_formula(WordReader &words, dcm_movement_part part) {
  if (words.peek() == "from") {
    words.word("from");
    part.begin = words.number("the time at which the motion begins");
    if (!(part.begin >= 0.0))
      words.refuse("takes a time at which the motion begins that", "must be 0 or greater");
  }
  if (words.peek() == "until") {
    words.word("until");
    part.end = words.number("the time at which the motion ends");
    if (!(part.end > part.begin))
      words.refuse("takes a time at which the motion ends that",
                   "must be greater than " + text_of_number(part.begin) + ", where it begins");
  }
  add(&part);
}

void MeshMotion::read_rotation(WordReader &words) {
  dcm_movement_part part = {};
  part.kind = DCM_PART_TURN;
  words.vector("an origin", part.origin);
  double axis[3];
  words.direction("an axis", axis);
  set_axis(part, axis);
  const std::string how = words.word("period, omega, swing, sine or variable");
  if (how == "period") {
    const double period = words.number("a period");
    if (period == 0.0)
      words.refuse("takes a period that", "must be another number than 0");
    part.rate = 2.0 * PI / period;
  } else if (how == "omega")
    part.rate = words.number("an angular velocity");
  else if (how == "swing" || how == "sine") {
    part.amplitude = PI / 180.0 * words.number("an angle in degrees");
    read_period(words, how, part);
  } else if (how == "variable") {
    const std::string course = read_variable(words, "the angle"),
                      rate = read_variable(words, "the angular velocity");
    if (course.empty() && rate.empty())
      words.refuse("takes a variable for the angle, for the angular velocity, or for both",
                   "v_name and NULL, NULL and v_name, or two");
    add_follower(part, course, rate);
    return;
  } else
    words.refuse("takes, behind the axis,", "period, omega, swing, sine or variable");
  add_formula(words, part);
}

/** @return the name, or nothing for NULL */
std::string MeshMotion::read_variable(WordReader &words, const std::string &what) {
  if (words.peek() != "NULL")
    return words.variable("a variable for " + what + " or NULL,");
  words.word("NULL");
  return "";
}

void MeshMotion::add_follower(dcm_movement_part part, const std::string &course,
                              const std::string &rate) {
  part.course = DCM_COURSE_GIVEN;
  followers.push_back({motion.count, course, rate, -1.0});
  add(&part);
}

void MeshMotion::read_variables(WordReader &words) {
  std::string names[6];
  for (int c = 0; c < 6; c++)
    names[c] = read_variable(words, std::string(c < 3 ? "the displacement" : "the velocity") +
                                        " in " + "xyz"[c % 3]);
  const uint32_t before = motion.count;
  for (int c = 0; c < 3; c++) {
    dcm_movement_part part = {};
    part.kind = DCM_PART_SLIDE;
    part.axis[c] = 1.0;
    if (!names[c].empty() || !names[3 + c].empty())
      add_follower(part, names[c], names[3 + c]);
  }
  if (motion.count == before)
    stop(lmp, here + "the motion variable needs a variable for one displacement or one "
                     "velocity at least, not six times NULL");
}

void MeshMotion::read_table(WordReader &words) {
  dcm_movement_part part = {};
  part.kind = DCM_PART_TABLE;
  part.axis[2] = 1.0;
  const std::string path = words.word("the name of a file");
  if (words.peek() == "about") {
    words.word("about");
    words.vector("an origin", part.origin);
    double axis[3];
    words.direction("an axis", axis);
    set_axis(part, axis);
  }
  const std::vector<char> bytes = read_shared_file(lmp, here, path);
  dcm_error reason;
  if (dcm_movement_table_read(bytes.data(), bytes.size(), path.c_str(), &part.table, &reason))
    stop(lmp, here + reason.text);
  add(&part);
}

uint32_t MeshMotion::add_given(dcm_part_kind kind, const double *axis, const double *origin) {
  dcm_movement_part part = {};
  part.kind = kind;
  part.course = DCM_COURSE_GIVEN;
  set_axis(part, axis);
  std::copy_n(origin, 3, part.origin);
  add(&part);
  return motion.count - 1;
}

// ----------------------------------------------------------------------------------- variables

void MeshMotion::find_variables() const {
  for (const Follower &follower : followers)
    for (const std::string &name : {follower.course, follower.rate})
      if (!name.empty())
        number_of_variable(lmp, here + MOVES_BY, name);
}

/** Without a variable for the rate the rate is the difference from the step that was asked for
 * before. Without a variable for the course the course is the sum of rates, as means of two steps;
 * each is asked for once a step, so that a restart finds what it was. */
void MeshMotion::ask_variables() {
  if (followers.empty())
    return;
  const auto value_of = [this](const std::string &name) {
    return value_of_variable(lmp, here + MOVES_BY, name);
  };
  modify->clearstep_compute();
  const double step = (double)update->ntimestep;
  for (Follower &follower : followers) {
    dcm_movement_part &part = motion.parts[follower.part];
    const bool goes_on = follower.step >= 0.0;
    const double passed = goes_on ? (step - follower.step) * update->dt : 0.0;
    if (follower.course.empty()) {
      if (goes_on && step == follower.step)
        continue;
      const double rate = value_of(follower.rate);
      part.given += 0.5 * passed * (part.given_rate + rate);
      part.given_rate = rate;
    } else {
      const double course = value_of(follower.course);
      if (!follower.rate.empty())
        part.given_rate = value_of(follower.rate);
      else if (passed > 0.0)
        part.given_rate = (course - part.given) / passed;
      part.given = course;
    }
    follower.step = step;
  }
  modify->addstep_compute(update->ntimestep + 1);
}

// -------------------------------------------------------------------------------------- places

dcm_rigid MeshMotion::pose() {
  ask_variables();
  dcm_rigid body;
  dcm_movement_at(&motion, clock.time(*update), &body);
  return body;
}

const dcm_movement_part *MeshMotion::first_turn() const {
  for (uint32_t p = 0; p < motion.count; p++)
    if (motion.parts[p].kind != DCM_PART_SLIDE)
      return &motion.parts[p];
  return nullptr;
}

double MeshMotion::angle() const {
  const dcm_movement_part *turn = first_turn();
  return turn ? dcm_movement_course(turn, clock.time(*update)) : 0.0;
}

// -------------------------------------------------------------------------------------- output

/** Whether the course of a part is the sum of the rates that a variable gives. */
bool MeshMotion::is_summed(uint32_t number) const {
  return std::any_of(followers.begin(), followers.end(), [number](const Follower &follower) {
    return follower.part == number && follower.course.empty();
  });
}

static std::string of(const double *v) {
  char text[96];
  dcm_text_print(text, sizeof text, "%.10g %.10g %.10g", v[0], v[1], v[2]);
  return text;
}

std::string MeshMotion::describe() const {
  std::string all;
  for (uint32_t p = 0; p < motion.count; p++) {
    const dcm_movement_part &part = motion.parts[p];
    char course[160] = "as given", times[64] = "";
    if (part.kind == DCM_PART_TABLE)
      snprintf(course, sizeof course, "by a table of %u rows", part.table.count);
    else if (part.course == DCM_COURSE_RATE)
      dcm_text_print(course, sizeof course, "at %.10g", part.rate);
    else if (part.course == DCM_COURSE_WIGGLE)
      dcm_text_print(course, sizeof course, "wiggling by %.10g in %.10g", part.amplitude,
                     part.period);
    else if (part.course == DCM_COURSE_SINE)
      dcm_text_print(course, sizeof course, "to and fro by %.10g in %.10g", part.amplitude,
                     part.period);
    else if (is_summed(p))
      snprintf(course, sizeof course, "at a given rate");
    if (part.begin != 0.0 || part.end != 0.0)
      dcm_text_print(times, sizeof times, " from %.10g to %.10g", part.begin, part.end);
    all += std::string(part.kind == DCM_PART_SLIDE ? ", along " : ", about ") + of(part.axis) +
           (part.kind == DCM_PART_SLIDE ? "" : " through " + of(part.origin)) + " " + course +
           times;
  }
  return all;
}

void MeshMotion::pass(SavedNumbers &numbers) {
  clock.pass(numbers);
  for (Follower &follower : followers) {
    dcm_movement_part &part = motion.parts[follower.part];
    numbers.pass(part.given);
    numbers.pass(part.given_rate);
    numbers.pass(follower.step);
  }
}

} // namespace DCM_NS

using namespace LAMMPS_NS;

namespace DCM_NS {

static const char *const HAS_GOAL = "the servo has the goal of";
// Steps between two looks at the stiffness.
static const int STEPS_OF_STIFFNESS = 10;
// A damper must not take more of the difference in a step than this share.
static const double MOST_IN_A_STEP = 0.1;

// --------------------------------------------------------------------------------------- input

void MeshServo::read(WordReader &words, MeshMotion &motions) {
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
  is_reported = false;
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
    report("is at an end of its range, " + text_of_number(p.given) + ", and gives " +
           text_of_number(pressed) + " of " + text_of_number(goal));
  else if (alone > limit)
    report("has moved by " + text_of_number(alone) + " at its largest velocity and gives " +
           text_of_number(pressed) + " of " + text_of_number(goal) +
           (felt.stiffness > 0.0 ? ": the grains give way" : ": nothing is there that it touches"));
}

void MeshServo::report(const std::string &text) {
  if (!is_reported)
    warn(lmp, "dcm: " + beginning + "at step " + std::to_string(update->ntimestep) +
                  " the servo cannot hold its goal: it " + text);
  is_reported = true;
}

// -------------------------------------------------------------------------------------- output

std::string MeshServo::describe() const {
  if (!is_there())
    return "";
  return kind == Kind::FORCE ? ", by a servo for a force" : ", by a servo for a torque";
}

void MeshServo::pass(SavedNumbers &numbers, MeshMotion &motions) {
  if (!is_there())
    return;
  dcm_movement_part &p = motions.part(part);
  numbers.pass(p.given);
  numbers.pass(p.given_rate);
  numbers.pass(felt.stiffness);
  numbers.pass(felt.mass);
  numbers.pass(alone);
  numbers.pass(is_reported);
}

} // namespace DCM_NS
