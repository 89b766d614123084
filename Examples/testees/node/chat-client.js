// The client of the socket chat protocol (SES-010 to SES-069).
import { Machine, Memory } from './machine.js';
import { SessionMessage } from './session-message.js';
import { Raw } from './values.js';

const DELAY = [0, 86400000];
export const clientConfig = {
  user: { type: 'string', required: true },
  deviceType: { value: 'iOS', type: 'string' },
  versionCode: { value: '1.0', type: 'string' },
  epoch: { value: 0, type: 'number', range: [0, 9007199254740991] },
  tls: { value: true, type: 'boolean' },
  loginTimeout: { value: 10000, type: 'number', range: [1, 86400000] },
  beatInterval: { value: 1000, type: 'number', range: [1, 86400000] },
  beatMisses: { value: 3, type: 'number', range: [0, 1000] },
  beatBody: { value: 'beatID', type: 'beat' },
  reconnectLimit: { value: 3, type: 'number', range: [0, 1000] },
  backoff: { value: [0, 1000, 3000], type: 'list', range: [...DELAY, 100] },
  receiptTimeout: { value: 10000, type: 'number', range: [1, 86400000] },
  resendLimit: { value: 3, type: 'number', range: [0, 1000] },
  outgoingLimit: { value: 1000, type: 'number', range: [0, 100000] },
  seenLimit: { value: 10000, type: 'number', range: [0, 1000000] },
  seen: { value: [], type: 'strings' },
};

const onConnection = { connection: 'ms?' };
export const clientEvents = {
  connect: {}, disconnect: {}, tick: {}, opened: onConnection, secured: onConnection, closed: onConnection,
  received: { ...onConnection, message: 'raw?', messages: 'raws?' }, error: { ...onConnection, scope: 'scope' },
  send: { key: 'string', message: 'raw' }, recall: { key: 'string', message: 'raw' },
};

const KICKED = '31010';
/** The codes after which a client reconnects automatically (SES-121). */
const TEMPORARY = new Set([30001, 30002, 30003, 30004, 30007, 30008, 30010, 30011, 30012, 30013, 30014, 30015,
  31000, 31001, 31003, 31006, 31009, 31011].map(String));
const CONNECTED = new Set(['connecting', 'securing', 'loggingIn', 'online']);
const SENDING = new Set(['normal', 'validate', 'unknown']);

export class ChatClient extends Machine {
  constructor(config) {
    super();
    this.config = config;
    this.state = 'idle';
    this.connection = 0;
    this.attempts = 0;
    this.misses = 0;
    this.waiting = new Map();
    // The times that a client assigns are unique (SES-042).
    this.byTime = new Map();
    this.lastSendTime = null;
    this.timerOf = {};
    this.seen = new Memory(config.seenLimit);
    this.recalls = new Memory(config.seenLimit);
    for (const id of config.seen) this.seen.add(id);
  }

  enter(state, code) {
    this.state = state;
    this.act('state', { state, code });
  }

  /** Starts a named timer, replacing an earlier one of that name. */
  start(name, delay, fire) {
    this.cancel(this.timerOf[name]);
    this.timerOf[name] = this.after(delay, fire);
  }

  stopTimers() {
    for (const timer of Object.values(this.timerOf)) this.cancel(timer);
    this.timerOf = {};
    for (const item of this.waiting.values()) this.cancel(item.timer);
  }

  handle(event) {
    if (event.connection !== undefined && event.connection !== this.connection) return;
    super.handle(event);
  }

  // Connecting

  on_connect() {
    if (CONNECTED.has(this.state)) return;
    this.stopTimers();
    this.attempts = 0;
    this.connect();
  }

  connect() {
    this.connection += 1;
    this.enter('connecting');
    this.act('connect', { connection: this.connection });
    this.start('login', this.config.loginTimeout, () => this.breakDown(false));
  }

  on_opened() {
    if (this.state !== 'connecting') return;
    if (!this.config.tls) {
      this.logIn();
      return;
    }
    this.enter('securing');
    this.act('secure');
  }

  on_secured() {
    if (this.state === 'securing') this.logIn();
  }

  logIn() {
    const { user, deviceType, versionCode } = this.config;
    this.enter('loggingIn');
    this.act('write', { message: { messageType: 'login', fromUserID: user, deviceType, versionCode } });
  }

  on_closed() {
    if (CONNECTED.has(this.state)) this.breakDown(true);
  }

  on_error({ scope }) {
    if (scope === 'connection' && CONNECTED.has(this.state)) this.breakDown(false);
  }

  on_disconnect() {
    if (!CONNECTED.has(this.state) && this.state !== 'waiting') return;
    this.leave('closed', this.state === 'waiting', 'closed');
  }

  /** Enters a state without a connection, in which nothing is pending. */
  leave(state, isGone, reason, code) {
    this.stopTimers();
    this.enter(state, code);
    if (!isGone) this.act('close');
    this.failAll(reason);
  }

  failAll(reason) {
    const keys = [...this.waiting.keys()];
    this.waiting.clear();
    this.byTime.clear();
    for (const key of keys) this.act('failed', { key, reason });
  }

  /** Handles a break of the connection (SES-030, SES-031). */
  breakDown(isGone, code) {
    const { reconnectLimit, backoff } = this.config;
    if (this.attempts >= reconnectLimit) {
      this.leave('offline', isGone, 'offline', code);
      return;
    }
    this.stopTimers();
    this.enter('waiting', code);
    if (!isGone) this.act('close');
    const delay = backoff[Math.min(this.attempts, backoff.length - 1)] ?? 0;
    this.start('reconnect', delay, () => {
      this.attempts += 1;
      this.connect();
    });
  }

  // Heartbeats

  goOnline() {
    this.cancel(this.timerOf.login);
    this.attempts = 0;
    // The timer fires immediately, so that the first heartbeat is a tick like the others (SES-020, SES-021).
    this.misses = 1;
    this.enter('online');
    this.beat();
    for (const item of this.waiting.values()) {
      item.resent = 0;
      this.write(item);
    }
  }

  beat() {
    this.act('beat');
    this.start('beat', this.config.beatInterval, () => {
      this.misses += 1;
      if (this.misses > this.config.beatMisses) this.breakDown(false);
      else this.beat();
    });
  }

  // Receiving

  get isReceiving() {
    return this.state === 'loggingIn' || this.state === 'online';
  }

  on_received({ message, messages }) {
    const list = (messages ?? [message]).map((m) => SessionMessage.given(m.bytes, this.config.beatBody));
    const arrived = [];
    for (const m of list) {
      if (!this.isReceiving) return;
      if (!this.control(m)) arrived.push(m);
    }
    if (this.isReceiving) this.arrive(arrived);
  }

  /** Handles messages that are not for the application; returns false for other messages. */
  control(m) {
    switch (m.kind) {
      case 'login': return true;
      case 'heartbeat':
        this.misses = 0;
        return true;
      case 'loginReceipt':
        if (this.state === 'loggingIn') this.goOnline();
        return true;
      case 'normalReceipt': case 'repealReceipt':
        this.receipt(m);
        return true;
      case 'invalidReceipt':
        if (this.state === 'loggingIn') this.refused(m.code);
        else this.receipt(m);
        return true;
      case 'system':
        if (m.code?.text !== KICKED) return false;
        this.leave('kicked', false, 'kicked', m.code);
        return true;
      default: return false;
    }
  }

  refused(code) {
    if (code && TEMPORARY.has(code.text)) this.breakDown(false, code);
    else this.leave('refused', false, 'refused', code);
  }

  /**
   * Drops messages that were received before, delivers the others to the application, and then answers (SES-065 to
   * SES-067).
   */
  arrive(messages) {
    const dropped = [];
    const groups = [];
    const answers = [];
    for (const m of messages) {
      const isRecall = m.kind === 'repeal';
      const messageID = m.id('messageID');
      if (isRecall && messageID === undefined) continue;
      if (messageID !== undefined) {
        answers.push({ messageType: isRecall ? 'repealReceipt' : 'normalReceipt', messageID });
        if (this.recalls.has(messageID) || (!isRecall && this.seen.has(messageID))) {
          dropped.push(messageID);
          continue;
        }
        (isRecall ? this.recalls : this.seen).add(messageID);
      }
      if (isRecall) groups.push({ messageID, by: m.known('fromUserID') });
      else if (Array.isArray(groups.at(-1))) groups.at(-1).push(m.shown);
      else groups.push([m.shown]);
    }
    for (const messageID of dropped) this.act('drop', { messageID });
    let remaining = groups.filter(Array.isArray).reduce((sum, group) => sum + group.length, 0);
    for (const group of groups) {
      if (Array.isArray(group)) {
        remaining -= group.length;
        this.act('deliver', { messages: group, remaining }, group.length);
      } else {
        this.act('recalled', group);
      }
    }
    for (const message of answers) this.act('write', { message });
  }

  // Receipts

  receipt(m) {
    const item = this.match(m);
    if (!item) return;
    this.cancel(item.timer);
    this.forget(item);
    if (item.isByTime) this.act('deviation', { id: 'DEV-123' });
    const { key } = item;
    if (m.kind === 'invalidReceipt') {
      this.act('failed', { key, reason: 'invalid', code: m.code });
    } else if (m.kind === 'repealReceipt') {
      this.recalls.add(item.recalled);
      this.act('recalled', { messageID: item.recalled, by: this.config.user, key });
    } else {
      this.act('sent', { key, messageID: m.known('messageID') });
    }
  }

  forget(item) {
    this.waiting.delete(item.key);
    this.byTime.delete(item.sendTime);
  }

  /** Returns the waiting message that a receipt answers (SES-062, SES-063). */
  match(m) {
    const fits = (item) => m.kind === 'invalidReceipt' || (m.kind === 'repealReceipt') === item.isRecall;
    const key = m.id('clientMessageID');
    if (key !== undefined) {
      const item = this.waiting.get(key);
      return item && fits(item) ? item : undefined;
    }
    if (m.kind === 'repealReceipt') {
      for (const item of this.waiting.values()) if (item.isRecall && item.recalled === m.known('messageID')) return item;
      return undefined;
    }
    const item = this.byTime.get(m.known('sendTime'));
    if (!item || !fits(item)) return undefined;
    item.isByTime = true;
    return item;
  }

  // Sending

  on_send({ key, message }) {
    this.send(key, SessionMessage.given(message.bytes, this.config.beatBody), undefined);
  }

  on_recall({ key, message }) {
    const m = SessionMessage.given(message.bytes);
    this.send(key, m, m.known('messageID') ?? '');
  }

  send(key, m, recalled) {
    const fail = (reason) => this.act('failed', { key, reason });
    const isRecall = recalled !== undefined;
    if (!CONNECTED.has(this.state) && this.state !== 'waiting') {
      fail('offline');
      return;
    }
    if (this.waiting.has(key)) return;
    const messageType = isRecall ? 'repeal' : m.known('messageType');
    if (this.waiting.size >= this.config.outgoingLimit) {
      fail('full');
      return;
    }
    if (!isRecall && (messageType !== undefined || m.kind === 'heartbeat') && !SENDING.has(m.kind)) {
      fail('kind');
      return;
    }
    const clock = BigInt(this.config.epoch) + BigInt(this.now);
    const now = clock < 0n ? 0n : clock; // digits only (CHT-013)
    const time = this.lastSendTime !== null && now <= this.lastSendTime ? this.lastSendTime + 1n : now;
    this.lastSendTime = time;
    const { user, deviceType, versionCode } = this.config;
    const changes = { clientMessageID: key, fromUserID: user, deviceType, versionCode, sendTime: String(time) };
    if (isRecall || messageType === undefined) changes.messageType = messageType ?? 'normal';
    // The new kind decides how the content is read, so the message is read again (CHT-020).
    const text = SessionMessage.read(Buffer.from(m.written(changes))).written();
    const item = { key, isRecall, recalled, sendTime: String(time), text: new Raw(text), resent: 0, timer: null };
    this.waiting.set(key, item);
    this.byTime.set(item.sendTime, item);
    if (this.state === 'online') this.write(item);
  }

  write(item) {
    this.act('write', { message: item.text });
    item.timer = this.after(this.config.receiptTimeout, () => {
      if (item.resent < this.config.resendLimit) {
        item.resent += 1;
        this.write(item);
      } else {
        this.forget(item);
        this.act('failed', { key: item.key, reason: 'timeout' });
      }
    });
  }
}
