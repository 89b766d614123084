#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the lesson streams in this folder from Spec/framing.md, with only zlib and struct and without the codec of
imwire.

Run it to rewrite the files, or with --check to compare them: it exits with 1 at the first difference. A zlib other than
1.2.13 or 1.3 may deflate to other bytes; these inflate to the same bytes.
"""
import base64
import json
import pathlib
import struct
import sys
import zlib

# A picture of 64 by 48 pixels, drawn for this purpose: two hills, a meadow and the sun. 613 bytes of JPEG.
THUMBNAIL = """
/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABIMDRANCxIQDhAUExIVGywdGxgYGzYnKSAsQDlEQz85Pj1HUGZXR0thTT0+WXlaYWltcnNyRVV9hnxvhWZw
cm7/2wBDARMUFBsXGzQdHTRuST5Jbm5ubm5ubm5ubm5ubm5ubm5ubm5ubm5ubm5ubm5ubm5ubm5ubm5ubm5ubm5ubm5ubm7/wAARCAAwAEADASIAAhEB
AxEB/8QAGgAAAgMBAQAAAAAAAAAAAAAAAAUCAwQBBv/EACwQAAEDAwICCQUAAAAAAAAAAAEAAhEDBBIhMQUTFCIyQVNhcaLRQlFSkeH/xAAZAQACAwEA
AAAAAAAAAAAAAAAAAgEDBAX/xAAfEQADAQEAAgIDAAAAAAAAAAAAARECAwQxEiETQVH/2gAMAwEAAhEDEQA/AGOKMVZiuPhjC5xgNEkrfTJCGKMVls77
n3D6btA4zT07vsVuxULVJeYV4oDZMAaqzFaLRoycTEjZV9u34sPf8Gxj5aSM77eoxsubAVeKbESIOyXvaA92O06LP4nl671aX2iztxWJCeKTcWus6nIY
eq3tQdz/ABbLziTGUD0Z2dQmOydPNI8Xfif0rddE/TIzPYAlpBBII1BCbDiWVo2AedsSdvVK20yTqCArgIEAJFqfsZxjKxvM4pVT1vpce/yW8S0yNCF5
8EgggkEbEJra8RpupxcHF4743TrakYuovtG99V7mxoPRV4qnp9r4vtPwjp9r4vtPwlw+XNTMQr38vbE0IhShELnUyUjCIUoRCKFIwiFKEQihSMIhShEI
oU//2Q==
"""
DEFLATE, FRAGMENT, BATCH, WANTS_RECEIPT = 1, 2, 4, 8
FRAGMENT_SIZE = 300


def packet(kind, flags, sequence, payload):
    """FRM-030: a header of 24 bytes, whose two checksums do not cover themselves, and the payload."""
    head = struct.pack(">HBBBBHII", 0xFACE, 1, 24, kind, 0, flags, sequence, len(payload))
    return head + struct.pack(">II", zlib.crc32(head), zlib.crc32(head + payload)) + payload


def text(message):
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode()


def deflated(unit):
    """FRM-060: the length before compression and one zlib stream."""
    return struct.pack(">I", len(unit)) + zlib.compress(unit, 6)


def batch(messages):
    """FRM-066: the number of messages, and each message with its length."""
    return struct.pack(">I", len(messages)) + b"".join(struct.pack(">I", len(m)) + m for m in messages)


def fragments(flags, sequence, unit):
    """FRM-051: twelve bytes before each part state its place in the unit."""
    parts = [unit[at : at + FRAGMENT_SIZE] for at in range(0, len(unit), FRAGMENT_SIZE)]
    for index, part in enumerate(parts):
        fields = struct.pack(">HHII", index, len(parts), len(unit), index * FRAGMENT_SIZE)
        yield packet(2, flags | FRAGMENT, sequence, fields + part)


LOGIN = text({"messageType": "login", "fromUserID": "u1", "deviceType": "iOS", "versionCode": "1.0"})
PICTURE = text({
    "messageType": "normal", "clientMessageID": "u1-7", "fromUserID": "u1", "toUserID": "u2", "chatType": "userChat",
    "objectName": "RC:ImgMsg",
    "content": {"content": "".join(THUMBNAIL.split()), "imageUri": "https://example.com/hills.jpg", "extra": ""},
    "nickName": "小明", "sendTime": "1700000000000",
})
OFFLINE = [
    text({"messageType": "normal", "messageID": "m21", "fromUserID": "u2", "toUserID": "u1", "chatType": "userChat",
          "contenType": "text", "content": {"text": "你好，看到山了吗?"}, "nickName": "小红", "sendTime": "1700000060000"}),
    text({"messageType": "repeal", "messageID": "m20", "fromUserID": "u2", "toUserID": "u1", "chatType": "userChat"}),
    text({"messageType": "system", "groupID": "g1", "groupName": "登山", "content": "小红加入了群"}),
]
HEARTBEAT = packet(1, 0, 0, b"")


def lesson():
    parts = list(fragments(DEFLATE | WANTS_RECEIPT, 2, deflated(PICTURE)))
    return b"".join([
        packet(2, 0, 1, LOGIN), HEARTBEAT, *parts[:1], HEARTBEAT, *parts[1:],
        packet(2, BATCH | WANTS_RECEIPT, 3, batch(OFFLINE)),
    ])


def corrupted():
    """Returns the same stream with the lowest bit of one byte inverted: byte 20 of the second part of the picture."""
    bytes_ = bytearray(lesson())
    second = len(packet(2, 0, 1, LOGIN)) + 2 * len(HEARTBEAT) + 24 + 12 + FRAGMENT_SIZE
    bytes_[second + 24 + 12 + 20] ^= 1
    return bytes(bytes_)


def lines():
    """FRM-011: Base64 of a unit and LF; a login, the bare heartbeat, an empty line, a text, and an array of two."""
    units = [LOGIN, b"beatID", b"", OFFLINE[0], b"[" + OFFLINE[1] + b"," + OFFLINE[2] + b"]"]
    return b"".join(base64.b64encode(unit) + b"\n" for unit in units)


def fields(stream):
    """Describes each run of bytes of a stream of packets, as written by this script, in the form used by
    Fixtures/packets.
    """
    rows = []

    def row(length, name, value, requirement):
        offset = rows[-1]["offset"] + rows[-1]["length"] if rows else 0
        rows.append({"offset": offset, "length": length, "name": name, "value": value, "requirement": requirement})
        return stream[offset : offset + length]

    def number(length, name, requirement):
        value = int.from_bytes(row(length, name, None, requirement), "big")
        rows[-1]["value"] = value
        return value

    at = 0
    while at < len(stream):
        row(2, "magic", "FA CE", "FRM-031")
        number(1, "version", "FRM-032")
        number(1, "header length", "FRM-033")
        number(1, "type", "FRM-034")
        number(1, "reserved", "FRM-035")
        flags = number(2, "flags", "FRM-036")
        number(4, "sequence number", "FRM-037")
        left = number(4, "payload length", "FRM-038")
        row(4, "header check", "CRC-32 of the first 16 bytes", "FRM-039")
        row(4, "checksum", "CRC-32 of the first 16 bytes and the payload", "FRM-040")
        at += 24 + left
        if flags & FRAGMENT:
            number(2, "index", "FRM-051")
            number(2, "count", "FRM-051")
            total = number(4, "total", "FRM-051")
            begin = number(4, "offset", "FRM-051")
            left -= 12
            is_last = begin + left == total
            if begin == 0:
                number(4, "length before compression", "FRM-060")
                row(2, "zlib header", "78 9C", "FRM-062")
                left -= 6
            row(left - 4 if is_last else left, "deflate data", "a part of the stream", "FRM-060")
            if is_last:
                row(4, "Adler-32", "of what was compressed", "FRM-060")
        elif flags & BATCH:
            count = number(4, "number of messages", "FRM-066")
            for index in range(count):
                length = number(4, f"length of message {index + 1}", "FRM-066")
                row(length, f"message {index + 1} of {count}", OFFLINE[index].decode(), "FRM-066")
        elif left:
            row(left, "message", LOGIN.decode(), "FRM-030")
    return rows


def annotation():
    rows = ",\n".join("    " + json.dumps(row, ensure_ascii=False) for row in fields(lesson()))
    return ('{\n  "title": "The lesson, field by field",\n  "fields": [\n' + rows + "\n  ]\n}\n").encode()


FILES = {"lesson.bin": lesson, "lesson-corrupted.bin": corrupted, "lesson-lines.txt": lines,
         "lesson.json": annotation}

if __name__ == "__main__":
    folder = pathlib.Path(__file__).resolve().parent
    for name, make in FILES.items():
        if "--check" not in sys.argv:
            (folder / name).write_bytes(make())
        elif (folder / name).read_bytes() != make():
            sys.exit(f"{name} is not what this script makes")
        print(name, len(make()))
