/* SPDX-License-Identifier: MIT */
/** @file
 * Files of triangles: what is read, what is written, and a sentence for each damage. */
#include <dcm/base.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bodies.h"
#include "numeric/vector.h"
#include "support/check.h"
#include "support/expect.h"
#include "support/run.h"
#include "surface/movement.h"
#include "surface/results.h"

static dcm_triangles read;
static dcm_error error;

static int32_t read_bytes(const void *data, size_t size) {
  dcm_triangles_free(&read);
  error.text[0] = '\0';
  /* A copy of this very size, so that valgrind and sanitizers see what is read beyond. */
  char *copy = malloc(size ? size : 1);
  ck_assert_ptr_nonnull(copy);
  memcpy(copy, data, size);
  const int32_t status = dcm_triangles_read(copy, size, "part", &read, &error);
  free(copy);
  return status;
}

static int32_t read_text(const char *text) {
  return read_bytes(text, strlen(text));
}

#define FACET                                                                                      \
  "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n"

START_TEST(test_ascii) {
  static const char *const texts[] = {
      "solid a part of steel\n" FACET "endsolid a part of steel\n",
      "SOLID\r\nFacet Normal nan nan nan\r\n Outer Loop\r\n\tVertex 0 0 0.0e5\r\nvertex 1. 0 -0\r\n"
      "vertex 0 +1e0 0\r\nendloop\r\nendfacet\r\nendsolid\r\n",
      "\xef\xbb\xbf\n  solid\n" FACET "endsolid",
      "solid x\nendsolid x\nsolid y\n" FACET "endsolid y\n\n",
  };
  for (size_t n = 0; n < sizeof texts / sizeof texts[0]; n++) {
    ck_assert_msg(read_text(texts[n]) == DCM_OK, "%s", error.text);
    ck_assert_uint_eq(read.count, 1);
    const double corners[9] = {0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0};
    for (int k = 0; k < 9; k++)
      ck_assert_double_eq(read.corners[k], corners[k]);
  }
}
END_TEST

/** Numbers of all lengths are those of strtod. */
START_TEST(test_numbers) {
  dcm_random random = dcm_random_stream(0);
  for (int n = 0; n < dcm_test_rounds(20000); n++) {
    char number[64], text[400];
    const double value =
        dcm_log_uniform(&random, 1e-30, 1e30) * (dcm_chance(&random, 0.5) ? -1 : 1);
    snprintf(number, sizeof number, dcm_chance(&random, 0.5) ? "%.*e" : "%.*g",
             (int)dcm_below(&random, 20), value);
    snprintf(text, sizeof text, "v %s 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\n", number);
    ck_assert_msg(read_text(text) == DCM_OK, "%s", error.text);
    ck_assert_double_eq(read.corners[0], strtod(number, NULL));
  }
}
END_TEST

START_TEST(test_obj) {
  ck_assert_msg(read_text("# a pyramid\nmtllib x\no it\nv 0 0 0 1.0\nv 1 0 0 0.5 0.5 0.5\nv 1 1 0\n"
                          "v 0 1 0\nvn 0 0 1\nvt 0 0\ns off\nusemtl y\nf 1/1/1 2//1 3/1 4 # base\n"
                          "v 0 0 1\nf -5 -4 \\\n -1\n") == DCM_OK,
                "%s", error.text);
  ck_assert_uint_eq(read.count, 3);
  const double corners[27] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1,
                              0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
  for (int k = 0; k < 27; k++)
    ck_assert_double_eq(read.corners[k], corners[k]);
}
END_TEST

/** Reads a polygon of count corners in a plane that is turned, begun at a corner. */
static int32_t read_polygon(const double *corners, uint32_t count, uint32_t first, dcm_vector u,
                            dcm_vector v) {
  char text[9000] = "";
  size_t used = 0;
  for (uint32_t k = 0; k < count; k++) {
    const double *c = corners + 2 * ((first + k) % count);
    const dcm_vector at = dcm_add_scaled(dcm_scale(c[0], u), c[1], v);
    used += (size_t)snprintf(text + used, sizeof text - used, "v %.17g %.17g %.17g\n", at.x, at.y,
                             at.z);
  }
  used += (size_t)snprintf(text + used, sizeof text - used, "f");
  for (uint32_t k = 1; k <= count; k++)
    used += (size_t)snprintf(text + used, sizeof text - used, " %u", k);
  return read_text(text);
}

/** Triangles that all go round as a simple polygon does cover it once, and nothing else: their
 * sides add up to its sides. */
static void expect_cover(const double *corners, uint32_t count, dcm_random *random) {
  const dcm_vector n = dcm_random_direction(random);
  const dcm_vector other = dcm_cross(n, dcm_random_direction(random));
  const dcm_vector u = dcm_scale(1.0 / dcm_length(other), other), v = dcm_cross(n, u);
  for (uint32_t first = 0; first < count; first++) {
    ck_assert_msg(read_polygon(corners, count, first, u, v) == DCM_OK, "%s", error.text);
    ck_assert_uint_eq(read.count, count - 2);
    for (uint32_t t = 0; t < read.count; t++) {
      const double *c = read.corners + 9 * (size_t)t;
      const dcm_vector a = dcm_vector_at(c);
      const double area = dcm_dot(n, dcm_cross(dcm_subtract(dcm_vector_at(c + 3), a),
                                               dcm_subtract(dcm_vector_at(c + 6), a)));
      ck_assert_msg(area > -1e-12, "triangle %u of a polygon begun at corner %u has %g", t, first,
                    area);
    }
  }
}

START_TEST(test_polygons) {
  static const double hook[4][2] = {{-5, -5}, {5, -5}, {-4, -4}, {-5, 5}};
  static const double comb[12][2] = {{0, 0}, {9, 0}, {9, 5}, {8, 1}, {7, 1}, {6, 5},
                                     {5, 1}, {4, 1}, {3, 5}, {2, 1}, {1, 1}, {0, 5}};
  /* A square with a hole, joined by a side to and fro; and with corners in the midst of a side. */
  static const double frame[10][2] = {{0, 0}, {4, 0}, {4, 4}, {0, 4}, {0, 0},
                                      {1, 1}, {1, 3}, {3, 3}, {3, 1}, {1, 1}};
  static const double step[8][2] = {{0, 0}, {1, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}, {0, 1}};
  dcm_random random = dcm_random_stream(0);
  expect_cover(hook[0], 4, &random);
  expect_cover(comb[0], 12, &random);
  expect_cover(frame[0], 10, &random);
  expect_cover(step[0], 8, &random);
  for (int n = 0; n < dcm_test_rounds(100); n++) {
    double star[40][2];
    const uint32_t count = 4 + dcm_below(&random, 37);
    for (uint32_t k = 0; k < count; k++) {
      const double radius = dcm_log_uniform(&random, 0.1, 10.0), angle = 2.0 * DCM_PI * k / count;
      star[k][0] = radius * cos(angle);
      star[k][1] = radius * sin(angle);
    }
    expect_cover(star[0], count, &random);
  }
}
END_TEST

/** Damaged texts, and the message for each. */
static const struct {
  const char *text, *told;
} damaged[] = {
    {"", "part is empty"},
    {"\n\n", "part has no triangles"},
    {"solid\n", "part:2: the file ends without 'endsolid'"},
    {"solid\nendsolid\n", "part has no triangles"},
    {"solid\n" FACET, "part:9: the file ends without 'endsolid'"},
    {"solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\n",
     "part:5: the file ends where 'vertex'"},
    {"solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0\n",
     "part:4: the line ends where a coordinate"},
    {"solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 nan\n", "part:4: a coordinate is 'nan'"},
    {"solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 1e999\n",
     "part:4: a coordinate is '1e999'"},
    {"solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 1,5\n",
     "part:4: '1,5' should be a coordinate"},
    {"solid\nfacet normal 0 0\nouter loop\n", "part:2: a normal has three numbers"},
    {"solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nvertex 1 1 "
     "0\n",
     "part:7: 'vertex' should be 'endloop'"},
    {"solid\nfacette\n", "part:2: 'facette' should be 'facet' or 'endsolid'"},
    {"solid\n" FACET "endsolid\n" FACET, "part:10: 'facet' should be 'solid'"},
    {"ply\nformat ascii 1.0\n", "part is a file in the format PLY"},
    {"plyx\nformat ascii 1.0\n", "part:1: 'plyx' begins no line of an OBJ file"},
    {"v 0 0 0\nv 1 0 0\nf 1 2 3\n", "part:3: there is no vertex '3': there are 2"},
    {"v 0 0 0\nv 1 0 0\nf 1 2 -3\n", "part:3: there is no vertex '-3'"},
    {"v 0 0 0\nv 1 0 0\nf 1 2 0\n", "part:3: there is no vertex '0'"},
    {"v 0 0 0\nv 1 0 0\nf 1 2\n", "part:3: a face has at least three vertices; this one has 2"},
    {"v 0 0 0\nf 1 x 2\n", "part:2: 'x' should be the number of a vertex"},
    {"v 0 0 0\nf 1 1 99999999999999999999\n", "part:2: there is no vertex '99999999999999999999'"},
    {"v 0 0 0\nv 1 1 0\nv 1 0 0\nv 0 1 0\nf 1 2 3 4\n",
     "part:5: this face has sides that cross each other"},
    {"v 0 0 0\nv 3 3 0\nv 3 0 0\nv 1 2 0\nf 1 2 3 4\n", "part:5: this face has sides that cross"},
    {"v 0 3 0\nv 2 -3 0\nv -3 1 0\nv 3 1 0\nv -2 -3 0\n\nf 1 2 3 4 5\n",
     "part:7: this face has sides that cross each other"},
    {"v 0 0 0\nv 3 0 0\nv -2 3 0\nv -2 -3 0\nv 4 -1 0\nv 0 5 0\nf 1 2 3 4 5 6\n",
     "part:7: this face has sides that cross each other"},
    {"v 0 0 0\nv 3 4 0\nv 0 5 0\nv 5 0 0\nv 2 7 0\nf 1 2 3 4 5\n",
     "part:6: this face has sides that cross"},
    {"v -5 -5 0\nv -4 -4 1\nv 5 -5 0\nv 4 5 0\nf 3 4 1 2\n",
     "part:5: this face is concave, and its corners are not in one plane: divide it"},
    {"# vtk DataFile Version 2.0\nplate\nASCII\n",
     "part is a file in the format VTK; STL and OBJ are read"},
    {"<?xml version=\"1.0\"?>\n<VTKFile>\n", "part is a file in the format VTK"},
    {"v 0 0\n", "part:1: the line ends where a coordinate should be"},
};

START_TEST(test_damaged) {
  ck_assert_int_eq(read_text(damaged[_i].text), DCM_ERROR);
  expect_part(error.text, damaged[_i].told);
}
END_TEST

/** A line of a megabyte, and a file that ends anywhere. */
START_TEST(test_lines) {
  const size_t size = 1 << 20;
  char *text = malloc(size + 1);
  ck_assert_ptr_nonnull(text);
  memset(text, 'x', size);
  memcpy(text, "solid\n", 6);
  text[size] = '\0';
  ck_assert_int_eq(read_text(text), DCM_ERROR);
  expect_parts(error.text, "part:2: 'xxx", "...' should be");
  memset(text, ' ', size);
  memcpy(text, "solid ", 6);
  const char rest[] = "\n" FACET "endsolid\n";
  memcpy(text + size - strlen(rest), rest, strlen(rest));
  ck_assert_msg(read_text(text) == DCM_OK, "%s", error.text);
  free(text);
  static const char whole[] = "solid\n" FACET "endsolid\n";
  for (size_t length = 0; length < strlen(whole) - 1; length++) {
    const int32_t status = read_bytes(whole, length);
    ck_assert_int_eq(status, DCM_ERROR);
    ck_assert_uint_gt(strlen(error.text), 10);
  }
}
END_TEST

/* -------------------------------------------------------------------------------------- binary */

/** The lowest byte first. */
static void put_bits(char *to, uint32_t bits) {
  for (int n = 0; n < 4; n++)
    to[n] = (char)(bits >> 8 * n);
}

static size_t write_binary(const dcm_triangles *body, char *bytes) {
  size_t size = 84;
  memset(bytes, 0, size + 50 * body->count);
  put_bits(bytes + 80, body->count);
  for (uint32_t t = 0; t < body->count; t++, size += 50)
    for (int k = 0; k < 9; k++) {
      const float single = (float)body->corners[9 * (size_t)t + k];
      uint32_t bits;
      memcpy(&bits, &single, sizeof bits);
      put_bits(bytes + size + 12 + 4 * k, bits);
    }
  return size;
}

START_TEST(test_binary) {
  char bytes[84 + 12 * 50 + 2];
  dcm_triangles box = body_box(dcm_vector_of(0.5, 0.25, 2.0), 1);
  const size_t size = write_binary(&box, bytes);
  ck_assert_uint_eq(size, 84 + 12 * 50);
  /* A header that begins as an ASCII file does. */
  memcpy(bytes, "solid", 5);
  ck_assert_msg(read_bytes(bytes, size) == DCM_OK, "%s", error.text);
  ck_assert_uint_eq(read.count, 12);
  ck_assert_int_eq(memcmp(read.corners, box.corners, 12 * 9 * sizeof(double)), 0);
  for (size_t length = 0; length < size; length++)
    ck_assert_int_eq(read_bytes(bytes, length), DCM_ERROR);
  ck_assert_int_eq(read_bytes(bytes, size - 1), DCM_ERROR);
  expect_parts(error.text, "part ends after byte 683", "12 triangles", "684");
  ck_assert_int_eq(read_bytes(bytes, size + 2), DCM_ERROR);
  expect_parts(error.text, "part has 686 bytes", "684");
  memset(bytes + 80, 0xff, 4);
  ck_assert_int_eq(read_bytes(bytes, size), DCM_ERROR);
  expect_parts(error.text, "4294967295 triangles", "214748364834");
  memcpy(bytes + 80, "\x0c\0\0\0", 4);
  memset(bytes + 84 + 50 + 12 + 4, 0xff, 4);
  ck_assert_int_eq(read_bytes(bytes, size), DCM_ERROR);
  expect_parts(error.text, "part, byte 151: triangle 2", "nan");
  dcm_triangles_free(&box);
}
END_TEST

/** Numbers of an ASCII file are read again to the bit. */
START_TEST(test_written) {
  dcm_random random = dcm_random_stream(0);
  dcm_triangles body = body_hills(&random, 10, 0.1);
  FILE *stream = tmpfile();
  ck_assert_ptr_nonnull(stream);
  ck_assert_int_eq(dcm_triangles_write_stl(&body, "hills", stream), DCM_OK);
  const size_t size = (size_t)ftell(stream);
  char *text = malloc(size);
  ck_assert_ptr_nonnull(text);
  rewind(stream);
  ck_assert_uint_eq(fread(text, 1, size, stream), size);
  fclose(stream);
  ck_assert_ptr_null(memchr(text, ',', size));
  ck_assert_msg(read_bytes(text, size) == DCM_OK, "%s", error.text);
  ck_assert_uint_eq(read.count, body.count);
  ck_assert_int_eq(memcmp(read.corners, body.corners, 9 * body.count * sizeof(double)), 0);
  free(text);
  dcm_triangles_free(&body);
}
END_TEST

/** Scaled, moved and turned; quarter turns about an axis are exact. */
START_TEST(test_placed) {
  dcm_triangles body = {0};
  body_add(&body, dcm_vector_of(1.0, 2.0, 3.0), dcm_vector_of(0.1, 0.2, 0.3),
           dcm_vector_of(0, 0, 1));
  const double by[3] = {1.0, -1.0, 0.5}, z[3] = {0.0, 0.0, 2.0}, x[3] = {3.0, 0.0, 0.0};
  dcm_triangles_scale(&body, 2.0);
  dcm_triangles_rotate(&body, z, 90.0);
  const double turned[9] = {-4.0, 2.0, 6.0, -0.4, 0.2, 0.6, 0.0, 0.0, 2.0};
  for (int k = 0; k < 9; k++)
    ck_assert_double_eq(body.corners[k], turned[k]);
  dcm_triangles_rotate(&body, x, -540.0);
  dcm_triangles_move(&body, by);
  const double moved[9] = {-3.0, -3.0, -5.5, 0.6, -1.2, -0.1, 1.0, -1.0, -1.5};
  for (int k = 0; k < 9; k++)
    ck_assert_double_eq_tol(body.corners[k], moved[k], 1e-16);
  dcm_triangles_free(&body);
}
END_TEST

/* ----------------------------------------------------------------------------------------- VTK */

START_TEST(test_vtk) {
  dcm_triangles body = {0};
  body_add(&body, dcm_vector_of(0, 0, 0), dcm_vector_of(1, 0, 0), dcm_vector_of(0, 1, 0));
  dcm_surface *s = body_surface(&body, NULL);
  const double wear[] = {1.0}, stress[] = {0.0, 0.0, -1.0};
  const dcm_vtk_field fields[] = {{"wear", 1, wear}, {"stress", 3, stress}};
  char text[4000] = "";
  FILE *stream = fmemopen(text, sizeof text, "w");
  ck_assert_ptr_nonnull(stream);
  ck_assert_int_eq(dcm_vtk_write(s, NULL, fields, 2, stream), DCM_OK);
  fclose(stream);
  /* 8 bytes of the size, 8, and the double 1 = 00 00 00 00 00 00 f0 3f. */
  /* Before them the vertices 0, 2, 1, which are sorted by place; and the offset 3. */
  expect_parts(text, "<Piece NumberOfPoints=\"3\"", "NumberOfPolys=\"1\"", "Name=\"connectivity\"",
               "\nGAAAAAAAAAAAAAAAAAAAAAIAAAAAAAAAAQAAAAAAAAA=\n", "Name=\"offsets\"",
               "\nCAAAAAAAAAADAAAAAAAAAA==\n", "<CellData>",
               "Name=\"wear\" NumberOfComponents=\"1\"", "\nCAAAAAAAAAAAAAAAAADwPw==\n",
               "Name=\"stress\" NumberOfComponents=\"3\"",
               "\nGAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA8L8=\n", "</VTKFile>");
  const char *const files[] = {"a<b.vtp", "c.vtp"};
  const double times[] = {0.0, 0.1};
  memset(text, 0, sizeof text);
  stream = fmemopen(text, sizeof text, "w");
  const int64_t end = dcm_vtk_write_series(files, times, 1, 0, stream);
  ck_assert_int_eq(fseek(stream, (long)end, SEEK_SET), 0);
  ck_assert_int_gt(dcm_vtk_write_series(files + 1, times + 1, 1, 1, stream), end);
  fclose(stream);
  expect_parts(text, "type=\"Collection\"", "timestep=\"0\" part=\"0\" file=\"a&lt;b.vtp\"",
               "timestep=\"0.10000000000000001\" part=\"0\" file=\"c.vtp\"",
               "\n</Collection>\n</VTKFile>\n");
  ck_assert_ptr_eq(strstr(strstr(text, "</VTKFile>") + 1, "</VTKFile>"), NULL);
  body_end(s, &body);
}
END_TEST

int main(void) {
  TCase *files = tcase_create("files");
  tcase_add_test(files, test_ascii);
  tcase_add_test(files, test_numbers);
  tcase_add_test(files, test_obj);
  tcase_add_test(files, test_polygons);
  tcase_add_loop_test(files, test_damaged, 0, sizeof damaged / sizeof damaged[0]);
  tcase_add_test(files, test_lines);
  tcase_add_test(files, test_binary);
  tcase_add_test(files, test_written);
  tcase_add_test(files, test_placed);
  tcase_add_test(files, test_vtk);
  TCase *comma = tcase_create("comma");
  tcase_add_checked_fixture(comma, dcm_take_comma, dcm_leave_comma);
  tcase_add_test(comma, test_ascii);
  tcase_add_test(comma, test_obj);
  tcase_add_test(comma, test_written);
  tcase_add_test(comma, test_vtk);
  return dcm_run_cases((TCase *[]){files, comma}, 2);
}
