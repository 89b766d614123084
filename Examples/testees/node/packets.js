// Packets of the socket chat protocol: header, checksums, flags, fields of fragments (FRM-030 to FRM-053).
import { Fault } from './json.js';
import { crc32 } from './crc32.js';
import { GrowingBytes } from './growing.js';

const FLAGS = ['deflate', 'fragment', 'batch', 'wantsReceipt'];
export const DEFLATE = 1;
export const FRAGMENT = 2;
export const BATCH = 4;
export const WANTS_RECEIPT = 8;
export const HEARTBEAT = 1;
export const MESSAGE = 2;

/** An error of a stream: a fault with its scope (FRM-004). */
export function streamFault(code, offset, scope, inner) {
  const fault = new Fault(code, offset, '');
  fault.scope = scope;
  fault.inner = inner;
  return fault;
}

/** Splits a stream into packets; `feed` produces frames and faults, each as soon as it is certain (FRM-007). */
export class PacketReader {
  constructor(limits) {
    this.limits = limits;
    this.bytes = new GrowingBytes();
    this.base = 0;
    this.dead = false;
  }

  /** The number of bytes of an incomplete packet (TST-080). */
  get pending() {
    return this.bytes.length;
  }

  /** Adds bytes and produces what is complete with them. */
  feed(bytes, out) {
    if (this.dead) return;
    this.bytes.append(bytes);
    while (!this.dead) {
      const size = this.packet(this.bytes.view, out);
      if (size === 0) break;
      this.bytes.consume(size);
      this.base += size;
    }
    if (this.dead) this.bytes.clear();
  }

  /** Ends the stream (FRM-006). */
  end(out) {
    if (this.dead || this.bytes.length === 0) return;
    this.fail(out, 'frame.truncated', this.bytes.length);
    this.bytes.clear();
  }

  fail(out, code, at) {
    this.dead = true;
    out(streamFault(code, this.base + at, 'connection'));
    return 0;
  }

  /**
   * Reads the packet at the beginning of the bytes (FRM-041); returns its size, or 0 if more bytes are needed or
   * nothing follows.
   */
  packet(b, out) {
    const { length } = b;
    if (length >= 1 && b[0] !== 0xfa) return this.fail(out, 'frame.magic', 0);
    if (length >= 2 && b[1] !== 0xce) return this.fail(out, 'frame.magic', 1);
    if (length >= 3 && b[2] !== 1) return this.fail(out, 'frame.version', 2);
    if (length >= 4 && b[3] < 24) return this.fail(out, 'frame.header', 3);
    if (length < 20) return 0;
    const check = crc32(b.subarray(0, 16));
    if (b.readUInt32BE(16) !== check) return this.fail(out, 'frame.header', 16);
    const payloadLength = b.readUInt32BE(12);
    if (payloadLength > this.limits.packetBytes) return this.fail(out, 'frame.length', 12);
    const headerLength = b[3];
    const size = headerLength + payloadLength;
    if (length < size) return 0;
    const frame = {
      at: this.base,
      type: b[4],
      flags: b.readUInt16BE(6),
      sequence: b.readUInt32BE(8),
      payload: b.subarray(headerLength, size),
      payloadAt: this.base + headerLength,
      fragment: null,
    };
    const ok = b.readUInt32BE(20) === crc32(b.subarray(24, size), check);
    out(ok ? judge(frame) : streamFault('frame.checksum', frame.at + 20, 'message'));
    return size;
  }
}

/** Checks flags, heartbeats and fields of fragments; returns the frame or its fault. */
function judge(frame) {
  const wrong = (code, offset) => streamFault(code, offset, 'message');
  if (frame.flags > 15) return wrong('frame.flags', frame.at + 6);
  if (frame.type === HEARTBEAT && frame.flags !== 0) return wrong('frame.heartbeat', frame.at + 6);
  if (frame.type === HEARTBEAT && frame.payload.length !== 0) return wrong('frame.heartbeat', frame.at + 12);
  if ((frame.flags & FRAGMENT) === 0) return frame;
  const p = frame.payload;
  if (p.length < 13) return wrong('frame.fragment', frame.payloadAt);
  const f = { index: p.readUInt16BE(0), count: p.readUInt16BE(2), total: p.readUInt32BE(4), offset: p.readUInt32BE(8) };
  const field = wrongField(f, p.length - 12);
  if (field >= 0) return wrong('frame.fragment', frame.payloadAt + field);
  frame.fragment = f;
  frame.payload = p.subarray(12);
  return frame;
}

/** Returns the offset of the first field of a fragment that contradicts the others, or -1 (FRM-052). */
function wrongField({ index, count, total, offset }, length) {
  if (index >= count) return 0;
  if (count < 2) return 2;
  if (total < count) return 4;
  const end = offset + length;
  if (offset < index || (index === 0 && offset !== 0)) return 8;
  if (end + (count - 1 - index) > total) return 8;
  if (index === count - 1 && end !== total) return 8;
  return -1;
}

/** Writes one packet (FRM-091). */
export function writePacket({ type, flags, sequence, payload, fragment }) {
  const extra = fragment ? 12 : 0;
  const b = Buffer.alloc(24 + extra + payload.length);
  b.writeUInt16BE(0xface, 0);
  b[2] = 1;
  b[3] = 24;
  b[4] = type;
  b.writeUInt16BE(flags, 6);
  b.writeUInt32BE(sequence, 8);
  b.writeUInt32BE(extra + payload.length, 12);
  if (fragment) {
    b.writeUInt16BE(fragment.index, 24);
    b.writeUInt16BE(fragment.count, 26);
    b.writeUInt32BE(fragment.total, 28);
    b.writeUInt32BE(fragment.offset, 32);
  }
  payload.copy(b, 24 + extra);
  const check = crc32(b.subarray(0, 16));
  b.writeUInt32BE(check, 16);
  b.writeUInt32BE(crc32(b.subarray(24), check), 20);
  return b;
}

/** Returns a frame in the form of the testee protocol. */
export function showFrame(frame) {
  const type = { 1: 'heartbeat', 2: 'message' }[frame.type] ?? frame.type;
  const shown = { type, flags: FLAGS.filter((_, i) => frame.flags & (1 << i)), sequence: frame.sequence };
  if (frame.fragment) shown.fragment = frame.fragment;
  return { ...shown, payload: frame.payload.toString('base64') };
}

/** Reads a frame from the form of the testee protocol; returns null if it is not a frame. */
export function frameFrom(shown) {
  const type = { heartbeat: 1, message: 2 }[shown.type] ?? shown.type;
  if (!Number.isInteger(type) || type < 0 || type > 255 || !Array.isArray(shown.flags)) return null;
  let flags = 0;
  for (const flag of shown.flags) {
    const bit = FLAGS.indexOf(flag);
    if (bit < 0) return null;
    flags |= 1 << bit;
  }
  if (!Number.isInteger(shown.sequence) || typeof shown.payload !== 'string') return null;
  const payload = Buffer.from(shown.payload, 'base64');
  return { type, flags, sequence: shown.sequence, payload, fragment: shown.fragment ?? null };
}
