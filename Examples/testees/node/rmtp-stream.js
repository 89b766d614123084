// Packets on a WebSocket and on TCP (RMTP-050 to RMTP-052, RMTP-080 to RMTP-088).
import { Fault } from './json.js';
import { GrowingBytes } from './growing.js';
import { streamFault } from './packets.js';
import { readPacket } from './rmtp.js';

/** A fault with the scope `message`. */
export function messageFault(fault) {
  if (fault instanceof Fault && !fault.scope) fault.scope = 'message';
  return fault;
}

/** Reads one WebSocket message; the item is a packet or a fault. */
export function readMessage(bytes, { direction, version, strict, limits }) {
  try {
    if (bytes.length === 0) throw new Fault('packet.empty', 0);
    if (bytes.length - 1 > limits.packetBytes) throw new Fault('limit.size', 0);
    return readPacket(bytes[0], bytes.subarray(1), { direction, version, strict, at: 0, bodyAt: 1 });
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault;
    return messageFault(fault);
  }
}

/** Returns bytes combined with a key by exclusive or (RMTP-087). */
export function combine(bytes, key) {
  if (!key) return bytes;
  const out = Buffer.from(bytes);
  for (let i = 0; i < out.length; i += 1) out[i] ^= key[i % 8];
  return out;
}

/** Splits a TCP stream into packets; packets and faults are pushed to `items`. */
export class TCPReader {
  constructor(options, items) {
    this.options = options;
    this.items = items;
    this.bytes = new GrowingBytes();
    this.base = 0;
    this.dead = false;
  }

  get pending() {
    return this.bytes.length;
  }

  feed(bytes) {
    if (this.dead) return;
    this.bytes.append(bytes);
    for (let size = this.packet(this.bytes.view); size > 0; size = this.packet(this.bytes.view)) {
      this.bytes.consume(size);
      this.base += size;
    }
    if (this.dead) this.bytes.clear();
  }

  end() {
    if (this.dead || this.bytes.length === 0) return;
    this.fail('frame.truncated', this.bytes.length);
    this.bytes.clear();
  }

  fail(code, at) {
    this.dead = true;
    this.items.push(streamFault(code, this.base + at, 'connection'));
    return 0;
  }

  /**
   * Reads the packet at the beginning of the bytes; returns its size, or 0 if more bytes are needed or nothing follows.
   */
  packet(b) {
    const { strict, limits, key } = this.options;
    let length = 0;
    let check = b[0];
    let p = 2;
    for (;;) {
      if (p >= b.length) return 0;
      if (p === 4 && b[p] & 0x80) return this.fail('frame.length', p);
      length += (b[p] & 0x7f) * 2 ** (7 * (p - 2));
      check ^= b[p];
      p += 1;
      if ((b[p - 1] & 0x80) === 0) break;
    }
    if (b[1] !== check) return this.fail('frame.header', 1);
    const long = p > 3 && b[p - 1] === 0;
    if ((long && strict) || length > limits.packetBytes) return this.fail('frame.length', 2);
    if (b.length < p + length) return 0;
    const body = combine(b.subarray(p, p + length), key);
    this.items.push(this.item(b[0], body, this.base, this.base + p, long));
    return p + length;
  }

  item(header, body, at, bodyAt, long) {
    try {
      const item = readPacket(header, body, { ...this.options, at, bodyAt });
      if (long) item.deviations.push('DEV-136');
      return item;
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      return messageFault(fault);
    }
  }
}
