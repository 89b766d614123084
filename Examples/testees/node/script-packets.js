// Packets and bodies in the scripts of sessions (RMTP-220, RMTP-221, RMTP-232).
import { Fault } from './json.js';
import { packetLimits } from './limits.js';
import { loadMessages } from './proto-schema.js';
import { bodyFrom, decodeBody, encodeBody, showBody } from './proto.js';
import { topicOf } from './topics.js';
import { showText, textFrom } from './values.js';

const messages = loadMessages();
const LIMITS = packetLimits({});

/** Reads a body as a message, or throws its fault. */
export const readBody = (name, data) => decodeBody(messages.get(name), data, false, LIMITS).body;

/** Returns the bytes of a body that is given as a name and a value. */
export const bodyBytes = (name, value) => encodeBody(bodyFrom(messages.get(name), value));

/** Whether a message of this name exists. */
export const isMessage = (name) => messages.has(name);

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
