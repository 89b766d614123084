# SPDX-License-Identifier: Apache-2.0
"""Polling over HTTP: connecting, sending, pulling, and what a session over a WebSocket sees of it."""

import asyncio
import json
import time

from rongcloud import messages, packets
from rongcloud.messages import PRIVATE
from rongcloud.polling import Polling, PollingError

from .live import KEY, LiveTest


class Polled(LiveTest):
    async def test_connect(self):
        polling = await self.polling("ann")
        self.assertEqual((polling.connack["type"], polling.connack["userId"]), (packets.CONNACK, "ann"))
        self.assertTrue(polling.session)
        self.assertNotIn("Access-Control-Allow-Origin", polling.headers)

    async def test_page_of_another_origin(self):
        page = Polling(self.server.host, KEY, "ann", origin="http://localhost:3000")
        self.assertEqual(await page.connect(), 0)
        self.assertEqual(page.headers["Access-Control-Allow-Origin"], "http://localhost:3000")  # LIV-112
        reply = await page.publish("ppMsgP", "bob", messages.text("x"))
        self.assertIn(packets.PUBACK, [packet["type"] for packet in reply])

    async def test_send(self):
        polling, bob = await self.polling("ann"), await self.session("bob")
        reply = await polling.publish("ppMsgP", "bob", messages.text("over HTTP 中😀"))
        (ack,) = [packet for packet in reply if packet["type"] == packets.PUBACK]
        self.assertEqual((ack["messageId"], ack["status"]), (1, 0))
        got = await self.delivery(bob)
        self.assertEqual((got.content, got.message["msgId"]), ({"content": "over HTTP 中😀"}, ack["messageUId"]))

    async def test_receive(self):
        polling, bob = await self.polling("ann"), await self.session("bob")
        started = time.monotonic()
        waiting = asyncio.create_task(polling.poll())
        await asyncio.sleep(0.3)
        await bob.send(PRIVATE, "ann", messages.text("x"))
        packet = next(packet for packet in await waiting if packet["type"] == packets.PUBLISH)
        self.assertLess(time.monotonic() - started, 5)
        self.assertIn(packet["topic"], ("s_msg", "s_ntf"))
        self.assertEqual(packet["deviations"], [])
        if packet["topic"] == "s_msg":
            self.assertEqual(json.loads(packet["data"]["content"]), {"content": "x"})
            self.assertEqual((packet["data"]["fromUserId"], packet["qos"]), ("bob", 1))
            await polling.acknowledge(packet["messageId"])

    async def test_pull(self):
        bob = await self.session("bob")
        for number in range(3):
            await bob.send(PRIVATE, "ann", messages.text(str(number)))
        polling = await self.polling("ann")
        request = {"syncTime": 0, "ispolling": True, "isPullSend": True, "sendBoxSyncTime": 0}
        reply = await polling.query("pullMsg", "ann", request)
        (ack,) = [packet for packet in reply if packet["type"] == packets.QUERYACK]
        self.assertEqual((ack["messageId"], ack["status"]), (1, 0))
        contents = [json.loads(message["content"])["content"] for message in ack["data"]["list"]]
        self.assertEqual(contents, ["0", "1", "2"])
        self.assertIsInstance(ack["data"]["syncTime"], int)

    async def test_chatroom(self):
        polling, bob = await self.polling("ann"), await self.session("bob")
        self.assertEqual(await bob.join("r"), 0)
        reply = await polling.query("joinChrm", "r", {"nothing": 1})
        self.assertEqual([(p["type"], p["status"]) for p in reply], [(packets.QUERYACK, 0)])
        await polling.publish("chatMsg", "r", messages.text("x"))
        self.assertEqual((await self.delivery(bob)).content, {"content": "x"})

    async def test_session_that_is_gone(self):
        polling = await self.polling("ann")
        polling.session = "gone"
        with self.assertRaises(PollingError) as caught:
            await polling.publish("ppMsgP", "bob", messages.text("x"))
        self.assertRegex(str(caught.exception), "HTTP (400|403)")
        with self.assertRaises(PollingError):
            await polling.poll()


class Refusal(LiveTest):
    options = ()

    async def test_wrong_token(self):
        from rongcloud.polling import Polling

        from .live import KEY

        polling = Polling(self.server.host, KEY, "wrong")
        self.assertEqual(await polling.connect(), 4)
