// SPDX-License-Identifier: GPL-2.0-or-later
#include "pair_of_models.h"

#include "gran_parameters.h"
#include "host_services.h"

#include "atom.h"
#include "utils.h"

#include <algorithm>
#include <cstring>

using namespace LAMMPS_NS;

namespace DCM_NS {

static const char LAW[] = "granular";

PairOfModels::PairOfModels(LAMMPS *instance, const std::string &style, const Grammar &of_style)
    : PairDCM(instance, LAW, style), grammar(of_style) {}

int PairOfModels::place(int i, int j) const {
  return std::min(i, j) * (atom->ntypes + 1) + std::max(i, j);
}

// -------------------------------------------------------------------------------------- input

int PairOfModels::read_cutoff(int narg, char **arg) {
  cutoff = -1.0;
  // An input that names this style itself may have keywords of loops.
  if (narg == 0 || PairLoop::is_keyword(arg[0]))
    return 0;
  cutoff = utils::numeric(FLERR, arg[0], false, lmp);
  return 1;
}

void PairOfModels::coeff(int narg, char **arg) {
  if (narg < 3)
    stop(lmp, where() + "needs two atom types, or two ranges of types, and sub-models, as '" +
                  grammar.example + "'");
  dcm_range of_i, of_j;
  read_types(arg, of_i, of_j);
  if (of_i.first > of_j.last)
    stop(lmp, where() + "the first type must not be greater than the second: not " + arg[0] + " " +
                  arg[1]);
  GranularModel model;
  double cutoff_of_pair = -1.0;
  for (int next = 2; next < narg;) {
    int taken = read_model(narg - next, arg + next, model);
    if (!taken && strcmp(arg[next], "cutoff") == 0) {
      if (next + 1 == narg)
        stop(lmp, where() + "cutoff needs a number");
      cutoff_of_pair = utils::numeric(FLERR, arg[next + 1], false, lmp);
      taken = 2;
    }
    if (!taken)
      stop(lmp, where() + "'" + arg[next] + "' is no keyword here; the keywords are " +
                    grammar.keywords);
    next += taken;
  }
  complete_model(model);
  take_model(model, cutoff_of_pair, of_i, of_j);
}

/** Gives pairs of types a model, after the law has tried it. */
void PairOfModels::take_model(const GranularModel &model, double cutoff_of_pair, dcm_range of_i,
                              dcm_range of_j) {
  model.try_law(lmp, where());
  OfTypes given_now;
  given_now.model = models.size();
  given_now.cutoff = cutoff_of_pair;
  models.push_back(model);
  table.resize((atom->ntypes + 1) * (atom->ntypes + 1));
  for (uint32_t i = of_i.first; i <= of_i.last; i++)
    for (uint32_t j = std::max(of_j.first, i); j <= of_j.last; j++) {
      table[place(i, j)] = given_now;
      setflag[i][j] = 1;
    }
  forget_unused();
  parts.front()->forget_law();
}

/** Models that later commands have replaced, when there are more than could be in use: until then
 * their states have room in the history, as with the host's style. */
void PairOfModels::forget_unused() {
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

void PairOfModels::init_style() {
  complete_after_box();
  PairDCM::init_style();
}

/** The models of all pairs of types, with those that the host mixes behind the others.
 * @param model_of_types receives the index of each pair's model, or -1 */
std::vector<GranularModel> PairOfModels::complete_models(std::vector<int> &model_of_types) {
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

void PairOfModels::make_laws() {
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
    parts.push_back(std::make_unique<PairPart>(lmp, LAW, commons));
  make_parts(all, model_of_types, part_of_model);
}

void PairOfModels::make_parts(const std::vector<GranularModel> &all,
                              const std::vector<int> &model_of_types,
                              const std::vector<int> &part_of_model) {
  const int n = atom->ntypes;
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
        const std::string refusal =
            (is_own ? all[m] : of_parts[p])
                .give(settings, {(uint32_t)i, (uint32_t)i}, {(uint32_t)j, (uint32_t)j});
        if (!refusal.empty())
          stop(lmp, here() + ", types " + std::to_string(i) + " and " + std::to_string(j) + ": " +
                        refusal + SUFFIX_OFF);
        if (is_own && parts.size() > 1)
          part_of_types[i * (n + 1) + j] = part_of_types[j * (n + 1) + i] = p;
      }
    parts[p]->factors_of_swap = GranularModel::factors_of_swap();
    complete_part(*parts[p], of_parts[p]);
    parts[p]->make_law();
  }
}

double PairOfModels::init_one(int i, int j) {
  const int ij = place(i, j), ii = place(i, i), jj = place(j, j);
  if (!unlike[ij].empty())
    stop(lmp, here() + ": the sub-models of the types " + std::to_string(i) + " and " +
                  std::to_string(j) + " differ (" + unlike[ij] +
                  "), so this pair of types needs a pair_coeff");
  const bool is_mixed = table[ij].model < 0;
  if (is_mixed && (table[ii].model < 0 || table[jj].model < 0))
    stop(lmp, here() + ": there is no pair_coeff for the types " + std::to_string(i) + " and " +
                  std::to_string(j));
  if (is_mixed && host_mixes_wrongly() && !is_warned)
    warn(lmp, "dcm: " + here() +
                  ": some pairs of types have no pair_coeff. dcm gives these pairs the "
                  "sub-models of the two types and mixes the numbers as the manual "
                  "says; this release of LAMMPS itself takes random memory instead");
  is_warned = is_warned || is_mixed;
  const double of_pair = is_mixed ? std::max(table[ii].cutoff, table[jj].cutoff) : table[ij].cutoff;
  // Contacts are never missed for a cut-off that is too short.
  return std::max(PairDCM::init_one(i, j), of_pair > 0.0 ? of_pair : cutoff);
}

// --------------------------------------------------------------------------------- restart files

void PairOfModels::write_table(RestartFile &file,
                               const std::function<void(const OfTypes &)> &write) const {
  write_pairs(file, [&](int i, int j) {
    if (setflag[i][j])
      write(table[place(i, j)]);
  });
}

void PairOfModels::read_table(RestartFile &file,
                              const std::function<void(int, int, OfTypes &)> &read) {
  table.assign((atom->ntypes + 1) * (atom->ntypes + 1), OfTypes());
  read_pairs(file, [&](int i, int j) {
    if (setflag[i][j])
      read(i, j, table[place(i, j)]);
  });
}

} // namespace DCM_NS
