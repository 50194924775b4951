// SPDX-License-Identifier: GPL-2.0-or-later
#include "fix_wall.h"

#include "atom_extra.h"
#include "pair_dcm.h"

#include "common/law_source.h"

#include "atom.h"
#include "error.h"
#include "force.h"
#include "group.h"
#include "input.h"
#include "memory.h"
#include "modify.h"
#include "neighbor.h"
#include "update.h"
#include "variable.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <sstream>
#ifdef __GLIBC__
#include <malloc.h>
#endif

extern "C" {
#include "contacts/displacement.h"
#include "runtime/kinematics.h"
#include "runtime/model.h"
#include "runtime/text.h"
#include "runtime/words.h"
}

using namespace LAMMPS_NS;

namespace DCM_NS {

// Columns of the per-atom array of the keyword contacts: those of the host's own fix wall/gran.
enum { TOUCHES = 0, FORCE = 1, POINT = 4, RADIUS = 7, COLUMNS = 8 };

static const size_t AHEAD = 8;

// --------------------------------------------------------------------------------------- input

FixWall::FixWall(LAMMPS *instance, int narg, char **arg, int type)
    : Fix(instance, narg, arg), wall_type(type), pair(nullptr), law(nullptr), history_version(0),
      width(0), keeps_states(false), list(dcm_wall_list_create()),
      stepper(dcm_wall_stepper_create()), is_listed(false), may_change(false), is_pruned(false),
      masses(instance), guard(watch_of(instance, host_of(instance))), of_atoms(instance, here()),
      on_walls(), is_summed(false), is_registered(false) {
  if (!list || !stepper)
    error->one(FLERR, std::string("dcm: out of memory"));
  if (!atom->radius_flag || !atom->rmass_flag || !atom->omega_flag || !atom->torque_flag)
    error->all(FLERR, here() + "needs atoms with a radius, a mass of their own, a spin and a "
                               "torque: use 'atom_style sphere', or hybrid with it");

  vector_flag = 1;
  extvector = -1; // some of it, see shape_vector
  global_freq = 1;
  virial_global_flag = virial_peratom_flag = 1;
  restart_global = 1;
  create_attribute = 1;
}

FixWall::FixWall(LAMMPS *instance, int narg, char **arg) : FixWall(instance, narg, arg, 0) {
  if (narg < 4)
    error->all(FLERR, here() + "needs the atom type that the wall is made of: fix ID group " +
                          style + " <wall type> ...");
  wall_type = type_of_label(atom, arg[3]);
  if (wall_type == 0) {
    char *rest;
    const long type = strtol(arg[3], &rest, 10);
    if (rest == arg[3] || *rest || type < 1 || type > atom->ntypes)
      error->all(FLERR, here() + "the wall type is an atom type, a number from 1 to " +
                            std::to_string(atom->ntypes) + or_a_label() + ", not '" + arg[3] + "'");
    wall_type = (int)type;
  }
}

FixWall::~FixWall() {
  if (copymode)
    return;
  memory->destroy(array_atom);
  // A constructor that failed after this base was made has registered nothing yet.
  if (!is_registered)
    return;
  atom->delete_callback(id, Atom::GROW);
  atom->delete_callback(id, Atom::RESTART);
}

/** Of the row of a grain. */
int FixWall::columns() const {
  return COLUMNS + (shown_quantity() >= 0);
}

int FixWall::read_contacts_keyword(int next, char **arg) {
  if (strcmp(arg[next], "contacts") != 0)
    return -1;
  peratom_flag = 1;
  size_peratom_cols = columns();
  peratom_freq = 1;
  return next + 1;
}

int FixWall::common_keyword(int next, int narg, char **arg) {
  const std::string word = arg[next];
  if (word == "style") {
    if (own)
      error->all(FLERR, here() + "the keyword 'style' stands before what the wall has of its own");
    return choice.read(lmp, here(), next + 1, narg, arg);
  }
  if (word == "law") {
    if (!own)
      own.reset(new WallSettings(lmp, here()));
    const int after = own->read_law(next, narg, arg);
    find_law();
    return after;
  }
  if (word == "quantity") {
    if (next + 2 >= narg)
      error->all(FLERR, here() + "the keyword 'quantity' needs the name of a quantity of the law "
                                 "and the value that the wall has");
    read_quantity("the keyword 'quantity'", arg[next + 1], arg[next + 2]);
    return next + 3;
  }
  if (word == "curvature")
    return read_curvature(next, narg, arg);
  if (word == "coeff") {
    begin_own();
    return own->read_coeff(next, narg, arg);
  }
  return read_contacts_keyword(next, arg);
}

int FixWall::read_word(int next, int narg, char **arg, const std::set<std::string> &others) {
  static const std::set<std::string> common = {"style",     "law",   "quantity",
                                               "curvature", "coeff", "contacts"};
  const bool is_common = common.count(arg[next]) > 0, is_other = others.count(arg[next]) > 0;
  const bool is_of_law = LawWord::is_joined(arg[next]) || is_option(arg[next]);
  if (is_of_law && (is_common || is_other))
    tell_of_both(host_of(lmp), here(), arg[next]);
  if (is_common)
    return common_keyword(next, narg, arg);
  if (is_other || !is_of_law)
    return -1;
  begin_own();
  return own->read_word(next, narg, arg);
}

void FixWall::read_quantity(const std::string &where, const std::string &name, const char *word) {
  for (const GivenQuantity &before : given_quantities)
    if (before.name == name)
      refuse_twice(lmp, here(), "quantity " + name, before.word, word);
  if (strncmp(word, "v_", 2) != 0)
    given_quantities.push_back({name, word, utils::numeric(FLERR, word, false, lmp), ""});
  else if (word[2])
    given_quantities.push_back({name, word, 0.0, word + 2});
  else
    error->all(FLERR, here() + where + " needs the name of a variable after v_");
}

int FixWall::read_curvature(int next, int narg, char **arg) {
  const std::string which = next + 1 < narg ? arg[next + 1] : "";
  if (which != "principal" && which != "mean")
    error->all(FLERR, here() + "the keyword 'curvature' takes principal or mean" +
                          (which.empty() ? "" : ", not '" + which + "'"));
  if (curvature != Curvature::OF_LAW)
    refuse_twice(lmp, here(), arg[next], curvature == Curvature::MEAN ? "mean" : "principal",
                 which);
  curvature = which == "mean" ? Curvature::MEAN : Curvature::PRINCIPAL;
  return next + 2;
}

/** What the wall has of the quantities of the law. */
void FixWall::find_quantities() {
  const dcm_model *m = model();
  std::vector<std::string> of_wall;
  quantities.assign(m->quantity_count, 0.0);
  added.assign(m->quantity_count, 0.0);
  for (uint32_t q = 0; q < m->quantity_count; q++) {
    const dcm_quantity *quantity = dcm_model_quantity(m, q);
    const std::string name = quantity->name;
    const bool is_own = name != "mass" && name != "id" && quantity->access != DCM_SUM;
    quantities[q] = name == "mass" ? INFINITY : name == "id" ? 0.0 : quantity->default_value;
    for (const GivenQuantity &given : given_quantities)
      if (is_own && given.name == name)
        quantities[q] = given.value;
    if (is_own)
      of_wall.push_back(name);
  }
  std::string names;
  for (const std::string &name : of_wall)
    names += (names.empty() ? "" : ", ") + name;
  for (const GivenQuantity &given : given_quantities)
    if (!std::isfinite(given.value) ||
        std::find(of_wall.begin(), of_wall.end(), given.name) == of_wall.end())
      error->all(FLERR, here() + "the wall cannot have the quantity '" + given.name + "' of " +
                            std::to_string(given.value) + ": the law '" + m->id + "' reads " +
                            (names.empty() ? "none" : names) + ", as a finite number");
  shape_vector();
}

/** In each step, for variables may change in it. */
void FixWall::follow_variables() {
  const auto is_constant = [](const GivenQuantity &given) { return given.variable.empty(); };
  if (std::all_of(given_quantities.begin(), given_quantities.end(), is_constant))
    return;
  modify->clearstep_compute();
  for (const GivenQuantity &given : given_quantities) {
    if (given.variable.empty())
      continue;
    const int number = input->variable->find(given.variable.c_str());
    if (number < 0 || !input->variable->equalstyle(number))
      error->all(FLERR, here() + "the wall has the " + given.name + " of the variable '" +
                            given.variable + "', " +
                            (number < 0 ? "which does not exist" : "which is not of style equal"));
    const double value = input->variable->compute_equal(number);
    if (!std::isfinite(value))
      error->all(FLERR, here() + "the variable '" + given.variable + "' makes the " + given.name +
                            " of the wall " + std::to_string(value) + ", which is no number");
    quantities[dcm_model_find_quantity(model(), given.name.c_str())] = value;
  }
  modify->addstep_compute(update->ntimestep + 1);
}

/** From now on the wall has something of its own. */
void FixWall::begin_own() {
  if (own)
    return;
  own.reset(new WallSettings(lmp, here()));
  find_law();
}

/** Whether a law that the wall may have has an option, or a number of the whole law. */
bool FixWall::is_option(const char *word) const {
  if (own)
    return dcm_model_is_of_law(own->model(), word);
  const std::vector<DCMPair> all = list_dcm_pairs(lmp);
  return std::any_of(all.begin(), all.end(), [=](const DCMPair &c) {
    return dcm_model_is_of_law(dcm_settings_model(c.pair->contact_settings()), word);
  });
}

/** "; did you mean 'shear'?", of keywords apart by ", ", or of the options of a law. */
static bool append_meant(const std::string &keywords, const dcm_model *model,
                         const std::string &word, dcm_error *said) {
  std::vector<std::string> list;
  std::string keyword;
  for (std::istringstream words(keywords); std::getline(words >> std::ws, keyword, ',');)
    list.push_back(keyword);
  const auto at = [](const void *of, size_t i) {
    return (*static_cast<const std::vector<std::string> *>(of))[i].c_str();
  };
  const char *nearest = dcm_nearest_word(word.c_str(), at, &list, list.size());
  if (nearest)
    dcm_error_append(said, "; did you mean '%s'?", nearest);
  return nearest || (model && dcm_settings_append_meant(model, word.c_str(), said));
}

void FixWall::refuse_keyword(const std::string &word, const std::string &others,
                             const std::string &hint) const {
  const std::vector<DCMPair> all = list_dcm_pairs(lmp);
  const dcm_model *of_options = own ? own->model()
                                : all.empty()
                                    ? nullptr
                                    : dcm_settings_model(all.front().pair->contact_settings());
  const std::string keywords = others + "contacts, style, law, coeff, quantity, curvature";
  std::string words = keywords;
  for (uint32_t p = 0; own && p < own->model()->parameter_count; p++)
    words += std::string(", ") + dcm_model_parameter(own->model(), p)->name;
  dcm_error said;
  dcm_fail(&said, "'%s' is no keyword", word.c_str());
  const bool is_meant = append_meant(words, of_options, word, &said);
  std::string of_law;
  if (own) {
    const dcm_model *m = own->model();
    of_law = std::string("; and of the law '") + m->id + "'";
    for (uint32_t o = 0; o < m->option_count; o++)
      of_law += std::string(o ? ", " : " the options ") + dcm_model_option(m, o)->name;
    std::string of_coeff = ", after coeff", between = " ";
    for (uint32_t p = 0; p < m->parameter_count; p++) {
      const dcm_parameter *parameter = dcm_model_parameter(m, p);
      if (parameter->scope == DCM_PER_LAW)
        of_law += std::string(", ") + parameter->name;
      else
        of_coeff += between + parameter->name;
      between = parameter->scope == DCM_PER_LAW ? between : ", ";
    }
    of_law += of_coeff;
  }
  error->all(FLERR, here() + said.text + (is_meant ? " There are " : "; there are ") + keywords +
                        " and the options of the law" + of_law + hint);
}

void FixWall::prepare(int slots) {
  find_law();
  adopt_law();
  find_quantities();
  states.shape(slots, width);
  maxexchange = states.largest_packed_size() + columns();
  restart_peratom = keeps_states;

  FixWall::grow_arrays(atom->nmax);
  atom->add_callback(Atom::GROW);
  atom->add_callback(Atom::RESTART);
  is_registered = true;
  clear_rows(0, atom->nlocal);
}

/** The one whose law and materials hold for the walls. */
PairDCM *FixWall::find_pair() const {
  return choice.find(lmp, here(),
                     "there is no dcm pair style to take the contact law from; the pair_style and "
                     "its pair_coeff commands must stand before this fix, or give the wall a law "
                     "of its own by the keyword 'law'",
                     ". A wall has the law of a pair style; the keyword 'law' gives it another");
}

/** A wall with a law and all its parameters needs no pair style. */
void FixWall::find_law() {
  const bool needs_none = own && own->has_law() && choice.name.empty();
  pair = needs_none && list_dcm_pairs(lmp).empty() ? nullptr : find_pair();
  if (pair && pair->has_several_laws() && !(own && own->has_law()))
    error->all(FLERR, here() +
                          "the pair style has other sub-models for other types, and nothing says "
                          "which hold for the wall: give it a law of its own by the keyword "
                          "'law', or use fix wall/gran");
  if (own)
    own->combine(pair ? &pair->settings_given() : nullptr, wall_type);
}

const dcm_settings *FixWall::law_settings() const {
  return own ? own->get() : pair->contact_settings();
}

/** What fix adapt changes for the grains it changes for the wall, where that has nothing else. */
const dcm_law *FixWall::present_law() {
  if (!own)
    return pair->contact_law();
  if (!own_law || (pair && made_of != pair->settings_given().times_made())) {
    if (pair)
      own->combine(&pair->settings_given(), wall_type);
    own_law = own->make_law();
    made_of = pair ? pair->settings_given().times_made() : 0;
  }
  return own_law.get();
}

bool FixWall::goes_plainly() const {
  return pair && pair->goes_plainly();
}

const dcm_model *FixWall::model() const {
  return dcm_settings_model(law_settings());
}

/** The number of the wall's material in the law. */
int FixWall::wall_material() const {
  return own ? own->material() : wall_type;
}

/** Makes room for the states of the law that the pair style has now. */
void FixWall::adopt_law() {
  law_id = model()->id;
  history_version = model()->history_version;
  width = dcm_model_history_width(model());
  keeps_states = width > 0 || model()->reach || model()->history;
}

void FixWall::change_slots(int slots) {
  is_listed = false;
  states.shape(slots, width);
  maxexchange = states.largest_packed_size() + columns();
}

// ---------------------------------------------------------------------------------------- init

int FixWall::setmask() {
  return FixConst::POST_FORCE;
}

void FixWall::init() {
  find_law();
  own_law.reset();
  if (law_id != model()->id || history_version != (int)model()->history_version ||
      width != (int)dcm_model_history_width(model())) {
    if (comm->me == 0)
      error->warning(FLERR,
                     "dcm: the pair style has another law now; contacts with the walls of fix " +
                         std::string(id) + " begin anew");
    adopt_law();
    change_slots(states.slots());
    restart_peratom = keeps_states;
  }
  check_materials();
  find_quantities();
  law = present_law();
  of_atoms.find(this);
  masses.find(style);
  guard_contacts();
}

/** The pair style asks only for the pairs of types that it computes itself. */
void FixWall::check_materials() {
  const int n = atom->ntypes + 1;
  const std::string what = "the wall is of type " + std::to_string(wall_type) +
                           (own ? " but for what it has of its own," : "");
  lacking.assign(n, "");
  for (int type = 1; type < n; type++) {
    dcm_error reason;
    if (dcm_settings_check_pair(law_settings(), type, wall_material(), &reason))
      lacking[type] =
          here() + what + " and touches type " + std::to_string(type) + ": " + reason.text;
  }
  std::vector<int> there(n, 0);
  for (int i = 0; i < atom->nlocal; i++)
    if (atom->mask[i] & groupbit)
      there[atom->type[i]] = 1;
  MPI_Allreduce(MPI_IN_PLACE, there.data(), n, MPI_INT, MPI_MAX, world);
  // Those that fixes will insert are in the group of the fix, and in that of all atoms.
  const int all_atoms = 1;
  for (const Insertion &coming : insertions(modify, atom->ntypes))
    if (groupbit & (coming.fix->groupbit | all_atoms))
      there[coming.type] = 1;
  for (int type = 1; type < n; type++)
    if (there[type] && !lacking[type].empty())
      error->all(FLERR, lacking[type]);
}

std::string FixWall::account() const {
  const std::string title = "fix " + std::string(id) + " (" + style + ")";
  const std::string material = "type " + std::to_string(wall_type);
  if (!own)
    return "  " + title + ": as " + material + " of pair_style " + force->pair_match_ptr(pair) +
           "\n";
  dcm_account told_of = {};
  told_of.settings = own->get();
  told_of.wall = own->material();
  return tell_account(title + ", of " + material, own->library(), told_of);
}

void FixWall::setup(int vflag) {
  run_account.tell(lmp, this);
  set_up_until = update->laststep;
  post_force(vflag);
  guard.watch().look(grains_of(atom, guard.watch()), update->dt, update->ntimestep, true);
}

/** Only a wall with something of its own has a line in the log: another is stiff as the grains are,
 * or little more. */
void FixWall::guard_contacts() {
  guard.begin(
      std::string("fix ") + style, own ? "fix " + std::string(id) : "",
      [this](SafeStep &safe) { consider_contacts(safe); }, "a wall of fix " + std::string(id));
  guard.watch().renew();
}

/** As if all walls were flat: a curved one changes the stiffness, by its effective radius, little.
 */
void FixWall::consider_contacts(SafeStep &safe) {
  law = present_law();
  if (masses.any())
    masses.collect();
  const Host &host = guard.watch().host;
  const SmallestGrains grains(host, grains_of(atom, guard.watch()), groupbit, false,
                              [this](int i) { return masses.of(i); });
  for (int type = 1; type <= atom->ntypes; type++)
    if (grains.count[type] > 0 && lacking[type].empty())
      safe.consider(host, here(), law, type, wall_material(), grains.radius[type],
                    grains.mass[type], HUGE_VAL, HUGE_VAL);
}

/** Of contacts of this step. Bodies may be held together by what overlaps, and frozen grains may
 * overlap as they like. */
void FixWall::see_overlaps() {
  const dcm_wall_contacts &contacts = list->now;
  for (uint32_t k = 0; k < contacts.count && !masses.any(); k++) {
    if (contacts.wall[k] == DCM_NO_WALL ||
        (atom->mask[contacts.particle[k]] & guard.watch().frozen_bit))
      continue;
    double distance_2 = 0.0;
    for (int c = 0; c < 3; c++)
      distance_2 += list->separation[c][k] * list->separation[c][k];
    if (!guard.deepest.is_deeper(distance_2, list->radius_1[k], list->radius_1[k]))
      continue;
    guard.deepest.step = update->ntimestep;
    guard.deepest.ids[0] = atom->tag[contacts.particle[k]];
  }
}

// ------------------------------------------------------------------------------------- contacts

void FixWall::post_force(int vflag) {
  v_init(vflag);
  law = present_law();
  if (masses.any() && neighbor->ago == 0)
    masses.collect();
  is_summed = false;
  clear_rows(0, atom->nlocal);
  rows.atoms.clear();
  rows.numbers.clear();
  move_walls();

  // A run that begins without a set-up finds what commands made of radii, masses and types.
  const bool is_late =
      update->ntimestep == update->firststep + 1 && update->laststep != set_up_until;
  const bool is_new = neighbor->ago == 0 || is_late || !close_hold();
  if (is_new || group->dynamic[igroup])
    give_back();
  if (is_new)
    find_close();
  if (!is_listed)
    make_list();
  look();
  if (is_new)
    see_overlaps();
  evaluate();
  if (neighbor->ago == 0 && !update->setupflag)
    guard.watch().look(grains_of(atom, guard.watch()), update->dt, update->ntimestep, false);
}

/** By half the skin, as the host's lists, and by one and a half times what the walls moved while
 * the grains that were found last were right. Where the host does not tell when radii or groups
 * change, and where walls change in ways that are not told, all grains are close. */
void FixWall::find_close() {
  const int n = atom->nlocal;
  const bool all_grains =
      group->dynamic[igroup] || atoms_may_change(atom, modify) || goes_plainly();
  const double half_skin = 0.5 * neighbor->skin;
  allowance = is_pruned ? std::min(1.5 * (path() - path_then), half_skin) : 0.0;
  margin = half_skin + allowance;
  path_then = path();
  is_of_host_list = neighbor->ago == 0;
  grains_then = n;
  is_pruned = half_skin > 0.0 && std::isfinite(path_then) && !all_grains;
  close.clear();
  for (int i = 0; i < n; i++) {
    bool is_close = !is_pruned || is_near(i, cutoff_of(i) + margin);
    for (int s = 0; s < states.slots() && !is_close; s++)
      is_close = states.wall(i, s) >= 0;
    if (is_close)
      close.push_back(i);
  }
  // A batch has one pair of materials.
  std::stable_sort(close.begin(), close.end(),
                   [=](int i, int j) { return atom->type[i] < atom->type[j]; });
  if (is_pruned && n > 0)
    place_then.assign(atom->x[0], atom->x[0] + 3 * (size_t)n);
}

/** Whether the grains that were left out are so with right. */
bool FixWall::close_hold() const {
  const size_t n = atom->nlocal;
  const double walls_moved = path() - path_then;
  const double left = margin - walls_moved;
  if (grains_then != atom->nlocal)
    return false;
  if (!is_pruned || n == 0)
    return true;
  if (!(left > 0.0))
    return false;
  if (is_of_host_list && walls_moved <= allowance && host_checks_every_step())
    return true;
  return dcm_moved_less(atom->x[0], place_then.data(), n, left);
}

/** Whether the host has made new lists by now if some grain has moved by more than half the skin.
 */
bool FixWall::host_checks_every_step() const {
  return neighbor->every == 1 && neighbor->delay == 0 && neighbor->dist_check &&
         !neighbor->build_once && !neighbor->includegroup;
}

double FixWall::reach_at(int i, double wall_radius) const {
  double reach;
  dcm_error reason;
  const uint32_t materials = dcm_law_pair(law, atom->type[i], wall_material());
  if (dcm_law_check_reach(law, dcm_sides_at_wall(materials, atom->radius[i], wall_radius), &reach,
                          &reason))
    error->one(FLERR, here() + reason.text);
  return reach;
}

/** Distance up to which walls may matter to grain i. The reach grows with the effective radius,
 * which at a concave wall exceeds the grain's: in cylinders up to the most elliptic contact, in
 * spheres that have more than a twentieth of the grain's radius to spare no more. */
double FixWall::cutoff_of(int i) const {
  const double most = -atom->radius[i] / (1.0 - 1.0 / DCM_MOST_ELLIPTIC_RADIUS);
  return atom->radius[i] + (law->reaches ? reach_at(i, most) : 0.0);
}

/** Takes the states of the grains that are close into the list. */
void FixWall::make_list() {
  bool is_made = !dcm_wall_list_clear(list.get(), law);
  listed.clear();
  for (int i : close) {
    if (!(atom->mask[i] & groupbit))
      continue;
    listed.push_back({(uint32_t)i, 0, 0.0, 0.0});
    for (int s = 0; s < states.slots() && is_made; s++) {
      if (states.wall(i, s) < 0)
        continue;
      if (!dcm_law_can_take(law, states.state(i, s)))
        error->one(FLERR, here() + OTHER_OPTIONS +
                              "; or let contacts begin anew: give the fix another ID");
      is_made = !dcm_wall_list_add(list.get(), i, states.wall(i, s), s, states.state(i, s));
      states.drop(i, s);
    }
  }
  if (!is_made)
    error->one(FLERR, std::string("dcm: out of memory"));
  is_listed = true;
  may_change = atoms_may_change(atom, modify);
  describe_grains();
}

/** Looks up what does not change of the grains that are listed. */
void FixWall::describe_grains() {
  cutoffs.clear();
  bent.assign(listed.size(), {0.0, 0.0});
  for (dcm_wall_particle &grain : listed) {
    const int i = grain.particle;
    grain.materials = dcm_law_pair(law, atom->type[i], wall_material());
    grain.radius = atom->radius[i];
    grain.effective_mass = masses.of(i);
    cutoffs.push_back(cutoff_of(i));
  }
}

/** Gives the states of the list back to the atoms, before these change places. */
void FixWall::give_back() {
  if (!is_listed)
    return;
  is_listed = false;
  const dcm_wall_contacts &contacts = list->now;
  for (uint32_t k = 0; k < contacts.count && keeps_states; k++) {
    if (contacts.wall[k] == DCM_NO_WALL)
      continue;
    states.set(contacts.particle[k], contacts.slot[k], contacts.wall[k]);
    dcm_wall_list_save(list.get(), k, states.state(contacts.particle[k], contacts.slot[k]));
  }
}

/** Finds the contacts of this step. */
void FixWall::look() {
  if (may_change)
    describe_grains();
  const double *x = atom->nlocal > 0 ? atom->x[0] : nullptr;
  dcm_wall_list_begin(list.get());
  for (size_t n = 0; n < listed.size(); n++) {
    // Close grains are all over the arrays of the host: no processor expects the next one.
    if (n + AHEAD < listed.size())
      __builtin_prefetch(x + 3 * (size_t)listed[n + AHEAD].particle);
    visit(n);
  }
  dcm_wall_list_finish(list.get(), law);
  if (list->refused.found)
    reach_at(list->refused.particle, list->refused.radius);
}

/** The grain is side 1, the wall side 2.
 * @param n its place in what is listed */
void FixWall::visit(size_t n) {
  const dcm_wall_particle &grain = listed[n];
  const int i = grain.particle;
  const double radius = grain.radius;
  nearby.clear();
  find_walls(i, cutoffs[n], nearby);
  dcm_wall_list_visit(list.get(), &grain);

  for (uint32_t k = list->first; k < list->last; k++) {
    const uint32_t number = list->before.wall[k];
    if (number != DCM_NO_WALL && !is_nearby(number) && !hand_over(i, k))
      dcm_wall_list_end(list.get(), law, k);
  }
  for (const NearWall &wall : nearby) {
    if (radius >= wall.room)
      error->one(FLERR, here() + "a grain of radius " + std::to_string(radius) +
                            " is too big to fit into a wall of radius " +
                            std::to_string(wall.room));
    const double *d = wall.to_grain;
    uint32_t k;
    if (dcm_wall_list_see(list.get(), law, wall.number, radius_for(n, wall),
                          d[0] * d[0] + d[1] * d[1] + d[2] * d[2], &k))
      error->one(FLERR, std::string("dcm: out of memory"));
    if (k == DCM_NO_WALL)
      continue;
    for (int c = 0; c < 3; c++) {
      list->separation[c][k] = -d[c];
      list->velocity[c][k] = wall.velocity[c];
      list->spin[c][k] = wall.spin[c];
    }
    if (list->from[k] == DCM_NO_WALL)
      check_new(k);
  }
}

/** The radius of a wall as dcm_wall_list_see takes it: that of its mean curvature, or where the
 * contact is an ellipse the one that gives the same force in a circle. */
double FixWall::radius_for(size_t n, const NearWall &wall) {
  if (!wall.is_bent_once || !takes_ellipse())
    return wall.radius;
  if (bent[n].wall != wall.radius)
    bent[n] = {wall.radius, dcm_wall_radius_of_cylinder(listed[n].radius, 0.5 * wall.radius)};
  return bent[n].circle;
}

/** Whether the contact with a wall that is bent in one direction is an ellipse to the law. */
bool FixWall::takes_ellipse() const {
  if (curvature == Curvature::OF_LAW)
    return (law->instance.flags & DCM_ELLIPSE_AT_WALLS) != 0;
  return curvature == Curvature::PRINCIPAL;
}

bool FixWall::is_nearby(uint32_t number) const {
  for (const NearWall &wall : nearby)
    if ((uint32_t)wall.number == number)
      return true;
  return false;
}

/** Lets a contact go on at another wall if its surface does.
 * @return whether it does */
bool FixWall::hand_over(int i, uint32_t contact) {
  for (const NearWall &wall : nearby)
    if (dcm_wall_list_had(list.get(), wall.number) == DCM_NO_WALL &&
        goes_on(list->before.wall[contact], i, wall)) {
      list->before.wall[contact] = wall.number;
      return true;
    }
  return false;
}

/** Stops where the law has no parameters for a contact that begins, or there is no room for it. */
void FixWall::check_new(uint32_t contact) const {
  const int i = list->now.particle[contact];
  if (!lacking[atom->type[i]].empty())
    error->one(FLERR, lacking[atom->type[i]]);
  if (keeps_states && list->now.slot[contact] >= (uint32_t)states.slots())
    error->one(FLERR, here() + "a grain of radius " + std::to_string(atom->radius[i]) +
                          " touches more than " + std::to_string(states.slots()) +
                          " walls at once: it is too big for this region");
}

void FixWall::evaluate() {
  const bool advance = !update->setupflag && update->dt > 0.0;
  dcm_wall_step step = {};
  step.list = list.get();
  step.law = law;
  if (atom->nlocal > 0) {
    step.particles.position = atom->x[0];
    step.particles.velocity = atom->v[0];
    step.particles.angular_velocity = atom->omega[0];
    step.particles.force = atom->f[0];
    step.particles.torque = atom->torque[0];
  }
  step.dt = advance ? update->dt : 0.0;
  // Where a run begins velocities belong to the positions, within it to half a step before.
  step.half_step_velocities = step.dt != 0.0;
  step.clock = clock_of(*update);
  step.loop = goes_plainly() ? DCM_LOOP_PLAIN : DCM_LOOP_BLOCKS;
  if (evflag || array_atom || rows.columns)
    step.observer = [](void *fix, const dcm_walls_evaluated *contacts) {
      static_cast<FixWall *>(fix)->tally(*contacts);
    };
  step.observer_data = this;
  follow_variables();
  of_atoms.begin();
  of_atoms.show(step.particles);
  step.quantities = quantities.data();
  dcm_wall_fault fault;
  if (dcm_wall_stepper_run(stepper.get(), &step, &on_walls, added.data(), &fault))
    error->one(FLERR, std::string("dcm: out of memory"));
  of_atoms.end();
  if (fault.found)
    stop(fault);
}

/** Ranks do not meet in post_force: the one that has such a contact ends all. */
void FixWall::stop(const dcm_wall_fault &fault) const {
  const uint32_t k = fault.contact;
  const int i = list->now.particle[k];
  const double *f = fault.force, *torque = fault.torque, *vt = fault.tangential_velocity;
  char text[640];
  snprintf(text, sizeof text,
           "at step " BIGINT_FORMAT " the law '%s' answers the contact of atom " TAGINT_FORMAT
           " with wall %u of fix %s by the force (%g, %g, %g) and torque (%g, %g, %g): overlap %g, "
           "normal velocity %g, tangential velocity (%g, %g, %g), spin (%g, %g, %g), radius %g, "
           "mass %g",
           update->ntimestep, law->model->id, atom->tag[i], list->now.wall[k], id, f[0], f[1], f[2],
           torque[0], torque[1], torque[2], fault.overlap, fault.normal_velocity, vt[0], vt[1],
           vt[2], atom->omega[i][0], atom->omega[i][1], atom->omega[i][2], list->radius_1[k],
           list->effective_mass[k]);
  error->one(FLERR, here() + text + LawSource::words_of(law) + guard.watch().notices.last_words());
}

// --------------------------------------------------------------------------------------- output

void FixWall::clear_rows(int first, int last) {
  if (array_atom)
    for (int i = first; i < last; i++)
      std::fill_n(array_atom[i], columns(), 0.0);
}

void FixWall::tally(const dcm_walls_evaluated &contacts) {
  for (uint32_t k = 0; k < contacts.count; k++) {
    if (evflag) {
      const uint32_t at = contacts.first + k;
      double d[3], f[3];
      for (int c = 0; c < 3; c++) {
        d[c] = -list->separation[c][at];
        f[c] = contacts.force[c][k];
      }
      double virial_of_contact[6] = {d[0] * f[0], d[1] * f[1], d[2] * f[2],
                                     d[0] * f[1], d[0] * f[2], d[1] * f[2]};
      v_tally(list->now.particle[at], virial_of_contact);
    }
    if (array_atom)
      store_row(contacts, k);
    if (rows.columns)
      tell_row(contacts, k);
  }
}

const WallRows &FixWall::tell_contacts() {
  if (!rows.columns || law_of_rows != model()) {
    law_of_rows = model();
    rows = {std::make_shared<ContactColumns>(law_of_rows, ContactColumns::OF_WALLS), {}, {}};
  }
  return rows;
}

void FixWall::tell_row(const dcm_walls_evaluated &contacts, uint32_t k) {
  const uint32_t at = contacts.first + k;
  const int i = list->now.particle[at];
  const double ids[] = {(double)atom->tag[i], (double)atom->type[i], (double)list->now.wall[at]};
  rows.atoms.push_back(i);
  rows.numbers.resize(rows.atoms.size() * rows.columns->count());
  rows.columns->fill_wall(contacts, k, atom->x[i], ids,
                          &rows.numbers[rows.numbers.size() - rows.columns->count()]);
}

/** Forces add up; the point is that of the deepest contact. */
void FixWall::store_row(const dcm_walls_evaluated &contacts, uint32_t k) {
  const uint32_t at = contacts.first + k;
  const int i = list->now.particle[at];
  double *row = array_atom[i], distance_2 = 0.0;
  if (shows_last_contact())
    clear_rows(i, i + 1);
  for (int c = 0; c < 3; c++) {
    const double d = row[POINT + c] - atom->x[i][c];
    distance_2 += d * d;
    row[FORCE + c] += contacts.force[c][k];
  }
  const double distance = row[RADIUS] - contacts.overlap[k];
  if (row[TOUCHES] == 0.0 || distance * distance < distance_2)
    for (int c = 0; c < 3; c++)
      row[POINT + c] = atom->x[i][c] + list->separation[c][at];
  row[TOUCHES] = 1.0;
  row[RADIUS] = atom->radius[i];
  if (shown_quantity() >= 0)
    row[COLUMNS] += contacts.added[shown_quantity()][k];
}

// The global vector: the force, a number for each quantity, and:
enum { POWER = 3, CENTRE = 4, BEHIND_QUANTITIES = 7 }; // torque, power, centre

/** A sum over grains but for the centre of the forces. */
void FixWall::shape_vector() {
  is_extensive.assign(3 + added.size() + BEHIND_QUANTITIES, 1);
  std::fill(is_extensive.end() - (BEHIND_QUANTITIES - CENTRE), is_extensive.end(), 0);
  size_vector = (int)is_extensive.size();
  extlist = is_extensive.data();
}

double FixWall::compute_vector(int n) {
  if (!is_summed) {
    total.assign(on_walls.force, on_walls.force + 3);
    total.insert(total.end(), added.begin(), added.end());
    total.insert(total.end(), on_walls.torque, on_walls.torque + 3);
    total.push_back(on_walls.power);
    total.insert(total.end(), on_walls.pressure_at, on_walls.pressure_at + 3);
    total.push_back(on_walls.pressure);
    MPI_Allreduce(MPI_IN_PLACE, total.data(), (int)total.size(), MPI_DOUBLE, MPI_SUM, world);
    const double pressure = total.back();
    for (int c = 0; c < 3 && pressure > 0.0; c++)
      total[size_vector - 3 + c] /= pressure;
  }
  is_summed = true;
  return n < size_vector ? total[n] : 0.0;
}

double FixWall::memory_usage() {
  return states.memory_usage() + dcm_wall_list_memory(list.get()) +
         dcm_wall_stepper_memory(stepper.get()) + masses.memory_usage() +
         (array_atom ? (double)atom->nmax * columns() * sizeof(double) : 0.0);
}

// --------------------------------------------------------------------------- contacts of atoms

void FixWall::grow_arrays(int n) {
  states.grow(n);
  if (peratom_flag)
    memory->grow(array_atom, n, columns(), "wall/dcm:array_atom");
}

void FixWall::copy_arrays(int from, int to, int) {
  give_back();
  states.copy(from, to);
  if (array_atom)
    std::copy_n(array_atom[from], columns(), array_atom[to]);
}

void FixWall::set_arrays(int i) {
  give_back();
  states.clear(i);
  clear_rows(i, i + 1);
}

int FixWall::pack_exchange(int i, double *buffer) {
  give_back();
  int n = states.pack(i, buffer);
  if (array_atom) {
    std::copy_n(array_atom[i], columns(), buffer + n);
    n += columns();
  }
  return n;
}

int FixWall::unpack_exchange(int i, double *buffer) {
  give_back();
  int n = states.unpack(i, buffer, states.largest_packed_size());
  if (array_atom) {
    std::copy_n(buffer + n, columns(), array_atom[i]);
    n += columns();
  }
  return n;
}

// -------------------------------------------------------------------------------------- restart

// The host skips from one fix's numbers of an atom to the next by the count that stands first.
int FixWall::pack_restart(int i, double *buffer) {
  if (!keeps_states)
    return 0;
  give_back();
  const int n = 1 + states.pack(i, buffer + 1);
  buffer[0] = n;
  return n;
}

void FixWall::unpack_restart(int i, int nth) {
  if (!keeps_states)
    return;
  give_back();
  int count;
  const double *numbers = numbers_of_fix(atom, i, nth, count);
  if (!numbers || !states.unpack(i, numbers + 1, count - 1))
    error->one(FLERR, here() + "the restart file is damaged: the walls that atom " +
                          std::to_string(atom->tag[i]) + " touches cannot be read");
}

int FixWall::size_restart(int i) {
  give_back();
  return keeps_states ? 1 + states.packed_size(i) : 0;
}

int FixWall::maxsize_restart() {
  return keeps_states ? 1 + states.largest_packed_size() : 0;
}

namespace {

template <class T>
void append(std::vector<char> &bytes, const T *values, size_t count) {
  auto first = reinterpret_cast<const char *>(values);
  bytes.insert(bytes.end(), first, first + count * sizeof(T));
}

template <class T>
void take(const char *&bytes, T *values, size_t count) {
  memcpy(values, bytes, count * sizeof(T));
  bytes += count * sizeof(T);
}

/** What stands before the rest: the number of all bytes, and the lengths of the parts. */
struct Head {
  int size, version, width, slots;
  int law, walls; // characters
  int motion;     // numbers
};

int64_t size_by(const Head &head) {
  return sizeof head + (int64_t)head.law + (int64_t)head.walls +
         (int64_t)head.motion * sizeof(double);
}

/** The host hands the bytes of a file back without their number. So they begin with it, and what
 * the file says of lengths is not followed beyond the memory that the host took for them. */
bool is_whole(const char *bytes) {
#ifdef __GLIBC__
  const size_t there = malloc_usable_size(const_cast<char *>(bytes));
#else
  const size_t there = SIZE_MAX;
#endif
  Head head;
  if (there < sizeof head)
    return false;
  memcpy(&head, bytes, sizeof head);
  return head.law >= 0 && head.walls >= 0 && head.motion >= 0 && head.size == size_by(head) &&
         (size_t)head.size <= there;
}

} // namespace

/** What identifies the law and the walls, and how these move. The pair style may be another by now,
 * or none. */
void FixWall::write_restart(FILE *fp) {
  if (comm->me != 0)
    return;
  const std::vector<double> moving = motion();
  const std::string walls = whole_description();
  Head head = {0,
               history_version,
               width,
               states.slots(),
               (int)law_id.size(),
               (int)walls.size(),
               (int)moving.size()};
  head.size = (int)size_by(head);
  std::vector<char> bytes;
  append(bytes, &head, 1);
  append(bytes, law_id.data(), law_id.size());
  append(bytes, walls.data(), walls.size());
  append(bytes, moving.data(), moving.size());
  fwrite(&head.size, sizeof head.size, 1, fp);
  fwrite(bytes.data(), 1, bytes.size(), fp);
}

void FixWall::restart(char *buffer) {
  if (!is_whole(buffer))
    error->all(FLERR, here() + "the restart file is damaged, or was written by another version of "
                               "this plugin");
  const char *bytes = buffer;
  Head head;
  take(bytes, &head, 1);
  std::string id_then(head.law, ' '), walls_then(head.walls, ' ');
  take(bytes, &id_then[0], id_then.size());
  take(bytes, &walls_then[0], walls_then.size());
  const std::string words = id_then + walls_then;
  if (std::any_of(words.begin(), words.end(), [](unsigned char c) { return iscntrl(c); }))
    error->all(FLERR, here() + "the restart file is damaged");
  std::vector<double> moving(head.motion);
  take(bytes, moving.data(), moving.size());

  const std::string otherwise = "; give the fix another ID to let contacts begin anew";
  if (id_then != law_id || head.version != history_version || head.width != width)
    error->all(FLERR, here() + "the restart holds states of the law '" + id_then + "', version " +
                          std::to_string(head.version) +
                          " of its history, and the pair style has '" + law_id + "', version " +
                          std::to_string(history_version) + otherwise);
  if (walls_then != whole_description() || head.slots != states.slots())
    error->all(FLERR, here() + "the restart holds states of other walls than those of fix " + id +
                          ": then '" + walls_then + "', now '" + whole_description() + "'" +
                          otherwise);
  restore_motion(moving);
}

std::string FixWall::whole_description() const {
  return describe() + " of type " + std::to_string(wall_type);
}

} // namespace DCM_NS
