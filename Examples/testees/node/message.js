// Chat messages: their kinds, read and written (Spec/chat.md).
import { Fault } from './json.js';
import { ObjectReader, writeObject } from './content.js';
import { UNREADABLE } from './kinds.js';
import { INDEX, KINDS, LOGIN_HAS, LOGIN_HAS_NOT, contentMember, messageSchema, requiredMembers } from './message-schema.js';

const DEFERRED = new Set(['content', 'beatID']);

/** Reads one chat message. What depends on its kind is judged as soon as the kind is certain. */
export class MessageReader extends ObjectReader {
  constructor(scanner, strict, beat) {
    super(scanner, strict);
    this.beat = beat;
    this.top = null;
    this.undecided = [];
    this.kind = null;
  }

  get notObject() {
    return 'message.type';
  }

  /** Reads the whole text as one message. */
  message() {
    return this.whole(messageSchema);
  }

  member(o) {
    if (o.schema === messageSchema) this.top = o;
    super.member(o);
  }

  canonical(o, slot, m, path) {
    if (o.schema !== messageSchema || !DEFERRED.has(m.name)) {
      super.canonical(o, slot, m, path);
      if (m.name === 'messageType') this.kind = this.namedKind(o, slot);
      return;
    }
    // A heartbeat's body is judged before its value where it is certain that it does not belong here.
    if (m.name === 'beatID' && (this.has(o, 'messageType') || this.has(o, 'fromUserID'))) this.strayBeat(o, slot);
    const token = this.passOver(m, path);
    Object.assign(slot, { start: token.start, end: token.end, type: token.type, state: 'deferred' });
  }

  /**
   * Passes over a value that is judged later. Where its text is wrong and it is certain already how it would be read,
   * it is read so: the error then is the one that is met first, with the path of its member (CHT-050).
   */
  passOver(m, path) {
    const { s, top } = this;
    const { p, depth } = s;
    try {
      return s.value(path, m.name === 'beatID');
    } catch (fault) {
      if (m.name === 'content' && this.kind) {
        Object.assign(s, { p, depth });
        const text = (name) => this.textUnderAnyName(top, name);
        const member = contentMember(this.kind, text('contenType'), text('objectName'));
        this.value(member, path, p);
      }
      throw fault;
    }
  }

  /**
   * A list: in strict mode its deviations are held back while it may yet turn out to be one that cannot be read in a
   * message of unknown kind (CHT-004).
   */
  list(m, path) {
    if (!this.strict || (this.kind && this.kind !== 'unknown')) return super.list(m, path);
    this.held = [];
    const read = super.list(m, path);
    const { held } = this;
    this.held = null;
    const surrogate = held.find((fault) => fault.code === 'json.surrogate');
    if (read !== UNREADABLE && held.length > 0) throw held[0];
    if (surrogate) throw surrogate;
    if (held.length > 0) {
      this.undecided.unshift(() => {
        throw held[0];
      });
    }
    return read;
  }

  deviate(id, code, offset, path) {
    if (this.held) this.held.push(new Fault(code, offset, path));
    else super.deviate(id, code, offset, path);
  }

  /** The kind that a messageType names, or null for one that is absent. */
  namedKind(o, slot) {
    if (slot.state === 'absent') return null;
    const text = o.values[INDEX.messageType]?.s;
    return KINDS.has(text) ? text : 'unknown';
  }

  /** Whether a member is there and not null, under its name or another one. */
  has(o, name) {
    const present = (slot) => slot !== undefined && slot.state !== 'absent' && slot.type !== 'null';
    return present(o.slots.get(name)) || messageSchema.members[INDEX[name]].aliases.some((a) => present(o.slots.get(a.name)));
  }

  strayBeat(o, slot) {
    slot.stray = true;
    this.deviate('DEV-119', 'field.foreign', slot.at, '/beatID');
  }

  /** In a message of unknown kind what cannot be read is no deviation (CHT-004, CHT-007). */
  unreadable(token, path, m) {
    if (m.name === 'messageType' && this.s.depth === 1) return UNREADABLE;
    if (this.kind === 'unknown' && !this.closed) return UNREADABLE;
    if (this.strict ? this.kind !== null : this.closed) return super.unreadable(token, path, m);
    this.undecided.push(() => super.unreadable(token, path, m));
    return UNREADABLE;
  }

  closing(o) {
    if (o.schema !== messageSchema) return super.closing(o);
    const brace = this.s.p;
    this.top = o;
    this.kind = this.kindOf(o);
    o.kind = this.kind;
    this.closed = true;
    if (this.kind !== 'unknown') for (const judge of this.undecided) judge();
    this.heartbeatBody(o);
    this.content(o);
    this.s.p = brace;
    super.closing(o);
    this.s.p = brace + 1;
    return undefined;
  }

  /** The kind of a message that has been read to its end (CHT-003, CHT-031, CHT-040). */
  kindOf(o) {
    const slot = o.slots.get('messageType');
    const named = slot ? this.namedKind(o, slot) : null;
    if (named) return named;
    const has = (name) => this.has(o, name);
    if (!has('fromUserID') && this.beatText(o) === this.beat) return 'heartbeat';
    return LOGIN_HAS.every(has) && !LOGIN_HAS_NOT.some(has) ? 'login' : 'unknown';
  }

  /** The text of a `beatID` that is a string or is read as one. */
  beatText(o) {
    const slot = o.slots.get('beatID');
    if (!slot || slot.type === 'object' || slot.type === 'array' || slot.type === 'null') return undefined;
    return slot.type === 'string' ? this.s.text({ ...slot, escaped: true }) : this.s.raw(slot);
  }

  heartbeatBody(o) {
    const slot = o.slots.get('beatID');
    if (!slot) return;
    if (!slot.stray && (this.has(o, 'messageType') || this.has(o, 'fromUserID'))) this.strayBeat(o, slot);
    this.s.p = slot.start;
    if (slot.stray) {
      const token = this.s.value('/beatID', true);
      this.loneIn(token, '/beatID');
      this.settle(o, slot, { t: this.s.raw(token) });
    } else {
      this.settle(o, slot, this.value(messageSchema.members[INDEX.beatID], '/beatID', slot.at));
    }
    o.strayBeat = slot.stray === true;
  }

  content(o) {
    const slot = o.slots.get('content');
    if (!slot) return;
    const name = this.textUnderAnyName(o, 'objectName');
    const member = contentMember(this.kind, this.textUnderAnyName(o, 'contenType'), name);
    this.s.p = slot.start;
    this.settle(o, slot, this.value(member, '/content', slot.at));
  }

  /** The text of a member, which may have come under another spelling (CHT-011). */
  textUnderAnyName(o, name) {
    const value = o.values[INDEX[name]];
    if (value || !this.has(o, name) || o.slots.get(name)?.state === 'unreadable') return value?.s;
    const slot = messageSchema.members[INDEX[name]].aliases.map((a) => o.slots.get(a.name)).find((x) => x && x.type !== 'null');
    if (slot?.type === 'string') return this.s.text({ ...slot, escaped: true });
    return slot && slot.type !== 'object' && slot.type !== 'array' ? this.s.raw(slot) : undefined;
  }

  chooseSpelling(o, m, chosen) {
    // Nothing is read under another spelling in a message of unknown kind but what has its type (CHT-051).
    if (o.schema === messageSchema && this.kind === 'unknown' && this.has(o, m.name)) {
      const slot = m.aliases.map((a) => o.slots.get(a.name)).find((x) => x && x.type !== 'null');
      if (slot && (slot.type === 'object' || slot.type === 'array')) {
        slot.state = 'unreadable';
        return;
      }
    }
    super.chooseSpelling(o, m, chosen);
  }

  missing(o, brace) {
    if (o.schema !== messageSchema) {
      super.missing(o, brace);
      return;
    }
    const text = (name) => o.values[INDEX[name]]?.s ?? (this.hasUnread(o, messageSchema.members[INDEX[name]]) ? '' : undefined);
    const names = requiredMembers(this.kind, text);
    for (const m of messageSchema.members) {
      if (!names.has(m.name) || o.values[INDEX[m.name]] !== undefined || this.hasUnread(o, m)) continue;
      const id = m.name === 'messageType' && this.kind === 'login' ? 'DEV-116' : 'DEV-103';
      this.deviate(id, 'field.missing', brace, `/${m.name}`);
    }
    if (this.kind === 'login' && !o.values[INDEX.messageType]) o.values[INDEX.messageType] = { t: '"login"', s: 'login' };
  }
}

/** The JSON text of a message as it is shown (TST-083). */
export const showMessage = writeObject;

/** The JSON text of a message as it is written: without local state and a body that does not belong there. */
export function writeMessage(o) {
  const values = o.values.map((value, i) => (i === INDEX.beatID && o.strayBeat ? undefined : value));
  const slots = new Map([...o.slots].filter(([name]) => !messageSchema.foreign.has(name)));
  return writeObject({ schema: o.schema, values, slots });
}
