#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Makes the exhibit of this version of the contract. See usage below, and README.md.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" >/dev/null && pwd)
source=$(cd "$here/../.." && pwd)

usage() {
  cat <<'END'
usage: tests/museum/make.bash BUILD
  Makes tests/museum/VERSION, where VERSION is that of abi/dcm: the headers, the laws and the program as they are compiled from what
  is committed here, and the digits that they give. Once: an exhibit that is there is never made again.
  BUILD  a build of this source with tests and the host debian, as by scripts/test: its LAMMPS gives the digits of a run
  Needs gcc, g++ and gfortran for x86-64 and for aarch64 (Debian's packages gcc-, g++- and gfortran-aarch64-linux-gnu), CMake, Ninja, xz.
END
}
die() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}
case ${1:-} in '' | -h | --help) usage && exit 0 ;; esac
build=$(cd "$1" && pwd) || die "there is no folder $1"
number() { sed -n "s/^#define $1 \([0-9]*\)u.*/\1/p" "$source/abi/dcm/base.h"; }
version=$(number DCM_ABI_MAJOR).$(number DCM_NEWEST_MINOR)
case $version in [1-9]*.[0-9]*) ;; *) die "abi/dcm/base.h tells no version from 1.0 on: '$version'" ;; esac
exhibit=$here/$version
[ ! -e "$exhibit" ] || die "$exhibit is there. Exhibits are never rebuilt: they are what users compiled when $version was new"
git -C "$source" diff --quiet HEAD -- abi src examples/own-law cmake CMakeLists.txt tests/museum tests/lammps ||
  die "what the exhibit is made of is changed and not committed: an exhibit belongs to a commit"
ctest --test-dir "$build" -N -R '^lammps\.debian\.museum$' | grep "Total Tests: 1" >/dev/null ||
  die "$build has no test lammps.debian.museum: it must be a build of this source with the host debian"

scratch=$(mktemp -d)
# Where anything fails nothing stays that looks like an exhibit.
is_made=
trap 'rm -rf "$scratch"; [ -n "$is_made" ] || rm -rf "$exhibit"' EXIT
trap 'exit 1' HUP INT TERM

# Nothing is asked of the machine that a user's compiler would not ask, and a * b + c are two operations on each machine: both give the
# same digits. The built-in laws are there once, without variants for newer processors.
flags=(-O2 -ffp-contract=off -fPIC -shared -s)
# build_for MACHINE PREFIX [CMake arguments]
build_for() {
  local machine=$1 prefix=$2 out=$scratch/$1 laws=$source/examples/own-law
  mkdir "$out"
  cmake -S "$source" -B "$scratch/build-$machine" -G Ninja -D CMAKE_BUILD_TYPE=Release -D DCM_BASELINE_ONLY=ON "${@:3}"
  cmake --build "$scratch/build-$machine" --target dcm dcm_translations
  "${prefix}gcc" -std=c11 "${flags[@]}" -I "$source/abi" -o "$out/viscous.so" "$laws/viscous.c" -lm
  "${prefix}gcc" -std=c11 "${flags[@]}" -I "$source/abi" -o "$out/coated.so" "$laws/coated.c" -lm
  "${prefix}g++" -std=c++17 "${flags[@]}" -I "$source/abi" -o "$out/linear-cpp.so" "$laws/linear.cpp"
  (cd "$scratch" && "${prefix}gfortran" -std=f2018 "${flags[@]}" -o "$out/linear-f90.so" "$scratch/build-$machine/abi/dcm/dcm.f90" "$laws/linear.f90")
  "${prefix}gcc" -std=c11 "${flags[@]}" -fvisibility=hidden -I "$source/abi" -I "$source/src" -o "$out/builtin.so" "$here/builtin.c" \
    -Wl,--exclude-libs,ALL "$scratch/build-$machine/src/libdcm_laws.a" "$scratch/build-$machine/src/libdcm_runtime.a" -lm
}
pack() { # MACHINE
  tar -C "$scratch/$1" --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner -cf "$scratch/$1.tar" .
  xz -9e --stdout "$scratch/$1.tar" >"$exhibit/$1.tar.xz"
}
mkdir -p "$exhibit/include/dcm"
cp "$source"/abi/dcm/*.h "$exhibit/include/dcm/"
build_for x86-64 x86_64-linux-gnu-
strip -o "$scratch/x86-64/dcm" "$scratch/build-x86-64/src/dcm"
pack x86-64
build_for aarch64 aarch64-linux-gnu- -D CMAKE_TOOLCHAIN_FILE="$source/cmake/aarch64-linux-gnu.cmake"
pack aarch64

python3 "$here/main.py" record "$exhibit" DCM="$scratch/x86-64/dcm"
python3 "$here/grains.py" >"$exhibit/grains.data"
DCM_MUSEUM_RECORD=$exhibit ctest --test-dir "$build" -R '^lammps\.debian\.museum$' --output-on-failure
[ -s "$exhibit/grains.json" ] || die "the run in LAMMPS recorded nothing"
{
  echo "Contract $version, made from commit $(git -C "$source" rev-parse HEAD) on $(date -u +%F) with"
  gcc --version | sed -n 1p
  aarch64-linux-gnu-gcc --version | sed -n 1p
  ldd --version | sed -n 1p
} >"$exhibit/made-with.txt"
(cd "$exhibit" && find . -type f ! -name SHA256SUMS -printf '%P\n' | LC_ALL=C sort | xargs sha256sum) >"$scratch/sums"
mv "$scratch/sums" "$exhibit/SHA256SUMS"
# Grains that move as in the version before are there once.
before=$(basename "$(printf '%s\n' "$here"/[0-9]* | sort -V | grep -Fx -B 1 "$exhibit" | sed -n 1p)")
for file in grains.data grains.json; do
  if [ "$before" != "$version" ] && cmp -s "$here/$before/$file" "$exhibit/$file"; then ln -sf "../$before/$file" "$exhibit/$file"; fi
done
is_made=yes
du -sh "$exhibit"
echo "$exhibit is made. Commit it, and never change it."
