# SPDX-License-Identifier: Apache-2.0
"""Messages between users: sending, acknowledging, pulling, other devices, groups, receipts and recalls."""

import asyncio
import unittest

from rongcloud import messages, packets, protobuf
from rongcloud.connection import Connection
from rongcloud.messages import GROUP, PRIVATE

from .live import KEY, LiveTest


class Private(LiveTest):
    async def test_send_and_receive(self):
        ann, bob = await self.session("ann"), await self.session("bob")
        self.assertEqual((ann.user, ann.connection.connack["packet"]), ("ann", "CONNACK"))
        ack = await ann.send(PRIVATE, "bob", messages.text("hi 😀"))
        self.assertEqual((ack["status"], ack["messageId"] > 0), (0, True))
        got = await self.delivery(bob)
        self.assertEqual(got.content, {"content": "hi 😀"})
        self.assertEqual((got.message["fromUserId"], got.message["type"]), ("ann", PRIVATE))
        self.assertEqual(messages.target(got.message), "ann")
        # Sender and receiver know the message by the same id and time (RMTP-180).
        self.assertEqual(got.message["msgId"], ack["messageUId"])
        self.assertEqual(got.message["dataTime"], messages.sent_time(ack))
        # The flags persisted and counted become the corresponding bits of the status (RMTP-172, RMTP-173).
        self.assertEqual(got.message["status"] & 0x30, 0x30)
        await bob.send(PRIVATE, "ann", messages.text("and you"))
        self.assertEqual((await self.delivery(ann)).content, {"content": "and you"})
        await self.nothing(bob)

    async def test_expansion_and_flags_pass(self):
        ann, bob = await self.session("ann"), await self.session("bob")
        extra = '{"k":{"v":"1"}}'
        await ann.send(PRIVATE, "bob", messages.up("RC:TxtMsg", {"content": "x"}, 0x63, extraContent=extra))
        got = (await self.delivery(bob)).message
        self.assertEqual(got["status"] & 0x630, 0x630)
        self.assertEqual(got.get("extraContent"), extra)

    async def test_message_that_only_who_is_online_gets(self):
        ann, bob = await self.session("ann"), await self.session("bob")
        typing = messages.up("RC:TypSts", {"typingContentType": "RC:TxtMsg"})
        await ann.connection.publish("ppMsgS", "bob", typing, qos=0)
        self.assertEqual((await self.delivery(bob)).message["classname"], "RC:TypSts")
        await ann.connection.publish("ppMsgS", "cid", typing, qos=0)
        await ann.connection.ping()
        cid = await self.session("cid")
        await self.nothing(cid)

    async def test_wide_string_in_target(self):
        ann, other = await self.session("ann"), await self.session("u😀")
        self.assertEqual(other.user, "u😀")
        await ann.send(PRIVATE, "u😀", messages.text("x"))
        self.assertEqual((await self.delivery(other)).content, {"content": "x"})

    async def test_content_that_is_too_large(self):
        ann = await self.session("ann")
        ack = await ann.send(PRIVATE, "bob", messages.text("x" * (131072 - 13)))
        self.assertNotEqual(ack["status"], 0)  # CNT-091

    async def test_content_that_is_just_not_too_large(self):
        ann, bob = await self.session("ann"), await self.session("bob")
        ack = await ann.send(PRIVATE, "bob", messages.text("x" * (131072 - 14)))
        self.assertEqual(ack["status"], 0)
        self.assertEqual(len((await self.delivery(bob)).message["content"]), 131072)

    # The server stores it twice.
    @unittest.expectedFailure
    async def test_id_of_the_sender_by_which_a_message_is_sent_once(self):
        ann = await self.session("ann")
        message = {**messages.text("once"), "clientUniqueId": 5}  # messages.proto
        first, second = [await ann.send(PRIVATE, "bob", message) for _ in range(2)]
        self.assertEqual(first["messageUId"], second["messageUId"])


class Offline(LiveTest):
    async def test_offline_messages(self):
        ann = await self.session("ann")
        for number in range(3):
            await ann.send(PRIVATE, "bob", messages.text(str(number)))
        bob = await self.session("bob")
        got = [await self.delivery(bob) for _ in range(3)]
        self.assertEqual([one.content["content"] for one in got], ["0", "1", "2"])
        self.assertEqual([(one.how, one.remaining) for one in got], [("pulled", 2), ("pulled", 1), ("pulled", 0)])
        time = bob.inbox_time
        await bob.close()
        await ann.send(PRIVATE, "bob", messages.text("later"))
        again = await self.session("bob", inbox_time=time, outbox_time=time)
        self.assertEqual((await self.delivery(again)).content, {"content": "later"})
        await self.nothing(again)

    async def test_pages(self):
        ann = await self.session("ann")
        count = 450
        for first in range(0, count, 50):
            sent = [ann.send(PRIVATE, "bob", messages.text(str(first + n))) for n in range(50)]
            self.assertEqual({ack["status"] for ack in await asyncio.gather(*sent)}, {0})
        bob = await self.session("bob")
        got = [(await self.delivery(bob)).content["content"] for _ in range(count)]
        self.assertEqual(got, [str(number) for number in range(count)])
        # More than one page was received, and `finished` is false in all but the last (RMTP-194).
        full = [page for page in bob.pages if page.get("list")]
        self.assertGreater(len(full), 1)
        self.assertEqual([page.get("finished") for page in full], [False] * (len(full) - 1) + [True])
        # A further pull may follow, which the notification after the CONNACK asks for (RMTP-195, RMTP-326).
        self.assertTrue(all(page.get("finished") for page in bob.pages[len(full):]))
        await self.nothing(bob)

    async def test_notification_of_a_message_that_was_not_acknowledged(self):
        ann = await self.session("ann")
        bob = await self.session("bob")
        bob.connection.on_packet = lambda packet: None  # it neither reads nor acknowledges
        await ann.send(PRIVATE, "bob", messages.text("lost"))
        await self.eventually(lambda: bob.connection.seen[-1].get("topic") in ("s_msg", "s_ntf"), bob)
        again = await self.session("bob", inbox_time=bob.inbox_time, outbox_time=bob.outbox_time)
        self.assertEqual((await self.delivery(again)).content, {"content": "lost"})


class Devices(LiveTest):
    async def test_synced_to_the_second_device(self):
        ann, second, bob = await self.session("ann"), await self.session("ann"), await self.session("bob")
        ack = await ann.send(PRIVATE, "bob", messages.text("x"))
        synced = await self.delivery(second)
        # The copy, and then its PUBACK with id and time (RMTP-132).
        self.assertEqual((synced.how, synced.topic, synced.target), ("synced", "ppMsgP", "bob"))
        self.assertEqual(synced.content, {"content": "x"})
        self.assertEqual(synced.receipt["messageUId"], ack["messageUId"])
        self.assertEqual(messages.sent_time(synced.receipt), messages.sent_time(ack))
        await self.delivery(bob)
        await self.nothing(ann)

    async def test_own_messages_are_pulled(self):
        ann = await self.session("ann")
        await ann.send(PRIVATE, "bob", messages.text("mine"))
        second = await self.session("ann")
        got = await self.delivery(second)
        self.assertEqual((got.message.get("direction"), messages.target(got.message, "ann")), (1, "bob"))


class OneDevice(LiveTest):
    options = ("--any-token", "--devices", "1")

    async def test_kick(self):
        first = await self.session("ann")
        second = await self.session("ann")
        await self.eventually(lambda: first.connection.disconnect, first)
        self.assertEqual(first.connection.disconnect["status"], 1)
        await asyncio.wait_for(first.connection.socket.wait_closed(), 15)
        await second.connection.ping()


class Groups(LiveTest):
    async def test_group_message(self):
        ann, bob, cid = [await self.session(user) for user in ("ann", "bob", "cid")]
        dan = await self.session("dan")
        ack = await ann.send(GROUP, "g1", messages.text("all"))
        self.assertEqual(ack["status"], 0)
        for member in (bob, cid):
            got = (await self.delivery(member)).message
            self.assertEqual((got["type"], got.get("groupId"), got["fromUserId"]), (GROUP, "g1", "ann"))
            self.assertEqual((messages.target(got), got["msgId"]), ("g1", ack["messageUId"]))
        await self.nothing(dan)
        await self.nothing(ann, 0)

    async def test_not_a_member(self):
        dan = await self.session("dan")
        ack = await dan.send(GROUP, "g1", messages.text("x"))
        self.assertEqual(ack["status"], 22406)

    async def test_for_some_members_only(self):
        ann, bob, cid = [await self.session(user) for user in ("ann", "bob", "cid")]
        await ann.send(GROUP, "g1", messages.up("RC:TxtMsg", {"content": "psst"}, userId=["cid"]))
        self.assertEqual((await self.delivery(cid)).content, {"content": "psst"})
        await self.nothing(bob)

    async def test_receipts_of_a_group(self):
        ann, bob = await self.session("ann"), await self.session("bob")
        ack = await ann.send(GROUP, "g1", messages.text("read me"))
        await ann.send(GROUP, "g1", messages.up("RC:RRReqMsg", {"messageUId": ack["messageUId"]}))
        await self.delivery(bob)
        asked = await self.delivery(bob)
        self.assertEqual((asked.message["classname"], asked.content["messageUId"]), ("RC:RRReqMsg", ack["messageUId"]))
        answer = {"receiptMessageDic": {"ann": [ack["messageUId"]]}}
        await bob.send(GROUP, "g1", messages.up("RC:RRRspMsg", answer, userId=["ann"]))
        self.assertEqual((await self.delivery(ann)).content, answer)


class AfterSending(LiveTest):
    async def test_read_receipt(self):
        ann, bob = await self.session("ann"), await self.session("bob")
        ack = await ann.send(PRIVATE, "bob", messages.text("x"))
        got = (await self.delivery(bob)).message
        await bob.send(PRIVATE, "ann", messages.read_receipt(got["dataTime"], got["msgId"]), "ppMsgN")
        receipt = await self.delivery(ann)
        self.assertEqual(receipt.message["classname"], "RC:ReadNtf")
        self.assertEqual(receipt.content["lastMessageSendTime"], messages.sent_time(ack))
        self.assertEqual(receipt.message["status"] & 0x30, 0)

    async def test_recall(self):
        ann, bob = await self.session("ann"), await self.session("bob")
        ack = await ann.send(PRIVATE, "bob", messages.text("oops"))
        await self.delivery(bob)
        command = messages.recall(ack["messageUId"], PRIVATE, "bob", messages.sent_time(ack))
        # The target is the user's own id, as in 4.x (RMTP-163).
        self.assertEqual((await ann.send(PRIVATE, "ann", command, "recallMsg"))["status"], 0)
        got = await self.delivery(bob)
        self.assertEqual((got.message["classname"], got.content["messageUId"]), ("RC:RcCmd", ack["messageUId"]))
        history = await self.history(bob, "ann")
        self.assertNotIn("oops", [messages.content(one).get("content") for one in history.get("list", [])])

    async def history(self, session, target, time=0, count=20, topic="qryPMsg"):
        request = {"targetId": target, "time": time, "count": count, "order": 0}
        ack = await session.query(topic, session.user, "HistoryMsgInput", request, "HistoryMsgOuput")
        self.assertEqual(ack["status"], 0)
        return ack["body"]

    async def test_history(self):
        ann = await self.session("ann")
        for number in range(5):
            await ann.send(PRIVATE, "bob", messages.text(str(number)))
            await ann.send(GROUP, "g1", messages.text(f"g{number}"))
        bob = await self.session("bob")
        seen, time, more = [], 0, 1
        while more:
            page = await self.history(bob, "ann", time, 2)
            self.assertLessEqual(len(page["list"]), 2)
            seen += [messages.content(one)["content"] for one in page["list"]]
            time, more = page["syncTime"], page["hasMsg"]
            self.assertLess(len(seen), 6)
        self.assertEqual(sorted(seen), ["0", "1", "2", "3", "4"])
        page = await self.history(bob, "g1", topic="qryGMsg")
        self.assertEqual(sorted(messages.content(one)["content"] for one in page["list"]), [f"g{n}" for n in range(5)])


class Version2(LiveTest):
    async def old_client(self, user):
        """Connects a client of version 2, whose packets have another layout (RMTP-030)."""
        old = await Connection.open(self.server.host, KEY, user, sdk_ver="1.0.0")
        self.addAsyncCleanup(old.close)
        return old

    async def test_pull_of_version_2(self):
        ann = await self.session("ann")
        await ann.send(PRIVATE, "bob", messages.text("old"))
        old = await self.old_client("bob")
        ack = await old.query(
            "pullMsg", "bob", "SyncRequestMsg", {"syncTime": 0, "ispolling": False}, "DownStreamMessages"
        )
        self.assertEqual([messages.content(one) for one in ack["body"]["list"]], [{"content": "old"}])
        ack = await old.publish("ppMsgP", "ann", messages.text("answer"))
        self.assertEqual((ack["status"], ack["deviations"]), (0, []))
        self.assertEqual((await self.delivery(ann)).content, {"content": "answer"})

    async def test_message_to_version_2(self):
        ann, old = await self.session("ann"), await self.old_client("bob")
        published = asyncio.get_running_loop().create_future()
        old.on_packet = lambda packet: packet["type"] == packets.PUBLISH and published.set_result(packet)
        await ann.send(PRIVATE, "bob", messages.text("new"))
        try:
            packet = await asyncio.wait_for(published, 3)
        except asyncio.TimeoutError:
            self.fail(f"no PUBLISH came down; seen: {old.seen}")
        self.assertEqual((packet["topic"], "targetId" in packet), ("s_msg", False))
        self.assertEqual(messages.content(protobuf.decode("DownStreamMessage", packet["data"])), {"content": "new"})
