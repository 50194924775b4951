// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * The host's own granular styles gran/hooke, gran/hooke/history and gran/hertz/history, and the
 * walls that go with them: their names, the laws that compute the same, and their arguments. */
#ifndef DCM_LAMMPS_GRAN_PARAMETERS_H
#define DCM_LAMMPS_GRAN_PARAMETERS_H

#include <string>

namespace LAMMPS_NS {
class LAMMPS;
}

namespace DCM_NS {

class PairSettings;
class RestartFile;

/** A style of the host, without "gran/", and the law that stands in for it. */
struct GranStyle {
  const char *name;
  const char *law;
  bool has_spring; // along the tangent
  bool is_hertz;   // Kn and Kt are pressures
};

const GranStyle GRAN_STYLES[] = {{"hooke", "hooke", false, false},
                                 {"hooke/history", "hooke-history", true, false},
                                 {"hertz/history", "hertz-history", true, true}};
const int GRAN_STYLE_COUNT = sizeof GRAN_STYLES / sizeof GRAN_STYLES[0];

/** End of messages that refuse an input which the host's own style takes. */
const char SUFFIX_OFF[] = "; for the style of LAMMPS itself put 'suffix off' before the command "
                          "and 'suffix on' behind the command";

/** One set of numbers for all pairs of types. */
class GranParameters {
public:
  /** Reads Kn Kt gamma_n gamma_t xmu dampflag, and limit_damping if it follows; refuses what the
   * host refuses.
   * @param where beginning of messages
   * @return number of arguments taken */
  int read(LAMMPS_NS::LAMMPS *lmp, const std::string &where, const GranStyle &style, int narg,
           char **arg);

  /** Gives them to the law of a style. */
  void give(LAMMPS_NS::LAMMPS *lmp, const std::string &where, const GranStyle &style,
            PairSettings &settings) const;

  /** Whether fix wall/gran of this release composes the model of sub-models, and errs. */
  static bool is_composed_at_walls(const GranStyle &style);

  /** give for the law granular, composed so. */
  void give_composed(LAMMPS_NS::LAMMPS *lmp, const std::string &where, const GranStyle &style,
                     PairSettings &settings) const;

  bool limits_damping() const {
    return limit_damping;
  }

  /** Restart files have the numbers in the format of the host's own styles, which has no
   * limit_damping. All ranks read together. */
  void write(RestartFile &) const;
  void read(RestartFile &);

private:
  double kn = 0.0, kt = 0.0, gamma_n = 0.0, gamma_t = 0.0, xmu = 0.0;
  int dampflag = 0;
  bool limit_damping = false;
};

} // namespace DCM_NS

#endif
