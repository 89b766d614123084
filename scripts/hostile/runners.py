# SPDX-License-Identifier: Apache-2.0
"""Attacks on runners and on the proxy, which are servers or clients of the attacker.

Each attack returns a description of its failure, or None.
"""

import asyncio
import base64
import hashlib
import os
import re
import socket
import subprocess
import sys
import time

from .peers import connect
from .processes import peak
from .wire import HOST, frame, message


async def measure(words, most, ready, attack, seconds=15, hello=b"", passed=None):
    """Runs a command under an attack, and returns what is wrong if it takes more than `most` MiB."""
    process = await asyncio.create_subprocess_exec(
        os.environ["SERVER"], *words, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        pass_fds=[] if passed is None else [passed])
    process.stdin.write(hello)
    told = b""
    try:
        while ready and not (found := re.search(ready, told)):
            piece = await asyncio.wait_for(process.stderr.read(4_096), 20)
            if not piece:
                return f"{words[0]} does not start: {told[-200:].decode(errors='replace')}"
            told += piece
        swallow = asyncio.create_task(process.stderr.read())
        attacking = asyncio.create_task(attack(found if ready else None))
        highest, end = 0, time.monotonic() + seconds
        while time.monotonic() < end and process.returncode is None:
            try:
                highest = max(highest, peak(process.pid)[1])
            except (OSError, TypeError):
                break
            await asyncio.sleep(0.1)
        attacking.cancel()
        swallow.cancel()
        print(f"{' '.join(words[:2])}: {highest} MiB at most", file=sys.stderr)
        if process.returncode is not None and process.returncode < 0:
            return f"{words[0]} {words[1]} ends with {process.returncode}"
        return f"{words[0]} {words[1]} takes {highest} MiB" if highest > most else None
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


PINGS = frame(b"p" * 125, opcode=9) * 500


async def hurl_pings(reader, writer):
    """Sends pings whose pongs are never read."""
    try:
        writer.transport.pause_reading()
        while True:
            writer.write(PINGS)
            await writer.drain()
    except ConnectionError:
        pass


async def testee_pongs(chat, web):
    """Connects to the bridge of a runner as a testee that pings and reads nothing."""
    listener = socket.create_server((HOST, 0))
    port = listener.getsockname()[1]

    async def attack(_):
        reader, writer = await connect(port)
        writer.write(f"GET / HTTP/1.1\r\nHost: {HOST}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                     "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
        await reader.readuntil(b"\r\n\r\n")
        await hurl_pings(reader, writer)
    hello = b'{"id":1,"op":"hello","protocol":1,"suite":"1.1"}\n'
    return await measure(
        ["testee-bridge", "--socket", str(listener.fileno()), "--url", f"ws://{HOST}:{port}", "--wait", "60000",
         "--hello-timeout", "60000"], 80, None, attack, hello=hello, passed=listener.fileno())


async def accept_web(reader, writer, then):
    """Answers an upgrade, and continues with a function."""
    try:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        key = re.search(r"(?i)sec-websocket-key: *(\S+)", head)[1]
        accept = base64.b64encode(hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest()).decode()
        writer.write(("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                      f"Sec-WebSocket-Accept: {accept}\r\n\r\n").encode())
        await then(reader, writer)
    except (ConnectionError, asyncio.IncompleteReadError, TypeError):
        pass


async def server_pongs(chat, web):
    """Is the server under test of a runner: pings and reads nothing."""
    global PINGS
    PINGS = frame(b"p" * 125, opcode=9, masked=False) * 500
    listener = await asyncio.start_server(lambda r, w: accept_web(r, w, hurl_pings), HOST, 0)
    port = listener.sockets[0].getsockname()[1]

    async def attack(_):
        await asyncio.sleep(60)
    return await measure(
        ["conform", "--connect", f"ws://{HOST}:{port}/websocket?appId=k&token={{user}}", "--app-key", "k", "--app-secret",
         "s", "--timeout", "60000"], 80, None, attack)


async def fuzz_replies(chat, web):
    """Is the server under test of the fuzzer: repeats valid messages as fast as they are read."""
    reply = message("system", toUserID="u", content={"text": "x"}) * 300

    async def serve(reader, writer):
        try:
            await reader.read(65_536)
            while True:
                writer.write(reply)
                await writer.drain()
        except ConnectionError:
            pass
    listener = await asyncio.start_server(serve, HOST, 0)
    port = listener.sockets[0].getsockname()[1]

    async def attack(_):
        await asyncio.sleep(60)
    return await measure(
        ["fuzz", "--connect", f"tcp://{HOST}:{port}", "--framing", "packet", "--time", "30s"], 80, None, attack, seconds=30)


async def proxied_requests(chat, web):
    """Sends requests through a proxy to a server that does not answer them."""
    async def silent(reader, writer):
        try:
            while await reader.read(1 << 20):
                pass
        except ConnectionError:
            pass
    listener = await asyncio.start_server(silent, HOST, 0)
    port = listener.sockets[0].getsockname()[1]

    async def attack(found):
        reader, writer = await connect(int(found[1]))
        try:
            while True:
                writer.write(b"GET /ping HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 1_000)
                await writer.drain()
        except ConnectionError:
            pass
    return await measure(
        ["proxy", "--connect", f"ws://{HOST}:{port}", "--listen", f"{HOST}:0"], 80, rb"listening on ws://127\.0\.0\.1:(\d+)", attack)
