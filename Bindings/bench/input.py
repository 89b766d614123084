# SPDX-License-Identifier: Apache-2.0
"""Writes the input of all benchmarks: input.py FOLDER."""

import json
import sys
from pathlib import Path

import imwire

folder = Path(sys.argv[1])
content = {
    "content": "Shall we meet at the station at seven? 我们七点在车站见面吧。", "extra": "{\"key\":\"value\"}",
    "user": {"id": "u10086", "name": "Mary", "portrait": "https://example.com/portraits/10086.png", "extra": ""},
    "mentionedInfo": {"type": 2, "userIdList": ["u1", "u2"], "mentionedContent": "someone mentioned you"},
}
text = json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
assert imwire.validate("RC:TxtMsg", text) == [], imwire.validate("RC:TxtMsg", text)
(folder / "content.json").write_bytes(text)

writer = imwire.ChatWriter("packet")
messages = [
    {"messageType": "normal", "messageID": f"m{number}", "fromUserID": "u1", "toUserID": "u2", "chatType": "personal",
     "contenType": "text", "content": {"text": content["content"]}, "sendTime": str(1_700_000_000_000 + number)}
    for number in range(1000)
]
(folder / "chat.bin").write_bytes(b"".join(writer.write(message) for message in messages) + writer.finish())
(folder / "chat.jsonl").write_text("".join(json.dumps(message, ensure_ascii=False) + "\n" for message in messages))

envelope = {"objectName": "RC:TxtMsg", "content": content, "conversation": 1, "targetId": "u2"}
packet = imwire.encode_envelope(envelope, "up", message_id=7).value
wire = imwire.encode_packet(packet, "tcp", "up")
(folder / "packets.bin").write_bytes(wire * 1000)
scanner = imwire.Scanner("tcp", "up")
found, _ = scanner.next(wire)
(folder / "body.bin").write_bytes(wire[found.data.offset :])
