# SPDX-License-Identifier: Apache-2.0
"""The POST with which a polling client sends a packet (RMTP-098, TST-110)."""
import os

import forms
from packets import Packet, RawJSON
from packetwriting import fitted, number_of
from reading import LIMITS, WHOLE
from request import BadRequest, dump
from strictjson import Fault, Parser

PATH = "/websocket"
SENT = ("PUBLISH", "PUBACK", "QUERY", "QUERYCON")
WITH_DATA = ("PUBLISH", "QUERY")
PARAMETERS = ("messageid", "header", "sessionid", "topic", "targetid", "pid")


def number(field, most):
    """Reads a decimal number of a parameter (API-017)."""
    if not WHOLE.fullmatch(field.value) or not 0 <= int(field.value) <= most:
        raise Fault("form.value", field.place, path="/" + field.name)
    return int(field.value)


def body_of(packet, body):
    """Returns the JSON object of `data`; None if there is none. `""` is empty too, and so is
    `{}` for a packet without data."""
    if not body:
        return None
    parsed = Parser(body, LIMITS["depth"])     # RMTP-364
    if parsed.fault:
        raise Fault(parsed.fault.code, parsed.fault.offset)
    root, has_data = parsed.root, packet.name in WITH_DATA
    if (root.kind == "string" and root.text == "") or (root.kind == "object" and not root.members and not has_data):
        return None
    if root.kind != "object" or not has_data:
        raise Fault("message.type", root.start)
    return RawJSON(body[root.start:root.end])


def decode(request):
    """rmtp.request.decode."""
    target, body, strict = request.string("target").encode(), request.bytes(), request.strict()
    path, mark, query = target.partition(b"?")
    if path != PATH.encode():
        raise Fault("url.syntax", len(os.path.commonprefix([path, PATH.encode()])))    # API-061
    if not mark:
        raise Fault("url.syntax", len(path))
    found, others = {}, []
    for field in forms.decode(query, len(path) + 1, strict):
        if field.name not in PARAMETERS:
            others.append(field)
        else:
            found.setdefault(field.name, []).append(field)

    def take(name):
        """Returns a parameter that the packet has; None if it is absent."""
        fields = found.pop(name, [])
        if len(fields) > 1:
            raise Fault("form.duplicate", fields[1].start, path="/" + name)
        return fields[0] if fields else None

    def need(name):
        field = take(name)
        if field is None:
            raise Fault("form.missing", len(target), path="/" + name)
        return field

    header = need("header")     # the header is read first and completely
    packet = Packet.head(number(header, 255), "up")
    if packet.name not in SENT:
        raise Fault("form.value", header.place, path="/header")
    packet.members["messageId"] = number(need("messageid"), 65535)
    session = need("sessionid").value
    if packet.name in WITH_DATA:
        packet.members.update(topic=need("topic").value, targetId=need("targetid").value)
    pid = take("pid")
    data = body_of(packet, body)
    if data is not None:
        packet.members["data"] = data
    parts = [b'"packet":' + packet.show(), b'"sessionid":' + dump(session)]
    if pid:
        parts.append(b'"pid":' + dump(pid.value))
    others = sorted([*others, *sum(found.values(), [])], key=lambda field: field.start)
    if others:
        parts.append(b'"others":' + dump([[field.name, field.value] for field in others]))
    return b'{"value":{%s},"deviations":%s}' % (b",".join(parts), dump(packet.deviations))


def encode(request):
    """rmtp.request.encode."""
    value = request.json("value")
    shown = value.get("packet")
    if not isinstance(shown, dict) or not isinstance(value.get("sessionid"), str):
        raise BadRequest("value must have packet and sessionid")
    number_of(shown)
    shown = fitted(shown)
    if shown["packet"] not in SENT:
        raise Fault("encode.field", path="/packet")
    packet = Packet(shown["packet"], shown.get("qos", 0), shown.get("dup", False), shown.get("retain", False))
    needed = ("messageId", "topic", "targetId") if packet.name in WITH_DATA else ("messageId",)
    if any(name not in shown for name in needed):
        raise Fault("encode.field", path="/packet")
    if "data" in shown and (packet.name not in WITH_DATA or not isinstance(shown["data"], dict)):
        raise Fault("encode.member", path="/data")      # the body is an object, if there is one (RMTP-098)
    for name in needed[1:]:
        text = shown[name]
        if not isinstance(text, str) or any("\ud800" <= each <= "\udfff" for each in text):
            raise Fault("encode.field", path="/" + name)
    fields = [("messageid", str(shown["messageId"] & 65535)), ("header", str(packet.header)),
              ("sessionid", value["sessionid"])]
    if packet.name in WITH_DATA:
        fields += [("topic", shown["topic"]), ("targetid", shown["targetId"])]
    if "pid" in value:
        fields.append(("pid", value["pid"]))
    fields += value.get("others", [])
    answer = b'{"target":%s' % dump(f"{PATH}?{forms.encode(fields)}")
    if "data" in shown:
        members = {name.text: node for name, node in request.node("value", "object").members}
        data = {name.text: node for name, node in members["packet"].members}["data"]
        answer += b',"body":%s' % request.line[data.start:data.end]
    return b'{"value":%s}}' % answer
