// Streams of chat messages: lines or packets, units, batches, messages (Spec/framing.md, Spec/chat.md).
import { Fault, Scanner } from './json.js';
import { MessageReader, showMessage } from './message.js';
import { FragmentSets } from './fragments.js';
import { Base64Unit, LineReader, isSpace, scanBase64, trim } from './lines.js';
import { BATCH, DEFLATE, FRAGMENT, HEARTBEAT, MESSAGE, PacketReader, streamFault } from './packets.js';
import { Unit, divideBatch, inflate } from './units.js';

const startsJSON = (c) => c === 0x7b || c === 0x5b;

/** Reads a stream of chat messages; messages and faults are pushed to `items`. */
export class ChatReader {
  constructor({ framing, delimiter = 'lf', encoding = 'base64', beat = 'beatID' }, strict, limits, items) {
    this.strict = strict;
    this.limits = limits;
    this.beat = beat;
    this.beatBytes = Buffer.from(beat);
    this.encoding = encoding;
    this.items = items;
    this.emptyLines = 0;
    this.time = 0;
    this.sets = new FragmentSets(limits);
    this.out = (x) => (x instanceof Fault ? this.items.push(x) : this.frame(x));
    this.reader = framing === 'packet' ? new PacketReader(limits)
      : new LineReader(delimiter, (line, memo) => this.isSuspect(line, memo), limits, (line, at) => this.line(line, at));
  }

  /** Adds bytes that were received at a time. */
  feed(bytes, time) {
    this.time = time;
    if (!this.reader.dead) this.sets.expire(time, this.out);
    this.reader.feed(bytes, this.out);
    if (this.reader.dead) this.sets.clear();
  }

  /** Ends the stream. */
  end() {
    this.reader.end(this.out);
    this.sets.clear();
  }

  get pending() {
    return this.reader.pending;
  }

  /**
   * Whether the available part of a line may be of the broken form (FRM-019); `memo` holds what is known of the line.
   */
  isSuspect(line, memo) {
    while (memo.first < line.length && isSpace(line[memo.first])) memo.first += 1;
    if (memo.first === line.length || startsJSON(line[memo.first])) return false;
    return this.encoding === 'json' || memo.scan.push(line).wrong >= 0;
  }

  isBeat(bytes) {
    const [from, to] = trim(bytes);
    return bytes.subarray(from, to).equals(this.beatBytes);
  }

  line(line, at) {
    const [from, to] = trim(line);
    if (from === to) {
      this.emptyLines += 1;
      return;
    }
    const plain = startsJSON(line[from]) || this.isBeat(line);
    const other = () => {
      if (this.strict) throw streamFault('frame.encoding', at + from, 'message');
      return 'DEV-115';
    };
    try {
      if (this.encoding === 'base64') {
        if (plain) this.unit(new Unit(line, at, false), false, [other()]);
        else this.base64Line(line, at, []);
      } else if (plain || !this.isHiddenUnit(line)) {
        this.unit(new Unit(line, at, false), false, []);
      } else {
        this.base64Line(line, at, [other()]);
      }
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      this.items.push(fault);
    }
  }

  /** Whether a line is Base64 of something that a line of JSON may contain (FRM-018). */
  isHiddenUnit(line) {
    if (scanBase64(line).wrong >= 0) return false;
    const { bytes } = new Base64Unit(line, 0);
    return startsJSON(bytes[trim(bytes)[0]]) || this.isBeat(bytes);
  }

  base64Line(line, at, deviations) {
    const { wrong, loose } = scanBase64(line);
    const first = this.strict && loose >= 0 && (wrong < 0 || loose < wrong) ? loose : wrong;
    if (first >= 0) throw streamFault('frame.base64', at + first, 'message');
    if (loose >= 0) deviations.push('DEV-114');
    this.unit(new Base64Unit(line, at), false, deviations);
  }

  frame(frame) {
    try {
      if (frame.type === HEARTBEAT) {
        this.heartbeat([]);
        return;
      }
      if (frame.type !== MESSAGE) throw streamFault('frame.type', frame.at + 4, 'message');
      let unit = new Unit(frame.payload, frame.payloadAt, false);
      if (frame.flags & FRAGMENT) {
        const joined = this.sets.add(frame, this.time);
        if (joined instanceof Fault) throw joined;
        if (!joined) return;
        unit = new Unit(joined, frame.payloadAt, true);
      }
      if (frame.flags & DEFLATE) unit = inflate(unit, this.limits);
      this.unit(unit, (frame.flags & BATCH) !== 0, []);
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      this.items.push(fault);
    }
  }

  heartbeat(deviations) {
    this.items.push({ kind: 'heartbeat', message: JSON.stringify({ beatID: this.beat }), deviations });
  }

  /** Produces the items of a unit: a heartbeat, a message, or the messages of a batch. */
  unit(unit, isBatch, deviations) {
    if (isBatch) {
      const messages = divideBatch(unit, this.limits);
      messages.forEach(([start, end], i) => this.message(unit, start, end, [i, messages.length], deviations));
      return;
    }
    if (this.isBeat(unit.bytes)) {
      this.heartbeat(deviations);
      return;
    }
    const [from] = trim(unit.bytes);
    if (unit.bytes[from] !== 0x5b) {
      this.message(unit, 0, unit.bytes.length, null, deviations);
      return;
    }
    const elements = this.elements(unit);
    if (elements.length === 0) this.emptyLines += 1;
    elements.forEach(([start, end], i) => this.message(unit, start, end, [i, elements.length], deviations));
  }

  /** Returns the positions of the elements of an array, which must be valid JSON as a whole (CHT-060, CHT-061). */
  elements(unit) {
    const wide = { ...this.limits, stringBytes: Infinity, numberBytes: Infinity, items: Infinity };
    const s = new Scanner(unit.bytes, wide);
    const elements = [];
    try {
      s.space();
      s.p += 1;
      s.space();
      if (s.p < s.end && s.b[s.p] === 0x5d) {
        s.p += 1;
        s.finish();
        return elements;
      }
      for (;;) {
        s.space();
        if (elements.length >= this.limits.batchMessages && s.p < s.end) throw new Fault('frame.batchLimit', s.p);
        const token = s.value('');
        elements.push([token.start, token.end]);
        s.space();
        const c = s.p < s.end ? s.b[s.p] : -1;
        if (c !== 0x2c && c !== 0x5d) s.bad('');
        s.p += 1;
        if (c === 0x5d) break;
      }
      s.finish();
      return elements;
    } catch (fault) {
      throw inUnit(fault, unit);
    }
  }

  /** Produces one message of a unit, or its error, which affects only this message (FRM-070). */
  message(unit, start, end, batch, deviations) {
    try {
      if (end - start > this.limits.messageBytes) throw new Fault('limit.size', start);
      const b = unit.bytes;
      if (b[start] === 0xef && b[start + 1] === 0xbb && b[start + 2] === 0xbf) throw new Fault('json.bom', start);
      const reader = new MessageReader(new Scanner(b, this.limits, start, end), this.strict, this.beat);
      const o = reader.message();
      const item = { kind: o.kind, message: showMessage(o), deviations: [...deviations, ...reader.deviations], object: o };
      if (batch) item.batch = batch;
      this.items.push(item);
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      const moved = inUnit(fault, unit);
      if (batch) moved.batch = batch; // TST-065
      this.items.push(moved);
    }
  }
}

/** Converts a fault at a position in a unit to one at a position in the stream (FRM-003). */
function inUnit(fault, unit) {
  if (!(fault instanceof Fault) || fault.scope) return fault;
  const place = unit.place(fault.offset);
  const moved = new Fault(fault.code, place.offset, fault.path);
  moved.inner = place.inner;
  moved.scope = 'message';
  return moved;
}
