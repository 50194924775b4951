// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * compute dcm/contact/local: numbers of each contact, by their names.
 * docs/lammps/compute_dcm_contact_local.md is its manual page. */
#include "contact_columns.h"
#include "styles.h"

#include "host_services.h"

#include "fix_energy.h"
#include "fix_wall.h"
#include "pair_dcm.h"

#include "atom.h"
#include "compute.h"
#include "force.h"
#include "modify.h"
#include "update.h"

#include <cstring>
#include <memory>
#include <string>
#include <vector>

using namespace LAMMPS_NS;

namespace DCM_NS {

class FixWall;

class ComputeContactLocal : public LAMMPS_NS::Compute {
public:
  ComputeContactLocal(LAMMPS_NS::LAMMPS *lmp, int narg, char **arg);

  void init() override;
  void compute_local() override;
  double memory_usage() override;

private:
  std::vector<std::string> words;
  PairChoice choice;
  std::string walls; // ID of the fix; empty: contacts of atoms with each other
  PairDCM *pair = nullptr;
  FixWall *fix = nullptr;
  std::shared_ptr<const ContactColumns> columns;
  std::vector<int> wanted; // of the columns
  bool is_reported = false;

  std::vector<double> numbers; // of all rows
  std::vector<double *> row_starts;

  std::string here() const;
  void find_columns();
  FixWall *find_fix() const;
  void ask_for_energies(const std::string &word);
  void report();
  bool is_counted_here(int i, int j) const;
  void take(const double *of_contact);
  void gather_pairs();
  void gather_walls();
};

ComputeContactLocal::ComputeContactLocal(LAMMPS *instance, int narg, char **arg)
    : Compute(instance, narg, arg) {
  local_flag = 1;
  for (int next = 3; next < narg;) {
    const std::string word = arg[next++];
    if ((word == "style" && !choice.name.empty()) || (word == "walls" && !walls.empty()))
      stop(lmp, here() + "the keyword '" + word + "' can stand only once");
    if (word == "style")
      next = choice.read(lmp, here(), next, narg, arg);
    else if (word == "walls" && next == narg)
      stop(lmp,
           here() + "the keyword 'walls' needs the ID of a fix with walls of dcm, as wall/dcm");
    else if (word == "walls")
      walls = arg[next++];
    else
      words.push_back(word);
  }
  find_columns();
  if (wanted.empty())
    stop(lmp, here() + "needs names of values of a contact; the names are " + columns->words());
  size_local_cols = wanted.size() > 1 ? (int)wanted.size() : 0;
}

std::string ComputeContactLocal::here() const {
  return "compute " + std::string(id) + " " + style + ": ";
}

FixWall *ComputeContactLocal::find_fix() const {
  const int number = modify->find_fix(walls);
  auto found = number < 0 ? nullptr : dynamic_cast<FixWall *>(modify->fix[number]);
  if (!found)
    stop(lmp, here() + "there is no fix '" + walls +
                  "' with walls of dcm (wall/dcm, wall/dcm/region, wall/dcm/mesh, "
                  "wall/gran/dcm or wall/gran/region/dcm); define the fix before this compute");
  return found;
}

/** Looks up again, where a run begins, what may have changed since. */
void ComputeContactLocal::find_columns() {
  if (walls.empty()) {
    pair = choice.find(lmp, here(),
                       "there is no dcm pair style; give the pair_style before this compute", "");
    columns = std::make_shared<ContactColumns>(dcm_settings_model(pair->contact_settings()),
                                               ContactColumns::OF_PAIRS);
  } else {
    fix = find_fix();
    columns = fix->contact_rows().columns;
  }
  wanted.clear();
  for (const std::string &word : words) {
    const std::vector<int> meant = columns->find(word);
    if (meant.empty())
      stop(lmp, here() + "'" + word + "' is not a value of " +
                    (walls.empty() ? "a contact" : "a contact with a wall") + "; the names are " +
                    columns->words());
    wanted.insert(wanted.end(), meant.begin(), meant.end());
  }
}

void ComputeContactLocal::init() {
  find_columns();
  if ((int)wanted.size() != std::max(1, size_local_cols))
    stop(lmp, here() + "the law has changed, and the names now stand for " +
                  std::to_string(wanted.size()) + " columns: define the compute again");
  for (const int column : wanted)
    if (columns->is_energy(column))
      ask_for_energies(columns->title(column));
  report();
}

void ComputeContactLocal::ask_for_energies(const std::string &word) {
  FixEnergy *ledger = FixEnergy::find(lmp);
  if (!ledger)
    stop(lmp, here() + "'" + word +
                  "' needs the energies of contacts, which are there if there is a fix "
                  "dcm/energy: write 'fix ledger all dcm/energy' before the run");
  ledger->keep_contacts();
}

/** Reports once which column has which output. */
void ComputeContactLocal::report() {
  if (is_reported)
    return;
  is_reported = true;
  std::string text = "dcm: columns of c_" + std::string(id) + ":";
  for (size_t n = 0; n < wanted.size(); n++)
    text += (n ? ", " : " ") + std::to_string(n + 1) + " " + columns->title(wanted[n]);
  write_to_log(lmp, text);
}

/** With newton off both ranks, or both sides of a periodic face, have a contact across it: the rule
 * is that of the host's half lists, and of compute pair/local. */
bool ComputeContactLocal::is_counted_here(int i, int j) const {
  if (force->newton_pair || j < atom->nlocal)
    return true;
  const tagint one = atom->tag[i], other = atom->tag[j];
  if (one != other)
    return (one + other) % 2 == (one > other ? 1 : 0);
  const double *xi = atom->x[i], *xj = atom->x[j];
  for (int d = 2; d >= 0; d--)
    if (xi[d] != xj[d])
      return xi[d] < xj[d];
  return true;
}

void ComputeContactLocal::take(const double *of_contact) {
  for (const int column : wanted)
    numbers.push_back(of_contact[column]);
}

void ComputeContactLocal::gather_pairs() {
  std::vector<double> row(columns->count());
  each_contact(pair->all_parts(), [&](const PairPart &, int i, int j, const double *) {
    if (!(atom->mask[i] & groupbit) || !(atom->mask[j] & groupbit) || !is_counted_here(i, j))
      return;
    if (pair->describe_contact(i, j, *columns, row.data()))
      take(row.data());
  });
}

void ComputeContactLocal::gather_walls() {
  const WallRows &rows = fix->contact_rows();
  for (size_t n = 0; n < rows.atoms.size(); n++)
    if (atom->mask[rows.atoms[n]] & groupbit)
      take(&rows.numbers[n * columns->count()]);
}

void ComputeContactLocal::compute_local() {
  invoked_local = update->ntimestep;
  numbers.clear();
  if (walls.empty())
    gather_pairs();
  else
    gather_walls();
  size_local_rows = (int)(numbers.size() / wanted.size());
  row_starts.resize(size_local_rows);
  for (int n = 0; n < size_local_rows; n++)
    row_starts[n] = &numbers[n * wanted.size()];
  vector_local = numbers.data();
  array_local = row_starts.data();
}

double ComputeContactLocal::memory_usage() {
  return numbers.capacity() * sizeof(double) + row_starts.capacity() * sizeof(double *);
}

void *create_compute_contact_local(void *lmp, int narg, char **arg) {
  return static_cast<Compute *>(new ComputeContactLocal(static_cast<LAMMPS *>(lmp), narg, arg));
}

} // namespace DCM_NS
