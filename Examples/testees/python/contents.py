# SPDX-License-Identifier: Apache-2.0
"""The operations on message contents: content.decode, content.encode and content.describe."""
import json
import re

from profiles import ProfiledContent
from reading import LIMITS, Reading
from request import BadRequest, Skip, dump, from_base64, to_base64
from schemas import TYPES, UNKNOWN_DIGEST
from strictjson import Fault, Parser

LONGEST_NAME = 32   # CNT-002


def shape_of(object_name):
    """Returns the shape of a type with members; None for an opaque or unknown type (CNT-005, CNT-007)."""
    return TYPES[object_name].shape if object_name in TYPES else None


class Content:
    """A content that was read: its value as JSON text, the names of unknown members, and deviations."""

    def __init__(self, object_name, data, limits, strict):
        shape = shape_of(object_name)
        self.unknown, self.deviations = [], [] if object_name else ["DEV-36"]
        if len(object_name) > LONGEST_NAME:
            self.deviations = ["DEV-112"]
        if self.deviations and strict:
            raise Fault("objectName.length", 0)
        if len(data) > limits["contentBytes"]:
            raise Fault("limit.size", 0)    # CNT-091
        if shape is None:   # the bytes are not examined, JSON or not (CNT-005)
            self.value = dump({"$base64": to_base64(data)})
            return
        reading = Reading(data, shape, limits, strict)
        self.value, self.unknown, self.deviations = reading.value, reading.unknown, reading.deviations


def decode(request):
    """content.decode (TST-060)."""
    content = Content(request.string("objectName"), request.bytes(), request.limits(LIMITS), request.strict())
    return b'{"value":%s,"unknown":%s,"deviations":%s}' % (
        content.value, dump(content.unknown), dump(content.deviations))


def write(object_name, value, limits):
    """Returns the canonical bytes of a content that is given as JSON text (TST-061)."""
    shape = shape_of(object_name)
    if shape is None:
        held = json.loads(value)
        if not isinstance(held, dict) or list(held) != ["$base64"] or not isinstance(held["$base64"], str):
            raise BadRequest('the value of an unknown type must be {"$base64":"…"}')
        data = from_base64(held["$base64"])
    else:
        data = Reading(value, shape, limits).value
    if len(data) > limits["contentBytes"]:
        raise Fault("encode.size")    # CNT-080
    return data


def assign(object_name, arrived, value, limits):
    """Returns the bytes of a content that arrived, after the members of a value were assigned to it (TST-213)."""
    shape = shape_of(object_name)
    if shape is None:
        raise Skip("an opaque or unknown type has no members")
    if len(arrived) > limits["contentBytes"]:
        raise Fault("limit.size", 0)    # CNT-091
    content = Reading(arrived, shape, limits)
    data = content.assigned(Reading(value, shape, limits))
    if len(data) > limits["contentBytes"]:
        raise Fault("encode.size")    # CNT-080
    return data


def encode(request):
    """content.encode."""
    if not request.has("value"):
        raise BadRequest("value is missing")
    name, limits = request.string("objectName"), request.limits(LIMITS)
    if request.has("from"):
        data = assign(name, request.bytes("from"), request.raw("value"), limits)
    else:
        data = write(name, request.raw("value"), limits)
    if not request.has("profile"):
        return dump({"bytes": to_base64(data)})
    profile = request.json("profile")
    if any(("alsoNamed" in rule) == ("as" in rule) for rule in profile.get("rules", ())):
        raise BadRequest("a rule has either alsoNamed or as")
    written = ProfiledContent(data, shape_of(name), name, profile)
    if len(written.bytes) > limits["contentBytes"]:
        raise Fault("encode.size")
    return dump({"bytes": to_base64(written.bytes), "departures": written.report()})


def validate(request):
    """content.validate (TST-209): reads a content without returning its value."""
    content = Content(request.string("objectName"), request.bytes(), request.limits(LIMITS), request.strict())
    return dump({"deviations": content.deviations})


def member(request):
    """content.member (TST-210): returns the value of one member as it arrived; the last one counts."""
    data = request.bytes()
    if len(data) > LIMITS["contentBytes"]:
        raise Fault("limit.size", 0)
    parsed = Parser(data, LIMITS["depth"], LIMITS["stringBytes"])
    if parsed.fault:
        raise Fault(parsed.fault.code, parsed.fault.offset)
    if parsed.root.kind != "object":
        raise Fault("content.type", parsed.root.start)
    if len(parsed.root.members) > LIMITS["members"]:
        raise Fault("limit.members", parsed.root.members[LIMITS["members"]][0].start)
    found = [value for key, value in parsed.root.members if key.text == request.string("name")]
    return b'{"value":[%s]}' % b"".join(data[value.start:value.end] for value in found[-1:])


LONE = re.compile("[\ud800-\udfff]")


def describe(request):
    """Returns the category and flags of a type, and the digest of a content (TST-104, CNT-100 to CNT-110)."""
    object_name = request.string("objectName")
    known = TYPES.get(object_name)
    answer = {"category": known.category if known else "unknown", "persistence": known.flags if known else None}
    if request.has("bytes"):
        content = Content(object_name, request.bytes(), request.limits(LIMITS), False)
        digest = known.digest if known else {"text": UNKNOWN_DIGEST}
        text = digest.get("text", json.loads(content.value, parse_int=str).get(digest.get("member")))
        if isinstance(text, str):
            answer["digest"] = LONE.sub("\ufffd", text)    # TST-170
    return dump(answer)
