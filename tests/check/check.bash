#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Checks dcm check: it finds nothing in the built-in laws and in a sound one, and each mistake by the right check.
# usage: check.bash GROUP DCM BROKEN WRONG_SIZE WRONG_ENTRY
#   GROUP       built-in, mistakes or messages
#   DCM         the command
#   BROKEN      the library of tests/check/broken.c
#   WRONG_SIZE  the same with a description that is wrong
#   WRONG_ENTRY the same with an entry function that is wrong
set -u
group=$1 dcm=$2 broken=$3 wrong_size=$4 wrong_entry=$5
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
  grep -qE '^0 findings in [0-9]+ checks, ' <<<"$out" || fail "dcm check $*: $out"
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

# finds TEXT LAW [ARGUMENT]...: among what is found in a law of BROKEN.
finds() {
  local text=$1
  shift
  says 1 "$text" "$@" --library "$broken"
}

case $group in
built-in)
  # The others pass in laws.checks.
  for law in hooke-history heat; do clean "$law"; done
  # Two that come from afar into a long reach are not bonded, and the steps are those of their collision.
  says 0 "0 findings in 1 check" bond --only restitution --seed 3
  ;;
mistakes)
  clean sound --library "$broken"
  clean sound --library "$broken" --seed 7
  clean sound-bond --library "$broken"
  clean sound-turning --library "$broken"
  clean sound-warm --library "$broken"
  # Where nothing but the author's word leads.
  clean sound-where-it-is-used --library "$broken"
  found finite fails-where-it-is-stiff
  found finite fails-where-it-is-hot
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
  found rotation remembers-where-north-is
  found swap books-by-the-radius-of-side-1
  found ledger keeps-a-false-ledger
  found friction holds-without-friction
  found friction damps-beyond-the-limit
  found convergence stores-its-damping
  found reach reaches-below-zero
  found events begins-without-a-number
  found setup refuses-in-silence
  found conserved gives-side-1-alone
  found conserved loses-a-little-heat
  for seed in 1 2 3; do
    found conserved loses-a-little-heat --only conserved --seed $seed
    found finite refuses-deep-contacts --only finite --seed $seed
    found finite answers-seven --only finite --seed $seed
    for law in reads-beyond-the-setup reads-beyond-the-contacts reads-beyond-the-response writes-beyond-the-energies \
      reads-beyond-the-event reads-beyond-the-sides writes-beyond-the-instance copies-a-longer-instance \
      reads-beyond-the-instance-in-the-end writes-into-the-contacts writes-into-the-instance \
      changes-the-size-of-the-instance; do
      found structs "$law" --only structs --seed $seed
    done
    for function in init compute history reach destroy; do
      found environment rounds-in-$function --only environment --seed $seed
    done
  done
  found structs writes-beyond-the-instance
  found words has-a-word-that-is-a-comment
  found fills adds-nothing-to-side-2
  found fills does-not-tell-its-output
  found keeps adds-to-what-it-reads
  found swap gives-side-1-alone
  found keeps denies-its-state
  found finite denies-its-use-of-spins
  found keeps denies-its-state-without-a-ledger
  found fills crashes
  found fills hangs --only fills --limit 0.3
  found fills spins --only fills --limit 1
  found fills ends-the-process
  ;;
messages)
  finds "'#' has another meaning in inputs of hosts" has-a-word-that-is-a-comment --only words
  finds 'compute refuses a batch of finite contacts' refuses-deep-contacts --only finite
  finds "DCM_ERROR, and the sentence 'a contact is too deep for this law'" refuses-deep-contacts --only finite
  finds 'DCM_ERROR, and nothing in instance->log' refuses-deep-contacts-in-silence --only finite
  finds 'compute returns neither DCM_OK nor DCM_ERROR' answers-seven --only finite
  beyond='beyond the end of dcm_%s of version 1.0, which the library declares: ask DCM_HAS'
  # shellcheck disable=SC2059 # the format is a sentence
  {
    finds "init reads or writes $(printf "$beyond" setup)" reads-beyond-the-setup --only structs
    finds "compute reads or writes $(printf "$beyond" contacts)" reads-beyond-the-contacts --only structs
    finds "compute reads or writes $(printf "$beyond" response)" reads-beyond-the-response --only structs
    finds "compute reads or writes $(printf "$beyond" energies)" writes-beyond-the-energies --only structs
    finds "history reads or writes $(printf "$beyond" event)" reads-beyond-the-event --only structs
    finds "reach reads or writes $(printf "$beyond" sides)" reads-beyond-the-sides --only structs
    # Beside it no law can be made.
    finds "init reads or writes $(printf "$beyond" instance)" writes-beyond-the-instance
    finds "init reads or writes $(printf "$beyond" instance)" copies-a-longer-instance --only structs
    finds "destroy reads or writes $(printf "$beyond" instance)" reads-beyond-the-instance-in-the-end --only structs
  }
  finds 'compute writes into dcm_contacts, which is the host' writes-into-the-contacts --only structs
  finds 'compute writes into dcm_instance, which only init and destroy may change' writes-into-the-instance --only structs
  finds 'init changes size, log or log_data' changes-the-size-of-the-instance --only structs
  for function in init compute history reach destroy; do
    finds "$function changes the floating-point environment" rounds-in-$function --only environment
  done
  says 1 'dcm_library_entry reads or writes beyond the end of dcm_host of version 1.0' sound --library "$wrong_entry" \
    --only structs
  says 1 'or a library that it needs, changes the floating-point environment' sound \
    --library "$wrong_entry" --only environment
  # What is told when the library is loaded is told once.
  [ "$("$dcm" check sound --library "$wrong_entry" 2>&1 | grep -c '^dcm: warning: the library ')" -eq 1 ] ||
    fail "what loading changes is not told once"
  # The manual names every check.
  for name in $("$dcm" check hertz | grep -oE '^  [a-z]+' | tr -d ' '); do
    grep -qE "^\| \`$name\` \|" "$(dirname "$0")/../../docs/cli.md" || fail "docs/cli.md does not name the check $name"
  done
  says 1 "size" sound --library "$wrong_size"
  says 2 "66 numbers, but at most 64 " has-66-numbers --library "$broken"
  says 2 "33 history fields, but at most 32 " has-33-fields --library "$broken"
  says 2 "there is no check 'swop'" hertz --only swop
  says 2 "did you mean '--only swap'?" hertz --only swop
  says 2 "has no parameter 'yuong'" hertz --set yuong=1
  says 2 "not in the range" hertz --set young=-1
  says 2 "takes NAME=VALUE" hertz --set young
  says 2 "did you mean 'hertz'" hertzz
  says 1 "No such file" hertz --library ./nothing.so
  says 0 "0 findings in 1 check" hertz --only swap --set young=1e7
  # No "ok" where nothing was tested.
  says 0 "reach          not tested: the law has no function reach" hertz --only reach
  says 0 "0 findings in 0 checks, 1 not tested, " hertz --only reach
  says 0 "not tested: DCM_KNOWN_RESTITUTION is set (60 of 64 rounds)" jkr --only restitution
  says 0 "not tested: DCM_KNOWN_GAIN is set (24 of 64 rounds)" hertz-mindlin --only cycles
  says 0 "compute takes " sound --library "$broken"
  says 1 "--only swap --seed 1882" has-a-wrong-parity --library "$broken"
  says 1 "did not return within 3 s and used only 0." hangs --library "$broken" --only fills --limit 0.3
  says 1 "of processor time: the law waits" hangs --library "$broken" --only fills --limit 0.3
  says 1 "did not return within 1 s of processor time" spins --library "$broken" --only fills --limit 1
  # What a machine with other things to do makes it wait does not count.
  says 0 "0 findings in 1 check" rests-for-a-while --library "$broken" --only fills --limit 1
  says 1 "the law crashed: " crashes --library "$broken" --only swap
  says 1 "but a law must return" ends-the-process --library "$broken" --only swap
  ;;
*) fail "there is no group '$group'" ;;
esac
[ "$failures" -eq 0 ]
