// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * The contacts of grains with walls and their states while they are with the atoms: a few slots for
 * each, which move with it. Most grains touch no wall; only grains with contacts have slots. */
#ifndef DCM_LAMMPS_WALL_CONTACTS_H
#define DCM_LAMMPS_WALL_CONTACTS_H

#include <cassert>
#include <cstddef>
#include <vector>

namespace DCM_NS {

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
  /** @param count how many numbers there are at most
   * @return how many of them belong to the atom, or 0 if that is none of what pack gives: then it
   * has no contacts */
  int unpack(int atom, const double *numbers, int count);
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
  std::vector<int> rows;      // [atom] its row of slots; -1: it has no contacts
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

} // namespace DCM_NS

#endif
