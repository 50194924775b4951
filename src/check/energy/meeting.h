/* SPDX-License-Identifier: MIT */
/** @file
 * Two random bodies that meet: spheres of equal or of different sizes, densities and materials, or
 * a sphere and a wall. */
#ifndef DCM_CHECK_MEETING_H
#define DCM_CHECK_MEETING_H

#include "check/scene/scene.h"
#include "driver/contact.h"

typedef struct dcm_meeting {
  dcm_collision collision;
  double speed, gap; /**< in the beginning */
  double angle;      /**< of the velocity from the normal */
  double reach;
} dcm_meeting;

/** End of a collision. */
typedef enum dcm_parting {
  DCM_PART,       /**< the bodies have parted */
  DCM_STAY,       /**< the bodies stay together much longer than a collision lasts */
  DCM_NO_MEETING, /**< no step was found, the flight within the reach takes too many, or the
                       numbers ceased to be finite */
} dcm_parting;

/** Lets random bodies begin outside of the reach of the law, with a speed at which they press
 * themselves into each other as deep as is typical of the parameters.
 * @param angle     from the normal; not 0: a wall is flat
 * @param materials of body 1 and of body 2; the walls have the second
 * @return 0 if nothing pushes the bodies apart */
int dcm_meet(dcm_scene *s, double angle, const uint32_t materials[2], dcm_meeting *meeting);

/** Why dcm_meet found nothing to test. */
extern const char dcm_no_speed[];

/** Lets the bodies collide.
 * @param steps   of the collision
 * @param shorter by which the time step is divided */
dcm_parting dcm_part(dcm_meeting *meeting, uint32_t steps, double shorter,
                     dcm_api_outcome *outcome);

/** Whether the law pulls two bodies at rest, which were pressed as deep as in a collision, on their
 * way apart. */
int dcm_adheres(const dcm_meeting *meeting, double overlap);

/** The law, its parameters and the meeting, for findings.
 * @return in static memory, valid until the next call */
dcm_situation *dcm_meeting_situation(const dcm_scene *s, const dcm_meeting *meeting);

#endif
