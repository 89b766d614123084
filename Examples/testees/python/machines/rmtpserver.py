# SPDX-License-Identifier: Apache-2.0
"""The service's side of one WebSocket with packets (RMTP-226 to RMTP-230)."""
from machines.machine import Machine, Number
from machines.wires import (REQUEST, Ids, answer_message, body_beside, data_of, packet, received, request_message,
                            show)

DAY = 86400000


class RmtpServer(Machine):
    """The machine `rmtp-server`."""

    CONFIG = {"silence": Number(120000, 1, DAY), "answerTimeout": Number(30000, 1, DAY),
              "refusalDelay": Number(1000, 0, DAY), "openLimit": Number(1024, 0, 65535),
              "largestId": Number(65535, 1, 65535)}
    EVENTS = ("accept", "refuse", "received", "closed", "acknowledge", "answer", "publish", "synchronise", "disconnect")
    RECEIPT = {"status": "uint16?", "time": "time", "messageUId": "text"}
    SENT = {**REQUEST, "date": "uint32", "qos": "qos?"}
    MEMBERS = {"accept": {"userId": "text", "sessionId": "text", "timestamp": "time", "messageId": "uint16?"},
               "refuse": {"status": "uint8"}, "received": {"packet": "object"},
               "acknowledge": {"id": "uint16", **RECEIPT},
               "answer": {"id": "uint16", "date": "uint32", "status": "uint16?", "qos": "qos?"},
               "publish": {"key": "int64", **SENT}, "synchronise": {**SENT, "receipt": "object?"},
               "disconnect": {"status": "uint8"}}

    def __init__(self, config):
        super().__init__(config)
        self.state, self.ids = "waiting", Ids(self.largestId)
        self.published, self.asked, self.waiting = {}, {}, {}   # by id: of the client, of the client, of the service

    def check(self, event):
        """Reads what an event has written, which may be refused (RMTP-221), and the members of a receipt."""
        if event.name == "received":
            received(event, False)
        elif event.name in ("answer", "publish", "synchronise"):
            data_of(event)
        if event.name == "synchronise" and event.raw("receipt") is not None:
            for name, kind in self.RECEIPT.items():
                event.inside("receipt").check(name, kind)

    def write(self, shown, message=None):
        """Sends a packet."""
        self.act("write", packet=show(shown), body=body_beside(message, shown.get("data")))

    def listen(self):
        """Restarts the timer after a packet was received or for a new client (RMTP-229)."""
        self.set_timer("silence", self.silence, lambda: self.end(True))

    def on_accept(self, event):
        """Accepts the client."""
        if self.state == "waiting":
            self.state = "online"
            self.write(packet("CONNACK", ignored=0, status=0, userId=event.get("userId"),
                              sessionId=event.get("sessionId"), timestamp=event.get("timestamp"),
                              messageId=event.get("messageId")))
            self.listen()

    def on_refuse(self, event):
        """Refuses the client, which has time to close the WebSocket itself (RMTP-230)."""
        if self.state == "waiting":
            self.state = "refused"
            self.write(packet("CONNACK", ignored=0, status=event.need("status", int)))
            self.set_timer("refusal", self.refusalDelay, lambda: self.end(True))

    def on_closed(self, event):
        """Handles the closed WebSocket."""
        if self.state != "ended":
            self.end(False)

    def end(self, close):
        """Ends the connection."""
        self.state = "ended"
        self.timers.clear()
        for number in sorted(self.waiting):
            self.act("undelivered", key=self.waiting[number])
        self.waiting.clear()
        if close:
            self.act("close")
        self.act("ended")

    def on_disconnect(self, event):
        """Sends a DISCONNECT and ends the connection."""
        if self.state == "online":
            self.write(packet("DISCONNECT", ignored=0, status=event.need("status", int)))
            self.end(True)

    def on_received(self, event):
        """Handles a packet of the client."""
        found = received(event, False)
        if self.state != "online":
            return
        self.listen()
        number, kind = found.get("messageId"), found["packet"]
        if kind == "PINGREQ":
            self.write(packet("PINGRESP"))
        elif kind == "PUBLISH":
            self.client_publishes(found, number)
        elif kind == "QUERY":
            if number is not None and number not in self.asked and len(self.asked) < self.openLimit:
                self.asked[number] = found.get("topic")
                self.tell("asked", found, number)
        elif kind == "QUERYCON":
            if number is not None:
                self.act("confirmed", id=number)
        elif kind == "PUBACK" and number in self.waiting:
            self.stop_timer(("answer", number))
            self.act("delivered", key=self.waiting.pop(number))

    def client_publishes(self, found, number):
        """Handles a PUBLISH of the client; one with qos 0 waits for nothing (RMTP-130, RMTP-227)."""
        if not found["qos"] or number is None:      # there is nothing to acknowledge
            self.tell("published", found, None)
        elif number not in self.published and len(self.published) < self.openLimit:
            self.published[number] = True
            self.tell("published", found, number)

    def tell(self, action, found, number):
        """Reports a packet to the application."""
        data = found.get("data")
        message = request_message(found.get("topic"), found["packet"], data or b"")
        self.act(action, id=number, packet=show(found), body=body_beside(message, data))

    def on_acknowledge(self, event):
        """Acknowledges a PUBLISH of the client as stored or refused."""
        number = event.need("id", int)
        if self.state == "online" and self.published.pop(number, None):
            self.write(self.receipt(number, event.get))

    @staticmethod
    def receipt(number, get):
        """Returns the PUBACK for the client."""
        time = get("time")
        return packet("PUBACK", messageId=number, date=min(time // 1000, 0xFFFFFFFF), status=get("status") or 0,
                      millisecond=time % 1000, messageUId=get("messageUId"))

    def on_answer(self, event):
        """Sends the answer to a QUERY."""
        number = event.need("id", int)
        if self.state == "online" and number in self.asked:
            topic = self.asked.pop(number)
            self.write(packet("QUERYACK", qos=event.get("qos", 0), messageId=number, date=event.get("date"),
                              status=event.get("status", 0), data=data_of(event)), answer_message(topic))

    def send(self, event, synced):
        """Sends a PUBLISH to the client; returns its id."""
        number = self.ids.next(self.waiting)
        if number is None:
            return None
        topic, data = event.get("topic"), data_of(event)
        self.write(packet("PUBLISH", qos=event.get("qos", 1), syncMsg=synced, date=event.get("date"), topic=topic,
                          targetId=event.get("targetId"), messageId=number, data=data),
                   request_message(topic, "PUBLISH", data))
        return number

    def on_publish(self, event):
        """Sends a message to the client."""
        key = event.need("key", int)
        if self.state != "online":
            return
        number = self.send(event, False)
        if number is None:
            self.act("undelivered", key=key)
        elif event.get("qos", 1) == 0:
            self.act("delivered", key=key)
        else:
            self.waiting[number] = key
            self.set_timer(("answer", number), self.answerTimeout, lambda: self.give_up(number))

    def give_up(self, number):
        """Handles a PUBACK that was not received in time."""
        self.act("undelivered", key=self.waiting.pop(number))

    def on_synchronise(self, event):
        """Sends what the user has sent from another device, and its PUBACK (RMTP-132)."""
        if self.state == "online":
            number, receipt = self.send(event, True), event.get("receipt")
            if number is not None and receipt:
                self.write(self.receipt(number, receipt.get))
