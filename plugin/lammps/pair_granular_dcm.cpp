// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * pair_style granular/dcm: the host's style granular, with its arguments, mixing, columns and
 * restart files, computed by the law granular of dcm. docs/lammps/pair_granular_dcm.md is the
 * manual page. */
#include "pair_of_models.h"
#include "styles.h"

#include "gran_parameters.h"
#include "host_services.h"
#include "release.h"

#include "common/restart_file.h"

#include "atom.h"
#include "version.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

extern "C" {
#include "runtime/model.h"
}

using namespace LAMMPS_NS;

namespace DCM_NS {

class PairGranularDCM : public PairOfModels {
public:
  explicit PairGranularDCM(LAMMPS_NS::LAMMPS *lmp);

  void settings(int, char **) override;
  void init_style() override;
  double single(int, int, int, int, double, double, double, double &) override;

  void write_restart(FILE *) override;
  void read_restart(FILE *) override;
  void write_restart_settings(FILE *) override;
  void read_restart_settings(FILE *) override;

  int kept_width() const override;

protected:
  int read_model(int narg, char **arg, GranularModel &model) override;
  void name_history() override;
  void lay_out_history() override;
  void complete_part(PairPart &part, const GranularModel &model) override;
  bool host_mixes_wrongly() const override {
    return RELEASE.granular_is_one_file;
  }

private:
  std::vector<int> kept_from; // where the numbers of each kind of sub-model begin, and their count

  std::vector<int> kept_of(const GranularModel &model) const;
};

// Columns of svector after single(), as the host's style has them.
enum {
  SLIDING = 0,
  SIZE_OF_SLIDING = 3,
  ROLLING = 4,
  SIZE_OF_ROLLING = 7,
  TWISTING = 8,
  BRANCH = 9,
  COLUMNS = 12, // and, where any pair conducts:
  HEATFLOW = 12
};

PairGranularDCM::PairGranularDCM(LAMMPS *instance)
    : PairOfModels(instance, "granular",
                   {"hertz <kn> <damping> tangential linear_nohistory <x_gammat> <friction>",
                    std::string("damping, tangential, rolling, twisting, ") +
                        (RELEASE.granular_is_one_file ? "" : "heat, ") +
                        "limit_damping and cutoff"}) {}

// -------------------------------------------------------------------------------------- input

void PairGranularDCM::settings(int narg, char **arg) {
  if (!RELEASE.formulas)
    stop(lmp, here() + ": no law of dcm has the formulas of granular of LAMMPS " LAMMPS_VERSION +
                  SUFFIX_OFF);
  const int next = read_cutoff(narg, arg);
  if (next < narg && !PairLoop::is_keyword(arg[next]))
    stop(lmp, here() + ": only a cut-off may stand here, not '" + arg[next] + "'");
  PairDCM::settings(narg - next, arg + next);
  single_extra = std::min(single_extra, (int)COLUMNS);
  report_replacing();
}

int PairGranularDCM::read_model(int narg, char **arg, GranularModel &model) {
  if (RELEASE.has_synchronized_verlet && strcmp(arg[0], "synchronized_verlet") == 0)
    stop(lmp, where() +
                  "the law has no synchronized_verlet, springs that turn with the normal "
                  "of the half step" +
                  SUFFIX_OFF);
  return model.read_next(lmp, where(), narg, arg);
}

// --------------------------------------------------------------------------------------- init

void PairGranularDCM::init_style() {
  PairOfModels::init_style();
  if (single_extra > 0)
    single_extra = law_in_use()->quantity_count > 0 ? HEATFLOW + 1 : COLUMNS;
}

void PairGranularDCM::complete_part(PairPart &part, const GranularModel &model) {
  part.kept = kept_of(model);
}

// ------------------------------------------------------------------------------------- history

/** The host's: the widest of the models' sub-models have room. */
void PairGranularDCM::lay_out_history() {
  std::vector<int> widths(GranularModel::KINDS, 0);
  beyond_contact = 0;
  for (const GranularModel &model : models) {
    beyond_contact |= model.is_jkr();
    for (int kind = 0; kind < GranularModel::KINDS; kind++)
      widths[kind] = std::max(widths[kind], (int)model.saved((GranularModel::Kind)kind).size());
  }
  // The release of 2021 counts the contact radius once for each type that has one.
  if (RELEASE.granular_is_one_file && widths[GranularModel::TANGENTIAL] > 0) {
    widths[GranularModel::TANGENTIAL] = 3;
    for (int i = 1; i <= atom->ntypes; i++) {
      bool is_rescaled = false;
      for (int j = i; j <= atom->ntypes; j++) {
        const int model = table[place(i, j)].model;
        is_rescaled = is_rescaled || (model >= 0 && models[model].is_rescaled());
      }
      widths[GranularModel::TANGENTIAL] += is_rescaled;
    }
  }
  std::vector<int> places;
  int width = 0;
  for (const int wide : widths) {
    places.push_back(width);
    width += wide;
  }
  places.push_back(width);
  if (places != kept_from && drop_history_fix())
    warn(lmp,
         "dcm: " + here() +
             ": the states of the contacts do not fit the new sub-models: all contacts begin anew");
  kept_from = places;
}

int PairGranularDCM::kept_width() const {
  return kept_from.back();
}

std::vector<int> PairGranularDCM::kept_of(const GranularModel &model) const {
  std::vector<int> kept(std::max(1, kept_width()), -1);
  for (int kind = 0; kind < GranularModel::KINDS; kind++) {
    const std::vector<int> saved = model.saved((GranularModel::Kind)kind);
    std::copy(saved.begin(), saved.end(), kept.begin() + kept_from[kind]);
  }
  return kept;
}

/** The host's name, with the running number of the pair style in releases that have it there. A
 * second sub-style of pair_style hybrid, which breaks the others, has another. */
void PairGranularDCM::name_history() {
  const std::string name = std::string("NEIGH_HISTORY_GRANULAR") +
                           (RELEASE.numbers_granular_history ? std::to_string(instance_me) : "");
  reserve_history(
      [&](int number) { return number == 0 ? name : name + "_" + std::to_string(number); });
}

// -------------------------------------------------------------------------------------- single

double PairGranularDCM::single(int i, int j, int, int, double rsq, double, double factor_lj,
                               double &fforce) {
  std::fill_n(svector, HEATFLOW + 1, 0.0);
  fforce = 0.0;
  const int *type = atom->type;
  PairPart &part = part_of(type[i], type[j]);
  const dcm_batch *b = factor_lj == 0.0 ? nullptr : part.contact_of(i, j, rsq);
  if (!b)
    return 0.0;

  // To the host the normal points from j to i.
  double normal[3], couple[3];
  for (int d = 0; d < 3; d++) {
    svector[SLIDING + d] = b->tangential_force[d][0];
    svector[BRANCH + d] = -b->separation[d][0];
    normal[d] = -b->normal[d][0];
    couple[d] = b->couple_1[d][0];
  }
  const auto length = [this](int first) {
    return sqrt(svector[first] * svector[first] + svector[first + 1] * svector[first + 1] +
                svector[first + 2] * svector[first + 2]);
  };
  svector[SIZE_OF_SLIDING] = length(SLIDING);
  const GranularModel &model =
      of_parts[part_of_types.empty() ? 0 : part_of_types[type[i] * (atom->ntypes + 1) + type[j]]];
  if (model.twists())
    for (int d = 0; d < 3; d++)
      svector[TWISTING] += couple[d] * normal[d];
  // The couple of rolling is R* n x f.
  if (model.rolls())
    for (int d = 0; d < 3; d++) {
      const int e = (d + 1) % 3, g = (d + 2) % 3;
      svector[ROLLING + d] =
          (couple[e] * normal[g] - couple[g] * normal[e]) / b->effective_radius[0];
    }
  svector[SIZE_OF_ROLLING] = length(ROLLING);
  if (model.conducts())
    svector[HEATFLOW] = b->added_1[dcm_model_find_quantity(given().model(), "heatflow")][0];
  fforce = rsq > 0.0 ? b->normal_force[0] / sqrt(rsq) : 0.0;
  return 0.0;
}

// --------------------------------------------------------------------------------- restart files

// Sub-styles of pair_style hybrid leave nothing there, as the host's.

void PairGranularDCM::write_restart_settings(FILE *) {}

void PairGranularDCM::read_restart_settings(FILE *) {
  settings(0, nullptr);
}

void PairGranularDCM::write_restart(FILE *fp) {
  RestartFile file = restart_file(fp);
  if (!RELEASE.granular_is_one_file) {
    file.write((int)models.size());
    for (const GranularModel &model : models)
      GRANULAR_OF_HOST.write(model, file);
  }
  write_table(file, [&](const OfTypes &of_types) {
    if (RELEASE.granular_is_one_file)
      GRANULAR_OF_HOST.write(models[of_types.model], file);
    file.write(of_types.cutoff);
    if (!RELEASE.granular_is_one_file)
      file.write(of_types.model);
  });
}

void PairGranularDCM::read_restart(FILE *fp) {
  read_restart_settings(fp);
  RestartFile file = restart_file(fp);
  const auto read_model = [&] {
    models.emplace_back();
    GRANULAR_OF_HOST.read(models.back(), file, here() + ": ");
  };
  models.clear();
  const int most = 4 * (atom->ntypes + 1) * (atom->ntypes + 1);
  const int count = RELEASE.granular_is_one_file ? 0 : file.read_int();
  if (count < 0 || count > most)
    file.stop_as_damaged();
  for (int m = 0; m < count; m++)
    read_model();
  read_table(file, [&](int, int, OfTypes &of_types) {
    if (RELEASE.granular_is_one_file)
      read_model();
    of_types.cutoff = file.read_double();
    of_types.model = RELEASE.granular_is_one_file ? (int)models.size() - 1 : file.read_int();
    if (of_types.model < 0 || of_types.model >= (int)models.size())
      file.stop_as_damaged();
  });
}

void *create_granular_pair(void *lmp) {
  return static_cast<Pair *>(new PairGranularDCM(static_cast<LAMMPS *>(lmp)));
}

} // namespace DCM_NS
