// SPDX-License-Identifier: GPL-2.0-or-later
#include "fix_wall.h"

#include "command_words.h"
#include "fix_energy.h"
#include "host_services.h"

#include "common/law_source.h"
#include "common/restart_file.h"

#include "atom.h"
#include "error.h"
#include "force.h"
#include "group.h"
#include "memory.h"
#include "neighbor.h"
#include "update.h"

#include <algorithm>
#include <climits>
#include <cmath>
#include <cstring>

extern "C" {
#include "runtime/effective.h"
#include "runtime/model.h"
}

using namespace LAMMPS_NS;

namespace DCM_NS {

// Columns of the per-atom array of the keyword contacts, as the fix wall/gran of the host has them.
enum { TOUCHES = 0, FORCE = 1, POINT = 4, RADIUS = 7, COLUMNS = 8 };

static const size_t AHEAD = 8;

// --------------------------------------------------------------------------------------- input

FixWall::FixWall(LAMMPS *instance, int narg, char **arg, int type)
    : Fix(instance, narg, arg), wall_law(instance, here(), type), quantities(instance, here()),
      list(dcm_wall_list_create()), stepper(dcm_wall_stepper_create()), close(instance),
      masses(instance), guard(watch_of(instance, host_of(instance))), of_atoms(instance, here()) {
  need_memory(lmp, list && stepper);
  if (!atom->radius_flag || !atom->rmass_flag || !atom->omega_flag || !atom->torque_flag)
    error->all(FLERR, here() + "needs atoms with a radius, a mass, a spin and a torque each: use "
                               "'atom_style sphere', or a hybrid style with sphere");

  scalar_flag = vector_flag = 1;
  extscalar = 1;
  extvector = -1; // some of it, see find_quantities
  global_freq = 1;
  virial_global_flag = virial_peratom_flag = 1;
  restart_global = 1;
  create_attribute = 1;
}

FixWall::FixWall(LAMMPS *instance, int narg, char **arg)
    : FixWall(instance, narg, arg, WallLaw::read_type(instance, narg, arg)) {}

FixWall::~FixWall() {
  if (copymode)
    return;
  memory->destroy(array_atom);
  // A constructor that failed after this base was made has registered nothing yet.
  if (!is_registered)
    return;
  atom->delete_callback(id, Atom::GROW);
  atom->delete_callback(id, Atom::RESTART);
}

int FixWall::columns() const {
  return COLUMNS + (shown_quantity >= 0);
}

void FixWall::show_contacts() {
  peratom_flag = 1;
  size_peratom_cols = columns();
  peratom_freq = 1;
}

/** Those of the shape, and behind them those of all walls of a dcm pair style. */
Keywords FixWall::keywords() {
  const auto of_law = [this](WordReader &words) {
    words.go_to(wall_law.read_keyword(words.keyword, words.narg, words.arg));
  };
  Keywords all = shape->keywords();
  all.insert(all.end(), {{"contacts", [this](WordReader &) { show_contacts(); }},
                         {"style", of_law},
                         {"law", of_law},
                         {"coeff", of_law},
                         {"quantity",
                          [this](WordReader &words) {
                            const int next = words.next();
                            if (next + 1 >= words.narg)
                              stop(lmp, here() + "the keyword 'quantity' needs the name of a "
                                                 "quantity of the law and the wall's value");
                            quantities.read("the keyword 'quantity'", words.arg[next],
                                            words.arg[next + 1]);
                            words.go_to(next + 2);
                          }},
                         {"curvature", [this](WordReader &words) { read_curvature(words); }}});
  return all;
}

/** A word is a keyword, or the law's (common/law_words.h). */
void FixWall::begin(std::unique_ptr<WallShape> of_walls, int narg, char **arg) {
  take(std::move(of_walls));
  const Keywords all = keywords();
  for (int next = shape->read(4, narg, arg); next < narg;) {
    const Keyword *known = find_keyword(all, arg[next]);
    const bool is_of_law = LawWord::is_joined(arg[next]) || wall_law.has_word(arg[next]);
    if (is_of_law && known)
      tell_of_both(host_of(lmp), here(), arg[next]);
    if (known) {
      WordReader words(lmp, here(), next, narg, arg);
      known->read(words);
      next = words.next();
    } else if (is_of_law)
      next = wall_law.read_word(next, narg, arg);
    else
      wall_law.refuse_keyword(arg[next], all, shape->hint(arg[next]));
  }
  shape->make();
  prepare();
}

void FixWall::read_curvature(WordReader &words) {
  const std::string which = words.peek();
  if (which != "principal" && which != "mean")
    stop(lmp, here() + "the keyword 'curvature' takes principal or mean" +
                  (which.empty() ? "" : ", not '" + which + "'"));
  if (curvature != Curvature::OF_LAW)
    refuse_twice(lmp, here(), "curvature", curvature == Curvature::MEAN ? "mean" : "principal",
                 which);
  curvature = which == "mean" ? Curvature::MEAN : Curvature::PRINCIPAL;
  words.go_to(words.next() + 1);
}

/** To be called when all arguments are read. */
void FixWall::prepare() {
  maxexchange_dynamic = !shape->are_all_slots();
  wall_law.begin();
  find_quantities();
  change_slots(shape->slots());
  restart_peratom = keeps_contacts();

  FixWall::grow_arrays(atom->nmax);
  atom->add_callback(Atom::GROW);
  atom->add_callback(Atom::RESTART);
  is_registered = true;
  clear_rows(0, atom->nlocal);
}

/** Changes the number of walls that a grain can touch. Contacts begin anew. */
void FixWall::change_slots(int slots) {
  is_listed = false;
  states.shape(slots, wall_law.state_width());
  maxexchange = states.largest_packed_size() + columns();
}

void FixWall::widen(int slots) {
  states.widen(slots);
  maxexchange = states.largest_packed_size() + columns();
}

// ---------------------------------------------------------------------------------------- init

int FixWall::setmask() {
  return FixConst::POST_FORCE | FixConst::POST_FORCE_RESPA;
}

void FixWall::init() {
  if (update->whichflag == 2)
    stop(lmp, here() + "minimize is not possible, because contacts slide and dissipate: give the "
                       "walls after it, or let the grains come to rest in a run");
  if (wall_law.renew()) {
    warn(lmp, "dcm: the law of the pair style has changed; contacts with the walls of fix " +
                  std::string(id) + " begin anew");
    change_slots(states.slots());
    restart_peratom = keeps_contacts();
  }
  wall_law.check_materials(groupbit);
  find_quantities();
  law = wall_law.present();
  energies = FixEnergy::account(lmp, "fix " + std::string(id));
  if (!energies && asks_for_energies())
    energies = std::make_shared<EnergyAccount>(id);
  of_atoms.find(this);
  masses.find(style);
  guard_contacts();
  shape->init();
  if (shape->are_all_slots() && states.slots() != shape->slots())
    change_slots(shape->slots());
}

std::string FixWall::account() const {
  return wall_law.account("fix " + std::string(id) + " (" + style + ")");
}

void FixWall::setup(int vflag) {
  run_account.tell(lmp, this);
  set_up_until = update->laststep;
  Respa *respa = respa_of(update);
  if (respa)
    respa->copy_flevel_f(respa->nlevels - 1);
  post_force(vflag);
  if (respa)
    respa->copy_f_flevel(respa->nlevels - 1);
  guard.watch().inspect(grains_of(atom, guard.watch()), update->dt, update->ntimestep, true);
}

/** Only a wall with something of its own has a line in the log: any other is about as stiff as the
 * grains are. */
void FixWall::guard_contacts() {
  guard.begin(
      std::string("fix ") + style, wall_law.has_own() ? "fix " + std::string(id) : "",
      [this](SafeStep &safe) { consider_contacts(safe); }, "a wall of fix " + std::string(id));
  guard.watch().renew();
}

/** Takes all walls as flat: the effective radius of a curved one changes the stiffness little. */
void FixWall::consider_contacts(SafeStep &safe) {
  law = wall_law.present();
  if (masses.any())
    masses.collect();
  const Host &host = guard.watch().host;
  const SmallestGrains grains(host, grains_of(atom, guard.watch()), groupbit, false,
                              [this](int i) { return masses.of(i); });
  for (int type = 1; type <= atom->ntypes; type++)
    if (grains.count[type] > 0 && wall_law.lacking(type).empty())
      safe.consider(host, here(), law, type, wall_law.material(), grains.radius[type],
                    grains.mass[type], HUGE_VAL, HUGE_VAL);
}

/** Shows the guard the contacts of this step. Bodies may be made of grains that overlap, and frozen
 * grains may overlap as they like. */
void FixWall::see_overlaps() {
  const dcm_wall_contacts &contacts = list->now;
  for (uint32_t k = 0; k < contacts.count && !masses.any(); k++) {
    if (contacts.wall[k] == DCM_NO_WALL ||
        (atom->mask[contacts.particle[k]] & guard.watch().frozen_bit))
      continue;
    double distance_2 = 0.0;
    for (int c = 0; c < 3; c++)
      distance_2 += list->separation[c][k] * list->separation[c][k];
    if (!guard.deepest.is_deeper(distance_2, list->radius_1[k], list->radius_1[k]))
      continue;
    guard.deepest.step = update->ntimestep;
    guard.deepest.ids[0] = atom->tag[contacts.particle[k]];
  }
}

// ------------------------------------------------------------------------------------- contacts

void FixWall::post_force(int vflag) {
  v_init(vflag);
  law = wall_law.present();
  if (masses.any() && neighbor->ago == 0)
    masses.collect();
  clear_rows(0, atom->nlocal);
  rows.atoms.clear();
  rows.numbers.clear();
  shape->move();

  // A run without a set-up begins with radii, masses and types that commands may have changed.
  const bool is_late =
      update->ntimestep == update->firststep + 1 && update->laststep != set_up_until;
  const bool is_new = neighbor->ago == 0 || is_late || !close.exclusion_is_valid(shape->path());
  if (is_new || group->dynamic[igroup])
    give_back();
  if (is_new)
    find_close();
  if (!is_listed)
    make_list();
  // While a pour begins, most steps have neither grains near the wall nor contacts to end.
  const bool is_idle = listed.empty() && list->now.count == 0 && !energies;
  if (!is_idle)
    find_contacts();
  if (is_new)
    see_overlaps();
  if (!is_idle)
    evaluate();
  else if (!has_rested)
    rest();
  has_rested = is_idle && quantities.are_constant();
  is_summed = false; // a variable that moves walls may have asked for the sums of the step before
  shape->finish_step();
  if (neighbor->ago == 0 && !update->setupflag)
    guard.watch().inspect(grains_of(atom, guard.watch()), update->dt, update->ntimestep, false);
}

/** The outermost level has the time step of the run. The host's own fixes of walls act there, too,
 * wherever the pair style acts. */
void FixWall::post_force_respa(int vflag, int level, int) {
  if (level == respa_of(update)->nlevels - 1)
    post_force(vflag);
}

void FixWall::find_close() {
  const bool all = group->dynamic[igroup] || wall_law.goes_plainly();
  shape->begin_search();
  close.find(shape->path(), all, [this](int i, double margin) {
    bool is_close = shape->is_near(i, atom->x[i], cutoff_of(i) + margin);
    for (int s = 0; s < states.slots() && !is_close; s++)
      is_close = states.wall(i, s) >= 0;
    return is_close;
  });
}

double FixWall::reach_at(int i, double wall_radius) const {
  double reach;
  dcm_error reason;
  const uint32_t materials = dcm_law_pair(law, atom->type[i], wall_law.material());
  if (dcm_law_check_reach(law, dcm_sides_at_wall(materials, atom->radius[i], wall_radius), &reach,
                          &reason))
    error->one(FLERR, here() + reason.text);
  return reach;
}

/** Distance up to which walls may matter to grain i. The reach grows with the effective radius,
 * which at a concave wall is larger than the radius of the grain. It is largest in a cylinder, at
 * the most elliptic contact; a sphere that has more than a twentieth of the radius of the grain to
 * spare makes it no larger. */
double FixWall::cutoff_of(int i) const {
  const double most = -atom->radius[i] / (1.0 - 1.0 / DCM_MOST_ELLIPTIC_RADIUS);
  return atom->radius[i] + (law->reaches ? reach_at(i, most) : 0.0);
}

/** Makes a list of the close grains, with the states of their contacts. */
void FixWall::make_list() {
  bool is_made = !dcm_wall_list_clear(list.get(), law);
  listed.clear();
  for (int i : close.list()) {
    if (!(atom->mask[i] & groupbit))
      continue;
    listed.push_back({(uint32_t)i, 0, 0.0, 0.0});
    for (int s = 0; s < states.slots() && is_made; s++) {
      if (states.wall(i, s) < 0)
        continue;
      if (!dcm_law_can_take(law, states.state(i, s)))
        error->one(FLERR, here() + OTHER_OPTIONS +
                              "; or let contacts begin anew: give the fix another ID");
      is_made = !dcm_wall_list_add(list.get(), i, states.wall(i, s), s, states.state(i, s));
      states.drop(i, s);
    }
  }
  need_memory(lmp, is_made);
  is_listed = true;
  may_change = atoms_may_change(atom, modify);
  describe_grains();
}

/** Looks up the properties of listed grains that stay as they are from step to step. */
void FixWall::describe_grains() {
  cutoffs.clear();
  bent.assign(listed.size(), {0.0, 0.0});
  for (dcm_wall_particle &grain : listed) {
    const int i = grain.particle;
    grain.materials = dcm_law_pair(law, atom->type[i], wall_law.material());
    grain.radius = atom->radius[i];
    grain.effective_mass = masses.of(i);
    cutoffs.push_back(cutoff_of(i));
  }
}

/** Gives the states of the list back to the atoms, before atoms change places. */
void FixWall::give_back() {
  if (!is_listed)
    return;
  is_listed = false;
  const dcm_wall_contacts &contacts = list->now;
  for (uint32_t k = 0; k < contacts.count && keeps_contacts(); k++) {
    if (contacts.wall[k] == DCM_NO_WALL)
      continue;
    states.set(contacts.particle[k], contacts.slot[k], contacts.wall[k]);
    dcm_wall_list_save(list.get(), k, states.state(contacts.particle[k], contacts.slot[k]));
  }
}

/** Where the wall of a contact is, and how it moves. */
inline void FixWall::place(uint32_t contact, const NearWall &wall) {
  for (int c = 0; c < 3; c++) {
    list->separation[c][contact] = -wall.to_grain[c];
    list->velocity[c][contact] = wall.velocity[c];
    list->spin[c][contact] = wall.spin[c];
  }
}

/** Whether a grain has the contacts that it had, none or one, so that they need no update. */
inline bool FixWall::has_same_contacts(size_t n, const AxisWalls &along_axes, bool are_one) {
  const dcm_wall_particle &grain = listed[n];
  NearWall wall;
  const int count = along_axes.find_only(atom->x[grain.particle], cutoffs[n], are_one, wall);
  if (count == 0)
    return dcm_wall_list_had_none(list.get(), grain.particle);
  const double *d = wall.to_grain;
  if (count != 1 || grain.radius >= wall.room ||
      !dcm_in_contact(dcm_contact_range(grain.radius, 0.0, 0), 1,
                      d[0] * d[0] + d[1] * d[1] + d[2] * d[2]))
    return false;
  const uint32_t k =
      dcm_wall_list_go_on(list.get(), &grain, (uint32_t)wall.number, radius_for(n, wall));
  if (k == DCM_NO_WALL)
    return false;
  place(k, wall);
  return true;
}

/** Whether a grain at planes that rest has the contacts that it had, none or one, in its place. */
inline bool FixWall::keeps_place(size_t n, const double *x, const Planes &planes, bool are_one) {
  const dcm_wall_particle &grain = listed[n];
  int number;
  double distance;
  const int count =
      planes.find(x + 3 * (size_t)grain.particle, cutoffs[n], are_one, number, distance);
  if (count == 0)
    return dcm_wall_list_had_none(list.get(), grain.particle);
  if (count != 1 ||
      !dcm_in_contact(dcm_contact_range(grain.radius, 0.0, 0), 1, distance * distance))
    return false;
  const uint32_t k =
      dcm_wall_list_stay(list.get(), grain.particle, grain.materials, (uint32_t)number);
  if (k == DCM_NO_WALL)
    return false;
  list->separation[planes.normal][k] = -distance;
  return true;
}

/** Finds the contacts of this step. */
void FixWall::find_contacts() {
  if (may_change)
    describe_grains();
  const double *x = atom->nlocal > 0 ? atom->x[0] : nullptr;
  bool are_one = false;
  const AxisWalls *along_axes = law->reaches ? nullptr : shape->along_axes(are_one);
  const bool are_flat = along_axes && !along_axes->is_cylinder() &&
                        along_axes->motion() == AxisWalls::RESTS && !may_change;
  const Planes planes = along_axes ? along_axes->planes() : Planes();
  list->ended.are_kept = energies != nullptr;
  dcm_wall_list_begin(list.get());
  for (size_t n = 0; n < listed.size(); n++) {
    // Close grains stand far from each other in the arrays of the host: the processor cannot tell
    // where the next one is.
    if (n + AHEAD < listed.size())
      __builtin_prefetch(x + 3 * (size_t)listed[n + AHEAD].particle);
    if (!(are_flat && keeps_place(n, x, planes, are_one)) &&
        !(along_axes && has_same_contacts(n, *along_axes, are_one)))
      update_contacts(n);
  }
  dcm_wall_list_finish(list.get(), law);
  if (list->refused.found)
    reach_at(list->refused.particle, list->refused.radius);
}

/** Finds the contacts of a grain, which is side 1; the wall is side 2.
 * @param n of listed */
void FixWall::update_contacts(size_t n) {
  const dcm_wall_particle &grain = listed[n];
  const int i = grain.particle;
  const double radius = grain.radius;
  nearby.clear();
  shape->find(i, atom->x[i], cutoffs[n], nearby);
  dcm_wall_list_visit(list.get(), &grain);

  const uint32_t first = list->first;
  followed.assign(list->before.wall + first, list->before.wall + list->last);
  shape->follow(i, nearby, followed.data(), (uint32_t)followed.size());
  for (uint32_t k = first; k < list->last; k++) {
    if (followed[k - first] != DCM_NO_WALL)
      list->before.wall[k] = followed[k - first];
    else if (list->before.wall[k] != DCM_NO_WALL)
      dcm_wall_list_end(list.get(), law, k);
  }
  for (const NearWall &wall : nearby) {
    if (radius >= wall.room)
      error->one(FLERR, here() + "a grain of radius " + text_of_number(radius) +
                            " is too big to fit into a wall of radius " +
                            text_of_number(wall.room));
    const double *d = wall.to_grain;
    uint32_t k;
    need_memory(lmp, !dcm_wall_list_see(list.get(), law, wall.number, radius_for(n, wall),
                                        d[0] * d[0] + d[1] * d[1] + d[2] * d[2], &k));
    if (k == DCM_NO_WALL)
      continue;
    place(k, wall);
    dcm_wall_list_incline(list.get(), k, wall.slope);
    if (list->from[k] == DCM_NO_WALL)
      check_new(k);
  }
}

/** The radius of a wall as dcm_wall_list_see takes it: the radius of its mean curvature, or, where
 * the contact is an ellipse, the radius that gives the same force in a circle. */
double FixWall::radius_for(size_t n, const NearWall &wall) {
  if (!wall.is_bent_once || !takes_ellipse())
    return wall.radius;
  if (bent[n].wall != wall.radius)
    bent[n] = {wall.radius, dcm_wall_radius_of_cylinder(listed[n].radius, 0.5 * wall.radius)};
  return bent[n].circle;
}

/** Whether the contact with a wall that is bent in one direction is an ellipse to the law. */
bool FixWall::takes_ellipse() const {
  if (curvature == Curvature::OF_LAW)
    return (law->instance.flags & DCM_ELLIPSE_AT_WALLS) != 0;
  return curvature == Curvature::PRINCIPAL;
}

/** Stops where the law has no parameters for a contact that begins, or there is no room for it. */
void FixWall::check_new(uint32_t contact) {
  const int i = list->now.particle[contact];
  const int slot = (int)list->now.slot[contact];
  if (!wall_law.lacking(atom->type[i]).empty())
    error->one(FLERR, wall_law.lacking(atom->type[i]));
  if (!keeps_contacts() || slot < states.slots())
    return;
  if (!shape->are_all_slots())
    widen(2 * slot);
  else
    error->one(FLERR, here() + "a grain of radius " + text_of_number(atom->radius[i]) +
                          " touches more than " + std::to_string(states.slots()) +
                          " walls at once: it is too big for this region");
}

dcm_wall_step FixWall::begin_step(double dt) {
  dcm_wall_step step = {};
  step.list = list.get();
  step.law = law;
  if (atom->nlocal > 0) {
    step.particles.position = atom->x[0];
    step.particles.velocity = atom->v[0];
    step.particles.angular_velocity = atom->omega[0];
    step.particles.force = atom->f[0];
    step.particles.torque = atom->torque[0];
  }
  step.dt = dt;
  // Velocities belong to the positions where a run begins, and to half a step before within a run.
  step.half_step_velocities = dt != 0.0;
  step.clock = clock_of(*update);
  step.quantities = quantities.values.data();
  return step;
}

/** A step without contacts. Behind another one nothing is left to do, but that the quantities of
 * the wall follow their variables. */
void FixWall::rest() {
  quantities.follow_variables();
  std::fill(quantities.added.begin(), quantities.added.end(), 0.0);
  on_walls = {};
  add_work(work, power, present_dt(), 0.0, work_begins);
  work_begins = false;
}

void FixWall::evaluate() {
  dcm_wall_step step = begin_step(present_dt());
  if (evflag || array_atom || rows.columns || shape->is_watching())
    step.observer = [](void *fix, const dcm_walls_evaluated *contacts) {
      static_cast<FixWall *>(fix)->tally(*contacts);
    };
  step.observer_data = this;
  quantities.follow_variables();
  of_atoms.begin();
  of_atoms.show(step.particles);
  dcm_contact_fault fault;
  FixEnergy *energy = energies ? FixEnergy::find(lmp) : nullptr;
  if (energies)
    step.energies = energies->begin();
  if (energy)
    energy->before_contacts();
  if (dcm_wall_stepper_run(stepper.get(), &step, &on_walls, quantities.added.data(), &fault))
    error->one(FLERR, std::string("dcm: out of memory"));
  if (energy)
    energy->after_contacts();
  if (energies) {
    energies->power_now = on_walls.power;
    energies->end(step.dt);
  }
  add_work(work, power, step.dt, on_walls.power, work_begins);
  work_begins = false;
  of_atoms.end();
  if (fault.found)
    stop_at(fault);
}

dcm_vector FixWall::point_of(uint32_t contact) const {
  return dcm_add(dcm_vector_at(atom->x[list->now.particle[contact]]),
                 dcm_load(list->separation, contact));
}

dcm_wall_sums
FixWall::sums_if_displaced(const std::function<dcm_vector(dcm_vector point)> &displacement) {
  const dcm_wall_contacts &contacts = list->now;
  const uint32_t count = contacts.count;
  const auto copy = [=](double *const *arrays, size_t n) {
    std::vector<std::vector<double>> copies;
    for (size_t a = 0; a < n; a++)
      copies.emplace_back(arrays[a], arrays[a] + (arrays[a] ? count : 0));
    return copies;
  };
  const auto restore = [=](const std::vector<std::vector<double>> &copies, double *const *arrays) {
    for (size_t a = 0; a < copies.size(); a++)
      std::copy(copies[a].begin(), copies[a].end(), arrays[a]);
  };
  const auto separations = copy(list->separation, 3);
  // Where a run begins some laws write states.
  const bool writes = dcm_law_keeps_state(law, 0.0);
  const auto histories = copy(contacts.history, writes ? list->history_width : 0);
  for (uint32_t k = 0; k < count; k++)
    if (contacts.wall[k] != DCM_NO_WALL)
      dcm_store(list->separation, k,
                dcm_add_scaled(dcm_load(list->separation, k),
                               list->has_slopes ? list->slope[k] : 1.0, displacement(point_of(k))));

  const size_t n = 3 * (size_t)atom->nlocal;
  dcm_wall_step step = begin_step(0.0);
  std::vector<double> unused((2 + quantities.added.size()) * n), added(quantities.added.size());
  std::vector<double *> sums;
  for (size_t q = 0; q < added.size(); q++)
    sums.push_back(unused.data() + (2 + q) * n);
  of_atoms.show(step.particles);
  step.particles.sums = sums.data();
  step.particles.force = unused.data();
  step.particles.torque = unused.data() + n;
  dcm_wall_sums seen;
  dcm_contact_fault fault;
  if (dcm_wall_stepper_run(stepper.get(), &step, &seen, added.data(), &fault))
    error->one(FLERR, std::string("dcm: out of memory"));
  restore(separations, list->separation);
  restore(histories, contacts.history);
  return seen;
}

double FixWall::mass_along(const std::function<dcm_vector(dcm_vector point)> &vector) const {
  double sum = 0.0;
  for (uint32_t k = 0; k < list->now.count; k++)
    if (list->now.wall[k] != DCM_NO_WALL) {
      const dcm_vector v = vector(point_of(k));
      sum += list->effective_mass[k] * dcm_dot(v, v);
    }
  return sum;
}

/** Ranks do not meet in post_force: the one that has such a contact ends all. */
void FixWall::stop_at(const dcm_contact_fault &fault) const {
  const uint32_t k = fault.contact;
  const int i = list->now.particle[k];
  const double *f = fault.force, *torque = fault.torque, *vt = fault.tangential_velocity;
  char text[640];
  dcm_text_print(
      text, sizeof text,
      "at step " BIGINT_FORMAT " the law '%s' gives a force or torque that is not finite to "
      "the contact of atom " TAGINT_FORMAT
      " with wall %u of fix %s: force (%g, %g, %g), torque (%g, %g, %g), overlap %g, normal "
      "velocity %g, tangential velocity (%g, %g, %g), spin (%g, %g, %g), radius %g, mass %g",
      update->ntimestep, law->model->id, atom->tag[i], list->now.wall[k], id, f[0], f[1], f[2],
      torque[0], torque[1], torque[2], fault.overlap, fault.normal_velocity, vt[0], vt[1], vt[2],
      atom->omega[i][0], atom->omega[i][1], atom->omega[i][2], list->radius_1[k],
      list->effective_mass[k]);
  error->one(FLERR, here() + text + LawSource::words_of(law) + guard.watch().notices.last_words());
}

// --------------------------------------------------------------------------------------- output

void FixWall::clear_rows(int first, int last) {
  if (array_atom)
    for (int i = first; i < last; i++)
      std::fill_n(array_atom[i], columns(), 0.0);
}

void FixWall::tally(const dcm_walls_evaluated &contacts) {
  for (uint32_t k = 0; k < contacts.count; k++) {
    if (evflag) {
      const uint32_t at = contacts.first + k;
      double d[3], f[3];
      for (int c = 0; c < 3; c++) {
        d[c] = -list->separation[c][at];
        f[c] = contacts.force[c][k];
      }
      double virial_of_contact[6] = {d[0] * f[0], d[1] * f[1], d[2] * f[2],
                                     d[0] * f[1], d[0] * f[2], d[1] * f[2]};
      v_tally(list->now.particle[at], virial_of_contact);
    }
    if (array_atom)
      store_row(contacts, k);
    if (rows.columns)
      tell_row(contacts, k);
  }
  if (shape->is_watching())
    shape->watch(contacts);
}

const WallRows &FixWall::tell_contacts() {
  if (!rows.columns || law_of_rows != wall_law.model()) {
    law_of_rows = wall_law.model();
    rows = {std::make_shared<ContactColumns>(law_of_rows, ContactColumns::OF_WALLS), {}, {}};
  }
  return rows;
}

void FixWall::tell_row(const dcm_walls_evaluated &contacts, uint32_t k) {
  const uint32_t at = contacts.first + k;
  const int i = list->now.particle[at];
  const double ids[] = {(double)atom->tag[i], (double)atom->type[i], (double)list->now.wall[at]};
  rows.atoms.push_back(i);
  rows.numbers.resize(rows.atoms.size() * rows.columns->count());
  rows.columns->fill_wall(contacts, k, atom->x[i], ids,
                          &rows.numbers[rows.numbers.size() - rows.columns->count()]);
}

/** Forces add up; the point is that of the deepest contact. */
void FixWall::store_row(const dcm_walls_evaluated &contacts, uint32_t k) {
  const uint32_t at = contacts.first + k;
  const int i = list->now.particle[at];
  double *row = array_atom[i], distance_2 = 0.0;
  if (shows_last_contact)
    clear_rows(i, i + 1);
  for (int c = 0; c < 3; c++) {
    const double d = row[POINT + c] - atom->x[i][c];
    distance_2 += d * d;
    row[FORCE + c] += contacts.force[c][k];
  }
  const double distance = row[RADIUS] - contacts.overlap[k];
  if (row[TOUCHES] == 0.0 || distance * distance < distance_2)
    for (int c = 0; c < 3; c++)
      row[POINT + c] = atom->x[i][c] + list->separation[c][at];
  row[TOUCHES] = 1.0;
  row[RADIUS] = atom->radius[i];
  if (shown_quantity >= 0)
    row[COLUMNS] += contacts.added[shown_quantity][k];
}

/** The global vector has WallTotals, in their order, and behind them the numbers of the shape. All
 * but the centre of forces and those are sums. */
void FixWall::find_quantities() {
  quantities.find(wall_law.model());
  const size_t sums = 3 + quantities.added.size() + 3 + 1;
  is_extensive.assign(sums, 1);
  is_extensive.resize(sums + 3 + shape->own_count(), 0);
  size_vector = (int)is_extensive.size();
  extlist = is_extensive.data();
}

/** All ranks call. */
WallTotals FixWall::totals() const {
  dcm_wall_sums all = on_walls;
  WallTotals of_all;
  of_all.added = quantities.added;
  const Ranks ranks = ranks_of(lmp);
  ranks.sum(of_all.added.data(), (int)of_all.added.size());
  ranks.sum(all.force, sizeof all / sizeof(double)); // all that the struct has
  for (double &c : all.pressure_at)
    c /= all.pressure > 0.0 ? all.pressure : 1.0;
  of_all.force = dcm_vector_at(all.force);
  of_all.torque = dcm_vector_at(all.torque);
  of_all.power = all.power;
  of_all.centre = dcm_vector_at(all.pressure_at);
  return of_all;
}

double FixWall::compute_vector(int n) {
  if (!is_summed) {
    const WallTotals all = totals();
    const auto add = [this](dcm_vector v) { total.insert(total.end(), {v.x, v.y, v.z}); };
    total.clear();
    add(all.force);
    total.insert(total.end(), all.added.begin(), all.added.end());
    add(all.torque);
    total.push_back(all.power);
    add(all.centre);
    const std::vector<double> own = shape->own_numbers(all);
    total.insert(total.end(), own.begin(), own.end());
  }
  is_summed = true;
  return n < size_vector ? total[n] : 0.0;
}

double FixWall::compute_scalar() {
  double sum = work.value();
  ranks_of(lmp).sum(&sum);
  return sum;
}

double FixWall::memory_usage() {
  return shape->memory_usage() + states.memory_usage() + dcm_wall_list_memory(list.get()) +
         dcm_wall_stepper_memory(stepper.get()) + masses.memory_usage() +
         (array_atom ? (double)atom->nmax * columns() * sizeof(double) : 0.0);
}

// --------------------------------------------------------------------------- contacts of atoms

void FixWall::grow_arrays(int n) {
  states.grow(n);
  if (peratom_flag)
    memory->grow(array_atom, n, columns(), "wall/dcm:array_atom");
}

void FixWall::copy_arrays(int from, int to, int) {
  give_back();
  states.copy(from, to);
  if (array_atom)
    std::copy_n(array_atom[from], columns(), array_atom[to]);
}

void FixWall::set_arrays(int i) {
  give_back();
  states.clear(i);
  clear_rows(i, i + 1);
}

int FixWall::pack_exchange(int i, double *buffer) {
  give_back();
  int n = states.pack(i, buffer);
  if (array_atom) {
    std::copy_n(array_atom[i], columns(), buffer + n);
    n += columns();
  }
  return n;
}

int FixWall::unpack_exchange(int i, double *buffer) {
  give_back();
  if (!shape->are_all_slots())
    widen(WallContacts::slots_of(buffer, INT_MAX));
  int n = states.unpack(i, buffer, states.largest_packed_size());
  if (array_atom) {
    std::copy_n(buffer + n, columns(), array_atom[i]);
    n += columns();
  }
  return n;
}

// -------------------------------------------------------------------------------------- restart

// The host skips from one fix's numbers of an atom to the next by the count that stands first.
int FixWall::pack_restart(int i, double *buffer) {
  if (!keeps_contacts())
    return 0;
  give_back();
  const int n = 1 + states.pack(i, buffer + 1);
  buffer[0] = n;
  return n;
}

void FixWall::unpack_restart(int i, int nth) {
  if (!keeps_contacts())
    return;
  give_back();
  int count;
  const double *numbers = numbers_of_fix(atom, i, nth, count);
  if (numbers && !shape->are_all_slots())
    widen(WallContacts::slots_of(numbers + 1, count - 1));
  if (!numbers || !states.unpack(i, numbers + 1, count - 1))
    error->one(FLERR, here() + "the restart file is damaged: the walls that atom " +
                          std::to_string(atom->tag[i]) + " touches cannot be read");
}

int FixWall::size_restart(int i) {
  give_back();
  return keeps_contacts() ? 1 + states.packed_size(i) : 0;
}

int FixWall::maxsize_restart() {
  return keeps_contacts() ? 1 + states.largest_packed_size() : 0;
}

static const int WORK_NUMBERS = 4;

WallRecord FixWall::record() const {
  WallRecord record;
  wall_law.describe(record);
  record.slots = shape->are_all_slots() ? states.slots() : 0;
  record.walls = shape->describe() + " of type " + std::to_string(wall_law.atom_type());
  record.motion = shape->motion_numbers();
  record.work = {work.high, work.low, power.high, power.low};
  ranks_of(lmp).sum(record.work.data(), WORK_NUMBERS);
  return record;
}

void FixWall::write_restart(FILE *fp) {
  const WallRecord all = record();
  if (comm->me == 0)
    all.write(fp);
}

void FixWall::restart(char *buffer) {
  const WallRecord now = record();
  WallRecord then;
  if (!then.read(buffer, now.motion.size(), WORK_NUMBERS))
    error->all(FLERR, here() + "the restart file is damaged, or was written by another version of "
                               "this plugin");
  const std::string otherwise = "; give the fix another ID to let contacts begin anew";
  if (then.law != now.law || then.history_version != now.history_version ||
      then.history_width != now.history_width)
    error->all(FLERR, here() + "the restart has states of the law '" + then.law + "', version " +
                          std::to_string(then.history_version) +
                          " of its history, but the pair style has '" + now.law + "', version " +
                          std::to_string(now.history_version) + otherwise);
  if (then.walls != now.walls || then.slots != now.slots)
    error->all(FLERR, here() + "the restart has states of other walls, not of the walls of fix " +
                          id + ": then '" + then.walls + "', now '" + now.walls + "'" + otherwise);
  shape->restore_motion(then.motion);
  if (then.work.empty())
    return;
  work_begins = false;
  if (comm->me == 0) {
    work = {then.work[0], then.work[1]};
    power = {then.work[2], then.work[3]};
  }
}

} // namespace DCM_NS
