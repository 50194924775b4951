#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds everything that a user builds with another compiler, and compares what dcm then computes.
# usage: check.bash CC CXX FOLDER DCM SOURCE [HOST], with CMAKE in the environment
#   FOLDER  for the build
#   DCM     the command of the build to compare with
#   HOST    a host.cmake, to build its adapter too
set -u
folder=$3
dcm=$4
source=$5
# shellcheck source=tests/support/checks.bash
. "$source/tests/support/checks.bash"

build() {
  "$CMAKE" -S "$source" -B "$folder" -D CMAKE_C_COMPILER="$1" -D CMAKE_CXX_COMPILER="$2" -D DCM_WERROR=ON \
    -D DCM_HOSTS="$3" && "$CMAKE" --build "$folder" --parallel 2
}
if ! build "$1" "$2" "${6:-}" >log 2>&1; then
  fail "the build with $1: $(grep -E -A 5 'rror|warning' log | head -n 40)"
  finish "$(basename "$1")"
fi

# Every digit of every step, in both forms where there are two.
for law in $("$dcm" list | cut -d' ' -f1); do
  forms=("")
  ! "$dcm" show "$law" | grep -q '^  form ' || forms+=("--set form=consistent")
  for options in "${forms[@]}"; do
    # shellcheck disable=SC2086 # a list of words
    for program in "$dcm" "$folder/src/dcm"; do
      "$program" collide "$law" --angle 30 --spin1 1,2,3 --steps 200 --csv - $options || fail "$program collide $law $options"
    done >both
    lines=$(($(wc -l <both) / 2))
    [ "$lines" -gt 100 ] || fail "dcm collide $law $options gives $lines lines"
    cmp <(head -n "$lines" both) <(tail -n "$lines" both) || fail "$1 gives $law $options other numbers"
  done
done
finish "$(basename "$1")"
