#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Attacks `imwire serve`, its runners and its proxy while ordinary users exchange messages, without any code of imwire.

    scripts/hostile-peers.py SERVER [--half-open N] [--memory MIB] [--delay MS] [--only NAME] [--share F] [--together]
                             [--json]

SERVER is an imwire-live executable, which the script starts. Each attack lists what the server's log must report about
it, and which limit holds it. Two users of socket chat and two of RongCloud must not lose a message or their connection,
and must not wait longer than --delay for a message; the delay is shown beside the load average of the machine. --share
scales down the numbers of connections, and --together runs all attacks at once, which takes 80 s.

Exits with 1 if a check fails or the server takes more than --memory, 2 for usage, and 3 if the server does not start.
"""

import argparse
import asyncio
import base64
import hashlib
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

from hostile_wire import (
    BEAT, HOST, KEY, SECRET, Socket, call, field, fields, frame, login, message, packet, publish, query, read_response,
    signed, text, varint, words)


def share(count):
    """Returns a number of connections scaled by --share."""
    return max(1, int(count * float(os.environ.get("SHARE", "1"))))


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


class WebUser:
    """An ordinary RongCloud user, who asks for answers to pings and records the messages that arrive."""

    def __init__(self, name, port):
        self.name, self.port, self.arrived, self.acknowledged, self.cut = name, port, {}, set(), None
        self.online, self.doubled, self.keys = asyncio.Event(), 0, {}

    async def run(self):
        try:
            self.socket = await Socket.open(self.port, self.name)
            self.online.set()
            beats = asyncio.create_task(self.beat())
        except (ConnectionError, OSError, asyncio.IncompleteReadError) as error:
            self.cut = repr(error)
            return
        try:
            while True:
                self.take(await self.socket.receive())
        except (ConnectionError, OSError, asyncio.IncompleteReadError) as error:
            self.cut = repr(error)
        finally:
            beats.cancel()

    def take(self, item):
        kind = item[0] >> 4
        if kind == 4:
            number = struct.unpack(">H", item[1:3])[0]
            if item[7:9] == b"\0\0":
                self.acknowledged.add(self.keys.get(number))
        elif kind == 3:
            # The date, the topic and the target come before the id and the body.
            place = 1 + 4
            for _ in range(2):
                place += 2 + struct.unpack(">H", item[place:place + 2])[0]
            number, body = item[place:place + 2], item[place + 2:]
            found = dict(fields(body))
            if 5 in found and found[1] == b"carol":
                key = json.loads(found[5])["content"]
                self.doubled += key in self.arrived
                self.arrived.setdefault(key, time.monotonic())
                self.socket.writer.write(frame(b"\x40" + number))

    def send(self, key, other):
        number = len(self.keys) % 65_000 + 1
        self.keys[number] = key
        self.socket.writer.write(publish("ppMsgP", other, words(key), number))

    async def beat(self):
        while True:
            self.socket.writer.write(frame(b"\xc0"))
            await asyncio.sleep(1)


class WebPair:
    """Two RongCloud users, one of whom sends the other ten messages a second."""

    def __init__(self, port):
        self.one, self.other, self.sent = WebUser("carol", port), WebUser("dave", port), {}

    async def start(self):
        self.tasks = [asyncio.create_task(user.run()) for user in (self.one, self.other)]
        for user in (self.one, self.other):
            await asyncio.wait_for(user.online.wait(), 10)
        self.tasks.append(asyncio.create_task(self.send()))

    async def send(self):
        while True:
            key = f"w{len(self.sent)}"
            self.sent[key] = time.monotonic()
            self.one.send(key, "dave")
            await asyncio.sleep(0.1)


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


def longest(pair, since):
    """Returns the longest wait for a message sent since the given time, in milliseconds."""
    now = time.monotonic()
    waits = [pair.other.arrived.get(key, now) - sent for key, sent in pair.sent.items() if sent >= since]
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


# Numbers and forms out of range.

EDGES = ["-1", "0", "501", "43201", "2147483648", str(2**63 - 1), str(-(2**63)), str(2**63), "1e9", ""]


async def numbers(chat, web):
    """Sends signed requests with numbers at the edges of their ranges and of 64 bits."""
    await call(web, "/chatroom/create.json", {"chatroom[n]": "n"})
    await call(web, "/chatroom/join.json", {"userId": ["u1", "u2"], "chatroomId": "n"})
    wrong = []
    for path, form, name in [
            ("/chatroom/user/query.json", {"chatroomId": "n", "order": "1"}, "count"),
            ("/chatroom/user/block/add.json", {"chatroomId": "n", "userId": "u1"}, "minute"),
            ("/chatroom/user/gag/add.json", {"chatroomId": "n", "userId": "u1"}, "minute")]:
        for edge in EDGES:
            try:
                status, body = await call(web, path, {**form, name: edge})
            except (OSError, asyncio.IncompleteReadError) as error:
                return f"{path} with {name}={edge}: {error!r}"
            if status == 200 and edge not in ("501", "43201") and json.loads(body)["code"] == 200:
                wrong.append(f"{path} accepts {name}={edge}")
    return "; ".join(wrong) or None


async def stored_time(chat, web):
    """Starts a server with a memory file in which a message has the time 2^63 - 1."""
    with tempfile.TemporaryDirectory() as folder:
        memory, ports = f"{folder}/memory", f"{folder}/ports"
        command = [os.environ["SERVER"], "serve", "--any-token", "--app-key", KEY, "--app-secret", SECRET, "--rongcloud",
                   f"{HOST}:0", "--memory", memory, "--ports", ports, "--quiet"]

        def start():
            return subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
        first = start()
        while not os.path.exists(ports):
            await asyncio.sleep(0.05)
        port = json.load(open(ports))["rongcloud"]
        await call(port, "/message/private/publish.json", {
            "fromUserId": "a", "toUserId": "b", "objectName": "RC:TxtMsg", "content": '{"content":"x"}'})
        first.terminate()
        first.wait()
        lines = open(memory).read().splitlines()
        for index, line in enumerate(lines):
            item = json.loads(line)
            if "message" in item:
                body = fields(base64.b64decode(item["message"]))
                body = b"".join(field(number, 2**63 - 1 if number == 6 else value) for number, value in body)
                lines[index] = json.dumps({**item, "message": base64.b64encode(body).decode()})
        open(memory, "w").write("\n".join(lines) + "\n")
        os.remove(ports)
        second = start()
        end = time.monotonic() + 20
        while second.poll() is None and not os.path.exists(ports) and time.monotonic() < end:
            await asyncio.sleep(0.05)
        if second.poll() is None:
            second.kill()
            return "a server starts with the file"
        told = second.stderr.read()
        return None if second.returncode == 2 and "time of a message" in told else f"{second.returncode}: {told[-200:]}"


# Stores.


async def queries(chat, web):
    """Asks expensive questions about 4,000 stored messages for ten seconds, from one user and then from twenty."""
    others = [User(f"user{number}", chat) for number in range(20)]
    tasks = [asyncio.create_task(user.run()) for user in others]
    await asyncio.gather(*(asyncio.wait_for(user.online.wait(), 20) for user in others))
    hoarder = await Socket.open(web, "hoarder")
    for number in range(4_000):
        # To oneself, so that each message is in both boxes, in many conversations.
        hoarder.writer.write(publish("ppMsgP", "hoarder" if number % 2 else f"p{number % 800}", words("x"), number + 1))
        if number % 50 == 49:
            await hoarder.writer.drain()
            await asyncio.sleep(0)
    await hoarder.ask("qrySessionsAtt", "hoarder", field(1, 1), 60_000)
    relations = field(1, 1) + field(3, 1_000)
    history = field(1, "hoarder") + field(2, 0) + field(3, 1)
    pull = field(1, 1) + field(2, 0) + field(4, 1)
    gone = b"".join(field(3, field(1, f"NONE-{number}")) for number in range(16_000))
    unit = b""
    for number in range(1, 41):
        unit += query("qryRelation", "hoarder", relations, number * 5 + 1)
        unit += query("qrySessionsAtt", "hoarder", field(1, 1), number * 5 + 2)
        unit += query("pullMsg", "hoarder", pull, number * 5 + 3)
        unit += query("qryPMsg", "hoarder", history, number * 5 + 4)
    unit += query("delMsg", "hoarder", gone, 1_000)
    answered = 0
    end = time.monotonic() + 10

    async def flood(port, number):
        nonlocal answered
        try:
            peer = await Socket.open(port, "hoarder" if number else "hoarder2")
            sending = asyncio.create_task(send(peer))
            while time.monotonic() < end:
                answered += len(await asyncio.wait_for(peer.reader.read(1 << 20), 5)) > 0
            sending.cancel()
            peer.writer.close()
        except (OSError, TimeoutError, asyncio.IncompleteReadError):
            pass

    async def send(peer):
        while time.monotonic() < end:
            peer.writer.write(unit)
            await peer.writer.drain()

    async def report(number):
        """Requests the data of the page again and again."""
        try:
            reader, writer = await connect(web)
            while time.monotonic() < end:
                writer.write(f"GET /state.json HTTP/1.1\r\nHost: {HOST}:{web}\r\n\r\n".encode())
                await read_response(reader)
        except (OSError, asyncio.IncompleteReadError):
            pass
    await asyncio.gather(*(flood(web, number) for number in range(share(8))), *(report(n) for n in range(share(8))))
    await asyncio.sleep(1)
    cut = [user.name for user in others if user.cut]
    for task in tasks:
        task.cancel()
    return f"{len(cut)} of 20 other users were cut" if cut else None


async def spellings(chat, web):
    """Reads the mailbox of a user whose id differs in its normal form only."""
    one, other = "caf\u00e9", "cafe\u0301"
    peers = [await Socket.open(web, one), await Socket.open(web, other)]
    peers[0].writer.write(publish("ppMsgP", "u", words("mine"), 1))
    await call(web, "/message/private/publish.json", {
        "fromUserId": "u", "toUserId": one, "objectName": "RC:TxtMsg", "content": '{"content":"secret"}'})
    pull = field(1, 0) + field(2, 0) + field(4, 1) + field(6, 0)
    found = [(await peer.ask("pullMsg", "u", pull, 9))[1].count(b"secret") for peer in peers]
    online = [json.loads((await call(web, "/user/checkOnline.json", {"userId": name}))[1])["status"]
              for name in (one, other, "CAFE\u0301")]
    for peer in peers:
        peer.writer.close()
    if found != [1, 0]:
        return f"the messages of one user: {found}"
    return None if online == ["1", "1", "0"] else f"online: {online}"


async def members(chat, web):
    """Reads and changes discussions and rooms of which the user is no member."""
    owner, guest, stranger = [await Socket.open(web, user) for user in ("owner", "guest", "stranger")]
    status, body = await owner.ask("crDiz", "d", field(1, "name"), 2)
    place = dict(fields(body))[1].decode()
    await owner.ask("invtDiz", place, field(1, "guest"), 3)
    wrong = []
    for peer, name in [(stranger, "a stranger"), (guest, "a guest")]:
        status, _ = await peer.ask("evctDiz", place, field(1, "owner"), 4)
        if status == 0:
            wrong.append(f"{name} evicts the owner")
    await owner.ask("joinChrm", "private", b"", 5)
    for topic, body in [("qryCHMsg", field(1, "private") + field(2, 0) + field(3, 9)), ("pullKV", field(1, 0))]:
        status, _ = await stranger.ask(topic, "private", body, 6)
        if status == 0:
            wrong.append(f"a stranger asks {topic}")
    for peer in (owner, guest, stranger):
        peer.writer.close()
    return "; ".join(wrong) or None


async def rooms(chat, web):
    """Creates 200,000 chatrooms, twenty times the limit, with names as long as they may be."""
    refused = 0
    for number in range(0, share(200_000), 500):
        try:
            form = {f"chatroom[{number + index:06}{'r' * 50}]": "n" * 60 for index in range(500)}
            status, body = await call(web, "/chatroom/create.json", form)
            refused += json.loads(body).get("code") != 200
        except (OSError, asyncio.IncompleteReadError, TimeoutError) as error:
            return repr(error)
    status, body = await call(web, "/chatroom/create.json", {"chatroom[one more]": "n"})
    if json.loads(body).get("code") == 200 and share(200_000) > 20_000:
        return "room after room is created"
    for number in range(0, share(200_000), 500):
        names = [f"{number + index:06}{'r' * 50}" for index in range(500)]
        await call(web, "/chatroom/destroy.json", {"chatroomId": names})
    return None


async def long_names(chat, web):
    """Logs in with ids of 100 KB, and reads the page's data meanwhile."""
    async def one(number):
        reader, writer = await connect(chat)
        writer.write(login(f"{number}" + "\u00e9\u0301" * 25_000))
        await asyncio.sleep(2)
        writer.close()
        return True
    users = asyncio.create_task(many(share(500), one))
    await asyncio.sleep(1)
    wrong = None
    for _ in range(3):
        reader, writer = await connect(web)
        writer.write(f"GET /state.json HTTP/1.1\r\nHost: {HOST}:{web}\r\n\r\n".encode())
        status, body = await asyncio.wait_for(read_response(reader), 20)
        writer.close()
        if status != 200 or not body or len(body) > 4 << 20 or not json.loads(body)["connections"]:
            wrong = f"/state.json: {status}, {len(body)} bytes"
        await asyncio.sleep(0.5)
    await users
    return wrong


# Web pages.


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


# Runners and the proxy, which are servers or clients of the attacker.


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


# The attacks; the patterns for the server's log, each of which must match; and what holds the attack.
ATTACKS = {
    "tls": (tls, [r"sent TLS to a port without TLS"], "a first byte of TLS ends the connection"),
    "garbage": (garbage, [r"frame\.|complete line"], "a fault of framing ends the connection"),
    "oversized": (
        oversized, [r"frame\.length", r"bytes without a delimiter", r"body of more than"], "1 MiB a packet, 2 MiB a body"),
    "smuggling": (smuggling, [r"content-length header|invalid character"], "a length must be given once"),
    "floods": (floods, [r"closed of flood"], "a share of each turn"),
    "slow-readers": (
        slow_readers, [r"reads too slowly|reads nothing|is closed: silent"], "8 MiB wait for one client, for 30 s"),
    "slow-writers": (slow_writers, [
        r"sent no complete line or packet within 10000 ms", r"is closed: login, no complete login: \d+ bytes came",
        r"is closed: silent, no heartbeats: \d+ bytes came", r"sent no complete request within 60 s: \d+ bytes came"],
        "10 s for a login, 60 s for a request"),
    "unfinished": (unfinished, [r"sent an unfinished message"], "128 MiB for all, 16 KiB for each"),
    "half-open": (half_open, [r"sent no complete line or packet within 10000 ms"], "10 s for a login"),
    "numbers": (numbers, [], "code 1002: out of range"),
    "stored-time": (stored_time, [], "the file is refused"),
    "queries": (queries, [], "indices, and a share of each turn"),
    "rooms": (rooms, [], "10,000 rooms"),
    "spellings": (spellings, [], "ids are compared by bytes"),
    "members": (members, [], "membership"),
    "long-names": (long_names, [], "names are cut in the log and on the page"),
    "pages": (pages, [
        r"sent an HTTP request to the chat port", r"is refused: Misdirected Request", r"is refused: Forbidden"],
        "Host and Origin are checked"),
    "testee-pongs": (testee_pongs, [], "8 MiB wait for a peer that does not read"),
    "server-pongs": (server_pongs, [], "8 MiB wait for a peer that does not read"),
    "fuzz-replies": (fuzz_replies, [], "256 messages wait for the fuzzer"),
    "proxied-requests": (proxied_requests, [], "a bound on requests without an answer"),
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


def is_gone(pid):
    """Returns whether a process has ended; a child whose end was not read yet has no memory."""
    return "VmRSS" not in open(f"/proc/{pid}/status").read()


def used(pid):
    """Returns the processor time of a process, in seconds."""
    words = open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


async def run(options, ports, pid, log):
    pairs = [Pair(ports["chat"]), WebPair(ports["rongcloud"])]
    for pair in pairs:
        await pair.start()
    await asyncio.sleep(1)
    rows = []

    async def judge(name):
        place, begun, before = os.path.getsize(log), time.monotonic(), used(pid)
        problem = await attack(name, ports)
        await asyncio.sleep(1.5)
        if is_gone(pid):
            rows.append({"attack": name, "wrong": ["the server has ended"]})
            print(f"{name:16} the server has ended", flush=True)
            return
        told = open(log, "rb").read()[place:].decode(errors="replace").splitlines()
        delay = max(longest(pair, begun) for pair in pairs)
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
        load = os.getloadavg()[0]
        rows.append({
            "attack": name, "seconds": round(time.monotonic() - begun, 1), "delay": round(delay), "memory": now,
            "peak": most, "processor": round(used(pid) - before, 1), "load": round(load, 1), "lines": len(told),
            "held": ATTACKS[name][2], "wrong": wrong})
        if not options.json:
            row = rows[-1]
            print(f"{name:16} {row['seconds']:6} s  users waited {row['delay']:5} ms at most  {now:4} MiB, {most:4} at most  "
                  f"{row['processor']:5} s CPU, load {row['load']:4}  {len(told):5} lines  "
                  f"{'; '.join(wrong) or 'held: ' + ATTACKS[name][2]}", flush=True)
    names = [options.only] if options.only else list(ATTACKS)
    if options.together:
        await asyncio.gather(*(judge(name) for name in names))
    else:
        for name in names:
            await judge(name)
    for pair in pairs:
        pair.tasks[2].cancel()
    await asyncio.sleep(1)
    users = {"sent": 0, "missing": 0, "doubled": 0, "cut": []}
    for pair in pairs:
        missing = [key for key in pair.sent if key not in pair.other.arrived or key not in pair.one.acknowledged]
        users["sent"] += len(pair.sent)
        users["missing"] += len(missing)
        users["doubled"] += pair.other.doubled
        users["cut"] += [user.cut for user in (pair.one, pair.other) if user.cut]
    failed = any(row["wrong"] for row in rows) or users["missing"] or users["doubled"] or users["cut"]
    if options.json:
        print(json.dumps({"attacks": rows, "users": users}))
    else:
        print(f"users: {users['sent']} messages, {users['missing']} missing, {users['doubled']} double, cut: {users['cut'] or 'none'}")
    return 1 if failed else 0


def main():
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    # A server that closes a connection during a flood is expected.
    logging.getLogger("asyncio").setLevel(logging.ERROR)
    if sys.argv[1:2] == ["--attack"]:
        # An attacker has a machine of its own; here it leaves the processor to the server and the users.
        os.nice(15)
        problem = asyncio.run(ATTACKS[sys.argv[2]][0](int(sys.argv[3]), int(sys.argv[4])))
        print(problem or "")
        return 0
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("server")
    parser.add_argument("--half-open", type=int, default=10_000)
    parser.add_argument("--memory", type=int, default=512, help="MiB that the server may take at most")
    parser.add_argument("--delay", type=int, default=250, help="milliseconds that a user may wait for a message")
    parser.add_argument("--only", choices=list(ATTACKS), help="one attack")
    parser.add_argument("--share", type=float, default=1, help="the part of the usual number of connections")
    parser.add_argument("--together", action="store_true", help="all attacks at once")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--log", help="keep the server's log in this file")
    options = parser.parse_args()
    os.environ.update(
        HALF_OPEN=str(options.half_open), SHARE=str(options.share), SERVER=os.path.abspath(options.server))
    with tempfile.TemporaryDirectory() as folder:
        log, file = options.log or f"{folder}/log", f"{folder}/ports"
        command = [options.server, "serve", "--any-token", "--app-key", KEY, "--app-secret", SECRET, "--chat", f"{HOST}:0",
                   "--rongcloud", f"{HOST}:0", "--ports", file]
        with open(log, "w") as errors:
            server = subprocess.Popen(command, stderr=errors)
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
