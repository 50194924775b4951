// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * Formulas, words and faults of releases of LAMMPS, of which headers say nothing (host_api.h). A
 * release is the one before it and what changed then, so that one between two of these is as the
 * earlier one, and one after the last as the last. */
#ifndef DCM_LAMMPS_RELEASE_H
#define DCM_LAMMPS_RELEASE_H

#include <string>

namespace DCM_NS {

/** At first what 29Sep2021 is. */
struct Release {
  /** The word of the law granular's option release; null where no law has the formulas. */
  const char *formulas = "29Sep2021";

  /** Granular styles are one file, with fewer sub-models in any order, settings of each pair of
   * types, and restart files with the numbers that the formulas contain. */
  bool granular_is_one_file = true;
  bool has_coeff_restitution = false;
  bool has_mdr = false;
  bool has_synchronized_verlet = false; /**< pair_style granular knows the word */
  bool numbers_granular_history =
      false; /**< the ID of granular's history has the number of the style */

  /** Fix wall/gran composes its models of sub-models, and multiplies their tangential springs by
   * the contact radius where it should not, or forgets to where it should. */
  bool walls_err = false;
  /** Model hooke of fix wall/gran has Kt for x_gammat and gamma_t/gamma_n for xmu. */
  bool hooke_walls_err = false;
  bool has_zcylinder = true; /**< as a wall of fix wall/gran */

  /** Pair_style hybrid passes on the columns of compute pair/local; before, it copies the columns
   * in a loop without an end. */
  bool hybrid_passes_columns = false;
};

/** The newest release that the table knows. */
constexpr int NEWEST_KNOWN = 20260704;

/** The release of a date, as yyyymmdd. */
constexpr Release release_of(int date) {
  Release r;
  if (date >= 20230328) {
    r.formulas = nullptr; // of jkr, mixed materials and heat, for one release
    r.granular_is_one_file = false;
    r.walls_err = r.hooke_walls_err = true;
  }
  if (date >= 20230615)
    r.formulas = "4Feb2025";
  if (date >= 20240627) {
    r.has_coeff_restitution = true;
    r.hooke_walls_err = false;
  }
  if (date >= 20250204)
    r.has_mdr = true;
  if (date >= NEWEST_KNOWN) {
    r.formulas = "4Jul2026";
    r.walls_err = false;
    r.has_zcylinder = false;
    r.has_synchronized_verlet = true;
    r.numbers_granular_history = true;
    r.hybrid_passes_columns = true;
  }
  return r;
}

/** The release whose headers are in use; the build defines its date. */
constexpr Release RELEASE = release_of(DCM_LAMMPS_VERSION);

/** End of the line of the log that says that dcm computes a style. */
inline std::string whose_formulas() {
  return DCM_LAMMPS_VERSION <= NEWEST_KNOWN
             ? ""
             : std::string(", with the formulas of ") + RELEASE.formulas +
                   ": what this newer LAMMPS may have changed, dcm does not know";
}

} // namespace DCM_NS

#endif
