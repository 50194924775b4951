/* SPDX-License-Identifier: MIT */
#include "cli/csv.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "cli/arguments.h"
#include "runtime/error.h"

/** picture.gp, which the build writes as an array. */
static const unsigned char script[] = {
#include "cli/picture.inc"
};

static const struct {
  const char *ending;
  const char *last; /* the last bytes of a complete file have this text */
} kinds[] = {{".svg", "</svg>"}, {".png", "IEND"}, {".pdf", "%%EOF"}};

/** The last text of a complete picture; NULL for a file that is none. */
static const char *last_text(const char *path) {
  const size_t length = strlen(path);
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
    if (length > 4 && strcmp(path + length - 4, kinds[i].ending) == 0)
      return kinds[i].last;
  return NULL;
}

void picture_check(const char *path) {
  if (!last_text(path))
    stop_misused("'--plot' takes a file name that ends in .svg, .png or .pdf, not '%s'", path);
  /* gnuplot runs what follows a bar as a program, and takes a new line for its next command. */
  if (strchr(path, '|') || !dcm_text_is_plain(path))
    stop_misused("'--plot' takes a file name in UTF-8 without '|' and control characters, not '%s'",
                 path);
}

/** Ends gnuplot before the script has begun. */
static void give_up(void *unfinished) {
  picture *p = unfinished;
  picture_end_table(p);
  pclose(p->stream);
}

picture *picture_begin(const char *path, const char *kind) {
  if (system("command -v gnuplot >/dev/null") != 0) {
    message_error("cannot draw '%s': the program gnuplot is not installed", path);
    message_hint("install it ('apt install gnuplot-nox'), or write the numbers with --csv FILE");
    stop(EXIT_FAILED);
  }
  signal(SIGPIPE, SIG_IGN);
  picture *p = hold_array(1, sizeof *p);
  p->path = path;
  /* Letters of units are UTF-8, and numbers have a decimal point, in every locale. */
  p->stream = popen("LC_ALL=C.UTF-8 gnuplot", "w");
  if (!p->stream)
    stop_failed("cannot start gnuplot: %s", strerror(errno));
  hold(give_up, p);
  picture_text(p, "kind", kind);
  picture_text(p, "file", path);
  fputs("$table << END\n", p->stream);
  return p;
}

void picture_end_table(const picture *p) {
  fputs("END\n", p->stream);
}

void picture_text(const picture *p, const char *variable, const char *text) {
  fprintf(p->stream, "%s = '", variable);
  for (const char *c = text; *c; c++)
    fprintf(p->stream, *c == '\'' ? "''" : "%c", *c);
  fputs("'\n", p->stream);
}

void picture_number(const picture *p, const char *variable, double number) {
  fprintf(p->stream, "%s = %.17g\n", variable, number);
}

/** Whether a picture file is complete. gnuplot says nothing when a disk is full. */
static int is_complete(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file)
    return 0;
  char end[64] = "";
  const size_t length =
      fseek(file, -(long)(sizeof end - 1), SEEK_END) == 0 ? fread(end, 1, sizeof end - 1, file) : 0;
  fclose(file);
  const char *last = last_text(path);
  for (size_t i = 0; i + strlen(last) <= length; i++)
    if (memcmp(end + i, last, strlen(last)) == 0)
      return 1;
  return 0;
}

void picture_end(picture *p) {
  close_output(open_output(p->path), p->path);
  fwrite(script, 1, sizeof script, p->stream);
  let_go(p);
  const int status = pclose(p->stream);
  if (status == -1 || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
    stop_failed("gnuplot did not draw '%s'", p->path);
  if (!is_complete(p->path))
    stop_failed("gnuplot did not write all of '%s': is the disk full?", p->path);
}
