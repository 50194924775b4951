// SPDX-License-Identifier: GPL-2.0-or-later
#include "mesh_walls.h"

#include "host_api.h"
#include "host_services.h"

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

// --------------------------------------------------------------------------------------- input

MeshWalls::MeshWalls(LAMMPS *instance, FixWall &of_walls)
    : MeshBody(instance, of_walls), walls(of_walls), motions(instance, here()),
      servo(instance, here()), results(instance, here()), doubts(instance, of_walls.id) {}

Keywords MeshWalls::keywords() {
  // The axis of a servo rests in space: nothing carries it on.
  const auto motion = [this](WordReader &words) {
    if (servo.is_there())
      stop(lmp, here() + "a servo carries the mesh as all motions left it: write the keyword "
                         "'motion' before 'servo'");
    motions.read(words);
  };
  const auto skin_velocity = [this](WordReader &words) {
    words.vector("a velocity", skin.velocity);
    has_skin = true;
  };
  const auto skin_spin = [this](WordReader &words) {
    double axis[3];
    words.vector("an origin", skin.origin);
    words.direction("an axis", axis);
    const double omega = words.number("an angular velocity");
    const double length = dcm_length(dcm_vector_at(axis));
    for (int c = 0; c < 3; c++)
      skin.spin[c] = omega * axis[c] / length;
    has_skin = true;
  };
  const auto point = [this](WordReader &words) {
    words.vector("a point", about);
    has_point = true;
  };
  Keywords all = MeshBody::keywords();
  all.insert(all.end(), {{"motion", motion},
                         {"servo", [this](WordReader &words) { servo.read(words, motions); }},
                         {"surface_velocity", skin_velocity},
                         {"surface_spin", skin_spin},
                         {"about", point},
                         {"wear", [this](WordReader &words) { results.read_wear(words); }},
                         {"write", [this](WordReader &words) { results.read_write(words); }}});
  return all;
}

void MeshWalls::make() {
  for (int n = 0; n < modify->nfix; n++)
    if (const auto *other = dynamic_cast<FixWall *>(modify->fix[n]))
      if (const auto *mesh = dynamic_cast<MeshWalls *>(&other->walls()))
        results.compare(mesh->results);
  MeshBody::make();
  results.begin(*this);
  if (!has_point) {
    const dcm_movement_part *turn = motions.first_turn();
    store(about, turn ? dcm_vector_at(turn->origin) : middle());
  }
  fix.time_depend = !motions.rests();
  write_to_log(lmp, "dcm: fix " + std::string(fix.id) + ": " + tell());
  doubts.look_at_triangles(*this);
}

int MeshWalls::modify_param(int narg, char **arg) {
  return arg[0] == std::string("servo") ? servo.modify(narg, arg) : 0;
}

// ------------------------------------------------------------------------------------- motion

void MeshWalls::init() {
  reset_dt();
  motions.find_variables();
  const dcm_law *law = walls.law_in_use();
  if (results.asks_what_slides() && (law->foresight & DCM_TELLS_NO_ENERGIES))
    stop(lmp, here() + "the keyword 'wear archard' counts what slides, but the law '" +
                  law->model->id +
                  "' reports no energies: let the law fill dcm_response.energies, or use 'wear "
                  "finnie'");
  servo.find_variable();
  results.check_inputs();
  if (told_numbers != fix.size_vector)
    list_numbers();
  if (told_numbers == 0)
    doubts.look_at_place(*this, fix.groupbit);
  told_numbers = fix.size_vector;
}

/** The command rerun jumps from frame to frame, and a servo was where its forces brought it. */
void MeshWalls::move() {
  if (servo.is_there() && update->setupflag && update->ntimestep != moved_at)
    stop(lmp, here() +
                  "rerun is not possible with a servo, because the frames do not hold where the "
                  "mesh was");
  moved_at = update->ntimestep;
  results.begin_step();
  if (servo.is_there() && walls.present_dt() > 0.0)
    servo.advance(motions);
  if (!motions.rests())
    carry_to(motions.pose());
  doubts.look_at_ends(*this);
}

void MeshWalls::finish_step() {
  if (servo.is_there() && walls.present_dt() > 0.0)
    control();
  results.write(*this);
}

/** The stiffness is that of all contacts: the law is asked what it would answer if the body were a
 * little farther on, and a little farther back. */
void MeshWalls::control() {
  double told[3] = {servo.load(walls.sums()), 0.0, 0.0}; // the load, stiffness, mass
  const bool feels = servo.wants_stiffness();
  if (feels) {
    const double step = servo.small_step(dcm_surface_summary_of(surface())->extent);
    const auto along = [this](dcm_vector point) { return servo.direction_at(point); };
    double loads[2];
    for (int side = 0; side < 2; side++)
      loads[side] = servo.load(walls.sums_if_displaced(
          [=](dcm_vector point) { return dcm_scale(side ? step : -step, along(point)); }));
    told[1] = (loads[1] - loads[0]) / (2.0 * step);
    told[2] = walls.mass_along(along);
  }
  ranks_of(lmp).sum(told, 3);
  if (feels)
    servo.set_stiffness(told[1], told[2]);
  servo.control(motions, told[0]);
}

std::vector<double> MeshWalls::motion_numbers() const {
  std::vector<double> all = motions.numbers();
  for (const std::vector<double> &more : {servo.numbers(motions), results.numbers()})
    all.insert(all.end(), more.begin(), more.end());
  return all;
}

void MeshWalls::restore_motion(const std::vector<double> &numbers) {
  const size_t behind_motions = motions.count(), behind_servo = behind_motions + servo.count();
  if (numbers.size() != behind_servo + results.count() || !are_finite(numbers))
    stop(lmp, here() + "the restart file is damaged: the motion of the mesh is missing");
  motions.restore(numbers.data());
  servo.restore(numbers.data() + behind_motions, motions);
  results.restore(numbers.data() + behind_servo);
}

// ------------------------------------------------------------------------------------- output

/** The log says what stands where in the global vector: the numbers of all walls, and its own. */
struct Place {
  const char *name;
  int count;
};
static const Place FORCE = {"force", 3};
static const Place OF_ALL[] = {
    {"torque about the origin", 3}, {"power", 1}, {"centre of the forces", 3}};
static const Place OWN[] = {{"torque about the point 'about'", 3},
                            {"that point", 3},
                            {"its velocity", 3},
                            {"angular velocity", 3},
                            {"angle", 1},
                            {"volume worn off", 1}};

int MeshWalls::own_count() const {
  int count = 0;
  for (const Place &place : OWN)
    count += place.count;
  return count;
}

void MeshWalls::list_numbers() const {
  std::string text = "dcm: fix " + std::string(fix.id) + ": numbers of its vector:";
  int first = 1;
  const auto add = [&](const std::string &name, int count) {
    const int last = first + count - 1;
    text += (first > 1 ? ", " : " ") + std::to_string(first) +
            (count > 1 ? " to " + std::to_string(last) : "") + " " + name;
    first = last + 1;
  };
  add(FORCE.name, FORCE.count);
  const dcm_model *model = walls.law_of_walls().model();
  for (uint32_t q = 0; q < model->quantity_count; q++)
    add(std::string("added to ") + dcm_model_quantity(model, q)->name, 1);
  for (const Place &place : OF_ALL)
    add(place.name, place.count);
  for (const Place &place : OWN)
    add(place.name, place.count);
  write_to_log(lmp, text);
}

std::vector<double> MeshWalls::own_numbers(const WallTotals &totals) const {
  const dcm_vector point = dcm_rigid_place(&pose(), dcm_vector_at(about));
  std::vector<double> own;
  for (const dcm_vector &v : {dcm_subtract(totals.torque, dcm_cross(point, totals.force)), point,
                              dcm_rigid_velocity(&pose(), point), dcm_vector_at(pose().spin)})
    own.insert(own.end(), {v.x, v.y, v.z});
  own.insert(own.end(), {motions.angle(), results.worn()});
  return own;
}

#if __has_include("graphics.h")
static const int TRIANGLE = Graphics::TRI;
#else
static const int TRIANGLE = 2; // in dump_image.cpp alone
#endif

/** Triangles as dump image draws them: a type for the colour, and the corners. The host lights the
 * side from where the corners go round clockwise, so they go backwards: the outside is bright. */
int MeshWalls::image(int *&objects, double **&numbers) {
  const uint32_t count = triangles();
  kinds.assign(count, TRIANGLE);
  corners.resize(count);
  rows.resize(count);
  for (uint32_t t = 0; t < count; t++) {
    uint32_t vertices[3];
    dcm_surface_triangle(surface(), t, vertices);
    corners[t][0] = walls.law_of_walls().atom_type();
    for (int c = 0; c < 3; c++) {
      double at[3];
      dcm_surface_vertex(surface(), vertices[c], at);
      store(&corners[t][7 - 3 * c], dcm_rigid_place(&pose(), dcm_vector_at(at)));
    }
    rows[t] = corners[t].data();
  }
  objects = kinds.data();
  numbers = rows.data();
  return (int)count;
}

} // namespace DCM_NS
