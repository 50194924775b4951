// SPDX-License-Identifier: GPL-2.0-or-later
#include "fix_wall.h"

#include "command_words.h"
#include "fix_energy.h"
#include "host_services.h"

#include "common/law_source.h"
#include "common/restart_file.h"

#include "atom.h"
#include "force.h"
#include "group.h"
#include "memory.h"
#include "neighbor.h"
#include "update.h"

#include <algorithm>
#include <climits>
#include <cmath>
#include <cstring>
#include <set>

extern "C" {
#include "runtime/model.h"
#include "runtime/motion.h"
}

using namespace LAMMPS_NS;

namespace DCM_NS {

// Columns of the per-atom array of the keyword contacts, as the fix wall/gran of the host has them.
enum { TOUCHES = 0, FORCE = 1, POINT = 4, RADIUS = 7, COLUMNS = 8 };

// --------------------------------------------------------------------------------------- input

FixWall::FixWall(LAMMPS *instance, int narg, char **arg, int type, GrainKinds kinds)
    : Fix(instance, narg, arg), wall_law(instance, here(), type), quantities(instance, here()),
      masses(instance), grains(instance, *this, wall_law, masses),
      stepper(dcm_wall_stepper_create()), guard(watch_of(instance, host_of(instance))),
      of_atoms(instance, here()), shapes(GrainShapes::of(instance)) {
  need_memory(lmp, stepper != nullptr);
  GrainShapes::check_style(lmp, std::string("fix ") + style + ":", kinds);

  scalar_flag = vector_flag = 1;
  extscalar = 1;
  extvector = -1; // some of it, see find_quantities
  global_freq = 1;
  virial_global_flag = virial_peratom_flag = 1;
  restart_global = 1;
  create_attribute = 1;
}

FixWall::FixWall(LAMMPS *instance, int narg, char **arg)
    : FixWall(instance, narg, arg, WallLaw::read_type(instance, narg, arg), GrainKinds::ANY) {}

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

/** The keywords of the shape, and behind them those of all walls of a dcm pair style. */
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

/** A word is a keyword, or the law's (common/law_source.h). */
void FixWall::begin(std::unique_ptr<WallShape> of_walls, int next, int narg, char **arg) {
  shape = std::move(of_walls);
  grains.take(shape.get());
  const Keywords all = keywords();
  std::set<const Keyword *> once;
  for (next = shape->read(next, narg, arg); next < narg;) {
    const Keyword *known = find_keyword(all, arg[next]);
    const bool is_of_law = wall_law.has_word(arg[next]);
    if (is_of_law && known)
      report_both_meanings(host_of(lmp), here(), arg[next]);
    if (known) {
      WordReader words(lmp, here(), next, narg, arg);
      if (known->once && !once.insert(known).second)
        words.refuse_again();
      known->read(words);
      next = words.next();
    } else if (is_of_law)
      next = wall_law.read_word(next, narg, arg);
    else
      wall_law.refuse_keyword(arg[next], all, shape->hint(arg[next]));
  }
  shape->make();
  check_arguments();

  maxexchange_dynamic = 1;
  wall_law.begin();
  find_quantities();
  grains.exchanged_beside = columns();
  grains.begin_anew();
  restart_peratom = grains.keeps_contacts();

  FixWall::grow_arrays(atom->nmax);
  atom->add_callback(Atom::GROW);
  atom->add_callback(Atom::RESTART);
  is_registered = true;
  clear_rows(0, atom->nlocal);
}

void FixWall::read_curvature(WordReader &words) {
  const std::string which = words.peek();
  if (which != "principal" && which != "mean")
    stop(lmp, here() + "the keyword 'curvature' takes principal or mean" +
                  (which.empty() ? "" : ", not '" + which + "'"));
  typedef GrainsAtWalls::Curvature Curvature;
  if (grains.curvature != Curvature::OF_LAW)
    refuse_twice(lmp, here(), "curvature",
                 grains.curvature == Curvature::MEAN ? "mean" : "principal", which);
  grains.curvature = which == "mean" ? Curvature::MEAN : Curvature::PRINCIPAL;
  words.go_to(words.next() + 1);
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
    grains.begin_anew();
    restart_peratom = grains.keeps_contacts();
    energies = nullptr;
  }
  has_setters = has_setter(modify);
  wall_law.check_materials(groupbit);
  find_quantities();
  law = wall_law.present();
  if (width_of_restart > 0) {
    const std::string why = why_states_lack(law, width_of_restart, wall_law.state_width());
    if (!why.empty())
      stop(lmp, here() + why);
    width_of_restart = 0;
  }
  energies = FixEnergy::account(lmp, "fix " + std::string(id));
  if (!energies && asks_for_energies())
    energies = std::make_shared<EnergyAccount>(id);
  of_atoms.find(this);
  masses.find(style);
  guard_contacts();
  shape->init();
  const bool shaped = GrainShapes::are_there(atom);
  const std::string wall = shaped ? shape->not_for_shapes() : "";
  if (!wall.empty())
    stop(lmp,
         here() + "the atoms are superellipsoids, whose contacts are not computed at " + wall +
             ", but at the regions plane, block, sphere and cylinder, and cone with 'side in', "
             "without open faces: write this wall as a file of triangles for fix "
             "wall/dcm/mesh");
  grains.use_shapes(shaped ? shapes.get() : nullptr);
}

std::string FixWall::account() const {
  return wall_law.account("fix " + std::string(id) + " (" + style + ")");
}

void FixWall::setup(int vflag) {
  run_account.report(lmp, this);
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
  const SmallestGrains smallest(host, grains_of(atom, guard.watch()), groupbit, false,
                                [this](int i) { return masses.of(i); });
  for (int type = 1; type <= atom->ntypes; type++)
    if (smallest.count[type] > 0 && wall_law.lacking(type).empty())
      safe.consider(host, here(), law, type, wall_law.material(), smallest.radius[type],
                    smallest.mass[type], HUGE_VAL, HUGE_VAL);
}

/** Shows the guard the contacts of this step. Bodies may be made of grains that overlap, and frozen
 * grains may overlap as they like. */
void FixWall::see_overlaps() {
  const dcm_wall_contacts &contacts = list().now;
  for (uint32_t k = 0; k < contacts.count && !masses.any() && !list().shaped; k++) {
    if (contacts.wall[k] == DCM_NO_WALL ||
        (atom->mask[contacts.particle[k]] & guard.watch().frozen_bit))
      continue;
    double distance_2 = 0.0;
    for (int c = 0; c < 3; c++)
      distance_2 += list().separation[c][k] * list().separation[c][k];
    if (!guard.deepest.is_deeper(distance_2, list().now.radius_1[k], list().now.radius_1[k]))
      continue;
    guard.deepest.step = update->ntimestep;
    guard.deepest.ids[0] = atom->tag[contacts.particle[k]];
  }
}

// ------------------------------------------------------------------------------------- contacts

void FixWall::post_force(int vflag) {
  const bool is_first = update->ntimestep == update->firststep + 1;
  // A run without a set-up begins with radii, masses and types that commands may have changed.
  const bool is_late = (is_first && update->laststep != set_up_until) ||
                       (has_setters && atoms_may_be_set(modify, update->ntimestep));
  // While a pour begins, most steps have neither grains near the wall nor contacts to end.
  if (has_rested && neighbor->ago != 0 && !is_first && !is_late && !vflag && !evflag &&
      grains.are_none_until_list() && shape->rests()) {
    is_summed = false; // as on ranks that have contacts
    return;
  }
  v_init(vflag);
  law = wall_law.present();
  if (masses.any() && neighbor->ago == 0)
    masses.collect();
  clear_rows(0, atom->nlocal);
  rows.atoms.clear();
  rows.numbers.clear();
  shape->move();

  const bool is_new = grains.follow(law, is_late);
  // Accounts of energies, and sums that this fix clears for others, need each step.
  const bool needs_all = energies || of_atoms.any();
  if (needs_all || !grains.are_none()) {
    shapes->refresh_once();
    grains.find(energies != nullptr);
  }
  const bool is_idle = !needs_all && grains.touch_none();
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

dcm_wall_step FixWall::begin_step(double dt) {
  dcm_wall_step step = {};
  step.list = grains.list.get();
  step.law = law;
  if (atom->nlocal > 0) {
    step.particles.position = atom->x[0];
    step.particles.velocity = atom->v[0];
    step.particles.angular_velocity = shapes->spins();
    step.particles.shapes = shapes->all();
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
    energy->before_contacts(grains.list->now);
  need_memory(
      lmp, !dcm_wall_stepper_run(stepper.get(), &step, &on_walls, quantities.added.data(), &fault));
  if (energy)
    energy->after_contacts(grains.list->now);
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

dcm_vector FixWall::way_to_point(uint32_t contact) const {
  const dcm_vector way = dcm_load(list().separation, contact);
  return list().shaped ? dcm_add(way, dcm_load(list().arm, contact)) : way;
}

dcm_vector FixWall::point_of(uint32_t contact) const {
  return dcm_add(dcm_vector_at(atom->x[list().now.particle[contact]]), way_to_point(contact));
}

dcm_wall_sums
FixWall::sums_if_displaced(const std::function<dcm_vector(dcm_vector point)> &displacement) {
  const dcm_wall_contacts &contacts = list().now;
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
  const auto separations = copy(list().separation, 3);
  // Where a run begins some laws write states. A list that was never used has no room for states.
  const bool writes = count > 0 && dcm_law_keeps_state(law, 0.0);
  const auto histories = copy(contacts.history, writes ? list().history_width : 0);
  for (uint32_t k = 0; k < count; k++)
    if (contacts.wall[k] != DCM_NO_WALL)
      dcm_store(list().separation, k,
                dcm_add_scaled(dcm_load(list().separation, k),
                               list().has_slopes ? list().slope[k] : 1.0,
                               displacement(point_of(k))));

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
  need_memory(lmp, !dcm_wall_stepper_run(stepper.get(), &step, &seen, added.data(), &fault));
  restore(separations, list().separation);
  restore(histories, contacts.history);
  return seen;
}

double FixWall::mass_along(const std::function<dcm_vector(dcm_vector point)> &vector) const {
  double sum = 0.0;
  for (uint32_t k = 0; k < list().now.count; k++)
    if (list().now.wall[k] != DCM_NO_WALL) {
      const dcm_vector v = vector(point_of(k));
      sum += list().now.effective_mass[k] * dcm_dot(v, v);
    }
  return sum;
}

/** Ranks do not meet in post_force: the one that has such a contact ends all. */
void FixWall::stop_at(const dcm_contact_fault &fault) const {
  const uint32_t k = fault.contact;
  const int i = list().now.particle[k];
  const double *f = fault.force, *torque = fault.torque, *vt = fault.tangential_velocity;
  char text[640];
  dcm_text_print(
      text, sizeof text,
      "at step " BIGINT_FORMAT " the law '%s' gives a force or torque that is not finite to "
      "the contact of atom " TAGINT_FORMAT
      " with wall %u of fix %s: force (%g, %g, %g), torque (%g, %g, %g), overlap %g, normal "
      "velocity %g, tangential velocity (%g, %g, %g), spin (%g, %g, %g), radius %g, mass %g",
      update->ntimestep, law->model->id, atom->tag[i], list().now.wall[k], id, f[0], f[1], f[2],
      torque[0], torque[1], torque[2], fault.overlap, fault.normal_velocity, vt[0], vt[1], vt[2],
      turning_of(atom)[i][0], turning_of(atom)[i][1], turning_of(atom)[i][2],
      list().now.radius_1[k], list().now.effective_mass[k]);
  stop_from_one(lmp, here() + text + LawSource::words_of(law) + guard.watch().notices.last_words());
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
      const int i = list().now.particle[at];
      double d[3], f[3];
      dcm_vector_put(d, dcm_scale(-1.0, way_to_point(at)));
      for (int c = 0; c < 3; c++)
        f[c] = contacts.force[c][k];
      double virial_of_contact[6] = {d[0] * f[0], d[1] * f[1], d[2] * f[2],
                                     d[0] * f[1], d[0] * f[2], d[1] * f[2]};
      v_tally(i, virial_of_contact);
    }
    if (array_atom)
      store_row(contacts, k);
    if (rows.columns)
      fill_row(contacts, k);
  }
  if (shape->is_watching())
    shape->watch(contacts);
}

const WallRows &FixWall::contact_rows() {
  if (!rows.columns || law_of_rows != wall_law.model()) {
    law_of_rows = wall_law.model();
    rows = {std::make_shared<ContactColumns>(law_of_rows, ContactColumns::OF_WALLS), {}, {}};
  }
  return rows;
}

void FixWall::fill_row(const dcm_walls_evaluated &contacts, uint32_t k) {
  const uint32_t at = contacts.first + k;
  const int i = list().now.particle[at];
  const double ids[] = {(double)atom->tag[i], (double)atom->type[i], (double)list().now.wall[at]};
  rows.atoms.push_back(i);
  rows.numbers.resize(rows.atoms.size() * rows.columns->count());
  rows.columns->fill_wall(contacts, k, atom->x[i], ids,
                          &rows.numbers[rows.numbers.size() - rows.columns->count()]);
}

/** Forces add up; the point is that of the deepest contact. */
void FixWall::store_row(const dcm_walls_evaluated &contacts, uint32_t k) {
  const uint32_t at = contacts.first + k;
  const int i = list().now.particle[at];
  double *row = array_atom[i];
  if (shows_last_contact)
    clear_rows(i, i + 1);
  for (int c = 0; c < 3; c++)
    row[FORCE + c] += contacts.force[c][k];
  if (row[TOUCHES] == 0.0 || contacts.overlap[k] > deepest[i]) {
    deepest[i] = contacts.overlap[k];
    dcm_vector_put(row + POINT, point_of(at));
  }
  row[TOUCHES] = 1.0;
  row[RADIUS] = atom->radius[i];
  if (shown_quantity >= 0)
    row[COLUMNS] += contacts.added[shown_quantity][k];
}

/** WallTotals, in their order, and behind them the numbers of the shape. */
std::vector<VectorPart> FixWall::parts_of_vector() const {
  std::vector<VectorPart> parts = {{"force", 3, true}};
  const dcm_model *model = wall_law.model();
  for (uint32_t q = 0; q < model->quantity_count; q++)
    parts.push_back({std::string("added to ") + dcm_model_quantity(model, q)->name, 1, true});
  parts.insert(parts.end(), {{"torque about the origin", 3, true},
                             {"power", 1, true},
                             {"centre of the forces", 3, false}});
  for (const VectorPart &own : shape->own_parts())
    parts.push_back(own);
  return parts;
}

void FixWall::find_quantities() {
  quantities.find(wall_law.model());
  is_extensive.clear();
  for (const VectorPart &part : parts_of_vector())
    is_extensive.insert(is_extensive.end(), part.count, part.are_sums);
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
  return shape->memory_usage() + grains.memory_usage() + dcm_wall_stepper_memory(stepper.get()) +
         masses.memory_usage() +
         (array_atom ? (double)atom->nmax * (columns() + 1) * sizeof(double) : 0.0);
}

// --------------------------------------------------------------------------- contacts of atoms

void FixWall::grow_arrays(int n) {
  if (!peratom_flag)
    return;
  memory->grow(array_atom, n, columns(), "wall/dcm:array_atom");
  deepest.resize(n);
}

void FixWall::copy_arrays(int from, int to, int) {
  grains.with_atoms().copy(from, to);
  if (array_atom)
    std::copy_n(array_atom[from], columns(), array_atom[to]);
}

void FixWall::set_arrays(int i) {
  grains.with_atoms().clear(i);
  of_atoms.clear(i);
  clear_rows(i, i + 1);
}

int FixWall::pack_exchange(int i, double *buffer) {
  const int n = grains.with_atoms().pack(i, buffer);
  if (!array_atom)
    return n;
  std::copy_n(array_atom[i], columns(), buffer + n);
  return n + columns();
}

int FixWall::unpack_exchange(int i, double *buffer) {
  WallContacts &states = grains.with_atoms();
  const int n = states.unpack(i, buffer, INT_MAX, states.state_width());
  grains.make_room(states.count(i));
  if (!array_atom)
    return n;
  std::copy_n(buffer + n, columns(), array_atom[i]);
  return n + columns();
}

// -------------------------------------------------------------------------------------- restart

// The host skips from one fix's numbers of an atom to the next by the count that stands first.
int FixWall::pack_restart(int i, double *buffer) {
  if (!grains.keeps_contacts())
    return 0;
  buffer[0] = 1 + grains.with_atoms().pack(i, buffer + 1);
  return (int)buffer[0];
}

bool FixWall::read_contacts(int i, const double *numbers, int count, WallContacts &kept) {
  return kept.unpack(i, numbers + 1, count - 1, width_of_restart) > 0;
}

void FixWall::unpack_restart(int i, int nth) {
  if (!restart_peratom)
    return;
  WallContacts &states = grains.with_atoms();
  states.clear(i);
  int count;
  const double *numbers = numbers_of_fix(atom, i, nth, count);
  if (!numbers || !read_contacts(i, numbers, count, states))
    stop_from_one(lmp, here() +
                           "the restart file is damaged, or was written for another model or "
                           "wall: the walls that atom " +
                           std::to_string(atom->tag[i]) + " touches cannot be read");
  grains.make_room(states.count(i));
}

int FixWall::size_restart(int i) {
  const WallContacts &states = grains.with_atoms();
  return grains.keeps_contacts() ? 1 + states.packed_size(states.count(i)) : 0;
}

/** Rank 0 alone writes the number, which is that of all ranks. */
int FixWall::maxsize_restart() {
  int most = grains.keeps_contacts() ? 1 + maxexchange : 0;
  ranks_of(lmp).max(&most);
  return most;
}

static const int WORK_NUMBERS = 4;

WallRecord FixWall::record() const {
  WallRecord record;
  wall_law.describe(record);
  record.walls = shape->describe() + " of type " + std::to_string(wall_law.atom_type());
  SavedNumbers motion;
  shape->pass_motion(motion);
  record.motion = motion.all;
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
    stop(lmp, here() + "the restart file is damaged, or was written by another version of "
                       "this plugin");
  const std::string otherwise = "; give the fix another ID to let contacts begin anew";
  if (then.law != now.law || then.history_version != now.history_version ||
      then.history_width > now.history_width)
    stop(lmp, here() + "the restart has states of the law '" + then.law + "', version " +
                  std::to_string(then.history_version) +
                  " of its history, but the pair style has '" + now.law + "', version " +
                  std::to_string(now.history_version) + otherwise);
  if (then.walls != now.walls)
    stop(lmp, here() + "the restart has states of other walls, not of the walls of fix " + id +
                  ": then '" + then.walls + "', now '" + now.walls + "'" + otherwise);
  const auto is_finite = [](double number) { return std::isfinite(number); };
  if (then.motion.size() != now.motion.size() ||
      !std::all_of(then.motion.begin(), then.motion.end(), is_finite))
    stop(lmp, here() + "the restart file is damaged: the motion of the walls is missing");
  width_of_restart = then.history_width;
  SavedNumbers motion(then.motion);
  shape->pass_motion(motion);
  if (then.work.empty())
    return;
  work_begins = false;
  if (comm->me == 0) {
    work = {then.work[0], then.work[1]};
    power = {then.work[2], then.work[3]};
  }
}

} // namespace DCM_NS
