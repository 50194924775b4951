// SPDX-License-Identifier: GPL-2.0-or-later
#include "guards.h"

#include "host_services.h"

#include "common/host.h"

#include "atom.h"
#include "update.h"

#include <cmath>
#include <cstdio>

using namespace LAMMPS_NS;

namespace DCM_NS {

static bool is_finite(const double *v) {
  return std::isfinite(v[0] + v[1] + v[2]);
}

/** Why an atom cannot be computed; empty if it can. */
static std::string fault_of(const Atom *atom, int i, const std::vector<char> &touches) {
  char text[160];
  const int type = atom->type[i];
  if (type < 1 || type > atom->ntypes) {
    snprintf(text, sizeof text, "type %d, and there are 1 to %d", type, atom->ntypes);
    return text;
  }
  const struct {
    const char *name;
    const double *value;
  } vectors[] = {{"position", atom->x[i]}, {"velocity", atom->v[i]}, {"spin", atom->omega[i]}};
  for (const auto &vector : vectors)
    if (!is_finite(vector.value)) {
      const double *v = vector.value;
      dcm_text_print(text, sizeof text, "the %s (%g, %g, %g)", vector.name, v[0], v[1], v[2]);
      return text;
    }
  const struct {
    const char *name;
    double value;
  } sizes[] = {{"radius", atom->radius[i]}, {"mass", atom->rmass[i]}};
  for (const auto &size : sizes)
    if (touches[type] && !(size.value > 0.0 && std::isfinite(size.value))) {
      dcm_text_print(text, sizeof text, "the %s %g, and a contact needs one greater than 0",
                     size.name, size.value);
      return text;
    }
  return "";
}

void check_grains(LAMMPS *lmp, const std::string &here, const std::vector<char> &touches) {
  const Atom *atom = lmp->atom;
  for (int i = 0; i < atom->nlocal; i++) {
    const std::string fault = fault_of(atom, i, touches);
    if (!fault.empty())
      stop_from_one(lmp, here + "at step " + std::to_string(lmp->update->ntimestep) + " atom " +
                             std::to_string(atom->tag[i]) + " has " + fault);
  }
}

} // namespace DCM_NS
