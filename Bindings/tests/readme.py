#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Extracts the examples of Bindings/README.md, so that they can be run unchanged.

    readme.py FOLDER

Writes the program for C, Python, node and Rust (for C, with a `main`), and `NAME.expected`, the output that the page
shows.
"""

import re
import sys
from pathlib import Path

PAGE = Path(__file__).resolve().parent.parent / "README.md"
LANGUAGES = {"c": "example.c", "python": "example.py", "js": "example.js", "rust": "main.rs"}
MAIN = "#include <imwire.h>\n#include <stdio.h>\n\nint main(void) {{\n{}return 0;\n}}\n"


def main(folder: str) -> None:
    """Writes the programs and their outputs."""
    blocks = re.findall(r"^```(\w*)\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    left = dict(LANGUAGES)
    for (language, program), (_, output) in zip(blocks, blocks[1:]):
        if language in left:
            name = left.pop(language)
            Path(folder, name).write_text(MAIN.format(program) if language == "c" else program)
            Path(folder, f"{name}.expected").write_text(output)
    if left:
        sys.exit(f"the page has no example for {', '.join(sorted(left))}")


if __name__ == "__main__":
    main(*sys.argv[1:])
