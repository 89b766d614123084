# SPDX-License-Identifier: Apache-2.0
"""This package as a testee of the conformance suite: ``imwire conform --testee "python3 -m imwire.testee"``.

A request is parsed here, and each operation is one call of the package's public interface. Values remain JSON text
throughout, because Python's numbers and strings cannot represent everything that JSON can.
"""

from __future__ import annotations

import base64
import binascii
import json
import sys
from typing import Any, BinaryIO, Callable, Union, cast

import imwire
from imwire import Frame, Refused, Unsupported
from imwire.contents import describe_json
from imwire.rongcloud import check_request, perform_request

MOST_ACTIONS = 16 << 20  # SES-145
FLAGS = (("deflate", Frame.DEFLATE), ("fragment", Frame.FRAGMENT), ("batch", Frame.BATCH),
         ("wantsReceipt", Frame.WANTS_RECEIPT))
TYPES = {"heartbeat": Frame.HEARTBEAT, "message": Frame.MESSAGE}


class Skip(Exception):
    """Raised for a request that cannot be answered (TST-015, TST-101)."""


class Request:
    """The members of a request, or of an object in it, as JSON."""

    def __init__(self, text: bytes) -> None:
        self._text = text

    @property
    def whole(self) -> bytes:
        """The request as it is written."""
        return self._text

    def json(self, name: str) -> bytes | None:
        """Returns a member as it is written."""
        return imwire.member(self._text, name)

    def required(self, name: str) -> bytes:
        """Returns a required member."""
        value = self.json(name)
        if value is None:
            raise Skip(f"{name} is missing")
        return value

    def text(self, name: str) -> str | None:
        """Returns a string; None if it is absent."""
        value = self.json(name)
        if value is None:
            return None
        if not value.startswith(b'"'):
            raise Skip(f"{name} is no string")
        return imwire.text_of(value)

    def string(self, name: str) -> str:
        """Returns a required string."""
        self.required(name)
        return self.text(name) or ""

    def number(self, name: str) -> int | None:
        """Returns an integer; None if it is absent."""
        value = self.json(name)
        if value is None:
            return None
        try:
            return int(value)
        except ValueError:
            raise Skip(f"{name} is no integer") from None

    def flag(self, name: str) -> bool:
        """Returns a boolean; false if it is absent."""
        return self.json(name) == b"true"

    def data(self, name: str) -> bytes:
        """Returns bytes given in Base64."""
        return unbase64(self.string(name))

    def list(self, name: str) -> list[bytes]:
        """Returns the elements of a list."""
        value = self.required(name)
        if not value.startswith(b"["):
            raise Skip(f"{name} is no list")
        return imwire.elements(value)

    @property
    def mode(self) -> imwire.Mode:
        """Returns the ``mode`` (TST-050)."""
        mode = self.text("mode")
        if mode not in (None, "lenient", "strict"):
            raise Skip("mode is neither lenient nor strict")
        return "strict" if mode == "strict" else "lenient"

    @property
    def limits(self) -> dict[str, int] | None:
        """Returns the ``limits`` (TST-051)."""
        value = self.json("limits")
        if value is None:
            return None
        limits = json.loads(value)
        if not isinstance(limits, dict) or any(type(limit) is not int or limit < 0 for limit in limits.values()):
            raise Skip("limits is no object of integers of 0 or more")
        return limits


def unbase64(text: str) -> bytes:
    """Decodes standard Base64 with padding."""
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise Skip("no Base64") from None


def dump(value: Any) -> bytes:
    """Returns the JSON of a Python value."""
    return json.dumps(value, separators=(",", ":")).encode()


def in_base64(data: bytes) -> bytes:
    """Returns the answer of an operation that writes."""
    return b'{"bytes":"%s"}' % base64.b64encode(data)


# ---- The operations ----


def hello(request: Request) -> bytes:
    """TST-021."""
    return dump({
        "name": "imwire-python", "version": imwire.__version__, "language": "Python", "protocol": 1,
        "operations": list(OPERATIONS), "window": 16, "deviations": True, "unknown": True, "errorCodes": True,
        "canonical": True,
    })


def content_decode(request: Request) -> bytes:
    """TST-060."""
    return imwire.decode(
        request.string("objectName"), request.data("bytes"), mode=request.mode, limits=request.limits).json


def content_encode(request: Request) -> bytes:
    """TST-061; with a profile TST-207, and with a content that arrived TST-213."""
    name, value, profile = request.string("objectName"), request.required("value"), request.json("profile")
    if request.json("from") is not None:
        value = imwire.assign(name, request.data("from"), value, limits=request.limits)
        if profile is None:
            return in_base64(value)
    if profile is None:
        return in_base64(imwire.encode(name, value, limits=request.limits))
    written = imwire.write(name, value, profile=profile, limits=request.limits)
    departures = [vars(departure) for departure in written.departures]
    return dump({"bytes": base64.b64encode(written.content).decode(), "departures": departures})


def content_validate(request: Request) -> bytes:
    """TST-209."""
    found = imwire.validate(
        request.string("objectName"), request.data("bytes"), mode=request.mode, limits=request.limits)
    return dump({"deviations": list(dict.fromkeys(deviation.id for deviation in found))})


def schema_check(request: Request) -> bytes:
    """TST-212."""
    files = [json.loads(file) for file in request.list("files")]
    if len({file["name"] for file in files}) != len(files):
        return perform(request)  # A mapping has no two files of one name.
    schemas = {file["name"]: file["text"] for file in files}
    return dump({"value": imwire.Types(schemas, overrides_reserved=request.flag("overridesReserved")).names})


def content_describe(request: Request) -> bytes:
    """TST-104."""
    data = None if request.json("bytes") is None else request.data("bytes")
    return describe_json(request.string("objectName"), data)


def fault(error: Refused) -> dict[str, Any]:
    """Returns the item for an error in a stream (TST-065)."""
    item: dict[str, Any] = {"error": {"code": error.code, "offset": error.offset, "scope": error.scope}}
    if error.path:
        item["error"]["path"] = error.path
    if error.inner is not None:
        item["error"]["inner"] = error.inner
    if error.batch is not None:
        item["batch"] = list(error.batch)
    return item


def items_of(found: list[Union[imwire.Item, Refused]]) -> bytes:
    """Returns the list of items."""
    return b"[%s]" % b",".join(dump(fault(item)) if isinstance(item, Refused) else item.json for item in found)


def frame_decode(request: Request) -> bytes:
    """frame.decode."""
    reader = imwire.FrameReader(limits=request.limits)
    found: list[dict[str, Any]] = []
    times = request.json("times")
    chunks = request.list("chunks")
    if times is not None and len(imwire.elements(times)) != len(chunks):
        raise Skip("times and chunks differ in number")
    for chunk in chunks:
        for item in reader.feed(unbase64(imwire.text_of(chunk))):
            found.append(fault(item) if isinstance(item, Refused) else {"frame": frame_members(item)})
    if request.flag("end"):
        try:
            reader.finish()
        except Refused as error:
            found.append(fault(error))
    return dump({"items": found, "pending": reader.pending})


def frame_members(frame: Frame) -> dict[str, Any]:
    """Returns the members of a frame in the form of the protocol."""
    members: dict[str, Any] = {
        "type": next((name for name, value in TYPES.items() if value == frame.type), frame.type),
        "flags": [name for name, bit in FLAGS if frame.flags & bit], "sequence": frame.sequence,
    }
    if frame.fragment is not None:
        members["fragment"] = dict(zip(("index", "count", "total", "offset"), frame.fragment))
    members["payload"] = base64.b64encode(frame.payload).decode()
    return members


def frame_encode(request: Request) -> bytes:
    """frame.encode."""
    written = b""
    for element in request.list("frames"):
        members = json.loads(element)
        try:
            kind = members["type"]
            fragment = members.get("fragment")
            frame = Frame(
                TYPES[kind] if isinstance(kind, str) else kind, sum({dict(FLAGS)[name] for name in members["flags"]}),
                members["sequence"], unbase64(members["payload"]),
                None if fragment is None else tuple(fragment[part] for part in ("index", "count", "total", "offset")))
        except (KeyError, TypeError):
            raise Skip("a frame that cannot be understood") from None
        written += frame.encode()
    return in_base64(written)


def chat_framing(request: Request) -> dict[str, Any]:
    """Returns the options that both operations on chat streams have in common."""
    return {
        "framing": request.string("framing"), "delimiter": request.text("delimiter"),
        "encoding": request.text("encoding"), "beat": request.text("beat"), "limits": request.limits,
    }


def chat_decode(request: Request) -> bytes:
    """chat.decode."""
    reader = imwire.ChatReader(mode=request.mode, **chat_framing(request))
    chunks = request.list("chunks")
    times = request.json("times")
    clock = [0] * len(chunks) if times is None else [int(time) for time in imwire.elements(times)]
    if len(clock) != len(chunks):
        raise Skip("times and chunks differ in number")
    found: list[Union[imwire.Item, Refused]] = []
    for chunk, time in zip(chunks, clock):
        reader.feed(unbase64(imwire.text_of(chunk)), time)
        found += reader.items()
    if request.flag("end"):
        reader.finish()
        found += reader.items()
    state = reader.state
    more = b',"open":%d' % state.open_sets if request.string("framing") == "packet" else b""
    return b'{"items":%s,"pending":%d,"emptyLines":%d%s}' % (items_of(found), state.pending, state.empty_lines, more)


def chat_encode(request: Request) -> bytes:
    """chat.encode."""
    writer = imwire.ChatWriter(
        heartbeat=request.text("heartbeat"), deflate=request.flag("deflate"),
        fragment_size=request.number("fragmentSize"), batch=request.flag("batch"),
        wants_receipt=request.flag("wantsReceipt"), sequence=request.number("sequence"), **chat_framing(request))
    written = b"".join([writer.write(message) for message in request.list("messages")])
    return in_base64(written + writer.finish())


def packet_framing(request: Request) -> dict[str, Any]:
    """Returns the options that both operations on RongCloud's packets have in common."""
    return {
        "framing": request.string("framing"), "direction": request.string("direction"),
        "version": int(request.required("protocolVersion")),
        "key": None if request.json("key") is None else request.data("key"), "limits": request.limits,
    }


def rmtp_decode(request: Request) -> bytes:
    """rmtp.decode."""
    framing = packet_framing(request)
    reader = imwire.PacketReader(mode=request.mode, **framing)
    for chunk in request.list("chunks"):
        text = imwire.text_of(chunk)
        reader.feed(text.encode() if framing["framing"] == "xhr" else unbase64(text))
    if request.flag("end"):
        reader.finish()
    found = items_of(list(reader.items()))
    return b'{"items":%s,"pending":%d}' % (found, reader.state.pending)


def rmtp_encode(request: Request) -> bytes:
    """rmtp.encode."""
    framing = packet_framing(request)
    trailing = b"" if request.json("trailing") is None else request.data("trailing")
    return in_base64(imwire.encode_packet(
        request.required("packet"), astral=request.text("astral"), trailing=trailing, **framing))


def body_decode(request: Request) -> bytes:
    """rmtp.body.decode."""
    return imwire.decode_body(
        request.string("message"), request.data("bytes"), mode=request.mode, limits=request.limits).json


def body_encode(request: Request) -> bytes:
    """rmtp.body.encode."""
    return in_base64(
        imwire.encode_body(request.string("message"), request.required("value"), limits=request.limits))


def request_decode(request: Request) -> bytes:
    """rmtp.request.decode."""
    return imwire.decode_post(
        request.string("target"), request.data("bytes"), mode=request.mode, limits=request.limits).json


def request_encode(request: Request) -> bytes:
    """rmtp.request.encode."""
    return imwire.encode_post(request.required("value")).json


def convert(request: Request) -> bytes:
    """rmtp.convert."""
    trailing = b"" if request.json("trailing") is None else request.data("trailing")
    return imwire.convert_packet(
        request.required("packet"), request.string("to"), message=request.text("message"), trailing=trailing).json


def envelope_decode(request: Request) -> bytes:
    """rmtp.envelope.decode."""
    return imwire.decode_envelope(
        request.required("packet"), request.string("direction"), receipt=request.json("receipt"),
        own_id=request.text("ownId"), mode=request.mode, limits=request.limits).json


def envelope_encode(request: Request) -> bytes:
    """rmtp.envelope.encode."""
    return imwire.encode_envelope(
        request.required("value"), request.string("direction"), message_id=request.number("messageId"),
        date=request.number("date"), own_id=request.text("ownId"), variant=request.text("variant")).json


def navigation_decode(request: Request) -> bytes:
    """rmtp.navigation.decode."""
    return imwire.decode_navigation(request.data("bytes"), mode=request.mode, limits=request.limits).json


def navigation_encode(request: Request) -> bytes:
    """rmtp.navigation.encode."""
    return in_base64(imwire.encode_navigation(request.required("value")))


def session_run(request: Request) -> bytes:
    """session.run (TST-086)."""
    session = imwire.Session(cast(Any, request.string("machine")), request.json("config"))
    actions: list[bytes] = []
    size = 0
    for event in request.list("events"):
        for action in imwire.elements(session.put_json(event)):
            size += len(action)
            actions.append(action)
        if size > MOST_ACTIONS:
            raise Refused("session.actions", None, "")
    return b'{"actions":[%s]}' % b",".join(actions)


def perform(request: Request) -> bytes:
    """Performs an operation for which the package has no function of its own."""
    return perform_request(request.whole)


def api_sign(request: Request) -> bytes:
    """TST-095."""
    return dump({"signature": imwire.sign(*(request.string(name) for name in ("secret", "nonce", "timestamp")))})


OPERATIONS: dict[str, Callable[[Request], bytes]] = {
    "content.decode": content_decode, "content.encode": content_encode, "content.describe": content_describe,
    "frame.decode": frame_decode, "frame.encode": frame_encode, "chat.decode": chat_decode,
    "chat.encode": chat_encode, "rmtp.decode": rmtp_decode, "rmtp.encode": rmtp_encode,
    "rmtp.body.decode": body_decode, "rmtp.body.encode": body_encode, "rmtp.request.decode": request_decode,
    "rmtp.request.encode": request_encode, "rmtp.convert": convert, "rmtp.envelope.decode": envelope_decode,
    "rmtp.envelope.encode": envelope_encode, "rmtp.navigation.decode": navigation_decode,
    "rmtp.navigation.encode": navigation_encode, "session.run": session_run, "api.sign": api_sign,
    "content.validate": content_validate, "content.member": perform, "schema.check": schema_check, "api.form.decode": perform,
    "api.form.encode": perform, "api.answer.decode": perform, "api.answer.encode": perform,
    "api.headers.decode": perform, "api.headers.encode": perform, "api.query.decode": perform,
    "api.callback.decode": perform, "api.callback.encode": perform, "api.url.decode": perform,
    "api.url.encode": perform,
}


def answer(line: bytes) -> bytes:
    """Returns the response to a request (TST-011)."""
    number = b"null"
    try:
        request = Request(line)
        number = request.json("id") or b"null"
        name = request.string("op")
        check_request(line)
        operation = hello if name == "hello" else OPERATIONS.get(name)
        if operation is None:
            raise Skip("unknown operation")
        # The package's own functions have no capacity and no memory of a session.
        if any(request.json(member) is not None for member in ("capacity", "memory")):
            operation = perform
        kind, told = b"ok", operation(request)
    except Refused as error:
        members: dict[str, Any] = {"code": error.code}
        if error.offset is not None:
            members["offset"] = error.offset
        if error.path or error.offset is not None:
            members["path"] = error.path
        kind, told = b"error", dump(members)
    except (Skip, Unsupported, ValueError) as error:
        kind, told = b"skipped", dump(str(error))
    return b'{"id":%s,"%s":%s}\n' % (number, kind, told)


def serve(requests: BinaryIO, responses: BinaryIO) -> None:
    """Answers all requests."""
    for line in requests:
        responses.write(answer(line))
        responses.flush()


if __name__ == "__main__":
    serve(sys.stdin.buffer, sys.stdout.buffer)
