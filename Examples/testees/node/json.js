// Reads JSON from bytes, with positions and preserved spellings (CNT-010 to CNT-020).

/** A refused input: a code of errors.md, the offset of the invalid byte and the path of the member. */
export class Fault {
  constructor(code, offset, path = '') {
    this.code = code;
    this.offset = offset;
    this.path = path;
  }
}

/** The length of the well-formed UTF-8 sequence that starts at `p`, or 0 if it is ill-formed (CNT-011). */
export function utf8Length(b, p, end) {
  const c = b[p];
  if (c < 0x80) return 1;
  const next = (i) => p + i < end && (b[p + i] & 0xc0) === 0x80;
  if (c < 0xc2) return 0;
  if (c < 0xe0) return next(1) ? 2 : 0;
  const d = p + 1 < end ? b[p + 1] : 0;
  if (c < 0xf0) {
    if (!next(1) || !next(2)) return 0;
    return (c === 0xe0 && d < 0xa0) || (c === 0xed && d > 0x9f) ? 0 : 3;
  }
  if (c > 0xf4 || !next(1) || !next(2) || !next(3)) return 0;
  return (c === 0xf0 && d < 0x90) || (c === 0xf4 && d > 0x8f) ? 0 : 4;
}

/** The offset of the first ill-formed UTF-8 sequence between `p` and `end`, or -1. */
export function firstIllFormed(b, p, end) {
  while (p < end) {
    const n = utf8Length(b, p, end);
    if (n === 0) return p;
    p += n;
  }
  return -1;
}

const hexDigit = (c) => (c >= 0x30 && c <= 0x39) || (c >= 0x41 && c <= 0x46) || (c >= 0x61 && c <= 0x66);
const digit = (c) => c >= 0x30 && c <= 0x39;
const simpleEscapes = new Set([...'"\\/bfnrt'].map((c) => c.charCodeAt(0)));
const literals = { 0x74: 'true', 0x66: 'false', 0x6e: 'null' };
const JSON_NUMBER = /^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$/;

/** Whether a text is one JSON number. */
export const isJSONNumber = (text) => JSON_NUMBER.test(text);

/** Whether a string contains a lone surrogate. */
export const hasLoneSurrogate = (text) => !text.isWellFormed();

/** Reads tokens and values of one JSON text; a fault is thrown at the first invalid byte. */
export class Scanner {
  constructor(bytes, limits, start = 0, end = bytes.length) {
    this.b = bytes;
    this.p = start;
    this.end = end;
    this.limits = limits;
    this.depth = 0;
    this.strict = false;
  }

  /** Returns the fault of a name or value in which a lone surrogate was found earlier, in strict mode (CNT-048). */
  behind(fault, lone, path) {
    return this.strict && lone >= 0 && fault instanceof Fault ? new Fault('json.surrogate', lone, path) : fault;
  }

  /** Throws the error for a byte that cannot continue the text (CNT-010, CNT-011). */
  bad(path, at = this.p) {
    if (at < this.end && this.b[at] >= 0x80 && utf8Length(this.b, at, this.end) === 0) {
      throw new Fault('json.utf8', at, path);
    }
    throw new Fault('json.syntax', Math.min(at, this.end), path);
  }

  /** Skips white space (CNT-014). */
  space() {
    const { b, end } = this;
    while (this.p < end) {
      const c = b[this.p];
      if (c !== 0x20 && c !== 0x0a && c !== 0x0d && c !== 0x09) return;
      this.p += 1;
    }
  }

  /** Skips white space and the byte `c`. */
  expect(c, path) {
    this.space();
    if (this.p >= this.end || this.b[this.p] !== c) this.bad(path);
    this.p += 1;
  }

  /** Refuses what follows the value (CNT-013). */
  finish() {
    this.space();
    if (this.p >= this.end) return;
    if (this.b[this.p] >= 0x80 && utf8Length(this.b, this.p, this.end) === 0) {
      throw new Fault('json.utf8', this.p, '');
    }
    throw new Fault('json.trailing', this.p, '');
  }

  /** Opens an object or array (CNT-092). */
  open(path) {
    this.depth += 1;
    if (this.depth > this.limits.depth) throw new Fault('limit.depth', this.p, path);
    this.p += 1;
  }

  /** Closes an object or array. */
  close() {
    this.depth -= 1;
    this.p += 1;
  }

  /** Reads a string token; `lone` is the offset of its first lone surrogate, or -1. */
  string(path) {
    const { b, end } = this;
    const start = this.p;
    const max = start + 1 + this.limits.stringBytes;
    let p = start + 1;
    let escaped = false;
    let lone = -1;
    try {
      for (;;) {
        if (p >= end) throw new Fault('json.syntax', end, path);
        const c = b[p];
        if (c === 0x22) break;
        if (c === 0x5c) {
          escaped = true;
          const at = p;
          const unit = this.escape(p, path);
          p += unit < 0 ? 2 : 6;
          const isHigh = unit >= 0xd800 && unit <= 0xdbff;
          // A `\u` escape after a high surrogate is checked here, before it can be read as a separate character.
          if (isHigh && b[p] === 0x5c && b[p + 1] === 0x75 && p + 1 < end) this.escape(p, path);
          if (isHigh && this.lowSurrogateAt(p)) p += 6;
          else if (unit >= 0xd800 && unit <= 0xdfff && lone < 0) lone = at;
        } else if (c < 0x20) {
          throw new Fault('json.syntax', p, path);
        } else if (c < 0x80) {
          p += 1;
        } else {
          const n = utf8Length(b, p, end);
          if (n === 0) throw new Fault('json.utf8', p, path);
          p += n;
        }
        if (p > max) throw new Fault('limit.string', start, path);
      }
    } catch (fault) {
      throw this.behind(fault, lone, path);
    }
    this.p = p + 1;
    return { type: 'string', start, end: p + 1, escaped, lone };
  }

  /** Checks the escape at `p`; returns the UTF-16 unit of a `\u` escape, and -1 for any other. */
  escape(p, path) {
    const { b, end } = this;
    if (p + 1 >= end) throw new Fault('json.syntax', end, path);
    if (simpleEscapes.has(b[p + 1])) return -1;
    if (b[p + 1] !== 0x75) this.bad(path, p + 1);
    for (let i = p + 2; i < p + 6; i += 1) {
      if (i >= end) throw new Fault('json.syntax', end, path);
      if (!hexDigit(b[i])) this.bad(path, i);
    }
    return parseInt(b.latin1Slice(p + 2, p + 6), 16);
  }

  /** Whether an escaped low surrogate is at `p`. */
  lowSurrogateAt(p) {
    const { b } = this;
    if (p + 6 > this.end || b[p] !== 0x5c || b[p + 1] !== 0x75) return false;
    const unit = b.latin1Slice(p + 2, p + 6);
    return /^[dD][c-fC-F][0-9a-fA-F]{2}$/.test(unit);
  }

  /** Reads a number; `read` determines whether it is read as a value or kept as text (CNT-096, CNT-094). */
  number(path, read) {
    const { b, end } = this;
    const start = this.p;
    const max = start + (read ? this.limits.numberBytes : this.limits.stringBytes);
    let p = start;
    const step = () => {
      p += 1;
      if (p > max) throw new Fault(read ? 'limit.number' : 'limit.string', start, path);
    };
    const digits = () => {
      if (p >= end || !digit(b[p])) this.bad(path, p);
      while (p < end && digit(b[p])) step();
    };
    if (b[p] === 0x2d) step();
    if (p < end && b[p] === 0x30) step();
    else digits();
    if (p < end && b[p] === 0x2e) {
      step();
      digits();
    }
    if (p < end && (b[p] === 0x65 || b[p] === 0x45)) {
      step();
      if (p < end && (b[p] === 0x2b || b[p] === 0x2d)) step();
      digits();
    }
    this.p = p;
    return { type: 'number', start, end: p, escaped: false, lone: -1 };
  }

  /** Reads `true`, `false` or `null`. */
  literal(path) {
    const word = literals[this.b[this.p]];
    const start = this.p;
    for (let i = 0; i < word.length; i += 1) {
      if (start + i >= this.end || this.b[start + i] !== word.charCodeAt(i)) this.bad(path, start + i);
    }
    this.p = start + word.length;
    return { type: word, start, end: this.p, escaped: false, lone: -1 };
  }

  /** Reads a string, number or literal. */
  scalar(path, read) {
    const c = this.p < this.end ? this.b[this.p] : -1;
    if (c === 0x22) return this.string(path);
    if (c === 0x2d || digit(c)) return this.number(path, read);
    if (c in literals) return this.literal(path);
    return this.bad(path);
  }

  /** Reads any value without interpreting it; `empty` is set for `{}` and `[]`. */
  value(path, read = false) {
    const first = this.b[this.p];
    if (this.p >= this.end || (first !== 0x7b && first !== 0x5b)) return this.scalar(path, read);
    const token = { type: first === 0x7b ? 'object' : 'array', start: this.p, end: 0, escaped: false, lone: -1, empty: true };
    const stack = [];
    const note = (inner) => {
      if (token.lone < 0) token.lone = inner.lone;
    };
    const name = () => {
      this.space();
      if (this.p >= this.end || this.b[this.p] !== 0x22) this.bad(path);
      note(this.string(path));
      this.expect(0x3a, path);
    };
    try {
      for (;;) {
        // A value starts here.
        this.space();
        let c = this.p < this.end ? this.b[this.p] : -1;
        let done = true;
        if (c === 0x7b || c === 0x5b) {
          this.open(path);
          stack.push(c + 2);
          this.space();
          if (this.p < this.end && this.b[this.p] === c + 2) {
            stack.pop();
            this.close();
          } else {
            done = false;
            token.empty = false;
            if (c === 0x7b) name();
          }
        } else {
          note(this.scalar(path, false));
        }
        while (done) {
          // A value has ended here.
          if (stack.length === 0) {
            token.end = this.p;
            return token;
          }
          this.space();
          c = this.p < this.end ? this.b[this.p] : -1;
          const close = stack[stack.length - 1];
          if (c === 0x2c) {
            this.p += 1;
            if (close === 0x7d) name();
            done = false;
          } else if (c === close) {
            stack.pop();
            this.close();
          } else {
            this.bad(path);
          }
        }
      }
    } catch (fault) {
      throw this.behind(fault, token.lone, path);
    }
  }

  /** The text of a token as it is written. */
  raw(token) {
    return this.b.toString('utf8', token.start, token.end);
  }

  /** The text of a string token with its escapes resolved. */
  text(token) {
    if (!token.escaped) return this.b.toString('utf8', token.start + 1, token.end - 1);
    return JSON.parse(this.raw(token));
  }
}

/** Limits that refuse nothing, for texts that are internal or were checked before. */
export const NO_LIMITS = {
  contentBytes: Infinity, depth: Infinity, members: Infinity, stringBytes: Infinity,
  items: Infinity, numberBytes: Infinity, unknownBytes: Infinity,
};

/** Parses a JSON value to a tree that preserves every spelling: type, raw text, members or items. */
export function parseTree(bytes, start = 0, end = bytes.length) {
  const s = new Scanner(bytes, NO_LIMITS, start, end);
  const read = () => {
    s.space();
    const at = s.p;
    const c = s.b[at];
    if (c === 0x7b) {
      const members = [];
      s.p += 1;
      s.space();
      while (s.b[s.p] !== 0x7d) {
        const place = s.p;
        const name = s.string('');
        s.expect(0x3a, '');
        members.push({ name: s.text(name), place, node: read() });
        s.space();
        if (s.b[s.p] === 0x2c) s.p += 1;
        s.space();
      }
      s.p += 1;
      return { type: 'object', start: at, end: s.p, members, bytes };
    }
    if (c === 0x5b) {
      const items = [];
      s.p += 1;
      s.space();
      while (s.b[s.p] !== 0x5d) {
        items.push(read());
        s.space();
        if (s.b[s.p] === 0x2c) s.p += 1;
        s.space();
      }
      s.p += 1;
      return { type: 'array', start: at, end: s.p, items, bytes };
    }
    const token = s.scalar('', false);
    const node = { type: token.type, start: token.start, end: token.end, bytes };
    if (token.type === 'string') node.text = s.text(token);
    return node;
  };
  return read();
}

/** The text of a tree's node as it was written. */
export const rawText = (node) => node.bytes.toString('utf8', node.start, node.end);

/** The member of an object node with this name; the last one counts (CNT-017). */
export function memberNode(node, name) {
  let found;
  for (const m of node.members) if (m.name === name) found = m.node;
  return found;
}

/** Returns the slices of the members of the object that starts the text, without interpreting them. */
export function memberSlices(bytes) {
  const s = new Scanner(bytes, NO_LIMITS);
  const slices = new Map();
  s.space();
  s.p += 1;
  s.space();
  while (s.p < s.end && s.b[s.p] !== 0x7d) {
    const name = s.text(s.string(''));
    s.expect(0x3a, '');
    s.space();
    const token = s.value('');
    slices.set(name, bytes.subarray(token.start, token.end));
    s.space();
    if (s.b[s.p] === 0x2c) s.p += 1;
    s.space();
  }
  return slices;
}
