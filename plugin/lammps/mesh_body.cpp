// SPDX-License-Identifier: GPL-2.0-or-later
#include "mesh_body.h"

#include "grain_shapes.h"

#include "common/host.h"

#include "host_services.h"

#include "atom.h"
#include "domain.h"

#include <algorithm>
#include <climits>
#include <cmath>
#include <limits>

using namespace LAMMPS_NS;

namespace DCM_NS {

// Way of a grain, in shares of its range, after which the parts that the grain may touch are found
// anew.
static const double PART_MARGIN = 0.05;

// Triangles are listed so many times as far as they are asked for, so that the list of a grain that
// has hardly moved in the frame of the body serves the next search, too.
static const double COVERED = 1.1;

// --------------------------------------------------------------------------------------- input

int MeshBody::read(int next, int narg, char **arg) {
  if (narg <= next)
    stop(lmp, here() + "needs the name of a file of triangles: fix ID group " + fix.style +
                  " <wall type> <file>");
  path_of_file = arg[next];
  const std::vector<char> bytes = read_shared_file(lmp, here(), path_of_file);
  dcm_error reason;
  if (dcm_triangles_read(bytes.data(), bytes.size(), path_of_file.c_str(), &from_file, &reason))
    stop(lmp, here() + reason.text);
  return next + 1;
}

MeshBody::~MeshBody() {
  dcm_triangles_free(&from_file);
  dcm_surface_search_free(&search);
  dcm_surface_cells_free(&cells);
}

Keywords MeshBody::keywords() {
  const auto scale = [this](WordReader &words) {
    const double factor = words.number("a factor");
    if (!(factor > 0.0))
      words.refuse("takes a factor that", "must be greater than 0");
    dcm_triangles_scale(&from_file, factor);
  };
  const auto move_by = [this](WordReader &words) {
    double by[3];
    words.vector("a distance", by);
    dcm_triangles_move(&from_file, by);
  };
  const auto rotate = [this](WordReader &words) {
    double axis[3];
    words.direction("an axis", axis);
    dcm_triangles_rotate(&from_file, axis, words.number("an angle in degrees"));
  };
  const auto weld = [this](WordReader &words) {
    options.weld = words.number("a distance");
    if (!(options.weld >= 0.0))
      words.refuse("takes a distance that", "must be 0 or greater");
  };
  const auto flat = [this](WordReader &words) {
    options.flat = words.number("an angle in degrees");
    if (!(options.flat >= 0.0 && options.flat <= 90.0))
      words.refuse("takes an angle that", "must be from 0 to 90 degrees");
  };
  const auto sides = [this](WordReader &words) {
    const std::string which = words.word("one or two");
    if (which != "one" && which != "two")
      words.refuse("takes", "one or two");
    options.one_sided = which == "one";
  };
  return {{"scale", scale},     {"move", move_by},    {"rotate", rotate},
          {"weld", weld, true}, {"flat", flat, true}, {"sides", sides, true}};
}

void MeshBody::make() {
  dcm_error reason;
  made.reset(dcm_surface_create(&from_file, &options, &reason));
  if (!made)
    stop(lmp, here() + path_of_file + ": " + reason.text);
  dcm_triangles_free(&from_file);
  if (dcm_surface_feature_count(made.get()) > INT_MAX)
    stop(lmp, here() + path_of_file + " has " + std::to_string(triangles()) +
                  " triangles, which are too many: 700 million is the most");
  for (uint32_t v = 0; v < dcm_surface_vertex_count(made.get()); v++) {
    double at[3];
    dcm_surface_vertex(made.get(), v, at);
    farthest = std::max(farthest, dcm_length(dcm_vector_at(at)));
  }
}

// -------------------------------------------------------------------------------------- motion

dcm_vector MeshBody::middle() const {
  const dcm_surface_summary *s = dcm_surface_summary_of(made.get());
  return dcm_scale(0.5, dcm_add(dcm_vector_at(s->low), dcm_vector_at(s->high)));
}

void MeshBody::carry_to(const dcm_rigid &pose) {
  moved += dcm_rigid_path(&now, &pose, farthest);
  now = pose;
}

void MeshBody::extent(double *low, double *high) const {
  std::fill_n(low, 3, std::numeric_limits<double>::infinity());
  std::fill_n(high, 3, -std::numeric_limits<double>::infinity());
  for (uint32_t v = 0; v < dcm_surface_vertex_count(made.get()); v++) {
    double at[3];
    dcm_surface_vertex(made.get(), v, at);
    const dcm_vector p = dcm_rigid_place(&now, dcm_vector_at(at));
    const double in_space[3] = {p.x, p.y, p.z};
    for (int c = 0; c < 3; c++) {
      low[c] = std::min(low[c], in_space[c]);
      high[c] = std::max(high[c], in_space[c]);
    }
  }
}

// ------------------------------------------------------------------------------------ contacts

void MeshBody::begin_search() {
  std::swap(lists, before_search);
  lists.of_grain.assign(atom->nlocal, -1);
  lists.all.clear();
  lists.triangles.clear();
}

/** Where the host will carry a grain that has gone through a periodic boundary: the body is there
 * once, and so is the grain. */
inline dcm_vector MeshBody::place_in_box(const double *x) const {
  if (!domain->xperiodic && !domain->yperiodic && !domain->zperiodic)
    return dcm_vector_at(x);
  double place[3] = {x[0], x[1], x[2]}, share[3];
  const double *at = x, *low = domain->boxlo, *high = domain->boxhi;
  if (domain->triclinic) {
    domain->x2lamda(place, share);
    at = share;
    low = domain->boxlo_lamda;
    high = domain->boxhi_lamda;
  }
  bool is_out = false;
  for (int c = 0; c < 3; c++)
    is_out = is_out || (domain->periodicity[c] && !(at[c] >= low[c] && at[c] < high[c]));
  if (is_out)
    domain->remap(place);
  return dcm_vector_at(place);
}

/** Finds a place in the frame of the body, and its images through all periodic boundaries that are
 * nearer than a distance. */
void MeshBody::find_places(dcm_vector place, double distance) {
  if (!domain->xperiodic && !domain->yperiodic && !domain->zperiodic) {
    places.assign(1, dcm_rigid_find(&now, place));
    return;
  }
  const double *h = domain->h, *inverse = domain->h_inv;
  const dcm_vector periods[3] = {{h[0], 0.0, 0.0}, {h[5], h[1], 0.0}, {h[4], h[3], h[2]}};
  const double per_length[3] = {hypot(inverse[0], hypot(inverse[5], inverse[4])),
                                hypot(inverse[1], inverse[3]), inverse[2]};
  double x[3] = {place.x, place.y, place.z}, share[3];
  domain->x2lamda(x, share);
  places.assign(1, place);
  for (int p = 0; p < 3; p++) {
    const size_t count = domain->periodicity[p] ? places.size() : 0;
    const double near = distance * per_length[p];
    for (int side = -1; side <= 1; side += 2)
      for (size_t n = 0; n < count && (side > 0 ? share[p] : 1.0 - share[p]) <= near; n++)
        places.push_back(dcm_add_scaled(places[n], side, periods[p]));
  }
  for (dcm_vector &one : places)
    one = dcm_rigid_find(&now, one);
}

/** @param list all but its place, and how many triangles are near */
void MeshBody::add_list(int i, NearList list, const uint32_t *near) {
  lists.of_grain[i] = (int)lists.all.size();
  list.first = lists.triangles.size();
  lists.triangles.insert(lists.triangles.end(), near, near + list.count);
  lists.all.push_back(list);
}

/** Goes on with the list of the search before, if it has all triangles that are near now. */
bool MeshBody::keep_list(int i, dcm_vector centre, double distance) {
  if (i >= (int)before_search.of_grain.size() || before_search.of_grain[i] < 0)
    return false;
  const NearList &list = before_search.all[before_search.of_grain[i]];
  const double gone = dcm_length(dcm_subtract(centre, dcm_vector_at(list.centre)));
  if (!(gone + distance < list.covered))
    return false;
  add_list(i, list, before_search.triangles.data() + list.first);
  return true;
}

bool MeshBody::is_near(int i, const double *x, double distance) {
  find_places(place_in_box(x), distance);
  if (places.size() == 1 && keep_list(i, places[0], distance))
    return true;
  NearList list = {};
  const double covered = COVERED * distance;
  double nearest = HUGE_VAL;
  gathered.clear();
  for (const dcm_vector &c : places) {
    store(list.centre, c);
    const uint32_t *near;
    const int64_t count = dcm_surface_find_near_by(&cells, &search, made.get(), list.centre,
                                                   dcm_surface_horizon(made.get(), covered), &near);
    need_memory(lmp, count >= 0);
    nearest = std::min(nearest, sqrt(search.near_square));
    gathered.insert(gathered.end(), near, near + count);
  }
  // Most grains have no triangle near, and most others are near without a logarithm.
  if (gathered.empty() || !(nearest < distance ||
                            nearest < dcm_surface_farthest(made.get(), distance, gathered.size())))
    return false;
  if (places.size() > 1) {
    std::sort(gathered.begin(), gathered.end());
    gathered.erase(std::unique(gathered.begin(), gathered.end()), gathered.end());
  } else
    list.covered = covered;
  list.count = (int64_t)gathered.size();
  add_list(i, list, gathered.data());
  return true;
}

/** The list of a grain, if it has one. */
MeshBody::NearList *MeshBody::list_of(int i, double range) {
  if (i >= (int)lists.of_grain.size() || lists.of_grain[i] < 0)
    return nullptr;
  NearList &list = lists.all[lists.of_grain[i]];
  if (list.range != range)
    list.has_parts = list.has_planes = false;
  list.range = range;
  return &list;
}

/** Lists of parts that are not used any more stay until there are many. */
void MeshBody::find_parts(NearList &list, const double *centre, double range) {
  if (parts.size() > 8 * (lists.triangles.size() + lists.all.size())) {
    for (NearList &other : lists.all)
      other.has_parts = false;
    parts.clear();
  }
  const dcm_surface_part *some;
  const int64_t count =
      dcm_surface_find_parts(&search, made.get(), centre, range, PART_MARGIN * range,
                             lists.triangles.data() + list.first, (uint32_t)list.count, &some);
  need_memory(lmp, count >= 0);
  list.first_part = parts.size();
  list.part_count = (uint32_t)count;
  list.has_parts = true;
  std::copy_n(centre, 3, list.place);
  parts.insert(parts.end(), some, some + count);
}

int32_t MeshBody::find_sphere(int i, const double *centre, double range) {
  NearList *list = list_of(i, range);
  if (!list)
    return dcm_surface_find_contacts(&search, made.get(), centre, range, nullptr, 0);
  const dcm_vector gone = dcm_subtract(dcm_vector_at(centre), dcm_vector_at(list->place));
  const double margin = PART_MARGIN * range;
  if (!list->has_parts || !(dcm_dot(gone, gone) < margin * margin))
    find_parts(*list, centre, range);
  return dcm_surface_find_contacts_among(
      &search, made.get(), centre, range, parts.data() + list->first_part, list->part_count,
      lists.triangles.data() + list->first, (uint32_t)list->count);
}

/** Likewise for a grain that is not a sphere. */
int32_t MeshBody::find_shape(int i, const dcm_shape &shape, const double *centre, double range) {
  turned = shape;
  for (double *axis : {turned.frame[0], turned.frame[1], turned.frame[2]})
    store(axis, dcm_rigid_turn_back(&now, dcm_vector_at(axis)));
  const uint32_t *near;
  int64_t count;
  if (const NearList *list = list_of(i, range)) {
    near = lists.triangles.data() + list->first;
    count = list->count;
  } else
    count = dcm_surface_find_near(&search, made.get(), centre,
                                  dcm_surface_horizon(made.get(), range), &near);
  need_memory(lmp, count >= 0);
  return dcm_surface_find_shape(&search, made.get(), &turned, centre, atom->radius[i], range, near,
                                (uint32_t)count);
}

void MeshBody::find(int i, const double *x, double range, std::vector<NearWall> &near) {
  seen = place_in_box(x);
  const dcm_vector c = dcm_rigid_find(&now, seen);
  const double centre[3] = {c.x, c.y, c.z};
  const dcm_shape *shape = shapes ? &shapes->all()[i] : nullptr;
  const bool is_sphere = !shape || shape->kind == DCM_SHAPE_SPHERE;
  need_memory(lmp,
              !(is_sphere ? find_sphere(i, centre, range) : find_shape(i, *shape, centre, range)));
  for (uint32_t n = 0; n < search.count; n++) {
    const dcm_surface_contact &contact = search.contacts[n];
    const dcm_vector direction = dcm_vector_at(contact.direction);
    const dcm_vector out = dcm_rigid_turn(&now, direction);
    const dcm_vector d = dcm_scale(contact.distance, out);
    const dcm_vector foot =
        is_sphere ? dcm_subtract(seen, d) : dcm_rigid_place(&now, dcm_vector_at(contact.foot));
    dcm_vector v = dcm_rigid_velocity(&now, foot);
    if (has_skin)
      v = dcm_add(v, dcm_rigid_turn(
                         &now, dcm_skin_velocity(&skin, dcm_vector_at(contact.foot), direction)));
    near.emplace_back();
    NearWall &wall = near.back();
    wall.number = (int)contact.feature;
    store(wall.to_grain, d);
    store(wall.velocity, v);
    std::copy_n(now.spin, 3, wall.spin);
    wall.slope = contact.slope;
    wall.is_found = !is_sphere;
    if (!is_sphere) {
      dcm_shape_at_place(shape, dcm_scale(-1.0, out), dcm_subtract(foot, seen),
                         search.radius - contact.distance, &wall.on);
      wall.on.pitch = contact.pitch;
    }
  }
}

/** A skin moves each contact by its own way, and a box that leans has no faces to compare with. */
bool MeshBody::as_planes(dcm_planes_frame &frame) const {
  const bool is_periodic = domain->xperiodic || domain->yperiodic || domain->zperiodic;
  if (has_skin || (domain->triclinic && is_periodic))
    return false;
  frame.body = now;
  for (int c = 0; c < 3; c++) {
    frame.low[c] = domain->periodicity[c] ? domain->boxlo[c] : -HUGE_VAL;
    frame.high[c] = domain->periodicity[c] ? domain->boxhi[c] : HUGE_VAL;
  }
  frame.rounding = 1e-11 * (farthest + dcm_length(dcm_vector_at(now.place)));
  return true;
}

void MeshBody::find_planes(int i, const double *x, double range, dcm_planes_near &near) {
  const dcm_vector c = dcm_rigid_find(&now, place_in_box(x));
  NearList *list = list_of(i, range);
  if (!list) {
    near.margin = -1.0;
    near.retry = HUGE_VAL;
    store(near.place, c);
    return;
  }
  dcm_planes_near &known = list->planes;
  const double way = known.margin >= 0.0 ? known.margin : known.retry;
  if (!list->has_planes || !(dcm_length(dcm_subtract(c, dcm_vector_at(known.place))) < way)) {
    const double centre[3] = {c.x, c.y, c.z};
    dcm_surface_find_planes_near(made.get(), centre, range, lists.triangles.data() + list->first,
                                 (uint32_t)list->count, &known);
    list->has_planes = true;
  }
  near = known;
}

bool MeshBody::comes_near(const double *place, double distance) {
  const dcm_vector c = dcm_rigid_find(&now, dcm_vector_at(place));
  const double centre[3] = {c.x, c.y, c.z};
  const uint32_t *near;
  const int64_t count = dcm_surface_find_near(&search, made.get(), centre, distance, &near);
  need_memory(lmp, count >= 0);
  return count > 0;
}

void MeshBody::follow(int, const std::vector<NearWall> &, uint32_t *walls, uint32_t count) {
  before.assign(walls, walls + count);
  dcm_surface_images images = {nullptr, 0};
  const auto look = [&] {
    dcm_surface_follow(&search, made.get(), before.data(), count, &images, walls);
    return std::find(walls, walls + count, DCM_NO_FEATURE) == walls + count;
  };
  if (look())
    return;
  find_places(seen, search.range);
  if (places.size() == 1)
    return;
  images = {places.data() + 1, (uint32_t)places.size() - 1};
  look();
}

// -------------------------------------------------------------------------------------- output

/** A number for the coordinates of all triangles: another file, or another place, has another one.
 * FNV-1a over 64 bits (G. Fowler, L. C. Noll, K.-P. Vo). */
static uint64_t number_of(const dcm_surface *surface) {
  uint64_t hash = 14695981039346656037u;
  const auto add = [&hash](const void *bytes, size_t size) {
    for (size_t b = 0; b < size; b++)
      hash = (hash ^ static_cast<const unsigned char *>(bytes)[b]) * 1099511628211u;
  };
  for (uint32_t v = 0; v < dcm_surface_vertex_count(surface); v++) {
    double at[3];
    dcm_surface_vertex(surface, v, at);
    add(at, sizeof at);
  }
  for (uint32_t t = 0; t < dcm_surface_triangle_count(surface); t++) {
    uint32_t vertices[3];
    dcm_surface_triangle(surface, t, vertices);
    add(vertices, sizeof vertices);
  }
  return hash;
}

std::string MeshBody::describe() const {
  char text[128];
  dcm_text_print(text, sizeof text, "mesh of %u triangles, number %016llx, flat %g, %s",
                 triangles(), (unsigned long long)number_of(made.get()), options.flat,
                 options.one_sided ? "one side" : "two sides");
  return text;
}

std::string MeshBody::numbers_in_file(const uint32_t two[2]) const {
  return "numbers " + std::to_string(dcm_surface_source(made.get(), two[0]) + 1) + " and " +
         std::to_string(dcm_surface_source(made.get(), two[1]) + 1) + " of the file";
}

std::string MeshBody::report() const {
  char text[512];
  dcm_surface_describe(made.get(), text, sizeof text);
  return path_of_file.substr(path_of_file.find_last_of('/') + 1) + ": " + text;
}

double MeshBody::memory_usage() const {
  const auto memory_of = [](const NearLists &some) {
    return (double)(some.of_grain.capacity() * sizeof(int) +
                    some.all.capacity() * sizeof(NearList) +
                    some.triangles.capacity() * sizeof(uint32_t));
  };
  return dcm_surface_memory(made.get()) + dcm_surface_cells_memory(&cells) + memory_of(lists) +
         memory_of(before_search) + parts.capacity() * sizeof(dcm_surface_part);
}

} // namespace DCM_NS
