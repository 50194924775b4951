// SPDX-License-Identifier: GPL-2.0-or-later
#include "pair_dcm.h"

#include "command_words.h"
#include "contact_columns.h"
#include "fix_energy.h"
#include "fix_history.h"
#include "host_private.h"
#include "host_services.h"
#include "radii.h"
#include "release.h"

#include "common/law_source.h"
#include "common/restart_file.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "force.h"
#include "memory.h"
#include "modify.h"
#include "neigh_list.h"
#include "neighbor.h"
#include "update.h"
#include "utils.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>

extern "C" {
#include "runtime/error.h"
#include "runtime/model.h"
#include "runtime/trial_contact.h"
}

using namespace LAMMPS_NS;

namespace DCM_NS {

PairDCM::PairDCM(LAMMPS *instance, const std::string &law_of_style, const std::string &style)
    : PairOfAnyRelease(instance), commons(instance), shapes(GrainShapes::of(instance)),
      replaced(style), fix_history(nullptr), keeps_history(false),
      atoms_at_first(domain->box_exist ? atom->natoms : 0), sends_quantities(false),
      radii(instance), near_lists(instance), dt(0.0), guard(watch_of(instance, host_of(instance))),
      creep_watch(instance) {
  parts.push_back(std::make_unique<PairPart>(lmp, law_of_style, commons));
  single_enable = 1;
  no_virial_fdotr_compute = 1; // torques and walls make the sum over f.r incomplete
  // A tangential force makes the stress of a contact unsymmetric: nine numbers, not six.
  centroidstressflag = CENTROID_AVAIL;
  finitecutflag = 1;
  writedata = replaced.empty();
  comm_forward = 1;

  if (domain->box_exist)
    add_dummy();
}

PairDCM::~PairDCM() {
  if (copymode)
    return;
  delete[] svector;
  FixGrowth::drop(lmp);
  if (!history_id.empty() && modify->find_fix(history_id) >= 0)
    modify->delete_fix(history_id);
  if (!dummy_id.empty() && modify->find_fix(dummy_id) >= 0)
    modify->delete_fix(dummy_id);
  if (allocated) {
    memory->destroy(setflag);
    memory->destroy(cutsq);
  }
}

// -------------------------------------------------------------------------------------- input

void PairDCM::allocate() {
  allocated = 1;
  const int n = atom->ntypes + 1;
  memory->create(setflag, n, n, "pair:setflag");
  memory->create(cutsq, n, n, "pair:cutsq");
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      setflag[i][j] = 0;
}

/** Makes room for the contacts of the law that the settings have now. */
void PairDCM::adopt_law() {
  parts.front()->forget_law();
  drop_history_fix();
  if (allocated)
    for (int i = 1; i <= atom->ntypes; i++)
      for (int j = 1; j <= atom->ntypes; j++)
        setflag[i][j] = 0;

  const dcm_model *model = given().model();
  const int width = dcm_model_history_width(model);
  if (width > DCM_MOST_COMPONENTS)
    stop(lmp, here() + ": the law '" + model->id + "' has a state of " + std::to_string(width) +
                  " numbers, but there is room for " + std::to_string(DCM_MOST_COMPONENTS));
  beyond_contact = model->reach != nullptr;
  comm_forward = std::max(1, ParticleQuantities::forward_size(model));
  comm_reverse = ParticleQuantities::reverse_size(model);
  name_history();
  const int columns = ContactColumns::of_host(model);
  single_extra = columns;
  if (!RELEASE.hybrid_passes_columns && force->pair && force->pair != this &&
      strcmp(force->pair_style, "hybrid") == 0)
    single_extra = 0;
  delete[] svector;
  svector = new double[columns];
}

/** The first fix of this style keeps the place in the order of fixes until law and width of the
 * history are known. There can be none before there is a box. */
void PairDCM::add_dummy() {
  int number = 0;
  do
    dummy_id = "DCM_DUMMY_" + std::to_string(number++);
  while (modify->find_fix(dummy_id) >= 0);
  modify->add_fix(dummy_id + " all DUMMY");
}

/** Makes up for a pair_style that stood before the box. */
void PairDCM::complete_after_box() {
  if (dummy_id.empty()) {
    add_dummy();
    name_history();
  }
  given().complete_after_box();
}

/** Restarts find a history by the ID of its fix. This one reports the law and what its numbers
 * mean, so that those of another are never misread, and counts only the styles of the same law that
 * are there: a run that reads the restart comes to the same name, whatever other styles were used
 * before. (The host's own styles are counted as they are made, and lose their histories thereby.)
 */
void PairDCM::name_history() {
  const dcm_model *model = given().model();
  std::string law_id = model->id;
  std::replace(law_id.begin(), law_id.end(), '-', '_');
  const std::string beginning = "NEIGH_HISTORY_DCM_" + law_id + "_v" +
                                std::to_string(model->history_version) + "_w" +
                                std::to_string(kept_width()) + "_";
  reserve_history([&](int number) { return beginning + std::to_string(number); });
}

void PairDCM::reserve_history(const std::function<std::string(int)> &name) {
  if (dummy_id.empty())
    return;
  // A style that has no history yet keeps its ID by the name of its dummy.
  int number = 0;
  std::string taken;
  do {
    history_id = name(number++);
    taken = "DCM_DUMMY_" + history_id;
  } while (modify->find_fix(history_id) >= 0 ||
           (taken != dummy_id && modify->find_fix(taken) >= 0));
  if (taken != dummy_id)
    modify->replace_fix(dummy_id.c_str(), taken + " all DUMMY", 0);
  dummy_id = taken;
}

void PairDCM::settings(int narg, char **arg) {
  is_of_restart = false;
  if (given().read_style(narg, arg, &commons.way))
    adopt_law();
}

void PairDCM::coeff(int narg, char **arg) {
  if (narg < 2)
    stop(lmp, "pair_coeff needs two atom types, or two ranges of types");
  dcm_range i, j;
  read_types(arg, i, j);
  given().read_coeff(narg, arg, i, j);
  for (uint32_t a = i.first; a <= i.last; a++)
    for (uint32_t b = j.first; b <= j.last; b++)
      setflag[std::min(a, b)][std::max(a, b)] = 1;
  parts.front()->forget_law();
}

void PairDCM::read_types(char **arg, dcm_range &i, dcm_range &j) {
  complete_after_box();
  if (!allocated)
    allocate();
  int first, last;
  utils::bounds(FLERR, arg[0], 1, atom->ntypes, first, last, error);
  i = {(uint32_t)first, (uint32_t)last};
  utils::bounds(FLERR, arg[1], 1, atom->ntypes, first, last, error);
  j = {(uint32_t)first, (uint32_t)last};
}

void PairDCM::report_replacing() {
  if (!is_reported)
    write_to_log(lmp, "dcm: " + here() + " is computed by the law '" + given().model()->id +
                          "' of dcm, as " + replaced + "/dcm" + whose_formulas());
  is_reported = true;
}

// --------------------------------------------------------------------------------------- init

/** A style that stands in for one of the host has the formulas of that one, in all units. */
void PairDCM::report_units() {
  if (!replaced.empty() || is_reported || force->mvv2e == 1.0)
    return;
  is_reported = true;
  warn(lmp, here() + ": in units " + update->unit_style +
                " a mass times the square of a velocity is not an energy (it lacks the factor " +
                text_of_number(force->mvv2e) +
                "), so what a law computes from masses is wrong: damping by a restitution, the "
                "longest time step. Use units si, cgs, micro, nano or lj");
}

void PairDCM::init_style() {
  GrainShapes::check_style(lmp, here(), grains());
  if (comm->ghost_velocity == 0)
    stop(lmp, here() + " needs the velocities of ghost atoms: add 'comm_modify vel yes'");

  if (update->whichflag == 2)
    stop(lmp, here() +
                  ": minimize is not possible, because contacts slide and dissipate: let the "
                  "grains come to rest in a run, with 'fix viscous' or a low restitution" +
                  instead());
  if (respa_of(update))
    stop(lmp, here() +
                  ": run_style respa is not possible, because the state of a contact has "
                  "one time step: use 'run_style verlet'" +
                  instead());

  has_setters = has_setter(modify);
  report_units();
  make_laws();
  pairs_here.assign((size_t)atom->ntypes * atom->ntypes, 0);
  of_atoms.reset(new ParticleQuantities(lmp, here() + ": "));
  of_atoms->find(this);
  commons.quantities = of_atoms.get();
  commons.shapes = GrainShapes::are_there(atom) ? shapes.get() : nullptr;
  ask_for_energies();
  keeps_history = kept_width() > 0 || beyond_contact;
  if (keeps_history && force->newton_pair && comm->style != 0)
    stop(lmp, here() + ": comm_style tiled cannot send the states of contacts with newton "
                       "on: use 'newton off'");

  if (!(update->dt >= 0.0) || std::isinf(update->dt))
    stop(lmp, here() + ": the timestep is " + text_of_number(update->dt) +
                  ", but must be at least 0 ('timestep 0' computes forces and changes no state)");
  dt = update->dt;

  const bool begins_at_reach = dcm_law_begins_at_reach(parts.front()->law());
  request_neighbours(neighbor, this, !begins_at_reach, keeps_history, instance_me);
  if (keeps_history)
    make_history_fix();

  const auto freezes = fixes_by_style(modify, "freeze");
  if (freezes.size() > 1)
    stop(lmp, here() + ": there are several fixes freeze, but only one is allowed");
  commons.freeze_group_bit = freezes.empty() ? 0 : freezes.front()->groupbit;

  commons.masses.find(here());
  FixGrowth::renew(lmp);
  radii.collect(commons.freeze_group_bit, !begins_at_reach);
  guard_contacts();
  if (!replaced.empty())
    drop_suffix(lmp, infile);
}

/** The name of the style, and behind it which of several: a hybrid style may have one name twice,
 * and what is kept by the name of who keeps it is that of one alone. */
std::string PairDCM::name_of_its_own() const {
  const auto name_of = [this](Pair *pair) { return std::string(force->pair_match_ptr(pair)); };
  const std::string name = name_of(const_cast<PairDCM *>(this));
  const std::vector<Pair *> all = pair_styles(force);
  const auto before = std::count_if(all.begin(), std::find(all.begin(), all.end(), this),
                                    [&](Pair *other) { return name_of(other) == name; });
  return before > 0 ? name + " " + std::to_string(before + 1) : name;
}

void PairDCM::ask_for_energies() {
  const std::string name = name_of_its_own();
  for (size_t p = 0; p < parts.size(); p++) {
    const std::string number = parts.size() > 1 ? " " + std::to_string(p + 1) : "";
    parts[p]->energies =
        FixEnergy::account(lmp, name + " (" + parts[p]->given.model()->id + number + ")");
  }
}

void PairDCM::make_laws() {
  parts.front()->make_law();
}

int PairDCM::kept_width() const {
  return dcm_model_history_width(given().model()) +
         (GrainShapes::are_there(atom) ? (int)DCM_SHAPE_NUMBERS : 0);
}

void PairDCM::make_history_fix() {
  if (!fix_history) {
    const int width = std::max(1, kept_width());
    const int of_restart = RestartTable::widen(modify, history_id, width);
    const std::string why = why_states_lack(parts.front()->law(), of_restart, width);
    if (!why.empty())
      stop(lmp, why);
    // A law that reaches but has no state still needs to know which contacts have begun.
    fix_history =
        FixHistory::replace(lmp, dummy_id, history_id,
                            replaced.empty() ? FixHistory::DCM_STYLE : FixHistory::HOST_STYLE,
                            width, of_restart, atoms_at_first);
    const bool is_lost = modify->nfix_restart_peratom > 0 && !fix_history->restart_reset;
    if (is_lost && is_of_restart)
      stop(lmp,
           std::string("dcm: the restart file has the law '") + given().model()->id +
               "', but no states of contacts with the name '" + history_id +
               "': the file is damaged, or was written with 'noinit' before the first run. To let "
               "all contacts begin anew, give pair_style and pair_coeff after read_restart");
    if (is_lost)
      warn(lmp, std::string("dcm: the restart file has no states of contacts for the law '") +
                    given().model()->id + "': all contacts begin anew");
  }
  fix_history->serve(this, parts, [this] { make_contacts(); });
}

bool PairDCM::drop_history_fix() {
  const bool is_there = fix_history != nullptr;
  if (is_there)
    modify->replace_fix(history_id.c_str(), dummy_id + " all DUMMY", 0);
  fix_history = nullptr;
  return is_there;
}

double PairDCM::init_one(int i, int j) {
  // The host calls this when a fix has changed parameters, of sub-styles too.
  if (given().take_adapted()) {
    parts.front()->renew_law();
    guard.watch().renew();
  }
  given().require(i, j);
  pairs_here[(std::min(i, j) - 1) * atom->ntypes + std::max(i, j) - 1] = 1;
  return radii.cutoff(part_of(i, j).law(), i, j);
}

/** The lines of each part, of the pairs of types that come to it. */
std::string PairDCM::account() const {
  const int n = atom->ntypes;
  std::string lines;
  for (size_t p = 0; p < parts.size(); p++) {
    std::vector<unsigned char> pairs = pairs_here;
    for (int i = 1; i <= n && !part_of_types.empty(); i++)
      for (int j = i; j <= n; j++)
        if (part_of_types[i * (n + 1) + j] != (int)p)
          pairs[(i - 1) * n + j - 1] = 0;
    dcm_account described = {};
    described.settings = parts[p]->given.get();
    described.pairs = pairs.data();
    described.only_given = !replaced.empty();
    lines += account_text(std::string("pair_style ") +
                              force->pair_match_ptr(const_cast<PairDCM *>(this)),
                          parts[p]->given.law_source()->file(), described);
  }
  return lines;
}

void PairDCM::setup() {
  run_account.report(lmp, this);
  near_lists.serve(force->pair == this && !commons.way.is_plain ? list : nullptr,
                   commons.way.threads);
  if (commons.masses.any())
    commons.masses.collect();
}

void PairDCM::finish() {
  guard.watch().end(grains_of(atom, guard.watch()), dt, update->ntimestep);
}

/** Informs the guards of these contacts, from the first list of the run on. */
void PairDCM::guard_contacts() {
  const std::string name = name_of_its_own();
  guard.begin("pair_style " + name, name, [this](SafeStep &safe) { consider_contacts(safe); });
  guard.watch().frozen_bit = commons.freeze_group_bit;
  guard.watch().renew();
  // Bodies may be made of grains that overlap, and bounding spheres overlap where shapes do not.
  commons.deepest = commons.masses.any() || commons.shapes ? nullptr : &guard.deepest;
}

/** The safe time step, and whether contacts creep. */
void PairDCM::consider_contacts(SafeStep &safe) {
  const Host &host = guard.watch().host;
  const std::string name = "pair_style " + name_of_its_own() + ": ";
  const dcm_model *creeping = nullptr;
  const auto consider = [&](int i, int j, double radius_i, double mass_i, double radius_j,
                            double mass_j) {
    if (!radii.meet(i, j))
      return;
    const dcm_law *law = part_of(i, j).law();
    safe.consider(host, name, law, i, j, radius_i, mass_i, radius_j, mass_j);
    if (!creeping && dcm_contact_creeps(law, i, j, radius_i, mass_i, radius_j, mass_j))
      creeping = law->model;
  };
  each_that_meet(
      host, grains_of(atom, guard.watch()), [this](int i) { return commons.masses.of(i); },
      consider);
  creep_watch.begin(creeping);
}

// The reach of contacts that have begun is not added here: it is within the skin, which the host
// adds.

double PairDCM::atom2cut(int i) {
  return 2.0 * atom->radius[i];
}

double PairDCM::radii2cut(double ri, double rj) {
  return ri + rj;
}

void PairDCM::reset_dt() {
  dt = update->dt;
}

void *PairDCM::extract(const char *name, int &dim) {
  return replaced.empty() ? given().extract(name, dim) : nullptr;
}

// ------------------------------------------------------------------------------------- compute

/** Called when there is a new neighbour list, by the fix that keeps the history if there is one. */
void PairDCM::make_contacts() {
  parts.front()->need_law();
  commons.special = SpecialOfHybrid::factors(force, this);
  if (commons.masses.any()) {
    commons.masses.collect();
    forward_comm(comm, this);
  }
  double state[DCM_MOST_COMPONENTS];
  for (const auto &part : parts) {
    PairPart::TypeTable types(part_of_types.size());
    for (size_t t = 0; t < types.size(); t++)
      types[t] = parts[part_of_types[t]] == part;
    PairPart::StateBefore state_before;
    if (fix_history)
      state_before = [&](int i, int j) -> const double * {
        const double *numbers = fix_history->numbers(i, j);
        return numbers ? part->restore(numbers, state) : nullptr;
      };
    part->build(list, types, state_before);
  }
}

/** Between a run and the next one, which may begin without new lists ('pre no'), commands and
 * programs change atoms, and the factors of bonded pairs; some fixes change atoms within a run. */
void PairDCM::look_at_atoms() {
  commons.special = SpecialOfHybrid::factors(force, this);
  int differ = 0;
  for (const auto &part : parts) {
    part->refresh();
    differ = differ || part->differ_from_atoms();
  }
  ranks_of(lmp).max(&differ);
  if (!differ)
    return;
  if (fix_history)
    fix_history->pre_exchange();
  make_contacts();
}

void PairDCM::compute(int eflag, int vflag) {
  ev_init(eflag, vflag);
  parts.front()->need_law();
  if (neighbor->ago == 0)
    radii.check();
  if (neighbor->ago == 0 && fix_history) {
    if (!near_lists.made_the_last())
      fix_history->take_marks();
  } else if (neighbor->ago == 0)
    make_contacts();
  else if (update->ntimestep == update->firststep + 1 ||
           (has_setters && atoms_may_be_set(modify, update->ntimestep)))
    look_at_atoms();
  if (of_atoms->any() && ParticleQuantities::forward_size(given().model()) > 0) {
    sends_quantities = true;
    forward_comm(comm, this);
    sends_quantities = false;
  }
  of_atoms->begin();
  shapes->refresh();
  const dcm_contact_observer observer = [](void *pair, const dcm_evaluated *contacts) {
    static_cast<PairDCM *>(pair)->tally(*contacts);
  };
  FixEnergy *energy = parts.front()->energies ? FixEnergy::find(lmp) : nullptr;
  if (energy)
    energy->before_contacts();
  for (const auto &part : parts) {
    part->refresh();
    part->step(update->setupflag ? 0.0 : dt, evflag || cvflag_atom ? observer : nullptr, this);
  }
  if (energy)
    energy->after_contacts();
  if (of_atoms->any() && ParticleQuantities::reverse_size(given().model()) > 0 &&
      force->newton_pair)
    reverse_comm(comm, this);
  of_atoms->end();
  if (neighbor->ago == 0)
    guard.watch().inspect(grains_of(atom, guard.watch()), dt, update->ntimestep,
                          update->setupflag != 0);
  if (creep_watch.is_due())
    watch_creep();
}

void PairDCM::watch_creep() {
  std::vector<char> touches(atom->nlocal + atom->nghost);
  each_contact(
      parts, [&](const PairPart &, int i, int j, const double *) { touches[i] = touches[j] = 1; });
  creep_watch.inspect(touches, commons.freeze_group_bit, here(), guard.watch().notices);
}

/** Adds contacts to the virial. */
void PairDCM::tally(const dcm_evaluated &c) {
  for (uint32_t k = 0; k < c.count; k++) {
    const int i = c.block->particle_1[c.first + k], j = c.block->particle_2[c.first + k];
    const double r[3] = {-c.separation[0][k], -c.separation[1][k], -c.separation[2][k]};
    const double f[3] = {c.force[0][k], c.force[1][k], c.force[2][k]};
    if (evflag)
      ev_tally_xyz(i, j, atom->nlocal, force->newton_pair, 0.0, 0.0, f[0], f[1], f[2], r[0], r[1],
                   r[2]);
    if (cvflag_atom)
      tally_centroid(i, j, r, f);
  }
}

/** Half of the virial r f of a contact to each of its atoms, in the host's order xx yy zz xy xz yz
 * yx zx zy, r from the middle between the two. */
void PairDCM::tally_centroid(int i, int j, const double *r, const double *f) {
  static const int first[9] = {0, 1, 2, 0, 0, 1, 1, 2, 2};
  static const int second[9] = {0, 1, 2, 1, 2, 2, 0, 0, 1};
  for (int v = 0; v < 9; v++) {
    const double half = 0.5 * r[first[v]] * f[second[v]];
    if (force->newton_pair || i < atom->nlocal)
      cvatom[i][v] += half;
    if (force->newton_pair || j < atom->nlocal)
      cvatom[j][v] += half;
  }
}

// -------------------------------------------------------------------------------------- single

/** Forces of one contact at the present positions and velocities. Changes nothing but svector. */
double PairDCM::single(int i, int j, int, int, double rsq, double, double factor_lj,
                       double &fforce) {
  shapes->refresh(i, j);
  std::fill_n(svector, ContactColumns::of_host(given().model()), 0.0);
  fforce = 0.0;
  PairPart &part = part_of(atom->type[i], atom->type[j]);
  const dcm_batch *b = part.contact_of(i, j, rsq);
  if (!b)
    return 0.0;
  ContactColumns::fill(part.law(), b, factor_lj, svector);
  // The host multiplies by the vector from j to i, of length r.
  fforce = rsq > 0.0 ? svector[ContactColumns::FORCE_N] / sqrt(rsq) : 0.0;
  return 0.0;
}

bool PairDCM::describe_contact(int i, int j, const ContactColumns &columns, double *row) {
  double distance_2 = 0.0;
  for (int d = 0; d < 3; d++) {
    const double apart = atom->x[i][d] - atom->x[j][d];
    distance_2 += apart * apart;
  }
  shapes->refresh(i, j);
  PairPart &part = part_of(atom->type[i], atom->type[j]);
  const dcm_batch *b = part.contact_of(i, j, distance_2);
  if (!b)
    return false;
  const double ids[] = {(double)atom->tag[i], (double)atom->tag[j], (double)atom->type[i],
                        (double)atom->type[j]};
  double energies[DCM_LEDGER_OF_STEP];
  const bool are_kept = part.energies_of(i, j, energies);
  columns.fill_pair(part.law(), b, part.factor(i, j), sqrt(distance_2), ids,
                    are_kept ? energies : nullptr, update->dt, row);
  return true;
}

int PairDCM::pack_forward_comm(int n, int *which, double *buffer, int, int *) {
  if (sends_quantities)
    return of_atoms->pack_forward(n, which, buffer);
  for (int i = 0; i < n; i++)
    buffer[i] = commons.masses.of_bodies()[which[i]];
  return n;
}

void PairDCM::unpack_forward_comm(int n, int first, double *buffer) {
  if (sends_quantities) {
    of_atoms->unpack_forward(n, first, buffer);
    return;
  }
  for (int i = 0; i < n; i++)
    commons.masses.of_bodies()[first + i] = buffer[i];
}

int PairDCM::pack_reverse_comm(int n, int first, double *buffer) {
  return of_atoms->pack_reverse(n, first, buffer);
}

void PairDCM::unpack_reverse_comm(int n, int *which, double *buffer) {
  of_atoms->unpack_reverse(n, which, buffer);
}

const dcm_law *PairDCM::law_in_use() const {
  for (const auto &part : parts)
    if (part->law() && part->law()->quantity_count > 0)
      return part->law();
  return contact_law();
}

double PairDCM::memory_usage() {
  double bytes = commons.masses.memory_usage();
  for (const auto &part : parts)
    bytes += part->memory_usage();
  return bytes;
}

// --------------------------------------------------------------------- restart and data files

RestartFile PairDCM::restart_file(FILE *fp) const {
  return {host_of(lmp), fp};
}

void PairDCM::write_pairs(RestartFile &file, const OfPair &write) const {
  for (int i = 1; i <= atom->ntypes; i++)
    for (int j = i; j <= atom->ntypes; j++) {
      file.write(setflag[i][j]);
      write(i, j);
    }
}

void PairDCM::read_pairs(RestartFile &file, const OfPair &read) {
  if (!allocated)
    allocate();
  for (int i = 1; i <= atom->ntypes; i++)
    for (int j = i; j <= atom->ntypes; j++) {
      setflag[i][j] = file.read_int();
      read(i, j);
    }
}

void PairDCM::write_restart_settings(FILE *fp) {
  RestartFile file = restart_file(fp);
  given().write_style(file);
}

void PairDCM::read_restart_settings(FILE *fp) {
  RestartFile file = restart_file(fp);
  given().read_style(file);
  is_of_restart = true;
  adopt_law();
}

void PairDCM::write_restart(FILE *fp) {
  write_restart_settings(fp);
  RestartFile file = restart_file(fp);
  write_pairs(file, [&](int i, int j) { given().write_coeff(file, i, j); });
}

void PairDCM::read_restart(FILE *fp) {
  read_restart_settings(fp);
  RestartFile file = restart_file(fp);
  read_pairs(file, [&](int i, int j) { given().read_coeff(file, i, j); });
}

void PairDCM::write_data(FILE *fp) {
  for (int i = 1; i <= atom->ntypes; i++)
    given().write_data(fp, std::to_string(i), i, i);
}

void PairDCM::write_data_all(FILE *fp) {
  for (int i = 1; i <= atom->ntypes; i++)
    for (int j = i; j <= atom->ntypes; j++)
      given().write_data(fp, std::to_string(i) + " " + std::to_string(j), i, j);
}

// ------------------------------------------------- pair styles, for commands that name one

std::vector<PairDCM *> list_dcm_pairs(LAMMPS *lmp) {
  std::vector<PairDCM *> all;
  for (Pair *candidate : pair_styles(lmp->force)) {
    auto dcm = dynamic_cast<PairDCM *>(candidate);
    if (dcm && dcm->contact_settings())
      all.push_back(dcm);
  }
  return all;
}

int threads_of_dcm_pairs(LAMMPS *lmp) {
  int most = 1;
  for (const PairDCM *pair : list_dcm_pairs(lmp))
    most = std::max(most, pair->threads());
  return most;
}

int PairChoice::read(LAMMPS *lmp, const std::string &here, int next, int narg, char **arg) {
  if (next == narg)
    stop(lmp, here + "the keyword 'style' needs the name of a dcm pair style");
  if (!name.empty())
    refuse_twice(lmp, here, "style", name, arg[next]);
  name = arg[next];
  if (next + 1 == narg || !utils::is_integer(arg[next + 1]))
    return next + 1;
  number = utils::inumeric(FLERR, arg[next + 1], false, lmp);
  return next + 2;
}

PairDCM *PairChoice::find(LAMMPS *lmp, const std::string &here, const std::string &none,
                          const std::string &called) const {
  const std::vector<PairDCM *> all = list_dcm_pairs(lmp);
  if (all.empty())
    stop(lmp, here + none);
  std::vector<PairDCM *> found;
  std::string names;
  std::map<std::string, int> count, numbers; // of those of a style
  for (PairDCM *pair : all)
    count[lmp->force->pair_match_ptr(pair)]++;
  for (PairDCM *pair : all) {
    const std::string style = lmp->force->pair_match_ptr(pair);
    const std::string law = dcm_settings_model(pair->contact_settings())->id;
    const std::string of_style = " " + std::to_string(++numbers[style]);
    names += (names.empty() ? "" : ", ") + style + (count[style] > 1 ? of_style : "") + " (law " +
             law + ")";
    if (name.empty() || dcm_is_same_law(name.c_str(), style.c_str()) ||
        dcm_is_same_law(name.c_str(), law.c_str()))
      found.push_back(pair);
  }
  if (found.empty())
    stop(lmp, here + "no dcm pair style or law is called '" + name + "'; the styles are " + names +
                  called);
  if (number > 0 && number <= (int)found.size())
    return found[number - 1];
  if (found.size() > 1 || number != 0)
    stop(lmp, here +
                  (number != 0 ? "there is no number " + std::to_string(number) + " of '" + name +
                                     "'; the styles are "
                               : "there are several dcm pair styles: ") +
                  names +
                  "; add the keyword 'style' and one of these names, with its number, or "
                  "one of the laws");
  return found.front();
}

} // namespace DCM_NS
