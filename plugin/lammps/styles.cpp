// SPDX-License-Identifier: GPL-2.0-or-later
#include "styles.h"

#include "pair_dcm.h"

#include "version.h"

#include <cstdio>
#include <dlfcn.h>
#include <mpi.h>
#include <string>
#include <utility>
#include <vector>

extern "C" {
#include "laws/library.h"
}

namespace {

const dcm_model *builtin_law(int index) {
  return dcm_builtin_library_entry(nullptr)->models[index];
}

// A creator gets nothing but the instance, so each law needs one of its own.
template <int law>
void *create_law_pair(void *lmp) {
  return static_cast<LAMMPS_NS::Pair *>(
      new DCM_NS::PairDCM(static_cast<LAMMPS_NS::LAMMPS *>(lmp), builtin_law(law)->id));
}

void *create_pair(void *lmp) {
  return static_cast<LAMMPS_NS::Pair *>(
      new DCM_NS::PairDCM(static_cast<LAMMPS_NS::LAMMPS *>(lmp), ""));
}

struct Style {
  std::string name;
  std::string info;
  lammpsplugin_factory1 *creator;
};

/** "dcm/hertz/mindlin" for the law "hertz-mindlin". */
std::string style_name(const dcm_model *law) {
  std::string name = std::string("dcm/") + law->id;
  for (char &c : name)
    if (c == '-')
      c = '/';
  return name;
}

template <int... law>
std::vector<Style> list_styles(std::integer_sequence<int, law...>) {
  return {{"dcm", "contact laws of dcm, and of libraries that the user names", create_pair},
          {style_name(builtin_law(law)), builtin_law(law)->title, create_law_pair<law>}...};
}

/** The host keeps pointers to names, so these live as long as the plugin. */
const std::vector<Style> &styles() {
  static const std::vector<Style> list =
      list_styles(std::make_integer_sequence<int, DCM_BUILTIN_LAW_COUNT>());
  return list;
}

/** Whether the host that runs is the one whose headers this was compiled with. The layout of its
 * classes is known for no other, so this asks through its C interface, before anything else. */
bool right_host(void *lmp) {
  auto version = reinterpret_cast<int (*)(void *)>(dlsym(RTLD_DEFAULT, "lammps_version"));
  if (!version || version(lmp) == DCM_LAMMPS_VERSION)
    return true;
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0)
    fprintf(stderr,
            "ERROR: dcm: this plugin was built for LAMMPS " LAMMPS_VERSION
            " (version %d) and was loaded into version %d; it adds no styles. Build it against the "
            "source of the LAMMPS that loads it: cmake -D LAMMPS_SOURCE_DIR=<that source>\n",
            DCM_LAMMPS_VERSION, version(lmp));
  return false;
}

} // namespace

extern "C" __attribute__((visibility("default"))) void lammpsplugin_init(void *lmp, void *handle,
                                                                         void *register_style) {
  if (!right_host(lmp))
    return;
  auto add = reinterpret_cast<lammpsplugin_regfunc>(register_style);
  for (const Style &style : styles()) {
    lammpsplugin_t plugin = {};
    plugin.version = LAMMPS_VERSION;
    plugin.style = "pair";
    plugin.name = style.name.c_str();
    plugin.info = style.info.c_str();
    plugin.author = "the dcm developers";
    plugin.creator.v1 = style.creator;
    plugin.handle = handle;
    (*add)(&plugin, lmp);
  }
}
