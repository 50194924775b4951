/* SPDX-License-Identifier: MIT */
/** @file
 * dcm completion: a bash script that completes command lines, from the tables of the commands. */
#include <stdio.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/message.h"

static void write_options(const cli_command *command) {
  if (command->takes_command) {
    printf("    %s) mapfile -t COMPREPLY < <(compgen -c -f -- \"$current\"); return ;;\n",
           command->name);
    return;
  }
  printf("    %s) words=\"", command->name);
  for (const cli_option_group *g = command->groups; g->heading; g++)
    for (const cli_option *o = g->options; o->name; o++)
      printf("--%s ", o->name);
  printf("--help\" ;;\n");
}

/** Patterns of the options of all commands that take a file. */
static void write_file_options(void) {
  const char *seen[16];
  size_t count = 0;
  for (const cli_command *const *c = commands; *c; c++)
    for (const cli_option_group *g = (*c)->groups; g->heading; g++)
      for (const cli_option *o = g->options; o->name; o++) {
        size_t i = 0;
        while (i < count && strcmp(seen[i], o->name) != 0)
          i++;
        if (i < count || !o->value_name || strcmp(o->value_name, "FILE") != 0 ||
            count == sizeof seen / sizeof seen[0])
          continue;
        seen[count++] = o->name;
        printf("%s--%s", i ? "|" : "", o->name);
      }
}

static int completion(int argc, char **argv) {
  cli_arguments arguments;
  const int status = arguments_parse(&command_completion, argc, argv, &arguments);
  arguments_free(&arguments);
  if (status >= 0)
    return status;
  printf("# bash completion for dcm, written by 'dcm completion'\n"
         "_dcm() {\n"
         "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} words=\n"
         "  COMPREPLY=()\n"
         "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
         "    words=\"");
  for (const cli_command *const *c = commands; *c; c++)
    printf("%s ", (*c)->name);
  printf("--help --version\"\n"
         "    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\")\n"
         "    return\n"
         "  fi\n"
         "  case $previous in\n"
         "    ");
  write_file_options();
  printf(") mapfile -t COMPREPLY < <(compgen -f -- \"$current\"); return ;;\n"
         "    --velocities) mapfile -t COMPREPLY < <(compgen -W \"half-step synchronised\" -- "
         "\"$current\"); return ;;\n"
         "  esac\n"
         "  case ${COMP_WORDS[1]} in\n");
  for (const cli_command *const *c = commands; *c; c++)
    write_options(*c);
  printf("  esac\n"
         "  if [ \"$COMP_CWORD\" -eq 2 ]; then\n"
         "    case ${COMP_WORDS[1]} in\n"
         "      ");
  int first = 1;
  for (const cli_command *const *c = commands; *c; c++)
    if ((*c)->takes_law) {
      printf("%s%s", first ? "" : "|", (*c)->name);
      first = 0;
    }
  printf(") words=\"$(dcm list 2>/dev/null | cut -d' ' -f1) $words\" ;;\n"
         "    esac\n"
         "  fi\n"
         "  mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\")\n"
         "}\n"
         "complete -F _dcm dcm\n");
  return EXIT_DONE;
}

static const cli_option_group no_groups[] = {{0}};

const cli_command command_completion = {
    .name = "completion",
    .synopsis = "> FILE",
    .summary = "Prints a completion script for bash: source it, or write it to\n"
               "/etc/bash_completion.d/dcm.",
    .groups = no_groups,
    .run = completion,
};
