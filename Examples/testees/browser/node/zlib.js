// The zlib format (RFC 1950), read and written synchronously: the streams of a browser are asynchronous.
import { Buffer } from './buffer.js';
import { deflateRaw } from './deflate.js';
import { inflateRaw } from './inflate.js';

function adler32(bytes) {
  let a = 1;
  let b = 0;
  for (const byte of bytes) {
    a = (a + byte) % 65521;
    b = (b + a) % 65521;
  }
  return (b * 65536 + a) >>> 0;
}

/** Inflates; `engine.bytesWritten` is the length of the stream in the input. */
export function inflateSync(bytes, { maxOutputLength }) {
  const head = bytes.length < 2 ? -1 : bytes[0] * 256 + bytes[1];
  if (head < 0 || head % 31 !== 0 || (bytes[0] & 15) !== 8 || bytes[0] >> 4 > 7 || bytes[1] & 32) throw new Error('header');
  const { output, end } = inflateRaw(bytes, 2, maxOutputLength);
  if (end + 4 > bytes.length) throw new Error('the stream ends too early');
  if (bytes.readUInt32BE(end) !== adler32(output)) throw new Error('checksum');
  return { buffer: output, engine: { bytesWritten: end + 4 } };
}

export function deflateSync(bytes) {
  const check = Buffer.alloc(4);
  check.writeUInt32BE(adler32(bytes));
  return Buffer.concat([Buffer.from([0x78, 0x9c]), deflateRaw(bytes), check]);
}
