"""What the live room sends."""

from dataclasses import asdict, dataclass, field
from enum import IntEnum
from typing import List, Optional


class ConversationType(IntEnum):
    PRIVATE = 1
    GROUP = 3
    CHATROOM = 4


class Color(IntEnum):
    RED = 1
    GROUP_BLUE = 2


@dataclass
class Like:
    room_id: str
    count: int = 1


@dataclass
class Seat:
    index: int
    user_id: Optional[str] = None
    tags: List[str] = field(default_factory=list)
