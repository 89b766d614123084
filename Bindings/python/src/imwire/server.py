# SPDX-License-Identifier: Apache-2.0
"""The server API: forms, answers, callbacks, signed header fields and queries, and the URLs of connections.

A ``path`` is that of a service, such as ``/user/getToken.json``; Spec/server-api-forms.md lists the members of its form
and of its answer. Values are those of Spec/testee-protocol.md (TST-180 to TST-205). Every function that reads raises
Refused with a code of Spec/errors.md and an offset in the bytes; every function that writes raises Refused with
``encode.field`` and the path of a member that cannot be written. A path that is not that of a service is Unsupported.
"""

from __future__ import annotations

import base64
import json
from typing import Any, Iterable, Literal, Mapping, TypedDict

from ._native import Data, data_of
from .contents import Mode, Value, member, to_json
from .rongcloud import perform_request


class Signed(TypedDict):
    """The parts of a signature; ``isSigned`` is true if the secret makes the same signature (API-001)."""

    appKey: str
    nonce: str
    timestamp: str
    signature: str
    isSigned: bool


def _perform(op: str, data: Data | None = None, value: Value | None = None, **members: Any) -> bytes:
    """Performs an operation, and returns the JSON of its answer."""
    request = {"id": 1, "op": op, **members}
    if data is not None:
        request["bytes"] = base64.b64encode(data_of(data)).decode()
    text = json.dumps(request, ensure_ascii=False).encode()
    if value is not None:
        text = text[:-1] + b',"value":' + to_json(value) + b"}"
    return perform_request(text)


def _value(op: str, data: Data | None = None, **members: Any) -> Any:
    return json.loads(member(_perform(op, data, **members), "value") or b"null")


def _bytes(op: str, value: Value, **members: Any) -> bytes:
    return base64.b64decode(json.loads(_perform(op, value=value, **members))["bytes"])


def decode_form(path: str, data: Data, *, mode: Mode = "lenient") -> dict[str, Any]:
    """Reads the body of a request to a service.

    >>> decode_form("/user/getToken.json", "userId=u1&name=Mary")
    {'userId': 'u1', 'name': 'Mary'}
    """
    return _value("api.form.decode", data, path=path, mode=mode)


def encode_form(path: str, value: Value) -> bytes:
    """Writes the body of a request to a service.

    >>> encode_form("/user/getToken.json", {"userId": "u1", "name": "Mary"})
    b'userId=u1&name=Mary'
    """
    return _bytes("api.form.encode", value, path=path)


def decode_answer(path: str, data: Data, *, mode: Mode = "lenient") -> dict[str, Any]:
    """Reads the answer of a service; ``code`` is 200 for a success.

    >>> decode_answer("/user/getToken.json", '{"code":200,"userId":"u1","token":"t"}')["token"]
    't'
    """
    return _value("api.answer.decode", data, path=path, mode=mode)


def encode_answer(path: str, value: Value) -> bytes:
    """Writes the answer of a service."""
    return _bytes("api.answer.encode", value, path=path)


def sign_headers(app_key: str, secret: str, nonce: str, timestamp: str) -> dict[str, str]:
    """Returns the header fields that sign a request; ``timestamp`` is in milliseconds since 1970.

    >>> sign_headers("key", "secret", "14314", "1408710653000")["Signature"]
    'f7eaab94a01d60cf98173ff82c2f390b7b92c713'
    """
    return _value("api.headers.encode", appKey=app_key, secret=secret, nonce=nonce, timestamp=timestamp)


def check_headers(fields: Mapping[str, str] | Iterable[tuple[str, str]], secret: str) -> Signed:
    """Reads the header fields of a request, and checks their signature; the caller compares the time and the nonce.

    >>> check_headers(sign_headers("key", "secret", "1", "2"), "secret")["isSigned"]
    True
    """
    pairs = list(fields.items() if isinstance(fields, Mapping) else fields)
    return _value("api.headers.decode", fields=[list(pair) for pair in pairs], secret=secret)


def check_query(query: Data, secret: str, *, mode: Mode = "lenient") -> Signed:
    """Reads the query of a callback's URL, without ``?``, and checks its signature."""
    return _value("api.query.decode", query, secret=secret, mode=mode)


def decode_callback(kind: Literal["message", "status"], data: Data, *, mode: Mode = "lenient") -> Any:
    """Reads the body of a callback: a message as an object, or the list of users whose status has changed."""
    return _value("api.callback.decode", data, callback=kind, mode=mode)


def encode_callback(kind: Literal["message", "status"], value: Any) -> bytes:
    """Writes the body of a callback."""
    return _bytes("api.callback.encode", value, callback=kind)


def decode_url(data: Data, *, mode: Mode = "lenient") -> dict[str, Any]:
    """Reads the URL of a connection: ``host``, ``appId``, ``token`` and the versions. The token is a secret."""
    return _value("api.url.decode", data, mode=mode)


def encode_url(value: Value) -> str:
    """Writes the URL of a connection, which contains the token.

    >>> encode_url({"isSecure": True, "host": "example.com", "appId": "a", "token": "t"})
    'wss://example.com/websocket?appId=a&token=t'
    """
    return _bytes("api.url.encode", value).decode()
