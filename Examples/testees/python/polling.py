# SPDX-License-Identifier: Apache-2.0
"""Packets in polling: replies in JSON (RMTP-090 to RMTP-097)."""
import json
import re

from packets import TYPES, Packet, RawJSON, join_surrogates
from reading import WHOLE, quote
from strictjson import Fault, Parser

EVERY = tuple(TYPES.values())
UNKNOWN = "without a layout"
MEMBERS = {     # name -> (kind, packets to which it belongs); in the order in which they are written (RMTP-093)
    "messageId": ("u16", ("PUBLISH", "PUBACK", "QUERY", "QUERYACK", "QUERYCON", "CONNACK")),
    "topic": ("str", ("PUBLISH", "QUERY")),
    "targetId": ("str", ("PUBLISH", "QUERY")),
    "date": ("u32", ("PUBLISH", "PUBACK", "QUERYACK")),
    "status": ("u16", ("CONNACK", "DISCONNECT", "PUBACK", "QUERYACK")),
    "userId": ("str", ("CONNACK",)),
    "sessionid": ("str", ("CONNACK",)),
    "timestamp": ("u64", ("CONNACK", "PUBACK")),
    "millisecond": ("u16", ("PUBACK",)),
    "messageUId": ("str", ("PUBACK",)),
    "data": ("data", ("PUBLISH", "QUERY", "QUERYACK", UNKNOWN)),
}
SHOWN = {"sessionid": "sessionId"}      # members that a packet has under another name
LONGEST = 30     # digits that are examined; a longer number fits no member
BITS = {"u8": 8, "u16": 16, "u32": 32, "u64": 64}


def members_of(name, version):
    """Returns the members that a polled packet may have, with their kinds."""
    name = name if name in EVERY else UNKNOWN
    kinds = {member: kind for member, (kind, packets) in MEMBERS.items() if name in packets}
    if name in ("CONNACK", "DISCONNECT"):
        kinds["status"] = "u8"
    if name == "CONNACK" and version != 4:
        del kinds["messageId"]
    return kinds


class Scan:
    """Finds repeated names, lone surrogates and values that exceed a limit (RMTP-231, step 2)."""

    def __init__(self, text, limits, strict):
        self.limits, self.found = limits, {}
        self.notes = []     # (where it is detected, offset, code, path, deviation)
        parsed = Parser(text, limits["depth"])
        if parsed.fault:
            self.note(parsed.fault.offset, parsed.fault.offset, parsed.fault.code, self.path(parsed.fault.trail))
        for offset, trail in parsed.lone:
            self.note(offset, offset, "json.surrogate", self.path(trail), "DEV-109")
        if parsed.root:
            self.members(parsed.root)
        refused = [note for note in self.notes if strict or note[4] is None]
        if refused:
            _, offset, code, path, _ = min(refused, key=lambda note: note[0])
            raise Fault(code, offset, path=path)
        self.deviations = [note[4] for note in self.notes]

    def note(self, met, offset, code, path, deviation=None):
        """Notes an error or deviation, and where it is detected."""
        self.notes.append((met, offset, code, path, deviation))

    @staticmethod
    def path(trail):
        """Returns the path of a position: the member that contains it."""
        if not trail:
            return ""
        return f"/{trail[0]}" if trail[0] in MEMBERS or trail[0] == "headerCode" else "/?"

    def members(self, root):
        """Returns the members of a packet, the last of each name."""
        unknown = {}
        for count, (name, value) in enumerate(root.members):
            path, end = self.path((name.text,)), value.end or len(name.text)
            if count == self.limits["members"]:
                self.note(name.start, name.start, "limit.members", "")
                break
            self.text(name, "/?")
            if name.text in self.found:
                self.note(name.end, name.start, "json.duplicate", path, "DEV-101")
            self.found[name.text] = (name, value)
            if path == "/?":
                self.texts(value, path)
                unknown[name.text] = name.end - name.start + 1 + end - value.start
                if sum(unknown.values()) > self.limits["unknownBytes"]:
                    self.note(end, name.start, "limit.unknown", path)
            elif value.kind == "number" and name.text != "data":
                if end - value.start > self.limits["numberBytes"]:
                    self.note(end, value.start, "limit.number", path)
            elif value.kind != "string" or name.text != "data":     # RMTP-097
                self.texts(value, path)

    def text(self, node, path):
        """Checks a string, or a number that is kept as text (CNT-094)."""
        size = node.end - node.start - (2 if node.kind == "string" else 0)
        if size > self.limits["stringBytes"]:
            self.note(node.end, node.start, "limit.string", path)

    def texts(self, node, path):
        """Checks all texts of a value."""
        if node.kind in ("string", "number"):
            self.text(node, path)
        for name, value in node.members:
            self.text(name, path)
            self.texts(value, path)
        for item in node.items:
            self.texts(item, path)


class PollReader:
    """Reads replies and produces packets and faults."""

    pending = 0

    def __init__(self, version, strict, limits):
        self.version, self.strict, self.limits = version, strict, limits

    def reply(self, text):
        """Returns the packets and faults of one reply."""
        if len(text) > self.limits["packetBytes"]:
            return [Fault("limit.size", 0)]
        whole = Parser(text, kept=2)
        if whole.fault:
            return [Fault(whole.fault.code, whole.fault.offset)]
        elements = whole.root.items if whole.root.kind == "array" else [whole.root]
        most = self.limits["batchMessages"]
        if whole.root.kind == "array" and len(elements) > most:
            return [Fault("frame.batchLimit", elements[most].start)]
        return [self.element(text, node.start, node.end) for node in elements]

    def element(self, text, start, end):
        """Returns one packet, or its fault."""
        try:
            return self.packet(text[start:end])
        except Fault as fault:
            fault.offset += start
            return fault

    def packet(self, text):
        """Reads a packet from its JSON text; offsets count from its first byte."""
        if not text.startswith(b"{"):
            raise Fault("message.type", 0)
        self.text = text
        scan = Scan(text, self.limits, self.strict)
        found, deviations = scan.found, scan.deviations
        header, more = self.header(found, text)
        packet = Packet.head(header & 255, "down")
        packet.judge_direction("down", found["headerCode"][1].start, self.strict)    # RMTP-045
        packet.deviations += deviations + more
        kinds = members_of(packet.name, self.version)
        for name, (_, value) in sorted(found.items(), key=lambda each: each[1][0].start):
            if name in kinds and value.kind != "null":
                self.member(packet, name, kinds[name], value)
        packet.deviations = sorted(set(packet.deviations))
        return packet

    def header(self, found, text):
        """Reads the header byte (RMTP-092) and its deviations."""
        if "headerCode" not in found:
            raise Fault("field.missing", len(text) - 1, path="/headerCode")
        value = found["headerCode"][1]
        if value.kind == "null":
            raise Fault("field.missing", len(text) - 1, path="/headerCode")
        if value.kind != "number" or not WHOLE.fullmatch(value.text):
            raise Fault("field.type", value.start, path="/headerCode")
        number = int(value.text[:LONGEST])
        if not -128 <= number <= 255 or (number > 127 and self.strict):
            raise Fault("field.value", value.start, path="/headerCode")
        return number, ["DEV-137"] if number > 127 else []

    def member(self, packet, name, kind, value):
        """Reads one member that belongs to the packet (RMTP-094, RMTP-095)."""
        path = "/" + name
        if kind == "data":
            held = self.data(packet, value)
            if held is None:
                return
        elif kind == "str":
            if value.kind != "string":
                raise Fault("field.type", value.start, path=path)
            held = join_surrogates(value.text)
        else:
            if value.kind != "number" or not WHOLE.fullmatch(value.text):
                raise Fault("field.type", value.start, path=path)
            held = int(value.text[:LONGEST])
            if not 0 <= held < 1 << BITS[kind]:
                raise Fault("field.value", value.start, path=path)
        packet.members[SHOWN.get(name, name)] = held

    def data(self, packet, value):
        """Returns the value of a body, which a string contains (RMTP-095); None if there is none."""
        wrong = Fault("field.type", value.start, path="/data")
        if value.kind != "string":
            if self.strict:
                raise wrong
            packet.deviations.append("DEV-145")
            return RawJSON(self.text[value.start:value.end])
        if value.text == "":
            if self.strict:
                raise Fault("json.syntax", value.start, path="/data")
            packet.deviations.append("DEV-146")
            return None
        text = escape_lone(join_surrogates(value.text)).encode()
        parsed = Parser(text)
        if parsed.lone and self.strict:     # detected before any error that follows it (CNT-048)
            raise Fault("json.surrogate", value.start, path="/data")
        if parsed.fault:
            raise Fault(parsed.fault.code, value.start, path="/data")
        limited = Parser(text, self.limits["depth"], self.limits["stringBytes"])
        if limited.fault:
            raise Fault(limited.fault.code, value.start, path="/data")
        if parsed.lone:
            packet.deviations.append("DEV-109")
        return RawJSON(text[parsed.root.start:parsed.root.end])


def escape_lone(text):
    """Returns a text in which lone surrogates are escapes; one after a backslash cannot be, and the text remains
    invalid JSON.
    """
    def escape(match):
        slashes, unit = match.groups()
        return slashes + ("\\u%04x" % ord(unit) if len(slashes) % 2 == 0 else "x")
    return re.sub("(\\\\*)([\ud800-\udfff])", escape, text)


def write(packet, kinds):
    """Writes a packet as an object of a reply (RMTP-096)."""
    header = packet.header
    parts = [b'"headerCode":%d' % (header - 256 if header > 127 else header)]
    for name in MEMBERS:
        value = packet.members.get(SHOWN.get(name, name))
        if value is None or name not in kinds:
            continue
        if isinstance(value, RawJSON):
            text = quote(value.text.decode())
        elif isinstance(value, str):
            text = quote_any(value)
        else:
            text = b"%d" % value
        parts.append(quote(name) + b":" + text)
    return b"{" + b",".join(parts) + b"}"


def quote_any(text):
    """Returns a string in JSON; lone surrogates, which cannot be encoded in UTF-8, are escapes."""
    quoted = json.dumps(text, ensure_ascii=False)
    return re.sub("[\ud800-\udfff]", lambda match: "\\u%04x" % ord(match.group()), quoted).encode()
