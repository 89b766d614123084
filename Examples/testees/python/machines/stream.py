# SPDX-License-Identifier: Apache-2.0
"""The pull of one stream message (SES-130 to SES-139)."""
import re

from machines.machine import Machine, Number

BUSY_CODE, SYNCED_CODE, FAILED_CODE = 39006, 39007, 39005
SEQUENCE = re.compile(rb"[1-9][0-9]{0,18}")
HIGHEST = 9223372036854775806


class Pull:
    """The state of one pull."""

    def __init__(self):
        self.texts = {}                 # number -> text
        self.size = self.length = 0     # bytes of all texts, and of the text from the lowest number on
        self.lowest = self.highest = self.behind = 0    # `behind`: the first missing number
        self.last = self.reason = None
        self.unplaced = False           # a chunk without a known position was received

    def add(self, number, text):
        """Adds a chunk, and determines how far the text now extends (SES-133)."""
        size = width(text)
        first = not self.texts
        self.texts[number] = text
        self.size += size
        self.highest = max(self.highest, number)
        if not first and number == self.lowest - 1:
            self.length += size
        elif first or number < self.lowest:
            self.length, self.behind = 0, number
        if first or number < self.lowest:
            self.lowest = number
        while self.behind in self.texts:
            self.length += width(self.texts[self.behind])
            self.behind += 1

    def text(self):
        """Returns the text up to the first gap."""
        return "".join(self.texts[number] for number in range(self.lowest, self.behind))

    def missing(self):
        """Returns the runs of missing numbers."""
        runs, before = [], self.lowest - 1
        for number in sorted(self.texts):
            if number > before + 1:
                runs.append([before + 1, number - 1])
            before = number
        return runs


def width(text):
    """Returns the number of bytes of a text in UTF-8."""
    return len(text.encode("utf-8", "surrogatepass"))


class Stream(Machine):
    """The machine `stream`."""

    CONFIG = {"isSync": False, "textBytes": Number(4194304, 0, 67108864), "chunks": Number(65536, 0, 1048576)}
    EVENTS = ("request", "begin", "chunk", "end")
    MEMBERS = {"chunk": {"seq": "number?", "content": "string?", "complete": "boolean?", "completeReason": "number?"},
               "end": {"code": "int64?", "stopReason": "int64?"}}

    def __init__(self, config):
        super().__init__(config)
        self.state, self.pull = "synced" if self.isSync is True else "idle", Pull()

    def on_request(self, event):
        """SES-130."""
        if self.state == "idle":
            self.state = "requested"
            self.act("pull")
        else:
            self.act("refused", code=SYNCED_CODE if self.state == "synced" else BUSY_CODE)

    def on_begin(self, event):
        """SES-131."""
        if self.state == "requested":
            self.state, self.pull = "pulling", Pull()
            self.act("init")

    def on_chunk(self, event):
        """SES-132 to SES-135, SES-138."""
        if self.state != "pulling":
            return
        pull, written = self.pull, event.raw("seq")
        if written is None or not SEQUENCE.fullmatch(written) or int(written) > HIGHEST:
            pull.unplaced = True
            return
        number, text = int(written), event.get("content", "")
        if number in pull.texts or (pull.last is not None and number > pull.last):
            return
        if pull.size + width(text) > self.textBytes or len(pull.texts) >= self.chunks:
            self.finish(FAILED_CODE, None, False)
            return
        if event.get("complete") is True and number > pull.highest:
            pull.last, pull.reason = number, event.get("completeReason")
        pull.add(number, text)
        self.act("delta", seq=number, content=text, length=pull.length)

    def on_end(self, event):
        """SES-131, SES-136."""
        code = event.get("code", 0)
        if self.state == "pulling":
            self.finish(code, event.get("stopReason"), code == 0)
        elif self.state == "requested" and code != 0:
            self.state = "idle"
            self.act("refused", code=code)

    def finish(self, code, reason, whole):
        """Ends the pull (SES-137)."""
        pull = self.pull
        missing = pull.missing()
        synced = whole and not missing and not pull.unplaced
        self.state = "synced" if synced else "idle"
        self.act("complete", code=code, content=pull.text() if pull.texts else None, complete=pull.last is not None,
                 completeReason=pull.reason, stopReason=reason, isSync=synced, missing=missing)
