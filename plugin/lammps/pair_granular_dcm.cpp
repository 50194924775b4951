// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * pair_style granular/dcm: the host's style granular, with its arguments, mixing, columns and
 * restart files, computed by the law granular of dcm. docs/lammps/pair_granular_dcm.md is the
 * manual page. */
#include "granular_model.h"
#include "pair_dcm.h"
#include "styles.h"

#include "fix_history.h"
#include "gran_parameters.h"
#include "release.h"

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "force.h"
#include "memory.h"
#include "utils.h"
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

static const char LAW[] = "granular";

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

PairGranularDCM::PairGranularDCM(LAMMPS *instance) : PairDCM(instance, LAW, "granular") {}

int PairGranularDCM::place(int i, int j) const {
  return std::min(i, j) * (atom->ntypes + 1) + std::max(i, j);
}

// -------------------------------------------------------------------------------------- input

void PairGranularDCM::settings(int narg, char **arg) {
  if (!RELEASE.formulas)
    error->all(FLERR, here() +
                          ": no law of dcm has the formulas of granular of LAMMPS " LAMMPS_VERSION +
                          SUFFIX_OFF);
  int next = 0;
  cutoff = -1.0;
  // An input that names this style itself may have keywords of loops.
  if (narg > 0 && !PairLoop::is_keyword(arg[0]))
    cutoff = utils::numeric(FLERR, arg[next++], false, lmp);
  if (next < narg && !PairLoop::is_keyword(arg[next]))
    error->all(FLERR, here() + ": only a cut-off may stand here, not '" + arg[next] + "'");
  PairDCM::settings(narg - next, arg + next);
  single_extra = std::min(single_extra, (int)COLUMNS);
  report_replacing();
}

/** @return number of words taken; 0 if the first is unknown */
int PairGranularDCM::read_model(int narg, char **arg, GranularModel &model,
                                double &cutoff_of_pair) {
  const std::string where = "pair_coeff of granular: ";
  if (RELEASE.granular_is_one_file && GranularModel::is_normal(arg[0]))
    return model.read_normal(lmp, where, narg, arg);
  if (strcmp(arg[0], "cutoff") == 0) {
    if (narg < 2)
      error->all(FLERR, where + "cutoff needs a number");
    cutoff_of_pair = utils::numeric(FLERR, arg[1], false, lmp);
    return 2;
  }
  if (RELEASE.has_synchronized_verlet && strcmp(arg[0], "synchronized_verlet") == 0)
    error->all(FLERR, where +
                          "the law has no synchronized_verlet, springs that turn with the normal "
                          "of the half step" +
                          SUFFIX_OFF);
  return model.read_keyword(lmp, where, narg, arg);
}

void PairGranularDCM::coeff(int narg, char **arg) {
  const std::string where = "pair_coeff of granular: ";
  if (narg < 3)
    error->all(FLERR, where +
                          "needs two atom types, or two ranges of types, and sub-models, as 'hertz "
                          "<kn> <damping> tangential linear_nohistory <x_gammat> <friction>'");
  dcm_range of_i, of_j;
  read_types(arg, of_i, of_j);
  const int ilo = of_i.first, ihi = of_i.last, jlo = of_j.first, jhi = of_j.last;
  if (ilo > jhi)
    error->all(FLERR, where + "the first type must not be greater than the second: not " + arg[0] +
                          " " + arg[1]);

  OfTypes given_now;
  GranularModel model;
  int next = 2;
  if (!RELEASE.granular_is_one_file)
    next += model.read_normal(lmp, where, narg - next, arg + next);
  while (next < narg) {
    const int taken = read_model(narg - next, arg + next, model, given_now.cutoff);
    if (!taken)
      error->all(
          FLERR,
          where + "'" + arg[next] +
              "' is no keyword here; the keywords are damping, tangential, rolling, twisting, " +
              (RELEASE.granular_is_one_file ? "" : "heat, ") + "limit_damping and cutoff");
    next += taken;
  }
  model.complete(lmp, where);
  model.try_law(lmp, where);

  given_now.model = models.size();
  models.push_back(model);
  table.resize((atom->ntypes + 1) * (atom->ntypes + 1));
  for (int i = ilo; i <= ihi; i++)
    for (int j = std::max(jlo, i); j <= jhi; j++) {
      table[place(i, j)] = given_now;
      setflag[i][j] = 1;
    }
  forget_unused();
}

/** Models that later commands have replaced, when there are more than could be in use: until then
 * their states have room in the history, as with the host's style. */
void PairGranularDCM::forget_unused() {
  if ((int)models.size() <= atom->ntypes * atom->ntypes)
    return;
  std::vector<int> moved(models.size(), -1);
  std::vector<GranularModel> used;
  for (size_t m = 0; m < models.size(); m++)
    if (std::any_of(table.begin(), table.end(),
                    [&](const OfTypes &of_types) { return of_types.model == (int)m; })) {
      moved[m] = used.size();
      used.push_back(models[m]);
    }
  for (OfTypes &of_types : table)
    if (of_types.model >= 0)
      of_types.model = moved[of_types.model];
  models = used;
}

// --------------------------------------------------------------------------------------- init

void PairGranularDCM::init_style() {
  complete_after_box();
  PairDCM::init_style();
  if (single_extra > 0)
    single_extra = law_in_use()->quantity_count > 0 ? HEATFLOW + 1 : COLUMNS;
}

/** The models of all pairs of types, with those that the host mixes behind the others.
 * @param model_of_types receives the index of each pair's model, or -1 */
std::vector<GranularModel> PairGranularDCM::complete_models(std::vector<int> &model_of_types) {
  std::vector<GranularModel> all = models;
  const int n = atom->ntypes;
  table.resize((n + 1) * (n + 1));
  model_of_types.assign(table.size(), -1);
  unlike.assign(table.size(), "");
  for (int i = 1; i <= n; i++)
    for (int j = i; j <= n; j++) {
      const int ij = place(i, j), of_i = table[place(i, i)].model, of_j = table[place(j, j)].model;
      model_of_types[ij] = table[ij].model;
      if (table[ij].model >= 0 || of_i < 0 || of_j < 0 ||
          !GranularModel::are_alike(models[of_i], models[of_j], unlike[ij]))
        continue;
      model_of_types[ij] = all.size();
      all.push_back(GranularModel::mix(models[of_i], models[of_j]));
    }
  return all;
}

void PairGranularDCM::make_laws() {
  const int n = atom->ntypes;
  std::vector<int> model_of_types;
  const std::vector<GranularModel> all = complete_models(model_of_types);
  of_parts.clear();
  std::vector<int> part_of_model(all.size(), -1);
  for (const int m : model_of_types) {
    if (m < 0)
      continue;
    const auto alike =
        std::find_if(of_parts.begin(), of_parts.end(),
                     [&](const GranularModel &other) { return other.has_options_of(all[m]); });
    part_of_model[m] = alike - of_parts.begin();
    if (alike == of_parts.end())
      of_parts.push_back(all[m]);
  }
  lay_out_history();

  parts.resize(std::max<size_t>(1, std::min(parts.size(), of_parts.size())));
  while (parts.size() < of_parts.size())
    parts.push_back(std::make_unique<PairPart>(lmp, LAW, way));
  part_of_types.clear();
  if (parts.size() > 1)
    part_of_types.resize((n + 1) * (n + 1));
  for (size_t p = 0; p < of_parts.size(); p++) {
    PairSettings &settings = parts[p]->given;
    settings.read_style(0, nullptr, nullptr);
    settings.forget_numbers();
    of_parts[p].choose(settings);
    // A law has numbers for all pairs: those that are not its own have some of its own.
    for (int i = 1; i <= n; i++)
      for (int j = i; j <= n; j++) {
        const int m = model_of_types[place(i, j)];
        const bool is_own = m >= 0 && part_of_model[m] == (int)p;
        const std::string refusal = (is_own ? all[m] : of_parts[p]).give(settings, i, j);
        if (!refusal.empty())
          error->all(FLERR, here() + ", types " + std::to_string(i) + " and " + std::to_string(j) +
                                ": " + refusal + SUFFIX_OFF);
        if (is_own && parts.size() > 1)
          part_of_types[i * (n + 1) + j] = part_of_types[j * (n + 1) + i] = p;
      }
    parts[p]->kept = kept_of(of_parts[p]);
    parts[p]->factors_of_swap = GranularModel::factors_of_swap();
    parts[p]->make_law();
  }
}

double PairGranularDCM::init_one(int i, int j) {
  const int ij = place(i, j), ii = place(i, i), jj = place(j, j);
  if (!unlike[ij].empty())
    error->all(FLERR, here() + ": the sub-models of the types " + std::to_string(i) + " and " +
                          std::to_string(j) + " differ (" + unlike[ij] +
                          "), so this pair of types needs a pair_coeff");
  const bool is_mixed = table[ij].model < 0;
  if (is_mixed && (table[ii].model < 0 || table[jj].model < 0))
    error->all(FLERR, here() + ": there is no pair_coeff for the types " + std::to_string(i) +
                          " and " + std::to_string(j));
  if (is_mixed && RELEASE.granular_is_one_file && !is_warned && comm->me == 0)
    error->warning(FLERR, "dcm: " + here() +
                              ": some pairs of types have no pair_coeff. dcm gives these pairs the "
                              "sub-models of the two types and mixes the numbers as the manual "
                              "says; this release of LAMMPS itself takes random memory instead");
  is_warned = is_warned || is_mixed;
  const double of_pair = is_mixed ? std::max(table[ii].cutoff, table[jj].cutoff) : table[ij].cutoff;
  // Contacts are never missed for a cut-off that is too short.
  return std::max(PairDCM::init_one(i, j), of_pair > 0.0 ? of_pair : cutoff);
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
  if (places != kept_from && drop_history_fix() && comm->me == 0)
    error->warning(
        FLERR,
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
  if (!RELEASE.granular_is_one_file) {
    const int count = models.size();
    fwrite(&count, sizeof count, 1, fp);
    for (const GranularModel &model : models)
      model.write(fp);
  }
  for (int i = 1; i <= atom->ntypes; i++)
    for (int j = i; j <= atom->ntypes; j++) {
      fwrite(&setflag[i][j], sizeof(int), 1, fp);
      if (!setflag[i][j])
        continue;
      const OfTypes &of_types = table[place(i, j)];
      if (RELEASE.granular_is_one_file)
        models[of_types.model].write(fp);
      fwrite(&of_types.cutoff, sizeof(double), 1, fp);
      if (!RELEASE.granular_is_one_file)
        fwrite(&of_types.model, sizeof(int), 1, fp);
    }
}

void PairGranularDCM::read_restart(FILE *fp) {
  read_restart_settings(fp);
  if (!allocated)
    allocate();
  const auto check = [&](bool is_right) {
    if (!is_right)
      error->all(FLERR,
                 here() +
                     ": the restart file is damaged, or was written by another release of LAMMPS");
  };
  models.clear();
  table.assign((atom->ntypes + 1) * (atom->ntypes + 1), OfTypes());
  if (!RELEASE.granular_is_one_file) {
    int count;
    read_shared(lmp, fp, &count);
    check(count >= 0 && count <= 4 * (int)table.size());
    models.resize(count);
    for (GranularModel &model : models)
      model.read(lmp, here() + ": ", fp);
  }
  for (int i = 1; i <= atom->ntypes; i++)
    for (int j = i; j <= atom->ntypes; j++) {
      read_shared(lmp, fp, &setflag[i][j]);
      if (!setflag[i][j])
        continue;
      OfTypes &of_types = table[place(i, j)];
      if (RELEASE.granular_is_one_file) {
        of_types.model = models.size();
        models.emplace_back();
        models.back().read(lmp, here() + ": ", fp);
      }
      read_shared(lmp, fp, &of_types.cutoff);
      if (!RELEASE.granular_is_one_file)
        read_shared(lmp, fp, &of_types.model);
      check(of_types.model >= 0 && of_types.model < (int)models.size());
    }
}

void *create_granular_pair(void *lmp) {
  return static_cast<Pair *>(new PairGranularDCM(static_cast<LAMMPS *>(lmp)));
}

} // namespace DCM_NS
