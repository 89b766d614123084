# SPDX-License-Identifier: Apache-2.0
"""The bodies of packets: proto2 messages as dictionaries, according to rmtp-bodies.md."""

from .schema import schema


class BodyError(ValueError):
    """A body that cannot be read or written."""


def _varint(number):
    number &= (1 << 64) - 1
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes(out) + bytes([number])


def _read_varint(data, at):
    number = 0
    for count in range(10):
        if at + count >= len(data):
            raise BodyError("proto.truncated")
        byte = data[at + count]
        number |= (byte & 0x7F) << 7 * count
        if byte < 0x80:
            return number & (1 << 64) - 1, at + count + 1
    raise BodyError("proto.varint")  # PRB-002


def encode(name, value):
    """Writes a message: known fields in the order of their numbers, followed by unknown ones (PRB-040)."""
    value = dict(value)
    out = value.pop("$unknown", b"")
    known = b""
    for field in schema()[name]:
        item = value.pop(field.name, None)
        if item is None:
            if field.required:
                raise BodyError(f"encode.member: {name}.{field.name}")  # PRB-033
            continue
        for element in item if field.repeated else [item]:
            known += _field(field, element)
    if value:
        raise BodyError(f"field.type: {name} has no {next(iter(value))}")  # PRB-061
    return known + out


def _field(field, value):
    if field.kind in ("int32", "int64", "bool", "uint32", "uint64"):
        return _varint(field.number << 3) + _varint(int(value))
    if field.kind == "string":
        value = value.encode("utf-8")
    elif field.kind != "bytes":
        value = encode(field.kind, value)
    return _varint(field.number << 3 | 2) + _varint(len(value)) + value


def decode(name, data):
    """Reads a message. A missing required field is an error here, because a test of a service must detect it."""
    known = {field.number: field for field in schema()[name]}
    value, unknown, at = {}, b"", 0
    while at < len(data):
        start = at
        tag, at = _read_varint(data, at)
        number, wire = tag >> 3, tag & 7
        if number == 0 or number > 536870911:
            raise BodyError("proto.tag")  # PRB-003
        item, at = _value(data, at, wire)
        field = known.get(number)
        # A field with another wire type is treated as unknown (PRB-021).
        if field is None or wire != _wire(field):
            unknown += data[start:at]
            continue
        item = _typed(field, item)
        if field.repeated:
            value.setdefault(field.name, []).append(item)
        else:
            value[field.name] = item  # PRB-013
    for field in known.values():
        if field.required and field.name not in value:
            raise BodyError(f"proto.required: {name}.{field.name}")  # PRB-031
    if unknown:
        value["$unknown"] = unknown
    return value


def _wire(field):
    return 0 if field.kind in ("int32", "int64", "bool", "uint32", "uint64") else 2


def _value(data, at, wire):
    if wire == 0:
        return _read_varint(data, at)
    if wire == 2:
        length, at = _read_varint(data, at)
    elif wire in (1, 5):
        length = 8 if wire == 1 else 4
    else:
        raise BodyError("proto.wireType")  # PRB-004; no known writer has groups
    if at + length > len(data):
        raise BodyError("proto.truncated")  # PRB-005
    return data[at : at + length], at + length


def _typed(field, item):
    if field.kind == "bool":
        return item != 0  # PRB-011
    if field.kind in ("int32", "int64"):
        bits = 32 if field.kind == "int32" else 64
        item &= (1 << bits) - 1  # PRB-010
        return item - (1 << bits) if item >> bits - 1 else item
    if field.kind in ("uint32", "uint64"):
        return item
    if field.kind == "bytes":
        return bytes(item)
    if field.kind == "string":
        try:
            return bytes(item).decode("utf-8")
        except UnicodeDecodeError:
            raise BodyError("proto.utf8") from None  # PRB-015
    return decode(field.kind, item)
