// SPDX-License-Identifier: Apache-2.0
'use strict';

const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { pipeline } = require('node:stream/promises');
const { Readable, Writable } = require('node:stream');
const test = require('node:test');
const imwire = require('../lib/index.js');

const bytes = (text) => Buffer.from(text);
const options = { framing: 'packet' };

test('contents go in and out', () => {
  const decoded = imwire.decode('RC:TxtMsg', bytes('{"content":7,"mine":1.50}'));
  assert.deepEqual(decoded.value, { content: '7', mine: 1.5 });
  assert.deepEqual([decoded.unknown, decoded.deviations], [['mine'], ['DEV-106']]);
  assert.equal(decoded.valueJSON, '{"content":"7","mine":1.50}');
  assert.equal(imwire.encode('RC:TxtMsg', { extra: '', content: 'hi' }).toString(), '{"content":"hi","extra":""}');
  assert.equal(imwire.encode('RC:TxtMsg', decoded.valueJSON).toString(), decoded.valueJSON);
  assert.equal(imwire.describe('RC:TxtMsg', bytes('{"content":"hi"}')).digest, 'hi');
  assert.deepEqual(imwire.describe('RC:TxtMsg'), { category: 'content', persistence: 3 });
});

test('errors say where', () => {
  assert.throws(() => imwire.decode('RC:TxtMsg', bytes('{"content":7}'), { mode: 'strict' }), (error) => {
    assert(error instanceof imwire.ImwireError);
    assert.deepEqual([error.kind, error.code, error.offset, error.path], ['refused', 'field.type', 11, '/content']);
    assert.equal(error.message, 'field.type at byte 11, in /content');
    return true;
  });
  const limits = { depth: 1 };
  assert.throws(() => imwire.decode('RC:TxtMsg', bytes('{"extra":{}}'), { limits }), { code: 'limit.depth' });
  assert.throws(() => imwire.decodeBody('NoMessage', bytes('')), { kind: 'unsupported' });
});

test('wrong arguments are errors and nothing else', () => {
  assert.throws(() => imwire.decode('RC:TxtMsg', 7), TypeError);
  assert.throws(() => imwire.decode('RC:TxtMsg', new Uint16Array(2)), TypeError);
  assert.throws(() => imwire.decode(undefined, bytes('{}'), { mode: 'loose' }), RangeError);
  assert.throws(() => imwire.decode('RC:TxtMsg', bytes('{}'), { limits: { heat: 1 } }), RangeError);
  assert.throws(() => new imwire.ChatReader(), { kind: 'unsupported' });
  assert.throws(() => new imwire.Session('engine'), { kind: 'unsupported' });
  const reader = new imwire.ChatReader(options);
  reader.close();
  reader.close();
  assert.throws(() => reader.next(), { kind: 'handle' });
});

test('validators count', () => {
  const validator = new imwire.Validator();
  assert.equal(validator.check('RC:TxtMsg', bytes('{"content":7}')), 1);
  assert.deepEqual(validator.deviations, [{ id: 'DEV-106', offset: 11, path: '/content' }]);
  assert.deepEqual(imwire.validate('RC:TxtMsg', bytes('{"content":"7"}')), []);
});

test('JSON is looked into where it lies', () => {
  const json = bytes('{"a":1.50,"b":[{"c":"\\u00e9"},2]}');
  assert.deepEqual(imwire.memberRange(json, 'a'), [5, 9]);
  assert.equal(imwire.member(json, 'z'), undefined);
  assert.deepEqual(imwire.elements(imwire.member(json, 'b')).map(String), ['{"c":"\\u00e9"}', '2']);
  assert.equal(imwire.textOf('"\\u00e9"'), 'é');
  assert.throws(() => imwire.member(bytes('{'), 'a'), { code: 'json.syntax' });
});

test('chat messages come in any pieces', () => {
  const writer = new imwire.ChatWriter(options);
  const stream = Buffer.concat([writer.write({ messageType: 'validate', fromUserID: 'u' }), writer.finish()]);
  for (let cut = 0; cut <= stream.length; cut += 1) {
    const reader = new imwire.ChatReader(options);
    reader.feed(stream.subarray(0, cut));
    const before = [...reader.items()];
    reader.feed(stream.subarray(cut));
    assert.deepEqual([...before, ...reader.items()].map((item) => item.kind), ['validate']);
    assert.equal(reader.state.pending, 0);
  }
  const [frame] = new imwire.FrameReader().feed(stream);
  assert.equal(frame.type, 2);
  assert.deepEqual(imwire.encodeFrame(frame), stream);
});

test('streams are Transforms', async () => {
  const messages = Array.from({ length: 20 }, (_, index) => ({ messageType: 'validate', fromUserID: `u${index}` }));
  const found = [];
  const sink = () => new Writable({ objectMode: true, write: (item, _, done) => (found.push(item), done()) });
  const split = async function* (source) {
    for await (const chunk of source) for (const byte of chunk) yield Buffer.from([byte]);
  };
  await pipeline(
    Readable.from(messages), imwire.chatEncodeStream(options), split, imwire.chatDecodeStream(options), sink());
  assert.deepEqual(found.map((item) => item.message.fromUserID), messages.map((message) => message.fromUserID));
  const lines = { framing: 'line', encoding: 'json' };
  const refused = [];
  const decoder = imwire.chatDecodeStream(lines).on('refused', (error) => refused.push(error.code));
  found.length = 0;
  await pipeline(Readable.from([bytes('{"a":}\nbeatID\n')]), decoder, sink());
  assert.deepEqual([found.map((item) => item.kind), refused], [['heartbeat'], ['json.syntax']]);
  const broken = pipeline(Readable.from([bytes('nonsense')]), imwire.chatDecodeStream(options), sink());
  await assert.rejects(broken, { code: 'frame.magic', scope: 'connection' });
});

test('packets are routed without decoding their contents', () => {
  const agreed = { framing: 'tcp', direction: 'up' };
  const value = { objectName: 'RC:TxtMsg', content: { content: 'hi' }, conversation: 1, targetId: 'u2' };
  const packet = imwire.encodeEnvelope(value, { direction: 'up', messageId: 7 }).value;
  const stream = imwire.encodePacket(packet, agreed);
  const scanner = new imwire.Scanner(agreed);
  const [found] = scanner.packets(stream);
  const route = scanner.route(stream, found);
  assert.deepEqual([route.objectName, route.target, route.flags, found.messageId], ['RC:TxtMsg', 'u2', 3, 7]);
  assert.equal(stream.subarray(...route.content).toString(), '{"content":"hi"}');
  const reader = new imwire.PacketReader(agreed);
  reader.feed(stream);
  assert.deepEqual(reader.next().packet, packet);
  assert.equal(reader.next(), undefined);
  const body = Buffer.from(packet.data, 'base64');
  const fields = imwire.decodeBody('UpStreamMessage', body).value;
  assert.equal(fields.classname, 'RC:TxtMsg');
  assert.deepEqual(imwire.encodeBody('UpStreamMessage', fields), body);
  assert.equal(imwire.decodeEnvelope(packet, { direction: 'up' }).value.objectName, 'RC:TxtMsg');
});

test('sessions and signatures', () => {
  const likes = new imwire.Session('likes', { interval: 1000 });
  assert.deepEqual(likes.put({ at: 0, event: 'like' }), []);
  assert.deepEqual(likes.put({ at: 2000, event: 'tick' }), [{ at: 1000, action: 'send', count: 1 }]);
  assert.throws(() => new imwire.Session('likes', { interval: -1 }), { code: 'session.config' });
  assert.equal(imwire.sign('secret', '14314', '1408710653000'), 'f7eaab94a01d60cf98173ff82c2f390b7b92c713');
  assert(imwire.has('content') && !imwire.has('telepathy'));
  assert.equal(imwire.version, require('../package.json').version);
});

test('every export has a type', () => {
  const types = fs.readFileSync(path.join(__dirname, '../lib/index.d.ts'), 'utf8');
  const typed = [...types.matchAll(/^export (?:declare )?(?:function|class|const) (\w+)/gm)].map((match) => match[1]);
  assert.deepEqual(Object.keys(imwire).sort(), [...new Set(typed)].sort());
});

const gift = JSON.stringify({
  'x-objectName': 'app:GiftMsg', type: 'object', properties: { giftID: { type: 'string' } }, required: ['giftID'],
});

test('schemas describe types', (context) => {
  const folder = fs.mkdtempSync(path.join(require('node:os').tmpdir(), 'imwire-'));
  context.after(() => fs.rmSync(folder, { recursive: true }));
  fs.writeFileSync(path.join(folder, 'gift.schema.json'), gift);
  for (const types of [new imwire.Types({ 'gift.schema.json': gift }), imwire.Types.load(folder)]) {
    assert.deepEqual(types.names, ['app:GiftMsg']);
    assert.deepEqual(imwire.decode('app:GiftMsg', '{"giftID":7}', { types }).value, { giftID: '7' });
    assert.equal(imwire.describe('app:GiftMsg', undefined, { types }).category, 'custom');
    assert.equal(imwire.validate('app:GiftMsg', '{}', { types })[0].path, '/giftID');
    assert.throws(() => imwire.encode('app:GiftMsg', {}, { types, mode: 'strict' }), { code: 'field.missing' });
    types.close();
    assert.throws(() => imwire.decode('app:GiftMsg', '{}', { types }), { kind: 'handle' });
  }
  const wrong = { 'gift.schema.json': gift.replace('required', 'x-alias') };
  assert.throws(() => new imwire.Types(wrong), { code: 'schema.keyword', reason: /^gift\.schema\.json/ });
  assert.throws(() => imwire.decode('app:GiftMsg', '{}', { types: {} }), TypeError);
});

test('writing checks', () => {
  const written = imwire.write('RC:TxtMsg', { content: 7, mine: 1 });
  assert.equal(written.content.toString(), '{"content":"7","mine":1}');
  assert.deepEqual([written.deviations, written.unknown, written.isKnown], [['DEV-106'], ['mine'], true]);
  assert.throws(() => imwire.encode('RC:TxtMsg', { content: 7 }, { mode: 'strict' }), { path: '/content' });
  assert.equal(imwire.write('RC:TxtMgs', {}).suggestion, 'RC:TxtMsg');
  assert.throws(() => imwire.encode('RC:TxtMgs', {}, { mode: 'strict' }), { reason: /did you mean RC:TxtMsg\?/ });
  const ascii = imwire.write('RC:TxtMsg', { content: 'é' }, { profile: { ascii: true } });
  assert.deepEqual(ascii.departures.map(({ deviation, offset }) => [deviation, offset]), [['DEV-152', 12]]);
  assert.equal(imwire.encode('RC:TxtMsg', '{}', { profile: 'web-sdk-2.5.3' }).toString(), '{}');
  assert.throws(() => imwire.encode('RC:TxtMsg', '{}', { profile: 'no-sdk' }), { kind: 'unsupported' });
});

test('members are assigned to a content that arrived (CNT-183)', () => {
  const assign = (...arguments_) => imwire.assign(...arguments_).toString();
  const arrived = Buffer.from('{"text":[1],"user":{"id":"a","name":"b"},"x":1.50}');
  assert.equal(
    assign('RC:TxtMsg', arrived, { content: 'hi', user: { id: 'c' }, x: 2 }),
    '{"content":"hi","user":{"id":"c"},"x":1.50}');
  assert.equal(assign('RC:TxtMsg', '{"text":[1]}', '{"content":{}}'), '{"text":[1]}');
  assert.throws(() => assign('RC:TxtMsg', '{', 'x'), { kind: 'refused', code: 'json.syntax' });
  assert.throws(() => assign('RC:TxtMsg', '{}', {}, { limits: { contentBytes: 1 } }), { code: 'limit.size' });
  assert.throws(() => assign('app:GiftMsg', '{}', {}), { kind: 'unsupported' });
});

test('numbers neither wrap nor become null', () => {
  for (const number of [NaN, Infinity, -Infinity]) {
    assert.throws(() => imwire.encode('RC:TxtMsg', { content: '', extra: [number] }), RangeError);
    assert.throws(() => new imwire.ChatWriter(options).write({ messageType: 'normal', time: number }), RangeError);
    assert.throws(() => new imwire.Session('likes', { interval: number }), RangeError);
    assert.throws(() => new imwire.ChatReader(options).feed('', number), RangeError);
  }
  for (const depth of [NaN, 1.5, 2 ** 64 + 8, -1]) {
    assert.throws(() => imwire.decode('RC:TxtMsg', '{}', { limits: { depth } }), RangeError);
  }
  const frame = { type: 1, flags: 0, sequence: 0, payload: bytes('') };
  for (const wrong of [{ type: 256 }, { flags: 65536 }, { sequence: 2 ** 32 }, { sequence: -1 }, { sequence: NaN },
    { fragment: { index: 65536, count: 1, total: 1, offset: 0 } }]) {
    assert.throws(() => imwire.encodeFrame({ ...frame, ...wrong }), RangeError);
  }
  assert.throws(() => new imwire.ChatWriter({ ...options, sequence: 2 ** 32 + 1 }), RangeError);
  assert.throws(() => imwire.encode('RC:TxtMsg', undefined), TypeError);
});

test('integers of 64 bits are exact', () => {
  const big = '{"content":"","a":9007199254740993,"b":[-9223372036854775808,{"n5":18446744073709551616}],"c":1.50}';
  const decoded = imwire.decode('RC:TxtMsg', big);
  assert.deepEqual(decoded.value, {
    content: '', a: 9007199254740993n, b: [-(2n ** 63n), { n5: 2n ** 64n }], c: 1.5,
  });
  assert.equal(imwire.encode('RC:TxtMsg', decoded.value).toString(), big.replace('1.50', '1.5'));
  // Strings and numbers of other forms stay what they are.
  const same = { content: 's"\\u', 'a:1234567890123456789': 'n1234567890123456789', '"': 1e21, x: 9007199254740991, y: null };
  assert.deepEqual(imwire.decode('RC:TxtMsg', JSON.stringify(same)).value, same);
  assert.equal(imwire.decode('RC:TxtMsg', '{"content":"","z":12345678901234567890.5}').value.z, 12345678901234567890.5);
  // What JSON.stringify leaves out or converts, a value with a BigInt does too.
  const mixed = { content: '', a: 2n ** 60n, b: [undefined, 1], c: undefined, d: new Date(0), e: false };
  assert.equal(
    imwire.encode('RC:TxtMsg', mixed).toString(),
    '{"content":"","a":1152921504606846976,"b":[null,1],"d":"1970-01-01T00:00:00.000Z","e":false}');
  assert.throws(() => imwire.encode('RC:TxtMsg', { content: '', a: [1n, NaN] }), RangeError);
  // Protobuf: the flags and the time of a message that goes down.
  const message = { fromUserId: 'a', type: 1, classname: 'RC:TxtMsg', content: 'e30=', dataTime: 2n ** 62n, status: 2n ** 53n + 1n };
  const body = imwire.encodeBody('DownStreamMessage', message);
  const read = imwire.decodeBody('DownStreamMessage', body).value;
  assert.deepEqual([read.dataTime, read.status], [2n ** 62n, 2n ** 53n + 1n]);
  const scanner = new imwire.Scanner({ framing: 'tcp', direction: 'down' });
  const route = scanner.route(body, { type: 3, data: [0, body.length], topic: [0, 0], target: [0, 0] });
  assert.deepEqual([route.time, route.flags, route.conversation], [2n ** 62n, 2n ** 53n + 1n, 1]);
  const reader = new imwire.ChatReader(options);
  reader.feed('', 2n ** 60n);
  assert.throws(() => reader.feed('', 2n ** 64n), RangeError);
});

test('the server API is read and written', () => {
  const form = imwire.encodeForm('/user/getToken.json', { userId: 'u1', name: 'Mary' });
  assert.equal(form.toString(), 'userId=u1&name=Mary');
  assert.deepEqual(imwire.decodeForm('/user/getToken.json', form), { userId: 'u1', name: 'Mary' });
  const token = imwire.encodeAnswer('/user/getToken.json', { code: 200, userId: 'u', token: 't' });
  assert.equal(imwire.decodeAnswer('/user/getToken.json', token).token, 't');
  const fields = imwire.signHeaders('key', 'secret', '14314', '1408710653000');
  assert.equal(fields.Signature, 'f7eaab94a01d60cf98173ff82c2f390b7b92c713');
  assert.equal(imwire.checkHeaders(fields, 'secret').isSigned, true);
  assert.equal(imwire.checkHeaders(Object.entries(fields), 'other').isSigned, false);
  const query = `appKey=key&nonce=14314&signTimestamp=1408710653000&signature=${fields.Signature}`;
  assert.equal(imwire.checkQuery(query, 'secret').isSigned, true);
  const statuses = [{ userid: 'u1', status: '0', os: 'iOS', time: 1437982698182 }];
  assert.equal(imwire.decodeCallback('status', imwire.encodeCallback('status', statuses))[0].userid, 'u1');
  const url = imwire.encodeURL({ isSecure: true, host: 'example.com', appId: 'a', token: 't/+' });
  assert.equal(imwire.decodeURL(url).token, 't/+');
  assert.throws(() => imwire.decodeForm('/no/service.json', ''), { kind: 'unsupported' });
  assert.throws(() => imwire.encodeForm('/user/getToken.json', { use: 1 }), { code: 'encode.field', path: '/use' });
  assert.throws(() => imwire.decodeURL('x', { mode: 'loose' }), RangeError);
});
