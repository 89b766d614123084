// The service's side of a WebSocket with packets (RMTP-226 to RMTP-230).
import { Machine } from './machine.js';
import { Ids, bodyBeside, dataFrom, packetFrom, shownPacket } from './script-packets.js';

const MS = [1, 86400000];
export const rmtpServerConfig = {
  silence: { value: 120000, type: 'number', range: MS },
  answerTimeout: { value: 30000, type: 'number', range: MS },
  refusalDelay: { value: 1000, type: 'number', range: [0, 86400000] },
  openLimit: { value: 1024, type: 'number', range: [0, 65535] },
  largestId: { value: 65535, type: 'number', range: [1, 65535] },
};

const sent = { topic: 'text', targetId: 'text', data: 'base64?', body: 'body?', date: 'uint32', qos: 'qos?' };
export const rmtpServerEvents = {
  accept: { userId: 'text', sessionId: 'text', timestamp: 'time', messageId: 'uint16?' },
  refuse: { status: 'uint8' },
  received: { packet: 'packetUp', body: 'body?' },
  closed: {}, tick: {},
  acknowledge: { id: 'id', status: 'uint16?', time: 'time', messageUId: 'text' },
  answer: { id: 'id', date: 'uint32', status: 'uint16?', data: 'base64?', body: 'body?', qos: 'qos?' },
  publish: { key: 'int64', ...sent },
  synchronise: { ...sent, receipt: 'receipt?' },
  disconnect: { status: 'uint8' },
};

export class RMTPServer extends Machine {
  constructor(config) {
    super();
    this.config = config;
    this.state = 'waiting';
    this.publications = new Set();
    this.questions = new Map();
    this.delivering = new Map();
    this.ids = new Ids(config.largestId, (id) => this.delivering.has(id));
    this.timer = null;
  }

  write(packet, topic) {
    this.act('write', { packet: shownPacket(packet), body: bodyBeside(packet, topic) });
  }

  on_accept({ userId, sessionId, timestamp, messageId }) {
    if (this.state !== 'waiting') return;
    this.state = 'online';
    this.write({ packet: 'CONNACK', ignored: 0n, status: 0n, userId, sessionId, timestamp, messageId });
    this.listen();
  }

  on_refuse({ status }) {
    if (this.state !== 'waiting') return;
    this.state = 'refused';
    this.write({ packet: 'CONNACK', ignored: 0n, status });
    this.timer = this.after(this.config.refusalDelay, () => this.end(true));
  }

  /** Waits for the next packet (RMTP-229). */
  listen() {
    this.cancel(this.timer);
    this.timer = this.after(this.config.silence, () => this.end(true));
  }

  end(closes) {
    this.cancel(this.timer);
    this.state = 'ended';
    for (const item of this.delivering.values()) {
      this.cancel(item.timer);
      this.act('undelivered', { key: item.key });
    }
    this.delivering.clear();
    if (closes) this.act('close');
    this.act('ended');
  }

  on_closed() {
    if (this.state !== 'ended') this.end(false);
  }

  on_disconnect({ status }) {
    if (this.state !== 'online') return;
    this.write({ packet: 'DISCONNECT', ignored: 0n, status });
    this.end(true);
  }

  on_received({ packet: value, body }) {
    if (this.state !== 'online') return;
    this.listen();
    const packet = packetFrom(value, body);
    const id = packet.messageId === undefined ? undefined : Number(packet.messageId);
    switch (packet.packet) {
      case 'PINGREQ':
        this.write({ packet: 'PINGRESP' });
        break;
      case 'PUBLISH':
        this.published(packet, id);
        break;
      case 'QUERY':
        if (id === undefined || this.questions.has(id) || this.questions.size >= this.config.openLimit) break;
        this.questions.set(id, packet.topic);
        this.act('asked', { id, packet: shownPacket(packet), body: bodyBeside(packet) });
        break;
      case 'PUBACK':
        this.delivered(id);
        break;
      case 'QUERYCON':
        if (id !== undefined) this.act('confirmed', { id });
        break;
      default:
    }
  }

  published(packet, id) {
    const waits = (packet.qos ?? 0n) !== 0n && id !== undefined;
    if (waits && (this.publications.has(id) || this.publications.size >= this.config.openLimit)) return;
    if (waits) this.publications.add(id);
    this.act('published', { id: waits ? id : undefined, packet: shownPacket(packet), body: bodyBeside(packet) });
  }

  delivered(id) {
    const item = this.delivering.get(id);
    if (!item) return;
    this.cancel(item.timer);
    this.delivering.delete(id);
    this.act('delivered', { key: item.key });
  }

  on_acknowledge({ id, ...receipt }) {
    if (this.state === 'online' && this.publications.delete(id)) this.write(this.puback(id, receipt));
  }

  puback(id, { status = 0n, time, messageUId }) {
    const date = time / 1000n > 0xffffffffn ? 0xffffffffn : time / 1000n;
    return { packet: 'PUBACK', messageId: id, date, status, millisecond: time % 1000n, messageUId };
  }

  on_answer({ id, date, status = 0n, qos = 0n, data, body }) {
    if (this.state !== 'online' || !this.questions.has(id)) return;
    const topic = this.questions.get(id);
    this.questions.delete(id);
    this.write({ packet: 'QUERYACK', qos, messageId: id, date, status, data: dataFrom({ data, body }) }, topic);
  }

  down(id, syncMsg, { topic, targetId, date, qos = 1n, data, body }) {
    this.write({ packet: 'PUBLISH', qos, syncMsg, date, topic, targetId, messageId: id, data: dataFrom({ data, body }) });
  }

  on_publish(event) {
    if (this.state !== 'online') return;
    const { key } = event;
    const id = this.ids.next();
    if (id === null) {
      this.act('undelivered', { key });
      return;
    }
    this.down(id, false, event);
    if (event.qos === 0n) {
      this.act('delivered', { key });
      return;
    }
    const timer = this.after(this.config.answerTimeout, () => {
      this.delivering.delete(id);
      this.act('undelivered', { key });
    });
    this.delivering.set(id, { key, timer });
  }

  on_synchronise(event) {
    const id = this.state === 'online' ? this.ids.next() : null;
    if (id === null) return;
    this.down(id, true, event);
    if (event.receipt) this.write(this.puback(id, event.receipt));
  }
}
