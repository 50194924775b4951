# SPDX-License-Identifier: MIT
# gnuplot shear-cell.gp: shear-cell.dat becomes shear-cell-plot.png
set terminal pngcairo size 640,420 font "sans,11"
set output "shear-cell-plot.png"
set xlabel "normal stress, Pa"
set ylabel "shear stress, Pa"
set xrange [0:4300]
set yrange [0:*]
set key left top
f(x) = c + m * x
fit f(x) "shear-cell.dat" using 1:2 via c, m
plot "shear-cell.dat" using 1:2 with points pt 7 ps 1.4 lc rgb "#0072b2" title "measured", \
     f(x) with lines lw 2 lc rgb "#d55e00" title sprintf("%.0f Pa, %.1f degrees", c, atan(m) * 180 / pi)
