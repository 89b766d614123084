# SPDX-License-Identifier: Apache-2.0
"""The errors of this package."""

from __future__ import annotations


class ImwireError(Exception):
    """The base class of all exceptions that this package raises, except ValueError and TypeError."""


class Refused(ImwireError):
    """Bytes of a peer, or a value that is to be written, are refused.

    ``code`` is a dotted code of Spec/errors.md, ``offset`` is the position in the bytes that were passed, and ``path``
    is the member as a JSON Pointer. In a stream, ``scope`` is ``message`` or ``connection``, and ``inner`` is the
    offset in the unit if Base64, deflate or fragmentation hides it. The error contains no part of a message, so it can
    be logged. For a schema of the application, ``reason`` names the file and says what is wrong in it.
    """

    def __init__(
        self, code: str, offset: int | None, path: str, *, inner: int | None = None, scope: str | None = None,
        batch: tuple[int, int] | None = None, reason: str = "",
    ) -> None:
        place = "" if offset is None else f" at byte {offset}"
        super().__init__(f"{code}: {reason}" if reason else code + place + (f", in {path}" if path else ""))
        self.code = code
        self.offset = offset
        self.path = path
        self.inner = inner
        self.scope = scope
        self.batch = batch
        self.reason = reason


class Unsupported(ImwireError):
    """The library does not have what was requested: a message, a machine or an event of that name."""


class BusyError(ImwireError):
    """Another thread is using the object."""


class HandleError(ImwireError):
    """The object is closed."""
