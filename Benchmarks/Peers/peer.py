# SPDX-License-Identifier: Apache-2.0
"""Runs orjson or msgspec for the benchmarks: `peer.py LIBRARY` answers lines of JSON on its standard input.

{"operation":…,"kind":…,"text":…}  prepares a task and answers {"description":…}, or {} if there is no such operation
{"task":…,"rounds":…}              performs a task and answers {"ns":…}, the thread's processor time
"""

import gc
import importlib
import json
import sys
import time


def operations(library):
    if library == "orjson":
        orjson = importlib.import_module("orjson")
        return orjson.__version__, orjson.loads, orjson.dumps
    msgspec = importlib.import_module("msgspec")
    return msgspec.__version__, msgspec.json.Decoder().decode, msgspec.json.Encoder().encode


def main():
    version, loads, dumps = operations(sys.argv[1])
    print(json.dumps({"version": version}), flush=True)
    gc.disable()
    tasks = []
    for line in sys.stdin:
        request = json.loads(line)
        if "rounds" in request:
            function, value = tasks[request["task"]]
            rounds = request["rounds"]
            start = time.thread_time_ns()
            for _ in range(rounds):
                function(value)
            answer = {"ns": time.thread_time_ns() - start}
        elif request["operation"] == "decode":
            tasks.append((loads, request["text"].encode()))
            answer = {"description": dumps(loads(request["text"].encode())).decode()}
        elif request["operation"] == "encode":
            value = loads(request["text"].encode())
            tasks.append((dumps, value))
            answer = {"description": dumps(value).decode()}
        else:
            answer = {}
        print(json.dumps(answer), flush=True)


main()
