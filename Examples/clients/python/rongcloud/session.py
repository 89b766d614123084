# SPDX-License-Identifier: Apache-2.0
"""A user's session: what a client pulls, acknowledges and delivers, according to RMTP-190 to RMTP-201."""

import asyncio

from . import messages, packets, protobuf
from .chatrooms import Chatrooms
from .connection import Connection

INBOX = None  # the name of the box of private and group messages; a chatroom's is its id


class Delivery:
    """A message for the application; `how` is direct, pulled, room or synced."""

    def __init__(self, how, message, topic=None, target=None, receipt=None, room=None, remaining=0):
        self.how, self.message, self.topic, self.target = how, message, topic, target
        self.receipt, self.room, self.remaining = receipt, room, remaining

    @property
    def content(self):
        return messages.content(self.message)


class Session(Chatrooms):
    """A connection with the times of its boxes. `deliveries` holds received messages, `news` all other publications."""

    def __init__(self, connection, inbox_time=0, outbox_time=0):
        super().__init__()
        self.connection = connection
        self.user = connection.connack.get("userId", "")
        self.inbox_time, self.outbox_time = inbox_time, outbox_time
        self.deliveries, self.news, self.pages = asyncio.Queue(), asyncio.Queue(), []
        self.problems = []  # anything that a strict reader would refuse, for tests
        self._synced, self._wanted, self._pulling = {}, [], False
        self._changed = asyncio.Event()
        connection.on_packet = self._take
        self._tasks = [asyncio.create_task(self._pull_all())]

    @classmethod
    async def open(cls, host, app_key, token, inbox_time=0, outbox_time=0, **options):
        self = cls(await Connection.open(host, app_key, token, **options), inbox_time, outbox_time)
        await self.connection.ping()  # RMTP-192
        self.want(INBOX)  # RMTP-194
        return self

    def _take(self, packet):
        if packet["deviations"]:
            self.problems.append(packet)
        if packet["type"] == packets.PUBACK and packet["messageId"] in self._synced:
            self._sync(packet["messageId"], packet)
        if packet["type"] != packets.PUBLISH:
            return
        if not packet["syncMsg"] and packet["qos"] and "messageId" in packet:
            # Acknowledged even if the body cannot be read: the service would send it again (RMTP-131, RMTP-135).
            self.background(self.connection.send(packets.write(packets.PUBACK, messageId=packet["messageId"])))
        try:
            self._published(packet)
        except (protobuf.BodyError, ValueError) as error:
            self.problems.append((packet, error))

    def _published(self, packet):
        topic, data = packet.get("topic"), packet.get("data", b"")
        if packet["syncMsg"]:
            # A synced message waits for the PUBACK that carries its id and time (RMTP-132).
            number = packet.get("messageId")
            if number in self._synced:
                self._sync(number, None)
            self._synced[number] = packet
            if number is None or topic in messages.STATUS_TOPICS.values():
                self._sync(number, None)
        elif topic == "s_msg":
            self._direct(protobuf.decode("DownStreamMessage", data))
        elif topic == "s_ntf":
            self._notified(protobuf.decode("NotifyMsg", data))
        else:
            if topic == "s_cmd":
                self.command(protobuf.decode("NotifyMsg", data))
            self.news.put_nowait(packet)

    def _direct(self, message):
        # A pull of the inbox that runs or waits contains the message (RMTP-399, RMTP-400); one that is not later is
        # already known (RMTP-398).
        if self._pulling == [INBOX] or INBOX in self._wanted:
            return
        own = message.get("direction") == 1
        if message["dataTime"] <= (self.outbox_time if own else self.inbox_time):
            return
        if own:
            self.outbox_time = message["dataTime"]
        else:
            self.inbox_time = message["dataTime"]
        self.deliveries.put_nowait(Delivery("direct", message))

    def _notified(self, notification):
        """A notification triggers a pull unless the message that it announces is known (RMTP-196, RMTP-263)."""
        room = notification.get("chrmId") if notification["type"] == 2 else INBOX
        known = self.inbox_time if room is INBOX else self.rooms.get(room)
        if known is not None and not notification.get("time", known + 1) <= known:
            self.want(room)

    def _sync(self, number, receipt):
        packet = self._synced.pop(number)
        message = protobuf.decode("UpStreamMessage", packet.get("data", b""))
        if receipt and receipt["status"] == 0:
            self.outbox_time = max(self.outbox_time, messages.sent_time(receipt))
        delivery = Delivery("synced", message, packet["topic"], packet.get("targetId"), receipt)
        self.deliveries.put_nowait(delivery)

    def want(self, box):
        """Requests a pull; one pull serves all requests that are pending for a box (RMTP-195)."""
        if box not in self._wanted:
            self._wanted.append(box)
        self._changed.set()

    async def _pull_all(self):
        while True:
            await self._changed.wait()
            self._changed.clear()
            while self._wanted:
                box = self._wanted.pop(0)
                self._pulling = [box]
                try:
                    while await (self._pull() if box is INBOX else self.pull_room(box)):
                        pass
                except ConnectionError:
                    return  # a pull in progress starts again with the next connection (RMTP-201)
                except TimeoutError:
                    self.problems.append(f"a pull of {box or 'the inbox'} was not answered")  # RMTP-225
                finally:
                    self._pulling = False

    async def _pull(self):
        """Pulls one page, and returns whether another follows (RMTP-194)."""
        inbox, outbox = self.inbox_time, self.outbox_time
        request = {"syncTime": inbox, "ispolling": False, "isPullSend": True, "sendBoxSyncTime": outbox}
        ack = await self.connection.query("pullMsg", self.user, "SyncRequestMsg", request, "DownStreamMessages")
        if ack["status"] != 0:
            return False
        page = ack["body"]
        self.pages.append(page)
        new = [m for m in page.get("list", []) if m["dataTime"] > (outbox if m.get("direction") == 1 else inbox)]
        self.inbox_time = max(inbox, page["syncTime"])
        self.outbox_time = max([outbox] + [m["dataTime"] for m in new if m.get("direction") == 1])
        for place, message in enumerate(new):
            self.deliveries.put_nowait(Delivery("pulled", message, remaining=len(new) - place - 1))  # SES-146
        moved = (self.inbox_time, self.outbox_time) != (inbox, outbox)  # RMTP-225
        return moved and page.get("finished") is False

    async def send(self, conversation, target, message, topic=None):
        """Sends a message and returns its PUBACK, which advances the outbox (RMTP-197)."""
        ack = await self.connection.publish(topic or messages.TOPICS[conversation], target, message)
        if ack["status"] == 0:
            self.outbox_time = max(self.outbox_time, messages.sent_time(ack))
        return ack

    async def query(self, *arguments):
        return await self.connection.query(*arguments)

    async def close(self):
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.connection.close()
