/* SPDX-License-Identifier: MIT */
/** @file
 * Runs a fuzz target without libFuzzer: the inputs of its corpus, then inputs made of pieces of
 * them at random, for so many seconds. A child tries them and keeps what it tries where its parent
 * sees it, so that an input that crashes it or that it does not return from is told and kept.
 *
 * usage: fuzz_TARGET [SECONDS | FILE...]
 *   SECONDS  how long; default: the environment variable DCM_FUZZ_SECONDS, else 6
 *   FILE     try these inputs alone
 * DCM_TEST_SEED is the seed; it is printed. CORPUS is the folder of the corpus. */
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "fuzz/fuzz.h"
#include "support/random.h"

enum { LONGEST = 4096, MOST_FILES = 1000, PATIENCE = 240 };

typedef struct input {
  size_t size;
  uint8_t data[LONGEST];
} input;

/** Memory that child and parent share. */
typedef struct shared {
  _Atomic unsigned long long tried;
  input now;
} shared;

static input *corpus;
static size_t corpus_count;
static const input *words; /* the input of this name, of which most words are taken */

static void stop(const char *what, const char *name) {
  fprintf(stderr, "fuzz: %s %s\n", what, name);
  exit(EXIT_FAILURE);
}

/* ---------------------------------------------------------------------------------- inputs */

static void read_input(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file || corpus_count == MOST_FILES)
    stop("cannot read", path);
  input *i = &corpus[corpus_count++];
  i->size = fread(i->data, 1, sizeof i->data, file);
  fclose(file);
}

static int by_name(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

/** In the order of their names, so that a seed means the same inputs everywhere. */
static void read_corpus(void) {
  static char *names[MOST_FILES];
  size_t count = 0;
  DIR *folder = opendir(CORPUS);
  if (!folder)
    stop("there is no folder", CORPUS);
  for (struct dirent *entry; count < MOST_FILES && (entry = readdir(folder));)
    if (entry->d_name[0] != '.') {
      const size_t length = sizeof CORPUS + strlen(entry->d_name) + 1;
      names[count] = malloc(length);
      if (!names[count])
        stop("no memory for", entry->d_name);
      snprintf(names[count++], length, "%s/%s", CORPUS, entry->d_name);
    }
  closedir(folder);
  qsort(names, count, sizeof names[0], by_name);
  for (size_t i = 0; i < count; i++) {
    read_input(names[i]);
    if (strcmp(strrchr(names[i], '/'), "/words") == 0)
      words = &corpus[i];
    free(names[i]);
  }
  if (!words)
    stop("there is no input 'words' in", CORPUS);
}

/** Replaces so many bytes at a place by others. */
static void splice(input *i, size_t at, size_t removed, const void *bytes, size_t count) {
  if (at > i->size)
    at = i->size;
  if (removed > i->size - at)
    removed = i->size - at;
  if (count > LONGEST - (i->size - removed))
    count = LONGEST - (i->size - removed);
  memmove(i->data + at + count, i->data + at + removed, i->size - at - removed);
  memcpy(i->data + at, bytes, count);
  i->size = i->size - removed + count;
}

static size_t place(const input *i, dcm_random *r) {
  return dcm_below(r, (uint32_t)i->size + 1);
}

/** Where a line begins, and how long it is with its end. */
static size_t line(const input *i, dcm_random *r, size_t *length) {
  size_t at = place(i, r);
  while (at > 0 && i->data[at - 1] != '\n')
    at--;
  for (*length = 0; at + *length < i->size;)
    if (i->data[at + (*length)++] == '\n')
      break;
  return at;
}

/** A word or a number, between two marks. @return where it begins */
static size_t word(const input *i, dcm_random *r, size_t *length) {
  static const char marks[] = " =,:\n";
  size_t at = place(i, r);
  while (at > 0 && !strchr(marks, i->data[at - 1]))
    at--;
  for (*length = 0; at + *length < i->size && !strchr(marks, i->data[at + *length]);)
    ++*length;
  return at;
}

static void mutate(input *i, dcm_random *r) {
  static const char *const numbers[] = {"0",    "-1",    "1e-300",     "1e300",     "nan",
                                        "-inf", "1e999", "4294967296", "0x1p-1074", "1e11",
                                        "-0.0", "0.5",   "1e-9"};
  uint8_t bytes[8];
  for (size_t b = 0; b < sizeof bytes; b++)
    bytes[b] = (uint8_t)dcm_random_bits(r);
  const char *number = numbers[dcm_below(r, sizeof numbers / sizeof numbers[0])];
  static const uint8_t extremes[] = {0x00, 0xff, 0x7f, 0x80, 0x01, 0x08, '\n', ' '};
  const input *other = &corpus[dcm_below(r, (uint32_t)corpus_count)];
  const input *of_word = dcm_chance(r, 0.75) ? words : other;
  size_t length, from, at, count;
  switch (dcm_below(r, 11)) {
  case 0:
    splice(i, place(i, r), dcm_below(r, 8), "", 0);
    break;
  case 1:
    splice(i, place(i, r), 0, bytes, 1 + dcm_below(r, sizeof bytes));
    break;
  case 2:
    splice(i, place(i, r), 1, &extremes[dcm_below(r, sizeof extremes)], 1);
    break;
  case 3:
    if (i->size > 0)
      i->data[dcm_below(r, (uint32_t)i->size)] ^= (uint8_t)(1u << dcm_below(r, 8));
    break;
  case 4: /* a word, now and then with the mark behind */
    from = word(of_word, r, &length);
    length += from + length < of_word->size && dcm_chance(r, 0.5);
    splice(i, place(i, r), dcm_below(r, 2) * length, of_word->data + from, length);
    break;
  case 5:
    splice(i, place(i, r), dcm_below(r, 6), number, strlen(number));
    break;
  case 6: /* a line is lost */
    from = line(i, r, &length);
    splice(i, from, length, "", 0);
    break;
  case 7: /* a line of another input, or of this one */
    from = line(other, r, &length);
    splice(i, line(i, r, &(size_t){0}), 0, other->data + from, length);
    break;
  case 8: /* the end of another */
    from = place(other, r);
    splice(i, place(i, r), LONGEST, other->data + from, other->size - from);
    break;
  case 9: /* a word becomes another word or a number */
    from = word(of_word, r, &length);
    at = word(i, r, &count);
    if (dcm_chance(r, 0.5))
      splice(i, at, count, of_word->data + from, length);
    else
      splice(i, at, count, number, strlen(number));
    break;
  default: /* four bytes, as counts and sizes are */
    splice(i, place(i, r) & ~(size_t)3, 4,
           (const uint8_t[]){0x40, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 9, 0, 0, 4, 1} +
               4 * dcm_below(r, 4),
           4);
    break;
  }
}

/** Input number n of the run: depends on it and the seed alone. */
static void make_input(input *i, unsigned long long n) {
  if (n < corpus_count) {
    *i = corpus[n];
    return;
  }
  dcm_random r = dcm_random_stream(n);
  *i = corpus[dcm_below(&r, (uint32_t)corpus_count)];
  if (dcm_chance(&r, 0.05))
    i->size = 0;
  for (uint32_t k = 1 + dcm_below(&r, dcm_chance(&r, 0.2) ? 32 : 4); k > 0; k--)
    mutate(i, &r);
}

/* ---------------------------------------------------------------------------- child, parent */

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/** Tries inputs; what it prints goes nowhere, but for the last words in log. */
static void work(shared *s, int log, double seconds, int only_corpus) {
  const int nowhere = open("/dev/null", O_WRONLY);
  dup2(nowhere, STDOUT_FILENO);
  dup2(log, STDERR_FILENO);
  setvbuf(stderr, NULL, _IOLBF, BUFSIZ);
  const double end = now() + seconds;
  for (unsigned long long n = 0; n < corpus_count || (!only_corpus && now() < end); n++) {
    make_input(&s->now, n);
    if (n % 256 == 0) { /* what the target said so far was about inputs that it survived */
      fflush(stderr);
      if (ftruncate(log, 0) != 0 || lseek(log, 0, SEEK_SET) != 0)
        _exit(EXIT_FAILURE);
    }
    LLVMFuzzerTestOneInput(s->now.data, s->now.size);
    s->tried++;
  }
  /* exit and not _exit: the sanitizer looks for leaks at the end. */
  exit(EXIT_SUCCESS);
}

/** @return the status of the child; -1 if it had to be stopped */
static int watch(pid_t child, const shared *s) {
  unsigned long long seen = 0;
  double since = now();
  for (int status;;) {
    if (waitpid(child, &status, WNOHANG) == child)
      return status;
    if (s->tried != seen) {
      seen = s->tried;
      since = now();
    }
    if (now() - since > PATIENCE) {
      kill(child, SIGKILL);
      waitpid(child, &status, 0);
      return -1;
    }
    nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
  }
}

static void tell_end(FILE *log) {
  char text[3000];
  fseek(log, 0, SEEK_END);
  const long size = ftell(log);
  fseek(log, size > (long)sizeof text ? size - (long)sizeof text : 0, SEEK_SET);
  fwrite(text, 1, fread(text, 1, sizeof text, log), stdout);
}

int main(int argc, char **argv) {
  const char *seconds_text = getenv("DCM_FUZZ_SECONDS");
  char *end = NULL;
  double seconds = seconds_text ? strtod(seconds_text, NULL) : 6.0;
  int first_file = 1;
  if (argc > 1 && (strtod(argv[1], &end) > 0.0 && !*end)) {
    seconds = strtod(argv[1], NULL);
    first_file = 2;
  }
  const char *name = strrchr(argv[0], '/') ? strrchr(argv[0], '/') + 1 : argv[0];
  corpus = calloc(MOST_FILES, sizeof *corpus);
  FILE *log = tmpfile();
  FILE *memory = tmpfile();
  shared *s = MAP_FAILED;
  if (memory && ftruncate(fileno(memory), sizeof *s) == 0)
    s = mmap(NULL, sizeof *s, PROT_READ | PROT_WRITE, MAP_SHARED, fileno(memory), 0);
  if (!corpus || s == MAP_FAILED || !log)
    stop("out of memory:", name);
  for (int i = first_file; i < argc; i++)
    read_input(argv[i]);
  const int only_corpus = corpus_count > 0;
  if (!only_corpus)
    read_corpus();
  printf("%s: seed %llu, a corpus of %zu, %g s\n", name, (unsigned long long)dcm_test_seed(),
         corpus_count, only_corpus ? 0.0 : seconds);
  fflush(stdout);
  const pid_t child = fork();
  if (child < 0)
    stop("cannot start a child of", name);
  if (child == 0)
    work(s, fileno(log), seconds, only_corpus);
  const int status = watch(child, s);
  if (status == 0) {
    printf("%s: %llu inputs\n", name, (unsigned long long)s->tried);
    return EXIT_SUCCESS;
  }
  char kept[256];
  snprintf(kept, sizeof kept, "%s-%llu-%llu.input", name, (unsigned long long)dcm_test_seed(),
           (unsigned long long)s->tried);
  tell_end(log);
  FILE *file = fopen(kept, "wb");
  if (file) {
    fwrite(s->now.data, 1, s->now.size, file);
    fclose(file);
  }
  printf("FAILED: %s %s at input %llu, kept as %s: '%s %s' tries it again\n", name,
         status == -1          ? "does not return"
         : WIFSIGNALED(status) ? strsignal(WTERMSIG(status))
                               : "ends",
         (unsigned long long)s->tried, kept, name, kept);
  return EXIT_FAILURE;
}
