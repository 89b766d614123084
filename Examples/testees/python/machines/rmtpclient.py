# SPDX-License-Identifier: Apache-2.0
"""The client's side of a WebSocket with packets (RMTP-120 to RMTP-201, RMTP-222 to RMTP-265)."""
import os
from collections import OrderedDict

from envelopes import parties
from machines.heartbeat import PRESETS
from machines.machine import Machine, Number
from machines.rooms import Room
from machines.wires import (REQUEST, TOPICS, Ids, answer_message, body_beside, data_of, make, packet, read, received,
                            request_message, show)
from request import BadRequest
from schemas import SPEC, read_json
from strictjson import Fault

DAY = 86400000
LATEST = 9007199254740991
SENT = 1        # `direction` of messages that this user sent
ROOM, KEYS, STATES = 2, 2, 3    # types of notifications on s_ntf, s_cmd and s_cmd


def actions_of(name):
    """Returns the meaning of a status, from its registry."""
    return {entry["value"]: entry["action"] for entry in read_json(os.path.join(SPEC, "registry", name))["entries"]}


def is_status(topic):
    """Returns whether messages on a topic are not stored (RMTP-170)."""
    return isinstance(topic, str) and TOPICS.get((topic, "PUBLISH"), {}).get("status", False)


REFUSALS, ENDS = actions_of("connack-status.json"), actions_of("disconnect-status.json")


class Question:
    """A PUBLISH or QUERY that waits for its answer."""

    def __init__(self, topic, done, failed):
        self.topic, self.done, self.failed = topic, done, failed


class RmtpClient(Machine):
    """The machine `rmtp-client`."""

    CONFIG = {"heartbeat": "web5", "connAckTimeout": Number(5000, 1, DAY), "answerTimeout": Number(30000, 1, DAY),
              "pullInterval": Number(None, 1, DAY), "inboxTime": Number(0, 0, LATEST),
              "outboxTime": Number(0, 0, LATEST),
              "roomPullCount": Number(10, 0, 50), "kvStorage": False, "syncedLimit": Number(256, 0, 10000),
              "largestId": Number(65535, 1, 65535), "roomKeyLimit": Number(1024, 0, 100000)}
    EVENTS = ("connect", "opened", "received", "closed", "publish", "query", "join", "leave", "disconnect", "logout")

    MEMBERS = {"received": {"packet": "object"}, "publish": {"key": "int64", **REQUEST, "qos": "qos?"},
               "query": {"key": "int64", **REQUEST}, **dict.fromkeys(("join", "leave"), {"room": "string"}),
               "disconnect": {"push": "boolean?"}}

    def understand(self, config):
        """Refuses the name of a preset that does not exist."""
        super().understand(config)
        if config.get("heartbeat", "web5") not in PRESETS:
            raise BadRequest("heartbeat must be the name of a preset")

    def check(self, event):
        """Reads what an event has written, which may be refused (RMTP-221)."""
        if event.name == "received":
            received(event, True)
        elif event.name in ("publish", "query"):
            data_of(event)

    def __init__(self, config):
        super().__init__(config)
        self.preset, self.state, self.rooms = PRESETS[self.heartbeat], "idle", {}
        self.reset()

    def reset(self):
        """Resets the state that begins with each connection (RMTP-201)."""
        self.timers.clear()
        self.ids, self.user = Ids(self.largestId), ""
        self.waiting = {"PUBLISH": OrderedDict(), "QUERY": OrderedDict()}
        self.synced = OrderedDict()     # id -> packet, until its PUBACK arrives
        self.pull, self.notices = None, OrderedDict()   # the pull in progress, and the rooms of pending ones
        self.pings = self.missed = 0

    # The connection

    def on_connect(self, event):
        """Handles the application's request to connect."""
        if self.state == "idle":
            self.state = "opening"
            self.act("open")

    def on_opened(self, event):
        """Handles the open WebSocket; the service sends the first packet (RMTP-190, RMTP-191)."""
        if self.state == "opening":
            self.state, self.began = "waiting", self.now
            self.set_timer("connack", self.connAckTimeout, lambda: self.end("unanswered", True))

    def on_closed(self, event):
        """Handles a WebSocket that was closed, or could not be opened."""
        if self.state != "idle":
            self.end("broken", True, close=False)

    def on_disconnect(self, event):
        """SES-147."""
        if self.state != "idle":
            self.end("loggedOut" if event.get("push") is False else "asked", False)

    def on_logout(self, event):
        """SES-147."""
        if self.state != "idle":
            self.end("loggedOut", False)

    def end(self, reason, reconnect, status=None, close=True):
        """Ends the connection (RMTP-224)."""
        self.state = "idle"
        waiting = self.waiting
        self.reset()
        for room in self.rooms.values():
            room.inside, room.joins = False, 0
        for kind in ("PUBLISH", "QUERY"):
            for number in sorted(waiting[kind]):
                waiting[kind][number].failed("connectionEnded")
        if close:
            self.act("close")
        self.act("ended", reason=reason, status=status, reconnect=reconnect)

    def connack(self, found):
        """RMTP-150, RMTP-223."""
        status = found.get("status")
        if status is None:      # neither accepted nor refused
            return
        if status:
            meaning = REFUSALS.get(status, "refused")
            if meaning == "redirect":
                self.end("redirected", True)
            else:
                self.end("refused", meaning == "reconnect", status)
            return
        self.state, self.user = "online", found.get("userId", "")
        self.stop_timer("connack")
        self.connecting = self.now - self.began
        if found.get("messageId") is not None:
            self.ids.last = found["messageId"]      # RMTP-121
        shown = show({name: found[name] for name in ("userId", "timestamp") if name in found})
        self.act("connected", **shown)
        if self.preset.at_once:
            self.ping()
        else:
            self.set_timer("ping", self.preset.interval, self.ping)
        if self.pullInterval:   # before the timer of the pull itself (RMTP-366)
            self.set_timer("pull", self.pullInterval, self.pull_again)
        self.notice(None)
        for name in sorted(self.rooms, key=lambda each: each.encode("utf-8", "surrogatepass")):
            self.enter(self.rooms[name])

    def disconnected(self, found):
        """RMTP-151."""
        status = found.get("status")
        meaning = ENDS.get(status, "reconnect")
        if meaning == "redirect":
            self.end("redirected", True)
        elif meaning == "reconnect":
            self.end("closedByService", True, status)
        else:
            self.end(meaning, False)

    # Heartbeats

    def ping(self):
        """RMTP-140."""
        self.act("write", packet=packet("PINGREQ"))
        self.set_timer("pong", self.preset.deadline(self.pings == 0, self.connecting), self.miss)
        self.set_timer("ping", self.preset.interval, self.ping)     # after the miss, if both are due at the same time
        self.pings += 1

    def miss(self):
        """Handles a PINGRESP that was not received in time."""
        self.missed += 1
        if self.missed >= self.preset.misses:
            self.end("silent", True)

    # Packets to the service

    def ask(self, kind, topic, target, data, question, qos=0):
        """Writes a PUBLISH or QUERY, and waits for its answer."""
        waiting = self.waiting[kind]
        number = self.ids.next({*self.waiting["PUBLISH"], *self.waiting["QUERY"]})
        if number is None:
            question.failed("tooMany")
            return
        shown = packet(kind, qos=qos, topic=topic, targetId=target, messageId=number, data=data)
        self.act("write", packet=show(shown), body=body_beside(request_message(topic, kind, data), data))
        if kind == "PUBLISH" and (qos == 0 or is_status(topic)):    # RMTP-130
            question.done(None)
            return
        waiting[number] = question
        self.set_timer((kind, number), self.answerTimeout, lambda: self.give_up(kind, number))

    def give_up(self, kind, number):
        """Handles an answer that was not received in time (RMTP-133)."""
        self.waiting[kind].pop(number).failed("unanswered")

    def on_publish(self, event):
        """Sends a PUBLISH of the application."""
        key, topic = event.get("key"), event.get("topic")
        question = Question(topic, lambda found: self.published(key, found),
                            lambda reason: self.act("failed", key=key, reason=reason))
        if self.state != "online":
            question.failed("offline")
        else:
            self.ask("PUBLISH", topic, event.get("targetId", ""), data_of(event), question, event.get("qos", 1))

    def published(self, key, found):
        """Handles a PUBLISH that has its PUBACK, or needs none."""
        if found and not found.get("status"):
            self.move_outbox(found)
        self.act("published", key=key, packet=found and show(found))

    def on_query(self, event):
        """Sends a QUERY of the application."""
        key, topic = event.get("key"), event.get("topic")
        question = Question(topic, lambda found: self.act(
            "answered", key=key, packet=show(found), body=body_beside(answer_message(topic), found.get("data"))),
            lambda reason: self.act("failed", key=key, reason=reason))
        if self.state != "online":
            question.failed("offline")
        else:
            self.ask("QUERY", topic, event.get("targetId", ""), data_of(event), question)

    # Packets from the service

    def on_received(self, event):
        """Handles a packet of the service (RMTP-193)."""
        found = received(event, True)
        kind = found["packet"]
        if self.state == "waiting" and kind == "CONNACK":
            self.connack(found)
        elif self.state in ("waiting", "online") and kind == "DISCONNECT":
            self.disconnected(found)
        elif self.state == "online":
            number = found.get("messageId")
            if kind == "PINGRESP":
                self.missed = 0
                self.stop_timer("pong")
            elif kind == "PUBACK":
                self.puback(found, number)
            elif kind == "QUERYACK":
                self.queryack(found, number)
            elif kind == "PUBLISH":
                self.publication(found, number)

    def puback(self, found, number):
        """Handles the answer to a PUBLISH, or the receipt of a synced message (RMTP-122, RMTP-132)."""
        if number in self.waiting["PUBLISH"]:
            self.stop_timer(("PUBLISH", number))
            self.waiting["PUBLISH"].pop(number).done(found)
        elif number in self.synced:
            self.give_synced(self.synced.pop(number), found)

    def queryack(self, found, number):
        """Handles the answer to a QUERY (RMTP-134)."""
        if number is None:
            return
        if found["qos"]:
            self.act("write", packet=packet("QUERYCON", messageId=number))
        question = self.waiting["QUERY"].pop(number, None)
        if question:
            self.stop_timer(("QUERY", number))
            question.done(found)

    def publication(self, found, number):
        """Handles a PUBLISH from the service (RMTP-131, RMTP-162)."""
        topic, data = found.get("topic"), found.get("data", b"")
        if found["syncMsg"]:
            self.synchronised(found, number)
            return
        if found["qos"] and number is not None:
            self.act("write", packet=packet("PUBACK", messageId=number))
        handler = {"s_msg": self.message, "s_ntf": self.notified, "s_cmd": self.commanded,
                   "s_us": self.settings}.get(topic if isinstance(topic, str) else None)
        name = request_message(topic, "PUBLISH", data)
        try:
            body = read(name, data) if name else None
        except Fault as fault:
            self.act("undecodable", topic=topic, code=fault.code)
            return
        if not handler or handler(body) is False:
            self.act("other", packet=show(found), body=body_beside(name, found.get("data")))

    def synchronised(self, found, number):
        """Handles a copy of a message that this user sent from another device (RMTP-132)."""
        topic = found.get("topic")
        if topic == "userSetData":
            return
        if is_status(topic) or number is None:
            self.give_synced(found, None)
            return
        if number in self.synced:
            self.give_synced(self.synced.pop(number), None)
        self.synced[number] = found
        while len(self.synced) > self.syncedLimit:
            self.give_synced(self.synced.popitem(last=False)[1], None)

    def move_outbox(self, receipt):
        """Advances the time of the outbox to that of a PUBACK (RMTP-367)."""
        if "date" in receipt:
            self.outboxTime = max(self.outboxTime, receipt["date"] * 1000 + receipt.get("millisecond", 0))

    def give_synced(self, found, receipt):
        """Delivers a synced message to the application."""
        self.move_outbox(receipt or {})
        data = found.get("data")
        name = request_message(found.get("topic"), "PUBLISH", data or b"")
        self.act("deliver", how="synced", remaining=0, packet=show(found), body=body_beside(name, data),
                 receipt=receipt and show(receipt))

    def is_new(self, message):
        """Returns whether a message is later than the time of its box (RMTP-197)."""
        box = self.outboxTime if message.get("direction") == SENT else self.inboxTime
        return message.get("dataTime", box + 1) > box

    def sent_to(self, message):
        """Returns the target of a message that this user has sent (RMTP-306)."""
        own = self.user if isinstance(self.user, str) and self.user else None
        target, _, sent = parties(*(message.get(name) for name in ("type", "fromUserId", "groupId", "direction")), own)
        return target if sent else None

    def move(self, message):
        """Advances the time of a box to that of a message."""
        time = message.get("dataTime", 0)
        if message.get("direction") == SENT:
            self.outboxTime = max(self.outboxTime, time)
        else:
            self.inboxTime = max(self.inboxTime, time)

    def message(self, body):
        """Handles a message received outside a pull; a pull of the inbox that runs or waits contains it (RMTP-399,
        RMTP-400)."""
        if self.pull != (None,) and None not in self.notices and self.is_new(body):
            self.move(body)
            self.act("deliver", how="direct", remaining=0, message=body.show(), sentTo=self.sent_to(body))

    def notified(self, body):
        """RMTP-196, RMTP-263."""
        name = body.get("chrmId")
        if body.get("type") == ROOM and name is not None:
            room = self.rooms.get(name)
            if room and room.inside and body.get("time", room.time + 1) > room.time:
                self.notice(room)
        elif body.get("time", self.inboxTime + 1) > self.inboxTime:
            self.notice(None)

    def commanded(self, body):
        """RMTP-199, RMTP-200; returns whether the notification is neither of these."""
        if body.get("type") == STATES:
            self.act("statesChanged", time=body.get("time", 0))
        elif body.get("type") == KEYS and self.kvStorage is True:
            room = self.rooms.get(body.get("chrmId"))
            if room and room.inside and (body.get("time") is None or body.get("time") > room.keys_time):
                self.pull_keys(room)
        elif body.get("type") != KEYS:
            return False
        return None

    def settings(self, body):
        """RMTP-200."""
        self.act("settingsChanged", version=body.get("version", 0))

    # Pulls

    def notice(self, room):
        """Requests a pull: of a Room, or (None) for this user. At most one pending pull is kept for each (RMTP-195)."""
        if self.pull is None:
            self.start_pull(room)
        else:
            self.notices.setdefault(room)

    def pull_again(self):
        """Starts a pull that was not requested (RMTP-142)."""
        self.set_timer("pull", self.pullInterval, self.pull_again)
        self.notice(None)

    def start_pull(self, room):
        """Begins a pull."""
        self.pull = (room,)
        self.ask_page(room)

    def ask_page(self, room):
        """Requests a page (RMTP-194, RMTP-198)."""
        if room is None:
            topic, target = "pullMsg", self.user
            data = make("SyncRequestMsg", syncTime=self.inboxTime, ispolling=False, isPullSend=True,
                        sendBoxSyncTime=self.outboxTime)
        else:
            topic, target = "chrmPull", room.name
            data = make("ChrmPullMsg", syncTime=room.time, count=self.roomPullCount)
        self.ask("QUERY", topic, target, data, Question(topic, lambda found: self.page(room, found),
                                                        lambda reason: self.pull_failed(reason)))

    def pull_failed(self, reason):
        """Handles a pull without an answer (RMTP-225)."""
        if reason != "connectionEnded":
            self.end_pull()

    def end_pull(self):
        """Ends the pull and starts the next pending one."""
        self.pull = None
        while self.notices and self.pull is None and self.state == "online":
            room, _ = self.notices.popitem(last=False)
            if room is None or self.is_in(room):
                self.start_pull(room)

    def is_in(self, room):
        """Returns whether the client is in this room, which may have been left and joined again (RMTP-262, RMTP-340).
        """
        return room.inside and self.rooms.get(room.name) is room

    def page(self, room, found):
        """Handles a page of a pull."""
        if room is not None and not self.is_in(room):
            self.end_pull()     # RMTP-262
            return
        try:
            body = None if found.get("status") else read("DownStreamMessages", found.get("data", b""))
        except Fault as fault:
            self.act("undecodable", topic="pullMsg" if room is None else "chrmPull", code=fault.code)
            body = None
        if body is None:    # RMTP-225
            self.end_pull()
            return
        before = (self.inboxTime, self.outboxTime) if room is None else room.time
        time = body.get("syncTime", 0)
        messages = body.get("list", [])
        if room is None:
            new = [message for message in messages if self.is_new(message)]
            for message in messages:
                if message.get("direction") == SENT:
                    self.move(message)
            self.inboxTime = max(self.inboxTime, time)
        else:
            new = [message for message in messages if message.get("dataTime", room.time + 1) > room.time]
            room.time = max(room.time, time)
        for index, message in enumerate(new):
            self.act("deliver", how="pulled" if room is None else "room", room=room and room.name,
                     remaining=len(new) - index - 1, message=message.show(), sentTo=self.sent_to(message))
        moved = before != ((self.inboxTime, self.outboxTime) if room is None else room.time)
        if body.get("finished") is False and moved:
            self.ask_page(room)
            return
        if room is None:
            self.act("pulled", inboxTime=self.inboxTime, outboxTime=self.outboxTime)
        self.end_pull()

    # Chatrooms

    def on_join(self, event):
        """RMTP-198, RMTP-260."""
        room = self.rooms.setdefault(event.need("room", str), Room(event.get("room")))
        if self.state == "online":
            self.enter(room)

    def enter(self, room):
        """Sends a join for a room (RMTP-261)."""
        topic = "joinChrmR" if room.joined else "joinChrm"
        room.joins += 1
        self.ask("QUERY", topic, room.name, make("ChrmInput", nothing=1), Question(
            topic, lambda found: self.entered(room, found), lambda reason: self.not_entered(room, reason)))

    def not_entered(self, room, reason):
        """Handles a join that is not answered in time, or could not be sent; one that ended with its connection is sent
        again (RMTP-341).
        """
        if reason == "connectionEnded" or self.rooms.get(room.name) is not room:
            return
        room.joins -= 1
        if not room.inside and not room.joins:
            del self.rooms[room.name]
            self.act("notJoined", room=room.name, reason=reason)

    def entered(self, asked, found):
        """Handles the answer to a join, which applies to the room of that name (RMTP-198)."""
        asked.joins -= 1
        room = self.rooms.get(asked.name)
        if room is None:
            return
        status = found.get("status", 0)
        self.act("joined", room=room.name, status=status)
        if status:
            del self.rooms[room.name]
            return
        room.joined = room.inside = True
        self.notice(room)
        if self.kvStorage is True:
            self.pull_keys(room)

    def on_leave(self, event):
        """RMTP-198, RMTP-260, RMTP-262."""
        name = event.need("room", str)
        room = self.rooms.pop(name, None)
        if room and self.state != "online":
            self.act("left", room=name)
        elif room:
            self.ask("QUERY", "exitChrm", name, make("ChrmInput", nothing=1), Question(
                "exitChrm", lambda found: self.act("left", room=name), lambda reason: None))

    def pull_keys(self, room):
        """Requests the keys of a room (RMTP-199)."""
        self.ask("QUERY", "pullKV", room.name, make("QueryChrmKV", timestamp=room.keys_time), Question(
            "pullKV", lambda found: self.keys(room, found), lambda reason: None))

    def keys(self, room, found):
        """Handles the received keys of a room."""
        if not self.is_in(room) or found.get("status"):
            return
        try:
            body = read("ChrmKVOutput", found.get("data", b""))
        except Fault as fault:
            self.act("undecodable", topic="pullKV", code=fault.code)
            return
        entries, removed = room.take(body, self.roomKeyLimit)
        self.act("keysChanged", room=room.name, entries=[entry.show() for entry in entries], removed=removed)
