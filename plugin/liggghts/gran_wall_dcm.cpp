// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * fix wall/gran model dcm/<law>, primitive or mesh: docs/liggghts/gran_model_dcm.md is its manual
 * page.
 *
 * The host hands over one contact at a time. Where nothing comes in between that cares, contacts
 * wait until they are a batch, at the latest until the forces of the step have been added
 * (run_hooks.h); else a batch holds one. The host keeps the state, which stands after a number that
 * is not 0 when the contact has begun, and says by which law. */
#include "energy_ledger.h"
#include "gran_pair_dcm.h"
#include "host_private.h"
#include "law_settings.h"
#include "run_hooks.h"

#include "common/guards.h"
#include "common/host.h"
#include "common/law_source.h"
#include "common/owners.h"

#include "atom.h"
#include "comm.h"
#include "compute_pair_gran_local.h"
#include "fix_mesh_surface.h"
#include "fix_property_atom.h"
#include "fix_rigid.h"
#include "fix_wall_gran.h"
#include "force.h"
#include "granular_wall.h"
#include "neighbor.h"
#include "tri_mesh.h"
#include "update.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

extern "C" {
#include "ledger/booking.h"
#include "ledger/jumps.h"
#include "runtime/law.h"
#include "runtime/model.h"
}

using namespace LAMMPS_NS;

namespace DCM_NS {

class GranWallDCM : public LIGGGHTS::Walls::IGranularWall, protected LAMMPS_NS::Pointers {
public:
  /** @param law of a model dcm/<law>; empty for the model dcm */
  GranWallDCM(LAMMPS_NS::LAMMPS *lmp, LAMMPS_NS::FixWallGran *wall, const std::string &law);
  ~GranWallDCM() override;

  void settings(int narg, char **arg, LIGGGHTS::IContactHistorySetup *) override;
  void init_granular() override;
  bool checkSurfaceIntersect(LCM::SurfacesIntersectData &) override {
    return true;
  }
  void compute_force(LAMMPS_NS::FixWallGran *, LCM::SurfacesIntersectData &, bool intersects,
                     double *velocity, LAMMPS_NS::FixMeshSurface *fix_mesh, int mesh_number,
                     LAMMPS_NS::TriMesh *mesh, int triangle) override;
  int get_history_offset(std::string name) override;
  bool contact_match(const std::string, const std::string) override {
    return false; // asked for one of the host's own models
  }

private:
  LAMMPS_NS::FixWallGran *const wall;
  LawSettings given;
  LawPointer law;
  EnergyLedger *ledger = nullptr;    // of a run that asks for energies
  EnergyAccount *energies = nullptr; // likewise
  BatchPointer jumps;                // for one contact that begins or ends, likewise
  int first_column = 0; // in the host's history: law_mark of a contact, or 0; the state follows
  double law_mark = 0.0;
  uint64_t unkept = 0; // bit c: NaN stands for component c, which other options keep
  bool may_wait = false;
  AccountOfRun run_account; // where pairs are the host's own
  ContactGuard guard;

  /** Data of a contact beside its entry of the batch. */
  struct Contact {
    int particle;
    double to_wall[3], velocity[3]; // of the nearest point
    double *numbers; // that the host keeps of it, in the same place until the end of the step
    LAMMPS_NS::FixMeshSurface *fix_mesh;
    int mesh_number;
    LAMMPS_NS::TriMesh *mesh;
    int triangle;
  };
  /** Contacts of a pair of materials that wait for each other. */
  struct Waiting {
    BatchPointer batch;
    std::vector<Contact> contacts; // of its entries
  };
  std::vector<Waiting> waiting; // [dcm_law_pair]

  void guard_contacts();
  void consider_contacts(SafeStep &safe) const;
  void see_overlap(const LCM::SurfacesIntersectData &);
  double mass_of(int i) const;
  void make_room(Waiting &, uint32_t pair) const;
  bool follow(Waiting &, const LCM::SurfacesIntersectData &, const double *velocity,
              double *numbers, bool may_change);
  void load(Waiting &, const LCM::SurfacesIntersectData &, const double *velocity);
  dcm_relative_motion motion_of(const LCM::SurfacesIntersectData &, const double *velocity) const;
  void take_over(double *numbers) const;
  void listen(RunHooks *);
  void see_ends(RunHooks *) const;
  void book(Waiting &, double dt);
  void book_jump(const Waiting &, const LCM::SurfacesIntersectData &, const double *velocity,
                 double sign);
  void complete(Waiting &);
  void report(const Waiting &, uint32_t k);
  void stop(const Waiting &, uint32_t k) const;
};

// Contacts that wait for each other at most.
static const uint32_t BATCH = 64;

// Earlier versions marked a contact of any law by this number.
static const double ANY_LAW = 1.0;

/** A number by the law's name, beyond ANY_LAW. */
static double mark_of(const dcm_law &law) {
  uint32_t hash = 2166136261u; // FNV-1a
  for (const char *c = law.model->id; *c; c++)
    hash = (hash ^ (unsigned char)*c) * 16777619u;
  return ANY_LAW + 1.0 + hash;
}

GranWallDCM::GranWallDCM(LAMMPS *instance, FixWallGran *owner, const std::string &law_of_model)
    : Pointers(instance), wall(owner),
      given(instance, std::string("fix ") + owner->id + " wall/gran", law_of_model),
      guard(given.watch()) {}

void GranWallDCM::settings(int narg, char **arg, LIGGGHTS::IContactHistorySetup *) {
  given.read(narg, arg);
  first_column = wall->add_history_value("touching", "0");
  for (uint32_t h = 0; h < dcm_model_history_width(given.model()); h++)
    wall->add_history_value("state", "0");
  given.make_room(wall->dnum());
}

int GranWallDCM::get_history_offset(std::string) {
  return -1; // what the host's models keep there is not there
}

GranWallDCM::~GranWallDCM() {
  if (RunHooks *hooks = RunHooks::find(lmp))
    hooks->forget(wall);
}

void GranWallDCM::init_granular() {
  if (wall->is_mesh_wall())
    given.check_room(wall->dnum());
  RunHooks *hooks = RunHooks::find(lmp);
  const LawSettings *pairs = hooks ? hooks->law_of_pairs() : nullptr;
  law = given.make_law(pairs);
  law_mark = mark_of(*law);
  unkept = law->marked & ~law->for_energies;
  listen(hooks);
  waiting.clear();
  waiting.resize(atom->ntypes * atom->ntypes);
  given.widen_lists(*law);
  see_ends(hooks);
  const std::string account = given.account(std::string("fix ") + wall->id + " wall/gran", pairs);
  if (pairs) {
    hooks->account(wall, account);
    given.compare(*pairs);
  } else
    run_account.report(host_of(lmp), account);
  // The host sends stored forces to other ranks as soon as the wall is done.
  may_wait = hooks && hooks->may_wait(wall) && !wall->store_force_contact() &&
             !wall->store_force_contact_stress();
  if (may_wait)
    hooks->serve(wall, [this] {
      for (Waiting &of_pair : waiting)
        if (!of_pair.contacts.empty())
          complete(of_pair);
    });
  guard_contacts();
}

/** Stops if the law cannot go on from the state of a contact that the host had from before this
 * run. The host writes states into files without a word, so these have their marks all the time.
 * @param numbers that the host keeps of the contact */
void GranWallDCM::take_over(double *numbers) const {
  const char *const anew = "; or let contacts begin anew: give the fix, and the fixes of its "
                           "meshes, other IDs";
  if (law->history_width > 0 && numbers[0] != ANY_LAW && numbers[0] != law_mark)
    given.stop_alone(std::string("another law than '") + law->model->id +
                     "' has computed the contacts of the wall before, and the law cannot go on "
                     "from their states: use the old law" +
                     anew);
  if (!dcm_law_can_take(law.get(), numbers + 1))
    given.stop_alone(std::string(OTHER_OPTIONS) + anew);
  numbers[0] = law_mark;
  dcm_law_mark_state(unkept, law->history_width, numbers + 1);
}

/** The ledger is with the pairs. */
void GranWallDCM::listen(RunHooks *hooks) {
  if (!hooks && find_property(lmp, ENERGIES_PROPERTY))
    given.stop(std::string("the property ") + ENERGIES_PROPERTY +
               " needs pairs whose model is dcm, too: write 'pair_style gran model dcm/<law>', or "
               "leave out the property");
  ledger = hooks ? &hooks->energies() : nullptr;
  energies = ledger ? ledger->listen(wall, law.get()) : nullptr;
  jumps.reset(energies ? dcm_jump_batch(law.get()) : nullptr);
  if (energies && !jumps)
    given.stop_alone("out of memory");
}

/** Whoever wants to know that a contact ends needs the host's call for a grain that is near.
 * Without it the host forgets the contact and tells nobody. */
void GranWallDCM::see_ends(RunHooks *hooks) const {
  const double smallest = force->registry.min_radius();
  if (hooks && smallest > 0.0 && (energies || dcm_law_wants(law.get(), DCM_CONTACT_ENDS)))
    hooks->call_walls_near(1.0 + neighbor->skin / smallest); // all grains of the wall's list
}

/** Informs the guards of these contacts, from the first list of the run on. */
void GranWallDCM::guard_contacts() {
  guard.begin(
      given.called(), "", [this](SafeStep &safe) { consider_contacts(safe); },
      std::string("a wall of fix ") + wall->id);
  guard.watch().renew();
}

void GranWallDCM::consider_contacts(SafeStep &safe) const {
  const Host &host = guard.watch().host;
  const SmallestGrains grains(host, grains_of(atom, guard.watch()), wall->groupbit, false,
                              [this](int i) { return mass_of(i); });
  for (int type = 1; type <= atom->ntypes; type++)
    if (grains.count[type] > 0)
      safe.consider(host, given.called() + ": ", law.get(), type, wall->atom_type_wall(),
                    grains.radius[type], grains.mass[type], HUGE_VAL, HUGE_VAL);
}

/** Bodies may be held together by what overlaps, and frozen grains may overlap as they like. */
void GranWallDCM::see_overlap(const LCM::SurfacesIntersectData &s) {
  const double distance_2 =
      s.delta[0] * s.delta[0] + s.delta[1] * s.delta[1] + s.delta[2] * s.delta[2];
  if (wall->fix_rigid() || (atom->mask[s.i] & guard.watch().frozen_bit) ||
      !guard.deepest.is_deeper(distance_2, s.radi, s.radi))
    return;
  guard.deepest.step = update->ntimestep;
  guard.deepest.ids[0] = atom->tag[s.i];
}

/** The mass of a grain, or of the body that it belongs to. */
double GranWallDCM::mass_of(int i) const {
  return wall->fix_rigid() && wall->body(i) >= 0 ? wall->masstotal(wall->body(i)) : atom->rmass[i];
}

void GranWallDCM::make_room(Waiting &of_pair, uint32_t pair) const {
  of_pair.batch.reset(dcm_batch_create(law->history_width, BATCH, energies || law->for_energies));
  if (!of_pair.batch)
    given.stop_alone("out of memory");
  of_pair.batch->pair = pair;
  of_pair.contacts.reserve(BATCH);
}

// ------------------------------------------------------------------------------------- contacts

/** Whether there is a contact now. Begins and ends its state; leaves it in the next entry of the
 * batch.
 * @param numbers that the host keeps of it */
bool GranWallDCM::follow(Waiting &of_pair, const LCM::SurfacesIntersectData &s,
                         const double *velocity, double *numbers, bool may_change) {
  dcm_batch *const batch = of_pair.batch.get();
  const uint32_t k = of_pair.contacts.size();
  const bool began = numbers[0] != 0.0;
  if (began && update->setupflag)
    take_over(numbers);
  const bool at_reach = dcm_law_begins_at_reach(law.get());
  const double reach =
      began || at_reach ? dcm_law_reach(law.get(), dcm_sides_at_wall(batch->pair, s.radi, INFINITY))
                        : 0.0;
  if (!dcm_is_reach(reach))
    given.stop_alone("the law lets a contact reach " + text_of_number(reach) +
                     " beyond touching, but a reach must be finite and at least 0");
  const double distance_2 =
      s.delta[0] * s.delta[0] + s.delta[1] * s.delta[1] + s.delta[2] * s.delta[2];
  const bool touches =
      dcm_in_contact(dcm_contact_range(s.radi, reach, at_reach), began, distance_2);
  for (uint32_t h = 0; h < law->history_width; h++)
    batch->history[h][k] = unkept >> h & 1u ? 0.0 : numbers[1 + h];
  if (touches == began)
    return touches;
  double *fields[DCM_MOST_COMPONENTS];
  for (uint32_t h = 0; h < law->history_width; h++)
    fields[h] = &batch->history[h][k];
  if (touches)
    dcm_law_history_begin(law.get(), batch->pair, DCM_SIDE_WALL, 1, fields);
  if (may_change && energies)
    book_jump(of_pair, s, velocity, touches ? -1.0 : 1.0);
  if (may_change) {
    if (!touches)
      dcm_law_history_end(law.get(), batch->pair, DCM_SIDE_WALL, 1, fields);
    numbers[0] = touches ? law_mark : 0.0;
    for (uint32_t h = 0; h < law->history_width; h++)
      numbers[1 + h] = touches ? dcm_law_saved(unkept, h, *fields[h]) : 0.0;
  }
  return touches;
}

/** Fills the next entry of the batch but for the state. */
void GranWallDCM::load(Waiting &of_pair, const LCM::SurfacesIntersectData &s,
                       const double *velocity) {
  dcm_batch_put(of_pair.batch.get(), of_pair.contacts.size(), motion_of(s, velocity), mass_of(s.i));
}

dcm_relative_motion GranWallDCM::motion_of(const LCM::SurfacesIntersectData &s,
                                           const double *velocity) const {
  return {dcm_vector_of(-s.delta[0], -s.delta[1], -s.delta[2]),
          dcm_subtract(dcm_vector_at(velocity), dcm_vector_at(atom->v[s.i])),
          dcm_vector_at(atom->omega[s.i]),
          dcm_vector_of(0.0, 0.0, 0.0),
          s.radi,
          HUGE_VAL};
}

/** Velocity of the skin of a wall that rests. The host gives the skin of a mesh a velocity along
 * each triangle, which has a part along the normal where a grain touches an edge: by that part no
 * wall moves. */
static dcm_vector velocity_of_skin(const LCM::SurfacesIntersectData &s, const double *velocity) {
  const dcm_vector given = dcm_vector_at(velocity), normal = dcm_vector_at(s.delta);
  const double along = dcm_dot(given, normal), square = dcm_dot(normal, normal);
  const bool is_rounding = along * along <= 1e-24 * square * dcm_dot(given, given);
  return is_rounding ? given : dcm_subtract_scaled(given, along / square, normal);
}

void GranWallDCM::compute_force(FixWallGran *, LCM::SurfacesIntersectData &s, bool, double *of_host,
                                FixMeshSurface *fix_mesh, int mesh_number, TriMesh *mesh,
                                int triangle) {
  const int i = s.i;
  double velocity[3];
  dcm_vector_put(velocity,
                 mesh && mesh->isMoving() ? dcm_vector_at(of_host) : velocity_of_skin(s, of_host));
  const uint32_t pair = dcm_law_pair(law.get(), atom->type[i], wall->atom_type_wall());
  Waiting &of_pair = waiting[pair];
  if (!of_pair.batch)
    make_room(of_pair, pair);
  if (of_pair.contacts.size() == BATCH)
    complete(of_pair);
  double *const numbers = s.contact_history + first_column;
  if (!follow(of_pair, s, velocity, numbers, wall->computeflag()))
    return;
  if (neighbor->ago == 0)
    see_overlap(s);
  load(of_pair, s, velocity);
  of_pair.contacts.push_back({i,
                              {-s.delta[0], -s.delta[1], -s.delta[2]},
                              {velocity[0], velocity[1], velocity[2]},
                              numbers,
                              fix_mesh,
                              mesh_number,
                              mesh,
                              triangle});
  // may_wait does not know the fixes that sum up forces where a run begins.
  if (!may_wait || !wall->computeflag() || update->setupflag)
    complete(of_pair);
  // The host writes the flux into the last row of compute wall/gran/local, which is complete now.
  // The host takes the root of the overlap; as of pairs, only grains that touch conduct heat.
  if (wall->heattransfer_flag() && s.deltan > 0.0)
    wall->addHeatFlux(mesh, i, s.radi, s.deltan, 1.0);
}

/** Forces and torques of the contacts that wait. */
void GranWallDCM::complete(Waiting &of_pair) {
  dcm_batch *const b = of_pair.batch.get();
  std::vector<Contact> &contacts = of_pair.contacts;
  b->count = contacts.size();
  const bool adds = wall->computeflag();
  const double dt = wall->shearupdate() ? update->dt : 0.0;
  const bool keeps = adds && dcm_law_keeps_state(law.get(), dt);
  b->half_step_velocities = dt != 0.0;
  b->clock = clock_of(*update);
  dcm_batch_evaluate(b, law.get(), DCM_SIDE_WALL, dt);
  if (adds && energies)
    book(of_pair, dt);
  for (uint32_t k = 0; k < b->count; k++) {
    const int i = contacts[k].particle;
    if (!std::isfinite(b->force[0][k] + b->force[1][k] + b->force[2][k] + b->torque_1[0][k] +
                       b->torque_1[1][k] + b->torque_1[2][k]))
      stop(of_pair, k);
    if (keeps)
      for (uint32_t h = 0; h < law->history_width; h++)
        contacts[k].numbers[1 + h] = dcm_law_saved(unkept, h, b->new_history[h][k]);
    for (int a = 0; adds && a < 3; a++) {
      atom->f[i][a] += b->force[a][k];
      atom->torque[i][a] += b->torque_1[a][k];
    }
    report(of_pair, k);
  }
  contacts.clear();
}

/** Energies of the contacts that were evaluated, and the work of the wall. */
void GranWallDCM::book(Waiting &of_pair, double dt) {
  dcm_batch *const b = of_pair.batch.get();
  for (uint32_t k = 0; k < b->count; k++) {
    const Contact &c = of_pair.contacts[k];
    const float *coming = ledger->coming()[c.particle];
    for (int a = 0; a < 3; a++) {
      b->late.velocity[a][k] = c.velocity[a] - (coming[a] + atom->v[c.particle][a]);
      b->late.spin_1[a][k] = coming[4 + a] + atom->omega[c.particle][a];
      energies->power_now += b->force[a][k] * c.velocity[a];
    }
  }
  if (dt > 0.0)
    dcm_batch_book(b, law.get(), DCM_SIDE_WALL, dt);
  for (size_t e = 0; e < dcm_energy_count(dt); e++) {
    const double *row = e == DCM_LEDGER_ARMS ? b->by_arms : dcm_energy_row(&b->energies, e);
    for (uint32_t k = 0; k < b->count; k++)
      energies->sums.of_contacts[e] += row[k];
  }
}

/** A contact that begins or ends: its state is in the next entry of the batch.
 * @param sign of what is stored: -1 where a contact begins, 1 where a contact ends */
void GranWallDCM::book_jump(const Waiting &of_pair, const LCM::SurfacesIntersectData &s,
                            const double *velocity, double sign) {
  const double dt = wall->shearupdate() ? update->dt : 0.0;
  if (!dcm_books_jumps(&energies->sums, law.get(), dt))
    return;
  const uint32_t k = of_pair.contacts.size();
  const uint32_t materials = of_pair.batch->pair;
  for (uint32_t h = 0; h < law->history_width; h++)
    jumps->history[h][0] = of_pair.batch->history[h][k];
  const bool lasts = sign > 0.0 || dcm_law_begins_at_reach(law.get());
  dcm_jump jump = {};
  jump.materials = materials;
  jump.side_2 = DCM_SIDE_WALL;
  jump.motion = motion_of(s, velocity);
  jump.effective_mass = mass_of(s.i);
  jump.farthest =
      s.radi +
      (lasts ? dcm_law_reach(law.get(), dcm_sides_at_wall(materials, s.radi, INFINITY)) : 0.0);
  jump.ends = sign > 0.0;
  energies->sums.of_contacts[DCM_LEDGER_JUMPS] +=
      sign * dcm_stored_at_jump(jumps.get(), law.get(), &jump, dt);
}

/** Informs the others who want to know of a contact. */
void GranWallDCM::report(const Waiting &of_pair, uint32_t k) {
  const dcm_batch *const batch = of_pair.batch.get();
  const Contact &c = of_pair.contacts[k];
  const int i = c.particle;
  LCM::ForceData on_i;
  double to_wall[3], velocity[3], normal[3], along = 0.0;
  for (int a = 0; a < 3; a++) {
    on_i.delta_F[a] = batch->force[a][k];
    on_i.delta_torque[a] = batch->torque_1[a][k];
    to_wall[a] = c.to_wall[a];
    velocity[a] = c.velocity[a];
    normal[a] = batch->normal[a][k];
    along -= on_i.delta_F[a] * normal[a];
  }
  const int id = c.mesh ? c.mesh->id(c.triangle) : 0;
  if (wall->computeflag() && wall->store_sum_normal_force())
    *wall->get_sum_normal_force_ptr(i) += along;
  if (wall->store_force_contact() && update->ntimestep % wall->store_force_contact_every() == 0)
    wall->add_contactforce_wall(i, on_i, id);
  if (wall->store_force_contact_stress()) {
    const double from_wall[3] = {-to_wall[0], -to_wall[1], -to_wall[2]};
    wall->add_contactforce_stress_wall(i, on_i, from_wall, velocity, id);
  }
  if (wall->compute_wall_gran_local() && wall->addflag()) {
    const double *x = atom->x[i];
    double point[3] = {x[0] + to_wall[0], x[1] + to_wall[1], x[2] + to_wall[2]};
    const double distance_2 =
        to_wall[0] * to_wall[0] + to_wall[1] * to_wall[1] + to_wall[2] * to_wall[2];
    wall->compute_wall_gran_local()->add_wall_1(c.mesh_number, id, i, point, velocity);
    // The state first, as of pairs and of the host's own models, and behind it that it has begun.
    double *const all = c.numbers - first_column;
    std::vector<double> shown(all, all + wall->dnum());
    for (uint32_t h = 0; h < law->history_width; h++)
      shown[first_column + h] = unkept >> h & 1u ? 0.0 : c.numbers[1 + h];
    shown[first_column + law->history_width] = 1.0;
    wall->compute_wall_gran_local()->add_wall_2(
        i, on_i.delta_F[0], on_i.delta_F[1], on_i.delta_F[2], on_i.delta_torque[0],
        on_i.delta_torque[1], on_i.delta_torque[2], shown.data(), distance_2, normal);
    wall->compute_wall_gran_local()->add_heat_wall(i, 0.0); // the flux may follow
  }
  if (wall->computeflag() && wall->store_force())
    for (int a = 0; a < 3; a++)
      wall->fix_wallforce()->array_atom[i][a] += on_i.delta_F[a];
  if (wall->computeflag() && c.fix_mesh)
    c.fix_mesh->add_particle_contribution(i, on_i.delta_F, to_wall, c.triangle, velocity);
}

/** Ranks do not meet here: the one that found the fault ends them all. */
void GranWallDCM::stop(const Waiting &of_pair, uint32_t k) const {
  char text[512];
  const int i = of_pair.contacts[k].particle;
  const double *x = atom->x[i], *v = atom->v[i];
  dcm_text_print(text, sizeof text,
                 "at step %lld the force of the contact of atom %d with the wall is not finite: "
                 "overlap %g, position (%g, %g, %g), velocity (%g, %g, %g)",
                 (long long)update->ntimestep, atom->tag[i], of_pair.batch->overlap[k], x[0], x[1],
                 x[2], v[0], v[1], v[2]);
  given.stop_alone(text + LawSource::words_of(law.get()) + guard.watch().notices.last_words());
}

LIGGGHTS::Walls::IGranularWall *create_wall_model(LAMMPS *lmp, FixWallGran *wall,
                                                  const std::string &law) {
  return new GranWallDCM(lmp, wall, law);
}

} // namespace DCM_NS
