// SPDX-License-Identifier: GPL-2.0-or-later
#include "pair_dcm.h"

#include "fix_history.h"
#include "law_source.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "error.h"
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

extern "C" {
#include "runtime/kinematics.h"
#include "runtime/model.h"
}

using namespace LAMMPS_NS;

namespace DCM_NS {

const int LARGEST_HISTORY = 64; // numbers of a contact

// What single() leaves in svector: docs/lammps/pair_dcm.md. The first ten are those of the host's
// own pair_style gran/hertz/history, so that outputs of an existing input keep their columns.
enum {
  FORCE_T = 0,
  SIZE_T = 3,
  VELOCITY_N = 4,
  VELOCITY_T = 7,
  FORCE_N = 10,
  OVERLAP = 11,
  TORQUE = 12,
  HISTORY = 15
};

PairDCM::PairDCM(LAMMPS *instance, const std::string &law_of_style)
    : Pair(instance), fixed_law(law_of_style), fix_history(nullptr), keeps_history(false),
      reaches(false), masses(instance), freeze_group_bit(0), dt(0.0) {
  single_enable = 1;
  no_virial_fdotr_compute = 1; // torques and walls make the sum over f.r incomplete
  // A tangential force makes the stress of a contact unsymmetric: nine numbers, not six.
  centroidstressflag = CENTROID_AVAIL;
  finitecutflag = 1;
  writedata = 1;
  comm_forward = 1;

  // The state of a contact changes by the parity of its fields when it passes from i to j, not, as
  // is the host's default, always its sign.
  nondefault_history_transfer = 1;

  if (domain->box_exist)
    add_dummy();
}

PairDCM::~PairDCM() {
  if (copymode)
    return;
  delete[] svector;
  if (!history_id.empty() && modify->find_fix(history_id) >= 0)
    modify->delete_fix(history_id);
  if (!dummy_id.empty() && modify->find_fix(dummy_id) >= 0)
    modify->delete_fix(dummy_id);
  if (allocated) {
    memory->destroy(setflag);
    memory->destroy(cutsq);
  }
  for (auto &parameter : adapted)
    memory->destroy(parameter.second.table);
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

/** Makes a law the one of this style. What was set for another law is forgotten. */
void PairDCM::use_law(const std::string &file, const std::string &id) {
  auto opened = std::unique_ptr<LawSource>(new LawSource(lmp, file));
  const dcm_model *model = opened->find(id);

  law.reset();
  batch.reset();
  batch_of_one.reset();
  given.reset(dcm_settings_create(model, std::max(1, atom->ntypes)));
  source = std::move(opened);
  if (!given)
    error->one(FLERR, std::string("dcm: out of memory"));
  drop_history_fix();
  for (auto &parameter : adapted)
    memory->destroy(parameter.second.table);
  adapted.clear();
  if (allocated)
    for (int i = 1; i <= atom->ntypes; i++)
      for (int j = 1; j <= atom->ntypes; j++)
        setflag[i][j] = 0;

  const int width = dcm_model_history_width(model);
  if (width > LARGEST_HISTORY)
    error->all(FLERR, "pair_style dcm: the law '" + id + "' has a history of " +
                          std::to_string(width) + " numbers, and there is room for " +
                          std::to_string(LARGEST_HISTORY));
  reaches = model->reach != nullptr;
  keeps_history = width > 0 || reaches;
  beyond_contact = reaches;
  name_history();
  single_extra = HISTORY + width;
  if (!columns_of_sub_styles_work() && force->pair && force->pair != this &&
      strcmp(force->pair_style, "hybrid") == 0)
    single_extra = 0;
  delete[] svector;
  svector = new double[HISTORY + width];
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

/** Makes up for a pair_style that stood before the box, when nobody knew the number of types. */
void PairDCM::settle() {
  if (dummy_id.empty()) {
    add_dummy();
    name_history();
  }
  if (dcm_settings_material_count(given.get()) == (uint32_t)atom->ntypes)
    return;
  const dcm_model *model = dcm_settings_model(given.get());
  std::unique_ptr<dcm_settings, SettingsDeleter> before = std::move(given);
  given.reset(dcm_settings_create(model, std::max(1, atom->ntypes)));
  if (!given)
    error->one(FLERR, std::string("dcm: out of memory"));
  for (uint32_t o = 0; o < model->option_count; o++) {
    const dcm_option *option = dcm_model_option(model, o);
    dcm_error reason;
    dcm_settings_choose(given.get(), option->name,
                        option->choices[dcm_settings_choice(before.get(), o)], &reason);
  }
}

/** Restarts find a history by the ID of its fix. This one tells the law and what its numbers mean,
 * so that those of another are never misread, and counts only the styles of the same law that are
 * there: a run that reads the restart comes to the same name, whatever other styles were used
 * before. (The host's own styles are counted as they are made, and lose their histories thereby.)
 */
void PairDCM::name_history() {
  if (dummy_id.empty())
    return;
  const dcm_model *model = dcm_settings_model(given.get());
  std::string law_id = model->id;
  std::replace(law_id.begin(), law_id.end(), '-', '_');
  const std::string beginning = "NEIGH_HISTORY_DCM_" + law_id + "_v" +
                                std::to_string(model->history_version) + "_w" +
                                std::to_string(dcm_model_history_width(model)) + "_";
  // A style that has no history yet keeps its number by the name of its dummy.
  int number = 0;
  std::string taken;
  do {
    history_id = beginning + std::to_string(number++);
    taken = "DCM_DUMMY_" + history_id;
  } while (modify->find_fix(history_id) >= 0 ||
           (taken != dummy_id && modify->find_fix(taken) >= 0));
  if (taken != dummy_id)
    modify->replace_fix(dummy_id.c_str(), taken + " all DUMMY", 0);
  dummy_id = taken;
}

void PairDCM::settings(int narg, char **arg) {
  int next = 0;
  std::string id = fixed_law;
  if (id.empty()) {
    if (narg == 0)
      error->all(
          FLERR,
          std::string("pair_style dcm needs the name of a contact law: pair_style dcm <law>"));
    id = arg[next++];
  }
  std::string file;
  if (next < narg && strcmp(arg[next], "library") == 0 && fixed_law.empty()) {
    if (next + 1 == narg)
      error->all(FLERR,
                 std::string("pair_style dcm: the keyword 'library' needs the path of a file"));
    file = arg[next + 1];
    next += 2;
  }
  if (!given || id != dcm_settings_model(given.get())->id || file != source->file())
    use_law(file, id);

  for (; next < narg; next += 2) {
    if (next + 1 == narg)
      error->all(FLERR, std::string("pair_style dcm: the option '") + arg[next] +
                            "' needs a word after it");
    dcm_error reason;
    if (dcm_settings_choose(given.get(), arg[next], arg[next + 1], &reason))
      error->all(FLERR, std::string("pair_style dcm: ") + reason.text);
  }
}

void PairDCM::coeff(int narg, char **arg) {
  if (narg < 2)
    error->all(FLERR, std::string("pair_coeff needs two atom types or ranges of them"));
  settle();
  if (!allocated)
    allocate();
  int ilo, ihi, jlo, jhi;
  utils::bounds(FLERR, arg[0], 1, atom->ntypes, ilo, ihi, error);
  utils::bounds(FLERR, arg[1], 1, atom->ntypes, jlo, jhi, error);

  const std::string where = std::string("pair_coeff ") + arg[0] + " " + arg[1] + ": ";
  const dcm_range i = {(uint32_t)ilo, (uint32_t)ihi};
  const dcm_range j = {(uint32_t)jlo, (uint32_t)jhi};
  for (int next = 2; next < narg; next += 2) {
    dcm_error reason;
    // The last word alone: let an unknown keyword be called that before its value is missed.
    const bool alone = next + 1 == narg;
    if (alone && dcm_model_find_parameter(dcm_settings_model(given.get()), arg[next]) >= 0)
      error->all(FLERR, where + "the keyword '" + arg[next] + "' needs a number after it");
    if (dcm_settings_set(given.get(), i, j, arg[next], alone ? "" : arg[next + 1], &reason))
      error->all(FLERR, where + reason.text);
  }
  for (int a = ilo; a <= ihi; a++)
    for (int b = jlo; b <= jhi; b++)
      setflag[std::min(a, b)][std::max(a, b)] = 1;
  law.reset();
}

// --------------------------------------------------------------------------------------- init

void PairDCM::init_style() {
  if (!atom->radius_flag || !atom->rmass_flag || !atom->omega_flag || !atom->torque_flag)
    error->all(
        FLERR,
        std::string(
            "pair_style dcm needs atoms with a radius, a mass of their own, a spin and a torque: "
            "use 'atom_style sphere', or hybrid with it"));
  if (comm->ghost_velocity == 0)
    error->all(
        FLERR,
        std::string(
            "pair_style dcm needs the velocities of ghost atoms: add 'comm_modify vel yes'"));

  if (update->whichflag == 2)
    error->all(FLERR,
               std::string("pair_style dcm: contacts that slide and dissipate have no energy "
                           "to be minimised: let the grains come to rest in a run, with "
                           "'fix viscous' or a low restitution"));
  if (strncmp(update->integrate_style, "respa", 5) == 0)
    error->all(FLERR, std::string("pair_style dcm: run_style respa has several time steps, and the "
                                  "state of a contact advances by one: use 'run_style verlet'"));

  if (keeps_history && force->newton_pair && comm->style != 0)
    error->all(FLERR, std::string("pair_style dcm: comm_style tiled cannot hand over the state of "
                                  "contacts with newton on: use 'newton off'"));

  dt = update->dt;
  make_law();
  if (!batch) {
    batch.reset(dcm_batch_create(law->history_width, DCM_BATCH_CAPACITY, 0));
    batch_of_one.reset(dcm_batch_create(law->history_width, 1, 0));
    if (!batch || !batch_of_one)
      error->one(FLERR, std::string("dcm: out of memory"));
    contacts.resize(DCM_BATCH_CAPACITY);
  }

  request_neighbours(neighbor, this, keeps_history, instance_me);
  if (keeps_history)
    make_history_fix();

  const auto freezes = fixes_by_style(modify, "freeze");
  if (freezes.size() > 1)
    error->all(FLERR, std::string("pair_style dcm: only one fix freeze at a time"));
  freeze_group_bit = freezes.empty() ? 0 : freezes.front()->groupbit;

  masses.find("pair_style dcm");
  collect_radii();
}

/** Makes the law from what was given. Which pairs of types come here, the host says in init_one. */
void PairDCM::make_law() {
  const int n = atom->ntypes;
  dcm_error reason;
  std::string missing;
  bool any = false;
  for (int i = 1; i <= n; i++)
    for (int j = i; j <= n; j++) {
      const bool complete = dcm_settings_check_pair(given.get(), i, j, &reason) == DCM_OK;
      dcm_settings_use_pair(given.get(), i, j, complete);
      any = any || complete;
      if (!complete && missing.empty())
        missing = reason.text;
    }
  if (!any)
    error->all(FLERR, "pair_style dcm: " + missing);
  law.reset(dcm_law_create(given.get(), LawSource::log, lmp, &reason));
  if (!law)
    error->all(FLERR, std::string("pair_style dcm: ") + reason.text);
  for (auto &parameter : adapted)
    show(parameter.first, parameter.second);
}

void PairDCM::make_history_fix() {
  if (!fix_history) {
    // A law that reaches but has no state still needs to know which contacts have begun.
    fix_history =
        FixHistory::replace(lmp, dummy_id, history_id, std::max(1, (int)law->history_width));
    if (modify->nfix_restart_peratom > 0 && !fix_history->restart_reset && comm->me == 0)
      error->warning(FLERR, std::string("dcm: the restart file holds no state of contacts for the "
                                        "law '") +
                                law->model->id + "': all contacts begin anew");
  }
  fix_history->pair = this;
}

void PairDCM::drop_history_fix() {
  if (fix_history)
    modify->replace_fix(history_id.c_str(), dummy_id + " all DUMMY", 0);
  fix_history = nullptr;
}

/** Largest radius of each type, of atoms that are there and of those that fixes will insert. */
void PairDCM::collect_radii() {
  const int n = atom->ntypes;
  largest_free.assign(n + 1, 0.0);
  largest_frozen.assign(n + 1, 0.0);
  for (const char *style : {"pour", "deposit"})
    for (auto fix : fixes_by_style(modify, style))
      for (int type = 1; type <= n; type++) {
        int asked = type;
        auto radius = static_cast<double *>(fix->extract("radius", asked));
        if (radius)
          largest_free[type] = std::max(largest_free[type], *radius);
      }
  for (int i = 0; i < atom->nlocal; i++) {
    auto &largest = is_frozen(i) ? largest_frozen : largest_free;
    largest[atom->type[i]] = std::max(largest[atom->type[i]], atom->radius[i]);
  }
  MPI_Allreduce(MPI_IN_PLACE, largest_free.data(), n + 1, MPI_DOUBLE, MPI_MAX, world);
  MPI_Allreduce(MPI_IN_PLACE, largest_frozen.data(), n + 1, MPI_DOUBLE, MPI_MAX, world);
}

/** Grains may grow, and others may come, between two lists: cut-offs stem from the radii at the
 * start of a run, and contacts beyond them would be missed. All ranks call this together. */
void PairDCM::check_radii() const {
  double excess[2] = {0.0, 0.0}; // how much larger, and of which type
  for (int i = 0; i < atom->nlocal; i++) {
    const int type = atom->type[i];
    const double larger =
        atom->radius[i] - std::max(largest_free[type], is_frozen(i) ? largest_frozen[type] : 0.0);
    if (larger > excess[0]) {
      excess[0] = larger;
      excess[1] = type;
    }
  }
  struct {
    double value;
    int rank;
  } largest = {excess[0], comm->me};
  MPI_Allreduce(MPI_IN_PLACE, &largest, 1, MPI_DOUBLE_INT, MPI_MAXLOC, world);
  // A pair that a list left out is apart by the skin at least.
  if (2.0 * largest.value <= neighbor->skin)
    return;
  MPI_Bcast(excess, 2, MPI_DOUBLE, largest.rank, world);
  char text[512];
  snprintf(text, sizeof text,
           "pair_style dcm: the radius of a grain of type %d is larger by %g than any of that type "
           "at the start of this run, for which neighbours were set up: contacts would be missed. "
           "Run in shorter pieces ('run N every M NULL') or with a larger neighbor skin",
           (int)excess[1], excess[0]);
  error->all(FLERR, std::string(text));
}

/** The largest distance at which atoms of two types can be in contact; frozen atoms never meet. */
double PairDCM::init_one(int i, int j) {
  take_adapted();
  dcm_error reason;
  if (dcm_settings_check_pair(given.get(), i, j, &reason))
    error->all(FLERR, std::string("pair_style dcm: ") + reason.text);

  double cut = 0.0;
  const auto consider = [&](double ri, double rj) {
    if (ri + rj == 0.0)
      return;
    const double reach =
        ri > 0.0 && rj > 0.0
            ? dcm_law_reach(law.get(), dcm_law_pair(law.get(), i, j), dcm_effective_radius(ri, rj))
            : 0.0;
    if (reach > neighbor->skin) {
      char text[256];
      snprintf(
          text, sizeof text,
          "pair_style dcm: contacts of types %d and %d persist up to %g beyond touching, and the "
          "neighbor skin is %g: it must not be smaller",
          i, j, reach, neighbor->skin);
      error->all(FLERR, std::string(text));
    }
    cut = std::max(cut, ri + rj + reach);
  };
  consider(largest_free[i], largest_free[j]);
  consider(largest_free[i], largest_frozen[j]);
  consider(largest_frozen[i], largest_free[j]);
  return cut;
}

void PairDCM::reset_dt() {
  dt = update->dt;
}

/** What fix adapt changes: a table [i][j] of any parameter of the law, by its keyword. */
void *PairDCM::extract(const char *name, int &dim) {
  if (!given)
    return nullptr;
  const int index = dcm_model_find_parameter(dcm_settings_model(given.get()), name);
  if (index < 0)
    return nullptr;
  Adapted &seen = adapted[index];
  if (!seen.table) {
    const int n = atom->ntypes + 1;
    memory->create(seen.table, n, n, "pair:adapted");
    seen.known.assign(n * n, 0.0);
  }
  show(index, seen);
  dim = 2;
  return seen.table;
}

void PairDCM::show(uint32_t parameter, Adapted &seen) const {
  const int n = atom->ntypes + 1;
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++) {
      dcm_error reason;
      double value;
      if (dcm_settings_value(given.get(), parameter, i, j, &value, &reason))
        value = 0.0;
      seen.table[i][j] = seen.known[i * n + j] = value;
    }
}

/** Takes over what was written into the tables that extract gave away. The host then calls
 * init_one, of sub-styles too. It writes the entries with i <= j. */
void PairDCM::take_adapted() {
  const int n = atom->ntypes + 1;
  bool changed = false;
  for (const auto &parameter : adapted) {
    const Adapted &seen = parameter.second;
    const char *name = dcm_model_parameter(dcm_settings_model(given.get()), parameter.first)->name;
    for (int i = 1; i < n; i++)
      for (int j = i; j < n; j++) {
        if (seen.table[i][j] == seen.known[i * n + j])
          continue;
        const dcm_range ri = {(uint32_t)i, (uint32_t)i}, rj = {(uint32_t)j, (uint32_t)j};
        char text[64];
        snprintf(text, sizeof text, "%.17g", seen.table[i][j]);
        dcm_error reason;
        if (dcm_settings_set(given.get(), ri, rj, name, text, &reason))
          error->all(FLERR, std::string("pair_style dcm: ") + reason.text);
        changed = true;
      }
  }
  if (changed)
    make_law();
}

// ------------------------------------------------------------------------------------- compute

bool PairDCM::is_frozen(int i) const {
  return atom->mask[i] & freeze_group_bit;
}

/** Whether a pair is in contact: it touches, or it has touched and is still within reach. */
bool PairDCM::in_contact(int i, int j, double rsq, bool persists) const {
  const double ri = atom->radius[i], rj = atom->radius[j];
  double limit = ri + rj;
  if (persists)
    limit += dcm_law_reach(law.get(), dcm_law_pair(law.get(), atom->type[i], atom->type[j]),
                           dcm_effective_radius(ri, rj));
  return rsq < limit * limit;
}

/** Fills entry k of a batch but for the history: i is side 1, j side 2. */
void PairDCM::load(dcm_batch *b, uint32_t k, int i, int j) const {
  const double *const xi = atom->x[i], *const xj = atom->x[j];
  const double *const vi = atom->v[i], *const vj = atom->v[j];
  for (int c = 0; c < 3; c++) {
    b->separation[c][k] = xj[c] - xi[c];
    b->relative_velocity[c][k] = vj[c] - vi[c];
    b->angular_velocity_1[c][k] = atom->omega[i][c];
    b->angular_velocity_2[c][k] = atom->omega[j][c];
  }
  b->radius_1[k] = atom->radius[i];
  b->radius_2[k] = atom->radius[j];
  b->effective_mass[k] = dcm_effective_mass(masses.of(i), is_frozen(i), masses.of(j), is_frozen(j));
  b->pair[k] = dcm_law_pair(law.get(), atom->type[i], atom->type[j]);
}

void PairDCM::compute(int eflag, int vflag) {
  ev_init(eflag, vflag);
  if (neighbor->ago == 0)
    check_radii();
  if (masses.any() && neighbor->ago == 0) {
    masses.collect();
    forward_comm(comm, this);
  }

  double **x = atom->x;
  const int width = law->history_width;
  const int stride = std::max(1, width);
  const bool advance = !update->setupflag;

  batch->count = 0;
  for (int ii = 0; ii < list->inum; ii++) {
    const int i = list->ilist[ii];
    const int *neighbours = list->firstneigh[i];
    int *touch = keeps_history ? fix_history->firstflag[i] : nullptr;
    double *histories = keeps_history ? fix_history->firstvalue[i] : nullptr;

    for (int jj = 0; jj < list->numneigh[i]; jj++) {
      const double factor = force->special_lj[sbmask(neighbours[jj])];
      if (factor == 0.0)
        continue;
      const int j = neighbours[jj] & NEIGHMASK;
      const double dx = x[i][0] - x[j][0];
      const double dy = x[i][1] - x[j][1];
      const double dz = x[i][2] - x[j][2];
      const double rsq = dx * dx + dy * dy + dz * dz;

      const bool began = touch && touch[jj];
      Contact c = {i, j, factor, histories ? &histories[stride * jj] : nullptr};
      if (!in_contact(i, j, rsq, reaches && began)) {
        if (began)
          end(c);
        if (touch)
          touch[jj] = 0;
        continue;
      }
      const uint32_t k = batch->count++;
      contacts[k] = c;
      load(batch.get(), k, i, j);
      if (began)
        for (int h = 0; h < width; h++)
          batch->history[h][k] = c.history[h];
      else
        begin(k);
      if (touch)
        touch[jj] = 1;
      if (batch->count == batch->capacity)
        flush(advance);
    }
  }
  flush(advance);
}

/** The state of a contact that was not there before. */
void PairDCM::begin(uint32_t k) {
  double *fields[LARGEST_HISTORY];
  for (uint32_t h = 0; h < law->history_width; h++)
    fields[h] = &batch->history[h][k];
  dcm_law_history_begin(law.get(), 1, fields);
}

/** Tells the law that a contact is over; only laws with a say in the matter are asked. */
void PairDCM::end(const Contact &c) {
  if (!law->model->history)
    return;
  double *fields[LARGEST_HISTORY];
  for (uint32_t h = 0; h < law->history_width; h++)
    fields[h] = &c.history[h];
  dcm_law_history_end(law.get(), 1, fields);
}

/** Evaluates the batch and adds its forces and torques, in the order of the neighbour list. */
void PairDCM::flush(bool advance) {
  dcm_batch *b = batch.get();
  if (b->count == 0)
    return;
  dcm_batch_evaluate(b, law.get(), DCM_SIDE_PARTICLE, advance ? dt : 0.0);

  double **f = atom->f;
  double **torque = atom->torque;
  const int nlocal = atom->nlocal;
  const int newton_pair = force->newton_pair;
  for (uint32_t k = 0; k < b->count; k++) {
    const Contact &c = contacts[k];
    const double fx = c.factor * b->force[0][k];
    const double fy = c.factor * b->force[1][k];
    const double fz = c.factor * b->force[2][k];
    f[c.i][0] += fx;
    f[c.i][1] += fy;
    f[c.i][2] += fz;
    for (int d = 0; d < 3; d++)
      torque[c.i][d] += c.factor * b->torque_1[d][k];
    if (newton_pair || c.j < nlocal) {
      f[c.j][0] -= fx;
      f[c.j][1] -= fy;
      f[c.j][2] -= fz;
      for (int d = 0; d < 3; d++)
        torque[c.j][d] += c.factor * b->torque_2[d][k];
    }
    if (evflag)
      ev_tally_xyz(c.i, c.j, nlocal, newton_pair, 0.0, 0.0, fx, fy, fz, -b->separation[0][k],
                   -b->separation[1][k], -b->separation[2][k]);
    if (cvflag_atom)
      tally_centroid(c, k);
    if (c.history)
      for (uint32_t h = 0; h < law->history_width; h++)
        c.history[h] = (advance ? b->new_history : b->history)[h][k];
  }
  b->count = 0;
}

/** Half of the virial r f of a contact to each of its atoms, in the host's order xx yy zz xy xz yz
 * yx zx zy, r from the middle between the two. */
void PairDCM::tally_centroid(const Contact &c, uint32_t k) {
  static const int first[9] = {0, 1, 2, 0, 0, 1, 1, 2, 2};
  static const int second[9] = {0, 1, 2, 1, 2, 2, 0, 0, 1};
  for (int v = 0; v < 9; v++) {
    const double half =
        -0.5 * batch->separation[first[v]][k] * c.factor * batch->force[second[v]][k];
    if (force->newton_pair || c.i < atom->nlocal)
      cvatom[c.i][v] += half;
    if (force->newton_pair || c.j < atom->nlocal)
      cvatom[c.j][v] += half;
  }
}

// -------------------------------------------------------------------------------------- single

/** State of the contact i, j in the host's lists, as seen from the atom that the list belongs to.
 */
const double *PairDCM::find_history(int i, int j, bool &touching) const {
  touching = false;
  // Lists of sub-styles skip atoms of other types, but single() is asked for their own only.
  const int owners = neighbor->includegroup ? atom->nfirst : atom->nlocal;
  if (!keeps_history || !fix_history || !list || i >= owners || !fix_history->firstflag)
    return nullptr;
  const int *neighbours = list->firstneigh[i];
  const int stride = std::max(1, (int)law->history_width);
  for (int jj = 0; jj < list->numneigh[i]; jj++)
    if ((neighbours[jj] & NEIGHMASK) == j) {
      touching = fix_history->firstflag[i][jj];
      return touching ? &fix_history->firstvalue[i][stride * jj] : nullptr;
    }
  return nullptr;
}

/** Forces of one contact at the present positions and velocities. Changes nothing but svector. */
double PairDCM::single(int i, int j, int, int, double rsq, double, double factor_lj,
                       double &fforce) {
  std::fill_n(svector, HISTORY + dcm_model_history_width(dcm_settings_model(given.get())), 0.0);
  fforce = 0.0;
  if (!law)
    return 0.0;

  bool touching, swapped = false;
  const double *history = find_history(i, j, touching);
  if (!touching) {
    history = find_history(j, i, touching);
    swapped = touching;
  }
  if (!in_contact(i, j, rsq, reaches && touching))
    return 0.0;

  dcm_batch *b = batch_of_one.get();
  b->count = 1;
  load(b, 0, i, j);
  if (touching) {
    for (uint32_t h = 0; h < law->history_width; h++)
      b->history[h][0] = history[h];
    if (swapped)
      dcm_law_history_swap(law.get(), 1, b->history);
  } else
    dcm_law_history_begin(law.get(), 1, b->history);
  dcm_batch_evaluate(b, law.get(), DCM_SIDE_PARTICLE, 0.0);

  for (int d = 0; d < 3; d++) {
    svector[FORCE_T + d] = factor_lj * b->tangential_force[d][0];
    svector[SIZE_T] += svector[FORCE_T + d] * svector[FORCE_T + d];
    svector[VELOCITY_N + d] = -b->normal_velocity[0] * b->normal[d][0];
    svector[VELOCITY_T + d] = -b->tangential_velocity[d][0];
    svector[TORQUE + d] = factor_lj * b->torque_1[d][0];
  }
  svector[SIZE_T] = sqrt(svector[SIZE_T]);
  svector[FORCE_N] = factor_lj * b->normal_force[0];
  svector[OVERLAP] = b->overlap[0];
  for (uint32_t h = 0; h < law->history_width; h++)
    svector[HISTORY + h] = b->history[h][0];

  // The host multiplies by the vector from j to i, of length r.
  fforce = rsq > 0.0 ? svector[FORCE_N] / sqrt(rsq) : 0.0;
  return 0.0;
}

// ------------------------------------------------------------------------------------- history

void PairDCM::transfer_history(double *from, double *to DCM_TRANSFER_HISTORY_TYPES) {
  double *fields[LARGEST_HISTORY];
  for (uint32_t h = 0; h < law->history_width; h++) {
    to[h] = from[h];
    fields[h] = &to[h];
  }
  dcm_law_history_swap(law.get(), 1, fields);
}

int PairDCM::pack_forward_comm(int n, int *which, double *buffer, int, int *) {
  for (int i = 0; i < n; i++)
    buffer[i] = masses.of_bodies()[which[i]];
  return n;
}

void PairDCM::unpack_forward_comm(int n, int first, double *buffer) {
  for (int i = 0; i < n; i++)
    masses.of_bodies()[first + i] = buffer[i];
}

double PairDCM::memory_usage() {
  return masses.memory_usage() + contacts.size() * sizeof(Contact);
}

// ------------------------------------------------------------------------------------- restart

void PairDCM::write_string(FILE *fp, const std::string &s) const {
  const int n = s.size();
  fwrite(&n, sizeof n, 1, fp);
  fwrite(s.data(), 1, n, fp);
}

int PairDCM::read_int(FILE *fp) {
  int n = 0;
  if (comm->me == 0)
    utils::sfread(FLERR, &n, sizeof n, 1, fp, nullptr, error);
  MPI_Bcast(&n, 1, MPI_INT, 0, world);
  return n;
}

double PairDCM::read_double(FILE *fp) {
  double d = 0.0;
  if (comm->me == 0)
    utils::sfread(FLERR, &d, sizeof d, 1, fp, nullptr, error);
  MPI_Bcast(&d, 1, MPI_DOUBLE, 0, world);
  return d;
}

std::string PairDCM::read_string(FILE *fp) {
  const int n = read_int(fp);
  if (n < 0 || n > 65536)
    error->all(FLERR, std::string("pair_style dcm: the restart file is damaged, or was written by "
                                  "another version of this plugin"));
  std::string s(n, ' ');
  if (n && comm->me == 0)
    utils::sfread(FLERR, &s[0], 1, n, fp, nullptr, error);
  if (n)
    MPI_Bcast(&s[0], n, MPI_CHAR, 0, world);
  return s;
}

void PairDCM::write_restart_settings(FILE *fp) {
  const dcm_model *model = dcm_settings_model(given.get());
  write_string(fp, source->file());
  write_string(fp, model->id);
  const int version = model->history_version;
  const int width = dcm_model_history_width(model);
  fwrite(&version, sizeof version, 1, fp);
  fwrite(&width, sizeof width, 1, fp);
  const int options = model->option_count;
  fwrite(&options, sizeof options, 1, fp);
  for (int o = 0; o < options; o++) {
    const dcm_option *option = dcm_model_option(model, o);
    write_string(fp, option->name);
    write_string(fp, option->choices[dcm_settings_choice(given.get(), o)]);
  }
}

void PairDCM::read_restart_settings(FILE *fp) {
  const std::string file = read_string(fp);
  const std::string id = read_string(fp);
  use_law(file, id);
  const dcm_model *model = dcm_settings_model(given.get());
  const int version = read_int(fp);
  const int width = read_int(fp);
  const int own_width = dcm_model_history_width(model);
  if (version != (int)model->history_version || width != own_width)
    error->all(FLERR, "the restart holds contacts of the law '" + id + "' in version " +
                          std::to_string(version) + " of its history, of " + std::to_string(width) +
                          " numbers, and this plugin has version " +
                          std::to_string(model->history_version) + ", of " +
                          std::to_string(own_width) +
                          " numbers: read it with the plugin that wrote it");
  const int options = read_int(fp);
  for (int o = 0; o < options; o++) {
    const std::string name = read_string(fp);
    const std::string word = read_string(fp);
    dcm_error reason;
    if (dcm_settings_choose(given.get(), name.c_str(), word.c_str(), &reason))
      error->all(FLERR, std::string("cannot use the restart: ") + reason.text);
  }
}

void PairDCM::write_restart(FILE *fp) {
  write_restart_settings(fp);
  const dcm_model *model = dcm_settings_model(given.get());
  for (int i = 1; i <= atom->ntypes; i++)
    for (int j = i; j <= atom->ntypes; j++) {
      fwrite(&setflag[i][j], sizeof(int), 1, fp);
      for (uint32_t p = 0; p < model->parameter_count; p++) {
        double value;
        const int is_given = dcm_settings_given(given.get(), p, i, j, &value);
        write_string(fp, is_given ? dcm_model_parameter(model, p)->name : "");
        if (is_given)
          fwrite(&value, sizeof value, 1, fp);
      }
      write_string(fp, "end");
    }
}

void PairDCM::read_restart(FILE *fp) {
  read_restart_settings(fp);
  if (!allocated)
    allocate();
  for (uint32_t i = 1; i <= (uint32_t)atom->ntypes; i++)
    for (uint32_t j = i; j <= (uint32_t)atom->ntypes; j++) {
      setflag[i][j] = read_int(fp);
      for (std::string name = read_string(fp); name != "end"; name = read_string(fp)) {
        if (name.empty())
          continue;
        char text[64];
        snprintf(text, sizeof text, "%.17g", read_double(fp));
        dcm_error reason;
        if (dcm_settings_set(given.get(), {i, i}, {j, j}, name.c_str(), text, &reason))
          error->all(FLERR, std::string("cannot use the restart: ") + reason.text);
      }
    }
}

// ---------------------------------------------------------------------------------- data file

/** The keywords of pair_coeff that were given for a pair of types. */
void PairDCM::write_coefficients(FILE *fp, int i, int j) const {
  const dcm_model *model = dcm_settings_model(given.get());
  for (uint32_t p = 0; p < model->parameter_count; p++) {
    double value;
    if (dcm_settings_given(given.get(), p, i, j, &value))
      fprintf(fp, " %s %.17g", dcm_model_parameter(model, p)->name, value);
  }
  fputs("\n", fp);
}

void PairDCM::write_data(FILE *fp) {
  for (int i = 1; i <= atom->ntypes; i++) {
    fprintf(fp, "%d", i);
    write_coefficients(fp, i, i);
  }
}

void PairDCM::write_data_all(FILE *fp) {
  for (int i = 1; i <= atom->ntypes; i++)
    for (int j = i; j <= atom->ntypes; j++) {
      fprintf(fp, "%d %d", i, j);
      write_coefficients(fp, i, j);
    }
}

} // namespace DCM_NS
