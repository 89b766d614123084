# SPDX-License-Identifier: Apache-2.0
"""The common part of all machines: configuration, time, timers, actions (SES-001 to SES-005, SES-142 to SES-145)."""
import json
import re

from packets import string_of
from request import BadRequest, Skip, loads
from strictjson import Fault

LATEST = 9007199254740991
INTEGER = re.compile(r"-?[0-9]+")
TEXTS = ("topic", "targetId", "userId", "sessionId", "messageUId")    # strings of packets (TST-142)
UNITS = re.compile(r"(?:[0-9A-Fa-f]{4})*")
RANGES = {"int64": (-1 << 63, (1 << 63) - 1), "time": (0, (1 << 63) - 1), "uint8": (0, 255), "uint16": (0, 65535),
          "uint32": (0, (1 << 32) - 1), "qos": (0, 3)}     # of integers in events (RMTP-360)
BUSY = 10000        # timers and actions after which timers fire at the event's time (SES-143)


class Number:
    """A number of a configuration with its range."""

    def __init__(self, default, low, high):
        self.default, self.low, self.high = default, low, high

    def check(self, value, path):
        """Returns the value; refuses one that the table does not allow (SES-142)."""
        if isinstance(value, bool) or not isinstance(value, int) or not self.low <= value <= self.high:
            raise Fault("session.config", path=path)
        return value


class Numbers(Number):
    """A list of numbers."""

    LONGEST = 100

    def check(self, value, path):
        """Returns the list; refuses it if it or one of its numbers is not allowed by the table."""
        if not isinstance(value, list) or len(value) > self.LONGEST:
            raise Fault("session.config", path=path)
        return [super(Numbers, self).check(item, path) for item in value]


def is_like(value, example):
    """Returns whether a value has the type of an example: a text, a flag, a list of texts, or such lists by name."""
    if isinstance(value, list):
        return isinstance(example, list) and all(isinstance(item, str) for item in value)
    if isinstance(value, dict):
        return example is None or (isinstance(example, dict) and all(
            is_like(item, []) for item in value.values() if item is not None))
    return example is None or type(value) is type(example)


class Event:
    """An event: its name, its time, and its members."""

    def __init__(self, node, line):
        self.line, self.nodes = line, {name.text: value for name, value in node.members}
        self.name, self.at = self.get("event"), self.get("at")
        if not isinstance(self.name, str) or isinstance(self.at, bool) or not isinstance(self.at, int):
            raise BadRequest("an event must have a name and a time")

    def raw(self, name):
        """Returns a member byte for byte; None if it is absent or null."""
        node = self.nodes.get(name)
        return None if node is None or node.kind == "null" else self.line[node.start:node.end]

    def get(self, name, default=None):
        """Returns a member as a Python value; only a text of a packet may have a lone surrogate (TST-142)."""
        raw, node = self.raw(name), self.nodes.get(name)
        if raw is not None and node.kind == "string" and node.lone and name not in TEXTS:
            raise BadRequest(f"{name} has a lone surrogate")
        value = default if raw is None else loads(raw)
        return string_of(value) if name in TEXTS and isinstance(value, dict) else value

    def need(self, name, kind):
        """Returns a member that the event requires."""
        value = self.get(name)
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is int):
            raise BadRequest(f"{self.name} lacks {name}")
        return value

    def check(self, name, kind):
        """Refuses a member that has another type, or is missing although its type does not end with `?`."""
        if self.raw(name) is None:
            if not kind.endswith("?"):
                raise BadRequest(f"{self.name} lacks {name}")
        elif not has_kind(self.nodes[name], kind.rstrip("?")):
            raise BadRequest(f"{self.name} has a {name} of another type")

    def inside(self, name):
        """Returns an object in the event, whose members are read like those of the event."""
        inner = object.__new__(Event)
        inner.line, inner.name = self.line, self.name
        inner.nodes = {each.text: value for each, value in self.nodes[name].members}
        return inner

    def elements(self, name):
        """Returns the elements of a list byte for byte."""
        node = self.nodes.get(name)
        if node is None or node.kind != "array":
            raise BadRequest(f"{self.name} lacks {name}")
        return [self.line[item.start:item.end] for item in node.items]


def has_kind(node, kind):
    """Returns whether a node has a type: one of `RANGES`, `text` for a string of a packet, or a kind of node."""
    if kind in RANGES:
        low, high = RANGES[kind]
        return (node.kind == "number" and INTEGER.fullmatch(node.text) is not None and node.text != "-0"
                and len(node.text) <= 20 and low <= int(node.text) <= high)
    if kind == "text" and node.kind == "object":
        units = {name.text: value for name, value in node.members}.get("utf16be")
        return units is not None and units.kind == "string" and UNITS.fullmatch(units.text) is not None
    if kind == "scope":
        return node.kind == "string" and node.text in ("message", "connection")
    return node.kind == {"text": "string"}.get(kind, kind) and (kind == "text" or not node.lone)


class Raw:
    """A JSON value in its original spelling, within an action."""

    def __init__(self, text):
        self.text = text


def encode(value):
    """Returns an action, or a value in one, as JSON."""
    if isinstance(value, Raw):
        return value.text
    if isinstance(value, dict):
        return b"{" + b",".join(json.dumps(name).encode() + b":" + encode(item) for name, item in value.items()) + b"}"
    if isinstance(value, (list, tuple)):
        return b"[" + b",".join(encode(item) for item in value) + b"]"
    try:
        return json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:      # a lone surrogate keeps its escape
        return json.dumps(value).encode()


class Machine:
    """A pure machine. `CONFIG` is its table of configuration, and `EVENTS` the names of its events except `tick`."""

    CONFIG = {}
    EVENTS = ()
    MEMBERS = {}    # the types of an event's members, which are checked whatever the state is (TST-143)

    def __init__(self, config):
        config = {name: value for name, value in config.items() if value is not None}   # TST-143
        self.understand(config)
        for name, entry in self.CONFIG.items():
            number = isinstance(entry, Number)
            value = config.get(name, entry.default if number else entry)
            setattr(self, name, entry.check(value, "/" + name) if number and name in config else value)
        self.now, self.actions, self.timers, self.number = -LATEST, [], {}, 0

    def understand(self, config):
        """Refuses a configuration that cannot be understood, before its numbers are examined (SES-161)."""
        for name, value in config.items():
            if name not in self.CONFIG:
                raise Skip(f"a member of config that this testee does not have: {name}")
            if not isinstance(self.CONFIG[name], Number) and not is_like(value, self.CONFIG[name]):
                raise BadRequest(f"{name} has another type")

    def run(self, events):
        """Processes events and returns the actions."""
        for event in events:
            if event.name not in self.EVENTS and event.name != "tick":
                raise Skip(f"an event that this testee does not have: {event.name}")
            for name, kind in {**self.MEMBERS.get("*", {}), **self.MEMBERS.get(event.name, {})}.items():
                if event.name != "tick":
                    event.check(name, kind)
            self.check(event)
        for event in events:
            self.pass_time(max(self.now, min(LATEST, max(-LATEST, event.at))))     # SES-002, SES-144
            if event.name != "tick":
                getattr(self, "on_" + event.name)(event)
        self.pass_time(self.now)
        return self.actions

    def check(self, event):
        """Checks what an event holds, whatever the state is (TST-143)."""

    def act(self, action, **members):
        """Produces an action; members that are None are absent."""
        self.actions.append({"at": self.now, "action": action,
                             **{name: value for name, value in members.items() if value is not None}})

    def set_timer(self, name, delay, fire):
        """Sets a timer, replacing an earlier one of that name."""
        self.number += 1
        self.timers[name] = (self.now + delay, self.number, fire)

    def stop_timer(self, name):
        """Stops a timer if it is running."""
        self.timers.pop(name, None)

    def pass_time(self, time):
        """Fires the timers due by a time (SES-003, SES-143)."""
        spent = 0
        while self.timers:
            name = min(self.timers, key=lambda each: self.timers[each][:2])
            due, _, fire = self.timers[name]
            if due > time:
                break
            del self.timers[name]
            self.now = time if spent >= BUSY else max(due, self.now)
            before = len(self.actions)
            fire()
            spent += 1 + sum(len(action.get("messages", "1")) for action in self.actions[before:])
        self.now = time
