#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The law of examples/own-law/linear.cpp and that of linear.f90 have the same numbers in an oblique collision.
# usage: languages.bash DCM CPP_LIBRARY F90_LIBRARY
set -eu
collide() {
  "$1" collide "$2" --library "$3" --set stiffness=1e5 --set restitution=0.6 --set friction=0.3 --speed 0.5 --angle 40 --csv - | grep -v '^#'
}
cpp=$(collide "$1" linear-cpp "$2")
f90=$(collide "$1" linear-f90 "$3")
[ "$(wc -l <<<"$cpp")" -gt 1000 ] || {
  echo "FAILED: the collision has only these steps: $cpp"
  exit 1
}
diff <(echo "$cpp") <(echo "$f90") >/dev/null || {
  diff <(echo "$cpp") <(echo "$f90") | head
  echo "FAILED: the two differ"
  exit 1
}
