#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Checks dcm check: it finds nothing in the built-in laws and in a sound one, and each mistake by the right check.
# usage: check.bash GROUP DCM BROKEN WRONG_SIZE
#   GROUP       built-in, mistakes or messages
#   DCM         the command
#   BROKEN      the library of tests/check/broken.c
#   WRONG_SIZE  the same with a description that is wrong
set -u
group=$1 dcm=$2 broken=$3 wrong_size=$4
failures=0

fail() {
  echo "FAILED: $*"
  failures=$((failures + 1))
}

# clean LAW [ARGUMENT]...: nothing is found.
clean() {
  local out
  out=$("$dcm" check "$@" 2>&1) || fail "dcm check $*: exit code $?: $out"
  echo "$out" | tail -1
  grep -q '^0 findings in 22 checks' <<<"$out" || fail "dcm check $*: $out"
}

# found CHECK LAW [ARGUMENT]...: the check finds something, and the command ends with 1.
found() {
  local check=$1 out code
  shift
  out=$("$dcm" check "$@" --library "$broken" 2>&1)
  code=$?
  echo "$1: $(grep -oE '^  [a-z]+ +FOUND' <<<"$out" | awk '{printf "%s ", $1}')"
  [ "$code" -eq 1 ] || fail "dcm check $*: exit code $code: $out"
  grep -qE "^  $check +FOUND " <<<"$out" || fail "dcm check $*: '$check' finds nothing: $out"
}

# says CODE TEXT ARGUMENT...
says() {
  local code=$1 text=$2 out got
  shift 2
  out=$("$dcm" check "$@" 2>&1)
  got=$?
  [ "$got" -eq "$code" ] || fail "dcm check $*: exit code $got: $out"
  grep -qF -e "$text" <<<"$out" || fail "dcm check $*: no '$text' in: $out"
}

case $group in
built-in)
  for law in $("$dcm" list | cut -d ' ' -f 1); do clean "$law"; done
  # Two that come from afar into a long reach are not bonded, and the steps are those of their collision.
  says 0 "0 findings in 1 check" bond --only restitution --seed 3
  ;;
mistakes)
  clean sound --library "$broken"
  clean sound --library "$broken" --seed 7
  clean sound-bond --library "$broken"
  clean sound-turning --library "$broken"
  clean sound-warm --library "$broken"
  found swap bonds-with-a-wrong-parity
  found ledger does-not-book-its-bond
  found ledger breaks-for-nothing
  found fills leaves-couples-unwritten
  found fills forgets-the-state-while-sliding
  found cycles pulls-where-it-should-hold
  found finite divides-by-the-overlap
  found finite divides-by-the-speed
  found finite divides-by-the-step
  found swap has-a-wrong-parity
  found swap does-not-swap
  found setup reads-an-undeclared-parameter
  found keeps writes-an-undeclared-state
  found instances keeps-constants-in-a-static-table
  found restitution misses-the-restitution
  found cycles pushes-harder-when-parting
  found keeps writes-the-old-state
  found keeps writes-beyond-the-count
  found perpendicular does-not-turn-its-spring
  found turning leaves-its-spring-in-space
  found turning promises-to-turn-its-spring
  found turning turns-its-spring-backwards
  found observer slides-by-its-spin
  found couples rolls-on-side-1-alone
  found pairs takes-the-first-pair
  found pairs takes-the-pair-of-both
  found batches looks-at-its-neighbour
  found looks remembers-by-itself
  found rotation knows-where-north-is
  found ledger keeps-a-false-ledger
  found friction holds-without-friction
  found friction damps-beyond-the-limit
  found convergence stores-its-damping
  found reach reaches-below-zero
  found events begins-without-a-number
  found setup refuses-in-silence
  found fills adds-nothing-to-side-2
  found fills does-not-tell-its-output
  found keeps adds-to-what-it-reads
  found swap gives-side-1-alone
  found keeps denies-its-state
  found keeps denies-its-state-without-a-ledger
  found fills crashes
  found fills hangs --only fills --limit 0.3
  found fills spins --only fills --limit 1
  found fills ends-the-process
  ;;
messages)
  # The manual names every check.
  for name in $("$dcm" check hertz | grep -oE '^  [a-z]+' | tr -d ' '); do
    grep -qE "^\| \`$name\` \|" "$(dirname "$0")/../../docs/cli.md" || fail "docs/cli.md does not name the check $name"
  done
  says 1 "size" sound --library "$wrong_size"
  says 2 "there is no check 'swop'" hertz --only swop
  says 2 "did you mean '--only swap'?" hertz --only swop
  says 2 "has no parameter 'yuong'" hertz --set yuong=1
  says 2 "not in the range" hertz --set young=-1
  says 2 "takes NAME=VALUE" hertz --set young
  says 2 "did you mean 'hertz'" hertzz
  says 1 "No such file" hertz --library ./nothing.so
  says 0 "0 findings in 1 check" hertz --only swap --set young=1e7
  says 0 "compute takes " sound --library "$broken"
  says 1 "--only swap --seed 1882" has-a-wrong-parity --library "$broken"
  says 1 "came to no end within 3 s, in which it took 0." hangs --library "$broken" --only fills --limit 0.3
  says 1 "of processor time: it waits" hangs --library "$broken" --only fills --limit 0.3
  says 1 "came to no end within 1 s of processor time" spins --library "$broken" --only fills --limit 1
  # What a machine with other things to do makes it wait does not count.
  says 0 "0 findings in 1 check" rests-for-a-while --library "$broken" --only fills --limit 1
  says 1 "the law crashed: " crashes --library "$broken" --only swap
  says 1 "it must return" ends-the-process --library "$broken" --only swap
  ;;
*) fail "there is no group '$group'" ;;
esac
[ "$failures" -eq 0 ]
