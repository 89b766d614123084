#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Removes from symbol graphs what every message repeats, so that the reference stays small.

    python3 scripts/site/graphs.py FOLDER

A generated message has about ten members that only implement a protocol, whose documentation describes them. There are
210 such messages, and DocC would write a page for each of these members.
"""

import json
import pathlib
import sys

# The requirements of MessageContent, ContentObject and ProtobufMessage.
REPEATED = {
    "unknownMembers", "memberTable", "objectName", "persistence", "encode", "init", "unknownFields", "messageName",
    "fields", "hasRequiredFields", "merge", "traverse", "encodedByteCount", "readBody", "append",
}


def main(folder):
    for path in sorted(folder.rglob("*.symbols.json")):
        graph = json.loads(path.read_text(encoding="utf-8"))
        inherited = {each["source"] for each in graph["relationships"]
                     if each["kind"] == "memberOf" and "sourceOrigin" in each}
        removed = {symbol["identifier"]["precise"] for symbol in graph["symbols"]
                   if symbol["identifier"]["precise"] in inherited
                   and symbol["names"]["title"].split("(")[0] in REPEATED}
        graph["symbols"] = [each for each in graph["symbols"] if each["identifier"]["precise"] not in removed]
        graph["relationships"] = [each for each in graph["relationships"]
                                  if each["source"] not in removed and each["target"] not in removed]
        path.write_text(json.dumps(graph), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
