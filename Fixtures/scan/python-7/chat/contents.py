from dataclasses import dataclass, field
from enum import IntEnum
from typing import List, Optional

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel


class CourseState(IntEnum):
    PLANNED = 1
    RUNNING = 2
    DONE = 4


class CourseInvite(BaseModel):
    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True)
    object_name = "school:Invite"

    course_id: str
    course_state: CourseState
    teacher_name: Optional[str] = None
    seats_left: int = Field(default=0, alias="seats")


@dataclass
class CourseCancelled:
    OBJECT_NAME = "school:Cancelled"

    courseId: str
    reasons: List[str] = field(default_factory=list)
    answers: dict = field(default_factory=dict)


class Sender:
    def set_user_info(self, user_id, name, icon):
        parameters = locals().copy()
        text = '"id":"{{ user_id }}","name":"{{ name }}",' \
               '"icon":"{{ icon }}"'
        self.user_info = self.render(text, parameters)
