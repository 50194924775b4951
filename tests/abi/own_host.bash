#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The host of examples/own-host and the command dcm have the same bounce, by two laws; and what the host refuses it refuses
# by a sentence.
# usage: own_host.bash BOUNCE DCM VISCOUS COATED CC ROOT
set -eu
bounce=$1 dcm=$2 viscous=$3 coated=$4 cc=$5 root=$6
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
  echo "FAILED: $*"
  exit 1
}

# same LAW LIBRARY NAME=VALUE...: largest normal force, velocity and spin, in all digits that bounce prints.
same() {
  local law=$1 library=$2 set=()
  shift 2
  for word in "$@"; do set+=(--set "$word"); done
  "$dcm" collide "$law" --library "$library" "${set[@]}" --wall --angle 45 --dt 1e-8 --json >"$work/out.json"
  "$bounce" "$library" "$law" "$@" >"$work/out.txt" || fail "bounce with $law"
  python3 -IS -c '
import json, re, sys
outcome = json.load(open(sys.argv[1]))["outcome"]
after = outcome["after"][0]
expected = [outcome["max_normal_force"], *after["velocity"][:2], after["angular_velocity"][2]]
obtained = [float(x) for x in re.findall(r"-?\d[\d.e+-]*", open(sys.argv[2]).read())]
if [f"{x:.6g}" for x in obtained] != [f"{x:.6g}" for x in expected]:
    sys.exit(f"{obtained} instead of {expected}")' "$work/out.json" "$work/out.txt" || fail "$law"
}

# refuses TEXT ARGUMENT...
refuses() {
  local text=$1
  shift
  if "$bounce" "$@" >"$work/out.txt" 2>"$work/err.txt"; then fail "bounce $*: not refused"; fi
  grep -qF -e "$text" "$work/err.txt" || fail "bounce $*: no '$text' in: $(cat "$work/err.txt")"
}

# viscous_with SED: the law viscous with another line in it, in $work/changed.so.
viscous_with() {
  sed -e "$1" "$root/examples/own-law/viscous.c" >"$work/changed.c"
  ! cmp -s "$work/changed.c" "$root/examples/own-law/viscous.c" || fail "nothing changes by $1"
  "$cc" -std=c11 -fPIC -shared -I "$root/abi" -o "$work/changed.so" "$work/changed.c" -lm
}

given=(stiffness=1e5 damping=0.1 friction=0.3)
same viscous "$viscous" "${given[@]}"
same coated "$coated" k1=1e5 k2=4e5 friction_coated=0.5 friction_bare=0.2 wear=1e-5

refuses "there is no law 'viscid'" "$viscous" viscid
refuses "'friction' is missing" "$viscous" viscous stiffness=1e5 damping=0.1
refuses "friction = -1 is out of its range" "$viscous" viscous stiffness=1e5 damping=0.1 friction=-1
refuses "'damping=0,1' has no number behind the '='" "$viscous" viscous stiffness=1e5 damping=0,1 friction=0.3
refuses "k2" "$coated" coated k1=4e5 k2=1e5 friction_coated=0.5 friction_bare=0.2 wear=1e-5
viscous_with 's/abi_version = DCM_ABI_VERSION/abi_version = 3u/'
refuses "is of version 0.3 of the contract, this host of 1.0" "$work/changed.so" viscous "${given[@]}"
viscous_with 's/\.history_version = 1,/&.least_version = 1u << 16 | 1u,/'
refuses "'viscous' is younger than this host" "$work/changed.so" viscous "${given[@]}"
viscous_with 's/instance->data = table;/& instance->reserved[7] = 1;/'
refuses "asks for what this host does not know" "$work/changed.so" viscous "${given[@]}"
viscous_with 's/const double fn = /&NAN + /'
refuses "has no answer at overlap" "$work/changed.so" viscous "${given[@]}"
