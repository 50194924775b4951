#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Shows what abidiff says of the headers of a release and of those in ABI, as they are for that release: all that is younger is
# hidden there, so any difference is a fault. It does not see constants. Suppressions are not used: those for appended fields
# hide fields that were exchanged, too.
# usage: abidiff.bash RELEASED_ABI ABI COMPILER FOLDER
set -u
released=$1 abi=$2 compiler=$3 folder=$4
if ! command -v abidiff >/dev/null; then
  [ "${CI:-}" != true ] || { echo "FAILED: there is no abidiff, which must be there where CI=true" && exit 1; }
  echo "skipped: there is no abidiff (Debian's package abigail-tools)"
  exit 0
fi
minor=$(sed -n 's/^#define DCM_NEWEST_MINOR \([0-9]*\)u$/\1/p' "$released/dcm/base.h")
[ -n "$minor" ] || { echo "FAILED: $released/dcm/base.h does not say DCM_NEWEST_MINOR" && exit 1; }

# From the one function of a library all structs can be reached.
compile() {
  printf '%s\n' '#include <dcm/dcm.h>' 'const dcm_library *dcm_library_entry(const dcm_host *host) { (void)host; return NULL; }' |
    "$compiler" -std=c11 -g -O0 -fPIC -shared "-I$1" "-DDCM_TARGET_MINOR=$minor" -o "$2" -x c -
}
mkdir -p "$folder"
if ! compile "$released" "$folder/released.so" || ! compile "$abi" "$folder/now.so"; then
  echo "FAILED: the headers do not compile for version 1.$minor"
  exit 1
fi
# If not for this, it would find two libraries equal of which it knows no type.
if ! abidw "$folder/released.so" >"$folder/released.abi" || ! grep -q "name='dcm_event'" "$folder/released.abi"; then
  echo "FAILED: abidw does not see the structs of $released"
  exit 1
fi
if ! abidiff --harmless "$folder/released.so" "$folder/now.so"; then
  echo "FAILED: the headers for code of version 1.$minor are not those of the release (see above). Whatever is new stands at the end" \
    "of its struct, under #if DCM_TARGET_MINOR >= N, with a DCM_NEWEST_MINOR of N."
  exit 1
fi
