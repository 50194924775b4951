/* SPDX-License-Identifier: MIT */
/** @file
 * Error messages, the texts that these are made of, and the messages of a law from init to destroy,
 * from any thread. */
#ifndef DCM_RUNTIME_ERROR_H
#define DCM_RUNTIME_ERROR_H

#include <dcm/dcm.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/** Filled by the functions of the runtime that can fail; owned by the caller. Longer texts are cut.
 */
typedef struct dcm_error {
  char text[2048];
} dcm_error;

/** Writes a formatted sentence, without characters that a terminal would obey (dcm_text_show).
 * @return DCM_ERROR, so that a function can end with it. */
int32_t dcm_fail(dcm_error *error, const char *format, ...) __attribute__((format(printf, 2, 3)));

/** Appends to the sentence, as for lists. */
void dcm_error_append(dcm_error *error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/** "; did you mean 'young'? The parameters are:", or, without a near word, "; the parameters are:".
 * @param nearest NULL for none */
void dcm_error_append_nearest(dcm_error *error, const char *nearest, const char *what);

/** dcm_log_function that keeps the last message of level DCM_LOG_ERROR in the dcm_error that is its
 * data, for callers that have nowhere to put warnings. */
void dcm_error_log(void *error, uint32_t level, const char *message);

/** Passes messages of a law on to the log of a host, one at a time. Messages of level DCM_LOG_ERROR
 * are not passed on: the last one is kept as the reason of a function that returns DCM_ERROR. The
 * caller sets the first two fields and zeroes the others. */
typedef struct dcm_law_log {
  dcm_log_function log;
  void *log_data;
  char busy;
  dcm_error reason; /**< empty: none was given */
} dcm_law_log;

/** A level of this version; a level of a later version becomes DCM_LOG_INFO. */
static inline uint32_t dcm_known_level(uint32_t level) {
  return level <= DCM_LOG_ERROR ? level : (uint32_t)DCM_LOG_INFO;
}

/** The log function of an instance; the data are a dcm_law_log. */
void dcm_law_log_take(void *law_log, uint32_t level, const char *message);

/** Writes the sentence about a keyword with two values in one command. @return DCM_ERROR */
int32_t dcm_given_twice(const char *keyword, const char *before, const char *now, dcm_error *error);

/** Refuses a keyword that stands twice among pairs of a keyword and a value.
 * @param words of one command; a last keyword may lack its value
 * @return DCM_OK or DCM_ERROR */
int32_t dcm_check_given_once(const char *const *words, size_t count, dcm_error *error);

/* --- Texts that come from outside and go to logs, terminals and JSON, and words that users
 * misspell. */

/** Numbers have a decimal point, whatever locale a program around dcm has set: from here to
 * dcm_text_end_point in this thread, in all that reads and prints numbers.
 * @return what dcm_text_end_point takes */
void *dcm_text_begin_point(void);
void dcm_text_end_point(void *before);

/** As strtod, fprintf, snprintf and vsnprintf, with a decimal point. */
double dcm_text_number(const char *text, char **end);
int dcm_text_write(FILE *stream, const char *format, ...) __attribute__((format(printf, 2, 3)));
int dcm_text_print(char *text, size_t room, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
int dcm_text_print_list(char *text, size_t room, const char *format, va_list arguments);

/** Room for any number in all its digits. */
enum { DCM_NUMBER_TEXT = 32 };

/** The shortest text that is read as this number, of at least so many digits. */
void dcm_text_of_number(double number, int least_digits, char text[DCM_NUMBER_TEXT]);

/** Length in bytes of the character at the beginning of a text, if the character is well-formed
 * UTF-8 (RFC 3629) and does not control a terminal (U+0000 to U+001F, U+007F to U+009F).
 * @return 1 to 4; 0 if it is not, or at the end of the text */
size_t dcm_text_character(const char *text);

/** The next character of a text in a form for terminals: unchanged if dcm_text_character accepts
 * the character, else the first byte as \x and two digits.
 * @param shown receives it, with a final zero
 * @return the bytes of the text that it stands for; 0 at the end */
size_t dcm_text_show(const char *text, char shown[5]);

/** Whether all of a text consists of such characters. */
int dcm_text_is_plain(const char *text);

/** Whether a text is not NULL, is plain and ends within so many bytes with its final zero; no byte
 * beyond is read. */
int dcm_text_fits(const char *text, size_t most);

/** Number of letters to insert, remove, replace or exchange with their neighbours to make one word
 * of another, as Damerau and Levenshtein count. SIZE_MAX where one of them has more than 63. */
size_t dcm_word_distance(const char *a, const char *b);

/** A word of a list; context is the caller's. */
typedef const char *(*dcm_word_function)(const void *context, size_t i);

/** The word of a list that is most similar to the given word, or NULL if no word is similar. */
const char *dcm_nearest_word(const char *word, dcm_word_function words, const void *context,
                             size_t count);

/** Whether two names mean the same law: users may write '/' for '-'. */
int dcm_is_same_law(const char *name, const char *other);

#endif
