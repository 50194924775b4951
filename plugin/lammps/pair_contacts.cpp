// SPDX-License-Identifier: GPL-2.0-or-later
#include "pair_contacts.h"

#include "host_api.h"
#include "host_services.h"
#include "radii.h"

#include "common/guards.h"
#include "common/law_source.h"

#include "atom.h"
#include "force.h"
#include "neigh_list.h"
#include "pair.h"
#include "update.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <string>

extern "C" {
#include "contacts/near_search.h"
#include "runtime/law.h"
#include "runtime/motion.h"
}

using namespace LAMMPS_NS;

namespace DCM_NS {

PairPart::PairPart(LAMMPS *instance, const std::string &law_of_style, const PairCommons &of_style)
    : Pointers(instance), given(instance, law_of_style), commons(of_style),
      pairs(dcm_pair_list_create()), stepper(dcm_pair_stepper_create()),
      ended(dcm_pair_list_create()), stepper_of_ended(dcm_pair_stepper_create()) {
  need_memory(lmp, pairs && stepper && ended && stepper_of_ended);
}

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

void PairPart::need_law() const {
  if (!law())
    stop(lmp, "dcm: pair_coeff has changed numbers since the last run, and a run with 'pre no' "
              "does not take them: leave out 'pre no'");
}

void PairPart::renew_law() {
  present_law = given.make_law();
  constants_changed = true;
}

/** Pairs of a new list on their way into blocks. They are measured by vector instructions, some
 * hundred at a time. */
class PairPart::NearBatch {
public:
  /** A contact goes on where there is a state of before, if it still touches or the law has a say
   * in its end. */
  NearBatch(PairPart &part_of_list, const StateBefore &before)
      : part(part_of_list), law(part.law()), state_before(before),
        radii_vary(FixGrowth::is_needed(part.lmp) || part.commons.shapes),
        may_go_on(law->reaches || law->model->history || radii_vary),
        books_ends(part.energies && dcm_law_jumps(law)), of_bodies(part.masses_with_bodies()) {
    const Atom *atom = part.atom;
    static dcm_measure_near_pairs *const measures[] = {DCM_ISA_TABLE(dcm_measure_near_pairs)};
    measure = measures[dcm_isa_in_use()];
    particles = {atom->nlocal ? atom->x[0] : nullptr, atom->radius,
                 of_bodies.empty() ? atom->rmass : of_bodies.data(), atom->mask,
                 part.commons.freeze_group_bit};
    near.count = 0;
  }

  void push(int i, int j, uint32_t materials, double factor) {
    const uint32_t k = near.count++;
    near.particle_1[k] = (uint32_t)i;
    near.particle_2[k] = (uint32_t)j;
    near.materials[k] = materials;
    near.factor[k] = factor;
    if (near.count == DCM_BLOCK_CAPACITY)
      flush();
  }

  void flush() {
    measure(&near, &particles);
    dcm_pair_list *list = part.pairs.get();
    uint32_t added = 0;
    const auto add_apart = [&](uint32_t end) {
      need_memory(part.lmp, !dcm_pair_list_add_apart(list, law, &near, added, end));
      added = end;
    };
    for (uint32_t k = 0; k < near.count; k++) {
      if (!near.touching[k] && !may_go_on && !books_ends)
        continue;
      const int i = near.particle_1[k], j = near.particle_2[k];
      const bool touching = near.touching[k];
      if (touching && part.commons.deepest && !(part.is_frozen(i) && part.is_frozen(j)))
        part.see_overlap(i, j, near.distance_2[k]);
      const double *state = state_before ? state_before(i, j) : nullptr;
      if (!state && (!touching || radii_vary))
        continue;
      if (!touching && !may_go_on) {
        need_memory(part.lmp, !dcm_pair_list_add_contact(part.ended.get(), law, &near, k, state));
        continue;
      }
      add_apart(k);
      need_memory(part.lmp, !dcm_pair_list_add_contact(list, law, &near, k, state));
      added++;
    }
    add_apart(near.count);
    near.count = 0;
  }

private:
  PairPart &part;
  const dcm_law *const law;
  const StateBefore &state_before;
  // Radii that vary get their values of this step later: grains may touch again by then, or no
  // more. So it is with grains whose bounding spheres these are the radii of.
  const bool radii_vary, may_go_on, books_ends;
  const std::vector<double> of_bodies;
  dcm_measure_near_pairs *measure;
  dcm_near_particles particles;
  dcm_near_pairs near;
};

void PairPart::build(const NeighList *list, const TypeTable &types,
                     const StateBefore &state_before) {
  constants_changed = false;
  const dcm_law *const of_pairs = law();
  const int *type = atom->type;
  const int row = atom->ntypes + 1;
  const auto is_weight = [](double factor) { return factor != 0.0 && factor != 1.0; };
  remember_atoms();
  std::copy_n(commons.special, special_then.size(), special_then.begin());
  const bool weighted = std::any_of(commons.special, commons.special + 4, is_weight);
  for (dcm_pair_list *of : {pairs.get(), ended.get()}) {
    dcm_pair_list_shape(of, commons.shapes != nullptr);
    need_memory(lmp, !dcm_pair_list_clear(of, of_pairs, weighted));
  }
  NearBatch batch(*this, state_before);
  const bool asks_types = !types.empty();
  for (int ii = 0; ii < list->inum; ii++) {
    const int i = list->ilist[ii];
    const int *neighbours = list->firstneigh[i];
    const int count = list->numneigh[i];
    for (int jj = 0; jj < count; jj++) {
      const int neighbour = state_before ? without_history_mark(neighbours[jj]) : neighbours[jj];
      const double factor = commons.special[neighbour >> SBBITS & 3];
      const int j = neighbour & NEIGHMASK;
      if (factor != 0.0 && (!asks_types || types[type[i] * row + type[j]]))
        batch.push(i, j, dcm_law_pair(of_pairs, type[i], type[j]), factor);
    }
  }
  batch.flush();
  const int all = atom->nlocal + atom->nghost;
  need_memory(lmp, !dcm_pair_list_finish(pairs.get(), of_pairs, all ? atom->x[0] : nullptr, all) &&
                       !dcm_pair_list_finish(ended.get(), of_pairs, nullptr, 0));
  check_reach();
}

/** The masses of all atoms where some belong to bodies; else empty. */
std::vector<double> PairPart::masses_with_bodies() const {
  std::vector<double> all(commons.masses.any() ? atom->nlocal + atom->nghost : 0);
  for (size_t i = 0; i < all.size(); i++)
    all[i] = commons.masses.of((int)i);
  return all;
}

void PairPart::see_overlap(int i, int j, double distance_2) {
  DeepestOverlap *deepest = commons.deepest;
  const double *radius = atom->radius;
  if (!deepest->is_deeper(distance_2, radius[i] + radius[j], std::min(radius[i], radius[j])))
    return;
  deepest->step = update->ntimestep;
  deepest->ids[0] = atom->tag[i];
  deepest->ids[1] = atom->tag[j];
}

void PairPart::check_reach() const {
  if (!pairs->refused.found)
    return;
  char text[256];
  dcm_text_print(
      text, sizeof text,
      "dcm: the law '%s' lets the contact of atoms %lld and %lld reach %g beyond touching, "
      "but a reach must be finite and at least 0",
      law()->model->id, (long long)atom->tag[pairs->refused.particle_1],
      (long long)atom->tag[pairs->refused.particle_2], pairs->refused.reach);
  stop_from_one(lmp, text);
}

void PairPart::remember_atoms() {
  is_watched = atoms_may_change(atom, modify);
  if (!is_watched)
    return;
  const int all = atom->nlocal + atom->nghost;
  radii_then.assign(atom->radius, atom->radius + all);
  masses_then.assign(atom->rmass, atom->rmass + all);
}

bool PairPart::atoms_changed() const {
  return is_watched && (!std::equal(radii_then.begin(), radii_then.end(), atom->radius) ||
                        !std::equal(masses_then.begin(), masses_then.end(), atom->rmass));
}

bool PairPart::differ_from_atoms() const {
  if (!std::equal(special_then.begin(), special_then.end(), commons.special))
    return true;
  for (uint32_t n = 0; n < pairs->block_count; n++) {
    const dcm_pair_block &b = pairs->blocks[n];
    for (uint32_t k = 0; k < b.count; k++) {
      const int i = b.particle_1[k], j = b.particle_2[k];
      const bool has_own_radii = !commons.shapes || k >= b.touching;
      if ((has_own_radii &&
           (b.radius_1[k] != atom->radius[i] || b.radius_2[k] != atom->radius[j])) ||
          b.effective_mass[k] != effective_mass(i, j) ||
          b.materials != dcm_law_pair(law(), atom->type[i], atom->type[j]))
        return true;
    }
  }
  return false;
}

void PairPart::refresh() {
  if (!constants_changed && !atoms_changed())
    return;
  constants_changed = false;
  remember_atoms();
  need_memory(lmp, !dcm_pair_list_adopt(pairs.get(), law()));
  for (uint32_t n = 0; n < pairs->block_count; n++) {
    const dcm_pair_block &b = pairs->blocks[n];
    for (uint32_t k = 0; k < b.count; k++) {
      const int i = b.particle_1[k], j = b.particle_2[k];
      dcm_pair_list_refresh(pairs.get(), law(), n, k, atom->radius[i], atom->radius[j],
                            effective_mass(i, j));
    }
  }
  check_reach();
}

void PairPart::step(double dt, dcm_contact_observer observer, void *data) {
  if (pairs->block_count == 0 && !energies)
    return;
  dcm_pair_step step = {};
  step.energies = energies ? energies->begin() : nullptr;
  if (pairs->block_count == 0) {
    energies->end(dt);
    return;
  }
  if (law()->quantity_count > 0)
    commons.quantities->show(step.particles);
  step.list = pairs.get();
  step.law = law();
  step.particles.position = atom->x[0];
  step.particles.velocity = atom->v[0];
  const GrainShapes *shapes = commons.shapes;
  step.particles.angular_velocity = shapes ? shapes->spins() : atom->omega[0];
  step.particles.shapes = shapes ? shapes->all() : nullptr;
  if (by_midway) {
    ids.assign(atom->tag, atom->tag + atom->nlocal + atom->nghost);
    step.particles.midway = &form;
    step.particles.ids = ids.data();
  }
  step.particles.force = atom->f[0];
  step.particles.torque = atom->torque[0];
  step.particles.summed = force->newton_pair ? atom->nlocal + atom->nghost : atom->nlocal;
  step.dt = dt;
  step.half_step_velocities = dt != 0.0;
  step.clock = clock_of(*update);
  step.looks_at_all = commons.way.is_plain;
  step.threads = commons.way.threads;
  step.observer = observer;
  step.observer_data = data;
  dcm_contact_fault fault;
  need_memory(lmp, !dcm_pair_stepper_run(stepper.get(), &step, &fault));
  if (fault.found)
    stop_at(fault);
  book_ended(step);
  if (energies)
    energies->end(dt);
}

/** These contacts have a list of their own: among the others they would change the order in which
 * forces are summed, and the ledger changes no force. */
void PairPart::book_ended(dcm_pair_step step) {
  if (ended->block_count == 0)
    return;
  step.list = ended.get();
  step.threads = 1;
  step.observer = nullptr;
  dcm_contact_fault fault;
  need_memory(lmp, !dcm_pair_stepper_run(stepper_of_ended.get(), &step, &fault) &&
                       !dcm_pair_list_clear(ended.get(), law(), ended->weighted));
}

/** Ranks do not meet here: the one that found the fault ends them all. */
void PairPart::stop_at(const dcm_contact_fault &fault) const {
  const int i = fault.particle_1, j = fault.particle_2;
  const auto numbers = [](const double *v) {
    char text[128];
    dcm_text_print(text, sizeof text, "(%g, %g, %g)", v[0], v[1], v[2]);
    return std::string(text);
  };
  std::string text = "dcm: at step " + std::to_string(update->ntimestep) + " the ";
  if (fault.of_law) {
    char contact[256];
    dcm_text_print(contact, sizeof contact, "overlap %g, normal velocity %g, radii %g and %g, ",
                   fault.overlap, fault.normal_velocity, atom->radius[i], atom->radius[j]);
    text += std::string("answer of the law '") + law()->model->id + "' to the contact of atoms " +
            std::to_string(atom->tag[i]) + " and " + std::to_string(atom->tag[j]) +
            " is not finite: " + contact + "force " + numbers(fault.force) + ", velocities " +
            numbers(atom->v[i]) + " and " + numbers(atom->v[j]) + ", angular velocities " +
            numbers(turning_of(atom)[i]) + " and " + numbers(turning_of(atom)[j]) +
            LawSource::words_of(law());
  } else if (fault.of_shapes)
    text += "place where atoms " + std::to_string(atom->tag[i]) + " and " +
            std::to_string(atom->tag[j]) + " touch was not found: " + commons.shapes->words(i) +
            "; " + commons.shapes->words(j) + "; positions " + numbers(atom->x[i]) + " and " +
            numbers(atom->x[j]) + ". Grains that hold each other's centre have no normal" +
            (by_midway ? ", and two flat faces no curvature from which the radius of a contact "
                         "comes: use 'hooke' with 'damping mass_velocity', or begin with "
                       : ": begin with ") +
            "grains that overlap less, or use a smaller timestep";
  else
    text += "distance of atoms " + std::to_string(atom->tag[i]) + " and " +
            std::to_string(atom->tag[j]) + ", of the law '" + law()->model->id +
            "', is not finite: positions " + numbers(atom->x[i]) + " and " + numbers(atom->x[j]);
  stop_from_one(lmp, text + watch_of(lmp, host_of(lmp))->notices.last_words());
}

/** @param from_i receives whether the contact is seen from i
 * @return whether there is one */
bool PairPart::find(int i, int j, dcm_pair_place &place, bool &from_i) const {
  from_i = dcm_pair_list_find(pairs.get(), i, j, &place);
  return from_i || dcm_pair_list_find(pairs.get(), j, i, &place);
}

bool PairPart::energies_of(int i, int j, double *energies_of_contact) const {
  dcm_pair_place place;
  bool from_i;
  return find(i, j, place, from_i) &&
         dcm_pair_stepper_energies(stepper.get(), place, energies_of_contact);
}

double PairPart::factor(int i, int j) const {
  dcm_pair_place place;
  bool from_i;
  const double *factors = find(i, j, place, from_i) ? pairs->blocks[place.block].factor : nullptr;
  return factors ? factors[place.entry] : 1.0;
}

double PairPart::memory_usage() const {
  return dcm_pair_list_memory(pairs.get()) + dcm_pair_stepper_memory(stepper.get()) +
         dcm_pair_list_memory(ended.get()) + dcm_pair_stepper_memory(stepper_of_ended.get());
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

/** The spheres in the place of two grains.
 * @param numbers [DCM_SHAPE_NUMBERS] of their contact, null if there is none yet
 * @return whether the two are in contact */
bool PairPart::find_spheres(int i, int j, const double *numbers, dcm_stand_ins &spheres) const {
  const dcm_shape *all = commons.shapes->all();
  const dcm_vector apart = dcm_subtract(dcm_vector_at(atom->x[j]), dcm_vector_at(atom->x[i]));
  const dcm_vector start = numbers ? dcm_vector_at(numbers) : dcm_vector_of(0.0, 0.0, 0.0);
  const double radii[2] = {numbers ? numbers[3] : all[i].bound,
                           numbers ? numbers[4] : all[j].bound};
  if (midway())
    return dcm_stand_ins_midway(&all[i], &all[j], apart, midway(), atom->tag[j] < atom->tag[i],
                                start, numbers ? radii : nullptr, &spheres) == DCM_SHAPES_CLOSE;
  const uint32_t materials = dcm_law_pair(law(), atom->type[i], atom->type[j]);
  const bool may_reach = numbers || dcm_law_begins_at_reach(law());
  const double reach =
      may_reach ? dcm_law_reach(law(), dcm_sides_of_particles(materials, radii[0], radii[1])) : 0.0;
  return dcm_stand_ins_of(&all[i], &all[j], apart, start, numbers ? radii : nullptr, reach,
                          &spheres) == DCM_SHAPES_CLOSE &&
         spheres.depth > -reach;
}

/** Fills entry k of a batch but for the history: i is side 1, j side 2.
 * @param spheres in their place; null: they are spheres */
void PairPart::load(dcm_batch *b, uint32_t k, int i, int j, const dcm_stand_ins *spheres) const {
  const double *spins = spheres ? commons.shapes->spins() : atom->omega[0];
  dcm_relative_motion motion =
      dcm_motion_of_two(atom->x[0], atom->v[0], spins, i, j, atom->radius[i], atom->radius[j]);
  if (spheres)
    dcm_move_to_stand_ins(&motion, spheres);
  dcm_batch_put(b, k, motion, effective_mass(i, j));
  for (uint32_t q = 0; q < law()->quantity_count; q++) {
    b->quantities_1[q][k] = commons.quantities->value(q, i);
    b->quantities_2[q][k] = commons.quantities->value(q, j);
  }
  b->pair = dcm_law_pair(law(), atom->type[i], atom->type[j]);
}

const dcm_batch *PairPart::contact_of(int i, int j, double distance_2) {
  if (!law())
    return nullptr;
  double state[DCM_MOST_NUMBERS];
  dcm_pair_place place;
  bool from_i;
  const bool touching = find(i, j, place, from_i), shaped = commons.shapes;
  if (touching)
    dcm_pair_list_state(pairs.get(), place, state);
  dcm_stand_ins spheres;
  double *of_shapes = state + law()->history_width;
  if (shaped && touching && !from_i)
    dcm_shape_numbers_swap(of_shapes, midway() != nullptr);
  if (shaped ? !find_spheres(i, j, touching ? of_shapes : nullptr, spheres)
             : !in_contact(i, j, distance_2, touching))
    return nullptr;
  dcm_batch *b = batch_of_one.get();
  b->count = 1;
  load(b, 0, i, j, shaped ? &spheres : nullptr);
  if (touching) {
    for (uint32_t h = 0; h < law()->history_width; h++)
      b->history[h][0] = state[h];
    if (!from_i)
      dcm_law_history_swap(law(), 1, b->history);
  } else
    dcm_law_history_begin(law(), b->pair, DCM_SIDE_PARTICLE, 1, b->history);
  b->clock = clock_of(*update);
  dcm_batch_evaluate(b, law(), DCM_SIDE_PARTICLE, 0.0);
  if (shaped)
    dcm_move_torques_to_bodies(b, &spheres);
  return b;
}

// ------------------------------------------------------------------------------------- history

void PairPart::swap_sides(double *state) const {
  if (commons.shapes)
    dcm_shape_numbers_swap(state + law()->history_width, midway() != nullptr);
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
    if (!asks_law || is_of_shape(n) ||
        ((uint32_t)n < law()->history_width && dcm_law_keeps(law(), n)))
      carried.which.push_back(n);
  if (asks_law) {
    const double nothing[DCM_MOST_NUMBERS] = {};
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
                             "; or let all contacts begin anew: write 'pair_style zero 1e-6', "
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
