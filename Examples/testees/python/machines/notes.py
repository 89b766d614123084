# SPDX-License-Identifier: Apache-2.0
"""Chat messages as the machines of client and server see them."""
import json

from chat import Message
from machines.machine import Raw
from reading import LIMITS
from request import DEEPEST, loads
from strictjson import Parser

ROOMY = {**dict.fromkeys(LIMITS, 1 << 40), "depth": DEEPEST}    # limits are the decoder's business
ACCEPTED_ELSEWHERE, BLOCKED = 31010, 31009


class Note:
    """A message: its kind, and its members as JSON text."""

    def __init__(self, text, body="beatID"):
        message = Message(text, body, ROOMY)
        self.kind, self.body = message.kind, body
        root = Parser(message.value).root
        self.members = {name.text: message.value[value.start:value.end] for name, value in root.members}

    def get(self, name):
        """A member as Python has it; None where it is absent."""
        return loads(self.members[name]) if name in self.members else None

    def text(self, name):
        """A member that is a string and not empty; None where it is none."""
        value = self.get(name)
        return value if isinstance(value, str) and value else None

    def code(self):
        """The number in `code`; None where it is absent or kept unparsed (CNT-180)."""
        value = self.get("code")
        return value if isinstance(value, (int, float)) and not isinstance(value, bool) else None

    def changed(self, **members):
        """The message with other members as it is written; None takes one away (CHT-070)."""
        kept = {name: text for name, text in self.members.items() if name not in members}
        kept.update({name: json.dumps(value).encode() for name, value in members.items() if value is not None})
        joined = b"{" + b",".join(json.dumps(name).encode() + b":" + text for name, text in kept.items()) + b"}"
        return Note(Message(joined, self.body, ROOMY, writing=True).value, self.body)

    def show(self):
        """The message in an action."""
        return Raw(b"{" + b",".join(json.dumps(name).encode() + b":" + text
                                    for name, text in self.members.items()) + b"}")


def note(**members):
    """A message of ours; members that are None are absent."""
    return Note(json.dumps({name: value for name, value in members.items() if value is not None}).encode())


def received(event, body):
    """The messages of an event `received`: one, or a batch."""
    if event.raw("message") is not None:
        event.need("message", dict)
        return [Note(event.raw("message"), body)]
    return [Note(text, body) for text in event.elements("messages")]
