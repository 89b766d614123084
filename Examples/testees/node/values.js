// Values between requests, packets and answers: exact numbers, bytes, texts with lone surrogates, raw JSON.
import { rawText } from './json.js';

/** JSON text that is passed on unchanged. */
export class Raw {
  constructor(text) {
    this.text = text;
  }
}

/** A number of a request that is not an integer in plain digits. */
export class OtherNumber {
  constructor(text) {
    this.text = text;
  }
}

/** Returns a value as JSON text: big integers with all digits, bytes as Base64. */
export function show(value) {
  if (typeof value === 'bigint') return String(value);
  if (value instanceof Raw) return value.text;
  if (value instanceof OtherNumber) return value.text;
  if (Buffer.isBuffer(value)) return `"${value.toString('base64')}"`;
  if (Array.isArray(value)) return `[${value.map(show).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).filter(([, v]) => v !== undefined);
    return `{${members.map(([name, v]) => `${JSON.stringify(name)}:${show(v)}`).join(',')}}`;
  }
  return JSON.stringify(value);
}

/** Returns a JSON tree as a value: integers as big integers, everything else as JSON.parse does. */
export function plain(node) {
  switch (node.type) {
    case 'object': return Object.fromEntries(node.members.map((m) => [m.name, plain(m.node)]));
    case 'array': return node.items.map(plain);
    case 'string': return node.text;
    case 'number': {
      const text = rawText(node);
      return /^-?[0-9]+$/.test(text) ? BigInt(text) : new OtherNumber(text);
    }
    case 'null': return null;
    default: return node.type === 'true';
  }
}

/**
 * Returns a text in the form used for packets by the testee protocol: one with a lone surrogate as its units
 * (RMTP-023).
 */
export function showText(text) {
  if (text.isWellFormed()) return text;
  return { utf16be: Buffer.from(text, 'utf16le').swap16().toString('hex') };
}

/** Returns the text in a packet of a request, or undefined if it is not a text. */
export function textFrom(value) {
  if (typeof value === 'string') return value;
  const hex = value?.utf16be;
  if (typeof hex !== 'string' || !/^(?:[0-9a-fA-F]{4})*$/.test(hex)) return undefined;
  return Buffer.from(hex, 'hex').swap16().toString('utf16le');
}
