# SPDX-License-Identifier: Apache-2.0
"""The pages of codes, topics, services and other registries, and the matrix of platforms."""

import json

import layout
from markdown import type_page

# The registry of services has a chapter of its own.
ELSEWHERE = {"server-api"}


def write(site, known, index, renderer):
    """Writes a page for each registry, one that lists them, and the matrix."""
    rows = []
    for name, registry in known.registries.items():
        if name in ELSEWHERE:
            continue
        page = f"codes/{name}.html"
        site.page(page, registry["title"], registry_body(registry, name, index))
        index.add("registry", registry["title"], page)
        rows.append([layout.link(f"{name}.html", layout.escape(registry["title"])), str(len(registry["entries"])),
                     layout.escape(registry.get("description", ""))])
    errors(site, known, index, renderer)
    rows.insert(0, [layout.link("errors.html", "Errors of the codec"), str(len(known.error_codes)),
                    "What the codec reports for data that it refuses."])
    site.page("codes/index.html", "Codes",
              "<h1>Codes and other registries</h1>\n" + layout.table(["Registry", "Entries", "Contents"], rows, "Registries"))
    platforms(site, known)


def errors(site, known, index, renderer):
    """Writes the page of the error codes, to whose anchors the tools link."""
    page, rows = "codes/errors.html", []
    for code, text in known.error_codes.items():
        meaning, _ = renderer.html(text, "Spec/errors.md", page)
        rows.append([f'<span id="{layout.escape(code)}">{layout.code(code)}</span>', meaning])
        index.add("error", f"{code} {' '.join(text.split())}", f"{page}#{code}")
    site.page(page, "Errors of the codec",
              "<h1>Errors of the codec</h1>\n" + layout.table(["Code", "Meaning"], rows, f"{len(rows)} codes"))


def registry_body(registry, name, index):
    """Returns the text of the page of a registry, and adds its entries to the index."""
    entries = registry["entries"]
    key = "code" if "code" in entries[0] else "value"
    names = [key] + [each for each in dict.fromkeys(n for entry in entries for n in entry) if each != key]
    rows = []
    for entry in entries:
        value = str(entry[key])
        title = entry.get("name", "") or ""
        index.add("code", f"{value} {title}: {entry.get('meaning', '')}", f"codes/{name}.html#{value}")
        rows.append([f'<span id="{layout.escape(value)}">{layout.code(value)}</span>']
                    + [cell(entry.get(each)) for each in names[1:]])
    parts = [f"<h1>{layout.escape(registry['title'])}</h1>", f"<p>{layout.escape(registry.get('description', ''))}</p>",
             layout.table([layout.escape(each) for each in names], rows, registry["title"])]
    notes = registry.get("notes", [])
    if notes:
        parts.append("<h2>Notes</h2><ul>" + "".join(f"<li>{layout.escape(note)}</li>" for note in
                                                     (notes if isinstance(notes, list) else [notes])) + "</ul>")
    return "\n".join(parts)


def cell(value):
    """Returns a value of a registry as HTML."""
    if value is None:
        return ""
    if isinstance(value, dict):
        return "<br>".join(f"{layout.escape(key)}: {layout.escape(', '.join(each) if isinstance(each, list) else each)}"
                           for key, each in value.items())
    if isinstance(value, list):
        return ", ".join(layout.escape(each if isinstance(each, str) else json.dumps(each)) for each in value)
    return layout.escape(value)


def platforms(site, known):
    """Writes the matrix of types and platforms."""
    names = list(known.platforms)
    declared = {name: {each["objectName"]: each for each in manifest.get("types", [])}
                for name, manifest in known.platforms.items()}
    rows = []
    for object_name in known.types:
        cells = []
        for name in names:
            each = declared[name].get(object_name)
            cells.append("" if each is None else layout.escape(
                "declared" if not each.get("members") else f"{len(each['members'])} members"))
        rows.append([layout.link(type_page(object_name), layout.code(object_name))] + cells)
    titles = "".join(f"<li>{layout.code(name)}: {layout.escape(known.platforms[name].get('title', ''))}</li>" for name in names)
    body = f"""<h1>Platforms</h1>
<p>What the public sources of each platform declare. An empty cell says that they do not declare the type, which a
closed part of a platform may still know. {layout.link('Docs/comparing-platforms.html', 'Comparing platforms')} explains
how differences are found.</p>
{layout.table(["objectName"] + names, rows, "Types by platform", "matrix")}
<h2>Sources</h2>
<ul>{titles}</ul>"""
    site.page("platforms.html", "Platforms", body)
