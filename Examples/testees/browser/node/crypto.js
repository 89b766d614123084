// SHA-1 (FIPS 180-4): the API of browsers is asynchronous, and the testee answers synchronously.
import { Buffer } from './buffer.js';

const turn = (n, by) => (n << by) | (n >>> (32 - by));

function sha1(message) {
  const padded = new Buffer(((message.length + 72) >> 6) << 6);
  padded.set(message);
  padded[message.length] = 0x80;
  padded.writeBigUInt64BE(BigInt(message.length) * 8n, padded.length - 8);
  const state = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0];
  const words = new Int32Array(80);
  for (let start = 0; start < padded.length; start += 64) {
    for (let i = 0; i < 80; i += 1) {
      words[i] = i < 16 ? padded.readUInt32BE(start + 4 * i)
        : turn(words[i - 3] ^ words[i - 8] ^ words[i - 14] ^ words[i - 16], 1);
    }
    let [a, b, c, d, e] = state;
    for (let i = 0; i < 80; i += 1) {
      const [f, k] = i < 20 ? [(b & c) | (~b & d), 0x5a827999] : i < 40 ? [b ^ c ^ d, 0x6ed9eba1]
        : i < 60 ? [(b & c) | (b & d) | (c & d), 0x8f1bbcdc] : [b ^ c ^ d, 0xca62c1d6];
      [a, b, c, d, e] = [(turn(a, 5) + f + e + k + words[i]) | 0, a, turn(b, 30), c, d];
    }
    [a, b, c, d, e].forEach((n, i) => { state[i] = (state[i] + n) | 0; });
  }
  const digest = new Buffer(20);
  state.forEach((n, i) => digest.writeUInt32BE(n, 4 * i));
  return digest;
}

/** The only digest that the testee uses. */
export function createHash(name) {
  if (name !== 'sha1') throw new Error(`no digest ${name}`);
  const parts = [];
  return {
    update(text) {
      parts.push(Buffer.from(text));
      return this;
    },
    digest: (encoding) => sha1(Buffer.concat(parts)).toString(encoding),
  };
}

/** Compares bytes of equal length in a time that does not depend on them. */
export const timingSafeEqual = (one, other) => one.reduce((difference, byte, i) => difference | (byte ^ other[i]), 0) === 0;
