# SPDX-License-Identifier: Apache-2.0
"""Messages of an application server: the server API with its signature."""

import asyncio

from rongcloud import messages
from rongcloud.messages import CHATROOM, GROUP, SYSTEM
from rongcloud.server_api import ServerAPI

from .live import KEY, LiveTest

TEXT = '{"content":"a b+中&=%"}'


class Published(LiveTest):
    async def test_private(self):
        ann = await self.session("ann")
        status, answer = await self.server.api.publish("private", "shop", ["ann", "bob"], "RC:TxtMsg", TEXT)
        self.assertEqual((status, answer["code"]), (200, 200))
        got = await self.delivery(ann)
        self.assertEqual((got.message["fromUserId"], got.content), ("shop", {"content": "a b+中&=%"}))
        bob = await self.session("bob")
        self.assertEqual((await self.delivery(bob)).how, "pulled")

    async def test_group_and_system(self):
        bob = await self.session("bob")
        await self.server.api.publish("group", "ann", ["g1"], "RC:TxtMsg", TEXT)
        got = (await self.delivery(bob)).message
        self.assertEqual((got["type"], messages.target(got)), (GROUP, "g1"))
        await self.server.api.publish("system", "sys", ["bob"], "RC:TxtMsg", TEXT)
        got = (await self.delivery(bob)).message
        self.assertEqual((got["type"], messages.target(got)), (SYSTEM, "sys"))

    async def test_chatroom(self):
        ann = await self.session("ann")
        await ann.join("r")
        status, answer = await self.server.api.publish("chatroom", "host", ["r"], "RC:TxtMsg", TEXT)
        self.assertEqual((status, answer["code"]), (200, 200))
        got = await self.delivery(ann)
        self.assertEqual((got.room, got.message["fromUserId"], got.message["type"]), ("r", "host", CHATROOM))

    async def test_moderation(self):
        api, ann = self.server.api, await self.session("ann")
        _, answer = await api.post("/chatroom/create.json", [("chatroom[r]", "Lobby")])
        self.assertEqual(answer["code"], 200)
        self.assertEqual(await ann.join("r", again=True), 0)
        ban = [("userId", "ann"), ("chatroomId", "r"), ("minute", 1)]
        _, answer = await api.post("/chatroom/user/gag/add.json", ban)
        self.assertEqual(answer["code"], 200)
        self.assertEqual((await ann.send(CHATROOM, "r", messages.text("x")))["status"], 23408)  # CRM-050
        await api.post("/chatroom/user/gag/rollback.json", ban[:2])
        self.assertEqual((await ann.send(CHATROOM, "r", messages.text("x")))["status"], 0)
        await api.post("/chatroom/user/block/add.json", ban)
        self.assertEqual((await ann.send(CHATROOM, "r", messages.text("x")))["status"], 23409)  # CRM-021
        self.assertEqual(await ann.join("r"), 23409)  # CRM-012
        await api.post("/chatroom/destroy.json", [("chatroomId", "r")])
        self.assertEqual((await ann.send(CHATROOM, "r", messages.text("x")))["status"], 23410)  # CRM-002

    async def test_recall(self):
        ann, bob = await self.session("ann"), await self.session("bob")
        ack = await ann.send(1, "bob", messages.text("x"))
        await self.delivery(bob)
        fields = [("fromUserId", "ann"), ("conversationType", 1), ("targetId", "bob")]
        fields += [("messageUID", ack["messageUId"]), ("sentTime", messages.sent_time(ack))]
        status, answer = await self.server.api.post("/message/recall.json", fields)
        self.assertEqual((status, answer["code"]), (200, 200))
        got = await self.delivery(bob)
        self.assertEqual((got.message["classname"], got.content["messageUId"]), ("RC:RcCmd", ack["messageUId"]))


class Refused(LiveTest):
    async def test_wrong_signature(self):
        for api in (ServerAPI(self.server.base, KEY, "wrong"), ServerAPI(self.server.base, "wrong", "test-secret")):
            status, answer = await api.publish("private", "shop", ["ann"], "RC:TxtMsg", TEXT)
            self.assertEqual((status, answer["code"]), (401, 1004))  # API-004

    async def test_a_form_that_is_none(self):
        api = self.server.api
        for fields in (
            [("fromUserId", "shop"), ("objectName", "RC:TxtMsg"), ("content", TEXT)],  # no receiver (API-015)
            [("fromUserId", "a"), ("fromUserId", "b"), ("toUserId", "c"), ("objectName", "X"), ("content", "{}")],
        ):
            _, answer = await api.post("/message/private/publish.json", fields)
            self.assertNotEqual(answer["code"], 200)
        ann = await self.session("ann")
        await self.nothing(ann, 0.2)
        await asyncio.sleep(0)
