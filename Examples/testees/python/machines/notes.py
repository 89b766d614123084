# SPDX-License-Identifier: Apache-2.0
"""Chat messages as used by the machines of client and server."""
import json

from chat import Message
from machines.machine import Raw
from packets import is_lone
from reading import LIMITS
from request import DEEPEST, BadRequest, loads
from strictjson import Fault, Parser

ROOMY = {**dict.fromkeys(LIMITS, 1 << 40), "depth": DEEPEST}    # for messages that were read before
STORED = {**LIMITS, "members": LIMITS["members"] + 2}    # a server has added two members (SES-150)
ACCEPTED_ELSEWHERE, BLOCKED = 31010, 31009


class Note:
    """A message: its kind, and its members as JSON text."""

    def __init__(self, text, body="beatID", limits=ROOMY):
        message = Message(text, body, limits)
        self.kind, self.body = message.kind, body
        root = Parser(message.value).root
        self.members = {name.text: message.value[value.start:value.end] for name, value in root.members}
        if self.kind != "heartbeat" and self.is_addressed():
            self.members.pop("beatID", None)    # one that does not belong there (SES-154, CHT-016)

    def is_addressed(self):
        """Returns whether the message has a kind or a sender, beside which a `beatID` does not belong."""
        return any(self.get(name) is not None for name in ("messageType", "fromUserID"))

    def get(self, name):
        """Returns a member as a Python value; None if it is absent."""
        return loads(self.members[name]) if name in self.members else None

    def text(self, name):
        """Returns a member that is a nonempty string without a lone surrogate (SES-160), or None."""
        return self.string(name) or None

    def string(self, name):
        """Returns a member that is a string without a lone surrogate, which may be empty, or None."""
        value = self.get(name)
        return value if isinstance(value, str) and not is_lone(value) else None

    def code(self):
        """Returns the number in `code`; None if it is absent, unparsed (CNT-180) or no integer of 64 bits (SES-152)."""
        value = self.get("code")
        known = isinstance(value, int) and not isinstance(value, bool) and -1 << 63 <= value < 1 << 63
        return value if known else None

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
    if (event.raw("message") is None) == (event.raw("messages") is None):
        raise BadRequest("an event must have either message or messages")     # SES-163
    if event.raw("message") is not None:
        return [given(event.raw("message"), body)]
    return [given(text, body) for text in event.elements("messages")]


def given(text, body):
    """Returns a message of an event, which is read as from a socket (SES-151)."""
    try:
        return Note(text, body, LIMITS)
    except Fault as fault:
        raise BadRequest(f"a message cannot be read: {fault.code}") from None
