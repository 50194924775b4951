// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * pair_style gran/hooke/dcm, gran/hooke/history/dcm, gran/hertz/history/dcm: the host's styles of
 * these names, with its arguments, columns and restart files, computed by laws of dcm.
 * docs/lammps/pair_gran_dcm.md is the manual page. */
#include "gran_parameters.h"
#include "pair_dcm.h"
#include "styles.h"

#include "common/restart_file.h"

#include "atom.h"

#include <algorithm>

using namespace LAMMPS_NS;

namespace DCM_NS {

class PairGranDCM : public PairDCM {
public:
  PairGranDCM(LAMMPS_NS::LAMMPS *lmp, const GranStyle &style);

  void settings(int, char **) override;
  void coeff(int, char **) override;
  void init_style() override;
  double single(int, int, int, int, double, double, double, double &) override;

  void write_restart(FILE *) override;
  void read_restart(FILE *) override;
  void write_restart_settings(FILE *) override;
  void read_restart_settings(FILE *) override;

protected:
  void name_history() override;

private:
  const GranStyle style;
  GranParameters parameters;

  void adopt_parameters();
};

// Columns of svector after single(), as the host's styles have them: the first of PairDCM's.
enum { VELOCITY_N = 4, VELOCITY_T = 7, COLUMNS = 10 };

PairGranDCM::PairGranDCM(LAMMPS *instance, const GranStyle &of_host)
    : PairDCM(instance, of_host.law, std::string("gran/") + of_host.name), style(of_host) {}

// -------------------------------------------------------------------------------------- input

void PairGranDCM::settings(int narg, char **arg) {
  const int taken = parameters.read(lmp, here() + ": ", style, narg, arg);
  // An input that names this style itself may have keywords of loops.
  if (narg > taken && !PairLoop::is_keyword(arg[taken]))
    stop(lmp, here() + ": only limit_damping may follow dampflag, not '" + arg[taken] + "'");
  PairDCM::settings(narg - taken, arg + taken);
  adopt_parameters();
}

/** The settings forget what was set before there was a box. */
void PairGranDCM::adopt_parameters() {
  parameters.give(lmp, here() + ": ", style, given());
  single_extra = std::min(single_extra, (int)COLUMNS);
  report_replacing();
}

void PairGranDCM::coeff(int narg, char **arg) {
  if (narg > 2)
    stop(lmp, std::string("pair_coeff: gran/") + style.name +
                  " takes no parameters here, because pair_style gives the parameters of "
                  "all types: leave out '" +
                  arg[2] + "'");
  PairDCM::coeff(narg, arg);
}

void PairGranDCM::init_style() {
  complete_after_box();
  adopt_parameters();
  PairDCM::init_style();
}

// ------------------------------------------------------------------------------------- history

/** The host's name. Its number counts the pair styles of all kinds that were made before. */
void PairGranDCM::name_history() {
  history_id = "NEIGH_HISTORY_HH" + std::to_string(instance_me);
}

// -------------------------------------------------------------------------------------- single

/** The host's columns: its tangential velocity does without that of rotation, and factors of
 * special_bonds do not count. */
double PairGranDCM::single(int i, int j, int itype, int jtype, double rsq, double factor_coul,
                           double, double &fforce) {
  PairDCM::single(i, j, itype, jtype, rsq, factor_coul, 1.0, fforce);
  const double touch = atom->radius[i] + atom->radius[j];
  if (rsq < touch * touch)
    for (int c = 0; c < 3; c++)
      svector[VELOCITY_T + c] = atom->v[i][c] - atom->v[j][c] - svector[VELOCITY_N + c];
  return 0.0;
}

// --------------------------------------------------------------------------------- restart files

void PairGranDCM::write_restart_settings(FILE *fp) {
  if (parameters.limits_damping())
    warn(lmp, here() + ": restart files have no place for limit_damping: give the pair_style again "
                       "after read_restart");
  RestartFile file = restart_file(fp);
  parameters.write(file);
}

void PairGranDCM::read_restart_settings(FILE *fp) {
  RestartFile file = restart_file(fp);
  parameters.read(file);
  PairDCM::settings(0, nullptr);
  adopt_parameters();
}

void PairGranDCM::write_restart(FILE *fp) {
  write_restart_settings(fp);
  RestartFile file = restart_file(fp);
  write_pairs(file, [](int, int) {});
}

void PairGranDCM::read_restart(FILE *fp) {
  read_restart_settings(fp);
  RestartFile file = restart_file(fp);
  read_pairs(file, [](int, int) {});
}

void *create_gran_pair(void *lmp, const GranStyle &style) {
  return static_cast<Pair *>(new PairGranDCM(static_cast<LAMMPS *>(lmp), style));
}

} // namespace DCM_NS
