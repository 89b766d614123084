# SPDX-License-Identifier: Apache-2.0
"""The catalogue of the built-in types, a page for each."""

import json

import layout
from markdown import type_page

FLAGS = {0: "neither stored nor counted", 1: "stored", 3: "stored and counted", 16: "status: online users only"}


def write(site, known, index, renderer):
    """Writes the catalogue."""
    examples = find_examples(known)
    rows = []
    for name, schema in known.types.items():
        page = type_page(name)
        site.page(page, name, body(known, renderer, schema, page, examples.get(name)))
        index.add("type", f"{name} {schema['title']}", page)
        rows.append([
            layout.link(page.removeprefix("types/"), layout.code(name)), layout.escape(schema["title"]),
            layout.escape(schema.get("x-category", "")), flags(schema),
            layout.escape(len(schema.get("properties", {})) or "bytes")])
    head = ["objectName", "Type", "Category", "Flags", "Members"]
    site.page("types/index.html", "Types", "<h1>Types</h1>\n" + layout.table(head, rows, f"{len(rows)} built-in types"))


def body(known, renderer, schema, page, example):
    """Returns the text of the page of a type."""
    def text(markdown):
        made, _ = renderer.html(markdown, "Spec/content.md", page)
        return made

    name = schema["x-objectName"]
    parts = [f"<h1>{layout.code(name)}</h1>", f"<p class=\"facts\">{layout.escape(schema['title'])}</p>",
             text(schema.get("description", ""))]
    digest = schema.get("x-digest")
    facts = [["Category", layout.escape(schema.get("x-category", ""))], ["Flags", flags(schema)],
             ["Digest", digest_text(digest)], ["Swift", layout.code(schema.get("x-swiftName", ""))],
             ["Provenance", layout.escape(schema.get("x-provenance", ""))],
             ["Schema", layout.link(layout.relative(renderer.page_of(schema["x-path"]), page), "JSON Schema")]]
    parts.append(layout.table(["Property", "Value"], facts, "Properties"))
    if schema.get("properties"):
        parts += ["<h2>Members</h2>", members(known, renderer, schema, page)]
    if example:
        parts += ["<h2>Example</h2>", f'<pre tabindex="0"><code>{layout.escape(example)}</code></pre>']
    elif schema.get("x-opaque"):
        parts += ["<h2>Example</h2>", "<p>There is none: no public source has a content of this type. Its members are not "
                  "known, and its bytes, whatever they are, are passed on unchanged.</p>"]
    parts += ["<h2>Platforms</h2>", platforms(known, schema)]
    found = [each for each in known.deviations.values() if name in each.types or "all types" in each.members.get("Types", "")]
    if found:
        rows = [[layout.identifier(layout.relative(f"deviations/{each.id}.html", page), each.id), layout.escape(each.title),
                 layout.escape(each.members.get("Class", "")), layout.escape(each.members.get("Seen from", ""))]
                for each in found]
        parts += ["<h2>Deviations</h2>", layout.table(["Deviation", "Title", "Class", "Seen from"], rows, "Known deviations")]
    if schema.get("x-notes"):
        parts += ["<h2>Notes</h2>", text("\n".join(f"- {note}" for note in schema["x-notes"]))]
    return "\n".join(parts)


def flags(schema):
    """Returns what the service does with a message of the type."""
    value = schema.get("x-persistence", {}).get("flags")
    return layout.escape(f"{value}: {FLAGS[value]}" if value in FLAGS else "unknown" if value is None else value)


def digest_text(digest):
    """Returns what a list of conversations shows."""
    if not digest:
        return "none"
    return "; ".join(f"{layout.escape(key)}: {layout.code(json.dumps(value, ensure_ascii=False))}"
                     for key, value in digest.items())


def members(known, renderer, schema, page):
    """Returns the table of the members."""
    required = set(schema.get("required", []))
    rows = []
    for name in schema.get("x-order", list(schema["properties"])):
        own = schema["properties"].get(name)
        if own is None:
            continue
        whole = known.resolve(own)
        kind = whole.get("x-kind") or whole.get("type") or "object"
        others = [f"{layout.code(alias['name'])} ({renderer.linked(alias['deviation'], page)})"
                  for alias in whole.get("x-aliases", [])]
        marks = [f"{layout.escape(key[2:])}: {renderer.linked(whole[key], page)}"
                 for key in ("x-missing", "x-null", "x-empty", "x-coerce", "x-url", "x-foreign") if key in whole]
        meaning, _ = renderer.html(whole.get("description", whole.get("title", "")), "Spec/content.md", page)
        rows.append([layout.code(name), layout.escape(kind), "yes" if name in required else "no", meaning,
                     "<br>".join(others), "<br>".join(marks)])
    return layout.table(["Member", "Kind", "Required", "Meaning", "Other spellings", "Deviations"], rows, "Members, in the order in which they are written")


def platforms(known, schema):
    """Returns the table of the classes, and of what public sources of each platform declare."""
    name = schema["x-objectName"]
    rows = [[layout.escape(platform), layout.code(value), ""] for platform, value in schema.get("x-platforms", {}).items()]
    for platform, manifest in known.platforms.items():
        for each in manifest.get("types", []):
            if each["objectName"] == name:
                declared = [member["name"] for member in each.get("members", [])]
                rows.append([layout.escape(manifest.get("title", platform)), layout.code(each.get("class", "")),
                             ", ".join(map(layout.code, declared)) or "not known"])
    if not rows:
        return "<p>No public source declares it.</p>"
    return layout.table(["Platform", "Class", "Declared members"], rows, "Names by platform")


def find_examples(known):
    """Returns a canonical content for each type, with as many members as fit on a screen, from the cases."""
    found = {}
    for case in known.cases:
        sent, expected = case["input"], case["expect"]
        if case["op"] != "content.roundtrip" or not isinstance(expected, list) or not isinstance(expected[0], dict):
            continue
        text, name = expected[0].get("text"), sent.get("objectName")
        if not isinstance(text, str) or expected[0].get("deviations") or len(text) > 700 or not text.startswith("{"):
            continue
        try:
            value = json.loads(text)
            shown = json.dumps(value, ensure_ascii=False, indent=2)
            shown.encode()
        except ValueError:  # no JSON, or an unpaired surrogate
            continue
        names = known.types.get(name, {}).get("properties", {})
        known_members = sum(member in names for member in value)
        score = (known_members, -len(value), -len(text))
        if name not in found or score > found[name][0]:
            found[name] = (score, shown)
    return {name: text for name, (_, text) in found.items()}
