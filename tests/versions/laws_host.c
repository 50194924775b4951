/* SPDX-License-Identifier: MIT */
/** @file
 * A host for all laws of a library: leads one contact of each through some steps, with parameters
 * that depend on the descriptions alone, and prints a sum of all digits of its answers. */
#include <stdio.h>
#include <stdlib.h>

#include "check/scene/drawn.h"
#include "driver/contact.h"
#include "runtime/library.h"

enum { STEPS = 40, MOST_CASES = 4 };

static void ignore(void *data, uint32_t level, const char *message) {
  (void)data;
  (void)level;
  (void)message;
}

static uint64_t add(uint64_t hash, const void *bytes, size_t size) {
  for (size_t i = 0; i < size; i++)
    hash = (hash ^ ((const unsigned char *)bytes)[i]) * 1099511628211u;
  return hash;
}

/** All that a law answers while a contact is pressed, rolled and drawn apart. */
static uint64_t digits_of(const dcm_law *law, int side_2, uint64_t hash) {
  const double r = 1e-3, dt = 1e-6, depth = 2e-5;
  const dcm_body grain = dcm_body_sphere(1, r, 2500.0);
  const dcm_body bodies[2] = {grain, side_2 == DCM_SIDE_WALL ? dcm_body_wall(1)
                                                             : dcm_body_sphere(2, r, 3000.0)};
  const double touching = side_2 == DCM_SIDE_WALL ? r : 2.0 * r;
  dcm_error error;
  dcm_single_contact *contact = dcm_single_contact_create(law, side_2, bodies, &error);
  if (!contact)
    return hash;
  for (int step = 0; step < STEPS; step++) {
    const double share = (double)step / STEPS;
    const double overlap = 4.0 * depth * share * (1.0 - share) - 0.1 * depth;
    const dcm_motion motions[2] = {
        {.velocity = {0.1 - 0.2 * share, 0.02, 0.01}, .angular_velocity = {3.0, -20.0, 10.0}},
        {.position = {touching - overlap, 0.01 * r * share, 0.0}}};
    dcm_contact_load load = {0};
    if (step == 0)
      dcm_single_contact_start(contact, motions, &load);
    else
      dcm_single_contact_step(contact, motions, step % 7 ? dt : 0.0, &load);
    hash = add(hash, &load.normal_force, sizeof load.normal_force);
    hash = add(hash, &load.force, sizeof load.force);
    hash = add(hash, &load.torque_1, sizeof load.torque_1);
    hash = add(hash, &load.torque_2, sizeof load.torque_2);
    hash = add(hash, &load.energies, sizeof load.energies);
    hash = add(hash, load.history, law->history_width * sizeof *load.history);
    for (int side = 0; side < 2; side++) {
      hash = add(hash, load.quantities[side], law->quantity_count * sizeof(double));
      hash = add(hash, load.added[side], law->quantity_count * sizeof(double));
    }
    hash = add(hash, load.outputs, law->model->output_count * sizeof(double));
  }
  dcm_single_contact_destroy(contact);
  return hash;
}

static void run(const dcm_model *model) {
  dcm_random random = dcm_random_of_seed(29, 0);
  uint32_t count;
  dcm_case *cases = dcm_cases_of(model, NULL, random, &count);
  uint64_t hash = 1469598103934665603u;
  int laws = 0, attempts = 0;
  dcm_drawn drawn = {0};
  const uint32_t tried = cases ? (count < MOST_CASES ? count : MOST_CASES) : 0;
  for (uint32_t c = 0; c < tried; c++) {
    dcm_law *law = NULL;
    dcm_error error;
    for (int attempt = 0; !law && attempt < DCM_DRAW_ATTEMPTS; attempt++, attempts++)
      law = dcm_draw_law(&cases[c * count / tried], 2, NULL, &random, attempt, &drawn, &error);
    if (!law)
      continue;
    hash = digits_of(law, DCM_SIDE_PARTICLE, hash);
    hash = digits_of(law, DCM_SIDE_WALL, hash);
    dcm_law_destroy(law);
    laws++;
  }
  dcm_drawn_free(&drawn);
  free(cases);
  printf("%s %d %d %016llx\n", model->id, laws, attempts, (unsigned long long)hash);
}

int main(int argc, char **argv) {
  static const dcm_host host = {
      .size = sizeof host, .abi_version = DCM_ABI_VERSION, .name = "a host", .log = ignore};
  dcm_loaded_library *library;
  dcm_error error;
  if (argc != 2)
    return 1;
  if (dcm_library_open(argv[1], &host, &library, &error)) {
    printf("library: %s\n", error.text);
    return 1;
  }
  const dcm_library *description = dcm_library_description(library);
  for (uint32_t i = 0; i < description->model_count; i++)
    run(description->models[i]);
  dcm_library_close(library);
  return 0;
}
