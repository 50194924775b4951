#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Checks what cmake --install leaves.
# usage: check.bash GROUP PREFIX SOURCE BUILD, with CC, CMAKE and, for the group lammps, the host in the environment
#   GROUP   one of the functions check_* below; "tree" installs, the others use what it installed
#   PREFIX  where the installed tree is after it was moved
set -u
group=$1
prefix=$2
source=$3
build=$4
# shellcheck source=tests/support/checks.bash
. "$source/tests/support/checks.bash"

check_tree() {
  rm -rf "$prefix"
  "$CMAKE" --install "$build" --prefix "$work/first" >log || fail "cmake --install: $(cat log)"
  mkdir -p "$(dirname "$prefix")"
  mv "$work/first" "$prefix"
  # The libraries that dcm adapter links are there.
  local library
  # shellcheck disable=SC2013,SC2016 # words are wanted, and the text is CMake's
  for library in $(sed -n 's/^ *target_link_libraries(${adapter} PUBLIC \(dcm_.*\) .*/\1/p' "$source/plugin/lammps/CMakeLists.txt"); do
    [ -e "$(echo "$prefix"/lib*/"lib$library.a")" ] || fail "dcm adapter links $library, which is not installed"
  done
  [ -n "${library:-}" ] || fail "plugin/lammps/CMakeLists.txt does not tell what an adapter is linked with"
  local named
  named=$(grep -rlF -e "$work" -e "$source" "$prefix")
  [ -z "$named" ] || fail "these files name the source or the first place: $named"
}

# own_law FILE: checks that the installed command runs the law of examples/own-law in it.
own_law() {
  "$prefix/bin/dcm" collide viscous --library "$1" --set stiffness=1e4 --set damping=0 --set friction=0 >out 2>&1 ||
    fail "the law that was compiled does not run: $(cat out)"
  awk '/^ *normal restitution/ { e = $3 } END { exit !(e > 0.9999 && e < 1.0001) }' out ||
    fail "a collision without damping has another restitution than 1: $(cat out)"
}

# build_with_cmake SOURCE BUILD
build_with_cmake() {
  "$CMAKE" -S "$1" -B "$2" -D CMAKE_PREFIX_PATH="$prefix" >log 2>&1 && "$CMAKE" --build "$2" >>log 2>&1
}

check_find_package() {
  build_with_cmake "$source/examples/own-law" "a build" || fail "examples/own-law with find_package: $(cat log)"
  own_law "$work/a build/viscous.so"
  # A law in C++ needs no C compiler, nor what the libraries are linked with.
  mkdir cxx
  cat >cxx/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.22)
project(law LANGUAGES CXX)
find_package(dcm CONFIG REQUIRED)
file(WRITE law.cpp "#include <dcm/dcm.h>\nint main() { return DCM_ABI_VERSION == 0; }\n")
add_executable(law law.cpp)
target_link_libraries(law PRIVATE dcm::abi)
END
  build_with_cmake cxx "a build of cxx" || fail "a law in C++ with find_package: $(cat log)"
}

# libdcm by the installed header, and the package of Python that finds it.
check_programs() {
  # The example of the page. shellcheck takes the fence for a command.
  # shellcheck disable=SC2016
  sed -n '/^```c$/,/^```$/p' "$source/docs/libdcm.md" | sed '1d;$d' >example.c
  # The line of the page, which is for an install below ~/.local.
  mkdir -p home/.local
  ln -s "$prefix/include" home/.local/include
  ln -s "$(dirname "$prefix"/lib*/libdcm.so)" home/.local/lib
  HOME=$work/home bash -c "$(grep '^    cc example.c -I' "$source/docs/libdcm.md") -std=c11 -Wall -Werror" ||
    fail "a program with libdcm does not compile"
  ./example >out || fail "the program with libdcm does not run"
  grep -q '^restitution 1.0000, duration' out || fail "the program with libdcm prints: $(cat out)"
  # Who changes a word of the example reads what is wrong with the word.
  sed -i 's/"hertz"/"hertzz"/' example.c
  HOME=$work/home bash -c "$(grep '^    cc example.c -I' "$source/docs/libdcm.md")"
  ./example >out || fail "the program with libdcm does not run with a law that is not there"
  grep -q "'hertzz'.* did you mean 'hertz'" out || fail "the program with libdcm prints of a law that is not there: $(cat out)"
  local python
  for python in python3 /usr/bin/python3; do
    "$python" -c 'import numpy' 2>/dev/null || continue
    PYTHONPATH=$(dirname "$prefix"/lib*/dcm/python/dcm) "$python" -c 'import dcm; assert "hertz" in dcm.laws()' 2>out ||
      fail "the installed package of Python: $(cat out)"
    return
  done
  echo "no Python has NumPy: the package dcm was not tried"
}

# Flags from pkg-config with the spaces in them quoted.
flags() {
  PKG_CONFIG_PATH=$prefix/lib/pkgconfig pkg-config "$@" || fail "pkg-config $*"
}

check_pkg_config() {
  eval "set -- $(flags --cflags dcm)"
  "$CC" -std=c11 -O3 -fPIC -shared "$@" -o viscous.so "$source/examples/own-law/viscous.c" -lm ||
    fail "examples/own-law with pkg-config"
  own_law "$work/viscous.so"
  for file in dcm.f90 dcm.rs; do
    grep -q dcm_instance "$prefix/include/dcm/$file" || fail "the contract in another language: $file"
  done
}

check_host_of_ones_own() {
  eval "set -- $(flags --cflags --libs dcm-host)"
  "$CC" -std=c11 -o host "$source/tests/install/host.c" "$@" || fail "a host with pkg-config"
  cat >CMakeLists.txt <<END
cmake_minimum_required(VERSION 3.22)
project(host LANGUAGES C)
find_package(dcm CONFIG REQUIRED)
add_executable(host_with_cmake [[$source/tests/install/host.c]])
target_link_libraries(host_with_cmake PRIVATE dcm::driver dcm::contacts dcm::laws dcm::runtime)
END
  build_with_cmake . build || fail "a host with find_package: $(cat log)"
  "$prefix/bin/dcm" list | cut -d' ' -f1 >laws
  [ "$(wc -l <laws)" -ge 6 ] || fail "dcm list: $(cat laws)"
  ./host | diff - laws || fail "the host with pkg-config lists other laws"
  build/host_with_cmake | diff - laws || fail "the host with CMake lists other laws"
}

check_command() {
  local page=$prefix/share/man/man1/dcm.1 name
  for name in $("$prefix/bin/dcm" --help | sed -n 's/^  \([a-z]*\)  .*/\1/p'); do
    grep -q "^\.SS dcm $name" "$page" || fail "the manual page lacks dcm $name"
  done
  # Options in the page, as roff writes them, and in a terminal.
  grep -qF '\-\-max\-steps N' "$page" || fail "the manual page lacks --max-steps"
  if command -v man >/dev/null; then
    MANPATH=$prefix/share/man MANROFFOPT=-Tutf8 LC_ALL=C man --warnings dcm >out 2>warnings || fail "man dcm"
    [ ! -s warnings ] || fail "the manual page: $(head -n 3 warnings)"
    grep -qF -e "--max-steps" out || fail "man dcm lacks --max-steps"
  fi
  # The script that dcm same starts, wherever the tree was moved; it leaves nothing there.
  cat >lmp <<'END'
#!/bin/sh
words=" $* "
while [ "$1" != -log ]; do shift; done
case $words in *" -sf dcm "*) echo "dcm: pair_style granular is computed by the law 'granular' of dcm, as granular/dcm" >"$2" ;; esac
printf 'Step KinEng\n0 1.0\nLoop time of 1 on 1 procs for 0 steps with 1 atoms\n' >>"$2"
END
  chmod +x lmp
  find "$prefix" | sort >before
  "$prefix/bin/dcm" same ./lmp >out 2>&1 || fail "dcm same: $(cat out)"
  grep -q "pair_style granular, by the law 'granular'" out || fail "dcm same says: $(cat out)"
  find "$prefix" | sort | diff before - || fail "dcm same left something where dcm is installed"
  # shellcheck disable=SC1091
  . "$prefix/share/bash-completion/completions/dcm"
  COMP_WORDS=("$prefix/bin/dcm" coll) COMP_CWORD=1
  _dcm
  [ "${COMPREPLY[*]}" = collide ] || fail "commands are not completed"
}

# block PAGE HEADING: the first lines to type behind a heading of a page
block() { awk -v heading="$2" '$0 ~ heading { behind = 1 } behind && /^```$/ { if (inside) exit; inside = 1; next } inside' "$source/$1"; }

# typed NAME: types the lines of the standard input in the clone, in an empty home. The build is the one at hand.
typed() {
  (cd "$work/a clone" && PATH=$work/stand-in:$PATH HOME=$work/home DCM_CACHE=$cache DCM_INSTALL=no bash -eu -o pipefail -s) >"$work/out" 2>&1 ||
    fail "the lines of $1 fail: $(tail -n 5 "$work/out")"
  local text
  for text in "^dcm: version .* for LAMMPS" "^Loop time of"; do
    grep -q "$text" "$work/out" || fail "the lines of $1 run nothing: $(cat "$work/out")"
  done
}

# The first lines of README.md and of docs/install.md, as they stand.
check_pages() {
  local cache=${DCM_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/dcm}
  [ -r "$cache/hosts/debian/host.cmake" ] || exit 77
  local name
  mkdir -p home "a clone" stand-in
  for name in CMakeLists.txt CMakePresets.json abi cmake docs plugin scripts src; do ln -s "$source/$name" "a clone/$name"; done
  cp -R "$source/examples" "a clone"
  cat >stand-in/cmake <<'END'
#!/bin/sh
[ "$1" != --install ] || exec "$CMAKE" --install "$DCM_BUILD" --prefix "$4"
END
  chmod +x stand-in/cmake
  export OMPI_MCA_ess_singleton_isolated=1 OMPI_MCA_orte_tmpdir_base=$work DCM_BUILD=$build CMAKE
  block README.md "^## Get it" >lines
  [ "$(head -n 1 lines)" = scripts/install ] || fail "README.md does not begin with scripts/install: $(cat lines)"
  typed README.md <lines
  block docs/install.md "^# Install" | diff lines - || fail "docs/install.md begins with other lines than README.md"
  rm -rf home && mkdir home
  block docs/install.md "^## With your own LAMMPS" | sed "s|<source of your LAMMPS>|'$DCM_HOST_SOURCE_DIR'|" >own
  block README.md "^With a LAMMPS of your own" | sed "s|<source of your LAMMPS>|'$DCM_HOST_SOURCE_DIR'|" | diff own - || fail "README.md and docs/install.md differ"
  sed 's/^pair_style.*/pair_style gran\/hooke 1e4 NULL 50 NULL 0.5 0/; s/^pair_coeff.*/pair_coeff * */; /viscous/,$d' >"a clone/in.mine" <<<"$deck"
  typed "docs/install.md, With your own LAMMPS" <own
}

# dcm run with the LAMMPS of the environment, or another
check_run() {
  sed 's/^pair_style.*/pair_style gran\/hooke 1e4 NULL 50 NULL 0.5 0/; s/^pair_coeff.*/pair_coeff * */' in.test >in.own
  "$prefix/bin/dcm" run -in in.own -log none >out 2>&1 || fail "dcm run: $(tail -n 5 out)"
  grep -q "^dcm: version .* for LAMMPS" out || fail "dcm run does not say which dcm runs: $(cat out)"
  grep -q "pair_style gran/hooke is computed by the law 'hooke' of dcm" out || fail "dcm run without dcm: $(cat out)"
  "$prefix/bin/dcm" run --lammps /bin/ls -in in.own >out 2>&1 && fail "dcm run with a program that is no LAMMPS ends well"
  grep -q "/ls is not linked with a liblammps.so" out || fail "dcm run with a program that is no LAMMPS: $(cat out)"
}

deck='units si
atom_style sphere
comm_modify vel yes
region box block 0 1 0 1 0 1
create_box 1 box
pair_style dcm/hertz/mindlin
pair_coeff * * young 5e6 poisson 0.25 restitution 0.8 friction 0.5
run 0
pair_style dcm viscous library ./viscous.so
pair_coeff * * stiffness 1e3 damping 0 friction 0
run 0
'
check_lammps() {
  "$CC" -std=c11 -O3 -fPIC -shared "-I$prefix/include" -o viscous.so "$source/examples/own-law/viscous.c" -lm ||
    fail "examples/own-law"
  printf '%s' "$deck" >in.test
  export OMPI_MCA_ess_singleton_isolated=1 OMPI_MCA_orte_tmpdir_base=$work DCM_LAMMPS=$DCM_HOST_EXECUTABLE
  "$prefix/bin/lmp-dcm" -in in.test -log none >out 2>&1 || fail "lmp-dcm: $(tail -n 5 out)"
  check_run
  [ "$DCM_HOST_HAS_PLUGIN" = ON ] || return
  LAMMPS_PLUGIN_PATH=$prefix/lib/dcm/lammps "$DCM_HOST_EXECUTABLE" -in in.test -log none >out 2>&1 ||
    fail "the plugin by LAMMPS_PLUGIN_PATH: $(tail -n 5 out)"
  sed -i "1i plugin load '$prefix/lib/dcm/lammps/dcmplugin.so'" in.test
  "$DCM_HOST_EXECUTABLE" -in in.test -log none >out 2>&1 || fail "the plugin by its path: $(tail -n 5 out)"
}

"check_$group"
finish "$group"
