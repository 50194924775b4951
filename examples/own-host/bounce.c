/* SPDX-License-Identifier: MIT */
/* A host of one's own, with the headers of the contract and nothing else of dcm: it loads a law
 * from a shared object and lets a grain bounce obliquely off a flat floor. docs/own-host.md goes
 * through it. Compile it from the root of the repository:
 *
 *   cc -std=c11 -D_POSIX_C_SOURCE=200809L -O2 -I abi -o bounce examples/own-host/bounce.c -ldl -lm
 *
 * usage: bounce FILE LAW [PARAMETER=VALUE]... */
#include <dcm/dcm.h>
#include <dlfcn.h>
#include <fenv.h>
#include <math.h>
#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STOP(...) (fprintf(stderr, __VA_ARGS__), fputc('\n', stderr), exit(1))
#define END_OF(type, last) (offsetof(type, last) + sizeof(((type *)0)->last))

static void take(void *data, uint32_t level, const char *message) {
  (void)data;
  fprintf(stderr, "%s%s\n", level == DCM_LOG_WARNING ? "warning: " : "", message);
}

/* Rule 4: bits that must be understood, and bytes behind what these headers know. */
static int has_unknown(uint32_t flags, uint32_t known) {
  return (flags & ~(known | DCM_MAY_BE_IGNORED)) != 0;
}
static int is_longer(const void *description, size_t known) {
  uint32_t size;
  memcpy(&size, description, sizeof size);
  for (size_t i = known; i < size; i++)
    if (((const char *)description)[i])
      return 1;
  return 0;
}

/* Rule 8: the stride of descriptions is the size of the first. */
static const void *element(const void *array, uint32_t i) {
  uint32_t stride;
  memcpy(&stride, array, sizeof stride);
  return (const char *)array + (size_t)i * stride;
}

static const dcm_library *load(const char *file) {
  static const dcm_host host = {
      .size = sizeof host, .abi_version = DCM_ABI_VERSION, .name = "bounce", .log = take};
  fenv_t environment; /* which is the host's, whatever the library was linked with */
  fegetenv(&environment);
  void *handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  void *symbol = handle ? dlsym(handle, DCM_LIBRARY_SYMBOL) : NULL;
  if (!symbol)
    STOP("%s", dlerror());
  dcm_library_function entry;
  memcpy(&entry, &symbol, sizeof entry);
  const dcm_library *library = entry(&host);
  fesetenv(&environment);
  if (!library)
    STOP("%s refuses this host", file);
  if (DCM_VERSION_MAJOR(library->abi_version) != DCM_ABI_MAJOR)
    STOP("%s is of version %u.%u of the contract, this host of %u.%u", file,
         DCM_VERSION_MAJOR(library->abi_version), DCM_VERSION_MINOR(library->abi_version),
         DCM_ABI_MAJOR, DCM_ABI_MINOR);
  if (library->size < DCM_LIBRARY_LEAST_SIZE || has_unknown(library->flags, 0) ||
      is_longer(library, END_OF(dcm_library, models)))
    STOP("%s is malformed, or younger than this host", file);
  return library;
}

static const dcm_model *find(const dcm_library *library, const char *id) {
  for (uint32_t i = 0; i < library->model_count; i++) {
    const dcm_model *m = library->models[i];
    if (m->size < DCM_MODEL_LEAST_SIZE || strcmp(m->id, id) != 0)
      continue;
    const uint32_t least = m->least_version ? m->least_version : library->abi_version;
    const uint32_t events =
        1u << DCM_CONTACT_BEGINS | 1u << DCM_CONTACT_SWAPS | 1u << DCM_CONTACT_ENDS;
    if (least > DCM_ABI_VERSION || has_unknown(m->needs, 0) || has_unknown(m->events, events) ||
        is_longer(m, END_OF(dcm_model, extension)))
      STOP("the law '%s' is younger than this host", id);
    if (m->quantity_count)
      STOP("the law '%s' has quantities, and this host has none", id);
    if (m->history_count > DCM_MOST_FIELDS || m->parameter_count > DCM_MOST_COUNT ||
        m->option_count > DCM_MOST_COUNT)
      STOP("the law '%s' has more than this host has room for", id);
    for (uint32_t f = 0; f < m->history_count; f++) {
      const dcm_history_field *field = element(m->history_fields, f);
      if (field->kind > DCM_VECTOR || field->parity > DCM_ODD || has_unknown(field->flags, 0) ||
          is_longer(field, END_OF(dcm_history_field, description)))
        STOP("the history field '%s' is younger than this host", field->name);
    }
    return m;
  }
  STOP("there is no law '%s'", id);
}

/* The user's value of a parameter, or the default, checked against the range. */
static double value_of(const dcm_parameter *p, int count, char **words) {
  const uint32_t flags = DCM_REQUIRED | DCM_MINIMUM_EXCLUDED | DCM_MAXIMUM_EXCLUDED;
  if (p->scope > DCM_PER_LAW || has_unknown(p->flags, flags) ||
      is_longer(p, END_OF(dcm_parameter, usual_maximum)))
    STOP("the parameter '%s' is younger than this host", p->name);
  const size_t length = strlen(p->name);
  int given = 0;
  double value = p->default_value;
  for (int i = 0; i < count; i++)
    if (strncmp(words[i], p->name, length) == 0 && words[i][length] == '=') {
      char *rest;
      given = 1;
      value = strtod(words[i] + length + 1, &rest);
      if (rest == words[i] + length + 1 || *rest)
        STOP("'%s' has no number behind the '='", words[i]);
    }
  if (!given && (p->flags & DCM_REQUIRED))
    STOP("the parameter '%s' is missing: %s", p->name, p->description);
  const int low = p->flags & DCM_MINIMUM_EXCLUDED ? value <= p->minimum : value < p->minimum;
  const int high = p->flags & DCM_MAXIMUM_EXCLUDED ? value >= p->maximum : value > p->maximum;
  if (!isfinite(value) || low || high)
    STOP("%s = %g is out of its range, because %s", p->name, value, p->reason);
  return value;
}

static const void *no_extension(void *data, const char *name) {
  (void)data;
  (void)name;
  return NULL;
}

/* One material, so each table has one number, whatever the scope. Options keep their defaults. */
static dcm_instance make(const dcm_model *m, int count, char **words) {
  static double values[DCM_MOST_COUNT];
  static const double *tables[DCM_MOST_COUNT];
  static uint32_t choices[DCM_MOST_COUNT];
  for (uint32_t p = 0; p < m->parameter_count; p++) {
    values[p] = value_of(element(m->parameters, p), count, words);
    tables[p] = &values[p];
  }
  for (uint32_t o = 0; o < m->option_count; o++) {
    const dcm_option *option = element(m->options, o);
    if (has_unknown(option->flags, 0) || is_longer(option, END_OF(dcm_option, choices)))
      STOP("the option '%s' is younger than this host", option->name);
    choices[o] = option->default_choice;
  }
  const dcm_setup setup = {.size = sizeof setup,
                           .abi_version = DCM_ABI_VERSION,
                           .material_count = 1,
                           .values = tables,
                           .options = choices,
                           .extension = no_extension};
  dcm_instance instance = {.size = sizeof instance, .log = take};
  fenv_t environment;
  fegetenv(&environment);
  const int32_t status = m->init(&setup, &instance);
  fesetenv(&environment);
  if (status != DCM_OK)
    exit(1); /* the law has said why */
  const uint32_t flags =
      DCM_RADIUS_AT_WALLS | DCM_STATE_AT_START | DCM_BEGINS_AT_REACH | DCM_ELLIPSE_AT_WALLS;
  int unknown = has_unknown(instance.flags, flags) || instance.frame > DCM_FRAME_MID_STEP ||
                has_unknown(instance.unused, DCM_UNUSED_COUPLES | DCM_UNUSED_QUANTITIES) ||
                instance.velocity_arm > DCM_ARM_RADIUS_MINUS_HALF_OVERLAP ||
                instance.moment_arm > DCM_ARM_RADIUS_MINUS_HALF_OVERLAP;
  for (int i = 0; i < 8; i++)
    unknown |= instance.reserved[i] != 0;
  if (unknown)
    STOP("the law '%s' asks for what this host does not know", m->id);
  return instance;
}

/* At a flat wall; d r1/(r1 + r2) is r1 there. */
static double arm(uint32_t kind, double radius, double overlap) {
  return kind == DCM_ARM_RADIUS_MINUS_HALF_OVERLAP ? radius - 0.5 * overlap : radius;
}

/* Rows of a batch with room for one contact: aligned, and for a whole number of lanes. */
static alignas(DCM_ALIGNMENT) double rows[64][DCM_LANES];
static alignas(DCM_ALIGNMENT) double states[3 * DCM_MOST_FIELDS][DCM_LANES];
enum { NORMAL = 0, SLIP = 3, SPIN = 6, NONE = 9, XI, VN, R1, R2, RE, ME, FN, FT, C1 = 19, C2 = 22 };
#define VECTOR(row)                                                                                \
  { rows[row], rows[(row) + 1], rows[(row) + 2] }

int main(int argc, char **argv) {
  if (argc < 3)
    STOP("usage: bounce FILE LAW [PARAMETER=VALUE]...");
  const dcm_model *m = find(load(argv[1]), argv[2]);
  dcm_instance instance = make(m, argc - 3, argv + 3);

  /* A grain of glass, at 1 m/s and 45 degrees. The floor is at x = 0, on the side to which the
   * normal points; the grain's centre is at -radius when the two begin to touch. */
  const double pi = 3.14159265358979323846, radius = 1e-3, dt = 1e-8;
  const double mass = 4.0 / 3.0 * pi * radius * radius * radius * 2500.0;
  const double inertia = 0.4 * mass * radius * radius;
  double x = -radius, vx = sqrt(0.5), vy = sqrt(0.5), spin = 0.0; /* of the half step before */

  double *state[3 * DCM_MOST_FIELDS];
  for (int c = 0; c < 3 * DCM_MOST_FIELDS; c++)
    state[c] = states[c];
  dcm_contacts contacts = {.size = sizeof contacts,
                           .count = 1,
                           .side_2 = DCM_SIDE_WALL,
                           .dt = dt,
                           .normal = VECTOR(NORMAL),
                           .bisector = VECTOR(NORMAL),
                           .overlap = rows[XI],
                           .normal_velocity = rows[VN],
                           .tangential_velocity = VECTOR(SLIP),
                           .angular_velocity_1 = VECTOR(SPIN),
                           .angular_velocity_2 = {rows[NONE], rows[NONE], rows[NONE]},
                           .radius_1 = rows[R1],
                           .radius_2 = rows[R2],
                           .effective_radius = rows[RE],
                           .effective_mass = rows[ME],
                           .velocity_age = 0.5 * dt};
  const dcm_response response = {.size = sizeof response,
                                 .normal_force = rows[FN],
                                 .tangential_force = VECTOR(FT),
                                 .couple_1 = VECTOR(C1),
                                 .couple_2 = VECTOR(C2),
                                 .history_in = (const double *const *)state,
                                 .history_out = state};
  for (int k = 0; k < DCM_LANES; k++) { /* lanes beyond the count hold finite numbers, too */
    rows[NORMAL][k] = 1.0;
    rows[R1][k] = rows[RE][k] = radius;
    rows[R2][k] = INFINITY;
    rows[ME][k] = mass;
  }
  const dcm_sides sides = {.size = sizeof sides,
                           .side_2 = DCM_SIDE_WALL,
                           .radius_1 = radius,
                           .radius_2 = INFINITY,
                           .effective_radius = radius};
  const double reach = m->reach ? m->reach(&instance, &sides) : 0.0;
  dcm_event event = {.size = sizeof event, .count = 1, .side_2 = DCM_SIDE_WALL, .fields = state};

  int touches = 0;
  double largest = 0.0;
  for (x += vx * dt; x + radius > -reach; x += vx * dt) {
    const double xi = x + radius;
    if (!touches) { /* it begins, with a state of zeros */
      event.event = DCM_CONTACT_BEGINS;
      if (m->events & 1u << DCM_CONTACT_BEGINS)
        m->history(&instance, &event);
      touches = 1;
    }
    rows[XI][0] = xi;
    rows[VN][0] = -vx;
    rows[SLIP + 1][0] = -vy - spin * arm(instance.velocity_arm, radius, xi);
    rows[SPIN + 2][0] = spin;
    contacts.step++;
    contacts.time += dt;
    if (m->compute(&instance, &contacts, &response) != DCM_OK)
      exit(1);
    const double fn = rows[FN][0], ft = rows[FT + 1][0];
    if (!isfinite(fn) || !isfinite(ft))
      STOP("step %g: the law '%s' has no answer at overlap %g", (double)contacts.step, m->id, xi);
    const uint32_t kind =
        instance.flags & DCM_RADIUS_AT_WALLS ? (uint32_t)DCM_ARM_RADIUS : instance.moment_arm;
    const double couple = instance.unused & DCM_UNUSED_COUPLES ? 0.0 : rows[C1 + 2][0];
    largest = fmax(largest, fn);
    vx -= fn / mass * dt; /* a force that pushes apart acts against the normal on 1 */
    vy += ft / mass * dt;
    spin += (arm(kind, radius, xi) * ft + couple) / inertia * dt;
    if (contacts.step > 100000000u)
      STOP("the two do not part");
  }
  event.event = DCM_CONTACT_ENDS;
  if (m->events & 1u << DCM_CONTACT_ENDS)
    m->history(&instance, &event);
  printf("largest normal force %.6g N\nrebound %.6g %.6g m/s, spin %.6g rad/s\n", largest, vx, vy,
         spin);
  if (m->destroy)
    m->destroy(&instance);
  return 0;
}
