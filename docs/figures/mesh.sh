#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Draws mesh.png: the screw of examples/screw, a mesh of triangles, and the half of the grains that lies behind its axis.
# usage: docs/figures/mesh.sh LAUNCHER [STEPS]
#   LAUNCHER  lmp-dcm of a LAMMPS with libpng
#   STEPS     time steps (default 27000)
set -eu
launcher=$(realpath "$1")
steps=${2:-27000}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" >/dev/null && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$here"/../../examples/screw/{in.screw,*.obj} "$work"
cd "$work"
cat >in.mesh <<END
include in.screw
region  behind block INF INF -0.001 INF INF INF units box
group   behind region behind
write_dump behind image mesh.png type diameter size 720 440 view 80 -75 center s 0.50 0.5 0.31 zoom 4.7 box no 0 &
        fix screw type 1 0.0005 shiny 0.3 ssao yes 4711 0.6 &
        modify backcolor white acolor 1 orange acolor 2 ivory acolor 3 steelblue
END
"$launcher" -in in.mesh -var steps "$steps" -screen none
mv mesh.png "$here/mesh.png"
