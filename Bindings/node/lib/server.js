// SPDX-License-Identifier: Apache-2.0
'use strict';

// The server API: forms, answers, callbacks, signed header fields and queries, and the URLs of connections.

const native = require('../build/imwire.node');
const { fromJSON, toJSON } = require('./values.js');

const value = (json) => fromJSON(json).value;
const decodeForm = (path, data, options) => value(native.formDecode(options, path, data));
const encodeForm = (path, given) => native.formEncode(path, toJSON(given));
const decodeAnswer = (path, data, options) => value(native.answerDecode(options, path, data));
const encodeAnswer = (path, given) => native.answerEncode(path, toJSON(given));
const signHeaders = (appKey, secret, nonce, timestamp) => value(native.headersSign(appKey, secret, nonce, timestamp));
const checkHeaders = (fields, secret) =>
  value(native.headersCheck(JSON.stringify(Array.isArray(fields) ? fields : Object.entries(fields)), secret));
const checkQuery = (query, secret, options) => value(native.queryCheck(options, query, secret));
const decodeCallback = (callback, data, options) => value(native.callbackDecode(options, callback, data));
const encodeCallback = (callback, given) => native.callbackEncode(callback, toJSON(given));
const decodeURL = (data, options) => value(native.urlDecode(options, data));
const encodeURL = (given) => native.urlEncode(toJSON(given));

module.exports = {
  decodeForm, encodeForm, decodeAnswer, encodeAnswer, signHeaders, checkHeaders, checkQuery, decodeCallback,
  encodeCallback, decodeURL, encodeURL,
};
