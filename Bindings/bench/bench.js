// SPDX-License-Identifier: Apache-2.0
// Compares the node package with JSON.parse: bench.js FOLDER.
'use strict';

const { readFileSync } = require('node:fs');
const imwire = require('../node');

const load = (name) => readFileSync(`${process.argv[2]}/${name}`);
const [content, chat, packets, body] = ['content.json', 'chat.bin', 'packets.bin', 'body.bin'].map(load);
const lines = load('chat.jsonl').toString().trimEnd().split('\n').map((line) => Buffer.from(line));
const validator = new imwire.Validator();

/** Prints the best of seven rounds, each of a fifth of a second of processor time. */
function measure(name, task, each = 1) {
  let best = Infinity;
  for (let round = 0; round < 7; round += 1) {
    const start = process.cpuUsage();
    let count = 0;
    let spent = 0;
    while (spent < 2e8) {
      for (let turn = 0; turn < 20; turn += 1) task();
      count += 20 * each;
      const { user, system } = process.cpuUsage(start);
      spent = (user + system) * 1e3;
    }
    best = Math.min(best, spent / count);
  }
  console.log(`${name} ${best.toFixed(0)}`);
}

measure('decode', () => imwire.decode('RC:TxtMsg', content));
measure('decode+value', () => imwire.decode('RC:TxtMsg', content).value);
measure('validate', () => validator.check('RC:TxtMsg', content));
measure('member', () => imwire.memberRange(content, 'content'));
measure('body', () => imwire.decodeBody('UpStreamMessage', body));
measure('chat', () => {
  const reader = new imwire.ChatReader({ framing: 'packet' });
  reader.feed(chat);
  let count = 0;
  while (reader.next() !== undefined) count += 1;
  reader.close();
  if (count !== 1000) throw new Error('messages are missing');
}, 1000);
measure('route', () => {
  const scanner = new imwire.Scanner({ framing: 'tcp', direction: 'up' });
  let count = 0;
  for (const packet of scanner.packets(packets)) if (scanner.route(packets, packet)) count += 1;
  if (count !== 1000) throw new Error('packets are missing');
}, 1000);
measure('JSON.parse', () => JSON.parse(content.toString()));
measure('JSON.parse(chat)', () => lines.forEach((line) => JSON.parse(line.toString())), 1000);
