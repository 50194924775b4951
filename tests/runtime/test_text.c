/* SPDX-License-Identifier: MIT */
/* Texts that can be printed: well-formed UTF-8 without control characters. */
#include <dcm/dcm.h>
#include <string.h>

#include "runtime/error.h"
#include "support/run.h"

#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static const struct {
  const char *text;
  size_t length; /* of the first character */
  int is_plain;  /* all of it */
} texts[] = {
    {"", 0, 1},
    {"a", 1, 1},
    {" ~", 1, 1},
    {"a\n", 1, 0},
    {"a\x1b[0m", 1, 0},
    {"\t", 0, 0},
    {"\x01", 0, 0},
    {"\x7f", 0, 0},
    {"\xc2\xb5m", 2, 1}, /* U+00B5, micro */
    {"\xc2\xa0", 2, 1},  /* the least beyond the controls */
    {"\xc2\x9f", 0, 0},  /* the last of the controls, */
    {"\xc2\x9b"
     "31m",
     0, 0},                 /* and one that begins escape sequences */
    {"\xdf\xbf", 2, 1},     /* U+07FF */
    {"\xe0\xa0\x80", 3, 1}, /* U+0800 */
    {"\xed\x9f\xbf", 3, 1}, /* U+D7FF */
    {"\xed\xa0\x80", 0, 0}, /* surrogates */
    {"\xed\xbf\xbf", 0, 0},
    {"\xee\x80\x80", 3, 1},         /* U+E000 */
    {"\xef\xbf\xbf", 3, 1},         /* U+FFFF */
    {"\xf0\x90\x80\x80", 4, 1},     /* U+10000 */
    {"\xf4\x8f\xbf\xbf", 4, 1},     /* U+10FFFF, the last */
    {"\xf4\x90\x80\x80", 0, 0},     /* beyond */
    {"\xf8\x88\x80\x80\x80", 0, 0}, /* five bytes */
    {"\xc0\x80", 0, 0},             /* longer than need be: U+0000, */
    {"\xc1\xbf", 0, 0},             /* U+007F, */
    {"\xe0\x9f\xbf", 0, 0},         /* U+07FF, */
    {"\xf0\x8f\xbf\xbf", 0, 0},     /* U+FFFF */
    {"\x80", 0, 0},                 /* continuation of nothing */
    {"\xff", 0, 0},
    {"\xc2", 0, 0}, /* the text ends within a character */
    {"\xe2\x82", 0, 0},
    {"\xf0\x9f\x92", 0, 0},
    {"\xe2\x28\xa1", 0, 0},
    {"a\xe2\x82\xac"
     "b",
     1, 1},
    {"a\xe2\x82", 1, 0},
};

START_TEST(characters) {
  ck_assert_uint_eq(dcm_text_character(texts[_i].text), texts[_i].length);
  ck_assert_int_eq(dcm_text_is_plain(texts[_i].text), texts[_i].is_plain);
}
END_TEST

/** The text as it is shown. */
static const char *shown(const char *text) {
  static char all[64];
  all[0] = '\0';
  char character[5];
  for (size_t length; (length = dcm_text_show(text, character)) > 0; text += length)
    strcat(all, character);
  return all;
}

START_TEST(shows_what_a_terminal_would_obey) {
  ck_assert_str_eq(shown(""), "");
  ck_assert_str_eq(shown("\xc2\xb5m, 5 %\n"), "\xc2\xb5m, 5 %\\x0a");
  ck_assert_str_eq(shown("\x1b[31mred\x7f\xc2\x9b"), "\\x1b[31mred\\x7f\\xc2\\x9b");
  ck_assert_str_eq(shown("a\xe2\x82"), "a\\xe2\\x82");
}
END_TEST

START_TEST(sentences_hold_nothing_else) {
  dcm_error error;
  dcm_fail(&error, "no '%s' in", "a\tb");
  dcm_error_append(&error, " %s", "\x1b[2J");
  ck_assert_str_eq(error.text, "no 'a\\x09b' in \\x1b[2J");
  dcm_error_log(&error, DCM_LOG_ERROR, "\b%s\x01");
  ck_assert_str_eq(error.text, "\\x08%s\\x01");
  /* A text that does not fit is cut, not written beyond the end. */
  for (int i = 0; i < 1000; i++)
    dcm_error_append(&error, "\a%s", "bc");
  ck_assert_uint_lt(strlen(error.text), sizeof error.text);
  ck_assert_uint_gt(strlen(error.text), sizeof error.text - 5);
}
END_TEST

static const struct {
  const char *a, *b;
  size_t distance;
} words[] = {
    {"", "", 0},
    {"rolling", "rolling", 0},
    {"rolling", "roling", 1},
    {"rolling", "rollling", 1},
    {"rolling", "rollimg", 1},
    {"rolling", "rlolnig", 2}, /* neighbours exchanged, twice */
    {"", "abc", 3},
    {"Rolling", "rolling", 1},
};

START_TEST(distances) {
  ck_assert_uint_eq(dcm_word_distance(words[_i].a, words[_i].b), words[_i].distance);
  ck_assert_uint_eq(dcm_word_distance(words[_i].b, words[_i].a), words[_i].distance);
}
END_TEST

START_TEST(longest_words) {
  char word[65];
  memset(word, 'a', sizeof word - 1);
  word[64] = '\0';
  ck_assert_uint_eq(dcm_word_distance(word, "a"), SIZE_MAX);
  ck_assert_uint_eq(dcm_word_distance("a", word), SIZE_MAX);
  word[63] = '\0';
  ck_assert_uint_eq(dcm_word_distance(word, "a"), 62);
}
END_TEST

/** Texts of eight bytes at most, their end included. */
static const struct {
  const char *bytes;
  size_t count;
  int fits;
} limits[] = {
    {"", 1, 1},
    {"1234567", 8, 1},
    {"12345678", 8, 0},
    {"12345\xc2\xb5", 8, 1},
    {"123\n567", 8, 0},
    {"1234567\xc2", 8, 0}, /* begin what has more bytes than may be read */
    {"1234567\xe2", 8, 0},
    {"123456\xe2\x82", 8, 0},
    {"1234567\xf0", 8, 0},
    {"12345\xf0\x9f\x98", 8, 0},
    {"123456\xc2", 8, 0}, /* end within a character */
};

/* No memory follows behind the limit. */
START_TEST(no_byte_beyond_the_limit_is_read) {
  const size_t page = (size_t)sysconf(_SC_PAGESIZE);
  char *pages = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ck_assert_ptr_ne(pages, MAP_FAILED);
  ck_assert_int_eq(mprotect(pages + page, page, PROT_NONE), 0);
  char *text = pages + page - limits[_i].count;
  memcpy(text, limits[_i].bytes, limits[_i].count);
  ck_assert_int_eq(dcm_text_fits(text, 8), limits[_i].fits);
  ck_assert_int_eq(dcm_text_fits(NULL, 8), 0);
  munmap(pages, 2 * page);
}
END_TEST

START_TEST(numbers_have_a_point) {
  char text[DCM_NUMBER_TEXT], *end;
  ck_assert_double_eq(dcm_text_number("-0.25e1 x", &end), -2.5);
  ck_assert_str_eq(end, " x");
  ck_assert_double_eq(dcm_text_number("0,5", &end), 0.0);
  ck_assert_str_eq(end, ",5");
  ck_assert_int_eq(dcm_text_print(text, sizeof text, "%.3f|%g", 0.5, 2.5), 9);
  ck_assert_str_eq(text, "0.500|2.5");
  dcm_text_of_number(0.1 + 0.2, 6, text);
  ck_assert_str_eq(text, "0.30000000000000004");
  dcm_text_of_number(0.1, 15, text);
  ck_assert_str_eq(text, "0.1");
  dcm_error error;
  dcm_fail(&error, "%g", 0.5);
  dcm_error_append(&error, " and %.2e", 1.5);
  ck_assert_str_eq(error.text, "0.5 and 1.50e+00");
}
END_TEST

int main(void) {
  TCase *all = tcase_create("text");
  tcase_add_loop_test(all, characters, 0, sizeof texts / sizeof texts[0]);
  tcase_add_loop_test(all, no_byte_beyond_the_limit_is_read, 0, sizeof limits / sizeof limits[0]);
  tcase_add_test(all, shows_what_a_terminal_would_obey);
  tcase_add_test(all, sentences_hold_nothing_else);
  tcase_add_loop_test(all, distances, 0, sizeof words / sizeof words[0]);
  tcase_add_test(all, longest_words);
  tcase_add_test(all, numbers_have_a_point);
  TCase *comma = tcase_create("comma");
  tcase_add_checked_fixture(comma, dcm_take_comma, dcm_leave_comma);
  tcase_add_test(comma, numbers_have_a_point);
  return dcm_run_cases((TCase *[]){all, comma}, 2);
}
