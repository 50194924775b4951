#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Checks dcm check: it finds nothing in built-in laws, and says what it means. mistakes.py tests what dcm check
# finds in laws with a mistake.
# usage: check.bash GROUP DCM BROKEN WRONG_SIZE WRONG_ENTRY
#   GROUP       built-in or messages
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

# says CODE TEXT ARGUMENT...: the text may be broken into lines.
says() {
  local code=$1 text=$2 out got
  shift 2
  out=$("$dcm" check "$@" 2>&1)
  got=$?
  [ "$got" -eq "$code" ] || fail "dcm check $*: exit code $got: $out"
  tr -s ' \n' ' ' <<<"$out" | grep -qF -e "$text" || fail "dcm check $*: no '$text' in: $out"
}

# json EXPRESSION ARGUMENT...: an expression of Python is true for the object that --json prints.
json() {
  local expression=$1 out
  shift
  out=$("$dcm" check "$@" --json 2>&1)
  python3 -IS -c '
import json, math, re, sys
report = json.loads(sys.argv[1])
check = report["checks"][0]
finding = check.get("finding", {})
sys.exit(not eval(f"({sys.argv[2]})"))' "$out" "$expression" || fail "dcm check $* --json: not $expression: $out"
}

case $group in
built-in)
  # The others pass in laws.checks.
  for law in hooke-history heat; do clean "$law"; done
  says 0 "memory not tested: the option --memory runs the law in valgrind" hertz
  # Two that come from afar into a long reach are not bonded, and the steps are those of their collision.
  says 0 "0 findings in 1 check" bond --only restitution --seed 3
  # A bond breaks in one of the steps.
  says 0 "0 findings in 1 check" bond --only ledger --seed 109
  # A damper that friction lets nothing of through is booked by the force after each step, and no work is done.
  says 0 "0 findings in 1 check" granular --only ledger --seed 34 --set tangential=mindlin/static --set normal=hertz --set rolling=none \
    --set twisting=none --set friction=0 --set heat=none --set limit_damping=no
  # In other units a state is so small that its square is 0.
  says 0 "0 findings in 1 check" extended-hertz2 --only units --seed 103
  # The parameter restitution means something only where another one is not given.
  says 0 "0 findings in 1 check" granular --only effects --seed 105
  says 0 "0 findings in 1 check" granular --only effects --seed 19
  says 0 "0 findings in 1 check" granular --only effects --seed 21
  # A state whose square leaves the range of numbers vanishes in a long step.
  says 0 "0 findings in 1 check" luding --only steps --seed 14
  # A damper has the same force at any velocity, and the limit of friction turns round with the motion.
  says 0 "0 findings in 1 check" extended-hertz2 --only steps --seed 3
  ;;
messages)
  says 1 'dcm_library_entry reads or writes beyond the end of dcm_host of version 1.0' sound --library "$wrong_entry" \
    --only arguments
  says 1 'or a library that it needs, changes the floating-point environment' sound \
    --library "$wrong_entry" --only surroundings
  # A message about the load of the library is told once.
  [ "$("$dcm" check sound --library "$wrong_entry" 2>&1 | grep -c '^dcm: warning: the library ')" -eq 1 ] ||
    fail "what loading changes is not told once"
  # The manual names every check.
  whole=$("$dcm" check sound --library "$broken")
  for name in $(grep -oE '^  [a-z]+' <<<"$whole" | tr -d ' '); do
    grep -qE "^\| \`$name\` \|" "$(dirname "$0")/../../docs/check.md" || fail "docs/check.md does not name the check $name"
  done
  tr -s ' \n' ' ' <<<"$whole" | grep -qF "memory not tested: the option --memory runs the law in valgrind" || fail "no word of --memory in: $whole"
  says 3 "size" sound --library "$wrong_size"
  says 3 "66 numbers, but at most 64 " has-66-numbers --library "$broken"
  says 3 "33 history fields, but at most 32 " has-33-fields --library "$broken"
  says 2 "there is no check 'swop'" hertz --only swop
  says 2 "the checks are: setup, words, " hertz --only reach
  says 2 "did you mean '--only swap'?" hertz --only swop
  says 2 "has neither parameter nor option 'yuong'" hertz --set yuong=1
  says 2 "did you mean 'young'?" hertz --set yuong=1
  says 2 "young = -1 is out of range" hertz --set young=-1
  says 2 "takes NAME=VALUE" hertz --set young
  says 2 "did you mean 'hertz'" hertzz
  says 3 "No such file" hertz --library ./nothing.so
  says 0 "0 findings in 1 check" hertz --only swap --set young=1e7
  # No "ok" where nothing was tested.
  says 0 "conserved not tested: the law adds to no quantity" hertz --only conserved
  says 0 "words ok the words of options can stand" hertz --only words
  says 0 "memory not tested: the law is a part of dcm" hertz --only memory
  PATH=/none "$dcm" check sound --library "$broken" --only memory | grep -q "not tested: there is no valgrind here" ||
    fail "dcm check does not say that there is no valgrind"
  says 2 "'--memory' means nothing with '--against'" hertz --memory --against none.csv
  says 0 "restitution not tested: the law has no parameter 'restitution', and declares none by dcm/roles/1" hertz --only restitution
  says 0 "0 findings in 0 checks, 1 not tested, " hertz --only conserved
  says 0 "not tested: DCM_KNOWN_RESTITUTION is set (" jkr --only restitution
  says 1 "--only swap --seed 1882" has-a-wrong-parity --library "$broken"
  says 1 "compute did not return within 3 s and used only 0." hangs --library "$broken" --only batches --limit 0.3
  says 1 "did not return within 1 s of processor time" spins --library "$broken" --only batches --limit 1
  # Time in which a busy machine lets the check wait does not count.
  says 0 "0 findings in 1 check" rests-for-a-while --library "$broken" --only batches --limit 1
  says 1 "compute crashed (Aborted)" crashes --library "$broken" --only swap
  says 1 "compute ended the process with exit code 0; a law must return" ends-the-process --library "$broken" --only swap
  # The call that did not return.
  says 1 "function compute contacts 61 side 2 particle materials" crashes --library "$broken" --only swap
  says 1 "parameters 1 1 " crashes --library "$broken" --only swap
  # Options and quantities.
  says 0 "not tested: DCM_KNOWN_UNBALANCED is set (" hertz-mindlin --only couples
  json 'check["rounds"] == 36' hertz-mindlin --only swap --set form=consistent --set rolling_model=spring --set attraction=yes \
    --set calibrate=yes --set damping=explicit
  says 2 "'sheep' is no choice for the option 'form'" hertz-mindlin --set form=sheep
  says 2 "temperature must be a finite number, not 'hot'" heat --set temperature=hot
  says 2 "the law itself computes heatflow" heat --set heatflow=1
  says 1 "temperature 1 305.5 temperature 2 305.5" melts --library "$broken" --only finite --set temperature=305.5
  json 'report["law"] == "hertz" and report["seed"] == 7 and check["result"] == "ok" and check["rounds"] > 0' \
    hertz --only swap --seed 7
  json 'check["result"] == "not tested" and check["not_tested"][0]["why"] == "the law adds to no quantity"' hertz --only conserved
  json 'report["findings"] == 0 and report["tested"] > 10' sound --library "$broken"
  json 'check["result"] == "found" and finding["difference"]["name"] == "tangential force" and len(finding["call"]["spin_1"]) == 3' \
    has-a-wrong-parity --library "$broken" --only swap
  # The law is wrong by hundredths of a force.
  json 'len(finding["difference"]["expected"]) == 3 and all(0 < abs(a - b) < 1e-5 for a, b in zip(*map(finding["difference"].get, ("came_back", "expected"))))' \
    has-a-wrong-parity --library "$broken" --only swap
  json '{"materials": [1, 1], "name": "friction", "value": 0.25} in finding["call"]["parameters"]' \
    has-a-wrong-parity --library "$broken" --only swap --set friction=0.25
  json 'any(p["materials"] == [1, 2] and p["name"] == "friction" for p in finding["call"]["parameters"])' \
    has-a-wrong-parity --library "$broken" --only swap
  # A value that is the default is not told.
  for value in 0 0.1; do
    json "any(p['name'] == 'twisting' and p['materials'] == [1, 1] for p in finding['call']['parameters']) == ($value != 0)" \
      hertz-mindlin --only setup --set form=sheet --set damping=implicit --set twisting=$value
  done
  json "finding['repeat'] == 'dcm check has-a-wrong-parity --library \\'$broken\\' --set \\'friction=0.25\\' --only swap --seed 1882'" \
    has-a-wrong-parity --library "$broken" --only swap --set friction=0.25
  # A path may have any bytes: the command that repeats a finding is one, and JSON stays JSON.
  odd=$(mktemp -d)
  cp "$broken" "$odd/it's.so"
  cp "$broken" "$odd/"$'caf\xe9.so'
  again=$("$dcm" check has-a-wrong-parity --library "$odd/it's.so" --only swap | sed -n 's/^ *repeat *dcm //p')
  eval "\"\$dcm\" $again" | grep -q FOUND || fail "no command: $again"
  "$dcm" check has-a-wrong-parity --library "$odd/"$'caf\xe9.so' --only swap --json |
    python3 -IS -c 'import json, sys; sys.exit("caf\\xe9.so" not in json.loads(sys.stdin.buffer.read())["checks"][0]["finding"]["repeat"])' ||
    fail "bytes that are no UTF-8 in JSON"
  rm -r "$odd"
  json 'check["result"] == "crashed" and finding["call"]["function"] == "compute"' crashes --library "$broken" --only swap
  json 'check["result"] == "hung" and finding["call"]["contacts"] == 61 and
    re.fullmatch(r"compute did not return within 3 s and used only 0\.\d+ s of processor time: the law waits", check["why"])' hangs --library "$broken" --only batches --limit 0.3
  # Several checks at a time tell what each alone tells, in the same order.
  diff <(sed '/ s$/,$d' <<<"$whole") <("$dcm" check sound --library "$broken" --jobs 3 | sed '/ s$/,$d') ||
    fail "--jobs 3 changes the report"
  says 2 "takes at most 64" hertz --jobs 65
  # Beside rows of a paper: Hertz' force of E* = 1e7/1.92 Pa and R* = 0.5 mm, and two thirds of it.
  rows=$(mktemp)
  trap 'rm -f "$rows"' EXIT
  printf 'overlap,force\n1e-6,1.552825e-4\n4e-6,1.242260e-3\n' >"$rows"
  hertz=(hertz-mindlin --set young=1e7 --set poisson=0.2 --radius 0.001 --against "$rows")
  says 0 "0 of 2 rows differ by more than 1 %" "${hertz[@]}"
  says 1 "2 of 2 rows differ by more than 1e-09 %" "${hertz[@]}" --tolerance 1e-9
  # A damper pushes with C |alpha| sqrt(k M*) v, 1.5 % of the force here.
  says 1 "rows differ by more than 1 % of the largest force" "${hertz[@]}" --speed 0.01
  printf 'force,overlap\n1.035217e-4,1e-6\n8.281733e-4,4e-6\n' >"$rows"
  says 1 "the force of the law is 1.5 times that of the file in all rows" "${hertz[@]}"
  # Rows are a path: up to 2e-6 with k1, down and up with k2, and apart.
  printf 'overlap,force\n2e-6,2e-3\n1.5e-6,5e-4\n1.9e-6,1.7e-3\n2.5e-6,2.5e-3\n-1e-9,0\n' >"$rows"
  says 0 "0 of 5 rows differ by more than 1e-06 %" luding --set k1=1e3 --set k2=3e3 --set stiffening=none --against "$rows" --tolerance 1e-6
  says 2 "'--radius' means nothing without '--against'" hertz --radius 1
  says 2 "'--seed' means nothing with '--against'" hertz --against "$rows" --seed 1
  printf 'overlap,force\n1e-6,0\n' >"$rows"
  says 1 "there is no row with a force that is not 0" hertz --against "$rows"
  printf 'overlap,force\n1.5,1\n' >"$rows"
  says 1 "the overlap 1.5 is not below the distance 0.002 at which the bodies touch" hertz --radius 0.001 --against "$rows"
  printf 'overlap,forces\n1e-6,0\n' >"$rows"
  says 1 "did you mean the column 'forces'?" hertz --against "$rows"
  says 1 "cannot open 'no.csv'" hertz --against no.csv
  ;;
*) fail "there is no group '$group'" ;;
esac
[ "$failures" -eq 0 ]
