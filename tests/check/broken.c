/* SPDX-License-Identifier: MIT */
/** @file
 * The sound law of law.h, and laws whose mistakes dcm check reports in ways of their own, for the
 * tests of its messages. Compiled with WRONG_SIZE the description of a parameter is wrong, too,
 * with WRONG_ENTRY the entry function. */
#include <fenv.h>
#include <unistd.h>

#ifdef WRONG_ENTRY
/** Reads what follows a struct, as one does who knows a younger version of it. */
#define LAW_ENTRY(host) (void)*(const volatile uint64_t *)((host) + 1), fesetround(FE_UPWARD)
#endif
#include "right/law.h"

static const dcm_parameter parameters[] = {
#ifdef WRONG_SIZE
    {.size = 12},
#else
    LAW_SPRING,
#endif
    LAW_RESTITUTION,
    LAW_MU,
    LAW_ROLLING,
};
#define OF_PARAMETERS LAW_TAKES(parameters)
#define USUAL OF_PARAMETERS, LAW_KEEPS(law_stretch)

static const dcm_history_field even[] = {
    LAW_FIELD(DCM_VECTOR, DCM_EVEN, "stretch", "of the spring", LAW_LENGTH)};

#define VECTOR(called) LAW_FIELD(DCM_VECTOR, DCM_EVEN, called, "of many")
static const dcm_history_field wide[] = {
    VECTOR("a"), VECTOR("b"), VECTOR("c"), VECTOR("d"), VECTOR("e"), VECTOR("f"),
    VECTOR("g"), VECTOR("h"), VECTOR("i"), VECTOR("j"), VECTOR("k"), VECTOR("l"),
    VECTOR("m"), VECTOR("n"), VECTOR("o"), VECTOR("p"), VECTOR("q"), VECTOR("r"),
    VECTOR("s"), VECTOR("t"), VECTOR("u"), VECTOR("v")};

static const dcm_quantity warm[] = {
    LAW_QUANTITY(DCM_READ, "temperature", "of a grain", LAW_KELVIN, .default_value = 300.0),
    LAW_QUANTITY(DCM_SUM, "heatflow", "into a grain", LAW_WATT)};

static void crashes(const law_contact *c, law_answer *a) {
  (void)c, (void)a;
  abort();
}

static void hangs(const law_contact *c, law_answer *a) {
  for (; c && a;)
    usleep(1000);
}

static void spins(const law_contact *c, law_answer *a) {
  (void)c, (void)a;
  for (volatile unsigned turns = 0;; turns = turns + 1)
    ;
}

/** As on a machine that has other things to do. */
static void rests(const law_contact *c, law_answer *a) {
  static volatile unsigned has_rested;
  if (!has_rested)
    usleep(1500000);
  has_rested = 1;
  law_sound(c, a);
}

static void ends(const law_contact *c, law_answer *a) {
  (void)c, (void)a;
  _exit(0);
}

static void melts(const law_contact *c, law_answer *a) {
  law_sound(c, a);
  if (c->q1[0] > 300.0)
    a->normal = NAN;
}

#define LAWS(LAW)                                                                                  \
  LAW(SOUND, "sound", law_starts, law_sound, USUAL)                                                \
  LAW(PARITY, "has-a-wrong-parity", law_starts, law_sound, OF_PARAMETERS, LAW_KEEPS(even))         \
  LAW(WIDE, "has-66-numbers", law_starts, law_sound, OF_PARAMETERS, LAW_KEEPS(wide))               \
  LAW(MANY, "has-33-fields", law_starts, law_sound, OF_PARAMETERS, .history_fields = wide,         \
      .history_count = 33)                                                                         \
  LAW(CRASHES, "crashes", law_starts, crashes, USUAL)                                              \
  LAW(HANGS, "hangs", law_starts, hangs, USUAL)                                                    \
  LAW(SPINS, "spins", law_starts, spins, USUAL)                                                    \
  LAW(RESTS, "rests-for-a-while", law_starts, rests, USUAL)                                        \
  LAW(ENDS, "ends-the-process", law_starts, ends, USUAL)                                           \
  LAW(MELTS, "melts", law_starts, melts, USUAL, LAW_READS(warm))
LAW_LIBRARY(LAWS)
