// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * Formulas, words and faults of releases of LAMMPS, of which headers say nothing (host_api.h): a
 * row for each release that changed any. A release between two rows, and one after the last, has
 * what the row before it says. */
#ifndef DCM_LAMMPS_RELEASE_H
#define DCM_LAMMPS_RELEASE_H

namespace DCM_NS {

struct Release {
  int from;             /**< date of the first release that is so, as yyyymmdd */
  const char *formulas; /**< the word of the law granular's option release */

  /** Granular styles are one file, with fewer sub-models in any order, settings of each pair of
   * types, and restart files with the numbers that the formulas contain. */
  bool granular_is_one_file;
  /** Fix wall/gran composes its models of sub-models, and multiplies their tangential springs by
   * the contact radius where it should not, or forgets to where it should. */
  bool walls_err;
  bool has_zcylinder;            /**< as a wall of fix wall/gran */
  bool has_heat;                 /**< atoms may have temperatures */
  bool has_synchronized_verlet;  /**< pair_style granular knows the word */
  bool numbers_granular_history; /**< the ID of granular's history has the number of the style */
  /** Pair_style hybrid passes on the columns of compute pair/local; before, it copies the columns
   * in a loop without an end. */
  bool hybrid_passes_columns;
};

constexpr Release RELEASES[] = {
    // from, formulas, one file, walls err, cylinder, heat, synchronized, numbers, hybrid
    {0, "29Sep2021", true, false, true, false, false, false, false},
    {20230328, "4Feb2025", false, true, true, true, false, false, false},
    {20260704, "4Jul2026", false, false, false, true, true, true, true},
};

constexpr Release release_of(int date) {
  const Release *found = RELEASES;
  for (const Release &row : RELEASES)
    if (row.from <= date)
      found = &row;
  return *found;
}

/** The row of the release whose headers are in use; the build defines its date. */
constexpr Release RELEASE = release_of(DCM_LAMMPS_VERSION);

} // namespace DCM_NS

#endif
