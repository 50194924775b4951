// SPDX-License-Identifier: GPL-2.0-or-later
#include "particle_quantities.h"

#include "host_services.h"

#include "host_api.h"

#include "atom.h"
#include "force.h"
#include "input.h"
#include "modify.h"

#include <algorithm>
#include <cmath>
#include <cstring>

extern "C" {
#include "runtime/model.h"
}

using namespace LAMMPS_NS;

namespace DCM_NS {

ParticleQuantities::ParticleQuantities(LAMMPS *instance, const std::string &beginning)
    : Pointers(instance), here(beginning) {}

static bool is_summed_by(const dcm_law *law, const std::string &name) {
  const bool has_any = law && law->quantity_count > 0;
  const int32_t q = has_any ? dcm_model_find_quantity(law->model, name.c_str()) : -1;
  return q >= 0 && law->access[q] == DCM_SUM;
}

static bool is_heat(const std::string &name) {
  return name == "temperature" || name == "heatflow";
}

/** Sentence that says how atoms get the quantity. */
static std::string advice_for(const Atom *atom, const std::string &name) {
  const std::string words = has_temperatures(atom, NEWER) && is_heat(name)
                                ? "temperature heatflow ghost yes"
                                : "d_" + name;
  return (name == "charge" ? "use atoms with charges, as 'atom_style hybrid sphere charge' makes "
                             "them, or "
                           : "") +
         ("add 'fix ID all property/atom " + words + "' before this command");
}

/** The host's own array of a quantity; null if atoms have none. */
static double *property_of_host(Atom *atom, const std::string &name) {
  if (name != "charge" && !is_heat(name))
    return nullptr;
  return static_cast<double *>(atom->extract(name == "charge" ? "q" : name.c_str()));
}

/** Whether nobody sums to a quantity before the user. */
static bool sums_first(LAMMPS *lmp, const std::string &name, const ContactMaker *user) {
  for (const ContactMaker *other : contact_makers(lmp))
    if (is_summed_by(other->law_in_use(), name))
      return other == user;
  return true;
}

/** The index of a property of the user's; -1 if there is none of one number. */
static int property_of_user(Atom *atom, const std::string &name) {
  int is_double = 0, columns = 0;
  const int index = find_property(atom, name, is_double, columns);
  return is_double && !columns ? index : -1;
}

/** Whether a fix heat/flow clears the host's own flow of heat in each step. */
static bool is_cleared_by_host(Modify *modify, int custom) {
  return custom < 0 && !fixes_by_style(modify, "heat/flow").empty();
}

void ParticleQuantities::find(const ContactMaker *user) {
  const dcm_law *law = user->law_in_use();
  entries.clear();
  for (uint32_t q = 0; q < law->quantity_count; q++) {
    const dcm_quantity *quantity = dcm_model_quantity(law->model, q);
    Entry entry = {quantity->name, quantity->access, -1, false};
    if (entry.name != "mass" && entry.name != "id") {
      entry.custom = property_of_user(atom, entry.name);
      if (entry.custom < 0 && !property_of_host(atom, entry.name))
        stop(lmp,
             here + "the law '" + law->model->id + "' " +
                 (entry.access == DCM_READ  ? "reads"
                  : entry.access == DCM_SUM ? "sums"
                                            : "changes") +
                 " the quantity '" + entry.name + "' of each atom (" + quantity->description +
                 "), but the atoms do not have this quantity: " + advice_for(atom, entry.name) +
                 ", and give the values with 'set' or in the data file");
    }
    entry.is_first = entry.access == DCM_SUM && !is_cleared_by_host(modify, entry.custom) &&
                     sums_first(lmp, entry.name, user);
    entries.push_back(entry);
  }
  sums.assign(entries.size(), {});
  have.assign(entries.size(), nullptr);
  receive.assign(entries.size(), nullptr);
}

/** Where the values are now: the host moves them as atoms become more. */
double *ParticleQuantities::array(const Entry &entry) const {
  if (entry.name == "mass")
    return atom->rmass;
  if (entry.custom >= 0)
    return atom->dvector[entry.custom];
  return property_of_host(atom, entry.name);
}

double ParticleQuantities::value(uint32_t q, int i) const {
  return entries[q].name == "id" ? (double)atom->tag[i] : array(entries[q])[i];
}

// ------------------------------------------------------------------------------- communication

static bool is_sent(const std::string &name, uint32_t access) {
  return access != DCM_SUM && name != "mass" && name != "id";
}

int ParticleQuantities::forward_size(const dcm_model *model) {
  int size = 0;
  for (uint32_t q = 0; q < model->quantity_count; q++) {
    const dcm_quantity *quantity = dcm_model_quantity(model, q);
    size += is_sent(quantity->name, quantity->access);
  }
  return size;
}

int ParticleQuantities::reverse_size(const dcm_model *model) {
  int size = 0;
  for (uint32_t q = 0; q < model->quantity_count; q++)
    size += dcm_model_quantity(model, q)->access != DCM_READ;
  return size;
}

int ParticleQuantities::pack_forward(int n, const int *which, double *buffer) const {
  int m = 0;
  for (const Entry &e : entries)
    if (is_sent(e.name, e.access))
      for (int i = 0; i < n; i++)
        buffer[m++] = array(e)[which[i]];
  return m;
}

void ParticleQuantities::unpack_forward(int n, int first, const double *buffer) {
  int m = 0;
  for (const Entry &e : entries)
    if (is_sent(e.name, e.access))
      for (int i = 0; i < n; i++)
        array(e)[first + i] = buffer[m++];
}

int ParticleQuantities::pack_reverse(int n, int first, double *buffer) const {
  int m = 0;
  for (size_t q = 0; q < entries.size(); q++)
    for (int i = 0; i < n && entries[q].access != DCM_READ; i++)
      buffer[m++] = sums[q][first + i];
  return m;
}

void ParticleQuantities::unpack_reverse(int n, const int *which, const double *buffer) {
  int m = 0;
  for (size_t q = 0; q < entries.size(); q++)
    for (int i = 0; i < n && entries[q].access != DCM_READ; i++)
      sums[q][which[i]] += buffer[m++];
}

// ---------------------------------------------------------------------------------------- steps

void ParticleQuantities::begin() {
  const int all = atom->nlocal + atom->nghost;
  for (size_t q = 0; q < entries.size(); q++) {
    const Entry &e = entries[q];
    if (e.name == "id") {
      ids.assign(atom->tag, atom->tag + all);
      have[q] = ids.data();
    } else
      have[q] = array(e);
    if (e.access != DCM_READ)
      sums[q].assign(all, 0.0);
    receive[q] = sums[q].data();
    if (e.is_first)
      std::fill_n(array(e), all, 0.0);
  }
}

void ParticleQuantities::show(dcm_particles &particles) {
  particles.quantities = have.data();
  particles.sums = receive.data();
}

void ParticleQuantities::end() {
  for (size_t q = 0; q < entries.size(); q++)
    if (entries[q].access != DCM_READ) {
      double *values = array(entries[q]);
      for (int i = 0; i < atom->nlocal; i++)
        values[i] += sums[q][i];
    }
}

/** Whether a command read_data reads properties of its atoms, which stand in its file behind the
 * atoms. The host says that these atoms have come when it has read all. */
static bool reads_properties(const Input *input) {
  return std::any_of(input->arg, input->arg + input->narg,
                     [](const char *word) { return strcmp(word, "fix") == 0; });
}

void ParticleQuantities::clear(int i) {
  if (entries.empty() || reads_properties(input))
    return;
  for (const Entry &e : entries) {
    const int custom = property_of_user(atom, e.name);
    if (custom >= 0)
      atom->dvector[custom][i] = 0.0;
  }
}

// ----------------------------------------------------------------------------------------- heat

void HeatFlow::find(const std::string &here) {
  static const char name[] = "heatflow";
  custom = property_of_user(atom, name);
  if (!values())
    stop(lmp, here +
                  "'heat yes' adds to the quantity 'heatflow' of each atom, but the atoms do not "
                  "have this quantity: " +
                  advice_for(atom, name));
  is_ours = !is_cleared_by_host(modify, custom) && sums_first(lmp, name, nullptr);
}

double *HeatFlow::values() const {
  return custom >= 0 ? atom->dvector[custom] : property_of_host(atom, "heatflow");
}

void HeatFlow::begin() const {
  if (is_ours)
    std::fill_n(values(), atom->nlocal + atom->nghost, 0.0);
}

} // namespace DCM_NS
