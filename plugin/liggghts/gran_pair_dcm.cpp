// SPDX-License-Identifier: GPL-2.0-or-later
#include "gran_pair_dcm.h"

#include "host_private.h"

#include "common/law_source.h"

#include "atom.h"
#include "comm.h"
#include "compute_pair_gran_local.h"
#include "domain.h"
#include "fix_adapt.h"
#include "fix_contact_property_atom.h"
#include "force.h"
#include "modify.h"
#include "neigh_list.h"
#include "neighbor.h"
#include "update.h"
#include "utils.h"

#include <algorithm>
#include <cmath>
#include <cstring>

extern "C" {
#include "runtime/law.h"
#include "runtime/model.h"
#include "runtime/motion.h"
#include "runtime/trial_contact.h"
}

using namespace LAMMPS_NS;

namespace DCM_NS {

// The host carries contacts that have a column: a law without a state has this one.
static const char COLUMN_OF_NONE[] = "touching";

GranPairDCM::GranPairDCM(LAMMPS *instance, PairGran *owner, int64_t model,
                         const std::string &law_of_model)
    : Pointers(instance), pair(owner), hash(model),
      given(instance, "pair_style gran", law_of_model), pairs(dcm_pair_list_create()),
      stepper(dcm_pair_stepper_create()), guard(given.watch()) {
  if (!pairs || !stepper)
    given.stop_alone("out of memory");
}

GranPairDCM::~GranPairDCM() {
  RunHooks::drop(lmp);
}

// --------------------------------------------------------------------------------------- input

void GranPairDCM::settings(int narg, char **arg, LIGGGHTS::IContactHistorySetup *) {
  given.read(narg, arg);
  add_columns();
}

/** One column of the host's history for each component of a state. */
void GranPairDCM::add_columns() {
  const dcm_model *model = given.model();
  const int width = dcm_model_history_width(model);
  if (width > DCM_MOST_COMPONENTS)
    given.stop("the law has a state of " + std::to_string(width) +
               " numbers, but there is room for " + std::to_string(DCM_MOST_COMPONENTS));
  int column = -1;
  for (uint32_t f = 0; f < model->history_count; f++) {
    const dcm_history_field *field = dcm_model_history_field(model, f);
    const std::string changes_sign = field->parity == DCM_ODD ? "1" : "0";
    for (const char *part : {"x", "y", "z"}) {
      const bool is_vector = field->kind == DCM_VECTOR;
      column = pair->add_history_value(is_vector ? std::string(field->name) + "_" + part
                                                 : std::string(field->name),
                                       changes_sign);
      if (!is_vector)
        break;
    }
  }
  if (width == 0)
    column = pair->add_history_value(COLUMN_OF_NONE, "0");
  first_column = column + 1 - std::max(width, 1);
  fields.resize(std::max(width, 1));
  given.make_room(column + 1);
}

int GranPairDCM::get_history_offset(const std::string) {
  return -1; // what the host's models keep there is not there
}

/** Force over overlap. The host asks, where a run begins, if it corrects areas for a stiffness that
 * is not the real one. */
double GranPairDCM::stressStrainExponent() {
  return dcm_force_exponent(law.get(), 1, 1);
}

const int64_t GranPairDCM::ANY_LAW = LIGGGHTS::Utils::generate_gran_hashcode(63, 0, 0, 0, 0);

void GranPairDCM::write_restart_settings(FILE *fp) {
  fwrite(&ANY_LAW, sizeof ANY_LAW, 1, fp);
  given.write_restart(fp);
}

void GranPairDCM::read_restart_settings(FILE *fp, int64_t) {
  int64_t again;
  if (comm->me == 0 && fread(&again, sizeof again, 1, fp) != 1)
    given.stop_alone("the restart file ends early");
  given.read_restart(fp);
  add_columns();
}

// ---------------------------------------------------------------------------------------- init

/** Stops where the input uses what only the models of the host have. */
void GranPairDCM::check_settings() const {
  if (pair->storeSumDelta())
    given.stop("laws of dcm have no multicontact model: leave out fix multicontact/halfspace");
  for (const char *style : {"relax/contacts", "insert/stream/predefined"})
    if (modify->n_fixes_style(style) > 0)
      given.stop(std::string("fix ") + style + " works only with LIGGGHTS' own models");
  if (!(update->dt >= 0.0) || std::isinf(update->dt))
    given.stop("the timestep is " + text_of_number(update->dt) + ", but must be at least 0");
}

/** Stops where the host gives up the pages that states are on. */
void GranPairDCM::check_pages() {
  if (hooks && (neighbor->pgsize != page || neighbor->oneatom != most_of_one))
    given.stop("'neigh_modify page' or 'one' has changed since the first run, and so LIGGGHTS "
               "loses the states of all contacts: write 'neigh_modify' before the first run");
  page = neighbor->pgsize;
  most_of_one = neighbor->oneatom;
}

void GranPairDCM::init_granular() {
  check_settings();
  given.check_room(pair->dnum());
  law = given.make_law(nullptr);
  batch_of_one.reset(dcm_batch_create(law->history_width, 1, 1));
  if (!batch_of_one)
    given.stop_alone("out of memory");
  check_pages();
  hooks = RunHooks::get(lmp);
  hooks->serve([this](RunHooks::Moment when) { give_states(when); });
  hooks->serve(&given, given.account("pair_style gran", nullptr));
  hooks->energies().begin_run();
  energies = hooks->energies().listen(nullptr, law.get());
  given.widen_lists(*law);
  atoms_may_come = std::any_of(modify->fix, modify->fix + modify->nfix,
                               [](const Fix *fix) { return fix->force_reneighbor; });
  // The host itself reads marks only when atoms move, and then gets the states from give_states.
  marks_are_read =
      modify->n_fixes_style("heat/gran") > 0 || modify->n_computes_style("contact/atom/gran") > 0;
  radii_vary = false;
  for (int f = 0; f < modify->nfix; f++)
    if (strcmp(modify->fix[f]->style, "adapt") == 0)
      radii_vary = radii_vary || static_cast<const FixAdapt *>(modify->fix[f])->diamflag;
  guard_contacts();
}

/** Informs the guards of these contacts, from the first list of the run on. */
void GranPairDCM::guard_contacts() {
  guard.begin(given.called(), given.called(), [this](SafeStep &safe) { consider_contacts(safe); });
  guard.watch().frozen_bit = pair->freeze_group_bit();
  guard.watch().renew();
  RunHooks::get(lmp)->serve(given.watch());
}

void GranPairDCM::consider_contacts(SafeStep &safe) const {
  const Host &host = guard.watch().host;
  each_that_meet(
      host, grains_of(atom, guard.watch()), [this](int i) { return mass_of(i); },
      [&](int i, int j, double radius_i, double mass_i, double radius_j, double mass_j) {
        safe.consider(host, given.called() + ": ", law.get(), i, j, radius_i, mass_i, radius_j,
                      mass_j);
      });
}

/** Bodies may be made of grains that overlap, and frozen ones may overlap as they like. */
void GranPairDCM::see_overlap(int i, int j, double distance_2) {
  const double *radius = atom->radius;
  if (pair->fr_pair() || (atom->mask[i] & atom->mask[j] & pair->freeze_group_bit()) ||
      !guard.deepest.is_deeper(distance_2, radius[i] + radius[j], std::min(radius[i], radius[j])))
    return;
  guard.deepest.step = update->ntimestep;
  guard.deepest.ids[0] = atom->tag[i];
  guard.deepest.ids[1] = atom->tag[j];
}

// --------------------------------------------------------------------------------------- states

/** The mass of a grain, or of the body that it belongs to. */
double GranPairDCM::mass_of(int i) const {
  const double *of_bodies = pair->fr_pair() ? pair->mr_pair() : nullptr;
  return of_bodies && of_bodies[i] > 0.0 ? of_bodies[i] : atom->rmass[i];
}

double GranPairDCM::effective_mass(int i, int j) const {
  const int frozen = pair->freeze_group_bit();
  return dcm_effective_mass(mass_of(i), atom->mask[i] & frozen, mass_of(j), atom->mask[j] & frozen);
}

/** To the bit as the loop computes the distance: all must agree on who touches. */
double GranPairDCM::distance_2_of(int i, int j) const {
  const double *const from = atom->x[i], *const to = atom->x[j];
  const double d[3] = {to[0] - from[0], to[1] - from[1], to[2] - from[2]};
  return d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
}

/** The pairs of a new neighbour list, with the states that the host carried here. */
void GranPairDCM::make_contacts() {
  const NeighList *list = pair->list;
  FixContactHistory &carried = *pair->get_fix_history();
  const bool asks_law = law->reaches || law->model->history;
  double **x = atom->x;
  const double *radius = atom->radius;
  const int *type = atom->type;
  listed = atom->nlocal;
  if (dcm_pair_list_clear(pairs.get(), law.get(), 0))
    given.stop_alone("out of memory");
  for (int ii = 0; ii < list->inum; ii++) {
    const int i = list->ilist[ii];
    const int *neighbours = list->firstneigh[i];
    for (int jj = 0; jj < list->numneigh[i]; jj++) {
      const int j = neighbours[jj] & NEIGHMASK;
      const double distance_2 = distance_2_of(i, j);
      bool touching =
          dcm_in_contact(dcm_contact_range(radius[i] + radius[j], 0.0, 0), 0, distance_2);
      if (touching)
        see_overlap(i, j, distance_2);
      const double *state =
          touching || asks_law ? CarriedStates::find(carried, i, atom->tag[j]) : nullptr;
      touching = touching || state;
      if (state)
        check_carried(state + first_column);
      const dcm_near_pair near = {(uint32_t)i,
                                  (uint32_t)j,
                                  dcm_law_pair(law.get(), type[i], type[j]),
                                  radius[i],
                                  effective_mass(i, j),
                                  radius[j],
                                  1.0,
                                  distance_2};
      if (dcm_pair_list_add(pairs.get(), law.get(), &near, touching,
                            state ? state + first_column : nullptr))
        given.stop_alone("out of memory");
    }
  }
  const int all = atom->nlocal + atom->nghost;
  if (dcm_pair_list_finish(pairs.get(), law.get(), all ? x[0] : nullptr, all))
    given.stop_alone("out of memory");
  if (pairs->refused.found)
    given.stop_alone("the law lets the contact of atoms " +
                     std::to_string(atom->tag[pairs->refused.particle_1]) + " and " +
                     std::to_string(atom->tag[pairs->refused.particle_2]) + " reach " +
                     text_of_number(pairs->refused.reach) +
                     " beyond touching, but a reach must be finite and at least 0");
  hooks->law_of_file.clear();
}

/** Stops if the law cannot go on from a state that the host carried. */
void GranPairDCM::check_carried(const double *state) const {
  const std::string &before = hooks->law_of_file, now = given.model()->id;
  const std::string anew =
      "; or let all contacts begin anew from a file of write_data, which has no states";
  if (law->history_width > 0 && !before.empty() && before != now)
    given.stop_alone("the law '" + before +
                     "' has computed the contacts of the restart file, and '" + now +
                     "' cannot go on from its states: use the law '" + before + "'" + anew);
  if (!dcm_law_can_take(law.get(), state))
    given.stop_alone(OTHER_OPTIONS + anew);
}

template <class Visit>
void GranPairDCM::each_contact(Visit visit) const {
  for (uint32_t n = 0; n < pairs->block_count; n++) {
    const dcm_pair_block &b = pairs->blocks[n];
    for (uint32_t k = 0; k < b.touching; k++)
      visit(dcm_pair_place{n, k}, (int)b.particle_1[k], (int)b.particle_2[k]);
  }
}

/** Gives the states of contacts to the host if it does not have those of this step yet. Between two
 * runs the host itself takes states from beside its list, where a run begins or before it removes
 * atoms. */
void GranPairDCM::give_states(RunHooks::Moment when) {
  if (!is_current) {
    if (when != RunHooks::AFTER_RUN)
      follow_ids();
    return;
  }
  refuse_two_touches();
  std::copy_n(atom->tag, listed, hooks->noted_ids());
  is_current = when == RunHooks::FOR_RESTART;
  if (when == RunHooks::AFTER_RUN)
    mark_in_list(true);
  else
    give_to_atoms();
}

/** Calls partners by the IDs that they have now, where states are with atoms. */
void GranPairDCM::follow_ids() {
  FixContactHistory &carried = *pair->get_fix_history();
  DCM_NS::follow_ids(ranks_of(lmp), atom->nlocal, hooks->noted_ids(), atom->tag, carried.get_dnum(),
                     [&](int i) { return CarriedStates::of(carried, i); });
}

/** States are found by the IDs of the two: of two contacts between the same two, one would get the
 * state of the other. */
void GranPairDCM::refuse_two_touches() const {
  if (shortest_period(domain->h_inv, domain->periodicity) > 2.0 * neighbor->cutneighmax)
    return;
  std::vector<std::vector<int>> partners(listed);
  each_contact([&](dcm_pair_place, int i, int j) {
    partners[i].push_back(atom->tag[j]);
    if (j < listed)
      partners[j].push_back(atom->tag[i]);
  });
  for (int i = 0; i < listed; i++) {
    const int twice = found_twice(partners[i]);
    if (twice)
      given.stop_alone(message_of_two_touches(atom->tag[i], twice));
  }
}

/** The state of a contact, for whoever comes next. */
void GranPairDCM::save(dcm_pair_place place, double *state) const {
  dcm_pair_list_state(pairs.get(), place, state);
  dcm_law_mark_state(law->marked, law->history_width, state);
}

/** Marks the present contacts in the host's list, which other fixes and computes read.
 * @param with_states puts their states there, too, where those of the host's own models are */
void GranPairDCM::mark_in_list(bool with_states) const {
  const NeighList *list = pair->list, *beside = pair->listgranhistory;
  const int width = pair->dnum();
  for (int ii = 0; ii < list->inum; ii++)
    std::fill_n(beside->firstneigh[list->ilist[ii]], list->numneigh[list->ilist[ii]], 0);
  each_contact([&](dcm_pair_place place, int i, int j) {
    const int *neighbours = list->firstneigh[i];
    const int jj = std::find_if(neighbours, neighbours + list->numneigh[i],
                                [=](int neighbour) { return (neighbour & NEIGHMASK) == j; }) -
                   neighbours;
    beside->firstneigh[i][jj] = 1;
    if (with_states)
      save(place, &beside->firstdouble[i][jj * width + first_column]);
  });
}

/** Gives both atoms of each contact its state, each as seen from it. Ghosts have theirs on the
 * ranks of the atoms that they stand for. */
void GranPairDCM::give_to_atoms() {
  FixContactHistory &carried = *pair->get_fix_history();
  const int width = law->history_width;
  counts.assign(listed, 0);
  each_contact([&](dcm_pair_place, int i, int j) {
    counts[i]++;
    if (j < listed)
      counts[j]++;
  });
  CarriedStates::clear(carried, listed);
  if (!CarriedStates::make_room(carried, counts.data(), listed))
    given.stop_alone("too many contacts of one atom: increase the number of neighbors that it may "
                     "have with 'neigh_modify one'");
  each_contact([&](dcm_pair_place place, int i, int j) {
    double *const of_i = CarriedStates::add(carried, i, atom->tag[j]);
    std::fill_n(of_i, carried.get_dnum(), 0.0);
    save(place, of_i + first_column);
    if (j >= listed)
      return;
    double *const of_j = CarriedStates::add(carried, j, atom->tag[i]);
    std::copy_n(of_i, carried.get_dnum(), of_j);
    for (int h = 0; h < width; h++)
      fields[h] = &of_j[first_column + h];
    dcm_law_history_swap(law.get(), 1, fields.data());
  });
  comm->maxexchange_fix = std::max(comm->maxexchange_fix, CarriedStates::finish(carried, listed));
}

// -------------------------------------------------------------------------------------- compute

/** Where a step finds other lists, other sizes or other states than those of the last one. */
void GranPairDCM::renew_contacts() {
  // Blocks hold the radii, masses and types of the moment when they were filled. A run that begins
  // without a new list ('pre no') finds what commands made of them.
  if (radii_vary)
    hooks->send_ghosts_sizes();
  if (neighbor->ago != 0 && radii_vary && is_current)
    give_states(RunHooks::BEFORE_ATOMS_MOVE);
  else if (neighbor->ago != 0 && !is_current)
    give_to_atoms();
  else if (neighbor->ago == 0 && atoms_may_come)
    follow_ids();
  if (neighbor->ago == 0 || radii_vary || !is_current)
    make_contacts();
  is_current = true;
}

void GranPairDCM::compute_force(PairGran *, int eflag, int vflag, int addflag) {
  if (eflag || vflag)
    pair->ev_setup(eflag, vflag);
  else
    pair->evflag = pair->vflag_fdotr = 0;
  if (addflag) {
    show_contacts();
    return;
  }
  renew_contacts();
  const bool is_watched = pair->evflag || pair->storeContactForces() ||
                          pair->storeContactForcesStress() || pair->store_sum_normal_force();
  if (pairs->block_count > 0) {
    const double dt = pair->shearupdate() ? update->dt : 0.0;
    dcm_pair_step step = {};
    step.list = pairs.get();
    step.law = law.get();
    step.particles.position = atom->x[0];
    step.particles.velocity = atom->v[0];
    step.particles.angular_velocity = atom->omega[0];
    step.particles.force = atom->f[0];
    step.particles.torque = atom->torque[0];
    step.particles.summed = atom->nlocal;
    step.dt = dt;
    step.half_step_velocities = dt != 0.0;
    step.clock = clock_of(*update);
    step.threads = 1;
    if (energies) {
      energies->sums.coming = hooks->energies().coming();
      step.energies = &energies->sums;
    }
    if (is_watched)
      step.observer = [](void *self, const dcm_evaluated *contacts) {
        static_cast<GranPairDCM *>(self)->tally(*contacts);
      };
    step.observer_data = this;
    dcm_contact_fault fault;
    if (dcm_pair_stepper_run(stepper.get(), &step, &fault))
      given.stop_alone("out of memory");
    if (fault.found)
      stop(fault);
  }
  if (pair->storeContactForces())
    pair->fix_contact_forces()->do_forward_comm();
  if (pair->storeContactForcesStress())
    pair->fix_contact_forces_stress()->do_forward_comm();
  if (marks_are_read)
    mark_in_list(false);
}

/** Informs other fixes and computes of the contacts. */
void GranPairDCM::tally(const dcm_evaluated &c) {
  for (uint32_t k = 0; k < c.count; k++) {
    const int i = c.block->particle_1[c.first + k], j = c.block->particle_2[c.first + k];
    double d[3], f[3], ti[3], tj[3];
    for (int a = 0; a < 3; a++) {
      d[a] = -c.separation[a][k];
      f[a] = c.force[a][k];
      ti[a] = c.torque_1[a][k];
      tj[a] = c.torque_2[a][k];
    }
    if (pair->evflag)
      pair->ev_tally_xyz(i, j, atom->nlocal, 0, 0.0, 0.0, f[0], f[1], f[2], d[0], d[1], d[2]);
    store_forces(i, j, f, ti, tj);
    if (pair->store_sum_normal_force()) {
      const double along =
          (f[0] * d[0] + f[1] * d[1] + f[2] * d[2]) / sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
      *pair->get_sum_normal_force_ptr(i) += along;
      if (j < atom->nlocal)
        *pair->get_sum_normal_force_ptr(j) += along;
    }
  }
}

void GranPairDCM::store_forces(int i, int j, const double *f, const double *torque_i,
                               const double *torque_j) {
  const int id_i = atom->tag[i], id_j = atom->tag[j];
  const auto store = [=](FixContactPropertyAtom *fix, const double *of_i, const double *of_j) {
    if (fix->has_partner(i, id_j) == -1)
      fix->add_partner(i, id_j, of_i);
    if (fix->has_partner(j, id_i) == -1)
      fix->add_partner(j, id_i, of_j);
  };
  if (pair->storeContactForces() && update->ntimestep % pair->storeContactForcesEvery() == 0) {
    const double of_i[6] = {f[0], f[1], f[2], torque_i[0], torque_i[1], torque_i[2]};
    const double of_j[6] = {-f[0], -f[1], -f[2], torque_j[0], torque_j[1], torque_j[2]};
    store(pair->fix_contact_forces(), of_i, of_j);
  }
  if (pair->storeContactForcesStress()) {
    const double of_i[4] = {f[0], f[1], f[2], (double)j};
    const double of_j[4] = {-f[0], -f[1], -f[2], (double)i};
    store(pair->fix_contact_forces_stress(), of_i, of_j);
  }
}

/** Gives a contact to compute pair/gran/local, at the present positions and velocities.
 * @param history [pair->dnum()] zeros where others than the law have their columns */
void GranPairDCM::show(dcm_pair_place place, double *history) {
  dcm_batch *b = batch_of_one.get();
  const dcm_pair_block &block = pairs->blocks[place.block];
  const uint32_t k = place.entry;
  const int i = block.particle_1[k], j = block.particle_2[k];
  double state[DCM_MOST_COMPONENTS];
  b->count = 1;
  b->pair = block.materials;
  dcm_batch_put(b, 0,
                dcm_motion_of_two(atom->x[0], atom->v[0], atom->omega[0], i, j, block.radius_1[k],
                                  block.radius_2[k]),
                block.effective_mass[k]);
  dcm_pair_list_state(pairs.get(), place, state);
  for (uint32_t h = 0; h < law->history_width; h++)
    b->history[h][0] = state[h];
  b->clock = clock_of(*update);
  dcm_batch_evaluate(b, law.get(), DCM_SIDE_PARTICLE, 0.0);
  for (uint32_t h = 0; h < law->history_width; h++)
    history[first_column + h] = dcm_law_keeps(law.get(), h) ? state[h] : b->new_history[h][0];
  LCM::SurfacesIntersectData seen;
  LCM::ForceData on_i;
  seen.i = i;
  seen.j = j;
  seen.contact_history = history;
  for (int a = 0; a < 3; a++) {
    on_i.delta_F[a] = b->force[a][0];
    on_i.delta_torque[a] = b->torque_1[a][0];
  }
  pair->cpl_add_pair(seen, on_i);
}

/** Gives the present contacts to compute pair/gran/local; changes nothing. The host fills the
 * column of heat row by row as it meets those that touch in its list: so they come in this order,
 * and behind them those that are held farther away, which conduct nothing. */
void GranPairDCM::show_contacts() {
  ComputePairGranLocal *const rows = pair->cpl();
  if (!rows)
    return;
  const NeighList *list = pair->list;
  std::vector<std::vector<std::pair<int, dcm_pair_place>>> of_atom(listed);
  each_contact([&](dcm_pair_place place, int i, int j) { of_atom[i].emplace_back(j, place); });
  std::vector<dcm_pair_place> touching, held;
  for (int ii = 0; ii < list->inum; ii++) {
    const int i = list->ilist[ii];
    for (int jj = 0; jj < list->numneigh[i]; jj++)
      for (const auto &contact : of_atom[i]) {
        const int j = contact.first;
        const double touch = atom->radius[i] + atom->radius[j];
        if (j == (list->firstneigh[i][jj] & NEIGHMASK))
          (distance_2_of(i, j) < touch * touch ? touching : held).push_back(contact.second);
      }
  }
  touching.insert(touching.end(), held.begin(), held.end());
  std::vector<double> history(pair->dnum(), 0.0);
  for (const dcm_pair_place &place : touching)
    show(place, history.data());
  pair->cpl_pair_finalize();
  for (int row = 0; rows->offset_heat() >= 0 && row < rows->get_ncount(); row++)
    rows->get_data()[row][rows->get_nvalues() - 1] = 0.0;
}

/** Ranks do not meet here: the one that found the fault ends them all. */
void GranPairDCM::stop(const dcm_contact_fault &fault) const {
  const int i = fault.particle_1, j = fault.particle_2;
  char text[512];
  dcm_text_print(
      text, sizeof text,
      "at step %lld the %s of atoms %d and %d is not finite: overlap %g, normal velocity "
      "%g, force (%g, %g, %g), positions (%g, %g, %g) and (%g, %g, %g)",
      (long long)update->ntimestep, fault.of_law ? "force of the contact" : "distance",
      atom->tag[i], atom->tag[j], fault.overlap, fault.normal_velocity, fault.force[0],
      fault.force[1], fault.force[2], atom->x[i][0], atom->x[i][1], atom->x[i][2], atom->x[j][0],
      atom->x[j][1], atom->x[j][2]);
  given.stop_alone(text + LawSource::words_of(law.get()));
}

} // namespace DCM_NS
