// The client's side of a WebSocket with packets (RMTP-222 to RMTP-225, RMTP-130 to RMTP-151).
import { Fault } from './json.js';
import { Machine } from './machine.js';
import { Ids, bodyBeside, bodyBytes, dataFrom, packetFrom, readBody, shownPacket } from './script-packets.js';
import { isStatusTopic } from './topics.js';
import { Pulls } from './rmtp-pulls.js';
import { Rooms } from './rmtp-rooms.js';
import { showText } from './values.js';

const MS = [1, 86400000];
const TIME = [0, 9007199254740991];
export const rmtpClientConfig = {
  heartbeat: { value: 'web5', type: 'preset' },
  connAckTimeout: { value: 5000, type: 'number', range: MS },
  answerTimeout: { value: 30000, type: 'number', range: MS },
  pullInterval: { type: 'number', range: MS },
  inboxTime: { value: 0, type: 'number', range: TIME },
  outboxTime: { value: 0, type: 'number', range: TIME },
  roomPullCount: { value: 10, type: 'number', range: [0, 50] },
  kvStorage: { value: false, type: 'boolean' },
  syncedLimit: { value: 256, type: 'number', range: [0, 10000] },
  largestId: { value: 65535, type: 'number', range: [1, 65535] },
  roomKeyLimit: { value: 1024, type: 'number', range: [0, 100000] },
};

const sent = { key: 'int64', topic: 'text', targetId: 'text', data: 'base64?', body: 'body?' };
export const rmtpClientEvents = {
  connect: {}, opened: {}, closed: {}, logout: {}, tick: {},
  received: { packet: 'packet', body: 'body?' },
  publish: { ...sent, qos: 'qos?' }, query: sent,
  join: { room: 'string' }, leave: { room: 'string' }, disconnect: { push: 'boolean?' },
};

/**
 * The presets of RMTP-140: interval, time for an answer, time for the first answer, and the number of misses that ends
 * the connection.
 */
export const PRESETS = {
  web1: { interval: 180000, first: false, misses: 1, time: () => 6000 },
  web2: { interval: 30000, first: true, misses: 1, time: (isFirst) => (isFirst ? 1600 : 6000) },
  web3: { interval: 30000, first: true, misses: 1,
    time: (isFirst, took) => (isFirst ? 1000 : Math.min(6000, Math.max(2000, 3 * took))) },
  web4: { interval: 30000, first: false, misses: 4, time: () => 30000 },
  web5: { interval: 15000, first: false, misses: 2, time: () => 15000 },
};

/** The statuses of a CONNACK after which a client reconnects (RMTP-150). */
const COME_BACK = new Set([1n, 3n, 9n]);
/** The reason of an end by the status of a DISCONNECT, and whether to reconnect (RMTP-151). */
const ENDINGS = { 0: ['redirected', true], 1: ['kicked', false], 2: ['blocked', false], 5: ['blocked', false],
  6: ['redirected', true] };

export class RMTPClient extends Machine {
  constructor(config) {
    super();
    this.config = config;
    this.state = 'idle';
    this.inboxTime = BigInt(config.inboxTime);
    this.outboxTime = BigInt(config.outboxTime);
    this.rooms = new Rooms(this);
    this.reset();
  }

  /** Resets the state that begins with each connection (RMTP-201). */
  reset() {
    this.publications = new Map();
    this.questions = new Map();
    this.synced = new Map();
    this.ids = new Ids(this.config.largestId, (id) => this.publications.has(id) || this.questions.has(id));
    this.pulls = new Pulls(this);
    this.userId = '';
    this.misses = 0;
    this.connectTimer = null;
    this.pingTimer = null;
    this.answerTimer = null;
    this.pullTimer = null;
  }

  // Connecting

  on_connect() {
    if (this.state !== 'idle') return;
    this.state = 'opening';
    this.act('open');
  }

  on_opened() {
    if (this.state !== 'opening') return;
    this.state = 'waiting';
    this.openedAt = this.now;
    this.connectTimer = this.after(this.config.connAckTimeout, () => this.end('unanswered', true));
  }

  on_closed() {
    if (this.state !== 'idle') this.end('broken', true, { isClosed: true });
  }

  on_disconnect({ push = true }) {
    if (this.state !== 'idle') this.end(push ? 'asked' : 'loggedOut', false);
  }

  on_logout() {
    this.on_disconnect({ push: false });
  }

  /** Ends the connection: everything that waits fails, publications first (RMTP-224). */
  end(reason, reconnect, { status, isClosed = false } = {}) {
    for (const waiting of [this.publications, this.questions]) {
      const ids = [...waiting.keys()].sort((a, b) => a - b);
      for (const id of ids) {
        const item = waiting.get(id);
        this.cancel(item.timer);
        if (item.key !== undefined) this.act('failed', { key: item.key, reason: 'connectionEnded' });
      }
    }
    for (const timer of [this.connectTimer, this.pingTimer, this.answerTimer, this.pullTimer]) this.cancel(timer);
    this.reset();
    this.rooms.disconnected();
    this.state = 'idle';
    if (!isClosed) this.act('close');
    this.act('ended', { reason, status, reconnect });
  }

  connack(packet) {
    if (this.state !== 'waiting') return;
    const { status, userId, timestamp, messageId } = packet;
    // A CONNACK without a status is ignored (RMTP-150).
    if (status === undefined) return;
    if (status === 6n) {
      this.end('redirected', true);
    } else if (status !== 0n) {
      this.end('refused', COME_BACK.has(status), { status });
    } else {
      this.cancel(this.connectTimer);
      this.state = 'online';
      this.userId = userId ?? '';
      if (messageId !== undefined) this.ids.last = Number(messageId);
      this.act('connected', { userId: userId === undefined ? undefined : showText(userId), timestamp });
      this.startHeartbeat();
      // The timer is set before that of the pull itself (RMTP-366).
      if (this.config.pullInterval) this.repeatPull();
      this.pulls.want('messages');
      this.rooms.enterAll();
    }
  }

  disconnected({ status }) {
    const [reason, reconnect] = ENDINGS[String(status)] ?? ['closedByService', true];
    this.end(reason, reconnect, { status: reason === 'closedByService' ? status : undefined });
  }

  repeatPull() {
    this.pullTimer = this.after(this.config.pullInterval, () => {
      this.repeatPull();
      this.pulls.want('messages');
    });
  }

  // Heartbeats

  startHeartbeat() {
    this.preset = PRESETS[this.config.heartbeat];
    const took = this.now - this.openedAt;
    const { interval, first, time, misses } = this.preset;
    const ping = (isFirst) => {
      this.write({ packet: 'PINGREQ' });
      this.cancel(this.answerTimer);
      this.answerTimer = this.after(time(isFirst, took), () => {
        this.misses += 1;
        if (this.misses >= misses) this.end('silent', true);
      });
    };
    const next = () => {
      this.pingTimer = this.after(interval, () => {
        ping(false);
        next();
      });
    };
    if (first) ping(true);
    next();
  }

  pong() {
    this.misses = 0;
    this.cancel(this.answerTimer);
  }

  // Packets up

  write(packet, topic) {
    this.act('write', { packet: shownPacket(packet), body: bodyBeside(packet, topic) });
  }

  /** Sends a PUBLISH or a QUERY; returns its id, or null if none is free. */
  send(packet, topic, targetId, data, qos, waiting, item) {
    const id = this.ids.next();
    if (id === null) return null;
    this.write({ packet, qos, topic, targetId, messageId: id, data });
    if (waiting) {
      const timer = this.after(this.config.answerTimeout, () => {
        waiting.delete(id);
        item.unanswered();
      });
      waiting.set(id, { ...item, topic, timer });
    }
    return id;
  }

  /** Sends a query of the machine; `done` receives the QUERYACK, or null and the reason why none was received. */
  ask(topic, targetId, message, value, done) {
    const item = { done, unanswered: () => done(null, 'unanswered') };
    const id = this.send('QUERY', topic, targetId, bodyBytes(message, value), 0n, this.questions, item);
    if (id === null) done(null, 'tooMany');
  }

  on_publish({ key, topic, targetId, qos = 1n, ...content }) {
    const fail = (reason) => this.act('failed', { key, reason });
    if (this.state !== 'online') {
      fail('offline');
      return;
    }
    const waits = qos !== 0n && !isStatusTopic(topic);
    const item = { key, unanswered: () => fail('unanswered') };
    const id = this.send('PUBLISH', topic, targetId, dataFrom(content), qos, waits ? this.publications : null, item);
    if (id === null) fail('tooMany');
    else if (!waits) this.act('published', { key });
  }

  on_query({ key, topic, targetId, ...content }) {
    const fail = (reason) => this.act('failed', { key, reason });
    if (this.state !== 'online') {
      fail('offline');
      return;
    }
    const item = { key, unanswered: () => fail('unanswered') };
    if (this.send('QUERY', topic, targetId, dataFrom(content), 0n, this.questions, item) === null) fail('tooMany');
  }

  on_join({ room }) {
    this.rooms.join(room);
  }

  on_leave({ room }) {
    this.rooms.leave(room);
  }

  // Packets down

  on_received({ packet: value, body }) {
    if (this.state !== 'waiting' && this.state !== 'online') return;
    const packet = packetFrom(value, body);
    if (packet.packet === 'CONNACK') this.connack(packet);
    else if (packet.packet === 'DISCONNECT') this.disconnected(packet);
    else if (this.state === 'online') this.packet(packet);
  }

  packet(packet) {
    switch (packet.packet) {
      case 'PINGRESP':
        this.pong();
        break;
      case 'PUBACK':
        this.puback(packet);
        break;
      case 'QUERYACK':
        this.queryack(packet);
        break;
      case 'PUBLISH':
        // Members that an event omits have a default value in packets from the service (RMTP-220).
        packet.syncMsg ??= false;
        if (packet.syncMsg) this.keepSynced(packet);
        else this.published(packet);
        break;
      default:
    }
  }

  /** Acknowledges packets with a `qos`, whether or not their body can be read (RMTP-131, RMTP-134, RMTP-135). */
  acknowledge(name, { qos = 0n, messageId }) {
    if (qos !== 0n && messageId !== undefined) this.write({ packet: name, messageId });
  }

  puback(packet) {
    const id = Number(packet.messageId);
    const item = this.publications.get(id);
    const synced = this.synced.get(id);
    if (!item && !synced) return;
    const { status = 0n, date, millisecond = 0n } = packet;
    // Of an own message only the status 0 counts (RMTP-367).
    if ((status === 0n || !item) && date !== undefined) this.moveOutbox(date * 1000n + millisecond);
    if (item) {
      this.cancel(item.timer);
      this.publications.delete(id);
      this.act('published', { key: item.key, packet: shownPacket(packet) });
    } else {
      this.synced.delete(id);
      this.deliverSynced(synced, packet);
    }
  }

  queryack(packet) {
    this.acknowledge('QUERYCON', packet);
    const id = Number(packet.messageId);
    const item = this.questions.get(id);
    if (!item) return;
    this.cancel(item.timer);
    this.questions.delete(id);
    if (item.done) item.done(packet);
    else this.act('answered', { key: item.key, packet: shownPacket(packet), body: bodyBeside(packet, item.topic) });
  }

  // Synced messages (RMTP-132)

  keepSynced(packet) {
    if (packet.topic === 'userSetData') return;
    if (isStatusTopic(packet.topic) || packet.messageId === undefined) {
      this.deliverSynced(packet, undefined);
      return;
    }
    const own = Number(packet.messageId);
    this.giveUpSynced(own);
    this.synced.set(own, packet);
    if (this.synced.size > this.config.syncedLimit) this.giveUpSynced(this.synced.keys().next().value);
  }

  /** Delivers a synced message without its receipt. */
  giveUpSynced(id) {
    const packet = this.synced.get(id);
    if (!packet) return;
    this.synced.delete(id);
    this.deliverSynced(packet, undefined);
  }

  deliverSynced(packet, receipt) {
    this.act('deliver', { how: 'synced', packet: shownPacket(packet), body: bodyBeside(packet),
      receipt: receipt && shownPacket(receipt), remaining: 0 });
  }

  // Messages and notifications

  moveInbox(time) {
    if (time !== undefined && time > this.inboxTime) this.inboxTime = time;
  }

  moveOutbox(time) {
    if (time !== undefined && time > this.outboxTime) this.outboxTime = time;
  }

  /** Reads a body, or reports that it cannot be read (RMTP-135). */
  read(name, packet, topic) {
    try {
      return readBody(name, packet.data ?? Buffer.alloc(0));
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      this.act('undecodable', { topic, code: fault.code });
      return null;
    }
  }

  published(packet) {
    this.acknowledge('PUBACK', packet);
    const { topic } = packet;
    const read = (name) => this.read(name, packet, topic);
    switch (topic) {
      case 's_msg': {
        const body = read('DownStreamMessage');
        if (body) this.pulls.direct(body);
        break;
      }
      case 's_ntf': {
        const body = read('NotifyMsg');
        if (body) this.pulls.notified(body);
        break;
      }
      case 's_cmd': {
        const body = read('NotifyMsg');
        if (body?.get('type') === 2n) this.rooms.keysNotified(body.get('chrmId'), body.get('time'));
        else if (body?.get('type') === 3n) this.act('statesChanged', { time: body.get('time') ?? 0n });
        else if (body) this.other(packet);
        break;
      }
      case 's_us': {
        const body = read('UserSettingNotification');
        if (body) this.act('settingsChanged', { version: body.get('version') ?? 0n });
        break;
      }
      default: this.other(packet);
    }
  }

  /** Handles a PUBLISH that the machine has no use for. */
  other(packet) {
    this.act('other', { packet: shownPacket(packet), body: bodyBeside(packet) });
  }
}
