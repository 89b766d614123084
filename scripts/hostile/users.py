# SPDX-License-Identifier: Apache-2.0
"""The ordinary users, whose messages and connections no attack may cost."""

import asyncio
import json
import struct
import time

from .wire import BEAT, HOST, Socket, fields, frame, login, message, publish, text, words


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
