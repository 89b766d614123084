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
    """Replaces this process with the command; exits with 127 if the package was built without it."""
    if not path().exists():
        print(f"imwire: this package does not contain the command: {path()}", file=sys.stderr)
        sys.exit(127)
    os.execv(path(), ["imwire", *sys.argv[1:]])
