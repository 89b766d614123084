# SPDX-License-Identifier: Apache-2.0
"""Polling: packets as JSON over HTTP, for use without a WebSocket."""

import json
import time

from . import http, packets


class PollingError(ValueError):
    """A reply that cannot be read, or the HTTP status that means that the session has ended."""


def read(element):
    """Reads one object of a reply. `headerCode` is the header byte as a signed number (RMTP-092)."""
    if not isinstance(element, dict) or not isinstance(element.get("headerCode"), int):
        raise PollingError("message.type")
    head = element["headerCode"] & 0xFF
    packet = {key: value for key, value in element.items() if key != "headerCode" and value is not None}
    packet |= {"type": head >> 4, "qos": head >> 1 & 3, "deviations": []}
    if not -128 <= element["headerCode"] <= 127:
        packet["deviations"].append(137)
    if packet["type"] == packets.PUBLISH:
        packet["syncMsg"] = bool(head & 8)
    if "data" in packet:
        # A string holds the message as JSON (RMTP-095).
        if not isinstance(packet["data"], str):
            raise PollingError("field.type: data")
        packet["data"] = json.loads(packet["data"])
    return packet


class Polling:
    """A session over HTTP: it connects, posts one packet per request, and polls for packets from the service."""

    def __init__(self, host, app_key, token, sdk_ver="4.3.0", origin=None):
        self.base, self.app_key, self.token, self.sdk_ver = f"http://{host}", app_key, token, sdk_ver
        self.pid = str(int(time.time() * 1000))
        self.connack, self.session, self._last_id = None, None, 0
        self.timestrap = 0
        # The page that the client would run in; a program sends no `Origin`.
        self.sent_headers = {} if origin is None else {"Origin": origin}

    async def connect(self):
        """Connects; the answer is one CONNACK object with `sessionid` (RMTP-096)."""
        fields = [("appId", self.app_key), ("token", self.token), ("sdkVer", self.sdk_ver), ("pid", self.pid)]
        response = await http.get(f"{self.base}/websocket?{http.form([*fields, ('apiVer', 'normal')])}", self.sent_headers)
        self.headers = response.headers
        self.connack = read(json.loads(response.text))
        self.session = self.connack.get("sessionid")
        return self.connack["status"]

    async def _post(self, kind, qos, number, body, topic=None, target=None):
        """Posts one packet with its parameters in the order of RMTP-098."""
        fields = [("messageid", number), ("header", kind << 4 | qos << 1), ("sessionid", self.session)]
        if topic is not None:
            fields += [("topic", topic), ("targetid", target)]
        text = json.dumps(body).encode("utf-8") if body is not None else b""
        url = f"{self.base}/websocket?{http.form([*fields, ('pid', self.pid)])}"
        return self._packets(await http.post(url, text, {"Content-Type": "text/plain", **self.sent_headers}))

    def _packets(self, response):
        if response.status != 200:
            raise PollingError(f"HTTP {response.status}: {response.text[:80]}")
        elements = json.loads(response.text)
        if not isinstance(elements, list):
            raise PollingError("message.type: no array")
        return [read(element) for element in elements]

    def _next_id(self):
        self._last_id = self._last_id % 65535 + 1
        return self._last_id

    async def publish(self, topic, target, message):
        """Sends an UpStreamMessage whose bytes fields are text, and returns the packets of the reply."""
        value = {**message, "content": message["content"].decode("utf-8")}
        return await self._post(packets.PUBLISH, 1, self._next_id(), value, topic, target)

    async def query(self, topic, target, value):
        return await self._post(packets.QUERY, 0, self._next_id(), value, topic, target)

    async def acknowledge(self, number):
        return await self._post(packets.PUBACK, 0, number, None)

    async def poll(self):
        """Waits for packets for up to 45 seconds; `timestrap` is the spelling on the wire."""
        fields = [("sessionid", self.session), ("timestrap", int(time.time() * 1000)), ("pid", self.pid)]
        return self._packets(await http.get(f"{self.base}/pullmsg.js?{http.form(fields)}", self.sent_headers))
