# SPDX-License-Identifier: Apache-2.0
"""imwire: reads and writes the wire formats of instant messaging.

Message contents, the socket chat protocol, and RongCloud's binary packets, as implemented by the imwire library.

>>> import imwire
>>> imwire.decode("RC:TxtMsg", b'{"content":"hi"}').value
{'content': 'hi'}
"""

from ._native import library as _library
from .contents import (
    Decoded, Deviation, Validator, Value, decode, describe, elements, encode, member, member_range, text_of, validate,
)
from .errors import BusyError, HandleError, ImwireError, Refused, Unsupported
from .rongcloud import (
    convert_packet, decode_body, decode_envelope, decode_navigation, decode_post, encode_body, encode_envelope,
    encode_navigation, encode_post, sign,
)
from .sessions import Session
from .streams import ChatReader, ChatWriter, Frame, FrameReader, Item, PacketReader, Route, Scanner, encode_packet

__version__: str = _library.imwire_version().decode()


def has(feature: str) -> bool:
    """Returns whether the library has a feature, such as ``content`` or ``session``.

    >>> has("content"), has("video")
    (True, False)
    """
    return _library.imwire_has(feature.encode()) == 1


__all__ = [
    "BusyError", "ChatReader", "ChatWriter", "Decoded", "Deviation", "Frame", "FrameReader", "HandleError",
    "ImwireError", "Item", "PacketReader", "Refused", "Route", "Scanner", "Session", "Unsupported", "Validator",
    "Value", "convert_packet", "decode", "decode_body", "decode_envelope", "decode_navigation", "decode_post",
    "describe", "elements", "encode", "encode_body", "encode_envelope", "encode_navigation", "encode_packet",
    "encode_post", "has", "member", "member_range", "sign", "text_of", "validate",
]
