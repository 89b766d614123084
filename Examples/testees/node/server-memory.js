// The memory of a server, as an earlier process has written it (SES-110 to SES-113).
import { Fault, memberNode, parseTree, rawText } from './json.js';
import { SessionMessage } from './session-message.js';
import { Raw } from './values.js';

const LAST_NUMBER = 9007199254740992n;

const wrong = (code, node, path) => new Fault(code, node.start, path);

/** The member of an object that has to have a type; missing ones are refused unless `optional`. */
function member(node, name, type, path, optional = false) {
  const found = memberNode(node, name);
  const own = `${path}/${name}`;
  if (!found || found.type === 'null') {
    if (optional) return undefined;
    throw new Fault('field.missing', node.end - 1, own);
  }
  if (found.type !== type) throw wrong('field.type', found, own);
  return found;
}

function id(node, name, path) {
  const found = member(node, name, 'string', path);
  if (found.text === '') throw wrong('field.value', found, `${path}/${name}`);
  return found.text;
}

function integer(node, path) {
  const text = rawText(node);
  if (!/^-?[0-9]+$/.test(text)) throw wrong('field.type', node, path);
  return BigInt(text);
}

function eachItem(node, name, path, read) {
  const list = member(node, name, 'array', path);
  list.items.forEach((item, i) => {
    const own = `${path}/${name}/${i}`;
    if (item.type !== 'object') throw wrong('field.type', item, own);
    read(item, own);
  });
}

/** Puts a memory into a server that begins. */
export function readMemory(server, { bytes }) {
  const root = parseTree(bytes);
  if (root.type !== 'object') throw wrong('field.type', root, '');
  if (root.members[0]?.name !== 'version') throw new Fault('field.missing', root.end - 1, '/version');
  const version = member(root, 'version', 'number', '');
  if (integer(version, '/version') !== 1n) throw wrong('field.value', version, '/version');
  const last = member(root, 'lastNumber', 'number', '');
  server.lastNumber = integer(last, '/lastNumber');
  if (server.lastNumber < 0n || server.lastNumber > LAST_NUMBER) throw wrong('field.value', last, '/lastNumber');
  eachItem(root, 'users', '', (item, path) => readUser(server, item, path));
  eachItem(root, 'sent', '', (item, path) => {
    const from = memberNode(item, 'fromUserID') ? id(item, 'fromUserID', path) : undefined;
    const to = member(item, 'toUserIDs', 'array', path).items.map((name, i) => {
      if (name.type !== 'string') throw wrong('field.type', name, `${path}/toUserIDs/${i}`);
      return name.text;
    });
    const recalled = memberNode(item, 'recalled')?.type === 'true';
    server.sent.add(id(item, 'messageID', path), { from, to, recalled });
  });
}

function readUser(server, item, path) {
  const name = id(item, 'user', path);
  if (server.users.has(name)) throw wrong('field.value', member(item, 'user', 'string', path), `${path}/user`);
  const user = server.user(name);
  eachItem(item, 'stored', path, (node, own) => {
    const m = SessionMessage.read(node.bytes.subarray(node.start, node.end));
    const messageID = m.id('messageID');
    if (messageID === undefined) throw new Fault('field.missing', node.end - 1, `${own}/messageID`);
    const slot = `${m.kind === 'repeal' ? 'r' : 'm'}${messageID}`;
    user.stored.set(slot, { id: messageID, kind: m.kind, message: new Raw(m.written()) });
  });
  eachItem(item, 'answers', path, (node, own) => {
    const kind = id(node, 'kind', own);
    if (kind !== 'normalReceipt' && kind !== 'repealReceipt') {
      throw wrong('field.value', member(node, 'kind', 'string', own), `${own}/kind`);
    }
    user.answers.add(id(node, 'key', own), { kind, messageID: id(node, 'messageID', own) });
  });
}
