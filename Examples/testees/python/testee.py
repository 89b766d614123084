#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A testee in plain Python: one JSON request a line on stdin, one JSON answer a line on stdout.

It shares no code with the codec under `Sources/`: it is a second reading of the same specification.
"""
import base64
import hashlib
import json
import os
import sys
import traceback

from contents import FACTS, TYPES, UNKNOWN_DIGEST
from reading import LIMITS, Reading
from strictjson import Fault, Parser

HELLO = {"name": "imwire-python", "version": "1.0", "language": "Python", "protocol": 1,
         "operations": ["content.decode", "content.encode", "content.describe", "api.sign"], "window": 16,
         "deviations": True, "unknown": True, "errorCodes": True, "canonical": True}
DEEPEST = 300   # levels of JSON that Python's own stack is good for
RESERVED = ("RC:", "RCJrmf:")


class Skip(Exception):
    """The testee does not do that; the text says why."""


class BadRequest(Exception):
    """The request itself cannot be understood."""


def dump(value):
    return json.dumps(value, separators=(",", ":")).encode()


class Request:
    """The members of one request, each as its node; `raw` gives a member's own bytes."""

    def __init__(self, line):
        self.line, parsed = line, Parser(line, DEEPEST)
        if parsed.fault or parsed.root.kind != "object":
            raise BadRequest("not a JSON object")
        self.nodes = {name.text: value for name, value in parsed.root.members}
        identity = self.nodes.get("id")
        self.id = self.raw("id") if identity and identity.kind in ("number", "string") else b"null"

    def raw(self, name):
        return self.line[self.nodes[name].start:self.nodes[name].end]

    def string(self, name, default=None):
        node = self.nodes.get(name)
        if node is None and default is not None:
            return default
        if node is None or node.kind != "string":
            raise BadRequest(f"{name} must be a string")
        return node.text

    def mode(self):
        mode = self.string("mode", "lenient")
        if mode not in ("lenient", "strict"):
            raise BadRequest("mode must be lenient or strict")
        return mode

    def bytes(self):
        try:
            return base64.b64decode(self.string("bytes"), validate=True)
        except ValueError:
            raise BadRequest("bytes must be Base64") from None

    def limits(self):
        """The limits to keep: the documented ones, or tighter or wider where the request says so."""
        limits, node = dict(LIMITS), self.nodes.get("limits")
        if node is None:
            return limits
        if node.kind != "object":
            raise BadRequest("limits must be an object")
        for name, value in node.members:
            if name.text not in LIMITS:
                raise Skip("a limit that this testee does not have")
            if value.kind != "number" or not value.text.isdigit() or len(value.text) > 15:
                raise BadRequest("a limit must be a whole number of at most 15 digits")
            limits[name.text] = int(value.text)
        if limits["depth"] > DEEPEST:
            raise Skip(f"does not read deeper than {DEEPEST} levels")
        return limits


def shape_of(object_name):
    """The shape of a known type, None of an unknown one; built-in types that are not in the table are skipped."""
    if object_name in TYPES:
        return TYPES[object_name]
    if object_name.startswith(RESERVED) and len(object_name) <= 32:
        raise Skip("a built-in type that this testee does not know")
    return None


def decode(request):
    object_name, limits = request.string("objectName"), request.limits()
    shape = shape_of(object_name)
    mode, data = request.mode(), request.bytes()
    deviations = [] if object_name else ["DEV-36"]
    if len(object_name) > 32:
        deviations = ["DEV-112"]
    if deviations and mode == "strict":
        raise Fault("objectName.length", 0)
    if len(data) > limits["contentBytes"]:
        raise Fault("limit.size", 0)
    if shape is None:   # the bytes are nobody's business here, JSON or not (CNT-005)
        value, unknown = dump({"$base64": base64.b64encode(data).decode()}), []
    else:
        reading = Reading(data, shape, limits, mode == "strict")
        value, unknown, deviations = reading.value, reading.unknown, reading.deviations
    return b'{"value":%s,"unknown":%s,"deviations":%s}' % (value, dump(unknown), dump(deviations))


def encode(request):
    shape, limits = shape_of(request.string("objectName")), request.limits()
    if "value" not in request.nodes:
        raise BadRequest("value is missing")
    if shape is None:
        members = request.nodes["value"].members
        try:
            (name, held), = members
            if name.text != "$base64" or held.kind != "string":
                raise ValueError
            data = base64.b64decode(held.text, validate=True)
        except ValueError:
            raise BadRequest('the value of an unknown type must be {"$base64":"…"}') from None
    else:
        data = Reading(request.raw("value"), shape, limits).value
    if len(data) > limits["contentBytes"]:
        raise Fault("encode.size")    # CNT-080
    return dump({"bytes": base64.b64encode(data).decode()})


def describe(request):
    """The category and flags of a type, and the digest of a content (CNT-100 to CNT-110)."""
    object_name = request.string("objectName")
    shape = shape_of(object_name)
    category, flags, digest = FACTS.get(object_name, ("unknown", None, UNKNOWN_DIGEST))
    answer = {"category": category, "persistence": flags}
    if "bytes" in request.nodes:
        data = request.bytes()
        if shape is None:
            answer["digest"] = digest
        else:
            content = json.loads(Reading(data, shape, request.limits(), False).value)
            text = content.get(digest[1]) if isinstance(digest, tuple) else digest
            if text is not None:
                answer["digest"] = text
    return dump(answer)


def sign(request):
    text = request.string("secret") + request.string("nonce") + request.string("timestamp")
    return dump({"signature": hashlib.sha1(text.encode()).hexdigest()})    # API-001


OPERATIONS = {"hello": lambda request: dump(HELLO), "content.decode": decode, "content.encode": encode,
              "content.describe": describe, "api.sign": sign}


def answer(line):
    """The answer to one line, whatever is in it."""
    identity = b"null"
    try:
        request = Request(line)
        identity = request.id
        if identity == b"null":
            raise BadRequest("id must be a number or a string")
        operation = OPERATIONS.get(request.string("op"))
        if operation is None:
            raise Skip("an operation that this testee does not have")
        kind, body = b"ok", operation(request)
    except Skip as skip:
        kind, body = b"skipped", dump(str(skip))
    except BadRequest as bad:   # TST-101: never answered as if it were something else
        kind, body = b"skipped", dump(str(bad))
    except Fault as fault:
        kind, body = b"error", dump(fault.report())
    except Exception:   # a mistake of ours is one answer's trouble, not the end of the run
        traceback.print_exc()
        kind, body = b"error", dump({"code": "testee.internal"})
    # A line feed can only be white space inside a value that was kept as it came.
    return b'{"id":%s,"%s":%s}' % (identity, kind, body.replace(b"\r", b" ").replace(b"\n", b" "))


def main():
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(answer(line.rstrip(b"\n")) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    try:
        main()
    except (BrokenPipeError, KeyboardInterrupt):
        os._exit(1)     # nobody reads any more: no answer to flush
