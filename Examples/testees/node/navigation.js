// The answer of the navigation service (RMTP-210 to RMTP-213).
import { Fault, NO_LIMITS, Scanner } from './json.js';
import { ObjectReader, unknownNames, writeObject } from './content.js';
import { UNREADABLE, readers } from './kinds.js';
import { makeMember, makeObject } from './schema.js';

/** A flag is a boolean or 0 or 1; any other value is not a flag, and not a deviation. */
readers.flag = (m, token, s) => {
  const meant = { true: 'true', false: 'false', 0: 'false', 1: 'true' };
  const raw = s.raw(token);
  return Object.hasOwn(meant, raw) ? { t: meant[raw] } : UNREADABLE;
};

const schema = makeObject([
  makeMember('code', 'integer'), makeMember('server', 'string'), makeMember('backupServer', 'string'),
  makeMember('userId', 'string'), makeMember('kvStorage', 'flag'), makeMember('joinMChrm', 'flag'),
  makeMember('openMp', 'flag'), makeMember('voipCallInfo', 'string'),
]);

class AnswerReader extends ObjectReader {
  unreadable(token, path, m) {
    if (m.kind === 'flag') return UNREADABLE;
    throw new Fault('field.type', token.start, path);
  }

  /** A value that is not a flag follows the other unknown members (RMTP-212). */
  closing(o) {
    super.closing(o);
    const odd = [...o.slots.values()].filter((slot) => slot.state === 'unreadable');
    for (const slot of odd) {
      o.slots.delete(slot.name);
      o.slots.set(slot.name, slot);
    }
  }
}

const isNameStart = (c) => /[A-Za-z_$.]/.test(String.fromCharCode(c));
const isName = (c) => /[A-Za-z0-9_$.]/.test(String.fromCharCode(c));

/** Returns the position of the bracket after the value, or the end of the text if something else is there. */
function closingBracket(s) {
  const rest = new Scanner(s.b, NO_LIMITS, s.p, s.end);
  try {
    rest.space();
    rest.value('');
  } catch {
    return s.end;
  }
  rest.space();
  return s.b[rest.p] === 0x29 && rest.p < s.end ? rest.p : s.end;
}

/** Reads the bracket and at most one semicolon, and refuses anything else. */
function finishCall(bytes, at) {
  const s = new Scanner(bytes, NO_LIMITS, at);
  const bad = () => new Fault('json.syntax', s.p);
  if (bytes[s.p] !== 0x29) throw bad();
  s.p += 1;
  s.space();
  if (bytes[s.p] === 0x3b) s.p += 1;
  s.space();
  if (s.p < s.end) throw bad();
}

/** Reads JSONP, or in lenient mode also the object alone. */
export function readNavigation(bytes, strict, limits) {
  if (bytes.length > limits.contentBytes) throw new Fault('limit.size', 0);
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) throw new Fault('json.bom', 0);
  const s = new Scanner(bytes, limits);
  const reader = new AnswerReader(s, strict);
  s.space();
  const start = s.p;
  const bare = s.b[start] === 0x7b;
  let callback;
  if (bare) {
    reader.deviate('DEV-139', 'json.syntax', start, '');
  } else {
    if (s.p >= s.end || !isNameStart(s.b[s.p])) throw new Fault('json.syntax', s.p);
    while (s.p < s.end && isName(s.b[s.p])) s.p += 1;
    callback = bytes.latin1Slice(start, s.p);
    s.space();
    if (s.b[s.p] !== 0x28 || s.p >= s.end) throw new Fault('json.syntax', s.p);
    s.p += 1;
    s.end = closingBracket(s);
  }
  const answer = reader.whole(schema);
  if (!bare) finishCall(bytes, s.end);
  return { callback, answer: writeObject(answer), unknown: unknownNames(answer), deviations: [...reader.deviations] };
}

/** Writes the JSONP of an answer, which is given as the bytes of its JSON. */
export function writeNavigation(callback, answer, limits) {
  if (!/^[A-Za-z_$.][A-Za-z0-9_$.]*$/.test(callback)) throw new Fault('encode.callback');
  const reader = new AnswerReader(new Scanner(answer, limits), false);
  return Buffer.from(`${callback}(${writeObject(reader.whole(schema))});`);
}
