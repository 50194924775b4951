# SPDX-License-Identifier: MIT
# The hosts that adapters are built for and tested with: LAMMPS, and LIGGGHTS. Source scripts/lib/common.sh first.
# shellcheck shell=bash disable=SC2034 # variables are for the scripts that source this
#
#   debian     the packaged lmp of this machine's own Debian release (29Sep2021 on Debian 12; it has no PLUGIN),
#              with the headers of the very source package it was built from
#   4Feb2025   built from the source package of Debian 13, with PLUGIN
#   latest     built from the newest source package (Debian unstable), with PLUGIN
#   liggghts   the packaged liggghts with libliggghts-dev; CMake finds them by itself, so there is no host.cmake
#   user       the LAMMPS named by LAMMPS_SOURCE_DIR and LAMMPS_EXECUTABLE (and LAMMPS_LIBRARY, if it is not the
#              liblammps that the executable is linked with); it takes the place of all others
#
# dcm_known_host ID ends with a sentence if there is no such host; dcm_known_lammps ID also if it is not a LAMMPS.
# dcm_host ID makes the host ready and returns 0, or returns 1 with the reason in DCM_HOST_WHY.
# A host is ready when $DCM_CACHE/hosts/ID/host.cmake exists: that file is written last.
# Debian's packages are the only download. They come from the mirror that the machine's apt uses, through apt,
# which checks the archive's signature; /etc/apt is never written to.

DCM_HOST_WHY=

# Packages that adapters, laws and regression decks use. The decks' fix deposit is in MISC, fix pour in GRANULAR.
DCM_LAMMPS_PACKAGES=(PLUGIN GRANULAR RIGID MOLECULE MISC OPENMP)

# Folders with examples and unit tests of the source that are kept, for tests that run them; not every release has all.
DCM_LAMMPS_DECKS=(examples/granular examples/granregion examples/pour unittest/granular)

dcm_host_dir() { printf '%s\n' "$DCM_CACHE/hosts/$1"; }
dcm_host_file() { printf '%s\n' "$DCM_CACHE/hosts/$1/host.cmake"; }

# dcm_host_get ID NAME: what the description of a host gives for DCM_HOST_<NAME>.
dcm_host_get() {
  sed -n "s/^set(DCM_HOST_$2 \(\[==\[\)\{0,1\}\(.*[^]=]\)\(\]==\]\)\{0,1\})\$/\2/p" "$(dcm_host_file "$1")"
}

# --- Debian source packages -----------------------------------------------------------------------------------

# Prints "uri codename" of the Debian archive this machine installs from.
dcm_apt_archive() {
  local codename information
  # shellcheck disable=SC1091
  codename=$(. /etc/os-release && [ "${ID:-}" = debian ] && printf '%s' "${VERSION_CODENAME:-sid}") || return 1
  # With release information apt tells each archive's origin, but only if its lists are downloaded. Where they
  # aren't (containers), the suite's name must do.
  # shellcheck disable=SC2016
  for information in --release-info --no-release-info; do
    apt-get indextargets "$information" \
      --format '$(CREATED_BY)|$(COMPONENT)|$(REPO_URI)|$(RELEASE)|$(ORIGIN)|$(CODENAME)' 2>/dev/null |
      awk -F'|' -v codename="$codename" '
        $1 == "Packages" && $2 == "main" && $3 !~ /^cdrom:/ && ($5 == "Debian" || $5 ~ /^($|\$)/) &&
          ($4 == codename || $6 == codename) && !found { print $3, codename; found = 1 }
        END { exit !found }' && return 0
  done
  return 1
}

# Prints the keyring that the machine's apt configuration names for that address. Nothing is printed if it names
# none, or names keys in another way than by a file.
dcm_apt_keyring() {
  local uri=${1%/} files=() file
  for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources; do
    [ -r "$file" ] && files+=("$file")
  done
  [ ${#files[@]} -gt 0 ] || return 0
  awk -v uri="$uri" '
    function finish() {
      if (listed && keyring != "" && !done) { print keyring; done = 1 }
      listed = 0; keyring = ""
    }
    FNR == 1 { finish() }
    FILENAME ~ /\.sources$/ {
      if ($0 ~ /^[ \t]*$/) finish()
      if (tolower($1) == "uris:")
        for (i = 2; i <= NF; i++) { u = $i; sub(/\/$/, "", u); if (u == uri) listed = 1 }
      if (tolower($1) == "signed-by:" && $2 ~ /^\//) keyring = $2
      next
    }
    $1 == "deb" && match($0, /signed-by=[^] \t]+/) {
      k = substr($0, RSTART + 10, RLENGTH - 10)
      for (i = 2; i <= NF; i++) { u = $i; sub(/\/$/, "", u); if (u == uri && k ~ /^\//) { listed = 1; keyring = k } }
      finish()
    }
    END { finish() }' "${files[@]}"
}

# dcm_source_package DIR SUITE VERSION: unpacks the source of LAMMPS into DIR if there is none with examples; VERSION is an
# exact version or "newest", SUITE a Debian suite or "own". The archive's signature is checked by apt with the machine's
# keys; no option weakens that.
dcm_source_package() {
  local tool status
  [ ! -d "$1/examples/granular" ] || return 0
  for tool in apt-get tar xz; do
    dcm_have "$tool" || { DCM_HOST_WHY="unpacking its source package needs $tool" && return 1; }
  done
  # apt, run as root, fetches as the user _apt, who can't enter /root: so it works in a directory in /tmp.
  dcm_scratch "${TMPDIR:-/tmp}"
  dcm_source_package_in "$DCM_SCRATCH_FOLDER" "$@"
  status=$?
  rm -rf "$DCM_SCRATCH_FOLDER"
  return $status
}

# dcm_source_package_in WORK DIR SUITE VERSION
dcm_source_package_in() {
  local work=$1 dir=$2 suite=$3 version=$4 archive uri keyring apt found log
  archive=$(dcm_apt_archive) ||
    { DCM_HOST_WHY="apt's configuration has no archive with source packages of this Debian release" && return 1; }
  uri=${archive% *}
  [ "$suite" != own ] || suite=${archive#* }
  keyring=$(dcm_apt_keyring "$uri")
  if [ -z "$keyring" ] && [ -r /usr/share/keyrings/debian-archive-keyring.gpg ]; then
    keyring=/usr/share/keyrings/debian-archive-keyring.gpg
  fi
  mkdir -p "$work/lists/partial" "$work/cache/archives/partial" "$work/download"
  chmod 755 "$work"
  [ "$(id -u)" -ne 0 ] || chown _apt "$work/download" 2>/dev/null || true
  printf 'deb-src %s%s %s main\n' "${keyring:+[signed-by=$keyring] }" "$uri" "$suite" >"$work/sources.list"
  apt=(-o "Dir::Etc::sourcelist=$work/sources.list" -o Dir::Etc::sourceparts=/dev/null
    -o "Dir::State::lists=$work/lists" -o "Dir::Cache=$work/cache")

  log=$DCM_CACHE/log/source-$suite.log
  dcm_say "Looking for the source package of LAMMPS in Debian $suite."
  # Without this error mode, apt calls a failed fetch a success.
  dcm_logged "$log" apt-get "${apt[@]}" -o APT::Update::Error-Mode=any update ||
    { DCM_HOST_WHY="the source lists of Debian $suite could not be fetched or verified (see $log)" && return 1; }
  found=$(apt-cache "${apt[@]}" showsrc --only-source lammps 2>/dev/null | sed -n 's/^Version: //p' | sort -V)
  [ -n "$found" ] || { DCM_HOST_WHY="Debian $suite has no source package of LAMMPS (any more)" && return 1; }
  [ "$version" != newest ] || version=$(printf '%s\n' "$found" | tail -n 1)
  printf '%s\n' "$found" | grep -qxF -e "$version" ||
    { DCM_HOST_WHY="Debian $suite has no source package lammps $version (any more); it has $found" && return 1; }

  # Upstream's tarball is all that is fetched. Debian's patches to it concern its documentation, installation and
  # search paths, no header. apt checks the tarball against the hash in the signed list of sources.
  dcm_say "Fetching and unpacking lammps $version."
  (cd "$work/download" &&
    dcm_logged "$log" apt-get "${apt[@]}" source --only-source --download-only --tar-only "lammps=$version") ||
    { DCM_HOST_WHY="the source package lammps $version could not be fetched (see $log)" && return 1; }
  dcm_logged "$log" dcm_unpack "$work"/download/*.orig.tar.* "$dir" ||
    { DCM_HOST_WHY="the source package lammps $version could not be unpacked in $dir (see $log)" && return 1; }
}

# dcm_unpack TARBALL DIR: DIR appears only when it is complete. Tarballs with and without a leading directory exist.
# Root would give the files to the owners that the archive names, who may be other people here.
dcm_unpack() {
  local version_file
  DCM_SCRATCH+=("$2.partial")
  rm -rf "$2.partial"
  mkdir -p "$2.partial" || return 1
  tar -xf "$1" -C "$2.partial" --no-same-owner --no-same-permissions --exclude=doc/src || return 1
  for version_file in "$2.partial"/src/version.h "$2.partial"/*/src/version.h; do
    [ -r "$version_file" ] && dcm_keep_decks "${version_file%/src/version.h}" && rm -rf "$2" &&
      mv "${version_file%/src/version.h}" "$2" && rm -rf "$2.partial" && return 0
  done
  echo "The tarball holds no src/version.h."
  return 1
}

# dcm_keep_decks DIR: of examples and unit tests only DCM_LAMMPS_DECKS stay; the others are two thirds of a source.
dcm_keep_decks() {
  local folder
  mkdir "$1/kept" || return 1
  for folder in "${DCM_LAMMPS_DECKS[@]}"; do
    [ ! -d "$1/$folder" ] || { mkdir -p "$1/kept/${folder%/*}" && mv "$1/$folder" "$1/kept/$folder"; } || return 1
  done
  rm -rf "$1/examples" "$1/unittest"
  for folder in "$1/kept"/*/; do
    [ ! -d "$folder" ] || mv "$folder" "$1" || return 1
  done
  rmdir "$1/kept"
}

# --- describing a host ----------------------------------------------------------------------------------------

# The liblammps that an executable is linked with, or one that lies beside it.
dcm_library_of() {
  local library
  library=$(ldd "$1" 2>/dev/null | awk '$1 ~ /^liblammps/ && $3 ~ /^\// { print $3; exit }')
  if [ -z "$library" ]; then
    for library in "$(dirname "$1")"/liblammps*.so* "$(dirname "$1")"/../lib/liblammps*.so*; do
      [ -e "$library" ] && break
      library=
    done
  fi
  [ -n "$library" ] && readlink -f "$library"
}

# dcm_describe ID SOURCE LIBRARY EXECUTABLE ORIGIN: writes host.cmake. Version and definitions are asked of the
# executable; that its headers are of the same version is checked.
dcm_describe() {
  local id=$1 source=$2 library=$3 executable=$4 origin=$5 help version in_help definitions plugin file
  # Help texts go through a pager only on a terminal; the pipe prevents it.
  help=$("$executable" -h 2>&1 </dev/null | cat) || { DCM_HOST_WHY="$executable -h fails: $help" && return 1; }
  version=$(sed -n 's/^#define LAMMPS_VERSION "\(.*\)".*/\1/p' "$source/src/version.h" 2>/dev/null)
  [ -n "$version" ] ||
    { DCM_HOST_WHY="$source/src/version.h is missing or has no version: $source is not LAMMPS' source directory" && return 1; }
  in_help=$(printf '%s\n' "$help" | sed -n 's/.*Massively Parallel Simulator - \([0-9]* [A-Z][a-z]* [0-9]*\).*/\1/p' | head -n 1)
  [ "$in_help" = "$version" ] ||
    { DCM_HOST_WHY="the headers in $source belong to LAMMPS $version, but $executable is ${in_help:-of unknown version}" && return 1; }
  definitions=$(printf '%s\n' "$help" | sed -n 's/^-D\(LAMMPS_[A-Z0-9_=]*\)$/\1/p' | paste -sd ';')
  plugin=OFF
  if printf '%s\n' "$help" | sed -n '/^Installed packages:/,/^List of/p' | grep -qw PLUGIN; then plugin=ON; fi

  file=$(dcm_host_file "$id")
  mkdir -p "$(dirname "$file")"
  cat >"$file.partial" <<END
# Written by scripts/lib/hosts.sh. Origin: $origin
set(DCM_HOST_ID [==[$id]==])
set(DCM_HOST_VERSION [==[$version]==])
set(DCM_HOST_SOURCE_DIR [==[$source]==])
set(DCM_HOST_LIBRARY [==[$library]==])
set(DCM_HOST_EXECUTABLE [==[$executable]==])
set(DCM_HOST_HAS_PLUGIN $plugin)
set(DCM_HOST_DEFINITIONS [==[$definitions]==])
set(DCM_HOST_INCLUDE_DIRS [==[$source/src;$source/src/GRANULAR;$source/src/PLUGIN]==])
END
  mv "$file.partial" "$file"
  dcm_say "Host $id: LAMMPS $version, PLUGIN $plugin, described in $file"
}

# Whether host.cmake exists, was made from the same origin, and what it names is still there; clones before unpacked no
# examples.
dcm_described() {
  local file path
  file=$(dcm_host_file "$1")
  [ -r "$file" ] && grep -qxF -e "# Written by scripts/lib/hosts.sh. Origin: $2" "$file" || return 1
  for path in SOURCE_DIR LIBRARY EXECUTABLE; do
    [ -e "$(dcm_host_get "$1" "$path")" ] || return 1
  done
  [ -d "$(dcm_host_get "$1" SOURCE_DIR)/examples/granular" ]
}

# --- the hosts ------------------------------------------------------------------------------------------------

dcm_host_debian() {
  local version source executable
  if ! dcm_have dpkg-query || ! dcm_package_installed lammps; then
    DCM_HOST_WHY="the Debian package lammps is not installed" && return 1
  fi
  # The source's version: a rebuild by Debian's build machines changes the binary's version only.
  # shellcheck disable=SC2016
  version=$(dpkg-query -W -f '${source:Version}' lammps)
  dcm_described debian "package lammps, source $version" && return 0
  source=$DCM_CACHE/sources/lammps-$version
  executable=$(command -v lmp) || { DCM_HOST_WHY="the package lammps has no lmp" && return 1; }
  executable=$(readlink -f "$executable")
  dcm_source_package "$source" own "$version" &&
    dcm_describe debian "$source" "$(dcm_library_of "$executable")" "$executable" "package lammps, source $version"
}

# dcm_host_built ID SUITE VERSION [PACKAGE]...: a host built from a source package, with these packages of LAMMPS
# besides the usual ones. An interrupted build goes on where it was.
dcm_host_built() {
  local id=$1 suite=$2 version=$3 dir source origin options package log
  dir=$(dcm_host_dir "$id")
  options=(-G Ninja -D CMAKE_BUILD_TYPE=Release "-DCMAKE_CXX_FLAGS_RELEASE=-O2 -DNDEBUG"
    -D BUILD_SHARED_LIBS=on -D BUILD_MPI=on -D BUILD_OMP=on -D WITH_PNG=on -D WITH_JPEG=off -D WITH_GZIP=on
    -D WITH_FFMPEG=off -D WITH_CURL=off -D DOWNLOAD_POTENTIALS=off -D BUILD_TOOLS=off -D BUILD_DOC=off)
  for package in "${DCM_LAMMPS_PACKAGES[@]}" "${@:4}"; do options+=(-D "PKG_$package=on"); done
  origin="lammps $version of $suite, ${options[*]}"
  dcm_described "$id" "$origin" && return 0
  for package in cmake ninja mpicxx; do
    dcm_have "$package" || { DCM_HOST_WHY="the build needs $package" && return 1; }
  done
  rm -f "$(dcm_host_file "$id")"
  mkdir -p "$dir"
  # A source fetched earlier as the newest stays until its directory is removed.
  source=$DCM_CACHE/sources/lammps-$version
  [ "$version" != newest ] || source=$DCM_CACHE/sources/lammps-$suite
  dcm_source_package "$source" "$suite" "$version" || return 1
  # A build that an earlier run left with other options or another source is of no use.
  [ "$(cat "$dir/origin" 2>/dev/null)" = "$origin" ] || rm -rf "$dir/build"
  printf '%s\n' "$origin" >"$dir/origin"
  log=$DCM_CACHE/log/host-$id
  dcm_say "Building LAMMPS in $dir/build (once; some minutes; progress in $log-build.log)."
  dcm_logged "$log-configure.log" dcm_run cmake -S "$source/cmake" -B "$dir/build" "${options[@]}" ||
    { DCM_HOST_WHY="the configuration failed (see $log-configure.log)" && return 1; }
  dcm_logged "$log-build.log" dcm_run cmake --build "$dir/build" --parallel "$DCM_JOBS" ||
    { DCM_HOST_WHY="the build failed (see $log-build.log)" && return 1; }
  dcm_describe "$id" "$source" "$(readlink -f "$dir/build/liblammps.so")" "$dir/build/lmp" "$origin"
}

dcm_host_user() {
  local executable library
  executable=$(readlink -f "$(command -v "$LAMMPS_EXECUTABLE")" 2>/dev/null)
  [ -x "$executable" ] || { DCM_HOST_WHY="LAMMPS_EXECUTABLE is $LAMMPS_EXECUTABLE, which is not a program" && return 1; }
  library=${LAMMPS_LIBRARY:-$(dcm_library_of "$executable")}
  [ -e "$library" ] || { DCM_HOST_WHY="there is no liblammps.so (set LAMMPS_LIBRARY; LAMMPS must be built with BUILD_SHARED_LIBS=on)" && return 1; }
  dcm_describe user "$(readlink -f "$LAMMPS_SOURCE_DIR")" "$(readlink -f "$library")" "$executable" "the environment"
}

dcm_host_liggghts() {
  local header
  dcm_have liggghts || { DCM_HOST_WHY="the Debian package liggghts is not installed" && return 1; }
  for header in /usr/include/liggghts /usr/local/include/liggghts; do
    [ ! -r "$header/pair_gran_proxy.h" ] || return 0
  done
  DCM_HOST_WHY="the Debian package libliggghts-dev is not installed"
  return 1
}

# dcm_host_name ID: what messages call a host that is ready.
dcm_host_name() {
  case $1 in
    liggghts) printf 'LIGGGHTS 3.8.0\n' ;;
    *) printf 'LAMMPS %s\n' "$(dcm_host_get "$1" VERSION)" ;;
  esac
}

dcm_host_is_users() { [ -n "${LAMMPS_SOURCE_DIR:-}${LAMMPS_EXECUTABLE:-}" ]; }

dcm_known_host() {
  case $1 in
    debian | 4Feb2025 | latest | liggghts | user) ;;
    *) dcm_die "there is no host '$1'; the hosts are: debian 4Feb2025 latest liggghts user" ;;
  esac
}

dcm_known_lammps() {
  [ "$1" != liggghts ] || dcm_die "liggghts is not a LAMMPS; the hosts here are: debian 4Feb2025 latest user"
  dcm_known_host "$1"
}

dcm_host() {
  dcm_cache
  DCM_HOST_WHY=
  case $1 in
    debian) dcm_host_debian ;;
    4Feb2025) dcm_host_built 4Feb2025 trixie 20250204+dfsg.1-2 ;;
    # The newest has moved dump image to a package of its own, and its superellipsoids are moved by one.
    latest) dcm_host_built latest unstable newest GRAPHICS ASPHERE GRANSURF ;;
    liggghts) dcm_host_liggghts ;;
    user)
      if [ -z "${LAMMPS_SOURCE_DIR:-}" ] || [ -z "${LAMMPS_EXECUTABLE:-}" ]; then
        DCM_HOST_WHY="both LAMMPS_SOURCE_DIR and LAMMPS_EXECUTABLE must be set" && return 1
      fi
      dcm_host_user
      ;;
  esac
}

# dcm_get_host [ID]: the stages that install what an adapter for the host is built with, and the host, by default Debian's LAMMPS.
# Its name is in DCM_HOST and its program in DCM_HOST_PROGRAM; ends with a message if there is none.
dcm_get_host() {
  local packages=(g++ make cmake mpi-default-bin) why
  DCM_HOST=${1:-debian}
  case $DCM_HOST in
    liggghts) packages+=(mpi-default-dev liggghts libliggghts-dev) ;;
    debian) packages+=(lammps xz-utils) ;;
    user) ;;
    *) packages+=(mpi-default-dev ninja-build xz-utils) ;;
  esac
  dcm_stage "Packages"
  dcm_packages "${packages[@]}"
  dcm_stage "The simulator"
  dcm_lock "$DCM_CACHE"
  # The packaged LAMMPS is the quickest to get. Where there is none, one built earlier serves as well.
  dcm_host "$DCM_HOST" || {
    why=$DCM_HOST_WHY
    [ -z "${1:-}" ] && [ -r "$(dcm_host_file 4Feb2025)" ] && DCM_HOST=4Feb2025 && dcm_host 4Feb2025
  } || dcm_die "nothing to run with: host $DCM_HOST: $why"
  dcm_unlock
  if [ "$DCM_HOST" = liggghts ]; then
    DCM_HOST_PROGRAM=$(command -v liggghts)
  else
    DCM_HOST_PROGRAM=$(dcm_host_get "$DCM_HOST" EXECUTABLE)
  fi
  dcm_say "$(dcm_host_name "$DCM_HOST"), $DCM_HOST_PROGRAM"
}

# dcm_hosts_cmake_args ID...: the argument that tells CMake which LAMMPS to build adapters for.
dcm_hosts_cmake_args() {
  local id list=
  for id in "$@"; do
    [ "$id" = liggghts ] || list=$list${list:+;}$(dcm_host_file "$id")
  done
  printf -- '-DDCM_HOSTS=%s\n' "$list"
}
