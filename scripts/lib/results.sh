# SPDX-License-Identifier: MIT
# Results of two runs of a simulator, side by side. Sourced by bash.
# shellcheck shell=bash

# dcm_times LOG: loop_time and pair_time of the run, in s, from the simulator's own timing breakdown. Returns 1 if the log does
# not have both: then the run did not come to its end.
dcm_times() {
  awk '/^Loop time of/ { loop = $4 } /^Pair +\|/ { pair = $5 } /^Pair +time \(%\)/ { pair = $5 }
    END { if (loop + 0 <= 0 || pair + 0 <= 0) exit 1; print "loop_time", loop; print "pair_time", pair }' "$1"
}

# dcm_compare OURS NAME THEIRS NAME: a table of two files of lines "key number", with their ratios. The rows are lines
# "key title" of the standard input. Returns 1 after a message if a number is missing.
dcm_compare() {
  awk -v ours="$2" -v theirs="$4" '
    FILENAME == ARGV[1] { one[$1] = $2; next }
    FILENAME == ARGV[2] { other[$1] = $2; next }
    FNR == 1 { printf "%-44s %18s %18s %8s\n", "", ours, theirs, "ratio" }
    {
      key = $1
      sub(/^[^ ]+ +/, "")
      if (one[key] !~ /[0-9]/ || other[key] !~ /[0-9]/) {
        print "error: " key " is missing in " (one[key] !~ /[0-9]/ ? ARGV[1] : ARGV[2]) >"/dev/stderr"
        exit 1
      }
      ratio = other[key] + 0 != 0 ? sprintf("%.3f", one[key] / other[key]) : "-"
      printf "%-44s %18.5g %18.5g %8s\n", $0, one[key], other[key], ratio
    }' "$1" "$3" -
}
