# SPDX-License-Identifier: Apache-2.0
"""The index of the search box.

The index is two scripts, because a page that was opened from a file may not read data. The second, which has all cases,
is loaded when the box is used.
"""

import json


class Index:
    """What can be found: kind, text and page of each entry."""

    def __init__(self):
        self.entries = []
        self.cases = []

    def add(self, kind, text, page):
        """Adds an entry."""
        self.entries.append([kind, text[:240], page])

    def add_case(self, identifier, title, page):
        """Adds a case."""
        self.cases.append(["case", f"{identifier} {title}"[:240], page])


def write(site, index):
    """Writes the scripts."""
    for name, entries in (("search-index.js", index.entries), ("search-cases.js", index.cases)):
        text = json.dumps(entries, ensure_ascii=False, separators=(",", ":"))
        (site.folder / name).write_text(f"addToIndex({text});\n", encoding="utf-8")
