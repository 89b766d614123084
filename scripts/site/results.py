# SPDX-License-Identifier: Apache-2.0
"""The matrix of the implementations that were run, from reports of `imwire conform`."""

import collections
import json

import layout


def write(site, paths):
    """Writes the matrix of areas and implementations."""
    reports = [json.loads(path.read_text(encoding="utf-8")) for path in paths]
    columns, areas = [], collections.defaultdict(dict)
    for report in reports:
        for implementation in report["implementations"]:
            label = implementation["label"]
            columns.append(label)
            for area, tally in implementation["areas"].items():
                total = areas[area.split("/")[0]].setdefault(label, [0, 0])
                total[0] += tally["pass"]
                total[1] += tally["cases"]
    rows = [[layout.code(area)] + [cell(found.get(label)) for label in columns] for area, found in sorted(areas.items())]
    if rows:
        text = layout.table(["Area"] + [layout.escape(label) for label in columns], rows, "Cases passed, by area", "matrix")
    else:
        text = "<p>No implementation was run for this copy of the site.</p>"
    site.page("results.html", "Results", f"""<h1>Results</h1>
<p>The implementations of this repository, and how many cases of each area they pass. The Python testee was written from
the specification alone; {layout.code("python-wrong")} has errors on purpose.
{layout.link("Docs/testing-your-implementation.html", "Testing your implementation")} explains how to add yours;
{layout.link("Spec/sdk-releases.html", "Releases of the web SDK")} has the results of five releases.</p>
{text}""")


def cell(tally):
    """Returns a cell of the matrix."""
    if tally is None:
        return "not run"
    passed, total = tally
    mark = "all" if passed == total else "some"
    return f'<span class="{mark}">{passed:,} of {total:,}</span>'
