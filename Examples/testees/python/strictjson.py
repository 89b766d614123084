# SPDX-License-Identifier: Apache-2.0
"""JSON exactly according to RFC 8259, read from bytes (CNT-010 to CNT-019).

The standard `json` module accepts NaN, and does not keep the spelling of numbers and the positions of values. This
parser keeps both: every node has the offset of its first byte and of the byte after its last one. If it must stop, it
keeps the part of the tree that it has read, so that a caller can determine which of two faults came first.
"""
import re

UTF8 = (rb"[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f]"
        rb"[\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2}")
WELL_FORMED = re.compile(UTF8)
PLAIN = re.compile(rb'(?:[^"\\\x00-\x1f\x80-\xff]+|' + UTF8 + rb")*")
SPACE = re.compile(rb"[ \t\n\r]*")
NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
# The longest possible beginning of a number: an invalid number is reported at the end of the match.
NUMBER_SO_FAR = re.compile(rb"-?(?:(?:0|[1-9][0-9]*)(?:\.(?:[0-9]+(?:[eE][+-]?[0-9]*)?)?|[eE][+-]?[0-9]*)?)?")
HEX = re.compile(rb"[0-9a-fA-F]{0,4}")
ESCAPES = {b'"': '"', b"\\": "\\", b"/": "/", b"b": "\b", b"f": "\f", b"n": "\n", b"r": "\r", b"t": "\t"}
WORDS = {b"t": (b"true", "boolean"), b"f": (b"false", "boolean"), b"n": (b"null", "null")}


class Fault(Exception):
    """The reason of a refusal: a code, a byte offset and a path; before the path is known, the names and indices that
    lead to it (None: inside a name). In streams also a scope, and the offset in a unit.
    """

    def __init__(self, code, offset=None, trail=(), path="", scope=None, inner=None):
        super().__init__(code)
        self.code, self.offset, self.trail, self.path = code, offset, trail, path
        self.scope, self.inner = scope, inner

    def report(self):
        """Returns the fault in the form of the testee protocol; a value to be written, or a configuration, has no
        offset.
        """
        return {"code": self.code, **({} if self.offset is None else {"offset": self.offset}),
                **({} if self.offset is None and not self.path else {"path": self.path})}


class Node:
    """A value: `kind` is object, array, string, number, boolean or null. `end` is None while it is still open."""

    __slots__ = ("kind", "start", "end", "text", "lone", "members", "items", "pending", "begun")

    def __init__(self, kind, start, end=None, text=None, lone=False):
        self.kind, self.start, self.end = kind, start, end
        self.text = text    # a string with its escapes resolved; a number or boolean as it is spelled; else None
        self.lone = lone    # whether it contains a lone surrogate escape
        self.members = []   # of an object: (name node, value node), in order, including repeated ones
        self.items = []     # of an array
        self.pending = None     # of a truncated object: the name whose value never began
        self.begun = None       # of a truncated object: the offset of a name that is not complete with its colon


class Parser:
    """Parses once, at construction. `root` is what was read, and `fault` is what stopped it (or None).

    Without `depth` there is no limit; values more than `kept` levels deep are then read and discarded.
    """

    def __init__(self, data, depth=None, string_bytes=None, kept=None):
        self.data, self.at = data, 0
        self.depth, self.string_bytes, self.kept = depth, string_bytes, kept
        self.trail = []     # the current position in the tree
        self.open = []      # the open containers: whether each is an object, and its node unless discarded
        self.lone = []      # (offset, trail) of each lone surrogate escape
        self.root = self.fault = None
        try:
            if data.startswith(b"\xef\xbb\xbf"):
                raise Fault("json.bom", 0)
            self.skip_space()
            self.values()
            self.skip_space()
            if self.at < len(data):
                raise self.unexpected(self.at, "json.trailing")
        except Fault as fault:
            self.fault = fault

    def stop(self, code, offset):
        """Returns a fault at the current position."""
        return Fault(code, offset, tuple(self.trail))

    def unexpected(self, offset, code="json.syntax"):
        """Returns the fault for a byte that is invalid there, or for the end of the input. Invalid UTF-8 is reported as
        such first.
        """
        strange = self.data[offset:offset + 1] >= b"\x80" and not WELL_FORMED.match(self.data, offset)
        return self.stop("json.utf8" if strange else code, offset)

    def next_is(self, byte):
        """Returns whether this byte is next."""
        return self.data.startswith(byte, self.at)

    def take(self, byte):
        """Skips a byte if it is next."""
        if not self.next_is(byte):
            return False
        self.at += 1
        return True

    def expect(self, byte):
        """Skips a byte that must be next."""
        if not self.take(byte):
            raise self.unexpected(self.at)

    def skip_space(self):
        """Skips white space (CNT-014)."""
        self.at = SPACE.match(self.data, self.at).end()

    def values(self):
        """Reads a value with everything in it, without recursion: depth does not use the stack."""
        while True:
            if self.value():    # a container has opened and is not empty
                continue
            while self.open:    # a value is complete: read what follows; the trail is that of its container again
                is_object, node = self.open[-1]
                step = self.trail.pop()
                self.skip_space()
                if self.take(b"}" if is_object else b"]"):
                    self.close()
                    continue
                self.expect(b",")
                self.skip_space()
                if is_object:
                    self.name(node)
                else:
                    self.trail.append(step + 1)
                break
            else:
                return

    def value(self):
        """Reads a value up to the point where another one begins in it; returns whether one does."""
        first = self.data[self.at:self.at + 1]
        if first in (b"{", b"["):
            if self.depth is not None and len(self.open) >= self.depth:
                raise self.stop("limit.depth", self.at)
            node = None
            if self.kept is None or len(self.open) < self.kept:
                node = Node("object" if first == b"{" else "array", self.at)
                self.keep(node)
            self.open.append((first == b"{", node))
            self.at += 1
            self.skip_space()
            if self.take(b"}" if first == b"{" else b"]"):
                self.close()
                return False
            if first == b"{":
                self.name(node)
            else:
                self.trail.append(0)
            return True
        if first == b'"':
            self.keep(self.string())
        elif first == b"-" or first.isdigit():
            self.keep(self.number())
        elif first in WORDS:
            self.keep(self.word(*WORDS[first]))
        else:
            raise self.unexpected(self.at)
        return False

    def keep(self, value):
        """Adds a value to its container: a container as soon as it opens, any other value when it is complete."""
        if not self.open:
            self.root = value
            return
        is_object, node = self.open[-1]
        if node is None:
            return
        if is_object:
            node.members.append((node.pending, value))
            node.pending = None
        else:
            node.items.append(value)

    def close(self):
        """Closes the innermost container."""
        node = self.open.pop()[1]
        if node:
            node.end = self.at

    def name(self, node):
        """Reads the name of a member and its colon."""
        if not self.next_is(b'"'):
            raise self.unexpected(self.at)
        self.trail.append(None)
        if node:
            node.begun = self.at
        name = self.string()
        self.trail.pop()
        self.skip_space()
        self.expect(b":")
        self.trail.append(name.text)
        if node:
            node.pending, node.begun = name, None
        self.skip_space()

    def word(self, word, kind):
        """Reads true, false or null."""
        start = self.at
        for byte in word:
            self.expect(bytes([byte]))
        return Node(kind, start, self.at, word.decode() if kind == "boolean" else None)

    def number(self):
        """Reads a number with its text (CNT-019)."""
        start, end = self.at, NUMBER_SO_FAR.match(self.data, self.at).end()
        text = self.data[start:end].decode()
        if not NUMBER.fullmatch(text):
            raise self.unexpected(end)
        self.at = end
        return Node("number", start, end, text)

    def string(self):
        """Reads a string and resolves its escapes (CNT-015)."""
        start, seen, parts = self.at, len(self.lone), []
        self.at += 1
        while True:
            run = PLAIN.match(self.data, self.at)
            parts.append(run.group().decode())
            self.at = run.end()
            # Bytes already accepted are valid in a string, so the limit is detected before the next byte (CNT-094).
            if self.string_bytes is not None and self.at - start - 1 > self.string_bytes:
                raise self.stop("limit.string", start)
            if self.next_is(b'"'):
                break
            if not self.next_is(b"\\"):
                raise self.unexpected(self.at)
            parts.append(self.escape())
        self.at += 1
        return Node("string", start, self.at, "".join(parts), len(self.lone) > seen)

    def escape(self):
        """Reads one escape, or both of a surrogate pair."""
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
            self.at -= 6    # not a pair: the second escape is read again separately
        if 0xD800 <= unit <= 0xDFFF:
            self.lone.append((start, tuple(self.trail)))
        return chr(unit)

    def hex4(self):
        """Reads four hexadecimal digits."""
        digits = HEX.match(self.data, self.at)
        if len(digits.group()) < 4:
            raise self.unexpected(digits.end())
        self.at = digits.end()
        return int(digits.group(), 16)
