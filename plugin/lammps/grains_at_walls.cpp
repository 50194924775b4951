// SPDX-License-Identifier: GPL-2.0-or-later
#include "grains_at_walls.h"

#include "host_api.h"
#include "host_services.h"

#include "group.h"

#include <algorithm>
#include <cassert>
#include <climits>
#include <cmath>

extern "C" {
#include "contacts/displacement.h"
#include "contacts/shapes.h"
#include "numeric/simd.h"
#include "runtime/model.h"
#include "runtime/motion.h"
}

using namespace LAMMPS_NS;

namespace DCM_NS {

static const size_t AHEAD = 8;

// --------------------------------------------------------------------------------- close grains

/** The margin is half the skin, as that of the host's lists, and three times what the walls moved
 * while the list before was valid, or half of what they were expected to move then: some lists last
 * much longer than others, and each run begins with a new one. No grain is excluded where the host
 * does not report when radii change, or where walls change in ways that are not known. */
void CloseGrains::find(double path, bool all, const std::function<void(double)> &begin,
                       const std::function<bool(int)> &is_close) {
  const int n = atom->nlocal;
  const double half_skin = 0.5 * neighbor->skin;
  way = has_excluded ? std::max(path - path_then, 0.5 * way) : 0.0;
  allowance = std::min(3.0 * way, neighbor->skin);
  margin = half_skin + allowance;
  path_then = path;
  is_seen_by_host = neighbor->ago == 0 && host_checks_every_step();
  grains_then = n;
  has_excluded = half_skin > 0.0 && std::isfinite(path) && !all && !atoms_may_change(atom, modify);
  close.clear();
  if (has_excluded)
    begin(margin);
  for (int i = 0; i < n; i++)
    if (!has_excluded || is_close(i))
      close.push_back(i);
  std::stable_sort(close.begin(), close.end(),
                   [=](int i, int j) { return atom->type[i] < atom->type[j]; });
  if (has_excluded && n > 0)
    place_then.assign(atom->x[0], atom->x[0] + 3 * (size_t)n);
}

bool CloseGrains::exclusion_is_valid(double path) const {
  const size_t n = atom->nlocal;
  const double walls_moved = path - path_then;
  const double left = margin - walls_moved;
  if (grains_then != atom->nlocal)
    return false;
  if (!has_excluded || n == 0)
    return true;
  if (!(left > 0.0))
    return false;
  if (is_seen_by_host && walls_moved <= allowance)
    return true;
  assert(place_then.size() == 3 * n);
  return dcm_moved_less(atom->x[0], place_then.data(), n, left);
}

/** True if the host makes new lists as soon as some grain has moved by more than half the skin. */
bool CloseGrains::host_checks_every_step() const {
  return neighbor->every == 1 && neighbor->delay == 0 && neighbor->dist_check &&
         !neighbor->build_once && !neighbor->includegroup;
}

// ------------------------------------------------------------------------------------- contacts

GrainsAtWalls::GrainsAtWalls(LAMMPS *instance, Fix &of_fix, const WallLaw &of_walls,
                             const RigidMasses &of_bodies)
    : Pointers(instance), list(dcm_wall_list_create()), fix(of_fix), wall_law(of_walls),
      masses(of_bodies), close(instance), planes(dcm_wall_planes_create()) {
  need_memory(lmp, list && planes);
}

void GrainsAtWalls::begin_anew() {
  is_listed = false;
  states.begin_anew(wall_law.state_width());
  most_contacts = 0;
  make_room(1);
}

void GrainsAtWalls::make_room(int contacts) {
  most_contacts = std::max(most_contacts, contacts);
  fix.maxexchange = states.packed_size(most_contacts) + exchanged_beside;
}

bool GrainsAtWalls::follow(const dcm_law *present_law, bool is_late) {
  law = present_law;
  const bool is_new = neighbor->ago == 0 || is_late || !close.exclusion_is_valid(shape->path());
  if (is_new || group->dynamic[fix.igroup])
    give_back();
  if (is_new)
    find_close();
  if (!is_listed)
    make_list();
  return is_new;
}

/** Whether contacts may be found many at a time. With 'loop plain' walls are asked grain by grain.
 */
bool GrainsAtWalls::are_found_together() const {
  return !law->reaches && !shapes && !may_change && !wall_law.goes_plainly();
}

/** Whether walls are faces, and brings these to where they are now. Walls that rest are where they
 * were when the close grains were found. */
bool GrainsAtWalls::has_faces() {
  if (!are_faces_known) {
    are_faces = shape->as_faces(faces);
    are_faces_known = shape->rests();
  }
  return are_faces && are_found_together();
}

bool GrainsAtWalls::has_planes(dcm_planes_frame &frame) const {
  return are_found_together() && shape->as_planes(frame);
}

void GrainsAtWalls::find_close() {
  const bool all = group->dynamic[fix.igroup] || wall_law.goes_plainly();
  are_faces_known = false;
  const bool by_faces = !all && has_faces();
  const size_t n = atom->nlocal;
  double margin = 0.0;
  shape->begin_search();
  const auto begin = [&](double of_search) {
    margin = of_search;
    codes.resize(n);
    cutoffs.assign(dcm_whole_lanes((uint32_t)n), 0.0);
    for (size_t i = 0; i < n; i++)
      cutoffs[i] = atom->radius[i] + margin;
    if (by_faces && n > 0)
      dcm_wall_faces_search(&faces, atom->x[0], cutoffs.data(), (uint32_t)n, codes.data());
  };
  close.find(shape->path(), all, begin, [&](int i) {
    const bool is_near =
        by_faces ? codes[i] != 0 : shape->is_near(i, atom->x[i], cutoff_of(i) + margin);
    return is_near || states.count(i) > 0;
  });
}

double GrainsAtWalls::reach_at(int i, double wall_radius) const {
  double reach;
  dcm_error reason;
  const uint32_t pair = dcm_law_pair(law, atom->type[i], wall_law.material());
  if (dcm_law_check_reach(law, dcm_sides_at_wall(pair, atom->radius[i], wall_radius), &reach,
                          &reason))
    stop_from_one(lmp, here() + reason.text);
  return reach;
}

/** Distance up to which walls may matter to grain i. The reach grows with the effective radius,
 * which at a concave wall is larger than the radius of the grain. It is largest in a cylinder, at
 * the most elliptic contact; a sphere that has more than a twentieth of the radius of the grain to
 * spare makes it no larger. */
double GrainsAtWalls::cutoff_of(int i) const {
  const double most = -atom->radius[i] / (1.0 - 1.0 / DCM_MOST_ELLIPTIC_RADIUS);
  return atom->radius[i] + (law->reaches ? reach_at(i, most) : 0.0);
}

/** Makes a list of the close grains, with the states of their contacts. */
void GrainsAtWalls::make_list() {
  dcm_wall_list_shape(list.get(), shapes != nullptr);
  need_memory(lmp, !dcm_wall_list_clear(list.get(), law));
  listed.clear();
  for (int i : close.list()) {
    if (!(atom->mask[i] & fix.groupbit))
      continue;
    listed.push_back({(uint32_t)i, 0, 0.0, 0.0});
  }
  may_change = atoms_may_change(atom, modify);
  describe_grains();
  dcm_planes_frame frame;
  const bool by_faces = has_faces(), are_planes = has_planes(frame);
  if (are_planes)
    need_memory(lmp, !dcm_wall_planes_begin(planes.get(), (uint32_t)listed.size()));
  for (uint32_t n = 0; n < listed.size(); n++) {
    const uint32_t first = list->now.count;
    add_contacts(n, by_faces);
    if (by_faces)
      codes_before[n] = dcm_wall_faces_code(&faces, list->now.wall, first, list->now.count);
    if (are_planes)
      codes_before[n] = code_at_planes(n, first);
  }
  is_listed = true;
}

/** Adds the contacts of grain n of listed to a list that is being made.
 * @param by_faces whether the walls are faces */
void GrainsAtWalls::add_contacts(size_t n, bool by_faces) {
  const int i = (int)listed[n].particle;
  for (int c = 0; c < states.count(i); c++) {
    const int wall = states.wall(i, c);
    const double *state = states.state(i, c);
    if (!dcm_law_can_take(law, state))
      stop_from_one(lmp, here() + OTHER_OPTIONS +
                             "; or let contacts begin anew: give the fix another ID");
    const bool is_first = by_faces && faces.wall[DCM_FIRST_FACE] == (uint32_t)wall;
    const double radius =
        is_first ? radius_for(n, dcm_wall_faces_radius(&faces), faces.is_bent_once) : HUGE_VAL;
    need_memory(lmp, !dcm_wall_list_add(list.get(), &listed[n], wall, radius, state));
  }
  states.clear(i);
}

/** Looks up the properties of listed grains that stay as they are from step to step. */
void GrainsAtWalls::describe_grains() {
  cutoffs.clear();
  indices.clear();
  codes_before.assign(listed.size(), DCM_FACES_UNKNOWN);
  codes.resize(listed.size());
  materials.clear();
  bent.assign(listed.size(), {0.0, 0.0});
  for (dcm_wall_particle &grain : listed) {
    const int i = grain.particle;
    grain.materials = dcm_law_pair(law, atom->type[i], wall_law.material());
    grain.radius = atom->radius[i];
    grain.effective_mass = masses.of(i);
    cutoffs.push_back(cutoff_of(i));
    indices.push_back(grain.particle);
    materials.push_back(grain.materials);
  }
  while (indices.size() % DCM_LANES) {
    indices.push_back(indices.back());
    cutoffs.push_back(cutoffs.back());
  }
}

/** Gives the states of the list back to the atoms, before atoms change places. */
void GrainsAtWalls::give_back() {
  if (!is_listed)
    return;
  is_listed = false;
  const dcm_wall_contacts &contacts = list->now;
  for (uint32_t k = 0; k < contacts.count && keeps_contacts(); k++) {
    if (contacts.wall[k] == DCM_NO_WALL)
      continue;
    dcm_wall_list_save(list.get(), k, states.add(contacts.particle[k], (int)contacts.wall[k]));
  }
}

/** Where the wall of a contact is, and how it moves. */
inline void GrainsAtWalls::place(uint32_t contact, const NearWall &wall) {
  for (int c = 0; c < 3; c++) {
    list->separation[c][contact] = -wall.to_grain[c];
    list->velocity[c][contact] = wall.velocity[c];
    list->spin[c][contact] = wall.spin[c];
  }
}

/** Whether a grain has the contacts that it had, none or one, so that they need no update. */
inline bool GrainsAtWalls::has_same_contacts(size_t n, const AxisWalls &along_axes, bool are_one) {
  const dcm_wall_particle &grain = listed[n];
  NearWall wall;
  const int count = along_axes.find_only(atom->x[grain.particle], cutoffs[n], are_one, wall);
  if (count == 0)
    return dcm_wall_list_had_none(list.get(), grain.particle);
  const double *d = wall.to_grain;
  if (count != 1 || grain.radius >= wall.room ||
      !dcm_in_contact(dcm_contact_range(grain.radius, 0.0, 0), 1,
                      d[0] * d[0] + d[1] * d[1] + d[2] * d[2]))
    return false;
  const uint32_t k = dcm_wall_list_go_on(list.get(), &grain, (uint32_t)wall.number,
                                         radius_for(n, wall.radius, wall.is_bent_once));
  if (k == DCM_NO_WALL)
    return false;
  place(k, wall);
  return true;
}

/** Finds the contacts of this step. */
void GrainsAtWalls::find(bool keeps_ended) {
  if (may_change)
    describe_grains();
  list->ended.are_kept = keeps_ended;
  dcm_planes_frame frame;
  if (has_faces())
    find_at_faces();
  else if (has_planes(frame))
    find_at_planes(frame);
  else
    find_one_by_one();
}

/** Grains whose contacts neither begin nor end are not asked one by one.
 * @param is_same whether that is so for all
 * @param code_of the code of the contacts of a grain that was asked */
void GrainsAtWalls::go_on_or_update(bool is_same, const std::function<int32_t(uint32_t)> &code_of) {
  const uint32_t count = (uint32_t)listed.size();
  const dcm_wall_codes known = {materials.data(), codes_before.data(), codes.data(), count};
  if (is_same && list->ended.has_seen) {
    dcm_wall_list_stay_all(list.get());
    return;
  }
  dcm_wall_list_begin(list.get());
  for (uint32_t n = 0; (n = dcm_wall_faces_go_on(list.get(), &known, n)) < count; n++) {
    update_contacts(n);
    codes_before[n] = code_of(n);
  }
  dcm_wall_list_finish(list.get(), law);
}

void GrainsAtWalls::find_at_faces() {
  const double *x = atom->nlocal > 0 ? atom->x[0] : nullptr;
  const uint32_t changes =
      dcm_wall_faces_look(&faces, x, indices.data(), cutoffs.data(), (uint32_t)listed.size(),
                          codes_before.data(), codes.data());
  go_on_or_update(changes == 0, [&](uint32_t) {
    return dcm_wall_faces_code(&faces, list->now.wall, list->begun, list->now.count);
  });
  dcm_wall_faces_place(&faces, x, list.get());
}

void GrainsAtWalls::find_at_planes(const dcm_planes_frame &frame) {
  const double *x = atom->nlocal > 0 ? atom->x[0] : nullptr;
  const uint32_t changes = dcm_wall_planes_look(planes.get(), &frame, x, indices.data(),
                                                cutoffs.data(), codes_before.data(), codes.data());
  go_on_or_update(changes == 0, [this](uint32_t n) {
    return codes[n] == DCM_PLANES_TO_FIND ? code_at_planes(n, list->begun)
                                          : dcm_wall_planes_code(planes.get(), n, list->now.wall,
                                                                 list->begun, list->now.count);
  });
  dcm_wall_planes_place(planes.get(), &frame, x, indices.data(), codes.data(), list.get());
}

/** Finds the planes near a grain. @return the code of its contacts, which are from entry first on
 */
int32_t GrainsAtWalls::code_at_planes(uint32_t n, uint32_t first) {
  const int i = (int)listed[n].particle;
  dcm_planes_near near;
  shape->find_planes(i, atom->x[i], cutoffs[n], near);
  dcm_wall_planes_set(planes.get(), n, &near);
  return dcm_wall_planes_code(planes.get(), n, list->now.wall, first, list->now.count);
}

/** Asks the walls grain by grain. */
void GrainsAtWalls::find_one_by_one() {
  const double *x = atom->nlocal > 0 ? atom->x[0] : nullptr;
  bool are_one = false;
  const AxisWalls *along_axes = law->reaches || shapes ? nullptr : shape->along_axes(are_one);
  dcm_wall_list_begin(list.get());
  for (size_t n = 0; n < listed.size(); n++) {
    // Close grains stand far from each other in the arrays of the host: the processor cannot
    // predict where the next one is.
    if (n + AHEAD < listed.size())
      __builtin_prefetch(x + 3 * (size_t)listed[n + AHEAD].particle);
    if (!(along_axes && has_same_contacts(n, *along_axes, are_one)))
      update_contacts(n);
  }
  dcm_wall_list_finish(list.get(), law);
  if (list->refused.found)
    reach_at(list->refused.particle, list->refused.radius);
}

/** Finds the contacts of a grain, which is side 1; the wall is side 2.
 * @param n of listed */
void GrainsAtWalls::update_contacts(size_t n) {
  const dcm_wall_particle &grain = listed[n];
  const int i = grain.particle;
  const double radius = grain.radius;
  nearby.clear();
  shape->find(i, atom->x[i], cutoffs[n], nearby);
  dcm_wall_list_visit(list.get(), &grain);

  const uint32_t first = list->first;
  followed.assign(list->before.wall + first, list->before.wall + list->last);
  shape->follow(i, nearby, followed.data(), (uint32_t)followed.size());
  for (uint32_t k = first; k < list->last; k++) {
    if (followed[k - first] != DCM_NO_WALL)
      list->before.wall[k] = followed[k - first];
    else if (list->before.wall[k] != DCM_NO_WALL)
      dcm_wall_list_end(list.get(), law, k);
  }
  for (const NearWall &wall : nearby) {
    if (radius >= wall.room)
      stop_from_one(lmp, here() + "a grain of radius " + text_of_number(radius) +
                             " is too big to fit into a wall of radius " +
                             text_of_number(wall.room));
    const uint32_t k = shapes ? see_shape(n, wall) : see(n, wall);
    if (k == DCM_NO_WALL)
      continue;
    dcm_wall_list_incline(list.get(), k, wall.slope);
    if (list->from[k] == DCM_NO_WALL && !wall_law.lacking(atom->type[i]).empty())
      stop_from_one(lmp, wall_law.lacking(atom->type[i]));
  }
  const int touched = (int)(list->now.count - list->begun);
  if (touched > shape->most_walls())
    stop_from_one(lmp, here() + "a grain of radius " + text_of_number(radius) +
                           " touches more than " + std::to_string(shape->most_walls()) +
                           " walls at once: it is too big for this region");
  if (touched > most_contacts)
    make_room(touched);
}

/** A piece of wall near a sphere.
 * @return the contact, or DCM_NO_WALL */
uint32_t GrainsAtWalls::see(size_t n, const NearWall &wall) {
  const double *d = wall.to_grain;
  uint32_t k;
  need_memory(lmp, !dcm_wall_list_see(list.get(), law, wall.number,
                                      radius_for(n, wall.radius, wall.is_bent_once),
                                      d[0] * d[0] + d[1] * d[1] + d[2] * d[2], &k));
  if (k != DCM_NO_WALL)
    place(k, wall);
  return k;
}

/** Likewise near a grain of another shape: in its place stands a sphere at a plane, of the radius
 * that the contact began with. */
uint32_t GrainsAtWalls::see_shape(size_t n, const NearWall &wall) {
  const int i = (int)listed[n].particle;
  const dcm_shape &shape_of_grain = shapes->all()[i];
  const dcm_vector to_grain = dcm_vector_at(wall.to_grain);
  const auto its_name = [&] { return "atom " + std::to_string(atom->tag[i]); };
  if (!(dcm_length(to_grain) > 0.0))
    stop_from_one(lmp, here() + "the centre of " + its_name() +
                           " is on the wall, so that the contact has no normal: begin with grains "
                           "that are clear of the wall, or use a smaller timestep");
  const uint32_t had = dcm_wall_list_had(list.get(), wall.number);
  const double began_with = dcm_wall_list_radius(list.get(), had);
  const dcm_stand_in_at_wall at =
      wall.is_found ? dcm_stand_in_at_place(&wall.on, began_with)
                    : dcm_stand_in_at_wall_of(&shape_of_grain, to_grain, wall.axis,
                                              -0.5 * wall.radius, began_with);
  // Deeper than that, walls that find the place themselves find none.
  const double round = wall.is_found ? std::min(at.radius, wall.on.round) : at.radius;
  if (at.depth > 0.9 * round)
    stop_from_one(lmp, here() + its_name() + ", with " + shapes->words(i) + ", is " +
                           text_of_number(at.depth) + " deep in the wall, where its radius is " +
                           text_of_number(round) + ": use a smaller timestep or a stiffer wall");
  list->visited.radius = at.radius;
  const bool is_sphere = shape_of_grain.kind == DCM_SHAPE_SPHERE;
  uint32_t k = DCM_NO_WALL;
  if (is_sphere)
    k = see(n, wall);
  else
    need_memory(lmp, !dcm_wall_list_see(list.get(), law, wall.number, HUGE_VAL,
                                        at.distance * at.distance, &k));
  if (k == DCM_NO_WALL)
    return k;
  dcm_store(list->arm, k, at.arm);
  dcm_wall_list_screw(list.get(), k, at.pitch);
  if (is_sphere)
    return k;
  place(k, wall);
  dcm_store(list->separation, k, at.separation);
  // The wall moves as a body: from the point nearest to the centre to that nearest to the contact.
  dcm_store(list->velocity, k,
            dcm_add(dcm_vector_at(wall.velocity), dcm_cross(dcm_vector_at(wall.spin), at.from)));
  return k;
}

/** The radius of a wall as dcm_wall_list_see takes it: the radius of its mean curvature, or, where
 * the contact is an ellipse, the radius that gives the same force in a circle. */
double GrainsAtWalls::radius_for(size_t n, double wall_radius, bool is_bent_once) {
  if (!is_bent_once || !takes_ellipse())
    return wall_radius;
  if (bent[n].wall != wall_radius)
    bent[n] = {wall_radius, dcm_wall_radius_of_cylinder(listed[n].radius, 0.5 * wall_radius)};
  return bent[n].circle;
}

/** Whether the contact with a wall that is bent in one direction is an ellipse to the law. */
bool GrainsAtWalls::takes_ellipse() const {
  if (curvature == Curvature::OF_LAW)
    return (law->instance.flags & DCM_ELLIPSE_AT_WALLS) != 0;
  return curvature == Curvature::PRINCIPAL;
}

/** Where the host asks, the list has the states. */
double GrainsAtWalls::memory_usage() const {
  return dcm_wall_list_memory(list.get()) + dcm_wall_planes_memory(planes.get());
}

int WallContacts::unpack(int atom, const double *numbers, int count, int of_contact) {
  clear(atom);
  const double *next = numbers + 1;
  if (count < 1 || of_contact > width || !is_count(numbers[0], (count - 1) / (1 + of_contact)))
    return 0;
  for (int c = 0; c < numbers[0]; c++, next += 1 + of_contact) {
    if (!is_count(next[0], INT_MAX)) {
      clear(atom);
      return 0;
    }
    std::copy_n(next + 1, of_contact, add(atom, (int)next[0]));
  }
  return (int)(next - numbers);
}

} // namespace DCM_NS
