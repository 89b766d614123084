# SPDX-License-Identifier: Apache-2.0
"""The memory and the processor time of a process."""

import os
import re


def peak(pid):
    status = open(f"/proc/{pid}/status").read()
    return [int(re.search(rf"{name}:\s+(\d+)", status)[1]) // 1_024 for name in ("VmRSS", "VmHWM")]


def is_gone(pid):
    """Returns whether a process has ended; a child whose end was not read yet has no memory."""
    return "VmRSS" not in open(f"/proc/{pid}/status").read()


def used(pid):
    """Returns the processor time of a process, in seconds."""
    words = open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")
