// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * Guards look for time steps that are too long or absurdly short, overlaps that are too deep, and
 * grains that are too fast, where a run begins and whenever lists are made. Adapters hand over
 * arrays, and all sentences are here. */
#ifndef DCM_COMMON_GUARDS_H
#define DCM_COMMON_GUARDS_H

#include "host.h"

#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <vector>

extern "C" {
#include "runtime/law.h"
#include "runtime/trial_contact.h"
}

namespace DCM_NS {

/** In packings and flows overlaps stay below 1 to 2 % of the radius; far above, the theory of the
 * contact does not hold. Soft grains that meet are pressed deeper for a moment. */
const double DEEPEST_OVERLAP = 0.1, DEEPEST_IN_FLOW = 0.2;

/** The atoms of a rank. */
struct Grains {
  int count, types;
  const double *velocity, *radius, *mass;
  const int *type, *mask;
  int frozen_bit;                      // of the group of those that never move, or 0
  long long all;                       // of all ranks, as the host believes
  std::function<long long(int)> id_of; // of a grain of this rank
};

/** The smallest grains of each type; infinity where there are none. */
struct SmallestGrains {
  std::vector<double> radius, mass; // of the lightest
  std::vector<int> count;           // no more than two of each rank

  SmallestGrains() {}

  /** All ranks call this together.
   * @param group_bit of the atoms that count
   * @param frozen    whether those of frozen_bit count, or the others
   * @param mass_of   a grain, or the body that it belongs to */
  SmallestGrains(const Host &, const Grains &, int group_bit, bool frozen,
                 const std::function<double(int)> &mass_of);

  /** Whether there are contacts by now that there could not be then: of smaller or lighter grains,
   * or of two of a type of which there was one. */
  bool have_others(const SmallestGrains &now) const;
};

const int ALL_GRAINS = 1; // a group_bit

/** visit(i, j, radius_i, mass_i, radius_j, mass_j) for the smallest grain of type i and the
 * smallest one of type j that it can meet. The mass of a frozen one is infinite. All ranks call
 * this together.
 * @param mass_of as of SmallestGrains */
template <class Visit>
void each_that_meet(const Host &host, const Grains &grains,
                    const std::function<double(int)> &mass_of, Visit visit) {
  const SmallestGrains loose(host, grains, ALL_GRAINS, false, mass_of);
  const SmallestGrains frozen(host, grains, ALL_GRAINS, true, mass_of);
  for (int i = 1; i <= grains.types; i++)
    for (int j = 1; j <= grains.types; j++) {
      if (loose.count[i] == 0)
        continue;
      if (i == j ? loose.count[i] > 1 : i < j && loose.count[j] > 0)
        visit(i, j, loose.radius[i], loose.mass[i], loose.radius[j], loose.mass[j]);
      if (frozen.count[j] > 0)
        visit(i, j, loose.radius[i], loose.mass[i], frozen.radius[j], HUGE_VAL);
    }
}

/** The longest time step that all contacts considered allow. */
class SafeStep {
public:
  /** Grains of two types, or of a type and a wall, which has a radius that is not finite; see
   * dcm_longest_safe_step. Stops if the law has no finite answer.
   * @param here beginning of the message */
  void consider(const Host &, const std::string &here, const dcm_law *law, int i, int j,
                double radius_1, double mass_1, double radius_2, double mass_2);

  /** Whether some contact has a stiffness or a damping. */
  bool is_finite() const {
    return std::isfinite(safe.step);
  }

  /** Whether there is more to say than was said of another one: not where grains have grown or
   * shrunk, until the step has doubled or halved. */
  bool is_news(const SafeStep &reported) const;

  /** The time step of the run as a part of the longest one, for the log. */
  std::string share(double dt) const;

  /** Why the time step is too long; empty if it is not. Users take steps of up to twice the safe
   * one, as most of their contacts are slower than the one considered. */
  std::string complaint(double dt) const;

private:
  dcm_safe_step safe = {HUGE_VAL, DCM_LIMIT_NORMAL_SPRING, HUGE_VAL};
  double radius = 0.0;
  std::string types;

  std::string text() const;
};

/** The deepest overlap seen, relative to the smaller radius, of those that are worth a word. */
struct DeepestOverlap {
  double depth = 0.0;
  long long step = 0, ids[2] = {0, 0};

  /** Costs no root for a contact that is not deep.
   * @param touch   distance at which the two touch
   * @param smaller radius
   * @return whether it is the deepest so far: then step and ids are to be set */
  bool is_deeper(double distance_2, double touch, double smaller) {
    const double near = touch - DEEPEST_OVERLAP * smaller;
    if (distance_2 >= near * near)
      return false;
    const double found = (touch - std::sqrt(distance_2)) / smaller;
    const bool is = found > depth;
    depth = is ? found : depth;
    return is;
  }
};

/** Sentences that wait until no table is being written: none of them is lost when the table ends or
 * the run goes wrong. All ranks hold the same ones. */
class Notices {
public:
  explicit Notices(const Host &simulator) : host(simulator) {}

  /** Keeps a sentence in the place of that of the same cause that was not reported yet. */
  void keep(const std::string &cause, const std::string &text, bool warns);
  bool holds(const std::string &cause) const;
  void report(bool warnings_alone = false);

  /** The sentences that were not reported yet, for the end of the message with which a run stops.
   */
  std::string last_words() const;

private:
  struct Notice {
    std::string cause, text;
    bool warns;
  };
  const Host host;
  std::vector<Notice> kept;
};

class Watch;

/** Guards the contacts of a pair style, or of a wall. */
class ContactGuard {
public:
  explicit ContactGuard(std::shared_ptr<Watch> watching);
  ~ContactGuard();
  ContactGuard(const ContactGuard &) = delete;
  ContactGuard &operator=(const ContactGuard &) = delete;

  /** Filled where contacts are made, if somebody wants to know. */
  DeepestOverlap deepest;

  /** Where a run begins: what makes the contacts.
   * @param name     "pair_style dcm/hertz", which warnings begin with
   * @param label    "dcm/hertz", which the line of the log begins with; empty: there is no line
   * @param consider hands over all contacts that there can be; all ranks call it together
   * @param partner  "a wall of fix floor", where contacts are not those of two grains */
  void begin(const std::string &name, const std::string &label,
             const std::function<void(SafeStep &)> &consider, const std::string &partner = "");

  /** Everything that is known now; all ranks call this together. */
  void consider_step(double dt);

  /** The deepest overlap over the overlap that is worth a word; news beyond 1. */
  double alarm() const;

  /** Reports the deepest overlap and forgets it; all ranks call this together.
   * @return whether it is absurd */
  bool report();

  Watch &watch() const {
    return *watching;
  }

private:
  std::shared_ptr<Watch> watching;
  std::string name, label, partner, reported;
  SafeStep reported_step; // of that line
  std::function<void(SafeStep &)> consider;
  double reported_depth = 0.0, reported_dt = -1.0, line_dt = -1.0;
};

/** All that is watched in a simulation. */
class Watch {
public:
  explicit Watch(const Host &simulator) : host(simulator), notices(simulator) {}
  ~Watch() {
    notices.report();
  }

  const Host host;
  Notices notices;
  int frozen_bit = 0; // as of Grains

  void join(ContactGuard *guard) {
    guards.push_back(guard);
  }
  void leave(ContactGuard *guard);

  /** Looks at grains and at what guards have seen, when lists have been made; once a step, whoever
   * calls. All ranks call this together. Sentences wait until report, unless the run will come to
   * no good: grains are lost, or what was seen is absurd.
   * @param begins whether the run begins: then it reports at once */
  void inspect(const Grains &grains, double dt, long long step, bool begins);

  /** Looks for the last time in a run, after its table. */
  void end(const Grains &grains, double dt, long long step);

  /** Where a run begins, or laws have changed: steps are considered anew with the next lists. */
  void renew() {
    is_renewed = true;
  }

  /** "where the run begins " or "at step 300 " */
  std::string when(long long step) const;

  /** The overlap that is worth a word at a step: another one for grains that were put in place than
   * for grains that have moved there. */
  double deepest_allowed(long long step) const {
    return is_placed && step == beginning ? DEEPEST_OVERLAP : DEEPEST_IN_FLOW;
  }

private:
  std::vector<ContactGuard *> guards;
  SmallestGrains known[2]; // when steps were considered: loose ones and frozen ones
  double known_dt = 0.0;
  double reported_share =
      0.0; // of its radius by which the fastest grain that was reported has moved
  long long called = -1, last = -1, beginning = -1; // steps: the last ones, the first of the run
  long long all_then = -1;                          // grains, when it looked last
  bool is_placed = true;                            // others than those are where the run begins
  bool is_renewed = true;

  void consider_steps(const Grains &grains, double dt);
  bool is_lost(const Grains &grains) const;
  bool report_speed(const Grains &grains, double share, int fastest, long long step);
  bool see(const Grains &grains, double dt, long long step);
};

/** The watch of a simulation, for all who ask for it.
 * @param simulator its address identifies the simulator */
std::shared_ptr<Watch> watch_of(const void *simulator, const Host &host);

/** The atoms of a host that is called LAMMPS. */
template <class Atom>
Grains grains_of(const Atom *atom, const Watch &watch) {
  return {atom->nlocal,
          atom->ntypes,
          atom->nlocal > 0 ? atom->v[0] : nullptr,
          atom->radius,
          atom->rmass,
          atom->type,
          atom->mask,
          watch.frozen_bit,
          (long long)atom->natoms,
          [atom](int i) { return (long long)atom->tag[i]; }};
}

} // namespace DCM_NS

#endif
