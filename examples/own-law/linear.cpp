// SPDX-License-Identifier: MIT
// A contact law in C++: a linear spring and dashpot along the normal that gives the restitution
// asked for, and Coulomb friction with a dashpot across it (T. Schwager, T. Poeschel, Granular
// Matter 9 (2007) 465-469, without the early end of the contact). The contract is C; what stands
// behind its functions is the law's own business.
//
//   c++ -std=c++17 -O3 -fPIC -shared -I abi -o linear-cpp.so examples/own-law/linear.cpp
//
#include <dcm/dcm.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>
#include <vector>

namespace {

constexpr double INF = std::numeric_limits<double>::infinity();

struct Constants {
  double stiffness, damping_ratio, friction;
};

/** Data of an instance: constants of each pair of materials. Nothing changes after init, so that
 * compute may run on several threads. */
class Linear {
public:
  explicit Linear(const dcm_setup &setup) {
    const uint32_t pairs = setup.material_count * setup.material_count;
    for (uint32_t ij = 0; ij < pairs; ij++) {
      const double logarithm = std::log(setup.values[1][ij]), pi = std::acos(-1.0);
      table.push_back(
          {setup.values[0][ij], -logarithm / std::hypot(pi, logarithm), setup.values[2][ij]});
    }
  }

  void compute(const dcm_contacts &c, const dcm_response &r) const {
    const Constants of_pair = table[c.pair];
    for (uint32_t k = 0; k < c.count; k++)
      contact(of_pair, c, r, k);
  }

private:
  std::vector<Constants> table;

  static void contact(const Constants &p, const dcm_contacts &c, const dcm_response &r,
                      uint32_t k) {
    const double overlap = c.overlap[k], vn = c.normal_velocity[k];
    const double damping = 2.0 * p.damping_ratio * std::sqrt(p.stiffness * c.effective_mass[k]);
    const double elastic = p.stiffness * overlap;
    r.normal_force[k] = elastic - damping * vn;
    double speed_2 = 0.0;
    for (int x = 0; x < 3; x++)
      speed_2 += c.tangential_velocity[x][k] * c.tangential_velocity[x][k];
    const double speed = std::sqrt(speed_2);
    const double limit = p.friction * std::max(0.0, r.normal_force[k]);
    const double slope = damping * speed > limit ? limit / speed : damping;
    for (int x = 0; x < 3; x++)
      r.tangential_force[x][k] = slope * c.tangential_velocity[x][k];
    if (!r.energies)
      return;
    r.energies->stored_normal[k] = 0.5 * elastic * overlap;
    r.energies->stored_tangential[k] = 0.0;
    r.energies->dissipated_normal[k] = damping * vn * vn * c.dt;
    r.energies->dissipated_plastic[k] = r.energies->dissipated_fracture[k] = 0.0;
    r.energies->dissipated_tangential[k] = 0.0;
    r.energies->dissipated_sliding[k] = slope * speed_2 * c.dt;
    r.energies->stored_rolling[k] = 0.0;
    r.energies->dissipated_rolling[k] = 0.0;
  }
};

// No exception may leave a function that the host calls.
extern "C" {

static int32_t init(const dcm_setup *setup, dcm_instance *instance) {
  try {
    instance->data = new Linear(*setup);
  } catch (const std::bad_alloc &) {
    instance->log(instance->log_data, DCM_LOG_ERROR, "linear: out of memory");
    return DCM_ERROR;
  }
  instance->unused = DCM_UNUSED_SPINS | DCM_UNUSED_COUPLES;
  return DCM_OK;
}

static int32_t compute(const dcm_instance *instance, const dcm_contacts *contacts,
                       const dcm_response *response) {
  static_cast<const Linear *>(instance->data)->compute(*contacts, *response);
  return DCM_OK;
}

static void destroy(dcm_instance *instance) {
  delete static_cast<Linear *>(instance->data);
}
}

// C++17 has no initialisers by name: a function of each kind keeps them in the right order.
dcm_parameter of_pair(const char *name, const char *symbol, const char *description, int8_t mass,
                      int8_t time, double maximum, const char *reason) {
  dcm_parameter p = {};
  p.size = sizeof p;
  p.scope = DCM_PER_PAIR;
  p.mixing = DCM_MIX_GEOMETRIC;
  p.flags = DCM_REQUIRED | DCM_MINIMUM_EXCLUDED;
  p.name = name;
  p.symbol = symbol;
  p.description = description;
  p.dimension.mass = mass;
  p.dimension.time = time;
  p.maximum = maximum;
  p.reason = reason;
  return p;
}

const dcm_parameter parameters[] = {
    of_pair("stiffness", "k", "stiffness", 1, -2, INF, "a spring pushes back"),
    of_pair("restitution", "e", "coefficient of restitution", 0, 0, 1.0,
            "a collision creates no energy"),
    of_pair("friction", "mu", "coefficient of friction", 0, 0, INF,
            "friction must not drive sliding"),
};

dcm_model describe() {
  dcm_model m = {};
  m.size = sizeof m;
  m.history_version = 1;
  m.id = "linear-cpp";
  m.title = "Linear spring and dashpot, Coulomb friction";
  m.reference = "T. Schwager, T. Poeschel, Granular Matter 9 (2007) 465-469";
  m.parameter_count = sizeof parameters / sizeof parameters[0];
  m.parameters = parameters;
  m.init = init;
  m.compute = compute;
  m.destroy = destroy;
  return m;
}

const dcm_model model = describe();
const dcm_model *const models[] = {&model};

} // namespace

extern "C" const dcm_library *dcm_library_entry(const dcm_host *) {
  static const dcm_library library = {
      sizeof(dcm_library), DCM_ABI_VERSION, "laws in C++", "1.0", 1, 0, models};
  return &library;
}
