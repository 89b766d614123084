# SPDX-License-Identifier: Apache-2.0
"""Forms, and HTTP requests that do not block the event loop."""

import asyncio
import urllib.error
import urllib.parse
import urllib.request


def escape(text):
    """Keeps letters, digits and `-._~` unchanged, and escapes all other bytes of the UTF-8 (API-011)."""
    return urllib.parse.quote(text, safe="-._~", encoding="utf-8")


def form(fields):
    """Writes fields in order; a name may occur more than once (API-010)."""
    return "&".join(f"{escape(name)}={escape(str(value))}" for name, value in fields)


class Response:
    """The response, regardless of its status."""

    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    @property
    def text(self):
        return self.body.decode("utf-8")


def _open(request, timeout):
    # A proxy from the environment must not be used between a test and a server on the same machine.
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(request, timeout=timeout) as answer:
            return Response(answer.status, answer.headers, answer.read())
    except urllib.error.HTTPError as error:
        with error:
            return Response(error.code, error.headers, error.read())


async def get(url, headers=None, timeout=60):
    return await asyncio.to_thread(_open, urllib.request.Request(url, headers=headers or {}), timeout)


async def post(url, body, headers=None, timeout=60):
    request = urllib.request.Request(url, data=body, headers=headers or {}, method="POST")
    return await asyncio.to_thread(_open, request, timeout)
