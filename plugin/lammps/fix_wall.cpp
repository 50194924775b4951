// SPDX-License-Identifier: GPL-2.0-or-later
#include "fix_wall.h"

#include "atom_extra.h"
#include "guards.h"
#include "pair_dcm.h"

#include "atom.h"
#include "error.h"
#include "force.h"
#include "group.h"
#include "memory.h"
#include "neighbor.h"
#include "update.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#ifdef __GLIBC__
#include <malloc.h>
#endif

extern "C" {
#include "contacts/life.h"
#include "runtime/kinematics.h"
#include "runtime/model.h"
}

using namespace LAMMPS_NS;

namespace DCM_NS {

// Columns of the per-atom array of the keyword contacts: those of the host's own fix wall/gran.
enum { TOUCHES = 0, FORCE = 1, POINT = 4, RADIUS = 7, COLUMNS = 8 };

// --------------------------------------------------------------------------------------- input

FixWall::FixWall(LAMMPS *instance, int narg, char **arg)
    : Fix(instance, narg, arg), wall_type(0), pair_number(0), pair(nullptr), law(nullptr),
      history_version(0), width(0), keeps_states(false), masses(instance), force_on_walls(),
      total_force(), is_summed(false), is_registered(false) {
  if (!atom->radius_flag || !atom->rmass_flag || !atom->omega_flag || !atom->torque_flag)
    error->all(FLERR, here() + "needs atoms with a radius, a mass of their own, a spin and a "
                               "torque: use 'atom_style sphere', or hybrid with it");
  if (narg < 4)
    error->all(FLERR, here() + "needs the atom type that the wall is made of: fix ID group " +
                          style + " <wall type> ...");
  char *rest;
  const long type = strtol(arg[3], &rest, 10);
  if (rest == arg[3] || *rest || type < 1 || type > atom->ntypes)
    error->all(FLERR, here() + "the wall type is an atom type, a number from 1 to " +
                          std::to_string(atom->ntypes) + ", not '" + arg[3] + "'");
  wall_type = (int)type;

  vector_flag = 1;
  size_vector = 3;
  extvector = 1;
  global_freq = 1;
  virial_global_flag = virial_peratom_flag = 1;
  restart_global = 1;
  create_attribute = 1;
}

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

int FixWall::common_keyword(int next, int narg, char **arg) {
  if (strcmp(arg[next], "contacts") == 0) {
    peratom_flag = 1;
    size_peratom_cols = COLUMNS;
    peratom_freq = 1;
    return next + 1;
  }
  if (strcmp(arg[next], "style") == 0) {
    if (next + 1 == narg)
      error->all(FLERR, here() + "the keyword 'style' needs the name of a dcm pair style");
    pair_name = arg[next + 1];
    if (next + 2 == narg || !utils::is_integer(arg[next + 2]))
      return next + 2;
    pair_number = utils::inumeric(FLERR, arg[next + 2], false, lmp);
    return next + 3;
  }
  return -1;
}

void FixWall::prepare(int slots) {
  pair = find_pair();
  adopt_law();
  states.shape(slots, width);
  maxexchange = states.largest_packed_size() + COLUMNS;
  restart_peratom = keeps_states;

  FixWall::grow_arrays(atom->nmax);
  atom->add_callback(Atom::GROW);
  atom->add_callback(Atom::RESTART);
  is_registered = true;
  clear_rows(0, atom->nlocal);
}

/** All dcm pair styles that there are. */
std::vector<FixWall::Candidate> FixWall::list_pairs() const {
  std::vector<Candidate> all;
  const auto consider = [&](Pair *candidate) {
    auto dcm = dynamic_cast<PairDCM *>(candidate);
    if (!dcm || !dcm->contact_settings())
      return;
    const std::string name = force->pair_match_ptr(dcm);
    const auto is_same = [&](const Candidate &c) { return c.style == name; };
    const int number = 1 + (int)std::count_if(all.begin(), all.end(), is_same);
    all.push_back({dcm, name, number, dcm_settings_model(dcm->contact_settings())->id});
  };
  if (!utils::strmatch(force->pair_style, "^hybrid")) {
    consider(force->pair);
    return all;
  }
  // All names of sub-styles match one of these, and "hybrid" itself none. The host gives the n-th
  // that matches, but when there is only one, that one for every n.
  for (const char *pattern : {"^[^h]", "^h[^y]"}) {
    Pair *first = force->pair_match(pattern, 0, 1);
    Pair *candidate = first;
    for (int n = 2; candidate; n++) {
      consider(candidate);
      candidate = force->pair_match(pattern, 0, n);
      if (candidate == first)
        break;
    }
  }
  return all;
}

/** The one whose law and materials hold for the walls. */
PairDCM *FixWall::find_pair() const {
  const std::vector<Candidate> all = list_pairs();
  if (all.empty())
    error->all(FLERR, here() + "there is no dcm pair style to take the contact law from; the "
                               "pair_style and its pair_coeff commands must stand before this fix");
  std::vector<PairDCM *> found;
  std::string names;
  for (const Candidate &c : all) {
    const bool is_alone = std::count_if(all.begin(), all.end(), [&](const Candidate &other) {
                            return other.style == c.style;
                          }) == 1;
    names += (names.empty() ? "" : ", ") + c.style +
             (is_alone ? "" : " " + std::to_string(c.number)) + " (law " + c.law + ")";
    if (pair_name.empty() || pair_name == c.style || pair_name == c.law)
      found.push_back(c.pair);
  }
  if (found.empty())
    error->all(FLERR, here() + "no dcm pair style or law is called '" + pair_name +
                          "'; there are " + names +
                          ". A wall has the law of a pair style; 'pair_style hybrid' can have one "
                          "for the walls alone");
  if (pair_number > 0 && pair_number <= (int)found.size())
    return found[pair_number - 1];
  if (found.size() > 1 || pair_number != 0)
    error->all(FLERR, here() +
                          (pair_number != 0 ? "there is no number " + std::to_string(pair_number) +
                                                  " of '" + pair_name + "'; there are "
                                            : "several dcm pair styles could be meant: ") +
                          names +
                          "; add the keyword 'style' and one of these names, with its number, or "
                          "one of the laws");
  return found.front();
}

const dcm_model *FixWall::model() const {
  return dcm_settings_model(pair->contact_settings());
}

/** Makes room for the states of the law that the pair style has now. */
void FixWall::adopt_law() {
  law_id = model()->id;
  history_version = model()->history_version;
  width = dcm_model_history_width(model());
  keeps_states = width > 0 || model()->reach || model()->history;
  fields.resize(width);
  batch.reset(dcm_batch_create(width, DCM_BATCH_CAPACITY, 0));
  if (!batch)
    error->one(FLERR, std::string("dcm: out of memory"));
  batch->half_step_velocities = 1;
  contacts.resize(DCM_BATCH_CAPACITY);
}

void FixWall::change_slots(int slots) {
  states.shape(slots, width);
  maxexchange = states.largest_packed_size() + COLUMNS;
}

// ---------------------------------------------------------------------------------------- init

int FixWall::setmask() {
  return FixConst::POST_FORCE;
}

void FixWall::init() {
  pair = find_pair();
  if (law_id != model()->id || history_version != (int)model()->history_version ||
      width != (int)dcm_model_history_width(model())) {
    if (comm->me == 0)
      error->warning(FLERR,
                     "dcm: the pair style has another law now; contacts with the walls of fix " +
                         std::string(id) + " begin anew");
    adopt_law();
    change_slots(states.slots());
    restart_peratom = keeps_states;
  }
  check_materials();
  masses.find(style);
}

/** The pair style asks only for the pairs of types that it computes itself. */
void FixWall::check_materials() {
  const int n = atom->ntypes + 1;
  lacking.assign(n, "");
  for (int type = 1; type < n; type++) {
    dcm_error reason;
    if (dcm_settings_check_pair(pair->contact_settings(), type, wall_type, &reason))
      lacking[type] = here() + "the wall is of type " + std::to_string(wall_type) +
                      " and touches type " + std::to_string(type) + ": " + reason.text;
  }
  std::vector<int> there(n, 0);
  for (int i = 0; i < atom->nlocal; i++)
    if (atom->mask[i] & groupbit)
      there[atom->type[i]] = 1;
  MPI_Allreduce(MPI_IN_PLACE, there.data(), n, MPI_INT, MPI_MAX, world);
  // Those that fixes will insert are in the group of the fix, and in that of all atoms.
  const int all_atoms = 1;
  for (const Insertion &coming : insertions(modify, atom->ntypes))
    if (groupbit & (coming.fix->groupbit | all_atoms))
      there[coming.type] = 1;
  for (int type = 1; type < n; type++)
    if (there[type] && !lacking[type].empty())
      error->all(FLERR, lacking[type]);
}

void FixWall::setup(int vflag) {
  post_force(vflag);
  check_step();
}

/** As if all walls were flat: a curved one changes the stiffness, by its effective radius, little.
 */
void FixWall::check_step() {
  const int nobody = 0;
  const SmallestGrains grains(lmp, groupbit, nobody, false, masses);
  SafeStep safe;
  for (int type = 1; type <= atom->ntypes; type++)
    if (grains.count[type] > 0 && lacking[type].empty())
      safe.consider(lmp, here(), law, type, wall_type, grains.radius[type], grains.mass[type],
                    HUGE_VAL, HUGE_VAL);
  safe.warn(lmp, here());
}

// ------------------------------------------------------------------------------------- contacts

void FixWall::post_force(int vflag) {
  v_init(vflag);
  law = pair->contact_law();
  if (masses.any() && neighbor->ago == 0)
    masses.collect();
  std::fill_n(force_on_walls, 3, 0.0);
  is_summed = false;
  clear_rows(0, atom->nlocal);
  move_walls();

  const bool advance = !update->setupflag && update->dt > 0.0;
  if (neighbor->ago == 0 || !close_hold())
    find_close();
  batch->count = 0;
  for (int i : close)
    if (atom->mask[i] & groupbit)
      visit(i, advance);
  flush(advance);
}

/** By the margin that the host's lists have, too. Where it does not tell when radii or groups
 * change, and where walls change in ways that are not told, all grains are close. */
void FixWall::find_close() {
  const int n = atom->nlocal;
  const bool all_grains =
      group->dynamic[igroup] || atoms_may_change(atom, modify) || pair->goes_plainly();
  margin = 0.5 * neighbor->skin;
  path_then = path();
  grains_then = n;
  is_pruned = margin > 0.0 && std::isfinite(path_then) && !all_grains;
  close.clear();
  for (int i = 0; i < n; i++) {
    bool is_close = !is_pruned || is_near(i, cutoff_of(i) + margin);
    for (int s = 0; s < states.slots() && !is_close; s++)
      is_close = states.wall(i, s) >= 0;
    if (is_close)
      close.push_back(i);
  }
  // A batch has one pair of materials.
  std::stable_sort(close.begin(), close.end(),
                   [=](int i, int j) { return atom->type[i] < atom->type[j]; });
  if (is_pruned && n > 0)
    place_then.assign(atom->x[0], atom->x[0] + 3 * (size_t)n);
}

/** Whether the grains that were left out are so with right. */
bool FixWall::close_hold() const {
  const size_t n = atom->nlocal;
  const double left = margin - (path() - path_then);
  if (grains_then != atom->nlocal)
    return false;
  if (!is_pruned || n == 0)
    return true;
  if (!(left > 0.0))
    return false;
  const double *x = atom->x[0], *then = place_then.data();
  double furthest = 0.0;
  for (size_t i = 0; i < 3 * n; i += 3) {
    const double d[3] = {x[i] - then[i], x[i + 1] - then[i + 1], x[i + 2] - then[i + 2]};
    furthest = std::max(furthest, d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
  }
  return furthest < left * left;
}

double FixWall::reach_at(int i, double wall_radius) const {
  double reach;
  dcm_error reason;
  if (dcm_law_check_reach(law, atom->type[i], wall_type,
                          dcm_effective_radius_at_wall(atom->radius[i], wall_radius), &reach,
                          &reason))
    error->one(FLERR, here() + reason.text);
  return reach;
}

/** Distance up to which walls may matter to grain i. The reach grows with the effective radius,
 * which at a concave wall exceeds the grain's: it is at most twice that in every cylinder, and in
 * spheres of twice the grain's radius or more. */
double FixWall::cutoff_of(int i) const {
  return atom->radius[i] + (law->model->reach ? reach_at(i, -2.0 * atom->radius[i]) : 0.0);
}

/** Adds the contacts of grain i to the batch, begins those that are new, ends those that are over.
 */
void FixWall::visit(int i, bool advance) {
  const double radius = atom->radius[i];
  nearby.clear();
  find_walls(i, cutoff_of(i), nearby);

  for (int s = 0; s < states.slots(); s++) {
    const int number = states.wall(i, s);
    if (number >= 0 && std::none_of(nearby.begin(), nearby.end(),
                                    [=](const NearWall &w) { return w.number == number; }))
      if (!hand_over(i, s))
        end(i, s);
  }
  for (const NearWall &wall : nearby) {
    if (radius >= wall.room)
      error->one(FLERR, here() + "a grain of radius " + std::to_string(radius) +
                            " is too big to fit into a wall of radius " +
                            std::to_string(wall.room));
    int slot = states.find(i, wall.number);
    const bool began = slot >= 0;
    const double reach = began && law->model->reach ? reach_at(i, wall.radius) : 0.0;
    const double *d = wall.to_grain;
    if (!dcm_in_contact(dcm_contact_range(radius, reach), began,
                        d[0] * d[0] + d[1] * d[1] + d[2] * d[2])) {
      if (began)
        end(i, slot);
      continue;
    }
    if (!lacking[atom->type[i]].empty())
      error->one(FLERR, lacking[atom->type[i]]);
    if (!began && keeps_states) {
      slot = states.add(i, wall.number);
      if (slot < 0)
        error->one(FLERR, here() + "a grain of radius " + std::to_string(radius) +
                              " touches more than " + std::to_string(states.slots()) +
                              " walls at once: it is too big for this region");
    }
    if (dcm_law_pair(law, atom->type[i], wall_type) != batch->pair)
      flush(advance);
    const uint32_t k = batch->count++;
    contacts[k] = {i, slot >= 0 ? states.state(i, slot) : nullptr, wall.number};
    load(k, i, wall);
    for (int h = 0; h < width; h++)
      fields[h] = &batch->history[h][k];
    if (began)
      for (int h = 0; h < width; h++)
        *fields[h] = contacts[k].state[h];
    else
      dcm_law_history_begin(law, 1, fields.data());
    if (batch->count == batch->capacity)
      flush(advance);
  }
}

/** Lets a contact go on at another wall if its surface does.
 * @return whether it does */
bool FixWall::hand_over(int i, int slot) {
  for (const NearWall &wall : nearby)
    if (states.find(i, wall.number) < 0 && goes_on(states.wall(i, slot), i, wall)) {
      states.renumber(i, slot, wall.number);
      return true;
    }
  return false;
}

void FixWall::end(int i, int slot) {
  for (int h = 0; h < width; h++)
    fields[h] = &states.state(i, slot)[h];
  dcm_law_history_end(law, 1, fields.data());
  states.drop(i, slot);
}

/** Fills entry k of the batch but for the history: the grain is side 1, the wall side 2. */
void FixWall::load(uint32_t k, int i, const NearWall &wall) {
  dcm_batch *b = batch.get();
  for (int c = 0; c < 3; c++) {
    b->separation[c][k] = -wall.to_grain[c];
    b->relative_velocity[c][k] = wall.velocity[c] - atom->v[i][c];
    b->angular_velocity_1[c][k] = atom->omega[i][c];
    b->angular_velocity_2[c][k] = wall.spin[c];
  }
  b->radius_1[k] = atom->radius[i];
  b->radius_2[k] = wall.radius;
  b->effective_mass[k] = masses.of(i);
  b->pair = dcm_law_pair(law, atom->type[i], wall_type);
}

void FixWall::flush(bool advance) {
  dcm_batch *b = batch.get();
  if (b->count == 0)
    return;
  dcm_batch_evaluate(b, law, DCM_SIDE_WALL, advance ? update->dt : 0.0);

  for (uint32_t k = 0; k < b->count; k++) {
    if (!is_finite(k))
      stop(k);
    const int i = contacts[k].i;
    const double f[3] = {b->force[0][k], b->force[1][k], b->force[2][k]};
    for (int c = 0; c < 3; c++) {
      atom->f[i][c] += f[c];
      atom->torque[i][c] += b->torque_1[c][k];
      force_on_walls[c] -= f[c];
    }
    if (evflag) {
      const double d[3] = {-b->separation[0][k], -b->separation[1][k], -b->separation[2][k]};
      double virial_of_contact[6] = {d[0] * f[0], d[1] * f[1], d[2] * f[2],
                                     d[0] * f[1], d[0] * f[2], d[1] * f[2]};
      v_tally(i, virial_of_contact);
    }
    if (array_atom)
      store_row(i, k);
    if (contacts[k].state)
      for (int h = 0; h < width; h++)
        contacts[k].state[h] = (advance ? b->new_history : b->history)[h][k];
  }
  b->count = 0;
}

/** Whether force and torque are numbers: a sum that contains one that is none is none. */
bool FixWall::is_finite(uint32_t k) const {
  double sum = 0.0;
  for (int c = 0; c < 3; c++)
    sum += batch->force[c][k] + batch->torque_1[c][k];
  return std::isfinite(sum);
}

/** Ranks do not meet in post_force: the one that has such a contact ends all. */
void FixWall::stop(uint32_t k) {
  const dcm_batch *b = batch.get();
  const int i = contacts[k].i;
  char text[640];
  snprintf(text, sizeof text,
           "at step " BIGINT_FORMAT " the law '%s' answers the contact of atom " TAGINT_FORMAT
           " with wall %d of fix %s by the force (%g, %g, %g) and torque (%g, %g, %g): overlap %g, "
           "normal velocity %g, tangential velocity (%g, %g, %g), spin (%g, %g, %g), radius %g, "
           "mass %g",
           update->ntimestep, law->model->id, atom->tag[i], contacts[k].wall, id, b->force[0][k],
           b->force[1][k], b->force[2][k], b->torque_1[0][k], b->torque_1[1][k], b->torque_1[2][k],
           b->overlap[k], b->normal_velocity[k], b->tangential_velocity[0][k],
           b->tangential_velocity[1][k], b->tangential_velocity[2][k], atom->omega[i][0],
           atom->omega[i][1], atom->omega[i][2], b->radius_1[k], b->effective_mass[k]);
  error->one(FLERR, here() + text);
}

// --------------------------------------------------------------------------------------- output

void FixWall::clear_rows(int first, int last) {
  if (array_atom)
    for (int i = first; i < last; i++)
      std::fill_n(array_atom[i], (int)COLUMNS, 0.0);
}

/** Forces add up; the point is that of the deepest contact. */
void FixWall::store_row(int i, uint32_t k) {
  const dcm_batch *b = batch.get();
  double *row = array_atom[i], distance_2 = 0.0;
  for (int c = 0; c < 3; c++) {
    const double d = row[POINT + c] - atom->x[i][c];
    distance_2 += d * d;
    row[FORCE + c] += b->force[c][k];
  }
  const double distance = row[RADIUS] - b->overlap[k];
  if (row[TOUCHES] == 0.0 || distance * distance < distance_2)
    for (int c = 0; c < 3; c++)
      row[POINT + c] = atom->x[i][c] + b->separation[c][k];
  row[TOUCHES] = 1.0;
  row[RADIUS] = atom->radius[i];
}

double FixWall::compute_vector(int n) {
  if (!is_summed)
    MPI_Allreduce(force_on_walls, total_force, 3, MPI_DOUBLE, MPI_SUM, world);
  is_summed = true;
  return total_force[n];
}

double FixWall::memory_usage() {
  return states.memory_usage() + masses.memory_usage() +
         (array_atom ? (double)atom->nmax * COLUMNS * sizeof(double) : 0.0);
}

// --------------------------------------------------------------------------- contacts of atoms

void FixWall::grow_arrays(int n) {
  states.grow(n);
  if (peratom_flag)
    memory->grow(array_atom, n, (int)COLUMNS, "wall/dcm:array_atom");
}

void FixWall::copy_arrays(int from, int to, int) {
  states.copy(from, to);
  if (array_atom)
    std::copy_n(array_atom[from], (int)COLUMNS, array_atom[to]);
}

void FixWall::set_arrays(int i) {
  states.clear(i);
  clear_rows(i, i + 1);
}

int FixWall::pack_exchange(int i, double *buffer) {
  int n = states.pack(i, buffer);
  if (array_atom) {
    std::copy_n(array_atom[i], (int)COLUMNS, buffer + n);
    n += COLUMNS;
  }
  return n;
}

int FixWall::unpack_exchange(int i, double *buffer) {
  int n = states.unpack(i, buffer, states.largest_packed_size());
  if (array_atom) {
    std::copy_n(buffer + n, (int)COLUMNS, array_atom[i]);
    n += COLUMNS;
  }
  return n;
}

// -------------------------------------------------------------------------------------- restart

// The host skips from one fix's numbers of an atom to the next by the count that stands first.
int FixWall::pack_restart(int i, double *buffer) {
  if (!keeps_states)
    return 0;
  const int n = 1 + states.pack(i, buffer + 1);
  buffer[0] = n;
  return n;
}

void FixWall::unpack_restart(int i, int nth) {
  if (!keeps_states)
    return;
  int count;
  const double *numbers = numbers_of_fix(atom, i, nth, count);
  if (!numbers || !states.unpack(i, numbers + 1, count - 1))
    error->one(FLERR, here() + "the restart file is damaged: the walls that atom " +
                          std::to_string(atom->tag[i]) + " touches cannot be read");
}

int FixWall::size_restart(int i) {
  return keeps_states ? 1 + states.packed_size(i) : 0;
}

int FixWall::maxsize_restart() {
  return keeps_states ? 1 + states.largest_packed_size() : 0;
}

namespace {

template <class T>
void append(std::vector<char> &bytes, const T *values, size_t count) {
  auto first = reinterpret_cast<const char *>(values);
  bytes.insert(bytes.end(), first, first + count * sizeof(T));
}

template <class T>
void take(const char *&bytes, T *values, size_t count) {
  memcpy(values, bytes, count * sizeof(T));
  bytes += count * sizeof(T);
}

/** What stands before the rest: the number of all bytes, and the lengths of the parts. */
struct Head {
  int size, version, width, slots;
  int law, walls; // characters
  int motion;     // numbers
};

int64_t size_by(const Head &head) {
  return sizeof head + (int64_t)head.law + (int64_t)head.walls +
         (int64_t)head.motion * sizeof(double);
}

/** The host hands the bytes of a file back without their number. So they begin with it, and what
 * the file says of lengths is not followed beyond the memory that the host took for them. */
bool is_whole(const char *bytes) {
#ifdef __GLIBC__
  const size_t there = malloc_usable_size(const_cast<char *>(bytes));
#else
  const size_t there = SIZE_MAX;
#endif
  Head head;
  if (there < sizeof head)
    return false;
  memcpy(&head, bytes, sizeof head);
  return head.law >= 0 && head.walls >= 0 && head.motion >= 0 && head.size == size_by(head) &&
         (size_t)head.size <= there;
}

} // namespace

/** What identifies the law and the walls, and how these move. The pair style may be another by now,
 * or none. */
void FixWall::write_restart(FILE *fp) {
  if (comm->me != 0)
    return;
  const std::vector<double> moving = motion();
  const std::string walls = whole_description();
  Head head = {0,
               history_version,
               width,
               states.slots(),
               (int)law_id.size(),
               (int)walls.size(),
               (int)moving.size()};
  head.size = (int)size_by(head);
  std::vector<char> bytes;
  append(bytes, &head, 1);
  append(bytes, law_id.data(), law_id.size());
  append(bytes, walls.data(), walls.size());
  append(bytes, moving.data(), moving.size());
  fwrite(&head.size, sizeof head.size, 1, fp);
  fwrite(bytes.data(), 1, bytes.size(), fp);
}

void FixWall::restart(char *buffer) {
  if (!is_whole(buffer))
    error->all(FLERR, here() + "the restart file is damaged, or was written by another version of "
                               "this plugin");
  const char *bytes = buffer;
  Head head;
  take(bytes, &head, 1);
  std::string id_then(head.law, ' '), walls_then(head.walls, ' ');
  take(bytes, &id_then[0], id_then.size());
  take(bytes, &walls_then[0], walls_then.size());
  const std::string words = id_then + walls_then;
  if (std::any_of(words.begin(), words.end(), [](unsigned char c) { return iscntrl(c); }))
    error->all(FLERR, here() + "the restart file is damaged");
  std::vector<double> moving(head.motion);
  take(bytes, moving.data(), moving.size());

  const std::string otherwise = "; give the fix another ID to let contacts begin anew";
  if (id_then != law_id || head.version != history_version || head.width != width)
    error->all(FLERR, here() + "the restart holds states of the law '" + id_then + "', version " +
                          std::to_string(head.version) +
                          " of its history, and the pair style has '" + law_id + "', version " +
                          std::to_string(history_version) + otherwise);
  if (walls_then != whole_description() || head.slots != states.slots())
    error->all(FLERR, here() + "the restart holds states of other walls than those of fix " + id +
                          ": then '" + walls_then + "', now '" + whole_description() + "'" +
                          otherwise);
  restore_motion(moving);
}

std::string FixWall::whole_description() const {
  return describe() + " of type " + std::to_string(wall_type);
}

std::string FixWall::text_of(double number) {
  char text[32];
  for (int digits = 6; digits <= 17; digits++) {
    snprintf(text, sizeof text, "%.*g", digits, number);
    if (strtod(text, nullptr) == number)
      break;
  }
  return text;
}

} // namespace DCM_NS
