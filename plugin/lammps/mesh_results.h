// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * Results of grains on the triangles of a mesh: stresses at a step, and the volume worn off so far;
 * and files of the results. */
#ifndef DCM_LAMMPS_MESH_RESULTS_H
#define DCM_LAMMPS_MESH_RESULTS_H

#include "command_words.h"
#include "mesh_body.h"

#include "lmptype.h"
#include "pointers.h"

#include <string>
#include <utility>
#include <vector>

extern "C" {
#include "contacts/step.h"
}

namespace DCM_NS {

class MeshResults : protected LAMMPS_NS::Pointers {
public:
  /** @param here beginning of messages */
  MeshResults(LAMMPS_NS::LAMMPS *instance, const std::string &here)
      : Pointers(instance), beginning(here) {}

  /** Read the keywords wear and write. */
  void read_wear(WordReader &words);
  void read_write(WordReader &words);

  /** When the body is made. */
  void begin(const MeshBody &body);

  /** Stops if files of both would have one name. */
  void compare(const MeshResults &other) const;

  /** Stops, where a run begins, if the run may come to write over a file that was read. */
  void check_inputs() const;

  /** Whether contacts are to be seen at this step. */
  bool is_watching() const;

  /** Whether wear needs to know of each contact what slides, or when the contact began. */
  bool asks_what_slides() const {
    return has(ARCHARD);
  }
  bool asks_what_begins() const {
    return has(FINNIE);
  }

  /** Before the contacts of a step. */
  void begin_step();

  /** Adds contacts to the triangles that they touch. Wear wants the energies of the contacts where
   * asks_what_slides. */
  void see(const MeshBody &body, const dcm_walls_evaluated &contacts);

  /** Writes the files of this step. All ranks call. */
  void write(const MeshBody &body);

  /** Volume worn off so far. All ranks call. */
  double worn() const;

  std::string describe() const;

  /** Volumes worn off the triangles, for restart files. All ranks call; the sums are rank 0's. */
  void pass(SavedNumbers &numbers);

  double memory_usage() const {
    return (forces.capacity() + volumes.capacity()) * sizeof(double);
  }

private:
  enum { NORMAL = 0, SHEAR = 1, FORCE_NUMBERS = 4 };
  /** Models of wear; each mesh may have several, whose volumes add up. */
  enum Wear { ARCHARD, FINNIE, FINNIE_OF_STEP, WEARS };

  /** Files of a series, one each so many steps. */
  struct Series {
    LAMMPS_NS::bigint every;
    std::string before, after;                           // the star of the name
    std::string list;                                    // of all files; empty: there is none
    std::vector<std::pair<std::string, double>> written; // names beside the list, and times
    long end, size; // of the list: where entries end, and the file; 0: not written yet

    std::string name_at(LAMMPS_NS::bigint step) const {
      return before + std::to_string(step) + after;
    }
  };

  const std::string beginning;
  double coefficients[WEARS] = {-1.0, -1.0, -1.0}; // below 0: no such wear
  std::vector<Series> all_series;
  LAMMPS_NS::bigint written_at = -1;
  uint32_t triangles = 0;
  std::vector<double> forces;  // [triangle][normal, shear in space]; empty: no file is written
  std::vector<double> volumes; // [triangle]; empty: no wear

  bool has(Wear wear) const {
    return coefficients[wear] >= 0.0;
  }
  bool is_written_now() const;
  double worn_by(const dcm_walls_evaluated &contacts, uint32_t k, dcm_vector into_wall,
                 double normal_force) const;
  FILE *open(const std::string &path, const char *mode) const;
  void close(FILE *file, bool is_written, const std::string &path) const;
  void write_list(Series &series) const;
  void write_one(Series &series, const MeshBody &body, const std::vector<double> &all_forces,
                 const std::vector<double> &all_volumes) const;
  std::vector<double> sum(std::vector<double> of_rank) const;
};

} // namespace DCM_NS

#endif
