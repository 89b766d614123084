# SPDX-License-Identifier: Apache-2.0
"""A page for each deviation, with the cases whose outcome has it."""

import layout
from requirement_pages import plain


def write(site, known, index, renderer):
    """Writes the page of each deviation, and one with all of them."""
    rows = []
    for deviation in known.deviations.values():
        page = f"deviations/{deviation.id}.html"
        chapter = layout.relative(renderer.definition(deviation.id), page)
        facts = [[layout.escape(name), renderer.html(text, deviation.chapter, page)[0]]
                 for name, text in deviation.members.items()]
        cases = known.cases_by_deviation.get(deviation.id, [])
        shown = [[layout.link(layout.relative(f"requirements/{case['requirements'][0]}.html#{case['id']}", page),
                              layout.code(case["id"])), layout.escape(case["title"])] for case in cases]
        table = layout.table(["Case", "What it shows"], shown, f"{len(cases):,} cases")
        body = f"""<h1>{deviation.id} · {layout.escape(plain(deviation.title))}</h1>
<p class="facts">{layout.link(chapter, layout.escape(deviation.chapter))}</p>
{layout.table(["Property", "Value"], facts, "Properties")}
<h2>Cases</h2>
{table if cases else "<p>It is not visible in bytes, so that no case can show it.</p>"}"""
        site.page(page, deviation.id, body)
        index.add("deviation", f"{deviation.id} {plain(deviation.title)}", page)
        rows.append([layout.identifier(f"{deviation.id}.html", deviation.id), layout.escape(plain(deviation.title)),
                     layout.escape(deviation.members.get("Class", "")),
                     layout.escape(deviation.members.get("Seen from", "")), str(len(cases) or "")])
    body = "<h1>Deviations</h1>\n" + layout.table(
        ["Deviation", "Title", "Class", "Seen from", "Cases"], rows, f"{len(rows)} deviations")
    site.page("deviations/index.html", "Deviations", body)
