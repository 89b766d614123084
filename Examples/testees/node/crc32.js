// The CRC-32 of zlib, PNG and Ethernet (FRM-040).

const table = new Int32Array(256);
for (let n = 0; n < 256; n += 1) {
  let c = n;
  for (let k = 0; k < 8; k += 1) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  table[n] = c;
}

/** Returns the CRC-32 of bytes, or the CRC-32 of earlier bytes continued over these. */
export function crc32(bytes, earlier = 0) {
  let c = ~earlier;
  for (let i = 0; i < bytes.length; i += 1) c = table[(c ^ bytes[i]) & 0xff] ^ (c >>> 8);
  return ~c >>> 0;
}
