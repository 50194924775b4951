// SPDX-License-Identifier: GPL-2.0-or-later
#include "energy_ledger.h"

#include "host_private.h"
#include "law_settings.h"

#include "atom.h"
#include "comm.h"

#include <cmath>

extern "C" {
#include "ledger/booking.h"
#include "ledger/work.h"
}

using namespace LAMMPS_NS;

namespace DCM_NS {

// The terms of a ledger, and the work of walls.
static const int NUMBERS = DCM_LEDGER + 1;

EnergyLedger::EnergyLedger(LAMMPS *instance) : Pointers(instance) {}

EnergyLedger::~EnergyLedger() {}

void EnergyLedger::begin_run() {
  FixPropertyGlobal *found = find_property(lmp, ENERGIES_PROPERTY);
  if (!found) {
    property = nullptr;
    accounts.clear();
    return;
  }
  if (!found->vector_flag || (found->size_vector != NUMBERS && found->size_vector != 2 * NUMBERS))
    host_of(lmp).stop(
        std::string("dcm: fix ") + found->id + " property/global " + ENERGIES_PROPERTY +
        " must be a vector of " + std::to_string(NUMBERS) +
        " numbers, for the energies of all contacts, or of " + std::to_string(2 * NUMBERS) +
        ", for those of pairs and then those of walls: write 'vector', and behind it zeros");
  const double *values = found->get_values();
  const std::vector<double> now(values, values + found->size_vector);
  if (!property || now != shown) { // else the run goes on
    accounts.clear();
    gone.assign(NUMBERS, 0.0);
    given = now;
    grow(atom->nmax);
    note_motion();
  }
  property = found;
  property->global_freq = 1; // the host divides by it where output reads the fix
}

EnergyAccount *EnergyLedger::listen(const Fix *wall, dcm_law *law) {
  if (!is_on())
    return nullptr;
  dcm_law_keep_for_energies(law);
  const std::string name = law->model->id;
  if ((law->foresight & DCM_REPORTS_NO_ENERGIES) && !silent[name]) {
    silent[name] = true;
    if (comm->me == 0)
      host_of(lmp).warn(std::string("dcm: fix ") + property->id + ": the law '" + name +
                        "' reports no energies: what its contacts store and dissipate is missing");
  }
  return &accounts.emplace(wall, EnergyAccount(wall ? wall->id : "pairs")).first->second;
}

void EnergyLedger::forget(const Fix *wall) {
  const auto known = accounts.find(wall);
  if (known == accounts.end())
    return;
  for (int e = DCM_ENERGIES_STORED; e < DCM_LEDGER; e++)
    gone[e] += known->second.so_far(e);
  gone[DCM_LEDGER] += known->second.supplied.value();
  accounts.erase(known);
}

// ------------------------------------------------------------------------------------- motion

void EnergyLedger::note_motion() {
  const double *const now[2] = {atom->nlocal ? atom->v[0] : nullptr,
                                atom->nlocal ? atom->omega[0] : nullptr};
  for (int kind = 0; kind < 2 && atom->nlocal; kind++)
    std::copy_n(now[kind], 3 * (size_t)atom->nlocal, kicks.then.of[kind].data());
}

void EnergyLedger::begin_look() {
  for (auto &account : accounts)
    account.second.begin();
}

void EnergyLedger::begin_step() {
  begin_look();
  if (atom->nlocal == 0)
    return;
  const double *const now[2] = {atom->v[0], atom->omega[0]};
  kicks.foresee(now, 1.0, 0, atom->nlocal);
}

/** The numbers of the property since the ledger began. */
std::vector<double> EnergyLedger::sums_of_ranks() {
  std::vector<double> sums(given.size(), 0.0);
  for (const auto &known : accounts) {
    const EnergyAccount &account = known.second;
    double *const of = &sums[known.first && (int)given.size() > NUMBERS ? NUMBERS : 0];
    for (int e = 0; e < DCM_LEDGER; e++)
      of[e] += account.so_far(e);
    of[DCM_LEDGER] += account.supplied.value();
  }
  for (int n = 0; n < NUMBERS; n++)
    sums[sums.size() - NUMBERS + n] += gone[n];
  ranks_of(lmp).sum(sums.data(), (int)sums.size());
  return sums;
}

void EnergyLedger::end_step(double dt) {
  for (auto &account : accounts)
    account.second.end(dt);
  shown = sums_of_ranks();
  for (size_t n = 0; n < shown.size(); n++)
    if ((int)n % NUMBERS >= DCM_ENERGIES_STORED)
      shown[n] += given[n];
  std::copy(shown.begin(), shown.end(), values_of(*property));
  note_motion();
}

// -------------------------------------------------------------------------------------- atoms

void EnergyLedger::grow(int atoms) {
  kicks.resize(atoms);
}

void EnergyLedger::copy(int from, int to) {
  kicks.copy(from, to);
}

/** The atom was not there at the step before: dcm_foresee. */
void EnergyLedger::set_new(int i) {
  kicks.set_new(i);
}

int EnergyLedger::pack_exchange(int i, double *buffer) const {
  return (int)(kicks.write(i, buffer) - buffer);
}

int EnergyLedger::unpack_exchange(int i, const double *buffer) {
  return (int)(kicks.read(i, buffer) - buffer);
}

int EnergyLedger::pack_coming(int i, double *buffer) {
  return (int)(kicks.write_coming(i, buffer) - buffer);
}

int EnergyLedger::unpack_coming(int i, const double *buffer) {
  return (int)(kicks.read_coming(i, buffer) - buffer);
}

} // namespace DCM_NS
