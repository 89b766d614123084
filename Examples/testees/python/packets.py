# SPDX-License-Identifier: Apache-2.0
"""RongCloud's binary packets: header byte, layouts, reading and writing a body (RMTP-010 to RMTP-045, RMTP-110 …)."""
import re
import struct

from request import dump, to_base64
from strictjson import Fault

TYPES = {1: "CONNECT", 2: "CONNACK", 3: "PUBLISH", 4: "PUBACK", 5: "QUERY", 6: "QUERYACK", 7: "QUERYCON",
         12: "PINGREQ", 13: "PINGRESP", 14: "DISCONNECT"}
NUMBERS = {name: number for number, name in TYPES.items()}
ONLY = {"CONNECT": "up", "CONNACK": "down", "QUERY": "up", "QUERYACK": "down", "QUERYCON": "up",
        "DISCONNECT": "down"}       # the direction of packets that have only one (RMTP-010)
SIZES = {"u8": ">B", "u16": ">H", "u32": ">I", "u64": ">Q"}
HEADER = ("packet", "qos", "dup", "retain")
# Bits of the flags of CONNECT and CONNACK (RMTP-032, RMTP-034).
CLEAN, WILL, WILL_QOS, RETAIN_WILL, TOKEN, APP_ID = 0x02, 0x04, 0x18, 0x20, 0x40, 0x80
USER_ID, SESSION_ID, TIMESTAMP, MESSAGE_ID = 1, 2, 4, 8
CONNACK_MEMBERS = (("userId", "str", USER_ID), ("sessionId", "str", SESSION_ID), ("timestamp", "u64", TIMESTAMP),
                   ("messageId", "u16", MESSAGE_ID))
TIMED_ACK = (("messageId", "u16"), ("date", "u32"), ("status", "u16"))
ACCEPTED = (("userId", "str"), ("sessionId", "str"), ("timestamp", "u64"))
STORED = (("millisecond", "u16"), ("messageUId", "str"))
ADDRESSED = (("topic", "str"), ("targetId", "str"), ("messageId", "u16"), ("data", "rest"))
HEX = re.compile("(?:[0-9a-f]{4})*")


def layout(name, direction, version):
    """Returns the unconditional members of a packet, in order (RMTP-030)."""
    if name in ("PINGREQ", "PINGRESP"):
        return ()
    if name == "QUERY" or (name == "PUBLISH" and direction == "up"):
        return ADDRESSED
    if name == "PUBLISH":
        target = () if version == 2 else (("targetId", "str"),)
        return (("date", "u32"), ("topic", "str"), *target, ("messageId", "u16"), ("data", "rest"))
    if name == "QUERYCON" or (name == "PUBACK" and direction == "up"):
        return (("messageId", "u16"),)
    if name == "PUBACK":
        return TIMED_ACK + STORED
    if name == "QUERYACK":
        return TIMED_ACK + (("data", "rest"),)
    if name in ("CONNACK", "DISCONNECT"):
        return (("ignored", "u8"), ("status", "u8"))
    if name == "CONNECT":
        return (("protocolId", "str"), ("version", "u8"), ("flags", "u8"), ("keepAlive", "u16"), ("clientId", "str"))
    return (("data", "rest"),)


def type_name(number):
    """Returns the name of a type, `TYPE8` for one without a name (RMTP-013)."""
    return TYPES.get(number, f"TYPE{number}")


def join_surrogates(text):
    """Returns a string in which each surrogate pair is one character (RMTP-022)."""
    return text.encode("utf-16-be", "surrogatepass").decode("utf-16-be", "surrogatepass")


def is_lone(text):
    """Returns whether a string contains a lone surrogate."""
    return any("\ud800" <= each <= "\udfff" for each in text)


def show_string(text):
    """Returns a string in the form of the testee protocol (RMTP-023)."""
    return {"utf16be": text.encode("utf-16-be", "surrogatepass").hex()} if is_lone(text) else text


def string_of(shown):
    """Reads a string from the form of the testee protocol; returns None if it is not one."""
    if isinstance(shown, dict):
        units = shown.get("utf16be")
        if isinstance(units, str) and HEX.fullmatch(units):
            return bytes.fromhex(units).decode("utf-16-be", "surrogatepass")
        return None
    return shown if isinstance(shown, str) else None


class End(Exception):
    """Raised if the body ends before a member."""


class BodyReader:
    """Reads the body of one packet; offsets count from `base`, the offset of its first byte."""

    def __init__(self, data, base, strict):
        self.data, self.at, self.base, self.strict = data, 0, base, strict
        self.members, self.deviations, self.flags = {}, [], 0

    def deviate(self, deviation, code, at, name=""):
        """Reports a deviation in lenient mode, and refuses it in strict mode."""
        if self.strict:
            raise Fault(code, self.base + at, path=name and "/" + name)
        if deviation not in self.deviations:
            self.deviations.append(deviation)

    @property
    def over(self):
        """Returns whether the body is at its end."""
        return self.at == len(self.data)

    def number(self, kind, name):
        """Reads a number; a truncated one is refused (RMTP-041)."""
        form = struct.Struct(SIZES[kind])
        if self.at + form.size > len(self.data):
            raise Fault("packet.truncated", self.base + self.at, path="/" + name)
        self.at += form.size
        return form.unpack_from(self.data, self.at - form.size)[0]

    def string(self, name):
        """Reads a string (RMTP-021 to RMTP-024, RMTP-042)."""
        start = self.at
        size = self.number("u16", name)
        data = self.data[self.at:self.at + size]
        if len(data) < size:
            self.deviate("DEV-131", "packet.length", start, name)
        try:
            text = data.decode("utf-8", "surrogatepass")
        except UnicodeDecodeError as error:
            raise Fault("packet.utf8", self.base + self.at + error.start, path="/" + name) from None
        self.at += len(data)
        return join_surrogates(text)

    def take(self, name, kind):
        """Reads the next member; `data` is present if everything before it is (RMTP-040)."""
        if self.over and kind != "rest":
            self.deviate("DEV-130", "packet.truncated", self.at, name)
            raise End
        if kind == "rest":
            value, self.at = self.data[self.at:], len(self.data)
        else:
            value = self.string(name) if kind == "str" else self.number(kind, name)
        self.members[name] = value

    def read(self, name, direction, version):
        """Reads all members of a packet; returns the bytes after the last one."""
        try:
            for member, kind in layout(name, direction, version):
                if version == 2 and name == "PUBACK" and member == "millisecond" and self.over:
                    return b""      # RMTP-035
                self.take(member, kind)
                if name == "CONNECT" and member == "flags":
                    self.connect_flags()
            if name == "CONNECT":
                for bit, member in ((WILL, "willTopic"), (WILL, "will"), (APP_ID, "appId"), (TOKEN, "token")):
                    if self.flags & bit:
                        self.take(member, "str")
            elif name == "CONNACK" and not self.over:
                self.connack(version)
        except End:
            return b""
        if not self.over:
            self.deviate("DEV-132", "packet.trailing", self.at)
        return self.data[self.at:]

    def connect_flags(self):
        """Reads the flags of a CONNECT (RMTP-032)."""
        self.flags = flags = self.members.pop("flags")
        if flags & 1 or (flags & (WILL_QOS | RETAIN_WILL) and not flags & WILL):
            self.deviate("DEV-134", "packet.flags", self.at - 1, "flags")
        self.members["cleanSession"] = bool(flags & CLEAN)
        if flags & WILL:
            self.members["willQos"], self.members["retainWill"] = (flags & WILL_QOS) >> 3, bool(flags & RETAIN_WILL)

    def connack(self, version):
        """Reads the members after the status of a CONNACK (RMTP-033, RMTP-034)."""
        if version < 4:
            for name, kind in ACCEPTED:
                if version == 2 and name == "sessionId" and self.over:
                    return
                self.take(name, kind)
            return
        self.take("flags", "u8")
        flags = self.members["flags"]
        if flags >> 4:
            self.deviate("DEV-135", "packet.flags", self.at - 1, "flags")
        for name, kind, bit in CONNACK_MEMBERS:
            if flags & bit:
                self.take(name, kind)


class Packet:
    """One packet: type, header bits, members (`data` as bytes), and the bytes after the last member."""

    def __init__(self, name, qos=0, dup=False, retain=False, members=None, trailing=b""):
        self.name, self.qos, self.dup, self.retain = name, qos, dup, retain
        self.members, self.trailing, self.deviations = members or {}, trailing, []

    @classmethod
    def head(cls, byte, direction):
        """Creates a packet from the header byte (RMTP-010, RMTP-012)."""
        packet = cls(type_name(byte >> 4), byte >> 1 & 3, bool(byte & 8), bool(byte & 1))
        if byte >> 4 not in TYPES:
            packet.members["type"] = byte >> 4
        if packet.name == "PUBLISH" and direction == "down":
            packet.members["syncMsg"], packet.dup = packet.dup, False
        return packet

    @property
    def header(self):
        """Returns the header byte."""
        number = NUMBERS.get(self.name, self.members.get("type", 0))
        bit = self.dup or self.members.get("syncMsg", False)
        return number << 4 | bit << 3 | self.qos << 1 | self.retain

    def judge_direction(self, direction, offset, strict, path=""):
        """RMTP-045."""
        if ONLY.get(self.name, direction) == direction:
            return
        if strict or self.name in ("CONNACK", "DISCONNECT"):
            raise Fault("packet.direction", offset, path=path)
        self.deviations.append("DEV-133")

    def show(self):
        """Returns the packet in the form of the testee protocol, in JSON; the value of a polled `data` is JSON already.
        """
        shown = {"packet": self.name, "qos": self.qos, "dup": self.dup, "retain": self.retain, **self.members}
        return b"{" + b",".join(dump(name) + b":" + show_value(value) for name, value in shown.items()) + b"}"


class RawJSON:
    """A JSON value in its original spelling."""

    def __init__(self, text):
        self.text = text


def show_value(value):
    """Returns a member of a packet as JSON."""
    if isinstance(value, RawJSON):
        return value.text
    if isinstance(value, bytes):
        return dump(to_base64(value))
    return dump(show_string(value) if isinstance(value, str) else value)


def read(byte, body, place, base, direction, version, strict):
    """Reads a packet from its header byte, whose offset is `place`, and its body, whose first byte has the offset
    `base`.
    """
    packet = Packet.head(byte, direction)
    packet.judge_direction(direction, place, strict)
    reader = BodyReader(body, base, strict)
    packet.trailing = reader.read(packet.name, direction, version)
    packet.members.update(reader.members)
    packet.deviations += reader.deviations
    return packet
