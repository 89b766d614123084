# SPDX-License-Identifier: Apache-2.0
"""Hooks of schemathesis for `scripts/test-openapi`: signatures, forms, limits in bytes, and two checks of our own.

The check `form_rules` decides by itself whether the bytes of a request obey Spec/server-api.openapi.yaml, by the rules
API-010 to API-022 and API-080 to API-084 of Spec/server-api.md, and fails if the server decides otherwise. The check
`answer_members` fails if an answer has a member that the document does not describe.
"""

import hashlib
import itertools
import json
import os
import re
import time
from urllib.parse import quote

import schemathesis
from schemathesis import GenerationMode
from schemathesis.core.failures import AcceptedNegativeData

from described import resolved, undescribed

APP_KEY = os.environ["IMWIRE_APP_KEY"]
SECRET = os.environ["IMWIRE_APP_SECRET"]
FORM = "application/x-www-form-urlencoded"
nonces = itertools.count(1)


@schemathesis.auth(refresh_interval=None)
class Signature:
    """The four header fields of a signed request (API-001 to API-004)."""

    def get(self, case, context):
        nonce, timestamp = str(next(nonces)), str(int(time.time()))
        digest = hashlib.sha1((SECRET + nonce + timestamp).encode()).hexdigest()
        return {"App-Key": APP_KEY, "Nonce": nonce, "Timestamp": timestamp, "Signature": digest}

    def set(self, case, data, context):
        case.headers = {**(case.headers or {}), **data}


# Requests


def media(operation):
    """Returns the media type of an operation's body and its description, or (None, {})."""
    body = operation.definition.raw.get("requestBody")
    return next(iter(body["content"].items())) if body else (None, {})


def text(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def fields(operation, body):
    """Returns the fields of a form in their order: lists repeat a field, and keyed fields have an id (API-083)."""
    encodings = media(operation)[1].get("encoding", {})
    for name, value in body.items():
        encoding = encodings.get(name, {})
        if "contentType" in encoding:
            yield name, value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        elif encoding and isinstance(value, dict):
            for key, item in value.items():
                yield f"{name}[{key}]", text(item)
        else:
            for item in value if isinstance(value, list) else [value]:
                yield name, text(item)


@schemathesis.serializer(FORM)
def form(context, value):
    """Writes a form (API-011)."""
    operation = context.case.operation
    if not isinstance(value, dict):
        return text(value).encode()
    pairs = fields(operation, {**value, **(dropped(operation, value) if is_valid(context.case) else {})})
    return "&".join(quote(name, safe="~") + "=" + quote(item, safe="~") for name, item in pairs).encode()


def is_valid(case):
    """Returns whether a request was generated to be valid."""
    return bool(case.meta) and case.meta.generation.mode == GenerationMode.POSITIVE


def dropped(operation, body):
    """Returns the required objects and lists that are empty, which schemathesis leaves out of forms."""
    description = media(operation)[1]
    schema, encodings = description["schema"], description.get("encoding", {})
    names = [name for name in schema.get("required", []) if "contentType" in encodings.get(name, {})]
    return {name: [] if schema["properties"][name]["type"] == "array" else {} for name in names if name not in body}


def clipped(value, schema):
    """Returns a value whose texts have at most as many bytes as `x-maxBytes` permits."""
    if isinstance(value, str) and "x-maxBytes" in schema:
        data = value.encode()
        short = value if len(data) <= schema["x-maxBytes"] else data[: schema["x-maxBytes"]].decode(errors="ignore")
        return short + "0" * (schema.get("minLength", 0) - len(short.encode()))
    if isinstance(value, list):
        return [clipped(item, schema.get("items", {})) for item in value]
    if isinstance(value, dict):
        names, others = schema.get("propertyNames", {}), schema.get("additionalProperties", {})
        rules = schema.get("properties", {})
        return {clipped(name, names): clipped(item, rules.get(name, others)) for name, item in value.items()}
    return value


@schemathesis.hook
def map_case(context, case):
    """Shortens texts of valid requests: JSON Schema limits characters, and the service bytes (API-080)."""
    if is_valid(case) and isinstance(case.body, dict):
        case.body = clipped(case.body, media(case.operation)[1].get("schema", {}))
    return case


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """Drops reports that an invalid request was accepted if its bytes are valid.

    A form has no types: a list of one element is the element, and `0` is a boolean (API-022).
    """
    return not isinstance(failure, AcceptedNegativeData) or not is_right(response.request, case.operation)


# The checks


def parsed(data):
    """Returns the fields of a form (API-012, API-013), or None if it is not UTF-8 (API-014)."""
    pairs = []
    for part in data.split(b"&"):
        if not part:
            continue
        name, _, value = part.partition(b"=")
        try:
            pairs.append(tuple(unescaped(side).decode() for side in (name, value)))
        except UnicodeDecodeError:
            return None
    return pairs


def unescaped(data):
    data = data.replace(b"+", b" ")
    return re.sub(rb"%([0-9A-Fa-f]{2})", lambda match: bytes([int(match[1], 16)]), data)


def is_size(value, schema):
    """Returns whether a text has a permitted length: in bytes, or in characters for the name of a type (CNT-002)."""
    size = len(value if schema.get("x-kind") == "type" else value.encode())
    return schema.get("minLength", 0) <= size <= schema.get("maxLength", size)


class Number(str):
    """A number as it is written."""


def depth(value):
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return 0 if inner is None else 1 + max(map(depth, inner), default=0)


def load(value, number=float):
    """Returns the value of JSON text by the rules of contents, or None."""

    def members(pairs):
        if len({name for name, _ in pairs}) < len(pairs):
            raise ValueError
        return dict(pairs)

    def constant(_):
        raise ValueError

    try:
        result = json.loads(
            value, object_pairs_hook=members, parse_constant=constant, parse_int=number, parse_float=number
        )
        json.dumps(result, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        return None
    return result if depth(result) <= 32 else None


def admits(value, schema):
    """Returns whether a field may have this text (API-020, API-022, API-080)."""
    kind = schema["x-kind"]
    if kind in ("bit", "boolean"):
        return value.lower() in ("0", "1", "true", "false")
    if kind == "integer":
        return bool(re.fullmatch(r"-?[0-9]+", value)) and schema["minimum"] <= int(value) <= schema["maximum"]
    if kind in ("object", "list"):
        return isinstance(load(value), {"object": dict, "list": list}[kind])
    return is_size(value, schema)


def is_form(operation, data):
    """Returns whether the bytes are a form of the operation."""
    description = media(operation)[1]
    schema, encodings = description.get("schema", {}), description.get("encoding", {})
    pairs = parsed(data)
    if pairs is None or len(data) > 1_048_576 or len(pairs) > 2_048:
        return False
    for name, rule in schema.get("properties", {}).items():
        encoding = encodings.get(name, {})
        if "style" in encoding:
            found = [(n[len(name) + 1 : -1], v) for n, v in pairs if n.startswith(name + "[") and n.endswith("]")]
            least, most, item = rule.get("minProperties", 0), None, rule["additionalProperties"]
            if not all(is_size(key, rule["propertyNames"]) for key, _ in found):
                return False
        else:
            is_list = rule["type"] == "array" and not encoding
            found = [(n, v) for n, v in pairs if n == name]
            least = rule.get("minItems", 0) if is_list else int(name in schema.get("required", []))
            most, item = (rule.get("maxItems"), rule["items"]) if is_list else (1, rule)
        if len(found) < least or most is not None and len(found) > most:
            return False
        if not all(admits(value, item) for _, value in found):
            return False
    return True


def admits_json(value, schema):
    """Returns whether a member of a JSON body may have this value, in the spellings of API-082."""
    kind = schema["x-kind"]
    if kind in ("object", "list"):
        return isinstance(value, {"object": dict, "list": list}[kind]) and load(text(value)) is not None
    if kind in ("content", "type"):
        return type(value) is str and admits(value, schema)
    if kind in ("id", "text"):
        return (value is None or isinstance(value, str)) and admits(text(value), schema)
    return isinstance(value, (str, bool)) and admits(text(value), schema)


def is_json(operation, data):
    """Returns whether the bytes are a JSON body of the operation (API-082)."""
    schema = media(operation)[1]["schema"]
    body = load(data.decode(errors="surrogateescape"), Number)
    if not isinstance(body, dict) or len(data) > 1_048_576:
        return False
    for name, rule in schema["properties"].items():
        value = body.get(name)
        values = [] if value is None else [value]
        least, most, item = int(name in schema.get("required", [])), 1, rule
        if rule["type"] == "array":
            least, most, item = rule.get("minItems", 0), rule.get("maxItems"), rule["items"]
            values = value if isinstance(value, list) else values
        if len(values) < least or most is not None and len(values) > most:
            return False
        if not all(admits_json(value, item) for value in values):
            return False
    return True


def is_right(request, operation):
    """Returns whether the body of a request obeys the rules."""
    data = request.body or b""
    data = data.encode() if isinstance(data, str) else data
    return is_form(operation, data) if media(operation)[0] != "application/json" else is_json(operation, data)


@schemathesis.check
def form_rules(context, response, case):
    """Fails if the server refuses a body that obeys the rules, or accepts one that does not."""
    if response.request.method != "POST" or response.status_code not in (200, 400):
        return
    right = is_right(response.request, case.operation)
    if right != (response.status_code == 200):
        body = response.request.body or b""
        word = "right" if right else "wrong"
        raise AssertionError(f"the body is {word}, the status {response.status_code}: {body[:400]!r}")


@schemathesis.check
def answer_members(context, response, case):
    """Fails if an answer has a member that the document does not describe."""
    document = case.operation.schema.raw_schema
    answer = case.operation.definition.raw["responses"].get(str(response.status_code))
    content = resolved(answer, document).get("content") if answer else None
    if content:
        names = undescribed(response.json(), content["application/json"]["schema"], document)
        if names:
            raise AssertionError(f"the document does not describe {', '.join(names)}")
