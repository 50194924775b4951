// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * pair_style gran/hooke/dcm, gran/hooke/history/dcm, gran/hertz/history/dcm: the host's styles of
 * these names, with its arguments, columns and restart files, computed by laws of dcm.
 * docs/lammps/pair_gran_dcm.md is the manual page. */
#ifndef DCM_LAMMPS_PAIR_GRAN_DCM_H
#define DCM_LAMMPS_PAIR_GRAN_DCM_H

#include "gran_parameters.h"
#include "pair_dcm.h"

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

} // namespace DCM_NS

#endif
