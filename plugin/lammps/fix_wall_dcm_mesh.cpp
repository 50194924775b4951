// SPDX-License-Identifier: GPL-2.0-or-later
#include "fix_wall_dcm_mesh.h"

#include "error.h"
#include "modify.h"
#include "update.h"

#if __has_include("graphics.h")
#include "graphics.h"
#endif

#include <algorithm>
#include <cmath>
#include <utility>

extern "C" {
#include "ledger/foresight.h"
#include "runtime/model.h"
}

using namespace LAMMPS_NS;

namespace DCM_NS {

// Contacts of a grain for which there is room without a change of it.
static const int SLOTS = 4;

// --------------------------------------------------------------------------------------- input

static std::string name_of_file(LAMMPS *lmp, int narg, char **arg) {
  if (narg < 5)
    lmp->error->all(FLERR, std::string("fix ") + arg[2] +
                               ": needs the name of a file of triangles: "
                               "fix ID group " +
                               arg[2] + " <wall type> <file>");
  return arg[4];
}

FixWallDCMMesh::FixWallDCMMesh(LAMMPS *instance, int narg, char **arg)
    : FixWall(instance, narg, arg), body(instance, here(), name_of_file(instance, narg, arg)),
      motions(instance, here()), servo(instance, here()), results(instance, here()),
      doubts(instance, id) {
  std::vector<std::string> keywords = MeshBody::keywords();
  keywords.insert(keywords.end(), {"motion", "servo", "surface_velocity", "surface_spin", "about",
                                   "wear", "write"});
  bool has_point = false;
  for (int next = 5; next < narg;) {
    const int after = read_word(next, narg, arg, keywords, "");
    has_point = has_point || (after < 0 && arg[next] == std::string("about"));
    next = after >= 0 ? after : read_keyword(next, narg, arg);
  }
  for (int n = 0; n < modify->nfix; n++)
    if (const auto *other = dynamic_cast<FixWallDCMMesh *>(modify->fix[n]))
      results.compare(other->results);
  body.make();
  results.begin(body);
  if (!has_point) {
    const dcm_movement_part *turn = motions.first_turn();
    const dcm_vector middle = turn ? dcm_vector_at(turn->origin) : body.middle();
    about[0] = middle.x;
    about[1] = middle.y;
    about[2] = middle.z;
  }
  time_depend = !motions.rests();
  prepare(SLOTS, false);
  if (comm->me == 0)
    utils::logmesg(lmp, "dcm: fix " + std::string(id) + ": " + body.tell() + "\n");
  doubts.look_at_triangles(body);
}

int FixWallDCMMesh::read_keyword(int next, int narg, char **arg) {
  const std::string keyword = arg[next];
  if (keyword == "motion")
    return read_motion(next, narg, arg);
  if (keyword == "servo")
    return servo.read(next, narg, arg, motions);
  if (keyword == "wear")
    return results.read_wear(next, narg, arg);
  if (keyword == "write")
    return results.read_write(next, narg, arg);
  WordReader words(lmp, here(), next, narg, arg);
  if (keyword == "about")
    words.vector("a point", about);
  else if (keyword == "surface_velocity")
    words.vector("a velocity", body.skin.velocity);
  else if (keyword == "surface_spin") {
    double axis[3];
    words.vector("an origin", body.skin.origin);
    words.direction("an axis", axis);
    const double omega = words.number("an angular velocity");
    const double length = dcm_length(dcm_vector_at(axis));
    for (int c = 0; c < 3; c++)
      body.skin.spin[c] = omega * axis[c] / length;
  } else
    return body.read_keyword(next, narg, arg);
  body.has_skin = body.has_skin || keyword != "about";
  return words.next();
}

int FixWallDCMMesh::modify_param(int narg, char **arg) {
  return arg[0] == std::string("servo") ? servo.modify(narg, arg) : 0;
}

/** The axis of a servo rests in space: nothing carries it on. */
int FixWallDCMMesh::read_motion(int next, int narg, char **arg) {
  if (servo.is_there())
    error->all(FLERR, here() + "a servo carries the mesh as all motions left it: write the keyword "
                               "'motion' before 'servo'");
  return motions.read(next, narg, arg);
}

// ------------------------------------------------------------------------------------- motion

void FixWallDCMMesh::init() {
  FixWall::init();
  reset_dt();
  motions.find_variables();
  if (results.asks_what_slides() && (law_in_use()->foresight & DCM_TELLS_NO_ENERGIES))
    error->all(FLERR, here() + "the keyword 'wear archard' counts what slides, but the law '" +
                          law_in_use()->model->id +
                          "' reports no energies: let the law fill dcm_response.energies, or use "
                          "'wear finnie'");
  servo.find_variable();
  results.check_inputs();
  if (told_numbers != size_vector)
    tell_numbers();
  if (told_numbers == 0)
    doubts.look_at_place(body, groupbit);
  told_numbers = size_vector;
}

void FixWallDCMMesh::reset_dt() {
  motions.follow_time_step();
}

/** The command rerun jumps from frame to frame, and a servo was where its forces brought it. */
void FixWallDCMMesh::move_walls() {
  if (servo.is_there() && update->setupflag && update->ntimestep != moved_at)
    error->all(FLERR, here() + "rerun is not possible with a servo, because the frames do not hold "
                               "where the mesh was");
  moved_at = update->ntimestep;
  results.begin_step();
  if (servo.is_there() && present_dt() > 0.0)
    servo.advance(motions);
  if (!motions.rests())
    body.move(motions.pose());
  doubts.look_at_ends(body);
}

void FixWallDCMMesh::watch(const dcm_walls_evaluated &contacts) {
  results.see(body, contacts);
}

void FixWallDCMMesh::finish_step() {
  if (servo.is_there() && present_dt() > 0.0)
    control();
  results.write(body);
}

/** The stiffness is that of all contacts: the law is asked what it would answer if the body were a
 * little farther on, and a little farther back. */
void FixWallDCMMesh::control() {
  double told[3] = {servo.load(sums()), 0.0, 0.0}; // the load, stiffness, mass
  const bool feels = servo.wants_stiffness();
  if (feels) {
    const double step = servo.small_step(dcm_surface_summary_of(body.surface())->extent);
    const auto along = [this](dcm_vector point) { return servo.direction_at(point); };
    double loads[2];
    for (int side = 0; side < 2; side++)
      loads[side] = servo.load(sums_if_displaced(
          [=](dcm_vector point) { return dcm_scale(side ? step : -step, along(point)); }));
    told[1] = (loads[1] - loads[0]) / (2.0 * step);
    told[2] = mass_along(along);
  }
  ranks_of(lmp).sum(told, 3);
  if (feels)
    servo.set_stiffness(told[1], told[2]);
  servo.control(motions, told[0]);
}

std::vector<double> FixWallDCMMesh::motion() const {
  std::vector<double> all = motions.numbers();
  for (const std::vector<double> &more : {servo.numbers(motions), results.numbers()})
    all.insert(all.end(), more.begin(), more.end());
  return all;
}

void FixWallDCMMesh::restore_motion(const std::vector<double> &numbers) {
  const size_t behind_motions = motions.count(), behind_servo = behind_motions + servo.count();
  if (numbers.size() != behind_servo + results.count() ||
      !std::all_of(numbers.begin(), numbers.end(), [](double n) { return std::isfinite(n); }))
    error->all(FLERR, here() + "the restart file is damaged: the motion of the mesh is missing");
  motions.restore(numbers.data());
  servo.restore(numbers.data() + behind_motions, motions);
  results.restore(numbers.data() + behind_servo);
}

// ------------------------------------------------------------------------------------- output

enum { TORQUE = 0, POINT = 3, VELOCITY = 6, SPIN = 9, ANGLE = 12, WORN = 13, OWN_NUMBERS = 14 };

int FixWallDCMMesh::own_numbers() const {
  return OWN_NUMBERS;
}

/** The log tells what stands where in the global vector. */
void FixWallDCMMesh::tell_numbers() {
  static const std::pair<const char *, int> all[] = {{"force", 3},
                                                     {"", 0}, // quantities
                                                     {"torque about the origin", 3},
                                                     {"power", 1},
                                                     {"centre of the forces", 3},
                                                     {"torque about the point 'about'", 3},
                                                     {"that point", 3},
                                                     {"its velocity", 3},
                                                     {"angular velocity", 3},
                                                     {"angle", 1},
                                                     {"volume worn off", 1}};
  const int more = (int)quantities.added.size();
  std::string text = "dcm: fix " + std::string(id) + ": numbers of its vector:";
  int first = 1;
  const auto add = [&](const std::string &name, int count) {
    const int last = first + count - 1;
    text += (first > 1 ? ", " : " ") + std::to_string(first) +
            (count > 1 ? " to " + std::to_string(last) : "") + " " + name;
    first = last + 1;
  };
  for (const auto &one : all)
    if (one.second > 0)
      add(one.first, one.second);
    else
      for (int q = 0; q < more; q++)
        add(std::string("added to ") + dcm_model_quantity(wall_law.model(), (uint32_t)q)->name, 1);
  if (comm->me == 0)
    utils::logmesg(lmp, text + "\n");
}

static void store(double *to, dcm_vector v) {
  to[0] = v.x;
  to[1] = v.y;
  to[2] = v.z;
}

void FixWallDCMMesh::tell_own_numbers(const std::vector<double> &numbers, double *first) {
  const double *total_force = numbers.data(), *total_torque = first - 7;
  const dcm_rigid &pose = body.pose();
  const dcm_vector point = dcm_rigid_place(&pose, dcm_vector_at(about));
  store(first + TORQUE,
        dcm_subtract(dcm_vector_at(total_torque), dcm_cross(point, dcm_vector_at(total_force))));
  store(first + POINT, point);
  store(first + VELOCITY, dcm_rigid_velocity(&pose, point));
  store(first + SPIN, dcm_vector_at(pose.spin));
  first[ANGLE] = motions.angle();
  first[WORN] = results.worn();
}

#if __has_include("graphics.h")
static const int TRIANGLE = Graphics::TRI;
#else
static const int TRIANGLE = 2; // in dump_image.cpp alone
#endif

/** Triangles as dump image draws them: a type for the colour, and the corners. The host lights the
 * side from where the corners go round clockwise, so they go backwards: the outside is bright. */
int FixWallDCMMesh::image(int *&objects, double **&numbers) {
  const uint32_t count = body.triangles();
  const dcm_rigid &pose = body.pose();
  kinds.assign(count, TRIANGLE);
  corners.resize(count);
  rows.resize(count);
  for (uint32_t t = 0; t < count; t++) {
    uint32_t vertices[3];
    dcm_surface_triangle(body.surface(), t, vertices);
    corners[t][0] = wall_law.atom_type();
    for (int c = 0; c < 3; c++) {
      double at[3];
      dcm_surface_vertex(body.surface(), vertices[c], at);
      store(&corners[t][7 - 3 * c], dcm_rigid_place(&pose, dcm_vector_at(at)));
    }
    rows[t] = corners[t].data();
  }
  objects = kinds.data();
  numbers = rows.data();
  return (int)count;
}

double FixWallDCMMesh::memory_usage() {
  return FixWall::memory_usage() + body.memory_usage() + results.memory_usage();
}

} // namespace DCM_NS
