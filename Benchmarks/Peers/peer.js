// SPDX-License-Identifier: Apache-2.0
// Runs V8's JSON for the benchmarks, with the protocol of peer.py. The time is that of the whole process, because older
// versions of node have no clock of a thread.

"use strict";

const readline = require("node:readline");

const tasks = [];
let kept;

/// Decodes the bytes, as a server does that reads them from a socket.
const decode = (bytes) => JSON.parse(bytes.toString("utf8"));
const encode = (value) => Buffer.from(JSON.stringify(value), "utf8");

const answer = (request) => {
    if (request.rounds !== undefined) {
        const { operation, input } = tasks[request.task];
        const start = process.cpuUsage();
        for (let round = 0; round < request.rounds; round += 1) kept = operation(input);
        const used = process.cpuUsage(start);
        return { ns: (used.user + used.system) * 1000 };
    }
    const bytes = Buffer.from(request.text, "utf8");
    if (request.operation === "decode") {
        tasks.push({ operation: decode, input: bytes });
        return { description: JSON.stringify(decode(bytes)) };
    }
    if (request.operation === "encode") {
        const value = decode(bytes);
        tasks.push({ operation: encode, input: value });
        return { description: encode(value).toString("utf8") };
    }
    return {};
};

const write = (value) => process.stdout.write(`${JSON.stringify(value)}\n`);
write({ version: process.versions.v8 + " (node " + process.versions.node + ")" });
readline.createInterface({ input: process.stdin }).on("line", (line) => write(answer(JSON.parse(line))));
