/* SPDX-License-Identifier: MIT */
/** @file
 * VTK's XML formats: VTK User's Guide, chapter "VTK XML formats". An array in the file is its size
 * in bytes as 32 or 64 bits, here 64, and its numbers, in base64 together; the lowest byte comes
 * first. */
#include "surface/results.h"

#include <dcm/base.h>
#include <string.h>

#include "runtime/error.h"
#include "surface/body.h"

/** Writes bytes as base64 (RFC 4648). */
typedef struct encoder {
  FILE *stream;
  unsigned char waiting[3];
  int count;
} encoder;

static void flush(encoder *e) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  if (e->count == 0)
    return;
  for (int n = e->count; n < 3; n++)
    e->waiting[n] = 0;
  const uint32_t bits =
      (uint32_t)e->waiting[0] << 16 | (uint32_t)e->waiting[1] << 8 | e->waiting[2];
  for (int n = 0; n < 4; n++)
    putc(n <= e->count ? digits[bits >> (18 - 6 * n) & 63u] : '=', e->stream);
  e->count = 0;
}

/** So many bytes of a number, the lowest first. */
static void put_bits(encoder *e, uint64_t bits, int bytes) {
  for (int n = 0; n < bytes; n++) {
    e->waiting[e->count++] = (unsigned char)(bits >> 8 * n);
    if (e->count == 3)
      flush(e);
  }
}

static void put_double(encoder *e, double number) {
  uint64_t bits;
  memcpy(&bits, &number, sizeof bits);
  put_bits(e, bits, 8);
}

static void begin_array(encoder *e, const char *type, const char *name, uint32_t components,
                        uint64_t bytes) {
  fprintf(e->stream,
          "<DataArray type=\"%s\" Name=\"%s\" NumberOfComponents=\"%u\" format=\"binary\">\n", type,
          name, components);
  put_bits(e, bytes, 8);
}

static void end_array(encoder *e) {
  flush(e);
  fputs("\n</DataArray>\n", e->stream);
}

static dcm_vector place_in_space(const dcm_surface *s, const dcm_rigid *body, uint32_t vertex) {
  const dcm_vector at = vertex_of(s, vertex);
  return body ? dcm_rigid_place(body, at) : at;
}

static void write_geometry(encoder *e, const dcm_surface *s, const dcm_rigid *body) {
  const uint64_t triangles = s->triangle_count;
  fputs("<Points>\n", e->stream);
  begin_array(e, "Float64", "points", 3, 24 * (uint64_t)s->vertex_count);
  for (uint32_t v = 0; v < s->vertex_count; v++) {
    const dcm_vector at = place_in_space(s, body, v);
    put_double(e, at.x);
    put_double(e, at.y);
    put_double(e, at.z);
  }
  end_array(e);
  fputs("</Points>\n<Polys>\n", e->stream);
  begin_array(e, "Int64", "connectivity", 1, 24 * triangles);
  for (uint32_t t = 0; t < s->triangle_count; t++) {
    uint32_t v[3];
    dcm_surface_triangle(s, t, v);
    for (int n = 0; n < 3; n++)
      put_bits(e, v[n], 8);
  }
  end_array(e);
  begin_array(e, "Int64", "offsets", 1, 8 * triangles);
  for (uint64_t t = 1; t <= triangles; t++)
    put_bits(e, 3 * t, 8);
  end_array(e);
  fputs("</Polys>\n", e->stream);
}

int32_t dcm_vtk_write(const dcm_surface *surface, const dcm_rigid *body,
                      const dcm_vtk_field *fields, uint32_t field_count, FILE *stream) {
  encoder e = {stream, {0}, 0};
  fprintf(stream,
          "<?xml version=\"1.0\"?>\n"
          "<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"LittleEndian\" "
          "header_type=\"UInt64\">\n"
          "<PolyData>\n<Piece NumberOfPoints=\"%u\" NumberOfVerts=\"0\" NumberOfLines=\"0\" "
          "NumberOfStrips=\"0\" NumberOfPolys=\"%u\">\n",
          surface->vertex_count, surface->triangle_count);
  write_geometry(&e, surface, body);
  fputs("<CellData>\n", stream);
  for (uint32_t f = 0; f < field_count; f++) {
    const uint64_t count = (uint64_t)fields[f].components * surface->triangle_count;
    begin_array(&e, "Float64", fields[f].name, fields[f].components, 8 * count);
    for (uint64_t n = 0; n < count; n++)
      put_double(&e, fields[f].values[n]);
    end_array(&e);
  }
  fputs("</CellData>\n</Piece>\n</PolyData>\n</VTKFile>\n", stream);
  return ferror(stream) ? DCM_ERROR : DCM_OK;
}

/** A text as the value of an attribute. */
static void write_escaped(const char *text, FILE *stream) {
  for (; *text; text++)
    if (*text == '&')
      fputs("&amp;", stream);
    else if (*text == '<')
      fputs("&lt;", stream);
    else if (*text == '"')
      fputs("&quot;", stream);
    else
      putc(*text, stream);
}

int64_t dcm_vtk_write_series(const char *const *files, const double *times, uint32_t count,
                             int goes_on, FILE *stream) {
  if (!goes_on)
    fputs("<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\">\n<Collection>\n",
          stream);
  for (uint32_t n = 0; n < count; n++) {
    dcm_text_write(stream, "<DataSet timestep=\"%.17g\" part=\"0\" file=\"", times[n]);
    write_escaped(files[n], stream);
    fputs("\"/>\n", stream);
  }
  const long end = ftell(stream);
  fputs("</Collection>\n</VTKFile>\n", stream);
  return ferror(stream) ? -1 : end;
}

int32_t dcm_surface_triangles(const dcm_surface *surface, const dcm_rigid *body,
                              dcm_triangles *triangles) {
  for (uint32_t t = 0; t < surface->triangle_count; t++) {
    uint32_t v[3];
    double corners[9];
    dcm_surface_triangle(surface, t, v);
    for (int n = 0; n < 3; n++)
      dcm_vector_put(corners + 3 * n, place_in_space(surface, body, v[n]));
    if (dcm_triangles_add(triangles, corners) != DCM_OK)
      return DCM_ERROR;
  }
  return DCM_OK;
}
