#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the documentation site: guides, specification, cases, types, codes, platforms and results.

    python3 scripts/site FOLDER [--results REPORT.json ...] [--reference]

`scripts/docs` calls it with everything that it needs. The tree of pages is the tree of the repository: `Docs/a.md`
becomes `Docs/a.html`, so that relative links between documents keep their meaning.
"""

import argparse
import pathlib
import shutil
import sys

import catalogue
import deviation_pages
import documents
import facts
import layout
import markdown
import registries
import requirement_pages
import results
import search


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path, help="the folder of the site, which is replaced")
    parser.add_argument("--results", nargs="*", default=[], type=pathlib.Path, help="reports of `imwire conform`")
    parser.add_argument("--reference", action="store_true", help="link to the reference of the Swift modules")
    options = parser.parse_args()

    root = pathlib.Path(__file__).resolve().parents[2]
    known = facts.Facts(root)
    site = layout.Site(options.folder, has_reference=options.reference)
    shutil.rmtree(options.folder, ignore_errors=True)
    index = search.Index()
    renderer = markdown.Renderer(known)
    documents.write(site, known, index, renderer)
    requirement_pages.write(site, known, index, renderer)
    catalogue.write(site, known, index, renderer)
    registries.write(site, known, index, renderer)
    deviation_pages.write(site, known, index, renderer)
    results.write(site, options.results)
    documents.write_files(site, known, renderer)
    search.write(site, index)
    here = pathlib.Path(__file__).parent
    for name in ("site.css", "site.js"):
        shutil.copy(here / name, options.folder / name)
    print(f"{site.count} pages in {options.folder}")


if __name__ == "__main__":
    sys.exit(main())
