// The application's view of a message: envelopes read from packets and written to them (RMTP-160 to RMTP-183, RMTP-302
// to RMTP-305).
import { isBase64 } from './base64.js';
import { Fault } from './json.js';
import { Body, bodyFrom, checkRequired, decodeBody, encodeBody, showBody } from './proto.js';
import { Skip } from './skip.js';
import { topicOf, topics } from './topics.js';
import { Raw, showText, textFrom } from './values.js';

const FLAGS = ['persisted', 'counted', 'mentioned', 'silent', 'expandable', 'receivedElsewhere'];
const UP = { persisted: 0x01n, counted: 0x02n, mentioned: 0x04n, silent: 0x20n, expandable: 0x40n };
const DOWN = { receivedElsewhere: 0x02n, persisted: 0x10n, counted: 0x20n, mentioned: 0x40n, silent: 0x200n, expandable: 0x400n };
/** The kinds whose target is `groupId`, whoever has sent the message (RMTP-303). */
const WITH_GROUP = new Set([2n, 3n, 4n]);

const MESSAGES = ['UpStreamMessage', 'DownStreamMessage'];
/** The fields whose counterpart in the other message has another name. */
const SAME = { pushText: 'pushContent', pushContent: 'pushText' };

const namesOf = (bits, table) => FLAGS.filter((name) => table[name] && bits & table[name]);
const bitsOf = (names, table) => names.reduce((bits, name) => bits | (table[name] ?? 0n), 0n);
const allBits = (table) => Object.values(table).reduce((a, b) => a | b, 0n);

/**
 * Returns the target and the sender of a delivered message, and whether this user has sent it (RMTP-302 to RMTP-304);
 * `ownId` is the id of this user, if it is known.
 */
export function parties({ type, fromUserId, groupId, direction }, ownId) {
  const isOwn = ownId !== undefined && fromUserId === ownId;
  const toSelf = !WITH_GROUP.has(type) && (groupId === undefined || groupId === ownId);
  const sent = direction === 1n || (isOwn && !toSelf);
  const target = (WITH_GROUP.has(type) || isOwn ? groupId : undefined) ?? fromUserId;
  const self = ownId ?? (WITH_GROUP.has(type) ? fromUserId : undefined);
  return { target, sender: sent ? self : fromUserId, sent };
}

/** Returns the bytes of a content of the form `{"$base64":…}` (TST-113), or undefined for any other content. */
function keptBytes(content) {
  const text = content?.$base64;
  if (text === undefined) return undefined;
  if (typeof text !== 'string' || !isBase64(text)) throw new Skip('$base64 is not Base64');
  return Buffer.from(text, 'base64');
}

/** Reads and writes envelopes with a codec of contents and the messages of bodies. */
export class Envelopes {
  constructor(codec, messages) {
    this.codec = codec;
    this.messages = messages;
  }

  /** Returns the envelope of a PUBLISH, the envelopes of a pull, or null; deviations are collected in `out`. */
  decode(packet, direction, receipt, ownId, strict, limits, out) {
    const data = Buffer.from(packet.data ?? '', 'base64');
    const read = (name) => {
      const { body, deviations } = decodeBody(this.messages.get(name), data, strict, limits);
      deviations.forEach((id) => out.add(id));
      return body;
    };
    if (packet.packet === 'QUERYACK') {
      const body = read('DownStreamMessages');
      const messages = (body.get('list') ?? []).map((m) => this.delivered(m, ownId, strict, limits, out));
      body.fields.delete('list');
      return { messages, ...showBody(body) };
    }
    const entry = topicOf('PUBLISH', packet.topic);
    if (packet.packet !== 'PUBLISH' || !entry) return null;
    // A copy of an own message has the topic of its conversation (RMTP-348).
    if (packet.syncMsg === true && entry.request === 'DownStreamMessage') return null;
    if (direction === 'down' && entry.request === 'DownStreamMessage') {
      return this.delivered(read('DownStreamMessage'), ownId, strict, limits, out);
    }
    if (entry.request !== 'UpStreamMessage') return null;
    return this.sent(read('UpStreamMessage'), packet, entry, receipt, strict, limits, out);
  }

  /** Returns the parts of the content, which may be unreadable (RMTP-183). */
  content(body, strict, limits, out) {
    const objectName = body.get('classname');
    // Without the type the content is among the other fields (RMTP-363).
    const bytes = objectName === undefined ? undefined : body.get('content');
    body.fields.delete('classname');
    const envelope = { objectName };
    if (bytes === undefined) return envelope;
    body.fields.delete('content');
    try {
      const content = this.codec.decode(objectName, bytes, strict, limits);
      content.deviations.forEach((id) => out.add(id));
      envelope.content = new Raw(content.value);
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      envelope.content = { $base64: bytes };
      envelope.contentError = fault.code;
    }
    return envelope;
  }

  sent(body, packet, entry, receipt, strict, limits, out) {
    const envelope = this.content(body, strict, limits, out);
    if (entry.conversation !== undefined) envelope.conversation = entry.conversation;
    envelope.targetId = packet.targetId;
    envelope.direction = 'sent';
    if (receipt) {
      if (receipt.timestamp !== undefined) envelope.sentTime = receipt.timestamp;
      else if (receipt.date !== undefined) envelope.sentTime = receipt.date * 1000n + (receipt.millisecond ?? 0n);
      envelope.messageUId = receipt.messageUId;
    }
    this.takeFlags(envelope, body, 'sessionId', UP);
    this.takeReceivers(envelope, body, 'userId');
    this.takeRest(envelope, body);
    return envelope;
  }

  delivered(body, ownId, strict, limits, out) {
    const envelope = this.content(body, strict, limits, out);
    const take = (name) => {
      const value = body.get(name);
      body.fields.delete(name);
      return value;
    };
    const fields = { type: take('type'), fromUserId: take('fromUserId'), groupId: body.get('groupId'), direction: body.get('direction') };
    const { target, sender, sent } = parties(fields, ownId);
    if (fields.groupId === target) body.fields.delete('groupId');
    if (fields.direction === 1n) body.fields.delete('direction');
    Object.assign(envelope, { conversation: fields.type, targetId: target, senderId: sender,
      direction: sent ? 'sent' : 'received', sentTime: take('dataTime'), messageUId: take('msgId') });
    this.takeFlags(envelope, body, 'status', DOWN);
    this.takeReceivers(envelope, body, 'toUserId');
    this.takeRest(envelope, body);
    return envelope;
  }

  takeReceivers(envelope, body, name) {
    if (body.get(name)) envelope.receivers = body.get(name);
    body.fields.delete(name);
  }

  takeFlags(envelope, body, name, table) {
    const bits = body.get(name);
    if (bits === undefined) {
      envelope.flags = [];
      return;
    }
    envelope.flags = namesOf(bits, table);
    const rest = bits & ~allBits(table);
    if (rest !== 0n) body.fields.set(name, rest);
    else body.fields.delete(name);
  }

  takeRest(envelope, body) {
    const value = showBody(body);
    if (Object.keys(value).length > 0) envelope.rest = { message: body.schema.name, value };
  }

  /** Returns the PUBLISH that sends or delivers an envelope; `content` is the JSON of its content. */
  encode(envelope, content, { direction, messageId, date, ownId, variant }) {
    const own = (envelope.direction ?? 'sent') === 'sent';
    // An own message names the target in place of the sender, except in groups (RMTP-305).
    const origin = own && !WITH_GROUP.has(envelope.conversation) ? envelope.targetId && textFrom(envelope.targetId)
      : envelope.senderId ?? ownId;
    this.checkMembers(envelope, direction, origin);
    const target = textFrom(envelope.targetId);
    // A field of a body is UTF-8 (RMTP-345).
    if (direction === 'down' && !target.isWellFormed()) throw new Fault('encode.member', undefined, '/targetId');
    if (date < 0n || date > 4294967295n) throw new Fault('encode.range', undefined, '/date');
    // A content that could not be read is written unchanged (RMTP-183).
    const bytes = keptBytes(envelope.content) ?? this.codec.encode(envelope.objectName, content, {});
    const flags = envelope.flags ?? this.usualFlags(envelope.objectName);
    const name = direction === 'up' ? 'UpStreamMessage' : 'DownStreamMessage';
    const body = this.restOf(envelope, name);
    const set = (field, value) => {
      if (value !== undefined && value !== null) body.fields.set(field, value);
    };
    set('classname', envelope.objectName);
    set('content', bytes);
    const packet = { packet: 'PUBLISH', qos: 1n, dup: false, retain: false };
    if (direction === 'up') {
      set('sessionId', (body.get('sessionId') ?? 0n) | bitsOf(flags, UP));
      set('userId', envelope.receivers);
      checkRequired(body);
      Object.assign(packet, { topic: this.topic(envelope, variant), targetId: showText(target), messageId });
      return { ...packet, data: encodeBody(body) };
    }
    set('fromUserId', origin);
    set('type', envelope.conversation);
    set('dataTime', envelope.sentTime);
    set('msgId', envelope.messageUId);
    if (body.fields.has('toUserId')) body.fields.delete('toUserId');
    set('toUserId', envelope.receivers);
    set('status', (body.get('status') ?? 0n) | bitsOf(flags, DOWN));
    if (own) set('direction', 1n);
    else if (body.get('direction') === 1n) body.fields.delete('direction'); // it would be read as sent (RMTP-302)
    const inGroup = WITH_GROUP.has(envelope.conversation);
    const group = body.get('groupId');
    if (own && !inGroup) {
      if (group === target) body.fields.delete('groupId');
    } else if (target !== (inGroup ? group ?? origin : origin)) {
      set('groupId', target);
    }
    checkRequired(body);
    Object.assign(packet, { syncMsg: false, date, topic: 's_msg', targetId: origin, messageId });
    return { ...packet, data: encodeBody(body) };
  }

  /**
   * Returns the body with the fields that no other member has; from the other message, only the fields that both have
   * (TST-113).
   */
  restOf(envelope, name) {
    const { rest } = envelope;
    const schema = this.messages.get(name);
    if (!rest || !MESSAGES.includes(rest.message)) return new Body(schema);
    const given = bodyFrom(this.messages.get(rest.message), rest.value);
    if (rest.message === name) return given;
    const body = new Body(schema);
    for (const [field, value] of given.entries()) {
      const other = schema.byName.get(SAME[field.name] ?? field.name);
      if (other && other.type === field.type && other.label === field.label) body.fields.set(other.name, value);
    }
    return body;
  }

  /** Refuses an envelope that lacks what every message has (TST-113). */
  checkMembers(envelope, direction, sender) {
    const names = ['objectName', 'content', 'conversation', 'targetId', ...(direction === 'down' ? ['sentTime'] : [])];
    const lacking = names.find((name) => envelope[name] === undefined || envelope[name] === null);
    if (lacking) throw new Fault('encode.member', undefined, `/${lacking}`);
    if (direction === 'down' && sender === undefined) throw new Fault('encode.member', undefined, '/senderId');
  }

  /** Returns the flags that follow from the persistence of a type (RMTP-171). */
  usualFlags(objectName) {
    const flags = this.codec.types.get(objectName)?.flags ?? 3;
    return flags === 16 ? [] : [['persisted', 1], ['counted', 2]].filter(([, bit]) => flags & bit).map(([name]) => name);
  }

  /** Returns the topic of a message that is sent to the service (RMTP-161, RMTP-163, RMTP-170). */
  topic(envelope, variant) {
    if (envelope.objectName === 'RC:RcCmd') return 'recallMsg';
    const isStatus = this.codec.types.get(envelope.objectName)?.flags === 16;
    const special = { withoutPush: 'ppMsgN', agent: 'pcuMsgP' };
    const found = topics.filter((t) => t.packet === 'PUBLISH' && t.request === 'UpStreamMessage'
      && t.conversation !== undefined && BigInt(t.conversation) === envelope.conversation && (t.status === true) === isStatus);
    const wanted = found.find((t) => t.value === special[variant]);
    const usual = found.find((t) => !Object.values(special).includes(t.value));
    if (!wanted && !usual) throw new Fault('encode.topic');
    return (wanted ?? usual).value;
  }
}
