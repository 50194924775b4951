/* SPDX-License-Identifier: MIT */
#include "check/energy/passage.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "numeric/vector.h"
#include "runtime/model.h"

enum { CONTACTS = DCM_SCENE_CONTACTS };

/* --------------------------------------------------------------------------------------- paths */

/** A place on a path: overlap, how far 2 has slid over 1, angles of both sides. */
typedef struct place {
  double overlap;
  dcm_vector slid, turned[2];
} place;

/** A time on all paths. */
typedef struct moment {
  double share; /**< of the round, from 0 outside to 1 */
  double sine, cosine;
  int is_way_in;
} moment;

/** Gives contact k an effective mass, and both sides the masses that belong to the effective mass.
 */
static void weigh(dcm_scene *s, uint32_t k, double mass) {
  dcm_batch *b = s->a;
  const double factor = mass / b->effective_mass[k];
  const int32_t q = s->law->quantity_count ? dcm_model_find_quantity(s->law->model, "mass") : -1;
  if (!(mass > DBL_MIN && mass < DBL_MAX))
    return;
  b->effective_mass[k] = s->contacts[k].effective_mass = mass;
  if (q >= 0) {
    b->quantities_1[q][k] *= factor;
    b->quantities_2[q][k] *= factor;
  }
}

static dcm_path random_path(dcm_scene *s, uint32_t k) {
  dcm_random *r = &s->random;
  const dcm_batch *b = s->a;
  const double overlap = dcm_scene_depth(s, k), reach = dcm_scene_reach(s, k);
  const dcm_vector n = dcm_scene_vector(b->normal, k);
  const double outside = -1.02 * reach - 0.02 * overlap;
  dcm_path p = {.begin = s->is_start ? b->overlap[k] : outside, .end = outside, .mean = overlap};
  if (dcm_chance(r, 0.7)) {
    const double way = overlap + (dcm_chance(r, 0.5) ? 0.5 * reach : 0.0);
    const double swing = way * dcm_uniform(r, 0.0, 1.2);
    /* Beyond the reach on one end, not through each other on the other. */
    p.mean = fmin(overlap, 2.2 * overlap - swing);
    const double phase = dcm_uniform(r, 0.0, 2.0 * DCM_PI);
    p.swing[0] = swing * cos(phase);
    p.swing[1] = swing * sin(phase);
  }
  const double lever = b->effective_radius[k];
  const int slides = dcm_chance(r, 0.7), turns = dcm_chance(r, 0.7);
  const int twists = !slides && dcm_chance(r, 0.5);
  for (int i = 0; i < 2; i++) {
    const dcm_vector across = dcm_tangential_part(dcm_random_direction(r), n);
    const double length = overlap * dcm_log_uniform(r, 1e-2, 1e1);
    p.slid[i] = dcm_scale(slides ? length / dcm_length(across) : 0.0, across);
    const double angle = dcm_chance(r, 0.5) ? overlap / lever * dcm_log_uniform(r, 1e-2, 1e1)
                                            : dcm_log_uniform(r, 1e-6, 1e-1);
    for (int side = 0; side < 2; side++)
      p.turned[side][i] = dcm_scale(turns ? angle : 0.0, dcm_random_direction(r));
    /* Turning of both sides about the normal would turn the springs of the contact, too, and the
     * path would not be closed. A wall does not turn. Grains that twist roll a little, for a couple
     * against rolling has no direction without rolling. */
    if (s->side_2 == DCM_SIDE_WALL) {
      const dcm_vector rolls = dcm_tangential_part(p.turned[0][i], n);
      p.turned[0][i] =
          twists ? dcm_add_scaled(dcm_scale(1e-3, rolls), dcm_dot(p.turned[0][i], n), n) : rolls;
      p.turned[1][i] = (dcm_vector){0.0, 0.0, 0.0};
    } else {
      const double both = dcm_dot(dcm_add(p.turned[0][i], p.turned[1][i]), n);
      p.turned[1][i] = dcm_add_scaled(p.turned[1][i], -both, n);
    }
  }
  return p;
}

void dcm_path_begin(dcm_scene *s, dcm_path *paths) {
  dcm_batch *b = s->a;
  dcm_scene_rest(s, (s->round + s->the_case.number) % 2 ? DCM_SIDE_WALL : DCM_SIDE_PARTICLE);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    paths[k] = random_path(s, k);
    /* As fast as the contact's own oscillation or slower, so that damping is not all. */
    const double stiffness = fabs(b->normal_force[k] / b->overlap[k]);
    const double slow = dcm_log_uniform(&s->random, 1e-6, 1.0);
    weigh(s, k, stiffness * slow * pow(DCM_PATH_STEPS * s->dt / (2.0 * DCM_PI), 2.0));
  }
}

/** Grows from 0 to 1 without a corner. */
static double smooth_step(double x) {
  const double inside = fmin(fmax(x, 0.0), 1.0);
  return inside * inside * (3.0 - 2.0 * inside);
}

static moment path_moment(double rounds) {
  const double t = 2.0 * DCM_PI * rounds;
  return (moment){.share = smooth_step(2.0 * rounds + 1.0) *
                           smooth_step(2.0 * (DCM_PATH_ROUNDS - rounds) + 1.0),
                  .sine = sin(t),
                  .cosine = cos(t),
                  .is_way_in = rounds < 1.0};
}

static dcm_vector on_ellipse(const dcm_vector *half_axes, moment m) {
  return dcm_add_scaled(dcm_scale(m.share * m.sine, half_axes[0]), m.share * m.cosine,
                        half_axes[1]);
}

/** The place on a path at a moment. */
static place path_at(const dcm_path *p, moment m) {
  const double round = p->mean + p->swing[0] * m.sine + p->swing[1] * m.cosine;
  place now = {.overlap = (1.0 - m.share) * (m.is_way_in ? p->begin : p->end) + m.share * round,
               .slid = on_ellipse(p->slid, m)};
  for (int side = 0; side < 2; side++)
    now.turned[side] = on_ellipse(p->turned[side], m);
  return now;
}

/* ------------------------------------------------------------------------------------ passages */

const int dcm_dissipation_ways[DCM_DISSIPATIONS] = {DCM_WAY_NORMAL,     DCM_WAY_NORMAL,
                                                    DCM_WAY_TANGENTIAL, DCM_WAY_TANGENTIAL,
                                                    DCM_WAY_ROLLING,    DCM_WAYS};

/** A contact on its way. */
typedef struct traveller {
  double reach;
  int is_in_contact, has_broken;

  /** In this step two touch or part: a law may take a store of energy up, or drop one. */
  int jumps;
  dcm_vector force[DCM_WAYS][2]; /**< normal, tangential, both couples */
  double strength[DCM_WAYS];     /**< the size of the first of these forces */
  dcm_balance life[DCM_WAYS];    /**< since the contact was made */
  dcm_vector way[DCM_WAYS];      /**< of the last step, the first of each */
  double length[DCM_WAYS];       /**< of these */
  dcm_vector damper;             /**< the part of the tangential force that the law calls so */
  double change[DCM_WAYS];       /**< of the force in the last step, as a share */
  double quickening[DCM_WAYS];   /**< change of the way of a step, as a share */
  double base[DCM_WAYS];         /**< stored when the contact was made */
  double dissipated[DCM_WAYS + 1];
  double stored[DCM_WAYS];          /**< now */
  double stored_in_round[DCM_WAYS]; /**< at the end of the last round */
  double paid_to_round[DCM_WAYS];
} traveller;

static void send_life(dcm_scene *s, uint32_t k, int begins) {
  double *fields[DCM_MOST_COMPONENTS];
  for (uint32_t c = 0; c < s->law->history_width; c++)
    fields[c] = s->a->history[c] + k;
  if (begins)
    dcm_law_history_begin(s->law, s->a->pair, (uint32_t)s->side_2, 1, fields);
  else
    dcm_law_history_end(s->law, s->a->pair, (uint32_t)s->side_2, 1, fields);
}

/** Puts the motion of a step into the batch. A contact that has ended rests there, for the law
 * takes whole batches. */
static void move(dcm_scene *s, uint32_t k, const place *now, const place *last, double dt,
                 int is_in_contact) {
  dcm_batch *b = s->a;
  const double rate = is_in_contact ? 1.0 / dt : 0.0;
  if (is_in_contact)
    b->overlap[k] = now->overlap;
  b->normal_velocity[k] = -rate * (now->overlap - last->overlap);
  dcm_store(b->tangential_velocity, k, dcm_scale(rate, dcm_subtract(now->slid, last->slid)));
  dcm_store(b->angular_velocity_1, k,
            dcm_scale(rate, dcm_subtract(now->turned[0], last->turned[0])));
  dcm_store(b->angular_velocity_2, k,
            dcm_scale(rate, dcm_subtract(now->turned[1], last->turned[1])));
}

static void add_work(dcm_balance *to, double work, double doubt) {
  to->work += work;
  to->paid += fabs(work);
  to->doubt += doubt;
}

/** The share of two sizes that a difference is, from 0 to 1. */
static double share_of(double difference, double one, double other) {
  return one + other > 0.0 ? difference / (one + other) : 0.0;
}

/** The change of the tangential damper in this step, times half of the way: a law books the damper
 * by the force after the step, where the work of the step has the mean of both ends. So the two
 * differ by this much, also where friction lets nothing of the damper through and no work is done.
 */
static double doubt_of_damper(const dcm_scene *s, uint32_t k, traveller *c, double length) {
  const dcm_vector none = {0.0, 0.0, 0.0}, before = c->damper;
  c->damper = c->is_in_contact ? dcm_scene_vector(s->a->energies.tangential_damper, k) : none;
  return 0.5 * dcm_length(dcm_subtract(c->damper, before)) * length;
}

static void take_down_forces(const dcm_batch *b, uint32_t k, dcm_vector force[DCM_WAYS][2]) {
  force[DCM_WAY_NORMAL][0].x = b->normal_force[k];
  force[DCM_WAY_TANGENTIAL][0] = dcm_scene_vector(b->tangential_force, k);
  force[DCM_WAY_ROLLING][0] = dcm_scene_vector(b->couple_1, k);
  force[DCM_WAY_ROLLING][1] = dcm_scene_vector(b->couple_2, k);
}

/** Adds the work of a step, by the mean of the forces at both ends. */
static void work_of_step(dcm_scene *s, uint32_t k, traveller *c, dcm_passage *p, const place *now,
                         const place *last) {
  const dcm_vector none = {0.0, 0.0, 0.0};
  const dcm_vector pushed = {now->overlap - last->overlap, 0.0, 0.0};
  const dcm_vector way[DCM_WAYS][2] = {
      {pushed, none},
      {dcm_subtract(now->slid, last->slid), none},
      {dcm_subtract(last->turned[0], now->turned[0]),
       dcm_subtract(last->turned[1], now->turned[1])},
  };
  dcm_vector force[DCM_WAYS][2] = {{none, none}, {none, none}, {none, none}};
  if (c->is_in_contact)
    take_down_forces(s->a, k, force);
  for (int w = 0; w < DCM_WAYS; w++) {
    const double strength = dcm_length(force[w][0]), length = dcm_length(way[w][0]);
    const double other = dcm_length(dcm_subtract(force[w][0], c->force[w][0]));
    double work = 0.5 * dcm_dot(dcm_add(force[w][0], c->force[w][0]), way[w][0]);
    double doubt = 0.5 * other * length;
    if (w == DCM_WAY_TANGENTIAL)
      doubt += doubt_of_damper(s, k, c, length);
    if (w == DCM_WAY_ROLLING) {
      work += 0.5 * dcm_dot(dcm_add(force[w][1], c->force[w][1]), way[w][1]);
      doubt += 0.5 * dcm_length(dcm_subtract(force[w][1], c->force[w][1])) * dcm_length(way[w][1]);
    }
    add_work(&p->of[w], work, doubt);
    add_work(&c->life[w], work, doubt);
    c->change[w] = share_of(other, strength, c->strength[w]);
    c->quickening[w] =
        share_of(dcm_length(dcm_subtract(way[w][0], c->way[w])), length, c->length[w]);
    c->strength[w] = strength;
    c->length[w] = length;
    c->way[w] = way[w][0];
  }
  memcpy(c->force, force, sizeof force);
}

/** Keeps the worst difference. */
static void compare(dcm_passage *p, int way, dcm_balance life, double reported) {
  const double excess = fabs(life.work - reported) - life.doubt;
  if (excess <= p->excess[way])
    return;
  p->excess[way] = excess;
  p->booked_work[way] = life.work;
  p->reported[way] = reported;
}

/** Makes a new account of a contact that was just made. */
static void open_account(traveller *c) {
  memset(c->life, 0, sizeof c->life);
  memset(c->dissipated, 0, sizeof c->dissipated);
  memcpy(c->base, c->stored, sizeof c->base);
  c->has_broken = 0;
}

/** Whether all that a spring stored is gone in this step, the law dissipates none of it, and the
 * normal force went on: friction lets go like that only where the load vanishes. */
static int breaks_untold(const dcm_scene *s, uint32_t k, const traveller *c, int way,
                         double stored) {
  double reported = 0.0;
  for (int m = 0; m < DCM_DISSIPATIONS; m++)
    if (dcm_dissipation_ways[m] == way)
      reported += fabs(dcm_scene_energy(s->a, (size_t)(DCM_WAYS + m), k));
  return fabs(stored) < 1e-6 * c->stored[way] && reported < 1e-2 * c->stored[way] &&
         c->change[DCM_WAY_NORMAL] < 0.25;
}

/** Takes down what is stored. */
static void record(const dcm_scene *s, uint32_t k, traveller *c, dcm_passage *p) {
  double size = 0.0;
  for (size_t e = 0; e < DCM_ENERGIES; e++)
    size += fabs(dcm_scene_energy(s->a, e, k));
  p->rounding += 1e-13 * size;
  for (int w = 0; w < DCM_WAYS; w++) {
    const double stored = dcm_scene_energy(s->a, (size_t)w, k);
    /* Where the limit of friction falls, a law may book what the spring lets go by the force before
     * or by the force after. */
    if (w != DCM_WAY_NORMAL && dcm_scene_energy(s->a, DCM_WAYS + DCM_FRACTURE, k) == 0.0 &&
        !breaks_untold(s, k, c, w, stored))
      add_work(&c->life[w], 0.0, fabs(stored - c->stored[w]) * c->change[w]);
    c->stored[w] = stored;
  }
  p->last_stored = c->stored[DCM_WAY_NORMAL];
  p->last_force = s->a->normal_force[k];
  p->most_stored = fmax(p->most_stored, fabs(p->last_stored));
}

/** Adds up what the law dissipates in a step. */
static void dissipate(const dcm_scene *s, uint32_t k, traveller *c, dcm_passage *p) {
  for (int m = 0; m < DCM_DISSIPATIONS; m++) {
    const double dissipated = dcm_scene_energy(s->a, (size_t)(DCM_WAYS + m), k);
    p->given[m] += fmax(0.0, -dissipated);
    const int way = dcm_dissipation_ways[m];
    c->dissipated[way] += dissipated;
    /* A damper has the velocity of the step, and its force before the step another one. */
    const int is_known = way == DCM_WAY_TANGENTIAL && dcm_length(c->damper) > 0.0;
    if (way < DCM_WAYS && !is_known)
      add_work(&c->life[way], 0.0, fabs(dissipated) * c->quickening[way]);
    /* A fracture takes what is stored on all ways. */
    c->has_broken |= m == DCM_FRACTURE && dissipated != 0.0;
  }
}

/** Holds what the law reports against the work, on each way and on all. */
static void balance(const traveller *c, dcm_passage *p) {
  dcm_balance all = {0.0, 0.0, 0.0};
  double reported = c->dissipated[DCM_WAYS];
  for (int w = 0; w < DCM_WAYS; w++) {
    const double of_way = c->stored[w] - c->base[w] + c->dissipated[w];
    if (!c->has_broken)
      compare(p, w, c->life[w], of_way);
    reported += of_way;
    all.work += c->life[w].work;
    all.paid += c->life[w].paid;
    all.doubt += c->life[w].doubt;
  }
  compare(p, DCM_WAYS, all, reported);
}

/** Takes down what the law reports after a step. */
static void book(const dcm_scene *s, uint32_t k, traveller *c, dcm_passage *p) {
  if (!c->is_in_contact)
    return;
  record(s, k, c, p);
  dissipate(s, k, c, p);
  if (c->jumps)
    open_account(c);
  balance(c, p);
}

/** Where a round ends. */
static void end_round(traveller *c, dcm_passage *p, int round) {
  for (int w = 0; w < DCM_WAYS; w++) {
    const double growth = c->stored[w] - c->stored_in_round[w];
    const double paid = p->of[w].paid - c->paid_to_round[w];
    if (round >= 2) {
      p->growth[w] = round == 2 ? growth : fmin(p->growth[w], growth);
      p->paid_in_round[w] = round == 2 ? paid : fmin(p->paid_in_round[w], paid);
    }
    c->stored_in_round[w] = c->stored[w];
    c->paid_to_round[w] = p->of[w].paid;
  }
}

/** The contact begins, persists, or ends at its new place. */
static void live(dcm_scene *s, uint32_t k, traveller *c, double overlap, double old_overlap) {
  const double least = c->is_in_contact || dcm_law_begins_at_reach(s->law) ? -c->reach : 0.0;
  const int is = overlap > least;
  c->jumps = !c->is_in_contact || (overlap > 0.0) != (old_overlap > 0.0);
  if (is != c->is_in_contact)
    send_life(s, k, is);
  if (!is)
    memset(c->stored, 0, sizeof c->stored);
  c->is_in_contact = is;
}

static int is_held(const dcm_law *law, uint32_t q) {
  uint32_t component;
  for (uint32_t f = 0; f < law->model->history_count; f++)
    if (dcm_may_hold(law, f, q, &component))
      return 1;
  return 0;
}

/** Gives both sides so much of what contacts may hold. In every second round bridges form late.
 * @return whether anything was given */
static int give(dcm_scene *s, double share) {
  int gives = 0;
  for (uint32_t q = 0; q < s->law->quantity_count && s->round % 2; q++) {
    if (s->law->access[q] != DCM_CHANGE || dcm_model_quantity(s->law->model, q)->minimum != 0.0 ||
        !is_held(s->law, q))
      continue;
    gives = 1;
    for (uint32_t k = 0; k < CONTACTS; k++) {
      s->a->quantities_1[q][k] = share * s->contacts[k].quantities_1[q];
      s->a->quantities_2[q][k] = share * s->contacts[k].quantities_2[q];
    }
  }
  return gives;
}

/** Gives both sides all that contacts may hold. No work is behind what this alone changes, as in a
 * law whose pull goes with the wetness of the grains: accounts begin anew, by a look in which no
 * bridge forms. Friction that lets go of a spring in this look does so again in the step. */
static void give_late(dcm_scene *s, traveller *travellers, dcm_passage *passages) {
  if (!give(s, 1.0))
    return;
  dcm_batch_compute(s->a, s->law, s->side_2, 0.0);
  for (uint32_t k = 0; k < CONTACTS; k++) {
    traveller *c = &travellers[k];
    if (!c->is_in_contact)
      continue;
    const traveller before = *c;
    take_down_forces(s->a, k, c->force);
    doubt_of_damper(s, k, c, 0.0);
    record(s, k, c, &passages[k]);
    open_account(c);
    for (int w = 0; w < DCM_WAYS; w++) {
      c->strength[w] = dcm_length(c->force[w][0]);
      add_work(&c->life[w], 0.0, fabs(c->stored[w] - before.stored[w]));
    }
  }
}

/** The state that the contacts have before the first step. */
static void start(dcm_scene *s, const dcm_path *paths, traveller *travellers,
                  dcm_passage *passages) {
  static const place still = {0.0, {0.0, 0.0, 0.0}, {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}}};
  for (uint32_t k = 0; k < CONTACTS; k++) {
    travellers[k] = (traveller){.is_in_contact = s->is_start, .reach = dcm_scene_reach(s, k)};
    passages[k] = (dcm_passage){.rounding = 1e-300};
    passages[k].reaches = travellers[k].reach > 0.0;
    passages[k].deepest = paths[k].mean + hypot(paths[k].swing[0], paths[k].swing[1]);
    s->a->overlap[k] = s->is_start ? paths[k].begin : paths[k].mean;
    move(s, k, &still, &still, 1.0, 0);
  }
  dcm_scene_begin(s);
  dcm_batch_compute(s->a, s->law, s->side_2, 0.0);
  for (uint32_t k = 0; k < CONTACTS && s->is_start; k++) {
    const place first = path_at(&paths[k], path_moment(-0.5));
    work_of_step(s, k, &travellers[k], &passages[k], &first, &first);
    record(s, k, &travellers[k], &passages[k]);
    open_account(&travellers[k]);
  }
}

void dcm_passages(dcm_scene *s, const dcm_path *paths, int finer, double faster,
                  dcm_passage *passages) {
  static traveller travellers[CONTACTS];
  static place last[CONTACTS], now[CONTACTS];
  const int in_round = DCM_PATH_STEPS * finer, steps = (DCM_PATH_ROUNDS + 1) * in_round;
  const double dt = s->dt / finer / faster;
  give(s, 0.0);
  start(s, paths, travellers, passages);
  for (uint32_t k = 0; k < CONTACTS; k++)
    last[k] = path_at(&paths[k], path_moment(-0.5));
  for (int step = 1; step <= steps; step++) {
    const moment then = path_moment((double)step / in_round - 0.5);
    if (step == in_round)
      give_late(s, travellers, passages);
    for (uint32_t k = 0; k < CONTACTS; k++) {
      now[k] = path_at(&paths[k], then);
      live(s, k, &travellers[k], now[k].overlap, last[k].overlap);
      move(s, k, &now[k], &last[k], dt, travellers[k].is_in_contact);
    }
    s->a->clock = (dcm_clock){.time = step * dt, .step = (uint64_t)step};
    dcm_batch_compute(s->a, s->law, s->side_2, dt);
    for (uint32_t k = 0; k < CONTACTS; k++) {
      traveller *c = &travellers[k];
      work_of_step(s, k, c, &passages[k], &now[k], &last[k]);
      book(s, k, c, &passages[k]);
      const int since = step - in_round / 2;
      if (since > 0 && since % in_round == 0 && since / in_round <= DCM_PATH_ROUNDS)
        end_round(c, &passages[k], since / in_round);
      last[k] = now[k];
    }
    dcm_advance_history(s->a, s->law);
  }
  s->a->clock = (dcm_clock){0.0, 0};
}
