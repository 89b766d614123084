#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Attacks `imwire serve`, its runners and its proxy while ordinary users exchange messages, without any code of imwire.

    scripts/hostile-peers.py SERVER [--half-open N] [--memory MIB] [--delay MS] [--only NAME] [--share F] [--together]
                             [--json]

SERVER is an imwire-live executable, which the script starts. Each attack lists what the server's log must report about
it, and which limit holds it. Two users of socket chat and two of RongCloud must not lose a message or their connection,
and must not wait longer than --delay for a message; the delay is shown beside the load average of the machine. --share
scales down the numbers of connections, and --together runs all attacks at once, which takes 80 s.

Exits with 1 if a check fails or the server takes more than --memory, 2 for usage, and 3 if the server does not start.
"""

import argparse
import asyncio
import json
import logging
import os
import re
import resource
import subprocess
import sys
import tempfile
import time

from hostile import runners, service, streams
from hostile.processes import is_gone, peak, used
from hostile.users import Pair, WebPair, longest
from hostile.wire import HOST, KEY, SECRET

# The attacks; the patterns for the server's log, each of which must match; and what holds the attack.
ATTACKS = {
    "tls": (streams.tls, [r"sent TLS to a port without TLS"], "a first byte of TLS ends the connection"),
    "garbage": (streams.garbage, [r"frame\.|complete line"], "a fault of framing ends the connection"),
    "oversized": (
        streams.oversized, [r"frame\.length", r"bytes without a delimiter", r"body of more than"], "1 MiB a packet, 2 MiB a body"),
    "smuggling": (streams.smuggling, [r"content-length header|invalid character"], "a length must be given once"),
    "floods": (streams.floods, [r"closed of flood"], "a share of each turn"),
    "slow-readers": (
        streams.slow_readers, [r"reads too slowly|reads nothing|is closed: silent"], "8 MiB wait for one client, for 30 s"),
    "slow-writers": (streams.slow_writers, [
        r"sent no complete line or packet within 10000 ms", r"is closed: login, no complete login: \d+ bytes came",
        r"is closed: silent, no heartbeats: \d+ bytes came", r"sent no complete request within 60 s: \d+ bytes came"],
        "10 s for a login, 60 s for a request"),
    "unfinished": (streams.unfinished, [r"sent an unfinished message"], "128 MiB for all, 16 KiB for each"),
    "half-open": (streams.half_open, [r"sent no complete line or packet within 10000 ms"], "10 s for a login"),
    "numbers": (service.numbers, [], "code 1002: out of range"),
    "stored-time": (service.stored_time, [], "the file is refused"),
    "queries": (service.queries, [], "indices, and a share of each turn"),
    "rooms": (service.rooms, [], "10,000 rooms"),
    "spellings": (service.spellings, [], "ids are compared by bytes"),
    "members": (service.members, [], "membership"),
    "long-names": (service.long_names, [], "names are cut in the log and on the page"),
    "pages": (service.pages, [
        r"sent an HTTP request to the chat port", r"is refused: Misdirected Request", r"is refused: Forbidden"],
        "Host and Origin are checked"),
    "testee-pongs": (runners.testee_pongs, [], "8 MiB wait for a peer that does not read"),
    "server-pongs": (runners.server_pongs, [], "8 MiB wait for a peer that does not read"),
    "fuzz-replies": (runners.fuzz_replies, [], "256 messages wait for the fuzzer"),
    "proxied-requests": (runners.proxied_requests, [], "a bound on requests without an answer"),
}


async def attack(name, ports):
    """Runs an attack in a separate process, and returns a description of its failure, or None."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, __file__, "--attack", name, str(ports["chat"]), str(ports["rongcloud"]),
        stdout=asyncio.subprocess.PIPE)
    try:
        said, _ = await asyncio.wait_for(process.communicate(), 150)
    except TimeoutError:
        process.kill()
        return "it takes longer than 150 s"
    return said.decode().strip() or (f"it ends with {process.returncode}" if process.returncode else None)


async def run(options, ports, pid, log):
    pairs = [Pair(ports["chat"]), WebPair(ports["rongcloud"])]
    for pair in pairs:
        await pair.start()
    await asyncio.sleep(1)
    rows = []

    async def judge(name):
        place, begun, before = os.path.getsize(log), time.monotonic(), used(pid)
        problem = await attack(name, ports)
        await asyncio.sleep(1.5)
        if is_gone(pid):
            rows.append({"attack": name, "wrong": ["the server has ended"]})
            print(f"{name:16} the server has ended", flush=True)
            return
        told = open(log, "rb").read()[place:].decode(errors="replace").splitlines()
        delay = max(longest(pair, begun) for pair in pairs)
        wrong = [problem] if problem else []
        for wanted in ATTACKS[name][1]:
            # With all attacks at once, the shared limit of unfinished messages ends the large body first.
            if options.together and wanted == "body of more than":
                wanted += "|sent an unfinished message"
            if not any(re.search(wanted, line) for line in told):
                wrong.append(f"the log does not tell: {wanted}")
        if delay > options.delay:
            wrong.append(f"a user waited {delay:.0f} ms")
        now, most = peak(pid)
        if most > options.memory:
            wrong.append(f"{most} MiB")
        load = os.getloadavg()[0]
        rows.append({
            "attack": name, "seconds": round(time.monotonic() - begun, 1), "delay": round(delay), "memory": now,
            "peak": most, "processor": round(used(pid) - before, 1), "load": round(load, 1), "lines": len(told),
            "held": ATTACKS[name][2], "wrong": wrong})
        if not options.json:
            row = rows[-1]
            print(f"{name:16} {row['seconds']:6} s  users waited {row['delay']:5} ms at most  {now:4} MiB, {most:4} at most  "
                  f"{row['processor']:5} s CPU, load {row['load']:4}  {len(told):5} lines  "
                  f"{'; '.join(wrong) or 'held: ' + ATTACKS[name][2]}", flush=True)
    names = [options.only] if options.only else list(ATTACKS)
    if options.together:
        await asyncio.gather(*(judge(name) for name in names))
    else:
        for name in names:
            await judge(name)
    for pair in pairs:
        pair.tasks[2].cancel()
    await asyncio.sleep(1)
    users = {"sent": 0, "missing": 0, "doubled": 0, "cut": []}
    for pair in pairs:
        missing = [key for key in pair.sent if key not in pair.other.arrived or key not in pair.one.acknowledged]
        users["sent"] += len(pair.sent)
        users["missing"] += len(missing)
        users["doubled"] += pair.other.doubled
        users["cut"] += [user.cut for user in (pair.one, pair.other) if user.cut]
    failed = any(row["wrong"] for row in rows) or users["missing"] or users["doubled"] or users["cut"]
    if options.json:
        print(json.dumps({"attacks": rows, "users": users}))
    else:
        print(f"users: {users['sent']} messages, {users['missing']} missing, {users['doubled']} double, cut: {users['cut'] or 'none'}")
    return 1 if failed else 0


def main():
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    # A server that closes a connection during a flood is expected.
    logging.getLogger("asyncio").setLevel(logging.ERROR)
    if sys.argv[1:2] == ["--attack"]:
        # An attacker has a machine of its own; here it leaves the processor to the server and the users.
        os.nice(15)
        problem = asyncio.run(ATTACKS[sys.argv[2]][0](int(sys.argv[3]), int(sys.argv[4])))
        print(problem or "")
        return 0
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("server")
    parser.add_argument("--half-open", type=int, default=10_000)
    parser.add_argument("--memory", type=int, default=512, help="MiB that the server may take at most")
    parser.add_argument("--delay", type=int, default=250, help="milliseconds that a user may wait for a message")
    parser.add_argument("--only", choices=list(ATTACKS), help="one attack")
    parser.add_argument("--share", type=float, default=1, help="the part of the usual number of connections")
    parser.add_argument("--together", action="store_true", help="all attacks at once")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--log", help="keep the server's log in this file")
    options = parser.parse_args()
    os.environ.update(
        HALF_OPEN=str(options.half_open), SHARE=str(options.share), SERVER=os.path.abspath(options.server),
        TOGETHER="1" if options.together else "")
    with tempfile.TemporaryDirectory() as folder:
        log, file = options.log or f"{folder}/log", f"{folder}/ports"
        command = [options.server, "serve", "--any-token", "--app-key", KEY, "--app-secret", SECRET, "--chat", f"{HOST}:0",
                   "--rongcloud", f"{HOST}:0", "--ports", file]
        with open(log, "w") as errors:
            server = subprocess.Popen(command, stderr=errors)
        try:
            for _ in range(500):
                if os.path.exists(file) or server.poll() is not None:
                    break
                time.sleep(0.02)
            if not os.path.exists(file):
                print("the server does not start: " + open(log).read(), file=sys.stderr)
                return 3
            code = asyncio.run(run(options, json.load(open(file)), server.pid, log))
            if server.poll() is not None:
                print(f"the server has ended with {server.returncode}", file=sys.stderr)
                code = 1
            return code
        finally:
            server.kill()
            server.wait()


if __name__ == "__main__":
    sys.exit(main())
