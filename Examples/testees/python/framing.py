# SPDX-License-Identifier: Apache-2.0
"""Packets of the socket chat protocol: header, checksums and flags (FRM-030 to FRM-044), and their operations."""
import struct
import zlib

from reading import LIMITS as CONTENT_LIMITS
from request import BadRequest, dump, from_base64, to_base64
from strictjson import Fault

LIMITS = {"lineBytes": 1048576, "packetBytes": 1048576, "messageBytes": 262144, "batchMessages": 1000,
          "inflatedBytes": 4194304, "inflateRatio": 100, "inflateFloor": 65536, "openFragments": 16,
          "fragmentCount": 4096, "fragmentBytes": 4194304, "fragmentAge": 30000}
MAGIC, VERSION, HEADER = b"\xfa\xce", 1, 24
HEARTBEAT, MESSAGE = 1, 2
TYPES = {HEARTBEAT: "heartbeat", MESSAGE: "message"}
FLAGS = ("deflate", "fragment", "batch", "wantsReceipt")    # bit 0 first (FRM-036)
FIELDS = struct.Struct(">HHII")     # index, count, total and offset of a fragment (FRM-051)
LARGEST = 4294967295


class Frame:
    """One packet. `start` is the offset of its header in the stream, `place` that of its payload."""

    def __init__(self, kind, flags, sequence, payload, fragment=None, start=0, place=0):
        self.kind, self.flags, self.sequence, self.payload = kind, flags, sequence, payload
        self.fragment = fragment    # (index, count, total, offset); the payload is without them
        self.start, self.place = start, place

    def show(self):
        """Returns the frame in the form of the testee protocol."""
        shown = {"type": TYPES.get(self.kind, self.kind), "flags": [flag for flag in FLAGS if flag in self.flags],
                 "sequence": self.sequence}
        if self.fragment:
            shown["fragment"] = dict(zip(("index", "count", "total", "offset"), self.fragment))
        return {**shown, "payload": to_base64(self.payload)}

    def write(self, limits):
        """Returns the packet's bytes (FRM-091); refuses a packet that no reader would accept (FRM-093)."""
        payload = (FIELDS.pack(*self.fragment) if self.fragment else b"") + self.payload
        if len(payload) > limits["packetBytes"]:
            raise Fault("encode.size")
        bits = sum(1 << FLAGS.index(flag) for flag in self.flags)
        head = MAGIC + struct.pack(">BBBBHII", VERSION, HEADER, self.kind, 0, bits, self.sequence, len(payload))
        check = zlib.crc32(head)
        return head + struct.pack(">II", check, zlib.crc32(payload, check)) + payload


class PacketReader:
    """Reads bytes incrementally and produces frames or faults; a fault with the scope `connection` is the last
    (FRM-005).
    """

    def __init__(self, limits):
        self.limits = limits
        self.buffer, self.offset = bytearray(), 0   # the offset of the buffer's first byte in the stream
        self.broken = False

    @property
    def pending(self):
        """The number of bytes of an incomplete packet."""
        return len(self.buffer)

    def feed(self, data):
        """Adds bytes and returns the frames and faults that they complete, in order."""
        if self.broken:
            return
        self.buffer += data
        at = 0
        try:
            while True:
                size = self.measure(at)
                if size is None or at + size > len(self.buffer):
                    break
                start, at = at, at + size
                try:
                    found = self.packet(start, size)
                except Fault as fault:
                    found = fault
                yield found
        except Fault as fault:
            self.broken, at = True, len(self.buffer)
            fault.scope = "connection"
            yield fault
        del self.buffer[:at]
        self.offset += at

    def finish(self):
        """Returns the fault of a stream that ends within a packet (FRM-006), or None."""
        if not self.buffer:
            return None
        end, self.broken = self.offset + len(self.buffer), True
        self.buffer.clear()
        return Fault("frame.truncated", end, scope="connection")

    def measure(self, at):
        """Returns the size of the packet at `at`, None while it is unknown; checks bytes as soon as they arrive
        (FRM-041).
        """
        data, place = self.buffer, self.offset + at
        for index in 0, 1:
            if at + index < len(data) and data[at + index] != MAGIC[index]:
                raise Fault("frame.magic", place + index)
        if at + 2 < len(data) and data[at + 2] != VERSION:
            raise Fault("frame.version", place + 2)
        if at + 3 < len(data) and data[at + 3] < HEADER:
            raise Fault("frame.header", place + 3)
        if len(data) < at + 20:
            return None
        length, check = struct.unpack_from(">II", data, at + 12)
        if check != zlib.crc32(data[at:at + 16]):
            raise Fault("frame.header", place + 16)
        if length > self.limits["packetBytes"]:
            raise Fault("frame.length", place + 12)
        return data[at + 3] + length

    def packet(self, at, size):
        """Reads a whole packet, checked in the order of FRM-041."""
        data, start = bytes(self.buffer[at:at + size]), self.offset + at
        header, kind, _, bits, sequence, length, check, checksum = struct.unpack_from(">BBBHIIII", data, 3)
        if zlib.crc32(data[HEADER:], check) != checksum:
            raise Fault("frame.checksum", start + 20)
        if bits >> len(FLAGS):
            raise Fault("frame.flags", start + 6)
        if kind == HEARTBEAT and (bits or length):
            raise Fault("frame.heartbeat", start + (6 if bits else 12))
        flags = {flag for bit, flag in enumerate(FLAGS) if bits >> bit & 1}
        frame = Frame(kind, flags, sequence, data[header:], start=start, place=start + header)
        if "fragment" in flags:
            divide(frame)
        return frame


def divide(frame):
    """Removes the fields of a fragment from its payload, and checks that they are consistent (FRM-052)."""
    if len(frame.payload) < FIELDS.size + 1:
        raise Fault("frame.fragment", frame.place)
    index, count, total, offset = FIELDS.unpack_from(frame.payload)
    part = frame.payload[FIELDS.size:]
    if count < 2 and index < count:
        raise Fault("frame.fragment", frame.place + 2)
    if index >= count:
        raise Fault("frame.fragment", frame.place)
    if total < count:
        raise Fault("frame.fragment", frame.place + 4)
    behind = count - 1 - index
    end = offset + len(part)
    if offset < index or (index == 0 and offset) or end > total - behind or (behind == 0 and end != total):
        raise Fault("frame.fragment", frame.place + 8)
    frame.fragment, frame.payload = (index, count, total, offset), part


def report(fault):
    """Returns the error item of a stream (TST-065)."""
    shown = {"code": fault.code, "offset": fault.offset, "path": fault.path, "scope": fault.scope or "message"}
    if fault.inner is not None:
        shown["inner"] = fault.inner
    return dump({"error": shown})


def stream(request):
    """Returns the chunks of a stream with their times (TST-064)."""
    chunks = [from_base64(node.text) for node in request.items("chunks", "string")]
    times = [int(node.text) for node in request.items("times", "number")] if request.has("times") else [0] * len(chunks)
    if len(times) != len(chunks):
        raise BadRequest("times must be as many as chunks")
    return zip(times, chunks)


def decode(request):
    """frame.decode: packets with their headers."""
    reader, items = PacketReader(request.limits(LIMITS, CONTENT_LIMITS)), []
    request.strict()
    found = [found for _, chunk in stream(request) for found in reader.feed(chunk)]
    if request.flag("end"):
        found.append(reader.finish())
    for each in filter(None, found):
        items.append(report(each) if isinstance(each, Fault) else dump({"frame": each.show()}))
    return b'{"items":[%s],"pending":%d}' % (b",".join(items), reader.pending)


def frame_of(shown):
    """Reads a frame from the form of the testee protocol."""
    kinds = {name: number for number, name in TYPES.items()}
    fields = shown.get("fragment")
    return Frame(kinds.get(shown["type"], shown["type"]), set(shown["flags"]), shown["sequence"],
                 from_base64(shown["payload"]),
                 fields and (fields["index"], fields["count"], fields["total"], fields["offset"]))


def encode(request):
    """frame.encode: concatenated packets."""
    limits = request.limits(LIMITS)
    try:
        data = b"".join(frame_of(shown).write(limits) for shown in request.json("frames"))
    except (KeyError, TypeError, ValueError, struct.error):
        raise BadRequest("frames must be a list of frames") from None
    return dump({"bytes": to_base64(data)})
