// Forms and queries, and the signature of the server API (API-001 to API-014).
import { createHash } from 'node:crypto';
import { Fault, firstIllFormed } from './json.js';

/** The signature of a request (API-001). */
export const sign = (secret, nonce, timestamp) => createHash('sha1').update(secret + nonce + timestamp, 'utf8').digest('hex');

const isHex = (c) => (c >= 0x30 && c <= 0x39) || (c >= 0x41 && c <= 0x46) || (c >= 0x61 && c <= 0x66);
const isPlain = (c) => /[A-Za-z0-9\-._~]/.test(String.fromCharCode(c));

/** Decodes a name or a value (API-013, API-014). */
function unescape(b, from, to, strict) {
  const bytes = [];
  const places = [];
  for (let p = from; p < to; p += 1) {
    let c = b[p];
    places.push(p);
    if (c === 0x2b) {
      c = 0x20;
    } else if (c === 0x25 && p + 2 < to && isHex(b[p + 1]) && isHex(b[p + 2])) {
      c = parseInt(b.latin1Slice(p + 1, p + 3), 16);
      p += 2;
    } else if (strict && c === 0x25) {
      throw new Fault('form.percent', p);
    } else if (strict && !isPlain(c) && !/[!'()*]/.test(String.fromCharCode(c))) {
      throw new Fault('form.syntax', p);
    }
    bytes.push(c);
  }
  const text = Buffer.from(bytes);
  const wrong = firstIllFormed(text, 0, text.length);
  if (wrong >= 0) throw new Fault('form.utf8', places[wrong]);
  return text.toString('utf8');
}

/** Returns the fields of a form between two offsets, with their positions (API-010 to API-014). */
export function readForm(b, start, end, strict) {
  const fields = [];
  if (start === end) return fields;
  for (let p = start; p <= end;) {
    let stop = b.indexOf(0x26, p);
    if (stop < 0 || stop > end) stop = end;
    const equals = b.subarray(p, stop).indexOf(0x3d);
    if (strict && equals <= 0) throw new Fault('form.syntax', equals === 0 ? p : stop);
    if (stop > p) {
      const middle = equals < 0 ? stop : p + equals;
      const valueAt = equals < 0 ? stop : middle + 1;
      fields.push({ name: unescape(b, p, middle, strict), value: unescape(b, valueAt, stop, strict), at: p, valueAt });
    }
    p = stop + 1;
  }
  return fields;
}

/** Escapes a text for a form (API-011). */
export function escape(text) {
  return [...Buffer.from(text)].map((c) => (isPlain(c) ? String.fromCharCode(c)
    : `%${c.toString(16).toUpperCase().padStart(2, '0')}`)).join('');
}

/** Writes a form from pairs of name and value. */
export const writeForm = (pairs) => pairs.map(([name, value]) => `${escape(name)}=${escape(value)}`).join('&');
