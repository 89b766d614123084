// Writes chat messages as lines or packets (FRM-020, FRM-090 to FRM-093, CHT-032, CHT-070).
import { Fault, NO_LIMITS, Scanner } from './json.js';
import { MessageReader, writeMessage } from './message.js';
import { DELIMITERS } from './lines.js';
import { BATCH, DEFLATE, FRAGMENT, HEARTBEAT, MESSAGE, WANTS_RECEIPT, writePacket } from './packets.js';
import { deflate, joinBatch } from './units.js';

const RECEIPTS = new Set(['loginReceipt', 'normalReceipt', 'invalidReceipt', 'repealReceipt']);
const EMPTY = Buffer.alloc(0);

/** Reads a message of a request, given as the bytes of its JSON. */
export function readForWriting(bytes, beat) {
  const o = new MessageReader(new Scanner(bytes, NO_LIMITS), false, beat).message();
  return { kind: o.kind, object: o, text: writeMessage(o) };
}

/** Returns the units to write in order: heartbeats, and lists of messages. */
function units(messages, batch) {
  const result = [];
  for (const m of messages) {
    const last = result.at(-1);
    if (m.kind === 'heartbeat') result.push(m);
    else if (batch && Array.isArray(last)) last.push(m);
    else result.push([m]);
  }
  return result;
}

/** Returns the bytes of messages with the options of chat.encode. */
export function writeChat(messages, options, limits) {
  const all = messages.map((m) => {
    if (m.kind !== 'heartbeat' && Buffer.byteLength(m.text) > limits.messageBytes) throw new Fault('encode.size');
    return m;
  });
  const parts = units(all, options.batch);
  for (const part of parts) {
    if (Array.isArray(part) && part.length > limits.batchMessages) throw new Fault('encode.size');
  }
  if (options.framing === 'line') return Buffer.concat(parts.map((part) => line(part, options, limits)));
  const writer = new PacketWriter(options, limits);
  return Buffer.concat(parts.map((part) => writer.part(part)));
}

function line(part, options, limits) {
  let text;
  if (!Array.isArray(part)) text = options.heartbeat === 'json' ? JSON.stringify({ beatID: options.beat }) : options.beat;
  else if (options.batch) text = `[${part.map((m) => m.text).join(',')}]`;
  else text = part[0].text;
  // The object of a heartbeat is a message with a size, and a bare heartbeat is not (FRM-093).
  if (!Array.isArray(part) && options.heartbeat === 'json' && Buffer.byteLength(text) > limits.messageBytes) {
    throw new Fault('encode.size');
  }
  // A line feed in a raw value would end the line (FRM-021).
  const body = options.encoding === 'json' ? Buffer.from(text.replace(/[\r\n]/g, ' '))
    : Buffer.from(Buffer.from(text).toString('base64'));
  if (body.length > limits.lineBytes) throw new Fault('encode.size');
  return Buffer.concat([body, DELIMITERS[options.delimiter]]);
}

class PacketWriter {
  constructor(options, limits) {
    this.options = options;
    this.limits = limits;
    this.sequence = options.sequence;
  }

  part(part) {
    if (!Array.isArray(part)) return writePacket({ type: HEARTBEAT, flags: 0, sequence: 0, payload: EMPTY });
    let flags = 0;
    let unit = Buffer.from(part[0].text);
    if (this.options.batch) {
      flags |= BATCH;
      unit = joinBatch(part.map((m) => Buffer.from(m.text)));
    }
    if (this.options.wantsReceipt && part.some((m) => !RECEIPTS.has(m.kind))) flags |= WANTS_RECEIPT;
    const short = this.options.deflate ? deflate(unit, this.limits) : null;
    if (short) {
      flags |= DEFLATE;
      unit = short;
    }
    return this.packets(flags, unit);
  }

  packets(flags, unit) {
    const { limits, sequence } = this;
    this.sequence = sequence === 4294967295 ? 1 : sequence + 1;
    const size = this.options.fragmentSize;
    if (size === 0) throw new Fault('encode.fragments');
    if (size === undefined || unit.length <= size) {
      if (unit.length > limits.packetBytes) throw new Fault('encode.size');
      return writePacket({ type: MESSAGE, flags, sequence, payload: unit });
    }
    const count = Math.ceil(unit.length / size);
    if (count > 65535) throw new Fault('encode.fragments');
    if (count > limits.fragmentCount || unit.length > limits.fragmentBytes || size + 12 > limits.packetBytes) {
      throw new Fault('encode.size');
    }
    const parts = [];
    for (let index = 0; index < count; index += 1) {
      const offset = index * size;
      parts.push(writePacket({ type: MESSAGE, flags: flags | FRAGMENT, sequence,
        payload: unit.subarray(offset, offset + size), fragment: { index, count, total: unit.length, offset } }));
    }
    return Buffer.concat(parts);
  }
}
