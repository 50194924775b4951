/* SPDX-License-Identifier: MIT */
#include "program/library.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int32_t dcm_guide(dcm_guided_contact *g, double time, double length, const dcm_motion motions[2],
                  dcm_contact_load *load, dcm_error *error) {
  dcm_motion seen[2] = {motions[0], motions[1]};
  if (!g->has_begun)
    g->first_time = time;
  if (g->wall_turns) {
    const dcm_vector centre =
        dcm_add_scaled(g->wall_centre, time - g->first_time, seen[1].velocity);
    const dcm_vector arm = dcm_subtract(seen[1].position, centre);
    seen[1].velocity = dcm_add(seen[1].velocity, dcm_cross(seen[1].angular_velocity, arm));
  }
  if (!g->has_begun)
    dcm_single_contact_start(g->contact, seen, load);
  g->has_begun = 1;
  dcm_single_contact_step(g->contact, seen, length, load);
  double value;
  const char *flaw = dcm_contact_load_flaw(load, g->law, &value);
  if (!flaw)
    return DCM_OK;
  dcm_fail(error,
           "the law '%s' gives a %s of %g at an overlap of %g: the law has a defect, or the "
           "numbers of this line are out of the range of the law",
           g->law->model->id, flaw, value, load->overlap);
  dcm_law_append_reason(g->law, error);
  return DCM_ERROR;
}

/* --------------------------------------------------------------------------------- interface */

struct dcm_api_contact {
  dcm_guided_contact guided;
  size_t steps;
};

enum { ENERGIES_OF_LOAD = offsetof(dcm_api_load, stored_normal) };
_Static_assert(offsetof(dcm_api_load, dissipated_fracture) + sizeof(double) ==
                   ENERGIES_OF_LOAD + sizeof(dcm_energy_sample),
               "energies one by one");

dcm_api_load dcm_program_load(const dcm_contact_load *load) {
  dcm_api_load result = {
      .touching = load->touching != 0,
      .overlap = load->overlap,
      .normal_force = load->normal_force,
  };
  memcpy((char *)&result + ENERGIES_OF_LOAD, load->energies.of, sizeof load->energies.of);
  dcm_vector_put(result.normal, load->normal);
  dcm_vector_put(result.tangential_force, load->tangential_force);
  dcm_vector_put(result.force, load->force);
  dcm_vector_put(result.torque_1, load->torque_1);
  dcm_vector_put(result.torque_2, load->torque_2);
  return result;
}

dcm_api_contact *dcm_api_contact_create(const dcm_api_materials *materials,
                                        const dcm_api_bodies *bodies, const double *wall_centre,
                                        dcm_api_message *message) {
  dcm_error error;
  dcm_body b[2];
  dcm_api_contact *contact = NULL;
  if (!dcm_api_is_ready(materials, &error) ||
      dcm_program_bodies(materials->law, bodies, b, NULL, &error)) {
    dcm_api_fail(message, &error);
    return NULL;
  }
  contact = calloc(1, sizeof *contact);
  dcm_single_contact *single =
      contact ? dcm_single_contact_create(materials->law, dcm_program_side_2(bodies), b, &error)
              : NULL;
  if (!single) {
    if (!contact)
      dcm_fail(&error, "out of memory");
    free(contact);
    dcm_api_fail(message, &error);
    return NULL;
  }
  contact->guided = (dcm_guided_contact){.law = materials->law, .contact = single};
  if (wall_centre) {
    contact->guided.wall_turns = 1;
    contact->guided.wall_centre = dcm_vector_at(wall_centre);
  }
  return contact;
}

void dcm_api_contact_destroy(dcm_api_contact *contact) {
  if (!contact)
    return;
  dcm_single_contact_destroy(contact->guided.contact);
  free(contact);
}

/** Row k of an array that the caller may not want. */
static void write_row(double *array, size_t k, const double *values, uint32_t width) {
  if (array && width)
    memcpy(array + k * width, values, width * sizeof *values);
}

static void write_rows(const dcm_api_rows *rows, size_t k, const dcm_law *law,
                       const dcm_contact_load *load) {
  const uint32_t quantities = law->model->quantity_count;
  write_row(rows->state, k, load->history, law->history_width);
  write_row(rows->outputs, k, load->outputs, law->model->output_count);
  write_row(rows->quantities_1, k, load->quantities[0], quantities);
  write_row(rows->quantities_2, k, load->quantities[1], quantities);
  write_row(rows->added_1, k, load->added[0], quantities);
  write_row(rows->added_2, k, load->added[1], quantities);
}

int dcm_api_drive(dcm_api_contact *contact, size_t count, const dcm_api_motion *motions,
                  size_t motion_size, dcm_api_load *loads, size_t load_size,
                  const dcm_api_rows *rows, size_t *done, dcm_api_message *message) {
  dcm_guided_contact *g = &contact->guided;
  int32_t status = DCM_OK;
  size_t k = 0;
  for (; k < count && status == DCM_OK; k++) {
    dcm_api_motion m;
    dcm_record_read(&m, sizeof m, motions, motion_size, k);
    const dcm_motion both[2] = {
        {dcm_vector_at(m.position_1), dcm_vector_at(m.velocity_1), dcm_vector_at(m.spin_1)},
        {dcm_vector_at(m.position_2), dcm_vector_at(m.velocity_2), dcm_vector_at(m.spin_2)},
    };
    dcm_contact_load load;
    dcm_error why;
    status = dcm_guide(g, m.time, m.length, both, &load, &why);
    if (status != DCM_OK) {
      dcm_error error;
      dcm_fail(&error, "step %zu, t = %.9g: %s", contact->steps, m.time, why.text);
      dcm_api_fail(message, &error);
      break;
    }
    contact->steps++;
    const dcm_api_load result = dcm_program_load(&load);
    dcm_record_write(loads, load_size, k, &result, sizeof result);
    if (rows)
      write_rows(rows, k, g->law, &load);
  }
  if (done)
    *done = k;
  return status == DCM_OK ? DCM_API_OK : DCM_API_FAILED;
}
