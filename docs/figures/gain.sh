#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Draws gain.png: the chute of inputs/chute, not edited, in LAMMPS as it is and with -sf dcm, and how long each computed.
# usage: docs/figures/gain.sh LAMMPS LAUNCHER [STEPS]
#   LAMMPS    the executable of LAMMPS, built with libpng
#   LAUNCHER  lmp-dcm of the same LAMMPS, from a build with the preset release
#   STEPS     time steps (default 10000)
# Needs gnuplot, and a machine that does nothing else. All runs are of one rank. The two alternate, three times each. The
# picture shows the run of median loop time; the times of all runs are printed.
set -eu
lammps=$(realpath "$1")
launcher=$(realpath "$2")
steps=${3:-10000}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" >/dev/null && pwd)
root=$here/../..
# shellcheck source=scripts/lib/results.sh
. "$root/scripts/lib/results.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$root"/inputs/chute/* "$work"
cd "$work"

# run NAME EXECUTABLE ARGUMENT...
run() {
  "${@:2}" -in in.chute -log "$1.log" -screen none -var steps "$steps" -var out "$1"
  dcm_times "$1.log" >"$1.times"
}
for round in 1 2 3; do
  run "lammps$round" "$lammps"
  run "dcm$round" "$launcher" -sf dcm
done
# median STYLE: its run of median loop time
median() {
  for round in 1 2 3; do
    awk -v run="$1$round" '/loop_time/ { print $2, run }' "$1$round.times"
  done | sort -n | sed -n '2s/.* //p'
}
# of FILE KEY: the number after a word
of() { awk -v key="$2" '$1 == key { print $2 }' "$1"; }
grep . ./*.times | sed 's/^..//; s/.times:/ /'
a=$(median lammps)
b=$(median dcm)

gnuplot <<END
set terminal pngcairo size 1400,640 font 'sans-serif,15' background '#ffffff'
set output 'gain.png'
set multiplot
unset key; unset border; unset tics
set size ratio -1
set xrange [60:1180]; set yrange [110:780]
set lmargin 0; set rmargin 0; set tmargin 0; set bmargin 0
set origin 0.01, 0.27; set size 0.48, 0.66
set label 1 'LAMMPS:  lmp -in in.chute' at graph 0.5, 1.04 center font 'sans-serif,19'
plot '$a.png' binary filetype=png with rgbimage
set origin 0.51, 0.27; set size 0.48, 0.66
set label 1 'dcm:  lmp -sf dcm -in in.chute' at graph 0.5, 1.04 center font 'sans-serif,19'
plot '$b.png' binary filetype=png with rgbimage
unset label 1
set size noratio
set origin 0.13, 0.02; set size 0.80, 0.23
array pair[2] = [$(of "$a.times" pair_time), $(of "$b.times" pair_time)]
array loop[2] = [$(of "$a.times" loop_time), $(of "$b.times" loop_time)]
set xrange [0:loop[1] * 1.12]; set yrange [-1.3:1.5]
set style fill solid noborder
set label 1 'LAMMPS' at graph -0.01, first 1 right
set label 2 'dcm' at graph -0.01, first 0 right
set label 3 sprintf('%.0f s', loop[1]) at first loop[1] * 1.01, 1 left
set label 4 sprintf('%.0f s', loop[2]) at first loop[2] + loop[1] * 0.01, 0 left
set label 5 'contacts' at first pair[1] * 0.5, 1 center front tc rgb '#ffffff'
set label 6 'all else' at first (pair[1] + loop[1]) * 0.5, 1 center front
set label 7 sprintf('Mean speed of the grains at the end: LAMMPS %.3f m/s, dcm %.3f m/s.  One core, %d steps, %d grains.', \
  $(of "$a.txt" mean_speed), $(of "$b.txt" mean_speed), $steps, $(of "$a.txt" grains)) at first 0, -1 left
plot loop using (0):(2-\$1):(0):(loop[\$1]):(1.64-\$1):(2.36-\$1) with boxxyerror lc rgb '#bcd4e6', \
     pair using (0):(2-\$1):(0):(pair[\$1]):(1.64-\$1):(2.36-\$1) with boxxyerror lc rgb '#0072b2'
unset multiplot
END
mv gain.png "$here/gain.png"
