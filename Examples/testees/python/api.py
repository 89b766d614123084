# SPDX-License-Identifier: Apache-2.0
"""The server API: signatures, and what carries them, the header fields of a request and the query of a callback."""
import hashlib
import hmac

import forms
from request import dump
from strictjson import Fault

FIELDS = {"App-Key": "appKey", "Nonce": "nonce", "Timestamp": "timestamp", "Signature": "signature"}
QUERY = ("appKey", "nonce", "timestamp", "signTimestamp", "signature")
CONTROLS = {*range(0x20), 0x7F}


def signature(secret, nonce, timestamp):
    """Returns the hexadecimal SHA-1 of secret, nonce and timestamp (API-001)."""
    return hashlib.sha1((secret + nonce + timestamp).encode()).hexdigest()


def sign(request):
    """api.sign (TST-095)."""
    return dump({"signature": signature(request.string("secret"), request.string("nonce"), request.string("timestamp"))})


def verified(values, request):
    """Returns the answer with the values that were signed, and whether their signature is right (API-006)."""
    own = signature(request.string("secret"), values["nonce"], values["timestamp"])
    is_signed = hmac.compare_digest(own.encode(), values["signature"].encode())
    return dump({"value": {**values, "isSigned": is_signed}})


def decode_headers(request):
    """api.headers.decode (TST-201)."""
    values = {}
    for pair in request.items("fields", "array"):
        name, value = (item.text for item in pair.items)
        if not name.isascii():
            continue    # lower() makes k of the Kelvin sign
        plain = name.lower().removeprefix("rc-")
        field = next((each for each in FIELDS if each.lower() == plain), None)
        if field in values:
            raise Fault("header.duplicate", 0, path="/" + field)    # API-005
        if field:
            values[field] = value
    for field in FIELDS:
        if not values.get(field):
            raise Fault("header.missing", 0, path="/" + field)      # API-005, API-087
    return verified({name: values[field] for field, name in FIELDS.items()}, request)


def encode_headers(request):
    """api.headers.encode (TST-201)."""
    texts = {name: request.string(name) for name in ("appKey", "nonce", "timestamp")}
    texts["signature"] = signature(request.string("secret"), texts["nonce"], texts["timestamp"])
    fields = {field: texts[name] for field, name in FIELDS.items()}
    for field, text in fields.items():
        if text != text.strip(" ") or any(ord(each) in CONTROLS for each in text):
            raise Fault("encode.header", path="/" + field)      # API-007
    return dump({"value": fields})


def decode_query(request):
    """api.query.decode (TST-202)."""
    data = request.bytes()
    found = {}
    for field in forms.decode(data, 0, request.strict()):
        if field.name not in QUERY:
            continue
        if field.name in found:
            raise Fault("form.duplicate", field.start, path="/" + field.name)
        if not field.value and field.name not in ("appKey", "signature"):
            raise Fault("form.value", field.place, path="/" + field.name)    # API-087
        found[field.name] = field.value
    values = {"nonce": found.get("nonce"), "timestamp": found.get("signTimestamp", found.get("timestamp")),
              "signature": found.get("signature")}
    for name, text in values.items():
        if text is None:
            raise Fault("form.missing", len(data), path="/signTimestamp" if name == "timestamp" else "/" + name)
    return verified({**({"appKey": found["appKey"]} if "appKey" in found else {}), **values}, request)
