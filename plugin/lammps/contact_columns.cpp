// SPDX-License-Identifier: GPL-2.0-or-later
#include "contact_columns.h"

#include <algorithm>
#include <cmath>
#include <set>

extern "C" {
#include "runtime/batch_views.h"
#include "runtime/model.h"
}

namespace DCM_NS {

// Behind the columns of compute pair/local: who is in contact, and vectors.
enum { IDS_OF_PAIR = 4, DISTANCE = 4, PAIR_FORCE = 5, PAIR_NORMAL = 8 };
enum { IDS_OF_WALL = 3, POINT = 3, WALL_FORCE = 6, WALL_NORMAL = 9 };

int ContactColumns::of_host(const dcm_model *model) {
  return HISTORY + (int)dcm_model_history_width(model) + (int)model->output_count;
}

/** The names that are the host's where the law has them too, those of vectors' parts among them,
 * and the keywords of compute dcm/contact/local: all that there were when the contract became 1.0.
 * A name that comes later is not among them: it has to yield to the law's, so that no input means
 * something else than before. */
static const std::set<std::string> &names_of_host(ContactColumns::Kind kind) {
  static const auto with_parts = [](std::set<std::string> names,
                                    const std::vector<std::string> &vectors) {
    for (const std::string &vector : vectors)
      for (const char *part : {"", "_x", "_y", "_z"})
        names.insert(vector + part);
    return names;
  };
  static const std::vector<std::string> vectors = {
      "force_tangential", "velocity_normal", "velocity_tangential", "torque", "force", "normal"};
  static const std::set<std::string> both =
      with_parts({"force_tangential_size", "force_normal", "overlap", "style", "walls"}, vectors);
  static const std::set<std::string> of_pairs = [] {
    std::set<std::string> names = both;
    names.insert({"id1", "id2", "type1", "type2", "distance"});
    return names;
  }();
  static const std::set<std::string> of_walls = [] {
    std::set<std::string> names = with_parts(both, {"point"});
    names.insert({"id", "type", "wall"});
    return names;
  }();
  return kind == ContactColumns::OF_PAIRS ? of_pairs : of_walls;
}

void ContactColumns::add(const std::string &name, int width) {
  all.push_back({name, "", count(), width});
  for (int c = 0; c < width; c++)
    names.push_back(width == 1 ? name : name + "_" + "xyz"[c]);
}

void ContactColumns::add_of_law(const std::string &name, int width, const std::string &prefix) {
  const bool is_taken = names_of_host(kind).count(name) || !find(name).empty();
  add(is_taken ? prefix + name : name, width);
  all.back().of_law = prefix + name;
}

ContactColumns::ContactColumns(const dcm_model *model, Kind of)
    : host_columns(of == OF_PAIRS ? of_host(model) : 0), kind(of),
      history_width(dcm_model_history_width(model)), own(0) {
  add("force_tangential", 3);
  add("force_tangential_size", 1);
  add("velocity_normal", 3);
  add("velocity_tangential", 3);
  add("force_normal", 1);
  add("overlap", 1);
  add("torque", 3);
  for (uint32_t f = 0; f < model->history_count; f++) {
    const dcm_history_field *field = dcm_model_history_field(model, f);
    add_of_law(field->name, (int)dcm_history_field_width(field), "state_");
  }
  // The loops over walls ask a law for no more than forces and states.
  for (uint32_t o = 0; o < model->output_count && kind == OF_PAIRS; o++)
    add_of_law(dcm_model_output(model, o)->name, 1, "output_");
  own = count();
  for (const char *name : {"id1", "id2", "type1", "type2", "distance"})
    if (kind == OF_PAIRS)
      add(name, 1);
  for (const char *name : {"id", "type", "wall"})
    if (kind == OF_WALLS)
      add(name, 1);
  if (kind == OF_WALLS)
    add("point", 3);
  add("force", 3);
  add("normal", 3);
  energies = count();
  for (int e = 0; e < DCM_LEDGER_OF_STEP; e++)
    add(dcm_energy_name(e), 1);
}

std::string ContactColumns::title(int column) const {
  return names[column] + (column < host_columns ? " (p" + std::to_string(column + 1) + ")" : "");
}

/** @param among the names that are looked through, and behind them those of vectors' parts */
std::vector<int> ContactColumns::find(const std::string &word,
                                      const std::string Word::*among) const {
  for (const Word &one : all)
    if (one.*among == word) {
      std::vector<int> columns;
      for (int c = 0; c < one.width; c++)
        columns.push_back(one.first + c);
      return columns;
    }
  for (const Word &one : all)
    for (int c = 0; c < one.width; c++)
      if (one.width > 1 && !(one.*among).empty() && one.*among + "_" + "xyz"[c] == word)
        return {one.first + c};
  return {};
}

std::vector<int> ContactColumns::find(const std::string &word) const {
  const std::vector<int> of_law = find(word, &Word::of_law);
  return of_law.empty() ? find(word, &Word::name) : of_law;
}

std::string ContactColumns::words() const {
  std::string scalars, vectors;
  for (const Word &one : all) {
    std::string &list = one.width == 1 ? scalars : vectors;
    list += (list.empty() ? "" : ", ") + one.name;
  }
  return scalars + "; and, with three numbers each (add _x, _y or _z for one number), " + vectors;
}

void ContactColumns::fill(const dcm_law *law, const dcm_batch *b, double factor, double *columns) {
  const uint32_t width = law->history_width;
  columns[SIZE_T] = 0.0;
  for (int d = 0; d < 3; d++) {
    columns[FORCE_T + d] = factor * b->tangential_force[d][0];
    columns[SIZE_T] += columns[FORCE_T + d] * columns[FORCE_T + d];
    columns[VELOCITY_N + d] = -b->normal_velocity[0] * b->normal[d][0];
    columns[VELOCITY_T + d] = -b->tangential_velocity[d][0];
    columns[TORQUE + d] = factor * b->torque_1[d][0];
  }
  columns[SIZE_T] = sqrt(columns[SIZE_T]);
  columns[FORCE_N] = factor * b->normal_force[0];
  columns[OVERLAP] = b->overlap[0];
  for (uint32_t h = 0; h < width; h++)
    columns[HISTORY + h] = (dcm_law_keeps(law, h) ? b->history : b->new_history)[h][0];
  for (uint32_t o = 0; o < law->model->output_count; o++)
    columns[HISTORY + width + o] = b->outputs[o][0];
}

/** Fills the columns of energies; the dissipated ones are reported as a power. */
void ContactColumns::fill_energies(const double *of_step, double dt, double factor,
                                   double *columns) const {
  for (int e = 0; e < DCM_LEDGER_OF_STEP; e++) {
    const double energy = of_step ? factor * of_step[e] : 0.0;
    const double power = dt > 0.0 ? energy / dt : 0.0;
    columns[energies + e] = e < DCM_ENERGIES_STORED ? energy : power;
  }
}

void ContactColumns::fill_pair(const dcm_law *law, const dcm_batch *b, double factor,
                               double distance, const double *ids, const double *of_step, double dt,
                               double *columns) const {
  fill(law, b, factor, columns);
  double *behind = columns + own;
  std::copy_n(ids, (int)IDS_OF_PAIR, behind);
  for (int d = 0; d < 3; d++) {
    behind[PAIR_FORCE + d] = factor * b->force[d][0];
    behind[PAIR_NORMAL + d] = b->normal[d][0];
  }
  behind[DISTANCE] = distance;
  fill_energies(of_step, dt, factor, columns);
}

void ContactColumns::fill_wall(const dcm_walls_evaluated &contacts, uint32_t k, const double *x,
                               const double *ids, double *columns) const {
  const dcm_wall_list *list = contacts.list;
  const uint32_t at = contacts.first + k;
  double *behind = columns + own, distance_2 = 0.0;
  std::copy_n(ids, (int)IDS_OF_WALL, behind);
  for (int d = 0; d < 3; d++)
    distance_2 += list->separation[d][at] * list->separation[d][at];
  columns[FORCE_N] = columns[SIZE_T] = 0.0;
  for (int d = 0; d < 3; d++) {
    behind[POINT + d] = x[d] + list->separation[d][at] + (list->shaped ? list->arm[d][at] : 0.0);
    behind[WALL_FORCE + d] = contacts.force[d][k];
    behind[WALL_NORMAL + d] = distance_2 > 0.0 ? list->separation[d][at] / sqrt(distance_2) : 0.0;
    columns[FORCE_N] -= behind[WALL_FORCE + d] * behind[WALL_NORMAL + d];
  }
  for (int d = 0; d < 3; d++) {
    const double normal = behind[WALL_NORMAL + d];
    columns[FORCE_T + d] = behind[WALL_FORCE + d] + columns[FORCE_N] * normal;
    columns[SIZE_T] += columns[FORCE_T + d] * columns[FORCE_T + d];
    columns[VELOCITY_N + d] = -contacts.normal_velocity[k] * normal;
    columns[VELOCITY_T + d] = -contacts.tangential_velocity[d][k];
    columns[TORQUE + d] = contacts.torque[d][k];
  }
  columns[SIZE_T] = sqrt(columns[SIZE_T]);
  columns[OVERLAP] = contacts.overlap[k];
  for (uint32_t h = 0; h < history_width; h++)
    columns[HISTORY + h] = list->now.history[h][at];
  double of_step[DCM_LEDGER_OF_STEP] = {};
  for (int e = 0; e < DCM_LEDGER_OF_STEP; e++)
    if (contacts.energies[e])
      of_step[e] = contacts.energies[e][k];
  fill_energies(of_step, contacts.dt, 1.0, columns);
}

} // namespace DCM_NS
