# SPDX-License-Identifier: Apache-2.0
"""The application's view of a message (RMTP-160 to RMTP-183, RMTP-302 to RMTP-305, TST-112, TST-113)."""
import json

import contents
from packets import is_lone, show_string, string_of
from protobuf import LIMITS as BODY_LIMITS
from protobuf import MESSAGES, Body, BodyReader, build
from reading import LIMITS as CONTENT_LIMITS
from request import BadRequest, dump, from_base64, to_base64
from schemas import TYPES
from strictjson import Fault

TOPICS = {1: "ppMsgP", 2: "pdMsgP", 3: "pgMsgP", 4: "chatMsg", 5: "pcMsgP", 7: "pmcMsgN", 8: "pmpMsgN", 10: "ugMsg",
          12: "prMsgP"}     # RMTP-161
STATUS_TOPICS = {1: "ppMsgS", 3: "pgMsgS", 4: "chatMsgS", 12: "prMsgS"}
VARIANTS = {"withoutPush": {1: "ppMsgN"}, "agent": {5: "pcuMsgP"}}
CONVERSATIONS = {topic: number for table in (TOPICS, STATUS_TOPICS, *VARIANTS.values())
                 for number, topic in table.items()}
RECALL, RECALL_TYPE = "recallMsg", "RC:RcCmd"      # RMTP-163
UP_BITS = {"persisted": 0x01, "counted": 0x02, "mentioned": 0x04, "silent": 0x20, "expandable": 0x40}     # RMTP-171
DOWN_BITS = {"persisted": 0x10, "counted": 0x20, "mentioned": 0x40, "silent": 0x200, "expandable": 0x400,
             "receivedElsewhere": 0x02}     # RMTP-172
GROUPS = (2, 3, 4)      # kinds whose target is `groupId`, whoever has sent the message (RMTP-303)
SENT, STATUS = 1, 16
SAME_FIELDS = {"pushText": "pushContent", "pushContent": "pushText"}    # up and down
OWN_BITS = ("sessionId", "status")      # bits without a meaning are not converted (RMTP-173)


class EnvelopeReader:
    """Reads envelopes from messages; `own` is this user's id if it is known, and `deviations` are those of bodies and
    contents."""

    def __init__(self, limits, strict, own):
        self.limits, self.strict, self.own, self.deviations = limits, strict, own, []

    def body(self, name, data):
        """Reads a body by the name of its message."""
        reader = BodyReader(name, data, self.limits, self.strict)
        self.deviations += reader.deviations
        return reader.body

    def content(self, envelope, object_name, data):
        """Adds the content, decoded or as bytes (RMTP-183)."""
        try:
            content = contents.Content(object_name, data, self.limits, self.strict)
            self.deviations += content.deviations
            envelope["content"] = content.value
        except Fault as fault:
            envelope["content"], envelope["contentError"] = dump({"$base64": to_base64(data)}), dump(fault.code)

    def finish(self, envelope, body, bits, field, table):
        """Adds the flags and the fields that no other member has; `field` contained the flags (RMTP-173, RMTP-182)."""
        envelope["flags"] = dump([name for name, bit in table.items() if (bits or 0) & bit])
        body.put(field, (bits or 0) & ~sum(table.values()) or None)
        shown = body.show()
        if shown:
            envelope["rest"] = dump({"message": body.name, "value": shown})
        return b"{" + b",".join(dump(name) + b":" + value for name, value in envelope.items()) + b"}"

    def up(self, topic, target, data, receipt):
        """Reads a message that this user sends, or a copy of it from the service."""
        body, envelope = self.body("UpStreamMessage", data), {}
        take(body, envelope, {"classname": "objectName"})
        if "objectName" in envelope:    # without it the content is in `rest` (RMTP-363)
            content = take_value(body, "content")
            if content is not None:
                self.content(envelope, json.loads(envelope["objectName"]), content)
        if topic in CONVERSATIONS:
            envelope["conversation"] = dump(CONVERSATIONS[topic])
        if target is not None:
            envelope["targetId"] = dump(target)
        envelope["direction"] = dump("sent")
        if receipt:
            if "date" in receipt:   # version 2 may have no milliseconds (RMTP-035)
                envelope["sentTime"] = dump(receipt["date"] * 1000 + receipt.get("millisecond", 0))
            if "messageUId" in receipt:
                envelope["messageUId"] = dump(receipt["messageUId"])
        take_receivers(body, envelope, "userId")
        return self.finish(envelope, body, body.get("sessionId"), "sessionId", UP_BITS)

    def down(self, body):
        """Reads a DownStreamMessage."""
        envelope = {}
        take(body, envelope, {"classname": "objectName", "type": "conversation", "dataTime": "sentTime",
                              "msgId": "messageUId"})
        given = take_value(body, "fromUserId"), body.get("groupId"), body.get("direction")
        target, sender, sent = parties(json.loads(envelope.get("conversation", "0")), *given, self.own)
        if "objectName" in envelope:    # without it the content is in `rest` (RMTP-363)
            content = take_value(body, "content")
            if content is not None:
                self.content(envelope, json.loads(envelope["objectName"]), content)
        for name, value in (("targetId", target), ("senderId", sender)):
            if value is not None:
                envelope[name] = dump(value)
        if body.get("groupId") == target:
            body.put("groupId", None)
        envelope["direction"] = dump("sent" if sent else "received")
        if body.get("direction") == SENT:
            body.put("direction", None)
        take_receivers(body, envelope, "toUserId")
        return self.finish(envelope, body, body.get("status"), "status", DOWN_BITS)


def parties(kind, origin, group, direction, own):
    """Returns the target and the sender of a delivered message and whether this user has sent it (RMTP-302 to
    RMTP-304); `origin` is its `fromUserId`."""
    is_own = own is not None and origin == own
    to_self = kind not in GROUPS and group in (None, own)
    sent = direction == SENT or (is_own and not to_self)
    target = group if group is not None and (kind in GROUPS or is_own) else origin
    if not sent:
        return target, origin, sent
    return target, own if own is not None else origin if kind in GROUPS else None, sent


def take_value(body, name):
    """Returns the value of a field and removes it from the body."""
    value = body.get(name)
    body.put(name, None)
    return value


def take_receivers(body, envelope, field):
    """Moves the receivers into the envelope, if there are any (RMTP-361)."""
    receivers = take_value(body, field)
    if receivers:
        envelope["receivers"] = dump(receivers)


def take(body, envelope, names):
    """Moves fields into the envelope under other names."""
    for field, name in names.items():
        value = take_value(body, field)
        if value is not None:
            envelope[name] = dump(value)


def decode(request):
    """rmtp.envelope.decode."""
    packet, down = request.json("packet"), request.choice("direction", ("up", "down")) == "down"
    own = request.string("ownId") if request.has("ownId") else None
    reader = EnvelopeReader(request.limits(CONTENT_LIMITS, BODY_LIMITS), request.strict(), own)
    receipt = request.json("receipt") if request.has("receipt") else {}
    if not isinstance(packet.get("data", ""), str):
        raise BadRequest("data must be Base64")
    data, topic = from_base64(packet.get("data", "")), packet.get("topic")
    if not isinstance(topic, str):      # a text with a lone surrogate is no topic of the registry
        topic = None
    if packet.get("packet") == "QUERYACK":
        value = pulled(reader, data)
    elif packet.get("packet") != "PUBLISH":
        value = b"null"
    elif down and topic == "s_msg" and not packet.get("syncMsg"):
        value = reader.down(reader.body("DownStreamMessage", data))
    elif topic in CONVERSATIONS or topic == RECALL:
        value = reader.up(topic, packet.get("targetId"), data, receipt)
    else:
        value = b"null"
    return b'{"value":%s,"deviations":%s}' % (value, dump(sorted(set(reader.deviations))))


def pulled(reader, data):
    """Reads the messages of a pull, and the other fields of the body."""
    body = reader.body("DownStreamMessages", data)
    messages = [reader.down(each) for each in take_value(body, "list") or ()]
    parts = [b'"messages":[%s]' % b",".join(messages)]
    return b"{" + b",".join(parts + [dump(name) + b":" + dump(value) for name, value in body.show().items()]) + b"}"


def default_flags(object_name):
    """Returns the flags that follow from a type's persistence (RMTP-171)."""
    persistence = TYPES[object_name].flags if object_name in TYPES else 3
    if persistence is None:
        persistence = 3
    return ["persisted"] * (persistence & 1) + ["counted"] * (persistence >> 1 & 1)


def topic_of(conversation, object_name, variant):
    """Returns the topic of a message sent to the service (RMTP-161, RMTP-163, RMTP-170)."""
    if object_name == RECALL_TYPE:
        return RECALL
    status = object_name in TYPES and TYPES[object_name].flags == STATUS
    table = STATUS_TOPICS if status else {**TOPICS, **VARIANTS.get(variant, {})}
    if conversation not in table:
        raise Fault("encode.topic")
    return table[conversation]


def content_bytes(request, envelope):
    """Returns the content as it is written."""
    held = envelope["content"]
    if isinstance(held, dict) and list(held) == ["$base64"]:
        if not isinstance(held["$base64"], str):
            raise BadRequest("$base64 must be Base64")
        return from_base64(held["$base64"])
    value = {name.text: node for name, node in request.node("value", "object").members}["content"]
    return contents.write(envelope["objectName"], request.line[value.start:value.end], CONTENT_LIMITS)


def encode(request):
    """rmtp.envelope.encode."""
    envelope, down = request.json("value"), request.choice("direction", ("up", "down")) == "down"
    variant = request.choice("variant", tuple(VARIANTS)) if request.has("variant") else None
    own, date = request.string("ownId") if request.has("ownId") else None, request.integer("date", 0)
    if not 0 <= date < 1 << 32:
        raise Fault("encode.range", path="/date")
    for needed in ("objectName", "content", "conversation", "targetId", *(["sentTime"] if down else [])):
        if envelope.get(needed) is None:
            raise Fault("encode.member", path="/" + needed)
    try:
        name, target = envelope["objectName"], string_of(envelope["targetId"])
        content = content_bytes(request, envelope)
        flags = envelope["flags"] if "flags" in envelope else default_flags(name)
        body = rest_of(envelope, "DownStreamMessage" if down else "UpStreamMessage")
    except KeyError as missing:
        raise BadRequest(f"the envelope lacks {missing}") from None
    packet = {"packet": "PUBLISH", "qos": 1, "dup": False, "retain": False,
              "messageId": request.integer("messageId", 1) & 65535}
    body.put("classname", name)
    body.put("content", content)
    if not down:
        body.put("sessionId", (body.get("sessionId") or 0) | sum(UP_BITS.get(flag, 0) for flag in flags))
        body.put("userId", envelope.get("receivers"))
        topic = topic_of(envelope["conversation"], name, variant)
        return dump({"value": {**packet, "topic": topic, "targetId": show_string(target),
                               "data": to_base64(body.write())}})
    if is_lone(target):     # a field of a body is UTF-8 (RMTP-345)
        raise Fault("encode.member", path="/targetId")
    sent, in_group = envelope.get("direction", "sent") == "sent", envelope["conversation"] in GROUPS
    origin = target if sent and not in_group else envelope.get("senderId", own)     # RMTP-305
    if origin is None:
        raise Fault("encode.member", path="/fromUserId")
    body.put("fromUserId", origin)
    body.put("type", envelope["conversation"])
    body.put("dataTime", envelope["sentTime"])
    body.put("msgId", envelope.get("messageUId"))
    body.put("toUserId", envelope.get("receivers"))
    body.put("status", (body.get("status") or 0) | sum(DOWN_BITS.get(flag, 0) for flag in flags))
    if sent:
        body.put("direction", SENT)
    elif body.get("direction") == SENT:     # it would be read as sent (RMTP-302)
        body.put("direction", None)
    group = body.get("groupId")
    if sent and not in_group:
        body.put("groupId", None if group == target else group)
    elif target != (group if in_group and group is not None else origin):
        body.put("groupId", target)
    return dump({"value": {**packet, "syncMsg": False, "date": date, "topic": "s_msg",
                           "targetId": origin, "data": to_base64(body.write())}})


def rest_of(envelope, message):
    """Returns the body from the rest of an envelope; a body of the other direction is copied field by field (RMTP-182).
    """
    rest = envelope.get("rest")
    if not rest:
        return Body(message)
    if rest["message"] == message:
        return build(message, rest["value"])
    names = {field.name for field in MESSAGES[message].values()}
    value = {SAME_FIELDS.get(name, name): item for name, item in rest["value"].items()}
    return build(message, {name: item for name, item in value.items() if name in names and name not in OWN_BITS})
