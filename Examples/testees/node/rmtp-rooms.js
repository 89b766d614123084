// Chatrooms of a client and their keys (RMTP-198, RMTP-199, RMTP-260 to RMTP-265).
import { showBody } from './proto.js';

const NOTHING = { nothing: 1n };
const byBytes = (a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b));

class Room {
  constructor(name) {
    this.name = name;
    this.time = 0n;
    this.keysTime = 0n;
    this.keys = new Map();
    this.wasJoined = false;
    this.isIn = false;
    this.joins = 0;
  }
}

export class Rooms {
  constructor(client) {
    this.client = client;
    this.rooms = new Map();
  }

  /** Returns a room that the client is in, or undefined. */
  entered(name) {
    const room = this.rooms.get(name);
    return room?.isIn ? room : undefined;
  }

  isIn(room) {
    return this.rooms.get(room.name) === room && room.isIn;
  }

  disconnected() {
    for (const room of this.rooms.values()) {
      room.isIn = false;
      room.joins = 0;
    }
  }

  /** Joins every room again, in the order of the bytes of their names (RMTP-223). */
  enterAll() {
    const rooms = [...this.rooms.values()];
    rooms.sort((a, b) => byBytes(a.name, b.name));
    for (const room of rooms) this.enter(room);
  }

  join(name) {
    if (!this.rooms.has(name)) this.rooms.set(name, new Room(name));
    if (this.client.state === 'online') this.enter(this.rooms.get(name));
  }

  /** Sends a join. Whichever join is answered, the answer applies to the room of that name (RMTP-198). */
  enter(asked) {
    const { client } = this;
    const { name, wasJoined } = asked;
    asked.joins += 1;
    client.ask(wasJoined ? 'joinChrmR' : 'joinChrm', name, 'ChrmInput', NOTHING, (answer, reason) => {
      asked.joins -= 1;
      const room = this.rooms.get(name);
      if (!room) return;
      if (!answer) {
        // The room is kept while the client is in it, or another join may be answered (RMTP-341).
        if (room !== asked || room.isIn || room.joins > 0) return;
        this.rooms.delete(name);
        client.act('notJoined', { room: name, reason });
        return;
      }
      const status = answer.status ?? 0n;
      if (status !== 0n) {
        client.pulls.forget(room);
        this.rooms.delete(name);
      }
      client.act('joined', { room: name, status });
      if (status !== 0n) return;
      room.wasJoined = true;
      room.isIn = true;
      client.pulls.want('room', room);
      if (client.config.kvStorage) this.askKeys(room);
    });
  }

  leave(name) {
    const { client } = this;
    const room = this.rooms.get(name);
    if (!room) return;
    if (client.state !== 'online') {
      this.rooms.delete(name);
      client.act('left', { room: name });
      return;
    }
    client.pulls.forget(room);
    this.rooms.delete(name);
    client.ask('exitChrm', name, 'ChrmInput', NOTHING, (answer) => {
      if (answer) client.act('left', { room: name });
    });
  }

  // Keys

  /** Handles a notification about the keys of a room. */
  keysNotified(name, time) {
    const room = this.entered(name);
    if (!room || !this.client.config.kvStorage || (time !== undefined && time <= room.keysTime)) return;
    this.askKeys(room);
  }

  askKeys(room) {
    const { client } = this;
    client.ask('pullKV', room.name, 'QueryChrmKV', { timestamp: room.keysTime }, (answer) => {
      if (!this.isIn(room)) return;
      const body = answer && (answer.status ?? 0n) === 0n ? client.read('ChrmKVOutput', answer, 'pullKV') : null;
      if (body) this.takeKeys(room, body);
    });
  }

  takeKeys(room, body) {
    const entries = [];
    const removed = [];
    const all = (body.get('entries') ?? []).filter((entry) => entry.get('key') !== undefined);
    const isFull = body.get('bFullUpdate') === true;
    const before = room.keys;
    if (isFull) room.keys = new Map();
    for (const entry of all) this.takeKey(room, entry, isFull, entries, removed);
    if (isFull) removed.push(...[...before.keys()].filter((key) => !room.keys.has(key)).sort(byBytes));
    const time = body.get('syncTime');
    if (time !== undefined && time > room.keysTime) room.keysTime = time;
    this.client.act('keysChanged', { room: room.name, entries: entries.map(showBody), removed });
  }

  /** Applies one entry if it is acceptable (RMTP-199). */
  takeKey(room, entry, isFull, entries, removed) {
    const key = entry.get('key');
    const bits = entry.get('status') ?? 0n;
    const present = room.keys.get(key);
    // In a full answer, an entry that deletes a key is ignored.
    if (isFull && (bits & 4n) !== 0n) return;
    const allowed = isFull || (bits & 2n) !== 0n || !present || present.get('uid') === entry.get('uid');
    if (!allowed) return;
    if ((bits & 4n) !== 0n) {
      if (room.keys.delete(key)) removed.push(key);
    } else if (present || room.keys.size < this.client.config.roomKeyLimit) {
      room.keys.set(key, entry);
      entries.push(entry);
    }
  }
}
