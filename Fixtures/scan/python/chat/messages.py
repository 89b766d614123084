import json
from dataclasses import dataclass, field
from enum import IntEnum
from typing import ClassVar, Optional

from . import names
from .names import Keys, ORDER


class GiftMessage(MessageContent):
    """A gift.

    encode() gives {"gift_doc": 1} for OBJECT_NAME = "App:InDoc".
    """

    OBJECT_NAME = names.GIFT
    FLAG = ISPERSISTED | ISCOUNTED

    def __init__(self, gift_id, count):
        self.gift_id = gift_id
        self.count = count

    def encode(self):
        data = {
            "giftId": self.gift_id,
            Keys.COUNT: self.count,
            # "price": self.price,
            'effect': {"animation": "stars", "seconds": 3},
        }
        if self.note:
            data["note"] = self.note
        user = {}
        user["name"] = "x"
        data["user"] = user
        logger.info("App:Logged %s", '"logged": 1')
        return json.dumps(data)

    @classmethod
    def decode(cls, text):
        data = json.loads(text)
        message = cls(data["giftId"], data.get(Keys.COUNT, 0))
        message.sender = data.get("sender")
        level = data["user"]["level"]
        return message


@dataclass
class OrderMessage:
    object_name: ClassVar[str] = ORDER

    order_no: str
    total: float = 0.0
    items: list = field(default_factory=list)
    note: Optional[str] = None

    def to_json(self):
        return json.dumps(asdict(self))


class PulseMessage:
    def get_object_name(self):
        return "App:" \
            "Pulse"

    def persistent_flag(self):
        return 16

    def to_dict(self):
        return dict(beat=self.beat, at=self.at)


class ConversationType(IntEnum):
    PRIVATE = 1
    GROUP = 3
    # OLD = 5
    SYSTEM = 6
