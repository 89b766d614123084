#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The Python testee with ten mistakes in it, each one that some platform makes or made.

It is what `imwire fuzz --testee` is tried on: the testee next door is right, and this file puts the mistakes into it,
each with the number of the discrepancy it is modelled on. Nothing should ever be learned from its answers.
"""
import json
import os
import re
import sys
from functools import wraps

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python"))

import contents  # noqa: E402
import reading   # noqa: E402
import testee    # noqa: E402

TYPES, Reading = contents.TYPES, reading.Reading


def renamed(shape, old, new):
    """The shape with one member under another name, without its aliases."""
    members = {new if key == old else key: member for key, member in shape.members.items()}
    members[new].aliases = {}
    return contents.Shape(members, shape.strays, shape.twin)


def around(name):
    """Puts a function around a method of Reading."""
    def put(function):
        method = getattr(Reading, name)
        setattr(Reading, name, wraps(method)(lambda self, *given: function(self, method, *given)))
        return function
    return put


# 1. DEV-01: the name of a command notification is read and written as `operation`.
TYPES["RC:CmdNtf"] = renamed(TYPES["RC:CmdNtf"], "name", "operation")

# 2. DEV-03: the link of a rich message is `conturlent`, as a search and replace once left it.
TYPES["RC:ImgTextMsg"] = renamed(TYPES["RC:ImgTextMsg"], "url", "conturlent")

# 3. DEV-66: a rich message forgets whom it mentions; the member is declared, and never assigned.
del TYPES["RC:ImgTextMsg"].members["mentionedInfo"]

# 4. DEV-07: the operator of a discussion's notification is looked for under `operation` alone.
TYPES["RC:DizNtf"] = renamed(TYPES["RC:DizNtf"], "operator", "operation")


# 5. DEV-39: the size of a file is written as a string.
@around("read_integer")
def size_as_string(self, method, member, value, path):
    text = method(self, member, value, path)
    return b'"%s"' % text if path == "/size" and isinstance(text, bytes) else text


# 6. DEV-51: `extra` that is an object is put into a string.
@around("read_any")
def extra_as_text(self, method, member, value, path):
    text = method(self, member, value, path)
    return json.dumps(text.decode(errors="replace")).encode() if path == "/extra" and value.kind == "object" else text


# 7. DEV-60: an empty string is taken for no string, and vanishes with its member.
@around("read_string")
def falsy_vanishes(self, method, member, value, path):
    text = method(self, member, value, path)
    return reading.ABSENT if text == b'""' and not member.required and "/" not in path[1:] else text


# 8. DEV-71: Base64 with line breaks is kept with them.
@around("read_base64")
def line_breaks_stay(self, method, member, value, path):
    text = method(self, member, value, path)
    wrapped = value.kind == "string" and re.search(r"[\r\n]", value.text)
    kept = wrapped and isinstance(text, bytes) and not value.lone
    return reading.quote(value.text) if kept else text


# 9. DEV-52: an empty list where a user belongs makes a user without a name.
@around("read_nested")
def empty_user(self, method, member, value, path):
    text = method(self, member, value, path)
    return b'{"name":""}' if text is reading.ABSENT and path == "/user" and value.kind == "array" else text


# 10. DEV-42: a time in milliseconds goes through a floating-point number of 32 bits' worth of digits.
@around("read_number")
def time_through_float(self, method, member, value, path):
    text = method(self, member, value, path)
    if path == "/lastMessageSendTime" and isinstance(text, bytes) and re.fullmatch(rb"[0-9]{10,18}", text):
        return b"%d" % int(float("%.7g" % float(text)))
    return text


if __name__ == "__main__":
    testee.HELLO = {**testee.HELLO, "name": "imwire-python-wrong"}
    testee.OPERATIONS = {**testee.OPERATIONS, "hello": lambda request: testee.dump(testee.HELLO)}
    try:
        testee.main()
    except (BrokenPipeError, KeyboardInterrupt):
        os._exit(1)
