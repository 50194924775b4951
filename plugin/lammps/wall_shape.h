// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * Where the walls of a fix are, and how they move: what FixWall asks of planes, regions and meshes.
 */
#ifndef DCM_LAMMPS_WALL_SHAPE_H
#define DCM_LAMMPS_WALL_SHAPE_H

#include "command_words.h"

#include "domain.h"
#include "fix.h"
#include "pointers.h"
#include "update.h"

#include <algorithm>
#include <climits>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

extern "C" {
#include "contacts/step.h"
#include "contacts/wall_faces.h"
#include "contacts/wall_list.h"
#include "numeric/vector.h"
#include "shapes/on_walls.h"
}

namespace DCM_NS {

class AxisWalls;
class GrainShapes;
class WallImage;

/** A piece of wall close to a grain. A wall is flat, and does not turn, where nobody says more. */
struct NearWall {
  int number;          // identifies a wall of a fix, from 0
  double to_grain[3];  // from the point of the wall nearest to the grain's centre to that centre
  double velocity[3];  // of that point
  double spin[3] = {}; // angular velocity of the wall

  /** 1/radius is the mean of the two principal curvatures of the wall, as LAMMPS' own walls and
   * regions mean it. +infinity for a flat wall; for a sphere its radius, for a cylinder twice its
   * radius; negative where the wall is concave. */
  double radius = HUGE_VAL;
  bool is_bent_once = false; // one of the two curvatures is 0, the other is not
  double room = HUGE_VAL;    // radius of the largest sphere that a concave wall has room for
  double slope = 1.0;        // see dcm_wall_list_incline
  int axis = -1;             // x, y or z, along which a hollow cylinder stands

  /** Where a grain that is not a sphere touches, if the shape of the walls has found that: the
   * velocity is that of the place. Else the nearest point of the wall says all. */
  bool is_found = false;
  dcm_on_wall on = {};
};

/** The sums on the walls of a fix in a step, of all ranks. */
struct WallTotals {
  dcm_vector force;
  std::vector<double> added; // to each quantity of the law
  dcm_vector torque;         // about the origin
  double power;
  dcm_vector centre; // of the forces
};

/** A part of the global vector of a fix of walls: so many numbers one after the other. */
struct VectorPart {
  std::string name;
  int count;
  bool are_sums; // over the grains
};

/** The numbers of walls in a restart file: each class passes its own once, and they are written or
 * read. */
class SavedNumbers {
public:
  /** To write. */
  SavedNumbers() = default;
  /** To read as many numbers as would be written. */
  explicit SavedNumbers(const std::vector<double> &of_file) : are_read(true), all(of_file) {}

  template <class Number>
  void pass(Number &number) {
    if (are_read)
      number = (Number)all[next++];
    else
      all.push_back((double)number);
  }
  void pass(double *numbers, int count) {
    for (int n = 0; n < count; n++)
      pass(numbers[n]);
  }

  const bool are_read = false;
  std::vector<double> all;

private:
  size_t next = 0;
};

/** The time since a fix of moving walls was defined. The time goes on smoothly where the time step
 * changes, and through a restart. */
class WallClock {
public:
  explicit WallClock(const LAMMPS_NS::Update &update) : since(update.ntimestep), dt(update.dt) {}

  double time(const LAMMPS_NS::Update &update) const {
    return elapsed + (update.ntimestep - since) * dt;
  }

  /** To be called when the time step has changed. */
  void follow(const LAMMPS_NS::Update &update) {
    if (dt == update.dt)
      return;
    elapsed = time(update);
    since = update.ntimestep;
    dt = update.dt;
  }

  void pass(SavedNumbers &numbers) {
    numbers.pass(elapsed);
    numbers.pass(since);
    numbers.pass(dt);
  }

private:
  // The time is elapsed + (step - since) * dt.
  double elapsed = 0.0;
  LAMMPS_NS::bigint since;
  double dt;
};

class WallShape : protected LAMMPS_NS::Pointers {
public:
  /** @param of_fix the fix whose walls these are */
  WallShape(LAMMPS_NS::LAMMPS *instance, LAMMPS_NS::Fix &of_fix)
      : Pointers(instance), fix(of_fix) {}
  WallShape(const WallShape &) = delete;
  WallShape &operator=(const WallShape &) = delete;

  /** Reads where the walls are.
   * @return index of the first argument behind it: of keywords */
  virtual int read(int next, int narg, char **arg) = 0;

  /** The keywords of such walls, beside those of all walls. */
  virtual Keywords keywords() {
    return {};
  }
  /** End of the message about a word that is no keyword. */
  virtual std::string hint(const std::string &) const {
    return "";
  }

  /** When all keywords are read. */
  virtual void make() {}

  /** So many walls a grain can touch at the same time; one that touches more is too big. */
  virtual int most_walls() const {
    return INT_MAX;
  }

  /** As those of a fix. */
  virtual void init() {}
  virtual void reset_dt() {}
  virtual int modify_param(int, char **) {
    return 0;
  }
  /** Adds the walls, where they are now, to a picture: planes, cylinders and regions are bright on
   * the side of the grains. All ranks may add the same triangles. */
  virtual void draw(WallImage &) const = 0;
  virtual double memory_usage() const {
    return 0.0;
  }

  // -------------------------------------------------------------------------------- each step

  /** Brings the walls to where they are at this step. */
  virtual void move() {}

  /** Whether the walls neither move nor have a velocity, and neither move nor finish_step has
   * anything to do. */
  virtual bool rests() const {
    return false;
  }

  /** A length that grows by no less than any point of the walls moves; infinite if that is not
   * known. */
  virtual double path() const = 0;

  /** Grains are about to be asked one by one, by is_near, whether they are close to the walls. */
  virtual void begin_search() {}

  /** Whether any wall, seen from either side and with none of its parts left out, is closer to the
   * centre x of grain i than cutoff. A wall that is near after grain and walls have moved by d
   * together was near before, within cutoff + d. */
  virtual bool is_near(int i, const double *x, double cutoff) = 0;

  /** The walls whose nearest point is closer to the centre x of grain i than cutoff. */
  virtual void find(int i, const double *x, double cutoff, std::vector<NearWall> &near) = 0;

  /** The name, for a message, of walls that grains which are not spheres cannot touch; empty if the
   * grains can touch these walls: planes and hollow cylinders along the axes, of which the point
   * nearest to the centre of a grain says all, and walls that find the place themselves. */
  virtual std::string not_for_shapes() const {
    return "";
  }
  /** Passes the shapes of atoms; null: spheres. */
  void use_shapes(const GrainShapes *of_atoms) {
    shapes = of_atoms;
  }

  /** The walls of find where they are planes or a cylinder along the axes: of most grains they
   * report at little cost that the contacts of the step before persist. Null for other walls.
   * @param are_one receives whether both planes are one wall */
  virtual const AxisWalls *along_axes(bool &) const {
    return nullptr;
  }

  /** The walls of find as faces, where they are now: many grains at a time are then asked where
   * these are, and find is asked for those alone whose contacts begin or end.
   * @return false: they are no such walls */
  virtual bool as_faces(dcm_wall_faces &) const {
    return false;
  }

  /** The walls of find as planes near each sphere, in a frame that is where the walls are now.
   * @return false: they are no such walls */
  virtual bool as_planes(dcm_planes_frame &) const {
    return false;
  }
  /** Finds the planes near grain i at x, which touches walls nearer than range. */
  virtual void find_planes(int, const double *, double, dcm_planes_near &) {}

  /** As which of the walls near to grain i those go on that the grain touched in the step before.
   * @param walls [count] the numbers of these; each receives a number of near, or DCM_NO_WALL */
  virtual void follow(int, const std::vector<NearWall> &near, uint32_t *walls, uint32_t count) {
    for (uint32_t k = 0; k < count; k++)
      if (std::none_of(near.begin(), near.end(),
                       [=](const NearWall &wall) { return (uint32_t)wall.number == walls[k]; }))
        walls[k] = DCM_NO_WALL;
  }

  /** Whether watch is to be called, with the contacts of this step when they have been evaluated;
   * whether with their energies; and whether contacts are to go on over new lists and in restart
   * files though the law keeps nothing of them. */
  virtual bool is_watching() const {
    return false;
  }
  virtual void watch(const dcm_walls_evaluated &) {}
  virtual bool asks_for_energies() const {
    return false;
  }
  virtual bool remembers_contacts() const {
    return false;
  }

  /** Ends a step, after its forces. */
  virtual void finish_step() {}

  // --------------------------------------------------------------------------------- output

  /** The parts of the global vector behind those of all walls, and their numbers. */
  virtual std::vector<VectorPart> own_parts() const {
    return {};
  }
  virtual std::vector<double> own_numbers(const WallTotals &) const {
    return {};
  }

  /** Where the walls are and of what kind, in words: a restart file says by them whether the
   * states that it holds are of these walls. Properties that may change within a run are left out.
   */
  virtual std::string describe() const = 0;

  /** The motion of the walls, for restart files: rank 0 writes, all read. All ranks call. */
  virtual void pass_motion(SavedNumbers &) {}

protected:
  LAMMPS_NS::Fix &fix;
  const GrainShapes *shapes = nullptr;

  /** "fix wall/dcm: ", the beginning of messages. */
  std::string here() const {
    return std::string("fix ") + fix.style + ": ";
  }

  /** The smallest box along the axes around that of the run. */
  struct Box {
    const double *lo, *hi;
  };
  Box box() const {
    return domain->triclinic ? Box{domain->boxlo_bound, domain->boxhi_bound}
                             : Box{domain->boxlo, domain->boxhi};
  }
};

} // namespace DCM_NS

#endif
