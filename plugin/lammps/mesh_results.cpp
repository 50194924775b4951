// SPDX-License-Identifier: GPL-2.0-or-later
#include "mesh_results.h"

#include "host_services.h"

#include "host_api.h"

#include "atom.h"
#include "comm.h"
#include "force.h"
#include "update.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <numeric>

extern "C" {
#include "runtime/files.h"
#include "surface/results.h"
}

using namespace LAMMPS_NS;

namespace DCM_NS {

// MPI counts by int.
static const size_t MOST_AT_ONCE = 1 << 27;

// --------------------------------------------------------------------------------------- input

static const size_t SLIDING =
    (offsetof(dcm_energies, dissipated_sliding) - offsetof(dcm_energies, stored_normal)) /
    sizeof(double *);

void MeshResults::read_wear(WordReader &words) {
  const std::string which = words.word("archard or finnie");
  if (which != "archard" && which != "finnie")
    words.refuse("takes", "archard or finnie");
  Wear wear = which == "archard" ? ARCHARD : FINNIE;
  if (wear == FINNIE && words.peek() == "step") {
    words.word("step");
    wear = FINNIE_OF_STEP;
  }
  if (has(wear))
    words.refuse_again();
  coefficients[wear] = words.number("the coefficient, volume worn off per work");
  if (!has(wear))
    words.refuse("takes a coefficient that", "must be 0 or greater");
}

static bool ends_with(const std::string &text, const std::string &end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

/** The name of the list of a series: what is left of the names without the star. */
static std::string name_of_list(const std::string &before, const std::string &after) {
  const size_t slash = before.find_last_of('/') + 1; // 0 without any
  std::string name = before.substr(slash);
  const auto joins = [](char c) { return c == '.' || c == '_' || c == '-'; };
  while (!name.empty() && joins(name.back()))
    name.pop_back();
  if (name.empty()) {
    const size_t first = after.find_first_not_of("._-");
    name = after.substr(first, after.rfind('.') > first ? after.rfind('.') - first : 0);
  }
  return before.substr(0, slash) + (name.empty() ? "mesh" : name) + ".pvd";
}

/** A path without links and dots in its folder, so that paths can be compared. */
static std::string plain_path(const std::string &path) {
  const size_t slash = path.find_last_of('/') + 1;
  char *folder = realpath(slash ? path.substr(0, slash).c_str() : ".", nullptr);
  const std::string plain = folder ? std::string(folder) + "/" + path.substr(slash) : path;
  free(folder);
  return plain;
}

void MeshResults::read_write(WordReader &words) {
  Series series = {};
  const double every = words.number("a number of steps");
  if (!(every >= 1.0) || every > (double)(MAXBIGINT / 2) || every != std::floor(every))
    words.refuse("takes a number of steps that", "must be 1, 2, 3 or more");
  series.every = (bigint)every;
  const std::string name = words.word("the name of files, with a * for the step");
  const size_t star = name.find('*');
  const bool is_vtk = ends_with(name, ".vtp");
  if (star == std::string::npos || name.find('*', star + 1) != std::string::npos ||
      (!is_vtk && !ends_with(name, ".stl")))
    words.refuse("takes a name of files that",
                 "must have one * for the step and end with .vtp or .stl");
  series.before = name.substr(0, star);
  series.after = name.substr(star + 1);
  if (is_vtk)
    series.list = name_of_list(series.before, series.after);
  all_series.push_back(series);
  compare(*this);
}

void MeshResults::compare(const MeshResults &other) const {
  for (const Series &one : all_series)
    for (const Series &two : other.all_series) {
      const bool is_same =
          plain_path(one.before) == plain_path(two.before) && one.after == two.after;
      const bool is_listed = !one.list.empty() && plain_path(one.list) == plain_path(two.list);
      if (&one != &two && (is_same || is_listed))
        stop(lmp, beginning + "two series of files, '" + one.before + "*" + one.after + "' and '" +
                      two.before + "*" + two.after + "', " +
                      (is_same ? "have the same names"
                               : "have one list of their files, '" + one.list + "'") +
                      ": give one of them another name");
    }
}

void MeshResults::check_inputs() const {
  const char *known;
  for (size_t n = 0; comm->me == 0 && (known = dcm_input(n)); n++)
    for (const Series &series : all_series) {
      const std::string path = known, before = plain_path(series.before);
      if (path.size() < before.size() + series.after.size() ||
          path.compare(0, before.size(), before) || !ends_with(path, series.after))
        continue;
      const std::string star =
          path.substr(before.size(), path.size() - before.size() - series.after.size());
      const bigint step = star.size() < 19 ? strtoll(star.c_str(), nullptr, 10) : -1;
      if (star == std::to_string(step) && step >= update->ntimestep && step % series.every == 0)
        stop_from_one(lmp, beginning + "the files '" + series.before + "*" + series.after +
                               "' would overwrite '" + known +
                               "', which was read: give them another name");
    }
}

void MeshResults::begin(const MeshBody &body) {
  triangles = body.triangles();
  const bool has_stresses = std::any_of(all_series.begin(), all_series.end(),
                                        [](const Series &series) { return !series.list.empty(); });
  forces.assign(has_stresses ? FORCE_NUMBERS * (size_t)triangles : 0, 0.0);
  const bool wears =
      std::any_of(coefficients, coefficients + WEARS, [](double k) { return k >= 0.0; });
  volumes.assign(wears ? triangles : 0, 0.0);
}

// ------------------------------------------------------------------------------------- contacts

bool MeshResults::is_written_now() const {
  return std::any_of(all_series.begin(), all_series.end(), [this](const Series &series) {
    return update->ntimestep % series.every == 0;
  });
}

bool MeshResults::is_watching() const {
  return !volumes.empty() || (!forces.empty() && is_written_now());
}

void MeshResults::begin_step() {
  if (is_written_now())
    std::fill(forces.begin(), forces.end(), 0.0);
}

void MeshResults::see(const MeshBody &body, const dcm_walls_evaluated &contacts) {
  const dcm_wall_list *list = contacts.list;
  for (uint32_t k = 0; k < contacts.count; k++) {
    const uint32_t at = contacts.first + k;
    const uint32_t triangle = dcm_surface_triangle_of(body.surface(), list->now.wall[at]);
    const dcm_vector to_wall = dcm_load(list->separation, at);
    const double distance = dcm_length(to_wall);
    if (!(distance > 0.0))
      continue;
    const dcm_vector into_wall = dcm_scale(1.0 / distance, to_wall);
    const dcm_vector on_wall = dcm_scale(-1.0, dcm_load(contacts.force, k));
    const double normal = dcm_dot(on_wall, into_wall);
    if (!forces.empty()) {
      const dcm_vector shear = dcm_subtract_scaled(on_wall, normal, into_wall);
      double *sum_here = &forces[FORCE_NUMBERS * (size_t)triangle];
      sum_here[NORMAL] += normal;
      sum_here[SHEAR] += shear.x;
      sum_here[SHEAR + 1] += shear.y;
      sum_here[SHEAR + 2] += shear.z;
    }
    if (!volumes.empty() && contacts.dt > 0.0)
      volumes[triangle] += worn_by(contacts, k, into_wall, normal);
  }
}

/** Volume that a contact wears off in this step. Surfaces slide over the path on which friction
 * does the work that the law reports as dissipated_sliding. An impact is booked as a whole in the
 * step that first sees the contact: the velocities are still those of before the first force. */
double MeshResults::worn_by(const dcm_walls_evaluated &contacts, uint32_t k, dcm_vector into_wall,
                            double normal_force) const {
  const dcm_wall_list *list = contacts.list;
  const uint32_t at = contacts.first + k;
  const dcm_vector on_grain = dcm_load(contacts.force, k);
  double volume = 0.0;
  if (has(ARCHARD) && normal_force > 0.0) {
    const double friction = dcm_length(dcm_add_scaled(on_grain, normal_force, into_wall));
    if (friction > 0.0)
      volume += dcm_wear_archard(coefficients[ARCHARD], normal_force,
                                 contacts.energies[SLIDING][k] / friction);
  }
  const double approach = -contacts.normal_velocity[k];
  if (has(FINNIE) && list->from[at] == DCM_NO_WALL && approach > 0.0)
    volume += dcm_wear_finnie(coefficients[FINNIE], force->mvv2e * list->now.effective_mass[at],
                              approach, dcm_length(dcm_load(contacts.tangential_velocity, k)));
  if (has(FINNIE_OF_STEP)) {
    const dcm_vector centre =
        dcm_subtract(dcm_vector_at(atom->v[list->now.particle[at]]), dcm_load(list->velocity, at));
    const double along = dcm_dot(centre, into_wall);
    const double across = dcm_length(dcm_subtract_scaled(centre, along, into_wall));
    if (along >= 0.0)
      volume += dcm_wear_finnie_of_step(coefficients[FINNIE_OF_STEP], dcm_length(on_grain), along,
                                        across, contacts.dt);
  }
  return volume;
}

/** Sums over all ranks. */
std::vector<double> MeshResults::sum(std::vector<double> of_rank) const {
  const Ranks ranks = ranks_of(lmp);
  for (size_t done = 0; done < of_rank.size(); done += MOST_AT_ONCE)
    ranks.sum(of_rank.data() + done, (int)std::min(MOST_AT_ONCE, of_rank.size() - done));
  return of_rank;
}

// ---------------------------------------------------------------------------------------- files

void MeshResults::write(const MeshBody &body) {
  if (!is_written_now() || written_at == update->ntimestep)
    return;
  written_at = update->ntimestep;
  const std::vector<double> all_forces = sum(forces), all_volumes = sum(volumes);
  for (Series &series : all_series)
    if (comm->me == 0 && update->ntimestep % series.every == 0)
      write_one(series, body, all_forces, all_volumes);
}

FILE *MeshResults::open(const std::string &path, const char *mode) const {
  dcm_error reason;
  FILE *file = dcm_open_output(path.c_str(), mode, &reason);
  if (!file)
    stop_from_one(lmp, beginning + reason.text);
  return file;
}

/** Stops where not all of a file was written. */
void MeshResults::close(FILE *file, bool is_written, const std::string &path) const {
  const bool is_flushed = !ferror(file) && fflush(file) == 0;
  if (fclose(file) != 0 || !is_flushed || !is_written)
    stop_from_one(lmp,
                  beginning + "cannot write all of the file '" + path + "': " + strerror(errno));
}

static bool write_stl(const MeshBody &body, FILE *file) {
  dcm_triangles triangles = {};
  const bool is_written = !dcm_surface_triangles(body.surface(), &body.pose(), &triangles) &&
                          !dcm_triangles_write_stl(&triangles, "mesh", file);
  dcm_triangles_free(&triangles);
  return is_written;
}

/** Adds the last file of a series to the list, in the place of its end. A list that is not as it
 * was left is written anew. */
void MeshResults::write_list(Series &series) const {
  FILE *file = series.size > 0 ? fopen(series.list.c_str(), "r+b") : nullptr;
  if (file && (fseek(file, 0, SEEK_END) != 0 || ftell(file) != series.size ||
               fseek(file, series.end, SEEK_SET) != 0)) {
    fclose(file);
    file = nullptr;
  }
  const bool goes_on = file != nullptr;
  if (!goes_on)
    file = open(series.list, "wb");
  std::vector<const char *> names;
  std::vector<double> times;
  for (size_t n = goes_on ? series.written.size() - 1 : 0; n < series.written.size(); n++) {
    names.push_back(series.written[n].first.c_str());
    times.push_back(series.written[n].second);
  }
  series.end =
      (long)dcm_vtk_write_series(names.data(), times.data(), (uint32_t)names.size(), goes_on, file);
  series.size = ftell(file);
  close(file, series.end > 0, series.list);
}

/** Rank 0 alone writes, and stops all ranks where that fails. */
void MeshResults::write_one(Series &series, const MeshBody &body,
                            const std::vector<double> &all_forces,
                            const std::vector<double> &all_volumes) const {
  const std::string path = series.name_at(update->ntimestep);
  FILE *file = open(path, "wb");
  if (series.list.empty()) {
    close(file, write_stl(body, file), path);
    return;
  }
  std::vector<double> normal(triangles), shear(3 * (size_t)triangles), depth(all_volumes);
  for (uint32_t t = 0; t < triangles; t++) {
    const double area = dcm_surface_area(body.surface(), t);
    const double *on_it = &all_forces[FORCE_NUMBERS * (size_t)t];
    normal[t] = on_it[NORMAL] / area;
    for (int c = 0; c < 3; c++)
      shear[3 * (size_t)t + c] = on_it[SHEAR + c] / area;
    if (!depth.empty())
      depth[t] /= area;
  }
  const dcm_vtk_field fields[] = {{"normal_stress", 1, normal.data()},
                                  {"shear_stress", 3, shear.data()},
                                  {"wear_depth", 1, depth.data()}};
  const bool is_written =
      !dcm_vtk_write(body.surface(), &body.pose(), fields, depth.empty() ? 2 : 3, file);
  close(file, is_written, path);
  series.written.emplace_back(path.substr(path.find_last_of('/') + 1), clock_of(*update).time);
  write_list(series);
}

// -------------------------------------------------------------------------------------- restart

double MeshResults::worn() const {
  double all = std::accumulate(volumes.begin(), volumes.end(), 0.0);
  if (!volumes.empty())
    ranks_of(lmp).sum(&all);
  return all;
}

std::string MeshResults::describe() const {
  // Restart files hold these words, since version 0.1.0.
  static const char *const NAMES[] = {"by Archard", "by Finnie", "by Finnie in each step"};
  std::string text;
  for (int w = 0; w < WEARS; w++)
    if (has((Wear)w))
      text += std::string(", wear ") + NAMES[w];
  return text;
}

void MeshResults::pass(SavedNumbers &numbers) {
  std::vector<double> of_all = sum(volumes);
  numbers.pass(of_all.data(), (int)of_all.size());
  for (size_t t = 0; t < volumes.size() && numbers.are_read; t++)
    volumes[t] = comm->me == 0 ? of_all[t] : 0.0;
}

} // namespace DCM_NS
