#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Attacks `imwire serve` while two ordinary users exchange messages, without any code of imwire (Spec/framing.md).

    scripts/hostile-peers.py SERVER [--half-open N] [--memory MIB] [--delay MS] [--only NAME] [--share F] [--together]
                             [--json]

SERVER is an imwire-live executable, which the script starts. Each attack lists what the server's log must report about
it. The two users must not lose a message or their connection, and must not wait longer than --delay for a message.
--share scales down the numbers of connections, and --together runs all attacks at once, which takes 80 s.

Exits with 1 if a check fails or the server takes more than --memory, 2 for usage, and 3 if the server does not start.
"""

import argparse
import asyncio
import json
import logging
import os
import random
import re
import resource
import socket
import ssl
import struct
import subprocess
import sys
import tempfile
import time
import zlib

HOST = "127.0.0.1"


def share(count):
    """Returns a number of connections scaled by --share."""
    return max(1, int(count * float(os.environ.get("SHARE", "1"))))


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
UPGRADE = (
    b"GET /websocket?appId=a&token=m2 HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n")


async def read_packet(reader):
    head = await reader.readexactly(24)
    size = struct.unpack(">I", head[12:16])[0]
    return head[4], await reader.readexactly(size)


class User:
    """An ordinary user, who sends heartbeats and receipts and records the messages that arrive."""

    def __init__(self, name, port):
        self.name, self.port, self.arrived, self.acknowledged, self.cut = name, port, {}, set(), None
        self.online = asyncio.Event()
        self.doubled = 0

    async def run(self):
        self.reader, self.writer = await asyncio.open_connection(HOST, self.port)
        self.writer.write(login(self.name))
        beats = asyncio.create_task(self.beat())
        try:
            while True:
                kind, payload = await read_packet(self.reader)
                if kind == 2:
                    self.take(json.loads(payload))
        except (asyncio.IncompleteReadError, OSError) as error:
            self.cut = repr(error)
        finally:
            beats.cancel()

    def take(self, item):
        kind = item.get("messageType")
        if kind == "loginReceipt":
            self.online.set()
        elif kind == "normalReceipt":
            self.acknowledged.add(item.get("clientMessageID"))
        elif kind == "normal":
            key = item["content"]["text"]
            self.doubled += key in self.arrived
            self.arrived.setdefault(key, time.monotonic())
            self.writer.write(message("normalReceipt", messageID=item["messageID"], fromUserID=self.name))

    async def beat(self):
        while True:
            self.writer.write(BEAT)
            await asyncio.sleep(1)


class Pair:
    """Two users, one of whom sends the other ten messages a second."""

    def __init__(self, port):
        self.one, self.other, self.sent = User("alice", port), User("bob", port), {}

    async def start(self):
        self.tasks = [asyncio.create_task(user.run()) for user in (self.one, self.other)]
        for user in (self.one, self.other):
            await asyncio.wait_for(user.online.wait(), 10)
        self.tasks.append(asyncio.create_task(self.send()))

    async def send(self):
        while True:
            key = f"k{len(self.sent)}"
            self.sent[key] = time.monotonic()
            self.one.writer.write(text("alice", "bob", key, key))
            await asyncio.sleep(0.1)

    def delay(self, since):
        """Returns the longest wait for a message sent since the given time, in milliseconds."""
        now = time.monotonic()
        waits = [self.other.arrived.get(key, now) - sent for key, sent in self.sent.items() if sent >= since]
        return max(waits, default=0) * 1_000


async def connect(port):
    return await asyncio.wait_for(asyncio.open_connection(HOST, port), 30)


async def ends(reader, patience):
    """Returns whether the server ends the connection in time."""
    try:
        async with asyncio.timeout(patience):
            while await reader.read(65_536):
                pass
        return True
    except (ConnectionError, asyncio.IncompleteReadError):
        return True
    except TimeoutError:
        return False


async def hurl(port, data, patience=5, repeat=1):
    """Sends bytes, and returns whether the server ends the connection."""
    reader, writer = await connect(port)
    try:
        for _ in range(repeat):
            writer.write(data)
            await writer.drain()
    except ConnectionError:
        pass
    result = await ends(reader, patience)
    writer.close()
    return result


async def many(count, attack, at_once=100):
    gate = asyncio.Semaphore(at_once)

    async def one(number):
        async with gate:
            try:
                return await attack(number)
            except (OSError, TimeoutError):
                return False

    return await asyncio.gather(*(one(number) for number in range(count)))


# Each attack returns a description of its failure, or None.


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
    return f"the writer was cut after {number} messages" if ended else None


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
            async with asyncio.timeout(2):
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


async def pages(chat, web):
    """Sends what a page of another origin can make a browser send: requests to the web port, a login to the chat port."""
    forged = b'{"messageType":"login","fromUserID":"bob","deviceType":"iOS","versionCode":"1.0"}\n'
    wrong = []

    async def ask(name, method, path, fields, wanted, port=web, body=b""):
        reader, writer = await connect(port)
        writer.write(
            f"{method} {path} HTTP/1.1\r\n{fields}Connection: close\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body)
        answer = b""
        try:
            async with asyncio.timeout(10):
                while piece := await reader.read(65_536):
                    answer += piece
        except (ConnectionError, TimeoutError) as error:
            if isinstance(error, TimeoutError):
                wrong.append(f"{name}: the connection stands")
        writer.close()
        if not answer.startswith(wanted):
            wrong.append(f"{name}: {answer.splitlines()[:1]}")
        if wanted == b"" and answer:
            wrong.append(f"{name}: {answer[:40]}")

    for _ in range(share(50)):
        for method, path in [
            ("GET", "/"), ("GET", "/state.json"), ("GET", "/websocket?appId=imwire&token=bob&sdkVer=4.2.0&pid=x"),
            ("POST", "/user/getToken.json"),
        ]:
            await ask("a rebound name", method, path, "Host: evil.test\r\n", b"HTTP/1.1 421 ")
            await ask("a foreign page", method, path, f"Host: {HOST}\r\nOrigin: http://evil.test\r\n", b"HTTP/1.1 403 ")
        await ask("a login as a body", "POST", "/", f"Host: {HOST}\r\n", b"", chat, b"\n" + forged)
    return "; ".join(dict.fromkeys(wrong)) or None


# The attacks, and the patterns for the server's log, each of which must match.
ATTACKS = {
    "tls": (tls, [r"sent TLS to a port without TLS"]),
    "garbage": (garbage, [r"frame\.|complete line"]),
    "oversized": (oversized, [r"frame\.length", r"bytes without a delimiter", r"body of more than"]),
    "smuggling": (smuggling, [r"content-length header|invalid character"]),
    "floods": (floods, [r"closed of flood"]),
    "slow-readers": (slow_readers, [r"reads too slowly|reads nothing|is closed: silent"]),
    "slow-writers": (slow_writers, [
        r"sent no complete line or packet within 10000 ms", r"is closed: login, no complete login: \d+ bytes came",
        r"is closed: silent, no heartbeats: \d+ bytes came", r"sent no complete request within 60 s: \d+ bytes came"]),
    "pages": (pages, [
        r"sent an HTTP request to the chat port", r"is refused: Misdirected Request", r"is refused: Forbidden"]),
    "unfinished": (unfinished, [r"sent an unfinished message"]),
    "half-open": (half_open, [r"sent no complete line or packet within 10000 ms"]),
}


async def attack(name, ports):
    """Runs an attack in a separate process, and returns a description of its failure, or None."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, __file__, "--attack", name, str(ports["chat"]), str(ports["rongcloud"]),
        stdout=asyncio.subprocess.PIPE)
    try:
        said, _ = await asyncio.wait_for(process.communicate(), 150)
    except TimeoutError:
        process.kill()
        return "it takes longer than 150 s"
    return said.decode().strip() or (f"it ends with {process.returncode}" if process.returncode else None)


def peak(pid):
    status = open(f"/proc/{pid}/status").read()
    return [int(re.search(rf"{name}:\s+(\d+)", status)[1]) // 1_024 for name in ("VmRSS", "VmHWM")]


async def run(options, ports, pid, log):
    pair = Pair(ports["chat"])
    await pair.start()
    await asyncio.sleep(1)
    rows = []

    async def judge(name):
        place, begun = os.path.getsize(log), time.monotonic()
        problem = await attack(name, ports)
        await asyncio.sleep(1.5)
        told = open(log, "rb").read()[place:].decode(errors="replace").splitlines()
        delay = pair.delay(begun)
        wrong = [problem] if problem else []
        for wanted in ATTACKS[name][1]:
            # With all attacks at once, the shared limit of unfinished messages ends the large body first.
            if options.together and wanted == "body of more than":
                wanted += "|sent an unfinished message"
            if not any(re.search(wanted, line) for line in told):
                wrong.append(f"the log does not tell: {wanted}")
        if delay > options.delay:
            wrong.append(f"a user waited {delay:.0f} ms")
        now, most = peak(pid)
        if most > options.memory:
            wrong.append(f"{most} MiB")
        rows.append({
            "attack": name, "seconds": round(time.monotonic() - begun, 1), "delay": round(delay), "memory": now,
            "peak": most, "lines": len(told), "wrong": wrong})
        if not options.json:
            row = rows[-1]
            print(f"{name:13} {row['seconds']:6} s  users waited {row['delay']:5} ms at most  {now:4} MiB, {most:4} at most  "
                  f"{len(told):5} lines  {'; '.join(wrong) or 'as it should be'}", flush=True)
    names = [options.only] if options.only else list(ATTACKS)
    if options.together:
        await asyncio.gather(*(judge(name) for name in names))
    else:
        for name in names:
            await judge(name)
    pair.tasks[2].cancel()
    await asyncio.sleep(1)
    missing = [key for key in pair.sent if key not in pair.other.arrived or key not in pair.one.acknowledged]
    users = {"sent": len(pair.sent), "missing": len(missing), "doubled": pair.other.doubled,
             "cut": [user.cut for user in (pair.one, pair.other) if user.cut]}
    failed = any(row["wrong"] for row in rows) or missing or users["doubled"] or users["cut"]
    if options.json:
        print(json.dumps({"attacks": rows, "users": users}))
    else:
        print(f"users: {users['sent']} messages, {users['missing']} missing, {users['doubled']} double, cut: {users['cut'] or 'none'}")
    return 1 if failed else 0


def main():
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    if sys.argv[1:2] == ["--attack"]:
        # A server that closes a connection during a flood is expected.
        logging.getLogger("asyncio").setLevel(logging.ERROR)
        problem = asyncio.run(ATTACKS[sys.argv[2]][0](int(sys.argv[3]), int(sys.argv[4])))
        print(problem or "")
        return 0
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("server")
    parser.add_argument("--half-open", type=int, default=10_000)
    parser.add_argument("--memory", type=int, default=512, help="MiB that the server may take at most")
    parser.add_argument("--delay", type=int, default=2_000, help="milliseconds that a user may wait for a message")
    parser.add_argument("--only", choices=list(ATTACKS), help="one attack")
    parser.add_argument("--share", type=float, default=1, help="the part of the usual number of connections")
    parser.add_argument("--together", action="store_true", help="all attacks at once")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--log", help="keep the server's log in this file")
    options = parser.parse_args()
    os.environ.update(HALF_OPEN=str(options.half_open), SHARE=str(options.share))
    with tempfile.TemporaryDirectory() as folder:
        log, file = options.log or f"{folder}/log", f"{folder}/ports"
        words = [options.server, "serve", "--any-token", "--chat", f"{HOST}:0", "--rongcloud", f"{HOST}:0", "--ports", file]
        with open(log, "w") as errors:
            server = subprocess.Popen(words, stderr=errors)
        try:
            for _ in range(500):
                if os.path.exists(file) or server.poll() is not None:
                    break
                time.sleep(0.02)
            if not os.path.exists(file):
                print("the server does not start: " + open(log).read(), file=sys.stderr)
                return 3
            code = asyncio.run(run(options, json.load(open(file)), server.pid, log))
            if server.poll() is not None:
                print(f"the server has ended with {server.returncode}", file=sys.stderr)
                code = 1
            return code
        finally:
            server.kill()
            server.wait()


if __name__ == "__main__":
    sys.exit(main())
