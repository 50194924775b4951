#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Tests what dcm adapter says of wrong words, before it compiles anything.
# usage: adapter.bash PREFIX SOURCE, where PREFIX is what the test install.tree installed
set -u
prefix=$1
source=$2
# shellcheck source=tests/support/checks.bash
. "$source/tests/support/checks.bash"

# says STATUS TEXT WORD...: dcm adapter WORD... ends with the status and says the text
says() {
  local status=$1 text=$2
  shift 2
  "$prefix/bin/dcm" adapter "$@" >out 2>&1
  [ $? -eq "$status" ] || fail "dcm adapter $*: another status than $status: $(cat out)"
  grep -qF -e "$text" out || fail "dcm adapter $* does not say '$text': $(cat out)"
}

mkdir -p tree/src two bin
printf '#define LAMMPS_VERSION "4 Feb 2025"\n' >tree/src/version.h
tar -czf two/some.tar.gz tree
printf '#!/bin/sh\necho "Large-scale Atomic/Molecular Massively Parallel Simulator - 29 Sep 2021"\necho "sizeof(tagint): 64-bit"\necho PLUGIN\n' >bin/lmp
chmod +x bin/lmp

says 2 "needs the source of a LAMMPS"
says 0 "Usage: dcm adapter" --help
says 2 "there are two sources" tree two
says 2 "unknown option '--four'" tree --four
says 2 "--sizes needs a value" tree --sizes
says 2 "it must be smallbig or bigbig" tree --sizes big
says 1 "there is no 'nowhere'" nowhere
says 1 "is no tarball with the source of LAMMPS" bin/lmp
says 1 "lacks src/neigh_request.h: give the whole source of LAMMPS 4Feb2025" tree
says 1 "lacks src/neigh_request.h" two/some.tar.gz
says 1 "has no src/version.h" two
mkdir -p "its prefix/include/lammps"
says 1 "dcm adapter SOURCE --for 'its prefix', where SOURCE is" "its prefix"
says 1 "is not a program" tree --for nowhere
says 1 "there is no bin/lmp in 'two'" tree --for two
says 1 "was compiled with bigbig: leave --sizes out" tree --for bin/lmp --sizes smallbig
says 1 "bin/lmp is not linked with a liblammps.so, which dcm needs" tree --for bin/lmp
says 1 "does not name a release of LAMMPS" tree --for true
# One that is linked with a library of this name.
echo 'int lammps(void) { return 0; }' >lammps.c
printf '#include <stdio.h>\nint lammps(void);\nint main(void) { puts("Large-scale Atomic/Molecular Massively Parallel Simulator - 29 Sep 2021"); return lammps(); }\n' >lmp.c
cc -shared -fPIC -o liblammps.so lammps.c && cc -o bin/lmp lmp.c ./liblammps.so -Wl,-rpath,"$PWD"
says 1 "is LAMMPS 29Sep2021, but" tree --for bin/lmp
says 1 "is LAMMPS 29Sep2021, but" tree --for "$PWD"
says 1 "no tarball in 'two' has the source of LAMMPS 29Sep2021" two --for bin/lmp

# All headers of a tarball reach the compiler, those in folders and those of C++ too: a stand-in for cmake lists them.
mkdir -p whole/src/nlohmann stand-in
cp tree/src/version.h whole/src && touch whole/src/neigh_request.h whole/src/fix_neigh_history.h whole/src/nlohmann/json_fwd.hpp whole/src/no.cpp
tar -czf whole.tar.gz whole
cat >stand-in/cmake <<'END'
#!/bin/sh
for word; do
  case $word in DCM_HOSTS=*) find "$(sed -n 's/^set(DCM_HOST_SOURCE_DIR \[==\[\(.*\)\]==\])/\1/p' "${word#*=}")" -type f ;; esac
done
exit 1
END
chmod +x stand-in/cmake
PATH=$PWD/stand-in:$PATH
says 1 "src/nlohmann/json_fwd.hpp" whole.tar.gz
grep -qF no.cpp out && fail "more than headers is unpacked: $(cat out)"
finish adapter
