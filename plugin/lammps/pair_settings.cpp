// SPDX-License-Identifier: GPL-2.0-or-later
#include "pair_settings.h"

#include "fix_energy.h"
#include "host_api.h"
#include "host_services.h"

#include "common/law_source.h"
#include "common/restart_file.h"

#include "atom.h"
#include "force.h"
#include "update.h"
#include "utils.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>

extern "C" {
#include "runtime/error.h"
#include "runtime/machine.h"
#include "runtime/model.h"
}

using namespace LAMMPS_NS;

namespace DCM_NS {

const int MOST_THREADS = 256;

static dcm_range one_type(int i) {
  return {(uint32_t)i, (uint32_t)i};
}

bool PairLoop::is_keyword(const char *word) {
  return strcmp(word, "loop") == 0 || strcmp(word, "threads") == 0;
}

int PairLoop::read_keyword(LAMMPS *lmp, int narg, char **arg) {

  const std::string keyword = arg[0];
  if (narg < 2)
    stop(lmp,
         "pair_style dcm: the keyword '" + keyword + "' needs " +
             (keyword == "loop" ? "one of the words blocks and plain" : "a number of threads") +
             " after it");
  const std::string word = arg[1];
  if (keyword == "loop") {
    if (word != "blocks" && word != "plain")
      stop(lmp, "pair_style dcm: there is no loop '" + word +
                    "': 'loop blocks' is the fast one, 'loop plain' looks at every pair in each "
                    "step, with the same results");
    is_plain = word == "plain";
    return 2;
  }
  char *rest;
  const long number = strtol(arg[1], &rest, 10);
  if (*rest || number < 1 || number > MOST_THREADS)
    stop(lmp, "pair_style dcm: threads is a number from 1 to " + std::to_string(MOST_THREADS) +
                  ", not '" + word + "'");
  if (number > 1 && !dcm_threads_available())
    stop(lmp, "pair_style dcm: this plugin was built without OpenMP and so has "
              "no threads: use 'threads 1'");
  threads = number;
  return 2;
}

PairSettings::PairSettings(LAMMPS *instance, const std::string &law)
    : Pointers(instance), fixed_law(law), host(host_of(instance)) {}

// -------------------------------------------------------------------------------------- input

SettingsPointer PairSettings::create(const dcm_model *model) const {
  SettingsPointer fresh(dcm_settings_create(model, std::max(1, atom->ntypes)));
  need_memory(lmp, fresh != nullptr);
  dcm_settings_use_units(fresh.get(), dcm_units_of(update->unit_style));
  return fresh;
}

void PairSettings::use(std::shared_ptr<LawSource> from, SettingsPointer fresh) {
  given = std::move(fresh);
  source = from;
  adapted.clear();
}

/** Reads the words behind the name of the law (common/law_source.h). */
void PairSettings::read_words(int narg, char **arg, dcm_settings &fresh, PairLoop *way) const {
  const std::string where = "pair_style dcm: ";
  std::vector<LawWord> of_law, of_way;
  for (int next = 0; next < narg;) {
    const LawWord word(narg - next, arg + next);
    const bool is_way = way && PairLoop::is_keyword(arg[next]);
    if (is_way && dcm_model_is_of_law(dcm_settings_model(&fresh), arg[next]))
      report_both_meanings(host, where, arg[next]);
    if (is_way)
      way->read_keyword(lmp, narg - next, arg + next);
    (is_way ? of_way : of_law).push_back(word);
    next += word.arguments;
  }
  for (const auto *words : {&of_law, &of_way}) {
    const std::string twice = check_given_once(*words);
    if (!twice.empty())
      stop(lmp, where + twice);
  }
  for (const LawWord &word : of_law) {
    const std::string refusal = word.give(fresh);
    if (!refusal.empty())
      stop(lmp, where + refusal);
  }
}

bool PairSettings::read_style(int narg, char **arg, PairLoop *way) {
  int next = 0;
  std::string id = fixed_law;
  if (id.empty()) {
    if (narg == 0)
      stop(lmp, "pair_style dcm needs the name of a contact law: pair_style dcm <law>");
    id = arg[next++];
  }
  std::string file;
  if (next < narg && strcmp(arg[next], "library") == 0 && fixed_law.empty()) {
    if (next + 1 == narg)
      stop(lmp, "pair_style dcm: the keyword 'library' needs the path of a file");
    file = arg[next + 1];
    next += 2;
  }
  file = LawSource::library_of(host, id, file);
  const bool is_another =
      !given || !dcm_is_same_law(id.c_str(), model()->id) || file != source->file();
  const auto opened = is_another ? std::make_shared<LawSource>(host, file) : source;
  // Options that the command does not name have their defaults, whatever an earlier one said.
  SettingsPointer fresh = create(is_another ? opened->find(id) : model());
  read_words(narg - next, arg + next, *fresh, way);
  if (!file.empty())
    LawSource::name_library(dcm_settings_model(fresh.get())->id, file);
  if (is_another)
    use(opened, std::move(fresh));
  else
    dcm_settings_copy_options(given.get(), fresh.get());
  return is_another;
}

void PairSettings::complete_after_box() {
  if (dcm_settings_material_count(given.get()) != (uint32_t)atom->ntypes)
    forget_numbers();
  // The command units may stand between pair_style and the box.
  dcm_settings_use_units(given.get(), dcm_units_of(update->unit_style));
}

void PairSettings::forget_numbers() {
  SettingsPointer fresh = create(model());
  dcm_settings_copy_options(fresh.get(), given.get());
  given = std::move(fresh);
}

std::string PairSettings::set(dcm_range i, dcm_range j, const char *parameter, double value) {
  return give_number(*given, parameter, value, i, j);
}

void PairSettings::choose(const char *option, const char *word) {
  dcm_error reason;
  if (dcm_settings_choose(given.get(), option, word, &reason))
    stop(lmp, std::string("pair_style dcm: ") + reason.text);
}

void PairSettings::read_coeff(int narg, char **arg, dcm_range i, dcm_range j) {
  const std::string where = std::string("pair_coeff ") + arg[0] + " " + arg[1] + ": ";
  std::vector<LawWord> words;
  for (int next = 2; next < narg; next += words.back().arguments)
    words.emplace_back(narg - next, arg + next);
  const std::string twice = check_given_once(words);
  if (!twice.empty())
    stop(lmp, where + twice);
  for (const LawWord &word : words) {
    const std::string refusal = word.give(*given, i, j);
    if (!refusal.empty())
      stop(lmp, where + refusal);
  }
}

/** Under pair_style hybrid only the host knows which pairs come here; else all do, and what is
 * missing for any of them is reported at once. */
void PairSettings::require(int i, int j) {
  dcm_error reason;
  if (dcm_settings_check_pair(given.get(), i, j, &reason) == DCM_OK)
    return;
  if (!utils::strmatch(force->pair_style, "^hybrid")) {
    for (int a = 1; a <= atom->ntypes; a++)
      for (int b = a; b <= atom->ntypes; b++)
        dcm_settings_use_pair(given.get(), a, b, 1);
    dcm_settings_check(given.get(), &reason);
  }
  stop(lmp, std::string("pair_style dcm: ") + reason.text);
}

LawPointer PairSettings::make_law() {
  const int n = atom->ntypes;
  dcm_error reason;
  bool any = false;
  for (int i = 1; i <= n; i++)
    for (int j = i; j <= n; j++) {
      const bool complete = dcm_settings_check_pair(given.get(), i, j, &reason) == DCM_OK;
      dcm_settings_use_pair(given.get(), i, j, complete);
      any = any || complete;
    }
  if (!any)
    require(1, 1);
  LawPointer law(source->instantiate(given.get(), &reason), LawDeleter{source});
  if (!law)
    stop(lmp, std::string("pair_style dcm: ") + reason.text);
  FixEnergy::listen(lmp, law.get());
  for (auto &parameter : adapted)
    show(parameter.first, parameter.second);
  made++;
  return law;
}

// ------------------------------------------------------------------------------------ fix adapt

void *PairSettings::extract(const char *name, int &dim) {
  if (!given)
    return nullptr;
  const int index = dcm_model_find_parameter(model(), name);
  if (index < 0)
    return nullptr;
  Adapted &seen = adapted[index];
  const int n = atom->ntypes + 1;
  if (seen.rows.empty()) {
    seen.values.resize(n * n);
    seen.known.resize(n * n);
    for (int i = 0; i < n; i++)
      seen.rows.push_back(&seen.values[i * n]);
  }
  show(index, seen);
  const bool is_of_law = dcm_model_is_of_law(model(), name);
  dim = is_of_law ? 0 : 2;
  return is_of_law ? (void *)&seen.rows[1][1] : (void *)seen.rows.data();
}

void PairSettings::show(uint32_t parameter, Adapted &seen) const {
  const int n = atom->ntypes + 1;
  for (int i = 1; i < n; i++)
    for (int j = 1; j < n; j++) {
      const double known = dcm_settings_value(given.get(), parameter, i, j);
      const double value = std::isnan(known) ? 0.0 : known;
      seen.rows[i][j] = seen.known[i * n + j] = value;
    }
}

/** Whether what a fix wrote for two types is what it wrote for one of them with itself: a range, as
 * 'young * *', of a parameter that belongs to one material. */
static bool is_of_range(const std::vector<double *> &table, int i, int j) {
  return table[i][j] == table[i][i] || table[i][j] == table[j][j];
}

/** The fix writes the entries with i <= j. */
bool PairSettings::take_adapted() {
  const int n = atom->ntypes + 1;
  bool changed = false;
  for (const auto &parameter : adapted) {
    const Adapted &seen = parameter.second;
    const dcm_parameter *changing = dcm_model_parameter(model(), parameter.first);
    const char *name = changing->name;
    for (int i = 1; i < n; i++)
      for (int j = i; j < n; j++) {
        const bool is_shown = changing->scope != DCM_PER_LAW || (i == 1 && j == 1);
        if (!is_shown || seen.rows[i][j] == seen.known[i * n + j])
          continue;
        if (changing->scope == DCM_PER_MATERIAL && i != j && is_of_range(seen.rows, i, j))
          continue;
        const std::string refusal = set(one_type(i), one_type(j), name, seen.rows[i][j]);
        if (!refusal.empty())
          stop(lmp, "pair_style dcm: " + refusal);
        changed = true;
      }
  }
  return changed;
}

// ------------------------------------------------------------------------------------- restart

void PairSettings::write_style(RestartFile &file) const {
  LawRecord(source->file(), *given).write(file);
}

void PairSettings::read_style(RestartFile &file) {
  const LawRecord record(file);
  format_read = record.format;
  const std::string library =
      record.library.empty()
          ? ""
          : LawSource::find_library(host, record.law, record.library,
                                    "pair_style dcm " + record.law + " library <file>");
  auto opened = std::make_shared<LawSource>(host, library);
  SettingsPointer fresh = create(opened->find(record.law));
  record.apply(host, *fresh, true);
  use(opened, std::move(fresh));
}

void PairSettings::write_coeff(RestartFile &file, int i, int j) const {
  for (uint32_t p = 0; p < model()->parameter_count; p++) {
    double value;
    const bool is_of_law = dcm_model_parameter(model(), p)->scope == DCM_PER_LAW;
    if (is_of_law || !dcm_settings_given(given.get(), p, i, j, &value))
      continue;
    file.write(std::string(dcm_model_parameter(model(), p)->name));
    file.write(value);
  }
  file.write(std::string());
}

/** Takes what a file from before has for pairs, and the law has by now for itself. */
void PairSettings::take_of_law(const std::string &name, double value) {
  const int p = dcm_model_find_parameter(model(), name.c_str());
  double before;
  if (dcm_settings_given(given.get(), p, 1, 1, &before) && before != value)
    stop(lmp, "cannot use the restart: the file has " + name + " " + text_of_number(before) +
                  " for some types and " + text_of_number(value) + " for others, but the law '" +
                  model()->id +
                  "' has one number for all types: read the file with the plugin that "
                  "wrote it, or let all contacts begin anew");
  set(all_types(), all_types(), name.c_str(), value);
}

void PairSettings::read_coeff(RestartFile &file, int i, int j) {
  const std::string end = format_read == LawRecord::FIRST ? "end" : "";
  for (std::string name = file.read_string(); name != end; name = file.read_string()) {
    if (name.empty()) // in the first format: that was not given
      continue;
    const double value = file.read_double();
    const int p = dcm_model_find_parameter(model(), name.c_str());
    if (p >= 0 && dcm_model_parameter(model(), p)->scope == DCM_PER_LAW) {
      take_of_law(name, value);
      continue;
    }
    const std::string refusal = set(one_type(i), one_type(j), name.c_str(), value);
    if (!refusal.empty())
      stop(lmp, "cannot use the restart: " + refusal);
  }
}

// ---------------------------------------------------------------------------------- data file

// LAMMPS reads so many characters of a line of a data file, and drops what is behind them.
static const size_t LONGEST_LINE = 254;

void PairSettings::write_data(FILE *fp, const std::string &types, int i, int j) const {
  std::string line = types;
  for (uint32_t p = 0; p < model()->parameter_count; p++) {
    const dcm_parameter *parameter = dcm_model_parameter(model(), p);
    double value;
    if (parameter->scope == DCM_PER_LAW || !dcm_settings_given(given.get(), p, i, j, &value))
      continue;
    char number[DCM_NUMBER_TEXT];
    dcm_text_of_number(value, 1, number);
    line += std::string(" ") + parameter->name + " " + number;
  }
  if (line.size() > LONGEST_LINE) {
    warn(lmp, "dcm: write_data: the parameters of types " + std::to_string(i) + " and " +
                  std::to_string(j) + " take " + std::to_string(line.size()) +
                  " characters, and read_data reads " + std::to_string(LONGEST_LINE) +
                  " of a line: the file does not have them; give pair_coeff behind read_data, and "
                  "write_data the keyword nocoeff");
    line = types + " too-long-for-read_data:give-pair_coeff-and-write-nocoeff";
  }
  fputs((line + "\n").c_str(), fp);
}

} // namespace DCM_NS
