# SPDX-License-Identifier: Apache-2.0
"""A request of the runner: its members as nodes, and what every operation reads in the same way (TST-101)."""
import base64
import json

from strictjson import Parser

DEEPEST = 300   # levels of JSON that Python's own stack is good for


class Skip(Exception):
    """The testee does not do that; the text says why."""


class BadRequest(Exception):
    """The request itself cannot be understood."""


def dump(value):
    """A Python value as JSON in one line."""
    return json.dumps(value, separators=(",", ":")).encode()


def loads(text):
    """A JSON value as Python has it."""
    try:
        return json.loads(text)
    except ValueError:      # more digits than Python converts
        raise BadRequest("a number is too long") from None


def from_base64(text):
    """The bytes of a member in standard Base64 (TST-005)."""
    try:
        return base64.b64decode(text, validate=True)
    except ValueError:
        raise BadRequest("bytes must be Base64") from None


def to_base64(data):
    """Bytes as the protocol shows them."""
    return base64.b64encode(data).decode()


class Request:
    """The members of one request, each as its node; `raw` gives a member's own bytes."""

    def __init__(self, line):
        self.line, parsed = line, Parser(line, kept=DEEPEST)    # what nobody asks for may be as deep as it is (TST-013)
        if parsed.fault or parsed.root.kind != "object":
            raise BadRequest("not a JSON object")
        self.nodes = {name.text: value for name, value in parsed.root.members}
        identity = self.nodes.get("id")
        self.id = self.raw("id") if identity and identity.kind in ("number", "string") else b"null"

    def has(self, name):
        """Whether the member is there."""
        return name in self.nodes

    def node(self, name, kind, default=None):
        """The node of a member of that kind; None where it may be absent and is."""
        node = self.nodes.get(name)
        if node is None and default is not None:
            return None
        if node is None or node.kind != kind:
            raise BadRequest(f"{name} must be of the type {kind}")
        return node

    def raw(self, name):
        """A member's value byte for byte."""
        return self.line[self.nodes[name].start:self.nodes[name].end]

    def json(self, name):
        """A member's value as Python has it."""
        if name not in self.nodes:
            raise BadRequest(f"{name} is missing")
        return loads(self.raw(name))

    def string(self, name, default=None):
        """A string, or the default where it may be absent."""
        node = self.node(name, "string", default)
        return node.text if node else default

    def integer(self, name, default=None):
        """An integer, or the default where it may be absent."""
        node = self.node(name, "number", default)
        if node is None:
            return default
        if not node.text.lstrip("-").isdigit():
            raise BadRequest(f"{name} must be an integer")
        return int(node.text)

    def flag(self, name):
        """A boolean; false where it is absent."""
        node = self.node(name, "boolean", False)
        return node is not None and node.text == "true"

    def choice(self, name, choices, default=None):
        """One of some strings."""
        text = self.string(name, default)
        if text not in choices:
            raise BadRequest(f"{name} must be one of {', '.join(choices)}")
        return text

    def strict(self):
        """Whether the mode is strict (TST-050)."""
        return self.choice("mode", ("lenient", "strict"), "lenient") == "strict"

    def bytes(self, name="bytes"):
        """The bytes of a member in Base64."""
        return from_base64(self.string(name))

    def items(self, name, kind):
        """The nodes of a list."""
        node = self.node(name, "array")
        if any(item.kind != kind for item in node.items):
            raise BadRequest(f"{name} must be a list of the type {kind}")
        return node.items

    def limits(self, *defaults):
        """The limits to keep: the documented ones, or tighter or wider where the request says so (TST-051)."""
        limits = {name: value for group in defaults for name, value in group.items()}
        node = self.nodes.get("limits")
        if node is None:
            return limits
        if node.kind != "object":
            raise BadRequest("limits must be an object")
        for name, value in node.members:
            if name.text not in limits:
                raise Skip("a limit that this operation does not have")
            if value.kind != "number" or not value.text.isdigit() or len(value.text) > 15:
                raise BadRequest("a limit must be a whole number of at most 15 digits")
            limits[name.text] = int(value.text)
        if limits.get("depth", 0) > DEEPEST:
            raise Skip(f"does not read deeper than {DEEPEST} levels")
        return limits
