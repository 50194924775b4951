// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * The base of the pair styles granular/dcm and granular/superellipsoid/dcm: pairs of types with
 * models of sub-models, mixed as the host mixes them, and computed by parts of the law granular. */
#ifndef DCM_LAMMPS_PAIR_OF_MODELS_H
#define DCM_LAMMPS_PAIR_OF_MODELS_H

#include "granular_model.h"
#include "pair_dcm.h"

#include <functional>
#include <string>
#include <vector>

namespace DCM_NS {

class PairOfModels : public PairDCM {
public:
  /** An example of the words of pair_coeff behind the types, and its keywords: for messages. */
  struct Grammar {
    std::string example, keywords;
  };

  PairOfModels(LAMMPS_NS::LAMMPS *lmp, const std::string &replaced, const Grammar &grammar);

  void coeff(int, char **) override;

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

  /** Beginning of messages about pair_coeff. */
  std::string where() const {
    return "pair_coeff of " + replaced + ": ";
  }

  /** Reads a sub-model, as GranularModel::read_next. */
  virtual int read_model(int narg, char **arg, GranularModel &model) = 0;

  /** Completes the model of a pair_coeff behind its last word. */
  virtual void complete_model(GranularModel &model) {
    model.complete(lmp, where());
  }

  /** Calls a function for each pair of types that is set, and writes or reads which are set. */
  void write_table(RestartFile &, const std::function<void(const OfTypes &)> &write) const;
  void read_table(RestartFile &, const std::function<void(int i, int j, OfTypes &)> &read);

  /** Completes a part before its law is made. */
  virtual void complete_part(PairPart &part, const GranularModel &model) = 0;

  /** Called before parts are made: the numbers of a contact that the history keeps. */
  virtual void lay_out_history() {}

  /** Whether the host has no numbers for pairs of types that it mixes. */
  virtual bool host_mixes_wrongly() const = 0;

  void make_laws() override;

private:
  const Grammar grammar;
  std::vector<std::string> unlike; // [i][j]: why there is no model
  bool is_warned = false;          // that the host has no numbers for a mixed pair

  void take_model(const GranularModel &model, double cutoff_of_pair, dcm_range of_i,
                  dcm_range of_j);
  void forget_unused();
  std::vector<GranularModel> complete_models(std::vector<int> &model_of_types);
  void make_parts(const std::vector<GranularModel> &all, const std::vector<int> &model_of_types,
                  const std::vector<int> &part_of_model);
};

} // namespace DCM_NS

#endif
