# SPDX-License-Identifier: Apache-2.0
"""Writes a TCP stream of packets for the router: stream.py WHEEL FOLDER >STREAM. Unpacks the wheel into the folder."""

import sys
import zipfile

zipfile.ZipFile(sys.argv[1]).extractall(sys.argv[2] + "/wheel")
sys.path.insert(0, sys.argv[2] + "/wheel")
import imwire  # noqa: E402

MESSAGES = [
    ("RC:TxtMsg", {"content": "hi"}, 1), ("RC:ImgMsg", {"content": "", "imageUri": "http://x"}, 3),
    ("RC:TypSts", {"typingContentType": "RC:TxtMsg"}, 1), ("APP:Own", {"a": 1}, 4),
]
for number, (name, content, conversation) in enumerate(MESSAGES, 1):
    value = {"objectName": name, "content": content, "conversation": conversation, "targetId": f"u{number}"}
    packet = imwire.encode_envelope(value, "up", message_id=number)
    sys.stdout.buffer.write(imwire.encode_packet(packet.value, "tcp", "up"))
    sys.stdout.buffer.write(imwire.encode_packet({"packet": "PINGREQ"}, "tcp", "up"))
# A PUBLISH whose string extends past its end, and a stream that ends inside a packet.
sys.stdout.buffer.write(bytes.fromhex("30 00 05 ff ff 61 00 01".replace(" ", "")) + b"\x30")
