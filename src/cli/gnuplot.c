/* SPDX-License-Identifier: MIT */
#include "cli/gnuplot.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/message.h"
#include "cli/table.h"
#include "runtime/text.h"

typedef struct picture_kind {
  const char *ending;
  const char *terminal;
  const char *last; /* the last bytes of a complete file have this text */
} picture_kind;

static const picture_kind kinds[] = {
    {".svg", "svg enhanced size 1000,460 font 'sans-serif,13' background '#ffffff'", "</svg>"},
    {".png", "pngcairo enhanced size 1000,460 font 'sans,10' background '#ffffff'", "IEND"},
    {".pdf", "pdfcairo enhanced size 25cm,11.5cm font 'sans,12' background '#ffffff'", "%%EOF"},
};

static const picture_kind *kind_of(const char *path) {
  const size_t length = strlen(path);
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
    const size_t ending = strlen(kinds[i].ending);
    if (length > ending && strcmp(path + length - ending, kinds[i].ending) == 0)
      return &kinds[i];
  }
  return NULL;
}

/** Whether a program of this name is on the PATH. */
static int is_installed(const char *program) {
  const char *path = getenv("PATH");
  while (path && *path) {
    char file[4096];
    const size_t length = strcspn(path, ":");
    const int n = snprintf(file, sizeof file, "%.*s/%s", (int)length, path, program);
    if (n > 0 && n < (int)sizeof file && access(file, X_OK) == 0)
      return 1;
    path += length + (path[length] == ':');
  }
  return 0;
}

void picture_text(const gnuplot_picture *picture, const char *text) {
  /* In single quotes gnuplot knows one special character, the quote, which is doubled; "enhanced"
   * text then reads four more, which a backslash makes plain. */
  fputc('\'', picture->stream);
  for (const char *c = text; *c; c++) {
    if (*c == '\'')
      fputc('\'', picture->stream);
    else if (strchr("_^{}@&~\\", *c))
      fputc('\\', picture->stream);
    fputc(*c, picture->stream);
  }
  fputc('\'', picture->stream);
}

/** A file name: the same without "enhanced". */
static void write_path(const gnuplot_picture *picture) {
  fputc('\'', picture->stream);
  for (const char *c = picture->path; *c; c++)
    fprintf(picture->stream, *c == '\'' ? "''" : "%c", *c);
  fputc('\'', picture->stream);
}

int picture_begin(gnuplot_picture *picture, const char *path) {
  const picture_kind *kind = kind_of(path);
  if (!kind)
    return message_misuse("'--plot' takes a file name that ends in .svg, .png or .pdf, not '%s'",
                          path);
  /* gnuplot runs what follows a bar as a program, and takes a new line for its next command. */
  if (strchr(path, '|') || !dcm_text_is_plain(path))
    return message_misuse(
        "'--plot' takes a file name in UTF-8 without '|' and control characters, not '%s'", path);
  if (!is_installed("gnuplot")) {
    message_failure("cannot draw '%s': the program gnuplot is not installed", path);
    message_hint("install it ('apt install gnuplot-nox'), or write the numbers with --csv FILE");
    return EXIT_FAILED;
  }
  FILE *probe = open_output(path);
  if (!probe)
    return EXIT_FAILED;
  fclose(probe);
  signal(SIGPIPE, SIG_IGN);
  picture->path = path;
  /* Letters of units are UTF-8, and numbers have a decimal point, in every locale. */
  picture->stream = popen("LC_ALL=C.UTF-8 gnuplot", "w");
  if (!picture->stream)
    return message_failure("cannot start gnuplot: %s", strerror(errno));
  fprintf(picture->stream, "set encoding utf8\nset terminal %s\nset output ", kind->terminal);
  write_path(picture);
  /* Colours that people with any colour vision tell apart: M. Okabe, K. Ito (2008). */
  fprintf(picture->stream,
          "\nset linetype 1 lc rgb '#0072b2' lw 2\n"
          "set linetype 2 lc rgb '#d55e00' lw 2\n"
          "set linetype 3 lc rgb '#009e73' lw 2\n"
          "set linetype 4 lc rgb '#888888' lw 1.5 dt 2\n"
          "set border 3 lc rgb '#444444'\nset tics nomirror out scale 0.6\n"
          "set grid lc rgb '#dddddd' lt 1 lw 0.7\n"
          "set xzeroaxis lc rgb '#888888' lt 1 lw 0.7\n"
          "set key at graph 0, graph 1.02 left bottom horizontal Left reverse samplen 2 maxrows 1\n"
          "set autoscale xfix\nset offsets graph 0.02, graph 0.02, 0, 0\n");
  return EXIT_DONE;
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
  const char *last = kind_of(path)->last;
  for (size_t i = 0; i + strlen(last) <= length; i++)
    if (memcmp(end + i, last, strlen(last)) == 0)
      return 1;
  return 0;
}

int picture_end(gnuplot_picture *picture) {
  const int status = pclose(picture->stream);
  if (status == -1 || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
    return message_failure("gnuplot did not draw '%s'", picture->path);
  if (!is_complete(picture->path))
    return message_failure("gnuplot did not write all of '%s': is the disk full?", picture->path);
  return EXIT_DONE;
}

prefix prefix_for(double largest) {
  static const prefix prefixes[] = {{1e12, "p"}, {1e9, "n"},  {1e6, "µ"},  {1e3, "m"},
                                    {1.0, ""},   {1e-3, "k"}, {1e-6, "M"}, {1e-9, "G"}};
  enum { PLAIN = 4, COUNT = sizeof prefixes / sizeof prefixes[0] };
  if (!(largest > 0.0) || !isfinite(largest))
    return prefixes[PLAIN];
  for (int i = 0; i < COUNT; i++)
    if (largest * prefixes[i].factor < 1000.0 && largest * prefixes[i].factor >= 1.0)
      return prefixes[i];
  return largest < 1.0 ? prefixes[0] : prefixes[COUNT - 1];
}
