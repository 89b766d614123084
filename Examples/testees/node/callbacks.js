// The bodies of callbacks: messages that are passed on, and changes of online status (API-071 to API-073, API-092).
import { Fault, NO_LIMITS, Scanner, parseTree } from './json.js';
import { ObjectReader, writeObject } from './content.js';
import { makeMember, makeObject } from './schema.js';
import { contentLimits } from './limits.js';
import { formValues, givenFields, showFields, writeRequest } from './services.js';
import { Skip } from './skip.js';

const LIST_BYTES = 4194304;
const LIST_ITEMS = 65536;
const CHANNELS = ['PERSON', 'PERSONS', 'GROUP', 'TEMPGROUP', 'CUSTOMERSERVICE', 'NOTIFY', 'MC', 'MP'];
const row = (name, type, least = 1, range = undefined) => ({ name, type, occurs: [least, 1], range });
const MESSAGE = [
  row('fromUserId', 'id'), row('toUserId', 'id'), row('objectName', 'type'), row('content', 'content'),
  row('channelType', 'text', 1, [1, 32]), row('msgTimestamp', 'integer', 0, [0, null]), row('msgUID', 'text', 0, [0, 256]),
  row('sensitiveType', 'integer', 0, [0, null]), row('source', 'text', 0, [0, 64]),
];
/** What lenient mode requires: numbers, and nothing of the length of a text. */
const LOOSE = MESSAGE.map(({ name, type, occurs }) => ({ name, type: type === 'integer' ? type : 'text', occurs }));
const change = makeObject([
  makeMember('userid', 'string', { required: true }), makeMember('status', 'string', { required: true }),
  makeMember('os', 'string'), makeMember('time', 'number'),
]);

class ChangeReader extends ObjectReader {
  /** A value that cannot be read is refused in both modes. */
  unreadable(token, path) {
    throw new Fault('field.type', token.start, path);
  }

  /** An element of the list that is not an object cannot be read either. */
  get notObject() {
    return 'field.type';
  }
}

function readMessage(bytes, strict) {
  const { values, rest } = formValues(bytes, strict ? MESSAGE : LOOSE, strict);
  const parts = showFields(MESSAGE, values, rest);
  const number = CHANNELS.indexOf(values[4][0].text) + 1;
  if (number > 0) parts.push(`"conversationType":${number}`);
  return `{${parts.join(',')}}`;
}

/** Reads the list of a status, each object with the rules of contents (TST-204). */
function readChanges(bytes, strict) {
  if (bytes.length > LIST_BYTES) throw new Fault('limit.size', 0, '');
  const limits = contentLimits({ unknownBytes: LIST_BYTES });
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) throw new Fault('json.bom', 0, '');
  const s = new Scanner(bytes, limits);
  s.space();
  const start = s.p;
  if (bytes[start] !== 0x5b) {
    s.value('');
    s.finish();
    throw new Fault('content.type', start, '');
  }
  const texts = [];
  s.p += 1;
  s.space();
  while (bytes[s.p] !== 0x5d) {
    const from = s.p;
    if (texts.length >= LIST_ITEMS) throw new Fault('limit.items', from, `/${texts.length}`);
    const end = s.value('').end;
    try {
      const reader = new ChangeReader(new Scanner(bytes.subarray(from, end), limits), strict);
      texts.push(writeObject(reader.whole(change)));
    } catch (fault) {
      if (!(fault instanceof Fault)) throw fault;
      throw new Fault(fault.code, fault.offset + from, `/${texts.length}${fault.path ?? ''}`);
    }
    s.space();
    if (bytes[s.p] === 0x5d) break;
    s.expect(0x2c, '');
    s.space();
  }
  s.p += 1;
  s.finish();
  return `[${texts.join(',')}]`;
}

/** api.callback.decode: returns the value as text. */
export const readCallback = (callback, bytes, strict) => (callback === 'message' ? readMessage : readChanges)(bytes, strict);

/** api.callback.encode: returns the bytes of the callback that the JSON text of a value describes. */
export function writeCallback(callback, slice) {
  const node = parseTree(slice);
  if (node.type !== (callback === 'message' ? 'object' : 'array')) throw new Skip('the value has another type');
  if (callback === 'status') return Buffer.from(readChanges(slice, false));
  if (new Scanner(slice, NO_LIMITS).value('').lone >= 0) throw new Fault('encode.json');
  const members = node.members.filter(({ name }) => name !== 'conversationType');
  const { values, rest } = givenFields(MESSAGE, members, false);
  return writeRequest(MESSAGE, values, rest, false);
}
