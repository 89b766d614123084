# SPDX-License-Identifier: Apache-2.0
"""Writes RongCloud's binary packets (RMTP-110 to RMTP-116)."""
import struct

from packets import (ACCEPTED, APP_ID, CLEAN, CONNACK_MEMBERS, HEADER, NUMBERS, ONLY, RETAIN_WILL, SIZES, STORED, TOKEN,
                     TYPES, WILL, Packet, layout, string_of, type_name)
from request import BadRequest
from strictjson import Fault

DEFAULTS = {"ignored": 0, "protocolId": "RCloud", "version": 3, "data": b"", "cleanSession": False}    # RMTP-111
WILL_MEMBERS = {"willTopic": "str", "will": "str", "willQos": "qos", "retainWill": "bool"}
NAMELESS = {type_name(number): number for number in range(16) if number not in TYPES}     # RMTP-013
BITS = {"u8": 8, "u16": 16, "u32": 32, "u64": 64, "qos": 2}


def possible(name, direction, version):
    """Returns the members that a packet may have in a direction and version, with their kinds (RMTP-111)."""
    members = {member: kind for member, kind in layout(name, direction, version) if member != "flags"}
    if name == "CONNECT":
        members.update(WILL_MEMBERS, cleanSession="bool", appId="str", token="str")
    elif name == "CONNACK" and version == 4:
        members.update({member: kind for member, kind, _ in CONNACK_MEMBERS}, flags="u8")
    elif name == "CONNACK":
        members.update(ACCEPTED)
    elif name == "PUBLISH" and direction == "down":
        members["syncMsg"] = "bool"
    elif name not in TYPES.values():
        members["type"] = "u8"
    return members


def check(name, kind, value):
    """Returns a member's value as it is written; refuses one that does not fit (RMTP-026, RMTP-114)."""
    if kind == "bool":
        if not isinstance(value, bool):
            raise BadRequest(f"{name} must be a boolean")
    elif kind == "str":
        value = string_of(value)
        if value is None:
            raise BadRequest(f"{name} must be a string")
    elif kind != "rest":
        if isinstance(value, bool) or not isinstance(value, int):
            raise BadRequest(f"{name} must be an integer")
        if name == "messageId":
            return value & 65535
        if not 0 <= value < 1 << BITS[kind]:
            raise Fault("encode.range", path="/" + name)
    return value


def number_of(shown):
    """Returns the number of a packet's type; a packet that does not exist cannot be understood (TST-089)."""
    number = {**NUMBERS, **NAMELESS}.get(shown["packet"])
    if number is None or shown.get("type", number) != number:
        raise BadRequest("no packet has that name, or not that type")
    return number


NUMBER_BITS = {"qos": 2, "willQos": 2, "ignored": 8, "flags": 8, "version": 8, "keepAlive": 16, "date": 32,
               "millisecond": 16, "timestamp": 64}


def fitted(packet):
    """Returns the packet with numbers that fit their fields, of a `messageId` the low 16 bits (RMTP-114)."""
    short = packet["packet"] in ("CONNACK", "DISCONNECT")
    for name, bits in {**NUMBER_BITS, "status": 8 if short else 16}.items():
        if name in packet and not 0 <= packet[name] < 1 << bits:
            raise Fault("encode.range", path="/" + name)
    return {**packet, "messageId": packet["messageId"] & 65535} if "messageId" in packet else packet


def packet_of(shown, data, direction, members):
    """Reads a packet from the form of the testee protocol; `members` holds the kinds of the members that it may have.
    """
    name = shown["packet"]
    number = number_of(shown)
    bits = {"qos": check("qos", "qos", shown.get("qos", 0)), "dup": check("dup", "bool", shown.get("dup", False)),
            "retain": check("retain", "bool", shown.get("retain", False))}
    packet = Packet(name, **bits)
    for member, value in shown.items():
        if member in HEADER:
            continue
        if member not in members:
            raise Fault("encode.member", path="/" + member)
        packet.members[member] = data if member == "data" else check(member, members[member], value)
    if name in NAMELESS:
        packet.members["type"] = number
    if name == "PUBLISH" and direction == "down" and packet.dup:
        raise Fault("encode.member", path="/dup")
    return packet


class BodyWriter:
    """Writes the body of one packet."""

    def __init__(self, packet, version, utf8):
        self.packet, self.members, self.version, self.utf8, self.data = packet, packet.members, version, utf8, b""

    def put(self, name, kind):
        """Writes a member, which must be present or have a default value."""
        value = self.members.get(name, DEFAULTS.get(name))
        if value is None:
            raise Fault("encode.member", path="/" + name)
        if kind == "str":
            value = self.string(name, value)
        elif kind != "rest":
            value = struct.pack(SIZES[kind], value)
        self.data += value

    def string(self, name, text):
        """Writes a string with its length (RMTP-025, RMTP-026)."""
        if self.utf8:
            data = text.encode("utf-8", "surrogatepass")
        else:   # each UTF-16 unit separately
            units = struct.unpack(f">{len(text.encode('utf-16-be', 'surrogatepass')) // 2}H",
                                  text.encode("utf-16-be", "surrogatepass"))
            data = "".join(map(chr, units)).encode("utf-8", "surrogatepass")
        if len(data) > 65535:
            raise Fault("encode.string", path="/" + name)
        return struct.pack(">H", len(data)) + data

    def write(self, direction):
        """Returns the body, including the bytes after its last member."""
        name, members = self.packet.name, self.members
        for member, kind in layout(name, direction, self.version):
            if name == "PUBACK" and self.version == 2 and member == "millisecond" and not any(
                    each in members for each, _ in STORED):
                self.refuse_trailing()
                break
            if member == "flags":
                self.data += bytes([self.connect_flags()])
            else:
                self.put(member, kind)
        if name == "CONNECT":
            for member in ("willTopic", "will", "appId", "token"):
                if member in members:
                    self.put(member, "str")
        elif name == "CONNACK":
            self.connack()
        if self.packet.trailing and any(kind == "rest" for _, kind in layout(name, direction, self.version)):
            raise Fault("encode.member")
        return self.data + self.packet.trailing

    def refuse_trailing(self):
        """Refuses trailing bytes that a reader would read as members (RMTP-043)."""
        if self.packet.trailing:
            raise Fault("encode.member")

    def connect_flags(self):
        """Writes the flags of a CONNECT, which follow from its members (RMTP-032)."""
        members = self.members
        flags = CLEAN if members.get("cleanSession") else 0
        if "willTopic" in members or "will" in members:
            if "willTopic" not in members or "will" not in members:
                raise Fault("encode.member")
            flags |= WILL | members.get("willQos", 0) << 3 | (RETAIN_WILL if members.get("retainWill") else 0)
        elif "willQos" in members or "retainWill" in members:
            raise Fault("encode.member")
        return flags | ("appId" in members and APP_ID) | ("token" in members and TOKEN)

    def connack(self):
        """Writes the members after the status of a CONNACK (RMTP-111, RMTP-112)."""
        if self.version == 4:
            return self.connack_flags()
        there = [name in self.members for name, _ in ACCEPTED]
        if not any(there) or (self.version == 2 and there == [True, False, False]):
            self.refuse_trailing()
        elif not all(there):
            raise Fault("encode.member")
        for (name, kind), present in zip(ACCEPTED, there):
            if present:
                self.put(name, kind)
        return None

    def connack_flags(self):
        """Writes the flags of a CONNACK of version 4 and the members that they announce."""
        flags = sum(bit for name, _, bit in CONNACK_MEMBERS if name in self.members)
        given = self.members.get("flags")
        if given is None and not flags:
            return self.refuse_trailing()
        if given is not None and (given & 15 != flags or (given >> 4 and not self.packet.trailing)):
            raise Fault("encode.flags", path="/flags")
        self.data += bytes([flags if given is None else given])
        for name, kind, bit in CONNACK_MEMBERS:
            if flags & bit:
                self.put(name, kind)
        return None


def judge_direction(name, direction):
    """Refuses a packet that is written in the wrong direction (RMTP-113)."""
    if ONLY.get(name, direction) != direction:
        raise Fault("encode.direction")


def write(packet, direction, version, utf8=False):
    """Returns the body of a packet."""
    judge_direction(packet.name, direction)
    return BodyWriter(packet, version, utf8).write(direction)
