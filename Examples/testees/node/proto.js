// Bodies: reads and writes protobuf messages, and shows them as JSON (Spec/rmtp-bodies.md).
import { Fault, firstIllFormed } from './json.js';
import { isBase64 } from './base64.js';
import { packetLimits } from './limits.js';

const MAX_NUMBER = 536870911;
const MAX_MISSING = 64;

/** A message with its known fields by name and the bytes of its unknown ones. */
export class Body {
  constructor(schema) {
    this.schema = schema;
    this.fields = new Map();
    this.unknown = [];
    this.end = 0;
  }

  get(name) {
    return this.fields.get(name);
  }

  /** The fields in the order of their numbers, with their values. */
  * entries() {
    for (const field of this.schema.fields) {
      if (this.fields.has(field.name)) yield [field, this.fields.get(field.name)];
    }
  }
}

class Reader {
  constructor(bytes, limits) {
    this.b = bytes;
    this.p = 0;
    this.limits = limits;
    this.items = 0;
  }

  /** Reads a varint of at most ten bytes, of which 64 bits count (PRB-002). */
  varint(end, path) {
    const start = this.p;
    let value = 0n;
    for (let i = 0; ; i += 1) {
      if (this.p >= end) throw new Fault('proto.truncated', end, path);
      const c = this.b[this.p];
      if (i === 9 && c & 0x80) throw new Fault('proto.varint', start, path);
      value |= BigInt(c & 0x7f) << BigInt(7 * i);
      this.p += 1;
      if ((c & 0x80) === 0) return BigInt.asUintN(64, value);
    }
  }

  /** Reads the number and wire type of a tag (PRB-003, PRB-004). */
  tag(end, path) {
    const start = this.p;
    let value = 0;
    for (let i = 0; ; i += 1) {
      if (this.p >= end) throw new Fault('proto.truncated', end, path);
      const c = this.b[this.p];
      this.p += 1;
      value += (c & 0x7f) * 2 ** (7 * i);
      if ((c & 0x80) === 0) break;
      if (i === 4) throw new Fault('proto.tag', start, path);
    }
    const wire = value % 8;
    const number = (value - wire) / 8;
    if (number === 0 || number > MAX_NUMBER) throw new Fault('proto.tag', start, path);
    if (wire > 5) throw new Fault('proto.wireType', start, path);
    return { number, wire, start };
  }

  /** Reads the length of a block and returns its end. */
  block(end, path) {
    const length = this.varint(end, path);
    if (length > BigInt(end - this.p)) throw new Fault('proto.truncated', end, path);
    return this.p + Number(length);
  }

  /** Skips `n` bytes. */
  skip(n, end, path) {
    if (this.p + n > end) throw new Fault('proto.truncated', end, path);
    this.p += n;
  }

  /** Skips the value of an unknown field. */
  unknown({ number, wire, start }, end, path, depth) {
    if (wire === 0) this.varint(end, path);
    else if (wire === 1) this.skip(8, end, path);
    else if (wire === 5) this.skip(4, end, path);
    else if (wire === 2) this.p = this.block(end, path);
    else this.group(number, start, end, path, depth);
  }

  /** Skips a group up to the end tag with its number (PRB-022). */
  group(number, start, end, path, depth) {
    const open = [number];
    if (depth + 1 > this.limits.bodyDepth) throw new Fault('limit.depth', start, path);
    while (open.length > 0) {
      const tag = this.tag(end, path);
      if (tag.wire === 3) {
        if (depth + open.length + 1 > this.limits.bodyDepth) throw new Fault('limit.depth', tag.start, path);
        open.push(tag.number);
      } else if (tag.wire === 4) {
        if (open.pop() !== tag.number) throw new Fault('proto.wireType', tag.start, path);
      } else {
        this.unknown(tag, end, path, depth);
      }
    }
  }

  /** Reads the fields up to `end` into a message (PRB-001). */
  message(body, end, path, depth) {
    while (this.p < end) {
      const tag = this.tag(end, path);
      if (tag.wire === 4) throw new Fault('proto.wireType', tag.start, path);
      const field = body.schema.byNumber.get(tag.number);
      const packed = field && field.label === 'repeated' && field.wire === 0 && tag.wire === 2;
      if (field && (tag.wire === field.wire || packed)) {
        this.field(body, field, tag, end, `${path}/${field.name}`, depth, packed);
      } else {
        this.unknown(tag, end, field ? `${path}/${field.name}` : `${path}/?`, depth);
        body.unknown.push(this.b.subarray(tag.start, this.p));
      }
    }
    body.end = end;
  }

  field(body, field, tag, end, path, depth, packed) {
    if (field.label !== 'repeated') {
      const earlier = field.kind === 'message' ? body.fields.get(field.name) : undefined;
      body.fields.set(field.name, this.value(field, tag, end, path, depth, earlier));
      return;
    }
    let list = body.fields.get(field.name);
    const count = () => {
      const own = `${path}/${list ? list.length : 0}`;
      if (this.items >= this.limits.bodyItems) throw new Fault('limit.items', tag.start, own);
      this.items += 1;
      return own;
    };
    const add = (value) => {
      if (!list) body.fields.set(field.name, (list = []));
      list.push(value);
    };
    if (!packed) {
      add(this.value(field, tag, end, count(), depth));
      return;
    }
    const stop = this.block(end, path);
    while (this.p < stop) add(this.value(field, tag, stop, count(), depth));
  }

  value(field, tag, end, path, depth, earlier) {
    const { kind } = field;
    if (field.wire === 0) {
      const value = this.varint(end, path);
      if (kind === 'bool') return value !== 0n;
      return kind === 'int32' ? BigInt.asIntN(32, value) : BigInt.asIntN(64, value);
    }
    if (kind === 'message' && depth + 1 > this.limits.bodyDepth) throw new Fault('limit.depth', tag.start, path);
    const stop = this.block(end, path);
    if (kind === 'message') {
      const body = earlier ?? new Body(field.message);
      this.message(body, stop, path, depth + 1);
      return body;
    }
    const bytes = this.b.subarray(this.p, stop);
    if (kind === 'string') {
      const wrong = firstIllFormed(this.b, this.p, stop);
      if (wrong >= 0) throw new Fault('proto.utf8', wrong, path);
    }
    this.p = stop;
    return kind === 'string' ? bytes.toString('utf8') : bytes;
  }
}

/** Returns the missing required fields, in the order of the fields' numbers (PRB-032). */
function missing(body, path, found) {
  for (const field of body.schema.fields) {
    if (found.length >= MAX_MISSING) return;
    const value = body.fields.get(field.name);
    const own = `${path}/${field.name}`;
    if (value === undefined) {
      if (field.label === 'required') found.push(new Fault('proto.required', body.end, own));
    } else if (field.kind === 'message') {
      if (Array.isArray(value)) value.forEach((item, i) => missing(item, `${own}/${i}`, found));
      else missing(value, own, found);
    }
  }
}

/** Reads a body; returns it and whether a required field is missing. */
export function decodeBody(schema, bytes, strict, limits) {
  if (bytes.length > limits.bodyBytes) throw new Fault('limit.size', 0);
  if (limits.bodyDepth < 1) throw new Fault('limit.depth', 0);
  const body = new Body(schema);
  new Reader(bytes, limits).message(body, bytes.length, '', 1);
  const found = [];
  missing(body, '', found);
  if (strict && found.length > 0) throw found[0];
  return { body, deviations: found.length > 0 ? ['DEV-138'] : [] };
}

function varint(value) {
  const bytes = [];
  let rest = BigInt.asUintN(64, value);
  while (rest > 127n) {
    bytes.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  bytes.push(Number(rest));
  return Buffer.from(bytes);
}

const tagOf = (field) => varint((BigInt(field.number) << 3n) | BigInt(field.wire));

function writeValue(field, value) {
  if (field.wire === 0) return [tagOf(field), varint(field.kind === 'bool' ? BigInt(value) : value)];
  const bytes = field.kind === 'message' ? encodeBody(value) : Buffer.from(value);
  return [tagOf(field), varint(BigInt(bytes.length)), bytes];
}

/** Writes a message: known fields in the order of their numbers, followed by unknown ones (PRB-040). */
export function encodeBody(body) {
  const parts = [];
  for (const [field, value] of body.entries()) {
    for (const item of field.label === 'repeated' ? value : [value]) parts.push(...writeValue(field, item));
  }
  return Buffer.concat([...parts, ...body.unknown]);
}

/** Refuses a message that lacks a required field (PRB-033). */
export function checkRequired(body) {
  const found = [];
  missing(body, '', found);
  if (found.length > 0) throw new Fault('encode.member', undefined, found[0].path);
}

/** Returns a message as a value of the testee protocol (PRB-060). */
export function showBody(body) {
  const shown = {};
  for (const [field, value] of body.entries()) {
    const one = (v) => (field.kind === 'message' ? showBody(v) : v);
    if (field.label !== 'repeated') shown[field.name] = one(value);
    else if (value.length > 0) shown[field.name] = value.map(one);
  }
  if (body.unknown.length > 0) shown.$unknown = Buffer.concat(body.unknown);
  return shown;
}

const isObject = (v) => typeof v === 'object' && v !== null && !Array.isArray(v) && Object.getPrototypeOf(v) === Object.prototype;

const scalars = {
  int32: (v) => typeof v === 'bigint' && BigInt.asIntN(32, v) === v,
  int64: (v) => typeof v === 'bigint' && BigInt.asIntN(64, v) === v,
  bool: (v) => typeof v === 'boolean',
  string: (v) => typeof v === 'string' && v.isWellFormed(),
  bytes: (v) => typeof v === 'string' && isBase64(v),
};

/** Whether bytes are fields that the schema does not have, and nothing else. */
function isUnknown(schema, bytes) {
  try {
    return Buffer.concat(decodeBody(schema, bytes, false, packetLimits({})).body.unknown).equals(bytes);
  } catch (fault) {
    if (fault instanceof Fault) return false;
    throw fault;
  }
}

/** Returns the message that a JSON value describes (PRB-061); `bytesFrom` reads bytes fields. */
export function bodyFrom(schema, value, path = '', bytesFrom = undefined) {
  const wrong = (own) => {
    throw new Fault('field.type', 0, own);
  };
  if (!isObject(value)) wrong(path);
  const body = new Body(schema);
  for (const [name, given] of Object.entries(value)) {
    if (given === null) continue;
    const field = schema.byName.get(name);
    if (name === '$unknown' && !field) {
      if (!scalars.bytes(given)) wrong(`${path}/$unknown`);
      const unknown = Buffer.from(given, 'base64');
      // A known field would replace a member (PRB-090).
      if (!isUnknown(schema, unknown)) wrong(`${path}/$unknown`);
      body.unknown = [unknown];
      continue;
    }
    // A name that is not in a schema is not included in errors (CNT-131).
    if (!field) wrong(`${path}/?`);
    const one = (v, own) => {
      if (field.kind === 'message') return bodyFrom(field.message, v, own, bytesFrom);
      if (field.kind === 'bytes' && bytesFrom) return bytesFrom(v) ?? wrong(own);
      if (!scalars[field.kind](v)) wrong(own);
      return field.kind === 'bytes' ? Buffer.from(v, 'base64') : v;
    };
    if (field.label !== 'repeated') {
      body.fields.set(name, one(given, `${path}/${name}`));
    } else {
      if (!Array.isArray(given)) wrong(`${path}/${name}`);
      if (given.length > 0) body.fields.set(name, given.map((v, i) => one(v, `${path}/${name}/${i}`)));
    }
  }
  return body;
}
