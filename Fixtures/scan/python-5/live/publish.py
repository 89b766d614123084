import json
from dataclasses import asdict

from .contents import Like, Seat

OBJECT_NAMES = {
    Like: "live:Like",
    Seat: "live:Seat",
}


def publish(client, room, content):
    return client.post(
        "/message/chatroom/publish.json",
        data={
            "toChatroomId": room,
            "objectName": OBJECT_NAMES[type(content)],
            "content": json.dumps(asdict(content)),
        },
    )
