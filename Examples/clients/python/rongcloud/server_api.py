# SPDX-License-Identifier: Apache-2.0
"""Requests of an application server, signed with the app secret."""

import hashlib
import json
import secrets
import time

from . import http


class ServerAPI:
    """The interface for an application server: it creates tokens, and sends messages on behalf of users."""

    def __init__(self, base, app_key, app_secret):
        self.base, self.app_key, self.app_secret = base, app_key, app_secret

    def headers(self, nonce=None, timestamp=None):
        """Returns the headers of a signed request: SHA-1 of the concatenated secret, nonce and time (API-001, API-004).
        """
        nonce = nonce or str(secrets.randbelow(10**10))
        timestamp = timestamp or str(int(time.time()))
        signature = hashlib.sha1((self.app_secret + nonce + timestamp).encode("utf-8")).hexdigest()
        return {
            "App-Key": self.app_key,
            "Nonce": nonce,
            "Timestamp": timestamp,
            "Signature": signature,
            "Content-Type": "application/x-www-form-urlencoded",
        }

    async def post(self, path, fields):
        """Posts a form and returns the HTTP status and the JSON object of the answer (API-032)."""
        response = await http.post(self.base + path, http.form(fields).encode("ascii"), self.headers())
        return response.status, json.loads(response.text)

    async def token(self, user, name=""):
        """Requests the token of a user and returns it unchanged (API-030, API-031)."""
        _, answer = await self.post("/user/getToken.json", [("userId", user), ("name", name)])
        if answer.get("code") != 200:
            raise ValueError(f"no token: {answer}")
        return answer["token"]

    async def publish(self, kind, sender, receivers, object_name, content, **options):
        """Publishes a message to users, groups or chatrooms; `content` is JSON text (API-050, API-052)."""
        field = {"group": "toGroupId", "chatroom": "toChatroomId"}.get(kind, "toUserId")
        fields = [("fromUserId", sender)]
        fields += [(field, receiver) for receiver in receivers]
        fields += [("objectName", object_name), ("content", content), *options.items()]
        return await self.post(f"/message/{kind}/publish.json", fields)
