#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Checks the commands in scripts/, in a clone whose path has a space. Nothing is installed; but for the group demo,
# nothing is built.
# usage: check.bash GROUP SOURCE
#   GROUP  one of the functions check_* below
set -u
group=$1
source=$2
# shellcheck source=tests/support/checks.bash
. "$source/tests/support/checks.bash"
cache=${DCM_CACHE:-${XDG_CACHE_HOME:-${HOME:-}/.cache}/dcm}
clone="$work/a clone"
mkdir "$clone"
cp -R "$source/scripts" "$clone"
export DCM_CACHE=$work/cache DCM_INSTALL=no
unset LAMMPS_SOURCE_DIR LAMMPS_EXECUTABLE LAMMPS_LIBRARY
# A script that goes further than it should calls these stubs, which do nothing but fail.
mkdir "$work/stubs"
for name in apt-get cmake; do
  printf '#!/bin/sh\nexit 1\n' >"$work/stubs/$name"
  chmod +x "$work/stubs/$name"
done
stubbed=$work/stubs:$PATH

# refused TEXT COMMAND...: the command fails and says the text, and leaves the clone as it was.
refused() {
  local text=$1 status
  shift
  find "$clone" | sort >"$work/before"
  PATH=$stubbed timeout "$hangs_after" "$@" >"$work/out" 2>&1
  status=$?
  find "$clone" | sort >"$work/after"
  case $status in 0 | 124) false ;; esac || fail "$*: status $status: $(tail -n 3 "$work/out")"
  grep -qF -e "$text" "$work/out" || fail "$*: no '$text' in: $(tail -n 3 "$work/out")"
  cmp -s "$work/before" "$work/after" || fail "$* left: $(comm -13 "$work/before" "$work/after")"
}

check_usage() {
  local script
  for script in "$clone"/scripts/*; do
    [ -d "$script" ] && continue
    env -i PATH="$PATH" timeout "$hangs_after" "$script" --help >out 2>&1 || fail "$script --help fails: $(cat out)"
    grep -qi "^usage: " out || fail "$script --help: $(cat out)"
  done
  [ ! -e "$DCM_CACHE" ] || fail "a cache was made for --help"
}

check_options() {
  local script
  for script in demo verify bench mutate; do
    refused "is /dev/null/x, but this folder cannot be made (Not a directory)" "$clone/scripts/$script" --out /dev/null/x
    refused "but this folder cannot be written" "$clone/scripts/$script" --out /proc
    refused "--out needs a folder" "$clone/scripts/$script" --out
    refused "--out needs a folder" "$clone/scripts/$script" --out ""
  done
  for script in demo install verify test bench mutate; do
    refused "there is no host 'redhat'" "$clone/scripts/$script" --host redhat
  done
  for script in verify mutate; do
    refused "liggghts is not a LAMMPS" "$clone/scripts/$script" --host liggghts
  done
  refused "give --host liggghts alone" "$clone/scripts/bench" --host liggghts --host debian
  for script in demo install verify test mutate; do
    refused "unknown argument: --nonsense" "$clone/scripts/$script" --nonsense
  done
  local steps
  for steps in 3e9 -250 249 99999999999999999999 "2 50"; do
    refused "--steps is $steps" "$clone/scripts/demo" --steps "$steps"
  done
  refused "there is no part 'nonsense'" "$clone/scripts/verify" --only nonsense
  refused "which is not a folder" "$clone/scripts/verify" --authors nowhere
  refused "has no tables" "$clone/scripts/verify" --authors "$clone"
  refused "no preset with tests 'release'" "$clone/scripts/test" --preset release
  refused "--since is for --changed" "$clone/scripts/test" --since main
  refused "there is no commit 'nonsense'" "$clone/scripts/test" --changed --since nonsense
  refused "there is no program" "$clone/scripts/soak" nowhere/lmp-dcm
  refused "the number of steps is ten" "$clone/scripts/soak" "$clone/scripts/soak" ten
}

check_surroundings() {
  local script empty
  for script in demo verify test bench mutate; do
    for empty in "" "HOME=" "HOME= XDG_CACHE_HOME="; do
      # shellcheck disable=SC2086 # a list of words
      refused "HOME is not set" env -i PATH="$stubbed" $empty "$clone/scripts/$script"
    done
    refused "name another one: DCM_CACHE=FOLDER" env -i PATH="$stubbed" HOME=/proc "$clone/scripts/$script"
    touch file
    refused "(File exists)" env DCM_CACHE="$work/file" "$clone/scripts/$script"
  done
  # The scripts find their folder whatever the user's cd prints.
  cd "$clone" || exit 1
  for script in demo verify test bench mutate; do
    refused "there is no host" env CDPATH="$clone" "scripts/$script" --host x
  done
  cd "$work" || exit 1
  [ ! -e /.cache ] || fail "there is a /.cache"
}

# Somebody who may write neither in the clone nor in the cache of its owner.
check_another_user() {
  local as=() parent
  chmod 755 "$work"
  # scripts/test keeps what tests leave in a folder that nobody else may enter.
  parent=$(dirname "$work")
  if [ -O "$parent" ] && [ "$parent" = "${TMPDIR:-}" ]; then chmod o+x "$parent"; fi
  mkdir "$work/theirs" "$work/cache"
  if [ "$(id -u)" -eq 0 ]; then
    command -v setpriv >/dev/null || exit 77
    as=(setpriv --reuid=65534 --regid=65534 --clear-groups)
    chown 65534:65534 "$work/theirs"
  else
    chmod a-w "$clone" "$clone/scripts" "$work/cache"
  fi
  local script
  for script in demo verify bench; do
    refused "Permission denied" "${as[@]}" "$clone/scripts/$script"
    refused "name another one: DCM_CACHE=FOLDER" "${as[@]}" "$clone/scripts/$script" --out "$work/theirs"
    refused "copy the clone to where you may write" \
      "${as[@]}" env DCM_CACHE="$work/theirs" "$clone/scripts/$script" --out "$work/theirs"
  done
  refused "copy the clone to where you may write" "${as[@]}" env DCM_CACHE="$work/theirs" "$clone/scripts/test"
  chmod u+w "$clone" "$clone/scripts"
}

# CTest has one limit for all; a test with a shorter one fails where other programs have the machine.
check_limits() {
  (cd "$source/tests" && grep -rnE 'TIMEOUT [0-9]|tcase_set_timeout\(|timeout=[0-9]|timeout [0-9]' --include='*.c' --include='*.py' \
    --include='*.bash' --include=CMakeLists.txt . | grep -vE '^\./(scripts/check\.bash|mutations/|fuzz/CMakeLists|verify/session)') >found
  [ ! -s found ] || fail "tests with a limit by the clock of their own: $(cat found)"
  [ -e "$source/tests/support/check.h" ] || fail "the tests are not in $source/tests"
}

# Numbers are read and printed by src/runtime/error.h, which is independent of the locale; the command has it for all that it does.
check_numbers() {
  # -z: a call may have several lines.
  (cd "$source" && grep -rlPz --include='*.c' --include='*.h' --include='*.cpp' \
    '\b(strtod|atof|stod)\(|(?<![_a-z])v?s?n?f?printf\([^;]*?%[-+0-9.*]*[efgEG]' src plugin |
    grep -vE '^src/(cli|check)/|^src/runtime/error\.c') >found
  [ ! -s found ] || fail "files that read or print numbers with the point of the locale: $(cat found)"
}

check_locks() {
  cat >holder <<'END'
. "$1/scripts/lib/common.sh"
dcm_lock "$2"
echo "begin $3"
sleep "$4"
echo "end $3"
END
  mkdir "a folder"
  bash holder "$clone" "a folder" first 2 >>out &
  until grep -q "begin first" out 2>/dev/null; do sleep 0.05; done
  bash holder "$clone" "a folder" second 0 >>out
  wait
  printf '%s\n' "begin first" "Waiting for another run that is busy in a folder." "end first" "begin second" "end second" |
    diff - out || fail "two runs held one folder at once"
}

# A script that is killed takes along what it started and what it wrote.
check_killed() {
  cat >victim <<'END'
. "$1/scripts/lib/common.sh"
mkdir results
DCM_EMPTY+=("$PWD/results")
dcm_scratch "$PWD/results"
grandchild() { sleep 600 & echo $! >sleeper; wait; }
dcm_run grandchild
END
  local signal child sleeper
  for signal in TERM HUP KILL_CHILD; do
    rm -f sleeper
    bash victim "$clone" >out 2>&1 &
    child=$!
    until [ -s sleeper ]; do sleep 0.05; done
    sleeper=$(cat sleeper)
    compgen -G "results/dcm.*" >/dev/null || fail "there is no temporary folder to begin with"
    if [ $signal = KILL_CHILD ]; then kill -KILL "$sleeper"; else kill -s $signal $child; fi
    wait $child
    kill -0 "$sleeper" 2>/dev/null && fail "what the script started survives a $signal" && kill "$sleeper"
    [ ! -e results ] || fail "after a $signal there is $(find results)"
  done
}

check_results() {
  # shellcheck source=scripts/lib/results.sh
  . "$source/scripts/lib/results.sh"
  cat >whole <<'END'
Loop time of 2.5 on 2 procs for 250 steps with 23552 atoms
Pair    | 0.5        | 0.75       | 1          |  28.8 | 30.00
END
  [ "$(dcm_times whole)" = "loop_time 2.5"$'\n'"pair_time 0.75" ] || fail "times of a run: $(dcm_times whole)"
  : >empty
  head -n 1 whole >half
  sed 's/0\.75/0/' whole >none
  for log in empty half none; do
    dcm_times $log >out && fail "an $log log has the times $(cat out)"
  done
  printf 'grains 5\nspeed 3.0\n' >ours
  printf 'grains 4\nspeed 0\n' >theirs
  printf 'grains  the grains\nspeed  the speed, m/s\n' >rows
  dcm_compare ours A theirs B <rows >out 2>&1 || fail "comparison: $(cat out)"
  grep -Eq "^the grains +5 +4 +1\.250$" out || fail "the ratio: $(cat out)"
  grep -Eq "^the speed, m/s +3 +0 +-$" out || fail "the ratio to nothing: $(cat out)"
  sed -i 1d theirs
  dcm_compare ours A theirs B <rows >out 2>&1 && fail "a number that is missing was compared"
  grep -q "grains is missing in theirs" out || fail "the message of a missing number: $(cat out)"
}

# Unpacked as root, the sources belong to root, whoever the archive says.
check_unpacking() {
  mkdir -p lammps/src
  echo '#define LAMMPS_VERSION "1 Jan 2020"' >lammps/src/version.h
  tar -cf lammps.tar --owner=65534 --group=65534 --mode=ugo+rwx lammps
  cat >unpacker <<'END'
. "$1/scripts/lib/common.sh"
. "$1/scripts/lib/hosts.sh"
umask 022
dcm_unpack lammps.tar "the sources"
END
  bash unpacker "$clone" || fail "the sources are not unpacked"
  [ -r "the sources/src/version.h" ] || fail "there is no version.h"
  [ -O "the sources/src/version.h" ] || fail "the sources belong to user $(stat -c %u "the sources/src/version.h")"
  [ "$(stat -c %a "the sources/src/version.h")" = 755 ] || fail "others may write to the sources"
  [ ! -e "the sources.partial" ] || fail "a part is left"
}

# Two at once in one clone, with results in one folder, one of them in an empty environment.
check_demo() {
  local package
  for package in g++ make cmake mpi-default-bin lammps xz-utils; do
    dpkg-query -W "$package" >/dev/null 2>&1 || exit 77
  done
  [ -r "$cache/hosts/debian/host.cmake" ] || exit 77
  local name
  for name in CMakeLists.txt CMakePresets.json LICENSES abi cmake docs inputs plugin src; do
    cp -R "$source/$name" "$clone"
  done
  export DCM_CACHE=$cache
  "$clone/scripts/demo" --steps 250 >one 2>&1 &
  env -i DCM_CACHE="$cache" DCM_INSTALL=no "$clone/scripts/demo" --steps 250 >other 2>&1 || fail "in an empty environment: $(tail -n 20 other)"
  wait $! || fail "at the same time: $(tail -n 20 one)"
  local run
  for run in one other; do
    awk '/^(Pair|loop) time, s/ { n++; if (!($4 > 0 && $5 > 0 && $6 > 0)) n = 9 } END { exit n != 2 }' $run ||
      fail "the times of $run: $(grep time $run)"
    grep -Eq "^flowing grains +20480 +20480 +1.000$" $run || fail "the table of $run: $(cat $run)"
  done
  find "$clone/demo-output" -type f -printf '%f\n' | sort | tr '\n' ' ' >files
  [ "$(cat files)" = "builtin.log builtin.png builtin.txt dcm.log dcm.png dcm.txt table.txt " ] ||
    fail "the folder of the results has $(cat files)"
}

"check_$group"
finish "$group"
