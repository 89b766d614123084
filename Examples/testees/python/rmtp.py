# SPDX-License-Identifier: Apache-2.0
"""rmtp.decode and rmtp.encode: packets on WebSocket, on TCP and in polling."""
import packets
import packetwriting
import polling
from framing import report
from packets import RawJSON
from protobuf import varint
from reading import LIMITS as CONTENT_LIMITS
from request import BadRequest, Skip, dump, from_base64, to_base64
from strictjson import Fault

LIMITS = {"packetBytes": 16777216, "batchMessages": 1000}
LONGEST = 2097151   # bytes of a body on TCP (RMTP-080)
KEY_SIZE = 8


def crypt(body, key):
    """Returns a body combined with the key, which starts again for each body (RMTP-087)."""
    return bytes(byte ^ key[index % KEY_SIZE] for index, byte in enumerate(body)) if key else body


class SocketReader:
    """WebSocket messages: each is one packet (RMTP-050, RMTP-051)."""

    pending = 0

    def __init__(self, direction, version, strict, limits):
        self.direction, self.version, self.strict, self.limits = direction, version, strict, limits

    def feed(self, message):
        """Returns the packet of one message, or its fault."""
        try:
            if not message:
                raise Fault("packet.empty", 0)
            if len(message) - 1 > self.limits["packetBytes"]:
                raise Fault("limit.size", 0)
            yield packets.read(message[0], message[1:], 0, 1, self.direction, self.version, self.strict)
        except Fault as fault:
            yield fault

    def finish(self):
        """A WebSocket ends between two messages."""


class StreamReader(SocketReader):
    """A TCP stream (RMTP-080 to RMTP-088)."""

    def __init__(self, direction, version, strict, limits, key):
        super().__init__(direction, version, strict, limits)
        self.key, self.buffer, self.offset, self.broken = key, bytearray(), 0, False

    @property
    def pending(self):
        """The number of bytes of an incomplete packet."""
        return len(self.buffer)

    def feed(self, data):
        """Adds bytes and returns what they complete."""
        if self.broken:
            return
        self.buffer += data
        at = 0
        try:
            while True:
                head = self.measure(at)
                if head is None or at + sum(head[:2]) > len(self.buffer):
                    break
                start, at = at, at + sum(head[:2])
                yield self.packet(start, *head)
        except Fault as fault:
            self.broken, at = True, len(self.buffer)
            fault.scope = "connection"
            yield fault
        del self.buffer[:at]
        self.offset += at

    def measure(self, at):
        """Returns the sizes of head and body and the deviations of a packet's length, None while they are not known."""
        place, sizes = self.offset + at, self.buffer[at + 2:at + 5]
        ends = [index for index, byte in enumerate(sizes) if byte < 128]
        if not ends:
            if len(sizes) == 3:
                raise Fault("frame.length", place + 4)      # RMTP-082
            return None
        sizes = sizes[:ends[0] + 1]
        check = self.buffer[at]
        for byte in sizes:
            check ^= byte
        if check != self.buffer[at + 1]:
            raise Fault("frame.header", place + 1)
        deviations = []
        if len(sizes) > 1 and sizes[-1] == 0:
            if self.strict:
                raise Fault("frame.length", place + 2)
            deviations = ["DEV-136"]
        length = sum((byte & 127) << 7 * index for index, byte in enumerate(sizes))
        if length > self.limits["packetBytes"]:
            raise Fault("frame.length", place + 2)
        return 2 + len(sizes), length, deviations

    def packet(self, at, head, length, deviations):
        """Reads a whole packet, or returns its fault."""
        start = self.offset + at
        body = crypt(bytes(self.buffer[at + head:at + head + length]), self.key)
        try:
            packet = packets.read(self.buffer[at], body, start, start + head, self.direction, self.version, self.strict)
        except Fault as fault:
            return fault
        packet.deviations += deviations
        return packet

    def finish(self):
        """Returns the fault of a stream that ends within a packet (RMTP-086), or None."""
        if not self.buffer:
            return None
        end, self.broken = self.offset + len(self.buffer), True
        self.buffer.clear()
        return Fault("frame.truncated", end, scope="connection")


def item(found):
    """Returns a packet or a fault as an item of the answer."""
    if isinstance(found, Fault):
        return report(found)
    trailing = b',"trailing":%s' % dump(to_base64(found.trailing)) if found.trailing else b""
    return b'{"packet":%s,"deviations":%s%s}' % (found.show(), dump(found.deviations), trailing)


def terms(request):
    """Returns framing, direction and version (RMTP-001)."""
    framing = request.choice("framing", ("websocket", "tcp", "xhr"))
    direction, version = request.choice("direction", ("up", "down")), request.integer("protocolVersion")
    if version not in (2, 3, 4):
        raise BadRequest("protocolVersion must be 2, 3 or 4")
    if framing == "xhr" and direction == "up":
        raise Skip("replies only come down")    # TST-088
    return framing, direction, version


def key_of(request):
    """Returns the key, if there is one."""
    if not request.has("key"):
        return b""
    key = request.bytes("key")
    if len(key) != KEY_SIZE:
        raise Fault("encode.key")
    return key


def decode(request):
    """rmtp.decode."""
    framing, direction, version = terms(request)
    limits, strict, key = request.limits(LIMITS, CONTENT_LIMITS), request.strict(), key_of(request)
    chunks, found = [node.text for node in request.items("chunks", "string")], []
    if framing == "xhr":
        reader = polling.PollReader(version, strict, limits)
        for chunk in chunks:
            found += reader.reply(chunk.encode("utf-8", "surrogatepass"))
    else:
        reader = SocketReader(direction, version, strict, limits) if framing == "websocket" else StreamReader(
            direction, version, strict, limits, key)
        for chunk in chunks:
            found += reader.feed(from_base64(chunk))
        if request.flag("end"):
            found.append(reader.finish())
    return b'{"items":[%s],"pending":%d}' % (b",".join(item(each) for each in found if each), reader.pending)


def raw_data(request, framing):
    """Returns the `data` of the packet to write: JSON in polling, bytes otherwise."""
    nodes = {name.text: value for name, value in request.node("packet", "object").members}
    if "data" not in nodes:
        return None
    if framing == "xhr":
        return RawJSON(request.line[nodes["data"].start:nodes["data"].end])
    if nodes["data"].kind != "string":
        raise BadRequest("data must be Base64")
    return from_base64(nodes["data"].text)


def encode(request):
    """rmtp.encode."""
    framing, direction, version = terms(request)
    limits = request.limits(LIMITS, CONTENT_LIMITS)
    utf8 = request.choice("astral", ("cesu8", "utf8"), "cesu8") == "utf8"
    shown, key = request.json("packet"), key_of(request)
    if not isinstance(shown.get("packet"), str):
        raise BadRequest("packet must have a name")
    packetwriting.number_of(shown)
    data = raw_data(request, framing)
    # The steps of RMTP-351: the key, the numbers, the direction, and then the rest.
    shown = packetwriting.fitted(shown)
    packetwriting.judge_direction(shown["packet"], direction)
    trailing = request.bytes("trailing") if request.has("trailing") else b""
    if framing == "xhr":
        kinds = polling.members_of(shown["packet"], version)
        names = {polling.SHOWN.get(name, name): kind for name, kind in kinds.items()}
        packet = packetwriting.packet_of(shown, data, direction, {**packetwriting.possible(
            shown["packet"], direction, version), **names})
        if trailing:
            raise Fault("encode.member")
        written = polling.write(packet, kinds)
        if len(written) > limits["packetBytes"]:
            raise Fault("encode.size")
        return dump({"bytes": to_base64(written)})
    packet = packetwriting.packet_of(shown, data, direction, packetwriting.possible(
        shown["packet"], direction, version))
    packet.trailing = trailing
    body = packetwriting.write(packet, direction, version, utf8)
    if len(body) > limits["packetBytes"] or (framing == "tcp" and len(body) > LONGEST):
        raise Fault("encode.size")      # RMTP-115
    header = bytes([packet.header])
    if framing == "websocket":
        return dump({"bytes": to_base64(header + body)})
    size = varint(len(body))     # RMTP-116
    check = header[0]
    for byte in size:
        check ^= byte
    return dump({"bytes": to_base64(header + bytes([check]) + size + crypt(body, key))})
