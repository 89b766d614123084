# SPDX-License-Identifier: Apache-2.0
"""The shared library: its structures, its functions, and how they are called."""

from __future__ import annotations

import ctypes
import os
import threading
from ctypes import POINTER, c_char, c_char_p, c_int32, c_int64, c_size_t, c_uint8, c_uint16, c_uint32, c_void_p
from pathlib import Path
from typing import TYPE_CHECKING, Any, Union

if TYPE_CHECKING:
    from mmap import mmap

from .errors import BusyError, HandleError, ImwireError, Refused, Unsupported

# What a call reads: text, which is passed in UTF-8, or any object with a contiguous buffer.
Data = Union[str, bytes, bytearray, memoryview, "mmap"]

ABI = 1
OK, NONE = 0, 1
REFUSED, ARGUMENT, HANDLE, BUSY, SPACE, UNSUPPORTED = -1, -2, -3, -4, -5, -6


class Error(ctypes.Structure):
    """imwire_error."""

    _fields_ = [
        ("status", c_int32), ("scope", c_int32), ("offset", c_int64), ("inner", c_int64), ("batch_index", c_uint32),
        ("batch_count", c_uint32), ("code", c_char * 40), ("path", c_char * 400), ("reason", c_char * 160),
    ]


class Buffer(ctypes.Structure):
    """imwire_buffer, which grows as needed and is freed when it is no longer referenced."""

    _fields_ = [
        ("data", c_void_p), ("size", c_size_t), ("capacity", c_size_t), ("needed", c_size_t), ("is_fixed", c_int32),
    ]

    def __del__(self, byref: Any = ctypes.byref) -> None:
        type(self).free(byref(self))

    free: Any = None


class Range(ctypes.Structure):
    """imwire_range."""

    _fields_ = [("offset", c_size_t), ("size", c_size_t)]


class Frame(ctypes.Structure):
    """imwire_frame."""

    _fields_ = [
        ("type", c_uint8), ("flags", c_uint16), ("sequence", c_uint32), ("has_fragment", c_int32),
        ("fragment_index", c_uint16), ("fragment_count", c_uint16), ("fragment_total", c_uint32),
        ("fragment_offset", c_uint32), ("frame", Range), ("payload", Range),
    ]


class Packet(ctypes.Structure):
    """imwire_packet."""

    _fields_ = [
        ("type", c_uint8), ("qos", c_uint8), ("is_marked", c_uint8), ("is_retained", c_uint8), ("message_id", c_int32),
        ("packet", Range), ("topic", Range), ("target", Range), ("data", Range),
    ]


class Route(ctypes.Structure):
    """imwire_route."""

    _fields_ = [
        ("object_name", Range), ("content", Range), ("sender", Range), ("group", Range), ("message_uid", Range),
        ("flags", c_int64), ("conversation", c_int32), ("time", c_int64),
    ]


class State(ctypes.Structure):
    """imwire_stream_state."""

    _fields_ = [("pending", c_size_t), ("empty_lines", c_size_t), ("open_sets", c_size_t), ("is_closed", c_int32)]


_text = [c_char_p, c_size_t]
_handle = c_void_p
_place = POINTER(c_void_p)
# An address, which ctypes converts faster than a typed pointer.
_error = c_void_p
_buffer = c_void_p
_position = POINTER(c_size_t)

# The arguments of each function; all functions but two return a status.
FUNCTIONS: dict[str, list[Any]] = {
    "imwire_abi": [],
    "imwire_version": [],
    "imwire_has": [c_char_p],
    "imwire_buffer_free": [_buffer],
    "imwire_options_new": [_place],
    "imwire_options_free": [_handle],
    "imwire_options_set": [_handle, c_char_p, *_text],
    "imwire_options_set_number": [_handle, c_char_p, c_int64],
    "imwire_options_set_limit": [_handle, c_char_p, c_int64],
    "imwire_types_new": [*_text, c_int32, _place, _error],
    "imwire_types_free": [_handle],
    "imwire_types_names": [_handle, _buffer],
    "imwire_options_set_types": [_handle, _handle],
    "imwire_content_write": [_handle, *_text, *_text, *_text, _buffer, _buffer, _error],
    "imwire_content_decode": [_handle, *_text, *_text, _buffer, _error],
    "imwire_content_encode": [_handle, *_text, *_text, _buffer, _error],
    "imwire_content_assign": [_handle, *_text, *_text, *_text, _buffer, _error],
    "imwire_content_describe": [_handle, *_text, *_text, _buffer, _error],
    "imwire_validator_new": [_handle, _place, _error],
    "imwire_validator_free": [_handle],
    "imwire_validator_check": [_handle, *_text, *_text, _position, _error],
    "imwire_validator_deviations": [_handle, _buffer],
    "imwire_json_member": [*_text, *_text, POINTER(Range), POINTER(c_char), _error],
    "imwire_json_element": [*_text, _position, POINTER(Range), POINTER(c_char), _error],
    "imwire_json_text": [*_text, _buffer, _error],
    "imwire_frame_reader_new": [_handle, _place, _error],
    "imwire_frame_reader_free": [_handle],
    "imwire_frame_reader_next": [_handle, *_text, _position, POINTER(Frame), _error],
    "imwire_frame_reader_finish": [_handle, *_text, _error],
    "imwire_frame_encode": [POINTER(Frame), *_text, _buffer],
    "imwire_chat_reader_new": [_handle, _place, _error],
    "imwire_chat_reader_free": [_handle],
    "imwire_chat_reader_feed": [_handle, *_text, c_int64],
    "imwire_chat_reader_finish": [_handle],
    "imwire_chat_reader_next": [_handle, _buffer, _error],
    "imwire_chat_reader_state": [_handle, POINTER(State)],
    "imwire_chat_writer_new": [_handle, _place, _error],
    "imwire_chat_writer_free": [_handle],
    "imwire_chat_writer_write": [_handle, *_text, _buffer, _error],
    "imwire_chat_writer_finish": [_handle, _buffer, _error],
    "imwire_rmtp_reader_new": [_handle, _place, _error],
    "imwire_rmtp_reader_free": [_handle],
    "imwire_rmtp_reader_feed": [_handle, *_text],
    "imwire_rmtp_reader_finish": [_handle],
    "imwire_rmtp_reader_next": [_handle, _buffer, _error],
    "imwire_rmtp_reader_state": [_handle, POINTER(State)],
    "imwire_rmtp_encode": [_handle, *_text, *_text, _buffer, _error],
    "imwire_packet_scanner_new": [_handle, _place, _error],
    "imwire_packet_scanner_free": [_handle],
    "imwire_packet_scanner_next": [_handle, *_text, _position, POINTER(Packet), _error],
    "imwire_body_route": [*_text, c_int32, POINTER(Route), _error],
    "imwire_body_decode": [_handle, *_text, *_text, _buffer, _error],
    "imwire_body_encode": [_handle, *_text, *_text, _buffer, _error],
    "imwire_envelope_decode": [_handle, *_text, *_text, _buffer, _error],
    "imwire_envelope_encode": [_handle, *_text, _buffer, _error],
    "imwire_packet_convert": [*_text, c_char_p, c_char_p, *_text, _buffer, _error],
    "imwire_post_decode": [_handle, *_text, *_text, _buffer, _error],
    "imwire_post_encode": [*_text, _buffer, _error],
    "imwire_navigation_decode": [_handle, *_text, _buffer, _error],
    "imwire_navigation_encode": [*_text, _buffer, _error],
    "imwire_session_new": [c_char_p, *_text, _place, _error],
    "imwire_session_free": [_handle],
    "imwire_session_put": [_handle, *_text, _buffer, _error],
    "imwire_sign": [*_text, *_text, *_text, _buffer],
    "imwire_form_decode": [_handle, *_text, *_text, _buffer, _error],
    "imwire_form_encode": [*_text, *_text, _buffer, _error],
    "imwire_answer_decode": [_handle, *_text, *_text, _buffer, _error],
    "imwire_answer_encode": [*_text, *_text, _buffer, _error],
    "imwire_callback_decode": [_handle, c_char_p, *_text, _buffer, _error],
    "imwire_callback_encode": [c_char_p, *_text, _buffer, _error],
    "imwire_headers_sign": [*_text, *_text, *_text, *_text, _buffer, _error],
    "imwire_headers_check": [*_text, *_text, _buffer, _error],
    "imwire_query_check": [_handle, *_text, *_text, _buffer, _error],
    "imwire_url_decode": [_handle, *_text, _buffer, _error],
    "imwire_url_encode": [*_text, _buffer, _error],
    "imwire_request_check": [*_text, _error],
    "imwire_request_perform": [*_text, _buffer, _error],
}


def _load() -> ctypes.CDLL:
    """Loads the library next to this file, or the one that IMWIRE_LIBRARY names."""
    path = os.environ.get("IMWIRE_LIBRARY") or str(Path(__file__).with_name(f"libimwire.so.{ABI}"))
    loaded = ctypes.CDLL(path)
    for name, arguments in FUNCTIONS.items():
        function = getattr(loaded, name)
        function.argtypes = arguments
        function.restype = c_int32
    loaded.imwire_version.restype = c_char_p
    if loaded.imwire_abi() != ABI:
        raise ImportError(f"{path} has the interface {loaded.imwire_abi()}, and this package needs {ABI}")
    return loaded


library = _load()
Buffer.free = library.imwire_buffer_free


# The most bytes of a buffer that a thread keeps for its next call.
MOST_KEPT = 1 << 20


class _Output:
    """The buffer and the error of a call, which are used for the next one too."""

    __slots__ = ("buffer", "error", "buffer_place", "error_place", "_view", "_capacity")

    def __init__(self) -> None:
        self.buffer = Buffer()
        self.error = Error()
        self.buffer_place = ctypes.addressof(self.buffer)
        self.error_place = ctypes.addressof(self.error)
        # The memory of the buffer, and its capacity when this view was made.
        self._view = memoryview(b"")
        self._capacity = 0

    def bytes(self) -> bytes:
        """Returns the bytes in the buffer, and frees the memory of a large one."""
        buffer = self.buffer
        size, capacity = buffer.size, buffer.capacity
        if capacity > MOST_KEPT:
            data = ctypes.string_at(buffer.data, size)
            self._view, self._capacity = memoryview(b""), 0
            library.imwire_buffer_free(self.buffer_place)
            return data
        if capacity != self._capacity:
            # The library moves the memory only when it grows.
            self._view = memoryview((c_uint8 * capacity).from_address(buffer.data)).cast("B")
            self._capacity = capacity
        return self._view[:size].tobytes()


class _Room(threading.local):
    """Storage that the calls of one thread reuse."""

    def __init__(self) -> None:
        # One look-up in the storage of the thread is enough for a call.
        self.output = _Output()
        self.buffer = self.output.buffer
        self.error = self.output.error
        self.buffer_place = self.output.buffer_place
        self.error_place = self.output.error_place
        self.report = Buffer()
        self.report_place = ctypes.addressof(self.report)


room = _Room()


def data_of(data: Data) -> bytes:
    """Returns the bytes of a text in UTF-8, or of an object with a buffer; raises TypeError for anything else."""
    if type(data) is bytes:
        return data
    if isinstance(data, str):
        return data.encode()
    return bytes(memoryview(data))


def integer(name: str, value: int, low: int, high: int) -> int:
    """Returns an integer; raises ValueError if it is out of range, where the library would see another number."""
    if not isinstance(value, int):
        raise TypeError(f"{name} is no integer")
    if not low <= value <= high:
        raise ValueError(f"{name} cannot be {value}: it is not from {low} to {high}")
    return int(value)


def int64(name: str, value: int) -> int:
    """Returns an integer that fits into 64 bits."""
    return integer(name, value, -(1 << 63), (1 << 63) - 1)


def failure(status: int, error: Error | None) -> Exception:
    """Returns the exception for a status."""
    reason = error.reason.decode() if error is not None and error.status == status else ""
    if status == REFUSED and error is not None:
        return Refused(
            error.code.decode(), error.offset if error.offset >= 0 else None, error.path.decode(),
            inner=error.inner if error.inner >= 0 else None,
            scope=(None, "message", "connection")[error.scope],
            batch=(error.batch_index, error.batch_count) if error.batch_count else None, reason=reason)
    if status == UNSUPPORTED:
        return Unsupported(reason)
    if status == BUSY:
        return BusyError("another thread is using the object")
    if status == HANDLE:
        return HandleError("the object is closed")
    if status == ARGUMENT:
        return ValueError(reason or "an argument cannot be used")
    return ImwireError(f"status {status}")


def check(status: int, error: Error | None = None) -> int:
    """Returns the status of a call, or raises its exception if it failed."""
    if status < 0:
        raise failure(status, error)
    return status


def output(function: Any, *arguments: Any) -> bytes:
    """Returns the bytes that a call with a buffer and an error appends."""
    mine = room.output
    mine.buffer.size = 0
    status = function(*arguments, mine.buffer_place, mine.error_place)
    if status < 0:
        raise failure(status, mine.error)
    return mine.bytes()


class Handle:
    """An object of the library, which is freed together with this one."""

    _as_parameter_: c_void_p
    _free: Any = None

    def __init__(self, free: str, make: Any, *arguments: Any) -> None:
        self._as_parameter_ = c_void_p()
        self._free = getattr(library, free)
        place = ctypes.byref(self._as_parameter_)
        check(make(*arguments, place, room.error_place), room.error)

    def close(self) -> None:
        """Frees the object now; later calls raise HandleError."""
        free, self._free = self._free, None
        if free is not None:
            check(free(self._as_parameter_))
            self._as_parameter_ = c_void_p()

    def __bool__(self) -> bool:
        """Whether the object is open."""
        return self._free is not None

    def __del__(self) -> None:
        if self._free is not None:
            self.close()


class Options(Handle):
    """The options of calls, by their names in the header."""

    def __init__(self, limits: dict[str, int] | None = None, types: Handle | None = None, **values: Any) -> None:
        self._as_parameter_ = c_void_p()
        self._free = library.imwire_options_free
        check(library.imwire_options_new(ctypes.byref(self._as_parameter_)))
        if types is not None:
            # The library takes a null pointer for the built-in types.
            check(library.imwire_options_set_types(self, types) if types else HANDLE)
        for name, value in values.items():
            if value is None:
                continue
            key = name.encode()
            if isinstance(value, int):
                status = library.imwire_options_set_number(self, key, int64(name, value))
            else:
                data = data_of(value)
                status = library.imwire_options_set(self, key, data, len(data))
            if status < 0:
                raise ValueError(f"{name} cannot be {value!r}")
        for name, limit in (limits or {}).items():
            if library.imwire_options_set_limit(self, name.encode(), int64(name, limit)) < 0:
                raise ValueError(f"there is no limit {name} of {limit}")


def options(
    mode: str, limits: dict[str, int] | None, types: Handle | None = None, **values: Any
) -> Options | None:
    """Returns the options, or None if all have their default values."""
    if mode == "lenient" and not limits and types is None and (
            not values or all(value is None for value in values.values())):
        return None
    return Options(limits, types, mode=mode, **values)
