// SPDX-License-Identifier: Apache-2.0
'use strict';

const { readdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');
const native = require('../build/imwire.node');

/** An error of this package: `kind` says what caused it, and `refused` has a `code`, an `offset` and a `path`. */
class ImwireError extends Error {
  constructor(details) {
    const place = details.offset === undefined ? '' : ` at byte ${details.offset}`;
    const located = details.code === undefined ? details.reason || details.kind : details.code + place;
    const path = details.path ? `, in ${details.path}` : '';
    super(details.code !== undefined && details.reason ? `${details.code}: ${details.reason}` : located + path);
    this.name = 'ImwireError';
    Object.assign(this, details);
  }
}
native.setErrorClass(ImwireError);

const { fromJSON, toJSON } = require('./values.js');

/** The result of decoding: `json` is the exact text, and the other members are parsed from it on first use. */
class Decoded {
  #members;

  constructor(json) {
    this.json = json;
  }

  get members() {
    this.#members ??= fromJSON(this.json);
    return this.#members;
  }

  get value() {
    return this.members.value;
  }

  get unknown() {
    return this.members.unknown ?? [];
  }

  get deviations() {
    return this.members.deviations ?? [];
  }

  /** The value's exact JSON, with numbers in the spelling of the input. */
  get valueJSON() {
    return member(Buffer.from(this.json), 'value').toString();
  }
}

const decode = (objectName, bytes, options) => new Decoded(native.contentDecode(options, objectName, bytes));
const describe = (objectName, bytes, options) => JSON.parse(native.contentDescribe(objectName, bytes, options));

/** Content types of an application's schemas, beside the built-in ones. */
class Types {
  constructor(schemas, { overridesReserved = false } = {}) {
    const files = Object.entries(schemas).map(([name, text]) => ({ name, text: text.toString() }));
    Object.defineProperty(this, 'handle', { value: native.typesNew(JSON.stringify(files), overridesReserved) });
  }

  /** Reads the schemas of a folder, from its files `*.schema.json`. */
  static load(folder, options) {
    const names = readdirSync(folder).filter((name) => name.endsWith('.schema.json')).sort();
    return new Types(Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name))])), options);
  }

  get names() {
    return JSON.parse(native.typesNames(this.handle));
  }

  close() {
    native.close(this.handle);
  }
}

/** Writes a content, and reports on the value. */
function write(objectName, value, options) {
  const profile = options?.profile ?? undefined;
  const [content, report] = native.contentWrite(
    options, objectName, toJSON(value), profile === undefined ? undefined : toJSON(profile));
  return { content, ...JSON.parse(report) };
}

/** Writes a content canonically, or for a profile, as `write` does without its report. */
function encode(objectName, value, options) {
  const isChecked = (options?.mode ?? 'lenient') !== 'lenient' || (options?.profile ?? undefined) !== undefined;
  if (isChecked) return write(objectName, value, options).content;
  return native.contentEncode(options, objectName, toJSON(value));
}

/** Assigns the members of a value to a content that arrived, and returns the canonical bytes of the result. */
const assign = (objectName, bytes, value, options) =>
  native.contentAssign(options, objectName, bytes, toJSON(value));

/** Validates contents without producing a value. Reuse one instance for many contents. */
class Validator {
  #handle;

  constructor(options) {
    this.#handle = native.validatorNew(options);
  }

  /** Validates a content and returns the number of deviations. */
  check(objectName, bytes) {
    return native.validatorCheck(this.#handle, objectName, bytes);
  }

  /** The deviations of the most recently validated content. */
  get deviations() {
    return JSON.parse(native.validatorDeviations(this.#handle));
  }

  close() {
    native.close(this.#handle);
  }
}

function validate(objectName, bytes, options) {
  const validator = new Validator(options);
  return validator.check(objectName, bytes) ? validator.deviations : [];
}

// ---- Access to parts of JSON without parsing all of it ----

/** Returns the position of a member's value as [start, end]; undefined if it is absent. */
const memberRange = (json, name) => native.jsonMember(json, name);

/** Returns the value of a member, byte for byte. */
function member(json, name) {
  const range = native.jsonMember(json, name);
  return range && json.subarray(range[0], range[1]);
}

/** Returns the elements of a list, byte for byte. */
function elements(json) {
  const places = native.jsonElements(json);
  const found = [];
  for (let index = 0; index < places.length; index += 2) found.push(json.subarray(places[index], places[index + 1]));
  return found;
}

/** Returns the text of a JSON string. */
const textOf = (json) => native.jsonText(json);

// ---- RongCloud ----

const decodeBody = (message, bytes, options) => new Decoded(native.bodyDecode(options, message, bytes));
const encodeBody = (message, value, options) => native.bodyEncode(options, message, toJSON(value));
const encodePacket = (packet, options, trailing) => native.rmtpEncode(options, toJSON(packet), trailing);
const decodeEnvelope = (packet, options, receipt) =>
  new Decoded(native.envelopeDecode(options, toJSON(packet), receipt === undefined ? undefined : toJSON(receipt)));
const encodeEnvelope = (value, options) => new Decoded(native.envelopeEncode(options, toJSON(value)));
const convertPacket = (packet, to, message, trailing) =>
  new Decoded(native.packetConvert(toJSON(packet), to, message, trailing));
const decodePost = (target, body, options) => new Decoded(native.postDecode(options, target, body));
const encodePost = (value) => new Decoded(native.postEncode(toJSON(value)));
const decodeNavigation = (bytes, options) => new Decoded(native.navigationDecode(options, bytes));
const encodeNavigation = (value) => native.navigationEncode(toJSON(value));
const sign = (secret, nonce, timestamp) => native.sign(secret, nonce, timestamp);

/** A state machine without input and output: it takes events with their times and returns actions. */
class Session {
  #handle;

  constructor(machine, config) {
    this.#handle = native.sessionNew(machine, config === undefined ? undefined : toJSON(config));
  }

  /** Processes an event. The actions of timers due by then precede those of the event. */
  put(event) {
    return fromJSON(this.putJSON(event));
  }

  /** As `put`, with the exact JSON of the actions. */
  putJSON(event) {
    return native.sessionPut(this.#handle, toJSON(event));
  }

  close() {
    native.close(this.#handle);
  }
}

module.exports = {
  ImwireError, Decoded, Types, Validator, Session, decode, encode, write, assign, describe, validate, memberRange,
  member, elements, textOf,
  decodeBody, encodeBody, encodePacket, decodeEnvelope, encodeEnvelope, convertPacket, decodePost, encodePost,
  decodeNavigation, encodeNavigation, sign, describeJSON: native.contentDescribe, checkRequest: native.requestCheck,
  performRequest: native.requestPerform,
  has: native.has, version: native.version(), ...require('./streams.js'), ...require('./server.js'),
};
