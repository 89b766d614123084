# SPDX-License-Identifier: Apache-2.0
"""Bugs in sessions."""
from catalogue import around, bug
from machines import wires
from machines.chatroom import Chatroom
from machines.client import Client
from machines.rmtpclient import RmtpClient
from machines.rmtpserver import RmtpServer
from machines.server import Server
from machines.stream import Pull, Stream


@bug("SES-022", "clients that count any traffic as a heartbeat")
def anything_is_a_sign_of_life():
    """Every received message resets the count of unanswered heartbeats."""
    @around(Client, "session")
    def session(original, self, message):
        self.missed = 0
        return original(self, message)


@bug("SES-065", "clients without a memory of ids")
def doubles_are_delivered():
    """A repeated message is delivered again."""
    @around(Client, "on_received")
    def received(original, self, event):
        self.seen.ids.clear()
        return original(self, event)


@bug("SES-061, SES-102", "clients that answer while decoding")
def receipts_before_delivery():
    """A receipt is written before the application has the message."""
    @around(Client, "on_received")
    def received(original, self, event):
        start = len(self.actions)
        original(self, event)
        new = self.actions[start:]
        self.actions[start:] = sorted(new, key=lambda action: action["action"] == "deliver")


@bug("SES-033", "clients that reconnect after any status")
def back_after_a_kick():
    """A user who has logged in elsewhere reconnects and logs out the other device."""
    @around(Client, "end")
    def end(original, self, state, reason, code=None):
        return self.break_off(True) if state == "kicked" else original(self, state, reason, code)


@bug("SES-012, SES-030", "an interpretation of seed 003 that counts connections")
def attempts_are_never_forgotten():
    """The login's receipt does not reset the count of attempts, so the fourth break of a session ends it."""
    @around(Client, "welcome")
    def welcome(original, self):
        attempts = self.attempts
        original(self)
        self.attempts = max(self.attempts, attempts)


@bug("SES-068", "applications that order by the sender's clock")
def sorted_by_send_time():
    """Messages of a batch are delivered in the order of their `sendTime`."""
    @around(Client, "deliver")
    def deliver(original, self, messages):
        return original(self, sorted(messages, key=lambda message: int(message.text("sendTime") or 0)))


@bug("SES-082", "servers that forward messages unchanged")
def senders_are_believed():
    """A message is forwarded with its own `fromUserID`."""
    @around(Server, "keep")
    def keep(original, self, message, sender, users):
        return original(self, message, message.text("fromUserID") or sender, users)


@bug("SES-083", "servers without a memory of keys")
def resent_is_new():
    """A message sent again with the same key is stored and forwarded again."""
    @around(Server, "known")
    def known(original, self, connection, message):
        return False


@bug("SES-071, SES-105", "servers that allow two devices")
def two_devices_of_one_user():
    """A second login does not end the first one."""
    @around(Server, "log_in")
    def log_in(original, self, connection, user):
        self.here.pop(user, None)
        return original(self, connection, user)

    @around(Server, "forget")
    def forget(original, self, connection):
        if connection.user is not None:
            self.here.setdefault(connection.user, connection)
        return original(self, connection)


@bug("CNT-141", "clients that append chunks on arrival")
def chunks_in_order_of_arrival():
    """The chunks of a stream are joined in the order of arrival."""
    @around(Pull, "text")
    def text(original, self):
        return "".join(self.texts.values())


@bug("CNT-146, SES-137", "clients that treat `complete` as the end of the pull")
def always_synchronised():
    """A stream message is marked as synchronized although chunks are missing."""
    @around(Stream, "finish")
    def finish(original, self, code, reason, whole):
        original(self, code, reason, whole)
        self.actions[-1]["isSync"] = True


@bug("CRM-030", "counters that reset each second")
def rate_of_whole_seconds():
    """The rate of a sender is counted per second of the clock, so ten messages pass at a boundary."""
    @around(Chatroom, "on_send")
    def send(original, self, event):
        times = self.times.setdefault(event.get("user"), [])
        second = self.now // self.rateWindow
        times[:] = [time for time in times if time // self.rateWindow == second]
        return original(self, event)


@bug("CRM-011", "clients that treat 0 as none")
def zero_messages_are_none():
    """A user who joins with a `messageCount` of 0 receives no messages."""
    @around(Chatroom, "on_join")
    def join(original, self, event):
        count, self.joinCount = self.joinCount, 0
        try:
            return original(self, event)
        finally:
            self.joinCount = count


@bug("RMTP-194", "web 2.5.12, 3.0.6")
def one_page_is_enough():
    """A client does not pull again after a page with `finished` false."""
    @around(RmtpClient, "page")
    def page(original, self, name, found):
        ask, self.ask_page = self.ask_page, lambda room: self.end_pull()
        try:
            return original(self, name, found)
        finally:
            self.ask_page = ask


@bug("RMTP-120", "polling in 4.x")
def ids_go_on():
    """Ids continue beyond the largest one, which does not fit in the packet."""
    @around(wires.Ids, "next")
    def following(original, self, taken):
        self.last += 1
        return self.last


@bug("RMTP-131", "clients that answer every PUBLISH")
def synced_messages_are_answered():
    """A PUBACK is sent for a message from another device of the same user."""
    @around(RmtpClient, "synchronised")
    def synchronised(original, self, found, number):
        self.act("write", packet=wires.packet("PUBACK", messageId=number))
        return original(self, found, number)


@bug("RMTP-134", "clients without a QUERYCON")
def answers_are_not_confirmed():
    """No QUERYCON is sent for a QUERYACK that requests one."""
    @around(RmtpClient, "queryack")
    def queryack(original, self, found, number):
        return original(self, {**found, "qos": 0}, number)


@bug("RMTP-141", "web 0.9.10 to 4.x")
def type_9_is_an_answer():
    """A packet of type 9 or 11 counts as the answer to a PINGREQ."""
    @around(RmtpClient, "on_received")
    def received(original, self, event):
        if event.get("packet", {}).get("packet") in ("TYPE9", "TYPE11"):
            self.missed = 0
            self.stop_timer("pong")
        return original(self, event)


@bug("RMTP-151", "clients that reconnect after any status")
def back_after_a_disconnect():
    """The client reconnects after every DISCONNECT."""
    @around(RmtpClient, "disconnected")
    def disconnected(original, self, found):
        self.end("closedByService", True, found.get("status"))


@bug("RMTP-230", "servers that close at once")
def refused_and_closed():
    """A rejected client's WebSocket is closed with the CONNACK, so 3.0.6 reconnects forever."""
    @around(RmtpServer, "on_refuse")
    def refuse(original, self, event):
        delay, self.refusalDelay = self.refusalDelay, 0
        try:
            return original(self, event)
        finally:
            self.refusalDelay = delay
