# SPDX-License-Identifier: Apache-2.0
"""Attacks on the services: numbers out of range, expensive questions, names and web pages.

Each attack returns a description of its failure, or None.
"""

import asyncio
import base64
import json
import os
import subprocess
import tempfile
import time

from .peers import connect, many, share
from .users import User
from .wire import HOST, KEY, SECRET, Socket, call, field, fields, login, publish, query, read_response, words

# Numbers and forms out of range.

EDGES = ["-1", "0", "501", "43201", "2147483648", str(2**63 - 1), str(-(2**63)), str(2**63), "1e9", ""]


async def numbers(chat, web):
    """Sends signed requests with numbers at the edges of their ranges and of 64 bits."""
    await call(web, "/chatroom/create.json", {"chatroom[n]": "n"})
    await call(web, "/chatroom/join.json", {"userId": ["u1", "u2"], "chatroomId": "n"})
    wrong = []
    for path, form, name in [
            ("/chatroom/user/query.json", {"chatroomId": "n", "order": "1"}, "count"),
            ("/chatroom/user/block/add.json", {"chatroomId": "n", "userId": "u1"}, "minute"),
            ("/chatroom/user/gag/add.json", {"chatroomId": "n", "userId": "u1"}, "minute")]:
        for edge in EDGES:
            try:
                status, body = await call(web, path, {**form, name: edge})
            except (OSError, asyncio.IncompleteReadError) as error:
                return f"{path} with {name}={edge}: {error!r}"
            if status == 200 and edge not in ("501", "43201") and json.loads(body)["code"] == 200:
                wrong.append(f"{path} accepts {name}={edge}")
    return "; ".join(wrong) or None


async def stored_time(chat, web):
    """Starts a server with a memory file in which a message has the time 2^63 - 1."""
    with tempfile.TemporaryDirectory() as folder:
        memory, ports = f"{folder}/memory", f"{folder}/ports"
        command = [os.environ["SERVER"], "serve", "--any-token", "--app-key", KEY, "--app-secret", SECRET, "--rongcloud",
                   f"{HOST}:0", "--memory", memory, "--ports", ports, "--quiet"]

        def start():
            return subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
        first = start()
        while not os.path.exists(ports):
            await asyncio.sleep(0.05)
        port = json.load(open(ports))["rongcloud"]
        await call(port, "/message/private/publish.json", {
            "fromUserId": "a", "toUserId": "b", "objectName": "RC:TxtMsg", "content": '{"content":"x"}'})
        first.terminate()
        first.wait()
        lines = open(memory).read().splitlines()
        for index, line in enumerate(lines):
            item = json.loads(line)
            if "message" in item:
                body = fields(base64.b64decode(item["message"]))
                body = b"".join(field(number, 2**63 - 1 if number == 6 else value) for number, value in body)
                lines[index] = json.dumps({**item, "message": base64.b64encode(body).decode()})
        open(memory, "w").write("\n".join(lines) + "\n")
        os.remove(ports)
        second = start()
        end = time.monotonic() + 20
        while second.poll() is None and not os.path.exists(ports) and time.monotonic() < end:
            await asyncio.sleep(0.05)
        if second.poll() is None:
            second.kill()
            return "a server starts with the file"
        told = second.stderr.read()
        return None if second.returncode == 2 and "time of a message" in told else f"{second.returncode}: {told[-200:]}"


# Stores.


async def queries(chat, web):
    """Asks expensive questions about 4,000 stored messages for ten seconds, from one user and then from twenty."""
    others = [User(f"user{number}", chat) for number in range(20)]
    tasks = [asyncio.create_task(user.run()) for user in others]
    await asyncio.gather(*(asyncio.wait_for(user.online.wait(), 20) for user in others))
    hoarder = await Socket.open(web, "hoarder")
    for number in range(4_000):
        # To oneself, so that each message is in both boxes, in many conversations.
        hoarder.writer.write(publish("ppMsgP", "hoarder" if number % 2 else f"p{number % 800}", words("x"), number + 1))
        if number % 50 == 49:
            await hoarder.writer.drain()
            await asyncio.sleep(0)
    await hoarder.ask("qrySessionsAtt", "hoarder", field(1, 1), 60_000)
    relations = field(1, 1) + field(3, 1_000)
    history = field(1, "hoarder") + field(2, 0) + field(3, 1)
    pull = field(1, 1) + field(2, 0) + field(4, 1)
    gone = b"".join(field(3, field(1, f"NONE-{number}")) for number in range(16_000))
    unit = b""
    for number in range(1, 41):
        unit += query("qryRelation", "hoarder", relations, number * 5 + 1)
        unit += query("qrySessionsAtt", "hoarder", field(1, 1), number * 5 + 2)
        unit += query("pullMsg", "hoarder", pull, number * 5 + 3)
        unit += query("qryPMsg", "hoarder", history, number * 5 + 4)
    unit += query("delMsg", "hoarder", gone, 1_000)
    answered = 0
    end = time.monotonic() + 10

    async def flood(port, number):
        nonlocal answered
        try:
            peer = await Socket.open(port, "hoarder" if number else "hoarder2")
            sending = asyncio.create_task(send(peer))
            while time.monotonic() < end:
                answered += len(await asyncio.wait_for(peer.reader.read(1 << 20), 5)) > 0
            sending.cancel()
            peer.writer.close()
        except (OSError, TimeoutError, asyncio.IncompleteReadError):
            pass

    async def send(peer):
        while time.monotonic() < end:
            peer.writer.write(unit)
            await peer.writer.drain()

    async def report(number):
        """Requests the data of the page again and again."""
        try:
            reader, writer = await connect(web)
            while time.monotonic() < end:
                writer.write(f"GET /state.json HTTP/1.1\r\nHost: {HOST}:{web}\r\n\r\n".encode())
                await read_response(reader)
        except (OSError, asyncio.IncompleteReadError):
            pass
    await asyncio.gather(*(flood(web, number) for number in range(share(8))), *(report(n) for n in range(share(8))))
    await asyncio.sleep(1)
    cut = [user.name for user in others if user.cut]
    for task in tasks:
        task.cancel()
    return f"{len(cut)} of 20 other users were cut" if cut else None


async def spellings(chat, web):
    """Reads the mailbox of a user whose id differs in its normal form only."""
    one, other = "caf\u00e9", "cafe\u0301"
    peers = [await Socket.open(web, one), await Socket.open(web, other)]
    peers[0].writer.write(publish("ppMsgP", "u", words("mine"), 1))
    await call(web, "/message/private/publish.json", {
        "fromUserId": "u", "toUserId": one, "objectName": "RC:TxtMsg", "content": '{"content":"secret"}'})
    pull = field(1, 0) + field(2, 0) + field(4, 1) + field(6, 0)
    found = [(await peer.ask("pullMsg", "u", pull, 9))[1].count(b"secret") for peer in peers]
    online = [json.loads((await call(web, "/user/checkOnline.json", {"userId": name}))[1])["status"]
              for name in (one, other, "CAFE\u0301")]
    for peer in peers:
        peer.writer.close()
    if found != [1, 0]:
        return f"the messages of one user: {found}"
    return None if online == ["1", "1", "0"] else f"online: {online}"


async def members(chat, web):
    """Reads and changes discussions and rooms of which the user is no member."""
    owner, guest, stranger = [await Socket.open(web, user) for user in ("owner", "guest", "stranger")]
    status, body = await owner.ask("crDiz", "d", field(1, "name"), 2)
    place = dict(fields(body))[1].decode()
    await owner.ask("invtDiz", place, field(1, "guest"), 3)
    wrong = []
    for peer, name in [(stranger, "a stranger"), (guest, "a guest")]:
        status, _ = await peer.ask("evctDiz", place, field(1, "owner"), 4)
        if status == 0:
            wrong.append(f"{name} evicts the owner")
    await owner.ask("joinChrm", "private", b"", 5)
    for topic, body in [("qryCHMsg", field(1, "private") + field(2, 0) + field(3, 9)), ("pullKV", field(1, 0))]:
        status, _ = await stranger.ask(topic, "private", body, 6)
        if status == 0:
            wrong.append(f"a stranger asks {topic}")
    for peer in (owner, guest, stranger):
        peer.writer.close()
    return "; ".join(wrong) or None


async def rooms(chat, web):
    """Creates 200,000 chatrooms, twenty times the limit, with names as long as they may be."""
    refused = 0
    for number in range(0, share(200_000), 500):
        try:
            form = {f"chatroom[{number + index:06}{'r' * 50}]": "n" * 60 for index in range(500)}
            status, body = await call(web, "/chatroom/create.json", form)
            refused += json.loads(body).get("code") != 200
        except (OSError, asyncio.IncompleteReadError, TimeoutError) as error:
            return repr(error)
    status, body = await call(web, "/chatroom/create.json", {"chatroom[one more]": "n"})
    if json.loads(body).get("code") == 200 and share(200_000) > 20_000:
        return "room after room is created"
    for number in range(0, share(200_000), 500):
        names = [f"{number + index:06}{'r' * 50}" for index in range(500)]
        await call(web, "/chatroom/destroy.json", {"chatroomId": names})
    return None


async def long_names(chat, web):
    """Logs in with ids of 100 KB, and reads the page's data meanwhile."""
    async def one(number):
        reader, writer = await connect(chat)
        writer.write(login(f"{number}" + "\u00e9\u0301" * 25_000))
        await asyncio.sleep(2)
        writer.close()
        return True
    users = asyncio.create_task(many(share(500), one))
    await asyncio.sleep(1)
    wrong = None
    for _ in range(3):
        reader, writer = await connect(web)
        writer.write(f"GET /state.json HTTP/1.1\r\nHost: {HOST}:{web}\r\n\r\n".encode())
        status, body = await asyncio.wait_for(read_response(reader), 20)
        writer.close()
        if status != 200 or not body or len(body) > 4 << 20 or not json.loads(body)["connections"]:
            wrong = f"/state.json: {status}, {len(body)} bytes"
        await asyncio.sleep(0.5)
    await users
    return wrong


# Web pages.


async def pages(chat, web):
    """Sends what a page of another origin can make a browser send: requests to the web port, a login to the chat port."""
    forged = b'{"messageType":"login","fromUserID":"bob","deviceType":"iOS","versionCode":"1.0"}\n'
    wrong = []

    async def ask(name, method, path, fields, wanted, port=web, body=b""):
        reader, writer = await connect(port)
        writer.write(
            f"{method} {path} HTTP/1.1\r\n{fields}Connection: close\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body)
        answer = b""
        try:
            async with asyncio.timeout(10):
                while piece := await reader.read(65_536):
                    answer += piece
        except (ConnectionError, TimeoutError) as error:
            if isinstance(error, TimeoutError):
                wrong.append(f"{name}: the connection stands")
        writer.close()
        if not answer.startswith(wanted):
            wrong.append(f"{name}: {answer.splitlines()[:1]}")
        if wanted == b"" and answer:
            wrong.append(f"{name}: {answer[:40]}")

    for _ in range(share(50)):
        for method, path in [
            ("GET", "/"), ("GET", "/state.json"), ("GET", "/websocket?appId=imwire&token=bob&sdkVer=4.2.0&pid=x"),
            ("POST", "/user/getToken.json"),
        ]:
            await ask("a rebound name", method, path, "Host: evil.test\r\n", b"HTTP/1.1 421 ")
            await ask("a foreign page", method, path, f"Host: {HOST}\r\nOrigin: http://evil.test\r\n", b"HTTP/1.1 403 ")
        await ask("a login as a body", "POST", "/", f"Host: {HOST}\r\n", b"", chat, b"\n" + forged)
    return "; ".join(dict.fromkeys(wrong)) or None
