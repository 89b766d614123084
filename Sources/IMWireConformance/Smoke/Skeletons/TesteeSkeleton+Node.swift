// SPDX-License-Identifier: Apache-2.0

extension TesteeSkeleton {
    /// A skeleton in JavaScript.
    static let node = TesteeSkeleton(
        language: "node", file: "testee.mjs", command: "node FILE",
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

            """#)
}
