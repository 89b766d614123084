# SPDX-License-Identifier: Apache-2.0
"""One connection: packets over a WebSocket, ids, acknowledgements and the heartbeat."""

import asyncio
import time

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from . import http, packets, protobuf


class Refused(Exception):
    """Raised if the CONNACK has a status other than 0 (RMTP-150)."""

    def __init__(self, status):
        super().__init__(f"refused with status {status}")
        self.status = status


class Connection:
    """Sends packets, matches answers to their ids, and passes the other packets to `on_packet`."""

    def __init__(self, socket, version, answer_timeout=30):
        self.socket, self.version, self.answer_timeout = socket, version, answer_timeout
        self.connack = self.disconnect = None
        self.on_packet = lambda packet: None
        self.seen = []  # every packet received, for tests
        self._last_id = 0
        self._waiting = {}
        self._pings = []
        self._tasks = []

    @classmethod
    async def open(cls, host, app_key, token, sdk_ver="4.3.0", heartbeat=15):
        """Connects and waits for the CONNACK: the service sends the first packet (RMTP-190, RMTP-191)."""
        fields = [("appId", app_key), ("token", token), ("sdkVer", sdk_ver), ("pid", "py"), ("apiVer", "normal")]
        socket = await connect(f"ws://{host}/websocket?{http.form(fields)}", compression=None, proxy=None)
        # 1.0.0 is release 0.9.10, the only release that uses version 2.
        self = cls(socket, 2 if sdk_ver == "1.0.0" else 3)
        while self.connack is None:
            packet = packets.read(await asyncio.wait_for(socket.recv(), 5), self.version)
            self.seen.append(packet)
            if packet["type"] == packets.CONNACK and "status" in packet:  # RMTP-193
                self.connack = packet
        if self.connack["status"] != 0:
            self.refused_at = time.monotonic()
            raise _with(Refused(self.connack["status"]), self)
        self._tasks = [asyncio.create_task(self._read()), asyncio.create_task(self._beat(heartbeat))]
        return self

    async def _read(self):
        try:
            async for message in self.socket:
                try:
                    packet = packets.read(message, self.version)
                    self.seen.append(packet)
                    self._take(packet)
                except packets.PacketError as error:
                    # An error affects only the message, never the connection (RMTP-051).
                    self.seen.append({"error": error, "message": message})
        except ConnectionClosed:
            pass
        finally:
            # Everything that waits is notified that the connection has ended (RMTP-201).
            for future in [*self._waiting.values(), *self._pings]:
                if not future.done():
                    future.set_exception(ConnectionError("connectionEnded"))

    def _take(self, packet):
        kind, key = packet["type"], (packet["type"], packet.get("messageId"))
        if kind == packets.PINGRESP and self._pings:
            self._pings.pop(0).set_result(None)
        elif key in self._waiting:
            future = self._waiting.pop(key)
            if not future.done():
                future.set_result(packet)
        elif kind == packets.DISCONNECT:
            self.disconnect = packet  # RMTP-151
        else:
            self.on_packet(packet)

    def _next_id(self):
        """Returns the next id: the first is 1, 65535 is followed by 1, and pending ids are skipped (RMTP-120,
        RMTP-123).
        """
        while True:
            self._last_id = self._last_id % 65535 + 1
            if not any(number == self._last_id for _, number in self._waiting):
                return self._last_id

    async def publish(self, topic, target, message, qos=1):
        """Sends an UpStreamMessage and returns its PUBACK; with a qos of 0 there is none (RMTP-130)."""
        number, data = self._next_id(), protobuf.encode("UpStreamMessage", message)
        packet = packets.write(packets.PUBLISH, qos, topic=topic, targetId=target, messageId=number, data=data)
        if qos == 0:
            return await self.send(packet)
        return await self._answered(packet, (packets.PUBACK, number))

    async def query(self, topic, target, request, value, answer=None):
        """Sends a query and returns the QUERYACK with its body as `body` (RMTP-134)."""
        number, data = self._next_id(), protobuf.encode(request, value)
        packet = packets.write(packets.QUERY, 0, topic=topic, targetId=target, messageId=number, data=data)
        ack = await self._answered(packet, (packets.QUERYACK, number))
        if ack["qos"]:
            await self.send(packets.write(packets.QUERYCON, messageId=number))
        if answer and ack["status"] == 0:
            ack["body"] = protobuf.decode(answer, ack.get("data", b""))
        return ack

    async def _answered(self, packet, key):
        future = self._waiting[key] = asyncio.get_running_loop().create_future()
        await self.send(packet)
        try:
            # Not wait_for: in Python 3.11 it can lose a cancellation that coincides with the answer.
            async with asyncio.timeout(self.answer_timeout):  # RMTP-133
                return await future
        finally:
            self._waiting.pop(key, None)

    async def ping(self):
        """Sends a PINGREQ and waits for the PINGRESP; nothing else counts as an answer (RMTP-140, RMTP-141)."""
        future = asyncio.get_running_loop().create_future()
        self._pings.append(future)
        await self.send(packets.write(packets.PINGREQ))
        async with asyncio.timeout(15):
            await future

    async def _beat(self, interval):
        while True:
            await asyncio.sleep(interval)
            await self.ping()

    async def send(self, packet):
        await self.socket.send(packet)

    async def close(self):
        for task in self._tasks[1:]:
            task.cancel()
        await self.socket.close()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def _with(error, connection):
    error.connection = connection
    return error
