/* SPDX-License-Identifier: MIT */
#include "cli/collision_plot.h"

#include <math.h>
#include <stdlib.h>

#include "cli/gnuplot.h"
#include "cli/message.h"
#include "runtime/arena.h"

void collision_trace_add(collision_trace *trace, const dcm_collision_sample *sample) {
  const dcm_contact_load *load = sample->load;
  collision_point *points =
      dcm_with_room(trace->points, &trace->room, trace->count + 1, sizeof *points);
  if (!points) {
    trace->out_of_memory = 1;
    return;
  }
  trace->points = points;
  const double size = dcm_length(load->tangential_force);
  if (size > 0.0 && dcm_length(trace->direction) == 0.0)
    trace->direction = dcm_scale(1.0 / size, load->tangential_force);
  trace->points[trace->count++] = (collision_point){
      .time = sample->time,
      .overlap = load->overlap,
      .normal_force = load->normal_force,
      .tangential_force = dcm_dot(trace->direction, load->tangential_force),
  };
}

void collision_trace_free(collision_trace *trace) {
  free(trace->points);
}

/** More points than a picture can show only make the file large. */
enum { MOST_POINTS = 400 };

static void write_points(const gnuplot_picture *p, const collision_trace *trace,
                         const prefix scales[3]) {
  const size_t stride = (trace->count + MOST_POINTS - 1) / MOST_POINTS;
  fprintf(p->stream, "$contact << END\n");
  for (size_t i = 0; i < trace->count; i++) {
    if (i % stride != 0 && i + 1 != trace->count)
      continue;
    const collision_point *s = &trace->points[i];
    fprintf(p->stream, "%.8g %.8g %.8g %.8g\n", s->time * scales[0].factor,
            s->overlap * scales[1].factor, s->normal_force * scales[2].factor,
            s->tangential_force * scales[2].factor);
  }
  fprintf(p->stream, "END\n");
}

static void write_title(const gnuplot_picture *p, const encounter *e) {
  char text[200];
  snprintf(text, sizeof text, "%s: %s, %g m/s at %g°, normal restitution %.4g",
           e->contact.model->id, e->contact.wall ? "sphere and wall" : "two spheres", e->speed,
           e->angle, e->outcome.normal_restitution);
  fprintf(p->stream, "set multiplot layout 1,2 margins 0.085,0.98,0.15,0.82 spacing 0.11 title ");
  picture_text(p, text);
  fprintf(p->stream, "\n");
}

int collision_plot(const encounter *e, const collision_trace *trace, const char *path) {
  if (trace->out_of_memory)
    return message_failure("out of memory: too many steps to draw");
  gnuplot_picture p;
  const int status = picture_begin(&p, path);
  if (status != EXIT_DONE)
    return status;
  const dcm_collision_outcome *o = &e->outcome;
  const prefix time = prefix_for(o->duration);
  const prefix length = prefix_for(o->max_overlap);
  const prefix force = prefix_for(fmax(o->max_normal_force, o->max_tangential_force));
  write_points(&p, trace, (prefix[]){time, length, force});
  write_title(&p, e);
  fprintf(p.stream, "set xlabel 'overlap, %sm'\nset ylabel 'normal force, %sN'\n", length.letter,
          force.letter);
  fprintf(p.stream, "plot $contact using 2:3 with lines lt 1 title 'this law'");
  if (e->has_elastic)
    fprintf(p.stream,
            ", [t=0:%.8g] '+' using 1:(%.8g*($1/%.8g)**1.5) with lines lt 4 title "
            "'Hertz, elastic'",
            e->hertz.overlap * length.factor, e->hertz.force * force.factor,
            e->hertz.overlap * length.factor);
  fprintf(p.stream,
          "\nset xlabel 'time, %ss'\nset ylabel 'force, %sN'\n"
          "plot $contact using 1:3 with lines lt 1 title 'normal'",
          time.letter, force.letter);
  const double rounding = 1e-9;
  if (o->max_tangential_force > rounding * o->max_normal_force)
    fprintf(p.stream, ", $contact using 1:4 with lines lt 2 title 'tangential'");
  fprintf(p.stream, "\nunset multiplot\n");
  return picture_end(&p);
}
