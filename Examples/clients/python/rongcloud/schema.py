# SPDX-License-Identifier: Apache-2.0
"""The protobuf messages, read from the .proto files of the specification."""

import functools
import pathlib
import re

FIELD = re.compile(r"(required|optional|repeated)\s+(\w+)\s+(\w+)\s*=\s*(\d+)\s*;")
BLOCK = re.compile(r"\b(message|enum)\s+(\w+)\s*\{([^{}]*)\}")


class Field:
    """One field of a message."""

    def __init__(self, rule, kind, name, number):
        self.required, self.repeated = rule == "required", rule == "repeated"
        self.kind, self.name, self.number = kind, name, int(number)


def folder():
    """Returns the folder of the .proto files in a checkout of the repository."""
    for parent in pathlib.Path(__file__).resolve().parents:
        if (parent / "Spec" / "rmtp" / "messages.proto").exists():
            return parent / "Spec" / "rmtp"
    raise FileNotFoundError("Spec/rmtp is not above " + __file__)


@functools.cache
def schema():
    """Returns the messages by name, each a list of fields in the order of their numbers; enumerations are int32."""
    text = "\n".join(path.read_text("utf-8") for path in sorted(folder().glob("*.proto")))
    blocks = BLOCK.findall(re.sub(r"//[^\n]*", "", text))
    enums = {name for word, name, _ in blocks if word == "enum"}
    messages = {}
    for word, name, body in blocks:
        if word == "message":
            fields = [Field(*parts) for parts in FIELD.findall(body)]
            for field in fields:
                if field.kind in enums:
                    field.kind = "int32"
            messages[name] = sorted(fields, key=lambda field: field.number)
    return messages
