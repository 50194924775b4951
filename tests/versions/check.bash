#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Laws and hosts of two minor versions of the contract meet: real binaries, compiled against headers of which one has fields appended
# to every struct.
# usage: check.bash SOURCE_DIR CC PYTHON FOLDER
set -eu
source_dir=$1 cc=$2 python=$3 folder=$4
flags=(-std=c11 -g -O1 -fPIC -Wall -Werror -Wno-unknown-pragmas -D_POSIX_C_SOURCE=200809L "-fsanitize=address,undefined"
  -fno-sanitize-recover=all)
rm -rf "$folder"
mkdir -p "$folder"
for minor in 0 1; do
  abi=$folder/abi$minor
  "$python" "$source_dir/tests/versions/append.py" "$source_dir/abi" "$abi" "$minor"
  known=()
  [ "$minor" -eq 0 ] || known=(-DNEWER)
  "$cc" "${flags[@]}" "${known[@]}" -I "$abi" -shared -o "$folder/law$minor.so" "$source_dir/tests/versions/law.c" -lm
  "$cc" "${flags[@]}" "${known[@]}" -I "$abi" -I "$source_dir/src" -o "$folder/host$minor" "$source_dir/tests/versions/host.c" \
    "$source_dir"/src/runtime/*.c "$source_dir/src/driver/single_contact.c" -lm -ldl
done

# expect HOST LAW END: the host runs the law with the same numbers as any other, and knows this much more.
expect() {
  local got numbers='stiffness factor first second way steps spent warmth store twice seen'
  numbers+=' | 0x1.77p+8 0x1.c2p+6 | 0x0p+0 0x1.8p-1 0x0p+0 0x1.ap+3 0x1.8p-1'
  numbers+=' | reaches 0x1p-2, spends 0x1p-2, had 0x1.4p+2 0x1.6p+3, tells 0x1p-1'
  numbers+=' | swapped 0x1.8p-1 -0x1.ap+3 0x1.8p-1, kept 0xf 0x10 | the law has seen '
  got=$("$folder/host$1" "$folder/law$2.so")
  echo "host 1.$1, law 1.$2: $got"
  [ "$got" = "$numbers$3" ] || {
    echo "FAILED: expected $numbers$3"
    exit 1
  }
}
export ASAN_OPTIONS=detect_leaks=1
# Bits of the eight structs that a host hands over, and numbers that the seven of a law carry.
expect 0 0 0
expect 0 1 0
expect 1 0 '0 | the host has seen library 0 model 0 instance 0 parameter 0 option 0 field 0 quantity 0 output 0 parameter 0 option 0 field 0 quantity 0 output 0'
expect 1 1 '255 | the host has seen library 6 model 5 instance 7 parameter 1 option 1 field 1 quantity 1 output 1 parameter 2 option 2 field 2 quantity 2 output 2'
