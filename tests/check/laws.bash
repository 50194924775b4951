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
# In the environment: SEEDS, the number of seeds, without: 1. PART=N: only every Nth line of the list, and no law whose mistake valgrind sees. DCM_TEST_CHECKS, names of checks:
# only these are run, and for laws that are right only those that find something in the list. DCM_TEST_FIRST_FAILURE: ends at the first
# failure.
set -u
export dcm=$1 library=$2
list=$3 jobs=${4:-1}

# one SEED LAW CHECK [MAY [ONLY]]: says what is wrong. MAY: a check that may find something, or -. ONLY: the only check that is run.
one() {
  local seed=$1 law=$2 check=$3 may=${4--} only=${5-} out code found
  local command=("$dcm" check "$law" --library "$library" --seed "$seed")
  if [ "$check" = sound ]; then
    out=$("${command[@]}" ${only:+--only "$only"} 2>&1)
    code=$?
    found=$(grep -oE '^  [a-z]+ +FOUND' <<<"$out" | awk '{printf "%s ", $1}')
    [ "$code" -eq 0 ] || [ "$code:$found" = "1:$may " ] && return
    echo "wrongly found: ${found}in $law at seed $seed"
  else
    out=$("${command[@]}" --only "$check" 2>&1)
    code=$?
    [ "$code" -eq 1 ] && grep -qE "^  $check +FOUND" <<<"$out" && return
    echo "not found: $law by $check at seed $seed, exit code $code"
  fi
  echo "$out" | cut -c1-1000 | sed 's/^/    /'
  [ -z "${DCM_TEST_FIRST_FAILURE-}" ] || return 255 # ends xargs
}
export -f one

lines=$(sed -e 's/#.*//' -e '/^ *$/d' "$list" | awk -v part="${PART-1}" 'NR % part == 0 && (part == 1 || $2 != "memory")')
if [ -n "${DCM_TEST_CHECKS+set}" ]; then
  lines=$(awk -v chosen="$DCM_TEST_CHECKS" '
    BEGIN { split(chosen, names, " "); for (n in names) wanted[names[n]] = 1 }
    $2 == "sound" { right[$1] = $3 ? $3 : "-"; next }
    $2 in wanted { print; finds[$2] = 1 }
    END { for (law in right) for (check in finds) print law, "sound", right[law], check }' <<<"$lines")
fi
[ -n "$lines" ] || exit 0
failed=$(while read -r line; do
  for seed in $(seq "${SEEDS-1}"); do
    echo "$seed $line"
  done
done <<<"$lines" | xargs -P "$jobs" -L 1 bash -c 'one "$@"' one 2>/dev/null)
echo "$(grep -cvE ' sound( |$)' <<<"$lines") laws with a mistake, $(grep -cE ' sound( |$)' <<<"$lines") right laws, ${SEEDS-1} seeds"
[ -z "$failed" ] || { echo "$failed"; exit 1; }
