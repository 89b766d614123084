# SPDX-License-Identifier: Apache-2.0
"""The pages of documents: the README, the guides, the specification, and all documents and files that these link to."""

import layout

FIRST = ["README.md", "Docs/README.md", "Spec/README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"]
KINDS = {"Docs": "guide", "Spec": "specification"}


def write(site, known, index, renderer):
    """Writes the documents that can be reached from the first ones."""
    root = known.root
    paths = [path for path in FIRST if (root / path).exists()]
    for folder in ("Docs", "Spec", "Examples", "Bindings", "Fixtures"):
        paths += sorted(str(path.relative_to(root)) for path in (root / folder).rglob("*.md")
                        if "node_modules" not in path.parts and not any(part.startswith(".") for part in path.parts))
    for path in dict.fromkeys(paths):
        document(site, known, index, renderer, path)


def write_files(site, known, renderer):
    """Writes the files to which pages link."""
    written = set()
    while waiting := renderer.files - written:
        for path in sorted(waiting):
            file(site, known, path)
        written |= waiting


def document(site, known, index, renderer, path):
    """Writes the page of a document, and adds its headings to the index."""
    page = renderer.page_of(path)
    body, headings = renderer.html(known.text(path), path, page)
    title = "imwire" if path == "README.md" else (headings[0][1] if headings else path)
    parts = [(level, text, anchor) for level, text, anchor in headings if level == 2]
    if len(parts) > 2 and path != "README.md":
        items = "".join(f"<li>{layout.link('#' + anchor, layout.escape(text))}</li>" for _, text, anchor in parts)
        contents = f'<nav class="contents" aria-label="On this page"><ul>{items}</ul></nav>'
        body = body.replace("</h1>", f"</h1>\n{contents}", 1)
    site.page(page, title, body)
    kind = KINDS.get(path.split("/")[0], "document")
    for level, text, anchor in headings:
        if level <= 3:
            index.add(kind, text if level == 1 else f"{text} · {title}", page if level == 1 else f"{page}#{anchor}")


def file(site, known, path):
    """Writes the page of a file that a document links to, or copies a picture."""
    source = known.root / path
    if path.endswith((".svg", ".png")):
        target = site.folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(source.read_bytes())
        return
    try:
        text = source.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        text = f"{source.stat().st_size:,} bytes that are no text."
    if len(text) > 300_000:
        text = text[:300_000] + "\n… (the file continues)"
    body = f"<h1>{layout.code(path)}</h1>\n<pre tabindex=\"0\"><code>{layout.escape(text)}</code></pre>"
    site.page(path + ".html", path, body)
