# SPDX-License-Identifier: Apache-2.0
"""The durable state of a server, and its form as data (SES-110 to SES-113)."""
from collections import OrderedDict

from machines.notes import STORED, Note
from strictjson import Fault

VERSION = 1
LAST_NUMBER = 9007199254740992      # SES-120
ANSWERS = ("normalReceipt", "repealReceipt")


class Sent:
    """A message that can be recalled."""

    def __init__(self, sender, recipients, recalled=False):
        self.sender, self.recipients, self.recalled = sender, recipients, recalled


class Memory:
    """Stores, keys, recallable messages, and the number of the last id."""

    def __init__(self):
        self.last_number = 0
        self.stored = {}        # user -> messages and recalls in order
        self.answers = {}       # user -> key -> (kind, messageID)
        self.sent = OrderedDict()   # messageID -> Sent

    def store_of(self, user):
        """Returns the messages stored for a user."""
        return self.stored.setdefault(user, [])

    def answers_of(self, user):
        """Returns the keys of a user."""
        return self.answers.setdefault(user, OrderedDict())


def written(memory):
    """Returns a memory in the form of SES-110, with its users in the order of the bytes of their ids."""
    users = sorted({user for kept in (memory.stored, memory.answers) for user, values in kept.items() if values},
                   key=lambda user: user.encode())
    return {"version": VERSION, "lastNumber": memory.last_number,
            "users": [{"user": user, "stored": [message.show() for message in memory.stored.get(user, ())],
                       "answers": [{"key": key, "kind": kind, "messageID": number}
                                   for key, (kind, number) in memory.answers.get(user, {}).items()]} for user in users],
            "sent": [{"messageID": number, **({} if sent.sender is None else {"fromUserID": sent.sender}),
                      "toUserIDs": sent.recipients, **({"recalled": True} if sent.recalled else {})}
                     for number, sent in memory.sent.items()]}


class Reader:
    """Reads a memory from a request; faults are reported in the order of its text (SES-112)."""

    def __init__(self, text):
        self.text, self.memory = text, Memory()

    def members(self, node, path, readers):
        """Calls a reader for each occurrence of a member by its name; other members are skipped."""
        if node.kind != "object":
            raise Fault("field.type", node.start, path=path)
        for name, value in node.members:
            if name.text in readers:
                readers[name.text](value, f"{path}/{name.text}")

    def items(self, node, path, read):
        """Reads the elements of a list."""
        if node.kind != "array":
            raise Fault("field.type", node.start, path=path)
        for place, item in enumerate(node.items):
            read(item, f"{path}/{place}")

    def into(self, fields, name, read):
        """Returns a reader that stores what it reads in `fields`; the last occurrence counts."""
        def keep(node, path):
            fields[name] = read(node, path)
        return keep

    def root(self, node):
        """Reads the whole memory; the version is the first member (SES-111)."""
        if node.kind != "object":
            raise Fault("field.type", node.start)
        if not node.members or node.members[0][0].text != "version":
            raise Fault("field.missing", node.start, path="/version")
        if integer(node.members[0][1], "/version") != VERSION:
            raise Fault("field.value", node.members[0][1].start, path="/version")
        fields = {}
        self.members(node, "", {"lastNumber": self.into(fields, "lastNumber", last_number), "users": self.users,
                                "sent": self.sent})
        self.memory.last_number = needed(fields, "lastNumber", node, "")
        return self.memory

    def users(self, node, path):
        """Reads all users; the content of an earlier list is dropped."""
        self.memory.stored, self.memory.answers = {}, {}
        self.items(node, path, self.user)

    def user(self, node, path):
        """Reads one user, whose id is compared with the others after the whole object has been read."""
        fields = {"stored": [], "answers": OrderedDict()}
        self.members(node, path, {"user": self.into(fields, "user", name),
                                  "stored": self.into(fields, "stored", self.stored),
                                  "answers": self.into(fields, "answers", self.answers)})
        user = needed(fields, "user", node, path)
        if user in self.memory.stored:
            raise Fault("field.value", node.start, path=path + "/user")
        self.memory.stored[user], self.memory.answers[user] = fields["stored"], fields["answers"]

    def stored(self, node, path):
        """Reads the messages stored for a user, by the rules of chat messages in lenient mode."""
        held = {}     # of two with the same id and kind the last one counts, in the place of the first (SES-165)

        def message(item, spot):
            if item.kind != "object":
                raise Fault("field.type", item.start, path=spot)
            try:
                note = Note(self.text[item.start:item.end], limits=STORED)
            except Fault as fault:
                raise Fault(fault.code, fault.offset + item.start, path=spot + fault.path) from None
            if note.kind == "heartbeat":
                raise Fault("field.value", item.start, path=spot)
            if note.text("messageID") is None:
                raise Fault("field.missing", item.end - 1, path=spot + "/messageID")
            held[note.text("messageID"), note.kind == "repeal"] = note
        self.items(node, path, message)
        return list(held.values())

    def answers(self, node, path):
        """Reads the keys of a user."""
        known = OrderedDict()

        def answer(item, spot):
            fields = {}
            self.members(item, spot, {"key": self.into(fields, "key", name), "kind": self.into(fields, "kind", kind),
                                      "messageID": self.into(fields, "messageID", name)})
            values = [needed(fields, each, item, spot) for each in ("key", "kind", "messageID")]
            known[values[0]] = (values[1], values[2])
        self.items(node, path, answer)
        return known

    def sent(self, node, path):
        """Reads the recallable messages."""
        self.memory.sent = OrderedDict()

        def entry(item, spot):
            fields = {"toUserIDs": [], "fromUserID": None, "recalled": False}
            self.members(item, spot, {"messageID": self.into(fields, "messageID", name),
                                      "fromUserID": self.into(fields, "fromUserID", name),
                                      "toUserIDs": self.into(fields, "toUserIDs", self.names),
                                      "recalled": self.into(fields, "recalled", flag)})
            number = needed(fields, "messageID", item, spot)
            self.memory.sent[number] = Sent(fields["fromUserID"], fields["toUserIDs"], fields["recalled"])
        self.items(node, path, entry)

    def names(self, node, path):
        """Reads a list of ids."""
        found = []
        self.items(node, path, lambda item, spot: found.append(name(item, spot)))
        return found


def needed(fields, member, node, path):
    """Returns a required member of an object, which is checked at its closing brace."""
    if member not in fields:
        raise Fault("field.missing", node.end - 1, path=f"{path}/{member}")
    return fields[member]


def name(node, path):
    """Reads an id or a key, which must not be empty and has no lone surrogate (SES-160)."""
    if node.kind != "string":
        raise Fault("field.type", node.start, path=path)
    if node.text == "" or node.lone:
        raise Fault("field.value", node.start, path=path)
    return node.text


def kind(node, path):
    """Reads the kind of an answer."""
    if node.kind != "string":
        raise Fault("field.type", node.start, path=path)
    if node.text not in ANSWERS:
        raise Fault("field.value", node.start, path=path)
    return node.text


def flag(node, path):
    """Reads a boolean."""
    if node.kind != "boolean":
        raise Fault("field.type", node.start, path=path)
    return node.text == "true"


def integer(node, path):
    """Reads an integer of 64 bits."""
    if node.kind != "number":
        raise Fault("field.type", node.start, path=path)
    digits = node.text.removeprefix("-")
    if not digits.isdigit() or node.text == "-0" or len(digits) > 19 or not -1 << 63 <= int(node.text) < 1 << 63:
        raise Fault("field.value", node.start, path=path)
    return int(node.text)


def last_number(node, path):
    """Reads the number of the last id."""
    number = integer(node, path)
    if not 0 <= number <= LAST_NUMBER:
        raise Fault("field.value", node.start, path=path)
    return number


def read(node, text):
    """Returns the memory at a node of a text, in which offsets count; an invalid memory is refused as a whole."""
    try:
        return Reader(text).root(node)
    except Fault as fault:
        raise Fault(fault.code, fault.offset - node.start, path=fault.path) from None
