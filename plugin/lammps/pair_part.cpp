// SPDX-License-Identifier: GPL-2.0-or-later
#include "pair_part.h"

#include "host_services.h"

#include "host_api.h"

#include "atom.h"

#include <algorithm>
#include <numeric>

extern "C" {
#include "contacts/life.h"
#include "runtime/motion.h"
}

using namespace LAMMPS_NS;

namespace DCM_NS {

PairPart::PairPart(LAMMPS *instance, const std::string &law_of_style, const PairLoop &loop)
    : Pointers(instance), given(instance, law_of_style), contacts(instance, loop) {}

void PairPart::make_law() {
  present_law = given.make_law();
  if (!batch_of_one)
    batch_of_one.reset(dcm_batch_create(present_law->history_width, 1, 1));
  need_memory(lmp, batch_of_one != nullptr);
}

void PairPart::forget_law() {
  present_law.reset();
  batch_of_one.reset();
}

void PairPart::renew_law() {
  present_law = given.make_law();
  constants_changed = true;
}

void PairPart::build(const NeighList *list, const PairContacts::TypeTable &types,
                     const PairContacts::StateBefore &state_before) {
  contacts.build(list, law(), types, state_before);
  constants_changed = false;
}

void PairPart::refresh() {
  if (constants_changed || contacts.atoms_changed())
    contacts.refresh(law());
  constants_changed = false;
}

// ---------------------------------------------------------------------------- one contact alone

/** Whether a pair is in contact: it touches, or it has touched and is still within reach. */
bool PairPart::in_contact(int i, int j, double distance_2, bool persists) const {
  const double ri = atom->radius[i], rj = atom->radius[j];
  const uint32_t materials = dcm_law_pair(law(), atom->type[i], atom->type[j]);
  const double reach = dcm_law_reach(law(), dcm_sides_of_particles(materials, ri, rj));
  return dcm_in_contact(dcm_contact_range(ri + rj, reach, dcm_law_begins_at_reach(law())), persists,
                        distance_2);
}

/** Fills entry k of a batch but for the history: i is side 1, j side 2. */
void PairPart::load(dcm_batch *b, uint32_t k, int i, int j) const {
  dcm_batch_put(b, k,
                dcm_motion_of_two(atom->x[0], atom->v[0], atom->omega[0], i, j, atom->radius[i],
                                  atom->radius[j]),
                contacts.effective_mass(i, j));
  for (uint32_t q = 0; q < law()->quantity_count; q++) {
    b->quantities_1[q][k] = contacts.quantities()->value(q, i);
    b->quantities_2[q][k] = contacts.quantities()->value(q, j);
  }
  b->pair = dcm_law_pair(law(), atom->type[i], atom->type[j]);
}

const dcm_batch *PairPart::contact_of(int i, int j, double distance_2) {
  if (!law())
    return nullptr;
  double state[DCM_MOST_COMPONENTS];
  bool from_i;
  const bool touching = contacts.find(i, j, state, from_i);
  if (!in_contact(i, j, distance_2, touching))
    return nullptr;
  dcm_batch *b = batch_of_one.get();
  b->count = 1;
  load(b, 0, i, j);
  if (touching) {
    for (uint32_t h = 0; h < law()->history_width; h++)
      b->history[h][0] = state[h];
    if (!from_i)
      dcm_law_history_swap(law(), 1, b->history);
  } else
    dcm_law_history_begin(law(), b->pair, DCM_SIDE_PARTICLE, 1, b->history);
  b->clock = clock_of(*update);
  dcm_batch_evaluate(b, law(), DCM_SIDE_PARTICLE, 0.0);
  return b;
}

// ------------------------------------------------------------------------------------- history

void PairPart::swap_sides(double *state) const {
  for (size_t h = 0; h < factors_of_swap.size(); h++)
    state[h] *= factors_of_swap[h];
  if (!factors_of_swap.empty())
    return;
  double *fields[DCM_MOST_COMPONENTS];
  for (uint32_t h = 0; h < law()->history_width; h++)
    fields[h] = &state[h];
  dcm_law_history_swap(law(), 1, fields);
}

CarriedNumbers PairPart::carried_numbers(int width) const {
  CarriedNumbers carried;
  carried.others.resize(width);
  const bool asks_law = law() && kept.empty();
  for (int n = 0; n < width; n++)
    if (!asks_law || ((uint32_t)n < law()->history_width && dcm_law_keeps(law(), n)))
      carried.which.push_back(n);
  if (asks_law) {
    const double nothing[DCM_MOST_COMPONENTS] = {};
    std::vector<int> all(width);
    std::iota(all.begin(), all.end(), 0);
    keep(nothing, all, carried.others.data());
  }
  if (carried.which.empty())
    carried.which.push_back(0);
  return carried;
}

const double *PairPart::restore(const double *numbers, double *state) const {
  if (kept.empty()) {
    if (!dcm_law_can_take(law(), numbers))
      stop_from_one(lmp, std::string("pair_style dcm: ") + OTHER_OPTIONS +
                             "; or let all contacts begin anew: write 'pair_style zero 1', "
                             "'pair_coeff * *' and 'run 0' before this pair_style, and fixes of "
                             "walls after it");
    return numbers;
  }
  std::fill_n(state, law()->history_width, 0.0);
  for (size_t n = 0; n < kept.size(); n++)
    if (kept[n] >= 0)
      state[kept[n]] = numbers[n];
  return state;
}

} // namespace DCM_NS
