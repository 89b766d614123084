# SPDX-License-Identifier: Apache-2.0
"""Packets on a WebSocket: one binary message is a header byte and a body (RMTP-050)."""

from . import strings
from .strings import PacketError

CONNACK, PUBLISH, PUBACK, QUERY, QUERYACK, QUERYCON = 2, 3, 4, 5, 6, 7
PINGREQ, PINGRESP, DISCONNECT = 12, 13, 14

# The names of RMTP-010.
NAMES = {
    2: "CONNACK", 3: "PUBLISH", 4: "PUBACK", 5: "QUERY", 6: "QUERYACK", 7: "QUERYCON",
    12: "PINGREQ", 13: "PINGRESP", 14: "DISCONNECT",
}  # fmt: skip

# CONNECT, QUERY and QUERYCON.
UP_ONLY = (1, QUERY, QUERYCON)

# The layouts of RMTP-030 that a client writes.
UP = {
    PUBLISH: "topic:s targetId:s messageId:2 data:*",
    PUBACK: "messageId:2",
    QUERY: "topic:s targetId:s messageId:2 data:*",
    QUERYCON: "messageId:2",
    PINGREQ: "",
}

# The layouts that it reads, in version 3; `!` marks a member that may be absent without a deviation (RMTP-033).
DOWN = {
    CONNACK: "ignored:1 status:1 !userId:s sessionId:s timestamp:8",
    PUBLISH: "date:4 topic:s targetId:s messageId:2 data:*",
    PUBACK: "messageId:2 date:4 status:2 millisecond:2 messageUId:s",
    QUERYACK: "messageId:2 date:4 status:2 data:*",
    PINGREQ: "",
    PINGRESP: "",
    DISCONNECT: "ignored:1 status:1",
}

# The layouts that differ in version 2 (RMTP-030, RMTP-035).
DOWN_2 = {
    PUBLISH: "date:4 topic:s messageId:2 data:*",
    PUBACK: "messageId:2 date:4 status:2 !millisecond:2 messageUId:s",
}


def write(kind, qos=0, **members):
    """Writes a packet sent by the client. A member that is missing or not in the layout is refused (RMTP-111)."""
    body = b""
    for member in UP[kind].split():
        name, size = member.split(":")
        value = members.pop(name, b"" if size == "*" else None)
        if value is None:
            raise PacketError("encode.member", 0, "/" + name)
        if size == "*":
            body += value
        elif size == "s":
            body += strings.write(value)
        else:
            body += value.to_bytes(int(size), "big")
    if members:
        raise PacketError("encode.member", 0, "/" + next(iter(members)))
    return bytes([kind << 4 | qos << 1]) + body


def read(message, version=3):
    """Reads a packet received by the client, leniently, as a dictionary of its members.

    A member that is absent on the wire is absent in the dictionary (RMTP-005). `deviations` holds the numbers of the
    repaired deviations; a test of a service expects it to be empty.
    """
    if not message:
        raise PacketError("packet.empty", 0)
    head = message[0]
    kind = head >> 4
    packet = {"type": kind, "packet": NAMES.get(kind, f"TYPE{kind}"), "qos": head >> 1 & 3, "deviations": []}
    # On a PUBLISH from the service, bit 3 means that this user sent it from another device (RMTP-012).
    packet["syncMsg" if kind == PUBLISH else "dup"] = bool(head & 8)
    packet["retain"] = bool(head & 1)
    layouts = {**DOWN, **DOWN_2} if version == 2 else DOWN
    if kind not in layouts:
        if kind in UP_ONLY:
            # A client has no use for these packets, and refuses them as strict mode does (RMTP-045).
            raise PacketError("packet.direction", 0)
        packet["data"] = message[1:]  # RMTP-013
        return packet
    at = _members(packet, message, layouts[kind].split())
    if at < len(message):
        packet["deviations"].append(132)  # RMTP-043
        packet["trailing"] = message[at:]
    return packet


def _members(packet, message, members):
    at = 1
    for member in members:
        name, size = member.lstrip("!").split(":")
        if size == "*":
            packet[name] = message[at:]
            return len(message)
        if at == len(message):
            # Some packets may end here; the others end early (RMTP-040).
            if not member.startswith("!"):
                packet["deviations"].append(130)
            return at
        width = 2 if size == "s" else int(size)
        if at + width > len(message):
            raise PacketError("packet.truncated", at, "/" + name)  # RMTP-041
        number = int.from_bytes(message[at : at + width], "big")
        at += width
        if size != "s":
            packet[name] = number
            continue
        if at + number > len(message):
            packet["deviations"].append(131)  # RMTP-042
        packet[name] = strings.decode(message[at : at + number], at, "/" + name)
        at = min(at + number, len(message))
    return at
