// SPDX-License-Identifier: GPL-2.0-or-later
#include "fix_wall_gran.h"

#include "granular_model.h"
#include "host_private.h"
#include "host_services.h"
#include "release.h"

#include "domain.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

extern "C" {
#include "runtime/model.h"
}

using namespace LAMMPS_NS;

namespace DCM_NS {

static const int ANY_TYPE = 1; // all have the same parameters

static const char GRANULAR[] = "granular";
static const int FIRST = 4; // argument after the model

/** The model that fix wall/gran calls by a word, or null. */
static const GranStyle *model_of(int narg, char **arg) {
  for (const GranStyle &style : GRAN_STYLES)
    if (narg > 3 && strcmp(arg[3], style.name) == 0)
      return &style;
  return nullptr;
}

Fix *FixWallGran::leave_to_host(LAMMPS *lmp, int narg, char **arg) {
  const std::string name = arg[2];
  const auto own = lmp->modify->fix_map->find(name);
  const bool is_named = name.size() > 4 && name.compare(name.size() - 4, 4, "/dcm") == 0;
  if (narg <= 3 || is_named || strcmp(arg[3], GRANULAR) != 0 ||
      own == lmp->modify->fix_map->end() || GranularModel::has_wall(narg - FIRST, arg + FIRST))
    return nullptr;
  write_to_log(lmp, "dcm: fix " + std::string(arg[0]) + " of style " + name +
                        " granular remains LAMMPS' own");
  RestartTable::rename(lmp->modify, arg[0], name, name + "/dcm");
  return own->second(lmp, narg, arg);
}

FixWallGran::FixWallGran(LAMMPS *instance, int narg, char **arg)
    : FixWall(instance, narg, arg, ANY_TYPE, GrainKinds::SPHERES), name(arg[2]),
      model(model_of(narg, arg)),
      is_composed(!model || GranParameters::is_composed_at_walls(*model)),
      settings(instance, is_composed ? GRANULAR : model->law) {
  wall_law.make_from(&settings);
  shows_last_contact = true;
  if (!model && (narg <= 3 || strcmp(arg[3], GRANULAR) != 0))
    stop(lmp, here() +
                  "needs the name of a model, hooke, hooke/history, hertz/history or granular" +
                  (narg > 3 ? std::string(", not '") + arg[3] + "'" : ""));
}

/** Restart files hold no states without numbers: the host would not read any. */
void FixWallGran::begin_as_host(std::unique_ptr<WallShape> of_walls, int narg, char **arg) {
  const int behind_model = read_model(narg, arg);
  begin(std::move(of_walls), behind_model, narg, arg);
  of_region = dynamic_cast<HostRegionWalls *>(&walls());
  restart_global = of_region != nullptr;
  restart_peratom = !saved.empty();
}

Keywords FixWallGran::keywords() {
  Keywords all = walls().keywords();
  all.push_back({"contacts", [this](WordReader &) { show_contacts(); }});
  all.push_back({"temperature", [this](WordReader &words) {
                   if (words.next() == words.narg)
                     stop(lmp, here() + "temperature needs a number, or v_ and the name of a "
                                        "variable");
                   const std::string value = words.word("a number");
                   if (conducts)
                     quantities.read("temperature", "temperature", value.c_str());
                   has_temperature = true;
                 }});
  return all;
}

void FixWallGran::check_arguments() const {
  if (conducts != has_temperature)
    stop(lmp, here() + (conducts ? "a model of heat needs the temperature of the wall: add the "
                                   "keyword temperature"
                                 : "the keyword temperature needs a model of heat, as 'heat radius "
                                   "<conductivity>'"));
}

/** Reads the model and its numbers.
 * @return index of the argument after them */
int FixWallGran::read_model(int narg, char **arg) {
  settings.read_style(0, nullptr, nullptr);
  int next = FIRST;
  if (model) {
    GranParameters parameters;
    next += parameters.read(lmp, here() + model->name + " ", *model, narg - next, arg + next);
    if (is_composed)
      parameters.give_composed(lmp, here(), *model, settings);
    else
      parameters.give(lmp, here(), *model, settings);
    if (model->has_spring)
      saved = {0, 1, 2};
  } else {
    GranularModel granular;
    next += granular.read_wall(lmp, here() + "granular: ", settings, narg - next, arg + next);
    saved = granular.saved_of_wall();
    conducts = granular.conducts();
  }
  // The flow of heat, as with the host's own.
  if (conducts)
    shown_quantity = dcm_model_find_quantity(settings.model(), "heatflow");
  write_to_log(lmp, "dcm: fix " + std::string(id) + " of style " + name + " " + arg[3] +
                        " is computed by the law '" + settings.model()->id + "' of dcm" +
                        whose_formulas());
  return next;
}

// -------------------------------------------------------------------------------- restart files

/* The format is the host's. In a region each atom has the count of numbers, the count of contacts,
 * and of each contact the number of the wall and the state. At planes and cylinders each atom has
 * the count of numbers and one state, which is zero where the atom touches nothing. */

namespace {

// The host writes counts as the bits of integers.
double bits_of(int64_t number) {
  double bits;
  memcpy(&bits, &number, sizeof bits);
  return bits;
}

int64_t number_of(double bits) {
  int64_t number;
  memcpy(&number, &bits, sizeof number);
  return number;
}

} // namespace

int FixWallGran::saved_size(int contacts) const {
  const int wide = (int)saved.size();
  return wide == 0 ? 0 : of_region ? 2 + contacts * (1 + wide) : 1 + wide;
}

int FixWallGran::size_restart(int i) {
  return saved_size(states_of_atoms().count(i));
}

int FixWallGran::maxsize_restart() {
  return saved_size(walls().most_walls());
}

void FixWallGran::save(const double *state, double *numbers) const {
  for (size_t n = 0; n < saved.size(); n++)
    numbers[n] = saved[n] >= 0 ? state[saved[n]] : saved[n] == GranularModel::TOUCHES ? 1.0 : 0.0;
}

/** Adds the contact of grain i, unless the numbers are of a grain that is only near. */
void FixWallGran::load(int i, int wall, const double *numbers, WallContacts &kept) const {
  for (size_t n = 0; n < saved.size(); n++)
    if (saved[n] == GranularModel::TOUCHES && numbers[n] == 0.0)
      return;
  double *state = kept.add(i, wall);
  for (size_t n = 0; n < saved.size(); n++)
    if (saved[n] >= 0)
      state[saved[n]] = numbers[n];
}

int FixWallGran::pack_restart(int i, double *buffer) {
  const WallContacts &kept = states_of_atoms();
  const int contacts = kept.count(i), size = saved_size(contacts);
  if (size == 0)
    return 0;
  std::fill_n(buffer, size, 0.0);
  buffer[0] = size;
  if (of_region)
    buffer[1] = bits_of(contacts);
  double *next = buffer + (of_region ? 2 : 1);
  for (int c = 0; c < contacts; c++) {
    if (of_region)
      *next++ = bits_of(kept.wall(i, c));
    save(kept.state(i, c), next);
    next += saved.size();
  }
  return size;
}

bool FixWallGran::read_contacts(int i, const double *numbers, int count, WallContacts &kept) {
  const auto is_zero = [](double number) { return number == 0.0; };
  if (!of_region) {
    if (count != saved_size(1))
      return false;
    if (!std::all_of(numbers + 1, numbers + count, is_zero))
      load(i, 0, numbers + 1, kept);
    return true;
  }
  const int64_t contacts = count >= 2 ? number_of(numbers[1]) : -1;
  if (contacts < 0 || contacts > count || count != saved_size((int)contacts))
    return false;
  for (const double *next = numbers + 2; next < numbers + count; next += 1 + saved.size()) {
    const int64_t wall = number_of(next[0]);
    if (wall < 0 || wall > INT32_MAX)
      return false;
    load(i, (int)wall, next + 1, kept);
  }
  return true;
}

/** The region itself writes how it moves. */
void FixWallGran::write_restart(FILE *fp) {
  if (comm->me == 0 && of_region)
    of_region->write_restart(fp);
}

void FixWallGran::restart(char *buffer) {
  if (of_region)
    of_region->restart(buffer);
}

/** The suffix is not part of the name: restart files do without, as the host's, and so each finds
 * the states that the other wrote. */
void FixWallGran::post_constructor() {
  call_as_given(*this, name);
}

// --------------------------------------------------------------------------- planes and cylinders

int HostAxisWalls::read(int next, int narg, char **arg) {
  const std::string styles =
      RELEASE.has_zcylinder ? "xplane, yplane, zplane and zcylinder" : "xplane, yplane and zplane";
  if (next == narg)
    stop(lmp, here() + "needs a wall; the walls are " + styles);
  const std::string which = arg[next];
  if (is_plane(which))
    return read_planes(next, narg, arg);
  if (which == "zcylinder" && !RELEASE.has_zcylinder)
    stop(lmp, here() + "this release has no zcylinder: use wall/gran/region with a region of style "
                       "cylinder");
  if (which != "zcylinder")
    stop(lmp, here() + "'" + which + "' is no wall; the walls are " + styles +
                  (which == "region" ? ", and fix wall/gran/region for regions" : ""));
  return read_cylinder(next, narg, arg);
}

void HostAxisWalls::read_motion(WordReader &words) {
  read_course(words);
  if (motion() == WIGGLES && !std::isfinite(frequency()))
    stop(lmp, here() + "the period of wiggle must not be 0");
}

void HostAxisWalls::make() {
  check_motion("");
  if (turns())
    warn(lmp, "dcm: " + here() +
                  "a turning cylinder has the same speed for all grains in dcm; in LAMMPS the "
                  "speed grows from one grain to the next");
}

void HostAxisWalls::move() {
  if (motion() != RESTS)
    move_to(frequency() * (update->ntimestep - since) * update->dt);
}

/** The spin of the host's wall enters no law. A cylinder does not hold a grain inside of it beyond
 * touching, whatever the law's reach. */
void HostAxisWalls::find(int i, const double *x, double cutoff, std::vector<NearWall> &near) {
  const bool is_held = !is_cylinder() || hypot(x[0], x[1]) >= radius;
  find_nearer(x, is_held ? cutoff : atom->radius[i], near);
  for (NearWall &wall : near)
    wall.spin[2] = 0.0;
}

/** A grain between two planes sees the nearer one: that is left to find. */
bool HostAxisWalls::as_faces(dcm_wall_faces &faces) const {
  const int side = std::isfinite(places[1]);
  if ((side && std::isfinite(places[0])) || !AxisWalls::as_faces(faces))
    return false;
  uint32_t *walls = &faces.wall[DCM_FLAT_FACES + 2 * normal];
  walls[side] = 0;
  walls[1 - side] = DCM_NO_FACE;
  return true;
}

// ---------------------------------------------------------------------------------------- regions

int HostRegionWalls::read(int next, int narg, char **arg) {
  if (next + 1 >= narg || strcmp(arg[next], "region") != 0)
    stop(lmp, here() + "needs the word region and the ID of a region after the model");
  region_id = arg[next + 1];
  region = look_up();
  return next + 2;
}

Region *HostRegionWalls::look_up() const {
  Region *found = find_region(domain, region_id);
  if (!found)
    stop(lmp, here() + "there is no region '" + region_id + "'");
  return found;
}

int HostRegionWalls::most_walls() const {
  return region->tmax;
}

void HostRegionWalls::init() {
  Region *found = look_up();
  if (found != region || !is_of_restart) {
    warn(lmp,
         "dcm: " + here() + "region " + region_id +
             (is_of_restart ? " has been defined anew" : " is not the region of the restart file") +
             "; the motion of the region begins anew");
    region = found;
    region->reset_vel();
  }
  is_of_restart = true;
  can_move = region->dynamic_check();
  // The host does not say how its unions transform parts that move.
  is_followed = !can_move || region->nregion == 1;
  attach();
}

void HostRegionWalls::move() {
  if (!can_move)
    return;
  region->prematch();
  region->set_velocity();
  see_motion();
}

/** Whatever the law's reach, the host's fix looks no farther than touching: jkr lets go there. */
void HostRegionWalls::find(int i, const double *x, double, std::vector<NearWall> &near) {
  const double touch = atom->radius[i];
  double at[3] = {x[0], x[1], x[2]};
  const int count = is_followed && is_single()        ? surface_of_host(x, touch)
                    : region->match(x[0], x[1], x[2]) ? region->surface(x[0], x[1], x[2], touch)
                                                      : 0;
  for (int c = 0; c < count; c++) {
    const Region::Contact &contact = region->contact[c];
    NearWall wall = {};
    wall.number = contact.iwall;
    wall.to_grain[0] = contact.delx;
    wall.to_grain[1] = contact.dely;
    wall.to_grain[2] = contact.delz;
    if (!is_single())
      undo_second_turn(x, contact.r, wall.to_grain);
    if (can_move)
      region->velocity_contact(wall.velocity, at, c);
    if (contact.radius != 0.0)
      wall.radius = contact.radius;
    near.push_back(wall);
  }
}

/** Regions that move have the host's velocities, and no spin, see find. */
bool HostRegionWalls::as_faces(dcm_wall_faces &faces) const {
  if (!is_followed || !RegionWalls::as_faces(faces))
    return false;
  faces.is_bent_once = 0;
  for (int c = 0; c < 3; c++) {
    faces.velocity[c] = region->moveflag ? region->v[c] : 0.0;
    faces.spin[c] = region->rotateflag ? region->omega[c] : 0.0;
    faces.spin_of_walls[c] = 0.0;
  }
  return true;
}

double HostRegionWalls::path() const {
  return is_followed ? RegionWalls::path() : std::numeric_limits<double>::infinity();
}

void HostRegionWalls::write_restart(FILE *fp) const {
  int length = 0;
  region->length_restart_string(length);
  fwrite(&length, sizeof length, 1, fp);
  region->write_restart(fp);
}

/** The host follows the lengths in the file wherever these lead. */
void HostRegionWalls::restart(char *buffer) {
  std::string head;
  for (const char *word : {region->id, region->style}) {
    const int size = (int)strlen(word) + 1;
    head.append(reinterpret_cast<const char *>(&size), sizeof size).append(word, size);
  }
  int n = 0;
  is_of_restart = memcmp(buffer, head.data(), head.size()) == 0 && region->restart(buffer, n);
}

} // namespace DCM_NS
