// The POST with which a client that polls sends a packet (RMTP-098).
import { Fault, Scanner } from './json.js';
import { contentLimits } from './limits.js';
import { readForm, writeForm } from './forms.js';
import { headerMembers } from './rmtp.js';
import { headerByte } from './rmtp-write.js';
import { Raw, textFrom } from './values.js';

const PATH = '/websocket';
const SENT = new Set(['PUBLISH', 'PUBACK', 'QUERY', 'QUERYCON']);
const hasTopic = (name) => name === 'PUBLISH' || name === 'QUERY';
const ONCE = ['messageid', 'header', 'sessionid', 'topic', 'targetid', 'pid'];

/** The fields that the request needs, by name, and the others in their order. */
function parameters(b, start, strict) {
  const found = new Map();
  const others = [];
  for (const field of readForm(b, start, b.length, strict)) {
    if (!ONCE.includes(field.name)) others.push([field.name, field.value]);
    else if (found.has(field.name)) throw new Fault('form.duplicate', field.at, `/${field.name}`);
    else found.set(field.name, field);
  }
  return { found, others };
}

/** Reads a request: the packet that it stands for, and the parameters around it. */
export function readPost(target, body, strict) {
  const b = Buffer.from(target);
  const path = Buffer.from(`${PATH}?`);
  for (let i = 0; i < path.length; i += 1) if (b[i] !== path[i]) throw new Fault('url.syntax', Math.min(i, b.length));
  const { found, others } = parameters(b, path.length, strict);
  const need = (name) => {
    const field = found.get(name);
    if (!field) throw new Fault('form.missing', b.length, `/${name}`);
    return field;
  };
  const number = (name, max) => {
    const { value, valueAt } = need(name);
    if (!/^[0-9]+$/.test(value) || Number(value) > max) throw new Fault('form.value', valueAt, `/${name}`);
    return Number(value);
  };
  const messageId = number('messageid', 65535);
  const header = number('header', 255);
  const packet = headerMembers(header, 'up');
  if (!SENT.has(packet.packet)) throw new Fault('form.value', b.length, '/header');
  const sessionid = need('sessionid').value;
  if (hasTopic(packet.packet)) {
    packet.topic = need('topic').value;
    packet.targetId = need('targetid').value;
  }
  packet.messageId = BigInt(messageId);
  const data = readBody(body, packet.packet);
  if (data) packet.data = data;
  const value = { packet, sessionid };
  if (found.has('pid')) value.pid = found.get('pid').value;
  if (others.length > 0) value.others = others;
  return value;
}

function readBody(body, name) {
  if (!hasTopic(name) && ['', '{}', '""'].includes(body.toString('latin1').trim())) return null;
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) throw new Fault('json.bom', 0);
  const s = new Scanner(body, contentLimits({}));
  s.space();
  const token = s.value('');
  s.finish();
  if (!hasTopic(name) || token.type !== 'object') throw new Fault('message.type', token.start);
  return new Raw(s.raw(token));
}

/** The target and the body of the request that sends a packet. */
export function writePost({ packet, sessionid, pid, others }) {
  if (!SENT.has(packet.packet)) throw new Fault('encode.field');
  const text = (name) => {
    const value = textFrom(packet[name]);
    if (value === undefined) throw new Fault('encode.member', undefined, `/${name}`);
    return value;
  };
  if (typeof packet.messageId !== 'bigint') throw new Fault('encode.member', undefined, '/messageId');
  const pairs = [['messageid', String(BigInt.asUintN(16, packet.messageId))], ['header', String(headerByte(packet, 'up'))],
    ['sessionid', sessionid]];
  if (hasTopic(packet.packet)) pairs.push(['topic', text('topic')], ['targetid', text('targetId')]);
  if (pid !== undefined) pairs.push(['pid', pid]);
  for (const pair of others ?? []) pairs.push(pair);
  const value = { target: `${PATH}?${writeForm(pairs)}` };
  if (packet.data) value.body = packet.data;
  return value;
}
