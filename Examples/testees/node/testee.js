// The loop of the testee protocol: one line per request, one line per response (Spec/testee-protocol.md).
import { answer } from './operations.js';

let pending = [];

process.stdin.on('data', (chunk) => {
  const out = [];
  let from = 0;
  for (let at = chunk.indexOf(0x0a); at >= 0; at = chunk.indexOf(0x0a, from)) {
    const tail = chunk.subarray(from, at);
    const line = pending.length > 0 ? Buffer.concat([...pending, tail]) : tail;
    pending = [];
    from = at + 1;
    out.push(answer(line), '\n');
  }
  if (from < chunk.length) pending.push(chunk.subarray(from));
  if (out.length > 0) process.stdout.write(out.join(''));
});

process.stdin.on('end', () => {
  if (pending.length > 0) process.stdout.write(`${answer(Buffer.concat(pending))}\n`);
});
