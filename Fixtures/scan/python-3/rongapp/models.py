from __future__ import annotations

from dataclasses import asdict, dataclass, field
from enum import IntEnum, IntFlag
from typing import ClassVar, Optional

from pydantic import BaseModel, Field


class MessageFlag(IntFlag):
    NONE = 0
    PERSISTED = 1
    COUNTED = 2
    STATUS = 16


@dataclass(frozen=True)
class PollMessage:
    OBJECT_NAME: ClassVar[str] = "Py:Poll"
    FLAG: ClassVar[int] = MessageFlag.PERSISTED | MessageFlag.COUNTED

    question: str
    options: list[str] = field(default_factory=list)
    closes_at: int = 0

    def encode(self) -> str:
        return json.dumps(asdict(self))


class SurveyMessage(BaseModel):
    object_name: ClassVar[str] = 'Py:Survey'

    survey_id: str = Field(alias='surveyId')
    score: Optional[int] = None


class HeartMessage:
    object_name = "Py:Heart"
    flag = 16

    def __init__(self, beats, strong=False):
        self.beats = beats
        self.strong = strong

    def to_dict(self):
        return {
            'beats': self.beats,
            'strong': self.strong,
        }


class ConversationType(IntEnum):
    PRIVATE = 1
    GROUP = 3
    ULTRA_GROUP = 10
