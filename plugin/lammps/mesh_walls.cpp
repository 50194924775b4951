// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * fix wall/dcm/mesh: triangles from a file as walls, their motions and servo, and the results on
 * them. docs/lammps/fix_wall_dcm_mesh.md is its manual page. */
#include "fix_wall.h"
#include "mesh_body.h"
#include "mesh_motion.h"
#include "mesh_results.h"
#include "styles.h"

#include "host_api.h"
#include "host_services.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

extern "C" {
#include "ledger/booking.h"
#include "runtime/model.h"
}

using namespace LAMMPS_NS;

namespace DCM_NS {

/** Warnings about meshes that can be used, and may not be what the user meant. */
class MeshDoubts : protected LAMMPS_NS::Pointers {
public:
  /** @param fix its ID */
  MeshDoubts(LAMMPS_NS::LAMMPS *instance, const std::string &fix)
      : Pointers(instance), beginning("dcm: fix " + fix + ": ") {}

  /** Warns of triangles that pass through each other. */
  void look_at_triangles(const MeshBody &body);

  /** Warns of a mesh that is in other units than the grains or the box, of a mesh where there is no
   * box, and of sheets that push twice. All ranks call, where the first run begins.
   * @param groupbit of the grains */
  void look_at_place(MeshBody &body, int groupbit);

  /** Warns of a law that acts so far beyond touching that sharp folds are smooth to it. All ranks
   * call, where the first run begins.
   * @param material of the wall */
  void look_at_reach(const MeshBody &body, const dcm_law *law, int material, int groupbit);

  /** Warns where an end of a mesh that moves goes through a periodic boundary. The ends are looked
   * at when the mesh has moved far enough for that. */
  void look_at_ends(const MeshBody &body);

private:
  const std::string beginning;
  double least_gap = 0.0;  // at a periodic boundary that is worth a word
  double next_look = -1.0; // path of the mesh at which its ends may have come to a boundary
  bool is_beyond[3][2] = {};

  void warn(const std::string &text);
  void look_at_box(MeshBody &body, double largest_radius);
};

class MeshWalls : public MeshBody {
public:
  MeshWalls(LAMMPS_NS::LAMMPS *instance, FixWall &of_walls);

  Keywords keywords() override;
  void make() override;
  void init() override;
  void reset_dt() override {
    motions.follow_time_step();
  }
  int modify_param(int narg, char **arg) override;
  void draw(WallImage &picture) const override;
  double memory_usage() const override {
    return MeshBody::memory_usage() + results.memory_usage();
  }

  void move() override;
  bool is_watching() const override {
    return results.is_watching();
  }
  void watch(const dcm_walls_evaluated &contacts) override {
    results.see(*this, contacts);
  }
  bool asks_for_energies() const override {
    return results.asks_what_slides();
  }
  bool remembers_contacts() const override {
    return results.asks_what_begins();
  }
  void finish_step() override;

  std::vector<VectorPart> own_parts() const override {
    return {{"torque about the point 'about'", 3, false},
            {"that point", 3, false},
            {"its velocity", 3, false},
            {"angular velocity", 3, false},
            {"angle", 1, false},
            {"volume worn off", 1, false}};
  }
  std::vector<double> own_numbers(const WallTotals &totals) const override;
  std::string describe() const override {
    return MeshBody::describe() + motions.describe() + servo.describe() + results.describe();
  }
  void pass_motion(SavedNumbers &numbers) override {
    motions.pass(numbers);
    servo.pass(numbers, motions);
    results.pass(numbers);
  }

private:
  FixWall &walls;
  MeshMotion motions;
  MeshServo servo;
  MeshResults results;
  MeshDoubts doubts;
  bool has_point = false;
  double about[3];          // a point of the body, for torques
  int reported_numbers = 0; // of the vector, when the log reported them last
  LAMMPS_NS::bigint moved_at = update->ntimestep;

  void control();
  void list_numbers() const;
};

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
                         {"servo", [this](WordReader &words) { servo.read(words, motions); }, true},
                         {"surface_velocity", skin_velocity, true},
                         {"surface_spin", skin_spin, true},
                         {"about", point, true},
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
  write_to_log(lmp, "dcm: fix " + std::string(fix.id) + ": " + report());
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
  if (results.asks_what_slides() && (law->foresight & DCM_REPORTS_NO_ENERGIES))
    stop(lmp, here() + "the keyword 'wear archard' counts what slides, but the law '" +
                  law->model->id +
                  "' reports no energies: let the law fill dcm_response.energies, or use 'wear "
                  "finnie'");
  servo.find_variable();
  results.check_inputs();
  if (reported_numbers != fix.size_vector)
    list_numbers();
  if (reported_numbers == 0) {
    doubts.look_at_place(*this, fix.groupbit);
    doubts.look_at_reach(*this, law, walls.material(), fix.groupbit);
  }
  reported_numbers = fix.size_vector;
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
  double measured[3] = {servo.load(walls.sums()), 0.0, 0.0}; // the load, stiffness, mass
  const bool feels = servo.wants_stiffness();
  if (feels) {
    const double step = servo.small_step(dcm_surface_summary_of(surface())->extent);
    const auto along = [this](dcm_vector point) { return servo.direction_at(point); };
    double loads[2];
    for (int side = 0; side < 2; side++)
      loads[side] = servo.load(walls.sums_if_displaced(
          [=](dcm_vector point) { return dcm_scale(side ? step : -step, along(point)); }));
    measured[1] = (loads[1] - loads[0]) / (2.0 * step);
    measured[2] = walls.mass_along(along);
  }
  ranks_of(lmp).sum(measured, 3);
  if (feels)
    servo.set_stiffness(measured[1], measured[2]);
  servo.control(motions, measured[0]);
}

// ------------------------------------------------------------------------------------- output

/** The log says what stands where in the global vector. */
void MeshWalls::list_numbers() const {
  std::string text = "dcm: fix " + std::string(fix.id) + ": numbers of its vector:";
  int first = 1;
  for (const VectorPart &part : walls.parts_of_vector()) {
    const int last = first + part.count - 1;
    text += (first > 1 ? ", " : " ") + std::to_string(first) +
            (part.count > 1 ? " to " + std::to_string(last) : "") + " " + part.name;
    first = last + 1;
  }
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

void MeshWalls::draw(WallImage &picture) const {
  for (uint32_t t = 0; t < triangles(); t++) {
    uint32_t vertices[3];
    dcm_surface_triangle(surface(), t, vertices);
    dcm_vector corners[3];
    for (int c = 0; c < 3; c++) {
      double at[3];
      dcm_surface_vertex(surface(), vertices[c], at);
      corners[c] = dcm_rigid_place(&pose(), dcm_vector_at(at));
    }
    picture.add(corners[0], corners[1], corners[2]);
  }
}

// -------------------------------------------------------------------------------------- doubts

// Pairs of triangles that are looked at for some that pass through each other, or lie on each
// other.
static const uint64_t MOST_PAIRS = 10000000;

void MeshDoubts::warn(const std::string &text) {
  DCM_NS::warn(lmp, beginning + text);
}

void MeshDoubts::look_at_triangles(const MeshBody &body) {
  uint32_t two[2];
  if (comm->me == 0 && dcm_surface_self_intersections(body.surface(), MOST_PAIRS, two) > 0)
    warn("triangles of the mesh pass through each other, as " + body.numbers_in_file(two) +
         ": a grain there touches both");
}

void MeshDoubts::look_at_place(MeshBody &body, int groupbit) {
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
    look_at_box(body, -radii[1]);
  if (has_grains && comm->me == 0 && dcm_surface_sheets(body.surface(), least_gap, MOST_PAIRS, two))
    warn("triangles of the mesh lie on each other nearer than a tenth of the smallest radius, as " +
         body.numbers_in_file(two) +
         ": a grain that is pressed deeper touches both, and is pushed twice. Write 'sides one' if "
         "they are the two sides of a closed plate, else leave out one of two sheets");
}

/** Warns if no part of the mesh is near the box. */
void MeshDoubts::look_at_box(MeshBody &body, double largest_radius) {
  double low[3], high[3], middle[3];
  body.extent(low, high);
  char text[512];
  for (int c = 0; c < 3; c++) {
    middle[c] = 0.5 * (domain->boxlo[c] + domain->boxhi[c]);
    if (low[c] > domain->boxhi[c] || high[c] < domain->boxlo[c]) {
      dcm_text_print(
          text, sizeof text,
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

/** A grain that touches both sides of a fold has their edge within the horizon if the angle of the
 * fold is below this one, see surface/minima.h. */
void MeshDoubts::look_at_reach(const MeshBody &body, const dcm_law *law, int material,
                               int groupbit) {
  double range = -1.0; // minus the largest, in radii
  for (int i = 0; i < atom->nlocal && law->reaches; i++)
    if (atom->mask[i] & groupbit) {
      const uint32_t pair = dcm_law_pair(law, atom->type[i], material);
      const dcm_sides sides = dcm_sides_at_wall(pair, atom->radius[i], HUGE_VAL);
      range = std::min(range, -1.0 - dcm_law_reach(law, sides) / atom->radius[i]);
    }
  ranks_of(lmp).min(&range, 1);
  const double degrees = 45.0 / atan(1.0);
  const double smooth = 2.0 * degrees * acos(cos(body.flat() / degrees) / -range);
  char text[512];
  if (dcm_surface_has_fold(body.surface(), 2.0 * body.flat() + 10.0, smooth)) {
    dcm_text_print(text, sizeof text,
                   "contacts of the law reach up to %.3g radii beyond touching. So folds of up to "
                   "%.0f degrees are smooth, not of up to %.0f: the mesh pushes a grain out of a "
                   "corner before the grain touches both sides. Let the law reach less far, as by "
                   "a smaller bridge_limit of liquid-bridge, or write flat sides as fix wall/dcm",
                   -range - 1.0, smooth, 2.0 * body.flat());
    warn(text);
  }
}

void MeshDoubts::look_at_ends(const MeshBody &body) {
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
        dcm_text_print(
            text, sizeof text,
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

void *create_mesh_wall(void *lmp, int narg, char **arg) {
  return static_cast<Fix *>(new FixWallOf<MeshWalls>(static_cast<LAMMPS *>(lmp), narg, arg));
}

} // namespace DCM_NS
