#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the OpenAPI and the AsyncAPI document with the tables of Spec/*.md: nothing may be missing in either.

    scripts/check-descriptions.py

The chapters are written by people, except for server-api-forms.md. Exits with 1 and a list of the differences.
"""

import re
import sys
from pathlib import Path

import yaml

SPEC = Path(__file__).resolve().parent.parent / "Spec"
problems = []


def check(is_right, problem):
    if not is_right:
        problems.append(problem)


def same(found, expected, place):
    check(found == expected, f"{place}: the document has {found!r}, the chapter {expected!r}")


def rows(text):
    """Returns the cells of the rows of tables."""
    lines = [line for line in text.splitlines() if line.startswith("|") and not line.startswith("|---")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def section(text, start, end=r"^## |\Z"):
    """Returns the text that follows a heading or the number of a requirement."""
    found = re.search(rf"^(?:## |\*\*){start}.*?(?={end})", text, re.S | re.M)
    if not found:
        sys.exit(f"the chapters have no {start}")
    return found[0]


def words(text):
    return re.findall(r"`([^`]+)`", text)


# The server API


def bounds(least, most):
    return f"{least} or more" if most is None else f"{least} to {most}"


def field_cell(name, schema, is_required):
    """Returns the description of a field as server-api-forms.md writes it."""
    occurs, value = (int(is_required), 1), schema
    if "additionalProperties" in schema:
        name, value = f"{name}[id]", schema["additionalProperties"]
        occurs = (schema.get("minProperties", 0), schema.get("maxProperties"))
    elif schema["type"] == "array" and schema.get("x-kind") is None:
        value, occurs = schema["items"], (schema.get("minItems", 0), schema.get("maxItems"))
    kind = value["x-kind"]
    parts = [kind]
    if kind == "integer":
        parts.append(bounds(value["minimum"], None if value["maximum"] == 2**63 - 1 else value["maximum"]))
    elif kind == "text" and ("maxLength" in value or "minLength" in value):
        parts.append(bounds(value.get("minLength", 0), value.get("x-maxBytes")))
    if occurs not in ((0, 1), (1, 1)):
        parts.append(f"{bounds(*occurs)} times")
    return f"`{name}`{'?' if occurs == (0, 1) else ''} ({'; '.join(parts)})"


def answer_type(schema):
    """Returns the type of a member of an answer, and the members of its elements."""
    if schema["type"] != "array":
        return {"string": "text"}.get(schema["type"], schema["type"]), {}
    items = schema["items"]
    if items.get("$ref", "").endswith("/PublishedMessage"):
        return "messageUIDs", {}
    if "anyOf" in items:
        return "users", items["anyOf"][1].get("properties", {})
    return {"string": "texts", "object": "objects"}[items["type"]], items.get("properties", {})


def answer_cell(name, schema):
    kind, members = answer_type(schema)
    inner = ", ".join(f"`{member}` {answer_type(rule)[0]}" for member, rule in members.items())
    return f"`{name}` ({kind}{': ' + inner if inner else ''})"


def check_services(document):
    page = {words(row[0])[0]: row for row in rows((SPEC / "server-api-forms.md").read_text()) if words(row[0])}
    same(list(document["paths"]), list(page), "paths")
    for path, item in document["paths"].items():
        operation = item["post"]
        content = operation.get("requestBody", {}).get("content", {})
        schema = next(iter(content.values()), {}).get("schema", {})
        required = schema.get("required", [])
        fields = [field_cell(name, rule, name in required) for name, rule in schema.get("properties", {}).items()]
        same(", ".join(fields), page[path][1], f"{path}, fields")
        answer = operation["responses"]["200"]["content"]["application/json"]["schema"]
        members = answer["allOf"][1]["properties"] if "allOf" in answer else {}
        same(", ".join(answer_cell(*member) for member in members.items()), page[path][2], f"{path}, answer")
        same("JSON body" in page[path][3], "application/json" in content, f"{path}, JSON")
        same("*inferred*" in page[path][3], "it is inferred" in operation["description"], f"{path}, source")
        check({"200", "400", "401", "413"} <= operation["responses"].keys(), f"{path} lacks a response")


def check_chapter(document):
    """Compares with server-api.md: its services, header fields and callbacks."""
    text = (SPEC / "server-api.md").read_text()
    for path in sorted(set(re.findall(r"`/?(/[a-zA-Z_][a-zA-Z_/]*\.json)`", text))):
        check(path in document["paths"], f"{path} is missing")
    names = [scheme["name"] for scheme in document["components"]["securitySchemes"].values()]
    same(names, words(section(text, "API-004", r"^\*\*API-005")), "header fields")
    same(document["security"], [{name: [] for name in document["components"]["securitySchemes"]}], "security")
    query = words(section(text, "API-070", r"^\*\*API-071"))
    bodies = {"messageRouting": "API-071", "onlineStatus": "API-073"}
    for name, webhook in document["webhooks"].items():
        operation = webhook["post"]
        parameters = [item["$ref"].rsplit("/", 1)[1] for item in operation["parameters"]]
        found = [document["components"]["parameters"][parameter]["name"] for parameter in parameters]
        check(set(query) <= set(found), f"{name}: its signature has {found}, the chapter {query}")
        schema = next(iter(operation["requestBody"]["content"].values()))["schema"]
        properties = schema.get("items", schema)["properties"]
        if name in bodies:
            last = int(bodies[name][-3:]) + 1
            known = words(re.sub(r"\(.*?\)", "", section(text, bodies[name], rf"^\*\*API-{last:03}|^## ")))
            known = [word for word in known if word not in ("messageUID", "sentTime", "0", "1", "2")]
            same(sorted(properties), sorted(set(known)), name)
    channels = document["webhooks"]["messageRouting"]["post"]["requestBody"]["content"]
    kinds = channels["application/x-www-form-urlencoded"]["schema"]["properties"]["channelType"]["x-values"]
    same(list(kinds), words(section(text, "API-072", r"^\*\*API-073"))[1:], "channelType")


# The connections


def layout(document, packet, direction, version):
    """Returns the members of a packet with their widths, in their order."""

    def is_in(scope):
        return scope.get("direction", direction) == direction and version in scope.get("versions", [version])

    short = {"string": "str", "flags": "u8"}
    for name, member in document["components"]["schemas"][packet]["properties"].items():
        hidden = "x-not" in member and is_in(member["x-not"])
        if "x-bit" not in member and is_in(member.get("x-only", {})) and not hidden:
            kind = short.get(member["x-kind"], member["x-kind"])
            yield kind, (name if packet != "CONNECT" or kind != "u8" or name != "flags" else "")


def check_packets(document, text):
    versions = {"all": (2, 3, 4), "2": (2,), "2, 3": (2, 3), "3, 4": (3, 4), "4": (4,)}
    for names, directions, known, body in rows(section(text, "RMTP-030", r"^\*\*RMTP-031"))[1:]:
        if names.startswith("type "):
            continue
        for packet in names.split(", "):
            expected = [tuple(pair) for pair in re.findall(r"(str|u\d+|rest) (?:`(\w+)`)?", body)]
            for direction in ("up", "down") if directions == "both" else (directions,):
                for version in versions[known]:
                    found = list(layout(document, packet, direction, version))
                    same(found, expected, f"{packet} {direction}, version {version}")


def check_polling(document, text):
    schemas = document["components"]["schemas"]
    for names, kind, packets in rows(section(text, "RMTP-093", r"^\*\*RMTP-094"))[1:]:
        for name in words(names):
            for packet in re.findall(r"[A-Z]{3,}", packets.replace("JSON", "")):
                schema = schemas.get(f"Polled{packet}")
                check(not schema or name in schema["properties"], f"{packet} lacks {name} in polling")
    post = list(schemas["PostQuery"]["properties"])
    parameters = [word for word in words(section(text, "RMTP-098", r"^\*\*RMTP-099")) if word in post]
    same(post, parameters, "the parameters of a POST")
    members = [words(row[0])[0] for row in rows(section(text, "RMTP-212", r"^\*\*RMTP-213"))[1:]]
    # `openUS` is a member of "What the web SDKs expect" only.
    same(list(schemas["NavigationAnswer"]["properties"]), members + ["openUS"], "the navigation answer")


def check_addresses(document, text):
    addresses = {channel["address"] for channel in document["channels"].values()}
    queries = {}
    for operation in document["operations"].values():
        binding = operation.get("bindings", {}).get("http")
        if binding:
            query = binding["query"]
            for part in query.get("$ref", "#/")[2:].split("/") if "$ref" in query else ():
                query = (document if query is binding["query"] else query)[part]
            address = document["channels"][operation["channel"]["$ref"].rsplit("/", 1)[1]]["address"]
            queries.setdefault(f"{binding['method']} {address}", set()).update(query["properties"])
    table = section(text, "What the web SDKs expect").split("### Addresses")[1].split("###")[0]
    for request, parameters, _ in [row for row in rows(table)[1:] if len(row) == 3]:
        for path in re.findall(r"`(/[^`]+)`", request):
            check(path in addresses, f"{path} is missing")
            method = re.search(r"\b(GET|POST)\b", request)
            known = queries.get(f"{method[1] if method else 'GET'} {path}", set())
            for name in words(parameters):
                if name.isalpha() and name not in ("undefined", "getServerEndpoint"):
                    check(name in known, f"{path} lacks the parameter {name}")


def check_topics(document, text):
    messages = document["channels"]["socket"]["messages"]
    known = {message["name"] for message in messages.values()}
    mentioned = set()
    for row in rows(section(text, "RMTP-161", r"^\*\*RMTP-162"))[1:]:
        mentioned |= set(words(row[2] + row[3]))
    mentioned |= {word for word in words(section(text, "RMTP-162", r"^\*\*RMTP-163")) if re.match(r"s_|rtc_", word)}
    table = section(text, "What the web SDKs expect").split("### Answers")[1].split("###")[0]
    for topics, answers in rows(table)[1:]:
        names = words(topics)
        mentioned |= set(names)
        bodies = re.findall(r"[A-Z]\w+(?:s|Output|Ouput|Resp|Input)\b", answers)
        for topic in names if bodies else ():
            answer = messages[f"query-{topic}"]["x-answer"]["$ref"].rsplit("/body-", 1)[1]
            check(answer in bodies, f"{topic}: the document has the answer {answer}, the chapter {bodies}")
    same(sorted(mentioned - known), [], "topics that are missing")
    used = set()
    for operation in document["operations"].values():
        references = operation["messages"] + operation.get("reply", {}).get("messages", [])
        used |= {reference["$ref"].rsplit("/", 1)[1] for reference in references}
    same(sorted(messages.keys() - used), [], "messages without an operation")


server_api = yaml.safe_load((SPEC / "server-api.openapi.yaml").read_text())
check_services(server_api)
check_chapter(server_api)
connections = yaml.safe_load((SPEC / "rongcloud.asyncapi.yaml").read_text())
chapter = (SPEC / "rmtp.md").read_text()
for step in (check_packets, check_polling, check_addresses, check_topics):
    step(connections, chapter)
if problems:
    sys.exit("\n".join(problems))
print(f"Spec/*.md: OK ({len(server_api['paths'])} services, {len(server_api['webhooks'])} callbacks, "
      f"{len(connections['channels']['socket']['messages'])} messages of the WebSocket)")
