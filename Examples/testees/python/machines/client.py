# SPDX-License-Identifier: Apache-2.0
"""The client of the socket chat protocol (SES-010 to SES-069)."""
from collections import OrderedDict

from machines.machine import Machine, Number, Numbers
from machines.notes import ACCEPTED_ELSEWHERE, given, note, received
from packets import is_lone
from request import BadRequest

DAY = 86400000
TEMPORARY = {*range(30001, 30005), 30007, 30008, *range(30010, 30016), 31000, 31001, 31003, 31006, 31009, 31011}
AT_REST = ("idle", "offline", "closed", "refused", "kicked")
CONNECTED = ("connecting", "securing", "loggingIn", "online")   # there is a connection, or one is being made
DELIVERED = ("normal", "validate", "system", "unknown")
SENDABLE = ("normal", "validate", "unknown")


class Waiting:
    """A message that waits for its receipt."""

    def __init__(self, key, message, recall):
        self.key, self.message, self.recall, self.resends = key, message, recall, 0


class Memory:
    """A set of ids that forgets the oldest first (SES-007)."""

    def __init__(self, limit, ids=()):
        self.limit, self.ids = limit, OrderedDict()
        for each in ids:
            self.add(each)

    def add(self, each):
        """Remembers an id."""
        self.ids.setdefault(each)
        while len(self.ids) > self.limit:
            self.ids.popitem(last=False)

    def __contains__(self, each):
        return each in self.ids


class Client(Machine):
    """The machine `client`."""

    CONFIG = {"user": None, "deviceType": "iOS", "versionCode": "1.0", "epoch": Number(0, 0, 9007199254740991),
              "tls": True, "loginTimeout": Number(10000, 1, DAY), "beatInterval": Number(1000, 1, DAY),
              "beatMisses": Number(3, 0, 1000), "beatBody": "beatID", "reconnectLimit": Number(3, 0, 1000),
              "backoff": Numbers([0, 1000, 3000], 0, DAY), "receiptTimeout": Number(10000, 1, DAY),
              "resendLimit": Number(3, 0, 1000), "outgoingLimit": Number(1000, 0, 100000),
              "seenLimit": Number(10000, 0, 1000000), "seen": []}
    EVENTS = ("connect", "opened", "secured", "received", "error", "closed", "send", "recall", "disconnect")
    MEMBERS = {**dict.fromkeys(("opened", "secured", "closed"), {"connection": "int64?"}),
               "received": {"connection": "int64?", "message": "object?", "messages": "array?"},
               "error": {"connection": "int64?", "scope": "scope"},
               **dict.fromkeys(("send", "recall"), {"key": "string", "message": "object"})}

    def __init__(self, config):
        super().__init__(config)
        self.state, self.connection, self.attempts, self.missed = "idle", 0, 0, 0
        self.waiting = OrderedDict()    # by key, in the order in which the application sent them
        self.last_time = None
        self.seen, self.recalls = Memory(self.seenLimit, self.seen), Memory(self.seenLimit)

    def enter(self, state, code=None):
        """Enters another state, which is reported first (SES-008)."""
        self.state = state
        self.act("state", state=state, code=code)

    def is_past(self, event):
        """Returns whether an event concerns a connection other than the current one (SES-006)."""
        return event.get("connection", self.connection) != self.connection

    # Connecting

    def on_connect(self, event):
        """SES-010."""
        if self.state in AT_REST or self.state == "waiting":
            self.attempts = 0
            self.begin()

    def begin(self):
        """Requests a connection."""
        self.stop_timer("reconnect")
        self.connection += 1
        self.enter("connecting")
        self.act("connect", connection=self.connection)
        self.set_timer("login", self.loginTimeout, lambda: self.break_off(True))    # SES-014

    def on_opened(self, event):
        """SES-011."""
        if self.state == "connecting" and not self.is_past(event):
            if self.tls:
                self.enter("securing")
                self.act("secure")
            else:
                self.log_in()

    def on_secured(self, event):
        """SES-011."""
        if self.state == "securing" and not self.is_past(event):
            self.log_in()

    def log_in(self):
        """Sends the login."""
        self.enter("loggingIn")
        self.act("write", message=note(messageType="login", fromUserID=self.user, deviceType=self.deviceType,
                                       versionCode=self.versionCode).show())

    def welcome(self):
        """Handles an accepted login (SES-012)."""
        self.stop_timer("login")
        self.attempts = 0
        self.missed = 1     # the first heartbeat is a tick, but not a break
        self.enter("online")
        self.send_beat()
        for each in self.waiting.values():
            each.resends = 0
            self.write(each)

    def beat(self):
        """Handles a tick of the heartbeat timer (SES-020, SES-021)."""
        self.missed += 1
        if self.missed > self.beatMisses:
            self.break_off(True)
        else:
            self.send_beat()

    def send_beat(self):
        """Sends a heartbeat, and sets the time of the next."""
        self.act("beat")
        self.set_timer("beat", self.beatInterval, self.beat)

    # Breaks

    def on_closed(self, event):
        """Handles the loss of the connection."""
        if self.state in CONNECTED and not self.is_past(event):
            self.break_off(False)

    def on_error(self, event):
        """SES-030, SES-034."""
        if self.state in CONNECTED and not self.is_past(event) and event.get("scope") == "connection":
            self.break_off(True)

    def break_off(self, close, code=None):
        """Handles a break (SES-030, SES-031)."""
        self.timers.clear()
        again = self.attempts < self.reconnectLimit
        self.enter("waiting" if again else "offline", code)
        if close:
            self.act("close")
        if again:
            delays = self.backoff or [0]
            self.set_timer("reconnect", delays[min(self.attempts, len(delays) - 1)], self.begin)
            self.attempts += 1
        else:
            self.fail_all("offline")

    def end(self, state, reason, code=None):
        """Ends the session without a further attempt."""
        connected = self.state in CONNECTED
        self.timers.clear()
        self.enter(state, code)
        if connected:
            self.act("close")
        self.fail_all(reason)

    def fail_all(self, reason):
        """Reports everything that waits as failed."""
        for key in self.waiting:
            self.act("failed", key=key, reason=reason)
        self.waiting.clear()

    def on_disconnect(self, event):
        """SES-032."""
        if self.state not in AT_REST:
            self.end("closed", "closed")

    # Sending

    def on_send(self, event):
        """SES-040."""
        message = given(event.raw("message") if event.need("message", dict) is not None else b"", self.beatBody)
        kind = message.get("messageType")
        if message.kind != "heartbeat" and (not isinstance(kind, str) or is_lone(kind)):
            message = message.changed(messageType="normal")
        self.give(event.need("key", str), message, False)

    def on_recall(self, event):
        """SES-044."""
        message = given(event.raw("message") if event.need("message", dict) is not None else b"", self.beatBody)
        self.give(event.need("key", str), message.changed(messageType="repeal"), True)

    def give(self, key, message, recall):
        """Sends a message of the application, and keeps it until it is answered."""
        if key in self.waiting:
            return
        reason = None
        if self.state in AT_REST:
            reason = "offline"
        elif len(self.waiting) >= self.outgoingLimit:
            reason = "full"
        elif not recall and message.kind not in SENDABLE:
            reason = "kind"
        if reason:
            self.act("failed", key=key, reason=reason)
            return
        time = max(0, self.epoch + self.now)    # digits only (CHT-013)
        self.last_time = time if self.last_time is None else max(time, self.last_time + 1)     # SES-042
        message = message.changed(clientMessageID=key, fromUserID=self.user, deviceType=self.deviceType,
                                  versionCode=self.versionCode, sendTime=str(self.last_time))
        self.waiting[key] = Waiting(key, message, recall)
        if self.state == "online":
            self.write(self.waiting[key])

    def write(self, waiting):
        """Writes a message, and waits for its receipt."""
        self.act("write", message=waiting.message.show())
        self.set_timer(("receipt", waiting.key), self.receiptTimeout, lambda: self.resend(waiting))

    def resend(self, waiting):
        """SES-043."""
        if waiting.resends < self.resendLimit:
            waiting.resends += 1
            self.write(waiting)
        else:
            del self.waiting[waiting.key]
            self.act("failed", key=waiting.key, reason="timeout")

    # Receiving

    def understand(self, config):
        """Refuses a configuration without a user."""
        super().understand(config)
        if not isinstance(config.get("user"), str):
            raise BadRequest("a client needs a user")

    def check(self, event):
        """Reads the messages of an event, which may be refused (SES-151)."""
        if event.name == "received":
            received(event, self.beatBody)
        elif event.name in ("send", "recall"):
            given(event.raw("message"), self.beatBody)

    def on_received(self, event):
        """Handles one message or a batch (SES-067, SES-069)."""
        if self.state not in ("loggingIn", "online") or self.is_past(event):
            return
        messages, new = received(event, self.beatBody), []
        for message in messages:
            self.session(message)
            if self.state not in ("loggingIn", "online"):
                return
        answers = []
        for message in messages:
            number = message.text("messageID")
            if message.kind == "repeal" and number:
                answers.append(note(messageType="repealReceipt", messageID=number))
                if number in self.recalls:
                    self.act("drop", messageID=number)
                else:
                    self.recalls.add(number)
                    new.append(message)
            elif message.kind in DELIVERED:
                if number:
                    answers.append(note(messageType="normalReceipt", messageID=number))
                if number and (number in self.seen or number in self.recalls):
                    self.act("drop", messageID=number)
                else:
                    if number:
                        self.seen.add(number)
                    new.append(message)
        self.deliver(new)
        for answer in answers:
            self.act("write", message=answer.show())

    def deliver(self, messages):
        """Produces one `deliver` for all messages between two recalls (SES-140)."""
        left, run = sum(message.kind != "repeal" for message in messages), []
        for message in messages + [None]:
            if message is not None and message.kind != "repeal":
                run.append(message.show())
                continue
            if run:
                left -= len(run)
                self.act("deliver", messages=run, remaining=left)
                run = []
            if message is not None:
                self.act("recalled", messageID=message.text("messageID"), by=message.text("fromUserID"))

    def session(self, message):
        """Handles the effect of a message on the session, before anything is delivered."""
        code = message.code()
        if message.kind == "heartbeat":
            self.missed = 0     # SES-022
        elif message.kind == "loginReceipt":
            if self.state == "loggingIn":
                self.welcome()
        elif message.kind == "invalidReceipt" and self.state == "loggingIn":
            if code in TEMPORARY:   # SES-121
                self.break_off(True, code)
            else:
                self.end("refused", "refused", code)
        elif message.kind == "system" and code == ACCEPTED_ELSEWHERE:
            self.end("kicked", "kicked", code)      # SES-033
        elif message.kind in ("normalReceipt", "repealReceipt", "invalidReceipt"):
            self.receipt(message, code)

    def match(self, message):
        """Returns the waiting message that a receipt answers (SES-062, SES-063)."""
        def fits(each):
            return message.kind == "invalidReceipt" or each.recall == (message.kind == "repealReceipt")

        key = message.text("clientMessageID")
        if key is not None:
            found = self.waiting.get(key)
            return found if found and fits(found) else None
        name = "messageID" if message.kind == "repealReceipt" else "sendTime"
        wanted = message.text(name)
        for each in self.waiting.values():
            if wanted is not None and fits(each) and each.message.text(name) == wanted:
                if name == "sendTime":
                    self.act("deviation", id="DEV-123")
                return each
        return None

    def receipt(self, message, code):
        """SES-064, SES-044."""
        waiting = self.match(message)
        if waiting is None:
            return
        del self.waiting[waiting.key]
        self.stop_timer(("receipt", waiting.key))
        number = message.text("messageID")
        if message.kind == "invalidReceipt":
            self.act("failed", key=waiting.key, reason="invalid", code=code)
        elif waiting.recall:
            recalled = waiting.message.text("messageID")
            if recalled:
                self.recalls.add(recalled)      # SES-103: the message may still arrive
            self.act("recalled", messageID=recalled or "", by=self.user, key=waiting.key)
        else:
            self.act("sent", key=waiting.key, messageID=number)
