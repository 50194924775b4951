// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * The energies of the contacts that one part of a pair style, or one fix of walls, has had so far.
 * Who makes the contacts and who reports the energies share an account. */
#ifndef DCM_COMMON_ENERGY_ACCOUNT_H
#define DCM_COMMON_ENERGY_ACCOUNT_H

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

extern "C" {
#include "contacts/step.h"
}

namespace DCM_NS {

/** A sum of very many terms in two numbers: what rounding takes from the first is in the second
 * (D. E. Knuth, The Art of Computer Programming 2, 4.2.2, theorem B). So a sum that goes on from a
 * restart file is the sum that was never interrupted. */
struct WideSum {
  double high = 0.0, low = 0.0;

  void add(double term) {
    const double sum = high + term, part = sum - high;
    low += (high - (sum - part)) + (term - part);
    high = sum;
  }
  double value() const {
    return high + low;
  }
};

/** Adds the work of a step by the trapezoid rule.
 * @param power     at the last step; receives the present one. A look (dt = 0) where a run goes on
 *                  leaves it, because its velocities are half a step later
 * @param begins    whether there was no step before */
inline void add_work(WideSum &work, WideSum &power, double dt, double power_now, bool begins) {
  if (dt > 0.0)
    work.add(0.5 * dt * (power.value() + power_now));
  if (dt > 0.0 || begins)
    power = {power_now, 0.0};
}

struct EnergyAccount {
  enum { DISSIPATED = DCM_LEDGER - DCM_ENERGIES_STORED };

  std::string name;
  dcm_energy_sums sums = {};                // of the present step
  double stored[DCM_ENERGIES_STORED] = {};  // after the last step
  WideSum dissipated[DISSIPATED], supplied; // so far; supplied: the work of walls
  double power_now = 0.0;                   // of the walls in the present step, by their motion
  WideSum power;                            // likewise, at the last step
  bool is_new = false;                      // for who counts what came where a run begins

  explicit EnergyAccount(const std::string &called) : name(called) {
    sums.begins = 1;
  }

  /** To be handed to a step. */
  dcm_energy_sums *begin() {
    std::fill_n(sums.of_contacts, (int)DCM_LEDGER, 0.0);
    power_now = 0.0;
    return &sums;
  }

  /** A term of a ledger: what is stored, or was dissipated so far. */
  double so_far(int term) const {
    return term < DCM_ENERGIES_STORED ? stored[term]
                                      : dissipated[term - DCM_ENERGIES_STORED].value();
  }

  /** @param dt that of the step */
  void end(double dt) {
    std::copy_n(sums.of_contacts, (int)DCM_ENERGIES_STORED, stored);
    for (int e = 0; dt > 0.0 && e < DISSIPATED; e++)
      dissipated[e].add(sums.of_contacts[DCM_ENERGIES_STORED + e]);
    add_work(supplied, power, dt, power_now, sums.begins);
    sums.begins = 0;
  }
};

typedef std::shared_ptr<EnergyAccount> EnergyAccountPointer;

/** Rows of three numbers an atom, for translation and for rotation. */
template <class Number>
struct MotionRows {
  std::vector<Number> of[2];

  /** Keeps what is there. */
  void resize(size_t atoms, Number number) {
    for (auto &rows : of)
      rows.resize(3 * atoms, number);
  }
  void copy(int from, int to) {
    for (auto &rows : of)
      std::copy_n(&rows[3 * (size_t)from], 3, &rows[3 * (size_t)to]);
  }
  void set(int i, Number number) {
    for (auto &rows : of)
      std::fill_n(&rows[3 * (size_t)i], 3, number);
  }
  double *write(int i, double *buffer) const {
    for (const auto &rows : of)
      buffer = std::copy_n(&rows[3 * (size_t)i], 3, buffer);
    return buffer;
  }
  const double *read(int i, const double *buffer) {
    for (auto &rows : of)
      for (int c = 0; c < 3; c++)
        rows[3 * (size_t)i + c] = (Number)*buffer++;
    return buffer;
  }
  double memory() const {
    return (double)(of[0].capacity() + of[1].capacity()) * sizeof(Number);
  }
};

/** The motion of atoms at the step before, velocities and spins, and their half kicks: the last
 * ones, and those that come next, each in a line of the cache. */
class Kicks {
public:
  enum { NUMBERS = 6 };

  MotionRows<double> then;
  MotionRows<float> last;

  /** Keeps what is there. */
  void resize(size_t atoms) {
    then.resize(atoms, NAN);
    last.resize(atoms, NAN);
    std::vector<float> larger(8 * (atoms + 1), 0.0F);
    const size_t kept = room.empty() ? 0 : std::min(room.size(), larger.size()) / 8 - 1;
    std::copy_n((const float *)coming(), 8 * kept, aligned(larger));
    room.swap(larger);
  }
  dcm_kick *coming() {
    return room.empty() ? nullptr : reinterpret_cast<dcm_kick *>(aligned(room));
  }
  /** Marks an atom that was not there in the step before. */
  void set_new(int i) {
    then.set(i, NAN);
    last.set(i, NAN);
    std::fill_n(coming()[i], 8, 0.0F);
  }
  void copy(int from, int to) {
    then.copy(from, to);
    last.copy(from, to);
    std::copy_n(coming()[from], 8, coming()[to]);
  }
  /** All but those that come next. */
  double *write(int i, double *buffer) const {
    return last.write(i, then.write(i, buffer));
  }
  const double *read(int i, const double *buffer) {
    return last.read(i, then.read(i, buffer));
  }
  double *write_coming(int i, double *buffer) {
    for (int n = 0; n < NUMBERS; n++)
      *buffer++ = coming()[i][n + n / 3];
    return buffer;
  }
  const double *read_coming(int i, const double *buffer) {
    for (int n = 0; n < NUMBERS; n++)
      coming()[i][n + n / 3] = (float)*buffer++;
    return buffer;
  }

  /** Foresees the kicks of atoms first to end - 1: dcm_foresight_rows has the arguments. */
  void foresee(const double *const now[2], double share, size_t first, size_t end) {
    const dcm_foresight_rows rows = {{now[0], now[1]},
                                     {then.of[0].data(), then.of[1].data()},
                                     share,
                                     {last.of[0].data(), last.of[1].data()},
                                     coming()};
    dcm_foresee(&rows, first, end);
  }

  double memory() const {
    return (double)room.capacity() * sizeof(float) + then.memory() + last.memory();
  }

private:
  std::vector<float> room;

  static float *aligned(std::vector<float> &floats) {
    const size_t row = sizeof(dcm_kick);
    const std::uintptr_t at = reinterpret_cast<std::uintptr_t>(floats.data());
    return floats.data() + (row - at % row) % row / sizeof(float);
  }
};

} // namespace DCM_NS

#endif
