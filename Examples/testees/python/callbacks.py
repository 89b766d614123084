# SPDX-License-Identifier: Apache-2.0
"""The bodies of callbacks: messages that are passed on, and changes of online status (API-071 to API-073, API-092)."""
from reading import LIMITS, UNREADABLE, Reading
from request import BadRequest, dump, to_base64
from schemas import Member, Shape
from services import form_values, read_form, show_fields, write
from strictjson import Fault, Parser

LIST_BYTES, LIST_ITEMS = 4194304, 65536     # API-092
CHANGE_LIMITS = {**LIMITS, "unknownBytes": LIST_BYTES}
CHANNELS = ("PERSON", "PERSONS", "GROUP", "TEMPGROUP", "CUSTOMERSERVICE", "NOTIFY", "MC", "MP")     # API-072
KINDS = {"fromUserId": "id", "toUserId": "id", "objectName": "type", "content": "content", "channelType": "text",
         "msgTimestamp": "integer", "msgUID": "text", "sensitiveType": "integer", "source": "text"}
RANGES = {"channelType": [1, 32], "msgTimestamp": [0, None], "msgUID": [0, 256], "sensitiveType": [0, None],
          "source": [0, 64]}
OPTIONAL = ("msgTimestamp", "msgUID", "sensitiveType", "source")
ROWS = [{"name": name, "type": kind, "occurs": [name not in OPTIONAL, 1], "range": RANGES.get(name)}
        for name, kind in KINDS.items()]
# What lenient mode requires: numbers, and nothing of the length of a text.
LOOSE = [{**row, "type": "integer", "range": [-2 ** 63, None]} if row["type"] == "integer" else
         {**row, "type": "text", "range": None} for row in ROWS]
CHANGE = Shape({"userid": Member("string", True), "status": Member("string", True), "os": Member("string"),
                "time": Member("number")})


class Change(Reading):
    """A change of online status."""

    WRONG_TYPE = "field.type"   # an element of the list that is not an object

    def refuse(self, value, path):
        """Refuses a value that cannot be read, in both modes (errors.md, field.type)."""
        if value.end is not None:
            self.note(value.end, value.start, "field.type", path)
        return UNREADABLE


def decode(request):
    """api.callback.decode."""
    is_message = request.string("callback") == "message"
    value = (message if is_message else changes)(request.bytes(), request.strict())
    return b'{"value":%s}' % value


def message(data, strict):
    """Returns the value of a message (TST-203)."""
    values, rest = read_form(data, ROWS if strict else LOOSE, strict)
    parts = show_fields(ROWS, values, rest)
    channel = values[list(KINDS).index("channelType")][0][1]
    if channel in CHANNELS:
        parts.append(b'"conversationType":%d' % (CHANNELS.index(channel) + 1))
    return b"{" + b",".join(parts) + b"}"


def changes(data, strict):
    """Returns the list of a status (TST-204)."""
    if len(data) > LIST_BYTES:
        raise Fault("limit.size", 0)
    parsed = Parser(data, LIMITS["depth"], LIMITS["stringBytes"])
    if parsed.root is not None and parsed.root.kind != "array" and not parsed.fault:
        raise Fault("content.type", parsed.root.start)
    texts = []
    for index, node in enumerate(parsed.root.items if parsed.root is not None else ()):
        if node.end is None or (parsed.fault and parsed.fault.offset < node.end):
            break
        if index >= LIST_ITEMS:
            raise Fault("limit.items", node.start, path=f"/{index}")
        try:
            texts.append(Change(data[node.start:node.end], CHANGE, CHANGE_LIMITS, strict).value)
        except Fault as fault:
            raise Fault(fault.code, fault.offset + node.start, path=f"/{index}{fault.path or ''}") from None
    if parsed.fault:
        raise Fault(parsed.fault.code, parsed.fault.offset, path="")
    return b"[" + b",".join(texts) + b"]"


def encode(request):
    """api.callback.encode."""
    is_message = request.string("callback") == "message"
    node = request.nodes["value"]
    if node.kind != ("object" if is_message else "array"):
        raise BadRequest("value must be an object for a message and a list for a status")
    if not is_message:
        return dump({"bytes": to_base64(changes(request.line[node.start:node.end], False))})
    if Parser(request.line[node.start:node.end]).lone:
        raise Fault("encode.json")
    node.members[:] = [member for member in node.members if member[0].text != "conversationType"]
    values, rest = form_values(ROWS, node, request.line, False)
    return dump({"bytes": to_base64(write(ROWS, values, rest, False))})
