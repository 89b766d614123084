# SPDX-License-Identifier: Apache-2.0
"""A testee whose behaviour is chosen by the arguments: python3 protocol.py LOG [BEHAVIOUR …].

It writes its input to LOG, one line each, and answers every content.decode with {"value":{}}. The behaviours are the
keys of WRONG and the names that main() checks for.
"""
import json
import os
import select
import subprocess
import sys
import time

LOG, CHOSEN = sys.argv[1], sys.argv[2:]

# The faulty lines sent in place of the answer, by the objectName that requests them.
WRONG = {
    "two": lambda id: {"id": id, "ok": {"value": {}}, "error": {"code": "json.syntax"}},
    "null": lambda id: {"id": id, "ok": {"value": {}}, "error": None},
    "float": lambda id: {"id": float(id), "ok": {"value": {}}},
    "extra": lambda id: {"id": id, "ok": {"value": {}, "x": [1]}, "y": {}},
    "skip": lambda id: {"id": id, "skipped": "not here"},
    "long": lambda id: {"id": id, "ok": {"value": {}, "x": "y" * (8 << 20)}},
    "full": lambda id: {"id": id, "ok": {"value": {}, "x": "y" * ((8 << 20) - len('{"id":%d,"ok":{"value":{},"x":""}}' % id))}},
}


def log(text):
    with open(LOG, "a") as file:
        file.write(text + "\n")


def write(answer):
    end = b"\r\n" if "crlf" in CHOSEN else b"\n"
    data = json.dumps(answer, separators=(",", ":")).encode() + end
    while data:
        data = data[os.write(1, data):]


class Input:
    """Lines of standard input, read without a buffer that would hide data that has arrived."""

    def __init__(self):
        self.data = b""

    def waiting(self, seconds):
        """Returns whether another line, or the end, arrives within the given number of seconds."""
        return b"\n" in self.data or bool(select.select([0], [], [], seconds)[0])

    def line(self):
        while b"\n" not in self.data:
            more = os.read(0, 1 << 16)
            if not more:
                return None
            self.data += more
        line, self.data = self.data.split(b"\n", 1)
        return line


def hello(id, input):
    starts = 0
    if os.path.exists(LOG):
        starts = sum(line.startswith("line") and '"hello"' in line for line in open(LOG))
    if "patient" in CHOSEN and input.waiting(0.4):
        log("a request came before the answer to hello")
    if "slow-hello" in CHOSEN:
        time.sleep(0.8)
    answer = {"name": "protocol", "version": "1", "language": "Python", "protocol": 1,
              "operations": ["content.decode"], "window": 3 if "window" in CHOSEN else 1}
    if "version" in CHOSEN:
        answer = {"protocol": 9}
    if "changing" in CHOSEN and starts > 1:
        answer["version"] = str(starts)
    return {"id": id, "ok": answer}


def main():
    if "children" in CHOSEN or "daemons" in CHOSEN:
        # A daemon leaves the process group.
        child = subprocess.Popen(["sleep", "600"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                 start_new_session="daemons" in CHOSEN)
        log("child %d" % child.pid)
        log("self %d" % os.getpid())
    input, held = Input(), []
    while True:
        line = input.line()
        if line is None:
            break
        log("line " + line.decode())
        request = json.loads(line)
        id, name = request["id"], request.get("objectName", "")
        if request["op"] == "hello":
            write(hello(id, input))
            if "talking" in CHOSEN:
                sys.stderr.write("a log line\n")
                sys.stderr.flush()
            continue
        if name == "app:crash":
            os._exit(3)
        if name == "app:wait":
            time.sleep(0.5)
        wrong = WRONG.get(name.removeprefix("app:"))
        held.append(wrong(id) if wrong else {"id": id, "ok": {"value": {}}})
        if "hold" in CHOSEN and input.waiting(0.3):
            continue
        if "hold" in CHOSEN:
            log("unanswered %d" % len(held))
        if "swap" in CHOSEN:
            held.reverse()
        if "unflushed" in CHOSEN:
            continue
        for answer in held:
            write(answer)
        held = []
    log("end of input")
    for answer in held:
        write(answer)
    if "stays" in CHOSEN:
        time.sleep(600)


main()
