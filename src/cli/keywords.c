/* SPDX-License-Identifier: MIT */
#include "cli/keywords.h"

#include <string.h>

#include "cli/message.h"
#include "runtime/model.h"
#include "runtime/text.h"

static const char *keyword(const void *context, size_t i) {
  const dcm_model *model = context;
  const uint32_t options = model->parameter_count + model->option_count;
  return i < model->parameter_count ? dcm_model_parameter(model, (uint32_t)i)->name
         : i < options ? dcm_model_option(model, (uint32_t)i - model->parameter_count)->name
                       : dcm_model_quantity(model, (uint32_t)i - options)->name;
}

int hint_at_option(const dcm_model *model, const char *word) {
  for (uint32_t o = 0; o < model->option_count; o++) {
    const dcm_option *option = dcm_model_option(model, o);
    for (uint32_t c = 0; c < option->choice_count; c++)
      if (strcmp(option->choices[c], word) == 0) {
        message_hint("did you mean '%s=%s'?", option->name, word);
        return 1;
      }
  }
  return 0;
}

int message_unknown_keyword(const dcm_model *model, const char *name) {
  dcm_error text;
  dcm_fail(&text, "the law '%s' has neither parameter nor option '%s'; the law takes:", model->id,
           name);
  const size_t count = model->parameter_count + model->option_count + model->quantity_count;
  for (size_t i = 0; i < count; i++)
    dcm_error_append(&text, "%s %s", i ? "," : "", keyword(model, i));
  message_misuse("%s", text.text);
  if (hint_at_option(model, name))
    return EXIT_MISUSED;
  const char *nearest = dcm_model_name_of_symbol(model, name);
  if (!nearest)
    nearest = dcm_nearest_word(name, keyword, model, count);
  if (nearest)
    message_hint("did you mean '%s'? 'dcm show %s' explains all", nearest, model->id);
  else
    message_hint("'dcm show %s' explains all", model->id);
  return EXIT_MISUSED;
}
