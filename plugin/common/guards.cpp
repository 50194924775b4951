// SPDX-License-Identifier: GPL-2.0-or-later
#include "guards.h"

#include <algorithm>
#include <cstdio>
#include <map>

namespace DCM_NS {

// A run with deeper overlaps, or with grains that move farther in a step, comes to no good.
static const double ABSURD = 1.0, ABSURD_AT_WALLS = 0.5;
// The part of its radius by which a grain may move in a step: beyond, a contact would begin deeper
// than any should be.
static const double FASTEST = DEEPEST_OVERLAP;
// A cause is reported again when it has become this much worse.
static const double WORSE = 2.0;
// Events within these steps are seen at the end of them.
static const int STEPS_BETWEEN_LOOKS = 50;
static const double LONGEST_SHARE = 2.0, SHORTEST_SHARE = 1e-3;

template <class... Values>
static std::string text_of(const char *format, Values... values) {
  char text[512];
  dcm_text_print(text, sizeof text, format, values...);
  return text;
}

// -------------------------------------------------------------------------------- time steps

SmallestGrains::SmallestGrains(const Host &host, const Grains &grains, int group_bit, bool frozen,
                               const std::function<double(int)> &mass_of) {
  const int ENOUGH = 2; // to meet each other: no sum over ranks overflows
  const int n = grains.types + 1;
  radius.assign(n, HUGE_VAL);
  mass.assign(n, HUGE_VAL);
  count.assign(n, 0);
  for (int i = 0; i < grains.count; i++) {
    const int bits = grains.mask[i];
    if (!(bits & group_bit) || ((bits & grains.frozen_bit) != 0) != frozen ||
        !(grains.radius[i] > 0.0))
      continue;
    const int type = grains.type[i];
    count[type] = std::min(count[type] + 1, ENOUGH);
    radius[type] = std::min(radius[type], grains.radius[i]);
    mass[type] = std::min(mass[type], mass_of(i));
  }
  host.ranks.sum(count.data(), n);
  host.ranks.min(radius.data(), n);
  host.ranks.min(mass.data(), n);
}

bool SmallestGrains::have_others(const SmallestGrains &now) const {
  for (size_t type = 0; type < now.count.size(); type++)
    if (count.size() != now.count.size() || now.radius[type] < radius[type] ||
        now.mass[type] < mass[type] || (count[type] == 1 && now.count[type] > 1))
      return true;
  return false;
}

void SafeStep::consider(const Host &host, const std::string &here, const dcm_law *law, int i, int j,
                        double radius_1, double mass_1, double radius_2, double mass_2) {
  const std::string both = std::isinf(radius_2)
                               ? "type " + std::to_string(i) + " and the wall"
                               : "types " + std::to_string(i) + " and " + std::to_string(j);
  const dcm_safe_step allowed =
      dcm_longest_safe_step(law, i, j, radius_1, mass_1, radius_2, mass_2);
  if (std::isnan(allowed.step))
    host.stop(
        here +
        text_of(
            "the law '%s' has no finite force for %s at rest, with an overlap of 1 %% of the "
            "radius %g: some parameters are far too large or too small, or the law has a defect",
            law->model->id, both.c_str(), radius_1));
  if (allowed.step >= safe.step)
    return;
  safe = allowed;
  radius = std::min(radius_1, std::fabs(radius_2));
  types = both;
}

/** "1.2e-05 (types 1 and 2, radius 0.001)" */
std::string SafeStep::text() const {
  return text_of("%.3g (%s, radius %g%s)", safe.step, types.c_str(), radius,
                 safe.limit == DCM_LIMIT_NORMAL_SPRING
                     ? ""
                     : (std::string(", ") + dcm_step_limit_name(safe.limit)).c_str());
}

bool SafeStep::is_news(const SafeStep &reported) const {
  const bool are_of_other_sizes =
      types == reported.types && safe.limit == reported.safe.limit && radius != reported.radius;
  return !are_of_other_sizes ||
         std::max(safe.step, reported.safe.step) >= WORSE * std::min(safe.step, reported.safe.step);
}

std::string SafeStep::share(double dt) const {
  return "longest safe time step " + text() +
         text_of("; the timestep is %.3g %% of it", 100.0 * dt / safe.step) +
         (dt > 0.0 && dt < SHORTEST_SHARE * safe.step
              ? ", and so the units may be mixed: check that the timestep, the stiffnesses, the "
                "sizes and the densities are in the units of the command units"
              : "");
}

std::string SafeStep::complaint(double dt) const {
  if (!(dt > LONGEST_SHARE * safe.step))
    return "";
  const std::string beginning =
      text_of("the timestep %g is longer than twice the longest safe one, ", dt) + text();
  if (safe.limit == DCM_LIMIT_NORMAL_SPRING)
    return beginning + ", a twentieth of the duration of a contact: collisions will have wrong "
                       "energies. Take a shorter timestep";
  const std::string name = dcm_step_limit_name(safe.limit);
  if (safe.limit < DCM_LIMIT_NORMAL_DAMPING)
    return beginning + ", a sixteenth of the period of the " + name +
           ": grains will gain energy from this spring. Take a shorter timestep";
  return beginning + ", in which the " + name +
         " takes three quarters of the velocity: the damping will take more velocity than there is "
         "and throw grains back. Take a shorter timestep";
}

// ------------------------------------------------------------------------------------ notices

void Notices::keep(const std::string &cause, const std::string &text, bool warns) {
  for (Notice &notice : kept)
    if (notice.cause == cause) {
      notice.text = text;
      return;
    }
  kept.push_back({cause, text, warns});
}

bool Notices::holds(const std::string &cause) const {
  return std::any_of(kept.begin(), kept.end(),
                     [&](const Notice &notice) { return notice.cause == cause; });
}

void Notices::report(bool warnings_alone) {
  std::vector<Notice> left;
  for (const Notice &notice : kept)
    if (warnings_alone && !notice.warns)
      left.push_back(notice);
    else if (host.ranks.rank == 0)
      (notice.warns ? host.warn : host.note)(notice.text);
  kept = left;
}

std::string Notices::last_words() const {
  std::string all;
  for (const Notice &notice : kept)
    if (notice.warns)
      all += (all.empty() ? " (before: " : "; ") + notice.text;
  return all.empty() ? "" : all + ")";
}

// ------------------------------------------------------------------------------------- guards

ContactGuard::ContactGuard(std::shared_ptr<Watch> watch_of_all)
    : watching(std::move(watch_of_all)) {
  watching->join(this);
}

ContactGuard::~ContactGuard() {
  watching->leave(this);
}

void ContactGuard::begin(const std::string &name_of_maker, const std::string &label_in_log,
                         const std::function<void(SafeStep &)> &consider_all,
                         const std::string &whom) {
  name = name_of_maker;
  label = label_in_log;
  consider = consider_all;
  partner = whom;
}

void ContactGuard::consider_step(double dt) {
  if (!consider)
    return;
  SafeStep safe;
  consider(safe);
  if (!safe.is_finite())
    return;
  Notices &notices = watching->notices;
  const std::string line = label + ": " + safe.share(dt), complaint = safe.complaint(dt);
  if (!label.empty() && line != reported && (dt != line_dt || safe.is_news(reported_step))) {
    notices.keep("step of " + name + label, line, false);
    reported = line;
    reported_step = safe;
    line_dt = dt;
  }
  const std::string cause = "complaint of " + name + label;
  if (!complaint.empty() && (dt != reported_dt || notices.holds(cause))) {
    notices.keep(cause, "dcm: " + name + ": " + complaint, true);
    reported_dt = dt;
  }
}

double ContactGuard::alarm() const {
  return deepest.depth / std::max(watching->deepest_allowed(deepest.step), WORSE * reported_depth);
}

bool ContactGuard::report() {
  const Ranks &ranks = watching->host.ranks;
  double depth = deepest.depth;
  const int holder = ranks.largest(&depth);
  long long found[3] = {deepest.ids[0], deepest.ids[1], deepest.step};
  ranks.give(holder, found, sizeof found);
  deepest = DeepestOverlap();
  reported_depth = depth;
  const double percent = 100.0 * depth;
  const bool is_absurd = depth > (partner.empty() ? ABSURD : ABSURD_AT_WALLS);
  std::string text = "dcm: " + watching->when(found[2]);
  if (partner.empty())
    text += text_of("atoms %lld and %lld overlap by %.3g %% of the smaller radius, but ", found[0],
                    found[1], percent);
  else
    text += text_of("atom %lld overlaps by %.3g %% of its radius with ", found[0], percent) +
            partner + ", but ";
  const std::string units = "in the units of the command units";
  if (!is_absurd)
    text += text_of("contact laws are valid up to about %g %%: ", 100.0 * DEEPEST_OVERLAP) +
            "check that the parameters are " + units +
            ", that the grains are stiff enough and not placed too close, and that the timestep is "
            "short enough";
  else
    text +=
        "no contact is so deep: check that stiffnesses, sizes, densities and the timestep are " +
        units +
        (partner.empty() ? ", and that no grain is in the place of another"
                         : ", and that the grain did not come from behind the wall");
  watching->notices.keep("overlap of " + name + partner, text, true);
  return is_absurd;
}

// -------------------------------------------------------------------------------------- watch

std::shared_ptr<Watch> watch_of(const void *simulator, const Host &host) {
  static std::map<const void *, std::weak_ptr<Watch>> all;
  std::shared_ptr<Watch> watch = all[simulator].lock();
  if (!watch)
    all[simulator] = watch = std::make_shared<Watch>(host);
  return watch;
}

void Watch::leave(ContactGuard *guard) {
  guards.erase(std::remove(guards.begin(), guards.end(), guard), guards.end());
}

/** Considers all that changes within a run only where grains come, shrink or become lighter. */
void Watch::consider_steps(const Grains &grains, double dt) {
  bool have_others = is_renewed || dt > 1.1 * known_dt;
  SmallestGrains now[2];
  for (const bool frozen : {false, true}) {
    now[frozen] =
        SmallestGrains(host, grains, ALL_GRAINS, frozen, [&](int i) { return grains.mass[i]; });
    have_others = have_others || known[frozen].have_others(now[frozen]);
  }
  if (!have_others)
    return;
  std::copy_n(now, 2, known);
  known_dt = dt;
  is_renewed = false;
  for (ContactGuard *guard : guards)
    guard->consider_step(dt);
}

bool Watch::is_lost(const Grains &grains) const {
  long long all = grains.count;
  host.ranks.sum(&all);
  return all != grains.all;
}

std::string Watch::when(long long step) const {
  return step == beginning ? "at the start of the run " : "at step " + std::to_string(step) + " ";
}

bool Watch::report_speed(const Grains &grains, double share, int fastest, long long step) {
  const int holder = host.ranks.largest(&share);
  long long id = holder == host.ranks.rank ? grains.id_of(fastest) : 0;
  host.ranks.give(holder, &id, sizeof id);
  reported_share = share;
  notices.keep(
      "speed",
      "dcm: " + when(step) +
          text_of("atom %lld moves by %.3g %% of its radius in a step: contacts are missed or "
                  "begin too deep. Take a shorter timestep, or find out why the atom is so fast",
                  id, 100.0 * share),
      true);
  return share > ABSURD;
}

/** @return whether something is absurd */
bool Watch::see(const Grains &grains, double dt, long long step) {
  // The squares of speeds are compared, and a root is taken of the fastest alone.
  const double most = std::max(FASTEST, WORSE * reported_share) / dt;
  double fastest = most * most;
  int who = -1;
  for (int i = 0; i < grains.count; i++) {
    const double radius = grains.radius[i], *v = grains.velocity + 3 * (size_t)i;
    if (!(radius > 0.0))
      continue;
    const double square = v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
    if (square > fastest * radius * radius && !(grains.mask[i] & grains.frozen_bit)) {
      fastest = square / (radius * radius);
      who = i;
    }
  }

  std::vector<double> alarms = {who >= 0 ? 2.0 : 0.0};
  for (const ContactGuard *guard : guards)
    alarms.push_back(guard->alarm());
  host.ranks.max(alarms.data(), (int)alarms.size());
  bool is_absurd = false;
  consider_steps(grains, dt);
  if (alarms[0] > 1.0)
    is_absurd = report_speed(grains, who >= 0 ? std::sqrt(fastest) * dt : 0.0, who, step);
  for (size_t g = 0; g < guards.size(); g++)
    if (alarms[1 + g] > 1.0)
      is_absurd = guards[g]->report() || is_absurd;
  return is_absurd;
}

void Watch::inspect(const Grains &grains, double dt, long long step, bool begins) {
  if (step == called && !begins)
    return;
  called = step;
  const bool have_come = grains.all != all_then;
  if (begins && beginning != step) {
    beginning = step;
    is_placed = have_come;
  }
  const bool are_lost = !begins && is_lost(grains);
  if (!begins && !have_come && !are_lost && step < last + STEPS_BETWEEN_LOOKS)
    return;
  last = step;
  all_then = grains.all;
  const bool is_absurd = see(grains, dt, step);
  if (begins)
    notices.report();
  else if (is_absurd || are_lost)
    notices.report(true);
}

void Watch::end(const Grains &grains, double dt, long long step) {
  beginning = -1;
  see(grains, dt, step);
  notices.report();
}

} // namespace DCM_NS
