// Lengths and distances of DEFLATE (RFC 1951, 3.2.5).

const bases = (first, extra) => {
  let base = first;
  return extra.map((bits) => {
    const present = base;
    base += 2 ** bits;
    return present;
  });
};

export const lengthBits = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
export const lengthBase = [...bases(3, lengthBits).slice(0, 28), 258];
export const distanceBits = [0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13];
export const distanceBase = bases(1, distanceBits);

/** The lengths of the fixed code of literals and lengths. */
export const fixedLengths = Array.from({ length: 288 }, (_, i) => (i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8));

/** Returns the code words of a canonical Huffman code from their lengths (RFC 1951, 3.2.2). */
export function codeWords(lengths) {
  const next = new Array(17).fill(0);
  const counts = new Array(17).fill(0);
  for (const length of lengths) if (length > 0) counts[length] += 1;
  for (let bits = 1; bits <= 16; bits += 1) next[bits] = (next[bits - 1] + (bits > 1 ? counts[bits - 1] : 0)) << 1;
  return lengths.map((length) => {
    if (length === 0) return 0;
    next[length] += 1;
    return next[length] - 1;
  });
}
