/* SPDX-License-Identifier: MIT */
/** @file
 * Texts that come from outside and go to logs, terminals and JSON, and words that users misspell.
 */
#ifndef DCM_RUNTIME_TEXT_H
#define DCM_RUNTIME_TEXT_H

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

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
