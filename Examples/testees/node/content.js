// Known objects: reading them by their schema, in both modes, and writing them (CNT-030 to CNT-097, CNT-180).
import { Fault, hasLoneSurrogate } from './json.js';
import { ABSENT, UNREADABLE, readers, stringValue } from './kinds.js';

/** The kinds whose numbers are read as values and not kept as text (CNT-096). */
const READ_NUMBERS = new Set(['number', 'integer', 'boolean', 'string', 'base64']);

/** Reads one JSON text by a schema; `deviations` holds the ids found in lenient mode. */
export class ObjectReader {
  constructor(scanner, strict) {
    this.s = scanner;
    scanner.strict = strict;
    this.strict = strict;
    this.deviations = new Set();
  }

  /** Reports a deviation, or refuses it in strict mode (CNT-048). */
  deviate(id, code, offset, path) {
    if (this.strict) throw new Fault(code, offset, path);
    this.deviations.add(id);
  }

  /** Reads the whole text, which must be one object (CNT-020). */
  whole(schema) {
    const { s } = this;
    s.space();
    if (s.p < s.end && s.b[s.p] === 0x7b) {
      const object = this.object(schema, '');
      s.finish();
      return object;
    }
    const start = s.p;
    this.loneIn(s.value(''), '');
    s.finish();
    throw new Fault(this.notObject, start, '');
  }

  get notObject() {
    return 'content.type';
  }

  /** Reads the known object at the scanner's position. */
  object(schema, path) {
    const { s } = this;
    const o = { schema, path, slots: new Map(), values: new Array(schema.members.length), count: 0, unknownBytes: 0, start: s.p };
    s.open(path);
    s.space();
    if (s.p < s.end && s.b[s.p] === 0x7d) {
      this.closing(o);
      return o;
    }
    for (;;) {
      s.space();
      if (s.p >= s.end || s.b[s.p] !== 0x22) s.bad(path);
      this.member(o);
      s.space();
      if (s.p < s.end && s.b[s.p] === 0x2c) {
        s.p += 1;
      } else if (s.p < s.end && s.b[s.p] === 0x7d) {
        this.closing(o);
        return o;
      } else {
        s.bad(path);
      }
    }
  }

  /** Reads a name and its value. */
  member(o) {
    const { s } = this;
    const { schema, path } = o;
    o.count += 1;
    if (o.count > s.limits.members) throw new Fault('limit.members', s.p, path);
    const token = s.string(`${path}/?`);
    if (token.lone >= 0) this.deviate('DEV-109', 'json.surrogate', token.lone, `${path}/?`);
    const name = s.text(token);
    const known = schema.names.get(name);
    const own = known ? `${path}/${schema.members[known.index].name}` : `${path}/?`;
    s.expect(0x3a, path);
    const earlier = o.slots.get(name);
    if (earlier) {
      this.deviate('DEV-101', 'json.duplicate', token.start, own);
      this.drop(o, earlier);
    }
    if (schema.foreign.has(name)) this.foreignMember(o, name, token, own);
    s.space();
    const slot = { name, rawName: s.raw(token), at: token.start, known, start: 0, end: 0, kept: false, state: null };
    if (known && !known.alias) this.canonical(o, slot, schema.members[known.index], own);
    else this.otherMember(o, slot, own);
    o.slots.set(name, slot);
  }

  /** Checks a member of the sender's local state that the schema lists as foreign (CNT-046). */
  foreignMember(o, name, token, path) {
    this.deviate(o.schema.foreign.get(name), 'field.foreign', token.start, path);
  }

  /** Reads the value of an unknown member or of a member under another spelling. */
  otherMember(o, slot, path) {
    const token = this.s.value(path);
    this.loneIn(token, path);
    Object.assign(slot, { start: token.start, end: token.end, type: token.type });
    if (!slot.known) this.keep(o, slot);
  }

  /** Reads the value of a member under its canonical name. */
  canonical(o, slot, m, path) {
    const { s } = this;
    slot.start = s.p;
    slot.type = s.b[s.p] === 0x6e ? 'null' : '';
    const value = this.value(m, path, slot.at);
    slot.end = s.p;
    this.settle(o, slot, value);
    this.twin(o, slot.start, slot.known.index);
  }

  /** Assigns the value read under another spelling to its member. */
  settle(o, slot, value) {
    if (value === UNREADABLE) {
      slot.state = 'unreadable';
      this.keep(o, slot);
    } else if (value === ABSENT) {
      slot.state = 'absent';
    } else {
      slot.state = 'read';
      o.values[slot.known.index] = value;
    }
  }

  /** Keeps a member's bytes among the unknown members (CNT-097). */
  keep(o, slot) {
    slot.kept = true;
    slot.rawValue = this.s.b.toString('utf8', slot.start, slot.end);
    o.unknownBytes += this.slotBytes(slot);
    if (o.unknownBytes > this.s.limits.unknownBytes) throw new Fault('limit.unknown', slot.at, `${o.path}/?`);
  }

  slotBytes(slot) {
    return Buffer.byteLength(slot.rawName) + 1 + slot.end - slot.start;
  }

  /** Discards an earlier occurrence of a member (CNT-017). */
  drop(o, slot) {
    o.slots.delete(slot.name);
    if (slot.kept) o.unknownBytes -= this.slotBytes(slot);
    if (slot.state === 'read') o.values[slot.known.index] = undefined;
  }

  /** Checks that two members differ (CNT-047). */
  twin(o, offset, index) {
    const { twin, members } = o.schema;
    if (!twin || !twin.index.includes(index)) return;
    const [a, b] = twin.index.map((i) => o.values[i]?.s);
    if (a && a === b) this.deviate(twin.deviation, 'field.value', offset, `${o.path}/${members[index].name}`);
  }

  /** Resolves the other spellings and checks for missing members, at the closing brace (CNT-030, CNT-210 to CNT-214). */
  closing(o) {
    const { schema, slots, path } = o;
    const brace = this.s.p;
    const chosen = new Set();
    schema.members.forEach((m) => {
      if (m.aliases.length > 0) this.chooseSpelling(o, m, chosen);
    });
    for (const slot of slots.values()) {
      if (slot.known?.alias && !slot.kept && !chosen.has(slot)) this.keep(o, slot);
    }
    this.s.p = brace;
    this.missing(o, brace);
    this.s.close();
    o.empty = this.isEmpty(o);
    return path;
  }

  chooseSpelling(o, m, chosen) {
    const canonical = o.slots.get(m.name);
    if (canonical && canonical.state !== 'absent') return;
    const standing = m.aliases.map((a) => o.slots.get(a.name)).filter(Boolean);
    if (standing.length === 0) return;
    const path = `${o.path}/${m.name}`;
    const slot = standing.find((x) => x.type !== 'null');
    if (!slot) {
      for (const x of standing) {
        this.deviate(m.null, 'field.type', x.start, path);
        x.state = 'absent';
        chosen.add(x);
      }
      return;
    }
    this.deviate(slot.known.alias.deviation, 'field.alias', slot.at, path);
    this.s.p = slot.start;
    this.settle(o, slot, this.value(m, path, slot.at));
    chosen.add(slot);
    this.twin(o, slot.start, slot.known.index);
  }

  /** Reports required members that are absent. */
  missing(o, brace) {
    o.schema.members.forEach((m, index) => {
      if (!m.required || o.values[index] !== undefined || this.hasUnread(o, m)) return;
      this.deviate(m.missing, 'field.missing', brace, `${o.path}/${m.name}`);
    });
  }

  /** Whether a member is present but kept unparsed, under any spelling (CNT-180). */
  hasUnread(o, m) {
    if (o.slots.get(m.name)?.state === 'unreadable') return true;
    return m.aliases.some((a) => o.slots.get(a.name)?.state === 'unreadable');
  }

  /** Whether nothing is set in an object, known or unknown (CNT-043, CNT-071). */
  isEmpty(o) {
    for (const slot of o.slots.values()) if (slot.state !== 'absent') return false;
    return true;
  }

  /** Reports the lone surrogates of a value that is kept as text. */
  loneIn(token, path) {
    if (token.lone >= 0) this.deviate('DEV-109', 'json.surrogate', token.lone, path);
  }

  /** Reads the value of a known member; `nameAt` is the offset of its name. */
  value(m, path, nameAt) {
    const { s } = this;
    const c = s.b[s.p];
    if (s.p < s.end) {
      if (m.kind === 'object' && c === 0x7b) return this.nested(m, path);
      if (c === 0x5b && (m.kind === 'strings' || m.kind === 'objects')) return this.list(m, path);
    }
    const token = s.value(path, READ_NUMBERS.has(m.kind));
    this.loneIn(token, path);
    if (token.type === 'null') {
      this.deviate(m.null, 'field.type', token.start, path);
      return ABSENT;
    }
    return this.judge(m, token, path, nameAt);
  }

  /** Reads a nested known object; one without any of its members may count as absent (CNT-043). */
  nested(m, path) {
    const start = this.s.p;
    const object = this.object(m.nested, path);
    if (object.empty && m.empty) {
      this.deviate(m.empty, 'field.type', start, path);
      return ABSENT;
    }
    return { t: writeObject(object), o: object };
  }

  /** Reads a list of strings or of objects; one item that cannot be read makes the whole list unreadable (CNT-181). */
  list(m, path) {
    const { s } = this;
    const outer = this.deviations;
    this.deviations = new Set();
    const items = [];
    let readable = true;
    let index = 0;
    s.open(path);
    s.space();
    if (s.p < s.end && s.b[s.p] === 0x5d) {
      s.close();
    } else {
      for (;;) {
        s.space();
        if (index >= s.limits.items && s.p < s.end) throw new Fault('limit.items', s.p, `${path}/${index}`);
        const item = this.item(m, `${path}/${index}`, readable);
        if (item === UNREADABLE) readable = false;
        else items.push(item);
        index += 1;
        s.space();
        const c = s.p < s.end ? s.b[s.p] : -1;
        if (c === 0x5d) {
          s.close();
          break;
        }
        if (c !== 0x2c) s.bad(path);
        s.p += 1;
      }
    }
    const inner = this.deviations;
    this.deviations = outer;
    // For a list that cannot be read, nothing else is reported (CNT-181).
    for (const id of inner) if (readable || id === 'DEV-109' || id === 'DEV-140') outer.add(id);
    if (!readable) return UNREADABLE;
    return { t: `[${items.map((i) => i.t).join(',')}]`, items };
  }

  item(m, path, readable) {
    const { s } = this;
    if (readable && m.kind === 'objects' && s.p < s.end && s.b[s.p] === 0x7b) {
      const object = this.object(m.nested, path);
      return { t: writeObject(object), o: object };
    }
    const token = s.value(path, readable && m.kind === 'strings');
    this.loneIn(token, path);
    if (!readable) return UNREADABLE;
    const scalar = m.kind === 'strings' ? stringValue(s, token) : null;
    if (!scalar) return this.unreadable(token, path, m);
    if (token.type !== 'string') this.deviate('DEV-106', 'field.type', token.start, path);
    return scalar;
  }

  unreadable(token, path) {
    this.deviate('DEV-140', 'field.type', token.start, path);
    return UNREADABLE;
  }

  /** Checks a value that has been read completely, in the order of CNT-048. */
  judge(m, token, path, nameAt) {
    const { s } = this;
    const { start } = token;
    const other = m.values && this.otherValue(m, token);
    const read = other ?? readers[m.kind](m, token, s);
    if (read === UNREADABLE) return this.unreadable(token, path, m);
    if (m.foreign && read !== ABSENT && read.t !== 'false' && read.s !== '') {
      this.deviate(m.foreign, 'field.foreign', nameAt, path);
    }
    if (other) this.deviate(m.values.deviation, 'field.value', start, path);
    for (const id of read === ABSENT ? [m.empty ?? 'DEV-113'] : read.types ?? []) {
      this.deviate(id, 'field.type', read.wrongAt ?? start, path);
    }
    if (m.check && read.s && !m.check(read.s)) this.deviate(m.checkDeviation, 'field.value', start, path);
    if (read.base64) this.deviate(read.base64, 'field.base64', start, path);
    if (read.lone >= 0) this.deviate('DEV-109', 'json.surrogate', start, path);
    return read;
  }

  /** Returns a known other spelling of an enumerated value, or null (CNT-047). */
  otherValue(m, token) {
    if (token.type !== 'string') return null;
    const meant = m.values.map.get(this.s.text(token));
    if (meant === undefined) return null;
    return { t: JSON.stringify(meant), s: typeof meant === 'string' ? meant : undefined };
  }
}

/** The members of an object as `"name":value` texts: known ones in schema order, then unknown ones (CNT-060, CNT-070). */
export function writeObject(o) {
  const parts = [];
  o.schema.members.forEach((m, index) => {
    const value = o.values[index];
    if (value !== undefined) parts.push(`${m.key}:${value.t}`);
  });
  for (const slot of o.slots.values()) if (slot.kept) parts.push(`${slot.rawName}:${slot.rawValue}`);
  return `{${parts.join(',')}}`;
}

/**
 * Assigns the members that were read of one object to another one of the same schema: each replaces the value that was
 * read, or the bytes that were kept unparsed, under whichever spelling they arrived (CNT-183).
 */
export function assignMembers(o, given) {
  given.values.forEach((value, index) => {
    if (value === undefined) return;
    o.values[index] = value;
    for (const slot of o.slots.values()) {
      if (slot.state === 'unreadable' && slot.known.index === index) slot.kept = false;
    }
  });
}

/** The names of the unknown members as JSON strings; a lone surrogate keeps its escape. */
export function unknownNames(o) {
  const names = [];
  for (const slot of o.slots.values()) {
    if (slot.kept) names.push(hasLoneSurrogate(slot.name) ? slot.rawName : JSON.stringify(slot.name));
  }
  return names;
}
