// Pulls of messages and of rooms, one at a time (RMTP-194 to RMTP-198, RMTP-225).
import { parties } from './envelope.js';
import { showBody } from './proto.js';

const later = (time, than) => time === undefined || time > than;

/** The pulls of one connection. */
export class Pulls {
  constructor(client) {
    this.client = client;
    this.current = null;
    this.queue = [];
  }

  /** Requests a pull of messages, or of a room; a pull that is already pending is not requested again. */
  want(kind, room = null) {
    if (!this.queue.some((p) => p.kind === kind && p.room === room)) this.queue.push({ kind, room });
    this.begin();
  }

  /** Drops the pending pulls of a room that was left (RMTP-262). */
  forget(room) {
    this.queue = this.queue.filter((p) => p.room !== room);
  }

  begin() {
    if (this.current || this.queue.length === 0) return;
    this.current = this.queue.shift();
    this.page();
  }

  finish() {
    this.current = null;
    this.begin();
  }

  /** Requests the next page. */
  page() {
    const { client, current } = this;
    const { room } = current;
    const done = (answer) => {
      // The answer to a pull of an earlier connection does not concern this one.
      if (this.current === current && client.pulls === this) this.answered(answer);
    };
    if (current.kind === 'room') {
      client.ask('chrmPull', room.name, 'ChrmPullMsg', { syncTime: room.time, count: BigInt(client.config.roomPullCount) }, done);
    } else {
      const value = { syncTime: client.inboxTime, ispolling: false, isPullSend: true, sendBoxSyncTime: client.outboxTime };
      client.ask('pullMsg', client.userId, 'SyncRequestMsg', value, done);
    }
  }

  answered(answer) {
    const { client, current } = this;
    const topic = current.kind === 'room' ? 'chrmPull' : 'pullMsg';
    const isLeft = current.room && !client.rooms.isIn(current.room);
    const body = !isLeft && answer && (answer.status ?? 0n) === 0n ? client.read('DownStreamMessages', answer, topic) : null;
    if (!body) {
      this.finish();
      return;
    }
    const moved = current.kind === 'room' ? this.roomPage(body, current.room) : this.messagePage(body);
    if (body.get('finished') === false && moved) {
      this.page();
      return;
    }
    if (current.kind === 'messages') client.act('pulled', { inboxTime: client.inboxTime, outboxTime: client.outboxTime });
    this.finish();
  }

  messagePage(body) {
    const { client } = this;
    const { inboxTime, outboxTime } = client;
    const isOwn = (m) => m.get('direction') === 1n;
    const fresh = (body.get('list') ?? []).filter((m) => later(m.get('dataTime'), isOwn(m) ? outboxTime : inboxTime));
    this.deliver(fresh, { how: 'pulled' });
    for (const m of fresh) if (isOwn(m)) client.moveOutbox(m.get('dataTime'));
    client.moveInbox(body.get('syncTime'));
    return client.inboxTime > inboxTime || client.outboxTime > outboxTime;
  }

  roomPage(body, room) {
    const before = room.time;
    const fresh = (body.get('list') ?? []).filter((m) => later(m.get('dataTime'), before));
    this.deliver(fresh, { how: 'room', room: room.name });
    const time = body.get('syncTime');
    if (time !== undefined && time > room.time) room.time = time;
    return room.time > before;
  }

  deliver(list, members) {
    const { client } = this;
    list.forEach((m, i) => client.act('deliver', { ...members, message: showBody(m), sentTo: this.sentTo(m),
      remaining: list.length - 1 - i }));
  }

  /** Returns the target of a message that this user has sent (RMTP-306). */
  sentTo(message) {
    const { userId } = this.client;
    const isKnown = typeof userId === 'string' && userId !== '';
    const fields = ['type', 'fromUserId', 'groupId', 'direction'].map((name) => [name, message.get(name)]);
    const { target, sent } = parties(Object.fromEntries(fields), isKnown ? userId : undefined);
    return sent ? target : undefined;
  }

  /** Handles a message that was received outside a pull; a pull of messages that runs or waits contains it (RMTP-399,
   * RMTP-400). */
  direct(body) {
    const { client } = this;
    if ([this.current, ...this.queue].some((p) => p?.kind === 'messages')) return;
    const isOwn = body.get('direction') === 1n;
    const time = body.get('dataTime');
    if (!later(time, isOwn ? client.outboxTime : client.inboxTime)) return;
    if (isOwn) client.moveOutbox(time);
    else client.moveInbox(time);
    this.deliver([body], { how: 'direct' });
  }

  /** Handles a notification (RMTP-196, RMTP-263). */
  notified(body) {
    const { client } = this;
    const time = body.get('time');
    const name = body.get('type') === 2n ? body.get('chrmId') : undefined;
    if (name === undefined) {
      if (later(time, client.inboxTime)) this.want('messages');
      return;
    }
    const room = client.rooms.entered(name);
    if (room && later(time, room.time)) this.want('room', room);
  }
}
