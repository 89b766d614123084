#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A testee in plain Python: one JSON request per line on stdin, one JSON answer per line on stdout.

It shares no code with the codec under `Sources/`: it is a second reading of the same specification.
"""
import os
import sys
import traceback

import api
import callbacks
import chatstream
import contents
import conversion
import envelopes
import framing
import navigation
import polledrequests
import protobuf
import rmtp
import schemacheck
import services
import sessions
import urls
from request import BadRequest, Request, Skip, dump
from requestschema import SCHEMA
from strictjson import Fault

OPERATIONS = {
    "content.decode": contents.decode, "content.encode": contents.encode, "content.describe": contents.describe,
    "content.validate": contents.validate, "content.member": contents.member,
    "schema.check": schemacheck.check,
    "frame.decode": framing.decode, "frame.encode": framing.encode,
    "chat.decode": chatstream.decode, "chat.encode": chatstream.encode,
    "rmtp.body.decode": protobuf.decode, "rmtp.body.encode": protobuf.encode,
    "rmtp.decode": rmtp.decode, "rmtp.encode": rmtp.encode,
    "rmtp.request.decode": polledrequests.decode, "rmtp.request.encode": polledrequests.encode,
    "rmtp.convert": conversion.convert,
    "rmtp.navigation.decode": navigation.decode, "rmtp.navigation.encode": navigation.encode,
    "rmtp.envelope.decode": envelopes.decode, "rmtp.envelope.encode": envelopes.encode,
    "session.run": sessions.run,
    "api.sign": api.sign, "api.form.decode": services.decode, "api.form.encode": services.encode,
    "api.answer.decode": services.answer, "api.answer.encode": services.encode_answer,
    "api.headers.decode": api.decode_headers, "api.headers.encode": api.encode_headers,
    "api.query.decode": api.decode_query,
    "api.callback.decode": callbacks.decode, "api.callback.encode": callbacks.encode,
    "api.url.decode": urls.decode, "api.url.encode": urls.encode,
}
HELLO = {"name": "imwire-python", "version": "2.0", "language": "Python", "protocol": 1,
         "operations": list(OPERATIONS), "window": 16,
         "deviations": True, "unknown": True, "errorCodes": True, "canonical": True}


def answer(line):
    """Returns the answer to a line, whatever the line contains."""
    identity = b"null"
    try:
        request = Request(line)
        identity = request.id
        if identity == b"null":
            raise BadRequest("id must be a number or a string")
        name = request.string("op")
        if name != "hello" and name not in OPERATIONS:
            raise Skip("an operation that this testee does not have")
        path = SCHEMA.fault(request.nodes, name)
        if path is not None:
            raise BadRequest(f"{path} is missing, or has a value that the schema of requests does not allow")
        kind, body = b"ok", dump(HELLO) if name == "hello" else OPERATIONS[name](request)
    except (Skip, BadRequest) as skip:  # TST-015, TST-101: never answered as if it were something else
        kind, body = b"skipped", dump(str(skip))
    except RecursionError:
        kind, body = b"skipped", dump("a value deeper than this testee reads")
    except Fault as fault:
        kind, body = b"error", dump(fault.report())
    except Exception:   # a bug of the testee affects one answer and does not end the run
        traceback.print_exc()
        kind, body = b"error", dump({"code": "testee.internal"})
    # A line feed can only be white space inside a value that was kept unchanged.
    return b'{"id":%s,"%s":%s}' % (identity, kind, body.replace(b"\r", b" ").replace(b"\n", b" "))


def main():
    """Answers lines until there are no more (TST-006)."""
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(answer(line.rstrip(b"\n")) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    try:
        main()
    except (BrokenPipeError, KeyboardInterrupt):
        os._exit(1)     # the reader has closed the pipe: no answer to flush
