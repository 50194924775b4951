#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Compiles the table of a released version with the headers as they are for that version, and as they are for the newest; on the way
# the compiler says whether it pads a struct.
# usage: compile.bash TABLE ABI LANGUAGE COMPILER [ARGUMENT]...    LANGUAGE is c11 or c++17
set -u
table=$1 abi=$2 language=$3
shift 3
compiler="$*"
case $language in c++*) kind=c++ ;; *) kind=c ;; esac
set -- "$@" "-std=$language" -fsyntax-only
if ! said=$("$@" -x $kind - <<<'#include <stdint.h>' 2>&1); then
  [ "${CI:-}" != true ] || { echo "FAILED: $compiler does not compile, which it must where CI=true: $said" && exit 1; }
  echo "skipped: $compiler does not compile: $said"
  exit 0
fi
minor=$(basename "$table" .h)
minor=${minor#1.}

# try NAME TEXT [ARGUMENT]...
try() {
  local name=$1 text=$2
  shift 2
  printf '#include "%s"\n%s\n' "$table" "$text" | "$@" -x $kind - && return
  echo "FAILED: the headers for $name are not those of version 1.$minor"
  exit 1
}
set -- "$@" -Wall -Wextra -Wpedantic -Wpadded -Werror "-I$abi"
if [ "$minor" -eq 0 ]; then
  try "code that asks for no version" "DCM_IS(DCM_TARGET_MINOR, 0)" "$@"
else
  try "code of version 1.$minor" "" "$@" "-DDCM_TARGET_MINOR=$minor"
fi
try "code of the newest version" "DCM_IS(DCM_TARGET_MINOR, DCM_NEWEST_MINOR)" "$@" -DDCM_TARGET_MINOR=DCM_NEWEST_MINOR
