#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Every line that the program errata prints stands, as it is, on the page of the errata.
# usage: errata.bash PROGRAM PAGE
set -u
output=$("$1") || exit 1
failures=0
while IFS= read -r line; do
  if [ -n "$line" ] && ! grep -qxF -e "$line" "$2"; then
    echo "not on the page: $line"
    failures=$((failures + 1))
  fi
done <<<"$output"
[ "$failures" -eq 0 ]
