#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The headers say by a sentence that they are not for a machine with pointers of 32 bits.
# usage: pointers.bash ABI MACHINE
set -u
if ! command -v clang >/dev/null; then
  [ "${CI:-}" != true ] || { echo "FAILED: there is no clang, which must be there where CI=true" && exit 1; }
  echo "skipped: there is no clang"
  exit 0
fi
said=$(clang "--target=$2" -ffreestanding -std=c11 -fsyntax-only -x c "$1/dcm/dcm.h" 2>&1) && {
  echo "FAILED: the headers compile for $2"
  exit 1
}
grep -q "for machines with pointers of 64 bits" <<<"$said" || {
  echo "FAILED: nobody says what is wrong with $2: $said"
  exit 1
}
