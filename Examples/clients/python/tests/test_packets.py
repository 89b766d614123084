# SPDX-License-Identifier: Apache-2.0
"""The bytes, compared with the golden packets of Spec/rmtp.md; no server is needed."""

import unittest

from rongcloud import http, messages, navigation, packets, polling, protobuf, strings
from rongcloud.server_api import ServerAPI


class Packets(unittest.TestCase):
    def test_text_message_up(self):
        data = protobuf.encode("UpStreamMessage", messages.text("hi"))
        packet = packets.write(packets.PUBLISH, 1, topic="ppMsgP", targetId="u2", messageId=1, data=data)
        golden = (
            "320006 70704D736750 0002 7532 0001 0803 1209 52433A5478744D7367 1A10 7B22636F6E74656E74223A226869227D"
        )
        self.assertEqual(packet.hex(), golden.replace(" ", "").lower())

    def test_query_with_surrogates_without_partners(self):
        packet = packets.write(packets.QUERY, topic="userInf", targetId="\ude00\ud83d", messageId=2, data=b"\x08\x01")
        self.assertEqual(packet.hex(), "500007757365" + "72496e66" + "0006edb880eda0bd" + "0002" + "0801")

    def test_connack(self):
        packet = packets.read(bytes.fromhex("2000000005757365723100047365737300 00018BCFE5687B"))
        self.assertEqual((packet["status"], packet["userId"], packet["sessionId"]), (0, "user1", "sess"))
        self.assertEqual((packet["timestamp"], packet["deviations"]), (1700000000123, []))
        refused = packets.read(b"\x20\x00\x04")  # RMTP-033
        self.assertEqual((refused["status"], "userId" in refused, refused["deviations"]), (4, False, []))

    def test_synced_message_and_its_puback(self):
        packet = packets.read(bytes.fromhex("3A6553F100000670674D73675000026731000C"))
        self.assertEqual((packet["syncMsg"], packet["qos"], packet["messageId"]), (True, 1, 12))
        ack = packets.read(bytes.fromhex("40000C6553F100000001C8000442533435"))
        self.assertEqual((messages.sent_time(ack), ack["messageUId"]), (1700000000456, "BS45"))

    def test_bodies_that_do_not_fit(self):
        self.assertEqual(packets.read(b"\x32")["deviations"], [130])
        self.assertEqual(packets.read(b"\xe0\x00\x01\xff")["deviations"], [132])
        self.assertEqual(packets.read(bytes.fromhex("3200000000" + "000a7070"))["deviations"], [131, 130])
        for message, code in ((b"", "packet.empty"), (b"\x32\x00", "packet.truncated"), (b"\x10", "packet.direction")):
            with self.assertRaises(packets.PacketError) as caught:
                packets.read(message)
            self.assertEqual(caught.exception.code, code)

    def test_strings(self):
        self.assertEqual(strings.encode("😀").hex(), "eda0bdedb880")
        for spelling in ("f09f9880", "eda0bdedb880"):
            self.assertEqual(strings.decode(bytes.fromhex(spelling)), "😀")
        self.assertEqual(strings.decode(bytes.fromhex("eda0bdf09f9880")), "\ud83d😀")
        for ill in ("c080", "ff", "e4b8", "f4908080"):
            with self.assertRaises(strings.PacketError):
                strings.decode(bytes.fromhex(ill))

    def test_version_2_has_no_target_down(self):
        packet = packets.read(bytes.fromhex("32000000010005735f6d73670007aa"), version=2)
        self.assertEqual((packet["topic"], packet["messageId"], packet["data"]), ("s_msg", 7, b"\xaa"))


class Bodies(unittest.TestCase):
    def test_round_trip_keeps_unknown_fields(self):
        data = protobuf.encode("NotifyMsg", {"type": 2, "time": -1, "chrmId": "r"}) + b"\xfa\x01\x01x"
        value = protobuf.decode("NotifyMsg", data)
        self.assertEqual(value, {"type": 2, "time": -1, "chrmId": "r", "$unknown": b"\xfa\x01\x01x"})
        self.assertEqual(protobuf.encode("NotifyMsg", value), data)

    def test_errors(self):
        for data in (b"", b"\x08", b"\x00\x01", b"\x0e", b"\x08" + b"\xff" * 11):
            with self.assertRaises(protobuf.BodyError):
                protobuf.decode("NotifyMsg", data)
        with self.assertRaises(protobuf.BodyError):
            protobuf.encode("NotifyMsg", {"time": 1})


class Texts(unittest.TestCase):
    def test_jsonp(self):
        self.assertEqual(navigation.parse(' cb ( {"kvStorage":1,"code":200} ) ; '), ("cb", {"kvStorage": True, "code": 200}))
        for wrong in ("{}", "1a({})", "cb({}{})", "cb([])", "cb({});;"):
            with self.assertRaises(navigation.NavigationError):
                navigation.parse(wrong)

    def test_forms_and_signature(self):
        self.assertEqual(http.form([("a b", "+中"), ("a", "")]), "a%20b=%2B%E4%B8%AD&a=")
        headers = ServerAPI("", "key", "secret").headers("1", "2")
        # The output of `printf secret12 | sha1sum`.
        self.assertEqual(headers["Signature"], "e9424e7e2a8860a0d3198a794e94222d7a1083d2")

    def test_polled_packets(self):
        packet = polling.read({"headerCode": -32, "status": 1})
        self.assertEqual((packet["type"], packet["status"]), (packets.DISCONNECT, 1))
        packet = polling.read({"headerCode": 50, "data": '{"type":1,"time":5}'})
        self.assertEqual((packet["qos"], packet["data"]), (1, {"type": 1, "time": 5}))
