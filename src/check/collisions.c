/* SPDX-License-Identifier: MIT */
/** @file
 * The restitution of head-on collisions. */
#include <math.h>

#include "check/checks.h"
#include "check/friction.h"
#include "check/meeting.h"

/** Most collisions tell with few steps that they have the restitution asked for. */
enum { FEW_STEPS = 200, STEPS = 1000 };

/** A collision in which nearly all energy is lost may last very long. */
static const double least_asked = 0.05;

/** Error that a restitution may have. Where little energy is lost, dampers err by a share of the
 * loss: polynomials in use for damping of Hertz' contact by 3 %, a forgotten sqrt(5/6) by 9 %. */
static double allowed_for(double asked) {
  return fmin(0.02, fmax(0.002, 0.05 * (1.0 - asked)));
}

static void expect(dcm_scene *s, dcm_meeting *m, double asked) {
  const double allowed = allowed_for(asked);
  dcm_api_outcome outcome;
  if (dcm_part(m, FEW_STEPS, 1.0, &outcome) == DCM_PART &&
      fabs(outcome.normal_restitution - asked) <= 0.25 * allowed)
    return;
  const dcm_parting parting = dcm_part(m, STEPS, 1.0, &outcome);
  if (parting == DCM_NO_MEETING)
    dcm_scene_not_tested(s, "a collision takes too many steps");
  else if (parting == DCM_PART && !(fabs(outcome.normal_restitution - asked) <= allowed))
    dcm_scene_find_in(s, dcm_meeting_situation(s, m),
                      "a head-on collision does not have the given restitution: look for a wrong "
                      "mass, radius or stiffness in the damping; if the parameter is nominal, or "
                      "the law adheres, set DCM_KNOWN_RESTITUTION",
                      "restitution", outcome.normal_restitution, asked, allowed);
  else if (parting == DCM_STAY && dcm_adheres(m, outcome.max_overlap))
    dcm_scene_not_tested(s, "the law adheres, and the two bodies stay together");
  else if (parting == DCM_STAY)
    dcm_scene_find_in(s, dcm_meeting_situation(s, m),
                      "two bodies that collide head-on do not part, although the law does not pull "
                      "bodies at rest: the damping is far too strong; if the restitution is "
                      "nominal, set DCM_KNOWN_RESTITUTION",
                      "restitution", 0.0, asked, allowed);
}

static void restitution(dcm_scene *s) {
  if (s->law->instance.flags & DCM_KNOWN_RESTITUTION) {
    dcm_scene_not_tested(s, "DCM_KNOWN_RESTITUTION is set");
    return;
  }
  const uint32_t count = s->law->material_count;
  const uint32_t first = 1 + dcm_below(&s->random, count),
                 second = 1 + dcm_below(&s->random, count);
  const int mixed_by_law = isnan(dcm_value_meant(s, DCM_MEANS_RESTITUTION, first, second));
  const uint32_t materials[] = {first, mixed_by_law ? first : second};
  const double asked = dcm_value_meant(s, DCM_MEANS_RESTITUTION, materials[0], materials[1]);
  dcm_meeting meeting;
  if (isnan(asked))
    dcm_scene_not_tested(s, "several parameters may be the restitution");
  else if (asked < least_asked)
    dcm_scene_not_tested(s, "the restitution is below 0.05");
  else if (!dcm_meet(s, 0.0, materials, &meeting))
    dcm_scene_not_tested(s, dcm_no_speed);
  else
    expect(s, &meeting, asked);
}

void dcm_check_restitution(const dcm_subject *subject) {
  if (dcm_model_has(subject->model, DCM_MEANS_RESTITUTION))
    dcm_scene_rounds(subject, "restitution", NULL, 2, 16, restitution);
  else
    dcm_subject_not_tested(subject, "the law has no parameter 'restitution', nor one that is "
                                    "called or described as a coefficient of restitution");
}
