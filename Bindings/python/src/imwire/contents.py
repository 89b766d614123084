# SPDX-License-Identifier: Apache-2.0
"""Message contents: one JSON object of a type, or opaque bytes."""

from __future__ import annotations

import ctypes
import json
from dataclasses import dataclass
from typing import Any, Literal, Mapping, TypedDict, Union

from ._native import NONE, Data, Handle, Range, check, data_of, failure, library, options, output, room
from .types import Types

# A Python value, or JSON text that is used unchanged.
Value = Union[Mapping[str, Any], str, bytes]
# Whether deviations are repaired and reported, or refused.
Mode = Literal["lenient", "strict"]


class _Category(TypedDict):
    category: str


class Description(_Category, total=False):
    """The properties of a content type: ``persistence`` is the sum of its flags, 1 persisted and 2 counted (CNT-104)."""

    persistence: int | None
    digest: str


def to_json(value: Any) -> bytes:
    """Returns the JSON text of a value; text and bytes are taken to be JSON already.

    Raises ValueError for ``NaN`` and the infinities, which JSON does not have, and TypeError for what is no JSON value.
    A lone surrogate is written as its escape.
    """
    if isinstance(value, bytes):
        return value
    if isinstance(value, str):
        return value.encode()
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    try:
        return text.encode()
    except UnicodeEncodeError:
        return json.dumps(value, separators=(",", ":"), allow_nan=False).encode()


# Returns the value that starts at a position of a text, and the position after it.
_scan = json.JSONDecoder().raw_decode
_PREFIX = len('{"value":')
_decode = library.imwire_content_decode


class Decoded:
    """The result of decoding: ``json`` is the exact text, and the other members are parsed from it on first use."""

    __slots__ = ("json", "_text", "_value", "_end", "_rest")
    _rest: dict[str, Any]

    def __init__(self, json: bytes) -> None:
        self.json = json
        self._end = 0

    def __repr__(self) -> str:
        return f"Decoded(json={self.json!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Decoded) and self.json == other.json

    def __hash__(self) -> int:
        return hash(self.json)

    @property
    def value(self) -> Any:
        """The value, with Python numbers and strings."""
        if not self._end:
            # The library writes the value first.
            self._text = self.json.decode()
            self._value, self._end = _scan(self._text, _PREFIX)
        return self._value

    @property
    def value_json(self) -> bytes:
        """The value's exact JSON, with numbers in the spelling of the input."""
        found = member(self.json, "value")
        return b"null" if found is None else found

    @property
    def unknown(self) -> list[str]:
        """The names of members that the type does not define."""
        return self._list("unknown")

    @property
    def deviations(self) -> list[str]:
        """The ids of the deviations that were repaired."""
        return self._list("deviations")

    def _list(self, name: str) -> list[str]:
        """Returns a list of names beside the value."""
        if not hasattr(self, "_rest"):
            self._rest = json.loads(self.json if not self._end else "{" + self._text[self._end :].lstrip(","))
        found: list[str] = self._rest.get(name, [])
        return found


@dataclass(frozen=True)
class Deviation:
    """One place where a content differs from its canonical form."""

    id: str
    # The position in the content, in bytes.
    offset: int
    path: str


def decode(
    object_name: str, data: Data, *, mode: Mode = "lenient", limits: dict[str, int] | None = None,
    types: Types | None = None,
) -> Decoded:
    """Reads a content, given as text or as any buffer.

    Raises Refused with a code of Spec/errors.md, with an offset in bytes of UTF-8; strict mode refuses the first
    deviation. ``limits`` are those of TST-051, in bytes or in numbers of levels, members and items.

    >>> text = decode("RC:TxtMsg", b'{"content":7,"extra":null}')
    >>> text.value, text.deviations
    ({'content': '7'}, ['DEV-106', 'DEV-51'])
    """
    name = object_name.encode()
    if type(data) is not bytes:
        data = data_of(data)
    chosen = None if mode == "lenient" and limits is None and types is None else options(mode, limits, types)
    # As `output` does, without a further call.
    mine = room.output
    mine.buffer.size = 0
    status = _decode(chosen, name, len(name), data, len(data), mine.buffer_place, mine.error_place)
    if status < 0:
        raise failure(status, mine.error)
    return Decoded(mine.bytes())


@dataclass(frozen=True)
class Departure:
    """A place where a written content departs from its canonical form, for the readers of a platform (CNT-175)."""

    deviation: str
    path: str
    # The position in the content, in bytes.
    offset: int


@dataclass(frozen=True)
class Written:
    """A content that was written, with what was found out about the value.

    ``deviations`` are the ids of what was repaired in the value, ``unknown`` the members that the type does not define,
    ``is_known`` whether the type has a schema, and ``suggestion`` the type that was probably meant.
    """

    content: bytes
    deviations: list[str]
    unknown: list[str]
    departures: list[Departure]
    is_known: bool
    suggestion: str | None = None

    def __bytes__(self) -> bytes:
        return self.content


def write(
    object_name: str, value: Value, *, mode: Mode = "lenient", profile: Value | None = None,
    limits: dict[str, int] | None = None, types: Types | None = None,
) -> Written:
    """Writes a content, and reports on the value.

    ``profile`` is the id of a platform, such as ``web-sdk-2.5.3``, or an object of TST-207. Raises Refused for a value
    that cannot be read in this mode, with an offset in its JSON, and Unsupported for a platform that is not known and,
    in strict mode, for a type that is probably misspelt.

    >>> write("RC:TxtMsg", {"content": 7}).deviations, write("RC:TxtMgs", {}).suggestion
    (['DEV-106'], 'RC:TxtMsg')
    >>> write("RC:ImgMsg", {"content": "", "imageUri": "é"}, profile={"ascii": True}).departures[0].deviation
    'DEV-152'
    """
    name, text = object_name.encode(), to_json(value)
    form = None if profile is None else to_json(profile)
    room.buffer.size = room.report.size = 0
    check(
        library.imwire_content_write(
            options(mode, limits, types), name, len(name), text, len(text), form, 0 if form is None else len(form),
            room.buffer_place, room.report_place, room.error_place),
        room.error)
    content = ctypes.string_at(room.buffer.data, room.buffer.size) if room.buffer.size else b""
    report = json.loads(ctypes.string_at(room.report.data, room.report.size))
    return Written(
        content, report["deviations"], report["unknown"], [Departure(**entry) for entry in report["departures"]],
        report["isKnown"], report.get("suggestion"))


def encode(
    object_name: str, value: Value, *, mode: Mode = "lenient", profile: Value | None = None,
    limits: dict[str, int] | None = None, types: Types | None = None,
) -> bytes:
    """Writes a content canonically, or for a profile, as ``write`` does without its report.

    >>> encode("RC:TxtMsg", {"extra": "", "content": "hi"})
    b'{"content":"hi","extra":""}'
    >>> encode("RC:TxtMsg", {"content": 7}, mode="strict")
    Traceback (most recent call last):
    imwire.errors.Refused: field.type at byte 11, in /content
    """
    if mode != "lenient" or profile is not None:
        return write(object_name, value, mode=mode, profile=profile, limits=limits, types=types).content
    name, text = object_name.encode(), to_json(value)
    chosen = options("lenient", limits, types)
    return output(library.imwire_content_encode, chosen, name, len(name), text, len(text))


def assign(
    object_name: str, data: Data | str, value: Value, *, limits: dict[str, int] | None = None,
    types: Types | None = None,
) -> bytes:
    """Assigns the members of a value to a content that arrived, and returns the canonical bytes of the result.

    Both are read in lenient mode. Each member of the type that can be read in ``value`` replaces that of the content, a
    nested object or a list as a whole, and everything else in the content stays as it arrived (CNT-183). Raises Refused
    for a content or a value that cannot be read, and Unsupported for a type without members.

    >>> assign("RC:TxtMsg", b'{"text":[1],"x":1.50}', {"content": "hi"})
    b'{"content":"hi","x":1.50}'
    """
    name, content, text = object_name.encode(), data_of(data), to_json(value)
    chosen = options("lenient", limits, types)
    return output(library.imwire_content_assign, chosen, name, len(name), content, len(content), text, len(text))


def describe(object_name: str, data: Data | None = None, *, types: Types | None = None) -> Description:
    """Returns the properties of a type, and the digest of a content.

    >>> describe("RC:TxtMsg", b'{"content":"hi"}')
    {'category': 'content', 'persistence': 3, 'digest': 'hi'}
    """
    description: Description = json.loads(describe_json(object_name, data, types=types))
    return description


def describe_json(object_name: str, data: Data | None = None, *, types: Types | None = None) -> bytes:
    """As ``describe``, but returns JSON."""
    name = object_name.encode()
    content = None if data is None else data_of(data)
    return output(
        library.imwire_content_describe, options("lenient", None, types), name, len(name), content,
        0 if content is None else len(content))


class Validator(Handle):
    """Validates contents without producing a value. Reuse one instance for many contents."""

    def __init__(
        self, *, mode: Mode = "lenient", limits: dict[str, int] | None = None, types: Types | None = None
    ) -> None:
        super().__init__("imwire_validator_free", library.imwire_validator_new, options(mode, limits, types))
        self._count = ctypes.c_size_t()
        self._place = ctypes.byref(self._count)

    def check(self, object_name: str, data: Data) -> int:
        """Validates a content and returns the number of deviations; raises Refused if decoding would refuse the
        content.

        >>> Validator().check("RC:TxtMsg", b'{"content":"hi"}')
        0
        """
        name, data = object_name.encode(), data_of(data)
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
    object_name: str, data: Data, *, mode: Mode = "lenient", limits: dict[str, int] | None = None,
    types: Types | None = None,
) -> list[Deviation]:
    """Validates one content.

    >>> validate("RC:TxtMsg", b'{"content":7}')
    [Deviation(id='DEV-106', offset=11, path='/content')]
    """
    validator = Validator(mode=mode, limits=limits, types=types)
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
