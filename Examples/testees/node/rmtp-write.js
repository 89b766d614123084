// Writes packets as bytes (RMTP-110 to RMTP-116).
import { Fault } from './json.js';
import { encodeString } from './cesu8.js';
import { CONNACK_FLAGS, fixedLayout, typeNumber, wrongDirection } from './rmtp.js';
import { combine } from './rmtp-stream.js';
import { Skip } from './skip.js';
import { textFrom } from './values.js';

const HEADER = ['packet', 'qos', 'dup', 'retain', 'syncMsg', 'type'];
const DEFAULTS = { ignored: 0n, protocolId: 'RCloud', version: 3n, data: '' };
const TCP_LENGTH = 2097151;

const refuse = (code, name) => new Fault(code, undefined, name === undefined ? '' : `/${name}`);

/** Writes the members of a packet in sequence. */
class BodyWriter {
  constructor(packet, astral) {
    this.packet = packet;
    this.astral = astral;
    this.parts = [];
    this.used = new Set(HEADER);
  }

  has(name) {
    return this.packet[name] !== undefined && this.packet[name] !== null;
  }

  /** Returns the value of a member, or the default of RMTP-111. */
  value(name) {
    this.used.add(name);
    const value = this.has(name) ? this.packet[name] : DEFAULTS[name];
    if (value === undefined) throw refuse('encode.member', name);
    return value;
  }

  member(name, kind) {
    if (kind === 'rest') this.parts.push(Buffer.from(this.value(name), 'base64'));
    else if (kind === 'str') this.string(name);
    else this.number(this.value(name), kind, name);
  }

  number(value, size, name) {
    const bits = BigInt(size * 8);
    let n = value;
    // Only the low 16 bits of an id are written, as in every release (RMTP-114).
    if (name === 'messageId' && typeof n === 'bigint') n = BigInt.asUintN(16, n);
    if (typeof n !== 'bigint' || n < 0n || n >> bits > 0n) throw refuse('encode.range', name);
    const b = Buffer.alloc(8);
    b.writeBigUInt64BE(n);
    this.parts.push(b.subarray(8 - size));
  }

  string(name) {
    const text = textFrom(this.value(name));
    if (text === undefined) throw refuse('encode.member', name);
    const bytes = encodeString(text, this.astral);
    if (bytes.length > 65535) throw refuse('encode.string', name);
    this.number(BigInt(bytes.length), 2, name);
    this.parts.push(bytes);
  }

  flag(name) {
    this.used.add(name);
    return this.packet[name] === true;
  }

  connect() {
    this.member('protocolId', 'str');
    this.member('version', 1);
    const will = this.has('willTopic') || this.has('will');
    let flags = (this.flag('cleanSession') ? 0x02 : 0) | (this.has('token') ? 0x40 : 0) | (this.has('appId') ? 0x80 : 0);
    if (will) {
      this.used.add('willQos');
      const qos = this.has('willQos') ? this.packet.willQos : 0n;
      if (typeof qos !== 'bigint' || qos < 0n || qos > 3n) throw refuse('encode.range', 'willQos');
      flags |= 0x04 | (Number(qos) << 3) | (this.flag('retainWill') ? 0x20 : 0);
    }
    this.parts.push(Buffer.from([flags]));
    this.member('keepAlive', 2);
    this.member('clientId', 'str');
    if (will) {
      this.member('willTopic', 'str');
      this.member('will', 'str');
    }
    if (this.has('appId')) this.member('appId', 'str');
    if (this.has('token')) this.member('token', 'str');
  }

  /** Returns whether bytes after the last member would be read as members. */
  connack(version, trailing) {
    this.member('ignored', 1);
    this.member('status', 1);
    if (version === 4) return this.connackFlags(trailing);
    const any = ['userId', 'sessionId', 'timestamp'].filter((name) => this.has(name));
    if (any.length === 0) return true;
    this.member('userId', 'str');
    if (version === 2 && any.length === 1) return true;
    this.member('sessionId', 'str');
    this.member('timestamp', 8);
    return false;
  }

  connackFlags(trailing) {
    const present = CONNACK_FLAGS.filter(([, name]) => this.has(name));
    const meant = present.reduce((flags, [bit]) => flags | bit, 0);
    if (present.length === 0 && !this.has('flags')) return true;
    const flags = this.has('flags') ? this.value('flags') : BigInt(meant);
    const known = typeof flags === 'bigint' ? flags & 0x0fn : flags;
    if (typeof flags !== 'bigint' || flags < 0n || flags > 255n) throw refuse('encode.range', 'flags');
    if (known !== BigInt(meant) || (flags !== known && trailing === 0)) throw refuse('encode.flags', 'flags');
    this.number(flags, 1, 'flags');
    for (const [, name, kind] of present) this.member(name, kind);
    return false;
  }

  layout(name, direction, version, trailing) {
    if (name === 'CONNECT') {
      this.connect();
      return false;
    }
    if (name === 'CONNACK') return this.connack(version, trailing);
    let open = false;
    for (const [member, kind] of fixedLayout(name, direction, version)) {
      if (member === 'millisecond' && version === 2 && !this.has('millisecond') && !this.has('messageUId')) return true;
      this.member(member, kind);
      open = kind === 'rest';
    }
    return open;
  }
}

/** Returns the header byte of a packet (RMTP-010, RMTP-012). */
export function headerByte(packet, direction) {
  const type = typeNumber(packet.packet);
  if (type < 0) throw new Skip('an unknown packet');
  if ('type' in packet && packet.type !== BigInt(type)) throw new Skip('packet and type contradict each other');
  const isDown = type === 3 && direction === 'down';
  const qos = packet.qos ?? 0n;
  if (typeof qos !== 'bigint' || qos < 0n || qos > 3n) throw refuse('encode.range', 'qos');
  if ('syncMsg' in packet && !isDown) throw refuse('encode.member', 'syncMsg');
  if (packet.dup === true && isDown) throw refuse('encode.member', 'dup');
  const isNamed = packet.packet.startsWith('TYPE');
  if ('type' in packet && !isNamed) throw refuse('encode.member', 'type');
  const bit3 = isDown ? packet.syncMsg === true : packet.dup === true;
  return (type << 4) | (bit3 ? 8 : 0) | (Number(qos) << 1) | (packet.retain === true ? 1 : 0);
}

/** Returns the bytes of a packet, including its framing. */
export function writePacket(packet, { framing, direction, version, key, astral, trailing, limits }) {
  if (key && key.length !== 8) throw refuse('encode.key');
  const header = headerByte(packet, direction);
  if (wrongDirection(packet.packet, direction)) throw refuse('encode.direction');
  // A member that the packet does not have is refused before those that it has are written (RMTP-351).
  const trial = new BodyWriter(packet, astral);
  trial.member = (name) => trial.used.add(name);
  trial.string = trial.member;
  trial.layout(packet.packet, direction, version, trailing.length);
  const extra = Object.keys(packet).find((name) => !trial.used.has(name) && packet[name] !== null);
  if (extra) throw refuse('encode.member', extra);
  const writer = new BodyWriter(packet, astral);
  const open = writer.layout(packet.packet, direction, version, trailing.length);
  if (open && trailing.length > 0) throw refuse('encode.member');
  const body = Buffer.concat([...writer.parts, trailing]);
  if (body.length > limits.packetBytes || (framing === 'tcp' && body.length > TCP_LENGTH)) throw refuse('encode.size');
  if (framing !== 'tcp') return Buffer.concat([Buffer.from([header]), body]);
  const length = [];
  for (let n = body.length; ; n >>= 7) {
    length.push((n & 0x7f) | (n > 0x7f ? 0x80 : 0));
    if (n <= 0x7f) break;
  }
  const check = length.reduce((a, c) => a ^ c, header);
  return Buffer.concat([Buffer.from([header, check, ...length]), combine(body, key)]);
}
