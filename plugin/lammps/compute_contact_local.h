// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * compute dcm/contact/local: numbers of each contact, by their names.
 * docs/lammps/compute_dcm_contact_local.md is its manual page. */
#ifndef DCM_LAMMPS_COMPUTE_CONTACT_LOCAL_H
#define DCM_LAMMPS_COMPUTE_CONTACT_LOCAL_H

#include "contact_columns.h"
#include "dcm_pairs.h"

#include "compute.h"

#include <memory>
#include <string>
#include <vector>

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
  bool is_told = false;

  std::vector<double> numbers; // of all rows
  std::vector<double *> row_starts;

  std::string here() const;
  void find_columns();
  FixWall *find_fix() const;
  void ask_for_energies(const std::string &word);
  void tell();
  bool is_counted_here(int i, int j) const;
  void take(const double *of_contact);
  void gather_pairs();
  void gather_walls();
};

} // namespace DCM_NS

#endif
