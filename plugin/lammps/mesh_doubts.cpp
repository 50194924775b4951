// SPDX-License-Identifier: GPL-2.0-or-later
#include "mesh_doubts.h"

#include "host_services.h"

#include "common/host.h"
#include "host_api.h"
#include "mesh_body.h"

#include "atom.h"
#include "comm.h"
#include "domain.h"
#include "modify.h"
#include "update.h"

#include <algorithm>
#include <cmath>

using namespace LAMMPS_NS;

namespace DCM_NS {

// Pairs of triangles that are looked at for some that pass through each other, or lie on each
// other.
static const uint64_t MOST_PAIRS = 10000000;

void MeshDoubts::warn(const std::string &text) {
  DCM_NS::warn(lmp, beginning + text);
}

void MeshDoubts::look_at_triangles(const MeshBody &body) {
  uint32_t two[2];
  if (comm->me == 0 && dcm_surface_self_intersections(body.surface(), MOST_PAIRS, two) > 0)
    warn("triangles of the mesh pass through each other, as " + body.numbers_in_file(two) +
         ": a grain there touches both");
}

void MeshDoubts::look_at_place(MeshBody &body, int groupbit) {
  double radii[2] = {HUGE_VAL, 0.0}; // smallest, and minus the largest
  const auto see = [&radii](double radius) {
    radii[0] = std::min(radii[0], radius);
    radii[1] = std::min(radii[1], -radius);
  };
  for (int i = 0; i < atom->nlocal; i++)
    if (atom->mask[i] & groupbit)
      see(atom->radius[i]);
  for (const Insertion &coming : insertions(modify, atom->ntypes))
    see(coming.radius);
  ranks_of(lmp).min(radii, 2);
  const bool has_grains = std::isfinite(radii[0]), has_box = domain->nonperiodic != 2;
  const double box = std::max(domain->prd[0], std::max(domain->prd[1], domain->prd[2]));
  least_gap = 0.1 * (has_grains ? radii[0] : 0.01 * box);
  char text[512];
  uint32_t two[2];
  if (dcm_surface_doubt_units(body.surface(), has_grains ? radii[0] : 0.0,
                              has_grains ? -radii[1] : HUGE_VAL, has_box ? box : HUGE_VAL, text,
                              sizeof text))
    warn(text);
  else if (has_box)
    look_at_box(body, -radii[1]);
  if (has_grains && comm->me == 0 && dcm_surface_sheets(body.surface(), least_gap, MOST_PAIRS, two))
    warn("triangles of the mesh lie on each other nearer than a tenth of the smallest radius, as " +
         body.numbers_in_file(two) +
         ": a grain that is pressed deeper touches both, and is pushed twice. Write 'sides one' if "
         "they are the two sides of a closed plate, else leave out one of two sheets");
}

/** Warns if no part of the mesh is near the box. */
void MeshDoubts::look_at_box(MeshBody &body, double largest_radius) {
  double low[3], high[3], middle[3];
  body.extent(low, high);
  char text[512];
  for (int c = 0; c < 3; c++) {
    middle[c] = 0.5 * (domain->boxlo[c] + domain->boxhi[c]);
    if (low[c] > domain->boxhi[c] || high[c] < domain->boxlo[c]) {
      dcm_text_print(
          text, sizeof text,
          "the mesh lies outside of the simulation box: the mesh goes from %g to %g in %c, "
          "and the box from %g to %g",
          low[c], high[c], "xyz"[c], domain -> boxlo[c], domain -> boxhi[c]);
      warn(text);
      return;
    }
  }
  const double around = 0.5 * hypot(domain->prd[0], hypot(domain->prd[1], domain->prd[2]));
  if (!body.comes_near(middle, around + 2.0 * largest_radius))
    warn("the mesh goes round the simulation box and has no triangle near it: is the file in other "
         "units?");
}

void MeshDoubts::look_at_ends(const MeshBody &body) {
  if (body.path() < next_look || comm->me != 0)
    return;
  double low[3], high[3], way = HUGE_VAL;
  body.extent(low, high);
  for (int c = 0; c < 3; c++)
    for (int side = 0; side < 2 && domain->periodicity[c] && !domain->triclinic; side++) {
      const double beyond = side ? high[c] - domain->boxhi[c] : domain->boxlo[c] - low[c];
      if (next_look < 0.0)
        is_beyond[c][side] = beyond >= 0.0;
      const double left = least_gap + (is_beyond[c][side] ? beyond : -beyond);
      if (left < 0.0) {
        char text[512];
        dcm_text_print(
            text, sizeof text,
            "at step " BIGINT_FORMAT " an end of the mesh has moved %s the box through the "
            "periodic boundary at %g in %c: the mesh has no periodic images, and grains %s",
            update->ntimestep, is_beyond[c][side] ? "into" : "out of",
            side ? domain->boxhi[c] : domain->boxlo[c], "xyz"[c],
            is_beyond[c][side] ? "find no wall behind the end"
                               : "on the other side do not feel what is beyond");
        warn(text);
        next_look = HUGE_VAL;
        return;
      }
      way = std::min(way, left);
    }
  next_look = body.path() + way;
}

} // namespace DCM_NS
