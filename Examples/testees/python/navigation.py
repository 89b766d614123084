# SPDX-License-Identifier: Apache-2.0
"""The answer of the navigation service (RMTP-210 to RMTP-213, TST-114)."""
import re

from reading import LIMITS, TRUTH, UNREADABLE, Reading
from request import dump, to_base64
from schemas import Member, Shape
from strictjson import Fault, Parser

CALLBACK = "getServerEndpoint"
NAME = re.compile(rb"[A-Za-z_$.][A-Za-z0-9_$.]*")
SPACE = re.compile(rb"[ \t\r\n]*")
FLAGS = ("kvStorage", "joinMChrm", "openMp")
SHAPE = Shape({"code": Member("integer"), "server": Member("string"), "backupServer": Member("string"),
               "userId": Member("string"), **{name: Member("flag") for name in FLAGS},
               "voipCallInfo": Member("string")})


class Answer(Reading):
    """The object of the answer."""

    def read_flag(self, member, value, path):
        """Reads a boolean, or 0 and 1; any other value is not a flag (RMTP-212)."""
        return TRUTH[value.text] if value.kind in ("boolean", "number") and value.text in TRUTH else UNREADABLE

    def refuse(self, value, path):
        """In an answer of a service, a value that cannot be read is refused in both modes (errors.md, field.type)."""
        if value.end is not None:   # a truncated value has no type, and the text itself is the error
            self.note(value.end, value.start, "field.type", path)
        self.limit_texts(value, path)
        return UNREADABLE

    def write(self, path, known, others):
        """Writes the answer; a value that is not a flag follows the other unknown members."""
        others = sorted(others, key=lambda member: member[0] in FLAGS)
        self.unknown[:] = [name for name, _ in others]
        return super().write(path, known, others)


def take_apart(data, strict):
    """Returns the function's name (None without one), and where the JSON text begins and ends (RMTP-210, RMTP-211)."""
    at = skip(data, 0)
    if data.startswith(b"{", at):
        if strict:
            raise Fault("json.syntax", at)
        return None, at, len(data)
    name = NAME.match(data, at)
    at = skip(data, name.end()) if name else at
    if not name or not data.startswith(b"(", at):
        raise Fault("json.syntax", at)
    return name.group().decode(), at + 1, call_end(data, at + 1)


def call_end(data, start):
    """Returns the position of the bracket after the value, or the end of the text if something else is there."""
    parsed = Parser(data[start:])
    end = start + parsed.fault.offset if parsed.fault else len(data)
    trailing = parsed.fault and parsed.fault.code == "json.trailing" and data.startswith(b")", end)
    return end if trailing else len(data)


def finish(data, at):
    """Reads the bracket and at most one semicolon, and refuses anything else."""
    if data.startswith(b")", at):
        at = skip(data, at + 1)
        at = skip(data, at + 1) if data.startswith(b";", at) else at
        if at == len(data):
            return
    raise Fault("json.syntax", at)


def skip(data, at):
    """Returns the position after white space."""
    return SPACE.match(data, at).end()


def decode(request):
    """rmtp.navigation.decode."""
    data, strict, limits = request.bytes(), request.strict(), request.limits(LIMITS)
    if len(data) > limits["contentBytes"]:
        raise Fault("limit.size", 0)
    callback, start, end = take_apart(data, strict)
    try:
        answer = Answer(data[start:end], SHAPE, limits, strict)
    except Fault as fault:
        fault.offset += start
        raise
    if callback:
        finish(data, end)
    parts = [b'"callback":' + dump(callback)] if callback else []
    parts.append(b'"answer":' + answer.value)
    return b'{"value":{%s},"unknown":%s,"deviations":%s}' % (
        b",".join(parts), dump(answer.unknown), dump(answer.deviations + ([] if callback else ["DEV-139"])))


def encode(request):
    """rmtp.navigation.encode."""
    members = {name.text: node for name, node in request.node("value", "object").members}
    callback = members["callback"].text if "callback" in members else CALLBACK
    if not NAME.fullmatch(callback.encode()):
        raise Fault("encode.callback")
    node = members["answer"]
    answer = Answer(request.line[node.start:node.end], SHAPE, LIMITS)
    return dump({"bytes": to_base64(callback.encode() + b"(" + answer.value + b");")})
