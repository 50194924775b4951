/* SPDX-License-Identifier: MIT */
/* A contact law with all that a law may have: a state, an option, a refusal, an event, energies.
 *
 * Along the normal the hysteretic spring of O. R. Walton, R. L. Braun, J. Rheol. 30 (1986) 949-980:
 * stiffness k1 while the overlap grows beyond what it ever was, k2 else, and no tension. Across it
 * a spring with Coulomb's limit. Grains are coated: friction begins as that of the coat and goes
 * over to that of the bare surface while the contact slides.
 *
 *   cc -std=c11 -O3 -fPIC -shared -I abi -o coated.so examples/own-law/coated.c -lm
 */
#include <dcm/dcm.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Parameters that the user sets. */
enum { LOADING, UNLOADING, FRICTION_COATED, FRICTION_BARE, WEAR, PARAMETERS };

#define PAIR(...)                                                                                  \
  {                                                                                                \
    .size = sizeof(dcm_parameter), .scope = DCM_PER_PAIR, .flags = DCM_REQUIRED,                   \
    .mixing = DCM_MIX_GEOMETRIC, .minimum = 0.0, .maximum = INFINITY, __VA_ARGS__                  \
  }
static const dcm_parameter parameters[PARAMETERS] = {
    [LOADING] = PAIR(.name = "k1", .symbol = "k1", .description = "stiffness while loading",
                     .dimension = {.mass = 1, .time = -2}, .reason = "a spring pushes back"),
    [UNLOADING] = PAIR(.name = "k2", .symbol = "k2",
                       .description = "stiffness while unloading and loading again",
                       .dimension = {.mass = 1, .time = -2}, .reason = "a spring pushes back"),
    [FRICTION_COATED] = PAIR(.name = "friction_coated", .symbol = "mu_c",
                             .description = "coefficient of friction of the coat",
                             .reason = "friction must not drive sliding"),
    [FRICTION_BARE] = PAIR(.name = "friction_bare", .symbol = "mu_b",
                           .description = "coefficient of friction of the bare surface",
                           .reason = "friction must not drive sliding"),
    [WEAR] = PAIR(.name = "wear", .symbol = "L",
                  .description = "slid path after which 1/e of the coat is left",
                  .dimension = {.length = 1}, .reason = "a path has a length"),
};

/* A choice between words, for the whole law. */
enum { COAT, OPTIONS };
enum { COAT_WEARS, COAT_STAYS };
static const dcm_option options[OPTIONS] = {
    [COAT] = {.size = sizeof(dcm_option),
              .choice_count = 2,
              .default_choice = COAT_WEARS,
              .name = "coat",
              .description = "whether sliding wears the coat off",
              .choices = (const char *const[]){[COAT_WEARS] = "wears", [COAT_STAYS] = "stays"}},
};

/* State of a contact; components follow each other in this order. The host stores the state, moves
 * it with the contact, and writes it to restart files. */
enum { STRETCH = 0, LARGEST = 3, COVER = 4 };
static const dcm_history_field history_fields[] = {
    {.size = sizeof(dcm_history_field),
     .kind = DCM_VECTOR,
     .parity = DCM_ODD, /* seen from the other grain, 2 moves the other way */
     .name = "stretch",
     .description = "stretch of the tangential spring, of 2 relative to 1",
     .dimension = {.length = 1}},
    {.size = sizeof(dcm_history_field),
     .kind = DCM_SCALAR,
     .parity = DCM_EVEN,
     .name = "largest_overlap",
     .description = "since the contact began",
     .dimension = {.length = 1}},
    {.size = sizeof(dcm_history_field),
     .kind = DCM_SCALAR,
     .parity = DCM_EVEN,
     .name = "cover",
     .description = "share of the surface that the coat covers"},
};

/* Data that init makes of the parameters: a table of the pairs of materials. */
typedef struct constants {
  double value[PARAMETERS];
} constants;

typedef struct instance_data {
  int wears;
  constants pairs[];
} instance_data;

static int32_t refuse(const dcm_instance *instance, const char *sentence) {
  instance->log(instance->log_data, DCM_LOG_ERROR, sentence);
  return DCM_ERROR;
}

static int32_t init(const dcm_setup *setup, dcm_instance *instance) {
  const size_t pairs = (size_t)setup->material_count * setup->material_count;
  instance_data *data = malloc(sizeof *data + pairs * sizeof data->pairs[0]);
  if (!data)
    return refuse(instance, "coated: out of memory");
  data->wears = setup->options[COAT] == COAT_WEARS;
  for (size_t ij = 0; ij < pairs; ij++) {
    for (int p = 0; p < PARAMETERS; p++)
      data->pairs[ij].value[p] = setup->values[p][ij];
    /* Rules that ranges cannot state. The sentence names the values and what is allowed. */
    const double k1 = data->pairs[ij].value[LOADING], k2 = data->pairs[ij].value[UNLOADING];
    char sentence[160];
    if (k2 < k1 || k1 == 0.0) {
      snprintf(sentence, sizeof sentence,
               "k1 = %g and k2 = %g: unloading must be at least as stiff as loading, and both "
               "above 0, or contacts create energy",
               k1, k2);
      free(data);
      return refuse(instance, sentence);
    }
    if (data->wears && data->pairs[ij].value[WEAR] == 0.0) {
      free(data);
      return refuse(instance,
                    "wear = 0: a coat wears off on some path; give wear > 0, or 'coat stays'");
    }
  }
  instance->data = data;
  instance->unused = DCM_UNUSED_SPINS | DCM_UNUSED_COUPLES;
  return DCM_OK;
}

static void destroy(dcm_instance *instance) {
  free(instance->data);
}

static double square(const double v[3]) {
  return v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
}

/* F = k1 xi on the way in, F = k2 (xi - rest) on the way out and in again. Returns the force. */
static double along_the_normal(const constants *c, const dcm_contacts *contacts,
                               const dcm_response *response, uint32_t k) {
  const double k1 = c->value[LOADING], k2 = c->value[UNLOADING];
  const double xi = contacts->overlap[k] > 0.0 ? contacts->overlap[k] : 0.0;
  const double before = response->history_in[LARGEST][k];
  const double largest = xi > before ? xi : before;
  const double rest = (1.0 - k1 / k2) * largest; /* where the force ends on the way out */
  const double force = xi > rest ? k2 * (xi - rest) : 0.0;
  response->normal_force[k] = force;
  response->history_out[LARGEST][k] = largest;
  if (response->energies) {
    /* Energy that is not given back: the work k1 largest^2/2 less the energy of the unloading
     * spring. */
    const double lost = 0.5 * k1 * (1.0 - k1 / k2);
    response->energies->stored_normal[k] = xi > rest ? 0.5 * k2 * (xi - rest) * (xi - rest) : 0.0;
    response->energies->dissipated_normal[k] = 0.0;
    response->energies->dissipated_plastic[k] = lost * (largest * largest - before * before);
  }
  return force;
}

static void across_the_normal(const constants *c, const dcm_contacts *contacts,
                              const dcm_response *response, uint32_t k, double normal_force,
                              int wears) {
  const double stiffness = 2.0 / 7.0 * c->value[LOADING];
  /* The law turns its state with the contact: nobody else does. The part of the stretch out of the
   * present tangent plane is dropped. */
  double u[3], n[3], before[3], along = 0.0;
  for (int x = 0; x < 3; x++) {
    n[x] = contacts->normal[x][k];
    u[x] = response->history_in[STRETCH + x][k];
    along += u[x] * n[x];
  }
  const double stored_before = 0.5 * stiffness * square(u);
  for (int x = 0; x < 3; x++) {
    before[x] = u[x] - along * n[x];
    u[x] += contacts->tangential_velocity[x][k] * contacts->dt - along * n[x];
  }
  const double cover = response->history_in[COVER][k];
  const double friction =
      c->value[FRICTION_BARE] + (c->value[FRICTION_COATED] - c->value[FRICTION_BARE]) * cover;
  const double pull = stiffness * sqrt(square(u)), limit = friction * normal_force;
  const double kept = pull > limit ? limit / pull : 1.0;
  const double slid = stiffness > 0.0 ? (pull - kept * pull) / stiffness : 0.0;
  double work = 0.0;
  for (int x = 0; x < 3; x++) {
    u[x] *= kept;
    response->tangential_force[x][k] = stiffness * u[x];
    response->history_out[STRETCH + x][k] = u[x];
    /* The mean of the forces before and after the step does the work: with the force after it alone
     * the sum of energies would be off by the first order of the time step. */
    work +=
        0.5 * stiffness * (before[x] + u[x]) * contacts->tangential_velocity[x][k] * contacts->dt;
  }
  response->history_out[COVER][k] = wears ? cover * exp(-slid / c->value[WEAR]) : cover;
  if (response->energies) {
    const double stored = 0.5 * stiffness * square(u);
    response->energies->stored_tangential[k] = stored;
    response->energies->dissipated_tangential[k] = 0.0;
    response->energies->dissipated_sliding[k] = work + stored_before - stored;
    response->energies->stored_rolling[k] = response->energies->dissipated_rolling[k] = 0.0;
    response->energies->dissipated_fracture[k] = 0.0;
  }
}

static int32_t compute(const dcm_instance *instance, const dcm_contacts *contacts,
                       const dcm_response *response) {
  const instance_data *data = instance->data;
  const constants *c = &data->pairs[contacts->pair]; /* of all contacts of the batch */
  for (uint32_t k = 0; k < contacts->count; k++) {
    const double force = along_the_normal(c, contacts, response, k);
    across_the_normal(c, contacts, response, k, force, data->wears);
  }
  return DCM_OK;
}

/* The life of a state. A law without this function has the usual one: it begins at zero, changes
 * sign by parity, and is forgotten. This one begins with a full coat. */
static void history(const dcm_instance *instance, const dcm_event *event) {
  (void)instance;
  for (uint32_t k = 0; k < event->count; k++)
    event->fields[COVER][k] = 1.0;
}

/* Which parameters limit friction, for dcm check: dcm_roles of src/kit/declarations.h. A parameter
 * called "friction" needs no such word. */
static const void *extension(const char *name) {
  static const char *const friction[] = {"friction_coated", "friction_bare", NULL};
  static const struct {
    uint32_t size, reserved;
    const char *const *friction, *const *restitution;
  } roles = {sizeof roles, 0, friction, NULL};
  return strcmp(name, "dcm/roles/1") == 0 ? &roles : NULL;
}

static const dcm_model coated = {
    .size = sizeof(dcm_model),
    .history_version =
        1, /* raised when the meaning of the state changes: old restarts are refused */
    .id = "coated",
    .title = "Hysteretic spring, friction of a coat that wears off",
    .reference = "O. R. Walton, R. L. Braun, J. Rheol. 30 (1986) 949-980",
    .parameter_count = PARAMETERS,
    .option_count = OPTIONS,
    .history_count = sizeof history_fields / sizeof history_fields[0],
    .parameters = parameters,
    .options = options,
    .history_fields = history_fields,
    .init = init,
    .compute = compute,
    .events = 1u << DCM_CONTACT_BEGINS,
    .history = history,
    .destroy = destroy,
    .extension = extension,
};

static const dcm_model *const models[] = {&coated};
static const dcm_library library = {
    .size = sizeof(dcm_library),
    .abi_version = DCM_ABI_VERSION,
    .name = "coated grains",
    .version = "1.0",
    .model_count = 1,
    .models = models,
};

const dcm_library *dcm_library_entry(const dcm_host *host) {
  (void)host;
  return &library;
}
