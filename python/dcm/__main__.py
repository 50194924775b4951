# SPDX-License-Identifier: MIT
"""The command dcm: python -m dcm."""

import ctypes
import os
import sys

from ._library import LIBRARY


def main() -> int:
    words = [os.fsencode(word) for word in ["dcm", *sys.argv[1:]]]
    argv = (ctypes.c_char_p * (len(words) + 1))(*words, None)
    sys.stdout.flush()
    return int(LIBRARY.dcm_api_command(len(words), argv))


if __name__ == "__main__":
    sys.exit(main())
