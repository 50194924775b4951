# SPDX-License-Identifier: MIT
# gnuplot energy-column.gp: energy-column.dat becomes energy-column-plot.png
set terminal pngcairo size 800,480 font "sans,11"
set output "energy-column-plot.png"
set xlabel "time, s"
set ylabel "share of the work of gravity so far"
set yrange [0:1]
set key outside right
set style fill solid 1.0 noborder
d = "energy-column.dat"
plot d every ::2 using 1:(($3+$4+$5+$6+$7+$8)/$2) with filledcurves y1=0 lc rgb "#bbbbbb" title "kinetic", \
     d every ::2 using 1:(($4+$5+$6+$7+$8)/$2) with filledcurves y1=0 lc rgb "#f0e442" title "stored", \
     d every ::2 using 1:(($5+$6+$7+$8)/$2) with filledcurves y1=0 lc rgb "#0072b2" title "damping, normal", \
     d every ::2 using 1:(($6+$7+$8)/$2) with filledcurves y1=0 lc rgb "#56b4e9" title "damping, tangential", \
     d every ::2 using 1:(($7+$8)/$2) with filledcurves y1=0 lc rgb "#d55e00" title "sliding", \
     d every ::2 using 1:($8/$2) with filledcurves y1=0 lc rgb "#009e73" title "rolling"
