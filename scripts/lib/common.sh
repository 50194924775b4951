# SPDX-License-Identifier: MIT
# Functions that the commands in scripts/ share: messages, folders, locks, children, Debian packages. Sourced by bash; sets no
# shell option of its own, but traps: what a script leaves when it ends, by itself or by a signal, is what dcm_at_exit leaves.
# shellcheck shell=bash disable=SC2034 # variables are for the scripts that source this

# Messages of other programs, and points in numbers, are the same for everyone. In an empty environment PATH is the
# shell's own, which others would not see.
export LC_ALL=C PATH
unset CDPATH

DCM_ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd) || exit 1
DCM_JOBS=${DCM_JOBS:-$(nproc 2>/dev/null || echo 2)}
# Where downloads and built hosts are kept; dcm_cache makes it.
DCM_CACHE=${DCM_CACHE:-}
if [ -z "$DCM_CACHE" ] && [ -n "${XDG_CACHE_HOME:-${HOME:-}}" ]; then
  DCM_CACHE=${XDG_CACHE_HOME:-$HOME/.cache}/dcm
fi

# Open MPI refuses to run as root unless told twice. In a container, root is all there is.
if [ "$(id -u)" -eq 0 ]; then
  export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
fi
# More ranks than cores are allowed, and ranks are not bound to cores: several mpirun at once, as tests in
# parallel are, would all bind their ranks to the same first cores.
export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_hwloc_base_binding_policy=none

dcm_say() { printf '%s\n' "$*"; }
dcm_have() { command -v "$1" >/dev/null 2>&1; }
dcm_warn() { printf '%s\n' "$*" >&2; }
dcm_die() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}

# dcm_value WHAT OPTION [VALUE]...: whether an option of the command line has its value.
dcm_value() {
  [ -n "${3:-}" ] || dcm_die "$2 needs $1"
}

# --- folders --------------------------------------------------------------------------------------------------

# dcm_folder WHAT FOLDER ADVICE: makes the folder if there is none, and prints its path. If nothing can be written
# there, it ends with a sentence; called as folder=$(dcm_folder …) || exit 1.
dcm_folder() {
  local folder=$2 said
  [ -n "$folder" ] || dcm_die "$1 is empty; $3"
  case $folder in /*) ;; *) folder=./$folder ;; esac
  said=$(mkdir -p "$folder" 2>&1) || dcm_die "$1 is $2, but this folder cannot be made (${said##*: }); $3"
  said=$(mktemp -d "$folder/.dcm.XXXXXX" 2>&1) || dcm_die "$1 is $2, but this folder cannot be written (${said##*: }); $3"
  rmdir "$said"
  (cd "$folder" && pwd)
}

# dcm_cache: makes the cache, or ends with a sentence. Whatever uses the cache calls it first.
DCM_CACHE_IS_MADE=
dcm_cache() {
  local advice part
  [ -z "$DCM_CACHE_IS_MADE" ] || return 0
  advice="DCM_CACHE=FOLDER $(printf %q "$0")"
  [ -n "$DCM_CACHE" ] ||
    dcm_die "HOME is not set, so there is no folder for downloads and built hosts; give a folder: $advice"
  advice="name another one: $advice"
  DCM_CACHE=$(dcm_folder "the cache of downloads and built hosts" "$DCM_CACHE" "$advice") || exit 1
  # Its parts may be another user's.
  for part in log hosts sources; do
    dcm_folder "the cache of downloads and built hosts" "$DCM_CACHE/$part" "$advice" >/dev/null || exit 1
  done
  DCM_CACHE_IS_MADE=yes
}

# dcm_build_folder NAME: makes build/NAME in the clone and prints it, or ends with a sentence.
dcm_build_folder() {
  dcm_folder "the build folder" "$DCM_ROOT/build/$1" "copy the clone to where you may write"
}

# dcm_scratch PLACE: a temporary folder there, gone when the script ends; its path is in DCM_SCRATCH_FOLDER.
# Folders in DCM_EMPTY are gone then if nothing is in them.
DCM_SCRATCH=()
DCM_EMPTY=()
dcm_scratch() {
  DCM_SCRATCH_FOLDER=$(mktemp -d "$1/dcm.XXXXXX" 2>&1) ||
    dcm_die "no temporary folder can be made (${DCM_SCRATCH_FOLDER##*: }); give a folder: TMPDIR=FOLDER $(printf %q "$0")"
  DCM_SCRATCH+=("$DCM_SCRATCH_FOLDER")
}

# dcm_lock FOLDER: holds the folder until dcm_unlock or the end of the script, and of what it started.
dcm_lock() {
  dcm_have flock || return 0
  exec 9<"$1" || return 0
  flock -n 9 && return 0
  dcm_say "Waiting for another run that is busy in $1."
  flock 9
}
dcm_unlock() { exec 9>&-; }

# --- children -------------------------------------------------------------------------------------------------

# dcm_start COMMAND...: starts it as a process group of its own, which ends when the script does. dcm_wait waits for
# it and returns its status. dcm_run does both.
DCM_CHILD=
dcm_start() {
  set -m
  "$@" </dev/null &
  DCM_CHILD=$!
  set +m
}
dcm_wait() {
  local status
  wait "$DCM_CHILD"
  status=$?
  DCM_CHILD=
  return $status
}
dcm_run() { dcm_start "$@" && dcm_wait; }

dcm_at_exit() {
  local status=$? tenth
  trap '' HUP INT TERM
  if [ -n "$DCM_CHILD" ]; then
    kill -TERM -- "-$DCM_CHILD" 2>/dev/null
    for tenth in {1..50}; do
      kill -0 -- "-$DCM_CHILD" 2>/dev/null || break
      sleep 0.1
    done
    kill -KILL -- "-$DCM_CHILD" 2>/dev/null
  fi
  [ ${#DCM_SCRATCH[@]} -eq 0 ] || rm -rf -- "${DCM_SCRATCH[@]}"
  [ ${#DCM_EMPTY[@]} -eq 0 ] || rmdir -- "${DCM_EMPTY[@]}" 2>/dev/null
  exit $status
}
trap dcm_at_exit EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

# --- stages and logs ------------------------------------------------------------------------------------------

# Stages: a heading with the seconds since the script began, and at the end how long the stage took.
DCM_STAGE=
DCM_STAGE_BEGIN=0
dcm_stage() {
  dcm_stage_end
  DCM_STAGE=$1
  DCM_STAGE_BEGIN=$SECONDS
  printf '\n== %s [%d s so far]\n' "$DCM_STAGE" "$SECONDS"
}
dcm_stage_end() {
  [ -z "$DCM_STAGE" ] || printf -- '-- %s: %d s\n' "$DCM_STAGE" $((SECONDS - DCM_STAGE_BEGIN))
  DCM_STAGE=
}

# Runs a command with its output in a log; shows the end of the log only if the command fails.
dcm_logged() {
  local log=$1
  shift
  mkdir -p "$(dirname "$log")"
  "$@" >"$log" 2>&1 && return 0
  local status=$?
  dcm_warn "failed: $*"
  dcm_warn "the last lines of $log:"
  tail -n 30 "$log" >&2
  return $status
}

# --- packages -------------------------------------------------------------------------------------------------

dcm_package_installed() {
  [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

# Packages for scripts/site: Sphinx and its parts, a compiler for WebAssembly, and what draws plots.
DCM_SITE_PACKAGES=(python3-sphinx python3-myst-parser furo python3-sphinx-copybutton node-normalize.css clang lld wasi-libc libclang-rt-dev-wasm32
  libjs-chart.js)

# Installs those of the named Debian packages that are missing. Where that is not possible (no root, no apt), or not
# wanted (DCM_INSTALL=no), it prints what is missing and how to get it, and returns success: the build then says what it lacks.
dcm_packages() {
  local package missing=()
  if ! dcm_have dpkg-query || ! dcm_have apt-get; then
    dcm_warn "This is not a Debian system, so no packages are installed. What Debian calls these must be there: $*"
    return 0
  fi
  for package in "$@"; do
    dcm_package_installed "$package" || missing+=("$package")
  done
  if [ ${#missing[@]} -eq 0 ]; then
    dcm_say "All $# packages are installed."
    return 0
  fi
  if [ "$(id -u)" -ne 0 ] || [ "${DCM_INSTALL:-}" = no ]; then
    dcm_warn "Missing packages: ${missing[*]}"
    dcm_warn "Install them as root: apt-get install --no-install-recommends ${missing[*]}"
    return 0
  fi
  dcm_say "Installing ${#missing[@]} of $# packages: ${missing[*]}"
  dcm_cache
  local log=$DCM_CACHE/log/packages.log
  # The lists may be absent (containers) or old (mirrors drop replaced versions), so they are fetched first.
  dcm_logged "$log" apt-get update || dcm_warn "The package lists were not updated; trying with those at hand."
  # In a session of its own an installation comes to its end even if this script is killed: half of one harms the system.
  dcm_logged "$log" env DEBIAN_FRONTEND=noninteractive setsid -w apt-get install -y --no-install-recommends "${missing[@]}" ||
    dcm_warn "Not all packages could be installed; going on with what is there."
}
