// SPDX-License-Identifier: GPL-2.0-or-later
#include "styles.h"

#include "adapter.h"

#include "axis_walls.h"
#include "fix_energy.h"
#include "fix_wall.h"
#include "fix_wall_gran.h"
#include "pair_dcm.h"
#include "region_walls.h"

#include "force.h"
#include "input.h"
#include "lammps.h"
#include "lammpsplugin.h"
#include "modify.h"
#include "version.h"

#include <algorithm>
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

template <int style>
void *create_gran_pair(void *lmp) {
  return DCM_NS::create_gran_pair(lmp, DCM_NS::GRAN_STYLES[style]);
}

template <class FixOfDCM>
void *create_fix(void *lmp, int narg, char **arg) {
  return static_cast<LAMMPS_NS::Fix *>(
      new FixOfDCM(static_cast<LAMMPS_NS::LAMMPS *>(lmp), narg, arg));
}

template <class Shape>
void *create_wall(void *lmp, int narg, char **arg) {
  return create_fix<DCM_NS::FixWallOf<Shape>>(lmp, narg, arg);
}

template <class Wall>
void *create_gran_wall(void *lmp, int narg, char **arg) {
  LAMMPS_NS::Fix *of_host =
      DCM_NS::FixWallGran::leave_to_host(static_cast<LAMMPS_NS::LAMMPS *>(lmp), narg, arg);
  return of_host ? of_host : create_fix<Wall>(lmp, narg, arg);
}

struct Style {
  std::string name;
  std::string info;
  lammpsplugin_factory1 *create_pair;
  lammpsplugin_factory2 *create_fix;
  lammpsplugin_factory2 *create_compute = nullptr;
  lammpsplugin_factory1 *create_command = nullptr;
};

/** "dcm/hertz/mindlin" for the law "hertz-mindlin". */
std::string style_name(const dcm_model *law) {
  std::string name = std::string("dcm/") + law->id;
  std::replace(name.begin(), name.end(), '-', '/');
  return name;
}

/** "dcm/hertz-mindlin", for an input that has the law's own name. */
std::string other_style_name(const dcm_model *law) {
  return std::string("dcm/") + law->id;
}

/** "gran/hooke/dcm": what the suffix dcm finds in the place of the host's style. */
std::string style_name(const DCM_NS::GranStyle &style) {
  return std::string("gran/") + style.name + "/dcm";
}

template <int... law, int... gran>
std::vector<Style> list_styles(std::integer_sequence<int, law...>,
                               std::integer_sequence<int, gran...>) {
  return {
      {"dcm", "contact laws of dcm, and of libraries that the user names", create_pair, nullptr},
      // compute fabric takes tangential forces from a style whose name begins with gran.
      {"gran/dcm", "the style dcm, for compute fabric", create_pair, nullptr},
      {"granular/dcm", "the host's style of this name by a law of dcm",
       DCM_NS::create_granular_pair, nullptr},
      {"granular/superellipsoid/dcm", "the host's style of this name by a law of dcm",
       DCM_NS::create_superellipsoid_pair, nullptr},
      {"wall/dcm", "planes and cylinders by the law of the dcm pair style", nullptr,
       create_wall<DCM_NS::AxisWalls>},
      {"wall/dcm/mesh", "triangles from a file as walls by the law of the dcm pair style", nullptr,
       DCM_NS::create_mesh_wall},
      {"wall/dcm/region", "regions as walls by the law of the dcm pair style", nullptr,
       create_wall<DCM_NS::RegionWalls>},
      {"dcm/energy", "where the energy of the grains is, and where it goes", nullptr,
       create_fix<DCM_NS::FixEnergy>},
      {"dcm/contact/local", "numbers of each contact of a dcm pair style or wall, by their names",
       nullptr, nullptr, DCM_NS::create_compute_contact_local},
      {"dcm", "asks for a version of dcm", nullptr, nullptr, nullptr, DCM_NS::create_command_dcm},
      {"nve/sphere/dcm", "the host's fix of this name, in vectors and threads", nullptr,
       DCM_NS::create_nve_sphere},
      {"gravity/dcm", "the host's fix of this name, in vectors and threads", nullptr,
       DCM_NS::create_gravity},
      {"wall/gran/dcm", "the host's fix of this name by a law of dcm", nullptr,
       create_gran_wall<DCM_NS::FixWallGranDCM>},
      {"wall/gran/region/dcm", "the host's fix of this name by a law of dcm", nullptr,
       create_gran_wall<DCM_NS::FixWallGranRegionDCM>},
      {style_name(builtin_law(law)), builtin_law(law)->title, create_law_pair<law>, nullptr}...,
      {other_style_name(builtin_law(law)), builtin_law(law)->title, create_law_pair<law>,
       nullptr}...,
      {style_name(DCM_NS::GRAN_STYLES[gran]), "the host's style of this name by a law of dcm",
       create_gran_pair<gran>, nullptr}...};
}

/** The host keeps pointers to names, so these live as long as the plugin. */
const std::vector<Style> &styles() {
  static const std::vector<Style> list = [] {
    std::vector<Style> all =
        list_styles(std::make_integer_sequence<int, DCM_BUILTIN_LAW_COUNT>(),
                    std::make_integer_sequence<int, DCM_NS::GRAN_STYLE_COUNT>());
    std::vector<Style> each;
    for (const Style &style : all)
      if (std::none_of(each.begin(), each.end(), [&](const Style &other) {
            return other.name == style.name && !other.create_pair == !style.create_pair;
          }))
        each.push_back(style);
    return each;
  }();
  return list;
}

lammpsplugin_t plugin_of(const Style &style) {
  lammpsplugin_t plugin = {};
  plugin.version = LAMMPS_VERSION;
  plugin.style = style.create_pair      ? "pair"
                 : style.create_fix     ? "fix"
                 : style.create_compute ? "compute"
                                        : "command";
  plugin.name = style.name.c_str();
  plugin.info = style.info.c_str();
  plugin.author = "the dcm developers";
  if (style.create_pair || style.create_command)
    plugin.creator.v1 = style.create_pair ? style.create_pair : style.create_command;
  else
    plugin.creator.v2 = style.create_fix ? style.create_fix : style.create_compute;
  return plugin;
}

bool has(const LAMMPS_NS::LAMMPS *lmp, const lammpsplugin_t &plugin) {
  const std::string kind = plugin.style;
  return (kind == "pair"      ? lmp->force->pair_map->count(plugin.name)
          : kind == "fix"     ? lmp->modify->fix_map->count(plugin.name)
          : kind == "compute" ? lmp->modify->compute_map->count(plugin.name)
                              : lmp->input->command_map->count(plugin.name)) > 0;
}

/** Registers a plugin as the PLUGIN package does it, for hosts without that package. */
void register_by_hand(lammpsplugin_t *plugin, void *instance) {
  auto lmp = static_cast<LAMMPS_NS::LAMMPS *>(instance);
  const std::string kind = plugin->style;
  if (kind == "pair")
    (*lmp->force->pair_map)[plugin->name] =
        reinterpret_cast<LAMMPS_NS::Force::PairCreator>(plugin->creator.v1);
  else if (kind == "fix")
    (*lmp->modify->fix_map)[plugin->name] =
        reinterpret_cast<LAMMPS_NS::Modify::FixCreator>(plugin->creator.v2);
  else if (kind == "compute")
    (*lmp->modify->compute_map)[plugin->name] =
        reinterpret_cast<LAMMPS_NS::Modify::ComputeCreator>(plugin->creator.v2);
  else
    (*lmp->input->command_map)[plugin->name] =
        reinterpret_cast<LAMMPS_NS::Input::CommandCreator>(plugin->creator.v1);
}

} // namespace

bool DCM_NS::add_missing_styles(LAMMPS_NS::LAMMPS *lmp) {
  bool was_missing = false;
  for (const Style &style : styles()) {
    lammpsplugin_t plugin = plugin_of(style);
    if (has(lmp, plugin))
      continue;
    register_by_hand(&plugin, lmp);
    was_missing = true;
  }
  return was_missing;
}

/** The host's registration ignores what it has in the list of another instance of the process.
 * Styles that are registered by hand replace those of another dcm, which LAMMPS_PLUGIN_PATH may
 * name. */
void dcm_lammps_add_styles(void *lmp, void *handle, void *register_style) {
  for (const Style &style : styles()) {
    lammpsplugin_t plugin = plugin_of(style);
    plugin.handle = handle;
    if (register_style)
      (*reinterpret_cast<lammpsplugin_regfunc>(register_style))(&plugin, lmp);
    else
      register_by_hand(&plugin, lmp);
  }
  DCM_NS::add_missing_styles(static_cast<LAMMPS_NS::LAMMPS *>(lmp));
  DCM_NS::record_runs(static_cast<LAMMPS_NS::LAMMPS *>(lmp));
}
