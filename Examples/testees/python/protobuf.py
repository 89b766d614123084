# SPDX-License-Identifier: Apache-2.0
"""The protobuf bodies of packets: schemas read from rmtp/*.proto, and the rules PRB-…"""
import glob
import os
import re

from request import BadRequest, dump, from_base64, to_base64
from schemas import SPEC
from strictjson import Fault

LIMITS = {"bodyBytes": 16777216, "bodyDepth": 32, "bodyItems": 16384}
VARINT, EIGHT, LENGTH, GROUP, END, FOUR = range(6)
HIGHEST = 536870911     # number of a field
COMMENT = re.compile(r"//[^\n]*")
BLOCK = re.compile(r"\b(message|enum)\s+(\w+)\s*\{([^}]*)\}")
FIELD = re.compile(r"(required|optional|repeated)\s+(\w+)\s+(\w+)\s*=\s*(\d+)\s*;")


class Field:
    """A field of a schema."""

    def __init__(self, label, kind, name, number):
        self.required, self.repeated = label == "required", label == "repeated"
        self.kind, self.name, self.number = kind, name, int(number)

    @property
    def wire(self):
        """Returns the wire type of its values; an enumeration is a varint."""
        return LENGTH if self.kind in ("string", "bytes") or self.kind in MESSAGES else VARINT


def load(folder):
    """Returns the messages of all schemas: name -> number -> field, in the order of the numbers."""
    messages = {}
    for path in sorted(glob.glob(os.path.join(folder, "rmtp", "*.proto"))):
        with open(path, encoding="utf-8") as file:
            text = COMMENT.sub("", file.read())
        for what, name, body in BLOCK.findall(text):
            if what == "message":
                fields = [Field(*found) for found in FIELD.findall(body)]
                messages[name] = {field.number: field for field in sorted(fields, key=lambda each: each.number)}
    return messages


MESSAGES = load(SPEC)


class Body:
    """A message: values by number (lists for repeated fields), unknown fields as bytes, and the offset of its end in
    the body.
    """

    def __init__(self, name):
        self.name, self.fields, self.values, self.unknown, self.end = name, MESSAGES[name], {}, bytearray(), 0

    def get(self, name, default=None):
        """Returns the value of a field by its name."""
        number = next(field.number for field in self.fields.values() if field.name == name)
        return self.values.get(number, default)

    def put(self, name, value):
        """Sets the value of a field; None leaves it absent."""
        number = next(field.number for field in self.fields.values() if field.name == name)
        if value is None:
            self.values.pop(number, None)
        else:
            self.values[number] = value

    def missing(self, path=""):
        """Returns missing required fields: (offset, path), each message before those that follow it (PRB-032)."""
        for number, field in self.fields.items():
            value, place = self.values.get(number), f"{path}/{field.name}"
            if value is None:
                if field.required:
                    yield self.end, place
            elif field.kind in MESSAGES:
                each = enumerate(value) if field.repeated else ()
                for index, item in each:
                    yield from item.missing(f"{place}/{index}")
                if not field.repeated:
                    yield from value.missing(place)

    def show(self):
        """Returns the message as JSON (PRB-060)."""
        shown = {}
        for number, field in self.fields.items():
            value = self.values.get(number)
            if value is not None and value != []:
                shown[field.name] = [show(item) for item in value] if field.repeated else show(value)
        if self.unknown:
            shown["$unknown"] = to_base64(self.unknown)
        return shown

    def write(self):
        """Returns the message's bytes (PRB-040)."""
        written = bytearray()
        for number, field in self.fields.items():
            value = self.values.get(number)
            for item in value if field.repeated and value is not None else [value]:
                if item is not None:
                    written += varint(number << 3 | field.wire) + self.write_value(field, item)
        return bytes(written + self.unknown)

    @staticmethod
    def write_value(field, value):
        """Writes a value without its tag."""
        if field.wire == VARINT:
            return varint(int(value) & 0xFFFFFFFFFFFFFFFF)     # PRB-010
        data = value.write() if isinstance(value, Body) else value.encode() if isinstance(value, str) else value
        return varint(len(data)) + data


def show(value):
    """Returns one value as JSON."""
    if isinstance(value, Body):
        return value.show()
    return to_base64(value) if isinstance(value, bytes) else value


def varint(number):
    """Writes a number in as few bytes as possible."""
    written = bytearray()
    while number > 127:
        written.append(number & 127 | 128)
        number >>= 7
    return bytes(written + bytes([number]))


def signed(number, bits):
    """Returns the lowest bits as a signed number."""
    number &= (1 << bits) - 1
    return number - (1 << bits) if number >> (bits - 1) else number


class BodyReader:
    """Reads one body; `body` is the message, and `deviations` holds those reported in lenient mode."""

    def __init__(self, name, data, limits=LIMITS, strict=False):
        self.data, self.limits, self.items = data, limits, 0
        if len(data) > limits["bodyBytes"]:
            raise Fault("limit.size", 0)
        if limits["bodyDepth"] < 1:
            raise Fault("limit.depth", 0)
        self.body = Body(name)
        self.message(self.body, 0, len(data), "", 1)
        absent = next(self.body.missing(), None)
        if absent and strict:
            raise Fault("proto.required", absent[0], path=absent[1])
        self.deviations = ["DEV-138"] if absent else []

    def varint(self, at, end, path):
        """Returns a varint and the position after it (PRB-002)."""
        number = 0
        for index in range(10):
            if at + index >= end:
                raise Fault("proto.truncated", end, path=path)
            byte = self.data[at + index]
            number |= (byte & 127) << 7 * index
            if byte < 128:
                return number & 0xFFFFFFFFFFFFFFFF, at + index + 1
        raise Fault("proto.varint", at, path=path)

    def tag(self, at, end, path):
        """Returns the number and wire type of a tag, and the position after it (PRB-003, PRB-004)."""
        for index in range(5):
            if at + index >= end:
                raise Fault("proto.truncated", end, path=path)
            if self.data[at + index] < 128:
                break
        else:
            raise Fault("proto.tag", at, path=path)
        tag, behind = self.varint(at, end, path)
        number, wire = tag >> 3, tag & 7
        if not 1 <= number <= HIGHEST:
            raise Fault("proto.tag", at, path=path)
        if wire > FOUR:
            raise Fault("proto.wireType", at, path=path)
        return number, wire, behind

    def block(self, at, end, path):
        """Reads a length and returns the beginning and the end of its block."""
        size, start = self.varint(at, end, path)
        if start + size > end:
            raise Fault("proto.truncated", end, path=path)
        return start, start + size

    def message(self, body, at, end, path, depth):
        """Reads the fields of a message; if the message occurred before, they are read as if they followed it
        (PRB-014).
        """
        body.end = end
        while at < end:
            start = at
            number, wire, at = self.tag(start, end, path)
            if wire == END:
                raise Fault("proto.wireType", start, path=path)
            field = body.fields.get(number)
            place = f"{path}/{field.name if field else '?'}"
            packed = field and field.repeated and field.wire == VARINT and wire == LENGTH
            if packed:
                at = self.packed(body, field, start, at, end, place)
            elif field and field.wire == wire:
                if field.repeated:
                    place = f"{place}/{len(body.values.get(number, ()))}"
                    self.count(start, place)
                value, at = self.value(body, field, start, at, end, place, depth)
                if field.repeated:
                    body.values.setdefault(number, []).append(value)
                else:
                    body.values[number] = value
            else:
                at = self.skip(number, wire, start, at, end, place, depth)
                body.unknown += self.data[start:at]

    def count(self, tag, path):
        """Counts one more element (PRB-053)."""
        self.items += 1
        if self.items > self.limits["bodyItems"]:
            raise Fault("limit.items", tag, path=path)

    def packed(self, body, field, tag, at, end, path):
        """Reads the elements of a packed field (PRB-012)."""
        at, stop = self.block(at, end, path)
        values = body.values.setdefault(field.number, [])
        while at < stop:
            place = f"{path}/{len(values)}"
            self.count(tag, place)
            number, at = self.varint(at, stop, place)
            values.append(self.number(field, number))
        return stop

    @staticmethod
    def number(field, number):
        """Returns a varint as a value of the field's type (PRB-010, PRB-011)."""
        if field.kind == "bool":
            return number != 0
        return signed(number, 64 if field.kind == "int64" else 32)

    def value(self, body, field, tag, at, end, path, depth):
        """Reads a known value and returns the position after it."""
        if field.wire == VARINT:
            number, at = self.varint(at, end, path)
            return self.number(field, number), at
        if field.kind in MESSAGES and depth >= self.limits["bodyDepth"]:
            raise Fault("limit.depth", tag, path=path)     # PRB-052
        start, stop = self.block(at, end, path)
        data = self.data[start:stop]
        if field.kind in MESSAGES:
            inner = None if field.repeated else body.values.get(field.number)
            inner = inner or Body(field.kind)
            self.message(inner, start, stop, path, depth + 1)
            return inner, stop
        if field.kind == "bytes":
            return data, stop
        try:
            return data.decode(), stop
        except UnicodeDecodeError as error:
            raise Fault("proto.utf8", start + error.start, path=path) from None

    def skip(self, number, wire, tag, at, end, path, depth):
        """Returns the position after an unknown field (PRB-020, PRB-022)."""
        if wire == VARINT:
            return self.varint(at, end, path)[1]
        if wire == LENGTH:
            return self.block(at, end, path)[1]
        if wire != GROUP:
            at += 8 if wire == EIGHT else 4
            if at > end:
                raise Fault("proto.truncated", end, path=path)
            return at
        if depth >= self.limits["bodyDepth"]:
            raise Fault("limit.depth", tag, path=path)
        while True:
            start = at
            inner, kind, at = self.tag(start, end, path)
            if kind != END:
                at = self.skip(inner, kind, start, at, end, path, depth + 1)
            elif inner != number:
                raise Fault("proto.wireType", start, path=path)
            else:
                return at


def build(name, value, path=""):
    """Builds a message from its JSON (PRB-061)."""
    body = Body(name)
    if not isinstance(value, dict):
        raise Fault("field.type", 0, path=path)
    names = {field.name: field for field in body.fields.values()}
    for key, item in value.items():
        place = f"{path}/{key}"
        if item is None:
            continue
        if key == "$unknown":
            body.unknown = bytearray(build_value("bytes", item, place))
            try:
                alone = BodyReader(name, bytes(body.unknown)).body
            except Fault:
                raise Fault("field.type", 0, path=place) from None
            if alone.unknown != body.unknown:   # a known field would replace a member (PRB-090)
                raise Fault("field.type", 0, path=place)
        elif key not in names:  # errors contain only names from the schemas (CNT-131)
            raise Fault("field.type", 0, path=f"{path}/?")
        elif not names[key].repeated:
            body.values[names[key].number] = build_value(names[key].kind, item, place)
        elif isinstance(item, list):
            body.values[names[key].number] = [build_value(names[key].kind, each, f"{place}/{index}")
                                              for index, each in enumerate(item)]
        else:
            raise Fault("field.type", 0, path=place)
    return body


def build_value(kind, value, path):
    """Builds one value from its JSON."""
    if kind in MESSAGES:
        return build(kind, value, path)
    wrong = Fault("field.type", 0, path=path)
    if kind == "bool":
        if not isinstance(value, bool):
            raise wrong
    elif kind in ("string", "bytes"):
        if not isinstance(value, str):
            raise wrong
        try:
            value.encode()
            return from_base64(value) if kind == "bytes" else value
        except (UnicodeEncodeError, BadRequest):
            raise wrong from None
    else:
        bits = 63 if kind == "int64" else 31
        if isinstance(value, bool) or not isinstance(value, int) or not -1 << bits <= value < 1 << bits:
            raise wrong
    return value


def body_of(name, value):
    """Builds a message from its JSON; refuses one that cannot be written (PRB-033)."""
    body = build(name, value)
    absent = next(body.missing(), None)
    if absent:
        raise Fault("encode.member", path=absent[1])
    return body


def message_name(request):
    """Returns the message of a request, which must be one of the schemas (PRB-062)."""
    name = request.string("message")
    if name not in MESSAGES:
        raise BadRequest("no schema has that message")
    return name


def decode(request):
    """rmtp.body.decode."""
    reader = BodyReader(message_name(request), request.bytes(), request.limits(LIMITS), request.strict())
    return dump({"value": reader.body.show(), "deviations": reader.deviations})


def encode(request):
    """rmtp.body.encode."""
    limits = request.limits(LIMITS)
    data = body_of(message_name(request), request.json("value")).write()
    if len(data) > limits["bodyBytes"]:
        raise Fault("encode.size")
    return dump({"bytes": to_base64(data)})
