// The schema of requests, against which every request is checked before anything else (TST-140).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { memberSlices, Scanner, NO_LIMITS } from './json.js';
import { specFolder } from './schema.js';

const schema = JSON.parse(readFileSync(join(specFolder, 'testee-request.schema.json'), 'utf8'));
const branches = new Map(schema.allOf.map((b) => [b.if.properties.op.const, b.then]));
const { id, op, ...common } = schema.properties;

/** The length of the pieces in which a long text is compared, because V8 overflows its stack on long repetitions. */
const PIECE = 65536;

/** Returns whether a text matches a pattern of the schema, each of which repeats units of four characters. */
function matches(text, pattern) {
  for (let start = 0; start + PIECE < text.length; start += PIECE) {
    const piece = text.slice(start, start + PIECE);
    if (piece.includes('=') || !pattern.test(piece)) return false;
  }
  const rest = text.length > PIECE ? Math.floor((text.length - 1) / PIECE) * PIECE : 0;
  return pattern.test(text.slice(rest));
}

/** The keywords that are read; a schema with any other would not be checked completely. */
const KEYWORDS = new Set(['$ref', 'anyOf', 'enum', 'type', 'pattern', 'minimum', 'maximum', 'items', 'uniqueItems',
  'minItems', 'maxItems', 'x-surrogates', 'properties', 'required', 'additionalProperties', 'description', 'default',
  'examples']);
const INTEGER = /^(?:0|-?[1-9][0-9]*)$/;

/** Returns the slices of the elements of the list that is the text. */
function elementSlices(bytes) {
  const s = new Scanner(bytes, NO_LIMITS);
  const slices = [];
  s.p += 1;
  s.space();
  while (s.b[s.p] !== 0x5d) {
    const token = s.value('');
    slices.push(bytes.subarray(token.start, token.end));
    s.space();
    if (s.b[s.p] === 0x2c) s.p += 1;
    s.space();
  }
  return slices;
}

/** Checks of a JSON text by its type; each returns the path of the first value that is refused, or null. */
const checks = {
  object: (bytes, rule) => (bytes[0] === 0x7b ? membersFault(memberSlices(bytes), rule) : ''),

  array(bytes, { items, uniqueItems, minItems = 0, maxItems = Infinity }) {
    if (bytes[0] !== 0x5b) return '';
    const elements = elementSlices(bytes);
    if (elements.length < minItems || elements.length > maxItems) return '';
    for (const [index, element] of elements.entries()) {
      const path = fault(element, items);
      if (path !== null) return `/${index}${path}`;
    }
    return uniqueItems && new Set(elements.map((e) => JSON.parse(e))).size < elements.length ? '' : null;
  },

  string(bytes, { pattern, 'x-surrogates': mayBeAlone = false }) {
    if (bytes[0] !== 0x22) return '';
    const text = JSON.parse(bytes.toString('utf8'));
    // Only in packets may a surrogate be alone (TST-142).
    if (!mayBeAlone && !text.isWellFormed()) return '';
    return pattern === undefined || matches(text, new RegExp(pattern)) ? null : '';
  },

  integer(bytes, { minimum = -Infinity, maximum = Infinity }) {
    const text = bytes.toString('latin1');
    return INTEGER.test(text) && Number(text) >= minimum && Number(text) <= maximum ? null : '';
  },

  boolean: (bytes) => (['true', 'false'].includes(bytes.toString('latin1', 0, 5)) ? null : ''),
};

function fault(bytes, rule) {
  for (const keyword of Object.keys(rule)) if (!KEYWORDS.has(keyword)) throw new Error(`keyword ${keyword}`);
  if (rule.$ref) return fault(bytes, schema.$defs[rule.$ref.split('/').pop()]);
  if (rule.anyOf) return rule.anyOf.some((choice) => fault(bytes, choice) === null) ? null : '';
  if (rule.enum) {
    const isScalar = bytes[0] !== 0x7b && bytes[0] !== 0x5b;
    const isListed = isScalar && rule.enum.includes(JSON.parse(bytes.toString('utf8')));
    return isListed && (bytes[0] === 0x22 || INTEGER.test(bytes.toString('latin1'))) ? null : '';
  }
  return rule.type ? checks[rule.type](bytes, rule) : null;
}

function membersFault(slices, { properties = {}, required = [], additionalProperties }) {
  for (const name of required) if (!slices.has(name)) return `/${name}`;
  for (const [name, bytes] of slices) {
    const rule = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
    const path = rule === undefined ? null : fault(bytes, rule);
    if (path !== null) return `/${name}${path}`;
  }
  return null;
}

/** Returns the path of the first member that the schema refuses in a request, or null if it accepts the request. */
export function requestFault(line, operation) {
  const { properties, required } = branches.get(operation);
  return membersFault(memberSlices(line), { properties: { ...common, ...properties }, required });
}
