// Converts a packet from polling to bytes, and vice versa (RMTP-099).
import { Fault, firstIllFormed, parseTree } from './json.js';
import { CONNACK_FLAGS } from './rmtp.js';
import { bodyFrom, decodeBody, encodeBody } from './proto.js';
import { packetLimits } from './limits.js';
import { Raw, plain, show } from './values.js';

/** The packets that contain `data` (RMTP-093). */
const HAS_DATA = /^(?:PUBLISH|QUERY|QUERYACK|TYPE\d+)$/;
/** The bits of a CONNACK's `flags` that have a meaning (RMTP-034). */
const KNOWN_FLAGS = BigInt(CONNACK_FLAGS.reduce((all, [bit]) => all | bit, 0));

const noPlace = (code, path = '') => new Fault(code, undefined, path);

/** Converts the packet to the other form; `messages` holds the schemas of bodies. */
export function convert(packet, to, message, trailing, messages) {
  const result = fitted(packet);
  if (packet.packet === 'CONNECT') throw noPlace('encode.member'); // TST-190
  const schema = messages.get(message);
  if (to === 'websocket') {
    if (packet.data) {
      if (!schema) throw noPlace('encode.member', '/data');
      const value = plain(parseTree(Buffer.from(packet.data.text)));
      const bytes = (v) => (typeof v === 'string' && v.isWellFormed() ? Buffer.from(v) : undefined);
      result.data = encodeBody(bodyFrom(schema, value, '', bytes));
    } else if (HAS_DATA.test(packet.packet)) {
      result.data = Buffer.alloc(0);
    }
    if (packet.packet === 'PUBLISH') result.syncMsg ??= false;
    if (packet.packet === 'CONNACK' || packet.packet === 'DISCONNECT') result.ignored = 0n;
    if (packet.packet === 'PUBACK' && packet.timestamp !== undefined) times(result);
    return result;
  }
  if (trailing.length > 0) throw noPlace('encode.member');
  if (packet.ignored !== undefined && packet.ignored !== 0n) throw noPlace('encode.member', '/ignored');
  if (packet.flags !== undefined && packet.flags & ~KNOWN_FLAGS) throw noPlace('encode.member', '/flags');
  delete result.ignored;
  delete result.flags;
  if (packet.data !== undefined) {
    const data = Buffer.from(packet.data, 'base64');
    if (!schema && data.length > 0) throw noPlace('encode.member', '/data');
    // An empty body is an object if its message is named (RMTP-301).
    if (schema) result.data = new Raw(show(showText(decodeBody(schema, data, false, packetLimits({})).body, '')));
    else delete result.data;
  }
  return result;
}

/** Returns the packet with numbers that fit their fields, of a `messageId` the low 16 bits (RMTP-114). */
export function fitted(packet) {
  const isShort = packet.packet === 'CONNACK' || packet.packet === 'DISCONNECT';
  const bits = { qos: 2, willQos: 2, ignored: 8, status: isShort ? 8 : 16, flags: 8, version: 8, keepAlive: 16, date: 32,
    millisecond: 16, timestamp: 64 };
  const result = { ...packet };
  for (const [name, size] of Object.entries(bits)) {
    const value = packet[name];
    if (value !== undefined && BigInt.asUintN(size, value) !== value) throw noPlace('encode.range', `/${name}`);
  }
  if (packet.messageId !== undefined) result.messageId = BigInt.asUintN(16, packet.messageId);
  return result;
}

/** Returns the two numbers of a time in milliseconds. */
function times(packet) {
  const { timestamp } = packet;
  const isAlone = packet.date === undefined && packet.millisecond === undefined;
  if (!isAlone || timestamp < 0n || timestamp / 1000n > 4294967295n) throw noPlace('encode.member', '/timestamp');
  delete packet.timestamp;
  packet.date = timestamp / 1000n;
  packet.millisecond = timestamp % 1000n;
}

/** Returns a body as the plain object of a polling reply: bytes fields are text, and no list is left out (RMTP-300). */
function showText(body, path) {
  if (body.unknown.length > 0) throw noPlace('encode.member', `${path}/?`);
  const shown = {};
  for (const field of body.schema.fields) {
    const value = body.get(field.name) ?? (field.label === 'repeated' ? [] : undefined);
    if (value === undefined) continue;
    const own = `${path}/${field.name}`;
    const one = (v) => {
      if (field.kind === 'message') return showText(v, own);
      if (field.kind !== 'bytes') return v;
      if (firstIllFormed(v, 0, v.length) >= 0) throw noPlace('encode.member', own);
      return v.toString('utf8');
    };
    shown[field.name] = field.label === 'repeated' ? value.map(one) : one(value);
  }
  return shown;
}
