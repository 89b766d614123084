// The URL of a connection (API-060, API-061, TST-205).
import { Fault } from './json.js';
import { readForm, writeForm } from './forms.js';

const REQUIRED = ['appId', 'token'];
const SINGLE = ['appId', 'token', 'sdkVer', 'apiVer'];
const isHost = (c) => /[A-Za-z0-9\-._:[\]]/.test(String.fromCharCode(c));
const wrong = (offset) => new Fault('url.syntax', offset, '');

/** Returns the position after a text, or refuses the first byte that differs from it. */
function skip(bytes, at, text) {
  for (let i = 0; i < text.length; i += 1) if (bytes[at + i] !== text.charCodeAt(i)) throw wrong(at + i);
  return at + text.length;
}

/** api.url.decode. */
export function readURL(bytes, strict) {
  const isSecure = bytes.subarray(0, 3).toString('latin1') === 'wss';
  const start = skip(bytes, 0, isSecure ? 'wss://' : 'ws://');
  let p = start;
  while (p < bytes.length && isHost(bytes[p])) p += 1;
  if (p === start) throw wrong(p);
  const value = { isSecure, host: bytes.latin1Slice(start, p) };
  p = skip(bytes, p, '/websocket?');
  const fragment = bytes.indexOf(0x23, p);
  if (fragment >= 0) throw wrong(fragment);
  const others = [];
  for (const field of readForm(bytes, p, bytes.length, strict)) {
    if (!SINGLE.includes(field.name)) others.push([field.name, field.value]);
    else if (Object.hasOwn(value, field.name)) throw new Fault('form.duplicate', field.at, `/${field.name}`);
    else if (strict && field.value === '' && REQUIRED.includes(field.name)) throw new Fault('form.value', field.valueAt, `/${field.name}`);
    else value[field.name] = field.value;
  }
  for (const name of REQUIRED) {
    if (!Object.hasOwn(value, name)) throw new Fault('form.missing', bytes.length, `/${name}`);
  }
  return others.length ? { ...value, others } : value;
}

/** api.url.encode. */
export function writeURL(value) {
  if (!value.host || ![...Buffer.from(value.host)].every(isHost)) throw new Fault('encode.field', undefined, '/host');
  const empty = REQUIRED.find((name) => value[name] === '');
  if (empty) throw new Fault('encode.field', undefined, `/${empty}`);
  const pairs = SINGLE.filter((name) => value[name] !== undefined).map((name) => [name, value[name]]);
  return Buffer.from(`${value.isSecure ? 'wss' : 'ws'}://${value.host}/websocket?${writeForm([...pairs, ...(value.others ?? [])])}`);
}
