/* SPDX-License-Identifier: MIT */
/** @file
 * Lists of triangles: made, placed, and read from STL and OBJ files. STL: 3D Systems,
 * StereoLithography Interface Specification, 1988; OBJ: Wavefront, Advanced Visualizer, appendix
 * B1. */
#include "surface/triangles.h"

#include <dcm/base.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "numeric/vector.h"
#include "runtime/arena.h"
#include "runtime/error.h"
#include "surface/scan.h"

void dcm_triangles_free(dcm_triangles *triangles) {
  free(triangles->corners);
  memset(triangles, 0, sizeof *triangles);
}

int32_t dcm_triangles_add(dcm_triangles *triangles, const double corners[9]) {
  double *all = dcm_with_room(triangles->corners, &triangles->room, triangles->count + (size_t)1,
                              9 * sizeof *all);
  if (!all)
    return DCM_ERROR;
  triangles->corners = all;
  memcpy(triangles->corners + 9 * (size_t)triangles->count++, corners, 9 * sizeof *corners);
  return DCM_OK;
}

void dcm_triangles_scale(dcm_triangles *triangles, double factor) {
  for (size_t n = 0; n < 9 * (size_t)triangles->count; n++)
    triangles->corners[n] *= factor;
}

void dcm_triangles_move(dcm_triangles *triangles, const double by[3]) {
  for (size_t n = 0; n < 9 * (size_t)triangles->count; n++)
    triangles->corners[n] += by[n % 3];
}

/** Sine and cosine of an angle in degrees, exact for quarter turns. */
static void turn_of(double degrees, double *sine, double *cosine) {
  const double rest = remainder(degrees, 360.0);
  *sine = sin(rest * DCM_PI / 180.0);
  *cosine = cos(rest * DCM_PI / 180.0);
  if (fabs(rest) == 180.0)
    *sine = 0.0;
  if (fabs(rest) == 90.0)
    *cosine = 0.0;
}

void dcm_triangles_rotate(dcm_triangles *triangles, const double axis[3], double angle) {
  const dcm_vector a = dcm_vector_at(axis);
  const dcm_vector n = dcm_scale(1.0 / dcm_length(a), a);
  double sine, cosine;
  turn_of(angle, &sine, &cosine);
  for (size_t k = 0; k < 3 * (size_t)triangles->count; k++) {
    double *at = triangles->corners + 3 * k;
    dcm_vector_put(at, dcm_turned_about(n, sine, cosine, dcm_vector_at(at)));
  }
}

int32_t dcm_triangles_write_stl(const dcm_triangles *triangles, const char *name, FILE *stream) {
  fprintf(stream, "solid %s\n", name);
  for (uint32_t t = 0; t < triangles->count; t++) {
    const double *c = triangles->corners + 9 * (size_t)t;
    const dcm_vector a = dcm_vector_at(c);
    const dcm_vector n =
        dcm_cross(dcm_subtract(dcm_vector_at(c + 3), a), dcm_subtract(dcm_vector_at(c + 6), a));
    const double length = dcm_length(n), one = length > 0.0 ? 1.0 / length : 0.0;
    dcm_text_write(stream, "facet normal %.9g %.9g %.9g\n outer loop\n", one * n.x, one * n.y,
                   one * n.z);
    for (int k = 0; k < 9; k += 3)
      dcm_text_write(stream, "  vertex %.17g %.17g %.17g\n", c[k], c[k + 1], c[k + 2]);
    fprintf(stream, " endloop\nendfacet\n");
  }
  fprintf(stream, "endsolid %s\n", name);
  return ferror(stream) ? DCM_ERROR : DCM_OK;
}

/* ---------------------------------------------------------------------- files */

static int32_t too_many(const char *name, unsigned long long count, dcm_error *error) {
  return dcm_fail(error, "%s has %llu triangles; at most %u are allowed", name, count,
                  DCM_MOST_TRIANGLES);
}

static int32_t add(dcm_triangles *triangles, const double corners[9], const char *name,
                   dcm_error *error) {
  if (triangles->count == DCM_MOST_TRIANGLES)
    return too_many(name, triangles->count + 1ull, error);
  if (dcm_triangles_add(triangles, corners) == DCM_OK)
    return DCM_OK;
  return dcm_fail(error, "%s: out of memory after %u triangles", name, triangles->count);
}

/* ------------------------------------------------------------------------------------ polygons */

/** Most corners of a concave polygon: the work grows faster than their square. */
#define DCM_MOST_CONCAVE_CORNERS 1000

/* Areas below this share of the square of the size are rounding. */
#define NO_AREA 1e-12
/* Distances from the plane of a concave polygon, in shares of the size: files have few digits. */
#define FLAT 1e-3

/** A polygon as seen along a unit vector. */
typedef struct polygon {
  const dcm_vector *corners;
  uint32_t count;
  dcm_vector along;
  double size, least; /* and the area that is none */
} polygon;

static dcm_vector area_of(const dcm_vector *corners, uint32_t a, uint32_t b, uint32_t c) {
  return dcm_scale(
      0.5, dcm_cross(dcm_subtract(corners[b], corners[a]), dcm_subtract(corners[c], corners[a])));
}

/** Area of a triangle of corners, above 0 if they go round as the polygon does. */
static double turn(const polygon *p, uint32_t a, uint32_t b, uint32_t c) {
  return dcm_dot(p->along, area_of(p->corners, a, b, c));
}

static int is_same(const polygon *p, uint32_t a, uint32_t b) {
  return dcm_length(dcm_subtract(p->corners[a], p->corners[b])) == 0.0;
}

/** Whether the sides behind corners a and b cross each other, each in its inside. */
static int cross(const polygon *p, uint32_t a, uint32_t b) {
  const uint32_t c = (a + 1) % p->count, d = (b + 1) % p->count;
  const double of_a = turn(p, b, d, a), of_c = turn(p, b, d, c);
  const double of_b = turn(p, a, c, b), of_d = turn(p, a, c, d);
  const double e = p->least;
  return ((of_a > e && of_c < -e) || (of_a < -e && of_c > e)) &&
         ((of_b > e && of_d < -e) || (of_b < -e && of_d > e));
}

/** Whether no corner lies in the triangle of the n-th corner of those that are left and its
 * neighbours. Holes are joined to the outline by a side that goes to and fro: corners may be at one
 * place. */
static int is_ear(const polygon *p, const uint32_t *left, uint32_t count, uint32_t n) {
  const uint32_t a = left[(n + count - 1) % count], b = left[n], c = left[(n + 1) % count];
  if (!(turn(p, a, b, c) > p->least))
    return 0;
  for (uint32_t k = 0; k < count; k++) {
    const uint32_t x = left[k];
    if (turn(p, a, b, x) >= -p->least && turn(p, b, c, x) >= -p->least &&
        turn(p, c, a, x) >= -p->least && !is_same(p, x, a) && !is_same(p, x, b) &&
        !is_same(p, x, c))
      return 0;
  }
  return 1;
}

/** Whether n is a corner on a line between its neighbours. */
static int is_straight(const polygon *p, const uint32_t *left, uint32_t count, uint32_t n) {
  return fabs(turn(p, left[(n + count - 1) % count], left[n], left[(n + 1) % count])) <= p->least;
}

static const char crossing[] = "has sides that cross each other";

static const char *cut_ears(const polygon *p, uint32_t (*triangles)[3]) {
  uint32_t left[DCM_MOST_CONCAVE_CORNERS], count = p->count, n = 0, passed = 0;
  if (count > DCM_MOST_CONCAVE_CORNERS)
    return "is concave and has more than 1000 corners: divide it into triangles";
  for (uint32_t a = 0; a < count; a++) {
    left[a] = a;
    if (fabs(dcm_dot(p->along, dcm_subtract(p->corners[a], p->corners[0]))) > FLAT * p->size)
      return "is concave, and its corners are not in one plane: divide it into triangles";
    for (uint32_t b = 0; b < a; b++)
      if (cross(p, a, b))
        return crossing;
  }
  while (count > 2) {
    n %= count;
    if (!is_ear(p, left, count, n) && !(passed >= count && is_straight(p, left, count, n))) {
      n++;
      if (++passed > 2 * count)
        return crossing;
      continue;
    }
    const uint32_t ear[3] = {left[(n + count - 1) % count], left[n], left[(n + 1) % count]};
    memcpy(*triangles++, ear, sizeof ear);
    memmove(left + n, left + n + 1, (count - n - 1) * sizeof *left);
    count--;
    passed = 0;
  }
  return NULL;
}

/** Cuts a polygon into count - 2 triangles that go round as the polygon does.
 *
 * They are a fan about the first corner where all triangles of the fan go round so, as in convex
 * polygons; else ears are cut off (G. H. Meisters, American Mathematical Monthly 82 (1975) 648).
 * @param corners   [count] at least 3
 * @param triangles [count - 2][3] receives numbers of corners
 * @return NULL, or why that cannot be: "has sides that ..." */
static const char *cut_polygon(const dcm_vector *corners, uint32_t count,
                               uint32_t (*triangles)[3]) {
  polygon p = {corners, count, {0.0, 0.0, 0.0}, 0.0, 0.0};
  for (uint32_t k = 1; k + 1 < count; k++) {
    const uint32_t fan[3] = {0, k, k + 1};
    memcpy(triangles[k - 1], fan, sizeof fan);
    p.along = dcm_add(p.along, area_of(corners, 0, k, k + 1));
  }
  for (uint32_t k = 1; k < count; k++)
    p.size = fmax(p.size, dcm_length(dcm_subtract(corners[k], corners[0])));
  p.least = NO_AREA * p.size * p.size;
  const double area = dcm_length(p.along);
  p.along = dcm_scale(area > 0.0 ? 1.0 / area : 0.0, p.along);
  double round = 0.0; /* angle of the fan */
  for (uint32_t k = 1; k + 1 < count; k++) {
    if (dcm_length(area_of(corners, 0, k, k + 1)) <= p.least)
      continue;
    const double turned = turn(&p, 0, k, k + 1);
    if (!(turned > 0.0))
      return area > p.least ? cut_ears(&p, triangles) : crossing;
    round += atan2(turned, 0.5 * dcm_dot(dcm_subtract(corners[k], corners[0]),
                                         dcm_subtract(corners[k + 1], corners[0])));
  }
  return round < 2.0 * DCM_PI ? NULL : crossing;
}

/* ---------------------------------------------------------------------------------- binary STL */

enum { HEAD = 84, RECORD = 50, NORMAL = 12 };

static uint32_t bits_at(const unsigned char *p) {
  return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static int32_t read_binary(const unsigned char *data, size_t size, const char *name,
                           dcm_triangles *triangles, dcm_error *error) {
  if (size < HEAD)
    return dcm_fail(error, "%s has %zu bytes; a binary STL has at least %d", name, size, HEAD);
  const uint32_t count = bits_at(data + HEAD - 4);
  const uint64_t needed = HEAD + RECORD * (uint64_t)count;
  if (count > DCM_MOST_TRIANGLES && needed == size)
    return too_many(name, count, error);
  if (size < needed)
    return dcm_fail(
        error,
        "%s ends after byte %zu; the %u triangles that byte 81 announces need %llu: the "
        "file was cut off, or it is no binary STL",
        name, size, count, (unsigned long long)needed);
  if (size > needed)
    return dcm_fail(error,
                    "%s has %zu bytes, and the %u triangles that byte 81 announces need %llu: the "
                    "file is damaged, or it is no binary STL",
                    name, size, count, (unsigned long long)needed);
  for (uint32_t t = 0; t < count; t++) {
    const size_t place = HEAD + RECORD * (size_t)t + NORMAL;
    double corners[9];
    for (int k = 0; k < 9; k++) {
      const uint32_t bits = bits_at(data + place + 4 * (size_t)k);
      float single;
      memcpy(&single, &bits, sizeof single);
      if (!isfinite(single))
        return dcm_fail(error, "%s, byte %zu: triangle %u has the coordinate %g; it must be finite",
                        name, place + 4 * (size_t)k + 1, t + 1, (double)single);
      corners[k] = (double)single;
    }
    if (add(triangles, corners, name, error) != DCM_OK)
      return DCM_ERROR;
  }
  return DCM_OK;
}

/* ----------------------------------------------------------------------------------- ASCII STL */

static int32_t expect(dcm_scan *scan, const char *word) {
  dcm_word found;
  if (!dcm_scan_any(scan, &found))
    return dcm_scan_fail(scan, "the file ends where '%s' should be: it was cut off", word);
  if (!dcm_word_is(found, word))
    return dcm_scan_fail(scan, "'%s' should be '%s'", dcm_word_show(found).text, word);
  return DCM_OK;
}

/** From behind the word facet. Its normal may be anything of three words. */
static int32_t read_facet(dcm_scan *scan, double corners[9]) {
  dcm_word skipped;
  if (expect(scan, "normal") != DCM_OK)
    return DCM_ERROR;
  for (int c = 0; c < 3; c++)
    if (!dcm_scan_word(scan, &skipped))
      return dcm_scan_fail(scan, "a normal has three numbers");
  if (expect(scan, "outer") != DCM_OK || expect(scan, "loop") != DCM_OK)
    return DCM_ERROR;
  for (int k = 0; k < 3; k++) {
    if (expect(scan, "vertex") != DCM_OK)
      return DCM_ERROR;
    for (int c = 0; c < 3; c++)
      if (dcm_scan_number(scan, "a coordinate", &corners[3 * k + c]) != DCM_OK)
        return DCM_ERROR;
  }
  return expect(scan, "endloop") == DCM_OK ? expect(scan, "endfacet") : DCM_ERROR;
}

static int32_t read_ascii(dcm_scan *scan, dcm_triangles *triangles) {
  int is_open = 0; /* between solid and endsolid */
  for (dcm_word word; dcm_scan_any(scan, &word);) {
    double corners[9];
    if (dcm_word_is(word, is_open ? "endsolid" : "solid")) {
      is_open = !is_open;
      dcm_scan_line(scan); /* the name of the solid */
    } else if (is_open && dcm_word_is(word, "facet")) {
      if (read_facet(scan, corners) != DCM_OK ||
          add(triangles, corners, scan->name, scan->error) != DCM_OK)
        return DCM_ERROR;
    } else
      return dcm_scan_fail(scan, "'%s' should be %s", dcm_word_show(word).text,
                           is_open ? "'facet' or 'endsolid'" : "'solid'");
  }
  if (is_open)
    return dcm_scan_fail(scan, "the file ends without 'endsolid': it was cut off");
  return DCM_OK;
}

/* ----------------------------------------------------------------------------------------- OBJ */

typedef struct vertices {
  double *at; /* [count][3] */
  size_t count, room;
} vertices;

static int32_t read_vertex(dcm_scan *scan, vertices *v) {
  double *all = dcm_with_room(v->at, &v->room, v->count + 1, 3 * sizeof *all);
  if (!all)
    return dcm_scan_fail(scan, "out of memory after %zu vertices", v->count);
  v->at = all;
  for (int c = 0; c < 3; c++)
    if (dcm_scan_number(scan, "a coordinate", &v->at[3 * v->count + c]) != DCM_OK)
      return DCM_ERROR;
  v->count++;
  return DCM_OK;
}

/** The vertex that a corner of a face names: its number, from the end if below 0, up to a slash.
 */
static int32_t read_corner(const dcm_scan *scan, dcm_word word, const vertices *v, size_t *index) {
  const int negative = word.length > 0 && word.begin[0] == '-';
  size_t n = (size_t)negative, number = 0;
  for (; n < word.length && word.begin[n] >= '0' && word.begin[n] <= '9'; n++)
    if (number <= v->count) /* beyond that it only grows */
      number = 10 * number + (size_t)(word.begin[n] - '0');
  if (n == (size_t)negative || (n < word.length && word.begin[n] != '/'))
    return dcm_scan_fail(scan, "'%s' should be the number of a vertex", dcm_word_show(word).text);
  if (number < 1 || number > v->count)
    return dcm_scan_fail(scan, "there is no vertex '%s': there are %zu until here",
                         dcm_word_show(word).text, v->count);
  *index = negative ? v->count - number : number - 1;
  return DCM_OK;
}

/** The next word of a line that a backslash may continue. */
static int next_word(dcm_scan *scan, dcm_word *word) {
  while (dcm_scan_word(scan, word)) {
    if (word->length != 1 || word->begin[0] != '\\')
      return 1;
    if (!dcm_scan_line(scan))
      return 0;
  }
  return 0;
}

/** A face, and room for the next one. */
typedef struct face {
  dcm_vector *corners;
  uint32_t (*triangles)[3]; /* numbers of corners */
  size_t room, triangle_room;
} face;

static int32_t add_corner(dcm_scan *scan, face *f, size_t count, dcm_vector corner) {
  dcm_vector *corners = dcm_with_room(f->corners, &f->room, count + 1, sizeof *corners);
  f->corners = corners ? corners : f->corners;
  uint32_t(*triangles)[3] =
      dcm_with_room(f->triangles, &f->triangle_room, count + 1, sizeof *triangles);
  f->triangles = triangles ? triangles : f->triangles;
  if (!corners || !triangles || count >= DCM_MOST_TRIANGLES)
    return dcm_scan_fail(scan, "out of memory after %zu corners of a face", count);
  corners[count] = corner;
  return DCM_OK;
}

static int32_t read_face(dcm_scan *scan, const vertices *v, face *f, dcm_triangles *triangles) {
  size_t count = 0, index = 0;
  const dcm_scan begin = *scan; /* the line of messages about the face */
  for (dcm_word word; next_word(scan, &word); count++) {
    if (word.begin[0] == '#')
      break;
    if (read_corner(scan, word, v, &index) != DCM_OK ||
        add_corner(scan, f, count, dcm_vector_at(v->at + 3 * index)) != DCM_OK)
      return DCM_ERROR;
  }
  if (count < 3)
    return dcm_scan_fail(scan, "a face has at least three vertices; this one has %zu", count);
  const char *wrong = cut_polygon(f->corners, (uint32_t)count, f->triangles);
  if (wrong)
    return dcm_scan_fail(&begin, "this face %s", wrong);
  for (size_t t = 0; t + 2 < count; t++) {
    double corners[9];
    for (int k = 0; k < 3; k++)
      dcm_vector_put(corners + 3 * k, f->corners[f->triangles[t][k]]);
    if (add(triangles, corners, scan->name, scan->error) != DCM_OK)
      return DCM_ERROR;
  }
  return DCM_OK;
}

/** Whether a line that begins with this word has nothing to do with triangles. */
static int is_skipped(dcm_word word) {
  static const char *const words[] = {"vn", "vt",     "vp",     "g",     "o",   "s", "l",
                                      "p",  "usemtl", "mtllib", "bevel", "lod", "mg"};
  for (size_t n = 0; n < sizeof words / sizeof words[0]; n++)
    if (dcm_word_is(word, words[n]))
      return 1;
  return word.begin[0] == '#';
}

static int32_t read_obj(dcm_scan *scan, dcm_triangles *triangles) {
  vertices v = {NULL, 0, 0};
  face f = {NULL, NULL, 0, 0};
  int32_t status = DCM_OK;
  for (dcm_word word; status == DCM_OK && dcm_scan_any(scan, &word);) {
    if (dcm_word_is(word, "v"))
      status = read_vertex(scan, &v);
    else if (dcm_word_is(word, "f"))
      status = read_face(scan, &v, &f, triangles);
    else if (!is_skipped(word))
      status = dcm_scan_fail(scan,
                             "'%s' begins no line of an OBJ file that is known, and an STL file "
                             "begins with 'solid' or is binary",
                             dcm_word_show(word).text);
    dcm_scan_line(scan);
  }
  free(v.at);
  free(f.corners);
  free(f.triangles);
  return status;
}

/* ------------------------------------------------------------------------------------ any file */

/** The format of a file that is none of those that are read, by its beginning; NULL: not known. */
static const char *other_format(const char *text, size_t size) {
  static const char *const begins[][2] = {{"# vtk", "VTK"},    {"<?xml", "VTK, or another XML"},
                                          {"<VTKFile", "VTK"}, {"ply", "PLY"},
                                          {"OFF", "OFF"},      {"ISO-10303", "STEP"}};
  for (size_t n = 0; n < sizeof begins / sizeof begins[0]; n++) {
    const size_t length = strlen(begins[n][0]);
    if (size > length && memcmp(text, begins[n][0], length) == 0 &&
        !(text[length] >= 'a' && text[length] <= 'z'))
      return begins[n][1];
  }
  return NULL;
}

int32_t dcm_triangles_read(const void *data, size_t size, const char *name,
                           dcm_triangles *triangles, dcm_error *error) {
  const char *text = data;
  if (size == 0)
    return dcm_fail(error, "%s is empty", name);
  const int fits =
      size >= HEAD &&
      size == HEAD + RECORD * (uint64_t)bits_at((const unsigned char *)data + HEAD - 4);
  const char *other = fits ? NULL : other_format(text, size);
  if (other)
    return dcm_fail(error, "%s is a file in the format %s; STL and OBJ are read: convert the file",
                    name, other);
  if (fits || memchr(text, '\0', size < 1024 ? size : 1024)) {
    if (read_binary(data, size, name, triangles, error) != DCM_OK)
      return DCM_ERROR;
  } else {
    dcm_scan scan = dcm_scan_of(text, size, name, error);
    dcm_scan ahead = scan;
    dcm_word first = {text, 0};
    dcm_scan_any(&ahead, &first);
    if ((dcm_word_is(first, "solid") ? read_ascii : read_obj)(&scan, triangles) != DCM_OK)
      return DCM_ERROR;
  }
  return triangles->count == 0 ? dcm_fail(error, "%s has no triangles", name) : DCM_OK;
}
