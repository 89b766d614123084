// The server of the socket chat protocol (SES-070 to SES-092, SES-110 to SES-120).
import { Machine, Memory } from './machine.js';
import { SessionMessage } from './session-message.js';
import { readMemory } from './server-memory.js';
import { Raw } from './values.js';

const MS = [1, 86400000];
export const serverConfig = {
  groups: { value: {}, type: 'groups' },
  blocked: { value: [], type: 'strings' },
  loginTimeout: { value: 10000, type: 'number', range: MS },
  beatInterval: { value: 1000, type: 'number', range: MS },
  beatMisses: { value: 3, type: 'number', range: [0, 1000] },
  beatBody: { value: 'beatID', type: 'beat' },
  redeliverAfter: { value: 10000, type: 'number', range: [0, 86400000] },
  batchLimit: { value: 1000, type: 'number', range: [1, 100000] },
  idPrefix: { value: 'm', type: 'string' },
  echo: { value: true, type: 'boolean' },
  keyLimit: { value: 10000, type: 'number', range: [0, 1000000] },
  offlineLimit: { value: 10000, type: 'number', range: [0, 1000000] },
  recallLimit: { value: 100000, type: 'number', range: [0, 10000000] },
  memory: { type: 'memory' },
};

const onConnection = { connection: 'int64' };
export const serverEvents = {
  accepted: onConnection, closed: onConnection, error: { ...onConnection, scope: 'scope' },
  received: { ...onConnection, message: 'raw?', messages: 'raws?' }, post: { message: 'raw' }, restart: {}, tick: {},
};

const ELSEWHERE = 31010;
const BLOCKED = 31009;
const NOT_IN_GROUP = 22406;
const PARAMETER = 33003;
const NO_ROOM = -1;
/** The kinds that an application may post (SES-086). */
const POSTED = new Set(['normal', 'validate', 'system', 'unknown']);
const LAST_NUMBER = 9007199254740992n;

/** The state of one user, which is durable except for the connection. */
class User {
  constructor(name, keyLimit) {
    this.name = name;
    this.connection = null;
    this.stored = new Map();
    this.answers = new Memory(keyLimit);
  }
}

const slotOf = (kind, id) => `${kind === 'repeal' ? 'r' : 'm'}${id}`;

export class ChatServer extends Machine {
  constructor(config) {
    super();
    this.config = config;
    this.groups = new Map(Object.entries(config.groups));
    this.blocked = new Set(config.blocked);
    this.connections = new Map();
    this.users = new Map();
    this.sent = new Memory(config.recallLimit);
    this.lastNumber = 0n;
    if (config.memory) readMemory(this, config.memory);
  }

  user(name) {
    if (!this.users.has(name)) this.users.set(name, new User(name, this.config.keyLimit));
    return this.users.get(name);
  }

  // Connections

  on_accepted({ connection: id }) {
    if (this.connections.has(id)) return;
    const connection = { id, user: null, misses: 0, beat: null, redeliver: null, login: null };
    this.connections.set(id, connection);
    connection.login = this.after(this.config.loginTimeout, () => this.close(connection, 'login'));
  }

  on_closed({ connection: id }) {
    const connection = this.connections.get(id);
    if (connection) this.gone(connection);
  }

  on_error({ connection: id, scope }) {
    const connection = this.connections.get(id);
    if (connection && scope === 'connection') this.close(connection, 'error');
  }

  close(connection, reason) {
    this.act('close', { connection: connection.id, reason });
    this.gone(connection);
  }

  gone(connection) {
    this.forget(connection);
    if (!connection.user) return;
    connection.user.connection = null;
    this.act('logout', { user: connection.user.name, connection: connection.id });
  }

  forget(connection) {
    for (const timer of [connection.login, connection.beat, connection.redeliver]) this.cancel(timer);
    this.connections.delete(connection.id);
  }

  on_restart() {
    for (const connection of [...this.connections.values()]) {
      this.forget(connection);
      if (connection.user) connection.user.connection = null;
    }
  }

  on_received({ connection: id, message, messages }) {
    for (const m of messages ?? [message]) {
      const connection = this.connections.get(id);
      if (!connection) return;
      const read = SessionMessage.given(m.bytes, this.config.beatBody);
      if (connection.user) this.fromUser(connection, read);
      else this.beforeLogin(connection, read);
    }
  }

  // Logins and heartbeats

  beforeLogin(connection, m) {
    if (m.kind === 'heartbeat') return;
    const name = m.kind === 'login' ? m.id('fromUserID') : undefined;
    if (name === undefined) this.close(connection, 'login');
    else this.login(connection, name);
  }

  login(connection, name) {
    if (this.blocked.has(name)) {
      this.write(connection, [{ messageType: 'invalidReceipt', code: BLOCKED }]);
      this.close(connection, 'refused');
      return;
    }
    this.cancel(connection.login);
    const user = this.user(name);
    if (user.connection) {
      this.write(user.connection, [{ messageType: 'system', toUserID: name, code: ELSEWHERE }]);
      this.close(user.connection, 'kicked');
    }
    user.connection = connection;
    connection.user = user;
    this.act('login', { user: name, connection: connection.id });
    this.write(connection, [{ messageType: 'loginReceipt', toUserID: name }]);
    this.watch(connection);
    this.deliverStored(connection);
  }

  watch(connection) {
    connection.beat = this.after(this.config.beatInterval, () => {
      connection.misses += 1;
      if (connection.misses > this.config.beatMisses) this.close(connection, 'silent');
      else this.watch(connection);
    });
  }

  write(connection, messages) {
    this.act('write', { connection: connection.id, messages }, messages.length);
  }

  // Stores

  /** Writes everything that is stored for a connection's user, in batches (SES-070, SES-085). */
  deliverStored(connection) {
    const all = [...connection.user.stored.values()].map((s) => s.message);
    for (let i = 0; i < all.length; i += this.config.batchLimit) this.write(connection, all.slice(i, i + this.config.batchLimit));
    if (all.length > 0) this.startRedelivery(connection);
  }

  startRedelivery(connection) {
    if (connection.redeliver?.live || this.config.redeliverAfter === 0) return;
    connection.redeliver = this.after(this.config.redeliverAfter, () => this.deliverStored(connection));
  }

  store(user, id, kind, message) {
    user.stored.set(slotOf(kind, id), { id, kind, message });
    this.act('store', { user: user.name, messageID: id, kind });
  }

  remove(user, slot) {
    const stored = user.stored.get(slot);
    if (!stored) return;
    user.stored.delete(slot);
    this.act('remove', { user: user.name, messageID: stored.id, kind: stored.kind });
    if (user.stored.size === 0 && user.connection) this.cancel(user.connection.redeliver);
  }

  /** Writes a message to those of its recipients who are online. */
  passOn(users, message) {
    for (const user of users) {
      if (!user.connection) continue;
      this.write(user.connection, [message]);
      this.startRedelivery(user.connection);
    }
  }

  // Messages

  fromUser(connection, m) {
    const { user } = connection;
    switch (m.kind) {
      case 'heartbeat':
        connection.misses = 0;
        this.act('beat', { connection: connection.id });
        break;
      case 'login':
        if (m.id('fromUserID') === user.name) this.write(connection, [{ messageType: 'loginReceipt', toUserID: user.name }]);
        else this.close(connection, 'login');
        break;
      case 'normalReceipt': case 'repealReceipt':
        this.remove(user, slotOf(m.kind === 'repealReceipt' ? 'repeal' : '', m.id('messageID')));
        break;
      case 'loginReceipt': case 'invalidReceipt': break;
      case 'system':
        if (!this.isKnown(connection, m)) this.answer(connection, m, { messageType: 'invalidReceipt', code: PARAMETER });
        break;
      case 'repeal':
        this.recall(connection, m);
        break;
      default: this.message(connection, m);
    }
  }

  /** Answers a message with a receipt (SES-080). */
  answer(connection, m, { messageType, messageID, code }) {
    // An empty id or key counts as absent (SES-153).
    const receipt = { messageType, messageID, clientMessageID: this.config.echo ? m.id('clientMessageID') : undefined,
      sendTime: m.known('sendTime'), code };
    this.write(connection, [receipt]);
  }

  /** Returns the sender's key, if keys are known (SES-083). */
  keyOf(m) {
    return this.config.echo ? m.id('clientMessageID') : undefined;
  }

  /** Answers a message whose key is known as the first one was, and returns whether it is (SES-083). */
  isKnown(connection, m) {
    const key = this.keyOf(m);
    const earlier = key === undefined ? undefined : connection.user.answers.get(key);
    if (earlier) this.answer(connection, m, { messageType: earlier.kind, messageID: earlier.messageID });
    return earlier !== undefined;
  }

  message(connection, m) {
    const { user } = connection;
    if (this.isKnown(connection, m)) return;
    const key = this.keyOf(m);
    const { code, users } = this.recipients(m, user);
    if (code) {
      this.answer(connection, m, { messageType: 'invalidReceipt', code });
      return;
    }
    const { id, message, kept } = this.accept(m, users, user.name);
    if (key !== undefined) user.answers.add(key, { kind: 'normalReceipt', messageID: id });
    this.answer(connection, m, { messageType: 'normalReceipt', messageID: id });
    this.passOn(kept, message);
  }

  on_post({ message }) {
    const m = SessionMessage.given(message.bytes, this.config.beatBody);
    if (!POSTED.has(m.kind)) return;
    const { code, users } = this.recipients(m, null);
    if (code) return;
    const { message: written, kept } = this.accept(m, users, undefined);
    this.passOn(kept, written);
  }

  /** Returns the recipients of a message, or the code with which it is refused (SES-081, SES-120). */
  recipients(m, sender) {
    let users;
    const isGroup = m.text('chatType') === 'groupChat';
    if (isGroup) {
      const members = this.groups.get(m.id('groupID'));
      if (!members || (sender && !members.includes(sender.name))) return { code: NOT_IN_GROUP };
      users = members.filter((name) => name !== sender?.name).map((name) => this.user(name));
    } else {
      const name = m.id('toUserID');
      if (name === undefined) return { code: PARAMETER };
      users = [this.user(name)];
      if (sender && this.isFull(users[0])) return { code: NO_ROOM };
    }
    return this.lastNumber >= LAST_NUMBER ? { code: NO_ROOM } : { users };
  }

  isFull(user) {
    return user.stored.size >= this.config.offlineLimit;
  }

  /** Assigns a message its id and stores it for its recipients. */
  accept(m, users, sender) {
    this.lastNumber += 1n;
    const id = `${this.config.idPrefix}${this.lastNumber}`;
    const changes = { messageID: id, clientMessageID: undefined };
    if (sender !== undefined) changes.fromUserID = sender;
    const message = new Raw(m.written(changes));
    const kept = [];
    for (const user of users) {
      if (this.isFull(user)) {
        this.act('overflow', { user: user.name, messageID: id });
      } else {
        this.store(user, id, m.kind, message);
        kept.push(user);
      }
    }
    this.sent.add(id, { from: sender, to: kept.map((user) => user.name), recalled: false });
    return { id, message, kept };
  }

  // Recalls

  recall(connection, m) {
    const { user } = connection;
    const key = this.keyOf(m);
    const id = m.id('messageID');
    const answer = (messageID) => this.answer(connection, m, { messageType: 'repealReceipt', messageID });
    const earlier = key === undefined ? undefined : user.answers.get(key);
    if (earlier) {
      answer(earlier.kind === 'repealReceipt' ? earlier.messageID : id);
      return;
    }
    const sent = this.sent.get(id);
    if (!sent || sent.from !== user.name) {
      this.answer(connection, m, { messageType: 'invalidReceipt', messageID: id, code: PARAMETER });
      return;
    }
    if (sent.recalled) {
      answer(id);
      return;
    }
    sent.recalled = true;
    if (key !== undefined) user.answers.add(key, { kind: 'repealReceipt', messageID: id });
    const users = sent.to.map((name) => this.user(name));
    const message = new Raw(m.written({ messageID: id, fromUserID: user.name, clientMessageID: undefined }));
    for (const to of users) this.remove(to, slotOf('', id));
    for (const to of users) this.store(to, id, 'repeal', message);
    answer(id);
    this.passOn(users, message);
  }
}
