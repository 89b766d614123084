#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes DocC's reference smaller, and independent of the path at which it is served.

    python3 scripts/site/reference.py FOLDER

DocC writes the same page for each of 4,300 symbols, with the path of the server in it. GitHub Pages serves a project
below its name, so each page has to find its own base.
"""

import pathlib
import re
import sys

NO_SCRIPT = "<noscript><h1>This page requires JavaScript.</h1></noscript>"
BASE = 'var baseUrl = location.pathname.replace(/(documentation\\/.*|index\\.html)?$/, "")'


def main(folder):
    before = after = 0
    for path in sorted(folder.rglob("index.html")):
        text = path.read_text(encoding="utf-8")
        up = "../" * len(path.parent.relative_to(folder).parts) or "./"
        made = re.sub(r"<noscript>.*?</noscript>", NO_SCRIPT, text, flags=re.S)
        made = made.replace('var baseUrl = "/reference/"', BASE)
        made = made.replace('src="/reference/', f'src="{up}').replace('href="/reference/', f'href="{up}')
        path.write_text(made, encoding="utf-8")
        before, after = before + len(text), after + len(made)
    print(f"pages of the reference: {before / 1e6:.1f} MB before, {after / 1e6:.1f} MB now", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
