/* SPDX-License-Identifier: MIT */
/** @file
 * Walls made of faces, and planes near particles: who is near, and where the nearest points are,
 * beside plain geometry one particle at a time; and contacts that go on as if each were seen. All
 * instruction sets give the same bits. Seeds as in support/random.h. */
#include <math.h>
#include <string.h>

#include "check/scene/samples.h"
#include "contacts/wall_faces.h"
#include "numeric/simd.h"
#include "support/cases.h"
#include "support/check.h"
#include "support/run.h"
#include "ways.h"

enum { PARTICLES = 300, ROOM = PARTICLES + DCM_LANES };

typedef struct scene {
  dcm_wall_faces faces;
  double angle;
  uint32_t count;
  double position[PARTICLES][3], cutoff[ROOM];
  uint32_t particle[ROOM]; /* in the order in which they are visited */
} scene;

static dcm_vector draw(double size, dcm_random *random) {
  const double x = dcm_uniform(random, -size, size), y = dcm_uniform(random, -size, size);
  return dcm_vector_of(x, y, dcm_uniform(random, -size, size));
}

/* ------------------------------------------------------------------------------------ scenes */

static void add_ends(dcm_wall_faces *faces, int axis, uint32_t first_number, dcm_random *random) {
  faces->ends[axis][0] = dcm_uniform(random, -1.0, -0.5);
  faces->ends[axis][1] = dcm_uniform(random, 0.5, 1.0);
  for (int side = 0; side < 2; side++)
    faces->wall[DCM_FLAT_FACES + 2 * axis + side] = first_number + side;
}

/** A plane, a block, a ball, a hollow ball, a hollow cylinder or two planes across an axis. */
static void draw_walls(dcm_wall_faces *faces, dcm_random *random) {
  const uint32_t kind = dcm_below(random, 6);
  for (int face = 0; face < DCM_WALL_FACES; face++)
    faces->wall[face] = DCM_NO_FACE;
  if (kind == 1) {
    for (int axis = 0; axis < 3; axis++)
      add_ends(faces, axis, 2 * axis, random);
    return;
  }
  faces->have_two_sides = kind == 5;
  if (kind == 5) {
    add_ends(faces, (int)dcm_below(random, 3), 0, random);
    return;
  }
  faces->wall[DCM_FIRST_FACE] = kind == 4 ? 2 : 0;
  dcm_vector_put(faces->centre, draw(0.2, random));
  dcm_vector_put(faces->normal, dcm_random_direction(random));
  faces->side = dcm_chance(random, 0.5) ? 1.0 : -1.0;
  faces->radius = dcm_uniform(random, 0.8, 1.2);
  faces->first = kind == 0 ? DCM_FACE_PLANE : kind == 2 ? DCM_FACE_BALL : DCM_FACE_HOLLOW;
  const int along = (int)dcm_below(random, 3);
  if (kind == 4)
    add_ends(faces, along, 0, random);
}

/** Where the frame is at a step. */
static void move_frame(scene *s, dcm_random *random) {
  dcm_wall_faces *faces = &s->faces;
  s->angle += dcm_uniform(random, -0.01, 0.01);
  if (faces->is_shifted)
    dcm_vector_put(faces->shift, dcm_add(dcm_vector_at(faces->shift), draw(0.01, random)));
  faces->forth.sine = sin(s->angle);
  faces->forth.cosine = cos(s->angle);
  faces->back = faces->forth;
  faces->back.sine = -faces->forth.sine;
}

static dcm_vector to_frame(const scene *s, dcm_vector x) {
  const dcm_vector at = s->faces.is_shifted ? dcm_subtract(x, dcm_vector_at(s->faces.shift)) : x;
  return s->faces.is_turned ? dcm_wall_turned(&s->faces.back, at) : at;
}

/** A drum turns about its own axis, which may point either way. */
static void turn_about_own_axis(dcm_wall_faces *faces, dcm_random *random) {
  double axis[3] = {0.0}, point[3];
  for (int f = DCM_FLAT_FACES; f < DCM_WALL_FACES; f++)
    if (faces->wall[f] != DCM_NO_FACE)
      axis[(f - DCM_FLAT_FACES) / 2] = dcm_chance(random, 0.5) ? 1.0 : -1.0;
  for (int c = 0; c < 3; c++)
    point[c] = faces->centre[c] + (axis[c] != 0.0 ? dcm_uniform(random, -1.0, 1.0) : 0.0);
  faces->forth.axis = dcm_vector_at(axis);
  faces->forth.point = dcm_vector_at(point);
}

static scene make_scene(dcm_random *random) {
  scene s = {.count = 1 + dcm_below(random, PARTICLES), .angle = dcm_uniform(random, -9.0, 9.0)};
  draw_walls(&s.faces, random);
  s.faces.is_shifted = dcm_chance(random, 0.5);
  s.faces.is_turned = dcm_chance(random, 0.5);
  s.faces.forth.point = draw(0.5, random);
  s.faces.forth.axis = dcm_random_direction(random);
  if (dcm_chance(random, 0.3))
    s.faces.forth.point = dcm_vector_at(s.faces.centre);
  if (s.faces.wall[DCM_FIRST_FACE] == 2 && dcm_chance(random, 0.5))
    turn_about_own_axis(&s.faces, random);
  dcm_vector_put(s.faces.velocity, draw(1.0, random));
  dcm_vector_put(s.faces.spin, draw(1.0, random));
  dcm_vector_put(s.faces.spin_of_walls, draw(1.0, random));
  dcm_vector_put(s.faces.centre_of_spin, draw(1.0, random));
  s.faces.rounding = 1e-13;
  move_frame(&s, random);
  for (uint32_t i = 0; i < s.count; i++) {
    dcm_vector_put(s.position[i], draw(1.3, random));
    s.cutoff[i] = dcm_uniform(random, 0.1, 0.3);
    s.particle[i] = s.count - 1 - i;
  }
  return s;
}

/* ---------------------------------------------------------------------------------- geometry */

/** A particle before a face, by plain geometry: its distance, negative behind the face, and the
 * nearest point. */
static double nearest(const scene *s, int face, dcm_vector x, dcm_vector *point) {
  const dcm_wall_faces *faces = &s->faces;
  const dcm_vector at = to_frame(s, x), centre = dcm_vector_at(faces->centre);
  double distance;
  dcm_vector foot = at;
  if (face >= DCM_FLAT_FACES) {
    const int axis = (face - DCM_FLAT_FACES) / 2, side = (face - DCM_FLAT_FACES) % 2;
    double row[3];
    dcm_vector_put(row, at);
    distance = (side ? -1.0 : 1.0) * (row[axis] - faces->ends[axis][side]);
    row[axis] = faces->ends[axis][side];
    foot = dcm_vector_at(row);
  } else if (faces->first == DCM_FACE_PLANE) {
    const dcm_vector normal = dcm_vector_at(faces->normal);
    const double height = dcm_dot(normal, dcm_subtract(at, centre));
    distance = faces->side * height;
    foot = dcm_subtract_scaled(at, height, normal);
  } else {
    dcm_vector out = dcm_subtract(at, centre);
    double row[3];
    dcm_vector_put(row, out);
    for (int f = DCM_FLAT_FACES; f < DCM_WALL_FACES; f++)
      if (faces->wall[f] != DCM_NO_FACE)
        row[(f - DCM_FLAT_FACES) / 2] = 0.0;
    out = dcm_vector_at(row);
    const double from = dcm_length(out);
    distance = (faces->first == DCM_FACE_HOLLOW ? 1.0 : -1.0) * (faces->radius - from);
    foot = dcm_add_scaled(at, (faces->radius - from) / from, out);
  }
  const dcm_vector there = faces->is_turned ? dcm_wall_turned(&faces->forth, foot) : foot;
  *point = faces->is_shifted ? dcm_add(there, dcm_vector_at(faces->shift)) : there;
  return distance;
}

/** The code of particle i; and how far it is from another one, as a part of the cutoff. */
static int32_t code_of(const scene *s, uint32_t i, int any_side, double *margin) {
  int32_t code = 0;
  int is_before = 1;
  *margin = INFINITY;
  for (int face = 0; face < DCM_WALL_FACES; face++) {
    if (s->faces.wall[face] == DCM_NO_FACE)
      continue;
    dcm_vector point;
    const double distance = nearest(s, face, dcm_vector_at(s->position[i]), &point);
    is_before &= distance >= 0.0;
    code |= (any_side ? fabs(distance) : distance) < s->cutoff[i] ? 1 << face : 0;
    const double least = fmin(fabs(distance), fabs(fabs(distance) - s->cutoff[i]));
    *margin = fmin(*margin, least / s->cutoff[i]);
  }
  return is_before || any_side ? code : 0;
}

static uint32_t look(const scene *s, const int32_t *before, int32_t *codes) {
  double cutoff[ROOM] = {0.0};
  uint32_t particle[ROOM];
  for (uint32_t n = 0; n < dcm_whole_lanes(s->count); n++)
    particle[n] = s->particle[n < s->count ? n : s->count - 1];
  for (uint32_t n = 0; n < s->count; n++)
    cutoff[n] = s->cutoff[s->particle[n]];
  return dcm_wall_faces_look(&s->faces, s->position[0], particle, cutoff, s->count, before, codes);
}

/** Some are put so close to a face, or to the cutoff, that they are in doubt. */
static void put_in_doubt(scene *s, dcm_random *random) {
  for (uint32_t i = 0; i < s->count; i += 7) {
    const int face = (int)dcm_below(random, DCM_WALL_FACES);
    if (s->faces.wall[face] == DCM_NO_FACE)
      continue;
    dcm_vector point;
    const dcm_vector x = dcm_vector_at(s->position[i]);
    const double distance = nearest(s, face, x, &point);
    const double wanted = dcm_chance(random, 0.5) ? s->cutoff[i] : 0.0;
    const double part = (wanted + dcm_uniform(random, -1e-9, 1e-9)) / distance;
    dcm_vector_put(s->position[i], dcm_add_scaled(point, part, dcm_subtract(x, point)));
  }
}

START_TEST(who_is_near) {
  dcm_way ways[DCM_WAYS];
  const uint32_t count = dcm_list_ways(ways);
  uint32_t found = 0, doubtful = 0;
  for (int round = 0; round < dcm_test_rounds(2000); round++) {
    dcm_random random = dcm_random_stream((uint64_t)round);
    scene s = make_scene(&random);
    put_in_doubt(&s, &random);
    int32_t codes[PARTICLES], first[PARTICLES], before[PARTICLES] = {0}, searched[PARTICLES];
    for (uint32_t w = 0; w < count; w++) {
      dcm_use_way(&ways[w]);
      const uint32_t differing = look(&s, before, codes);
      dcm_wall_faces_search(&s.faces, s.position[0], s.cutoff, s.count, searched);
      uint32_t other = 0;
      for (uint32_t n = 0; n < s.count; n++) {
        const uint32_t i = s.particle[n];
        double margin;
        const int32_t expected = code_of(&s, i, s.faces.have_two_sides, &margin), code = codes[n];
        const int is_in_doubt = code == DCM_FACES_IN_DOUBT;
        if (margin > 1e-12 &&
            (is_in_doubt ? margin > 2e-7 : code != expected || (code && margin < 1e-8)))
          ck_abort_msg("round %d, %u by %s: code %d, not %d", round, i, ways[w].name, code,
                       expected);
        if (margin > 1e-12 && searched[i] != code_of(&s, i, 1, &margin))
          ck_abort_msg("round %d, %u by %s: searched %d", round, i, ways[w].name, searched[i]);
        found += code > 0;
        doubtful += is_in_doubt;
        other += code != 0;
      }
      ck_assert_uint_eq(differing, other);
      ck_assert_uint_eq(look(&s, codes, before), 0);
      memset(before, 0, sizeof before);
      ck_assert(w == 0 || memcmp(first, codes, s.count * sizeof *codes) == 0);
      memcpy(first, codes, sizeof first);
    }
  }
  dcm_use_way(NULL);
  ck_assert_uint_gt(doubtful, 0);
  ck_assert_uint_gt(found, doubtful);
}
END_TEST

/* --------------------------------------------------------------------------------- contacts */

/** Visits a particle, and sees the faces that are near by plain geometry. */
static void visit(dcm_wall_list *list, const dcm_law *law, const scene *s,
                  const dcm_wall_particle *particle) {
  double margin;
  const int32_t code = code_of(s, particle->particle, s->faces.have_two_sides, &margin);
  dcm_wall_list_visit(list, particle);
  for (int face = 0; face < DCM_WALL_FACES; face++) {
    const uint32_t had = dcm_wall_list_had(list, s->faces.wall[face]);
    if (!(code >> face & 1) && had != DCM_NO_WALL)
      dcm_wall_list_end(list, law, had);
  }
  for (int face = 0; face < DCM_WALL_FACES; face++) {
    uint32_t k;
    if (code >> face & 1)
      ck_assert_int_eq(dcm_wall_list_see(list, law, s->faces.wall[face],
                                         face == DCM_FIRST_FACE ? s->faces.radius : INFINITY, 0.0,
                                         &k),
                       DCM_OK);
    if (code >> face & 1)
      dcm_wall_list_incline(list, k, 1.0);
  }
}

static dcm_wall_particle particle_of(const scene *s, const dcm_law *law, uint32_t n) {
  const uint32_t i = s->particle[n];
  return (dcm_wall_particle){i, dcm_law_pair(law, n % 5 == 1 ? 1 : law->material_count, 1),
                             s->cutoff[i], 1.0 + i};
}

/** States that tell when contacts began. */
static void mark_new(dcm_wall_list *list, int step) {
  for (uint32_t k = 0; k < list->now.count; k++)
    for (uint32_t h = 0; h < list->history_width && list->from[k] == DCM_NO_WALL; h++)
      list->now.history[h][k] =
          1000.0 * list->now.particle[k] + list->now.wall[k] + 1e-3 * step + h;
}

/** @return whether all contacts stayed */
static int by_faces(dcm_wall_list *list, const dcm_law *law, const scene *s, int32_t *before) {
  int32_t codes[PARTICLES];
  const uint32_t differing = look(s, before, codes);
  const int stay = differing == 0 && list->ended.has_seen;
  if (stay)
    dcm_wall_list_stay_all(list);
  else {
    dcm_wall_particle particles[PARTICLES];
    uint32_t materials[PARTICLES];
    for (uint32_t n = 0; n < s->count; n++) {
      particles[n] = particle_of(s, law, n);
      materials[n] = particles[n].materials;
    }
    const dcm_wall_codes known = {materials, before, codes, s->count};
    dcm_wall_list_begin(list);
    for (uint32_t n = 0; (n = dcm_wall_faces_go_on(list, &known, n)) < s->count; n++) {
      visit(list, law, s, &particles[n]);
      before[n] = dcm_wall_faces_code(&s->faces, list->now.wall, list->begun, list->now.count);
    }
    dcm_wall_list_finish(list, law);
  }
  dcm_wall_faces_place(&s->faces, s->position[0], list);
  return stay;
}

static void expect_same(const dcm_wall_list *a, const dcm_wall_list *b, const char *name) {
  ck_assert_uint_eq(a->now.count, b->now.count);
  ck_assert_uint_eq(a->run_count, b->run_count);
  for (uint32_t k = 0; k < a->now.count; k++) {
    if (a->now.wall[k] != b->now.wall[k] || a->now.particle[k] != b->now.particle[k] ||
        a->now.radius_1[k] != b->now.radius_1[k] || a->now.radius_2[k] != b->now.radius_2[k] ||
        a->now.effective_mass[k] != b->now.effective_mass[k])
      ck_abort_msg("%s: contact %u is another one", name, k);
    for (uint32_t h = 0; h < a->history_width && a->now.wall[k] != DCM_NO_WALL; h++)
      if (a->now.history[h][k] != b->now.history[h][k])
        ck_abort_msg("%s: state %u of contact %u", name, h, k);
    if (a->now.wall[k] != DCM_NO_WALL && (a->from[k] == DCM_NO_WALL) != (b->from[k] == DCM_NO_WALL))
      ck_abort_msg("%s: contact %u began or did not", name, k);
  }
}

/** No contact with a face is inclined, whatever was at its entry before. */
static void expect_slopes(dcm_wall_list *list, int stayed) {
  for (uint32_t k = 0; k < list->now.count; k++) {
    ck_assert(stayed || list->now.wall[k] == DCM_NO_WALL || list->slope[k] == 1.0);
    list->slope[k] = 3.0;
  }
  ck_assert(!list->has_slopes);
}

/** Sizes are about 1, and no face is so bent that rounding would grow much. */
static void expect_places(const dcm_wall_list *list, const scene *s, const char *name) {
  const double tolerance = 1e-13;
  for (uint32_t k = 0; k < list->now.count; k++) {
    int face = 0;
    while (face < DCM_WALL_FACES && s->faces.wall[face] != list->now.wall[k])
      face++;
    if (face == DCM_WALL_FACES)
      continue;
    dcm_vector point;
    const dcm_vector x = dcm_vector_at(s->position[list->now.particle[k]]);
    nearest(s, face, x, &point);
    const dcm_vector spin = dcm_vector_at(s->faces.spin);
    const dcm_vector arm = dcm_subtract(point, dcm_vector_at(s->faces.centre_of_spin));
    const dcm_vector velocity =
        dcm_add_scaled(dcm_vector_at(s->faces.velocity), s->faces.is_turned, dcm_cross(spin, arm));
    const dcm_wall_place at = dcm_wall_place_of(list, k);
    if (!(dcm_length(dcm_subtract(at.separation, dcm_subtract(point, x))) < tolerance) ||
        !(dcm_length(dcm_subtract(at.velocity, velocity)) < tolerance) ||
        list->spin[0][k] != s->faces.spin_of_walls[0])
      ck_abort_msg("%s: contact %u is at another place, or moves otherwise", name, k);
  }
}

static void wander(scene *s, dcm_random *random) {
  const double part = dcm_chance(random, 0.3) ? 0.0 : 0.05;
  for (uint32_t i = 0; i < s->count; i++)
    if (dcm_chance(random, part))
      dcm_vector_put(s->position[i], dcm_add(dcm_vector_at(s->position[i]), draw(0.1, random)));
  if (part > 0.0 && dcm_chance(random, 0.5))
    move_frame(s, random);
}

/** @return steps in which all contacts stayed */
static uint32_t drive(const dcm_law *law, const dcm_way *way, dcm_random *random) {
  scene s = make_scene(random);
  dcm_wall_list *plain = dcm_wall_list_create(), *list = dcm_wall_list_create();
  int32_t before[PARTICLES];
  uint32_t stayed = 0;
  for (uint32_t n = 0; n < s.count; n++)
    before[n] = DCM_FACES_UNKNOWN;
  dcm_use_way(way);
  ck_assert(!dcm_wall_list_clear(plain, law) && !dcm_wall_list_clear(list, law));
  for (int step = 0; step < 20; step++) {
    dcm_wall_list_begin(plain);
    for (uint32_t n = 0; n < s.count; n++) {
      const dcm_wall_particle particle = particle_of(&s, law, n);
      visit(plain, law, &s, &particle);
    }
    dcm_wall_list_finish(plain, law);
    mark_new(plain, step);
    const int stay = by_faces(list, law, &s, before);
    stayed += (uint32_t)stay;
    expect_slopes(list, stay);
    mark_new(list, step);
    expect_same(list, plain, way->name);
    expect_places(list, &s, way->name);
    wander(&s, random);
  }
  dcm_wall_list_destroy(plain);
  dcm_wall_list_destroy(list);
  return stayed;
}

START_TEST(contacts_go_on) {
  dcm_way ways[DCM_WAYS];
  const uint32_t count = dcm_list_ways(ways);
  const dcm_case the_case = dcm_case_at(0);
  uint32_t stayed = 0;
  for (int round = 0; round < dcm_test_rounds(200); round++)
    for (uint32_t w = 0; w < count; w++) {
      dcm_random random = dcm_random_stream((uint64_t)(10000 + round));
      dcm_law *law = dcm_case_law(&the_case, 2, NULL, &random);
      stayed += drive(law, &ways[w], &random);
      dcm_law_destroy(law);
    }
  dcm_use_way(NULL);
  ck_assert_uint_gt(stayed, 0);
}
END_TEST

/** The states of a particle go with its walls where these are seen in another order than before. */
START_TEST(walls_in_another_order) {
  dcm_random random = dcm_random_stream(1);
  const dcm_case the_case = dcm_case_at(0);
  dcm_law *law = dcm_case_law(&the_case, 1, NULL, &random);
  dcm_wall_list *list = dcm_wall_list_create();
  ck_assert(!dcm_wall_list_clear(list, law));
  const dcm_wall_particle particle = {0, dcm_law_pair(law, 1, 1), 1.0, 1.0};
  for (int step = 0; step < 4; step++) {
    dcm_wall_list_begin(list);
    dcm_wall_list_visit(list, &particle);
    for (uint32_t w = 0; w < 3; w++) {
      uint32_t k;
      ck_assert(!dcm_wall_list_see(list, law, (w + step) % 3, INFINITY, 0.0, &k));
    }
    dcm_wall_list_finish(list, law);
    if (step == 0)
      mark_new(list, 0);
    for (uint32_t k = 0; k < 3; k++)
      ck_assert_double_eq(list->now.history[0][k], list->now.wall[k]);
  }
  dcm_wall_list_destroy(list);
  dcm_law_destroy(law);
}
END_TEST

/* ------------------------------------------------------------------------------------ planes */

/** Particles, what is said to be near each, and where the body is. */
typedef struct plane_scene {
  dcm_planes_frame frame;
  uint32_t count, particle[ROOM];
  double position[PARTICLES][3], cutoff[ROOM]; /* by particle, by place in the order */
  dcm_planes_near near[PARTICLES];             /* likewise by place in the order */
} plane_scene;

/** Distances of a particle in the order from its planes, and the code that these make. */
static int32_t plane_code(const plane_scene *s, uint32_t n, double distance[DCM_MOST_PLANES]) {
  const dcm_planes_near *near = &s->near[n];
  const double *x = s->position[s->particle[n]];
  const dcm_vector c = dcm_rigid_find(&s->frame.body, dcm_vector_at(x));
  const dcm_vector gone = dcm_subtract(c, dcm_vector_at(near->place));
  const double way = near->margin < 0.0 ? near->retry : near->margin;
  int32_t code = 0, in_doubt = near->margin < 0.0;
  for (uint32_t p = 0; p < near->count && near->margin >= 0.0; p++) {
    distance[p] = dcm_dot(dcm_vector_at(near->plane[p].normal), c) - near->plane[p].offset;
    code |= distance[p] < s->cutoff[n] ? 1 << p : 0;
    in_doubt |= fabs(distance[p] - s->cutoff[n]) < 1e-8 * s->cutoff[n];
  }
  for (int d = 0; d < 3; d++)
    in_doubt |= x[d] < s->frame.low[d] || x[d] >= s->frame.high[d];
  return !(dcm_dot(gone, gone) < way * way) ? DCM_PLANES_TO_FIND
         : in_doubt                         ? DCM_FACES_IN_DOUBT
                                            : code;
}

static plane_scene make_planes(dcm_random *random) {
  plane_scene s = {.count = 1 + dcm_below(random, PARTICLES), .frame = {.rounding = 1e-13}};
  const dcm_vector u = dcm_random_direction(random);
  const dcm_vector beside = dcm_tangential_part(dcm_random_direction(random), u);
  const dcm_vector v = dcm_scale(1.0 / dcm_length(beside), beside);
  dcm_vector_put(s.frame.body.rotation[0], u);
  dcm_vector_put(s.frame.body.rotation[1], v);
  dcm_vector_put(s.frame.body.rotation[2], dcm_cross(u, v));
  dcm_vector_put(s.frame.body.place, draw(0.2, random));
  dcm_vector_put(s.frame.body.velocity, draw(1.0, random));
  dcm_vector_put(s.frame.body.spin, draw(1.0, random));
  const int is_open = dcm_chance(random, 0.5), has_two = dcm_chance(random, 0.7);
  for (int d = 0; d < 3; d++) {
    s.frame.low[d] = is_open ? -INFINITY : -0.95;
    s.frame.high[d] = is_open ? INFINITY : 0.95;
  }
  for (uint32_t n = 0; n < dcm_whole_lanes(s.count); n++)
    s.particle[n] = n < s.count ? s.count - 1 - n : 0;
  for (uint32_t n = 0; n < s.count; n++) {
    dcm_planes_near *near = &s.near[n];
    const dcm_vector x = draw(1.0, random), c = dcm_rigid_find(&s.frame.body, x);
    dcm_vector_put(s.position[s.particle[n]], x);
    dcm_vector_put(near->place, dcm_add(c, draw(0.05, random)));
    s.cutoff[n] = dcm_uniform(random, 0.1, 0.3);
    near->margin = dcm_chance(random, 0.2) ? -1.0 : 0.07;
    near->retry = 0.07;
    near->count = dcm_below(random, has_two ? 3 : 2);
    for (uint32_t p = 0; p < near->count; p++) {
      const dcm_vector normal = dcm_random_direction(random);
      const double height =
          dcm_chance(random, 0.1) ? s.cutoff[n] * (1.0 + 1e-9) : dcm_uniform(random, 0.0, 0.6);
      dcm_vector_put(near->plane[p].normal, normal);
      near->plane[p].offset = dcm_dot(normal, c) - height;
      near->plane[p].wall = 2 * n + p;
    }
  }
  return s;
}

/** All contacts are visited; those of particles that no planes are known of are with wall 7. */
static void see_planes(dcm_wall_list *list, const dcm_law *law, const plane_scene *s,
                       const dcm_wall_planes *planes) {
  dcm_wall_list_begin(list);
  for (uint32_t n = 0; n < s->count; n++) {
    double distance[DCM_MOST_PLANES];
    const int32_t code = plane_code(s, n, distance);
    const dcm_wall_particle particle = {
        s->particle[n], dcm_law_pair(law, n % 5 == 1 ? 1 : law->material_count, 1), 1.0, 1.0};
    dcm_wall_list_visit(list, &particle);
    for (uint32_t p = 0; p < DCM_MOST_PLANES; p++) {
      uint32_t k;
      if (code >= DCM_FACES_IN_DOUBT ? p == 0 : code >> p & 1)
        ck_assert(!dcm_wall_list_see(list, law, code < DCM_FACES_IN_DOUBT ? 2 * n + p : 7000,
                                     INFINITY, 0.0, &k));
    }
    if (code < DCM_FACES_IN_DOUBT)
      ck_assert_int_eq(
          dcm_wall_planes_code(planes, n, list->now.wall, list->begun, list->now.count), code);
    else
      ck_assert_int_eq(
          dcm_wall_planes_code(planes, n, list->now.wall, list->begun, list->now.count),
          DCM_FACES_UNKNOWN);
  }
  dcm_wall_list_finish(list, law);
  for (uint32_t k = 0; k < list->now.count; k++)
    for (int d = 0; d < 3; d++)
      list->separation[d][k] = list->velocity[d][k] = 5.0 + k;
}

static void expect_planes(const dcm_wall_list *list, const plane_scene *s) {
  for (uint32_t k = 0; k < list->now.count; k++) {
    if (list->now.wall[k] == DCM_NO_WALL)
      continue;
    const dcm_wall_place at = dcm_wall_place_of(list, k);
    ck_assert_double_eq(list->spin[1][k], s->frame.body.spin[1]);
    if (list->now.wall[k] == 7000) {
      ck_assert(at.separation.x == 5.0 + k && at.velocity.z == 5.0 + k);
      continue;
    }
    const uint32_t n = list->now.wall[k] / 2, p = list->now.wall[k] % 2;
    double distance[DCM_MOST_PLANES];
    plane_code(s, n, distance);
    const dcm_vector x = dcm_vector_at(s->position[s->particle[n]]);
    const dcm_vector out =
        dcm_rigid_turn(&s->frame.body, dcm_vector_at(s->near[n].plane[p].normal));
    const dcm_vector to_grain = dcm_scale(distance[p], out);
    const dcm_vector moving = dcm_rigid_velocity(&s->frame.body, dcm_subtract(x, to_grain));
    ck_assert_msg(at.separation.x == -to_grain.x && at.separation.z == -to_grain.z, "contact %u",
                  k);
    ck_assert_msg(at.velocity.x == moving.x && at.velocity.y == moving.y, "contact %u", k);
  }
}

/** Codes and places are those of plain formulas, to the bit, for all instruction sets; contacts
 * that were written when they were seen stay. */
START_TEST(planes_near_particles) {
  dcm_way ways[DCM_WAYS];
  const uint32_t count = dcm_list_ways(ways);
  const dcm_case the_case = dcm_case_at(0);
  dcm_wall_planes *planes = dcm_wall_planes_create();
  uint32_t of_code[DCM_PLANES_TO_FIND + 1] = {0};
  for (int round = 0; round < dcm_test_rounds(500); round++) {
    dcm_random random = dcm_random_stream((uint64_t)(20000 + round));
    dcm_law *law = dcm_case_law(&the_case, 2, NULL, &random);
    const plane_scene s = make_planes(&random);
    dcm_wall_list *list = dcm_wall_list_create();
    int32_t codes[PARTICLES], before[PARTICLES] = {0};
    ck_assert(!dcm_wall_list_clear(list, law) && !dcm_wall_planes_begin(planes, s.count));
    for (uint32_t n = 0; n < s.count; n++)
      dcm_wall_planes_set(planes, n, &s.near[n]);
    for (uint32_t w = 0; w < count; w++) {
      dcm_use_way(&ways[w]);
      uint32_t differing = 0;
      const uint32_t said = dcm_wall_planes_look(planes, &s.frame, s.position[0], s.particle,
                                                 s.cutoff, before, codes);
      for (uint32_t n = 0; n < s.count; n++) {
        double distance[DCM_MOST_PLANES];
        const int32_t code = plane_code(&s, n, distance);
        differing += code != 0;
        of_code[code]++;
        ck_assert_msg(codes[n] == code, "round %d, %u by %s: code %d, not %d", round, n,
                      ways[w].name, codes[n], code);
      }
      ck_assert_uint_eq(said, differing);
      see_planes(list, law, &s, planes);
      dcm_wall_planes_place(planes, &s.frame, s.position[0], s.particle, codes, list);
      expect_planes(list, &s);
    }
    dcm_wall_list_destroy(list);
    dcm_law_destroy(law);
  }
  dcm_use_way(NULL);
  dcm_wall_planes_destroy(planes);
  for (int code = 0; code < 4; code++)
    ck_assert_uint_gt(of_code[code], 0);
  ck_assert(of_code[DCM_FACES_IN_DOUBT] > 0 && of_code[DCM_PLANES_TO_FIND] > 0);
}
END_TEST

int main(void) {
  TCase *all = tcase_create("wall_faces");
  tcase_add_test(all, who_is_near);
  tcase_add_test(all, contacts_go_on);
  tcase_add_test(all, walls_in_another_order);
  tcase_add_test(all, planes_near_particles);
  return dcm_run(all);
}
