# SPDX-License-Identifier: Apache-2.0
"""JSON as RFC 8259 has it and nothing more, read from bytes (CNT-010 to CNT-019).

The standard `json` module takes NaN, forgets how a number was spelled and where a value stood. This parser
keeps both: every node knows its first byte and the byte after its last one. When it has to stop it keeps the
part of the tree that it has seen, so that a caller can tell which of two faults came first.
"""
import re

UTF8 = (rb"[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f]"
        rb"[\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2}")
WELL_FORMED = re.compile(UTF8)
PLAIN = re.compile(rb'(?:[^"\\\x00-\x1f\x80-\xff]+|' + UTF8 + rb")*")
SPACE = re.compile(rb"[ \t\n\r]*")
NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
# The longest run that some number starts with: where it ends is where a bad number goes wrong.
NUMBER_SO_FAR = re.compile(rb"-?(?:(?:0|[1-9][0-9]*)(?:\.(?:[0-9]+(?:[eE][+-]?[0-9]*)?)?|[eE][+-]?[0-9]*)?)?")
HEX = re.compile(rb"[0-9a-fA-F]{0,4}")
ESCAPES = {b'"': '"', b"\\": "\\", b"/": "/", b"b": "\b", b"f": "\f", b"n": "\n", b"r": "\r", b"t": "\t"}
WORDS = {b"t": (b"true", "boolean"), b"f": (b"false", "boolean"), b"n": (b"null", "null")}


class Fault(Exception):
    """Why something is refused: a code, a byte offset and a path; before that is known, the names and indices that
    led there (None: inside a name)."""

    def __init__(self, code, offset=None, trail=(), path=""):
        super().__init__(code)
        self.code, self.offset, self.trail, self.path = code, offset, trail, path

    def report(self):
        """As the protocol has it; a value that cannot be written has no place in any bytes."""
        return {"code": self.code, **({} if self.offset is None else {"offset": self.offset, "path": self.path})}


class Node:
    """A value: `kind` is object, array, string, number, boolean or null. `end` is None while it is still open."""

    __slots__ = ("kind", "start", "end", "text", "lone", "members", "items", "pending")

    def __init__(self, kind, start, end=None, text=None, lone=False):
        self.kind, self.start, self.end = kind, start, end
        self.text = text    # a string without its escapes; a number or boolean as it is spelled; else None
        self.lone = lone    # a surrogate escape without its partner is in it
        self.members = []   # of an object: (name node, value node), in order, repeated ones too
        self.items = []     # of an array
        self.pending = None     # of an object that was cut off: the name whose value never began


class Parser:
    """Parses once, at construction. `root` is what was read, `fault` what stopped it (or None)."""

    def __init__(self, data, depth, string_bytes=None):
        self.data, self.at = data, 0
        self.depth, self.string_bytes = depth, string_bytes
        self.trail = []     # where we are
        self.lone = []      # (offset, trail) of each lone surrogate escape
        self.root = self.fault = None
        try:
            if data.startswith(b"\xef\xbb\xbf"):
                raise Fault("json.bom", 0)
            self.skip_space()
            self.value(1, lambda node: setattr(self, "root", node))
            self.skip_space()
            if self.at < len(data):
                raise self.unexpected(self.at, "json.trailing")
        except Fault as fault:
            self.fault = fault

    def stop(self, code, offset):
        return Fault(code, offset, tuple(self.trail))

    def unexpected(self, offset, code="json.syntax"):
        """The byte there cannot stand there, or the input is at its end. What is not UTF-8 is that first."""
        strange = self.data[offset:offset + 1] >= b"\x80" and not WELL_FORMED.match(self.data, offset)
        return self.stop("json.utf8" if strange else code, offset)

    def next_is(self, byte):
        return self.data.startswith(byte, self.at)

    def take(self, byte):
        if not self.next_is(byte):
            return False
        self.at += 1
        return True

    def expect(self, byte):
        if not self.take(byte):
            raise self.unexpected(self.at)

    def skip_space(self):
        self.at = SPACE.match(self.data, self.at).end()

    def value(self, depth, keep):
        """Reads a value and gives it to `keep`: a container as soon as it opens, anything else when it is whole."""
        first = self.data[self.at:self.at + 1]
        if first in (b"{", b"["):
            if depth > self.depth:
                raise self.stop("limit.depth", self.at)
            node = Node("object" if first == b"{" else "array", self.at)
            keep(node)
            self.at += 1
            if first == b"{":
                self.members(node, depth)
            else:
                self.items(node, depth)
            node.end = self.at
        elif first == b'"':
            keep(self.string())
        elif first == b"-" or first.isdigit():
            keep(self.number())
        elif first in WORDS:
            keep(self.word(*WORDS[first]))
        else:
            raise self.unexpected(self.at)

    def members(self, node, depth):
        self.skip_space()
        if self.take(b"}"):
            return
        while True:
            if not self.next_is(b'"'):
                raise self.unexpected(self.at)
            self.trail.append(None)
            name = self.string()
            self.trail.pop()
            self.skip_space()
            self.expect(b":")
            self.trail.append(name.text)
            node.pending = name
            self.skip_space()
            self.value(depth + 1, lambda value: self.add(node, name, value))
            self.trail.pop()
            self.skip_space()
            if self.take(b"}"):
                return
            self.expect(b",")
            self.skip_space()

    @staticmethod
    def add(node, name, value):
        node.members.append((name, value))
        node.pending = None

    def items(self, node, depth):
        self.skip_space()
        if self.take(b"]"):
            return
        while True:
            self.trail.append(len(node.items))
            self.value(depth + 1, node.items.append)
            self.trail.pop()
            self.skip_space()
            if self.take(b"]"):
                return
            self.expect(b",")
            self.skip_space()

    def word(self, word, kind):
        start = self.at
        for byte in word:
            self.expect(bytes([byte]))
        return Node(kind, start, self.at, word.decode() if kind == "boolean" else None)

    def number(self):
        start, end = self.at, NUMBER_SO_FAR.match(self.data, self.at).end()
        text = self.data[start:end].decode()
        if not NUMBER.fullmatch(text):
            raise self.unexpected(end)
        self.at = end
        return Node("number", start, end, text)

    def string(self):
        start, seen, parts = self.at, len(self.lone), []
        self.at += 1
        while True:
            run = PLAIN.match(self.data, self.at)
            parts.append(run.group().decode())
            self.at = run.end()
            if self.next_is(b'"'):
                break
            if not self.next_is(b"\\"):
                raise self.unexpected(self.at)
            parts.append(self.escape())
        if self.string_bytes is not None and self.at - start - 1 > self.string_bytes:
            raise self.stop("limit.string", start)
        self.at += 1
        return Node("string", start, self.at, "".join(parts), len(self.lone) > seen)

    def escape(self):
        start, letter = self.at, self.data[self.at + 1:self.at + 2]
        self.at += 2
        if letter in ESCAPES:
            return ESCAPES[letter]
        if letter != b"u":
            raise self.unexpected(start + 1)
        unit = self.hex4()
        if 0xD800 <= unit <= 0xDBFF and self.next_is(b"\\u"):
            self.at += 2
            low = self.hex4()
            if 0xDC00 <= low <= 0xDFFF:
                return chr(0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00))
            self.at -= 6    # no partner: the second escape is read again on its own
        if 0xD800 <= unit <= 0xDFFF:
            self.lone.append((start, tuple(self.trail)))
        return chr(unit)

    def hex4(self):
        digits = HEX.match(self.data, self.at)
        if len(digits.group()) < 4:
            raise self.unexpected(digits.end())
        self.at = digits.end()
        return int(digits.group(), 16)
