# SPDX-License-Identifier: Apache-2.0
"""Chatrooms (CRM-001 to CRM-054)."""
from machines.machine import Machine, Number, Raw
from packets import is_lone
from request import BadRequest

NO_ROOM, NOT_IN_ROOM, MUTED, BANNED, FULL, PARAMETER, TOO_FAST = 23410, 23406, 23408, 23409, 23411, 33003, 20604
MEMBER = {"room": "string", "user": "string"}
MOST_MESSAGES = 50      # that a user who joins may request (CRM-010)


class Room:
    """One room."""

    def __init__(self):
        self.members, self.messages, self.thrown_out = {}, [], set()    # members in the order in which they joined
        self.muted, self.allowed, self.banned, self.stopped = set(), set(), {}, False


class Chatroom(Machine):
    """The machine `chatroom`."""

    CONFIG = {"rooms": [], "kept": Number(50, 0, 1000), "joinCount": Number(10, 0, 1000),
              "capacity": Number(0, 0, 1000000), "rate": Number(5, 0, 1000), "rateWindow": Number(1000, 1, 86400000),
              "lowTypes": [], "lowDrop": Number(80, 0, 1000), "highDrop": Number(100, 0, 1000)}
    EVENTS = ("create", "destroy", "join", "quit", "send", "mute", "unmute", "kick", "ban", "unban", "stop", "resume",
              "allow", "disallow", "load")
    MEMBERS = {"load": {"load": "int64"}, **dict.fromkeys(("create", "destroy", "stop", "resume"), {"room": "string"}),
               **dict.fromkeys(("quit", "mute", "unmute", "kick", "unban", "allow", "disallow"), MEMBER),
               "join": {**MEMBER, "existing": "boolean?"}, "send": {**MEMBER, "message": "object"},
               "ban": {**MEMBER, "duration": "int64"}}

    def __init__(self, config):
        super().__init__(config)
        self.table = {name: Room() for name in self.rooms}
        self.load, self.last, self.times = 0, 0, {}     # times: of accepted messages, by sender

    def refuse(self, event, code):
        """Refuses the event."""
        self.act("error", room=event.get("room"), user=event.get("user"), of=event.name, code=code)

    def room(self, event):
        """Returns the room that an event names; refuses the event if there is none (CRM-002)."""
        room = self.table.get(event.need("room", str))
        if room is None:
            self.refuse(event, NO_ROOM)
        return room

    def on_create(self, event):
        """Creates a room."""
        self.table.setdefault(event.need("room", str), Room())

    def on_destroy(self, event):
        """Ends a room and discards everything in it."""
        if self.room(event):
            del self.table[event.get("room")]

    def on_join(self, event):
        """CRM-001, CRM-010 to CRM-013."""
        name, user, count = event.need("room", str), event.need("user", str), event.get("messageCount", 0)
        if isinstance(count, bool) or not isinstance(count, int) or not -1 <= count <= MOST_MESSAGES:
            return self.refuse(event, PARAMETER)
        if name not in self.table:
            if event.get("existing") is True:
                return self.refuse(event, NO_ROOM)
            self.table[name] = Room()
        room = self.table[name]
        if room.banned.get(user, self.now) > self.now:
            return self.refuse(event, BANNED)
        if self.capacity and user not in room.members and len(room.members) >= self.capacity:
            return self.refuse(event, FULL)
        room.members.setdefault(user)
        room.thrown_out.discard(user)
        count = 0 if count < 0 else count or self.joinCount
        return self.act("joined", room=name, user=user, messages=room.messages[len(room.messages) - min(
            count, len(room.messages)):])

    def on_quit(self, event):
        """CRM-015."""
        room, user = self.room(event), event.need("user", str)
        if room and user not in room.members:
            self.refuse(event, NOT_IN_ROOM)
        elif room:
            del room.members[user]
            room.thrown_out.discard(user)
            self.act("quit", room=event.get("room"), user=user)

    @staticmethod
    def shown(event):
        """Returns a message with its two members (TST-172)."""
        nodes = {key.text: value for key, value in event.nodes["message"].members if value.kind != "null"}
        content = {name: Raw(event.line[nodes[name].start:nodes[name].end])
                   for name in ("objectName", "content") if name in nodes}
        return {"objectName": "", **content}

    def check(self, event):
        """Refuses a message whose objectName is not a text, whatever the state is (TST-142, TST-143)."""
        if event.name == "send":
            name = event.need("message", dict).get("objectName")
            if not isinstance(name, (str, type(None))) or is_lone(name or ""):
                raise BadRequest("the objectName of a message has another type")

    def on_send(self, event):
        """CRM-020 to CRM-042, CRM-050, CRM-053."""
        room, user, message = self.room(event), event.need("user", str), event.need("message", dict)
        if not room:
            return None
        if user not in room.members:
            return self.refuse(event, BANNED if user in room.thrown_out else NOT_IN_ROOM)
        if user in room.muted:
            return self.refuse(event, MUTED)
        times = self.times.setdefault(user, [])
        if self.rate == 0 or (len(times) >= self.rate and self.now - times[-self.rate] < self.rateWindow):
            return self.refuse(event, TOO_FAST)
        times[:] = times[-self.rate:] + [self.now]
        self.last += 1
        name, number, raw = event.get("room"), f"c{self.last}", self.shown(event)
        self.act("sent", room=name, user=user, id=number)
        limit = self.lowDrop if message.get("objectName") in self.lowTypes else self.highDrop
        if room.stopped or (self.load >= min(limit, self.highDrop) and user not in room.allowed):
            return self.act("dropped", room=name, id=number, reason="stopped" if room.stopped else "load")
        room.messages.append({"id": number, "from": user, "message": raw})
        del room.messages[:max(0, len(room.messages) - self.kept)]
        return self.act("distribute", room=name, id=number, message=raw, to=[
            each for each in room.members if each != user], **{"from": user})

    def throw_out(self, event):
        """Removes a user from the room; returns whether the room exists (CRM-051, CRM-052)."""
        room, user = self.room(event), event.need("user", str)
        if room and user in room.members:
            del room.members[user]
            room.thrown_out.add(user)
            self.act("kicked", room=event.get("room"), user=user)
        return room

    def on_kick(self, event):
        """Removes a user, who may join again."""
        self.throw_out(event)

    def on_ban(self, event):
        """Removes a user, who may not join again for a time."""
        if event.need("duration", int) < 1 and event.get("room") in self.table:
            self.refuse(event, PARAMETER)
            return
        room = self.throw_out(event)
        if room:
            room.banned[event.get("user")] = self.now + event.get("duration")

    def on_unban(self, event):
        """Ends a ban."""
        room = self.room(event)
        if room:
            room.banned.pop(event.need("user", str), None)

    def put(self, event, names, there):
        """Adds a user to a list of the room, or removes the user from it."""
        room, user = self.room(event), event.need("user", str)
        if room:
            (getattr(room, names).add if there else getattr(room, names).discard)(user)

    def on_mute(self, event):
        """CRM-050."""
        self.put(event, "muted", True)

    def on_unmute(self, event):
        """Lets a user speak again."""
        self.put(event, "muted", False)

    def on_allow(self, event):
        """CRM-042."""
        self.put(event, "allowed", True)

    def on_disallow(self, event):
        """Removes a user from the whitelist."""
        self.put(event, "allowed", False)

    def on_stop(self, event):
        """CRM-053."""
        room = self.room(event)
        if room:
            room.stopped = True

    def on_resume(self, event):
        """CRM-054."""
        room = self.room(event)
        if room:
            room.stopped = False

    def on_load(self, event):
        """CRM-041."""
        load = event.get("load")
        if isinstance(load, bool) or not isinstance(load, (int, float)):
            raise BadRequest("load must be a number")
        self.load = load
