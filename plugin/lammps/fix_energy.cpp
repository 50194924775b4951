// SPDX-License-Identifier: GPL-2.0-or-later
#include "fix_energy.h"

#include "contact_makers.h"
#include "host_api.h"
#include "host_private.h"
#include "host_services.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "force.h"
#include "memory.h"
#include "modify.h"
#include "neighbor.h"
#include "update.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

extern "C" {
#include "ledger/booking.h"
#include "ledger/work.h"
}

using namespace LAMMPS_NS;

namespace DCM_NS {

static const char STYLE[] = "dcm/energy";

enum { OF_TRANSLATION, OF_ROTATION }; // of Rows

FixEnergy *FixEnergy::find(LAMMPS *lmp) {
  for (Fix *fix : fixes_by_style(lmp->modify, STYLE))
    if (auto energy = dynamic_cast<FixEnergy *>(fix))
      return energy;
  return nullptr;
}

EnergyAccountPointer FixEnergy::account(LAMMPS *lmp, const std::string &name) {
  FixEnergy *fix = find(lmp);
  if (!fix)
    return nullptr;
  for (const auto &account : fix->accounts)
    if (account->name == name) {
      // Nobody holds the account: a wall that is given again, or has another law by now, begins
      // anew. One that goes on from a restart file does not.
      if (account.use_count() == 1 && !fix->is_of_file())
        account->sums.begins = 1;
      return account;
    }
  fix->accounts.push_back(std::make_shared<EnergyAccount>(name));
  fix->show_atoms();
  fix->size_array_rows = (int)fix->accounts.size();
  return fix->accounts.back();
}

void FixEnergy::listen(LAMMPS *lmp, dcm_law *law) {
  FixEnergy *fix = find(lmp);
  bool is_asked = fix != nullptr;
  for (const ContactMaker *maker : contact_makers(lmp))
    is_asked = is_asked || maker->asks_for_energies();
  if (is_asked)
    dcm_law_keep_for_energies(law);
  const std::string name = law->model->id;
  if (fix && (law->foresight & DCM_REPORTS_NO_ENERGIES) && fix->silent_laws.insert(name).second)
    warn(lmp, std::string("dcm: fix ") + fix->id + ": the law '" + name +
                  "' reports no energies: what its contacts store and dissipate is "
                  "in the residual, until the law fills dcm_response.energies");
}

FixEnergy::FixEnergy(LAMMPS *instance, int narg, char **arg)
    : Fix(instance, narg, arg), heat_flow(instance), shapes(instance), of_atoms(nullptr),
      kinetic_before(0.0), is_first_step(false), computed_at(-1) {
  const std::string here = "fix " + std::string(id) + " dcm/energy: ";
  if (igroup != 0)
    stop(lmp, here +
                  "the energy of a group is no balance, because the group exchanges "
                  "energy with all others: write 'fix " +
                  id + " all dcm/energy'");
  if (find(lmp))
    stop(lmp, here + "there is already fix " + find(lmp)->id + " of this style, and one is enough");
  for (int next = 3; next < narg; next += 2) {
    const std::string keyword = arg[next], word = next + 1 < narg ? arg[next + 1] : "";
    if (keyword != "atoms" && keyword != "heat")
      stop(lmp, here + "'" + keyword + "' is no keyword; the keywords are atoms and heat");
    if (word != "yes" && word != "no")
      stop(lmp, here + "the keyword '" + keyword + "' needs one of the words yes and no after it");
    (keyword == "atoms" ? reports_atoms : heats) = word == "yes";
  }
  reports_atoms = reports_atoms || heats;
  scalar_flag = vector_flag = array_flag = 1;
  global_freq = 1;
  nevery = 1;
  extscalar = extvector = extarray = 1;
  size_vector = TERMS;
  size_array_rows = 0;
  size_array_cols = DCM_LEDGER + 1;
  size_array_rows_variable = 1;
  create_attribute = 1;
  comm_forward = MOTION;
  comm_reverse = MOTION + (reports_atoms ? (int)DCM_LEDGER : 0);
  if (reports_atoms) {
    peratom_flag = 1;
    peratom_freq = 1;
    size_peratom_cols = DCM_LEDGER;
  }
  restart_peratom = 1;
  atom->add_callback(Atom::RESTART);
  atom->add_callback(Atom::GROW);
  grow_arrays(atom->nmax);
  for (int i = 0; i < atom->nlocal; i++)
    set_arrays(i);
}

FixEnergy::~FixEnergy() {
  for (const auto &account : accounts)
    account->sums = {};
  atom->delete_callback(id, Atom::GROW);
  atom->delete_callback(id, Atom::RESTART);
  memory->destroy(of_atoms);
}

int FixEnergy::setmask() {
  return FixConst::INITIAL_INTEGRATE | FixConst::POST_INTEGRATE | FixConst::PRE_FORCE |
         FixConst::POST_FORCE | FixConst::FINAL_INTEGRATE | FixConst::END_OF_STEP;
}

void FixEnergy::keep_contacts() {
  keeps_contacts = true;
}

/** The part of an atom of what its contacts have dissipated so far. */
double FixEnergy::dissipated(int i) const {
  return std::accumulate(of_atoms[i] + DCM_ENERGIES_STORED, of_atoms[i] + DCM_LEDGER, 0.0);
}

/** Heat that a wall makes behind this fix would come too late. */
void FixEnergy::find_heat_flow() {
  const std::string here = "fix " + std::string(id) + " dcm/energy: ";
  heat_flow.find(here);
  const int own = modify->find_fix(id);
  for (int f = own + 1; f < modify->nfix; f++)
    if (dynamic_cast<ContactMaker *>(modify->fix[f]))
      stop(lmp, here + "with 'heat yes' this fix must come after all dcm walls: define fix " +
                    modify->fix[f]->id + " before it");
}

void FixEnergy::init() {
  GrainShapes::check_integrators(lmp, "fix " + std::string(id) + " dcm/energy: ");
  if (heats)
    find_heat_flow();
  comm_forward = has_jumps() ? MOTION + 3 : MOTION;
  if (update->whichflag == 2 || respa_of(update))
    stop(lmp, "fix " + std::string(id) +
                  " dcm/energy: " + (update->whichflag == 2 ? "minimize" : "run_style respa") +
                  " is not possible, because the balance needs the forces of whole steps: "
                  "use a run with 'run_style verlet'");
  for (const auto &account : accounts)
    account->sums.keeps_contacts = keeps_contacts;
  keeps_contacts = false;
  begins_with_zero = force->pair && makes_contacts(force->pair) && !neighbor->includegroup;
  prescribed = discs = 0;
  for (int f = 0; f < modify->nfix; f++) {
    const Fix *fix = modify->fix[f];
    if ((modify->fmask[f] & FixConst::PRE_FORCE) && strncmp(fix->style, "dcm", 3) != 0)
      begins_with_zero = false;
    if (strcmp(fix->style, "move") == 0)
      prescribed |= fix->groupbit;
    if (InertiaOfIntegrator::is_of_discs(fix))
      discs |= fix->groupbit;
    const bool is_known = has_jumps() && strncmp(fix->style, "deform", 6) == 0;
    if ((fix->box_change & (BOX_CHANGE_SIZE | BOX_CHANGE_SHAPE)) && !is_known)
      warn(lmp, std::string("dcm: fix ") + id + ": the work of the box that fix " + fix->id + " " +
                    fix->style + " changes is in the residual; fix " + id +
                    " knows the work with 'newton on' and 'fix deform ... remap v', by which "
                    "velocities change with the box");
  }
  if (force->pair_style && strncmp(force->pair_style, "hybrid/scaled", 13) == 0)
    warn(lmp, std::string("dcm: fix ") + id +
                  ": pair_style hybrid/scaled multiplies forces by a factor, and the energies of "
                  "contacts are those without it, so the term 'forces' has the difference: use "
                  "hybrid/overlay and give the contacts other stiffnesses");
  for (Pair *pair : pair_styles(force))
    if (!makes_contacts(pair))
      warn(lmp, std::string("dcm: fix ") + id + ": the pair style " + force->pair_match_ptr(pair) +
                    " reports no energies of its contacts, so the work of its forces "
                    "counts as that of other forces");
}

// ---------------------------------------------------------------------------------- the motion

/** Rows of three numbers an atom of the host, of translation and of rotation. */
static std::array<double *, 2> rows_of(double **translation, double **rotation, int count) {
  return {count ? translation[0] : nullptr, count ? rotation[0] : nullptr};
}

/** Whether the fix has not seen the atom in a step. */
bool FixEnergy::is_new(int i) const {
  return std::isnan(kicks.then.of[OF_TRANSLATION][3 * (size_t)i]);
}

/** @param spin of the atom, now */
void FixEnergy::take_motion(int i, const double *spin) {
  std::copy_n(atom->v[i], 3, &kicks.then.of[OF_TRANSLATION][3 * (size_t)i]);
  std::copy_n(spin, 3, &kicks.then.of[OF_ROTATION][3 * (size_t)i]);
}

/** The moment of inertia of a disc over that of a sphere. */
static const double DISC_OVER_SPHERE = 0.5 / 0.4;

/** Energies of translation and of rotation of an atom. */
std::array<double, 2> FixEnergy::kinetic(int i, const double *v, const double *w) const {
  return {0.5 * force->mvv2e * atom->rmass[i] * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]),
          force->mvv2e * shapes.turning_energy(i, w) * (is_disc(i) ? DISC_OVER_SPHERE : 1.0)};
}

/** Kinetic energy of the motion that take_motion took, of translation and rotation together. */
double FixEnergy::kinetic_then(int i) const {
  const auto energy = kinetic(i, &kicks.then.of[OF_TRANSLATION][3 * (size_t)i],
                              &kicks.then.of[OF_ROTATION][3 * (size_t)i]);
  return energy[0] + energy[1];
}

/** All who make contacts hold their accounts by now. A wall or a pair style that commands took away
 * took along what its contacts stored, and so did a wall whose law is another one by now. */
void FixEnergy::find_new_accounts() {
  for (const auto &account : accounts) {
    if (account.use_count() == 1 || account->sums.begins) {
      for (double &energy : account->stored) {
        brought.add(-energy);
        energy = 0.0;
      }
      account->sums.begins = 1;
    }
    account->is_new = account->sums.begins && opened_by != OLD_FILE;
  }
}

/** A look dissipates nothing, so that nobody asks for the late motion; the next step foresees from
 * the kicks of the last one. */
void FixEnergy::setup_pre_force(int) {
  find_new_accounts();
  if (has_jumps())
    send_motion();
  begin_step();
}

void FixEnergy::setup(int) {
  collect_contacts();
  double now = 0.0;
  const double *const spins = shapes.spins_now();
  for (int i = 0; i < atom->nlocal; i++) {
    take_motion(i, spins + 3 * (size_t)i);
    now += kinetic_then(i);
  }
  // Between two runs commands change velocities, make atoms and take atoms away.
  if (knows_last_step())
    brought.add(now - kinetic_before);
  kinetic_before = now;
  time_then = 0.0;
  has_new = false;
  is_first_step = true;
  if (is_of_file())
    opened_by = RUN;
  box_power_then = box_power;
  computed_at = -1;
}

/** Energies of translation and of rotation of all atoms of this rank: now, or where a run begins.
 */
std::array<double, 2> FixEnergy::kinetic_of_all() {
  std::array<double, 2> sum = {};
  const double *const spins = shapes.spins_now();
  for (int i = 0; i < atom->nlocal; i++) {
    const size_t at = 3 * (size_t)i;
    const auto energy = kinetic(i, is_first_step ? &kicks.then.of[OF_TRANSLATION][at] : atom->v[i],
                                is_first_step ? &kicks.then.of[OF_ROTATION][at] : spins + at);
    sum[OF_TRANSLATION] += energy[OF_TRANSLATION];
    sum[OF_ROTATION] += energy[OF_ROTATION];
  }
  return sum;
}

/** Adds all energy that there is to the energy of the beginning, where the accounts are not open
 * yet; else what the contacts of new walls and pair styles store to what came. */
void FixEnergy::add_beginning(WideSum &opened, WideSum &came) {
  const bool is_open = opened_by != NOTHING_YET;
  WideSum &sum = is_open ? came : opened;
  if (!is_open) {
    const auto energy = kinetic_of_all();
    sum.add(energy[OF_TRANSLATION] + energy[OF_ROTATION]);
  }
  for (int e = 0; e < DCM_ENERGIES_STORED; e++) {
    double stored = 0.0;
    for (const auto &account : accounts)
      if (!is_open || account->is_new)
        stored += account->stored[e];
    sum.add(stored);
  }
}

/** To be called when all are set up: walls add their forces in the order in which the fixes were
 * given. A restart file has nothing of accounts that are not open. */
void FixEnergy::end_setup() {
  if (!is_first_step)
    return;
  add_beginning(first, brought);
  for (const auto &account : accounts)
    account->is_new = false;
  opened_by = RUN;
  restart_global = 1;
  is_first_step = false;
}

void FixEnergy::initial_integrate(int) {
  end_setup();
}

/** rerun sets up each step, and makes none. */
void FixEnergy::end_of_step() {
  end_setup();
}

/** Who looked at the terms since the host counts this step, as a variable does that a force depends
 * on, saw another state than that of its end. */
void FixEnergy::final_integrate() {
  computed_at = -1;
}

/** Whether images of atoms move relative to their atoms, as with fix deform that remaps velocities.
 */
bool FixEnergy::has_jumps() const {
  return domain->deform_vremap && force->newton_pair;
}

// ------------------------------------------------------------------------------------ the work

/** fix move gives its atoms the velocities at the positions: those of the step before belong to the
 * forces of that step, not the mean of both. */
void FixEnergy::add_prescribed(const double *const now[2], dcm_work &work) const {
  const auto all = rows_of(atom->f, atom->torque, atom->nlocal);
  for (size_t n = 0; n < 3 * (size_t)atom->nlocal && prescribed; n++)
    for (int kind = 0; kind < 2 && (atom->mask[n / 3] & prescribed); kind++) {
      const double less = kicks.then.of[kind][n] - now[kind][n];
      work.of_all += all[kind][n] * less;
      work.of_others += (all[kind][n] - of_contacts.of[kind][n]) * less;
    }
}

/** The radii of spheres that have the moments of inertia of all atoms; empty if none is a disc. */
std::vector<double> FixEnergy::radii_by_inertia() const {
  std::vector<double> radii(discs ? atom->nlocal : 0);
  for (size_t i = 0; i < radii.size(); i++)
    radii[i] = atom->radius[i] * (is_disc((int)i) ? std::sqrt(DISC_OVER_SPHERE) : 1.0);
  return radii;
}

/** In the time for which a force acts it changes the kinetic energy by the force times the mean of
 * the velocities before and after, times the time: exactly, if the forces are all that acts. The
 * loop goes through so many atoms at a time as the first-level cache holds. The loop knows the
 * moments of inertia of spheres alone: a disc is a sphere with a larger radius there. */
FixEnergy::Gain FixEnergy::gain(double time, Purpose purpose) {
  const size_t count = atom->nlocal, together = 128;
  const double *const now[2] = {count ? atom->v[0] : nullptr, shapes.spins_now()};
  const auto all = rows_of(atom->f, atom->torque, atom->nlocal);
  double *const then[2] = {kicks.then.of[0].data(), kicks.then.of[1].data()};
  const double share = time_then > 0.0 ? 0.5 : 1.0;
  const std::vector<double> of_discs = radii_by_inertia();
  const double *radius = discs ? of_discs.data() : atom->radius;
  dcm_work sum = {};
  if (purpose != TO_LOOK || time > 0.0)
    add_prescribed(now, sum);
  const double of_spheres = GrainShapes::are_there(atom) ? 0.0 : 0.2;
  double present = shapes.energy_of_bodies(then[OF_ROTATION]);
  double after = shapes.energy_of_bodies(now[OF_ROTATION]);
  for (size_t begin = 0; begin < count; begin += together) {
    const size_t end = std::min(begin + together, count), at = 3 * begin;
    if (purpose == TO_FORESEE)
      kicks.foresee(now, share, begin, end);
    for (int kind = 0; kind < 2; kind++) {
      const dcm_work_rows rows = {now[kind] + at,
                                  all[kind] + at,
                                  of_contacts.of[kind].data() + at,
                                  atom->rmass + begin,
                                  kind == OF_ROTATION ? radius + begin : nullptr,
                                  then[kind] + at};
      dcm_work work;
      dcm_work_of_step(&rows, end - begin, &work);
      sum.of_all += work.of_all;
      sum.of_others += work.of_others;
      present += (kind == OF_ROTATION ? of_spheres : 0.5) * work.square_then;
      after += (kind == OF_ROTATION ? of_spheres : 0.5) * work.square_now;
      if (purpose != TO_LOOK)
        std::copy(now[kind] + at, now[kind] + 3 * end, then[kind] + at);
    }
  }
  present *= force->mvv2e;
  after *= force->mvv2e;
  // Atoms that were taken away take their energy along; those of other ranks add up to nothing.
  return {0.5 * time * sum.of_others, after - present - 0.5 * time * sum.of_all,
          present - kinetic_before, after};
}

/** A look adds this to what is booked. Between two runs commands change velocities, make atoms and
 * take atoms away: no force has acted, and of a new atom no motion is known. */
FixEnergy::Gain FixEnergy::since() {
  const Gain gained = gain(time_then, TO_LOOK);
  if (time_then > 0.0)
    return gained;
  return {0.0, 0.0, knows_last_step() ? gained.kinetic - kinetic_before : 0.0, gained.kinetic};
}

void FixEnergy::book(const Gain &gained) {
  forces.add(gained.forces);
  constraints.add(gained.constraints);
  brought.add(gained.brought);
  kinetic_before = gained.kinetic;
}

/** The integrator has turned the axes of superellipsoids since the torques acted, and their spins
 * changed with that. The change of the energy is an error of the integrator. */
void FixEnergy::turn_on() {
  std::vector<double> &spins = kicks.then.of[OF_ROTATION];
  if (!GrainShapes::are_there(atom))
    return;
  const double before = shapes.energy_of_bodies(spins.data());
  shapes.refresh();
  std::copy_n(shapes.spins_now(), 3 * (size_t)atom->nlocal, spins.begin());
  kinetic_before += force->mvv2e * (shapes.energy_of_bodies(spins.data()) - before);
}

/** The forces of the step before are there still, and velocities have got their second kick by
 * them. */
void FixEnergy::post_integrate() {
  take_new();
  book(gain(time_then + 0.5 * update->dt, TO_FORESEE));
  turn_on();
  time_then = 0.5 * update->dt;
  for (int i = 0; i < atom->nlocal && prescribed; i++)
    if (atom->mask[i] & prescribed)
      std::fill_n(kicks.coming()[i], 8, 0.0F);
}

void FixEnergy::post_run() {
  end_setup(); // of a run of no step
  take_new();
  if (time_then > 0.0)
    book(gain(time_then, TO_GO_ON));
  time_then = 0.0;
}

// -------------------------------------------------------------------------- before the forces

/** Brings the kicks to ghosts, and finds the jumps. */
void FixEnergy::send_motion() {
  const int all = atom->nlocal + atom->nghost;
  const double *v = all ? atom->v[0] : nullptr;
  if (has_jumps())
    jumps.assign(v, v + 3 * (size_t)all);
  else
    jumps.clear();
  forward_comm(comm, this);
  // LAMMPS has added the jumps to the velocities of the images.
  for (size_t n = 3 * (size_t)atom->nlocal; n < jumps.size(); n++)
    jumps[n] = v[n] - jumps[n];
}

void FixEnergy::pre_force(int) {
  send_motion();
  begin_step();
}

void FixEnergy::begin_step() {
  const int all = atom->nlocal + atom->nghost;
  are_contacts_of_step = false;
  shapes.refresh();
  for (const auto &account : accounts)
    account->sums.spin_lag = shapes.lags(update->dt);
  for (int i = 0; reports_atoms && i < all; i++)
    std::fill_n(of_atoms[i], i < atom->nlocal ? (int)DCM_ENERGIES_STORED : (int)DCM_LEDGER, 0.0);
  if (!heats)
    return;
  heat_flow.begin();
  cooler_by.resize(atom->nlocal);
  for (int i = 0; i < atom->nlocal; i++)
    cooler_by[i] = -dissipated(i);
}

/** Forces on ghosts matter where LAMMPS adds them up. */
int FixEnergy::with_forces() const {
  return atom->nlocal + (force->newton_pair ? atom->nghost : 0);
}

void FixEnergy::clear_contacts() {
  for (auto &rows : of_contacts.of)
    std::fill_n(rows.begin(), 3 * (size_t)with_forces(), 0.0);
  are_contacts_of_step = true;
}

/** Forces that are there already do not count: they are taken off, before contacts add to them. */
void FixEnergy::before_contacts() {
  const size_t count = 3 * (size_t)with_forces();
  const auto now = rows_of(atom->f, atom->torque, with_forces());
  for (int kind = 0; kind < 2 && !begins_with_zero; kind++) {
    double *sum = of_contacts.of[kind].data();
    const double *f = now[kind];
    if (are_contacts_of_step)
      for (size_t n = 0; n < count; n++)
        sum[n] -= f[n];
    else
      for (size_t n = 0; n < count; n++)
        sum[n] = -f[n];
  }
  are_contacts_of_step = true;
}

void FixEnergy::after_contacts() {
  const size_t count = 3 * (size_t)with_forces();
  const auto now = rows_of(atom->f, atom->torque, with_forces());
  for (int kind = 0; kind < 2; kind++) {
    double *sum = of_contacts.of[kind].data();
    const double *f = now[kind];
    if (begins_with_zero)
      std::copy(f, f + count, sum);
    else
      for (size_t n = 0; n < count; n++)
        sum[n] += f[n];
  }
}

/** All contacts of an atom stand side by side. */
void FixEnergy::add_forces(const dcm_wall_contacts &contacts, double sign) {
  uint32_t last = DCM_NO_WALL;
  for (uint32_t k = 0; k < contacts.count; k++) {
    const uint32_t i = contacts.particle[k];
    if (contacts.wall[k] == DCM_NO_WALL || i == last)
      continue;
    last = i;
    for (int c = 0; c < 3; c++) {
      of_contacts.of[OF_TRANSLATION][3 * (size_t)i + c] += sign * atom->f[i][c];
      of_contacts.of[OF_ROTATION][3 * (size_t)i + c] += sign * atom->torque[i][c];
    }
  }
}

void FixEnergy::before_contacts(const dcm_wall_contacts &contacts) {
  if (!are_contacts_of_step)
    clear_contacts();
  add_forces(contacts, -1.0);
}

void FixEnergy::after_contacts(const dcm_wall_contacts &contacts) {
  add_forces(contacts, 1.0);
}

/** Brings the forces of contacts from ghosts to their atoms. */
void FixEnergy::collect_contacts() {
  if (!are_contacts_of_step)
    clear_contacts();
  box_power = 0.0;
  if (has_jumps())
    box_power =
        -std::inner_product(jumps.begin() + 3 * (size_t)atom->nlocal, jumps.end(),
                            of_contacts.of[OF_TRANSLATION].begin() + 3 * (size_t)atom->nlocal, 0.0);
  if (force->newton_pair)
    reverse_comm(comm, this);
}

void FixEnergy::post_force(int) {
  collect_contacts();
  box.add(0.5 * update->dt * (box_power + box_power_then));
  box_power_then = box_power;
  if (heats && update->dt > 0.0) {
    double *flow = heat_flow.values();
    for (int i = 0; i < atom->nlocal; i++)
      flow[i] += (cooler_by[i] + dissipated(i)) / update->dt;
  }
  take_new();
}

/** The host has just made atoms, and the first force on them acts for half a step. */
void FixEnergy::take_new() {
  const double *const spins = has_new ? shapes.spins_now() : nullptr;
  for (int i = 0; i < atom->nlocal && has_new; i++) {
    if (!is_new(i))
      continue;
    take_motion(i, spins + 3 * (size_t)i);
    const double energy = kinetic_then(i);
    brought.add(energy);
    kinetic_before += energy;
  }
  has_new = false;
}

// --------------------------------------------------------------------------------------- output

void FixEnergy::compute_terms() {
  if (computed_at == update->ntimestep)
    return;
  enum { OF_FIRST = TERMS };
  double all[TERMS + 1] = {}; // of this rank, then of all ranks
  const auto energy = kinetic_of_all();
  all[KINETIC] = energy[OF_TRANSLATION];
  all[ROTATION] = energy[OF_ROTATION];
  for (const auto &account : accounts) {
    for (int e = 0; e < DCM_LEDGER; e++)
      all[e < DCM_ENERGIES ? CONTACTS + e : ARMS + e - DCM_LEDGER_ARMS] += account->so_far(e);
    all[WALLS] += account->supplied.value();
  }
  const Gain more = is_first_step ? Gain() : since();
  all[FORCES] = forces.value() + more.forces;
  all[CONSTRAINTS] = constraints.value() + more.constraints;
  WideSum opened = first, came = brought;
  add_beginning(opened, came);
  all[BROUGHT] = came.value() + more.brought;
  all[BOX] = box.value();
  all[OF_FIRST] = opened.value();
  ranks_of(lmp).sum(all, TERMS + 1);
  std::copy_n(all, (int)TERMS, terms);
  terms[RESIDUAL] = -all[OF_FIRST];
  for (int t = KINETIC; t < WALLS; t++)
    terms[RESIDUAL] += terms[t];
  terms[RESIDUAL] += terms[ARMS] + terms[JUMPS];
  for (int t = WALLS; t < RESIDUAL; t++)
    terms[RESIDUAL] -= terms[t];
  terms[RESIDUAL] -= terms[BOX];
  computed_at = is_first_step ? -1 : update->ntimestep; // walls may be set up after this
}

double FixEnergy::compute_scalar() {
  compute_terms();
  return terms[RESIDUAL];
}

double FixEnergy::compute_vector(int n) {
  compute_terms();
  return terms[n];
}

/** Rows are the accounts, columns their energies, the work of walls, and what no
 * law reports. */
double FixEnergy::compute_array(int row, int column) {
  enum { WORK_OF_WALLS = DCM_ENERGIES };
  double sum = 0.0;
  if (row < (int)accounts.size()) {
    const EnergyAccount &account = *accounts[row];
    sum = column == WORK_OF_WALLS ? account.supplied.value()
                                  : account.so_far(column > WORK_OF_WALLS ? column - 1 : column);
  }
  ranks_of(lmp).sum(&sum);
  return sum;
}

// -------------------------------------------------------------------------------------- restart

/** Begins what a restart file has of the accounts, and ends with a digit, the format: the number of
 * all bytes that follow the name, the number of the accounts, their names, and numbers. */
static const char RECORD[] = "dcm/energy 4";
enum Format {
  WITHOUT_SIZE = 2, // and without the sum of the box
  WITHOUT_ENERGIES, // of the last step
  PRESENT
};
static const int MOST_ACCOUNTS = 1000, LONGEST_NAME = 256;

/** Sums, and the energies of the last step, which commands change where no run is. */
std::vector<FixEnergy::Saved> FixEnergy::saved_numbers(int format) {
  std::vector<Saved> all;
  const auto add = [&](WideSum &sum) { all.push_back({&sum.high, &sum.low}); };
  for (WideSum *sum : {&forces, &constraints, &brought, &first})
    add(*sum);
  for (const auto &account : accounts) {
    for (WideSum &sum : account->dissipated)
      add(sum);
    add(account->supplied);
    add(account->power);
  }
  if (format == WITHOUT_SIZE)
    return all;
  add(box);
  if (format == WITHOUT_ENERGIES)
    return all;
  all.push_back({&kinetic_before, nullptr});
  for (const auto &account : accounts)
    for (double &energy : account->stored)
      all.push_back({&energy, nullptr});
  return all;
}

/** Rank 0 writes the sums of all ranks. */
void FixEnergy::write_restart(FILE *fp) {
  const WideSum so_far[] = {forces, constraints, brought};
  const double kinetic_so_far = kinetic_before;
  book(since());
  std::vector<double> numbers;
  for (const Saved &number : saved_numbers(PRESENT)) {
    numbers.push_back(*number.high);
    numbers.push_back(number.low ? *number.low : 0.0);
  }
  forces = so_far[0];
  constraints = so_far[1];
  brought = so_far[2];
  kinetic_before = kinetic_so_far;
  const int count = (int)numbers.size();
  std::vector<double> of_ranks(comm->me == 0 ? (size_t)count * comm->nprocs : 0);
  ranks_of(lmp).gather(numbers.data(), count, of_ranks.data());
  if (comm->me != 0)
    return;
  for (int n = 0; n < count; n += 2) {
    WideSum whole;
    for (int rank = 0; rank < comm->nprocs; rank++) {
      whole.add(of_ranks[(size_t)rank * count + n]);
      whole.add(of_ranks[(size_t)rank * count + n + 1]);
    }
    numbers[n] = whole.high;
    numbers[n + 1] = whole.low;
  }
  std::string names;
  for (const auto &account : accounts)
    names.append(account->name.c_str(), account->name.size() + 1);
  int head[] = {0, (int)accounts.size()};
  head[0] = (int)(sizeof head + names.size() + count * sizeof(double));
  const int size = (int)sizeof RECORD + head[0];
  fwrite(&size, sizeof size, 1, fp);
  fwrite(RECORD, 1, sizeof RECORD, fp);
  fwrite(head, 1, sizeof head, fp);
  fwrite(names.data(), 1, names.size(), fp);
  fwrite(numbers.data(), sizeof(double), numbers.size(), fp);
}

/** Reads the names of the accounts. Other bytes are no names soon, so that nothing is read far
 * behind the end of bytes that are cut off. @return whether these are names */
bool FixEnergy::read_names(const char *&bytes, int count) {
  if (count < 0 || count > MOST_ACCOUNTS)
    return false;
  for (int a = 0; a < count; a++) {
    const size_t length = strnlen(bytes, LONGEST_NAME);
    if (length == 0 || length == LONGEST_NAME ||
        !std::all_of(bytes, bytes + length, [](unsigned char c) { return c >= ' '; }))
      return false;
    accounts.push_back(std::make_shared<EnergyAccount>(bytes));
    accounts.back()->sums.begins = 0;
    bytes += length + 1;
  }
  return true;
}

void FixEnergy::restart(char *buffer) {
  const size_t digit = sizeof RECORD - 2;
  const int format = strncmp(buffer, RECORD, digit) == 0 ? buffer[digit] - '0' : 0;
  bool is_whole = format >= WITHOUT_SIZE && format <= PRESENT && buffer[digit + 1] == '\0';
  const bool has_size = format != WITHOUT_SIZE;
  const char *const after_name = buffer + sizeof RECORD, *bytes = after_name;
  int head[2] = {0, 0};
  if (is_whole) {
    memcpy(has_size ? head : head + 1, bytes, has_size ? sizeof head : sizeof head[1]);
    bytes += has_size ? sizeof head : sizeof head[1];
    is_whole = read_names(bytes, head[1]);
  }
  const std::vector<Saved> all = saved_numbers(format);
  const size_t size = (size_t)(bytes - after_name) + all.size() * 2 * sizeof(double);
  is_whole = is_whole && (!has_size || head[0] == (int)size);
  for (size_t n = 0; is_whole && n < all.size(); n++) {
    double parts[2];
    memcpy(parts, bytes + n * sizeof parts, sizeof parts);
    is_whole = std::isfinite(parts[0]) && std::isfinite(parts[1]);
    if (comm->me != 0)
      continue;
    *all[n].high = all[n].low ? parts[0] : parts[0] + parts[1];
    if (all[n].low)
      *all[n].low = parts[1];
  }
  if (!is_whole)
    stop(lmp, std::string("fix ") + id +
                  " dcm/energy: the restart file is damaged, or was "
                  "written by another version of this plugin");
  size_array_rows = (int)accounts.size();
  opened_by = format == PRESENT ? FILE_OF_NOW : OLD_FILE;
  restart_global = 1;
  show_atoms();
}

// ---------------------------------------------------------------------------------- with atoms

/** Accounts add to the energies of atoms, where these are reported, and see how atoms will move. */
void FixEnergy::show_atoms() {
  for (const auto &account : accounts) {
    account->sums.of_particles =
        of_atoms ? reinterpret_cast<double(*)[DCM_LEDGER]>(of_atoms[0]) : nullptr;
    account->sums.coming = kicks.coming();
  }
}

void FixEnergy::grow_arrays(int nmax) {
  of_contacts.resize(nmax, 0.0);
  kicks.resize(nmax);
  if (reports_atoms)
    memory->grow(of_atoms, nmax, (int)DCM_LEDGER, "dcm/energy:of_atoms");
  array_atom = of_atoms;
  show_atoms();
}

void FixEnergy::copy_arrays(int from, int to, int) {
  kicks.copy(from, to);
  if (reports_atoms)
    std::copy_n(of_atoms[from], (int)DCM_LEDGER, of_atoms[to]);
}

void FixEnergy::set_arrays(int i) {
  kicks.set_new(i);
  has_new = true;
  if (reports_atoms)
    std::fill_n(of_atoms[i], (int)DCM_LEDGER, 0.0);
}

/** The energies of an atom, where they are reported. @return behind them */
double *FixEnergy::write_energies(int i, double *to) const {
  return reports_atoms ? std::copy_n(of_atoms[i], (int)DCM_LEDGER, to) : to;
}

const double *FixEnergy::read_energies(int i, const double *from) {
  if (!reports_atoms)
    return from;
  std::copy_n(from, (int)DCM_LEDGER, of_atoms[i]);
  return from + DCM_LEDGER;
}

int FixEnergy::pack_exchange(int i, double *buffer) {
  return (int)(write_energies(i, kicks.write_coming(i, kicks.write(i, buffer))) - buffer);
}

int FixEnergy::unpack_exchange(int i, double *buffer) {
  const double *end = read_energies(i, kicks.read_coming(i, kicks.read(i, buffer)));
  has_new = has_new || is_new(i);
  return (int)(end - buffer);
}

int FixEnergy::pack_restart(int i, double *buffer) {
  buffer[0] = size_restart(i);
  write_energies(i, kicks.last.write(i, buffer + 1));
  return size_restart(i);
}

/** A fix that now reports energies of atoms begins them with 0 if the fix of the file reported
 * none. */
void FixEnergy::unpack_restart(int i, int nth) {
  int count;
  const double *numbers = numbers_of_fix(atom, i, nth, count);
  const bool has_energies = numbers && count == 1 + MOTION + DCM_LEDGER;
  if (!has_energies && !(numbers && count == 1 + MOTION))
    stop_from_one(lmp, std::string("fix ") + id +
                           " dcm/energy: the restart file is damaged: the "
                           "energies of atom " +
                           std::to_string(atom->tag[i]) + " cannot be read");
  kicks.last.read(i, numbers + 1);
  if (has_energies)
    read_energies(i, numbers + 1 + MOTION);
}

int FixEnergy::size_restart(int) {
  return maxsize_restart();
}

int FixEnergy::maxsize_restart() {
  return 1 + MOTION + (reports_atoms ? (int)DCM_LEDGER : 0);
}

int FixEnergy::pack_reverse_comm(int n, int begin, double *buffer) {
  double *to = buffer;
  for (int i = begin; i < begin + n; i++)
    to = write_energies(i, of_contacts.write(i, to));
  return (int)(to - buffer);
}

void FixEnergy::unpack_reverse_comm(int n, int *which, double *buffer) {
  for (int k = 0; k < n; k++) {
    for (auto &rows : of_contacts.of)
      for (int c = 0; c < 3; c++)
        rows[3 * (size_t)which[k] + c] += *buffer++;
    for (int e = 0; reports_atoms && e < DCM_LEDGER; e++)
      of_atoms[which[k]][e] += *buffer++;
  }
}

int FixEnergy::pack_forward_comm(int n, int *which, double *buffer, int, int *) {
  double *to = buffer;
  for (int k = 0; k < n; k++) {
    to = kicks.write_coming(which[k], to);
    if (has_jumps())
      to = std::copy_n(&jumps[3 * (size_t)which[k]], 3, to);
  }
  return (int)(to - buffer);
}

void FixEnergy::unpack_forward_comm(int n, int begin, double *buffer) {
  const double *next = buffer;
  for (int i = begin; i < begin + n; i++) {
    next = kicks.read_coming(i, next);
    for (int c = 0; c < 3 && has_jumps(); c++)
      jumps[3 * (size_t)i + c] = *next++;
  }
}

double FixEnergy::memory_usage() {
  return of_contacts.memory() + kicks.memory() +
         (reports_atoms ? (double)atom->nmax * DCM_LEDGER * sizeof(double) : 0.0);
}

} // namespace DCM_NS
