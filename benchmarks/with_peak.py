# SPDX-License-Identifier: MIT
"""python3 with_peak.py FILE PROGRAM ARGUMENTS...: runs a program and writes into a file how many KiB of memory it had at most."""

import os
import subprocess
import sys

child = subprocess.Popen(sys.argv[2:])
_, status, used = os.wait4(child.pid, 0)
with open(sys.argv[1], "w") as file:
    file.write(str(used.ru_maxrss))
sys.exit(os.waitstatus_to_exitcode(status) and 1)
