# SPDX-License-Identifier: Apache-2.0
"""Compares the Python package with json, orjson and protobuf: bench.py FOLDER."""

import json
import sys
import time
from pathlib import Path

import imwire

folder = Path(sys.argv[1])
content, chat = (folder / "content.json").read_bytes(), (folder / "chat.bin").read_bytes()
packets, body = (folder / "packets.bin").read_bytes(), (folder / "body.bin").read_bytes()
lines = (folder / "chat.jsonl").read_bytes().splitlines()
validator = imwire.Validator()


def measure(name, task, each=1):
    """Prints the best of seven rounds, each of a fifth of a second of processor time.

    The clock, which is a system call, is read once in many tasks.
    """
    best = float("inf")
    turns = range(max(1, 100 // each))
    for _ in range(7):
        start, count = time.process_time(), 0
        while time.process_time() - start < 0.2:
            for _ in turns:
                task()
            count += each * len(turns)
        best = min(best, (time.process_time() - start) / count)
    print(f"{name} {best * 1e9:.0f}", flush=True)


def read_chat():
    reader = imwire.ChatReader("packet")
    reader.feed(chat)
    assert sum(1 for _ in reader) == 1000


def route():
    scanner, position, count = imwire.Scanner("tcp", "up"), 0, 0
    part = packets[: len(packets) // 1000]
    for _ in range(100):
        found, position = scanner.next(part)
        count += scanner.route(part, found) is not None
    assert count == 100


measure("decode", lambda: imwire.decode("RC:TxtMsg", content))
measure("decode+value", lambda: imwire.decode("RC:TxtMsg", content).value)
measure("validate", lambda: validator.check("RC:TxtMsg", content))
measure("member", lambda: imwire.member_range(content, "content"))
measure("body", lambda: imwire.decode_body("UpStreamMessage", body))
measure("chat", read_chat, 1000)
measure("route", route, 100)
measure("json.loads", lambda: json.loads(content))
measure("json.loads(chat)", lambda: [json.loads(line) for line in lines], 1000)

try:
    import orjson

    measure("orjson.loads", lambda: orjson.loads(content))
    measure("orjson.loads(chat)", lambda: [orjson.loads(line) for line in lines], 1000)
except ImportError:
    print("# orjson is not installed", file=sys.stderr)

try:
    from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

    file = descriptor_pb2.FileDescriptorProto(name="bench.proto", package="bench", syntax="proto2")
    message = file.message_type.add(name="UpStreamMessage")
    for number, (name, kind) in enumerate([("sessionId", 5), ("classname", 9), ("content", 12)], 1):
        message.field.add(name=name, number=number, type=kind, label=1)
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    UpStreamMessage = message_factory.GetMessageClass(pool.FindMessageTypeByName("bench.UpStreamMessage"))

    def parse():
        return UpStreamMessage.FromString(body).classname

    assert parse() == "RC:TxtMsg"
    measure("protobuf", parse)
    measure("protobuf+json.loads", lambda: json.loads(UpStreamMessage.FromString(body).content))
except ImportError:
    print("# protobuf is not installed", file=sys.stderr)
