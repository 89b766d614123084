# SPDX-License-Identifier: Apache-2.0
"""Connecting: navigation, tokens, refusals, the heartbeat, and the user's settings."""

import asyncio
import time

from websockets.asyncio.client import connect
from websockets.exceptions import InvalidHandshake

from rongcloud import http, navigation, packets, protobuf
from rongcloud.connection import Connection, Refused

from .live import KEY, LiveTest


class Navigation(LiveTest):
    async def test_answer(self):
        for polling in (False, True):
            members = await navigation.ask(self.server.base, KEY, "ann", polling)
            self.assertEqual((members["userId"], members["server"]), ("ann", self.server.host))
            self.assertIs(members["kvStorage"], True)

    async def test_name_of_the_function(self):
        name = "window.RongIMClient.jsonpPool.cb1"
        response = await navigation.fetch(self.server.base, KEY, "ann", callback=name)
        self.assertEqual(navigation.parse(response.text)[0], name)
        # A name that is not a function name must not be returned as script (RMTP-213).
        response = await navigation.fetch(self.server.base, KEY, "ann", callback="alert(1);x")
        self.assertNotIn("alert(1)", response.text)

    async def test_text_is_what_json_stringify_writes(self):
        response = await navigation.fetch(self.server.base, KEY, "ann")
        self.assertRegex(response.text, r"^getServerEndpoint\(\{\"code\":200,.*\}\);$")  # RMTP-213
        self.assertNotRegex(response.text, r"\s|\\/")

    async def test_wrong_app_key(self):
        with self.assertRaises(navigation.NavigationError) as caught:
            await navigation.ask(self.server.base, "wrong", "ann")
        self.assertEqual(caught.exception.code, 403)

    async def test_ping_of_http(self):
        response = await http.get(f"{self.server.base}/ping?r=1")
        self.assertEqual((response.status, response.headers["Access-Control-Allow-Origin"]), (200, None))

    async def test_origins(self):
        query = http.form([("appId", KEY), ("token", "ann"), ("callBack", "f"), ("v", "4.3.0"), ("r", 1)])
        for path in ("/ping?r=1", f"/navi.js?{query}", f"/cometnavi.js?{query}"):
            for origin, status, allowed in (
                    ("http://localhost:3000", 200, "http://localhost:3000"), ("https://app.example", 403, None)):
                response = await http.get(self.server.base + path, {"Origin": origin})
                got = (response.status, response.headers["Access-Control-Allow-Origin"])
                self.assertEqual(got, (status, allowed), path)  # LIV-112
        for path in ("/", "/state.json"):
            for origin in ("http://localhost:3000", "https://app.example"):
                response = await http.get(self.server.base + path, {"Origin": origin})
                got = (response.status, response.headers["Access-Control-Allow-Origin"])
                self.assertEqual(got, (403, None), path)  # LIV-111


class Online(LiveTest):
    async def test_ping(self):
        ann = await self.session("ann")
        for _ in range(3):
            await ann.connection.ping()

    async def test_heartbeat(self):
        connection = await Connection.open(self.server.host, KEY, "ann", heartbeat=0.1)
        self.addAsyncCleanup(connection.close)
        pongs = lambda: sum(packet["type"] == packets.PINGRESP for packet in connection.seen)
        await self.eventually(lambda: pongs() >= 3)

    async def test_connack(self):
        connection = await Connection.open(self.server.host, KEY, "ann")
        self.addAsyncCleanup(connection.close)
        connack = connection.seen[0]
        self.assertEqual((connack["packet"], connack["deviations"], connack["ignored"]), ("CONNACK", [], 0))
        self.assertAlmostEqual(connack["timestamp"] / 1000, time.time(), delta=60)
        self.assertTrue(connack["sessionId"])

    async def test_token_is_cut_at_the_at_sign(self):
        connection = await Connection.open(self.server.host, KEY, "ann@navi.example;navi2.example")
        self.addAsyncCleanup(connection.close)
        self.assertEqual(connection.connack["userId"], "ann")

    async def test_two_tokens(self):
        url = f"ws://{self.server.host}/websocket?appId={KEY}&token=ann&token=bob&sdkVer=4.3.0&apiVer=normal"
        try:
            async with connect(url, proxy=None) as socket:
                packet = packets.read(await asyncio.wait_for(socket.recv(), 15))
        except (InvalidHandshake, EOFError, ConnectionError):
            return  # the lack of a WebSocket is a refusal too
        self.assertNotEqual(packet["status"], 0)  # API-016, API-061

    async def test_packets_that_go_the_other_way(self):
        ann = await self.session("ann")
        for packet in (b"\x20\x00\x00", b"\xe0\x00\x01", b"\x80abc", b"\x32", b"\x32\x00", b"\xc0xx", b"\xd0"):
            await ann.connection.send(packet)
            await ann.connection.ping()  # RMTP-045, RMTP-051

    async def test_unknown_topic_and_broken_body(self):
        ann = await self.session("ann")
        ack = await ann.query("somethingNew", "ann", "ChrmInput", {"nothing": 1})
        self.assertEqual(ack["packet"], "QUERYACK")
        broken = packets.write(packets.QUERY, topic="pullMsg", targetId="ann", messageId=999, data=b"\xff")
        await ann.connection.send(broken)
        # It is answered, because its sender would wait indefinitely; and the connection continues (RMTP-044, RMTP-051).
        await self.eventually(lambda: any(p.get("messageId") == 999 for p in ann.connection.seen), ann)
        await ann.connection.ping()

    async def test_an_empty_message_costs_nothing_but_itself(self):
        ann = await self.session("ann")
        await ann.connection.send(b"")
        await ann.connection.ping()  # RMTP-051

    async def test_settings(self):
        ann, second = await self.session("ann"), await self.session("ann")
        request = ("setOfflineMsgDur", "ann", "SetUserSettingInput", {"version": 0, "value": "3"})
        ack = await ann.query(*request, "SetUserSettingOutput")
        self.assertEqual(ack["status"], 0)
        pulled = await second.query("pullUS", "ann", "PullUserSettingInput", {"version": 0}, "PullUserSettingOutput")
        self.assertEqual(pulled["status"], 0)
        self.assertEqual(pulled["body"]["version"], ack["body"]["version"])

    async def test_notification_of_settings(self):
        ann, second = await self.session("ann"), await self.session("ann")
        await ann.query("setOfflineMsgDur", "ann", "SetUserSettingInput", {"version": 0, "value": "3"})
        news = await asyncio.wait_for(second.news.get(), 15)
        self.assertEqual(news["topic"], "s_us")
        try:
            protobuf.decode("UserSettingNotification", news["data"])  # PRB-033, settings.proto
        except protobuf.BodyError as error:
            self.fail(f"{error}: {news['data'].hex()}")

    async def test_states_of_conversations(self):
        ann, second = await self.session("ann"), await self.session("ann")
        item = {"sessionStateType": 2, "value": "1"}
        state = {"type": 1, "channelId": "bob", "time": int(time.time() * 1000), "stateItem": [item]}
        change = {"version": state["time"], "state": [state]}
        ack = await ann.query("setSeAtt", "ann", "SessionStateModifyReq", change, "SessionStateModifyResp")
        self.assertEqual(ack["status"], 0)
        # The other device is notified by `s_cmd` of type 3, and requests the settings (RMTP-200).
        news = await asyncio.wait_for(second.news.get(), 15)
        self.assertEqual(news["topic"], "s_cmd")
        pulled = await second.query("pullSeAtts", "ann", "SessionReq", {"time": 0}, "SessionStates")
        states = pulled["body"]["state"]
        self.assertEqual([(one["channelId"], one["stateItem"]) for one in states], [("bob", [item])])


class Tokens(LiveTest):
    options = ()

    async def test_token_of_the_server_api(self):
        token = await self.server.api.token("ann")
        self.assertEqual((await navigation.ask(self.server.base, KEY, token))["userId"], "ann")
        ann = await self.session(token)
        self.assertEqual(ann.user, "ann")

    async def test_navigation_refuses(self):
        with self.assertRaises(navigation.NavigationError) as caught:
            await navigation.ask(self.server.base, KEY, "wrong")
        self.assertEqual(caught.exception.code, 401)

    async def test_refusal_with_the_delayed_close(self):
        with self.assertRaises(Refused) as caught:
            await Connection.open(self.server.host, KEY, "wrong")
        self.assertEqual(caught.exception.status, 4)
        connection = caught.exception.connection
        # Packets sent in the meantime are ignored, and the service closes after 1000 ms (RMTP-230).
        await connection.send(packets.write(packets.PINGREQ))
        await asyncio.wait_for(connection.socket.wait_closed(), 15)
        took = time.monotonic() - connection.refused_at
        self.assertGreater(took, 0.7)
        self.assertLess(took, 12)
        with self.assertRaises(Exception):
            await connection.socket.recv()

    async def test_a_client_may_close_first(self):
        with self.assertRaises(Refused) as caught:
            await Connection.open(self.server.host, KEY, "wrong")
        await caught.exception.connection.close()
        await Connection.open(self.server.host, KEY, await self.server.api.token("bob"))


class Blocked(LiveTest):
    options = ("--any-token", "--block", "eve")

    async def test_blocked_user(self):
        with self.assertRaises(Refused) as caught:
            await Connection.open(self.server.host, KEY, "eve")
        self.assertEqual(caught.exception.status, 9)
        await caught.exception.connection.close()
