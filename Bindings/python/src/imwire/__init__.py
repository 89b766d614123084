# SPDX-License-Identifier: Apache-2.0
"""imwire: reads and writes the wire formats of instant messaging.

Message contents, the socket chat protocol, and RongCloud's binary packets, as implemented by the imwire library.

>>> import imwire
>>> imwire.decode("RC:TxtMsg", b'{"content":"hi"}').value
{'content': 'hi'}
"""

from ._native import library as _library
from ._native import Data
from .contents import (
    Decoded, Departure, Description, Deviation, Mode, Validator, Value, Written, assign, decode, describe, elements,
    encode, member, member_range, text_of, validate, write,
)
from .errors import BusyError, HandleError, ImwireError, Refused, Unsupported
from .rongcloud import (
    convert_packet, decode_body, decode_envelope, decode_navigation, decode_post, encode_body, encode_envelope,
    encode_navigation, encode_post, sign,
)
from .server import (
    Signed, check_headers, check_query, decode_answer, decode_callback, decode_form, decode_url, encode_answer,
    encode_callback, encode_form, encode_url, sign_headers,
)
from .sessions import Session
from .streams import ChatReader, ChatWriter, Frame, FrameReader, Item, PacketReader, Route, Scanner, encode_packet
from .types import Types

__version__: str = _library.imwire_version().decode()


def has(feature: str) -> bool:
    """Returns whether the library has a feature, such as ``content`` or ``session``.

    >>> has("content"), has("video")
    (True, False)
    """
    return bool(_library.imwire_has(feature.encode()) == 1)


__all__ = [
    "BusyError", "ChatReader", "ChatWriter", "Data", "Decoded", "Departure", "Description", "Deviation", "Frame",
    "FrameReader", "HandleError", "ImwireError", "Item", "Mode", "PacketReader", "Refused", "Route", "Scanner",
    "Session", "Signed", "Types", "Unsupported", "Validator", "Value", "Written", "assign", "check_headers",
    "check_query", "convert_packet", "decode", "decode_answer", "decode_body", "decode_callback", "decode_envelope",
    "decode_form", "decode_navigation", "decode_post", "decode_url", "describe", "elements", "encode", "encode_answer",
    "encode_body", "encode_callback", "encode_envelope", "encode_form", "encode_navigation", "encode_packet",
    "encode_post", "encode_url", "has", "member", "member_range", "sign", "sign_headers", "text_of", "validate",
    "write",
]
