# SPDX-License-Identifier: Apache-2.0
"""State machines without input and output: they take events with their times and return actions."""

from __future__ import annotations

import json
from typing import Any, Literal

from ._native import Handle, library, output
from .contents import Value, to_json

Machine = Literal["client", "server", "stream", "chatroom", "likes", "rmtp-client", "rmtp-server"]


class Session(Handle):
    """A machine, with the config, the events and the actions that Spec/session.md, Spec/chatroom.md and
    Spec/rmtp-session.md list. All times are in milliseconds. Raises Refused with ``session.config`` for a config with a
    number outside its range, and Unsupported for an event that the machine does not have.

    >>> session = Session("likes", {"interval": 1000})
    >>> session.put({"at": 0, "event": "like"})
    []
    >>> session.put({"at": 2000, "event": "tick"})
    [{'at': 1000, 'action': 'send', 'count': 1}]
    """

    def __init__(self, machine: Machine, config: Value | None = None) -> None:
        text = None if config is None else to_json(config)
        super().__init__(
            "imwire_session_free", library.imwire_session_new, machine.encode(), text,
            0 if text is None else len(text))

    def put(self, event: Value) -> list[dict[str, Any]]:
        """Processes an event. The actions of timers due by then precede those of the event."""
        actions: list[dict[str, Any]] = json.loads(self.put_json(event))
        return actions

    def put_json(self, event: Value) -> bytes:
        """As ``put``, with the exact JSON of the actions."""
        text = to_json(event)
        return output(library.imwire_session_put, self, text, len(text))
