#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Looks whether dcm check finds the mistakes of a library of laws, each by the right check, and finds nothing in the laws
# that are right.
# usage: laws.bash DCM LIBRARY LIST [JOBS]
#   DCM     the command
#   LIBRARY of the laws
#   LIST    lines "law check": the check finds something in the law; "law sound": no check finds anything; or "law sound effects": only
#           the check effects does, because the law shares its table of parameters with others and has no use for all of them
#   JOBS    so many laws at a time; without: 1
# In the environment: SEEDS, the number of seeds, without: 1. CHECK, the only check that is run for laws that are right.
set -u
export dcm=$1 library=$2
list=$3 jobs=${4:-1}

# one SEED LAW CHECK [MAY]: says what is wrong.
one() {
  local seed=$1 law=$2 check=$3 may=${4-} out code found
  local command=("$dcm" check "$law" --library "$library" --seed "$seed")
  if [ "$check" = sound ]; then
    [ -z "${CHECK-}" ] || command+=(--only "$CHECK")
    out=$("${command[@]}" 2>&1)
    code=$?
    found=$(grep -oE '^  [a-z]+ +FOUND' <<<"$out" | awk '{printf "%s ", $1}')
    [ "$code" -eq 0 ] || [ "$code:$found" = "1:${may:+$may }" ] && return
    echo "wrongly found: ${found}in $law at seed $seed"
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
failed=$(while read -r line; do
  for seed in $(seq "${SEEDS-1}"); do
    echo "$seed $line"
  done
done <<<"$lines" | xargs -P "$jobs" -L 1 bash -c 'one "$@"' one)
echo "$(grep -cvE ' sound( |$)' <<<"$lines") laws with a mistake, $(grep -cE ' sound( |$)' <<<"$lines") right laws, ${SEEDS-1} seeds"
[ -z "$failed" ] || { echo "$failed"; exit 1; }
