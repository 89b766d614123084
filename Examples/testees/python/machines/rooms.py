# SPDX-License-Identifier: Apache-2.0
"""A chatroom from the view of a client of packets, with its keys (RMTP-198, RMTP-199)."""
OVERWRITES, DELETES = 2, 4      # bits of an entry's status


class Room:
    """A room that the application wants to be in."""

    def __init__(self, name):
        self.name, self.time, self.keys_time, self.keys = name, 0, 0, {}
        self.joined = False     # a join was answered with the status 0
        self.inside = False     # and over this connection (RMTP-340)
        self.joins = 0          # that wait for their answers

    def take(self, body, limit):
        """Applies an answer with keys; returns the entries that were taken and the keys that were removed (RMTP-344).
        """
        entries, removed, full, before = [], [], body.get("bFullUpdate") is True, self.keys
        self.keys = {} if full else dict(before)
        for entry in body.get("entries", []):
            key, status = entry.get("key"), entry.get("status", 0)
            held = self.keys.get(key)
            if key is None or not (full or held is None or status & OVERWRITES or held.get("uid") == entry.get("uid")):
                continue
            if status & DELETES:
                if not full and self.keys.pop(key, None) is not None:
                    removed.append(key)
            elif held is not None or len(self.keys) < limit:
                self.keys[key] = entry
                entries.append(entry)
        if full:
            removed = sorted((key for key in before if key not in self.keys), key=str.encode)
        self.keys_time = max(self.keys_time, body.get("syncTime", 0))
        return entries, removed
