# SPDX-License-Identifier: Apache-2.0
"""Markdown as HTML: anchors as GitHub gives them, links between documents, and links from ids to their definition."""

import posixpath
import re
import unicodedata

from markdown_it import MarkdownIt

import layout

NOT_RUN = re.compile(r"<!-- not run: (.*) -->")
FIGURE = re.compile(r'<p>(<img src="[^"]*\.svg" alt="([^"]*)" />)</p>')
ID = re.compile(r"\b(?:[A-Z]{2,4})-\d{2,3}\b")
NAME = re.compile(r"^RC[A-Za-z]*:[A-Za-z]+$")


def slug(text):
    """Returns the anchor of a heading, by GitHub's rule."""
    kept = (c for c in text.lower() if c in "-_ " or unicodedata.category(c)[0] in "LN" or unicodedata.category(c) == "Mn")
    return "".join(kept).replace(" ", "-")


def type_page(name):
    """Returns the page of a built-in type."""
    return f"types/{name.replace(':', '-')}.html"


class Renderer:
    """Renders documents for the page at which they are shown."""

    def __init__(self, known):
        self.known = known
        self.parser = MarkdownIt("commonmark", {"html": True}).enable("table")
        self.files = set()  # the linked files that are not documents

    def page_of(self, path):
        """Returns the page of the site for a path of the repository, or None."""
        if path == "README.md":
            return "index.html"
        target = self.known.root / path
        if target.is_dir():
            return self.page_of(posixpath.join(path, "README.md")) if (target / "README.md").exists() else None
        if not target.is_file():
            return None
        if path.endswith("/README.md"):
            return path[:-len("README.md")] + "index.html"
        if path.endswith(".md"):
            return path[:-3] + ".html"
        self.files.add(path)
        return path if path.endswith((".svg", ".png")) else path + ".html"

    def definition(self, word):
        """Returns the place of the site that defines an id or an objectName, or None."""
        if word in self.known.requirements:
            return self.page_of(self.known.requirements[word].chapter) + "#" + word
        if word in self.known.deviations:
            return self.page_of(self.known.deviations[word].chapter) + "#" + word
        if word in self.known.types:
            return type_page(word)
        return None

    def html(self, text, path, page):
        """Returns a document as HTML, and its headings as (level, text, anchor).

        `path` is the document's own path, from which its links lead; `page` is the page that shows it.
        """
        tokens = self.parser.parse(text)
        headings, used = [], set()
        for index, token in enumerate(tokens):
            if token.type == "heading_open":
                self.anchor(token, tokens[index + 1], headings, used)
            elif token.type == "inline":
                self.inline(token, path, page)
            elif token.type == "html_block":
                token.content = NOT_RUN.sub(
                    lambda match: f'<p class="facts">No test runs this block: {layout.escape(match[1])}.</p>', token.content)
            elif token.type == "th_open":
                token.attrSet("scope", "col")
            elif token.type == "paragraph_open":
                self.requirement(token, tokens[index + 1], page)
        made = self.parser.renderer.render(tokens, self.parser.options, {})
        made = made.replace("<table>", '<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>')
        made = made.replace("</table>", "</table></div>")
        # A diagram keeps its size on a phone, and scrolls.
        made = FIGURE.sub(r'<figure class="scroll" tabindex="0" role="group" aria-label="\2">\1</figure>', made)
        return made.replace("<pre>", '<pre tabindex="0">'), headings

    def requirement(self, token, content, page):
        """Gives the paragraph of a requirement its anchor, and links its id to the page with its cases."""
        children = content.children or []
        if [child.type for child in children[1:3]] == ["strong_open", "text"]:
            children = children[1:]  # an empty text precedes it
        name = children[1].content if len(children) > 1 else ""
        if name in self.known.requirements and children[0].type == "strong_open":
            token.attrSet("id", name)
            token.attrSet("class", "requirement")
            children[1].type = "html_inline"
            children[1].content = layout.link(layout.relative(f"requirements/{name}.html", page), name)

    def anchor(self, token, content, headings, used):
        """Gives a heading its anchor, and deviations also their id."""
        words = "".join(child.content for child in content.children if child.type in ("text", "code_inline"))
        name, number = slug(words), 0
        while name in used:
            number += 1
            name = f"{slug(words)}-{number}"
        used.add(name)
        token.attrSet("id", name)
        headings.append((int(token.tag[1]), words, name))
        start = words.split(" ")[0]
        if start in self.known.deviations:
            extra = type(content.children[0])("html_inline", "", 0)
            extra.content = f'<span id="{start}"></span>'
            content.children.insert(0, extra)

    def inline(self, token, path, page):
        """Rewrites the links of a text, and links ids that are not linked yet."""
        children, depth = [], 0
        for child in token.children:
            if child.type == "link_open":
                depth += 1
                self.rewrite(child, "href", path, page)
            elif child.type == "link_close":
                depth -= 1
            elif child.type == "image":
                self.rewrite(child, "src", path, page)
            if depth == 0 and child.type == "text":
                child.type = "html_inline"
                child.content = ID.sub(lambda match: self.linked(match[0], page), layout.escape(child.content))
            elif depth == 0 and child.type == "code_inline" and (place := self.definition(child.content)):
                child.type = "html_inline"
                child.content = layout.link(layout.relative(place, page), layout.code(child.content))
            children.append(child)
        token.children = children

    def linked(self, word, page):
        """Returns an id as a link to its definition, unless it is defined on this line or unknown."""
        place = self.definition(word)
        if not place:
            return word
        return layout.identifier(layout.relative(place, page), word)

    def rewrite(self, token, attribute, path, page):
        """Makes a link to a document one to its page. Links to folders without a page lead nowhere and are removed."""
        target = token.attrGet(attribute)
        if re.match(r"[a-z]+:", target):
            return
        if target.startswith("#"):
            target = posixpath.basename(path) + target
        file, mark, anchor = target.partition("#")
        own = posixpath.normpath(posixpath.join(posixpath.dirname(path), file))
        place = self.page_of(own)
        if place:
            token.attrSet(attribute, layout.relative(place + mark + anchor, page))
        else:
            token.attrs.pop(attribute)

