# SPDX-License-Identifier: Apache-2.0
"""Messages of the socket chat protocol: kinds, members and contents, read according to the rules for contents
(CHT-002).
"""
import re
from functools import lru_cache

from reading import Reading, is_base64, quote
from schemas import Member, Shape
from strictjson import NUMBER, Parser

KINDS = ("login", "loginReceipt", "normal", "normalReceipt", "invalidReceipt", "repeal", "repealReceipt", "validate",
         "system")
RECEIPTS = ("loginReceipt", "normalReceipt", "invalidReceipt", "repealReceipt")
LOCAL_STATE = ("byMyself", "isSend", "isRead", "isSending", "progress", "unreadCount", "lastMessage",
               "lastTimeString")    # CHT-015
REQUIRED = {     # CHT-014
    "login": ("messageType", "fromUserID", "deviceType", "versionCode"),
    "heartbeat": (),
    "normal": ("messageType", "fromUserID", "chatType", "contenType", "content", "sendTime"),
    "normalReceipt": ("messageType", "messageID"),
    "repeal": ("messageType", "messageID", "fromUserID"),
    "repealReceipt": ("messageType", "messageID"),
    "validate": ("messageType", "fromUserID"),
}
ADDRESSED = ("messageID", "toUserID", "groupID", "chatType", "contenType", "objectName", "content")
OBJECT_CONTENTS = ("text", "audio", "picture", "video", "file", "tip", "repeal", "firstRepeal")    # CHT-020
TEXT_CONTENTS = ("text", "tip")
MEMBERS = {     # CHT-010
    **dict.fromkeys(("messageType", "messageID", "clientMessageID", "fromUserID", "toUserID", "groupID", "chatType",
                     "contenType", "objectName"), "string"),
    "content": "content", "atToUserIDs": "strings",
    **dict.fromkeys(("nickName", "fromPortrait", "toPortrait", "groupName"), "string"),
    "noDisturb": "integer", "deviceType": "string", "versionCode": "string", "sendTime": "sendTime",
    "code": "integer", "beatID": "string",
}
ALIASES = {"contenType": {"contentType": "DEV-117"}, "bigPicAdress": {"bigPicAddress": "DEV-117"},
           "fileIconAdress": {"fileIconAddress": "DEV-117"}}
SIZE = Shape({"width": Member("number", True), "height": Member("number", True)})
SIZE_AS_TEXT = re.compile(r"\{ *(%s) *, *(%s) *\}" % (NUMBER.pattern, NUMBER.pattern))
DIGITS = re.compile(r"[0-9]{1,19}")
LARGEST_TIME = 9223372036854775807


@lru_cache(maxsize=None)
def content_shape(content_type):
    """Returns the members of a content object (CHT-021)."""
    kinds = {"text": "string", "picSize": "picSize", "bigPicAdress": "string", "seconds": "string",
             "fileName": "string", "fileSize": "string", "fileType": "string", "fileIconAdress": "string",
             "videoDuration": "number", "videoSize": "string"}
    return Shape({name: Member(kind, name == "text" and content_type in TEXT_CONTENTS, ALIASES.get(name),
                               shape=SIZE if kind == "picSize" else None) for name, kind in kinds.items()})


@lru_cache(maxsize=None)
def message_shape(kind, content, chat_type, has_object_name):
    """Returns the members of a message of a kind; `content` determines how its content is read."""
    required = set(REQUIRED.get(kind, ("messageType",)))
    if kind == "normal":
        required |= {"userChat": {"toUserID"}, "groupChat": {"groupID"}}.get(chat_type, set())
        required -= {"contenType"} if has_object_name else set()
    shape = content_shape(content) if content in OBJECT_CONTENTS else None
    members = {}
    for name, form in MEMBERS.items():
        if form == "content":
            form = "nested" if shape else content
        missing = "DEV-116" if name == "messageType" and kind == "login" else None
        members[name] = Member(form, name in required, ALIASES.get(name), missing=missing,
                               shape=shape if name == "content" else None)
    return Shape(members, dict.fromkeys(LOCAL_STATE, "DEV-118"))


class Message(Reading):
    """One message that was read. `kind` is its kind, and `value` its JSON; for `writing`, without parts that are never
    written.
    """

    WRONG_TYPE = "message.type"     # CHT-090

    def __init__(self, data, body, limits, strict=False, writing=False):
        self.body, self.writing, self.kind = body, writing, "unknown"
        self.stray_beat = False     # a beatID that does not belong there (CHT-016)
        super().__init__(data, None, limits, strict)

    def shape_for(self, root, shape):
        """Determines the kind, and from it the members (CHT-003, CHT-020)."""
        held = {name.text: value for name, value in root.members} if root else {}   # the last of each name
        texts = {name: value.text for name, value in held.items() if value.kind != "null"}
        if "contenType" not in texts and "contentType" in texts:
            texts["contenType"] = texts["contentType"]
        self.kind = self.kind_of(set(texts), texts)
        self.TOLERANT = self.kind == "unknown"
        has_object_name = "objectName" in texts
        if self.kind == "unknown":
            content = "kept"
        elif has_object_name:
            content = "rong"
        else:
            content = texts.get("contenType") if texts.get("contenType") in OBJECT_CONTENTS else "kept"
        self.stray_beat = "messageType" in texts or "fromUserID" in texts
        return message_shape(self.kind, content, texts.get("chatType"), has_object_name)

    def kind_of(self, present, texts):
        """Determines the kind: CHT-003, and CHT-031 and CHT-040 for a message without a messageType."""
        if "messageType" in present:
            return texts["messageType"] if texts["messageType"] in KINDS else "unknown"
        if "fromUserID" not in present and texts.get("beatID") == self.body:
            return "heartbeat"
        if {"fromUserID", "deviceType", "versionCode"} <= present and not present.intersection(ADDRESSED):
            return "login"
        return "unknown"

    def write(self, path, known, others):
        """Writes the message's own object: a login gets its messageType, and parts that are never written are removed
        (CHT-015, CHT-016).
        """
        if path == "":
            if self.kind == "login" and "messageType" not in dict(known):
                known = [("messageType", b'"messageType":"login"')] + known
            others = sorted(others, key=lambda member: member[0] in LOCAL_STATE)     # TST-083
            if self.stray_beat and not self.writing:
                others += [member for member in known if member[0] == "beatID"]
                known = [member for member in known if member[0] != "beatID"]
            if self.writing:
                known = [member for member in known if member[0] != "beatID" or not self.stray_beat]
                others = [member for member in others if member[0] not in LOCAL_STATE]
        return super().write(path, known, others)

    def judge_name(self, shape, name, path):
        """Checks for local state, and for the heartbeat's body where it does not belong (CHT-015, CHT-016)."""
        super().judge_name(shape, name, path)
        if path == "" and name.text == "beatID" and self.stray_beat:
            self.note(name.end, name.start, "field.foreign", "/beatID", "DEV-119")

    def known(self, member, name, value, path):
        """Reads a known member; a heartbeat's body that does not belong there is kept unchanged, `null` too (CHT-016).
        """
        if path == "/beatID" and self.stray_beat:
            return self.read_kept(member, value, path)
        return super().known(member, name, value, path)

    def is_strange(self, value):
        """In a message of unknown kind, nothing is read from an object or a list (CHT-051)."""
        return self.TOLERANT and value.kind in ("object", "array")

    def read_kept(self, member, value, path):
        """Reads a value that is not examined."""
        self.limit_texts(value, path)
        return self.raw(value)

    def read_sendTime(self, member, value, path):
        """Reads a time in decimal digits (CHT-013)."""
        if value.text is None:
            return self.refuse(value, path)
        if value.kind != "string":
            self.note(value.end, value.start, "field.type", path, "DEV-120" if value.kind == "number" else "DEV-106")
        if value.text and not (DIGITS.fullmatch(value.text) and int(value.text) <= LARGEST_TIME):
            self.note(value.end, value.start, "field.value", path, "DEV-121")
        return self.raw(value) if value.lone else quote(value.text)

    def read_picSize(self, member, value, path):
        """Reads width and height, as an object or as text (CHT-023)."""
        if value.kind != "string":
            return self.read_nested(member, value, path)
        match = SIZE_AS_TEXT.fullmatch(value.text)
        if not match:
            return self.refuse(value, path)
        self.note(value.end, value.start, "field.type", path, "DEV-122")
        return b'{"width":%s,"height":%s}' % tuple(number.encode() for number in match.groups())

    def read_rong(self, member, value, path):
        """Reads a RongCloud content: its object, that object in a string, or Base64 of other bytes (CHT-025, CHT-026).
        """
        self.limit_texts(value, path)
        if value.kind == "object":
            return self.raw(value)
        if value.kind != "string":
            return self.refuse(value, path)
        if value.text.startswith("{") and not value.lone:
            text = value.text.encode()
            inner = Parser(text, self.limits["depth"] - self.depth, self.limits["stringBytes"])
            if not inner.fault and not self.exceeds(inner.root):
                self.note(value.end, value.start, "field.type", path, "DEV-110")
                if inner.lone:
                    self.note(value.end, value.start, "json.surrogate", path, "DEV-109")
                return text[inner.root.start:inner.root.end]
        if not is_base64(value.text):
            self.note(value.end, value.start, "field.base64", path, "DEV-108")
        return self.raw(value) if value.lone else quote(value.text)
