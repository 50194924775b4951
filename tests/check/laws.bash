#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Looks whether dcm check finds the mistakes of a library of laws, each by the right check, and finds nothing in the laws
# that are right.
# usage: laws.bash DCM LIBRARY LIST [JOBS]
#   DCM     the command
#   LIBRARY of the laws
#   LIST    lines "law check": the check finds something in the law; or "law sound": no check finds anything
#   JOBS    so many laws at a time; without: 1
# In the environment: SEEDS, the number of seeds, without: 1. CHECK, the only check that is run for laws that are right.
set -u
export dcm=$1 library=$2
list=$3 jobs=${4:-1}

# one LAW CHECK SEED: says what is wrong.
one() {
  local law=$1 check=$2 seed=$3 out code
  local command=("$dcm" check "$law" --library "$library" --seed "$seed")
  if [ "$check" = sound ]; then
    [ -z "${CHECK-}" ] || command+=(--only "$CHECK")
    out=$("${command[@]}" 2>&1) && return
    echo "wrongly found: $(grep -oE '^  [a-z]+ +FOUND' <<<"$out" | awk '{printf "%s ", $1}')in $law at seed $seed"
  else
    out=$("${command[@]}" --only "$check" 2>&1)
    code=$?
    [ "$code" -eq 1 ] && grep -qE "^  $check +FOUND" <<<"$out" && return
    echo "not found: $law by $check at seed $seed, exit code $code"
  fi
  echo "$out" | cut -c1-1000 | sed 's/^/    /'
}
export -f one

lines=$(sed -e 's/#.*//' -e '/^ *$/d' "$list")
failed=$(while read -r law check; do
  for seed in $(seq "${SEEDS-1}"); do
    echo "$law $check $seed"
  done
done <<<"$lines" | xargs -P "$jobs" -L 1 bash -c 'one "$@"' one)
echo "$(grep -cv ' sound$' <<<"$lines") laws with a mistake, $(grep -c ' sound$' <<<"$lines") right laws, ${SEEDS-1} seeds"
[ -z "$failed" ] || { echo "$failed"; exit 1; }
