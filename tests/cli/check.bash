#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Checks the command dcm: what it prints, its exit codes, its messages.
# usage: check.bash GROUP DCM OWN_LAW FAULTY_LAW YOUNGER_LAW REFUSED_LAW
#   GROUP       one of the functions check_* below
#   DCM         the command
#   OWN_LAW     a library with the law own-spring
#   FAULTY_LAW  a library with the law faulty
#   YOUNGER_LAW a library of version 1.7 of the contract with the law own-spring, which hosts of 1.0 run
#   REFUSED_LAW a library with the law of-tomorrow, which no host runs, and the law of-today
set -u
group=$1
this=$(realpath "$0")
dcm=$(realpath "$2")
own_law=$(realpath "$3")
faulty_law=$(realpath "$4")
younger_law=$(realpath "$5")
refused_law=$(realpath "$6")
# shellcheck source=tests/support/checks.bash
. "$(dirname "$this")/../support/checks.bash"

# expect CODE TEXT ARGUMENT...: dcm ARGUMENT... ends with the code and prints the text, to either stream.
# With TEXT empty it prints nothing to the standard error.
expect() {
  local code=$1 text=$2
  shift 2
  "$dcm" "$@" >out 2>err
  local got=$?
  [ "$got" -eq "$code" ] || fail "dcm $*: exit code $got instead of $code: $(cat err)"
  if [ -z "$text" ]; then
    [ ! -s err ] || fail "dcm $*: $(cat err)"
  elif ! cat out err | grep -qF -e "$text"; then
    fail "dcm $*: no '$text' in: $(cat out err)"
  fi
}

# json PATH: a number of the last output, as jq would find it.
json() {
  python3 -IS -c '
import json, sys
value = json.load(open("out"))
for key in sys.argv[1].split("."):
    value = value[int(key)] if key.isdigit() else value[key]
print(repr(value))' "$1"
}

# near NAME OBTAINED EXPECTED TOLERANCE: absolute.
near() {
  python3 -IS -c '
import sys
name, obtained, expected, tolerance = sys.argv[1], *map(float, sys.argv[2:])
if not abs(obtained - expected) <= tolerance:
    print(f"{name} = {obtained!r} instead of {expected!r}, tolerance {tolerance}")
    sys.exit(1)' "$@" || fail "$1"
}

compute() {
  python3 -IS -c "from math import *; print(repr($1))"
}

check_usage() {
  expect 2 "Usage: dcm COMMAND"
  expect 0 "Usage: dcm COMMAND" --help
  # Every summary once, no line of it as the tail of another.
  python3 -IS -c '
lines = [line.strip() for line in open("out") if len(line) > 20]
assert not any(a != b and a.endswith(b) for a in lines for b in lines)' || fail "a summary is repeated"
  expect 0 "contract of contact laws" --version
  DCM_ISA=baseline expect 0 "instruction set baseline" --version
  DCM_ISA=sse9 expect 2 "DCM_ISA in the environment: there is no instruction set 'sse9'" --version
  local command
  for command in list show collide drive check completion; do
    expect 0 "Usage: dcm $command" "$command" --help
    expect 0 "Usage: dcm $command" "$command" -h
    expect 2 "has no option '--nonsense'" "$command" --nonsense
  done
  expect 0 "Usage: dcm same" same --help
  expect 0 "Usage: dcm same" same -h
  expect 2 "needs the command that starts the input" same
  expect 1 "nowhere/lmp cannot be started" same nowhere/lmp -in in.test
  expect 1 "wrote no log: is true a LAMMPS?" same true
  PATH=$PWD "$dcm" same true 2>err && fail "dcm same without python3 succeeds"
  grep -q "cannot start python3" err || fail "dcm same without python3: $(cat err)"
  expect 2 "did you mean 'dcm collide'?" colide
  expect 2 "'dcm --help' lists the commands" xyzzy
  expect 2 "needs a contact law" collide
  expect 2 "did you mean 'hertz-mindlin'?" collide hertz-midlin
  expect 2 "does not know what to do with 'hertz'" show hertz-mindlin hertz
  expect 2 "did you mean '--speed'?" collide hertz-mindlin --sped 1
  expect 2 "'--speed' needs a value: --speed V" collide hertz-mindlin --speed
  expect 2 "'--speed' needs a value: --speed V" collide hertz-mindlin --speed --wall
  expect 2 "'--wall' takes no value, but '1'" collide hertz-mindlin --wall=1
  expect 2 "'--speed' takes a number, not '1m'" collide hertz-mindlin --speed 1m
  expect 2 "'--speed' takes a finite number, not 'nan'" collide hertz-mindlin --speed nan
  expect 2 "'--speed' must be greater than 0, not '-1'" collide hertz-mindlin --speed=-1
  expect 2 "the angle must be at least 0 and less than 90 degrees, not -1" collide hertz-mindlin --angle -1
  expect 2 "the angle must be at least 0 and less than 90 degrees, not 90" collide hertz-mindlin --angle 90
  expect 2 "'--spin1' takes three numbers" collide hertz-mindlin --spin1 1,2
  expect 2 "'--steps' takes a whole number" collide hertz-mindlin --steps 1.5
  expect 2 "say the same thing twice" collide hertz-mindlin --steps 100 --dt 1e-8
  expect 2 "say the same thing twice" collide hertz-mindlin --density1 2500 --mass1 1
  expect 2 "half-step or synchronised" collide hertz-mindlin --velocities whole
  expect 2 "means nothing with '--wall'" collide hertz-mindlin --wall --radius2 1
  expect 2 "means nothing with '--wall'" collide hertz-mindlin --wall --spin2 1,0,0
  expect 2 "takes NAME=VALUE, not 'young'" collide hertz-mindlin --set young
  expect 2 "did you mean 'young'?" collide hertz-mindlin --set yuong=1
  expect 2 "did you mean 'friction'?" collide hertz-mindlin --set mu=0.5
  expect 2 "because a solid resists being stretched" collide hertz-mindlin --set young=-1
  expect 2 "young takes a number, not 'soft'" collide hertz-mindlin --set young=soft
  expect 2 "did you mean 'sheet'?" collide hertz-mindlin --set form=shet
  expect 2 "did you mean 'form=consistent'?" collide hertz-mindlin --set consistent
  expect 2 "did you mean 'form=consistent'?" collide hertz-mindlin --set consistent=yes
  expect 2 "'--set' is given twice for young, as 'young=1e9' and as 'young=2e9': leave one out" \
    collide hertz-mindlin --set young=1e9 --set poisson=0.2 --set young=2e9
  expect 2 "'--set1' is given twice for young" collide hertz-mindlin --set1 young=1e9 --set1 young=2e9
  expect 2 "'--set' is given twice for form" drive hertz-mindlin --set form=sheet --set form=consistent --input none.csv
  expect 2 "'--set' is given twice for young" check hertz-mindlin --set young=1e9 --set young=2e9
  expect 2 "'--speed' is given twice, as '1' and as '2': leave one out" collide hertz-mindlin --speed 1 --speed=2
  expect 0 "" collide hertz-mindlin --set young=1e9 --set2 young=2e9 --set1 young=3e9 --steps 100
  expect 0 "" collide hertz/mindlin --steps 100
  expect 2 "write --set friction=0.1" collide hertz-mindlin --set1 friction=0.1
  expect 2 "write --set form=sheet" collide hertz-mindlin --set2 form=sheet
}

check_describe() {
  expect 0 "" list
  grep -q '^hertz-mindlin ' out || fail "dcm list does not list hertz-mindlin"
  expect 0 "" list --json
  [ "dcm $(json version | tr -d "'")," = "$("$dcm" --version | cut -d' ' -f1,2)" ] || fail "version in json: $(json version)"
  expect 0 "" list --library "$own_law" --json
  [ "$(json library)" = "'own laws'" ] || fail "name of the library in json: $(json library)"
  expect 0 "" show hertz-mindlin
  grep -qE 'young +E +Pa +material +> 0 +required' out || fail "dcm show: the row of young"
  grep -qE 'restitution +e +- +pair +\[0, 1\] +required +geometric' out || fail "dcm show: the row of restitution"
  grep -qE 'tangential_displacement +vector +m ' out || fail "dcm show: the state"
  expect 0 "" show hertz-mindlin --json
  [ "$(json parameters.1.maximum)" = 0.5 ] || fail "dcm show --json: maximum of poisson"
  [ "$(json parameters.0.maximum)" = None ] || fail "dcm show --json: no maximum of young"
  # Every law that is listed can be shown and collided without being told anything.
  local law
  for law in $("$dcm" list | cut -d' ' -f1); do
    expect 0 "" show "$law" --json
    json parameters >/dev/null || fail "dcm show $law --json is no JSON"
    expect 0 "Outcome" collide "$law"
  done
  # The version of the contract, and that of the oldest host for a law that states one.
  expect 0 "Contract of contact laws: version 1.0" show own-spring --library "$own_law"
  ! grep -qF "runs in hosts" out || fail "dcm show: an oldest host that nobody stated"
  expect 0 "Contract of contact laws: version 1.7, runs in hosts from version 1.0 on" show own-spring --library "$younger_law"
  expect 0 "" show own-spring --library "$younger_law" --json
  [ "$(json contract) $(json least_contract)" = "'1.7' '1.0'" ] || fail "versions of the contract in json"
  expect 0 "" list --library "$younger_law" --json
  [ "$(json contract)" = "'1.7'" ] || fail "version of the contract in json"
  expect 0 "own-spring" list --library "$own_law"
  expect 0 "stiffness of the spring" show own-spring --library "$own_law"
  expect 0 "" show own-spring --library "$own_law" --json
  json parameters.0.description >description
  [ "$(<description)" = "'stiffness of the spring, \"k\" or F\\\\d'" ] || fail "quotation marks in json: $(<description)"
  expect 2 "there is no contact law 'hertz-mindlin' in own laws 1; the laws are: own-spring" show hertz-mindlin --library "$own_law"
  # A law that this host cannot run, and its neighbour, which it can.
  local why="the law 'of-tomorrow' of the library '$refused_law' cannot be run: "
  expect 0 "dcm: note: $why" list --library "$refused_law"
  [ "$(cat out)" = "of-today           Its neighbour" ] || fail "dcm list: the law that can be run: $(cat out)"
  expect 2 "dcm: error: $why" show of-tomorrow --library "$refused_law"
  [ "$(grep -c . err)" -eq 1 ] || fail "why a law cannot be run is told twice: $(cat err)"
  expect 0 "" show of-today --library "$refused_law"
  expect 1 "No such file" list --library nothing.so
  # A law is found by its name alone: from a folder of the list, never from the one that is just the working directory.
  mkdir -p laws
  cp "$own_law" laws/own-spring.so
  cp "$own_law" own-spring.so
  expect 2 "own-spring.so into a folder of DCM_PATH" show own-spring
  DCM_PATH=.:: expect 2 "into a folder of DCM_PATH that begins with '/'" show own-spring
  DCM_PATH=/nowhere:$PWD/laws expect 0 "stiffness of the spring" show own-spring
  DCM_PATH=/nowhere:$PWD/laws expect 0 "stiffness of the spring" show own/spring
  # Whoever may write there has code run by others.
  chmod o+w laws
  DCM_PATH=$PWD/laws expect 0 "can write into the folder $PWD/laws/ " show own-spring
  DCM_PATH=$PWD/laws expect 0 "" show own-spring --library laws/own-spring.so
  chmod o-w laws
  chmod o+w laws/own-spring.so
  DCM_PATH=$PWD/laws expect 0 "can write the file $PWD/laws/own-spring.so " show own-spring
  chmod o-w laws/own-spring.so
  local command
  for command in "collide own-spring --set stiffness=1000" "check own-spring --only distances"; do
    # shellcheck disable=SC2086
    DCM_PATH=$PWD/laws expect 0 "" $command
  done
  # A built-in law stays itself.
  local law
  for law in $("$dcm" list | cut -d' ' -f1); do
    cp "$own_law" "laws/$law.so"
    DCM_PATH=$PWD/laws expect 0 "$law: " show "$law"
  done
  [ -n "$law" ] || fail "dcm list prints no law"
  expect 1 "as a shared object" list --library "$this"
}

check_collide() {
  expect 0 "assumed" collide hertz-mindlin
  grep -q 'young .* assumed' out || fail "the assumption of young is not stated"
  grep -q 'rolling .* default' out || fail "the default of rolling is not stated"
  expect 0 "" collide hertz-mindlin --set young=7e10
  ! grep -q 'young .* assumed' out || fail "a given young is called assumed"

  # Values of one law alone: a stiffness of another dimension, and parameters that are not required.
  expect 0 "" collide hertz-history
  grep -q 'kn .*4.86e+10 .* assumed' out || fail "hertz-history has no usual stiffness of its own"
  expect 0 "" collide heat
  grep -q 'conductivity .* 1 .* assumed' out || fail "heat has no usual conductivity"

  # Numbers of collisions are those of the package of Python, which laws.collisions and laws.hertz_mindlin hold against closed forms.
  expect 0 "" collide hertz-mindlin --set restitution=1 --json
  # (15 M*/(16 E* sqrt(R*)))^(2/5) of two spheres of glass, at 1 m/s.
  local xi="(15 / 16 * (0.5 * 2500 * 4 / 3 * pi * 1e-9) / (7e10 / 1.92 * sqrt(5e-4))) ** 0.4"
  near "hertz" "$(json hertz.duration)" "$(compute "4 * sqrt(pi) * gamma(0.4) / (5 * gamma(0.9)) * $xi")" 1e-17
  near "Rayleigh time" "$(json recommended_time_step.rayleigh_time)" \
    "$(compute 'pi * 1e-3 * sqrt(2500 / (7e10 / 2.4)) / (0.1631 * 0.2 + 0.8766)')" 1e-17
  near "time step by Rayleigh" "$(json recommended_time_step.value)" "$(compute "0.2 * $(json recommended_time_step.rayleigh_time)")" 1e-17
  # Hertz' contact of a fast collision is the shorter one.
  expect 0 "" collide hertz-mindlin --speed 1000 --json
  near "time step by Hertz" "$(json recommended_time_step.value)" "$(compute "0.05 * $(json hertz.duration)")" 1e-17
  # A damper or another spring allows less.
  expect 0 "" collide woo-hertz --set calibrate=yes --set restitution=0.001 --json
  near "time step by a damper" "$(json recommended_time_step.value)" "$(json safe_time_step)" 1e-25

  # With a mass of its own a sphere keeps the moment of inertia of a sphere: the spin of a sliding impact, -2.5 mu (1 + e) v_n/R, is the same.
  expect 0 "" collide hertz-mindlin --wall --set friction=0.05 --set restitution=1 --angle 60 --mass1 1e-3 --json
  near "spin of another mass" "$(json outcome.after.0.angular_velocity.2)" "$(compute '-2.5 * 0.05 * 2 * 0.5 / 1e-3')" 0.05
  # Head-on, 1 - e^2 of the kinetic energy is lost, all of it by damping.
  expect 0 "" collide hertz-mindlin --set restitution=0.5 --mass1 1e-3 --wall
  local share
  for share in "kinetic before:100" "kinetic after:25" "lost: normal damping:75"; do
    near "${share%:*}" "$(grep "^  ${share%:*} " out | sed 's/.* \(.*\)%$/\1/')" "${share##*:}" 0.01
  done
  expect 0 "" collide hertz-mindlin --set1 young=6e10 --set2 young=5e10 --json
  [ "$(json parameters.young.value_1) $(json parameters.young.value_2)" = "60000000000 50000000000" ] || fail "two materials: $(cat out)"
  # A held partner is infinitely heavy; its spin does work.
  expect 0 "" collide hertz-mindlin --fixed2 --spin2 0,0,500 --set form=consistent --json
  near "supplied" "$(json outcome.energy.residual)" 0 1e-9
  grep -q '"momentum_drift": null' out || fail "a held body has no conserved momentum"

  # A linear spring in closed form, and no Hertz beside it.
  local spring=(--library "$own_law" --set stiffness=1000)
  # The peak between two steps: that of the discrete motion, v dt sin(n theta)/sin(theta), sin(theta/2) = omega dt/2.
  # The parabola through three points of a sine misses its top by at most 3 theta^4/128 = 3.4e-7.
  expect 0 "" collide own-spring "${spring[@]}" --radius 0.01 --mass1 0.002 --mass2 0.002 --steps 51 --json
  ! grep -q hertz out || fail "Hertz beside a law without moduli"
  near "vertex" "$(json outcome.max_overlap)" "$(compute "(lambda dt: dt / sin(2 * asin(500 * dt)))($(json time_step))")" 3.5e-10
  # With an attraction of reach d the contact costs k d^2/2 + p d. The force jumps at both ends, so that this cost
  # is off by force x way in a step, 0.6 N x 1 m/s x 3e-7 s. The balance sees at which part of a step it jumps.
  expect 0 "" collide own-spring "${spring[@]}" --radius 0.01 --mass1 0.002 --mass2 0.002 --speed 1 --set attraction=0.5 --set reach=1e-4 --json
  near "detachment" "$(json outcome.energy.dissipated_by_jumps)" "$(compute '500 * 1e-8 + 0.5e-4')" 4e-7
  near "balance" "$(json outcome.energy.residual)" 0 1e-11
  near "kinetic energy lost" "$(compute "$(json outcome.energy.kinetic_before) - $(json outcome.energy.kinetic_after)")" \
    "$(compute '500 * 1e-8 + 0.5e-4')" 4e-7
  # A reach of thousands of radii takes billions of steps; ten millions are taken.
  local far=("${spring[@]}" --mass1 0.002 --mass2 0.002 --speed 0.1 --set attraction=0.5 --set reach=1e5 --steps 200)
  if [ -z "${DCM_TEST_SHORT:-}" ]; then
    expect 0 "steps and may need 6.79e+11 steps to leave: --max-steps" collide own-spring "${far[@]}" --json
    near "steps" "$(json outcome.steps)" 10004000 10
  fi
  expect 0 "still in contact after 1000 steps" collide jkr-exact --set young=1e7 --set work_of_adhesion=1e6 --max-steps 1000
  ! grep -q "to leave" err || fail "what was asked for was waited for"
  # Too slow to get out again.
  expect 0 "still in contact" collide own-spring "${spring[@]}" --mass1 0.002 --mass2 0.002 --speed 0.1 --set attraction=0.5 --set reach=1e-4 --steps 200
  expect 0 "" collide own-spring "${spring[@]}" --radius 0.01 --mass1 0.002 --mass2 0.002 --speed 0.1 --set attraction=0.5 --set reach=1e-4 --steps 200 --json
  [ "$(json outcome.normal_restitution)" = None ] || fail "a restitution of bodies that stick"
  expect 2 "write --set stiffness=VALUE" collide own-spring --library "$own_law"

  expect 1 "jump past each other" collide hertz-mindlin --dt 1
  expect 0 "overlap by 0.00199993 m, but the smaller radius is 0.001 m" collide hertz-mindlin --set young=5 --set restitution=0.5
  expect 0 "" collide hertz-mindlin --wall --set young=500 --set restitution=0.5 --json
  expect 1 "the contact lasts 1.4 steps of 3e-06 s, but at least 4 are needed" collide hertz-mindlin --dt 3e-6
  expect 0 "is too long" collide extended-hertz2 --dt 1.5e-6 --angle 75 --set friction=5
}

check_sweep() {
  # A sweep by set= names a parameter of the law, not the command's option of that name.
  expect 0 "" collide hertz-mindlin --sweep set=friction=0.1,0.2
  expect 2 "cannot vary 'steps'; the names of the law are: young, poisson, " collide hertz-mindlin --sweep set=steps=50,100
  [[ $(<err) != *"did you mean 'steps'"* ]] || fail "a name that was refused is proposed"
  expect 0 "" collide hertz-mindlin --sweep restitution=0.1:1:0.1 --csv sweep.csv
  [ "$(wc -l <out)" -eq 12 ] || fail "a sweep of ten values has not ten lines"
  [ "$(wc -l <sweep.csv)" -eq 11 ] || fail "a sweep of ten values has not ten lines of csv"
  near "restitution in the sweep" "$(sed -n 6p sweep.csv | cut -d, -f2)" 0.5 2e-5
  [ "$(head -n 1 sweep.csv | cut -d, -f9)" = energy_loss ] || fail "names of the columns of a sweep"
  # Half of the energy is that of the centre of mass, and stays.
  near "energy lost in the sweep" "$(sed -n 6p sweep.csv | cut -d, -f9)" "$(compute "0.5 * (1 - 0.5 ** 2)")" 1e-4
  expect 0 "" collide hertz-mindlin --sweep speed=1,32 --set restitution=1 --json
  # xi_max goes with v^(4/5).
  near "scaling with speed" "$(compute "$(json collisions.1.max_overlap) / $(json collisions.0.max_overlap)")" 16 1e-5
  expect 0 "" collide hertz-mindlin --angle 30 --sweep form=sheet,consistent --json
  [ "$(json collisions.1.form)" = "'consistent'" ] || fail "a sweep of words"
  [ "$(json collisions.1.tangential_restitution)" != "$(json collisions.0.tangential_restitution)" ] || fail "both forms alike"
  expect 0 "" collide hertz-mindlin --sweep angle=0:80:20 --csv -
  [ "$(head -1 out | cut -d, -f1)" = angle ] || fail "csv to the standard output"
  [ "$(sed -n 2p out | cut -d, -f4)" = "" ] || fail "a value that does not exist is not empty"
  # A file that cannot be written is told before the work, and what ends the work leaves the rows that are known.
  expect 1 "cannot write 'nowhere/a.csv'" collide hertz-mindlin --sweep restitution=7 --csv nowhere/a.csv
  expect 2 "this was the sweep's restitution = 7" collide hertz-mindlin --sweep restitution=0.5,0.6,7 --csv part.csv
  [ "$(cut -d, -f1 part.csv | tr '\n' ' ')" = "restitution 0.5 0.6 " ] || fail "a sweep that ends early loses its rows"
  # The collisions of a sweep are integrated side by side, with the numbers of each alone: those of all laws, those that stick, and, with
  # one time step, those that part long after the others, for which the sweep looks for the number of steps, as one alone does.
  python3 -IS - "$dcm" <<'END' || fail "a sweep has other numbers than its collisions alone"
import json, subprocess, sys

def ask(*words):
    done = subprocess.run([sys.argv[1], *words, "--json"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return json.loads(done.stdout) if done.returncode == 0 else None

laws = subprocess.run([sys.argv[1], "list"], stdout=subprocess.PIPE, text=True).stdout
cases = [(line.split()[0], "speed", ["0.05", "0.7"], extra) for line in laws.splitlines() for extra in (["--dt", "5e-8"], ["--steps", "200", "--wall"])]
cases += [("hertz-mindlin", "angle", ["0", "40", "80"], ["--dt", "5e-8"]), ("hertz-mindlin", "radius2", ["1e-3", "2e-3"], ["--dt", "5e-8"]),
          ("jkr-exact", "speed", ["0.01", "0.8"], ["--set", "young=1e7", "--set", "work_of_adhesion=2", "--dt", "2e-7"]),
          ("hertz-mindlin", "friction", ["0", "0.3"], ["--angle", "30", "--dt", "5e-8"]), ("liquid-bridge", "speed", ["0.01", "0.1"], ["--dt", "4e-7"])]
compared = 0
for law, name, values, extra in cases:
    option = (lambda value: ["--set", f"{name}={value}"]) if name == "friction" else (lambda value: [f"--{name}", value])
    alone = [ask("collide", law, *extra, *option(value)) for value in values]
    if None in alone:
        continue
    for value, one, row in zip(values, alone, ask("collide", law, *extra, "--sweep", f"{name}={','.join(values)}")["collisions"]):
        for key, number in row.items():
            compared += key != name
            assert key == name or number == one["outcome"][key], (law, extra, name, value, key, number, one["outcome"][key])
assert compared > 400, compared
END
  # The sweep counts more than the same option, and less than one of body 1 alone.
  local option
  for option in speed=1,2 angle=10,20 radius=0.001,0.003 radius2=0.001,0.003 density=1000,5000 steps=10,20 dt=1e-8,4e-8 young=1e9,2e9 form=sheet,consistent; do
    expect 0 "" collide hertz-mindlin --spin2 0,0,500 --sweep "$option" --csv alone.csv
    case $option in
      young=* | form=*) expect 0 "" collide hertz-mindlin --set "${option%,*}" --spin2 0,0,500 --sweep "$option" --csv beside.csv ;;
      *) expect 0 "" collide hertz-mindlin "--${option%,*}" --spin2 0,0,500 --sweep "$option" --csv beside.csv ;;
    esac
    cmp -s alone.csv beside.csv || fail "another $option than that of the sweep counts"
    [ "$(sed -n 2p alone.csv | cut -d, -f2-)" != "$(sed -n 3p alone.csv | cut -d, -f2-)" ] || fail "$option changes nothing"
  done
  local overlap
  expect 0 "" collide hertz-mindlin --set young=2e9 --set1 young=7e10 --json
  overlap=$(json outcome.max_overlap)
  expect 0 "" collide hertz-mindlin --set1 young=7e10 --set young=2e9 --json
  near "young of body 1 before that of both" "$(json outcome.max_overlap)" "$overlap" 0
  expect 0 "" collide hertz-mindlin --set1 young=7e10 --sweep young=2e9,3e9 --json
  near "young of body 1 in a sweep of both" "$(json collisions.0.max_overlap)" "$overlap" 0
  expect 2 "did you mean 'young'?" collide hertz-mindlin --sweep yuong=1:2:1
  expect 2 "FIRST:LAST:STEP" collide hertz-mindlin --sweep young=1:2
  expect 2 "FIRST:LAST:STEP" collide hertz-mindlin --sweep young
  expect 2 "FIRST:LAST:STEP" collide hertz-mindlin --sweep "$(printf '%064d' 0)=1"
  expect 2 "contains no value" collide hertz-mindlin --sweep young=1:2:-1
  expect 2 "contains no value" collide hertz-mindlin --sweep young=1:2:0
  expect 2 "10000 are allowed" collide hertz-mindlin --sweep young=1:2:1e-9
  expect 2 "the sweep's restitution = 1.5" collide hertz-mindlin --sweep restitution=0.5,1.5
  expect 2 "takes a number, not 'x'" collide hertz-mindlin --sweep restitution=0.5,x
  expect 2 "is empty" collide hertz-mindlin --sweep restitution=0.5,,1
}

columns=t,x1,y1,z1,v1x,v1y,v1z,w1x,w1y,w1z,x2,y2,z2,v2x,v2y,v2z,w2x,w2y,w2z
# Two spheres of radius 1 with an overlap of 0.01 that slide past each other: 2 moves by 0.001 in y in each step of 0.1.
motion() {
  echo "# a comment"
  echo "$columns,F1x"
  echo "0.0,0,0,0,0,0,0,0,0,0,1.99,0,0,0,0.01,0,0,0,0,ignored"
  echo
  echo "0.1,0,0,0,0,0,0,0,0,0,1.99,0,0,0,0.01,0,0,0,0,ignored"
}

# A bond is made where the motion begins, and breaks at its strength.
check_bond() {
  awk 'BEGIN {
    print "t,x1,y1,z1,v1x,v1y,v1z,w1x,w1y,w1z,x2,y2,z2,v2x,v2y,v2z,w2x,w2y,w2z"
    for (i = 0; i <= 300; i++) printf "%.9g,0,0,0,0,0,0,0,0,0,%.12g,0,0,1e-3,0,0,0,0,0\n", i * 1e-5, 0.002 + i * 1e-8
  }' >pull.csv
  expect 0 "" drive bond --set bond_young=1e9 --set tensile_strength=1e6 --radius 0.001 --input pull.csv --output bond.csv
  # The column "bonded" from the first line on; tests/laws knows the strength.
  [ "$(grep -v '^#' bond.csv | cut -d, -f39 | uniq | xargs)" = "bonded 1 0" ] || fail "a bond that is pulled until it breaks"
}

# Two bonded grains, of which one is struck: along the normal nothing is lost but what breaks, tensile_strength^2 A L/(2 bond_young), and
# the bond holds if there is less.
check_struck() {
  local apart=(collide bond --set kn=1e5 --set restitution=1 --set bond_young=1e9 --set shear_strength=1e6 --radius 0.001 --density 2500
    --json)
  local struck=("${apart[@]}" --set tensile_strength=1e6)
  local broken="1e6**2 * pi * 1e-6 * 0.002 / 2e9" kinetic="0.5 * 0.5 * 4 / 3 * pi * 1e-9 * 2500"
  expect 0 "" "${struck[@]}" --bonded --speed 2
  near "energy of fracture" "$(json outcome.energy.dissipated_fracture)" "$(compute "$broken")" 2e-8
  near "restitution after a bond" "$(json outcome.normal_restitution)" "$(compute "sqrt(1 - $broken / ($kinetic * 4))")" 2e-3
  expect 0 "" "${struck[@]}" --bonded --speed 0.5
  [ "$(json outcome.separated)" = False ] || fail "a bond breaks that should hold"
  near "overlap of two that are bonded" "$(json outcome.max_overlap)" \
    "$(compute "0.5 * sqrt(2 * $kinetic / (1e5 + 1e9 * pi * 1e-6 / 0.002))")" 1e-9
  expect 0 "" "${struck[@]}" --speed 2
  near "no bond, no fracture" "$(json outcome.energy.dissipated_fracture)" 0 0
  near "no bond, no loss" "$(json outcome.normal_restitution)" 1 1e-4
  # However far a bond would reach, two that are not bonded have their collision.
  expect 0 "" "${apart[@]}" --speed 2 --set tensile_strength=1e9
  near "collision within a long reach" "$(json outcome.normal_restitution)" 1 1e-4
  expect 2 "the law 'hertz' makes no bonds at the start of a run: leave bonded out" collide hertz --bonded
}

check_drive() {
  check_bond
  check_struck
  local settings="--set form=sheet --radius 1 --set young=1000 --set poisson=0.25 --set restitution=1 --set friction=1"
  motion >motion.csv
  # shellcheck disable=SC2086
  expect 0 "" drive hertz-mindlin $settings --input motion.csv
  # E* = 533.3, G* = 114.29 (1/G* = 2 (2 - nu)/G, G = 400), R* = 0.5, a = sqrt(R* xi).
  local last
  last=$(tail -1 out)
  near "F1x" "$(cut -d, -f9 <<<"$last")" "$(compute '-4/3 * (1000 / 2 / 0.9375) * sqrt(0.5) * 0.01**1.5')" 1e-15
  near "F1y" "$(cut -d, -f10 <<<"$last")" "$(compute '8 * (400 / 3.5) * sqrt(0.5 * 0.01) * 0.002')" 1e-15
  # Sheet form: the moment has the radius as its arm; one sign on both bodies.
  near "M1z" "$(cut -d, -f14 <<<"$last")" "$(compute '8 * (400 / 3.5) * sqrt(0.5 * 0.01) * 0.002')" 1e-15
  near "M2z" "$(cut -d, -f17 <<<"$last")" "$(compute '8 * (400 / 3.5) * sqrt(0.5 * 0.01) * 0.002')" 1e-15
  grep -q '^step,t,contact,overlap.*,tangential_force_x,.*,state_tangential_force_x,.*,tangential_energy,rolling_couple_x,.*,twisting_couple,tangential_displacement_x,.*,expected_velocity,slides$' out || fail "names of the columns"
  near "state" "$(cut -d, -f36 <<<"$last")" 0.002 1e-15
  grep -q '^# young = 1000 Pa$' out || fail "the parameters are not stated"
  # shellcheck disable=SC2086
  {
    cp out by_file
    expect 0 "" drive hertz-mindlin $settings --input - <motion.csv
    cmp -s out by_file || fail "the standard input as input"
    ln motion.csv hard.csv
    ln -s motion.csv soft.csv
    for name in motion.csv ./motion.csv hard.csv soft.csv; do
      expect 1 "an output never overwrites an input" drive hertz-mindlin $settings --input motion.csv --output "$name"
      expect 1 "an output never overwrites an input" drive hertz-mindlin $settings --input - --output "$name" <motion.csv
    done
    cp "$own_law" mine.so
    expect 1 "an output never overwrites an input" collide own-spring --library mine.so --set stiffness=1 --csv mine.so
    expect 0 "" drive hertz-mindlin $settings --input motion.csv --output forces.csv
    cmp -s forces.csv by_file || fail "--output"
    expect 0 "" drive hertz-mindlin $settings --dt 0.2 --input motion.csv
    near "--dt" "$(tail -1 out | cut -d, -f36)" 0.004 1e-15
  }
  # A contact that ends forgets.
  {
    motion
    echo "0.2,0,0,0,0,0,0,0,0,0,2.01,0,0,0,0.01,0,0,0,0,"
    echo "0.3,0,0,0,0,0,0,0,0,0,1.99,0,0,0,0.01,0,0,0,0,"
  } >again.csv
  # shellcheck disable=SC2086
  expect 0 "" drive hertz-mindlin $settings --input again.csv
  near "no contact" "$(sed -n '/^2,/p' out | cut -d, -f3)" 0 0
  near "no force" "$(sed -n '/^2,/p' out | cut -d, -f9)" 0 0
  near "no state" "$(sed -n '/^2,/p' out | cut -d, -f36)" 0 0
  near "a new state" "$(tail -1 out | cut -d, -f36)" 0.001 1e-15
  # The law says how its state begins: own-spring counts steps from 100.
  expect 0 "" drive own-spring --library "$own_law" --set stiffness=1 --radius 1 --input again.csv
  [ "$(grep -v '^[#s]' out | cut -d, -f27 | xargs)" = "101 102 0 101" ] || fail "the state at the beginning of a contact"
  # A wall that turns about a point carries its surface along.
  {
    echo "$columns"
    echo "0.0,0,0,0,0,0,0,0,0,0,0.99,0,0,0,0,0,0,0,2"
    echo "0.1,0,0,0,0,0,0,0,0,0,0.99,0,0,0,0,0,0,0,2"
  } >wall.csv
  # shellcheck disable=SC2086
  {
    expect 0 "" drive hertz-mindlin ${settings/friction=1/friction=1e9} --wall --input wall.csv --wall-centre 0.98,0,0
    near "turning wall" "$(tail -1 out | cut -d, -f36)" "$(compute '2 * 0.1 * 2 * 0.01')" 1e-15
    expect 0 "" drive hertz-mindlin ${settings/friction=1/friction=1e9} --wall --input wall.csv
    near "wall at rest" "$(tail -1 out | cut -d, -f36)" 0 0
  }
  expect 2 "without '--wall'" drive hertz-mindlin --input motion.csv --wall-centre 0,0,0
  expect 2 "needs a motion: --input FILE" drive hertz-mindlin
  check_ondem
}

# Files of the interaction tests of ON-DEM: as text and as JSON, with places and without them.
check_ondem() {
  local law="linear --set kn=100 --set restitution=1 --set friction=9 --radius 1 --format ondem"
  local rows="0 0 0 0 0.1 0 0 0 0 0 0 0 0
0.1 0 0 0 0.1 0 0 0 0 0.5 0 0 0.5"
  printf '# a remark\n# init: 0 0 0 1 1.9 0 0 1 0 0 1 0 0 0 1 0\n# t v_i v_j omega_i omega_j\n%s\n' "$rows" >plain.csv
  printf '%s' '{"t": [[0], [0.1]], "u_n": [0, 0], "v_i": [[0, 0, 0], [0, 0, 0]], "v_j": [[0.1, 0, 0], [0.1, 0, 0]],
 "omega_i": [[0, 0, 0], [0, 0, 0.5]], "omega_j": [[0, 0, 0], [0, 0, 0.5]]}' >plain.json
  local kind
  for kind in csv json; do # with the mark that office programs put before UTF-8
    printf '\xef\xbb\xbf' | cat - plain.$kind >marked.$kind
  done
  # shellcheck disable=SC2086
  {
    expect 0 "" drive $law --input plain.csv
    mv out first.csv
    # Half the branch is the arm of both, 1.91/2: k_t of 200/7 times 0.1 times 0.5 (0.955 + 0.955).
    near "place of 2" "$(tail -1 first.csv | cut -d' ' -f11)" 1.91 1e-15
    near "F_i along the normal" "$(tail -1 first.csv | cut -d' ' -f20)" -9 1e-12
    near "F_i along the shear" "$(tail -1 first.csv | cut -d' ' -f21)" "$(compute '-200/7 * 0.1 * 0.955')" 1e-14
    near "F_j along the shear" "$(tail -1 first.csv | cut -d' ' -f24)" "$(compute '200/7 * 0.1 * 0.955')" 1e-14
    near "T_i" "$(tail -1 first.csv | cut -d' ' -f28)" "$(compute '-200/7 * 0.1 * 0.955**2')" 1e-14
    for from in "plain.json --branch 1.9,0,0" "plain.csv --branch 1.9,0,0" "marked.json --branch 1.9,0,0" marked.csv first.csv "- --branch 1.9,0,0"; do
      expect 0 "" drive $law --input $from <plain.json
      cmp -s out first.csv || fail "$from: other forces"
    done
    expect 0 "" drive $law --input first.csv --output first.json
    expect 0 "" drive $law --input first.json
    cmp -s out first.csv || fail "JSON that was written"
    expect 1 "an output never overwrites an input" drive $law --input plain.csv --output ./plain.csv
    expect 1 "say where body 2 begins" drive $law --input plain.json
    expect 2 "'--format' is 'csv' or 'ondem', not 'yade'" drive ${law/ondem/yade} --input plain.csv
    expect 2 "'--wall' has no place there" drive $law --input plain.csv --wall
    while IFS='|' read -r text content; do
      printf %b "$content" >bad.csv
      expect 1 "$text" drive $law --input bad.csv --branch 1,0,0
    done <<'END'
bad.csv:1: numbers before the line|0 0 0\n
bad.csv:2: number 2 of the 2|# t u_n\n0 nan\n
bad.csv:2: more than the 1 numbers|# t\n0 1\n
'v_i' has 0 numbers, but there are 1 times|# t\n0\n
no JSON of arrays of finite numbers|{"t": [[0], [Infinity]]}
no JSON of arrays of finite numbers|{"t": [[0
the file is empty|
END
    expect 1 "nothing.csv: cannot read" drive $law --input nothing.csv
  }
  expect 2 "without '--format ondem'" drive hertz-mindlin --input plain.csv --branch 1,0,0
}

# bad NAME TEXT FORMAT ARGUMENT...: a file with what printf makes of the rest is refused with the text.
bad() {
  local name=$1 text=$2
  shift 2
  # shellcheck disable=SC2059
  printf "$@" >"$name.csv"
  expect 1 "$text" drive hertz-mindlin --input "$name.csv"
}

check_files() {
  local row=0.0,0,0,0,0,0,0,0,0,0,1.99,0,0,0,0,0,0,0,0
  bad empty "empty.csv: the file is empty" ""
  bad no_rows "no_rows.csv: there are no lines of numbers" '%s\n' "$columns"
  bad one_row "add --dt T" '%s\n%s\n' "$columns" "$row"
  bad missing "missing.csv:2: there is no column 'v1y'" '#\n%s\n%s\n' "${columns/v1y,/}" "$row"
  bad misnamed "did you mean the column 'vly'?" '%s\n%s\n' "${columns/v1y/vly}" "$row"
  bad twice "two columns are called 'v1x'" '%s\n%s\n' "${columns/v1y/v1x}" "$row"
  bad text "text.csv:2: column 'x2': 'x' is not a number" '%s\n%s\n' "$columns" "${row/1.99/x}"
  bad blank "blank.csv:2: column 'x2': '' is not a number" '%s\n%s\n' "$columns" "${row/1.99/}"
  bad nan "nan.csv:3: column 'x2': 'nan' is not a finite number" '%s\n\n%s\n' "$columns" "${row/1.99/nan}"
  bad inf "'-inf' is not a finite number" '%s\n%s\n' "$columns" "${row/1.99/-inf}"
  bad long "long.csv:2: the line has 20 fields, but the table has 19 columns" '%s\n%s\n' "$columns" "$row,1"
  bad short "short.csv:2: the line has 18 fields" '%s\n%s\n' "$columns" "${row%,0}"
  bad back "back.csv:3: column 't': the time must increase, but 0 follows 10" '%s\n1%s\n%s\n' "$columns" "$row" "$row"
  bad still "still.csv:3: column 't': the time must increase" '%s\n%s\n%s\n' "$columns" "$row" "$row"
  expect 1 "cannot open 'nothing.csv': No such file" drive hertz-mindlin --input nothing.csv
  expect 1 "cannot read" drive hertz-mindlin --input .
  # No text, a line without end; what offices put before UTF-8.
  bad zero "zero.csv:2: the line has a zero byte" '%s\n0.0,\0,0\n' "$columns"
  printf '%s\n%s\n0.1%s' "$columns" "$row" "${row#0.0}" | iconv -t utf-16 >wide.csv
  expect 1 "wide.csv:1: the line has a zero byte" drive hertz-mindlin --input wide.csv
  printf 't,%01048576d\n' 0 >endless.csv
  expect 1 "endless.csv:1: the line is longer than 1048576 characters" drive hertz-mindlin --input endless.csv
  [ ! -c /dev/zero ] || expect 1 "has a zero byte" drive hertz-mindlin --input /dev/zero
  printf '\357\273\277%s\n%s\n0.1%s' "$columns" "$row" "${row#0.0}" >marked.csv
  expect 0 "" drive hertz-mindlin --input marked.csv
  # The ends of lines of other systems, and blanks.
  printf '%s\r\n%s\r\n%s\r\n' "${columns//,/ , }" "$row" "0.1${row#0.0}" >windows.csv
  expect 0 "" drive hertz-mindlin --input windows.csv
  expect 1 "cannot write 'nowhere/forces.csv'" drive hertz-mindlin --input windows.csv --output nowhere/forces.csv
  expect 1 "cannot write 'nowhere/a.csv'" collide hertz-mindlin --csv nowhere/a.csv
  expect 2 "both write to the standard output" collide hertz-mindlin --csv - --json
  if [ -c /dev/full ]; then
    expect 1 "cannot write all of '/dev/full'" collide hertz-mindlin --csv /dev/full
    "$dcm" list >/dev/full 2>err
    [ $? -eq 1 ] || fail "a full standard output is not noticed"
  fi
  expect 0 "" collide hertz-mindlin --steps 100 --csv -
  # One line for the start and each step, up to the first after the contact.
  local steps
  steps=$(grep -vc '^#' out)
  { [ "$steps" -gt 100 ] && [ "$steps" -lt 115 ]; } || fail "$steps lines for a collision of about 104 steps"
  near "first overlap" "$(grep -v '^#' out | sed -n 2p | cut -d, -f22)" 0 0
  # The steps of a collision are a motion to drive a contact through. Their velocities are those of the end of a step,
  # the forces those of the velocities foreseen: the two differ with the step.
  expect 0 "" collide hertz-mindlin --set young=7e10 --angle 40 --spin1 100,-200,300 --velocities synchronised --steps 5000 --csv steps.csv
  expect 0 "" drive hertz-mindlin --set young=7e10 --input steps.csv --output driven.csv
  python3 -IS -c '
def rows(name):
    lines = [line.strip().split(",") for line in open(name) if not line.startswith("#")]
    assert all(len(line) == len(lines[0]) for line in lines), name + " has lines of different lengths"
    return [dict(zip(lines[0], map(float, line))) for line in lines[1:]]
ours, again = rows("steps.csv"), rows("driven.csv")
assert len(ours) == len(again)
for column in again[0]:
    largest = max(abs(row[column]) for row in ours)
    apart = max(abs(a[column] - b[column]) for a, b in zip(ours, again))
    assert apart <= 2e-3 * largest, f"{column}: {apart} of {largest}"' || fail "a collision driven once more"
}

# Answers that are no numbers, texts that are none, steps without end.
check_faults() {
  local faulty=(faulty --library "$faulty_law")
  # All that is missing, at once.
  expect 2 "the law 'faulty' needs stuff (what the command knows no usual value for, in kg), matter (what it knows none for either, in -): write --set stuff=VALUE --set matter=VALUE" \
    collide "${faulty[@]}"
  expect 2 "needs matter (what it knows none for either, in -): write --set matter=VALUE" \
    collide "${faulty[@]}" --set stuff=1 --set1 matter=2
  faulty+=(--set stuff=1 --set matter=1)
  expect 0 "" collide "${faulty[@]}"
  near "safe step" "$(sed -n "s/.*law's stiffness *\\([^ ]*\\).*/\\1/p" out)" "$(compute 'pi / 20 * sqrt(0.5 * 2500 * 4 / 3 * pi * 1e-9 / 1000)')" 1e-11
  local defect text
  for defect in "force:gives a normal force of inf at" "torque:gives a torque on 1 of" "energy:gives a rolling dissipation of" \
    "state:gives a state of the contact of" "touch:gives a normal force of inf to bodies at rest" \
    "refusal:the law 'faulty' refuses a contact with an overlap of" "refusal:; the law says: three steps are enough" \
    "depth:refuses a contact with an overlap of 1.0" "depth:e-06; the law says: this is too deep" \
    "reach:reach -1 beyond touching"; do
    text=${defect#*:}
    expect 1 "$text" collide "${faulty[@]}" --set defect="${defect%%:*}" --dt 1e-9
    expect 1 "$text" collide "${faulty[@]}" --set defect="${defect%%:*}" --json
    ! grep -q nan out || fail "numbers after all: $(cat out)"
  done
  # A fault in a prescribed motion keeps the lines before the fault.
  {
    echo "$columns"
    for i in 0 1 2 3 4 5; do echo "0.$i,0,0,0,0,0,0,0,0,0,0.0019,0,0,0,0,0,0,0,0"; done
  } >still.csv
  expect 1 "still.csv: step 3, t = 0.3: the law 'faulty' gives a torque on 1 of" \
    drive "${faulty[@]}" --set defect=torque --input still.csv
  [ "$(grep -c '^[0-2],' out)" -eq 3 ] || fail "the lines before the defect"
  ! grep -qi nan out || fail "drive prints what is no number"
  expect 1 "; the law says: three steps are enough" drive "${faulty[@]}" --set defect=refusal --input still.csv
  expect 1 "reach -1 beyond touching" drive "${faulty[@]}" --set defect=reach --input still.csv

  # No escape sequence reaches the terminal, from laws, command lines or files.
  expect 0 'warning: beware of \x1b[31mred\xff and µ' collide "${faulty[@]}" --set defect=escape
  expect 2 'no contact law '"'"'\x1b[31m'"'" show $'\e[31m'
  printf 't,\033[31m\n' >escape.csv
  expect 1 "there is no column" drive "${faulty[@]}" --input escape.csv
  expect 2 'not '"'"'a\x0ab'"'" collide hertz-mindlin --set $'a\nb'
  ! grep -q $'\e' err || fail "an escape sequence"

  # Steps without end, and collisions that took the search for a step where it did not return from.
  expect 2 "a time step of 1e-300 s divides" collide hertz-mindlin --dt 1e-300
  expect 2 "at most 1e+09 are allowed" collide hertz-mindlin --steps 1e12
  local speed
  for speed in 0.1 0.01 1e-4 1e-8; do
    expect 0 "" collide hertz-mindlin --set restitution=0.5 --speed $speed --json
    near "restitution at $speed m/s" "$(json outcome.normal_restitution)" 0.5 1e-4
  done
  expect 0 "" collide hertz-mindlin --set restitution=0.5 --speed 0.01 --dt 1e-9
  expect 1 "overlap is lost in the rounding of positions" collide hertz-mindlin --speed 1e-14
  local n
  for n in 1 3 10; do
    # The largest overlap of a spring F = f (u/d)^n: M v^2/2 = f d/(n + 1) (u/d)^(n + 1).
    expect 0 "" collide extended-hertz2 --set restitution=1 --set n_u=$n --set delta_u=1e-6 --set f_u=1 --speed 0.1 --json
    near "overlap with n_u = $n" "$(json outcome.max_overlap)" \
      "$(compute "1e-6 * (($n + 1) * 0.5 * 0.5 * 2500 * 4 / 3 * pi * 1e-9 * 0.01 / 1e-6) ** (1 / ($n + 1))")" 1e-12
  done
  for n in 40 1e5 1e11; do
    expect 2 "nU + 1 <= 25 (nDP + 1)" collide extended-hertz2 --set n_u=$n --set delta_u=1 --set f_u=1
  done
  expect 0 "" collide hertz-mindlin --angle 89.9 --speed 10
}

check_plot() {
  expect 2 ".svg, .png or .pdf" collide hertz-mindlin --plot picture.jpg
  expect 2 "without '|' and control characters" collide hertz-mindlin --plot '|touch ran; cat >a.svg'
  expect 2 "without '|' and control characters" collide hertz-mindlin --plot $'a\'\nsystem "touch ran"\n#.svg'
  expect 2 "without '|' and control characters" collide hertz-mindlin --sweep young=1e9,2e9 --plot '|touch ran;#.svg'
  [ ! -e ran ] || fail "a name of a picture was run as a command"
  mkdir empty
  PATH=$work/empty "$dcm" collide hertz-mindlin --plot picture.svg >out 2>err
  [ $? -eq 1 ] || fail "no gnuplot, and no failure"
  grep -q "gnuplot is not installed" err || fail "no gnuplot, and no word of it: $(cat err)"
  # A gnuplot that fails.
  printf '#!/bin/sh\ncat >/dev/null\nexit 3\n' >empty/gnuplot
  chmod +x empty/gnuplot
  PATH=$work/empty:$PATH "$dcm" collide hertz-mindlin --plot picture.svg >out 2>err
  [ $? -eq 1 ] || fail "gnuplot fails, and dcm does not"
  grep -q "gnuplot did not draw 'picture.svg'" err || fail "gnuplot fails, and no word of it"
  if ! command -v gnuplot >/dev/null; then
    if [ $failures -eq 0 ]; then
      echo "skipped the rest: gnuplot is not installed"
      exit 77
    fi
    return
  fi
  # A disk that is full, and a gnuplot that is stopped half way.
  if [ -c /dev/full ]; then
    local kind
    for kind in svg png pdf; do
      ln -s /dev/full full.$kind
      expect 1 "gnuplot did not write all of 'full.$kind'" collide hertz-mindlin --plot full.$kind
    done
  fi
  for kind in svg png pdf; do
    expect 0 "" collide hertz-mindlin --plot "whole.$kind"
  done
  expect 1 "cannot write 'nowhere/a.svg'" collide hertz-mindlin --plot nowhere/a.svg
  [ "$(wc -l <err)" = 1 ] || fail "more than a message about a picture that cannot be written: $(cat err)"
  # A picture never takes the place of the table.
  ln -s table.svg link.svg
  local drawing
  for drawing in table.svg ./table.svg link.svg; do
    expect 2 "are one file" collide hertz-mindlin --csv table.svg --plot "$drawing"
    expect 2 "are one file" collide hertz-mindlin --sweep speed=1,2 --csv table.svg --plot "$drawing"
  done
  LC_ALL=C expect 0 "" collide hertz-mindlin --angle 40 --plot "it's a picture.svg"
  grep -q '</svg>' "it's a picture.svg" || fail "no complete picture"
  local text
  for text in "overlap, µm" "normal force, N" "time, µs" "Hertz, elastic" "tangential"; do
    grep -q "$text" "it's a picture.svg" || fail "the picture lacks '$text'"
  done
  # The plot has the tangential force unless it is rounding, a billionth of the normal one.
  expect 0 "" collide hertz-mindlin --angle 1.5e-7 --plot tangential.svg
  grep -q "tangential" tangential.svg || fail "a tangential force of 1.5e-9 of the normal one is not drawn"
  expect 0 "" collide hertz-mindlin --angle 0.9e-7 --plot tangential.svg
  ! grep -q "tangential" tangential.svg || fail "a tangential force of 0.9e-9 of the normal one is drawn"
  # Where a collision fails there is no picture.
  expect 1 "jump past each other" collide hertz-mindlin --dt 1 --plot none.svg
  [ ! -e none.svg ] || fail "a collision that failed leaves a picture"
  expect 0 "" collide hertz-mindlin --sweep young=1e9:5e9:1e9 --plot sweep.svg
  grep -q "Young's modulus, GPa" sweep.svg || fail "the picture of the sweep lacks its axis"
  expect 0 "" collide hertz-mindlin --sweep form=sheet,consistent --plot words.svg
  grep -q "consistent" words.svg || fail "the picture of words lacks a word"
  # Numbers without a value, and negative ones.
  expect 0 "" collide hertz-mindlin --sweep angle=0:80:20 --plot angles.svg
  for text in "normal" "tangential" "surface" "angle from the normal, degrees" "duration, µs"; do
    grep -q "$text" angles.svg || fail "the picture of angles lacks '$text'"
  done
  # No collision has a restitution.
  expect 0 "" collide bond --bonded --steps 50 --sweep friction=0.1,0.2 --plot none.svg
}

check_new() {
  local flags=(-std=c11 -Wall -Wextra -Werror -O2 -fPIC -shared -I "$(dirname "$this")/../../abi")
  expect 0 "" new coated
  [ -s coated/CMakeLists.txt ] || fail "dcm new writes no test"
  [ -s coated/in.coated ] || fail "dcm new writes no input"
  "${CC:-cc}" "${flags[@]}" -o coated.so coated/coated.c -lm || fail "the new law does not compile"
  expect 0 "0 findings" check coated --library ./coated.so
  expect 0 "" collide coated --library ./coated.so --set stiffness=1e5 --set damping=0 --set friction=0.3 --json
  # Parameters that are not used yet are found.
  expect 0 "" new more --parameter shear=Pa --state spring=vector --state age=scalar --to "a folder"
  "${CC:-cc}" "${flags[@]}" -o more.so "a folder/more.c" -lm || fail "the new law with more parameters does not compile"
  expect 0 "spring" show more --library ./more.so
  expect 1 "shear" check more --library ./more.so --only effects
  # No two columns of a table have one name, whatever a law calls its numbers.
  local table='.outputs = (const dcm_output[]){{.size = sizeof(dcm_output), .name = "normal_force", .description = "of the law"}},'
  expect 0 "" new clash --state t=scalar --state x1=scalar --state state_x1=scalar --state a_x=scalar --state a=vector
  sed -i -e "s/^    .init = init,/    .output_count = 1,\n    $table\n&/" -e 's/r->normal_force\[k\] = fn;/& if (r->outputs) r->outputs[0][k] = fn;/' clash/clash.c
  "${CC:-cc}" "${flags[@]}" -o clash.so clash/clash.c -lm || fail "the law with names of columns does not compile"
  expect 0 "" collide clash --library ./clash.so --set stiffness=1e5 --set damping=0 --set friction=0.3 --csv -
  grep -v '^#' out | head -1 | grep -qF ',state_t,state_x1,state_state_x1,a_x,state_a_x,state_a_y,state_a_z,output_normal_force' ||
    fail "names of columns: $(grep -v '^#' out | head -1)"
  # A quantity for which the law has no answer.
  "${CC:-cc}" "${flags[@]}" -D_GNU_SOURCE -o exchange.so "$(dirname "$this")/../check/right/exchange.c" -lm || fail "a law with a quantity does not compile"
  local sticks=(sticks --library ./exchange.so --set stiffness=1e4 --set friction=0.3 --set patience=1 --set pull=1e-3)
  expect 2 "wetness = 2 is out of range: the law 'sticks' has an answer for wetness from 0 to 1" collide "${sticks[@]}" --set wetness=2
  expect 2 "wetness = -1 is out of range" check "${sticks[@]}" --set wetness=-1
  expect 0 "" collide "${sticks[@]}" --set1 wetness=0 --set2 wetness=1
  # Words that mean something in C are names like others.
  local word words=()
  for word in count fields nan infinity null pair parameters value; do words+=(--parameter "$word=-" --state "of_$word=scalar"); done
  expect 0 "" new words "${words[@]}" --state count_=scalar
  "${CC:-cc}" "${flags[@]}" -o words.so words/words.c -lm || fail "a new law with names that C has, too, does not compile"
  expect 0 "infinity" show words --library ./words.so
  expect 1 "cannot make the folder 'coated.so/there': Not a directory; name another folder with --to" new third --to coated.so/there
  expect 2 "lower-case" new Coated
  expect 2 "'hertz' is a law of dcm, which all programs would take in the place of yours" new --to third hertz
  expect 2 "at most 63" new third --parameter "$(printf '%064d' 0 | tr 0 a)=m"
  expect 2 "is there already" new coated
  expect 0 "" new fourth --to hertz
  expect 2 "the unit 'bar'" new third --parameter p=bar
  expect 2 "scalar or vector" new third --state s=tensor
  expect 2 "'friction' is there twice" new third --parameter friction=-
  expect 2 "no option '--paramter'" new third --paramter p=-
  [ ! -e third ] || fail "dcm new leaves something after an error"
}

check_completion() {
  "$dcm" completion >dcm.bash || fail "dcm completion"
  PATH=$(dirname "$dcm"):$PATH
  # shellcheck disable=SC1091
  . ./dcm.bash
  complete_words() {
    COMP_WORDS=("$@")
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    _dcm
    echo "${COMPREPLY[*]}"
  }
  [ "$(complete_words dcm coll)" = collide ] || fail "commands are not completed"
  [ "$(complete_words dcm collide hertz-mi)" = hertz-mindlin ] || fail "laws are not completed"
  [ "$(complete_words dcm collide hertz-mindlin --swe)" = --sweep ] || fail "options are not completed"
  touch motion.csv
  case " $(complete_words dcm same mpiru) " in *" mpirun "*) ;; *) fail "programs are not completed" ;; esac
  touch in.of_mine
  [ "$(complete_words dcm same mpirun lmp -in in.of)" = in.of_mine ] || fail "files of other programs are not completed"
  [ -z "$(complete_words dcm run -in mpiru)" ] || fail "programs are offered in the place of files"
  [ "$(complete_words dcm drive hertz-mindlin --input mot)" = motion.csv ] || fail "files are not completed"
  [ "$(complete_words dcm adapter --fo)" = --for ] || fail "options of scripts are not completed"
}

"check_$group"
finish "$group"
