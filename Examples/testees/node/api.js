// Signatures of the server API, and what carries them: header fields and the query of a callback (TST-201, TST-202).
import { timingSafeEqual } from 'node:crypto';
import { Fault } from './json.js';
import { readForm, sign } from './forms.js';

const NAMES = { 'App-Key': 'appKey', Nonce: 'nonce', Timestamp: 'timestamp', Signature: 'signature' };

const QUERY = ['appKey', 'nonce', 'timestamp', 'signTimestamp', 'signature'];

/** Returns the values with the verdict on their signature, which is compared in constant time (API-006). */
function verified(values, secret) {
  const own = Buffer.from(sign(secret, values.nonce, values.timestamp));
  const given = Buffer.from(values.signature);
  return { ...values, isSigned: own.length === given.length && timingSafeEqual(own, given) };
}

/** api.headers.decode: reads the four fields in either spelling (API-005). */
export function readHeaders(fields, secret) {
  const values = {};
  const fieldOf = (name) => Object.keys(NAMES).find((field) => field.toLowerCase() === name.toLowerCase().replace(/^rc-/, ''));
  for (const [name, value] of fields) {
    if (/[^\0-\x7f]/.test(name)) continue; // toLowerCase() makes k of the Kelvin sign
    const field = fieldOf(name);
    if (field === undefined) continue;
    if (NAMES[field] in values) throw new Fault('header.duplicate', 0, `/${field}`);
    values[NAMES[field]] = value;
  }
  const absent = Object.keys(NAMES).find((field) => !values[NAMES[field]]);
  if (absent) throw new Fault('header.missing', 0, `/${absent}`);
  return verified(Object.fromEntries(Object.values(NAMES).map((name) => [name, values[name]])), secret);
}

/** api.headers.encode: refuses values that would not arrive as they were signed (API-007). */
export function writeHeaders({ appKey, secret, nonce, timestamp }) {
  const values = { appKey, nonce, timestamp, signature: sign(secret, nonce, timestamp) };
  const fields = Object.entries(NAMES).map(([field, name]) => [field, values[name]]);
  const wrong = fields.find(([, text]) => /[\0-\x1f\x7f]|^ | $/.test(text));
  if (wrong) throw new Fault('encode.header', undefined, `/${wrong[0]}`);
  return Object.fromEntries(fields);
}

/** api.query.decode: reads the query of a callback (API-070, API-087). */
export function readQuery(bytes, secret, strict) {
  const found = {};
  for (const { name, value, at, valueAt } of readForm(bytes, 0, bytes.length, strict)) {
    if (!QUERY.includes(name)) continue;
    if (Object.hasOwn(found, name)) throw new Fault('form.duplicate', at, `/${name}`);
    if (value === '' && !['appKey', 'signature'].includes(name)) throw new Fault('form.value', valueAt, `/${name}`);
    found[name] = value;
  }
  const values = { nonce: found.nonce, timestamp: found.signTimestamp ?? found.timestamp, signature: found.signature };
  const absent = Object.keys(values).find((name) => values[name] === undefined);
  if (absent) throw new Fault('form.missing', bytes.length, absent === 'timestamp' ? '/signTimestamp' : `/${absent}`);
  return verified(found.appKey === undefined ? values : { appKey: found.appKey, ...values }, secret);
}
