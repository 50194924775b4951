/* SPDX-License-Identifier: MIT */
/** @file
 * A library with a sound law, a linear spring and damper with friction and rolling friction, and
 * with copies of it that have one mistake of an author each; some beside a bond that is made where
 * a run begins, and acts along the normal. Compiled with WRONG_SIZE its description is wrong, too,
 * with WRONG_ENTRY its entry function. */
#include <dcm/dcm.h>
#include <fenv.h>
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

/* Mistakes, and the names of the laws that make them. */
#define MISTAKES(X)                                                                                \
  X(SOUND, "sound")                                                                                \
  X(UNFILLED, "leaves-couples-unwritten")                                                          \
  X(LOST_STATE, "forgets-the-state-while-sliding")                                                 \
  X(SIGN, "pulls-where-it-should-hold")                                                            \
  X(NAN_AT_TOUCH, "divides-by-the-overlap")                                                        \
  X(NAN_AT_REST, "divides-by-the-speed")                                                           \
  X(NAN_WITHOUT_STEP, "divides-by-the-step")                                                       \
  X(PARITY, "has-a-wrong-parity")                                                                  \
  X(NO_SWAP, "does-not-swap")                                                                      \
  X(UNDECLARED_PARAMETER, "reads-an-undeclared-parameter")                                         \
  X(UNDECLARED_STATE, "writes-an-undeclared-state")                                                \
  X(STATIC_TABLE, "keeps-constants-in-a-static-table")                                             \
  X(RESTITUTION, "misses-the-restitution")                                                         \
  X(GAIN, "pushes-harder-when-parting")                                                            \
  X(WRITES_INPUT, "writes-the-old-state")                                                          \
  X(BEYOND, "writes-beyond-the-count")                                                             \
  X(OBLIQUE, "does-not-turn-its-spring")                                                           \
  X(IN_SPACE, "leaves-its-spring-in-space")                                                        \
  X(TURNING, "sound-turning")                                                                      \
  X(NOT_SPUN, "promises-to-turn-its-spring")                                                       \
  X(BACKWARDS, "turns-its-spring-backwards")                                                       \
  X(SPIN_SLIDES, "slides-by-its-spin")                                                             \
  X(UNBALANCED, "rolls-on-side-1-alone")                                                           \
  X(PAIR, "takes-the-first-pair")                                                                  \
  X(MIXED_PAIR, "takes-the-pair-of-both")                                                          \
  X(NEIGHBOUR, "looks-at-its-neighbour")                                                           \
  X(HIDDEN, "remembers-by-itself")                                                                 \
  X(NORTH, "knows-where-north-is")                                                                 \
  X(LEDGER, "keeps-a-false-ledger")                                                                \
  X(NO_LIMIT, "holds-without-friction")                                                            \
  X(DAMPED_BEYOND, "damps-beyond-the-limit")                                                       \
  X(STORED_DAMPING, "stores-its-damping")                                                          \
  X(REACH, "reaches-below-zero")                                                                   \
  X(BEGINS, "begins-without-a-number")                                                             \
  X(WARM, "sound-warm")                                                                            \
  X(UNADDED, "adds-nothing-to-side-2")                                                             \
  X(ADDS_TO_READ, "adds-to-what-it-reads")                                                         \
  X(ONE_WAY, "gives-side-1-alone")                                                                 \
  X(UNCONSERVED, "loses-a-little-heat")                                                            \
  X(HOT, "fails-where-it-is-hot")                                                                  \
  X(UNTOLD, "does-not-tell-its-output")                                                            \
  X(BOND, "sound-bond")                                                                            \
  X(BOND_PARITY, "bonds-with-a-wrong-parity")                                                      \
  X(BOND_LEDGER, "does-not-book-its-bond")                                                         \
  X(BOND_BREAKS, "breaks-for-nothing")                                                             \
  X(DENIED_STATE, "denies-its-state")                                                              \
  X(DENIED_WITHOUT_LEDGER, "denies-its-state-without-a-ledger")                                    \
  X(DENIED_SPINS, "denies-its-use-of-spins")                                                       \
  X(NORTH_STATE, "remembers-where-north-is")                                                       \
  X(ONE_SIDED_LEDGER, "books-by-the-radius-of-side-1")                                             \
  X(STIFF, "fails-where-it-is-stiff")                                                              \
  X(STIFF_SOUND, "sound-where-it-is-used")                                                         \
  X(SILENT, "refuses-in-silence")                                                                  \
  X(CRASHES, "crashes")                                                                            \
  X(HANGS, "hangs")                                                                                \
  X(SPINS, "spins")                                                                                \
  X(RESTS, "rests-for-a-while")                                                                    \
  X(LEAVES, "ends-the-process")                                                                    \
  X(COMMENT, "has-a-word-that-is-a-comment")                                                       \
  X(WIDE, "has-66-numbers")                                                                        \
  X(MANY_FIELDS, "has-33-fields")                                                                  \
  X(REFUSES, "refuses-deep-contacts")                                                              \
  X(REFUSES_DUMBLY, "refuses-deep-contacts-in-silence")                                            \
  X(ANSWERS_SEVEN, "answers-seven")                                                                \
  X(LONG_SETUP, "reads-beyond-the-setup")                                                          \
  X(LONG_CONTACTS, "reads-beyond-the-contacts")                                                    \
  X(LONG_RESPONSE, "reads-beyond-the-response")                                                    \
  X(LONG_ENERGIES, "writes-beyond-the-energies")                                                   \
  X(LONG_EVENT, "reads-beyond-the-event")                                                          \
  X(LONG_SIDES, "reads-beyond-the-sides")                                                          \
  X(LONG_INSTANCE, "writes-beyond-the-instance")                                                   \
  X(LONG_COPY, "copies-a-longer-instance")                                                         \
  X(LONG_DESTROY, "reads-beyond-the-instance-in-the-end")                                          \
  X(WRITES_CONTACTS, "writes-into-the-contacts")                                                   \
  X(WRITES_INSTANCE, "writes-into-the-instance")                                                   \
  X(RESIZES, "changes-the-size-of-the-instance")                                                   \
  X(ROUNDS_IN_INIT, "rounds-in-init")                                                              \
  X(ROUNDS_IN_COMPUTE, "rounds-in-compute")                                                        \
  X(ROUNDS_IN_HISTORY, "rounds-in-history")                                                        \
  X(ROUNDS_IN_REACH, "rounds-in-reach")                                                            \
  X(ROUNDS_IN_DESTROY, "rounds-in-destroy")

#define NAME_IT(mistake, id) mistake,
enum { MISTAKES(NAME_IT) MISTAKE_COUNT };

#define HAS_BOND(mistake) ((mistake) >= BOND && (mistake) <= BOND_BREAKS)
#define HAS_HEAT(mistake) ((mistake) >= WARM && (mistake) <= UNTOLD)
#define HAS_EVENTS(mistake)                                                                        \
  ((mistake) == BEGINS || (mistake) == LONG_EVENT || (mistake) == ROUNDS_IN_HISTORY)
#define HAS_REACH(mistake)                                                                         \
  ((mistake) == REACH || (mistake) == LONG_SIDES || (mistake) == ROUNDS_IN_REACH)
#define TURNS(mistake) ((mistake) >= TURNING && (mistake) <= BACKWARDS)

enum { STIFFNESS, RESTITUTION_ASKED, FRICTION, ROLLING, PARAMETER_COUNT };

#ifdef WRONG_SIZE
enum { SIZE = 12 };
#else
enum { SIZE = sizeof(dcm_parameter) };
#endif

#define OF_PAIR .size = SIZE, .scope = DCM_PER_PAIR, .mixing = DCM_MIX_GEOMETRIC
static const dcm_parameter parameters[] = {
    [STIFFNESS] = {OF_PAIR, .flags = DCM_REQUIRED | DCM_MINIMUM_EXCLUDED, .name = "stiffness",
                   .symbol = "k", .description = "of the normal spring",
                   .dimension = {.mass = 1, .time = -2}, .maximum = INFINITY,
                   .reason = "a spring pushes back"},
    [RESTITUTION_ASKED] = {OF_PAIR, .flags = DCM_REQUIRED | DCM_MINIMUM_EXCLUDED,
                           .name = "restitution", .symbol = "e",
                           .description = "coefficient of restitution", .maximum = 1.0,
                           .reason = "a collision creates no energy"},
    [FRICTION] = {OF_PAIR, .flags = DCM_REQUIRED, .name = "friction", .symbol = "mu",
                  .description = "coefficient of friction", .maximum = INFINITY,
                  .reason = "friction must not drive sliding"},
    [ROLLING] = {OF_PAIR, .flags = DCM_REQUIRED, .name = "rolling", .symbol = "mu_r",
                 .description = "coefficient of rolling friction", .maximum = INFINITY,
                 .reason = "friction must not drive rolling"},
};

/* With a stiffness as people use it, which nothing but the author's word tells. */
static const dcm_parameter stiff[] = {
    [STIFFNESS] = {OF_PAIR, .flags = DCM_REQUIRED | DCM_MINIMUM_EXCLUDED, .name = "stiffness",
                   .symbol = "k", .description = "of the normal spring",
                   .dimension = {.mass = 1, .time = -2}, .maximum = INFINITY,
                   .reason = "a spring pushes back", .usual_minimum = 1e4, .usual_maximum = 1e6},
    [RESTITUTION_ASKED] = {OF_PAIR, .flags = DCM_REQUIRED | DCM_MINIMUM_EXCLUDED,
                           .name = "restitution", .symbol = "e",
                           .description = "coefficient of restitution", .maximum = 1.0,
                           .reason = "a collision creates no energy", .usual_minimum = 0.3,
                           .usual_maximum = 0.9},
    [FRICTION] = {OF_PAIR, .flags = DCM_REQUIRED, .name = "friction", .symbol = "mu",
                  .description = "coefficient of friction", .maximum = INFINITY,
                  .reason = "friction must not drive sliding"},
    [ROLLING] = {OF_PAIR, .flags = DCM_REQUIRED, .name = "rolling", .symbol = "mu_r",
                 .description = "coefficient of rolling friction", .maximum = INFINITY,
                 .reason = "friction must not drive rolling"},
};

/* A furnace: what is drawn where nothing is told is 250 to 350. */
static const dcm_quantity hot[] = {
    {.size = sizeof(dcm_quantity),
     .access = DCM_READ,
     .name = "temperature",
     .symbol = "T",
     .description = "of a grain",
     .dimension = {.temperature = 1},
     .default_value = 1500.0,
     .minimum = 1000.0,
     .maximum = 2000.0},
    {.size = sizeof(dcm_quantity),
     .access = DCM_SUM,
     .name = "heatflow",
     .symbol = "Q",
     .description = "into a grain",
     .dimension = {.temperature = 1}},
};

static const dcm_quantity quantities[] = {
    {.size = sizeof(dcm_quantity),
     .access = DCM_READ,
     .name = "temperature",
     .symbol = "T",
     .description = "of a grain",
     .dimension = {.temperature = 1},
     .default_value = 300.0,
     .minimum = 100.0,
     .maximum = 1000.0},
    {.size = sizeof(dcm_quantity),
     .access = DCM_SUM,
     .name = "heatflow",
     .symbol = "Q",
     .description = "into a grain",
     .flags = DCM_CONSERVED,
     .dimension = {.temperature = 1}},
};
static const dcm_output outputs[] = {
    {.size = sizeof(dcm_output),
     .name = "drop",
     .description = "of the temperature",
     .dimension = {.temperature = 1}},
};

static const char *const words[] = {"plain", "two#words"};
static const dcm_option options[] = {{.size = sizeof(dcm_option),
                                      .choice_count = 2,
                                      .name = "kind",
                                      .description = "of no use",
                                      .choices = words}};

#define SCALAR .size = sizeof(dcm_history_field), .kind = DCM_SCALAR, .description = "of the bond"
#define SPRING                                                                                     \
  .size = sizeof(dcm_history_field), .kind = DCM_VECTOR, .name = "spring",                         \
  .description = "stretch of 2 relative to 1", .dimension = {.length = 1}
static const dcm_history_field odd[] = {{SPRING, .parity = DCM_ODD}};
static const dcm_history_field even[] = {{SPRING, .parity = DCM_EVEN}};
static const dcm_history_field bond[] = {{SPRING, .parity = DCM_ODD},
                                         {SCALAR, .name = "bonded"},
                                         {SCALAR, .name = "made_at", .dimension = {.length = 1}}};
#define VECTOR(called)                                                                             \
  {                                                                                                \
    .size = sizeof(dcm_history_field), .kind = DCM_VECTOR, .name = called,                         \
    .description = "of many"                                                                       \
  }
static const dcm_history_field wide[] = {
    VECTOR("a"), VECTOR("b"), VECTOR("c"), VECTOR("d"), VECTOR("e"), VECTOR("f"),
    VECTOR("g"), VECTOR("h"), VECTOR("i"), VECTOR("j"), VECTOR("k"), VECTOR("l"),
    VECTOR("m"), VECTOR("n"), VECTOR("o"), VECTOR("p"), VECTOR("q"), VECTOR("r"),
    VECTOR("s"), VECTOR("t"), VECTOR("u"), VECTOR("v")};
static const dcm_history_field odd_bond[] = {
    {SPRING, .parity = DCM_ODD},
    {SCALAR, .name = "bonded"},
    {SCALAR, .name = "made_at", .dimension = {.length = 1}, .parity = DCM_ODD}};

typedef struct constants {
  double stiffness, damping_ratio, friction, rolling;
} constants;

typedef struct instance_data {
  int mistake;
  uint32_t material_count;
  constants pairs[];
} instance_data;

static constants table[64]; /* what is shared by mistake */
static double remembered;

/** Reads what follows a struct, as one does who knows a younger version of it. */
static void read_behind(const void *end) {
  (void)*(const volatile uint64_t *)end;
}

static void write_behind(void *end) {
  *(volatile uint64_t *)end = UINT64_MAX;
}

/** Mistakes of init with structs and with the environment. */
static void mistreat(const dcm_setup *setup, dcm_instance *instance, int mistake) {
  struct {
    dcm_instance known;
    uint64_t younger[2];
  } copy;
  if (mistake == LONG_SETUP)
    read_behind(setup + 1);
  if (mistake == LONG_INSTANCE) {
    write_behind(instance + 1);
    /* Behind the instance a host may have what it needs for this. */
    instance->log(instance->log_data, DCM_LOG_INFO, "a law was made");
  }
  if (mistake == LONG_COPY) {
    const volatile char *from = (const char *)instance;
    for (size_t i = 0; i < sizeof copy; i++)
      ((char *)&copy)[i] = from[i];
    *instance = copy.known;
  }
  if (mistake == RESIZES)
    instance->size = 40;
  if (mistake == ROUNDS_IN_INIT)
    fesetround(FE_UPWARD);
}

static int32_t init(const dcm_setup *setup, dcm_instance *instance, int mistake) {
  const uint32_t pairs = setup->material_count * setup->material_count;
  if (mistake == SILENT && setup->material_count == 2)
    return DCM_ERROR;
  instance_data *data = malloc(sizeof *data + pairs * sizeof data->pairs[0]);
  if (!data) {
    instance->log(instance->log_data, DCM_LOG_ERROR, "out of memory");
    return DCM_ERROR;
  }
  data->mistake = mistake;
  data->material_count = setup->material_count;
  for (uint32_t ij = 0; ij < pairs; ij++) {
    const double logarithm = log(setup->values[RESTITUTION_ASKED][ij]);
    const double ratio = -logarithm / sqrt(9.86960440108935861883 + logarithm * logarithm);
    data->pairs[ij] = (constants){.stiffness = setup->values[STIFFNESS][ij],
                                  .damping_ratio = mistake == RESTITUTION ? 0.7 * ratio : ratio,
                                  .friction = setup->values[FRICTION][ij],
                                  .rolling = setup->values[ROLLING][ij]};
    if (mistake == UNDECLARED_PARAMETER)
      data->pairs[ij].rolling = setup->values[PARAMETER_COUNT][ij];
    if (ij < sizeof table / sizeof table[0])
      table[ij] = data->pairs[ij];
  }
  mistreat(setup, instance, mistake);
  instance->data = data;
  instance->field_use[0] = mistake == DENIED_STATE            ? DCM_FIELD_UNUSED
                           : mistake == DENIED_WITHOUT_LEDGER ? DCM_FIELD_FOR_ENERGIES
                                                              : DCM_FIELD_USED;
  instance->unused = mistake == DENIED_SPINS ? DCM_UNUSED_SPINS : 0u;
  instance->flags = HAS_BOND(mistake) ? DCM_STATE_AT_START : 0u;
  instance->frame = TURNS(mistake) ? DCM_FRAME_MID_STEP : DCM_FRAME_AS_GIVEN;
  return DCM_OK;
}

static void destroy(dcm_instance *instance) {
  const instance_data *data = instance->data;
  if (data->mistake == LONG_DESTROY)
    read_behind(instance + 1);
  if (data->mistake == ROUNDS_IN_DESTROY)
    fesetround(FE_UPWARD);
  free(instance->data);
}

static double dot(const double a[3], const double b[3]) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** Entry i of three arrays. */
static void load(double v[3], const double *const from[3], uint32_t i) {
  for (int x = 0; x < 3; x++)
    v[x] = from[x][i];
}

static void along_the_normal(const dcm_contacts *contacts, const dcm_response *response, uint32_t i,
                             constants p, int mistake) {
  const double xi = contacts->overlap[i], vn = contacts->normal_velocity[i];
  const double eta = 2.0 * p.damping_ratio * sqrt(p.stiffness * contacts->effective_mass[i]);
  double force = p.stiffness * xi - eta * vn;
  if (mistake == NAN_AT_TOUCH)
    force *= xi / xi;
  if (mistake == GAIN && vn > 0.0)
    force += 0.5 * p.stiffness * xi;
  if (mistake == NEIGHBOUR && i > 0)
    force *= 1.0 + 1e-6 * contacts->overlap[i - 1] / contacts->radius_1[i - 1];
  if (mistake == HIDDEN)
    force += 1e-3 * (remembered = remembered + 1.0);
  response->normal_force[i] = force;
  if (response->energies) {
    response->energies->stored_normal[i] = 0.5 * p.stiffness * xi * xi;
    response->energies->dissipated_plastic[i] = response->energies->dissipated_fracture[i] = 0.0;
    response->energies->dissipated_normal[i] =
        mistake == LEDGER ? 0.0 : (p.stiffness * xi - force) * vn * contacts->dt;
  }
}

/** Holds two as far apart as they were where the run began, until it breaks. */
static void bonded(const dcm_contacts *contacts, const dcm_response *response, uint32_t i,
                   constants p, int mistake) {
  const double xi = contacts->overlap[i], old = response->history_in[4][i];
  const double state = response->history_in[3][i]; /* 1, or -1 of what broke */
  const int is_made = state == 0.0 && contacts->dt == 0.0;
  const double made_at = is_made ? xi : old;
  const double pressed = xi - made_at;
  const int is = is_made || (state > 0.0 && pressed > -0.01 * contacts->effective_radius[i]);
  const double before = pressed + contacts->normal_velocity[i] * contacts->dt;
  response->history_out[3][i] = is ? 1.0 : state == 0.0 ? 0.0 : -1.0;
  response->history_out[4][i] = is ? made_at : 0.0;
  response->normal_force[i] += is ? p.stiffness * pressed : 0.0;
  if (!response->energies || mistake == BOND_LEDGER)
    return;
  if (is)
    response->energies->stored_normal[i] += 0.5 * p.stiffness * pressed * pressed;
  else if (state > 0.0 && mistake != BOND_BREAKS)
    response->energies->dissipated_fracture[i] = 0.5 * p.stiffness * before * before;
}

/** Turns u with the spins of both sides, about the normal. */
static void spin(const dcm_contacts *contacts, uint32_t i, const double n[3], double u[3],
                 int mistake) {
  double w1[3], w2[3];
  load(w1, contacts->angular_velocity_1, i);
  load(w2, contacts->angular_velocity_2, i);
  const double turned = 0.5 * contacts->dt * (dot(w1, n) + dot(w2, n));
  const double angle = mistake == NOT_SPUN ? 0.0 : mistake == BACKWARDS ? -turned : turned;
  const double across[3] = {n[1] * u[2] - n[2] * u[1], n[2] * u[0] - n[0] * u[2],
                            n[0] * u[1] - n[1] * u[0]};
  for (int x = 0; x < 3; x++)
    u[x] = cos(angle) * u[x] + sin(angle) * across[x];
}

/** The velocity at which something slides that only rolls. */
static void slide(const dcm_contacts *contacts, uint32_t i, const double n[3], double v[3]) {
  double w1[3], w2[3];
  load(w1, contacts->angular_velocity_1, i);
  load(w2, contacts->angular_velocity_2, i);
  for (int x = 0; x < 3; x++) {
    const int y = (x + 1) % 3, z = (x + 2) % 3;
    v[x] += 0.1 * contacts->effective_radius[i] * ((w1[y] + w2[y]) * n[z] - (w1[z] + w2[z]) * n[y]);
  }
}

static void across(const dcm_contacts *contacts, const dcm_response *response, uint32_t i,
                   constants p, int mistake) {
  double n[3], v[3], u[3], force[3];
  load(n, contacts->normal, i);
  load(v, contacts->tangential_velocity, i);
  load(u, response->history_in, i);
  if (TURNS(mistake))
    spin(contacts, i, n, u, mistake);
  if (mistake == SPIN_SLIDES)
    slide(contacts, i, n, v);
  const double out = mistake == OBLIQUE || mistake == IN_SPACE ? 0.0 : dot(u, n);
  const double k = 2.0 / 7.0 * p.stiffness;
  const double eta = 2.0 * p.damping_ratio * sqrt(k * contacts->effective_mass[i]);
  double before = 0.0, after = 0.0;
  for (int x = 0; x < 3; x++) {
    before += 0.5 * k * u[x] * u[x];
    u[x] += v[x] * contacts->dt - out * n[x];
    if (mistake == STORED_DAMPING)
      u[x] += eta * v[x] / k;
    force[x] = k * u[x];
  }
  const double beside = mistake == IN_SPACE ? dot(force, n) : 0.0;
  for (int x = 0; x < 3; x++)
    force[x] -= beside * n[x];
  const double size = sqrt(dot(force, force));
  const double limit = p.friction * fabs(p.stiffness * contacts->overlap[i]);
  const int slides = size > limit && mistake != NO_LIMIT;
  const double kept = slides ? limit / size : 1.0;
  for (int x = 0; x < 3; x++) {
    u[x] *= kept;
    force[x] *= mistake == SIGN ? -kept : kept;
    if (mistake == DAMPED_BEYOND && !slides)
      force[x] += eta * v[x];
    if (mistake == NAN_AT_REST && slides)
      force[x] = limit * v[x] / sqrt(dot(v, v));
    if (mistake == NAN_WITHOUT_STEP)
      force[x] += 1e-9 * k * (u[x] - response->history_in[x][i]) / contacts->dt * contacts->dt;
    if (mistake == NORTH && x == 2)
      force[x] *= 1.001;
    response->tangential_force[x][i] = force[x];
    if (mistake == WRITES_INPUT)
      ((double *)response->history_in[x])[i] = 0.0;
    if (!(mistake == LOST_STATE && slides))
      response->history_out[x][i] = mistake == NORTH_STATE && x == 2 ? 1.001 * u[x] : u[x];
    after += 0.5 * k * u[x] * u[x];
  }
  if (mistake == UNDECLARED_STATE)
    response->history_out[3][i] = 1.0;
  if (response->energies) {
    /* This way of booking closes in every step. */
    response->energies->stored_tangential[i] = after;
    response->energies->dissipated_tangential[i] = 0.0;
    response->energies->dissipated_sliding[i] =
        (force[0] * v[0] + force[1] * v[1] + force[2] * v[2]) * contacts->dt - after + before;
    if (mistake == ONE_SIDED_LEDGER)
      response->energies->dissipated_sliding[i] *= 1.0 + 1e-3 * contacts->radius_1[i];
  }
}

static void rolling(const dcm_contacts *contacts, const dcm_response *response, uint32_t i,
                    constants p, int mistake) {
  double n[3], w1[3], w2[3], spin[3];
  load(n, contacts->normal, i);
  load(w1, contacts->angular_velocity_1, i);
  load(w2, contacts->angular_velocity_2, i);
  for (int x = 0; x < 3; x++)
    spin[x] = w1[x] - w2[x];
  const double twist = dot(spin, n);
  for (int x = 0; x < 3; x++)
    spin[x] -= twist * n[x];
  const double rate = sqrt(dot(spin, spin));
  const double limit =
      p.rolling * fabs(p.stiffness * contacts->overlap[i]) * contacts->effective_radius[i];
  double power = 0.0;
  for (int x = 0; x < 3; x++) {
    const double couple = rate > 0.0 ? -limit * spin[x] / rate : 0.0;
    const double other = mistake == UNBALANCED ? 0.0 : -couple;
    power += couple * w1[x] + other * w2[x];
    if (mistake == UNFILLED && x == 1)
      continue;
    response->couple_1[x][i] = couple;
    response->couple_2[x][i] = other;
  }
  if (response->energies) {
    response->energies->stored_rolling[i] = 0.0;
    response->energies->dissipated_rolling[i] = -power * contacts->dt;
  }
}

static void heat(const dcm_contacts *contacts, const dcm_response *response, uint32_t i,
                 int mistake) {
  const double drop = contacts->quantities_2[0][i] - contacts->quantities_1[0][i];
  response->added_1[1][i] = mistake == ONE_WAY ? fabs(drop) : drop;
  if (mistake != UNADDED)
    response->added_2[1][i] = mistake == ONE_WAY       ? 0.0
                              : mistake == UNCONSERVED ? -drop * (1.0 - 1e-6)
                                                       : -drop;
  if (mistake == ADDS_TO_READ)
    response->added_1[0][i] = 1e-3 * drop;
  if (response->outputs && mistake != UNTOLD)
    response->outputs[0][i] = drop;
}

/** The warmer the two, the softer. */
static double softened(double stiffness, const dcm_contacts *contacts, uint32_t i) {
  return stiffness * 600.0 / (contacts->quantities_1[0][i] + contacts->quantities_2[0][i]);
}

/** Mistakes of compute with structs and with the environment. */
static void mistreat_all(const dcm_instance *instance, const dcm_contacts *contacts,
                         const dcm_response *response, int mistake) {
  if (mistake == LONG_CONTACTS)
    read_behind(contacts + 1);
  if (mistake == LONG_RESPONSE)
    read_behind(response + 1);
  if (mistake == LONG_ENERGIES && response->energies)
    write_behind((void *)(uintptr_t)(response->energies + 1));
  if (mistake == WRITES_CONTACTS)
    ((volatile dcm_contacts *)(uintptr_t)contacts)->count = contacts->count;
  if (mistake == WRITES_INSTANCE)
    ((volatile dcm_instance *)(uintptr_t)instance)->unused = instance->unused;
  if (mistake == ROUNDS_IN_COMPUTE)
    fesetround(FE_UPWARD);
}

/** Answers what a law does that takes no contact of more than a tenth of the radius. */
static int32_t refuse(const dcm_instance *instance, const dcm_contacts *contacts, int mistake) {
  if (mistake == ANSWERS_SEVEN)
    return 7;
  for (uint32_t i = 0; i < contacts->count; i++)
    if ((mistake == REFUSES || mistake == REFUSES_DUMBLY) &&
        contacts->overlap[i] > 0.1 * contacts->radius_1[i]) {
      if (mistake == REFUSES)
        instance->log(instance->log_data, DCM_LOG_ERROR, "a contact is too deep for this law");
      return DCM_ERROR;
    }
  return DCM_OK;
}

static int32_t compute(const dcm_instance *instance, const dcm_contacts *contacts,
                       const dcm_response *response) {
  const instance_data *data = instance->data;
  const int mistake = data->mistake;
  constants p = data->pairs[mistake == PAIR ? 0 : contacts->pair];
  if (mistake == MIXED_PAIR)
    p = data->pairs[data->material_count - 1];
  if (mistake == STATIC_TABLE)
    p = table[contacts->pair];
  if (mistake == CRASHES)
    abort();
  if (mistake == LEAVES)
    _exit(0);
  while (mistake == HANGS)
    usleep(1000);
  static volatile unsigned turns, has_rested;
  while (mistake == SPINS)
    turns++;
  if (mistake == RESTS && !has_rested) {
    has_rested = 1;
    usleep(1500000); /* as on a machine that has other things to do */
  }
  for (uint32_t i = 0; i < contacts->count; i++) {
    if (mistake == STIFF && p.stiffness > 1e3)
      p.stiffness = NAN;
    if (mistake == HOT && contacts->quantities_1[0][i] > 900.0)
      p.stiffness = NAN;
    if (mistake == WARM)
      p.stiffness = softened(data->pairs[contacts->pair].stiffness, contacts, i);
    along_the_normal(contacts, response, i, p, mistake);
    if (HAS_BOND(mistake))
      bonded(contacts, response, i, p, mistake);
    across(contacts, response, i, p, mistake);
    rolling(contacts, response, i, p, mistake);
    if (contacts->quantities_1)
      heat(contacts, response, i, mistake);
  }
  if (mistake == BEYOND)
    response->normal_force[(contacts->count + DCM_LANES - 1) / DCM_LANES * DCM_LANES] = 0.0;
  mistreat_all(instance, contacts, response, mistake);
  return refuse(instance, contacts, mistake);
}

static void history(const dcm_instance *instance, const dcm_event *event) {
  const instance_data *data = instance->data;
  if (data->mistake == LONG_EVENT)
    read_behind(event + 1);
  if (data->mistake == ROUNDS_IN_HISTORY)
    fesetround(FE_UPWARD);
  for (uint32_t i = 0; i < event->count && event->event == DCM_CONTACT_BEGINS; i++)
    event->fields[0][i] = data->mistake == BEGINS ? NAN : 0.0;
}

static double reach(const dcm_instance *instance, const dcm_sides *sides) {
  const instance_data *data = instance->data;
  if (data->mistake == LONG_SIDES)
    read_behind(sides + 1);
  if (data->mistake == ROUNDS_IN_REACH)
    fesetround(FE_UPWARD);
  return data->mistake == REACH ? -sides->effective_radius : 0.0;
}

#define INIT(mistake, id)                                                                          \
  static int32_t init_##mistake(const dcm_setup *setup, dcm_instance *instance) {                  \
    return init(setup, instance, mistake);                                                         \
  }
MISTAKES(INIT)

#define MODEL(mistake, name)                                                                       \
  static const dcm_model model_##mistake = {                                                       \
      .size = sizeof(dcm_model),                                                                   \
      .history_version = 1,                                                                        \
      .id = name,                                                                                  \
      .title = "A linear spring, damper and friction",                                             \
      .reference = "R. Hooke, De Potentia Restitutiva (1678)",                                     \
      .parameter_count = PARAMETER_COUNT,                                                          \
      .option_count = (mistake) == COMMENT,                                                        \
      .options = options,                                                                          \
      .history_count = (mistake) == WIDE          ? 22                                             \
                       : (mistake) == MANY_FIELDS ? 33                                             \
                       : HAS_BOND(mistake)        ? 3                                              \
                                                  : 1,                                                    \
      .parameters = (mistake) == STIFF || (mistake) == STIFF_SOUND ? stiff : parameters,           \
      .history_fields = (mistake) == PARITY        ? even                                          \
                        : (mistake) == BOND_PARITY ? odd_bond                                      \
                        : HAS_BOND(mistake)        ? bond                                          \
                        : (mistake) == WIDE        ? wide                                          \
                                                   : odd,                                                 \
      .init = init_##mistake,                                                                      \
      .compute = compute,                                                                          \
      .quantity_count = HAS_HEAT(mistake) ? 2 : 0,                                                 \
      .output_count = HAS_HEAT(mistake) ? 1 : 0,                                                   \
      .quantities = (mistake) == HOT ? hot : quantities,                                           \
      .outputs = outputs,                                                                          \
      .events = (mistake) == NO_SWAP  ? 1u << DCM_CONTACT_SWAPS                                    \
                : HAS_EVENTS(mistake) ? 1u << DCM_CONTACT_BEGINS                                   \
                                      : 0u,                                                        \
      .history = (mistake) == NO_SWAP || HAS_EVENTS(mistake) ? history : NULL,                     \
      .reach = HAS_REACH(mistake) ? reach : NULL,                                                  \
      .destroy = destroy,                                                                          \
  };
MISTAKES(MODEL)

#define ADDRESS(mistake, id) &model_##mistake,
static const dcm_model *const models[] = {MISTAKES(ADDRESS)};
static const dcm_library library = {
    .size = sizeof(dcm_library),
    .abi_version = DCM_ABI_VERSION,
    .name = "broken laws",
    .version = "1",
    .model_count = MISTAKE_COUNT,
    .models = models,
};

const dcm_library *dcm_library_entry(const dcm_host *host) {
#ifdef WRONG_ENTRY
  read_behind(host + 1);
  fesetround(FE_UPWARD);
#endif
  (void)host;
  return &library;
}
