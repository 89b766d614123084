# SPDX-License-Identifier: Apache-2.0
"""What a server keeps for good, and its form as data (SES-110 to SES-113)."""
import json
from collections import OrderedDict

from machines.notes import Note
from strictjson import Fault

VERSION = 1
LAST_NUMBER = 9007199254740992      # SES-120
ANSWERS = ("normalReceipt", "repealReceipt")


class Sent:
    """A message that can be recalled."""

    def __init__(self, sender, recipients, recalled=False):
        self.sender, self.recipients, self.recalled = sender, recipients, recalled


class Memory:
    """Stores, keys, what can be recalled, and the number of the last id."""

    def __init__(self):
        self.last_number = 0
        self.stored = {}        # user -> messages and recalls in order
        self.answers = {}       # user -> key -> (kind, messageID)
        self.sent = OrderedDict()   # messageID -> Sent

    def store_of(self, user):
        """What is stored for a user."""
        return self.stored.setdefault(user, [])

    def answers_of(self, user):
        """The keys of a user."""
        return self.answers.setdefault(user, OrderedDict())


def need(value, kind, path):
    """A value of that type, refused otherwise (SES-112)."""
    if value is None:
        raise Fault("field.missing", path=path)
    if not isinstance(value, kind) or isinstance(value, bool) != (kind is bool):
        raise Fault("field.type", path=path)
    return value


def name(value, path):
    """An id or a key, which is not empty."""
    if need(value, str, path) == "":
        raise Fault("field.value", path=path)
    return value


def read(value, body):
    """A memory from its JSON; one that is not of the form is refused whole."""
    memory = Memory()
    if next(iter(need(value, dict, "")), None) != "version":    # SES-111
        raise Fault("field.missing", path="/version")
    if need(value["version"], int, "/version") != VERSION:
        raise Fault("field.value", path="/version")
    memory.last_number = need(value.get("lastNumber"), int, "/lastNumber")
    if not 0 <= memory.last_number <= LAST_NUMBER:
        raise Fault("field.value", path="/lastNumber")
    for index, each in enumerate(need(value.get("users", []), list, "/users")):
        path = f"/users/{index}"
        user = name(need(each, dict, path).get("user"), path + "/user")
        if user in memory.stored:
            raise Fault("field.value", path=path + "/user")
        for place, message in enumerate(need(each.get("stored", []), list, path + "/stored")):
            held = Note(json.dumps(need(message, dict, f"{path}/stored/{place}")).encode(), body)
            name(held.get("messageID"), f"{path}/stored/{place}/messageID")
            memory.store_of(user).append(held)
        memory.store_of(user)
        for place, answer in enumerate(need(each.get("answers", []), list, path + "/answers")):
            spot = f"{path}/answers/{place}"
            key, kind = name(need(answer, dict, spot).get("key"), spot + "/key"), answer.get("kind")
            if need(kind, str, spot + "/kind") not in ANSWERS:
                raise Fault("field.value", path=spot + "/kind")
            memory.answers_of(user)[key] = (kind, name(answer.get("messageID"), spot + "/messageID"))
    for index, each in enumerate(need(value.get("sent", []), list, "/sent")):
        path = f"/sent/{index}"
        number = name(need(each, dict, path).get("messageID"), path + "/messageID")
        sender = each.get("fromUserID")
        recipients = need(each.get("toUserIDs"), list, path + "/toUserIDs")
        for place, user in enumerate(recipients):
            name(user, f"{path}/toUserIDs/{place}")
        memory.sent[number] = Sent(sender if sender is None else name(sender, path + "/fromUserID"), recipients,
                                   need(each.get("recalled", False), bool, path + "/recalled"))
    return memory
