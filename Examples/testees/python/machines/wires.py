# SPDX-License-Identifier: Apache-2.0
"""The part shared by both sides of a session of packets: packets in scripts, topics, bodies, ids (RMTP-120, RMTP-220
…).
"""
import os

from packets import show_string, string_of
from packetwriting import packet_of, possible
from protobuf import MESSAGES, BodyReader, body_of, build
from request import BadRequest, from_base64, to_base64
from schemas import SPEC, read_json
from strictjson import Fault

HEADER = {"qos": 0, "dup": False, "retain": False}
REQUEST = {"topic": "text", "targetId": "text"}      # members of events that send a PUBLISH or a QUERY
DEFAULTS = {"CONNACK": {"ignored": 0}, "DISCONNECT": {"ignored": 0}}     # RMTP-111; `data` stays absent


def topics():
    """Returns the registry of topics: (topic, packet) -> its entry."""
    entries = read_json(os.path.join(SPEC, "registry", "rmtp-topics.json"))["entries"]
    return {(entry["value"], entry["packet"]): entry for entry in entries}


TOPICS = topics()


def packet(name, **members):
    """Returns a packet with the members of its header; members that are None are absent."""
    header = {key: members.pop(key, value) for key, value in HEADER.items()}
    return {"packet": name, **header, **{key: value for key, value in members.items() if value is not None}}


def show(shown):
    """Returns a packet as it is shown in an action."""
    return {name: to_base64(value) if isinstance(value, bytes) else show_string(value) if isinstance(value, str) else value
            for name, value in shown.items()}


def data_of(event):
    """Returns the bytes of an event's `data` or `body`."""
    if event.get("body") is not None:
        return written(event.get("body"))
    if not isinstance(event.get("data", ""), str):
        raise BadRequest("data must be Base64")
    return from_base64(event.get("data", ""))


def written(body):
    """Returns the bytes of a body in a script."""
    if not isinstance(body, dict) or not isinstance(body.get("message"), str) or body["message"] not in MESSAGES:
        raise BadRequest("body must have the name of a message")
    if body.get("value") is None:
        raise BadRequest("body must have a value")
    try:
        return body_of(body["message"], body["value"]).write()
    except Fault as fault:      # RMTP-221
        raise BadRequest(f"a body cannot be written: {fault.code}") from None


def received(event, down):
    """Returns the packet of an event, with defaults for omitted members (RMTP-220)."""
    given = {key: value for key, value in event.need("packet", dict).items() if value is not None}
    name = given.get("packet")
    if not isinstance(name, str):
        raise BadRequest("a packet must have a name")
    members = {member: kind for direction in ("up", "down") for version in (2, 3, 4)
               for member, kind in possible(name, direction, version).items() if down or member != "syncMsg"}
    if "data" in members and not isinstance(given.get("data", ""), str):
        raise BadRequest("data must be Base64")
    try:
        packet_of(given, b"", "down" if down else "up", members)
    except Fault as fault:      # RMTP-360
        raise BadRequest(f"a packet cannot be written: {fault.code}") from None
    found = {**packet(name), **DEFAULTS.get(name, {}), **given}
    found.update({name: string_of(found[name]) for name, kind in members.items() if kind == "str" and name in found})
    if "messageId" in found:
        found["messageId"] &= 65535
    if isinstance(found.get("data"), str):
        found["data"] = from_base64(found["data"])
    if event.get("body") is not None:
        found["data"] = written(event.get("body"))
    if down and name == "PUBLISH":
        found.setdefault("syncMsg", False)
    return found


def read(name, data):
    """Reads a body by the name of its message; raises a fault if it cannot be read."""
    return BodyReader(name, data).body


def request_message(topic, kind, data):
    """Returns the message in a PUBLISH or QUERY; None if it is not known (RMTP-060, RMTP-232)."""
    entry = TOPICS.get((topic, kind), {}) if isinstance(topic, str) else {}
    names = [name for name in [entry.get("request"), *entry.get("alternatives", [])] if name]
    for name in names if len(names) > 1 else ():
        try:
            body = read(name, data)
        except Fault:
            continue
        if not body.unknown and next(body.missing(), None) is None:
            return name
    return names[0] if names else None


def answer_message(topic):
    """Returns the message of the answer to a QUERY."""
    return TOPICS.get((topic, "QUERY"), {}).get("answer") if isinstance(topic, str) else None


def body_beside(name, data):
    """Returns the `body` that accompanies a packet: its body as JSON, if it is known and can be read (RMTP-221)."""
    if name is None or not data:
        return None
    try:
        return {"message": name, "value": read(name, data).show()}
    except Fault:
        return None


def make(name, **fields):
    """Creates a body of the machine."""
    return build(name, fields).write()


class Ids:
    """A counter of message ids (RMTP-120, RMTP-121, RMTP-123)."""

    def __init__(self, largest):
        self.largest, self.last = largest, 0

    def next(self, taken):
        """Returns the next id that is not waiting for an answer; None if all are."""
        for _ in range(self.largest):
            self.last = self.last + 1 if self.last < self.largest else 1
            if self.last not in taken:
                return self.last
        return None
