# SPDX-License-Identifier: Apache-2.0
"""A testee with one problem of each kind that the runner must survive. Answers every other request with a skip."""
import json
import os
import sys
import time

for line in sys.stdin:
    request = json.loads(line)
    answer = {"id": request["id"], "skipped": "this testee only makes trouble"}
    name = request.get("objectName")
    if request["op"] == "hello":
        answer = {"id": request["id"], "ok": {
            "name": "troubled", "version": "1", "language": "Python", "protocol": 1, "window": 8,
            "operations": ["content.decode", "content.encode"]}}
    elif name == "RC:VcMsg":
        sys.stderr.write("no voice here\n")
        sys.stderr.flush()
        os._exit(7)
    elif name == "RC:ImgMsg":
        time.sleep(60)
    elif name == "RC:LBSMsg":
        answer["id"] += 1
    elif name == "RC:FileMsg":
        print("this is no answer", flush=True)
        continue
    elif name == "RC:TypSts" and not os.path.exists(sys.argv[1]):
        open(sys.argv[1], "w").close()
        os._exit(8)
    print(json.dumps(answer), flush=True)
