// SPDX-License-Identifier: Apache-2.0
'use strict';

// JSON text and values. An integer that a number of JavaScript would round is a BigInt in both directions.

/** Refuses numbers that JSON does not have, in place of which JSON.stringify writes null. */
function finite(name, value) {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError(`${value} is no number of JSON`);
  return value;
}

/** Returns the text of a value with BigInts, for which JSON.stringify throws; undefined for what is no JSON. */
function textWithBigInts(value) {
  if (typeof value === 'bigint') return `${value}`;
  if (typeof value?.toJSON === 'function') return textWithBigInts(value.toJSON());
  if (typeof value !== 'object' || value === null) return JSON.stringify(finite('', value));
  if (Array.isArray(value)) return `[${value.map((one) => textWithBigInts(one) ?? 'null').join(',')}]`;
  const members = Object.entries(value).map(([name, one]) => [JSON.stringify(name), textWithBigInts(one)]);
  return `{${members.filter(([, text]) => text !== undefined).map((pair) => pair.join(':')).join(',')}}`;
}

/** Returns the JSON text of a value; strings and bytes are taken to be JSON already. */
function toJSON(value) {
  if (typeof value === 'string' || value instanceof Uint8Array) return value;
  let hasBigInts = typeof value === 'bigint';
  const text = JSON.stringify(value, (name, one) => {
    hasBigInts ||= typeof one === 'bigint';
    return typeof one === 'bigint' ? null : finite(name, one);
  });
  if (text === undefined) throw new TypeError('this value is not JSON');
  return hasBigInts ? textWithBigInts(value) : text;
}

// A string with the colon of a name, or a number.
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*":?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Marks a value that is a string with s, and an integer that would be rounded with n. */
function mark(token) {
  if (token.startsWith('"')) return token.endsWith(':') ? token : `"s${token.slice(1)}`;
  return /^-?\d+$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"n${token}"` : token;
}

function unmark(name, value) {
  if (typeof value !== 'string') return value;
  return value[0] === 'n' ? BigInt(value.slice(1)) : value.slice(1);
}

/** Returns the value of JSON text that the library has written, which has no spaces between its tokens. */
function fromJSON(text) {
  // Few texts have so many digits in a row.
  return /\d{16}/.test(text) ? JSON.parse(text.replace(TOKENS, mark), unmark) : JSON.parse(text);
}

module.exports = { fromJSON, toJSON };
