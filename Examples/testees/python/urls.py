# SPDX-License-Identifier: Apache-2.0
"""The URL of a connection (API-060, API-061, TST-205)."""
import re

import forms
from request import dump, to_base64
from strictjson import Fault

HOST = re.compile(rb"[A-Za-z0-9._:\[\]-]*")
PATH = b"/websocket"
REQUIRED = ("appId", "token")
SINGLE = ("appId", "token", "sdkVer", "apiVer")


def expect(data, at, text):
    """Returns the position after a text, or refuses the first byte that differs from it."""
    for byte in text:
        if at >= len(data) or data[at] != byte:
            raise Fault("url.syntax", at, path="")
        at += 1
    return at


def decode(request):
    """api.url.decode."""
    data, strict = request.bytes(), request.strict()
    is_secure = data.startswith(b"wss")
    start = expect(data, 0, b"wss://" if is_secure else b"ws://")
    end = HOST.match(data, start).end()
    if end == start:
        raise Fault("url.syntax", start, path="")
    at = expect(data, expect(data, end, PATH), b"?")
    fragment = data.find(b"#", at)
    if fragment >= 0:
        raise Fault("url.syntax", fragment, path="")
    value, others = {"isSecure": is_secure, "host": data[start:end].decode()}, []
    for field in forms.decode(data[at:], at, strict):
        if field.name not in SINGLE:
            others.append([field.name, field.value])
        elif field.name in value:
            raise Fault("form.duplicate", field.start, path="/" + field.name)
        elif strict and not field.value and field.name in REQUIRED:
            raise Fault("form.value", field.place, path="/" + field.name)
        else:
            value[field.name] = field.value
    for name in REQUIRED:
        if name not in value:
            raise Fault("form.missing", len(data), path="/" + name)
    if others:
        value["others"] = others
    return dump({"value": value})


def encode(request):
    """api.url.encode."""
    members = {name.text: node for name, node in request.node("value", "object").members}
    texts = {name: members[name].text for name in ("host", *SINGLE) if name in members}
    if not texts["host"] or not HOST.fullmatch(texts["host"].encode()):
        raise Fault("encode.field", path="/host")
    for name in REQUIRED:
        if not texts[name]:
            raise Fault("encode.field", path="/" + name)
    pairs = [(name, texts[name]) for name in SINGLE if name in texts]
    pairs += [tuple(item.text for item in pair.items) for pair in members["others"].items] if "others" in members else []
    scheme = "wss" if members["isSecure"].text == "true" else "ws"
    url = f"{scheme}://{texts['host']}{PATH.decode()}?{forms.encode(pairs)}"
    return dump({"bytes": to_base64(url.encode())})
