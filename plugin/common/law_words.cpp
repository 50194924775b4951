// SPDX-License-Identifier: GPL-2.0-or-later
#include "common/law_words.h"

#include <cstdio>
#include <cstring>

extern "C" {
#include "runtime/error.h"
}

namespace DCM_NS {

bool LawWord::is_joined(const char *argument) {
  return strchr(argument, '=') != nullptr;
}

LawWord::LawWord(int narg, const char *const *arg)
    : name(arg[0]), has_word(narg > 1), arguments(has_word ? 2 : 1) {
  const size_t joint = name.find('=');
  if (joint != std::string::npos) {
    word = name.substr(joint + 1);
    name.resize(joint);
    has_word = !word.empty();
    arguments = 1;
  } else if (has_word)
    word = arg[1];
}

std::string LawWord::give(dcm_settings &settings) const {
  dcm_error reason;
  return dcm_settings_give(&settings, name.c_str(), has_word ? word.c_str() : nullptr, &reason)
             ? reason.text
             : "";
}

std::string LawWord::give(dcm_settings &settings, dcm_range i, dcm_range j) const {
  dcm_error reason;
  return dcm_settings_set(&settings, i, j, name.c_str(), has_word ? word.c_str() : nullptr, &reason)
             ? reason.text
             : "";
}

std::string give_number(dcm_settings &settings, const char *parameter, double value, dcm_range i,
                        dcm_range j) {
  char text[DCM_NUMBER_TEXT];
  dcm_text_of_number(value, 15, text);
  dcm_error reason;
  return dcm_settings_put(&settings, i, j, parameter, text, &reason) ? reason.text : "";
}

void tell_of_both(const Host &host, const std::string &where, const std::string &name) {
  if (host.ranks.rank == 0)
    host.note("dcm: " + where + "'" + name +
              "' is a keyword of this command; for the word of the law write '" + name +
              "=<word>'");
}

std::string check_given_once(const std::vector<LawWord> &words) {
  std::vector<const char *> pairs;
  for (const LawWord &one : words) {
    pairs.push_back(one.name.c_str());
    pairs.push_back(one.word.c_str());
  }
  dcm_error reason;
  return dcm_check_given_once(pairs.data(), pairs.size(), &reason) ? reason.text : "";
}

} // namespace DCM_NS
