// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * pair_style granular/superellipsoid/dcm: the host's style granular/superellipsoid, with its
 * arguments, mixing and columns, computed by the law granular of dcm on contacts at midway points.
 * docs/lammps/pair_granular_superellipsoid_dcm.md is the manual page. */
#include "pair_of_models.h"
#include "styles.h"

#include "fix_energy.h"
#include "gran_parameters.h"
#include "host_services.h"

#include "common/restart_file.h"

#include "atom.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

extern "C" {
#include "laws/granular_moduli.h"
#include "shapes/closest.h"
}

using namespace LAMMPS_NS;

namespace DCM_NS {

class PairSuperellipsoidDCM : public PairOfModels {
public:
  explicit PairSuperellipsoidDCM(LAMMPS_NS::LAMMPS *instance)
      : PairOfModels(instance, "granular/superellipsoid",
                     {"hertz <kn> <damping> tangential classic <kt> <x_gammat> <friction>",
                      "damping, tangential, limit_damping and cutoff"}) {}

  void settings(int, char **) override;
  void init_style() override;
  double single(int, int, int, int, double, double, double, double &) override;

  void write_restart(FILE *) override;
  void read_restart(FILE *) override;
  void write_restart_settings(FILE *) override {}
  void read_restart_settings(FILE *) override {}

  int kept_width() const override;

protected:
  int read_model(int narg, char **arg, GranularModel &model) override;
  void complete_model(GranularModel &model) override;
  void name_history() override;
  void complete_part(PairPart &part, const GranularModel &model) override;
  GrainKinds grains() const override {
    return GrainKinds::SHAPES;
  }
  bool host_mixes_wrongly() const override {
    return true;
  }

private:
  bool is_length = false, is_gaussian = false; // of dcm_midway_form
  bool lacks_words = false;                    // those of pair_style, after a restart file
};

// Columns of svector after single(), as the host's style has them: the others are 0.
enum { SLIDING = 0, SIZE_OF_SLIDING = 3, BRANCH = 9, COLUMNS = 17 };

/** Words of the host's restart files, which have their numbers. */
static const char *const NORMALS[] = {"hooke", "hertz"};
static const char *const DAMPINGS[] = {"mass_velocity", "viscoelastic"};
static const char *const TANGENTIALS[] = {"classic", "linear_history"};

/** The number of a word; 2 for none of them. */
static int number_of(const char *const (&words)[2], const std::string &word) {
  return std::find(words, words + 2, word) - words;
}

// -------------------------------------------------------------------------------------- input

void PairSuperellipsoidDCM::settings(int narg, char **arg) {
  int next = 0;
  const auto is_word = [&] {
    return strcmp(arg[next], "geometric") == 0 || strcmp(arg[next], "curvature_gaussian") == 0 ||
           strcmp(arg[next], "no_bounding_box") == 0;
  };
  is_length = is_gaussian = lacks_words = false;
  cutoff = -1.0;
  if (narg > 0 && !is_word())
    next += read_cutoff(narg, arg);
  // Bounding boxes change no number, and dcm needs none.
  for (; next < narg && is_word(); next++) {
    is_length = is_length || strcmp(arg[next], "geometric") == 0;
    is_gaussian = is_gaussian || strcmp(arg[next], "curvature_gaussian") == 0;
  }
  if (next < narg && !PairLoop::is_keyword(arg[next]))
    stop(lmp, here() +
                  ": only a cut-off may stand here, and the words geometric, "
                  "curvature_gaussian and no_bounding_box, not '" +
                  arg[next] + "'");
  PairDCM::settings(narg - next, arg + next);
  single_extra = std::min(single_extra, (int)COLUMNS);
  report_replacing();
}

int PairSuperellipsoidDCM::read_model(int narg, char **arg, GranularModel &model) {
  const std::string keyword = arg[0];
  const bool is_first = model.of[GranularModel::NORMAL].name.empty();
  if (is_first && number_of(NORMALS, arg[0]) > 1)
    stop(lmp, where() + "there is no normal sub-model '" + arg[0] +
                  "' here; the sub-models are hooke and hertz");
  if (is_first || keyword == "limit_damping")
    return model.read_next(lmp, where(), narg, arg);
  if (keyword != "tangential" && keyword != "damping")
    return 0;
  if (narg < 2)
    stop(lmp, where() + keyword + " needs the name of a sub-model");
  const bool is_damping = keyword == "damping";
  if (number_of(is_damping ? DAMPINGS : TANGENTIALS, arg[1]) > 1)
    stop(lmp, where() + "there is no " + keyword + " sub-model '" + arg[1] +
                  "' here; the sub-models are " +
                  (is_damping ? "mass_velocity and viscoelastic" : "classic and linear_history"));
  std::string law_word = is_damping || strcmp(arg[1], "classic") != 0 ? arg[1] : "mindlin_classic";
  std::vector<char *> words(arg, arg + narg);
  words[1] = &law_word[0];
  return model.read_next(lmp, where(), narg, words.data());
}

void PairSuperellipsoidDCM::complete_model(GranularModel &model) {
  // The host reads its word classic so where there is no such radius.
  std::string &tangential = model.of[GranularModel::TANGENTIAL].name;
  if (!model.has_contact_radius() && tangential == "mindlin_classic")
    tangential = "linear_history_classic";
  PairOfModels::complete_model(model);
}

// --------------------------------------------------------------------------------------- init

void PairSuperellipsoidDCM::init_style() {
  if (lacks_words)
    stop(lmp, here() + ": restart files of LAMMPS do not have the words behind this style: give "
                       "the command pair_style once more behind read_restart");
  if (FixEnergy::find(lmp))
    stop(lmp, here() + ": fix dcm/energy is not possible, because forces at midway points have "
                       "no potential: use 'pair_style dcm/<law>'");
  PairOfModels::init_style();
}

void PairSuperellipsoidDCM::complete_part(PairPart &part, const GranularModel &model) {
  part.given.choose("release", "4Jul2026"); // of older releases, too: this style is all of them
  part.use_midway({is_length, !model.has_contact_radius() ? DCM_CURVATURE_UNUSED
                              : is_gaussian               ? DCM_CURVATURE_GAUSSIAN
                                                          : DCM_CURVATURE_MEAN});
  part.kept = {DCM_GRANULAR_SHEAR, DCM_GRANULAR_SHEAR + 1, DCM_GRANULAR_SHEAR + 2};
  for (int n = 0; n < DCM_SHAPE_NUMBERS; n++)
    part.kept.push_back(DCM_GRANULAR_WIDTH + n);
}

// ------------------------------------------------------------------------------------- history

int PairSuperellipsoidDCM::kept_width() const {
  return 3 + DCM_SHAPE_NUMBERS;
}

/** Not the host's name: its numbers are others. */
void PairSuperellipsoidDCM::name_history() {
  reserve_history(
      [](int number) { return "NEIGH_HISTORY_DCM_SUPERELLIPSOID_" + std::to_string(number); });
}

// -------------------------------------------------------------------------------------- single

double PairSuperellipsoidDCM::single(int i, int j, int, int, double rsq, double, double factor_lj,
                                     double &fforce) {
  shapes->refresh(i, j);
  std::fill_n(svector, (int)COLUMNS, 0.0);
  fforce = 0.0;
  const dcm_batch *b =
      factor_lj == 0.0 ? nullptr : part_of(atom->type[i], atom->type[j]).contact_of(i, j, rsq);
  if (!b)
    return 0.0;
  double square = 0.0;
  for (int d = 0; d < 3; d++) {
    svector[SLIDING + d] = b->tangential_force[d][0];
    square += svector[SLIDING + d] * svector[SLIDING + d];
    svector[BRANCH + d] = atom->x[i][d] - atom->x[j][d];
  }
  svector[SIZE_OF_SLIDING] = sqrt(square);
  fforce = rsq > 0.0 ? b->normal_force[0] / sqrt(rsq) : 0.0;
  return 0.0;
}

// --------------------------------------------------------------------------------- restart files

/** In the host's format, which has no word of pair_style. */
void PairSuperellipsoidDCM::write_restart(FILE *fp) {
  RestartFile file = restart_file(fp);
  write_table(file, [&](const OfTypes &of_types) {
    const GranularModel &m = models[of_types.model];
    file.write(of_types.cutoff);
    file.write((int)m.limit_damping);
    file.write(number_of(NORMALS, m.of[GranularModel::NORMAL].name));
    file.write((int)(m.of[GranularModel::TANGENTIAL].name == TANGENTIALS[1]));
    file.write(number_of(DAMPINGS, m.of[GranularModel::DAMPING].name));
    file.write(m.of[GranularModel::NORMAL].numbers);
    file.write(m.of[GranularModel::TANGENTIAL].numbers);
  });
}

/** Reads them as commands. */
void PairSuperellipsoidDCM::read_restart(FILE *fp) {
  settings(0, nullptr);
  lacks_words = true;
  RestartFile file = restart_file(fp);
  read_table(file, [&](int i, int j, OfTypes &) {
    const double of_cutoff = file.read_double();
    int words[4];
    for (int &word : words) {
      word = file.read_int();
      if (word < 0 || word > 1)
        file.stop_as_damaged();
    }
    const std::vector<double> numbers = file.read_doubles(5);
    std::vector<std::string> text = {std::to_string(i),
                                     std::to_string(j),
                                     NORMALS[words[1]],
                                     text_of_number(numbers[0]),
                                     text_of_number(numbers[1]),
                                     "damping",
                                     DAMPINGS[words[3]],
                                     "tangential",
                                     TANGENTIALS[words[2]],
                                     text_of_number(numbers[2]),
                                     text_of_number(numbers[3]),
                                     text_of_number(numbers[4]),
                                     "cutoff",
                                     text_of_number(of_cutoff)};
    if (words[0])
      text.emplace_back("limit_damping");
    std::vector<char *> given;
    for (std::string &word : text)
      given.push_back(&word[0]);
    coeff(given.size(), given.data());
  });
}

void *create_superellipsoid_pair(void *lmp) {
  return static_cast<Pair *>(new PairSuperellipsoidDCM(static_cast<LAMMPS *>(lmp)));
}

} // namespace DCM_NS
