// The strings of packets: UTF-8 that may contain lone surrogates (RMTP-021 to RMTP-026).
import { Fault, utf8Length } from './json.js';

const isSurrogate = (b, p, end) => b[p] === 0xed && p + 2 < end
  && b[p + 1] >= 0xa0 && b[p + 1] <= 0xbf && (b[p + 2] & 0xc0) === 0x80;

/** Decodes bytes; the fault's offset is that of the first byte of an ill-formed sequence. */
export function decodeString(b, start, end, offset, path) {
  let text = '';
  let plain = start;
  let p = start;
  while (p < end) {
    if (isSurrogate(b, p, end)) {
      const unit = 0xd000 | ((b[p + 1] & 0x3f) << 6) | (b[p + 2] & 0x3f);
      text += b.toString('utf8', plain, p) + String.fromCharCode(unit);
      p += 3;
      plain = p;
    } else {
      const n = utf8Length(b, p, end);
      if (n === 0) throw new Fault('packet.utf8', offset + p - start, path);
      p += n;
    }
  }
  return text + b.toString('utf8', plain, end);
}

/** Encodes a text: each UTF-16 unit separately, or characters beyond U+FFFF in four bytes. */
export function encodeString(text, astral) {
  if (!/[\ud800-\udfff]/.test(text)) return Buffer.from(text);
  const parts = [];
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    const pair = unit >= 0xd800 && unit < 0xdc00 && text.charCodeAt(i + 1) >= 0xdc00 && text.charCodeAt(i + 1) < 0xe000;
    if (unit < 0xd800 || unit > 0xdfff) {
      parts.push(Buffer.from(text[i]));
    } else if (pair && astral === 'utf8') {
      parts.push(Buffer.from(text.slice(i, i + 2)));
      i += 1;
    } else {
      parts.push(Buffer.from([0xed, 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f)]));
    }
  }
  return Buffer.concat(parts);
}
