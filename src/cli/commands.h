/* SPDX-License-Identifier: MIT */
/** @file
 * Command lines from tables, and the commands of the program: the table of a command serves the
 * parser and the help, which the completion in a shell reads. Messages of the command stand behind
 * the tables.
 */
#ifndef DCM_CLI_COMMANDS_H
#define DCM_CLI_COMMANDS_H

#include <dcm/dcm.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "numeric/vector.h"
#include "runtime/library.h"

/** An option "--name value" or "--name=value"; without value_name a flag. */
typedef struct cli_option {
  const char *name;       /**< without the dashes */
  const char *value_name; /**< in the help; "FILE" is completed with file names */
  const char *help;       /**< a phrase, lines separated by '\n' */
} cli_option;

/** A heading and the options under it; a table ends with an entry without heading. */
typedef struct cli_option_group {
  const char *heading;
  const cli_option *options; /**< ends with an entry without name */
} cli_option_group;

typedef struct cli_command cli_command;
typedef struct cli_arguments cli_arguments;

/** A command of the program. */
struct cli_command {
  const char *name;
  const char *synopsis;           /**< what follows the name: "LAW [options]" */
  const char *summary;            /**< a line */
  const char *details;            /**< paragraphs after the options in the help; NULL for none */
  int takes_law;                  /**< whether the one argument is the id of a law */
  const cli_option_group *groups; /**< NULL: no options but --help */

  /* One of the two, which returns the exit code: with the words behind the name, or with these
   * parsed, the library open and the law found. */
  int (*run)(const cli_command *command, int argc, char **argv);
  int (*with_law)(const cli_arguments *arguments, const dcm_model *model);
};

/** An option as it was given. */
typedef struct given_option {
  const char *name;
  const char *value; /**< NULL for flags */
} given_option;

/** A parsed command line; strings are those of argv. */
struct cli_arguments {
  const cli_command *command;
  const char *law; /**< the argument that is not an option; NULL if the command takes none */
  const dcm_library *library; /**< of the law, in with_law of a command */
  size_t count;
  given_option *given; /**< in the order of the command line */
};

/** Parses what follows the name of the command. Stops after --help. */
cli_arguments arguments_parse(const cli_command *command, int argc, char **argv);

/** Whether both give a value to one option, or by --set and the like to one name. */
int option_is_same(const given_option *one, const given_option *other);

/** Whether an option was given. */
int arguments_has(const cli_arguments *arguments, const char *name);

/** The value of an option, or NULL. */
const char *arguments_text(const cli_arguments *arguments, const char *name);

/** Least value that a number may have. */
typedef enum number_range { ANY_NUMBER, POSITIVE, NOT_NEGATIVE } number_range;

/** The number of an option; another number where the option was not given. */
double arguments_number(const cli_arguments *arguments, const char *name, number_range range,
                        double otherwise);

/** Likewise a whole number of at least 1; and three numbers "x,y,z", else the null vector. */
unsigned long long arguments_count(const cli_arguments *arguments, const char *name,
                                   unsigned long long otherwise);
dcm_vector arguments_vector(const cli_arguments *arguments, const char *name);

/** Reads a number from the text of an option; the option's name stands in the message. */
double read_number(const char *option, const char *text, number_range range);

/** Prints the help of a command. */
void command_help(const cli_command *command, FILE *stream);

/* --- The end of a command: an error ends the command, wherever the error is found. All that the
 * command holds is released then, and where the command ends by itself. */

/** Exit codes. */
enum {
  EXIT_DONE = 0,
  EXIT_FAILED = 1,   /**< a file, a program or a computation failed */
  EXIT_MISUSED = 2,  /**< the command line is wrong */
  EXIT_UNCHECKED = 3 /**< of dcm check, where EXIT_FAILED means a finding: no check could run */
};

/** Runs a part of a command, which may have parts itself, and releases what it holds.
 * @param body the rest of this file may be called in a body alone
 * @return what body returns, or the exit code with which it stopped */
int run_part(int (*body)(void *data), void *data);

/** Ends the innermost part. */
_Noreturn void stop(int exit_code);

/** Prints "dcm: error: ..." to the standard error, and stops with EXIT_FAILED. */
_Noreturn void stop_failed(const char *format, ...) __attribute__((format(printf, 1, 2)));

/** Likewise for a wrong command line, with EXIT_MISUSED. */
_Noreturn void stop_misused(const char *format, ...) __attribute__((format(printf, 1, 2)));

/** Has something released when the innermost part ends; what was held last is released first. */
void hold(void (*release)(void *what), void *what);

/** Takes back the last hold of this. */
void let_go(const void *what);

/** Has a stream closed likewise, but for the standard input. */
void hold_stream(FILE *stream);

/** Memory that is held, all zero. Stops where there is none. */
void *hold_array(size_t count, size_t size);

/** Numbers one behind another, in room that grows. They are held from the first one on. */
typedef struct number_list {
  double *values;
  size_t count, room;
} number_list;

/** Adds a number; NULL: to no list. Stops where there is no memory. */
void add_number(number_list *list, double number);

/* --- Messages of the command that do not end it. */

/** Prints "dcm: error: ..."; a hint and the end follow. */
void message_error(const char *format, ...) __attribute__((format(printf, 1, 2)));

/** Prints "dcm: warning: ..." to the standard error. */
void message_warning(const char *format, ...) __attribute__((format(printf, 1, 2)));

/** Prints "dcm: hint: ..." to the standard error. */
void message_hint(const char *format, ...) __attribute__((format(printf, 1, 2)));

/** dcm_log_function that prints the messages of a library. */
void message_log(void *data, uint32_t level, const char *message);

/* --- The commands, and the common part of commands with a law. A law is built in, in a library of
 * the user, or in the folders of DCM_PATH by the name of the law. */

extern const cli_command command_list;
extern const cli_command command_show;
extern const cli_command command_collide;
extern const cli_command command_drive;
extern const cli_command command_check;
extern const cli_command command_run;
extern const cli_command command_same;
extern const cli_command command_adapter;
extern const cli_command command_new;
extern const cli_command command_completion;

/** Ends with NULL. */
extern const cli_command *const commands[];

/** Finds the command that argv[1] names and runs it. @return the exit code */
int run_command_line(int argc, char **argv);

/** Opens the library, which the arguments then have, finds the law and calls body.
 * @return what body returns */
int run_with_law(cli_arguments *arguments,
                 int (*body)(const cli_arguments *arguments, const dcm_model *model));

/** Opens the library that --library names, else the built-in one, else one with the name of the law
 * in a folder of DCM_PATH. The library is held. */
dcm_loaded_library *open_library(const cli_arguments *arguments);

/** The law of the command line. If there is none, the message suggests the nearest one. */
const dcm_model *find_law(const cli_arguments *arguments, const dcm_loaded_library *library);

#endif
