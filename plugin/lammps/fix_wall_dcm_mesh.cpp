// SPDX-License-Identifier: GPL-2.0-or-later
#include "fix_wall_dcm_mesh.h"

#include "domain.h"
#include "error.h"
#include "modify.h"
#include "update.h"

#if __has_include("graphics.h")
#include "graphics.h"
#endif

#include <algorithm>
#include <cmath>

extern "C" {
#include "runtime/foresight.h"
}

using namespace LAMMPS_NS;

namespace DCM_NS {

// Contacts of a grain for which there is room without a change of it.
static const int SLOTS = 4;
// Pairs of triangles that are looked at for some that pass through each other.
static const uint64_t MOST_PAIRS = 10000000;

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
      motions(instance, here()), servo(instance, here()), results(instance, here()) {
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
  tell();
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

/** The axis of a servo rests in space: nothing carries it on. */
int FixWallDCMMesh::read_motion(int next, int narg, char **arg) {
  if (servo.is_there())
    error->all(FLERR, here() + "a servo carries the mesh as all motions left it: write the keyword "
                               "'motion' before 'servo'");
  return motions.read(next, narg, arg);
}

// ---------------------------------------------------------------------------------------- log

void FixWallDCMMesh::warn(const std::string &text) {
  if (comm->me == 0)
    error->warning(FLERR, "dcm: fix " + std::string(id) + ": " + text);
}

void FixWallDCMMesh::tell() {
  if (comm->me != 0)
    return;
  utils::logmesg(lmp, "dcm: fix " + std::string(id) + ": " + body.tell() + "\n");
  uint32_t two[2];
  if (dcm_surface_self_intersections(body.surface(), MOST_PAIRS, two) > 0)
    warn("triangles of the mesh pass through each other, as " + body.numbers_in_file(two) +
         ": a grain there touches both");
}

/** Warns of a mesh that is in other units than the grains, where there is no box, or whose sheets
 * push twice. */
void FixWallDCMMesh::doubt_place() {
  double radii[2] = {HUGE_VAL, 0.0}; // smallest, and minus the largest
  const auto see = [&radii](double radius) {
    radii[0] = std::min(radii[0], radius);
    radii[1] = std::min(radii[1], -radius);
  };
  for (int i = 0; i < atom->nlocal; i++)
    if (atom->mask[i] & groupbit)
      see(atom->radius[i]);
  for (const Insertion &coming : insertions(modify, atom->ntypes))
    see(coming.radius);
  ranks_of(lmp).min(radii, 2);
  const bool has_grains = std::isfinite(radii[0]), has_box = domain->nonperiodic != 2;
  const double box = std::max(domain->prd[0], std::max(domain->prd[1], domain->prd[2]));
  least_gap = 0.1 * (has_grains ? radii[0] : 0.01 * box);
  char text[512];
  uint32_t two[2];
  if (dcm_surface_doubt_units(body.surface(), has_grains ? radii[0] : 0.0,
                              has_grains ? -radii[1] : HUGE_VAL, has_box ? box : HUGE_VAL, text,
                              sizeof text))
    warn(text);
  else if (has_box)
    doubt_box(-radii[1]);
  if (has_grains && comm->me == 0 && dcm_surface_sheets(body.surface(), least_gap, MOST_PAIRS, two))
    warn("triangles of the mesh lie on each other nearer than a tenth of the smallest radius, as " +
         body.numbers_in_file(two) +
         ": a grain that is pressed deeper touches both, and is pushed twice. Write 'sides one' if "
         "they are the two sides of a closed plate, else leave out one of two sheets");
}

/** Warns if no part of the mesh is near the box. */
void FixWallDCMMesh::doubt_box(double largest_radius) {
  double low[3], high[3], middle[3];
  body.extent(low, high);
  char text[512];
  for (int c = 0; c < 3; c++) {
    middle[c] = 0.5 * (domain->boxlo[c] + domain->boxhi[c]);
    if (low[c] > domain->boxhi[c] || high[c] < domain->boxlo[c]) {
      snprintf(text, sizeof text,
               "the mesh lies outside of the simulation box: the mesh goes from %g to %g in %c, "
               "and the box from %g to %g",
               low[c], high[c], "xyz"[c], domain -> boxlo[c], domain -> boxhi[c]);
      warn(text);
      return;
    }
  }
  const double around = 0.5 * hypot(domain->prd[0], hypot(domain->prd[1], domain->prd[2]));
  if (!body.comes_near(middle, around + 2.0 * largest_radius))
    warn("the mesh goes round the simulation box and has no triangle near it: is the file in other "
         "units?");
}

/** Warns where an end of the mesh moves through a periodic boundary. The ends are looked at when
 * the mesh has moved far enough for that. */
void FixWallDCMMesh::watch_ends() {
  if (body.path() < next_look || comm->me != 0)
    return;
  double low[3], high[3], way = HUGE_VAL;
  body.extent(low, high);
  for (int c = 0; c < 3; c++)
    for (int side = 0; side < 2 && domain->periodicity[c] && !domain->triclinic; side++) {
      const double beyond = side ? high[c] - domain->boxhi[c] : domain->boxlo[c] - low[c];
      if (next_look < 0.0)
        is_beyond[c][side] = beyond >= 0.0;
      const double left = least_gap + (is_beyond[c][side] ? beyond : -beyond);
      if (left < 0.0) {
        char text[512];
        snprintf(text, sizeof text,
                 "at step " BIGINT_FORMAT " an end of the mesh has moved %s the box through the "
                 "periodic boundary at %g in %c: the mesh has no periodic images, and grains %s",
                 update->ntimestep, is_beyond[c][side] ? "into" : "out of",
                 side ? domain->boxhi[c] : domain->boxlo[c], "xyz"[c],
                 is_beyond[c][side] ? "find no wall behind the end"
                                    : "on the other side do not feel what is beyond");
        warn(text);
        next_look = HUGE_VAL;
        return;
      }
      way = std::min(way, left);
    }
  next_look = body.path() + way;
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
  results.check_inputs();
  if (!is_told)
    doubt_place();
  is_told = true;
}

void FixWallDCMMesh::reset_dt() {
  motions.follow_time_step();
}

void FixWallDCMMesh::move_walls() {
  results.begin_step();
  if (servo.is_there() && present_dt() > 0.0)
    servo.advance(motions);
  if (!motions.rests())
    body.move(motions.pose());
  watch_ends();
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
