#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The built-in laws of two minor versions of the contract, in hosts of both, with the same digits. The younger laws have longer structs
# than the older host knows, and say that it can run them: whoever copies a struct by its own sizeof is seen.
# usage: laws.bash SOURCE_DIR CC PYTHON LIBRARY FOLDER
#   LIBRARY  the built-in laws, compiled with the headers as they are
set -eu
source_dir=$1 cc=$2 python=$3 library=$4 folder=$5
definitions=(-D_DEFAULT_SOURCE -D_POSIX_C_SOURCE=200809L -D DCM_BASELINE_ONLY "-DDCM_PROJECT_VERSION=\"1\"" -I "$source_dir/src")
rm -rf "$folder"
mkdir -p "$folder/objects"
for minor in 1 5; do
  "$python" "$source_dir/tests/versions/append.py" "$source_dir/abi" "$folder/abi$minor" "$minor"
done
laws=("$source_dir"/src/laws/*.c "$source_dir"/src/mechanics/*.c)

# For version 1.1 the compiler is handed the same text of each law, whatever the headers.
for law in "${laws[@]}"; do
  for minor in 1 5; do
    "$cc" -std=c11 -E -P "${definitions[@]}" -D DCM_TARGET_MINOR=1u -I "$folder/abi$minor" "$law" >"$folder/text$minor"
  done
  cmp "$folder/text1" "$folder/text5" || {
    echo "FAILED: headers of 1.5 make another law of $law for version 1.1 than headers of 1.1"
    exit 1
  }
done

# Without optimisation: that is for fast numbers, and these are the same ones.
(cd "$folder/objects" && "$cc" -std=c11 -fPIC -fsanitize=address -ffp-contract=off "${definitions[@]}" -I "$folder/abi5" \
  -D DCM_TARGET_MINOR=5u -D DECLARES_1_0 -c "${laws[@]}" "$source_dir/tests/versions/builtin.c")
"$cc" -shared -fsanitize=address -fPIC "${definitions[@]}" -I "$folder/abi5" -o "$folder/young.so" "$folder"/objects/*.o \
  "$source_dir"/src/runtime/{machine,error}.c -lm
for minor in 1 5; do
  "$cc" -std=c11 -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=all -ffp-contract=off "${definitions[@]}" \
    -I "$folder/abi$minor" -D "DCM_TARGET_MINOR=${minor}u" -o "$folder/host$minor" "$source_dir/tests/versions/laws_host.c" \
    "$source_dir"/src/runtime/*.c "$source_dir/src/driver/contact.c" "$source_dir"/src/check/scene/{drawn,finding,samples}.c -lm -ldl
done

"$folder/host1" "$library" >"$folder/expected"
cat "$folder/expected"
for meeting in "1 $folder/young.so" "5 $library" "5 $folder/young.so"; do
  read -r minor laws <<<"$meeting"
  echo "host 1.$minor, $laws"
  "$folder/host$minor" "$laws" >"$folder/got"
  diff "$folder/expected" "$folder/got"
done
