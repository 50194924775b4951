// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * Makes the laws known to a LIGGGHTS that has this shared object in its process, as normal models
 * of pair_style gran and fix wall/gran. LIGGGHTS has lists of models that it fills when it starts
 * and looks into when it reads an input; in between, they are open to everyone.
 *
 * Code that runs when the object is loaded must say nothing: helpers of MPI inherit LD_PRELOAD. */
#include "gran_pair_dcm.h"

#include "error.h"
#include "fix_wall_gran.h"
#include "granular_pair_style.h"
#include "granular_wall.h"
#include "utils.h"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

// The one number of the lists of models (see CMakeLists.txt) that the next header needs.
namespace LIGGGHTS {
namespace ContactModels {
const int SURFACE_DEFAULT = 0;
}
} // namespace LIGGGHTS
#include "contact_models.h"

extern "C" {
#include "laws/library.h"
#include "runtime/model.h"
}

using namespace LAMMPS_NS;

namespace DCM_NS {

namespace {

// Normal models have numbers of six bits. The host's own are 0 to 12.
const int NUMBER_OF_ANY_LAW = 63, NUMBER_OF_FIRST_LAW = 32;
static_assert(NUMBER_OF_FIRST_LAW + DCM_BUILTIN_LAW_COUNT <= NUMBER_OF_ANY_LAW, "too many laws");

// Numbers of the host's other models, which no law of dcm goes with.
const int TANGENTIAL[] = {0, 1, 2, 4};
const int SJKR = 1, SJKR2 = 2;
const int COHESION[] = {0, SJKR, SJKR2, 7, 8};
const int ROLLING[] = {0, 1, 2, 3, 4, 6};
const int SURFACE[] = {0, 2, 5};

/** The law of a model, empty if the input names it. */
std::string law_of(int64_t hash) {
  const int law = (int)(hash & NUMBER_OF_ANY_LAW) - NUMBER_OF_FIRST_LAW;
  return law < DCM_BUILTIN_LAW_COUNT ? dcm_builtin_library_entry(nullptr)->models[law]->id : "";
}

LIGGGHTS::PairStyles::IGranularPairStyle *create_pair(LAMMPS *lmp, PairGran *pair, int64_t hash) {
  return new GranPairDCM(lmp, pair, hash, law_of(hash));
}

LIGGGHTS::Walls::IGranularWall *create_wall(LAMMPS *lmp, FixWallGran *wall, int64_t hash) {
  return create_wall_model(lmp, wall, law_of(hash));
}

/** A feature that a keyword of the host asks for, and the parameters by which laws have it. */
struct Feature {
  const char *keyword, *name;
  std::vector<std::string> parameters;
};

const Feature FEATURES[] = {
    {"tangential", "tangential force", {"friction"}},
    {"cohesion", "cohesion", {"surface_energy", "work_of_adhesion", "kc", "kadh", "cohesion"}},
    {"rolling_friction", "rolling friction", {"rolling", "mu_roll"}},
    {"surface", "surface model", {}},
};

/** The parameter by which a law has a feature; empty if it has not. */
std::string parameter_for(const dcm_model &law, const Feature &feature) {
  for (uint32_t p = 0; p < law.parameter_count; p++)
    for (const std::string &name : feature.parameters)
      if (name == dcm_model_parameter(&law, p)->name)
        return name;
  return "";
}

/** Laws that have a feature, without those that read quantities, which LIGGGHTS cannot run. */
std::string laws_with(const Feature &feature) {
  std::string names;
  for (int n = 0; n < DCM_BUILTIN_LAW_COUNT; n++) {
    const dcm_model &law = *dcm_builtin_library_entry(nullptr)->models[n];
    if (!parameter_for(law, feature).empty() && law.quantity_count == 0)
      names += std::string(names.empty() ? "" : ", ") + law.id;
  }
  return names;
}

/** Stops because of a combination that does not exist, and says what to write instead. */
void refuse(LAMMPS *lmp, const std::string &command, int64_t hash) {
  const std::string law = law_of(hash);
  const int other = (int)(hash >> 6), cohesion = other >> 6 & 63;
  const Feature &feature = FEATURES[other & 63 ? 0 : cohesion ? 1 : other >> 12 & 63 ? 2 : 3];
  std::string text = command + ": model dcm" + (law.empty() ? "" : "/" + law) +
                     " is a whole law of contacts: leave out '" + feature.keyword +
                     "' and the word behind";
  for (int n = 0; n < DCM_BUILTIN_LAW_COUNT && !law.empty(); n++) {
    const dcm_model &model = *dcm_builtin_library_entry(nullptr)->models[n];
    const std::string parameter = parameter_for(model, feature);
    if (law == model.id && parameter.empty())
      text += std::string(". The law '") + law + "' has no " + feature.name +
              (feature.parameters.empty() ? "" : "; these laws have: " + laws_with(feature));
    else if (law == model.id)
      text += std::string(". The law has its own ") + feature.name + ", by the property " +
              LawSettings::property_name(parameter.c_str());
  }
  if (cohesion == SJKR || cohesion == SJKR2)
    text += ". No law repeats sjkr; model dcm/jkr with the property surface_energy of 4/9 pi^2 k^3 "
            "R*/E*^2, k being cohesionEnergyDensity, has the pull-off force of sjkr for one size "
            "of grains (docs/liggghts/gran_model_dcm.md)";
  lmp->error->all(FLERR, text.c_str());
}

LIGGGHTS::PairStyles::IGranularPairStyle *refuse_pair(LAMMPS *lmp, PairGran *, int64_t hash) {
  refuse(lmp, "pair_style gran", hash);
  return nullptr;
}

LIGGGHTS::Walls::IGranularWall *refuse_wall(LAMMPS *lmp, FixWallGran *wall, int64_t hash) {
  refuse(lmp, std::string("fix ") + wall->id + " wall/gran", hash);
  return nullptr;
}

void add_name(const std::string &name, int number) {
  LIGGGHTS::ContactModels::Factory::instance().addNormalModel(name, number);
}

void add_model(const std::string &name, int number) {
  add_name(name, number);
  auto &pairs = LIGGGHTS::PairStyles::Factory::instance();
  auto &walls = LIGGGHTS::Walls::Factory::instance();
  for (int tangential : TANGENTIAL)
    for (int cohesion : COHESION)
      for (int rolling : ROLLING)
        for (int surface : SURFACE) {
          const int64_t hash = LIGGGHTS::Utils::generate_gran_hashcode(number, tangential, cohesion,
                                                                       rolling, surface);
          const bool is_alone = hash == number;
          pairs.addStyle("gran", hash, is_alone ? create_pair : refuse_pair);
          walls.addStyle("gran", hash, is_alone ? create_wall : refuse_wall);
        }
}

struct Registration {
  Registration() {
    add_model("dcm", NUMBER_OF_ANY_LAW);
    for (int law = 0; law < DCM_BUILTIN_LAW_COUNT; law++) {
      std::string id = dcm_builtin_library_entry(nullptr)->models[law]->id;
      add_model("dcm/" + id, NUMBER_OF_FIRST_LAW + law);
      // As LAMMPS' styles are called: dcm/hertz/mindlin.
      std::replace(id.begin(), id.end(), '-', '/');
      add_name("dcm/" + id, NUMBER_OF_FIRST_LAW + law);
    }
  }
} registration;

} // namespace

} // namespace DCM_NS
