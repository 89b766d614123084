# SPDX-License-Identifier: Apache-2.0
"""Requests and answers of the server API, read from the registry (API-080 to API-086, TST-180, TST-181)."""
import json
import os

import forms
from request import Skip, dump, to_base64
from schemas import SPEC
from strictjson import Fault, Parser

with open(os.path.join(SPEC, "registry", "server-api.json"), encoding="utf-8") as file:
    SERVICES = {entry["path"]: entry for entry in json.load(file)["entries"]}

FORM_BYTES, FORM_FIELDS, ANSWER_BYTES = 1048576, 2048, 4194304
CONTENT_BYTES, STRING_BYTES, DEPTH, MEMBERS = 131072, 131072, 32, 1024
FLAGS = {"0": False, "1": True, "false": False, "true": True}
TEXTS = ("text", "id", "type", "content")
KINDS = {"object": "object", "list": "array"}
INT64 = range(-2 ** 63, 2 ** 63)


def service(request):
    """Returns the service of a request."""
    path = request.string("path")
    if path not in SERVICES:
        raise Skip("no service with this path")
    return SERVICES[path]


def parse(data, most, string_bytes, strict):
    """Returns the tree of a JSON text; its faults have no path."""
    if len(data) > most:
        raise Fault("limit.size", 0)
    parsed = Parser(data, DEPTH, string_bytes)
    lone = parsed.lone[0][0] if strict and parsed.lone else None
    if parsed.fault and (lone is None or parsed.fault.offset < lone):
        raise Fault(parsed.fault.code, parsed.fault.offset)
    if lone is not None:
        raise Fault("json.surrogate", lone)
    return parsed.root


def integer(text):
    """Returns a decimal number, or None."""
    digits = text[1:] if text.startswith("-") else text
    if not digits or not all("0" <= each <= "9" for each in digits) or len(digits) > 4000:
        return None
    return int(text) if int(text) in INT64 else None


def inside(value, bounds, lowest=0):
    """Returns whether a number is in a range of the registry."""
    low, high = bounds or (lowest, None)
    return value >= low and (high is None or value <= high)


def allows(field, text, strict):
    """Returns whether a row allows a value (API-080, API-020, API-022, API-084)."""
    kind, size = field["type"], len(text.encode())
    if kind == "text":
        return inside(size, field.get("range"))
    if kind == "id":
        return 1 <= size <= 64
    if kind == "type":
        return 1 <= len(text) <= 32
    if kind == "content":
        return 1 <= size <= CONTENT_BYTES
    if kind == "integer":
        number = integer(text)
        return number is not None and inside(number, field.get("range"))
    if kind in KINDS:
        try:
            return parse(text.encode(), CONTENT_BYTES, STRING_BYTES, True).kind == KINDS[kind]
        except Fault:
            return False
    if strict:
        return text in (("0", "1") if kind == "bit" else ("true", "false"))
    return text.lower() in FLAGS


def most(field):
    """Returns the permitted number of occurrences, or infinity."""
    return float("inf") if field["occurs"][1] is None else field["occurs"][1]


def path_of(field):
    """Returns the path of a field in an error."""
    return "/" + field["name"]


def key(field, name):
    """Returns the id in the name of a keyed field, or None (API-083)."""
    prefix = field["name"] + "["
    return name[len(prefix):-1] if field.get("keyed") and name.startswith(prefix) and name.endswith("]") else None


# Reading

def read_form(data, fields, strict):
    """Returns the values of each field as pairs of key and text, and the other fields."""
    if len(data) > FORM_BYTES:
        raise Fault("limit.size", 0)
    given = forms.decode(data, 0, strict)
    if len(given) > FORM_FIELDS:
        raise Fault("limit.items", given[FORM_FIELDS].start)
    values = []
    for field in fields:
        def belongs(each, field=field):
            return key(field, each.name) is not None if field.get("keyed") else each.name == field["name"]
        found = [each for each in given if belongs(each)]
        given = [each for each in given if not belongs(each)]
        check_count(field, [each.start for each in found], len(data), most(field) == 1)
        for each in found:
            if not allows(field, each.value, strict):
                raise Fault("form.value", each.place, path=path_of(field))
            name = key(field, each.name)
            if name is not None and not 1 <= len(name.encode()) <= 64:
                raise Fault("form.value", each.start, path=path_of(field))
        values.append([(key(field, each.name), each.value) for each in found])
    return values, [(each.name, dump(each.value)) for each in given]


def check_count(field, places, end, is_single):
    """Refuses too few or too many occurrences (API-015, API-016, API-080)."""
    if len(places) < field["occurs"][0]:
        raise Fault("form.missing", end, path=path_of(field))
    if len(places) > most(field):
        raise Fault("form.duplicate" if is_single else "form.value", places[int(most(field))], path=path_of(field))


def read_body(data, fields, strict):
    """Returns the same for a JSON body (API-082)."""
    root = parse(data, FORM_BYTES, FORM_BYTES, True)
    if root.kind != "object":
        raise Fault("content.type", 0)
    members, values = root.members, []
    for field in fields:
        found = [(name, node) for name, node in members if name.text == field["name"]]
        members = [(name, node) for name, node in members if name.text != field["name"]]
        if len(found) > 1:
            raise Fault("form.duplicate", found[1][0].start, path=path_of(field))
        nodes = [node for _, node in found if strict or node.kind != "null"]
        if nodes and most(field) > 1 and nodes[0].kind == "array":
            nodes = nodes[0].items
            if len(nodes) > most(field):
                raise Fault("form.value", nodes[int(most(field))].start, path=path_of(field))
        elif nodes and most(field) > 1 and strict:
            raise Fault("form.value", nodes[0].start, path=path_of(field))
        items = [(None, item(field, node, data, strict)) for node in nodes]
        if len(items) < field["occurs"][0]:
            raise Fault("form.missing", len(data), path=path_of(field))
        values.append(items)
    return values, [(name.text, data[node.start:node.end]) for name, node in members]


def item(field, node, data, strict):
    """Returns the text of a value in a JSON body."""
    kind, raw = field["type"], data[node.start:node.end].decode()
    exact = {"integer": "number", "bit": "number", "boolean": "boolean", **KINDS}.get(kind, "string")
    loose = {"integer": ("string",), "bit": ("string", "boolean"), "boolean": ("string", "number"),
             "text": ("number", "null"), "id": ("number", "null")}.get(kind, ())
    text = node.text if node.kind == "string" else "" if node.kind == "null" else raw
    if kind in KINDS:
        text = raw
    elif node.kind != exact and (strict or node.kind not in loose):
        raise Fault("form.value", node.start, path=path_of(field))
    if not allows(field, text, strict):
        raise Fault("form.value", node.start, path=path_of(field))
    return text


def show(field, name, text):
    """Returns one value of a field as JSON."""
    kind = field["type"]
    if name is not None:
        return dump({"id": name, "name": text})
    if kind in KINDS:
        return text.encode()
    if kind == "integer":
        return dump(integer(text))
    return dump(FLAGS[text.lower()] if kind in ("bit", "boolean") else text)


def show_fields(fields, values, rest):
    """Returns the members of a value, each as JSON text."""
    parts = []
    for field, items in zip(fields, values):
        texts = [show(field, name, text) for name, text in items]
        if texts:
            value = b"[" + b",".join(texts) + b"]" if most(field) > 1 else texts[0]
            parts.append(dump(field["name"]) + b":" + value)
    if rest:
        parts.append(b'"rest":[' + b",".join(b"[%s,%s]" % (dump(name), value) for name, value in rest) + b"]")
    return parts


def decode(request):
    """api.form.decode."""
    entry, data, strict = service(request), request.bytes(), request.strict()
    values, rest = (read_body if entry.get("body") == "json" else read_form)(data, entry["fields"], strict)
    return b'{"value":{' + b",".join(show_fields(entry["fields"], values, rest)) + b"}}"


# Writing

def given_text(field, node, line):
    """Returns the key and text of a value of api.form.encode, or None if it has another type."""
    kind = field["type"]
    if field.get("keyed"):
        members = {name.text: value for name, value in node.members}
        name, text = members.get("id"), members.get("name")
        both = name is not None and text is not None and name.kind == text.kind == "string"
        return (name.text, text.text) if both else None
    if kind in KINDS:
        return None, line[node.start:node.end].decode()
    if kind == "integer":
        number = integer(node.text) if node.kind == "number" else None
        return None if number is None else (None, str(number))
    if kind in ("bit", "boolean"):
        words = ("0", "1") if kind == "bit" else ("false", "true")
        return (None, words[node.text == "true"]) if node.kind == "boolean" else None
    return (None, node.text) if node.kind == "string" else None


def encode(request):
    """api.form.encode."""
    entry, node = service(request), request.node("value", "object")
    is_json = entry.get("body") == "json"
    parse(request.line[node.start:node.end], float("inf"), None, False)
    if Parser(request.line[node.start:node.end]).lone:
        raise Fault("encode.json")
    values, rest = form_values(entry["fields"], node, request.line, is_json)
    return dump({"bytes": to_base64(write(entry["fields"], values, rest, is_json))})


def form_values(rows, node, line, is_json):
    """Returns the values of each row and the other fields of an object that is to be written (TST-180)."""
    fields = {field["name"]: field for field in rows}
    values, rest = {name: [] for name in fields}, []
    for name, value in node.members:
        if name.text == "rest":
            if value.kind != "array":
                raise Fault("encode.field", path="/rest")
            rest += [other(pair, line, is_json) for pair in value.items]
        elif name.text not in fields:
            raise Fault("encode.field", path="/" + name.text)
        else:
            field = fields[name.text]
            for each in value.items if most(field) > 1 and value.kind == "array" else [value]:
                text = given_text(field, each, line)
                if text is None:
                    raise Fault("encode.field", path=path_of(field))
                values[name.text].append(text)
    return values, rest


def other(pair, line, is_json):
    """Returns a field that no row names, as name and text."""
    if len(pair.items) != 2 or pair.items[0].kind != "string" or not (is_json or pair.items[1].kind == "string"):
        raise Fault("encode.field", path="/rest")
    name, value = pair.items
    return name.text, line[value.start:value.end].decode() if is_json else value.text


def write(fields, values, rest, is_json):
    """Writes the body of a request (API-021)."""
    pairs, members = [], []
    for field in fields:
        items = values[field["name"]]
        if not field["occurs"][0] <= len(items) <= most(field):
            raise Fault("encode.field", path=path_of(field))
        for name, text in items:
            has_key = name is None or 1 <= len(name.encode()) <= 64
            if not has_key or not allows(field, text, True):
                is_large = has_key and field["type"] == "content" and text
                raise Fault("encode.size" if is_large else "encode.field", path=path_of(field))
            pairs.append((field["name"] if name is None else f"{field['name']}[{name}]", text))
        texts = [json.dumps(text, ensure_ascii=False) if field["type"] in TEXTS else text for _, text in items]
        if texts:
            members.append(f'"{field["name"]}":' + (f"[{','.join(texts)}]" if most(field) > 1 else texts[0]))
    if not is_json:
        return forms.encode(pairs + rest).encode()
    return ("{" + ",".join(members + [f"{json.dumps(name, ensure_ascii=False)}:{text}" for name, text in rest]) + "}").encode()


# Answers

def has_type(member, node):
    """Returns whether a member of an answer has the type of its row (API-085)."""
    kind = member["type"]
    if kind == "integer":
        return node.kind == "number" and node.text is not None and integer(node.text) is not None
    if kind in ("text", "boolean", "object"):
        return node.kind == {"text": "string"}.get(kind, kind)
    if node.kind != "array":
        return False
    if kind == "texts":
        return all(each.kind == "string" for each in node.items)
    return all(each.kind == "object" and has_members(member, each) or kind != "objects" and each.kind == "string"
               for each in node.items)


def has_members(member, node):
    """Returns whether the members of an object in a list have their types."""
    inner = {each["name"]: each for each in member.get("members", ())}
    return all(has_type(inner[name.text], value) for name, value in node.members if name.text in inner)


def answer(request):
    """api.answer.decode."""
    entry, data, strict = service(request), request.bytes(), request.strict()
    root = parse(data, ANSWER_BYTES, STRING_BYTES, strict)
    if root.kind != "object":
        raise Fault("content.type", 0)
    if len(root.members) > MEMBERS:
        raise Fault("limit.members", root.members[MEMBERS][0].start)
    row, code, kept = {each["name"]: each for each in entry["answer"]}, None, []
    for name, node in root.members:
        if strict and not is_right(name.text, node, row):
            raise Fault("field.type", node.start, path="/" + name.text)
        number = integer(node.text) if name.text == "code" and node.kind in ("number", "string") else None
        if number is None:
            kept.append((name.text, node, data[name.start:name.end]))
        else:
            code = number
    if strict and code is None:
        raise Fault("field.missing", len(data), path="/code")
    message, short = last(kept, "errorMessage"), last(kept, "msg")
    if (message is None or message.kind != "string") and short is not None and short.kind == "string":
        message, kept = short, [each for each in kept if each[0] not in ("msg", "errorMessage")]
    parts = [] if code is None else [b'"code":%d' % code]
    if message is not None:
        parts.append(b'"errorMessage":' + data[message.start:message.end])
    for name, member in row.items():
        found = last(kept, name)
        if found is not None:
            parts.append(dump(name) + b":" + (identifiers(found, data) if member["type"] == "messageUIDs"
                                              else data[found.start:found.end]))
    parts += [raw + b":" + data[node.start:node.end] for name, node, raw in kept
              if name not in row and name != "errorMessage"]
    return b'{"value":{' + b",".join(parts) + b"}}"


def is_right(name, node, row):
    """Returns whether a member has the type of its row."""
    if name == "code":
        return node.kind == "number" and integer(node.text) is not None
    if name == "errorMessage":
        return node.kind == "string"
    return name not in row or has_type(row[name], node)


def last(kept, name):
    """Returns the value of the last member with a name, or None."""
    found = [node for each, node, _ in kept if each == name]
    return found[-1] if found else None


def identifiers(node, data):
    """Returns the list messageUIDs with an object for each id that arrived alone (API-086)."""
    if node.kind != "array":
        return data[node.start:node.end]
    texts = [data[each.start:each.end] for each in node.items]
    return b"[" + b",".join(b'{"messageUID":%s}' % text if each.kind == "string" else text
                            for each, text in zip(node.items, texts)) + b"]"


RECIPIENTS = ("userId", "groupId", "chatroomId", "messageUID")


def encode_answer(request):
    """api.answer.encode (TST-200)."""
    entry, node = service(request), request.node("value", "object")
    if Parser(request.line[node.start:node.end]).lone:
        raise Fault("encode.json")
    row = {each["name"]: each for each in entry["answer"]}
    given = {name.text: (request.line[name.start:name.end], value) for name, value in node.members}
    if "code" not in given:
        raise Fault("encode.field", path="/code")
    for name, (_, value) in given.items():
        is_text = row.get(name, {}).get("type") == "messageUIDs" and any(each.kind == "string" for each in value.items)
        if is_text or not is_right(name, value, row):
            raise Fault("encode.field", path="/" + name)
    parts = []
    for name in sorted(given, key=lambda each: list_index(["code", "errorMessage", *row], each)):
        spelling, value = given[name]
        is_list = row.get(name, {}).get("type") == "messageUIDs"
        parts.append(spelling + b":" + (recipients(value, request.line) if is_list else request.line[value.start:value.end]))
    return dump({"bytes": to_base64(b"{" + b",".join(parts) + b"}")})


def list_index(names, name):
    """Returns the position of a name in a list, or the length of the list."""
    return names.index(name) if name in names else len(names)


def recipients(node, line):
    """Returns the list messageUIDs with the recipient before the id in each object (API-086)."""
    def members(each):
        ordered = sorted(each.members, key=lambda member: list_index(RECIPIENTS, member[0].text))
        return b",".join(line[name.start:name.end] + b":" + line[value.start:value.end] for name, value in ordered)
    return b"[" + b",".join(b"{" + members(each) + b"}" for each in node.items) + b"]"
