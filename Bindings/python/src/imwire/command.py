# SPDX-License-Identifier: Apache-2.0
"""The command ``imwire``, which lies in the package."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def path() -> Path:
    """Where the command is."""
    return Path(__file__).with_name("tool") / "bin" / "imwire"


def main() -> None:
    """Becomes the command."""
    os.execv(path(), ["imwire", *sys.argv[1:]])
