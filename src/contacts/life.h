/* SPDX-License-Identifier: MIT */
/** @file
 * When a contact begins, persists and ends: one rule for pairs, walls and the driver. runtime/law.h
 * has what then happens to the state. */
#ifndef DCM_CONTACTS_LIFE_H
#define DCM_CONTACTS_LIFE_H

/** Squares of the distances, of centres or of a centre and a wall, below which two are in contact:
 * one to begin, one for a contact that has begun. */
typedef struct dcm_range_of_contact {
  double touch_2;
  double persist_2;
} dcm_range_of_contact;

/** @param touch distance at which the two touch: r1 + r2, at a wall r1
 * @param reach how far beyond a contact of the law persists, see dcm_model.reach
 * @param begins_at_reach whether it begins there, too */
static inline dcm_range_of_contact dcm_contact_range(double touch, double reach,
                                                     int begins_at_reach) {
  const double persist_2 = (touch + reach) * (touch + reach);
  const dcm_range_of_contact range = {begins_at_reach ? persist_2 : touch * touch, persist_2};
  return range;
}

/** @param began      whether the two were in contact in the step before
 * @param distance_2 square of the present distance, d.d
 * @return whether they are now; not if the distance is not a number */
static inline int dcm_in_contact(dcm_range_of_contact range, int began, double distance_2) {
  return distance_2 < (began ? range.persist_2 : range.touch_2);
}

#endif
