#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the wire logs of this folder; `imwire capture write` makes captures from them.

The packets of Spec/framing.md and Spec/rmtp.md are copied from those chapters. The others are built by hand, with
Python's own CRC-32, zlib and Base64, so that no part of imwire determines what the dissector must show.
"""

import base64
import json
import pathlib
import struct
import zlib

folder = pathlib.Path(__file__).parent


def hexes(text):
    return bytes.fromhex("".join(text.split()))


class Log:
    def __init__(self, name):
        self.name, self.lines, self.at = name, [], 0

    def add(self, connection, direction, transport, data, after=10):
        self.lines.append({"at": self.at, "connection": connection, "direction": direction, "transport": transport,
                           "bytes": base64.b64encode(data).decode()})
        self.at += after

    def write(self):
        text = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in self.lines)
        (folder / f"{self.name}.jsonl").write_text(text)


def packet(payload, flags=0, sequence=1, kind=2, checksum=None, check=None):
    head = b"\xfa\xce\x01\x18" + struct.pack(">BBHII", kind, 0, flags, sequence, len(payload))
    first = zlib.crc32(head) if check is None else check
    whole = zlib.crc32(payload, zlib.crc32(head)) if checksum is None else checksum
    return head + struct.pack(">II", first, whole) + payload


def fragment(sequence, index, count, total, offset, part, flags=2):
    return packet(struct.pack(">HHII", index, count, total, offset) + part, flags, sequence)


def varint(number):
    data = b""
    while number > 127:
        data += bytes([number & 127 | 128])
        number >>= 7
    return data + bytes([number])


def text(string):
    return struct.pack(">H", len(string.encode())) + string.encode()


# Spec/framing.md, golden packets.
heartbeat = hexes("FACE01180100000000000000000000001A32E4891A32E489")
login_text = b'{"messageType":"login","fromUserID":"u1","deviceType":"iOS","versionCode":"1.0"}'
login = hexes("FACE0118 0200 0000 00000001 00000050 3BA74E3D A61595EA") + login_text
login_deflated = hexes("""FACE0118 0200 0001 00000001 00000050 2CDC5A7E 5266C1E1 00000050 789C
    AB56CA4D2D2E4E4C4F0DA92C4855B252 CAC94FCFCC53D2514A2BCACF0D2D4E2D F274010A961A02455252CB329361CA32
    FD83814265A945C599F979CEF9292031 433D03A55A00 422819D8""")
receipt_text = b'{"messageType":"loginReceipt","toUserID":"u1"}'
fragments = [hexes("FACE0118 0200 0002 00000002 00000024 0599A94E 723A48B6 0000 0002 0000002E 00000000") + receipt_text[:24],
             hexes("FACE0118 0200 0002 00000002 00000022 ECFA0C7B 1B2B14E3 0001 0002 0000002E 00000018") + receipt_text[24:]]
batch = (hexes("FACE0118 0200 000C 00000003 0000003E 0D59A216 A7FBE243 00000002 00000018") + b'{"messageType":"system"}'
         + hexes("0000001A") + b'{"messageType":"validate"}')

# Chat packets: each of the golden ones, and a message that contains a RongCloud content.
log = Log("chat-packets")
log.add(1, "up", "tcp", login)
log.add(1, "down", "tcp", fragments[0])
log.add(1, "down", "tcp", heartbeat)
log.add(1, "down", "tcp", fragments[1])
log.add(1, "up", "tcp", heartbeat)
log.add(1, "down", "tcp", batch)
content = b'{"content":"hi","extra":""}'
message = (b'{"messageType":"normal","clientMessageID":"k1","fromUserID":"u1","toUserID":"u2","chatType":"userChat",'
           b'"objectName":"RC:TxtMsg","content":' + content + b',"sendTime":"1500000000000"}')
deflated = struct.pack(">I", len(message)) + zlib.compress(message)
log.add(1, "up", "tcp", packet(deflated, 1 | 8, 2))
log.add(2, "up", "tcp", login_deflated)
log.write()

# Chat lines: Base64 with LF one way, JSON with CR LF the other way on another connection.
log = Log("chat-lines")
line = base64.b64encode(login_text) + b"\n"
log.add(1, "up", "tcp", line)
log.add(1, "down", "tcp", base64.b64encode(receipt_text) + b"\n")
log.add(1, "up", "tcp", base64.b64encode(b"beatID") + b"\n")
log.add(1, "down", "tcp", b"\n" + base64.b64encode(b'[{"messageType":"system","code":31010},{"messageType":"repealReceipt","messageID":"m1"}]') + b"\n")
log.add(2, "up", "tcp", b'{"fromUserID":"u1","deviceType":"iOS","versionCode":"1.0"}\r\n')
log.add(2, "up", "tcp", '{"messageType":"normal","fromUserID":"u1","toUserID":"u2","chatType":"userChat","contentType":"text",'
        '"content":{"text":"你好"},"sendTime":1500000000000,"isRead":true}\r\n'.encode())
log.write()

# Spec/rmtp.md, golden packets.
publish = hexes("""32 0006 70704D736750 0002 7532 0001 0803 1209 52433A5478744D7367
    1A10 7B22636F6E74656E74223A226869227D""")
query = hexes("50 0007 75736572496E66 0006 EDB880EDA0BD 0002 0801")
connack = hexes("20 00 00 0005 7573657231 0004 73657373 0000018BCFE5687B")
synced = hexes("3A 6553F100 0006 70674D736750 0002 6731 000C")
puback = hexes("40 000C 6553F100 0000 01C8 0004 42533435")

log = Log("rmtp-websocket")
log.add(1, "down", "websocket", connack)
log.add(1, "up", "websocket", hexes("C0"))
log.add(1, "down", "websocket", hexes("D0"))
log.add(1, "up", "websocket", publish)
log.add(1, "down", "websocket", puback)
log.add(1, "up", "websocket", query)
# The answer to a pull: a page of one message. DownStreamMessages: list 1, syncTime 2, finished 3.
log.add(1, "up", "websocket", b"\x50" + text("pullMsg") + text("user1") + hexes("0003 0800 1000"))
body = hexes("0A02") + b"u2" + hexes("1001 2209") + b"RC:TxtMsg" + b"\x2a\x10" + b'{"content":"hi"}' + b"\x30" + varint(1500000000000) + hexes("3800")
page = b"\x0a" + bytes([len(body)]) + body + b"\x10" + varint(1500000000000) + hexes("1801")
log.add(1, "down", "websocket", hexes("60 0003 6553F100 0000") + page)
log.add(1, "up", "websocket", hexes("70 0003"))
log.add(1, "down", "websocket", synced)
log.add(1, "down", "websocket", hexes("E0 00 01"))
log.write()


def framed(header, data):
    length = len(data)
    sizes = bytes([length]) if length < 128 else bytes([length & 127 | 128, length >> 7])
    check = header
    for byte in sizes:
        check ^= byte
    return bytes([header, check]) + sizes + data


# TCP: a CONNECT with a token, its answer, the golden PINGREQ, QUERYCON and DISCONNECT, a message of more than 127 bytes.
log = Log("rmtp-tcp")
log.add(1, "up", "tcp", framed(0x10, text("RCloud") + hexes("03 C0 003C") + text("dev1") + text("key1") + text("tok1")))
log.add(1, "down", "tcp", framed(0x20, connack[1:]))
log.add(1, "up", "tcp", hexes("C0C000"))
log.add(1, "down", "tcp", framed(0xD0, b""))
long = b'{"content":"' + b"a" * 100 + b'"}'
log.add(1, "up", "tcp", framed(0x32, text("pgMsgP") + text("g1") + hexes("0007 0803 1209") + b"RC:TxtMsg" + b"\x1a"
                               + bytes([len(long)]) + long))
log.add(1, "up", "tcp", hexes("707202FFFF"))
log.add(1, "down", "tcp", hexes("E0E2020001"))
log.write()

# Errors and deviations: each packet has one fault, and a valid packet after it shows that reading continues.
log = Log("malformed")
log.add(1, "up", "tcp", login)
log.add(1, "up", "tcp", packet(login_text, 0, 2, checksum=0x12345678))
log.add(1, "up", "tcp", packet(login_text, 0x10, 3))
log.add(1, "up", "tcp", packet(b"x", 0, 0, kind=1))
log.add(1, "up", "tcp", packet(struct.pack(">I", 90) + zlib.compress(login_text), 1, 4))
damaged = bytearray(struct.pack(">I", 80) + zlib.compress(login_text))
damaged[-1] ^= 1
log.add(1, "up", "tcp", packet(bytes(damaged), 1, 5))
log.add(1, "up", "tcp", packet(struct.pack(">II", 2, 24) + b'{"messageType":"system"}', 4, 6))
log.add(1, "up", "tcp", fragment(7, 2, 2, 46, 0, receipt_text[:24]))
log.add(1, "up", "tcp", fragment(8, 0, 2, 46, 0, receipt_text[:24]))
log.add(1, "up", "tcp", fragment(8, 0, 2, 46, 0, receipt_text[:24]))
log.add(1, "up", "tcp", packet(b'{"messageType":"login",}', 0, 9))
log.add(1, "up", "tcp", packet(b'{"messageType":"system","code":null,"isRead":true}', 0, 10))
log.add(1, "up", "tcp", heartbeat)
log.add(1, "up", "tcp", packet(login_text, 0, 11, check=1))
log.add(1, "up", "tcp", login)
log.add(2, "down", "websocket", connack)
log.add(2, "up", "websocket", hexes("32 0006 70704D736750 0002 7532 00"))
log.add(2, "up", "websocket", hexes("32 0006 70704D736750 0002 FF32 0001"))
log.add(2, "up", "websocket", hexes("32 0006 70704D736750 0005 7532"))
log.add(2, "down", "websocket", hexes("32 6553F100 0005 735F6E7466"))
log.add(2, "up", "websocket", hexes("70 0001 00"))
log.add(2, "up", "websocket", hexes("E0 00 01"))
log.add(2, "down", "websocket", hexes("70 0001"))
log.add(2, "up", "websocket", publish[:15] + hexes("0803"))
log.add(2, "up", "websocket", publish[:15] + hexes("0803 1209 5243"))
log.add(2, "up", "websocket", publish[:15] + hexes("0803 1209") + b"RC:TxtMsg" + hexes("1A10") + b'{"content":"hi",')
log.add(2, "up", "websocket", publish[:15] + hexes("0803 1209") + b"RC:TxtMsg" + hexes("1A0F") + b'{"content":100}')
log.add(2, "down", "websocket", hexes("D0"))
log.write()

# Traffic of other protocols that looks a little like imwire's: TLS on 443, DNS on 53 (over TCP), HTTP, SSH, Redis,
# AMQP, JSON and Base64 lines of other protocols, Java class files (CA FE) and a magic of FA CE with another layout,
# MQTT, and a WebSocket of another application.
log = Log("foreign")
hello = hexes("0303") + bytes(range(32)) + hexes("00 0004 1301 1302 01 00 0014 0000 0010 000E 00 000B") + b"example.com"
hello = b"\x01" + struct.pack(">I", len(hello))[1:] + hello
log.add(1, "up", "tls", hexes("160301") + struct.pack(">H", len(hello)) + hello)
log.add(1, "down", "tls", hexes("160303 0020") + bytes(32))
log.add(1, "up", "tls", hexes("170303 0018") + hexes("FACE0118") + bytes(20))
log.add(1, "down", "tls", hexes("170303 0018") + bytes(range(24)))
question = hexes("1234 0100 0001 0000 0000 0000 07") + b"example" + b"\x03com" + hexes("00 0001 0001")
answer = hexes("1234 8180 0001 0001 0000 0000 07") + b"example" + b"\x03com" + hexes("00 0001 0001 C00C 0001 0001 0000003C 0004 C0000201")
log.add(2, "up", "tcp", struct.pack(">H", len(question)) + question)
log.add(2, "down", "tcp", struct.pack(">H", len(answer)) + answer)
log.add(3, "up", "http", b"POST /log HTTP/1.1\r\nHost: x\r\nContent-Length: 24\r\n\r\n" + b'{"messageType":"normal"}')
log.add(3, "down", "http", b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
log.add(4, "down", "tcp", b"SSH-2.0-OpenSSH_9.2\r\n")
log.add(4, "up", "tcp", b"SSH-2.0-OpenSSH_9.2\r\n")
log.add(5, "up", "tcp", b"*1\r\n$4\r\nPING\r\n")
log.add(5, "down", "tcp", b"+PONG\r\n")
log.add(6, "up", "tcp", b"AMQP\x00\x00\x09\x01")
log.add(7, "up", "tcp", b'{"jsonrpc":"2.0","method":"login","params":{"messageType":"login","fromUserID":"u1"},"id":1}\n')
log.add(7, "up", "tcp", b'{"messageType":"JOB","payload":1}\n')
log.add(8, "up", "tcp", base64.b64encode(b'{"type":"login","user":"u1"}') + b"\n")
log.add(9, "up", "tcp", hexes("FACE0200") + bytes(60))
log.add(10, "up", "tcp", hexes("FACE0118 0200 0000 00000001 00000050 3BA74E3C A61595EA") + login_text)
log.add(11, "up", "tcp", hexes("CAFEBABE 00000034") + bytes(40))
log.add(12, "up", "tcp", hexes("10 10 0004") + b"MQTT" + hexes("04 02 003C 0004") + b"dev1")
log.add(12, "down", "tcp", hexes("20 02 00 00"))
log.add(13, "up", "tcp", hexes("C0 C0 00"))
log.add(14, "up", "websocket", b'{"type":"subscribe"}')
log.add(14, "down", "websocket", hexes("30 31 32 33 34 35 36 37"))
log.add(14, "down", "websocket", hexes("20 00 00"))
log.write()
