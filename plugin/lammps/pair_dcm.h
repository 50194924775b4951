// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * pair_style dcm: any contact law of dcm as a pair style. docs/lammps/pair_dcm.md is its manual
 * page.
 *
 * This class moves numbers between LAMMPS and batches of the runtime and contains no mechanics. */
#ifndef DCM_LAMMPS_PAIR_DCM_H
#define DCM_LAMMPS_PAIR_DCM_H

#include "host_api.h"
#include "pair.h"
#include "rigid_masses.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

extern "C" {
#include "runtime/batch.h"
#include "runtime/law.h"
#include "runtime/settings.h"
}

namespace LAMMPS_NS {
class FixNeighHistory;
}

namespace DCM_NS {

class LawSource;

class PairDCM : public LAMMPS_NS::Pair {
public:
  /** @param law the law of a style dcm/<law>; empty for the style dcm, which takes it as argument
   */
  PairDCM(LAMMPS_NS::LAMMPS *lmp, const std::string &law);
  ~PairDCM() override;

  void compute(int, int) override;
  void settings(int, char **) override;
  void coeff(int, char **) override;
  void init_style() override;
  double init_one(int, int) override;
  void reset_dt() override;
  void *extract(const char *, int &) override;
  double single(int, int, int, int, double, double, double, double &) override;

  void write_restart(FILE *) override;
  void read_restart(FILE *) override;
  void write_restart_settings(FILE *) override;
  void read_restart_settings(FILE *) override;

  int pack_forward_comm(int, int *, double *, int, int *) override;
  void unpack_forward_comm(int, int, double *) override;
  void transfer_history(double *, double *DCM_TRANSFER_HISTORY_TYPES) override;
  double memory_usage() override;

  /** For walls, which are made of the materials of a pair style: what the user gave, and, from
   * init_style on, the law made from it. Null before. The law is made anew when a parameter
   * changes. */
  const dcm_settings *contact_settings() const {
    return given.get();
  }
  const dcm_law *contact_law() const {
    return law.get();
  }

private:
  /** A contact of the batch: which atoms, and where the host keeps its state. */
  struct Contact {
    int i, j;
    double factor;   // of special_bonds
    double *history; // history_width numbers, or null
  };
  struct BatchDeleter {
    void operator()(dcm_batch *b) const {
      dcm_batch_destroy(b);
    }
  };
  struct LawDeleter {
    void operator()(dcm_law *l) const {
      dcm_law_destroy(l);
    }
  };
  struct SettingsDeleter {
    void operator()(dcm_settings *s) const {
      dcm_settings_destroy(s);
    }
  };

  const std::string fixed_law;
  std::unique_ptr<LawSource> source;
  std::unique_ptr<dcm_settings, SettingsDeleter> given;
  std::unique_ptr<dcm_law, LawDeleter> law;
  std::unique_ptr<dcm_batch, BatchDeleter> batch;
  std::unique_ptr<dcm_batch, BatchDeleter> batch_of_one;
  std::vector<Contact> contacts;

  std::string dummy_id;   // of the fix that keeps the place of history_id
  std::string history_id; // of the fix that keeps the history, once there is a law
  LAMMPS_NS::FixNeighHistory *fix_history;
  bool keeps_history;
  bool reaches; // contacts persist beyond touching

  RigidMasses masses;
  int freeze_group_bit;
  double dt;
  std::vector<double> largest_free, largest_frozen; // radius of each type
  /** A parameter that a fix may change during a run: what it sees, and what it last saw. */
  struct Adapted {
    double **table;
    std::vector<double> known;
  };
  std::map<uint32_t, Adapted> adapted;

  void allocate();
  void use_law(const std::string &file, const std::string &id);
  void make_law();
  void name_history();
  void make_history_fix();
  void drop_history_fix();
  void collect_radii();
  void check_radii() const;
  void show(uint32_t parameter, Adapted &seen) const;
  void take_adapted();

  bool is_frozen(int i) const;
  void load(dcm_batch *b, uint32_t k, int i, int j) const;
  bool in_contact(int i, int j, double rsq, bool persists) const;
  void begin(uint32_t k);
  void end(const Contact &c);
  void tally_centroid(const Contact &c, uint32_t k);
  void flush(bool advance);
  const double *find_history(int i, int j, bool &touching) const;

  void write_string(FILE *, const std::string &) const;
  std::string read_string(FILE *);
  int read_int(FILE *);
  double read_double(FILE *);
};

} // namespace DCM_NS

#endif
