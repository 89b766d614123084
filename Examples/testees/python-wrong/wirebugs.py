# SPDX-License-Identifier: Apache-2.0
"""Bugs in lines, chat messages, packets, bodies and the server API."""
import hashlib
import re
import struct

import api
import chat
import chatstream
import envelopes
import lines
import packets
import packetwriting
import polling
import protobuf
import testee
from catalogue import around, bug
from request import dump
from strictjson import Fault


@bug("CHT-016, CHT-031", "the sample application of seed 003")
def any_beat_is_a_heartbeat():
    """Every message with a `beatID` is read as a heartbeat, whatever its other members."""
    @around(chat.Message, "kind_of")
    def kind_of(original, self, present, texts):
        return "heartbeat" if "beatID" in present else original(self, present, texts)


@bug("CHT-040, DEV-116", "servers that check only `messageType`")
def login_needs_its_kind():
    """A login without `messageType`, as the seed's client sends it, has an unknown kind."""
    @around(chat.Message, "kind_of")
    def kind_of(original, self, present, texts):
        kind = original(self, present, texts)
        return "unknown" if kind == "login" and "messageType" not in present else kind


@bug("CHT-011, DEV-117", "implementations that correct the wire's spelling")
def spelling_is_corrected():
    """`contenType` is written as `contentType`."""
    @around(chat.Message, "write")
    def write(original, self, path, known, others):
        if path == "":
            known = [(name, text.replace(b'"contenType"', b'"contentType"', 1) if name == "contenType" else text)
                     for name, text in known]
        return original(self, path, known, others)


@bug("FRM-016, FRM-020", "seed 003: NSDataBase64Encoding64CharacterLineLength")
def base64_in_pieces():
    """Base64 is wrapped every 64 characters, even where a line feed ends the line."""
    @around(chatstream, "to_base64")
    def to_base64(original, data):
        return "\r\n".join(re.findall(".{1,64}", original(data)))


@bug("FRM-012", "line readers that accept any line break")
def any_break_ends_a_line():
    """A lone CR or LF ends a line, whatever the agreed delimiter."""
    @around(lines.LineReader, "feed")
    def feed(original, self, data):
        return original(self, re.sub(rb"\r\n|\r|\n", self.delimiter, data))


@bug("FRM-044, FRM-101", "readers that search for the next magic")
def search_for_the_magic():
    """After an error a packet decoder searches for the next FA CE."""
    from framing import MAGIC, PacketReader

    @around(PacketReader, "feed")
    def feed(original, self, data):
        place = data.find(MAGIC)
        if not self.buffer and place > 0:
            self.offset += place
            data = data[place:]
        return original(self, data)


@bug("FRM-056", "receivers that append fragments on arrival")
def fragments_in_order_of_arrival():
    """Fragments are joined in the order of arrival."""
    from units import OpenSet

    @around(OpenSet, "joined")
    def joined(original, self):
        return original(self) and b"".join(part for _, part in self.parts.values())


@bug("RMTP-022", "web 0.9.10, 2.2.5, 2.5.3")
def four_bytes_are_misread():
    """A four-byte UTF-8 character loses its highest bits: U+1F600 becomes U+F600."""
    @around(packets.BodyReader, "string")
    def string(original, self, name):
        return "".join(chr(ord(each) & 0xFFFF) if ord(each) > 0xFFFF else each for each in original(self, name))


@bug("RMTP-020", "web 0.9.10 to 4.3.0")
def times_are_doubles():
    """Eight-byte numbers lose precision beyond 2^53."""
    @around(packets.BodyReader, "number")
    def number(original, self, kind, name):
        value = original(self, kind, name)
        return int(float(value)) if kind == "u64" else value


@bug("RMTP-013", "web 0.9.10, 2.x")
def strange_types_are_pings():
    """Packets of types 8 and 10 are read as PINGREQ, and those of types 9 and 11 as PINGRESP."""
    packets.TYPES.update({8: "PINGREQ", 10: "PINGREQ", 9: "PINGRESP", 11: "PINGRESP"})


@bug("RMTP-031", "MQTT libraries")
def no_id_without_acknowledgement():
    """A PUBLISH of `qos` 0 has no `messageId`, as in MQTT."""
    @around(packets, "read")
    def read(original, byte, body, place, base, direction, version, strict):
        ordinary = packets.layout
        if byte >> 4 == 3 and not byte & 6:
            packets.layout = lambda *given: tuple(each for each in ordinary(*given) if each[0] != "messageId")
        try:
            return original(byte, body, place, base, direction, version, strict)
        finally:
            packets.layout = ordinary


@bug("RMTP-005, RMTP-040", "web 3.0.6, 4.2.0, 4.3.0")
def missing_numbers_are_minus_one():
    """A missing `status` of a PUBACK is -1."""
    @around(packets.BodyReader, "read")
    def read(original, self, name, direction, version):
        behind = original(self, name, direction, version)
        if name == "PUBACK" and direction == "down":
            self.members.setdefault("status", -1)
        return behind


@bug("RMTP-040", "web 0.9.10, 2.5.3")
def short_packets_throw():
    """A packet that ends early is rejected, although all required members are present."""
    @around(packets.BodyReader, "deviate")
    def deviate(original, self, deviation, code, at, name=""):
        if deviation in ("DEV-130", "DEV-131"):
            raise Fault("packet.truncated", self.base + at, path=name and "/" + name)
        return original(self, deviation, code, at, name)


@bug("RMTP-032", "web 2.x")
def bit_20_is_clean_session():
    """Bit 20 of a CONNECT's flags is read as `cleanSession`."""
    @around(packets.BodyReader, "connect_flags")
    def connect_flags(original, self):
        flags = self.members["flags"]
        original(self)
        self.members["cleanSession"] = bool(flags & 0x20)


@bug("RMTP-037", "web 2.x; 0.9.10 above 9")
def unknown_status_throws():
    """A CONNACK with a status above 12 is rejected."""
    @around(packets.BodyReader, "read")
    def read(original, self, name, direction, version):
        behind = original(self, name, direction, version)
        if name == "CONNACK" and self.members.get("status", 0) > 12:
            raise Fault("field.value", self.base + 1, path="/status")
        return behind


@bug("RMTP-026", "web 0.9.10 to 4.3.0")
def long_strings_overflow():
    """The length of a string above 65535 bytes is written as its low 16 bits, followed by all bytes."""
    @around(packetwriting.BodyWriter, "string")
    def string(original, self, name, text):
        try:
            return original(self, name, text)
        except Fault:
            data = text.encode("utf-8", "surrogatepass")
            return struct.pack(">H", len(data) & 65535) + data


@bug("RMTP-092", "web 4.2.0, 4.3.0")
def negative_codes_are_missed():
    """A polled packet with a negative `headerCode` is ignored, so a DISCONNECT is missed."""
    @around(polling.PollReader, "reply")
    def reply(original, self, text):
        return [found for found in original(self, text) if isinstance(found, Fault) or found.header < 128]


@bug("RMTP-095, DEV-145", "web 2.5.3, 2.5.12, 4.2.0")
def polled_objects_are_lost():
    """The `data` of a polled packet is dropped if it is an object instead of JSON in a string."""
    @around(polling.PollReader, "data")
    def data(original, self, packet, value):
        return original(self, packet, value) if value.kind == "string" else None


@bug("PRB-010", "encoders that write int32 as 32 bits")
def negative_numbers_in_five_bytes():
    """A negative `int32` is written in five bytes."""
    original = protobuf.Body.write_value

    def write_value(field, value):
        if field.wire == protobuf.VARINT and field.kind != "int64" and value < 0:
            return protobuf.varint(value & 0xFFFFFFFF)
        return original(field, value)

    protobuf.Body.write_value = staticmethod(write_value)


@bug("PRB-020", "decoders generated from an older schema")
def unknown_fields_are_dropped():
    """Fields outside the schema are dropped."""
    @around(protobuf.BodyReader, "message")
    def message(original, self, body, at, end, path, depth):
        original(self, body, at, end, path, depth)
        body.unknown = b""


@bug("RMTP-161", "web 4.2.0, 4.3.0")
def private_topic_for_all():
    """A message to a conversation without a topic is sent on `ppMsgP`, to a user instead of a room."""
    @around(envelopes, "topic_of")
    def topic_of(original, conversation, object_name, variant):
        try:
            return original(conversation, object_name, variant)
        except Fault:
            return "ppMsgP"


@bug("RMTP-172", "implementations with one table of bits for both directions")
def bits_of_the_other_direction():
    """The `status` of a delivered message is read with the upstream bits of `sessionId`."""
    envelopes.DOWN_BITS.update(envelopes.UP_BITS)


@bug("RMTP-183", "clients that decode a page as a whole")
def one_content_costs_the_envelope():
    """A content that cannot be decoded makes its whole message an error."""
    import contents

    def content(self, envelope, object_name, data):
        found = contents.Content(object_name, data, self.limits, self.strict)
        self.deviations += found.deviations
        envelope["content"] = found.value

    envelopes.EnvelopeReader.content = content


@bug("RMTP-025", "encoders of plain UTF-8")
def astral_in_four_bytes():
    """Characters beyond U+FFFF are always written in four bytes."""
    @around(packetwriting.BodyWriter, "__init__")
    def make(original, self, packet, version, utf8):
        original(self, packet, version, True)


@bug("API-002", "implementations that read the nonce as a number")
def nonce_is_a_number():
    """The nonce is read as a number and formatted again before it is signed."""
    def sign(request):
        nonce = request.string("nonce")
        try:
            nonce = "%d" % float(nonce) if float(nonce) == int(float(nonce)) else repr(float(nonce))
        except (ValueError, OverflowError):
            pass
        text = request.string("secret") + nonce + request.string("timestamp")
        return dump({"signature": hashlib.sha1(text.encode()).hexdigest()})

    api.sign = testee.OPERATIONS["api.sign"] = sign
