# SPDX-License-Identifier: MIT
"""Parts that everything that runs a LAMMPS from Python shares: which LAMMPS it is, and the surroundings of its MPI."""

import dataclasses
import functools
import os
import subprocess
import tempfile


class Failed(Exception):
    """A program ended with an error; the text has its last words and how to repeat it."""


@dataclasses.dataclass(frozen=True)
class Host:
    id: str
    version: int    # yyyymmdd
    executable: str    # one that knows the dcm styles

    @property
    def name(self):
        months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()
        return f"LAMMPS {self.version % 100}{months[self.version // 100 % 100 - 1]}{self.version // 10000}"

    @property
    def has_coeff_restitution(self):
        """Whether granular has the damping that realises the restitution asked for."""
        return self.version >= 20240627

    @property
    def has_synchronized_verlet(self):
        """Whether granular knows that word."""
        return self.version >= 20260704


def environment(folder, ranks=1, threads=1, **more):
    """The variables of a run with this many ranks, and more of them; folder is one that no other run uses."""
    variables = dict(os.environ, OMP_NUM_THREADS=str(threads), OMPI_ALLOW_RUN_AS_ROOT="1",
                     OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", OMPI_MCA_rmaps_base_oversubscribe="1",
                     OMPI_MCA_hwloc_base_binding_policy="none",
                     # Open MPI's folder of a run: of two that begin or end at once in a common one, one may fail.
                     OMPI_MCA_orte_tmpdir_base=folder)
    # Ranks of one machine share memory. The search for the networks of clusters takes a fifth of a second of every start.
    variables.setdefault("OMPI_MCA_pml", "ob1")
    # Nor are devices looked for, which costs a virtual machine a third to a half of a start.
    variables.setdefault("HWLOC_COMPONENTS", "-pci,-linuxio")
    if ranks == 1:
        variables["OMPI_MCA_ess_singleton_isolated"] = "1"    # no daemon for a single process
    if ranks == 1 and threads > 1:
        # Linux leaves threads that begin on one core there for seconds. Several ranks would all begin at the first core.
        variables.setdefault("OMP_PROC_BIND", "true")
        variables.setdefault("OMP_PLACES", "cores")
    variables.update(more)
    return variables


def on_ranks(command, ranks):
    return command if ranks == 1 else ["mpirun", "-np", str(ranks)] + command


@functools.cache
def styles(executable):
    """The words of the help of a LAMMPS, among which are all its styles."""
    with tempfile.TemporaryDirectory(prefix="dcm-lammps-") as folder:
        return set(subprocess.run([executable, "-h"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, check=False,
                                  env=environment(folder)).stdout.split())
