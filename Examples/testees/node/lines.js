// Lines of the socket chat protocol: delimiters, Base64, the broken form (FRM-010 to FRM-022).
import { GrowingBytes } from './growing.js';
import { streamFault } from './packets.js';
import { Unit } from './units.js';

export const DELIMITERS = { lf: Buffer.from('\n'), crlf: Buffer.from('\r\n'), cr: Buffer.from('\r'), nul: Buffer.from('\0') };

/** Returns whether a text can be the body of a heartbeat (FRM-022). */
export const isBeat = (text) => Buffer.byteLength(text) >= 1 && Buffer.byteLength(text) <= 64 && text.isWellFormed()
  && !/[\s\p{Cc}]/u.test(text) && !/^[{[]/.test(text);

/** The number of bytes of a line that are checked for the broken form. */
const BROKEN_BYTES = 1024;

const NAMES = ['versionCode', 'fromUserID', 'toUserID', 'deviceType', 'messageType', 'messageID', 'contenType', 'chatType',
  'sendTime', 'nickName'];

export const isSpace = (c) => c === 0x20 || c === 0x09 || c === 0x0d || c === 0x0a;

/** Returns the bytes without white space at either end, as a pair of offsets. */
export function trim(b) {
  let from = 0;
  let to = b.length;
  while (from < to && isSpace(b[from])) from += 1;
  while (to > from && isSpace(b[to - 1])) to -= 1;
  return [from, to];
}

const VALUES = new Int8Array(256).fill(-1);
[...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].forEach((c, i) => {
  VALUES[c.charCodeAt(0)] = i;
});

/** Scans a line of Base64 incrementally (FRM-016, FRM-017). */
export class Base64Scan {
  constructor() {
    this.at = 0;
    this.n = 0;
    this.padding = 0;
    this.last = -1;
    this.lastByte = 0;
    /** The offset of the first invalid byte, or -1. */
    this.wrong = -1;
    /** The offset of the first white space or missing padding, or -1. */
    this.loose = -1;
  }

  /** Continues to the end of the available part of the line. */
  push(line) {
    for (; this.at < line.length && this.wrong < 0; this.at += 1) {
      const c = line[this.at];
      if (!isSpace(c)) this.character(c);
      else if (this.loose < 0) this.loose = this.at;
    }
    return this;
  }

  character(c) {
    if (c === 0x3d) {
      const isRoom = this.padding > 0 ? (this.n + this.padding) % 4 !== 0 : this.n % 4 >= 2;
      if (!isRoom) this.wrong = this.at;
      else if (this.padding === 0 && unused(this.lastByte, this.n)) this.wrong = this.last;
      this.padding += 1;
    } else if (VALUES[c] < 0 || this.padding > 0) {
      this.wrong = this.at;
    } else {
      this.n += 1;
      this.last = this.at;
      this.lastByte = c;
    }
  }

  /** Ends the line: missing bytes are an error at its end, and unused bits at their character. */
  finish() {
    if (this.wrong >= 0) return this;
    if (this.n % 4 === 1) this.wrong = this.at;
    else if (this.n % 4 > 0 && this.padding === 0 && unused(this.lastByte, this.n)) this.wrong = this.last;
    else if ((this.n + this.padding) % 4 !== 0 && this.loose < 0) this.loose = this.at;
    return this;
  }
}

/** Scans a whole line. */
export const scanBase64 = (line) => new Base64Scan().push(line).finish();

/** Whether the last character of an incomplete group has bits that belong to no byte. */
const unused = (c, n) => (VALUES[c] & (n % 4 === 2 ? 0x0f : 0x03)) !== 0;

/** A unit received as Base64: the position of a byte is that of the group that contains it (FRM-003). */
export class Base64Unit extends Unit {
  constructor(line, at) {
    super(Buffer.from(line.latin1Slice().replace(/[ \t\r\n=]/g, ''), 'base64'), at, true);
    this.line = line;
  }

  place(inner) {
    if (inner >= this.bytes.length) return { offset: this.offset + this.line.length, inner };
    let group = 4 * Math.floor(inner / 3);
    let i = 0;
    for (; i < this.line.length; i += 1) {
      if (isSpace(this.line[i])) continue;
      if (group === 0) break;
      group -= 1;
    }
    return { offset: this.offset + i, inner };
  }
}

/** Whether the bytes of a line are text that was decoded as Base64 instead of encoded (FRM-019). */
export function isBrokenBase64(line) {
  const head = line.subarray(0, BROKEN_BYTES);
  for (let start = 0; start < 3; start += 1) {
    const groups = head.subarray(start, start + Math.floor(Math.max(0, head.length - start) / 3) * 3);
    const text = groups.toString('base64');
    if (NAMES.filter((name) => text.includes(name)).length >= 2) return true;
  }
  return false;
}

/** Splits a stream into lines; `line(bytes, offset)` is called for each complete line. */
export class LineReader {
  constructor(delimiter, isSuspect, limits, line) {
    this.delimiter = DELIMITERS[delimiter];
    this.isSuspect = isSuspect;
    this.limits = limits;
    this.line = line;
    this.bytes = new GrowingBytes();
    this.base = 0;
    this.skipping = false;
    this.dead = false;
    this.begin();
  }

  /** Resets the state of the current line. */
  begin() {
    this.searched = 0;
    this.memo = { first: 0, scan: new Base64Scan(), head: undefined };
  }

  /** The number of bytes of an incomplete line. */
  get pending() {
    return this.skipping ? 0 : this.bytes.length;
  }

  /** Adds bytes; faults are appended to `out`. */
  feed(bytes, out) {
    if (this.dead) return;
    this.bytes.append(bytes);
    while (!this.dead && this.step(this.bytes.view, out));
    if (this.dead) this.bytes.clear();
  }

  consume(n) {
    this.bytes.consume(n);
    this.base += n;
    this.begin();
  }

  /** Consumes one line, or the part of a line that is skipped; returns false if more bytes are needed. */
  step(buffer, out) {
    const { delimiter } = this;
    const end = buffer.indexOf(delimiter, this.searched);
    const room = this.limits.lineBytes;
    if (this.skipping) {
      this.consume(end >= 0 ? end + delimiter.length : this.keepHalf(buffer));
      this.skipping = end < 0;
      return end >= 0;
    }
    const length = end >= 0 ? end : buffer.length;
    const line = buffer.subarray(0, Math.min(length, room));
    if (this.isBroken(line)) {
      this.dead = true;
      out(streamFault('frame.brokenBase64', this.base, 'connection'));
      return false;
    }
    // With crlf, a CR in the first position past the limit may begin the delimiter (FRM-014).
    const tooLong = end >= 0 ? end > room : length > room + 1 || (length === room + 1 && this.keepHalf(buffer) === length);
    if (tooLong) {
      out(streamFault('frame.line', this.base, 'message'));
      this.skipping = true;
      return true;
    }
    if (end < 0) {
      this.searched = Math.max(0, buffer.length - delimiter.length + 1);
      return false;
    }
    const at = this.base;
    this.consume(end + delimiter.length);
    this.line(line, at);
    return true;
  }

  /** Whether the available part of a line is of the broken form; only its first bytes are compared (FRM-019). */
  isBroken(line) {
    const { memo } = this;
    if (memo.head === false || !this.isSuspect(line, memo)) return false;
    if (line.length < BROKEN_BYTES) return isBrokenBase64(line);
    memo.head ??= isBrokenBase64(line);
    return memo.head;
  }

  /** Returns the number of bytes that can be skipped: all, except for a CR that may begin the delimiter. */
  keepHalf(buffer) {
    return this.delimiter.length === 2 && buffer.at(-1) === 0x0d ? buffer.length - 1 : buffer.length;
  }

  /** Ends the stream (FRM-006). */
  end(out) {
    if (this.dead || this.pending === 0) return;
    this.dead = true;
    out(streamFault('frame.truncated', this.base + this.bytes.length, 'connection'));
    this.bytes.clear();
  }
}
