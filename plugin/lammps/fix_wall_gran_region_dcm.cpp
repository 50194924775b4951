// SPDX-License-Identifier: GPL-2.0-or-later
#include "fix_wall_gran_region_dcm.h"

#include "comm.h"
#include "domain.h"
#include "error.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>

using namespace LAMMPS_NS;

namespace DCM_NS {

FixWallGranRegionDCM::FixWallGranRegionDCM(LAMMPS *instance, int narg, char **arg)
    : FixWallGran(instance, narg, arg), surface(instance) {
  int next = read_model(narg, arg);
  if (next + 1 >= narg || strcmp(arg[next], "region") != 0)
    error->all(FLERR, here() + "needs the word region and the ID of a region after the model");
  region_id = arg[next + 1];
  region = look_up();
  for (next += 2; next < narg;) {
    const std::string keyword = arg[next];
    next = read_common(next, narg, arg);
    if (next < 0)
      error->all(FLERR, here() + "'" + keyword +
                            "' is no keyword here; the keywords are contacts and temperature" +
                            (keyword == "wiggle" || keyword == "shear"
                                 ? " (a region moves by its own keywords move and rotate)"
                                 : ""));
  }
  most_contacts = region->tmax;
  prepare_as_host(most_contacts);
}

Region *FixWallGranRegionDCM::look_up() const {
  Region *found = find_region(domain, region_id);
  if (!found)
    error->all(FLERR, here() + "there is no region '" + region_id + "'");
  return found;
}

void FixWallGranRegionDCM::init() {
  FixWall::init();
  Region *found = look_up();
  if (found != region || !is_of_restart) {
    if (comm->me == 0)
      error->warning(FLERR, "dcm: " + here() + "region " + region_id +
                                (is_of_restart ? " has been defined anew"
                                               : " is not the region of the restart file") +
                                "; the motion of the region begins anew");
    region = found;
    region->reset_vel();
  }
  is_of_restart = true;
  can_move = region->dynamic_check();
  // The host does not tell how its unions transform parts that move.
  is_followed = !can_move || region->nregion == 1;
  turns_twice = region->nregion > 1 && region->rotateflag;
  if (is_followed || turns_twice)
    surface.attach(region_id, here());
  if (most_contacts != region->tmax) {
    most_contacts = region->tmax;
    change_slots(most_contacts);
  }
}

// ------------------------------------------------------------------------------------- geometry

void FixWallGranRegionDCM::move_walls() {
  if (!can_move)
    return;
  region->prematch();
  region->set_velocity();
  if (is_followed || turns_twice)
    surface.follow();
}

/** Whatever the law's reach, the host's fix looks no farther than touching: jkr lets go there. */
void FixWallGranRegionDCM::find_walls(int i, double, std::vector<NearWall> &near) {
  double *x = atom->x[i];
  const double radius = atom->radius[i];
  const int count = is_followed && surface.is_single() ? surface.surface_of_host(x, radius)
                    : region->match(x[0], x[1], x[2])  ? region->surface(x[0], x[1], x[2], radius)
                                                       : 0;
  for (int c = 0; c < count; c++) {
    const Region::Contact &contact = region->contact[c];
    NearWall wall = {};
    wall.number = contact.iwall;
    wall.to_grain[0] = contact.delx;
    wall.to_grain[1] = contact.dely;
    wall.to_grain[2] = contact.delz;
    if (turns_twice)
      surface.undo_second_turn(x, contact.r, wall.to_grain);
    if (can_move)
      region->velocity_contact(wall.velocity, x, c);
    wall.room = std::numeric_limits<double>::infinity();
    wall.radius = contact.radius == 0.0 ? wall.room : contact.radius;
    near.push_back(wall);
  }
}

double FixWallGranRegionDCM::path() const {
  return is_followed ? surface.path() : std::numeric_limits<double>::infinity();
}

// ---------------------------------------------------------------------------------- restart files

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

const int HEAD = 2; // how many numbers there are, and how many contacts

} // namespace

int FixWallGranRegionDCM::size_restart(int i) {
  if (saved_width() == 0)
    return 0;
  const WallContacts &kept = states_of_atoms();
  int contacts = 0;
  for (int s = 0; s < kept.slots(); s++)
    contacts += kept.wall(i, s) >= 0;
  return HEAD + contacts * (1 + saved_width());
}

int FixWallGranRegionDCM::maxsize_restart() {
  return saved_width() > 0 ? HEAD + most_contacts * (1 + saved_width()) : 0;
}

int FixWallGranRegionDCM::pack_restart(int i, double *buffer) {
  const int wide = saved_width();
  WallContacts &kept = states_of_atoms();
  int n = HEAD, contacts = 0;
  for (int s = 0; s < kept.slots(); s++) {
    if (kept.wall(i, s) < 0)
      continue;
    contacts++;
    buffer[n++] = bits_of(kept.wall(i, s));
    save(kept.state(i, s), buffer + n);
    n += wide;
  }
  buffer[0] = n;
  buffer[1] = bits_of(contacts);
  return n;
}

bool FixWallGranRegionDCM::read_contacts(int i, const double *numbers, int count,
                                         WallContacts &kept) {
  const int wide = saved_width();
  const int64_t contacts = count >= HEAD ? number_of(numbers[1]) : -1;
  bool is_whole =
      contacts >= 0 && contacts <= kept.slots() && count == HEAD + (int)contacts * (1 + wide);
  for (int s = 0; is_whole && s < contacts; s++) {
    const double *next = numbers + HEAD + s * (1 + wide);
    const int64_t wall = number_of(next[0]);
    is_whole = wall >= 0 && wall <= INT32_MAX;
    if (!is_whole)
      break;
    kept.set(i, s, (int)wall);
    if (!load(next + 1, kept.state(i, s)))
      kept.drop(i, s);
  }
  return is_whole;
}

/** The region itself writes how it moves. */
void FixWallGranRegionDCM::write_restart(FILE *fp) {
  if (comm->me)
    return;
  int length = 0;
  region->length_restart_string(length);
  fwrite(&length, sizeof length, 1, fp);
  region->write_restart(fp);
}

/** The host follows the lengths in the file wherever these lead. */
void FixWallGranRegionDCM::restart(char *buffer) {
  std::string head;
  for (const char *word : {region->id, region->style}) {
    const int size = (int)strlen(word) + 1;
    head.append(reinterpret_cast<const char *>(&size), sizeof size).append(word, size);
  }
  int n = 0;
  is_of_restart = memcmp(buffer, head.data(), head.size()) == 0 && region->restart(buffer, n);
}

} // namespace DCM_NS
