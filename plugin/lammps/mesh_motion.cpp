// SPDX-License-Identifier: GPL-2.0-or-later
#include "mesh_motion.h"

#include "shared_file.h"

#include "error.h"
#include "input.h"
#include "modify.h"
#include "variable.h"

#include <algorithm>
#include <cmath>

using namespace LAMMPS_NS;

namespace DCM_NS {

static const double PI = 3.14159265358979323846;

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
  error->all(FLERR, here + reason.text);
}

/** Sets the axis of a part along v. @return the length of v */
static double set_axis(dcm_movement_part &part, const double *v) {
  const double length = dcm_length(dcm_vector_at(v));
  for (int c = 0; c < 3; c++)
    part.axis[c] = v[c] / length;
  return length;
}

int MeshMotion::read(int at, int narg, char **arg) {
  WordReader words(lmp, here, at, narg, arg);
  const std::string kind = words.word("a kind of motion");
  dcm_movement_part part = {};
  double v[3];
  if (kind == "linear") {
    part.kind = DCM_PART_SLIDE;
    part.course = DCM_COURSE_RATE;
    words.direction("a velocity", v);
    part.rate = set_axis(part, v);
    add(&part);
  } else if (kind == "wiggle") {
    part.kind = DCM_PART_SLIDE;
    part.course = DCM_COURSE_WIGGLE;
    words.direction("an amplitude", v);
    part.amplitude = set_axis(part, v);
    part.period = words.number("a period");
    if (!(part.period > 0.0))
      words.refuse("takes a period that", "must be greater than 0");
    add(&part);
  } else if (kind == "rotate")
    read_rotation(words);
  else if (kind == "variable")
    read_variables(words);
  else if (kind == "table")
    read_table(words);
  else
    words.refuse("takes", "linear, wiggle, rotate, variable or table");
  return words.next();
}

void MeshMotion::read_rotation(WordReader &words) {
  dcm_movement_part part = {};
  part.kind = DCM_PART_TURN;
  part.course = DCM_COURSE_RATE;
  words.vector("an origin", part.origin);
  double axis[3];
  words.direction("an axis", axis);
  set_axis(part, axis);
  const std::string how = words.word("period, omega, swing or variable");
  if (how == "period") {
    const double period = words.number("a period");
    if (period == 0.0)
      words.refuse("takes a period that", "must be another number than 0");
    part.rate = 2.0 * PI / period;
  } else if (how == "omega")
    part.rate = words.number("an angular velocity");
  else if (how == "swing") {
    part.course = DCM_COURSE_WIGGLE;
    part.amplitude = PI / 180.0 * words.number("an angle in degrees");
    part.period = words.number("a period");
    if (!(part.period > 0.0))
      words.refuse("takes a period that", "must be greater than 0");
  } else if (how == "variable") {
    part.course = DCM_COURSE_GIVEN;
    Follower follower = {motion.count, read_variable(words, "the angle, v_name"), "", -1.0, -1, -1};
    if (follower.course.empty())
      words.refuse("takes v_ and the name of a variable for the angle", "");
    follower.rate = read_variable(words, "the angular velocity, v_name or NULL");
    followers.push_back(follower);
  } else
    words.refuse("takes, behind the axis,", "period, omega, swing or variable");
  add(&part);
}

/** @return the name, or nothing for NULL */
std::string MeshMotion::read_variable(WordReader &words, const std::string &what) {
  const std::string word = words.word(what);
  if (word == "NULL")
    return "";
  if (word.compare(0, 2, "v_") != 0 || word.size() == 2)
    words.refuse("takes", "v_ and the name of a variable, or NULL");
  return word.substr(2);
}

void MeshMotion::read_variables(WordReader &words) {
  std::string names[6];
  for (int c = 0; c < 6; c++)
    names[c] = read_variable(words, std::string(c < 3 ? "the displacement" : "the velocity") +
                                        " in " + "xyz"[c % 3] + ", v_name or NULL");
  bool moves = false;
  for (int c = 0; c < 3; c++) {
    if (names[c].empty() && !names[3 + c].empty())
      error->all(FLERR, here + "the motion has a variable for the velocity in " + "xyz"[c] +
                            ", v_" + names[3 + c] + ", and none for the displacement");
    if (names[c].empty())
      continue;
    moves = true;
    dcm_movement_part part = {};
    part.kind = DCM_PART_SLIDE;
    part.course = DCM_COURSE_GIVEN;
    part.axis[c] = 1.0;
    followers.push_back({motion.count, names[c], names[3 + c], -1.0, -1, -1});
    add(&part);
  }
  if (!moves)
    error->all(FLERR, here + "the motion variable needs a variable for one displacement at least, "
                             "not NULL NULL NULL");
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
    error->all(FLERR, here + reason.text);
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

int MeshMotion::find_variable(const std::string &name) const {
  const int number = input->variable->find(name.c_str());
  if (number < 0 || !input->variable->equalstyle(number))
    error->all(FLERR, here + "the variable '" + name + "', by which the mesh moves, " +
                          (number < 0 ? "does not exist" : "is not of style equal"));
  return number;
}

void MeshMotion::find_variables() {
  for (Follower &follower : followers) {
    follower.course_number = find_variable(follower.course);
    follower.rate_number = follower.rate.empty() ? -1 : find_variable(follower.rate);
  }
}

double MeshMotion::value_of(int number, const std::string &name) const {
  const double value = input->variable->compute_equal(number);
  if (!std::isfinite(value))
    error->all(FLERR, here + "the variable '" + name + "', by which the mesh moves, is " +
                          std::to_string(value) + " at step " + std::to_string(update->ntimestep) +
                          ", which is not finite");
  return value;
}

/** Without a variable for the rate it is the difference from the step that was asked for before. */
void MeshMotion::ask_variables() {
  if (followers.empty())
    return;
  modify->clearstep_compute();
  const double step = (double)update->ntimestep;
  for (Follower &follower : followers) {
    dcm_movement_part &part = motion.parts[follower.part];
    const double course = value_of(follower.course_number, follower.course);
    if (!follower.rate.empty())
      part.given_rate = value_of(follower.rate_number, follower.rate);
    else if (follower.step >= 0.0 && step > follower.step && update->dt > 0.0)
      part.given_rate = (course - part.given) / ((step - follower.step) * update->dt);
    part.given = course;
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

static std::string of(const double *v) {
  char text[96];
  snprintf(text, sizeof text, "%.10g %.10g %.10g", v[0], v[1], v[2]);
  return text;
}

std::string MeshMotion::describe() const {
  std::string all;
  for (uint32_t p = 0; p < motion.count; p++) {
    const dcm_movement_part &part = motion.parts[p];
    char course[96] = "as given";
    if (part.kind == DCM_PART_TABLE)
      snprintf(course, sizeof course, "by a table of %u rows", part.table.count);
    else if (part.course == DCM_COURSE_RATE)
      snprintf(course, sizeof course, "at %.10g", part.rate);
    else if (part.course == DCM_COURSE_WIGGLE)
      snprintf(course, sizeof course, "wiggling by %.10g in %.10g", part.amplitude, part.period);
    all += std::string(part.kind == DCM_PART_SLIDE ? ", along " : ", about ") + of(part.axis) +
           (part.kind == DCM_PART_SLIDE ? "" : " through " + of(part.origin)) + " " + course;
  }
  return all;
}

std::vector<double> MeshMotion::numbers() const {
  std::vector<double> all = clock.numbers();
  for (const Follower &follower : followers) {
    const dcm_movement_part &part = motion.parts[follower.part];
    all.insert(all.end(), {part.given, part.given_rate, follower.step});
  }
  return all;
}

void MeshMotion::restore(const double *numbers) {
  clock.restore(numbers);
  numbers += WallClock::NUMBERS;
  for (Follower &follower : followers) {
    dcm_movement_part &part = motion.parts[follower.part];
    part.given = numbers[0];
    part.given_rate = numbers[1];
    follower.step = numbers[2];
    numbers += FOLLOWER_NUMBERS;
  }
}

} // namespace DCM_NS
