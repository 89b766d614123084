# SPDX-License-Identifier: Apache-2.0
"""Streams: chat messages in lines or packets, RongCloud's packets, and single frames."""

from __future__ import annotations

import ctypes
import json
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Iterator, Union

from . import _native as lib
from ._native import Data, Handle, State, check, data_of, failure, int64, integer, library, options, room
from .contents import Mode, Value, to_json
from .errors import Refused


@dataclass(frozen=True)
class Item:
    """A message or packet of a stream; ``json`` is its exact text."""

    json: bytes

    @cached_property
    def members(self) -> dict[str, Any]:
        """All members of the item."""
        members: dict[str, Any] = json.loads(self.json)
        return members

    @property
    def kind(self) -> str:
        """The kind of a chat message."""
        kind: str = self.members["kind"]
        return kind

    @property
    def message(self) -> dict[str, Any]:
        """The chat message."""
        message: dict[str, Any] = self.members["message"]
        return message

    @property
    def packet(self) -> dict[str, Any]:
        """The packet."""
        packet: dict[str, Any] = self.members["packet"]
        return packet

    @property
    def deviations(self) -> list[str]:
        """The ids of the deviations that were repaired."""
        deviations: list[str] = self.members["deviations"]
        return deviations


class _Reader(Handle):
    """Takes bytes and produces items."""

    _next: Any
    _state: Any
    _finish: Any

    def finish(self) -> None:
        """Marks the end of the input."""
        check(self._finish(self))

    def __iter__(self) -> Iterator[Item]:
        return self

    def __next__(self) -> Item:
        """Returns the next item. The iteration ends if more bytes are needed, and can be continued after feeding them.

        Raises Refused for an error in the stream; unless its scope is ``connection``, the iteration can be continued.
        """
        buffer = room.buffer
        buffer.size = 0
        status = self._next(self, room.buffer_place, room.error_place)
        if status == lib.NONE:
            raise StopIteration
        if status < 0:
            raise failure(status, room.error)
        return Item(ctypes.string_at(buffer.data, buffer.size))

    def items(self) -> Iterator[Union[Item, Refused]]:
        """Yields the available items, with errors at their positions."""
        while True:
            try:
                yield next(self)
            except StopIteration:
                return
            except Refused as error:
                yield error

    @property
    def state(self) -> State:
        """``pending``, ``empty_lines``, ``open_sets`` and ``is_closed``."""
        state = State()
        check(self._state(self, ctypes.byref(state)))
        return state


class ChatReader(_Reader):
    """Reads chat messages from the bytes of a connection.

    >>> reader = ChatReader("line", encoding="json")
    >>> reader.feed(b'beatID\\n{"messageType":"nor')
    >>> [item.kind for item in reader], reader.state.pending
    (['heartbeat'], 19)
    """

    _next, _state = library.imwire_chat_reader_next, library.imwire_chat_reader_state
    _finish = library.imwire_chat_reader_finish

    def __init__(
        self, framing: str, *, delimiter: str | None = None, encoding: str | None = None, beat: str | None = None,
        mode: Mode = "lenient", limits: dict[str, int] | None = None,
    ) -> None:
        chosen = options(mode, limits, framing=framing, delimiter=delimiter, encoding=encoding, beat=beat)
        super().__init__("imwire_chat_reader_free", library.imwire_chat_reader_new, chosen)

    def feed(self, data: Data, time: int = 0) -> None:
        """Adds bytes that were received at a time in milliseconds."""
        data = data_of(data)
        check(library.imwire_chat_reader_feed(self, data, len(data), int64("time", time)))


class ChatWriter(Handle):
    """Writes chat messages as the bytes of a connection.

    >>> ChatWriter("line", encoding="json").write({"messageType": "validate", "fromUserID": "u"})
    b'{"messageType":"validate","fromUserID":"u"}\\n'
    """

    def __init__(
        self, framing: str, *, delimiter: str | None = None, encoding: str | None = None, beat: str | None = None,
        heartbeat: str | None = None, deflate: bool = False, fragment_size: int | None = None, batch: bool = False,
        wants_receipt: bool = False, sequence: int | None = None, limits: dict[str, int] | None = None,
    ) -> None:
        chosen = options(
            "lenient", limits, framing=framing, delimiter=delimiter, encoding=encoding, beat=beat,
            heartbeat=heartbeat, deflate=deflate, fragmentSize=fragment_size, batch=batch, wantsReceipt=wants_receipt,
            sequence=sequence)
        super().__init__("imwire_chat_writer_free", library.imwire_chat_writer_new, chosen)

    def write(self, message: Value) -> bytes:
        """Returns the bytes of a message; empty while a batch is open."""
        text = to_json(message)
        return lib.output(library.imwire_chat_writer_write, self, text, len(text))

    def finish(self) -> bytes:
        """Returns the bytes of the messages that are waiting in an open batch."""
        return lib.output(library.imwire_chat_writer_finish, self)


class PacketReader(_Reader):
    """Reads RongCloud's packets: ``framing`` is ``websocket``, ``tcp`` or ``xhr``.

    >>> reader = PacketReader("websocket", "down")
    >>> reader.feed(bytes([0xd0]))
    >>> next(reader).packet
    {'packet': 'PINGRESP', 'qos': 0, 'dup': False, 'retain': False}
    """

    _next, _state = library.imwire_rmtp_reader_next, library.imwire_rmtp_reader_state
    _finish = library.imwire_rmtp_reader_finish

    def __init__(
        self, framing: str, direction: str, *, version: int | None = None, key: bytes | None = None,
        mode: Mode = "lenient", limits: dict[str, int] | None = None,
    ) -> None:
        chosen = options(mode, limits, framing=framing, direction=direction, protocolVersion=version, key=key)
        super().__init__("imwire_rmtp_reader_free", library.imwire_rmtp_reader_new, chosen)

    def feed(self, data: Data) -> None:
        """Adds a WebSocket message, the reply to a poll, or a part of a TCP stream."""
        data = data_of(data)
        check(library.imwire_rmtp_reader_feed(self, data, len(data)))


def encode_packet(
    packet: Value, framing: str, direction: str, *, version: int | None = None, key: bytes | None = None,
    astral: str | None = None, trailing: Data = b"", limits: dict[str, int] | None = None,
) -> bytes:
    """Writes a packet with its framing.

    >>> encode_packet({"packet": "PINGREQ"}, "websocket", "up").hex()
    'c0'
    """
    text, trailing = to_json(packet), data_of(trailing)
    chosen = options(
        "lenient", limits, framing=framing, direction=direction, protocolVersion=version, key=key, astral=astral)
    return lib.output(library.imwire_rmtp_encode, chosen, text, len(text), trailing, len(trailing))


@dataclass(frozen=True)
class Frame:
    """A packet of the socket chat protocol with its header fields."""

    type: int
    flags: int
    sequence: int
    payload: bytes
    # The index, count, total and offset of a fragment.
    fragment: tuple[int, int, int, int] | None = None

    DEFLATE, FRAGMENT, BATCH, WANTS_RECEIPT = 1, 2, 4, 8
    HEARTBEAT, MESSAGE = 1, 2

    def encode(self) -> bytes:
        """Returns the bytes of the frame without checking whether a reader would accept it; raises ValueError for a
        number that does not fit into its field."""
        raw = lib.Frame(
            type=integer("type", self.type, 0, 0xFF), flags=integer("flags", self.flags, 0, 0xFFFF),
            sequence=integer("sequence", self.sequence, 0, 0xFFFF_FFFF))
        if self.fragment is not None:
            raw.has_fragment = 1
            parts = zip(("index", "count", "total", "offset"), self.fragment, (0xFFFF, 0xFFFF, 0xFFFF_FFFF, 0xFFFF_FFFF))
            for name, value, most in parts:
                setattr(raw, f"fragment_{name}", integer(name, value, 0, most))
        payload = data_of(self.payload)
        room.buffer.size = 0
        check(library.imwire_frame_encode(ctypes.byref(raw), payload, len(payload), room.buffer_place))
        return ctypes.string_at(room.buffer.data, room.buffer.size)


class FrameReader(Handle):
    """Finds frames in a stream and keeps incomplete ones.

    >>> reader = FrameReader()
    >>> [frame.type for frame in reader.feed(Frame(1, 0, 0, b"").encode())]
    [1]
    """

    def __init__(self, *, limits: dict[str, int] | None = None) -> None:
        chosen = options("lenient", limits)
        super().__init__("imwire_frame_reader_free", library.imwire_frame_reader_new, chosen)
        self._pending = b""

    @property
    def pending(self) -> int:
        """The number of bytes of an incomplete frame."""
        return len(self._pending)

    def feed(self, data: Data) -> Iterator[Union[Frame, Refused]]:
        """Adds bytes and yields the frames that are now complete, with errors at their positions."""
        data = self._pending + data_of(data)
        position, raw = ctypes.c_size_t(), lib.Frame()
        while True:
            status = library.imwire_frame_reader_next(
                self, data, len(data), ctypes.byref(position), ctypes.byref(raw), room.error_place)
            self._pending = data[position.value :]
            if status == lib.NONE:
                return
            if status < 0:
                error = failure(status, room.error)
                if not isinstance(error, Refused):
                    raise error
                yield error
                if error.scope == "connection":
                    return
            else:
                start = raw.payload.offset
                fragment = (raw.fragment_index, raw.fragment_count, raw.fragment_total, raw.fragment_offset)
                yield Frame(
                    raw.type, raw.flags, raw.sequence, data[start : start + raw.payload.size],
                    fragment if raw.has_fragment else None)

    def finish(self) -> None:
        """Marks the end of the stream; raises Refused if it is inside a frame."""
        rest, self._pending = self._pending, b""
        check(library.imwire_frame_reader_finish(self, rest, len(rest), room.error_place), room.error)


@dataclass(frozen=True)
class Route:
    """The routing information of a packet that contains a message."""

    topic: str
    target: str
    object_name: str
    flags: int
    # The position of the content in the bytes that were passed.
    content: tuple[int, int]
    sender: str = ""
    group: str = ""
    conversation: int = 0
    time: int = 0
    message_uid: str = ""


class Scanner(Handle):
    """Finds packets in bytes without decoding them: in one message of a WebSocket, or in a TCP stream."""

    def __init__(
        self, framing: str, direction: str, *, version: int | None = None, mode: Mode = "lenient",
        limits: dict[str, int] | None = None,
    ) -> None:
        chosen = options(mode, limits, framing=framing, direction=direction, protocolVersion=version)
        super().__init__("imwire_packet_scanner_free", library.imwire_packet_scanner_new, chosen)
        self._is_down = direction == "down"

    def next(self, data: bytes, position: int = 0) -> tuple[lib.Packet, int] | None:
        """Returns the packet at a position, and the position after it; None if it is incomplete."""
        place, packet = ctypes.c_size_t(integer("position", position, 0, (1 << 63) - 1)), lib.Packet()
        status = library.imwire_packet_scanner_next(
            self, data, len(data), ctypes.byref(place), ctypes.byref(packet), room.error_place)
        return None if check(status, room.error) == lib.NONE else (packet, place.value)

    def route(self, data: bytes, packet: lib.Packet) -> Route | None:
        """Returns the target and the type of a PUBLISH; None if it contains no message."""
        if packet.type != 3 or packet.data.size == 0:
            return None
        start = packet.data.offset
        body, raw = data[start : start + packet.data.size], lib.Route()
        is_down = 1 if self._is_down and not packet.is_marked else 0
        status = library.imwire_body_route(body, len(body), is_down, ctypes.byref(raw), room.error_place)
        if check(status, room.error) == lib.NONE:
            return None

        def text(source: bytes, place: lib.Range) -> str:
            return source[place.offset : place.offset + place.size].decode("utf-8", "surrogatepass")

        content = (start + raw.content.offset, start + raw.content.offset + raw.content.size)
        return Route(
            text(data, packet.topic), text(data, packet.target), text(body, raw.object_name), raw.flags, content,
            text(body, raw.sender), text(body, raw.group), raw.conversation, raw.time, text(body, raw.message_uid))
