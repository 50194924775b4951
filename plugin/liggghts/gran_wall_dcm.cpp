// SPDX-License-Identifier: GPL-2.0-or-later
#include "gran_wall_dcm.h"

#include "reach.h"

#include "atom.h"
#include "comm.h"
#include "compute_pair_gran_local.h"
#include "fix_mesh_surface.h"
#include "fix_property_atom.h"
#include "fix_rigid.h"
#include "force.h"
#include "tri_mesh.h"
#include "update.h"

#include <algorithm>
#include <cmath>
#include <cstring>

extern "C" {
#include "contacts/life.h"
#include "runtime/model.h"
}

using namespace LAMMPS_NS;

namespace DCM_NS {

GranWallDCM::GranWallDCM(LAMMPS *instance, FixWallGran *owner, const std::string &law_of_model)
    : Pointers(instance), wall(owner),
      given(instance, std::string("fix ") + owner->id + " wall/gran", law_of_model) {}

void GranWallDCM::settings(int narg, char **arg, LIGGGHTS::IContactHistorySetup *) {
  given.read(narg, arg);
  first_column = wall->add_history_value("touching", "0");
  for (uint32_t h = 0; h < dcm_model_history_width(given.model()); h++)
    wall->add_history_value("state", "0");
}

int GranWallDCM::get_history_offset(std::string) {
  return -1; // what the host's models keep there is not there
}

bool GranWallDCM::contact_match(const std::string kind, const std::string name) {
  return kind == "normal" && (name == "dcm" || name == std::string("dcm/") + given.model()->id);
}

void GranWallDCM::init_granular() {
  law = given.make_law();
  contact.reset(dcm_batch_create(law->history_width, 1, 0));
  if (!contact)
    given.stop_alone("out of memory");
  contact->count = 1;
  if (law->model->reach)
    widen_lists(lmp, *law, given);
}

// --------------------------------------------------------------------------------- one contact

/** Whether there is a contact now. Begins and ends its state.
 * @param numbers that the host keeps of it */
bool GranWallDCM::goes_on(const LCM::SurfacesIntersectData &s, double *numbers, bool may_change) {
  const uint32_t pair = dcm_law_pair(law.get(), s.itype, wall->atom_type_wall());
  const bool began = numbers[0] != 0.0;
  const double reach = began ? dcm_law_reach(law.get(), pair, s.radi) : 0.0;
  if (!dcm_is_reach(reach))
    given.stop_alone("the law says that a contact reaches " + std::to_string(reach) +
                     " beyond touching: that must be a finite number that is not negative");
  const double distance_2 =
      s.delta[0] * s.delta[0] + s.delta[1] * s.delta[1] + s.delta[2] * s.delta[2];
  const bool touches = dcm_in_contact(dcm_contact_range(s.radi, reach), began, distance_2);
  double *fields[DCM_LARGEST_HISTORY];
  for (uint32_t h = 0; h < law->history_width; h++)
    fields[h] = contact->history[h];
  for (uint32_t h = 0; h < law->history_width; h++)
    fields[h][0] = began ? numbers[1 + h] : 0.0;
  if (touches && !began)
    dcm_law_history_begin(law.get(), 1, fields);
  if (may_change) {
    if (!touches && began)
      dcm_law_history_end(law.get(), 1, fields);
    numbers[0] = touches;
    for (uint32_t h = 0; h < law->history_width; h++)
      numbers[1 + h] = touches ? fields[h][0] : 0.0;
  }
  return touches;
}

/** Force and torque on the particle.
 * @param state receives the new one, if it is to be kept */
void GranWallDCM::evaluate(const LCM::SurfacesIntersectData &s, const double *velocity,
                           double *state, double dt) {
  dcm_batch *const b = contact.get();
  const int i = s.i;
  for (int a = 0; a < 3; a++) {
    b->separation[a][0] = -s.delta[a];
    b->relative_velocity[a][0] = velocity[a] - atom->v[i][a];
    b->angular_velocity_1[a][0] = atom->omega[i][a];
    b->angular_velocity_2[a][0] = 0.0;
  }
  b->pair = dcm_law_pair(law.get(), s.itype, wall->atom_type_wall());
  b->radius_1[0] = s.radi;
  b->radius_2[0] = HUGE_VAL;
  b->effective_mass[0] = s.meff;
  b->half_step_velocities = dt != 0.0;
  dcm_batch_evaluate(b, law.get(), DCM_SIDE_WALL, dt);
  const double sum = b->force[0][0] + b->force[1][0] + b->force[2][0] + b->torque_1[0][0] +
                     b->torque_1[1][0] + b->torque_1[2][0];
  if (!std::isfinite(sum))
    stop(i);
  if (state)
    for (uint32_t h = 0; h < law->history_width; h++)
      state[h] = b->new_history[h][0];
}

void GranWallDCM::compute_force(FixWallGran *, LCM::SurfacesIntersectData &s, bool,
                                double *velocity, FixMeshSurface *fix_mesh, int mesh_number,
                                TriMesh *mesh, int triangle) {
  const int i = s.i;
  const bool adds = wall->computeflag();
  const double dt = wall->shearupdate() ? update->dt : 0.0;
  s.itype = atom->type[i];
  s.v_i = atom->v[i];
  double *const numbers = s.contact_history + first_column;
  if (!goes_on(s, numbers, adds))
    return;
  s.meff =
      wall->fix_rigid() && wall->body(i) >= 0 ? wall->masstotal(wall->body(i)) : atom->rmass[i];
  evaluate(s, velocity, adds && dcm_law_keeps_state(law.get(), dt) ? numbers + 1 : nullptr, dt);
  if (adds)
    for (int a = 0; a < 3; a++) {
      atom->f[i][a] += contact->force[a][0];
      atom->torque[i][a] += contact->torque_1[a][0];
    }
  report(s, velocity, fix_mesh, mesh_number, mesh, triangle);
}

/** Tells the others who want to know of the contact. */
void GranWallDCM::report(const LCM::SurfacesIntersectData &s, double *velocity,
                         FixMeshSurface *fix_mesh, int mesh_number, TriMesh *mesh, int triangle) {
  const int i = s.i;
  const int id = mesh ? mesh->id(triangle) : 0;
  LCM::ForceData on_i;
  double to_wall[3], normal[3], along = 0.0;
  for (int a = 0; a < 3; a++) {
    on_i.delta_F[a] = contact->force[a][0];
    on_i.delta_torque[a] = contact->torque_1[a][0];
    to_wall[a] = -s.delta[a];
    normal[a] = contact->normal[a][0];
    along -= on_i.delta_F[a] * normal[a];
  }
  if (wall->computeflag() && wall->store_sum_normal_force())
    *wall->get_sum_normal_force_ptr(i) += along;
  if (wall->store_force_contact() && update->ntimestep % wall->store_force_contact_every() == 0)
    wall->add_contactforce_wall(i, on_i, id);
  if (wall->store_force_contact_stress())
    wall->add_contactforce_stress_wall(i, on_i, s.delta, velocity, id);
  if (wall->compute_wall_gran_local() && wall->addflag()) {
    const double *x = atom->x[i];
    double point[3] = {x[0] + to_wall[0], x[1] + to_wall[1], x[2] + to_wall[2]};
    const double distance_2 =
        to_wall[0] * to_wall[0] + to_wall[1] * to_wall[1] + to_wall[2] * to_wall[2];
    wall->compute_wall_gran_local()->add_wall_1(mesh_number, id, i, point, velocity);
    wall->compute_wall_gran_local()->add_wall_2(
        i, on_i.delta_F[0], on_i.delta_F[1], on_i.delta_F[2], on_i.delta_torque[0],
        on_i.delta_torque[1], on_i.delta_torque[2], s.contact_history, distance_2, normal);
  }
  if (wall->heattransfer_flag())
    wall->addHeatFlux(mesh, i, s.radi, s.deltan, 1.0);
  if (wall->computeflag() && wall->store_force())
    for (int a = 0; a < 3; a++)
      wall->fix_wallforce()->array_atom[i][a] += on_i.delta_F[a];
  if (wall->computeflag() && fix_mesh)
    fix_mesh->add_particle_contribution(i, on_i.delta_F, to_wall, triangle, velocity);
}

/** Ranks do not meet here: the one that found the fault ends them all. */
void GranWallDCM::stop(int i) const {
  char text[512];
  const double *x = atom->x[i], *v = atom->v[i];
  snprintf(text, sizeof text,
           "at step %lld the force of the contact of atom %d with the wall is not finite: "
           "overlap %g, position (%g, %g, %g), velocity (%g, %g, %g)",
           (long long)update->ntimestep, atom->tag[i], contact->overlap[0], x[0], x[1], x[2], v[0],
           v[1], v[2]);
  given.stop_alone(text);
}

} // namespace DCM_NS
