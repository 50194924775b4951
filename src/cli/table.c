/* SPDX-License-Identifier: MIT */
#include "cli/table.h"

#include <errno.h>
#include <string.h>

#include "cli/message.h"
#include "runtime/files.h"
#include "runtime/model.h"
#include "runtime/units.h"

FILE *open_output(const char *path) {
  if (strcmp(path, "-") == 0)
    return stdout;
  dcm_error error;
  FILE *stream = dcm_open_output(path, "w", &error);
  if (!stream)
    message_failure("%s", error.text);
  return stream;
}

int close_output(FILE *stream, const char *path) {
  const int failed = fflush(stream) != 0 || ferror(stream);
  if ((stream != stdout && fclose(stream) != 0) || failed)
    return message_failure("cannot write all of '%s': %s", path, strerror(errno));
  return EXIT_DONE;
}

void write_case_comments(FILE *stream, const contact_case *c) {
  fprintf(stream, "# law = %s\n", c->model->id);
  for (uint32_t o = 0; o < c->model->option_count; o++)
    fprintf(stream, "# %s = %s\n", dcm_model_option(c->model, o)->name, contact_case_word(c, o));
  for (uint32_t p = 0; p < c->model->parameter_count; p++) {
    const dcm_parameter *parameter = dcm_model_parameter(c->model, p);
    const int twice = parameter->scope == DCM_PER_MATERIAL && c->material_count == 2;
    char unit[DCM_DIMENSION_TEXT];
    dcm_dimension_si(parameter->dimension, unit);
    for (uint32_t m = 1; m <= (twice ? 2 : 1); m++) {
      const char *remark = origin_name(c->parameter_origins[p][m - 1]);
      fprintf(stream, "# %s%s = %.17g %s%s%s\n", parameter->name, twice ? (m == 1 ? "1" : "2") : "",
              contact_case_value(c, p, m), unit, *remark ? ", " : "", remark);
    }
  }
  for (int i = 0; i < 2; i++)
    if (i == 1 && c->wall)
      fprintf(stream, "# body 2: flat wall\n");
    else
      fprintf(stream, "# body %d: r = %.17g  m = %.17g  I = %.17g%s\n", i + 1, c->bodies[i].radius,
              c->bodies[i].mass, c->bodies[i].moment_of_inertia,
              c->radius_origin == ASSUMED || c->density_origin == ASSUMED ? "  (partly assumed)"
                                                                          : "");
}

static const char axes[] = "xyz";

static void vector(FILE *stream, dcm_vector v) {
  fprintf(stream, ",%.17g,%.17g,%.17g", v.x, v.y, v.z);
}

void write_motion_header(FILE *stream) {
  for (int i = 1; i <= 2; i++)
    fprintf(stream, ",x%d,y%d,z%d,v%dx,v%dy,v%dz,w%dx,w%dy,w%dz", i, i, i, i, i, i, i, i, i);
}

void write_motion(FILE *stream, const dcm_motion motions[2]) {
  for (int i = 0; i < 2; i++) {
    vector(stream, motions[i].position);
    vector(stream, motions[i].velocity);
    vector(stream, motions[i].angular_velocity);
  }
}

/** The common columns of all laws, each between commas. */
static const char loads[] =
    ",contact,overlap,normal_force,tangential_force_x,tangential_force_y,tangential_force_z"
    ",F1x,F1y,F1z,M1x,M1y,M1z,M2x,M2y,M2z,stored_normal,stored_tangential,stored_rolling"
    ",dissipated_normal,dissipated_plastic,dissipated_tangential,dissipated_sliding"
    ",dissipated_rolling,dissipated_fracture,";

/** The prefix of the name of a field of the state, so that no two columns have one name. */
static const char *prefix_of(const dcm_history_field *field) {
  char column[64];
  const char *end = field->kind == DCM_VECTOR ? "_x," : ",";
  const int length = snprintf(column, sizeof column, ",%s%s", field->name, end);
  return length < (int)sizeof column && strstr(loads, column) ? "state_" : "";
}

void write_load_header(FILE *stream, const dcm_law *law) {
  fprintf(stream, "%.*s", (int)strlen(loads) - 1, loads);
  for (uint32_t f = 0; f < law->model->history_count; f++) {
    const dcm_history_field *field = dcm_model_history_field(law->model, f);
    if (field->kind == DCM_VECTOR)
      for (int c = 0; c < 3; c++)
        fprintf(stream, ",%s%s_%c", prefix_of(field), field->name, axes[c]);
    else
      fprintf(stream, ",%s%s", prefix_of(field), field->name);
  }
  for (uint32_t q = 0; q < law->quantity_count; q++) {
    const char *name = dcm_model_quantity(law->model, q)->name;
    if (law->access[q] == DCM_SUM)
      fprintf(stream, ",%s_added1,%s_added2", name, name);
    else if (law->access[q] == DCM_CHANGE)
      fprintf(stream, ",%s1,%s2", name, name);
  }
  for (uint32_t o = 0; o < law->model->output_count; o++)
    fprintf(stream, ",%s", dcm_model_output(law->model, o)->name);
}

void write_load(FILE *stream, const dcm_law *law, const dcm_contact_load *load) {
  fprintf(stream, ",%d,%.17g,%.17g", load->touching, load->overlap, load->normal_force);
  vector(stream, load->tangential_force);
  vector(stream, load->force);
  vector(stream, load->torque_1);
  vector(stream, load->torque_2);
  for (size_t e = 0; e < DCM_ENERGIES; e++)
    fprintf(stream, ",%.17g", load->energies.of[e]);
  for (uint32_t c = 0; c < law->history_width; c++)
    fprintf(stream, ",%.17g", load->history[c]);
  for (uint32_t q = 0; q < law->quantity_count; q++)
    if (law->access[q] == DCM_SUM)
      fprintf(stream, ",%.17g,%.17g", load->added[0][q], load->added[1][q]);
    else if (law->access[q] == DCM_CHANGE)
      fprintf(stream, ",%.17g,%.17g", load->quantities[0][q], load->quantities[1][q]);
  for (uint32_t o = 0; o < law->model->output_count; o++)
    fprintf(stream, ",%.17g", load->outputs[o]);
}
