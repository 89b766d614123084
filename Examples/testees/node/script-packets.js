// Packets and bodies in the scripts of sessions (RMTP-220, RMTP-221, RMTP-232).
import { Fault } from './json.js';
import { packetLimits } from './limits.js';
import { loadMessages } from './proto-schema.js';
import { bodyFrom, checkRequired, decodeBody, encodeBody, showBody } from './proto.js';
import { topicOf } from './topics.js';
import { showText, textFrom } from './values.js';

const messages = loadMessages();
const LIMITS = packetLimits({});

/** Reads a body as a message, or throws its fault. */
export const readBody = (name, data) => decodeBody(messages.get(name), data, false, LIMITS).body;

/** Returns the bytes of a body that is given as a name and a value. */
export function bodyBytes(name, value) {
  const body = bodyFrom(messages.get(name), value);
  checkRequired(body);
  return encodeBody(body);
}

/** Whether a message of this name exists. */
export const isMessage = (name) => messages.has(name);

const REQUEST = { topic: 'text', targetId: 'text', messageId: 'int64', data: 'base64' };
/** The members of each packet, whatever its direction and version are, with their types (RMTP-360). */
export const MEMBERS = {
  CONNECT: { protocolId: 'text', version: 'uint8', clientId: 'text', keepAlive: 'uint16', cleanSession: 'boolean', appId: 'text',
    token: 'text', willTopic: 'text', will: 'text', willQos: 'qos', retainWill: 'boolean' },
  CONNACK: { ignored: 'uint8', status: 'uint8', userId: 'text', sessionId: 'text', timestamp: 'uint64', flags: 'uint8',
    messageId: 'int64' },
  PUBLISH: { ...REQUEST, date: 'uint32', syncMsg: 'boolean' },
  PUBACK: { messageId: 'int64', date: 'uint32', status: 'uint16', millisecond: 'uint16', messageUId: 'text' },
  QUERY: REQUEST,
  QUERYACK: { messageId: 'int64', date: 'uint32', status: 'uint16', data: 'base64' },
  QUERYCON: { messageId: 'int64' },
  DISCONNECT: { ignored: 'uint8', status: 'uint8' },
  PINGREQ: {}, PINGRESP: {},
  ...Object.fromEntries([0, 8, 9, 10, 11, 15].map((type) => [`TYPE${type}`, { type: 'int64', data: 'base64' }])),
};

/** Returns the bytes of a script's `data` or `body`; empty if there is neither. */
export function dataFrom({ data, body }) {
  if (body) return bodyBytes(body.message, body.value);
  return data === undefined ? Buffer.alloc(0) : Buffer.from(data, 'base64');
}

/** Reads a packet of a script, with texts and bytes in their own form. */
export function packetFrom(value, body) {
  const packet = {};
  for (const [name, member] of Object.entries(value)) packet[name] = textFrom(member) ?? member;
  if (body) packet.data = bodyBytes(body.message, body.value);
  else if (packet.data !== undefined) packet.data = Buffer.from(packet.data, 'base64');
  return packet;
}

const DEFAULTS = { qos: 0n, dup: false, retain: false };

/** Returns a packet in the form used in an action. */
export function shownPacket(packet) {
  const shown = { packet: packet.packet, ...DEFAULTS };
  for (const [name, value] of Object.entries(packet)) shown[name] = typeof value === 'string' ? showText(value) : value;
  return shown;
}

/** Returns which message a request is: the first that accounts for all of its bytes (RMTP-232). */
function requestName(entry, data) {
  for (const name of [entry.request, ...(entry.alternatives ?? [])]) {
    try {
      const { body, deviations } = decodeBody(messages.get(name), data, false, LIMITS);
      if (body.unknown.length === 0 && deviations.length === 0) return name;
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
    }
  }
  return entry.request;
}

/** Returns the `body` that accompanies a packet, or undefined; its message follows from the topic, or is given. */
export function bodyBeside(packet, topic = packet.topic) {
  const { data } = packet;
  if (!data || data.length === 0) return undefined;
  const isAnswer = packet.packet === 'QUERYACK';
  const entry = topicOf(isAnswer ? 'QUERY' : packet.packet, topic);
  const name = isAnswer ? entry?.answer : entry?.request && (entry.alternatives ? requestName(entry, data) : entry.request);
  if (!name) return undefined;
  try {
    return { message: name, value: showBody(readBody(name, data)) };
  } catch (fault) {
    if (fault instanceof Fault) return undefined;
    throw fault;
  }
}

/** Counts ids from 1 to the largest and then from 1 again, skipping pending ones (RMTP-120, RMTP-123). */
export class Ids {
  constructor(largest, isWaiting) {
    this.largest = largest;
    this.isWaiting = isWaiting;
    this.last = 0;
  }

  /** Returns the next id, or null if all of them are pending. */
  next() {
    for (let i = 0; i < this.largest; i += 1) {
      this.last = this.last >= this.largest ? 1 : this.last + 1;
      if (!this.isWaiting(this.last)) return this.last;
    }
    return null;
  }
}
