// The POST with which a polling client sends a packet (RMTP-098).
import { Fault, Scanner, parseTree } from './json.js';
import { contentLimits } from './limits.js';
import { readForm, writeForm } from './forms.js';
import { headerMembers } from './rmtp.js';
import { headerByte } from './rmtp-write.js';
import { Raw, textFrom } from './values.js';

const PATH = '/websocket';
const SENT = new Set(['PUBLISH', 'PUBACK', 'QUERY', 'QUERYCON']);
const hasTopic = (name) => name === 'PUBLISH' || name === 'QUERY';
/** The parameters of a packet's request in the order in which they are checked; `pid` may be absent. */
const parametersOf = (name) => ['header', 'messageid', 'sessionid', ...(hasTopic(name) ? ['topic', 'targetid'] : []), 'pid'];

/** Reads a request: the packet that it represents, and the parameters around it. */
export function readPost(target, body, strict) {
  const b = Buffer.from(target);
  const path = Buffer.from(`${PATH}?`);
  for (let i = 0; i < path.length; i += 1) if (b[i] !== path[i]) throw new Fault('url.syntax', Math.min(i, b.length));
  const fields = readForm(b, path.length, b.length, strict);
  const find = (name) => {
    const [field, second] = fields.filter((f) => f.name === name);
    if (second) throw new Fault('form.duplicate', second.at, `/${name}`);
    return field;
  };
  const need = (name) => {
    const field = find(name);
    if (!field) throw new Fault('form.missing', b.length, `/${name}`);
    return field;
  };
  const number = (name, max) => {
    const { value, valueAt } = need(name);
    if (!/^[0-9]+$/.test(value) || Number(value) > max) throw new Fault('form.value', valueAt, `/${name}`);
    return Number(value);
  };
  const header = number('header', 255);
  const packet = headerMembers(header, 'up');
  if (!SENT.has(packet.packet)) throw new Fault('form.value', find('header').valueAt, '/header');
  packet.messageId = BigInt(number('messageid', 65535));
  const sessionid = need('sessionid').value;
  if (hasTopic(packet.packet)) {
    packet.topic = need('topic').value;
    packet.targetId = need('targetid').value;
  }
  const pid = find('pid')?.value;
  const data = readBody(body, packet.packet);
  if (data) packet.data = data;
  const known = parametersOf(packet.packet);
  const others = fields.filter((f) => !known.includes(f.name)).map((f) => [f.name, f.value]);
  const value = { packet, sessionid };
  if (pid !== undefined) value.pid = pid;
  if (others.length > 0) value.others = others;
  return value;
}

function readBody(body, name) {
  if (body.length === 0) return null;
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) throw new Fault('json.bom', 0);
  const s = new Scanner(body, contentLimits({ contentBytes: body.length, stringBytes: body.length, numberBytes: body.length })); // RMTP-364
  s.space();
  const token = s.value('');
  s.finish();
  const raw = s.raw(token);
  const isEmptyObject = token.type === 'object' && parseTree(Buffer.from(raw)).members.length === 0;
  if (raw === '""' || (!hasTopic(name) && isEmptyObject)) return null;
  if (!hasTopic(name) || token.type !== 'object') throw new Fault('message.type', token.start);
  return new Raw(raw);
}

/** Returns the target and the body of the request that sends a packet. */
export function writePost({ packet, sessionid, pid, others }) {
  if (!SENT.has(packet.packet)) throw new Fault('encode.field');
  const text = (name) => {
    const value = textFrom(packet[name]);
    if (value === undefined || !value.isWellFormed()) throw new Fault('encode.field', undefined, `/${name}`);
    return value;
  };
  if (typeof packet.messageId !== 'bigint') throw new Fault('encode.field', undefined, '/messageId');
  // The body is an object, and a packet without a topic has none (RMTP-098).
  if (packet.data && (!hasTopic(packet.packet) || packet.data.text[0] !== '{')) throw new Fault('encode.member', undefined, '/data');
  const pairs = [['messageid', String(BigInt.asUintN(16, packet.messageId))], ['header', String(headerByte(packet, 'up'))],
    ['sessionid', sessionid]];
  if (hasTopic(packet.packet)) pairs.push(['topic', text('topic')], ['targetid', text('targetId')]);
  if (pid !== undefined) pairs.push(['pid', pid]);
  for (const pair of others ?? []) pairs.push(pair);
  const value = { target: `${PATH}?${writeForm(pairs)}` };
  if (packet.data) value.body = packet.data;
  return value;
}
