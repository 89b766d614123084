// Requests and answers of the server API, read from the registry (API-080 to API-086, TST-180, TST-181).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Fault, NO_LIMITS, Scanner, memberSlices, parseTree, rawText } from './json.js';
import { readForm, writeForm } from './forms.js';
import { specFolder } from './schema.js';
import { Skip } from './skip.js';

const services = new Map(JSON.parse(readFileSync(join(specFolder, 'registry', 'server-api.json'), 'utf8'))
  .entries.map((entry) => [entry.path, entry]));

const FORM_BYTES = 1048576;
const FORM_FIELDS = 2048;
const ANSWER_BYTES = 4194304;
const CONTENT_BYTES = 131072;
const MEMBERS = 1024;
const texts = new Set(['text', 'id', 'type', 'content']);
const kinds = { object: 'object', list: 'array' };
const flags = { 0: false, 1: true, false: false, true: true };

function serviceAt(path) {
  const entry = services.get(path);
  if (!entry) throw new Skip('no service with this path');
  return entry;
}

/** Parses a JSON text; its faults have no path. */
function parse(bytes, most, stringBytes, strict) {
  if (bytes.length > most) throw new Fault('limit.size', 0);
  const s = new Scanner(bytes, { ...NO_LIMITS, depth: 32, stringBytes });
  s.strict = strict;
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) throw new Fault('json.bom', 0);
  s.space();
  const token = s.value('');
  if (strict && token.lone >= 0) throw new Fault('json.surrogate', token.lone);
  s.finish();
  return parseTree(bytes);
}

/** The offsets of the names of an object's members. */
function nameStarts(bytes) {
  const s = new Scanner(bytes, NO_LIMITS);
  const starts = [];
  s.space();
  s.p += 1;
  s.space();
  while (bytes[s.p] !== 0x7d) {
    starts.push(s.p);
    s.string('');
    s.expect(0x3a, '');
    s.space();
    s.value('');
    s.space();
    if (bytes[s.p] === 0x2c) s.p += 1;
    s.space();
  }
  return starts;
}

/** Returns a decimal number, or undefined. */
function integer(text) {
  if (!/^-?[0-9]+$/.test(text)) return undefined;
  const n = BigInt(text);
  return n === BigInt.asIntN(64, n) ? n : undefined;
}

const inside = (n, [low, high]) => n >= low && (high === null || n <= high);

/** Whether a row allows a value (API-080, API-020, API-022, API-084). */
function allows(field, text, strict) {
  const size = Buffer.byteLength(text);
  switch (field.type) {
    case 'text': return inside(size, field.range ?? [0, null]);
    case 'id': return size >= 1 && size <= 64;
    case 'type': return text !== '' && [...text].length <= 32;
    case 'content': return size >= 1 && size <= CONTENT_BYTES;
    case 'integer': {
      const n = integer(text);
      return n !== undefined && (!field.range || inside(n, field.range));
    }
    case 'bit': if (strict) return text === '0' || text === '1'; break;
    case 'boolean': if (strict) return text === 'true' || text === 'false'; break;
    default:
      try {
        return parse(Buffer.from(text), CONTENT_BYTES, CONTENT_BYTES, true).type === kinds[field.type];
      } catch (fault) {
        if (fault instanceof Fault) return false;
        throw fault;
      }
  }
  return Object.hasOwn(flags, text.toLowerCase());
}

const most = (field) => field.occurs[1] ?? Infinity;
const pathOf = (field) => `/${field.name}`;

/** The id in the name of a keyed field, or undefined (API-083). */
function keyOf(field, name) {
  const prefix = `${field.name}[`;
  return field.keyed && name.startsWith(prefix) && name.endsWith(']') ? name.slice(prefix.length, -1) : undefined;
}

/** Reads a form: the values of each field, and the other fields. */
export function formValues(bytes, fields, strict) {
  if (bytes.length > FORM_BYTES) throw new Fault('limit.size', 0);
  let given = readForm(bytes, 0, bytes.length, strict);
  if (given.length > FORM_FIELDS) throw new Fault('limit.items', given[FORM_FIELDS].at);
  const values = fields.map((field) => {
    const path = pathOf(field);
    const belongs = (f) => (field.keyed ? keyOf(field, f.name) !== undefined : f.name === field.name);
    const found = given.filter(belongs);
    given = given.filter((f) => !belongs(f));
    if (found.length < field.occurs[0]) throw new Fault('form.missing', bytes.length, path);
    if (found.length > most(field)) {
      throw new Fault(most(field) === 1 ? 'form.duplicate' : 'form.value', found[most(field)].at, path);
    }
    for (const f of found) {
      if (!allows(field, f.value, strict)) throw new Fault('form.value', f.valueAt, path);
      const key = keyOf(field, f.name);
      const size = key === undefined ? 1 : Buffer.byteLength(key);
      if (size < 1 || size > 64) throw new Fault('form.value', f.at, path);
    }
    return found.map((f) => ({ key: keyOf(field, f.name), text: f.value }));
  });
  return { values, rest: given.map((f) => [f.name, JSON.stringify(f.value)]) };
}

function bodyValues(bytes, fields, strict) {
  const root = parse(bytes, FORM_BYTES, FORM_BYTES, true);
  if (root.type !== 'object') throw new Fault('content.type', 0);
  const starts = nameStarts(bytes);
  let members = root.members.map((m, i) => ({ ...m, at: starts[i] }));
  const values = fields.map((field) => {
    const path = pathOf(field);
    const found = members.filter((m) => m.name === field.name);
    members = members.filter((m) => m.name !== field.name);
    if (found.length > 1) throw new Fault('form.duplicate', found[1].at, path);
    let nodes = found.map((m) => m.node).filter((n) => strict || n.type !== 'null');
    if (nodes.length && most(field) > 1) {
      if (nodes[0].type === 'array') {
        nodes = nodes[0].items;
        if (nodes.length > most(field)) throw new Fault('form.value', nodes[most(field)].start, path);
      } else if (strict) throw new Fault('form.value', nodes[0].start, path);
    }
    const items = nodes.map((n) => ({ text: itemText(field, n, strict) }));
    if (items.length < field.occurs[0]) throw new Fault('form.missing', bytes.length, path);
    return items;
  });
  return { values, rest: members.map((m) => [m.name, rawText(m.node)]) };
}

const kindOf = (node) => (node.type === 'true' || node.type === 'false' ? 'boolean' : node.type);

/** The text of a value in a JSON body. */
function itemText(field, node, strict) {
  const kind = kindOf(node);
  const wanted = { integer: 'number', bit: 'number', boolean: 'boolean', ...kinds }[field.type] ?? 'string';
  const also = {
    integer: ['string'], bit: ['string', 'boolean'], boolean: ['string', 'number'], text: ['number', 'null'], id: ['number', 'null'],
  }[field.type] ?? [];
  const fault = new Fault('form.value', node.start, pathOf(field));
  if (kind !== wanted && !Object.hasOwn(kinds, field.type) && (strict || !also.includes(kind))) throw fault;
  let text = rawText(node);
  if (!Object.hasOwn(kinds, field.type)) {
    if (kind === 'string') ({ text } = node);
    if (kind === 'null') text = '';
  }
  if (!allows(field, text, strict)) throw fault;
  return text;
}

/** One value of a field as JSON. */
function showValue(field, { key, text }) {
  if (key !== undefined) return JSON.stringify({ id: key, name: text });
  if (Object.hasOwn(kinds, field.type)) return text;
  if (field.type === 'integer') return String(integer(text));
  return JSON.stringify(texts.has(field.type) ? text : flags[text.toLowerCase()]);
}

/** Returns the members of a value as texts. */
export function showFields(fields, values, rest) {
  const parts = [];
  fields.forEach((field, i) => {
    const items = values[i].map((item) => showValue(field, item));
    if (items.length) parts.push(`"${field.name}":${most(field) > 1 ? `[${items.join(',')}]` : items[0]}`);
  });
  if (rest.length) parts.push(`"rest":[${rest.map(([n, v]) => `[${JSON.stringify(n)},${v}]`).join(',')}]`);
  return parts;
}

/** api.form.decode: returns the value as text. */
export function decodeRequest(path, bytes, strict) {
  const entry = serviceAt(path);
  const { values, rest } = (entry.body === 'json' ? bodyValues : formValues)(bytes, entry.fields, strict);
  return `{${showFields(entry.fields, values, rest).join(',')}}`;
}

/** The key and text of a value that is to be written, or undefined if it has another type. */
function givenValue(field, node) {
  const kind = kindOf(node);
  if (field.keyed) {
    const members = Object.fromEntries((node.members ?? []).map((m) => [m.name, m.node]));
    if (members.id?.type !== 'string' || members.name?.type !== 'string') return undefined;
    return { key: members.id.text, text: members.name.text };
  }
  if (Object.hasOwn(kinds, field.type)) return { text: rawText(node) };
  if (field.type === 'integer') {
    const n = kind === 'number' ? integer(rawText(node)) : undefined;
    return n === undefined ? undefined : { text: String(n) };
  }
  if (texts.has(field.type)) return kind === 'string' ? { text: node.text } : undefined;
  if (kind !== 'boolean') return undefined;
  return { text: field.type === 'bit' ? (node.type === 'true' ? '1' : '0') : node.type };
}

/** api.form.encode: returns the bytes of a request with the value that a line holds. */
export function encodeRequest(path, line) {
  const entry = serviceAt(path);
  const isJSON = entry.body === 'json';
  const slice = memberSlices(line).get('value');
  const s = new Scanner(slice, NO_LIMITS);
  if (s.value('').lone >= 0) throw new Fault('encode.json');
  const { values, rest } = givenFields(entry.fields, parseTree(slice).members, isJSON);
  return writeRequest(entry.fields, values, rest, isJSON);
}

/** The values of each field and the other fields, from the members of a value that is to be written. */
export function givenFields(fields, members, isJSON) {
  const values = new Map(fields.map((field) => [field.name, []]));
  const rest = [];
  for (const { name, node } of members) {
    const field = fields.find((f) => f.name === name);
    if (name === 'rest') {
      if (!node.items) throw new Fault('encode.field', undefined, '/rest');
      for (const pair of node.items) {
        const [first, second] = pair.items ?? [];
        const ok = pair.items?.length === 2 && first.type === 'string' && (isJSON || second.type === 'string');
        if (!ok) throw new Fault('encode.field', undefined, '/rest');
        rest.push([first.text, isJSON ? rawText(second) : second.text]);
      }
    } else if (!field) {
      throw new Fault('encode.field', undefined, `/${name}`);
    } else {
      for (const each of most(field) > 1 && node.type === 'array' ? node.items : [node]) {
        const given = givenValue(field, each);
        if (!given) throw new Fault('encode.field', undefined, pathOf(field));
        values.get(name).push(given);
      }
    }
  }
  return { values, rest };
}

/** Writes the body of a request (API-021). */
export function writeRequest(fields, values, rest, isJSON) {
  const pairs = [];
  const members = [];
  for (const field of fields) {
    const items = values.get(field.name);
    if (items.length < field.occurs[0] || items.length > most(field)) throw new Fault('encode.field', undefined, pathOf(field));
    for (const { key, text } of items) {
      const size = key === undefined ? 1 : Buffer.byteLength(key);
      const hasKey = size >= 1 && size <= 64;
      if (!hasKey || !allows(field, text, true)) {
        const isLarge = hasKey && field.type === 'content' && text !== '';
        throw new Fault(isLarge ? 'encode.size' : 'encode.field', undefined, pathOf(field));
      }
      pairs.push([key === undefined ? field.name : `${field.name}[${key}]`, text]);
    }
    const shown = items.map(({ text }) => (texts.has(field.type) ? JSON.stringify(text) : text));
    if (shown.length) members.push(`"${field.name}":${most(field) > 1 ? `[${shown.join(',')}]` : shown[0]}`);
  }
  if (!isJSON) return Buffer.from(writeForm([...pairs, ...rest]));
  return Buffer.from(`{${[...members, ...rest.map(([n, v]) => `${JSON.stringify(n)}:${v}`)].join(',')}}`);
}

/** Whether a value has the type of a row of an answer (API-085). */
function hasType(member, node) {
  const kind = kindOf(node);
  switch (member.type) {
    case 'integer': return kind === 'number' && integer(rawText(node)) !== undefined;
    case 'text': return kind === 'string';
    case 'boolean': case 'object': return kind === member.type;
    default:
  }
  if (kind !== 'array') return false;
  if (member.type === 'texts') return node.items.every((n) => n.type === 'string');
  const inner = new Map((member.members ?? []).map((m) => [m.name, m]));
  return node.items.every((n) => (n.type === 'object'
    ? n.members.every((m) => !inner.has(m.name) || hasType(inner.get(m.name), m.node))
    : member.type !== 'objects' && n.type === 'string'));
}

function isRight(name, node, row) {
  if (name === 'code') return node.type === 'number' && integer(rawText(node)) !== undefined;
  if (name === 'errorMessage') return node.type === 'string';
  return !row.has(name) || hasType(row.get(name), node);
}

/** The list messageUIDs with an object for each id that arrived alone (API-086). */
function identifiers(node) {
  if (node.type !== 'array') return rawText(node);
  return `[${node.items.map((n) => (n.type === 'string' ? `{"messageUID":${rawText(n)}}` : rawText(n))).join(',')}]`;
}

/** api.answer.decode: returns the value as text. */
export function decodeAnswer(path, bytes, strict) {
  const entry = serviceAt(path);
  const root = parse(bytes, ANSWER_BYTES, CONTENT_BYTES, strict);
  if (root.type !== 'object') throw new Fault('content.type', 0);
  if (root.members.length > MEMBERS) throw new Fault('limit.members', nameStarts(bytes)[MEMBERS]);
  const row = new Map(entry.answer.map((m) => [m.name, m]));
  let code;
  let kept = [];
  for (const { name, node } of root.members) {
    if (strict && !isRight(name, node, row)) throw new Fault('field.type', node.start, `/${name}`);
    const n = name === 'code' && ['number', 'string'].includes(node.type) ? integer(node.text ?? rawText(node)) : undefined;
    if (n === undefined) kept.push({ name, node });
    else code = n;
  }
  if (strict && code === undefined) throw new Fault('field.missing', bytes.length, '/code');
  const last = (name) => kept.findLast((m) => m.name === name)?.node;
  let message = last('errorMessage');
  const short = last('msg');
  if (message?.type !== 'string' && short?.type === 'string') {
    message = short;
    kept = kept.filter((m) => m.name !== 'msg' && m.name !== 'errorMessage');
  }
  const parts = code === undefined ? [] : [`"code":${code}`];
  if (message) parts.push(`"errorMessage":${rawText(message)}`);
  for (const [name, member] of row) {
    const node = last(name);
    if (node) parts.push(`"${name}":${member.type === 'messageUIDs' ? identifiers(node) : rawText(node)}`);
  }
  for (const { name, node } of kept) {
    if (!row.has(name) && name !== 'errorMessage') parts.push(`${JSON.stringify(name)}:${rawText(node)}`);
  }
  return `{${parts.join(',')}}`;
}

const RECIPIENTS = ['userId', 'groupId', 'chatroomId', 'messageUID'];
const placeIn = (names, name) => (names.includes(name) ? names.indexOf(name) : names.length);

/** api.answer.encode: returns the bytes of the answer that the value of a line describes (TST-200). */
export function encodeAnswer(path, line) {
  const entry = serviceAt(path);
  const slice = memberSlices(line).get('value');
  if (new Scanner(slice, NO_LIMITS).value('').lone >= 0) throw new Fault('encode.json');
  const row = new Map(entry.answer.map((m) => [m.name, m]));
  const members = new Map(parseTree(slice).members.map(({ name, node }) => [name, node]));
  if (!members.has('code')) throw new Fault('encode.field', undefined, '/code');
  const isList = (name) => row.get(name)?.type === 'messageUIDs';
  for (const [name, node] of members) {
    const isText = isList(name) && node.type === 'array' && node.items.some((n) => n.type === 'string');
    if (isText || !isRight(name, node, row)) throw new Fault('encode.field', undefined, `/${name}`);
  }
  const order = ['code', 'errorMessage', ...row.keys()];
  const ordered = (list, names) => list.toSorted((a, b) => placeIn(names, a.name) - placeIn(names, b.name));
  const object = (list, show) => `{${list.map((m) => `${JSON.stringify(m.name)}:${show(m)}`).join(',')}}`;
  const recipient = (node) => object(ordered(node.members, RECIPIENTS), (m) => rawText(m.node));
  const list = [...members].map(([name, node]) => ({ name, node }));
  return Buffer.from(object(ordered(list, order),
    (m) => (isList(m.name) ? `[${m.node.items.map(recipient).join(',')}]` : rawText(m.node))));
}
