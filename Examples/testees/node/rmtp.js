// RongCloud's binary packets: header, members, and errors in them (RMTP-010 to RMTP-045).
import { Fault } from './json.js';
import { decodeString } from './cesu8.js';

const NAMES = { 1: 'CONNECT', 2: 'CONNACK', 3: 'PUBLISH', 4: 'PUBACK', 5: 'QUERY', 6: 'QUERYACK', 7: 'QUERYCON', 12: 'PINGREQ',
  13: 'PINGRESP', 14: 'DISCONNECT' };
const TYPES = Object.fromEntries(Object.entries(NAMES).map(([type, name]) => [name, Number(type)]));

/** Returns the name of a packet's type; a type without a layout is named by its number (RMTP-013). */
export const typeName = (type) => NAMES[type] ?? `TYPE${type}`;

/** Returns the type that has a name, or -1. */
export function typeNumber(name) {
  if (Object.hasOwn(TYPES, name)) return TYPES[name];
  const match = /^TYPE(0|8|9|10|11|15)$/.exec(name);
  return match ? Number(match[1]) : -1;
}

/** Returns whether a packet has the wrong direction, and whether it is refused for that (RMTP-045). */
export function wrongDirection(name, direction) {
  if (direction === 'down') return ['CONNECT', 'QUERY', 'QUERYCON'].includes(name) ? 'DEV-133' : null;
  if (name === 'CONNACK' || name === 'DISCONNECT') return 'refused';
  return name === 'QUERYACK' ? 'DEV-133' : null;
}

/**
 * Returns the members of a packet whose layout does not depend on its content: name and kind, numbers by their size in
 * bytes.
 */
export function fixedLayout(name, direction, version) {
  const down = direction === 'down';
  switch (name) {
    case 'PUBLISH':
      if (!down) return [['topic', 'str'], ['targetId', 'str'], ['messageId', 2], ['data', 'rest']];
      return [['date', 4], ['topic', 'str'], ...(version === 2 ? [] : [['targetId', 'str']]), ['messageId', 2], ['data', 'rest']];
    case 'PUBACK': {
      const tail = [['millisecond', 2], ['messageUId', 'str']];
      return down ? [['messageId', 2], ['date', 4], ['status', 2], ...tail] : [['messageId', 2]];
    }
    case 'QUERY': return [['topic', 'str'], ['targetId', 'str'], ['messageId', 2], ['data', 'rest']];
    case 'QUERYACK': return [['messageId', 2], ['date', 4], ['status', 2], ['data', 'rest']];
    case 'QUERYCON': return [['messageId', 2]];
    case 'PINGREQ': case 'PINGRESP': return [];
    case 'DISCONNECT': return [['ignored', 1], ['status', 1]];
    default: return [['data', 'rest']];
  }
}

/** The members that the flags of a CONNACK of version 4 announce, with their bits. */
export const CONNACK_FLAGS = [[1, 'userId', 'str'], [2, 'sessionId', 'str'], [4, 'timestamp', 8], [8, 'messageId', 2]];

/** Thrown if a body ends before a member, to leave its layout. */
const ENDED = Symbol('ended');

/** Reads the body of one packet, member by member. */
class BodyReader {
  constructor(bytes, offset, strict) {
    this.b = bytes;
    this.p = 0;
    this.offset = offset;
    this.strict = strict;
    this.deviations = new Set();
    this.packet = {};
  }

  get left() {
    return this.b.length - this.p;
  }

  deviate(id, code, at, path) {
    if (this.strict) throw new Fault(code, this.offset + at, path);
    this.deviations.add(id);
  }

  /** Handles a body that ends before a member (RMTP-040). */
  begin(name) {
    if (this.left > 0) return;
    this.deviate('DEV-130', 'packet.truncated', this.b.length, `/${name}`);
    throw ENDED;
  }

  number(name, size) {
    this.begin(name);
    if (this.left < size) throw new Fault('packet.truncated', this.offset + this.p, `/${name}`);
    const at = this.p;
    this.p += size;
    if (size === 8) return this.b.readBigUInt64BE(at);
    return this.b.readUIntBE(at, size);
  }

  string(name) {
    const at = this.p;
    const length = this.number(name, 2);
    if (length > this.left) this.deviate('DEV-131', 'packet.length', at, `/${name}`);
    const end = Math.min(this.p + length, this.b.length);
    const text = decodeString(this.b, this.p, end, this.offset + this.p, `/${name}`);
    this.p = end;
    return text;
  }

  /** Reads a member into the packet. */
  member(name, kind) {
    if (kind === 'rest') {
      this.packet[name] = this.b.subarray(this.p);
      this.p = this.b.length;
    } else {
      this.packet[name] = kind === 'str' ? this.string(name) : this.number(name, kind);
    }
  }

  connect() {
    const { packet } = this;
    this.member('protocolId', 'str');
    this.member('version', 1);
    const at = this.p;
    const flags = this.number('flags', 1);
    packet.cleanSession = (flags & 0x02) !== 0;
    const will = (flags & 0x04) !== 0;
    if (will) {
      packet.willQos = (flags >> 3) & 3;
      packet.retainWill = (flags & 0x20) !== 0;
    }
    if (flags & 0x01 || (!will && flags & 0x38)) this.deviate('DEV-134', 'packet.flags', at, '/flags');
    this.member('keepAlive', 2);
    this.member('clientId', 'str');
    if (will) {
      this.member('willTopic', 'str');
      this.member('will', 'str');
    }
    if (flags & 0x80) this.member('appId', 'str');
    if (flags & 0x40) this.member('token', 'str');
  }

  connack(version) {
    this.member('ignored', 1);
    this.member('status', 1);
    // The CONNACK of a refused connection has no further members (RMTP-033, RMTP-034).
    if (this.left === 0) return;
    if (version === 4) {
      const at = this.p;
      this.member('flags', 1);
      const { flags } = this.packet;
      if (flags & 0xf0) this.deviate('DEV-135', 'packet.flags', at, '/flags');
      for (const [bit, name, kind] of CONNACK_FLAGS) if (flags & bit) this.member(name, kind);
      return;
    }
    this.member('userId', 'str');
    if (version === 2 && this.left === 0) return;
    this.member('sessionId', 'str');
    this.member('timestamp', 8);
  }

  layout(name, direction, version) {
    if (name === 'CONNECT') {
      this.connect();
    } else if (name === 'CONNACK') {
      this.connack(version);
    } else {
      for (const [member, kind] of fixedLayout(name, direction, version)) {
        // A PUBACK of version 2 may end after its status (RMTP-035).
        if (member === 'millisecond' && version === 2 && this.left === 0) return;
        this.member(member, kind);
      }
    }
  }

  read(name, direction, version) {
    try {
      this.layout(name, direction, version);
    } catch (e) {
      if (e !== ENDED) throw e;
    }
    if (this.left === 0) return null;
    this.deviate('DEV-132', 'packet.trailing', this.p, '');
    return this.b.subarray(this.p);
  }
}

/** Returns the members of a packet that are in its header byte (RMTP-010, RMTP-012). */
export function headerMembers(header, direction) {
  const name = typeName(header >> 4);
  const packet = { packet: name, qos: (header >> 1) & 3, dup: (header & 8) !== 0, retain: (header & 1) !== 0 };
  if (name === 'PUBLISH' && direction === 'down') {
    packet.syncMsg = packet.dup;
    packet.dup = false;
  }
  if (name.startsWith('TYPE')) packet.type = header >> 4;
  return packet;
}

/** Reads a packet from its header and body; `at` is the header's offset, `bodyAt` that of the body. */
export function readPacket(header, body, { direction, version, strict, at, bodyAt }) {
  const packet = headerMembers(header, direction);
  const wrong = wrongDirection(packet.packet, direction);
  if (wrong && (strict || wrong === 'refused')) throw new Fault('packet.direction', at, '');
  const reader = new BodyReader(body, bodyAt, strict);
  if (wrong) reader.deviations.add(wrong);
  const trailing = reader.read(packet.packet, direction, version);
  return { packet: Object.assign(packet, reader.packet), deviations: [...reader.deviations], trailing };
}
