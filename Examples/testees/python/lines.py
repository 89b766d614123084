# SPDX-License-Identifier: Apache-2.0
"""Lines of the socket chat protocol: delimiters, Base64, and the allowed content of a line (FRM-010 to FRM-022)."""
import base64
import re

from strictjson import Fault

DELIMITERS = {"lf": b"\n", "crlf": b"\r\n", "cr": b"\r", "nul": b"\0"}
SPACE = b" \t\r\n"
ALPHABET = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
FOREIGN = re.compile(rb"[^A-Za-z0-9+/= \t\r\n]")
SPACES = re.compile(rb"[ \t\r\n]")
SIGNS = (b"versionCode", b"fromUserID", b"toUserID", b"deviceType", b"messageType", b"messageID", b"contenType",
         b"chatType", b"sendTime", b"nickName")
LOOKED_AT = 1024    # bytes of a line that are checked for the broken form (FRM-019)


class Line:
    """A complete line, and the offset of its first byte."""

    def __init__(self, data, start):
        self.data, self.start = data, start
        self.lead = len(data) - len(data.lstrip(SPACE))     # leading white space


class LineReader:
    """Reads bytes incrementally and produces lines or faults."""

    def __init__(self, delimiter, encoding, limits):
        self.delimiter, self.encoding, self.longest = DELIMITERS[delimiter], encoding, limits["lineBytes"]
        self.buffer, self.offset = bytearray(), 0
        self.skipping = self.broken = False
        self.seen = 0       # bytes of the buffer known to contain no delimiter
        self.judged = 0     # bytes of the line known not to be of the broken form

    @property
    def pending(self):
        """The number of bytes of a line that is not complete and not being skipped (TST-080)."""
        return 0 if self.skipping else len(self.buffer)

    def feed(self, data):
        """Adds bytes and returns the lines and faults that they complete, in order."""
        if self.broken:
            return
        self.buffer += data
        at, behind = 0, len(self.delimiter)
        while True:
            end = self.buffer.find(self.delimiter, max(at, self.seen - behind + 1))
            stop = len(self.buffer) if end < 0 else end
            fault = None if self.skipping else self.judge(at, stop, end >= 0)
            if fault:
                yield fault
            if self.broken:
                self.buffer.clear()
                return
            if end < 0:
                break
            if not self.skipping:
                yield Line(bytes(self.buffer[at:end]), self.offset + at)
            self.skipping, self.judged, at = False, 0, end + behind
        if self.skipping:   # only a possible half of a delimiter is kept (FRM-015)
            at = len(self.buffer) - (behind == 2 and self.buffer.endswith(self.delimiter[:1]))
        del self.buffer[:at]
        self.offset, self.seen = self.offset + at, len(self.buffer)

    def judge(self, at, stop, whole):
        """Returns the fault of a line, complete or not: the broken form, or too many bytes."""
        size = stop - at
        if self.judged < LOOKED_AT:
            self.judged = size
            if is_broken(bytes(self.buffer[at:min(stop, at + self.longest, at + LOOKED_AT)]), self.encoding):
                self.broken = True
                return Fault("frame.brokenBase64", self.offset + at, scope="connection")
        excess = size - self.longest
        if not whole and excess == 1 and self.delimiter == b"\r\n" and self.buffer.endswith(b"\r"):
            excess = 0  # the next byte may make it a delimiter (FRM-014)
        if excess > 0:
            self.skipping = True
            return Fault("frame.line", self.offset + at)
        return None

    def finish(self):
        """Returns the fault of a stream that ends within a line (FRM-006), or None."""
        if not self.pending or self.broken:
            return None
        end, self.broken = self.offset + len(self.buffer), True
        self.buffer.clear()
        return Fault("frame.truncated", end, scope="connection")


def is_broken(line, encoding):
    """Returns whether the line shows that its sender decodes Base64 instead of encoding it (FRM-019)."""
    if line.lstrip(SPACE)[:1] in (b"", b"{", b"["):
        return False
    if encoding == "base64" and first_wrong(line, False) is None:
        return False
    for first in 0, 1, 2:
        groups = line[first:first + (len(line) - first) // 3 * 3]
        text = base64.b64encode(groups)
        if sum(sign in text for sign in SIGNS) > 1:
            return True
    return False


def first_wrong(line, whole=True):
    """Returns the position of the first byte that is invalid in Base64; None if there is none (FRM-017).

    Errors that show only at the end of a line are checked if the line is complete.
    """
    foreign = FOREIGN.search(line)
    end = foreign.start() if foreign else len(line)
    equal = line.find(b"=", 0, end)
    if equal < 0:
        equal = end
    used = re.sub(SPACES, b"", line[:equal])
    rest = len(used) % 4
    if equal < end:     # padding: as much as the last group lacks, and nothing after it
        if rest in (0, 1):
            return equal
        if loose_bits(used, rest):
            return line.rindex(used[-1:], 0, equal)
        found, wanted = 0, 4 - rest
        for place in range(equal, end):
            if line[place:place + 1] == b"=":
                found += 1
                if found > wanted:
                    return place
            elif line[place] not in SPACE:
                return place
        return end if foreign else None
    if foreign:
        return end
    if whole:
        if rest == 1:
            return len(line)
        if rest and loose_bits(used, rest):
            return line.rindex(used[-1:])
    return None


def loose_bits(used, rest):
    """Returns whether the last character of an incomplete group has bits that belong to no byte."""
    return ALPHABET.index(used[-1:]) & (15 if rest == 2 else 3) != 0


def decode_base64(line, strict):
    """Returns the bytes of a line, and whether it is DEV-114. The offset of a fault is relative to the line."""
    wrong = first_wrong(line)
    space = SPACES.search(line)
    used = re.sub(SPACES, b"", line)
    missing = -len(used) % 4
    if strict and space and (wrong is None or space.start() < wrong):
        raise Fault("frame.base64", space.start())
    if wrong is not None:
        raise Fault("frame.base64", wrong)
    if strict and missing:
        raise Fault("frame.base64", len(line))
    data = base64.b64decode(used + b"=" * missing)
    return data, bool(space or missing)


class Places:
    """The positions of the character groups in a line that contain its bytes (FRM-003)."""

    def __init__(self, line):
        self.line, self.places = line, None

    def of(self, inner):
        """Returns the position of the group that contains byte `inner` of the decoded line."""
        if self.places is None:
            self.places = [place for place, byte in enumerate(self.line) if byte not in SPACE]
            padding = sum(self.line[place] == 0x3D for place in self.places[-2:])
            self.size = (len(self.places) - padding) * 6 // 8
        return self.places[inner // 3 * 4] if inner < self.size else len(self.line)
