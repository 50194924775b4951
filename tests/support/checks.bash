# SPDX-License-Identifier: MIT
# Parts that tests in bash share: a folder of their own, in which they work, and a count of failures. Sourced by
# bash.
# shellcheck shell=bash
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failures=0
# A guard, in seconds, against a command that hangs: so that it is named before CTest ends the test.
# shellcheck disable=SC2034
hangs_after=1500

fail() {
  echo "FAILED: $*"
  failures=$((failures + 1))
}

# finish GROUP: ends the test with what it found.
finish() {
  if [ $failures -gt 0 ]; then
    echo "$failures checks of the group '$1' failed"
    exit 1
  fi
  echo "all checks of the group '$1' passed"
}
