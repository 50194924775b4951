/* SPDX-License-Identifier: MIT */
#include "program/json.h"

#include <math.h>

#include "runtime/text.h"

static void write_text(FILE *stream, const char *text) {
  fputc('"', stream);
  for (const char *c = text; *c; c++) {
    if (*c == '"' || *c == '\\')
      fprintf(stream, "\\%c", *c);
    else if ((unsigned char)*c < 0x20)
      fprintf(stream, "\\u%04x", (unsigned)(unsigned char)*c);
    else
      fputc(*c, stream);
  }
  fputc('"', stream);
}

/** The text before a value: comma, new line, key. */
static void lead(json_writer *json, const char *key) {
  if (json->depth > 0)
    fprintf(json->stream, "%s\n%*s", json->empty ? "" : ",", 2 * json->depth, "");
  json->empty = 0;
  if (key) {
    write_text(json->stream, key);
    fputs(": ", json->stream);
  }
}

void json_begin(json_writer *json, const char *key, char bracket) {
  lead(json, key);
  fputc(bracket, json->stream);
  json->depth++;
  json->empty = 1;
}

void json_end(json_writer *json, char bracket) {
  json->depth--;
  if (!json->empty)
    fprintf(json->stream, "\n%*s", 2 * json->depth, "");
  json->empty = 0;
  fputc(bracket, json->stream);
  if (json->depth == 0)
    fputc('\n', json->stream);
}

void json_text(json_writer *json, const char *key, const char *text) {
  lead(json, key);
  write_text(json->stream, text);
}

static void write_number(FILE *stream, double number) {
  if (isfinite(number))
    dcm_text_write(stream, "%.17g", number);
  else
    fputs("null", stream);
}

void json_number(json_writer *json, const char *key, double number) {
  lead(json, key);
  write_number(json->stream, number);
}

void json_boolean(json_writer *json, const char *key, int value) {
  lead(json, key);
  fputs(value ? "true" : "false", json->stream);
}

void json_numbers(json_writer *json, const char *key, const double *numbers, size_t count) {
  lead(json, key);
  fputc('[', json->stream);
  for (size_t i = 0; i < count; i++) {
    fputs(i ? ", " : "", json->stream);
    write_number(json->stream, numbers[i]);
  }
  fputc(']', json->stream);
}

void json_vector(json_writer *json, const char *key, dcm_vector vector) {
  json_numbers(json, key, (const double[]){vector.x, vector.y, vector.z}, 3);
}
