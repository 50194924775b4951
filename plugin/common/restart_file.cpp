// SPDX-License-Identifier: GPL-2.0-or-later
#include "common/restart_file.h"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstring>

extern "C" {
#include "runtime/model.h"
}

namespace DCM_NS {

// Nothing that is written is longer.
static const int LONGEST_TEXT = 65536;

void RestartFile::write(const std::string &s) {
  write((int)s.size());
  fwrite(s.data(), 1, s.size(), file);
}

void RestartFile::write(const std::vector<double> &numbers) {
  if (!numbers.empty()) // whose data may be null, which fwrite does not take
    fwrite(numbers.data(), sizeof(double), numbers.size(), file);
}

void RestartFile::stop(const std::string &message) const {
  host.stop(message);
}

void RestartFile::stop_as_damaged() const {
  stop("dcm: the restart file is damaged, or was written by another version of this plugin or of " +
       host.name.substr(0, host.name.find(' ')));
}

void RestartFile::read(void *bytes, size_t size) {
  int is_whole = 1;
  if (host.ranks.rank == 0)
    is_whole = fread(bytes, 1, size, file) == size;
  host.ranks.give(0, &is_whole, sizeof is_whole);
  if (!is_whole)
    stop_as_damaged();
  host.ranks.give(0, bytes, size);
}

int RestartFile::read_int() {
  int n = 0;
  read(&n, sizeof n);
  return n;
}

double RestartFile::read_double() {
  double d = 0.0;
  read(&d, sizeof d);
  return d;
}

std::string RestartFile::read_string() {
  return read_string(read_int());
}

std::string RestartFile::read_string(int n) {
  if (n < 0 || n > LONGEST_TEXT)
    stop_as_damaged();
  std::string s(n, ' ');
  if (n > 0)
    read(&s[0], n);
  // A damaged file must not send control characters to the terminal.
  if (std::any_of(s.begin(), s.end(), [](unsigned char c) { return iscntrl(c); }))
    stop_as_damaged();
  return s;
}

std::vector<double> RestartFile::read_doubles(int count) {
  std::vector<double> numbers(count);
  if (count > 0) // whose data may be null
    read(numbers.data(), count * sizeof(double));
  return numbers;
}

LawRecord::LawRecord(const std::string &file, const dcm_settings &settings)
    : format(PRESENT), library(file) {
  const dcm_model *model = dcm_settings_model(&settings);
  law = model->id;
  history_version = model->history_version;
  history_width = dcm_model_history_width(model);
  for (uint32_t o = 0; o < model->option_count; o++) {
    const dcm_option *option = dcm_model_option(model, o);
    options.emplace_back(option->name, option->choices[dcm_settings_choice(&settings, o)]);
  }
  for (uint32_t p = 0; p < model->parameter_count; p++) {
    const dcm_parameter *parameter = dcm_model_parameter(model, p);
    double value;
    if (parameter->scope == DCM_PER_LAW && dcm_settings_given(&settings, p, 1, 1, &value))
      numbers.emplace_back(parameter->name, value);
  }
}

LawRecord::LawRecord(RestartFile &file) {
  const int first = file.read_int();
  if (first < -PRESENT)
    file.stop_as_damaged();
  format = first < 0 ? (Format)-first : FIRST;
  library = format == FIRST ? file.read_string(first) : file.read_string();
  law = file.read_string();
  history_version = file.read_int();
  history_width = file.read_int();
  const int count = file.read_int();
  for (int o = 0; o < count; o++) {
    const std::string name = file.read_string();
    options.emplace_back(name, file.read_string());
  }
  const int of_law = format == FIRST ? 0 : file.read_int();
  for (int p = 0; p < of_law; p++) {
    const std::string name = file.read_string();
    numbers.emplace_back(name, file.read_double());
  }
}

void LawRecord::write(RestartFile &file) const {
  file.write(-(int)format);
  file.write(library);
  file.write(law);
  file.write(history_version);
  file.write(history_width);
  file.write((int)options.size());
  for (const auto &option : options) {
    file.write(option.first);
    file.write(option.second);
  }
  file.write((int)numbers.size());
  for (const auto &number : numbers) {
    file.write(number.first);
    file.write(number.second);
  }
}

static std::string other_states(const std::string &law, int version_then, int width_then,
                                int version, int width) {
  return "the restart holds contacts of the law '" + law + "' in version " +
         std::to_string(version_then) + " of its history, of " + std::to_string(width_then) +
         " numbers, but this plugin has version " + std::to_string(version) + ", of " +
         std::to_string(width) + " numbers: read the file with the plugin that wrote it";
}

std::string why_states_lack(const dcm_law *law, int width_then, int width) {
  for (int n = width_then; n < width; n++)
    if (dcm_law_keeps(law, n)) {
      const int version = law->model->history_version;
      return other_states(law->model->id, version, width_then, version, width);
    }
  return "";
}

void LawRecord::apply(const Host &host, dcm_settings &settings, bool widens) const {
  const dcm_model *model = dcm_settings_model(&settings);
  const int version = model->history_version, width = dcm_model_history_width(model);
  if (version != history_version || width < history_width || (width > history_width && !widens))
    host.stop(other_states(law, history_version, history_width, version, width));
  for (const auto &option : options) {
    dcm_error reason;
    if (dcm_settings_choose(&settings, option.first.c_str(), option.second.c_str(), &reason))
      host.stop(std::string("cannot use the restart: ") + reason.text);
  }
  for (const auto &number : numbers) {
    char text[DCM_NUMBER_TEXT];
    dcm_text_of_number(number.second, 15, text);
    dcm_error reason;
    if (dcm_settings_give(&settings, number.first.c_str(), text, &reason))
      host.stop(std::string("cannot use the restart: ") + reason.text);
  }
  dcm_settings_are_of_restart(&settings);
}

namespace {

/** A WallRecord begins with its number of bytes, head and all, and the lengths of its parts. */
struct Head {
  int size, history_version, history_width;
  int unused;     // files of before have the number of walls that a grain can touch
  int law, walls; // characters
  int motion;     // numbers

  int64_t sum() const {
    return sizeof(Head) + (int64_t)law + walls + (int64_t)motion * sizeof(double);
  }
};

/** Reads no further than to the first character that is none of a text. */
bool read_text(const char *&bytes, int length, std::string &text) {
  text.clear();
  for (; length > 0 && !iscntrl((unsigned char)*bytes); length--)
    text += *bytes++;
  return length == 0;
}

} // namespace

void WallRecord::write(FILE *file) const {
  Head head = {0,
               history_version,
               history_width,
               0,
               (int)law.size(),
               (int)walls.size(),
               (int)(motion.size() + work.size())};
  head.size = (int)head.sum();
  fwrite(&head.size, sizeof head.size, 1, file);
  fwrite(&head, sizeof head, 1, file);
  fwrite(law.data(), 1, law.size(), file);
  fwrite(walls.data(), 1, walls.size(), file);
  fwrite(motion.data(), sizeof(double), motion.size(), file);
  fwrite(work.data(), sizeof(double), work.size(), file);
}

/** Other bytes are no record by their first number, which is the sum of all lengths; and a text is
 * not followed beyond its characters. So nothing is read far behind the end of bytes that are cut
 * off. */
bool WallRecord::read(const char *bytes, size_t motion_count, size_t work_count) {
  Head head;
  memcpy(&head, bytes, sizeof head);
  bytes += sizeof head;
  const bool is_whole = head.law >= 0 && head.law <= LONGEST_TEXT && head.walls >= 0 &&
                        head.walls <= LONGEST_TEXT && head.motion >= 0 && head.size == head.sum();
  if (!is_whole || !read_text(bytes, head.law, law) || !read_text(bytes, head.walls, walls))
    return false;
  history_version = head.history_version;
  history_width = head.history_width;
  motion.clear();
  work.clear();
  const bool has_work = (size_t)head.motion == motion_count + work_count;
  if (has_work || (size_t)head.motion == motion_count) {
    motion.resize(motion_count);
    memcpy(motion.data(), bytes, motion_count * sizeof(double));
    work.resize(has_work ? work_count : 0);
    memcpy(work.data(), bytes + motion_count * sizeof(double), work.size() * sizeof(double));
  }
  return true;
}

} // namespace DCM_NS
