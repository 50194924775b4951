// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * The base of the pair styles granular/dcm and granular/superellipsoid/dcm: pairs of types with
 * models of sub-models, mixed as the host mixes them, and computed by parts of the law granular. */
#ifndef DCM_LAMMPS_PAIR_OF_MODELS_H
#define DCM_LAMMPS_PAIR_OF_MODELS_H

#include "granular_model.h"
#include "pair_dcm.h"

#include <string>
#include <vector>

namespace DCM_NS {

class PairOfModels : public PairDCM {
public:
  PairOfModels(LAMMPS_NS::LAMMPS *lmp, const std::string &replaced);

  void init_style() override;
  double init_one(int, int) override;

protected:
  /** The settings of a pair of types. */
  struct OfTypes {
    int model = -1; // index, or -1
    double cutoff = -1.0;
  };

  double cutoff = -1.0; // of all pairs of types, if above 0
  std::vector<GranularModel> models;
  std::vector<OfTypes> table;          // [i][j] of (types + 1)^2, i <= j
  std::vector<GranularModel> of_parts; // one of the models of each part

  int place(int i, int j) const;

  /** Reads the cut-off that may stand first in pair_style.
   * @return number of words taken */
  int read_cutoff(int narg, char **arg);

  /** Reads the two ranges of types of pair_coeff.
   * @param need what comes behind these, for a message */
  void read_types_of_model(const std::string &where, const std::string &need, int narg, char **arg,
                           dcm_range &of_i, dcm_range &of_j);

  /** Gives pairs of types a model, after the law has tried it. */
  void take_model(const std::string &where, const GranularModel &model, double cutoff_of_pair,
                  dcm_range of_i, dcm_range of_j);

  /** Completes a part before its law is made. */
  virtual void complete_part(PairPart &part, const GranularModel &model) = 0;

  /** Called before parts are made: the numbers of a contact that the history keeps. */
  virtual void lay_out_history() {}

  /** Whether the host has no numbers for pairs of types that it mixes. */
  virtual bool host_mixes_wrongly() const = 0;

  void make_laws() override;

private:
  std::vector<std::string> unlike; // [i][j]: why there is no model
  bool is_warned = false;          // that the host has no numbers for a mixed pair

  void forget_unused();
  std::vector<GranularModel> complete_models(std::vector<int> &model_of_types);
  void make_parts(const std::vector<GranularModel> &all, const std::vector<int> &model_of_types,
                  const std::vector<int> &part_of_model);
};

} // namespace DCM_NS

#endif
