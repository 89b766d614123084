# SPDX-License-Identifier: Apache-2.0
"""chat.decode and chat.encode: reads messages from a stream of lines or packets, and writes them."""
import re

import framing
import reading
from chat import RECEIPTS, Message
from framing import HEARTBEAT, MESSAGE, Frame, PacketReader, report, stream
from lines import DELIMITERS, SPACE, LineReader, Places, decode_base64
from request import BadRequest, Skip, dump, to_base64
from strictjson import Fault, Parser
from units import Joiner, batch, deflate, divide, inflate

LIMITS = {**framing.LIMITS, **reading.LIMITS}
UNFIT = re.compile(r"^[{\[]|[\s\x00-\x1f\x7f-\x9f\ud800-\udfff]")


class Receiver:
    """Reads one stream; `items` are its messages and errors as JSON."""

    def __init__(self, limits, strict, body):
        self.limits, self.strict, self.body = limits, strict, body
        self.items, self.empty_lines = [], 0

    def fail(self, fault, place=None):
        """Adds an error item; `place` is the index and count of the message in a batch (TST-065)."""
        item = report(fault)
        self.items.append(item[:-1] + b',"batch":%s}' % dump(place) if place else item)

    def give(self, kind, message, deviations, place=None):
        """Adds a message as an item; `place` is its index and count in a batch."""
        item = b'{"kind":%s,"message":%s,"deviations":%s' % (dump(kind), message, dump(sorted(set(deviations))))
        self.items.append(item + (b',"batch":%s}' % dump(place) if place else b"}"))

    def heartbeat(self, deviations=()):
        """Adds the bare heartbeat, or a heartbeat that is only a header (TST-083)."""
        self.give("heartbeat", dump({"beatID": self.body}), deviations)

    def is_beat(self, data):
        """Returns whether a unit is the heartbeat's body (CHT-030)."""
        return data.strip(SPACE) == self.body.encode()

    def unit(self, data, locate, deviations=()):
        """Reads a unit that is not a batch of packets: the heartbeat, an array or a message."""
        if self.is_beat(data):
            self.heartbeat(deviations)
        elif data.lstrip(SPACE).startswith(b"["):
            self.array(data, locate, deviations)
        else:
            self.message(data, 0, locate, deviations)

    def message(self, data, start, locate, deviations=(), place=None):
        """Reads one message, which begins at `start` in its unit."""
        try:
            if len(data) > self.limits["messageBytes"]:
                raise Fault("limit.size", 0)    # FRM-069
            message = Message(data, self.body, self.limits, self.strict)
            self.give(message.kind, message.value, [*message.deviations, *deviations], place)
        except Fault as fault:
            self.fail(locate(fault, start), place)

    def array(self, data, locate, deviations):
        """Reads an array of messages, which must be valid as a whole first (CHT-060, CHT-061)."""
        parsed = Parser(data, self.limits["depth"] + 1)
        elements = parsed.root.items if parsed.root else []
        most = self.limits["batchMessages"]
        if len(elements) > most and not (parsed.fault and parsed.fault.offset < elements[most].start):
            self.fail(locate(Fault("frame.batchLimit", elements[most].start), 0))
        elif parsed.fault:
            self.fail(locate(Fault(parsed.fault.code, parsed.fault.offset), 0))
        elif not elements:
            self.empty_lines += 1   # CHT-062
        else:
            for index, element in enumerate(elements):
                self.message(data[element.start:element.end], element.start, locate, deviations,
                             [index, len(elements)])


class LineReceiver(Receiver):
    """Reads lines."""

    def __init__(self, limits, strict, body, delimiter, encoding):
        super().__init__(limits, strict, body)
        self.encoding, self.reader = encoding, LineReader(delimiter, encoding, limits)

    open = 0

    def feed(self, data, time):
        """Adds the bytes of one chunk."""
        for found in self.reader.feed(data):
            if isinstance(found, Fault):
                self.fail(found)
            elif not found.data.strip(SPACE):
                self.empty_lines += 1   # FRM-013
            else:
                try:
                    self.line(found)
                except Fault as fault:
                    fault.offset += found.start
                    self.fail(fault)

    def finish(self):
        """Ends the stream."""
        fault = self.reader.finish()
        if fault:
            self.fail(fault)

    def is_json(self, data):
        """Returns whether this is a unit that is not Base64 (FRM-018)."""
        return data.lstrip(SPACE)[:1] in (b"{", b"[") or self.is_beat(data)

    def line(self, line):
        """Reads one line in either encoding; the offsets of faults are relative to the line."""
        def plain(fault, start):
            fault.offset += line.start + start
            return fault

        def hidden(fault, start):
            fault.inner = fault.offset + start
            fault.offset = line.start + places.of(fault.inner)
            return fault

        places, other = Places(line.data), []
        if self.encoding == "json" and not self.is_json(line.data):
            try:
                data, loose = decode_base64(line.data, False)
            except Fault:
                data = b""
            if not self.is_json(data):
                return self.unit(line.data, plain)      # neither: JSON has an error for it
            other = ["DEV-115"] + ["DEV-114"] * loose
        elif self.encoding == "base64" and self.is_json(line.data):
            other = ["DEV-115"]
        if other and self.strict:
            raise Fault("frame.encoding", line.lead)
        if self.is_json(line.data):
            return self.unit(line.data, plain, other)
        data, loose = decode_base64(line.data, self.strict)
        return self.unit(data, hidden, other or ["DEV-114"] * loose)


class PacketReceiver(Receiver):
    """Reads packets."""

    def __init__(self, limits, strict, body):
        super().__init__(limits, strict, body)
        self.reader, self.joiner = PacketReader(limits), Joiner(limits)

    @property
    def open(self):
        """The number of open fragment sets."""
        return len(self.joiner.sets)

    def feed(self, data, time):
        """Adds bytes that were received at a time."""
        if self.reader.broken:
            return
        for fault in self.joiner.expire(time):
            self.fail(fault)
        for found in self.reader.feed(data):
            if isinstance(found, Fault):
                self.fail(found)
                continue
            try:
                self.frame(found, time)
            except Fault as fault:
                self.fail(fault)
        if self.reader.broken:
            self.joiner.sets.clear()

    def finish(self):
        """Ends the stream; open sets are dropped (FRM-006)."""
        fault = self.reader.finish()
        if fault:
            self.fail(fault)
        self.joiner.sets.clear()

    def frame(self, frame, time):
        """Reads one packet and what it completes."""
        if frame.kind == HEARTBEAT:
            return self.heartbeat()
        if frame.kind != MESSAGE:
            raise Fault("frame.type", frame.start + 4)
        unit, hidden = frame.payload, False
        if "fragment" in frame.flags:
            unit, hidden = self.joiner.add(frame, time), True
            if unit is None:
                return None

        def locate(fault, start):
            fault.inner = fault.offset + start if hidden else None
            fault.offset = frame.place if hidden else frame.place + fault.offset + start
            return fault

        try:
            if "deflate" in frame.flags:
                unit, hidden = inflate(unit, self.limits), True
            if "batch" not in frame.flags:
                return self.unit(unit, locate)
            messages = divide(unit, self.limits)
        except Fault as fault:
            return self.fail(locate(fault, 0))
        for index, (start, data) in enumerate(messages):
            self.message(data, start, locate, (), [index, len(messages)])
        return None


def body_of(request):
    """Returns the heartbeat's body, which must not be one that could be taken for a message (FRM-022)."""
    return checked_body(request.string("beat", "beatID"))


def checked_body(body):
    """Returns a heartbeat's body, or refuses a request with another one."""
    if not 1 <= len(body.encode("utf-8", "surrogatepass")) <= 64 or UNFIT.search(body):
        raise BadRequest("beat cannot be the body of a heartbeat")
    return body


def receiver(request):
    """Returns the reader for a request."""
    limits, strict, body = request.limits(LIMITS), request.strict(), body_of(request)
    if request.choice("framing", ("line", "packet")) == "packet":
        return PacketReceiver(limits, strict, body)
    return LineReceiver(limits, strict, body, request.choice("delimiter", DELIMITERS, "lf"),
                        request.choice("encoding", ("base64", "json"), "base64"))


def decode(request):
    """chat.decode."""
    reader = receiver(request)
    for time, chunk in stream(request):
        reader.feed(chunk, time)
    if request.flag("end"):
        reader.finish()
    return b'{"items":[%s],"pending":%d,"emptyLines":%d,"open":%d}' % (
        b",".join(reader.items), reader.reader.pending, reader.empty_lines, reader.open)


class Sender:
    """Writes messages as units (TST-084)."""

    def __init__(self, request):
        self.limits, self.body = request.limits(LIMITS), body_of(request)
        self.packets = request.choice("framing", ("line", "packet")) == "packet"
        self.delimiter = DELIMITERS[request.choice("delimiter", DELIMITERS, "lf")]
        self.encoding = request.choice("encoding", ("base64", "json"), "base64")
        self.beat = request.choice("heartbeat", ("bare", "json"), "bare")
        self.deflate, self.receipt = request.flag("deflate"), request.flag("wantsReceipt")
        self.size = request.integer("fragmentSize") if request.has("fragmentSize") else None
        self.sequence = request.integer("sequence", 1)
        self.written = []

    def heartbeat(self):
        """Writes a heartbeat in its form (CHT-032)."""
        if self.packets:
            self.written.append(Frame(HEARTBEAT, set(), 0, b"").write(self.limits))
        else:
            unit = self.body.encode() if self.beat == "bare" else dump({"beatID": self.body})
            if self.beat == "json" and len(unit) > self.limits["messageBytes"]:
                raise Fault("encode.size")  # FRM-093; a bare heartbeat is not a message
            self.line(unit)

    def line(self, unit):
        """Writes one line (FRM-020, FRM-021)."""
        if self.encoding == "base64":
            line = to_base64(unit).encode()
        else:
            line = unit.replace(b"\r", b" ").replace(b"\n", b" ")
        if len(line) > self.limits["lineBytes"]:
            raise Fault("encode.size")
        self.written.append(line + self.delimiter)

    def unit(self, messages, batched):
        """Writes messages in one line or packet."""
        if len(messages) > self.limits["batchMessages"]:
            raise Fault("encode.size")
        texts = [message.value for message in messages]
        if not self.packets:
            return self.line(b"[" + b",".join(texts) + b"]" if batched else texts[0])
        flags = {"batch"} if batched else set()
        if self.receipt and any(message.kind not in RECEIPTS for message in messages):
            flags.add("wantsReceipt")   # FRM-071
        unit = batch(texts) if batched else texts[0]
        zipped = deflate(unit, self.limits) if self.deflate else None
        if zipped:
            unit, flags = zipped, flags | {"deflate"}
        self.packet(unit, flags)
        return None

    def packet(self, unit, flags):
        """Writes one unit, in fragments if necessary (FRM-092)."""
        if self.size == 0:
            raise Fault("encode.fragments")
        if self.size is None or len(unit) <= self.size:
            self.written.append(Frame(MESSAGE, flags, self.sequence, unit).write(self.limits))
        else:
            count = -(-len(unit) // self.size)
            if count > 65535:
                raise Fault("encode.fragments")
            if count > self.limits["fragmentCount"] or len(unit) > self.limits["fragmentBytes"]:
                raise Fault("encode.size")
            for index in range(count):
                part = unit[index * self.size:(index + 1) * self.size]
                self.written.append(Frame(MESSAGE, flags | {"fragment"}, self.sequence, part,
                                          (index, count, len(unit), index * self.size)).write(self.limits))
        self.sequence = 1 if self.sequence == framing.LARGEST else self.sequence + 1    # FRM-037

    def write(self, messages, batched):
        """Writes all messages, with heartbeats separately between the others."""
        waiting = []
        for message in messages:
            if message.kind == "heartbeat" or not batched:
                if waiting:
                    self.unit(waiting, True)
                    waiting = []
                if message.kind == "heartbeat":
                    self.heartbeat()
                else:
                    self.unit([message], False)
            else:
                waiting.append(message)
        if waiting:
            self.unit(waiting, True)


def encode(request):
    """chat.encode."""
    sender = Sender(request)
    messages = []
    for node in request.items("messages", "object"):
        message = Message(request.line[node.start:node.end], sender.body, sender.limits, writing=True)
        if message.kind != "heartbeat" and len(message.value) > sender.limits["messageBytes"]:
            raise Fault("encode.size")  # FRM-093
        messages.append(message)
    if not 0 <= sender.sequence <= framing.LARGEST:
        raise BadRequest("sequence must fit in 32 bits")
    sender.write(messages, request.flag("batch"))
    data, capacity = b"".join(sender.written), request.integer("capacity", -1)
    if not request.has("capacity"):
        return dump({"bytes": to_base64(data)})
    if request.string("framing") != "packet" or request.flag("batch") or len(messages) != 1:
        raise Skip("a buffer with a capacity is for a packet with one message")
    return dump({"bytes": to_base64(data)} if len(data) <= capacity else {"bytes": "", "needed": len(data)})    # TST-211
