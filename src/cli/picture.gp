# SPDX-License-Identifier: MIT
# The pictures of 'dcm collide --plot', drawn by gnuplot. Before these lines the command sends
#   $table   columns as --csv writes them: of a sweep all, of a collision t, overlap and forces
#   kind, file, title   "collision" or "sweep"; the picture; what stands above it
#   hertz_overlap, hertz_force   of a collision: of Hertz' theory; 0 for laws without its parameters
#   label, unit, are_words       of a sweep: what is varied
set encoding utf8
set datafile separator ','
ending = file[strlen(file) - 2:]
if (ending eq 'svg') set terminal svg noenhanced size 1000,460 font 'sans-serif,13' background '#ffffff'
if (ending eq 'png') set terminal pngcairo noenhanced size 1000,460 font 'sans,10' background '#ffffff'
if (ending eq 'pdf') set terminal pdfcairo noenhanced size 25cm,11.5cm font 'sans,12' background '#ffffff'
set output file

# Colours that people with any colour vision tell apart: M. Okabe, K. Ito (2008).
set linetype 1 lc rgb '#0072b2' lw 2
set linetype 2 lc rgb '#d55e00' lw 2
set linetype 3 lc rgb '#009e73' lw 2
set linetype 4 lc rgb '#888888' lw 1.5 dt 2
set border 3 lc rgb '#444444'
set tics nomirror out scale 0.6
set grid lc rgb '#dddddd' lt 1 lw 0.7
set xzeroaxis lc rgb '#888888' lt 1 lw 0.7
set key at graph 0, graph 1.02 left bottom horizontal Left reverse samplen 2 maxrows 1
set autoscale xfix
set offsets graph 0.02, graph 0.02, 0, 0

# The prefix of a unit for numbers up to this size, and what numbers are multiplied by.
thousands(x) = x > 0 ? (x < 1e-12 ? -4 : x < 1e12 ? floor(log10(x) / 3 + 1e-12) : 3) : 0
prefix(x) = thousands(x) == 0 ? '' : word('p n µ m - k M G', (thousands(x) > 3 ? 3 : thousands(x)) + 5)
factor(x) = 1000.0**(-(thousands(x) > 3 ? 3 : thousands(x)))
larger(a, b) = a > b ? a : b

if (kind eq 'collision') {
  # A tangential force is drawn along the first one.
  size = 0
  along(x, y, z) = (length = sqrt(x**2 + y**2 + z**2), size == 0 && length > 0 ? (ux = x / length, uy = y / length, uz = z / length, size = length) : 0, size > 0 ? ux * x + uy * y + uz * z : 0)
  stats $table skip 1 using 2 name 'overlap' nooutput
  stats $table skip 1 using 3 name 'normal' nooutput
  stats $table skip 1 using (along($4, $5, $6)) name 'tangential' nooutput
  stats $table skip 1 using 1 name 'time' nooutput
  largest_tangential = larger(tangential_max, -tangential_min)
  largest_force = larger(normal_max, largest_tangential)
  t = factor(time_max)
  u = factor(overlap_max)
  f = factor(largest_force)
  stride = ceil(time_records / 400.0) # more points than a picture can show only make the file large
  set multiplot layout 1,2 margins 0.085,0.98,0.15,0.82 spacing 0.11 title title
  set xlabel 'overlap, '.prefix(overlap_max).'m'
  set ylabel 'normal force, '.prefix(largest_force).'N'
  if (hertz_force > 0) {
    plot $table skip 1 every stride using ($2 * u):($3 * f) with lines lt 1 title 'this law', [x = 0:hertz_overlap * u] '+' using 1:(hertz_force * f * ($1 / (hertz_overlap * u))**1.5) with lines lt 4 title 'Hertz, elastic'
  } else {
    plot $table skip 1 every stride using ($2 * u):($3 * f) with lines lt 1 title 'this law'
  }
  set xlabel 'time, '.prefix(time_max).'s'
  set ylabel 'force, '.prefix(largest_force).'N'
  rounding = 1e-9
  if (largest_tangential > rounding * normal_max) {
    plot $table skip 1 every stride using ($1 * t):($3 * f) with lines lt 1 title 'normal', '' skip 1 every stride using ($1 * t):(along($4, $5, $6) * f) with lines lt 2 title 'tangential'
  } else {
    plot $table skip 1 every stride using ($1 * t):($3 * f) with lines lt 1 title 'normal'
  }
}

if (kind eq 'sweep') {
  number(c) = strlen(strcol(c)) > 0 ? real(strcol(c)) : 0 # empty: there is no value
  values = ''
  stats $table skip 1 using (values = values.' '.strcol(1), are_words ? 0 : abs(number(1))) name 'x' nooutput
  stats $table skip 1 using (number(5)) name 'duration' nooutput
  stats $table skip 1 using (number(7)) name 'force' nooutput
  # All restitutions that have values, and always 0 and 1.
  drawn = ''
  bottom = 0
  top = 1
  do for [c = 2:4] {
    stats $table skip 1 using (number(c)) name 'e' nooutput
    bottom = e_min < bottom ? e_min : bottom
    top = larger(top, e_max)
    stats $table skip 1 using (strlen(strcol(c))) name 'written' nooutput
    drawn = drawn.(written_max > 0 ? ' '.c : '')
  }
  space = 0.05 * (top - bottom)
  has_prefix = unit ne '-' && strlen(unit) <= 3 && !are_words
  a = has_prefix ? factor(x_max) : 1
  x(row, text) = are_words ? row : real(text) * a
  set multiplot layout 1,2 margins 0.085,0.915,0.15,0.82 spacing 0.12 title title
  set xlabel label.(unit eq '-' ? '' : ', '.(has_prefix ? prefix(x_max) : '').unit)
  set style data linespoints
  if (are_words) {
    set style data points
    set xtics ()
    do for [i = 1:words(values)] { set xtics add (word(values, i) i - 1) }
    set xrange [-0.5:words(values) - 0.5]
  }
  set ylabel 'restitution'
  set offsets graph 0.03, graph 0.03, 0, 0
  set yrange [bottom < 0 ? bottom - space : 0:top + space]
  if (words(drawn) > 0) {
    plot for [i = 1:words(drawn)] $table skip 1 using (x(column(0), strcol(1))):int(word(drawn, i)) lt int(word(drawn, i)) - 1 pt int(word('7 5 9', word(drawn, i) - 1)) ps 0.6 title word('normal tangential surface', word(drawn, i) - 1)
  } else {
    plot $table skip 1 using (x(column(0), strcol(1))):(0) with dots lc rgb '#ffffff' notitle
  }
  set border 11
  set offsets graph 0.03, graph 0.03, graph 0.05, 0
  set ytics nomirror
  set y2tics out
  set yrange [0:*]
  set y2range [0:*]
  set ylabel 'largest normal force, '.prefix(force_max).'N'
  set y2label 'duration, '.prefix(duration_max).'s'
  plot $table skip 1 using (x(column(0), strcol(1))):($7 * factor(force_max)) lt 1 pt 7 ps 0.6 title 'largest force', '' skip 1 using (x(column(0), strcol(1))):($5 * factor(duration_max)) axes x1y2 lt 2 pt 5 ps 0.6 title 'duration, right axis'
}
unset multiplot
