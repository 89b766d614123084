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
    led there (None: inside a name). In streams also a scope, and the offset in a unit."""

    def __init__(self, code, offset=None, trail=(), path="", scope=None, inner=None):
        super().__init__(code)
        self.code, self.offset, self.trail, self.path = code, offset, trail, path
        self.scope, self.inner = scope, inner

    def report(self):
        """As the protocol has it; a value that cannot be written, or a configuration, has no place in any bytes."""
        return {"code": self.code, **({} if self.offset is None else {"offset": self.offset}),
                **({} if self.offset is None and not self.path else {"path": self.path})}


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
    """Parses once, at construction. `root` is what was read, `fault` what stopped it (or None).

    Without `depth` there is no limit; values more than `kept` levels deep are then read and forgotten.
    """

    def __init__(self, data, depth=None, string_bytes=None, kept=None):
        self.data, self.at = data, 0
        self.depth, self.string_bytes, self.kept = depth, string_bytes, kept
        self.trail = []     # where we are
        self.open = []      # the containers that are open: whether it is an object, and its node unless forgotten
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
        """A fault where the reader is."""
        return Fault(code, offset, tuple(self.trail))

    def unexpected(self, offset, code="json.syntax"):
        """The byte there cannot stand there, or the input is at its end. What is not UTF-8 is that first."""
        strange = self.data[offset:offset + 1] >= b"\x80" and not WELL_FORMED.match(self.data, offset)
        return self.stop("json.utf8" if strange else code, offset)

    def next_is(self, byte):
        """Whether this byte comes next."""
        return self.data.startswith(byte, self.at)

    def take(self, byte):
        """Passes over a byte if it comes next."""
        if not self.next_is(byte):
            return False
        self.at += 1
        return True

    def expect(self, byte):
        """Passes over a byte that has to come next."""
        if not self.take(byte):
            raise self.unexpected(self.at)

    def skip_space(self):
        """Passes over white space (CNT-014)."""
        self.at = SPACE.match(self.data, self.at).end()

    def values(self):
        """Reads a value with all that is in it, without recursion: depth costs no stack."""
        while True:
            if self.value():    # a container has opened, and something is in it
                continue
            while self.open:    # a value is whole: what comes behind it; the trail is that of its container again
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
        """Reads a value up to where another one begins in it; says whether one does."""
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
        """Puts a value where it belongs: a container as soon as it opens, anything else when it is whole."""
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
        """The innermost container is whole."""
        node = self.open.pop()[1]
        if node:
            node.end = self.at

    def name(self, node):
        """Reads the name of a member and its colon."""
        if not self.next_is(b'"'):
            raise self.unexpected(self.at)
        self.trail.append(None)
        name = self.string()
        self.trail.pop()
        self.skip_space()
        self.expect(b":")
        self.trail.append(name.text)
        if node:
            node.pending = name
        self.skip_space()

    def word(self, word, kind):
        """true, false or null."""
        start = self.at
        for byte in word:
            self.expect(bytes([byte]))
        return Node(kind, start, self.at, word.decode() if kind == "boolean" else None)

    def number(self):
        """A number with its text (CNT-019)."""
        start, end = self.at, NUMBER_SO_FAR.match(self.data, self.at).end()
        text = self.data[start:end].decode()
        if not NUMBER.fullmatch(text):
            raise self.unexpected(end)
        self.at = end
        return Node("number", start, end, text)

    def string(self):
        """A string, its escapes resolved (CNT-015)."""
        start, seen, parts = self.at, len(self.lone), []
        self.at += 1
        while True:
            run = PLAIN.match(self.data, self.at)
            parts.append(run.group().decode())
            self.at = run.end()
            # What was passed over can stand in a string, so the limit is met before the next byte (CNT-094).
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
        """One escape, or both of a surrogate pair."""
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
        """Four hexadecimal digits."""
        digits = HEX.match(self.data, self.at)
        if len(digits.group()) < 4:
            raise self.unexpected(digits.end())
        self.at = digits.end()
        return int(digits.group(), 16)
