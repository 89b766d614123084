# SPDX-License-Identifier: Apache-2.0
"""Write profiles: canonical contents with the changes that the readers of a platform need (CNT-170 to CNT-177)."""
from reading import quote
from strictjson import Parser

WRITTEN = {     # the type in which a value of each kind is written
    "string": "string", "base64": "string", "integer": "number", "number": "number", "boolean": "boolean",
    "nested": "object", "rawObject": "object", "stringMap": "object", "stringListMap": "object", "rawList": "array"}


class ProfiledContent:
    """The bytes of a content that is written for a profile, and its departures from the canonical form (TST-207)."""

    def __init__(self, canonical, shape, object_name, profile):
        self.data, self.escapes = canonical, profile.get("ascii", False)
        self.plain, self.parts, self.size, self.departures = [], [], 0, []     # plain: what the parts are without escapes
        rules = [rule for rule in profile.get("rules", ()) if rule.get("objectName", object_name) == object_name]
        if shape is None:
            self.bytes = canonical      # CNT-177
            return
        self.write_object(Parser(canonical).root, shape, rules, 0, "")
        self.bytes = b"".join(self.parts)
        self.departures.sort(key=lambda departure: departure[2])

    def report(self):
        """Returns the departures in the form of the testee protocol."""
        return [{"deviation": name, "path": path, "offset": offset} for name, path, offset in self.departures]

    def put(self, data):
        """Appends bytes, with escapes if the profile asks for them (CNT-174)."""
        self.plain.append(data)
        text = data.decode()
        if self.escapes and not text.isascii():
            if not any(name == "DEV-152" for name, _, _ in self.departures):
                ascii_part = next(at for at, each in enumerate(text) if ord(each) > 0x7F)
                self.departures.append(("DEV-152", "", self.size + ascii_part))
            data = "".join(each if ord(each) < 0x80 else escaped(each) for each in text).encode()
        self.parts.append(data)
        self.size += len(data)

    def write_object(self, node, shape, rules, depth, path):
        """Writes an object; the rules are those whose paths lead to it."""
        names = {name.text for name, _ in node.members}
        self.put(b"{")
        for index, (name, value) in enumerate(node.members):
            if index:
                self.put(b",")
            self.put(self.data[name.start:name.end] + b":")
            member = shape.members.get(name.text)
            typed = member is not None and is_typed(value, member)
            own = [rule for rule in rules if typed and rule["path"][depth:depth + 1] == [name.text]]
            here = f"{path}/{name.text}"
            first = len(self.plain)
            self.write_value(value, member, own, depth, here)
            written = self.plain[first:]
            for rule in own:
                other = rule.get("alsoNamed")
                if len(rule["path"]) == depth + 1 and other is not None and other not in names:     # CNT-172
                    self.put(b",")
                    self.departures.append((rule["deviation"], here, self.size))
                    self.put(quote(other) + b":")
                    for part in written:
                        self.put(part)
        self.put(b"}")

    def write_value(self, node, member, rules, depth, path):
        """Writes a value in the type that a rule names, or canonically."""
        inner = [rule for rule in rules if len(rule["path"]) > depth + 1]
        if inner and member.kind == "nested":
            return self.write_object(node, member.shape, inner, depth + 1, path)
        if inner and member.kind == "objects":
            self.put(b"[")
            for index, item in enumerate(node.items):
                if index:
                    self.put(b",")
                self.write_object(item, member.shape, inner, depth + 1, f"{path}/{index}")
            return self.put(b"]")
        for rule in rules:
            text = self.converted(node, member, rule.get("as")) if len(rule["path"]) == depth + 1 else None
            if text is not None:
                self.departures.append((rule["deviation"], path, self.size))
                return self.put(text)
        return self.put(self.data[node.start:node.end])

    def converted(self, node, member, kind):
        """Returns a value in another type, or None if it stays as it is (CNT-173)."""
        if kind == "string" and member.kind in ("integer", "number", "boolean"):
            return b'"' + node.text.encode() + b'"'
        if kind == "number" and member.kind == "boolean":
            return b"1" if node.text == "true" else b"0"
        if kind == "object" and member.kind == "any" and node.kind == "string" and not node.lone:
            parsed = Parser(node.text.encode())
            if not parsed.fault and parsed.root.kind == "object":
                return node.text.encode()[parsed.root.start:parsed.root.end]
        return None


def is_typed(node, member):
    """Returns whether a canonical value has the type of its member, or was kept unparsed (CNT-180)."""
    if member.kind in ("strings", "objects"):
        return node.kind == "array" and all(item.kind == member.kind[:-1] for item in node.items)
    return member.kind == "any" or node.kind == WRITTEN[member.kind]


def escaped(character):
    """Returns a character as one or two escapes (CNT-174)."""
    units = character.encode("utf-16-be")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))
