# SPDX-License-Identifier: Apache-2.0
"""What can go wrong."""

from __future__ import annotations


class ImwireError(Exception):
    """Everything that this package raises, except for ValueError and TypeError."""


class Refused(ImwireError):
    """Bytes of a peer, or a value that is to be written, are refused.

    ``code`` is a dotted word of Spec/errors.md, ``offset`` the place in the bytes that were given, ``path`` the member as
    a JSON Pointer. In a stream ``scope`` is ``message`` or ``connection``, and ``inner`` the offset in the unit where
    something hides it. Nothing of a message is in it, so that it can be logged.
    """

    def __init__(
        self, code: str, offset: int | None, path: str, *, inner: int | None = None, scope: str | None = None,
        batch: tuple[int, int] | None = None,
    ) -> None:
        place = "" if offset is None else f" at byte {offset}"
        super().__init__(code + place + (f", in {path}" if path else ""))
        self.code = code
        self.offset = offset
        self.path = path
        self.inner = inner
        self.scope = scope
        self.batch = batch


class Unsupported(ImwireError):
    """The library does not have what is asked for: a message, a machine or an event of that name."""


class BusyError(ImwireError):
    """Another thread is using the object."""


class HandleError(ImwireError):
    """The object is closed."""
