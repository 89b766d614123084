# SPDX-License-Identifier: Apache-2.0
"""The content rules: the meaning of a parsed content, how it is written, and its errors and deviations.

Every error or deviation is noted with the position at which a single reading of the text detects it; afterwards the
first note that the mode does not accept is the error (CNT-048, CNT-184). Therefore strict and lenient reading are the
same code and cannot disagree about a value (CNT-049).
"""
import base64
import json
import re

from strictjson import NUMBER, Fault, Parser

LIMITS = {"contentBytes": 131072, "depth": 32, "members": 1024, "stringBytes": 131072, "items": 4096,
          "numberBytes": 128, "unknownBytes": 65536}
WHOLE = re.compile(r"-?[0-9]+")
BLANKS = re.compile(r"[ \t\r\n]+")
DATA_URL = re.compile(r"\Adata:[^,]*;base64,")
LINKS = ("http:", "https:", "file:", "content:")
TRUTH = {"0": b"false", "1": b"true", "false": b"false", "true": b"true"}
SCALARS = ("string", "base64", "integer", "number", "boolean")
RAW = ("any", "rawObject", "rawList", "stringMap", "stringListMap")     # kept as JSON text
ABSENT = object()       # there is nothing to write
UNREADABLE = object()   # no rule reads the value's type (CNT-035)
STRICT_ONLY = object()  # instead of a deviation id: lenient mode does not read this part


def quote(text):
    """Returns a string in its canonical spelling: only characters that must be escaped are escaped (CNT-072)."""
    return json.dumps(text, ensure_ascii=False).encode()


def is_base64(text):
    """Returns whether a text is in the standard alphabet, in whole groups, padded at the end, and with unused bits
    zero.
    """
    try:
        return base64.b64encode(base64.b64decode(text, validate=True)).decode() == text
    except ValueError:
        return False


def fits_int64(text):
    """Returns whether a number is an integer of 64 bits without fraction and exponent (CNT-051)."""
    return bool(WHOLE.fullmatch(text)) and len(text) <= 20 and -2**63 <= int(text) < 2**63


class Reading:
    """A content of a known type that was read. `value` is its canonical spelling; `unknown` holds the names of other
    members.
    """

    WRONG_TYPE = "content.type"     # the error for JSON that is not an object
    TOLERANT = False                # members that cannot be read are not deviations

    def __init__(self, data, shape, limits=LIMITS, strict=False):
        self.data, self.limits = data, limits
        self.notes = []     # (where it is detected, offset, code, path, deviation; None if no mode accepts it)
        self.brace = None   # the position used for all notes while another spelling is read
        self.depth = 0
        self.unknown = []
        # Of the content's own object: known members, others, and the name under which one was kept unparsed (CNT-183)
        self.known_texts, self.other_texts, self.unparsed = {}, [], {}
        parsed = Parser(data, limits["depth"], limits["stringBytes"])
        self.shape = shape = self.shape_for(parsed.root, shape)
        for offset, trail in parsed.lone:
            self.note(offset, offset, "json.surrogate", self.place(parsed.root, shape, trail), "DEV-109")
        if parsed.root and parsed.root.kind == "object":
            self.value = self.object(parsed.root, shape, "", self.unknown)
        elif not parsed.fault:
            self.note(parsed.root.end - 1, parsed.root.start, self.WRONG_TYPE, "")      # CNT-020: read to its end first
        if parsed.fault:
            fault = parsed.fault
            met = parsed.at if fault.code == "limit.string" else fault.offset     # the length is known only at its end
            self.note(met, fault.offset, fault.code, self.place(parsed.root, shape, fault.trail))
        refused = [note for note in self.notes if strict or note[4] is None]
        if refused:
            _, offset, code, path, _ = min(refused, key=lambda note: note[0])
            raise Fault(code, offset, path=path)
        self.deviations = sorted({note[4] for note in self.notes if note[4] is not STRICT_ONLY})

    def shape_for(self, root, shape):
        """Returns the shape of this text, for kinds of messages whose shape depends on the content."""
        return shape

    def note(self, met, offset, code, path, deviation=None):
        """Notes an error or deviation, where it is detected and where it is."""
        self.notes.append((met if self.brace is None else self.brace, offset, code, path, deviation))

    def raw(self, node):
        """Returns the bytes of a value as they were received."""
        return self.data[node.start:node.end]

    @staticmethod
    def place(node, shape, trail):
        """Returns the path of a trail: only names of the schema, and nothing inside a member that is kept unchanged."""
        path, kind = "", "nested"
        for step in trail:
            if isinstance(step, int):
                if kind not in ("strings", "objects"):
                    return path
                path = f"{path}/{step}"
                items = node.items[:step] if node and node.kind == "array" else []
                if kind == "strings" or any(item.kind != "object" for item in items):
                    return path     # items after an unreadable one are not examined (CNT-181)
                node, kind = node.items[step] if node and step < len(node.items) else None, "nested"
                continue
            if kind not in ("nested", "picSize") or shape is None:
                return path
            name = None if step is None else shape.canonical(step)
            if name is None:
                return path + "/?"
            if name != step:    # read at the closing brace, and not examined before
                return f"{path}/{name}"
            path, kind = f"{path}/{name}", shape.members[name].kind
            found = [value for key, value in node.members if key.text == step] if node else []
            node, shape = found[-1] if found else None, shape.members[name].shape
        return path

    def object(self, node, shape, path, unknown):
        """Reads the members of an object. A truncated object is checked as far as it goes."""
        self.depth += 1
        count, values, kept, others, twins = 0, {}, {}, {}, {}
        for name, value in node.members + ([(node.pending, None)] if node.pending else []):
            key, canonical = name.text, shape.canonical(name.text)
            if count == self.limits["members"]:
                self.note(name.start, name.start, "limit.members", path)
                break
            count += 1
            if key in values or key in kept or key in others:   # the last one counts, at its own position (CNT-017)
                self.note(name.end, name.start, "json.duplicate", f"{path}/{canonical or '?'}", "DEV-101")
                for found in values, kept, others, twins:
                    found.pop(key, None)
            self.judge_name(shape, name, path)
            if value is None:
                break
            if key in shape.members:
                text = self.known(shape.members[key], name, value, f"{path}/{key}")
                self.judge_twins(shape, twins, key, value, path)
                values[key] = text
                if text is UNREADABLE:
                    self.keep_unparsed(kept, key, name, value, path)
            elif canonical:
                self.limit_texts(value, f"{path}/{canonical}")
                others[key] = (name, value)
            else:
                self.limit_texts(value, path + "/?")
                self.keep(kept, name, value, path)
        if node.begun is not None and count == self.limits["members"]:     # the limit comes first (CNT-048)
            self.note(node.begun, node.begun, "limit.members", path)
        if node.end is not None:
            self.close(node, shape, path, values, kept, others)
        self.depth -= 1
        others = [(name.text, self.raw(name) + b":" + self.raw(value))
                  for name, value in sorted(kept.values(), key=lambda member: member[0].start)]
        unknown.extend(name for name, _ in others)
        known = [(key, quote(key) + b":" + values[key]) for key in shape.members
                 if values.get(key, ABSENT) not in (ABSENT, UNREADABLE)]
        if not path:
            self.known_texts, self.other_texts = dict(known), others
        return self.write(path, known, others)

    def assigned(self, given):
        """Returns the content after the members of another one were assigned to it: each replaces what was read, or
        what was kept unparsed, and everything else stays (CNT-183).
        """
        dropped = {self.unparsed[key] for key in given.known_texts if key in self.unparsed}
        texts = {**self.known_texts, **given.known_texts}
        return self.write("", [(key, texts[key]) for key in self.shape.members if key in texts],
                          [(name, text) for name, text in self.other_texts if name not in dropped])

    def write(self, path, known, others):
        """Writes an object of known and unknown members, each with its name and its spelling (CNT-070, CNT-061)."""
        return b"{" + b",".join(text for _, text in known + others) + b"}"

    def close(self, node, shape, path, values, kept, others):
        """Resolves what is known only at the closing brace: which other spellings count, and what is missing (CNT-048).
        """
        outer, self.brace = self.brace, node.end - 1 if self.brace is None else self.brace
        for key, member in shape.members.items():
            if values.get(key, ABSENT) is not ABSENT:   # CNT-213: an unreadable one counts, and `[]` does not
                continue
            spellings = [spelling for spelling in member.aliases
                         if spelling in others and not self.is_strange(others[spelling][1])]
            standing = [spelling for spelling in spellings if others[spelling][1].kind != "null"][:1]
            for spelling in standing or spellings:      # null is treated as absent, but reported (CNT-211, CNT-212)
                name, value = others.pop(spelling)
                if standing:
                    self.note(name.start, name.start, "field.alias", f"{path}/{key}", member.aliases[spelling])
                values[key] = self.known(member, name, value, f"{path}/{key}")
                if values[key] is UNREADABLE:
                    self.keep_unparsed(kept, key, name, value, path)
        for name, value in sorted(others.values(), key=lambda member: member[0].start):
            self.keep(kept, name, value, path)
        for key, member in shape.members.items():
            if member.required and values.get(key, ABSENT) is ABSENT:
                self.note(node.end - 1, node.end - 1, "field.missing", f"{path}/{key}", member.missing)
        self.brace = outer

    def judge_name(self, shape, name, path):
        """Checks for the sender's local state (CNT-046)."""
        if name.text in shape.strays:
            self.note(name.end, name.start, "field.foreign", path + "/?", shape.strays[name.text])

    def is_strange(self, value):
        """Returns whether a value under another spelling is one that no reader would accept there."""
        return False

    def keep(self, kept, name, value, path):
        """Adds an unknown member, unless the limit on unknown members is exceeded (CNT-097)."""
        kept[name.text] = (name, value)
        size = sum(name.end - name.start + 1 + value.end - value.start for name, value in kept.values() if value.end)
        if value.end is not None and size > self.limits["unknownBytes"]:
            self.note(value.end, name.start, "limit.unknown", path + "/?")

    def keep_unparsed(self, kept, key, name, value, path):
        """Adds a member that cannot be read to the unknown ones, under the spelling in which it arrived (CNT-180)."""
        self.keep(kept, name, value, path)
        if not path:
            self.unparsed[key] = name.text

    def judge_twins(self, shape, twins, key, value, path):
        """Checks two members that should differ (CNT-047)."""
        if shape.twin and key in shape.twin[:2] and value.kind == "string":
            other, = set(shape.twin[:2]) - {key}
            if value.text and twins.get(other) == value.text:
                self.note(value.end, value.start, "field.value", f"{path}/{key}", shape.twin[2])
            twins[key] = value.text

    def limit_number(self, value, path):
        """Checks a number that is read (CNT-096)."""
        if value.kind == "number" and value.end - value.start > self.limits["numberBytes"]:
            self.note(value.end, value.start, "limit.number", path)

    def limit_texts(self, node, path):
        """Checks numbers that are kept as text against the limit of texts (CNT-094)."""
        if node.kind == "number" and self.exceeds(node):
            self.note(node.end, node.start, "limit.string", path)
        for item in node.items + [value for _, value in node.members]:
            self.limit_texts(item, path)

    def exceeds(self, node):
        """Returns whether a number in a value is longer than a text may be."""
        if node.kind == "number":
            return node.end - node.start > self.limits["stringBytes"]
        return any(self.exceeds(item) for item in node.items + [value for _, value in node.members])

    def known(self, member, name, value, path):
        """Reads a known member: returns it as it is written, or that it is absent or unreadable."""
        if value.kind == "null":
            self.note(value.end, value.start, "field.type", path, member.null)
            return ABSENT
        if member.kind in SCALARS:
            self.limit_number(value, path)
        elif member.kind in RAW:
            self.limit_texts(value, path)
        first = len(self.notes)
        text = getattr(self, "read_" + member.kind)(member, value, path)
        if member.foreign and text not in (ABSENT, UNREADABLE, b'""', b"false"):
            self.note(value.end, name.start, "field.foreign", path, member.foreign)
            self.notes.insert(first, self.notes.pop())  # before the deviations of the value (CNT-048)
        return text

    def refuse(self, value, path):
        """Handles a value whose type no rule reads (CNT-035); a truncated value has no type, and the text itself is the
        error.
        """
        if value.end is not None and not self.TOLERANT:
            self.note(value.end, value.start, "field.type", path, "DEV-140")
        self.limit_texts(value, path)
        return UNREADABLE

    def read_any(self, member, value, path):
        """Reads any value, kept byte for byte (CNT-038)."""
        if value.kind != "string" and value.end is not None:
            self.note(value.end, value.start, "field.type", path, member.coerce)
        return self.raw(value)

    def read_string(self, member, value, path):
        """Reads a string, or a number or boolean as its text (CNT-034)."""
        if value.text is None:
            return self.refuse(value, path)
        if value.kind != "string":
            self.note(value.end, value.start, "field.type", path, member.coerce or "DEV-106")
        elif value.text in member.values:
            right, deviation = member.values[value.text]
            self.note(value.end, value.start, "field.value", path, deviation)
            return quote(right)
        return self.raw(value) if value.lone else quote(value.text)     # CNT-079

    def read_base64(self, member, value, path):
        """Reads Base64, possibly wrapped or with a prefix, or another text (CNT-039 to CNT-041)."""
        text = self.read_string(member, value, path)
        if text is UNREADABLE:
            return text
        bare = DATA_URL.sub("", BLANKS.sub("", value.text))
        if member.links and value.text.startswith(LINKS):
            self.note(value.end, value.start, "field.base64", path, member.links)
        elif not is_base64(bare):
            self.note(value.end, value.start, "field.base64", path, "DEV-108")
        elif bare != value.text:
            self.note(value.end, value.start, "field.base64", path, "DEV-71")
            return quote(bare)
        return text

    def read_number(self, member, value, path):
        """Reads a number, or a string that contains one (CNT-032)."""
        if value.kind == "string" and value.text in member.values:
            right, deviation = member.values[value.text]
            self.note(value.end, value.start, "field.value", path, deviation)
            return str(right).encode()
        if value.kind == "string" and len(value.text) <= self.limits["numberBytes"] and NUMBER.fullmatch(value.text):
            self.note(value.end, value.start, "field.type", path, member.coerce or "DEV-104")
        elif value.kind != "number":
            return self.refuse(value, path)
        return value.text.encode()

    def read_integer(self, member, value, path):
        """Reads an integer; another number keeps its text (CNT-051)."""
        text = self.read_number(member, value, path)
        if text is not UNREADABLE and not fits_int64(text.decode()):
            self.note(value.end, value.start, "field.type", path, member.coerce or "DEV-107")
        return text

    def read_boolean(self, member, value, path):
        """Reads a boolean, or a value that stands for one (CNT-033)."""
        if value.text not in TRUTH:
            return self.refuse(value, path)
        if value.kind != "boolean":
            self.note(value.end, value.start, "field.type", path, member.coerce or "DEV-105")
        return TRUTH[value.text]

    def read_strings(self, member, value, path):
        """Reads a list of strings, or one string instead of a list (CNT-044)."""
        if value.kind == "string":
            self.note(value.end, value.start, "field.type", path, member.coerce or "DEV-111")
            return b"[" + (self.raw(value) if value.lone else quote(value.text)) + b"]"
        return self.read_items(value, path, lambda item: item.text is not None, self.read_text)

    def read_text(self, item, path):
        """Reads an item of a list of strings."""
        self.limit_number(item, path)
        if item.kind != "string":
            self.note(item.end, item.start, "field.type", path, "DEV-106")
        return self.raw(item) if item.lone else quote(item.text)

    def read_objects(self, member, value, path):
        """Reads a list of nested objects (CNT-044)."""
        return self.read_items(value, path, lambda item: item.kind == "object",
                               lambda item, place: self.object(item, member.shape, place, []))

    def read_items(self, value, path, readable, read):
        """Reads a list; it is unreadable if one item is, and the items after that one are not examined (CNT-181)."""
        if value.kind != "array":
            return self.refuse(value, path)
        first, texts = len(self.notes), []
        self.depth += 1
        for index, item in enumerate(value.items):
            place = f"{path}/{index}"
            if index == self.limits["items"]:
                self.note(item.start, item.start, "limit.items", place)
            if texts is None:
                self.limit_texts(item, place)
            elif readable(item):
                texts.append(read(item, place))
            else:
                texts = None
                # Strict mode has stopped at an earlier deviation; lenient mode reads none of it.
                self.notes[first:] = [note[:4] + (note[4] and STRICT_ONLY,) for note in self.notes[first:]
                                      if not (self.TOLERANT and note[4])]
                self.refuse(item, place)
        self.depth -= 1
        return UNREADABLE if texts is None else b"[" + b",".join(texts) + b"]"

    def read_nested(self, member, value, path):
        """Reads a nested object (CNT-042, CNT-043)."""
        if value.kind == "array" and not value.items:
            return self.absent(member, value, path)
        if value.kind != "object":
            return self.refuse(value, path)
        text = self.object(value, member.shape, path, [])
        if text == b"{}" and member.empty == "DEV-52":      # an empty user is not a sender (CNT-043)
            return self.absent(member, value, path)
        return text

    def absent(self, member, value, path):
        """Handles `[]`, or a sender in which nothing is set, as absent."""
        if value.end is not None:
            self.note(value.end, value.start, "field.type", path, member.empty)
        return ABSENT

    def read_rawObject(self, member, value, path):
        """Reads an object that is kept unchanged, possibly in a string (CNT-045)."""
        if value.kind == "array" and not value.items:
            return self.absent(member, value, path)
        if value.kind == "object":
            return self.raw(value)
        if value.kind != "string" or value.lone:
            return self.refuse(value, path)
        text = value.text.encode()
        inner = Parser(text, self.limits["depth"] - self.depth, self.limits["stringBytes"])
        if inner.fault or inner.root.kind != "object" or self.exceeds(inner.root):
            return self.refuse(value, path)
        self.note(value.end, value.start, "field.type", path, member.coerce or "DEV-110")
        if inner.lone:
            self.note(value.end, value.start, "json.surrogate", path, "DEV-109")
        return text[inner.root.start:inner.root.end]

    def read_rawList(self, member, value, path):
        """Reads a list that is kept unchanged."""
        return self.raw(value) if value.kind == "array" else self.refuse(value, path)

    def read_stringMap(self, member, value, path):
        """Reads a map to strings, kept unchanged."""
        return self.read_map(member, value, path, lambda held: held.kind == "string")

    def read_stringListMap(self, member, value, path):
        """Reads a map to lists of strings, kept unchanged."""
        return self.read_map(member, value, path, lambda held: held.kind == "array" and all(
            item.kind == "string" for item in held.items))

    def read_map(self, member, value, path, plain):
        """Reads a map; a value of another type is reported (CNT-035)."""
        if value.kind == "array" and not value.items:
            return self.absent(member, value, path)
        if value.kind != "object":
            return self.refuse(value, path)
        other = next((held for _, held in value.members if not plain(held)), None)
        if other and value.end is not None:
            self.note(value.end, other.start, "field.type", path, member.coerce or "DEV-106")
        return self.raw(value)
