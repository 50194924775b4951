// SPDX-License-Identifier: GPL-2.0-or-later
/** @file
 * All styles of dcm, the command dcm (docs/lammps/dcm.md is its manual page), and an input that is
 * run with both. Where there is no dcm there is no such command, and an input that has it stops. */
#include "adapter.h"

#include "axis_walls.h"
#include "contact_makers.h"
#include "fix_energy.h"
#include "fix_wall.h"
#include "fix_wall_gran.h"
#include "host_api.h"
#include "host_services.h"
#include "pair_dcm.h"
#include "region_walls.h"
#include "styles.h"

#include "command.h"
#include "force.h"
#include "input.h"
#include "lammps.h"
#include "lammpsplugin.h"
#include "modify.h"
#include "version.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <exception>
#include <string>
#include <utility>
#include <vector>

extern "C" {
#include "laws/library.h"
}

using namespace LAMMPS_NS;

// ------------------------------------------------------------------------------- the command dcm

namespace DCM_NS {

/** Adds those styles of dcm that an instance has not, as after a command clear.
 * @return whether there were any */
static bool add_missing_styles(LAMMPS *lmp);

class CommandDCM : public LAMMPS_NS::Command {
public:
  explicit CommandDCM(LAMMPS_NS::LAMMPS *instance) : Command(instance) {}
  void command(int narg, char **arg) override;

  /** Stops if this is no dcm that serves for the version; else says which dcm this is. */
  void require(const std::string &version);
};

namespace {

struct Version {
  int numbers[3] = {0, 0, 0};
  int count = 0; // of numbers that were given
};

/** @return whether the text is a version, of one to three numbers */
bool read_version(const char *text, Version &version) {
  int end = 0;
  version.count = sscanf(text, "%d%n.%d%n.%d%n", &version.numbers[0], &end, &version.numbers[1],
                         &end, &version.numbers[2], &end);
  return version.count >= 1 && !text[end] && strspn(text, "0123456789.") == strlen(text);
}

/** Newer ones serve, up to the next that may change what inputs mean: that of the first number, or,
 * where it is 0, of the second. */
bool serves(const Version &have, const Version &wanted) {
  const bool is_new_enough = !std::lexicographical_compare(have.numbers, have.numbers + 3,
                                                           wanted.numbers, wanted.numbers + 3);
  const bool second_counts = wanted.numbers[0] == 0 && wanted.count > 1;
  return is_new_enough && have.numbers[0] == wanted.numbers[0] &&
         (!second_counts || have.numbers[1] == wanted.numbers[1]);
}

/** The file that this function is in. */
std::string own_file() {
  Dl_info info;
  void (*here)(CommandDCM &) = [](CommandDCM &) {};
  void *address;
  memcpy(&address, &here, sizeof address);
  return dladdr(address, &info) && info.dli_fname ? info.dli_fname : "an unknown file";
}

} // namespace

void CommandDCM::command(int narg, char **arg) {
  if (narg < 1 || narg > 2 || strcmp(arg[0], "require") != 0)
    stop(lmp, std::string("dcm: write 'dcm require' or 'dcm require <version>', as 'dcm require ") +
                  dcm_builtin_library_entry(nullptr)->version + "'");
  require(narg == 2 ? arg[1] : "");
}

void CommandDCM::require(const std::string &wanted) {
  const std::string present = dcm_builtin_library_entry(nullptr)->version;
  Version have, want;
  read_version(present.c_str(), have);
  if (!wanted.empty() && !read_version(wanted.c_str(), want))
    stop(lmp, "dcm require: '" + wanted + "' is not a version; this is dcm " + present);
  if (!wanted.empty() && !serves(have, want))
    stop(lmp, "dcm require: the input needs dcm " + wanted + ", but this is dcm " + present +
                  " from " + own_file());
  const bool were_missing = add_missing_styles(lmp);
  write_to_log(lmp,
               "dcm: version " + present + " for LAMMPS " + lmp->version + ", from " + own_file() +
                   (were_missing
                        ? "; this instance had lost the styles of dcm, and has the styles again"
                        : ""));
}

} // namespace DCM_NS

// ------------------------------------------------------------------------------------ all styles

namespace {

const dcm_model *builtin_law(int index) {
  return dcm_builtin_library_entry(nullptr)->models[index];
}

// A creator gets nothing but the instance, so each law needs one of its own.
template <int law>
void *create_law_pair(void *lmp) {
  return static_cast<Pair *>(new DCM_NS::PairDCM(static_cast<LAMMPS *>(lmp), builtin_law(law)->id));
}

void *create_pair(void *lmp) {
  return static_cast<Pair *>(new DCM_NS::PairDCM(static_cast<LAMMPS *>(lmp), ""));
}

template <int style>
void *create_gran_pair(void *lmp) {
  return DCM_NS::create_gran_pair(lmp, DCM_NS::GRAN_STYLES[style]);
}

template <class FixOfDCM>
void *create_fix(void *lmp, int narg, char **arg) {
  return static_cast<Fix *>(new FixOfDCM(static_cast<LAMMPS *>(lmp), narg, arg));
}

template <class Shape>
void *create_wall(void *lmp, int narg, char **arg) {
  return create_fix<DCM_NS::FixWallOf<Shape>>(lmp, narg, arg);
}

template <class Wall>
void *create_gran_wall(void *lmp, int narg, char **arg) {
  Fix *of_host = DCM_NS::FixWallGran::leave_to_host(static_cast<LAMMPS *>(lmp), narg, arg);
  return of_host ? of_host : create_fix<Wall>(lmp, narg, arg);
}

void *create_command(void *lmp) {
  return static_cast<Command *>(new DCM_NS::CommandDCM(static_cast<LAMMPS *>(lmp)));
}

/** A style, as LAMMPS creates one of its kind: from the instance, or from arguments, too. */
struct Style {
  std::string name, info;
  const char *kind;
  lammpsplugin_factory1 *of_instance;
  lammpsplugin_factory2 *of_arguments;
};

Style pair_style(const std::string &name, const std::string &info, lammpsplugin_factory1 *create) {
  return {name, info, "pair", create, nullptr};
}

Style fix(const std::string &name, const std::string &info, lammpsplugin_factory2 *create) {
  return {name, info, "fix", nullptr, create};
}

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
  const std::string of_host = "the host's style of this name by a law of dcm",
                    faster = "the host's fix of this name, in vectors and threads",
                    wall_of_host = "the host's fix of this name by a law of dcm";
  return {
      pair_style("dcm", "contact laws of dcm, and of libraries that the user names", create_pair),
      // compute fabric takes tangential forces from a style whose name begins with gran.
      pair_style("gran/dcm", "the style dcm, for compute fabric", create_pair),
      pair_style("granular/dcm", of_host, DCM_NS::create_granular_pair),
      pair_style("granular/superellipsoid/dcm", of_host, DCM_NS::create_superellipsoid_pair),
      fix("wall/dcm", "planes and cylinders by the law of the dcm pair style",
          create_wall<DCM_NS::AxisWalls>),
      fix("wall/dcm/mesh", "triangles from a file as walls by the law of the dcm pair style",
          DCM_NS::create_mesh_wall),
      fix("wall/dcm/region", "regions as walls by the law of the dcm pair style",
          create_wall<DCM_NS::RegionWalls>),
      fix("dcm/energy", "where the energy of the grains is, and where it goes",
          create_fix<DCM_NS::FixEnergy>),
      {"dcm/contact/local", "numbers of each contact of a dcm pair style or wall, by their names",
       "compute", nullptr, DCM_NS::create_compute_contact_local},
      {"dcm", "asks for a version of dcm", "command", create_command, nullptr},
      fix("nve/sphere/dcm", faster, DCM_NS::create_nve_sphere),
      fix("gravity/dcm", faster, DCM_NS::create_gravity),
      fix("wall/gran/dcm", wall_of_host,
          create_gran_wall<DCM_NS::FixWallGranOf<DCM_NS::HostAxisWalls>>),
      fix("wall/gran/region/dcm", wall_of_host,
          create_gran_wall<DCM_NS::FixWallGranOf<DCM_NS::HostRegionWalls>>),
      pair_style(style_name(builtin_law(law)), builtin_law(law)->title, create_law_pair<law>)...,
      pair_style(other_style_name(builtin_law(law)), builtin_law(law)->title,
                 create_law_pair<law>)...,
      pair_style(style_name(DCM_NS::GRAN_STYLES[gran]), of_host, create_gran_pair<gran>)...};
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
            return other.name == style.name && strcmp(other.kind, style.kind) == 0;
          }))
        each.push_back(style);
    return each;
  }();
  return list;
}

lammpsplugin_t plugin_of(const Style &style) {
  lammpsplugin_t plugin = {};
  plugin.version = LAMMPS_VERSION;
  plugin.style = style.kind;
  plugin.name = style.name.c_str();
  plugin.info = style.info.c_str();
  plugin.author = "the dcm developers";
  if (style.of_instance)
    plugin.creator.v1 = style.of_instance;
  else
    plugin.creator.v2 = style.of_arguments;
  return plugin;
}

template <class Map, class Create>
bool add(Map &map, const std::string &name, Create *create, bool replaces) {
  if (!replaces && map.count(name))
    return false;
  map[name] = reinterpret_cast<typename Map::mapped_type>(create);
  return true;
}

/** Adds a style to the host's map of its kind, as the PLUGIN package does it, for hosts without
 * that package.
 * @param replaces whether in the place of one that has the name
 * @return whether the style was added */
bool register_by_hand(LAMMPS *lmp, const Style &style, bool replaces) {
  const std::string kind = style.kind;
  return kind == "pair"  ? add(*lmp->force->pair_map, style.name, style.of_instance, replaces)
         : kind == "fix" ? add(*lmp->modify->fix_map, style.name, style.of_arguments, replaces)
         : kind == "compute"
             ? add(*lmp->modify->compute_map, style.name, style.of_arguments, replaces)
             : add(*lmp->input->command_map, style.name, style.of_instance, replaces);
}

} // namespace

bool DCM_NS::add_missing_styles(LAMMPS *lmp) {
  bool was_missing = false;
  for (const Style &style : styles())
    was_missing = register_by_hand(lmp, style, false) || was_missing;
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
      register_by_hand(static_cast<LAMMPS *>(lmp), style, true);
  }
  DCM_NS::add_missing_styles(static_cast<LAMMPS *>(lmp));
  DCM_NS::record_runs(static_cast<LAMMPS *>(lmp));
}

// ----------------------------------------------------------- an input in the place of lmp's own

namespace {

/** "plugin load …/dcmplugin.so" where the host has no such command: adds the styles that are there
 * anyway, so that one input serves hosts with and without the PLUGIN package. */
class PluginCommand : public Command {
public:
  explicit PluginCommand(LAMMPS *instance) : Command(instance) {}

  void command(int narg, char **arg) override {
    const std::string file = narg == 2 && strcmp(arg[0], "load") == 0 ? arg[1] : "";
    const std::string name = "dcmplugin.so";
    if (file.size() < name.size() ||
        file.compare(file.size() - name.size(), name.size(), name) != 0)
      DCM_NS::stop(lmp, "lmp-dcm knows only the plugin command 'plugin load dcmplugin.so'; "
                        "other plugins need a LAMMPS with the PLUGIN package");
    DCM_NS::add_missing_styles(lmp);
  }
};

Command *create_plugin_command(LAMMPS *lmp) {
  return new PluginCommand(lmp);
}

/** 'dcm run' promises that dcm computes contacts. @return the exit status */
int look_back(LAMMPS *lmp) {
  if (!getenv("DCM_RUN") || !lmp->update->first_update || DCM_NS::RunAccount::has_reported())
    return EXIT_SUCCESS;
  if (lmp->comm->me == 0)
    fprintf(stderr, "ERROR: dcm run: dcm computed no contacts in this input: its pair style and "
                    "its walls are none that dcm has, or stand behind 'suffix off'. For such an "
                    "input type lmp\n");
  return EXIT_FAILURE;
}

} // namespace

int dcm_lammps_run_input(void *instance) {
  auto lmp = static_cast<LAMMPS *>(instance);
  int status = EXIT_FAILURE;
  try {
    dcm_lammps_add_styles(lmp, nullptr, nullptr);
    auto commands = lmp->input->command_map;
    if (commands->find("plugin") == commands->end())
      (*commands)["plugin"] = create_plugin_command;
    if (getenv("DCM_RUN"))
      DCM_NS::CommandDCM(lmp).require("");
    lmp->input->file();
    status = look_back(lmp);
    delete lmp;
  } catch (LAMMPSAbortException &) {
    DCM_NS::ranks_of(lmp).stop();
  } catch (LAMMPSException &) {
    return EXIT_FAILURE; // the host has said why, on all ranks
  } catch (std::exception &e) {
    fprintf(stderr, "lmp-dcm: %s\n", e.what());
    DCM_NS::ranks_of(lmp).stop();
  }
  return status;
}
