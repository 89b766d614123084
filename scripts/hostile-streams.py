#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes hostile streams, and long valid ones, without any code of imwire (Spec/framing.md).

    hostile-streams.py bomb BYTES [CLAIM]    one deflated packet that inflates to BYTES zeros and claims CLAIM of them
    hostile-streams.py claim BYTES           the header of a packet that claims a payload of BYTES
    hostile-streams.py fragments SETS        the first of two fragments of SETS units
    hostile-streams.py noise BYTES           noise
    hostile-streams.py endless BYTES         a line that does not end
    hostile-streams.py noisy-packets BYTES   noise in packets whose checksums are right
    hostile-streams.py packets BYTES SIZE    good packets with messages of SIZE bytes
    hostile-streams.py base64 BYTES SIZE     the same messages as lines of Base64
    hostile-streams.py json BYTES SIZE       the same messages as lines of JSON
    hostile-streams.py summary               reads what `imwire decode` wrote, and counts it

CLAIM is a number or `allowed`, the most that a reader accepts by default.
"""

import base64
import collections
import json
import os
import random
import struct
import sys
import zlib

out = sys.stdout.buffer


def packet(payload, kind=2, flags=0, sequence=1, length=None):
    head = struct.pack(">HBBBBHII", 0xFACE, 1, 24, kind, 0, flags, sequence, len(payload) if length is None else length)
    check = zlib.crc32(head)
    return head + struct.pack(">II", check, zlib.crc32(payload, check)) + payload


def bomb(size, claim):
    deflate = zlib.compressobj(9)
    block = bytes(1 << 20)
    parts = [deflate.compress(block[: min(len(block), size - start)]) for start in range(0, size, len(block))]
    stream = b"".join(parts) + deflate.flush()
    claimed = min(4 << 20, max(65536, 100 * len(stream))) if claim == "allowed" else int(claim or size)
    out.write(packet(struct.pack(">I", claimed) + stream, flags=1))


def fragments(sets):
    for sequence in range(1, sets + 1):
        out.write(packet(struct.pack(">HHII", 0, 2, 1000, 0) + bytes(500), flags=2, sequence=sequence))


def noise(size, wrap=lambda block: block):
    source = random.Random(1)
    while size > 0:
        block = source.randbytes(min(size, 1 << 20))
        out.write(wrap(block))
        size -= len(block)


def in_packets(block):
    return b"".join(packet(block[start : start + 8192]) for start in range(0, len(block), 8192))


def messages(size, length, wrap):
    """Repeats a block of about 1 MiB, since repeated messages take as much work as different ones."""
    frames = []
    for number in range(max(1, (1 << 20) // length)):
        message = {
            "messageType": "normal",
            "messageID": f"m{number}",
            "fromUserID": "u1",
            "toUserID": "u2",
            "chatType": "userChat",
            "contenType": "text",
            "content": {"text": ""},
            "deviceType": "iOS",
            "versionCode": "1.0",
            "sendTime": "1500000000000",
        }
        empty = len(json.dumps(message, separators=(",", ":")))
        message["content"]["text"] = "etaoin shrdlu " * (max(0, length - empty) // 14 + 1)
        message["content"]["text"] = message["content"]["text"][: max(0, length - empty)]
        frames.append(wrap(json.dumps(message, separators=(",", ":")).encode()))
    block = b"".join(frames)
    for _ in range(max(1, size // len(block))):
        out.write(block)


def summary():
    counts = collections.Counter()
    for line in sys.stdin.buffer:
        mark = b'{"error":{"code":"'
        start = line[:200].find(mark)
        counts["message" if start < 0 else line[start + len(mark) :].split(b'"', 1)[0].decode()] += 1
    print(", ".join(f"{count:,} × {name}" for name, count in counts.most_common(2)) or "nothing")


def main(arguments):
    name, numbers = arguments[0], arguments[1:]
    if name == "bomb":
        bomb(int(numbers[0]), numbers[1] if len(numbers) > 1 else None)
    elif name == "claim":
        out.write(packet(b"", length=min(int(numbers[0]), 0xFFFFFFFF)) + bytes(1 << 20))
    elif name == "fragments":
        fragments(int(numbers[0]))
    elif name == "noise":
        noise(int(numbers[0]))
    elif name == "endless":
        noise(int(numbers[0]), lambda block: block.replace(b"\n", b"A"))
    elif name == "noisy-packets":
        noise(int(numbers[0]), in_packets)
    elif name in ("packets", "base64", "json"):
        wrap = {
            "packets": packet,
            "base64": lambda message: base64.b64encode(message) + b"\n",
            "json": lambda message: message + b"\n",
        }[name]
        messages(int(numbers[0]), int(numbers[1]), wrap)
    elif name == "summary":
        summary()
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    try:
        main(sys.argv[1:])
        out.flush()
    except BrokenPipeError:
        # The reader stopped early, as several of these streams are meant to make it do.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
