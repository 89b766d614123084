#!/usr/bin/env node
// SPDX-License-Identifier: Apache-2.0
'use strict';

// This package as a testee of the conformance suite: `imwire conform --testee "node lib/testee.js"`. A request is
// parsed here, and each operation is one call of the package's public interface. Values remain JSON text throughout,
// because JavaScript's numbers and strings cannot represent everything that JSON can.

const imwire = require('./index.js');

const MOST_ACTIONS = 16 << 20; // SES-145
const FLAGS = [['deflate', 1], ['fragment', 2], ['batch', 4], ['wantsReceipt', 8]];
const TYPES = { heartbeat: 1, message: 2 };

/** Thrown for a request that cannot be answered (TST-015, TST-101). */
class Skip extends Error {}

/** The members of a request, or of an object in it, as JSON. */
class Request {
  constructor(json) {
    this.text = json;
  }

  json(name) {
    return imwire.member(this.text, name);
  }

  required(name) {
    const value = this.json(name);
    if (value === undefined) throw new Skip(`${name} is missing`);
    return value;
  }

  string(name) {
    const value = this.json(name);
    if (value === undefined) return undefined;
    if (value[0] !== 0x22) throw new Skip(`${name} is no string`);
    return imwire.textOf(value);
  }

  requiredString(name) {
    this.required(name);
    return this.string(name);
  }

  number(name) {
    const value = this.json(name);
    if (value === undefined) return undefined;
    const number = Number(value.toString());
    if (!Number.isSafeInteger(number)) throw new Skip(`${name} is no integer`);
    return number;
  }

  flag(name) {
    const value = this.json(name);
    return value !== undefined && value.toString() === 'true';
  }

  bytes(name) {
    return unbase64(this.requiredString(name));
  }

  optionalBytes(name) {
    return this.json(name) === undefined ? undefined : this.bytes(name);
  }

  list(name) {
    const value = this.required(name);
    if (value[0] !== 0x5b) throw new Skip(`${name} is no list`);
    return imwire.elements(value);
  }

  /** Returns the options of the request that have the same names as those of the package. */
  options(...names) {
    const options = {};
    for (const name of names) {
      const value = this.json(name);
      if (value === undefined) continue;
      options[name] = value[0] === 0x22 ? imwire.textOf(value) : JSON.parse(value.toString());
    }
    const limits = this.json('limits');
    if (limits !== undefined) options.limits = JSON.parse(limits.toString());
    return options;
  }
}

function unbase64(text) {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.toString('base64') !== text) throw new Skip('no Base64');
  return bytes;
}

const inBase64 = (bytes) => JSON.stringify({ bytes: bytes.toString('base64') });

/** Returns the item for an error in a stream (TST-065). */
function fault(error) {
  const { code, offset, scope, path, inner, batch } = error;
  return { error: { code, offset, scope, path: path || undefined, inner }, batch };
}

const items = (found) =>
  found.map((item) => (item instanceof imwire.Item ? item.json : JSON.stringify(fault(item)))).join(',');

function times(request, chunks) {
  const given = request.json('times');
  const list = given === undefined ? chunks.map(() => 0) : JSON.parse(given.toString());
  if (list.length !== chunks.length) throw new Skip('times and chunks differ in number');
  return list;
}

function frameDecode(request) {
  const reader = new imwire.FrameReader(request.options());
  const found = request.list('chunks').flatMap((chunk) => reader.feed(unbase64(imwire.textOf(chunk))));
  const { pending } = reader;
  let rest = pending;
  if (request.flag('end')) {
    rest = 0;
    try {
      reader.finish();
    } catch (error) {
      found.push(error);
    }
  }
  const shown = found.map((frame) => {
    if (frame instanceof imwire.ImwireError) return fault(frame);
    const name = Object.keys(TYPES).find((known) => TYPES[known] === frame.type);
    const flags = FLAGS.filter(([, bit]) => frame.flags & bit).map(([flag]) => flag);
    const { sequence, fragment } = frame;
    return { frame: { type: name ?? frame.type, flags, sequence, fragment, payload: frame.payload.toString('base64') } };
  });
  return JSON.stringify({ items: shown, pending: rest });
}

function frameEncode(request) {
  const frames = request.list('frames').map((element) => {
    const frame = JSON.parse(element.toString());
    const type = TYPES[frame.type] ?? frame.type;
    const flags = frame.flags.reduce((sum, name) => {
      const known = FLAGS.find(([flag]) => flag === name);
      if (!known) throw new Skip('an unknown flag');
      return sum | known[1];
    }, 0);
    if (!Number.isInteger(type) || !Number.isInteger(frame.sequence)) throw new Skip('a frame cannot be understood');
    return imwire.encodeFrame({ ...frame, type, flags, payload: unbase64(frame.payload) });
  });
  return inBase64(Buffer.concat(frames));
}

const CHAT = ['framing', 'delimiter', 'encoding', 'beat'];
const PACKETS = ['framing', 'direction', 'protocolVersion'];

function chatDecode(request) {
  const options = request.options('mode', ...CHAT);
  const reader = new imwire.ChatReader(options);
  const chunks = request.list('chunks');
  const clock = times(request, chunks);
  const found = chunks.flatMap((chunk, index) => {
    reader.feed(unbase64(imwire.textOf(chunk)), clock[index]);
    return [...reader.items()];
  });
  if (request.flag('end')) {
    reader.finish();
    found.push(...reader.items());
  }
  const { pending, emptyLines, openSets } = reader.state;
  const open = options.framing === 'packet' ? `,"open":${openSets}` : '';
  return `{"items":[${items(found)}],"pending":${pending},"emptyLines":${emptyLines}${open}}`;
}

function chatEncode(request) {
  const writer = new imwire.ChatWriter(
    request.options(...CHAT, 'heartbeat', 'deflate', 'fragmentSize', 'batch', 'wantsReceipt', 'sequence'));
  const written = request.list('messages').map((message) => writer.write(message));
  return inBase64(Buffer.concat([...written, writer.finish()]));
}

function packetOptions(request, ...more) {
  request.required('protocolVersion');
  const options = request.options(...PACKETS, ...more);
  const key = request.optionalBytes('key');
  return key === undefined ? options : { ...options, key };
}

function rmtpDecode(request) {
  const options = packetOptions(request, 'mode');
  const reader = new imwire.PacketReader(options);
  for (const chunk of request.list('chunks')) {
    const text = imwire.textOf(chunk);
    reader.feed(options.framing === 'xhr' ? Buffer.from(text) : unbase64(text));
  }
  if (request.flag('end')) reader.finish();
  const found = items([...reader.items()]);
  return `{"items":[${found}],"pending":${reader.state.pending}}`;
}

function sessionRun(request) {
  const session = new imwire.Session(request.requiredString('machine'), request.json('config'));
  const actions = [];
  let size = 0;
  for (const event of request.list('events')) {
    for (const action of imwire.elements(Buffer.from(session.putJSON(event)))) {
      size += action.length;
      actions.push(action.toString());
    }
    if (size > MOST_ACTIONS) throw new imwire.ImwireError({ kind: 'refused', code: 'session.actions', path: '' });
  }
  return `{"actions":[${actions.join(',')}]}`;
}

/** TST-061; with a profile TST-207, and with a content that arrived TST-213. */
function contentEncode(request) {
  const name = request.requiredString('objectName');
  let value = request.required('value');
  const profile = request.json('profile');
  if (request.json('from') !== undefined) {
    value = imwire.assign(name, request.bytes('from'), value, request.options());
    if (profile === undefined) return inBase64(value);
  }
  if (profile === undefined) return inBase64(imwire.encode(name, value, request.options()));
  const { content, departures } = imwire.write(name, value, { ...request.options(), profile });
  return JSON.stringify({ bytes: content.toString('base64'), departures });
}

/** TST-212. */
function schemaCheck(request) {
  const files = request.list('files').map((file) => JSON.parse(file.toString()));
  const schemas = Object.fromEntries(files.map(({ name, text }) => [name, text]));
  // An object has no two members of one name, and moves names that are integers.
  if (Object.keys(schemas).length !== files.length) return perform(request);
  const types = new imwire.Types(schemas, { overridesReserved: request.flag('overridesReserved') });
  return JSON.stringify({ value: types.names });
}

/** Performs an operation for which the package has no function of its own. */
const perform = (request) => imwire.performRequest(request.text);

const OPERATIONS = {
  'content.decode': (request) =>
    imwire.decode(request.requiredString('objectName'), request.bytes('bytes'), request.options('mode')).json,
  'content.encode': contentEncode,
  'content.describe': (request) =>
    imwire.describeJSON(request.requiredString('objectName'), request.optionalBytes('bytes')),
  'frame.decode': frameDecode,
  'frame.encode': frameEncode,
  'chat.decode': chatDecode,
  'chat.encode': chatEncode,
  'rmtp.decode': rmtpDecode,
  'rmtp.encode': (request) =>
    inBase64(imwire.encodePacket(
      request.required('packet'), packetOptions(request, 'astral'), request.optionalBytes('trailing'))),
  'rmtp.body.decode': (request) =>
    imwire.decodeBody(request.requiredString('message'), request.bytes('bytes'), request.options('mode')).json,
  'rmtp.body.encode': (request) =>
    inBase64(imwire.encodeBody(request.requiredString('message'), request.required('value'), request.options())),
  'rmtp.request.decode': (request) =>
    imwire.decodePost(request.requiredString('target'), request.bytes('bytes'), request.options('mode')).json,
  'rmtp.request.encode': (request) => imwire.encodePost(request.required('value')).json,
  'rmtp.convert': (request) =>
    imwire.convertPacket(
      request.required('packet'), request.requiredString('to'), request.string('message'),
      request.optionalBytes('trailing')).json,
  'rmtp.envelope.decode': (request) =>
    imwire.decodeEnvelope(
      request.required('packet'), request.options('mode', 'direction', 'ownId'), request.json('receipt')).json,
  'rmtp.envelope.encode': (request) =>
    imwire.encodeEnvelope(
      request.required('value'), request.options('direction', 'messageId', 'date', 'ownId', 'variant')).json,
  'rmtp.navigation.decode': (request) => imwire.decodeNavigation(request.bytes('bytes'), request.options('mode')).json,
  'rmtp.navigation.encode': (request) => inBase64(imwire.encodeNavigation(request.required('value'))),
  'session.run': sessionRun,
  'api.sign': (request) =>
    JSON.stringify({
      signature: imwire.sign(...['secret', 'nonce', 'timestamp'].map((name) => request.requiredString(name))),
    }),
  'content.validate': perform,
  'content.member': perform,
  'schema.check': schemaCheck,
  'api.form.decode': perform,
  'api.form.encode': perform,
  'api.answer.decode': perform,
  'api.answer.encode': perform,
  'api.headers.decode': perform,
  'api.headers.encode': perform,
  'api.query.decode': perform,
  'api.callback.decode': perform,
  'api.callback.encode': perform,
  'api.url.decode': perform,
  'api.url.encode': perform,
};

function hello() {
  return JSON.stringify({
    name: 'imwire-node', version: imwire.version, language: 'JavaScript', protocol: 1,
    operations: Object.keys(OPERATIONS), window: 16, deviations: true, unknown: true, errorCodes: true, canonical: true,
  });
}

/** Returns the response to a request (TST-011). */
function answer(line) {
  let id = 'null';
  try {
    const request = new Request(line);
    id = (request.json('id') ?? 'null').toString();
    const operation = request.requiredString('op');
    imwire.checkRequest(line);
    if (operation === 'hello') return `{"id":${id},"ok":${hello()}}\n`;
    if (!Object.hasOwn(OPERATIONS, operation)) throw new Skip('unknown operation');
    // The package's own functions have no capacity and no memory of a session.
    const isOwn = ['capacity', 'memory'].every((name) => request.json(name) === undefined);
    return `{"id":${id},"ok":${(isOwn ? OPERATIONS[operation] : perform)(request)}}\n`;
  } catch (error) {
    if (error instanceof imwire.ImwireError && error.kind === 'refused') {
      const { code, offset, path } = error;
      return `{"id":${id},"error":${JSON.stringify({ code, offset, path })}}\n`;
    }
    return `{"id":${id},"skipped":${JSON.stringify(error.message)}}\n`;
  }
}

function serve(requests, responses) {
  let pending = [];
  requests.on('data', (chunk) => {
    let start = 0;
    for (let end = chunk.indexOf(0x0a); end >= 0; end = chunk.indexOf(0x0a, start)) {
      pending.push(chunk.subarray(start, end));
      responses.write(answer(Buffer.concat(pending)));
      pending = [];
      start = end + 1;
    }
    pending.push(chunk.subarray(start));
  });
}

if (require.main === module) serve(process.stdin, process.stdout);
