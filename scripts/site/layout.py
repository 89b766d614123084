# SPDX-License-Identifier: Apache-2.0
"""The frame of every page, and the functions that write HTML."""

import html
import posixpath

NAVIGATION = [
    ("index.html", "Start"), ("Docs/index.html", "Guides"), ("Spec/index.html", "Specification"),
    ("types/index.html", "Types"), ("deviations/index.html", "Deviations"),
    ("codes/index.html", "Codes"), ("platforms.html", "Platforms"),
    ("results.html", "Results"), ("reference/documentation/index.html", "Swift"),
]

PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="{base}site.css">
<script src="{base}site.js" data-base="{base}" defer></script>
</head>
<body>
<a class="skip" href="#main">Skip to the text</a>
<header>
<a class="brand" href="{base}index.html">imwire</a>
<nav aria-label="Site">{navigation}</nav>
<search>
<label for="query">Search</label>
<input id="query" type="search" autocomplete="off" placeholder="CNT-014, DEV-08, RC:TxtMsg, 31004, words" aria-controls="found">
<div id="found" role="region" aria-label="Search results" hidden></div>
</search>
</header>
<main id="main" tabindex="-1">
{body}
</main>
<footer>imwire, Apache-2.0. This page works without a network.</footer>
</body>
</html>
"""


def escape(text):
    """Returns text for HTML, also within attributes."""
    return html.escape(str(text), quote=True)


def code(text):
    """Returns text as code."""
    return f"<code>{escape(text)}</code>"


def link(url, content):
    """Returns a link around HTML."""
    return f'<a href="{escape(url)}">{content}</a>'


def identifier(url, name):
    """Returns a link around an id, which is not broken at its hyphen."""
    return f'<a class="id" href="{escape(url)}">{escape(name)}</a>'


def table(headers, rows, caption=None, kind=""):
    """Returns a table of HTML cells, whose first column names each row, in a box that scrolls by itself."""
    head = "".join(f'<th scope="col">{each}</th>' for each in headers)
    body = "\n".join(
        "<tr>" + f'<th scope="row">{row[0]}</th>' + "".join(f"<td>{cell}</td>" for cell in row[1:]) + "</tr>"
        for row in rows)
    title = f"<caption>{caption}</caption>" if caption else ""
    label = escape(caption or "Table")
    return (f'<div class="scroll" tabindex="0" role="region" aria-label="{label}"><table class="{kind}">{title}'
            f"<thead><tr>{head}</tr></thead>\n<tbody>{body}</tbody></table></div>")


class Site:
    """The folder of the site."""

    def __init__(self, folder, has_reference):
        self.folder = folder
        self.has_reference = has_reference
        self.count = 0

    def page(self, path, title, body):
        """Writes a page: `path` is relative to the folder of the site, and ends in .html."""
        base = "../" * path.count("/")
        section = path.split("/")[0]
        links = []
        for target, name in NAVIGATION:
            if target.startswith("reference/") and not self.has_reference:
                continue
            own = target.split("/")[0] == section
            current = ' aria-current="page"' if own else ""
            links.append(f'<a href="{base}{target}"{current}>{name}</a>')
        name = title if title == "imwire" else f"{title} · imwire"
        text = PAGE.format(title=escape(name), base=base, navigation="".join(links), body=body)
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
        self.count += 1


def relative(target, page):
    """Returns the URL of a path of the site, relative to the page that links to it."""
    path, mark, anchor = target.partition("#")
    return posixpath.relpath(path, posixpath.dirname(page) or ".") + mark + anchor
