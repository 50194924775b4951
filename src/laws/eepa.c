/* SPDX-License-Identifier: MIT */
/** @file
 * eepa: the Edinburgh elasto-plastic adhesive contact. Branches of a power of the overlap, a
 * constant pull-off, adhesion by a stiffness or by a surface energy, damping as of an elastic
 * contact, Coulomb's limit raised by adhesion, springs against rolling and twisting.
 * docs/laws/eepa.md has the formulas. */
#include <dcm/dcm.h>

#include "kit/rows.h"
#include "laws/plastic_family.h"
#include "mechanics/elastic.h"
#include "mechanics/mindlin.h"
#include "mechanics/restitution.h"

enum {
  LOADING,
  UNLOADING,
  ADHESION,
  PULL_OFF,
  DEFORMATION,
  EXPONENT,
  RATIO,
  RESTITUTION,
  FRICTION,
  FRICTION_STATIC,
  ROLLING,
  TWISTING,
  ENERGY,
  ADHESION_EXPONENT,
  PARAMETER_COUNT
};
static const dcm_parameter parameters[PARAMETER_COUNT] = {
    [LOADING] = DCM_PARAMETER_LOADING,
    [UNLOADING] = DCM_PARAMETER_UNLOADING("stiffness of unloading and reloading, not below k1"),
    [ADHESION] =
        DCM_PARAMETER_STIFFNESS("kadh", "stiffness of the branch of adhesion", 0, "adhesion pulls"),
    [PULL_OFF] =
        DCM_NUMBER("f0", "f0", "attraction of all that touches", DCM_UNIT_FORCE, 0.0, INFINITY,
                   "adhesion pulls; write it without its sign", DCM_EACH_PAIR(GEOMETRIC)),
    [DEFORMATION] = DCM_NUMBER(
        "delta_u", "delta_u",
        "overlap at which the branches have these stiffnesses, of branches that are no lines",
        DCM_UNIT_LENGTH, 0.0, INFINITY, "overlaps count from touching", DCM_EACH_PAIR(GEOMETRIC)),
    [EXPONENT] = DCM_NUMBER("n", "n", "exponent of the overlap, with branches power", DCM_UNIT_NONE,
                            1.0, 5.0, "below 1 a contact is stiffest where it begins",
                            DCM_EACH_PAIR(ARITHMETIC), .default_value = 1.5),
    [RATIO] = DCM_PARAMETER_STIFFNESS_RATIO("kt/k1", "tangential stiffness over k1", 2.0 / 7.0),
    [RESTITUTION] = DCM_PARAMETER_RESTITUTION,
    [FRICTION] = DCM_PARAMETER_FRICTION,
    [FRICTION_STATIC] = DCM_PARAMETER_FRICTION_STATIC,
    [ROLLING] = DCM_PARAMETER_ROLLING,
    [TWISTING] = DCM_PARAMETER_TWISTING,
    [ENERGY] =
        DCM_NUMBER("surface_energy", "gamma",
                   "energy over area that parting the two surfaces takes, with adhesion energy",
                   DCM_UNIT_STIFFNESS, 0.0, INFINITY, "it takes work to part two surfaces",
                   DCM_EACH_PAIR(GEOMETRIC)),
    [ADHESION_EXPONENT] =
        DCM_NUMBER("adhesion_exponent", "chi",
                   "exponent of the overlap on the branch of adhesion, with adhesion energy",
                   DCM_UNIT_NONE, 1.0, 10.0, "below 1 adhesion is stiffest where it ends",
                   DCM_EACH_PAIR(ARITHMETIC), .default_value = 1.5),
};

enum { BRANCHES, ADHESION_BY, OPTION_COUNT };
enum { BRANCHES_LINEAR, BRANCHES_HERTZ, BRANCHES_POWER };
enum { ADHESION_STIFFNESS, ADHESION_ENERGY };
static const dcm_option options[OPTION_COUNT] = {
    [BRANCHES] = DCM_WORDS("branches", "force as the overlap, its power 3/2, or its power n",
                           BRANCHES_LINEAR, [BRANCHES_LINEAR] = "linear",
                           [BRANCHES_HERTZ] = "hertz", [BRANCHES_POWER] = "power"),
    [ADHESION_BY] = DCM_WORDS(
        "adhesion",
        "the branch of adhesion by its stiffness, or by the surface energy of the contact that "
        "pressing left",
        ADHESION_STIFFNESS, [ADHESION_STIFFNESS] = "stiffness", [ADHESION_ENERGY] = "energy")};

enum {
  FIELD_FORCE = DCM_PLASTIC_FIELD_COUNT,
  FIELD_ENERGY,
  FIELD_PRESSED,
  FIELD_SLIDES,
  FIELD_COUNT
};
enum { TANGENTIAL_FORCE = DCM_PLASTIC_WIDTH, TANGENTIAL_ENERGY = DCM_PLASTIC_WIDTH + 3, PRESSED };
static const dcm_history_field history_fields[FIELD_COUNT] = {
    DCM_PLASTIC_FIELDS("overlap at which the branch of unloading meets that of the first loading"),
    [FIELD_FORCE] = DCM_HISTORY_TANGENTIAL_FORCE, [FIELD_ENERGY] = DCM_HISTORY_TANGENTIAL_ENERGY,
    [FIELD_PRESSED] = DCM_FIELD(SCALAR, EVEN, "pressed_overlap",
                                "greatest overlap that there was: what left the contact to which "
                                "the surface energy belongs",
                                DCM_UNIT_LENGTH),
    [FIELD_SLIDES] = DCM_HISTORY_SLIDES};

/* Branches in x = xi s, s = (xi/delta_u)^(n-1): k1 x, k2 (x - x_p), -kadh x. Two branches meet at
 * constant shares of the greatest overlap and of its x. The areas between branches are constant
 * shares of the product of the two. */
typedef struct pair_constants {
  dcm_plastic_across across;
  double k1, k2, kadh, f0, n, delta_u;
  double rest, rest_overlap; /* x_p/x_max, and the same of overlaps */
  double pull_off,
      pull_off_area;    /* where the branch of adhesion begins: x/x_max, (xi x)/(...)max */
  double from_adhesion; /* greatest overlap after it turned, over that at which it did */
  double loading_loss;  /* area between k1 and k2 over (xi x)_max */
  double adhesion_loss; /* and between -kadh and k2 */
  double damping, tangential_damping; /* over sqrt(s M*) */
  double pull_per_radius, exponent;   /* of adhesion by energy: 3/2 pi gamma, chi */
} pair_constants;

typedef struct instance_data {
  dcm_loop *loop;
  pair_constants pairs[];
} instance_data;

/** Energy of the branch k2 at xi, over k2 xi x, where x_p is this share of x. */
static double branch_energy(double n, double share) {
  return 1.0 / (n + 1.0) - share + n / (n + 1.0) * pow(share, 1.0 + 1.0 / n);
}

static pair_constants pair_of(const double *const *given, uint32_t ij, dcm_friction friction,
                              double n) {
  const double k1 = given[LOADING][ij], k2 = given[UNLOADING][ij], kadh = given[ADHESION][ij];
  const double rest = (k2 - k1) / k2, pull_off = (k2 - k1) / (k2 + kadh);
  const double kt = given[RATIO][ij] * k1;
  const double factor = 2.0 * dcm_damping_ratio(given[RESTITUTION][ij]) * sqrt(0.5 * (n + 1.0));
  return (pair_constants){
      .across = {.stiffness = kt,
                 .friction = friction,
                 .rolling = given[ROLLING][ij],
                 .twisting = given[TWISTING][ij]},
      .k1 = k1,
      .k2 = k2,
      .kadh = kadh,
      .f0 = given[PULL_OFF][ij],
      .n = n,
      .delta_u = given[DEFORMATION][ij],
      .rest = rest,
      .rest_overlap = pow(rest, 1.0 / n),
      .pull_off = pull_off,
      .pull_off_area = pow(pull_off, 1.0 + 1.0 / n),
      .from_adhesion = pow(pull_off, -1.0 / n),
      .loading_loss = k1 / (n + 1.0) - k2 * branch_energy(n, rest),
      .adhesion_loss = kadh / (n + 1.0) + k2 * branch_energy(n, 1.0 + kadh / k2),
      .damping = factor * sqrt(k1),
      .tangential_damping = factor * sqrt(kt),
      .pull_per_radius = 1.5 * DCM_PI * given[ENERGY][ij],
      .exponent = given[ADHESION_EXPONENT][ij],
  };
}

static int32_t check(const dcm_setup *setup, const dcm_instance *instance, uint32_t ij) {
  if (dcm_plastic_check(instance, setup->values[LOADING][ij], setup->values[UNLOADING][ij]))
    return DCM_ERROR;
  if (setup->options[BRANCHES] != BRANCHES_LINEAR && setup->values[DEFORMATION][ij] == 0.0)
    return dcm_refuse(
        instance,
        "'branches %s' needs delta_u, the overlap at which k1, k2 and kadh are the stiffnesses, "
        "and delta_u is not given; give delta_u > 0, or use 'branches linear'",
        options[BRANCHES].choices[setup->options[BRANCHES]]);
  return DCM_OK;
}

/** s at an overlap. */
DCM_SPECIALISED double slope_at(pair_constants p, double overlap, uint32_t branches) {
  if (branches == BRANCHES_LINEAR)
    return 1.0;
  const double relative = overlap / p.delta_u;
  return branches == BRANCHES_HERTZ ? sqrt(relative) : pow(relative, p.n - 1.0);
}

/** The overlap of an x. */
DCM_SPECIALISED double overlap_of(pair_constants p, double x, uint32_t branches) {
  if (branches == BRANCHES_LINEAR)
    return x;
  return p.delta_u * pow(x / p.delta_u, 1.0 / (branches == BRANCHES_HERTZ ? 1.5 : p.n));
}

/** The branches at one overlap. */
typedef struct branch {
  double force;
  double greatest; /* overlap, after the step */
  double pull;     /* what the branch of adhesion bears here */
  double stored;
  double yielded; /* in the step */
} branch;

/** Energy of the branch k2 at an overlap, from where it has no force. */
DCM_SPECIALISED double stored_of(pair_constants p, double overlap, double x, double rest,
                                 double x_rest) {
  const double whole = 1.0 / (p.n + 1.0);
  return p.k2 * (overlap * x * whole - x_rest * overlap + x_rest * rest * p.n * whole);
}

DCM_SPECIALISED branch branch_of(pair_constants p, double before, double overlap, double x,
                                 uint32_t branches) {
  const double loaded = overlap > before ? overlap : before;
  const double x_loaded = loaded * slope_at(p, loaded, branches);
  const double elastic = p.k2 * (x - p.rest * x_loaded);
  const double least = -p.kadh * x;
  const int adheres = elastic < least;
  const double greatest = adheres ? p.from_adhesion * overlap : loaded;
  const double x_rest = adheres ? (1.0 + p.kadh / p.k2) * x : p.rest * x_loaded;
  const double rest = p.rest_overlap * greatest;
  const double x_before = before * slope_at(p, before, branches);
  const double pulled = p.adhesion_loss * (p.pull_off_area * loaded * x_loaded - overlap * x);
  const double yielded =
      p.loading_loss * (loaded * x_loaded - before * x_before) + (adheres ? pulled : 0.0);
  return (branch){
      .force = adheres ? least : elastic,
      .greatest = greatest,
      .pull = p.kadh * x,
      .stored = stored_of(p, overlap, x, rest, x_rest),
      /* The differences are of nearly equal numbers. A rounding error must not give energy. */
      .yielded = yielded > 0.0 ? yielded : 0.0,
  };
}

/* ------------------------------------------------------------------------ adhesion by energy */

/** Radius of the circle in which two spheres, or a sphere and a wall, cut each other. The formula
 * holds for overlaps up to the smaller radius, and larger overlaps count as that. */
static double circle_radius(dcm_contact c, double overlap) {
  const double b1 = 1.0 / c.radius_1, b2 = 1.0 / c.radius_2, most = 1.0 / fmax(b1, b2);
  const double h = overlap < most ? overlap : most, sum = b1 + b2, both = h * (b1 * b2);
  return 0.5 * sqrt(h * ((2.0 - h * b1) * (2.0 - h * b2)) * (2.0 * sum - both)) / (sum - both);
}

/** The branch of adhesion, a power of the overlap that meets the branch k2 at the largest tension.
 * The largest tension is the pull of the circle at the overlap where the branch k2 has no force. It
 * is at most half of the tension of the branch k2 at overlap zero. */
typedef struct adhesive {
  double tension, overlap; /* the largest tension, and where it is */
  double exponent;
} adhesive;

static adhesive adhesive_of(pair_constants p, dcm_contact c, double pressed, uint32_t branches) {
  const double x_rest = p.rest * pressed * slope_at(p, pressed, branches);
  const double most = 0.5 * p.k2 * x_rest;
  const double pull = p.pull_per_radius * circle_radius(c, p.rest_overlap * pressed);
  const double tension = pull < most ? pull : most;
  return (adhesive){.tension = tension,
                    .overlap = overlap_of(p, x_rest - tension / p.k2, branches),
                    .exponent = p.exponent};
}

static double adhesive_pull(adhesive line, double overlap) {
  return line.overlap > 0.0 ? line.tension * pow(overlap / line.overlap, line.exponent) : 0.0;
}

/** The overlap at which the branch k2 meets that of adhesion: the root of a convex function, by
 * Newton's method from above. */
static double meeting_of(pair_constants p, adhesive line, double rest, double x_rest,
                         uint32_t branches) {
  double overlap = rest;
  for (int i = 0; i < 60; i++) {
    const double x = overlap * slope_at(p, overlap, branches), pull = adhesive_pull(line, overlap);
    const double slope = (p.k2 * p.n * x + line.exponent * pull) / overlap;
    const double next = overlap - (p.k2 * (x - x_rest) + pull) / slope;
    if (!(next < overlap))
      break;
    overlap = next;
  }
  return overlap;
}

/** As branch_of, but the branch of adhesion belongs to the greatest overlap of the contact's whole
 * life. It stays while the contact goes along it, and when the contact is loaded again to less.
 * @param before  greatest overlap, to which the branch k2 belongs
 * @param pressed greatest overlap of the whole life */
static branch branch_by_energy(pair_constants p, dcm_contact c, double before, double pressed,
                               double overlap, double x, uint32_t branches) {
  const double loaded = overlap > before ? overlap : before;
  const double x_loaded = loaded * slope_at(p, loaded, branches);
  const double x_before = before * slope_at(p, before, branches);
  const double rest = p.rest_overlap * loaded, x_rest = p.rest * x_loaded;
  const adhesive line = adhesive_of(p, c, pressed, branches);
  const double pull = adhesive_pull(line, overlap), elastic = p.k2 * (x - x_rest);
  const double loss = p.loading_loss * (loaded * x_loaded - before * x_before);
  if (elastic >= -pull)
    return (branch){.force = elastic,
                    .greatest = loaded,
                    .pull = pull,
                    .stored = stored_of(p, overlap, x, rest, x_rest),
                    .yielded = loss > 0.0 ? loss : 0.0};
  const double x_left = x + pull / p.k2, left = overlap_of(p, x_left, branches);
  const double met = meeting_of(p, line, rest, x_rest, branches);
  const double x_met = met * slope_at(p, met, branches);
  const double work = (adhesive_pull(line, met) * met - pull * overlap) / (line.exponent + 1.0);
  const double stored = stored_of(p, overlap, x, left, x_left);
  const double pulled = work - stored + stored_of(p, met, x_met, rest, x_rest);
  return (branch){.force = -pull,
                  .greatest = left / p.rest_overlap,
                  .pull = pull,
                  .stored = stored,
                  .yielded = loss + pulled > 0.0 ? loss + pulled : 0.0};
}

/* ------------------------------------------------------------------------------- the contacts */

DCM_SPECIALISED void loop(const instance_data *data, const dcm_contacts *contacts,
                          const dcm_response *response, uint32_t branches, uint32_t adhesion,
                          int rolls, int with_energies) {
  pair_constants p = data->pairs[contacts->pair];
  dcm_friction_begin(&p.across.friction, response);
  const uint32_t count = dcm_whole_lanes(contacts->count);
  DCM_SIMD
  for (uint32_t k = 0; k < count; k++) {
    const dcm_contact c = dcm_load_contact(contacts, k);
    const double overlap = dcm_positive_part(c.overlap);
    const double slope = slope_at(p, overlap, branches), x = overlap * slope;
    const double greatest = response->history_in[DCM_PLASTIC_AT_GREATEST][k];
    branch spring;
    if (adhesion == ADHESION_ENERGY) {
      const double ever = response->history_in[PRESSED][k];
      const double pressed = overlap > ever ? overlap : ever;
      spring = branch_by_energy(p, c, greatest, pressed, overlap, x, branches);
      response->history_out[PRESSED][k] = pressed;
    } else {
      spring = branch_of(p, greatest, overlap, x, branches);
    }
    const double root = sqrt(slope * c.effective_mass);
    /* Damper and pull do not vanish with the overlap, so they end with the contact. */
    const int touches = c.overlap >= 0.0;
    const double viscous = touches ? -p.damping * root * c.normal_velocity : 0.0;
    const double pull = touches ? p.f0 : 0.0;
    const dcm_normal normal = {
        .force = spring.force - pull + viscous,
        .stored = spring.stored - p.f0 * overlap,
        .dissipated = -viscous * c.normal_velocity * c.dt,
        .yielded = spring.yielded,
    };
    const double above = spring.force + spring.pull, load = above > 0.0 ? above : 0.0;
    const double damping = p.tangential_damping * root;
    dcm_tangential tangential;
    if (branches == BRANCHES_LINEAR) {
      tangential = dcm_plastic_tangential(p.across, c, damping, load, response, k);
    } else {
      const dcm_area_law law = {.stiffness_per_radius = p.across.stiffness,
                                .contact_radius = slope,
                                .damping = damping,
                                .coulomb = dcm_coulomb_of(p.across.friction, load, k)};
      tangential = dcm_mindlin_consistent(c, law, response, TANGENTIAL_FORCE, TANGENTIAL_ENERGY, k);
      dcm_slides_store(p.across.friction, c.dt, tangential.slips, k);
    }
    dcm_plastic_finish(p.across, c, normal, tangential, load, spring.greatest, response, k, rolls,
                       with_energies);
  }
}

DCM_TWO_WAYS(DCM_LOOP, linear, loop, BRANCHES_LINEAR, ADHESION_STIFFNESS);
DCM_TWO_WAYS(DCM_LOOP, hertz, loop, BRANCHES_HERTZ, ADHESION_STIFFNESS);
DCM_TWO_WAYS(DCM_SCALAR_LOOP, power, loop, BRANCHES_POWER, ADHESION_STIFFNESS);
DCM_TWO_WAYS(DCM_SCALAR_LOOP, linear_by_energy, loop, BRANCHES_LINEAR, ADHESION_ENERGY);
DCM_TWO_WAYS(DCM_SCALAR_LOOP, hertz_by_energy, loop, BRANCHES_HERTZ, ADHESION_ENERGY);
DCM_TWO_WAYS(DCM_SCALAR_LOOP, power_by_energy, loop, BRANCHES_POWER, ADHESION_ENERGY);
static dcm_loop *const *const loops[2][3] = {
    [ADHESION_STIFFNESS] = {linear, hertz, power},
    [ADHESION_ENERGY] = {linear_by_energy, hertz_by_energy, power_by_energy}};

static int32_t init(const dcm_setup *setup, dcm_instance *instance) {
  const uint32_t count = setup->material_count * setup->material_count;
  const uint32_t branches = setup->options[BRANCHES], adhesion = setup->options[ADHESION_BY];
  dcm_frictions frictions;
  if (dcm_frictions_find(setup, instance, DCM_TABLES, DCM_PLASTIC_AT_GREATEST, &frictions))
    return DCM_ERROR;
  instance_data *data = dcm_plastic_allocate(setup, instance, sizeof *data, sizeof data->pairs[0]);
  if (!data)
    return DCM_ERROR;
  if (adhesion == ADHESION_STIFFNESS)
    instance->field_use[FIELD_PRESSED] = DCM_FIELD_HELD_OTHERWISE;
  /* The tangential spring of lines has a constant stiffness; else the spring is a bundle. */
  if (branches == BRANCHES_LINEAR) {
    instance->field_use[FIELD_FORCE] = DCM_FIELD_HELD_OTHERWISE;
    instance->field_use[FIELD_ENERGY] = DCM_FIELD_HELD_OTHERWISE;
  } else {
    instance->field_use[DCM_PLASTIC_STRETCH] = DCM_FIELD_HELD_OTHERWISE;
  }
  for (uint32_t ij = 0; ij < count; ij++) {
    if (check(setup, instance, ij)) {
      dcm_instance_free(instance);
      return DCM_ERROR;
    }
    const double n = branches == BRANCHES_LINEAR  ? 1.0
                     : branches == BRANCHES_HERTZ ? 1.5
                                                  : setup->values[EXPONENT][ij];
    const pair_constants pair = data->pairs[ij] =
        pair_of(setup->values, ij, dcm_friction_of(&frictions, ij), n);
    dcm_plastic_uses(instance, pair.across);
    if (pair.k2 > pair.k1 || pair.f0 > 0.0)
      instance->flags |= DCM_KNOWN_RESTITUTION | DCM_KNOWN_FRICTION;
  }
  data->loop = loops[adhesion][branches][!(instance->unused & DCM_UNUSED_COUPLES)];
  return DCM_OK;
}

const dcm_model DCM_ISA_NAME(dcm_eepa) = {
    DCM_MODEL_OF_TABLES,
    .history_version = 4,
    .id = "eepa",
    .title =
        "Edinburgh elasto-plastic adhesive contact: branches of a power of the overlap, friction, "
        "springs against rolling and twisting",
    .reference = "S. C. Thakur, J. P. Morrissey, J. Sun, J. F. Chen, J. Y. Ooi, Granular Matter 16 "
                 "(2014) 383-400; J. P. Morrissey, PhD thesis, University of Edinburgh (2013)",
    DCM_MODEL_OF_LOOP,
};
