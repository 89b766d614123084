# SPDX-License-Identifier: Apache-2.0
"""Messages: contents in their envelopes, and the topics on which they are sent."""

import json

PRIVATE, GROUP, CHATROOM, SYSTEM = 1, 3, 4, 6

# The topics of messages sent, and those of messages that are not stored (RMTP-161).
TOPICS = {PRIVATE: "ppMsgP", GROUP: "pgMsgP", CHATROOM: "chatMsg"}
STATUS_TOPICS = {PRIVATE: "ppMsgS", GROUP: "pgMsgS", CHATROOM: "chatMsgS"}

# `sessionId` of an UpStreamMessage: the flags of the types used here (RMTP-171, CNT-100).
FLAGS = {"RC:TxtMsg": 3, "RC:ReadNtf": 0, "RC:RRReqMsg": 0, "RC:RRRspMsg": 0, "RC:RcCmd": 0, "RC:TypSts": 0}


def up(object_name, content, flags=None, **fields):
    """Creates an UpStreamMessage; `content` is an object that is written as JSON."""
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    number = FLAGS.get(object_name, 3) if flags is None else flags
    return {"sessionId": number, "classname": object_name, "content": text.encode("utf-8"), **fields}


def text(content):
    """Creates a text message."""
    return up("RC:TxtMsg", {"content": content})


def recall(message_uid, conversation, target, sent_time):
    """Creates a recall, which is sent on `recallMsg` regardless of the conversation (RMTP-163)."""
    content = {"messageUId": message_uid, "conversationType": conversation, "targetId": target, "sentTime": sent_time}
    return up("RC:RcCmd", content, delMsgTime=sent_time, delMsgId=message_uid)


def read_receipt(last_time, message_uid, conversation=PRIVATE):
    """Creates a receipt that tells the other user up to which message the conversation was read."""
    return up("RC:ReadNtf", {"lastMessageSendTime": last_time, "messageUId": message_uid, "type": conversation})


def content(message):
    """Returns the content of a message of either direction."""
    return json.loads(message["content"])


def target(message, own_id=None):
    """Returns the other party in the conversation of a DownStreamMessage (RMTP-303)."""
    if message["type"] in (2, 3, 4) or message["fromUserId"] == own_id:
        return message.get("groupId", message["fromUserId"])
    return message["fromUserId"]


def sent_time(puback):
    """Returns the time at which a message was sent, from its PUBACK, in ms (RMTP-030)."""
    return puback["date"] * 1000 + puback["millisecond"]
