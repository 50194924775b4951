// SPDX-License-Identifier: GPL-2.0-or-later
#include "wall_image.h"

#if __has_include("graphics.h")
#include "graphics.h"
#endif

#include <algorithm>
#include <cmath>

namespace DCM_NS {

#if __has_include("graphics.h")
static const int TRIANGLE = LAMMPS_NS::Graphics::TRI;
#else
static const int TRIANGLE = 2; // in dump_image.cpp alone
#endif

void WallImage::add(dcm_vector a, dcm_vector b, dcm_vector c) {
  // The host lights the side from where the corners go round clockwise.
  corners.push_back({0.0, c.x, c.y, c.z, b.x, b.y, b.z, a.x, a.y, a.z});
}

void WallImage::add_chosen(const WallImage &other,
                           const std::function<bool(const double *)> &is_chosen) {
  for (const auto &of : other.corners) {
    double middle[3];
    for (int d = 0; d < 3; d++)
      middle[d] = (of[1 + d] + of[4 + d] + of[7 + d]) / 3.0;
    if (is_chosen(middle))
      corners.push_back(of);
  }
}

void WallImage::add_parallelogram(dcm_vector corner, dcm_vector edge_1, dcm_vector edge_2) {
  const dcm_vector a = dcm_add(corner, edge_1), b = dcm_add(corner, edge_2);
  add(corner, a, b);
  add(b, a, dcm_add(a, edge_2));
}

int WallImage::show(int type, int *&objects, double **&numbers) {
  kinds.assign(corners.size(), TRIANGLE);
  rows.clear();
  for (auto &triangle : corners) {
    triangle[0] = type;
    rows.push_back(triangle.data());
  }
  objects = kinds.data();
  numbers = rows.data();
  return (int)corners.size();
}

// -------------------------------------------------------------------------- a body, by its points

namespace {

struct Corner {
  dcm_vector at;
  bool inside;
};

/** The surfaces of tetrahedra. */
class Tetrahedra {
public:
  Tetrahedra(WallImage &image, const double *low, const double *high,
             const std::function<bool(const double *)> &inside)
      : picture(image), lo(low), hi(high), is_inside(inside) {}

  bool holds(dcm_vector at) const {
    const double x[3] = {at.x, at.y, at.z};
    return is_inside(x);
  }

  void add(std::array<Corner, 4> t) {
    std::stable_sort(t.begin(), t.end(),
                     [](const Corner &a, const Corner &b) { return a.inside > b.inside; });
    const int count = t[0].inside + t[1].inside + t[2].inside + t[3].inside;
    const dcm_vector outward = dcm_subtract(t[3].at, t[0].at);
    if (count == 1)
      add(outward, crossing(t[0], t[1]), crossing(t[0], t[2]), crossing(t[0], t[3]));
    if (count == 3)
      add(outward, crossing(t[0], t[3]), crossing(t[1], t[3]), crossing(t[2], t[3]));
    if (count == 2) {
      const dcm_vector a = crossing(t[0], t[2]), b = crossing(t[1], t[3]);
      add(outward, a, crossing(t[0], t[3]), b);
      add(outward, a, crossing(t[1], t[2]), b);
    }
  }

private:
  WallImage &picture;
  const double *lo, *hi;
  const std::function<bool(const double *)> &is_inside;

  /** Where the surface crosses the way from a corner inside to one outside, by bisection; in the
   * box. */
  dcm_vector crossing(const Corner &in, const Corner &out) const {
    dcm_vector low = in.at, high = out.at;
    for (int i = 0; i < 16; i++) {
      const dcm_vector middle = dcm_scale(0.5, dcm_add(low, high));
      (holds(middle) ? low : high) = middle;
    }
    return {std::min(std::max(low.x, lo[0]), hi[0]), std::min(std::max(low.y, lo[1]), hi[1]),
            std::min(std::max(low.z, lo[2]), hi[2])};
  }

  void add(dcm_vector outward, dcm_vector a, dcm_vector b, dcm_vector c) {
    const dcm_vector normal = dcm_cross(dcm_subtract(b, a), dcm_subtract(c, a));
    // The host leaves gaps of a pixel between triangles that share an edge, so they overlap.
    const dcm_vector middle = dcm_scale(1.0 / 3.0, dcm_add(a, dcm_add(b, c)));
    for (dcm_vector *corner : {&a, &b, &c})
      *corner = dcm_add_scaled(*corner, 0.15, dcm_subtract(*corner, middle));
    if (dcm_dot(normal, outward) >= 0.0)
      picture.add(a, b, c);
    else
      picture.add(a, c, b);
  }
};

} // namespace

void WallImage::add_body(const double *lo, const double *hi, int cells, int part, int parts,
                         const std::function<bool(const double *)> &is_inside) {
  // Six tetrahedra with the edge from corner 0 to corner 7 of a cell; the bits of a corner's number
  // are its x, y and z.
  static const int cut[6][4] = {{0, 1, 3, 7}, {0, 3, 2, 7}, {0, 2, 6, 7},
                                {0, 6, 4, 7}, {0, 4, 5, 7}, {0, 5, 1, 7}};
  double longest = 0.0;
  for (int d = 0; d < 3; d++)
    longest = std::max(longest, hi[d] - lo[d]);
  const double size = longest / cells;
  int count[3];
  for (int d = 0; d < 3; d++)
    count[d] = (int)ceil((hi[d] - lo[d]) / size) + 1;
  // The grid begins outside of the box, so that a body which fills the box has a surface.
  const auto place = [&](int x, int y, int z) {
    return dcm_vector{lo[0] + (x - 0.5) * size, lo[1] + (y - 0.5) * size, lo[2] + (z - 0.5) * size};
  };
  Tetrahedra tetrahedra(*this, lo, hi, is_inside);
  std::vector<Corner> layers[2];
  for (int z = part; z < count[2]; z += parts) {
    for (int above = 0; above < 2; above++) {
      layers[above].clear();
      for (int y = 0; y <= count[1]; y++)
        for (int x = 0; x <= count[0]; x++)
          layers[above].push_back(
              {place(x, y, z + above), tetrahedra.holds(place(x, y, z + above))});
    }
    for (int y = 0; y < count[1]; y++)
      for (int x = 0; x < count[0]; x++) {
        Corner of_cell[8];
        for (int c = 0; c < 8; c++)
          of_cell[c] = layers[c >> 2][(size_t)(y + (c >> 1 & 1)) * (count[0] + 1) + x + (c & 1)];
        for (const auto &t : cut)
          tetrahedra.add({of_cell[t[0]], of_cell[t[1]], of_cell[t[2]], of_cell[t[3]]});
      }
  }
}

} // namespace DCM_NS
