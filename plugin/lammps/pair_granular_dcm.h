// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * pair_style granular/dcm: the host's style granular, with its arguments, mixing, columns and
 * restart files, computed by the law granular of dcm. docs/lammps/pair_granular_dcm.md is the
 * manual page. */
#ifndef DCM_LAMMPS_PAIR_GRANULAR_DCM_H
#define DCM_LAMMPS_PAIR_GRANULAR_DCM_H

#include "granular_model.h"
#include "pair_dcm.h"

#include <string>
#include <vector>

namespace DCM_NS {

class PairGranularDCM : public PairDCM {
public:
  explicit PairGranularDCM(LAMMPS_NS::LAMMPS *lmp);

  void settings(int, char **) override;
  void coeff(int, char **) override;
  void init_style() override;
  double init_one(int, int) override;
  double single(int, int, int, int, double, double, double, double &) override;

  void write_restart(FILE *) override;
  void read_restart(FILE *) override;
  void write_restart_settings(FILE *) override;
  void read_restart_settings(FILE *) override;

  int kept_width() const override;

protected:
  void make_laws() override;
  void name_history() override;

private:
  /** The settings of a pair of types. */
  struct OfTypes {
    int model = -1; // index, or -1
    double cutoff = -1.0;
  };

  double cutoff = -1.0; // of all pairs of types, if above 0
  std::vector<GranularModel> models;
  std::vector<OfTypes> table;          // [i][j] of (types + 1)^2, i <= j
  std::vector<GranularModel> of_parts; // one of the models of each part
  std::vector<int> kept_from;          // where the numbers of each kind of sub-model begin, and
                                       // their count
  std::vector<std::string> unlike;     // [i][j]: why there is no model
  bool is_warned = false;              // that the host has no numbers for a mixed pair

  int place(int i, int j) const;
  void forget_unused();
  void lay_out_history();
  std::vector<int> kept_of(const GranularModel &model) const;
  std::vector<GranularModel> complete_models(std::vector<int> &model_of_types);
  int read_model(int narg, char **arg, GranularModel &model, double &cutoff_of_pair);
};

} // namespace DCM_NS

#endif
