// session.run: the machines, and the required form of their configurations and events (TST-086).
import { Fault, memberNode, rawText } from './json.js';
import { isBeat } from './lines.js';
import { writeMemory } from './server-memory.js';
import { SessionMessage } from './session-message.js';
import { Skip } from './skip.js';
import { checkRanges, configured } from './machine.js';
import { ChatClient, clientConfig, clientEvents } from './chat-client.js';
import { ChatServer, serverConfig, serverEvents } from './chat-server.js';
import { Chatroom, chatroomConfig, chatroomEvents } from './chatroom.js';
import { Likes, likesConfig, likesEvents } from './likes.js';
import { RMTPClient, PRESETS, rmtpClientConfig, rmtpClientEvents } from './rmtp-client-session.js';
import { RMTPServer, rmtpServerConfig, rmtpServerEvents } from './rmtp-server-session.js';
import { MEMBERS, bodyBytes, isMessage } from './script-packets.js';
import { StreamPull, streamConfig, streamEvents } from './stream-pull.js';
import { isBase64 } from './base64.js';
import { OtherNumber, Raw, plain, textFrom } from './values.js';

const machines = {
  client: [ChatClient, clientConfig, clientEvents],
  server: [ChatServer, serverConfig, serverEvents],
  chatroom: [Chatroom, chatroomConfig, chatroomEvents],
  likes: [Likes, likesConfig, likesEvents],
  stream: [StreamPull, streamConfig, streamEvents],
  'rmtp-client': [RMTPClient, rmtpClientConfig, rmtpClientEvents],
  'rmtp-server': [RMTPServer, rmtpServerConfig, rmtpServerEvents],
};

const sliceOf = (node) => node.bytes.subarray(node.start, node.end);
const isList = (node, type) => node.type === 'array' && node.items.every((item) => item.type === type);

/** Returns a JSON value with JavaScript numbers. */
function loose(node) {
  const convert = (v) => {
    if (typeof v === 'bigint') return Number(v);
    if (v instanceof OtherNumber) return Number(v.text);
    return v;
  };
  return convert(plain(node));
}

/** Whether a body of a script can be written (RMTP-221). */
function canBeWritten({ message, value }) {
  try {
    bodyBytes(message, value);
    return true;
  } catch (fault) {
    if (fault instanceof Fault) return false;
    throw fault;
  }
}

/** Returns the number in a configuration, or NaN: an integer is written without fraction and exponent (SES-142). */
function integerOf(node) {
  const value = node.type === 'number' ? plain(node) : undefined;
  return typeof value === 'bigint' ? Number(value) : NaN;
}

/** Returns a reader of integers in a range (RMTP-360); `as` makes the value of the integer. */
const whole = (low, high, as = (value) => value) => (node) => {
  const value = types.integer(node);
  return value !== undefined && value >= low && value <= high ? as(value) : undefined;
};
const LARGEST = (1n << 63n) - 1n;

/** Returns the members of an object that are not null (TST-143); if a name occurs more than once, the last one counts. */
const given = (node) => [...new Map(node.members.map((m) => [m.name, m.node]))].filter(([, value]) => value.type !== 'null');

/** Reads the members of an object in an event by their types, or returns undefined. */
function readObject(node, table) {
  const object = {};
  for (const [name, value] of given(node)) {
    if (!Object.hasOwn(table, name)) continue;
    object[name] = types[table[name].replace('?', '')](value);
    if (object[name] === undefined) return undefined;
  }
  return Object.keys(table).every((name) => table[name].endsWith('?') || name in object) ? object : undefined;
}

/** Returns the number or the list in a configuration; any other value is outside its range (SES-142). */
function ranged(node, type) {
  if (type === 'number') return integerOf(node);
  return node.type === 'array' ? node.items.map(integerOf) : [NaN];
}

/** Readers of members by their type; they return undefined for a value of another type. */
const types = {
  // A surrogate may be alone only in packets (TST-142).
  string: (node) => (node.type === 'string' && node.text.isWellFormed() ? node.text : undefined),
  number: (node) => (node.type === 'number' ? loose(node) : undefined),
  boolean: (node) => (node.type === 'true' || node.type === 'false' ? node.type === 'true' : undefined),
  strings: (node) => (isList(node, 'string') && node.items.every((item) => item.text.isWellFormed())
    ? node.items.map((item) => item.text) : undefined),
  integer(node) {
    const value = node.type === 'number' && rawText(node) !== '-0' ? plain(node) : undefined;
    return typeof value === 'bigint' ? value : undefined;
  },
  text: (node) => textFrom(plain(node)),
  base64: (node) => (node.type === 'string' && isBase64(node.text) ? node.text : undefined),
  // A packet whose members have their types, and that has no others (RMTP-360).
  packet(node, direction) {
    const members = node.type === 'object' ? given(node) : [];
    const name = members.find(([member]) => member === 'packet')?.[1];
    if (name?.type !== 'string' || !Object.hasOwn(MEMBERS, name.text)) return undefined;
    const table = { packet: 'string', qos: 'qos', dup: 'boolean', retain: 'boolean', ...MEMBERS[name.text] };
    if (direction === 'up') delete table.syncMsg;
    const isRight = members.every(([member, value]) => Object.hasOwn(table, member) && types[table[member]](value) !== undefined);
    const packet = Object.fromEntries(members.map(([member, value]) => [member, plain(value)]));
    if (!isRight || ('type' in packet && `TYPE${packet.type}` !== packet.packet)) return undefined;
    if ('syncMsg' in table && packet.dup) return undefined;
    if (packet.messageId !== undefined) packet.messageId = BigInt.asUintN(16, packet.messageId);
    return packet;
  },
  packetUp: (node) => types.packet(node, 'up'),
  body(node) {
    const isBody = node.type === 'object' && isMessage(memberNode(node, 'message')?.text) && memberNode(node, 'value');
    return isBody && canBeWritten(plain(node)) ? plain(node) : undefined;
  },
  receipt: (node) => (node.type === 'object' ? readObject(node, RECEIPT) : undefined),
  scope: (node) => (node.text === 'message' || node.text === 'connection' ? node.text : undefined),
  preset: (node) => (node.type === 'string' && Object.hasOwn(PRESETS, node.text) ? node.text : undefined),
  any: loose,
  exact: (node) => (node.type === 'number' ? plain(node) : undefined),
  int64: whole(-LARGEST - 1n, LARGEST),
  ms: whole(-LARGEST - 1n, LARGEST, Number),
  time: whole(0n, LARGEST),
  uint64: whole(0n, (1n << 64n) - 1n),
  uint32: whole(0n, 0xffffffffn),
  uint16: whole(0n, 0xffffn),
  id: whole(0n, 0xffffn, Number),
  uint8: whole(0n, 255n),
  qos: whole(0n, 3n),
  // The memory of a server, which has its own errors (SES-112).
  memory: (node) => ({ bytes: sliceOf(node) }),
  raw: (node) => (node.type === 'object' ? { bytes: sliceOf(node), value: plain(node), raw: new Raw(rawText(node)) } : undefined),
  // A message in a chatroom, of which two members count (TST-172).
  roomMessage(node) {
    const part = (name) => (node.type === 'object' ? memberNode(node, name) : undefined);
    const [name, content] = [part('objectName'), part('content')].map((n) => (n?.type === 'null' ? undefined : n));
    if (node.type !== 'object' || (name && types.string(name) === undefined)) return undefined;
    const raw = { objectName: name?.text ?? '' };
    if (content) raw.content = new Raw(rawText(content));
    return { value: { objectName: raw.objectName }, raw };
  },
  beat: (node) => (node.type === 'string' && isBeat(node.text) ? node.text : undefined), // TST-171
  raws: (node) => (isList(node, 'object') ? node.items.map(types.raw) : undefined),
  // A user who is named twice is one member (SES-164).
  groups(node) {
    const lists = node.type === 'object' ? given(node).map(([name, value]) => [name, types.strings(value)]) : [[]];
    return lists.every(([, users]) => users) ? Object.fromEntries(lists.map(([name, users]) => [name, [...new Set(users)]])) : undefined;
  },
};

const RECEIPT = { status: 'uint16?', time: 'time', messageUId: 'text' };

function readMember(node, type, what) {
  const value = types[type](node);
  if (value === undefined) throw new Skip(`${what} has another type`);
  return value;
}

function readConfig(node, table) {
  const config = {};
  // If a name occurs more than once, the last one counts (TST-010).
  for (const [name, value] of new Map((node?.members ?? []).map((m) => [m.name, m.node]))) {
    if (value.type === 'null') continue; // TST-143
    if (!Object.hasOwn(table, name)) throw new Skip('a member of config is not known');
    const { type, range } = table[name];
    if (!range) config[name] = readMember(value, type, `config.${name}`);
    else config[name] = ranged(value, type);
  }
  for (const [name, row] of Object.entries(table)) {
    if (row.required && !(name in config)) throw new Skip(`config lacks ${name}`);
  }
  return config;
}

/** Reads the messages of an event, which may be refused (SES-151). */
function checkMessages({ message, messages = [message] }, beat) {
  for (const m of messages) if (m?.bytes) SessionMessage.given(m.bytes, beat);
}

function readEvent(node, table, beat) {
  const name = node.type === 'object' ? memberNode(node, 'event')?.text : undefined;
  const at = name === undefined ? undefined : memberNode(node, 'at');
  if (!at || at.type !== 'number' || !Number.isInteger(loose(at))) throw new Skip('an event lacks its time or its name');
  if (!Object.hasOwn(table, name)) throw new Skip('an event is not known');
  const event = { at: loose(at), event: name };
  for (const [member, type] of Object.entries(table[name])) {
    // A member that is null is absent (TST-143).
    const given = memberNode(node, member);
    const found = given?.type === 'null' ? undefined : given;
    const isOptional = type.endsWith('?');
    if (!found && !isOptional) throw new Skip(`an event lacks ${member}`);
    if (found) event[member] = readMember(found, isOptional ? type.slice(0, -1) : type, `${name}.${member}`);
  }
  // Either of the two is present, and not both (SES-163).
  if (name === 'received' && 'message' in table[name] && !event.message === !event.messages) throw new Skip('nothing is received');
  checkMessages(event, beat);
  return event;
}

/** Runs a machine; returns the text of the actions. */
export function runSession(machine, config, events, isSaved) {
  if (!Object.hasOwn(machines, machine)) throw new Skip('no such machine');
  if (isSaved && machine !== 'server') throw new Skip('only a server has a memory');
  const [Kind, configTable, eventTable] = machines[machine];
  const found = readConfig(config, configTable);
  checkRanges(found, configTable);
  const all = configured(found, configTable);
  const session = new Kind(all);
  const answer = session.run(events.items.map((node) => readEvent(node, eventTable, all.beatBody)));
  return isSaved ? `${answer.slice(0, -1)},"memory":${writeMemory(session)}}` : answer;
}
