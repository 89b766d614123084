// Writes DEFLATE (RFC 1951): one block with the fixed code; repeats are found by their first three bytes.
import { Buffer } from './buffer.js';
import { codeWords, distanceBase, distanceBits, fixedLengths, lengthBase, lengthBits } from './deflate-tables.js';

const WINDOW = 32768;
const LONGEST = 258;
const words = codeWords(fixedLengths);

class BitWriter {
  constructor(room) {
    this.bytes = new Buffer(room);
    this.length = 0;
    this.bits = 0;
    this.count = 0;
  }

  /** Writes bits, the lowest first. */
  put(value, count) {
    for (let i = 0; i < count; i += 1) {
      this.bits |= ((value >> i) & 1) << this.count;
      this.count += 1;
      if (this.count === 8) this.flush();
    }
  }

  /** Writes a code word, the highest bit first. */
  symbol(symbol) {
    for (let i = fixedLengths[symbol] - 1; i >= 0; i -= 1) this.put(words[symbol] >> i, 1);
  }

  flush() {
    this.bytes[this.length] = this.bits;
    this.length += 1;
    this.bits = 0;
    this.count = 0;
  }

  repeat(length, distance) {
    const l = lengthBase.findLastIndex((base) => base <= length);
    this.symbol(257 + l);
    this.put(length - lengthBase[l], lengthBits[l]);
    const d = distanceBase.findLastIndex((base) => base <= distance);
    for (let i = 4; i >= 0; i -= 1) this.put(d >> i, 1);
    this.put(distance - distanceBase[d], distanceBits[d]);
  }
}

export function deflateRaw(bytes) {
  // A byte takes at most nine bits, and the end of the block two bytes.
  const writer = new BitWriter(Math.ceil((bytes.length * 9) / 8) + 8);
  const places = new Map();
  writer.put(3, 3);
  for (let at = 0; at < bytes.length;) {
    const key = (bytes[at] << 16) | (bytes[at + 1] << 8) | bytes[at + 2];
    const earlier = at + 2 < bytes.length ? places.get(key) : undefined;
    places.set(key, at);
    let length = 0;
    if (earlier !== undefined && at - earlier <= WINDOW) {
      while (length < LONGEST && at + length < bytes.length && bytes[earlier + length] === bytes[at + length]) length += 1;
    }
    if (length >= 3) {
      writer.repeat(length, at - earlier);
      for (let i = at + 1; i < at + length && i + 2 < bytes.length; i += 1) {
        places.set((bytes[i] << 16) | (bytes[i + 1] << 8) | bytes[i + 2], i);
      }
      at += length;
    } else {
      writer.symbol(bytes[at]);
      at += 1;
    }
  }
  writer.symbol(256);
  if (writer.count > 0) writer.flush();
  return writer.bytes.subarray(0, writer.length);
}
