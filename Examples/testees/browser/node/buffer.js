// The part of node's Buffer that the testee uses, on typed arrays.

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUES = new Int16Array(128).fill(-1);
[...DIGITS].forEach((digit, value) => { VALUES[digit.charCodeAt(0)] = value; });
VALUES[0x2d] = 62;
VALUES[0x5f] = 63;
const PIECE = 8192;

/** Decodes Base64 as node does: invalid characters are skipped, and padding ends the text. */
function fromBase64(text) {
  const bytes = new Buffer(Math.ceil((text.length * 3) / 4));
  let length = 0;
  let bits = 0;
  let count = 0;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code === 0x3d) break;
    const value = code < 128 ? VALUES[code] : -1;
    if (value < 0) continue;
    bits = ((bits << 6) | value) & 0xffffff;
    count += 6;
    if (count >= 8) {
      count -= 8;
      bytes[length] = bits >> count;
      length += 1;
    }
  }
  return bytes.subarray(0, length);
}

function toBase64(bytes) {
  let text = '';
  let i = 0;
  for (; i + 2 < bytes.length; i += 3) {
    const n = (bytes[i] << 16) | (bytes[i + 1] << 8) | bytes[i + 2];
    text += DIGITS[n >> 18] + DIGITS[(n >> 12) & 63] + DIGITS[(n >> 6) & 63] + DIGITS[n & 63];
  }
  if (i + 1 === bytes.length) return `${text}${DIGITS[bytes[i] >> 2]}${DIGITS[(bytes[i] & 3) << 4]}==`;
  if (i === bytes.length) return text;
  const n = (bytes[i] << 8) | bytes[i + 1];
  return `${text}${DIGITS[n >> 10]}${DIGITS[(n >> 4) & 63]}${DIGITS[(n & 15) << 2]}=`;
}

/** Returns the text of UTF-16 units; it is built in pieces, since the number of arguments of a call is limited. */
function fromUnits(units) {
  let text = '';
  for (let i = 0; i < units.length; i += PIECE) text += String.fromCharCode(...units.subarray(i, i + PIECE));
  return text;
}

const writers = {
  utf8: (text) => encoder.encode(text),
  base64: fromBase64,
  hex: (text) => (text.match(/[0-9a-f]{2}/gi) ?? []).map((pair) => parseInt(pair, 16)),
  utf16le: (text) => {
    const units = new Uint16Array(text.length);
    for (let i = 0; i < text.length; i += 1) units[i] = text.charCodeAt(i);
    return new Uint8Array(units.buffer);
  },
};

const readers = {
  utf8: (bytes) => decoder.decode(bytes),
  latin1: fromUnits,
  base64: toBase64,
  hex: (bytes) => Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join(''),
  utf16le: (bytes) => fromUnits(new Uint16Array(bytes.slice().buffer, 0, bytes.length >> 1)),
};

export class Buffer extends Uint8Array {
  static alloc(length) { return new Buffer(length); }

  static from(source, encoding = 'utf8') {
    const bytes = typeof source === 'string' ? writers[encoding](source) : source;
    if (bytes instanceof Buffer && typeof source === 'string') return bytes;
    const copy = new Buffer(bytes.length);
    copy.set(bytes);
    return copy;
  }

  static concat(parts) {
    const whole = new Buffer(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
      whole.set(part, at);
      at += part.length;
    }
    return whole;
  }

  static isBuffer(value) { return value instanceof Buffer; }

  static byteLength(text) { return encoder.encode(text).length; }

  static compare(a, b) {
    const length = Math.min(a.length, b.length);
    for (let i = 0; i < length; i += 1) if (a[i] !== b[i]) return a[i] < b[i] ? -1 : 1;
    return Math.sign(a.length - b.length);
  }

  get view() { return new DataView(this.buffer, this.byteOffset, this.byteLength); }

  toString(encoding = 'utf8', start = 0, end = this.length) { return readers[encoding](this.subarray(start, end)); }

  latin1Slice(start, end) { return this.toString('latin1', start, end); }

  equals(other) { return Buffer.compare(this, other) === 0; }

  copy(target, at = 0, start = 0, end = this.length) { target.set(this.subarray(start, end), at); }

  /** Returns the position of a byte, or of the first of several bytes. */
  indexOf(wanted, from = 0) {
    if (typeof wanted === 'number') return super.indexOf(wanted, from);
    for (let at = super.indexOf(wanted[0], from); at >= 0; at = super.indexOf(wanted[0], at + 1)) {
      if (wanted.every((byte, i) => this[at + i] === byte)) return at;
    }
    return -1;
  }

  swap16() {
    for (let i = 0; i + 1 < this.length; i += 2) [this[i], this[i + 1]] = [this[i + 1], this[i]];
    return this;
  }

  readUIntBE(at, count) { return this.subarray(at, at + count).reduce((number, byte) => number * 256 + byte, 0); }

  readUInt16BE(at = 0) { return this.view.getUint16(at); }

  readUInt32BE(at = 0) { return this.view.getUint32(at); }

  readBigUInt64BE(at = 0) { return this.view.getBigUint64(at); }

  writeUInt16BE(value, at = 0) { this.view.setUint16(at, value); }

  writeUInt32BE(value, at = 0) { this.view.setUint32(at, value); }

  writeBigUInt64BE(value, at = 0) { this.view.setBigUint64(at, value); }
}
