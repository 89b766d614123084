// The rules of chatrooms (CRM-001 to CRM-054).
import { Machine } from './machine.js';

const NO_ROOM = 23410;
const NOT_IN = 23406;
const MUTED = 23408;
const THROWN_OUT = 23409;
const FULL = 23411;
const TOO_FAST = 20604;
const PARAMETER = 33003;

export const chatroomConfig = {
  rooms: { value: [], type: 'strings' },
  kept: { value: 50, type: 'number', range: [0, 1000] },
  joinCount: { value: 10, type: 'number', range: [0, 1000] },
  capacity: { value: 0, type: 'number', range: [0, 1000000] },
  rate: { value: 5, type: 'number', range: [0, 1000] },
  rateWindow: { value: 1000, type: 'number', range: [1, 86400000] },
  lowTypes: { value: [], type: 'strings' },
  lowDrop: { value: 80, type: 'number', range: [0, 1000] },
  highDrop: { value: 100, type: 'number', range: [0, 1000] },
};

const inRoom = { room: 'string', user: 'string' };
export const chatroomEvents = {
  create: { room: 'string' }, destroy: { room: 'string' }, stop: { room: 'string' }, resume: { room: 'string' },
  join: { ...inRoom, messageCount: 'any?', existing: 'boolean?' }, quit: inRoom, send: { ...inRoom, message: 'roomMessage' },
  mute: inRoom, unmute: inRoom, kick: inRoom, ban: { ...inRoom, duration: 'ms' }, unban: inRoom,
  allow: inRoom, disallow: inRoom,
  load: { load: 'ms' }, tick: {},
};

class Room {
  constructor() {
    this.members = new Set();
    this.messages = [];
    this.muted = new Set();
    this.bans = new Map();
    this.thrownOut = new Set();
    this.allowed = new Set();
    this.isStopped = false;
  }
}

/** Decides who may join and speak, which messages are stored, and which are dropped under load. */
export class Chatroom extends Machine {
  constructor(config) {
    super();
    this.config = config;
    this.lowTypes = new Set(config.lowTypes);
    this.rooms = new Map(config.rooms.map((id) => [id, new Room()]));
    this.sentAt = new Map();
    this.load = 0;
    this.lastId = 0;
  }

  handle(event) {
    const { event: of } = event;
    if (of === 'tick') return;
    if (of === 'load') {
      this.load = event.load;
    } else if (of === 'create') {
      if (!this.rooms.has(event.room)) this.rooms.set(event.room, new Room());
    } else if (of === 'join') {
      this.join(event);
    } else if (!this.rooms.has(event.room)) {
      this.refuse(event, NO_ROOM);
    } else {
      this[of](event, this.rooms.get(event.room));
    }
  }

  refuse({ room, user, event }, code) {
    this.act('error', { room, user, of: event, code });
  }

  destroy({ room }) {
    this.rooms.delete(room);
  }

  join(event) {
    const { room: id, user, messageCount = 0, existing } = event;
    if (!Number.isInteger(messageCount) || messageCount < -1 || messageCount > 50) {
      this.refuse(event, PARAMETER);
      return;
    }
    let room = this.rooms.get(id);
    if (!room && existing) {
      this.refuse(event, NO_ROOM);
      return;
    }
    if (!room) this.rooms.set(id, (room = new Room()));
    const { capacity, joinCount } = this.config;
    if (this.now < (room.bans.get(user) ?? -Infinity)) {
      this.refuse(event, THROWN_OUT);
    } else if (capacity > 0 && !room.members.has(user) && room.members.size >= capacity) {
      this.refuse(event, FULL);
    } else {
      room.members.add(user);
      room.thrownOut.delete(user);
      const count = messageCount === 0 ? joinCount : Math.max(0, messageCount);
      this.act('joined', { room: id, user, messages: count === 0 ? [] : room.messages.slice(-count) });
    }
  }

  quit(event, room) {
    if (!room.members.delete(event.user)) {
      this.refuse(event, NOT_IN);
      return;
    }
    this.act('quit', { room: event.room, user: event.user });
  }

  send(event, room) {
    const { room: id, user, message } = event;
    const code = this.objection(room, user);
    if (code) {
      this.refuse(event, code);
      return;
    }
    this.sentAt.get(user).push(this.now);
    this.lastId += 1;
    const name = `c${this.lastId}`;
    this.act('sent', { room: id, user, id: name });
    const reason = this.reasonToDrop(room, user, message.value.objectName);
    if (reason) {
      this.act('dropped', { room: id, id: name, reason });
      return;
    }
    room.messages.push({ id: name, from: user, message: message.raw });
    if (room.messages.length > this.config.kept) room.messages.shift();
    const to = [...room.members].filter((member) => member !== user);
    this.act('distribute', { room: id, id: name, from: user, message: message.raw, to });
  }

  /** Returns the code with which a message is refused, in the order of CRM-020, or 0. */
  objection(room, user) {
    if (!room.members.has(user)) return room.thrownOut.has(user) ? THROWN_OUT : NOT_IN;
    if (room.muted.has(user)) return MUTED;
    const { rate, rateWindow } = this.config;
    const recent = (this.sentAt.get(user) ?? []).filter((at) => this.now - at < rateWindow);
    this.sentAt.set(user, recent);
    return recent.length >= rate ? TOO_FAST : 0;
  }

  reasonToDrop(room, user, objectName) {
    if (room.isStopped) return 'stopped';
    if (room.allowed.has(user)) return null;
    const { lowDrop, highDrop } = this.config;
    return this.load >= highDrop || (this.load >= lowDrop && this.lowTypes.has(objectName)) ? 'load' : null;
  }

  mute({ user }, room) {
    room.muted.add(user);
  }

  unmute({ user }, room) {
    room.muted.delete(user);
  }

  kick(event, room) {
    const { room: id, user } = event;
    if (!room.members.delete(user)) return;
    room.thrownOut.add(user);
    this.act('kicked', { room: id, user });
  }

  ban(event, room) {
    const { duration, user } = event;
    if (!Number.isInteger(duration) || duration < 1) {
      this.refuse(event, PARAMETER);
      return;
    }
    room.bans.set(user, this.now + duration);
    this.kick(event, room);
  }

  unban({ user }, room) {
    room.bans.delete(user);
  }

  stop(_, room) {
    room.isStopped = true;
  }

  resume(_, room) {
    room.isStopped = false;
  }

  allow({ user }, room) {
    room.allowed.add(user);
  }

  disallow({ user }, room) {
    room.allowed.delete(user);
  }
}
