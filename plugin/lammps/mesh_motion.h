// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * The motions of fix wall/dcm/mesh: what the user prescribes, by numbers, variables and tables.
 * Each carries the body as the motions before it left it. */
#ifndef DCM_LAMMPS_MESH_MOTION_H
#define DCM_LAMMPS_MESH_MOTION_H

#include "wall_shape.h"

#include "pointers.h"

#include <string>
#include <vector>

extern "C" {
#include "surface/movement.h"
}

namespace DCM_NS {

class MeshMotion : protected LAMMPS_NS::Pointers {
public:
  /** @param here beginning of messages */
  MeshMotion(LAMMPS_NS::LAMMPS *instance, const std::string &here);
  ~MeshMotion() override;
  MeshMotion(const MeshMotion &) = delete;
  MeshMotion &operator=(const MeshMotion &) = delete;

  /** Reads the keyword motion. */
  void read(WordReader &words);

  /** Adds a part whose course others set, behind all that there are.
   * @return its number */
  uint32_t add_given(dcm_part_kind kind, const double *axis, const double *origin);
  dcm_movement_part &part(uint32_t number) const {
    return motion.parts[number];
  }

  bool rests() const {
    return motion.count == 0;
  }

  /** Looks for the variables, where a run begins; stops if there is none of that name. */
  void find_variables() const;

  /** To be called when the time step has changed. */
  void follow_time_step() {
    clock.follow(*update);
  }

  /** Where the body is at this step. */
  dcm_rigid pose();

  /** The first part that turns; null if there is none. */
  const dcm_movement_part *first_turn() const;
  /** Angle by which that part has turned the body by now, in radians. */
  double angle() const;

  /** The motions, in words. */
  std::string describe() const;

  /** Time, and the courses that variables had at the last step, as numbers for restart files. */
  std::vector<double> numbers() const;
  size_t count() const {
    return WallClock::NUMBERS + FOLLOWER_NUMBERS * followers.size();
  }
  /** @param numbers [count()] finite */
  void restore(const double *numbers);

private:
  enum { FOLLOWER_NUMBERS = 3 };

  /** A part whose course is that of a variable. */
  struct Follower {
    uint32_t part;
    std::string course, rate; // names of variables; one of them empty: it follows from the other
    double step;              // at which they were asked for last; negative: never
  };

  const std::string here;
  dcm_movement motion = {};
  std::vector<Follower> followers;
  WallClock clock;

  void add(dcm_movement_part *part);
  void add_formula(WordReader &words, dcm_movement_part part);
  void add_follower(dcm_movement_part part, const std::string &course, const std::string &rate);
  void read_period(WordReader &words, const std::string &kind, dcm_movement_part &part);
  void read_rotation(WordReader &words);
  void read_variables(WordReader &words);
  void read_table(WordReader &words);
  std::string read_variable(WordReader &words, const std::string &what);
  bool is_summed(uint32_t part) const;
  void ask_variables();
};

} // namespace DCM_NS

#endif
