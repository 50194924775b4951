#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The table of habits: nine things that a law of version 1.5 may do, compiled in three ways, in a host of version 1.1. Each is refused
# by the compiler or by a sentence, or the law answers with the right number, or `dcm check` finds the law; never a signal, never
# another number. A wrong law says nothing about its neighbour in the library.
# usage: habits.bash SOURCE_DIR CC PYTHON DCM FOLDER
set -eu
source_dir=$1 cc=$2 python=$3 dcm=$4 folder=$5
here=$source_dir/tests/versions
flags=(-std=c11 -g -O1 -fPIC -Wall -Werror -Wno-unknown-pragmas -D_POSIX_C_SOURCE=200809L -D_XOPEN_SOURCE=700 -I "$folder/abi")
sanitizers=("-fsanitize=address,undefined" -fno-sanitize-recover=all)
rm -rf "$folder"
mkdir -p "$folder"
"$python" "$here/append.py" "$source_dir/abi" "$folder/abi" 5
for minor in 1 5; do
  "$cc" "${flags[@]}" "${sanitizers[@]}" -D "DCM_TARGET_MINOR=${minor}u" -I "$source_dir/src" -o "$folder/host$minor" \
    "$here/habits_host.c" "$source_dir"/src/runtime/*.c "$source_dir/src/driver/contact.c" -lm -ldl
done

rows=0 failures=0

# report HABIT WAY EXPECTED GOT: "..." in what is expected stands for any words.
report() {
  rows=$((rows + 1))
  printf '%-16s %-9s %s\n' "$1" "$2" "$4"
  [[ $4 = "$3" || ($3 = *...* && $4 = "${3%%...*}"*"${3##*...}") ]] || {
    echo "FAILED: expected $3"
    failures=$((failures + 1))
  }
}

# law FILE HABIT FLAG...
law() {
  "$cc" "${flags[@]}" -D "HABIT=$2" "${@:3}" -shared -o "$folder/$1" "$here/habits.c" -lm
}

# The three ways: headers 1.5 for version 1.0, which hides what is younger; for 1.5, which is what the law then declares; for 1.5, where
# the author declares that hosts of 1.0 can run the laws.
hidden=()
young=(-D DCM_TARGET_MINOR=5u)
declared=(-D DCM_TARGET_MINOR=5u -D LEAST_1_0)

# in_host HOST FILE: what the laws of a library answer in a host, in one line.
in_host() {
  local lines
  lines=$("$folder/host$1" "$folder/$2" 2>&1) || lines+=" (status $?)"
  lines=${lines//the library \'$folder\/$2\'/the library}
  echo "${lines//$'\n'/; }"
}

# habit NAME HIDDEN DECLARED [YOUNG_HOST]: outcomes. HIDDEN is the name that the compiler must not know, or what the law answers. A law
# that only `dcm check` can find is not run: a host would read what is not there.
sound="neighbour: 250 N"
habit() {
  local got
  if law "$1-hidden.so" "$1" "${hidden[@]}" 2>"$folder/compiler"; then
    got=$(in_host 1 "$1-hidden.so")
    report "$1" hidden "$2" "$got"
  else
    got=$(grep -o "error: .*" "$folder/compiler" | head -n 1)
    [[ $got != *"$2"* ]] || got="does not compile for want of $2"
    report "$1" hidden "does not compile for want of $2" "$got"
  fi
  law "$1-young.so" "$1" "${young[@]}"
  report "$1" young "library: the law 'spring' of the library needs version 1.5 ... version 1.1: use a newer version of dcm" "$(in_host 1 "$1-young.so")"
  law "$1-declared.so" "$1" "${declared[@]}"
  if [[ $3 = dcm\ check:* ]]; then
    got=$("$dcm" check spring --only arguments --library "$folder/$1-declared.so" 2>&1 | tr -s ' \n' ' ') || :
    [[ $got != *"${3#dcm check: }"* ]] || got=$3
    report "$1" declared "$3" "$got"
  else
    report "$1" declared "$3" "$(in_host 1 "$1-declared.so")"
  fi
  # A host of 1.5 runs what it knows.
  if [ "${4:-yes}" = yes ]; then
    got=$(in_host 5 "$1-young.so")
    [ "$got" = "spring: 250 N; $sound" ] || {
      echo "FAILED: in a host of version 1.5 $1 says '$got'"
      failures=$((failures + 1))
    }
  fi
}

right="spring: 250 N"
no_law="spring: the law 'spring' of the library cannot be run:"
habit SETS_INSTANCE young_words "spring: the law 'spring' asks for a value in reserved[0] ...; $sound"
habit READS_CONTACTS young \
  "dcm check: compute reads or writes beyond the end of dcm_contacts of version 1.0, which the library declares"
habit FILLS_PARAMETER young "$no_law parameter 'unused' uses something that this version ...; $sound"
habit NEEDS DCM_NEEDS_YOUNG "$no_law the law uses something that this version ...; $sound" no
habit HIGH_BIT DCM_YOUNG_HIGH "$right; $sound"
habit LOW_BIT DCM_YOUNG_LOW "spring: the law 'spring' asks for the bits 0x10 of flags...; $sound" no
habit VALUE DCM_MIX_YOUNG \
  "$no_law parameter 'unused' has a scope or a mixing rule that this version ...; $sound" no
habit WRITES_ARRAY young_pointer \
  "dcm check: compute reads or writes beyond the end of dcm_response of version 1.0, which the library declares"
habit ASKS "$right; $sound" "$right; $sound"

[ "$rows" -eq 27 ] || failures=$((failures + 1))
echo "$rows rows, $failures failures"
[ "$failures" -eq 0 ]
