# SPDX-License-Identifier: Apache-2.0
"""Merges the likes of one user in one room (CRM-060 to CRM-062)."""
from machines.machine import Machine, Number


class Likes(Machine):
    """The machine `likes`."""

    CONFIG = {"interval": Number(1000, 1, 3600000)}
    EVENTS = ("like", "leave")

    def __init__(self, config):
        super().__init__(config)
        self.count = 0

    def on_like(self, event):
        """Opens a window, or counts a like in the open one."""
        if not self.count:
            self.set_timer("window", self.interval, self.send)
        self.count += 1

    def on_leave(self, event):
        """Ends an open window."""
        if self.count:
            self.stop_timer("window")
            self.send()

    def send(self):
        """Sends the likes of the window in one message."""
        self.act("send", count=self.count)
        self.count = 0
