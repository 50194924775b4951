/* SPDX-License-Identifier: MIT */
/** @file
 * The readers of triangles and of motions, and surfaces and contacts of whatever they read. */
#include <dcm/base.h>
#include <math.h>
#include <string.h>

#include "fuzz/fuzz.h"
#include "surface/minima.h"
#include "surface/movement.h"

static void look_around(const dcm_surface *s, const dcm_surface_options *options,
                        const dcm_triangles *triangles) {
  const dcm_surface_summary *told = dcm_surface_summary_of(s);
  dcm_surface_search search = {0};
  char line[200];
  uint32_t pair[2];
  dcm_surface_describe(s, line, sizeof line);
  dcm_surface_self_intersections(s, 1000, pair);
  dcm_surface_sheets(s, 0.1 * told->extent, 1000, pair);
  for (uint32_t t = 0; t < triangles->count && t < 20; t++)
    for (int corner = 0; corner < 9; corner += 3) {
      const double *at = triangles->corners + 9 * (size_t)t + corner;
      const double centre[3] = {at[0], at[1], at[2] + 0.1 * corner * told->extent};
      const double range = 0.7 * told->extent;
      uint32_t features[2] = {0, t}, goes_on[2];
      if (dcm_surface_find_contacts(&search, s, centre, range, NULL, 0) != DCM_OK)
        continue;
      const uint32_t count = search.count, *near;
      const double close = range * (1.0 - 1e-9);
      if (dcm_surface_find_near(&search, s, centre, close, &near) < 0)
        continue;
      /* One that sees outsides alone may have insides near. */
      fuzz_promise(options->one_sided || count > 0 || search.near_square >= close * close);
      for (uint32_t k = 0; k < search.count; k++) {
        const dcm_surface_contact *contact = &search.contacts[k];
        const double *d = contact->direction;
        fuzz_promise(contact->feature < dcm_surface_feature_count(s));
        fuzz_promise(contact->distance >= 0.0 && contact->distance < range);
        fuzz_promise(fabs(d[0] * d[0] + d[1] * d[1] + d[2] * d[2] - 1.0) < 1e-9);
        fuzz_promise(dcm_surface_triangle_of(s, contact->feature) < dcm_surface_triangle_count(s));
      }
      const dcm_vector image = dcm_vector_of(at[1], at[0], at[2]);
      const dcm_surface_images images = {&image, 1};
      dcm_surface_follow(&search, s, features, 2, &images, goes_on);
    }
  dcm_surface_search_free(&search);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  dcm_triangles triangles = {0};
  dcm_movement_table table = {0};
  dcm_error error = {{0}};
  if (dcm_triangles_read(data, size, "input", &triangles, &error) == DCM_OK) {
    const dcm_surface_options options = {size % 2 ? 0.0 : -1.0, size % 3 ? 20.0 : 0.0,
                                         size % 5 == 0};
    dcm_surface *s = dcm_surface_create(&triangles, &options, &error);
    if (s)
      look_around(s, &options, &triangles);
    else
      fuzz_promise(error.text[0]);
    dcm_surface_destroy(s);
  } else
    fuzz_promise(error.text[0]);
  dcm_triangles_free(&triangles);
  if (dcm_movement_table_read(data, size, "input", &table, &error) == DCM_OK)
    for (uint32_t r = 0; r < table.count; r++)
      fuzz_promise(isfinite(table.rows[5 * (size_t)r]));
  dcm_movement_table_free(&table);
  return 0;
}
