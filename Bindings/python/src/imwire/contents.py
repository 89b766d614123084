# SPDX-License-Identifier: Apache-2.0
"""Message contents: one JSON object of a type, or opaque bytes."""

from __future__ import annotations

import ctypes
import json
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Mapping, Union

from ._native import NONE, Handle, Range, Options, check, library, options, output, room

# A Python value, or JSON text that is used unchanged.
Value = Union[Mapping[str, Any], str, bytes]


def to_json(value: Any) -> bytes:
    """Returns the JSON text of a value; text and bytes are taken to be JSON already."""
    if isinstance(value, bytes):
        return value
    if isinstance(value, str):
        return value.encode()
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


@dataclass(frozen=True)
class Decoded:
    """The result of decoding: ``json`` is the exact text, and the other members are parsed from it on first use."""

    json: bytes

    @cached_property
    def _members(self) -> dict[str, Any]:
        return json.loads(self.json)

    @property
    def value(self) -> Any:
        """The value, with Python numbers and strings."""
        return self._members["value"]

    @property
    def value_json(self) -> bytes:
        """The value's exact JSON, with numbers in the spelling of the input."""
        found = member(self.json, "value")
        return b"null" if found is None else found

    @property
    def unknown(self) -> list[str]:
        """The names of members that the type does not define."""
        return self._members.get("unknown", [])

    @property
    def deviations(self) -> list[str]:
        """The ids of the deviations that were repaired."""
        return self._members.get("deviations", [])


@dataclass(frozen=True)
class Deviation:
    """One place where a content differs from its canonical form."""

    id: str
    offset: int
    path: str


def decode(
    object_name: str, data: bytes, *, mode: str = "lenient", limits: dict[str, int] | None = None
) -> Decoded:
    """Reads a content.

    >>> text = decode("RC:TxtMsg", b'{"content":7,"extra":null}')
    >>> text.value, text.deviations
    ({'content': '7'}, ['DEV-106', 'DEV-51'])
    """
    return decode_with(options(mode, limits), object_name, data)


def decode_with(chosen: Options | None, object_name: str, data: bytes) -> Decoded:
    """Reads a content with options that were created before."""
    name = object_name.encode()
    return Decoded(output(library.imwire_content_decode, chosen, name, len(name), data, len(data)))


def encode(object_name: str, value: Value, *, limits: dict[str, int] | None = None) -> bytes:
    """Writes a content canonically.

    >>> encode("RC:TxtMsg", {"extra": "", "content": "hi"})
    b'{"content":"hi","extra":""}'
    """
    name, text = object_name.encode(), to_json(value)
    chosen = options("lenient", limits)
    return output(library.imwire_content_encode, chosen, name, len(name), text, len(text))


def describe(object_name: str, data: bytes | None = None) -> dict[str, Any]:
    """Returns the properties of a type, and the digest of a content.

    >>> describe("RC:TxtMsg", b'{"content":"hi"}')
    {'category': 'content', 'persistence': 3, 'digest': 'hi'}
    """
    return json.loads(describe_json(object_name, data))


def describe_json(object_name: str, data: bytes | None = None) -> bytes:
    """As ``describe``, but returns JSON."""
    name = object_name.encode()
    return output(library.imwire_content_describe, None, name, len(name), data, 0 if data is None else len(data))


class Validator(Handle):
    """Validates contents without producing a value. Reuse one instance for many contents."""

    def __init__(self, *, mode: str = "lenient", limits: dict[str, int] | None = None) -> None:
        super().__init__("imwire_validator_free", library.imwire_validator_new, options(mode, limits))
        self._count = ctypes.c_size_t()
        self._place = ctypes.byref(self._count)

    def check(self, object_name: str, data: bytes) -> int:
        """Validates a content and returns the number of deviations; raises Refused if decoding would refuse the
        content.

        >>> Validator().check("RC:TxtMsg", b'{"content":"hi"}')
        0
        """
        name = object_name.encode()
        check(
            library.imwire_validator_check(self, name, len(name), data, len(data), self._place, room.error_place),
            room.error)
        return self._count.value

    def deviations(self) -> list[Deviation]:
        """The deviations of the most recently validated content."""
        room.buffer.size = 0
        check(library.imwire_validator_deviations(self, room.buffer_place))
        return [Deviation(**entry) for entry in json.loads(ctypes.string_at(room.buffer.data, room.buffer.size))]


def validate(
    object_name: str, data: bytes, *, mode: str = "lenient", limits: dict[str, int] | None = None
) -> list[Deviation]:
    """Validates one content.

    >>> validate("RC:TxtMsg", b'{"content":7}')
    [Deviation(id='DEV-106', offset=11, path='/content')]
    """
    validator = Validator(mode=mode, limits=limits)
    return validator.deviations() if validator.check(object_name, data) else []


# ---- Access to parts of JSON without parsing all of it ----


def member_range(text: bytes, name: str) -> tuple[int, int] | None:
    """Returns the position of a member's value: its first byte, and the byte after it; None if it is absent.

    >>> member_range(b'{"a":1,"b":[2]}', "b")
    (11, 14)
    """
    key, place = name.encode(), Range()
    status = library.imwire_json_member(
        text, len(text), key, len(key), ctypes.byref(place), None, room.error_place)
    return None if check(status, room.error) == NONE else (place.offset, place.offset + place.size)


def member(text: bytes, name: str) -> bytes | None:
    """Returns the JSON of a member, byte for byte."""
    found = member_range(text, name)
    return None if found is None else text[found[0] : found[1]]


def elements(text: bytes) -> list[bytes]:
    """Returns the elements of a JSON list, byte for byte.

    >>> elements(b'[1.50, {"a":[]}]')
    [b'1.50', b'{"a":[]}']
    """
    position, place = ctypes.c_size_t(), Range()
    found: list[bytes] = []
    while True:
        status = library.imwire_json_element(
            text, len(text), ctypes.byref(position), ctypes.byref(place), None, room.error_place)
        if check(status, room.error) == NONE:
            return found
        found.append(text[place.offset : place.offset + place.size])


def text_of(literal: bytes) -> str:
    """Returns the text of a JSON string; raises Refused if it contains a lone surrogate.

    >>> text_of(rb'"a\\u00e9"')
    'aé'
    """
    return output(library.imwire_json_text, literal, len(literal)).decode()
