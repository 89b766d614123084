# SPDX-License-Identifier: Apache-2.0
"""Starts `imwire serve` on free ports, and provides connections to it for tests."""

import asyncio
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import time
import unittest

from rongcloud.polling import Polling
from rongcloud.server_api import ServerAPI
from rongcloud.session import Session

KEY, SECRET = "test-key", "test-secret"
GROUP = "g1=ann,bob,cid"


def executable():
    """Returns the server under test: IMWIRE_LIVE, else the one built in the repository, else one on the PATH."""
    if os.environ.get("IMWIRE_LIVE"):
        return os.environ["IMWIRE_LIVE"]
    for parent in pathlib.Path(__file__).resolve().parents:
        for build in ("release", "debug"):
            path = parent / ".build-live" / build / "imwire-live"
            if path.exists():
                return str(path)
    path = shutil.which("imwire-live") or shutil.which("imwire")
    if path is None:
        raise FileNotFoundError("imwire is missing: set IMWIRE_LIVE, or run scripts/test-clients")
    return path


class Server:
    """A running server, which is stopped with `stop`."""

    def __init__(self, *options):
        self.folder = tempfile.TemporaryDirectory()
        ports = pathlib.Path(self.folder.name) / "ports.json"
        self.log = open(pathlib.Path(self.folder.name) / "log", "w+", encoding="utf-8")
        command = [executable(), "serve", "--ports", str(ports), "--app-key", KEY, "--app-secret", SECRET]
        command += ["--rongcloud", "127.0.0.1:0", "--group", GROUP, *options]
        self.process = subprocess.Popen(command, stdout=self.log, stderr=self.log)
        deadline = time.monotonic() + 30
        while not (ports.exists() and ports.read_text("utf-8").strip()):
            if self.process.poll() is not None or time.monotonic() > deadline:
                self.log.seek(0)
                raise RuntimeError("imwire serve did not start: " + self.log.read())
            time.sleep(0.05)
        self.host = f"127.0.0.1:{json.loads(ports.read_text('utf-8'))['rongcloud']}"
        self.base = f"http://{self.host}"
        self.api = ServerAPI(self.base, KEY, SECRET)

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.log.close()
        self.folder.cleanup()


class LiveTest(unittest.IsolatedAsyncioTestCase):
    """A test with its own server, so that no test sees what another one left in a store."""

    options = ("--any-token",)

    def setUp(self):
        self.server = Server(*self.options)
        self.addCleanup(self.server.stop)

    async def session(self, user, **options):
        """Connects a user and waits until the first pull is over."""
        session = await Session.open(self.server.host, KEY, user, **options)
        self.addAsyncCleanup(self.closed, session)
        await self.eventually(lambda: session.pages and session.pages[-1].get("finished") is not False, session)
        return session

    async def closed(self, session):
        await session.close()
        # A strict reader must accept each packet of the server.
        self.assertEqual(session.problems, [])

    async def polling(self, user):
        polling = Polling(self.server.host, KEY, user)
        self.assertEqual(await polling.connect(), 0)
        return polling

    async def delivery(self, session, timeout=30):
        """Returns the next message that the session delivers."""
        try:
            return await asyncio.wait_for(session.deliveries.get(), timeout)
        except asyncio.TimeoutError:
            self.fail(f"nothing was delivered to {session.user}; it saw {session.connection.seen[-5:]}")

    async def nothing(self, session, seconds=0.5):
        """Checks that nothing more is delivered."""
        await asyncio.sleep(seconds)
        left = [session.deliveries.get_nowait().content for _ in range(session.deliveries.qsize())]
        self.assertEqual(left, [], f"delivered to {session.user} besides")

    async def eventually(self, condition, session=None, timeout=30):
        """Waits until the condition holds."""
        deadline = time.monotonic() + timeout
        while not condition():
            if time.monotonic() > deadline:
                self.fail("it did not happen" + (f"; seen: {session.connection.seen[-5:]}" if session else ""))
            await asyncio.sleep(0.02)
