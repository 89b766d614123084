#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Sends the HTTP requests of Spec/rongcloud.asyncapi.yaml to `imwire serve`, and checks its answers.

    scripts/check-connections.py PORT

Navigation, the check of a host, and a session of polling: each parameter has to be described, and each answer to have
the described members and no others. IMWIRE_APP_KEY and IMWIRE_APP_SECRET are those of the server.
"""

import hashlib
import json
import os
import re
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

import jsonschema
import yaml

from described import resolved, undescribed

KEY, SECRET = os.environ["IMWIRE_APP_KEY"], os.environ["IMWIRE_APP_SECRET"]
SERVER = f"http://127.0.0.1:{int(sys.argv[1])}"
SPEC = Path(__file__).resolve().parent.parent / "Spec"
document = yaml.safe_load((SPEC / "rongcloud.asyncapi.yaml").read_text())
checked = 0


def load(url, data=None, headers={}):
    try:
        with urllib.request.urlopen(urllib.request.Request(url, data, headers), timeout=30) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as answer:
        return answer.code, answer.read().decode()


def validate(value, schema, place):
    global checked
    checked += 1
    try:
        jsonschema.Draft7Validator({**document, "allOf": [schema]}).validate(value)
    except jsonschema.ValidationError as error:
        sys.exit(f"{place}: {error.json_path}: {error.message[:400]}")
    names = undescribed(value, schema, document)
    if names:
        sys.exit(f"{place}: the document does not describe {names}")


def token(user):
    """Returns a token from the server API."""
    timestamp = str(int(time.time()))
    signature = hashlib.sha1((SECRET + user + timestamp).encode()).hexdigest()
    headers = {"App-Key": KEY, "Nonce": user, "Timestamp": timestamp, "Signature": signature}
    status, answer = load(f"{SERVER}/user/getToken.json", urllib.parse.urlencode({"userId": user}).encode(), headers)
    if status != 200:
        sys.exit(f"the server issues no token: {answer}")
    return json.loads(answer)["token"]


def ask(name, values, body=None, status=200):
    """Sends the request of an operation; returns the answer, after it was checked."""
    operation = document["operations"][name]
    binding = operation["bindings"]["http"]
    query = resolved(binding["query"], document)
    missing, unknown = set(query.get("required", [])) - values.keys(), values.keys() - query["properties"].keys()
    if missing or unknown:
        sys.exit(f"{name}: the document requires {missing}, and does not know {unknown}")
    address = resolved(operation["channel"], document)["address"]
    data = json.dumps(body).encode() if body is not None else b"" if binding["method"] == "POST" else None
    found, text = load(f"{SERVER}{address}?{urllib.parse.urlencode(values)}", data)
    if found != status:
        sys.exit(f"{name}: the status is {found} instead of {status}: {text[:200]}")
    replies = [resolved(message, document) for message in operation["reply"]["messages"]]
    statuses = [reply.get("bindings", {}).get("http", {}).get("statusCode", 200) for reply in replies]
    reply, value = replies[statuses.index(status)], text
    if reply["contentType"] == "application/json":
        value = json.loads(text)
    elif reply["contentType"] == "application/javascript":
        call = re.fullmatch(r"\s*([\w$.]+)\((.*)\);?\s*", text, re.S)
        if not call or call[1] != values["callBack"]:
            sys.exit(f"{name}: the answer is no call of {values['callBack']}: {text[:200]}")
        value = json.loads(call[2])
    validate(value, reply["payload"], name)
    return value


def check_body(packet, body, place):
    validate(json.loads(packet["data"]), body, place)


def header(packet, qos=0):
    return document["components"]["schemas"][packet]["x-packetType"] << 4 | qos << 1


messages = document["channels"]["socket"]["messages"]
tokens = {user: token(user) for user in ("anna", "ben")}
navigation = {"appId": KEY, "token": tokens["anna"], "callBack": "getServerEndpoint", "v": "4.2.0", "r": "1"}
for name in ("findHost", "findPollingHost"):
    if ask(name, navigation)["code"] != 200:
        sys.exit(f"{name}: the token is refused")
ask("checkHost", {"r": "1"})
sessions = {}
for user in tokens:
    query = {"appId": KEY, "token": tokens[user], "sdkVer": "4.2.0", "apiVer": "normal", "pid": "word"}
    connack = ask("openSession", query)
    if connack["status"] != 0 or connack["headerCode"] & 0xFF != header("CONNACK"):
        sys.exit(f"openSession: {connack}")
    sessions[user] = {"sessionid": connack["sessionid"], "pid": "word"}
message = {"sessionId": 3, "classname": "RC:TxtMsg", "content": json.dumps({"content": "hello"})}
publish = {"messageid": 1, "header": header("PUBLISH", 1), "topic": "ppMsgP", "targetid": "ben"}
validate(message, messages["publish-ppMsgP"]["x-body"], "ppMsgP")
replies = ask("postPacket", {**publish, **sessions["anna"]}, message)
if [reply["headerCode"] & 0xF0 for reply in replies] != [header("PUBACK")] or replies[0]["status"] != 0:
    sys.exit(f"postPacket: {replies}")
pulled = []
for topic, target, body in (
    ("pullMsg", "ben", {"syncTime": 0, "ispolling": False}),
    ("qryPMsg", "anna", {"targetId": "anna", "time": 0, "count": 10, "order": 0}),
    ("qryRelation", "ben", {"type": 1, "count": 10, "startTime": 0, "order": 0}),
):
    bodies = [messages[f"query-{topic}"]["x-body"], *messages[f"query-{topic}"].get("x-otherBodies", [])]
    query = {"messageid": 2, "header": header("QUERY", 1), "topic": topic, "targetid": target}
    replies = ask("postPacket", {**query, **sessions["ben"]}, body)
    answers = [reply for reply in replies if reply["headerCode"] & 0xF0 == header("QUERYACK")]
    if len(answers) != 1:
        sys.exit(f"{topic}: {replies}")
    check_body(answers[0], messages[f"query-{topic}"]["x-answer"], topic)
for packet in ask("pollPackets", {"timestrap": 1, **sessions["ben"]}):
    if packet["headerCode"] & 0xF0 == header("PUBLISH"):
        check_body(packet, messages[f"publish-{packet['topic']}"]["x-body"], packet["topic"])
        pulled.append(packet["topic"])
if not pulled:
    sys.exit("pollPackets: the message is not announced")
ask("pollPackets", {"sessionid": "none"}, status=400)
print(f"{SERVER}: OK ({checked} answers and bodies as the document describes them, {', '.join(pulled)} received)")
