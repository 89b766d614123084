# SPDX-License-Identifier: Apache-2.0
"""The strings of packets: a length in two bytes, and text in UTF-8 or CESU-8."""


class PacketError(ValueError):
    """Bytes that are not a packet; `code` is the error code of the specification."""

    def __init__(self, code, offset, path=""):
        super().__init__(f"{code} at {offset}" + (f" in {path}" if path else ""))
        self.code, self.offset, self.path = code, offset, path


def decode(data, offset=0, path=""):
    """Reads the bytes of a string.

    A character beyond U+FFFF is encoded in four bytes or as two surrogates of three bytes each (RMTP-022), and a lone
    surrogate is kept (RMTP-023). Everything else that is not UTF-8 is refused (RMTP-024).
    """
    try:
        units = bytes(data).decode("utf-8", "surrogatepass")
    except UnicodeDecodeError as error:
        raise PacketError("packet.utf8", offset + error.start, path) from None
    # UTF-16 joins the two halves of a surrogate pair, and keeps a lone surrogate.
    return units.encode("utf-16-be", "surrogatepass").decode("utf-16-be", "surrogatepass")


def encode(text):
    """Writes the bytes of a string, with characters beyond U+FFFF as CESU-8, as every release does (RMTP-025)."""
    utf16 = text.encode("utf-16-be", "surrogatepass")
    units = (utf16[i : i + 2].decode("utf-16-be", "surrogatepass") for i in range(0, len(utf16), 2))
    return b"".join(unit.encode("utf-8", "surrogatepass") for unit in units)


def write(text):
    """Writes a string with its length. A string that is too long for the length field is refused (RMTP-026)."""
    data = encode(text)
    if len(data) > 0xFFFF:
        raise PacketError("encode.string", 0)
    return len(data).to_bytes(2, "big") + data
