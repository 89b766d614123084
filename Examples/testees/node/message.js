// Reads and writes chat messages and their kinds (Spec/chat.md).
import { Fault } from './json.js';
import { ObjectReader, writeObject } from './content.js';
import { UNREADABLE } from './kinds.js';
import { INDEX, messageSchema, requiredMembers } from './message-schema.js';
import { Outline } from './message-outline.js';

/** Reads one chat message, according to the kind that its members determine together. */
export class MessageReader extends ObjectReader {
  constructor(scanner, strict, beat) {
    super(scanner, strict);
    this.beat = beat;
  }

  get notObject() {
    return 'message.type';
  }

  /** Reads the whole text as one message. */
  message() {
    this.outline = new Outline(this.s, this.beat);
    this.kind = this.outline.kind;
    return this.whole(messageSchema);
  }

  canonical(o, slot, m, path) {
    const isTop = o.schema === messageSchema;
    if (isTop && m.name === 'beatID' && this.outline.hasStrayBeat) this.strayBeat(o, slot, path);
    else super.canonical(o, slot, isTop && m.name === 'content' ? this.outline.content : m, path);
  }

  /** Keeps a heartbeat's body that does not belong here unchanged (CHT-016). */
  strayBeat(o, slot, path) {
    this.deviate('DEV-119', 'field.foreign', slot.at, path);
    const token = this.s.value(path, true);
    this.loneIn(token, path);
    Object.assign(slot, { start: token.start, end: token.end, type: token.type });
    this.settle(o, slot, { t: this.s.raw(token) });
    o.strayBeat = true;
  }

  /**
   * Reads a list. In a message of unknown kind, its deviations are held back until it is certain that all of its items
   * can be read (CHT-004).
   */
  list(m, path) {
    if (!this.strict || this.kind !== 'unknown') return super.list(m, path);
    this.held = [];
    this.isUnreadable = false;
    const end = () => {
      const held = this.held.filter((fault) => !this.isUnreadable || fault.code === 'json.surrogate');
      this.held = null;
      if (held.length > 0) throw held[0];
    };
    let read;
    try {
      read = super.list(m, path);
    } catch (fault) {
      if (fault instanceof Fault) end();
      throw fault;
    }
    end();
    return read;
  }

  deviate(id, code, offset, path) {
    if (this.held) this.held.push(new Fault(code, offset, path));
    else super.deviate(id, code, offset, path);
  }

  /** Whether a member is present and not null, under its name or an alias. */
  has(o, name) {
    const present = (slot) => slot !== undefined && slot.state !== 'absent' && slot.type !== 'null';
    return present(o.slots.get(name)) || messageSchema.members[INDEX[name]].aliases.some((a) => present(o.slots.get(a.name)));
  }

  /** In a message of unknown kind, a value that cannot be read is not a deviation (CHT-004, CHT-007). */
  unreadable(token, path, m) {
    if (this.kind !== 'unknown') return super.unreadable(token, path, m);
    this.isUnreadable = true;
    return UNREADABLE;
  }

  closing(o) {
    if (o.schema === messageSchema) o.kind = this.kind;
    return super.closing(o);
  }

  chooseSpelling(o, m, chosen) {
    // In a message of unknown kind, a value under an alias is read only if it has the type of the member (CHT-051).
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

/**
 * Returns a message without parts that are never written: local state and a heartbeat body that does not belong there
 * (CHT-015, CHT-016).
 */
function proper(o) {
  const values = o.values.map((value, i) => (i === INDEX.beatID && o.strayBeat ? undefined : value));
  const slots = new Map([...o.slots].filter(([name]) => !messageSchema.foreign.has(name)));
  return { schema: o.schema, values, slots };
}

/** Returns the JSON text of a message as it is written. */
export const writeMessage = (o) => writeObject(proper(o));

/** Returns the JSON text of a message as it is shown: parts that are never written are at its end (TST-083). */
export function showMessage(o) {
  const { schema, values, slots } = proper(o);
  const local = [...o.slots].filter(([name]) => messageSchema.foreign.has(name));
  const text = writeObject({ schema, values, slots: new Map([...slots, ...local]) });
  if (!o.strayBeat) return text;
  return `${text.slice(0, -1)}${text === '{}' ? '' : ','}"beatID":${o.values[INDEX.beatID].t}}`;
}
