# SPDX-License-Identifier: MIT
# gnuplot energy-drum.gp: energy-drum.dat becomes energy-drum-plot.png, and energy-drum.map energy-drum-map.png
set terminal pngcairo size 800,480 font "sans,11"
set output "energy-drum-plot.png"
d = "energy-drum.dat"
# Power in mW from energies in uJ, between every tenth row and the next such row.
before = 0
then = 0
power(y, t) = (p = t > then ? 1e-3*(y - before)/(t - then) : NaN, before = y, then = t, p)
set xlabel "time, s"
set ylabel "power, mW"
set yrange [0:*]
set key outside right
set style fill solid 1.0 noborder
plot d every 10 using 1:(power($4+$5+$6+$7, $1)) with filledcurves y1=0 lc rgb "#0072b2" title "damping, normal", \
     d every 10 using 1:(power($5+$6+$7, $1)) with filledcurves y1=0 lc rgb "#56b4e9" title "damping, tangential", \
     d every 10 using 1:(power($6+$7, $1)) with filledcurves y1=0 lc rgb "#d55e00" title "sliding", \
     d every 10 using 1:(power($7, $1)) with filledcurves y1=0 lc rgb "#009e73" title "rolling", \
     d every 10 using 1:(power($2+$3, $1)) with lines lw 2 dt 2 lc rgb "#000000" title "drum and gravity", \
     d every 10 using 1:(power($2, $1)) with lines lw 2 lc rgb "#000000" title "drum"

set terminal pngcairo size 900,860 font "sans,11"
set output "energy-drum-map.png"
m = "energy-drum.map"
set multiplot layout 2,2
unset key
set size ratio -1
set xrange [-20.5:20.5]
set yrange [-20.5:20.5]
unset xlabel
unset ylabel
set tics out nomirror
set cblabel "kW/m^3"
set palette defined (0 "#fff7ec", 1 "#fdd49e", 2 "#fc8d59", 3 "#d7301f", 4 "#7f0000")
set object 1 circle at 0,0 size 20 front fillstyle empty border lc rgb "#404040" lw 1.5
# Squares in which there is hardly ever a grain stay white.
rate(n, s, t, u) = n < 0.05 ? NaN : panel == 1 ? s + t + u : panel == 2 ? t : panel == 3 ? s : u
do for [panel = 1:4] {
  set title word("all sliding damping rolling", panel)
  plot m every ::1 using (1e3*$2):(1e3*$3):(rate($4, $5, $6, $7)) with image
}
unset multiplot
