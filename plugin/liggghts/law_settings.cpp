// SPDX-License-Identifier: GPL-2.0-or-later
#include "law_settings.h"

#include "host_private.h"

#include "common/guards.h"
#include "common/host.h"
#include "common/law_source.h"
#include "common/restart_file.h"

#include "atom.h"
#include "comm.h"
#include "error.h"
#include "force.h"
#include "global_properties.h"
#include "modify.h"
#include "neighbor.h"
#include "universe.h"
#include "update.h"

#include <algorithm>
#include <climits>
#include <cmath>
#include <cstring>

extern "C" {
#include "runtime/error.h"
#include "runtime/model.h"
#include "runtime/motion.h"
}

using namespace LAMMPS_NS;

namespace DCM_NS {

// The release whose headers this was compiled with; the headers name no release.
static const char RELEASE[] = "LIGGGHTS-PUBLIC 3.8.0";

/** Name of a parameter in LIGGGHTS. Where LIGGGHTS' own models have the parameter too, they refuse
 * some of the numbers that a law takes; so these models are asked. */
struct Property {
  const char *parameter, *name;
  void (*check)(PropertyRegistry &registry, const char *name, const char *caller);
};

template <VectorProperty *(*create)(PropertyRegistry &, const char *, bool)>
static void check_types(PropertyRegistry &registry, const char *name, const char *caller) {
  registry.registerProperty(name, create);
  registry.getVectorProperty(name, caller);
}

template <MatrixProperty *(*create)(PropertyRegistry &, const char *, bool)>
static void check_pairs(PropertyRegistry &registry, const char *name, const char *caller) {
  registry.registerProperty(name, create);
  registry.getMatrixProperty(name, caller);
}

static const Property properties[] = {
    {"young", "youngsModulus", check_types<MODEL_PARAMS::createYoungsModulus>},
    {"poisson", "poissonsRatio", check_types<MODEL_PARAMS::createPoissonsRatio>},
    {"restitution", "coefficientRestitution", check_pairs<MODEL_PARAMS::createCoeffRest>},
    {"friction", "coefficientFriction", nullptr},
    {"rolling", "coefficientRollingFriction", nullptr},
};

// Properties that LIGGGHTS' own models of contacts read, and no law of dcm.
static const char *const OF_OWN_MODELS[] = {"cohesionEnergyDensity",
                                            "surfaceEnergy",
                                            "pullOffForce",
                                            "coefficientAdhesionStiffness",
                                            "coefficientPlasticityDepth",
                                            "coefficientMaxElasticStiffness",
                                            "coefficientYieldRatio",
                                            "LoadingStiffness",
                                            "UnloadingStiffness",
                                            "characteristicVelocity",
                                            "coefficientRollingViscousDamping",
                                            "FluidViscosity",
                                            "surfaceTension",
                                            "contactAngle"};

static Property property_of(const char *parameter) {
  for (const Property &p : properties)
    if (strcmp(p.parameter, parameter) == 0)
      return p;
  return {parameter, parameter, nullptr};
}

const char *LawSettings::property_name(const char *parameter) {
  return property_of(parameter).name;
}

Ranks ranks_of(LAMMPS *lmp) {
  return {MPI_Comm_c2f(lmp->world), lmp->comm->me, lmp->comm->nprocs};
}

Host host_of(LAMMPS *lmp) {
  return {std::string("LIGGGHTS ") + lmp->universe->version, ranks_of(lmp),
          [lmp](const std::string &text) { lmp->error->all(FLERR, text.c_str()); },
          [lmp](const std::string &text) {
            for (FILE *file : {lmp->screen, lmp->logfile})
              if (file)
                fprintf(file, "%s\n", text.c_str());
          },
          [lmp](const std::string &text) { lmp->error->warning(FLERR, text.c_str()); }};
}

LawSettings::LawSettings(LAMMPS *instance, const std::string &command, const std::string &law)
    : Pointers(instance), name(command + " model dcm" + (law.empty() ? "" : "/" + law)),
      fixed_law(law), host(host_of(instance)) {
  if (!strstr(universe->version, RELEASE))
    stop(std::string("this adapter was built for ") + RELEASE + ", but this is " +
         universe->version + ": install the adapter of this release");
}

LawSettings::~LawSettings() {}

std::shared_ptr<Watch> LawSettings::watch() const {
  return watch_of(lmp, host);
}

void LawSettings::stop(const std::string &text) const {
  host.stop(here() + text);
}

/** The host's own way, Error::one, leaves its last words in a buffer that MPI_Abort forgets. */
void LawSettings::stop_alone(const std::string &text) const {
  for (FILE *file : {screen ? screen : stderr, logfile})
    if (file) {
      fprintf(file, "ERROR on proc %d: %s%s\n", comm->me, here().c_str(), text.c_str());
      fflush(file);
    }
  MPI_Abort(world, 1);
}

// ------------------------------------------------------------------------------ law and options

void LawSettings::open(const std::string &law, const std::string &library) {
  source = std::make_shared<LawSource>(host, library);
  given.reset(dcm_settings_create(source->find(law), 1));
  if (!given)
    stop_alone("out of memory");
}

/** Behind the first word that the host does not know all are the law's; 'name=word' is none of the
 * host's wherever it stands (common/law_source.h). */
void LawSettings::read_words(int narg, char **arg) {
  std::vector<LawWord> words;
  for (int next = 0; next < narg; next += words.back().arguments)
    words.emplace_back(narg - next, arg + next);
  const std::string twice = check_given_once(words);
  if (!twice.empty())
    stop(twice);
  const bool is_of_wall = name.compare(0, 4, "fix ") == 0;
  for (const LawWord &word : words) {
    const std::string refusal = word.give(*given);
    if (refusal.empty())
      continue;
    const bool is_unknown = !dcm_model_is_of_law(model(), word.name.c_str());
    stop(refusal + (is_of_wall && is_unknown
                        ? "; for a wall write the options of the law last, behind 'primitive' or "
                          "'mesh' and the keywords of fix wall/gran"
                        : ""));
  }
}

void LawSettings::read(int narg, char **arg) {
  std::string law = fixed_law, library;
  int next = 0;
  const auto take = [&](const char *keyword, std::string &word, const char *what) {
    if (next >= narg || strcmp(arg[next], keyword) != 0)
      return;
    if (next + 1 == narg)
      stop(std::string("the keyword '") + keyword + "' needs " + what + " after it");
    word = arg[next + 1];
    next += 2;
  };
  if (fixed_law.empty()) {
    take("law", law, "the name of a law");
    take("library", library, "the path of a file");
    if (law.empty())
      stop("write 'law <name>' next, and 'library <file>' if the law is not a law of dcm");
  }
  library = LawSource::library_of(host, law, library);
  open(law, library);
  read_words(narg - next, arg + next);
  if (!library.empty())
    LawSource::name_library(model()->id, library);
  refuse_quantities();
}

void LawSettings::write_restart(FILE *fp) const {
  RestartFile file(host, fp);
  LawRecord(source->file(), *given).write(file);
}

void LawSettings::read_restart(FILE *fp) {
  RestartFile file(host, fp);
  const LawRecord record(file);
  open(record.law, record.library.empty()
                       ? ""
                       : LawSource::find_library(host, record.law, record.library,
                                                 "pair_style gran model dcm law " + record.law +
                                                     " library <file>"));
  record.apply(host, *given, false);
}

// ----------------------------------------------------------------------------------- parameters

void LawSettings::stop_for_quantities() const {
  stop(std::string("the law '") + model()->id + "' reads or changes '" +
       dcm_model_quantity(model(), 0)->name +
       "' of the particles, but dcm in LIGGGHTS has no quantities: use the law in LAMMPS");
}

/** Whether the law has to do with quantities when it is made with numbers of no meaning, for the
 * parameters that must have one and for one more. */
bool LawSettings::uses_quantities(uint32_t one_more) const {
  SettingsPointer trial(dcm_settings_create(model(), 1));
  if (!trial)
    stop_alone("out of memory");
  dcm_settings_copy_options(trial.get(), given.get());
  dcm_error reason;
  for (uint32_t p = 0; p < model()->parameter_count; p++) {
    const dcm_parameter *parameter = dcm_model_parameter(model(), p);
    const double middle = 0.5 * (parameter->minimum + parameter->maximum);
    const double value = dcm_parameter_allows(parameter, 1.0) ? 1.0 : middle;
    if (p == one_more || (parameter->flags & DCM_REQUIRED))
      give_number(*trial, parameter->name, value, {1, 1}, {1, 1});
  }
  const LawPointer law(dcm_law_create(
                           trial.get(), [](void *, uint32_t, const char *) {}, nullptr, &reason),
                       LawDeleter{source});
  return law && law->quantity_count > 0;
}

/** Before anybody is asked for properties. Options and defaults decide whether a law has to do with
 * quantities, so it is asked. One that refuses such numbers is asked again when there are
 * properties. */
void LawSettings::refuse_quantities() const {
  for (uint32_t p = 0; model()->quantity_count > 0 && p < model()->parameter_count; p++)
    if (uses_quantities(p))
      stop_for_quantities();
}

/** The property that the law reads, that nobody gave and that another one's name is like; empty if
 * the law reads the other one, or there is none. */
std::string LawSettings::meant_by(const std::string &given_name) const {
  std::string meant;
  size_t nearest = std::max<size_t>(1, given_name.size() / 4) + 1;
  for (uint32_t p = 0; p < model()->parameter_count; p++) {
    const char *parameter = dcm_model_parameter(model(), p)->name;
    if (dcm_model_is_of_law(model(), parameter))
      continue;
    const char *property = property_of(parameter).name;
    if (given_name == property)
      return "";
    const size_t distance =
        given_name == parameter ? 0 : dcm_word_distance(given_name.c_str(), property);
    if (distance < nearest && !find_property(lmp, property)) {
      meant = property;
      nearest = distance;
    }
  }
  return meant;
}

/** LIGGGHTS itself does not say who reads a property, and fixes have properties of their own: so
 * the warning is of names that look misspelt, and of those that belong to other models of contacts.
 */
void LawSettings::warn_of_properties(const LawSettings *of_pairs) {
  for (int f = 0; f < modify->nfix; f++) {
    const auto *fix = dynamic_cast<FixPropertyGlobal *>(modify->fix[f]);
    if (!fix)
      continue;
    const std::string given_name = name_of(*fix);
    const std::string meant = meant_by(given_name);
    const bool is_of_others = std::find(std::begin(OF_OWN_MODELS), std::end(OF_OWN_MODELS),
                                        given_name) != std::end(OF_OWN_MODELS);
    const bool is_known = of_pairs && of_pairs->misspelt.count(given_name);
    if ((meant.empty() && !is_of_others) || is_known || !misspelt.insert(given_name).second ||
        host.ranks.rank != 0)
      continue;
    host.warn("dcm: " + here() + "the law '" + model()->id + "' reads no property '" + given_name +
              "' (fix " + fix->id + "): " +
              (meant.empty() ? "models of LIGGGHTS' own read it, and here it has no effect"
                             : "did you mean " + meant + ", which is not given?"));
  }
}

LawPointer LawSettings::make_law(const LawSettings *of_pairs) {
  complete.reset(dcm_settings_create(model(), atom->ntypes));
  if (!complete)
    stop_alone("out of memory");
  dcm_settings_use_units(given.get(), dcm_units_of(update->unit_style));
  dcm_settings_copy_options(complete.get(), given.get());
  warn_of_properties(of_pairs);
  for (uint32_t p = 0; p < model()->parameter_count; p++)
    take_parameter(p, *complete);
  dcm_error reason;
  LawPointer law(source->instantiate(complete.get(), &reason), LawDeleter{source});
  if (!law)
    stop(reason.text);
  if (law->quantity_count > 0)
    stop_for_quantities();
  return law;
}

void LawSettings::set(dcm_settings &of_all, uint32_t i, uint32_t j, const char *parameter,
                      double value, const char *property) const {
  const std::string refusal = give_number(of_all, parameter, value, {i, i}, {j, j});
  if (!refusal.empty())
    stop(std::string("fix property/global ") + property + ": " + refusal);
}

void LawSettings::take_parameter(uint32_t index, dcm_settings &of_all) const {
  const dcm_parameter *parameter = dcm_model_parameter(model(), index);
  const Property property = property_of(parameter->name);
  const uint32_t n = atom->ntypes;
  const bool of_pairs = parameter->scope == DCM_PER_PAIR;
  const std::string count = std::to_string(of_pairs ? n * n : n);
  const std::string line = std::string("'fix <id> all property/global ") + property.name +
                           (of_pairs ? " peratomtypepair " + std::to_string(n) : " peratomtype") +
                           " <" + count + (n > 1 ? " numbers>'" : " number>'");
  Fix *fix = find_property(lmp, property.name);
  if (parameter->scope == DCM_PER_LAW) {
    if (fix)
      stop(std::string(parameter->name) + " (" + parameter->description +
           ") is one number for the whole law: leave out 'fix property/global " + property.name +
           "', and write, with the options of the law, '" + parameter->name + " <number>'");
    return;
  }
  if (!fix) {
    if (parameter->flags & DCM_REQUIRED)
      stop(std::string("the law '") + model()->id + "' needs " + property.name + ", the " +
           parameter->description + " of " +
           (of_pairs ? "each pair of atom types" : "each atom type") + ": add " + line);
    return;
  }
  const bool fits = of_pairs ? fix->array_flag && (uint32_t)fix->size_array_rows == n &&
                                   (uint32_t)fix->size_array_cols == n
                             : fix->vector_flag && (uint32_t)fix->size_vector == n;
  if (!fits)
    stop(std::string("fix property/global ") + property.name + " has another shape than the law '" +
         model()->id + "' needs, " + count +
         (of_pairs ? " numbers, one for each pair of atom types: use "
                   : " numbers, one for each atom type: use ") +
         line);
  if (property.check)
    property.check(force->registry, property.name, name.c_str());
  for (uint32_t i = 1; i <= n; i++) {
    if (!of_pairs)
      set(of_all, i, i, parameter->name, fix->compute_vector(i - 1), property.name);
    for (uint32_t j = i; of_pairs && j <= n; j++)
      set(of_all, i, j, parameter->name, fix->compute_array(i - 1, j - 1), property.name);
  }
}

// ----------------------------------------------------------------------------------------- room

/** The host keeps states in pages as long as those of neighbours, a page for all that one atom may
 * have; it does not look whether they fit. */
static int64_t length_of_page(const Neighbor *neighbor, int columns) {
  return (int64_t)columns * neighbor->oneatom;
}

void LawSettings::make_room(int columns) const {
  const int64_t needed = length_of_page(neighbor, columns);
  if (needed > neighbor->pgsize && needed <= INT_MAX) {
    neighbor->pgsize = needed;
    if (comm->me == 0)
      host.note("dcm: " + here() +
                "there is now more room for states, as with 'neigh_modify page " +
                std::to_string(needed) + "', because of the law '" + model()->id + "'");
  }
}

void LawSettings::check_room(int columns) const {
  const int64_t needed = length_of_page(neighbor, columns);
  if (needed > neighbor->pgsize)
    stop("the law '" + std::string(model()->id) + "' needs " + std::to_string(columns) +
         " numbers for each contact, but LIGGGHTS has room for " +
         std::to_string(neighbor->pgsize / neighbor->oneatom) + " with 'neigh_modify page " +
         std::to_string(neighbor->pgsize) + " one " + std::to_string(neighbor->oneatom) +
         "': write 'neigh_modify page " + std::to_string(needed) + "'");
}

// ---------------------------------------------------------------------------------------- account

/** "the law 'hertz'", "form sheet" */
static std::string difference_of(const dcm_settings &one, const dcm_settings &other) {
  const dcm_model *model = dcm_settings_model(&one), *other_model = dcm_settings_model(&other);
  if (strcmp(model->id, other_model->id) != 0)
    return std::string("the law '") + model->id + "'";
  std::string words;
  for (uint32_t o = 0; o < model->option_count; o++) {
    const dcm_option *option = dcm_model_option(model, o);
    const uint32_t word = dcm_settings_choice(&one, o);
    if (word != dcm_settings_choice(&other, o))
      words +=
          (words.empty() ? "" : ", ") + std::string(option->name) + " " + option->choices[word];
  }
  for (uint32_t p = 0; p < model->parameter_count; p++) {
    const dcm_parameter *parameter = dcm_model_parameter(model, p);
    if (parameter->scope != DCM_PER_LAW)
      continue;
    const double ours = dcm_settings_value(&one, p, 1, 1);
    const double theirs = dcm_settings_value(&other, p, 1, 1);
    if (ours != theirs)
      words +=
          (words.empty() ? "" : ", ") + std::string(parameter->name) + " " + text_of_number(ours);
  }
  return words;
}

std::string LawSettings::account(const std::string &title, const LawSettings *like) const {
  if (like && source->file() == like->source->file() && difference_of(*given, *like->given).empty())
    return "  " + title + ": as pair_style gran\n";
  dcm_account described = {};
  described.settings = complete.get();
  described.name_of = property_name;
  return account_text(title, source->file(), described);
}

void LawSettings::compare(const LawSettings &of_pairs) {
  const std::string ours = difference_of(*given, *of_pairs.given);
  const std::string text = ours.empty()
                               ? ""
                               : "dcm: " + here() + "the wall has " + ours + ", but pairs have " +
                                     difference_of(*of_pairs.given, *given) +
                                     ": the options of pair_style do not hold for walls; write the "
                                     "options of a wall last in its command";
  if (text != warned && !text.empty() && host.ranks.rank == 0)
    host.warn(text);
  warned = text;
}

// ---------------------------------------------------------------------------------------- reach

void LawSettings::widen_lists(const dcm_law &law) const {
  if (!law.model->reach)
    return;
  PropertyRegistry &registry = force->registry;
  const double smallest = registry.min_radius(), largest = registry.max_radius();
  if (!(smallest > 0.0))
    return;
  const auto checked = [&](dcm_sides sides) {
    double reach = 0.0;
    dcm_error reason;
    if (dcm_law_check_reach(&law, sides, &reach, &reason))
      stop(reason.text);
    return reach;
  };
  double farthest = 0.0, relative = 0.0;
  for (int i = 1; i <= atom->ntypes; i++)
    for (int j = i; j <= atom->ntypes; j++) {
      const uint32_t of_types = dcm_law_pair(&law, i, j);
      farthest = std::max(farthest, checked(dcm_sides_of_particles(of_types, largest, largest)));
      // The host calls on walls up to a distance in proportion to the radius.
      for (double radius : {smallest, largest})
        relative =
            std::max(relative, checked(dcm_sides_at_wall(of_types, radius, INFINITY)) / radius);
    }
  if (farthest > neighbor->skin) {
    char text[192];
    dcm_text_print(
        text, sizeof text,
        "contacts reach up to %g beyond touching, but the neighbor skin is %g: use a skin of "
        "at least this reach",
        farthest, neighbor->skin);
    stop(text);
  }
  const double margin = 1.01;
  neighbor->register_contact_dist_factor(1.0 + margin * relative);
}

} // namespace DCM_NS
