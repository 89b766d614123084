// The memory of a server, as an earlier process has written it (SES-110 to SES-113).
import { Fault, parseTree, rawText } from './json.js';
import { SessionMessage } from './session-message.js';
import { Raw } from './values.js';

const LAST_NUMBER = 9007199254740992n;
const LARGEST = (1n << 63n) - 1n;

// Faults are met in the order of the text (SES-112): each reader below reads one value, and is called as it is met.

const wrong = (code, node, path) => new Fault(code, node.start, path);

/** Reads the members of an object by their names, each time that one occurs; others are passed over. */
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

/** A member that has to be there, looked for at the end of its object. */
function needed(fields, name, node, path) {
  if (fields[name] === undefined) throw new Fault('field.missing', node.end - 1, `${path}/${name}`);
  return fields[name];
}

/** An id or a key, which is not empty. */
function id(node, path) {
  if (node.type !== 'string') throw wrong('field.type', node, path);
  if (node.text === '') throw wrong('field.value', node, path);
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

/** A stored message, which is read in lenient mode; its heartbeat would be nobody's message. */
function storedMessage(node, path) {
  if (node.type !== 'object') throw wrong('field.type', node, path);
  const message = SessionMessage.read(node.bytes.subarray(node.start, node.end), 'beatID');
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

/** The users by their names; one who stands there twice is met at the end of the second object. */
function users(node, path) {
  const all = new Map();
  list(node, path, (item, own) => {
    const fields = user(item, own);
    if (all.has(fields.user)) throw wrong('field.value', item, `${own}/user`);
    all.set(fields.user, fields);
  });
  return all;
}

/** Puts a memory into a server that begins; nothing of it where it is refused. */
export function readMemory(server, { bytes }) {
  const root = parseTree(bytes);
  if (root.type !== 'object') throw wrong('field.type', root, '');
  // The version says whether the rest can be read (SES-111).
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
    for (const { key, kind, messageID } of answers) kept.answers.add(key, { kind, messageID });
  }
  for (const { messageID, from, to, recalled } of fields.sent) server.sent.add(messageID, { from, to, recalled });
}
