/* SPDX-License-Identifier: MIT */
#include "runtime/text.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

size_t dcm_text_character(const char *text) {
  const unsigned char *byte = (const unsigned char *)text;
  if (byte[0] < 0x80)
    return byte[0] >= 0x20 && byte[0] != 0x7f;
  const size_t length = byte[0] >= 0xf0 ? 4 : byte[0] >= 0xe0 ? 3 : 2;
  /* The least that each length may encode: what is less has a shorter form. */
  static const uint32_t least[] = {[2] = 0x80, [3] = 0x800, [4] = 0x10000};
  if (byte[0] < 0xc0 || byte[0] > 0xf4)
    return 0;
  uint32_t code = byte[0] & (0x7fu >> length);
  for (size_t i = 1; i < length; i++) {
    if ((byte[i] & 0xc0) != 0x80)
      return 0;
    code = code << 6 | (byte[i] & 0x3fu);
  }
  const int is_surrogate = code >= 0xd800 && code <= 0xdfff;
  const int controls = code < 0xa0;
  return code >= least[length] && code <= 0x10ffff && !is_surrogate && !controls ? length : 0;
}

size_t dcm_text_show(const char *text, char shown[5]) {
  const size_t length = dcm_text_character(text);
  memcpy(shown, text, length);
  shown[length] = '\0';
  if (length > 0 || !*text)
    return length;
  snprintf(shown, 5, "\\x%02x", (unsigned)(unsigned char)*text);
  return 1;
}

int dcm_text_is_plain(const char *text) {
  size_t length;
  while ((length = dcm_text_character(text)) > 0)
    text += length;
  return !*text;
}
