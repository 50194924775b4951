#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# make.py, run on the headers in ABI as they are for a released version, finds what it found when that version was released: nothing
# has gone, and nothing younger shows.
# usage: made.bash TABLE ABI COMPILER PYTHON
set -u
table=$1 minor=$(basename "$1" .h)
if ! now=$("$4" "$(dirname "$0")/make.py" "$2" "${minor#1.}" "$3"); then
  echo "FAILED: make.py does not understand the headers"
  exit 1
fi
if ! diff "$table" - <<<"$now"; then
  echo "FAILED: the headers for code of version $minor have changed ($table: <, now: >). The table is right: whatever is new belongs" \
    "under #if DCM_TARGET_MINOR >= N, with a DCM_NEWEST_MINOR of N."
  exit 1
fi
