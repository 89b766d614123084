# SPDX-License-Identifier: Apache-2.0
"""The command ``imwire``, which is included in the package."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def path() -> Path:
    """Returns the path of the command."""
    return Path(__file__).with_name("tool") / "bin" / "imwire"


def main() -> None:
    """Replaces this process with the command."""
    os.execv(path(), ["imwire", *sys.argv[1:]])
