#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# In a chroot, for packaging/debian.sh: a run of the chute begins with the packages in /old and writes a restart file; the run goes on
# with the packages in /old, and with those in /new. The printed digits must be the same.
set -euo pipefail
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
cd /chute
{
  sed '/^fix  *means/,$d' in.chute
  echo 'run 1500'
  echo 'write_restart half.restart'
} >in.begin
cat >in.on <<'END'
comm_modify  vel yes
read_restart half.restart
neighbor     0.001 bin
neigh_modify delay 0 every 1 check yes exclude group base base
timestep     4.0e-5
fix          gravity grains gravity 9.81 chute 24
fix          motion grains nve/sphere
fix          still base freeze
run          100
write_dump   all custom ${rows} id x y z vx vy vz omegax omegay omegaz fx fy fz modify sort id
END
install() { apt-get install -y --no-install-recommends "$1"/dcm_*.deb "$1"/dcm-lammps_*.deb; }

install /old
lmp-dcm -log none -in in.begin -var style dcm -var nx 6 -var ny 4 -var nz 5
lmp-dcm -log none -in in.on -var rows rows.old
before=$(dpkg-query -W -f '${Version}' dcm-lammps)
install /new
lmp-dcm -log none -in in.on -var rows rows.new
cmp rows.old rows.new
echo "$before becomes $(dpkg-query -W -f '${Version}' dcm-lammps): a run of $(($(wc -l <rows.new) - 9)) grains goes on to the printed digits"
