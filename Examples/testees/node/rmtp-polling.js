// Packets in polling: reads and writes replies in JSON (RMTP-090 to RMTP-097, RMTP-231).
import { Fault, NO_LIMITS, Scanner } from './json.js';
import { headerMembers, typeName, wrongDirection } from './rmtp.js';
import { headerByte } from './rmtp-write.js';
import { messageFault } from './rmtp-stream.js';
import { OtherNumber, Raw, textFrom } from './values.js';

const U16 = 65535n;
const U32 = 4294967295n;
const U64 = 18446744073709551615n;
const WITH_ID = new Set(['PUBLISH', 'PUBACK', 'QUERY', 'QUERYACK', 'QUERYCON']);
const WITH_STATUS = new Set(['CONNACK', 'DISCONNECT', 'PUBACK', 'QUERYACK']);
const hasData = (name) => ['PUBLISH', 'QUERY', 'QUERYACK'].includes(name) || name.startsWith('TYPE');

/**
 * The members of a reply in the order of the table: name in the packet, largest value or kind, and the packets that
 * have it.
 */
const MEMBERS = [
  ['messageId', U16, (n, v) => WITH_ID.has(n) || (n === 'CONNACK' && v === 4)],
  ['topic', 'text', (n) => n === 'PUBLISH' || n === 'QUERY'],
  ['targetId', 'text', (n) => n === 'PUBLISH' || n === 'QUERY'],
  ['date', U32, (n) => ['PUBLISH', 'PUBACK', 'QUERYACK'].includes(n)],
  ['status', (n) => (n === 'CONNACK' || n === 'DISCONNECT' ? 255n : U16), (n) => WITH_STATUS.has(n)],
  ['userId', 'text', (n) => n === 'CONNACK'],
  ['sessionid', 'text', (n) => n === 'CONNACK'],
  ['timestamp', U64, (n) => n === 'CONNACK' || n === 'PUBACK'],
  ['millisecond', U16, (n) => n === 'PUBACK'],
  ['messageUId', 'text', (n) => n === 'PUBACK'],
  ['data', 'data', hasData],
];
const NAMED = new Map(MEMBERS.map((m) => [m[0], m]));
const kindOf = (m, name) => (typeof m[1] === 'function' ? m[1](name) : m[1]);
const packetName = (member) => (member === 'sessionid' ? 'sessionId' : member);

/** Reads a reply: items are packets and faults. */
export function readReply(bytes, { version, strict, limits }) {
  try {
    return elements(bytes, limits).map(([start, end]) => {
      try {
        return new PacketReader(bytes, start, end, { version, strict, limits }).read();
      } catch (fault) {
        return messageFault(fault instanceof Fault ? fault : rethrow(fault));
      }
    });
  } catch (fault) {
    return [messageFault(fault instanceof Fault ? fault : rethrow(fault))];
  }
}

function rethrow(error) {
  throw error;
}

/** Returns the positions of the packets of a reply, once all of it is known to be JSON (RMTP-231, the first step). */
function elements(bytes, limits) {
  if (bytes.length > limits.packetBytes) throw new Fault('limit.size', 0);
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) throw new Fault('json.bom', 0);
  const whole = new Scanner(bytes, NO_LIMITS);
  whole.space();
  const token = whole.value('');
  whole.finish();
  if (token.type !== 'array') return [[token.start, token.end]];
  const found = [];
  if (token.empty) return found;
  const s = new Scanner(bytes, NO_LIMITS, token.start + 1, token.end);
  for (;;) {
    s.space();
    if (found.length >= limits.batchMessages) throw new Fault('frame.batchLimit', s.p);
    const { start, end } = s.value('');
    found.push([start, end]);
    s.space();
    s.p += 1;
    if (s.p >= token.end) return found;
  }
}

class PacketReader {
  constructor(bytes, start, end, { version, strict, limits }) {
    this.b = bytes;
    this.start = start;
    this.end = end;
    this.version = version;
    this.strict = strict;
    this.limits = limits;
    this.deviations = new Set();
  }

  deviate(id, code, at, path) {
    if (this.strict) throw new Fault(code, at, path);
    this.deviations.add(id);
  }

  read() {
    if (this.b[this.start] !== 0x7b) throw new Fault('message.type', this.start);
    const members = this.members();
    const { header, token } = this.headerCode(members.get('headerCode'));
    const packet = headerMembers(header, 'down');
    const wrong = wrongDirection(packet.packet, 'down');
    if (wrong) this.deviate(wrong, 'packet.direction', token.start, '');
    for (const [name, value] of members) {
      const m = NAMED.get(name);
      if (!m || value.type === 'null' || !m[2](packet.packet, this.version)) continue;
      const read = this.value(kindOf(m, packet.packet), value, `/${name}`);
      if (read !== undefined) packet[packetName(name)] = read;
    }
    return { packet, deviations: [...this.deviations], trailing: null };
  }

  /** Reads all members by name, the last of each, in the order of the text (the second step). */
  members() {
    const s = new Scanner(this.b, this.limits, this.start, this.end);
    const members = new Map();
    let unknownBytes = 0;
    let count = 0;
    s.open('');
    s.space();
    while (s.b[s.p] !== 0x7d) {
      count += 1;
      if (count > this.limits.members) throw new Fault('limit.members', s.p, '');
      const nameToken = s.string('/?');
      if (nameToken.lone >= 0) this.deviate('DEV-109', 'json.surrogate', nameToken.lone, '/?');
      const name = s.text(nameToken);
      const known = name === 'headerCode' || NAMED.has(name);
      const path = known ? `/${name}` : '/?';
      if (members.has(name)) {
        this.deviate('DEV-101', 'json.duplicate', nameToken.start, path);
        members.delete(name);
      }
      s.expect(0x3a, '');
      s.space();
      const isText = name === 'data' && s.b[s.p] === 0x22;
      const limits = s.limits;
      if (isText) s.limits = NO_LIMITS;
      const token = s.value(path, known && name !== 'data');
      s.limits = limits;
      if (token.lone >= 0) this.deviate('DEV-109', 'json.surrogate', token.lone, path);
      if (!known) {
        unknownBytes += nameToken.end - nameToken.start + 1 + token.end - token.start;
        if (unknownBytes > this.limits.unknownBytes) throw new Fault('limit.unknown', nameToken.start, '/?');
      }
      token.s = s;
      members.set(name, token);
      s.space();
      if (s.b[s.p] === 0x2c) s.p += 1;
      s.space();
    }
    return members;
  }

  headerCode(token) {
    const path = '/headerCode';
    if (!token || token.type === 'null') throw new Fault('field.missing', this.end - 1, path);
    const value = this.integer(token, path);
    if (value < -128n || value > 255n) throw new Fault('field.value', token.start, path);
    if (value > 127n) this.deviate('DEV-137', 'field.value', token.start, path);
    return { header: Number(BigInt.asUintN(8, value)), token };
  }

  integer(token, path) {
    const text = token.type === 'number' ? this.b.latin1Slice(token.start, token.end) : '';
    if (!/^-?[0-9]+$/.test(text)) throw new Fault('field.type', token.start, path);
    return BigInt(text);
  }

  value(kind, token, path) {
    if (kind === 'data') return this.data(token, path);
    if (kind === 'text') {
      if (token.type !== 'string') throw new Fault('field.type', token.start, path);
      return token.s.text(token);
    }
    const value = this.integer(token, path);
    if (value < 0n || value > kind) throw new Fault('field.value', token.start, path);
    return value;
  }

  /** Reads the value that `data` contains, with its spelling (RMTP-095). */
  data(token, path) {
    if (token.type !== 'string') {
      this.deviate('DEV-145', 'field.type', token.start, path);
      return new Raw(token.s.raw(token));
    }
    const text = token.s.text(token);
    if (text === '') {
      this.deviate('DEV-146', 'json.syntax', token.start, path);
      return undefined;
    }
    try {
      const { raw, lone } = jsonInText(text, this.limits, this.strict);
      if (lone) this.deviate('DEV-109', 'json.surrogate', token.start, path);
      return new Raw(raw);
    } catch (fault) {
      throw fault instanceof Fault ? new Fault(fault.code, token.start, path) : fault;
    }
  }
}

/** Returns the JSON value in a text; a surrogate in the text counts as its escape (RMTP-095). */
function jsonInText(text, limits, strict) {
  const escaped = text.isWellFormed() ? text : escapeSurrogates(text);
  const bytes = Buffer.from(escaped);
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) throw new Fault('json.bom', 0);
  const s = new Scanner(bytes, limits);
  s.strict = strict;
  s.space();
  const token = s.value('');
  if (strict && token.lone >= 0) throw new Fault('json.surrogate', token.lone);
  s.finish();
  return { raw: s.raw(token), lone: token.lone >= 0 };
}

/** Returns a text with its lone surrogates as escapes; after a backslash, one cannot be written as an escape. */
function escapeSurrogates(text) {
  return text.replace(/(\\*)([\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff])/g, (_, slashes, unit) => {
    if (slashes.length % 2 === 1) throw new Fault('json.syntax', 0);
    return `${slashes}\\u${unit.charCodeAt(0).toString(16)}`;
  });
}

/** Writes the JSON object of one packet (RMTP-096). A reply to a poll contains it in an array. */
export function writeReply(packet, version, trailing, limits) {
  const header = headerByte(packet, 'down');
  const name = typeName(header >> 4);
  if (wrongDirection(name, 'down')) throw new Fault('encode.direction', undefined, '');
  // Members that the table does not have are not written, and others that the packet does not have are refused.
  const known = new Set(['packet', 'qos', 'dup', 'retain', 'syncMsg', 'type',
    ...(name === 'CONNACK' || name === 'DISCONNECT' ? ['ignored'] : []),
    ...(name === 'CONNACK' && version === 4 ? ['flags'] : []),
    ...MEMBERS.filter((m) => m[2](name, version)).map((m) => packetName(m[0]))]);
  const extra = Object.keys(packet).find((member) => !known.has(member));
  if (extra || trailing.length > 0) throw new Fault('encode.member', undefined, extra ? `/${extra}` : '');
  const parts = [`"headerCode":${(header << 24) >> 24}`];
  for (const m of MEMBERS) {
    const value = packet[packetName(m[0])];
    if (value === undefined || value === null || !m[2](name, version)) continue;
    parts.push(`"${m[0]}":${writeValue(m[0], kindOf(m, name), value)}`);
  }
  const bytes = Buffer.from(`{${parts.join(',')}}`);
  if (bytes.length > limits.packetBytes) throw new Fault('encode.size');
  return bytes;
}

function writeValue(name, kind, value) {
  if (kind === 'data') return JSON.stringify(value.text);
  if (kind === 'text') {
    const text = textFrom(value);
    if (text === undefined) throw new Fault('encode.member', undefined, `/${name}`);
    return JSON.stringify(text);
  }
  if (value instanceof OtherNumber || typeof value !== 'bigint') throw new Fault('encode.range', undefined, `/${name}`);
  const n = name === 'messageId' ? BigInt.asUintN(16, value) : value;
  if (n < 0n || n > kind) throw new Fault('encode.range', undefined, `/${name}`);
  return String(n);
}
