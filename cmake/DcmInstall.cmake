# SPDX-License-Identifier: MIT
# Files that cmake --install leaves under a prefix. They find each other relative to themselves, so that the whole may
# be moved:
#   bin/                      dcm; lmp-dcm, a link to the program beside dcmplugin.so
#   include/dcm/              the contract: all that a law of one's own needs
#   include/dcm-host/         headers of the libraries, for a host of one's own
#   include/dcm/libdcm.h      the interface of libdcm.so, for programs and scripts
#   lib/                      libdcm.so; the libraries for hosts: laws, runtime, pairs in contact, driver
#   lib/dcm/lammps/           dcmplugin.so with its adapters, dcm-lammps-<version>.so, and lmp-dcm
#   lib/dcm/liggghts/         dcm-liggghts.so, and bin/liggghts-dcm, where there is a LIGGGHTS
#   lib/dcm/tools/            scripts that dcm starts
#   lib/dcm/python/           the package dcm of Python, unless DCM_PYTHON_DIR names another folder
#   share/dcm/adapter/        what dcm adapter compiles for another LAMMPS
#   lib/cmake/dcm/, lib/pkgconfig/
#   share/                    man pages, completion for bash, licences
# Installed again for another LAMMPS, it adds that one's adapter.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# ---------------------------------------------------------------- laws and hosts of one's own

install(DIRECTORY abi/dcm DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
install(DIRECTORY ${PROJECT_BINARY_DIR}/abi/dcm DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(
  DIRECTORY src/
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/dcm-host
  FILES_MATCHING
  PATTERN "*.h"
  PATTERN "*.def"
  PATTERN "cli" EXCLUDE
  PATTERN "program" EXCLUDE)

set_target_properties(dcm_abi PROPERTIES EXPORT_NAME abi)
install(TARGETS dcm_abi EXPORT dcmTargets INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
# In the order in which they are linked.
set(DCM_LIBRARIES driver contacts shapes integrate surface laws runtime threads)
foreach(library IN LISTS DCM_LIBRARIES)
  set_target_properties(dcm_${library} PROPERTIES EXPORT_NAME ${library})
  install(
    TARGETS dcm_${library}
    EXPORT dcmTargets
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
    INCLUDES
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/dcm-host)
endforeach()
list(TRANSFORM DCM_LIBRARIES PREPEND "-ldcm_" OUTPUT_VARIABLE DCM_PC_LIBRARIES)
list(JOIN DCM_PC_LIBRARIES " " DCM_PC_LIBRARIES)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/dcm)
install(EXPORT dcmTargets NAMESPACE dcm:: DESTINATION ${package})
set(DCM_WITH_OPENMP OFF)
get_target_property(links dcm_threads LINK_LIBRARIES)
if(links MATCHES OpenMP)
  set(DCM_WITH_OPENMP ON)
  find_package(OpenMP REQUIRED COMPONENTS C)
  string(APPEND DCM_PC_LIBRARIES " ${OpenMP_C_FLAGS}")
endif()
configure_file(cmake/dcmConfig.cmake.in ${PROJECT_BINARY_DIR}/dcmConfig.cmake @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/dcmConfig.cmake DESTINATION ${package})
# The contract has a version of its own. This one is the project's, whose installed libraries for hosts promise nothing
# between minor versions.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/dcmConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/dcmConfigVersion.cmake DESTINATION ${package})

file(RELATIVE_PATH DCM_PREFIX_FROM_PC /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" DCM_PREFIX_FROM_PC ${DCM_PREFIX_FROM_PC})
foreach(module IN ITEMS dcm dcm-host)
  configure_file(cmake/${module}.pc.in ${PROJECT_BINARY_DIR}/${module}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${module}.pc
          DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()

# ------------------------------------------------------------------------------- programs

install(TARGETS dcm RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS libdcm LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(FILES src/program/dcm/libdcm.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/dcm)
set(DCM_PYTHON_DIR ${CMAKE_INSTALL_LIBDIR}/dcm/python CACHE STRING "Where the package dcm of Python goes, below the prefix")
install(DIRECTORY python/dcm DESTINATION ${DCM_PYTHON_DIR} FILES_MATCHING PATTERN "*.py" PATTERN "py.typed")
install(PROGRAMS scripts/same scripts/adapter scripts/new DESTINATION ${CMAKE_INSTALL_LIBDIR}/dcm/tools)
install(FILES scripts/lib/lammps_log.py DESTINATION ${CMAKE_INSTALL_LIBDIR}/dcm/tools/lib)
# dcm itself knows its options best, so it writes its completion and most of its manual page.
if(NOT CMAKE_CROSSCOMPILING)
  add_custom_command(
    OUTPUT ${PROJECT_BINARY_DIR}/completion/dcm ${PROJECT_BINARY_DIR}/man/dcm.1
    COMMAND ${CMAKE_COMMAND} -DDCM=$<TARGET_FILE:dcm> -DVERSION=${PROJECT_VERSION}
            -DPAGE=${PROJECT_SOURCE_DIR}/docs/man/dcm.1.in -DOUTPUT=${PROJECT_BINARY_DIR} -P
            ${PROJECT_SOURCE_DIR}/cmake/DescribeDcm.cmake
    DEPENDS dcm docs/man/dcm.1.in cmake/DescribeDcm.cmake
    VERBATIM)
  add_custom_target(dcm_described ALL DEPENDS ${PROJECT_BINARY_DIR}/man/dcm.1)
  install(FILES ${PROJECT_BINARY_DIR}/completion/dcm
          DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  install(FILES ${PROJECT_BINARY_DIR}/man/dcm.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
endif()
install(DIRECTORY LICENSES DESTINATION ${CMAKE_INSTALL_DOCDIR})

# --------------------------------------------------------------------------------- LAMMPS

# Sources that 'dcm adapter' compiles, with the libraries above.
set(adapter_source ${CMAKE_INSTALL_DATADIR}/dcm/adapter)
install(FILES plugin/CMakeLists.txt DESTINATION ${adapter_source})
install(DIRECTORY plugin/common plugin/lammps DESTINATION ${adapter_source})
install(FILES cmake/DcmTargets.cmake DESTINATION ${adapter_source}/cmake)

get_property(versions GLOBAL PROPERTY DCM_LAMMPS_VERSIONS)
list(REMOVE_DUPLICATES versions)
set(plugins ${CMAKE_INSTALL_LIBDIR}/dcm/lammps)
install(TARGETS dcmplugin LIBRARY DESTINATION ${plugins})
foreach(version IN LISTS versions)
  get_property(id GLOBAL PROPERTY DCM_LAMMPS_${version}_ID)
  install(TARGETS dcm-lammps-${id} LIBRARY DESTINATION ${plugins})
endforeach()
# lmp-dcm lies beside the plugin that it loads; in bin there is a link to it.
install(TARGETS lmp-dcm RUNTIME DESTINATION ${plugins})
file(RELATIVE_PATH from_bin ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR}/dcm/lammps/lmp-dcm)
install(CODE "file(MAKE_DIRECTORY \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_BINDIR}\")
  file(CREATE_LINK ${from_bin} \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_BINDIR}/lmp-dcm\" SYMBOLIC)")
install(FILES docs/man/lmp-dcm.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
list(JOIN versions ", " adapters)
if(NOT adapters)
  set(adapters "none: 'dcm adapter SOURCE' builds one for your LAMMPS")
endif()
install(CODE "message(STATUS \"Adapters for LAMMPS in \${CMAKE_INSTALL_PREFIX}/${plugins}: ${adapters}\")
  message(STATUS \"Run an input of LAMMPS: \${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_BINDIR}/dcm run -in FILE\")")

# ------------------------------------------------------------------------------- LIGGGHTS

if(TARGET dcm-liggghts)
  install(TARGETS dcm-liggghts LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/dcm/liggghts)
  install(TARGETS liggghts-dcm RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(FILES docs/man/liggghts-dcm.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
endif()
