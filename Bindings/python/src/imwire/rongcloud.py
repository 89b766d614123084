# SPDX-License-Identifier: Apache-2.0
"""The contents and envelopes of RongCloud's packets: bodies, envelopes, polling, the navigation service, signatures."""

from __future__ import annotations

import ctypes

from ._native import Data, check, data_of, library, options, output, room
from .contents import Decoded, Mode, Value, to_json


def decode_body(
    message: str, data: Data, *, mode: Mode = "lenient", limits: dict[str, int] | None = None
) -> Decoded:
    """Reads a protobuf body by the name of its message.

    >>> decode_body("UpStreamMessage", bytes.fromhex("0803120952433a5478744d73671a027b7d")).value["classname"]
    'RC:TxtMsg'
    """
    name, data = message.encode(), data_of(data)
    return Decoded(output(
        library.imwire_body_decode, options(mode, limits), name, len(name), data, len(data)))


def encode_body(message: str, value: Value, *, limits: dict[str, int] | None = None) -> bytes:
    """Writes a protobuf body."""
    name, text = message.encode(), to_json(value)
    return output(library.imwire_body_encode, options("lenient", limits), name, len(name), text, len(text))


def decode_envelope(
    packet: Value, direction: str, *, receipt: Value | None = None, own_id: str | None = None, mode: Mode = "lenient",
    limits: dict[str, int] | None = None,
) -> Decoded:
    """Reads the application's view of a PUBLISH, or of the messages in a QUERYACK; with ``own_id``, this user's id, own
    messages are recognized in every form."""
    text = to_json(packet)
    other = None if receipt is None else to_json(receipt)
    chosen = options(mode, limits, direction=direction, ownId=own_id)
    return Decoded(output(
        library.imwire_envelope_decode, chosen, text, len(text), other, 0 if other is None else len(other)))


def encode_envelope(
    value: Value, direction: str, *, message_id: int | None = None, date: int | None = None,
    own_id: str | None = None, variant: str | None = None,
) -> Decoded:
    """Writes the PUBLISH that sends or delivers a message."""
    text = to_json(value)
    chosen = options(
        "lenient", None, direction=direction, messageId=message_id, date=date, ownId=own_id, variant=variant)
    return Decoded(output(library.imwire_envelope_encode, chosen, text, len(text)))


def convert_packet(packet: Value, to: str, *, message: str | None = None, trailing: Data = b"") -> Decoded:
    """Converts a packet to bytes (``websocket``) or to polling (``xhr``)."""
    text, trailing = to_json(packet), data_of(trailing)
    return Decoded(output(
        library.imwire_packet_convert, text, len(text), to.encode(), None if message is None else message.encode(),
        trailing, len(trailing)))


def decode_post(
    target: str, body: Data, *, mode: Mode = "lenient", limits: dict[str, int] | None = None
) -> Decoded:
    """Reads the POST with which a polling client sends a packet."""
    address, body = target.encode(), data_of(body)
    return Decoded(output(
        library.imwire_post_decode, options(mode, limits), address, len(address), body, len(body)))


def encode_post(value: Value) -> Decoded:
    """Writes such a POST: its ``target`` and its ``body``."""
    text = to_json(value)
    return Decoded(output(library.imwire_post_encode, text, len(text)))


def decode_navigation(
    data: Data, *, mode: Mode = "lenient", limits: dict[str, int] | None = None
) -> Decoded:
    """Reads an answer of the navigation service."""
    data = data_of(data)
    return Decoded(output(library.imwire_navigation_decode, options(mode, limits), data, len(data)))


def encode_navigation(value: Value) -> bytes:
    """Writes an answer of the navigation service."""
    text = to_json(value)
    return output(library.imwire_navigation_encode, text, len(text))


def check_request(request: bytes) -> None:
    """Checks a request to a testee of the conformance suite; raises ``Unsupported`` for one that has to be skipped."""
    check(library.imwire_request_check(request, len(request), room.error_place), room.error)


def perform_request(request: bytes) -> bytes:
    """Performs a request of the testee protocol, and returns the JSON of its ``ok``."""
    return output(library.imwire_request_perform, request, len(request))


def sign(secret: str, nonce: str, timestamp: str) -> str:
    """Returns the signature of a request to the server API.

    >>> sign("secret", "14314", "1408710653000")
    'f7eaab94a01d60cf98173ff82c2f390b7b92c713'
    """
    parts = [part.encode() for part in (secret, nonce, timestamp)]
    room.buffer.size = 0
    check(library.imwire_sign(*(argument for part in parts for argument in (part, len(part))), room.buffer_place))
    return ctypes.string_at(room.buffer.data, room.buffer.size).decode()
