// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * The numbers that are reported of a contact, as columns in a fixed order, and their names. The
 * first of a contact of two atoms are those of compute pair/local, p1, p2 and so on. */
#ifndef DCM_LAMMPS_CONTACT_COLUMNS_H
#define DCM_LAMMPS_CONTACT_COLUMNS_H

#include <string>
#include <vector>

extern "C" {
#include "contacts/step.h"
#include "runtime/batch.h"
#include "runtime/law.h"
}

namespace DCM_NS {

class ContactColumns {
public:
  enum Kind { OF_PAIRS, OF_WALLS };

  // The first ten are those of the host's own pair_style gran/hertz/history, so that outputs of an
  // existing input keep their columns.
  enum {
    FORCE_T = 0,
    SIZE_T = 3,
    VELOCITY_N = 4,
    VELOCITY_T = 7,
    FORCE_N = 10,
    OVERLAP = 11,
    TORQUE = 12,
    HISTORY = 15 // and behind it what else the law reports
  };

  ContactColumns(const dcm_model *model, Kind kind);

  /** Columns of compute pair/local. */
  static int of_host(const dcm_model *model);

  /** All columns. */
  int count() const {
    return (int)names.size();
  }
  /** "torque_x", with "(p13)" behind it if compute pair/local has it. */
  std::string title(int column) const;

  /** The columns that a word stands for: one, the three of a vector, or none. */
  std::vector<int> find(const std::string &word) const;

  /** All words that find knows, for messages. */
  std::string words() const;

  /** Whether the column is an energy or a power of the contact, which only a fix dcm/energy asks
   * for. */
  bool is_energy(int column) const {
    return column >= energies;
  }

  /** Fills those of compute pair/local for a contact alone in a batch.
   * @param factor by which forces are weighted */
  static void fill(const dcm_law *law, const dcm_batch *contact, double factor, double *columns);

  /** Fills those behind, and all.
   * @param distance of the centres
   * @param of_step [DCM_LEDGER_OF_STEP] what the contact stores, and what it dissipated in the last
   * step, of length dt; null if nobody asked */
  void fill_pair(const dcm_law *law, const dcm_batch *contact, double factor, double distance,
                 const double *ids, const double *of_step, double dt, double *columns) const;
  /** @param k entry of the contacts
   * @param x position of the grain */
  void fill_wall(const dcm_walls_evaluated &contacts, uint32_t k, const double *x,
                 const double *ids, double *columns) const;

private:
  struct Word {
    std::string name;
    std::string of_law; // by which it is the law's, whatever else has the name; empty if it is not
    int first, width;
  };
  std::vector<Word> all;
  std::vector<std::string> names; // of columns
  int host_columns;
  Kind kind;
  uint32_t history_width;
  int own;      // first of those that compute pair/local has not
  int energies; // first of these

  void fill_energies(const double *of_step, double dt, double factor, double *columns) const;

  void add(const std::string &name, int width);
  void add_of_law(const std::string &name, int width, const std::string &prefix);
  std::vector<int> find(const std::string &word, const std::string Word::*among) const;
};

} // namespace DCM_NS

#endif
