// SPDX-License-Identifier: Apache-2.0
'use strict';

// The server API: forms, answers, callbacks, signed header fields and queries, and the URLs of connections.

const native = require('../build/imwire.node');
const { toJSON } = require('./values.js');

/** Performs an operation, and returns the object of its answer. */
function perform(op, members, value) {
  const request = JSON.stringify({ id: 1, op, ...members });
  const whole = value === undefined ? request : `${request.slice(0, -1)},"value":${toJSON(value)}}`;
  return JSON.parse(native.requestPerform(whole));
}

const base64 = (data) => Buffer.from(data).toString('base64');
const value = (op, data, members) => perform(op, { bytes: base64(data), ...members }).value;
const bytes = (op, given, members) => Buffer.from(perform(op, members, given).bytes, 'base64');

const decodeForm = (path, data, options) => value('api.form.decode', data, { path, ...options });
const encodeForm = (path, given) => bytes('api.form.encode', given, { path });
const decodeAnswer = (path, data, options) => value('api.answer.decode', data, { path, ...options });
const encodeAnswer = (path, given) => bytes('api.answer.encode', given, { path });
const signHeaders = (appKey, secret, nonce, timestamp) =>
  perform('api.headers.encode', { appKey, secret, nonce, timestamp }).value;
const checkHeaders = (fields, secret) =>
  perform('api.headers.decode', { fields: Array.isArray(fields) ? fields : Object.entries(fields), secret }).value;
const checkQuery = (query, secret, options) => value('api.query.decode', query, { secret, ...options });
const decodeCallback = (callback, data, options) => value('api.callback.decode', data, { callback, ...options });
const encodeCallback = (callback, given) => bytes('api.callback.encode', given, { callback });
const decodeURL = (data, options) => value('api.url.decode', data, options);
const encodeURL = (given) => bytes('api.url.encode', given, {}).toString();

module.exports = {
  decodeForm, encodeForm, decodeAnswer, encodeAnswer, signHeaders, checkHeaders, checkQuery, decodeCallback,
  encodeCallback, decodeURL, encodeURL,
};
