# SPDX-License-Identifier: Apache-2.0
"""The content rules: what a parsed content means, how it is written, and what was wrong with it.

Everything that is wrong is noted with its offset; afterwards the earliest note that the mode does not forgive is
the error (CNT-048). So strict and lenient reading are one piece of code and cannot disagree about a value (CNT-049).
"""
import base64
import json
import re

from strictjson import NUMBER, Fault, Parser

LIMITS = {"contentBytes": 131072, "depth": 32, "members": 1024, "stringBytes": 131072, "items": 4096,
          "numberBytes": 64, "unknownBytes": 65536}
WHOLE = re.compile(r"-?[0-9]+")
BLANKS = re.compile(r"[ \t\r\n]+")
DATA_URL = re.compile(r"\Adata:[^,]*;base64,")
LINKS = ("http:", "https:", "file:", "content:")
TRUTH = {"0": b"false", "1": b"true", "false": b"false", "true": b"true"}


def quote(text):
    """A string in its canonical spelling: only what must be escaped is (CNT-072)."""
    return json.dumps(text, ensure_ascii=False).encode()


def is_base64(text):
    """Standard alphabet, whole groups, padding at the end, unused bits zero: what encodes back to itself."""
    try:
        return base64.b64encode(base64.b64decode(text, validate=True)).decode() == text
    except ValueError:
        return False


def fits_int64(text):
    return bool(WHOLE.fullmatch(text)) and len(text) <= 20 and -2**63 <= int(text) < 2**63


class Reading:
    """One content of a known type, read. `value` is its canonical spelling; `unknown` its other members' names."""

    def __init__(self, data, shape, limits=LIMITS, strict=False):
        self.data, self.limits = data, limits
        self.notes = []     # (where it is met, offset, code, path, deviation id; None where no mode forgives it)
        self.met = None     # the brace at which another spelling is read; None where everything is met where it stands
        self.unknown = []
        parsed = Parser(data, limits["depth"], limits["stringBytes"], limits["numberBytes"])
        for offset, trail in parsed.lone:
            self.note(offset, "json.surrogate", self.place(shape, trail), "DEV-109")
        if parsed.root and parsed.root.kind == "object":
            self.value = self.object(parsed.root, shape, "", self.unknown)
        elif not parsed.fault:
            self.note(parsed.root.start, "content.type", "")
        if parsed.fault:
            self.note(parsed.fault.offset, parsed.fault.code, self.place(shape, parsed.fault.trail))
        refused = [note for note in self.notes if strict or note[4] is None]
        if refused:
            _, offset, code, path, _ = min(refused, key=lambda note: note[0])
            raise Fault(code, offset, path=path)
        self.deviations = sorted({note[4] for note in self.notes})

    def note(self, offset, code, path, deviation=None):
        self.notes.append((offset if self.met is None else self.met, offset, code, path, deviation))

    def raw(self, node):
        return self.data[node.start:node.end]

    @staticmethod
    def place(shape, trail):
        """The path of a trail: names of the schema only, and nothing from inside a member that is kept as it is."""
        path, listed = "", False
        for step in trail:
            if isinstance(step, int):
                return f"{path}/{step}" if listed else path
            if shape is None:
                return path
            name = None if step is None else shape.canonical(step)
            if name is None:
                return path + "/?"
            if name != step:    # read at the brace: until then nobody looks into it
                return f"{path}/{name}"
            path, listed, shape = f"{path}/{name}", shape.members[name].kind == "strings", shape.members[name].shape
        return path

    def object(self, node, shape, path, unknown):
        """Reads the members of an object. One that was cut off is judged as far as it goes."""
        whole = node.end is not None
        if len(node.members) > self.limits["members"]:
            self.note(node.members[self.limits["members"]][0].start, "limit.members", path)
        last, twins = {}, {}
        for name, value in node.members:
            if shape.twin and name.text in shape.twin[:2] and value.kind == "string":
                other, = set(shape.twin[:2]) - {name.text}
                if value.text and twins.get(other) == value.text:
                    self.note(value.start, "field.value", f"{path}/{name.text}", shape.twin[2])
                twins[name.text] = value.text
            if name.text in last:   # the last one wins and stands where it stands (CNT-017)
                self.note(name.start, "json.duplicate", path + "/" + (shape.canonical(name.text) or "?"), "DEV-101")
                if name.text in shape.members:  # it is read before it is known that another follows
                    self.known(shape.members[name.text], *last[name.text], f"{path}/{name.text}")
                del last[name.text]
            last[name.text] = (name, value)
        written, chosen, absent = [], {}, []
        for key, member in shape.members.items():
            # null is absent (CNT-031), so that it does not keep another spelling out.
            spellings = [key] + (list(member.aliases) if whole else [])
            found = sorted((s for s in spellings if s in last), key=lambda s: last[s][1].kind == "null")
            some = found and last[found[0]][1].kind != "null"
            for spelling in found[:1] + ([key] if key in found[1:] else []) if some else found:
                name, value = last.pop(spelling)
                outer = self.met
                if spelling != key and outer is None:   # that it stands is certain only at the brace (CNT-048)
                    self.met = node.end - 1
                if spelling != key and some:
                    self.note(name.start, "field.alias", f"{path}/{key}", member.aliases[spelling])
                text = self.known(member, name, value, f"{path}/{key}")
                self.met = outer
                if text is None:
                    continue
                chosen[key] = value
                written.append(quote(key) + b":" + text)
            if member.required and key not in chosen:
                absent.append((f"{path}/{key}", member.missing))
        kept = 0
        for name, value in last.values():
            unknown.append(name.text)
            written.append(self.raw(name) + b":" + self.raw(value))
            if value.end is not None and kept <= self.limits["unknownBytes"]:
                kept += len(written[-1])
                if kept > self.limits["unknownBytes"]:
                    self.note(name.start, "limit.unknown", path + "/?")     # CNT-097
            if name.text in shape.strays:
                self.note(name.start, "field.foreign", path + "/?", shape.strays[name.text])
        for place, deviation in absent if whole else []:
            self.note(node.end - 1, "field.missing", place, deviation)
        return b"{" + b",".join(written) + b"}"

    def known(self, member, name, value, path):
        """A known member as it is written, or None; state of the sender's own device is noted (CNT-046)."""
        text = self.member(member, value, path)
        if text not in (None, b'""', b"false") and member.foreign and (value.kind, value.text) != ("boolean", "false"):
            outer = self.met
            if value.lone and outer is None:    # what breaks the text is met before what is said of it (CNT-046)
                self.met = value.end
            self.note(name.start, "field.foreign", path, member.foreign)
            self.met = outer
        return text

    def member(self, member, value, path):
        """A known member's canonical spelling, or None where there is nothing to write."""
        if value.kind == "null":
            self.note(value.start, "field.type", path, member.null)
            return None
        text = getattr(self, "read_" + member.kind)(member, value, path)
        if text is NotImplemented:  # CNT-035
            self.refuse(value, path)
            return None
        return text

    def refuse(self, value, path):
        """No rule reads the value's type; one that was cut off is no value, and what cut it off is the error."""
        if value.end is not None:
            self.note(value.start, "field.type", path)

    def read_any(self, member, value, path):
        if value.kind != "string" and value.end is not None:
            self.note(value.start, "field.type", path, member.coerce)
        return self.raw(value)

    def read_string(self, member, value, path):
        if value.text is None:
            return NotImplemented
        if value.kind != "string":
            self.note(value.start, "field.type", path, member.coerce or "DEV-106")
        if value.text in member.values:
            right, deviation = member.values[value.text]
            self.note(value.start, "field.value", path, deviation)
            return quote(right)
        return self.raw(value) if value.lone else quote(value.text)     # CNT-079

    def read_base64(self, member, value, path):
        text = self.read_string(member, value, path)
        if text is NotImplemented:
            return text
        bare = DATA_URL.sub("", BLANKS.sub("", value.text))
        if member.links and value.text.startswith(LINKS):
            self.note(value.start, "field.base64", path, member.links)
        elif not is_base64(bare):
            self.note(value.start, "field.base64", path, "DEV-108")
        elif bare != value.text:
            self.note(value.start, "field.base64", path, "DEV-71")
            return quote(bare)
        return text

    def read_number(self, member, value, path):
        if value.kind == "string" and len(value.text) <= self.limits["numberBytes"] and NUMBER.fullmatch(value.text):
            self.note(value.start, "field.type", path, member.coerce or "DEV-104")
        elif value.kind != "number":
            return NotImplemented
        return value.text.encode()

    def read_integer(self, member, value, path):
        text = self.read_number(member, value, path)
        if text is not NotImplemented and not fits_int64(value.text):
            self.note(value.start, "field.type", path, member.coerce or "DEV-107")
        return text

    def read_boolean(self, member, value, path):
        if value.text not in TRUTH:
            return NotImplemented
        if value.kind != "boolean":
            self.note(value.start, "field.type", path, member.coerce or "DEV-105")
        return TRUTH[value.text]

    def read_strings(self, member, value, path):
        if value.kind == "string":
            self.note(value.start, "field.type", path, member.coerce or "DEV-111")
            return b"[" + self.read_string(member, value, path) + b"]"
        if value.kind != "array":
            return NotImplemented
        if len(value.items) > self.limits["items"]:
            self.note(value.items[self.limits["items"]].start, "limit.items", f"{path}/{self.limits['items']}")
        texts = []
        for index, item in enumerate(value.items):
            text = self.read_string(member, item, f"{path}/{index}")
            if text is NotImplemented:
                self.refuse(item, f"{path}/{index}")
            else:
                texts.append(text)
        return b"[" + b",".join(texts) + b"]"

    def read_nested(self, member, value, path):
        if value.kind == "array" and not value.items:
            nothing = True
        elif value.kind == "object":
            nothing = not value.members and member.empty == "DEV-52"    # an empty user is no sender (CNT-043)
        else:
            return NotImplemented
        if nothing:
            if value.end is not None:
                self.note(value.start, "field.type", path, member.empty)
            return None
        text = self.object(value, member.shape, path, [])
        return None if text == b"{}" and member.empty == "DEV-52" else text
