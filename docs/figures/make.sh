#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Draws the figures of the pages of the laws and of the command again.
# usage: docs/figures/make.sh DCM [NAME]...
#   DCM   the command dcm
#   NAME  of a figure, as luding-speed; all, if none is named
# Needs gnuplot. Each command stands on the page beside its figure.
set -eu
dcm=$(realpath "$1")
shift
names=$*
cd "$(dirname "$0")"

# wanted NAME: whether the figure is to be drawn.
wanted() { [[ -z $names || " $names " = *" $1 "* ]]; }

# draw NAME ARGUMENT...: dcm collide ARGUMENT... --plot NAME.svg
draw() {
  wanted "$1" || return 0
  "$dcm" collide "${@:2}" --plot "$1.svg" >/dev/null
  clean "$1"
}

# clean NAME: gnuplot leaves empty groups, two thirds of a file, and its version.
clean() {
  sed -Ezi 's/<g [^>]*>\n<\/g>\n//g; s/<desc>[^<]*<\/desc>\n//' "$1.svg"
}

# plot NAME: draws NAME.svg from CSV by the gnuplot commands of the standard input, in the style of the command
plot() {
  wanted "$1" || return 0
  {
    echo "set encoding utf8; set terminal svg enhanced size 1000,460 font 'sans-serif,13' background '#ffffff'"
    echo "set output '$1.svg'; set datafile separator ','"
    echo "set linetype 1 lc rgb '#0072b2' lw 2; set linetype 2 lc rgb '#d55e00' lw 2; set linetype 3 lc rgb '#009e73' lw 2"
    echo "set border 3 lc rgb '#444444'; set tics nomirror out scale 0.6; set grid lc rgb '#dddddd' lt 1 lw 0.7"
    echo "set key at graph 0, graph 1.02 left bottom horizontal Left reverse samplen 2 maxrows 1"
    cat
  } | gnuplot
  clean "$1"
}

draw collide jkr-exact --set young=1e7 --set work_of_adhesion=2 --set form=sheet --speed 0.8 --angle 30

draw hertz hertz --set young=5e6 --set form=sheet --speed 0.5 --angle 50
draw hertz-angle hertz --set young=5e6 --set form=sheet --speed 0.5 --sweep angle=0:85:5

draw hertz-mindlin hertz-mindlin --set young=5e6 --set restitution=0.5 --set form=sheet --speed 0.5 --angle 40
draw hertz-mindlin-consistent hertz-mindlin --set young=5e6 --set restitution=0.5 --set form=consistent --speed 0.5 --angle 40
draw hertz-mindlin-restitution hertz-mindlin --set young=5e6 --sweep restitution=0.1:1:0.1

draw hooke hooke --set kn=1e3 --set gamma_n=6000 --speed 0.5 --angle 40
draw hooke-history hooke-history --set kn=1e3 --set gamma_n=6000 --speed 0.5 --angle 40
draw granular granular --set damping=coeff_restitution --set restitution=0.5 --set young=5e6 --set rolling=sds --set twisting=marshall --speed 0.5 --angle 40
draw hertz-history hertz-history --set kn=5e6 --set gamma_n=1e8 --speed 0.5 --angle 40
draw hertz-history-speed hertz-history --set kn=5e6 --set gamma_n=1e8 --sweep speed=0.05,0.1,0.2,0.5,1,2,5

draw jkr jkr --set young=1e7 --set surface_energy=0.5 --speed 0.2
draw jkr-speed jkr --set young=1e7 --set surface_energy=0.5 --sweep speed=0.05,0.06,0.07,0.1,0.15,0.2,0.3,0.5

draw jkr-exact jkr-exact --set young=1e7 --set work_of_adhesion=0.5 --set restitution=1 --speed 0.3
draw jkr-exact-speed jkr-exact --set young=1e7 --set work_of_adhesion=0.5 --set restitution=1 --sweep speed=0.035,0.04,0.05,0.06,0.08,0.1,0.15,0.2,0.3,0.5

draw extended-hertz2 extended-hertz2 --set restitution=0.5 --speed 0.5
draw extended-hertz2-speed extended-hertz2 --set restitution=0.5 --set n_dp=0.5 --sweep speed=0.1,0.2,0.3,0.5,0.7,1,1.5,2,3

draw linear linear --set kn=1e4 --set restitution=0.5 --speed 0.5 --angle 40
draw liggghts-hertz liggghts-hertz --set young=5e6 --set restitution=0.5 --speed 0.5 --angle 40

draw liquid-bridge liquid-bridge --set young=1e7 --set liquid=1e-11 --set bridge_limit=0.002 --speed 0.1
draw liquid-bridge-speed liquid-bridge --set young=1e7 --set liquid=1e-11 --set bridge_limit=0.002 --sweep speed=0.08,0.1,0.15,0.2,0.3,0.5,1
draw luding luding --set k1=1e4 --set k2=3e4 --set kc=2e3 --set stiffening=none --speed 0.2 --angle 30
draw eepa eepa --set branches=hertz --set k1=1e4 --set k2=4e4 --set kadh=1e3 --set f0=1e-3 --set delta_u=5e-6 --speed 0.2 --angle 30
draw thornton-ning thornton-ning --set young=7e10 --set yield_pressure=1e9 --set work_of_adhesion=0.4 --radius 1e-5 --speed 1
draw thornton-ning-speed thornton-ning --set young=7e10 --set yield_pressure=1e9 --set work_of_adhesion=0.4 --radius 1e-5 --sweep speed=0.1,0.13,0.17,0.2,0.3,0.5,1,2,5,10,20
draw woo-hertz woo-hertz --set young=5e6 --set restitution=0.3 --speed 0.5
draw woo-hertz-restitution woo-hertz --set young=5e6 --speed 0.5 --sweep restitution=0.1:1:0.1

# Heat that passes in a collision, from a hot grain to a cold one, where the bodies resist and where the
# surfaces do.
scratch=$(mktemp -d)
trap 'rm -r "$scratch"' EXIT
for way in radius area; do
  "$dcm" collide heat --set heat=$way --set young=5e6 --set restitution=0.5 --set1 temperature=300 --set2 temperature=400 \
    --speed 0.5 --csv "$scratch/$way.csv" >/dev/null
done
plot heat <<END
set multiplot layout 1,2 margins 0.085,0.98,0.15,0.9 spacing 0.11
set xlabel 'overlap, µm'; set ylabel 'heat flow from 2 to 1, mW'
drawn(way) = "< grep -v '^#' '$scratch/".way.".csv'"
plot for [way in 'radius area'] drawn(way) using (column('overlap')*1e6):(column('heat_into_1')*1e3) every 40 with lines title 'heat '.way
set xlabel 'time, µs'
plot for [way in 'radius area'] drawn(way) using (column('t')*1e6):(column('heat_into_1')*1e3) every 40 with lines title 'heat '.way
END

# The pull of a bridge by its closed form and by the fit, from the end of the contact on.
for pull in closed fitted; do
  "$dcm" collide liquid-bridge --set young=1e7 --set liquid=1e-10 --set contact_angle=30 --set pull=$pull --speed 0.2 \
    --csv "$scratch/$pull.csv" >/dev/null
done
plot liquid-bridge-pull <<END
set tmargin 2; set xlabel 'separation, µm'; set ylabel 'pull, mN'; set xrange [0:350]; set yrange [0:]
drawn(pull) = "< grep -v '^#' '$scratch/".pull.".csv'"
plot for [pull in 'closed fitted'] drawn(pull) using (-column('overlap')*1e6):(column('capillary_force')*1e3) every 200 with lines title 'pull '.pull
END

# A bond that is pulled, and one that is sheared, until it breaks.
for way in pull shear; do
  awk -v way=$way 'BEGIN {
    print "t,x1,y1,z1,v1x,v1y,v1z,w1x,w1y,w1z,x2,y2,z2,v2x,v2y,v2z,w2x,w2y,w2z"
    for (i = 0; i <= 150; i++)
      printf "%.9g,0,0,0,0,0,0,0,0,0,%.12g,%.12g,0,%g,%g,0,0,0,0\n", i * 1e-5, 0.002 + (way == "pull") * i * 4e-8,
        (way == "shear") * i * 4e-8, (way == "pull") * 4e-3, (way == "shear") * 4e-3
  }' >"$scratch/$way.in"
  "$dcm" drive bond --input "$scratch/$way.in" --output "$scratch/$way.csv"
done
plot bond <<END
set multiplot layout 1,2 margins 0.085,0.98,0.15,0.9 spacing 0.11
drawn(way) = "< grep -v '^#' '$scratch/".way.".csv'"
set xlabel 'path of 2, µm'; set ylabel 'force, N'
plot drawn('pull') using (column('t')*4e3):(-column('normal_force')) with lines title 'pulled', \
  drawn('shear') using (column('t')*4e3):(column('tangential_force_y')) with lines title 'sheared'
set ylabel 'energy, µJ'
lost = 0
plot drawn('pull') using (column('t')*4e3):(column('stored_normal')*1e6) with lines title 'stored', \
  drawn('pull') using (column('t')*4e3):(lost = lost + column('dissipated_fracture')*1e6) with lines title 'broken'
END
