// The operations of the testee protocol: the required form of requests, and how they are answered.
import { Fault, Scanner, memberNode, memberSlices, parseTree, rawText } from './json.js';
import { isBase64 } from './base64.js';
import { loadTypes } from './schema.js';
import { ContentCodec } from './codec.js';
import { ChatReader } from './chat.js';
import { readForWriting, writeChat } from './chat-write.js';
import { PacketReader, frameFrom, showFrame, writePacket } from './packets.js';
import { contentLimits, framingLimits, packetLimits } from './limits.js';
import { loadMessages } from './proto-schema.js';
import { bodyFrom, checkRequired, decodeBody, encodeBody, showBody } from './proto.js';
import { Raw, plain, show, showText } from './values.js';
import { TCPReader, readMessage } from './rmtp-stream.js';
import { readReply, writeReply } from './rmtp-polling.js';
import { typeNumber, wrongDirection } from './rmtp.js';
import { writePacket as writeRMTP } from './rmtp-write.js';
import { sign } from './forms.js';
import { readPost, writePost } from './rmtp-post.js';
import { readNavigation, writeNavigation } from './navigation.js';
import { Envelopes } from './envelope.js';
import { decodeAnswer, decodeRequest, encodeAnswer, encodeRequest } from './services.js';
import { readHeaders, readQuery, writeHeaders } from './api.js';
import { readCallback, writeCallback } from './callbacks.js';
import { readURL, writeURL } from './urls.js';
import { convert, fitted } from './rmtp-convert.js';
import { writeForProfile } from './profile.js';
import { checkSchemas } from './schema-check.js';
import { runSession } from './sessions.js';
import { Skip } from './skip.js';
import { requestFault } from './request-schema.js';

const codec = new ContentCodec(loadTypes());
const messages = loadMessages();
const envelopes = new Envelopes(codec, messages);

/** The longest line (TST-004). */
const LINE_BYTES = 8 * 1024 * 1024;

/** Returns bytes in Base64 whose unused bits are 0 (TST-191). */
function bytesOf(text) {
  if (!isBase64(text)) throw new Skip('not Base64');
  return Buffer.from(text, 'base64');
}

const bytesAnswer = (bytes) => `{"bytes":"${bytes.toString('base64')}"}`;
const list = (ids) => JSON.stringify([...ids]);

/** Feeds the chunks of a request to a reader of streams. */
function feedAll(r, reader) {
  if (r.times && r.times.length !== r.chunks.length) throw new Skip('times and chunks differ in number');
  r.chunks.forEach((chunk, i) => reader.feed(bytesOf(chunk), r.times ? r.times[i] : 0));
  if (r.end) reader.end();
}

/** The items of an answer as text; an answer that is too long is abandoned as soon as this is certain. */
class ItemTexts {
  constructor(render) {
    this.render = render;
    this.texts = [];
    this.bytes = 0;
  }

  push(item) {
    const text = this.render(item);
    this.bytes += Buffer.byteLength(text) + 1;
    if (this.bytes > LINE_BYTES) throw new Skip('the answer exceeds the length limit of a line');
    this.texts.push(text);
  }

  toString() {
    return `[${this.texts.join(',')}]`;
  }
}

/** Returns the text of an item of a stream of messages. */
function chatItem(item) {
  const batch = item.batch ? `,"batch":[${item.batch}]` : '';
  if (item instanceof Fault) return `{"error":${errorText(item)}${batch}}`;
  return `{"kind":"${item.kind}","message":${item.message},"deviations":${list(new Set(item.deviations))}${batch}}`;
}

/** Returns the agreed body of heartbeats, which must be valid (FRM-022). */
function checkBeat(beat) {
  const ok = Buffer.byteLength(beat) >= 1 && Buffer.byteLength(beat) <= 64 && beat.isWellFormed()
    && !/[\s\p{Cc}]/u.test(beat) && !/^[{[]/.test(beat);
  if (!ok) throw new Skip('no body of a heartbeat');
}

/** Returns a packet in the form of the testee protocol; texts with lone surrogates are shown as their units. */
function showPacket(packet) {
  const shown = (value) => (typeof value === 'string' ? showText(value) : value);
  return Object.fromEntries(Object.entries(packet).map(([name, value]) => [name, shown(value)]));
}

/** Returns the text of an item of a stream of binary packets. */
function packetItem(item) {
  if (item instanceof Fault) return `{"error":${errorText(item)}}`;
  const trailing = item.trailing ? `,"trailing":"${item.trailing.toString('base64')}"` : '';
  return `{"packet":${show(showPacket(item.packet))},"deviations":${list(item.deviations)}${trailing}}`;
}

/** Reads a packet of a request; in polling its data is JSON text. A packet that does not exist is skipped (TST-089). */
function packetFrom(bytes, rawData) {
  const packet = plain(parseTree(bytes));
  const type = typeNumber(packet.packet);
  if (type < 0 || (packet.type !== undefined && packet.type !== BigInt(type))) throw new Skip('no such packet');
  const isText = typeof packet.data === 'string' && isBase64(packet.data);
  if (!rawData && packet.data !== undefined && !isText) throw new Skip('data is not Base64');
  const data = rawData ? memberSlices(bytes).get('data') : undefined;
  if (data) packet.data = new Raw(data.toString('utf8'));
  return packet;
}

function checkKey(r) {
  const key = r.key === undefined ? null : bytesOf(r.key);
  if (key && key.length !== 8) throw new Fault('encode.key');
  return key;
}

/** Returns the schema of a body's message, which must be known (TST-015). */
function messageSchema(name) {
  const schema = messages.get(name);
  if (!schema) throw new Skip('no such message');
  return schema;
}

/** Returns a member of a request with all digits of its numbers. */
const exact = (line, name) => plain(parseTree(memberSlices(line).get(name)));

/** For each operation, its function, which returns the text of `ok`; its members have the types of the schema. */
const table = {
  'content.decode': (r) => {
    const c = codec.decode(r.objectName, bytesOf(r.bytes), r.mode === 'strict', r.limits);
    return `{"value":${c.value},"unknown":[${c.unknown.join(',')}],"deviations":${list(c.deviations)}}`;
  },

  'content.encode': (r, line) => {
    const value = memberSlices(line).get('value');
    const canonical = r.from === undefined ? codec.encode(r.objectName, value, r.limits)
      : codec.assign(r.objectName, bytesOf(r.from), value, r.limits);
    if (r.profile === undefined) return bytesAnswer(canonical);
    const { schema } = codec.types.get(r.objectName) ?? {};
    const { bytes, departures } = writeForProfile(canonical, schema, r.objectName, r.profile);
    if (bytes.length > contentLimits(r.limits).contentBytes) throw new Fault('encode.size');
    return JSON.stringify({ bytes: bytes.toString('base64'), departures });
  },

  'content.validate': (r) => {
    return `{"deviations":${list(codec.decode(r.objectName, bytesOf(r.bytes), r.mode === 'strict', r.limits).deviations)}}`;
  },

  'content.member': (r) => {
    const bytes = bytesOf(r.bytes);
    const limits = contentLimits({});
    if (bytes.length > limits.contentBytes) throw new Fault('limit.size', 0);
    if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) throw new Fault('json.bom', 0);
    const s = new Scanner(bytes, limits);
    s.space();
    const { type, start } = s.value('');
    s.finish();
    if (type !== 'object') throw new Fault('content.type', start);
    const tree = parseTree(bytes);
    if (tree.members.length > limits.members) throw new Fault('limit.members', tree.members[limits.members].place);
    const node = memberNode(tree, r.name);
    return `{"value":[${node ? rawText(node) : ''}]}`;
  },

  'schema.check': (r) => JSON.stringify({ value: checkSchemas(r.files, r.overridesReserved === true, codec.types.keys()) }),

  'frame.decode': (r) => {
    const items = new ItemTexts((x) => JSON.stringify(x instanceof Fault ? { error: errorMembers(x) } : { frame: showFrame(x) }));
    const out = (x) => items.push(x);
    const packets = new PacketReader(framingLimits(r.limits));
    feedAll(r, { feed: (bytes) => packets.feed(bytes, out), end: () => packets.end(out) });
    return `{"items":${items},"pending":${packets.pending}}`;
  },

  'frame.encode': (r) => {
    const frames = r.frames.map(frameFrom);
    if (frames.includes(null)) throw new Skip('a frame is not understood');
    return bytesAnswer(Buffer.concat(frames.map(writePacket)));
  },

  'chat.decode': (r) => {
    if (r.beat !== undefined) checkBeat(r.beat);
    const items = new ItemTexts(chatItem);
    const reader = new ChatReader(r, r.mode === 'strict', framingLimits(r.limits), items);
    feedAll(r, reader);
    return `{"items":${items},"pending":${reader.pending},`
      + `"emptyLines":${reader.emptyLines},"open":${reader.sets.open}}`;
  },

  'chat.encode': (r, line) => {
    if (r.beat !== undefined) checkBeat(r.beat);
    const options = { delimiter: 'lf', encoding: 'base64', beat: 'beatID', heartbeat: 'bare', sequence: 1, ...r };
    const { items } = parseTree(memberSlices(line).get('messages'));
    const messages = items.map((node) => readForWriting(node.bytes.subarray(node.start, node.end), options.beat));
    const bytes = writeChat(messages, options, framingLimits(r.limits));
    if (r.capacity === undefined) return bytesAnswer(bytes);
    if (r.framing !== 'packet' || r.batch || messages.length !== 1) throw new Skip('a buffer is for a packet with one message');
    return bytes.length <= r.capacity ? bytesAnswer(bytes) : JSON.stringify({ bytes: '', needed: bytes.length });
  },

  'rmtp.decode': (r) => {
    const options = { direction: r.direction, version: r.protocolVersion, strict: r.mode === 'strict',
      limits: packetLimits(r.limits), key: checkKey(r) };
    const items = new ItemTexts(packetItem);
    let pending = 0;
    if (r.framing === 'xhr') {
      if (r.direction === 'up') throw new Skip('replies go down');
      for (const chunk of r.chunks) for (const item of readReply(Buffer.from(chunk), options)) items.push(item);
    } else {
      if (!r.chunks.every(isBase64)) throw new Skip('chunks are not Base64');
      const chunks = r.chunks.map(bytesOf);
      if (r.framing === 'websocket') {
        for (const chunk of chunks) items.push(readMessage(chunk, options));
      } else {
        const reader = new TCPReader(options, items);
        chunks.forEach((chunk) => reader.feed(chunk));
        if (r.end) reader.end();
        ({ pending } = reader);
      }
    }
    return `{"items":${items},"pending":${pending}}`;
  },

  'rmtp.encode': (r, line) => {
    const given = packetFrom(memberSlices(line).get('packet'), r.framing === 'xhr');
    if (r.framing === 'xhr' && r.direction === 'up') throw new Skip('replies go down');
    // The steps of RMTP-351: the key, the numbers, the direction, and then the rest.
    const key = checkKey(r);
    const packet = fitted(given);
    if (wrongDirection(packet.packet, r.direction)) throw new Fault('encode.direction');
    const trailing = bytesOf(r.trailing ?? '');
    if (r.framing === 'xhr') return bytesAnswer(writeReply(packet, r.protocolVersion, trailing, packetLimits(r.limits)));
    return bytesAnswer(writeRMTP(packet, { framing: r.framing, direction: r.direction, version: r.protocolVersion, key,
      astral: r.astral ?? 'cesu8', trailing, limits: packetLimits(r.limits) }));
  },

  'rmtp.request.decode': (r) => {
    const value = readPost(r.target, bytesOf(r.bytes), r.mode === 'strict');
    return show({ value: { ...value, packet: showPacket(value.packet) }, deviations: [] });
  },

  'rmtp.request.encode': (r, line) => {
    const slices = memberSlices(memberSlices(line).get('value'));
    return show({ value: writePost({ ...r.value, packet: packetFrom(slices.get('packet'), true) }) });
  },

  'rmtp.convert': (r, line) => {
    if (r.message !== undefined && !messages.has(r.message)) throw new Skip('no such message'); // TST-190
    const packet = packetFrom(memberSlices(line).get('packet'), r.to === 'websocket');
    return show({ value: showPacket(convert(packet, r.to, r.message, bytesOf(r.trailing ?? ''), messages)) });
  },

  'rmtp.envelope.decode': (r, line) => {
    const slices = memberSlices(line);
    const deviations = new Set();
    const receipt = r.receipt && plain(parseTree(slices.get('receipt')));
    if (r.packet.data !== undefined && !(typeof r.packet.data === 'string' && isBase64(r.packet.data))) {
      throw new Skip('data is not Base64');
    }
    const value = envelopes.decode(plain(parseTree(slices.get('packet'))), r.direction, receipt, r.ownId, r.mode === 'strict',
      packetLimits(r.limits), deviations);
    return show({ value, deviations: [...deviations] });
  },

  'rmtp.envelope.encode': (r, line) => {
    const value = memberSlices(line).get('value');
    const content = memberSlices(value).get('content');
    const { direction, variant, ownId } = r;
    const packet = envelopes.encode(plain(parseTree(value)), content, { direction, variant, ownId,
      messageId: BigInt.asUintN(16, BigInt(r.messageId ?? 1)), date: BigInt(r.date ?? 0) });
    return show({ value: packet });
  },

  'rmtp.navigation.decode': (r) => {
    const n = readNavigation(bytesOf(r.bytes), r.mode === 'strict', contentLimits(r.limits));
    const callback = n.callback === undefined ? '' : `"callback":${JSON.stringify(n.callback)},`;
    return `{"value":{${callback}"answer":${n.answer}},"unknown":[${n.unknown.join(',')}],"deviations":${list(n.deviations)}}`;
  },

  'rmtp.navigation.encode': (r, line) => {
    const answer = memberSlices(memberSlices(line).get('value')).get('answer');
    return bytesAnswer(writeNavigation(r.value.callback ?? 'getServerEndpoint', answer, contentLimits({})));
  },

  'session.run': (r, line) => {
    const slices = memberSlices(line);
    const config = slices.has('config') ? parseTree(slices.get('config')) : null;
    return runSession(r.machine, config, parseTree(slices.get('events')), r.memory === true);
  },

  'api.sign': (r) => {
    return JSON.stringify({ signature: sign(r.secret, r.nonce, r.timestamp) });
  },

  'api.form.decode': (r) => {
    return `{"value":${decodeRequest(r.path, bytesOf(r.bytes), r.mode === 'strict')}}`;
  },

  'api.form.encode': (r, line) => bytesAnswer(encodeRequest(r.path, line)),

  'api.answer.decode': (r) => {
    return `{"value":${decodeAnswer(r.path, bytesOf(r.bytes), r.mode === 'strict')}}`;
  },

  'api.answer.encode': (r, line) => bytesAnswer(encodeAnswer(r.path, line)),

  'api.headers.decode': (r) => JSON.stringify({ value: readHeaders(r.fields, r.secret) }),

  'api.headers.encode': (r) => JSON.stringify({ value: writeHeaders(r) }),

  'api.query.decode': (r) => JSON.stringify({ value: readQuery(bytesOf(r.bytes), r.secret, r.mode === 'strict') }),

  'api.callback.decode': (r) => `{"value":${readCallback(r.callback, bytesOf(r.bytes), r.mode === 'strict')}}`,

  'api.callback.encode': (r, line) => bytesAnswer(writeCallback(r.callback, memberSlices(line).get('value'))),

  'api.url.decode': (r) => JSON.stringify({ value: readURL(bytesOf(r.bytes), r.mode === 'strict') }),

  'api.url.encode': (r) => bytesAnswer(writeURL(r.value)),

  'rmtp.body.decode': (r) => {
    const schema = messageSchema(r.message);
    const { body, deviations } = decodeBody(schema, bytesOf(r.bytes), r.mode === 'strict', packetLimits(r.limits));
    return show({ value: showBody(body), deviations });
  },

  'rmtp.body.encode': (r, line) => {
    const body = bodyFrom(messageSchema(r.message), exact(line, 'value'));
    checkRequired(body);
    const bytes = encodeBody(body);
    if (bytes.length > packetLimits(r.limits).bodyBytes) throw new Fault('encode.size');
    return bytesAnswer(bytes);
  },

  'content.describe': (r) => {
    return JSON.stringify(codec.describe(r.objectName, r.bytes === undefined ? undefined : bytesOf(r.bytes)));
  },
};

/** The names of the operations. */
const operations = Object.keys(table);

const hello = () => JSON.stringify({ name: 'node', version: '1.0.0', language: 'JavaScript', protocol: 1, operations,
  window: 32, deviations: true, unknown: true, errorCodes: true, canonical: true });

/** Returns the response to a line, without its line feed. */
export function answer(line) {
  let id = 0;
  try {
    const request = JSON.parse(line.toString('utf8'));
    if (Number.isInteger(request?.id)) ({ id } = request);
    const isHello = request.op === 'hello';
    if (!isHello && !Object.hasOwn(table, request.op)) throw new Skip('no such operation');
    const path = requestFault(line, request.op);
    if (path !== null) throw new Skip(`${path} is missing, or has a value that the schema of requests does not allow`);
    if (isHello) return `{"id":${id},"ok":${hello()}}`;
    // A line feed can only be white space in a raw value here (TST-001).
    const response = `{"id":${id},"ok":${table[request.op](request, line).replace(/[\r\n]/g, ' ')}}`;
    if (Buffer.byteLength(response) > LINE_BYTES) throw new Skip('the answer exceeds the length limit of a line');
    return response;
  } catch (e) {
    if (e instanceof Skip) return `{"id":${id},"skipped":${JSON.stringify(e.reason)}}`;
    if (e instanceof Fault) return `{"id":${id},"error":${errorText(e)}}`;
    process.stderr.write(`${e.stack ?? e}\n`);
    return `{"id":${id},"skipped":"the request is not understood"}`;
  }
}

/** Converts a fault to the `error` of a response (TST-014). */
const errorMembers = ({ code, offset, path, inner, scope }) => ({ code, offset, path, inner, scope });
export const errorText = (fault) => JSON.stringify(errorMembers(fault));
