# SPDX-License-Identifier: Apache-2.0
"""Navigation: a client requests the host to connect to, and receives JSONP."""

import json
import re
import time

from . import http

# A function name, one JSON text, and at most one semicolon, with white space allowed between them (RMTP-210).
JSONP = re.compile(r"\s*([A-Za-z_$.][A-Za-z0-9_$.]*)\s*\((.*)\)\s*;?\s*", re.DOTALL)
FLAGS = ("kvStorage", "joinMChrm", "openMp")


class NavigationError(ValueError):
    """The answer cannot be read, or it refuses the token or the app key."""

    def __init__(self, message, code=None):
        super().__init__(message)
        self.code = code


def parse(text):
    """Parses an answer into the name of its function and its members. Nothing is ever executed (RMTP-210)."""
    match = JSONP.fullmatch(text)
    if not match:
        raise NavigationError("json.syntax")
    try:
        members = json.loads(match[2])
    except ValueError as error:
        raise NavigationError(f"json.syntax: {error}") from None
    if not isinstance(members, dict):
        raise NavigationError("content.type")
    for flag in FLAGS:
        # The flags 0 and 1 mean false and true; any other value is not a flag (RMTP-212).
        if members.get(flag) in (0, 1):
            members[flag] = bool(members[flag])
    return match[1], members


async def fetch(base, app_key, token, polling=False, callback="getServerEndpoint"):
    """Queries the navigation service at `base` and returns its answer with the HTTP status."""
    path = "cometnavi.js" if polling else "navi.js"
    fields = [("appId", app_key), ("token", token), ("callBack", callback), ("v", "4.3.0"), ("r", int(time.time()))]
    return await http.get(f"{base}/{path}?{http.form(fields)}")


async def ask(base, app_key, token, polling=False):
    """Requests the host and returns the members of the answer. 401 is a wrong token, 403 an unknown app key."""
    response = await fetch(base, app_key, token, polling)
    _, members = parse(response.text)
    if members.get("code") != 200:
        raise NavigationError(f"refused with {members.get('code')}", members.get("code"))
    return members
