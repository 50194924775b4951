#!/bin/sh
# SPDX-License-Identifier: MIT
# Called by conda build in the source, with PREFIX, CPU_COUNT and the compilers in the environment.
set -eu
# shellcheck disable=SC2086 # conda's arguments are a list of words
cmake -S . -B build ${CMAKE_ARGS:-} -D CMAKE_BUILD_TYPE=Release -D CMAKE_INSTALL_PREFIX="$PREFIX" -D CMAKE_INSTALL_LIBDIR=lib \
  -D LAMMPS_SOURCE_DIR="$PWD/lammps" -D LAMMPS_DEFINITIONS=LAMMPS_SMALLBIG
cmake --build build --parallel "${CPU_COUNT:-2}"
cmake --install build
# An activated environment has the plugin.
mkdir -p "$PREFIX/etc/conda/activate.d"
# shellcheck disable=SC2016 # expanded when the environment is activated
echo 'export LAMMPS_PLUGIN_PATH=$CONDA_PREFIX/lib/dcm/lammps${LAMMPS_PLUGIN_PATH:+:$LAMMPS_PLUGIN_PATH}' >"$PREFIX/etc/conda/activate.d/dcm.sh"
