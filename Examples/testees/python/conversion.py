# SPDX-License-Identifier: Apache-2.0
"""Converts a packet from polling to bytes, and vice versa (RMTP-099, TST-111)."""
from packetwriting import fitted, number_of
from protobuf import MESSAGES, Body, BodyReader, build
from request import BadRequest, dump, from_base64, to_base64
from strictjson import Fault


def as_text(body):
    """Returns a message as the plain object of a polling reply: bytes fields are text, and no list is left out
    (RMTP-300)."""
    if body.unknown:
        raise Fault("encode.member", path="/data")
    return {field.name: [text_of(item) for item in body.values.get(number) or ()] if field.repeated
            else text_of(body.values[number])
            for number, field in body.fields.items() if field.repeated or body.values.get(number) is not None}


def text_of(value):
    """Returns one value of a message in polling."""
    if isinstance(value, Body):
        return as_text(value)
    if isinstance(value, bytes):
        try:
            return value.decode()
        except UnicodeDecodeError:
            raise Fault("encode.member", path="/data") from None
    return value


def as_bytes(name, value):
    """Returns the JSON of a message whose bytes fields are text, with these fields in Base64 again."""
    if not isinstance(value, dict):
        return value
    kinds = {field.name: field for field in MESSAGES[name].values()}
    changed = {}
    for key, item in value.items():
        kind = kinds[key].kind if key in kinds else None
        items = item if isinstance(item, list) else [item]
        if kind == "bytes":
            items = [to_base64(each.encode()) if isinstance(each, str) else each for each in items]
        elif kind in MESSAGES:
            items = [as_bytes(kind, each) for each in items]
        changed[key] = items if isinstance(item, list) else items[0]
    return changed


def convert(request):
    """rmtp.convert."""
    packet, polled = request.json("packet"), request.choice("to", ("websocket", "xhr")) == "xhr"
    number_of(packet)
    if polled and not isinstance(packet.get("data", ""), str):
        raise BadRequest("data must be Base64")
    message = request.string("message") if request.has("message") else None
    if message is not None and message not in MESSAGES:     # TST-190
        raise BadRequest("no schema has that message")
    if request.has("trailing") and request.bytes("trailing"):
        raise Fault("encode.member")
    packet = fitted(packet)
    if packet["packet"] == "CONNECT":       # TST-190
        raise Fault("encode.member")
    changed = dict(packet)
    if polled and packet.get("data") == "" and not message:
        del changed["data"]     # an empty body without a name (RMTP-301)
    elif "data" in packet:
        changed["data"] = to_polled(packet["data"], message) if polled else to_bytes(packet["data"], message)
    if polled:
        if changed.pop("ignored", 0):
            raise Fault("encode.member", path="/ignored")
        if changed.pop("flags", 0) >> 4:
            raise Fault("encode.member", path="/flags")
    else:
        if packet["packet"] in ("CONNACK", "DISCONNECT"):
            changed.setdefault("ignored", 0)
        if packet["packet"] in ("PUBLISH", "QUERY", "QUERYACK") or packet["packet"].startswith("TYPE"):
            changed.setdefault("data", "")
        if packet["packet"] == "PUBACK" and "timestamp" in changed:
            time = changed.pop("timestamp")
            if "date" in changed or "millisecond" in changed or time // 1000 >= 1 << 32:
                raise Fault("encode.member", path="/timestamp")
            changed.update(date=time // 1000, millisecond=time % 1000)
    return dump({"value": changed})


def to_polled(data, message):
    """Converts a body to JSON."""
    if not message:
        raise Fault("encode.member", path="/data")
    return as_text(BodyReader(message, from_base64(data)).body)


def to_bytes(value, message):
    """Converts JSON to a body."""
    if not message:
        raise Fault("encode.member", path="/data")
    return to_base64(build(message, as_bytes(message, value)).write())
