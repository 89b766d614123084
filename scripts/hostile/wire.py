# SPDX-License-Identifier: Apache-2.0
"""The wire formats that the attacks need, without any code of imwire: packets of the socket chat protocol
(Spec/framing.md), RongCloud's packets on a WebSocket (Spec/rmtp.md), and signed requests (Spec/server-api.md)."""

import asyncio
import hashlib
import json
import os
import struct
import time
import urllib.parse
import zlib

HOST = "127.0.0.1"
KEY, SECRET = "imwire", "hostile"


# Socket chat.


def packet(payload, kind=2, length=None):
    head = struct.pack(">HBBBBHII", 0xFACE, 1, 24, kind, 0, 0, 1, len(payload) if length is None else length)
    check = zlib.crc32(head)
    return head + struct.pack(">II", check, zlib.crc32(payload, check)) + payload


def message(kind, **members):
    return packet(json.dumps({"messageType": kind, **members}, separators=(",", ":")).encode())


def text(sender, recipient, key, words):
    return message(
        "normal", clientMessageID=key, fromUserID=sender, toUserID=recipient, chatType="userChat", contenType="text",
        content={"text": words}, deviceType="iOS", versionCode="1.0", sendTime=str(time.time_ns() // 1_000_000))


def login(user):
    return message("login", fromUserID=user, deviceType="iOS", versionCode="1.0")


BEAT = packet(b"", kind=1)


# Protobuf.


def varint(value):
    value &= 0xFFFFFFFFFFFFFFFF
    out = b""
    while value > 0x7F:
        out += bytes([value & 0x7F | 0x80])
        value >>= 7
    return out + bytes([value])


def field(number, value):
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    value = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(value)) + value


def read_varint(data, place):
    value = shift = 0
    while True:
        byte = data[place]
        value |= (byte & 0x7F) << shift
        place, shift = place + 1, shift + 7
        if byte < 0x80:
            return value, place


def fields(data):
    """Returns the fields of a message as pairs of number and value."""
    place, found = 0, []
    while place < len(data):
        tag, place = read_varint(data, place)
        if tag & 7 == 0:
            value, place = read_varint(data, place)
        elif tag & 7 == 2:
            size, place = read_varint(data, place)
            value, place = data[place:place + size], place + size
        else:
            raise ValueError(f"wire type {tag & 7}")
        found.append((tag >> 3, value))
    return found


# RongCloud's packets on a WebSocket.


def frame(payload, opcode=2, masked=True):
    size = len(payload)
    mask = 0x80 if masked else 0
    if size < 126:
        head = bytes([0x80 | opcode, mask | size])
    elif size < 65_536:
        head = bytes([0x80 | opcode, mask | 126]) + struct.pack(">H", size)
    else:
        head = bytes([0x80 | opcode, mask | 127]) + struct.pack(">Q", size)
    # The mask 0 leaves the payload as it is.
    return head + (b"\0\0\0\0" if masked else b"") + payload


def short(value):
    value = value.encode()
    return struct.pack(">H", len(value)) + value


def query(topic, target, body, number):
    return frame(bytes([0x50]) + short(topic) + short(target) + struct.pack(">H", number) + body)


def publish(topic, target, body, number):
    return frame(bytes([0x32]) + short(topic) + short(target) + struct.pack(">H", number) + body)


def words(content):
    """Returns the body of a text message."""
    return field(1, 3) + field(2, "RC:TxtMsg") + field(3, json.dumps({"content": content}))


def handshake(host, user, release="4.2.0"):
    """Returns the request that opens the WebSocket of a user."""
    target = f"/websocket?appId={KEY}&token={urllib.parse.quote(user)}&sdkVer={release}&apiVer=1"
    return (
        f"GET {target} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n").encode()


class Socket:
    """A RongCloud client on a WebSocket."""

    @classmethod
    async def open(cls, port, user, release="4.2.0"):
        self = cls()
        self.reader, self.writer = await asyncio.wait_for(asyncio.open_connection(HOST, port), 30)
        self.writer.write(handshake(f"{HOST}:{port}", user, release))
        head = await self.reader.readuntil(b"\r\n\r\n")
        if b" 101 " not in head:
            raise ConnectionError(head.decode(errors="replace"))
        first = await self.receive()
        if first[0] >> 4 != 2 or first[1:3] == b"" or first[2] != 0:
            raise ConnectionError(f"CONNACK {first.hex()}")
        return self

    async def receive(self):
        """Returns the next packet."""
        while True:
            head = await self.reader.readexactly(2)
            size = head[1] & 0x7F
            if size == 126:
                size = struct.unpack(">H", await self.reader.readexactly(2))[0]
            elif size == 127:
                size = struct.unpack(">Q", await self.reader.readexactly(8))[0]
            payload = await self.reader.readexactly(size)
            if head[0] & 15 == 2:
                return payload
            if head[0] & 15 == 8:
                raise ConnectionError("closed")

    async def ask(self, topic, target, body, number=1):
        """Returns the status and the body of the answer to a query."""
        self.writer.write(query(topic, target, body, number))
        while True:
            answer = await self.receive()
            if answer[0] >> 4 == 6 and struct.unpack(">H", answer[1:3])[0] == number:
                return struct.unpack(">H", answer[7:9])[0], answer[9:]


# Signed requests.


def signed(path, form, port):
    """Returns a signed request of the application's server."""
    body = form if isinstance(form, bytes) else urllib.parse.urlencode(form, doseq=True).encode()
    nonce, stamp = os.urandom(4).hex(), str(time.time_ns() // 1_000_000)
    signature = hashlib.sha1((SECRET + nonce + stamp).encode()).hexdigest()
    return (
        f"POST {path} HTTP/1.1\r\nHost: {HOST}:{port}\r\nApp-Key: {KEY}\r\nNonce: {nonce}\r\nTimestamp: {stamp}\r\n"
        f"Signature: {signature}\r\nContent-Type: application/x-www-form-urlencoded\r\n"
        f"Content-Length: {len(body)}\r\n\r\n").encode() + body


async def read_response(reader):
    """Returns the status and the body of an HTTP response."""
    head = await reader.readuntil(b"\r\n\r\n")
    size = 0
    for line in head.split(b"\r\n"):
        if line.lower().startswith(b"content-length:"):
            size = int(line.split(b":")[1])
    return int(head.split(b" ")[1]), await reader.readexactly(size)


async def call(port, path, form):
    """Sends one signed request, and returns the status and the body of the response."""
    reader, writer = await asyncio.wait_for(asyncio.open_connection(HOST, port), 30)
    writer.write(signed(path, form, port))
    try:
        return await asyncio.wait_for(read_response(reader), 30)
    finally:
        writer.close()
