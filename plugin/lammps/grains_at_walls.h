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
#include <vector>

namespace DCM_NS {

/** The contacts of grains with walls and their states while they are with the atoms: a few slots
 * for each, which move with it. Most grains touch no wall; only grains with contacts have slots. */
class WallContacts {
public:
  /** Room for slots contacts of each atom with width numbers each. Forgets all contacts. */
  void shape(int slots, int width);

  /** Room for atoms 0 to count - 1. */
  void grow(int count);

  /** Room for no fewer than slots contacts of each atom. Contacts keep their slots. */
  void widen(int slots);

  int slots() const {
    return slot_count;
  }

  /** Number of the wall that a slot is for; negative while the slot is free. */
  int wall(int atom, int slot) const {
    return rows[atom] < 0 ? -1 : walls[place(atom, slot)];
  }
  bool has_any(int atom) const {
    return rows[atom] >= 0;
  }
  /** The state of a slot that is of a wall; good until the next call of set, copy or unpack. */
  double *state(int atom, int slot) {
    return &states[place(atom, slot) * width];
  }

  /** Makes a slot that of a wall. */
  void set(int atom, int slot, int wall);
  void drop(int atom, int slot);
  void clear(int atom);
  void copy(int from, int to);

  /** Contacts of an atom as numbers. @return how many */
  int pack(int atom, double *numbers) const;
  /** @param count      how many numbers there are at most
   * @param of_contact numbers of a state, if there are fewer than now; the others become 0
   * @return how many of them belong to the atom, or 0 if that is none of what pack gives: then it
   * has no contacts */
  int unpack(int atom, const double *numbers, int count, int of_contact);
  int unpack(int atom, const double *numbers) {
    return unpack(atom, numbers, largest_packed_size(), width);
  }
  int packed_size(int atom) const;
  /** The slots that numbers need, which unpack takes. */
  static int slots_of(const double *numbers, int count);
  int largest_packed_size() const {
    return 1 + slot_count * (1 + width);
  }

  double memory_usage() const {
    return (rows.capacity() + unused.capacity() + walls.capacity()) * sizeof(int) +
           states.capacity() * sizeof(double);
  }

private:
  int slot_count = 0;
  int width = 0;
  std::vector<int> rows;      // [atom] its row of slots; -1 if it has no contacts, and only then
  std::vector<int> unused;    // rows of nobody
  std::vector<int> walls;     // [row][slot]
  std::vector<double> states; // [row][slot][width], and one number more

  size_t row_count() const {
    return slot_count ? walls.size() / slot_count : 0;
  }
  size_t place(int atom, int slot) const {
    assert(rows[atom] >= 0 && slot >= 0 && slot < slot_count);
    return (size_t)rows[atom] * slot_count + slot;
  }
  void give_row(int atom);
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

  /** Forgets all contacts.
   * @param slots walls that a grain can touch from now on */
  void begin_anew(int slots);
  int slots() const {
    return states.slots();
  }
  /** Room for no fewer slots, where a grain may touch any number of walls. */
  void make_room(int slots);

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
  void check_new(uint32_t contact);
};

} // namespace DCM_NS

#endif
