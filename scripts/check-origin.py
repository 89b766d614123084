#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Opens pages of other origins in headless Chromium, and checks that they read and change nothing of `imwire serve`.

    scripts/check-origin.py SERVER

SERVER is an imwire-live executable, which the script starts. All host names lead to 127.0.0.1 in the browser, so that a
page can also have a name that is rebound to the server's address and port. The page tries the status page, its data, the
server API, navigation, polling, WebSocket and the chat port, with every kind of request that a page can make
(Spec/live.md, LIV-110 to LIV-114). Pages that may use the server show that the attempts can succeed.

Exits with 1 if a page succeeds where it must not or fails where it must not, and with 3 if a program does not start.
"""

import base64
import contextlib
import http.server
import importlib.util
import json
import pathlib
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

HOST = "127.0.0.1"
spec = importlib.util.spec_from_file_location("page", pathlib.Path(__file__).with_name("check-page.py"))
page = importlib.util.module_from_spec(spec)
spec.loader.exec_module(page)


class Server:
    """A running server, whose log is read at its end."""

    def __init__(self, program, folder, *options):
        self.ports_file, self.log = pathlib.Path(folder) / "ports", pathlib.Path(folder) / "log"
        self.ports_file.unlink(missing_ok=True)
        words = [program, "serve", "--any-token", "--chat", f"{HOST}:0", "--rongcloud", f"{HOST}:0", "--ports"]
        with open(self.log, "w", encoding="utf-8") as log:
            self.process = subprocess.Popen([*words, str(self.ports_file), *options], stdout=log, stderr=log)
        for _ in range(500):
            if self.ports_file.exists() or self.process.poll() is not None:
                break
            time.sleep(0.02)
        if not self.ports_file.exists():
            raise SystemExit(page.fail("the server does not start: " + self.log.read_text("utf-8")))
        ports = json.loads(self.ports_file.read_text("utf-8"))
        self.chat, self.web, self.key = ports["chat"], ports["rongcloud"], ports["appKey"]

    def state(self):
        """Returns the server's state, as a program reads it that is not a browser."""
        with urllib.request.urlopen(f"http://{HOST}:{self.web}/state.json") as answer:
            return json.load(answer)

    def stop(self):
        self.process.kill()
        self.process.wait()


def chat(port, *messages):
    """Sends messages to the chat port as lines, and returns the messages that arrive within a second."""
    with socket.create_connection((HOST, port)) as link:
        for message in messages:
            link.sendall(base64.b64encode(json.dumps(message).encode()) + b"\n")
        link.settimeout(1)
        arrived = b""
        with contextlib.suppress(TimeoutError):
            while piece := link.recv(65_536):
                arrived += piece
    units = [json.loads(base64.b64decode(line)) for line in arrived.split(b"\n") if line]
    # Several messages are a batch.
    return [message for unit in units for message in (unit if isinstance(unit, list) else [unit])]


def login(user):
    return {"messageType": "login", "fromUserID": user, "deviceType": "iOS", "versionCode": "1.0"}


def text(sender, recipient, words):
    return {
        "messageType": "normal", "clientMessageID": words, "fromUserID": sender, "toUserID": recipient,
        "chatType": "userChat", "contenType": "text", "content": {"text": words}, "deviceType": "iOS",
        "versionCode": "1.0", "sendTime": str(time.time_ns() // 1_000_000)}


# Each attempt is an expression of JavaScript whose value says what the page has learned; "" is nothing.
LIBRARY = r"""
const read = (url, options) => fetch(url, options).then(r => r.type === 'opaque' ? '' : r.text(), () => '');
const element = (name, attributes) => new Promise(done => {
  const e = Object.assign(document.createElement(name), attributes);
  e.onload = () => done(e); e.onerror = () => done(null); document.body.append(e); setTimeout(() => done(null), 3000);
});
const socket = url => new Promise(done => {
  const s = new WebSocket(url); s.onopen = () => done('open'); s.onerror = () => done('');
});
const post = (url, body, type) => read(url, {method: 'POST', mode: 'no-cors', body, headers: {'content-type': type}});
const form = (url, lines) => new Promise(done => {
  const frame = Object.assign(document.createElement('iframe'), {name: 'f' + Math.random()});
  const form = Object.assign(document.createElement('form'), {action: url, method: 'post', enctype: 'text/plain', target: frame.name});
  const input = Object.assign(document.createElement('textarea'), {name: lines}); form.append(input);
  document.body.append(frame, form); form.submit(); setTimeout(() => done(''), 1000);
});
"""


def attempts(server, lines):
    """Returns the attempts of a page, by name."""
    base, socket_base, chat_base = f"http://{HOST}:{server.web}", f"ws://{HOST}:{server.web}", f"http://{HOST}:{server.chat}"
    token = f"appId={server.key}&token=mallory"
    signed = "{method: 'POST', body: 'userId=mallory&name=m', headers: {'App-Key': 'imwire', Nonce: '1', Timestamp: '1', Signature: '1', 'content-type': 'application/x-www-form-urlencoded'}}"
    plain = "application/x-www-form-urlencoded"
    return {
        "read the status page": f"read('{base}/')",
        "read the state": f"read('{base}/state.json')",
        "read the state by name": f"read('http://localhost:{server.web}/state.json')",
        "read the state without CORS": f"read('{base}/state.json', {{mode: 'no-cors'}})",
        "load the state as a script": f"element('script', {{src: '{base}/state.json'}}).then(e => e ? 'loaded' : '')",
        "load the page into a frame": f"element('iframe', {{src: '{base}/'}}).then(e => e && e.contentDocument ? 'read' : '')",
        "call the server API": f"read('{base}/user/getToken.json', {signed})",
        "call the server API without CORS": f"post('{base}/group/create.json', 'groupId=g&userId=mallory', '{plain}')",
        "read navigation": f"read('{base}/navi.js?{token}')",
        "load navigation": f"element('script', {{src: '{base}/navi.js?{token}'}}).then(e => e ? 'loaded' : '')",
        "read the answer to a ping": f"read('{base}/ping')",
        "open a WebSocket": f"socket('{socket_base}/websocket?{token}&sdkVer=4.2.0&apiVer=normal')",
        "poll": f"read('{base}/websocket?{token}&sdkVer=4.2.0&apiVer=normal&pid=x')",
        "poll without CORS": f"read('{base}/websocket?{token}&sdkVer=4.2.0&apiVer=normal&pid=x', {{mode: 'no-cors'}})",
        "poll by an image": f"element('img', {{src: '{base}/websocket?{token}&sdkVer=4.2.0&apiVer=normal&pid=x'}}).then(() => '')",
        "post lines to the chat port": f"post('{chat_base}/', {json.dumps(lines)}, 'text/plain')",
        "submit lines to the chat port": f"form('{chat_base}/', {json.dumps(lines)})",
    }


class Quiet(http.server.BaseHTTPRequestHandler):
    """A web server for pages of another origin."""

    def do_GET(self):
        body = b"<!doctype html><title>page</title><body>"
        self.send_response(200)
        self.send_header("content-type", "text/html")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def visit(browser, url):
    browser.events.clear()
    browser.call("Page.navigate", url=url)
    browser.wait("Page.loadEventFired")


def attack(browser, server):
    """Makes all attempts from a foreign page, and returns the faults."""
    faults = []
    lines = "\n".join(
        base64.b64encode(json.dumps(m).encode()).decode() for m in (login("mallory"), text("mallory", "victim", "forged")))
    lines = "\n" + lines + "\n" + "\n".join(json.dumps(m) for m in (login("mallory"), text("mallory", "victim", "forged"))) + "\n"
    for name, script in attempts(server, lines).items():
        learned = browser.evaluate(f"(() => {{ {LIBRARY} return {script}; }})()")
        if learned:
            faults.append(f"a foreign page could {name}: {str(learned)[:80]}")
    state = server.state()
    if any(user["user"] == "mallory" for user in state["users"]):
        faults.append("a foreign page could connect a user")
    if any("mallory" in line["text"] for line in state["log"]):
        faults.append("a foreign page could log in")
    if not any("HTTP request to the chat port" in line["text"] for line in state["log"]):
        faults.append("the log does not tell of the requests to the chat port")
    arrived = [m for m in chat(server.chat, login("victim")) if m.get("messageType") == "normal"]
    if [m["content"]["text"] for m in arrived] != ["honest"]:
        faults.append(f"a foreign page could send to the chat port: {arrived}")
    return faults


def check(program, browser, folder):
    """Returns the faults of all pages."""
    web = http.server.ThreadingHTTPServer((HOST, 0), Quiet)
    threading.Thread(target=web.serve_forever, daemon=True).start()
    foreign, own = f"http://foreign.test:{web.server_port}", f"http://localhost:{web.server_port}"
    faults = []
    browser.call("Page.enable")
    with contextlib.closing(web.socket):
        server = Server(program, folder)
        try:
            chat(server.chat, login("friend"), text("friend", "victim", "honest"))
            visit(browser, foreign)
            faults += attack(browser, server)
            # A rebound name has the server's own address, and the page's origin is that of its requests.
            visit(browser, f"http://rebound.test:{server.web}/")
            for path in ("/", "/state.json", "/ping"):
                status = browser.evaluate(f"fetch('{path}').then(r => r.status)")
                if status != 421:
                    faults.append(f"a page of a rebound name gets status {status} for {path}")
            # What may be done can be done, so that the attempts above would have been noticed.
            visit(browser, own)
            token = f"appId={server.key}&token=friend&sdkVer=4.2.0&apiVer=normal"
            for name, script in {
                "open a WebSocket": f"socket('ws://{HOST}:{server.web}/websocket?{token}')",
                "poll": f"read('http://{HOST}:{server.web}/websocket?{token}&pid=x')",
                "load navigation": f"element('script', {{src: 'http://{HOST}:{server.web}/navi.js?{token}&callBack=console.log'}}).then(e => e ? 'loaded' : '')",
            }.items():
                if not browser.evaluate(f"(() => {{ {LIBRARY} return {script}; }})()"):
                    faults.append(f"a page of localhost could not {name}")
            if browser.evaluate(f"(() => {{ {LIBRARY} return read('http://{HOST}:{server.web}/state.json'); }})()"):
                faults.append("a page of another port of localhost could read the state")
            visit(browser, f"http://{HOST}:{server.web}/")
            if browser.evaluate("fetch('/state.json').then(r => r.json()).then(s => s.counts.users)") != 1:
                faults.append("the status page could not read the state, or the user is missing in it")
        finally:
            server.stop()
        server = Server(program, folder, "--origin", foreign)
        try:
            visit(browser, foreign)
            url = f"ws://{HOST}:{server.web}/websocket?appId={server.key}&token=friend&sdkVer=4.2.0&apiVer=normal"
            if not browser.evaluate(f"(() => {{ {LIBRARY} return socket('{url}'); }})()"):
                faults.append("a page of an origin that is given could not open a WebSocket")
        finally:
            server.stop()
    return faults


def main():
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        browser = page.Browser(folder + "/profile", f"--host-resolver-rules=MAP * {HOST}")
        try:
            faults = check(sys.argv[1], browser, folder)
        finally:
            browser.close()
    for fault in faults:
        print(fault)
    print(f"{len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
