# SPDX-License-Identifier: Apache-2.0
"""Attacks on the readers of streams, packets and HTTP, and on the number and the speed of connections.

Each attack returns a description of its failure, or None.
"""

import asyncio
import os
import random
import socket
import ssl
import struct
import time

from .peers import connect, ends, hurl, many, share
from .wire import BEAT, HOST, login, packet, text

UPGRADE = (
    b"GET /websocket?appId=a&token=m2 HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n")


async def tls(chat, web):
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    for _ in range(20):
        try:
            await asyncio.wait_for(asyncio.open_connection(HOST, chat, ssl=context), 10)
            return "a handshake on the plain port has succeeded"
        except (ssl.SSLError, OSError):
            pass
    await hurl(web, b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + os.urandom(500))


async def garbage(chat, web):
    source = random.Random(1)
    left = await many(share(200), lambda n: hurl(chat, b"\xfa\xce" + source.randbytes(65_536), 15))
    left += await many(share(100), lambda n: hurl(web, source.randbytes(65_536), 15))
    return f"{left.count(False)} connections stand" if not all(left) else None


async def oversized(chat, web):
    huge = [
        (chat, packet(b"", length=0xFFFFFFFF), 1), (chat, b"A" * 65_536, 32), (chat, login("m1") + b"\xfa\xce" * 99, 1),
        (web, b"GET /" + b"a" * 1_048_576 + b" HTTP/1.1\r\n\r\n", 1),
        (web, b"GET / HTTP/1.1\r\n" + b"x: " + b"a" * 131_072 + b"\r\n\r\n", 1),
        (web, b"POST /user/getToken.json HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99999999999\r\n\r\n" + b"a" * 65_536, 64),
    ]
    left = [await hurl(port, data, 15, repeat) for port, data, repeat in huge]
    for frame in [b"\x82\xff" + b"\x7f" + b"\xff" * 7 + b"mask", b"\x82\xff\x00\x00\x00\x00\x40\x00\x00\x00mask" + b"a" * 65_536]:
        reader, writer = await connect(web)
        writer.write(UPGRADE)
        await reader.readuntil(b"\r\n\r\n")
        writer.write(frame)
        left.append(await ends(reader, 15))
        writer.close()
    return f"connections stand: {left}" if not all(left) else None


async def slow_writers(chat, web):
    """Sends a login, a message after a login, and a request, each at one byte a second."""
    async def drip(data, port, first=b""):
        reader, writer = await connect(port)
        writer.write(first)
        ended = asyncio.create_task(ends(reader, 75))
        try:
            for byte in data:
                writer.write(bytes([byte]))
                await writer.drain()
                await asyncio.sleep(1)
                if ended.done():
                    break
        except ConnectionError:
            pass
        ended.cancel()
        writer.close()
        return ended.done() and not ended.cancelled()

    long = packet(b'{"messageType":"login","fromUserID":"drip"}' + b" " * 99)
    head = b"GET /ping HTTP/1.1\r\nx: " + b"a" * 99
    count = share(200)
    left = await asyncio.gather(
        *(drip(long, chat) for _ in range(count)), *(drip(head, web) for _ in range(count)),
        *(drip(long, chat, login(f"drip{number}")) for number in range(count)),
        *(drip(b"{" + b" " * 99, chat) for _ in range(count)))
    return f"{left.count(False)} connections stand after 67 s or more" if not all(left) else None


async def slow_readers(chat, web):
    """Sends 2 MiB a second to twenty users who read nothing, while twenty clients do not read requested pages."""
    readers = []
    askers = []
    for _ in range(20):
        _, pen = await connect(web)
        pen.transport.pause_reading()
        pen.write(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 5_000)
        askers.append(pen)
    for number in range(20):
        sleeper, pen = await connect(chat)
        pen.transport.pause_reading()
        pen.write(login(f"sleeper{number}"))
        readers.append(pen)
    reader, writer = await connect(chat)
    writer.write(login("writer"))
    swallow = asyncio.create_task(ends(reader, 90))
    end = time.monotonic() + 38
    number = 0
    while time.monotonic() < end and not swallow.done():
        for pen in readers:
            if not pen.is_closing():
                pen.write(BEAT)
        writer.write(BEAT)
        for _ in range(20):
            writer.write(text("writer", f"sleeper{number % 20}", f"w{number}", "x" * 100_000))
            number += 1
        await asyncio.sleep(1)
    ended = swallow.done()
    swallow.cancel()
    for pen in readers + askers + [writer]:
        pen.transport.abort()
    # Beside all other attacks, what the writer sends waits for its share, with its heartbeats.
    return f"the writer was cut after {number} messages" if ended and not os.environ.get("TOGETHER") else None


async def floods(chat, web):
    """Floods the server from thirty connections, as fast as it accepts the data."""
    end = time.monotonic() + 8

    async def flood(number):
        reader, writer = await connect(chat)
        name = f"flood{number}"
        writer.write(login(name))
        unit = [BEAT * 500, text(name, f"flood{number + 1}", "k", "again") * 100, login(name) * 100][number % 3]
        swallow = asyncio.create_task(ends(reader, 30))
        try:
            while time.monotonic() < end and not swallow.done() and not writer.is_closing():
                writer.write(unit)
                await writer.drain()
                await asyncio.sleep(0)
        except ConnectionError:
            pass
        swallow.cancel()
        writer.close()

    async def knock(number):
        reader, writer = await connect(chat)
        writer.close()

    await many(share(30), flood)
    await many(share(3_000), knock)


SMUGGLED = b"GET /ping HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


async def smuggling(chat, web):
    """Hides a request in the body of another whose length is ambiguous; the hidden request must not be answered."""
    size = str(len(SMUGGLED)).encode()
    start = b"POST /user/getToken.json HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    requests = {
        "two lengths": start + b"Content-Length: 0\r\nContent-Length: " + size + b"\r\n\r\n" + SMUGGLED,
        "a list of lengths": start + b"Content-Length: 0, " + size + b"\r\n\r\n" + SMUGGLED,
        "length and chunks": start + b"Content-Length: " + size + b"\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + SMUGGLED,
        "chunks and length": start + b"Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n" + SMUGGLED,
        "chunks in disguise": start + b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n" + SMUGGLED,
        "chunks twice": start + b"Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n" + SMUGGLED,
        "a folded line": start + b"Transfer-Encoding:\r\n chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n" + SMUGGLED,
        "a space before the colon": start + b"Content-Length : 0\r\n\r\n" + SMUGGLED,
        "bare LF": start.replace(b"\r\n", b"\n") + b"Content-Length: 0\n\n" + SMUGGLED.replace(b"\r\n", b"\n"),
        "bare CR": start + b"x: a\rContent-Length: 0\r\n\r\n" + SMUGGLED,
        "a length with a sign": start + b"Content-Length: +0\r\n\r\n" + SMUGGLED,
        "a length too large": start + b"Content-Length: 18446744073709551616\r\n\r\n" + SMUGGLED,
        "a chunk too large": start + b"Transfer-Encoding: chunked\r\n\r\n10000000000000000\r\n" + SMUGGLED,
        "a chunk with a sign": start + b"Transfer-Encoding: chunked\r\n\r\n-1\r\n\r\n" + SMUGGLED,
        "NUL in a header": start + b"x: a\0b\r\nContent-Length: 0\r\n\r\n" + SMUGGLED,
    }
    wrong = []
    for name, request in requests.items():
        reader, writer = await connect(web)
        writer.write(request)
        answer = b""
        try:
            async with asyncio.timeout(10):
                while piece := await reader.read(65_536):
                    answer += piece
            ended = True
        except TimeoutError:
            ended = False
        except ConnectionError:
            ended = True
        writer.close()
        status = answer.split(b"\r\n")[0].decode(errors="replace") or "nothing"
        if b"pong" in answer:
            wrong.append(f"{name}: the smuggled request was answered, behind {status}")
        elif not ended or (answer and b" 400 " not in answer.split(b"\r\n")[0]):
            wrong.append(f"{name}: {status}{'' if ended else ', and the connection stands'}")
    return "; ".join(wrong) or None


async def unfinished(chat, web):
    """Sends bodies, packets and WebSocket fragments of the maximum length without completing them."""
    starts = [
        (web, b"POST /user/getToken.json HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 2000000\r\n\r\n", 1_990_000),
        (chat, packet(b"", length=1_048_576), 1_048_575),
        (web, UPGRADE + b"\x02\xff" + struct.pack(">Q", 1_000_000) + b"mask", 999_999),
        (web, UPGRADE + b"\x02\xff" + struct.pack(">Q", 1_000_000) + b"mask", 1_000_000),
    ]

    async def start(number):
        port, head, count = starts[number % len(starts)]
        reader, writer = await connect(port)
        try:
            writer.write(head + b"a" * count)
            async with asyncio.timeout(12):
                while await reader.read(65_536):
                    pass
        except (ConnectionError, TimeoutError):
            pass
        writer.close()

    await many(share(800), start, at_once=800)


async def half_open(chat, web):
    """Opens connections that send nothing, and ends the process without closing them."""
    sockets = []
    for _ in range(int(os.environ["HALF_OPEN"])):
        one = socket.socket()
        one.settimeout(20)
        try:
            one.connect((HOST, chat))
        except OSError:
            pass
        sockets.append(one)
    await asyncio.sleep(12)
