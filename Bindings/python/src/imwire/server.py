# SPDX-License-Identifier: Apache-2.0
"""The server API: forms, answers, callbacks, signed header fields and queries, and the URLs of connections.

A ``path`` is that of a service, such as ``/user/getToken.json``; Spec/server-api-forms.md lists the members of its form
and of its answer. Values are those of Spec/testee-protocol.md (TST-180 to TST-205). Every function that reads raises
Refused with a code of Spec/errors.md and an offset in the bytes; every function that writes raises Refused with
``encode.field`` and the path of a member that cannot be written. A path that is not that of a service is Unsupported.
"""

from __future__ import annotations

import json
from typing import Any, Iterable, Literal, Mapping, TypedDict

from ._native import Data, data_of, library, options, output
from .contents import Mode, Value, to_json


class Signed(TypedDict):
    """The parts of a signature; ``isSigned`` is true if the secret makes the same signature (API-001)."""

    appKey: str
    nonce: str
    timestamp: str
    signature: str
    isSigned: bool


def _value(answer: bytes) -> Any:
    return json.loads(answer)["value"]


def _object(answer: bytes) -> dict[str, Any]:
    value: dict[str, Any] = _value(answer)
    return value


def _signed(answer: bytes) -> Signed:
    value: Signed = _value(answer)
    return value


def decode_form(path: str, data: Data, *, mode: Mode = "lenient") -> dict[str, Any]:
    """Reads the body of a request to a service.

    >>> decode_form("/user/getToken.json", "userId=u1&name=Mary")
    {'userId': 'u1', 'name': 'Mary'}
    """
    name, data = path.encode(), data_of(data)
    return _object(
        output(library.imwire_form_decode, options(mode, None), name, len(name), data, len(data)))


def encode_form(path: str, value: Value) -> bytes:
    """Writes the body of a request to a service.

    >>> encode_form("/user/getToken.json", {"userId": "u1", "name": "Mary"})
    b'userId=u1&name=Mary'
    """
    name, text = path.encode(), to_json(value)
    return output(library.imwire_form_encode, name, len(name), text, len(text))


def decode_answer(path: str, data: Data, *, mode: Mode = "lenient") -> dict[str, Any]:
    """Reads the answer of a service; ``code`` is 200 for a success.

    >>> decode_answer("/user/getToken.json", '{"code":200,"userId":"u1","token":"t"}')["token"]
    't'
    """
    name, data = path.encode(), data_of(data)
    return _object(
        output(library.imwire_answer_decode, options(mode, None), name, len(name), data, len(data)))


def encode_answer(path: str, value: Value) -> bytes:
    """Writes the answer of a service."""
    name, text = path.encode(), to_json(value)
    return output(library.imwire_answer_encode, name, len(name), text, len(text))


def sign_headers(app_key: str, secret: str, nonce: str, timestamp: str) -> dict[str, str]:
    """Returns the header fields that sign a request; ``timestamp`` is in milliseconds since 1970.

    >>> sign_headers("key", "secret", "14314", "1408710653000")["Signature"]
    'f7eaab94a01d60cf98173ff82c2f390b7b92c713'
    """
    texts = [text.encode() for text in (app_key, secret, nonce, timestamp)]
    return _object(output(library.imwire_headers_sign, *(part for text in texts for part in (text, len(text)))))


def check_headers(fields: Mapping[str, str] | Iterable[tuple[str, str]], secret: str) -> Signed:
    """Reads the header fields of a request, and checks their signature; the caller compares the time and the nonce.

    >>> check_headers(sign_headers("key", "secret", "1", "2"), "secret")["isSigned"]
    True
    """
    pairs = list(fields.items() if isinstance(fields, Mapping) else fields)
    text, key = to_json([list(pair) for pair in pairs]), secret.encode()
    return _signed(output(library.imwire_headers_check, text, len(text), key, len(key)))


def check_query(query: Data, secret: str, *, mode: Mode = "lenient") -> Signed:
    """Reads the query of a callback's URL, without ``?``, and checks its signature."""
    data, key = data_of(query), secret.encode()
    return _signed(
        output(library.imwire_query_check, options(mode, None), data, len(data), key, len(key)))


def decode_callback(kind: Literal["message", "status"], data: Data, *, mode: Mode = "lenient") -> Any:
    """Reads the body of a callback: a message as an object, or the list of users whose status has changed."""
    data = data_of(data)
    return _value(
        output(library.imwire_callback_decode, options(mode, None), kind.encode(), data, len(data)))


def encode_callback(kind: Literal["message", "status"], value: Any) -> bytes:
    """Writes the body of a callback."""
    text = to_json(value)
    return output(library.imwire_callback_encode, kind.encode(), text, len(text))


def decode_url(data: Data, *, mode: Mode = "lenient") -> dict[str, Any]:
    """Reads the URL of a connection: ``host``, ``appId``, ``token`` and the versions. The token is a secret."""
    data = data_of(data)
    return _object(output(library.imwire_url_decode, options(mode, None), data, len(data)))


def encode_url(value: Value) -> str:
    """Writes the URL of a connection, which contains the token.

    >>> encode_url({"isSecure": True, "host": "example.com", "appId": "a", "token": "t"})
    'wss://example.com/websocket?appId=a&token=t'
    """
    text = to_json(value)
    return output(library.imwire_url_encode, text, len(text)).decode()
