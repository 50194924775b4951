/* SPDX-License-Identifier: MIT */
#include "program/library.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "laws/library.h"
#include "program/json.h"
#include "runtime/machine.h"

_Static_assert(sizeof(dcm_api_message) == sizeof(dcm_error), "a sentence fits into a message");

uint32_t dcm_api_version(void) {
  return DCM_API_MAJOR << 16 | DCM_API_MINOR;
}

const char *dcm_api_release(void) {
  return DCM_PROJECT_VERSION;
}

void dcm_api_free(char *text) {
  free(text);
}

void dcm_lines_take(void *data, uint32_t level, const char *message) {
  dcm_lines *lines = data;
  const size_t length = strlen(message);
  if (level != DCM_LOG_WARNING || lines->used + length + 2 > sizeof lines->text)
    return;
  memcpy(lines->text + lines->used, message, length);
  lines->used += length;
  lines->text[lines->used++] = '\n';
  lines->text[lines->used] = '\0';
}

int dcm_api_fail(dcm_api_message *message, const dcm_error *error) {
  if (message)
    memcpy(message->text, error->text, sizeof message->text);
  return DCM_API_FAILED;
}

/** @param path, entry one of them, or none for the laws of dcm */
static dcm_api_library *open_either(const char *path, dcm_library_function entry,
                                    dcm_api_message *message) {
  dcm_error error;
  dcm_api_library *library = calloc(1, sizeof *library);
  int32_t status = library ? DCM_OK : dcm_fail(&error, "out of memory");
  if (status == DCM_OK && dcm_isa_use(getenv(DCM_ISA_VARIABLE), &error))
    status = DCM_ERROR;
  if (status == DCM_OK) {
    const dcm_host host = {.size = sizeof host,
                           .abi_version = DCM_ABI_VERSION,
                           .name = "libdcm",
                           .log = dcm_lines_take,
                           .log_data = &library->warnings};
    status = path ? dcm_library_open(path, &host, &library->loaded, &error)
                  : dcm_library_open_linked(entry ? entry : dcm_builtin_library_entry, &host,
                                            &library->loaded, &error);
  }
  if (status == DCM_OK)
    return library;
  free(library);
  dcm_api_fail(message, &error);
  return NULL;
}

dcm_api_library *dcm_api_library_open(const char *path, dcm_api_message *message) {
  return open_either(path, NULL, message);
}

dcm_api_library *dcm_api_library_linked(void (*entry)(void), dcm_api_message *message) {
  return open_either(NULL, (dcm_library_function)entry, message);
}

void dcm_api_library_close(dcm_api_library *library) {
  if (!library)
    return;
  dcm_library_close(library->loaded);
  free(library);
}

uint32_t dcm_api_law_count(const dcm_api_library *library) {
  return dcm_library_description(library->loaded)->model_count;
}

const char *dcm_api_law_id(const dcm_api_library *library, uint32_t i) {
  return i < dcm_api_law_count(library) ? dcm_library_description(library->loaded)->models[i]->id
                                        : NULL;
}

char *dcm_api_describe(const dcm_api_library *library, const char *law, dcm_api_message *message) {
  dcm_error error;
  const dcm_model *model = dcm_library_find(library->loaded, law, &error);
  char *text = NULL;
  size_t length;
  FILE *stream = model ? open_memstream(&text, &length) : NULL;
  if (model && !stream)
    dcm_fail(&error, "out of memory");
  if (!stream) {
    dcm_api_fail(message, &error);
    return NULL;
  }
  dcm_describe_json(stream, dcm_library_description(library->loaded), model);
  if (fclose(stream) == 0)
    return text;
  free(text);
  dcm_fail(&error, "out of memory");
  dcm_api_fail(message, &error);
  return NULL;
}
