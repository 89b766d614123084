// SPDX-License-Identifier: Apache-2.0
'use strict';

/** Refuses numbers that JSON does not have, in place of which JSON.stringify writes null. */
function finite(name, value) {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError(`${value} is no number of JSON`);
  return value;
}

/** Returns the JSON text of a value; strings and bytes are taken to be JSON already. */
function toJSON(value) {
  if (typeof value === 'string' || value instanceof Uint8Array) return value;
  const text = JSON.stringify(value, finite);
  if (text === undefined) throw new TypeError('this value is not JSON');
  return text;
}

module.exports = { toJSON };
