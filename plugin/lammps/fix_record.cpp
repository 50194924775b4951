// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * A record of the atoms at chosen steps, with all their digits, which 'dcm same' compares. Where
 * the variable dcm_record names a folder, each command run records into the folder, whoever
 * computes.
 *
 * Each rank writes two files for each simulation of an input, of float64 alone: <n>.<rank> has a
 * frame for each chosen step, the fewer the larger they are, and <n>.<rank>.last that of the end of
 * the last run. A frame begins with the step, the number of its rows, that of the atoms of all
 * ranks, 3 numbers that say whether the box is periodic, its edges x, y, z, its tilts xy, xz, yz,
 * and the seconds that the steps before spent on frames. A row has the ID and COLUMNS numbers;
 * those that this atom style has not are 0. */
#include "styles.h"

#include "host_api.h"

#include "atom.h"
#include "command.h"
#include "domain.h"
#include "fix.h"
#include "input.h"
#include "modify.h"
#include "update.h"
#include "variable.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

using namespace LAMMPS_NS;

namespace DCM_NS {

class FixRecord : public LAMMPS_NS::Fix {
public:
  FixRecord(LAMMPS_NS::LAMMPS *lmp, int narg, char **arg);
  ~FixRecord() override;

  int setmask() override;
  void setup(int) override;
  void end_of_step() override;
  void post_run() override;

private:
  std::string path;
  FILE *file; // NULL: nothing is recorded, as where a rank does not see the folder
  LAMMPS_NS::bigint first, next, seen; // steps
  double spent;

  void record_if_due();
  void write_frame(FILE *to) const;
  double bytes_of_frame() const;
};

static const char VARIABLE[] = "dcm_record";
static const char STYLE[] = "DCM/RECORD";
static const char ID[] = "DCM_RECORD";

/** Positions, velocities, spins or angular momenta, forces, torques, radii. */
static const int COLUMNS = 16;

/** About what a rank may write in a million steps. */
static const double MOST_BYTES = 256e6;

static Fix *create(LAMMPS *instance, int narg, char **arg) {
  return new FixRecord(instance, narg, arg);
}

static Input::CommandCreator run_of_host;

/** The host's command, after the fix was added to the instance, which loses it by clear. */
static Command *create_run(LAMMPS *lmp) {
  if (lmp->modify->find_fix(ID) < 0 && lmp->domain->box_exist) {
    (*lmp->modify->fix_map)[STYLE] = create;
    lmp->modify->add_fix(std::string(ID) + " all " + STYLE, 0);
  }
  return run_of_host(lmp);
}

void record_runs(LAMMPS *lmp) {
  Input::CommandCreator &run = (*lmp->input->command_map)["run"];
  if (run == create_run || lmp->input->variable->find(VARIABLE) < 0)
    return;
  run_of_host = run;
  run = create_run;
}

FixRecord::FixRecord(LAMMPS *instance, int narg, char **arg)
    : Fix(instance, narg, arg), file(nullptr), first(0), next(0), seen(MAXBIGINT), spent(0.0) {
  nevery = 1;
  static int simulations;
  const char *folder = input->variable->retrieve(VARIABLE);
  path = std::string(folder ? folder : ".") + "/" + std::to_string(simulations++) + "." +
         std::to_string(comm->me);
  file = fopen(path.c_str(), "wb");
}

FixRecord::~FixRecord() {
  if (file)
    fclose(file);
}

int FixRecord::setmask() {
  return FixConst::END_OF_STEP;
}

void FixRecord::setup(int) {
  record_if_due();
}

void FixRecord::end_of_step() {
  using clock = std::chrono::steady_clock;
  const clock::time_point begin = clock::now();
  record_if_due();
  spent += std::chrono::duration<double>(clock::now() - begin).count();
}

void FixRecord::post_run() {
  FILE *last = file ? fopen((path + ".last").c_str(), "wb") : nullptr;
  if (!last)
    return;
  write_frame(last);
  fclose(last);
}

double FixRecord::bytes_of_frame() const {
  return sizeof(double) * (1.0 + COLUMNS) * static_cast<double>(atom->natoms) / comm->nprocs;
}

/** The first steps, and then steps that are farther and farther apart, so that the step at which
 * two runs part is known to a tenth, or less well where there are very many atoms. */
void FixRecord::record_if_due() {
  const bigint step = update->ntimestep;
  if (step < seen) // as where the input says reset_timestep
    first = next = step;
  seen = step;
  if (!file || step < next)
    return;
  write_frame(file);
  const double apart = std::max(0.1, 14.0 * bytes_of_frame() / MOST_BYTES); // e^14: a million steps
  next = step + std::max<bigint>(1, (bigint)ceil(apart * (double)(step - first)));
}

void FixRecord::write_frame(FILE *to) const {
  const Domain &box = *domain;
  std::vector<double> all = {(double)update->ntimestep,
                             (double)atom->nlocal,
                             (double)atom->natoms,
                             (double)box.xperiodic,
                             (double)box.yperiodic,
                             (double)box.zperiodic,
                             box.xprd,
                             box.yprd,
                             box.zprd,
                             box.xy,
                             box.xz,
                             box.yz,
                             spent};
  const size_t head = all.size();
  all.resize(head + (size_t)atom->nlocal * (1 + COLUMNS));
  double *number = all.data() + head;
  double *const *const spin = atom->omega ? atom->omega : atom->angmom;
  double *const *const vectors[] = {atom->x, atom->v, spin, atom->f, atom->torque};
  for (int i = 0; i < atom->nlocal; i++) {
    *number++ = atom->tag ? (double)atom->tag[i] : 0.0;
    for (auto vector : vectors)
      for (int c = 0; c < 3; c++)
        *number++ = vector ? vector[i][c] : 0.0;
    *number++ = atom->radius ? atom->radius[i] : 0.0;
  }
  fwrite(all.data(), sizeof(double), all.size(), to);
}

} // namespace DCM_NS
