// SPDX-License-Identifier: GPL-2.0-or-later
#include "wall_contacts.h"

#include <algorithm>
#include <climits>

namespace DCM_NS {

void WallContacts::shape(int slots, int new_width) {
  const size_t atoms = slot_count ? walls.size() / slot_count : 0;
  slot_count = slots;
  width = new_width;
  walls.assign(atoms * slots, -1);
  // One number more, so that the address of a state of no numbers is within the array.
  states.assign(atoms * slots * width + 1, 0.0);
}

void WallContacts::grow(int count) {
  const size_t size = (size_t)count * slot_count;
  if (size <= walls.size())
    return;
  walls.resize(size, -1);
  states.resize(size * width + 1, 0.0);
}

void WallContacts::widen(int slots) {
  if (slots <= slot_count)
    return;
  const size_t atoms = slot_count ? walls.size() / slot_count : 0;
  std::vector<int> wider_walls(atoms * slots, -1);
  std::vector<double> wider_states(atoms * slots * width + 1, 0.0);
  for (size_t i = 0; i < atoms; i++) {
    std::copy_n(walls.begin() + i * slot_count, slot_count, wider_walls.begin() + i * slots);
    std::copy_n(states.begin() + i * slot_count * width, (size_t)slot_count * width,
                wider_states.begin() + i * slots * width);
  }
  walls.swap(wider_walls);
  states.swap(wider_states);
  slot_count = slots;
}

void WallContacts::clear(int atom) {
  for (int s = 0; s < slot_count; s++)
    drop(atom, s);
}

void WallContacts::copy(int from, int to) {
  std::copy_n(walls.begin() + place(from, 0), slot_count, walls.begin() + place(to, 0));
  std::copy_n(states.begin() + place(from, 0) * width, (size_t)slot_count * width,
              states.begin() + place(to, 0) * width);
}

int WallContacts::packed_size(int atom) const {
  int contacts = 0;
  for (int s = 0; s < slot_count; s++)
    contacts += walls[place(atom, s)] >= 0;
  return 1 + contacts * (1 + width);
}

int WallContacts::pack(int atom, double *numbers) const {
  int n = 1, contacts = 0;
  for (int s = 0; s < slot_count; s++) {
    const size_t p = place(atom, s);
    if (walls[p] < 0)
      continue;
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
    const size_t p = place(atom, s);
    walls[p] = (int)next[0];
    std::copy_n(next + 1, width, states.begin() + p * width);
  }
  if (!is_whole)
    clear(atom);
  return is_whole ? size : 0;
}

} // namespace DCM_NS
