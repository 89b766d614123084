# SPDX-License-Identifier: Apache-2.0
"""Chatrooms of a session: joining, pulling, leaving, and the keys of a room."""

import asyncio


class Chatrooms:
    """The part of a session that handles rooms. `rooms` holds the time of each room's box."""

    def __init__(self):
        self.rooms, self.keys, self._key_times = {}, {}, {}
        self._running = set()

    def background(self, coroutine):
        """Runs a coroutine that is not awaited, and keeps a reference to it until it has ended."""
        task = asyncio.create_task(coroutine)
        self._running.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task):
        self._running.discard(task)
        if not task.cancelled() and task.exception() and not isinstance(task.exception(), ConnectionError):
            self.problems.append(task.exception())

    async def join(self, room, again=False):
        """Joins a room, and pulls its messages and keys if the join is answered with 0 (RMTP-198, RMTP-199)."""
        topic = "joinChrmR" if again else "joinChrm"
        ack = await self.query(topic, room, "ChrmInput", {"nothing": 1}, "ChrmOutput")
        if ack["status"] == 0:
            self.rooms[room] = 0
            self.keys[room], self._key_times[room] = {}, 0
            self.want(room)
            await self.pull_keys(room)
        return ack["status"]

    async def leave(self, room):
        """Leaves a room; afterwards no message of it is delivered to the application (RMTP-262)."""
        self.rooms.pop(room, None)
        ack = await self.query("exitChrm", room, "ChrmInput", {"nothing": 1}, "ChrmOutput")
        return ack["status"]

    async def pull_room(self, room):
        """Pulls one page of a room, and returns whether another follows; an answer without `finished` is the last."""
        if room not in self.rooms:
            return False
        known = self.rooms[room]
        request = {"syncTime": known, "count": 10}
        ack = await self.query("chrmPull", room, "ChrmPullMsg", request, "DownStreamMessages")
        if ack["status"] != 0 or room not in self.rooms:
            return False
        page = ack["body"]
        new = [message for message in page.get("list", []) if message["dataTime"] > known]
        self.rooms[room] = max(known, page["syncTime"])
        for place, message in enumerate(new):
            self.deliver_room(room, message, len(new) - place - 1)
        return self.rooms[room] > known and page.get("finished") is False

    def deliver_room(self, room, message, remaining):
        from .session import Delivery

        self.deliveries.put_nowait(Delivery("room", message, room=room, remaining=remaining))

    def command(self, notification):
        """Handles `s_cmd`: type 2 names a room whose keys have changed (RMTP-199)."""
        room = notification.get("chrmId")
        if notification["type"] == 2 and room in self.rooms:
            if notification.get("time", 1 << 62) > self._key_times[room]:
                self.background(self.pull_keys(room))

    async def pull_keys(self, room):
        """Requests the changed keys of a room and applies them (RMTP-199)."""
        request = {"timestamp": self._key_times[room]}
        ack = await self.query("pullKV", room, "QueryChrmKV", request, "ChrmKVOutput")
        if ack["status"] != 0 or room not in self.rooms:
            return
        answer, keys = ack["body"], self.keys[room]
        full = answer.get("bFullUpdate", False)
        if full:
            keys.clear()
        for entry in answer.get("entries", []):
            key, status = entry["key"], entry.get("status", 0)
            if not full and not status & 2 and key in keys and keys[key].get("uid") != entry.get("uid"):
                continue
            if status & 4:
                keys.pop(key, None)
            else:
                keys[key] = entry
        self._key_times[room] = max(self._key_times[room], answer.get("syncTime", 0))

    async def set_key(self, room, key, value, status=2):
        """Sets a key of a room. The bits of `status` are 1 (the key is deleted when its owner leaves) and 2 (the key is
        overwritten).
        """
        return await self._change("setKV", room, {"key": key, "value": value, "status": status, "uid": self.user})

    async def delete_key(self, room, key):
        """Deletes a key of a room, with the message that sets one (RMTP-164)."""
        return await self._change("delKV", room, {"key": key, "value": "", "status": 6, "uid": self.user})

    async def _change(self, topic, room, entry):
        request = {"entry": entry, "bNotify": False, "type": 4}
        ack = await self.query(topic, room, "SetChrmKV", request, "ChrmOutput")
        return ack["status"]
