# SPDX-License-Identifier: Apache-2.0
"""A page for each requirement, with the cases that exercise it."""

import layout


def write(site, known, index, renderer):
    """Writes the page of each requirement, and one with all of them."""
    rows = []
    for requirement in known.requirements.values():
        page = f"requirements/{requirement.id}.html"
        cases = known.cases_by_requirement.get(requirement.id, [])
        text, _ = renderer.html(requirement.text, requirement.chapter, page)
        summary, _ = renderer.html(requirement.summary, requirement.chapter, page)
        place = layout.relative(f"{renderer.page_of(requirement.chapter)}#{requirement.id}", page)
        body = f"""<h1>{requirement.id}</h1>
<p class="facts">{requirement.level} · {layout.link(place, layout.escape(requirement.chapter))}</p>
{text}
<h2>Cases</h2>
{case_table(cases) if cases else tests(known, requirement.id)}"""
        site.page(page, requirement.id, body)
        index.add("requirement", f"{requirement.id} {plain(requirement.summary)}", page)
        rows.append([
            layout.link(f"{requirement.id}.html", requirement.id), requirement.level,
            summary.removeprefix("<p>").removesuffix("</p>\n"), str(len(cases)) if cases else "tests"])
    body = "<h1>Requirements</h1>\n" + layout.table(["Requirement", "Level", "Summary", "Cases"], rows, "All requirements")
    site.page("requirements/index.html", "Requirements", body)
    for case in known.cases:
        index.add_case(case["id"], case["title"], f"requirements/{case['requirements'][0]}.html#{case['id']}")


def case_table(cases):
    """Returns the table of the cases of a requirement."""
    rows = [
        [f'<span id="{layout.escape(case["id"])}">{layout.code(case["id"])}</span>', layout.escape(case["title"]),
         layout.code(case["op"]), layout.escape(case["level"])] for case in cases]
    return layout.table(["Case", "What it shows", "Operation", "Level"], rows, f"{len(cases):,} cases")


def tests(known, name):
    """Returns the tests of a requirement that no case can show."""
    entries = known.tests_by_requirement.get(name)
    if not isinstance(entries, list):
        return "<p>No case exercises this requirement.</p>"
    items = "".join(
        f"<li>{layout.escape(entry.get('test', ''))}: {layout.escape(entry.get('why', ''))}</li>" for entry in entries)
    return f"<p>No case can show this requirement. Tests of this implementation do:</p><ul>{items}</ul>"


def plain(text):
    """Returns Markdown without its marks."""
    return text.replace("`", "").replace("**", "")
