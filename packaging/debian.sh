#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds the Debian packages in a clean chroot of a suite, and tries them in another one. See usage below.
set -uo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" >/dev/null && pwd)
# shellcheck source=scripts/lib/common.sh
. "$here/../scripts/lib/common.sh"
# shellcheck source=scripts/lib/hosts.sh
. "$here/../scripts/lib/hosts.sh"

usage() {
  cat <<'END'
usage: packaging/debian.sh [--out DIR] [--try-only] [--from DIR] [--expired] [--ccache DIR] SUITE...
  Builds the packages dcm, libdcm1, libdcm-dev, python3-dcm, dcm-lammps and, where LIGGGHTS is packaged, dcm-liggghts for
  Debian suites (bookworm, trixie, unstable), of the last commit, each in a clean chroot. lintian checks the packages. Then
  they are tried in a chroot that has no compiler: installed, the demo's input on two ranks by autopkgtest, upgraded, removed.
  The command prints the seconds from nothing to the first step. It works as root, on Debian, with the mirror that apt uses.
  Where Debian's LAMMPS itself depends on a compiler, the programs of the compiler are deleted before the first step.
  DEBFULLNAME and DEBEMAIL in the environment name the maintainer of the packages.
  --out DIR    where packages go, each suite in a folder of its own (default build/packages)
  --try-only   tries the packages that are there, without building them again
  --from DIR   tries the upgrade from the packages of an earlier release, too, in folders of suites as --out has them: a run that the
               earlier packages began and wrote into a restart file goes on with the new ones, to the printed digits
  --ccache DIR compiles through ccache, whose cache is this folder: a second build takes a part of the time
  --expired    takes lists of packages that have expired, as those of unstable from a mirror of another day have
END
}

out=$DCM_ROOT/build/packages
build=yes
earlier=
expired=()
ccache=
suites=()
while [ $# -gt 0 ]; do
  case $1 in
    --out) dcm_value "a folder" "$@" && out=$2 && shift 2 ;;
    --try-only) build= && shift ;;
    --from) dcm_value "a folder" "$@" && earlier=$2 && shift 2 ;;
    --ccache) dcm_value "a folder" "$@" && ccache=$2 && shift 2 ;;
    --expired) expired=(--aptopt='Acquire::Check-Valid-Until "false"') && shift ;;
    -h | --help) usage && exit 0 ;;
    -*) usage >&2 && dcm_die "unknown option: $1" ;;
    *) suites+=("$1") && shift ;;
  esac
done
[ ${#suites[@]} -gt 0 ] || { usage >&2 && dcm_die "no suite is named"; }
for suite in ${earlier:+"${suites[@]}"}; do
  [ -n "$(find "$earlier/$suite" -name '*.deb' 2>/dev/null)" ] || dcm_die "there are no packages in $earlier/$suite; name a folder as --out makes it: --from DIR"
done
[ "$(id -u)" -eq 0 ] || dcm_die "chroots need root"
out=$(dcm_folder "the folder for the packages" "$out" "name one where you may write: --out DIR") || exit 1
[ -z "$ccache" ] || ccache=$(dcm_folder "the cache of ccache" "$ccache" "name one where you may write: --ccache DIR") || exit 1
dcm_cache
dcm_packages autopkgtest mmdebstrap git xz-utils debian-archive-keyring
archive=$(dcm_apt_archive) || dcm_die "apt's configuration has no archive of this Debian release"
uri=${archive% *}
keyring=$(dcm_apt_keyring "$uri")
: "${keyring:=/usr/share/keyrings/debian-archive-keyring.gpg}"
version=$(sed -n 's/^project(dcm VERSION \([0-9.]*\).*/\1/p' "$DCM_ROOT/CMakeLists.txt")

# bootstrap SUITE VARIANT DIR: a chroot; apt in it takes the same mirror.
bootstrap() {
  dcm_logged "$out/$1/bootstrap-$2.log" dcm_run mmdebstrap --mode=root --variant="$2" --components=main --keyring="$keyring" \
    --skip=cleanup/apt/lists "${expired[@]}" "$1" "$3" "deb $uri $1 main" || {
    ! grep -q 'is expired' "$out/$1/bootstrap-$2.log" || dcm_die "the lists of $1 on $uri have expired; to take them nevertheless: --expired"
    return 1
  }
  cp /etc/resolv.conf "$3/etc/resolv.conf"
  # No service starts in a chroot.
  printf '#!/bin/sh\nexit 101\n' >"$3/usr/sbin/policy-rc.d" && chmod +x "$3/usr/sbin/policy-rc.d"
}
# inside DIR COMMAND: in the chroot, without this machine's environment. Mounts end with the command.
inside() {
  # shellcheck disable=SC2016 # expanded by the shell in the new namespace
  unshare --mount sh -c 'mount -t proc proc "$1/proc" && mount -t tmpfs shm "$1/dev/shm" && if [ -n "$4" ]; then
      mkdir -p "$1/ccache" && mount --bind "$4" "$1/ccache" && set -- "$1" "$2" "$3" CMAKE_C_COMPILER_LAUNCHER=ccache CMAKE_CXX_COMPILER_LAUNCHER=ccache
    fi && exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive CCACHE_DIR=/ccache \
      DEB_BUILD_OPTIONS="noautodbgsym parallel=$3" ${4:+"$4" "$5"} chroot "$1" bash -euc "$2"' sh "$1" "$2" "$DCM_JOBS" "$ccache"
}

# tree_of SUITE DIR: the sources of the commit with the files that Debian's tools want.
tree_of() {
  # Debian's usual variables name who builds; the address of the files in the repository is nobody's.
  local maintainer="${DEBFULLNAME:-dcm developers} <${DEBEMAIL:-dcm@example.org}>" date
  mkdir -p "$2" || return 1
  git -c safe.directory="$DCM_ROOT" -C "$DCM_ROOT" archive HEAD | tar -x -C "$2" || return 1
  cp -r "$2/packaging/debian" "$2/debian"
  sed -i "s/^Maintainer: .*/Maintainer: $maintainer/" "$2/debian/control"
  date=$(git -c safe.directory="$DCM_ROOT" -C "$DCM_ROOT" log -1 --format=%cD)
  printf 'dcm (%s) %s; urgency=medium\n\n  * See CHANGELOG.md.\n\n -- %s  %s\n' \
    "$version~$1" "$1" "$maintainer" "$date" >"$2/debian/changelog"
}

# headers_of SUITE CHROOT DIR: into the tree go the headers of the suite's LAMMPS.
headers_of() {
  local version_of headers part
  # A rebuild by Debian's build machines changes the version of the binary package, not that of the source.
  version_of=$(inside "$2" "apt-cache show liblammps-dev" | sed -n 's/^Source: lammps (\(.*\))/\1/p;s/^Version: \(.*\)/\1/p' | sed 's/+b[0-9]*$//' | tail -n 1)
  [ -n "$version_of" ] || dcm_die "$1 has no package liblammps-dev"
  headers=$DCM_CACHE/sources/lammps-$version_of
  [ ${#expired[@]} -eq 0 ] || echo "${expired[0]#*=};" >"$scratch/apt.conf"
  APT_CONFIG=${expired:+$scratch/apt.conf} dcm_source_package "$headers" "$1" "$version_of" || dcm_die "$DCM_HOST_WHY"
  for part in . GRANULAR PLUGIN fmt nlohmann; do
    [ -d "$headers/src/$part" ] || continue
    mkdir -p "$3/debian/lammps/src/$part" && cp "$headers/src/$part"/*.h* "$3/debian/lammps/src/$part/" || return 1
  done
  # Sizes of integers: Debian builds with LAMMPS' default.
  cat >"$3/debian/lammps/host.cmake" <<'END'
set(DCM_HOST_ID debian)
set(DCM_HOST_INCLUDE_DIRS ${CMAKE_CURRENT_LIST_DIR}/src ${CMAKE_CURRENT_LIST_DIR}/src/GRANULAR ${CMAKE_CURRENT_LIST_DIR}/src/PLUGIN)
set(DCM_HOST_DEFINITIONS LAMMPS_SMALLBIG)
END
}

build_in() {
  local suite=$1 chroot=$2 tree=$2/build/dcm-$version profiles=
  bootstrap "$suite" buildd "$chroot" || dcm_die "the chroot of $suite was not made"
  tree_of "$suite" "$tree" || dcm_die "the source tree was not made"
  headers_of "$suite" "$chroot" "$tree" || dcm_die "the headers of LAMMPS were not copied"
  # LIGGGHTS is not in every suite.
  inside "$chroot" 'apt-cache show libliggghts-dev' >/dev/null 2>&1 || profiles=nodcmliggghts
  dcm_logged "$out/$suite/dependencies.log" inside "$chroot" "apt-get install -y --no-install-recommends lintian ${ccache:+ccache} &&
    apt-get build-dep -y --no-install-recommends ${profiles:+-P $profiles} /build/dcm-$version" ||
    dcm_die "what the build needs could not be installed"
  dcm_logged "$out/$suite/build.log" inside "$chroot" "cd /build/dcm-$version && dpkg-buildpackage -b -us -uc ${profiles:+-P$profiles}" ||
    dcm_die "the packages of $suite were not built; see $out/$suite/build.log"
  rm -f "$out/$suite"/*.deb
  cp "$chroot"/build/*.deb "$chroot"/build/*.changes "$out/$suite"
  dcm_logged "$out/$suite/lintian.log" inside "$chroot" "cd /build && lintian --allow-root --fail-on error,warning ./*.changes" ||
    dcm_die "lintian is not content"
}

# listing CHROOT: all files but those that installing anything changes
listing() {
  (cd "$1" && find . -xdev \( -path ./proc -o -path ./sys -o -path ./dev -o -path ./tmp -o -path ./run -o -path ./var/cache \
    -o -path ./var/log -o -path ./var/lib/apt -o -path ./var/lib/dpkg -o -path ./root \) -prune -o -print | sort)
}

# without_compilers SUITE CHROOT: deletes the programs of every compiler, assembler and linker that was installed, and tells
# of them; then there must be none.
without_compilers() {
  # shellcheck disable=SC2016 # expanded in the chroot
  dcm_logged "$out/$1/compilers.log" inside "$2" '
    for package in $(dpkg-query -W -f "\${Package}\n" | grep -E "^(gcc|g\+\+|cpp|gfortran|binutils|clang|llvm|tcc)(-|\$)"); do
      programs=$(ls $(dpkg -L "$package" | grep -E "/bin/|/(cc1|cc1plus|collect2|f951|lto1)\$") /dev/null 2>/dev/null | grep -vx /dev/null || true)
      [ -z "$programs" ] || { echo "$package"; rm -f $programs; }
    done
    for name in cc c++ gcc g++ cpp clang clang++ gfortran as ld $(ls /usr/bin | grep -E "^(gcc|g\+\+|clang|gfortran)-[0-9]+\$"); do
      ! command -v "$name" || exit 1
    done' || dcm_die "the chroot has a compiler"
  [ ! -s "$out/$1/compilers.log" ] ||
    dcm_say "$1: Debian's LAMMPS brings a compiler, whose programs are deleted here: $(paste -sd ' ' "$out/$1/compilers.log")"
}

try_in() {
  local ccache=
  local suite=$1 chroot=$2 begin step end names=(dcm libdcm1 libdcm-dev dcm-lammps python3-dcm) name debs=
  bootstrap "$suite" apt "$chroot" || dcm_die "the chroot of $suite was not made"
  mkdir -p "$chroot/packages" "$chroot/tests"
  cp "$out/$suite"/*.deb "$chroot/packages"
  cp -r "$DCM_ROOT/inputs" "$chroot/tests"
  [ ! -e "$(echo "$chroot"/packages/dcm-liggghts_*.deb)" ] || names+=(dcm-liggghts)
  for name in "${names[@]}"; do debs="$debs /packages/${name}_*.deb"; done
  listing "$chroot" >"$out/$suite/before"
  # As on a machine that was set up today: the lists of packages are fetched again.
  times >"$out/$suite/times"
  begin=$(date +%s.%N)
  dcm_logged "$out/$suite/install.log" inside "$chroot" "apt-get update && apt-get install -y --no-install-recommends /packages/dcm_*.deb /packages/dcm-lammps_*.deb" ||
    dcm_die "the packages cannot be installed"
  step=$(date +%s.%N)
  without_compilers "$suite" "$chroot"
  dcm_logged "$out/$suite/first-step.log" inside "$chroot" "cp -r /tests/inputs/chute /chute && cd /chute && export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 &&
    sed -i 's/^run .*/run 1/' in.chute && sed -i '/^write_dump/,\$d' in.chute && lmp-dcm -in in.chute -log none -var style dcm -var steps 250 && rm -r /chute" ||
    dcm_die "the demo's input does not run"
  end=$(date +%s.%N)
  times >>"$out/$suite/times"
  # The second line each time is of children, user and system: 1m2.5s 0m3.1s
  dcm_say "$suite: $(awk -F'[ms ]+' -v a="$begin" -v b="$step" -v c="$end" 'NR % 2 == 0 { cpu = $1 * 60 + $2 + $3 * 60 + $4 - cpu }
    END { printf "%.1f s from nothing to the first step, %.1f s of them to install, %.1f s of processor time", c - a, b - a, cpu }' \
    "$out/$suite/times"), with a load of $(cut -d' ' -f1 /proc/loadavg)"
  dcm_logged "$out/$suite/install-all.log" inside "$chroot" "apt-get install -y --no-install-recommends $debs" || dcm_die "the other packages cannot be installed"
  without_compilers "$suite" "$chroot"
  tree_of "$suite" "$scratch/tree" || dcm_die "the source tree was not made"
  # A test of a package that the suite has not is left out.
  [[ " ${names[*]} " == *" dcm-liggghts "* ]] || sed -i '/^Tests: hopper/,/^$/d' "$scratch/tree/debian/tests/control"
  rm -rf "$out/$suite/autopkgtest"
  # shellcheck disable=SC2016 # expanded by the shell in the new namespace
  dcm_logged "$out/$suite/autopkgtest.log" unshare --mount sh -c 'mount -t proc proc "$1/proc" && mount -t tmpfs shm "$1/dev/shm" &&
    exec autopkgtest --no-built-binaries --output-dir "$2" "$3" -- chroot "$1"' sh "$chroot" "$out/$suite/autopkgtest" "$scratch/tree" ||
    dcm_die "autopkgtest fails"
  cat "$out/$suite/autopkgtest/summary"
  # The packages again with a later version; removed, and what they brought.
  # shellcheck disable=SC2016 # expanded in the chroot
  dcm_logged "$out/$suite/remove.log" inside "$chroot" "version=$version~$suite"'
    mkdir /newer
    for deb in '"$debs"'; do
      rm -rf /newer/one && dpkg-deb -R "$deb" /newer/one
      sed -i "s/^Version: .*/&+newer/; /Depends\|Recommends/s/= $version)/= $version+newer)/g" /newer/one/DEBIAN/control
      dpkg-deb -Znone -b /newer/one "/newer/$(basename "$deb")"
    done
    rm -rf /newer/one
    apt-get install -y --no-install-recommends /newer/*.deb
    for name in '"${names[*]}"'; do dpkg-query -W -f "\${Version}\n" $name | grep newer; done
    dcm list >/dev/null
    apt-get purge -y '"${names[*]}"' && apt-get autoremove --purge -y && rm -r /newer' || dcm_die "the packages cannot be upgraded and removed"
  listing "$chroot" >"$out/$suite/after"
  local left
  left=$(comm -13 "$out/$suite/before" "$out/$suite/after")
  ! grep dcm <<<"$left" || dcm_die "removed packages leave the files above"
  dcm_say "$suite: upgraded and removed; of dcm nothing is left, of other packages $(grep -c . <<<"$left") files"
}

# upgrade_in SUITE CHROOT: a run that the packages of the earlier release began goes on with the new ones.
upgrade_in() {
  local suite=$1 chroot=$2 ccache=
  bootstrap "$suite" apt "$chroot" || dcm_die "the chroot of $suite was not made"
  mkdir "$chroot/old" "$chroot/new"
  cp -r "$DCM_ROOT/packaging/upgrade.bash" "$DCM_ROOT/inputs/chute" "$chroot"
  cp "$out/$suite"/*.deb "$chroot/new"
  cp "$earlier/$suite"/*.deb "$chroot/old"
  dcm_logged "$out/$suite/upgrade.log" inside "$chroot" /upgrade.bash ||
    dcm_die "a run of the packages in $earlier does not go on with the new ones"
  dcm_say "$suite: $(tail -n 1 "$out/$suite/upgrade.log")"
}

for suite in "${suites[@]}"; do
  mkdir -p "$out/$suite"
  dcm_scratch "${TMPDIR:-/var/tmp}"
  scratch=$DCM_SCRATCH_FOLDER
  chmod 755 "$scratch"
  if [ -n "$build" ]; then
    dcm_stage "Packages for $suite"
    build_in "$suite" "$scratch/build"
    rm -rf "$scratch/build"
  fi
  dcm_stage "Trying the packages in a $suite without a compiler"
  try_in "$suite" "$scratch/try"
  rm -rf "$scratch/try"
  if [ -n "$earlier" ]; then
    dcm_stage "Trying the upgrade from $earlier in a $suite"
    upgrade_in "$suite" "$scratch/upgrade"
  fi
  rm -rf "$scratch"
  ls -l "$out/$suite"/*.deb
done
dcm_stage_end
