// SPDX-License-Identifier: Apache-2.0

extension TesteeSkeleton {
    /// A skeleton in Python.
    static let python = TesteeSkeleton(
        language: "python", file: "testee.py", command: "python3 FILE",
        text: #"""
            """A testee for `imwire conform`: one JSON request a line in, one JSON answer a line out.

            Spec/testee-protocol.md describes the operations. Write a function, and put it into OPERATIONS.
            """
            import base64
            import json
            import sys


            class Skip(Exception):
                """What this testee does not have."""


            class Refuse(Exception):
                """An input that is refused, with a code of Spec/errors.md."""


            def content_decode(request):
                name = request["objectName"]
                content = base64.b64decode(request["bytes"])
                raise Skip(f"{name} of {len(content)} bytes: not written yet")


            OPERATIONS = {"content.decode": content_decode}


            def hello(request):
                return {"name": "my-testee", "version": "0.1", "language": "Python", "protocol": 1,
                        "operations": sorted(OPERATIONS)}


            def answer(request):
                operation = hello if request["op"] == "hello" else OPERATIONS.get(request["op"])
                if operation is None:
                    return {"skipped": "no such operation"}
                try:
                    return {"ok": operation(request)}
                except Skip as skip:
                    return {"skipped": str(skip)}
                except Refuse as refusal:
                    return {"error": {"code": str(refusal)}}


            for line in sys.stdin:
                request = json.loads(line)
                # Whole lines, flushed each: a runner waits for them (TST-003).
                print(json.dumps({"id": request["id"], **answer(request)}), flush=True)

            """#)
}
