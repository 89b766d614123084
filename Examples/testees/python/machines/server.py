# SPDX-License-Identifier: Apache-2.0
"""The server of the socket chat protocol (SES-070 to SES-120)."""
from machines.machine import Machine, Number
from machines.memory import LAST_NUMBER, Memory, Sent, read
from machines.notes import ACCEPTED_ELSEWHERE, BLOCKED, given, note, received

DAY = 86400000
WRONG_GROUP, WRONG_MESSAGE, NO_ROOM = 22406, 33003, -1
MESSAGES = ("normal", "validate", "unknown")


class Connection:
    """An open connection."""

    def __init__(self, number):
        self.number, self.user, self.missed = number, None, 0

    def timer(self, what):
        """Returns the name of one of its timers."""
        return (self.number, what)


class Server(Machine):
    """The machine `server`: all connections."""

    CONFIG = {"groups": {}, "blocked": [], "loginTimeout": Number(10000, 1, DAY), "beatInterval": Number(1000, 1, DAY),
              "beatMisses": Number(3, 0, 1000), "beatBody": "beatID", "redeliverAfter": Number(10000, 0, DAY),
              "batchLimit": Number(1000, 1, 100000), "idPrefix": "m", "echo": True,
              "keyLimit": Number(10000, 0, 1000000), "offlineLimit": Number(10000, 0, 1000000),
              "recallLimit": Number(100000, 0, 10000000), "memory": None}
    EVENTS = ("accepted", "received", "error", "closed", "post", "restart")
    MEMBERS = {**dict.fromkeys(("accepted", "closed"), {"connection": "int64"}),
               "received": {"connection": "int64", "message": "object?", "messages": "array?"},
               "error": {"connection": "int64", "scope": "scope"}, "post": {"message": "object"}}

    def __init__(self, config):
        super().__init__(config)
        self.connections, self.here = {}, {}    # by number; here: user -> connection
        # A user who is named twice is one member (SES-164).
        self.groups = {name: list(dict.fromkeys(users)) for name, users in self.groups.items() if users is not None}
        self.kept = Memory() if self.memory is None else read(*self.memory)

    # Connections

    def on_accepted(self, event):
        """Handles a new connection; its first message must be a login."""
        number = event.need("connection", int)
        if number not in self.connections:
            connection = self.connections[number] = Connection(number)
            self.set_timer(connection.timer("login"), self.loginTimeout, lambda: self.close(connection, "login"))

    def on_closed(self, event):
        """Handles the end of a connection (SES-074)."""
        connection = self.connections.get(event.need("connection", int))
        if connection:
            self.forget(connection)

    def on_error(self, event):
        """Closes the connection after an error that affects it."""
        connection = self.connections.get(event.need("connection", int))
        if connection and event.get("scope") == "connection":
            self.close(connection, "error")

    def on_restart(self, event):
        """Restarts the server: durable state is kept (SES-113)."""
        self.connections.clear()
        self.here.clear()
        self.timers.clear()

    def close(self, connection, reason):
        """Closes a connection."""
        self.act("close", connection=connection.number, reason=reason)
        self.forget(connection)

    def forget(self, connection):
        """Removes a connection together with its user."""
        del self.connections[connection.number]
        for what in ("login", "beat", "redeliver"):
            self.stop_timer(connection.timer(what))
        if connection.user is not None:
            del self.here[connection.user]
            self.act("logout", user=connection.user, connection=connection.number)

    def write(self, connection, *messages):
        """Sends messages: one, or several as one batch."""
        self.act("write", connection=connection.number, messages=[message.show() for message in messages])

    # Receiving

    def check(self, event):
        """Reads the messages of an event, which may be refused (SES-151)."""
        if event.name == "received":
            received(event, self.beatBody)
        elif event.name == "post":
            given(event.raw("message"), self.beatBody)

    def on_received(self, event):
        """Handles one message or a batch."""
        connection = self.connections.get(event.need("connection", int))
        if connection is None:
            return
        for message in received(event, self.beatBody):
            if connection.number not in self.connections:
                break
            self.take(connection, message)

    def take(self, connection, message):
        """Handles one message of a connection."""
        if message.kind == "heartbeat":
            if connection.user is not None:     # SES-073
                connection.missed = 0
                self.act("beat", connection=connection.number)
        elif message.kind == "login":
            self.log_in(connection, message.text("fromUserID"))
        elif connection.user is None:
            self.close(connection, "login")     # SES-075
        elif message.kind in MESSAGES:
            self.accept(connection, message)
        elif message.kind == "system":
            if not self.known(connection, message):
                self.refuse(connection, message, WRONG_MESSAGE)
        elif message.kind == "repeal":
            self.recall(connection, message)
        elif message.kind in ("normalReceipt", "repealReceipt"):
            self.confirm(connection, message)

    def log_in(self, connection, user):
        """SES-070 to SES-072, SES-075."""
        if user is None or connection.user not in (None, user):
            self.close(connection, "login")
        elif user in self.blocked:
            self.write(connection, note(messageType="invalidReceipt", code=BLOCKED))
            self.close(connection, "refused")
        elif connection.user == user:
            self.write(connection, note(messageType="loginReceipt", toUserID=user))
        else:
            older = self.here.get(user)
            if older:
                self.write(older, note(messageType="system", toUserID=user, code=ACCEPTED_ELSEWHERE))
                self.close(older, "kicked")
            self.stop_timer(connection.timer("login"))
            connection.user, connection.missed = user, 0
            self.here[user] = connection
            self.act("login", user=user, connection=connection.number)
            self.set_timer(connection.timer("beat"), self.beatInterval, lambda: self.tick(connection))
            self.write(connection, note(messageType="loginReceipt", toUserID=user))
            self.deliver(connection)

    def tick(self, connection):
        """SES-073."""
        connection.missed += 1
        if connection.missed > self.beatMisses:
            self.close(connection, "silent")
        else:
            self.set_timer(connection.timer("beat"), self.beatInterval, lambda: self.tick(connection))

    # Stores

    def deliver(self, connection):
        """Sends everything that is stored for a user, in batches (SES-070, SES-085)."""
        stored = self.kept.store_of(connection.user)
        for start in range(0, len(stored), self.batchLimit):
            self.write(connection, *stored[start:start + self.batchLimit])
        if stored:
            self.expect(connection)

    def expect(self, connection):
        """Starts the timer after which unanswered messages are written again."""
        name = connection.timer("redeliver")
        if self.redeliverAfter and name not in self.timers:
            self.set_timer(name, self.redeliverAfter, lambda: self.deliver(connection))

    def store(self, user, message):
        """Stores a message for a user."""
        self.kept.store_of(user).append(message)
        self.act("store", user=user, messageID=message.text("messageID"), kind=message.kind)

    def remove(self, user, message):
        """Removes a message that need not be stored any more."""
        stored = self.kept.store_of(user)
        stored.remove(message)
        self.act("remove", user=user, messageID=message.text("messageID"), kind=message.kind)
        if not stored and user in self.here:
            self.stop_timer(self.here[user].timer("redeliver"))

    def pass_on(self, users, message):
        """Writes a stored message to the users who are online."""
        for user in users:
            connection = self.here.get(user)
            if connection:
                self.write(connection, message)
                self.expect(connection)

    def confirm(self, connection, receipt):
        """Handles a receipt of a user for a stored message (SES-084)."""
        number, recall = receipt.text("messageID"), receipt.kind == "repealReceipt"
        for message in list(self.kept.store_of(connection.user)):
            if number and message.text("messageID") == number and (message.kind == "repeal") == recall:
                self.remove(connection.user, message)

    # Messages

    def answer(self, connection, message, kind, number=None, code=None):
        """Writes a receipt for a message (SES-080, SES-090)."""
        self.write(connection, note(
            messageType=kind, messageID=number, sendTime=message.string("sendTime"), code=code,
            clientMessageID=message.text("clientMessageID") if self.echo else None))

    def refuse(self, connection, message, code):
        """Refuses a message without storing anything; only a recall has an id to name (SES-060)."""
        number = message.text("messageID") if message.kind == "repeal" else None
        self.answer(connection, message, "invalidReceipt", number, code)

    def known(self, connection, message):
        """Answers a message whose key is already known (SES-083); a recall has its own id (SES-091)."""
        key = message.text("clientMessageID") if self.echo else None
        before = self.kept.answers_of(connection.user).get(key)
        if before and message.kind == "repeal":
            self.answer(connection, message, "repealReceipt", message.text("messageID"))
        elif before:
            self.answer(connection, message, *before)
        return before is not None

    def remember(self, user, message, kind, number):
        """Remembers the key of a message and how it was answered."""
        key = message.text("clientMessageID") if self.echo else None
        if key is not None and self.keyLimit:
            answers = self.kept.answers_of(user)
            answers[key] = (kind, number)
            while len(answers) > self.keyLimit:
                answers.popitem(last=False)

    def recipients(self, message, sender):
        """Returns the recipients of a message, or the code with which it is refused (SES-081)."""
        if message.get("chatType") == "groupChat":
            group = self.groups.get(message.text("groupID"))
            if group is None or (sender is not None and sender not in group):
                return None, WRONG_GROUP
            return [user for user in group if user != sender], None
        user = message.text("toUserID")
        if user is None:
            return None, WRONG_MESSAGE
        if sender is not None and len(self.kept.store_of(user)) >= self.offlineLimit:
            return None, NO_ROOM
        return [user], None

    def keep(self, message, sender, users):
        """Assigns an id to a message and stores it; returns its recipients."""
        self.kept.last_number += 1
        number = f"{self.idPrefix}{self.kept.last_number}"
        message = message.changed(messageID=number, fromUserID=sender or message.text("fromUserID"),
                                  clientMessageID=None)     # SES-082
        stored = []
        for user in users:
            if len(self.kept.store_of(user)) >= self.offlineLimit:
                self.act("overflow", user=user, messageID=number)
            else:
                self.store(user, message)
                stored.append(user)
        if self.recallLimit:
            self.kept.sent[number] = Sent(sender, stored)
        while self.recallLimit and len(self.kept.sent) > self.recallLimit:
            self.kept.sent.popitem(last=False)
        return message, stored

    def accept(self, connection, message):
        """SES-080."""
        if self.known(connection, message):
            return
        users, code = self.recipients(message, connection.user)
        if code is None and self.kept.last_number >= LAST_NUMBER:
            code = NO_ROOM
        if code is not None:
            self.refuse(connection, message, code)
            return
        passed, stored = self.keep(message, connection.user, users)
        number = passed.text("messageID")
        self.remember(connection.user, message, "normalReceipt", number)
        self.answer(connection, message, "normalReceipt", number)
        self.pass_on(stored, passed)

    def on_post(self, event):
        """Handles a message of the server itself (SES-086)."""
        event.need("message", dict)
        message = given(event.raw("message"), self.beatBody)
        if message.kind not in (*MESSAGES, "system"):
            return
        users, code = self.recipients(message, None)
        if code is None and self.kept.last_number < LAST_NUMBER:
            passed, stored = self.keep(message, None, users)
            self.pass_on(stored, passed)

    # Recalls

    def recall(self, connection, message):
        """SES-090, SES-091."""
        if self.known(connection, message):
            return
        number, user = message.text("messageID"), connection.user
        sent = self.kept.sent.get(number)
        if sent is None or sent.sender != user:
            self.refuse(connection, message, WRONG_MESSAGE)
            return
        again, sent.recalled = sent.recalled, True
        passed = message.changed(fromUserID=user, clientMessageID=None)
        if not again:
            for each in sent.recipients:
                for stored in list(self.kept.store_of(each)):
                    if stored.text("messageID") == number:
                        self.remove(each, stored)
            for each in sent.recipients:
                self.store(each, passed)
            self.remember(user, message, "repealReceipt", number)
        self.answer(connection, message, "repealReceipt", number)
        if not again:
            self.pass_on(sent.recipients, passed)
