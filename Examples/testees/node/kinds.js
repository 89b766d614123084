// Reads the value of a known member according to the member's kind (CNT-032 to CNT-045, CNT-051).
import { Fault, NO_LIMITS, Scanner, isJSONNumber } from './json.js';
import { cleanBase64, isBase64 } from './base64.js';

/** The result for a member that cannot be read. */
export const UNREADABLE = Symbol('unreadable');
/** The result for a member whose value means that it is absent. */
export const ABSENT = Symbol('absent');

const URL_START = /^(?:https?|file|content):/;

/** Whether the text of a number is an integer of 64 bits (CNT-051). */
export function isInteger64(text) {
  if (!/^-?[0-9]+$/.test(text)) return false;
  if (text.length < 19) return true;
  if (text.length > 20) return false;
  return BigInt.asIntN(64, BigInt(text)) === BigInt(text);
}

/** Returns a string as it is written, with the received bytes if it has a lone surrogate (CNT-072, CNT-079). */
export function stringValue(s, token) {
  if (token.type === 'string') {
    const raw = s.raw(token);
    const text = token.escaped ? JSON.parse(raw) : raw.slice(1, -1);
    return { t: token.escaped && token.lone < 0 ? JSON.stringify(text) : raw, s: text };
  }
  if (token.type !== 'number' && token.type !== 'true' && token.type !== 'false') return null;
  const text = s.raw(token);
  return { t: `"${text}"`, s: text };
}

/** Returns the text of a number if the token is one, or null. */
function numberText(s, token) {
  if (token.type === 'number') return s.raw(token);
  if (token.type !== 'string') return null;
  const text = s.text(token);
  return text.length <= s.limits.numberBytes && isJSONNumber(text) ? text : null;
}

const BOOLEANS = { 'true': 'true', 'false': 'false', '0': 'false', '1': 'true', '"0"': 'false', '"1"': 'true',
  '"true"': 'true', '"false"': 'false' };

const isEmptyList = (token) => token.type === 'array' && token.empty;

/** One reader for each kind of member: it returns the value, and `types` holds the deviations of its JSON type. */
export const readers = {
  number(m, token, s) {
    const text = numberText(s, token);
    if (text === null) return UNREADABLE;
    return { t: text, types: token.type === 'string' ? [m.coerce] : [] };
  },

  integer(m, token, s) {
    const text = numberText(s, token);
    if (text === null) return UNREADABLE;
    const types = token.type === 'string' ? [m.coerce] : [];
    if (!isInteger64(text)) types.push(m.own ?? 'DEV-107');
    return { t: text, types };
  },

  boolean(m, token, s) {
    const raw = token.type === 'string' ? JSON.stringify(s.text(token)) : s.raw(token);
    const meant = Object.hasOwn(BOOLEANS, raw) ? BOOLEANS[raw] : null;
    if (meant === null) return UNREADABLE;
    return { t: meant, types: raw === meant ? [] : [m.coerce] };
  },

  string(m, token, s) {
    const value = stringValue(s, token);
    if (!value) return UNREADABLE;
    if (token.type !== 'string') value.types = [token.type === 'number' && m.number ? m.number : m.coerce];
    return value;
  },

  base64(m, token, s) {
    const value = readers.string(m, token, s);
    if (value === UNREADABLE || isBase64(value.s)) return value;
    const clean = cleanBase64(value.s);
    if (clean !== null) return { ...value, t: `"${clean}"`, s: clean, base64: 'DEV-71' };
    const isURL = m.url && URL_START.test(value.s);
    return { ...value, base64: isURL ? m.url : 'DEV-108' };
  },

  any(m, token, s) {
    const t = s.raw(token);
    if (token.type === 'string') return { t, s: s.text(token) };
    return { t, types: [m.coerce] };
  },

  object(m, token, s) {
    if (isEmptyList(token)) return ABSENT;
    return (m.fromText && token.type === 'string' && m.fromText(s.text(token), s.limits)) || UNREADABLE;
  },

  /** Any value, kept unchanged and never a deviation. */
  raw: (m, token, s) => ({ t: s.raw(token) }),

  strings(m, token, s) {
    if (token.type !== 'string') return UNREADABLE;
    return { t: `[${stringValue(s, token).t}]`, types: [m.coerce] };
  },
  objects: () => UNREADABLE,
  rawList: (m, token, s) => (token.type === 'array' ? { t: s.raw(token) } : UNREADABLE),

  rawObject(m, token, s) {
    if (token.type === 'object') return { t: s.raw(token) };
    if (isEmptyList(token)) return ABSENT;
    if (token.type !== 'string' || token.lone >= 0) return UNREADABLE;
    const inner = objectInText(s.text(token), s);
    return inner ? { t: inner.t, types: [m.coerce], lone: inner.lone } : UNREADABLE;
  },

  stringMap: (m, token, s) => mapValue(m, token, s, (value) => value.type === 'string'),
  stringListMap: (m, token, s) => mapValue(m, token, s, (value) => value.type === 'array'
    && value.items.every((item) => item.type === 'string')),
};

/** Reads a map, which is kept raw; a value of another form is a deviation (CNT-035). */
function mapValue(m, token, s, isRight) {
  if (isEmptyList(token)) return ABSENT;
  if (token.type !== 'object') return UNREADABLE;
  let wrongAt = -1;
  const inner = new Scanner(s.b, NO_LIMITS, token.start + 1, token.end);
  inner.space();
  while (inner.b[inner.p] !== 0x7d) {
    inner.string('');
    inner.expect(0x3a, '');
    inner.space();
    const at = inner.p;
    if (!isRight(shallow(inner)) && wrongAt < 0) wrongAt = at;
    inner.space();
    if (inner.b[inner.p] === 0x2c) inner.p += 1;
    inner.space();
  }
  return { t: s.raw(token), types: wrongAt < 0 ? [] : [m.coerce], wrongAt };
}

/** Returns a value with the types of its items, if it is a list. */
function shallow(s) {
  if (s.b[s.p] !== 0x5b) return s.value('');
  const items = [];
  s.p += 1;
  s.space();
  while (s.b[s.p] !== 0x5d) {
    items.push(s.value(''));
    s.space();
    if (s.b[s.p] === 0x2c) s.p += 1;
    s.space();
  }
  s.p += 1;
  return { type: 'array', items };
}

/**
 * Returns the JSON object that a string contains, without surrounding white space, or null; its depth counts from the
 * string's depth (CNT-045).
 */
export function objectInText(text, { limits, depth }) {
  const bytes = Buffer.from(text);
  const s = new Scanner(bytes, limits);
  s.depth = depth;
  try {
    s.space();
    const token = s.value('');
    s.finish();
    return token.type === 'object' ? { t: s.raw(token), lone: token.lone } : null;
  } catch (fault) {
    if (fault instanceof Fault) return null;
    throw fault;
  }
}
