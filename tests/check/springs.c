/* SPDX-License-Identifier: MIT */
/** @file
 * The sound law of law.h, and the law with mistakes in its springs, dampers and friction. */
#include "law.h"

#define LAWS(LAW)                                                                                  \
  LAW(SOUND, "sound-springs", LAW_USUAL, law_starts, law_sound)                                    \
  LAW(OVERDAMPED, "damps-twice-as-strongly", LAW_USUAL, law_starts, damped)                        \
  LAW(UNDAMPED, "does-not-damp", LAW_USUAL, law_starts, damped)                                    \
  LAW(DRIVEN, "drives-on-the-way-out", LAW_USUAL, law_starts, damped)
LAW_NUMBERS(LAWS)

/** The sound law with another damper along the normal. */
static void damped(const law_contact *c, law_answer *a) {
  law_sound(c, a);
  const double share = c->law == OVERDAMPED                    ? 1.0
                       : c->law == DRIVEN && c->approach > 0.0 ? 0.0
                                                               : -1.0;
  const double more = (c->law == DRIVEN ? 2.0 : 1.0) * share * law_damping(c);
  a->normal += more * c->approach;
  a->energy[LOST_NORMAL] += more * c->approach * c->approach * c->dt;
}

LAW_LIBRARY(LAWS)
