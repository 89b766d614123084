# SPDX-License-Identifier: Apache-2.0
"""Chatrooms: joining, messages, keys, leaving, and refusals."""

import asyncio
import unittest

from rongcloud import messages
from rongcloud.messages import CHATROOM

from .live import LiveTest


class RoomTest(LiveTest):
    async def joined(self, *users, room="r"):
        sessions = [await self.session(user) for user in users]
        for session in sessions:
            self.assertEqual(await session.join(room), 0)
        return sessions


class Rooms(RoomTest):
    async def test_messages(self):
        ann, bob, cid = await self.joined("ann", "bob", "cid")
        ack = await ann.send(CHATROOM, "r", messages.text("hello"))
        self.assertEqual(ack["status"], 0)
        for session in (bob, cid):
            got = await self.delivery(session)
            self.assertEqual((got.how, got.room, got.content), ("room", "r", {"content": "hello"}))
            self.assertEqual((got.message["type"], got.message.get("groupId")), (CHATROOM, "r"))
            self.assertEqual((got.message["fromUserId"], got.message["msgId"]), ("ann", ack["messageUId"]))
            # The time of the answer is not earlier than the announced one.
            self.assertGreaterEqual(session.rooms["r"], got.message["dataTime"])

    async def test_messages_from_before(self):
        (ann,) = await self.joined("ann")
        for number in range(12):
            if number and number % 5 == 0:
                await asyncio.sleep(1.1)  # five messages a second (CRM-030)
            ack = await ann.send(CHATROOM, "r", messages.text(str(number)))
            self.assertEqual(ack["status"], 0)
        (bob,) = await self.joined("bob")
        got = [(await self.delivery(bob)).content["content"] for _ in range(10)]
        self.assertEqual(got, [str(number) for number in range(2, 12)])  # the newest ten, oldest first (CRM-011)
        await self.nothing(bob)

    async def test_rate(self):
        (ann,) = await self.joined("ann")
        acks = await asyncio.gather(*[ann.send(CHATROOM, "r", messages.text(str(n))) for n in range(6)])
        self.assertEqual([ack["status"] for ack in acks], [0] * 5 + [20604])  # CRM-030

    async def test_leave(self):
        ann, bob = await self.joined("ann", "bob")
        self.assertEqual(await bob.leave("r"), 0)
        await ann.send(CHATROOM, "r", messages.text("x"))
        await self.nothing(bob)
        ack = await bob.send(CHATROOM, "r", messages.text("y"))
        self.assertEqual(ack["status"], 23406)  # CRM-020
        self.assertEqual(await bob.leave("r"), 23406)  # CRM-015
        self.assertEqual(await bob.join("r"), 0)

    async def test_join_again(self):
        ann, bob = await self.joined("ann", "bob")
        self.assertEqual(await ann.join("r", again=True), 0)
        await bob.send(CHATROOM, "r", messages.text("x"))
        self.assertEqual((await self.delivery(ann)).content, {"content": "x"})

    async def test_join_again_where_there_is_no_room(self):
        ann = await self.session("ann")
        self.assertEqual(await ann.join("no such room", again=True), 23410)  # CRM-001

    async def test_members(self):
        ann, _ = await self.joined("ann", "bob")
        request = {"count": 10, "order": 1}
        ack = await ann.query("queryChrmI", "r", "QueryChatRoomInfoInput", request, "QueryChatRoomInfoOutput")
        self.assertEqual(ack["body"]["userTotalNums"], 2)
        self.assertEqual([member["id"] for member in ack["body"]["userInfos"]], ["ann", "bob"])

    async def test_names_are_bytes(self):
        # Two spellings that are canonically equivalent in Unicode name two rooms (RMTP-265).
        (ann,) = await self.joined("ann", room="\u00e9")
        (bob,) = await self.joined("bob", room="e\u0301")
        await ann.send(CHATROOM, "\u00e9", messages.text("x"))
        await self.nothing(bob)


class Keys(RoomTest):
    async def test_set_overwrite_and_delete(self):
        ann, bob = await self.joined("ann", "bob")
        self.assertEqual(await ann.set_key("r", "seat", "1"), 0)
        # `s_cmd` of type 2 names the room, and the client requests its keys (RMTP-199).
        await self.eventually(lambda: bob.keys["r"].get("seat", {}).get("value") == "1", bob)
        self.assertEqual(bob.keys["r"]["seat"].get("uid"), "ann")
        self.assertEqual(await ann.set_key("r", "seat", "2"), 0)
        await self.eventually(lambda: bob.keys["r"]["seat"]["value"] == "2", bob)
        self.assertEqual(await ann.delete_key("r", "seat"), 0)
        await self.eventually(lambda: "seat" not in bob.keys["r"], bob)

    async def test_delete_a_key_that_is_not_there(self):
        (ann,) = await self.joined("ann")
        self.assertEqual(await ann.delete_key("r", "seat"), 23427)

    async def test_key_of_somebody_else(self):
        ann, bob = await self.joined("ann", "bob")
        self.assertEqual(await ann.set_key("r", "seat", "1", status=0), 0)
        self.assertEqual(await bob.set_key("r", "seat", "2", status=0), 23424)
        self.assertEqual(await bob.set_key("r", "seat", "3", status=2), 0)

    async def test_keys_of_a_room_that_is_joined_later(self):
        (ann,) = await self.joined("ann")
        await ann.set_key("r", "a", "1")
        await ann.set_key("r", "b", "2")
        await ann.delete_key("r", "a")
        (bob,) = await self.joined("bob")
        self.assertEqual({key: entry["value"] for key, entry in bob.keys["r"].items()}, {"b": "2"})

    async def test_key_that_ends_with_its_owner(self):
        ann, bob = await self.joined("ann", "bob")
        await ann.set_key("r", "here", "1", status=3)
        await self.eventually(lambda: "here" in bob.keys["r"], bob)
        await ann.leave("r")
        await self.eventually(lambda: "here" not in bob.keys["r"], bob)

    async def test_keys_that_are_too_long_or_none(self):
        (ann,) = await self.joined("ann")
        self.assertEqual(await ann.set_key("r", "k" * 128, "x"), 0)
        for key in ("", "k" * 129):
            self.assertNotEqual(await ann.set_key("r", key, "x"), 0)

    async def test_key_with_a_space(self):
        (ann,) = await self.joined("ann")
        self.assertNotEqual(await ann.set_key("r", "a b", "x"), 0)  # chatroom.proto
