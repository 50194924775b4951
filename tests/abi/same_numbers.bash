#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# One law in several languages has the same numbers in an oblique collision, with a wall too.
# usage: same_numbers.bash DCM LAW LIBRARY [LAW LIBRARY]... -- PARAMETER=VALUE...
set -eu
dcm=$1
shift
laws=()
while [ "$1" != -- ]; do
  laws+=("$1" "$2")
  shift 2
done
shift
settings=()
for setting in "$@"; do settings+=(--set "$setting"); done
collide() { # LAW LIBRARY [argument]
  "$dcm" collide "$1" --library "$2" "${settings[@]}" --speed 0.5 --angle 40 --csv - "${@:3}" | grep -v '^#'
}
for side in "" --wall; do
  first=$(collide "${laws[0]}" "${laws[1]}" $side)
  [ "$(wc -l <<<"$first")" -gt 500 ] || {
    echo "FAILED: the collision has only these steps: $first"
    exit 1
  }
  for ((i = 2; i < ${#laws[@]}; i += 2)); do
    difference=$(diff <(echo "$first") <(collide "${laws[i]}" "${laws[i + 1]}" $side)) || {
      head <<<"$difference"
      echo "FAILED: ${laws[i]} differs from ${laws[0]}"
      exit 1
    }
  done
done
