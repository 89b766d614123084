#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Replaces links to files that are not in a folder by their text, in all Markdown files of the folder.

links.py FOLDER              replaces them
links.py --check FOLDER      prints them and fails if there are any
"""

import re
import sys
from pathlib import Path

LINK = re.compile(r"(!?)\[([^\]\n]*)\]\(([^)\s]+)\)")


def broken(target: str, file: Path) -> bool:
    """Returns whether a target is a path that does not exist, relative to the file."""
    path = target.partition("#")[0]
    return bool(path) and ":" not in path and not (file.parent / path).exists()


def main(folder: str, is_check: bool) -> int:
    """Returns the number of broken links that remain."""
    remaining = 0
    for file in sorted(Path(folder).rglob("*.md")):
        text = file.read_text()
        code = [match.span() for match in re.finditer(r"^```.*?^```", text, re.MULTILINE | re.DOTALL)]

        def replaced(match: re.Match) -> str:
            nonlocal remaining
            inside = any(start <= match.start() < end for start, end in code)
            if inside or not broken(match[3], file):
                return match[0]
            if is_check:
                remaining += 1
                print(f"{file}: {match[3]}")
            return match[0] if is_check else match[2]

        new = LINK.sub(replaced, text)
        if new != text:
            file.write_text(new)
    return remaining


if __name__ == "__main__":
    sys.exit(1 if main(sys.argv[-1], sys.argv[1] == "--check") else 0)
