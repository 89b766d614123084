# SPDX-License-Identifier: Apache-2.0
"""Forms as they are used in bodies and queries (API-010 to API-014)."""
import re

from strictjson import Fault

PLAIN = re.compile(r"[A-Za-z0-9._~-]")
ESCAPED = re.compile(rb"%([0-9A-Fa-f]{2})")
ALLOWED = re.compile(rb"[A-Za-z0-9._~!'()*+%-]")     # read in strict mode


class Field:
    """One field: name and value, and the positions at which they begin."""

    def __init__(self, name, value, start, place):
        self.name, self.value, self.start, self.place = name, value, start, place


def decode_text(data, base, strict):
    """Decodes a name or a value (API-012 to API-014); `base` is the offset of its first byte."""
    raw, places, at = bytearray(), [], 0
    while at < len(data):
        escaped = ESCAPED.match(data, at)
        byte = data[at]
        places.append(base + at)
        if escaped:
            raw.append(int(escaped.group(1), 16))
            at += 3
            continue
        if strict and byte == 0x25:
            raise Fault("form.percent", base + at)
        if strict and not ALLOWED.match(data, at):
            raise Fault("form.syntax", base + at)
        raw.append(0x20 if byte == 0x2B else byte)
        at += 1
    try:
        return bytes(raw).decode()
    except UnicodeDecodeError as error:
        raise Fault("form.utf8", places[error.start]) from None


def decode(data, base=0, strict=False):
    """Returns the fields of a form in order."""
    fields, start = [], 0
    if not data:
        return fields
    for part in data.split(b"&"):
        place = base + start
        start += len(part) + 1
        name, equal, value = part.partition(b"=")
        if not part and not strict:
            continue
        if strict and (not equal or not name):
            raise Fault("form.syntax", place if equal else place + len(part))
        fields.append(Field(decode_text(name, place, strict), decode_text(value, place + len(name) + 1, strict),
                            place, place + len(name) + (1 if equal else 0)))
    return fields


def escape(text):
    """Escapes a text as a writer does (API-011)."""
    return "".join(each if PLAIN.fullmatch(each) else "".join(f"%{byte:02X}" for byte in each.encode())
                   for each in text)


def encode(fields):
    """Writes a form from pairs of name and value."""
    return "&".join(f"{escape(name)}={escape(value)}" for name, value in fields)
