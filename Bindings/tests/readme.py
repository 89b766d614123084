#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Extracts the examples of a page, so that they can be run unchanged.

    readme.py PAGE FOLDER

Writes the page's program for C, Python, node and Rust, of those that it has, completed to a whole one where it consists
of statements, and `NAME.expected`, its output. The page shows the output in the next block, or in comments behind the
lines that print.
"""

import re
import sys
from pathlib import Path

LANGUAGES = {"c": "example.c", "python": "example.py", "js": "example.js", "rust": "main.rs"}
WHOLE = {
    "c": "#include <imwire.h>\n#include <stdio.h>\n\nint main(void) {{\n{}return 0;\n}}\n",
    "rust": "fn main() -> Result<(), imwire::Error> {{\n{}Ok(())\n}}\n",
}
MAIN = {"c": "int main(", "rust": "fn main("}
PRINTS = re.compile(r"^\s*(?:print|printf|println!|console\.log)\(.*(?:#|//) (.*)$", re.MULTILINE)


def main(page: str, folder: str) -> None:
    """Writes the programs and their outputs."""
    blocks = re.findall(r"^```(\w*)\n(.*?)^```$", Path(page).read_text(), re.MULTILINE | re.DOTALL)
    left = dict(LANGUAGES)
    for name in LANGUAGES.values():
        Path(folder, name).unlink(missing_ok=True)
    for (language, program), (_, output) in zip(blocks, [*blocks[1:], ("", "")]):
        if language not in LANGUAGES:
            continue
        if language not in left:
            sys.exit(f"{page} has two programs in {language}, of which one would not be run")
        name = left.pop(language)
        comments = PRINTS.findall(program)
        expected = "".join(f"{line}\n" for line in comments) if comments else output
        if language in WHOLE and MAIN[language] not in program:
            program = WHOLE[language].format(program)
        Path(folder, name).write_text(program)
        Path(folder, f"{name}.expected").write_text(expected)
    if len(left) == len(LANGUAGES):
        sys.exit(f"{page} has no program")


if __name__ == "__main__":
    main(*sys.argv[1:])
