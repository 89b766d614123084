// The memory of a server, as written by an earlier process (SES-110 to SES-113).
import { Fault, parseTree, rawText } from './json.js';
import { SessionMessage } from './session-message.js';
import { Raw, show } from './values.js';

const LAST_NUMBER = 9007199254740992n;
const LARGEST = (1n << 63n) - 1n;

// Faults are reported in the order of the text (SES-112): each reader below reads one value, and is called when the
// value is reached.

const wrong = (code, node, path) => new Fault(code, node.start, path);

/** Calls a reader for each occurrence of a member by its name; other members are skipped. */
function members(node, path, readers) {
  if (node.type !== 'object') throw wrong('field.type', node, path);
  for (const { name, node: value } of node.members) {
    if (Object.hasOwn(readers, name)) readers[name](value, `${path}/${name}`);
  }
}

/** Reads the elements of a list. */
function list(node, path, read) {
  if (node.type !== 'array') throw wrong('field.type', node, path);
  return node.items.map((item, i) => read(item, `${path}/${i}`));
}

/** Returns a required member, which is checked at the end of its object. */
function needed(fields, name, node, path) {
  if (fields[name] === undefined) throw new Fault('field.missing', node.end - 1, `${path}/${name}`);
  return fields[name];
}

/** An id or a key, which is not empty and has no lone surrogate (SES-160). */
function id(node, path) {
  if (node.type !== 'string') throw wrong('field.type', node, path);
  if (node.text === '' || !node.text.isWellFormed()) throw wrong('field.value', node, path);
  return node.text;
}

function integer(node, path) {
  if (node.type !== 'number') throw wrong('field.type', node, path);
  const text = rawText(node);
  if (!/^-?[0-9]{1,19}$/.test(text) || text === '-0') throw wrong('field.value', node, path);
  const value = BigInt(text);
  if (value > LARGEST || value < -LARGEST - 1n) throw wrong('field.value', node, path);
  return value;
}

function flag(node, path) {
  if (node.type !== 'true' && node.type !== 'false') throw wrong('field.type', node, path);
  return node.type === 'true';
}

function answerKind(node, path) {
  if (node.type !== 'string') throw wrong('field.type', node, path);
  if (node.text !== 'normalReceipt' && node.text !== 'repealReceipt') throw wrong('field.value', node, path);
  return node.text;
}

/** Reads a stored message with the limits of contents; the server has added two members (SES-150). */
function readStored(node, path) {
  try {
    return SessionMessage.read(node.bytes.subarray(node.start, node.end), 'beatID', { members: 1026 });
  } catch (fault) {
    throw fault instanceof Fault ? new Fault(fault.code, node.start + fault.offset, path + fault.path) : fault;
  }
}

/** Reads a stored message in lenient mode; a heartbeat is not a message of any user. */
function storedMessage(node, path) {
  if (node.type !== 'object') throw wrong('field.type', node, path);
  const message = readStored(node, path);
  if (message.kind === 'heartbeat') throw wrong('field.value', node, path);
  if (message.id('messageID') === undefined) throw new Fault('field.missing', node.end - 1, `${path}/messageID`);
  return message;
}

function answer(node, path) {
  const fields = {};
  members(node, path, {
    key: (value, own) => { fields.key = id(value, own); },
    kind: (value, own) => { fields.kind = answerKind(value, own); },
    messageID: (value, own) => { fields.messageID = id(value, own); },
  });
  for (const name of ['key', 'kind', 'messageID']) needed(fields, name, node, path);
  return fields;
}

function user(node, path) {
  const fields = { stored: [], answers: [] };
  members(node, path, {
    user: (value, own) => { fields.user = id(value, own); },
    stored: (value, own) => { fields.stored = list(value, own, storedMessage); },
    answers: (value, own) => { fields.answers = list(value, own, answer); },
  });
  needed(fields, 'user', node, path);
  return fields;
}

function sent(node, path) {
  const fields = { to: [], recalled: false };
  members(node, path, {
    messageID: (value, own) => { fields.messageID = id(value, own); },
    fromUserID: (value, own) => { fields.from = id(value, own); },
    toUserIDs: (value, own) => { fields.to = list(value, own, id); },
    recalled: (value, own) => { fields.recalled = flag(value, own); },
  });
  needed(fields, 'messageID', node, path);
  return fields;
}

/** Reads the users by their names; a user who occurs twice is reported at the end of the second object. */
function users(node, path) {
  const all = new Map();
  list(node, path, (item, own) => {
    const fields = user(item, own);
    if (all.has(fields.user)) throw wrong('field.value', item, `${own}/user`);
    all.set(fields.user, fields);
  });
  return all;
}

/** Returns the memory of a server as text, with its users in the order of the bytes of their ids (SES-110). */
export function writeMemory(server) {
  const kept = [...server.users.values()].filter(({ stored, answers }) => stored.size + answers.map.size > 0);
  kept.sort((a, b) => Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)));
  return show({
    version: 1,
    lastNumber: server.lastNumber,
    users: kept.map(({ name, stored, answers }) => ({
      user: name,
      stored: [...stored.values()].map(({ message }) => message),
      answers: [...answers.map].map(([key, { kind, messageID }]) => ({ key, kind, messageID })),
    })),
    sent: [...server.sent.map].map(([messageID, { from, to, recalled }]) => ({
      messageID, ...(from === undefined ? {} : { fromUserID: from }), toUserIDs: to, ...(recalled ? { recalled } : {}),
    })),
  });
}

/** Loads a memory into a server that starts; if the memory is refused, nothing of it is used. */
export function readMemory(server, { bytes }) {
  const root = parseTree(bytes);
  if (root.type !== 'object') throw wrong('field.type', root, '');
  // The version determines whether the rest can be read (SES-111).
  if (root.members[0]?.name !== 'version') throw new Fault('field.missing', 0, '/version');
  const version = root.members[0].node;
  if (integer(version, '/version') !== 1n) throw wrong('field.value', version, '/version');
  const fields = { users: new Map(), sent: [] };
  members(root, '', {
    lastNumber: (value, own) => {
      fields.lastNumber = integer(value, own);
      if (fields.lastNumber < 0n || fields.lastNumber > LAST_NUMBER) throw wrong('field.value', value, own);
    },
    users: (value, own) => { fields.users = users(value, own); },
    sent: (value, own) => { fields.sent = list(value, own, sent); },
  });
  server.lastNumber = needed(fields, 'lastNumber', root, '');
  for (const { user: name, stored, answers } of fields.users.values()) {
    const kept = server.user(name);
    for (const m of stored) {
      const messageID = m.id('messageID');
      const slot = `${m.kind === 'repeal' ? 'r' : 'm'}${messageID}`;
      kept.stored.set(slot, { id: messageID, kind: m.kind, message: new Raw(m.written()) });
    }
    // The limits apply when something is added (SES-162).
    for (const { key, kind, messageID } of answers) kept.answers.load(key, { kind, messageID });
  }
  for (const { messageID, from, to, recalled } of fields.sent) server.sent.load(messageID, { from, to, recalled });
}
