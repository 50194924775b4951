#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Laws and hosts of two minor versions of the contract meet: real binaries, compiled with headers of which one has fields appended to
# every struct.
# usage: check.bash SOURCE_DIR CC PYTHON FOLDER
set -eu
source_dir=$1 cc=$2 python=$3 folder=$4
flags=(-std=c11 -g -O1 -fPIC -Wall -Werror -Wno-unknown-pragmas -D_POSIX_C_SOURCE=200809L -D_XOPEN_SOURCE=700 "-fsanitize=address,undefined"
  -fno-sanitize-recover=all)
rm -rf "$folder"
mkdir -p "$folder"
for minor in 1 2; do
  "$python" "$source_dir/tests/versions/append.py" "$source_dir/abi" "$folder/abi$minor" "$minor"
done

# law NAME HEADERS TARGET [FLAG]
law() {
  "$cc" "${flags[@]}" -I "$folder/abi$2" -D "DCM_TARGET_MINOR=${3}u" "${@:4}" -shared -o "$folder/$1.so" \
    "$source_dir/tests/versions/law.c" -lm
}
law old 1 0
law young 2 2
law filled 2 2 -D FILLS
for minor in 1 2; do
  "$cc" "${flags[@]}" -I "$folder/abi$minor" -D "DCM_TARGET_MINOR=${minor}u" -I "$source_dir/src" -o "$folder/host$minor" \
    "$source_dir/tests/versions/host.c" "$source_dir"/src/runtime/*.c "$source_dir/src/driver/contact.c" -lm -ldl
done

failed() {
  echo "FAILED: $*"
  exit 1
}

# expect HOST LAW ANSWER
expect() {
  local got
  got=$("$folder/host$1" "$folder/$2.so") || :
  echo "host 1.$1, $2 law: $got"
  [[ $got = "$3" || $got = "${3%%...*}"?*"${3##*...}" ]] || failed "expected $3"
}
export ASAN_OPTIONS=detect_leaks=1
numbers='stiffness factor first second way steps spent warmth store twice seen'
numbers+=' | 0x1.77p+8 0x1.c2p+6 | 0x0p+0 0x1.8p-1 0x0p+0 0x1.ap+3 0x1.8p-1'
numbers+=' | reaches 0x1p-2, spends 0x1p-2, had 0x1.4p+2 0x1.6p+3, tells 0x1p-1'
numbers+=' | swapped 0x1.8p-1 -0x1.ap+3 0x1.8p-1, kept 0xf 0x10 | the law has seen'
none='parameter 0 option 0 field 0 quantity 0 output 0 parameter 0 option 0 field 0 quantity 0 output 0'
# Each meeting gives the same numbers. The law tells the eight structs that a host hands over as bits.
expect 1 old "$numbers 0"
expect 1 young "$numbers 0"
expect 2 old "$numbers 0 | the host has seen model 0 instance 0 $none"
expect 2 young "$numbers 255 | the host has seen model 0 instance 7 $none"
expect 2 filled "$numbers 255 | the host has seen model 5 instance 7 \
parameter 1 option 1 field 1 quantity 1 output 1 parameter 2 option 2 field 2 quantity 2 output 2"
expect 1 filled "error: the law 'counting-spring' of the library '$folder/filled.so' needs version 1.2 ... version 1.1: use a newer version of dcm"

# A law that targets the first version is of the first version, whatever headers it is compiled with: the same bytes.
flags=(-std=c11 -O2 -fPIC)
law old-again 1 0
law young-again 2 0
strip "$folder"/*-again.so
cmp "$folder/old-again.so" "$folder/young-again.so" || failed "headers of 1.2 make another law for version 1.0 than headers of 1.1"
