# SPDX-License-Identifier: MIT
# What the commands in scripts/ share: messages, the cache, Debian packages.
# Sourced by bash; sets no shell option of its own.
# shellcheck shell=bash disable=SC2034 # variables are for the scripts that source this

DCM_ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
DCM_CACHE=${DCM_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/dcm}
DCM_JOBS=${DCM_JOBS:-$(nproc 2>/dev/null || echo 2)}

# Open MPI refuses to run as root unless told twice. In a container, root is all there is.
if [ "$(id -u)" -eq 0 ]; then
  export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
fi
# More ranks than cores are allowed, and ranks are not bound to cores: several mpirun at once, as tests in
# parallel are, would all bind their ranks to the same first cores.
export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_hwloc_base_binding_policy=none

dcm_say() { printf '%s\n' "$*"; }
dcm_warn() { printf '%s\n' "$*" >&2; }
dcm_die() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}

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

dcm_have() { command -v "$1" >/dev/null 2>&1; }

dcm_package_installed() {
  [ "$(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

# Installs those of the named Debian packages that are missing. Where that is not possible (no root, no apt),
# it prints what is missing and how to get it, and returns success: the build then says what it lacks.
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
  if [ "$(id -u)" -ne 0 ]; then
    dcm_warn "Missing packages: ${missing[*]}"
    dcm_warn "Install them as root: apt-get install --no-install-recommends ${missing[*]}"
    return 0
  fi
  dcm_say "Installing ${#missing[@]} of $# packages: ${missing[*]}"
  local log=$DCM_CACHE/log/packages.log
  # The lists may be absent (containers) or old (mirrors drop replaced versions), so they are fetched first.
  dcm_logged "$log" apt-get update || dcm_warn "The package lists were not updated; trying with those at hand."
  dcm_logged "$log" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}" ||
    dcm_warn "Not all packages could be installed; going on with what is there."
}

# Holds a lock of that name in the cache, so that two runs don't build the same host at once.
dcm_lock() {
  mkdir -p "$DCM_CACHE"
  exec 9>"$DCM_CACHE/$1.lock"
  flock -n 9 && return 0
  dcm_say "Waiting for another run that is preparing the same files in $DCM_CACHE."
  flock 9
}
dcm_unlock() { exec 9>&-; }
