// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * The grains that are close to the walls of a fix, and their contacts with the walls: in a list
 * while steps are made, with the atoms where these may change places or be written. */
#ifndef DCM_LAMMPS_GRAINS_AT_WALLS_H
#define DCM_LAMMPS_GRAINS_AT_WALLS_H

#include "axis_walls.h"
#include "grain_shapes.h"
#include "rigid_masses.h"
#include "wall_law.h"
#include "wall_shape.h"

#include "common/owners.h"

#include "fix.h"
#include "pointers.h"

#include <cassert>
#include <cstddef>
#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

namespace DCM_NS {

/** The contacts of grains with walls while they are with the atoms: of each the number of its wall
 * and its state. Most grains touch no wall, and have no entry. */
class WallContacts {
public:
  /** Forgets all contacts; those from now on have states of width numbers. */
  void begin_anew(int width_of_states) {
    width = width_of_states;
    of.clear();
  }

  int count(int atom) const {
    return (int)numbers_of(atom).size() / (1 + width);
  }
  int wall(int atom, int contact) const {
    return (int)numbers_of(atom)[contact * (1 + width)];
  }
  const double *state(int atom, int contact) const {
    return &numbers_of(atom)[contact * (1 + width)] + 1;
  }

  /** Adds a contact with a wall. @return its state, of zeros; good until the next call */
  double *add(int atom, int wall) {
    std::vector<double> &numbers = of[atom];
    numbers.push_back(wall);
    numbers.resize(numbers.size() + width, 0.0);
    return &numbers.back() + 1 - width;
  }
  void clear(int atom) {
    of.erase(atom);
  }
  void copy(int from, int to) {
    const std::vector<double> numbers = numbers_of(from);
    of.erase(to);
    if (!numbers.empty())
      of[to] = numbers;
  }

  /** Contacts of an atom as numbers. @return how many */
  int pack(int atom, double *numbers) const {
    const std::vector<double> &all = numbers_of(atom);
    numbers[0] = count(atom);
    std::copy(all.begin(), all.end(), numbers + 1);
    return packed_size(count(atom));
  }
  /** @param count      how many numbers there are at most
   * @param of_contact numbers of a state, if there are fewer than now; the others become 0
   * @return how many of them belong to the atom, or 0 if that is none of what pack gives: then it
   * has no contacts */
  int unpack(int atom, const double *numbers, int count, int of_contact);
  /** Numbers that so many contacts of an atom are. */
  int packed_size(int contacts) const {
    return 1 + contacts * (1 + width);
  }

  int state_width() const {
    return width;
  }

private:
  int width = 0;
  std::unordered_map<int, std::vector<double>> of; // [atom][contact][wall, state]

  const std::vector<double> &numbers_of(int atom) const {
    static const std::vector<double> none;
    const auto found = of.find(atom);
    return found == of.end() ? none : found->second;
  }
};

/** The grains that a fix of walls has to look at: those that may touch a wall before grain and wall
 * have moved by a margin together. The others are excluded, which is exact, whatever the settings
 * of the host's neighbour lists. */
class CloseGrains : protected LAMMPS_NS::Pointers {
public:
  explicit CloseGrains(LAMMPS_NS::LAMMPS *instance) : Pointers(instance) {}

  /** Finds them anew.
   * @param path     a length that grows by no less than any point of the walls moves; infinite if
   *                 that is not known
   * @param all      whether no grain may be excluded
   * @param begin    begin(margin): those that touch a wall, or may touch one after grain and wall
   *                 have moved by the margin together, are about to be asked for
   * @param is_close is_close(i): whether grain i is such a grain */
  void find(double path, bool all, const std::function<void(double)> &begin,
            const std::function<bool(int)> &is_close);

  /** True while no excluded grain can have reached a wall. */
  bool exclusion_is_valid(double path) const;

  /** Whether exclusion_is_valid is true until the host's next list, for walls that rest. */
  bool exclusion_lasts() const {
    return has_excluded && is_seen_by_host;
  }

  /** Sorted by type, for a batch has one pair of materials. */
  const std::vector<int> &list() const {
    return close;
  }

private:
  std::vector<int> close;
  std::vector<double> place_then; // of all grains when the list was made
  double path_then = 0.0;         // of the walls
  double way = 0.0;               // that walls are expected to move until the next list
  int grains_then = -1;
  double margin = 0.0;
  double allowance = 0.0; // the part of the margin that walls may use up and grains may not
  /** The list was made when the host made its own, which the host makes anew as soon as some grain
   * has moved by more than half the skin. */
  bool is_seen_by_host = false;
  bool has_excluded = false;

  bool host_checks_every_step() const;
};

class GrainsAtWalls : protected LAMMPS_NS::Pointers {
public:
  /** @param of_fix the fix, whose group the grains are of; what is handed over outlives this */
  GrainsAtWalls(LAMMPS_NS::LAMMPS *instance, LAMMPS_NS::Fix &of_fix, const WallLaw &of_walls,
                const RigidMasses &of_bodies);

  void take(WallShape *of_fix) {
    shape = of_fix;
  }

  enum class Curvature { OF_LAW, PRINCIPAL, MEAN };
  Curvature curvature = Curvature::OF_LAW; // of walls on which the contact is an ellipse

  /** Numbers of an atom that the fix exchanges beside its contacts. */
  int exchanged_beside = 0;

  /** Whether contacts go on over new lists and in restart files. */
  bool keeps_contacts() const {
    return wall_law.keeps_states() || shape->remembers_contacts();
  }

  /** Forgets all contacts. */
  void begin_anew();
  /** Room, where grains change ranks, for so many contacts of a grain. */
  void make_room(int contacts);

  /** The contacts with the atoms: gives them back from the list, before atoms change places. */
  WallContacts &with_atoms() {
    give_back();
    return states;
  }

  /** Where a step begins: finds the close grains anew if that is due, and makes their list.
   * @param is_late radii, masses and types may have changed, though there are no new lists
   * @return whether they were found anew */
  bool follow(const dcm_law *present_law, bool is_late);

  /** Whether no grain is close, and no contact is to end. */
  bool are_none() const {
    return listed.empty() && list->now.count == 0;
  }

  /** Whether there will be none until the host's next list, at walls that rest. */
  bool are_none_until_list() const {
    return are_none() && close.exclusion_lasts();
  }

  /** Passes the shapes of atoms; null: spheres. */
  void use_shapes(const GrainShapes *shapes_of_atoms) {
    shapes = shapes_of_atoms;
    shape->use_shapes(shapes_of_atoms);
  }

  /** Finds the contacts of this step.
   * @param keeps_ended for energies, those that have ended */
  void find(bool keeps_ended);

  /** Whether that found none. */
  bool touch_none() const {
    return list->now.count == 0;
  }

  double memory_usage() const;

  WallListPointer list;

private:
  LAMMPS_NS::Fix &fix;
  const WallLaw &wall_law;
  const RigidMasses &masses;
  WallShape *shape = nullptr;
  const dcm_law *law = nullptr; // of this step
  const GrainShapes *shapes = nullptr;

  WallContacts states;
  int most_contacts = 0; // of a grain: for so many there is room where it changes ranks
  bool is_listed = false;
  CloseGrains close;
  // The grains that the list goes through: close ones of the group.
  std::vector<dcm_wall_particle> listed;
  std::vector<double> cutoffs; // of these
  // Walls that are faces: the grains that are listed, with whole lanes; and the faces that these
  // touched in the step before and are near to now, see dcm_wall_faces_look.
  std::vector<uint32_t> indices, materials;
  std::vector<int32_t> codes_before, codes;
  dcm_wall_faces faces; // of has_faces
  bool are_faces = false, are_faces_known = false;
  WallPlanesPointer planes; // likewise, of walls that are planes near grains
  struct BentWall {
    double wall, circle; // radius_for of a wall with this radius; it takes powers
  };
  std::vector<BentWall> bent; // the last one that each listed grain was near
  bool may_change = false;    // whether the host may change their radii, masses, or the law
  std::vector<NearWall> nearby;
  std::vector<uint32_t> followed;

  std::string here() const {
    return std::string("fix ") + fix.style + ": ";
  }
  void find_close();
  double cutoff_of(int i) const;
  double reach_at(int i, double wall_radius) const;
  void make_list();
  void add_contacts(size_t n, bool by_faces);
  void give_back();
  void describe_grains();
  bool has_faces();
  bool has_planes(dcm_planes_frame &frame) const;
  bool are_found_together() const;
  void find_at_faces();
  void find_at_planes(const dcm_planes_frame &frame);
  int32_t code_at_planes(uint32_t n, uint32_t first);
  void go_on_or_update(bool is_same, const std::function<int32_t(uint32_t)> &code_of);
  void find_one_by_one();
  bool has_same_contacts(size_t n, const AxisWalls &along_axes, bool are_one);
  void place(uint32_t contact, const NearWall &wall);
  void update_contacts(size_t n);
  uint32_t see(size_t n, const NearWall &wall);
  uint32_t see_shape(size_t n, const NearWall &wall);
  double radius_for(size_t n, double wall_radius, bool is_bent_once);
  bool takes_ellipse() const;
};

} // namespace DCM_NS

#endif
