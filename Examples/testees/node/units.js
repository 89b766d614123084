// Units of packets: inflating, splitting batches, and writing both (FRM-060 to FRM-068).
import { deflateSync, inflateSync } from 'node:zlib';
import { streamFault } from './packets.js';

/** A unit's bytes and their position in the stream: stored unchanged, or encoded at `offset` (FRM-003). */
export class Unit {
  constructor(bytes, offset, hidden) {
    this.bytes = bytes;
    this.offset = offset;
    this.hidden = hidden;
  }

  /** Returns the position of a byte of the unit as members of an error. */
  place(inner) {
    return this.hidden ? { offset: this.offset, inner } : { offset: this.offset + inner };
  }

  /** Returns a fault with the scope `message` at a byte of the unit. */
  fault(code, inner) {
    const place = this.place(inner);
    return streamFault(code, place.offset, 'message', place.inner);
  }
}

/** Inflates a unit, or throws its fault (FRM-060 to FRM-063). */
export function inflate(unit, limits) {
  const { bytes } = unit;
  if (bytes.length < 6) throw unit.fault('frame.inflate', 4);
  const length = bytes.readUInt32BE(0);
  if (length > limits.inflatedBytes) throw unit.fault('frame.inflateSize', 0);
  if (length > limits.inflateFloor && length > limits.inflateRatio * (bytes.length - 4)) {
    throw unit.fault('frame.inflateRatio', 0);
  }
  let result;
  try {
    result = inflateSync(bytes.subarray(4), { maxOutputLength: length + 1, info: true });
  } catch (e) {
    throw e.code === 'ERR_BUFFER_TOO_LARGE' ? unit.fault('frame.inflateLength', 0) : unit.fault('frame.inflate', 4);
  }
  if (result.buffer.length !== length) throw unit.fault('frame.inflateLength', 0);
  if (result.engine.bytesWritten !== bytes.length - 4) throw unit.fault('frame.inflate', 4);
  return new Unit(result.buffer, unit.offset, true);
}

/** Returns the positions of the messages of a batch, or the fault of the whole batch (FRM-066 to FRM-068). */
export function divideBatch(unit, limits) {
  const b = unit.bytes;
  const wrong = () => unit.fault('frame.batch', 0);
  if (b.length < 4) throw wrong();
  const count = b.readUInt32BE(0);
  if (count > limits.batchMessages) throw unit.fault('frame.batchLimit', 0);
  if (count === 0) throw wrong();
  const messages = [];
  let at = 4;
  for (let i = 0; i < count; i += 1) {
    if (at + 4 > b.length) throw wrong();
    const length = b.readUInt32BE(at);
    at += 4;
    if (length === 0 || at + length > b.length) throw wrong();
    messages.push([at, at + length]);
    at += length;
  }
  if (at !== b.length) throw wrong();
  return messages;
}

/** Joins messages to the bytes of a batch. */
export function joinBatch(messages) {
  const number = (n) => {
    const b = Buffer.alloc(4);
    b.writeUInt32BE(n);
    return b;
  };
  return Buffer.concat([number(messages.length), ...messages.flatMap((m) => [number(m.length), m])]);
}

/** Deflates a unit; returns null if this saves nothing or a reader would refuse it (FRM-065). */
export function deflate(bytes, limits) {
  if (bytes.length < 256 || bytes.length > limits.inflatedBytes) return null;
  const stream = deflateSync(bytes);
  if (stream.length + 4 >= bytes.length) return null;
  if (bytes.length > limits.inflateFloor && bytes.length > limits.inflateRatio * stream.length) return null;
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, stream]);
}
