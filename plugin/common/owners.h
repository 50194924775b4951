// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * Owners of what the C parts create. */
#ifndef DCM_COMMON_OWNERS_H
#define DCM_COMMON_OWNERS_H

#include <memory>

extern "C" {
#include "contacts/near_search.h"
#include "contacts/pair_list.h"
#include "contacts/step.h"
#include "contacts/wall_faces.h"
#include "contacts/wall_list.h"
#include "runtime/batch.h"
#include "runtime/law.h"
#include "runtime/settings.h"
}

namespace DCM_NS {

class LawSource;

/** A law keeps the library open that it came from. */
struct LawDeleter {
  std::shared_ptr<LawSource> source;
  void operator()(dcm_law *l) const {
    dcm_law_destroy(l);
  }
};
typedef std::unique_ptr<dcm_law, LawDeleter> LawPointer;

template <class T, void (*destroy)(T *)>
struct Deleter {
  void operator()(T *t) const {
    destroy(t);
  }
};
typedef std::unique_ptr<dcm_settings, Deleter<dcm_settings, dcm_settings_destroy>> SettingsPointer;
typedef std::unique_ptr<dcm_batch, Deleter<dcm_batch, dcm_batch_destroy>> BatchPointer;
typedef std::unique_ptr<dcm_near_search, Deleter<dcm_near_search, dcm_near_search_destroy>>
    NearSearchPointer;
typedef std::unique_ptr<dcm_pair_list, Deleter<dcm_pair_list, dcm_pair_list_destroy>>
    PairListPointer;
typedef std::unique_ptr<dcm_pair_stepper, Deleter<dcm_pair_stepper, dcm_pair_stepper_destroy>>
    PairStepperPointer;
typedef std::unique_ptr<dcm_wall_list, Deleter<dcm_wall_list, dcm_wall_list_destroy>>
    WallListPointer;
typedef std::unique_ptr<dcm_wall_planes, Deleter<dcm_wall_planes, dcm_wall_planes_destroy>>
    WallPlanesPointer;
typedef std::unique_ptr<dcm_wall_stepper, Deleter<dcm_wall_stepper, dcm_wall_stepper_destroy>>
    WallStepperPointer;

} // namespace DCM_NS

#endif
