# SPDX-License-Identifier: Apache-2.0
"""A request of the runner: its members as nodes, and functions to read them that all operations use (TST-101)."""
import base64
import json

from strictjson import Parser

DEEPEST = 300   # levels of JSON that fit Python's own stack


class Skip(Exception):
    """Raised if the testee does not support a request; the text is the reason."""


class BadRequest(Exception):
    """Raised if the request itself cannot be understood."""


def dump(value):
    """Returns a Python value as JSON in one line."""
    return json.dumps(value, separators=(",", ":")).encode()


def loads(text):
    """Returns a JSON value as a Python value."""
    try:
        return json.loads(text)
    except ValueError:      # more digits than Python converts
        raise BadRequest("a number is too long") from None


def from_base64(text):
    """Returns the bytes of a member in standard Base64 (TST-005), whose unused bits are 0 (TST-191)."""
    try:
        data = base64.b64decode(text, validate=True)
    except ValueError:
        raise BadRequest("bytes must be Base64") from None
    if to_base64(data) != text:
        raise BadRequest("unused bits of Base64 must be 0")
    return data


def to_base64(data):
    """Returns bytes in the form of the testee protocol."""
    return base64.b64encode(data).decode()


class Request:
    """The members of one request, each as its node; `raw` returns the bytes of a member."""

    def __init__(self, line):
        self.line, parsed = line, Parser(line, kept=DEEPEST)    # unused members may have any depth (TST-013)
        if parsed.fault or parsed.root.kind != "object":
            raise BadRequest("not a JSON object")
        self.nodes = {name.text: value for name, value in parsed.root.members}
        identity = self.nodes.get("id")
        self.id = self.raw("id") if identity and identity.kind in ("number", "string") else b"null"

    def has(self, name):
        """Returns whether the member is present."""
        return name in self.nodes

    def node(self, name, kind, default=None):
        """Returns the node of a member of a kind; None if the member is optional and absent."""
        node = self.nodes.get(name)
        if node is None and default is not None:
            return None
        if node is None or node.kind != kind:
            raise BadRequest(f"{name} must be of the type {kind}")
        return node

    def raw(self, name):
        """Returns a member's value byte for byte."""
        return self.line[self.nodes[name].start:self.nodes[name].end]

    def json(self, name):
        """Returns a member's value as a Python value."""
        if name not in self.nodes:
            raise BadRequest(f"{name} is missing")
        return loads(self.raw(name))

    def string(self, name, default=None):
        """Returns a string, or the default if the member is optional and absent."""
        node = self.node(name, "string", default)
        return node.text if node else default

    def integer(self, name, default=None):
        """Returns an integer, or the default if the member is optional and absent."""
        node = self.node(name, "number", default)
        if node is None:
            return default
        if not node.text.lstrip("-").isdigit():
            raise BadRequest(f"{name} must be an integer")
        return int(node.text)

    def flag(self, name):
        """Returns a boolean; false if it is absent."""
        node = self.node(name, "boolean", False)
        return node is not None and node.text == "true"

    def choice(self, name, choices, default=None):
        """Returns one of a set of strings."""
        text = self.string(name, default)
        if text not in choices:
            raise BadRequest(f"{name} must be one of {', '.join(choices)}")
        return text

    def strict(self):
        """Returns whether the mode is strict (TST-050)."""
        return self.choice("mode", ("lenient", "strict"), "lenient") == "strict"

    def bytes(self, name="bytes"):
        """Returns the bytes of a member in Base64."""
        return from_base64(self.string(name))

    def items(self, name, kind):
        """Returns the nodes of a list."""
        node = self.node(name, "array")
        if any(item.kind != kind for item in node.items):
            raise BadRequest(f"{name} must be a list of the type {kind}")
        return node.items

    def limits(self, *defaults):
        """Returns the limits to apply: the documented ones, or those given in the request, tighter or wider (TST-051).
        """
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
