#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the links of the site: every page and anchor exists, and nothing is loaded from elsewhere.

    python3 scripts/site/check.py FOLDER

Pages below reference/ are DocC's own and are not read. Exits with 1 if a link is dead.
"""

import html.parser
import pathlib
import sys
import urllib.parse


class Page(html.parser.HTMLParser):
    """The anchors and links of a page."""

    def __init__(self, path):
        super().__init__()
        self.anchors, self.links, self.loaded = set(), [], []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        if "id" in found:
            self.anchors.add(found["id"])
        if tag == "a" and "name" in found:
            self.anchors.add(found["name"])
        if tag == "a" and found.get("href"):
            self.links.append(found["href"])
        if tag in ("img", "script", "iframe", "source") and found.get("src"):
            self.loaded.append(found["src"])
        if tag == "link" and found.get("href"):
            self.loaded.append(found["href"])


def main(folder):
    pages = {path.resolve(): Page(path) for path in folder.rglob("*.html") if "reference" not in path.parts}
    faults, count, outside = [], 0, 0
    for path, page in pages.items():
        own = path.relative_to(folder.resolve())
        for url in page.loaded:
            if urllib.parse.urlsplit(url).scheme not in ("", "data"):
                faults.append(f"{own} loads {url}")
        for url in page.links + page.loaded:
            parts = urllib.parse.urlsplit(url)
            if parts.scheme or parts.netloc:
                outside += parts.scheme != "data"
                continue
            count += 1
            target = (path.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else path
            if not target.is_file():
                faults.append(f"{own}: {url} leads to no file")
            elif parts.fragment and target in pages and urllib.parse.unquote(parts.fragment) not in pages[target].anchors:
                faults.append(f"{own}: {url} leads to no anchor")
    for fault in faults[:50]:
        print(fault, file=sys.stderr)
    print(f"{len(pages)} pages, {count} links within the site, {outside} to other sites, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
