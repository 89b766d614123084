# SPDX-License-Identifier: Apache-2.0
"""Chat messages as used by the machines of client and server."""
import json

from chat import Message
from machines.machine import Raw
from reading import LIMITS
from request import DEEPEST, loads
from strictjson import Parser

ROOMY = {**dict.fromkeys(LIMITS, 1 << 40), "depth": DEEPEST}    # limits are checked by the decoder
ACCEPTED_ELSEWHERE, BLOCKED = 31010, 31009


class Note:
    """A message: its kind, and its members as JSON text."""

    def __init__(self, text, body="beatID"):
        message = Message(text, body, ROOMY)
        self.kind, self.body = message.kind, body
        root = Parser(message.value).root
        self.members = {name.text: message.value[value.start:value.end] for name, value in root.members}

    def get(self, name):
        """Returns a member as a Python value; None if it is absent."""
        return loads(self.members[name]) if name in self.members else None

    def text(self, name):
        """Returns a member that is a nonempty string, or None."""
        value = self.get(name)
        return value if isinstance(value, str) and value else None

    def code(self):
        """Returns the number in `code`; None if it is absent or kept unparsed (CNT-180)."""
        value = self.get("code")
        return value if isinstance(value, (int, float)) and not isinstance(value, bool) else None

    def changed(self, **members):
        """Returns the message as it is written, with changed members; None removes one (CHT-070)."""
        kept = {name: text for name, text in self.members.items() if name not in members}
        kept.update({name: json.dumps(value).encode() for name, value in members.items() if value is not None})
        joined = b"{" + b",".join(json.dumps(name).encode() + b":" + text for name, text in kept.items()) + b"}"
        return Note(Message(joined, self.body, ROOMY, writing=True).value, self.body)

    def show(self):
        """Returns the message as it is shown in an action."""
        return Raw(b"{" + b",".join(json.dumps(name).encode() + b":" + text
                                    for name, text in self.members.items()) + b"}")


def note(**members):
    """Creates a message of the machine; members that are None are absent."""
    return Note(json.dumps({name: value for name, value in members.items() if value is not None}).encode())


def received(event, body):
    """Returns the messages of an event `received`: one, or a batch."""
    if event.raw("message") is not None:
        event.need("message", dict)
        return [Note(event.raw("message"), body)]
    return [Note(text, body) for text in event.elements("messages")]
