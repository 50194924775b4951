/* SPDX-License-Identifier: MIT */
/** @file
 * Cuts polygons into triangles. For the files of this folder alone. */
#ifndef DCM_SURFACE_POLYGON_H
#define DCM_SURFACE_POLYGON_H

#include <stdint.h>

#include "numeric/vector.h"

/** Most corners of a concave polygon: the work grows faster than their square. */
#define DCM_MOST_CONCAVE_CORNERS 1000

/** Cuts a polygon into count - 2 triangles that go round as the polygon does.
 *
 * They are a fan about the first corner where all triangles of the fan go round so, as in convex
 * polygons; else ears are cut off (G. H. Meisters, American Mathematical Monthly 82 (1975) 648).
 * @param corners   [count] at least 3
 * @param triangles [count - 2][3] receives numbers of corners
 * @return NULL, or why that cannot be: "has sides that ..." */
const char *dcm_polygon_cut(const dcm_vector *corners, uint32_t count, uint32_t (*triangles)[3]);

#endif
