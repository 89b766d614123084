# SPDX-License-Identifier: Apache-2.0
"""A chatroom from the view of a client of packets, with its keys (RMTP-198, RMTP-199)."""
OVERWRITES, DELETES = 2, 4      # bits of an entry's status


class Room:
    """A room that the application wants to be in."""

    def __init__(self, name):
        self.name, self.time, self.keys_time, self.keys = name, 0, 0, {}
        self.joined = False     # a join was answered with the status 0

    def take(self, body, limit):
        """Applies an answer with keys; returns the entries that are now valid and the keys that were removed."""
        entries, removed = [], []
        if body.get("bFullUpdate"):
            names = {entry.get("key") for entry in body.get("entries", []) if not entry.get("status", 0) & DELETES}
            removed = [key for key in self.keys if key not in names]
            self.keys = {}
        for entry in body.get("entries", []):
            key, status = entry.get("key"), entry.get("status", 0)
            held = self.keys.get(key)
            if held is not None and not status & OVERWRITES and held.get("uid") != entry.get("uid"):
                continue
            if status & DELETES:
                if held is not None:
                    del self.keys[key]
                    removed.append(key)
            elif held is not None or len(self.keys) < limit:
                self.keys[key] = entry
                entries.append(entry)
        self.keys_time = max(self.keys_time, body.get("syncTime", 0))
        return entries, removed
