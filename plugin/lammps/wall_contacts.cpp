// SPDX-License-Identifier: GPL-2.0-or-later
#include "wall_contacts.h"

#include <algorithm>
#include <climits>

namespace DCM_NS {

void WallContacts::shape(int slots, int new_width) {
  slot_count = slots;
  width = new_width;
  std::fill(rows.begin(), rows.end(), -1);
  unused.clear();
  walls.clear();
  // One number more, so that the address of a state of no numbers is within the array.
  states.assign(1, 0.0);
}

void WallContacts::grow(int count) {
  if ((size_t)count > rows.size())
    rows.resize(count, -1);
}

void WallContacts::widen(int slots) {
  if (slots <= slot_count)
    return;
  const size_t count = row_count();
  std::vector<int> wider_walls(count * slots, -1);
  std::vector<double> wider_states(count * slots * width + 1, 0.0);
  for (size_t r = 0; r < count; r++) {
    std::copy_n(walls.begin() + r * slot_count, slot_count, wider_walls.begin() + r * slots);
    std::copy_n(states.begin() + r * slot_count * width, (size_t)slot_count * width,
                wider_states.begin() + r * slots * width);
  }
  walls.swap(wider_walls);
  states.swap(wider_states);
  slot_count = slots;
}

/** Gives an atom slots, all free, if it has none. */
void WallContacts::give_row(int atom) {
  if (rows[atom] >= 0)
    return;
  if (unused.empty()) {
    unused.push_back((int)row_count());
    walls.resize(walls.size() + slot_count, -1);
    states.resize(walls.size() * width + 1, 0.0);
  }
  rows[atom] = unused.back();
  unused.pop_back();
}

void WallContacts::set(int atom, int slot, int wall) {
  give_row(atom);
  walls[place(atom, slot)] = wall;
}

void WallContacts::drop(int atom, int slot) {
  if (rows[atom] < 0)
    return;
  walls[place(atom, slot)] = -1;
  const auto first = walls.begin() + place(atom, 0);
  if (std::all_of(first, first + slot_count, [](int wall) { return wall < 0; }))
    clear(atom);
}

void WallContacts::clear(int atom) {
  if (rows[atom] < 0)
    return;
  std::fill_n(walls.begin() + place(atom, 0), slot_count, -1);
  unused.push_back(rows[atom]);
  rows[atom] = -1;
}

void WallContacts::copy(int from, int to) {
  if (from == to)
    return;
  clear(to);
  if (rows[from] < 0)
    return;
  give_row(to);
  std::copy_n(walls.begin() + place(from, 0), slot_count, walls.begin() + place(to, 0));
  std::copy_n(states.begin() + place(from, 0) * width, (size_t)slot_count * width,
              states.begin() + place(to, 0) * width);
}

int WallContacts::packed_size(int atom) const {
  int contacts = 0;
  for (int s = 0; s < slot_count; s++)
    contacts += wall(atom, s) >= 0;
  return 1 + contacts * (1 + width);
}

int WallContacts::pack(int atom, double *numbers) const {
  int n = 1, contacts = 0;
  for (int s = 0; s < slot_count; s++) {
    if (wall(atom, s) < 0)
      continue;
    const size_t p = place(atom, s);
    contacts++;
    numbers[n++] = walls[p];
    std::copy_n(states.begin() + p * width, width, numbers + n);
    n += width;
  }
  numbers[0] = contacts;
  return n;
}

int WallContacts::slots_of(const double *numbers, int count) {
  return count >= 1 && numbers[0] >= 0.0 && numbers[0] < count ? (int)numbers[0] : 0;
}

int WallContacts::unpack(int atom, const double *numbers, int count) {
  clear(atom);
  if (count < 1 || !(numbers[0] >= 0.0 && numbers[0] <= slot_count))
    return 0;
  const int contacts = (int)numbers[0];
  const int size = 1 + contacts * (1 + width);
  bool is_whole = size <= count;
  for (int s = 0; is_whole && s < contacts; s++) {
    const double *next = numbers + 1 + s * (1 + width);
    is_whole = next[0] >= 0.0 && next[0] <= INT_MAX;
    if (!is_whole)
      break;
    set(atom, s, (int)next[0]);
    std::copy_n(next + 1, width, states.begin() + place(atom, s) * width);
  }
  if (!is_whole)
    clear(atom);
  return is_whole ? size : 0;
}

} // namespace DCM_NS
