// SPDX-License-Identifier: GPL-2.0-or-later
#include "gran_parameters.h"

#include "host_services.h"
#include "pair_settings.h"
#include "release.h"

#include "force.h"
#include "lammps.h"
#include "utils.h"

#include "common/restart_file.h"

#include <cstring>
#include <vector>

using namespace LAMMPS_NS;

namespace DCM_NS {

static const double LARGEST_XMU = 10000.0; // the host's

int GranParameters::read(LAMMPS *lmp, const std::string &where, const GranStyle &style, int narg,
                         char **arg) {
  if (narg < 6)
    stop(lmp, where + "needs six numbers, Kn Kt gamma_n gamma_t xmu dampflag, but there " +
                  (narg == 1 ? "is " : "are ") + std::to_string(narg));
  const auto number = [&](int a) { return utils::numeric(FLERR, arg[a], false, lmp); };
  const auto is_null = [&](int a) { return strcmp(arg[a], "NULL") == 0; };
  kn = number(0);
  kt = is_null(1) ? kn * 2.0 / 7.0 : number(1);
  gamma_n = number(2);
  gamma_t = is_null(3) ? 0.5 * gamma_n : number(3);
  xmu = number(4);
  dampflag = utils::inumeric(FLERR, arg[5], false, lmp);
  if (dampflag != 0 && dampflag != 1)
    stop(lmp, where + "dampflag is 0 or 1, not " + arg[5]);
  if (dampflag == 0)
    gamma_t = 0.0;
  const struct {
    const char *name;
    double value;
    int place;
  } all[] = {{"Kn", kn, 0}, {"Kt", kt, 1}, {"gamma_n", gamma_n, 2}, {"gamma_t", gamma_t, 3}};
  for (const auto &one : all)
    if (!(one.value >= 0.0))
      stop(lmp, where + one.name + " must be at least 0, not " + arg[one.place]);
  if (!(xmu >= 0.0 && xmu <= LARGEST_XMU))
    stop(lmp,
         where + "xmu, the coefficient of friction, must be between 0 and 10000, not " + arg[4]);
  if (style.is_hertz) {
    kn /= lmp->force->nktv2p;
    kt /= lmp->force->nktv2p;
  }
  limit_damping = narg > 6 && strcmp(arg[6], "limit_damping") == 0;
  return limit_damping ? 7 : 6;
}

namespace {

struct Given {
  const char *parameter;
  double value;
};

void set(LAMMPS *lmp, const std::string &where, PairSettings &settings,
         const std::vector<Given> &numbers) {
  const dcm_range all = settings.all_types();
  for (const Given &number : numbers) {
    const std::string refusal = settings.set(all, all, number.parameter, number.value);
    if (!refusal.empty())
      stop(lmp, where + refusal + SUFFIX_OFF);
  }
}

} // namespace

void GranParameters::give(LAMMPS *lmp, const std::string &where, const GranStyle &style,
                          PairSettings &settings) const {
  set(lmp, where, settings,
      {{"kn", kn}, {"gamma_n", gamma_n}, {"gamma_t", gamma_t}, {"friction", xmu}});
  if (style.has_spring)
    set(lmp, where, settings, {{"kt", kt}});
  settings.choose("limit_damping", limit_damping ? "yes" : "no");
}

bool GranParameters::is_composed_at_walls(const GranStyle &style) {
  return style.has_spring ? RELEASE.walls_err : RELEASE.hooke_walls_err;
}

void GranParameters::give_composed(LAMMPS *lmp, const std::string &where, const GranStyle &style,
                                   PairSettings &settings) const {
  // The host divides by 0 where there is no damping.
  const double ratio = gamma_n > 0.0 ? gamma_t / gamma_n : 0.0;
  settings.choose("release", "4Feb2025");
  settings.choose("limit_damping", limit_damping ? "yes" : "no");
  if (!style.has_spring) {
    settings.choose("normal", "hooke");
    settings.choose("damping", "mass_velocity");
    settings.choose("tangential", "linear_nohistory");
    set(lmp, where, settings,
        {{"kn", kn}, {"gamma_n", gamma_n}, {"x_gammat", kt}, {"friction", ratio}});
    warn(lmp, "dcm: " + where + "model hooke of this release of LAMMPS takes gamma_t/gamma_n, " +
                  text_of_number(ratio) +
                  ", for the coefficient of friction, "
                  "and so does dcm; granular, or fix wall/dcm, takes xmu");
    return;
  }
  settings.choose("normal", style.is_hertz ? "hertz" : "hooke");
  settings.choose("damping", style.is_hertz ? "viscoelastic" : "mass_velocity");
  settings.choose("tangential", style.is_hertz ? "mindlin_classic" : "linear_history_classic");
  set(lmp, where, settings,
      {{style.is_hertz ? "kn_hertz" : "kn", kn},
       {style.is_hertz ? "gamma_n_hertz" : "gamma_n", gamma_n},
       {style.is_hertz ? "kt_hertz" : "kt", kt},
       {"x_gammat", ratio},
       {"friction", xmu}});
}

void GranParameters::write(RestartFile &file) const {
  file.write(std::vector<double>{kn, kt, gamma_n, gamma_t, xmu});
  file.write(dampflag);
}

void GranParameters::read(RestartFile &file) {
  const std::vector<double> numbers = file.read_doubles(5);
  dampflag = file.read_int();
  kn = numbers[0];
  kt = numbers[1];
  gamma_n = numbers[2];
  gamma_t = numbers[3];
  xmu = numbers[4];
  limit_damping = false;
}

} // namespace DCM_NS
