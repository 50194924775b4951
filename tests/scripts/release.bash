#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# scripts/release, in a clone of its own: the same bytes twice, and what it refuses.
# usage: release.bash SOURCE
set -u
source=$1
# shellcheck source=tests/support/checks.bash
. "$source/tests/support/checks.bash"
export GIT_AUTHOR_NAME=test GIT_AUTHOR_EMAIL=test@localhost GIT_COMMITTER_NAME=test GIT_COMMITTER_EMAIL=test@localhost

mkdir -p clone/scripts/lib && cd clone || exit 1
cp "$source/scripts/release" scripts && cp "$source/scripts/lib/common.sh" scripts/lib
cp -r "$source/abi" . && rm -f abi/dcm/dcm.rs abi/dcm/dcm.f90
printf 'project(dcm VERSION 0.9.1 LANGUAGES C)\n' >CMakeLists.txt
for channel in spack conda easybuild guix; do
  mkdir -p "packaging/$channel" && echo "checksum @SHA256@" >"packaging/$channel/recipe"
done
printf '# Changes\n\n## Unreleased\n' >CHANGELOG.md
git init -q . && git add . && git commit -qm first

scripts/release --out ../one >../log 2>&1 && fail "a version without a heading is released"
grep -qF "no heading '## 0.9.1'" ../log || fail "a version without a heading: $(cat ../log)"
sed -i 's/Unreleased/0.9.1 (1 May 2026)/' CHANGELOG.md && git commit -qam second
scripts/release --out ../one >../log 2>&1 || fail "$(cat ../log)"
sleep 1.1 # a time in the file would differ
touch CMakeLists.txt
echo "not committed" >>CHANGELOG.md
umask 077
scripts/release --out ../two >../log 2>&1 || fail "$(cat ../log)"
cmp ../one/dcm-0.9.1.tar.gz ../two/dcm-0.9.1.tar.gz || fail "made twice it has other bytes"
(cd ../two && sha256sum --quiet -c SHA256SUMS) || fail "the checksums are of something else"
tar -tzf ../two/dcm-0.9.1.tar.gz | grep -qx dcm-0.9.1/scripts/release || fail "the tarball lacks files"
tar -xzOf ../two/dcm-0.9.1.tar.gz dcm-0.9.1/abi/dcm/dcm.rs | grep -q "pub struct dcm_instance" || fail "the tarball lacks the contract in Rust"
for channel in spack conda easybuild guix; do
  sed 's/checksum \(.*\)/\1  dcm-0.9.1.tar.gz/' "../two/recipes/$channel/recipe" >"../two/recipes/$channel/SHA256SUMS"
  (cd "../two/recipes/$channel" && sha256sum --quiet -c SHA256SUMS) || fail "the recipe for $channel has another checksum: $(cat "../two/recipes/$channel/recipe")"
done
tar -xzOf ../two/dcm-0.9.1.tar.gz dcm-0.9.1/CHANGELOG.md | grep -q "not committed" && fail "the tarball has what is not committed"
scripts/release --commit nowhere >../log 2>&1 && fail "a commit that is not there is released"
grep -q "no such commit" ../log || fail "a commit that is not there: $(cat ../log)"

scripts/release --prepare 1.0 >../log 2>&1 && fail "a version of two numbers"
grep -qF "a version is three numbers with points between, as 1.0.0, not '1.0'" ../log || fail "a version of two numbers: $(cat ../log)"
git checkout -q . && scripts/release --prepare 1.0.0 >../log 2>&1 && fail "a version without changes"
grep -qF "has no heading '## Unreleased'" ../log || fail "a version without changes: $(cat ../log)"
scripts/release --commit HEAD~1 --wheels --out ../three >../log 2>&1 && fail "a wheel of another commit"
sed -i 's/^## /## Unreleased\n\n## /' CHANGELOG.md
mkdir docs docs/lammps && cp "$source/CITATION.cff" "$source/codemeta.json" . && cp "$source/docs/install.md" docs && cp "$source/docs/lammps/dcm.md" docs/lammps
cp "$source/CMakeLists.txt" . && cp -r "$source/packaging/"{guix,conda,spack,easybuild} packaging && git add . && git commit -qm third
before=$(sed -n 's/^project(dcm VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
scripts/release --prepare 7.6.5 >../log 2>&1 || fail "$(cat ../log)"
! git grep -qF "$before" -- . ":!abi" ":!scripts" || fail "the version of before stands in $(git grep -lF "$before" -- . ":!abi")"
grep -q "^## 7.6.5 ($(LC_ALL=C date '+%-d %B %Y'))" CHANGELOG.md || fail "CHANGELOG.md has no heading"
grep -q "^date-released: $(date +%F)" CITATION.cff || fail "CITATION.cff has no date"
git add . && git commit -qm fourth
scripts/release --out ../four >../log 2>&1 || fail "$(cat ../log)"
ls ../four/recipes/easybuild/dcm-7.6.5-* >/dev/null || fail "the recipe of EasyBuild has another name"
finish release
