// Reads DEFLATE (RFC 1951).
import { Buffer } from './buffer.js';
import { codeWords, distanceBase, distanceBits, fixedLengths, lengthBase, lengthBits } from './deflate-tables.js';

const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/** A Huffman code: symbols by length and code word. */
class Code {
  constructor(lengths) {
    this.symbols = new Map();
    this.longest = Math.max(...lengths);
    // The share of the code space that is used: a code that uses more than all of it is invalid.
    const taken = lengths.reduce((sum, length) => sum + (length > 0 ? 2 ** (15 - length) : 0), 0);
    this.used = lengths.filter((length) => length > 0).length;
    this.isWhole = taken === 2 ** 15;
    if (taken > 2 ** 15) throw new Error('code');
    codeWords(lengths).forEach((word, symbol) => {
      if (lengths[symbol] > 0) this.symbols.set(lengths[symbol] * 65536 + word, symbol);
    });
  }
}

const fixed = { literals: new Code(fixedLengths), distances: new Code(new Array(32).fill(5)) };

class Inflater {
  constructor(bytes, at, limit) {
    Object.assign(this, { bytes, at, limit, bit: 0, output: new Buffer(Math.min(limit, 1024)), length: 0 });
  }

  take() {
    if (this.at >= this.bytes.length) throw new Error('the stream ends too early');
    const bit = (this.bytes[this.at] >> this.bit) & 1;
    this.bit += 1;
    if (this.bit === 8) this.align();
    return bit;
  }

  align() {
    if (this.bit === 0) return;
    this.bit = 0;
    this.at += 1;
  }

  number(count) {
    let value = 0;
    for (let i = 0; i < count; i += 1) value |= this.take() << i;
    return value;
  }

  symbol(code) {
    let word = 0;
    for (let length = 1; length <= code.longest; length += 1) {
      word = (word << 1) | this.take();
      const symbol = code.symbols.get(length * 65536 + word);
      if (symbol !== undefined) return symbol;
    }
    throw new Error('code word');
  }

  push(byte) {
    if (this.length === this.limit) throw Object.assign(new Error('too large'), { code: 'ERR_BUFFER_TOO_LARGE' });
    if (this.length === this.output.length) {
      const larger = new Buffer(Math.min(this.limit, 2 * this.length));
      larger.set(this.output);
      this.output = larger;
    }
    this.output[this.length] = byte;
    this.length += 1;
  }

  stored() {
    this.align();
    const { bytes, at } = this;
    if (at + 4 > bytes.length) throw new Error('the stream ends too early');
    const length = bytes[at] + 256 * bytes[at + 1];
    if (length !== (0xffff ^ (bytes[at + 2] + 256 * bytes[at + 3]))) throw new Error('length');
    this.at += 4;
    for (let i = 0; i < length; i += 1) {
      if (this.at >= bytes.length) throw new Error('the stream ends too early');
      this.push(bytes[this.at]);
      this.at += 1;
    }
  }

  codes() {
    const literals = this.number(5) + 257;
    const distances = this.number(5) + 1;
    const count = this.number(4) + 4;
    if (literals > 286 || distances > 30) throw new Error('too many symbols');
    const order = new Array(19).fill(0);
    for (let i = 0; i < count; i += 1) order[ORDER[i]] = this.number(3);
    const code = new Code(order);
    if (!code.isWhole) throw new Error('code');
    const lengths = [];
    while (lengths.length < literals + distances) {
      const symbol = this.symbol(code);
      if (symbol < 16) {
        lengths.push(symbol);
      } else {
        if (symbol === 16 && lengths.length === 0) throw new Error('repeat');
        const value = symbol === 16 ? lengths.at(-1) : 0;
        const times = symbol === 16 ? 3 + this.number(2) : symbol === 17 ? 3 + this.number(3) : 11 + this.number(7);
        for (let i = 0; i < times; i += 1) lengths.push(value);
      }
    }
    if (lengths.length > literals + distances || lengths[256] === 0) throw new Error('lengths');
    const made = { literals: new Code(lengths.slice(0, literals)), distances: new Code(lengths.slice(literals)) };
    // A code may be incomplete only if it has one symbol of one bit, or none.
    for (const c of [made.literals, made.distances]) {
      if (!c.isWhole && !(c.longest <= 1 && c.used <= 1)) throw new Error('code');
    }
    return made;
  }

  block({ literals, distances }) {
    for (;;) {
      const symbol = this.symbol(literals);
      if (symbol === 256) return;
      if (symbol < 256) {
        this.push(symbol);
      } else {
        if (symbol > 285) throw new Error('length');
        const length = lengthBase[symbol - 257] + this.number(lengthBits[symbol - 257]);
        const place = this.symbol(distances);
        if (place > 29) throw new Error('distance');
        const distance = distanceBase[place] + this.number(distanceBits[place]);
        if (distance > this.length) throw new Error('distance');
        for (let i = 0; i < length; i += 1) this.push(this.output[this.length - distance]);
      }
    }
  }

  run() {
    for (let isLast = false; !isLast;) {
      isLast = this.take() === 1;
      const type = this.number(2);
      if (type === 3) throw new Error('block');
      if (type === 0) this.stored();
      else this.block(type === 1 ? fixed : this.codes());
    }
    this.align();
    return { output: this.output.subarray(0, this.length), end: this.at };
  }
}

/** Inflates the stream from `at` on, to at most `limit` bytes. Returns the bytes and where the stream ends. */
export const inflateRaw = (bytes, at, limit) => new Inflater(bytes, at, limit).run();
