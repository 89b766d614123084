// SPDX-License-Identifier: Apache-2.0

/// The skeleton of a testee in a programming language, which answers hello and skips everything else.
package struct TesteeSkeleton: Sendable {
    /// The name of the source file.
    package let file: String
    /// The contents of the source file.
    package let text: String
    /// The command that starts the testee, with `FILE` in place of the file's path.
    package let command: String
    /// The command that builds the testee, or nil if none is needed.
    package var build: String?

    /// A skeleton in Python.
    package static let python = TesteeSkeleton(
        file: "testee.py",
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

            """#,
        command: "python3 FILE")

    /// A skeleton in JavaScript.
    package static let node = TesteeSkeleton(
        file: "testee.mjs",
        text: #"""
            // A testee for `imwire conform`: one JSON request a line in, one JSON answer a line out.
            // Spec/testee-protocol.md describes the operations. Write a function, and put it into operations.
            import { createInterface } from "node:readline";

            class Skip extends Error {} // what this testee does not have
            class Refuse extends Error {} // an input that is refused, with a code of Spec/errors.md

            const operations = {
              "content.decode": (request) => {
                const content = Buffer.from(request.bytes, "base64");
                throw new Skip(`${request.objectName} of ${content.length} bytes: not written yet`);
              },
            };

            const hello = () => ({
              name: "my-testee", version: "0.1", language: "JavaScript", protocol: 1,
              operations: Object.keys(operations),
            });

            function answer(request) {
              if (request.op === "hello") return { ok: hello() };
              if (!Object.hasOwn(operations, request.op)) return { skipped: "no such operation" };
              try {
                return { ok: operations[request.op](request) };
              } catch (error) {
                if (error instanceof Skip) return { skipped: error.message };
                if (error instanceof Refuse) return { error: { code: error.message } };
                throw error;
              }
            }

            for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
              const request = JSON.parse(line);
              process.stdout.write(JSON.stringify({ id: request.id, ...answer(request) }) + "\n");
            }

            """#,
        command: "node FILE")

    /// A skeleton in C.
    package static let c = TesteeSkeleton(
        file: "testee.c",
        text: #"""
            /* A testee for `imwire conform`: one JSON request a line in, one JSON answer a line out.
               Spec/testee-protocol.md describes the operations. Give this your own reader of JSON: the one here
               finds the id and the operation, which stand at the beginning of every request. */
            #define _POSIX_C_SOURCE 200809L
            #include <stdio.h>
            #include <stdlib.h>
            #include <string.h>

            static const char *hello =
                "{\"name\":\"my-testee\",\"version\":\"0.1\",\"language\":\"C\",\"protocol\":1,"
                "\"operations\":[\"content.decode\"]}";

            int main(void)
            {
                char *line = NULL;
                size_t room = 0;
                while (getline(&line, &room, stdin) > 0) {
                    const char *id = strstr(line, "\"id\":");
                    const char *op = strstr(line, "\"op\":\"");
                    if (id == NULL || op == NULL)
                        return 1;
                    printf("{\"id\":%ld,", strtol(id + 5, NULL, 10));
                    op += 6;
                    if (strncmp(op, "hello\"", 6) == 0)
                        printf("\"ok\":%s}\n", hello);
                    else if (strncmp(op, "content.decode\"", 15) == 0)
                        printf("\"skipped\":\"not written yet\"}\n");
                    else
                        printf("\"skipped\":\"no such operation\"}\n");
                    fflush(stdout); /* a runner waits for each line (TST-003) */
                }
                free(line);
                return 0;
            }

            """#,
        command: "FILE.out", build: "cc -o FILE.out FILE")
}
