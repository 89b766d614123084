#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that each new name of the migration table of CHANGELOG.md is a name of the public API in Spec/api.

    scripts/check-migration.py

The second cells of the table name declarations in backticks. Words with `…`, options and commands are not looked up.
Exits with 1 and a list of the names that the API does not have.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HEADING = "### Breaking: names of 1.1 and of 2.0"
# Cells that state a prefix or a command instead of a declaration.
PREFIXES = {"Chat", "Content", "RMTP"}


def new_cells():
    """Returns the line numbers and the second cells of the table."""
    inside = False
    for number, line in enumerate((ROOT / "CHANGELOG.md").read_text().split("\n"), 1):
        if line.startswith("#"):
            inside = line == HEADING
        elif inside and line.startswith("| "):
            yield number, line.strip("| ").split(" | ", 1)[1]


def names(cell):
    """Returns the identifiers of declarations that a cell states in backticks."""
    for code in re.findall(r"`([^`]+)`", cell):
        if not re.match(r"imwire\b|-", code) and "…" not in code:
            yield from re.findall(r"[A-Za-z_]\w+", code)


def main():
    declared = {word for path in (ROOT / "Spec" / "api").glob("*.txt") for word in re.findall(r"\w+", path.read_text())}
    found = [(number, name) for number, cell in new_cells() for name in names(cell)]
    missing = [(number, name) for number, name in found if name not in declared and name not in PREFIXES]
    for number, name in missing:
        print(f"CHANGELOG.md:{number}: {name} is not in Spec/api")
    print(f"{len(found)} names of the migration table, {len(missing)} missing")
    return 1 if missing or not found else 0


if __name__ == "__main__":
    sys.exit(main())
